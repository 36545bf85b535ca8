/*
 * load_calls - sides of calls between processes, as evidence about their
 * clocks.
 *
 * A question about one trace reads that trace only, and one trace says little
 * about clocks.  So some more of the file is sampled: its beginning and, for a
 * plain file of lines, pieces at equal distances.  The sample has the same size
 * for a file of any size and depends only on the bytes of the file.  Its rows
 * are dropped; only the sides of calls are kept.
 */
#ifndef CORR_LOAD_CALLS_H
#define CORR_LOAD_CALLS_H

#include "source/source.h"
#include "store/store.h"

/* Decoded bytes to sample: of all files together, of one file at most, of one
 * file at least. */
enum {
    LOAD_CALLS_ALL = 16 << 20,
    LOAD_CALLS_FILE = 1 << 20,
    LOAD_CALLS_LEAST = 16 << 10,
    LOAD_CALLS_PIECES = 8 /* of half the budget, behind the beginning */
};

/* The bytes to sample of one file among n. */
size_t load_calls_budget(size_t n);

/* Fills in->calls from the file that in was read from.  False: out of
 * memory. */
bool load_calls_sample(input *in, int fd, const corr_limits *limits,
                       size_t budget);
/* The same for a pipe, before it is read: samples its beginning without using
 * it up.  calls is an input with the name and the format of in.
 * load_calls_move moves the sides into in once it is read. */
bool load_calls_sample_pipe(input *calls, corr_src *src, size_t budget);
bool load_calls_move(input *in, input *calls);

#endif
