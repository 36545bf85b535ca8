/*
 * json - a pull tokenizer for documents of any size.
 *
 * The window is the bytes that the source has in memory from the position of
 * the last refill; p walks through it, and the source is called only when the
 * window ends.  So most tokens cost no call.  A key with its colon, or a taken
 * value, is read again from its beginning if the window ends inside it.
 */
#include "common/json.h"

#include "common/json_private.h"
#include "common/json_scan.h"

enum {
    DEPTH = 256, /* if the input sets no limit */
    NEAR = 4096, /* a value this long may have lost its end */
};

/* The window when there is no text. */
static const uint8_t nothing[1];

uint64_t json_offset(const json *j)
{
    return j->expected ? j->bad_at : json_at(j, j->p);
}

bool json_failed(const json *j)
{
    return j->expected != NULL;
}

bool json_cut(const json *j)
{
    return j->expected && j->found < 0;
}

static bool stop_at(json *j, const uint8_t *at, const char *expected)
{
    if (j->expected)
        return false;
    j->expected = expected;
    j->bad_at = json_at(j, at);
    j->found = at < j->end ? *at : -1;
    return false;
}

static bool fail_expecting(json *j, const char *expected)
{
    return stop_at(j, j->p, expected);
}

static bool stop_at_end(json *j)
{
    return stop_at(j, j->end, "more");
}

void json_refuse(json *j, const char *expected)
{
    fail_expecting(j, expected);
}

/* ---- the window --------------------------------------------------------- */

void json_open(json *j, corr_src *in, const char *what)
{
    const unsigned depth = corr_src_limits(in)->depth;

    *j = (json){ .in = in,
                 .p = nothing,
                 .from = nothing,
                 .end = nothing,
                 .what = what,
                 .base = corr_src_offset(in),
                 .good = corr_src_offset(in),
                 .max_depth = depth ? depth : DEPTH,
                 .hit = UINT64_MAX,
                 .boundary = UINT64_MAX };
}

void json_deepen(json *j, unsigned depth)
{
    if (depth > j->max_depth)
        j->max_depth = depth;
}

void json_watch(json *j)
{
    j->watch = true;
}

void json_look_out(json *j)
{
    const uint64_t here = json_at(j, j->p);

    if (!j->watch || (j->boundary != UINT64_MAX && j->boundary > here))
        return;
    j->ran_over |= j->boundary < here; /* a value began at the line, or was due
                                          there */
    const uint8_t *line = json_scan_first_line(j->p, j->end);
    j->boundary = line ? json_at(j, line) : UINT64_MAX;
}

bool json_next_part(json *j)
{
    corr_src *in = j->in;

    if (j->expected)
        return false;
    corr_src_skip(in, (uint64_t)(j->p - j->from));
    j->p = j->from = j->end = nothing;
    if (!corr_src_next(in))
        return false;
    j->base = j->good = j->line = corr_src_offset(in);
    j->searched = 0;
    j->hit = UINT64_MAX;
    return true;
}

void json_open_text(json *j, corr_str text, unsigned depth)
{
    const uint8_t *p = text.n ? (const uint8_t *)text.p : nothing;

    *j = (json){ .p = p,
                 .from = p,
                 .end = p + text.n,
                 .max_depth = depth,
                 .hit = UINT64_MAX,
                 .boundary = UINT64_MAX };
}

json json_of(const json *outer, const json_val *v)
{
    json j;

    json_open_text(&j, v->text, outer->max_depth - outer->depth);
    return j;
}

json json_list(const json *outer, const json_val *v)
{
    json j = json_of(outer, v);

    if (v->type != JSON_ARRAY || !json_enter(&j, JSON_ARRAY)) {
        json_open_text(&j, CORR_STR("[]"), 1);
        json_enter(&j, JSON_ARRAY);
    }
    return j;
}

static bool is_too_large(const json *j)
{
    return j->in && json_left(j) >= corr_src_limits(j->in)->record;
}

bool json_refill(json *j)
{
    const size_t left = json_left(j);
    size_t got = 0;

    if (!j->in || j->expected || is_too_large(j))
        return false;
    const uint64_t limit = corr_src_limits(j->in)->record;
    const size_t want = left < limit / 2 ? 2 * left + 1 : (size_t)limit;
    j->base = json_at(j, j->p);
    corr_src_skip(j->in, (uint64_t)(j->p - j->from));
    const uint8_t *window = corr_src_peek(j->in, want, &got);
    j->from = j->p = got ? window : nothing;
    j->end = j->from + got;
    json_look_out(j);
    return got > left;
}

