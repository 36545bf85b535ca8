/*
 * tree_lines - the lines of a tree on a screen (corr-methods 7.1 and 7.2).
 *
 * Nodes worth a line are kept.  A chain of nodes without new information
 * becomes one line, and the hidden nodes below a line become one more line.
 * Lines are made depth first.  A line passes its tenths of a percent to the
 * lines below it when it is made, so the tenths sum up at every parent.
 */
#include "corr_view.h"

#include <stdlib.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "base/top_n.h"
#include "base/vec.h"
#include "corr_sort.h"
#include "stats/distributions.h"

/* Marks on nodes. */
enum { KEPT = 1, ON_PATH = 2 };

/* A line whose children are not complete. */
typedef struct open_line {
    uint32_t end;   /* first node after its subtree */
    uint32_t depth; /* of the lines below it */
    uint32_t node;  /* the last node of the line */
    uint32_t hidden;
    int64_t total, obs; /* of the hidden nodes below */
    int tenths;
    bool from_below; /* some of the hidden are of the rest of a line below */
} open_line;

struct corr_lines {
    corr_arena arena; /* owns this struct */
    const corr_tree *tree;
    vec(corr_line) line;
};

typedef struct printer {
    corr_lines *l;
    const corr_tree *t;
    const corr_prune *prune;
    corr_arena scratch;
    uint32_t n;
    int64_t view, view_obs;
    uint8_t *mark; /* [n] */
    int *tenths;   /* [n] of kept nodes, set by the parent's line */
    vec(open_line) open;
    vec(int64_t) weight; /* weights of the parts of a line */
    vec(int) part;
    vec(bool) seen;
    int64_t whole; /* sum of the absolute self amounts */
    int64_t *size; /* [n] where signs cancel, or NULL */
} printer;

static int64_t abs_clamped(int64_t x)
{
    return x < 0 ? sub_clamped(0, x) : x;
}

/* ---- which nodes are kept -------------------------------------------- */

/* The amount of a node without its sign.  Where signs cancel, the largest one
 * below it, so that a node is kept with its children. */
static int64_t size_of_node(const printer *p, uint32_t node)
{
    return p->size ? p->size[node]
                   : abs_clamped(*corr_tree_at(p->t, node).total);
}

/* Finds out whether signs cancel, and the sizes of nodes if they do.  False:
 * out of memory. */
static bool find_sizes(printer *p)
{
    int64_t whole = 0;

    for (uint32_t i = 0; i < p->n; i++)
        whole = add_clamped(whole, abs_clamped(*corr_tree_at(p->t, i).self));
    p->whole = max_i64(whole, abs_clamped(p->view));
    if (p->whole == abs_clamped(p->view))
        return true;
    int64_t *size = corr_arena_new(&p->scratch, int64_t, p->n);
    if (!size)
        return false;
    for (uint32_t i = p->n; i-- > 0;) {
        const corr_node n = corr_tree_at(p->t, i);
        size[i] = max_i64(size[i], abs_clamped(*n.total));
        if (i > 0)
            size[n.parent] = max_i64(size[n.parent], size[i]);
    }
    p->size = size;
    return true;
}

static bool is_worth_a_line(const printer *p, uint32_t node, const corr_node *n)
{
    const double share = p->prune->share > 0 ? p->prune->share : 0.01;
    const int64_t least = p->prune->least_obs ? p->prune->least_obs : 2;

    if (p->prune->max_depth && n->depth > p->prune->max_depth)
        return false;
    if (p->prune->all)
        return true;
    if (p->view_obs && *n->obs < least)
        return false;
    /* A tiny bit less, so that 1 % of 700 is 7. */
    return (double)size_of_node(p, node) >=
           share * (1 - 1e-12) * (double)abs_clamped(p->view);
}

static void keep_nodes(printer *p)
{
    p->mark[0] = KEPT;
    for (uint32_t i = 1; i < p->n;) {
        const corr_node n = corr_tree_at(p->t, i);
        const bool is_kept = is_worth_a_line(p, i, &n);
        if (is_kept)
            p->mark[i] |= KEPT;
        i = is_kept ? i + 1 : n.end;
    }
}

