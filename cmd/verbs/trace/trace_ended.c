/* trace_ended - what the end of a process did to a request: spans in flight,
 * spans that ended and were not exported, calls without an answer. */
#include <stdio.h>
#include <string.h>

#include "verbs/trace/trace.h"

enum { FEW = 5 }; /* spans that are named one by one */

#define SECOND INT64_C(1000000000)

/* A recording that its process never finished. */
typedef struct ended {
    corr_str service;
    int64_t to; /* the last that it knows */
} ended;

/* ---- the recording ---------------------------------------------------- */

/* The recording that breaks off during the request or shortly before; of
 * several none, as it is not known which one matters. */
static bool find_ended(const trace_report *t, ended *e)
{
    const int64_t most = 60 * SECOND;
    corr_broken b;
    unsigned n = 0;

    for (size_t i = 0; i < corr_inputs(t->ctx->store); i++) {
        const corr_input in = corr_input_at(t->ctx->store, i);
        bool open = false;
        for (size_t k = 0; corr_input_broken(t->ctx->store, i, k, &b); k++)
            open |= b.open;
        if (!in.used || !open || !in.process.service.n ||
            in.to == CORR_NO_TIME || t->start + t->length < in.to - SECOND ||
            t->start - in.to > most)
            continue;
        *e = (ended){ in.process.service, in.to };
        n++;
    }
    return n == 1;
}

/* ---- spans whose parent is not here ----------------------------------- */

/* A parent of the process that ended has children there, or is called from
 * there by a span that another service serves. */
static bool in_flight(const trace_report *t, const ended *e,
                      const corr_span_view *child)
{
    return child->orphan && child->end > e->to - SECOND &&
           (corr_str_eq(child->service, e->service) ||
            child->kind == CORR_SPAN_SERVER) &&
           child->start >= t->start;
}

static void say_in_flight(const trace_report *t, const ended *e)
{
    const uint32_t n = corr_waterfall_size(t->w);
    uint64_t last = 0;
    uint32_t parents = 0, spans = 0;
    char list[FEW * 12] = "";

    for (uint32_t i = 0; i < n; i++) {
        const corr_span_view v = corr_waterfall_at(t->w, i);
        if (!in_flight(t, e, &v))
            continue;
        spans++;
        if (v.parent == last)
            continue;
        last = v.parent;
        if (parents++ < FEW) {
            const size_t at = strlen(list);
            snprintf(list + at, sizeof list - at, "%s%s", at ? ", " : "",
                     cmd_short_span(t->r, v.parent));
        }
    }
    if (parents)
        corr_report_field(t->r, "", "in flight then: %s%s; %u span%s name%s %s",
                          list,
                          parents > FEW ? corr_report_text(t->r, " and %u more",
                                                           parents - FEW)
                                        : "",
                          spans, cmd_plural(spans), spans == 1 ? "s" : "",
                          parents == 1 ? "it" : "them");
}

/* ---- spans that were not exported ------------------------------------- */

static void say_not_exported(const trace_report *t, const ended *e)
{
    uint32_t n = 0, first = 0;

    for (uint32_t i = 0; i < corr_waterfall_size(t->w); i++) {
        const corr_span_view v = corr_waterfall_at(t->w, i);
        if (!v.recorded || !corr_str_eq(v.service, e->service))
            continue;
        first = n++ ? first : v.handle;
    }
    if (n)
        corr_report_field(
            t->r, "", "ended and never exported: s%u%s, told by the recording",
            first, n > 1 ? corr_report_text(t->r, " and %u more", n - 1) : "");
}

/* ---- calls without an answer ------------------------------------------ */

typedef enum answer { ANSWER_OTHER, ANSWER_REFUSED, ANSWER_BROKE } answer;

/* Error texts of libraries about connections, in any language. */
static const struct words {
    const char *text;
    answer is;
} words[] = {
    { "ECONNREFUSED", ANSWER_REFUSED },
    { "onnection refused", ANSWER_REFUSED },
    { "ECONNRESET", ANSWER_BROKE },
    { "onnection reset", ANSWER_BROKE },
    { "EPIPE", ANSWER_BROKE },
    { "roken pipe", ANSWER_BROKE },
    { "socket hang up", ANSWER_BROKE },
    { "nexpected EOF", ANSWER_BROKE },
    { "RemoteDisconnected", ANSWER_BROKE },
};

static answer answer_of(const corr_span_view *v)
{
    if (v->status != CORR_STATUS_ERROR || v->kind != CORR_SPAN_CLIENT)
        return ANSWER_OTHER;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (corr_str_has(v->status_text, words[i].text))
            return words[i].is;
    return ANSWER_OTHER;
}

static void say_calls(const trace_report *t, const ended *e, answer which,
                      const char *what)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_waterfall_size(t->w); i++) {
        const corr_span_view v = corr_waterfall_at(t->w, i);
        if (answer_of(&v) != which || v.end < e->to || v.end_index > i + 1 ||
            corr_str_eq(v.service, e->service) || n++ >= FEW)
            continue;
        corr_report_field(t->r, "", "s%u %.*s: %s", v.handle,
                          CORR_STR_ARG(v.name), what);
    }
    if (n > FEW)
        corr_report_field(t->r, "", "%u more of these", n - FEW);
}

/* ---- the whole -------------------------------------------------------- */

/* Whether the end of the process explains anything in the request. */
static bool matters(const trace_report *t, const ended *e)
{
    for (uint32_t i = 0; i < corr_waterfall_size(t->w); i++) {
        const corr_span_view v = corr_waterfall_at(t->w, i);
        if (in_flight(t, e, &v) ||
            (v.recorded && corr_str_eq(v.service, e->service)) ||
            (answer_of(&v) != ANSWER_OTHER && v.end >= e->to &&
             v.end_index == i + 1 && !corr_str_eq(v.service, e->service)))
            return true;
    }
    return false;
}

void trace_put_ended(const trace_report *t)
{
    ended e;

    if (!find_ended(t, &e) || !matters(t, &e))
        return;
    corr_report_field(t->r, "ended",
                      "the recording of %.*s breaks off at %s, unfinished",
                      CORR_STR_ARG(e.service), cmd_time(t->ctx, t->r, e.to));
    say_in_flight(t, &e);
    say_not_exported(t, &e);
    say_calls(t, &e, ANSWER_BROKE,
              "broke off: whoever served it was there when it began");
    say_calls(t, &e, ANSWER_REFUSED, "refused: no process listened any more");
}
