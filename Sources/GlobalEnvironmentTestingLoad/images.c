// In C, since the functions that list images are not in every module that Swift has of the C library.
#define _GNU_SOURCE
#include "images.h"

#include <dlfcn.h>
#include <stddef.h>

// Where a handle can be for one image alone, looking into it does not look into all that it links, again and again.
#ifdef RTLD_FIRST
#define THIS_IMAGE RTLD_FIRST
#else
#define THIS_IMAGE 0
#endif

struct search {
  const char *symbol;
  void (*found)(const char *path, void *context);
  void *context;
};

// The main program has no path on Linux.
static void look_into(const char *path, struct search *search) {
  // Already loaded, so this only finds it.
  void *image = dlopen(path == NULL || *path == '\0' ? NULL : path, RTLD_LAZY | RTLD_NOLOAD | THIS_IMAGE);
  if (image == NULL) return;
  // An image also finds what those that it links define: the address shows whose it is.
  void *address = dlsym(image, search->symbol);
  Dl_info info;
  if (address != NULL && dladdr(address, &info) != 0 && info.dli_fname != NULL) {
    search->found(info.dli_fname, search->context);
  }
  dlclose(image);
}

const char *global_environment_image_at(const void *address) {
  Dl_info info;
  return dladdr(address, &info) != 0 ? info.dli_fname : NULL;
}

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <string.h>

// Of some hundred images most are of the system, or of a simulator's, and link nothing of ours.
static int is_of_the_system(const char *path) {
  return path != NULL
      && (strncmp(path, "/System/", 8) == 0 || strncmp(path, "/usr/lib/", 9) == 0 || strstr(path, ".simruntime/") != NULL);
}

void global_environment_find_images(
    const char *symbol, void (*found)(const char *path, void *context), void *context) {
  struct search search = {symbol, found, context};
  for (uint32_t index = 0; index < _dyld_image_count(); index++) {
    const char *path = _dyld_get_image_name(index);
    // The first one is the program, which a path does not open everywhere.
    if (index == 0) path = NULL;
    if (index == 0 || !is_of_the_system(path)) look_into(path, &search);
  }
}
#else
#include <link.h>
#include <stdlib.h>
#include <string.h>

struct paths {
  char **all;
  size_t count, capacity;
};

// Only notes the path: glibc holds a lock meanwhile that a thread takes within another one, which dlopen needs, while it
// loads a library. An image for which there is no memory is left out.
static int visit(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct paths *paths = context;
  if (paths->count == paths->capacity) {
    size_t capacity = paths->capacity * 2 + 64;
    char **all = realloc(paths->all, capacity * sizeof *all);
    if (all == NULL) return 0;
    paths->all = all;
    paths->capacity = capacity;
  }
  char *path = strdup(info->dlpi_name == NULL ? "" : info->dlpi_name);
  if (path != NULL) paths->all[paths->count++] = path;
  return 0;
}

void global_environment_find_images(
    const char *symbol, void (*found)(const char *path, void *context), void *context) {
  struct search search = {symbol, found, context};
  struct paths paths = {NULL, 0, 0};
  dl_iterate_phdr(visit, &paths);
  for (size_t index = 0; index < paths.count; index++) {
    look_into(paths.all[index], &search);
    free(paths.all[index]);
  }
  free(paths.all);
}
#endif