/* Marks the largest child, from the root on, while it has at least half of its
 * parent. */
static void mark_hot_path(printer *p)
{
    int64_t above = p->view;

    for (uint32_t i = 1; i < p->n; i++) {
        const corr_node n = corr_tree_at(p->t, i);
        if (*n.total <= 0 || *n.total < above - *n.total)
            return;
        p->mark[i] |= ON_PATH;
        above = *n.total;
        if (n.end == i + 1)
            return;
    }
}

static bool is_placeholder(const char *name)
{
    return strcmp(name, "[hidden]") == 0 || strcmp(name, "[no stack]") == 0;
}

static bool is_hot(const printer *p, const corr_node *n)
{
    double lo, hi;

    if (p->view <= 0 || *n->self < p->view / 10 + (p->view % 10 != 0) ||
        *n->self_obs < 5 || is_placeholder(n->name))
        return false;
    stat_wilson((double)*n->self / (double)p->view * (double)p->view_obs,
                (double)p->view_obs, &lo, &hi);
    return lo >= 0.05;
}

/* ---- lines ----------------------------------------------------------- */

/* The kept children of a node, and the hidden ones. */
typedef struct node_children {
    uint32_t kept, only; /* number; the last one */
    uint32_t hidden;
    int64_t total, obs; /* of the hidden children */
} node_children;

static node_children children_of_node(const printer *p, uint32_t node)
{
    const uint32_t end = corr_tree_at(p->t, node).end;
    node_children b = { 0 };

    for (uint32_t i = node + 1; i < end;) {
        const corr_node n = corr_tree_at(p->t, i);
        if (p->mark[i] & KEPT) {
            b.kept++;
            b.only = i;
        } else {
            b.hidden++;
            b.total = add_clamped(b.total, *n.total);
            b.obs = add_clamped(b.obs, *n.obs);
        }
        i = n.end;
    }
    return b;
}

static bool has_own_rest(const printer *p, int64_t total)
{
    return (double)abs_clamped(total) >=
           p->prune->fold * (1 - 1e-12) * (double)abs_clamped(p->view);
}

/* Whether the parent's line absorbs its only kept child: the child has nearly
 * all of its parent, and the parent has no self part; with a fold, none that
 * would be worth a line. */
static bool is_chained(const printer *p, uint32_t node, const node_children *b)
{
    enum { PERCENT_OF_PARENT = 95 };

    if (p->prune->no_chains || b->kept != 1)
        return false;
    const corr_node up = corr_tree_at(p->t, node);
    const corr_node child = corr_tree_at(p->t, b->only);
    const double all = (double)abs_clamped(*up.total);
    const double its = (double)abs_clamped(*child.total);
    if (p->prune->fold > 0)
        return 100 * its >= PERCENT_OF_PARENT * all &&
               !has_own_rest(p, add_clamped(b->total, *up.self));
    return *up.self == 0 && *up.self_obs == 0 && its >= 0.995 * all;
}

/* Amounts of hidden nodes. */
typedef struct hidden_sum {
    uint32_t n;
    int64_t total, obs;
    int tenths;
} hidden_sum;

static void hide_more(open_line *o, const hidden_sum *h)
{
    o->hidden += h->n;
    o->total = add_clamped(o->total, h->total);
    o->obs = add_clamped(o->obs, h->obs);
    o->tenths += h->tenths;
}

/* Parts that add up are shown a digit off at most; of very many parts, each is
 * rounded by itself. */
static void round_apart(printer *p, size_t n)
{
    enum { MANY = 32 };

    for (size_t k = 0; n > MANY && k < n && p->view > 0; k++) {
        const double exact = 1000 * (double)p->weight.v[k] / (double)p->view;
        if (exact >= 0 && exact <= 1000)
            p->part.v[k] = (int)(exact + 0.5);
    }
}

