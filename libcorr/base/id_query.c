/* id_query - ids as people type or paste them. */
#include "base/base.h"
#include "base/id.h"

#define TRACE_BYTES 16
#define SPAN_BYTES  8
#define SPAN_DIGITS 16

static bool all_decimal(corr_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!corr_is_digit(s.p[i]))
            return false;
    return s.n > 0;
}

static corr_str part_of(corr_str s, size_t at, size_t n)
{
    return (corr_str){ s.p + at, n };
}

/* ---- one word ----------------------------------------------------------- */

/* Shorter decimals are read as hex: an id of 64 random bits has fewer than ten
 * digits once in 10^10. */
#define SHORTEST_DECIMAL 10

static uint64_t leading_ones(size_t n)
{
    return n == 0 ? 0 : n >= 64 ? UINT64_MAX : ~(UINT64_MAX >> n);
}

/* Sets the prefix to the lowest `digits` hex digits of v. */
static bool set_prefix(id_query *q, corr_trace_id v, size_t digits)
{
    size_t bits = 4 * digits, up = 128 - bits;

    if ((v.hi | v.lo) == 0)
        return false;
    q->hi = up >= 64 ? v.lo << (up - 64)
            : up > 0 ? v.hi << up | v.lo >> (64 - up)
                     : v.hi;
    q->lo = up >= 64 ? 0 : v.lo << up;
    q->mask_hi = leading_ones(bits);
    q->mask_lo = bits > 64 ? leading_ones(bits - 64) : 0;
    if (bits <= 64) {
        q->span = q->hi;
        q->mask_span = q->mask_hi;
    }
    return true;
}

static bool read_decimal(corr_str t, id_query *q)
{
    corr_str digits = t.n > 0 && t.p[0] == '-' ? corr_str_from(t, 1) : t;

    if (digits.n < SHORTEST_DECIMAL || !all_decimal(digits) ||
        !id_parse_decimal(t, &q->decimal) || q->decimal == 0)
        return false;
    q->has_decimal = true;
    if (digits.n != t.n || digits.n > SPAN_DIGITS) {
        q->span = q->decimal; /* too long or negative for the hex of a span */
        q->mask_span = UINT64_MAX;
    }
    return true;
}

/* Unpadded base64 differs from a word by a digit and letters of both cases. */
static bool read_base64(corr_str t, id_query *q)
{
    bool lower = false, upper = false, digit = false, slash = false;
    corr_trace_id v;

    for (size_t i = 0; i < t.n; i++) {
        lower |= t.p[i] >= 'a' && t.p[i] <= 'z';
        upper |= t.p[i] >= 'A' && t.p[i] <= 'Z';
        digit |= corr_is_digit(t.p[i]);
        slash |= t.p[i] == '/';
    }
    if (!corr_str_ends(t, "=") && !(lower && upper && digit && !slash))
        return false;
    if (id_base64(t, TRACE_BYTES, &v))
        return set_prefix(q, v, ID_DIGITS);
    return id_base64(t, SPAN_BYTES, &v) && set_prefix(q, v, SPAN_DIGITS);
}

/* Sets a whole trace id, of which leading zeros may have been left out, and the
 * span beside it. */
static bool set_context(id_query *q, corr_str trace, uint64_t span)
{
    if (!set_prefix(q, id_hex(trace),
                    trace.n > SPAN_DIGITS ? ID_DIGITS : SPAN_DIGITS))
        return false;
    q->part_id = span;
    q->part_is_hint = true;
    return true;
}

/* Reads 00-TRACE-SPAN-01 (traceparent) or TRACE-SPAN-1-PARENT (b3). */
static bool read_dashes(corr_str t, id_query *q)
{
    corr_str rest = t, field[4];
    size_t n = 0, k = 0;

    while (n < countof(field) && corr_str_next(&rest, '-', &field[n]))
        if (!id_is_hex(field[n++]))
            return false;
    if (n == 4 && field[0].n == 2 && id_is_hex(field[0]))
        k = 1;
    if (n < k + 2 || field[k + 1].n != SPAN_DIGITS ||
        (field[k].n != ID_DIGITS && field[k].n != SPAN_DIGITS) ||
        !set_context(q, field[k], id_hex(field[k + 1]).lo))
        return false;
    q->part = field[k + 1];
    return true;
}

