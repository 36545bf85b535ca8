/* scrub_threads - tables of several threads. */
#include "scrub/scrub_private.h"

corr_scrub *scrub_fork(const corr_scrub *map, size_t threads)
{
    corr_scrub *fork = calloc(1, sizeof *fork);

    if (!fork)
        return NULL;
    fork->opts = map->opts;
    fork->keys = map->keys;
    fork->keep = map->keep;
    fork->learning = map->learning;
    fork->length = map->length;
    fork->values = map->values;
    fork->memo_most = map->memo_most / threads;
    fork->arena.limit = fork->memo_arena.limit = fork->own.arena.limit =
        SIZE_MAX;
    return fork;
}

/* ---- counts -------------------------------------------------------------- */

static bool add_value(void *ctx, uint64_t key, uint32_t value)
{
    (void)value;
    return corr_map_u64(ctx, key, NULL) != NULL;
}

static void add_example(scrub_tally *t, const scrub_example *e)
{
    for (unsigned i = 0; i < t->nexample; i++)
        if (t->example[i].value == e->value)
            return;
    if (t->nexample < CORR_SCRUB_EXAMPLES)
        t->example[t->nexample++] = *e;
}

/* The next example in the order of the input; NULL: there is no other. */
static const scrub_example *next_example(corr_scrub *const *from, size_t n,
                                         unsigned kind, unsigned *at)
{
    const scrub_example *first = NULL;
    size_t of = 0;

    for (size_t i = 0; i < n; i++) {
        const scrub_tally *t = &from[i]->tally[kind];
        if (at[i] < t->nexample &&
            (!first || t->example[at[i]].part < first->part)) {
            first = &t->example[at[i]];
            of = i;
        }
    }
    if (first)
        at[of]++;
    return first;
}

/* The first values of all parts are among the first ones of each table. */
static bool join_tallies(corr_scrub *map, corr_scrub *const *from, size_t n,
                         unsigned kind)
{
    scrub_tally *to = &map->tally[kind];
    unsigned *at = calloc(n, sizeof *at);
    bool good = at != NULL;

    for (const scrub_example *e;
         good && (e = next_example(from, n, kind, at));) {
        scrub_example copy = *e;
        copy.before = corr_arena_text(&map->arena, corr_str_of(e->before));
        copy.after = corr_arena_text(&map->arena, corr_str_of(e->after));
        add_example(to, &copy);
        good = copy.before && copy.after;
    }
    for (size_t i = 0; i < n && good; i++) {
        to->texts += from[i]->tally[kind].texts;
        good = corr_map_each_u64(&from[i]->tally[kind].values, add_value,
                                 &to->values);
    }
    free(at);
    return good;
}

/* Two values of two tables may have one pseudonym. */
static bool add_taken(void *ctx, uint64_t key, uint32_t rest)
{
    corr_scrub *map = ctx;
    bool is_new;
    uint32_t *slot = corr_map_u64(&map->taken, key, &is_new);

    if (slot && is_new)
        *slot = rest;
    else if (slot && *slot != rest && map->length < PSEUDONYM_LONG)
        map->collided = true;
    return slot != NULL;
}

bool scrub_join(corr_scrub *map, corr_scrub *const *from, size_t n)
{
    bool good = true;

    for (size_t i = 0; i < n; i++) {
        map->changed += from[i]->changed;
        map->collided |= from[i]->collided;
        good &= !from[i]->failed;
    }
    good = good && (!map->learning || known_join(&map->own, from, n));
    for (unsigned k = 0; k < CORR_SCRUB_KIND_COUNT && good; k++)
        good = join_tallies(map, from, n, k);
    for (size_t i = 0; i < n && good; i++)
        good = corr_map_each_u64(&from[i]->taken, add_taken, map);
    return good;
}
