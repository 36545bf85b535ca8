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

void known_learn(corr_scrub *map, corr_str value, corr_scrub_kind kind)
{
    bool is_new;

    value = corr_str_trim(value);
    if (!map->learning || value.n == 0 || value.n > KNOWN_LONGEST ||
        pseudonym_length(value) || has_line_end(value))
        return;
    if (value.n < MATCH_LEAST || is_all_digits(value) || public_value(value) ||
        map->known.n >= KNOWN_MOST) {
        map->nweak++;
        return;
    }
    if (!corr_map_bytes(&map->known_index, value.p, value.n, &is_new)) {
        map->failed = true;
        return;
    }
    if (!is_new)
        return;
    const char *text = corr_arena_text(&map->arena, value);
    if (!text ||
        !vec_push(&map->known, (known_value){ { text, value.n }, kind, false }))
        map->failed = true;
}

void known_service(corr_scrub *map, corr_str name)
{
    if (map->learning && name.n &&
        !corr_map_bytes(&map->services, name.p, name.n, NULL))
        map->failed = true;
}

bool known_is_service(corr_scrub *map, corr_str text)
{
    bool is_new;
    const uint32_t n = map->services.n;

    if (!n)
        return false;
    uint32_t *slot = corr_map_bytes(&map->services, text.p, text.n, &is_new);
    if (!slot)
        map->failed = true;
    else if (is_new)
        *slot = 1; /* asked for, and no service */
    return slot && *slot == 0;
}

static bool add_dashless(corr_scrub *map, corr_str text, uint32_t number)
{
    char bare[256];
    size_t n = 0;
    bool strict;

    if (text.n > sizeof bare ||
        match_is_weak(text, map->known.v[number].kind == CORR_SCRUB_SECRET,
                      &strict))
        return true;
    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] != '-')
            bare[n++] = text.p[i];
    return n < 8 ||
           match_add(&map->dashless, (corr_str){ bare, n }, number, true, true);
}

bool known_build(corr_scrub *map)
{
    map->strong.takes = MATCH_STRONG;
    map->in_ids.takes = MATCH_IDS;
    for (uint32_t i = 0; i < map->known.n; i++) {
        known_value *k = &map->known.v[i];
        k->is_service =
            k->kind == CORR_SCRUB_HOST && known_is_service(map, k->text);
        /* an id in a text that was read before the traces */
        if (k->is_service ||
            (k->kind == CORR_SCRUB_TOKEN && id_is_known(map, k->text)))
            continue;
        const bool is_secret = k->kind == CORR_SCRUB_SECRET;
        map->knows_separator |= memchr(k->text.p, ';', k->text.n) != NULL;
        if (!match_add(&map->anywhere, k->text, i, is_secret, false) ||
            !match_add(&map->strong, k->text, i, is_secret, false) ||
            !match_add(&map->in_ids, k->text, i, is_secret, false) ||
            !add_dashless(map, k->text, i))
            return false;
    }
    return match_build(&map->anywhere) && match_build(&map->strong) &&
           match_build(&map->in_ids) && match_build(&map->dashless);
}

/* Dashes behind a value that has them inside are not its own. */
static void add_hit(corr_scrub *map, const match_hit *hit, const uint32_t *at,
                    bool is_dashless)
{
    const known_value *k = &map->known.v[hit->value];
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
        add_hit(map, &hit, at, m == &map->dashless);
        i = hit.to;
    }
}

void known_edits(corr_scrub *map, corr_spot place, corr_str text)
{
    if (!map->anywhere.least || text.n < MATCH_LEAST)
        return;
    find_hits(map, &map->anywhere, place, text, NULL);
    for (unsigned kind = VIEW_PERCENT; kind < VIEW_COUNT; kind++) {
        view *v = &map->views[kind];
        if (view_of(v, kind, text))
            find_hits(map,
                      kind == VIEW_DASHES ? &map->dashless : &map->anywhere,
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

bool known_in_bytes(const corr_scrub *map, const uint8_t *p, size_t n,
                    match_hit *hit)
{
    return match_is_in(&map->strong, p, n) &&
           match_next(&map->strong, p, n, 0, hit);
}
