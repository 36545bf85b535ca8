/*
 * corr_format.h - the header that readers include: corr_read.h (formats and
 * samples), corr_build.h (everything else a reader may add), and pieces of a
 * recording.  Writers and cutters include corr_write.h.
 */
#ifndef CORR_FORMAT_H
#define CORR_FORMAT_H

#include "corr_build.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- files that are pieces of one recording ------------------------------ */

/* A piece of a recording.  Pieces follow each other in one file or in several,
 * and each can be read by itself.  The format defines mark. */
struct corr_part {
    int64_t from, to; /* ns since 1970 */
    uint64_t bytes;   /* size of the piece; the next one may follow behind it;
                         0: no piece follows */
    int64_t mark[4];
    bool open;  /* the piece is incomplete */
    bool alone; /* no other piece continues this one */
};

/* ---- probes -------------------------------------------------------------- */

/* The number of the head that this thread's formats probe now; each head has
 * another.  What one probe finds out about a place of it, the next one may use.
 * 0: the place is in no such head, and its bytes may change. */
uint64_t corr_probed_head(const uint8_t *place);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