/* Divides the tenths of a line among itself, the kept children of its last
 * node, its hidden rest, and what a chain left out.  Sets *own to its own
 * tenths. */
static bool divide_tenths(printer *p, const corr_node *last, open_line *o,
                          const node_children *b, hidden_sum *left, int *own)
{
    const size_t n = (size_t)b->kept + 3;
    size_t k = 0;

    p->weight.n = p->part.n = 0;
    if (!vec_reserve(&p->weight, n) || !vec_reserve(&p->part, n))
        return false;
    p->weight.v[k++] = *last->self;
    for (uint32_t i = o->node + 1; i < last->end;) {
        const corr_node c = corr_tree_at(p->t, i);
        if (p->mark[i] & KEPT)
            p->weight.v[k++] = *c.total;
        i = c.end;
    }
    p->weight.v[k++] = o->total;
    if (left->n)
        p->weight.v[k++] = left->total;
    corr_apportion(p->weight.v, p->part.v, k, o->tenths);
    round_apart(p, k);

    k = 0;
    *own = p->part.v[k++];
    for (uint32_t i = o->node + 1; i < last->end;) {
        if (p->mark[i] & KEPT)
            p->tenths[i] = p->part.v[k++];
        i = corr_tree_at(p->t, i).end;
    }
    o->tenths = p->part.v[k++];
    left->tenths = left->n ? p->part.v[k] : 0;
    return true;
}

/* Follows a chain from o->node to its last node and opens its children.  Hidden
 * nodes on the way belong to the rest of the line, or with a fold to `left`. */
static bool open_children(printer *p, open_line o, hidden_sum *left,
                          uint32_t *last_node, int *own)
{
    node_children b = children_of_node(p, o.node);
    hidden_sum way = { 0 };

    while (o.node > 0 && is_chained(p, o.node, &b)) {
        const corr_node passed = corr_tree_at(p->t, o.node);
        way.n += b.hidden + (*passed.self != 0);
        way.total = add_clamped(way.total, add_clamped(b.total, *passed.self));
        way.obs = add_clamped(way.obs, add_clamped(b.obs, *passed.self_obs));
        o.node = b.only;
        b = children_of_node(p, o.node);
    }
    hide_more(&o, &(hidden_sum){ b.hidden, b.total, b.obs, 0 });
    if (p->prune->fold > 0)
        *left = way;
    else
        hide_more(&o, &way);
    const corr_node last = corr_tree_at(p->t, o.node);
    *last_node = o.node;
    return divide_tenths(p, &last, &o, &b, left, own) && vec_push(&p->open, o);
}

static bool add_tree_line(printer *p, uint32_t node, uint32_t depth)
{
    const corr_node first = corr_tree_at(p->t, node);
    const size_t above = p->open.n - 1;
    hidden_sum left = { 0 };
    corr_line l = {
        .node = node,
        .depth = depth,
        .hot_path = (p->mark[node] & ON_PATH) != 0,
        .total = *first.total,
        .obs = *first.obs,
        .tenths_total = p->tenths[node],
    };

    if (!open_children(p,
                       (open_line){ .end = first.end,
                                    .depth = depth + 1,
                                    .node = node,
                                    .tenths = l.tenths_total },
                       &left, &l.last, &l.tenths_self))
        return false;
    hide_more(&p->open.v[above], &left);
    const corr_node last = corr_tree_at(p->t, l.last);
    l.self = *last.self;
    l.total = sub_clamped(l.total, left.total);
    l.obs = sub_clamped(l.obs, left.obs);
    l.tenths_total -= left.tenths;
    l.hot = is_hot(p, &last);
    return vec_push(&p->l->line, l);
}

/* Closes lines whose subtree ends here.  The line for the hidden nodes comes
 * last; if they are too few for one they are hidden by the line above. */
