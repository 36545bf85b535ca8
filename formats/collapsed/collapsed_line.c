/* collapsed_line - lines, their numbers, and the judgement of a file's head. */
#include "collapsed/collapsed.h"

#include "common/text_piece.h"

/* ---- UTF-16 ------------------------------------------------------------- */

collapsed_coding collapsed_coding_of(const uint8_t *p, size_t n, size_t *skip)
{
    *skip = 0;
    if (n >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        *skip = 3;
    else if (n >= 2 && (p[0] ^ p[1]) == (0xff ^ 0xfe) && p[0] >= 0xfe)
        *skip = 2;
    if (*skip != 2)
        return COLLAPSED_UTF8;
    return p[0] == 0xff ? COLLAPSED_UTF16_LE : COLLAPSED_UTF16_BE;
}

static unsigned unit_at(const uint8_t *p, collapsed_coding coding)
{
    return coding == COLLAPSED_UTF16_LE ? p[0] | (unsigned)p[1] << 8
                                        : p[1] | (unsigned)p[0] << 8;
}

/* Reads one character of n bytes; returns the bytes used, 0 if it is
 * incomplete. A lone surrogate becomes U+FFFD. */
static size_t take_utf16(const uint8_t *p, size_t n, collapsed_coding coding,
                         uint32_t *c)
{
    if (n < 2)
        return 0;
    *c = unit_at(p, coding);
    if (!corr_is_half(*c))
        return 2;
    if (*c < 0xdc00 && n < 4)
        return 0;
    *c = corr_of_halves(*c, n < 4 ? 0 : unit_at(p + 2, coding));
    return *c == CORR_NO_CHAR ? 2 : 4;
}

size_t collapsed_utf8(const uint8_t *p, size_t n, collapsed_coding coding,
                      char *to, size_t room)
{
    size_t at = 0, used;
    uint32_t c;

    while (at + 4 <= room && (used = take_utf16(p, n, coding, &c)) > 0) {
        at += corr_put_utf8(to + at, c);
        p += used;
        n -= used;
    }
    return at;
}

/* ---- lines --------------------------------------------------------------- */

void collapsed_lines_init(collapsed_lines *l, corr_src *in)
{
    size_t n, skip;
    const uint8_t *p = corr_src_peek(in, 3, &n);

    *l = (collapsed_lines){ .in = in };
    l->coding = collapsed_coding_of(p, n, &skip);
    corr_src_skip(in, skip);
}

void collapsed_lines_clear(collapsed_lines *l)
{
    corr_vec_free(&l->text);
}

static bool add_char(collapsed_lines *l, uint32_t c)
{
    if (l->text.n + 4 > corr_src_limits(l->in)->record ||
        !corr_vec_reserve(NULL, &l->text, 4)) {
        l->too_long = true;
        return false;
    }
    l->text.n += corr_put_utf8(l->text.v + l->text.n, c);
    return true;
}

/* A line of UTF-16; an odd byte at the end of the file is dropped. */
static bool next_wide(collapsed_lines *l, corr_str *line)
{
    uint32_t c = 0;
    bool any = false;

    l->text.n = 0;
    while (c != '\n' && !l->too_long) {
        size_t n, at = 0, used;
        const uint8_t *p = corr_src_peek(l->in, 4, &n);

        while (c != '\n' &&
               (used = take_utf16(p + at, n - at, l->coding, &c)) > 0) {
            at += used;
            if (!add_char(l, c))
                break;
        }
        any |= at > 0;
        if (at == 0) {
            corr_src_skip(l->in, n);
            break;
        }
        corr_src_skip(l->in, at);
    }
    while (l->text.n > 0 && (l->text.v[l->text.n - 1] == '\n' ||
                             l->text.v[l->text.n - 1] == '\r'))
        l->text.n--;
    *line = (corr_str){ l->text.v, l->text.n };
    return any && !l->too_long;
}

bool collapsed_lines_next(collapsed_lines *l, corr_str *line)
{
    l->offset = corr_src_offset(l->in);
    l->number++;
    if (l->coding != COLLAPSED_UTF8)
        return next_wide(l, line);
    if (!corr_src_line(l->in, line))
        return false;
    l->too_long = line->n > corr_src_limits(l->in)->record;
    return !l->too_long;
}

/* ---- numbers ------------------------------------------------------------- */

static const char *take_digits(const char *p, const char *end, uint64_t *v,
                               bool *overflow)
{
    for (; p < end && corr_is_digit(*p); p++) {
        unsigned d = (unsigned)(*p - '0');

        *overflow |= *v > (UINT64_MAX - d) / 10;
        *v = *v * 10 + d;
    }
    return p;
}

/* The fraction without zeros at its end, cut to 17 digits, the precision of a
 * double. */
static corr_str fraction_of(corr_str s)
{
    while (s.n > 17 || (s.n > 0 && s.p[s.n - 1] == '0'))
        s.n--;
    return s;
}

/* 12, 2.5, .5, 6., 1e3, 1.5e-3 */
static bool read_number(corr_str s, collapsed_number *number)
{
    const char *p = s.p, *end = s.p + s.n;
    uint64_t e = 0;
    bool overflow = false, minus = false;

    *number = (collapsed_number){ 0, 0 };
    p = take_digits(p, end, &number->digits, &overflow);
    size_t ndigit = (size_t)(p - s.p);
    if (p < end && *p == '.') {
        corr_str part = { ++p, 0 };

        while (p < end && corr_is_digit(*p))
            p++;
        part.n = (size_t)(p - part.p);
        ndigit += part.n;
        part = fraction_of(part);
        take_digits(part.p, part.p + part.n, &number->digits, &overflow);
        number->exponent = -(int)part.n;
    }
    if (ndigit == 0 || overflow)
        return false;
    if (p < end && (*p == 'e' || *p == 'E')) {
        minus = ++p < end && *p == '-';
        p += p < end && (*p == '-' || *p == '+');
        const char *start = p;
        p = take_digits(p, end, &e, &overflow);
        if (p == start || overflow || e > 99)
            return false;
        number->exponent += minus ? -(int)e : (int)e;
    }
    for (;
         number->exponent < 0 && number->digits > 0 && number->digits % 10 == 0;
         number->exponent++)
        number->digits /= 10;
    return p == end;
}

static corr_str without_last_blanks(corr_str s)
{
    while (s.n && text_is_blank(s.p[s.n - 1]))
        s.n--;
    return s;
}

bool collapsed_cut_number(corr_str line, corr_str *before,
                          collapsed_number *number)
{
    line = without_last_blanks(line);
    size_t at = line.n;
    while (at > 0 && !text_is_blank(line.p[at - 1]))
        at--;
    if (!read_number(corr_str_from(line, at), number))
        return false;
    *before = without_last_blanks((corr_str){ line.p, at });
    return true;
}

bool collapsed_value(collapsed_number number, int decimals, int64_t *value,
                     bool *exact)
{
    int shift = number.exponent + decimals;
    uint64_t v = number.digits, rest = 0, unit = 1;

    for (; shift > 0 && v > 0; shift--) {
        if (v > INT64_MAX / 10)
            return false;
        v *= 10;
    }
    for (; shift < 0 && v > 0; shift++) {
        *exact &= rest == 0; /* digits cut below the last decimal */
        rest = v % 10;
        unit = 10;
        v /= 10;
    }
    *exact &= rest == 0;
    v += unit == 10 && rest >= 5;
    *value = (int64_t)v;
    return v <= INT64_MAX;
}

/* ---- the head of a file -------------------------------------------------- */

/* "\t  ffffffff81360092 handle_softirqs+0x72 ([kernel])" */
static bool is_perf_frame(corr_str line)
{
    corr_str rest = line, word = text_take_word(&rest);
    size_t digits = 0;

    while (digits < word.n &&
           (corr_is_digit(word.p[digits]) ||
            (word.p[digits] >= 'a' && word.p[digits] <= 'f')))
        digits++;
    return text_is_blank(*line.p) && digits >= 4 && digits == word.n &&
           corr_str_starts(rest, " ") && corr_str_ends(line, ")");
}

/* P12345;T67890;... */
static bool is_austin(corr_str line)
{
    corr_str process, thread;

    return line.n > 1 && line.p[0] == 'P' && corr_is_digit(line.p[1]) &&
           corr_str_cut(line, ';', &process, &thread) && thread.n > 1 &&
           thread.p[0] == 'T';
}

static void look_at_line(collapsed_look *look, corr_str line)
{
    corr_str before, stack;
    collapsed_number n;

    if (line.n == 0)
        return;
    if (collapsed_is_comment(line)) {
        look->metrics += corr_str_starts(line, "# TYPE ") ||
                         corr_str_starts(line, "# HELP ");
        look->austin |= corr_str_starts(line, "# austin:");
        return;
    }
    look->lines++;
    look->indented += is_perf_frame(line);
    const size_t root = corr_str_find(line, ';');
    look->folded += root < line.n;
    look->numbered_roots +=
        root < line.n && collapsed_is_numbered((corr_str){ line.p, root });
    look->austin |= is_austin(line);
    if (!collapsed_cut_number(line, &before, &n))
        return;
    look->numbered++;
    if (n.digits > 0 && -n.exponent > look->decimals)
        look->decimals = -n.exponent;
    look->doubled += collapsed_cut_number(before, &stack, &n) && stack.n > 0;
}

static uint32_t count_nuls(corr_str text)
{
    uint32_t n = 0;

    for (size_t i = 0; i < text.n; i++)
        n += text.p[i] == 0;
    return n;
}

collapsed_look collapsed_look_at(const uint8_t *head, size_t n, bool whole)
{
    char text[16384];
    collapsed_look look = { 0 };
    size_t skip;
    collapsed_coding coding = collapsed_coding_of(head, n, &skip);
    corr_str rest = { (const char *)head + skip, n - skip }, line;

    if (coding != COLLAPSED_UTF8) {
        whole = whole && n < sizeof text;
        rest.n =
            collapsed_utf8(head + skip, n - skip, coding, text, sizeof text);
        rest.p = text;
    }
    const corr_str all = rest;
    while (text_head_line(&rest, whole, &line))
        look_at_line(&look, line);
    look.is_binary = count_nuls(all) > look.lines;
    return look;
}
