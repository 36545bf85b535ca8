#include "model/span_summary.h"

#include <math.h>
#include <stdlib.h>

#include "base/base.h"

/* More calls than a request can have: a damaged attribute. */
static const int64_t most_calls = INT64_C(1) << 40;
static const int64_t unknown = -1;

typedef enum summary_part {
    SUMMARY_MARK,
    SUMMARY_COUNT,
    SUMMARY_MIN,
    SUMMARY_MAX,
    SUMMARY_AVG,
    SUMMARY_TOTAL,
    SUMMARY_PARTS
} summary_part;

static const char *const pruned[SUMMARY_PARTS] = {
    [SUMMARY_MARK] = "is_summary",     [SUMMARY_COUNT] = "span_count",
    [SUMMARY_MIN] = "duration_min_ns", [SUMMARY_MAX] = "duration_max_ns",
    [SUMMARY_AVG] = "duration_avg_ns", [SUMMARY_TOTAL] = "duration_total_ns",
};

/* Elastic's names, below whatever an exporter puts in front. */
static const char composite_count[] = "composite.count";
static const char composite_sum[] = "composite.sum.us";

bool span_summary_has(corr_str key)
{
    for (size_t i = 0; i < countof(pruned); i++)
        if (corr_str_ends(key, pruned[i]))
            return true;
    return corr_str_ends(key, composite_count) ||
           corr_str_ends(key, composite_sum);
}

/* ---- values ------------------------------------------------------------- */

/* A number that a format may have turned into a text; NAN: no number. */
static double number_of(const corr_label *l)
{
    char digits[40], *end;

    if (l->type == CORR_VALUE_INT)
        return (double)l->num;
    if (l->type == CORR_VALUE_REAL)
        return l->real;
    if (l->type != CORR_VALUE_TEXT || !l->text.n || l->text.n >= sizeof digits)
        return NAN;
    memcpy(digits, l->text.p, l->text.n);
    digits[l->text.n] = '\0';
    const double v = strtod(digits, &end);
    return *end ? NAN : v;
}

/* ns of a value that counts `unit` ns. */
static int64_t ns_of(const corr_label *l, double unit)
{
    const double v = number_of(l) * unit;

    return v >= 0 && v < 9e18 ? (int64_t)(v + 0.5) : unknown;
}

static bool calls_of(const corr_label *l, int64_t *calls)
{
    const double v = number_of(l);

    if (!(v >= 2 && v <= (double)most_calls))
        return false;
    *calls = (int64_t)v;
    return true;
}

static bool is_true(const corr_label *l)
{
    return l->type == CORR_VALUE_BOOL ? l->num != 0
                                      : corr_str_is(l->text, "true");
}

/* ---- attributes --------------------------------------------------------- */

/* The attribute that has the prefix of the mark, which stands in it. */
static bool find_part(const input *in, uint32_t set, corr_str mark,
                      summary_part part, corr_label *l)
{
    const corr_str prefix = { mark.p, mark.n - strlen(pruned[SUMMARY_MARK]) };

    for (uint32_t i = 0; i < in->label.set_n.v[set]; i++) {
        *l = input_label(in, set, i);
        if (l->key.n == prefix.n + strlen(pruned[part]) &&
            memcmp(l->key.p, prefix.p, prefix.n) == 0 &&
            corr_str_ends(l->key, pruned[part]))
            return true;
    }
    return false;
}

static int64_t part_ns(const input *in, uint32_t set, corr_str mark,
                       summary_part part)
{
    corr_label l;

    return find_part(in, set, mark, part, &l) ? ns_of(&l, 1) : unknown;
}

static bool read_pruned(const input *in, uint32_t set, corr_str mark,
                        span_summary *s)
{
    corr_label count;

    if (!find_part(in, set, mark, SUMMARY_COUNT, &count) ||
        !calls_of(&count, &s->calls))
        return false;
    s->total = part_ns(in, set, mark, SUMMARY_TOTAL);
    s->least = part_ns(in, set, mark, SUMMARY_MIN);
    s->most = part_ns(in, set, mark, SUMMARY_MAX);
    const int64_t mean = part_ns(in, set, mark, SUMMARY_AVG);
    if (s->total == unknown && mean != unknown && mean <= INT64_MAX / s->calls)
        s->total = mean * s->calls;
    return true;
}

/* Calls that an agent merged: those of its count, and their sum. */
static bool read_composite(const input *in, uint32_t set, corr_str key,
                           const corr_label *count, span_summary *s)
{
    *s = (span_summary){ .total = unknown, .least = unknown, .most = unknown };
    const size_t front = key.n - strlen("count");

    if (!calls_of(count, &s->calls))
        return false;
    for (uint32_t i = 0; i < in->label.set_n.v[set]; i++) {
        const corr_label l = input_label(in, set, i);
        if (l.key.n > front && memcmp(l.key.p, key.p, front) == 0 &&
            corr_str_is((corr_str){ l.key.p + front, l.key.n - front },
                        "sum.us"))
            s->total = ns_of(&l, 1000);
    }
    return true;
}

bool span_summary_of(const input *in, uint32_t set, span_summary *summary)
{
    for (uint32_t i = 0; i < in->label.set_n.v[set]; i++) {
        const corr_label l = input_label(in, set, i);
        if (corr_str_ends(l.key, pruned[SUMMARY_MARK]) && is_true(&l) &&
            read_pruned(in, set, l.key, summary))
            return true;
        if (corr_str_ends(l.key, composite_count) &&
            read_composite(in, set, l.key, &l, summary))
            return true;
    }
    return false;
}
