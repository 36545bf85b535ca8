/*
 * rows - all observations with their verdicts: corr-json(7), section 4.
 *
 * One table of columns serves both writers: TSV with a header line, and one
 * JSON object per line.  Rows keep the order of the selection.  The text of a
 * stack is made once and cached by its number.
 */
#include "corr.h"
#include "corr_builtin.h"
#include "corr_write.h"

#include <math.h>
#include <stdlib.h>

/* Bytes of cached stack texts; texts beyond this are made again. */
#define KEPT_TEXT ((size_t)256 << 20)

/* How a text is escaped. */
typedef enum dialect { TSV, JSON } dialect;

typedef struct writer {
    const corr_sel *sel;
    corr_out *out;
    dialect as;
    corr_map stacks;  /* input, stack -> index in kept + 1 */
    corr_arena texts; /* memory of kept */
    corr_vec(corr_str) kept;
    corr_vec(char) buf; /* one text under construction */
    bool is_failed;
} writer;

/* ---- cells --------------------------------------------------------------- */

static void put_hex(corr_out *out, uint64_t v)
{
    char digits[16];

    corr_print_hex(digits, v);
    corr_put(out, digits, sizeof digits);
}

/* Writes a share or confidence, 0..1, to twelve decimals without trailing
 * zeros, so that the shares of a divided row add up to 1 closely. */
static void put_share(corr_out *out, double share)
{
    char digits[14] = "0.";
    int64_t v = llround(share * 1e12);
    size_t n = sizeof digits;

    if (v <= 0 || v >= INT64_C(1000000000000)) {
        corr_putc(out, v <= 0 ? '0' : '1');
        return;
    }
    for (size_t i = n - 1; i > 1; i--, v /= 10)
        digits[i] = (char)('0' + v % 10);
    while (digits[n - 1] == '0')
        n--;
    corr_put(out, digits, n);
}

/* The escape of a character; n 0: it needs no escape. */
typedef struct escape {
    char text[12];
    uint8_t n;
    uint8_t size; /* bytes of the character */
} escape;

static escape escape_of(dialect as, uint8_t c)
{
    static const char plain[] = "\t\n\r\\\"\b\f";
    static const char letter[] = "tnr\\\"bf";
    const char *at = c && c < 0x80 ? strchr(plain, c) : NULL;
    escape e = { "\\", 0, 1 };

    /* TSV has no quotes and uses only four of the short forms. */
    if (at && (as == JSON || at - plain < 4)) {
        e.text[1] = letter[at - plain];
        e.n = 2;
    } else if (as == JSON && c < 0x20) {
        memcpy(e.text, "\\u00", 4);
        e.text[4] = (char)('0' + (c >> 4));
        e.text[5] = "0123456789abcdef"[c & 15];
        e.n = 6;
    } else if (as == TSV && (c < 0x20 || c == 0x7f)) {
        e.text[1] = 'x';
        e.text[2] = (char)('0' + (c >> 4));
        e.text[3] = "0123456789abcdef"[c & 15];
        e.n = 4;
    }
    return e;
}

static uint8_t utf8_size(uint8_t first, size_t left)
{
    const uint8_t n = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;

    return left < n ? (uint8_t)left : n;
}

/* "\ud834" */
static void put_half(char to[6], uint32_t unit)
{
    to[0] = '\\';
    to[1] = 'u';
    for (unsigned i = 0; i < 4; i++)
        to[2 + i] = "0123456789abcdef"[unit >> (12 - 4 * i) & 15];
}

/* The escape of a non-ASCII character; a terminal would obey some. */
static escape wide_escape_of(dialect as, corr_str s)
{
    const uint8_t size = utf8_size((uint8_t)s.p[0], s.n);
    escape e = { "", 0, size };
    char safe[16];

    corr_safe(safe, sizeof safe, (corr_str){ s.p, size }, false);
    if (safe[0] != '\\')
        return e;
    if (safe[1] == 'x') /* invalid UTF-8: U+FFFD for this byte */
        return (escape){ "\xef\xbf\xbd", 3, 1 };
    const uint32_t c = (uint32_t)strtoul(safe + 2, NULL, 16);
    e.n = safe[1] == 'u' ? 6 : as == JSON ? 12 : 10;
    memcpy(e.text, safe, e.n < 12 ? e.n : 0);
    if (e.n == 12) { /* as a surrogate pair */
        put_half(e.text, corr_half(c, false));
        put_half(e.text + 6, corr_half(c, true));
    }
    return e;
}

