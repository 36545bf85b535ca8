/* slow_spans - the choice of slow and of usual spans, and the public interface
 * of their comparison. */
#include "diff/slow_spans.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/self_arena.h"
#include "corr_sort.h"
#include "sides/sides.h"
#include "stats/distributions.h"
#include "store/span_weight.h"

/* ---- sides ----------------------------------------------------------- */

typedef struct span_ranking {
    const corr_store *st;
    span_set_list all;  /* longest first */
    vec(double) weight; /* weights, shortest span first */
    double sum;         /* sum of the weights */
} span_ranking;

/* Returns span i, shortest first. */
static const span_set_slow *nth_shortest(const span_ranking *p, size_t i)
{
    return &p->all.v[p->all.n - 1 - i];
}

static bool find_weights(span_ranking *p)
{
    bool ok = true;

    for (size_t i = 0; ok && i < p->all.n; i++) {
        const double weight = span_weight(p->st, nth_shortest(p, i)->span);
        ok = vec_push(&p->weight, weight);
        p->sum += weight;
    }
    return ok;
}

/* Finds the first span of a range, and the one behind it. Quantiles are over
 * represented spans: a span is at the position of its last one. */
static void find_range(const corr_range *r, const span_ranking *p, size_t *from,
                       size_t *to)
{
    const double rounding = p->all.n ? 1e-9 * p->sum / (double)p->all.n : 0;
    double upto = 0;

    *from = *to = 0;
    for (size_t i = 0; i < p->all.n; i++) {
        const double length = (double)nth_shortest(p, i)->length;
        upto += p->weight.v[i];
        *from +=
            r->is_time ? length < r->lo : upto <= r->lo * p->sum + rounding;
        *to += r->is_time ? length <= r->hi : upto <= r->hi * p->sum + rounding;
    }
    *to = *to > *from ? *to : *from;
}

/* Extends a range to spans of equal length, so that the result does not depend
 * on their order. */
static void extend_to_equals(const span_ranking *p, size_t *from, size_t *to)
{
    if (*from >= *to)
        return;
    while (*from > 0 &&
           nth_shortest(p, *from - 1)->length == nth_shortest(p, *from)->length)
        --*from;
    while (*to < p->all.n &&
           nth_shortest(p, *to)->length == nth_shortest(p, *to - 1)->length)
        ++*to;
}

static bool do_overlap(const size_t from[2], const size_t to[2])
{
    return from[0] < to[1] && from[1] < to[0];
}

/* Finds the ranges of both sides. Spans that extending puts into both are
 * slow. */
static void find_sides(const corr_slow_spans_opts *o, const span_ranking *p,
                       size_t from[2], size_t to[2], bool *at_once)
{
    find_range(&o->usual, p, &from[0], &to[0]);
    find_range(&o->slow, p, &from[1], &to[1]);
    *at_once = do_overlap(from, to);
    for (unsigned w = 0; w < 2; w++)
        extend_to_equals(p, &from[w], &to[w]);
    if (!do_overlap(from, to))
        return;
    if (from[0] < from[1])
        to[0] = from[1];
    else
        from[0] = to[0] > to[1] ? to[1] : to[0];
}

static bool fill_side(corr_slow_spans *c, unsigned w, const span_ranking *p,
                      size_t from, size_t to)
{
    corr_slow_spans_side *s = &c->facts.side[w];
    double sum = 0;

    for (size_t i = from; i < to; i++) {
        const span_set_slow *one = nth_shortest(p, i);
        const double weight = p->weight.v[i];
        if (!vec_push(&c->side[w], one->span))
            return false;
        s->stand += weight;
        sum += weight * (double)one->length;
        s->shortest = i == from ? one->length : s->shortest;
        s->longest = one->length;
    }
    s->spans = (uint32_t)(to - from);
    s->mean = s->spans ? sum / s->stand : NAN;
    return true;
}

static void count_services(corr_slow_spans *c, const span_set_list *all)
{
    const spans *s = &c->st->spans;
    uint32_t first = UINT32_MAX;

    for (size_t i = 0; i < all->n; i++) {
        const uint32_t service = spans_service(s, all->v[i].span);
        if (first == UINT32_MAX) {
            first = service;
            c->facts.services = 1;
            c->facts.service = s->service.v[service];
        } else if (service != first) {
            c->facts.services = 2; /* 2: or more */
        }
    }
}

/* Removes spans whose duration is unknown, and those that stand for many calls,
 * of which no one is known. */
static void leave_out_unended(corr_slow_spans *c, span_set_list *all)
{
    size_t n = 0, merged = 0;

    for (size_t i = 0; i < all->n; i++) {
        int64_t ns;
        if (spans_summary(&c->st->spans, all->v[i].span))
            merged++;
        else if (span_took(store_span(c->st, all->v[i].span), &ns))
            all->v[n++] = all->v[i];
    }
    c->facts.unended = (uint32_t)(all->n - n - merged);
    all->n = n;
}

