/* figure_fit - which boxes of a figure have room. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "report/figure.h"

typedef struct ranked {
    double weight;
    uint32_t i;
} ranked;

static int by_weight(const void *a, const void *b)
{
    const ranked *x = a, *y = b;

    if (x->weight > y->weight || x->weight < y->weight)
        return x->weight < y->weight ? 1 : -1;
    return (x->i > y->i) - (x->i < y->i);
}

bool keep_heaviest(uint32_t n, const uint32_t *up, double *weight,
                   const uint32_t *bytes, uint64_t room, bool *keep)
{
    ranked *rank = calloc(n ? n : 1, sizeof *rank);
    uint64_t used = 0;

    if (!rank)
        return false;
    for (uint32_t i = n; i-- > 1;)
        if (weight[i] > weight[up[i]])
            weight[up[i]] = weight[i];
    for (uint32_t i = 0; i < n; i++)
        rank[i] = (ranked){ weight[i], i };
    qsort(rank, n, sizeof *rank, by_weight);
    /* a box follows the one above it: that is no lighter and comes first */
    for (uint32_t k = 0; k < n; k++) {
        used += bytes[rank[k].i];
        if (used > room && k > 0)
            break;
        keep[rank[k].i] = true;
    }
    free(rank);
    return true;
}

/* ---- the boxes of a flame ------------------------------------------------- */

/* The box above each, by depth.  A depth that skips levels is hostile: it counts
 * as one more than the box before. */
static bool find_boxes_above(const corr_flame_figure *f, uint32_t *up,
                             uint32_t *depth)
{
    uint32_t *open = calloc((size_t)f->n + 1, sizeof *open);

    if (!open)
        return false;
    for (uint32_t i = 0; i < f->n; i++) {
        uint32_t d = i == 0 ? 0 : f->box[i].depth ? f->box[i].depth : 1;
        if (i > 0 && d > depth[i - 1] + 1)
            d = depth[i - 1] + 1;
        depth[i] = d;
        up[i] = d ? open[d - 1] : 0;
        open[d] = i;
    }
    free(open);
    return true;
}

static uint64_t key_of(uint64_t above, const char *name)
{
    uint64_t h = above ^ 0xcbf29ce484222325;

    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 0x100000001b3;
    return h;
}

/* Adds a box that is shown; returns its place. */
static uint32_t add_shown(flame_boxes *k, const corr_box *b, uint32_t up,
                          uint32_t depth)
{
    flame_box *to = &k->at[k->n];

    *to = (flame_box){ .b = *b, .up = up };
    to->b.depth = depth;
    if (!to->b.name)
        to->b.name = "";
    if (k->n > 0)
        k->at[up].below++;
    if (depth > k->deepest)
        k->deepest = depth;
    return k->n++;
}

static const char *rest_name(uint32_t hidden, corr_arena *arena)
{
    char n[CORR_PRINT_MAX];
    const char *text = hidden ? corr_arena_print(arena, "(%s smaller frame%s)",
                                                 corr_print_count(n, hidden),
                                                 corr_plural(hidden))
                              : NULL;

    return text ? text : "(smaller frames)";
}

/* What is left out below a box becomes one box. */
static void add_rest(flame_boxes *k, const corr_box *rest, uint32_t up,
                     corr_arena *arena)
{
    corr_box b = *rest;

    b.name = rest_name(b.hidden, arena);
    b.self = b.total;
    b.is_rest = true;
    add_shown(k, &b, up, k->at[up].b.depth + 1);
}

typedef struct choice {
    const corr_flame_figure *f;
    uint32_t *up, *depth, *shown;
    bool *keep;
    corr_box *rest; /* what is left out below each kept box */
    corr_arena *arena;
} choice;

static bool hides_more(const corr_box *b)
{
    return b->hidden && !b->is_rest;
}

/* What the figure itself leaves out below a kept box: all but its self amount
 * and its children. */
static void start_rests(choice *c, flame_boxes *k)
{
    for (uint32_t i = 0; i < c->f->n; i++) {
        const corr_box *b = &c->f->box[i];
        corr_box *up = &c->rest[c->up[i]];
        if (i && hides_more(&c->f->box[c->up[i]]))
            up->total = sub_clamped(up->total, b->total);
        if (!c->keep[i] || !hides_more(b))
            continue;
        c->rest[i] = (corr_box){ .total = sub_clamped(b->total, b->self),
                                 .hidden = b->hidden,
                                 .is_rest = true };
        k->hidden += b->hidden;
    }
}

