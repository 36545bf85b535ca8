/*
 * perf_name - names as the flame graph scripts show perf's symbols.
 *
 * Follows the documented options tidy_generic and tidy_java of
 * stackcollapse-perf.pl and its expected results, with two differences:
 * arguments are removed only outside template brackets, so that
 * std::function<void ()>::operator() stays whole, and a name never becomes
 * empty.
 */
#include "perf/perf.h"

/* net/http.(*Client).Do */
static bool is_go_method(corr_str s)
{
    size_t open = s.n;

    for (size_t i = 0; i + 1 < s.n; i++) {
        if (open == s.n && s.p[i] == '.' && s.p[i + 1] == '(')
            open = i;
        if (open < i && s.p[i] == ')' && s.p[i + 1] == '.')
            return true;
    }
    return false;
}

static bool at_word(corr_str s, size_t i, const char *word)
{
    return corr_str_starts(corr_str_from(s, i), word);
}

/* Skips the sign in operator<, operator->, operator(). */
static size_t after_operator(corr_str s, size_t i)
{
    i += strlen("operator");
    if (at_word(s, i, "()"))
        return i + 2;
    while (i < s.n && strchr("<>=-", s.p[i]))
        i++;
    return i;
}

/* The offset of the arguments, or s.n. */
static size_t find_arguments(corr_str s)
{
    size_t depth = 0, i = 0;

    while (i < s.n) {
        if (at_word(s, i, "operator")) {
            i = after_operator(s, i);
            continue;
        }
        if (s.p[i] == '(' && depth == 0 && i > 0 &&
            !at_word(s, i, "(anonymous namespace)"))
            return i;
        depth += s.p[i] == '<';
        depth -= s.p[i] == '>' && depth > 0;
        i++;
    }
    return s.n;
}

size_t perf_tidy(corr_str raw, bool is_java, char *to)
{
    size_t n = 0;

    if (!is_go_method(raw))
        raw.n = find_arguments(raw);
    if (is_java && raw.n > 1 && raw.p[0] == 'L' &&
        corr_str_find(raw, '/') < raw.n)
        raw = corr_str_from(raw, 1);
    for (size_t i = 0; i < raw.n; i++)
        if (raw.p[i] != '"' && raw.p[i] != '\'')
            to[n++] = raw.p[i] == ';' ? ':' : raw.p[i];
    while (n > 0 && to[n - 1] == ' ')
        n--;
    return n;
}
