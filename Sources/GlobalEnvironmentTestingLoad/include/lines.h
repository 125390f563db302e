#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A place in the program's source.
struct global_environment_line {
  // The path of the file, as the compiler was given it: that of its folder, which is empty where the name has it, and the name.
  const char *folder, *name;
  uint32_t line, column;
};

// Finds the line to which the instruction at an address belongs, by the debugging information of this program. The first time
// takes tenths of a second.
//
// Returns false where it is not known: for code of shared libraries, in a program without debugging information, and on other
// systems than Linux.
bool global_environment_find_line(const void *address, struct global_environment_line *line);
