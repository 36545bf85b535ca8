/*
 * prometheus - answers to queries from Prometheus and compatible servers:
 * Thanos, Mimir, VictoriaMetrics.
 *
 * Format: the HTTP API v1, query and query_range: matrix, vector and scalar;
 * the whole answer, its data, or its result alone, also as a series a line.
 * Times are seconds with decimals, values are text.  A native histogram becomes
 * two series, NAME_count and NAME_sum.  query_exemplars: series of exemplars
 * without points.
 *
 * VictoriaMetrics' /api/v1/export writes a series a line, its values and its
 * times, ms since 1970, in lists of their own; null is no value.
 */
#include "common/json.h"
#include "common/metric.h"
#include "common/reader.h"
#include "corr_builtin.h"

#include <math.h>

enum member {
    M_STATUS,
    M_DATA,
    M_TYPE,
    M_RESULT,
    M_ERROR_TYPE,
    M_ERROR,
    M_WARNINGS,
    M_INFOS,
    M_PARTIAL,
    M_METRIC,
    M_VALUES,
    M_VALUE,
    M_HISTOGRAMS,
    M_HISTOGRAM,
    M_TIMES,
    M_SERIES_LABELS,
    M_EXEMPLARS,
    M_MEMBERS
};

static const json_name members[M_MEMBERS] = {
    [M_STATUS] = JSON_NAME("status"),
    [M_DATA] = JSON_NAME("data"),
    [M_TYPE] = JSON_NAME("resultType"),
    [M_RESULT] = JSON_NAME("result"),
    [M_ERROR_TYPE] = JSON_NAME("errorType"),
    [M_ERROR] = JSON_NAME("error"),
    [M_WARNINGS] = JSON_NAME("warnings"),
    [M_INFOS] = JSON_NAME("infos"),
    [M_PARTIAL] = JSON_NAME("isPartial"),
    [M_METRIC] = JSON_NAME("metric"),
    [M_VALUES] = JSON_NAME("values"),
    [M_VALUE] = JSON_NAME("value"),
    [M_HISTOGRAMS] = JSON_NAME("histograms"),
    [M_HISTOGRAM] = JSON_NAME("histogram"),
    [M_TIMES] = JSON_NAME("timestamps"),
    [M_SERIES_LABELS] = JSON_NAME("seriesLabels"),
    [M_EXEMPLARS] = JSON_NAME("exemplars"),
};

typedef struct reader {
    metric_reader m;
    json j;
    corr_arena scratch; /* memory of one series */
    corr_str error, error_type;
    corr_arena kept; /* memory of one answer */
    bool has_result;
    corr_vec(double) value; /* of a series whose times are another list */
    corr_vec(int64_t) time; /* ns; CORR_NO_TIME: invalid */
} reader;

static bool next_member(json *j, size_t *at)
{
    return json_member(j, members, M_MEMBERS, at);
}

/* ---- recognising --------------------------------------------------------- */

static bool holds_points(json *j, bool may_be_empty)
{
    json view = json_view(j);

    return json_next(j) == JSON_ARRAY &&
           (may_be_empty ||
            (json_enter(&view, JSON_ARRAY) && json_element(&view, NULL)));
}

/* "metric" and a value or values, or labels and exemplars, in any order. */
static bool is_series(json *j, bool may_be_empty)
{
    bool metric = false, points = false;

    for (size_t at = JSON_FIRST; next_member(j, &at); json_skip(j)) {
        metric |= (at == M_METRIC || at == M_SERIES_LABELS) &&
                  json_next(j) == JSON_OBJECT;
        points |=
            ((at >= M_VALUES && at <= M_HISTOGRAM) || at == M_EXEMPLARS) &&
            holds_points(j, may_be_empty);
        if (metric && points)
            return true;
    }
    return false;
}

static bool is_list(json *j)
{
    return json_enter(j, JSON_ARRAY) && json_element(j, NULL) &&
           is_series(j, true);
}

