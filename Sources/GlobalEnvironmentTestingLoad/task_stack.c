// Of the runtime, and called by the compiler in asynchronous functions. No app links this.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stack.h"
#include "task.h"

__attribute__((swiftcall)) void *swift_task_alloc(size_t size);
__attribute__((swiftcall)) void swift_task_dealloc(void *address);

enum { unit = 256 * 1024, most_units = 256 };

static _Thread_local struct {
  uint64_t task;
  // Where the top of its stack has been, each place in units, from the bottom up.
  uintptr_t units[most_units];
  int count;
} looks;

// Whether the looks have found the top of the task's stack all over 64 MB: then the task calls itself, and does not return.
// What returns comes back to where it was.
static bool is_huge(void) {
  const uint64_t task = global_environment_current_task();
  if (task == 0) return false;
  if (task != looks.task) looks.count = 0;
  looks.task = task;
  // What is allocated last lies on top.
  void *top = swift_task_alloc(16);
  swift_task_dealloc(top);
  const uintptr_t place = (uintptr_t)top / unit;
  for (int i = 0; i < looks.count; i++) {
    if (looks.units[i] != place) continue;
    // What lay above has returned.
    looks.count = i + 1;
    return false;
  }
  looks.units[looks.count++] = place;
  if (looks.count < most_units) return false;
  looks.count = 0;
  return true;
}

__attribute__((constructor)) static void install(void) { global_environment_task_is_huge = is_huge; }
