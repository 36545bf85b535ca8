/* partial_line - lines of a partial and their fields. */
#include "partial/partial.h"

#include <stdio.h>
#include <string.h>

typedef struct table {
    corr_str name;
    size_t fields;
} table;

static const table table_of[PARTIAL_TAGS] = {
    [PARTIAL_HEAD] = { { "corrpart", sizeof "corrpart" - 1 }, 2 },
    [PARTIAL_RECORDING] = { { "recording", sizeof "recording" - 1 }, 7 },
    [PARTIAL_KIND] = { { "kind", sizeof "kind" - 1 }, 7 },
    [PARTIAL_PROCESS] = { { "process", sizeof "process" - 1 }, 4 },
    [PARTIAL_FRAME] = { { "frame", sizeof "frame" - 1 }, 8 },
    [PARTIAL_STACK] = { { "stack", sizeof "stack" - 1 }, 2 },
    [PARTIAL_SUM] = { { "sum", sizeof "sum" - 1 }, 8 },
};

corr_str partial_name(partial_tag tag)
{
    return table_of[tag].name;
}

partial_line partial_split(corr_str line)
{
    partial_line to = { .tag = PARTIAL_TAGS };
    corr_str name, rest;
    unsigned tag = 0;
    size_t n = 0;

    if (!corr_str_cut(line, '\t', &name, &rest))
        return to;
    while (tag < PARTIAL_TAGS && !corr_str_eq(table_of[tag].name, name))
        tag++;
    to.rest = rest;
    for (bool more = tag < PARTIAL_TAGS; more; n++) {
        corr_str field = rest;
        more = corr_str_cut(rest, '\t', &field, &rest);
        if (n < PARTIAL_FIELDS)
            to.field[n] = field;
    }
    if (tag < PARTIAL_TAGS && n == table_of[tag].fields)
        to.tag = (partial_tag)tag;
    return to;
}

/* ---- texts --------------------------------------------------------------- */

static const char letters[] = "tnr\\";
static const char meant[] = "\t\n\r\\";

/* The character of the escape that begins behind a backslash; *n bytes. */
static char escaped_char(corr_str s, size_t *n)
{
    const char *at = memchr(letters, s.p[0], sizeof letters - 1);

    *n = 1;
    if (at)
        return meant[at - letters];
    if (s.n >= 3 && s.p[0] == 'x' && corr_hex_digit(s.p[1]) >= 0 &&
        corr_hex_digit(s.p[2]) >= 0) {
        *n = 3;
        return (char)(corr_hex_digit(s.p[1]) << 4 | corr_hex_digit(s.p[2]));
    }
    return s.p[0];
}

corr_str partial_text(corr_str field, corr_arena *a)
{
    size_t n = 0, used;

    if (corr_str_find(field, '\\') == field.n)
        return field;
    char *to = corr_arena_alloc(a, 1, field.n);
    if (!to)
        return (corr_str){ NULL, 0 };
    for (size_t i = 0; i < field.n; i++) {
        to[n] = field.p[i];
        if (field.p[i] == '\\' && i + 1 < field.n) {
            to[n] = escaped_char(corr_str_from(field, i + 1), &used);
            i += used;
        }
        n++;
    }
    return (corr_str){ to, n };
}

bool partial_put(partial_buffer *to, corr_str bytes)
{
    return corr_vec_append(NULL, to, bytes.p, bytes.n);
}

bool partial_put_tab(partial_buffer *to)
{
    return partial_put(to, CORR_STR("\t"));
}

bool partial_put_text(partial_buffer *to, corr_str text)
{
    static const char digit[] = "0123456789abcdef";

    if (!corr_vec_reserve(NULL, to, 4 * text.n))
        return false;
    for (size_t i = 0; i < text.n; i++) {
        const uint8_t c = (uint8_t)text.p[i];
        const char *at = c ? memchr(meant, c, sizeof meant - 1) : NULL;
        char *end = to->v + to->n;
        if (at) {
            memcpy(end, (char[]){ '\\', letters[at - meant] }, 2);
            to->n += 2;
        } else if (c < ' ' || c == 0x7f) {
            memcpy(end, (char[]){ '\\', 'x', digit[c >> 4], digit[c & 15] }, 4);
            to->n += 4;
        } else {
            *end = (char)c;
            to->n++;
        }
    }
    return true;
}

/* ---- numbers ------------------------------------------------------------- */

