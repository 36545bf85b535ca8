/* url - the back end for any address: an export, a JFR, /debug/pprof. */
#include "fetch/servers/url.h"

#include <ctype.h>
#include <stdio.h>

#include "fetch/plan/encode.h"
#include "fetch/plan/http_words.h"
#include "fetch/plan/window.h"
#include "fetch/servers/whole.h"

/* Beginnings of names of formats that are no profile; the first one counts. */
static const struct {
    const char *format, *folder;
} places[] = {
    { "otlp-profiles", "profiles" },
    { "otlp-metrics", "metrics" },
    { "otlp", "traces" },
    { "tempo", "traces" },
    { "jaeger", "traces" },
    { "zipkin", "traces" },
    { "grafana", "traces" },
    { "prometheus", "metrics" },
    { "openmetrics", "metrics" },
    { "alerts", "alerts" },
};

const char *url_file(corr_arena *a, const char *file, const char *format)
{
    const char *folder = "profiles";

    if (!corr_str_starts(corr_str_of(file), "other/") || !format)
        return file;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (corr_str_starts(corr_str_of(format), places[i].format)) {
            folder = places[i].folder;
            break;
        }
    return corr_arena_print(a, "%s/%s", folder, file + 6);
}

/* Whether a program of Go is recording already: it does so once at a time. */
static bool is_recording(const fetch_answer *a)
{
    return a->status == 500 && corr_str_has(a->body, "already in use");
}

static void judge_url(fetch_plan *p, const fetch_request *q,
                      const fetch_answer *a, fetch_result *out)
{
    (void)p;
    (void)q;
    *out = (fetch_result){ .outcome = FETCH_FAILED };
    if (is_recording(a)) {
        out->outcome = FETCH_AGAIN;
        snprintf(out->why, sizeof out->why,
                 "the program is being recorded by somebody else");
    } else if (a->status == 404 || a->status == 204) {
        out->outcome = FETCH_NOTHING;
        out->complete = true;
        snprintf(out->why, sizeof out->why, "HTTP status %d", a->status);
    } else if (a->status / 100 != 2) {
        snprintf(out->why, sizeof out->why, "HTTP status %d", a->status);
    } else if (a->body.n == 0) {
        out->outcome = FETCH_NOTHING;
        out->complete = true;
        snprintf(out->why, sizeof out->why, "the answer is empty");
    } else {
        const char *cut = a->status == 206 ? "only a part of it came (206)"
                                           : fetch_is_cut(a->body);
        out->outcome = FETCH_GOT;
        out->complete = !cut;
        if (cut)
            snprintf(out->why, sizeof out->why, "%s", cut);
    }
}

/* ---- names --------------------------------------------------------------- */

enum { MOST_WORD = 40, MOST_END = 16, MOST_LAST = 100, MOST_SECONDS = 86400 };

/* A part of a name without dots and dashes. */
static void put_plain(char to[MOST_WORD + 1], corr_str s)
{
    size_t n = 0;

    for (; n < s.n && n < MOST_WORD; n++)
        to[n] = isalnum((unsigned char)s.p[n]) ? s.p[n] : '_';
    to[n] = '\0';
}

/* Whether an extension can follow the time in a name. */
static bool is_end(corr_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!isalnum((unsigned char)s.p[i]) && s.p[i] != '.')
            return false;
    return s.n <= MOST_END;
}

/* The path of an address, without slashes at its end. */
static corr_str path_of(const char *url)
{
    corr_str path = { url, strcspn(url, "?#") };

    while (path.n && path.p[path.n - 1] == '/')
        path.n--;
    return path;
}

/* Splits the last part of a path at its first dot. */
static void split_last(corr_str path, corr_str *stem, corr_str *end)
{
    const corr_str last = corr_str_base(path);
    size_t dot = 1;

    while (dot < last.n && last.p[dot] != '.')
        dot++;
    dot = dot < last.n ? dot : last.n;
    *stem = (corr_str){ last.p, dot };
    *end = corr_str_from(last, dot);
}

