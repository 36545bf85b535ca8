#include "metric/metric_selector.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "store/store.h"

/* ---- parsing -------------------------------------------------------- */

typedef struct scan {
    const char *p, *text;
} scan;

static corr_code fail_selector(const scan *s, const char *expected,
                               corr_err *err)
{
    const ptrdiff_t at = s->p - s->text;

    corr_fail(err, CORR_EUSAGE,
              "\"%.120s\" is not a metric: %s, after %td byte%s", s->text,
              expected, at, corr_plural((uint64_t)at));
    corr_hint(err, "as in http_requests_total{service=\"checkout\","
                   "code!~\"5..\"}");
    return CORR_EUSAGE;
}

static void skip_blanks(scan *s)
{
    while (*s->p == ' ' || *s->p == '\t')
        s->p++;
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_' || c == ':' || c == '.' ||
           (unsigned char)c >= 0x80;
}

static corr_str scan_word(scan *s)
{
    const char *from = s->p;

    while (is_word(*s->p))
        s->p++;
    return (corr_str){ from, (size_t)(s->p - from) };
}

/* Reads a text between quotes of either sort; undoes \\ \" \' and \n. */
static bool scan_quoted(scan *s, corr_arena *a, corr_str *text)
{
    const char quote = *s->p;
    char *to = corr_arena_alloc(a, 1, strlen(s->p) + 1);

    if (!to || (quote != '"' && quote != '\''))
        return false;
    *text = (corr_str){ to, 0 };
    for (s->p++; *s->p && *s->p != quote; s->p++) {
        if (*s->p == '\\' && s->p[1]) {
            s->p++;
            *to++ = *s->p == 'n' ? '\n' : *s->p;
        } else {
            *to++ = *s->p;
        }
    }
    text->n = (size_t)(to - text->p);
    if (*s->p != quote)
        return false;
    s->p++;
    return true;
}

static corr_code compile_pattern(corr_arena *a, label_test *t, corr_err *err)
{
    const size_t room = t->value.n + sizeof "^(?:)$";
    char *pattern = corr_arena_alloc(a, 1, room);

    if (!pattern)
        return corr_no_memory(err);
    snprintf(pattern, room, "^(?:%.*s)$", CORR_STR_ARG(t->value));
    t->pattern = match_new(pattern, err);
    return t->pattern ? CORR_OK : err ? err->code : CORR_EUSAGE;
}

static corr_code parse_test(scan *s, selector *to, corr_err *err)
{
    label_test t = { .negated = false };
    corr_code code = CORR_OK;

    skip_blanks(s);
    t.key = scan_word(s);
    skip_blanks(s);
    if (!t.key.n)
        return fail_selector(s, "a label is missing", err);
    t.negated = *s->p == '!';
    if (*s->p != '=' && !(t.negated && (s->p[1] == '=' || s->p[1] == '~')))
        return fail_selector(s, "=, !=, =~ or !~ is missing", err);
    const bool is_pattern = s->p[1] == '~';
    s->p += is_pattern || t.negated ? 2 : 1;
    skip_blanks(s);
    if (!scan_quoted(s, &to->arena, &t.value))
        return fail_selector(s, "a value between quotes is missing", err);
    if (is_pattern)
        code = compile_pattern(&to->arena, &t, err);
    if (!code && !vec_push(&to->test, t)) {
        match_free(t.pattern);
        code = corr_no_memory(err);
    }
    return code;
}

corr_code metric_selector_parse(selector *to, const char *text, corr_err *err)
{
    const char *copy = corr_arena_text(&to->arena, corr_str_of(text));
    corr_code code = CORR_OK;

    if (!copy)
        return corr_no_memory(err);
    scan s = { copy, copy };
    skip_blanks(&s);
    to->name = scan_word(&s);
    skip_blanks(&s);
    if (!to->name.n)
        return fail_selector(&s, "a name is missing", err);
    if (*s.p == '{') {
        do {
            s.p++;
            skip_blanks(&s);
            if (*s.p == '}') /* {} and a trailing comma are allowed */
                break;
            code = parse_test(&s, to, err);
            skip_blanks(&s);
        } while (!code && *s.p == ',');
        if (!code && *s.p++ != '}')
            code = (s.p--, fail_selector(&s, "} is missing", err));
        skip_blanks(&s);
    }
    if (!code && *s.p)
        code = fail_selector(&s, "only blanks may follow", err);
    return code;
}

