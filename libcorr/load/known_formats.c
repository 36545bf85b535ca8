#include "load/known_formats.h"

#include <stdio.h>

#include "base/base.h"
#include "load/load.h"

/* ---- a head that is looked at -------------------------------------------- */

enum { KEYS_MOST = 512, NEAR_MOST = 64 };

typedef struct json_member {
    corr_str name;
    unsigned depth; /* 1: of an object that no other object surrounds */
} json_member;

/* The first members of a document, listed when they are asked for. */
typedef struct member_list {
    bool is_listed;
    size_t n;
    json_member v[KEYS_MOST];
} member_list;

typedef struct head_look {
    corr_str text; /* all of it */
    corr_str body; /* without blanks in front */
    const head_facts *facts;
    member_list *list;
} head_look;

/* The end of a string that begins behind a quote. */
static size_t string_end(corr_str s, size_t at)
{
    while (at < s.n && s.p[at] != '"')
        at += s.p[at] == '\\' ? 2 : 1;
    return at < s.n ? at : s.n;
}

static bool is_json_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* Lists the members of a JSON document.  A string is a name if a colon
 * follows. */
static void list_members(member_list *l, corr_str s)
{
    unsigned depth = 0;

    l->is_listed = true;
    if (!s.n || (*s.p != '{' && *s.p != '['))
        return;
    for (size_t at = 0; at < s.n && l->n < KEYS_MOST; at++) {
        depth += s.p[at] == '{';
        depth -= s.p[at] == '}' && depth > 0;
        if (s.p[at] != '"')
            continue;
        const size_t from = at + 1;
        at = string_end(s, from);
        size_t next = at + 1;
        while (next < s.n && is_json_blank(s.p[next]))
            next++;
        if (next >= s.n || s.p[next] != ':')
            continue;
        const corr_str name = { s.p + from, at - from };
        l->v[l->n++] = (json_member){ name, depth };
    }
}

static const member_list *members_of(const head_look *k)
{
    if (!k->list->is_listed)
        list_members(k->list, k->body);
    return k->list;
}

static bool has_member(const head_look *k, const char *name, bool is_top)
{
    const corr_str wanted = corr_str_of(name);

    const member_list *l = members_of(k);
    for (size_t i = 0; i < l->n; i++)
        if ((!is_top || l->v[i].depth == 1) &&
            corr_str_eq(l->v[i].name, wanted))
            return true;
    return false;
}

static bool has_text(corr_str s, const char *text, size_t n)
{
    const char *at = s.p, *end = s.p + s.n;

    while (n <= (size_t)(end - at) &&
           (at = memchr(at, text[0], (size_t)(end - at) - n + 1))) {
        if (memcmp(at, text, n) == 0)
            return true;
        at++;
    }
    return false;
}

/* ---- checks --------------------------------------------------------------- */

static bool is_binary_head(const head_look *k)
{
    return k->facts->is_binary || memchr(k->text.p, 0, k->text.n);
}

static uint32_t le32(corr_str s, size_t at)
{
    const uint8_t *p = (const uint8_t *)s.p + at;

    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

/* The header of a buffer: its size, and two places inside it. */
static bool is_etl(const head_look *k)
{
    enum { HEADER = 72, LEAST = 4096, MOST = 16 << 20 };

    if (k->text.n < HEADER)
        return false;
    const uint32_t size = le32(k->text, 0);
    return size >= LEAST && size <= MOST && (size & (size - 1)) == 0 &&
           le32(k->text, 4) <= size && le32(k->text, 8) <= size;
}

/* A dictionary whose first key is a tuple of three; bit 7 marks an object that
 * is referred to. */
static bool is_cprofile(const head_look *k)
{
    const uint8_t *p = (const uint8_t *)k->text.p;

    return k->text.n > 4 && (p[0] & 0x7f) == '{' &&
           ((p[1] & 0x7f) == ')' || (p[1] & 0x7f) == '(') && p[2] == 3;
}

/* The type of an ELF file is 4, in either order of bytes. */
static bool is_core(const head_look *k)
{
    return k->text.n > 17 && k->text.p[16] + k->text.p[17] == 4;
}

static bool is_markup(const head_look *k)
{
    return corr_str_starts(k->body, "<?xml") ||
           corr_str_starts(k->body, "<svg") || corr_str_starts(k->body, "<!");
}

static bool is_html(const head_look *k)
{
    return corr_str_starts(k->body, "<!DOCTYPE html") ||
           corr_str_starts(k->body, "<!doctype html") ||
           corr_str_starts(k->body, "<html");
}

/* X-Ray's segments have their own id only. */
static bool lacks_span_id(const head_look *k)
{
    return !has_member(k, "span_id", false);
}

static bool is_digits(corr_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!corr_is_digit(s.p[i]))
            return false;
    return s.n > 0;
}

