/*
 * slow_spans_attrs - the attributes that slow spans have and usual ones lack.
 *
 * For each attribute, and each property of the process, the value or bound that
 * separates the sides best is chosen: by Fisher's exact test, times the number
 * of values tried. Spans count with their weight; they are tested as the number
 * of effective spans.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "base/limits.h"
#include "corr_sort.h"
#include "diff/slow_spans.h"
#include "stats/distributions.h"
#include "store/span_weight.h"

/* Limits: keys; values of a key (with more it is an id); bounds tried for a
 * key; distinct numbers that are treated as names; spans of a side. */
enum {
    MOST_KEYS = 256,
    MOST_VALUES = 64,
    MOST_BOUNDS = 64,
    FEW_NUMBERS = 4,
    MOST_SPANS = 20000
};

typedef struct attr_number {
    double v, weight;
    uint8_t side;
} attr_number;

typedef struct attr_value { /* a value of a key */
    corr_str text;
    double has[2];
} attr_value;

typedef struct attr {
    corr_str key;
    bool has_text, many;
    uint32_t seen; /* last span that had it: a key counts once per span */
    vec(attr_number) attr_number;
    vec(attr_value) value;
    opnames texts; /* texts of values */
} attr;

typedef struct attr_counter {
    corr_slow_spans *c;
    vec(attr) key;
    opnames keys;
    slow_spans_weight all[2]; /* of the spans counted */
    unsigned side;
    uint32_t span; /* current span */
    double weight; /* weight of the current span */
} attr_counter;

/* ---- counting -------------------------------------------------------- */

static bool add_attr_value(attr *a, corr_str text, unsigned side, double weight)
{
    if (a->many)
        return true;
    const uint32_t at = opnames_add(&a->texts, (corr_str){ "", 0 }, text);
    if (at == OPNAMES_FAILED)
        return false;
    if (at == a->value.n && !vec_push(&a->value, (attr_value){ .text = text }))
        return false;
    a->value.v[at].has[side] += weight;
    a->many = a->value.n > MOST_VALUES;
    return true;
}

/* Returns the attribute of a key. NULL: out of memory, or too many keys, which
 * sets *full. */
static attr *attr_of(attr_counter *x, corr_str key, bool *full)
{
    const size_t known = x->keys.row.n;

    *full = false;
    if (known >= MOST_KEYS) {
        for (size_t i = 0; i < x->key.n; i++)
            if (corr_str_eq(x->key.v[i].key, key))
                return &x->key.v[i];
        *full = true;
        return NULL;
    }
    const uint32_t at = opnames_add(&x->keys, (corr_str){ "", 0 }, key);
    if (at == OPNAMES_FAILED ||
        (at == x->key.n && !vec_push(&x->key, (attr){ .key = key })))
        return NULL;
    return &x->key.v[at];
}

static bool add_number(const attr_counter *x, attr *a, double v)
{
    return vec_push(&a->attr_number,
                    (attr_number){ v, x->weight, (uint8_t)x->side });
}

static bool add_label(attr_counter *x, const corr_label *l)
{
    bool full;
    attr *a = attr_of(x, l->key, &full);

    if (!a)
        return full;
    if (a->seen == x->span)
        return true;
    a->seen = x->span;
    switch (l->type) {
    case CORR_VALUE_INT:
        return add_number(x, a, (double)l->num);
    case CORR_VALUE_REAL:
        return !isfinite(l->real) || add_number(x, a, l->real);
    case CORR_VALUE_BOOL:
        a->has_text = true;
        return add_attr_value(a, l->num ? CORR_STR("true") : CORR_STR("false"),
                              x->side, x->weight);
    case CORR_VALUE_TEXT:
    case CORR_VALUE_JSON:
        break;
    }
    a->has_text = true;
    return add_attr_value(a, l->text, x->side, x->weight);
}

static bool add_word(attr_counter *x, const char *key, corr_str text)
{
    const corr_label l = { .key = corr_str_of(key),
                           .text = text,
                           .type = CORR_VALUE_TEXT };

    return !text.n || add_label(x, &l);
}

