/* align_private - the working state of align, and the functions between its
 * files. */
#ifndef CORR_ALIGN_PRIVATE_H
#define CORR_ALIGN_PRIVATE_H

#include "diff/align.h"
#include "diff/lazy_tree.h"

#define ALIGN_NONE UINT32_MAX

/* Cost and observations of something on both sides. */
typedef lazy_tree_cell cell;

/* Nodes that count as one: a chain that begins with `first`. */
typedef struct nodes {
    uint32_t first;       /* ALIGN_NONE: no node */
    const uint32_t *next; /* [n] the next node of the chain */
} nodes;

/* Children of the current node that are one function. */
typedef struct group {
    uint32_t key;
    uint32_t first, last; /* in aligner.next */
    cell self, sum;       /* sum: with all below */
    bool gone;            /* left out, or merged into another */
    bool paired;          /* merged with a group of another name */
    bool doubted;         /* a note names it as a possible pair */
    uint32_t note;        /* 1 + the note of the pair */
} group;

/* A group with its cost, to sort by. */
typedef struct ranked {
    double cost;
    uint32_t first, group;
} ranked;

/* Costs that should be equal: u on side s, and the growth of w on the other. */
typedef struct item {
    nodes u, w;
    cell u_sum, w_sum;
    double others; /* share of w that other frames claim */
    bool is_self;  /* self costs, without callees */
    bool inner;    /* below the items that were compared first */
} item;

/* The agreement of items. */
typedef struct likeness {
    double same, unlike; /* cost that agrees, and that does not */
    double most;         /* the most that agrees in one item */
    double seen[2];      /* observations in `same` */
    double variance;     /* of the growth of w, in `same` */
    uint32_t worst;      /* the item that disagrees most; ALIGN_NONE: no item
                            does */
} likeness;

typedef struct aligner {
    lazy_tree *u; /* in sizes below, n is u->most, nkey is u->nkey */
    const align_opts *o;
    change_owner_opts noise; /* of costs as compared */
    double even;             /* factor of the new side's costs in comparisons */
    double least;
    uint64_t steps; /* remaining, beyond the merging of names */
    /* the current node */
    uint32_t at;  /* in the new tree */
    cell self;    /* its self cost, with that of frames left out below */
    cell whole;   /* with all below */
    group *group; /* [n] */
    uint32_t ngroup;
    ranked *ranked;     /* [n] */
    cost_ratio *ratio;  /* [n + 1] */
    uint32_t *group_of; /* [nkey] */
    uint32_t *grouped;  /* [nkey] at + 1: group_of is of the current node */
    uint8_t *is_home;   /* [nkey] key of a living group with cost on the
                           other side */
    uint32_t *next;     /* [n] chains of groups */
    /* the comparison */
    item *item; /* [n + ALIGN_ROUNDS + 2] */
    uint32_t nitem;
    uint32_t *item_of; /* [nkey] */
    uint32_t *looked;  /* [nkey] look: item_of is of this look */
    uint32_t look;
    uint32_t *link;    /* [n] chains of items */
    uint32_t *queue;   /* [n] nodes to visit */
    struct pair *pair; /* [ALIGN_PAIRS] */
    /* cost that all frames of one side expect to reappear */
    double claim_self;
    double *claim;     /* [nkey] */
    uint32_t *claimed; /* [nkey] claims: claim is of this round */
    uint32_t claims;
    /* results */
    diff_tree *out;
    uint32_t *node_of;
    uint32_t *first;  /* [n] chain of each node of out; ALIGN_NONE: not
                         opened */
    cell *sum;        /* [n] of each node of out, with all below */
    uint32_t *child;  /* [n] first child of each node of out that was visited */
    uint32_t *nchild; /* [n] */
    align_note *note; /* [n] */
    uint32_t nnote;
} aligner;

enum { ALIGN_ROUNDS = 64, ALIGN_PAIRS = 4096, ALIGN_ON_BOTH = 3 };

