/*
 * thread_index - which threads of one input are a given thread of another.
 *
 * Threads are found by the runtime's number, else by the system's, else by
 * name, and only those that fit best count (thread_match.h).  All memory is the
 * arena's.  An index serves one thread at a time, and finding never fails.
 */
#ifndef CORR_THREAD_INDEX_H
#define CORR_THREAD_INDEX_H

#include "store/thread_match.h"

enum { THREAD_INDEX_KEYS = 3 }; /* runtime's number, system's number, name */

typedef struct thread_index {
    const input *in; /* NULL: not made yet */
    size_t pairs; /* threads compared so far, for callers that have a limit */
    bool has_vm, has_os; /* some thread has such a number */
    /* private below */
    uint32_t mask;
    uint32_t *first[THREAD_INDEX_KEYS]; /* [mask + 1] by hash; 0: none */
    uint32_t *next[THREAD_INDEX_KEYS];  /* [threads] */
    uint32_t *row;                      /* [threads] the last answer */
} thread_index;

/* Rows of the thread table, ascending; they hold until the next question. */
typedef struct thread_found {
    const uint32_t *row;
    uint32_t n;
    thread_fit fit; /* of each of them; THREAD_OTHER: n is 0 */
} thread_found;

/* Made once: an index that was made stays as it is, { 0 } was not.
 * names_virtual: whether a virtual thread may be found by its name.  False: out
 * of memory. */
bool thread_index_of(thread_index *x, const input *in, bool names_virtual,
                     corr_arena *arena) CORR_CHECK;

/* The threads that are this one of another input; thread 0 fits none. */
thread_found thread_index_find(thread_index *x, const input *from,
                               uint32_t thread);
/* Whether a thread that was not found is surely missing: its number can be
 * compared with numbers of the input. */
bool thread_index_compares(const thread_index *x, const input *from,
                           uint32_t thread);

/* Whether it is known which thread it is: by number, or by a name that only one
 * has. */
static inline bool thread_found_one(const thread_found *f)
{
    return f->n > 0 && (f->fit == THREAD_SURE || f->n == 1);
}

#endif
