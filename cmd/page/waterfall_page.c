/* waterfall_page - see waterfall_page.h. */
#include "page/waterfall_page.h"
#include "corr_sort.h"

#include <stdio.h>
#include <string.h>

struct fall {
    corr_report *r;
    const corr_waterfall *w;
    corr_waterfall_facts trace;
    uint32_t focus, n;
    corr_table *attrs;    /* by index */
    const uint8_t *order; /* of columns */
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

/* ---- attributes ----------------------------------------------------- */

typedef struct attrs_of {
    const corr_waterfall *w;
    uint32_t span;
} attrs_of;

static corr_cell attr_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const attrs_of *a = ctx;
    const corr_label l = corr_waterfall_attr(a->w, a->span, row);

    return column == 0 ? corr_cell_str(l.key) : cmd_label_cell(&l);
}

static const corr_column attr_columns[] = { { "key", NULL, 0 },
                                            { "value", NULL, 0 } };

static bool list_attrs(fall *f)
{
    attrs_of *of = corr_report_alloc(f->r, sizeof *of, f->n);

    f->attrs = corr_report_alloc(f->r, sizeof *f->attrs, f->n);
    for (uint32_t i = 0; of && f->attrs && i < f->n; i++) {
        of[i] = (attrs_of){ f->w, i };
        f->attrs[i] = (corr_table){ .columns = attr_columns,
                                    .ncolumns = 2,
                                    .nrows = corr_waterfall_nattrs(f->w, i),
                                    .cell = attr_cell,
                                    .ctx = &of[i] };
    }
    return of && f->attrs;
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
    return list_attrs(f) ? f : NULL;
}

/* ---- spans ---------------------------------------------------------- */

static const char *const kind_name[CORR_SPAN_KIND_COUNT] = {
    [CORR_SPAN_UNSPECIFIED] = "unspecified", [CORR_SPAN_INTERNAL] = "internal",
    [CORR_SPAN_SERVER] = "server",           [CORR_SPAN_CLIENT] = "client",
    [CORR_SPAN_PRODUCER] = "producer",       [CORR_SPAN_CONSUMER] = "consumer",
};

enum span_column {
    COL_START,
    COL_DURATION,
    COL_SELF,
    COL_CRITICAL,
    COL_SHIFT,
    COL_SHIFT_U,
    COL_CLIPPED,
    COL_DEPTH,
    COL_HANDLE,
    COL_SPAN,
    COL_PARENT,
    COL_NAME,
    COL_KIND,
    COL_SERVICE,
    COL_THREAD,
    COL_STATUS,
    COL_ATTRIBUTES,
    COL_FOCUS,
    COL_BLOCKING,
    COL_COUNT
};

static const corr_column all_columns[COL_COUNT] = {
    [COL_START] = { "start_unix_ns", NULL, 0 },
    [COL_DURATION] = { "duration_ns", NULL, 0 },
    [COL_SELF] = { "self_ns", NULL, 0 },
    [COL_CRITICAL] = { "critical_ns", NULL, 0 },
    [COL_SHIFT] = { "shift_ns", NULL, 0 },
    [COL_SHIFT_U] = { "shift_u_ns", NULL, 0 },
    [COL_CLIPPED] = { "clipped_ns", NULL, 0 },
    [COL_DEPTH] = { "depth", NULL, 0 },
    [COL_HANDLE] = { "handle", NULL, 0 },
    [COL_SPAN] = { "span_id", NULL, 0 },
    [COL_PARENT] = { "parent_id", NULL, 0 },
    [COL_NAME] = { "name", NULL, 0 },
    [COL_KIND] = { "kind", NULL, 0 },
    [COL_SERVICE] = { "service", NULL, 0 },
    [COL_THREAD] = { "thread", NULL, 0 },
    [COL_STATUS] = { "status", NULL, 0 },
    [COL_ATTRIBUTES] = { "attributes", NULL, CORR_COL_NEST },
    [COL_FOCUS] = { "focus", NULL, 0 },
    [COL_BLOCKING] = { "blocking", NULL, 0 },
};

static const uint8_t of_span[] = {
    COL_START,   COL_DURATION, COL_SELF,   COL_CRITICAL,   COL_DEPTH,
    COL_HANDLE,  COL_SPAN,     COL_PARENT, COL_NAME,       COL_KIND,
    COL_SERVICE, COL_THREAD,   COL_STATUS, COL_ATTRIBUTES, COL_FOCUS,
};

static const uint8_t of_trace[] = {
    COL_START,   COL_DURATION,   COL_SELF,  COL_CRITICAL, COL_SHIFT,
    COL_SHIFT_U, COL_CLIPPED,    COL_DEPTH, COL_HANDLE,   COL_SPAN,
    COL_PARENT,  COL_NAME,       COL_KIND,  COL_SERVICE,  COL_THREAD,
    COL_STATUS,  COL_ATTRIBUTES, COL_FOCUS, COL_BLOCKING,
};

static const struct {
    const uint8_t *order;
    uint32_t n;
} columns_of[] = {
    [FALL_SPAN] = { of_span, sizeof of_span },
    [FALL_TRACE] = { of_trace, sizeof of_trace },
};

static corr_cell text_or_null(corr_str s)
{
    return s.n ? corr_cell_str(s) : corr_cell_null();
}

/* Of a span without one, null. */
static corr_cell start_cell(int64_t start)
{
    return corr_cell_time(start ? start : CORR_NO_TIME);
}

