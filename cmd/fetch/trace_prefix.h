/*
 * trace_prefix - whole trace ids for one that was typed short.
 *
 * Servers know whole ids only.  The texts of a folder may have the whole one:
 * exemplars of metrics, answers to searches, the notes of a case.
 */
#ifndef CORR_FETCH_TRACE_PREFIX_H
#define CORR_FETCH_TRACE_PREFIX_H

#include "corr_bytes.h"

enum { TRACE_PREFIX_IDS = 3, TRACE_PREFIX_HEX = 33 };

typedef struct trace_prefix {
    char id[TRACE_PREFIX_IDS][TRACE_PREFIX_HEX]; /* the first ones */
    size_t n; /* different ids; more than TRACE_PREFIX_IDS are not counted */
} trace_prefix;

/* Adds the ids of a text that begin with prefix: words of 32 hex digits. */
void trace_prefix_scan(corr_str text, corr_str prefix, trace_prefix *to);

/* Adds those of the files of a folder and of its case.  Binary and compressed
 * files are read as they are.  At most 64 MB are read. */
void trace_prefix_find(const char *dir, corr_str prefix, trace_prefix *to);

#endif
