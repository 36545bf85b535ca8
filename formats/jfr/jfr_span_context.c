/*
 * Events that name the span for which a thread works, and events that are
 * spans: of OpenTelemetry, of async-profiler, of Datadog's profiler, and events
 * with contextual fields.
 */
#include "jfr/jfr.h"

static corr_sample_row activation(jfr *j, const jfr_meaning *m)
{
    corr_sample_row row = { .kind = jfr_kind(j, m),
                            .time = jfr_when(j, F_START),
                            .duration = jfr_length(j, F_DURATION),
                            .row = (uint32_t)j->number,
                            .obs = 1 };

    row.thread = jfr_thread(j, jfr_number(&j->record, F_THREAD, 0));
    return row;
}

/* Reads an id. Most events name the same constant as the event before, because
 * events are grouped by thread. False: it is not an id. */
static bool text_id(jfr *j, jfr_slot slot, jfr_id *last, corr_trace_id *id)
{
    uint64_t key;
    const bool is_constant = jfr_text_key(&j->record, slot, &key);

    if (!is_constant || last->chunk != j->k.number || last->key != key) {
        const corr_str text = jfr_word(j, slot);
        last->is_one = slot == F_SPAN ? corr_parse_span_id(text, &last->id.lo)
                                      : corr_parse_trace_id(text, &last->id);
        last->chunk = is_constant ? j->k.number : 0;
        last->key = key;
    }
    *id = last->id;
    return last->is_one && (id->hi | id->lo);
}

static bool text_ids(jfr *j, corr_sample_row *row)
{
    corr_trace_id span;
    const bool ok = text_id(j, F_TRACE, &j->made.trace, &row->trace) &&
                    text_id(j, F_SPAN, &j->made.span, &span);

    row->span = ok ? span.lo : 0;
    return ok;
}

/* An interval with ids. Ids of zeros are the exporter's own work, which is kept
 * out of traces. */
void jfr_take_scope(jfr *j, const jfr_meaning *m)
{
    if (!j->with_labels || !j->with_time)
        return;
    corr_sample_row row = activation(j, m);
    if (text_ids(j, &row) && row.duration > 0)
        jfr_add(j, m, &row);
}

/* The thread works for the span from here on, until the thread's next event;
 * without ids it works for no span. */
void jfr_take_attached(jfr *j, const jfr_meaning *m)
{
    if (!j->with_labels || !j->with_time)
        return;
    corr_sample_row row = activation(j, m);
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
static bool tag_ids(corr_str tag, corr_sample_row *row)
{
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
    return row->span || (row->trace.hi | row->trace.lo);
}

/* async-profiler names the system's thread. If that thread carries virtual
 * threads, other virtual threads ran on it in the interval, and the tagged one
 * ran elsewhere. */
void jfr_take_tagged(jfr *j, const jfr_meaning *m)
{
    if (jfr_is_carrier(j, jfr_number(&j->record, F_THREAD, 0))) {
        corr_warn(j->b, CORR_NO_OFFSET,
                  "spans are told of threads that carry virtual ones, which "
                  "take turns there: they tie no sample");
        return;
    }
    if (!j->with_labels || !j->with_time)
        return;
    corr_sample_row row = activation(j, m);
    if (tag_ids(jfr_word(j, F_TAG), &row) && row.duration > 0)
        jfr_add(j, m, &row);
}

/* Any event with fields marked as context: ids under their names, or a text
 * that contains them. A number is a span. */
void jfr_take_context(jfr *j, const jfr_meaning *m)
{
    if (!j->with_labels || !j->with_time)
        return;
    corr_sample_row row = activation(j, m);
    if (!corr_parse_trace_id(jfr_word(j, F_TRACE), &row.trace))
        row.trace = (corr_trace_id){ 0, 0 };
    if (!corr_parse_span_id(jfr_word(j, F_SPAN), &row.span))
        row.span = 0;
    if (!row.span)
        row.span = (uint64_t)jfr_number(&j->record, F_SPAN, 0);
    if (row.span || (row.trace.hi | row.trace.lo) ||
        tag_ids(jfr_word(j, F_TAG), &row))
        if (row.duration > 0)
            jfr_add(j, m, &row);
}

/* The time of a span or a local root on a thread, without a trace id. */
void jfr_take_timeline(jfr *j, const jfr_meaning *m)
{
    if (!j->with_labels || !j->with_time)
        return;
    corr_sample_row row = activation(j, m);
    row.span = (uint64_t)jfr_number(&j->record, F_SPAN, 0);
    row.root = (uint64_t)jfr_number(&j->record, F_ROOT, 0);
    if ((row.span || row.root) && row.duration > 0)
        jfr_add(j, m, &row);
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
