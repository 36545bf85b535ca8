#include "store/clock_begin.h"

#include <stdlib.h>
#include <string.h>

#include "corr_sort.h"
#include "store/clock_profile.h"
#include "store/clock_search.h"
#include "store/edition.h"

enum { MOST_SAMPLES = 1 << 18 /* that are looked at */ };

typedef struct placing {
    corr_store *st;
    uint32_t input, proc;
    vec(int64_t) sample;
    vec(int64_t) start, length; /* of spans */
    vec(stretch) code;
} placing;

/* ---- samples ----------------------------------------------------------- */

/* Whether rows show running code, rather than waits, memory or states. */
static bool shows_code(const input *in, const segment *g)
{
    const unsigned others = CORR_KIND_CUMULATIVE | CORR_KIND_SNAPSHOT |
                            CORR_KIND_INTERVAL | CORR_KIND_CONTEXT |
                            CORR_KIND_PICKED | CORR_KIND_WHOLE;
    const kind_row *k = &in->kind.v[g->kind];
    const corr_str name = input_text(in, k->name);

    return g->own && !(k->flags & others) &&
           (corr_str_is(name, "cpu") || corr_str_is(name, "wall") ||
            corr_str_is(name, "samples"));
}

/* Whether a function stands for no code of the process. */
static bool is_no_code(const input *in, uint32_t func)
{
    const corr_str name = input_text(in, in->func.v[func].name);

    return corr_str_is(name, "(idle)") || corr_str_is(name, "(program)");
}

/* The leaf of a row that shows code; frames of a stack begin with it. */
static bool is_busy(const input *in, const segment *g, size_t row)
{
    const uint32_t stack = segment_stack(g, row);
    const uint32_t n = in->stack.n.v[stack];

    if (g->own[row] == CORR_NO_TIME || !n || input_is_strange(in, g, row))
        return false;
    const uint32_t leaf =
        narrow_at(&in->stack.frame, in->stack.at.v[stack] + n - 1);
    return !is_no_code(in, in->frame.v[leaf].func);
}

static bool list_samples(placing *p)
{
    const input *in = store_input(p->st, p->input);
    size_t n = 0, at = 0;

    for (size_t s = 1; s < in->segment.n; s++)
        n += shows_code(in, &in->segment.v[s]) ? in->segment.v[s].n : 0;
    const size_t step = n / MOST_SAMPLES + 1;
    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        for (size_t i = 0; shows_code(in, g) && i < g->n; i++)
            if (at++ % step == 0 && is_busy(in, g, i) &&
                !vec_push(&p->sample, g->own[i]))
                return false;
    }
    if (p->sample.n)
        qsort(p->sample.v, p->sample.n, sizeof *p->sample.v, cmp_i64);
    return true;
}

/* ---- when code could run ------------------------------------------------ */

/* Begin or end of a span below a local root. */
typedef struct span_edge {
    uint32_t root;
    int64_t at;
    bool is_call, is_end;
} span_edge;

SORT_BY(edge_by_root, span_edge, ASC(root), ASC(at), DESC(is_end))
SORT_BY(code_by_start, stretch, ASC(from), ASC(to))

typedef vec(span_edge) span_edges;

/* A span that waits for another process, or is below one that does. */
static bool is_call(const placing *p, uint32_t span)
{
    enum { DEEPEST = 64 };
    const spans *s = &p->st->spans;

    for (int i = 0; i < DEEPEST && span && s->proc.v[span] == p->proc; i++) {
        const unsigned kind = store_span(p->st, span)->kind;
        if (kind == CORR_SPAN_CLIENT || kind == CORR_SPAN_PRODUCER)
            return true;
        if (s->root.v[span] == span)
            return false;
        span = s->up.v[span];
    }
    return false;
}

static bool list_edges(placing *p, span_edges *edges)
{
    const spans *s = &p->st->spans;
    int64_t start, end;

    for (uint32_t i = 1; i < s->at.n; i++) {
        const span_row *r =
            s->proc.v[i] == p->proc ? store_span(p->st, i) : NULL;
        if (!r || !moment_get(r->start, &start) || !moment_get(r->end, &end) ||
            end <= start ||
            r->flags & (CORR_SPAN_RECORDED | CORR_SPAN_UNFINISHED))
            continue;
        const bool call = is_call(p, i);
        const uint32_t root = s->root.v[i];
        if (!vec_push(edges, (span_edge){ root, start, call, false }) ||
            !vec_push(edges, (span_edge){ root, end, call, true }))
            return false;
        if (!call && (!vec_push(&p->start, start) ||
                      !vec_push(&p->length, sub_clamped(end, start))))
            return false;
    }
    return true;
}

/* Lists when a request is in code of its own: a span is open, no call is. */
static bool list_own_code(placing *p, const span_edges *edges)
{
    int64_t open[2] = { 0, 0 }; /* spans; calls */

    for (size_t i = 0; i < edges->n; i++) {
        const span_edge *e = &edges->v[i];
        const int64_t before = i ? edges->v[i - 1].at : 0;
        if (i && edges->v[i - 1].root != e->root)
            open[0] = open[1] = 0;
        if (open[0] > 0 && !open[1] && before < e->at &&
            !vec_push(&p->code, ((stretch){ before, e->at })))
            return false;
        open[e->is_call] += e->is_end ? -1 : 1;
    }
    return true;
}

/* Sorts the stretches and joins those that touch. */
static void unite_code(placing *p)
{
    size_t n = 0;

    if (p->code.n)
        qsort(p->code.v, p->code.n, sizeof *p->code.v, code_by_start);
    for (size_t i = 0; i < p->code.n; i++) {
        const stretch one = p->code.v[i];
        if (n && one.from <= p->code.v[n - 1].to)
            p->code.v[n - 1].to = max_i64(p->code.v[n - 1].to, one.to);
        else
            p->code.v[n++] = one;
    }
    p->code.n = n;
}

