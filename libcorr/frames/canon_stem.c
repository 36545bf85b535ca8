/* canon_stem - splits off the numbers that count items of the source. */
#include "base/base.h"
#include "frames/canon.h"
#include "frames/canon_private.h"

/* Returns the end of the ordinal whose digits begin at i, or i. */
typedef size_t ordinal_fn(corr_str s, size_t i);

/* $3 in lambda$total$3, Outer$1, $anonfun$f$1: a name is in front. */
static size_t class_ordinal(corr_str s, size_t i)
{
    return i > 1 && scan_is_word(s.p[i - 2]) ? scan_number(s, i) : i;
}

/* 1 in {lambda(int)#1}, 42 in {closure:A::f():42} */
static size_t brace_ordinal(corr_str s, size_t i)
{
    const size_t end = scan_digits(s, i);

    return scan_has(s, end, "}") ? end : i;
}

/* 2.1 in func2.1, 1 in f-range1 */
static size_t closure_ordinal(corr_str s, size_t i)
{
    size_t end = scan_number(s, i);

    while (end > i && scan_has(s, end, ".") &&
           scan_number(s, end + 1) > end + 1)
        end = scan_number(s, end + 1);
    return end;
}

/* 106:C#25 in (anonymous:L#106:C#25) */
static size_t place_ordinal(corr_str s, size_t i)
{
    const size_t line = scan_digits(s, i);
    const size_t column = line + strlen(":C#");

    if (line == i || !scan_has(s, line, ":C#"))
        return i;
    const size_t end = scan_digits(s, column);
    return end > column && scan_has(s, end, ")") ? end : i;
}

static const struct kind {
    const char *before; /* text in front of the ordinal */
    const char *stem;
    ordinal_fn *end;
} kinds[] = {
    { "$", "$#", class_ordinal },
    { "#", "#", brace_ordinal },
    { ".func", ".func#", closure_ordinal },
    { ".gowrap", ".gowrap#", closure_ordinal },
    { ".deferwrap", ".deferwrap#", closure_ordinal },
    { "-range", "-range#", closure_ordinal },
    { "::$_", "::$_#", scan_number },
    { "():", "():#", brace_ordinal },
    { ":L#", ":L#", place_ordinal },
};

#define BIT(c) (UINT64_C(1) << (c))

/* Whether an ordinal kind begins with this byte; most bytes begin no kind. */
static bool may_begin(char c)
{
    const uint64_t first =
        BIT('$') | BIT('#') | BIT('.') | BIT(':') | BIT('-') | BIT('(');

    return (uint8_t)c < 64 && first >> (c & 63) & 1;
}

/* The end of the ordinal of this kind at i; sets *from to its start. 0: no
 * ordinal of the kind begins at i. */
static size_t ordinal_at(const struct kind *kind, corr_str s, size_t i,
                         size_t *from)
{
    if (s.p[i] != *kind->before || !scan_has(s, i, kind->before))
        return 0;
    *from = i + strlen(kind->before);
    const size_t end = kind->end(s, *from);
    return end > *from ? end : 0;
}

/* Appends the ordinal at i to the texts.  Returns its end, or i without an
 * ordinal. */
static size_t take_ordinal(corr_str s, size_t i, canon_text *stem,
                           canon_text *ordinal)
{
    size_t from;

    for (size_t k = 0; k < countof(kinds); k++) {
        const size_t end = ordinal_at(&kinds[k], s, i, &from);
        if (!end)
            continue;
        scan_put(stem, corr_str_of(kinds[k].stem));
        if (ordinal->n)
            scan_put(ordinal, CORR_STR(","));
        scan_put(ordinal, (corr_str){ s.p + from, end - from });
        return end;
    }
    return i;
}

bool canon_has_ordinal(corr_str canonical)
{
    size_t from;

    for (size_t i = 0; i < canonical.n; i++)
        for (size_t k = 0; may_begin(canonical.p[i]) && k < countof(kinds); k++)
            if (ordinal_at(&kinds[k], canonical, i, &from))
                return true;
    return false;
}

bool canon_stem(corr_str canonical, canon_text *stem, canon_text *ordinal)
{
    stem->n = ordinal->n = 0;
    /* The prefix of an ordinal leaves room for the comma in front of it. */
    if (!vec_reserve(stem, canonical.n + 1) ||
        !vec_reserve(ordinal, canonical.n + 1))
        return false;
    for (size_t i = 0; i < canonical.n;) {
        const size_t end = may_begin(canonical.p[i])
                               ? take_ordinal(canonical, i, stem, ordinal)
                               : i;
        if (end == i)
            stem->v[stem->n++] = canonical.p[i++];
        else
            i = end;
    }
    return true;
}
