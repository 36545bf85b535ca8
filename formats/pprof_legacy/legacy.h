/*
 * legacy - what the readers of the formats before profile.proto share.
 *
 *   pprof_legacy.c   the format record, its probe, and who reads what
 *   legacy_cpu.c     binary CPU profiles: gperftools, an old Go
 *   legacy_heap.c    heap profiles in text, also those of jemalloc
 *   legacy_lock.c    contention, block and mutex profiles in text
 *   legacy_count.c   "goroutine profile: total 5" and its kind
 *   legacy_thread.c  threadz: the stack of every thread
 *   legacy_line.c    lines and what is common to them
 *   legacy_map.c     the memory map at the end
 *   legacy_symbol.c  names in front of a profile, and those of Java behind it
 *   legacy_store.c   addresses and stacks, and their frames at the end
 *
 * A stack here is a list of addresses, leaf first.  The memory map, which
 * shows the file of an address, comes last.  So rows get stacks whose frames
 * are set at the end of the input (legacy_bind).  Distinct addresses and
 * distinct stacks are kept once.
 *
 * A return address points behind its call.  Readers subtract one byte from it
 * before they push it, so that the address is inside the call.
 *
 * A legacy owns its columns; legacy_clear frees them.  If memory runs out or a
 * limit is passed, the builder fails and ignores further rows.
 */
#ifndef CORR_LEGACY_H
#define CORR_LEGACY_H

#include "common/late_stack.h"

/* An address and the names that the text gives it. */
typedef struct legacy_place {
    uint64_t address;
    corr_text name, file; /* nil: unknown */
    uint32_t line;
    corr_frame frame; /* made by legacy_bind */
    bool is_listed;   /* in one of Go's comments */
    bool is_runtime;  /* its name is of Go's runtime */
} legacy_place;

typedef struct legacy_mapping {
    uint64_t start, limit, offset;
    size_t name; /* index into names */
    size_t nname;
    corr_text module;
} legacy_mapping;

/* The names of an address, in names. */
typedef struct legacy_symbol {
    size_t at, n;
} legacy_symbol;

typedef struct legacy {
    corr_src *in;
    corr_build *b;
    uint32_t nrow; /* records read */

    corr_str line; /* the last line, trimmed; borrowed until the next line */
    unsigned long long number;
    uint64_t offset; /* of the line */
    bool is_cut;     /* the input ends inside a line */

    corr_map places; /* address -> index to place, plus 1 */
    corr_vec(legacy_place) place;

    late_stacks stacks;      /* paths of places, leaf first; marks: records */
    corr_vec(uint32_t) open; /* places of the stack that is being pushed */

    corr_vec(legacy_mapping) mapping;
    corr_vec(char) names;
    corr_map symbols; /* address -> index to symbol, plus 1 */
    corr_vec(legacy_symbol) symbol;
    bool has_owner, has_map;
    bool has_symbols; /* the names stand in front; there may be no map */
    bool is_amount;   /* a binary profile without a period */
    bool is_java;     /* addresses are numbers, named behind the stacks */
    bool lists; /* comments list the functions of stacks, as Go writes them */
    bool hides_runtime; /* ... without functions of the runtime at a leaf */

    corr_vec(char) text; /* scratch: a label without its escapes */
} legacy;

/* ---- legacy_store.c ------------------------------------------------------ */

/* The open stack, leaf first. legacy_push ignores address 0, which is not
 * code. */
void legacy_begin(legacy *f);
void legacy_push(legacy *f, uint64_t address);
corr_stack legacy_end(legacy *f);

/* Names an address of a stack; the first name counts. name may be empty. */
void legacy_name(legacy *f, uint64_t address, corr_str name, corr_str file,
                 uint32_t line);

/* Sets the frames of all stacks. skip: leave out the second frame of a stack if
 * it has this address; 0: keep all frames. */
void legacy_bind(legacy *f, uint64_t skip);
void legacy_clear(legacy *f);

/* ---- legacy_line.c ------------------------------------------------------- */

/* Reads the next line into f->line. False: the input ends. A last line without
 * a line end is left out and reported. */
bool legacy_next(legacy *f);
/* Reads the next line that is neither empty nor a comment. False: the input
 * ends, or its memory map, which is then read too. */
bool legacy_next_row(legacy *f);
/* Reports that the last line was left out because it is malformed. */
void legacy_lose_line(legacy *f, const char *what);

/* The part of s from the first occurrence of the word on, or empty. */
corr_str legacy_find(corr_str s, const char *word);
/* Each removes an item from the front of *s, with the blanks before it. */
bool legacy_take(corr_str *s, const char *word);
bool legacy_take_int(corr_str *s, int64_t *value);
bool legacy_take_hex(corr_str *s, uint64_t *value); /* 0x is optional */

/* Pushes return addresses up to the end of the text onto the open stack. */
bool legacy_push_callers(legacy *f, corr_str text);
/* Reads return addresses as a whole stack. False: the text is not addresses. */
bool legacy_stack_of(legacy *f, corr_str text, corr_stack *stack);

/* Reads "name = value" as a setting of the input. False: the line is not a
 * setting. */
bool legacy_setting(legacy *f, corr_str *name, corr_str *value);

/* Reads a comment: Go names addresses in comments. */
void legacy_comment(legacy *f);
/* {"key":"value", "key":"value"}, quoted as Go does. */
corr_labels legacy_labels(legacy *f, corr_str text);

/* ---- legacy_symbol.c ----------------------------------------------------- */

/* Reads the names in front of a profile, up to the profile itself. */
void legacy_read_symbols(legacy *f);
/* Pushes the frames of an address onto the open stack of the builder.  False:
 * it has no names in front of the profile. */
bool legacy_push_symbols(legacy *f, const legacy_place *p);
/* Reads the last line as the name of an address of Java.  False: it names no
 * address. */
bool legacy_java_name(legacy *f);
/* Reads all further lines as such names. */
void legacy_java_names(legacy *f);

/* ---- legacy_map.c -------------------------------------------------------- */

/* Whether a line begins a memory map. */
bool legacy_is_map(corr_str line);
/* If the last line begins a memory map, reads the map to the end and returns
 * true. */
bool legacy_map(legacy *f);
/* Reads all further lines as a memory map, and sorts it. */
void legacy_read_map(legacy *f);
legacy_mapping *legacy_find_map(const legacy *f, uint64_t address);

/* ---- the readers --------------------------------------------------------- */

/* A binary CPU profile: words of 4 or 8 bytes. */
typedef struct legacy_words {
    size_t bytes; /* of one word */
    bool is_big, is_java;
    bool is_amount; /* no period: php-memprof, whose counts are bytes */
} legacy_words;

/* Whether a binary CPU profile begins here. */
bool legacy_is_cpu(const uint8_t *p, size_t n, legacy_words *w);
/* False: the input is no binary CPU profile, and nothing was read. */
bool legacy_cpu(legacy *f);

/* All other readers are called with the first line in f->line. */
void legacy_heap(legacy *f);
void legacy_java_heap(legacy *f);
void legacy_jemalloc(legacy *f);
void legacy_lock(legacy *f);
void legacy_thread(legacy *f);
/* Whether the line is the first line of a profile of counts; fills the name and
 * the total. */
bool legacy_is_count(corr_str line, corr_str *name, int64_t *total);
void legacy_count(legacy *f);

/* 1 / (1 - exp(-size / rate)): the number of objects of this size that one
 * sampled object stands for (corr-methods 4.7). size: of one object. */
double legacy_scale(double size, double rate);

#endif
