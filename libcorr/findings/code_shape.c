/*
 * code_shape - what the stacks of a profile look like: one wide leaf, a hot
 * subtree, cut and recursive stacks, code with many callers, names that are
 * unknown (corr-methods 8, F01 to F05 and F19).
 */
#include <inttypes.h>

#include "base/base.h"
#include "corr_sort.h"
#include "findings/code_stacks.h"
#include "frames/stack_depth.h"

static bool is_code(corr_str name)
{
    return name.n > 0 && name.p[0] != '[';
}

/* ---- by function --------------------------------------------------------- */

typedef struct function_sum {
    double self, total, recursive;
    uint32_t last;    /* number of the last counted stack */
    uint32_t repeats; /* most calls on one stack */
} function_sum;

typedef struct function_sums {
    vec(function_sum) row; /* by key */
    double nameless;
    uint32_t stack;
} function_sums;

enum { RECURSES = 10 };

static bool grow_functions(function_sums *s, size_t n)
{
    while (s->row.n < n)
        if (!vec_push(&s->row, (function_sum){ 0 }))
            return false;
    return true;
}

static bool count_functions(void *ctx, code_stacks *c, uint32_t in,
                            uint32_t stack, double n)
{
    function_sums *s = ctx;
    const uint32_t *key = c->frames.key.v;
    const size_t depth = c->frames.key.n;

    (void)in;
    (void)stack;
    s->stack++;
    if (!grow_functions(s, c->frames.keys.row.n))
        return false;
    for (size_t i = 0; i < depth; i++) {
        function_sum *f = &s->row.v[key[i]];
        if (f->last != s->stack) {
            f->total += n;
            f->last = s->stack;
        }
    }
    s->row.v[key[depth - 1]].self += n;
    if (!is_code(code_stacks_name(c, key[depth - 1])))
        s->nameless += n;
    return true;
}

/* Counts the calls of each function on the stack, where the stack is deep enough
 * for recursion. */
static bool count_recursion(void *ctx, code_stacks *c, uint32_t in,
                            uint32_t stack, double n)
{
    function_sums *s = ctx;
    const uint32_t *key = c->frames.key.v;
    const size_t depth = c->frames.key.n;

    (void)in;
    (void)stack;
    if (depth < RECURSES)
        return true;
    for (size_t i = 0; i < depth; i++)
        s->row.v[key[i]].last = 0;
    for (size_t i = 0; i < depth; i++) {
        function_sum *f = &s->row.v[key[i]];
        f->last++;
        if (f->last == RECURSES)
            f->recursive += n;
        if (f->last > f->repeats)
            f->repeats = f->last;
    }
    return true;
}

typedef double function_value(const function_sum *f);

static double recursive_of(const function_sum *f)
{
    return f->recursive;
}

/* The function with most; 0: none. */
static uint32_t largest(const function_sums *s, const code_stacks *c,
                        function_value *of)
{
    uint32_t best = 0;

    for (uint32_t k = 1; k < s->row.n; k++) {
        const double v = of(&s->row.v[k]);
        if (v <= 0 || !is_code(code_stacks_name(c, k)))
            continue;
        if (!best || v > of(&s->row.v[best]) ||
            (v >= of(&s->row.v[best]) &&
             corr_str_cmp(code_stacks_name(c, k), code_stacks_name(c, best)) <
                 0))
            best = k;
    }
    return best;
}

static bool add_function(finder *f, const finding_rule *r, uint32_t key,
                         double n, const char *verb, const char *after)
{
    corr_finding x = { .cost = -1, .row = UINT32_MAX };

    x.frame = x.subject = code_stacks_name(f->code, key);
    finder_wilson(&x, n, f->code->n);
    x.text = finder_text(f, "%.*s %s %s of %s%s",
                         CORR_STR_ARG(corr_short_name(x.frame)), verb,
                         finder_range(f, &x), finder_whole(f), after);
    x.next = (corr_finding_next){ "peek", CORR_TARGET_FRAME, "" };
    return finder_add(f, r, (finding_size){ x.share, INT64_MAX }, x);
}

