#include "frames/canon_pool.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/vec.h"
#include "frames/canon.h"

typedef struct stem_row {
    corr_str text;
    uint32_t names, both; /* with this stem; on both sides */
} stem_row;

typedef struct name_row {
    corr_str text;
    uint32_t stem;  /* 0: the name has no number */
    unsigned sides; /* bits */
} name_row;

enum { BOTH = 3 };

struct canon_pool {
    corr_arena arena;
    vec(stem_row) stem; /* row 0: nil */
    vec(name_row) name; /* row 0: nil */
    corr_names by_stem, by_name;
    canon_text scratch, ordinal;
};

/* 0: out of memory */
static uint32_t add_stem(canon_pool *p, corr_str text)
{
    uint32_t row;

    if (corr_names_find(&p->by_stem, &text, 1, &row))
        return row;
    row = (uint32_t)p->stem.n;
    text.p = corr_arena_text(&p->arena, text);
    if (!text.p || !vec_reserve(&p->stem, 1) ||
        !corr_names_add(&p->by_stem, text, row))
        return 0;
    p->stem.v[p->stem.n++] = (stem_row){ .text = text };
    return row;
}

/* 0: out of memory */
static uint32_t add_canon_name(canon_pool *p, corr_str text)
{
    const uint32_t row = (uint32_t)p->name.n;
    name_row name = { 0 };

    if (!canon_stem(text, &p->scratch, &p->ordinal))
        return 0;
    if (p->ordinal.n) {
        name.stem = add_stem(p, (corr_str){ p->scratch.v, p->scratch.n });
        if (!name.stem)
            return 0;
    }
    name.text = (corr_str){ corr_arena_text(&p->arena, text), text.n };
    if (!name.text.p || !vec_reserve(&p->name, 1) ||
        !corr_names_add(&p->by_name, name.text, row))
        return 0;
    p->name.v[p->name.n++] = name;
    p->stem.v[name.stem].names++;
    return row;
}

canon_pool *canon_pool_new(void)
{
    canon_pool *p = calloc(1, sizeof *p);

    if (!p)
        return NULL;
    p->arena.limit = (size_t)limits_of(NULL).memory;
    if (!vec_push(&p->stem, (stem_row){ 0 }) ||
        !vec_push(&p->name, (name_row){ 0 })) {
        canon_pool_free(p);
        return NULL;
    }
    return p;
}

void canon_pool_free(canon_pool *p)
{
    if (!p)
        return;
    vec_free(&p->stem);
    vec_free(&p->name);
    corr_names_clear(&p->by_stem);
    corr_names_clear(&p->by_name);
    vec_free(&p->scratch);
    vec_free(&p->ordinal);
    corr_arena_clear(&p->arena);
    free(p);
}

uint32_t canon_pool_add(canon_pool *p, unsigned side, corr_str canonical)
{
    uint32_t row;

    if (!corr_names_find(&p->by_name, &canonical, 1, &row) &&
        !(row = add_canon_name(p, canonical)))
        return 0;
    name_row *name = &p->name.v[row];
    const unsigned was = name->sides;
    name->sides |= 1u << (side != 0);
    p->stem.v[name->stem].both += was != BOTH && name->sides == BOTH;
    return row;
}

corr_str canon_pool_at(const canon_pool *p, uint32_t number, bool *pooled)
{
    const name_row *name = &p->name.v[number];
    const stem_row *stem = &p->stem.v[name->stem];

    *pooled = name->stem && stem->both < stem->names;
    return *pooled ? stem->text : name->text;
}
