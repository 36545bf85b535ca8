/* input_check - the invariants of an input, for tests and fuzzing. */
#ifndef CORR_INPUT_CHECK_H
#define CORR_INPUT_CHECK_H

#include "base/base.h"
#include "base/utf8.h"
#include "model/segment.h"

static inline const char *input_check_text(const input *in)
{
    for (size_t i = 0; i + 1 < in->text_at.n; i++) {
        uint64_t bad;
        if (in->text_at.v[i] >= in->text_at.v[i + 1] ||
            in->text_at.v[i + 1] > in->text.n)
            return "text out of its bytes";
        utf8_repaired_size(input_text(in, (uint32_t)i), &bad);
        if (bad)
            return "text that is not UTF-8";
    }
    return NULL;
}

static inline const char *input_check_frames(const input *in)
{
    size_t ntext = in->text_at.n - 1;

    for (size_t i = 0; i < in->func.n; i++)
        if (in->func.v[i].name >= ntext || in->func.v[i].file >= ntext ||
            in->func.v[i].module >= ntext)
            return "a function without text";
    for (size_t i = 0; i < in->frame.n; i++)
        if (in->frame.v[i].func >= in->func.n ||
            in->frame.v[i].type >= CORR_FRAME_TYPE_COUNT)
            return "a frame without function";
    for (size_t i = 0; i < in->stack.frame.n; i++)
        if (narrow_at(&in->stack.frame, i) >= in->frame.n)
            return "a stack without frame";
    for (size_t i = 0; i < in->stack.at.n; i++)
        if ((size_t)in->stack.at.v[i] + in->stack.n.v[i] > in->stack.frame.n)
            return "a stack out of its frames";
    return NULL;
}

static inline const char *input_check_labels(const input *in)
{
    size_t ntext = in->text_at.n - 1;

    for (size_t i = 0; i < in->label.key.n; i++)
        if (in->label.key.v[i] >= ntext || in->label.text.v[i] >= ntext)
            return "a label without text";
    for (size_t i = 0; i < in->label.set_at.n; i++)
        if ((size_t)in->label.set_at.v[i] + in->label.set_n.v[i] >
            in->label.key.n)
            return "a set out of its labels";
    return in->label.set_ids.n == in->label.set_at.n ? NULL
                                                     : "sets without ids";
}

static inline const char *input_check_packed(const input *in,
                                             const packed_rows *p)
{
    packed_rows_place at = { 0 };
    uint32_t thread;
    int64_t time;
    size_t n = 0;

    for (; packed_rows_take(p, &at, &thread, &time, 1); n++)
        if (thread >= in->thread.n)
            return "a packed sample without thread";
    return n == p->n && !at.failed ? NULL : "packed samples that are not there";
}

static inline const char *input_check_samples(const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        const char *wrong = input_check_packed(in, &g->packed);
        if (wrong)
            return wrong;
        for (size_t i = 0; i < g->n; i++) {
            if (segment_stack(g, i) >= in->stack.at.n)
                return "a sample without stack";
            if (g->trace && g->trace[i] >= g->trace_id.n)
                return "a sample without its trace";
            if (g->labels && g->labels[i] >= in->label.set_at.n)
                return "a sample without labels";
            if (g->thread && g->thread[i] >= in->thread.n)
                return "a sample without thread";
            if (g->other && g->other[i] >= in->thread.n)
                return "a sample without its other thread";
            if (g->time && i && g->time[i - 1] > g->time[i])
                return "samples out of order";
        }
    }
    return NULL;
}

static inline const char *input_check_spans(const input *in)
{
    size_t ntext = in->text_at.n - 1;

    for (size_t i = 1; i < in->span.n; i++) {
        const span_row *s = &in->span.v[i];
        if (s->name >= ntext || s->status_text >= ntext ||
            s->proc >= in->proc.n || s->thread >= in->thread.n ||
            s->attrs >= in->label.set_at.n)
            return "a span without its rows";
        if (!s->id || !(s->trace.hi | s->trace.lo))
            return "a span without id";
        stretch ran;
        if (span_ran(s, &ran) && ran.to < ran.from)
            return "a span that ends before it begins";
    }
    for (size_t i = 1; i < in->trace.n; i++)
        if ((size_t)in->trace.v[i].first + in->trace.v[i].n > in->span.n)
            return "a trace out of its spans";
    return NULL;
}