static bool is_data(json *j)
{
    bool type = false, result = false;

    for (size_t at = JSON_FIRST; next_member(j, &at); json_skip(j)) {
        type |= at == M_TYPE && json_next(j) == JSON_STRING;
        result |= at == M_RESULT && json_next(j) == JSON_ARRAY;
        if (type && result)
            return true;
        if (at == M_RESULT) { /* the type comes after the result */
            json view = json_view(j);
            if (is_list(&view))
                return true;
        }
    }
    return false;
}

static int prom_probe(const uint8_t *head, size_t n, bool whole)
{
    bool status = false;
    json j;

    (void)whole;
    json_open_text(&j, (corr_str){ (const char *)head, n }, 8);
    if (!json_top(&j, NULL))
        return 0;
    if (json_next(&j) == JSON_ARRAY)
        return is_list(&j) ? 80 : 0;
    json inner = json_view(&j);
    if (is_data(&inner))
        return 90;
    inner = json_view(&j);
    if (is_series(&inner, false))
        return 85;
    for (size_t at = JSON_FIRST; next_member(&j, &at); json_skip(&j)) {
        json view = json_view(&j);
        status |= at == M_STATUS;
        if (at == M_DATA &&
            (json_next(&j) == JSON_ARRAY ? is_list(&view) : is_data(&view)))
            return 95;
        if (at == M_ERROR_TYPE && status)
            return 70;
    }
    return 0;
}

/* ---- a series ------------------------------------------------------------ */

/* A copy of a value as text, which outlives the tokenizer's window. */
static corr_str keep_value(reader *r, corr_arena *a, const json_val *v)
{
    return reader_keep(r->m.b, a, json_str(v, a));
}

/* Reads labels; the name is returned separately. */
static corr_labels read_metric(reader *r, corr_str *name)
{
    corr_str key;
    json_val v;

    corr_begin_labels(r->m.b);
    if (!json_enter(&r->j, JSON_OBJECT))
        return corr_end_labels(r->m.b);
    while (json_key(&r->j, &key)) {
        const json_val k = json_key_value(key);
        const corr_str label = keep_value(r, &r->scratch, &k);
        if (!json_value(&r->j, &v))
            continue;
        if (corr_str_is(label, "__name__"))
            *name = keep_value(r, &r->scratch, &v);
        else
            corr_push_label(r->m.b, label, json_str(&v, &r->scratch));
    }
    return corr_end_labels(r->m.b);
}

/* Where a bucket ends, over where it begins: 2^(2^-schema) in a standard
 * histogram; 0: it begins at 0 or below, or has no end. */
static double bucket_ratio(const corr_bucket *b)
{
    return b->low > 0 && isfinite(b->high) ? b->high / b->low : 0;
}

/* Whether buckets have the bounds of a standard histogram, not of one whose
 * bounds the program chose (NHCB): an answer does not state it.  Those at zero
 * tell nothing. */
static bool are_exponential(const metric_reader *m, size_t first)
{
    double ratio = 0;

    for (size_t i = first; i < m->bucket.n; i++) {
        corr_bucket k = m->bucket.v[i];
        if (k.high < 0)
            k = (corr_bucket){ -k.high, -k.low, 0 };
        if (isinf(k.low) || isinf(k.high))
            return false;
        const double mine = bucket_ratio(&k);
        if (mine > 0 && ratio > 0 && fabs(mine / ratio - 1) > 1e-9)
            return false;
        ratio = mine > 0 ? mine : ratio;
    }
    const double schema = ratio > 1 ? -log2(log2(ratio)) : 0;
    return ratio > 1 && fabs(schema - round(schema)) < 1e-6;
}

/* Reads the buckets of a native histogram: [rule, low, high, count].  False: one
 * is no bucket. */
static bool read_buckets(reader *r, json j, const json_val *list)
{
    bool ok = true;

    j = json_list(&j, list);
    while (ok && json_element(&j, NULL)) {
        double part[4];
        json_val v;
        size_t n = 0;
        if (!json_enter(&j, JSON_ARRAY))
            return false;
        for (; json_element(&j, NULL) && json_value(&j, &v); n++)
            ok = ok && n < 4 && metric_number(v.text, &part[n]);
        ok = ok && n == 4 && part[1] <= part[2];
        if (ok)
            metric_bucket(&r->m, part[1], part[2], part[3]);
    }
    return ok;
}

