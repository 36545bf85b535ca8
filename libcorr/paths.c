/*
 * paths - see paths.h.
 *
 * Paths are sorted by three-way quicksort from key to key: of a group that
 * begins alike only the next keys are looked at, as many as go into 64 bits, and
 * these are kept beside the path.
 *
 * Names of a profile are mostly fewer than 65536: its keys take half the room
 * until one comes that is larger.
 */
#include "paths.h"

#include <string.h>

#include "base.h"

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

typedef struct sorter {
    paths *p;
    item *item; /* of each what it shares with the one before is in p->row */
    vec(group) todo;
    uint64_t seed;
} sorter;

enum {
    FEW = 8,
    AHEAD = 16,  /* what stands anywhere is fetched while others are read */
    BEHIND = 64, /* keys that may be read behind the last one */
    MOST_HALF = 0xffff,
};

static const uint32_t all_shared = UINT32_MAX; /* two paths are equal */

/* ---- adding --------------------------------------------------------------- */

static size_t width(const paths *p)
{
    return p->wide ? sizeof(uint32_t) : sizeof(uint16_t);
}

static bool reserve(paths *p, size_t more)
{
    const size_t need = p->nkey + more + BEHIND;

    if (need > p->room && !corr_grow(&p->key, &p->room, need, width(p)))
        p->failed = true;
    return !p->failed;
}

void paths_reserve(paths *p, size_t nkey)
{
    if (!p->failed)
        reserve(p, nkey);
}

/* Keys so far, each in twice the room. */
static bool widen(paths *p)
{
    paths fresh = { .wide = true, .nkey = p->nkey };

    if (!reserve(&fresh, 0)) {
        p->failed = true;
        return false;
    }
    for (size_t i = 0; fresh.key && i < p->nkey; i++)
        ((uint32_t *)fresh.key)[i] = paths_key(p, i);
    free(p->key);
    p->key = fresh.key;
    p->room = fresh.room;
    p->wide = true;
    return true;
}

static void put(paths *p, uint32_t key)
{
    if (p->wide)
        ((uint32_t *)p->key)[p->nkey++] = key;
    else
        ((uint16_t *)p->key)[p->nkey++] = (uint16_t)key;
}

void paths_push(paths *p, const uint32_t *key, size_t n)
{
    uint32_t all = 0;

    for (size_t i = 0; i < n; i++)
        all |= key[i];
    if (p->failed || (all > MOST_HALF && !p->wide && !widen(p)) ||
        !reserve(p, n))
        return;
    for (size_t i = 0; i < n; i++)
        put(p, key[i]);
}

static inline void set(void *keys, bool wide, size_t at, uint32_t key)
{
    if (wide)
        ((uint32_t *)keys)[at] = key;
    else
        ((uint16_t *)keys)[at] = (uint16_t)key;
}

/* Writes each of n keys as it is called, unless the one before is called so.
 * The bits of all; *put is how many those are.  Few stacks have such neighbours:
 * only these are written twice. */
static inline uint32_t call(const uint32_t *key, size_t n, const uint32_t *to,
                            uint32_t last, void *keys, bool wide, size_t *put)
{
    uint32_t all = 0, before = last;
    bool twice = false;
    size_t at = 0;

    for (size_t i = 0; i < n; i++) {
        const uint32_t name = to[key[i]];
        set(keys, wide, i, name);
        twice |= name == before;
        before = name;
        all |= name;
    }
    *put = n;
    if (!twice)
        return all;
    for (size_t i = 0; i < n; i++) {
        const uint32_t name = to[key[i]];
        set(keys, wide, at, name);
        at += name != last;
        last = name;
    }
    *put = at;
    return all;
}

void paths_push_as(paths *p, const uint32_t *key, size_t n, const uint32_t *to)
{
    size_t put = 0;

    if (p->failed || !reserve(p, n))
        return;
    const uint32_t last = p->nkey > p->open ? paths_key(p, p->nkey - 1) : 0;
    if (!p->wide &&
        call(key, n, to, last, (uint16_t *)p->key + p->nkey, false, &put) >
            MOST_HALF &&
        (!widen(p) || !reserve(p, n)))
        return;
    if (p->wide)
        call(key, n, to, last, (uint32_t *)p->key + p->nkey, true, &put);
    p->nkey += put;
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
    if (p->start.n >= UINT32_MAX - 1 || p->nkey - p->open >= UINT32_MAX ||
        !vec_push(&p->start, p->open)) {
        p->failed = true;
        return 0;
    }
    put(p, 0);
    p->open = p->nkey;
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
    return !(some & (s->p->wide ? UINT32_MAX : MOST_HALF));
}

/* The next keys of a path, the first one highest; behind the 0 at its end there
 * are only 0s. */
static inline uint64_t keys_at(const sorter *s, size_t at)
{
    const uint32_t *whole = (const uint32_t *)s->p->key + at;
    const uint16_t *half = (const uint16_t *)s->p->key + at;
    const uint64_t some = s->p->wide ? (uint64_t)whole[0] << 32 | whole[1]
                                     : (uint64_t)half[0] << 48 |
                                           (uint64_t)half[1] << 32 |
                                           (uint64_t)half[2] << 16 | half[3];
    const uint64_t high = s->p->wide ? WHOLES : HALVES;
    const uint64_t rest = ~high; /* of a key that is not 0 either is set: */
    const uint64_t zero = ~(((some & rest) + rest) | some) & high;

    return zero ? some & -(HIGHEST_BIT(zero) << 1) : some;
}

static inline unsigned at_once(const sorter *s)
{
    return s->p->wide ? 2 : 4;
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

static bool sort(sorter *s, size_t n)
{
    if (!vec_push(&s->todo, (group){ 0, n, 0 }))
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
                path + 1 < p->start.n ? p->start.v[path + 1] : p->nkey;
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
    sorter s = { .p = p, .item = malloc((n + 1) * sizeof *s.item) };

    p->row = malloc((n + 1) * sizeof *p->row);
    p->row_of = malloc((n + 1) * sizeof *p->row_of);
    bool ok = s.item && p->row && p->row_of;
    for (size_t i = 0; ok && i < n; i++) {
        s.item[i] = (item){ .at = p->start.v[i], .path = (uint32_t)i };
        look(&s, &s.item[i]);
    }
    ok = ok && sort(&s, n);
    if (ok)
        number(p, s.item);
    free(s.item);
    vec_free(&s.todo);
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
    free(p->key);
    vec_free(&p->start);
    free(p->row);
    free(p->row_of);
    *p = (paths){ .failed = p->failed };
}