bool find_wide_leaf(finder *f, const finding_rule *r)
{
    static const corr_top_opts opts = { .by = CORR_BY_FUNCTION, .most = 1 };
    corr_top *t = corr_top_of(f->sel, &opts, f->err);
    bool ok = t != NULL;

    if (ok && corr_top_size(t) > 0 &&
        is_code(corr_str_of(corr_top_at(t, 0).key))) {
        const corr_top_row row = corr_top_at(t, 0);
        corr_finding x = { .cost = -1,
                           .row = UINT32_MAX,
                           .is_in_table = true,
                           .frame = finder_copy(f, row.key),
                           .next = { "peek", CORR_TARGET_FRAME, "" } };
        x.subject = x.frame;
        x.n = row.obs;
        x.share = (double)row.self / (double)f->facts.whole;
        x.lo = row.lo;
        x.hi = row.hi;
        const char *under =
            row.under && row.under_share >= 0.5
                ? finder_text(
                      f, ", under %.*s",
                      CORR_STR_ARG(corr_short_name(corr_str_of(row.under))))
                : "";
        x.brief = finder_text(f, "%.*s itself uses %s of %s",
                              CORR_STR_ARG(corr_short_name(x.frame)),
                              finder_range(f, &x), finder_whole(f));
        x.text = finder_text(f, "%s%s", x.brief, under);
        if (*under)
            x.brief = finder_text(f, "%.*s itself uses %s of the CPU%s",
                                  CORR_STR_ARG(corr_short_name(x.frame)),
                                  finder_range(f, &x), under);
        ok = finder_add(f, r, (finding_size){ x.share, INT64_MAX }, x);
    }
    corr_top_free(t);
    return ok;
}

bool find_recursion(finder *f, const finding_rule *r)
{
    code_stacks *c = code_stacks_of(f);
    function_sums s = { 0 };
    bool ok = c && code_stacks_each(c, count_functions, &s) &&
              code_stacks_each(c, count_recursion, &s);
    const uint32_t key = ok ? largest(&s, c, recursive_of) : 0;

    if (key)
        ok = add_function(f, r, key, s.row.v[key].recursive,
                          finder_text(f, "recurses up to %" PRIu32 " deep, in",
                                      s.row.v[key].repeats),
                          "");
    vec_free(&s.row);
    return ok;
}

bool find_nameless_code(finder *f, const finding_rule *r)
{
    code_stacks *c = code_stacks_of(f);
    function_sums s = { 0 };
    bool ok = c && code_stacks_each(c, count_functions, &s);

    if (ok && s.nameless > 0) {
        corr_finding x = { .cost = -1,
                           .row = UINT32_MAX,
                           .qualifies = true,
                           .subject = CORR_STR("names"),
                           .next = { "info", CORR_TARGET_NONE, " -v" } };
        finder_wilson(&x, s.nameless, c->n);
        x.text = finder_text(f, "the code of %s of %s has no name",
                             finder_range(f, &x), finder_whole(f));
        ok = finder_add(f, r, (finding_size){ x.share, INT64_MAX }, x);
    }
    vec_free(&s.row);
    return ok;
}

/* ---- cut stacks ------------------------------------------------------------ */

typedef struct depths {
    uint32_t cap; /* frames at which stacks are cut */
    uint32_t input;
    double cut;
} depths;

static bool count_cut(void *ctx, code_stacks *c, uint32_t in, uint32_t stack,
                      double n)
{
    depths *d = ctx;
    const input *rows = store_input(c->frames.keys.store, in);

    if (in == d->input && rows->stack.n.v[stack] >= d->cap)
        d->cut += n;
    return true;
}

