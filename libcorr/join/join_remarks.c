/* join_remarks - sentences about the ids on samples: ids of requests that are
 * not here, ids that only an id ties to a span far away, ids of several spans
 * (corr-methods 1.3). */
#include "join/join_remarks.h"

#include "base/base.h"
#include "corr_sort.h"
#include "join/join.h"

/* Clocks of machines differ by less. */
#define FAR_NS (INT64_C(60) * 1000000000)

typedef struct id_census {
    const corr_store *st;
    const input *in;
    corr_map request; /* ids of requests that are not here */
    uint8_t *root;    /* [spans + 1] local roots that rows are joined to */
    int64_t labelled; /* observations with ids */
    int64_t shared;   /* observations shared among spans of one id */
    int64_t far;      /* observations that name spans far away */
    int64_t gap;      /* ns, the smallest of these distances */
    bool after;       /* that span ran later */
    uint64_t known;   /* requests that are here */
    bool no_memory;
} id_census;

/* ---- one row ------------------------------------------------------------ */

/* The request of a row as it names it. */
typedef struct request_key {
    corr_trace_id trace;
    uint64_t id;
} request_key;

static request_key key_of(const segment *g, size_t row)
{
    request_key k = { .trace = segment_trace(g, row) };

    if (!(k.trace.hi | k.trace.lo))
        k.id = g->root && g->root[row] ? g->root[row]
               : g->span               ? g->span[row]
                                       : 0;
    return k;
}

static bool is_same(const request_key *a, const request_key *b)
{
    return a->trace.hi == b->trace.hi && a->trace.lo == b->trace.lo &&
           a->id == b->id;
}

/* The ns between a row and the span that it names; below 0: the span ran
 * earlier.  A row without a time ran while its profile did. */
static int64_t distance_of(const id_census *c, const segment *g, size_t row,
                           uint32_t span)
{
    const span_row *r = store_span(c->st, span);
    const bool timed = g->time && g->time[row] != CORR_NO_TIME;
    const int64_t from = timed ? g->time[row] : input_from(c->in, g);
    const int64_t to = timed ? from : c->in->to;

    int64_t start, end;

    if (!moment_get(r->start, &start) || from == CORR_NO_TIME ||
        (!timed && from >= to))
        return 0;
    if (start > to)
        return sub_clamped(start, to);
    return moment_get(r->end, &end) && end < from ? sub_clamped(end, from) : 0;
}

static void note_distance(id_census *c, const segment *g, size_t row,
                          uint32_t span)
{
    const int64_t far = distance_of(c, g, row, span);
    const int64_t gap = far < 0 ? sub_clamped(0, far) : far;

    if (gap < FAR_NS)
        return;
    if (!c->far || gap < c->gap) {
        c->gap = gap;
        c->after = far > 0;
    }
    c->far = add_clamped(c->far, segment_obs(g, row));
}

static bool is_by_id(unsigned rung)
{
    return rung == CORR_RUNG_S1 || rung == CORR_RUNG_S3 ||
           rung == CORR_RUNG_R1 || rung == CORR_RUNG_R2;
}

static void count_segment(id_census *c, const segment *g,
                          const join_segment *js)
{
    const spans *s = &c->st->spans;
    request_key last = { .id = 0 };

    for (size_t i = 0; i < g->n; i++) {
        const request_key key = key_of(g, i);
        const uint32_t span = js->span[i];
        const uint32_t late = js->late ? js->late[i] : 0;
        bool is_new = false;
        if (!(key.trace.hi | key.trace.lo) && !key.id)
            continue;
        c->labelled = add_clamped(c->labelled, segment_obs(g, i));
        if (js->why[i] == CORR_WHY_ID_NOT_UNIQUE)
            c->shared = add_clamped(c->shared, segment_obs(g, i));
        if (js->why[i] == CORR_WHY_UNSAMPLED) {
            if (!is_same(&key, &last))
                c->no_memory |=
                    !corr_map_bytes(&c->request, &key, sizeof key, &is_new);
            last = key;
            continue;
        }
        const uint32_t named = late ? late : span;
        if (!named)
            continue;
        c->known += !c->root[s->root.v[named]];
        c->root[s->root.v[named]] = 1;
        if (late || is_by_id(js->rung[i]))
            note_distance(c, g, i, named);
    }
}

/* ---- one input ------------------------------------------------------------- */

static bool say_census(corr_store *st, const id_census *c)
{
    const corr_str path = corr_str_of(c->in->file.path);
    const uint64_t all = c->known + c->request.n;
    char gap[CORR_PRINT_MAX];
    bool ok = true;

    if (c->request.n && !c->known)
        ok = remark_warn(st, .rule = REMARK_IDS_ELSEWHERE,
                         .n = (uint64_t)c->labelled, .of = all, .a = path);
    else if (c->request.n)
        ok = remark_warn(st, .rule = REMARK_IDS_SOME, .n = c->known, .of = all,
                         .a = path);
    if (ok && c->shared)
        ok = remark_warn(st, .rule = REMARK_ID_NOT_UNIQUE,
                         .n = (uint64_t)c->shared, .a = path);
    if (ok && c->far && !c->in->clock.fits)
        ok = remark_warn(
            st, .rule = REMARK_FAR_SPANS, .n = (uint64_t)c->far, .a = path,
            .b = corr_str_of(corr_print_span_of(gap, c->gap)),
            .c = c->after ? CORR_STR("later") : CORR_STR("earlier"));
    return ok;
}

static bool say_input(corr_store *st, uint32_t i)
{
    id_census c = { .st = st, .in = store_input(st, i) };
    bool ok = true;

    c.root = calloc(st->spans.at.n, 1);
    for (uint32_t s = 1; c.root && s < c.in->segment.n; s++) {
        const segment *g = &c.in->segment.v[s];
        const join_segment *js = join_at(st->join, i, s);
        if (js->span && (g->span || g->root || g->trace))
            count_segment(&c, g, js);
    }
    ok = c.root && !c.no_memory && say_census(st, &c);
    free(c.root);
    corr_map_clear(&c.request);
    return ok;
}

bool join_remarks(corr_store *st)
{
    bool ok = true;

    for (uint32_t i = 0; ok && st->spans.at.n > 1 && i < st->input.n; i++)
        if (st->match.v[i].used)
            ok = say_input(st, i);
    return ok;
}
