/* build_private - what build.c (texts, stacks, spans), build_sample.c (kinds and
 * their samples), build_labels.c (sets and what they mean), build_series.c
 * (numbers over time), build_warn.c (talk) and build_seal.c share. */
#ifndef CORR_BUILD_PRIVATE_H
#define CORR_BUILD_PRIVATE_H

#include "base/intern.h"
#include "model/build.h"
#include "model/segment.h"

/* Stack -> row + 1. */
typedef vec(uint32_t) build_rows;

struct corr_build {
    input in; /* the tables, moved out by build_seal */
    build_opts opts;
    corr_limits limits;
    corr_err err;         /* sticky */
    uint64_t held;        /* bytes in tables, counted as they grow */
    uint64_t reader_held; /* bytes in the reader's own columns */

    pool texts, funcs, frames, stacks, sets, threads, series;
    vec(uint32_t) open_stack; /* frames of the open stack */
    bool stack_cut;
    bool is_hashed; /* the open stack is whole, and this its hash */
    uint64_t open_hash;
    size_t open_set; /* first label of the open set */
    uint64_t cut_stacks;
    vec(uint8_t) is_later_stack; /* by row, 1: not bound yet */
    build_rows row_of[16];       /* by kind, for rows that are added up */
    vec(pool) traces;            /* by kind: segment.trace_id */
    vec(bool) is_first;          /* by kind: it is looked at first */
    bool packs;                  /* there is a row of such a kind */
};

/* Fails the builder with CORR_ENOMEM; returns false. */
bool build_no_memory(corr_build *b);
/* Where the reader is now, for what only the builder notices. */
uint64_t build_position(const corr_build *b);
/* Counts bytes against the memory limit; false: over it, builder failed. */
bool build_hold(corr_build *b, size_t bytes);

/* Derives, for every set, the ids and facts its labels carry. */
bool build_label_ids(corr_build *b);

/* Puts points and losses in order. */
void build_sort_series(input *in);

/* What was lost is said first, each in the order in which it was said. */
void build_rank_warnings(input *in);

#endif
