/*
 * same_process - whether two inputs are about one process (corr-methods 0).
 *
 * A process is identified by its instance, its container, its pod, its pid on a
 * host, or its service on a host.  Two rows may have several of these in common
 * and disagree; the order of the rules decides.  The nil process equals no
 * process.  The functions are pure and cannot fail.
 */
#ifndef CORR_SAME_PROCESS_H
#define CORR_SAME_PROCESS_H

#include "model/input.h"

typedef enum proc_likeness {
    PROC_UNKNOWN, /* no rule applies to both */
    PROC_SAME,
    PROC_OTHER
} proc_likeness;

/* Compares process p of input a and q of b, for recordings that are compared
 * with each other.  A different host or pid separates them, unless they agree
 * on something closer to the process: a recorder outside of a container sees
 * another pid. */
proc_likeness same_process(const input *a, uint32_t p, const input *b,
                           uint32_t q);
/* The same comparison, for numbering the processes of spans (spans.h): the
 * first rule that both rows have data for decides, and different services are
 * different processes. */
proc_likeness same_process_numbered(const input *a, uint32_t p, const input *b,
                                    uint32_t q);
/* Whether the pids of both differ and the hosts may be the same. */
bool same_process_other_pid(const input *a, uint32_t p, const input *b,
                            uint32_t q);

/* How exactly a row identifies its process.  Replicas of a service are alike in
 * everything else. */
typedef enum proc_told {
    PROC_TOLD_NOT,
    PROC_TOLD_PLACE, /* container or pod, which may hold several */
    PROC_TOLD_ONE    /* instance, or pid on a host */
} proc_told;

proc_told same_process_told(const proc_row *p);

#endif
