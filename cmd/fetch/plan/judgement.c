#include "fetch/plan/judgement.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <strings.h>

enum { MOST_WORDS_IN = 64 << 10, MOST_JSON = 32 << 20 };

/* ---- sentences ------------------------------------------------------------ */

void fetch_say(fetch_result *out, fetch_outcome outcome, const char *text, ...)
{
    char raw[512];
    va_list ap;

    va_start(ap, text);
    vsnprintf(raw, sizeof raw, text, ap);
    va_end(ap);
    *out = (fetch_result){ .outcome = outcome, .complete = true };
    corr_safe(out->why, sizeof out->why, corr_str_of(raw), false);
}

void fetch_say_cut(fetch_result *out, const char *text, ...)
{
    char raw[512];
    va_list ap;

    va_start(ap, text);
    vsnprintf(raw, sizeof raw, text, ap);
    va_end(ap);
    out->complete = false;
    corr_safe(out->why, sizeof out->why, corr_str_of(raw), false);
}

void fetch_say_filled(fetch_result *out, uint32_t limit, bool halved)
{
    if (out->outcome == FETCH_GOT)
        fetch_say_cut(out, "the answer filled its limit of %lu hit%s%s",
                      (unsigned long)limit, corr_plural(limit),
                      halved ? "; both halves of its window are asked" : "");
    else if (halved)
        fetch_say(out, FETCH_NOTHING,
                  "the answer is too large; both halves of its window are "
                  "asked");
}

/* ---- words of a server ----------------------------------------------------- */

/* The sentence in {"message"}, {"error"}, {"error":{"message"}},
 * {"errors":[{"msg"}]}, or a text. */
static corr_str refusal_words(const cJSON *doc)
{
    static const char *const key[] = { "message", "msg", "error", "errors" };

    for (int depth = 0; doc && depth < 4; depth++) {
        const cJSON *next = NULL;
        if (cJSON_IsString(doc))
            return corr_str_of(doc->valuestring);
        if (cJSON_IsArray(doc))
            next = doc->child;
        for (size_t i = 0; cJSON_IsObject(doc) && !next && i < 4; i++)
            next = cJSON_GetObjectItemCaseSensitive(doc, key[i]);
        doc = next;
    }
    return CORR_STR("");
}

static corr_str first_line(corr_str s)
{
    s = corr_str_trim(s);
    s.n = corr_str_find(s, '\n');
    return corr_str_trim(s);
}

bool fetch_is_listed(const char *list, const char *name)
{
    const size_t n = strlen(name);

    for (const char *at = list; *at; at += strspn(at, ", ")) {
        const char *end = strstr(at, ", ");
        const size_t size = end ? (size_t)(end - at) : strlen(at);
        if (size == n && memcmp(at, name, n) == 0)
            return true;
        at += size;
    }
    return false;
}

void fetch_words(const fetch_answer *a, char to[FETCH_WORDS])
{
    corr_str body = a->body;

    *to = 0;
    if (fetch_is_page(a) || !body.n)
        return;
    body.n = body.n < MOST_WORDS_IN ? body.n : MOST_WORDS_IN;
    cJSON *doc = cJSON_ParseWithLength(body.p, body.n);
    const corr_str words = refusal_words(doc);
    if (words.n)
        corr_safe(to, FETCH_WORDS, first_line(words), false);
    else if (!cJSON_IsObject(doc) && !cJSON_IsArray(doc))
        corr_safe(to, FETCH_WORDS, first_line(body), false);
    cJSON_Delete(doc);
}

/* ---- refusals --------------------------------------------------------------- */

bool fetch_is_page(const fetch_answer *a)
{
    corr_str s = a->body;

    if (a->type && strcmp(a->type, "text/html") == 0)
        return true;
    for (; s.n && (uint8_t)*s.p <= ' '; s.p++)
        s.n--;
    return (s.n >= 9 && strncasecmp(s.p, "<!doctype", 9) == 0) ||
           (s.n >= 5 && strncasecmp(s.p, "<html", 5) == 0);
}

typedef struct refusal {
    int from, to; /* statuses */
    const char *text;
} refusal;

/* The first row with the status counts.  The transfer has tried again by then
 * what can be tried again. */
static const refusal refusals[] = {
    { 300, 399, "the server redirects, perhaps to a login" },
    { 401, 401, "the server wants credentials" },
    { 403, 403, "the server denies access" },
    { 404, 404, "the server does not know this address" },
    { 407, 407, "the proxy wants credentials" },
    { 413, 414, "the request is too long for the server" },
    { 429, 429, "the server asks to slow down" },
    { 501, 501, "the server lacks this function" },
    { 502, 504, "the server is not ready" },
    { 500, 599, "the server failed" },
    { 400, 499, "the server refused the request" },
    { 100, 199, "the server did not answer" },
};

