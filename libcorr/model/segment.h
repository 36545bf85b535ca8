/*
 * segment - the sample rows of one kind.  A column is allocated when the first
 * row needs it.  One thread changes a segment at a time.
 */
#ifndef CORR_SEGMENT_H
#define CORR_SEGMENT_H

#include "model/input.h"

struct pool;

typedef enum segment_part {
    SEG_STACK,
    SEG_VALUE,
    SEG_TIME,
    SEG_LABELS,
    SEG_THREAD,
    SEG_SPAN,
    SEG_ROOT,
    SEG_TRACE,
    SEG_DUR,
    SEG_OBS,
    SEG_SQUARES,
    SEG_ROW,
    SEG_OTHER,
    SEG_OWN
} segment_part;

/* Adds a row; traces as below.  False: out of memory, no row was added. */
bool segment_add(segment *s, struct pool *traces, const corr_sample_row *row,
                 bool with_row);
/* The index of a trace in trace_id; a new trace is added.  traces belongs to
 * this segment only.  False: out of memory. */
bool segment_trace_number(segment *s, struct pool *traces, corr_trace_id trace,
                          uint32_t *number);
/* Allocates a zeroed column unless it exists.  False: out of memory. */
bool segment_need(segment *s, segment_part part);
/* Sorts rows by time, stably, with up to this many threads.  Rows without a
 * time come first.  False: out of memory. */
bool segment_sort(segment *s, size_t threads);
/* The first row at t or later; 0 if rows have no times. */
size_t segment_from(const segment *s, int64_t t);
/* Keeps rows [from,to). */
void segment_keep(segment *s, size_t from, size_t to);
/* Copies some rows into a segment of its own, without sums.  False: out of
 * memory, to is empty. */
bool segment_pick(segment *to, const segment *from, const uint32_t *row,
                  size_t n);
/* Marks the times as times of the file's own clock. */
void segment_own_time(segment *s);
/* Multiplies the value of a row; the number of observations stays. */
void segment_scale(segment *s, size_t row, double by);
void segment_clear(segment *s);
/* Clears a copy of another segment, except for columns that both share. */
void segment_clear_own(segment *copy, const segment *of);
/* Gives such a copy its own copy of a column, if there is that column.  False:
 * out of memory. */
bool segment_own_column(segment *copy, const segment *of, segment_part part);
/* Whether it holds samples of CPU time that are not cumulative. */
bool segment_is_cpu(const input *in, const segment *s);
/* Bytes per row, in the columns that exist. */
size_t segment_width(const segment *s);

#endif