bool partial_put_time(partial_buffer *to, int64_t n)
{
    char text[32];

    if (n == CORR_NO_TIME)
        return partial_put(to, CORR_STR("-"));
    const int size = snprintf(text, sizeof text, "%lld", (long long)n);
    return partial_put(to, (corr_str){ text, (size_t)size });
}

bool partial_time(corr_str field, int64_t *n)
{
    *n = CORR_NO_TIME;
    return corr_str_is(field, "-") || corr_str_i64(field, n);
}

bool partial_number(corr_str field, partial_wide *n)
{
    const partial_wide most = ~(partial_wide)0;

    *n = 0;
    for (size_t i = 0; i < field.n; i++) {
        if (field.p[i] < '0' || field.p[i] > '9' || *n > (most - 9) / 10)
            return false;
        *n = 10 * *n + (unsigned)(field.p[i] - '0');
    }
    return field.n > 0;
}

/* A number below a size. */
static bool number_below(corr_str field, uint32_t size, uint32_t *n)
{
    uint64_t v;

    if (!corr_str_u64(field, &v) || v >= size)
        return false;
    *n = (uint32_t)v;
    return true;
}

bool partial_read_sum(const partial_line *line,
                      const uint32_t size[PARTIAL_TAGS], partial_sum *to)
{
    const corr_str *f = line->field;

    return number_below(f[0], size[PARTIAL_RECORDING], &to->recording) &&
           number_below(f[1], size[PARTIAL_KIND], &to->kind) &&
           number_below(f[2], size[PARTIAL_PROCESS], &to->process) &&
           number_below(f[3], size[PARTIAL_STACK], &to->stack) &&
           partial_time(f[4], &to->bucket) &&
           (to->bucket == CORR_NO_TIME ||
            (to->bucket >= INT64_MIN / PARTIAL_BUCKET &&
             to->bucket < INT64_MAX / PARTIAL_BUCKET)) &&
           corr_str_i64(f[5], &to->n) && to->n >= 0 &&
           corr_str_i64(f[6], &to->value) && partial_number(f[7], &to->squares);
}

bool partial_next_frame(corr_str *frames, uint32_t nframe, uint32_t *frame,
                        bool *bad)
{
    corr_str number;

    if (!frames->n || !corr_str_next(frames, ' ', &number))
        return false;
    *bad |= !number_below(number, nframe, frame);
    return !*bad;
}

/* ---- names --------------------------------------------------------------- */

static const char *const flag_name[] = {
    "default", "cumulative", "snapshot", "interval", "context", "no-count",
    "few",     "runnable",   "exact",    "picked",   "whole",   "unscaled",
};
enum { FLAGS = sizeof flag_name / sizeof *flag_name };

bool partial_put_flags(partial_buffer *to, unsigned flags)
{
    bool ok = true, any = false;

    for (unsigned i = 0; i < FLAGS; i++)
        if (flags >> i & 1) {
            ok = ok && (!any || partial_put(to, CORR_STR("+"))) &&
                 partial_put(to, corr_str_of(flag_name[i]));
            any = true;
        }
    return any ? ok : partial_put(to, CORR_STR("-"));
}

unsigned partial_flags(corr_str field)
{
    unsigned flags = 0;
    corr_str word;

    while (corr_str_next(&field, '+', &word))
        for (unsigned i = 0; i < FLAGS; i++)
            flags |= (unsigned)corr_str_is(word, flag_name[i]) << i;
    return flags;
}

bool partial_unit(corr_str field, corr_unit *unit)
{
    static const corr_unit units[] = { CORR_COUNT, CORR_NS, CORR_BYTES,
                                       CORR_AMOUNT, CORR_FRACTION };

    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (corr_str_is(field, corr_unit_name(units[i]))) {
            *unit = units[i];
            return true;
        }
    return false;
}

corr_str partial_wait_name(corr_wait wait)
{
    static const char *const name[CORR_WAIT_COUNT] = {
        [CORR_WAIT_NONE] = "-",      [CORR_WAIT_PAUSE] = "pause",
        [CORR_WAIT_LOCK] = "lock",   [CORR_WAIT_FILE] = "file",
        [CORR_WAIT_SLEEP] = "sleep", [CORR_WAIT_SOCKET] = "socket",
        [CORR_WAIT_PARK] = "park",
    };

    return corr_str_of(name[wait < CORR_WAIT_COUNT ? wait : CORR_WAIT_NONE]);
}
