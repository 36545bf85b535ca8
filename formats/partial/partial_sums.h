/*
 * partial_sums - sums of samples by recording, kind, process, stack and bucket of
 * time.
 *
 * Lines of tables are added first and get numbers, from 0, in the order in which
 * they come; equal lines get equal numbers.  What is written is sorted by
 * content.  Memory: the distinct lines, stacks and sums.
 */
#ifndef CORR_PARTIAL_SUMS_H
#define CORR_PARTIAL_SUMS_H

#include "partial/partial.h"

typedef struct partial_sums partial_sums;

/* NULL: out of memory. */
partial_sums *partial_sums_new(void) CORR_CHECK;
void partial_sums_free(partial_sums *s);

/* The number of a line of a table with text fields, by its fields as they
 * stand.  Failure is remembered. */
uint32_t partial_add_line(partial_sums *s, partial_tag tag, corr_str fields);
/* The number of a recording whose sums will follow, and then its fields. */
uint32_t partial_open_recording(partial_sums *s);
/* Sets the fields of a recording.  False: one with the same digest was there
 * before, so this one and its sums do not count; or memory is out. */
bool partial_close_recording(partial_sums *s, uint32_t recording,
                             corr_str fields);
/* The number of a stack of frames, root first. */
uint32_t partial_add_stack(partial_sums *s, const uint32_t *frame, size_t n);
/* A text of 32 hexadecimal digits that names the content of a stack. */
corr_str partial_stack_hash(const partial_sums *s, uint32_t stack);
uint32_t partial_stacks(const partial_sums *s);
/* The numbers of its frames, root first; valid until a stack is added. */
const uint32_t *partial_stack_frames(const partial_sums *s, uint32_t stack,
                                     uint32_t *n);
/* The number of lines of a table, and the fields of one as they stand. */
uint32_t partial_lines(const partial_sums *s, partial_tag tag);
corr_str partial_fields(const partial_sums *s, partial_tag tag, uint32_t line);
/* Adds a sum to the one of the same recording, kind, process, stack and
 * bucket. */
void partial_add_sum(partial_sums *s, const partial_sum *sum);

/* CORR_ENOMEM, CORR_ELIMIT if a sum is too large for 64 bits, or CORR_OK. */
corr_code partial_sums_failed(const partial_sums *s, corr_err *err);
/* Writes the whole; afterwards nothing can be added. */
corr_code partial_sums_write(partial_sums *s, corr_out *out, corr_err *err);

#endif
