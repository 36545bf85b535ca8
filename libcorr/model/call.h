/*
 * call - one side of a call between two processes, as a span shows it.
 *
 * A client span and its server span see the same call on two clocks, so pairs
 * of sides are evidence about those clocks (store/clock_hosts.h).  Pure
 * functions of sealed rows.
 */
#ifndef CORR_CALL_H
#define CORR_CALL_H

#include "model/input.h"

/* Fills *call from a client, producer, server or consumer span; its member
 * clock is the caller's.  False: the span is no side of a call, or its times
 * are not fit to compare clocks. */
bool call_side_of(const span_row *span, call_row *call);

/* The clock that stamped a process: the name of its host, or of its service
 * where the host is unknown; empty where both are. */
corr_str call_clock_name(const input *in, const proc_row *proc);

#endif
