#include "locals.h"

// Of Swift's runtime, since there are task-locals.
__attribute__((swiftcall)) void swift_task_localValuePop(void);

void global_environment_take_back_task_local(void) { swift_task_localValuePop(); }
