/*
 * same_process - whether two inputs speak of one process (corr-methods 0).
 *
 * A process is known by its instance, its container, its pod, its number on a
 * host, or its service on a host.  Two rows may have several of these in common
 * that disagree; the order in which they are asked is the rule.  Rows of the
 * nil process are like nothing.  All of it is pure and cannot fail.
 */
#ifndef CORR_SAME_PROCESS_H
#define CORR_SAME_PROCESS_H

#include "model/input.h"

typedef enum proc_likeness {
    PROC_UNKNOWN, /* nothing that both say decides */
    PROC_SAME,
    PROC_OTHER
} proc_likeness;

/* Process p of input a and q of b, for recordings that are compared with each
 * other.  A difference of hosts or pids separates them, unless they agree on
 * something closer to the process: a recorder outside of a container knows the
 * process by another number. */
proc_likeness same_process(const input *a, uint32_t p, const input *b,
                           uint32_t q);
/* The same as spans number processes (spans.h): the first that both say decides,
 * and two services are two processes. */
proc_likeness same_process_numbered(const input *a, uint32_t p, const input *b,
                                    uint32_t q);
/* Whether both give the process a number, on what may be one host, and these
 * differ. */
bool same_process_other_pid(const input *a, uint32_t p, const input *b,
                            uint32_t q);

/* How far a row says which process it is; replicas of a service look alike in
 * all else. */
typedef enum proc_told {
    PROC_TOLD_NOT,
    PROC_TOLD_PLACE, /* its container or pod, which may hold several */
    PROC_TOLD_ONE    /* its instance, or its number on a host */
} proc_told;

proc_told same_process_told(const proc_row *p);

#endif
