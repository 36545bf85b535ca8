/* metric - numbers and times in text, and the points of a series. */
#include "common/metric.h"

#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "common/json.h"
#include "common/text_piece.h"

/* ---- text ---------------------------------------------------------------- */

static bool is_word(corr_str s, const char *word)
{
    return s.n == strlen(word) && strncasecmp(s.p, word, s.n) == 0;
}

bool metric_number(corr_str s, double *value)
{
    corr_str bare = s;

    if (corr_str_real(s, value))
        return true;
    if (!text_take_char(&bare, '+'))
        text_take_char(&bare, '-');
    if (is_word(bare, "nan"))
        *value = NAN;
    else if (is_word(bare, "inf") || is_word(bare, "infinity"))
        *value = s.p[0] == '-' ? -INFINITY : INFINITY;
    else
        return false;
    return true;
}

bool metric_time(corr_str s, int64_t *ns)
{
    const int64_t second = 1000000000, ms = 1000000;
    const int64_t most_s = 9000000000, least_ms = 100000000000;
    corr_str whole = s, part = { "", 0 };
    int64_t n;
    double x;

    if (s.n && s.p[0] == '-')
        return false;
    (void)corr_str_cut(s, '.', &whole, &part);
    const int64_t rest = text_take_decimals(&part, second);
    if (!corr_str_i64(whole, &n) || part.n) {
        if (!corr_str_real(s, &x) || x >= (double)most_s) /* 1.7e9 */
            return false;
        n = (int64_t)x;
        *ns = n * second + (int64_t)((x - (double)n) * 1e9);
        return true;
    }
    if (n < most_s)
        *ns = n * second + rest;
    else if (n > least_ms && n < 1000 * most_s)
        *ns = n * ms + rest / 1000;
    else
        return false;
    return true;
}

corr_metric metric_type(corr_str name)
{
    static const char *const ends[] = { "_total", "_bucket", "_count", "_sum" };

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (corr_str_ends(name, ends[i]))
            return CORR_METRIC_COUNTER;
    return CORR_METRIC_UNKNOWN;
}

/* ---- points -------------------------------------------------------------- */

void metric_begin(metric_reader *m, corr_src *in, corr_build *b)
{
    *m = (metric_reader){ .in = in,
                          .b = b,
                          .from = INT64_MAX,
                          .to = INT64_MIN,
                          .exemplar_from = INT64_MAX,
                          .exemplar_to = INT64_MIN };
}

void metric_bad(metric_reader *m, uint64_t at)
{
    if (m->bad++ == 0)
        m->bad_at = at;
}

void metric_value_at(metric_reader *m, metric_list list, int64_t time, double x)
{
    m->infinite += isinf(x) != 0;
    if (!isfinite(x))
        return;
    m->from = time < m->from ? time : m->from;
    m->to = time > m->to ? time : m->to;
    (void)corr_vec_push(m->b, &m->list[list], (metric_at){ time, x });
}

void metric_point_at(metric_reader *m, metric_list list, int64_t time,
                     corr_str value, uint64_t at)
{
    double x;

    if (metric_number(value, &x))
        metric_value_at(m, list, time, x);
    else
        metric_bad(m, at);
}

void metric_point(metric_reader *m, metric_list list, corr_str time,
                  corr_str value, uint64_t at)
{
    int64_t ns;

    if (metric_time(time, &ns))
        metric_point_at(m, list, ns, value, at);
    else
        metric_bad(m, at);
}

bool metric_any(const metric_reader *m, metric_list list)
{
    return m->list[list].n > 0;
}

/* ---- exemplars ----------------------------------------------------------- */

void metric_exemplar_label(corr_exemplar_row *e, corr_str key, corr_str value)
{
    static const json_name names[] = { JSON_NAME("traceId"),
                                       JSON_NAME("spanId") };
    const size_t at = json_find_name(names, 2, 0, key);

    if (at == 0) /* a text that is no id is kept as a hash of it */
        (void)corr_parse_trace_id(value, &e->trace);
    else if (at == 1)
        (void)corr_parse_span_id(value, &e->span);
}

void metric_exemplar_value(metric_reader *m, const corr_exemplar_row *e,
                           uint64_t at)
{
    if (!isfinite(e->value)) {
        corr_tally(m->b, CORR_PASSED_OVER, at, 1,
                   "exemplar has no number, and was left out",
                   "exemplars have no number, and were left out");
        return;
    }
    if (e->time != CORR_NO_TIME) {
        m->exemplar_from =
            e->time < m->exemplar_from ? e->time : m->exemplar_from;
        m->exemplar_to = e->time > m->exemplar_to ? e->time : m->exemplar_to;
    }
    (void)corr_vec_push(m->b, &m->exemplar, *e);
}