/* Reads TRACE:SPAN:PARENT:FLAGS (uber-trace-id), without leading zeros. */
static bool read_colons(corr_str t, id_query *q)
{
    static const uint8_t most[4] = { ID_DIGITS, SPAN_DIGITS, SPAN_DIGITS, 2 };
    corr_str rest = t, field[4];
    size_t n = 0;

    while (n < countof(field) && corr_str_next(&rest, ':', &field[n])) {
        if (!id_is_hex(field[n]) || field[n].n > most[n])
            return false;
        n++;
    }
    return n == countof(field) && !rest.n && field[0].n >= ID_SHORTEST &&
           set_context(q, field[0], id_hex(field[1]).lo);
}

/* Reads TRACE/DECIMAL;o=1 (X-Cloud-Trace-Context). */
static bool read_cloud(corr_str t, id_query *q)
{
    corr_str trace, rest, span, options;
    uint64_t id;

    return corr_str_cut(t, '/', &trace, &rest) && trace.n == ID_DIGITS &&
           id_is_hex(trace) && corr_str_cut(rest, ';', &span, &options) &&
           corr_str_starts(options, "o=") && all_decimal(span) &&
           id_parse_decimal(span, &id) && set_context(q, trace, id);
}

/* Reads Root=1-TIME-ID;Parent=SPAN;Sampled=1 (X-Amzn-Trace-Id). */
static bool read_amazon(corr_str t, id_query *q)
{
    char buf[ID_DIGITS];
    corr_str rest = t, field, key, value, trace = { "", 0 };
    uint64_t span = 0;

    while (corr_str_next(&rest, ';', &field)) {
        if (!corr_str_cut(corr_str_trim(field), '=', &key, &value))
            return false;
        if (corr_str_is(key, "Root"))
            trace = id_digits(value, buf);
        else if (corr_str_is(key, "Parent") && id_is_hex(value) &&
                 value.n <= SPAN_DIGITS)
            span = id_hex(value).lo;
    }
    return trace.n == ID_DIGITS && set_context(q, trace, span);
}

static bool read_context(corr_str t, id_query *q)
{
    return read_dashes(t, q) || read_colons(t, q) || read_cloud(t, q) ||
           read_amazon(t, q);
}

bool id_context(corr_str text, corr_trace_id *trace, uint64_t *span)
{
    id_query q = { .part = CORR_STR("") };

    if (!read_context(corr_str_trim(text), &q))
        return false;
    *trace =
        q.mask_lo ? (corr_trace_id){ q.hi, q.lo } : (corr_trace_id){ 0, q.hi };
    *span = q.part_id;
    return true;
}

/* Reads a word that is an id and no more. */
static bool read_id_word(corr_str t, id_query *q)
{
    char buf[ID_DIGITS];
    corr_str digits = id_digits(t, buf);

    *q = (id_query){ .part = CORR_STR("") };
    if (digits.n >= ID_SHORTEST) {
        bool is_prefix = set_prefix(q, id_hex(digits), digits.n);

        return read_decimal(t, q) || is_prefix;
    }
    return read_decimal(t, q) || read_context(t, q) || read_base64(t, q);
}

/* ---- a line with an id in it -------------------------------------------- */

/* Where an id stands in a line, the most reliable place first. */
enum place { KEYED_TRACE, LONG_ID, KEYED_SPAN, SHORT_ID, PLACES };

typedef struct finding {
    id_query id[PLACES];
    corr_str text[PLACES];
    corr_str other[PLACES]; /* the first different id of that place, or empty */
} finding;

