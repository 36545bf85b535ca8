/* viewer - collects the rows of a selection for the viewers of other tools. */
#include "common/viewer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "corr_sort.h"
#include "corr_view.h"

const char *const viewer_sort_name[VIEWER_SORTS] = {
    [VIEWER_OTHER] = "Other",
    [VIEWER_APP] = "Application",
    [VIEWER_LIBRARY] = "Library",
    [VIEWER_KERNEL] = "Kernel",
};

/* ---- frames and stacks ---------------------------------------------------- */

static viewer_sort sort_of(const corr_frame_view *f)
{
    if (f->type == CORR_FRAME_KERNEL)
        return VIEWER_KERNEL;
    if (f->function.n == 0)
        return VIEWER_OTHER;
    return corr_frame_is_app(f) ? VIEWER_APP : VIEWER_LIBRARY;
}

/* The number of a text and a file (and a line) in a map of distinct ones. */
static uint32_t *number_in(viewer *v, corr_map *m, corr_str name, corr_str file,
                           uint32_t line, bool *is_new)
{
    const uint64_t key[] = { corr_hash(name.p, name.n),
                             corr_hash(file.p, file.n), line };
    uint32_t *at = corr_map_bytes(m, key, sizeof key, is_new);

    v->is_failed |= !at;
    return at;
}

static uint32_t function_of(viewer *v, corr_str name, corr_str file,
                            uint32_t frame)
{
    bool is_new;
    uint32_t *at = number_in(v, &v->functions, name, file, 0, &is_new);

    if (!at || !corr_vec_reserve(NULL, &v->function, 1)) {
        v->is_failed = true;
        return 0;
    }
    if (is_new) {
        *at = (uint32_t)v->function.n;
        v->function.v[v->function.n++] = frame;
    }
    return *at;
}

/* The number of a frame among the distinct ones. */
static uint32_t add_frame(viewer *v, const corr_frame_view *f)
{
    char buf[CORR_FRAME_NAME_MAX];
    corr_str name = corr_frame_name(f, buf);
    bool is_new;
    uint32_t *at = number_in(v, &v->frames, name, f->file, f->line, &is_new);

    if (!at || !corr_vec_reserve(NULL, &v->frame, 1)) {
        v->is_failed = true;
        return 0;
    }
    if (!is_new)
        return *at;
    if (name.p >= buf && name.p < buf + sizeof buf)
        name.p = corr_arena_text(&v->texts, name);
    v->is_failed |= !name.p;
    *at = (uint32_t)v->frame.n;
    v->frame.v[v->frame.n++] = (viewer_frame){
        .name = name, .file = f->file, .line = f->line, .sort = sort_of(f)
    };
    v->frame.v[*at].function = function_of(v, name, f->file, *at);
    return *at;
}

static uint32_t add_path_node(viewer *v, uint32_t up, uint32_t frame)
{
    bool is_new;
    uint32_t *at = corr_map_u64(&v->nodes, (uint64_t)up << 32 | frame, &is_new);

    if (!at || !corr_vec_reserve(NULL, &v->node, 1)) {
        v->is_failed = true;
        return 0;
    }
    if (is_new) {
        v->node.v[v->node.n++] = (viewer_node){ frame, up };
        *at = (uint32_t)v->node.n;
    }
    return *at;
}

/* 1 + the node of a stack; each stack of an input is walked once. */
static uint32_t node_of(viewer *v, uint32_t input, uint32_t stack)
{
    bool is_new;
    uint32_t *at =
        corr_map_u64(&v->stacks, (uint64_t)input << 32 | stack, &is_new);

    if (!at) {
        v->is_failed = true;
        return 0;
    }
    if (!is_new)
        return *at;
    const uint32_t depth = corr_stack_depth(v->sel, input, stack);
    uint32_t node = 0;
    for (uint32_t i = 0; i < depth && !v->is_failed; i++) {
        const corr_frame_view f = corr_stack_at(v->sel, input, stack, i);
        node = add_path_node(v, node, add_frame(v, &f));
    }
    return *at = node;
}

