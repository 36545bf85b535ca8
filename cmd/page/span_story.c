#include "page/span_story.h"

#include <string.h>

enum {
    FEW = 5,          /* lines without --all */
    TEXT_MOST = 200,  /* bytes of a message */
    ROWS_MOST = 20,   /* spans of a linked trace */
    TRACES_MOST = 20, /* linked traces */
};

/* The first line of a text that may be long. */
static corr_str short_text(corr_str s)
{
    s.n = corr_str_find(s, '\n');
    if (s.n > TEXT_MOST)
        for (s.n = TEXT_MOST; s.n && (s.p[s.n] & 0xc0) == 0x80;)
            s.n--;
    return corr_str_trim(s);
}

/* ---- why a span failed ------------------------------------------------ */

/* "Type: message" */
static const char *exception_words(corr_report *r, const corr_span_event *e)
{
    const corr_str type = short_text(e->type), message = short_text(e->message);

    return corr_report_text(r, "%.*s%s%.*s", CORR_STR_ARG(type),
                            type.n && message.n ? ": " : "",
                            CORR_STR_ARG(message));
}

const char *story_failure(corr_report *r, const corr_waterfall *w, uint32_t i)
{
    const corr_str status = short_text(corr_waterfall_at(w, i).status_text);
    const char *told = corr_report_text(r, "%.*s", CORR_STR_ARG(status));
    const char *sep = status.n ? ": " : "";
    corr_span_event e;

    if (!corr_waterfall_exception(w, i, &e))
        return corr_report_text(r, "%s%s", sep, told);
    const char *words = exception_words(r, &e);
    const char *frame =
        e.frame.n ? corr_report_text(r, ", at %.*s",
                                     CORR_STR_ARG(short_text(e.frame)))
                  : "";
    if (!*words || strstr(told, words))
        return corr_report_text(r, "%s%s%s", sep, told, frame);
    if (!status.n || strstr(words, told))
        return corr_report_text(r, ": %s%s", words, frame);
    return corr_report_text(r, ": %s (%s%s)", told, words, frame);
}

/* ---- events -------------------------------------------------------------- */

/* "key=value, key=value": the first attributes of an event. */
static const char *attr_words(corr_report *r, const corr_waterfall *w,
                              uint32_t i, uint32_t k, uint32_t n)
{
    enum { SHOWN = 3 };
    const char *text = "";

    for (uint32_t a = 0; a < n && a < SHOWN; a++) {
        const corr_label l = corr_waterfall_event_attr(w, i, k, a);
        const char *value =
            l.type == CORR_VALUE_INT
                ? corr_report_text(r, "%lld", (long long)l.num)
            : l.type == CORR_VALUE_BOOL ? (l.num ? "true" : "false")
            : l.type == CORR_VALUE_REAL
                ? corr_report_text(r, "%g", l.real)
                : corr_report_text(r, "%.*s", CORR_STR_ARG(short_text(l.text)));
        text = corr_report_text(r, "%s%s%.*s=%s", text, *text ? ", " : " ",
                                CORR_STR_ARG(l.key), value);
    }
    return n > SHOWN ? corr_report_text(r, "%s, ...", text) : text;
}

static const char *event_words(corr_report *r, const corr_waterfall *w,
                               uint32_t i, uint32_t k)
{
    const corr_span_event e = corr_waterfall_event(w, i, k);
    const corr_str name = short_text(e.name);

    if (e.is_exception && (e.type.n || e.message.n))
        return corr_report_text(r, "%.*s %s", CORR_STR_ARG(name),
                                exception_words(r, &e));
    return corr_report_text(r, "%.*s%s", CORR_STR_ARG(name),
                            attr_words(r, w, i, k, e.nattrs));
}

/* Whether a line of a failed span tells this event. */
static bool is_told(const corr_waterfall *w, uint32_t i, uint32_t k)
{
    return corr_waterfall_at(w, i).status == CORR_STATUS_ERROR &&
           corr_waterfall_event(w, i, k).is_exception;
}

static void put_events(corr_report *r, const corr_waterfall *w, bool all)
{
    const corr_waterfall_facts f = corr_waterfall_facts_of(w);
    const corr_span_view root = corr_waterfall_at(w, f.root);
    uint32_t n = 0;

    for (uint32_t i = 0; i < f.spans; i++)
        for (uint32_t k = 0; k < corr_waterfall_events(w, i); k++) {
            if (is_told(w, i, k) || (n++ >= FEW && !all))
                continue;
            const corr_span_event e = corr_waterfall_event(w, i, k);
            const char *when =
                e.time && root.has_start
                    ? corr_report_text(r, "%s ",
                                       cmd_length(r, e.time - root.start))
                    : "";
            corr_report_field(r, n == 1 ? "events" : "", "%ss%u %s", when,
                              corr_waterfall_at(w, i).handle,
                              event_words(r, w, i, k));
        }
    if (n > FEW && !all)
        corr_report_field(r, "", "%u more (--all)", n - FEW);
}

