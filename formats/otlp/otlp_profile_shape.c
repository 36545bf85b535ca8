/*
 * otlp_profile_shape - is this a message of profiles in protobuf, and how is
 * it framed.
 *
 * There is no magic number. A file is one message (of a request or of stored
 * data, which are written alike), several in a row, or records of the
 * Collector's file exporter: four bytes of length, big endian, and a message.
 *
 * Traces, metrics, logs and pprof begin alike. A message of profiles is
 * recognized by its dictionary, whose fields are all messages of one table
 * each, or by a profile two levels down: the first member of a profile is a
 * pair of small numbers, where a span has its id, a metric its name and a log
 * record its time.
 */
#include "otlp/otlp_profile.h"

/* The wire types that a field of a message may have, as bits, by field
 * number. */
#define V      (1u << WIRE_VARINT)
#define B      (1u << WIRE_BYTES)
#define D      (1u << WIRE_FIXED64)
#define FIELDS 12

typedef struct shape {
    uint8_t types[FIELDS]; /* from number 0 on */
} shape;

/* clang-format off */
static const shape pair_of_numbers = { { 0, V, V, V } };
static const shape sample = { { 0, V, V | B, V | B, V | B, V | B | D, V | B } };
static const shape entries[OTLP_PROFILE_TABLES] = {
    [OTLP_PROFILE_MAPPING] = { { 0, V, V, V, V, V | B, V, V, V, V } },
    [OTLP_PROFILE_LOCATION] = { { 0, V, V, B, V | B, V | B } },
    [OTLP_PROFILE_FUNCTION] = { { 0, V, V, V, V } },
    [OTLP_PROFILE_LINK] = { { 0, B, B } },
    [OTLP_PROFILE_ATTRIBUTE] = { { 0, V | B, B, V } },
    [OTLP_PROFILE_STACK] = { { 0, V | B, V } },
};
/* clang-format on */

/* Whether the available part of a message has only fields of this shape; cut:
 * the end may be missing. */
static bool has_shape(corr_cur c, const shape *s, bool cut)
{
    wire_field f;

    while (wire_head(&c, &f)) {
        if (f.number >= FIELDS || !(s->types[f.number] >> f.type & 1))
            return false;
        if (f.type == WIRE_BYTES && f.value > corr_cur_left(&c))
            return cut;
        if (f.type == WIRE_BYTES)
            c.p += f.value;
    }
    return cut || !c.bad;
}

/* The profiles and dictionary entries seen so far. */
typedef struct sight {
    unsigned profiles, old_profiles, entries;
    const uint8_t *old_at; /* field that shows an old draft, NULL: not seen */
} sight;

static void see_old(sight *s, const corr_cur *c)
{
    if (!s->old_at)
        s->old_at = c->p - 1;
}

static bool see_dictionary(corr_cur c, bool cut, sight *s)
{
    bool part = false;
    wire_field f;

    while (wire_next_part(&c, &f, &part)) {
        if (f.number == 0 || f.number >= OTLP_PROFILE_TABLES ||
            f.type != WIRE_BYTES || (part && !cut))
            return false;
        if (f.number != OTLP_PROFILE_STRING &&
            !has_shape(f.bytes, &entries[f.number], part))
            return false;
        s->entries++;
    }
    return cut || !c.bad;
}

/* In the first draft a profile is in a container, which has two times. */
static bool see_profile(corr_cur c, bool cut, sight *s)
{
    bool part = false, is_container = false;
    bool is_other = false, has_sample = false;
    wire_field f;

    while (wire_next_part(&c, &f, &part)) {
        if ((part && !cut) || (f.number == 1 && f.type != WIRE_BYTES))
            return false;
        is_container |= f.number == 2 && f.type == WIRE_FIXED64;
        if (f.number == 1)
            is_other |= !has_shape(f.bytes, &pair_of_numbers, part);
        else if (f.number == 2)
            is_other |=
                f.type != WIRE_BYTES || !has_shape(f.bytes, &sample, part);
        has_sample |= f.number == 2;
        if (is_container)
            see_old(s, &c);
    }
    if (is_other && !is_container)
        return false;
    s->old_profiles += is_container && has_sample;
    s->profiles += !is_container && has_sample;
    return cut || !c.bad;
}

