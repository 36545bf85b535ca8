/*
 * pprof - programs that serve their own profiles: Go's /debug/pprof and others.
 *
 * A program tells what it does now, so it is asked only if the window ends now.
 * CPU, allocations and locks are recorded for some seconds; the others are a
 * state.  An address with a question mark is asked as it is: a recorder of
 * another kind.
 *
 * Source: net/http/pprof of Go 1.19 to 1.24.
 */
#include <strings.h>

#include "fetch/plan/encode.h"
#include "fetch/plan/judgement.h"
#include "fetch/plan/window.h"
#include "fetch/servers/back_ends.h"
#include "fetch/servers/url.h"

/* A question up to this long ago is about now. */
#define LATE (60 * FETCH_SECOND)

/* What /debug/pprof has.  usual: asked for without a kind. */
static const struct {
    const char *name, *kinds;
    bool usual, records;
} exports[] = {
    { "profile", "cpu", true, true },
    { "allocs", "alloc, alloc_bytes, alloc_count", true, true },
    { "mutex", "lock, mutex", false, true },
    { "block", "lock, block", false, true },
    { "heap", "heap, live_bytes, live_count, inuse_bytes, inuse_count", false,
      false },
    { "goroutine", "goroutine", false, false },
};

static bool is_about_now(const fetch_question *q)
{
    return !q->to || q->to + LATE >= fetch_now(q->now);
}

static bool is_of_service(const fetch_target *t, const fetch_question *q)
{
    return !q->service || strcasecmp(q->service, t->service) == 0;
}

/* The address of an export: base has the path or not. */
static const char *export_url(corr_arena *a, const fetch_target *t, size_t i,
                              int64_t records)
{
    const bool has_path = corr_str_ends(corr_str_of(t->base), "/pprof");
    const char *url = corr_arena_print(
        a, "%s%s/%s", t->base, has_path ? "" : "/debug/pprof", exports[i].name);

    return exports[i].records
               ? fetch_path_with_int(a, url, "seconds",
                                     fetch_units_up(records, FETCH_SECOND))
               : url;
}

static bool pprof_plan(fetch_plan *p, const fetch_target *t,
                       const fetch_question *q)
{
    bool ok = true;

    if (q->about != FETCH_PROFILES || q->spans || !is_about_now(q) ||
        !is_of_service(t, q))
        return true;
    if (strchr(t->base, '?'))
        return url_add(p, t, q, t->base, t->service);
    for (size_t i = 0; ok && i < sizeof exports / sizeof *exports; i++) {
        if (q->profile ? !fetch_is_listed(exports[i].kinds, q->profile)
                       : !exports[i].usual)
            continue;
        const char *url = export_url(fetch_plan_arena(p), t, i, q->records);
        ok = url && url_add(p, t, q, url, t->service);
    }
    return ok;
}

const fetch_back_end fetch_pprof = { "program", "pprof", pprof_plan };
