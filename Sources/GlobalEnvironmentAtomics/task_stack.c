#include "task_stack.h"

#include "stack.h"
#include "task.h"

#include <stddef.h>

// Of the runtime. The compiler calls them in asynchronous functions.
__attribute__((swiftcall)) void *swift_task_alloc(size_t size);
__attribute__((swiftcall)) void swift_task_dealloc(void *address);

enum { unit = 256 * 1024, most_units = 256 };

struct looks {
  uint64_t task;
  const void *caller;
  // Where the top of its stack has been, each place in units, from the bottom up.
  uintptr_t units[most_units];
  int count;
};

static _Thread_local struct looks at_reads, at_binds;
static _Thread_local unsigned binds;

static bool is_huge(struct looks *looks, const void *caller) {
  const uint64_t task = global_environment_current_task();
  if (task == 0) return false;
  if (task != looks->task || caller != looks->caller) looks->count = 0;
  looks->task = task;
  looks->caller = caller;
  // What is allocated last lies on top.
  void *top = swift_task_alloc(16);
  swift_task_dealloc(top);
  const uintptr_t place = (uintptr_t)top / unit;
  for (int i = 0; i < looks->count; i++) {
    if (looks->units[i] != place) continue;
    // What lay above has returned.
    looks->count = i + 1;
    return false;
  }
  looks->units[looks->count++] = place;
  if (looks->count < most_units) return false;
  looks->count = 0;
  return true;
}

// The caller is left out: an endpoint that calls itself may make a new scope each time.
bool global_environment_task_stack_is_huge(void) { return is_huge(&at_reads, NULL); }

bool global_environment_is_task_endless(const void *caller) {
  return ++binds % global_environment_reads_per_look == 0 && is_huge(&at_binds, caller);
}