/* Lines "module`function+0x12", and lines of a number alone below them. */
static bool is_dtrace(const head_look *k)
{
    corr_str rest = k->text, line;
    unsigned frames = 0, counts = 0;

    while (corr_str_cut(rest, '\n', &line, &rest)) {
        line = corr_str_trim(line);
        const size_t tick = corr_str_find(line, '`');
        frames +=
            tick > 0 && tick < line.n && corr_str_find(line, ' ') == line.n;
        counts += frames > 0 && is_digits(line);
    }
    return frames >= 2 && counts > 0;
}

/* Lines "0 function file:line", and "# ..." behind each stack. */
static bool is_phpspy(const head_look *k)
{
    corr_str rest = k->text, line;
    unsigned frames = 0, ends = 0;

    while (corr_str_cut(rest, '\n', &line, &rest)) {
        const size_t blank = corr_str_find(line, ' ');
        const corr_str number = { line.p, blank };
        frames += blank < line.n && is_digits(number) && has_text(line, ":", 1);
        ends += corr_str_starts(line, "# ");
        if (frames + ends == 0 && line.n)
            return false;
    }
    return frames >= 2 && ends > 0 && corr_str_starts(k->text, "0 ");
}

/* Whether a line begins and ends so. */
static bool has_line_of(corr_str rest, const char *begin, const char *end)
{
    corr_str line;

    while (corr_str_cut(rest, '\n', &line, &rest)) {
        line = corr_str_trim(line);
        if (corr_str_starts(line, begin) && corr_str_ends(line, end))
            return true;
    }
    return false;
}

static bool is_goroutine_dump(const head_look *k)
{
    return has_line_of(k->text, "goroutine ", "]:");
}

static bool is_thread_dump(const head_look *k)
{
    return has_line_of(k->text, "Full thread dump ", "):");
}

/* A family with its length in front: its name (1), perhaps help (2), then its
 * type (3) or a metric (4). */
static bool is_metric_families(const head_look *k)
{
    enum { NAME = 1 << 3 | 2, HELP = 2 << 3 | 2, TYPE = 3 << 3, METRIC = 34 };
    corr_cur c = corr_cur_of(k->text.p, k->text.n);
    const uint64_t size = corr_cur_varint(&c);
    uint64_t key = corr_cur_varint(&c);
    corr_cur name = corr_cur_slice(&c, corr_cur_varint(&c));

    if (c.bad || key != NAME || name.p == name.end ||
        size < corr_cur_left(&name))
        return false;
    for (; name.p < name.end; name.p++)
        if (*name.p <= ' ' || *name.p == 0x7f)
            return false;
    key = corr_cur_varint(&c);
    if (key == HELP) {
        corr_cur_slice(&c, corr_cur_varint(&c));
        key = corr_cur_varint(&c);
    }
    return !c.bad && (key == TYPE || key == METRIC) &&
           has_text(k->text, (const char[]){ METRIC }, 1);
}

/* The same as text, on lines or in one; blanks between words vary. */
static bool is_metric_text(const head_look *k)
{
    const corr_str name = corr_str_trim(corr_str_from(k->body, 5));

    return corr_str_starts(name, "\"") && has_text(k->text, "type:", 5) &&
           (has_text(k->text, "metric:", 7) ||
            has_text(k->text, "metric {", 8) ||
            has_text(k->text, "metric{", 7));
}

/* ---- the table ------------------------------------------------------------ */

typedef enum mark_how {
    MARK_END, /* no more marks */
    MARK_AT,
    MARK_FIRST,
    MARK_NEAR,
    MARK_LINE,
    MARK_HAS,
    MARK_TOP,
    MARK_KEY,
    MARK_LIKE
} mark_how;

enum { MARKS = 4 };

typedef struct known_mark {
    mark_how how;
    const char *text;
    size_t n, at;
    bool (*like)(const head_look *k);
} known_mark;

typedef struct known_row {
    known_format is;
    known_mark mark[MARKS + 1];
} known_row;

/* Below the least score of a format, between a weak and a strong one, and above
 * all but magic bytes. */
enum { FAINT = 10, TEXT = 50, SOLID = 95 };

#define TEXT_MARK(how, text)                                                   \
    {                                                                          \
        how, text, sizeof(text) - 1, 0, NULL                                   \
    }
