/* contrast_pick - which spans are slow, and which are usual. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "contrast.h"
#include "stat.h"

/* ---- sides ----------------------------------------------------------- */

/* Of n spans, shortest first: the first of a range, and the one behind it. */
static void find_range(const corr_range *r, const spanset_list *all,
                       size_t *from, size_t *to)
{
    const size_t n = all->n;

    if (!r->is_time) {
        *from = (size_t)floor(r->lo * (double)n + 1e-9);
        *to = (size_t)floor(r->hi * (double)n + 1e-9);
        return;
    }
    *from = *to = 0;
    for (size_t i = 0; i < n; i++) {
        const double length = (double)all->v[n - 1 - i].length;
        *from += length < r->lo;
        *to += length <= r->hi;
    }
    *to = *to > *from ? *to : *from;
}

static bool take(corr_contrast *c, unsigned w, const spanset_list *all,
                 size_t from, size_t to)
{
    corr_contrast_side *s = &c->facts.side[w];
    double sum = 0;

    for (size_t i = from; i < to; i++) {
        const spanset_slow *one = &all->v[all->n - 1 - i];
        if (!vec_push(&c->side[w], one->span))
            return false;
        sum += (double)one->length;
        s->shortest = i == from ? one->length : s->shortest;
        s->longest = one->length;
    }
    s->spans = (uint32_t)(to - from);
    s->mean = s->spans ? sum / s->spans : NAN;
    return true;
}

static corr_str service_of(const corr_store *st, uint32_t span)
{
    return st->spans.service.v[spans_service(&st->spans, span)];
}

static void count_services(corr_contrast *c, const spanset_list *all)
{
    const spans *s = &c->st->spans;
    uint32_t first = UINT32_MAX;

    for (size_t i = 0; i < all->n; i++) {
        const uint32_t service = spans_service(s, all->v[i].span);
        if (first == UINT32_MAX) {
            first = service;
            c->facts.services = 1;
            c->facts.service = service_of(c->st, all->v[i].span);
        } else if (service != first) {
            c->facts.services = 2; /* or more */
        }
    }
}

/* Nobody knows how long a span without an end took. */
static void leave_out_unended(corr_contrast *c, spanset_list *all)
{
    size_t n = 0;

    for (size_t i = 0; i < all->n; i++)
        if (!(store_span(c->st, all->v[i].span)->flags & CORR_SPAN_UNFINISHED))
            all->v[n++] = all->v[i];
    c->facts.unended = (uint32_t)(all->n - n);
    all->n = n;
}

corr_code contrast_pick(corr_contrast *c, const uint8_t *in,
                        const corr_contrast_opts *o, corr_err *err)
{
    spanset_list all = { 0 };
    size_t from[2], to[2];
    bool ok = spanset_slowest(c->st, in, SIZE_MAX, &all);

    c->facts.spans = (uint32_t)all.n;
    if (ok) {
        leave_out_unended(c, &all);
        find_range(&o->usual, &all, &from[0], &to[0]);
        find_range(&o->slow, &all, &from[1], &to[1]);
        count_services(c, &all);
        ok = take(c, 0, &all, from[0], to[0]) &&
             take(c, 1, &all, from[1], to[1]);
    }
    vec_free(&all);
    if (!ok)
        return corr_no_memory(err);
    if (from[0] < to[1] && from[1] < to[0])
        return corr_fail(err, CORR_EUSAGE,
                         "some spans would be slow and usual at once");
    return CORR_OK;
}

static int by_number(const void *va, const void *vb)
{
    const uint32_t a = *(const uint32_t *)va;
    const uint32_t b = *(const uint32_t *)vb;

    return (a > b) - (a < b);
}

bool contrast_choose(corr_contrast *c)
{
    for (unsigned w = 0; w < 2; w++) {
        const size_t n = c->side[w].n;
        uint32_t *all = corr_arena_new(&c->arena, uint32_t, n + 1);
        if (!all)
            return false;
        if (n) {
            memcpy(all, c->side[w].v, n * sizeof *all);
            qsort(all, n, sizeof *all, by_number);
        }
        c->chosen[w] = all;
    }
    return true;
}

/* A sum of hashes: files may come in any order. */
uint64_t contrast_seed(const corr_contrast *c)
{
    const spans *s = &c->st->spans;
    uint64_t sides[2] = { 0 };

    for (unsigned w = 0; w < 2; w++)
        for (size_t i = 0; i < c->side[w].n; i++) {
            const uint64_t id = span_at(s, c->st->input.v, c->side[w].v[i])->id;
            sides[w] += corr_hash(&id, sizeof id);
        }
    return stat_seed(sides);
}

/* Each span is taken with the chance that fills what is left of the draw
 * (Knuth's selection sampling), so the order stays. */
bool contrast_draw(const contrast_spans *from, size_t most, uint64_t seed,
                   contrast_spans *to)
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
