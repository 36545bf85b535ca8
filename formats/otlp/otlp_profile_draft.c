/*
 * otlp_profile_draft - which draft a message was written with.
 *
 * In 1.7 a sample has a range of locations of its profile, and the time of a
 * profile is a varint; since 1.8 a sample has a stack, and the time is
 * fixed64. In 1.8 and 1.9 fields 2, 3 and 4 of a sample are values, attributes
 * and link; since 1.10 they are attributes, link and values. A list of one
 * element may be written like a single number, so one sample proves nothing:
 * async-profiler 4.5 writes such samples of 1.10, and up to 4.4 it wrote 1.9.
 *
 * Fields got new numbers several times under one package name, and a message
 * of one draft can often be read as another draft, with another meaning. So
 * the samples of the whole message are checked under both readings, and the
 * reading with fewer contradictions is used.
 */
#include "otlp/otlp_profile.h"

/* clang-format off */
#define SAMPLE_1_5                                                            \
    [1] = OTLP_PROFILE_S_START, [2] = OTLP_PROFILE_S_LENGTH, [3] = OTLP_PROFILE_S_VALUES,          \
    [4] = OTLP_PROFILE_S_ATTRS, [5] = OTLP_PROFILE_S_LINK, [6] = OTLP_PROFILE_S_TIMES
#define UP_TO_PERIOD                                                          \
    [1] = OTLP_PROFILE_P_TYPE, [2] = OTLP_PROFILE_P_SAMPLE, [3] = OTLP_PROFILE_P_TIME,             \
    [4] = OTLP_PROFILE_P_DURATION, [5] = OTLP_PROFILE_P_PERIOD_TYPE, [6] = OTLP_PROFILE_P_PERIOD
#define FROM_1_9                                                              \
    UP_TO_PERIOD, [9] = OTLP_PROFILE_P_FORMAT, [10] = OTLP_PROFILE_P_PAYLOAD,               \
    [11] = OTLP_PROFILE_P_ATTRS
#define SAMPLE_1_8                                                            \
    [1] = OTLP_PROFILE_S_STACK, [2] = OTLP_PROFILE_S_VALUES, [3] = OTLP_PROFILE_S_ATTRS,           \
    [4] = OTLP_PROFILE_S_LINK, [5] = OTLP_PROFILE_S_TIMES
#define SAMPLE_1_10                                                           \
    [1] = OTLP_PROFILE_S_STACK, [2] = OTLP_PROFILE_S_ATTRS, [3] = OTLP_PROFILE_S_LINK,             \
    [4] = OTLP_PROFILE_S_VALUES, [5] = OTLP_PROFILE_S_TIMES

static const otlp_profile_layout v1_5 = { /* also 1.4 */
    .profile = { [1] = OTLP_PROFILE_P_TYPE, [2] = OTLP_PROFILE_P_SAMPLE,
                 [3] = OTLP_PROFILE_P_ENTRY(OTLP_PROFILE_MAPPING),
                 [4] = OTLP_PROFILE_P_ENTRY(OTLP_PROFILE_LOCATION), [5] = OTLP_PROFILE_P_PATH,
                 [6] = OTLP_PROFILE_P_ENTRY(OTLP_PROFILE_FUNCTION),
                 [7] = OTLP_PROFILE_P_ENTRY(OTLP_PROFILE_ATTRIBUTE),
                 [9] = OTLP_PROFILE_P_ENTRY(OTLP_PROFILE_LINK),
                 [10] = OTLP_PROFILE_P_ENTRY(OTLP_PROFILE_STRING), [11] = OTLP_PROFILE_P_TIME,
                 [12] = OTLP_PROFILE_P_DURATION, [13] = OTLP_PROFILE_P_PERIOD_TYPE,
                 [14] = OTLP_PROFILE_P_PERIOD, [20] = OTLP_PROFILE_P_FORMAT,
                 [21] = OTLP_PROFILE_P_PAYLOAD, [22] = OTLP_PROFILE_P_ATTRS },
    .sample = { SAMPLE_1_5 },
    .has_columns = true,
    .has_varint_times = true,
    .has_own_tables = true,
};
static const otlp_profile_layout v1_7 = {
    .profile = { [1] = OTLP_PROFILE_P_TYPE, [2] = OTLP_PROFILE_P_SAMPLE, [3] = OTLP_PROFILE_P_PATH,
                 [4] = OTLP_PROFILE_P_TIME, [5] = OTLP_PROFILE_P_DURATION,
                 [6] = OTLP_PROFILE_P_PERIOD_TYPE, [7] = OTLP_PROFILE_P_PERIOD,
                 [12] = OTLP_PROFILE_P_FORMAT, [13] = OTLP_PROFILE_P_PAYLOAD,
                 [14] = OTLP_PROFILE_P_ATTRS },
    .sample = { SAMPLE_1_5 },
    .has_columns = true,
    .has_varint_times = true,
};
static const otlp_profile_layout v1_8 = {
    .profile = { UP_TO_PERIOD, [10] = OTLP_PROFILE_P_FORMAT, [11] = OTLP_PROFILE_P_PAYLOAD,
                 [12] = OTLP_PROFILE_P_ATTRS },
    .sample = { SAMPLE_1_8 },
    .has_nil = true,
};
static const otlp_profile_layout v1_9 = {
    .profile = { FROM_1_9 },
    .sample = { SAMPLE_1_8 },
    .has_nil = true,
};
static const otlp_profile_layout v1_10 = {
    .profile = { FROM_1_9 },
    .sample = { SAMPLE_1_10 },
    .has_nil = true,
};

