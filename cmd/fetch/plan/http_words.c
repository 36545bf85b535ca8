/* http_words - addresses, headers and times of HTTP, as texts. */
#include "fetch/plan/http_words.h"

#include <curl/curl.h>
#include <stdio.h>
#include <strings.h>

/* Scheme, host and port of an address, and where its path begins. */
typedef struct origin {
    corr_str scheme, user, host, port;
    const char *rest; /* the path, or the end */
} origin;

static bool split_origin(const char *url, origin *o)
{
    const char *colon = strstr(url, "://");
    corr_str before;

    *o = (origin){ 0 };
    if (!colon)
        return false;
    o->scheme = (corr_str){ url, (size_t)(colon - url) };
    corr_str at = { colon + 3, strcspn(colon + 3, "/?#") };
    o->rest = at.p + at.n;
    if (corr_str_cut_last(at, '@', &before, &at))
        o->user = before.n ? before : CORR_STR("@");
    o->host = at;
    const char *bracket = at.n && *at.p == '[' ? memchr(at.p, ']', at.n) : NULL;
    const size_t skip = bracket ? (size_t)(bracket - at.p) : 0;
    const size_t port = skip + corr_str_find(corr_str_from(at, skip), ':');
    if (port < at.n) {
        o->host.n = port;
        o->port = corr_str_from(at, port + 1);
    }
    return true;
}

static bool same_word(corr_str a, corr_str b)
{
    return a.n == b.n && strncasecmp(a.p ? a.p : "", b.p ? b.p : "", a.n) == 0;
}

static bool is_web(corr_str scheme)
{
    return same_word(scheme, CORR_STR("http")) ||
           same_word(scheme, CORR_STR("https"));
}

/* The port of an address, also where it is that of its scheme. */
static corr_str port_of(const origin *o)
{
    return o->port.n                                 ? o->port
           : same_word(o->scheme, CORR_STR("https")) ? CORR_STR("443")
                                                     : CORR_STR("80");
}

static bool has_odd_bytes(const char *url)
{
    for (; *url; url++)
        if ((unsigned char)*url <= ' ' || (unsigned char)*url >= 0x7f)
            return true;
    return false;
}

corr_code http_check_address(const char *url, const char *what, corr_err *err)
{
    origin o;

    if (!split_origin(url, &o) || !is_web(o.scheme) || !o.host.n) {
        corr_hint(err, "%s http://localhost:3200", what);
        return corr_fail(err, CORR_EUSAGE,
                         "%s wants an address with http:// or https://", what);
    }
    if (o.user.n) {
        corr_hint(err, "--basic FILE reads user:password from a file, --bearer "
                       "FILE a token");
        return corr_fail(err, CORR_EUSAGE,
                         "%s has a password in the address, which other users "
                         "of this machine can see",
                         what);
    }
    if (has_odd_bytes(url))
        return corr_fail(err, CORR_EUSAGE,
                         "%s: the address has a character that must be "
                         "written as %%XX",
                         what);
    return CORR_OK;
}

char *http_base(corr_arena *a, const char *url)
{
    size_t n = strcspn(url, "?#");

    while (n > 0 && url[n - 1] == '/')
        n--;
    return corr_arena_text(a, (corr_str){ url, n });
}

char *http_join(corr_arena *a, const char *base, const char *path)
{
    size_t n = strlen(base);

    while (n > 0 && *path == '/' && base[n - 1] == '/')
        n--;
    return corr_arena_print(a, "%.*s%s%s", (int)n, base,
                            *path == '/' || !*path ? "" : "/", path);
}

/* ---- secrets ------------------------------------------------------------- */

static bool is_secret_name(corr_str name)
{
    static const char *const part[] = { "token",      "secret",    "password",
                                        "passwd",     "apikey",    "api_key",
                                        "api-key",    "signature", "credential",
                                        "access_key", "auth" };
    char low[64];
    size_t n = 0;

    for (; n < name.n && n + 1 < sizeof low; n++)
        low[n] = name.p[n] >= 'A' && name.p[n] <= 'Z' ? (char)(name.p[n] + 32)
                                                      : name.p[n];
    low[n] = '\0';
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (strstr(low, part[i]))
            return true;
    return strcmp(low, "sig") == 0 || strcmp(low, "key") == 0;
}

