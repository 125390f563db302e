#include <stdbool.h>
#include <stddef.h>

// Copies the name of the function of this program in which an address is, as the linker knows it. Takes milliseconds.
//
// Returns false where none is known: in a shared library on Linux, in a program that was stripped.
bool global_environment_function_name(const void *address, char *name, size_t size);
