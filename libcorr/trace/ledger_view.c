/*
 * ledger_view - the public view of a ledger: rows with names.
 */
#include "base/base.h"
#include "base/self_arena.h"
#include "select/select.h"
#include "trace/ledger_locks.h"

struct corr_ledger {
    corr_arena arena; /* owns this struct and the memory of homes and claims */
    span_threads homes;
    ledger_claims claims;
    ledger rows;
    ledger_locks locks;
    remarks remarks; /* about the CPU samples */
    corr_ledger_why why;
};

static const char *const spent_name[CORR_SPENT_COUNT] = {
    [CORR_SPENT_CHILD] = "child",     [CORR_SPENT_GC] = "gc",
    [CORR_SPENT_LOCK] = "lock",       [CORR_SPENT_FILE] = "file",
    [CORR_SPENT_SLEEP] = "sleep",     [CORR_SPENT_ASYNC] = "async",
    [CORR_SPENT_SOCKET] = "socket",   [CORR_SPENT_PARK] = "park",
    [CORR_SPENT_CPU] = "cpu",         [CORR_SPENT_NATIVE] = "native",
    [CORR_SPENT_BLOCKED] = "blocked", [CORR_SPENT_QUEUE] = "runq",
    [CORR_SPENT_LOST] = "lost",       [CORR_SPENT_UNOBSERVED] = "unobserved",
};

static const char *const how_name[CORR_HOW_COUNT] = {
    [CORR_HOW_MEASURED] = "measured",
    [CORR_HOW_SAMPLED] = "sampled",
    [CORR_HOW_REMAINDER] = "remainder",
};

const char *corr_spent_name(corr_spent s)
{
    return spent_name[s < CORR_SPENT_COUNT ? s : CORR_SPENT_UNOBSERVED];
}

const char *corr_how_name(corr_how h)
{
    return how_name[h < CORR_HOW_COUNT ? h : CORR_HOW_REMAINDER];
}

static const char *const held_name[CORR_HELD_COUNT] = {
    [CORR_HELD_RECORDED] = "recorded",
    [CORR_HELD_INFERRED] = "inferred",
    [CORR_HELD_UNKNOWN] = "unknown",
};

const char *corr_held_name(corr_held h)
{
    return held_name[h < CORR_HELD_COUNT ? h : CORR_HELD_UNKNOWN];
}

/* Sets the ledger row of each stretch: the row of its lock. */
static bool find_rows(corr_ledger *l)
{
    size_t kept = 0;

    if (!ledger_locks_of(&l->locks, &l->claims))
        return false;
    for (size_t i = 0; i < l->locks.held.n; i++) {
        corr_holding h = l->locks.held.v[i];
        for (h.row = 0; h.row < l->rows.row.n; h.row++) {
            const ledger_row *r = &l->rows.row.v[h.row];
            if (r->kind == h.kind && r->how == CORR_HOW_MEASURED &&
                corr_str_eq(l->claims.name.v[r->name], h.lock))
                break;
        }
        if (h.row < l->rows.row.n) /* else a child owns all of it */
            l->locks.held.v[kept++] = h;
    }
    l->locks.held.n = kept;
    return true;
}

static ledger_row *row_named(const corr_ledger *l, corr_spent kind,
                             corr_str name)
{
    for (size_t i = 0; i < l->rows.row.n; i++) {
        ledger_row *r = &l->rows.row.v[i];
        if (r->kind == kind &&
            (!name.p || corr_str_eq(l->claims.name.v[r->name], name)))
            return r;
    }
    return NULL;
}

/* When the calls of a child ran that stands for many is not known: its row may
 * be less, and what is not explained more. */
static void widen_merged(corr_ledger *l, const corr_waterfall *w, uint32_t i)
{
    const corr_str any = { NULL, 0 };

    for (uint32_t k = i + 1; w->facts.merged && k < w->time[i].end_index; k++) {
        const critical_span *s = &w->time[k];
        const int64_t length = sub_clamped(s->end, s->start);
        if (!s->many)
            continue;
        const corr_str name = waterfall_name(w, k);
        ledger_row *r = row_named(l, CORR_SPENT_CHILD, name);
        ledger_row *rest = row_named(l, CORR_SPENT_UNOBSERVED, any);
        r = r ? r : row_named(l, CORR_SPENT_ASYNC, name);
        const int64_t slack = length - span_summary_least(s->many, length);
        if (!r)
            continue;
        r->lo = max_i64(0, sub_clamped(r->lo, slack));
        if (rest)
            rest->hi = min_i64(add_clamped(rest->hi, min_i64(slack, r->ns)),
                               sub_clamped(w->time[i].end, w->time[i].start));
    }
}

static void remark_samples(corr_ledger *l)
{
    const ledger_claims *c = &l->claims;

    l->remarks.arena = &l->arena;
    if (c->facts.has_cpu)
        sel_remark_rescaled(l->homes.w->store, &l->remarks, c->facts.rescaled,
                            1);
    if (c->facts.has_cpu && c->facts.runnable)
        remark_add(&l->remarks, .rule = REMARK_SAMPLER);
}

