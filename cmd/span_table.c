/* The waterfall of corr span: every span in the data, the critical path on
 * the screen. */
#include <string.h>

#include "span.h"

/* Traces this small are shown whole. */
enum { SMALL_TRACE = 12 };

typedef struct shown {
    span_report *s;
    uint32_t *row; /* indices that the screen shows */
    uint32_t n;
    int *tenths;       /* of the critical path, by index */
    bool *is_last;     /* among shown siblings, by index */
    corr_table *attrs; /* by index, for the data */
} shown;

const char *span_time(corr_report *r, int64_t ns, int64_t scale)
{
    if (scale >= 1000000000)
        return corr_report_text(r, "%.3f s", (double)ns / 1e9);
    if (scale >= 1000000)
        return corr_report_text(r, "%.2f ms", (double)ns / 1e6);
    return corr_report_text(r, "%.1f us", (double)ns / 1e3);
}

static corr_span_view view(const shown *t, uint32_t i)
{
    return corr_waterfall_at(t->s->w, i);
}

/* ---- data ----------------------------------------------------------------- */

static const char *const kind_name[CORR_SPAN_KIND_COUNT] = {
    [CORR_SPAN_UNSPECIFIED] = "unspecified", [CORR_SPAN_INTERNAL] = "internal",
    [CORR_SPAN_SERVER] = "server",           [CORR_SPAN_CLIENT] = "client",
    [CORR_SPAN_PRODUCER] = "producer",       [CORR_SPAN_CONSUMER] = "consumer",
};

static const char *const status_name[CORR_STATUS_COUNT] = {
    [CORR_STATUS_UNSET] = "unset",
    [CORR_STATUS_OK] = "ok",
    [CORR_STATUS_ERROR] = "error",
};

/* One attribute: name and value. */
typedef struct attrs_of {
    const corr_waterfall *w;
    uint32_t span;
} attrs_of;

static corr_cell attr_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const attrs_of *a = ctx;
    const corr_label l = corr_waterfall_attr(a->w, a->span, row);

    if (column == 0)
        return corr_cell_str(l.key);
    switch (l.type) {
    case CORR_VALUE_INT:
        return corr_cell_int(l.num);
    case CORR_VALUE_REAL:
        return corr_cell_real(l.real);
    case CORR_VALUE_BOOL:
        return corr_cell_bool(l.num != 0);
    case CORR_VALUE_TEXT:
    case CORR_VALUE_JSON:
        break;
    }
    return corr_cell_str(l.text);
}

static const corr_column attr_columns[] = { { "key", NULL, 0 },
                                            { "value", NULL, 0 } };

enum span_column {
    COL_START,
    COL_DURATION,
    COL_SELF,
    COL_CRITICAL,
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
    COL_FOCUS
};

static const corr_column data_columns[] = {
    [COL_START] = { "start_unix_ns", NULL, 0 },
    [COL_DURATION] = { "duration_ns", NULL, 0 },
    [COL_SELF] = { "self_ns", NULL, 0 },
    [COL_CRITICAL] = { "critical_ns", NULL, 0 },
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
};

static corr_cell text_or_null(corr_str s)
{
    return s.n ? corr_cell_str(s) : corr_cell_null();
}

static corr_cell data_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const shown *t = ctx;
    const corr_span_view v = view(t, row);

    switch ((enum span_column)column) {
    case COL_START:
        return corr_cell_time(v.start);
    case COL_DURATION:
        return corr_cell_int(v.end - v.start);
    case COL_SELF:
        return corr_cell_int(v.self);
    case COL_CRITICAL:
        return corr_cell_int(v.critical);
    case COL_DEPTH:
        return corr_cell_int(v.depth);
    case COL_HANDLE:
        return corr_cell_text(corr_report_text(t->s->r, "s%u", v.handle));
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
        return corr_cell_text(status_name[v.status]);
    case COL_ATTRIBUTES:
        return corr_cell_map(&t->attrs[row]);
    case COL_FOCUS:
        return corr_cell_bool(row == t->s->focus);
    }
    return corr_cell_null();
}

/* ---- screen ---------------------------------------------------------------- */

static const corr_column screen_columns[] = {
    { NULL, "", 0 },
    { NULL, "span", CORR_COL_FLEX | CORR_COL_TREE | CORR_COL_SLIM },
    { NULL, "service", CORR_COL_DIM },
    { NULL, "total", CORR_COL_RIGHT },
    { NULL, "self", CORR_COL_RIGHT },
    { NULL, "of trace", CORR_COL_RIGHT },
};

static const char *mark(const shown *t, uint32_t i, const corr_span_view *v)
{
    const char *failed = v->status == CORR_STATUS_ERROR ? " !" : "";

    return corr_report_text(t->s->r, "s%u%s%s", v->handle,
                            i == t->s->focus ? " *" : "", failed);
}

