/*
 * out - a byte sink: a file descriptor or memory.
 *
 * The functions are corr_put... in corr_format.h and corr_out_... in
 * corr_report.h.  The first failure is sticky: later bytes are dropped, and
 * corr_out_close reports the failure.  A descriptor is borrowed, memory is
 * owned.
 */
#ifndef CORR_OUT_H
#define CORR_OUT_H

#include "corr_bytes.h"

/* Writes the buffered bytes; false: the sink has failed.  Does nothing for a
 * memory sink. */
bool out_flush(corr_out *out);

#endif
