/* target - the servers of a run, and what opens them. */
#include "fetch/target.h"

#include <stddef.h>
#include <stdio.h>

#include "cli/find_inputs.h"
#include "fetch/plan/http_words.h"
#include "fetch/target_file.h"

enum { MOST_FILE = 64 << 10 };

/* The options that name servers. */
static const struct {
    fetch_kind kind;
    const char *option;
    size_t at;
} server_words[] = {
    { FETCH_TEMPO, "tempo", offsetof(fetch_opts, tempo) },
    { FETCH_JAEGER, "jaeger", offsetof(fetch_opts, jaeger) },
    { FETCH_ZIPKIN, "zipkin", offsetof(fetch_opts, zipkin) },
    { FETCH_PYROSCOPE, "pyroscope", offsetof(fetch_opts, pyroscope) },
    { FETCH_PROMETHEUS, "prometheus", offsetof(fetch_opts, prometheus) },
    { FETCH_ALERTMANAGER, "alertmanager", offsetof(fetch_opts, alertmanager) },
    { FETCH_PPROF, "pprof", offsetof(fetch_opts, pprof) },
    { FETCH_URL, "grafana", offsetof(fetch_opts, grafana) },
};

/* The texts of access. */
static const size_t access_words[] = {
    offsetof(access_opts, bearer),      offsetof(access_opts, basic),
    offsetof(access_opts, header_file), offsetof(access_opts, tenant),
    offsetof(access_opts, netrc),       offsetof(access_opts, cert),
    offsetof(access_opts, key),         offsetof(access_opts, cacert),
    offsetof(access_opts, proxy),       offsetof(access_opts, no_proxy),
    offsetof(access_opts, unix_socket), offsetof(access_opts, http_config),
};

static const char **word_at(access_opts *o, size_t at)
{
    return (const char **)(void *)((char *)o + at);
}

static const char *word_of(const access_opts *o, size_t at)
{
    return *(const char *const *)(const void *)((const char *)o + at);
}

static const opt_list *list_of(const fetch_opts *o, size_t at)
{
    return (const opt_list *)(const void *)((const char *)o + at);
}

/* Words of access that `to` lacks come from `from`. */
static void fill_words(access_opts *to, const access_opts *from)
{
    const bool has_secret = to->bearer || to->basic || to->netrc;

    for (size_t i = 0; i < sizeof access_words / sizeof *access_words; i++) {
        const char **word = word_at(to, access_words[i]);
        const bool other =
            has_secret &&
            (word == &to->bearer || word == &to->basic || word == &to->netrc);
        if (!*word && !other)
            *word = word_of(from, access_words[i]);
    }
    to->insecure = to->insecure || from->insecure;
}

/* ---- access -------------------------------------------------------------- */

static corr_code check_words(const access_opts *o, corr_err *err)
{
    char line[512];

    if ((o->bearer != NULL) + (o->basic != NULL) + (o->netrc != NULL) > 1)
        return corr_fail(err, CORR_EUSAGE,
                         "--bearer, --basic and --netrc exclude each other");
    snprintf(line, sizeof line, "X-Scope-OrgID: %s",
             o->tenant ? o->tenant : "");
    if (o->tenant &&
        (strlen(o->tenant) > 400 || !http_is_header(corr_str_of(line))))
        return corr_fail(err, CORR_EUSAGE,
                         "--tenant has a character that a header cannot have");
    if (o->proxy && strchr(o->proxy, '@'))
        return corr_fail(err, CORR_EUSAGE,
                         "--proxy has a password in the address, which other "
                         "users of this machine can see");
    return CORR_OK;
}

corr_code access_make(const access_opts *words, corr_arena *a,
                      const fetch_access **access, corr_err *err)
{
    fetch_access *x = corr_arena_new(a, fetch_access, 1);
    bool given = words->insecure;
    corr_code code = x ? check_words(words, err) : corr_no_memory(err);

    for (size_t i = 0; i < sizeof access_words / sizeof *access_words; i++)
        given = given || word_of(words, access_words[i]);
    *access = given ? x : NULL;
    if (code || !given)
        return code;
    if (words->http_config)
        code = access_http_config(words->http_config, a, x, err);
    if (words->bearer || words->basic || words->netrc)
        x->bearer = x->basic = (fetch_secret){ 0 };
    if (!code && words->bearer)
        code = access_secret(words->bearer, "bearer", a, &x->bearer, err);
    if (!code && words->basic)
        code = access_secret(words->basic, "basic", a, &x->basic, err);
    if (!code && words->header_file)
        code = access_headers(words->header_file, a, x, err);
    x->tenant = words->tenant;
    x->netrc = words->netrc;
    x->cert = words->cert ? words->cert : x->cert;
    x->key = words->key ? words->key : x->key;
    x->cacert = words->cacert ? words->cacert : x->cacert;
    x->proxy = words->proxy ? words->proxy : x->proxy;
    x->no_proxy = words->no_proxy ? words->no_proxy : x->no_proxy;
    x->unix_socket = words->unix_socket;
    x->insecure = x->insecure || words->insecure;
    return code;
}

