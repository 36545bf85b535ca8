/* span_head - the first lines of corr span: which request, which of its spans
 * has the time, and how unusual that is. */
#include <math.h>
#include <string.h>

#include "verbs/span/span.h"

static corr_label attr_of(const void *of, uint32_t row, uint32_t k)
{
    const span_report *s = of;

    return corr_waterfall_attr(s->w, row, k);
}

const char *span_call_name(const span_report *s, uint32_t i)
{
    const corr_span_view v = corr_waterfall_at(s->w, i);
    const corr_str route =
        cmd_route(corr_waterfall_nattrs(s->w, i), attr_of, s, i);

    if (!cmd_is_method(v.name) || route.n)
        return cmd_request_name(s->r, v.name, route, v.name);
    for (uint32_t k = i + 1; k < v.end_index; k++) {
        const corr_str below = corr_waterfall_at(s->w, k).name;
        if (!cmd_is_method(below))
            return cmd_str(s->r, below);
    }
    return cmd_str(s->r, v.name);
}

static void say_request(const span_report *s)
{
    const corr_span_view root = corr_waterfall_at(s->w, s->trace.root);
    const int64_t length = root.end - root.start;

    corr_report_head(
        s->r, "%s  %s%s    trace %s    %s", span_call_name(s, s->trace.root),
        root.unfinished ? "at least " : "", span_time(s->r, length, length),
        cmd_short(s->r, s->trace.trace, s->trace.start),
        root.has_start ? cmd_time(s->ctx, s->r, root.start)
                       : "start not recorded");
}

/* "90%", "0.4%" of the request. */
static const char *share_words(const span_report *s, int64_t ns)
{
    const corr_span_view root = corr_waterfall_at(s->w, s->trace.root);
    const double whole = (double)(root.end - root.start);
    const double percent = whole > 0 ? 100 * (double)ns / whole : 0;

    if (percent > 0 && percent < 0.05)
        return "<0.1%";
    return corr_report_text(s->r, percent < 1 ? "%.1f%%" : "%.0f%%", percent);
}

/* "s4, GET /checkout in checkout (thread http-worker-5)" */
static const char *focus_words(const span_report *s)
{
    const corr_span_view v = s->span;
    const char *thread = v.thread.n ? corr_report_text(s->r, " (thread %.*s)",
                                                       CORR_STR_ARG(v.thread))
                                    : "";

    return corr_report_text(s->r, "s%u, %s%s%.*s%s", v.handle,
                            v.calls > 1 ? fall_call_name(s->r, v.name, v.calls)
                                        : span_call_name(s, s->focus),
                            v.service.n ? " in " : "", CORR_STR_ARG(v.service),
                            thread);
}

/* The time of the span that is explained, as a part of the request. */
static void say_part(const span_report *s)
{
    const corr_span_view v = s->span;
    const corr_span_view root = corr_waterfall_at(s->w, s->trace.root);
    const bool inside = !v.nonblocking && !v.dropped && !root.unfinished &&
                        !v.unfinished && root.end > root.start;

    if (!s->asked && inside) {
        const char *share = share_words(s, v.critical);
        corr_report_line(s->r, "%s of it is %s",
                         strcmp(share, "100%") == 0 ? "all" : share,
                         focus_words(s));
        return;
    }
    corr_report_line(
        s->r, "%s: %s%s%s%s", focus_words(s), v.unfinished ? "at least " : "",
        span_time(s->r, v.busy, v.busy),
        v.untold      ? " from the first to the last"
        : v.calls > 1 ? " in all"
                      : "",
        inside && s->focus != s->trace.root && v.busy <= root.end - root.start
            ? corr_report_text(s->r, ", %s of it", share_words(s, v.busy))
            : "");
    if (v.self_hi > v.self_lo)
        corr_report_line(s->r, "self time %s",
                         fall_self_words(s->r, &v, root.end - root.start));
}

/* ---- how unusual ----------------------------------------------------- */

static const char *rank_words(const span_report *s, const corr_usual *u)
{
    const double percent = 100 * u->rank;

    if (u->shorter == 0 && u->equal == 1)
        return "the fastest of";
    if (u->shorter + 1 == u->n)
        return "the slowest of";
    if (percent < 50)
        return corr_report_text(s->r, "faster than %.0f%% of",
                                fmin(round(100 - percent), 99));
    return corr_report_text(s->r, "slower than %.0f%% of",
                            fmin(round(percent), 99));
}

/* "0.161 s", "143 ms", "38.71 ms" */
static const char *median_words(corr_report *r, int64_t ns, int64_t scale)
{
    const int64_t ms = 1000000;

    return scale < 500 * ms && ns >= 100 * ms
               ? corr_report_text(r, "%.0f ms", (double)ns / (double)ms)
               : span_time(r, ns, scale);
}

static void say_unusual(const span_report *s, const corr_usual *u)
{
    const corr_span_view v = corr_waterfall_at(s->w, u->span);
    const bool is_other = u->span != s->focus && u->span != s->trace.root;
    const char *who =
        is_other ? corr_report_text(s->r, "s%u is ", v.handle) : "";

    if (!u->n)
        return;
    corr_report_line(s->r, "%s%s the %s %s%.*s%s here: their median is %s", who,
                     rank_words(s, u), cmd_count(s->r, u->n),
                     u->failed && u->same_status ? "failed " : "",
                     CORR_STR_ARG(v.name),
                     cmd_is_method(v.name) ? " requests" : "",
                     median_words(s->r, u->median, v.end - v.start));
}

static void put_unusual(const span_report *s, const corr_usual *u)
{
    const corr_span_view v = corr_waterfall_at(s->w, u->span);
    corr_report *r = s->r;

    if (!u->n) {
        corr_report_put(r, "unusual", corr_cell_null());
        return;
    }
    corr_report_put(r, "unusual.span_id", corr_cell_span(v.id));
    corr_report_put(r, "unusual.name", corr_cell_str(v.name));
    corr_report_put(r, "unusual.service",
                    v.service.n ? corr_cell_str(v.service) : corr_cell_null());
    corr_report_put(r, "unusual.duration_ns", corr_cell_int(v.end - v.start));
    corr_report_put(r, "unusual.median_ns", corr_cell_int(u->median));
    corr_report_put(r, "unusual.rank", corr_cell_share(u->rank));
    corr_report_put(r, "unusual.shorter", corr_cell_int(u->shorter));
    corr_report_put(r, "unusual.spans", corr_cell_int(u->n));
    corr_report_put(r, "unusual.same_status", corr_cell_bool(u->same_status));
}

corr_code span_put_head(const span_report *s, corr_err *err)
{
    const span_opts *o = s->ctx->opts;
    corr_usual u = { 0 };
    int64_t from, to;

    /* without a profile, no other request may have been read */
    if (span_window(s, &s->span, &from, &to) &&
        corr_usual_of(s->w, s->focus, from, to, &u, err))
        return err->code;
    put_unusual(s, &u);
    if (!o->holders) {
        say_request(s);
        say_part(s);
        say_unusual(s, &u);
    }
    return span_say_usual(s, &u, err);
}
