/*
 * corr_write.h - what writers see of a selection, and slices: some records of
 * files, in the format of these.
 *
 * A reader needs none of it.
 */
#ifndef CORR_WRITE_H
#define CORR_WRITE_H

#include "corr.h"
#include "corr_build.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- writing -------------------------------------------------------------------- */

/* One row of a selection, as writers see it.  Text is borrowed from the
 * store. */
typedef struct corr_row {
    uint32_t input; /* number */
    uint32_t stack; /* number within the input: equal means equal */
    const char *file;
    uint32_t row, tick; /* row UINT32_MAX: not kept */
    corr_str kind, type;
    corr_unit unit;
    int64_t period;
    int64_t value, obs; /* raw observations: 1 or more */
    int64_t time;       /* CORR_NO_TIME */
    corr_str thread;
    int64_t tid; /* 0 unknown */
    corr_trace_id label_trace;
    uint64_t label_span; /* the id on the record, span or root */
    corr_trace_id trace; /* what the join decided */
    uint64_t span;       /* 0: not joined */
    double share;        /* 0..1 of the row */
    corr_rung rung;
    double confidence;
    corr_why why;
    uint32_t labels; /* number within the input, 0 none */
} corr_row;

/* The rows of a selection in the order of inputs, rows, shares. */
typedef struct corr_sel_iter {
    const corr_sel *sel;
    size_t part, at;
    uint32_t split;
} corr_sel_iter;

/* The next row, whose texts are the store's; false: there is none. */
bool corr_sel_next(corr_sel_iter *it, corr_row *row);
/* Frames of a stack, root first; i counts from 0 to corr_stack_depth. */
uint32_t corr_stack_depth(const corr_sel *sel, uint32_t input, uint32_t stack);
corr_frame_view corr_stack_at(const corr_sel *sel, uint32_t input,
                              uint32_t stack, uint32_t i);

/* The different texts of all stacks of selections of one store, in byte order:
 * names with a semicolon between them.  A semicolon in a name is written as a
 * colon, and what would end a line as a space.  What is held is a number a
 * frame, and each name once.  The store is borrowed. */
typedef struct corr_folded corr_folded;

/* NULL: out of memory. */
corr_folded *corr_folded_of(const corr_sel *const *sel, size_t n) CORR_CHECK;
void corr_folded_free(corr_folded *f);
uint32_t corr_folded_size(const corr_folded *f);
/* The number of the text of a stack that is in one of the selections. */
uint32_t corr_folded_find(const corr_folded *f, uint32_t input, uint32_t stack);
/* Text i, valid until the next call; asked for one after the other they cost
 * what they differ.  False: out of memory. */
bool corr_folded_text(corr_folded *f, uint32_t i, corr_str *text) CORR_CHECK;

/* Labels of a set, as rows name them, by their number from 0; texts are the
 * store's. */
uint32_t corr_nlabels(const corr_sel *sel, uint32_t input, uint32_t labels);
corr_label corr_label_at(const corr_sel *sel, uint32_t input, uint32_t labels,
                         uint32_t i);

/* ---- slices: some records of files, in the format of these ----------------------- */

/* Which records of which inputs, all of one format, are to stand in one file.
 * A format that can be cut reads these inputs once more and copies the records
 * as they stand, with what they need. */

/* An input that is open, from its first byte on. */
typedef struct corr_slice_input {
    corr_src *in;
    corr_build *b; /* for a reader's words; what is added leads nowhere */
    const char *path;
    bool is_new; /* nobody has read it before: what is wrong with it, and its
                    blocks, are told to b */
} corr_slice_input;

size_t corr_slice_inputs(const corr_slice *s); /* 1 or more */
/* A merge: equal records become one. */
bool corr_slice_adds(const corr_slice *s);
/* One input is open at a time, and may be opened again. */
corr_code corr_slice_open(corr_slice *s, size_t i, corr_slice_input *to,
                          corr_err *err) CORR_CHECK;
/* What went wrong since, in err with the name of the input. */
corr_code corr_slice_close(corr_slice *s, corr_err *err) CORR_CHECK;

/* How much of a record of samples is kept, 0..1, by its number in the input
 * that is open.  Numbers are asked in ascending order. */
double corr_slice_row(corr_slice *s, uint32_t row);
/* Whether a span is kept. */
bool corr_slice_span(const corr_slice *s, corr_trace_id trace, uint64_t span);
/* Of a format that is cut in blocks (corr_format.block): whether a block of
 * this time, both ends included, of the input that is open is kept, because a
 * selected row ended in it or because it is of the time that is asked for; when
 * one that was kept is of; whether what is not whole is to be rescued; how many
 * blocks could not be kept. */
bool corr_slice_touches(const corr_slice *s, int64_t from, int64_t to);
void corr_slice_kept(corr_slice *s, int64_t from, int64_t to);
bool corr_slice_salvages(const corr_slice *s);
void corr_slice_leave_out(corr_slice *s, uint64_t blocks);
/* A block was rescued but for so many bytes of what is there of it. */
void corr_slice_lose(corr_slice *s, uint64_t bytes);
/* How many records a format found in an input, and how many it kept. */
void corr_slice_count(corr_slice *s, uint64_t kept, uint64_t of);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