static corr_cell screen_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const shown *t = ctx;
    uint32_t i = t->row[row];
    const corr_span_view v = view(t, i);
    const corr_span_view root = view(t, t->s->trace.root);
    int64_t scale = root.end - root.start;

    switch (column) {
    case 0:
        return corr_cell_text(mark(t, i, &v));
    case 1:
        return corr_cell_str(v.name);
    case 2:
        return corr_cell_str(v.service);
    case 3:
        return corr_cell_text(span_time(t->s->r, v.end - v.start, scale));
    case 4:
        return corr_cell_text(span_time(t->s->r, v.self, scale));
    default:
        if (v.nonblocking)
            return corr_cell_text("async");
        return corr_cell_text(corr_report_text(
            t->s->r, "%d.%d%%", t->tenths[i] / 10, t->tenths[i] % 10));
    }
}

static uint32_t screen_depth(const void *ctx, uint32_t row, bool *is_last)
{
    const shown *t = ctx;

    *is_last = t->is_last[t->row[row]];
    return view(t, t->row[row]).depth;
}

static bool screen_strong(const void *ctx, uint32_t row)
{
    const shown *t = ctx;

    return t->row[row] == t->s->focus;
}

/* On the critical path, the focus, or above one that is. */
static void pick_rows(shown *t, uint32_t n)
{
    const output_opts *o = t->s->ctx->output;
    bool *show = corr_report_alloc(t->s->r, sizeof *show, n);

    if (!show)
        return;
    for (uint32_t i = 0; i < n; i++) {
        bool all = o->all || n <= SMALL_TRACE;
        if (!all && !view(t, i).critical && i != t->s->focus)
            continue;
        for (uint32_t at = i; at != UINT32_MAX && !show[at];
             at = view(t, at).up)
            show[at] = true;
    }
    for (uint32_t i = 0; i < n; i++)
        if (show[i])
            t->row[t->n++] = i;
    /* from the end: the first of its siblings met is the last of them */
    bool *met = corr_report_alloc(t->s->r, sizeof *met, (size_t)n + 1);
    for (uint32_t k = t->n; met && k-- > 0;) {
        uint32_t up = view(t, t->row[k]).up;
        uint32_t slot = up == UINT32_MAX ? n : up;
        t->is_last[t->row[k]] = !met[slot];
        met[slot] = true;
    }
}

static void share_out(shown *t, uint32_t n)
{
    int64_t *critical = corr_report_alloc(t->s->r, sizeof *critical, n);

    if (!critical)
        return;
    for (uint32_t i = 0; i < n; i++)
        critical[i] = view(t, i).critical;
    corr_apportion(critical, t->tenths, n, 1000);
}

static void put_head(const shown *t)
{
    const span_report *s = t->s;
    const corr_span_view root = view(t, s->trace.root);
    char id[CORR_PRINT_MAX], when[CORR_PRINT_MAX], n[CORR_PRINT_MAX];
    int64_t length = root.end - root.start;

    corr_print_trace(id, root.trace);
    corr_print_time(when, root.start, 0);
    corr_print_count(n, s->trace.spans);
    corr_report_head(s->r, "trace %s  %.*s  %s", id, CORR_STR_ARG(root.name),
                     span_time(s->r, length, length));
    const char *missing = "none missing";
    if (s->trace.partial)
        missing = "the export says that it is not all";
    else if (s->trace.orphans)
        missing = corr_report_text(s->r, "%u name a parent that is not here",
                                   s->trace.orphans);
    corr_report_line(s->r, "%s  %s span%s, %s", when, n,
                     s->trace.spans == 1 ? "" : "s", missing);
}

static void put_below(const shown *t, uint32_t n)
{
    const span_report *s = t->s;

    if (t->n < n)
        corr_report_line(s->r,
                         "     %u more span%s %s off the critical path "
                         "(--all)",
                         n - t->n, n - t->n == 1 ? "" : "s",
                         n - t->n == 1 ? "is" : "are");
    if (s->trace.clipped)
        corr_report_line(
            s->r, "     clipped %u span%s by %s to fit the parent",
            s->trace.clipped, s->trace.clipped == 1 ? "" : "s",
            span_time(s->r, s->trace.clipped_ns, s->trace.clipped_ns));
    if (s->trace.dropped)
        corr_report_line(s->r,
                         "     %u span%s outside the time of the parent: "
                         "not on the path",
                         s->trace.dropped,
                         s->trace.dropped == 1 ? " lies" : "s lie");
}

/* ---- the trace object ---------------------------------------------------------- */

typedef struct names {
    uint32_t n;
    corr_str *name;
} names;

static corr_cell name_cell(const void *ctx, uint32_t row, uint32_t column)
{
    (void)column;
    return corr_cell_str(((const names *)ctx)->name[row]);
}

