/*
 * load_calls - sides of calls between processes, as evidence about their clocks.
 *
 * A question about one trace reads that trace only, and one trace says little
 * about clocks.  So some of the file is read beside it, however the question
 * chooses what it reads: the beginning and, of a plain file of lines, pieces
 * at equal distances.  That much is read of a file of any size, it depends on
 * nothing but the bytes of the file, and the rows it makes are thrown away but
 * for the sides of calls.
 */
#ifndef CORR_CALLS_H
#define CORR_CALLS_H

#include "source/source.h"
#include "store/store.h"

/* Decoded bytes that are read of all files together, and of one at most and
 * at least. */
enum {
    LOAD_CALLS_ALL = 16 << 20,
    LOAD_CALLS_FILE = 1 << 20,
    LOAD_CALLS_LEAST = 16 << 10,
    LOAD_CALLS_PIECES = 8 /* of half of that, behind the beginning */
};

/* What may be read of one file among n. */
size_t load_calls_budget(size_t n);

/* Fills in->call from what stands in a file that in was read from.  False: out
 * of memory. */
bool load_calls_sample(input *in, int fd, const corr_limits *limits,
                       size_t budget);
/* The same of what cannot be read twice, before it is read: the beginning.
 * calls is an input with the name and the format of in; load_calls_move takes what
 * it has when in is there. */
bool load_calls_sample_pipe(input *calls, corr_src *src, size_t budget);
bool load_calls_move(input *in, input *calls);

#endif
