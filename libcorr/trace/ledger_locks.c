#include "trace/ledger_locks.h"

#include "base/base.h"
#include "corr_sort.h"
#include "model/segment.h"
#include "store/operation_names.h"
#include "trace/lock_holders.h"
#include "trace/thread_spans.h"

typedef struct lock_search {
    ledger_locks *out;
    const ledger_claims *c;
    uint32_t in;
    holders h;
    thread_spans spans;
    thread_spans idle; /* waits other than for locks, of: corr_spent */
} lock_search;

static corr_str lock_name(const input *in, const lock_holders_wait *w)
{
    return ledger_label(in, &in->segment.v[w->segment], w->row, "class");
}

/* Sets the span that the holder worked for. */
static void name_span(const lock_search *a, corr_holding *out)
{
    const corr_store *st = a->c->homes->w->store;
    const uint32_t span = out->holder ? thread_spans_at(&a->spans, out->holder,
                                                        out->from, out->to)
                                      : 0;

    out->name = (corr_str){ "", 0 };
    if (!span)
        return;
    const span_row *row = store_span(st, span);
    out->trace = spans_trace_of(&st->spans, span);
    out->span = row->id;
    out->name = opname_span(st, span);
}

static bool within_clock_error(int64_t a, int64_t b)
{
    return sub_clamped(a, b) <= STRETCH_CLOCK_NS &&
           sub_clamped(b, a) <= STRETCH_CLOCK_NS;
}

/* Whether another recording already has the holder of this wait. */
static bool is_held_known(const lock_search *a, const corr_holding *wait)
{
    for (size_t i = 0; i < a->out->held.n; i++) {
        const corr_holding *h = &a->out->held.v[i];
        if (h->input != wait->input && h->holder &&
            within_clock_error(h->wait_from, wait->wait_from) &&
            within_clock_error(h->wait_to, wait->wait_to))
            return true;
    }
    return false;
}

/* Adds the time in which the holder itself waited for another lock. */
static void add_waited(const lock_search *a, uint32_t monitor,
                       corr_holding *out)
{
    const input *in = store_input(a->c->homes->w->store, a->in);

    for (size_t k = lock_holders_first(&a->h, out->holder, out->from);
         k < a->h.turn.n && a->h.turn.v[k].at.thread == out->holder &&
         a->h.turn.v[k].at.from < out->to;
         k++) {
        const lock_holders_wait *w = &a->h.wait.v[a->h.turn.v[k].number];
        const int64_t ns =
            sub_clamped(min_i64(w->to, out->to), max_i64(w->from, out->from));
        if (ns <= 0 || !w->monitor ||
            w->monitor == monitor) /* the holder owns it */
            continue;
        out->waited = add_clamped(out->waited, ns);
        if (ns <= out->longest)
            continue;
        out->longest = ns;
        out->waited_for = lock_name(in, w);
        out->waited_on = input_text(in, in->thread.v[w->owner].name);
    }
    out->waited = min_i64(out->waited, out->to - out->from);
    out->longest = min_i64(out->longest, out->waited);
}

static bool add_idle(lock_search *a, const segment *g, corr_spent as)
{
    const size_t end = segment_from(g, a->c->to);

    for (size_t row = 0; row < end; row++) {
        const int64_t from = g->time[row];
        const int64_t to = add_clamped(from, g->dur[row]);
        if (from != CORR_NO_TIME && to > a->c->from && to > from &&
            !thread_spans_add(&a->idle, g->thread[row], from, to, as))
            return false;
    }
    return true;
}

/* Lists the waits of all threads during the span, except lock waits. */
static bool list_idle(lock_search *a)
{
    const input *in = store_input(a->c->homes->w->store, a->in);

    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const corr_wait wait = in->kind.v[g->kind].wait;
        if (wait > CORR_WAIT_LOCK && g->time && g->dur && g->thread &&
            !add_idle(a, g, ledger_claims_booked(wait)))
            return false;
    }
    thread_spans_sort(&a->idle);
    return true;
}

