#include "diff/diff_fold.h"

#include <stdatomic.h>

#include "base/base.h"
#include "base/limits.h"
#include "base/parallel.h"
#include "diff/diff_fold_places.h"

enum {
    AHEAD = 8, /* prefetch distance: texts are scattered in memory */
    STACKS_AT_ONCE = 8192, /* stacks that a thread writes at a time */
};

/* A path without a shown frame. */
typedef struct bare_path {
    uint32_t path, key; /* key: its replacement name */
} bare_path;

/* A run of stacks of an input, from `from` on, that one thread writes. */
typedef struct some_stacks {
    uint32_t in, from;
} some_stacks;

typedef struct fold_state {
    diff_fold *f;
    const corr_diff_opts *opts;
    uint8_t **used;        /* [inputs][stacks] bit w: side w has it; bit w +
                              2: with a cost */
    uint8_t **noted;       /* [inputs][frames] the same bits of frames */
    narrow *named;         /* [inputs] name of each frame, after sorting; 0:
                              not used */
    vec(uint8_t) sides_of; /* [raw keys] */
    vec(bare_path) bare;
    vec(some_stacks) some;
    atomic_bool failed; /* set by any thread */
    canon_text text;
    uint32_t *name_at; /* [keys] name with this text; 0: no name */
    canon_pool *pool;
    corr_names owners; /* owners of functions, if a name may be a clone */
} fold_state;

/* ---- used stacks --------------------------------------------------------- */

typedef struct stack_marker {
    uint8_t **used;
    uint8_t bit;
} stack_marker;

static void mark_row(void *ctx, const sides_row *row)
{
    const stack_marker *m = ctx;

    m->used[row->input][row->stack] |=
        (uint8_t)(m->bit | (row->value ? m->bit << 2 : 0));
}

static bool find_used(fold_state *g)
{
    const sides *s = g->f->s;
    const size_t n = s->st->input.n;

    g->used = corr_arena_new(&g->f->arena, uint8_t *, n);
    g->noted = corr_arena_new(&g->f->arena, uint8_t *, n);
    g->named = corr_arena_new(&g->f->arena, narrow, n);
    g->f->path_of = corr_arena_new(&g->f->arena, uint32_t *, n);
    if (!g->used || !g->noted || !g->named || !g->f->path_of)
        return false;
    for (uint32_t in = 0; in < n; in++) {
        const size_t stacks = store_input(s->st, in)->stack.at.n;
        const size_t nframe = store_input(s->st, in)->frame.n;
        if (!sides_has_input(&s->side[0], in) &&
            !sides_has_input(&s->side[1], in))
            continue;
        g->used[in] = corr_arena_new(&g->f->arena, uint8_t, stacks);
        g->noted[in] = corr_arena_new(&g->f->arena, uint8_t, nframe);
        g->f->path_of[in] = corr_arena_new(&g->f->arena, uint32_t, stacks);
        if (!g->used[in] || !g->noted[in] || !g->f->path_of[in])
            return false;
    }
    for (unsigned w = 0; w < 2; w++)
        sides_rows(s, w, mark_row,
                   &(stack_marker){ g->used, (uint8_t)(1 << w) });
    return true;
}

static size_t stacks_of(const fold_state *g, uint32_t in)
{
    return store_input(g->f->s->st, in)->stack.at.n;
}

/* ---- raw keys ----------------------------------------------------------- */

static bool note_key(fold_state *g, uint32_t key, uint8_t bits)
{
    const size_t n = g->f->frames.keys.row.n;

    if (g->sides_of.n < n) {
        if (!vec_reserve(&g->sides_of, n - g->sides_of.n))
            return false;
        memset(g->sides_of.v + g->sides_of.n, 0, n - g->sides_of.n);
        g->sides_of.n = n;
    }
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): it has n */
    g->sides_of.v[key] |= bits;
    return key > 0;
}

/* Returns the bits that all frames have. */
static inline uint8_t sides_noted(const uint8_t *noted,
                                  const narrow_part *shown, bool wide)
{
    uint8_t all = UINT8_MAX;

    for (size_t i = 0; i < shown->n; i++)
        all &= noted[narrow_get(shown->v, wide, i)];
    return all;
}

/* Whether all frames have these bits, which is the usual case. */
static bool are_noted(const uint8_t *noted, const narrow_part *shown,
                      uint8_t bits)
{
    const uint8_t all = shown->wide ? sides_noted(noted, shown, true)
                                    : sides_noted(noted, shown, false);

    return (all & bits) == bits;
}

