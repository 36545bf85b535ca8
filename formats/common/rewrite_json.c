/* rewrite_json - copies JSON, its strings mapped. */
#include "common/json_scan.h"
#include "common/rewrite.h"

/* Deeper values are copied as text of no place. */
enum { LEVELS = 512 };

/* What holds inside one pair of brackets. */
typedef struct json_level {
    bool is_object, is_value; /* is_value: the next string is a value */
    bool is_user;             /* its keys are a user's: tags, labels */
    bool holds_users;         /* the next value is such an object */
    bool is_integer;          /* the next value is a number, quoted or not */
    bool holds_attribute;     /* the next value is that of an attribute */
    corr_spot place;          /* of the next value */
    corr_spot beside;         /* by the member "key" */
    corr_spot around;         /* of the attribute around */
    bool has_around;
} json_level;

typedef enum json_member_kind {
    MEMBER_OTHER,
    MEMBER_NAMES,   /* "key": its value is the key of the one beside */
    MEMBER_VALUE,   /* "value": beside "key" */
    MEMBER_WRAPPER, /* "stringValue" */
    MEMBER_INTEGER, /* "intValue" */
    MEMBER_USERS    /* "tags": an object of a user's keys */
} json_member_kind;

/* A key that came before, of an object or of an attribute. */
typedef struct json_key {
    uint8_t n; /* 0: none */
    uint8_t kind, place;
    uint32_t kept; /* bits of the places where it stays as it is */
    char bytes[56];
} json_key;

enum { KEYS = 256 };

typedef struct json_copy {
    corr_scrub *map;
    corr_out *out;
    corr_src *in;
    const uint8_t *p, *end, *from; /* the window; from: not yet copied */
    unsigned depth;
    json_level level[LEVELS];
    char *scratch;
    size_t room;
    json_key key[KEYS]; /* by their hashes; another key takes its place */
    json_key long_key;  /* the last one that has no room there */
} json_copy;

static json_level *top_level(json_copy *j)
{
    return &j->level[j->depth < LEVELS ? j->depth : LEVELS - 1];
}

/* ---- places -------------------------------------------------------------- */

static json_member_kind kind_of_member(corr_str key)
{
    static const struct {
        const char *name;
        json_member_kind kind;
    } members[] = {
        { "key", MEMBER_NAMES },
        { "value", MEMBER_VALUE },
        { "stringValue", MEMBER_WRAPPER },
        { "string_value", MEMBER_WRAPPER },
        { "intValue", MEMBER_INTEGER },
        { "int_value", MEMBER_INTEGER },
        { "arrayValue", MEMBER_WRAPPER },
        { "array_value", MEMBER_WRAPPER },
        { "values", MEMBER_WRAPPER },
        { "kvlistValue", MEMBER_WRAPPER },
        { "bytesValue", MEMBER_WRAPPER },
        { "vStr", MEMBER_WRAPPER },
        { "tags", MEMBER_USERS },
        { "labels", MEMBER_USERS },
        { "annotations", MEMBER_USERS },
        { "metric", MEMBER_USERS },
        { "attributes", MEMBER_USERS },
        { "commonLabels", MEMBER_USERS },
        { "groupLabels", MEMBER_USERS },
        { "commonAnnotations", MEMBER_USERS },
    };

    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (members[i].name[0] == (key.n ? key.p[0] : '\0') &&
            corr_str_is(key, members[i].name))
            return members[i].kind;
    return MEMBER_OTHER;
}

/* What is known about a key.  Few keys make up a file. */
static json_key *know_key(json_copy *j, corr_str key)
{
    const bool is_short = key.n > 0 && key.n <= sizeof j->long_key.bytes;
    json_key *k =
        is_short ? &j->key[corr_hash(key.p, key.n) % KEYS] : &j->long_key;

    if (is_short && k->n == key.n && memcmp(k->bytes, key.p, key.n) == 0)
        return k;
    *k = (json_key){ .n = is_short ? (uint8_t)key.n : 0,
                     .kind = (uint8_t)kind_of_member(key),
                     .place = (uint8_t)corr_scrub_place(j->map, key) };
    if (is_short)
        memcpy(k->bytes, key.p, key.n);
    return k;
}

/* The text to write for a key at a place. */
static corr_str map_key(json_copy *j, json_key *k, corr_spot place,
                        corr_str text)
{
    if (k->kept >> place & 1)
        return text;
    const corr_str now = corr_scrub_text(j->map, place, text);
    if (now.p == text.p)
        k->kept |= UINT32_C(1) << place;
    return now;
}

/* Sets the place of the value behind a key. */
static void enter_member(json_copy *j, const json_key *key)
{
    json_level *l = top_level(j);
    const json_member_kind kind = (json_member_kind)key->kind;
    const bool is_beside =
        kind == MEMBER_VALUE && l->beside != CORR_PLACE_COUNT;

    l->holds_users = kind == MEMBER_USERS;
    l->holds_attribute =
        is_beside ||
        (l->has_around && (kind == MEMBER_WRAPPER || kind == MEMBER_INTEGER));
    if (is_beside)
        l->place = l->beside;
    else if (l->holds_attribute)
        l->place = l->around;
    else if (kind == MEMBER_NAMES)
        l->place = CORR_PLACE_KEY;
    else
        l->place = (corr_spot)key->place;
    l->is_integer = kind == MEMBER_INTEGER;
    l->is_value = true;
}

