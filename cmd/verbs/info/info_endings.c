/* info_endings - processes that died: until when they answered, and which
 * requests left no span of them. */
#include "corr_endings.h"
#include "verbs/info/info.h"

OWNS(corr_endings)

enum { IDS_SHOWN = 5 };

/* ---- data ---------------------------------------------------------------- */

typedef struct lost_row {
    corr_str service;
    corr_lost_request q;
    const char *how;
} lost_row;

static const corr_column lost_columns[] = {
    COL("trace_id", TRACE, lost_row, q.trace),
    COL("how", TEXT, lost_row, how),
    COL("start_unix_ns", TIME, lost_row, q.start),
    COL("end_unix_ns", TIME, lost_row, q.end),
    COL("why", NAME, lost_row, q.why),
};

typedef struct ending_row {
    corr_ending e;
    corr_table requests;
} ending_row;

static const corr_column ending_columns[] = {
    COL("service", NAME, ending_row, e.service),
    COL("alive_unix_ns", TIME, ending_row, e.alive),
    COL("first_failed_unix_ns", TIME, ending_row, e.first_failed),
    COL("last_failed_unix_ns", TIME, ending_row, e.last_failed),
    COL("failed", COUNT, ending_row, e.failed),
    COL("requests", LIST, ending_row, requests),
};

static const char *how_name(corr_lost how)
{
    static const char *const name[] = {
        [CORR_LOST_IN_FLIGHT] = "in_flight",
        [CORR_LOST_ANSWERED] = "answered",
        [CORR_LOST_RECORDED] = "recorded",
        [CORR_LOST_PARENT] = "parent",
    };

    return name[how];
}

static void put_endings(const overview *o, const corr_endings *e)
{
    const uint32_t n = e ? corr_endings_size(e) : 0;
    ending_row *row = corr_report_alloc(o->r, sizeof *row, (size_t)n + 1);

    for (uint32_t i = 0; row && i < n; i++) {
        row[i].e = corr_endings_at(e, i);
        lost_row *lost =
            corr_report_alloc(o->r, sizeof *lost, (size_t)row[i].e.n + 1);
        if (!lost)
            return;
        for (uint32_t k = 0; k < row[i].e.n; k++) {
            lost[k].q = corr_endings_request(e, row[i].e.first + k);
            lost[k].how = how_name(lost[k].q.how);
        }
        row[i].requests = CORR_ROWS(lost_columns, row[i].e.n, lost);
    }
    if (row)
        cmd_data(o->r, "endings", CORR_ROWS(ending_columns, n, row));
}

/* ---- words --------------------------------------------------------------- */

/* "2 requests, never exported: 0603f15d fbde0c3b"; NULL: no request of this sort. */
static const char *list_requests(const overview *o, const corr_endings *e,
                                 const corr_ending *d, corr_lost from,
                                 corr_lost to, const char *but)
{
    const char *ids = "";
    uint32_t n = 0;

    for (uint32_t i = d->first; i < d->first + d->n; i++) {
        const corr_lost_request q = corr_endings_request(e, i);
        if (q.how < from || q.how > to)
            continue;
        if (n++ < IDS_SHOWN)
            ids = corr_report_text(o->r, "%s%s%s", ids, *ids ? " " : "",
                                   cmd_short(o->r, q.trace, q.start));
    }
    if (n == 0)
        return NULL;
    return corr_report_text(o->r, "%s%s: %s%s", cmd_n(o->r, n, "request"), but,
                            ids, n > IDS_SHOWN ? " and more (--json)" : "");
}

/* What the first caller in flight got instead of an answer. */
static const char *why_of(const overview *o, const corr_endings *e,
                          const corr_ending *d)
{
    const corr_lost_request q =
        d->n ? corr_endings_request(e, d->first) : (corr_lost_request){ 0 };

    return d->n && q.how == CORR_LOST_IN_FLIGHT && q.why.n
               ? corr_report_text(o->r, " (its caller got: %.*s)",
                                  CORR_STR_ARG(q.why))
               : "";
}

static void say_ending(const overview *o, const corr_endings *e,
                       const corr_ending *d)
{
    corr_report *r = o->r;
    const char *list;

    if (d->first_failed == CORR_NO_TIME)
        corr_report_field(
            r, "last seen", "%.*s, %s; its recording is unfinished",
            CORR_STR_ARG(d->service), cmd_clock(o->ctx, r, d->alive));
    else
        corr_report_field(r, "died", "%.*s, between %s and %s",
                          CORR_STR_ARG(d->service),
                          cmd_clock(o->ctx, r, d->alive),
                          cmd_clock(o->ctx, r, d->first_failed));
    list = list_requests(o, e, d, CORR_LOST_IN_FLIGHT, CORR_LOST_IN_FLIGHT, "");
    if (list)
        corr_report_field(r, "in flight", "%s%s", list, why_of(o, e, d));
    list = list_requests(o, e, d, CORR_LOST_ANSWERED, CORR_LOST_ANSWERED,
                         ", never exported");
    if (list)
        corr_report_field(r, "answered", "%s", list);
    list = list_requests(o, e, d, CORR_LOST_RECORDED, CORR_LOST_PARENT,
                         ", never exported");
    if (list)
        corr_report_field(r, "not known", "%s", list);
    if (d->failed)
        corr_report_field(r, "refused", "%s, until %s",
                          cmd_n(r, d->failed, "later call"),
                          cmd_clock(o->ctx, r, d->last_failed));
}

void info_say_endings(overview *o)
{
    corr_err ignored = { 0 };
    corr_endings *e = o->has_spans ? corr_endings_of(o->st, &ignored) : NULL;

    if (e)
        own_corr_endings(o->r, e);
    for (uint32_t i = 0; e && i < corr_endings_size(e); i++) {
        const corr_ending d = corr_endings_at(e, i);
        say_ending(o, e, &d);
        if (d.n && !(o->lost.hi | o->lost.lo))
            o->lost = corr_endings_request(e, d.first).trace;
    }
    put_endings(o, e);
}