/* ---- links --------------------------------------------------------------- */

static const char *link_words(corr_report *r, const corr_span_link *l,
                              bool whole)
{
    const char *of = l->is_inside ? ""
                                  : corr_report_text(r, " of trace %s",
                                                     cmd_trace_id(r, l->trace));
    /* without --follow it is chance whether the other trace was read */
    const bool numbered = l->handle && (l->is_inside || whole);
    const char *span =
        numbered  ? corr_report_text(r, "s%u", l->handle)
        : l->span ? corr_report_text(r, "span %s", cmd_span_id(r, l->span))
                  : "a span";

    return corr_report_text(r, "%s%s%s", span, of,
                            l->is_here || !whole ? "" : ", not here");
}

static bool put_links(corr_report *r, const corr_waterfall *w, bool all,
                      bool whole)
{
    const uint32_t size = corr_waterfall_facts_of(w).spans;
    bool outside = false;
    uint32_t n = 0;

    for (uint32_t i = 0; i < size; i++)
        for (uint32_t k = 0; k < corr_waterfall_links(w, i); k++) {
            const corr_span_link l = corr_waterfall_link(w, i, k);
            outside = outside || !l.is_inside;
            if (n++ >= FEW && !all)
                continue;
            const corr_span_view v = corr_waterfall_at(w, i);
            corr_report_field(r, n == 1 ? "links" : "", "s%u %.*s to %s",
                              v.handle, CORR_STR_ARG(short_text(v.name)),
                              link_words(r, &l, whole));
        }
    if (n > FEW && !all)
        corr_report_field(r, "", "%u more (--all)", n - FEW);
    return outside;
}

bool story_put(corr_report *r, const corr_waterfall *w, bool all, bool whole)
{
    put_events(r, w, all);
    return put_links(r, w, all, whole);
}

/* ---- data ------------------------------------------------------------------ */

typedef struct story_event {
    const corr_waterfall *w;
    uint32_t i, k;
    corr_span_event e;
    int64_t time;
    corr_table attrs;
} story_event;

static const corr_column attr_columns[] = CMD_ATTR_COLUMNS;

static void fill_event_attr(const void *ctx, uint32_t a, void *row)
{
    const story_event *s = ctx;
    const corr_label l = corr_waterfall_event_attr(s->w, s->i, s->k, a);

    *(cmd_attr_row *)row = (cmd_attr_row){ l.key, cmd_label_cell(&l) };
}

static const corr_column event_columns[] = {
    COL("unix_ns", TIME, story_event, time),
    COL("name", TEXT, story_event, e.name),
    COL("attributes", MAP, story_event, attrs),
};

static const corr_column exception_columns[] = {
    COL("type", NAME, corr_span_event, type),
    COL("message", NAME, corr_span_event, message),
    COL("frame", NAME, corr_span_event, frame),
};

typedef struct story_link {
    corr_span_link l;
    corr_cell here; /* null: files may have it beside what was read */
} story_link;

static const corr_column link_columns[] = {
    COL("trace_id", TRACE, story_link, l.trace),
    COL("span_id", SPAN, story_link, l.span),
    COL("here", CELL, story_link, here),
};

static const corr_table *exception_table(corr_report *r,
                                         const corr_waterfall *w, uint32_t i)
{
    corr_span_event found;

    if (!corr_waterfall_exception(w, i, &found))
        return NULL;
    corr_span_event *e = corr_report_alloc(r, sizeof *e, 1);
    corr_table *t = corr_report_alloc(r, sizeof *t, 1);
    if (!e || !t)
        return NULL;
    *e = found;
    *t = CORR_ROWS(exception_columns, 1, e);
    return t;
}

story_data story_data_of(corr_report *r, const corr_waterfall *w, uint32_t i,
                         bool whole)
{
    const uint32_t n = corr_waterfall_events(w, i);
    const uint32_t m = corr_waterfall_links(w, i);
    story_event *event = n ? corr_report_alloc(r, sizeof *event, n) : NULL;
    story_link *link = m ? corr_report_alloc(r, sizeof *link, m) : NULL;
    for (uint32_t k = 0; event && k < n; k++) {
        event[k] = (story_event){ .w = w, .i = i, .k = k };
        event[k].e = corr_waterfall_event(w, i, k);
        event[k].time = event[k].e.time ? event[k].e.time : CORR_NO_TIME;
        event[k].attrs = CORR_FILLED(attr_columns, event[k].e.nattrs,
                                     fill_event_attr, &event[k]);
    }
    for (uint32_t k = 0; link && k < m; k++) {
        const corr_span_link l = corr_waterfall_link(w, i, k);
        link[k].l = l;
        link[k].here =
            l.is_inside || whole ? corr_cell_bool(l.is_here) : corr_cell_null();
    }
    return (story_data){
        .events = CORR_ROWS(event_columns, event ? n : 0, event),
        .links = CORR_ROWS(link_columns, link ? m : 0, link),
        .exception = exception_table(r, w, i),
    };
}

