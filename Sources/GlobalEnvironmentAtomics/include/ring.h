// Records in memory that several threads write and none waits for.
//
// A record is reserved by one addition, written, and published by its first word, which has a checksum: what a thread has not
// finished when the process ends is distinguished from what it has. All words are written as words that any thread may
// read meanwhile, since a thread may be so slow that another has come around the ring.
#ifndef GLOBAL_ENVIRONMENT_RING_H
#define GLOBAL_ENVIRONMENT_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "linkage.h"
#include "task.h"

GLOBAL_ENVIRONMENT_BEGIN_C

/// How many bytes a unit has: a record takes a whole number of them, so its head is never in two parts.
#define GLOBAL_ENVIRONMENT_RING_UNIT 32
/// How many bytes stand before what a record holds.
#define GLOBAL_ENVIRONMENT_RING_HEAD 24

typedef struct {
  /// Where the units begin.
  uint64_t *_Nonnull words;
  uint64_t units;
  /// How many units were reserved so far.
  uint64_t *_Nonnull reserved;
  /// How many records were not written: too long, or overtaken before they began.
  uint64_t *_Nonnull lost;
  /// With what checksums begin.
  uint64_t seed;
} global_environment_ring;

/// What stands before the bytes of a record.
typedef struct {
  /// In units since the beginning of all; 40 bits.
  uint64_t position;
  /// In nanoseconds; 56 bits.
  uint64_t when;
  uint32_t length;
  /// 24 bits.
  uint32_t lane;
  uint8_t kind;
} global_environment_record;

/// Writes a record; returns false for one that is too long or was overtaken.
bool global_environment_ring_append(
    const global_environment_ring *_Nonnull ring, uint64_t when, uint8_t kind, uint32_t lane,
    const void *_Nullable bytes, uint32_t length);

/// Writes a record of one word. It is never refused; a reader recognizes an overwritten one by its checksum.
void global_environment_ring_append_word(
    const global_environment_ring *_Nonnull ring, uint64_t when, uint8_t kind, uint32_t lane, uint64_t word);

/// Reads the record that begins at a unit of a copy of the ring; false where no whole one does. Adds to `work` how many
/// units it has looked at.
bool global_environment_ring_read(
    const uint8_t *_Nonnull units, uint64_t count, uint64_t seed, uint64_t unit, uint64_t *_Nonnull work,
    global_environment_record *_Nonnull record);

/// Copies words that threads may be writing.
void global_environment_ring_copy(
    const uint64_t *_Nonnull words, uint64_t count, uint8_t *_Nonnull target);

/// Returns a checksum of bytes.
uint64_t global_environment_checksum(const uint8_t *_Nonnull bytes, uint64_t count, uint64_t seed);

/// Returns nanoseconds of a clock that cannot be set.
uint64_t global_environment_nanoseconds(void);

/// The address of a byte that each thread has of its own: no two that live at once have the same.
extern _Thread_local char global_environment_thread_byte;

/// Returns the lower bits of the running task's number, or some of the thread's identity where no task runs; the first bit
/// says which.
static inline uint32_t global_environment_lane(void) {
  const uint64_t task = global_environment_current_task();
  if (task == 0) return ((uint32_t)((uintptr_t)&global_environment_thread_byte >> 6) & 0xFFFFFF) | 1 << 23;
  return (uint32_t)task & 0x7FFFFF;
}

/// Reserves room for a file on the disk, so that writing to it in memory cannot fail later.
///
/// Returns 0, or the number of the error.
int global_environment_reserve_file(int descriptor, int64_t size);

GLOBAL_ENVIRONMENT_END_C

#endif
