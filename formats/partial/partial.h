/*
 * partial - sums of recordings that can be added to sums of others.
 *
 * A partial is text: lines of fields with tabs between, the first of which names
 * the line.  Tables come in this order, and each is sorted:
 *
 *     corrpart   VERSION BUCKET            ns of a bucket of time
 *     recording  DIGEST FORMAT LANGUAGE FROM TO LENGTH N
 *     kind       NAME TYPE UNIT PERIOD FLAGS WAIT THRESHOLD
 *     process    SERVICE VERSION HOST OPERATION
 *     frame      FUNCTION MODULE FILE LINE TYPE ADDRESS BEGINS WRITTEN
 *     stack      HASH FRAMES               numbers of frames, root first
 *     sum        RECORDING KIND PROCESS STACK BUCKET N VALUE SQUARES
 *
 * Tables are numbered from 0.  Fields escape backslashes, tabs and control
 * characters as TSV does.  An unknown number or time is "-".  N counts
 * observations.
 *
 * A hash is of content, and all sums are integers: equal recordings give equal
 * bytes, in whatever order and in however many steps they were added.  A digest
 * is of the samples of a recording and of its time, so a copy of its file,
 * compressed or not, has the same one and is added once.  The sums of a recording
 * stay apart from those of others: recordings that differ by noise only show how
 * large the noise is, and partials that share some of them can be added.
 *
 *   partial.c        the format record and its reader
 *   partial_line.c   lines and their fields
 *   partial_sums.c   adding up
 *   partial_rows.c   the samples of a selection, which are added
 *   partial_write.c  a selection as a partial
 *   tables_write.c   a selection as tables for SQL
 *   partial_cut.c    several partials as one
 */
#ifndef CORR_PARTIAL_H
#define CORR_PARTIAL_H

#include "corr_format.h"

#define PARTIAL_MAGIC  "corrpart\t1\t"
#define PARTIAL_BUCKET CORR_RECORDING_STEP

__extension__ typedef unsigned __int128 partial_wide;

/* ---- lines (partial_line.c) ---------------------------------------------- */

typedef enum partial_tag {
    PARTIAL_HEAD,
    PARTIAL_RECORDING,
    PARTIAL_KIND,
    PARTIAL_PROCESS,
    PARTIAL_FRAME,
    PARTIAL_STACK,
    PARTIAL_SUM,
    PARTIAL_TAGS
} partial_tag;

enum { PARTIAL_FIELDS = 8 };

typedef struct partial_line {
    partial_tag tag;                /* PARTIAL_TAGS: the line is of no table */
    corr_str rest;                  /* its fields as they stand */
    corr_str field[PARTIAL_FIELDS]; /* escaped; valid as long as the line */
} partial_line;

/* The name of a line: "frame". */
corr_str partial_name(partial_tag tag);
/* Splits a line.  A line with another name or number of fields gets
 * PARTIAL_TAGS. */
partial_line partial_split(corr_str line);

/* The text of a field.  Its memory is of the arena if it has escapes; NULL:
 * memory is out. */
corr_str partial_text(corr_str field, corr_arena *a);
/* Appends a text as a field.  False: memory is out. */
typedef corr_vec(char) partial_buffer;
bool partial_put_text(partial_buffer *to, corr_str text);
bool partial_put(partial_buffer *to, corr_str bytes);
bool partial_put_tab(partial_buffer *to);
/* CORR_NO_TIME becomes "-". */
bool partial_put_time(partial_buffer *to, int64_t n);

/* Reads "-" as CORR_NO_TIME. */
bool partial_time(corr_str field, int64_t *n);
/* Reads a decimal number of up to 128 bits. */
bool partial_number(corr_str field, partial_wide *n);

typedef struct partial_sum {
    uint32_t recording, kind, process, stack;
    int64_t bucket; /* CORR_NO_TIME: known as that of its recording */
    int64_t n, value;
    partial_wide squares;
} partial_sum;

/* Reads the fields of a sum.  False: one is no number, or a table has not so
 * many lines (size: by tag). */
bool partial_read_sum(const partial_line *line,
                      const uint32_t size[PARTIAL_TAGS], partial_sum *to);

/* Walks the frames of a stack.  False: there are no more, or *bad was set. */
bool partial_next_frame(corr_str *frames, uint32_t nframe, uint32_t *frame,
                        bool *bad);

/* ---- names --------------------------------------------------------------- */

/* Flags of a kind as words with + between; "-": none. */
bool partial_put_flags(partial_buffer *to, unsigned flags);
unsigned partial_flags(corr_str field);
bool partial_unit(corr_str field, corr_unit *unit);
corr_str partial_wait_name(corr_wait wait);

/* ---- slices (partial_cut.c) ---------------------------------------------- */

corr_code partial_cut(corr_slice *s, corr_out *out, corr_err *err);
/* partial_write.c */
corr_code partial_write(const corr_sel *const *sel, size_t n, corr_out *out,
                        corr_err *err);

#endif
