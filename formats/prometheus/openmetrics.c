/*
 * openmetrics - the metrics page of a service, as text: Prometheus text
 * exposition 0.0.4 and OpenMetrics 1.0, one scrape or several.
 *
 * Format: one sample per line, NAME{LABEL="VALUE",...} VALUE [TIME] [#
 * EXEMPLAR]; lines # TYPE give the type of the samples below.  Times are
 * milliseconds or seconds, by their size.  A sample without a time has the time
 * at which the file was written.  An exemplar is {LABEL="VALUE",...} VALUE
 * [TIME]; the draft of 2.0 has several a line, behind the start of the sample,
 * st@TIME.
 */
#include "common/metric.h"
#include "common/reader.h"
#include "common/text_piece.h"
#include "corr_builtin.h"

enum {
    SURE = 90,
    LIKELY = 70,
    LABELLED = 65,
    COULD_BE = 30,
    LINES_LOOKED_AT = 200,
    ODD_MOST = 8 /* looked at before the good lines are more */
};

/* ---- a line -------------------------------------------------------------- */

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           corr_is_digit(c) || c == '_' || c == ':' || c == '.';
}

static bool at_char(corr_str s, char c)
{
    return s.n && *s.p == c;
}

/* Takes the first n bytes of *s. */
static corr_str take_bytes(corr_str *s, size_t n)
{
    const corr_str taken = { s->p, n };

    if (n) /* an empty text may have a NULL pointer */
        *s = corr_str_from(*s, n);
    return taken;
}

static corr_str take_name(corr_str *s)
{
    size_t n = 0;

    *s = text_past_blanks(*s);
    while (n < s->n && is_name(s->p[n]))
        n++;
    return take_bytes(s, n);
}

/* Takes the raw text between quotes.  False: the end quote is missing. */
static bool take_quoted(corr_str *s, corr_str *inner)
{
    size_t n = 0;

    *s = text_past_blanks(*s);
    if (!text_take_char(s, '"'))
        return false;
    while (n < s->n && s->p[n] != '"')
        n += s->p[n] == '\\' && n + 1 < s->n ? 2 : 1;
    *inner = take_bytes(s, n);
    return text_take_char(s, '"');
}

/* Takes a label; a quoted name alone is the name of the series.  value: NULL
 * pointer if there is only a name.  False: no label. */
static bool take_label(corr_str *s, corr_str *key, corr_str *value)
{
    *s = text_past_blanks(*s);
    *value = (corr_str){ NULL, 0 };
    const bool is_quoted = at_char(*s, '"');
    if (is_quoted ? !take_quoted(s, key) : !(*key = take_name(s)).n)
        return false;
    *s = text_past_blanks(*s);
    if (text_take_char(s, '='))
        return take_quoted(s, value);
    return is_quoted;
}

typedef struct sample {
    corr_str name, labels, value, time; /* labels: the text between braces */
    corr_str rest;                      /* exemplars */
} sample;

/* Takes labels and the brace behind them; the first may be the name. */
static bool take_labels(corr_str *t, sample *s)
{
    const char *from = t->p;
    corr_str key, value;

    *t = text_past_blanks(*t);
    while (!at_char(*t, '}')) {
        if (!take_label(t, &key, &value) || (!value.p && s->name.n))
            return false;
        if (!value.p)
            s->name = key;
        *t = text_past_blanks(*t);
        if (!text_take_char(t, ',') && !at_char(*t, '}'))
            return false;
        *t = text_past_blanks(*t);
    }
    s->labels = (corr_str){ from, (size_t)(t->p - from) };
    return text_take_char(t, '}');
}

/* The label __name__ is the name of a series without one in front. */
static corr_str find_name_label(corr_str labels)
{
    corr_str key, value;

    while (take_label(&labels, &key, &value)) {
        if (value.p && corr_str_is(key, "__name__"))
            return value;
        labels = text_past_blanks(labels);
        text_take_char(&labels, ',');
    }
    return (corr_str){ "", 0 };
}

static bool parse_sample(corr_str line, sample *s)
{
    double x;

    *s = (sample){ .labels = { "", 0 } };
    s->name = take_name(&line);
    line = text_past_blanks(line);
    if (text_take_char(&line, '{') && !take_labels(&line, s))
        return false;
    if (!s->name.n)
        s->name = find_name_label(s->labels);
    s->value = text_take_word(&line);
    line = text_past_blanks(line);
    if (line.n && !at_char(line, '#'))
        s->time = text_take_word(&line);
    s->rest = line = text_past_blanks(line);
    return (s->name.n || s->labels.n) && metric_number(s->value, &x) &&
           (line.n == 0 || at_char(line, '#') || corr_str_starts(line, "st@"));
}

/* ---- types --------------------------------------------------------------- */

typedef enum family_type {
    TYPE_UNKNOWN,
    TYPE_COUNTER,
    TYPE_GAUGE,
    TYPE_SUMS /* histogram, summary: sums; their quantiles are gauges */
} family_type;

