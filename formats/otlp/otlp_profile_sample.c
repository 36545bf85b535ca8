/*
 * otlp_profile_sample - one sample into rows.
 *
 * A sample is its stack, the set of its attributes, and its link to a span; a
 * link of zeros counts as missing.
 *
 * One value and no times is a sum; times and no values, or as many values, are
 * observations. If the numbers differ, the sum is kept and spread evenly over
 * the times; times that get 0 are left out. A sample that refers to a missing
 * entry of the dictionary is left out and counted.
 */
#include "otlp/otlp_profile.h"

enum { LINK_TRACE = 1, LINK_SPAN = 2, TRACE_BYTES = 16, SPAN_BYTES = 8 };

/* The fields of a sample; its lists are in the reader. */
typedef struct raw_sample {
    const uint8_t *at;
    uint64_t stack, start, length, link;
    bool has_range, has_link;
} raw_sample;

/* ---- reports of damage --------------------------------------------------- */

static uint64_t sample_offset(const otlp_profile *o, const raw_sample *s)
{
    return otlp_profile_at(o, s->at);
}

static unsigned long long sample_number(const otlp_profile *o)
{
    return (unsigned long long)o->profile.nsample;
}

static unsigned long long profile_number(const otlp_profile *o)
{
    return (unsigned long long)o->profile.number;
}

static void report_missing_entry(otlp_profile *o, const raw_sample *s,
                                 const char *what, uint64_t index,
                                 otlp_profile_table table)
{
    corr_damage(o->b, sample_offset(o, s), 0, 1,
                "sample %llu of profile %llu names %s %lld, the dictionary has "
                "%zu; left out",
                sample_number(o), profile_number(o), what, (long long)index,
                o->table[table].n);
}

static void report_malformed_sample(otlp_profile *o, const raw_sample *s)
{
    corr_damage(o->b, sample_offset(o, s), 0, 1,
                "sample %llu of profile %llu is malformed; it is left out",
                sample_number(o), profile_number(o));
}

/* ---- the parts of a sample ----------------------------------------------- */

static bool take_sample_number(raw_sample *s, otlp_profile_sample_member m,
                               uint64_t value)
{
    if (m == OTLP_PROFILE_S_STACK)
        s->stack = value;
    else if (m == OTLP_PROFILE_S_START)
        s->start = value;
    else if (m == OTLP_PROFILE_S_LENGTH)
        s->length = value;
    else if (m == OTLP_PROFILE_S_LINK)
        s->link = value;
    else
        return false;
    s->has_range |= m == OTLP_PROFILE_S_LENGTH;
    s->has_link |= m == OTLP_PROFILE_S_LINK;
    return true;
}

static bool take_list(otlp_profile *o, otlp_profile_sample_member m,
                      const wire_field *f)
{
    if (m == OTLP_PROFILE_S_TIMES && !o->layout->has_varint_times)
        return otlp_profile_times_add(o, &o->times, f);
    otlp_profile_numbers *to = m == OTLP_PROFILE_S_VALUES  ? &o->values
                               : m == OTLP_PROFILE_S_ATTRS ? &o->attrs
                               : m == OTLP_PROFILE_S_TIMES ? &o->times
                                                           : NULL;
    return to && otlp_profile_numbers_add(o, to, f);
}

static bool take_apart(otlp_profile *o, corr_cur c, raw_sample *s)
{
    wire_field f;

    *s = (raw_sample){ .at = c.p };
    o->values.n = o->times.n = o->attrs.n = 0;
    while (wire_next(&c, &f)) {
        const otlp_profile_sample_member m = f.number < OTLP_PROFILE_S_FIELDS
                                                 ? o->layout->sample[f.number]
                                                 : OTLP_PROFILE_S_NOTHING;
        if (m == OTLP_PROFILE_S_NOTHING)
            continue;
        if (f.type == WIRE_VARINT && take_sample_number(s, m, f.value))
            continue;
        if (!take_list(o, m, &f))
            return false;
    }
    return !c.bad;
}

