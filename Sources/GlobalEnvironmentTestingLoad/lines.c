#include "lines.h"

#ifdef __linux__
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

// Reads `.debug_line` as section 6.2 of DWARF, versions 4 and 5, says: programs for a machine, one for each compiled file, that
// list the lines of all instructions.

// What is left to read. At the end it reads zeros, and stays there.
struct reader {
  const uint8_t *at, *end;
};

static uint64_t read_number(struct reader *reader, size_t size) {
  uint64_t number = 0;
  if ((size_t)(reader->end - reader->at) < size) {
    reader->at = reader->end;
    return 0;
  }
  memcpy(&number, reader->at, size);
  reader->at += size;
  return number;
}

static uint8_t read_byte(struct reader *reader) { return (uint8_t)read_number(reader, 1); }

// LEB128: seven bits in a byte, the lowest first.
static uint64_t read_leb(struct reader *reader, bool is_signed) {
  uint64_t number = 0;
  unsigned shift = 0;
  uint8_t byte;
  do {
    byte = read_byte(reader);
    if (shift < 64) number |= (uint64_t)(byte & 0x7f) << shift;
    shift += 7;
  } while (byte & 0x80);
  if (is_signed && shift < 64 && (byte & 0x40)) number |= ~(uint64_t)0 << shift;
  return number;
}

static const char *read_string(struct reader *reader) {
  const uint8_t *zero = memchr(reader->at, 0, (size_t)(reader->end - reader->at));
  if (zero == NULL) {
    reader->at = reader->end;
    return "";
  }
  const char *string = (const char *)reader->at;
  reader->at = zero + 1;
  return string;
}

static struct reader take(struct reader *reader, uint64_t size) {
  size_t rest = (size_t)(reader->end - reader->at);
  struct reader part = {reader->at, reader->at + (size < rest ? size : rest)};
  reader->at = part.end;
  return part;
}

static const char *string_at(const char *section, uint64_t offset) {
  struct program_section strings = global_environment_program_section(section);
  if (offset >= strings.size) return "";
  struct reader reader = {strings.start + offset, strings.start + strings.size};
  return read_string(&reader);
}

// Reads one entry of a table of version 5: fields whose contents and forms `format` lists.
static void read_entry(
    struct reader *reader, struct reader format, uint8_t fields, const char **name, uint64_t *folder) {
  while (fields-- > 0) {
    uint64_t content = read_leb(&format, false), form = read_leb(&format, false), number = 0;
    const char *string = NULL;
    switch (form) {
      case 0x08: string = read_string(reader); break;                                // string
      case 0x0e: string = string_at(".debug_str", read_number(reader, 4)); break;       // strp
      case 0x1f: string = string_at(".debug_line_str", read_number(reader, 4)); break;  // line_strp
      case 0x0b: number = read_byte(reader); break;                                  // data1
      case 0x05: number = read_number(reader, 2); break;                             // data2
      case 0x0f: number = read_leb(reader, false); break;                            // udata
      case 0x1e: take(reader, 16); break;                                            // data16
      default: reader->at = reader->end; return;
    }
    if (content == 1 && string != NULL) *name = string;
    if (content == 2) *folder = number;
  }
}

// Finds the entry of that number in a table of version 5, and leaves the reader behind the table.
static void find_entry(struct reader *reader, uint64_t wanted, const char **name, uint64_t *folder) {
  uint8_t fields = read_byte(reader);
  struct reader format = *reader;
  for (unsigned number = 0; number < 2u * fields; number++) read_leb(reader, false);
  uint64_t count = read_leb(reader, false);
  for (uint64_t index = 0; index < count && fields > 0 && reader->at < reader->end; index++) {
    const char *found = "";
    uint64_t found_folder = 0;
    read_entry(reader, format, fields, &found, &found_folder);
    if (index != wanted) continue;
    *name = found;
    *folder = found_folder;
  }
}

// Finds the path of a file in the tables of a header.
static void find_path(struct reader tables, unsigned version, uint64_t file, struct global_environment_line *line) {
  uint64_t folder = 0, ignored;
  line->folder = line->name = "";
  if (version >= 5) {
    struct reader files = tables;
    find_entry(&files, UINT64_MAX, &line->folder, &ignored);
    find_entry(&files, file, &line->name, &folder);
    find_entry(&tables, folder, &line->folder, &ignored);
    return;
  }
  struct reader folders = tables;
  while (*read_string(&tables) != 0) {}
  for (uint64_t index = 1; tables.at < tables.end; index++) {
    const char *name = read_string(&tables);
    folder = read_leb(&tables, false);
    read_leb(&tables, false);
    read_leb(&tables, false);
    if (*name == 0) return;
    if (index == file) {
      line->name = name;
      break;
    }
  }
  // The folder 0 is that of the compiler, which stands elsewhere.
  for (uint64_t index = 1; index <= folder && folders.at < folders.end; index++) line->folder = read_string(&folders);
}

// One compiled file: its program, and what its header says.
struct unit {
  struct reader program, tables, lengths;
  unsigned version;
  uint8_t step, line_range, opcode_base;
  int8_t line_base;
};

