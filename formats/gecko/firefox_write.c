/*
 * firefox_write - writes a selection as a processed profile of the Firefox
 * Profiler, version 60 of that format (docs-developer/CHANGELOG-formats.md of
 * firefox-devtools/profiler): threads as tracks, spans and waits as markers.
 *
 * A track is a thread with one kind of sample, in the process of its service. A
 * span stands on the thread that it names, if that thread has a track, else on a
 * track of its service.  The time of a sample is where it was taken; without
 * times, each sample takes its weight of the axis.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/viewer.h"
#include "corr_builtin.h"
#include "corr_sort.h"

enum { FORMAT_VERSION = 60, GECKO_VERSION = 33 };

/* Names that are numbered when they are first used. */
typedef struct texts {
    corr_map number; /* text -> number + 1 */
    corr_vec(corr_str) text;
} texts;

/* A span or wait on a track. */
typedef struct marker {
    uint32_t track;
    int64_t from, to;
    uint32_t name; /* number of a text */
    uint32_t node; /* 1 + node of the stack of a wait; 0: none */
    corr_sel_span span;
    bool is_span;
} marker;

typedef struct firefox {
    viewer v;
    texts texts;
    corr_vec(marker) marker;
    corr_map homes;    /* service and thread -> 1 + its track */
    size_t own_tracks; /* tracks of services, for spans */
    int64_t start;     /* ns: time 0 of the profile */
    bool has_thread;
    corr_out *out;
    bool is_failed;
} firefox;

static uint32_t text_number(firefox *f, corr_str s)
{
    bool is_new;
    uint32_t *at = corr_map_bytes(&f->texts.number, s.p, s.n, &is_new);

    if (!at || !corr_vec_reserve(NULL, &f->texts.text, 1)) {
        f->is_failed = true;
        return 0;
    }
    if (is_new) {
        f->texts.text.v[f->texts.text.n++] = s;
        *at = (uint32_t)f->texts.text.n;
    }
    return *at - 1;
}

/* ---- markers --------------------------------------------------------------- */

/* 1 + the track of a thread of a service; 0: it has none.  NULL: memory is out. */
static uint32_t *home_of(firefox *f, corr_str service, corr_str thread)
{
    const uint64_t key[] = { corr_hash(service.p, service.n),
                             corr_hash(thread.p, thread.n) };
    uint32_t *home = corr_map_bytes(&f->homes, key, sizeof key, NULL);

    f->is_failed |= !home;
    return home;
}

/* Notes the first track with samples of each thread, where its spans and waits
 * stand. */
static void find_homes(firefox *f)
{
    for (uint32_t i = 0; i < f->v.track.n && !f->is_failed; i++) {
        const viewer_track *t = &f->v.track.v[i];
        uint32_t *home = t->thread.n && t->waits < t->n
                             ? home_of(f, t->service, t->thread)
                             : NULL;
        if (home && *home == 0)
            *home = i + 1;
    }
}

/* UINT32_MAX: the thread has no track. */
static uint32_t thread_track(firefox *f, corr_str service, corr_str thread)
{
    const uint32_t *home = thread.n ? home_of(f, service, thread) : NULL;

    return home ? *home - 1 : UINT32_MAX;
}

/* The track of a service's spans, which is added if it is new. */
static uint32_t service_track(firefox *f, corr_str service)
{
    viewer *v = &f->v;

    for (size_t i = v->track.n - f->own_tracks; i < v->track.n; i++)
        if (corr_str_eq(v->track.v[i].service, service))
            return (uint32_t)i;
    if (!corr_vec_reserve(NULL, &v->track, 1)) {
        f->is_failed = true;
        return 0;
    }
    v->track.v[v->track.n++] =
        (viewer_track){ .thread = CORR_STR("spans"), .service = service };
    f->own_tracks++;
    return (uint32_t)v->track.n - 1;
}

static void add_marker(firefox *f, const marker *m)
{
    if (!corr_vec_push(NULL, &f->marker, *m))
        f->is_failed = true;
}

