/*
 * thread_match - whether a thread of one input is a thread of another
 * (corr-methods 1.1, 1.4).
 *
 * A runtime's number is not compared with a system's number, unless spans are
 * known to use the system's numbers (process_numbers).  A name decides only if
 * no number can.
 *
 * The functions only read the inputs and cannot fail.
 */
#ifndef CORR_THREAD_MATCH_H
#define CORR_THREAD_MATCH_H

#include "model/input.h"

typedef enum thread_fit {
    THREAD_OTHER, /* another thread, or nothing to compare */
    THREAD_CUT,   /* the same name, one of the two cut at 15 characters */
    THREAD_NAMED, /* the same name */
    THREAD_SURE   /* the same number */
} thread_fit;

thread_fit thread_fits(const input *a, uint32_t thread, const input *b,
                       uint32_t other);

/* Whether both threads have names that may be of one thread. */
bool thread_named_alike(const input *a, uint32_t thread, const input *b,
                        uint32_t other);

/* A hash that is equal for threads whose names may fit; 0: the thread has no
 * name. */
uint64_t thread_name_key(const input *in, uint32_t thread);

/* How certain a match is if k threads of the other input fit as well: `id` of
 * corr-methods 1.1. */
double thread_certainty(thread_fit fit, uint32_t k);

#endif
