/* thread_spans - see thread_spans.h. */
#include "trace/thread_spans.h"

#include "base/base.h"
#include "corr_sort.h"
#include "store/thread_match.h"
#include "trace/span_threads.h"

typedef struct finder {
    threadspans *out;
    const corr_store *st;
    uint32_t in;
    int64_t from, to;
    corr_map first;     /* thread of another input -> 1 + first of fits */
    vec(uint32_t) fits; /* rows of the recording, 0 behind the last */
} finder;

static bool add(finder *f, uint32_t thread, uint32_t span, int64_t from,
                int64_t to)
{
    return from >= f->to || to <= f->from ||
           vec_push(&f->out->row,
                    (threadspan){ { thread, from }, to, INT64_MIN, span });
}

/* The threads of the recording that are this one; a name must be of one
 * only. */
static bool list_fits(finder *f, const input *a, uint32_t thread)
{
    const input *rec = store_input(f->st, f->in);
    const size_t first = f->fits.n;
    thread_fit best = THREAD_NAMED;

    for (uint32_t i = 1; i < rec->thread.n; i++) {
        const thread_fit fit = thread_fits(a, thread, rec, i);
        if (fit > best) {
            f->fits.n = first;
            best = fit;
        }
        if (fit == best && !vec_push(&f->fits, i))
            return false;
    }
    if (best != THREAD_SURE && f->fits.n > first + 1)
        f->fits.n = first;
    return vec_push(&f->fits, 0);
}

static bool add_span(finder *f, uint32_t span)
{
    const span_row *row = store_span(f->st, span);
    const uint32_t from = f->st->spans.at.v[span].input;
    bool is_new;

    if (!row->thread || row->start == 0 || row->start >= f->to ||
        row->end <= f->from || !span_thread_threads(f->st, f->in, span))
        return true;
    uint32_t *at =
        corr_map_u64(&f->first, (uint64_t)from << 32 | row->thread, &is_new);
    if (!at)
        return false;
    if (is_new) {
        *at = (uint32_t)f->fits.n;
        if (!list_fits(f, store_input(f->st, from), row->thread))
            return false;
    }
    for (size_t i = *at; f->fits.v[i]; i++)
        if (!add(f, f->fits.v[i], span, row->start, row->end))
            return false;
    return true;
}

static bool add_activations(finder *f, const segment *g)
{
    for (size_t i = 0; i < g->n && g->time[i] < f->to; i++) {
        if (g->time[i] == CORR_NO_TIME || !g->span[i] || !g->thread[i] ||
            g->dur[i] <= 0)
            continue;
        const uint32_t span =
            spans_find(&f->st->spans, segment_trace(g, i), g->span[i], NULL);
        if (span && !add(f, g->thread[i], span, g->time[i],
                         add_clamped(g->time[i], g->dur[i])))
            return false;
    }
    return true;
}

SORT_BY(threadspan_by_thread, threadspan,
        THEN(threadtime_order(&a->at, &b->at)), DESC(to), ASC(span))

static void put_in_order(threadspans *t)
{
    if (t->row.n)
        qsort(t->row.v, t->row.n, sizeof *t->row.v, threadspan_by_thread);
    for (size_t i = 0; i < t->row.n; i++) {
        threadspan *r = &t->row.v[i];
        const bool is_first = i == 0 || r[-1].at.thread != r->at.thread;
        r->latest = is_first ? r->to : max_i64(r[-1].latest, r->to);
    }
}

bool threadspans_of(threadspans *t, const corr_store *st, uint32_t in,
                    int64_t from, int64_t to)
{
    const input *rec = store_input(st, in);
    finder f = { .out = t, .st = st, .in = in, .from = from, .to = to };
    bool ok = true;

    *t = (threadspans){ 0 };
    for (uint32_t i = 1; ok && i < st->spans.at.n; i++)
        ok = add_span(&f, i);
    for (size_t s = 1; ok && s < rec->segment.n; s++) {
        const segment *g = &rec->segment.v[s];
        if ((rec->kind.v[g->kind].flags & CORR_KIND_CONTEXT) && g->time &&
            g->dur && g->thread && g->span)
            ok = add_activations(&f, g);
    }
    corr_map_clear(&f.first);
    vec_free(&f.fits);
    put_in_order(t);
    return ok;
}

void threadspans_clear(threadspans *t)
{
    vec_free(&t->row);
}

uint32_t threadspans_at(const threadspans *t, uint32_t thread, int64_t from,
                        int64_t to)
{
    size_t i = threadtime_first(t->row.n ? &t->row.v[0].at : NULL, t->row.n,
                                sizeof *t->row.v, thread, to);
    int64_t most = 0;
    int64_t length = 0;
    uint32_t best = 0;

    while (i-- > 0 && t->row.v[i].at.thread == thread &&
           t->row.v[i].latest > from) {
        const threadspan *r = &t->row.v[i];
        const int64_t part = min_i64(r->to, to) - max_i64(r->at.from, from);
        const int64_t mine = sub_clamped(r->to, r->at.from);
        if (part > most || (part == most && part > 0 && mine < length)) {
            most = part;
            length = mine;
            best = r->span;
        }
    }
    return best;
}
