/* build_private - the builder, shared by build.c (texts, stacks, spans),
 * build_sample.c (kinds, samples), build_labels.c (sets and their meaning),
 * build_series.c (numbers over time), build_warn.c (warnings) and
 * build_seal.c. */
#ifndef CORR_BUILD_PRIVATE_H
#define CORR_BUILD_PRIVATE_H

#include "base/intern.h"
#include "model/build.h"
#include "model/segment.h"

/* Stacks whose middle is left out. */
typedef struct build_deep {
    uint64_t stacks, frames; /* numbers of stacks and of frames left out */
    size_t held;             /* frames of the distinct ones */
    bool is_open;            /* the open stack is one of them */
    vec(uint32_t) stack;     /* the last one, as it is kept */
} build_deep;

/* [stacks] row + 1; 0: no row yet */
typedef vec(uint32_t) build_rows;

struct corr_build {
    input in; /* the tables, moved out by build_seal */
    build_opts opts;
    corr_limits limits;
    corr_err err;         /* the first failure sticks */
    uint64_t held;        /* bytes in tables, counted as they grow */
    uint64_t reader_held; /* bytes in the reader's own columns */
    const uint64_t *at;   /* see corr_set_reading */

    pool texts, funcs, frames, stacks, sets, threads, series, bounds;
    vec(uint32_t) open_stack; /* frames of the open stack */
    const uint32_t *kept;     /* of the open stack, or of deep.stack */
    size_t nkept;
    bool is_hashed; /* open_hash is the hash of the frames kept */
    uint64_t open_hash;
    size_t open_set; /* first label of the open set */
    build_deep deep;
    vec(uint8_t) is_later_stack; /* [stacks] 1: a later stack without frames
                                    yet */
    build_rows row_of[16];       /* by kind, for rows that are summed per
                                    stack */
    vec(pool) traces;            /* by kind: segment.trace_id */
    bool repeats_labels;         /* corr_repeat_labels */
    vec(bool) is_first;          /* by kind: corr_first_kind */
    bool have_places;            /* see corr_names_have_places */
    bool packs;                  /* a row of a first kind was added */
};

/* Fails the builder with CORR_ENOMEM; returns false. */
bool build_no_memory(corr_build *b);
/* The reader's position in the source, or CORR_NO_OFFSET. */
uint64_t build_position(const corr_build *b);
/* Counts bytes against the memory limit.  False: over the limit, the builder
 * failed. */
bool build_hold(corr_build *b, size_t bytes);

/* Sets kept to the frames of the open stack that are kept.  False: the builder
 * failed. */
bool build_keep_frames(corr_build *b);
void build_warn_deep(corr_build *b);

/* Takes files and lines out of the names of functions (build_names.c). */
bool build_split_names(corr_build *b);
/* The text "LINE:COLUMN", or "LINE" if the column is 0. */
uint32_t build_place_text(corr_build *b, uint32_t line, uint32_t column);

/* The number of a row in a table that keeps equal rows once; rows are compared
 * as bytes.  0: the builder failed. */
uint32_t build_intern_row(corr_build *b, pool *known, void **rows, size_t *n,
                          size_t *room, const void *row, size_t size);
#define build_intern(b, known, table, row)                                     \
    build_intern_row((b), (known), (void **)&(table)->v, &(table)->n,          \
                     &(table)->room, (row), sizeof *(table)->v)

/* Derives the ids and facts of every set from its labels. */
bool build_label_ids(corr_build *b);

/* Sorts points and losses. */
void build_sort_series(input *in);

/* Writes the texts of tallies.  False: out of memory. */
bool build_write_tallies(corr_build *b);

/* Moves damage before all other warnings.  Otherwise the order stays. */
void build_rank_warnings(input *in);

#endif
