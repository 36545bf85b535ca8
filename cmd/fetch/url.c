/* url - the back end for any address: an export, a JFR, /debug/pprof. */
#include "fetch/url.h"

#include "fetch/http_words.h"
#include "fetch/whole.h"

#include <stdio.h>

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

static void judge_url(fetch_plan *p, const fetch_request *q,
                      const fetch_answer *a, fetch_result *out)
{
    (void)p;
    (void)q;
    *out = (fetch_result){ .outcome = FETCH_FAILED };
    if (a->status == 404 || a->status == 204) {
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

/* A name from an address: its last part, and a hash of the whole, since many
 * addresses end in the same word. */
static const char *name_of(corr_arena *a, const char *url)
{
    corr_str path = { url, strcspn(url, "?#") };
    const uint64_t h = corr_hash(url, strlen(url));
    const char *dot = NULL;

    while (path.n && path.p[path.n - 1] == '/')
        path.n--;
    corr_str last = corr_str_base(path);
    if (last.n > 100)
        last = corr_str_from(last, last.n - 100);
    for (size_t i = 1; i < last.n && !dot; i++)
        if (last.p[i] == '.')
            dot = last.p + i;
    const size_t stem = dot ? (size_t)(dot - last.p) : last.n;
    return corr_arena_print(a, "other/%.*s-%08x%.*s", (int)stem, last.p,
                            (unsigned)(h & 0xffffffff), (int)(last.n - stem),
                            last.p + stem);
}

static bool plan_url(fetch_plan *p, const fetch_target *t,
                     const fetch_question *q)
{
    corr_arena *a = fetch_plan_arena(p);
    const size_t base = strlen(t->base);

    if (q->about != FETCH_ADDRESS)
        return true;
    const fetch_request r = { .target = t,
                              .what = http_shown(a, q->url),
                              .path = corr_arena_text(
                                  a, corr_str_of(q->url + base)),
                              .accept = "*/*",
                              .file = name_of(a, q->url),
                              .judge = judge_url,
                              .question = q };
    return r.what && r.path && r.file && fetch_plan_add(p, &r);
}

const fetch_back_end url_back_end = { .name = "address",
                                      .option = "url",
                                      .plan = plan_url };
