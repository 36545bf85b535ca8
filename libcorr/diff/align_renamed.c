/*
 * align_renamed - finds functions that were renamed in the source (corr-methods
 * 4.2).
 *
 * Two frames are one depending on their callees, which may have been renamed as
 * well. So pairs are listed from the top, each with the pairs of its one-sided
 * callees, and scored from the bottom. If depth or length ends the list, two
 * frames are compared by their cost alone.
 *
 * Costs are compared under one caller: if its requests became rarer, all below
 * became cheaper, and no function below was another for it.
 */
#include <math.h>
#include <stdlib.h>

#include "corr_sort.h"
#include "diff/align_private.h"

static const double least_score = 0.8;  /* of a pair */
static const double least_callee = 0.7; /* of callees that count as equal */
static const double too_close = 0.05;   /* to a second candidate */

/* Part of a whole above which the whole says nothing about the part. */
static const double most_of_caller = 0.75;

#define IN_CALLER                                                              \
    0. /* instead of a factor: costs are compared as shares of
                        the current node */

/* Limits: levels below a pair; frames of one node and side. */
enum { DEPTH = 12, WIDTH = 32 };

typedef struct pair {
    item it; /* both frames with all below */
    uint32_t depth;
    double even;       /* factor of the new side's costs */
    uint32_t first, n; /* pairs of callees, in aligner.pair */
    bool opened;       /* callees were compared */
    bool by_callees;   /* its cost is no evidence */
    likeness callees;
    double score_pair;
} pair;

/* The most costly frames of one side, in descending order. */
typedef struct candidate {
    nodes set;
    cell sum;
} candidate;

typedef struct candidates {
    candidate v[WIDTH];
    uint32_t n;
} candidates;

static bool comes_before(const candidate *a, const candidate *b, int side)
{
    if (a->sum.cost[side] > b->sum.cost[side])
        return true;
    return !(a->sum.cost[side] < b->sum.cost[side]) &&
           a->set.first < b->set.first;
}

static void insert_candidate(candidates *list, candidate c, int side)
{
    uint32_t at = list->n;

    if (at == WIDTH) {
        if (!comes_before(&c, &list->v[--at], side))
            return;
    } else {
        list->n++;
    }
    for (; at > 0 && comes_before(&c, &list->v[at - 1], side); at--)
        list->v[at] = list->v[at - 1];
    list->v[at] = c;
}

static bool may_pair(const aligner *a, const cell *c, int side)
{
    return align_is_only(c, side) && align_is_much(a, c, side);
}

/* Has a pair compared as shares of the current node. A function that is
 * most of it has the same share anyway, so its callees decide. False: it has no
 * other callees. */
static bool compare_in_caller(aligner *a, pair *p)
{
    const cell *all = &a->whole, *was = &p->it.u_sum, *is = &p->it.w_sum;

    p->by_callees = was->cost[0] > most_of_caller * all->cost[0] ||
                    is->cost[1] > most_of_caller * all->cost[1];
    align_compare_at(a, all->cost[0] / all->cost[1]);
    return p->by_callees || (all->x[0] - was->x[0] >= a->least &&
                             all->x[1] - is->x[1] >= a->least);
}

/* Returns whether a pair can still score enough; sets its factor. */
static bool may_score(aligner *a, pair *p, double even)
{
    likeness l = { 0 };

    if (even == IN_CALLER && !compare_in_caller(a, p))
        return false;
    p->even = a->even;
    align_compare(a, &p->it, 0, &l);
    return align_share(&l) >= 2 * least_callee - 1;
}

/* Whether both sides have both functions, so that neither was renamed. */
static bool are_kept(const aligner *a, nodes was, nodes is)
{
    const uint8_t *on = a->o->on;

    return on && on[align_at(a, was.first)->key] == ALIGN_ON_BOTH &&
           on[align_at(a, is.first)->key] == ALIGN_ON_BOTH;
}

/* Appends pairs that can still score enough. Returns the number of pairs. */
static uint32_t list_pairs(aligner *a, const candidates *was,
                           const candidates *is, uint32_t depth, double even,
                           uint32_t n)
{
    for (uint32_t i = 0; i < was->n; i++)
        for (uint32_t j = 0; j < is->n; j++) {
            pair p = { .it = { .u = was->v[i].set,
                               .w = is->v[j].set,
                               .u_sum = was->v[i].sum,
                               .w_sum = is->v[j].sum },
                       .depth = depth };
            if (!are_kept(a, p.it.u, p.it.w) && may_score(a, &p, even))
                a->pair[n++] = p;
        }
    return n;
}

/* Compares the callees of a pair and appends pairs of them, within the limits.
 * Returns the number of pairs. */
static uint32_t open_pair(aligner *a, pair *p, uint32_t n)
{
    candidates only[2] = { 0 };

    align_look(a);
    align_compare_at(a, p->even);
    if (p->depth == DEPTH || n > ALIGN_PAIRS - WIDTH * WIDTH ||
        !align_callees(a, p->it.u, p->it.w, false) || !align_step(a, a->nitem))
        return n;
    p->opened = true;
    p->callees = align_measure(a, 0);
    for (uint32_t i = 0; i < a->nitem; i++) {
        const item *it = &a->item[i];
        if (it->is_self)
            continue;
        if (it->w.first == ALIGN_NONE && may_pair(a, &it->u_sum, 0))
            insert_candidate(&only[0], (candidate){ it->u, it->u_sum }, 0);
        if (it->u.first == ALIGN_NONE && may_pair(a, &it->w_sum, 1))
            insert_candidate(&only[1], (candidate){ it->w, it->w_sum }, 1);
    }
    p->first = n;
    n = list_pairs(a, &only[0], &only[1], p->depth + 1, p->even, n);
    p->n = n - p->first;
    return n;
}

