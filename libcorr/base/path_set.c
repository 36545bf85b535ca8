/*
 * path_set - see path_set.h.
 *
 * Paths are sorted by three-way quicksort from key to key: of a group that
 * begins alike only the next keys are looked at, as many as go into 64 bits, and
 * these are kept beside the path.
 */
#include "base/path_set.h"

#include <stdatomic.h>
#include <string.h>

#include "base/base.h"
#include "base/parallel.h"

/* A path while it is sorted. */
typedef struct item {
    uint64_t some; /* keys looked at, the first one highest; 0s behind the
                      last */
    uint32_t path;
} item;

/* Paths that agree on the keys before those looked at. */
typedef struct group {
    uint32_t from, to;
    uint32_t shared; /* so many */
} group;

typedef vec(group) groups;

typedef struct sorter {
    paths *p;
    item *item; /* of each what it shares with the one before is in p->row */
    groups todo;
    uint64_t seed;
} sorter;

enum {
    FEW = 8,
    AHEAD = 16,  /* what stands anywhere is fetched while others are read */
    BEHIND = 64, /* keys that may be read behind the last one */
};

enum { PART = 1 << 14 }; /* paths that are worth a thread */

static const uint32_t all_shared = UINT32_MAX; /* two paths are equal */

/* ---- adding --------------------------------------------------------------- */

static bool reserve(paths *p, size_t more)
{
    p->failed = p->failed || !narrow_reserve(&p->key, more + BEHIND);
    return !p->failed;
}

void paths_push(paths *p, const uint32_t *key, size_t n)
{
    p->failed = p->failed || !narrow_add(&p->key, key, n);
    reserve(p, 0);
}

static inline void set(void *keys, bool wide, size_t at, uint32_t key)
{
    if (wide)
        ((uint32_t *)keys)[at] = key;
    else
        ((uint16_t *)keys)[at] = (uint16_t)key;
}

/* Three bytes a key, each from 1, so that what ends comes first. */
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

    if (p->failed || !reserve(p, 1))
        return 0;
    if (p->key.n > p->open)
        p->slot.v[path].last = paths_key(p, p->key.n - 1);
    set(p->key.v, p->key.wide, p->key.n++, 0);
    p->open = p->key.n;
    return path;
}

/* ---- by the slot ---------------------------------------------------------- */

uint32_t paths_slot(paths *p, size_t n)
{
    const uint32_t path = add_slot(p, p->open, n);

    p->open += n + 1;
    return path;
}

bool paths_open(paths *p, uint32_t most)
{
    p->key.wide = most > NARROW_MOST;
    if (!reserve(p, p->open))
        return false;
    p->key.n = p->open;
    return true;
}

/* Writes each key as it is called, unless the one before is called so; how many
 * those are.  Few stacks have such neighbours: only these are written twice.
 * `from`, `to` and `wide` say what is wide. */
static inline uint32_t call(const narrow_part *key, bool from, const void *name,
                            bool to, void *keys, bool wide)
{
    const uint32_t n = (uint32_t)key->n;
    uint32_t last = 0, put = 0;
    bool twice = false;

    for (uint32_t i = 0; i < n; i++) {
        const uint32_t called =
            narrow_get(name, to, narrow_get(key->v, from, i));
        set(keys, wide, i, called);
        twice |= called == last;
        last = called;
    }
    if (!twice)
        return n;
    last = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t called =
            narrow_get(name, to, narrow_get(key->v, from, i));
        set(keys, wide, put, called);
        put += called != last;
        last = called;
    }
    return put;
}

/* Fast where nothing is wide. */
void paths_write(paths *p, uint32_t path, const narrow_part *key,
                 const narrow *to)
{
    path_slot *slot = &p->slot.v[path];
    const bool wide = p->key.wide;
    void *keys = (char *)p->key.v + slot->at * narrow_width(&p->key);

    slot->n = !key->wide && !to->wide && !wide
                  ? call(key, false, to->v, false, keys, false)
                  : call(key, key->wide, to->v, to->wide, keys, wide);
    slot->last = slot->n ? narrow_get(keys, wide, slot->n - 1) : 0;
    set(keys, wide, slot->n, 0);
}

