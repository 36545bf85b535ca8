/*
 * path_set - sorts paths by a three-way quicksort that goes from key to key.
 *
 * A group of paths shares its leading keys.  Only the next keys are compared,
 * as many as fit into 64 bits, and these are stored beside the path.
 */
#include "base/path_set.h"

#include <stdatomic.h>
#include <string.h>

#include "base/base.h"
#include "base/parallel.h"

/* A path during the sort. */
typedef struct item {
    uint64_t some; /* the compared keys, the first one highest; 0 behind the
                      last key */
    uint32_t path;
} item;

/* Paths whose keys before the compared ones are equal. */
typedef struct group {
    uint32_t from, to;
    uint32_t shared; /* number of those keys */
} group;

typedef vec(group) groups;

typedef struct sorter {
    paths *p;
    item *item; /* p->row[i].shared: keys that item i shares with item i - 1 */
    groups todo;
    uint64_t seed;
} sorter;

enum {
    FEW = 8,
    AHEAD = 16,  /* prefetch distance, in items */
    BEHIND = 64, /* keys that may be read behind the last one */
};

enum { PART = 1 << 14 }; /* paths per thread that make a thread worthwhile */

static const uint32_t all_shared = UINT32_MAX; /* the two paths are equal */

/* ---- adding -------------------------------------------------------------- */

static bool reserve_keys(paths *p, size_t more)
{
    p->failed = p->failed || !narrow_reserve(&p->key, more + BEHIND);
    return !p->failed;
}

void paths_push(paths *p, const uint32_t *key, size_t n)
{
    p->failed = p->failed || !narrow_add(&p->key, key, n);
    reserve_keys(p, 0);
}

static inline void set_key(void *keys, bool wide, size_t at, uint32_t key)
{
    if (wide)
        ((uint32_t *)keys)[at] = key;
    else
        ((uint16_t *)keys)[at] = (uint16_t)key;
}

/* Encodes three bytes in a key, each plus 1, so that a text sorts after its
 * prefixes. */
void paths_push_text(paths *p, corr_str text)
{
    const uint8_t *byte = (const uint8_t *)text.p;

    for (size_t i = 0; i < text.n; i += 3) {
        uint32_t key = 0;
        for (size_t k = i; k < i + 3; k++)
            key = key << 9 | (k < text.n ? byte[k] + 1u : 0);
        paths_push(p, &key, 1);
    }
}

static uint32_t add_slot(paths *p, size_t at, size_t n)
{
    if (p->failed)
        return 0;
    if (p->slot.n >= UINT32_MAX - 1 || n >= UINT32_MAX ||
        !vec_push(&p->slot, (path_slot){ at, (uint32_t)n, 0 })) {
        p->failed = true;
        return 0;
    }
    return (uint32_t)p->slot.n - 1;
}

uint32_t paths_end(paths *p)
{
    const uint32_t path = add_slot(p, p->open, p->key.n - p->open);

    if (p->failed || !reserve_keys(p, 1))
        return 0;
    if (p->key.n > p->open)
        p->slot.v[path].last = paths_key(p, p->key.n - 1);
    set_key(p->key.v, p->key.wide, p->key.n++, 0);
    p->open = p->key.n;
    return path;
}

/* ---- by the slot --------------------------------------------------------- */

uint32_t paths_slot(paths *p, size_t n)
{
    const uint32_t path = add_slot(p, p->open, n);

    p->open += n + 1;
    return path;
}

bool paths_open(paths *p, uint32_t most)
{
    p->key.wide = most > NARROW_MOST;
    if (!reserve_keys(p, p->open))
        return false;
    p->key.n = p->open;
    return true;
}

/* Writes the name of each key, except where it equals the name before it;
 * returns the number of names written.  Few stacks have equal neighbours: only
 * these are written twice. `from`, `to` and `wide` tell the width of key, name
 * and keys. */
static inline uint32_t map_keys(const narrow_part *key, bool from,
                                const void *name, bool to, void *keys,
                                bool wide)
{
    const uint32_t n = (uint32_t)key->n;
    uint32_t last = 0, put = 0;
    bool twice = false;

    for (uint32_t i = 0; i < n; i++) {
        const uint32_t called =
            narrow_get(name, to, narrow_get(key->v, from, i));
        set_key(keys, wide, i, called);
        twice |= called == last;
        last = called;
    }
    if (!twice)
        return n;
    last = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t called =
            narrow_get(name, to, narrow_get(key->v, from, i));
        set_key(keys, wide, put, called);
        put += called != last;
        last = called;
    }
    return put;
}

