#include "page/waterfall_page.h"
#include "corr_sort.h"
#include "page/span_story.h"

#include <string.h>

struct fall {
    corr_report *r;
    const corr_waterfall *w;
    corr_waterfall_facts trace;
    uint32_t focus, n;
};

const char *span_time(corr_report *r, int64_t ns, int64_t scale)
{
    if (scale < ns / 10)
        scale = ns / 10;
    if (scale >= 500000000) /* 0.812 s rather than 812.00 ms */
        return corr_report_text(r, "%.3f s", (double)ns / 1e9);
    if (scale >= 1000000)
        return corr_report_text(r, "%.2f ms", (double)ns / 1e6);
    return corr_report_text(r, "%.1f us", (double)ns / 1e3);
}

fall *fall_of(corr_report *r, const corr_waterfall *w, uint32_t focus)
{
    fall *f = corr_report_alloc(r, sizeof *f, 1);

    if (!f)
        return NULL;
    *f = (fall){ .r = r,
                 .w = w,
                 .trace = corr_waterfall_facts_of(w),
                 .focus = focus,
                 .n = corr_waterfall_size(w) };
    return f;
}

/* ---- spans ---------------------------------------------------------- */

static const char *const kind_name[CORR_SPAN_KIND_COUNT] = {
    [CORR_SPAN_UNSPECIFIED] = "unspecified", [CORR_SPAN_INTERNAL] = "internal",
    [CORR_SPAN_SERVER] = "server",           [CORR_SPAN_CLIENT] = "client",
    [CORR_SPAN_PRODUCER] = "producer",       [CORR_SPAN_CONSUMER] = "consumer",
};

typedef struct span_row {
    corr_span_view v;
    const corr_waterfall *w;
    uint32_t i;
    int64_t start, duration, self; /* CORR_NO_INT: it has no end */
    const char *handle, *kind, *status;
    corr_table attrs;
    story_data story;
    bool focus, blocking;
} span_row;

#define COLUMNS_OF_TIME                                                        \
    COL("start_unix_ns", TIME, span_row, start),                               \
        COL("duration_ns", INT, span_row, duration),                           \
        COL("self_ns", INT, span_row, self),                                   \
        COL("critical_ns", INT, span_row, v.critical)
#define COLUMNS_OF_SPAN                                                        \
    COL("depth", INT, span_row, v.depth),                                      \
        COL("handle", TEXT, span_row, handle),                                 \
        COL("span_id", SPAN, span_row, v.id),                                  \
        COL("parent_id", SPAN, span_row, v.parent),                            \
        COL("name", TEXT, span_row, v.name),                                   \
        COL("kind", TEXT, span_row, kind),                                     \
        COL("service", NAME, span_row, v.service),                             \
        COL("thread", NAME, span_row, v.thread),                               \
        COL("status", TEXT, span_row, status),                                 \
        COL("attributes", MAP, span_row, attrs),                               \
        COL("exception", OBJECT, span_row, story.exception),                   \
        COL("events", LIST, span_row, story.events),                           \
        COL("links", LIST, span_row, story.links),                             \
        COL("focus", BOOL, span_row, focus)

static const corr_column of_span[] = { COLUMNS_OF_TIME, COLUMNS_OF_SPAN };

static const corr_column of_trace[] = {
    COLUMNS_OF_TIME,
    COL("shift_ns", INT, span_row, v.shift),
    COL("shift_u_ns", INT, span_row, v.shift_u),
    COL("clipped_ns", INT, span_row, v.clipped),
    COLUMNS_OF_SPAN,
    COL("blocking", BOOL, span_row, blocking),
};

/* The start of a span may be unknown. */
static int64_t start_of(const corr_span_view *v)
{
    return v->start ? v->start : CORR_NO_TIME;
}

static const corr_column attr_columns[] = CMD_ATTR_COLUMNS;