bool json_more(json *j)
{
    if (j->in && json_left(j) >= NEAR) {
        const uint8_t *line = json_scan_first_line(j->p, j->end);

        if (line)
            return stop_at(j, line, "the end of a value");
    }
    return json_refill(j);
}

bool json_blanks(json *j)
{
    for (;;) {
        while (j->p < j->end && json_is_blank(*j->p))
            j->line = *j->p++ == '\n' ? json_at(j, j->p) : j->line;
        if (j->p < j->end)
            return true;
        if (!json_refill(j))
            return false;
    }
}

/* Fast path: compact documents have no blanks. */
static inline bool to_token(json *j)
{
    return (j->p<j->end && * j->p> ' ') || json_blanks(j);
}

/* ---- values ------------------------------------------------------------- */

/* The type of a value by its first byte.  N and I: NaN, Infinity. */
static const uint8_t type_of[256] = {
    ['{'] = JSON_OBJECT, ['['] = JSON_ARRAY,  ['"'] = JSON_STRING,
    ['t'] = JSON_TRUE,   ['f'] = JSON_FALSE,  ['n'] = JSON_NULL,
    ['-'] = JSON_NUMBER, ['N'] = JSON_NUMBER, ['I'] = JSON_NUMBER,
    ['0'] = JSON_NUMBER, ['1'] = JSON_NUMBER, ['2'] = JSON_NUMBER,
    ['3'] = JSON_NUMBER, ['4'] = JSON_NUMBER, ['5'] = JSON_NUMBER,
    ['6'] = JSON_NUMBER, ['7'] = JSON_NUMBER, ['8'] = JSON_NUMBER,
    ['9'] = JSON_NUMBER,
};

json_type json_next(json *j)
{
    if (j->expected)
        return JSON_NONE;
    if (!to_token(j)) {
        stop_at_end(j);
        return JSON_NONE;
    }
    const json_type type = type_of[*j->p];
    if (type == JSON_NONE)
        fail_expecting(j, "a value");
    return type;
}

static bool ends_scalar(uint8_t c)
{
    return c == ',' || c == '}' || c == ']' || json_is_blank(c);
}

const uint8_t *json_value_end(const uint8_t *p, const uint8_t *limit,
                              json_type type, bool *escaped)
{
    json_scan scan = { 0 };

    if (type == JSON_STRING) {
        p = json_scan_string(p + 1, limit, escaped);
        return p ? p + 1 : NULL;
    }
    if (type == JSON_OBJECT || type == JSON_ARRAY) {
        if (limit - p >= 2 && (p[1] == '}' || p[1] == ']'))
            return p + 2;
        return json_scan_on(&scan, p, limit);
    }
    while (p < limit && !ends_scalar(*p))
        p++;
    return p < limit ? p : NULL;
}

static bool is_number(corr_str s)
{
    size_t i = 0;

    while (i < s.n &&
           ((s.p[i] >= '0' && s.p[i] <= '9') || s.p[i] == '.' ||
            s.p[i] == '-' || s.p[i] == '+' || s.p[i] == 'e' || s.p[i] == 'E'))
        i++;
    return i == s.n || corr_str_is(s, "NaN") || corr_str_is(s, "Infinity") ||
           corr_str_is(s, "-Infinity");
}

static bool is_scalar(json_type type, corr_str s)
{
    static const char *const word[JSON_TYPE_COUNT] = {
        [JSON_TRUE] = "true",
        [JSON_FALSE] = "false",
        [JSON_NULL] = "null",
    };

    return word[type] ? corr_str_is(s, word[type]) : is_number(s);
}

/* What a scan of a long value found: its end, or NULL. */
typedef struct found_end {
    uint64_t head;
    const uint8_t *from, *limit, *end;
} found_end;

/* Formats that probe a head skip the same values.  This is where such a value
 * ends; NULL: not before limit. */
static const uint8_t *probed_end(const uint8_t *from, const uint8_t *limit)
{
    enum { PLACES = 32, LONG = 256 };
    static _Thread_local found_end found[PLACES];
    const uint64_t head = corr_probed_head(from);
    found_end *f = &found[(uintptr_t)from % PLACES];
    json_scan scan = { 0 };

    if (head && f->head == head && f->from == from && f->limit == limit)
        return f->end;
    const uint8_t *end = json_scan_on(&scan, from, limit);
    if (head && (end ? end : limit) - from >= LONG)
        *f = (found_end){ head, from, limit, end };
    return end;
}

