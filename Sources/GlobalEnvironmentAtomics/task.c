#include "task.h"

#include <stddef.h>
#include <string.h>

#ifdef __APPLE__
// Systems before macOS 14 and iOS 17 do not have it, and would not start a program that needs it.
#define FROM_SWIFT_5_9 , weak_import
#else
#define FROM_SWIFT_5_9
#endif

// Of the runtime.
__attribute__((swiftcall)) void *swift_task_getCurrent(void);
__attribute__((swiftcall FROM_SWIFT_5_9)) uint64_t swift_task_getJobTaskId(const void *job);

uint64_t global_environment_task_of_job(const void *job) {
#ifdef __APPLE__
  if (swift_task_getJobTaskId == NULL) {
    // The lower half stands in the job, behind four words and its flags; `Job` in the runtime's `Task.h`. It comes back after
    // four billion tasks.
    uint32_t number;
    memcpy(&number, (const char *)job + 4 * sizeof(void *) + sizeof(uint32_t), sizeof number);
    return number;
  }
#endif
  return swift_task_getJobTaskId(job);
}

uint64_t global_environment_current_task(void) {
  void *task = swift_task_getCurrent();
  return task == NULL ? 0 : global_environment_task_of_job(task);
}