static void collect_spans(firefox *f)
{
    marker m = { .is_span = true };
    uint32_t at = 0;

    while (!f->is_failed && corr_sel_next_span(f->v.sel, &at, &m.span)) {
        m.track = thread_track(f, m.span.service, m.span.thread);
        if (m.track == UINT32_MAX)
            m.track = service_track(f, m.span.service);
        m.from = m.span.from;
        m.to = m.span.to;
        m.name = text_number(f, m.span.name);
        add_marker(f, &m);
    }
}

static void collect_waits(firefox *f)
{
    uint32_t from = UINT32_MAX, home = 0;

    for (size_t i = 0; i < f->v.sample.n && !f->is_failed; i++) {
        const viewer_sample *s = &f->v.sample.v[i];
        const viewer_track *t = &f->v.track.v[s->track];
        if (s->lasts < 0)
            continue;
        if (from != s->track) {
            home = thread_track(f, t->service, t->thread);
            home = home == UINT32_MAX ? s->track : home;
            from = s->track;
        }
        add_marker(f, &(marker){ .track = home,
                                 .from = s->time,
                                 .to = viewer_end(s),
                                 .name = text_number(f, t->kind),
                                 .node = s->node });
    }
}

SORT_BY(marker_by_track, marker, ASC(track), ASC(from), DESC(to), ASC(name),
        ASC(span.handle), ASC(node))

/* ---- one thread ------------------------------------------------------------ */

/* The unit of weights in the viewer. */
static const char *weight_type(corr_unit unit)
{
    if (corr_is_ns(unit))
        return "tracing-ms";
    return unit == CORR_BYTES ? "bytes" : "samples";
}

static void put_weight(firefox *f, const viewer_track *t, double value)
{
    if (corr_is_ns(t->unit))
        value /= 1e6;
    viewer_put_value(f->out, value);
}

static void put_node(firefox *f, uint32_t node)
{
    if (node)
        corr_put_int(f->out, (int64_t)node - 1);
    else
        corr_puts(f->out, "null");
}

/* One column of the samples of a track that are no waits. */
static void put_samples_column(firefox *f, const viewer_track *t,
                               const char *name)
{
    const viewer_sample *s = f->v.sample.v + t->first;
    const bool is_time = strcmp(name, "time") == 0;
    const bool is_stack = strcmp(name, "stack") == 0;
    const char *before = "";
    int64_t clock = 0;

    corr_printf(f->out, "\"%s\":[", name);
    for (size_t i = 0; i < t->n; i++) {
        if (s[i].lasts >= 0)
            continue;
        corr_puts(f->out, before);
        before = ",";
        if (is_stack)
            put_node(f, s[i].node);
        else if (!is_time)
            put_weight(f, t, s[i].value);
        else if (t->untimed == 0)
            viewer_put_ms(f->out, viewer_since(f->start, s[i].time));
        else
            viewer_put_ms(f->out, clock);
        const double step = corr_is_ns(t->unit) ? s[i].value : 0;
        if (__builtin_add_overflow(
                clock, step > 0 && step < 1e18 ? (int64_t)step : 1000000,
                &clock))
            clock = INT64_MAX;
    }
    corr_puts(f->out, "],");
}

static void put_samples(firefox *f, const viewer_track *t)
{
    corr_puts(f->out, "\"samples\":{");
    put_samples_column(f, t, "stack");
    put_samples_column(f, t, "time");
    put_samples_column(f, t, "weight");
    corr_printf(f->out, "\"weightType\":\"%s\",\"length\":%zu},\n",
                weight_type(t->unit), t->n - t->waits);
}

static void put_marker_data(firefox *f, const marker *m)
{
    char id[CORR_PRINT_MAX], handle[CORR_PRINT_MAX + 16];

    if (!m->is_span) {
        corr_puts(f->out, "{\"type\":\"Wait\"");
        if (m->node) {
            corr_puts(f->out, ",\"cause\":{\"stack\":");
            put_node(f, m->node);
            corr_puts(f->out, "}");
        }
        corr_putc(f->out, '}');
        return;
    }
    snprintf(handle, sizeof handle, "%.8s/s%u",
             corr_print_trace(id, m->span.trace), m->span.handle);
    corr_puts(f->out, "{\"type\":\"Span\",");
    viewer_put_text(f->out, "handle", corr_str_of(handle));
    corr_putc(f->out, ',');
    viewer_put_text(f->out, "trace",
                    corr_str_of(corr_print_trace(id, m->span.trace)));
    corr_putc(f->out, ',');
    viewer_put_text(f->out, "span", corr_str_of(corr_print_id(id, m->span.id)));
    corr_putc(f->out, ',');
    viewer_put_text(f->out, "service", m->span.service);
    corr_puts(f->out, m->span.status == CORR_STATUS_ERROR
                          ? ",\"status\":\"error\"}"
                          : ",\"status\":\"ok\"}");
}