/* The common case, two bytes everywhere, gets code of its own. */
void paths_write(paths *p, uint32_t path, const narrow_part *key,
                 const narrow *to)
{
    path_slot *slot = &p->slot.v[path];
    const bool wide = p->key.wide;
    void *keys = (char *)p->key.v + slot->at * narrow_width(&p->key);

    slot->n = !key->wide && !to->wide && !wide
                  ? map_keys(key, false, to->v, false, keys, false)
                  : map_keys(key, key->wide, to->v, to->wide, keys, wide);
    slot->last = slot->n ? narrow_get(keys, wide, slot->n - 1) : 0;
    set_key(keys, wide, slot->n, 0);
}

/* ---- sorting ------------------------------------------------------------ */

/* The highest bits of the four 16-bit or two 32-bit keys in a word. */
#define HALVES UINT64_C(0x8000800080008000)
#define WHOLES UINT64_C(0x8000000080000000)

/* Whether the compared keys include the end of the path. */
static inline bool is_end(const sorter *s, uint64_t some)
{
    return !(some & (s->p->key.wide ? UINT32_MAX : NARROW_MOST));
}

/* Returns the next keys of a path, the first one highest, and only 0s behind
 * the 0 that ends the path. */
static inline uint64_t keys_at(const sorter *s, size_t at)
{
    const uint32_t *whole = (const uint32_t *)s->p->key.v + at;
    const uint16_t *half = (const uint16_t *)s->p->key.v + at;
    const uint64_t some =
        s->p->key.wide ? (uint64_t)whole[0] << 32 | whole[1]
                       : (uint64_t)half[0] << 48 | (uint64_t)half[1] << 32 |
                             (uint64_t)half[2] << 16 | half[3];
    const uint64_t high = s->p->key.wide ? WHOLES : HALVES;
    const uint64_t rest = ~high; /* (some & rest) + rest carries into the
                                    high bit of every non-zero key: */
    const uint64_t zero = ~(((some & rest) + rest) | some) & high;

    return zero ? some & -(HIGHEST_BIT(zero) << 1) : some;
}

static inline unsigned at_once(const sorter *s)
{
    return s->p->key.wide ? 2 : 4;
}

/* Returns the compared keys of a path after its first `first` keys. */
static inline uint64_t keys_of(const sorter *s, uint32_t path, uint32_t first)
{
    return keys_at(s, s->p->slot.v[path].at + first);
}

/* Counts the leading keys that a and b share; a and b differ. */
static uint32_t shared_keys(const sorter *s, uint64_t a, uint64_t b)
{
    return (uint32_t)LEADING_ZEROS(a ^ b) / (64 / at_once(s));
}

/* Whether a sorts before b. *shared: keys shared by the group, then by a and
 * b. */
static bool is_before(const sorter *s, const item *a, const item *b,
                      uint32_t *shared)
{
    uint64_t x = a->some, y = b->some;
    uint32_t at = *shared;

    while (x == y && !is_end(s, x)) {
        at += at_once(s);
        x = keys_of(s, a->path, at);
        y = keys_of(s, b->path, at);
    }
    *shared = x == y ? all_shared : at + shared_keys(s, x, y);
    return x < y;
}

static void set_shared(const sorter *s, uint32_t at, uint32_t shared)
{
    s->p->row[at].shared = shared;
}

static void sort_few(const sorter *s, group g)
{
    uint32_t shared;

    for (uint32_t i = g.from + 1; i < g.to; i++) {
        const item x = s->item[i];
        uint32_t at = i;
        for (; at > g.from; at--) {
            shared = g.shared;
            if (!is_before(s, &x, &s->item[at - 1], &shared))
                break;
            s->item[at] = s->item[at - 1];
        }
        s->item[at] = x;
    }
    for (uint32_t i = g.from + 1; i < g.to; i++) {
        shared = g.shared;
        is_before(s, &s->item[i - 1], &s->item[i], &shared);
        set_shared(s, i, shared);
    }
}

