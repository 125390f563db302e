#include "task_stack.h"

#include "stack.h"
#include "task.h"

#include <stddef.h>

// Of the runtime. The compiler calls them in asynchronous functions.
__attribute__((swiftcall)) void *swift_task_alloc(size_t size);
__attribute__((swiftcall)) void swift_task_dealloc(void *address);

enum { unit = 256 * 1024, most_units = 256 };

static _Thread_local uint64_t last_task;
static _Thread_local const void *last_caller;
// Where the top of its stack has been, each place in units, once.
static _Thread_local uintptr_t units[most_units];
static _Thread_local int count;

static _Thread_local unsigned binds;

bool global_environment_is_task_endless(const void *caller) {
  return ++binds % global_environment_reads_per_look == 0 && global_environment_task_stack_is_huge(caller);
}

bool global_environment_task_stack_is_huge(const void *caller) {
  const uint64_t task = global_environment_current_task();
  if (task == 0) return false;
  if (task != last_task || caller != last_caller) count = 0;
  last_task = task;
  last_caller = caller;
  // What is allocated last lies on top.
  void *top = swift_task_alloc(16);
  swift_task_dealloc(top);
  const uintptr_t place = (uintptr_t)top / unit;
  for (int i = 0; i < count; i++) {
    if (units[i] == place) return false;
  }
  units[count++] = place;
  if (count < most_units) return false;
  count = 0;
  return true;
}