/* The top bits of the bytes of a word that are below n, or equal to n. */
#define EACH(byte)  (UINT64_MAX / 255 * (byte))
#define BELOW(w, n) (((w)-EACH(n)) & ~(w)&EACH(0x80))
#define EQUAL(w, n) BELOW((w) ^ EACH(n), 1)

static bool is_special(uint64_t w)
{
    return (BELOW(w, 0x20) | EQUAL(w, '\\') | EQUAL(w, '"') | EQUAL(w, 0x7f) |
            (w & EACH(0x80))) != 0;
}

/* Whether a text needs an escape, decided eight bytes at a time.  Most names
 * are ASCII without escapes and are copied whole. */
static bool needs_escape(corr_str s)
{
    uint64_t w;

    for (; s.n >= sizeof w; s.p += sizeof w, s.n -= sizeof w) {
        memcpy(&w, s.p, sizeof w);
        if (is_special(w))
            return true;
    }
    w = EACH('a');
    if (s.n > 0)
        memcpy(&w, s.p, s.n);
    return is_special(w);
}

static void escape_text(writer *w, corr_str s)
{
    if (!corr_vec_reserve(NULL, &w->buf, 6 * s.n + 1)) {
        w->is_failed = true;
        return;
    }
    if (!needs_escape(s)) {
        if (s.n > 0)
            memcpy(w->buf.v + w->buf.n, s.p, s.n);
        w->buf.n += s.n;
        return;
    }
    while (s.n > 0) {
        const uint8_t first = (uint8_t)s.p[0];
        const escape e =
            first < 0x80 ? escape_of(w->as, first) : wide_escape_of(w->as, s);
        const size_t n = e.n ? e.n : e.size;

        memcpy(w->buf.v + w->buf.n, e.n ? e.text : s.p, n);
        w->buf.n += n;
        s = corr_str_from(s, e.size);
    }
}

static void put_escaped(writer *w, corr_str s)
{
    w->buf.n = 0;
    escape_text(w, s);
    corr_put(w->out, w->buf.v, w->buf.n);
}

/* ---- stacks -------------------------------------------------------------- */

static void build_stack(writer *w, uint32_t input, uint32_t stack)
{
    uint32_t depth = corr_stack_depth(w->sel, input, stack);
    char name[CORR_FRAME_NAME_MAX];

    w->buf.n = 0;
    for (uint32_t i = 0; i < depth && !w->is_failed; i++) {
        if (i > 0)
            escape_text(w, CORR_STR(";"));
        const corr_frame_view v = corr_stack_at(w->sel, input, stack, i);
        escape_text(w, v.written.n ? v.written : corr_frame_name(&v, name));
    }
}

static void keep_stack(writer *w, uint32_t *at)
{
    char *copy = corr_arena_alloc(&w->texts, 1, w->buf.n);

    if (!copy || !corr_vec_reserve(NULL, &w->kept, 1)) {
        w->is_failed = true;
        return;
    }
    memcpy(copy, w->buf.v, w->buf.n);
    w->kept.v[w->kept.n++] = (corr_str){ copy, w->buf.n };
    *at = (uint32_t)w->kept.n;
}

static void put_stack(writer *w, const corr_row *row)
{
    bool is_new;
    uint32_t *at = corr_map_u64(
        &w->stacks, (uint64_t)row->input << 32 | row->stack, &is_new);

    if (!at) {
        w->is_failed = true;
        return;
    }
    if (*at > 0) {
        corr_put_str(w->out, w->kept.v[*at - 1]);
        return;
    }
    build_stack(w, row->input, row->stack);
    corr_put(w->out, w->buf.v, w->buf.n);
    if (w->buf.n > 0 && w->texts.held + w->buf.n < KEPT_TEXT && !w->is_failed)
        keep_stack(w, at);
}

