#ifdef __linux__
#define _GNU_SOURCE
#include "program.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_once_t is_read = PTHREAD_ONCE_INIT;
static const uint8_t *file_start;
static uint64_t file_size;
static const ElfW(Shdr) *sections;
static size_t section_count;
// The names of the sections. The last one ends with a zero.
static struct program_section names;
static uintptr_t bias;

static int find_bias(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  *(uintptr_t *)context = info->dlpi_addr;
  // The program is the first.
  return 1;
}

// Returns a part of the file; an empty one where that is not inside it.
static struct program_section part(uint64_t offset, uint64_t size) {
  bool fits = offset <= file_size && size <= file_size - offset;
  return fits ? (struct program_section){file_start + offset, size} : (struct program_section){NULL, 0};
}

static void read_program(void) {
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat status;
  uint64_t size = fstat(file, &status) == 0 && status.st_size > 0 ? (uint64_t)status.st_size : 0;
  // Stays for good. It is the file's own memory, of which only what is looked at is read.
  void *start = size < sizeof(ElfW(Ehdr)) ? MAP_FAILED : mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (start == MAP_FAILED) return;
  file_start = start;
  file_size = size;
  const ElfW(Ehdr) *header = start;
  if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_shentsize != sizeof(ElfW(Shdr))) return;
  struct program_section table = part(header->e_shoff, (uint64_t)header->e_shnum * sizeof(ElfW(Shdr)));
  if (table.start == NULL || header->e_shstrndx >= header->e_shnum) return;
  sections = (const void *)table.start;
  names = part(sections[header->e_shstrndx].sh_offset, sections[header->e_shstrndx].sh_size);
  if (names.size == 0 || names.start[names.size - 1] != 0) return;
  section_count = header->e_shnum;
  dl_iterate_phdr(find_bias, &bias);
}

struct program_section global_environment_program_section(const char *name) {
  pthread_once(&is_read, read_program);
  for (size_t index = 0; index < section_count; index++) {
    const ElfW(Shdr) *section = &sections[index];
    if (section->sh_name >= names.size || strcmp((const char *)names.start + section->sh_name, name) != 0) continue;
    bool is_plain = section->sh_type != SHT_NOBITS && (section->sh_flags & SHF_COMPRESSED) == 0;
    return is_plain ? part(section->sh_offset, section->sh_size) : (struct program_section){NULL, 0};
  }
  return (struct program_section){NULL, 0};
}

uintptr_t global_environment_program_address(const void *address) {
  pthread_once(&is_read, read_program);
  return (uintptr_t)address - bias;
}
#endif
