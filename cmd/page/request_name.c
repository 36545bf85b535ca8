/* request_name - the name of a request as a screen shows it: a bare method such
 * as "GET" gets the path or the route. */
#include "cli/cmd.h"

bool cmd_is_method(corr_str name)
{
    if (corr_str_starts(name, "HTTP "))
        name = (corr_str){ name.p + 5, name.n - 5 };
    for (size_t i = 0; i < name.n; i++)
        if (name.p[i] < 'A' || name.p[i] > 'Z')
            return false;
    return name.n > 0;
}

/* The path of a URL, without host and query. */
static corr_str path_of(corr_str url)
{
    corr_str path = url, rest;
    size_t at = corr_str_find(url, '/');

    if (at > 0 && at + 1 < url.n && url.p[at - 1] == ':' &&
        url.p[at + 1] == '/') {
        path = (corr_str){ url.p + at + 2, url.n - at - 2 };
        at = corr_str_find(path, '/');
        path = at < path.n ? (corr_str){ path.p + at, path.n - at }
                           : CORR_STR("/");
    }
    if (corr_str_cut(path, '?', &url, &rest))
        path = url;
    return path;
}

corr_str cmd_route(uint32_t n,
                   corr_label (*attr)(const void *of, uint32_t row, uint32_t k),
                   const void *of, uint32_t row)
{
    static const char *const keys[] = { "http.route", "url.path", "http.target",
                                        "http.path",  "url.full", "http.url" };
    corr_str best = CORR_STR("");
    size_t rank = COUNT(keys);

    for (uint32_t k = 0; k < n; k++) {
        const corr_label l = attr(of, row, k);
        for (size_t i = 0; i < rank; i++)
            if (l.type == CORR_VALUE_TEXT && l.text.n &&
                corr_str_is(l.key, keys[i])) {
                best = l.text;
                rank = i;
            }
    }
    return path_of(best);
}

const char *cmd_request_name(corr_report *r, corr_str name, corr_str route,
                             corr_str telling)
{
    if (!cmd_is_method(name))
        return cmd_str(r, name);
    if (route.n)
        return corr_report_text(r, "%.*s %.*s", CORR_STR_ARG(name),
                                CORR_STR_ARG(route));
    if (telling.n && !corr_str_eq(telling, name))
        return corr_report_text(r, "%.*s (%.*s)", CORR_STR_ARG(name),
                                CORR_STR_ARG(telling));
    return cmd_str(r, name);
}