/* ---- sorting ------------------------------------------------------------ */

/* Keys of 16 or of 32 bits in 64, which are looked at together: the highest bit
 * of each. */
#define HALVES UINT64_C(0x8000800080008000)
#define WHOLES UINT64_C(0x8000000080000000)

/* Whether the keys looked at are the last ones. */
static inline bool is_end(const sorter *s, uint64_t some)
{
    return !(some & (s->p->key.wide ? UINT32_MAX : NARROW_MOST));
}

/* The next keys of a path, the first one highest; behind the 0 at its end there
 * are only 0s. */
static inline uint64_t keys_at(const sorter *s, size_t at)
{
    const uint32_t *whole = (const uint32_t *)s->p->key.v + at;
    const uint16_t *half = (const uint16_t *)s->p->key.v + at;
    const uint64_t some =
        s->p->key.wide ? (uint64_t)whole[0] << 32 | whole[1]
                       : (uint64_t)half[0] << 48 | (uint64_t)half[1] << 32 |
                             (uint64_t)half[2] << 16 | half[3];
    const uint64_t high = s->p->key.wide ? WHOLES : HALVES;
    const uint64_t rest = ~high; /* of a key that is not 0 either is set: */
    const uint64_t zero = ~(((some & rest) + rest) | some) & high;

    return zero ? some & -(HIGHEST_BIT(zero) << 1) : some;
}

static inline unsigned at_once(const sorter *s)
{
    return s->p->key.wide ? 2 : 4;
}

/* Keys of a path behind the first ones. */
static inline uint64_t keys_of(const sorter *s, uint32_t path, uint32_t first)
{
    return keys_at(s, s->p->slot.v[path].at + first);
}

/* Keys looked at that are not the same from the first one on; they differ. */
static uint32_t alike(const sorter *s, uint64_t a, uint64_t b)
{
    return (uint32_t)LEADING_ZEROS(a ^ b) / (64 / at_once(s));
}

/* Whether the first of two paths of a group comes first, and what they share. */
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
    *shared = x == y ? all_shared : at + alike(s, x, y);
    return x < y;
}

static void share(const sorter *s, uint32_t at, uint32_t shared)
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
        share(s, i, shared);
    }
}

/* Keys of a path, not to be foreseen by who made the file's order. */
static uint64_t some_keys(sorter *s, group g)
{
    s->seed = s->seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return s->item[g.from + (size_t)(s->seed >> 33) % (g.to - g.from)].some;
}

static uint64_t middle(uint64_t a, uint64_t b, uint64_t c)
{
    if (a > b)
        return middle(b, a, c);
    return c <= a ? a : c < b ? c : b;
}

/* Those below a bound to the front, in a way that has no branch for nobody could
 * foresee it; where the others begin. */
static uint32_t split(item *v, uint32_t from, uint32_t to, uint64_t bound)
{
    item *at = v + from;

    for (item *i = v + from; i < v + to; i++) {
        const uint64_t some = i->some; /* part by part: what was just written */
        const uint32_t path = i->path; /* as two is read as two */
        i->some = at->some;
        i->path = at->path;
        at->some = some;
        at->path = path;
        at += some < bound;
    }
    return (uint32_t)(at - v);
}

/* Smaller keys to the front, larger ones to the back; those that equal the
 * pivot are returned. */
