/*
 * otlp_profile_table - the dictionary of a message: the place of each entry,
 * and the row made of it.
 */
#include "otlp/otlp_profile.h"

bool otlp_profile_next(otlp_profile *o, corr_cur *c, wire_field *f, bool *part)
{
    if (!wire_next_part(c, f, part))
        return false;
    if (!*part && c->p > o->message.good)
        o->message.good = c->p;
    return true;
}

/* ---- lists of numbers ---------------------------------------------------- */

bool otlp_profile_numbers_add(otlp_profile *o, otlp_profile_numbers *to,
                              const wire_field *f)
{
    corr_cur c = f->bytes;

    if (f->type != WIRE_BYTES)
        return f->type == WIRE_VARINT && corr_vec_push(o->b, to, f->value);
    if (!corr_vec_reserve(o->b, to, wire_count(c.p, corr_cur_left(&c)) + 1))
        return false;
    while (c.p < c.end) {
        const uint64_t value = corr_cur_varint(&c);
        if (c.bad)
            return false;
        to->v[to->n++] = value;
    }
    return true;
}

bool otlp_profile_times_add(otlp_profile *o, otlp_profile_numbers *to,
                            const wire_field *f)
{
    corr_cur c = f->bytes;

    if (f->type != WIRE_BYTES)
        return f->type == WIRE_FIXED64 && corr_vec_push(o->b, to, f->value);
    if (corr_cur_left(&c) % 8 ||
        !corr_vec_reserve(o->b, to, corr_cur_left(&c) / 8 + 1))
        return false;
    while (c.p < c.end)
        to->v[to->n++] = corr_cur_le(&c, 8);
    return true;
}

/* ---- entries ------------------------------------------------------------- */

void otlp_profile_clear_tables(otlp_profile *o)
{
    for (size_t i = 0; i < OTLP_PROFILE_TABLES; i++)
        o->table[i].n = 0;
}

bool otlp_profile_take_entry(otlp_profile *o, otlp_profile_table table,
                             corr_cur entry)
{
    return corr_vec_push(
        o->b, &o->table[table],
        (otlp_profile_piece){ (uint32_t)(entry.p - o->message.base),
                              (uint32_t)corr_cur_left(&entry) });
}

void otlp_profile_take_dictionary(otlp_profile *o, corr_cur c)
{
    const uint8_t *at = c.p;
    bool part = false;
    wire_field f;

    o->has_dictionary = true;
    while (!part && otlp_profile_next(o, &c, &f, &part)) {
        if (!part && f.type == WIRE_BYTES && f.number < OTLP_PROFILE_TABLES &&
            !otlp_profile_take_entry(o, (otlp_profile_table)f.number, f.bytes))
            return;
        at = c.p;
    }
    if ((c.bad || part) && !o->message.is_cut)
        corr_damage(o->b, otlp_profile_at(o, at), (uint64_t)(c.end - at), 0,
                    "the data is not a field of a dictionary; %llu bytes "
                    "cannot be used",
                    (unsigned long long)(c.end - at));
}

/* Reserves n + 1 elements, all zero. */
#define ZEROED(o, x, count)                                                    \
    (corr_vec_reserve((o)->b, (x), (count) + 1) &&                             \
     memset((x)->v, 0, ((count) + 1) * sizeof *(x)->v))

bool otlp_profile_make_tables(otlp_profile *o)
{
    o->frame.n = 0;
    corr_map_clear(&o->sets);
    return ZEROED(o, &o->text, o->table[OTLP_PROFILE_STRING].n) &&
           ZEROED(o, &o->stack, o->table[OTLP_PROFILE_STACK].n) &&
           ZEROED(o, &o->run, o->table[OTLP_PROFILE_LOCATION].n);
}

bool otlp_profile_entry(const otlp_profile *o, otlp_profile_table table,
                        uint64_t raw_index, corr_cur *entry)
{
    const otlp_profile_entries *t = &o->table[table];

    *entry = corr_cur_of("", 0);
    if (raw_index >= t->n)
        return false;
    const otlp_profile_piece piece = t->v[raw_index];
    *entry = corr_cur_of(o->message.base + piece.at, piece.n);
    return true;
}

/* ---- texts and attributes ------------------------------------------------ */

corr_str otlp_profile_string(const otlp_profile *o, uint64_t raw_index)
{
    corr_cur entry;

    otlp_profile_entry(o, OTLP_PROFILE_STRING, raw_index, &entry);
    return (corr_str){ (const char *)entry.p, corr_cur_left(&entry) };
}

corr_text otlp_profile_bound(otlp_profile *o, uint64_t raw_index)
{
    if (raw_index >= o->table[OTLP_PROFILE_STRING].n)
        return (corr_text){ 0 };
    if (!o->text.v[raw_index].i)
        o->text.v[raw_index] =
            corr_add_text(o->b, otlp_profile_string(o, raw_index));
    return o->text.v[raw_index];
}

corr_str otlp_profile_attribute(const otlp_profile *o, corr_cur entry,
                                corr_cur *value)
{
    corr_str key = { "", 0 };
    wire_field f;

    *value = corr_cur_of("", 0);
    while (wire_next(&entry, &f))
        if (f.number == 1 && f.type == WIRE_BYTES)
            key = wire_text(&f); /* 1.7 */
        else if (f.number == 1 && f.type == WIRE_VARINT)
            key = otlp_profile_string(o, f.value);
        else if (f.number == 2 && f.type == WIRE_BYTES)
            *value = f.bytes;
    return key;
}