char *http_shown(corr_arena *a, const char *url)
{
    origin o;
    corr_str rest = corr_str_of(url), piece, name, value;
    char *to = corr_arena_new(a, char, 4 * rest.n + 4);
    char *p = to;

    if (!to)
        return NULL;
    if (split_origin(url, &o)) {
        const size_t host =
            o.user.n ? (size_t)(o.host.p - url) : (size_t)(o.scheme.n + 3);
        memcpy(p, url, o.scheme.n + 3);
        p += o.scheme.n + 3;
        rest = corr_str_from(rest, host);
    }
    rest.n = corr_str_find(rest, '#');
    const size_t path = corr_str_find(rest, '?');
    memcpy(p, rest.p, path);
    p += path;
    rest = path < rest.n ? corr_str_from(rest, path + 1) : (corr_str){ "", 0 };
    for (char sep = '?'; rest.n && corr_str_next(&rest, '&', &piece);
         sep = '&') {
        *p++ = sep;
        if (corr_str_cut(piece, '=', &name, &value) && is_secret_name(name)) {
            memcpy(p, name.p, name.n);
            memcpy(p + name.n, "=***", 4);
            p += name.n + 4;
            continue;
        }
        memcpy(p, piece.p, piece.n);
        p += piece.n;
    }
    *p = '\0';
    return to;
}

bool http_may_follow(const char *from, const char *to, bool has_secret)
{
    origin a, b;

    if (!split_origin(from, &a) || !split_origin(to, &b) || b.user.n ||
        !is_web(b.scheme) || !same_word(a.scheme, b.scheme))
        return false;
    return !has_secret ||
           (same_word(a.host, b.host) && corr_str_eq(port_of(&a), port_of(&b)));
}

/* ---- headers ------------------------------------------------------------- */

static bool is_token_char(char c)
{
    return corr_is_digit(c) || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || (c && strchr("!#$%&'*+-.^_`|~", c));
}

bool http_is_header(corr_str line)
{
    corr_str name, value;

    if (!corr_str_cut(line, ':', &name, &value) || !name.n ||
        !corr_str_trim(value).n)
        return false;
    for (size_t i = 0; i < name.n; i++)
        if (!is_token_char(name.p[i]))
            return false;
    for (size_t i = 0; i < value.n; i++)
        if (((unsigned char)value.p[i] < ' ' && value.p[i] != '\t') ||
            value.p[i] == 0x7f)
            return false;
    return true;
}

int64_t http_retry_after(const char *value, int64_t now)
{
    const corr_str s = corr_str_trim(corr_str_of(value));
    int64_t seconds;

    if (!s.n)
        return -1;
    if (corr_str_i64(s, &seconds))
        return seconds < 0 ? -1 : seconds;
    if (corr_is_digit(*s.p)) /* too many digits */
        return -1;
    const time_t date = curl_getdate(value, NULL);
    if (date < 0)
        return -1;
    return date > now ? (int64_t)date - now : 0;
}

const char *http_media_type(char *to, size_t size, const char *type)
{
    corr_str s = corr_str_of(type);
    size_t n = 0;

    s.n = corr_str_find(s, ';');
    s = corr_str_trim(s);
    for (; n < s.n && n + 1 < size; n++)
        to[n] = s.p[n] >= 'A' && s.p[n] <= 'Z' ? (char)(s.p[n] + 32) : s.p[n];
    to[n] = '\0';
    return to;
}

/* ---- the shell ----------------------------------------------------------- */

char *http_sh_word(corr_arena *a, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
                                "UVWXYZ0123456789_-./:=,+@%";
    char *to, *p;

    if (*text && strspn(text, plain) == strlen(text))
        return corr_arena_text(a, corr_str_of(text));
    to = p = corr_arena_new(a, char, 4 * strlen(text) + 3);
    if (!to)
        return NULL;
    *p++ = '\'';
    for (; *text; text++)
        if (*text == '\'') {
            memcpy(p, "'\\''", 4);
            p += 4;
        } else {
            *p++ = *text;
        }
    memcpy(p, "'", 2);
    return to;
}

char *http_sh_format(corr_arena *a, const char *bytes, size_t n)
{
    char *to = corr_arena_new(a, char, 4 * n + 3), *p = to;

    if (!to)
        return NULL;
    *p++ = '\'';
    for (size_t i = 0; i < n; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        if (c >= ' ' && c < 0x7f && c != '\'' && c != '\\' && c != '%')
            *p++ = (char)c;
        else
            p += snprintf(p, 5, "\\%03o", c);
    }
    memcpy(p, "'", 2);
    return to;
}
