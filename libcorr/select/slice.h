/*
 * slice - the records and files that a selection is made of, and a second
 * reading of these files.
 *
 *   slice.c        the format, and writing
 *   slice_rows.c   records of samples
 *   slice_spans.c  spans
 *   slice_read.c   the second reading, for the format that copies
 *
 * A slice holds ordered lists: record numbers for samples, ids for spans.  A
 * format that copies asks for each record that it meets.  A file may have
 * changed since it was read first, so a slice knows the number of records to
 * find.
 *
 * A slice serves one thread.  It owns the file that is open, unless fd is -1.
 */
#ifndef CORR_SLICE_H
#define CORR_SLICE_H

#include "corr_view.h"
#include "store/duplicate_samples.h"
#include "store/remark.h"
#include "store/store.h"

typedef struct kept_row {
    uint32_t input, row;
    double share;
    int64_t end; /* CORR_NO_TIME: no time */
} kept_row;

/* A span; id 0: a whole trace. */
typedef struct kept_span {
    uint32_t input;
    corr_trace_id trace;
    uint64_t id;
} kept_span;

typedef struct slice_part {
    uint32_t input;
    size_t first, n; /* range in the list of rows, or of spans */
} slice_part;

struct corr_slice {
    corr_store *st;
    const corr_format *format; /* NULL: not chosen yet */
    corr_limits limits;
    bool adds, of_spans, everything, salvage, strict;
    bool *repeated; /* [inputs] a merge leaves them out (selected_part.h); NULL:
                     * no input */
    int64_t from, to; /* the window of blocks; 0,0: any time */
    vec(kept_row) row;
    vec(kept_span) span;
    vec(slice_part) part; /* the inputs that the format sees */
    uint64_t expected;    /* records to find; 0 for a merge */
    uint64_t kept, of, left_out;
    uint64_t partly, lost;      /* blocks rescued in part; bytes lost in them */
    int64_t kept_from, kept_to; /* time of blocks; CORR_NO_TIME: no block */
    remarks remarks;            /* the store owns the texts */
    corr_sel_facts facts;

    corr_src *src; /* NULL: no input is open */
    corr_build *build;
    int fd;        /* -1: borrowed */
    bool is_new;   /* the input is a pipe that was not read yet */
    input *unread; /* receives what the pipe holds */
    size_t open;   /* index of the open part */
    size_t next;   /* next row of that part */
};

static inline bool slice_repeats(const corr_slice *s, uint32_t in)
{
    return s->repeated && s->repeated[in];
}

static inline bool slice_takes(const corr_slice *s, const input *in)
{
    return in->err.code == CORR_OK && in->format == s->format;
}

/* Whether blocks of this time are selected, for an input that is an outline. */
bool slice_has_time(const corr_slice *s, const input *in, int64_t from,
                    int64_t to);
/* Whether an outline is selected as a whole.  A pipe that is not read yet shows
 * only its first block, which need not be the earliest. */
static inline bool slice_outlines(const corr_slice *s, const input *in)
{
    return in->err.code == CORR_OK && in->read.is_outline &&
           (in->file.held || in->from == CORR_NO_TIME ||
            slice_has_time(s, in, in->from, in->to));
}

/* Compares spans by their order in a part. */
int slice_by_span(const void *a, const void *b);

/* Chooses the format of the selected samples, if it is still open. */
corr_code slice_choose_format(corr_slice *s, const corr_sel *sel,
                              corr_err *err);
/* Makes the parts that a query selects. */
corr_code slice_select_rows(corr_slice *s, const corr_query *q, corr_err *err);
corr_code slice_select_spans(corr_slice *s, const corr_query *q, bool whole,
                             corr_err *err);
/* Adds the remark about files that give way to their whole. */
void slice_remark_parts(corr_slice *s, const duplicates *d);
/* Makes parts of all records of inputs with the slice's format.  False: out of
 * memory. */
bool slice_all_rows(corr_slice *s);
bool slice_all_spans(corr_slice *s);

#endif
