/*
 * tree - the flame tree over one or more selections.
 *
 * Samples are summed per distinct stack first (stack_sums.c), and each distinct
 * stack is folded into the trie once.  A sample costs one addition, and a tree
 * costs as much as its distinct stacks.  All columns share one trie.  Totals
 * are one pass from the last node to the first.
 *
 * Shares of samples make fractions.  They are kept exactly and rounded once,
 * from the root down: the largest remainders of self and children make up the
 * total, so the total is their sum in whole numbers too (corr-methods 7.2).
 */
#include "corr_view.h"

#include "base/base.h"
#include "base/self_arena.h"
#include "frames/frames.h"
#include "frames/recursion.h"
#include "frames/stack_sums.h"
#include "frames/tree_order.h"
#include "frames/tree_rounding.h"
#include "profile/trie.h"

/* The summed measures: value of samples, number of samples. */
enum { VALUE, OBS, MEASURES };

typedef struct tree_row {
    uint32_t key; /* of frames.keys */
    uint32_t parent, end, depth;
    uint32_t times; /* rounds of recursion folded here */
    uint32_t cycle; /* calls in a round; 0: direct or none */
} tree_row;

struct corr_tree {
    corr_arena arena; /* owns this struct and the columns below */
    frames frames;
    uint32_t n, ncol;
    tree_row *row;
    int64_t *self[MEASURES], *total[MEASURES]; /* [n * ncol] */
};

/* Folded recursion, this many steps above the end of a path. */
typedef struct folded {
    uint32_t path, above, times;
} folded;

/* A stack with samples. */
typedef struct used_stack {
    uint32_t in, stack;
    uint32_t node; /* of the trie; at first the path */
} used_stack;

/* The state while a tree is made. */
typedef struct tree_maker {
    corr_tree *t;
    const corr_tree_opts *opts;
    const corr_store *store;
    corr_arena scratch;
    sums *col; /* [ncol] */
    bool divided;
    trie trie;
    fold fold;
    vec(folded) folded;
    uint32_t *times; /* per node of the trie, 0 means 1; NULL: all 1 */
    vec(used_stack) used;
    const uint32_t *cycle_key;
    uint32_t *pos, *size;                            /* per node of the trie */
    uint32_t *part[MEASURES], *total_part[MEASURES]; /* if divided */
} tree_maker;

/* ---- folding stacks into the trie ------------------------------------ */

static void reverse_keys(uint32_t *key, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        const uint32_t other = key[n - 1 - i];
        key[n - 1 - i] = key[i];
        key[i] = other;
    }
}

/* Notes the folded recursion in the steps of this path. */
static bool note_rounds(tree_maker *m, uint32_t path)
{
    const fold_step *step = m->fold.step.v;

    for (size_t i = 0; i < m->fold.step.n; i++)
        if (step[i].times > 1 &&
            !vec_push(&m->folded,
                      (folded){ path, (uint32_t)(m->fold.step.n - 1 - i),
                                step[i].times }))
            return false;
    return true;
}

static bool fold_one(tree_maker *m, uint32_t in, uint32_t stack)
{
    frames *f = &m->t->frames;

    if (!frames_of(f, in, stack))
        return false;
    if (m->opts->callers)
        reverse_keys(f->key.v, f->key.n);
    if (!fold_stack(&m->fold, f->key.v, f->key.n))
        return false;
    for (size_t i = 0; i < m->fold.step.n; i++)
        trie_push(&m->trie, m->fold.step.v[i].key);
    const uint32_t path = trie_end(&m->trie);
    return !m->trie.failed &&
           vec_push(&m->used, (used_stack){ in, stack, path }) &&
           note_rounds(m, path);
}

static bool is_used(const tree_maker *m, uint32_t in, uint32_t stack)
{
    for (uint32_t c = 0; c < m->t->ncol; c++)
        if (m->col[c].stack[in] && m->col[c].stack[in][stack].used)
            return true;
    return false;
}

static bool fold_stacks(tree_maker *m)
{
    for (uint32_t in = 0; in < m->store->input.n; in++) {
        const size_t n = store_input(m->store, in)->stack.at.n;
        for (uint32_t stack = 0; stack < n; stack++)
            if (is_used(m, in, stack) && !fold_one(m, in, stack))
                return false;
    }
    return true;
}

