/* Reads the kinds of lines that all text profiles share. */
#include "common/text_piece.h"
#include "pprof_legacy/legacy.h"

#include <math.h>

/* ---- lines --------------------------------------------------------------- */

bool legacy_next(legacy *f)
{
    const uint64_t offset = corr_src_offset(f->in);
    corr_str line;

    if (!corr_src_line(f->in, &line)) /* f->line is borrowed until here */
        return false;
    f->offset = offset;
    f->number = corr_src_lineno(f->in);
    f->line = corr_str_trim(line);
    if (corr_src_offset(f->in) > offset + line.n || f->line.n == 0)
        return true;
    f->is_cut = true;
    f->line.n = 0;
    corr_damage(f->b, offset, line.n, 0,
                "cut off inside line %llu, which was left out", f->number);
    return false;
}

bool legacy_next_row(legacy *f)
{
    while (!corr_build_failed(f->b) && legacy_next(f) && !legacy_map(f))
        if (f->line.n && *f->line.p == '#')
            legacy_comment(f);
        else if (f->line.n)
            return true;
    return false;
}

void legacy_lose_line(legacy *f, const char *what)
{
    corr_damage(f->b, f->offset, f->line.n, 1,
                "line %llu is not %s; it is left out", f->number, what);
}

/* ---- words and numbers --------------------------------------------------- */

corr_str legacy_find(corr_str s, const char *word)
{
    while ((s = corr_str_from(s, corr_str_find(s, *word))).n > 0 &&
           !corr_str_starts(s, word))
        s = corr_str_from(s, 1);
    return s;
}

bool legacy_take(corr_str *s, const char *word)
{
    corr_str t = text_past_blanks(*s);

    if (!corr_str_starts(t, word))
        return false;
    *s = corr_str_from(t, strlen(word));
    return true;
}

bool legacy_take_int(corr_str *s, int64_t *value)
{
    corr_str t = text_past_blanks(*s);
    size_t n = corr_str_starts(t, "-");

    while (n < t.n && corr_is_digit(t.p[n]))
        n++;
    if (!corr_str_i64((corr_str){ t.p, n }, value))
        return false;
    *s = corr_str_from(t, n);
    return true;
}

/* Reads at most most hex digits and returns their number. */
static size_t read_hex(corr_str s, size_t most, uint64_t *value)
{
    size_t n = 0;

    *value = 0;
    for (; n < s.n && n < most && corr_hex_digit(s.p[n]) >= 0; n++)
        *value = *value << 4 | (uint64_t)corr_hex_digit(s.p[n]);
    return n;
}

bool legacy_take_hex(corr_str *s, uint64_t *value)
{
    corr_str t = text_past_blanks(*s);

    if (corr_str_starts(t, "0x") || corr_str_starts(t, "0X"))
        t = corr_str_from(t, 2);
    size_t n = read_hex(t, 16, value);
    if (n == 0 || (n < t.n && corr_hex_digit(t.p[n]) >= 0))
        return false;
    *s = corr_str_from(t, n);
    return true;
}

/* expm1 keeps the digits that 1 - exp loses for small objects. */
double legacy_scale(double size, double rate)
{
    if (!(rate > 1) || !(size > 0))
        return 1;
    return -1 / expm1(-size / rate);
}

/* ---- stacks -------------------------------------------------------------- */

bool legacy_push_callers(legacy *f, corr_str text)
{
    uint64_t address;

    for (text = text_past_blanks(text); text.n; text = text_past_blanks(text)) {
        if (!legacy_take_hex(&text, &address) ||
            (text.n && !text_is_blank(*text.p)))
            return false;
        legacy_push(f, address && !f->is_java ? address - 1 : address);
    }
    return true;
}

bool legacy_stack_of(legacy *f, corr_str text, corr_stack *stack)
{
    legacy_begin(f);
    if (!legacy_push_callers(f, text))
        return false;
    *stack = legacy_end(f);
    return true;
}

/* ---- settings and comments ----------------------------------------------- */