static void fill_span_attr(const void *ctx, uint32_t i, void *row)
{
    const span_row *s = ctx;
    const corr_label l = corr_waterfall_attr(s->w, s->i, i);

    *(cmd_attr_row *)row = (cmd_attr_row){ l.key, cmd_label_cell(&l) };
}

static void fill_span(const void *ctx, uint32_t i, void *row)
{
    const fall *f = ctx;
    const corr_span_view v = corr_waterfall_at(f->w, i);
    span_row *w = row;

    *w = (span_row){
        .v = v,
        .w = f->w,
        .i = i,
        .start = start_of(&v),
        .duration = v.unfinished ? CORR_NO_INT : v.end - v.start,
        .self = v.unfinished ? CORR_NO_INT : v.self,
        .handle = corr_report_text(f->r, "s%u", v.handle),
        .kind = kind_name[v.kind],
        .status = corr_status_name(v.status),
        .attrs = CORR_FILLED(attr_columns, corr_waterfall_nattrs(f->w, i),
                             fill_span_attr, w),
        .story = story_data_of(f->r, f->w, i),
        .focus = i == f->focus,
        .blocking = !v.nonblocking,
    };
}

void fall_put_spans(const fall *f, fall_verb verb)
{
    corr_table t = verb == FALL_SPAN
                       ? CORR_FILLED(of_span, f->n, fill_span, f)
                       : CORR_FILLED(of_trace, f->n, fill_span, f);

    cmd_primary(f->r, "spans", t);
}

/* ---- the trace object ----------------------------------------------- */

typedef struct names {
    uint32_t n;
    corr_str *name;
} names;

typedef struct name_row {
    corr_str name;
} name_row;

corr_cell fall_names(corr_report *r, const corr_str *name, uint32_t n)
{
    static const corr_column one[] = { COL("", TEXT, name_row, name) };
    corr_table *t = corr_report_alloc(r, sizeof *t, 1);

    if (!t)
        return corr_cell_null();
    *t = CORR_ROWS(one, n, name);
    return corr_cell_list(t);
}

/* Keeps the names sorted; most often it is the one before. */
static void add_name(names *list, corr_str name)
{
    size_t lo = 0;

    LOWER_BOUND(lo, list->n, i, corr_str_cmp(list->name[i], name) < 0);
    if (!name.n || (lo < list->n && corr_str_eq(list->name[lo], name)))
        return;
    memmove(list->name + lo + 1, list->name + lo,
            (list->n - lo) * sizeof *list->name);
    list->name[lo] = name;
    list->n++;
}

void fall_put_trace(const fall *f)
{
    const corr_span_view root = corr_waterfall_at(f->w, f->trace.root);
    names services = { 0, corr_report_alloc(f->r, sizeof *services.name,
                                            (size_t)f->n + 1) };

    for (uint32_t i = 0; services.name && i < f->n; i++)
        add_name(&services, corr_waterfall_at(f->w, i).service);
    corr_report_put(f->r, "trace.trace_id", corr_cell_trace(root.trace));
    corr_report_put(f->r, "trace.name", corr_cell_str(root.name));
    corr_report_put(f->r, "trace.start_unix_ns",
                    corr_cell_time(start_of(&root)));
    corr_report_put(f->r, "trace.duration_ns",
                    root.unfinished ? corr_cell_null()
                                    : corr_cell_int(root.end - root.start));
    corr_report_put(f->r, "trace.spans", corr_cell_int(f->n));
    corr_report_put(f->r, "trace.orphans", corr_cell_int(f->trace.orphans));
    corr_report_put(f->r, "trace.services",
                    fall_names(f->r, services.name, services.n));
}

/* ---- screen --------------------------------------------------------- */

static void say_unfinished(const fall *f)
{
    uint32_t n = 0, first = 0;

    for (uint32_t i = f->n; i-- > 0;) {
        const corr_span_view v = corr_waterfall_at(f->w, i);
        if (!v.unfinished)
            continue;
        first = v.handle;
        n++;
    }
    if (n == 0)
        return;
    const char *more =
        n == 1 ? "" : corr_report_text(f->r, " and %u more", n - 1);
    cmd_warn(
        f->r, "UNFINISHED",
        "no end is recorded of s%u%s: shown until what %s called had ended",
        first, more, n == 1 ? "it" : "they");
}