/* ---- columns ------------------------------------------------------------- */

/* When the value of a column is known. */
typedef enum known {
    ALWAYS,
    IF_ROW,
    IF_TIME,
    IF_THREAD,
    IF_TID,
    IF_LABEL_TRACE,
    IF_LABEL_SPAN,
    IF_JOINED,
    IF_NOT_JOINED,
    KNOWN_COUNT
} known;

static void find_known(const corr_row *r, bool is_known[KNOWN_COUNT])
{
    is_known[ALWAYS] = true;
    is_known[IF_ROW] = r->row != UINT32_MAX;
    is_known[IF_TIME] = r->time != CORR_NO_TIME;
    is_known[IF_THREAD] = r->thread.n > 0;
    is_known[IF_TID] = r->tid != 0;
    is_known[IF_LABEL_TRACE] = (r->label_trace.hi | r->label_trace.lo) != 0;
    is_known[IF_LABEL_SPAN] = r->label_span != 0;
    is_known[IF_JOINED] = r->span != 0;
    is_known[IF_NOT_JOINED] = r->span == 0 && r->why != CORR_WHY_NONE;
}

/* The type of a member of corr_row, and how it is written. */
typedef enum cell {
    CELL_CHARS, /* const char * */
    CELL_STR,   /* corr_str */
    CELL_U32,
    CELL_I64,
    CELL_VALUE,    /* int64_t in the unit of the row */
    CELL_SPAN_ID,  /* uint64_t, as hex */
    CELL_TRACE_ID, /* corr_trace_id, as hex */
    CELL_SHARE,    /* double */
    CELL_UNIT,     /* corr_unit */
    CELL_RUNG,     /* corr_rung */
    CELL_WHY,      /* corr_why */
    CELL_STACK     /* uint32_t: the frames of the stack */
} cell;

typedef struct column {
    const char *name;
    bool is_text; /* quoted in JSON */
    known known;  /* an unknown value is empty in TSV and null in JSON */
    cell type;
    size_t at; /* offset of the member */
} column;

static void put_cell(writer *w, const corr_row *r, const column *c)
{
    const void *member = (const char *)r + c->at;
    const corr_trace_id *id = member;
    char number[CORR_PRINT_MAX];

    switch (c->type) {
    case CELL_CHARS:
        put_escaped(w, corr_str_of(*(const char *const *)member));
        return;
    case CELL_STR:
        put_escaped(w, *(const corr_str *)member);
        return;
    case CELL_U32:
        corr_put_int(w->out, *(const uint32_t *)member);
        return;
    case CELL_I64:
        corr_put_int(w->out, *(const int64_t *)member);
        return;
    case CELL_VALUE:
        if (r->unit == CORR_FRACTION)
            corr_puts(w->out, corr_print_fraction(number, r->value));
        else
            corr_put_int(w->out, r->value);
        return;
    case CELL_SPAN_ID:
        put_hex(w->out, *(const uint64_t *)member);
        return;
    case CELL_TRACE_ID:
        put_hex(w->out, id->hi);
        put_hex(w->out, id->lo);
        return;
    case CELL_SHARE:
        put_share(w->out, *(const double *)member);
        return;
    case CELL_UNIT:
        corr_puts(w->out, corr_unit_name(r->unit));
        return;
    case CELL_RUNG:
        corr_puts(w->out, corr_rung_name(r->rung));
        return;
    case CELL_WHY:
        corr_puts(w->out, corr_why_name(r->why));
        return;
    case CELL_STACK:
        put_stack(w, r);
        return;
    }
}

