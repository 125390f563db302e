#ifndef GLOBAL_ENVIRONMENT_STACK_H
#define GLOBAL_ENVIRONMENT_STACK_H

#include <stdbool.h>
#include <stdint.h>

#include "linkage.h"

GLOBAL_ENVIRONMENT_BEGIN_C

/// How much of its stack the running thread has used.
enum global_environment_stack {
  global_environment_stack_has_room,
  /// Nearly all, for the first time since it had room.
  global_environment_stack_is_low,
  /// As much as there is, but the running task has used 64 MB for asynchronous calls, for the first time.
  global_environment_task_is_endless,
  /// Some, after it was low: what used it up has not come to its end.
  global_environment_stack_was_low,
};

/// Looks at the stack of this thread; takes about a nanosecond. It always has room where the system does not say how
/// large it is.
///
/// `caller` stands for what the thread works for. One that has used up the stack twice has no room until the stack is nearly
/// empty again: what calls itself twice would otherwise take nearly forever to return. Another one has room as soon as the
/// stack has. One whose task has used 64 MB for asynchronous calls has none until that has gone.
enum global_environment_stack global_environment_look_at_stack(const void *_Nonnull caller);

/// Whether the running task has used 64 MB for asynchronous calls since it was asked first. Set before `main`, by what only
/// test processes link; NULL elsewhere.
extern bool (*_Nullable global_environment_task_is_huge)(void);

/// Whether there is hardly room left on the stack of this thread: for some calls, and for saying what has happened.
bool global_environment_stack_is_used_up(void);

/// Returns where the running call stands on the stack of this thread, which grows downwards.
///
/// The address of a variable does not show it: the address sanitizer keeps variables elsewhere.
uintptr_t global_environment_stack_address(void);

/// Says that a caller has ended. Another one may get its address, and is not the same. Takes about a nanosecond.
void global_environment_caller_has_gone(const void *_Nonnull caller);

GLOBAL_ENVIRONMENT_END_C

#endif