void metric_selector_clear(selector *s)
{
    for (size_t i = 0; i < s->test.n; i++)
        match_free(s->test.v[i].pattern);
    vec_free(&s->test);
    corr_arena_clear(&s->arena);
    *s = (selector){ .name = { "", 0 } };
}

/* ---- matching ------------------------------------------------------- */

metric_selector_as metric_selector_names(const selector *s, corr_str name)
{
    static const struct {
        const char *end;
        metric_selector_as as;
    } ends[] = { { "", SELECTOR_EXACT },
                 { "_count", SELECTOR_COUNT },
                 { "_bucket", SELECTOR_BUCKET },
                 { "_total", SELECTOR_TOTAL } };
    corr_str rest = name;

    if (name.n < s->name.n || memcmp(name.p, s->name.p, s->name.n) != 0)
        return SELECTOR_NOT;
    rest.p += s->name.n;
    rest.n -= s->name.n;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (corr_str_is(rest, ends[i].end))
            return ends[i].as;
    return SELECTOR_NOT;
}

corr_str series_label(const input *in, uint32_t series, corr_str key)
{
    corr_label l;

    return input_find_label(in, in->series.v[series].labels, key, &l)
               ? l.text
               : (corr_str){ "", 0 };
}

SORT_BY(label_by_key, corr_label, ASC_STR(key))

corr_label *series_labels(const input *in, uint32_t series, uint32_t *n,
                          corr_arena *a)
{
    const uint32_t set = in->series.v[series].labels;
    corr_label *label;

    *n = in->label.set_n.v[set];
    label = corr_arena_new(a, corr_label, (size_t)*n + 1);
    for (uint32_t i = 0; label && i < *n; i++)
        label[i] = input_label(in, set, i);
    if (label)
        qsort(label, *n, sizeof *label, label_by_key);
    return label;
}

char *series_title(const input *in, uint32_t series, const char *without,
                   corr_arena *a)
{
    corr_str name = input_text(in, in->series.v[series].name);
    uint32_t n;

    if (corr_str_ends(name, without))
        name.n -= strlen(without);
    const corr_label *label = series_labels(in, series, &n, a);
    char *title = corr_arena_print(a, "%.*s", CORR_STR_ARG(name));
    for (uint32_t i = 0; label && title && i < n; i++)
        title = corr_arena_print(a, "%s%s%.*s=\"%.*s\"%s", title, i ? "," : "{",
                                 CORR_STR_ARG(label[i].key),
                                 CORR_STR_ARG(label[i].text),
                                 i + 1 == n ? "}" : "");
    return label && title
               ? corr_arena_print(a, "%.*s", SERIES_TITLE_MOST, title)
               : NULL;
}

static bool passes_test(const label_test *t, corr_str value)
{
    const bool same = t->pattern ? match_text(t->pattern, value)
                                 : corr_str_eq(t->value, value);

    return same != t->negated;
}

bool metric_selector_passes(const selector *s, const input *in, uint32_t series,
                            bool any_bucket)
{
    const corr_str le = series_label(in, series, CORR_STR("le"));
    bool asks_le = any_bucket;

    for (size_t i = 0; i < s->test.n; i++) {
        const label_test *t = &s->test.v[i];
        asks_le = asks_le || corr_str_is(t->key, "le");
        if (!passes_test(t, series_label(in, series, t->key)))
            return false;
    }
    return asks_le || !le.n || corr_str_is(le, "+Inf") ||
           corr_str_is(le, "Inf");
}

/* ---- services ------------------------------------------------------- */

static const char *const service_keys[] = { "service.name", "service_name",
                                            "service",      "app",
                                            "application",  "job" };

corr_str series_service(const input *in, uint32_t series)
{
    corr_str name = { "", 0 };

    for (size_t i = 0; i < countof(service_keys) && !name.n; i++)
        name = series_label(in, series, corr_str_of(service_keys[i]));
    return name;
}

bool series_is_of(corr_str said, corr_str service)
{
    corr_str space, name;

    return store_same_name(said, service) ||
           (corr_str_cut_last(said, '/', &space, &name) &&
            store_same_name(name, service));
}

bool metric_selector_tests_service(const selector *s)
{
    for (size_t i = 0; i < s->test.n; i++)
        for (size_t k = 0; k < countof(service_keys); k++)
            if (corr_str_is(s->test.v[i].key, service_keys[k]))
                return true;
    return false;
}
