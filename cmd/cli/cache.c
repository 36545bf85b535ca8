/* cache - where side indices live. */
#include "cli/cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *join(char path[CACHE_PATH], const char *a, const char *b)
{
    const int n = snprintf(path, CACHE_PATH, "%s%s", a, b);

    return n > 0 && n < CACHE_PATH ? path : NULL;
}

static bool is_on(const char *value)
{
    return value && value[0] && strcmp(value, "0") != 0;
}

const char *cache_dir(char path[CACHE_PATH])
{
    const char *dir = getenv("CORR_INDEX_DIR");
    const char *xdg = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");

    if (is_on(getenv("CORR_NO_INDEX")))
        return NULL;
    if (dir && dir[0])
        return join(path, dir, "");
    if (xdg && xdg[0] == '/') /* others do not count, says its specification */
        return join(path, xdg, "/corr");
    return home && home[0] == '/' ? join(path, home, "/.cache/corr") : NULL;
}

uint64_t cache_least(void)
{
    const char *least = getenv("CORR_INDEX_LEAST");
    int64_t bytes;

    if (!least || !corr_parse_bytes(corr_str_of(least), &bytes) || bytes < 1)
        return 0;
    return (uint64_t)bytes;
}
