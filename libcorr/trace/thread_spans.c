#include "trace/thread_spans.h"

#include "base/base.h"
#include "corr_sort.h"
#include "join/activation.h"
#include "store/span_thread.h"
#include "store/thread_index.h"

/* ---- rows ----------------------------------------------------------------- */

SORT_BY(threadspan_by_thread, thread_span,
        THEN(thread_time_order(&a->at, &b->at)), DESC(to), ASC(of))

bool thread_spans_add(thread_spans *t, uint32_t thread, int64_t from,
                      int64_t to, uint32_t of)
{
    return vec_push(&t->row,
                    (thread_span){ { thread, from }, to, INT64_MIN, of });
}

void thread_spans_sort(thread_spans *t)
{
    vec_sort(&t->row, threadspan_by_thread);
    for (size_t i = 0; i < t->row.n; i++) {
        thread_span *r = &t->row.v[i];
        const bool is_first = i == 0 || r[-1].at.thread != r->at.thread;
        r->latest = is_first ? r->to : max_i64(r[-1].latest, r->to);
    }
}

size_t thread_spans_end(const thread_spans *t, uint32_t thread, int64_t to)
{
    return thread_time_first(t->row.n ? &t->row.v[0].at : NULL, t->row.n,
                             sizeof *t->row.v, thread, to);
}

const thread_span *thread_spans_prev(const thread_spans *t, size_t *i,
                                     uint32_t thread, int64_t from)
{
    const thread_span *r = *i > 0 ? &t->row.v[--*i] : NULL;

    return r && r->at.thread == thread && r->latest > from ? r : NULL;
}

/* ---- the spans of a process ------------------------------------------------ */

typedef struct thread_finder {
    thread_spans *out;
    const corr_store *st;
    uint32_t in;
    int64_t from, to;
    thread_index index; /* of the recording */
    corr_arena arena;
} thread_finder;

static bool add_thread_span(thread_finder *f, uint32_t thread, uint32_t span,
                            int64_t from, int64_t to)
{
    return from >= f->to || to <= f->from ||
           thread_spans_add(f->out, thread, from, to, span);
}

/* Lists a span under the thread that it names.  The name must be complete and
 * belong to one thread only. */
static bool list_named_span(thread_finder *f, uint32_t span)
{
    const span_row *row = store_span(f->st, span);
    const input *from = store_input(f->st, f->st->spans.at.v[span].input);

    stretch seen;

    if (!row->thread || !span_seen(row, &seen) || seen.from >= f->to ||
        seen.to <= f->from || !span_thread_threads(f->st, f->in, span))
        return true;
    if (!thread_index_of(&f->index, store_input(f->st, f->in), true, &f->arena))
        return false;
    const thread_found found = thread_index_find(&f->index, from, row->thread);
    const bool is_known = found.fit >= THREAD_NAMED && thread_found_one(&found);
    for (uint32_t i = 0; is_known && i < found.n; i++)
        if (!add_thread_span(f, found.row[i], span, seen.from, seen.to))
            return false;
    return true;
}

static bool list_activations(thread_finder *f)
{
    activation_row a = { 0 };

    while (activation_next(store_input(f->st, f->in), &a)) {
        const segment *g = a.g;
        const size_t i = a.row;
        if (!g->time || !g->dur || !g->span || g->time[i] >= f->to) {
            a.row = g->n; /* later rows are no better */
            continue;
        }
        if (g->time[i] == CORR_NO_TIME || !g->span[i] || !g->thread[i] ||
            g->dur[i] <= 0)
            continue;
        const uint32_t span = activation_span(f->st, f->in, g, i);
        if (span && !add_thread_span(f, g->thread[i], span, g->time[i],
                                     add_clamped(g->time[i], g->dur[i])))
            return false;
    }
    return true;
}

bool thread_spans_of(thread_spans *t, const corr_store *st, uint32_t in,
                     int64_t from, int64_t to)
{
    thread_finder f = { .out = t,
                        .st = st,
                        .in = in,
                        .from = from,
                        .to = to,
                        .arena.limit = SIZE_MAX };
    bool ok = true;

    *t = (thread_spans){ 0 };
    for (uint32_t i = 1; ok && i < st->spans.at.n; i++)
        ok = list_named_span(&f, i);
    ok = ok && list_activations(&f);
    corr_arena_clear(&f.arena);
    thread_spans_sort(t);
    return ok;
}

void thread_spans_clear(thread_spans *t)
{
    vec_free(&t->row);
}

uint32_t thread_spans_at(const thread_spans *t, uint32_t thread, int64_t from,
                         int64_t to)
{
    size_t i = thread_spans_end(t, thread, to);
    int64_t most = 0, length = 0;
    uint32_t best = 0;

    for (const thread_span *r; (r = thread_spans_prev(t, &i, thread, from));) {
        const int64_t part = min_i64(r->to, to) - max_i64(r->at.from, from);
        const int64_t mine = sub_clamped(r->to, r->at.from);
        if (part > most || (part == most && part > 0 && mine < length)) {
            most = part;
            length = mine;
            best = r->of;
        }
    }
    return best;
}