static corr_cell number_cell(const corr_span_view *v, enum span_column column)
{
    switch ((unsigned)column) {
    case COL_START:
        return start_cell(v->start);
    case COL_DURATION:
        return v->unfinished ? corr_cell_null()
                             : corr_cell_int(v->end - v->start);
    case COL_SELF:
        return v->unfinished ? corr_cell_null() : corr_cell_int(v->self);
    case COL_CRITICAL:
        return corr_cell_int(v->critical);
    case COL_SHIFT:
        return corr_cell_int(v->shift);
    case COL_SHIFT_U:
        return corr_cell_int(v->shift_u);
    case COL_CLIPPED:
        return corr_cell_int(v->clipped);
    default:
        return corr_cell_int(v->depth);
    }
}

static corr_cell span_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const fall *f = ctx;
    const enum span_column what = (enum span_column)f->order[column];
    const corr_span_view v = corr_waterfall_at(f->w, row);

    switch ((unsigned)what) {
    case COL_HANDLE:
        return corr_cell_text(corr_report_text(f->r, "s%u", v.handle));
    case COL_SPAN:
        return corr_cell_span(v.id);
    case COL_PARENT:
        return corr_cell_span(v.parent);
    case COL_NAME:
        return corr_cell_str(v.name);
    case COL_KIND:
        return corr_cell_text(kind_name[v.kind]);
    case COL_SERVICE:
        return text_or_null(v.service);
    case COL_THREAD:
        return text_or_null(v.thread);
    case COL_STATUS:
        return corr_cell_text(corr_status_name(v.status));
    case COL_ATTRIBUTES:
        return corr_cell_map(&f->attrs[row]);
    case COL_FOCUS:
        return corr_cell_bool(row == f->focus);
    case COL_BLOCKING:
        return corr_cell_bool(!v.nonblocking);
    default:
        return number_cell(&v, what);
    }
}

void fall_put_spans(const fall *f, fall_verb verb)
{
    const uint32_t n = columns_of[verb].n;
    corr_column *columns = corr_report_alloc(f->r, sizeof *columns, n);
    fall *mine = corr_report_alloc(f->r, sizeof *mine, 1);

    if (!columns || !mine)
        return; /* and the report knows */
    *mine = *f;
    mine->order = columns_of[verb].order;
    for (uint32_t i = 0; i < n; i++)
        columns[i] = all_columns[mine->order[i]];
    corr_report_table(f->r, "spans",
                      &(corr_table){ .columns = columns,
                                     .ncolumns = n,
                                     .nrows = f->n,
                                     .cell = span_cell,
                                     .ctx = mine },
                      CORR_PRIMARY);
}

/* ---- the trace object ----------------------------------------------- */

typedef struct names {
    uint32_t n;
    corr_str *name;
} names;

static corr_cell name_cell(const void *ctx, uint32_t row, uint32_t column)
{
    (void)column;
    return corr_cell_str(((const names *)ctx)->name[row]);
}

corr_cell fall_names(corr_report *r, corr_str *name, uint32_t n)
{
    static const corr_column one[] = { { "", NULL, 0 } };
    names *list = corr_report_alloc(r, sizeof *list, 1);
    corr_table *t = corr_report_alloc(r, sizeof *t, 1);

    if (!list || !t)
        return corr_cell_null();
    *list = (names){ n, name };
    *t = (corr_table){ .columns = one,
                       .ncolumns = 1,
                       .nrows = n,
                       .cell = name_cell,
                       .ctx = list };
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
    corr_report_put(f->r, "trace.start_unix_ns", start_cell(root.start));
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
    cmd_warn(f->r, "UNFINISHED",
             corr_report_text(f->r,
                              "no end is recorded of s%u%s: shown until what "
                              "%s called had ended",
                              first, more, n == 1 ? "it" : "they"));
}

const char *fall_time(corr_report *r, const corr_span_view *v, int64_t ns,
                      int64_t scale)
{
    return corr_report_text(r, "%s%s", v->unfinished ? "> " : "",
                            span_time(r, ns, scale));
}

/* Which spans have no parent here, and why. */
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

void fall_say_head(const fall *f, const cmd_ctx *ctx)
{
    const corr_span_view root = corr_waterfall_at(f->w, f->trace.root);
    const int64_t length = root.end - root.start;
    char id[CORR_PRINT_MAX], when[CORR_PRINT_MAX], n[CORR_PRINT_MAX];

    corr_print_trace(id, root.trace);
    if (root.start)
        cmd_print_time(ctx, when, root.start);
    else
        snprintf(when, sizeof when, "start not recorded");
    corr_print_count(n, f->trace.spans);
    corr_report_head(f->r, "trace %s  %.*s  %s%s", id, CORR_STR_ARG(root.name),
                     root.unfinished ? "at least " : "",
                     span_time(f->r, length, length));
    const char *missing = missing_words(f);
    corr_report_line(f->r, "%s  %s span%s, %s", when, n,
                     f->trace.spans == 1 ? "" : "s", missing);
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
        return "its process";
    if (!others)
        return corr_report_text(r, "%.*s", CORR_STR_ARG(v->service));
    if (!it.n)
        return corr_report_text(r, "its process of %.*s",
                                CORR_STR_ARG(v->service));
    return corr_report_text(r, "%.*s (%s%.*s)", CORR_STR_ARG(v->service),
                            v->instance.n ? "" : "on ", CORR_STR_ARG(it));
}
