/* scrub_known - values of known places, which are removed everywhere. */
#include "scrub/scrub_private.h"

#include "scrub/scrub_words.h"

/* More values are replaced at their own places only. */
enum { KNOWN_MOST = 50000, KNOWN_LONGEST = 4096 };

/* Numbers alone are ids and amounts of other things as well. */
static bool is_all_digits(corr_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!corr_is_digit(s.p[i]) && s.p[i] != '.' && s.p[i] != '-' &&
            s.p[i] != ':')
            return false;
    return true;
}

static bool has_line_end(corr_str s)
{
    return memchr(s.p, '\n', s.n) || memchr(s.p, '\0', s.n);
}

/* The values that one set has, at most. */
enum { WEAK_MOST = 1 << 20, HEX_MOST = 1 << 20 };

static bool add_to_set(corr_map *set, corr_str text)
{
    return corr_map_u64(set, corr_hash(text.p, text.n), NULL) != NULL;
}

static bool is_in_set(const corr_map *set, corr_str text)
{
    return corr_map_find_u64(set, corr_hash(text.p, text.n)) != NULL;
}

static bool add_weak(scrub_values *v, corr_str value)
{
    return v->weak.n >= WEAK_MOST || add_to_set(&v->weak, value);
}

/* Which tokens are ids of traces is known when all files were read. */
static bool may_be_trace_id(corr_str value, corr_scrub_kind kind)
{
    return kind == CORR_SCRUB_TOKEN && value.n == 32 && id_is_plain(value);
}

static bool is_full(const scrub_values *v, bool is_hex)
{
    return is_hex ? v->nhex >= HEX_MOST : v->known.n - v->nhex >= KNOWN_MOST;
}

static bool add_known(scrub_values *v, const known_value *k)
{
    const bool is_hex = may_be_trace_id(k->text, k->kind);
    bool is_new;

    if (!corr_map_bytes(&v->known_index, k->text.p, k->text.n, &is_new))
        return false;
    if (!is_new)
        return true;
    const corr_str text = { corr_arena_text(&v->arena, k->text), k->text.n };
    v->nhex += is_hex;
    return text.p && vec_push(&v->known,
                              ((known_value){ text, k->kind, false, k->part }));
}

void known_learn(corr_scrub *map, corr_str value, corr_scrub_kind kind)
{
    scrub_values *v = &map->own;

    value = corr_str_trim(value);
    if (!map->learning || value.n == 0 || value.n > KNOWN_LONGEST ||
        pseudonym_length(value) || has_line_end(value))
        return;
    const bool good = value.n < MATCH_LEAST || is_all_digits(value) ||
                              public_value(value) ||
                              is_full(v, may_be_trace_id(value, kind))
                          ? add_weak(v, value)
                          : add_known(v, &(known_value){ .text = value,
                                                         .kind = kind,
                                                         .part = map->part });
    map->failed |= !good;
}

void known_service(corr_scrub *map, corr_str name)
{
    if (map->learning && name.n && !add_to_set(&map->own.services, name))
        map->failed = true;
}

bool known_is_service(const corr_scrub *map, corr_str name)
{
    return is_in_set(&map->values->services, name);
}

size_t known_nweak(const scrub_values *v)
{
    size_t n = v->weak.n;

    /* one that is weak in a part may be known from another one */
    for (size_t i = 0; n < WEAK_MOST && i < v->known.n; i++)
        n -= is_in_set(&v->weak, v->known.v[i].text);
    return n;
}

/* ---- the end of the first pass ------------------------------------------- */

/* Leaves out ids of traces, and values that are too many.  The limits hold for
 * the whole input, so its parts may be read in any order. */
static bool leave_out_values(corr_scrub *map)
{
    scrub_values *v = &map->own;
    const bool has_hex = !is_full(v, true);
    size_t n = 0;

    for (size_t i = 0; i < v->known.n; i++) {
        known_value k = v->known.v[i];
        const bool is_hex = may_be_trace_id(k.text, k.kind);
        if (is_hex && (!has_hex || id_is_known(map, k.text)))
            continue;
        if (n >= KNOWN_MOST && !add_weak(v, k.text))
            return false;
        if (n >= KNOWN_MOST)
            continue;
        k.is_service =
            k.kind == CORR_SCRUB_HOST && known_is_service(map, k.text);
        v->known.v[n++] = k;
    }
    v->known.n = n;
    return true;
}

static bool add_dashless(scrub_values *v, corr_str text, uint32_t number)
{
    char bare[256];
    size_t n = 0;
    bool strict;

    if (text.n > sizeof bare ||
        match_is_weak(text, v->known.v[number].kind == CORR_SCRUB_SECRET,
                      &strict))
        return true;
    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] != '-')
            bare[n++] = text.p[i];
    return n < 8 ||
           match_add(&v->dashless, (corr_str){ bare, n }, number, true, true);
}

bool known_build(corr_scrub *map)
{
    scrub_values *v = &map->own;

    if (!leave_out_values(map))
        return false;
    v->strong.takes = MATCH_STRONG;
    v->in_ids.takes = MATCH_IDS;
    for (uint32_t i = 0; i < v->known.n; i++) {
        const known_value *k = &v->known.v[i];
        if (k->is_service)
            continue;
        const bool is_secret = k->kind == CORR_SCRUB_SECRET;
        v->has_separator |= memchr(k->text.p, ';', k->text.n) != NULL;
        if (!match_add(&v->anywhere, k->text, i, is_secret, false) ||
            !match_add(&v->strong, k->text, i, is_secret, false) ||
            !match_add(&v->in_ids, k->text, i, is_secret, false) ||
            !add_dashless(v, k->text, i))
            return false;
    }
    return match_build(&v->anywhere) && match_build(&v->strong) &&
           match_build(&v->in_ids) && match_build(&v->dashless);
}