/* time_ns is text in JSON, because a double cannot represent it. */
#define AT(member) offsetof(corr_row, member)
static const column columns[] = {
    { "file", true, ALWAYS, CELL_CHARS, AT(file) },
    { "row", false, IF_ROW, CELL_U32, AT(row) },
    { "tick", false, ALWAYS, CELL_U32, AT(tick) },
    { "type", true, ALWAYS, CELL_STR, AT(type) },
    { "kind", true, ALWAYS, CELL_STR, AT(kind) },
    { "value", false, ALWAYS, CELL_VALUE, AT(value) },
    { "unit", true, ALWAYS, CELL_UNIT, AT(unit) },
    { "time_ns", true, IF_TIME, CELL_I64, AT(time) },
    { "thread", true, IF_THREAD, CELL_STR, AT(thread) },
    { "tid", false, IF_TID, CELL_I64, AT(tid) },
    { "label_trace", true, IF_LABEL_TRACE, CELL_TRACE_ID, AT(label_trace) },
    { "label_span", true, IF_LABEL_SPAN, CELL_SPAN_ID, AT(label_span) },
    { "trace", true, IF_JOINED, CELL_TRACE_ID, AT(trace) },
    { "span", true, IF_JOINED, CELL_SPAN_ID, AT(span) },
    { "share", false, ALWAYS, CELL_SHARE, AT(share) },
    { "rung", true, IF_JOINED, CELL_RUNG, AT(rung) },
    { "confidence", false, IF_JOINED, CELL_SHARE, AT(confidence) },
    { "why", true, IF_NOT_JOINED, CELL_WHY, AT(why) },
    { "stack", true, ALWAYS, CELL_STACK, AT(stack) },
};

enum { NCOLUMN = sizeof columns / sizeof *columns };

/* ---- the two writers ----------------------------------------------------- */

/* What is written before column i. */
static void put_separator(writer *w, size_t i)
{
    if (w->as == JSON) {
        corr_puts(w->out, i > 0 ? ",\"" : "{\"");
        corr_puts(w->out, columns[i].name);
        corr_puts(w->out, "\":");
    } else if (i > 0) {
        corr_putc(w->out, '\t');
    }
}

static void put_row(writer *w, const corr_row *r)
{
    const bool is_json = w->as == JSON;
    bool known_of[KNOWN_COUNT];

    find_known(r, known_of);
    for (size_t i = 0; i < NCOLUMN; i++) {
        const column *c = &columns[i];
        const bool is_known = known_of[c->known];
        const char *quote = is_json && is_known && c->is_text ? "\"" : "";

        put_separator(w, i);
        corr_puts(w->out, quote);
        if (is_known)
            put_cell(w, r, c);
        else if (is_json)
            corr_puts(w->out, "null");
        corr_puts(w->out, quote);
    }
    corr_puts(w->out, is_json ? "}\n" : "\n");
}

static corr_code write_rows(const corr_sel *sel, corr_out *out, dialect as,
                            corr_err *err)
{
    writer w = { .sel = sel, .out = out, .as = as };
    corr_sel_iter it = { .sel = sel };
    corr_row row;

    w.texts.limit = SIZE_MAX;
    while (!w.is_failed && !corr_out_failed(out) && corr_sel_next(&it, &row))
        put_row(&w, &row);
    corr_map_clear(&w.stacks);
    corr_arena_clear(&w.texts);
    corr_vec_free(&w.kept);
    corr_vec_free(&w.buf);
    return w.is_failed ? corr_no_memory(err) : CORR_OK;
}

static corr_code rows_write(const corr_sel *sel, corr_out *out, corr_err *err)
{
    for (size_t i = 0; i < NCOLUMN; i++) {
        corr_puts(out, columns[i].name);
        corr_putc(out, i + 1 < NCOLUMN ? '\t' : '\n');
    }
    return write_rows(sel, out, TSV, err);
}

static corr_code jsonl_write(const corr_sel *sel, corr_out *out, corr_err *err)
{
    return write_rows(sel, out, JSON, err);
}

const corr_format corr_format_rows = {
    .name = "rows",
    .title = "observations with their verdicts, TSV",
    .write = rows_write,
};

const corr_format corr_format_rows_jsonl = {
    .name = "rows.jsonl",
    .title = "observations with their verdicts, JSON lines",
    .write = jsonl_write,
};