/* ---- strings ------------------------------------------------------------- */

static bool make_scratch(json_copy *j, size_t n)
{
    if (corr_grow((void **)&j->scratch, &j->room, n, 1))
        return true;
    corr_scrub_fail(j->map);
    return false;
}

static void put_escaped(corr_out *out, corr_str s)
{
    size_t done = 0;

    for (size_t i = 0; i < s.n; i++) {
        const uint8_t c = (uint8_t)s.p[i];
        if (c >= ' ' && c != '"' && c != '\\')
            continue;
        corr_put(out, s.p + done, i - done);
        if (c == '"' || c == '\\')
            corr_printf(out, "\\%c", c);
        else
            corr_printf(out, "\\u%04x", c);
        done = i + 1;
    }
    corr_put(out, s.p + done, s.n - done);
}

/* Copies what stands before `to`, then other text in place of [to,behind). */
static void replace_string(json_copy *j, const uint8_t *to,
                           const uint8_t *behind, corr_str text)
{
    corr_put(j->out, j->from, (size_t)(to - j->from));
    put_escaped(j->out, text);
    j->from = behind;
}

/* The text of a string, without its escapes. */
static corr_str string_text(json_copy *j, corr_str raw, bool escaped)
{
    if (!escaped || !make_scratch(j, 2 * raw.n + 8))
        return raw;
    return (corr_str){ j->scratch, corr_json_unescape(j->scratch, raw) };
}

static void copy_key(json_copy *j, corr_str raw, bool escaped)
{
    json_level *l = top_level(j);
    const corr_str key = string_text(j, raw, escaped);
    json_key *known = know_key(j, key);
    const corr_str now =
        map_key(j, known, l->is_user ? CORR_PLACE_KEY : CORR_PLACE_PUBLIC, key);

    enter_member(j, known);
    if (now.p != key.p)
        replace_string(j, (const uint8_t *)raw.p,
                       (const uint8_t *)raw.p + raw.n, now);
}

/* "intValue": "42" stays a number. */
static bool copy_integer(json_copy *j, corr_str raw)
{
    const corr_spot place = top_level(j)->place;
    int64_t value;

    if (!corr_str_i64(raw, &value))
        return false;
    const int64_t now = corr_scrub_number(j->map, place, value);
    if (now == value)
        return true;
    corr_put(j->out, j->from, (size_t)((const uint8_t *)raw.p - j->from));
    corr_put_int(j->out, now);
    j->from = (const uint8_t *)raw.p + raw.n;
    return true;
}

/* Short texts at the place of a name may be the key of the value beside. */
enum { KEY_LONGEST = 64 };

static void copy_string(json_copy *j, corr_str raw, bool escaped)
{
    json_level *l = top_level(j);
    const corr_spot place = l->place;

    if (l->is_integer && copy_integer(j, raw))
        return;
    const corr_str text = string_text(j, raw, escaped);
    corr_str now = text;
    if (l->is_object && text.n < KEY_LONGEST &&
        (place == CORR_PLACE_KEY || place == CORR_PLACE_NAME)) {
        json_key *known = know_key(j, text);
        l->beside = (corr_spot)known->place;
        now = map_key(j, known, place, text);
    } else {
        now = corr_scrub_text(j->map, place, text);
    }
    if (now.p != text.p)
        replace_string(j, (const uint8_t *)raw.p,
                       (const uint8_t *)raw.p + raw.n, now);
}

/* A string that does not end is text up to the end of the file. */
static bool take_string(json_copy *j)
{
    const uint8_t *text = j->p + 1, *quote;
    bool escaped = false;
    const json_level *l = top_level(j);

    quote = json_scan_string(text, j->end, &escaped);
    if (!quote)
        return false;
    const corr_str raw = { (const char *)text, (size_t)(quote - text) };
    if (l->is_object && !l->is_value)
        copy_key(j, raw, escaped);
    else
        copy_string(j, raw, escaped);
    j->p = quote + 1;
    return true;
}

/* ---- brackets ------------------------------------------------------------ */

static void enter_bracket(json_copy *j, bool is_object)
{
    const json_level *outer = top_level(j);
    const json_level inner = { .is_object = is_object,
                               .is_user = is_object && outer->is_object &&
                                          outer->holds_users,
                               .place = outer->place,
                               .beside = CORR_PLACE_COUNT,
                               .around = outer->place,
                               .has_around = outer->is_object
                                                 ? outer->holds_attribute
                                                 : outer->has_around };

    j->depth++;
    *top_level(j) = inner;
}

static void leave_bracket(json_copy *j)
{
    if (j->depth)
        j->depth--;
}

/* ---- bytes that are neither ---------------------------------------------- */

/* Letters that are no literal of JSON are text: a log between documents, or a
 * damaged file. */