/* Callees with fewer observations of both sides count as one. */
static const double align_few = 5;

/* Uses n steps. False: too few are left. */
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

/* Returns the callees of a node. */
static inline const uint32_t *align_below(aligner *a, uint32_t node,
                                          uint32_t *n)
{
    lazy_tree_open(a->u, node);
    *n = a->u->node[node].n;
    return a->u->child + a->u->node[node].child;
}

/* Returns the living group of a key, or NULL. */
static inline group *align_group(const aligner *a, uint32_t key)
{
    group *g = &a->group[a->group_of[key]];

    return a->grouped[key] == a->at + 1 && !g->gone ? g : NULL;
}

/* Whether a cost is on this side only. */
static inline bool align_is_only(const cell *c, int side)
{
    return c->cost[side] > 0 && c->cost[!side] <= 0 && c->x[!side] <= 0;
}

/* Returns a cost as it is compared. */
static inline double align_cost(const aligner *a, const cell *c, int side)
{
    return side ? a->even * c->cost[1] : c->cost[0];
}

/* Returns how much more the other side has, as it is compared. */
static inline double align_growth(const aligner *a, const cell *c, int side)
{
    return align_cost(a, c, !side) - align_cost(a, c, side);
}

/* Whether a cost is large enough as evidence. */
static inline bool align_is_much(const aligner *a, const cell *c, int side)
{
    return align_cost(a, c, side) >= a->o->min_abs && c->x[side] >= a->least;
}

/* ---- align_similarity.c: how alike costs are ----------------------------- */

void align_look(aligner *a); /* begins a look: no items, no keys */
/* Returns the item of a key in this look; adds it if it is new. */
item *align_item(aligner *a, uint32_t key, bool inner);
/* Adds a node to one end of an item. */
void align_add(aligner *a, item *it, bool to_w, uint32_t node);
/* Whether a node is a leaf with too few observations to count. */
bool align_is_little(const aligner *a, uint32_t node, int side);
/* Adds an item for the self costs of u and w, and one for each callee. False:
 * no steps left. */
bool align_callees(aligner *a, nodes u, nodes w, bool inner);
/* Adds the agreement of one item. */
void align_compare(const aligner *a, const item *it, int side, likeness *l);
/* Returns the agreement of all items. Small items count as one. */
likeness align_measure(const aligner *a, int side);
/* Returns same / (same + unlike); 0 if both are 0. */
double align_share(const likeness *l);

/* ---- align_inlined.c, align_renamed.c ------------------------------------ */

/* Marks or unmarks groups with cost on the other side. Frames of this side may
 * reappear below them. */
void align_mark_homes(aligner *a, int side, bool are_homes);
/* Whether a group on this side only cannot be left out. Homes must be
 * marked. */
bool align_is_lost(aligner *a, const group *g, int side);
/* Several frames may have disappeared from one node and called the same
 * function. align_claim_none forgets all claims; align_claim adds those of one
 * frame. False: no steps left. */
void align_claim_none(aligner *a);
bool align_claim(aligner *a, const group *g, int side);
/* Whether a group on this side only disappeared, or appeared, between the
 * current node and its callees: compared with all growth, or with its share of
 * the growth by its claims. */
bool align_is_left_out(aligner *a, const group *g, int side);

/* Merges groups of the current node that are known to be one function. */
void align_known(aligner *a);
bool align_pairs_new(aligner *a, corr_arena *scratch);
/* Merges groups of the current node that are one function with two names. */
void align_pair(aligner *a);

/* Compares costs of the new side times `even` from now on. */
void align_compare_at(aligner *a, double even);
/* As align_pair, by the shares of the current node. */
void align_pair_in_caller(aligner *a);

/* Adds a note. There is at most one for each node: a note is about a frame
 * that is left out, or about two that stay, which are doubted once and
 * paired once. */
void align_say(aligner *a, align_kind kind, const group *was, const group *is);

#endif
