/* fetch_question - from words of the command line to questions. */
#include "fetch/fetch_question.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/find_inputs.h"
#include "fetch/trace_prefix.h"

enum { USUAL_LIMIT = 100, MOST_PAYLOAD = 16 << 20, MOST_SPANS = 1000 };
enum { WHOLE_DIGITS = 16 }; /* of the shortest id that systems make */

static const char hex_digits[] = "0123456789abcdefABCDEF";

static const int64_t minute_ns = 60 * (int64_t)1000000000;
static const int64_t usual_record = 10 * (int64_t)1000000000;

/* ---- times --------------------------------------------------------------- */

/* Whether a time that corr_parse_time reads says its zone. */
static bool has_zone(corr_str s)
{
    const size_t colon = corr_str_find(s, ':');
    size_t digits = 0;

    while (digits < s.n && (corr_is_digit(s.p[digits]) || s.p[digits] == '.'))
        digits++;
    if (digits == s.n)
        return s.n != 8; /* not a date */
    if (corr_str_starts(s, "now") || corr_str_ends(s, "Z") ||
        corr_str_ends(s, "z"))
        return true;
    for (size_t i = s.n; i-- > colon;)
        if (s.p[i] == '+' || s.p[i] == '-')
            return true;
    return false;
}

corr_code question_time(const char *text, const char *option, int64_t now,
                        int64_t *t, corr_err *err)
{
    const corr_str s = corr_str_trim(corr_str_of(text));
    int64_t ago;

    if (s.n > 1 && *s.p == '-' &&
        corr_parse_duration(corr_str_from(s, 1), &ago)) {
        *t = now - ago;
        return CORR_OK;
    }
    if (!corr_parse_time(s, now, now, t))
        return corr_fail(err, CORR_EUSAGE, "%s is no time", option);
    if (has_zone(s))
        return CORR_OK;
    corr_hint(err, "%s %.40sZ for UTC, %s %.40s+02:00, or %s -1h", option, text,
              option, text, option);
    return corr_fail(err, CORR_EUSAGE,
                     "%s %.40s has no zone, so servers elsewhere would read "
                     "another time",
                     option, text);
}

static corr_code read_window(const fetch_opts *o, int64_t now,
                             fetch_question *q, corr_err *err)
{
    const int64_t half = (o->window ? o->window : 10 * minute_ns) / 2;
    corr_code code = CORR_OK;
    int64_t at;

    if (o->around && (o->from || o->to))
        return corr_fail(err, CORR_EUSAGE,
                         "--around does not go with --from or --to");
    if (o->around) {
        code = question_time(o->around, "--around", now, &at, err);
        q->from = at - half;
        q->to = at + half < now ? at + half : now;
    }
    if (!code && o->from)
        code = question_time(o->from, "--from", now, &q->from, err);
    if (!code && o->to)
        code = question_time(o->to, "--to", now, &q->to, err);
    if (!code && o->from && !o->to)
        q->to = now;
    if (!code && o->to && !o->from)
        q->from = q->to - (o->window ? o->window : 60 * minute_ns);
    if (!code && (q->from || q->to) && (q->from >= q->to || q->from < 0))
        return corr_fail(err, CORR_EUSAGE,
                         "the window ends before it begins, or lies ahead");
    return code;
}

/* A question about a window that gives none is about the last hour. */
static void use_last_hour(fetch_question *q, int64_t now)
{
    if (!q->to) {
        q->from = now - 60 * minute_ns;
        q->to = now;
    }
}

/* ---- ids ----------------------------------------------------------------- */

/* Servers know whole ids only: looks for the one that a short id begins. */
static corr_code read_short(const char *text, const char *dir, corr_arena *a,
                            fetch_question *q, corr_err *err)
{
    trace_prefix p;

    trace_prefix_find(dir, corr_str_of(text), &p);
    if (p.n == 1) {
        q->trace = corr_arena_text(a, corr_str_of(p.id[0]));
        return q->trace ? CORR_OK : corr_no_memory(err);
    }
    corr_fail(err, CORR_EUSAGE,
              "\"%s\" begins %s, and servers know only whole ids", text,
              p.n ? "more than one trace id here" : "no trace id here");
    if (p.n)
        return corr_hint(err, "%s\n%s", p.id[0], p.id[1]);
    return corr_hint(err,
                     "all 32 digits, as exemplars and corr trace --json have "
                     "them\nan id that is short: %0*d%s",
                     (int)(WHOLE_DIGITS - strlen(text)), 0, text);
}

static corr_code read_trace(const char *text, const char *dir, corr_arena *a,
                            fetch_question *q, corr_err *err)
{
    char *hex = corr_arena_new(a, char, CORR_PRINT_MAX);
    corr_trace_id id;

    if (!hex)
        return corr_no_memory(err);
    const size_t n = strlen(text);
    if (n > 0 && n < WHOLE_DIGITS && strspn(text, hex_digits) == n)
        return read_short(text, dir, a, q, err);
    if (!corr_parse_trace_id(corr_str_of(text), &id) || !(id.hi | id.lo))
        return corr_fail(err, CORR_EUSAGE, "\"%.60s\" is no trace id", text);
    q->trace = corr_print_trace(hex, id);
    return CORR_OK;
}

