/*
 * call - one side of a call between two processes, as a span shows it.
 *
 * A client span and its server span see the same call on two clocks, so a pair
 * of sides is evidence about those clocks (store/clock_hosts.h).  The functions
 * are pure and read sealed rows.
 */
#ifndef CORR_CALL_H
#define CORR_CALL_H

#include "model/input.h"

/* Fills *call from a client, producer, server or consumer span.  The caller
 * fills in call->clock.  False: the span is no side of a call, or its times are
 * unfit to compare clocks. */
bool call_side_of(const span_row *span, call_row *call);

/* The name of the clock that stamped a process: its host, or its service if the
 * host is unknown.  Empty if both are unknown. */
corr_str call_clock_name(const input *in, const proc_row *proc);

#endif
