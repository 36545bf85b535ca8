/*
 * Events that name the span for which a thread works, and events that are
 * spans: of OpenTelemetry, of async-profiler, of Datadog's profiler, and events
 * with contextual fields.
 */
#include "jfr/jfr.h"

/* Gets the ids of the current record into a row. False: it has no ids. */
typedef bool get_ids(jfr *j, corr_sample_row *row);

static bool has_ids(const corr_sample_row *row)
{
    return row->span || (row->trace.hi | row->trace.lo);
}

/* The row of the current record. False: it is not wanted. */
static bool activation(jfr *j, const jfr_meaning *m, corr_sample_row *row)
{
    if (!j->with_labels || !j->with_time)
        return false;
    *row = jfr_interval(j, m);
    row->thread = jfr_thread(j, jfr_number(&j->record, F_THREAD, 0));
    if (jfr_keeps(j, m))
        row->stack = jfr_stack_of(j, &j->record);
    return true;
}

/* Adds an interval with ids. */
static void add_activation(jfr *j, const jfr_meaning *m, get_ids *ids)
{
    corr_sample_row row;

    if (activation(j, m, &row) && ids(j, &row) && row.duration > 0)
        jfr_add(j, m, &row);
}

static bool text_ids(jfr *j, corr_sample_row *row)
{
    return corr_parse_trace_id(jfr_word(j, F_TRACE), &row->trace) &&
           (row->trace.hi | row->trace.lo) &&
           corr_parse_span_id(jfr_word(j, F_SPAN), &row->span) && row->span;
}

/* Ids of zeros are the exporter's own work, which is kept out of traces. */
void jfr_take_scope(jfr *j, const jfr_meaning *m)
{
    add_activation(j, m, text_ids);
}

/* The thread works for the span from here on, until the thread's next event;
 * without ids it works for no span. */
void jfr_take_attached(jfr *j, const jfr_meaning *m)
{
    corr_sample_row row;

    if (!activation(j, m, &row))
        return;
    if (!text_ids(j, &row)) {
        row.trace = (corr_trace_id){ 0, 0 };
        row.span = 0;
    }
    row.duration = CORR_UNTIL_NEXT;
    jfr_add(j, m, &row);
}

/* The number of hex digits from at on, at most most. */
static size_t hex_run(corr_str s, size_t at)
{
    size_t n = 0;

    while (at + n < s.n && corr_hex_digit(s.p[at + n]) >= 0)
        n++;
    return n;
}

/* A tag is text that the program chose. It has ids if it contains a span id or
 * trace id in their format. */
static bool tag_ids(jfr *j, corr_sample_row *row)
{
    const corr_str tag = jfr_word(j, F_TAG);
    enum { TRACE = 32, SPAN = 16 };

    for (size_t at = 0; at < tag.n; at++) {
        const size_t n = hex_run(tag, at);
        const corr_str word = { tag.p + at, n };
        corr_trace_id trace;
        uint64_t span;
        if (n == TRACE && corr_parse_trace_id(word, &trace))
            row->trace = trace;
        else if (n == SPAN && corr_parse_span_id(word, &span))
            row->span = span;
        at += n;
    }
    return has_ids(row);
}

/* async-profiler names the system's thread. If that thread carries virtual
 * threads, other virtual threads ran on it in the interval, and the tagged one
 * ran elsewhere. */
void jfr_take_tagged(jfr *j, const jfr_meaning *m)
{
    if (jfr_is_carrier(j, jfr_number(&j->record, F_THREAD, 0)))
        corr_warn(j->b, CORR_NO_OFFSET,
                  "span events on carriers of virtual threads are ignored; "
                  "they tie no sample");
    else
        add_activation(j, m, tag_ids);
}

/* Ids under their names, or a text that contains them. A number is a span. */
static bool context_ids(jfr *j, corr_sample_row *row)
{
    if (!corr_parse_trace_id(jfr_word(j, F_TRACE), &row->trace))
        row->trace = (corr_trace_id){ 0, 0 };
    if (!corr_parse_span_id(jfr_word(j, F_SPAN), &row->span))
        row->span = 0;
    if (!row->span)
        row->span = (uint64_t)jfr_number(&j->record, F_SPAN, 0);
    return has_ids(row) || tag_ids(j, row);
}

/* Any event with fields marked as context. */
void jfr_take_context(jfr *j, const jfr_meaning *m)
{
    add_activation(j, m, context_ids);
}

static bool number_ids(jfr *j, corr_sample_row *row)
{
    row->span = (uint64_t)jfr_number(&j->record, F_SPAN, 0);
    row->root = (uint64_t)jfr_number(&j->record, F_ROOT, 0);
    return row->span || row->root;
}

/* The time of a span or a local root on a thread, without a trace id. */
void jfr_take_timeline(jfr *j, const jfr_meaning *m)
{
    add_activation(j, m, number_ids);
}

/* A whole span. The thread of the event ended the span and did not necessarily
 * run it. */
void jfr_take_span(jfr *j, const jfr_meaning *m)
{
    const corr_want w = { .needs = j->want->needs };
    corr_span_row row = { .at = j->k.offset,
                          .start = jfr_when(j, F_START),
                          .kind = CORR_SPAN_UNSPECIFIED,
                          .flags = CORR_SPAN_RECORDED };
    uint64_t parent;

    (void)m;
    if (!corr_wants(&w, CORR_NEED_SPANS) || row.start == CORR_NO_TIME ||
        !corr_parse_trace_id(jfr_word(j, F_TRACE), &row.trace) ||
        !corr_parse_span_id(jfr_word(j, F_SPAN), &row.id) || !row.id ||
        !(row.trace.hi | row.trace.lo))
        return;
    if (corr_parse_span_id(jfr_word(j, F_PARENT), &parent))
        row.parent = parent;
    row.end = corr_sum(row.start, jfr_length(j, F_DURATION));
    row.name = corr_add_text(j->b, jfr_word(j, F_OPERATION));
    row.proc = jfr_owner(j);
    /* a recording is read once for all requests */
    corr_add_span(j->b, &row);
}