static bool close_until(printer *p, uint32_t node)
{
    while (p->open.n && p->open.v[p->open.n - 1].end <= node) {
        const open_line o = p->open.v[--p->open.n];
        if (!o.hidden)
            continue;
        if (p->open.n && !has_own_rest(p, o.total)) {
            open_line *above = &p->open.v[p->open.n - 1];
            hide_more(above,
                      &(hidden_sum){ o.hidden, o.total, o.obs, o.tenths });
            above->from_below = true;
            continue;
        }
        const corr_line rest = {
            .node = o.node,
            .last = o.node,
            .hidden = o.hidden,
            .depth = o.depth,
            .from_below = o.from_below,
            .total = o.total,
            .obs = o.obs,
            .tenths_total = o.tenths,
        };
        if (!vec_push(&p->l->line, rest))
            return false;
    }
    return true;
}

/* Marks the last line below each parent, from the end on: seen[d] says whether
 * a line of depth d follows before one that is less deep. */
static bool mark_last_lines(printer *p)
{
    uint32_t deepest = 0;

    for (size_t i = 0; i < p->l->line.n; i++)
        if (p->l->line.v[i].depth > deepest)
            deepest = p->l->line.v[i].depth;
    p->seen.n = 0;
    if (!vec_reserve(&p->seen, (size_t)deepest + 2))
        return false;
    memset(p->seen.v, 0, (size_t)deepest + 2);
    for (size_t i = p->l->line.n; i-- > 0;) {
        corr_line *l = &p->l->line.v[i];
        l->is_last = !p->seen.v[l->depth];
        p->seen.v[l->depth] = true;
        p->seen.v[l->depth + 1] = false;
    }
    return true;
}

static bool make_lines(printer *p)
{
    uint32_t last;
    int own;
    hidden_sum no_chain = { 0 };

    p->l->line.n = 0;
    if (!open_children(p, (open_line){ .end = p->n, .tenths = 1000 }, &no_chain,
                       &last, &own))
        return false;
    for (uint32_t i = 1; i < p->n;) {
        if (!close_until(p, i))
            return false;
        if (!(p->mark[i] & KEPT)) {
            i = corr_tree_at(p->t, i).end;
            continue;
        }
        if (!add_tree_line(p, i, p->open.v[p->open.n - 1].depth))
            return false;
        i = p->l->line.v[p->l->line.n - 1].last + 1;
    }
    return close_until(p, p->n) && mark_last_lines(p);
}

/* ---- a limit on lines ------------------------------------------------ */

typedef struct candidate {
    int64_t total;
    uint32_t node;
} candidate;

SORT_BY(larger_first, candidate, DESC(total), ASC(node))

/* Keeps the n largest candidates; descendants of a hidden node are not
 * visited. */
static void keep_largest(printer *p, const candidate *c, uint32_t all,
                         uint32_t n)
{
    for (uint32_t k = 0; k < all; k++)
        p->mark[c[k].node] &= (uint8_t)~KEPT;
    for (uint32_t k = 0; k < n; k++)
        p->mark[c[k].node] |= KEPT;
}

/* Keeps as many of the largest nodes as fit, by bisection; `over` of them do
 * not fit. */
static bool bisect_lines(printer *p, const candidate *c, uint32_t all,
                         uint32_t over)
{
    uint32_t fits = 0;

    while (over - fits > 1) {
        const uint32_t mid = fits + (over - fits) / 2;
        keep_largest(p, c, all, mid);
        if (!make_lines(p))
            return false;
        if (p->l->line.n <= p->prune->max_rows)
            fits = mid;
        else
            over = mid;
    }
    keep_largest(p, c, all, fits);
    return make_lines(p);
}

static bool fit_lines(printer *p)
{
    candidate *c = corr_arena_new(&p->scratch, candidate, p->n);
    uint32_t all = 0;

    if (!c)
        return false;
    for (uint32_t i = 1; i < p->n; i++)
        if (p->mark[i] & KEPT)
            c[all++] = (candidate){ size_of_node(p, i), i };
    if (all)
        qsort(c, all, sizeof *c, larger_first);
    return bisect_lines(p, c, all, all);
}

