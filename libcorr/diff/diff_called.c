/*
 * diff_called - the function that a requested name means.
 *
 * A name may be of the base or of the new side, and the cost of an inlined or
 * inserted frame is its caller's on both sides (align.h). A name of both sides
 * means itself. A name of one side only means the functions that its frames are
 * in the aligned tree.
 */
#include "diff/diff.h"

#include "base/base.h"

/* ---- matching names ----------------------------------------------------- */

/* Lists the names that end in a text. A name that equals it excludes the
 * others. */
static uint32_t *list_ending(diff_maker *m, corr_str want, uint32_t *n)
{
    const diff_fold *f = &m->d->fold;
    uint32_t *list = corr_arena_new(&m->scratch, uint32_t, f->name.n);
    bool whole = false;

    *n = 0;
    for (uint32_t i = 1; list && i < f->name.n && !whole; i++) {
        const corr_str text = f->name.v[i].text;
        if (!key_ends_in(text, want))
            continue;
        whole = text.n == want.n;
        *n = whole ? 0 : *n;
        list[(*n)++] = i;
    }
    return list;
}

/* Lists the names for a text: as written, else canonical, else with its numbers
 * pooled. */
static uint32_t *list_named(diff_maker *m, corr_str want, uint32_t *n)
{
    canon_text name = { 0 }, stem = { 0 }, ordinal = { 0 };
    unsigned rules;
    uint32_t *list = NULL;

    if (canon_name(want, 0, &name, &rules) &&
        canon_stem((corr_str){ name.v, name.n }, &stem, &ordinal)) {
        const corr_str forms[] = { want,
                                   { name.v, name.n },
                                   { stem.v, stem.n } };
        list = list_ending(m, forms[0], n);
        for (size_t i = 1; list && !*n && i < countof(forms); i++)
            list = list_ending(m, forms[i], n);
    }
    vec_free(&name);
    vec_free(&stem);
    vec_free(&ordinal);
    return list;
}

/* ---- names in the aligned tree ------------------------------------------ */

static const corr_called how_called[] = {
    [ALIGN_INLINED] = CORR_CALLED_INLINED,
    [ALIGN_INSERTED] = CORR_CALLED_INSERTED,
    [ALIGN_RENAMED] = CORR_CALLED_ANEW,
    [ALIGN_POSSIBLY] = CORR_CALLED_PERHAPS,
};

/* Adds a function, once. The first one sets how it was found. */
static void add_meant(diff_called *c, uint32_t name, corr_called how,
                      const align_note *note)
{
    for (uint32_t i = 0; i < c->n && i < countof(c->name); i++)
        if (c->name[i] == name)
            return;
    if (c->n < countof(c->name))
        c->name[c->n] = name;
    if (c->n++)
        return;
    c->how = how;
    c->was = note ? note->was : 0;
    c->is = note ? note->is : 0;
}

/* Adds all functions that a name of one side only has become. A frame that was
 * inlined into the root has no caller. */
static void add_aligned(const corr_diff *d, uint32_t name, bool is_new,
                        diff_called *c)
{
    bool known = false;

    for (uint32_t i = 0; i < d->notes.n; i++) {
        const align_note *n = &d->notes.v[i];
        const uint32_t now =
            n->kind == ALIGN_POSSIBLY ? name : d->tree.key[n->node];
        if ((is_new ? n->is : n->was) != name || !now)
            continue;
        add_meant(c, now, how_called[n->kind], n);
        known = true;
    }
    if (!known)
        add_meant(c, name, CORR_CALLED_SO, NULL);
}

bool diff_find_called(diff_maker *m, const corr_diff_ask *ask, diff_called *c)
{
    uint32_t n = 0;
    const uint32_t *list = list_named(m, corr_str_of(ask->function), &n);

    *c = (diff_called){ .how = CORR_CALLED_SO };
    for (uint32_t i = 0; list && i < n; i++) {
        const uint8_t on = m->d->fold.name.v[list[i]].on;
        if (on == DIFF_ON_BASE || (on == DIFF_ON_NEW && !ask->now))
            add_aligned(m->d, list[i], on == DIFF_ON_NEW, c);
        else
            add_meant(c, list[i], CORR_CALLED_SO, NULL);
    }
    if (n > 1 && c->n > 1)
        c->how = CORR_CALLED_SO; /* several names match */
    return list != NULL;
}

/* ---- calls of a function ------------------------------------------------ */

static bool has_name(const diff_fold *f, uint32_t path, uint32_t name)
{
    const path_row *row = &f->paths.row[path];
    uint32_t k = 0;

    while (k < row->n && paths_key(&f->paths, row->at + k) != name)
        k++;
    return k < row->n;
}

static bool is_aside(const diff_maker *m, uint32_t node, uint32_t name)
{
    return corr_map_find_u64(&m->aside, diff_name_at(node, name)) != NULL;
}

/* Whether a path is in a call of a function, by the aligned tree; below a node
 * that was not opened, by the names of the path. */
static bool is_below(const diff_maker *m, uint32_t path, uint32_t name)
{
    const diff_tree *t = &m->d->tree;

    for (uint32_t at = m->aligned[path]; at; at = t->parent[at])
        if (t->key[at] == name)
            return true;
    if (!has_name(&m->d->fold, path, name))
        return false;
    for (uint32_t at = m->aligned[path]; at; at = t->parent[at])
        if (is_aside(m, at, name))
            return false;
    return !is_aside(m, 0, name);
}

bool diff_is_called(const diff_maker *m, const corr_diff_ask *ask,
                    uint32_t name, uint32_t path)
{
    const diff_fold *f = &m->d->fold;

    if (!name)
        return false;
    if (ask->now)
        return ask->cumulative ? has_name(f, path, name)
                               : f->paths.last[path] == name;
    return ask->cumulative ? is_below(m, path, name)
                           : diff_name_of(m, path) == name;
}
