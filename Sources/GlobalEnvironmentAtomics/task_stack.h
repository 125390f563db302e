#ifndef GLOBAL_ENVIRONMENT_TASK_STACK_H
#define GLOBAL_ENVIRONMENT_TASK_STACK_H

#include <stdbool.h>
#include <stdint.h>

/// How many reads, or scopes that are bound, come before each look.
enum { global_environment_reads_per_look = 512 };

/// Looks at the stack of the running task, where its asynchronous functions keep their variables. It grows until the memory
/// is full.
///
/// Returns whether the looks have found its top all over 64 MB: then the task calls itself, and does not return. What returns
/// comes back to where it was.
bool global_environment_task_stack_is_huge(void);

#endif
