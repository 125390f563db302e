#ifndef GLOBAL_ENVIRONMENT_TASK_H
#define GLOBAL_ENVIRONMENT_TASK_H

#include <stdint.h>

#include "linkage.h"

GLOBAL_ENVIRONMENT_BEGIN_C

/// Returns the number of the task that a job of the runtime is a part of; from macOS 14 and iOS 17 on, no other task of the
/// process ever has it.
uint64_t global_environment_task_of_job(const void *_Nonnull job);

/// Returns the number of the running task; zero where there is none.
uint64_t global_environment_current_task(void);

GLOBAL_ENVIRONMENT_END_C

#endif
