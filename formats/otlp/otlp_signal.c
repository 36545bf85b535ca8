#include "otlp/otlp_signal.h"

#include "otlp/otlp.h"

/* ---- names --------------------------------------------------------------- */

static const json_name resource_name[OTLP_SIGNALS] = {
    [OTLP_SIGNAL_TRACES] = JSON_NAME("resourceSpans"),
    [OTLP_SIGNAL_METRICS] = JSON_NAME("resourceMetrics"),
    [OTLP_SIGNAL_PROFILES] = JSON_NAME("resourceProfiles"),
    [OTLP_SIGNAL_LOGS] = JSON_NAME("resourceLogs"),
};

static const json_name scope_name[OTLP_SIGNALS] = {
    [OTLP_SIGNAL_TRACES] = JSON_NAME("scopeSpans"),
    [OTLP_SIGNAL_METRICS] = JSON_NAME("scopeMetrics"),
    [OTLP_SIGNAL_PROFILES] = JSON_NAME("scopeProfiles"),
    [OTLP_SIGNAL_LOGS] = JSON_NAME("scopeLogs"),
};

/* Before proto 0.15. */
static const json_name library_name[OTLP_SIGNALS] = {
    [OTLP_SIGNAL_TRACES] = JSON_NAME("instrumentationLibrarySpans"),
    [OTLP_SIGNAL_METRICS] = JSON_NAME("instrumentationLibraryMetrics"),
    [OTLP_SIGNAL_PROFILES] = JSON_NAME("instrumentationLibraryProfiles"),
    [OTLP_SIGNAL_LOGS] = JSON_NAME("instrumentationLibraryLogs"),
};

otlp_signal otlp_signal_of(corr_str key)
{
    return (otlp_signal)json_find_name(resource_name, OTLP_SIGNALS, 0, key);
}

otlp_signal otlp_scope_signal_of(corr_str key)
{
    const size_t s = json_find_name(scope_name, OTLP_SIGNALS, 0, key);

    return (
        otlp_signal)(s < OTLP_SIGNALS
                         ? s
                         : json_find_name(library_name, OTLP_SIGNALS, 0, key));
}

bool otlp_is_bare(json *j)
{
    static const json_name first[] = { JSON_NAME("resource"),
                                       JSON_NAME("schemaUrl") };
    corr_str key;

    return json_first_key(j, &key) &&
           (json_find_name(first, 2, 0, key) < 2 ||
            otlp_scope_signal_of(key) < OTLP_SIGNALS);
}

bool otlp_is_printed(json *j)
{
    static const json_name first[] = { JSON_NAME("name") };
    corr_str key;

    return json_first_key(j, &key) && json_find_name(first, 1, 0, key) == 0;
}

/* ---- what a reader met --------------------------------------------------- */

static const corr_format *format_of(otlp_signal s, bool is_pb)
{
    switch (s) {
    case OTLP_SIGNAL_TRACES:
        return is_pb ? &corr_format_otlp_pb : &corr_format_otlp;
    case OTLP_SIGNAL_METRICS:
        return is_pb ? &corr_format_otlp_metrics_pb : &corr_format_otlp_metrics;
    case OTLP_SIGNAL_PROFILES:
        return is_pb ? &corr_format_otlp_profiles_pb
                     : &corr_format_otlp_profiles;
    case OTLP_SIGNAL_LOGS:
    case OTLP_SIGNALS:
        break;
    }
    return NULL;
}

void otlp_meet(otlp_met *m, otlp_signal s)
{
    m->seen |= 1u << s;
}

/* The members of objects around records of logs. */
static const json_name logs_name[] = {
    JSON_NAME("logRecords"),
    JSON_NAME("logs"),
    JSON_NAME("scopeLogs"),
    JSON_NAME("instrumentationLibraryLogs"),
};
enum { LOGS_LISTS = 2, LOGS_NAMES = 4 };

static uint64_t count_elements(json *j)
{
    uint64_t n = 0;

    for (size_t i = 0; json_each(j, &i); n++)
        json_skip(j);
    return n;
}

/* Counts the records in a list of the records of resources or scopes. */
static uint64_t count_logs(json *j)
{
    uint64_t n = 0;

    for (size_t i = 0; json_each(j, &i);)
        for (size_t at = JSON_FIRST;
             json_member(j, logs_name, LOGS_NAMES, &at);)
            if (at < LOGS_LISTS)
                n += count_elements(j);
            else if (at < LOGS_NAMES)
                n += count_logs(j);
            else
                json_skip(j);
    return n;
}

void otlp_meet_logs(otlp_met *m, uint64_t at, uint64_t n)
{
    otlp_meet(m, OTLP_SIGNAL_LOGS);
    m->logs_at = m->logs ? m->logs_at : at;
    m->logs += n;
}

void otlp_pass_over(otlp_met *m, otlp_signal s, json *j)
{
    const uint64_t at = json_offset(j);

    otlp_meet(m, s);
    if (s == OTLP_SIGNAL_LOGS && !m->want->is_rest)
        otlp_meet_logs(m, at, count_logs(j));
    else
        json_skip(j);
}

void otlp_met_end(otlp_met *m)
{
    const unsigned logs = 1u << OTLP_SIGNAL_LOGS;

    if (m->want->is_rest)
        return;
    for (unsigned s = 0; s < OTLP_SIGNALS; s++)
        if (s != m->mine && m->seen >> s & 1 &&
            format_of((otlp_signal)s, m->is_pb))
            corr_has_also(m->b, format_of((otlp_signal)s, m->is_pb));
    if (m->seen == logs)
        corr_refuse(m->b, CORR_ENOTYET, 0, NULL,
                    "%llu record%s of logs, which corr cannot read",
                    (unsigned long long)m->logs, corr_plural(m->logs));
    else if (m->logs)
        corr_tally(m->b, CORR_PASSED_OVER, m->logs_at, m->logs,
                   "record of logs was not read",
                   "records of logs were not read");
}