/* Fills side[] and their facts from the marked spans. */
static corr_code pick_spans(corr_slow_spans *c, const uint8_t *in,
                            const corr_slow_spans_opts *o, corr_err *err)
{
    span_ranking p = { .st = c->st };
    size_t from[2], to[2];
    bool at_once = false;
    bool ok = span_set_slowest(c->st, in, SIZE_MAX, &p.all);

    c->facts.spans = (uint32_t)p.all.n;
    if (ok)
        leave_out_unended(c, &p.all);
    ok = ok && find_weights(&p);
    if (ok) {
        find_sides(o, &p, from, to, &at_once);
        count_services(c, &p.all);
        ok = fill_side(c, 0, &p, from[0], to[0]) &&
             fill_side(c, 1, &p, from[1], to[1]);
    }
    vec_free(&p.all);
    vec_free(&p.weight);
    if (!ok)
        return corr_no_memory(err);
    if (at_once)
        return corr_fail(err, CORR_EUSAGE,
                         "some spans would be slow and usual at once");
    return CORR_OK;
}

/* Fills chosen[] from side[]. */
static bool list_chosen(corr_slow_spans *c)
{
    for (unsigned w = 0; w < 2; w++) {
        const size_t n = c->side[w].n;
        uint32_t *all = corr_arena_new(&c->arena, uint32_t, n + 1);
        if (!all)
            return false;
        if (n) {
            memcpy(all, c->side[w].v, n * sizeof *all);
            qsort(all, n, sizeof *all, cmp_u32);
        }
        c->chosen[w] = all;
    }
    return true;
}

/* Returns a seed that depends on the spans of the sides only: the same spans
 * give the same draw. Sums hashes, so that the order of files does not
 * matter. */
static uint64_t seed_of_spans(const corr_slow_spans *c)
{
    const spans *s = &c->st->spans;
    uint64_t sums[2] = { 0 };

    for (unsigned w = 0; w < 2; w++)
        for (size_t i = 0; i < c->side[w].n; i++) {
            const uint64_t id = span_at(s, c->st->input.v, c->side[w].v[i])->id;
            sums[w] += corr_hash(&id, sizeof id);
        }
    return stat_seed(sums);
}

/* Takes each span with the probability that fills the rest of the draw (Knuth's
 * selection sampling), which keeps the order. */
bool slow_spans_draw(const slow_spans_spans *from, size_t most, uint64_t seed,
                     slow_spans_spans *to)
{
    uint64_t state = seed;
    size_t left = most < from->n ? most : from->n;

    for (size_t i = 0; i < from->n && left; i++) {
        if (stat_below(&state, from->n - i) >= left)
            continue;
        if (!vec_push(to, from->v[i]))
            return false;
        left--;
    }
    return true;
}

/* ---- the whole ------------------------------------------------------------- */

enum { USUALLY_MOST = 500, SLOW_MOST = 2000 };

static const char *const apart_name[CORR_APART_COUNT] = {
    [CORR_APART_SAME] = "same",
    [CORR_APART_UNCLEAR] = "unclear",
    [CORR_APART_DIFFERS] = "differs",
    [CORR_APART_SEPARATES] = "separates",
};

const char *corr_apart_name(corr_apart a)
{
    return apart_name[a < CORR_APART_COUNT ? a : CORR_APART_UNCLEAR];
}

static corr_code make_slow_spans(corr_slow_spans *c, const corr_query *q,
                                 const corr_slow_spans_opts *o, corr_err *err)
{
    const uint32_t most[2] = { o->most[0] ? o->most[0] : USUALLY_MOST,
                               o->most[1] ? o->most[1] : SLOW_MOST };
    uint8_t *in;
    corr_code code = span_set_of(c->st, q, &c->arena, &in, err);

    if (!code)
        code = pick_spans(c, in, o, err);
    if (!code && !list_chosen(c))
        code = corr_no_memory(err);
    const uint64_t seed = o->seed || code ? o->seed : seed_of_spans(c);
    if (!code)
        code = slow_spans_ledgers(c, most, seed, err);
    if (!code && !slow_spans_attrs(c, seed))
        code = corr_no_memory(err);
    return code;
}

corr_slow_spans *corr_slow_spans_of(corr_store *st, const corr_query *q,
                                    const corr_slow_spans_opts *opts,
                                    corr_err *err)
{
    if (store_prepare(st, err) != CORR_OK)
        return NULL;
    corr_slow_spans *c = self_arena_new(corr_slow_spans, err);
    if (!c)
        return NULL;
    c->st = st;
    if (make_slow_spans(c, q, opts, err) == CORR_OK)
        return c;
    corr_slow_spans_free(c);
    return NULL;
}

corr_slow_spans_facts corr_slow_spans_facts_of(const corr_slow_spans *c)
{
    return c->facts;
}

corr_query corr_slow_spans_query(const corr_slow_spans *c, const corr_query *q,
                                 unsigned which)
{
    corr_query one = *q;

    one.chosen = c->chosen[which];
    one.nchosen = (uint32_t)c->side[which].n;
    return one;
}

uint32_t corr_slow_spans_size(const corr_slow_spans *c)
{
    return (uint32_t)c->row.n;
}

corr_slow_spans_row corr_slow_spans_at(const corr_slow_spans *c, uint32_t i)
{
    return c->row.v[i].facts;
}

uint32_t corr_slow_spans_attrs(const corr_slow_spans *c)
{
    return (uint32_t)c->attr.n;
}

corr_slow_spans_attr corr_slow_spans_attr_at(const corr_slow_spans *c,
                                             uint32_t i)
{
    return c->attr.v[i];
}

void corr_slow_spans_free(corr_slow_spans *c)
{
    if (!c)
        return;
    for (unsigned w = 0; w < 2; w++)
        vec_free(&c->side[w]);
    vec_free(&c->row);
    vec_free(&c->attr);
    opnames_clear(&c->names);
    self_arena_free(c);
}
