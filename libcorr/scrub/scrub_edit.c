/* scrub_edit - the edits of one text: sorted, joined, written. */
#include "scrub/scrub_private.h"

#include <stdio.h>

void scrub_add_edit(corr_scrub *map, const scrub_edit *edit)
{
    if (edit->to > edit->from && !vec_push(&map->edit, *edit))
        map->failed = true;
}

/* By place; the longest first. */
static int edit_order(const void *a, const void *b)
{
    const scrub_edit *x = a, *y = b;

    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to > y->to ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return corr_str_cmp(x->value, y->value);
}

/* One edit inside another is part of it.  Two that overlap become one, or a
 * part of a value would stay. */
void scrub_join_edits(corr_scrub *map, corr_str text)
{
    size_t n = 0;

    vec_sort(&map->edit, edit_order);
    for (size_t i = 0; i < map->edit.n; i++) {
        const scrub_edit e = map->edit.v[i];
        scrub_edit *last = n ? &map->edit.v[n - 1] : NULL;
        if (!last || e.from >= last->to) {
            map->edit.v[n++] = e;
        } else if (e.to > last->to) {
            last->to = e.to;
            last->value =
                (corr_str){ text.p + last->from, last->to - last->from };
        }
    }
    map->edit.n = n;
}

static void put_out(corr_scrub *map, const char *p, size_t n)
{
    if (!n)
        return;
    if (!vec_reserve(&map->out, n)) {
        map->failed = true;
        return;
    }
    memcpy(map->out.v + map->out.n, p, n);
    map->out.n += n;
}

/* Two values with the same pseudonym would be one: the run starts again, with
 * longer ones. */
static void note_taken(corr_scrub *map, uint64_t bits)
{
    bool is_new;
    const unsigned used = 5 * map->length;
    uint32_t *rest = corr_map_u64(&map->taken, bits >> (64 - used), &is_new);
    /* the bits behind those of the pseudonym tell values apart */
    const uint32_t mine = (uint32_t)(bits << (used - 32));

    if (!rest)
        map->failed = true;
    else if (is_new)
        *rest = mine;
    else if (*rest != mine && map->length < PSEUDONYM_LONG)
        map->collided = true;
}

static void put_pseudonym(corr_scrub *map, char prefix, pseudonym_domain domain,
                          corr_str value)
{
    char text[2 + PSEUDONYM_LONG] = { prefix, '_' };
    const uint64_t bits =
        pseudonym_of(&map->keys, domain, value, text + 2, map->length);

    note_taken(map, bits ^ (uint64_t)domain << 16);
    put_out(map, text, 2 + map->length);
}

/* 16 or 32 hex digits. */
static void put_other_id(corr_scrub *map, corr_str value)
{
    corr_trace_id id;
    char hex[32];

    if (!corr_parse_trace_id(value, &id))
        return;
    id = corr_scrub_trace_id(map, id);
    corr_print_hex(hex, id.hi);
    corr_print_hex(hex + 16, id.lo);
    put_out(map, hex + sizeof hex - value.n, value.n);
}

static void put_edit(corr_scrub *map, const scrub_edit *e)
{
    switch (e->with) {
    case WITH_VALUE:
        put_pseudonym(map, 'v', DOMAIN_VAL, e->value);
        break;
    case WITH_HOST:
        put_pseudonym(map, 'h', DOMAIN_HOST, e->value);
        break;
    case WITH_SEGMENT:
        put_pseudonym(map, 's', DOMAIN_TOK, e->value);
        break;
    case WITH_KEYWORD:
        put_pseudonym(map, 'k', DOMAIN_TOK, e->value);
        break;
    case WITH_MARK:
        put_out(map, "?", 1);
        break;
    case WITH_DROPPED:
        put_out(map, "[dropped]", 9);
        break;
    case WITH_ID:
        put_other_id(map, e->value);
        break;
    }
}

static void note_edit(corr_scrub *map, const scrub_edit *edit, corr_str text,
                      size_t out_from)
{
    scrub_tally *t = &map->tally[edit->kind];
    const corr_str was = { text.p + edit->from, edit->to - edit->from };
    const uint64_t value = corr_hash(was.p, was.n);
    bool is_new;

    t->texts++;
    if (!corr_map_u64(&t->values, value, &is_new)) {
        map->failed = true;
        return;
    }
    if (!is_new || t->nexample == CORR_SCRUB_EXAMPLES)
        return;
    const scrub_example e = {
        .before = corr_arena_text(&map->arena, was),
        .after =
            corr_arena_text(&map->arena, (corr_str){ map->out.v + out_from,
                                                     map->out.n - out_from }),
        .value = value,
        .part = map->part,
    };
    if (e.before && e.after)
        t->example[t->nexample++] = e;
    else
        map->failed = true;
}

corr_str scrub_write_edits(corr_scrub *map, corr_str text)
{
    size_t at = 0;

    map->out.n = 0;
    for (size_t i = 0; i < map->edit.n && !map->failed; i++) {
        const scrub_edit *e = &map->edit.v[i];
        put_out(map, text.p + at, e->from - at);
        const size_t from = map->out.n;
        put_edit(map, e);
        if (!map->failed)
            note_edit(map, e, text, from);
        at = e->to;
    }
    put_out(map, text.p + at, text.n - at);
    return (corr_str){ map->out.v ? map->out.v : "", map->out.n };
}

/* Numbers of this range stand for others, and stay what they are. */
#define STAND_IN INT64_C(777000000000000)

int64_t corr_scrub_number(corr_scrub *map, corr_spot place, int64_t value)
{
    if (place == CORR_PLACE_ID)
        return (int64_t)corr_scrub_span_id(map, (uint64_t)value);
    const bool is_kept =
        (place != CORR_PLACE_USER && place != CORR_PLACE_SECRET) ||
        map->learning ||
        (value >= STAND_IN && value < STAND_IN + (INT64_C(1) << 30)) ||
        (value > -1000 && value < 1000);

    if (is_kept)
        return value;
    char digits[24];
    const int n = snprintf(digits, sizeof digits, "%lld", (long long)value);
    map->tally[place == CORR_PLACE_USER ? CORR_SCRUB_USER : CORR_SCRUB_SECRET]
        .texts++;
    map->changed++;
    return STAND_IN +
           (int64_t)(pseudonym_bits(&map->keys, DOMAIN_VAL,
                                    (corr_str){ digits, (size_t)n }) >>
                     34);
}
