#ifndef GLOBAL_ENVIRONMENT_THREAD_WORDS_H
#define GLOBAL_ENVIRONMENT_THREAD_WORDS_H

#include "linkage.h"

GLOBAL_ENVIRONMENT_BEGIN_C

// Words that each thread has for itself; all are NULL at first. They are reached by functions that no compiler inlines
// into an asynchronous one, which may continue on another thread.

#define GLOBAL_ENVIRONMENT_THREAD_WORDS 10

/// Returns the word of this thread with that number.
const void *_Nullable global_environment_thread_word(unsigned number);

/// Sets the word of this thread with that number.
void global_environment_set_thread_word(unsigned number, const void *_Nullable word);

GLOBAL_ENVIRONMENT_END_C

#endif