static bool count_span(attr_counter *x, uint32_t span)
{
    const corr_store *st = x->c->st;
    const input *in = store_input(st, st->spans.at.v[span].input);
    const span_row *r = store_span(st, span);
    const proc_row *p = &in->proc.v[r->proc];

    x->span = span;
    x->weight = span_weight(st, span);
    slow_spans_weigh(&x->all[x->side], x->weight);
    bool ok = add_word(x, "host", input_text(in, p->host)) &&
              add_word(x, "instance", input_text(in, p->instance)) &&
              add_word(x, "version", input_text(in, p->version)) &&
              add_word(x, "status",
                       r->status == CORR_STATUS_ERROR ? CORR_STR("error")
                                                      : CORR_STR("ok"));

    for (uint32_t k = 0; ok && k < in->label.set_n.v[r->attrs]; k++) {
        const corr_label l = input_label(in, r->attrs, k);
        /* the decision of a sampler is used as a weight, and distinguishes no
         * request */
        ok = corr_str_is(l.key, "w3c.tracestate") || add_label(x, &l);
    }
    return ok;
}

static bool count_side(attr_counter *x, unsigned w, uint64_t seed)
{
    slow_spans_spans drawn = { 0 };
    bool ok = slow_spans_draw(&x->c->side[w], MOST_SPANS, seed, &drawn);

    x->side = w;
    for (size_t i = 0; ok && i < drawn.n; i++)
        ok = count_span(x, drawn.v[i]);
    vec_free(&drawn);
    return ok;
}

/* ---- the best value of a key ----------------------------------------- */

static double share_difference(const corr_slow_spans_attr *a)
{
    return (double)a->has[1] / (double)a->of[1] -
           (double)a->has[0] / (double)a->of[0];
}

/* Returns the p of Fisher's test for effective spans. */
static double fisher_p(const corr_slow_spans_attr *one,
                       const slow_spans_weight all[2])
{
    int64_t has[2], of[2];

    for (unsigned w = 0; w < 2; w++) {
        const double n = stat_kish(all[w].sum, all[w].squares);
        of[w] = llround(n);
        has[w] = llround((double)one->has[w] * n / all[w].sum);
        has[w] = min_i64(has[w], of[w]);
    }
    return stat_fisher(has, of);
}

/* Keeps the value that is less likely by chance; the first of equal ones. */
static void try_attr(corr_slow_spans_attr *best, corr_slow_spans_attr *one,
                     const double has[2], const slow_spans_weight all[2])
{
    const uint32_t tries = best->tries + 1;

    for (unsigned w = 0; w < 2; w++)
        one->has[w] = min_i64(llround(has[w]), one->of[w]);
    one->p = fisher_p(one, all);
    if (tries == 1 || one->p < best->p ||
        (one->p <= best->p &&
         fabs(share_difference(one)) > fabs(share_difference(best))))
        *best = *one;
    best->tries = tries;
}

SORT_BY(value_by_text, attr_value, ASC_STR(text))

static void try_values(attr *a, corr_slow_spans_attr *best,
                       const slow_spans_weight all[2])
{
    vec_sort(&a->value, value_by_text);
    for (size_t i = 0; i < a->value.n; i++) {
        corr_slow_spans_attr one = *best;
        one.value = a->value.v[i].text;
        try_attr(best, &one, a->value.v[i].has, all);
    }
}

SORT_BY(number_by_value, attr_number, ASC(v))

static size_t count_distinct(const attr *a)
{
    size_t n = 0;

    for (size_t i = 0; i < a->attr_number.n; i++)
        n += i == 0 || a->attr_number.v[i].v > a->attr_number.v[i - 1].v;
    return n;
}

/* Tries a bound behind number i, on the side of the bound with more slow
 * spans. */
static void try_bound(const attr *a, size_t i, const double upto[2],
                      const double has[2], corr_slow_spans_attr *best,
                      const slow_spans_weight all[2])
{
    corr_slow_spans_attr one = *best;
    const double above[2] = { has[0] - upto[0], has[1] - upto[1] };

    one.is_number = true;
    one.bound = a->attr_number.v[i].v;
    one.below = above[1] / all[1].sum < above[0] / all[0].sum;
    try_attr(best, &one, one.below ? upto : above, all);
}