#define AT(at, text)                                                           \
    {                                                                          \
        MARK_AT, text, sizeof(text) - 1, at, NULL                              \
    }
#define FIRST(text) TEXT_MARK(MARK_FIRST, text)
#define NEAR(text)  TEXT_MARK(MARK_NEAR, text)
#define LINE(text)  TEXT_MARK(MARK_LINE, text)
#define HAS(text)   TEXT_MARK(MARK_HAS, text)
#define TOP(text)   TEXT_MARK(MARK_TOP, text)
#define KEY(text)   TEXT_MARK(MARK_KEY, text)
#define LIKE(check)                                                            \
    {                                                                          \
        MARK_LIKE, NULL, 0, 0, check                                           \
    }
#define ROW(what, instead, sure, ...)                                          \
    { { what, instead, sure, false }, { __VA_ARGS__ } },
#define PACKED(what, instead, ...)                                             \
    { { what, instead, SOLID, true }, { __VA_ARGS__ } },

static const known_row known_rows[] = {
#include "load/known_rows.h"
};

/* Most marks differ in the first byte. */
static inline bool is_text(const char *p, const char *text, size_t n)
{
    return *p == *text && memcmp(p, text, n) == 0;
}

/* Whether a line begins so, behind blanks. */
static bool has_line(corr_str s, const known_mark *m)
{
    for (size_t at = 0; at < s.n;) {
        while (at < s.n && (s.p[at] == ' ' || s.p[at] == '\t'))
            at++;
        if (m->n <= s.n - at && is_text(s.p + at, m->text, m->n))
            return true;
        const char *end = memchr(s.p + at, '\n', s.n - at);
        at = end ? (size_t)(end - s.p) + 1 : s.n;
    }
    return false;
}

static bool is_there(const head_look *k, const known_mark *m)
{
    const corr_str near = { k->text.p,
                            k->text.n < NEAR_MOST ? k->text.n : NEAR_MOST };

    switch (m->how) {
    case MARK_AT:
        return k->text.n >= m->at + m->n &&
               is_text(k->text.p + m->at, m->text, m->n);
    case MARK_FIRST:
        return k->body.n >= m->n && is_text(k->body.p, m->text, m->n);
    case MARK_NEAR:
        return has_text(near, m->text, m->n);
    case MARK_LINE:
        return !k->facts->is_binary && has_line(k->text, m);
    case MARK_HAS:
        return has_text(k->text, m->text, m->n);
    case MARK_TOP:
        return has_member(k, m->text, true);
    case MARK_KEY:
        return has_member(k, m->text, false);
    case MARK_LIKE:
        return m->like(k);
    case MARK_END:
        break;
    }
    return true;
}

/* Rows that need a name which the head lacks are most of them. */
static bool has_marks(const head_look *k, const known_row *row)
{
    for (const known_mark *m = row->mark; m->how != MARK_END; m++)
        if ((m->how == MARK_TOP || m->how == MARK_KEY) &&
            !head_names_may_have(&k->facts->names, m->text))
            return false;
    for (const known_mark *m = row->mark; m->how != MARK_END; m++)
        if (!is_there(k, m))
            return false;
    return true;
}

bool known_members(const uint8_t *head, size_t n, char *to, size_t room)
{
    enum { SHOWN = 4, NAME_MOST = 24 };
    member_list l;
    size_t tops = 0, at = 0;

    l.n = 0;
    list_members(&l, corr_str_trim((corr_str){ (const char *)head, n }));
    *to = '\0';
    for (size_t i = 0; i < l.n; i++) {
        const corr_str name = l.v[i].name;
        if (l.v[i].depth != 1 || ++tops > SHOWN)
            continue;
        at += (size_t)snprintf(
            to + at, room - at, "%s\"%.*s\"", tops > 1 ? ", " : "",
            (int)(name.n < NAME_MOST ? name.n : NAME_MOST), name.p);
    }
    if (tops > SHOWN)
        snprintf(to + at, room - at, " and %zu more", tops - SHOWN);
    return tops > 0;
}

known_format known_format_of(const uint8_t *head, size_t n,
                             const head_facts *facts, int than)
{
    const corr_str text = { (const char *)head, n };
    member_list list;

    list.is_listed = false;
    list.n = 0;
    const head_look k = { text, corr_str_trim(text), facts, &list };
    for (size_t i = 0; i < countof(known_rows); i++)
        if (known_rows[i].is.sure > than && has_marks(&k, &known_rows[i]))
            return known_rows[i].is;
    return (known_format){ 0 };
}
