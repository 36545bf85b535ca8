/* diff_fold - see diff_fold.h. */
#include "diff_fold.h"

#include "base.h"
#include "canon_pool.h"
#include "limit.h"

typedef struct folding {
    diff_fold *f;
    const corr_diff_opts *opts;
    uint8_t **used;        /* [inputs][stacks] bit w: side w has it */
    vec(uint8_t) sides_of; /* [raw keys] */
    canon_text text;
    corr_map by_text;
    canon_pool *pool;
} folding;

/* ---- which stacks ------------------------------------------------------- */

typedef struct marking {
    uint8_t **used;
    uint8_t bit;
} marking;

static void mark_row(void *ctx, const sides_row *row)
{
    const marking *m = ctx;

    m->used[row->input][row->stack] |= m->bit;
}

static bool find_used(folding *g)
{
    const sides *s = g->f->s;
    const size_t n = s->st->input.n;

    g->used = corr_arena_new(&g->f->arena, uint8_t *, n);
    g->f->path_of = corr_arena_new(&g->f->arena, uint32_t *, n);
    if (!g->used || !g->f->path_of)
        return false;
    for (uint32_t in = 0; in < n; in++) {
        const size_t stacks = store_input(s->st, in)->stack_at.n;
        if (!s->side[0].file_of[in] && !s->side[1].file_of[in])
            continue;
        g->used[in] = corr_arena_new(&g->f->arena, uint8_t, stacks);
        g->f->path_of[in] = corr_arena_new(&g->f->arena, uint32_t, stacks);
        if (!g->used[in] || !g->f->path_of[in])
            return false;
    }
    for (unsigned w = 0; w < 2; w++)
        sides_rows(s, w, mark_row, &(marking){ g->used, (uint8_t)(1 << w) });
    return true;
}

/* ---- raw paths ---------------------------------------------------------- */

static bool note_sides(folding *g, uint8_t bits)
{
    const frames *fr = &g->f->frames;
    const size_t n = fr->keys.row.n;

    if (g->sides_of.n < n) {
        if (!vec_reserve(&g->sides_of, n - g->sides_of.n))
            return false;
        memset(g->sides_of.v + g->sides_of.n, 0, n - g->sides_of.n);
        g->sides_of.n = n;
    }
    for (size_t i = 0; i < fr->key.n; i++)
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): it has n */
        g->sides_of.v[fr->key.v[i]] |= bits;
    return true;
}

static bool add_path(folding *g, uint32_t in, uint32_t stack)
{
    frames *fr = &g->f->frames;

    if (!frames_of(fr, in, stack) || !note_sides(g, g->used[in][stack]))
        return false;
    paths_push(&g->f->paths, fr->key.v, fr->key.n);
    g->f->path_of[in][stack] = paths_end(&g->f->paths);
    return !g->f->paths.failed;
}

static bool each_stack(folding *g, bool (*each)(folding *, uint32_t, uint32_t))
{
    const corr_store *st = g->f->s->st;

    for (uint32_t in = 0; in < st->input.n; in++)
        for (uint32_t k = 0; g->used[in] && k < store_input(st, in)->stack_at.n;
             k++)
            if (g->used[in][k] && !each(g, in, k))
                return false;
    return true;
}

/* ---- names -------------------------------------------------------------- */

static corr_str raw_text(const folding *g, uint32_t key)
{
    return g->f->frames.keys.row.v[key].text;
}

/* The canonical text of a raw key, in g->text. */
static bool make_canonical(folding *g, uint32_t key, unsigned *rules)
{
    *rules = 0;
    return canon_name(raw_text(g, key), &g->text, rules);
}

static bool number_name(folding *g, uint32_t key, corr_str text, bool pooled)
{
    diff_fold *f = g->f;
    bool is_new;
    uint32_t *at = corr_map_bytes(&g->by_text, text.p, text.n, &is_new);

    if (!at)
        return false;
    if (is_new) {
        char *copy = corr_arena_new(&f->arena, char, text.n + 1);
        if (!copy)
            return false;
        memcpy(copy, text.p, text.n);
        *at = (uint32_t)f->name.n;
        if (!vec_push(&f->name, (diff_name){ .text = { copy, text.n },
                                             .raw = key,
                                             .pooled = pooled }))
            return false;
    } else {
        f->name.v[*at].mixed = true;
    }
    f->name_of[key] = *at;
    return true;
}

static bool pool_names(folding *g)
{
    g->pool = canon_pool_new();
    for (uint32_t key = 1; g->pool && key < g->sides_of.n; key++) {
        unsigned rules;
        if (!g->sides_of.v[key])
            continue;
        if (!make_canonical(g, key, &rules))
            return false;
        for (unsigned w = 0; w < 2; w++)
            if (g->sides_of.v[key] & 1u << w &&
                !canon_pool_add(g->pool, w, (corr_str){ g->text.v, g->text.n }))
                return false;
    }
    return g->pool != NULL;
}

