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

#ifdef __APPLE__
#include <mach-o/dyld.h>

void global_environment_find_images(
    const char *symbol, void (*found)(const char *path, void *context), void *context) {
  struct search search = {symbol, found, context};
  for (uint32_t index = 0; index < _dyld_image_count(); index++) look_into(_dyld_get_image_name(index), &search);
}
#else
#include <link.h>

static int visit(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  look_into(info->dlpi_name, context);
  return 0;
}

void global_environment_find_images(
    const char *symbol, void (*found)(const char *path, void *context), void *context) {
  struct search search = {symbol, found, context};
  dl_iterate_phdr(visit, &search);
}
#endif