/* ---- servers ------------------------------------------------------------- */

corr_code target_add(target_list *l, const fetch_target *t, corr_err *err)
{
    fetch_target *list = t->kind == FETCH_URL ? l->grafana : l->target;
    size_t *n = t->kind == FETCH_URL ? &l->grafanas : &l->n;

    if (*n == TARGETS_MAX)
        return corr_fail(err, CORR_EUSAGE, "more than %d servers", TARGETS_MAX);
    list[(*n)++] = *t;
    return CORR_OK;
}

/* Reads SERVICE=URL.  The address keeps its parameters. */
static corr_code read_program(const char *word, corr_arena *a, fetch_target *t,
                              corr_err *err)
{
    const size_t n = strcspn(word, "=:/?#");

    if (!n || word[n] != '=' || !strstr(word + n, "://")) {
        corr_hint(err, "--pprof checkout=http://checkout:6060");
        return corr_fail(err, CORR_EUSAGE,
                         "--pprof wants a service and an address");
    }
    t->service = corr_arena_text(a, (corr_str){ word, n });
    const char *url = word + n + 1;
    const corr_code code = http_check_address(url, "--pprof", err);
    if (code)
        return code;
    t->base = strchr(url, '?')
                  ? corr_arena_text(a, (corr_str){ url, strcspn(url, "#") })
                  : http_base(a, url);
    return t->service && t->base ? CORR_OK : corr_no_memory(err);
}

/* Reads the address of a server, and whose it is. */
static corr_code read_server(size_t i, const char *word, corr_arena *a,
                             fetch_target *t, corr_err *err)
{
    char what[32];

    t->kind = server_words[i].kind;
    if (t->kind == FETCH_PPROF)
        return read_program(word, a, t, err);
    snprintf(what, sizeof what, "--%s", server_words[i].option);
    const corr_code code = http_check_address(word, what, err);
    t->base = code ? NULL : http_base(a, word);
    return code || t->base ? code : corr_no_memory(err);
}

/* Adds the servers of a kind.  The words of the command line come first; words
 * of its section add what they lack. */
static corr_code add_servers(size_t i, const fetch_opts *o,
                             const fetch_opts *section,
                             const fetch_opts *of_kind, corr_arena *a,
                             target_list *l, corr_err *err)
{
    const opt_list *list = list_of(o, server_words[i].at);
    const fetch_access *access = NULL;
    access_opts words = o->access;

    if (!list->n)
        list = list_of(section, server_words[i].at);
    if (!list->n)
        return CORR_OK;
    fill_words(&words, &of_kind->access);
    fill_words(&words, &section->access);
    corr_code code = access_make(&words, a, &access, err);
    for (size_t k = 0; !code && k < list->n; k++) {
        fetch_target t = { .access = access };
        code = read_server(i, list->item[k], a, &t, err);
        if (!code)
            code = target_add(l, &t, err);
    }
    return code;
}

/* The file of targets as a text. */
static corr_code read_file(corr_arena *a, const char **path, corr_str *text,
                           corr_err *err)
{
    *path = target_file_path(a);
    if (!*path)
        return corr_fail(err, CORR_EUSAGE,
                         "--at: there is no place for a file of targets");
    if (read_all(*path, MOST_FILE, a, text, err)) {
        corr_hint(err, "corr-fetch(1) explains the file of targets");
        err->code = CORR_EUSAGE;
        return CORR_EUSAGE;
    }
    return CORR_OK;
}

corr_code target_read(const fetch_opts *o, corr_arena *a, target_list *l,
                      corr_err *err)
{
    fetch_opts section = { 0 };
    access_opts words = o->access;
    corr_str text = { "", 0 };
    const char *path = NULL;
    bool found = true;
    corr_code code = o->at ? read_file(a, &path, &text, err) : CORR_OK;

    if (!code && o->at)
        code =
            target_file_read(text, path, o->at, NULL, a, &section, &found, err);
    if (!code && !found)
        code =
            corr_fail(err, CORR_EUSAGE, "%s has no section [%s]", path, o->at);
    for (size_t i = 0; !code && i < sizeof server_words / sizeof *server_words;
         i++) {
        fetch_opts of_kind = { 0 };
        if (o->at)
            code = target_file_read(text, path, o->at, server_words[i].option,
                                    a, &of_kind, &found, err);
        if (!code)
            code = add_servers(i, o, &section, &of_kind, a, l, err);
    }
    fill_words(&words, &section.access);
    return code ? code : access_make(&words, a, &l->access, err);
}