static const struct {
    const char *word;
    family_type type;
} type_words[] = {
    { "counter", TYPE_COUNTER },      { "gauge", TYPE_GAUGE },
    { "histogram", TYPE_SUMS },       { "summary", TYPE_SUMS },
    { "untyped", TYPE_UNKNOWN },      { "unknown", TYPE_UNKNOWN },
    { "info", TYPE_GAUGE },           { "stateset", TYPE_GAUGE },
    { "gaugehistogram", TYPE_GAUGE },
};

/* "# TYPE NAME counter" */
static bool parse_type(corr_str line, corr_str *name, family_type *type)
{
    if (!corr_str_is(text_take_word(&line), "#") ||
        !corr_str_is(text_take_word(&line), "TYPE"))
        return false;
    *name = text_take_word(&line);
    if (name->n > 2 && name->p[0] == '"')
        *name = (corr_str){ name->p + 1, name->n - 2 };
    const corr_str word = text_take_word(&line);
    for (size_t i = 0; i < sizeof type_words / sizeof *type_words; i++)
        if (corr_str_is(word, type_words[i].word)) {
            *type = type_words[i].type;
            return name->n > 0;
        }
    return false;
}

/* The type of a sample, by the type of the family above it. */
static corr_metric type_of(corr_str name, corr_str family, family_type type)
{
    const bool is_of = family.n && name.n >= family.n &&
                       memcmp(name.p, family.p, family.n) == 0;
    const bool is_bare = name.n == family.n;

    if (corr_str_ends(name, "_created") && is_of)
        return CORR_METRIC_GAUGE;
    if (!is_of || type == TYPE_UNKNOWN)
        return metric_type(name);
    if (type == TYPE_GAUGE || (type == TYPE_SUMS && is_bare))
        return CORR_METRIC_GAUGE;
    return CORR_METRIC_COUNTER;
}

/* ---- recognising --------------------------------------------------------- */

/* What the lines of a head are. */
typedef struct look {
    uint32_t typed, helped; /* comments */
    uint32_t samples, labelled, odd;
} look;

/* False: the line is odd. */
static bool look_at_line(look *k, corr_str line)
{
    family_type type;
    corr_str name;
    sample s;

    if (corr_str_trim(line).n == 0)
        return true;
    if (line.p[0] == '#') {
        k->typed += parse_type(line, &name, &type);
        k->helped += corr_str_starts(line, "# HELP ");
        return true;
    }
    if (!parse_sample(line, &s)) {
        k->odd++;
        return false;
    }
    k->samples++;
    k->labelled += s.labels.n > 0;
    return true;
}

/* Whether the good lines outweigh the odd ones.  A type or a label is a strong
 * mark, a name and a number is a weak one. */
static bool outweighs(const look *k)
{
    const uint64_t strong = (uint64_t)k->typed + k->helped + k->labelled;

    return !k->odd ||
           (strong && k->samples && strong + k->samples > 2 * k->odd);
}

static int openmetrics_probe(const uint8_t *head, size_t n, bool whole)
{
    corr_str rest = { (const char *)head, n };
    look k = { 0 };
    uint32_t lines = 0;
    corr_str line;

    while (lines++ < LINES_LOOKED_AT && text_head_line(&rest, whole, &line))
        if (!look_at_line(&k, line) && k.odd > ODD_MOST && k.odd > k.samples)
            return 0;
    if ((!k.samples && !k.typed) || !outweighs(&k))
        return 0;
    if (k.typed && !k.odd)
        return SURE;
    return k.typed || k.helped          ? LIKELY
           : k.labelled * 2 > k.samples ? LABELLED
           : k.labelled                 ? COULD_BE
                                        : 0;
}

static corr_against openmetrics_against(const uint8_t *head, size_t n,
                                        bool whole)
{
    corr_against a = { .why = "is no metric" };
    corr_str rest = { (const char *)head, n }, line;
    look k = { 0 };

    for (uint64_t i = 1; text_head_line(&rest, whole, &line); i++) {
        if (!look_at_line(&k, line) && !a.line) {
            a.line = i;
            a.offset = (uint64_t)(line.p - (const char *)head);
        }
    }
    a.good = k.samples + k.typed;
    a.lines = a.good + k.odd;
    return a;
}

/* ---- reading ------------------------------------------------------------- */

typedef struct reader {
    metric_reader m;
    corr_arena kept, scratch;
    corr_str family; /* text is in kept */
    family_type type;
    int64_t written; /* time of samples without their own */
    uint64_t timeless, line;
} reader;

