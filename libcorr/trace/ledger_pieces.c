/*
 * ledger_pieces - the rows of a ledger as pieces in time (corr-methods 2.6).
 *
 * Claims are intervals.  Samples are points: each has as much of the row as its
 * share of the weights, before its time, moved as little as other samples and
 * the ends of the stretch need.
 */
#include "base/base.h"
#include "trace/ledger.h"

__extension__ typedef __int128 wide;

bool ledger_piece_add(ledger_pieces *p, int64_t from, int64_t to,
                      corr_spent kind)
{
    ledger_piece *last = p->n ? &p->v[p->n - 1] : NULL;

    if (from >= to)
        return true;
    if (last && last->kind == kind && last->to == from) {
        last->to = to;
        return true;
    }
    return vec_push(p, (ledger_piece){ from, to, kind });
}

/* ---- samples ---------------------------------------------------------- */

/* The weights of the samples of each sampler and state. */
typedef struct part_weights {
    wide of[LEDGER_SOURCES][CORR_SPENT_COUNT];
} part_weights;

static bool is_in_piece(const ledger_sample *s, const ledger_piece *stretch)
{
    return s->time >= stretch->from && s->time < stretch->to && s->weight > 0;
}

/* The samples' ns of a part after `sum` of the weights. */
static int64_t part_until(int64_t ns, wide sum, wide all)
{
    return (int64_t)((wide)ns * sum / all);
}

bool ledger_piece_samples(ledger_pieces *p, ledger_piece stretch,
                          const ledger_parts *part, const ledger_sample *sample,
                          size_t n)
{
    part_weights all = { .of = { { 0 } } }, done = { .of = { { 0 } } };
    int64_t at = stretch.from, left = 0;

    for (size_t i = 0; i < n; i++)
        if (is_in_piece(&sample[i], &stretch))
            all.of[sample[i].source][sample[i].state] += sample[i].weight;
    for (int k = 0; k < LEDGER_SOURCES; k++)
        for (int state = 0; state < CORR_SPENT_COUNT; state++)
            left += part->ns[k][state];
    for (size_t i = 0; i < n; i++) {
        const ledger_sample *s = &sample[i];
        if (!is_in_piece(s, &stretch))
            continue;
        const int64_t ns = part->ns[s->source][s->state];
        const wide sum = all.of[s->source][s->state];
        wide *before = &done.of[s->source][s->state];
        const int64_t take = part_until(ns, *before + s->weight, sum) -
                             part_until(ns, *before, sum);
        /* not before the last piece, and not where the rest has no room */
        const int64_t from =
            min_i64(max_i64(at, s->time - take), stretch.to - left);
        *before += s->weight;
        left -= take;
        if (!ledger_piece_add(p, at, take ? from : at, stretch.kind) ||
            !ledger_piece_add(p, from, from + take, s->state))
            return false;
        at = take ? from + take : at;
    }
    return ledger_piece_add(p, at, stretch.to, stretch.kind);
}

/* ---- CPU beyond a stretch ------------------------------------------------ */

typedef struct excess_walk {
    const ledger_excess *excess;
    size_t n, next;
    int64_t carried, left;
} excess_walk;

/* Adds a piece; the beginning of unobserved time goes to the carried CPU. */
static bool give_excess(ledger_pieces *to, const ledger_piece *p,
                        excess_walk *w)
{
    int64_t cpu = 0;

    for (; w->next < w->n && w->excess[w->next].at <= p->from; w->next++)
        w->carried = add_clamped(w->carried, w->excess[w->next].ns);
    if (p->kind == CORR_SPENT_UNOBSERVED)
        cpu = min_i64(min_i64(w->carried, w->left), p->to - p->from);
    w->carried -= cpu;
    w->left -= cpu;
    return ledger_piece_add(to, p->from, p->from + cpu, CORR_SPENT_CPU) &&
           ledger_piece_add(to, p->from + cpu, p->to, p->kind);
}

bool ledger_piece_excess(ledger_pieces *p, const ledger_excess *excess,
                         size_t n, int64_t ns)
{
    excess_walk w = { .excess = excess, .n = n, .left = ns };

    /* The second time all of it is carried. */
    for (int turn = 0; turn < 2 && w.left > 0 && p->n > 0; turn++) {
        ledger_pieces to = { 0 };
        bool ok = true;
        w.carried = turn ? w.left : 0;
        for (size_t i = 0; ok && i < p->n; i++)
            ok = give_excess(&to, &p->v[i], &w);
        vec_free(p);
        *p = to;
        if (!ok)
            return false;
    }
    return true;
}

/* ---- fewer pieces ---------------------------------------------------------- */

/* Short pieces that stand one after the other. */
typedef struct short_run {
    int64_t from, to, bin;
    int64_t ns[CORR_SPENT_COUNT];
} short_run;

static bool end_run(ledger_pieces *to, short_run *run)
{
    int64_t at = run->from;

    for (corr_spent k = 0; k < CORR_SPENT_COUNT; k++) {
        if (!ledger_piece_add(to, at, at + run->ns[k], k))
            return false;
        at += run->ns[k];
    }
    *run = (short_run){ .from = 0 };
    return true;
}

bool ledger_piece_fold(ledger_pieces *p, int64_t origin, int64_t step)
{
    ledger_pieces to = { 0 };
    short_run run = { .from = 0 };
    bool ok = true;

    for (size_t i = 0; ok && i < p->n; i++) {
        const ledger_piece *one = &p->v[i];
        const int64_t bin = sub_clamped(one->from, origin) / step;
        const bool is_short = one->to - one->from < step;
        if (run.from < run.to && (!is_short || bin != run.bin))
            ok = end_run(&to, &run);
        if (ok && !is_short) {
            ok = ledger_piece_add(&to, one->from, one->to, one->kind);
            continue;
        }
        if (run.from >= run.to)
            run = (short_run){ .from = one->from, .bin = bin };
        run.to = one->to;
        run.ns[one->kind] += one->to - one->from;
    }
    ok = ok && (run.from >= run.to || end_run(&to, &run));
    vec_free(p);
    *p = to;
    return ok;
}
