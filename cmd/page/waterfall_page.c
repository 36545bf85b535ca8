#include "page/waterfall_page.h"
#include "corr_sort.h"
#include "page/span_story.h"

#include <string.h>

struct fall {
    bool knows_links; /* all spans of the files were read */
    corr_report *r;
    const corr_waterfall *w;
    corr_waterfall_facts trace;
    uint32_t focus, n;
};

const char *span_time(corr_report *r, int64_t ns, int64_t scale)
{
    char text[CORR_PRINT_MAX];

    return corr_report_text(r, "%s", corr_print_part(text, ns, scale));
}

void fall_knows_links(fall *f)
{
    f->knows_links = true;
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
    int64_t extent;                /* CORR_NO_INT: it is one call */
    int64_t least, most;           /* CORR_NO_INT: unknown */
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

/* More is known of a trace in which spans stand for many calls. */
#define COLUMNS_OF_CALLS                                                       \
    COL("calls", INT, span_row, v.calls),                                      \
        COL("extent_ns", INT, span_row, extent),                               \
        COL("least_ns", INT, span_row, least),                                 \
        COL("most_ns", INT, span_row, most),                                   \
        COL("self_lo_ns", INT, span_row, v.self_lo),                           \
        COL("self_hi_ns", INT, span_row, v.self_hi)
#define COLUMNS_OF_TRACE                                                       \
    COLUMNS_OF_TIME, COL("shift_ns", INT, span_row, v.shift),                  \
        COL("shift_u_ns", INT, span_row, v.shift_u),                           \
        COL("clipped_ns", INT, span_row, v.clipped), COLUMNS_OF_SPAN,          \
        COL("blocking", BOOL, span_row, blocking)

static const corr_column of_span[] = { COLUMNS_OF_TIME, COLUMNS_OF_SPAN };
static const corr_column of_trace[] = { COLUMNS_OF_TRACE };
static const corr_column of_thinned_span[] = { COLUMNS_OF_TIME, COLUMNS_OF_SPAN,
                                               COLUMNS_OF_CALLS };
static const corr_column of_thinned_trace[] = { COLUMNS_OF_TRACE,
                                                COLUMNS_OF_CALLS };

/* The start of a span may be unknown. */
static int64_t start_of(const corr_span_view *v)
{
    return v->has_start ? v->start : CORR_NO_TIME;
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
        .duration = v.took < 0 ? CORR_NO_INT : v.took,
        .extent = v.calls > 1 ? v.end - v.start : CORR_NO_INT,
        .least = v.least < 0 ? CORR_NO_INT : v.least,
        .most = v.most < 0 ? CORR_NO_INT : v.most,
        .self = v.unfinished ? CORR_NO_INT : v.self,
        .handle = corr_report_text(f->r, "s%u", v.handle),
        .kind = kind_name[v.kind],
        .status = corr_status_name(v.status),
        .attrs = CORR_FILLED(attr_columns, corr_waterfall_nattrs(f->w, i),
                             fill_span_attr, w),
        .story = story_data_of(f->r, f->w, i, f->knows_links),
        .focus = i == f->focus,
        .blocking = !v.nonblocking,
    };
}

void fall_put_spans(const fall *f, fall_verb verb)
{
    const bool is_span = verb == FALL_SPAN;
    corr_table t = is_span ? CORR_FILLED(of_span, f->n, fill_span, f)
                           : CORR_FILLED(of_trace, f->n, fill_span, f);

    if (f->trace.merged) {
        t.columns = is_span ? of_thinned_span : of_thinned_trace;
        t.ncolumns = (uint32_t)(is_span ? COUNT(of_thinned_span)
                                        : COUNT(of_thinned_trace));
    }
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
                    root.took < 0 ? corr_cell_null()
                                  : corr_cell_int(root.took));
    corr_report_put(f->r, "trace.spans", corr_cell_int(f->n));
    if (f->trace.merged)
        corr_report_put(f->r, "trace.calls", corr_cell_int(f->trace.calls));
    if (f->trace.partial || f->trace.orphans > f->trace.circles)
        corr_report_put(f->r, "trace.partial", corr_cell_bool(true));
    corr_report_put(f->r, "trace.orphans", corr_cell_int(f->trace.orphans));
    corr_report_put(f->r, "trace.services",
                    fall_names(f->r, services.name, services.n));
}

/* ---- screen --------------------------------------------------------- */

/* The spans of which an end, or a start, is not recorded. */
static const char *untimed_words(const fall *f, bool has_start, uint32_t *n)
{
    uint32_t first = 0;

    *n = 0;
    for (uint32_t i = f->n; i-- > 0;) {
        const corr_span_view v = corr_waterfall_at(f->w, i);
        if (!v.unfinished || v.has_start != has_start)
            continue;
        first = v.handle;
        ++*n;
    }
    return *n > 1 ? corr_report_text(f->r, "s%u and %u more", first, *n - 1)
                  : corr_report_text(f->r, "s%u", first);
}

const char *fall_bounds(corr_report *r, int64_t lo, int64_t hi, int64_t scale)
{
    const char *a = span_time(r, lo, scale), *b = span_time(r, hi, scale);

    return corr_str_eq(corr_str_of(a), corr_str_of(b))
               ? a
               : corr_report_text(r, "%s..%s", a, b);
}

const char *fall_self_words(corr_report *r, const corr_span_view *v,
                            int64_t scale)
{
    const char *in_turn =
        v->self > v->self_lo
            ? corr_report_text(r, ", %s if they ran one after another",
                               span_time(r, v->self, scale))
            : "";

    return corr_report_text(r, "%s if calls fill their time%s, %s if at once",
                            span_time(r, v->self_lo, scale), in_turn,
                            span_time(r, v->self_hi, scale));
}