static bool name_keys(folding *g)
{
    diff_fold *f = g->f;
    const bool raw = g->opts->raw_names || g->opts->by != CORR_BY_FUNCTION;

    f->name_of = corr_arena_new(&f->arena, uint32_t, g->sides_of.n + 1);
    if (!f->name_of || !vec_push(&f->name, (diff_name){ .text = { "", 0 } }) ||
        (!raw && !pool_names(g)))
        return false;
    for (uint32_t key = 1; key < g->sides_of.n; key++) {
        corr_str text = raw_text(g, key);
        bool pooled = false;
        unsigned rules = 0;
        if (!g->sides_of.v[key])
            continue;
        if (!raw) {
            if (!make_canonical(g, key, &rules))
                return false;
            text = canon_pool_name(g->pool, (corr_str){ g->text.v, g->text.n },
                                   &pooled);
        }
        for (unsigned r = 0; r < CANON_RULES; r++)
            f->fired[r] += rules >> r & 1;
        if (!number_name(g, key, text, pooled))
            return false;
    }
    return true;
}

typedef struct in_order {
    corr_str text;
    uint32_t name;
} in_order;

static int by_text(const void *a, const void *b)
{
    return corr_str_cmp(((const in_order *)a)->text,
                        ((const in_order *)b)->text);
}

/* Numbers names in the order of their texts, so that nothing further depends
 * on which file came first. */
static bool sort_names(folding *g)
{
    diff_fold *f = g->f;
    const size_t n = f->name.n;
    in_order *order = corr_arena_new(&f->arena, in_order, n);
    diff_name *sorted = corr_arena_new(&f->arena, diff_name, n);
    uint32_t *now = corr_arena_new(&f->arena, uint32_t, n);

    if (!order || !sorted || !now)
        return false;
    for (uint32_t i = 1; i < n; i++)
        order[i] = (in_order){ f->name.v[i].text, i };
    qsort(order + 1, n - 1, sizeof *order, by_text);
    for (uint32_t i = 1; i < n; i++) {
        sorted[i] = f->name.v[order[i].name];
        now[order[i].name] = i;
    }
    memcpy(f->name.v + 1, sorted + 1, (n - 1) * sizeof *sorted);
    for (uint32_t key = 1; key < g->sides_of.n; key++)
        f->name_of[key] = now[f->name_of[key]];
    return true;
}

/* ---- paths -------------------------------------------------------------- */

static bool sort_paths(folding *g)
{
    diff_fold *f = g->f;
    const corr_store *st = f->s->st;

    paths_rename(&f->paths, f->name_of);
    if (!paths_sort(&f->paths) ||
        !(f->leaf = corr_arena_new(&f->arena, uint32_t, f->paths.n)))
        return false;
    for (uint32_t i = 0; i < f->paths.n; i++) {
        const path_row *row = &f->paths.row[i];
        f->leaf[i] = f->paths.key.v[row->at + row->n - 1];
    }
    for (uint32_t in = 0; in < st->input.n; in++)
        for (uint32_t k = 0; g->used[in] && k < store_input(st, in)->stack_at.n;
             k++)
            if (g->used[in][k])
                f->path_of[in][k] = f->paths.row_of[f->path_of[in][k]];
    return true;
}

typedef struct adding {
    diff_fold *f;
    unsigned which;
} adding;

static void add_row(void *ctx, const sides_row *row)
{
    const adding *a = ctx;
    const uint32_t path = a->f->path_of[row->input][row->stack];

    a->f->cost[a->which][path] =
        add_clamped(a->f->cost[a->which][path], row->value);
    a->f->info[a->which][path] += row->info;
}

static bool add_rows(diff_fold *f)
{
    for (unsigned w = 0; w < 2; w++) {
        f->cost[w] = corr_arena_new(&f->arena, int64_t, f->paths.n);
        f->info[w] = corr_arena_new(&f->arena, sides_wide, f->paths.n);
        if (!f->cost[w] || !f->info[w])
            return false;
        sides_rows(f->s, w, add_row, &(adding){ f, w });
    }
    return true;
}

/* ---- the whole ---------------------------------------------------------- */

corr_code diff_fold_init(diff_fold *f, const sides *s,
                         const corr_diff_opts *opts, corr_err *err)
{
    static const key_grain grain[] = {
        [CORR_BY_FUNCTION] = KEY_FUNCTION,
        [CORR_BY_FILE] = KEY_FILE,
        [CORR_BY_LINE] = KEY_LINE,
        [CORR_BY_MODULE] = KEY_MODULE,
    };
    folding g = { .f = f, .opts = opts };
    const frames_opts fo = { .grain = grain[opts->by],
                             .hide = opts->show.hide,
                             .show = opts->show.show,
                             .from = opts->show.show_from };

    f->s = s;
    f->arena.limit = (size_t)limits_of(NULL).memory;
    corr_code code = frames_init(&f->frames, s->st, &fo, err);
    if (!code && !(find_used(&g) && each_stack(&g, add_path) && name_keys(&g) &&
                   sort_names(&g) && sort_paths(&g) && add_rows(f)))
        code = corr_fail(err, CORR_ENOMEM, "out of memory");
    vec_free(&g.sides_of);
    vec_free(&g.text);
    corr_map_clear(&g.by_text);
    canon_pool_free(g.pool);
    return code;
}

void diff_fold_clear(diff_fold *f)
{
    frames_clear(&f->frames);
    vec_free(&f->name);
    paths_clear(&f->paths);
    corr_arena_clear(&f->arena);
}