static void collect_rests(choice *c, flame_boxes *k)
{
    for (uint32_t i = 1; i < c->f->n; i++) {
        const corr_box *b = &c->f->box[i];
        corr_box *rest = &c->rest[c->up[i]];
        if (c->keep[i] && !b->is_rest && c->keep[c->up[i]])
            continue;
        c->keep[i] = false;
        if (!c->keep[c->up[i]])
            continue; /* its total is in that of a box above */
        rest->total = corr_sum(rest->total, b->total);
        if (!hides_more(&c->f->box[c->up[i]]))
            rest->samples = corr_sum(rest->samples, b->samples);
        rest->is_rest = true;
    }
    /* frames below those that are left out count as well */
    for (uint32_t i = 1; i < c->f->n; i++) {
        const corr_box *b = &c->f->box[i];
        const uint32_t hidden = b->hidden + !b->is_rest;
        uint32_t above = c->up[i];
        if (c->keep[i])
            continue;
        if (!c->keep[above])
            above = c->shown[above]; /* the kept box of the one above */
        c->shown[i] = above;
        c->rest[above].hidden += hidden;
        k->hidden += hidden;
    }
}

/* The rest below a box stands after its other children: when the next kept box
 * is no deeper, every open box above it is complete. */
static void close_boxes(choice *c, flame_boxes *k, uint32_t *last,
                        uint32_t depth)
{
    while (k->n > 0 && *last != UINT32_MAX && c->depth[*last] >= depth) {
        const uint32_t i = *last;
        if (c->rest[i].is_rest)
            add_rest(k, &c->rest[i], c->shown[i], c->arena);
        if (i == 0) {
            *last = UINT32_MAX;
            return;
        }
        *last = c->up[i];
    }
}

static void list_boxes(choice *c, flame_boxes *k)
{
    uint32_t last = UINT32_MAX;

    for (uint32_t i = 0; i < c->f->n; i++) {
        if (!c->keep[i])
            continue;
        if (i > 0)
            close_boxes(c, k, &last, c->depth[i]);
        c->shown[i] = add_shown(k, &c->f->box[i], i ? c->shown[c->up[i]] : 0,
                                c->depth[i]);
        last = i;
    }
    close_boxes(c, k, &last, 0);
}

static void place_boxes(flame_boxes *k, int64_t *next)
{
    for (uint32_t i = 0; i < k->n; i++) {
        flame_box *b = &k->at[i];
        b->key = key_of(i ? k->at[b->up].key * 31 : 0, b->b.name);
        b->from = i ? next[b->up] : 0;
        next[i] = b->from;
        if (i && b->b.total > 0)
            next[b->up] = corr_sum(next[b->up], b->b.total);
    }
}

static bool choose_boxes(choice *c, uint64_t room, uint32_t each,
                         uint32_t names)
{
    const uint32_t n = c->f->n;
    double *weight = corr_arena_new(c->arena, double, n);
    uint32_t *bytes = corr_arena_new(c->arena, uint32_t, n);

    if (!weight || !bytes || !find_boxes_above(c->f, c->up, c->depth))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const corr_box *b = &c->f->box[i];
        const size_t name = b->name ? strlen(b->name) : 0;
        const size_t detail = b->detail ? strlen(b->detail) : 0;
        weight[i] = fabs((double)b->total) *
                    (b->change == CORR_BOX_PLAIN ? 1 : CORR_BOX_CHANGED);
        bytes[i] = (uint32_t)(each + names * (name < 4096 ? name : 4096) +
                              (detail < 4096 ? detail : 4096));
    }
    return keep_heaviest(n, c->up, weight, bytes, room, c->keep);
}

flame_boxes flame_boxes_of(const corr_flame_figure *f, uint64_t room,
                           uint32_t each, uint32_t names, corr_arena *arena)
{
    const uint32_t n = f->n;
    flame_boxes k = { .f = f };
    choice c = { .f = f,
                 .up = corr_arena_new(arena, uint32_t, (size_t)n + 1),
                 .depth = corr_arena_new(arena, uint32_t, (size_t)n + 1),
                 .shown = corr_arena_new(arena, uint32_t, (size_t)n + 1),
                 .keep = corr_arena_new(arena, bool, (size_t)n + 1),
                 .rest = corr_arena_new(arena, corr_box, (size_t)n + 1),
                 .arena = arena };
    int64_t *next;

    if (!n || !c.up || !c.depth || !c.shown || !c.keep || !c.rest)
        return k;
    if (!choose_boxes(&c, room, each, names))
        return k;
    uint32_t most = 0;
    for (uint32_t i = 0; i < n; i++)
        most += c.keep[i];
    k.at = corr_arena_new(arena, flame_box, 2 * (size_t)most);
    next = corr_arena_new(arena, int64_t, 2 * (size_t)most);
    if (!k.at || !next)
        return (flame_boxes){ .f = f };
    start_rests(&c, &k);
    collect_rests(&c, &k);
    list_boxes(&c, &k);
    place_boxes(&k, next);
    return k;
}
