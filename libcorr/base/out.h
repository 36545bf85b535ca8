/*
 * out - a byte sink: a file descriptor or memory.
 *
 * Its functions are corr_put and kin of corr_format.h and corr_out_fd and kin
 * of corr_report.h.  The first failure stays: later bytes are dropped, and
 * corr_out_close says what it was.  A descriptor is borrowed, memory is owned.
 */
#ifndef CORR_OUT_H
#define CORR_OUT_H

#include "corr_bytes.h"

/* Writes what is buffered now; false: the sink has failed.  Nothing to do for
 * memory. */
bool out_flush(corr_out *out);

#endif
