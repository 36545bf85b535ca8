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

/* Makes a sink fail with an errno: a part of what it shall get cannot be made. */
void out_fail(corr_out *out, int sys);

/* Receives the bytes of a sink, in blocks; returns 0, or an errno. */
typedef int out_fn(void *ctx, const char *p, size_t n);

/* A sink that hands its bytes over.  NULL: out of memory. */
corr_out *out_to(out_fn *to, void *ctx);

#endif