/* A name or value with its escapes decoded, in scratch if it has escapes. */
static corr_str unescape_text(reader *r, corr_str s)
{
    if (!s.n || !memchr(s.p, '\\', s.n))
        return s;
    char *to = corr_arena_alloc(&r->scratch, 1, s.n);
    const char *from = to;
    if (!to) {
        reader_no_memory(r->m.b);
        return (corr_str){ "", 0 };
    }
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\\' && i + 1 < s.n)
            *to++ = s.p[++i] == 'n' ? '\n' : s.p[i];
        else
            *to++ = s.p[i];
    }
    return (corr_str){ from, (size_t)(to - from) };
}

static corr_labels read_labels(reader *r, corr_str labels)
{
    corr_str key, value;

    corr_begin_labels(r->m.b);
    while (take_label(&labels, &key, &value)) {
        if (value.p && !corr_str_is(key, "__name__"))
            corr_push_label(r->m.b, unescape_text(r, key),
                            unescape_text(r, value));
        labels = text_past_blanks(labels);
        text_take_char(&labels, ',');
    }
    return corr_end_labels(r->m.b);
}

/* Takes " # {labels} value time".  False: no exemplar, or a broken one. */
static bool read_exemplar(reader *r, corr_str *rest, uint64_t offset)
{
    corr_exemplar_row e = METRIC_NO_EXEMPLAR;
    sample s = { .labels = { "", 0 } };
    corr_str key, value;

    if (!text_take_char(rest, '#'))
        return false;
    *rest = text_past_blanks(*rest);
    if (!text_take_char(rest, '{') || !take_labels(rest, &s))
        return false;
    s.value = text_take_word(rest);
    *rest = text_past_blanks(*rest);
    if (rest->n && !at_char(*rest, '#') &&
        !metric_time(text_take_word(rest), &e.time))
        e.time = CORR_NO_TIME;
    while (take_label(&s.labels, &key, &value)) {
        metric_exemplar_label(&e, unescape_text(r, key),
                              unescape_text(r, value));
        s.labels = text_past_blanks(s.labels);
        text_take_char(&s.labels, ',');
    }
    metric_exemplar(&r->m, &e, s.value, offset);
    return true;
}

static void read_exemplars(reader *r, corr_str rest, uint64_t offset)
{
    if (corr_str_starts(rest, "st@"))
        text_take_word(&rest);
    while ((rest = text_past_blanks(rest)).n)
        if (!read_exemplar(r, &rest, offset)) {
            corr_tally(r->m.b, CORR_PASSED_OVER, offset, 1,
                       "exemplar is malformed, and was left out",
                       "exemplars are malformed, and were left out");
            return;
        }
}

static void read_sample(reader *r, const sample *s, uint64_t offset)
{
    const corr_str name = unescape_text(r, s->name);
    const corr_metric_row row = { .name = name,
                                  .labels = read_labels(r, s->labels),
                                  .type = type_of(name, r->family, r->type) };

    if (s->time.n)
        metric_point(&r->m, METRIC_VALUE, s->time, s->value, offset);
    else if (r->written != CORR_NO_TIME)
        metric_point_at(&r->m, METRIC_VALUE, r->written, s->value, offset);
    r->timeless += !s->time.n;
    if (s->rest.n)
        read_exemplars(r, s->rest, offset);
    if (metric_any(&r->m, METRIC_VALUE))
        metric_series(&r->m, METRIC_VALUE, &row);
    else
        metric_exemplars_of(&r->m, corr_add_metric(r->m.b, &row));
    corr_arena_reset(&r->scratch);
}

static void read_sample_line(reader *r, corr_str line, uint64_t offset)
{
    corr_str name;
    sample s;

    if (corr_str_trim(line).n == 0)
        return;
    if (line.p[0] == '#') {
        if (parse_type(line, &name, &r->type)) {
            corr_arena_reset(&r->kept);
            r->family = reader_keep(r->m.b, &r->kept, name);
        }
        return;
    }
    if (parse_sample(line, &s)) {
        corr_recognised(r->m.b);
        read_sample(r, &s, offset);
    } else {
        corr_damage(r->m.b, offset, line.n, 1,
                    "line %llu is no metric and is left out",
                    (unsigned long long)r->line);
    }
}

static corr_code openmetrics_read(corr_src *in, const corr_want *want,
                                  corr_build *b, corr_err *err)
{
    reader r = { .written = corr_src_written(in) };
    uint64_t offset = corr_src_offset(in);
    corr_str line;

    (void)want;
    metric_begin(&r.m, in, b);
    while (!corr_build_failed(b) && corr_src_line(in, &line)) {
        r.line++;
        read_sample_line(&r, line, offset);
        offset = corr_src_offset(in);
    }
    metric_say_times(&r.m, r.timeless, r.written);
    metric_end(&r.m);
    corr_arena_clear(&r.kept);
    corr_arena_clear(&r.scratch);
    return corr_finish(in, b, err);
}

const corr_format corr_format_openmetrics = {
    .name = "openmetrics",
    .title = "metrics as a service shows them",
    .probe = openmetrics_probe,
    .against = openmetrics_against,
    .read = openmetrics_read,
    .metrics = true,
    .lines = true,
};