static const corr_column one_column[] = { { "", NULL, 0 } };

static void add_name(names *list, corr_str name)
{
    uint32_t at = 0;

    while (at < list->n && corr_str_cmp(list->name[at], name) < 0)
        at++;
    if (!name.n || (at < list->n && corr_str_eq(list->name[at], name)))
        return;
    memmove(list->name + at + 1, list->name + at,
            (list->n - at) * sizeof *list->name);
    list->name[at] = name;
    list->n++;
}

static void put_trace(const shown *t, uint32_t n)
{
    corr_report *r = t->s->r;
    const corr_span_view root = view(t, t->s->trace.root);
    names *services = corr_report_alloc(r, sizeof *services, 1);
    corr_table *list = corr_report_alloc(r, sizeof *list, 1);

    if (!services || !list)
        return;
    services->name =
        corr_report_alloc(r, sizeof *services->name, (size_t)n + 1);
    for (uint32_t i = 0; services->name && i < n; i++)
        add_name(services, view(t, i).service);
    *list = (corr_table){ .columns = one_column,
                          .ncolumns = 1,
                          .nrows = services->n,
                          .cell = name_cell,
                          .ctx = services };
    corr_report_put(r, "trace.trace_id", corr_cell_trace(root.trace));
    corr_report_put(r, "trace.name", corr_cell_str(root.name));
    corr_report_put(r, "trace.start_unix_ns", corr_cell_time(root.start));
    corr_report_put(r, "trace.duration_ns",
                    corr_cell_int(root.end - root.start));
    corr_report_put(r, "trace.spans", corr_cell_int(n));
    corr_report_put(r, "trace.orphans", corr_cell_int(t->s->trace.orphans));
    corr_report_put(r, "trace.services", corr_cell_list(list));
}

static void put_focus(const shown *t)
{
    corr_report *r = t->s->r;
    names *id = corr_report_alloc(r, sizeof *id, 1);
    corr_table *list = corr_report_alloc(r, sizeof *list, 1);
    corr_str *text = corr_report_alloc(r, sizeof *text, 1);
    char hex[CORR_PRINT_MAX];

    if (!id || !list || !text)
        return;
    corr_print_id(hex, view(t, t->s->focus).id);
    text[0] = corr_str_of(corr_report_text(r, "%s", hex));
    *id = (names){ 1, text };
    *list = (corr_table){ .columns = one_column,
                          .ncolumns = 1,
                          .nrows = 1,
                          .cell = name_cell,
                          .ctx = id };
    corr_report_put(r, "focus", corr_cell_list(list));
}

static bool list_attrs(shown *t, uint32_t n)
{
    attrs_of *of = corr_report_alloc(t->s->r, sizeof *of, n);

    t->attrs = corr_report_alloc(t->s->r, sizeof *t->attrs, n);
    for (uint32_t i = 0; of && t->attrs && i < n; i++) {
        of[i] = (attrs_of){ t->s->w, i };
        t->attrs[i] = (corr_table){ .columns = attr_columns,
                                    .ncolumns = 2,
                                    .nrows = corr_waterfall_nattrs(t->s->w, i),
                                    .cell = attr_cell,
                                    .ctx = &of[i] };
    }
    return of && t->attrs;
}

corr_code span_put_waterfall(span_report *s, corr_err *err)
{
    uint32_t n = corr_waterfall_size(s->w);
    shown *t = corr_report_alloc(s->r, sizeof *t, 1);

    if (t) {
        t->s = s;
        t->row = corr_report_alloc(s->r, sizeof *t->row, n);
        t->tenths = corr_report_alloc(s->r, sizeof *t->tenths, n);
        t->is_last = corr_report_alloc(s->r, sizeof *t->is_last, n);
    }
    if (!t || !t->row || !t->tenths || !t->is_last || !list_attrs(t, n))
        return corr_fail(err, CORR_ENOMEM, "out of memory");
    pick_rows(t, n);
    share_out(t, n);
    put_trace(t, n);
    put_focus(t);
    corr_report_table(s->r, "spans",
                      &(corr_table){ .columns = data_columns,
                                     .ncolumns = COL_FOCUS + 1,
                                     .nrows = n,
                                     .cell = data_cell,
                                     .ctx = t },
                      CORR_PRIMARY);
    put_head(t);
    corr_report_blank(s->r);
    corr_report_table(s->r, NULL,
                      &(corr_table){ .columns = screen_columns,
                                     .ncolumns = 6,
                                     .nrows = t->n,
                                     .cell = screen_cell,
                                     .ctx = t,
                                     .depth = screen_depth,
                                     .strong = screen_strong },
                      CORR_SCREEN);
    put_below(t, n);
    corr_report_blank(s->r);
    return CORR_OK;
}