/* An id with another length counts as missing. */
static bool take_link(otlp_profile *o, const raw_sample *s,
                      corr_sample_row *row)
{
    corr_cur c;
    wire_field f;

    if (!s->has_link || (s->link == 0 && o->layout->has_nil))
        return true;
    if (!otlp_profile_entry(o, OTLP_PROFILE_LINK, s->link, &c))
        return false;
    while (wire_next(&c, &f)) {
        if (f.type != WIRE_BYTES)
            continue;
        if (f.number == LINK_TRACE && f.value == TRACE_BYTES)
            row->trace = (corr_trace_id){ wire_big_endian(f.bytes.p),
                                          wire_big_endian(f.bytes.p + 8) };
        else if (f.number == LINK_SPAN && f.value == SPAN_BYTES)
            row->span = wire_big_endian(f.bytes.p);
    }
    return true;
}

static bool take_stack(otlp_profile *o, const raw_sample *s,
                       corr_sample_row *row)
{
    return s->has_range
               ? otlp_profile_range_of(o, s->start, s->length, &row->stack)
               : otlp_profile_stack_of(o, s->stack, &row->stack);
}

static void report_missing_stack(otlp_profile *o, const raw_sample *s)
{
    if (s->has_range)
        corr_damage(o->b, sample_offset(o, s), 0, 1,
                    "sample %llu of profile %llu lacks some of its %lld "
                    "locations from %lld; left out",
                    sample_number(o), profile_number(o), (long long)s->length,
                    (long long)s->start);
    else if (s->stack >= o->table[OTLP_PROFILE_STACK].n)
        report_missing_entry(o, s, "stack", s->stack, OTLP_PROFILE_STACK);
    else
        corr_damage(o->b, sample_offset(o, s), 0, 1,
                    "sample %llu of profile %llu has stack %llu with an "
                    "unknown frame; left out",
                    sample_number(o), profile_number(o),
                    (unsigned long long)s->stack);
}

/* ---- rows ---------------------------------------------------------------- */

static uint64_t magnitude(int64_t v)
{
    return v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
}

/* The number of observations behind a value. */
static int64_t observations(const otlp_profile_value *v, int64_t value)
{
    const uint64_t n =
        v->obs_every ? magnitude(value) / (uint64_t)v->obs_every : 1;

    return n < 1 ? 1 : n > INT64_MAX ? INT64_MAX : (int64_t)n;
}

/* Whether a time cannot be of its profile; producers round, and some send late. */
static bool is_far(const otlp_profile_profile *p, int64_t t)
{
    const int64_t hour = INT64_C(3600000000000);

    if (p->time <= 0)
        return false;
    return t < p->time
               ? p->time - t > hour
               : t - p->time > hour &&
                     t - p->time - hour > (p->duration > 0 ? p->duration : 0);
}

static int64_t time_at(otlp_profile *o, size_t i)
{
    const uint64_t t = o->times.v[i];

    if (t > 0 && t <= INT64_MAX) {
        if (is_far(&o->profile, (int64_t)t))
            corr_warn(o->b, CORR_NO_OFFSET,
                      "times of samples lie over an hour outside of their "
                      "profile; not changed");
        return (int64_t)t;
    }
    corr_warn(o->b, CORR_NO_OFFSET,
              "times such as \"%llu\" are not nanoseconds since 1970 and count "
              "as missing",
              (unsigned long long)t);
    return CORR_NO_TIME;
}

/* False: the sum overflows. */
static bool add_value_row(otlp_profile *o, corr_sample_row *row,
                          const otlp_profile_value *v, int64_t value)
{
    if (magnitude(value) > (uint64_t)(INT64_MAX / v->scale))
        return false;
    row->kind = o->kind[v->kind].handle;
    row->value = value * v->scale;
    corr_add_sample(o->b, row);
    return true;
}

/* Adds at least one observation, each with its own time. */
static bool add_times(otlp_profile *o, corr_sample_row *row,
                      const otlp_profile_value *v, const uint64_t *values,
                      int64_t sum)
{
    const int64_t n = (int64_t)o->times.n;
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): n is never 0 */
    const int64_t each = sum / n, rest = sum % n;
    bool ok = true;

    row->obs = 1;
    for (int64_t i = 0; i < n; i++) {
        const int64_t share =
            each + (i < (rest < 0 ? -rest : rest) ? (rest < 0 ? -1 : 1) : 0);
        if (!values && share == 0)
            break;
        row->time = time_at(o, (size_t)i);
        o->has_times |= row->time != CORR_NO_TIME;
        ok &= add_value_row(o, row, v, values ? (int64_t)values[i] : share);
    }
    return ok;
}

