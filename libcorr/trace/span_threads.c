/* span_threads - see span_threads.h. */
#include "trace/span_threads.h"

#include "base/base.h"
#include "store/thread_match.h"

bool span_thread_process(const corr_store *st, uint32_t in, uint32_t span)
{
    const process_match *t = &st->match.v[in];
    const spans *s = &st->spans;

    return t->used && t->proc && t->proc == s->proc.v[span];
}

bool span_thread_threads(const corr_store *st, uint32_t in, uint32_t span)
{
    return span_thread_process(st, in, span) && !st->match.v[in].apart;
}

bool span_thread_names(const corr_store *st, uint32_t span, uint32_t in,
                       uint32_t thread)
{
    const span_row *row = store_span(st, span);

    return thread_fits(store_input(st, st->spans.at.v[span].input), row->thread,
                       store_input(st, in), thread) >= THREAD_NAMED;
}

/* ---- activations ----------------------------------------------------- */

static bool is_context(const input *in, const segment *g)
{
    return (in->kind.v[g->kind].flags & CORR_KIND_CONTEXT) && g->span &&
           g->thread;
}

/* The only request of an input's process in the trace, or UINT32_MAX. */
static uint32_t request_of(const span_threads *h, uint32_t i)
{
    const corr_store *st = h->w->store;
    const uint32_t root =
        spans_root_in(&st->spans, h->w->facts.trace, st->match.v[i].proc, NULL);

    return root ? corr_waterfall_find(h->w, store_span(st, root)->id)
                : UINT32_MAX;
}

/* The span that a row names, or the request, if it names the trace. */
static uint32_t worked_for(const span_threads *h, const segment *g, size_t row,
                           uint32_t request)
{
    const uint32_t at =
        g->span[row] ? corr_waterfall_find(h->w, g->span[row]) : UINT32_MAX;
    const corr_trace_id trace = segment_trace(g, row);
    const corr_trace_id asked = h->w->facts.trace;

    if (at == UINT32_MAX && trace.lo == asked.lo && trace.hi == asked.hi)
        return request;
    return at;
}

static void take_activations(span_threads *h, uint32_t i, const segment *g)
{
    const uint32_t request = request_of(h, i);

    for (size_t row = 0; row < g->n; row++) {
        const uint32_t at = worked_for(h, g, row, request);
        if (at == UINT32_MAX || !g->thread[row] ||
            !span_thread_process(h->w->store, i, h->w->span[at]))
            continue;
        span_thread_thread *t = &h->active[at];
        if (t->thread && (t->input != i || t->thread != g->thread[row]))
            t->many = true;
        else
            *t = (span_thread_thread){ i, g->thread[row], t->many };
    }
}

bool span_threads_of(span_threads *h, const corr_waterfall *w,
                     corr_arena *arena)
{
    *h = (span_threads){ .w = w, .arena = arena };
    for (uint32_t i = 0; i < w->store->input.n; i++) {
        const input *in = store_input(w->store, i);
        for (uint32_t g = 1; g < in->segment.n; g++) {
            if (!is_context(in, &in->segment.v[g]))
                continue;
            if (!h->active)
                h->active = corr_arena_new(arena, span_thread_thread, w->n);
            if (!h->active)
                return false;
            take_activations(h, i, &in->segment.v[g]);
        }
    }
    return true;
}

/* The thread that was activated for a span that names none itself. */
static span_thread_thread activated(const span_threads *h, uint32_t i)
{
    if (!h->active || waterfall_row(h->w, i)->thread)
        return (span_thread_thread){ 0 };
    return h->active[i];
}

bool span_threads_same(const span_threads *h, uint32_t i, uint32_t k)
{
    const spans *s = &h->w->store->spans;
    const span_thread_thread a = activated(h, i);
    const span_thread_thread b = activated(h, k);
    const uint32_t one = h->w->span[i];
    const uint32_t two = h->w->span[k];

    if (s->proc.v[one] != s->proc.v[two] ||
        spans_service(s, one) != spans_service(s, two))
        return false;
    if (a.thread && b.thread)
        return !a.many && !b.many && a.input == b.input && a.thread == b.thread;
    if (a.thread)
        return !a.many &&
               span_thread_names(h->w->store, two, a.input, a.thread);
    if (b.thread)
        return !b.many &&
               span_thread_names(h->w->store, one, b.input, b.thread);
    return span_thread_names(h->w->store, one, s->at.v[two].input,
                             store_span(h->w->store, two)->thread);
}

