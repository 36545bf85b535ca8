/*
 * test_deploys - two deploys of one program, for tests: a random tree of
 * frames, of which some grow, some are inlined away and some renamed.
 *
 * Frame i is function i + 1, and where it was renamed i + 1 + frames.  Samples
 * are drawn, so that nothing is the same twice.
 */
#ifndef CORR_TEST_DEPLOYS_H
#define CORR_TEST_DEPLOYS_H

#include "test/test_diff.h"

enum { DEPLOYS_MOST = 2000, DEPLOYS_GROWN = 3 };

typedef struct deploys {
    uint64_t seed;
    uint32_t frames;   /* at most DEPLOYS_MOST */
    uint32_t grown_n;  /* at most DEPLOYS_GROWN */
    uint32_t inline_n; /* how many are inlined, and renamed */
    uint32_t rename_n;
    bool backwards; /* the change is undone: new is the first side */
    /* answers */
    uint32_t parent[DEPLOYS_MOST];
    double weight[DEPLOYS_MOST];
    bool has_kids[DEPLOYS_MOST], inlined[DEPLOYS_MOST], renamed[DEPLOYS_MOST];
    uint32_t grown[DEPLOYS_GROWN];
    double total, more[DEPLOYS_GROWN];
} deploys;

static inline double draw(uint64_t *seed)
{
    return ((double)(stat_random(seed) >> 11) + .5) / 9007199254740992.;
}

static inline double draw_normal(uint64_t *seed)
{
    return stat_normal_quantile(draw(seed));
}

static inline double draw_poisson(uint64_t *seed, double mean)
{
    if (mean > 60)
        return fmax(0, floor(mean + sqrt(mean) * draw_normal(seed) + .5));
    const double limit = exp(-mean);
    double k = 0;
    for (double p = draw(seed); p > limit; p *= draw(seed))
        k++;
    return k;
}

static inline void deploys_grow_tree(deploys *d)
{
    for (uint32_t i = 1; i < d->frames; i++) {
        const uint32_t near = i > 400 ? i - 400 : 0;
        d->parent[i] = draw(&d->seed) < .6
                           ? near + (uint32_t)stat_below(&d->seed, i - near)
                           : (uint32_t)stat_below(&d->seed, i);
        d->has_kids[d->parent[i]] = true;
    }
    for (uint32_t i = 0; i < d->frames; i++) {
        if (!d->has_kids[i])
            d->weight[i] = exp(2.2 + draw_normal(&d->seed));
        else if (draw(&d->seed) < .4)
            d->weight[i] = exp(.5 + draw_normal(&d->seed));
        d->total += d->weight[i];
    }
}

static inline bool deploys_is_grown(const deploys *d, uint32_t frame)
{
    for (uint32_t i = 0; i < d->grown_n; i++)
        if (d->grown[i] == frame)
            return true;
    return false;
}

/* Something that fits is looked for often enough to be found. */
static inline void deploys_change(deploys *d)
{
    for (uint32_t i = 0; i < d->grown_n;) {
        const uint32_t f = (uint32_t)stat_below(&d->seed, d->frames);
        if (!d->parent[f] || !(d->weight[f] > 0) || deploys_is_grown(d, f))
            continue;
        d->grown[i] = f;
        d->more[i++] = d->total * (.04 + .03 * draw(&d->seed));
    }
    for (uint32_t i = 0, n = 0; n < d->inline_n && i < 50 * d->frames; i++) {
        const uint32_t f = (uint32_t)stat_below(&d->seed, d->frames);
        if (f && d->has_kids[f] && !d->inlined[f] && !(d->weight[f] > 0)) {
            d->inlined[f] = true;
            n++;
        }
    }
    for (uint32_t i = 0, n = 0; n < d->rename_n && i < 50 * d->frames; i++) {
        const uint32_t f = (uint32_t)stat_below(&d->seed, d->frames);
        if (f && !d->inlined[f] && !d->renamed[f] && !deploys_is_grown(d, f)) {
            d->renamed[f] = true;
            n++;
        }
    }
}

/* The node of frame f on this side; added with all above it. */
static inline uint32_t deploys_node(const deploys *d, diff_tree *t,
                                    corr_map *child, bool is_new, uint32_t f)
{
    uint32_t path[DEPLOYS_MOST];
    uint32_t n = 0;
    uint32_t at = 0;

    for (;; f = d->parent[f]) {
        if (!is_new || !d->inlined[f])
            path[n++] = f + 1 + (is_new && d->renamed[f] ? d->frames : 0);
        if (!f)
            break;
    }
    while (n) {
        bool fresh;
        const uint32_t key = path[--n];
        uint32_t *c = corr_map_u64(child, (uint64_t)at << 32 | key, &fresh);
        assert_non_null(c);
        if (fresh) {
            t->parent[t->n] = at;
            t->key[t->n] = key;
            *c = t->n++;
        }
        at = *c;
    }
    return at;
}

/* Draws frames, changes and samples: `files` profiles a side. */
static inline diff_tree deploys_make(deploys *d, corr_arena *a, double files)
{
    corr_map child = { 0 };

    deploys_grow_tree(d);
    deploys_change(d);
    diff_tree t = diff_tree_new(a, 2 * d->frames + 1);
    t.n = 1;
    for (int side = 0; side < 2; side++) {
        const bool is_new = d->backwards ? !side : side;
        for (uint32_t f = 0; f < d->frames; f++) {
            double mean = d->weight[f];
            for (uint32_t i = 0; is_new && i < d->grown_n; i++)
                if (d->grown[i] == f)
                    mean += d->more[i];
            const double x = draw_poisson(&d->seed, mean * 3 * files);
            if (!(x > 0))
                continue;
            const uint32_t node = deploys_node(d, &t, &child, is_new, f);
            t.cost[side][node] += x;
            t.x[side][node] += x;
        }
    }
    corr_map_clear(&child);
    return t;
}

#endif