/* False: the sum overflows. */
static bool sum_of(const otlp_profile *o, int64_t *sum)
{
    *sum = 0;
    for (size_t i = 0; i < o->values.n; i++) {
        const int64_t v = (int64_t)o->values.v[i];

        if (v > 0 ? *sum > INT64_MAX - v : *sum < INT64_MIN + 1 - v)
            return false;
        *sum += v;
    }
    return true;
}

static void warn_spread(otlp_profile *o, const raw_sample *s)
{
    corr_warn(o->b, sample_offset(o, s),
              "samples with %zu values and %zu times; the sum is spread over "
              "the times",
              o->values.n, o->times.n);
}

/* Adds the values of the only sample type. */
static bool add_values(otlp_profile *o, const raw_sample *s,
                       corr_sample_row *row)
{
    const otlp_profile_value *v = &o->profile.value[0];
    const size_t ntime = o->times.n;
    int64_t sum;

    if (o->values.n == ntime)
        return add_times(o, row, v, o->values.v, 0);
    if (o->values.n == 0)
        return add_times(o, row, v, NULL, (int64_t)ntime);
    if (!sum_of(o, &sum))
        return false;
    if (ntime == 0) {
        row->obs = observations(v, sum);
        return add_value_row(o, row, v, sum);
    }
    warn_spread(o, s);
    return add_times(o, row, v, NULL, sum);
}

/* For 1.7: adds a value of each sample type. */
static bool add_columns(otlp_profile *o, const raw_sample *s,
                        corr_sample_row *row)
{
    bool ok = true;

    if (o->values.n != o->profile.ntype)
        corr_damage(o->b, sample_offset(o, s), 0, 0,
                    "samples have %zu values for %zu sample types; unmatched "
                    "ones are left out",
                    o->values.n, o->profile.ntype);
    for (size_t i = 0; i < o->values.n && i < o->profile.ntype; i++) {
        const otlp_profile_value *v = &o->profile.value[i];
        const int64_t value = (int64_t)o->values.v[i];

        if (v->kind == OTLP_PROFILE_NONE || value == 0)
            continue;
        row->obs = observations(v, value);
        row->time = CORR_NO_TIME;
        if (magnitude(value) < o->times.n)
            warn_spread(o, s);
        ok &= o->times.n ? add_times(o, row, v, NULL, value)
                         : add_value_row(o, row, v, value);
    }
    return ok;
}

static bool add_value_rows(otlp_profile *o, const raw_sample *s,
                           corr_sample_row *row)
{
    if (o->layout->has_columns && o->values.n)
        return add_columns(o, s, row);
    if (o->profile.value[0].kind == OTLP_PROFILE_NONE)
        return true;
    return add_values(o, s, row);
}

/* Resolves the indexes of a sample. False: an entry is missing, which is
 * reported. */
static bool resolve_sample(otlp_profile *o, const raw_sample *s,
                           corr_sample_row *row)
{
    uint64_t bad = 0;

    if (!take_link(o, s, row)) {
        report_missing_entry(o, s, "link", s->link, OTLP_PROFILE_LINK);
        return false;
    }
    if (!otlp_profile_labels_of(o, &row->labels, &bad)) {
        report_missing_entry(o, s, "attribute", bad, OTLP_PROFILE_ATTRIBUTE);
        return false;
    }
    if (!take_stack(o, s, row)) {
        report_missing_stack(o, s);
        return false;
    }
    return true;
}

void otlp_profile_take_sample(otlp_profile *o, corr_cur message)
{
    corr_sample_row row = { .time = CORR_NO_TIME,
                            .row = (uint32_t)o->profile.nsample };
    raw_sample s;

    if (!take_apart(o, message, &s))
        report_malformed_sample(o, &s);
    else if (o->values.n == 0 && o->times.n == 0)
        corr_damage(o->b, sample_offset(o, &s), 0, 1,
                    "sample %llu of profile %llu has no values and no times; "
                    "it is left out",
                    sample_number(o), profile_number(o));
    else if (resolve_sample(o, &s, &row) && !add_value_rows(o, &s, &row))
        corr_damage(
            o->b, sample_offset(o, &s), 0, 1,
            "sample %llu of profile %llu is too large to count; it is left out",
            sample_number(o), profile_number(o));
    o->profile.nsample++;
}
