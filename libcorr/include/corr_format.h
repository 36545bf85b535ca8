/*
 * corr_format.h - all that readers include: corr_read.h (a format, samples),
 * corr_build.h (everything else they may push), and pieces of a recording.
 * Writers and cutters include corr_write.h.
 */
#ifndef CORR_FORMAT_H
#define CORR_FORMAT_H

#include "corr_build.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- files that are pieces of one recording ----------------------------------------- */

/* What a recording consists of, be that in one file or in several: one goes on
 * where another ends, and each can be read by itself.  mark is the format's
 * own. */
struct corr_part {
    int64_t from, to; /* ns since 1970 */
    uint64_t bytes;   /* behind them the next may begin; 0: none does */
    int64_t mark[4];
    bool open;  /* what was written of it is not all of it */
    bool alone; /* whatever goes on in another */
};

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
