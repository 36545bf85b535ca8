/*
 * round_timeout - failed calls that took a round time (corr-methods 8, F16).
 */
#include "base/base.h"
#include "corr_sort.h"
#include "findings/finder.h"
#include "store/operation_names.h"

static const int64_t round_ms[] = { 100,  250,   500,   1000,  2000, 3000,
                                    5000, 10000, 15000, 30000, 60000 };

/* The round time within 1 % of which the span took; 0: no such time. */
static int64_t round_time(int64_t ns)
{
    for (size_t i = 0; i < countof(round_ms); i++) {
        const int64_t round = round_ms[i] * 1000000;
        if (ns >= round - round / 100 && ns <= round + round / 100)
            return round;
    }
    return 0;
}

/* ---- what other failed calls took -------------------------------------------- */

typedef struct failed_call {
    uint32_t op;
    int64_t length; /* ns */
} failed_call;

typedef struct failed_calls {
    opnames ops;
    vec(failed_call) row; /* by operation and length */
} failed_calls;

SORT_BY(failed_by_length, failed_call, ASC(op), ASC(length))

/* The failed calls of the store; NULL: out of memory. */
static failed_calls *failed_calls_of(finder *f)
{
    const corr_store *st = f->store;
    int64_t ns;

    if (f->failed)
        return f->failed;
    failed_calls *c = f->failed = calloc(1, sizeof *c);
    for (uint32_t i = 1; c && i < st->spans.at.n; i++) {
        const span_row *r = store_span(st, i);
        if (r->status != CORR_STATUS_ERROR || !span_took(r, &ns))
            continue;
        const uint32_t op = opnames_add_span(&c->ops, st, i);
        if (op == OPNAMES_FAILED || !vec_push(&c->row, (failed_call){ op, ns }))
            return NULL;
    }
    if (c)
        vec_sort(&c->row, failed_by_length);
    return c;
}

void failed_calls_free(struct failed_calls *c)
{
    if (!c)
        return;
    opnames_clear(&c->ops);
    vec_free(&c->row);
    free(c);
}

/* The failed calls of an operation that took less than ns, and all before. */
static size_t shorter_than(const failed_calls *c, uint32_t op, int64_t ns)
{
    size_t at = 0;

    LOWER_BOUND(at, c->row.n, i,
                c->row.v[i].op < op ||
                    (c->row.v[i].op == op && c->row.v[i].length < ns));
    return at;
}

/* Whether fewer than half of the failed calls of an operation took the round
 * time: those that took at least half of it.  The others failed for another
 * reason. */
static bool is_contradicted(const failed_calls *c, uint32_t op, int64_t round)
{
    const int64_t off = round / 100;
    const size_t all =
        shorter_than(c, op, INT64_MAX) - shorter_than(c, op, round / 2);
    const size_t alike =
        shorter_than(c, op, round + off + 1) - shorter_than(c, op, round - off);

    return alike * 2 < all;
}

/* ---- one call -------------------------------------------------------------------- */

static int64_t timeout_of(const finder *f, uint32_t i)
{
    const critical_span *t = &f->w->time[i];

    return t->failed && !t->unfinished && !t->many && t->up != CRITICAL_NONE
               ? round_time(sub_clamped(t->end, t->start))
               : 0;
}

/* Whether a span passes on the failure of a call that it made: the call below
 * it, or for the server's half the one above, took the same round time. */
static bool passes_it_on(const finder *f, uint32_t i, int64_t round)
{
    const critical_span *time = f->w->time;
    const critical_span *t = &time[i];

    if (t->kind == CORR_SPAN_SERVER)
        return timeout_of(f, t->up) == round;
    for (uint32_t k = i + 1; k < t->end_index; k = time[k].end_index)
        if (time[k].kind != CORR_SPAN_SERVER && timeout_of(f, k) == round)
            return true;
    return false;
}

bool find_round_timeouts(finder *f, const finding_rule *r)
{
    bool ok = true;

    for (uint32_t i = f->top; ok && i < f->end; i++) {
        const int64_t round = timeout_of(f, i);
        if (round == 0 || passes_it_on(f, i, round))
            continue;
        failed_calls *all = failed_calls_of(f);
        const uint32_t op =
            all ? opnames_add_span(&all->ops, f->store, f->w->span[i])
                : OPNAMES_FAILED;
        if (op == OPNAMES_FAILED)
            return false;
        if (is_contradicted(all, op, round))
            continue;
        const corr_str name = waterfall_name(f->w, i);
        ok = finder_add(
            f, r, (finding_size){ 1, INT64_MAX },
            (corr_finding){
                .subject = name,
                .text = finder_text(
                    f,
                    "%.*s ended after %s with an error: looks like a timeout "
                    "of %g s",
                    CORR_STR_ARG(name),
                    finder_time(f, waterfall_duration(f->w, i)),
                    (double)round / 1e9),
                .cost = finder_critical(f, i),
                .n = 1,
                .row = i,
                .next = { "trace", CORR_TARGET_TRACE, "" } });
    }
    return ok;
}
