/*
 * query_relate - finds spans that stand in a relation to other spans.
 *
 * The spans of all traces form one forest.  In depth-first order the
 * descendants of a span follow it, up to `leave`. So a relation to ancestors is
 * one sweep over that order; the other relations look at parents.
 *
 * Relations hold within a group: one trace, or one value of by().
 */
#include "query/query_private.h"

struct query_forest {
    const uint32_t *up;
    uint32_t n;
    uint32_t *order; /* [n] spans depth first, 1-based */
    uint32_t *leave; /* [n] place behind the last descendant */
};

/* ---- making it ---------------------------------------------------------- */

/* Builds the lists of children: the first child, and the next sibling.  Goes
 * backwards, so that lists are in order. */
static void list_children(const query_forest *f, uint32_t *first,
                          uint32_t *next)
{
    for (uint32_t i = f->n; i-- > 1;) {
        next[i] = first[f->up[i]];
        first[f->up[i]] = i;
    }
}

/* Walks depth first: down to the first child, on to the next sibling, else back
 * up.  Span 0 is the parent of all roots. */
static void walk_depth_first(query_forest *f, const uint32_t *first,
                             const uint32_t *next)
{
    uint32_t place = 1;
    uint32_t at = first[0];

    while (at) {
        f->order[place++] = at;
        if (first[at]) {
            at = first[at];
            continue;
        }
        f->leave[at] = place;
        while (at && !next[at]) {
            at = f->up[at];
            f->leave[at] = place;
        }
        at = next[at];
    }
}

query_forest *forest_of(query_run_state *r)
{
    query_forest *f = corr_arena_new(r->arena, query_forest, 1);
    uint32_t *column = corr_arena_alloc(r->arena, 4 * sizeof *column, r->n);

    if (!f || !column) {
        run_no_memory(r);
        return NULL;
    }
    *f = (query_forest){ .up = r->st->spans.up.v,
                         .n = r->n,
                         .order = column,
                         .leave = column + r->n };
    uint32_t *first = column + (size_t)2 * r->n;
    uint32_t *next = column + (size_t)3 * r->n;
    list_children(f, first, next);
    walk_depth_first(f, first, next);
    return f;
}

/* ---- relations ---------------------------------------------------------- */

typedef struct relating {
    query_run_state *r;
    const query_forest *f;
    const uint32_t *group;
    uint32_t *last; /* [groups + 1] zeroed scratch */
    const uint8_t *left, *right;
    uint8_t *result;
} relating;

/* Keeps for each group how far the descendants of its left spans reach. */
static void mark_below(relating *t)
{
    for (uint32_t k = 1; k < t->f->n; k++) {
        const uint32_t i = t->f->order[k];
        if (!i)
            break;
        uint32_t *reach = &t->last[t->group[i]];
        if (t->right[i] && *reach > k)
            t->result[i] = 1;
        if (t->left[i] && t->f->leave[i] > *reach)
            *reach = t->f->leave[i];
    }
}

/* Goes backwards and keeps for each group the nearest left span that
 * follows. */
static void mark_above(relating *t)
{
    for (uint32_t k = t->f->n; k-- > 1;) {
        const uint32_t i = t->f->order[k];
        if (!i)
            continue;
        uint32_t *nearest = &t->last[t->group[i]];
        if (t->right[i] && *nearest && *nearest < t->f->leave[i])
            t->result[i] = 1;
        if (t->left[i])
            *nearest = k;
    }
}

static void mark_children(relating *t)
{
    for (uint32_t i = 1; i < t->f->n; i++) {
        const uint32_t up = t->f->up[i];
        if (t->right[i] && up && t->left[up] && t->group[up] == t->group[i])
            t->result[i] = 1;
    }
}

static void mark_parents(relating *t)
{
    for (uint32_t i = 1; i < t->f->n; i++) {
        const uint32_t up = t->f->up[i];
        if (t->left[i] && up && t->right[up] && t->group[up] == t->group[i])
            t->result[up] = 1;
    }
}

static uint64_t family_key(const relating *t, uint32_t i)
{
    return (uint64_t)t->f->up[i] << 32 | t->group[i];
}

/* Counts left spans by parent and group; a span is no sibling of itself. */
static void mark_siblings(relating *t)
{
    corr_map count = { 0 };

    for (uint32_t i = 1; i < t->f->n && !t->r->failed; i++) {
        bool is_new;
        if (!t->left[i] || !t->f->up[i])
            continue;
        uint32_t *slot = corr_map_u64(&count, family_key(t, i), &is_new);
        if (slot)
            ++*slot;
        else
            run_no_memory(t->r);
    }
    for (uint32_t i = 1; i < t->f->n; i++) {
        if (!t->right[i] || !t->f->up[i])
            continue;
        const uint32_t *slot = corr_map_find_u64(&count, family_key(t, i));
        if (slot && *slot > t->left[i])
            t->result[i] = 1;
    }
    corr_map_clear(&count);
}

/* The function of each relation, and the inverse relation. */
static const struct {
    void (*mark)(relating *t);
    uint8_t converse;
} relations[RELATION_COUNT] = {
    [BELOW] = { mark_below, ABOVE },        [CHILD] = { mark_children, PARENT },
    [ABOVE] = { mark_above, BELOW },        [PARENT] = { mark_parents, CHILD },
    [SIBLING] = { mark_siblings, SIBLING },
};

bool forest_relate(query_run_state *r, const query_forest *f, unsigned relation,
                   const uint32_t *group, uint32_t ngroups, const uint8_t *left,
                   const uint8_t *right, uint8_t *result)
{
    const unsigned base = relation & ~(unsigned)(RELATION_NOT | RELATION_BOTH);
    uint32_t *last = calloc((size_t)ngroups + 1, sizeof *last);
    relating t = { r, f, group, last, left, right, result };

    if (!last)
        return run_no_memory(r);
    relations[base].mark(&t);
    if (relation & RELATION_BOTH) {
        memset(last, 0, ((size_t)ngroups + 1) * sizeof *last);
        t.left = right;
        t.right = left;
        relations[relations[base].converse].mark(&t);
    }
    if (relation & RELATION_NOT)
        for (uint32_t i = 1; i < f->n; i++)
            result[i] = right[i] && !result[i];
    free(last);
    return !r->failed;
}
