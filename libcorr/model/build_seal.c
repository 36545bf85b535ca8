/* The last step of a read: derives ids, sorts rows, finds the time window.  The
 * tables do not change afterwards. */
#include "base/base.h"
#include "base/id.h"
#include "base/worker_pool.h"
#include "corr_sort.h"
#include "model/build_private.h"
#include "source/source.h"

/* ---- samples ---------------------------------------------------------- */

/* Copies the ids and times in each row's labels to the row's own columns.  A
 * value that the reader set stays. */
static bool spread_labels(corr_build *b, segment *s, pool *traces)
{
    const input *in = &b->in;
    bool any = false;

    for (size_t i = 0; s->labels && i < s->n; i++) {
        const label_ids *ids = &in->label.set_ids.v[s->labels[i]];
        const bool has_trace = ids->trace.hi | ids->trace.lo;
        if ((ids->span && !segment_need(s, SEG_SPAN)) ||
            (ids->root && !segment_need(s, SEG_ROOT)) ||
            (has_trace && !segment_need(s, SEG_TRACE)) ||
            (ids->time != CORR_NO_TIME && !segment_need(s, SEG_TIME)) ||
            (ids->thread && !segment_need(s, SEG_THREAD)))
            return build_no_memory(b);
        any |= ids->span || ids->root || has_trace || ids->thread ||
               ids->time != CORR_NO_TIME;
    }
    for (size_t i = 0; any && i < s->n; i++) {
        const label_ids *ids = &in->label.set_ids.v[s->labels[i]];
        if (s->span && !s->span[i])
            s->span[i] = ids->span;
        if (s->root && !s->root[i])
            s->root[i] = ids->root;
        if (s->trace && !s->trace[i] &&
            !segment_trace_number(s, traces, ids->trace, &s->trace[i]))
            return build_no_memory(b);
        if (s->time && s->time[i] == CORR_NO_TIME)
            s->time[i] = ids->time;
        if (s->thread && !s->thread[i])
            s->thread[i] = ids->thread;
    }
    return true;
}

static bool has_times(const input *in)
{
    for (size_t i = 1; i < in->segment.n; i++)
        if (in->segment.v[i].time)
            return true;
    return false;
}

/* Makes the clock a wall clock if the user gave the start that the file does
 * not know. */
static void tell_clock(corr_build *b)
{
    const corr_began *began = &b->opts.began;
    input *in = &b->in;
    size_t n = 0;

    if (!began->is_told || in->clock.kind != CORR_CLOCK_OWN || !has_times(in))
        return;
    in->clock.kind = CORR_CLOCK_WALL;
    in->clock.is_told = true;
    in->clock.shift_u = began->u;
    for (size_t i = 0; i < in->warning.n; i++)
        if (strcmp(in->warning.v[i].code, "CLOCK_UNKNOWN") != 0)
            in->warning.v[n++] = in->warning.v[i];
    in->warning.n = n;
    corr_note(b, "CLOCK_TOLD",
              "times count from an unknown start, which --clock sets "
              "(\xc2\xb1%.9g s)",
              (double)began->u / 1e9);
}

static bool shift_times(corr_build *b, segment *s)
{
    const int64_t at = b->opts.began.at;

    for (size_t i = 0; s->time && i < s->n; i++)
        if (s->time[i] != CORR_NO_TIME &&
            ADD_OVERFLOWS(s->time[i], at, &s->time[i])) {
            corr_fail_at(&b->err, CORR_EFORMAT, CORR_NO_OFFSET, NULL,
                         "times are out of range with this --clock; give the "
                         "time of the start");
            return false;
        }
    s->packed.shift = add_clamped(s->packed.shift, at);
    s->min = INT64_MAX;
    s->max = INT64_MIN;
    return true;
}

static bool seal_segment(corr_build *b, segment *s, pool *traces,
                         size_t threads)
{
    const bool ok = spread_labels(b, s, traces);

    pool_clear(traces);
    if (!ok)
        return false;
    if (!segment_sort(s, threads))
        return build_no_memory(b);
    if (b->in.clock.is_told && !shift_times(b, s))
        return false;
    if (b->in.clock.kind == CORR_CLOCK_OWN)
        segment_own_time(s);
    for (size_t i = 0; s->time && i < s->n; i++)
        if (s->time[i] != CORR_NO_TIME) {
            s->min = min_i64(s->min, s->time[i]);
            s->max = max_i64(s->max, s->time[i]);
        }
    return true;
}