/* ---- tracks and samples --------------------------------------------------- */

/* A thread of a known service is one track, even in several recordings. */
typedef struct track_key {
    uint64_t owner, thread, kind;
    int64_t tid;
} track_key;

static uint32_t find_track(viewer *v, const corr_row *r)
{
    const corr_input in = corr_sel_input(v->sel, r->input);
    const corr_str service = in.process.service;
    const track_key key = { service.n ? corr_hash(service.p, service.n)
                                      : r->input,
                            corr_hash(r->thread.p, r->thread.n),
                            corr_hash(r->kind.p, r->kind.n), r->tid };
    bool is_new;
    uint32_t *at = corr_map_bytes(&v->tracks, &key, sizeof key, &is_new);
    if (!at || !corr_vec_reserve(NULL, &v->track, 1)) {
        v->is_failed = true;
        return 0;
    }
    if (is_new) {
        *at = (uint32_t)v->track.n;
        v->track.v[v->track.n++] = (viewer_track){ .input = r->input,
                                                   .number = *at,
                                                   .thread = r->thread,
                                                   .kind = r->kind,
                                                   .service = service,
                                                   .unit = r->unit,
                                                   .tid = r->tid,
                                                   .pid = in.process.pid };
    }
    return *at;
}

static uint32_t track_of(viewer *v, const corr_row *r)
{
    if (v->before.input != r->input + 1 || v->before.thread != r->thread.p ||
        v->before.kind != r->kind.p || v->before.tid != r->tid) {
        v->before.track = find_track(v, r);
        v->before.input = r->input + 1;
        v->before.thread = r->thread.p;
        v->before.kind = r->kind.p;
        v->before.tid = r->tid;
    }
    return v->before.track;
}

static void widen(viewer *v, int64_t from, int64_t to)
{
    if (v->from == CORR_NO_TIME || from < v->from)
        v->from = from;
    if (v->to == CORR_NO_TIME || to > v->to)
        v->to = to;
}

int64_t viewer_since(int64_t from, int64_t to)
{
    int64_t ns;

    return __builtin_sub_overflow(to, from, &ns) ? INT64_MAX : ns;
}

int64_t viewer_end(const viewer_sample *s)
{
    int64_t end;

    if (s->lasts <= 0)
        return s->time;
    return __builtin_add_overflow(s->time, s->lasts, &end) ? INT64_MAX : end;
}

static void add_viewer_sample(viewer *v, const corr_row *r)
{
    viewer_sample s = { .time = r->at,
                        .lasts = r->lasts,
                        .value = (double)r->value * r->share /
                                 (double)corr_unit_parts(r->unit),
                        .track = track_of(v, r),
                        .node = node_of(v, r->input, r->stack),
                        .order = (uint32_t)v->sample.n };

    if (v->is_failed || !corr_vec_reserve(NULL, &v->sample, 1)) {
        v->is_failed = true;
        return;
    }
    if (s.time != CORR_NO_TIME)
        widen(v, s.time, viewer_end(&s));
    viewer_track *t = &v->track.v[s.track];
    t->n++;
    t->waits += s.lasts >= 0;
    t->untimed += s.time == CORR_NO_TIME;
    t->total += s.value;
    v->sample.v[v->sample.n++] = s;
}

SORT_BY(track_by_input, viewer_track, ASC(input), ASC_STR(kind),
        ASC_STR(thread), ASC(tid), ASC(number))
SORT_BY(sample_by_time, viewer_sample, ASC(track), ASC(time), ASC(order))

