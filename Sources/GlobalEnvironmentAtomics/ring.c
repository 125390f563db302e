#include "ring.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

_Thread_local char global_environment_thread_byte;

// Of a multiplication and a shift for each word: fast, and each byte changes it. It does not protect against malice.
static inline uint64_t mix(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
  return sum ^ (sum >> 32);
}

// Relaxed: in whatever order a reader sees the words of a record, it takes them only if they fit the checksum.
static inline void put(uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELAXED); }

static inline uint64_t units_for(uint64_t length) {
  return (GLOBAL_ENVIRONMENT_RING_HEAD + length + GLOBAL_ENVIRONMENT_RING_UNIT - 1) / GLOBAL_ENVIRONMENT_RING_UNIT;
}

static inline uint64_t commit_word(uint64_t sum, uint32_t length) { return (sum >> 32) << 32 | length; }

bool global_environment_ring_append(
    const global_environment_ring *ring, uint64_t when, uint8_t kind, uint32_t lane, const void *bytes,
    uint32_t length) {
  const uint64_t count = units_for(length);
  if (count > ring->units / 2) {
    // Relaxed: a number that is only counted up, and read when the flight is.
    __atomic_fetch_add(ring->lost, 1, __ATOMIC_RELAXED);
    return false;
  }
  const uint64_t position = __atomic_fetch_add(ring->reserved, count, __ATOMIC_ACQ_REL);
  // Relaxed: what others reserve a moment later may overtake this record, too, which its checksum then shows.
  if (__atomic_load_n(ring->reserved, __ATOMIC_RELAXED) - position > ring->units) {
    __atomic_fetch_add(ring->lost, 1, __ATOMIC_RELAXED);
    return false;
  }
  uint64_t *const begin = ring->words;
  uint64_t *const end = begin + ring->units * 4;
  uint64_t *const first = begin + (position % ring->units) * 4;
  const uint64_t place = position << 24 | (lane & 0xFFFFFF);
  const uint64_t moment = when << 8 | kind;
  uint64_t sum = mix(mix(mix(ring->seed, length), place), moment);
  put(first + 1, place);
  put(first + 2, moment);
  uint64_t *word = first + 3;
  const uint8_t *source = bytes;
  uint32_t rest = length;
  // The head and one word are one unit, which never ends behind the last.
  for (uint64_t index = 3; index < count * 4; index++) {
    uint64_t value = 0;
    const uint32_t size = rest < 8 ? rest : 8;
    if (size == 8) memcpy(&value, source, 8);
    else if (size > 0) memcpy(&value, source, size);
    source += size;
    rest -= size;
    sum = mix(sum, value);
    if (word == end) word = begin;
    put(word++, value);
  }
  __atomic_store_n(first, commit_word(sum, length), __ATOMIC_RELEASE);
  return true;
}

void global_environment_ring_append_word(
    const global_environment_ring *ring, uint64_t when, uint8_t kind, uint32_t lane, uint64_t value) {
  const uint64_t position = __atomic_fetch_add(ring->reserved, 1, __ATOMIC_ACQ_REL);
  // A division of 32 bits takes half as long.
  const uint64_t unit = (position | ring->units) >> 32 ? position % ring->units
                                                        : (uint32_t)position % (uint32_t)ring->units;
  uint64_t *const first = ring->words + unit * 4;
  const uint64_t place = position << 24 | (lane & 0xFFFFFF);
  const uint64_t moment = when << 8 | kind;
  put(first + 1, place);
  put(first + 2, moment);
  put(first + 3, value);
  const uint64_t sum = mix(mix(mix(mix(ring->seed, 8), place), moment), value);
  __atomic_store_n(first, commit_word(sum, 8), __ATOMIC_RELEASE);
}

static inline uint64_t word_at(const uint8_t *units, uint64_t index) {
  uint64_t word;
  memcpy(&word, units + index * 8, 8);
  return word;
}

bool global_environment_ring_read(
    const uint8_t *units, uint64_t count, uint64_t seed, uint64_t unit, uint64_t *work, global_environment_record *record) {
  const uint64_t commit = word_at(units, unit * 4);
  const uint64_t place = word_at(units, unit * 4 + 1);
  const uint64_t moment = word_at(units, unit * 4 + 2);
  const uint32_t length = (uint32_t)commit;
  const uint64_t size = units_for(length);
  if ((place >> 24) % count != unit || size > count) return false;
  *work += size;
  uint64_t sum = mix(mix(mix(seed, length), place), moment);
  uint64_t index = unit * 4 + 3;
  for (uint64_t left = size * 4 - 3; left > 0; left--) {
    if (index == count * 4) index = 0;
    sum = mix(sum, word_at(units, index++));
  }
  if (commit_word(sum, length) != commit) return false;
  record->position = place >> 24;
  record->when = moment >> 8;
  record->length = length;
  record->lane = place & 0xFFFFFF;
  record->kind = moment & 0xFF;
  return true;
}

void global_environment_ring_copy(const uint64_t *words, uint64_t count, uint8_t *target) {
  for (uint64_t index = 0; index < count; index++) {
    // Relaxed, as for `put`.
    const uint64_t word = __atomic_load_n(words + index, __ATOMIC_RELAXED);
    memcpy(target + index * 8, &word, 8);
  }
}

uint64_t global_environment_checksum(const uint8_t *bytes, uint64_t count, uint64_t seed) {
  uint64_t sum = mix(seed, count);
  for (uint64_t index = 0; index < count; index += 8) {
    uint64_t word = 0;
    memcpy(&word, bytes + index, count - index < 8 ? count - index : 8);
    sum = mix(sum, word);
  }
  return sum;
}

uint64_t global_environment_nanoseconds(void) {
#ifdef __APPLE__
  return clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW);
#else
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}

int global_environment_reserve_file(int descriptor, int64_t size) {
  // Beyond the process's limit for files, the system would end the process by a signal.
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && (uint64_t)size > limit.rlim_cur) {
    return EFBIG;
  }
#ifdef __APPLE__
  fstore_t room = {F_ALLOCATEALL, F_PEOFPOSMODE, 0, size, 0};
  if (fcntl(descriptor, F_PREALLOCATE, &room) != 0) return errno;
  return ftruncate(descriptor, size) == 0 ? 0 : errno;
#else
  return posix_fallocate(descriptor, 0, size);
#endif
}
