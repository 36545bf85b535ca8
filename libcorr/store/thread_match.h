/*
 * thread_match - whether a thread of one input is a thread of another (corr-methods 1.1,
 * 1.4).
 *
 * A runtime's number for a thread and the system's are never compared with
 * each other, unless it is known that what spans call the runtime's is the
 * system's (process_numbers); a name decides only where no number can.
 */
#ifndef CORR_THREAD_H
#define CORR_THREAD_H

#include "model/input.h"

typedef enum thread_fit {
    THREAD_OTHER, /* or nothing of them can be compared */
    THREAD_CUT,   /* the same name, one of the two cut at 15 characters */
    THREAD_NAMED, /* the same name */
    THREAD_SURE   /* the same number */
} thread_fit;

thread_fit thread_fits(const input *a, uint32_t thread, const input *b,
                       uint32_t other);

/* Whether both have names, and these may be of one thread. */
bool thread_named_alike(const input *a, uint32_t thread, const input *b,
                        uint32_t other);

/* Equal for threads whose names may fit; 0: it has no name. */
uint64_t thread_name_key(const input *in, uint32_t thread);

/* How surely it is the same thread, where k threads of the other input fit as
 * well: `id` of corr-methods 1.1. */
double thread_certainty(thread_fit fit, uint32_t k);

#endif
