/* scrub_url - addresses of the web, mail, homes, and hosts at their places. */
#include "scrub/scrub_private.h"

#include "scrub/scrub_words.h"

static bool is_blank_or_quote(char c)
{
    return (unsigned char)c <= ' ' || strchr("\"'<>()[]{}|`,", c);
}

/* ---- URLs ---------------------------------------------------------------- */

/* "user:password@" behind "://". */
void shape_url(shape_scan *x, size_t colon)
{
    const corr_str s = x->s;
    const size_t from = colon + 3;
    size_t at = from, user = 0, split = 0;

    for (; at < s.n && !is_blank_or_quote(s.p[at]) && !strchr("/?#\\", s.p[at]);
         at++) {
        if (s.p[at] == ':' && !split)
            split = at;
        if (s.p[at] == '@')
            user = at;
    }
    if (!user)
        return;
    const size_t end = split && split < user ? split : user;
    if (!pseudonym_length(corr_str_from(s, from)) &&
        !public_value((corr_str){ s.p + from, end - from }))
        shape_edit(x, from, end, CORR_SCRUB_USER, WITH_VALUE);
    if (end < user && !pseudonym_length(corr_str_from(s, end + 1)))
        shape_edit(x, end + 1, user, CORR_SCRUB_SECRET, WITH_VALUE);
    x->done = x->done > user ? x->done : user + 1;
}

/* The values of "?a=1&b=2" behind a path. */
void shape_query(shape_scan *x, size_t mark)
{
    const corr_str s = x->s;
    size_t at = mark + 1;

    if (mark == 0 || is_blank_or_quote(s.p[mark - 1]))
        return;
    while (at < s.n && !is_blank_or_quote(s.p[at])) {
        size_t key = at;
        while (at < s.n && (word_has(s.p[at]) || strchr("._-%[]", s.p[at])))
            at++;
        if (at == key || at >= s.n || s.p[at] != '=')
            return;
        const size_t from = ++at;
        while (at < s.n && !is_blank_or_quote(s.p[at]) &&
               !strchr("&#;\\", s.p[at]))
            at++;
        const corr_str value = { s.p + from, at - from };
        if (value.n && !pseudonym_length(value) && !corr_str_is(value, "?"))
            shape_edit(x, from, at, CORR_SCRUB_URL, WITH_VALUE);
        if (at >= s.n || (s.p[at] != '&' && s.p[at] != ';'))
            return;
        at++;
    }
}

/* ---- mail ---------------------------------------------------------------- */

static size_t domain_end(corr_str s, size_t from)
{
    size_t at = from, dot = 0;

    while (at < s.n && (word_has(s.p[at]) || s.p[at] == '-' ||
                        (s.p[at] == '.' && at + 1 < s.n && at > from &&
                         word_has(s.p[at + 1])))) {
        if (s.p[at] == '.')
            dot = at;
        at++;
    }
    if (!dot || at - dot < 3 || at - dot > 25)
        return 0;
    for (size_t i = dot + 1; i < at; i++)
        if (corr_is_digit(s.p[i]) || s.p[i] == '-')
            return 0;
    return at;
}

void shape_email(shape_scan *x, size_t at)
{
    const corr_str s = x->s;
    size_t from = at;
    const size_t to = domain_end(s, at + 1);

    while (from > x->done &&
           (word_has(s.p[from - 1]) || strchr("._+-", s.p[from - 1])))
        from--;
    /* "icon@2x.png" is a picture, "@GLIBC_2.14" a version */
    if (!to || from == at ||
        (at + 2 < s.n && corr_is_digit(s.p[at + 1]) && s.p[at + 2] == 'x') ||
        (to < s.n && s.p[to] == '_'))
        return;
    shape_edit(x, from, to, CORR_SCRUB_EMAIL, WITH_VALUE);
}

/* ---- homes --------------------------------------------------------------- */

void shape_home(shape_scan *x, size_t slash)
{
    static const char *const before[] = { "home", "Users",
                                          "Documents and Settings" };
    const corr_str s = x->s;
    const char c = s.p[slash];
    size_t from = 0;

    for (size_t i = 0; i < 3 && !from; i++) {
        const size_t n = strlen(before[i]);
        if (slash + n + 1 < s.n && s.p[slash + 1] == before[i][0] &&
            memcmp(s.p + slash + 1, before[i], n) == 0 &&
            s.p[slash + n + 1] == c)
            from = slash + n + 2;
    }
    while (from && from < s.n && s.p[from] == c)
        from++; /* "\\\\" in an escaped path */
    size_t to = from;
    while (from && to < s.n && !is_blank_or_quote(s.p[to]) &&
           !strchr("/\\:;", s.p[to]))
        to++;
    const corr_str name = { s.p + from, to - from };
    if (name.n && !public_home(name) && !pseudonym_length(name) &&
        name.p[0] != '$' && name.p[0] != '%' && name.p[0] != '*')
        shape_edit(x, from, to, CORR_SCRUB_HOME, WITH_VALUE);
}

/* ---- hosts at their places ----------------------------------------------- */

static void host_edit(corr_scrub *map, corr_str text, size_t from, size_t to)
{
    corr_str name = { text.p + from, to - from };
    const size_t dot = corr_str_find(name, '.');
    bool digits = true;

    for (size_t i = 0; i < name.n; i++)
        digits &= corr_is_digit(name.p[i]) || name.p[i] == '.';
    if (name.n == 0 || digits || public_value(name) || pseudonym_length(name) ||
        (!map->learning && known_is_service(map, name)))
        return;
    scrub_add_edit(map, &(scrub_edit){ (uint32_t)from,
                                       (uint32_t)(from + dot),
                                       CORR_SCRUB_HOST,
                                       WITH_HOST,
                                       { name.p, dot } });
    if (dot == name.n)
        return;
    const corr_str rest = corr_str_from(name, dot + 1);
    if (!public_value(rest))
        scrub_add_edit(map,
                       &(scrub_edit){ (uint32_t)(from + dot + 1), (uint32_t)to,
                                      CORR_SCRUB_HOST, WITH_HOST, rest });
}

/* A list of hosts, each perhaps behind "http://" and before a port. */
void shape_host(corr_scrub *map, corr_str text)
{
    size_t at = 0;

    while (at < text.n) {
        size_t to = at, scheme = 0;
        while (to < text.n && !is_blank_or_quote(text.p[to]))
            to++;
        for (size_t i = at; i + 3 <= to && !scheme; i++)
            if (memcmp(text.p + i, "://", 3) == 0)
                scheme = i + 3;
        const size_t from = scheme ? scheme : at;
        size_t end = from, address;
        while (end < to &&
               (word_has(text.p[end]) || strchr("._-", text.p[end])))
            end++;
        if (shape_is_ipv4(text, from, &address) ||
            (from < to && shape_is_ipv6(text, from, &address)))
            scrub_add_edit(map,
                           &(scrub_edit){ (uint32_t)from,
                                          (uint32_t)address,
                                          CORR_SCRUB_ADDRESS,
                                          WITH_HOST,
                                          { text.p + from, address - from } });
        else
            host_edit(map, text, from, end);
        at = to + 1;
    }
}