static bool is_alnum(char c)
{
    return corr_is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_base64(char c)
{
    return is_alnum(c) || c == '+' || c == '/' || c == '-' || c == '_';
}

static bool is_word(char c)
{
    return is_alnum(c) || c == '-' || c == '_' || c == '.';
}

/* Whether the key before a value contains `what` (lower case letters). */
static bool key_names(corr_str key, const char *what)
{
    size_t n = strlen(what);

    for (size_t at = 0; at + n <= key.n; at++) {
        size_t i = 0;

        while (i < n && (key.p[at + i] | 0x20) == what[i])
            i++;
        if (i == n)
            return true;
    }
    return false;
}

static bool same_id(const id_query *a, const id_query *b)
{
    return a->hi == b->hi && a->lo == b->lo && a->mask_hi == b->mask_hi &&
           a->mask_lo == b->mask_lo && a->decimal == b->decimal;
}

static bool has_digit(corr_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (corr_is_digit(s.p[i]))
            return true;
    return false;
}

/* Files a word under its place; false: the word is no id. */
static bool note_word(finding *f, corr_str word, corr_str key)
{
    enum place at;
    id_query q;

    if (!has_digit(word) || !read_id_word(word, &q))
        return false;
    if (key_names(key, "parent") && !q.part_is_hint)
        return true;
    if (key_names(key, "trace") || q.part_is_hint)
        at = KEYED_TRACE;
    else if (key_names(key, "span"))
        at = KEYED_SPAN;
    else if (q.mask_lo == UINT64_MAX)
        at = LONG_ID;
    else if (q.mask_hi == UINT64_MAX && q.mask_lo == 0)
        at = SHORT_ID;
    else
        return false;
    if (f->text[at].n == 0) {
        f->id[at] = q;
        f->text[at] = word;
    } else if (f->other[at].n == 0 && !same_id(&f->id[at], &q)) {
        f->other[at] = word;
    }
    return true;
}

/* Where the word at s[at] ends: base64 with its padding, or letters, digits and
 * dashes. */
static size_t word_end(corr_str s, size_t at)
{
    size_t end = at;

    while (end < s.n && is_base64(s.p[end]))
        end++;
    while (end < s.n && s.p[end] == '=')
        end++;
    if ((end - at == 12 && s.p[end - 1] == '=') ||
        (end - at == 24 && s.p[end - 1] == '=' && s.p[end - 2] == '='))
        return end;
    end = at;
    while (end < s.n && is_word(s.p[end]))
        end++;
    return end;
}

/* Where a header that begins at line[at] ends; `at`: there is no header.  The
 * letters of a header go beyond those of a word. */
static size_t note_header(finding *f, corr_str line, size_t at)
{
    size_t end = at;
    id_query q = { .part = CORR_STR("") };

    while (end < line.n &&
           (is_word(line.p[end]) || strchr(":/;=", line.p[end])))
        end++;
    const corr_str word = part_of(line, at, end - at);
    if (!read_colons(word, &q) && !read_cloud(word, &q) &&
        !read_amazon(word, &q))
        return at;
    if (!f->text[KEYED_TRACE].n) {
        f->id[KEYED_TRACE] = q;
        f->text[KEYED_TRACE] = word;
    } else if (!same_id(&f->id[KEYED_TRACE], &q)) {
        f->other[KEYED_TRACE] = word;
    }
    return end;
}

static void note_words(finding *f, corr_str line)
{
    corr_str key = CORR_STR("");

    for (size_t at = 0; at < line.n;) {
        if (!is_word(line.p[at])) {
            at++;
            continue;
        }
        size_t end = note_header(f, line, at);
        if (end > at) {
            at = end;
            continue;
        }
        end = word_end(line, at);
        corr_str word = part_of(line, at, end - at);

        while (word.n > 1 && strchr(".-_", word.p[word.n - 1]))
            word.n--;
        if (note_word(f, word, key))
            key = CORR_STR("");
        else if (!(word.n == 2 && key_names(word, "id"))) /* "trace id 4bf9" */
            key = word;
        at = end;
    }
}

/* several[2]: two ids of one place, if the line does not show which is
 * meant. */
static bool read_id_in_line(corr_str line, id_query *q, corr_str several[2])
{
    finding f = { 0 };
    enum place best = KEYED_TRACE;

    note_words(&f, line);
    while (best < PLACES && f.text[best].n == 0)
        best++;
    if (best == PLACES)
        return false;
    several[0] = f.text[best];
    several[1] = f.other[best];
    if (several[1].n)
        return false;
    *q = f.id[best];
    for (enum place at = KEYED_SPAN; at < PLACES && best < KEYED_SPAN; at++)
        if (q->part.n == 0 && !q->part_id && f.text[at].n > 0 &&
            !f.other[at].n) {
            q->part = f.text[at];
            q->part_is_hint = true;
        }
    return true;
}

/* Reads TRACE/PART. The first slash behind an id splits: names hold slashes,
 * and base64 does too. */
static bool read_id_and_part(corr_str t, id_query *q)
{
    for (size_t at = corr_str_find(t, '/'); at < t.n;
         at += 1 + corr_str_find(corr_str_from(t, at + 1), '/')) {
        corr_str part = corr_str_trim(corr_str_from(t, at + 1));

        if (!read_id_word(part_of(t, 0, at), q))
            continue;
        if (part.n > 0) {
            q->part = part;
            q->part_is_hint = false;
            q->part_id = 0;
        }
        return true;
    }
    return false;
}

/* Whether a log line begins with a date, which looks like TRACE/PART. */
static bool is_date_like(corr_str t)
{
    return corr_str_find(t, '/') == 4 && all_decimal(part_of(t, 0, 4)) &&
           corr_str_find(t, ' ') < t.n;
}

id_fit id_query_trace(const id_query *q, corr_trace_id id)
{
    const corr_trace_id want = { q->hi, q->lo };
    const corr_trace_id mask = { q->mask_hi, q->mask_lo };
    const bool is_long = mask.lo == UINT64_MAX;
    const bool is_short = mask.hi == UINT64_MAX && mask.lo == 0;

    if ((is_long && trace_cmp(id, want) == 0) ||
        (!id.hi && ((is_short && id.lo == want.hi) ||
                    (q->has_decimal && id.lo == q->decimal))))
        return ID_FITS_TRACE;
    if ((is_long && id_fits_trace(id, want, mask)) ||
        (is_short && id.lo == want.hi) ||
        (q->has_decimal && id.lo == q->decimal) ||
        (q->mask_span == UINT64_MAX && id.lo == q->span))
        return ID_FITS_HALF;
    return id_fits_trace(id, want, mask) ? ID_FITS_TRACE_PREFIX : ID_FITS_NOT;
}

id_fit id_query_span(const id_query *q, uint64_t id)
{
    if ((q->mask_span == UINT64_MAX && id == q->span) ||
        (q->has_decimal && id == q->decimal))
        return ID_FITS_SPAN;
    return id_fits_span(id, q->span, q->mask_span) ? ID_FITS_SPAN_PREFIX
                                                   : ID_FITS_NOT;
}

static bool parse_query(corr_str text, id_query *q, corr_str several[2])
{
    corr_str t = corr_str_trim(text);

    if (t.n > 0 && memchr(t.p, 0, t.n))
        return false;
    *q = (id_query){ .part = CORR_STR("") };
    if (read_context(t, q) || read_id_word(t, q) ||
        (!is_date_like(t) && read_id_and_part(t, q)) ||
        read_id_in_line(t, q, several))
        return true;
    *q = (id_query){ .part = CORR_STR("") };
    return false;
}

/* Undoes percent-encoding once; *changed: some was there. */
static size_t decode_once(corr_str s, char *to, bool *changed)
{
    size_t n = 0;

    *changed = false;
    for (size_t i = 0; i < s.n; i++) {
        const bool fits = s.p[i] == '%' && i + 2 < s.n;
        const int high = fits ? corr_hex_digit(s.p[i + 1]) : -1;
        const int low = fits ? corr_hex_digit(s.p[i + 2]) : -1;
        const bool is_code = high >= 0 && low >= 0;
        const int code = high * 16 + low;
        to[n++] = is_code ? (char)code : s.p[i];
        i += is_code ? 2 : 0;
        *changed |= is_code;
    }
    return n;
}

corr_str id_decode(corr_str text, char buf[ID_TEXT_MAX])
{
    enum { ROUNDS = 3 };
    bool changed = true;

    if (text.n > ID_TEXT_MAX)
        return text;
    for (int i = 0; i < ROUNDS && changed; i++) {
        const size_t n = decode_once(text, buf, &changed);
        if (changed)
            text = (corr_str){ buf, n };
    }
    return text;
}

bool id_query_parse(corr_str text, id_query *q)
{
    corr_str several[2] = { { 0 } };

    return parse_query(text, q, several);
}

corr_code id_query_read(corr_str text, id_query *q, corr_err *err)
{
    enum { MOST = 80 };
    corr_str several[2] = { { 0 } };
    const corr_str t = corr_str_trim(text);

    if (parse_query(text, q, several))
        return CORR_OK;
    if (several[1].n) {
        corr_fail(err, CORR_EUSAGE, "%.*s and %.*s are two ids; give one",
                  CORR_STR_ARG(several[0]), CORR_STR_ARG(several[1]));
        corr_hint(err, "give one id at a time");
        return CORR_EUSAGE;
    }
    if (t.n > 0 && t.n < ID_SHORTEST && id_is_hex(t))
        return corr_fail(err, CORR_EUSAGE,
                         "\"%.*s\" is too short: an id needs 4 digits or more",
                         CORR_STR_ARG(t));
    corr_fail(err, CORR_EUSAGE, "\"%.*s\" is not a trace or span id",
              (int)(t.n < MOST ? t.n : MOST), t.p);
    corr_hint(
        err,
        "give 4 or more hex digits, base64, a decimal number or a traceparent");
    return CORR_EUSAGE;
}