void metric_exemplar(metric_reader *m, const corr_exemplar_row *e,
                     corr_str value, uint64_t at)
{
    corr_exemplar_row row = *e;

    if (!metric_number(value, &row.value))
        row.value = NAN;
    metric_exemplar_value(m, &row, at);
}

void metric_exemplars_of(metric_reader *m, corr_series s)
{
    for (size_t i = 0; i < m->exemplar.n; i++)
        corr_add_exemplar(m->b, s, &m->exemplar.v[i]);
    m->exemplar.n = 0;
}

/* ---- buckets ------------------------------------------------------------- */

void metric_bucket(metric_reader *m, double low, double high, double count)
{
    if (count > 0)
        (void)corr_vec_push(m->b, &m->bucket,
                            (corr_bucket){ low, high, count });
}

void metric_buckets_at(metric_reader *m, int64_t begin, int64_t time,
                       bool is_exponential)
{
    metric_buckets k = { .begin = begin,
                         .time = time,
                         .is_exponential = is_exponential };

    if (m->buckets.n) {
        const metric_buckets *last = &m->buckets.v[m->buckets.n - 1];
        k.first = last->first + last->n;
    }
    k.n = m->bucket.n - k.first;
    (void)corr_vec_push(m->b, &m->buckets, k);
}

void metric_buckets_of(metric_reader *m, corr_series s)
{
    for (size_t i = 0; i < m->buckets.n; i++) {
        const metric_buckets *k = &m->buckets.v[i];
        corr_add_buckets(
            m->b, s,
            &(corr_buckets_row){ .begin = k->begin,
                                 .time = k->time,
                                 .is_exponential = k->is_exponential,
                                 .bucket = k->n ? m->bucket.v + k->first : NULL,
                                 .n = k->n });
    }
    m->buckets.n = m->bucket.n = 0;
}

/* ---- series -------------------------------------------------------------- */

void metric_series(metric_reader *m, metric_list list,
                   const corr_metric_row *row)
{
    const bool has_examples = list == METRIC_VALUE && m->exemplar.n;

    if (m->list[list].n == 0 && !has_examples)
        return;
    const corr_series s = corr_add_metric(m->b, row);
    for (size_t i = 0; i < m->list[list].n; i++)
        corr_add_point(m->b, s, m->list[list].v[i].time,
                       m->list[list].v[i].value);
    m->list[list].n = 0;
    if (has_examples)
        metric_exemplars_of(m, s);
}

void metric_drop(metric_reader *m)
{
    for (size_t i = 0; i < METRIC_LISTS; i++)
        m->list[i].n = 0;
    m->exemplar.n = m->buckets.n = m->bucket.n = 0;
}

void metric_say_times(metric_reader *m, uint64_t timeless, int64_t written)
{
    if (timeless && written != CORR_NO_TIME)
        corr_note(m->b, "TIME_OF_FILE",
                  "%llu value%s without a timestamp; corr uses the time of the "
                  "file",
                  (unsigned long long)timeless, corr_plural(timeless));
    else if (timeless)
        corr_note(m->b, "NO_TIME",
                  "%llu value%s without a timestamp; they cannot be compared",
                  (unsigned long long)timeless, corr_plural(timeless));
}

void metric_end(metric_reader *m)
{
    if (m->bad)
        corr_damage(m->b, m->bad_at, 0, m->bad,
                    "%llu point%s without a time or a number left out",
                    (unsigned long long)m->bad, corr_plural(m->bad));
    if (m->infinite)
        corr_warn(m->b, CORR_NO_OFFSET, "%llu infinite point%s left out",
                  (unsigned long long)m->infinite, corr_plural(m->infinite));
    if (m->from <= m->to)
        corr_set_window(m->b, m->from, m->to);
    else if (m->exemplar_from <= m->exemplar_to)
        corr_set_window(m->b, m->exemplar_from, m->exemplar_to);
    for (size_t i = 0; i < METRIC_LISTS; i++)
        corr_vec_free(&m->list[i]);
    corr_vec_free(&m->exemplar);
    corr_vec_free(&m->bucket);
    corr_vec_free(&m->buckets);
}