void known_clear(scrub_values *v)
{
    vec_free(&v->known);
    corr_map_clear(&v->known_index);
    corr_map_clear(&v->weak);
    corr_map_clear(&v->services);
    corr_map_clear(&v->trace_ids);
    corr_map_clear(&v->shared);
    corr_arena_clear(&v->arena);
    match_clear(&v->anywhere);
    match_clear(&v->dashless);
    match_clear(&v->strong);
    match_clear(&v->in_ids);
    *v = (scrub_values){ 0 };
}

/* ---- values of several tables -------------------------------------------- */

/* Adds a row of a set; of two values of one text, the larger one counts. */
static bool join_row(void *ctx, uint64_t key, uint32_t value)
{
    uint32_t *slot = corr_map_u64(ctx, key, NULL);

    if (slot && *slot < value)
        *slot = value;
    return slot != NULL;
}

static bool join_sets(scrub_values *to, const scrub_values *from)
{
    return corr_map_each_u64(&from->weak, join_row, &to->weak) &&
           corr_map_each_u64(&from->services, join_row, &to->services) &&
           corr_map_each_u64(&from->trace_ids, join_row, &to->trace_ids) &&
           corr_map_each_u64(&from->shared, join_row, &to->shared);
}

static int part_order(const void *a, const void *b)
{
    const known_value *const *x = a, *const *y = b;

    if ((*x)->part != (*y)->part)
        return (*x)->part < (*y)->part ? -1 : 1;
    return *x < *y ? -1 : *x > *y; /* of one table */
}

bool known_join(scrub_values *to, corr_scrub *const *from, size_t n)
{
    vec(const known_value *) row = { 0 };
    bool good = true;

    for (size_t i = 0; i < n && good; i++) {
        const scrub_values *v = &from[i]->own;
        good = join_sets(to, v);
        for (size_t k = 0; k < v->known.n && good; k++)
            good = vec_push(&row, &v->known.v[k]);
    }
    if (row.n)
        qsort(row.v, row.n, sizeof *row.v, part_order);
    for (size_t i = 0; i < row.n && good; i++)
        good = add_known(to, row.v[i]);
    vec_free(&row);
    return good;
}

/* ---- the second pass ----------------------------------------------------- */

/* Dashes behind a value that has them inside are not its own. */
static void add_hit(corr_scrub *map, const match_hit *hit, const uint32_t *at,
                    bool is_dashless)
{
    const known_value *k = &map->values->known.v[hit->value];
    const size_t to = !at           ? hit->to
                      : is_dashless ? at[hit->to - 1] + (size_t)1
                                    : at[hit->to];

    scrub_add_edit(
        map, &(scrub_edit){ .from = at ? at[hit->from] : (uint32_t)hit->from,
                            .to = (uint32_t)to,
                            .kind = k->kind,
                            .with = k->kind == CORR_SCRUB_HOST ? WITH_HOST
                                                               : WITH_VALUE,
                            .value = k->text });
}

/* A plain word is no secret where everybody has it. */
static bool is_common(const corr_scrub *map, const match_hit *hit,
                      corr_spot place, corr_str text, const uint32_t *at)
{
    if (!hit->weak)
        return false;
    return place == CORR_PLACE_PUBLIC || place == CORR_PLACE_BUILD ||
           (!at && name_around_is_public(map, text, hit->from, hit->to));
}

static void find_hits(corr_scrub *map, const matcher *m, corr_spot place,
                      corr_str seen, const uint32_t *at)
{
    match_hit hit;

    for (size_t i = 0;
         match_next(m, (const uint8_t *)seen.p, seen.n, i, &hit);) {
        i = hit.from + 1;
        if (is_common(map, &hit, place, seen, at) && !match_strong(&hit))
            continue;
        add_hit(map, &hit, at, m == &map->values->dashless);
        i = hit.to;
    }
}

void known_edits(corr_scrub *map, corr_spot place, corr_str text)
{
    const scrub_values *values = map->values;

    if (!values->anywhere.least || text.n < MATCH_LEAST)
        return;
    find_hits(map, &values->anywhere, place, text, NULL);
    for (unsigned kind = VIEW_PERCENT; kind < VIEW_COUNT; kind++) {
        view *v = &map->views[kind];
        if (view_of(v, kind, text))
            find_hits(map,
                      kind == VIEW_DASHES ? &values->dashless
                                          : &values->anywhere,
                      place, (corr_str){ (const char *)v->p, v->n }, v->at);
        map->failed |= v->failed;
    }
}

bool corr_scrub_knows(corr_scrub *map, corr_str bytes)
{
    map->edit.n = 0;
    if (!map->learning && bytes.n < UINT32_MAX)
        known_edits(map, CORR_PLACE_PUBLIC, bytes);
    return map->edit.n > 0;
}

bool known_in_bytes(const corr_scrub *map, const uint8_t *p, size_t n)
{
    return match_is_in(&map->values->strong, p, n);
}
