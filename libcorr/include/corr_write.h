/*
 * corr_write.h - the rows of a selection, for writers; and slices, which copy
 * some records of files in their own format.
 *
 * Readers do not need this header.  Texts belong to the store.
 */
#ifndef CORR_WRITE_H
#define CORR_WRITE_H

#include "corr.h"
#include "corr_build.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- writing ------------------------------------------------------------- */

/* One row of a selection, as writers see it.  Text is borrowed from the
 * store. */
typedef struct corr_row {
    uint32_t input; /* number */
    uint32_t stack; /* number within the input: equal means equal */
    const char *file;
    uint32_t row, tick; /* row UINT32_MAX: unknown */
    uint32_t kind_id;   /* number of the kind within the input */
    corr_str kind, type;
    corr_unit unit;
    int64_t period;
    int64_t value, obs; /* raw observations: 1 or more */
    double squares;     /* sum of the squares of their values; 0: all are
                           equal */
    int64_t time;       /* CORR_NO_TIME */
    int64_t at;         /* the same in the clock that the spans are in */
    int64_t lasts; /* ns of a wait or pause that begins at time; -1: the row
                           is a sample */
    corr_str thread;
    int64_t tid; /* 0 unknown */
    corr_trace_id label_trace;
    uint64_t label_span; /* the span id on the record, of a span or of a root */
    corr_trace_id trace; /* result of the join */
    uint64_t span;       /* 0: not joined */
    double share;        /* share of the row, 0..1 */
    corr_rung rung;
    double confidence;
    corr_why why;
    uint32_t labels; /* number within the input; 0: no labels */
    bool is_context; /* it says when a span was active, and is no sample */
} corr_row;

/* The rows of a selection in the order of inputs, rows, shares. */
typedef struct corr_sel_iter {
    const corr_sel *sel;
    size_t part, at;
    uint32_t split;
} corr_sel_iter;

/* The next row; the store owns its texts.  False: no more rows. */
bool corr_sel_next(corr_sel_iter *it, corr_row *row);
/* A kind of an input (corr_row.kind_id). */
corr_kind_row corr_sel_kind(const corr_sel *sel, uint32_t input, uint32_t kind);

/* A span that the question of a selection is about, with a recorded start and
 * end. */
typedef struct corr_sel_span {
    corr_trace_id trace;
    uint64_t id, parent; /* parent 0: it names no parent */
    uint32_t handle;     /* N of sN in its trace */
    corr_str name, service, thread, status_text;
    int64_t from, to;     /* ns, in the clock of the samples */
    uint8_t kind, status; /* corr_span_kind, corr_status */
} corr_sel_span;

/* The next span, by trace, then start; *at begins at 0.  Without a question
 * about spans: all spans, of the requested time if there is one. */
bool corr_sel_next_span(const corr_sel *sel, uint32_t *at, corr_sel_span *span);
/* What is known of an input of the selection's store. */
corr_input corr_sel_input(const corr_sel *sel, uint32_t input);

/* Frames of a stack, root first; i counts from 0 to corr_stack_depth. */
uint32_t corr_stack_depth(const corr_sel *sel, uint32_t input, uint32_t stack);
corr_frame_view corr_stack_at(const corr_sel *sel, uint32_t input,
                              uint32_t stack, uint32_t i);
/* Writes the numbers of all these frames in their input: equal frames have
 * equal numbers.  to: room for corr_stack_depth numbers. */
void corr_stack_frames(const corr_sel *sel, uint32_t input, uint32_t stack,
                       uint32_t *to);

/* The distinct stacks of several selections of one store as text, in byte
 * order: frame names joined by semicolons.  A semicolon in a name becomes a
 * colon, and a line end becomes a space.  Memory: one number per frame and each
 * name once. The object borrows the store. */
typedef struct corr_folded corr_folded;

/* NULL: out of memory. */
corr_folded *corr_folded_of(const corr_sel *const *sel, size_t n) CORR_CHECK;
void corr_folded_free(corr_folded *f);
uint32_t corr_folded_size(const corr_folded *f);
/* The number of the text of a stack that some of the selections contain. */
uint32_t corr_folded_find(const corr_folded *f, uint32_t input, uint32_t stack);
/* Text i, valid until the next call.  Texts in ascending order cost only their
 * difference.  False: memory is out. */
bool corr_folded_text(corr_folded *f, uint32_t i, corr_str *text) CORR_CHECK;

/* The labels of a set (corr_row.labels), by number from 0; the store owns the
 * texts. */
uint32_t corr_nlabels(const corr_sel *sel, uint32_t input, uint32_t labels);
corr_label corr_label_at(const corr_sel *sel, uint32_t input, uint32_t labels,
                         uint32_t i);

/* ---- slices: some records of files, in the format of these --------------- */

/* A slice: which records of which inputs of one format go into one file.  A
 * format with `cut` reads these inputs again and copies the records unchanged,
 * together with the data they refer to. */

/* An open input, at its first byte. */
typedef struct corr_slice_input {
    corr_src *in;
    corr_build *b; /* for warnings of the reader; added rows are dropped */
    const char *path;
    bool is_new; /* this is the first read of the input: report its damage and
                    its blocks to b */
} corr_slice_input;

size_t corr_slice_inputs(const corr_slice *s); /* 1 or more */
/* Whether this is a merge: equal records become one. */
bool corr_slice_adds(const corr_slice *s);
/* One input is open at a time, and may be opened again. */
corr_code corr_slice_open(corr_slice *s, size_t i, corr_slice_input *to,
                          corr_err *err) CORR_CHECK;
/* Returns the first failure since the input was opened; err names the input. */
corr_code corr_slice_close(corr_slice *s, corr_err *err) CORR_CHECK;

/* The share of a sample record to keep, 0..1, by its number in the open input.
 * Call it with ascending numbers. */
double corr_slice_row(corr_slice *s, uint32_t row);
/* Whether a span is kept. */
bool corr_slice_span(const corr_slice *s, corr_trace_id trace, uint64_t span);
/* For formats that are cut in blocks (corr_format.block).
 * touches: whether to keep a block of the open input with these times, both
 * included: a selected row ends in it, or it is within the requested time.
 * kept: records the time of a kept block.
 * salvages: whether incomplete blocks are to be rescued.
 * leave_out: counts blocks that could not be kept.
 * lose: counts lost bytes of a rescued block. */
bool corr_slice_touches(const corr_slice *s, int64_t from, int64_t to);
void corr_slice_kept(corr_slice *s, int64_t from, int64_t to);
bool corr_slice_salvages(const corr_slice *s);
void corr_slice_leave_out(corr_slice *s, uint64_t blocks);
void corr_slice_lose(corr_slice *s, uint64_t bytes);
/* Counts the records found in an input and the records kept. */
void corr_slice_count(corr_slice *s, uint64_t kept, uint64_t of);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
