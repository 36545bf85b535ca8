/*
 * recording_split - a file in which recordings of several processes stand.
 *
 * Somebody wrote one behind the other.  What goes on another is of the same
 * process; where that breaks off the format is asked whose it is.  Each process
 * becomes a file of its own, with its parts of the one that lies there.  Where
 * one of them does not say whose it is, the file stays as it is: then the
 * reader knows that it is of several.
 */
#ifndef CORR_PIECES_SPLIT_H
#define CORR_PIECES_SPLIT_H

#include "load/find_files.h"
#include "load/recording_parts_file.h"

typedef struct part_split {
    bool follow;      /* all pieces of the file go on one another */
    uint8_t *process; /* [pieces] a number for that of each; NULL: they are of
                         one, or one does not say */
    size_t n;         /* processes that are told apart, or 0 */
} part_split;

/* Fills in what is known of a file; limits: NULL: it is not asked whose its
 * pieces are, else so many threads do.  parts_split_clear frees it.  False: out of memory. */
bool parts_split_find(part_split *split, const part_file *f,
                      const corr_limits *limits, size_t threads) CORR_CHECK;
void parts_split_clear(part_split *split);
/* Whether a file can be taken apart, and each of the others, of which it may be
 * one, has no piece of it, all of them or those of one process: then what both
 * have is found to be the same content, and needs not be read as one. */
bool parts_split_may(const part_split *split, const part_file *f,
                     const part_file *const *other, size_t n);
/* Takes apart, if that can be done, what stands at i of the walk, of which f is
 * known; what it becomes stands there, in order.  False: out of memory. */
bool parts_split(walk *w, size_t i, const part_file *f,
                 const part_split *split) CORR_CHECK;

#endif