bool legacy_setting(legacy *f, corr_str *name, corr_str *value)
{
    if (!corr_str_cut(f->line, '=', name, value))
        return false;
    *name = corr_str_trim(*name);
    *value = corr_str_trim(*value);
    if (name->n == 0 || value->n == 0)
        return false;
    corr_add_setting(f->b, *name, *value);
    return true;
}

/* Reads "0x4dcd19<tab>main.inner+0x19<tab>/src/main.go:12", with tabs that fill
 * a column. Go has already subtracted 1 from the address. */
static void take_symbol(legacy *f, corr_str s)
{
    uint64_t address;
    uint64_t line = 0;
    corr_str name, file, path, number;

    if (!legacy_take_hex(&s, &address))
        return;
    f->lists = true;
    s = corr_str_trim(s);
    if (!corr_str_cut(s, '\t', &name, &file)) {
        name = s;
        file = (corr_str){ "", 0 };
    }
    file = corr_str_trim(file);
    for (size_t i = name.n; i-- > 0;)
        if (corr_str_starts(corr_str_from(name, i), "+0x")) {
            name.n = i;
            break;
        }
    if (corr_str_cut_last(file, ':', &path, &number) &&
        corr_str_u64(number, &line))
        file = path;
    legacy_name(f, address, name, file,
                line <= UINT32_MAX ? (uint32_t)line : 0);
}

void legacy_comment(legacy *f)
{
    const corr_str s = text_past_blanks(corr_str_from(f->line, 1));

    if (corr_str_starts(s, "0x"))
        take_symbol(f, s);
    else if (corr_str_starts(s, "runtime.MemStats"))
        corr_set_producer(f->b, CORR_STR("Go"));
}

/* ---- labels -------------------------------------------------------------- */

/* Removes an escape, after its backslash, from *s and returns the number of
 * bytes it stands for, at most its own length. */
static size_t put_escape(corr_str *s, char *to)
{
    static const char from[] = "abfnrtv";
    static const char is[] = "\a\b\f\n\r\t\v";
    const char c = s->p[0];
    const size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    uint64_t value;

    *s = corr_str_from(*s, 1);
    if (digits && read_hex(*s, digits, &value) == digits && value <= 0x10ffff) {
        *s = corr_str_from(*s, digits);
        if (c != 'x')
            return corr_put_utf8(to, (uint32_t)value);
        to[0] = (char)value;
        return 1;
    }
    const char *at = c ? strchr(from, c) : NULL;
    to[0] = at ? is[at - from] : c;
    return 1;
}

/* Removes a quoted text from *s and copies it without escapes to f->text +
 * at. */
static bool take_quoted(legacy *f, corr_str *s, size_t at, corr_str *value)
{
    if (!legacy_take(s, "\""))
        return false;
    if (!corr_vec_reserve(f->b, &f->text, at + s->n + 1))
        return false;
    char *text = f->text.v;
    size_t n = at;
    while (s->n && s->p[0] != '"') {
        const char c = s->p[0];
        *s = corr_str_from(*s, 1);
        if (c == '\\' && s->n)
            n += put_escape(s, text + n);
        else
            text[n++] = c;
    }
    *value = (corr_str){ text + at, n - at };
    return legacy_take(s, "\"");
}

corr_labels legacy_labels(legacy *f, corr_str s)
{
    corr_str key, value;
    bool is_due = false; /* the next text is a value */

    corr_begin_labels(f->b);
    if (legacy_take(&s, "{"))
        while (take_quoted(f, &s, 0, &key)) {
            const size_t n = key.n;
            is_due = !legacy_take(&s, ":") || !take_quoted(f, &s, n, &value);
            if (is_due)
                break;
            key = (corr_str){ f->text.v, n }; /* the text may have moved */
            corr_push_label(f->b, key, value);
            if (!legacy_take(&s, ","))
                break;
        }
    if (is_due || !legacy_take(&s, "}"))
        corr_warn(
            f->b, f->offset,
            "the labels in line %llu are invalid; the rest of them is left out",
            f->number);
    return corr_end_labels(f->b);
}
