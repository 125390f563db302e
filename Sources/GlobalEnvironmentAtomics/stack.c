#define _GNU_SOURCE
#include "stack.h"

#include "task.h"

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

bool (*global_environment_task_is_huge)(void) = NULL;

uintptr_t global_environment_stack_address(void) { return (uintptr_t)__builtin_frame_address(0); }

// Room to say what has happened.
static const size_t most_room = 256 * 1024;
// What a thread uses before it comes to a test, and some more.
static const size_t usual = 64 * 1024;

// Enough for an error that ends the process.
static const size_t least_room = 48 * 1024;

// The address below which the stack is low; zero where this thread has not looked yet.
static _Thread_local uintptr_t mark;
static _Thread_local uintptr_t low_mark;
static _Thread_local uintptr_t used_mark;
static _Thread_local uintptr_t last_mark;
// Who used up the stack, how many callers had gone by then, and how often that was.
static _Thread_local const void *last_caller;
static _Thread_local uint64_t last_gone;
static _Thread_local int times;

// The task whose own stack became huge, and who used it; zero unless that was the last one here.
static _Thread_local uint64_t endless_task;
static _Thread_local const void *endless_caller;
static _Thread_local uint64_t endless_gone;
static _Thread_local unsigned reads;

// How many callers have gone. Relaxed, as is the list below: addresses are compared, and nothing is read there. A caller
// that has the address of one that has gone got it from the allocator, whose lock orders the two.
static uint64_t gone;

// The callers that have used up a stack or a task, and still exist. A new one replaces the oldest.
#define MOST_CALLERS 16
static const void *callers[MOST_CALLERS];
static unsigned last_slot;

static void remember(const void *caller) {
  for (int slot = 0; slot < MOST_CALLERS; slot++) {
    if (__atomic_load_n(&callers[slot], __ATOMIC_RELAXED) == caller) return;
  }
  unsigned slot = __atomic_fetch_add(&last_slot, 1, __ATOMIC_RELAXED) % MOST_CALLERS;
  const void *oldest = __atomic_exchange_n(&callers[slot], caller, __ATOMIC_RELAXED);
  if (oldest != NULL) __atomic_fetch_add(&gone, 1, __ATOMIC_RELAXED);
}

void global_environment_caller_has_gone(const void *caller) {
  // Most processes have none.
  if (__atomic_load_n(&last_slot, __ATOMIC_RELAXED) == 0) return;
  for (int slot = 0; slot < MOST_CALLERS; slot++) {
    const void *expected = caller;
    if (__atomic_load_n(&callers[slot], __ATOMIC_RELAXED) == caller &&
        __atomic_compare_exchange_n(&callers[slot], &expected, NULL, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      __atomic_fetch_add(&gone, 1, __ATOMIC_RELAXED);
    }
  }
}

static void find_marks(void) {
  // Never low where the system does not say how large the stack is.
  low_mark = 1;
  used_mark = 2;
  uintptr_t top = 0;
  size_t size = 0;
#ifdef __APPLE__
  top = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
  size = pthread_get_stacksize_np(pthread_self());
#else
  pthread_attr_t attributes;
  void *bottom;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &bottom, &size) == 0) top = (uintptr_t)bottom + size;
  pthread_attr_destroy(&attributes);
#endif
  if (top < size || size < 4 * usual) return;
  low_mark = top - size + (size / 2 < most_room ? size / 2 : most_room);
  used_mark = top - usual;
  last_mark = top - size + least_room;
}

// Until the caller has gone: it is unknown how much of the task has returned.
static bool is_endless(const void *caller) {
  if (endless_caller == caller && endless_gone == __atomic_load_n(&gone, __ATOMIC_RELAXED) &&
      endless_task == global_environment_current_task()) {
    return true;
  }
  endless_task = 0;
  return false;
}

// How many reads come before each look.
enum { looked_at = 512 };

static bool is_huge(void) {
  return ++reads % looked_at == 0 && global_environment_task_is_huge != NULL && global_environment_task_is_huge();
}

enum global_environment_stack global_environment_look_at_stack(const void *caller) {
  if (endless_task != 0 && is_endless(caller)) return global_environment_stack_was_low;
  if (is_huge()) {
    remember(caller);
    endless_task = global_environment_current_task();
    endless_caller = caller;
    endless_gone = __atomic_load_n(&gone, __ATOMIC_RELAXED);
    return global_environment_task_is_endless;
  }
  if (mark == 0) {
    find_marks();
    mark = low_mark;
  }
  // Not below the mark: there, another caller is only what the first one has called.
  if (times > 0 && (uintptr_t)__builtin_frame_address(0) >= low_mark) {
    if (last_caller != caller || last_gone != __atomic_load_n(&gone, __ATOMIC_RELAXED)) {
      mark = low_mark;
      times = 0;
    }
  }
  if (times > 1) return global_environment_stack_was_low;
  if ((uintptr_t)__builtin_frame_address(0) >= mark) {
    mark = low_mark;
    return global_environment_stack_has_room;
  }
  if (mark == used_mark) return global_environment_stack_was_low;
  mark = used_mark;
  remember(caller);
  last_caller = caller;
  last_gone = __atomic_load_n(&gone, __ATOMIC_RELAXED);
  times++;
  return global_environment_stack_is_low;
}

bool global_environment_stack_is_used_up(void) {
  if (mark == 0) {
    find_marks();
    mark = low_mark;
  }
  return (uintptr_t)__builtin_frame_address(0) < last_mark;
}
