/*
 * paths - see paths.h.
 *
 * Paths are sorted by three-way quicksort from key to key: of a group that
 * begins alike only the next keys are looked at, as many as go into 64 bits, and
 * these are kept beside the path.
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

/* Paths that agree on all keys before the one looked at. */
typedef struct group {
    size_t from, to;
} group;

typedef struct sorter {
    const uint32_t *key;
    unsigned bits; /* of a key */
    item *item;
    vec(group) todo;
    uint64_t seed;
} sorter;

enum {
    FEW = 8,
    AHEAD = 16, /* keys stand anywhere, and are fetched while others are read */
};

void paths_push(paths *p, const uint32_t *key, size_t n)
{
    if (p->failed || !vec_reserve(&p->key, n)) {
        p->failed = true;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        p->key.v[p->key.n++] = key[i];
        p->all |= key[i];
    }
}

void paths_push_as(paths *p, const uint32_t *key, size_t n, const uint32_t *to)
{
    if (p->failed || !vec_reserve(&p->key, n)) {
        p->failed = true;
        return;
    }
    uint32_t *put = p->key.v + p->key.n;
    uint32_t last = p->key.n > p->open ? put[-1] : 0;
    uint32_t all = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t name = to[key[i]];
        *put = name;
        put += name != last;
        last = name;
        all |= name;
    }
    p->key.n = (size_t)(put - p->key.v);
    p->all |= all;
}

/* Three bytes a key, each from 1, so that what ends comes first. */
void paths_push_text(paths *p, corr_str text)
{
    const uint8_t *byte = (const uint8_t *)text.p;
    const size_t n = text.n / 3 + (text.n % 3 > 0);

    if (p->failed || !vec_reserve(&p->key, n)) {
        p->failed = true;
        return;
    }
    for (size_t i = 0; i < text.n; i += 3) {
        uint32_t key = 0;
        for (size_t k = i; k < i + 3; k++)
            key = key << 9 | (k < text.n ? byte[k] + 1u : 0);
        p->key.v[p->key.n++] = key;
        p->all |= key;
    }
}

uint32_t paths_end(paths *p)
{
    if (!p->failed &&
        (p->start.n >= UINT32_MAX - 1 || p->key.n - p->open >= UINT32_MAX ||
         !vec_push(&p->key, 0) || !vec_push(&p->start, p->open)))
        p->failed = true;
    p->open = p->key.n;
    return p->failed ? 0 : (uint32_t)p->start.n - 1;
}

/* ---- sorting ------------------------------------------------------------ */

/* Whether the keys looked at are the last ones. */
static bool is_end(const sorter *s, const item *i)
{
    return !(i->some & ((UINT64_C(1) << s->bits) - 1));
}

/* Looks at the next keys of a path. */
static void look(const sorter *s, item *i)
{
    unsigned room = 64 / s->bits;
    uint32_t key;

    i->some = 0;
    while (room && (key = s->key[i->at])) {
        i->some = i->some << s->bits | key;
        i->at++;
        room--;
    }
    if (i->some) /* else nothing is left, and that shift would be too far */
        i->some <<= room * s->bits;
}

/* Bits that hold each of these keys together, and no more than 32. */
static unsigned bits_of(uint32_t all)
{
    unsigned bits = 1;

    while (bits < 32 && all >> bits)
        bits++;
    return bits;
}

static bool is_before(const sorter *s, const item *a, const item *b)
{
    if (a->some != b->some || is_end(s, a))
        return a->some < b->some;
    const uint32_t *x = s->key + a->at;
    const uint32_t *y = s->key + b->at;

    while (*x == *y && *x) {
        x++;
        y++;
    }
    return *x < *y;
}

static void sort_few(sorter *s, group g)
{
    for (size_t i = g.from + 1; i < g.to; i++) {
        const item x = s->item[i];
        size_t at = i;
        for (; at > g.from && is_before(s, &x, &s->item[at - 1]); at--)
            s->item[at] = s->item[at - 1];
        s->item[at] = x;
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

static void swap(item *a, item *b)
{
    const item other = *a;

    *a = *b;
    *b = other;
}

/* Smaller keys to the front, larger ones to the back; those that equal the
 * pivot are left in *g. */
static void part(sorter *s, uint64_t pivot, group *g)
{
    item *v = s->item;
    size_t i = g->from;

    while (i < g->to)
        if (v[i].some < pivot)
            swap(&v[g->from++], &v[i++]);
        else if (v[i].some > pivot)
            swap(&v[i], &v[--g->to]);
        else
            i++;
}

static bool push(sorter *s, group g)
{
    return g.to - g.from < 2 || vec_push(&s->todo, g);
}

/* Sorts by the keys looked at; what agrees there is looked at further. */
static bool sort_group(sorter *s, group g)
{
    group same = g;
    const uint64_t pivot =
        middle(some_keys(s, g), some_keys(s, g), some_keys(s, g));

    part(s, pivot, &same);
    const bool more = !is_end(s, &s->item[same.from]);
    for (size_t i = same.from; more && i < same.to; i++) {
        if (i + AHEAD < same.to)
            PREFETCH(s->key + s->item[i + AHEAD].at);
        look(s, &s->item[i]);
    }
    return push(s, (group){ g.from, same.from }) &&
           push(s, (group){ same.to, g.to }) && (!more || push(s, same));
}

static bool sort(sorter *s, size_t n)
{
    if (!vec_push(&s->todo, (group){ 0, n }))
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

static uint32_t shared(const uint32_t *a, const uint32_t *b)
{
    uint32_t n = 0;

    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

/* The keys of a usual path. */
static void fetch(const uint32_t *key)
{
    PREFETCH(key);
    PREFETCH(key + 16);
    PREFETCH(key + 32);
}

/* Rows of what is sorted; equal paths are one. */
static void number(paths *p, const item *sorted)
{
    const uint32_t *last = NULL;

    p->beginnings = 1;
    for (size_t i = 0; i < p->start.n; i++) {
        if (i + 2 * AHEAD < p->start.n)
            PREFETCH(&p->start.v[sorted[i + 2 * AHEAD].path]);
        if (i + AHEAD < p->start.n)
            fetch(p->key.v + p->start.v[sorted[i + AHEAD].path]);
        const uint32_t path = sorted[i].path;
        const size_t at = p->start.v[path];
        const uint32_t *key = p->key.v + at;
        const uint32_t same = last ? shared(last, key) : 0;
        if (!last || last[same] != key[same]) {
            const size_t end =
                path + 1 < p->start.n ? p->start.v[path + 1] : p->key.n;
            const uint32_t n = (uint32_t)(end - at - 1);
            p->row[p->n++] = (path_row){ at, n, same };
            p->beginnings += n - same;
            last = key;
        }
        p->row_of[path] = p->n - 1;
    }
}

static bool make(paths *p)
{
    const size_t n = p->start.n;
    sorter s = { .key = p->key.v,
                 .bits = bits_of(p->all),
                 .item = calloc(n + 1, sizeof *s.item) };

    p->row = calloc(n + 1, sizeof *p->row);
    p->row_of = calloc(n + 1, sizeof *p->row_of);
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
    vec_free(&p->key);
    vec_free(&p->start);
    free(p->row);
    free(p->row_of);
    *p = (paths){ .failed = p->failed };
}
