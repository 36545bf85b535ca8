/*
 * reader - steps that many readers share.
 *
 * A function that needs memory and gets none fails the builder, and its result
 * is NULL or empty.
 */
#ifndef CORR_READER_H
#define CORR_READER_H

#include "corr_format.h"

/* Fails the builder, because memory is out. */
void reader_no_memory(corr_build *b);
/* The value of a key, which is added if it is new; the value of a new key
 * is 0. */
uint32_t *reader_entry(corr_build *b, corr_map *m, const void *key, size_t n);
uint32_t *reader_number_entry(corr_build *b, corr_map *m, uint64_t key);
/* A copy that lives as long as the arena. */
corr_str reader_keep(corr_build *b, corr_arena *a, corr_str text);

/* period: in unit, 0 unknown. */
corr_kind reader_kind(corr_build *b, const char *name, const char *type,
                      corr_unit unit, int64_t period, unsigned flags);
/* Each text may be empty. */
corr_frame reader_frame(corr_build *b, corr_str name, corr_str file,
                        corr_str module, uint32_t line, corr_frame_type type);
/* Sets the process of all samples, of which only the name of its program is
 * known.  False: the name is of no file. */
bool reader_program(corr_build *b, corr_str name);

#endif
