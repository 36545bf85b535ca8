/*
 * http_config - reads credentials as Prometheus' http_config writes them.
 *
 * The file is YAML, of which this reads what such files use: mappings of plain
 * or quoted scalars, by indentation.  What it does not know, it refuses with
 * its line: half a configuration could send a secret to the wrong place.
 */
#include <stdio.h>

#include "cli/find_inputs.h"
#include "fetch/plan/http_words.h"
#include "fetch/target.h"

enum { MOST_CONFIG = 64 << 10, MOST_DEPTH = 4, MOST_KEY = 100 };

typedef enum config_as {
    CONFIG_TEXT,   /* const char * of fetch_access */
    CONFIG_FILE,   /* the same, relative to the folder of the config */
    CONFIG_SECRET, /* a secret in the file itself */
    CONFIG_SECRET_FILE,
    CONFIG_INSECURE,
    CONFIG_HTTP2,
    CONFIG_USER,
    CONFIG_PASSWORD,
    CONFIG_PASSWORD_FILE,
    CONFIG_BEARER_TYPE, /* "Bearer" only */
    CONFIG_IGNORED
} config_as;

static const struct {
    const char *key;
    config_as as;
    size_t at;
} config_keys[] = {
    { "basic_auth.username", CONFIG_USER, 0 },
    { "basic_auth.password", CONFIG_PASSWORD, 0 },
    { "basic_auth.password_file", CONFIG_PASSWORD_FILE, 0 },
    { "authorization.type", CONFIG_BEARER_TYPE, 0 },
    { "authorization.credentials", CONFIG_SECRET, 0 },
    { "authorization.credentials_file", CONFIG_SECRET_FILE, 0 },
    { "bearer_token", CONFIG_SECRET, 0 },
    { "bearer_token_file", CONFIG_SECRET_FILE, 0 },
    { "tls_config.ca_file", CONFIG_FILE, offsetof(fetch_access, cacert) },
    { "tls_config.cert_file", CONFIG_FILE, offsetof(fetch_access, cert) },
    { "tls_config.key_file", CONFIG_FILE, offsetof(fetch_access, key) },
    { "tls_config.insecure_skip_verify", CONFIG_INSECURE, 0 },
    { "proxy_url", CONFIG_TEXT, offsetof(fetch_access, proxy) },
    { "no_proxy", CONFIG_TEXT, offsetof(fetch_access, no_proxy) },
    { "enable_http2", CONFIG_HTTP2, 0 },
    { "follow_redirects", CONFIG_IGNORED, 0 },
    { "proxy_from_environment", CONFIG_IGNORED, 0 },
};

typedef struct config_reader {
    const char *path;
    size_t line;
    corr_arena *arena;
    fetch_access *access;
    corr_str user;
    fetch_secret password;
    struct {
        size_t indent;
        char key[MOST_KEY];
    } level[MOST_DEPTH];
    unsigned depth;
    corr_err *err;
} config_reader;

static corr_code bad_config(const config_reader *r, const char *why)
{
    corr_hint(r->err, "the options --bearer, --basic, --header-file, --cacert "
                      "do the same");
    return corr_fail(r->err, CORR_EUSAGE, "%s: line %zu: %s", r->path, r->line,
                     why);
}

/* ---- values -------------------------------------------------------------- */

/* A plain or quoted scalar, without a comment after it. */
static bool take_scalar(corr_str s, corr_str *value)
{
    const char quote = s.n ? *s.p : 0;

    if (quote == '"' || quote == '\'') {
        const corr_str rest = corr_str_from(s, 1);
        const size_t end = corr_str_find(rest, quote);
        const corr_str after = end < rest.n
                                   ? corr_str_trim(corr_str_from(rest, end + 1))
                                   : (corr_str){ "x", 1 };
        *value = (corr_str){ rest.p, end };
        return (!after.n || *after.p == '#') &&
               corr_str_find(*value, '\\') == value->n;
    }
    for (size_t i = 1; i < s.n; i++)
        if (s.p[i] == '#' && (s.p[i - 1] == ' ' || s.p[i - 1] == '\t'))
            s.n = i;
    *value = corr_str_trim(s);
    return !quote || !strchr("[]{}&*!|>%@`,?-", quote);
}

static const char *config_file(const config_reader *r, corr_str value)
{
    const corr_str path = corr_str_of(r->path);
    const size_t dir = path.n - corr_str_base(path).n;

    return corr_arena_print(r->arena, "%.*s%.*s",
                            *value.p == '/' ? 0 : (int)dir, r->path,
                            CORR_STR_ARG(value));
}

/* A secret that stands in the file itself: --dry-run cannot show it. */
static corr_code take_secret(const config_reader *r, corr_str value,
                             fetch_secret *s)
{
    char line[64];

    snprintf(line, sizeof line, "%zup", r->line);
    s->value = corr_arena_text(r->arena, value);
    const char *path = http_sh_word(r->arena, r->path);
    s->shown = path ? corr_arena_print(r->arena,
                                       "\"$(sed -n %s %s | sed 's/^[^:]*: *//' "
                                       "| tr -d '\"')\"",
                                       line, path)
                    : NULL;
    for (size_t i = 0; i < value.n; i++)
        if ((unsigned char)value.p[i] < ' ' || value.p[i] == 0x7f)
            return bad_config(r, "the secret has a control character");
    return s->value && s->shown ? CORR_OK : corr_no_memory(r->err);
}

