// In C, since the functions that tell of images are not in every module that Swift has of the C library.
#define _GNU_SOURCE
#include "images.h"

#include <dlfcn.h>
#include <stddef.h>

struct search {
  const char *symbol;
  void (*found)(const char *path, void *context);
  void *context;
};

// The main program has no path on Linux.
static void look_into(const char *path, struct search *search) {
  // Already loaded, so this only finds it.
  void *image = dlopen(path == NULL || *path == '\0' ? NULL : path, RTLD_LAZY | RTLD_NOLOAD);
  if (image == NULL) return;
  // An image also finds what those that it links define: the address tells whose it is.
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

void global_environment_find_images(
    const char *symbol, void (*found)(const char *path, void *context), void *context) {
  struct search search = {symbol, found, context};
  for (uint32_t index = 0; index < _dyld_image_count(); index++) look_into(_dyld_get_image_name(index), &search);
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
