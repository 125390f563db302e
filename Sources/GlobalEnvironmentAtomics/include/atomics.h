// Words that any thread may read and write at any time.
//
// Swift has such words from macOS 15 and iOS 18 on, in its module Synchronization; this package runs on older systems. All
// functions are inlined: a read of `Env` is one load in the program that makes it. They are plain words, as Swift cannot import
// those of C11.
#ifndef GLOBAL_ENVIRONMENT_ATOMICS_H
#define GLOBAL_ENVIRONMENT_ATOMICS_H

#include <stdbool.h>
#include <stdint.h>

#include "linkage.h"

GLOBAL_ENVIRONMENT_BEGIN_C

#define GLOBAL_ENVIRONMENT_INLINE static inline __attribute__((always_inline))

/// Reads a word. The reader then sees all that its writer wrote before it.
GLOBAL_ENVIRONMENT_INLINE uintptr_t global_environment_load(const uintptr_t *_Nonnull word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/// Writes a word. A thread that reads it then sees all that this thread wrote before it.
GLOBAL_ENVIRONMENT_INLINE void global_environment_store(uintptr_t *_Nonnull word, uintptr_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/// Writes `value` if the word is `expected`, and returns whether it was.
GLOBAL_ENVIRONMENT_INLINE bool global_environment_exchange(uintptr_t *_Nonnull word, uintptr_t expected, uintptr_t value) {
  return __atomic_compare_exchange_n(word, &expected, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/// Writes a word, and returns what it was.
GLOBAL_ENVIRONMENT_INLINE uintptr_t global_environment_swap(uintptr_t *_Nonnull word, uintptr_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_ACQ_REL);
}

/// Sets bits of a word.
GLOBAL_ENVIRONMENT_INLINE void global_environment_set_bits(uintptr_t *_Nonnull word, uintptr_t bits) {
  __atomic_fetch_or(word, bits, __ATOMIC_ACQ_REL);
}

/// Clears bits of a word.
GLOBAL_ENVIRONMENT_INLINE void global_environment_clear_bits(uintptr_t *_Nonnull word, uintptr_t bits) {
  __atomic_fetch_and(word, ~bits, __ATOMIC_ACQ_REL);
}

/// Makes a word even, and returns what it was.
GLOBAL_ENVIRONMENT_INLINE uintptr_t global_environment_clear_first_bit(uintptr_t *_Nonnull word) {
  return __atomic_fetch_and(word, ~(uintptr_t)1, __ATOMIC_ACQ_REL);
}

/// Returns a number that it has never returned before, on any thread; not zero.
uint64_t global_environment_next_number(void);

// Globals of C, as one of Swift's would have to be asked whether it has its first value yet.

/// The one word that a read of `Env` costs in a program that binds no scope: the address of the root's latest snapshot while
/// no bound scope is alive; else, and at first, zero.
///
/// A scope can only be current where it was bound, or in a task that inherited it: both happen after
/// `global_environment_scope_began` stored zero, so a reader inside a scope never sees the root's address.
extern uintptr_t global_environment_lone_root;

GLOBAL_ENVIRONMENT_INLINE uintptr_t global_environment_lone_root_load(void) {
  return global_environment_load(&global_environment_lone_root);
}

/// The address of the root's latest snapshot; zero at first.
extern uintptr_t global_environment_root;

GLOBAL_ENVIRONMENT_INLINE uintptr_t global_environment_root_load(void) {
  return global_environment_load(&global_environment_root);
}

/// Counts a bound scope.
void global_environment_scope_began(void);

/// Counts a bound scope no more.
void global_environment_scope_ended(void);

/// Says where the root's latest snapshot is.
void global_environment_root_changed(uintptr_t root);

/// How many slots the live values of own endpoints have; a power of two.
#define GLOBAL_ENVIRONMENT_LIVE_VALUES 1024
static const uintptr_t global_environment_live_values_count = GLOBAL_ENVIRONMENT_LIVE_VALUES;

/// What `LiveValues` keeps: the first value of each slot; zero at first.
extern uintptr_t global_environment_live_values[GLOBAL_ENVIRONMENT_LIVE_VALUES];

GLOBAL_ENVIRONMENT_INLINE uintptr_t global_environment_live_value_load(uintptr_t slot) {
  return global_environment_load(&global_environment_live_values[slot]);
}

GLOBAL_ENVIRONMENT_INLINE void global_environment_live_value_store(uintptr_t slot, uintptr_t value) {
  global_environment_store(&global_environment_live_values[slot], value);
}

/// What `TestHooks` keeps: not zero once there are any; zero at first.
extern uintptr_t global_environment_test_hooks;

GLOBAL_ENVIRONMENT_INLINE uintptr_t global_environment_test_hooks_load(void) {
  return global_environment_load(&global_environment_test_hooks);
}

GLOBAL_ENVIRONMENT_INLINE void global_environment_test_hooks_store(uintptr_t value) {
  global_environment_store(&global_environment_test_hooks, value);
}

GLOBAL_ENVIRONMENT_END_C

#endif
