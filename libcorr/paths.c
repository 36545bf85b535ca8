/*
 * paths - see paths.h.
 *
 * Paths are sorted by three-way quicksort from key to key: of a group that
 * begins alike only the next keys are looked at, as many as go into 64 bits, and
 * these are kept beside the path.
 */
#include "paths.h"

#include <stdatomic.h>
#include <string.h>

#include "base.h"
#include "together.h"

/* A path while it is sorted. */
typedef struct item {
    size_t at;     /* in paths.key, behind the keys looked at */
    uint64_t some; /* these, the first one highest; 0s behind the last */
    uint32_t path;
} item;

/* Paths that agree on the keys before those looked at. */
typedef struct group {
    size_t from, to;
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

void paths_reserve(paths *p, size_t nkey)
{
    reserve(p, nkey);
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

/* Keys, and what they are called. */
typedef struct calling {
    const narrow_part *key;
    const narrow *to;
    uint32_t last; /* the key before, 0: none */
} calling;

/* Writes each key as it is called, unless the one before is called so.  The bits
 * of all; *put is how many those are.  Few stacks have such neighbours: only
 * these are written twice.  `from`, `to` and `wide` say what is wide. */
static inline uint32_t call(const calling *c, bool from, bool to, void *keys,
                            bool wide, size_t *put)
{
    const void *key = c->key->v, *name_of = c->to->v;
    const size_t n = c->key->n;
    uint32_t all = 0, last = c->last;
    bool twice = false;

    for (size_t i = 0; i < n; i++) {
        const uint32_t name = narrow_get(name_of, to, narrow_get(key, from, i));
        set(keys, wide, i, name);
        twice |= name == last;
        last = name;
        all |= name;
    }
    *put = n;
    if (!twice)
        return all;
    last = c->last;
    *put = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t name = narrow_get(name_of, to, narrow_get(key, from, i));
        set(keys, wide, *put, name);
        *put += name != last;
        last = name;
    }
    return all;
}

/* The same behind all keys so far, and fast where nothing is wide. */
static uint32_t call_next(paths *p, const narrow_part *key, const narrow *to,
                          size_t *put)
{
    const size_t n = p->key.n;
    const calling c = { key, to, n > p->open ? paths_key(p, n - 1) : 0 };
    void *next = (char *)p->key.v + n * narrow_width(&p->key);

    if (!key->wide && !to->wide && !p->key.wide)
        return call(&c, false, false, next, false, put);
    return call(&c, key->wide, to->wide, next, p->key.wide, put);
}

void paths_push_as(paths *p, const narrow_part *key, const narrow *to)
{
    size_t put = 0;

    if (!reserve(p, key->n))
        return;
    if (call_next(p, key, to, &put) > NARROW_MOST && !p->key.wide) {
        p->failed = !narrow_widen(&p->key);
        if (p->failed)
            return;
        call_next(p, key, to, &put);
    }
    p->key.n += put;
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

uint32_t paths_end(paths *p)
{
    if (p->failed || !reserve(p, 1))
        return 0;
    if (p->start.n >= UINT32_MAX - 1 || p->key.n - p->open >= UINT32_MAX ||
        !vec_push(&p->start, p->open)) {
        p->failed = true;
        return 0;
    }
    set(p->key.v, p->key.wide, p->key.n++, 0);
    p->open = p->key.n;
    return (uint32_t)p->start.n - 1;
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

/* Looks at the next keys of a path. */
static inline void look(const sorter *s, item *i)
{
    i->some = keys_at(s, i->at);
    i->at += at_once(s);
}

/* Keys looked at that are not the same from the first one on; they differ. */
static uint32_t alike(const sorter *s, uint64_t a, uint64_t b)
{
    return (uint32_t)LEADING_ZEROS(a ^ b) / (64 / at_once(s));
}

/* What two paths share beyond what is shared by their group, and whether the
 * first one comes first. */
static bool is_before(const sorter *s, const item *a, const item *b,
                      uint32_t *more)
{
    uint64_t x = a->some, y = b->some;
    uint32_t at = 0;

    for (; x == y && !is_end(s, x); at += at_once(s)) {
        x = keys_at(s, a->at + at);
        y = keys_at(s, b->at + at);
    }
    *more = x == y ? all_shared : at + alike(s, x, y);
    return x < y;
}

static void share(const sorter *s, size_t at, uint32_t shared)
{
    s->p->row[at].shared = shared;
}

static void sort_few(const sorter *s, group g)
{
    uint32_t more;

    for (size_t i = g.from + 1; i < g.to; i++) {
        const item x = s->item[i];
        size_t at = i;
        for (; at > g.from && is_before(s, &x, &s->item[at - 1], &more); at--)
            s->item[at] = s->item[at - 1];
        s->item[at] = x;
    }
    for (size_t i = g.from + 1; i < g.to; i++) {
        is_before(s, &s->item[i - 1], &s->item[i], &more);
        share(s, i, more == all_shared ? all_shared : g.shared + more);
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
static size_t split(item *v, size_t from, size_t to, uint64_t bound)
{
    size_t at = from;

    for (size_t i = from; i < to; i++) {
        const item x = v[i];
        v[i] = v[at];
        v[at] = x;
        at += x.some < bound;
    }
    return at;
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
    for (size_t i = g.from; i < same.from; i++)
        below = v[i].some > below ? v[i].some : below;
    for (size_t i = same.to; i < g.to; i++)
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
    if (is_end(s, s->item[same.from].some)) {
        for (size_t i = same.from + 1; i < same.to; i++)
            share(s, i, all_shared);
        return true;
    }
    for (size_t i = same.from; i < same.to; i++) {
        if (i + AHEAD < same.to)
            paths_fetch(s->p, s->item[i + AHEAD].at);
        look(s, &s->item[i]);
    }
    same.shared += at_once(s);
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
    size_t n;
    groups part;
    atomic_bool failed;
} shared_out;

static void look_at_part(void *ctx, size_t part)
{
    shared_out *all = ctx;
    const sorter s = { .p = all->p, .item = all->item };
    const size_t from = part * PART;
    const size_t to = all->n - from > PART ? from + PART : all->n;

    for (size_t i = from; i < to; i++) {
        s.item[i] = (item){ .at = s.p->start.v[i], .path = (uint32_t)i };
        look(&s, &s.item[i]);
    }
}

/* Sorts so far that nothing left is larger than `most`. */
static bool part_large(shared_out *all, size_t most)
{
    sorter s = { .p = all->p, .item = all->item };
    bool ok = push(&s, (group){ 0, all->n, 0 });

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
static bool sort_all(paths *p, item *v, size_t n)
{
    enum { EACH = 8 }; /* parts a thread, as they are not alike */
    const size_t threads = p->threads > 1 && n > PART ? p->threads : 1;
    shared_out all = { .p = p, .item = v, .n = n };

    together(threads, (n + PART - 1) / PART, look_at_part, &all);
    if (part_large(&all, threads > 1 ? n / (threads * EACH) + FEW : n))
        together(threads, all.part.n, sort_part, &all);
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
    for (size_t i = 0; i < p->start.n; i++) {
        if (i + AHEAD < p->start.n)
            PREFETCH(&p->start.v[sorted[i + AHEAD].path]);
        const uint32_t path = sorted[i].path;
        const uint32_t shared = i ? p->row[i].shared : 0;
        if (shared != all_shared) {
            const size_t at = p->start.v[path];
            const size_t end =
                path + 1 < p->start.n ? p->start.v[path + 1] : p->key.n;
            const uint32_t n = (uint32_t)(end - at - 1);
            p->row[p->n++] = (path_row){ at, n, shared };
            p->beginnings += n - shared;
        }
        p->row_of[path] = p->n - 1;
    }
}

static bool make(paths *p)
{
    const size_t n = p->start.n;
    item *v = malloc((n + 1) * sizeof *v);

    p->row = malloc((n + 1) * sizeof *p->row);
    p->row_of = malloc((n + 1) * sizeof *p->row_of);
    const bool ok = v && p->row && p->row_of && sort_all(p, v, n);
    if (ok)
        number(p, v);
    free(v);
    return ok;
}

bool paths_sort(paths *p)
{
    p->failed = p->failed || !make(p);
    vec_free(&p->start);
    return !p->failed;
}

void paths_clear(paths *p)
{
    narrow_clear(&p->key);
    vec_free(&p->start);
    free(p->row);
    free(p->row_of);
    *p = (paths){ .failed = p->failed };
}
