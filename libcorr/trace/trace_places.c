#include "trace/trace_places.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/hash_mix.h"
#include "base/limits.h"
#include "corr_sort.h"

/* At most this many siblings of one operation have places of their own. */
enum { MOST_PAIRED = 3 };

typedef struct placer {
    trace_places *t;
    const corr_waterfall *const *w;
    uint32_t *op[2];      /* [spans] */
    uint32_t *family_of;  /* [operations] 1 + family of the current parents */
    uint32_t *loose;      /* [operations] number of the name without numbers */
    uint32_t *one[2];     /* [loose] 1 + family with spans of that side only */
    uint32_t *several[2]; /* [loose] how many have */
    vec(place) family;    /* children of the current parents, by operation */
    vec(place) todo;      /* a stack */
} placer;

static uint32_t siblings_end(const placer *p, unsigned side, uint32_t i)
{
    return p->w[side]->time[i].end_index;
}

/* ---- operations --------------------------------------------------------- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c);
}

/* "GET /user/#/cart" of "GET /user/3f2a/cart": a word with a digit becomes one
 * mark if it is a number in hex, else its digits do. */
static corr_str loose_name(corr_str name, corr_arena *arena)
{
    char *text = corr_arena_text(arena, name);
    size_t n = 0;

    if (!text)
        return (corr_str){ 0 };
    for (size_t i = 0, end; i < name.n; i = end) {
        bool digit = false, hex = true;
        for (end = i; end < name.n && is_word(name.p[end]); end++) {
            digit = digit || isdigit((unsigned char)name.p[end]);
            hex = hex && isxdigit((unsigned char)name.p[end]);
        }
        if (end > i && digit && hex) {
            text[n++] = '#';
            continue;
        }
        end = end > i ? end : i + 1;
        for (size_t k = i; k < end; k++)
            if (!isdigit((unsigned char)name.p[k]))
                text[n++] = name.p[k];
            else if (n == 0 || text[n - 1] != '#')
                text[n++] = '#';
    }
    return (corr_str){ text, n };
}

static bool number_loosely(placer *p, const opnames *names)
{
    opnames loose = { 0 };
    bool ok = true;

    for (uint32_t op = 0; ok && op < names->row.n; op++) {
        const opname *of = &names->row.v[op];
        const corr_str name = loose_name(of->name, &p->t->arena);
        p->loose[op] =
            name.p ? opnames_add(&loose, of->service, name) : OPNAMES_FAILED;
        ok = p->loose[op] != OPNAMES_FAILED;
    }
    for (unsigned s = 0; ok && s < 2; s++) {
        p->one[s] = corr_arena_new(&p->t->arena, uint32_t, loose.row.n);
        p->several[s] = corr_arena_new(&p->t->arena, uint32_t, loose.row.n);
        ok = p->one[s] && p->several[s];
    }
    opnames_clear(&loose);
    return ok;
}

static bool number_places(placer *p)
{
    opnames names = { 0 };
    bool ok = true;

    for (unsigned s = 0; ok && s < 2; s++) {
        const corr_waterfall *w = p->w[s];
        p->op[s] = corr_arena_new(&p->t->arena, uint32_t, w->n);
        p->t->next[s] = corr_arena_new(&p->t->arena, uint32_t, w->n);
        ok = p->op[s] && p->t->next[s];
        for (uint32_t i = 0; ok && i < w->n; i++) {
            p->op[s][i] = opnames_add_span(&names, w->store, w->span[i]);
            ok = p->op[s][i] != OPNAMES_FAILED;
        }
    }
    p->family_of = corr_arena_new(&p->t->arena, uint32_t, names.row.n);
    p->loose = corr_arena_new(&p->t->arena, uint32_t, names.row.n);
    ok = ok && p->family_of && p->loose && number_loosely(p, &names);
    opnames_clear(&names);
    return ok;
}

/* ---- children by operation ---------------------------------------------- */

static place empty_place(const place *up, uint32_t at, uint32_t op)
{
    return (place){ .up = at,
                    .depth = up ? up->depth + 1 : 0,
                    .op = op,
                    .first = { CRITICAL_NONE, CRITICAL_NONE },
                    .apart = !up || up->apart };
}

static void add_to_place(placer *p, place *f, unsigned side, uint32_t i)
{
    p->t->next[side][i] = CRITICAL_NONE;
    if (f->spans[side]++)
        p->t->next[side][f->last[side]] = i;
    else
        f->first[side] = i;
    f->last[side] = i;
}