/* Reads a native histogram. */
static void read_histogram(reader *r, corr_str time, uint64_t at)
{
    static const json_name names[] = { JSON_NAME("count"), JSON_NAME("sum"),
                                       JSON_NAME("buckets") };
    const size_t first = r->m.bucket.n;
    json_val whole, v[3];
    int64_t ns;

    if (!json_value(&r->j, &whole))
        return;
    json j = json_of(&r->j, &whole);
    if (!json_members(&j, names, 3, v)) {
        metric_bad(&r->m, at);
        return;
    }
    metric_point(&r->m, METRIC_COUNT, time, v[0].text, at);
    metric_point(&r->m, METRIC_SUM, time, v[1].text, at);
    if (!metric_time(time, &ns))
        return;
    if (!read_buckets(r, j, &v[2])) {
        r->m.bucket.n = first;
        metric_bad(&r->m, at);
        return;
    }
    metric_buckets_at(&r->m, CORR_NO_TIME, ns, are_exponential(&r->m, first));
}

/* [time, value] */
static void read_point(reader *r, bool is_histogram)
{
    const uint64_t at = json_offset(&r->j);
    char time[48];
    size_t ntime = 0;
    uint32_t i = 0;
    json_val v;

    if (!json_enter(&r->j, JSON_ARRAY)) {
        metric_bad(&r->m, at);
        return;
    }
    for (; json_element(&r->j, NULL); i++) {
        if (i == 1 && is_histogram && json_next(&r->j) == JSON_OBJECT)
            read_histogram(r, (corr_str){ time, ntime }, at);
        else if (!json_value(&r->j, &v))
            continue;
        else if (i == 0 && v.text.n <= sizeof time)
            memcpy(time, v.text.p, ntime = v.text.n);
        else if (i == 1 && v.type != JSON_NULL)
            metric_point(&r->m, METRIC_VALUE, (corr_str){ time, ntime }, v.text,
                         at);
    }
    if (i < 2 && !json_failed(&r->j))
        metric_bad(&r->m, at);
}

/* A value whose time is in another list.  null: no value. */
static void read_bare_value(reader *r)
{
    const uint64_t at = json_offset(&r->j);
    double x = NAN;
    json_val v;

    if (!json_value(&r->j, &v))
        return;
    if (v.type != JSON_NULL && !metric_number(v.text, &x))
        metric_bad(&r->m, at);
    (void)corr_vec_push(r->m.b, &r->value, x);
}

static void read_points(reader *r, bool is_histogram)
{
    for (size_t i = 0; !corr_build_failed(r->m.b) && json_each(&r->j, &i);)
        if (is_histogram || json_next(&r->j) == JSON_ARRAY)
            read_point(r, is_histogram);
        else
            read_bare_value(r);
}

static void read_times(reader *r)
{
    json_val v;
    int64_t ns;

    for (size_t i = 0; !corr_build_failed(r->m.b) && json_each(&r->j, &i);)
        if (json_value(&r->j, &v))
            (void)corr_vec_push(r->m.b, &r->time,
                                metric_time(v.text, &ns) ? ns : CORR_NO_TIME);
}

/* Adds the points whose values and times are two lists.  Each that lacks its
 * counterpart is bad. */
static void pair_points(reader *r, uint64_t at)
{
    const size_t n = r->value.n < r->time.n ? r->value.n : r->time.n;

    for (size_t i = 0; i < n; i++)
        if (r->time.v[i] == CORR_NO_TIME)
            metric_bad(&r->m, at);
        else
            metric_value_at(&r->m, METRIC_VALUE, r->time.v[i], r->value.v[i]);
    for (size_t i = n; i < r->value.n || i < r->time.n; i++)
        metric_bad(&r->m, at);
    r->value.n = r->time.n = 0;
}

/* ---- exemplars ----------------------------------------------------------- */

static void read_exemplar_labels(const reader *r, const json_val *labels,
                                 corr_exemplar_row *e, corr_arena *a)
{
    json j = json_of(&r->j, labels);
    corr_str key;
    json_val v;

    if (json_enter(&j, JSON_OBJECT))
        while (json_key(&j, &key))
            if (json_value(&j, &v))
                metric_exemplar_label(e, key, json_str(&v, a));
}

