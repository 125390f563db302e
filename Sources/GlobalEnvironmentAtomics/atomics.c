#include "atomics.h"

uintptr_t global_environment_lone_root = 0;
uintptr_t global_environment_live_values[GLOBAL_ENVIRONMENT_LIVE_VALUES] = {0};
uintptr_t global_environment_test_hooks = 0;

uint64_t global_environment_next_number(void) {
  static uint64_t last = 0;
  return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}