static bool spread_times(tree_maker *m)
{
    if (m->folded.n == 0)
        return true;
    m->times = corr_arena_new(&m->scratch, uint32_t, m->trie.node.n);
    for (size_t i = 0; m->times && i < m->folded.n; i++) {
        const folded *f = &m->folded.v[i];
        uint32_t node = m->trie.end[f->path];
        for (uint32_t up = 0; up < f->above; up++)
            node = m->trie.node.v[node].parent;
        if (m->times[node] < f->times)
            m->times[node] = f->times;
    }
    return m->times != NULL;
}

static bool make_nodes(tree_maker *m)
{
    if (!fold_stacks(m) || !trie_make(&m->trie))
        return false;
    for (size_t i = 0; i < m->used.n; i++)
        m->used.v[i].node = m->trie.end[m->used.v[i].node];
    return spread_times(m);
}

/* ---- order ----------------------------------------------------------- */

/* The weight of a stack for the order of nodes: the sum of all columns. */
static int64_t stack_weight(const tree_maker *m, uint32_t in, uint32_t stack)
{
    int64_t sum = 0;

    for (uint32_t c = 0; c < m->t->ncol; c++)
        if (m->col[c].stack[in])
            sum = add_clamped(sum, m->col[c].stack[in][stack].value.whole);
    return sum;
}

static int64_t *trie_weights(const tree_maker *m, corr_arena *scratch)
{
    const uint32_t n = (uint32_t)m->trie.node.n;
    int64_t *weight = corr_arena_new(scratch, int64_t, n);

    if (!weight)
        return NULL;
    for (size_t i = 0; i < m->used.n; i++) {
        const used_stack *u = &m->used.v[i];
        weight[u->node] =
            add_clamped(weight[u->node], stack_weight(m, u->in, u->stack));
    }
    for (uint32_t i = n; i-- > 1;) {
        int64_t *up = &weight[m->trie.node.v[i].parent];
        *up = add_clamped(*up, weight[i]);
    }
    return weight;
}

/* The key of a node's text. */
static uint32_t node_key(const tree_maker *m, uint32_t node)
{
    const uint32_t key = m->trie.node.v[node].key;

    return key & FOLD_CYCLE ? m->cycle_key[key & ~FOLD_CYCLE] : key;
}

static const char *node_name(const void *ctx, uint32_t node)
{
    const tree_maker *m = ctx;

    return m->t->frames.keys.row.v[node_key(m, node)].text.p;
}

static tree_row node_row(const tree_maker *m, uint32_t node)
{
    const trie_node *n = &m->trie.node.v[node];
    const uint32_t up = m->pos[n->parent];
    const uint32_t times = m->times ? m->times[node] : 1;

    return (tree_row){
        .key = node_key(m, node),
        .parent = up,
        .end = m->pos[node] + m->size[node],
        .depth = node ? m->t->row[up].depth + 1 : 0,
        .times = times ? times : 1,
        .cycle =
            n->key & FOLD_CYCLE ? m->fold.cycle.v[n->key & ~FOLD_CYCLE].n : 0,
    };
}

/* Computes the positions of the trie's nodes. */
static bool lay_out(tree_maker *m)
{
    const uint32_t n = (uint32_t)m->trie.node.n;
    corr_arena scratch = { .limit = m->scratch.limit };
    const int64_t *weight = trie_weights(m, &scratch);
    uint32_t *parent = corr_arena_room(&scratch, uint32_t, n);
    bool ok = weight && parent;

    for (uint32_t i = 0; ok && i < n; i++)
        parent[i] = m->trie.node.v[i].parent;
    ok = ok && layout_of(&(layout_tree){ n, parent, weight, node_name, m },
                         m->pos, m->size, scratch.limit);
    corr_arena_clear(&scratch);
    return ok;
}

/* Makes the rows in the order of positions; frees the trie. */
static bool place_rows(tree_maker *m)
{
    corr_tree *t = m->t;
    const uint32_t n = t->n = (uint32_t)m->trie.node.n;

    m->cycle_key = fold_names(&m->fold, &t->frames.keys, &m->scratch);
    m->pos = corr_arena_new(&m->scratch, uint32_t, n);
    m->size = corr_arena_new(&m->scratch, uint32_t, n);
    if (!m->cycle_key || !m->pos || !m->size || !lay_out(m))
        return false;
    t->row = corr_arena_new(&t->arena, tree_row, n);
    for (uint32_t i = 0; t->row && i < n; i++)
        t->row[m->pos[i]] = node_row(m, i);
    trie_clear(&m->trie);
    return t->row != NULL;
}

/* ---- adding up ------------------------------------------------------- */

