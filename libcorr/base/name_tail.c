#include "base/name_tail.h"

bool name_is_separator(char c)
{
    return c == '.' || c == '/' || c == ':' || c == '\\' || c == ' ';
}

void name_tail_starts(corr_str s, size_t *two, size_t *one)
{
    size_t start[2] = { 0, 0 };
    size_t seen = 0;
    int depth = 0;

    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (c == '(' || c == '<' || c == '[' || c == '{')
            depth++;
        else if ((c == ')' || c == '>' || c == ']' || c == '}') && depth > 0)
            depth--;
        if (depth > 0 || !name_is_separator(c) || i + 1 == s.n)
            continue;
        if (seen > 0 && start[1] == i) { /* the second colon of "::" */
            start[1] = i + 1;
            continue;
        }
        start[0] = start[1];
        start[1] = i + 1;
        seen++;
    }
    *two = seen >= 2 && depth == 0 ? start[0] : s.n;
    *one = seen >= 1 && depth == 0 ? start[1] : s.n;
}

/* Where the package of a Go method begins: "http.(*conn).serve" keeps it, as
 * "(*conn).serve" names no package. */
static size_t with_package(corr_str s, size_t at)
{
    if (s.p[at] != '(' || at == 0)
        return at;
    for (at--; at > 0 && !name_is_separator(s.p[at - 1]); at--)
        continue;
    return at;
}

/* Whether a part only numbers a closure: "func1", "2". */
static bool is_closure(corr_str part)
{
    if (corr_str_starts(part, "func"))
        part = (corr_str){ part.p + 4, part.n - 4 };
    for (size_t i = 0; i < part.n; i++)
        if (part.p[i] < '0' || part.p[i] > '9')
            return false;
    return part.n > 0;
}

/* Whether the part before the last one is the version of a shared library:
 * "libc.so.6.epoll_wait". */
static bool is_version_of_library(corr_str s, size_t two, size_t one)
{
    for (size_t i = two; i + 1 < one; i++)
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
    for (size_t i = 0; i + 4 <= two; i++)
        if (s.p[i] == '.' && s.p[i + 1] == 's' && s.p[i + 2] == 'o' &&
            s.p[i + 3] == '.')
            return true;
    return false;
}

corr_str name_short(corr_str name)
{
    const size_t space = corr_str_find(name, ' ');
    corr_str named = name;
    size_t two, one;

    name_tail_starts(named, &two, &one);
    while (one < named.n && one > 0 &&
           is_closure((corr_str){ named.p + one, named.n - one })) {
        named.n = one - 1;
        name_tail_starts(named, &two, &one);
    }
    if (two >= named.n || space < two)
        return name;
    if (is_version_of_library(named, two, one))
        return (corr_str){ name.p + one, name.n - one };
    two = with_package(name, two);
    return (corr_str){ name.p + two, name.n - two };
}