/* ---- --follow ---------------------------------------------------------------- */

OWNS(corr_waterfall)

typedef struct linked_row {
    const char *handle, *total;
    corr_str name, service;
    corr_branch branch;
} linked_row;

static const corr_column linked_columns[] = {
    SEE("", CORR_COL_ID, TEXT, linked_row, handle),
    SEE("span", CORR_COL_FLEX | CORR_COL_TREE | CORR_COL_SLIM, TEXT, linked_row,
        name),
    SHOWN(BRANCH, linked_row, branch),
    SEE("service", 0, TEXT, linked_row, service),
    SEE("total", CORR_COL_RIGHT, TEXT, linked_row, total),
};

typedef struct followed {
    corr_trace_id trace;
    uint32_t spans; /* 0: not here */
    corr_str name, service;
    int64_t start, length;
    bool is_here;
} followed;

static const corr_column followed_columns[] = {
    COL("trace_id", TRACE, followed, trace),
    COL("here", BOOL, followed, is_here),
    COL("spans", COUNT, followed, spans),
    COL("name", NAME, followed, name),
    COL("service", NAME, followed, service),
    COL("start_unix_ns", TIME, followed, start),
    COL("duration_ns", INT, followed, length),
};

/* Lists the traces that are linked, each once; returns their number. */
static uint32_t list_linked(const corr_waterfall *w, followed *list)
{
    const uint32_t size = corr_waterfall_facts_of(w).spans;
    uint32_t n = 0;

    for (uint32_t i = 0; i < size; i++)
        for (uint32_t k = 0; k < corr_waterfall_links(w, i); k++) {
            const corr_span_link l = corr_waterfall_link(w, i, k);
            uint32_t at = 0;
            while (at < n && (list[at].trace.hi != l.trace.hi ||
                              list[at].trace.lo != l.trace.lo))
                at++;
            if (l.is_inside || at < n || n == TRACES_MOST)
                continue;
            list[n++] = (followed){ .trace = l.trace,
                                    .is_here = l.is_here,
                                    .start = CORR_NO_TIME,
                                    .length = CORR_NO_INT };
        }
    return n;
}

/* Whether no later sibling follows span i. */
static bool is_last(const corr_waterfall *w, uint32_t i, uint32_t n)
{
    const corr_span_view v = corr_waterfall_at(w, i);

    return v.end_index >= n || corr_waterfall_at(w, v.end_index).up != v.up;
}

static void put_linked(corr_report *r, followed *f, const corr_waterfall *w)
{
    const corr_waterfall_facts facts = corr_waterfall_facts_of(w);
    const corr_span_view root = corr_waterfall_at(w, facts.root);
    const uint32_t n = facts.spans < ROWS_MOST ? facts.spans : ROWS_MOST;
    linked_row *row = corr_report_alloc(r, sizeof *row, n);

    f->spans = facts.spans;
    f->name = root.name;
    f->service = root.service;
    f->start = root.has_start ? root.start : CORR_NO_TIME;
    f->length = root.took < 0 ? CORR_NO_INT : root.took;
    corr_report_blank(r);
    corr_report_head(r, "linked trace %s: %s", cmd_trace_id(r, f->trace),
                     cmd_n(r, facts.spans, "span"));
    for (uint32_t i = 0; row && i < n; i++) {
        const corr_span_view v = corr_waterfall_at(w, i);
        row[i] = (linked_row){
            .handle = corr_report_text(r, "s%u", v.handle),
            .total = v.took < 0 ? "?" : cmd_length(r, v.took),
            .name = v.name,
            .service = v.service,
            .branch = { v.depth, is_last(w, i, facts.spans) },
        };
    }
    if (row)
        cmd_screen(r, CORR_ROWS(linked_columns, n, row));
    if (n < facts.spans)
        corr_report_line(r, "     %s", cmd_n(r, facts.spans - n, "more span"));
}

corr_code story_follow(const cmd_ctx *ctx, corr_report *r,
                       const corr_waterfall *w, corr_err *err)
{
    followed *list = corr_report_alloc(r, sizeof *list, TRACES_MOST);
    const uint32_t n = list ? list_linked(w, list) : 0;

    if (!list)
        return corr_no_memory(err);
    for (uint32_t i = 0; i < n; i++) {
        if (!list[i].is_here)
            continue;
        corr_waterfall *linked =
            corr_waterfall_of(ctx->store, list[i].trace, err);
        if (!linked)
            return err->code;
        own_corr_waterfall(r, linked);
        put_linked(r, &list[i], linked);
    }
    for (uint32_t i = 0; i < n; i++)
        if (!list[i].is_here)
            corr_report_line(r, "linked trace %s is not here",
                             cmd_trace_id(r, list[i].trace));
    if (n == 0)
        corr_report_line(r, "no span of this trace has a link to another");
    cmd_data(r, "linked", CORR_ROWS(followed_columns, n, list));
    return CORR_OK;
}