bool find_cut_stacks(finder *f, const finding_rule *r)
{
    code_stacks *c = code_stacks_of(f);
    uint32_t last = UINT32_MAX;
    depths all = { 0 };
    bool ok = c != NULL;

    for (size_t i = 0; ok && i < f->sel->part.n; i++) {
        const uint32_t in = f->sel->part.v[i].input;
        depth_end end = { 0 };
        if (in == last)
            continue;
        last = in;
        depth_add(&end, store_input(f->store, in));
        if (!depth_is_cut(&end))
            continue;
        depths d = { .cap = end.most, .input = in };
        ok = code_stacks_each(c, count_cut, &d);
        all.cut += d.cut;
        all.cap = d.cap > all.cap ? d.cap : all.cap;
    }
    if (!ok || all.cut <= 0)
        return ok;
    corr_finding x = { .cost = -1,
                       .row = UINT32_MAX,
                       .qualifies = true,
                       .subject = CORR_STR("depth"),
                       .next = { "tree", CORR_TARGET_NONE, " --callers" } };
    finder_wilson(&x, all.cut, c->n);
    x.text = finder_text(f,
                         "%s of the stacks were cut at %" PRIu32
                         " frames: totals near the root are too low",
                         finder_share(f, x.share), all.cap);
    return finder_add(f, r, (finding_size){ x.share, INT64_MAX }, x);
}

/* ---- deep stacks ----------------------------------------------------------- */

enum { DEEP = 100, MOST_DEPTH = 4096 };

typedef struct depth_sums {
    double of[MOST_DEPTH + 1]; /* samples by depth; the last: deeper, too */
    double deep;
} depth_sums;

static bool count_depth(void *ctx, code_stacks *c, uint32_t in, uint32_t stack,
                        double n)
{
    depth_sums *d = ctx;
    const uint32_t depth =
        store_input(c->frames.keys.store, in)->stack.n.v[stack];

    d->of[depth < MOST_DEPTH ? depth : MOST_DEPTH] += n;
    d->deep += depth >= DEEP ? n : 0;
    return true;
}

/* The depth that 95 % of the samples do not exceed. */
static uint32_t usual_depth(const depth_sums *d, double n)
{
    uint32_t depth = MOST_DEPTH;

    for (double above = d->of[depth]; depth > 0 && above <= 0.05 * n;)
        above += d->of[--depth];
    return depth;
}

/* 5 % of samples at 100 frames or more: the 95 % quantile is there. */
bool find_deep_stacks(finder *f, const finding_rule *r)
{
    code_stacks *c = code_stacks_of(f);
    depth_sums *d = corr_arena_new(f->arena, depth_sums, 1);

    if (!c || !d || !code_stacks_each(c, count_depth, d))
        return false;
    if (d->deep <= 0)
        return true;
    corr_finding x = { .cost = -1,
                       .row = UINT32_MAX,
                       .subject = CORR_STR("depth"),
                       .next = { "tree", CORR_TARGET_NONE, "" } };
    finder_wilson(&x, d->deep, c->n);
    x.text = finder_text(
        f,
        "%s of the samples are %d frames deep or more, 95%% at most %" PRIu32,
        finder_range(f, &x), DEEP, usual_depth(d, c->n));
    return finder_add(f, r, (finding_size){ x.share, INT64_MAX }, x);
}

/* ---- trees ----------------------------------------------------------------- */

/* The largest child of a node; 0: it has none. */
static uint32_t largest_child(const corr_tree *t, uint32_t at)
{
    const corr_node node = corr_tree_at(t, at);
    uint32_t best = 0;

    for (uint32_t k = at + 1; k < node.end; k = corr_tree_at(t, k).end)
        if (!best ||
            corr_tree_at(t, k).total[0] > corr_tree_at(t, best).total[0])
            best = k;
    return best;
}

/* A frame above so much of the samples is where the program begins. */
static const double everything = 0.9;

/* Follows the largest child as long as it is half of its parent.  The first frame
 * of the application is where its work begins, and no finding. */
