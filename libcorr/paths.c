/*
 * paths - see paths.h.
 *
 * Paths are sorted by three-way quicksort from key to key: of a group that
 * begins alike only the next key is looked at, and it is kept beside the path.
 */
#include "paths.h"

#include <string.h>

#include "base.h"

/* A path while it is sorted. */
typedef struct item {
    size_t at; /* in paths.key, of the key looked at */
    uint32_t key;
    uint32_t path;
} item;

/* Paths that agree on all keys before the one looked at. */
typedef struct group {
    size_t from, to;
} group;

typedef struct sorter {
    const uint32_t *key;
    item *item;
    vec(group) todo;
    uint64_t seed;
} sorter;

enum { FEW = 8 };

void paths_push(paths *p, const uint32_t *key, size_t n)
{
    if (p->failed || !vec_reserve(&p->key, n)) {
        p->failed = true;
        return;
    }
    if (n)
        memcpy(p->key.v + p->key.n, key, n * sizeof *key);
    p->key.n += n;
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

void paths_rename(paths *p, const uint32_t *to)
{
    uint32_t *key = p->key.v;
    size_t from = 0, put = 0;

    for (size_t i = 0; i < p->start.n; i++) {
        uint32_t last = 0;
        p->start.v[i] = put;
        for (; key[from]; from++) {
            const uint32_t name = to[key[from]];
            if (name != last)
                key[put++] = name;
            last = name;
        }
        key[put++] = key[from++];
    }
    p->key.n = p->open = put;
}

/* ---- sorting ------------------------------------------------------------ */

static bool is_before(const uint32_t *key, const item *a, const item *b)
{
    const uint32_t *x = key + a->at;
    const uint32_t *y = key + b->at;

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
        for (; at > g.from && is_before(s->key, &x, &s->item[at - 1]); at--)
            s->item[at] = s->item[at - 1];
        s->item[at] = x;
    }
}

/* One key of a group, not to be foreseen by who made the file's order. */
static uint32_t some_key(sorter *s, group g)
{
    s->seed = s->seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return s->item[g.from + (size_t)(s->seed >> 33) % (g.to - g.from)].key;
}

static uint32_t middle(uint32_t a, uint32_t b, uint32_t c)
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
static void part(sorter *s, uint32_t pivot, group *g)
{
    item *v = s->item;
    size_t i = g->from;

    while (i < g->to)
        if (v[i].key < pivot)
            swap(&v[g->from++], &v[i++]);
        else if (v[i].key > pivot)
            swap(&v[i], &v[--g->to]);
        else
            i++;
}

static bool push(sorter *s, group g)
{
    return g.to - g.from < 2 || vec_push(&s->todo, g);
}

/* Sorts by the key looked at; what agrees there is looked at one further. */
static bool sort_group(sorter *s, group g)
{
    group same = g;
    const uint32_t pivot =
        middle(some_key(s, g), some_key(s, g), some_key(s, g));

    part(s, pivot, &same);
    if (pivot)
        for (size_t i = same.from; i < same.to; i++)
            s->item[i].key = s->key[++s->item[i].at];
    return push(s, (group){ g.from, same.from }) &&
           push(s, (group){ same.to, g.to }) && (!pivot || push(s, same));
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

static uint32_t length(const uint32_t *key)
{
    uint32_t n = 0;

    while (key[n])
        n++;
    return n;
}

static uint32_t shared(const uint32_t *a, const uint32_t *b)
{
    uint32_t n = 0;

    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

/* Rows of what is sorted; equal paths are one. */
static void number(paths *p, const item *sorted)
{
    const uint32_t *last = NULL;

    p->beginnings = 1;
    for (size_t i = 0; i < p->start.n; i++) {
        const size_t at = p->start.v[sorted[i].path];
        const uint32_t *key = p->key.v + at;
        const uint32_t same = last ? shared(last, key) : 0;
        if (!last || last[same] != key[same]) {
            const uint32_t n = same + length(key + same);
            p->row[p->n++] = (path_row){ at, n, same };
            p->beginnings += n - same;
            last = key;
        }
        p->row_of[sorted[i].path] = p->n - 1;
    }
}

static bool make(paths *p)
{
    const size_t n = p->start.n;
    sorter s = { .key = p->key.v, .item = calloc(n + 1, sizeof *s.item) };

    p->row = calloc(n + 1, sizeof *p->row);
    p->row_of = calloc(n + 1, sizeof *p->row_of);
    bool ok = s.item && p->row && p->row_of;
    for (size_t i = 0; ok && i < n; i++)
        s.item[i] =
            (item){ p->start.v[i], p->key.v[p->start.v[i]], (uint32_t)i };
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