static corr_code read_spans(const opt_list *list, corr_arena *a,
                            fetch_question *q, corr_err *err)
{
    const size_t n = list->n < MOST_SPANS ? list->n : MOST_SPANS;
    const char **to = corr_arena_new(a, const char *, n + 1);
    uint64_t id;

    for (size_t i = 0; to && i < n; i++) {
        char *hex = corr_arena_new(a, char, CORR_PRINT_MAX);
        if (!hex)
            return corr_no_memory(err);
        if (!corr_parse_span_id(corr_str_of(list->item[i]), &id) || !id)
            return corr_fail(err, CORR_EUSAGE, "\"%.60s\" is no span id",
                             list->item[i]);
        to[i] = corr_print_id(hex, id);
    }
    q->span = to;
    q->spans = (uint32_t)n;
    return to ? CORR_OK : corr_no_memory(err);
}

/* ---- words --------------------------------------------------------------- */

/* The first word, and what follows it. */
static const struct {
    const char *word, *wants;
    fetch_about about;
    bool alert;
} about_words[] = {
    { "trace", "the id of a trace", FETCH_TRACE, false },
    { "spans", NULL, FETCH_SPANS, false },
    { "profiles", NULL, FETCH_PROFILES, false },
    { "metrics", "an expression of PromQL", FETCH_METRICS, false },
    { "alerts", NULL, FETCH_ALERTS, false },
    { "alert", "a file: the message of the alert", FETCH_ALERTS, true },
};

bool question_is_address(const opt_list *words)
{
    return words->n > 0 && strstr(words->item[0], "://");
}

static corr_code no_word(const char *word, corr_err *err)
{
    char typed[80];

    corr_safe(typed, sizeof typed, corr_str_of(word), false);
    corr_fail(err, CORR_EUSAGE, "fetch does not know \"%s\"", typed);
    return corr_hint(err, "trace ID, spans, profiles, metrics PROMQL, alerts, "
                          "alert FILE, or http://...");
}

static corr_code read_alert_file(const char *path, corr_arena *a, question *to,
                                 corr_err *err)
{
    corr_code code = read_all(path, MOST_PAYLOAD, a, &to->payload, err);

    to->is_alert = true;
    if (!code && !fetch_alert_read(a, to->payload, &to->alert, err))
        code = err->code ? err->code : corr_no_memory(err);
    return code;
}

static corr_code read_operand(size_t about, const char *operand,
                              const char *dir, corr_arena *a, question *to,
                              corr_err *err)
{
    if (about_words[about].alert)
        return read_alert_file(operand, a, to, err);
    if (about_words[about].about == FETCH_TRACE)
        return read_trace(operand, dir ? dir : ".", a, &to->q, err);
    to->q.promql = operand;
    return CORR_OK;
}

static fetch_question asked_of(const fetch_opts *o, int64_t now)
{
    const int64_t limit = o->limit.value ? o->limit.value : USUAL_LIMIT;

    return (fetch_question){
        .service = o->service,
        .op = o->op,
        .where = o->where,
        .profile = o->kind,
        .longer = o->longer,
        .limit = (uint32_t)(limit < 1000000 ? limit : 1000000),
        .series =
            (uint32_t)(o->limit.value < 1000000 ? o->limit.value : 1000000),
        .slowest = (uint32_t)o->slowest.value,
        .step = o->step,
        .records = o->record ? o->record : usual_record,
        .now = now,
    };
}

corr_code question_read(const opt_list *words, const fetch_opts *o, int64_t now,
                        corr_arena *a, question *to, corr_err *err)
{
    const size_t n = sizeof about_words / sizeof *about_words;
    size_t i = 0;

    while (i < n && strcmp(about_words[i].word, words->item[0]) != 0)
        i++;
    if (i == n)
        return no_word(words->item[0], err);
    const char *wants = about_words[i].wants;
    if (words->n != (wants ? 2U : 1U)) {
        corr_hint(err, "corr fetch %s%s", about_words[i].word,
                  wants ? " ..." : "");
        return corr_fail(err, CORR_EUSAGE, "fetch %s wants %s",
                         about_words[i].word, wants ? wants : "no operand");
    }
    *to = (question){ .q = asked_of(o, now) };
    to->q.about = about_words[i].about;
    corr_code code = read_window(o, now, &to->q, err);
    if (!code)
        code = read_spans(&o->span, a, &to->q, err);
    if (!code && wants)
        code = read_operand(i, words->item[1], o->dir, a, to, err);
    const bool has_window = to->q.about == FETCH_SPANS ||
                            to->q.about == FETCH_PROFILES ||
                            to->q.about == FETCH_METRICS;
    if (!code && has_window)
        use_last_hour(&to->q, now);
    return code;
}

corr_code question_list(const opt_list *words, const fetch_opts *o, int64_t now,
                        corr_arena *a, question **list, size_t *n,
                        corr_err *err)
{
    const bool traces = words->n > 2 && strcmp(words->item[0], "trace") == 0;
    corr_code code = CORR_OK;

    *n = traces ? words->n - 1 : 1;
    *list = corr_arena_new(a, question, *n);
    if (!*list)
        return corr_no_memory(err);
    for (size_t i = 0; !code && i < *n; i++) {
        const char *pair[] = { words->item[0],
                               traces ? words->item[i + 1] : "" };
        const opt_list one = { pair, 2 };
        code = question_read(traces ? &one : words, o, now, a, *list + i, err);
    }
    return code;
}
