#include "thread_words.h"

static _Thread_local const void *words[GLOBAL_ENVIRONMENT_THREAD_WORDS];

const void *global_environment_thread_word(unsigned number) { return words[number]; }

void global_environment_set_thread_word(unsigned number, const void *word) { words[number] = word; }