static corr_code take_secret_file(const config_reader *r, corr_str value,
                                  fetch_secret *s)
{
    const char *file = config_file(r, value);

    return file ? access_secret(file, "http-config", r->arena, s, r->err)
                : corr_no_memory(r->err);
}

static corr_code take_text(const config_reader *r, const char *text, size_t at)
{
    *(const char **)(void *)((char *)r->access + at) = text;
    return text ? CORR_OK : corr_no_memory(r->err);
}

static corr_code take_value(config_reader *r, size_t key, corr_str value)
{
    const bool yes = corr_str_is(value, "true");

    switch (config_keys[key].as) {
    case CONFIG_TEXT:
        return take_text(r, corr_arena_text(r->arena, value),
                         config_keys[key].at);
    case CONFIG_FILE:
        return take_text(r, config_file(r, value), config_keys[key].at);
    case CONFIG_SECRET:
        return take_secret(r, value, &r->access->bearer);
    case CONFIG_SECRET_FILE:
        return take_secret_file(r, value, &r->access->bearer);
    case CONFIG_PASSWORD:
        return take_secret(r, value, &r->password);
    case CONFIG_PASSWORD_FILE:
        return take_secret_file(r, value, &r->password);
    case CONFIG_USER:
        r->user = value;
        return CORR_OK;
    case CONFIG_INSECURE:
        r->access->insecure = yes;
        return CORR_OK;
    case CONFIG_HTTP2:
        r->access->http1 = !yes;
        return CORR_OK;
    case CONFIG_BEARER_TYPE:
        return corr_str_is(value, "Bearer")
                   ? CORR_OK
                   : bad_config(r, "only the type Bearer is known");
    case CONFIG_IGNORED:
        break;
    }
    return CORR_OK;
}

/* ---- lines --------------------------------------------------------------- */

/* The key of a line with the keys that it stands under; false: too long. */
static bool whole_key(const config_reader *r, corr_str key,
                      char whole[MOST_KEY])
{
    const char *above = r->depth ? r->level[r->depth - 1].key : "";
    const int n = snprintf(whole, MOST_KEY, "%s%s%.*s", above,
                           *above ? "." : "", CORR_STR_ARG(key));

    return n > 0 && n < MOST_KEY;
}

static corr_code open_level(config_reader *r, const char *key, size_t indent)
{
    if (r->depth == MOST_DEPTH)
        return bad_config(r, "this is nested too deeply");
    r->level[r->depth].indent = indent;
    snprintf(r->level[r->depth++].key, MOST_KEY, "%s", key);
    return CORR_OK;
}

static corr_code take_line(config_reader *r, corr_str line, size_t indent)
{
    char key[MOST_KEY];
    corr_str name, rest, value;

    while (r->depth && indent <= r->level[r->depth - 1].indent)
        r->depth--;
    if (!corr_str_cut(line, ':', &name, &rest) || !name.n ||
        !whole_key(r, corr_str_trim(name), key) ||
        (rest.n && *rest.p != ' ' && *rest.p != '\t'))
        return bad_config(r, "not KEY: VALUE");
    if (!take_scalar(corr_str_trim(rest), &value))
        return bad_config(r, "a value of this form is not read");
    if (!value.n)
        return strcmp(key, "http_config") == 0 ? CORR_OK
                                               : open_level(r, key, indent);
    for (size_t i = 0; i < sizeof config_keys / sizeof *config_keys; i++)
        if (strcmp(config_keys[i].key, key) == 0)
            return take_value(r, i, value);
    return bad_config(r, "this field is unknown to corr");
}

/* Joins user and password. */
static corr_code join_user(config_reader *r)
{
    fetch_secret *s = &r->access->basic;
    const char *user =
        corr_arena_print(r->arena, "%.*s:", CORR_STR_ARG(r->user));
    const char *word = user ? http_sh_word(r->arena, user) : NULL;
    const char *shown = r->password.shown ? r->password.shown : "";

    if (!r->user.n)
        return r->password.value
                   ? corr_fail(r->err, CORR_EUSAGE,
                               "%s: basic_auth has no username", r->path)
                   : CORR_OK;
    if (corr_str_find(r->user, ':') < r->user.n)
        return corr_fail(r->err, CORR_EUSAGE, "%s: the username has a colon",
                         r->path);
    s->value = corr_arena_print(r->arena, "%.*s:%s", CORR_STR_ARG(r->user),
                                r->password.value ? r->password.value : "");
    s->shown = word ? corr_arena_print(r->arena, "%s%s", word, shown) : NULL;
    return s->value && s->shown ? CORR_OK : corr_no_memory(r->err);
}

corr_code access_http_config(const char *file, corr_arena *a,
                             fetch_access *access, corr_err *err)
{
    config_reader r = {
        .path = file, .arena = a, .access = access, .err = err
    };
    corr_str text, line;
    corr_code code = read_all(file, MOST_CONFIG, a, &text, err);

    while (!code && corr_str_next(&text, '\n', &line)) {
        const corr_str inner = corr_str_trim(line);
        size_t indent = 0;
        r.line++;
        if (!inner.n || *inner.p == '#' || corr_str_is(inner, "---"))
            continue;
        while (indent < line.n && line.p[indent] == ' ')
            indent++;
        code = line.p[indent] == '\t'
                   ? bad_config(&r, "a tab is no indentation")
                   : take_line(&r, inner, indent);
    }
    return code ? code : join_user(&r);
}
