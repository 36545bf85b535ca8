/* align_private - what the parts of align share. */
#ifndef CORR_ALIGN_PRIVATE_H
#define CORR_ALIGN_PRIVATE_H

#include "diff/align.h"
#include "diff/lazy_tree.h"

#define ALIGN_NONE UINT32_MAX

/* Cost and observations of something on both sides. */
typedef lazy_tree_cell cell;

static inline void cell_add(cell *a, const cell *b)
{
    for (int side = 0; side < 2; side++) {
        a->cost[side] += b->cost[side];
        a->x[side] += b->x[side];
    }
}

/* Nodes that are taken for one: a chain that begins with `first`. */
typedef struct nodes {
    uint32_t first;       /* ALIGN_NONE: no node */
    const uint32_t *next; /* [n] the one behind each */
} nodes;

/* Children of the node at work that are one function. */
typedef struct group {
    uint32_t key;
    uint32_t first, last; /* in aligner.next */
    cell self, sum;       /* sum: with all below */
    bool gone;            /* left out, or part of another */
    bool paired;          /* it has two names */
    bool doubted;         /* a note says that it might have */
    uint32_t note;        /* that says which two, + 1 */
} group;

/* A group by its cost. */
typedef struct ranked {
    double cost;
    uint32_t first, group;
} ranked;

/* Costs that should be equal: u on side s, and what w grew by on the other. */
typedef struct item {
    nodes u, w;
    cell u_sum, w_sum;
    double others; /* share of w that others expect */
    bool is_self;  /* of a function, without its callees */
    bool inner;    /* below what was compared first */
} item;

/* How well the items agree. */
typedef struct likeness {
    double same, unlike; /* cost */
    double seen[2];      /* observations in same */
    double variance;     /* of what w grew by, where it counts as same */
    uint32_t worst;      /* the item that is most unlike; ALIGN_NONE: none */
} likeness;

typedef struct aligner {
    lazy_tree *u; /* n below is u->most, nkey is u->nkey */
    const align_opts *o;
    change_owner_opts noise;
    double least;
    uint64_t steps; /* that may still be taken beyond merging names */
    /* the node at work */
    uint32_t at;  /* of the new tree */
    cell self;    /* its own, with what was left out below it */
    group *group; /* [n] */
    uint32_t ngroup;
    ranked *ranked;     /* [n] */
    uint32_t *group_of; /* [nkey] */
    uint32_t *grouped;  /* [nkey] at + 1 if group_of is of the node at work */
    uint8_t *is_home;   /* [nkey] of a living group that is on the other side */
    uint32_t *next;     /* [n] in the chain of a group */
    /* what is compared */
    item *item; /* [n + ALIGN_ROUNDS + 2] */
    uint32_t nitem;
    uint32_t *item_of; /* [nkey] */
    uint32_t *looked;  /* [nkey] look if item_of is of this look */
    uint32_t look;
    uint32_t *link;    /* [n] in the chain of an item */
    uint32_t *queue;   /* [n] nodes to look at */
    struct pair *pair; /* [ALIGN_PAIRS] */
    /* what frames of one side, taken together, expect to reappear */
    double claim_self;
    double *claim;     /* [nkey] */
    uint32_t *claimed; /* [nkey] claims if claim is of this time */
    uint32_t claims;
    /* answers */
    diff_tree *out;
    uint32_t *node_of;
    uint32_t *first;  /* [n] per node of out, in next; ALIGN_NONE: lumped */
    align_note *note; /* [n] */
    uint32_t nnote;
} aligner;

enum { ALIGN_ROUNDS = 64, ALIGN_PAIRS = 4096 };

/* Observations of both sides below which callees count as one. */
static const double align_few = 5;

/* Takes steps; false: there are none left. */
static inline bool align_step(aligner *a, uint64_t n)
{
    const bool ok = a->steps > n;

    a->steps = ok ? a->steps - n : 0;
    return ok;
}

static inline const lazy_tree_node *align_at(const aligner *a, uint32_t node)
{
    return &a->u->node[node];
}

/* The callees of a node. */
static inline const uint32_t *align_below(aligner *a, uint32_t node,
                                          uint32_t *n)
{
    lazy_tree_open(a->u, node);
    *n = a->u->node[node].n;
    return a->u->child + a->u->node[node].child;
}

/* The living group of this key, or NULL. */
static inline group *align_group(const aligner *a, uint32_t key)
{
    group *g = &a->group[a->group_of[key]];

    return a->grouped[key] == a->at + 1 && !g->gone ? g : NULL;
}

/* Whether a frame with this cost is on this side only. */
static inline bool align_is_only(const cell *c, int side)
{
    return c->cost[side] > 0 && c->cost[!side] <= 0 && c->x[!side] <= 0;
}

/* Whether it is enough to conclude anything from. */
static inline bool align_is_much(const aligner *a, const cell *c, int side)
{
    return c->cost[side] >= a->o->min_abs && c->x[side] >= a->least;
}

/* ---- align_similarity.c: how alike costs are ------------------------------------ */

void align_look(aligner *a); /* begins a look: no items, no keys */
/* The item of this key in this look, added if it is new. */
item *align_item(aligner *a, uint32_t key, bool inner);
/* Adds nodes to one end of an item. */
void align_add(aligner *a, item *it, bool to_w, uint32_t node);
/* Whether a node calls nothing and has too few observations to count. */
bool align_is_little(const aligner *a, uint32_t node, int side);
/* Adds an item for the self cost of u and w, and one for each callee; false:
 * no steps left. */
bool align_callees(aligner *a, nodes u, nodes w, bool inner);
/* Adds one item to what is known. */
void align_compare(const aligner *a, const item *it, int side, likeness *l);
/* Of all items; small ones count as one. */
likeness align_measure(const aligner *a, int side);
/* same / (same + unlike); 0 where both are. */
double align_share(const likeness *l);

/* ---- align_inlined.c, align_renamed.c ------------------------------------------- */

/* Marks groups with cost on the other side, below which frames of this side may
 * reappear; or none. */
void align_mark_homes(aligner *a, int side, bool are_homes);
/* Whether a group, seen on this side only, cannot be left out; homes are
 * marked. */
bool align_is_lost(aligner *a, const group *g, int side);
/* Several frames may have gone from one node, and called the same.  Forgets
 * what they expect; adds what this one does (false: no steps left). */
void align_claim_none(aligner *a);
bool align_claim(aligner *a, const group *g, int side);
/* Whether this group, seen on this side only, is no longer (or not yet)
 * between the node at work and its callees: with all that has grown, or with
 * its share of that among those that claimed some. */
bool align_is_left_out(aligner *a, const group *g, int side);

bool align_pairs_new(aligner *a, corr_arena *scratch);
/* Joins groups of the node at work that are one function with two names. */
void align_pair(aligner *a);

/* At most a note for each node there is: it is about a frame that is left out,
 * or about two that are not, and those may be doubted once and paired once. */
void align_say(aligner *a, align_kind kind, const group *was, const group *is);

#endif