const otlp_profile_layout otlp_profile_layout_json = {
    .profile = { FROM_1_9, [12] = OTLP_PROFILE_P_PATH },
    .sample = { SAMPLE_1_10, [6] = OTLP_PROFILE_S_START, [7] = OTLP_PROFILE_S_LENGTH },
    .has_nil = true,
};
const otlp_profile_layout otlp_profile_layout_json_1_7 = {
    .profile = { FROM_1_9, [12] = OTLP_PROFILE_P_PATH },
    .sample = { SAMPLE_1_10, [6] = OTLP_PROFILE_S_START, [7] = OTLP_PROFILE_S_LENGTH },
    .has_columns = true,
};
/* clang-format on */

/* ---- profiles of a message ----------------------------------------------- */

/* Evidence from the profiles and samples of a message. */
typedef struct looks {
    otlp_profile *o;    /* NULL: there is no dictionary to compare with */
    uint64_t n;         /* profiles */
    bool has_fixed;     /* a time is fixed64: 1.8 or later */
    bool has_path;      /* a profile has a list of locations: before 1.8 */
    bool has_late;      /* a sample has members that only 1.7 has */
    bool has_tables;    /* a profile has its own tables: 1.4, 1.5 */
    bool has_container; /* each profile is in a container: 1.3 */
    bool has_1_8;       /* a message has members that 1.9 removed */
    uint64_t is_1_9, is_1_10;   /* samples that only this draft allows ... */
    uint64_t odd_1_9, odd_1_10; /* ... and indexes that are out of range */
} looks;

static uint64_t odd_indices(const otlp_profile *o, otlp_profile_table table,
                            const wire_field *f)
{
    const uint64_t n = o->table[table].n;
    corr_cur c = f->bytes;
    uint64_t odd = 0;

    if (f->type == WIRE_VARINT)
        return f->value == 0 || f->value >= n;
    while (c.p < c.end) {
        const uint64_t index = corr_cur_varint(&c);
        odd += c.bad || index == 0 || index >= n;
    }
    return odd;
}

/* Checks a field of a sample under each draft. */
static void look_at_field(looks *l, const wire_field *f)
{
    const otlp_profile *o = l->o;

    l->has_late |= f->number == 6 || (f->number == 5 && f->type == WIRE_VARINT);
    if (!o)
        return;
    if (f->number == 2)
        l->odd_1_10 += odd_indices(o, OTLP_PROFILE_ATTRIBUTE, f);
    if (f->number == 3) {
        l->is_1_9 += f->type == WIRE_BYTES;
        l->odd_1_9 += odd_indices(o, OTLP_PROFILE_ATTRIBUTE, f);
        l->odd_1_10 += f->type == WIRE_VARINT && f->value &&
                       f->value >= o->table[OTLP_PROFILE_LINK].n;
    }
    if (f->number == 4) {
        l->is_1_10 += f->type == WIRE_BYTES;
        l->odd_1_9 += f->type == WIRE_VARINT && f->value &&
                      f->value >= o->table[OTLP_PROFILE_LINK].n;
    }
}

static void look_at_profile(looks *l, corr_cur c)
{
    wire_field f, s;

    l->n++;
    while (wire_next(&c, &f)) {
        l->has_container |= f.number == 2 && f.type == WIRE_FIXED64;
        l->has_tables |= f.number == 4 && f.type == WIRE_BYTES;
        l->has_fixed |= f.number == 3 && f.type == WIRE_FIXED64;
        l->has_path |= f.number == 3 && f.type != WIRE_FIXED64;
        l->has_1_8 |= (f.number == 8 && f.type == WIRE_BYTES) || f.number == 12;
        if (f.number == 2 && f.type == WIRE_BYTES)
            while (wire_next(&f.bytes, &s))
                look_at_field(l, &s);
    }
}

/* Checks the complete profiles in a message; c is `level` messages below it. */
static void look_at_level(looks *l, corr_cur c, unsigned level)
{
    static const uint32_t below[] = { OTLP_PROFILE_RESOURCE_PROFILES,
                                      OTLP_PROFILE_SCOPE_PROFILES,
                                      OTLP_PROFILE_PROFILE };
    wire_field f;

    if (level == sizeof below / sizeof *below) {
        look_at_profile(l, c);
        return;
    }
    while (wire_next(&c, &f))
        if (f.number == below[level] && f.type == WIRE_BYTES)
            look_at_level(l, f.bytes, level + 1);
}

/* ---- verdicts ------------------------------------------------------------ */

const otlp_profile_layout *otlp_profile_layout_of(otlp_profile *o)
{
    looks l = { .o = o };

    look_at_level(&l, corr_cur_of(o->message.base, o->message.size), 0);
    if (!l.has_fixed && (l.has_path || l.has_late))
        return &v1_7;
    const bool is_1_9 =
        l.is_1_9 != l.is_1_10 ? l.is_1_9 > l.is_1_10 : l.odd_1_9 < l.odd_1_10;
    const bool is_undecided = l.is_1_9 == l.is_1_10 && l.odd_1_9 == l.odd_1_10;
    if (is_undecided && o->last)
        return o->last;
    return is_1_9 ? (l.has_1_8 ? &v1_8 : &v1_9) : &v1_10;
}

const otlp_profile_layout *otlp_profile_layout_alone(const uint8_t *p, size_t n,
                                                     bool *is_old)
{
    looks l = { .o = NULL };

    look_at_level(&l, corr_cur_of(p, n), 0);
    if (l.n && !l.has_fixed && l.has_tables && !l.has_container)
        return &v1_5;
    *is_old =
        l.n && !l.has_fixed && (l.has_path || l.has_late || l.has_container);
    return NULL;
}
