#include "atomics.h"

uintptr_t global_environment_lone_root = 0;
uintptr_t global_environment_test_hooks = 0;
uintptr_t global_environment_call_scope_key = UINTPTR_MAX;