SORT_BY(by_score, pair, DESC(score_pair), ASC(it.u.first), ASC(it.w.first))

static bool shares_frame(const pair *a, const pair *b)
{
    return a->it.u.first == b->it.u.first || a->it.w.first == b->it.w.first;
}

/* Compares two callees of a pair that had no counterpart with each other. */
static void count_as_equal(const aligner *a, const item *both, likeness *l)
{
    const item was = { .u_sum = both->u_sum };
    const item is = { .w_sum = both->w_sum };
    likeness apart = { 0 };

    align_compare(a, &was, 0, &apart);
    align_compare(a, &is, 0, &apart);
    l->unlike = fmax(0, l->unlike - apart.unlike);
    align_compare(a, both, 0, l);
}

/* Whether several costs agree, and not one alone. */
static bool has_parts(const likeness *l)
{
    return l->same > 0 && l->most <= most_of_caller * l->same;
}

static void score_pair(aligner *a, pair *p)
{
    pair *callee = a->pair + p->first;
    const pair *taken[WIDTH];
    uint32_t ntaken = 0;
    likeness cost = { 0 };

    align_compare_at(a, p->even);
    qsort(callee, p->n, sizeof *callee, by_score);
    for (uint32_t i = 0; i < p->n && callee[i].score_pair >= least_callee;
         i++) {
        bool is_free = true;
        for (uint32_t t = 0; t < ntaken; t++)
            is_free = is_free && !shares_frame(&callee[i], taken[t]);
        if (!is_free)
            continue;
        taken[ntaken++] = &callee[i];
        count_as_equal(a, &callee[i].it, &p->callees);
    }
    align_compare(a, &p->it, 0, &cost);
    const double like = align_share(&cost);
    const double below = p->opened ? align_share(&p->callees) : like;
    p->score_pair = !p->by_callees           ? like / 2 + below / 2
                    : has_parts(&p->callees) ? below
                                             : 0;
}

/* Scores the pairs of the current node and sorts them by descending score.
 * Returns their number. */
static uint32_t score_all(aligner *a, double even)
{
    candidates only[2] = { 0 };

    for (uint32_t i = 0; i < a->ngroup; i++) {
        const group *g = &a->group[i];
        for (int side = 0; side < 2; side++)
            if (!g->gone && may_pair(a, &g->sum, side))
                insert_candidate(&only[side],
                                 (candidate){ { g->first, a->next }, g->sum },
                                 side);
    }
    const uint32_t top = list_pairs(a, &only[0], &only[1], 0, even, 0);
    uint32_t n = top;
    for (uint32_t i = 0; i < n; i++)
        n = open_pair(a, &a->pair[i], n);
    for (uint32_t i = n; i-- > 0;)
        score_pair(a, &a->pair[i]);
    qsort(a->pair, top, sizeof *a->pair, by_score);
    return top;
}

static bool is_free(const aligner *a, const pair *p)
{
    const group *was = align_group(a, align_at(a, p->it.u.first)->key);
    const group *is = align_group(a, align_at(a, p->it.w.first)->key);

    return was && !was->paired && is && !is->paired;
}

/* Whether another free pair with one of the frames has about the same score. */
static bool has_rival(const aligner *a, const pair *p, uint32_t top)
{
    for (uint32_t i = 0; i < top; i++) {
        const pair *other = &a->pair[i];
        if (other != p && other->score_pair >= p->score_pair - too_close &&
            shares_frame(other, p) && is_free(a, other))
            return true;
    }
    return false;
}

static void merge_pair(aligner *a, group *was, group *is)
{
    align_say(a, ALIGN_RENAMED, was, is);
    is->note = a->nnote;
    a->next[is->last] = was->first;
    lazy_tree_cell_add(&is->self, &was->self);
    lazy_tree_cell_add(&is->sum, &was->sum);
    is->paired = was->paired = was->gone = true;
}

static void note_possible_pair(aligner *a, group *was, group *is)
{
    if (!was->doubted && !is->doubted)
        align_say(a, ALIGN_POSSIBLY, was, is);
    was->doubted = is->doubted = true;
}

bool align_pairs_new(aligner *a, corr_arena *scratch)
{
    a->pair = corr_arena_new(scratch, pair, ALIGN_PAIRS);
    return a->pair != NULL;
}

void align_known(aligner *a)
{
    for (uint32_t i = 0; i < a->o->nknown; i++) {
        group *was = align_group(a, a->o->known[i].was);
        group *is = align_group(a, a->o->known[i].is);
        if (was && is && align_is_only(&was->sum, 0) &&
            align_is_only(&is->sum, 1))
            merge_pair(a, was, is);
    }
}

/* even: a factor, or IN_CALLER. */
static void merge_alike(aligner *a, double even)
{
    const double before = a->even;
    const uint32_t top = score_all(a, even);

    align_compare_at(a, before);
    for (uint32_t i = 0; i < top && a->pair[i].score_pair >= least_score; i++) {
        const pair *p = &a->pair[i];
        if (!is_free(a, p))
            continue;
        group *was = align_group(a, align_at(a, p->it.u.first)->key);
        group *is = align_group(a, align_at(a, p->it.w.first)->key);
        if (!align_step(a, top))
            return;
        if (has_rival(a, p, top))
            note_possible_pair(a, was, is);
        else
            merge_pair(a, was, is);
    }
}

void align_pair(aligner *a)
{
    merge_alike(a, a->even);
}

void align_pair_in_caller(aligner *a)
{
    merge_alike(a, IN_CALLER);
}