typedef void put_member(firefox *f, const marker *m);

static void put_name(firefox *f, const marker *m)
{
    corr_put_int(f->out, m->name);
}

static void put_start(firefox *f, const marker *m)
{
    viewer_put_ms(f->out, viewer_since(f->start, m->from));
}

static void put_end(firefox *f, const marker *m)
{
    viewer_put_ms(f->out, viewer_since(f->start, m->to));
}

static void put_phase(firefox *f, const marker *m)
{
    (void)m;
    corr_putc(f->out, '1'); /* an interval */
}

static void put_category(firefox *f, const marker *m)
{
    (void)m;
    corr_putc(f->out, '0');
}

static void put_markers(firefox *f, const marker *m, size_t n)
{
    static const struct {
        const char *name;
        put_member *put;
    } column[] = { { "name", put_name },         { "startTime", put_start },
                   { "endTime", put_end },       { "phase", put_phase },
                   { "category", put_category }, { "data", put_marker_data } };

    corr_puts(f->out, "\"markers\":{");
    for (size_t c = 0; c < sizeof column / sizeof *column; c++) {
        corr_printf(f->out, "\"%s\":[", column[c].name);
        for (size_t i = 0; i < n; i++) {
            if (i)
                corr_putc(f->out, ',');
            column[c].put(f, &m[i]);
        }
        corr_puts(f->out, "],");
    }
    corr_printf(f->out, "\"length\":%zu}}", n);
}

static void put_thread(firefox *f, uint32_t number, const marker *m, size_t n)
{
    const viewer_track *t = &f->v.track.v[number];
    const corr_str service = t->service.n ? t->service : CORR_STR("profile");
    char name[512];

    snprintf(name, sizeof name, "%.*s%s%.*s%s", CORR_STR_ARG(t->thread),
             t->thread.n && t->kind.n ? " " : "", CORR_STR_ARG(t->kind),
             t->untimed ? " (samples have no times)" : "");
    corr_puts(f->out, f->has_thread ? ",\n{" : "\n{");
    viewer_put_text(f->out, "name", corr_str_of(name));
    corr_puts(f->out, ",\"processType\":\"default\",");
    viewer_put_text(f->out, "processName", service);
    corr_putc(f->out, ',');
    viewer_put_text(f->out, "pid", service);
    corr_printf(f->out, ",\"tid\":%" PRIu32 ",\"isMainThread\":%s,", number,
                f->has_thread ? "false" : "true");
    f->has_thread = true;
    corr_puts(f->out, "\"processStartupTime\":0,\"processShutdownTime\":null,"
                      "\"registerTime\":0,\"unregisterTime\":null,"
                      "\"pausedRanges\":[],\"showMarkersInTimeline\":true,\n");
    put_samples(f, t);
    put_markers(f, m, n);
}

/* ---- shared tables ---------------------------------------------------------- */

/* n times the same value. */
static void put_same(firefox *f, const char *name, const char *value, size_t n)
{
    corr_printf(f->out, "\"%s\":[", name);
    for (size_t i = 0; i < n; i++) {
        if (i)
            corr_putc(f->out, ',');
        corr_puts(f->out, value);
    }
    corr_puts(f->out, "],");
}

typedef enum frame_column { FUNCTION, SORT, LINE } frame_column;

static void put_frame_column(firefox *f, const char *name, frame_column c)
{
    corr_printf(f->out, "\"%s\":[", name);
    for (size_t i = 0; i < f->v.frame.n; i++) {
        const viewer_frame *frame = &f->v.frame.v[i];
        if (i)
            corr_putc(f->out, ',');
        if (c == FUNCTION)
            corr_put_int(f->out, frame->function);
        else if (c == SORT)
            corr_put_int(f->out, frame->sort);
        else if (frame->line)
            corr_put_int(f->out, frame->line);
        else
            corr_puts(f->out, "null");
    }
    corr_puts(f->out, "],");
}

