/* collapsed_line - lines, their numbers, and the judgement of a file's head. */
#include "collapsed/collapsed.h"

#include "common/text_piece.h"

/* ---- lines --------------------------------------------------------------- */

void collapsed_lines_init(collapsed_lines *l, corr_src *in)
{
    *l = (collapsed_lines){ .in = in };
}

bool collapsed_lines_next(collapsed_lines *l, corr_str *line)
{
    l->offset = corr_src_offset(l->in);
    l->number++;
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

bool collapsed_is_negative(corr_str line)
{
    collapsed_number n;

    line = without_last_blanks(line);
    size_t at = line.n;
    while (at > 0 && !text_is_blank(line.p[at - 1]))
        at--;
    return at + 1 < line.n && line.p[at] == '-' &&
           read_number(corr_str_from(line, at + 1), &n);
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

/* ---- frames that are separated by something else ------------------------ */

/* The longer of two that begin alike comes first. */
static const char *const separators[COLLAPSED_SEPARATORS] = {
    " -> ", "->", " => ", "=>", "\xe2\x86\x92", " > ", " | ",
    "|",    "\t", " / ",  ",",
};

/* Whether it separates two names.  A comma between brackets belongs to the
 * parameters of a function. */
static bool has_separator(corr_str stack, const char *separator)
{
    const size_t n = strlen(separator);

    if (*separator == ',' && (corr_str_find(stack, '(') < stack.n ||
                              corr_str_find(stack, '<') < stack.n))
        return false;
    for (size_t i = 1; i + n < stack.n; i++)
        if (memcmp(stack.p + i, separator, n) == 0)
            return true;
    return false;
}

static void look_for_separators(collapsed_look *look, corr_str stack)
{
    static const char unusual[] = " ,/\\~#^&!|>";
    bool any = false;

    for (size_t i = 0; i < COLLAPSED_SEPARATORS; i++)
        look->separated[i] += has_separator(stack, separators[i]);
    for (const char *c = unusual; *c; c++)
        any |= corr_str_find(stack, *c) < stack.n;
    look->unusual += any;
}

const char *collapsed_separator(const collapsed_look *look)
{
    for (size_t i = 0; !look->folded && i < COLLAPSED_SEPARATORS; i++)
        if (look->separated[i] >= 2 &&
            look->separated[i] * 2ull >= look->numbered)
            return separators[i];
    return NULL;
}

bool collapsed_is_unseparated(const collapsed_look *look)
{
    return !look->folded && look->unusual >= 2 &&
           look->unusual * 2ull >= look->numbered;
}

/* ---- judging ------------------------------------------------------------ */

static bool is_metric_char(char c)
{
    const char low = (char)(c | 0x20);

    return corr_is_digit(c) || (low >= 'a' && low <= 'z') || c == '_' ||
           c == ':' || c == '.';
}

static size_t past_metric_name(corr_str line, size_t at)
{
    while (at < line.n && is_metric_char(line.p[at]))
        at++;
    return at;
}

static size_t past_blanks_at(corr_str line, size_t at)
{
    while (at < line.n && text_is_blank(line.p[at]))
        at++;
    return at;
}

/* NAME{LABEL="VALUE"...: a metric, even if the value holds semicolons. */
static bool is_metric(corr_str line)
{
    size_t at = past_metric_name(line, 0);

    if (at >= line.n || line.p[at] != '{')
        return false;
    const size_t from = past_blanks_at(line, at + 1);
    at = past_blanks_at(line, past_metric_name(line, from));
    return at > from && at + 1 < line.n && line.p[at] == '=' &&
           line.p[at + 1] == '"';
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
    look->labelled += is_metric(line);
    look->indented += is_perf_frame(line);
    const size_t root = corr_str_find(line, ';');
    look->folded += root < line.n;
    look->numbered_roots +=
        root < line.n && collapsed_is_numbered((corr_str){ line.p, root });
    look->austin |= is_austin(line);
    if (!collapsed_cut_number(line, &before, &n)) {
        look->negative += collapsed_is_negative(line);
        return;
    }
    look->numbered++;
    look->stacks += corr_str_find(before, ';') < before.n;
    if (!look->folded)
        look_for_separators(look, before);
    if (n.digits > 0 && -n.exponent > look->decimals)
        look->decimals = -n.exponent;
    /* "f in a.cs:line 12 3": the line of a name is no count */
    look->doubled += collapsed_cut_number(before, &stack, &n) && stack.n > 0 &&
                     !corr_str_ends(stack, ":line");
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
    collapsed_look look = { 0 };
    const corr_str all = { (const char *)head, n };
    corr_str rest = all, line;

    while (text_head_line(&rest, whole, &line))
        look_at_line(&look, line);
    look.is_binary = count_nuls(all) > look.lines;
    return look;
}