/* ---- what else is passed over -------------------------------------------- */

void otlp_pass_odd(corr_build *b, json *j)
{
    const json_type type = json_next(j);

    if (type != JSON_NULL && type != JSON_NONE)
        corr_tally(b, CORR_PASSED_OVER, json_offset(j), 1,
                   "value is not what OTLP has in its place, and was left out",
                   "values are not what OTLP has in their places, and were "
                   "left out");
    json_skip(j);
}

bool otlp_enter(corr_build *b, json *j, json_type type)
{
    if (json_next(j) == type)
        return json_enter(j, type);
    otlp_pass_odd(b, j);
    return false;
}

typedef struct rejected {
    json_val spans, points, logs, profiles, message;
} rejected;

static const json_name rejected_name[] = {
    JSON_NAME("rejectedSpans"),      JSON_NAME("rejectedDataPoints"),
    JSON_NAME("rejectedLogRecords"), JSON_NAME("rejectedProfiles"),
    JSON_NAME("errorMessage"),
};

void otlp_read_rejected(corr_build *b, json *j, corr_arena *scratch)
{
    const uint64_t at = json_offset(j);
    uint64_t all = 0, n;
    json_val v;
    rejected r;

    if (!json_value(j, &v) || v.type != JSON_OBJECT)
        return;
    json inside = json_of(j, &v);
    if (!JSON_TAKE(&inside, rejected_name, &r))
        return;
    const json_val *const count[] = { &r.spans, &r.points, &r.logs,
                                      &r.profiles };
    for (size_t i = 0; i < sizeof count / sizeof *count; i++)
        all += json_u64(count[i], &n) && n < UINT32_MAX ? n : 0;
    corr_recognised(b);
    corr_tally(b, "PARTIAL", at, all, "record was rejected by its receiver",
               "records were rejected by their receiver");
    const corr_str text = json_str(&r.message, scratch);
    if (text.n)
        corr_note(b, "PARTIAL",
                  "the receiver reports \"%.*s\"; the data may be incomplete",
                  text.n < 100 ? (int)text.n : 100, text.p);
    corr_arena_reset(scratch);
}

/* ---- the first bytes ----------------------------------------------------- */

bool otlp_is_first(unsigned signals, otlp_signal s)
{
    /* traces also read a file that begins with logs */
    if (signals == 1u << OTLP_SIGNAL_LOGS)
        return s == OTLP_SIGNAL_TRACES;
    for (unsigned before = 0; before < s; before++)
        if (signals >> before & 1)
            return false;
    return signals >> s & 1;
}

bool otlp_first_has(json *j, const json_name *names, size_t n, corr_str *key)
{
    if (!json_enter(j, JSON_ARRAY) || !json_element(j, NULL) ||
        !json_enter(j, JSON_OBJECT))
        return false;
    while (json_key(j, key)) {
        if (json_find_name(names, n, 0, *key) < n)
            return true;
        json_skip(j);
    }
    return false;
}

static unsigned value_signals(json *j, unsigned level);

static unsigned member_signals(json *j, corr_str key, bool is_bare,
                               unsigned level)
{
    const otlp_signal s =
        is_bare ? otlp_scope_signal_of(key) : otlp_signal_of(key);
    const json_type type = json_next(j);

    if (s < OTLP_SIGNALS) {
        json_skip(j);
        return type == JSON_ARRAY || type == JSON_NULL ? 1u << s : 0;
    }
    if (corr_str_is(key, otlp_answer_name[OTLP_ANSWER_BATCHES].text))
        return otlp_first_has(j, otlp_batch_name, OTLP_BATCH_MEMBERS, &key)
                   ? 1u << OTLP_SIGNAL_TRACES
                   : 0;
    if (!is_bare)
        return value_signals(j, level + 1);
    json_skip(j);
    return 0;
}

/* Looks in the places where the readers look.  Stops at spans. */
static unsigned value_signals(json *j, unsigned level)
{
    const unsigned spans = 1u << OTLP_SIGNAL_TRACES;
    const json_type type = json_next(j);
    const bool is_bare = otlp_is_bare(j);
    unsigned seen = 0;
    corr_str key;

    if (level >= OTLP_WRAPPERS || (type != JSON_OBJECT && type != JSON_ARRAY) ||
        !json_enter(j, type)) {
        json_skip(j);
        return 0;
    }
    if (type == JSON_ARRAY)
        while (!(seen & spans) && json_element(j, NULL))
            seen |= value_signals(j, level + 1);
    else
        while (!(seen & spans) && json_key(j, &key))
            seen |= member_signals(j, key, is_bare, level);
    return seen;
}

/* The signals of a document. */
static unsigned text_signals(const uint8_t *head, size_t n)
{
    const unsigned spans = 1u << OTLP_SIGNAL_TRACES;
    unsigned seen = 0;
    json j;

    json_open_text(&j, (corr_str){ (const char *)head, n }, OTLP_WRAPPERS + 4);
    while (!(seen & spans) && json_top(&j, NULL))
        seen |= value_signals(&j, 0);
    return seen;
}

/* Three formats ask this of each head. */
unsigned otlp_json_signals(const uint8_t *head, size_t n)
{
    static _Thread_local struct seen_signals {
        uint64_t number;
        const uint8_t *head;
        size_t n;
        unsigned signals;
    } seen;
    const uint64_t number = corr_probed_head(head);

    if (!number || seen.number != number || seen.head != head || seen.n != n)
        seen = (struct seen_signals){ number, head, n, text_signals(head, n) };
    return seen.signals;
}
