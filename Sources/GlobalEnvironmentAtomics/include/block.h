// How the block of memory of a scope begins: with a word that readers load, and the lock for the rest of it.
#ifndef GLOBAL_ENVIRONMENT_BLOCK_H
#define GLOBAL_ENVIRONMENT_BLOCK_H

#include <stdint.h>
#include <stdlib.h>

#include "atomics.h"
#include "linkage.h"
#include "lock.h"

GLOBAL_ENVIRONMENT_BEGIN_C

typedef struct {
  uintptr_t word;
  global_environment_lock lock;
} global_environment_block;

/// Allocates memory that is aligned as any word is. Swift would ask for an alignment, which takes longer on Linux.
GLOBAL_ENVIRONMENT_INLINE void *_Nonnull global_environment_allocate(size_t size) {
  void *memory = malloc(size);
  if (memory == NULL) abort();
  return memory;
}

GLOBAL_ENVIRONMENT_INLINE void global_environment_free(void *_Nonnull memory) { free(memory); }

GLOBAL_ENVIRONMENT_INLINE void *_Nonnull global_environment_block_make(size_t size) {
  global_environment_block *block = (global_environment_block *)global_environment_allocate(size);
  global_environment_lock_begin(&block->lock);
  return block;
}

GLOBAL_ENVIRONMENT_INLINE void global_environment_block_free(uintptr_t *_Nonnull word) {
  global_environment_lock_end(&((global_environment_block *)word)->lock);
  free(word);
}

GLOBAL_ENVIRONMENT_INLINE void global_environment_block_lock(uintptr_t *_Nonnull word) {
  global_environment_lock_take(&((global_environment_block *)word)->lock);
}

GLOBAL_ENVIRONMENT_INLINE void global_environment_block_unlock(uintptr_t *_Nonnull word) {
  global_environment_lock_give_back(&((global_environment_block *)word)->lock);
}

GLOBAL_ENVIRONMENT_END_C

#endif