/* Whether each kept node has a line of its own, and each rest as well.  More
 * kept nodes then never make fewer lines. */
static bool has_line_each(const corr_prune *prune)
{
    return prune->no_chains && !(prune->fold > 0);
}

/* Sorts the `most` largest nodes that are worth a line to the front of c, which
 * has room for twice as many, and returns how many there are.  A node is no
 * larger than its parent, so what is below a node that is too small is not
 * visited. */
static uint32_t find_largest(printer *p, candidate *c, uint32_t most)
{
    size_t found = 0;
    bool is_full = false; /* c[0] to c[most - 1] are the largest so far */

    for (uint32_t i = 1; i < p->n;) {
        const corr_node n = corr_tree_at(p->t, i);
        const candidate its = { size_of_node(p, i), i };
        if (!is_worth_a_line(p, i, &n) ||
            (is_full && larger_first(&c[most - 1], &its) < 0)) {
            i = n.end;
            continue;
        }
        c[found++] = its;
        i++;
        if (found < 2 * (size_t)most)
            continue;
        top_n_sort(c, found, sizeof *c, most, larger_first);
        found = most;
        is_full = true;
    }
    top_n_sort(c, found, sizeof *c, most, larger_first);
    return found < most ? (uint32_t)found : most;
}

/* The lines of a tree that may have far more nodes than there is room for
 * lines: only the largest nodes are looked at. */
static bool make_few_lines(printer *p)
{
    const uint32_t most =
        p->prune->max_rows < p->n ? p->prune->max_rows + 1 : p->n;
    candidate *c = corr_arena_room(&p->scratch, candidate, 2 * (size_t)most);

    if (!c)
        return false;
    p->mark[0] = KEPT;
    const uint32_t n = find_largest(p, c, most);
    if (n < most) {
        keep_largest(p, c, n, n);
        if (!make_lines(p))
            return false;
        if (p->l->line.n <= p->prune->max_rows)
            return true;
    }
    return bisect_lines(p, c, n, n);
}

/* ---- the whole ------------------------------------------------------- */

static bool print_tree(printer *p)
{
    p->n = corr_tree_size(p->t);
    p->mark = corr_arena_new(&p->scratch, uint8_t, p->n);
    p->tenths = corr_arena_new(&p->scratch, int, p->n);
    if (!p->mark || !p->tenths)
        return false;

    const corr_node root = corr_tree_at(p->t, 0);
    p->view = *root.total;
    p->view_obs = *root.obs;
    if (!find_sizes(p))
        return false;
    mark_hot_path(p);
    if (p->prune->max_rows && has_line_each(p->prune))
        return make_few_lines(p);
    keep_nodes(p);
    if (!make_lines(p))
        return false;
    return !p->prune->max_rows || p->l->line.n <= p->prune->max_rows ||
           fit_lines(p);
}

corr_lines *corr_lines_of(const corr_tree *t, const corr_prune *prune,
                          corr_err *err)
{
    corr_lines *l = self_arena_new(corr_lines, err);

    if (!l)
        return NULL;
    printer p = { .l = l, .t = t, .prune = prune };
    l->tree = t;
    p.scratch.limit = SIZE_MAX; /* some bytes per node of the tree */
    const corr_code code = print_tree(&p) ? CORR_OK : corr_no_memory(err);
    corr_arena_clear(&p.scratch);
    vec_free(&p.open);
    vec_free(&p.weight);
    vec_free(&p.part);
    vec_free(&p.seen);
    return KEEP_IF(!code, l, corr_lines_free);
}

uint32_t corr_lines_size(const corr_lines *l)
{
    return (uint32_t)l->line.n;
}

corr_line corr_lines_at(const corr_lines *l, uint32_t i)
{
    return l->line.v[i];
}

void corr_lines_free(corr_lines *l)
{
    if (!l)
        return;
    vec_free(&l->line);
    self_arena_free(l);
}