/* The name or the source file of each function. */
static void put_function_column(firefox *f, const char *name, bool is_file)
{
    corr_printf(f->out, "\"%s\":[", name);
    for (size_t i = 0; i < f->v.function.n; i++) {
        const viewer_frame *frame = &f->v.frame.v[f->v.function.v[i]];
        if (i)
            corr_putc(f->out, ',');
        if (!is_file)
            corr_put_int(f->out, text_number(f, frame->name));
        else if (frame->file.n)
            corr_put_int(f->out, text_number(f, frame->file));
        else
            corr_puts(f->out, "null");
    }
    corr_puts(f->out, "],");
}

static void put_stack_table(firefox *f)
{
    const viewer *v = &f->v;

    corr_puts(f->out, "\"stackTable\":{\"frame\":[");
    for (size_t i = 0; i < v->node.n; i++)
        corr_printf(f->out, "%s%" PRIu32, i ? "," : "", v->node.v[i].frame);
    corr_puts(f->out, "],\"prefix\":[");
    for (size_t i = 0; i < v->node.n; i++) {
        if (i)
            corr_putc(f->out, ',');
        put_node(f, v->node.v[i].up);
    }
    corr_printf(f->out, "],\"length\":%zu},\n", v->node.n);
}

static void put_frame_tables(firefox *f)
{
    const size_t n = f->v.frame.n, nfunction = f->v.function.n;

    corr_puts(f->out, "\"frameTable\":{");
    put_frame_column(f, "func", FUNCTION);
    put_frame_column(f, "category", SORT);
    put_frame_column(f, "line", LINE);
    put_same(f, "address", "-1", n);
    put_same(f, "inlineDepth", "0", n);
    put_same(f, "subcategory", "0", n);
    put_same(f, "nativeSymbol", "null", n);
    put_same(f, "innerWindowID", "0", n);
    put_same(f, "column", "null", n);
    corr_printf(f->out, "\"length\":%zu},\n\"funcTable\":{", n);
    put_function_column(f, "name", false);
    put_function_column(f, "source", true);
    put_same(f, "isJS", "false", nfunction);
    put_same(f, "relevantForJS", "false", nfunction);
    put_same(f, "resource", "-1", nfunction);
    put_same(f, "lineNumber", "null", nfunction);
    put_same(f, "columnNumber", "null", nfunction);
    corr_printf(f->out, "\"length\":%zu},\n", nfunction);
}

/* Sources are numbered as their texts: a source for each text is simple, and the
 * viewer looks only at those that functions name. */
static void put_sources(firefox *f)
{
    const size_t n = f->texts.text.n;

    corr_puts(f->out, "\"sources\":{\"filename\":[");
    for (size_t i = 0; i < n; i++)
        corr_printf(f->out, "%s%zu", i ? "," : "", i);
    corr_puts(f->out, "],");
    put_same(f, "uuid", "null", n);
    corr_printf(f->out, "\"length\":%zu},\n", n);
}

static void put_shared(firefox *f)
{
    corr_puts(f->out, "\"shared\":{\n");
    put_stack_table(f);
    put_frame_tables(f);
    corr_puts(f->out, "\"resourceTable\":{\"lib\":[],\"name\":[],\"host\":[],"
                      "\"type\":[],\"length\":0},\n"
                      "\"nativeSymbols\":{\"libIndex\":[],\"address\":[],"
                      "\"name\":[],\"functionSize\":[],\"length\":0},\n");
    put_sources(f);
    corr_puts(f->out, "\"stringArray\":[");
    for (size_t i = 0; i < f->texts.text.n; i++) {
        corr_puts(f->out, i ? ",\n" : "\n");
        corr_put_quoted(f->out, f->texts.text.v[i], false);
    }
    corr_puts(f->out, "]}");
}

/* ---- the profile ------------------------------------------------------------- */

/* What the viewer shows of a type of marker. */
typedef struct marker_field {
    const char *key, *label;
} marker_field;