static bool seal_segments(corr_build *b)
{
    const size_t helpers = workers_join_all(b->opts.crew);
    bool ok = true;

    for (size_t i = 1; ok && i < b->in.segment.n; i++)
        ok = seal_segment(b, &b->in.segment.v[i], &b->traces.v[i], 1 + helpers);
    workers_leave_all(b->opts.crew, helpers);
    return ok;
}

/* ---- spans -------------------------------------------------------------- */

typedef struct span_order {
    corr_trace_id trace;
    int64_t start;
    uint64_t id;
    uint32_t row;
} span_order;

SORT_BY(by_trace_start, span_order, ASC(trace.hi), ASC(trace.lo), ASC(start),
        ASC(id), ASC(row))

SORT_BY(event_by_span, event_row, ASC(span), ASC(time))

SORT_BY(link_by_span, link_row, ASC(span))

/* A bucket sort of spans by trace: trace ids are mostly random, so most buckets
 * hold one trace. */
typedef struct buckets {
    bool by_low; /* all ids have the same upper half */
    uint64_t least;
    unsigned shift;
    size_t n;
} buckets;

static size_t bucket_of(const buckets *b, corr_trace_id id)
{
    return (size_t)(((b->by_low ? id.lo : id.hi) - b->least) >> b->shift);
}

static buckets buckets_of(const input *in)
{
    const size_t n = in->span.n;
    corr_trace_id least = in->span.v[1].trace, most = least;
    buckets b = { 0 };

    for (size_t i = 2; i < n; i++) {
        const corr_trace_id id = in->span.v[i].trace;
        least.hi = id.hi < least.hi ? id.hi : least.hi;
        least.lo = id.lo < least.lo ? id.lo : least.lo;
        most.hi = id.hi > most.hi ? id.hi : most.hi;
        most.lo = id.lo > most.lo ? id.lo : most.lo;
    }
    b.by_low = least.hi == most.hi;
    b.least = b.by_low ? least.lo : least.hi;
    while (bucket_of(&b, most) >= n)
        b.shift++;
    b.n = bucket_of(&b, most) + 1;
    return b;
}

/* Fills order[1..] with the spans in order.  end: [buckets + 1], zeroed. */
static void order_spans(const input *in, const buckets *b, span_order *order,
                        uint32_t *end)
{
    for (size_t i = 1; i < in->span.n; i++)
        end[bucket_of(b, in->span.v[i].trace) + 1]++;
    end[0] = 1;
    for (size_t k = 0; k < b->n; k++)
        end[k + 1] += end[k];
    for (size_t i = 1; i < in->span.n; i++) {
        const span_row *s = &in->span.v[i];
        order[end[bucket_of(b, s->trace)]++] =
            (span_order){ s->trace, moment_order(s->start), s->id,
                          (uint32_t)i };
    }
    for (size_t k = 0, at = 1; k < b->n; at = end[k++])
        if (end[k] - at > 1)
            qsort(order + at, end[k] - at, sizeof *order, by_trace_start);
}

/* Moves the span at order[i].row to i, cycle by cycle, without a second array.
 * Uses up order. */
static void move_spans(span_row *v, span_order *order, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const span_row first = v[i];
        uint32_t at = (uint32_t)i, from;
        /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): it is */
        for (; (from = order[at].row) != i; at = from) {
            v[at] = v[from];
            order[at].row = at;
        }
        v[at] = first;
        order[at].row = at;
    }
}

/* Gives events and links the new rows of their spans, and sorts them.  False:
 * out of memory. */
static bool renumber_span_rows(input *in, const span_order *order)
{
    if (!in->event.n && !in->link.n)
        return true;
    uint32_t *new_row = malloc(in->span.n * sizeof *new_row);
    if (!new_row)
        return false;
    new_row[0] = 0;
    for (size_t i = 1; i < in->span.n; i++)
        new_row[order[i].row] = (uint32_t)i;
    for (size_t i = 0; i < in->event.n; i++)
        in->event.v[i].span = new_row[in->event.v[i].span];
    for (size_t i = 0; i < in->link.n; i++)
        in->link.v[i].span = new_row[in->link.v[i].span];
    free(new_row);
    vec_sort(&in->event, event_by_span);
    vec_sort(&in->link, link_by_span);
    return true;
}

/* False: out of memory. */
static bool sort_spans(input *in)
{
    const size_t n = in->span.n;

    if (n < 2)
        return true;
    const buckets b = buckets_of(in);
    uint32_t *end = calloc(b.n + 1, sizeof *end);
    span_order *order = malloc(n * sizeof *order);
    bool ok = end && order;
    if (ok)
        order_spans(in, &b, order, end);
    free(end);
    ok = ok && renumber_span_rows(in, order);
    if (ok)
        move_spans(in->span.v, order, n);
    free(order);
    return ok;
}

