#define _GNU_SOURCE
#include "functions.h"

#include <dlfcn.h>
#include <string.h>

#ifdef __linux__
// The dynamic linker knows the names of few functions of a program. The program's file knows all.
#include <elf.h>
#include <link.h>

#include "program.h"

static const char *find_name(const void *address) {
  struct program_section symbols = global_environment_program_section(".symtab");
  struct program_section names = global_environment_program_section(".strtab");
  // Names end with a zero, the last one, too.
  if (names.size == 0 || names.start[names.size - 1] != 0) return NULL;
  uintptr_t place = global_environment_program_address(address);
  for (size_t index = 0; index < symbols.size / sizeof(ElfW(Sym)); index++) {
    const ElfW(Sym) *symbol = (const ElfW(Sym) *)(const void *)symbols.start + index;
    // An asynchronous function is an object: a record that says where it begins.
    unsigned type = symbol->st_info & 0xf;
    if ((type != STT_FUNC && type != STT_OBJECT) || symbol->st_name >= names.size) continue;
    if (place >= symbol->st_value && place - symbol->st_value < symbol->st_size) {
      return (const char *)names.start + symbol->st_name;
    }
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