static bool add_to_family(placer *p, const place *like, unsigned side,
                          uint32_t i)
{
    uint32_t *at = &p->family_of[p->op[side][i]];

    if (!*at) {
        place fresh = *like;
        fresh.op = p->op[side][i];
        if (!vec_push(&p->family, fresh))
            return false;
        *at = (uint32_t)p->family.n;
    }
    add_to_place(p, &p->family.v[*at - 1], side, i);
    return true;
}

static bool collect_families(placer *p, const place *up, uint32_t at)
{
    const place like = empty_place(up, at, 0);

    p->family.n = 0;
    for (unsigned s = 0; s < 2; s++)
        for (uint32_t i = up->first[s]; i != CRITICAL_NONE;
             i = p->t->next[s][i])
            for (uint32_t k = i + 1; k < siblings_end(p, s, i);
                 k = siblings_end(p, s, k))
                if (!add_to_family(p, &like, s, k))
                    return false;
    for (size_t f = 0; f < p->family.n; f++)
        p->family_of[p->family.v[f].op] = 0;
    return true;
}

/* ---- names that differ in numbers --------------------------------------- */

/* The side of a family with spans of one side only; 2: it has both. */
static unsigned lone_side(const place *f)
{
    return f->spans[0] && f->spans[1] ? 2 : f->spans[1] > 0;
}

/* Two families, one of each side, whose names are equal but for numbers become
 * one, if no other has such a name. */
static void join_renamed(placer *p)
{
    for (uint32_t i = 0; i < p->family.n; i++) {
        const place *f = &p->family.v[i];
        const unsigned side = lone_side(f);
        if (side == 2)
            continue;
        p->one[side][p->loose[f->op]] = i + 1;
        p->several[side][p->loose[f->op]]++;
    }
    for (uint32_t i = 0; i < p->family.n; i++) {
        place *f = &p->family.v[i];
        const uint32_t of = p->loose[f->op];
        if (lone_side(f) != 0 || p->several[0][of] != 1 ||
            p->several[1][of] != 1)
            continue;
        place *other = &p->family.v[p->one[1][of] - 1];
        f->first[1] = other->first[1];
        f->last[1] = other->last[1];
        f->spans[1] = other->spans[1];
        f->renamed = true;
        p->several[0][of] = p->several[1][of] = 0;
        other->spans[1] = 0;
    }
    for (uint32_t i = 0; i < p->family.n; i++) {
        const uint32_t of = p->loose[p->family.v[i].op];
        p->several[0][of] = p->several[1][of] = 0;
    }
}

/* ---- siblings of one operation ------------------------------------------ */

typedef struct sibling {
    uint64_t shape; /* of the operations of its children */
    uint32_t order, span;
} sibling;

SORT_BY(sibling_by_shape, sibling, ASC(shape), ASC(order))

SORT_BY(sibling_by_order, sibling, ASC(order))

/* A number for the set of the operations that a span calls. */
static uint64_t shape_of(placer *p, unsigned side, uint32_t i)
{
    uint64_t shape = 0;

    for (uint32_t k = i + 1; k < siblings_end(p, side, i);
         k = siblings_end(p, side, k)) {
        uint32_t *seen = &p->family_of[p->op[side][k]];
        shape += *seen ? 0
                       : hash_fold(p->op[side][k] + UINT64_C(0x9e3779b9),
                                   UINT64_C(0xbf58476d1ce4e5b9));
        *seen = 1;
    }
    for (uint32_t k = i + 1; k < siblings_end(p, side, i);
         k = siblings_end(p, side, k))
        p->family_of[p->op[side][k]] = 0;
    return shape;
}

/* Whether each began when the one before had ended; of those with equal shapes
 * only, if their shapes tell them apart. */
static bool run_in_turn(const placer *p, unsigned side, const sibling *s,
                        uint32_t n, bool by_shape)
{
    for (uint32_t i = 1; i < n; i++) {
        if (by_shape && s[i].shape != s[i - 1].shape)
            continue;
        if (corr_waterfall_at(p->w[side], s[i].span).start <
            corr_waterfall_at(p->w[side], s[i - 1].span).end)
            return false;
    }
    return true;
}

static bool any_merged(const placer *p, unsigned side, const sibling *s,
                       uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (p->w[side]->time[s[i].span].many)
            return true;
    return false;
}

/* Orders the siblings of both sides so that equal places belong together.
 * False: their order is not known. */
