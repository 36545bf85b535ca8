/*
 * slice - which records of which files a selection is made of, and these files
 * once more.
 *
 *   slice.c        of which format, and what is written
 *   slice_rows.c   records of samples
 *   slice_spans.c  spans
 *   slice_read.c   the files once more, for the format that copies
 *
 * Of samples a list of record numbers is held, of spans one of ids, both in
 * order; a format that copies asks for each record that it meets.  What was
 * read the first time is not trusted to be the same the second time: a slice
 * knows how many records there are to find.
 */
#ifndef CORR_SLICE_H
#define CORR_SLICE_H

#include "corr_view.h"
#include "store/remark.h"
#include "store/store.h"

typedef struct kept_row {
    uint32_t input, row;
    double share;
    int64_t end; /* CORR_NO_TIME: has no time */
} kept_row;

/* A span, or with id 0 a whole trace. */
typedef struct kept_span {
    uint32_t input;
    corr_trace_id trace;
    uint64_t id;
} kept_span;

typedef struct slice_part {
    uint32_t input;
    size_t first, n; /* of the list of rows, or of that of spans */
} slice_part;

struct corr_slice {
    corr_store *st;
    const corr_format *format; /* NULL: not chosen yet */
    corr_limits limits;
    bool adds, of_spans, everything, salvage, strict;
    int64_t from, to; /* the window of blocks; 0,0: any time */
    vec(kept_row) row;
    vec(kept_span) span;
    vec(slice_part) part; /* what the format sees as inputs */
    uint64_t expected;    /* records to find; of a merge 0 */
    uint64_t kept, of, left_out;
    uint64_t partly, lost;      /* rescued in part; bytes that are not */
    int64_t kept_from, kept_to; /* of blocks; CORR_NO_TIME: none */
    remarks remarks;            /* texts are the store's */
    corr_sel_facts facts;

    corr_src *src; /* NULL: none is open */
    corr_build *build;
    int fd;        /* -1: borrowed */
    bool is_new;   /* it is a pipe that was held ... */
    input *unread; /* ... and this becomes what it holds */
    size_t open;   /* part */
    size_t next;   /* of its rows */
};

static inline bool slice_takes(const corr_slice *s, const input *in)
{
    return in->err.code == CORR_OK && in->format == s->format;
}

/* Whether blocks of this time are selected, of an input that is an outline. */
bool slice_has_time(const corr_slice *s, const input *in, int64_t from,
                    int64_t to);
/* The same of an input that is one, as a whole.  Of a pipe that is not read yet
 * only the first block is known, and that need not be the earliest. */
static inline bool slice_outlines(const corr_slice *s, const input *in)
{
    return in->err.code == CORR_OK && in->read.is_outline &&
           (in->file.held || in->from == CORR_NO_TIME ||
            slice_has_time(s, in, in->from, in->to));
}

/* The order of spans in a part. */
int slice_by_span(const void *a, const void *b);

/* The format of the samples that are selected, where it is not known yet. */
corr_code slice_choose_format(corr_slice *s, const corr_sel *sel,
                              corr_err *err);
/* Parts of what a query selects. */
corr_code slice_select_rows(corr_slice *s, const corr_query *q, corr_err *err);
corr_code slice_select_spans(corr_slice *s, const corr_query *q, bool whole,
                             corr_err *err);
/* All records of the inputs of its format. */
bool slice_all_rows(corr_slice *s);
bool slice_all_spans(corr_slice *s);

#endif