/* ---- the threads of an input ------------------------------------------ */

/* Whether the numbers of threads can be compared at all: one that is not
 * there then was not seen. */
static bool is_numbered_alike(const input *a, uint32_t thread, const input *b)
{
    const thread_row *t = &a->thread.v[thread];

    for (size_t i = 1; i < b->thread.n; i++)
        if ((t->vm_id && b->thread.v[i].vm_id) ||
            ((t->os_id || (b->numbered && t->vm_id)) && b->thread.v[i].os_id))
            return true;
    return false;
}

/* Marks the rows that fit best.  Of several that only have the name, nobody
 * knows which it is. */
static bool mark_fitting(const input *a, uint32_t thread, const input *b,
                         uint8_t *is)
{
    thread_fit best = THREAD_OTHER;
    size_t n = 0;

    for (uint32_t i = 1; i < b->thread.n; i++) {
        const thread_fit fit = thread_fits(a, thread, b, i);
        if (fit > best) {
            memset(is, 0, i);
            best = fit;
            n = 0;
        }
        is[i] = fit == best && fit != THREAD_OTHER;
        n += is[i];
    }
    if (best != THREAD_SURE && n > 1)
        memset(is, 0, b->thread.n);
    return (best == THREAD_SURE || n == 1) || is_numbered_alike(a, thread, b);
}

/* Whether an input has rows of threads at times, whatever they say. */
static bool tells_threads(const input *in)
{
    for (size_t g = 1; g < in->segment.n; g++)
        if (in->segment.v[g].thread && in->segment.v[g].time)
            return true;
    return false;
}

static void note_virtual(home *out, const input *in, const uint8_t *is)
{
    for (size_t i = 1; i < in->thread.n; i++)
        out->is_virtual =
            out->is_virtual || (is[i] && in->thread.v[i].is_virtual);
}

static bool look_in(home *out, const span_threads *h, uint32_t i, uint32_t in)
{
    const corr_store *st = h->w->store;
    const input *rec = store_input(st, in);
    const span_thread_thread t = activated(h, i);
    const uint32_t from =
        t.thread ? t.input : st->spans.at.v[h->w->span[i]].input;
    const uint32_t thread =
        t.thread ? t.thread : waterfall_row(h->w, i)->thread;
    uint8_t *is = corr_arena_new(h->arena, uint8_t, rec->thread.n + 1);

    if (!is)
        return false;
    const bool fits = mark_fitting(store_input(st, from), thread, rec, is);
    if (from == in)
        is[thread] = 1;
    if (fits || from == in) {
        out->is[in] = is;
        out->known = true;
        note_virtual(out, rec, is);
    }
    return true;
}

/* Of several recordings that may have been of its process, a span ran in the
 * one that says so. */
static bool is_in(const span_threads *h, uint32_t i, uint32_t in)
{
    const corr_store *st = h->w->store;
    const span_thread_thread *t = h->active ? &h->active[i] : NULL;

    return span_thread_threads(st, in, h->w->span[i]) ||
           (t && t->thread && !t->many && t->input == in);
}

bool span_thread_of(home *out, const span_threads *h, uint32_t i)
{
    const corr_store *st = h->w->store;
    const span_thread_thread t = activated(h, i);
    const input *own = waterfall_input(h->w, i);
    const uint32_t thread = waterfall_row(h->w, i)->thread;

    *out = (home){ .is = corr_arena_new(h->arena, uint8_t *, st->input.n + 1),
                   .many = t.many };
    if (!out->is)
        return false;
    if (t.many || (!t.thread && !thread))
        return true;
    const input *named = t.thread ? store_input(st, t.input) : own;
    out->name =
        input_text(named, named->thread.v[t.thread ? t.thread : thread].name);
    out->is_virtual = own->thread.v[thread].is_virtual;
    for (uint32_t in = 0; in < st->input.n; in++)
        if (is_in(h, i, in) && tells_threads(store_input(st, in)) &&
            !look_in(out, h, i, in))
            return false;
    return true;
}