static const refusal *refusal_of(int status)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (status >= refusals[i].from && status <= refusals[i].to)
            return &refusals[i];
    return NULL;
}

bool fetch_refused(const fetch_answer *a, fetch_result *out)
{
    const refusal *r = refusal_of(a->status);
    char words[FETCH_WORDS];

    if (a->status >= 200 && a->status <= 299) {
        if (!fetch_is_page(a))
            return false;
        fetch_say(out, FETCH_FAILED,
                  "a page of HTML came: a login, or the address of a user "
                  "interface");
        return true;
    }
    fetch_words(a, words);
    if (!r)
        fetch_say(out, FETCH_FAILED, "the answer has no valid status (%d)",
                  a->status);
    else if (a->status == 401 && strstr(words, "no org id"))
        fetch_say(out, FETCH_FAILED,
                  "the server wants the name of a tenant (401): %s", words);
    else if (*words)
        fetch_say(out, FETCH_FAILED, "%s (%d): %s", r->text, a->status, words);
    else if (a->status == 404)
        fetch_say(out, FETCH_FAILED, "%s (404); its base path may be missing",
                  r->text);
    else
        fetch_say(out, FETCH_FAILED, "%s (%d)", r->text, a->status);
    return true;
}

bool fetch_is_unknown_path(const fetch_answer *a)
{
    return (a->status == 404 || a->status == 405) &&
           (fetch_is_page(a) || corr_str_has(a->body, "page not found") ||
            corr_str_is(corr_str_trim(a->body), "Not Found") ||
            corr_str_is(corr_str_trim(a->body), "404 Not Found") ||
            a->status == 405);
}

/* ---- JSON -------------------------------------------------------------------- */

/* Whether more than blanks follows the end of a document. */
static bool has_rest(corr_str body, const char *end)
{
    for (const char *c = end; c < body.p + body.n; c++)
        if ((uint8_t)*c > ' ')
            return true;
    return false;
}

/* Whether a document only says something to a person, as proxies do with 200:
 * it has a message, and no member with data. */
static bool is_complaint(const cJSON *doc)
{
    const cJSON *m;

    cJSON_ArrayForEach(m, doc) if (m->child && strncmp(m->string, "error", 5) !=
                                                   0) return false;
    return refusal_words(doc).n > 0;
}

cJSON *fetch_json(const fetch_answer *a, fetch_result *out)
{
    if (a->body.n > MOST_JSON) {
        fetch_say(out, FETCH_FAILED,
                  "the answer is too large to look at (%zu bytes)", a->body.n);
        return NULL;
    }
    const char *end = NULL;
    cJSON *doc = cJSON_ParseWithLengthOpts(a->body.p, a->body.n, &end, false);
    if (doc && has_rest(a->body, end)) {
        cJSON_Delete(doc);
        doc = NULL;
    }
    if (!doc)
        fetch_say(out, FETCH_FAILED,
                  a->body.n ? "the answer is no valid JSON: broken, cut, or of "
                              "another kind of server"
                            : "the answer is empty");
    if (cJSON_IsObject(doc) && is_complaint(doc)) {
        char words[FETCH_WORDS];
        corr_safe(words, sizeof words, first_line(refusal_words(doc)), false);
        fetch_say(out, FETCH_FAILED, "the answer is a message: %s", words);
        cJSON_Delete(doc);
        doc = NULL;
    }
    return doc;
}

corr_str fetch_json_text(const cJSON *o, const char *key)
{
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);

    return corr_str_of(cJSON_IsString(v) ? v->valuestring : "");
}

int64_t fetch_json_int(const cJSON *o, const char *key)
{
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);
    int64_t n = 0;

    if (cJSON_IsNumber(v))
        return v->valuedouble > -9e18 && v->valuedouble < 9e18
                   ? (int64_t)v->valuedouble
                   : 0;
    return cJSON_IsString(v) && corr_str_i64(corr_str_of(v->valuestring), &n)
               ? n
               : 0;
}

/* ---- names -------------------------------------------------------------------- */

const char *fetch_target_suffix(fetch_plan *p, const fetch_target *t)
{
    size_t nth = 0;

    for (const fetch_target *k;
         (k = fetch_plan_target(p, t->kind, nth)) && k != t;)
        nth++;
    if (nth == 0 || !fetch_plan_target(p, t->kind, nth))
        return "";
    return corr_arena_print(fetch_plan_arena(p), "-%zu", nth + 1);
}
