#define _GNU_SOURCE
#include "functions.h"

#include <dlfcn.h>
#include <string.h>

#ifdef __linux__
// The dynamic linker knows the names of few functions of a program. The program's file knows all.
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_once_t is_read = PTHREAD_ONCE_INIT;
static const ElfW(Sym) *symbols;
static size_t symbol_count;
static const char *strings;
static size_t strings_size;
static uintptr_t bias;

static int find_bias(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  *(uintptr_t *)context = info->dlpi_addr;
  // The program is the first.
  return 1;
}

// Whether a part of the file is inside it.
static bool fits(uint64_t offset, uint64_t size, uint64_t file_size) {
  return offset <= file_size && size <= file_size - offset;
}

static void read_symbols(void) {
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat status;
  uint64_t size = fstat(file, &status) == 0 && status.st_size > 0 ? (uint64_t)status.st_size : 0;
  // Stays for good. It is the file's own memory, of which only what is looked at is read.
  const char *start = size < sizeof(ElfW(Ehdr)) ? MAP_FAILED : mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (start == MAP_FAILED) return;
  const ElfW(Ehdr) *header = (const void *)start;
  if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_shentsize != sizeof(ElfW(Shdr))) return;
  if (!fits(header->e_shoff, (uint64_t)header->e_shnum * sizeof(ElfW(Shdr)), size)) return;
  const ElfW(Shdr) *sections = (const void *)(start + header->e_shoff);
  for (size_t index = 0; index < header->e_shnum; index++) {
    const ElfW(Shdr) *section = &sections[index];
    if (section->sh_type != SHT_SYMTAB || section->sh_link >= header->e_shnum) continue;
    const ElfW(Shdr) *names = &sections[section->sh_link];
    if (!fits(section->sh_offset, section->sh_size, size) || !fits(names->sh_offset, names->sh_size, size)) return;
    // Names end with a zero, the last one, too.
    if (names->sh_size == 0 || start[names->sh_offset + names->sh_size - 1] != 0) return;
    symbols = (const void *)(start + section->sh_offset);
    symbol_count = section->sh_size / sizeof(ElfW(Sym));
    strings = start + names->sh_offset;
    strings_size = names->sh_size;
    dl_iterate_phdr(find_bias, &bias);
    return;
  }
}

static const char *find_name(const void *address) {
  pthread_once(&is_read, read_symbols);
  uintptr_t place = (uintptr_t)address - bias;
  for (size_t index = 0; index < symbol_count; index++) {
    const ElfW(Sym) *symbol = &symbols[index];
    // An asynchronous function is an object: a record that says where it begins.
    unsigned type = symbol->st_info & 0xf;
    if ((type != STT_FUNC && type != STT_OBJECT) || symbol->st_name >= strings_size) continue;
    if (place >= symbol->st_value && place - symbol->st_value < symbol->st_size) return strings + symbol->st_name;
  }
  return NULL;
}
#else
static const char *find_name(const void *address) {
  Dl_info info;
  return dladdr(address, &info) != 0 ? info.dli_sname : NULL;
}
#endif

bool global_environment_function_name(const void *address, char *name, size_t size) {
  const char *found = find_name(address);
  if (found == NULL || strlen(found) >= size) return false;
  memcpy(name, found, strlen(found) + 1);
  return true;
}
