/*
 * chrome_write - writes a selection as JSON of the Trace Event Format, which
 * Perfetto and Chrome open: spans as slices of their service, waits as slices
 * and samples as instants of their thread.
 *
 * A service is a process.  Slices of one thread must nest, so spans of a service
 * stand in lanes: a span goes to the first lane where it lies inside the span
 * that is open there, or after it.  A sample names its function and its caller,
 * and refers to its whole stack in stackFrames.  Samples without a time cannot be
 * placed; otherData has their number.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/viewer.h"
#include "corr_builtin.h"
#include "corr_sort.h"

/* A row of slices of a service, which nest: the ends of the open ones. */
typedef struct lane {
    uint32_t process;
    corr_vec(int64_t) open;
} lane;

typedef struct placed_span {
    corr_sel_span is;
    uint32_t process;
} placed_span;

typedef struct chrome {
    viewer v;
    corr_vec(corr_str) process; /* names; number + 1 is the pid */
    corr_vec(lane) lane;
    corr_vec(placed_span) span;
    corr_out *out;
    int64_t start; /* ns: time 0 of the file */
    bool has_event;
    bool is_failed;
} chrome;

enum {
    LANE_BASE = 1000000, /* thread ids of lanes; tracks are below */
    LANES_TRIED = 512    /* of a service, so that many spans at once stay cheap;
                            then a span gets a lane of its own */
};

static uint32_t process_of(chrome *c, corr_str service)
{
    const corr_str name = service.n ? service : CORR_STR("profile");

    for (uint32_t i = 0; i < c->process.n; i++)
        if (corr_str_eq(c->process.v[i], name))
            return i + 1;
    if (!corr_vec_push(NULL, &c->process, name))
        c->is_failed = true;
    return (uint32_t)c->process.n;
}

/* ---- events ---------------------------------------------------------------- */

static void begin_event(chrome *c, const char *phase, uint32_t pid,
                        uint32_t tid)
{
    corr_puts(c->out, c->has_event ? ",\n{" : "\n{");
    c->has_event = true;
    corr_printf(c->out,
                "\"ph\":\"%s\",\"pid\":%" PRIu32 ",\"tid\":%" PRIu32 ",", phase,
                pid, tid);
}

static void put_time(chrome *c, int64_t from, int64_t lasts)
{
    corr_puts(c->out, "\"ts\":");
    viewer_put_us(c->out, viewer_since(c->start, from));
    if (lasts >= 0) {
        corr_puts(c->out, ",\"dur\":");
        viewer_put_us(c->out, lasts);
    }
}

/* The name of a process or thread. */
static void put_meta_name(chrome *c, const char *what, uint32_t pid,
                          uint32_t tid, corr_str name)
{
    begin_event(c, "M", pid, tid);
    corr_printf(c->out, "\"name\":\"%s\",\"args\":{", what);
    viewer_put_text(c->out, "name", name);
    corr_puts(c->out, "}}");
}

/* ---- spans ----------------------------------------------------------------- */

SORT_BY(span_by_start, placed_span, ASC(process), ASC(is.from), DESC(is.to),
        ASC(is.trace.hi), ASC(is.trace.lo), ASC(is.handle))

static void collect_slices(chrome *c)
{
    placed_span s = { .process = 0 };
    uint32_t at = 0;

    while (!c->is_failed && corr_sel_next_span(c->v.sel, &at, &s.is)) {
        s.process = process_of(c, s.is.service);
        if (!corr_vec_push(NULL, &c->span, s))
            c->is_failed = true;
    }
    if (c->span.n)
        qsort(c->span.v, c->span.n, sizeof *c->span.v, span_by_start);
}

/* Whether a span nests in a lane; closes what ended before it. */
static bool lane_takes(lane *l, const placed_span *s)
{
    if (l->process != s->process)
        return false;
    while (l->open.n && l->open.v[l->open.n - 1] <= s->is.from)
        l->open.n--;
    return l->open.n == 0 || l->open.v[l->open.n - 1] >= s->is.to;
}

/* The number of the lane of a span, UINT32_MAX: memory is out. */
static uint32_t lane_of(chrome *c, const placed_span *s, size_t *first)
{
    while (*first < c->lane.n && c->lane.v[*first].process != s->process)
        ++*first;
    for (size_t i = *first; i < c->lane.n && i - *first < LANES_TRIED; i++)
        if (lane_takes(&c->lane.v[i], s)) {
            if (!corr_vec_push(NULL, &c->lane.v[i].open, s->is.to))
                return UINT32_MAX;
            return (uint32_t)i;
        }
    lane l = { .process = s->process };
    if (!corr_vec_push(NULL, &l.open, s->is.to) ||
        !corr_vec_push(NULL, &c->lane, l)) {
        corr_vec_free(&l.open);
        return UINT32_MAX;
    }
    return (uint32_t)c->lane.n - 1;
}

static void put_span(chrome *c, const placed_span *s, uint32_t number)
{
    char id[CORR_PRINT_MAX], handle[CORR_PRINT_MAX + 16];

    begin_event(c, "X", s->process, LANE_BASE + number);
    put_time(c, s->is.from, viewer_since(s->is.from, s->is.to));
    corr_puts(c->out, ",\"cat\":\"span\",");
    viewer_put_text(c->out, "name", s->is.name);
    snprintf(handle, sizeof handle, "%.8s/s%u",
             corr_print_trace(id, s->is.trace), s->is.handle);
    corr_puts(c->out, ",\"args\":{");
    viewer_put_text(c->out, "corr span", corr_str_of(handle));
    corr_putc(c->out, ',');
    viewer_put_text(c->out, "trace_id",
                    corr_str_of(corr_print_trace(id, s->is.trace)));
    corr_putc(c->out, ',');
    viewer_put_text(c->out, "span_id",
                    corr_str_of(corr_print_id(id, s->is.id)));
    corr_printf(c->out, ",\"status\":\"%s\"}}",
                s->is.status == CORR_STATUS_ERROR ? "error" : "ok");
}

