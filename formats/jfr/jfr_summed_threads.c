/*
 * Threads and times of events that are only summed.
 *
 * Such events leave no rows.  Their threads still become threads of the file,
 * and their first and last times become times of their kind.
 */
#include "jfr/jfr.h"

#include <stdlib.h>

/* Threads noted per chunk, at most. Further threads are known only from other
 * events. */
enum { THREADS = 1 << 20 };

/* Notes a thread. The thread is made later, because its constants may follow
 * the event. */
void jfr_note_thread(jfr *j, int64_t key)
{
    jfr_summed_threads *l = &j->sums.threads;
    bool is_new;

    if (l->thread.n == THREADS)
        return;
    if (!corr_map_u64(&l->seen, (uint64_t)key, &is_new) ||
        (is_new && !corr_vec_push(NULL, &l->thread, key)))
        jfr_no_memory(j);
}

void jfr_note_thread_and_time(jfr *j, jfr_act *a, int64_t ticks, int64_t thread)
{
    if (ticks != INT64_MIN) {
        a->first = ticks < a->first ? ticks : a->first;
        a->last = ticks > a->last ? ticks : a->last;
    }
    if (thread != a->thread)
        jfr_note_thread(j, a->thread = thread);
}

void jfr_note_time_of_kind(jfr *j, const jfr_meaning *m, int64_t ns)
{
    corr_sums *s = &j->file->kinds.sums[jfr_place(m)];
    const bool is_first = !s->from && !s->to;

    if (ns == CORR_NO_TIME)
        return;
    s->from = is_first || ns < s->from ? ns : s->from;
    s->to = is_first || ns > s->to ? ns : s->to;
}

void jfr_summed_threads_empty(jfr_summed_threads *l)
{
    l->thread.n = 0;
    corr_map_clear(&l->seen);
}

void jfr_make_summed_threads(jfr *j)
{
    for (uint32_t i = 0; i < j->sums.threads.thread.n; i++)
        jfr_thread(j, j->sums.threads.thread.v[i]);
    jfr_summed_threads_empty(&j->sums.threads);
}

void jfr_summed_threads_clear(jfr_summed_threads *l)
{
    corr_map_clear(&l->seen);
    corr_vec_free(&l->thread);
}