/* Returns the compared keys of a random path, so that no order of a file makes
 * the sort slow. */
static uint64_t some_keys(sorter *s, group g)
{
    s->seed = s->seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return s->item[g.from + (size_t)(s->seed >> 33) % (g.to - g.from)].some;
}

static uint64_t median_of_three(uint64_t a, uint64_t b, uint64_t c)
{
    if (a > b)
        return median_of_three(b, a, c);
    return c <= a ? a : c < b ? c : b;
}

/* Moves the items below bound to the front; returns where the others begin.  It
 * swaps without a branch, as the processor could not predict one. */
static uint32_t split_items(item *v, uint32_t from, uint32_t to, uint64_t bound)
{
    item *at = v + from;

    for (item *i = v + from; i < v + to; i++) {
        /* two members: one wide load of the item just stored would stall */
        const uint64_t some = i->some;
        const uint32_t path = i->path;
        i->some = at->some;
        i->path = at->path;
        at->some = some;
        at->path = path;
        at += some < bound;
    }
    return (uint32_t)(at - v);
}

/* Partitions a group into smaller, equal and larger than the pivot; returns the
 * equal part. */
static group partition(const sorter *s, uint64_t pivot, group g)
{
    item *v = s->item;
    uint64_t below = 0, above = UINT64_MAX; /* the nearest neighbours of the
                                               pivot */
    group same = g;

    same.from = split_items(v, g.from, g.to, pivot);
    if (pivot < UINT64_MAX)
        same.to = split_items(v, same.from, g.to, pivot + 1);
    for (uint32_t i = g.from; i < same.from; i++)
        below = v[i].some > below ? v[i].some : below;
    for (uint32_t i = same.to; i < g.to; i++)
        above = v[i].some < above ? v[i].some : above;
    if (same.from > g.from)
        set_shared(s, same.from, g.shared + shared_keys(s, below, pivot));
    if (same.to < g.to)
        set_shared(s, same.to, g.shared + shared_keys(s, above, pivot));
    return same;
}

static bool push_group(sorter *s, group g)
{
    return g.to - g.from < 2 || vec_push(&s->todo, g);
}

/* Continues with the next keys of paths whose compared keys are equal. */
static bool compare_next_keys(sorter *s, group same)
{
    const path_slot *slot = s->p->slot.v;

    if (is_end(s, s->item[same.from].some)) {
        for (uint32_t i = same.from + 1; i < same.to; i++)
            set_shared(s, i, all_shared);
        return true;
    }
    same.shared += at_once(s);
    for (uint32_t i = same.from; i < same.to; i++) {
        if (i + 2 * AHEAD < same.to)
            PREFETCH(&slot[s->item[i + 2 * AHEAD].path]);
        if (i + AHEAD < same.to)
            paths_fetch(s->p, slot[s->item[i + AHEAD].path].at + same.shared);
        s->item[i].some = keys_of(s, s->item[i].path, same.shared);
    }
    return push_group(s, same);
}

/* Sorts a group by the compared keys. */
static bool sort_group(sorter *s, group g)
{
    const group same = partition(
        s, median_of_three(some_keys(s, g), some_keys(s, g), some_keys(s, g)),
        g);

    return push_group(s, (group){ g.from, same.from, g.shared }) &&
           push_group(s, (group){ same.to, g.to, g.shared }) &&
           compare_next_keys(s, same);
}

static bool sort_whole(sorter *s, group whole)
{
    if (!push_group(s, whole))
        return false;
    while (s->todo.n) {
        const group g = s->todo.v[--s->todo.n];
        if (g.to - g.from <= FEW)
            sort_few(s, g);
        else if (!sort_group(s, g))
            return false;
    }
    return true;
}

/* ---- by several threads -------------------------------------------------- */

/* A sort that several threads share. */
typedef struct shared_out {
    paths *p;
    item *item;
    uint32_t n;
    uint32_t shared; /* leading keys that all paths share */
    atomic_bool differ, failed;
    groups part;
} shared_out;

