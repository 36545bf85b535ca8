/* The pprof format: schema in pprof.proto, rules in pprof.h. */
#include "pprof/pprof.h"

#include "common/wire.h"
#include "corr_builtin.h"

/* The wire types that each field of a message may have, as bits, from field 1
 * on. 0: no version of the schema has a field with this number. A list of
 * numbers may be packed or not. */
#define V      (1u << WIRE_VARINT)
#define B      (1u << WIRE_BYTES)
#define FIELDS 15

typedef struct shape {
    uint8_t types[FIELDS];
} shape;

/* clang-format off */
static const shape profile = {
    { B, B, B, B, B, B, V, V, V, V, B, V, V | B, V, V }
};
static const shape members[PPROF_TOP_COUNT] = {
    [PPROF_SAMPLE_TYPE] = { { V, V } },
    [PPROF_SAMPLE] = { { V | B, V | B, B } },
    [PPROF_MAPPING] = { { V, V, V, V, V, V, V, V, V, V } },
    [PPROF_LOCATION] = { { V, V, V, B, V } },
    [PPROF_FUNCTION] = { { V, V, V, V, V } },
    [PPROF_PERIOD_TYPE] = { { V, V } },
};
/* clang-format on */

static bool fits_shape_field(const shape *s, const wire_field *f)
{
    return f->number <= FIELDS && (s->types[f->number - 1] >> f->type & 1);
}

static bool has_shape(corr_cur c, const shape *s)
{
    wire_field f;

    while (wire_next(&c, &f))
        if (!fits_shape_field(s, &f))
            return false;
    return !c.bad;
}

size_t pprof_heads(const uint8_t *head, size_t n, uint64_t *size)
{
    enum { ANSWER_PPROF = 5, PPROF_PROFILE = 1 };
    corr_cur c = corr_cur_of(head, n);
    wire_field outer, inner;

    if (!wire_head(&c, &outer) || outer.number != ANSWER_PPROF ||
        outer.type != WIRE_BYTES)
        return 0;
    const uint8_t *within = c.p;
    if (!wire_head(&c, &inner) || inner.number != PPROF_PROFILE ||
        inner.type != WIRE_BYTES ||
        outer.value != inner.value + (uint64_t)(c.p - within))
        return 0;
    *size = inner.value;
    return (size_t)(c.p - head);
}

/* Walks the head. Every field must have a number and a wire type of the schema,
 * and so must the fields of every message inside; the last message may be cut
 * off. The answer is sure only if the head has a sample type and also a second
 * kind of message or the empty first string. OTLP and other messages with the
 * same two numbers differ one level down. */
static int probe_pprof(const uint8_t *head, size_t n, bool whole)
{
    uint64_t size;
    const size_t before = pprof_heads(head, n, &size);
    corr_cur c = corr_cur_of(before ? head + before : head, n - before);
    unsigned seen = 0;
    bool has_empty = false;
    wire_field f;

    (void)whole; /* a profile that is cut off is still a profile */
    while (wire_next(&c, &f)) {
        if (f.number > FIELDS)
            continue;
        if (!fits_shape_field(&profile, &f))
            return 0;
        if (members[f.number].types[0] &&
            !has_shape(f.bytes, &members[f.number]))
            return 0;
        if (f.number == PPROF_STRING_TABLE && !(seen >> PPROF_STRING_TABLE & 1))
            has_empty = f.value == 0;
        seen |= 1u << f.number;
    }
    const unsigned types = 1u << PPROF_SAMPLE_TYPE | 1u << PPROF_PERIOD_TYPE;
    const unsigned rows = 1u << PPROF_SAMPLE | 1u << PPROF_MAPPING |
                          1u << PPROF_LOCATION | 1u << PPROF_FUNCTION;
    const unsigned facts = 1u << PPROF_TIME_NANOS | 1u << PPROF_PERIOD;

    if ((seen & types) && (has_empty || (seen & (rows | facts))))
        return 60;
    if ((seen & rows) && has_empty)
        return 60;
    return (seen & rows) || has_empty ? 20 : 0;
}

const corr_format corr_format_pprof = {
    .name = "pprof",
    .title = "pprof profile",
    .probe = probe_pprof,
    .read = pprof_read,
    .rewrite = &(const corr_rewriter){ .copy = pprof_rewrite },
    .write = pprof_write,
    .write_diff = pprof_write_diff,
    .cut = pprof_cut,
    .is_binary = true,
};