static group part(const sorter *s, uint64_t pivot, group g)
{
    item *v = s->item;
    uint64_t below = 0, above = UINT64_MAX; /* the next ones to the pivot */
    group same = g;

    same.from = split(v, g.from, g.to, pivot);
    if (pivot < UINT64_MAX)
        same.to = split(v, same.from, g.to, pivot + 1);
    for (uint32_t i = g.from; i < same.from; i++)
        below = v[i].some > below ? v[i].some : below;
    for (uint32_t i = same.to; i < g.to; i++)
        above = v[i].some < above ? v[i].some : above;
    if (same.from > g.from)
        share(s, same.from, g.shared + alike(s, below, pivot));
    if (same.to < g.to)
        share(s, same.to, g.shared + alike(s, above, pivot));
    return same;
}

static bool push(sorter *s, group g)
{
    return g.to - g.from < 2 || vec_push(&s->todo, g);
}

/* What agrees on the keys looked at is looked at further. */
static bool go_on(sorter *s, group same)
{
    const path_slot *slot = s->p->slot.v;

    if (is_end(s, s->item[same.from].some)) {
        for (uint32_t i = same.from + 1; i < same.to; i++)
            share(s, i, all_shared);
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
    return push(s, same);
}

/* Sorts by the keys looked at. */
static bool sort_group(sorter *s, group g)
{
    const group same =
        part(s, middle(some_keys(s, g), some_keys(s, g), some_keys(s, g)), g);

    return push(s, (group){ g.from, same.from, g.shared }) &&
           push(s, (group){ same.to, g.to, g.shared }) && go_on(s, same);
}

static bool sort(sorter *s, group whole)
{
    if (!push(s, whole))
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

/* ---- by several threads --------------------------------------------------- */

/* Sorting that is shared out. */
typedef struct shared_out {
    paths *p;
    item *item;
    uint32_t n;
    uint32_t shared; /* keys of all of them */
    atomic_bool differ, failed;
    groups part;
} shared_out;

/* Looks at what is behind the keys that all share. */
static void look_at_part(void *ctx, size_t part)
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

/* Most profiles begin alike. */
static void look_at_all(shared_out *all, size_t threads)
{
    const sorter s = { .p = all->p, .item = all->item };

    while (all->n) {
        parallel_for(threads, (all->n + PART - 1) / PART, look_at_part, all);
        if (atomic_load(&all->differ) || is_end(&s, all->item[0].some))
            return;
        all->shared += at_once(&s);
    }
}

/* Sorts so far that nothing left is larger than `most`. */
static bool part_large(shared_out *all, size_t most)
{
    sorter s = { .p = all->p, .item = all->item };
    bool ok = push(&s, (group){ 0, all->n, all->shared });

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

    if (!sort(&s, all->part.v[part]))
        atomic_store(&all->failed, true);
    vec_free(&s.todo);
}

/* Sorts the paths of items, by more threads than one if there are many. */
static bool sort_all(paths *p, item *v, uint32_t n)
{
    enum { EACH = 4 }; /* parts a thread, as they are not alike */
    const size_t threads = p->threads > 1 && n > PART ? p->threads : 1;
    shared_out all = { .p = p, .item = v, .n = n };

    look_at_all(&all, threads);
    if (part_large(&all, threads > 1 ? n / (threads * EACH) + FEW : n))
        parallel_for(threads, all.part.n, sort_part, &all);
    else
        atomic_store(&all.failed, true);
    vec_free(&all.part);
    return !atomic_load(&all.failed);
}

/* ---- rows --------------------------------------------------------------- */

/* Rows of what is sorted; equal paths are one. */
static void number(paths *p, const item *sorted)
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

static bool make(paths *p)
{
    const uint32_t n = (uint32_t)p->slot.n;
    item *v = malloc(((size_t)n + 1) * sizeof *v);

    p->row = malloc(((size_t)n + 1) * sizeof *p->row);
    p->last = malloc(((size_t)n + 1) * sizeof *p->last);
    p->row_of = malloc(((size_t)n + 1) * sizeof *p->row_of);
    const bool ok = v && p->row && p->last && p->row_of && sort_all(p, v, n);
    if (ok)
        number(p, v);
    free(v);
    return ok;
}

bool paths_sort(paths *p)
{
    p->failed = p->failed || !make(p);
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
