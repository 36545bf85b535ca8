#include "fetch/plan/encode.h"

#include <stdio.h>

enum { MOST_PART = 80 };

static bool is_plain(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           corr_is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

static char *put_percent(char *to, char c)
{
    static const char digit[] = "0123456789ABCDEF";

    *to++ = '%';
    *to++ = digit[(uint8_t)c >> 4];
    *to++ = digit[(uint8_t)c & 15];
    return to;
}

const char *fetch_path_with(corr_arena *a, const char *path, const char *key,
                            const char *value)
{
    if (!path || !value)
        return path;
    char *encoded = corr_arena_alloc(a, 3, strlen(value) + 1);
    if (!encoded)
        return NULL;
    char *to = encoded;
    for (const char *c = value; *c; c++)
        if (is_plain(*c))
            *to++ = *c;
        else
            to = put_percent(to, *c);
    *to = 0;
    return corr_arena_print(a, "%s%c%s=%s", path, strchr(path, '?') ? '&' : '?',
                            key, encoded);
}

const char *fetch_path_with_int(corr_arena *a, const char *path,
                                const char *key, int64_t value)
{
    return path ? corr_arena_print(a, "%s%c%s=%lld", path,
                                   strchr(path, '?') ? '&' : '?', key,
                                   (long long)value)
                : NULL;
}

const char *fetch_quoted(corr_arena *a, corr_str value)
{
    char *text = corr_arena_alloc(a, 6, value.n + 1);
    char *to = text;

    if (!text)
        return NULL;
    *to++ = '"';
    for (size_t i = 0; i < value.n; i++) {
        const char c = value.p[i];
        if (c == '\\' || c == '"') {
            *to++ = '\\';
            *to++ = c;
        } else if ((uint8_t)c < ' ' || c == 0x7f) {
            to += snprintf(to, 7, "\\u%04x", (unsigned)c & 0x7f);
        } else {
            *to++ = c;
        }
    }
    *to++ = '"';
    *to = 0;
    return text;
}

const char *fetch_file_part(corr_arena *a, corr_str name)
{
    const size_t n = name.n < MOST_PART ? name.n : MOST_PART;
    char *part = corr_arena_new(a, char, n + 2);

    if (!part)
        return NULL;
    for (size_t i = 0; i < n; i++)
        part[i] = is_plain(name.p[i]) && name.p[i] != '~' ? name.p[i] : '_';
    if (part[0] == '.' || n == 0)
        part[0] = '_';
    return part;
}

const char *fetch_id(corr_arena *a, corr_str id, size_t digits)
{
    char *text =
        id.n && id.n <= digits ? corr_arena_new(a, char, digits + 1) : NULL;

    if (!text)
        return NULL;
    memset(text, '0', digits);
    for (size_t i = 0; i < id.n; i++) {
        const int v = corr_hex_digit(id.p[i]);
        if (v < 0)
            return NULL;
        text[digits - id.n + i] = "0123456789abcdef"[v];
    }
    return text;
}
