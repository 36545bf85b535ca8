/* dry_run - requests as lines for curl, without secrets. */
#include "fetch/dry_run.h"

#include "fetch/plan/http_words.h"
#include "fetch/plan/window.h"
#include "fetch/servers/url.h"
#include "fetch/target.h"

typedef struct curl_line {
    corr_arena *a;
    const char *text; /* NULL: memory is out */
} curl_line;

static void put_words(curl_line *l, const char *option, const char *value)
{
    const char *word = value ? http_sh_word(l->a, value) : NULL;

    if (!value || !l->text)
        return;
    l->text =
        word ? corr_arena_print(l->a, "%s %s %s", l->text, option, word) : NULL;
}

static void put_header(curl_line *l, const char *name, const char *value)
{
    if (value)
        put_words(l, "-H", corr_arena_print(l->a, "%s: %s", name, value));
}

static void put_access(curl_line *l, const fetch_access *x)
{
    if (x->header_file)
        put_words(l, "-H", corr_arena_print(l->a, "@%s", x->header_file));
    put_header(l, "X-Scope-OrgID", x->tenant);
    put_words(l, "--netrc-file", x->netrc);
    put_words(l, "--cert", x->cert);
    put_words(l, "--key", x->key);
    put_words(l, "--cacert", x->cacert);
    put_words(l, "--proxy", x->proxy);
    put_words(l, "--noproxy", x->no_proxy);
    put_words(l, "--unix-socket", x->unix_socket);
    if (l->text && x->insecure)
        l->text = corr_arena_print(l->a, "%s -k", l->text);
    if (l->text && x->http1)
        l->text = corr_arena_print(l->a, "%s --http1.1", l->text);
}

/* A line of curl's config with the secret, made when the line runs. */
static const char *config_of(corr_arena *a, const fetch_access *x)
{
    if (x && x->bearer.shown)
        return corr_arena_print(
            a, "printf 'header = \"Authorization: Bearer %%s\"\\n' %s",
            x->bearer.shown);
    if (x && x->basic.shown)
        return corr_arena_print(a, "printf 'user = \"%%s\"\\n' %s",
                                x->basic.shown);
    return NULL;
}

const char *dry_run_line(corr_arena *a, const fetch_request *q)
{
    const fetch_access *x = q->target->access;
    const char *url = http_join(a, q->target->base, q->path);
    const char *config = config_of(a, x);
    const char *body = q->body ? http_sh_format(a, q->body, q->body_size) : "";
    curl_line l = { a, "curl -sS --compressed" };

    if (!url || !body)
        return NULL;
    put_header(&l, "Accept", q->accept ? q->accept : "*/*");
    if (q->body)
        put_header(&l, "Content-Type",
                   q->type ? q->type : "application/x-www-form-urlencoded");
    if (x)
        put_access(&l, x);
    const char *file = url_file_at(a, q, fetch_now(0));
    put_words(&l, "-o", file ? corr_str_base(corr_str_of(file)).p : NULL);
    if (q->body && l.text)
        l.text = corr_arena_print(a, "%s --data-binary @-", l.text);
    if (config && l.text)
        l.text = corr_arena_print(a, "%s -K %s", l.text,
                                  q->body ? "/dev/fd/3" : "-");
    put_words(&l, "--url", http_shown(a, url));
    if (!l.text)
        return NULL;
    if (config && q->body)
        return corr_arena_print(a, "%s | { printf %s | %s; } 3<&0", config,
                                body, l.text);
    if (config || q->body)
        return corr_arena_print(a, "%s%s | %s", config ? "" : "printf ",
                                config ? config : body, l.text);
    return l.text;
}