static bool group_traces(corr_build *b)
{
    input *in = &b->in;

    for (uint32_t i = 1; i < in->span.n; i++) {
        corr_trace_id id = in->span.v[i].trace;
        trace_row *last = &in->trace.v[in->trace.n - 1];
        if (i > 1 && trace_cmp(last->id, id) == 0)
            last->n++;
        else if (!vec_push(&in->trace, (trace_row){ id, i, 1 }))
            return build_no_memory(b);
    }
    return true;
}

typedef struct coarse {
    uint32_t all, whole; /* spans of a process; starts at whole milliseconds */
    bool fine;           /* an end is not at a whole millisecond */
} coarse;

/* If ends are finer than milliseconds, a few coarse starts are evidence
 * enough. */
static bool is_coarse(const coarse *c)
{
    enum { ENOUGH = 20, FEW = 2 };

    return c->all == c->whole && c->all >= (c->fine ? FEW : ENOUGH);
}

/* Marks the spans of SDKs that take starts from a clock of whole milliseconds
 * (corr-methods 1.2). */
static bool mark_coarse_starts(corr_build *b)
{
    enum { MS = 1000000 };
    input *in = &b->in;
    coarse *of = calloc(in->proc.n, sizeof *of);

    for (size_t i = 1; of && i < in->span.n; i++) {
        const span_row *s = &in->span.v[i];
        stretch ran;
        if (!span_ran(s, &ran))
            continue;
        of[s->proc].all++;
        of[s->proc].whole += ran.from % MS == 0;
        of[s->proc].fine |= ran.to % MS != 0;
    }
    for (size_t i = 1; of && i < in->span.n; i++)
        if (is_coarse(&of[in->span.v[i].proc]))
            in->span.v[i].flags |= CORR_SPAN_MS_START;
    const bool ok = of != NULL;
    free(of);
    return ok || build_no_memory(b);
}

static void clamp_spans(corr_build *b)
{
    for (size_t i = 1; i < b->in.span.n; i++) {
        span_row *s = &b->in.span.v[i];
        stretch ran;
        if (!span_ran(s, &ran) || ran.to >= ran.from)
            continue;
        corr_warn(b, CORR_NO_OFFSET,
                  "a span ends before it begins; it is taken as empty");
        s->end = s->start;
    }
}

static bool seal_spans(corr_build *b)
{
    clamp_spans(b);
    if (!sort_spans(&b->in))
        return build_no_memory(b);
    return group_traces(b) && mark_coarse_starts(b);
}

/* ---- the whole file ------------------------------------------------------ */

/* A window of zero length only tells when the file was written: the times of
 * samples widen it. */
static void widen_window(input *in, int64_t from, int64_t to)
{
    if (in->from == in->to && from <= to) {
        in->from = min_i64(in->from, from);
        in->to = max_i64(in->to, to);
    }
}

static void find_window(input *in)
{
    int64_t from = INT64_MAX;
    int64_t to = INT64_MIN;

    for (size_t i = 1; i < in->segment.n; i++) {
        from = min_i64(from, in->segment.v[i].min);
        to = max_i64(to, in->segment.v[i].max);
    }
    if (in->from != CORR_NO_TIME) {
        widen_window(in, from, to);
        return;
    }
    for (size_t i = 1; i < in->span.n; i++) {
        stretch seen;
        if (!span_seen(&in->span.v[i], &seen))
            continue;
        from = min_i64(from, seen.from);
        to = max_i64(to, seen.to);
    }
    for (size_t i = 0; in->metric.n && i < in->point.n; i++) {
        from = min_i64(from, in->point.v[i].time);
        to = max_i64(to, in->point.v[i].time);
    }
    if (from <= to) {
        in->from = from;
        in->to = to;
    }
}

static void warn_of_repairs(corr_build *b)
{
    if (b->in.lost.bad_text)
        corr_warn(b, CORR_NO_OFFSET,
                  "%llu %s in names %s not UTF-8; shown as U+FFFD",
                  (unsigned long long)b->in.lost.bad_text,
                  b->in.lost.bad_text == 1 ? "byte" : "bytes",
                  b->in.lost.bad_text == 1 ? "is" : "are");
    build_warn_deep(b);
}