static void note_frames(uint8_t *noted, const narrow_part *shown, uint8_t bits)
{
    if (are_noted(noted, shown, bits))
        return;
    for (size_t i = 0; i < shown->n; i++)
        noted[narrow_part_at(shown, i)] |= bits;
}

/* Notes the frames of all stacks of an input; path_of keeps the number of shown
 * frames of each. */
static void note_input(void *ctx, size_t part)
{
    fold_state *g = ctx;
    const uint32_t in = (uint32_t)part;
    const size_t n = g->used[in] ? stacks_of(g, in) : 0;
    narrow_part shown;

    for (uint32_t k = 0; k < n; k++) {
        if (!g->used[in][k])
            continue;
        if (!frames_shown(&g->f->frames, in, k, &shown)) {
            atomic_store(&g->failed, true);
            return;
        }
        g->f->path_of[in][k] = (uint32_t)shown.n;
        note_frames(g->noted[in], &shown, g->used[in][k]);
    }
}

/* Adds the keys of n noted frames. */
static bool add_some_keys(fold_state *g, uint32_t in, const uint32_t *frame,
                          size_t n)
{
    keys *k = &g->f->frames.keys;
    bool ok = true;

    keys_add_frames(k, in, frame, n);
    for (size_t i = 0; ok && i < n; i++)
        ok = note_key(g, keys_frame(k, in, frame[i]), g->noted[in][frame[i]]);
    return ok;
}

static bool add_keys(fold_state *g, uint32_t in)
{
    const size_t nframe = store_input(g->f->s->st, in)->frame.n;
    uint32_t frame[KEYS_AT_ONCE];
    size_t n = 0;

    for (uint32_t i = 0; i < nframe; i++) {
        if (g->noted[in][i])
            frame[n++] = i;
        if (n == countof(frame)) {
            if (!add_some_keys(g, in, frame, n))
                return false;
            n = 0;
        }
    }
    return add_some_keys(g, in, frame, n);
}

static bool note_bare(fold_state *g, uint32_t in, uint32_t stack, uint32_t path)
{
    const uint32_t key = frames_nothing(&g->f->frames, in, stack);

    return note_key(g, key, g->used[in][stack]) &&
           vec_push(&g->bare, (bare_path){ path, key });
}

static bool add_slot(fold_state *g, uint32_t in, uint32_t stack)
{
    uint32_t *path = &g->f->path_of[in][stack];
    const uint32_t n = *path;

    *path = paths_slot(&g->f->paths, n ? n : 1);
    return n || note_bare(g, in, stack, *path);
}

static bool add_slots(fold_state *g, uint32_t in)
{
    const size_t n = stacks_of(g, in);

    for (uint32_t k = 0; k < n; k++)
        if (g->used[in][k] && !add_slot(g, in, k))
            return false;
    return true;
}

/* Returns the number of threads: one if patterns choose frames, as their result
 * is in a shared buffer. */
static size_t threads_of(const fold_state *g)
{
    return frames_are_chosen(&g->f->frames) ? 1 : g->f->paths.threads;
}

static bool note_all(fold_state *g)
{
    const corr_store *st = g->f->s->st;

    parallel_for(threads_of(g), st->input.n, note_input, g);
    for (uint32_t in = 0; in < st->input.n; in++)
        if (g->used[in] && !(add_keys(g, in) && add_slots(g, in)))
            return false;
    return !atomic_load(&g->failed);
}

/* ---- names -------------------------------------------------------------- */

static corr_str key_text(const fold_state *g, uint32_t key)
{
    return g->f->frames.keys.row.v[key].text;
}

/* Gives a key its name. Keys with the same canonical text share a name. */
static bool number_name(fold_state *g, uint32_t key, uint32_t called,
                        bool pooled)
{
    diff_fold *f = g->f;
    uint32_t *at = &g->name_at[called];

    if (!called)
        return false;
    if (*at) {
        f->name.v[*at].mixed = true;
    } else {
        *at = (uint32_t)f->name.n;
        if (!vec_push(&f->name, (diff_name){ .text = key_text(g, called),
                                             .raw = key,
                                             .pooled = pooled }))
            return false;
    }
    f->name.v[*at].on |= g->sides_of.v[key] >> 2;
    f->name_of[key] = *at;
    return true;
}

static size_t owner_of(const fold_state *g, uint32_t key)
{
    const corr_frame_view f = keys_frame_view(&g->f->frames.keys, key);

    return canon_owner(&f);
}

/* Notes the owners of functions by the other names, if any name has an
 * owner. */
