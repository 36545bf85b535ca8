/* ledger_thresholds - the waits that the recordings of a span had enabled, and
 * their thresholds. */
#include "trace/ledger_claims.h"

#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"

/* The settings of one input for one type of events during the span. */
typedef struct event_setting {
    uint32_t in;
    corr_wait wait;
    corr_str event; /* empty: all events of the wait */
    int64_t off;    /* ns of the span without recording */
    bool on;        /* recorded for some of the span */
} event_setting;

typedef struct threshold_scan {
    ledger_claims *c;
    vec(event_setting) of;
    bool taken[CORR_WAIT_COUNT]; /* fully recorded by an input */
} threshold_scan;

static bool ran_during_span(const ledger_claims *c, const input *in)
{
    return !input_is_timed(in) ||
           stretch_touch(input_ran(in), (stretch){ c->from, c->to });
}

/* Whether the input counts: it has the thread, and it ran during the span if
 * any input did. */
static bool is_relevant_input(const ledger_claims *c, uint32_t i,
                              bool any_of_its_time)
{
    const input *in = store_input(c->homes->w->store, i);

    return c->home.is[i] && (!any_of_its_time || ran_during_span(c, in));
}

static event_setting *setting_at(threshold_scan *a, uint32_t in, corr_wait wait,
                                 corr_str event)
{
    for (size_t i = 0; i < a->of.n; i++) {
        event_setting *k = &a->of.v[i];
        if (k->in == in && k->wait == wait && corr_str_eq(k->event, event))
            return k;
    }
    return vec_push(&a->of,
                    (event_setting){ .in = in, .wait = wait, .event = event })
               ? &a->of.v[a->of.n - 1]
               : NULL;
}

static void note_threshold(ledger_claims *c, corr_wait wait, int64_t ns)
{
    c->least[wait] = c->has_least[wait] ? min_i64(c->least[wait], ns) : ns;
    c->threshold[wait] = max_i64(c->threshold[wait], ns);
    c->has_least[wait] = true;
}

/* The ns of the span in [from, to); negative: none. */
static int64_t ns_of_span(const ledger_claims *c, int64_t from, int64_t to)
{
    return sub_clamped(min_i64(to, c->to), max_i64(from, c->from));
}

/* Reads the settings of an input that were valid during the span. says: waits
 * with a threshold. */
static bool read_settings(threshold_scan *a, uint32_t i,
                          bool says[CORR_WAIT_COUNT])
{
    ledger_claims *c = a->c;
    const input *in = store_input(c->homes->w->store, i);

    for (size_t k = 0; k < in->asked.n; k++) {
        const asked_row *r = &in->asked.v[k];
        const int64_t ns = ns_of_span(c, r->from, r->to);
        if (ns <= 0 || r->wait == CORR_WAIT_NONE)
            continue;
        event_setting *e = setting_at(a, i, r->wait, input_text(in, r->event));
        if (!e)
            return false;
        if (r->least == CORR_NOT_TAKEN) {
            e->off = add_clamped(e->off, ns);
            continue;
        }
        e->on = true;
        says[r->wait] = true;
        note_threshold(c, r->wait, r->least);
    }
    return true;
}

static bool is_switched_off(const threshold_scan *a, uint32_t in,
                            corr_wait wait)
{
    for (size_t i = 0; i < a->of.n; i++)
        if (a->of.v[i].in == in && a->of.v[i].wait == wait && a->of.v[i].off)
            return true;
    return false;
}

static bool read_input_settings(threshold_scan *a, uint32_t i)
{
    ledger_claims *c = a->c;
    const input *in = store_input(c->homes->w->store, i);
    bool says[CORR_WAIT_COUNT] = { false };

    if (!read_settings(a, i, says))
        return false;
    for (size_t k = 1; k < in->kind.n; k++) {
        const kind_row *kind = &in->kind.v[k];
        if (kind->wait == CORR_WAIT_NONE)
            continue;
        c->recorded[kind->wait] = true;
        if (ran_during_span(c, in))
            a->taken[kind->wait] |= !is_switched_off(a, i, kind->wait);
        if (!says[kind->wait])
            note_threshold(c, kind->wait, kind->threshold);
    }
    return true;
}

/* Whether the event was switched off and no other recording has it. */
static bool is_untaken(const threshold_scan *a, const event_setting *e)
{
    if (!e->off || a->taken[e->wait])
        return false;
    for (size_t i = 0; i < a->of.n; i++) {
        const event_setting *k = &a->of.v[i];
        if (k->in != e->in && k->wait == e->wait && k->on && !k->off &&
            corr_str_eq(k->event, e->event))
            return false;
    }
    return true;
}

/* Whether all known events of this wait are untaken. */
static bool is_all_untaken(const threshold_scan *a, corr_wait wait)
{
    for (size_t i = 0; i < a->of.n; i++) {
        const event_setting *e = &a->of.v[i];
        if (e->wait == wait && !is_untaken(a, e))
            return false;
    }
    return true;
}

/* Whether the event was recorded for some of the span. */
static bool is_partly_taken(const ledger_claims *c, const event_setting *e)
{
    const input *in = store_input(c->homes->w->store, e->in);
    int64_t ns = sub_clamped(c->to, c->from);

    if (in->from != CORR_NO_TIME)
        ns = ns_of_span(c, in->from, in->to);
    return ns - e->off > ns / 100; /* no setting applies between two chunks */
}

static bool add_untaken(ledger_claims *c, corr_wait wait, corr_str event)
{
    const corr_spent kind = ledger_claims_booked(wait);

    for (size_t i = 0; i < c->untaken.n; i++)
        if (c->untaken.v[i].kind == kind &&
            corr_str_eq(c->untaken.v[i].event, event))
            return true;
    return vec_push(&c->untaken, (corr_untaken){ kind, event });
}

SORT_BY(untaken_by_kind, corr_untaken, ASC(kind), ASC_STR(event))

static bool list_untaken(threshold_scan *a)
{
    ledger_claims *c = a->c;

    for (size_t i = 0; i < a->of.n; i++) {
        const event_setting *e = &a->of.v[i];
        if (!is_untaken(a, e))
            continue;
        const bool is_all = is_all_untaken(a, e->wait);
        c->recorded[e->wait] = c->recorded[e->wait] && !is_all;
        c->facts.untaken_in_part |= is_partly_taken(c, e);
        if (!add_untaken(c, e->wait, is_all ? (corr_str){ "", 0 } : e->event))
            return false;
    }
    vec_sort(&c->untaken, untaken_by_kind);
    return true;
}

bool ledger_thresholds_of(ledger_claims *c)
{
    const corr_store *st = c->homes->w->store;
    threshold_scan a = { .c = c };
    bool any = false;
    bool ok = true;

    for (uint32_t i = 0; i < st->input.n; i++)
        any |= c->home.is[i] && ran_during_span(c, store_input(st, i));
    for (uint32_t i = 0; ok && i < st->input.n; i++)
        ok = !is_relevant_input(c, i, any) || read_input_settings(&a, i);
    ok = ok && list_untaken(&a);
    vec_free(&a.of);
    return ok;
}