/* Orders the tracks, then the samples by them. */
static void order_all(viewer *v)
{
    uint32_t *rank = calloc(v->track.n + 1, sizeof *rank);
    size_t at = 0;

    v->is_failed |= !rank;
    if (!rank || v->track.n == 0) {
        free(rank);
        return;
    }
    qsort(v->track.v, v->track.n, sizeof *v->track.v, track_by_input);
    for (uint32_t i = 0; i < v->track.n; i++)
        rank[v->track.v[i].number] = i;
    for (size_t i = 0; i < v->sample.n; i++)
        v->sample.v[i].track = rank[v->sample.v[i].track];
    free(rank);
    qsort(v->sample.v, v->sample.n, sizeof *v->sample.v, sample_by_time);
    for (size_t i = 0; i < v->track.n; i++) {
        v->track.v[i].first = at;
        at += v->track.v[i].n;
    }
}

corr_code viewer_of(viewer *v, const corr_sel *sel, corr_err *err)
{
    corr_sel_iter it = { .sel = sel };
    corr_sel_span span;
    corr_row row;
    uint32_t at = 0;

    *v = (viewer){ .sel = sel, .from = CORR_NO_TIME, .to = CORR_NO_TIME };
    v->texts.limit = SIZE_MAX;
    while (!v->is_failed && corr_sel_next(&it, &row))
        if (!row.is_context) /* the spans themselves are there */
            add_viewer_sample(v, &row);
    while (corr_sel_next_span(sel, &at, &span))
        widen(v, span.from, span.to);
    if (!v->is_failed)
        order_all(v);
    return v->is_failed ? corr_no_memory(err) : CORR_OK;
}

void viewer_clear(viewer *v)
{
    corr_vec_free(&v->frame);
    corr_vec_free(&v->node);
    corr_vec_free(&v->sample);
    corr_vec_free(&v->track);
    corr_vec_free(&v->path);
    corr_arena_clear(&v->texts);
    corr_vec_free(&v->function);
    corr_map_clear(&v->frames);
    corr_map_clear(&v->functions);
    corr_map_clear(&v->nodes);
    corr_map_clear(&v->stacks);
    corr_map_clear(&v->tracks);
}

const uint32_t *viewer_path(viewer *v, uint32_t node, uint32_t *n)
{
    uint32_t depth = 0;

    for (uint32_t i = node; i; i = v->node.v[i - 1].up)
        depth++;
    *n = 0;
    v->path.n = 0;
    if (!corr_vec_reserve(NULL, &v->path, depth + 1)) {
        v->is_failed = true;
        return NULL;
    }
    *n = depth;
    for (uint32_t i = node; i; i = v->node.v[i - 1].up)
        v->path.v[--depth] = v->node.v[i - 1].frame;
    return v->path.v;
}

/* ---- numbers and texts ---------------------------------------------------- */

/* ns as a decimal of a unit of 10^digits ns. */
static void put_scaled(corr_out *out, int64_t ns, unsigned digits)
{
    uint64_t rest = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns, unit = 1;
    char text[24];
    int n;

    for (unsigned i = 0; i < digits; i++)
        unit *= 10;
    if (ns < 0)
        corr_putc(out, '-');
    corr_printf(out, "%llu", (unsigned long long)(rest / unit));
    rest %= unit;
    if (rest == 0)
        return;
    n = snprintf(text, sizeof text, "%0*llu", (int)digits,
                 (unsigned long long)rest);
    while (n > 0 && text[n - 1] == '0')
        n--;
    corr_printf(out, ".%.*s", n, text);
}

void viewer_put_ms(corr_out *out, int64_t ns)
{
    put_scaled(out, ns, 6);
}

void viewer_put_us(corr_out *out, int64_t ns)
{
    put_scaled(out, ns, 3);
}

void viewer_put_value(corr_out *out, double v)
{
    if (fabs(v) < 9e15 && v == (double)(int64_t)v)
        corr_put_int(out, (int64_t)v);
    else
        corr_printf(out, "%.17g", v);
}

void viewer_put_text(corr_out *out, const char *key, corr_str text)
{
    corr_printf(out, "\"%s\":", key);
    corr_put_quoted(out, text, false);
}
