/*
 * gecko - declarations shared by the parts of the reader of Firefox's profiles.
 *
 *   gecko.c         the format record, its probe, the document
 *   gecko_table.c   tables as columns of numbers, and the list of texts
 *   gecko_thread.c  samples of a thread, with their stacks
 *
 * Tables name each other by row and come in any order; some are of one thread
 * and some shared by all.  So all stay in memory until the end of a document:
 * 8 bytes a number.
 */
#ifndef CORR_GECKO_H
#define CORR_GECKO_H

#include "common/json.h"

#define GECKO_NONE INT64_MIN /* null, or no such entry */

typedef corr_vec(int64_t) gecko_list;

enum gecko_stack_column { STACK_PREFIX, STACK_OFFSET, STACK_FRAME };
enum gecko_frame_column {
    FRAME_FUNC,
    FRAME_LINE,
    FRAME_ADDRESS,
    FRAME_DEPTH, /* of inlining */
    FRAME_LIB,
    FRAME_LOCATION /* a text, in profiles that were not processed */
};
enum gecko_func_column { FUNC_NAME, FUNC_FILE, FUNC_SOURCE, FUNC_RESOURCE };
enum gecko_resource_column { RESOURCE_LIB };
enum gecko_source_column { SOURCE_FILE };
enum gecko_sample_column {
    SAMPLE_STACK,
    SAMPLE_TIME,   /* ns since the start of the profile */
    SAMPLE_DELTA,  /* ns since the sample before */
    SAMPLE_WEIGHT, /* in millionths */
    SAMPLE_CPU     /* since the sample before, in millionths */
};
enum { GECKO_COLUMNS = 6 };

typedef enum gecko_kind {
    GECKO_STACKS,
    GECKO_FRAMES,
    GECKO_FUNCS,
    GECKO_RESOURCES,
    GECKO_SOURCES,
    GECKO_SAMPLES,
    GECKO_TABLES
} gecko_kind;

typedef struct gecko_table {
    gecko_list column[GECKO_COLUMNS];
} gecko_table;

/* The texts of a list, end to end. */
typedef struct gecko_texts {
    corr_vec(char) bytes;
    corr_vec(size_t) end;
} gecko_texts;

/* Tables of one thread, or shared by all. */
typedef struct gecko_tables {
    gecko_table table[GECKO_TABLES];
    gecko_texts texts;
    corr_vec(corr_stack) stack; /* made so far, by row of GECKO_STACKS */
    corr_vec(corr_frame) frame; /* the same, of GECKO_FRAMES */
} gecko_tables;

typedef enum gecko_weight {
    GECKO_WEIGHT_SAMPLES,
    GECKO_WEIGHT_MS,
    GECKO_WEIGHT_BYTES,
    GECKO_WEIGHTS
} gecko_weight;

typedef struct gecko_thread {
    gecko_tables own;
    corr_text name;
    int64_t pid, tid; /* 0: unknown */
    gecko_weight weight;
} gecko_thread;

/* A document, or one of the processes inside it. */
typedef struct gecko_profile {
    gecko_tables shared;
    corr_vec(gecko_thread) thread;
    gecko_texts libs;  /* names of libraries */
    int64_t start;     /* ns since 1970; GECKO_NONE: unknown */
    int64_t cpu_scale; /* ns of a unit of CPU time; 0: of no time */
} gecko_profile;

typedef struct gecko {
    corr_src *in;
    corr_build *b;
    json j;
    corr_arena scratch;
    corr_kind kind[GECKO_WEIGHTS], cpu;
    bool has_kinds;
    gecko_list path; /* scratch: frames of one stack, leaf first */
    uint32_t nrow;
    int64_t pid; /* of all threads; 0: unknown, -1: several */
    bool is_own; /* the clock is CORR_CLOCK_OWN */
    bool has_times;
    uint64_t untimed, weightless; /* samples without a partner in a list */
    uint64_t unknown;             /* rows that are named and not there */
    uint64_t deep;                /* stacks that were cut */
    uint64_t odd;                 /* values that are no numbers */
    uint64_t passed; /* markers, and samples of allocations and counters */
} gecko;

/* ---- gecko_table.c ------------------------------------------------------- */

/* Reads the current value as a table. weight: of samples, else NULL. */
void gecko_read_table(gecko *g, gecko_table *t, gecko_kind kind,
                      gecko_weight *weight);
/* Reads the current value as a list of texts. */
void gecko_read_texts(gecko *g, gecko_texts *t);
void gecko_add_text(gecko *g, gecko_texts *t, corr_str text);
corr_str gecko_text(const gecko_texts *t, int64_t i);
/* The member of tables with this key.  False: the key is unknown. */
bool gecko_read_tables(gecko *g, gecko_tables *t, corr_str key,
                       gecko_weight *weight);
/* An entry of a column, or GECKO_NONE. */
static inline int64_t gecko_at(const gecko_table *t, unsigned column, int64_t i)
{
    const gecko_list *l = &t->column[column];

    return i >= 0 && (uint64_t)i < l->n ? l->v[i] : GECKO_NONE;
}
size_t gecko_rows(const gecko_table *t);
void gecko_clear_tables(gecko_tables *t);
void gecko_clear_texts(gecko_texts *t);
/* A number of milliseconds, or of anything, in millionths of it. */
bool gecko_millionths(const json_val *v, int64_t *n);

/* ---- gecko_thread.c ------------------------------------------------------ */

void gecko_add_samples(gecko *g, gecko_profile *p, gecko_thread *t);

#endif