static bool pair_siblings(placer *p, sibling s[2][MOST_PAIRED], uint32_t n)
{
    bool same = true, swapped = false;

    for (unsigned side = 0; side < 2; side++)
        qsort(s[side], n, sizeof(sibling), sibling_by_shape);
    for (uint32_t i = 0; i < n; i++) {
        same = same && s[0][i].shape == s[1][i].shape;
        swapped = swapped || s[0][i].order != s[1][i].order;
    }
    for (unsigned side = 0; side < 2; side++) {
        if (!same)
            qsort(s[side], n, sizeof(sibling), sibling_by_order);
        if (!run_in_turn(p, side, s[side], n, same))
            return false;
    }
    p->t->swapped += same && swapped;
    return true;
}

/* Lists the siblings of a family; 0: they are compared by count. */
static uint32_t list_siblings(placer *p, const place *up, const place *f,
                              sibling s[2][MOST_PAIRED])
{
    const uint32_t n = f->spans[0];

    if (n < 2 || n > MOST_PAIRED || n != f->spans[1] || up->spans[0] > 1 ||
        up->spans[1] > 1)
        return 0;
    for (unsigned side = 0; side < 2; side++) {
        uint32_t k = 0;
        for (uint32_t i = f->first[side]; k < n; i = p->t->next[side][i], k++)
            s[side][k] = (sibling){ shape_of(p, side, i), k, i };
        if (any_merged(p, side, s[side], n))
            return 0;
    }
    return n;
}

static bool push_family(placer *p, const place *up, place *f)
{
    sibling s[2][MOST_PAIRED];
    const uint32_t n = list_siblings(p, up, f, s);

    if (n && pair_siblings(p, s, n)) {
        for (uint32_t i = 0; i < n; i++) {
            place one = *f;
            for (unsigned side = 0; side < 2; side++) {
                one.spans[side] = 0;
                add_to_place(p, &one, side, s[side][i].span);
            }
            if (!vec_push(&p->todo, one))
                return false;
        }
        return true;
    }
    f->together = n > 0;
    return (!f->spans[0] && !f->spans[1]) || vec_push(&p->todo, *f);
}

/* Pushes the collected families on the stack, the last one first. */
static bool push_families(placer *p, const place *up)
{
    const size_t bottom = p->todo.n;

    join_renamed(p);
    for (size_t f = 0; f < p->family.n; f++)
        if (!push_family(p, up, &p->family.v[f]))
            return false;
    for (size_t a = bottom, b = p->todo.n; a + 1 < b; a++) {
        const place other = p->todo.v[--b];
        p->todo.v[b] = p->todo.v[a];
        p->todo.v[a] = other;
    }
    return true;
}

static bool walk_places(placer *p)
{
    while (p->todo.n) {
        const place at = p->todo.v[--p->todo.n];
        const uint32_t number = (uint32_t)p->t->place.n;
        if (!vec_push(&p->t->place, at) || !collect_families(p, &at, number) ||
            !push_families(p, &at))
            return false;
    }
    return true;
}

/* ---- the whole ---------------------------------------------------------- */

static bool place_roots(placer *p, const uint32_t root[2])
{
    place top = empty_place(NULL, CRITICAL_NONE, p->op[0][root[0]]);

    top.apart = false;
    for (unsigned s = 0; s < 2; s++)
        add_to_place(p, &top, s, root[s]);
    return vec_push(&p->todo, top) && walk_places(p);
}

/* All other roots, as if they were children of one parent. */
static bool place_apart(placer *p, const uint32_t root[2])
{
    const place none = { .spans = { 1, 1 } };
    const place like = empty_place(NULL, CRITICAL_NONE, 0);

    p->family.n = 0;
    for (unsigned s = 0; s < 2; s++)
        for (uint32_t i = 0; i < p->w[s]->n; i = siblings_end(p, s, i))
            if (i != root[s] && !add_to_family(p, &like, s, i))
                return false;
    for (size_t f = 0; f < p->family.n; f++)
        p->family_of[p->family.v[f].op] = 0;
    return push_families(p, &none) && walk_places(p);
}

bool trace_places_of(trace_places *t, const corr_waterfall *const w[2],
                     const uint32_t root[2], bool apart)
{
    *t = (trace_places){ .arena.limit = (size_t)limits_of(NULL).memory };
    placer p = { .t = t, .w = w };
    const bool ok = number_places(&p) && place_roots(&p, root) &&
                    (!apart || place_apart(&p, root));

    vec_free(&p.family);
    vec_free(&p.todo);
    return ok;
}

void trace_places_clear(trace_places *t)
{
    vec_free(&t->place);
    corr_arena_clear(&t->arena);
}
