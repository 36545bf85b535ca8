#include "trace/span_threads.h"

#include "join/activation.h"
#include "store/span_thread.h"

/* ---- activations ----------------------------------------------------- */

/* The only request of an input's process in the trace, or UINT32_MAX. */
static uint32_t request_of(const span_threads *h, uint32_t i)
{
    const corr_store *st = h->w->store;
    const uint32_t root =
        spans_root_in(&st->spans, h->w->facts.trace, st->match.v[i].proc, NULL);

    return root ? corr_waterfall_find(h->w, store_span(st, root)->id)
                : UINT32_MAX;
}

/* The span that a row names, or the request if the row names the trace. */
static uint32_t row_span(const span_threads *h, const segment *g, size_t row,
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

/* False: out of memory. */
static bool read_activations(span_threads *h, uint32_t i)
{
    const input *in = store_input(h->w->store, i);
    activation_row a = { 0 };
    uint32_t request = UINT32_MAX;

    while (activation_next(in, &a)) {
        if (!a.g->span)
            continue;
        if (!h->active)
            h->active = corr_arena_new(h->arena, thread_of_activation, h->w->n);
        if (!h->active)
            return false;
        if (a.row == 0)
            request = request_of(h, i);
        const uint32_t at = row_span(h, a.g, a.row, request);
        const uint32_t thread = a.g->thread[a.row];
        if (at == UINT32_MAX || !thread ||
            !span_thread_process(h->w->store, i, h->w->span[at]))
            continue;
        thread_of_activation *t = &h->active[at];
        if (t->thread && (t->input != i || t->thread != thread))
            t->many = true;
        else
            *t = (thread_of_activation){ i, thread, t->many };
    }
    return true;
}

bool span_threads_of(span_threads *h, const corr_waterfall *w,
                     corr_arena *arena)
{
    *h = (span_threads){ .w = w,
                         .arena = arena,
                         .index = corr_arena_new(arena, thread_index,
                                                 w->store->input.n + 1) };
    if (!h->index)
        return false;
    for (uint32_t i = 0; i < w->store->input.n; i++)
        if (!read_activations(h, i))
            return false;
    return true;
}

/* The thread activated for a span that names no thread. */
static thread_of_activation activated(const span_threads *h, uint32_t i)
{
    if (!h->active || waterfall_row(h->w, i)->thread)
        return (thread_of_activation){ 0 };
    return h->active[i];
}

bool span_threads_same(const span_threads *h, uint32_t i, uint32_t k)
{
    const spans *s = &h->w->store->spans;
    const thread_of_activation a = activated(h, i);
    const thread_of_activation b = activated(h, k);
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
    return span_thread_shared(h->w->store, one, two);
}

/* ---- the threads of an input ------------------------------------------ */

/* Marks the rows of the thread if they are known.  False: the thread is unknown
 * here; it may have another name. */
static bool mark_threads(thread_index *x, const input *from, uint32_t thread,
                         uint8_t *is)
{
    const thread_found f = thread_index_find(x, from, thread);
    const bool is_known = thread_found_one(&f);

    for (uint32_t i = 0; is_known && i < f.n; i++)
        is[f.row[i]] = 1;
    return is_known || thread_index_compares(x, from, thread);
}

/* Whether an input has rows with thread and time. */
static bool has_thread_rows(const input *in)
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

static bool find_in_input(home *out, const span_threads *h, uint32_t i,
                          uint32_t in)
{
    const corr_store *st = h->w->store;
    const input *rec = store_input(st, in);
    const thread_of_activation t = activated(h, i);
    const uint32_t from =
        t.thread ? t.input : st->spans.at.v[h->w->span[i]].input;
    const uint32_t thread =
        t.thread ? t.thread : waterfall_row(h->w, i)->thread;
    uint8_t *is = corr_arena_new(h->arena, uint8_t, rec->thread.n + 1);
    thread_index *x = &h->index[in];

    if (!is || !thread_index_of(x, rec, true, h->arena))
        return false;
    const bool fits = mark_threads(x, store_input(st, from), thread, is);
    if (from == in)
        is[thread] = 1;
    if (fits || from == in) {
        out->is[in] = is;
        out->known = true;
        note_virtual(out, rec, is);
    }
    return true;
}

/* Whether the span ran in this recording, which shows it among several possible
 * recordings of its process. */
static bool ran_in_input(const span_threads *h, uint32_t i, uint32_t in)
{
    const corr_store *st = h->w->store;
    const thread_of_activation *t = h->active ? &h->active[i] : NULL;

    return span_thread_threads(st, in, h->w->span[i]) ||
           (t && t->thread && !t->many && t->input == in);
}

bool span_thread_of(home *out, const span_threads *h, uint32_t i)
{
    const corr_store *st = h->w->store;
    const thread_of_activation t = activated(h, i);
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
        if (ran_in_input(h, i, in) && has_thread_rows(store_input(st, in)) &&
            !find_in_input(out, h, i, in))
            return false;
    return true;
}
