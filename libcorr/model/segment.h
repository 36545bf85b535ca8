/*
 * segment - the sample rows of one kind, as columns that come into being when
 * a row first needs them.
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

/* Adds a row; traces as below.  False: out of memory, the segment has no row
 * more. */
bool segment_add(segment *s, struct pool *traces, const corr_sample_row *row,
                 bool with_row);
/* The number of a trace in trace_id, where it is put if it is new; traces: of
 * this segment, and of no other.  False: out of memory. */
bool segment_trace_number(segment *s, struct pool *traces, corr_trace_id trace,
                          uint32_t *number);
/* Makes a column, zeroed, unless it is there; false: out of memory. */
bool segment_need(segment *s, segment_part part);
/* Sorts rows by time, stably, many of them by so many threads; rows without a
 * time come first. */
bool segment_sort(segment *s, size_t threads);
/* The first row that begins at t or later; 0 where rows have no times. */
size_t segment_from(const segment *s, int64_t t);
/* Keeps rows [from,to). */
void segment_keep(segment *s, size_t from, size_t to);
/* Some rows of another as a segment of its own, with what it says of all but
 * sums; false: out of memory, to is empty. */
bool segment_pick(segment *to, const segment *from, const uint32_t *row,
                  size_t n);
/* Times become those of a clock of the file's own. */
void segment_own_time(segment *s);
/* Makes a row worth so many times what it was; how many observations it is of
 * stays. */
void segment_scale(segment *s, size_t row, double by);
void segment_clear(segment *s);
/* The same of a copy of another segment: columns of that one stay. */
void segment_clear_own(segment *copy, const segment *of);
/* Gives such a copy a column of its own, if there is that column.  False: out
 * of memory. */
bool segment_own_column(segment *copy, const segment *of, segment_part part);
/* Whether it holds samples of CPU time, none of them since the start. */
bool segment_is_cpu(const input *in, const segment *s);
/* Bytes that a row takes now. */
size_t segment_width(const segment *s);

#endif
