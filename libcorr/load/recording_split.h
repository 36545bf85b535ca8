/*
 * recording_split - splits a file that holds recordings of several processes.
 *
 * Such a file is a concatenation.  A piece that continues another is of the
 * same process; where that breaks off, the format looks up the process.  Each
 * process becomes a walk_file of its own, with its parts of the file.  If the
 * process of one piece is unknown, the file stays whole; then the reader knows
 * that it is of several.
 */
#ifndef CORR_RECORDING_SPLIT_H
#define CORR_RECORDING_SPLIT_H

#include "load/find_files.h"
#include "load/recording_parts_file.h"

typedef struct part_split {
    bool follow;      /* all pieces continue one another */
    uint8_t *process; /* [pieces] number of the process of each; NULL: one
                         process, or one is unknown */
    size_t n;         /* processes that were told apart, or 0 */
} part_split;

/* Fills in *split for a file.  limits NULL: processes are not looked up;
 * otherwise up to this many threads look them up.  parts_split_clear frees it.
 * False: out of memory. */
bool parts_split_find(part_split *split, const part_file *f,
                      const corr_limits *limits, size_t threads) CORR_CHECK;
void parts_split_clear(part_split *split);
/* Whether a file may be split although the other one exists: the other shares
 * no piece with it, all pieces, or those of one process.  Then shared pieces are
 * found as equal content, and the files need not be joined. */
bool parts_split_may(const part_split *split, const part_file *f,
                     const part_file *other);
/* Replaces file i of the walk by one file per process, in order, if f can be
 * split.  False: out of memory. */
bool parts_split(walk *w, size_t i, const part_file *f,
                 const part_split *split) CORR_CHECK;

#endif