/* The name of an address of a service without its time.  *end: what follows the
 * time. */
static const char *service_name_of(corr_arena *a, const char *service,
                                   const char *url, const char **end)
{
    char word[MOST_WORD + 1], folder[MOST_WORD + 1] = "url";
    const char *name = fetch_file_part(a, corr_str_of(service));
    const corr_str path = path_of(strstr(url, "://") + 3);
    corr_str stem, rest, before;

    split_last(path, &stem, &rest);
    put_plain(word, stem);
    before = (corr_str){ path.p, path.n - corr_str_base(path).n };
    if (corr_str_find(before, '/') + 1 < before.n) {
        before.n--;
        put_plain(folder, corr_str_base(before));
    }
    *end = corr_arena_text(a, is_end(rest) ? rest : CORR_STR(""));
    return name && *end
               ? corr_arena_print(a, "other/%s-%s.%s", name, folder, word)
               : NULL;
}

const char *url_file_at(corr_arena *a, const fetch_request *q, int64_t began)
{
    const char *from = fetch_time_stamp(a, began);
    const char *to = q->records ? fetch_time_stamp(a, began + q->records) : "";

    if (!q->file_end)
        return q->file;
    return from && to ? corr_arena_print(a, "%s-%s%s%s%s", q->file, from,
                                         *to ? "-" : "", to, q->file_end)
                      : NULL;
}

/* A name from an address: its last part, and a hash of the whole, since many
 * addresses end in the same word. */
static const char *name_of(corr_arena *a, const char *url)
{
    const uint64_t h = corr_hash(url, strlen(url));
    corr_str path = path_of(url), stem, end;

    if (corr_str_base(path).n > MOST_LAST)
        path = corr_str_from(path, path.n - MOST_LAST);
    split_last(path, &stem, &end);
    return corr_arena_print(a, "other/%.*s-%08x%.*s", CORR_STR_ARG(stem),
                            (unsigned)(h & 0xffffffff), CORR_STR_ARG(end));
}

/* The time that a parameter tells a server to record; 0: unknown. */
static int64_t seconds_of(const char *url)
{
    static const char key[] = "seconds=";
    const char *query = strchr(url, '?');
    corr_str rest = corr_str_of(query ? query + 1 : ""), word;
    int64_t n = 0;

    while (corr_str_next(&rest, '&', &word))
        if (corr_str_starts(word, key) &&
            corr_str_i64(corr_str_from(word, sizeof key - 1), &n) && n > 0 &&
            n <= MOST_SECONDS)
            return n * FETCH_SECOND;
    return 0;
}

/* A page of metrics has its exemplars only in OpenMetrics; corr reads no
 * protobuf. */
static const char *accepts(const char *url)
{
    return corr_str_is(corr_str_base(path_of(url)), "metrics")
               ? "application/openmetrics-text;version=1.0.0,"
                 "text/plain;version=0.0.4;q=0.5,*/*;q=0.1"
               : "*/*";
}

bool url_add(fetch_plan *p, const fetch_target *t, const fetch_question *q,
             const char *url, const char *service)
{
    corr_arena *a = fetch_plan_arena(p);
    const char *end = NULL;
    const char *file =
        service ? service_name_of(a, service, url, &end) : name_of(a, url);
    const fetch_request r = { .target = t,
                              .what = http_shown(a, url),
                              .path = url + strlen(t->base),
                              .accept = accepts(url),
                              .file = file,
                              .file_end = end,
                              .records = seconds_of(url),
                              .judge = judge_url,
                              .question = q };
    return r.what && r.file && fetch_plan_add(p, &r);
}

static bool plan_url(fetch_plan *p, const fetch_target *t,
                     const fetch_question *q)
{
    return q->about != FETCH_ADDRESS || url_add(p, t, q, q->url, q->service);
}

const fetch_back_end url_back_end = { .name = "address",
                                      .option = "url",
                                      .plan = plan_url };
