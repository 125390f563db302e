#ifndef COUNTED_ALLOCATIONS_H
#define COUNTED_ALLOCATIONS_H

#include <stdint.h>

/// How many times the calling thread has allocated memory. Zero where the system's allocator cannot be replaced.
uint64_t counted_allocations(void);

#endif