/* Skips an object or array, across windows. */
static void skip_brackets(json *j)
{
    json_scan scan = { 0 };

    for (;;) {
        const uint8_t *end = j->in ? json_scan_on(&scan, j->p, j->end)
                                   : probed_end(j->p, j->end);

        if (end) {
            json_pass(j, end);
            return;
        }
        if (j->in && json_scan_first_line(j->p, j->end)) {
            fail_expecting(j, "the end of a value");
            return;
        }
        j->p = j->end;
        if (!json_refill(j)) {
            stop_at_end(j);
            return;
        }
    }
}

void json_skip(json *j)
{
    const json_type type = json_next(j);
    json_val v;

    if (type == JSON_OBJECT || type == JSON_ARRAY)
        skip_brackets(j);
    else if (type != JSON_NONE)
        json_value(j, &v);
}

/* Brings the value at p into the window and returns its end.  NULL: the
 * tokenizer failed, or the value was too large and was skipped. */
static const uint8_t *whole_end(json *j, json_type type, bool *escaped)
{
    if (type == JSON_NONE)
        return NULL;
    for (;;) {
        const uint8_t *end = json_value_end(j->p, j->end, type, escaped);

        if (end)
            return end;
        if (json_more(j))
            continue;
        if (j->depth == 0 && type > JSON_ARRAY && type != JSON_STRING)
            return j->end; /* a number at the top can end with its text */
        if (!is_too_large(j)) {
            stop_at_end(j);
        } else if (type == JSON_OBJECT || type == JSON_ARRAY) {
            j->too_large = true;
            skip_brackets(j);
        } else {
            fail_expecting(j, "a shorter text");
        }
        return NULL;
    }
}

bool json_value(json *j, json_val *v)
{
    const json_type type = json_next(j);

    *v = (json_val){ .type = JSON_NONE };
    const uint8_t *end = whole_end(j, type, &v->escaped);
    if (!end)
        return false;
    v->text = (corr_str){ (const char *)j->p, (size_t)(end - j->p) };
    if (type == JSON_STRING)
        v->text = (corr_str){ v->text.p + 1, v->text.n - 2 };
    else if (type != JSON_OBJECT && type != JSON_ARRAY &&
             !is_scalar(type, v->text))
        return fail_expecting(j, "a value");
    v->type = type;
    json_pass(j, end);
    return true;
}

/* ---- structure ---------------------------------------------------------- */

bool json_enter(json *j, json_type type)
{
    if (json_next(j) != type || j->depth == j->max_depth) {
        j->too_deep |= !j->expected && type_of[*j->p] == type;
        json_skip(j);
        return false;
    }
    j->p++;
    j->depth++;
    j->first = true;
    return true;
}

bool json_next_item(json *j, uint8_t close)
{
    const char *due = close == '}' ? "a comma or }" : "a comma or ]";

    if (j->expected)
        return false;
    if (!to_token(j))
        return stop_at_end(j);
    if (!j->first && *j->p == ',') {
        j->p++;
        if (!to_token(j))
            return stop_at_end(j);
    } else if (!j->first && *j->p != close) {
        return fail_expecting(j, due);
    }
    if (*j->p == close) {
        j->depth--;
        json_pass(j, j->p + 1);
        return false;
    }
    j->first = false;
    return true;
}

bool json_key(json *j, corr_str *key)
{
    const uint8_t *end = NULL, *colon = NULL;
    bool escaped = false;

    if (!json_next_item(j, '}'))
        return false;
    if (*j->p != '"')
        return fail_expecting(j, "a key in quotes");
    for (;;) {
        end = json_scan_string(j->p + 1, j->end, &escaped);
        for (colon = end ? end + 1 : j->end;
             colon < j->end && json_is_blank(*colon); colon++)
            ;
        if (colon < j->end)
            break;
        if (!json_more(j))
            return stop_at_end(j);
    }
    if (*colon != ':')
        return stop_at(j, colon, "a colon");
    *key = (corr_str){ (const char *)j->p + 1, (size_t)(end - j->p - 1) };
    j->p = colon + 1;
    return true;
}

/* ---- views -------------------------------------------------------------- */

json json_view(const json *j)
{
    json view = *j;

    view.in = NULL;
    return view;
}

bool json_whole(json *j)
{
    bool escaped;

    return whole_end(j, json_next(j), &escaped) != NULL;
}

void json_join(json *j, const json *view)
{
    j->too_deep |= view->too_deep;
    json_pass(j, view->p);
}

bool json_first_key(json *j, corr_str *key)
{
    enum { NEAR_END = 4096 };
    json view;

    if (json_next(j) != JSON_OBJECT)
        return false;
    do {
        view = json_view(j);
        if (json_enter(&view, JSON_OBJECT) && json_key(&view, key))
            return true;
    } while (json_cut(&view) && json_left(j) < NEAR_END && json_refill(j));
    return false;
}