// Reads the next unit; false at the end, and before one that is not understood.
static bool next_unit(struct reader *units, struct unit *unit) {
  uint64_t size = read_number(units, 4);
  // The longer form of DWARF, for programs of over 4 GB, begins otherwise.
  if (size == 0 || size >= 0xfffffff0) return false;
  struct reader program = take(units, size);
  unit->version = (unsigned)read_number(&program, 2);
  if (unit->version < 4 || unit->version > 5) return false;
  if (unit->version == 5) read_number(&program, 2);
  struct reader header = take(&program, read_number(&program, 4));
  unit->step = read_byte(&header);
  read_number(&header, 2);
  unit->line_base = (int8_t)read_byte(&header);
  unit->line_range = read_byte(&header);
  unit->opcode_base = read_byte(&header);
  if (unit->line_range == 0 || unit->opcode_base == 0) return false;
  unit->lengths = take(&header, unit->opcode_base - 1u);
  if (unit->lengths.end - unit->lengths.at != unit->opcode_base - 1) return false;
  unit->tables = header;
  unit->program = program;
  return true;
}

// The lines of the instructions from an address on.
struct row {
  uint64_t address, file;
  uint32_t line, column;
};

// Instructions that follow on each other, and the unit that lists their lines.
struct sequence {
  uint64_t start, end;
  const uint8_t *unit;
};

static struct sequence *sequences;
static size_t sequence_count, sequence_capacity;

static void add_sequence(struct sequence sequence) {
  if (sequence_count == sequence_capacity) {
    size_t capacity = sequence_capacity == 0 ? 4096 : 2 * sequence_capacity;
    struct sequence *larger = realloc(sequences, capacity * sizeof(struct sequence));
    if (larger == NULL) return;
    sequences = larger;
    sequence_capacity = capacity;
  }
  sequences[sequence_count++] = sequence;
}

// Runs the program of a unit until it has the row of an address.
//
// Where `found` is NULL, runs all of it and notes its sequences.
static bool run(const struct unit *unit, const uint8_t *start, uint64_t address, struct row *found) {
  const struct row first = {0, 1, 1, 0};
  struct row row = first, before = first;
  struct reader program = unit->program;
  uint64_t sequence_start = 0;
  bool is_first = true;
  while (program.at < program.end) {
    uint8_t opcode = read_byte(&program);
    bool is_row = false, is_end = false;
    if (opcode >= unit->opcode_base) {
      uint8_t adjusted = opcode - unit->opcode_base;
      row.address += (uint64_t)unit->step * (adjusted / unit->line_range);
      row.line += (uint32_t)(unit->line_base + adjusted % unit->line_range);
      is_row = true;
    } else {
      switch (opcode) {
        case 0: {
          struct reader extended = take(&program, read_leb(&program, false));
          uint8_t code = read_byte(&extended);
          is_end = code == 1;
          if (code == 2) row.address = read_number(&extended, 8);
          break;
        }
        case 1: is_row = true; break;
        case 2: row.address += unit->step * read_leb(&program, false); break;
        case 3: row.line += (uint32_t)read_leb(&program, true); break;
        case 4: row.file = read_leb(&program, false); break;
        case 5: row.column = (uint32_t)read_leb(&program, false); break;
        case 8: row.address += (uint64_t)unit->step * ((255 - unit->opcode_base) / unit->line_range); break;
        case 9: row.address += read_number(&program, 2); break;
        default:
          for (uint8_t count = unit->lengths.at[opcode - 1]; count > 0; count--) read_leb(&program, false);
      }
    }
    if (!is_row && !is_end) continue;
    if (is_first) {
      sequence_start = row.address;
    } else if (found != NULL && before.address <= address && address < row.address) {
      *found = before;
      return true;
    }
    if (is_end && found == NULL) add_sequence((struct sequence){sequence_start, row.address, start});
    before = row;
    if (is_end) row = first;
    is_first = is_end;
  }
  return false;
}

static struct reader all_units(void) {
  struct program_section section = global_environment_program_section(".debug_line");
  return (struct reader){section.start, section.start + section.size};
}

static pthread_once_t are_read = PTHREAD_ONCE_INIT;

static void read_sequences(void) {
  struct reader units = all_units();
  const uint8_t *start = units.at;
  for (struct unit unit; next_unit(&units, &unit); start = units.at) run(&unit, start, 0, NULL);
}

bool global_environment_find_line(const void *address, struct global_environment_line *line) {
  pthread_once(&are_read, read_sequences);
  uintptr_t place = global_environment_program_address(address);
  for (size_t index = 0; index < sequence_count; index++) {
    if (place < sequences[index].start || place >= sequences[index].end) continue;
    struct reader units = {sequences[index].unit, all_units().end};
    struct unit unit;
    struct row row;
    if (!next_unit(&units, &unit) || !run(&unit, NULL, place, &row)) continue;
    find_path(unit.tables, unit.version, row.file, line);
    line->line = row.line;
    line->column = row.column;
    return row.line > 0 && *line->name != 0;
  }
  return false;
}
#else
bool global_environment_find_line(const void *address, struct global_environment_line *line) {
  (void)address;
  (void)line;
  return false;
}
#endif