static bool note_owners(fold_state *g)
{
    const size_t n = g->sides_of.n;
    uint32_t first = 1, known;
    corr_str owner, rest;

    while (first < n && !(g->sides_of.v[first] && owner_of(g, first)))
        first++;
    for (uint32_t key = 1; first < n && key < n; key++)
        if (g->sides_of.v[key] &&
            corr_str_cut(key_text(g, key), '.', &owner, &rest) &&
            canon_is_member(key_text(g, key), owner) &&
            !corr_names_find(&g->owners, &owner, 1, &known) &&
            !corr_names_add(&g->owners, owner, 1))
            return false;
    return true;
}

/* Returns the rules that do not apply to a name. */
static unsigned excluded_rules(const fold_state *g, uint32_t key)
{
    const corr_frame_view f = keys_frame_view(&g->f->frames.keys, key);
    const unsigned rules = canon_not_for(&f);
    const corr_str owner = { f.function.p, canon_owner(&f) };
    uint32_t known;

    return owner.n && corr_names_find(&g->owners, &owner, 1, &known)
               ? rules | 1u << CANON_CCLONE
               : rules;
}

/* Makes a name canonical. A name goes into the pool if it changed, or if it has
 * a number that may be arbitrary. */
static bool pool_name(fold_state *g, uint32_t key, pooled_key *known)
{
    const uint8_t bits = g->sides_of.v[key];

    if (!canon_name(diff_fold_bare_text(&g->f->frames.keys, key),
                    excluded_rules(g, key), &g->text, &known->rules))
        return false;
    const corr_str text = { g->text.v, g->text.n };
    if (!known->rules && !canon_has_ordinal(text))
        return true;
    for (unsigned w = 0; w < 2; w++)
        if (bits & 1u << w &&
            !(known->number = canon_pool_add(g->pool, w, text)))
            return false;
    return true;
}

static bool pool_names(fold_state *g, pooled_key *known)
{
    const size_t n = g->sides_of.n;

    if (!note_owners(g))
        return false;
    g->pool = canon_pool_new();
    for (uint32_t key = 1; g->pool && key < n; key++) {
        if (key + AHEAD < n)
            PREFETCH(key_text(g, key + AHEAD).p);
        if (g->sides_of.v[key] && !pool_name(g, key, &known[key]))
            return false;
    }
    return g->pool != NULL;
}

static bool name_key(fold_state *g, const fold_keys *all, uint32_t key)
{
    keys *k = &g->f->frames.keys;
    const pooled_key *known = &all->known[key];
    bool pooled;

    if (!known->number && corr_str_eq(known->place, k->row.v[key].place))
        return number_name(g, key, key, false);
    for (unsigned r = 0; r < CANON_RULES; r++)
        g->f->fired[r] += known->rules >> r & 1;
    corr_str text = diff_fold_pooled_text(all, key, &pooled);
    if (known->place.n) {
        corr_arena_reset(&k->scratch);
        const char *with =
            corr_arena_print(&k->scratch, "%.*s (%.*s)", CORR_STR_ARG(text),
                             CORR_STR_ARG(known->place));
        text = corr_str_of(with ? with : "");
    }
    return number_name(g, key, keys_add_text(k, text), pooled);
}

static bool name_keys(fold_state *g)
{
    diff_fold *f = g->f;
    const size_t n = g->sides_of.n;
    const bool raw = g->opts->raw_names || g->opts->by != CORR_BY_FUNCTION;
    pooled_key *known = corr_arena_new(&f->arena, pooled_key, n + 1);

    f->name_of = corr_arena_new(&f->arena, uint32_t, n + 1);
    /* each of n may get a key for its canonical name */
    g->name_at = corr_arena_new(&f->arena, uint32_t, 2 * n + 1);
    if (!known || !f->name_of || !g->name_at ||
        !vec_push(&f->name, (diff_name){ .text = { "", 0 } }) ||
        (!raw && !pool_names(g, known)))
        return false;
    const fold_keys all = { &f->frames.keys, g->sides_of.v, n, g->pool, known };
    if (!raw && !diff_fold_places(&all))
        return false;
    for (uint32_t key = 1; raw && key < n; key++)
        known[key].place = f->frames.keys.row.v[key].place;
    for (uint32_t key = 1; key < n; key++)
        if (g->sides_of.v[key] && !name_key(g, &all, key))
            return false;
    return true;
}

/* Numbers names in the order of their texts, so that the order of files does
 * not matter from here on. */
