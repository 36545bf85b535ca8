#include "gate/assertion.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"

enum { MOST_SHOWN = 72 }; /* bytes of a line in an error */

static const char not_a_duration[] =
    "a duration needs a unit: ns, us, ms, s or min";

typedef struct reader {
    corr_str line;
    const expect_about *about;
    corr_arena *arena;
    expect *e;
    corr_err *err;
} reader;

/* A byte that does not begin a character. */
static bool is_inner(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* The line, and a caret below the place; of a long line what is near it. */
static corr_code point_at(const reader *r, const char *at)
{
    const size_t caret = (size_t)(at - r->line.p);
    size_t from = caret > MOST_SHOWN - 8 ? caret - MOST_SHOWN / 2 : 0;
    char shown[MOST_SHOWN + 1];
    size_t cells = 0;

    while (from < caret && is_inner(r->line.p[from]))
        from++;
    const size_t left = r->line.n - from;
    const size_t n = left < MOST_SHOWN ? left : MOST_SHOWN;
    memcpy(shown, r->line.p + from, n);
    shown[n] = '\0';
    for (size_t i = 0; i < n; i++)
        shown[i] = shown[i] == '\t' ? ' ' : shown[i];
    for (size_t i = from; i < caret; i++)
        cells += !is_inner(r->line.p[i]);
    return corr_hint(r->err, "%s\n%*s^", shown, (int)cells, "");
}

static corr_code refuse_line(const reader *r, const char *at, const char *what)
{
    corr_fail(r->err, CORR_EUSAGE, "%s", what);
    return point_at(r, at);
}

static const char *copy_text(const reader *r, corr_str s)
{
    char *z = corr_arena_new(r->arena, char, s.n + 1);

    if (z && s.n)
        memcpy(z, s.p, s.n);
    return z;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* ---- the value ---------------------------------------------------------- */

/* A number with digits of its own: no nan, inf or hexadecimal. */
static bool parse_number(corr_str s, double *v)
{
    return s.n && ((s.p[0] >= '0' && s.p[0] <= '9') || s.p[0] == '.') &&
           corr_str_real(s, v);
}

static bool in_number(char c)
{
    return (c >= '0' && c <= '9') || c == '.';
}

/* Removes spaces between a number and its unit, and around "*".  Spaces within
 * a number stay, so the number does not parse. */
static corr_str squeeze(corr_str s, char *buf, size_t size)
{
    size_t n = 0;
    bool gap = false;

    for (size_t i = 0; i < s.n && n + 2 < size; i++) {
        if (is_space(s.p[i])) {
            gap = true;
            continue;
        }
        if (gap && n && in_number(buf[n - 1]) && in_number(s.p[i]))
            buf[n++] = ' ';
        buf[n++] = s.p[i];
        gap = false;
    }
    buf[n] = '\0';
    return (corr_str){ buf, n };
}

static bool parse_amount(corr_str s, expect *e)
{
    int64_t v;

    if (parse_number(s, &e->threshold)) {
        e->unit = CORR_COUNT;
        return true;
    }
    if (corr_parse_duration(s, &v))
        e->unit = CORR_NS;
    else if (corr_parse_bytes(s, &v))
        e->unit = CORR_BYTES;
    else
        return false;
    e->threshold = (double)v;
    return true;
}

/* Return the fault of a value as a sentence; NULL: it has no fault. */
static const char *fault_of_member(const expect *e)
{
    const bool part = e->member->column != NULL; /* of all rows */

    if (e->value == EXPECT_SHARE)
        return e->member->is != SUBJECT_SHARE && !part
                   ? "this needs an amount with its unit, not a share"
                   : NULL;
    if (e->member->is == SUBJECT_SHARE)
        return "this needs a share, such as 50%";
    if (e->member->is == SUBJECT_TIME && e->unit != CORR_NS)
        return not_a_duration;
    if (e->member->is == SUBJECT_COUNT && e->unit != CORR_COUNT)
        return "this needs a number without a unit";
    return NULL;
}

/* Counts may be expected to be 0 or above 0; a share may be expected to be at
 * least 0. */
static bool may_be_none(const expect *e)
{
    if (e->value == EXPECT_SHARE)
        return e->at_least && e->or_equal;
    return e->subject == EXPECT_MEMBER && e->value == EXPECT_AMOUNT &&
           e->member->is == SUBJECT_COUNT && e->at_least != e->or_equal;
}

static const char *fault_of_value(const expect *e, bool has_base)
{
    if (!has_base && e->value == EXPECT_RATIO)
        return "\"base\" needs two sides, as in corr check; here use a share "
               "or an amount";
    if (!(e->threshold > 0 || (e->threshold >= 0 && may_be_none(e))) ||
        !isfinite(e->threshold))
        return "the threshold must be above 0";
    if (e->value == EXPECT_SHARE && e->threshold > 1)
        return "a share is at most 100%";
    if (e->subject == EXPECT_MEMBER)
        return fault_of_member(e);
    if (e->subject == EXPECT_ERRORS && e->value == EXPECT_AMOUNT)
        return "errors are a share, such as 1%";
    if (e->subject == EXPECT_CALLS && e->value != EXPECT_RATIO &&
        !(e->value == EXPECT_AMOUNT && e->unit == CORR_COUNT))
        return "this needs a number without a unit";
    if (e->value == EXPECT_SHARE && e->subject != EXPECT_FUNCTION &&
        e->subject != EXPECT_ERRORS)
        return "a share needs a function or errors: FUNCTION self < 8%";
    if (e->subject == EXPECT_ANY && (e->value != EXPECT_RATIO || e->at_least))
        return "\"any function\" takes only <= base * F";
    if (e->value == EXPECT_AMOUNT && e->subject == EXPECT_DURATION &&
        e->unit != CORR_NS)
        return not_a_duration;
    return NULL;
}

/* Reads a value into the assertion, and returns what is wrong with it. */
static const char *parse_value(const reader *r, corr_str value)
{
    char buf[64];
    corr_str s = squeeze(value, buf, sizeof buf);
    expect *e = r->e;
    bool ok;

    if (!value.n)
        return "the value is missing: 8%, 2.5 ms, 10 MB or base * 1.05";
    if (corr_str_starts(s, "-") || corr_str_starts(s, "base*-"))
        return "the threshold cannot be negative";
    if (corr_str_starts(s, "base")) {
        e->value = EXPECT_RATIO;
        ok = s.n > 5 && s.p[4] == '*' &&
             parse_number((corr_str){ s.p + 5, s.n - 5 }, &e->threshold);
    } else if (corr_str_ends(s, "%")) {
        e->value = EXPECT_SHARE;
        ok = parse_number((corr_str){ s.p, s.n - 1 }, &e->threshold);
        e->threshold /= 100;
    } else {
        e->value = EXPECT_AMOUNT;
        ok = parse_amount(s, e);
    }
    return ok ? fault_of_value(e, !r->about)
              : "invalid value; use a share (8%), an amount (2.5 ms, 10 MB) or "
                "base * 1.05";
}

/* ---- the subject -------------------------------------------------------- */

/* The words for kinds of samples, which are their names but for alloc. */
static const char *const kinds[] = {
    "cpu",   "wall",   "alloc",     "alloc_bytes", "alloc_count", "lock",
    "block", "mutex",  "offcpu",    "io",          "park",        "sleep",
    "gc",    "native", "exception", "samples",
};

static corr_code unknown_kind(const reader *r, corr_str kind)
{
    const char *typed = copy_text(r, kind), *near;

    if (!typed)
        return corr_no_memory(r->err);
    near = opt_nearest(typed, kinds, COUNT(kinds));
    if (near)
        corr_fail(r->err, CORR_EUSAGE,
                  "unknown kind of sample; did you mean %s?", near);
    else
        corr_fail(r->err, CORR_EUSAGE,
                  "unknown kind of sample; use cpu, wall, alloc, lock ...");
    return point_at(r, kind.p);
}

/* "cpu/request" */
static corr_code parse_cost(const reader *r, corr_str kind, corr_str per)
{
    expect *e = r->e;

    e->subject = EXPECT_COST;
    if (corr_str_is(per, "request"))
        e->per = CORR_PER_REQUEST;
    else if (corr_str_is(per, "second"))
        e->per = CORR_PER_SECOND;
    else
        return refuse_line(r, per.p,
                           "cost is per request or per second: cpu/request");
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (corr_str_is(kind, kinds[i]))
            e->name = kinds[i];
    if (corr_str_is(kind, "alloc"))
        e->name = "alloc_bytes";
    return e->name ? CORR_OK : unknown_kind(r, kind);
}

static corr_code parse_quoted(const reader *r, corr_str name, const char **to)
{
    if (name.n < 3 || name.p[0] != '"' || name.p[name.n - 1] != '"')
        return refuse_line(r, name.p,
                           "the operation needs quotes: \"GET /cart\"");
    *to = copy_text(r, (corr_str){ name.p + 1, name.n - 2 });
    return *to ? CORR_OK : corr_no_memory(r->err);
}

/* "of "POST /checkout"" */
static corr_code parse_operation(const reader *r, corr_str s, const char *form)
{
    if (!corr_str_starts(s, "of "))
        return refuse_line(r, s.p, form);
    s = corr_str_trim((corr_str){ s.p + 3, s.n - 3 });
    return parse_quoted(r, s, &r->e->name);
}

/* "duration p99 of "POST /checkout"" after its first word */
static corr_code parse_duration(const reader *r, corr_str rest)
{
    expect *e = r->e;
    corr_str word, name;
    double p;

    rest = corr_str_trim(rest);
    e->subject = EXPECT_DURATION;
    if (!corr_str_cut(rest, ' ', &word, &name))
        word = rest, name = (corr_str){ rest.p + rest.n, 0 };
    if (word.n < 2 || word.p[0] != 'p' ||
        !parse_number((corr_str){ word.p + 1, word.n - 1 }, &p) || !(p > 0) ||
        !(p < 100))
        return refuse_line(r, rest.p,
                           "invalid quantile; use p50, p95, p99 ...");
    name = corr_str_trim(name);
    e->quantile = p / 100;
    return parse_operation(r, name, "write: duration p99 of \"OPERATION\"");
}

/* The last " per " outside of quotes; false: the text has no such word. */
static bool cut_per(corr_str s, corr_str *before, corr_str *after)
{
    static const char per[] = " per ";
    const size_t n = sizeof per - 1;
    bool quoted = false, found = false;

    for (size_t i = 0; i + n <= s.n; i++) {
        quoted ^= s.p[i] == '"';
        if (quoted || memcmp(s.p + i, per, n) != 0)
            continue;
        *before = corr_str_trim((corr_str){ s.p, i });
        *after = corr_str_trim((corr_str){ s.p + i + n, s.n - i - n });
        found = true;
    }
    return found;
}

/* "calls of "SELECT items" per "POST /checkout"", "spans per trace" */
static corr_code parse_calls(const reader *r, corr_str s)
{
    static const char form[] =
        "write: calls of \"OP\" per \"OP\", or per trace";
    corr_str what, request;
    corr_code code = CORR_OK;

    r->e->subject = EXPECT_CALLS;
    if (!cut_per(s, &what, &request))
        return refuse_line(r, s.p + s.n, form);
    if (!corr_str_is(what, "spans"))
        code = parse_operation(
            r, corr_str_trim((corr_str){ what.p + 5, what.n - 5 }), form);
    if (!code && !corr_str_is(request, "trace"))
        code = parse_quoted(r, request, &r->e->request);
    return code;
}

/* The part before a last word; false: it ends otherwise. */
static bool cut_word(corr_str s, const char *word, corr_str *before)
{
    const size_t n = strlen(word);

    if (s.n <= n || !corr_str_ends(s, word) || !is_space(s.p[s.n - n - 1]))
        return false;
    *before = corr_str_trim((corr_str){ s.p, s.n - n });
    return before->n > 0;
}

static corr_code parse_function(const reader *r, corr_str name, bool cumulative)
{
    expect *e = r->e;

    e->subject = EXPECT_FUNCTION;
    e->cumulative = cumulative;
    if (corr_str_is(name, "any function")) {
        e->subject = EXPECT_ANY;
        return cumulative ? refuse_line(r, name.p,
                                        "\"any function\" is judged by self "
                                        "cost: any function self")
                          : CORR_OK;
    }
    e->name = copy_text(r, name);
    return e->name ? CORR_OK : corr_no_memory(r->err);
}

/* The words that a report has, and what is near. */
static corr_code no_word(const reader *r, corr_str s)
{
    enum { MOST = 64 };
    const char *words[MOST], *typed = copy_text(r, s), *near;
    char list[160] = "";
    size_t n = 0, used = 0;

    if (!typed)
        return corr_no_memory(r->err);
    for (const subject *w = r->about->subjects; w && w->word && n < MOST; w++) {
        words[n++] = w->word;
        if (used + strlen(w->word) + 3 < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                                     used ? ", " : "", w->word);
    }
    near = opt_nearest(typed, words, n);
    const char *code =
        r->about->code
            ? "FUNCTION self, FUNCTION cum, cpu/request, duration p99 of "
              "\"OP\", errors of \"OP\""
            : "";
    const char *other = r->about->elsewhere ? r->about->elsewhere : "";
    const char *gap = *other ? "; " : "";
    if (near)
        corr_fail(r->err, CORR_EUSAGE,
                  "this report has no such number; did you mean %s?", near);
    else if (n || *code)
        corr_fail(r->err, CORR_EUSAGE,
                  "this report has no such number; it has %s%s%s%s%s", list,
                  n && *code ? ", " : "", code, gap, other);
    else
        corr_fail(r->err, CORR_EUSAGE, "this report has no number to check%s%s",
                  gap, other);
    return point_at(r, s.p);
}

static corr_code parse_subject(const reader *r, corr_str s)
{
    const subject *member =
        r->about ? subject_find(r->about->subjects, s) : NULL;
    corr_str before, after;

    if (!s.n)
        return refuse_line(
            r, s.p,
            "the subject is missing: FUNCTION self, cpu/request, total ...");
    if (member) {
        r->e->subject = EXPECT_MEMBER;
        r->e->member = member;
        r->e->name = member->word;
        return CORR_OK;
    }
    if (r->about && !r->about->code)
        return no_word(r, s);
    if (corr_str_starts(s, "duration "))
        return parse_duration(r, (corr_str){ s.p + 9, s.n - 9 });
    if (corr_str_starts(s, "errors of ")) {
        r->e->subject = EXPECT_ERRORS;
        return parse_operation(r, (corr_str){ s.p + 7, s.n - 7 }, "");
    }
    if (corr_str_starts(s, "calls of ") || corr_str_starts(s, "spans per "))
        return parse_calls(r, s);
    if (cut_word(s, "self", &before))
        return parse_function(r, before, false);
    if (cut_word(s, "cum", &before))
        return parse_function(r, before, true);
    if (corr_str_is(s, "total") && !r->about) {
        r->e->subject = EXPECT_TOTAL;
        return CORR_OK;
    }
    if (corr_str_cut(s, '/', &before, &after) && corr_str_find(s, ' ') == s.n)
        return parse_cost(r, before, after);
    if (r->about)
        return no_word(r, s);
    return refuse_line(
        r, s.p,
        "invalid subject; use FUNCTION self, cpu/request, total, "
        "duration p99 of \"OP\"");
}

/* ---- the line ----------------------------------------------------------- */

/* A comment begins with the line or after a space, not within quotes. */
static corr_str without_comment(corr_str line)
{
    bool quoted = false;

    for (size_t i = 0; i < line.n; i++) {
        if (line.p[i] == '"')
            quoted = !quoted;
        if (line.p[i] == '#' && !quoted && (i == 0 || is_space(line.p[i - 1])))
            line.n = i;
    }
    return corr_str_trim(line);
}

/* The last operator between spaces; a name may have others in it. */
static bool find_op(corr_str line, corr_str *op)
{
    bool found = false;

    for (size_t i = 1; i < line.n; i++) {
        if ((line.p[i] != '<' && line.p[i] != '>') || !is_space(line.p[i - 1]))
            continue;
        const size_t n = i + 1 < line.n && line.p[i + 1] == '=' ? 2 : 1;
        if (i + n < line.n && !is_space(line.p[i + n]))
            continue;
        *op = (corr_str){ line.p + i, n };
        found = true;
    }
    return found;
}

corr_code expect_parse(corr_str line, const expect_about *about,
                       corr_arena *arena, expect *e, corr_err *err)
{
    const reader r = { without_comment(line), about, arena, e, err };
    corr_str op;

    *e = (expect){ .subject = EXPECT_TOTAL };
    if (!r.line.n)
        return CORR_OK;
    if (memchr(r.line.p, '\0', r.line.n))
        return corr_fail(err, CORR_EUSAGE, "this is not text");
    if (!find_op(r.line, &op))
        return refuse_line(&r, r.line.p + r.line.n,
                           "write SUBJECT <= VALUE, with spaces");
    const char *end = r.line.p + r.line.n, *behind = op.p + op.n;
    const corr_str about_what = { r.line.p, (size_t)(op.p - r.line.p) };
    corr_str value = { behind, (size_t)(end - behind) };
    value = corr_str_trim(value);
    if (!value.n)
        value.p = end;
    e->at_least = op.p[0] == '>';
    e->or_equal = op.n == 2;
    corr_code code = parse_subject(&r, corr_str_trim(about_what));
    if (code)
        return code;
    const char *fault = parse_value(&r, value);
    if (fault)
        return refuse_line(&r, value.p, fault);
    e->text = copy_text(&r, r.line);
    return e->text ? CORR_OK : corr_no_memory(err);
}

bool expect_is_of_spans(const expect *e)
{
    return e->subject == EXPECT_DURATION || e->subject == EXPECT_ERRORS ||
           e->subject == EXPECT_CALLS;
}

const char *expect_counted(const expect *e)
{
    return e->subject == EXPECT_CALLS ? e->request ? "requests" : "traces"
           : expect_is_of_spans(e)    ? "spans"
                                      : "samples";
}

bool expect_is_certain(const expect *e)
{
    return e->value == EXPECT_SHARE && e->or_equal &&
           (e->at_least ? e->threshold <= 0 : e->threshold >= 1);
}

static bool add_assertion(expect_list *list, const expect *e, corr_arena *arena)
{
    if ((list->n & (list->n - 1)) == 0) { /* full: 0, 1, 2, 4, 8 ... */
        expect *more = corr_arena_new(arena, expect, 2 * list->n + 1);
        if (!more)
            return false;
        if (list->n)
            memcpy(more, list->item, list->n * sizeof *more);
        list->item = more;
    }
    list->item[list->n++] = *e;
    return true;
}

corr_code expect_read(corr_str text, const char *path,
                      const expect_about *about, corr_arena *arena,
                      expect_list *list, corr_err *err)
{
    enum { MOST = 1000 };
    corr_str line;
    expect e;

    for (uint64_t n = 1; text.n && corr_str_next(&text, '\n', &line); n++) {
        corr_code code = expect_parse(line, about, arena, &e, err);
        if (!code && e.text && list->n == MOST)
            code = corr_fail(err, CORR_EUSAGE,
                             "more than %d assertions are not supported",
                             (int)MOST);
        if (code) {
            err->line = n;
            snprintf(err->input, sizeof err->input, "%s", path);
            return code;
        }
        if (e.text && !add_assertion(list, &e, arena))
            return corr_no_memory(err);
    }
    return CORR_OK;
}