typedef bool see(corr_cur c, bool cut, sight *s);

/* Checks the fields with this number, which lead further down. Other fields up
 * to most may be any message or text. */
static bool see_below(corr_cur c, bool cut, sight *s, uint32_t number,
                      see *below)
{
    enum { SCHEMA_URL = 3 };
    bool part = false;
    wire_field f;

    while (wire_next_part(&c, &f, &part)) {
        if (f.number > SCHEMA_URL || f.type != WIRE_BYTES || (part && !cut))
            return false;
        if (f.number == number && !below(f.bytes, part, s))
            return false;
    }
    return cut || !c.bad;
}

static bool see_scope(corr_cur c, bool cut, sight *s)
{
    return see_below(c, cut, s, OTLP_PROFILE_PROFILE, see_profile);
}

static bool see_resource(corr_cur c, bool cut, sight *s)
{
    return see_below(c, cut, s, OTLP_PROFILE_SCOPE_PROFILES, see_scope);
}

bool otlp_profile_is_batch(corr_cur batch, bool cut)
{
    sight s = { 0 };

    return see_resource(batch, cut, &s) && s.profiles > 0;
}

/* Before 1.7, a message has tables at its top, like a dictionary. */
static bool see_message(corr_cur c, bool cut, sight *s, bool *is_old)
{
    enum { LAST_TABLE = 8 };
    bool part = false;
    wire_field f;

    while (wire_next_part(&c, &f, &part)) {
        if (f.type != WIRE_BYTES || f.number > LAST_TABLE || (part && !cut))
            return false;
        if (f.number > OTLP_PROFILE_DICTIONARY) {
            *is_old = true;
            see_old(s, &c);
        }
        if (f.number == OTLP_PROFILE_RESOURCE_PROFILES
                ? !see_resource(f.bytes, part, s)
                : !*is_old && s->profiles == 0 &&
                      f.number == OTLP_PROFILE_DICTIONARY &&
                      !see_dictionary(f.bytes, part, s))
            return false;
    }
    return true;
}

static otlp_profile_framing message_of(const uint8_t *p, size_t n, bool cut,
                                       const uint8_t **old_at)
{
    sight s = { 0 };
    bool is_old = false;

    if (n == 0 || !see_message(corr_cur_of(p, n), cut, &s, &is_old))
        return OTLP_PROFILE_NO_PROFILES;
    *old_at = s.old_at;
    if (s.old_profiles || (is_old && s.profiles))
        return OTLP_PROFILE_OLD;
    if (is_old || s.profiles + s.entries == 0)
        return OTLP_PROFILE_NO_PROFILES;
    return OTLP_PROFILE_MESSAGE;
}

static otlp_profile_framing record_of(const uint8_t *p, size_t n,
                                      const uint8_t **old_at)
{
    const uint32_t length = n < OTLP_PROFILE_RECORD_HEAD
                                ? 0
                                : (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
                                      (uint32_t)p[2] << 8 | p[3];

    if (length == 0 || length > OTLP_PROFILE_RECORD_MAX)
        return OTLP_PROFILE_NO_PROFILES;
    p += OTLP_PROFILE_RECORD_HEAD;
    n -= OTLP_PROFILE_RECORD_HEAD;
    const otlp_profile_framing f =
        message_of(p, length < n ? length : n, length > n, old_at);
    return f == OTLP_PROFILE_MESSAGE ? OTLP_PROFILE_RECORDS : f;
}

static otlp_profile_framing framing_of(const uint8_t *head, size_t n,
                                       const uint8_t **old_at)
{
    const otlp_profile_framing f = message_of(head, n, true, old_at);

    return f == OTLP_PROFILE_NO_PROFILES ? record_of(head, n, old_at) : f;
}

otlp_profile_framing otlp_profile_framing_of(const uint8_t *head, size_t n)
{
    const uint8_t *old_at = NULL;

    return framing_of(head, n, &old_at);
}

size_t otlp_profile_old_at(const uint8_t *head, size_t n)
{
    const uint8_t *old_at = NULL;

    return framing_of(head, n, &old_at) == OTLP_PROFILE_OLD && old_at
               ? (size_t)(old_at - head)
               : 0;
}
