/* span_events - what a span tells besides its time: events, exceptions, links
 * to other traces; see corr_trace.h. */
#include "base/base.h"
#include "base/id.h"
#include "corr_sort.h"
#include "trace/stack_text.h"
#include "trace/waterfall.h"

/* ---- rows of a span ------------------------------------------------------ */

/* Sets *first to the first event of a span; returns their number. */
static uint32_t events_of(const corr_waterfall *w, uint32_t i, size_t *first)
{
    const input *in = waterfall_input(w, i);
    const uint32_t row = w->store->spans.at.v[w->span[i]].row;
    const size_t n = in->event.n;
    size_t lo = 0, end;

    LOWER_BOUND(lo, n, k, in->event.v[k].span < row);
    for (end = lo; end < n && in->event.v[end].span == row;)
        end++;
    *first = lo;
    return (uint32_t)(end - lo);
}

static uint32_t links_of(const corr_waterfall *w, uint32_t i, size_t *first)
{
    const input *in = waterfall_input(w, i);
    const uint32_t row = w->store->spans.at.v[w->span[i]].row;
    const size_t n = in->link.n;
    size_t lo = 0, end;

    LOWER_BOUND(lo, n, k, in->link.v[k].span < row);
    for (end = lo; end < n && in->link.v[end].span == row;)
        end++;
    *first = lo;
    return (uint32_t)(end - lo);
}

static const event_row *event_at(const corr_waterfall *w, uint32_t i,
                                 uint32_t k)
{
    size_t first;

    events_of(w, i, &first);
    return &waterfall_input(w, i)->event.v[first + k];
}

/* ---- exceptions ----------------------------------------------------------- */

/* Keys of OpenTelemetry, OpenTracing and Datadog, the best first. */
enum { KEYS = 5 };
static const char *const type_keys[KEYS] = { "exception.type", "error.kind",
                                             "error.type", "error.name" };
static const char *const message_keys[KEYS] = { "exception.message",
                                                "error.message", "error.msg",
                                                "error.object", "message" };
static const char *const stack_keys[KEYS] = { "exception.stacktrace",
                                              "error.stack", "stack",
                                              "stacktrace" };

static corr_str text_of(const input *in, uint32_t set,
                        const char *const key[KEYS])
{
    for (size_t k = 0; k < KEYS && key[k]; k++)
        for (uint32_t i = 0; i < in->label.set_n.v[set]; i++) {
            const corr_label l = input_label(in, set, i);
            if (l.type == CORR_VALUE_TEXT && l.text.n &&
                corr_str_is(l.key, key[k]))
                return l.text;
        }
    return (corr_str){ "", 0 };
}

/* Splits "java.lang.IllegalStateException: no stock". */
static void split_object(corr_span_event *e)
{
    size_t n = 0;

    while (n < e->message.n && (corr_is_digit(e->message.p[n]) ||
                                memchr("._$:\\", e->message.p[n], 5) ||
                                (e->message.p[n] | 0x20) >= 'a'))
        n++;
    corr_str type = { e->message.p, n };
    if (!corr_str_ends(type, ":") ||
        !corr_str_starts(corr_str_from(e->message, n), " "))
        return;
    type.n--;
    if (!corr_str_ends(type, "Exception") && !corr_str_ends(type, "Error") &&
        corr_str_find(type, '.') == type.n)
        return;
    e->type = type;
    e->message = corr_str_trim(corr_str_from(e->message, n));
}

/* Fills in the exception of a set of attributes. */
static void read_exception(const input *in, uint32_t set, corr_span_event *e)
{
    const corr_str stack = text_of(in, set, stack_keys);

    e->type = text_of(in, set, type_keys);
    e->message = text_of(in, set, message_keys);
    e->frame = stack_text_frame(stack);
    if (!e->type.n)
        split_object(e);
    e->is_exception = e->type.n || e->frame.n ||
                      corr_str_is(e->name, "exception") ||
                      corr_str_is(e->name, "error");
}

/* ---- the view ------------------------------------------------------------- */

uint32_t corr_waterfall_events(const corr_waterfall *w, uint32_t i)
{
    size_t first;

    return events_of(w, i, &first);
}

corr_span_event corr_waterfall_event(const corr_waterfall *w, uint32_t i,
                                     uint32_t k)
{
    const input *in = waterfall_input(w, i);
    const event_row *row = event_at(w, i, k);
    corr_span_event e = {
        .name = input_text(in, row->name),
        .time = row->time ? add_clamped(row->time, w->time[i].shift) : 0,
        .nattrs = in->label.set_n.v[row->labels],
    };

    read_exception(in, row->labels, &e);
    return e;
}

corr_label corr_waterfall_event_attr(const corr_waterfall *w, uint32_t i,
                                     uint32_t k, uint32_t a)
{
    return input_label(waterfall_input(w, i), event_at(w, i, k)->labels, a);
}

bool corr_waterfall_exception(const corr_waterfall *w, uint32_t i,
                              corr_span_event *e)
{
    for (uint32_t k = corr_waterfall_events(w, i); k-- > 0;) {
        *e = corr_waterfall_event(w, i, k);
        if (e->is_exception)
            return true;
    }
    *e = (corr_span_event){ .name = { "", 0 } };
    read_exception(waterfall_input(w, i), waterfall_row(w, i)->attrs, e);
    return e->is_exception;
}

uint32_t corr_waterfall_links(const corr_waterfall *w, uint32_t i)
{
    size_t first;

    return links_of(w, i, &first);
}

corr_span_link corr_waterfall_link(const corr_waterfall *w, uint32_t i,
                                   uint32_t k)
{
    const spans *s = &w->store->spans;
    size_t first;

    links_of(w, i, &first);
    const link_row *row = &waterfall_input(w, i)->link.v[first + k];
    const uint32_t at = spans_trace(s, row->trace);
    const uint32_t span =
        row->id ? spans_find(s, row->trace, row->id, NULL) : 0;
    return (corr_span_link){
        .trace = at != UINT32_MAX ? s->trace.v[at].id : row->trace,
        .span = row->id,
        .handle = span ? s->handle.v[span] : 0,
        .is_here = at != UINT32_MAX,
        .is_inside = at != UINT32_MAX &&
                     trace_cmp(s->trace.v[at].id, w->facts.trace) == 0,
    };
}