static bool list_code(placing *p)
{
    span_edges edges = { 0 };
    bool ok = list_edges(p, &edges);

    if (ok && edges.n)
        qsort(edges.v, edges.n, sizeof *edges.v, edge_by_root);
    ok = ok && list_own_code(p, &edges);
    vec_free(&edges);
    if (!ok)
        return false;
    unite_code(p);
    if (p->start.n) {
        qsort(p->start.v, p->start.n, sizeof *p->start.v, cmp_i64);
        qsort(p->length.v, p->length.n, sizeof *p->length.v, cmp_i64);
    }
    return true;
}

/* ---- the result ---------------------------------------------------------- */

static void forget_unknown_clock(input *in)
{
    size_t n = 0;

    for (size_t i = 0; i < in->warning.n; i++)
        if (strcmp(in->warning.v[i].code, "CLOCK_UNKNOWN") != 0)
            in->warning.v[n++] = in->warning.v[i];
    in->warning.n = n;
}

/* Makes times of the own clock the times of the rows. */
static bool show_own_times(edition *e)
{
    input *in = &e->in;

    for (uint32_t s = 1; s < in->segment.n; s++) {
        segment *g = edition_segment(e, s);
        if (!g || !edition_column(e, s, SEG_OWN))
            return false;
        g->time = g->own;
        g->own = NULL;
        for (size_t i = 0; g->time && i < g->n; i++)
            if (g->time[i] != CORR_NO_TIME) {
                g->min = min_i64(g->min, g->time[i]);
                g->max = max_i64(g->max, g->time[i]);
            }
    }
    return true;
}

static void find_window(input *in)
{
    int64_t from = INT64_MAX, to = INT64_MIN;

    for (size_t s = 1; s < in->segment.n; s++) {
        from = min_i64(from, in->segment.v[s].min);
        to = max_i64(to, in->segment.v[s].max);
    }
    if (from <= to) {
        in->from = from;
        in->to = to;
    }
}

static bool place_input(placing *p, const clock_search_found *f)
{
    corr_store *st = p->st;
    edition *e = edition_of(st, p->input);
    const char *u = store_text(st, "%.1f ms", (double)f->u / 1e6);

    if (!e || !u)
        return false;
    const bool is_timed = input_is_timed(&e->in);
    const int64_t from = e->in.from, to = e->in.to;
    if (!show_own_times(e) || !clock_shift_input(e, f->offset))
        return false;
    if (is_timed) { /* the file has it from elsewhere */
        e->in.from = from;
        e->in.to = to;
    } else {
        find_window(&e->in);
    }
    e->in.clock.shift = 0; /* no time of the wall clock was shifted */
    e->in.clock.kind = CORR_CLOCK_WALL;
    e->in.clock.is_found = true;
    e->in.clock.shift_u = f->u;
    forget_unknown_clock(&e->in);
    return remark_warn(&e->in, .rule = REMARK_CLOCK_FOUND,
                       .a = st->spans.service.v[st->match.v[p->input].service],
                       .b = corr_str_of(u));
}

static bool say_refusal(placing *p, clock_search_end end)
{
    static const char *const words[CLOCK_SEARCH_ENDS] = {
        [CLOCK_FEW_SAMPLES] = "fewer than 200 samples are busy",
        [CLOCK_FEW_SPANS] = "fewer than 30 spans are here",
        [CLOCK_TOO_LONG] = "spans and samples cover too much time",
        [CLOCK_NO_PEAK] = "no start fits better than chance",
        [CLOCK_TWO_PEAKS] = "several starts fit",
        [CLOCK_VAGUE] = "the start is not sure to 5 ms",
    };
    corr_store *st = p->st;
    edition *e = edition_of(st, p->input);

    if (!e)
        return false;
    forget_unknown_clock(&e->in);
    return remark_warn(&e->in, .rule = REMARK_CLOCK_NOT_FOUND,
                       .a = st->spans.service.v[st->match.v[p->input].service],
                       .b = corr_str_of(words[end]));
}

static bool find_start(placing *p)
{
    clock_search_found found;

    if (!list_samples(p) || !list_code(p))
        return false;
    if (!p->code.n)
        return true;
    const clock_search_about about = {
        .sample = p->sample.v,
        .nsample = p->sample.n,
        .code = p->code.v,
        .ncode = p->code.n,
        .start = p->start.v,
        .nspan = p->start.n,
        .length = p->length.v[p->length.n / 2],
    };
    if (!clock_search_start(&about, &found))
        return false;
    return found.end == CLOCK_FOUND ? place_input(p, &found)
                                    : say_refusal(p, found.end);
}

static bool has_own_times(const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++)
        if (shows_code(in, &in->segment.v[s]) && in->segment.v[s].n)
            return true;
    return false;
}

bool clock_begin(corr_store *st)
{
    bool ok = true;

    for (uint32_t i = 0; ok && i < st->input.n; i++) {
        const input *in = store_input(st, i);
        placing p = { .st = st, .input = i, .proc = st->match.v[i].proc };
        if (st->keep_clocks || in->clock.kind != CORR_CLOCK_OWN ||
            !st->match.v[i].used || !p.proc || !has_own_times(in))
            continue;
        ok = find_start(&p);
        vec_free(&p.sample);
        vec_free(&p.start);
        vec_free(&p.length);
        vec_free(&p.code);
    }
    return ok;
}