static bool make_columns(tree_maker *m)
{
    corr_tree *t = m->t;
    const size_t cells = (size_t)t->n * t->ncol;

    for (int what = 0; what < MEASURES; what++) {
        t->self[what] = corr_arena_new(&t->arena, int64_t, cells);
        t->total[what] = corr_arena_new(&t->arena, int64_t, cells);
        if (!t->self[what] || !t->total[what])
            return false;
        if (!m->divided)
            continue;
        m->part[what] = corr_arena_new(&m->scratch, uint32_t, cells);
        m->total_part[what] = corr_arena_new(&m->scratch, uint32_t, cells);
        if (!m->part[what] || !m->total_part[what])
            return false;
    }
    return true;
}

static void add_to_cell(int64_t *whole, uint32_t *part, size_t at, amount x)
{
    if (!part) {
        whole[at] = add_clamped(whole[at], x.whole);
        return;
    }
    const amount sum = amount_add((amount){ whole[at], part[at] }, x);
    whole[at] = sum.whole;
    part[at] = sum.part;
}

static void add_stack(tree_maker *m, const used_stack *u)
{
    corr_tree *t = m->t;
    const size_t at = (size_t)m->pos[u->node] * t->ncol;

    for (uint32_t c = 0; c < t->ncol; c++) {
        const sums *s = &m->col[c];
        if (!s->stack[u->in])
            continue;
        const stack_sum *sum = &s->stack[u->in][u->stack];
        add_to_cell(t->self[VALUE], m->part[VALUE], at + c, sum->value);
        if (s->counted)
            add_to_cell(t->self[OBS], m->part[OBS], at + c, sum->obs);
    }
}

/* The total of a node is its self part plus the totals of its children. */
static void add_totals(tree_maker *m, int what)
{
    corr_tree *t = m->t;
    int64_t *total = t->total[what];
    uint32_t *part = m->total_part[what];
    const size_t cells = (size_t)t->n * t->ncol;

    memcpy(total, t->self[what], cells * sizeof *total);
    if (part)
        memcpy(part, m->part[what], cells * sizeof *part);
    for (uint32_t i = t->n; i-- > 1;)
        for (uint32_t c = 0; c < t->ncol; c++) {
            const size_t from = (size_t)i * t->ncol + c;
            const size_t to = (size_t)t->row[i].parent * t->ncol + c;
            add_to_cell(total, part, to,
                        (amount){ total[from], part ? part[from] : 0 });
        }
}

/* ---- rounding -------------------------------------------------------- */

static bool round_all(tree_maker *m)
{
    corr_tree *t = m->t;
    uint32_t *end = corr_arena_new(&m->scratch, uint32_t, t->n);

    if (!end)
        return false;
    for (uint32_t i = 0; i < t->n; i++)
        end[i] = t->row[i].end;
    for (int what = 0; what < MEASURES; what++)
        for (uint32_t c = 0; c < t->ncol; c++)
            if (!round_tree(&(round_column){ t->self[what] + c,
                                             t->total[what] + c,
                                             m->part[what] + c,
                                             m->total_part[what] + c, t->ncol },
                            end, t->n, &m->scratch))
                return false;
    return true;
}

static bool move_column(tree_maker *m, int64_t **column)
{
    corr_tree *t = m->t;
    int64_t *moved = corr_arena_new(&t->arena, int64_t, (size_t)t->n * t->ncol);

    if (!moved)
        return false;
    for (uint32_t i = 0; i < t->n; i++)
        memcpy(&moved[(size_t)m->pos[i] * t->ncol],
               &(*column)[(size_t)i * t->ncol], t->ncol * sizeof *moved);
    *column = moved;
    return true;
}

static const char *row_name(const void *ctx, uint32_t row)
{
    const corr_tree *t = ctx;

    return t->frames.keys.row.v[t->row[row].key].text.p;
}

/* Sorts the rows again, since rounding may make siblings equal, and equal
 * siblings are ordered by name. */
