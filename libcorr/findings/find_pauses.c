/*
 * find_pauses - the part of a minute in which all threads of a process stand
 * still (corr-methods 8, F06).
 */
#include <inttypes.h>
#include <math.h>

#include "base/base.h"
#include "corr_sort.h"
#include "findings/finder.h"
#include "select/select.h"

static const int64_t minute = INT64_C(60) * 1000000000;
/* A shorter recording tells little of a minute. */
static const int64_t least_length = INT64_C(10) * 1000000000;

typedef vec(stretch) pauses;

SORT_BY(pause_by_start, stretch, ASC(from), ASC(to))

static bool is_pause(const input *in, const segment *s)
{
    return in->kind.v[s->kind].wait == CORR_WAIT_PAUSE && s->time && s->n;
}

/* The pauses of an input, sorted, those that overlap as one; *gc: ns of those of
 * the collector, *n: their number. */
static bool pauses_of(const input *in, pauses *list, int64_t *gc, int64_t *n)
{
    *gc = *n = 0;
    for (size_t k = 1; k < in->segment.n; k++) {
        const segment *s = &in->segment.v[k];
        if (!is_pause(in, s))
            continue;
        const bool is_gc =
            corr_str_is(input_text(in, in->kind.v[s->kind].name), "gc");
        for (size_t i = 0; i < s->n; i++) {
            const int64_t ns = segment_value(s, i);
            if (s->time[i] == CORR_NO_TIME || ns <= 0)
                continue;
            if (!vec_push(list,
                          (stretch){ s->time[i], add_clamped(s->time[i], ns) }))
                return false;
            *gc = add_clamped(*gc, is_gc ? ns : 0);
            *n += is_gc;
        }
    }
    vec_sort(list, pause_by_start);
    size_t kept = 0;
    for (size_t i = 0; i < list->n; i++)
        if (kept && list->v[i].from <= list->v[kept - 1].to)
            list->v[kept - 1].to = max_i64(list->v[kept - 1].to, list->v[i].to);
        else
            list->v[kept++] = list->v[i];
    list->n = kept;
    return true;
}

/* ns of the pauses inside [from, to). */
static int64_t paused_in(const pauses *list, int64_t from, int64_t to,
                         int64_t *n)
{
    int64_t ns = 0;

    *n = 0;
    for (size_t i = 0; i < list->n && list->v[i].from < to; i++) {
        if (list->v[i].to <= from)
            continue;
        ns += min_i64(list->v[i].to, to) - max_i64(list->v[i].from, from);
        ++*n;
    }
    return ns;
}

/* The stretch of this length, beginning with a pause, that pauses have most
 * of. */
static stretch worst_of(const pauses *list, int64_t length)
{
    stretch worst = { 0, 0 };
    int64_t most = -1, inside = 0;

    for (size_t i = 0, end = 0; i < list->n; i++) {
        const int64_t to = add_clamped(list->v[i].from, length);
        for (; end < list->n && list->v[end].from < to; end++)
            inside += stretch_length(list->v[end]);
        const int64_t beyond = max_i64(0, list->v[end - 1].to - to);
        if (inside - beyond > most) {
            most = inside - beyond;
            worst = (stretch){ list->v[i].from, to };
        }
        inside -= stretch_length(list->v[i]);
    }
    return worst;
}

/* The minute around the request, else the worst one of the recording. */
static stretch minute_of_pauses(const finder *f, const input *in,
                                const pauses *list)
{
    const critical_span *t = finder_asked_span(f);
    const int64_t length = min_i64(minute, sub_clamped(in->to, in->from));

    if (!t)
        return worst_of(list, length);
    const int64_t middle = t->start + sub_clamped(t->end, t->start) / 2;
    const int64_t from = max_i64(
        in->from, min_i64(sub_clamped(in->to, length), middle - length / 2));
    return (stretch){ from, add_clamped(from, length) };
}

/* Whether spans of the request ran in the process of an input. */
static bool is_of_request(const finder *f, uint32_t in)
{
    const corr_waterfall *w = f->about->w;
    const spans *s = &f->store->spans;

    for (uint32_t i = 0; w && i < w->n; i++)
        if (s->proc.v[w->span[i]] == f->store->match.v[in].proc)
            return true;
    return !w;
}

/* Which code of a service the collector works for.  Each service is looked at
 * once, however many recordings it has.  top: [services] what was found; NULL:
 * out of memory. */
static const char *allocator_of(finder *f, const char **top, uint32_t service)
{
    if (!top[service]) {
        const char *name = finder_text(
            f, "%.*s", CORR_STR_ARG(f->store->spans.service.v[service]));
        top[service] = name ? finder_allocator(f, name) : NULL;
    }
    return top[service];
}

static bool judge_pauses(finder *f, const finding_rule *r, const char **tops,
                         uint32_t i)
{
    const input *in = store_input(f->store, i);
    const uint32_t at_service = f->store->match.v[i].service;
    const corr_str service = f->store->spans.service.v[at_service];
    pauses list = { 0 };
    int64_t gc, ngc, n;
    bool ok = pauses_of(in, &list, &gc, &ngc);

    if (ok && list.n) {
        const stretch at = minute_of_pauses(f, in, &list);
        const int64_t ns = paused_in(&list, at.from, at.to, &n);
        const int64_t length = stretch_length(at);
        const double share = length > 0 ? (double)ns / (double)length : 0;
        const char *who = ngc ? "GC" : "safepoints";
        const char *brief = finder_text(
            f, "%s stopped all threads of %.*s for %s of %s (%s)", who,
            CORR_STR_ARG(service.n ? service : CORR_STR("a process")),
            finder_time(f, ns), finder_time(f, length), finder_share(f, share));
        const char *top = ngc && service.n && share >= r->share
                              ? allocator_of(f, tops, at_service)
                              : "";
        ok =
            brief && top &&
            finder_add(
                f, r, (finding_size){ share, ns },
                (corr_finding){
                    .subject = service.n ? service : corr_str_of(in->file.path),
                    .brief = brief,
                    .text =
                        finder_text(f, "%s, in %" PRId64 " pause%s%s", brief, n,
                                    corr_plural((uint64_t)n), top),
                    .cost = -1,
                    .share = share,
                    .lo = (double)NAN,
                    .hi = (double)NAN,
                    .n = n,
                    .row = UINT32_MAX,
                    .next = { "info", CORR_TARGET_NONE, " -v" } });
    }
    vec_free(&list);
    return ok;
}

bool find_pauses(finder *f, const finding_rule *r)
{
    if (!f->about->has_waits)
        return true;
    const char **tops =
        corr_arena_new(f->arena, const char *, f->store->spans.service.n);
    bool ok = tops != NULL;
    for (uint32_t i = 0; ok && i < f->store->input.n; i++) {
        const input *in = store_input(f->store, i);
        if (select_takes(f->store, &f->about->query, i) && input_is_timed(in) &&
            sub_clamped(in->to, in->from) >= least_length &&
            is_of_request(f, i))
            ok = judge_pauses(f, r, tops, i);
    }
    return ok;
}