static bool is_literal(corr_str s)
{
    static const char *const literals[] = { "true",     "false",    "null",
                                            "NaN",      "Infinity", "-Infinity",
                                            "+Infinity" };
    bool number = true;

    for (size_t i = 0; i < s.n; i++)
        number &= corr_is_digit(s.p[i]) || strchr("+-.eE", s.p[i]) != NULL;
    for (size_t i = 0; i < sizeof literals / sizeof *literals; i++)
        if (corr_str_is(s, literals[i]))
            return true;
    return number;
}

static void copy_number(json_copy *j, corr_str s, corr_spot place)
{
    int64_t value;

    if ((place != CORR_PLACE_USER && place != CORR_PLACE_SECRET) ||
        !corr_str_i64(s, &value))
        return;
    const int64_t now = corr_scrub_number(j->map, place, value);
    if (now == value)
        return;
    corr_put(j->out, j->from, (size_t)((const uint8_t *)s.p - j->from));
    corr_put_int(j->out, now);
    j->from = (const uint8_t *)s.p + s.n;
}

static bool ends_other(uint8_t c, bool is_literal_byte)
{
    return c == '\n' || c == '"' ||
           (is_literal_byte &&
            (c == ',' || c == '}' || c == ']' || c == ':' || json_is_blank(c)));
}

static bool take_other(json_copy *j, bool is_last)
{
    const uint8_t *to = j->p;
    const json_level *l = top_level(j);

    while (to < j->end && !ends_other(*to, true))
        to++;
    if (to == j->end && !is_last)
        return false;
    corr_str s = { (const char *)j->p, (size_t)(to - j->p) };
    if (is_literal(s)) {
        copy_number(j, s, l->place);
    } else {
        while (to < j->end && !ends_other(*to, false))
            to++;
        if (to == j->end && !is_last)
            return false;
        s.n = (size_t)(to - j->p);
        const corr_str now = corr_scrub_text(j->map, CORR_PLACE_TEXT, s);
        if (now.p != s.p) {
            corr_put(j->out, j->from, (size_t)(j->p - j->from));
            corr_put_str(j->out, now);
            j->from = to;
        }
    }
    j->p = to;
    return true;
}

/* ---- the walk ------------------------------------------------------------ */

static void take_comma(json_copy *j)
{
    json_level *l = top_level(j);

    if (l->is_object)
        l->is_value = false;
}

/* Takes one token; false: it goes on behind the window. */
static bool take_token(json_copy *j, bool is_last)
{
    const uint8_t c = *j->p;

    switch (c) {
    case '"':
        return take_string(j);
    case '{':
    case '[':
        enter_bracket(j, c == '{');
        break;
    case '}':
    case ']':
        leave_bracket(j);
        break;
    case ',':
        take_comma(j);
        break;
    case ':':
    case ' ':
    case '\n':
    case '\r':
    case '\t':
        break;
    default:
        return take_other(j, is_last);
    }
    j->p++;
    return true;
}

/* The rest of a file that broke off inside a string. */
static void take_rest(json_copy *j)
{
    const size_t open = *j->p == '"';
    const corr_str raw = { (const char *)j->p + open,
                           (size_t)(j->end - j->p) - open };
    const corr_str now = corr_scrub_text(j->map, top_level(j)->place, raw);

    corr_scrub_goes_on(j->map);
    corr_put(j->out, j->from, (size_t)((const uint8_t *)raw.p - j->from));
    corr_put_str(j->out, now);
    j->from = j->p = j->end;
}

/* Documents in lines are copied on their own.  If a line was none after all, the
 * copy says so: it goes on. */
size_t rewrite_json_part(const uint8_t *p, size_t n, bool is_last)
{
    enum { LINE_MOST = 1 << 23 };
    const uint8_t *line = is_last ? p + n : json_scan_last_line(p, p + n);

    return line ? (size_t)(line - p) : n < LINE_MOST ? 2 * n : 0;
}

corr_code rewrite_json(corr_src *in, corr_scrub *map, corr_out *out,
                       corr_err *err)
{
    json_copy *j = calloc(1, sizeof *j);
    size_t want = 1, got;

    if (!j)
        return corr_no_memory(err);
    *j = (json_copy){ .map = map, .out = out, .in = in };
    j->level[0].beside = CORR_PLACE_COUNT;
    for (;;) {
        const uint8_t *p = corr_src_peek(in, want, &got);
        if (got == 0)
            break;
        const bool is_last = got < want;
        j->p = j->from = p;
        j->end = p + got;
        while (j->p < j->end && take_token(j, is_last))
            ;
        if (j->p < j->end && is_last)
            take_rest(j);
        corr_put(out, j->from, (size_t)(j->p - j->from));
        want = j->p == p ? got * 2 : (size_t)(j->end - j->p) + 1;
        corr_src_skip(in, (uint64_t)(j->p - p));
        if (corr_scrub_failed(map) || corr_out_failed(out))
            break;
    }
    if (j->depth)
        corr_scrub_goes_on(map);
    free(j->scratch);
    free(j);
    return rewrite_end(in, map, err);
}