static bool sort_names(fold_state *g)
{
    diff_fold *f = g->f;
    const size_t n = f->name.n;
    diff_name *sorted = corr_arena_new(&f->arena, diff_name, n);
    paths order = { 0 };

    for (size_t i = 1; i < n; i++) {
        if (i + AHEAD < n)
            PREFETCH(f->name.v[i + AHEAD].text.p);
        paths_push_text(&order, f->name.v[i].text);
        paths_end(&order);
    }
    const bool ok = sorted && paths_sort(&order);
    for (size_t i = 1; ok && i < n; i++)
        sorted[order.row_of[i - 1] + 1] = f->name.v[i];
    for (uint32_t key = 1; ok && key < g->sides_of.n; key++)
        if (f->name_of[key])
            f->name_of[key] = order.row_of[f->name_of[key] - 1] + 1;
    if (ok)
        memcpy(f->name.v + 1, sorted + 1, (n - 1) * sizeof *sorted);
    paths_clear(&order);
    return ok;
}

/* ---- paths -------------------------------------------------------------- */

static bool name_frames(fold_state *g, uint32_t in)
{
    const diff_fold *f = g->f;
    keys *k = &g->f->frames.keys;
    const size_t n = store_input(f->s->st, in)->frame.n;

    for (uint32_t i = 0; i < n; i++) {
        const uint32_t name =
            g->noted[in][i] ? f->name_of[keys_frame(k, in, i)] : 0;
        if (!narrow_add(&g->named[in], &name, 1))
            return false;
    }
    return true;
}

static void write_some(void *ctx, size_t part)
{
    fold_state *g = ctx;
    const uint32_t in = g->some.v[part].in, from = g->some.v[part].from;
    const size_t n = stacks_of(g, in);
    const uint32_t to =
        (uint32_t)(n - from < STACKS_AT_ONCE ? n : from + STACKS_AT_ONCE);
    narrow_part shown;

    for (uint32_t k = from; k < to; k++) {
        if (!g->used[in][k])
            continue;
        if (!frames_shown(&g->f->frames, in, k, &shown))
            atomic_store(&g->failed, true);
        else if (shown.n)
            paths_write(&g->f->paths, g->f->path_of[in][k], &shown,
                        &g->named[in]);
    }
}

static void write_bare(fold_state *g)
{
    const narrow called = { .v = g->f->name_of, .wide = true };

    for (size_t i = 0; i < g->bare.n; i++) {
        const narrow_part key = { &g->bare.v[i].key, 1, true };
        paths_write(&g->f->paths, g->bare.v[i].path, &key, &called);
    }
}

static bool write_paths(fold_state *g)
{
    const corr_store *st = g->f->s->st;

    if (!paths_open(&g->f->paths, (uint32_t)g->f->name.n - 1))
        return false;
    for (uint32_t in = 0; in < st->input.n; in++) {
        if (g->used[in] && !name_frames(g, in))
            return false;
        const size_t n = g->used[in] ? stacks_of(g, in) : 0;
        for (size_t from = 0; from < n; from += STACKS_AT_ONCE)
            if (!vec_push(&g->some, (some_stacks){ in, (uint32_t)from }))
                return false;
    }
    parallel_for(threads_of(g), g->some.n, write_some, g);
    write_bare(g);
    return !atomic_load(&g->failed);
}

static bool sort_paths(fold_state *g)
{
    diff_fold *f = g->f;
    const corr_store *st = f->s->st;

    if (!write_paths(g) || !paths_sort(&f->paths))
        return false;
    for (uint32_t in = 0; in < st->input.n; in++) {
        const size_t n = g->used[in] ? stacks_of(g, in) : 0;
        for (size_t k = 0; k < n; k++)
            if (g->used[in][k])
                f->path_of[in][k] = f->paths.row_of[f->path_of[in][k]];
    }
    return true;
}

/* ---- the whole ---------------------------------------------------------- */

corr_code diff_fold_init(diff_fold *f, const sides *s,
                         const corr_diff_opts *opts, corr_err *err)
{
    fold_state g = { .f = f, .opts = opts };

    f->s = s;
    f->arena.limit = (size_t)limits_of(NULL).memory;
    corr_code code =
        frames_init(&f->frames, s->st, keys_grain(opts->by), &opts->show, err);
    f->paths.threads = parallel_threads(s->st->jobs);
    if (!code && !(find_used(&g) && note_all(&g) && name_keys(&g) &&
                   sort_names(&g) && sort_paths(&g) && diff_fold_add_costs(f)))
        code = corr_no_memory(err);
    for (size_t in = 0; g.named && in < s->st->input.n; in++)
        narrow_clear(&g.named[in]);
    vec_free(&g.sides_of);
    vec_free(&g.text);
    vec_free(&g.bare);
    vec_free(&g.some);
    canon_pool_free(g.pool);
    corr_names_clear(&g.owners);
    return code;
}

void diff_fold_clear(diff_fold *f)
{
    frames_clear(&f->frames);
    vec_free(&f->name);
    paths_clear(&f->paths);
    corr_arena_clear(&f->arena);
}
