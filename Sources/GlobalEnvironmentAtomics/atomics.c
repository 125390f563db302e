#include "atomics.h"

uintptr_t global_environment_live_values[GLOBAL_ENVIRONMENT_LIVE_VALUES] = {0};
uintptr_t global_environment_test_hooks = 0;

uint64_t global_environment_next_number(void) {
  // Threads take a thousand at a time, as they would wait for each other at a word that they share.
  enum { count = 1000 };
  static uint64_t taken = 0;
  static _Thread_local uint64_t last = 0;
  static _Thread_local unsigned left = 0;
  if (left == 0) {
    // Relaxed: the numbers only have to be different, and say nothing about other memory.
    last = __atomic_fetch_add(&taken, count, __ATOMIC_RELAXED);
    left = count;
  }
  left--;
  return ++last;
}
