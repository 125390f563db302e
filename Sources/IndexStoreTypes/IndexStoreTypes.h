// The types of libIndexStore's C functions, as far as the audit calls them. The library comes with each Swift toolchain and
// is opened when the audit runs; nothing is linked. Swift cannot spell a function pointer that takes a struct of C by value,
// so they are spelled here.

#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Bytes that belong to the library, without a zero at their end.
typedef struct {
  const char *data;
  size_t length;
} index_text;

typedef void *index_object;

typedef index_object (*index_create_store)(const char *path, index_object *error);
typedef index_object (*index_create_reader)(index_object store, const char *name, index_object *error);
typedef void (*index_dispose)(index_object object);
typedef const char *(*index_get_description)(index_object error);

typedef index_text (*index_get_text)(index_object object);
typedef bool (*index_get_flag)(index_object object);
typedef unsigned (*index_get_kind)(index_object object);
typedef uint64_t (*index_get_roles)(index_object object);
typedef index_object (*index_get_object)(index_object object);
typedef void (*index_get_time)(index_object unit, int64_t *seconds, int64_t *nanoseconds);
typedef void (*index_get_place)(index_object occurrence, unsigned *line, unsigned *column);

typedef bool (*index_visit_text)(void *context, index_text text);
typedef bool (*index_visit_object)(void *context, index_object object);
typedef bool (*index_each_unit)(index_object store, unsigned sorted, void *context, index_visit_text visit);
typedef bool (*index_each_dependency)(index_object unit, void *context, index_visit_object visit);
typedef bool (*index_each_symbol)(index_object record, bool nocache, void *context, index_visit_object visit);
typedef bool (*index_each_occurrence)(
    index_object record, index_object *symbols, size_t symbols_count, index_object *related, size_t related_count,
    void *context, index_visit_object visit);