static bool sort_again(tree_maker *m)
{
    corr_tree *t = m->t;
    uint32_t *parent = corr_arena_new(&m->scratch, uint32_t, t->n);
    int64_t *weight = corr_arena_new(&m->scratch, int64_t, t->n);
    tree_row *row = corr_arena_new(&t->arena, tree_row, t->n);

    if (!parent || !weight || !row)
        return false;
    for (uint32_t i = 0; i < t->n; i++) {
        parent[i] = t->row[i].parent;
        for (uint32_t c = 0; c < t->ncol; c++)
            weight[i] = add_clamped(weight[i],
                                    t->total[VALUE][(size_t)i * t->ncol + c]);
    }
    if (!layout_of(&(layout_tree){ t->n, parent, weight, row_name, t }, m->pos,
                   m->size, m->scratch.limit))
        return false;
    for (uint32_t i = 0; i < t->n; i++) {
        row[m->pos[i]] = t->row[i];
        row[m->pos[i]].parent = m->pos[parent[i]];
        row[m->pos[i]].end = m->pos[i] + m->size[i];
    }
    t->row = row;
    for (int what = 0; what < MEASURES; what++)
        if (!move_column(m, &t->self[what]) || !move_column(m, &t->total[what]))
            return false;
    return true;
}

/* ---- the whole ------------------------------------------------------- */

static bool sum_columns(tree_maker *m, const corr_sel *const *cols)
{
    m->col = corr_arena_new(&m->scratch, sums, m->t->ncol);
    if (!m->col)
        return false;
    for (uint32_t c = 0; c < m->t->ncol; c++) {
        if (!sums_init(&m->col[c], cols[c], &m->scratch))
            return false;
        m->divided = m->divided || m->col[c].divided;
    }
    return true;
}

static bool make_tree(tree_maker *m, const corr_sel *const *cols)
{
    if (!sum_columns(m, cols) || !make_nodes(m) || !place_rows(m) ||
        !make_columns(m))
        return false;
    for (size_t i = 0; i < m->used.n; i++)
        add_stack(m, &m->used.v[i]);
    for (int what = 0; what < MEASURES; what++)
        add_totals(m, what);
    return !m->divided || (round_all(m) && sort_again(m));
}

static void clear_maker(tree_maker *m)
{
    trie_clear(&m->trie);
    fold_clear(&m->fold);
    vec_free(&m->folded);
    vec_free(&m->used);
    corr_arena_clear(&m->scratch);
}

static corr_code check_question(const corr_sel *const *cols, size_t ncol,
                                const corr_tree_opts *opts, corr_err *err)
{
    if (ncol == 0 || ncol > UINT16_MAX)
        return corr_fail(err, CORR_EUSAGE, "a tree needs a selection");
    if (opts->by > CORR_BY_MODULE)
        return corr_fail(err, CORR_EUSAGE,
                         "a tree is made of functions, "
                         "files, lines or modules");
    for (size_t c = 1; c < ncol; c++)
        if (cols[c]->store != cols[0]->store)
            return corr_fail(err, CORR_EUSAGE,
                             "the columns of a tree are from two stores");
    return CORR_OK;
}

corr_tree *corr_tree_of(const corr_sel *const *cols, size_t ncol,
                        const corr_tree_opts *opts, corr_err *err)
{

    if (check_question(cols, ncol, opts, err) != CORR_OK)
        return NULL;
    corr_tree *t = self_arena_new(corr_tree, err);
    if (!t)
        return NULL;
    t->ncol = (uint32_t)ncol;

    tree_maker m = { .t = t, .opts = opts, .store = cols[0]->store };
    m.scratch.limit = t->arena.limit;
    corr_code code = frames_init(&t->frames, m.store, keys_grain(opts->by),
                                 &opts->show, err);
    if (code == CORR_OK && !make_tree(&m, cols))
        code = corr_no_memory(err);
    if (code == CORR_OK)
        frames_warn(&t->frames, cols[0]->store);
    clear_maker(&m);
    return KEEP_IF(!code, t, corr_tree_free);
}

uint32_t corr_tree_size(const corr_tree *t)
{
    return t->n;
}

corr_node corr_tree_at(const corr_tree *t, uint32_t i)
{
    const tree_row *row = &t->row[i];
    const key_row *key = &t->frames.keys.row.v[row->key];
    const size_t at = (size_t)i * t->ncol;

    return (corr_node){
        .name = key->text.p,
        .frame = keys_frame_view(&t->frames.keys, row->key),
        .depth = row->depth,
        .parent = row->parent,
        .end = row->end,
        .repeat = row->times,
        .cycle = row->cycle,
        .self = &t->self[VALUE][at],
        .total = &t->total[VALUE][at],
        .obs = &t->total[OBS][at],
        .self_obs = &t->self[OBS][at],
    };
}

void corr_tree_free(corr_tree *t)
{
    if (!t)
        return;
    frames_clear(&t->frames);
    self_arena_free(t);
}
