/*
 * trie - see trie.h.
 *
 * Paths are sorted by three-way quicksort from key to key: of a group that
 * begins alike only the next key is looked at, and it is kept beside the path.
 * Keys have no order that means something; any will do that puts equals
 * together.
 */
#include "trie.h"

#include "base.h"

/* A path while it is sorted. */
typedef struct item {
    size_t at; /* in trie.key, of the key looked at */
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

void trie_push(trie *t, uint32_t key)
{
    if (!t->failed && !vec_push(&t->key, key))
        t->failed = true;
}

uint32_t trie_end(trie *t)
{
    trie_push(t, 0);
    if (!t->failed &&
        (t->start.n >= UINT32_MAX - 1 || !vec_push(&t->start, t->open)))
        t->failed = true;
    t->open = t->key.n;
    return t->failed ? 0 : (uint32_t)t->start.n - 1;
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

/* ---- nodes -------------------------------------------------------------- */

/* The nodes of the path added last, by depth; [0] is the root. */
typedef struct spine {
    const uint32_t *key; /* of that path */
    vec(uint32_t) node;
} spine;

static bool add_path(trie *t, spine *s, const uint32_t *key, uint32_t *end)
{
    size_t n = 0;

    while (key[n] && key[n] == s->key[n])
        n++;
    for (s->node.n = n + 1; key[n]; n++) {
        const trie_node fresh = { s->node.v[n], key[n] };
        if (t->node.n >= UINT32_MAX || !vec_push(&t->node, fresh) ||
            !vec_push(&s->node, (uint32_t)t->node.n - 1))
            return false;
    }
    s->key = key;
    *end = s->node.v[n];
    return true;
}

static bool add_nodes(trie *t, const item *sorted)
{
    static const uint32_t none = 0;
    spine s = { .key = &none };
    bool ok = vec_push(&s.node, 0) && vec_push(&t->node, (trie_node){ 0 });

    for (size_t i = 0; ok && i < t->start.n; i++) {
        const uint32_t path = sorted[i].path;
        ok = add_path(t, &s, t->key.v + t->start.v[path], &t->end[path]);
    }
    vec_free(&s.node);
    return ok;
}

/* ---- the whole ---------------------------------------------------------- */

static bool make(trie *t)
{
    const size_t n = t->start.n;
    sorter s = { .key = t->key.v, .item = calloc(n + 1, sizeof *s.item) };

    t->end = calloc(n + 1, sizeof *t->end);
    bool ok = s.item && t->end;
    for (size_t i = 0; ok && i < n; i++)
        s.item[i] =
            (item){ t->start.v[i], t->key.v[t->start.v[i]], (uint32_t)i };
    ok = ok && sort(&s, n) && add_nodes(t, s.item);
    free(s.item);
    vec_free(&s.todo);
    return ok;
}

bool trie_make(trie *t)
{
    t->failed = t->failed || !make(t);
    vec_free(&t->key);
    vec_free(&t->start);
    return !t->failed;
}

void trie_clear(trie *t)
{
    vec_free(&t->node);
    vec_free(&t->key);
    vec_free(&t->start);
    free(t->end);
    *t = (trie){ .failed = t->failed };
}
