/*
 * savings - the time that a faster operation would save (corr-methods 3.3):
 * each operation's own time is cut and the trace timed again.
 */
#include <stdlib.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "store/operation_names.h"
#include "trace/speedup.h"
#include "trace/waterfall.h"

/* The trace is timed twice per operation.  Limits: spans timed in total before
 * operations are left out; operations tried in any case. */
enum { MOST_STEPS = 1 << 21, LEAST_TRIED = 8 };

typedef struct saving {
    corr_saving is;
    uint32_t op;
} saving;

struct corr_savings {
    corr_arena arena; /* owns this struct and the lines */
    opnames names;
    uint32_t n, left;
    double fraction;
    saving *line;
};

typedef struct saver {
    corr_savings *v;
    const corr_waterfall *w;
    uint32_t *of; /* [spans] operation */
} saver;

static bool sum_operations(saver *s)
{
    const corr_waterfall *w = s->w;
    const uint32_t root = w->facts.root;
    const uint32_t end = w->time[root].end_index;
    opnames *names = &s->v->names;

    s->of = corr_arena_new(&s->v->arena, uint32_t, w->n);
    if (!s->of)
        return false;
    for (uint32_t i = root; i < end; i++) {
        s->of[i] = opnames_add_span(names, w->store, w->span[i]);
        if (s->of[i] == OPNAMES_FAILED)
            return false;
    }
    s->v->line = corr_arena_new(&s->v->arena, saving, names->row.n);
    if (!s->v->line)
        return false;
    for (uint32_t i = root; i < end; i++) {
        const critical_span *t = &w->time[i];
        corr_saving *line = &s->v->line[s->of[i]].is;
        if (t->unfinished)
            s->of[i] = OPNAMES_FAILED; /* of no operation */
        if (t->nonblocking || t->dropped || t->unfinished)
            continue;
        line->spans = add_clamped(line->spans, t->many ? t->many->calls : 1);
        line->self = add_clamped(
            line->self, max_i64(0, sub_clamped(critical_busy(t), t->covered)));
        line->critical = add_clamped(line->critical, t->critical);
    }
    return true;
}

SORT_BY(by_critical, saving, DESC(is.critical), DESC(is.self), ASC(op))

SORT_BY(by_saving, saving, DESC(is.lo), DESC(is.hi), ASC_STR(is.name),
        ASC_STR(is.service))

/* Drops operations without a span in the request, then, if too many remain, the
 * ones with the least time on the path. */
static void choose_savings(saver *s)
{
    corr_savings *v = s->v;
    const uint32_t n = (uint32_t)v->names.row.n;
    uint32_t most = MOST_STEPS / (s->w->n ? s->w->n : 1);

    for (uint32_t op = 0; op < n; op++) {
        saving line = v->line[op];
        line.op = op;
        line.is.name = v->names.row.v[op].name;
        line.is.service = v->names.row.v[op].service;
        line.is.fraction = v->fraction;
        if (line.is.spans)
            v->line[v->n++] = line;
    }
    qsort(v->line, v->n, sizeof *v->line, by_critical);
    most = most < LEAST_TRIED ? LEAST_TRIED : most;
    v->left = v->n > most ? v->n - most : 0;
    v->n -= v->left;
}

static bool try_savings(saver *s)
{
    corr_savings *v = s->v;
    const uint32_t root = s->w->facts.root;
    const int64_t length = s->w->time[root].to - s->w->time[root].from;
    retime t;
    const bool ok = speedup_init(&t, s->w->time, s->w->n, root, 0.01);

    for (uint32_t i = 0; ok && i < v->n; i++) {
        saving *l = &v->line[i];
        const int64_t a =
            length - speedup_length(&t, s->of, l->op, v->fraction, true);
        const int64_t b =
            length - speedup_length(&t, s->of, l->op, v->fraction, false);
        l->is.lo = max_i64(0, min_i64(a, b));
        l->is.hi = max_i64(0, max_i64(a, b));
    }
    speedup_clear(&t);
    return ok;
}

static bool make_savings(saver *s)
{
    if (!sum_operations(s))
        return false;
    choose_savings(s);
    if (!try_savings(s))
        return false;
    if (s->v->n)
        qsort(s->v->line, s->v->n, sizeof *s->v->line, by_saving);
    return true;
}

corr_savings *corr_savings_of(const corr_waterfall *w, double fraction,
                              corr_err *err)
{
    corr_savings *v = self_arena_new(corr_savings, err);

    if (!v)
        return NULL;
    v->fraction = fraction;

    saver s = { .v = v, .w = w };
    const corr_code code = make_savings(&s) ? CORR_OK : corr_no_memory(err);
    return KEEP_IF(!code, v, corr_savings_free);
}

uint32_t corr_savings_size(const corr_savings *s)
{
    return s->n;
}

uint32_t corr_savings_left(const corr_savings *s)
{
    return s->left;
}

corr_saving corr_savings_at(const corr_savings *s, uint32_t i)
{
    return s->line[i].is;
}

void corr_savings_free(corr_savings *s)
{
    if (!s)
        return;
    opnames_clear(&s->names);
    self_arena_free(s);
}