corr_code build_seal(corr_build *b, input *in, corr_err *err)
{
    bool ok = b->err.code == CORR_OK && build_label_ids(b);

    tell_clock(b);
    ok = ok && build_split_names(b) && seal_segments(b) && seal_spans(b);
    if (ok) {
        for (size_t i = 0; i < b->is_later_stack.n; i++)
            b->in.lost.unbound += b->is_later_stack.v[i];
        build_sort_series(&b->in);
        find_window(&b->in);
        warn_of_repairs(b);
        build_rank_warnings(&b->in);
        ok = build_write_tallies(b);
    }
    if (b->err.code) {
        if (err && err->code == CORR_OK)
            *err = b->err;
        return b->err.code;
    }
    b->in.read.needs = b->opts.needs;
    b->in.read.by_id = in->read.by_id;
    b->in.read.is_outline = in->read.is_outline;
    b->in.file = in->file;
    b->in.fetched = in->fetched;
    b->in.window = in->window;
    b->in.group = in->group;
    b->in.format = in->format;
    if (in->format && in->format->alerts)
        b->in.metric.step = 0;
    *in = b->in;
    b->in = (input){ 0 };
    return CORR_OK;
}

/* Warns of what the source left out before the data. */
static void warn_of_head(const corr_src *in, corr_build *b)
{
    const src_head head = src_head_of(in);

    if (head.nuls)
        corr_damage(b, head.http, head.nuls, 0,
                    "the first %llu bytes are NUL and are left out (an emptied "
                    "log)",
                    (unsigned long long)head.nuls);
    if (head.torn)
        corr_damage(b, head.http + head.nuls, head.torn, 1,
                    "the first %llu byte%s fit no format and are left out",
                    (unsigned long long)head.torn, corr_plural(head.torn));
    if (head.http)
        corr_note(b, "HTTP_HEADERS",
                  "%llu bytes of HTTP headers before the data are left out",
                  (unsigned long long)head.http);
    if (head.is_log)
        corr_note(b, "LOG_PREFIX",
                  "the prefix of a container's log is left out of each line");
}

corr_code corr_finish(corr_src *in, corr_build *b, corr_err *err)
{
    const char *codec;
    const uint64_t stray = src_stray_bytes(in, &codec);
    uint64_t offset;

    if (b->err.code == CORR_OK && src_failure(in, NULL) == CORR_OK &&
        src_broke_off(in, &offset))
        corr_damage(b, offset, 0, 0,
                    "the compressed data is damaged or cut off; the data "
                    "before that is used");
    if (stray)
        corr_warn(b, CORR_NO_OFFSET,
                  "%llu byte%s after the end of the %s data not read",
                  (unsigned long long)stray, corr_plural(stray), codec);
    warn_of_head(in, b);
    src_release(in); /* sorting the tables needs the memory */
    if (src_failure(in, err))
        return src_failure(in, NULL);
    if (b->err.code && err && err->code == CORR_OK)
        *err = b->err;
    return b->err.code;
}

void corr_set_window(corr_build *b, int64_t from, int64_t to)
{
    b->in.from = from;
    b->in.to = to;
}

void corr_add_length(corr_build *b, int64_t ns)
{
    if (ns > 0)
        b->in.process.length = add_clamped(b->in.process.length, ns);
}

void corr_set_place(corr_build *b, uint64_t place)
{
    b->in.process.place = place;
}

void corr_set_started(corr_build *b, int64_t time)
{
    b->in.process.started = time;
}

void corr_set_several(corr_build *b)
{
    b->in.process.several = true;
}

void corr_set_producer(corr_build *b, corr_str producer)
{
    b->in.producer = corr_add_text(b, producer).i;
}

void corr_set_language(corr_build *b, corr_str language)
{
    b->in.process.language = corr_add_text(b, language).i;
}

void corr_add_setting(corr_build *b, corr_str name, corr_str value)
{
    const setting s = { corr_add_text(b, name).i, corr_add_text(b, value).i };

    if (b->err.code == CORR_OK && !vec_push(&b->in.setting, s))
        build_no_memory(b);
}

void corr_add_recording(corr_build *b, const corr_recording_row *row)
{
    const recording_row r = { .digest = corr_add_text(b, row->digest).i,
                              .language = corr_add_text(b, row->language).i,
                              .from = row->from,
                              .to = row->to,
                              .length = row->length };

    if (b->err.code == CORR_OK && !vec_push(&b->in.recording, r))
        build_no_memory(b);
}

void corr_set_recording_service(corr_build *b, uint32_t recording,
                                corr_str service)
{
    const uint32_t text = corr_add_text(b, service).i;

    if (b->err.code == CORR_OK && recording < b->in.recording.n)
        b->in.recording.v[recording].service = text;
}