const char *fall_time(corr_report *r, const corr_span_view *v, int64_t ns,
                      int64_t scale)
{
    return corr_report_text(r, "%s%s", v->unfinished ? "> " : "",
                            span_time(r, ns, scale));
}

corr_tone fall_tone(const corr_waterfall *w, corr_str service)
{
    corr_str seen[CORR_TONE_GROUPS];
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_waterfall_size(w) && n < CORR_TONE_GROUPS;
         i++) {
        const corr_str one = corr_waterfall_at(w, i).service;
        uint32_t k = 0;
        while (k < n && !corr_str_eq(seen[k], one))
            k++;
        if (k == n)
            seen[n++] = one;
        if (corr_str_eq(one, service))
            return corr_tone_group(k);
    }
    return CORR_TONE_PLAIN;
}

/* Describes the spans without a parent, and why. */
static const char *missing_words(const fall *f)
{
    const uint32_t circles = f->trace.circles;
    const uint32_t absent = f->trace.orphans - circles;
    const char *text = "";

    if (f->trace.partial)
        text = "the export says that it is not all";
    else if (absent)
        text = corr_report_text(f->r, "%u %s a parent that is not here", absent,
                                absent == 1 ? "names" : "name");
    else
        text = "none missing";
    if (!circles)
        return text;
    return corr_report_text(f->r, "%s, %u %s a parent that is below %s", text,
                            circles, circles == 1 ? "names" : "name",
                            circles == 1 ? "it" : "them");
}

void fall_say_doubts(const fall *f)
{
    if (f->trace.orphans || f->trace.partial)
        corr_report_line(f->r, "%s: %s", cmd_n(f->r, f->trace.spans, "span"),
                         missing_words(f));
    say_unfinished(f);
    clocks_say(f->r, f->w);
}

void fall_say_spans(const fall *f, const cmd_ctx *ctx)
{
    const corr_span_view root = corr_waterfall_at(f->w, f->trace.root);
    const bool whole = !f->trace.partial && !f->trace.orphans;

    corr_report_line(f->r, "%s  %s%s%s",
                     root.start ? cmd_time(ctx, f->r, root.start)
                                : "start not recorded",
                     cmd_n(f->r, f->trace.spans, "span"), whole ? "" : ", ",
                     whole ? "" : missing_words(f));
    say_unfinished(f);
    clocks_say(f->r, f->w);
}

const int *fall_tenths(corr_report *r, const corr_waterfall *w,
                       const uint32_t *row_of, uint32_t n)
{
    int64_t *critical = corr_report_alloc(r, sizeof *critical, (size_t)n + 1);
    int *tenths = corr_report_alloc(r, sizeof *tenths, (size_t)n + 1);

    if (!critical || !tenths)
        return NULL;
    for (uint32_t i = 0; i < corr_waterfall_size(w); i++) {
        int64_t *of = &critical[row_of[i] < n ? row_of[i] : n];
        *of = corr_sum(*of, corr_waterfall_at(w, i).critical);
    }
    corr_apportion(critical, tenths, (size_t)n + 1, 1000);
    return tenths;
}

const char *fall_process(corr_report *r, const corr_span_view *v, bool others)
{
    const corr_str it = v->instance.n ? v->instance : v->host;

    if (!v->service.n)
        return "the process";
    if (!others)
        return cmd_str(r, v->service);
    if (!it.n)
        return corr_report_text(r, "the process of %.*s",
                                CORR_STR_ARG(v->service));
    return corr_report_text(r, "%.*s (%s%.*s)", CORR_STR_ARG(v->service),
                            v->instance.n ? "" : "on ", CORR_STR_ARG(it));
}