/* The first versions wrote a number and milliseconds. */
static void read_exemplar(reader *r)
{
    static const json_name names[] = { JSON_NAME("labels"), JSON_NAME("value"),
                                       JSON_NAME("timestamp") };
    const uint64_t at = json_offset(&r->j);
    corr_exemplar_row e = METRIC_NO_EXEMPLAR;
    json_val whole, v[3];

    if (!json_value(&r->j, &whole))
        return;
    json j = json_of(&r->j, &whole);
    if (!json_members(&j, names, 3, v))
        return;
    if (!metric_time(v[2].text, &e.time))
        e.time = CORR_NO_TIME;
    read_exemplar_labels(r, &v[0], &e, &r->scratch);
    metric_exemplar(&r->m, &e, v[1].text, at);
}

static void read_exemplars(reader *r)
{
    for (size_t i = 0; !corr_build_failed(r->m.b) && json_each(&r->j, &i);)
        read_exemplar(r);
}

/* ---- series -------------------------------------------------------------- */

/* The type of the count of a native histogram.  A function or a rule may have
 * made a rate of it; then the values tell. */
static corr_metric histogram_type(corr_str name)
{
    return name.n && !memchr(name.p, ':', name.n) ? CORR_METRIC_COUNTER
                                                  : CORR_METRIC_UNKNOWN;
}

/* Adds one of the series NAME_count and NAME_sum. */
static void add_histogram_part(reader *r, metric_list list, corr_str name,
                               const char *end, corr_labels labels)
{
    const size_t n = strlen(end);

    if (!metric_any(&r->m, list))
        return;
    char *text = corr_arena_alloc(&r->scratch, 1, name.n + n);
    if (!text) {
        reader_no_memory(r->m.b);
        return;
    }
    if (name.n)
        memcpy(text, name.p, name.n);
    memcpy(text + name.n, end, n);
    const corr_metric_row row = { .name = { text, name.n + n },
                                  .labels = labels,
                                  .type = histogram_type(name) };
    metric_series(&r->m, list, &row);
    if (list == METRIC_COUNT)
        metric_buckets_of(&r->m, corr_add_metric(r->m.b, &row));
}

static void read_series(reader *r)
{
    corr_str name = { "", 0 };
    corr_labels labels = { 0 };
    const uint64_t offset = json_offset(&r->j);

    for (size_t at = JSON_FIRST; next_member(&r->j, &at);) {
        if (at == M_METRIC || at == M_SERIES_LABELS)
            labels = read_metric(r, &name);
        else if (at == M_VALUES || at == M_HISTOGRAMS)
            read_points(r, at == M_HISTOGRAMS);
        else if (at == M_VALUE || at == M_HISTOGRAM)
            read_point(r, at == M_HISTOGRAM);
        else if (at == M_TIMES)
            read_times(r);
        else if (at == M_EXEMPLARS)
            read_exemplars(r);
        else
            json_skip(&r->j);
    }
    pair_points(r, offset);
    metric_series(&r->m, METRIC_VALUE,
                  &(corr_metric_row){ .name = name,
                                      .labels = labels,
                                      .type = metric_type(name) });
    add_histogram_part(r, METRIC_COUNT, name, "_count", labels);
    add_histogram_part(r, METRIC_SUM, name, "_sum", labels);
    corr_arena_reset(&r->scratch);
}

/* ---- an answer ----------------------------------------------------------- */

/* Reads the value of a query without series; a text is ignored. */
static void read_scalar(reader *r, bool is_text)
{
    if (is_text) {
        json_skip(&r->j);
        return;
    }
    read_point(r, false);
    metric_series(&r->m, METRIC_VALUE,
                  &(corr_metric_row){ .type = CORR_METRIC_UNKNOWN });
}

static void read_result(reader *r, bool is_text)
{
    corr_recognised(r->m.b);
    r->has_result = true;
    json view = json_view(&r->j);
    if (json_enter(&view, JSON_ARRAY) && json_element(&view, NULL) &&
        json_next(&view) != JSON_OBJECT) {
        read_scalar(r, is_text);
        return;
    }
    for (size_t i = 0; !corr_build_failed(r->m.b) && json_each(&r->j, &i);)
        read_series(r);
}

