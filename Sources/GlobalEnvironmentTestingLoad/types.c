#include "types.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The records are described in `docs/ABI/TypeMetadata.rst` of the Swift repository: a descriptor begins with its kind, the place
// of its parent, and that of its name. Places are distances; where the last bit is set, the address stands there.
enum { module = 0, anonymous = 2, class_type = 16, last_type = 18 };

static int kind(const int32_t *descriptor) { return descriptor[0] & 0x1f; }

static const int32_t *at(const int32_t *place) {
  if (*place == 0) return NULL;
  const char *target = (const char *)place + (*place & ~3);
  return (*place & 1) == 0 ? (const int32_t *)target : *(const int32_t *const *)target;
}

static const char *name_of(const int32_t *descriptor) {
  return (const char *)&descriptor[2] + descriptor[2];
}

static void find(
    const int32_t *record, const int32_t *end, const char *name, global_environment_found_type found, void *context) {
  for (; record < end; record++) {
    // The two last bits: zero and one for a descriptor.
    if ((*record & 3) > 1) continue;
    const int32_t *type = at(record);
    if (type == NULL || kind(type) < class_type || kind(type) > last_type || strcmp(name_of(type), name) != 0) continue;
    // Inside another type, it is that one's own. Around a private one stands a context without a name.
    const int32_t *parent = at(&type[1]);
    if (parent != NULL && kind(parent) == anonymous) parent = at(&parent[1]);
    if (parent != NULL && kind(parent) == module) found(name_of(parent), context);
  }
}

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <mach-o/getsect.h>

#ifdef __LP64__
typedef struct mach_header_64 image_header;
#else
typedef struct mach_header image_header;
#endif

void global_environment_find_types(const char *name, global_environment_found_type found, void *context) {
  for (uint32_t index = 0; index < _dyld_image_count(); index++) {
    const char *path = _dyld_get_image_name(index);
    if (path != NULL && (strncmp(path, "/System/", 8) == 0 || strncmp(path, "/usr/lib/", 9) == 0)) continue;
    if (path != NULL && strstr(path, ".simruntime/") != NULL) continue;
    const image_header *header = (const image_header *)_dyld_get_image_header(index);
    unsigned long size = 0;
    const uint8_t *start = header == NULL ? NULL : getsectiondata(header, "__TEXT", "__swift5_types", &size);
    if (start != NULL) find((const int32_t *)start, (const int32_t *)(start + size), name, found, context);
  }
}
#elif defined(__ELF__)
// The linker makes these for the image that this code is linked into, with the tests.
extern const int32_t start __asm__("__start_swift5_type_metadata") __attribute__((weak, visibility("hidden")));
extern const int32_t stop __asm__("__stop_swift5_type_metadata") __attribute__((weak, visibility("hidden")));

void global_environment_find_types(const char *name, global_environment_found_type found, void *context) {
  if (&start != NULL) find(&start, &stop, name, found, context);
}
#else
void global_environment_find_types(const char *name, global_environment_found_type found, void *context) {}
#endif