/* Reads the next keys of the paths of a part, and notes if any differ. */
static void read_part_keys(void *ctx, size_t part)
{
    shared_out *all = ctx;
    const sorter s = { .p = all->p, .item = all->item };
    const uint64_t first = keys_of(&s, 0, all->shared);
    const size_t from = part * PART;
    const size_t to = all->n - from > PART ? from + PART : all->n;
    uint64_t unlike = 0;

    for (size_t i = from; i < to; i++) {
        const uint32_t path = (uint32_t)i;
        s.item[i] = (item){ keys_of(&s, path, all->shared), path };
        unlike |= s.item[i].some ^ first;
    }
    if (unlike)
        atomic_store(&all->differ, true);
}

/* Skips the keys that all paths share: most profiles have a common root. */
static void skip_common_keys(shared_out *all, size_t threads)
{
    const sorter s = { .p = all->p, .item = all->item };

    while (all->n) {
        parallel_for(threads, (all->n + PART - 1) / PART, read_part_keys, all);
        if (atomic_load(&all->differ) || is_end(&s, all->item[0].some))
            return;
        all->shared += at_once(&s);
    }
}

/* Sorts until no part has more than `most` items; the parts are left to
 * sort. */
static bool part_large(shared_out *all, size_t most)
{
    sorter s = { .p = all->p, .item = all->item };
    bool ok = push_group(&s, (group){ 0, all->n, all->shared });

    while (ok && s.todo.n) {
        const group g = s.todo.v[--s.todo.n];
        ok = g.to - g.from > most ? sort_group(&s, g) : vec_push(&all->part, g);
    }
    vec_free(&s.todo);
    return ok;
}

static void sort_part(void *ctx, size_t part)
{
    shared_out *all = ctx;
    sorter s = { .p = all->p, .item = all->item };

    if (!sort_whole(&s, all->part.v[part]))
        atomic_store(&all->failed, true);
    vec_free(&s.todo);
}

/* Sorts the paths into v, with several threads if there are many. */
static bool sort_all(paths *p, item *v, uint32_t n)
{
    enum { EACH = 4 }; /* parts per thread, because parts differ in size */
    const size_t threads = p->threads > 1 && n > PART ? p->threads : 1;
    shared_out all = { .p = p, .item = v, .n = n };

    skip_common_keys(&all, threads);
    if (part_large(&all, threads > 1 ? n / (threads * EACH) + FEW : n))
        parallel_for(threads, all.part.n, sort_part, &all);
    else
        atomic_store(&all.failed, true);
    vec_free(&all.part);
    return !atomic_load(&all.failed);
}

/* ---- rows --------------------------------------------------------------- */

/* Makes one row for each distinct path. */
static void number_rows(paths *p, const item *sorted)
{
    p->beginnings = 1;
    for (size_t i = 0; i < p->slot.n; i++) {
        if (i + AHEAD < p->slot.n)
            PREFETCH(&p->slot.v[sorted[i + AHEAD].path]);
        const uint32_t path = sorted[i].path;
        const uint32_t shared = i ? p->row[i].shared : 0;
        if (shared != all_shared) {
            const path_slot *slot = &p->slot.v[path];
            p->last[p->n] = slot->last;
            p->row[p->n++] = (path_row){ slot->at, slot->n, shared };
            p->beginnings += slot->n - shared;
        }
        p->row_of[path] = p->n - 1;
    }
}

static bool make_rows(paths *p)
{
    const uint32_t n = (uint32_t)p->slot.n;
    item *v = malloc(((size_t)n + 1) * sizeof *v);

    p->row = malloc(((size_t)n + 1) * sizeof *p->row);
    p->last = malloc(((size_t)n + 1) * sizeof *p->last);
    p->row_of = malloc(((size_t)n + 1) * sizeof *p->row_of);
    const bool ok = v && p->row && p->last && p->row_of && sort_all(p, v, n);
    if (ok)
        number_rows(p, v);
    free(v);
    return ok;
}

bool paths_sort(paths *p)
{
    p->failed = p->failed || !make_rows(p);
    vec_free(&p->slot);
    return !p->failed;
}

void paths_clear(paths *p)
{
    narrow_clear(&p->key);
    vec_free(&p->slot);
    free(p->row);
    free(p->last);
    free(p->row_of);
    *p = (paths){ .failed = p->failed };
}