const char *fall_call_name(corr_report *r, corr_str name, int64_t calls)
{
    return calls == 1
               ? cmd_str(r, name)
               : corr_report_text(r, "%.*s \xc3\x97%s", CORR_STR_ARG(name),
                                  cmd_count(r, calls));
}

static void say_unfinished(const fall *f)
{
    uint32_t n;
    const char *text = untimed_words(f, true, &n);

    if (n)
        cmd_warn(
            f->r, "UNFINISHED",
            "no end is recorded of %s: shown until what %s called had ended",
            text, n == 1 ? "it" : "they");
    text = untimed_words(f, false, &n);
    if (n)
        cmd_warn(f->r, "NO_START",
                 "no start is recorded of %s: shown where what %s called is",
                 text, n == 1 ? "it" : "they");
}

int64_t fall_length(const corr_span_view *v)
{
    return v->took < 0 ? v->end - v->start : v->took;
}

const char *fall_total(corr_report *r, const corr_span_view *v, const char *ns)
{
    if (v->took >= 0)
        return ns;
    if (!v->has_start || v->untold)
        return "?";
    return corr_report_text(r, "%s%s", v->unfinished ? "> " : "", ns);
}

static corr_label attr_of(const void *w, uint32_t row, uint32_t k)
{
    return corr_waterfall_attr(w, row, k);
}

/* The first span of the root's process with a telling name, in its order. */
static corr_str telling_name(const corr_waterfall *w, uint32_t i)
{
    const corr_span_view root = corr_waterfall_at(w, i);

    for (; i < root.end_index; i++) {
        const corr_span_view v = corr_waterfall_at(w, i);
        if (corr_str_eq(v.service, root.service) && !cmd_is_method(v.name))
            return v.name;
    }
    return root.name;
}

const char *fall_request_name(corr_report *r, const corr_waterfall *w,
                              uint32_t i)
{
    return cmd_request_name(
        r, corr_waterfall_at(w, i).name,
        cmd_route(corr_waterfall_nattrs(w, i), attr_of, w, i),
        telling_name(w, i));
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

/* The first cycle of parents: "s3 and s4 name each other as parent". */
static const char *circle_words(const fall *f)
{
    const uint32_t circles = f->trace.circles;
    const char *more =
        circles > 1 ? corr_report_text(f->r, " and %u more", circles - 1) : "";
    corr_span_view v = { .orphan = false };
    uint32_t up = UINT32_MAX;

    for (uint32_t i = 0; i < f->n && up == UINT32_MAX; i++) {
        v = corr_waterfall_at(f->w, i);
        up = v.orphan ? corr_waterfall_find(f->w, v.parent) : UINT32_MAX;
    }
    if (up == UINT32_MAX)
        return "a cycle of parents";
    const corr_span_view other = corr_waterfall_at(f->w, up);
    return other.parent == v.id
               ? corr_report_text(f->r,
                                  "s%u and s%u name each other as parent%s",
                                  v.handle, other.handle, more)
               : corr_report_text(f->r,
                                  "s%u names s%u below it as parent%s: a cycle",
                                  v.handle, other.handle, more);
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
    else if (!circles)
        text = "none missing";
    return circles ? corr_report_text(f->r, "%s%s%s", text, *text ? ", " : "",
                                      circle_words(f))
                   : text;
}

/* "3 spans", "3 spans for 62 calls" */
static const char *count_words(const fall *f)
{
    const char *spans = cmd_n(f->r, f->trace.spans, "span");

    return f->trace.merged
               ? corr_report_text(f->r, "%s for %s", spans,
                                  cmd_n(f->r, f->trace.calls, "call"))
               : spans;
}

const char *fall_spans_words(const fall *f)
{
    const bool whole = !f->trace.partial && !f->trace.orphans;

    return corr_report_text(f->r, "%s%s%s", count_words(f), whole ? "" : ", ",
                            whole ? "" : missing_words(f));
}

/* The input of the first span whose parent is missing. */
static int incomplete_input(const fall *f)
{
    for (uint32_t i = 0; i < f->n; i++) {
        const corr_span_view v = corr_waterfall_at(f->w, i);
        if (v.orphan)
            return (int)v.input;
    }
    return -1;
}

/* Says what holds of a trace with missing spans; a reader has said so of a file
 * that is marked as partial. */
static void say_incomplete(const fall *f)
{
    const corr_note_about about = { .place = CORR_NOTE_FOOT,
                                    .level = CORR_WARNING,
                                    .code = "PARTIAL",
                                    .input = incomplete_input(f) };

    if (!f->trace.partial && f->trace.orphans > f->trace.circles)
        corr_report_note_at(
            f->r, &about,
            "spans missing: counts are lower bounds, self times "
            "upper bounds, durations hold");
}

void fall_say_doubts(const fall *f)
{
    if (f->trace.orphans || f->trace.partial || f->trace.merged)
        corr_report_line(f->r, "%s%s%s", count_words(f),
                         f->trace.orphans || f->trace.partial ? ": " : "",
                         f->trace.orphans || f->trace.partial ? missing_words(f)
                                                              : "");
    say_incomplete(f);
    say_unfinished(f);
    clocks_say(f->r, f->w);
}

void fall_say_spans(const fall *f, const cmd_ctx *ctx)
{
    const corr_span_view root = corr_waterfall_at(f->w, f->trace.root);

    corr_report_line(f->r, "%s  %s",
                     root.has_start ? cmd_time(ctx, f->r, root.start)
                                    : "start not recorded",
                     fall_spans_words(f));
    say_incomplete(f);
    say_unfinished(f);
    clocks_say(f->r, f->w);
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