static const marker_field span_field[] = { { "handle", "corr span" },
                                           { "trace", "Trace" },
                                           { "span", "Span" },
                                           { "service", "Service" },
                                           { "status", "Status" } };

static void put_schema(firefox *f, const char *type, const marker_field *field,
                       size_t n)
{
    corr_printf(f->out, "{\"name\":\"%s\",\"display\":[", type);
    corr_puts(f->out, "\"marker-chart\",\"marker-table\",");
    corr_puts(f->out, "\"timeline-overview\"],\"fields\":[");
    for (size_t i = 0; i < n; i++)
        corr_printf(f->out,
                    "%s{\"key\":\"%s\",\"label\":\"%s\","
                    "\"format\":\"string\"}",
                    i ? "," : "", field[i].key, field[i].label);
    corr_puts(f->out, "]}");
}

static void put_meta(firefox *f)
{
    static const char *const color[VIEWER_SORTS] = { "grey", "yellow", "blue",
                                                     "orange" };
    const int64_t period = corr_sel_facts_of(f->v.sel).period;
    const bool is_time = corr_is_ns(corr_sel_facts_of(f->v.sel).unit);

    corr_puts(f->out, "{\"meta\":{\"interval\":");
    viewer_put_ms(f->out, is_time && period > 0 ? period : 1000000);
    corr_puts(f->out, ",\"startTime\":");
    viewer_put_ms(f->out, f->start);
    corr_printf(f->out,
                ",\"processType\":0,\"product\":\"corr\",\"stackwalk\":1,"
                "\"version\":%d,\"preprocessedProfileVersion\":%d,"
                "\"symbolicated\":true,\"debug\":false,",
                GECKO_VERSION, FORMAT_VERSION);
    corr_puts(f->out, "\"sampleUnits\":{\"time\":\"ms\",\"eventDelay\":\"ms\","
                      "\"threadCPUDelta\":\"ns\"},\"categories\":[");
    for (int i = 0; i < VIEWER_SORTS; i++)
        corr_printf(f->out,
                    "%s{\"name\":\"%s\",\"color\":\"%s\","
                    "\"subcategories\":[\"Other\"]}",
                    i ? "," : "", viewer_sort_name[i], color[i]);
    corr_puts(f->out, "],\n\"markerSchema\":[");
    put_schema(f, "Span", span_field, sizeof span_field / sizeof *span_field);
    corr_putc(f->out, ',');
    put_schema(f, "Wait", NULL, 0);
    corr_puts(f->out, "]},\n\"libs\":[],\n");
}

static void put_threads(firefox *f)
{
    size_t at = 0;

    corr_puts(f->out, "\"threads\":[");
    for (uint32_t i = 0; i < f->v.track.n; i++) {
        const size_t first = at;
        while (at < f->marker.n && f->marker.v[at].track == i)
            at++;
        if (at > first || f->v.track.v[i].waits < f->v.track.v[i].n)
            put_thread(f, i, corr_vec_from(&f->marker, first), at - first);
    }
    corr_puts(f->out, "],\n");
}

static corr_code firefox_write(const corr_sel *sel, corr_out *out,
                               corr_err *err)
{
    firefox f = { .out = out };
    corr_code code = viewer_of(&f.v, sel, err);

    if (!code) {
        f.start = f.v.from == CORR_NO_TIME ? 0 : f.v.from;
        f.start -= f.start % 1000000; /* whole milliseconds */
        find_homes(&f);
        collect_spans(&f);
        collect_waits(&f);
        if (!f.is_failed && f.marker.n)
            qsort(f.marker.v, f.marker.n, sizeof *f.marker.v, marker_by_track);
    }
    if (!code && !f.is_failed) {
        put_meta(&f);
        put_threads(&f);
        put_shared(&f);
        corr_puts(out, "}\n");
    }
    if (!code && (f.is_failed || f.v.is_failed))
        code = corr_no_memory(err);
    corr_map_clear(&f.texts.number);
    corr_map_clear(&f.homes);
    corr_vec_free(&f.texts.text);
    corr_vec_free(&f.marker);
    viewer_clear(&f.v);
    return code;
}

const corr_format corr_format_firefox = {
    .name = "firefox",
    .title = "processed profile of the Firefox Profiler",
    .write = firefox_write,
};