static bool add_hot_node(finder *f, const finding_rule *r, const corr_tree *t)
{
    const double whole = (double)corr_tree_at(t, 0).total[0];
    uint32_t at = 0, child = largest_child(t, 0), apps = 0;

    while (child && corr_tree_at(t, child).total[0] * 2 >=
                        corr_tree_at(t, at).total[0]) {
        const corr_node next = corr_tree_at(t, child);
        at = child;
        apps += corr_frame_is_app(&next.frame);
        child = largest_child(t, at);
    }
    const corr_node node = corr_tree_at(t, at);
    if ((double)node.total[0] > everything * whole)
        return true;
    if (!child || apps < 2 || !corr_frame_is_app(&node.frame) ||
        node.self[0] * 2 >= node.total[0])
        return true;
    corr_finding x = { .cost = -1,
                       .row = UINT32_MAX,
                       .is_in_table = true,
                       .frame = finder_copy(f, node.name),
                       .next = { "peek", CORR_TARGET_FRAME, "" } };
    x.subject = x.frame;
    finder_wilson(&x, (double)node.obs[0], (double)corr_tree_at(t, 0).obs[0]);
    x.text = finder_text(
        f, "the cost splits below %.*s: %s of %s, largest child %s",
        CORR_STR_ARG(corr_short_name(x.frame)), finder_range(f, &x),
        finder_whole(f),
        finder_share(f, (double)corr_tree_at(t, child).total[0] / whole));
    x.brief = finder_text(
        f, "the cost splits below %.*s: %s of the CPU, then at most %s",
        CORR_STR_ARG(corr_short_name(x.frame)), finder_range(f, &x),
        finder_share(f, (double)corr_tree_at(t, child).total[0] / whole));
    return finder_add(f, r, (finding_size){ x.share, INT64_MAX }, x);
}

bool find_hot_subtree(finder *f, const finding_rule *r)
{
    static const corr_tree_opts opts = { .by = CORR_BY_FUNCTION };
    corr_tree *t = corr_tree_of(&f->sel, 1, &opts, f->err);
    bool ok = t != NULL;

    if (ok && corr_tree_size(t) > 0 && corr_tree_at(t, 0).total[0] > 0)
        ok = add_hot_node(f, r, t);
    corr_tree_free(t);
    return ok;
}

/* ---- callers ---------------------------------------------------------------- */

/* Adds a function with many application callers, none of which is half. */
static bool judge_callers(finder *f, const finding_rule *r,
                          const corr_top_row *row)
{
    enum { LEAST = 5 };
    static const corr_show shown = { NULL, NULL, NULL };
    corr_peek *p = corr_peek_of(f->sel, row->key, &shown, f->err);
    uint32_t apps = 0;
    double most = 0;

    if (!p)
        return false;
    if (corr_peek_size(p) == 1) {
        const corr_peeked of = corr_peek_at(p, 0);
        for (uint32_t k = 0; k < of.ncallers; k++) {
            const corr_neighbour c = corr_peek_caller(p, 0, k);
            apps += corr_frame_is_app(&c.frame) && is_code(corr_str_of(c.key));
            if (k == 0 && of.total > 0)
                most = (double)c.value / (double)of.total;
        }
    }
    corr_peek_free(p);
    if (apps < LEAST || most > 0.5)
        return true;
    corr_finding x = { .cost = -1,
                       .row = UINT32_MAX,
                       .frame = finder_copy(f, row->key),
                       .next = { "peek", CORR_TARGET_FRAME, "" } };
    x.subject = x.frame;
    finder_wilson(&x, (double)row->total_obs, (double)f->facts.observations);
    x.text =
        finder_text(f,
                    "%.*s, %s of %s, is reached from %" PRIu32
                    " places; one caller is at most %s",
                    CORR_STR_ARG(corr_short_name(x.frame)), finder_range(f, &x),
                    finder_whole(f), apps, finder_share(f, most));
    return finder_add(f, r, (finding_size){ x.share, INT64_MAX }, x);
}

bool find_many_callers(finder *f, const finding_rule *r)
{
    enum { TRIED = 8 };
    static const corr_top_opts opts = { .cumulative = true, .most = TRIED * 4 };
    corr_top *t = corr_top_of(f->sel, &opts, f->err);
    const int64_t whole = f->facts.whole;
    uint32_t tried = 0;
    bool ok = t != NULL;

    for (uint32_t i = 0; ok && i < corr_top_size(t) && tried < TRIED; i++) {
        const corr_top_row row = corr_top_at(t, i);
        if (row.rank == 0 || (double)row.total < 0.1 * (double)whole)
            break;
        if (!is_code(corr_str_of(row.key)) || corr_peek_is_pattern(row.key))
            continue;
        tried++;
        ok = judge_callers(f, r, &row);
    }
    corr_top_free(t);
    return ok;
}