static void put_spans(chrome *c)
{
    size_t first = 0;

    for (size_t i = 0; i < c->span.n && !c->is_failed; i++) {
        const uint32_t number = lane_of(c, &c->span.v[i], &first);
        if (number == UINT32_MAX)
            c->is_failed = true;
        else
            put_span(c, &c->span.v[i], number);
    }
    for (size_t i = 0; i < c->lane.n; i++)
        put_meta_name(c, "thread_name", c->lane.v[i].process,
                      LANE_BASE + (uint32_t)i, CORR_STR("spans"));
}

/* ---- samples and waits ------------------------------------------------------ */

static void put_stack_args(chrome *c, uint32_t node)
{
    const viewer *v = &c->v;

    if (!node)
        return;
    const viewer_node *leaf = &v->node.v[node - 1];
    corr_puts(c->out, ",\"args\":{");
    viewer_put_text(c->out, "function", v->frame.v[leaf->frame].name);
    if (leaf->up) {
        corr_putc(c->out, ',');
        viewer_put_text(c->out, "caller",
                        v->frame.v[v->node.v[leaf->up - 1].frame].name);
    }
    corr_printf(c->out, "},\"sf\":%" PRIu32, node);
}

static void put_sample(chrome *c, const viewer_sample *s)
{
    const viewer_track *t = &c->v.track.v[s->track];
    const bool is_wait = s->lasts >= 0;

    if (s->time == CORR_NO_TIME)
        return;
    begin_event(c, is_wait ? "X" : "i", process_of(c, t->service),
                s->track + 1);
    put_time(c, s->time, s->lasts);
    if (!is_wait)
        corr_puts(c->out, ",\"s\":\"t\"");
    corr_putc(c->out, ',');
    viewer_put_text(c->out, "cat", t->kind);
    corr_putc(c->out, ',');
    viewer_put_text(c->out, "name",
                    !is_wait && s->node
                        ? c->v.frame.v[c->v.node.v[s->node - 1].frame].name
                        : t->kind);
    put_stack_args(c, s->node);
    corr_putc(c->out, '}');
}

static void put_tracks(chrome *c)
{
    char name[512];

    for (uint32_t i = 0; i < c->v.track.n; i++) {
        const viewer_track *t = &c->v.track.v[i];
        if (t->untimed == t->n)
            continue;
        snprintf(name, sizeof name, "%.*s %.*s", CORR_STR_ARG(t->thread),
                 CORR_STR_ARG(t->kind));
        put_meta_name(c, "thread_name", process_of(c, t->service), i + 1,
                      corr_str_of(name));
    }
    for (size_t i = 0; i < c->v.sample.n; i++)
        put_sample(c, &c->v.sample.v[i]);
    for (uint32_t i = 0; i < c->process.n; i++)
        put_meta_name(c, "process_name", i + 1, 0, c->process.v[i]);
}

static void put_stack_frames(chrome *c)
{
    const viewer *v = &c->v;

    corr_puts(c->out, "],\n\"stackFrames\":{");
    for (size_t i = 0; i < v->node.n; i++) {
        const viewer_frame *f = &v->frame.v[v->node.v[i].frame];
        corr_printf(c->out, "%s\"%zu\":{", i ? ",\n" : "\n", i + 1);
        viewer_put_text(c->out, "name", f->name);
        corr_printf(c->out, ",\"category\":\"%s\"", viewer_sort_name[f->sort]);
        if (v->node.v[i].up)
            corr_printf(c->out, ",\"parent\":%" PRIu32, v->node.v[i].up);
        corr_putc(c->out, '}');
    }
    corr_putc(c->out, '}');
}

static uint64_t untimed_samples(const chrome *c)
{
    uint64_t n = 0;

    for (size_t i = 0; i < c->v.track.n; i++)
        n += c->v.track.v[i].untimed;
    return n;
}

static corr_code put_chrome(chrome *c, corr_err *err)
{
    char time[CORR_PRINT_MAX];

    if (c->v.from == CORR_NO_TIME) {
        corr_fail(err, CORR_ENONE,
                  "no sample has a time, so a time line cannot show them");
        return corr_hint(err, "--to speedscope or --to firefox needs no times");
    }
    c->start = c->v.from;
    collect_slices(c);
    corr_puts(c->out, "{\"displayTimeUnit\":\"ms\",\"otherData\":{");
    viewer_put_text(c->out, "time_0",
                    corr_str_of(corr_print_time(time, c->start, 0)));
    corr_printf(c->out, ",\"samples_without_time\":%" PRIu64 "},\n",
                untimed_samples(c));
    corr_puts(c->out, "\"traceEvents\":[");
    put_spans(c);
    put_tracks(c);
    put_stack_frames(c);
    corr_puts(c->out, "}\n");
    return c->is_failed || c->v.is_failed ? corr_no_memory(err) : CORR_OK;
}

static corr_code chrome_write(const corr_sel *sel, corr_out *out, corr_err *err)
{
    chrome c = { .out = out };
    corr_code code = viewer_of(&c.v, sel, err);

    if (!code)
        code = put_chrome(&c, err);
    for (size_t i = 0; i < c.lane.n; i++)
        corr_vec_free(&c.lane.v[i].open);
    corr_vec_free(&c.lane);
    corr_vec_free(&c.process);
    corr_vec_free(&c.span);
    viewer_clear(&c.v);
    return code;
}

const corr_format corr_format_chrome = {
    .name = "chrome",
    .title = "trace events for Perfetto and Chrome",
    .write = chrome_write,
};