/* Checks rows that only refer to text and to other rows. */
static inline const char *input_check_rows(const input *in)
{
    size_t ntext = in->text_at.n - 1;

    for (size_t i = 0; i < in->proc.n; i++) {
        const proc_row *p = &in->proc.v[i];
        const uint32_t texts[] = { p->service,   p->instance,  p->host,
                                   p->version,   p->container, p->pod,
                                   p->executable };
        for (size_t k = 0; k < countof(texts); k++)
            if (texts[k] >= ntext)
                return "a process without text";
        if (p->labels >= in->label.set_at.n)
            return "a process without labels";
    }
    for (size_t i = 0; i < in->thread.n; i++)
        if (in->thread.v[i].name >= ntext || in->thread.v[i].proc >= in->proc.n)
            return "a thread without text";
    for (size_t i = 0; i < in->kind.n; i++)
        if (in->kind.v[i].name >= ntext || in->kind.v[i].type >= ntext)
            return "a kind without text";
    for (size_t i = 0; i < in->setting.n; i++)
        if (in->setting.v[i].name >= ntext || in->setting.v[i].value >= ntext)
            return "a setting without text";
    if (in->process.owner >= in->proc.n || in->producer >= ntext ||
        in->process.language >= ntext)
        return "an owner, producer or language that is not there";
    return NULL;
}

static inline const char *input_check_events(const input *in)
{
    for (size_t i = 0; i < in->event.n; i++) {
        const event_row *e = &in->event.v[i];
        if (e->span == 0 || e->span >= in->span.n ||
            e->name >= in->text_at.n - 1 || e->labels >= in->label.set_at.n)
            return "an event without its rows";
        if (i && in->event.v[i - 1].span > e->span)
            return "events out of order";
    }
    for (size_t i = 0; i < in->link.n; i++) {
        const link_row *l = &in->link.v[i];
        if (l->span == 0 || l->span >= in->span.n ||
            l->labels >= in->label.set_at.n)
            return "a link without its rows";
        if (i && in->link.v[i - 1].span > in->link.v[i].span)
            return "links out of order";
    }
    return NULL;
}

static inline const char *input_check_series(const input *in)
{
    for (size_t i = 0; i < in->series.n; i++) {
        const series_row *s = &in->series.v[i];
        if (s->name >= in->text_at.n - 1 || s->unit >= in->text_at.n - 1 ||
            s->thread >= in->thread.n || s->labels >= in->label.set_at.n ||
            s->type >= CORR_METRIC_COUNT)
            return "series out of range";
    }
    for (size_t i = 0; i < in->point.n; i++)
        if (in->point.v[i].series >= in->series.n)
            return "point of no series";
    for (size_t i = 0; i < in->histogram.row.n; i++) {
        const histogram_row *h = &in->histogram.row.v[i];
        if (h->series >= in->series.n ||
            h->first + h->n > in->histogram.count.n ||
            in->histogram.count.n != in->histogram.bucket.n)
            return "buckets of no series, or out of their columns";
    }
    for (size_t i = 0; i < in->histogram.bucket.n; i++)
        if (in->histogram.bucket.v[i] >= in->histogram.bounds.n)
            return "bucket without bounds";
    return NULL;
}

/* Checks that every index is below the length of its table, that text is valid
 * and rows are sorted.  Returns NULL, or a description of the fault. */
static inline const char *input_check(const input *in)
{
    static const char *(*const checks[])(const input *) = {
        input_check_text,   input_check_frames,  input_check_labels,
        input_check_rows,   input_check_samples, input_check_spans,
        input_check_events, input_check_series,
    };

    if (in->text_at.n == 0) /* the file was not read */
        return NULL;
    for (size_t i = 0; i < countof(checks); i++) {
        const char *wrong = checks[i](in);
        if (wrong)
            return wrong;
    }
    return NULL;
}

#endif