static void try_bounds(const attr *a, corr_slow_spans_attr *best,
                       const slow_spans_weight all[2])
{
    const size_t distinct = count_distinct(a);
    const size_t step = (distinct + MOST_BOUNDS - 1) / MOST_BOUNDS;
    double upto[2] = { 0, 0 }, has[2] = { 0, 0 };
    size_t nth = 0;

    for (size_t i = 0; i < a->attr_number.n; i++)
        has[a->attr_number.v[i].side] += a->attr_number.v[i].weight;
    for (size_t i = 0; i + 1 < a->attr_number.n; i++) {
        upto[a->attr_number.v[i].side] += a->attr_number.v[i].weight;
        if (a->attr_number.v[i].v < a->attr_number.v[i + 1].v &&
            nth++ % step == 0)
            try_bound(a, i, upto, has, best, all);
    }
}

/* Turns the numbers of a key with few of them into names. */
static bool name_numbers(attr *a, corr_arena *arena)
{
    char buf[32];

    for (size_t i = 0; i < a->attr_number.n; i++) {
        const int n = snprintf(buf, sizeof buf, "%.15g", a->attr_number.v[i].v);
        char *z = corr_arena_alloc(arena, (size_t)n + 1, 1);
        const corr_str text = { z, (size_t)n };
        if (!z)
            return false;
        memcpy(z, buf, (size_t)n);
        if (!add_attr_value(a, text, a->attr_number.v[i].side,
                            a->attr_number.v[i].weight))
            return false;
    }
    a->attr_number.n = 0;
    return true;
}

static bool add_attr(attr_counter *x, attr *a)
{
    corr_slow_spans_attr best = { .key = a->key,
                                  .of = { llround(x->all[0].sum),
                                          llround(x->all[1].sum) },
                                  .p = 1 };

    vec_sort(&a->attr_number, number_by_value);
    if (!a->many && (a->has_text || count_distinct(a) <= FEW_NUMBERS) &&
        !name_numbers(a, &x->c->arena))
        return false;
    if (a->many) {
        x->c->facts.attrs_many++;
        return true;
    }
    try_values(a, &best, x->all);
    try_bounds(a, &best, x->all);
    best.p = fmin(1, best.p * best.tries);
    const bool is_same = best.has[0] == best.of[0] && best.has[1] == best.of[1];
    best.apart = is_same ? CORR_APART_SAME : CORR_APART_UNCLEAR;
    best.q = is_same ? NAN : best.p;
    return best.tries == 0 || vec_push(&x->c->attr, best);
}

/* ---- judgement ------------------------------------------------------- */

static bool judge_attrs(corr_slow_spans *c, corr_arena *scratch)
{
    const size_t n = c->attr.n;

    if (n && !stat_fdr(&c->attr.v->q, sizeof *c->attr.v, n, false,
                       &c->facts.attrs_tested, scratch))
        return false;
    for (size_t i = 0; i < n; i++) {
        corr_slow_spans_attr *a = &c->attr.v[i];
        if (a->q < .05)
            a->apart = fabs(share_difference(a)) >= .5 ? CORR_APART_SEPARATES
                                                       : CORR_APART_DIFFERS;
    }
    return true;
}

SORT_BY(attr_by_evidence, corr_slow_spans_attr, DESC(apart), ASC(p),
        ASC_STR(key))

bool slow_spans_attrs(corr_slow_spans *c, uint64_t seed)
{
    attr_counter x = { .c = c };
    corr_arena scratch = { .limit = (size_t)limits_of(NULL).memory };
    bool ok = true;

    if (c->side[0].n && c->side[1].n)
        ok = count_side(&x, 0, seed) && count_side(&x, 1, seed);
    for (size_t i = 0; i < x.key.n; i++) {
        attr *a = &x.key.v[i];
        ok = ok && add_attr(&x, a);
        vec_free(&a->attr_number);
        vec_free(&a->value);
        opnames_clear(&a->texts);
    }
    ok = ok && judge_attrs(c, &scratch);
    if (ok)
        vec_sort(&c->attr, attr_by_evidence);
    vec_free(&x.key);
    opnames_clear(&x.keys);
    corr_arena_clear(&scratch);
    return ok;
}
