/*
 * thread_index - finds the threads of one input that are a given thread of
 * another.
 *
 * Threads are found by the runtime's number, else by the system's, else by
 * name; only the best fits count (thread_match.h).  The arena owns all memory.
 * An index serves one thread at a time, and a search never fails.
 */
#ifndef CORR_THREAD_INDEX_H
#define CORR_THREAD_INDEX_H

#include "store/thread_match.h"

enum { THREAD_INDEX_KEYS = 3 }; /* runtime's number, system's number, name */

typedef struct thread_index {
    const input *in;     /* NULL: not made yet */
    size_t pairs;        /* threads compared so far, for callers with a limit */
    bool has_vm, has_os; /* some thread has such a number */
    /* private members */
    uint32_t mask;
    uint32_t *first[THREAD_INDEX_KEYS]; /* [mask + 1] by hash; 0: none */
    uint32_t *next[THREAD_INDEX_KEYS];  /* [threads] chains; 0: end */
    uint32_t *row;                      /* [threads] the last result */
} thread_index;

/* Rows of the thread table, ascending; valid until the next search. */
typedef struct thread_found {
    const uint32_t *row;
    uint32_t n;
    thread_fit fit; /* of every row; THREAD_OTHER: n is 0 */
} thread_found;

/* Makes the index; an index that was made stays as it is.  *x is { 0 } before.
 * names_virtual: whether a virtual thread may be found by its name.  False: out
 * of memory. */
bool thread_index_of(thread_index *x, const input *in, bool names_virtual,
                     corr_arena *arena) CORR_CHECK;

/* The threads that are thread `thread` of the input `from`; thread 0 fits none
 * of them. */
thread_found thread_index_find(thread_index *x, const input *from,
                               uint32_t thread);
/* Whether a thread that was not found is certainly missing: its number can be
 * compared with numbers of the input. */
bool thread_index_compares(const thread_index *x, const input *from,
                           uint32_t thread);

/* Whether the thread is unique: found by number, or by a name that only one
 * thread has. */
static inline bool thread_found_one(const thread_found *f)
{
    return f->n > 0 && (f->fit == THREAD_SURE || f->n == 1);
}

#endif