/* Reports the warnings in the answer. */
static void read_remarks(reader *r)
{
    json_val v;

    for (size_t i = 0; json_each(&r->j, &i);)
        if (json_value(&r->j, &v)) {
            const corr_str text = json_str(&v, &r->kept);
            corr_warn(r->m.b, json_offset(&r->j), "the server warns, %.*s",
                      (int)(text.n < 160 ? text.n : 160), text.p);
        }
}

/* VictoriaMetrics, when some of its nodes did not answer. */
static void read_partial(reader *r)
{
    corr_note(r->m.b, "PARTIAL",
              "the server sent a part of the answer; series may be missing");
    json_skip(&r->j);
}

static void read_object(reader *r, unsigned level)
{
    size_t at = JSON_FIRST;
    bool is_text = false;
    json_val v;

    while (!corr_build_failed(r->m.b) && next_member(&r->j, &at)) {
        if (at == M_DATA && json_next(&r->j) == JSON_ARRAY)
            read_result(r, false); /* exemplars */
        else if (at == M_DATA && level == 0)
            read_object(r, 1);
        else if (at == M_RESULT)
            read_result(r, is_text);
        else if (at == M_TYPE && json_value(&r->j, &v))
            is_text = corr_str_is(v.text, "string");
        else if (at == M_ERROR && json_value(&r->j, &v))
            r->error = keep_value(r, &r->kept, &v);
        else if (at == M_ERROR_TYPE && json_value(&r->j, &v))
            r->error_type = keep_value(r, &r->kept, &v);
        else if (at == M_WARNINGS || at == M_INFOS)
            read_remarks(r);
        else if (at == M_PARTIAL && json_next(&r->j) == JSON_TRUE)
            read_partial(r);
        else if (at < M_TYPE || at > M_ERROR)
            json_skip(&r->j);
    }
}

/* Whether a series begins here, which may be too long for a view: its first
 * member tells. */
static bool at_series(reader *r)
{
    corr_str key;

    return json_first_key(&r->j, &key) &&
           json_find_name(members, M_MEMBERS, 0, key) >= M_METRIC &&
           json_find_name(members, M_MEMBERS, 0, key) < M_MEMBERS;
}

static void read_answer(reader *r)
{
    r->error = r->error_type = (corr_str){ "", 0 };
    r->has_result = false;
    if (json_next(&r->j) == JSON_ARRAY) {
        read_result(r, false);
    } else if (at_series(r)) {
        corr_recognised(r->m.b);
        read_series(r);
    } else {
        read_object(r, 0);
    }
    metric_drop(&r->m);
    if (r->error_type.n && !r->has_result)
        corr_refuse(r->m.b, CORR_EFORMAT, 0, NULL,
                    "the server answered with an error, %.*s: %.*s",
                    (int)(r->error_type.n < 40 ? r->error_type.n : 40),
                    r->error_type.p, (int)(r->error.n < 120 ? r->error.n : 120),
                    r->error.p);
    corr_arena_reset(&r->kept);
}

static corr_code prom_read(corr_src *in, const corr_want *want, corr_build *b,
                           corr_err *err)
{
    reader r = { .has_result = false };

    (void)want; /* answers are small, and every profile is compared with the CPU
                   metrics in them */
    metric_begin(&r.m, in, b);
    json_open(&r.j, in, "an answer of Prometheus");
    while (json_document(&r.j, NULL, b))
        read_answer(&r);
    json_finish(&r.j, b);
    metric_end(&r.m);
    corr_vec_free(&r.value);
    corr_vec_free(&r.time);
    corr_arena_clear(&r.scratch);
    corr_arena_clear(&r.kept);
    return corr_finish(in, b, err);
}

const corr_format corr_format_prometheus = {
    .name = "prometheus",
    .title = "answer of Prometheus to a query",
    .probe = prom_probe,
    .members = "metric seriesLabels resultType errorType",
    .read = prom_read,
    .metrics = true,
};