static bool make_ledger(corr_ledger *l, const corr_waterfall *w, uint32_t i)
{
    if (!span_threads_of(&l->homes, w, &l->arena) ||
        !ledger_claims_of(&l->claims, &l->homes, i))
        return false;
    l->why = ledger_claims_why(&l->claims);
    if (l->why != CORR_LEDGER_KNOWN)
        return true;
    const ledger_ask ask = ledger_claims_ask(&l->claims);
    remark_samples(l);
    if (!ledger_of(&l->rows, &ask) || !find_rows(l) || l->remarks.failed)
        return false;
    widen_merged(l, w, i);
    return true;
}

corr_ledger *corr_ledger_of(const corr_waterfall *w, uint32_t i, corr_err *err)
{
    corr_ledger *l = self_arena_new(corr_ledger, err);

    if (!l || make_ledger(l, w, i))
        return l;
    corr_ledger_free(l);
    corr_no_memory(err);
    return NULL;
}

void corr_ledger_free(corr_ledger *l)
{
    if (!l)
        return;
    ledger_clear(&l->rows);
    ledger_locks_clear(&l->locks);
    ledger_claims_clear(&l->claims);
    remarks_clear(&l->remarks);
    self_arena_free(l);
}

/* The mean of a load in [from, to).  A point is the mean since the point before
 * it. 0: less than half of the time is known. */
static double mean_load(const point_row *p, size_t n, int64_t from, int64_t to)
{
    double sum = 0, known = 0;

    for (size_t i = 1; i < n; i++) {
        const int64_t begin = max_i64(from, p[i - 1].time);
        const int64_t end = min_i64(to, p[i].time);
        if (begin >= end || !(p[i].value >= 0 && p[i].value <= 1))
            continue;
        sum += p[i].value * (double)(end - begin);
        known += (double)(end - begin);
    }
    return known > 0 && 2 * known >= (double)to - (double)from ? sum / known
                                                               : 0;
}

/* The machine load by the first recording of the process that has it. */
static double machine_load(const ledger_claims *c)
{
    const corr_store *st = c->homes->w->store;
    double load = 0;

    for (uint32_t i = 0; c->home.known && i < st->input.n; i++) {
        const input *in = store_input(st, i);
        for (uint32_t s = 1; c->home.is[i] && s < in->series.n; s++) {
            size_t n;
            if (load > 0 || in->series.v[s].thread ||
                !corr_str_is(input_text(in, in->series.v[s].name), "machine"))
                continue;
            const point_row *p = input_points(in, s, &n);
            load = mean_load(p, n, c->from, c->to);
        }
    }
    return load;
}

corr_ledger_facts corr_ledger_facts_of(const corr_ledger *l)
{
    const ledger_claims *c = &l->claims;
    corr_ledger_facts f = c->facts;

    f.why = l->why;
    f.thread = c->home.name;
    f.elsewhen = f.elsewhen && !f.uncosted;
    f.uncosted = f.uncosted && !f.has_cpu;
    f.unsampled = f.has_cpu && !f.runnable ? 0 : f.unsampled;
    f.period = ledger_claims_period(c);
    f.machine = machine_load(c);
    f.remarks = remarks_all(&l->remarks);
    for (corr_wait k = CORR_WAIT_LOCK; k < CORR_WAIT_COUNT; k++) {
        if (!c->recorded[k])
            continue;
        f.least_wait =
            f.waits ? min_i64(f.least_wait, c->least[k]) : c->least[k];
        f.most_wait = max_i64(f.most_wait, c->threshold[k]);
        f.waits++;
    }
    for (size_t i = 0; i < c->untaken.n; i++)
        f.untaken |= 1U << c->untaken.v[i].kind;
    return f;
}

uint32_t corr_ledger_size(const corr_ledger *l)
{
    return (uint32_t)l->rows.row.n;
}

corr_ledger_row corr_ledger_at(const corr_ledger *l, uint32_t i)
{
    const ledger_row *r = &l->rows.row.v[i];

    return (
        corr_ledger_row){ .kind = r->kind,
                          .how = r->how,
                          .name = l->claims.name.v[r->name],
                          .at = ledger_claims_at(&l->claims, r->kind, r->name),
                          .ns = r->ns,
                          .lo = r->lo,
                          .hi = r->hi,
                          .events = r->events,
                          .obs = r->obs,
                          .memo = r->memo,
                          .memo_named = r->memo_named };
}

uint32_t corr_ledger_untaken(const corr_ledger *l)
{
    return (uint32_t)l->claims.untaken.n;
}

corr_untaken corr_ledger_untaken_at(const corr_ledger *l, uint32_t i)
{
    return l->claims.untaken.v[i];
}

uint32_t corr_ledger_holdings(const corr_ledger *l)
{
    return (uint32_t)l->locks.held.n;
}

corr_holding corr_ledger_holding(const corr_ledger *l, uint32_t i)
{
    return l->locks.held.v[i];
}

corr_candidate corr_ledger_candidate(const corr_ledger *l, uint32_t i)
{
    return l->locks.candidate.v[i];
}
