// Takes back the task-local that this thread bound last, as the runtime does at the end of a `withValue`.
void global_environment_take_back_task_local(void);
