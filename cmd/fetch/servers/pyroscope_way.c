#include "fetch/servers/pyroscope_way.h"

#include "fetch/plan/encode.h"
#include "fetch/plan/window.h"
#include "fetch/servers/profile_bytes.h"

/* "-of-span-2d9f065d37ba274b", "-of-12-spans", "-of-trace-<id>" or "": which
 * part of the samples the server selects. */
static const char *file_part_of(fetch_plan *p, const profile_ask *k)
{
    corr_arena *a = fetch_plan_arena(p);

    return k->trace        ? corr_arena_print(a, "-of-trace-%s", k->trace)
           : k->spans == 0 ? ""
           : k->spans == 1
               ? corr_arena_print(a, "-of-span-%s", k->span[0])
               : corr_arena_print(a, "-of-%u-spans", (unsigned)k->spans);
}

/* "profiles/checkout-process_cpu.cpu-20261121T163200Z-20261121T163720Z.pb".
 * corr reads these names (libcorr/model/fetched_name.h). */
static const char *file_of(fetch_plan *p, const fetch_target *t,
                           const profile_ask *k, corr_window w)
{
    corr_arena *a = fetch_plan_arena(p);
    const char *service = k->s.service ? k->s.service : "all";
    const char *of = file_part_of(p, k);
    const char *part = fetch_file_part(a, corr_str_of(service));
    const char *type = fetch_type_name(a, k->s.type);
    const char *from = fetch_time_stamp(a, w.from);
    const char *to =
        fetch_time_stamp(a, fetch_units_up(w.to, FETCH_SECOND) * FETCH_SECOND);
    const char *suffix = fetch_target_suffix(p, t);

    return part && type && of && from && to && suffix
               ? corr_arena_print(a, "profiles/%s-%s%s-%s-%s%s.%s", part, type,
                                  of, from, to, suffix,
                                  k->way == SPANS || k->way == RENDER ? "json"
                                                                      : "pb")
               : NULL;
}

/* ---- bodies -------------------------------------------------------------------- */

static bool body_pprof(fetch_plan *p, const profile_ask *k, fetch_request *r)
{
    const fetch_select s = {
        .type = k->s.type,
        .selector = k->s.selector,
        .from = fetch_units_down(r->from, FETCH_MS),
        .to = fetch_units_up(r->to, FETCH_MS),
        .nodes = k->nodes,
        .span = k->span,
        .spans = k->spans,
        .trace = k->trace,
        .is_pprof = k->way == STACKTRACES,
        .is_async = k->pace == STARTED,
        .running = k->pace == AWAITED ? k->running : CORR_STR(""),
    };

    r->type = r->accept = "application/proto";
    r->body = fetch_select_bytes(fetch_plan_arena(p), &s, &r->body_size);
    r->path = k->way == STACKTRACES ? FETCH_PYROSCOPE_PATH
                  "SelectMergeStacktraces"
                                    : FETCH_PYROSCOPE_PATH "SelectMergeProfile";
    return r->body != NULL;
}

static bool body_spans(fetch_plan *p, const profile_ask *k, fetch_request *r)
{
    corr_arena *a = fetch_plan_arena(p);
    const char *selector = fetch_quoted(a, corr_str_of(k->s.selector));
    const char *ids = "";

    for (uint32_t i = 0; ids && i < k->spans; i++)
        ids = corr_arena_print(a, "%s%s\"%s\"", ids, i ? "," : "", k->span[i]);
    r->type = r->accept = "application/json";
    r->path = FETCH_PYROSCOPE_PATH "SelectMergeSpanProfile";
    if (selector && ids)
        r->body = corr_arena_print(
            a,
            "{\"profileTypeID\":\"%s\",\"labelSelector\":%s,\"start\":%lld,"
            "\"end\":%lld,\"maxNodes\":%lld,\"spanSelector\":[%s]}",
            k->s.type, selector, (long long)fetch_units_down(r->from, FETCH_MS),
            (long long)fetch_units_up(r->to, FETCH_MS), (long long)k->nodes,
            ids);
    r->body_size = r->body ? strlen(r->body) : 0;
    return r->body != NULL;
}

static bool body_render(fetch_plan *p, const profile_ask *k, fetch_request *r)
{
    corr_arena *a = fetch_plan_arena(p);
    const char *query = corr_arena_print(a, "%s%s", k->s.type, k->s.selector);
    const char *path =
        query ? fetch_path_with(a, "/pyroscope/render", "query", query) : NULL;

    path = fetch_path_with_int(a, path, "from",
                               fetch_units_down(r->from, FETCH_MS));
    path =
        fetch_path_with_int(a, path, "until", fetch_units_up(r->to, FETCH_MS));
    if (k->nodes)
        path = fetch_path_with_int(a, path, "maxNodes", k->nodes);
    r->path = fetch_path_with(a, path, "format", "json");
    r->accept = "application/json";
    return r->path != NULL;
}

bool fetch_ask_in_way(fetch_plan *p, const fetch_target *t,
                      const fetch_question *q, const profile_ask *ask,
                      corr_window w, fetch_judge *judge)
{
    static bool (*const body[])(fetch_plan *, const profile_ask *,
                                fetch_request *) = {
        [STACKTRACES] = body_pprof,
        [MERGED] = body_pprof,
        [SPANS] = body_spans,
        [RENDER] = body_render,
    };
    corr_arena *a = fetch_plan_arena(p);
    profile_ask *k = corr_arena_new(a, profile_ask, 1);

    if (!k)
        return false;
    *k = *ask;
    fetch_request r = {
        .target = t,
        .what = corr_arena_print(a, "%s of %s from Pyroscope", k->s.type,
                                 k->s.service ? k->s.service : "all"),
        .file = file_of(p, t, k, w),
        .judge = judge,
        .state = k,
        .question = q,
        .from = w.from,
        .to = w.to,
        .limit = (uint32_t)k->nodes,
    };
    return r.what && r.file && body[k->way](p, k, &r) && fetch_plan_add(p, &r);
}