/* Adds the other waits of the holder in a stretch. */
static void add_did(const lock_search *a, corr_holding *out)
{
    size_t i = thread_spans_end(&a->idle, out->holder, out->to);

    for (const thread_span *r;
         (r = thread_spans_prev(&a->idle, &i, out->holder, out->from));) {
        const int64_t ns =
            min_i64(r->to, out->to) - max_i64(r->at.from, out->from);
        int64_t *sum = &out->did[r->of];
        *sum = min_i64(add_clamped(*sum, max_i64(0, ns)), out->to - out->from);
    }
}

static bool add_lock_wait(lock_search *a, size_t i)
{
    const ledger_claims *c = a->c;
    const input *in = store_input(c->homes->w->store, a->in);
    const lock_holders_wait *w = &a->h.wait.v[i];
    const corr_holding wait = { .wait_from = max_i64(w->from, c->from),
                                .wait_to = min_i64(w->to, c->to),
                                .lock = lock_name(in, w),
                                .input = a->in };

    if (is_held_known(a, &wait))
        return true;
    if (!lock_holders_turns(&a->h) || !lock_holders_chain(&a->h, i))
        return false;
    for (size_t k = 0; k < a->h.held.n; k++) {
        const holding *s = &a->h.held.v[k];
        corr_holding held = wait;
        held.waited_for = held.waited_on = (corr_str){ "", 0 };
        held.from = max_i64(s->from, c->from);
        held.to = min_i64(s->to, c->to);
        held.how = s->how;
        held.holder = s->thread;
        held.thread = input_text(in, in->thread.v[s->thread].name);
        if (held.from >= held.to)
            continue;
        name_span(a, &held);
        if (held.holder && held.how != CORR_HELD_UNKNOWN) {
            add_waited(a, w->monitor, &held);
            add_did(a, &held);
        }
        if (!vec_push(&a->out->held, held))
            return false;
    }
    return true;
}

/* Whether the wait is on the span's thread and not wholly in a child. */
static bool is_span_wait(const lock_search *a, const lock_holders_wait *w)
{
    const ledger_claims *c = a->c;

    if (!c->home.is[a->in][w->thread] || w->from >= c->to || w->to <= c->from)
        return false;
    for (size_t i = 0; i < c->claim.n; i++)
        if (c->claim.v[i].kind == CORR_SPENT_CHILD &&
            c->claim.v[i].from <= w->from && w->to <= c->claim.v[i].to)
            return false;
    return true;
}

static bool add_lock_input(lock_search *a)
{
    bool ok = lock_holders_of(&a->h, store_input(a->c->homes->w->store, a->in));
    bool any = false;

    for (size_t i = 0; ok && !any && i < a->h.wait.n; i++)
        any = is_span_wait(a, &a->h.wait.v[i]);
    if (any)
        ok = thread_spans_of(&a->spans, a->c->homes->w->store, a->in,
                             a->c->from, a->c->to) &&
             list_idle(a);
    for (size_t i = 0; ok && any && i < a->h.wait.n; i++)
        ok = !is_span_wait(a, &a->h.wait.v[i]) || add_lock_wait(a, i);
    lock_holders_clear(&a->h);
    thread_spans_clear(&a->spans);
    thread_spans_clear(&a->idle);
    return ok;
}

SORT_BY(holding_by_time, corr_holding, ASC(wait_from), ASC(wait_to), ASC(input),
        ASC(from))

/* Numbers the waits of the span and sets the number in each stretch. */
static void number_waits(ledger_locks *l)
{
    for (size_t i = 1; i < l->held.n; i++) {
        corr_holding *h = &l->held.v[i];
        h->wait = h[-1].wait + (h[-1].wait_from != h->wait_from ||
                                h[-1].wait_to != h->wait_to ||
                                h[-1].input != h->input);
    }
}

bool ledger_locks_of(ledger_locks *l, const ledger_claims *c)
{
    bool ok = true;

    *l = (ledger_locks){ 0 };
    for (uint32_t i = 0; ok && i < c->homes->w->store->input.n; i++) {
        lock_search a = { .out = l, .c = c, .in = i };
        ok = !c->home.is[i] || add_lock_input(&a);
    }
    vec_sort(&l->held, holding_by_time);
    number_waits(l);
    return ok;
}

void ledger_locks_clear(ledger_locks *l)
{
    vec_free(&l->held);
}
