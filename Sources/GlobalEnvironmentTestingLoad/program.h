#ifdef __linux__
#include <stddef.h>
#include <stdint.h>

// A part of the program's file.
struct program_section {
  const uint8_t *start;
  size_t size;
};

// Returns the section of that name, which stays in memory for good; an empty one where the program has none, or a compressed
// one.
struct program_section global_environment_program_section(const char *name);

// Returns the address at which an instruction stands in the program's file.
uintptr_t global_environment_program_address(const void *address);
#endif
