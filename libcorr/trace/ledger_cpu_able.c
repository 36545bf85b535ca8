/*
 * ledger_cpu_able - the time in which a span's threads could be on CPU: its
 * time without the waits of its ledger (corr-methods 1.1, 1.8).
 */
#include "base/base.h"
#include "base/limits.h"
#include "select/evidence.h"
#include "trace/ledger_claims.h"

typedef struct cpu_cover {
    const corr_waterfall *w;
    span_threads homes;
    uint32_t *at; /* [spans + 1] 1 + index in the waterfall; 0: outside */
    ledger_claims **found; /* [spans of the waterfall], NULL: not yet */
    corr_arena *arena;
} cpu_cover;

/* Whether time of this kind may be time on CPU; lost time may. */
static bool is_able(corr_spent kind)
{
    return kind == CORR_SPENT_CPU || kind == CORR_SPENT_NATIVE ||
           kind == CORR_SPENT_LOST || kind == CORR_SPENT_UNOBSERVED;
}

static bool able_by_claims(const ledger_claims *c, int64_t from, int64_t to,
                           double *ns)
{
    ledger_ask ask = ledger_claims_ask(c);
    ledger rows = { 0 };

    ask.from = max_i64(ask.from, from);
    ask.to = min_i64(ask.to, to);
    if (ask.from >= ask.to)
        return true;
    const bool ok = ledger_of(&rows, &ask);
    for (size_t i = 0; ok && i < rows.row.n; i++)
        if (is_able(rows.row.v[i].kind))
            *ns += (double)rows.row.v[i].ns;
    ledger_clear(&rows);
    return ok;
}

/* Without a known thread, a span's own time counts. */
static bool able_of(void *ctx, uint32_t span, int64_t from, int64_t to,
                    double *ns)
{
    cpu_cover *c = ctx;
    const corr_store *st = c->w->store;
    const uint32_t at = c->at[span] - 1;
    ledger_claims **found = c->at[span] ? &c->found[at] : NULL;

    *ns = 0;
    if (found && !*found) {
        *found = corr_arena_new(c->arena, ledger_claims, 1);
        if (!*found || !ledger_claims_of(*found, &c->homes, at))
            return false;
    }
    if (found && ledger_claims_why(*found) == CORR_LEDGER_KNOWN)
        return able_by_claims(*found, from, to, ns);
    *ns = evidence_part(st, span, st->spans.self.v[span], from, to);
    return true;
}

static bool cpu_cover_init(cpu_cover *c, const corr_waterfall *w,
                           corr_arena *arena)
{
    *c = (cpu_cover){ .w = w, .arena = arena };
    c->at = corr_arena_new(arena, uint32_t, w->store->spans.at.n);
    c->found = corr_arena_new(arena, ledger_claims *, w->n);
    if (!c->at || !c->found || !span_threads_of(&c->homes, w, arena))
        return false;
    for (uint32_t i = 0; i < w->n; i++)
        c->at[w->span[i]] = i + 1;
    return true;
}

corr_code corr_ledger_cover(const corr_waterfall *w, uint32_t i, corr_reach how,
                            const corr_sel *sel, corr_evidence *e,
                            corr_err *err)
{
    corr_arena arena = { .limit = (size_t)limits_of(NULL).memory };
    span_scope r = { 0 };
    cpu_cover c = { 0 };
    corr_evidence fresh = *e;
    const corr_span_view v = corr_waterfall_at(w, i);
    bool ok = span_scope_of(&r, w->store, v.trace, v.id, how) &&
              cpu_cover_init(&c, w, &arena);

    if (ok && r.in && w->store->join) {
        const evidence_able able = { able_of, &c };
        ok = evidence_cover(sel, &r, &able, &fresh);
    }
    for (uint32_t k = 0; c.found && k < w->n; k++)
        if (c.found[k])
            ledger_claims_clear(c.found[k]);
    span_scope_clear(&r);
    corr_arena_clear(&arena);
    if (!ok)
        return corr_no_memory(err);
    *e = fresh;
    evidence_settle(e);
    return CORR_OK;
}
