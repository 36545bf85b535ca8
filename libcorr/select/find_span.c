/* find_span - finds the trace or span that a typed text means. */
#include <stdio.h>

#include "base/base.h"
#include "base/id.h"
#include "base/utf8.h"
#include "join/prepare.h"
#include "store/operation_names.h"

enum {
    SHOWN = 4,     /* candidates in a hint, at most */
    NAME_MOST = 40 /* bytes of a candidate's name, at most */
};

/* Candidates of one query: their number, the first one, and a few as text. */
typedef struct hit_list {
    size_t n;
    corr_hit hit;
    char list[320]; /* lines */
    corr_map seen;  /* hits that were counted */
    bool no_memory;
} hit_list;

/* Copies as much of a name as a line has room for, without line breaks. */
static void copy_name(char *to, const char *name)
{
    corr_str rest = corr_str_of(name);
    size_t n = 0, before = 0;
    uint32_t point;

    while (rest.n && n <= NAME_MOST) {
        const unsigned one = utf8_next(rest, &point);
        const size_t bytes = one ? one : 1;

        if (n + bytes > NAME_MOST - 3 && !before)
            before = n; /* place for dots */
        memcpy(to + n, rest.p, bytes);
        to[n] = (unsigned char)to[n] < ' ' ? ' ' : to[n];
        n += bytes;
        rest = (corr_str){ rest.p + bytes, rest.n - bytes };
    }
    to[n] = '\0';
    if (n > NAME_MOST)
        memcpy(to + before, "...", 4);
}

/* Adds a line that can be typed: the whole id, and the name. */
static void list_hit(hit_list *f, corr_hit hit, const char *name)
{
    char *to = f->list + strlen(f->list);

    if (to > f->list)
        *to++ = '\n';
    if (!hit.span && hit.trace.hi)
        to = corr_print_hex(to, hit.trace.hi);
    to = corr_print_hex(to, hit.span ? hit.span : hit.trace.lo);
    *to++ = ' ';
    copy_name(to, name);
}

static void add_hit(hit_list *f, corr_hit hit, const char *name)
{
    bool is_new = false;

    if (!corr_map_bytes(&f->seen, &hit, sizeof hit, &is_new))
        f->no_memory = true;
    if (!is_new)
        return;
    if (f->n == 0)
        f->hit = hit;
    f->n++;
    if (f->n <= SHOWN)
        list_hit(f, hit, name);
}

static void find_traces(const corr_store *st, const id_query *q, hit_list *f)
{
    const spans *s = &st->spans;

    for (size_t i = 0; i < s->trace.n; i++)
        if (id_query_trace(q, s->trace.v[i].id))
            add_hit(f, (corr_hit){ s->trace.v[i].id, 0 },
                    opname_span(st, s->trace.v[i].first).p);
}

static void find_spans(const corr_store *st, const id_query *q, hit_list *f)
{
    const spans *s = &st->spans;

    for (uint32_t i = 1; i < s->at.n; i++) {
        uint64_t id = store_span(st, i)->id;
        if (id_query_span(q, id))
            add_hit(f, (corr_hit){ s->trace.v[s->trace_of.v[i]].id, id },
                    opname_span(st, i).p);
    }
}

/* Adds the ids of one sample. */
static void find_label(const segment *g, size_t row, const id_query *q,
                       hit_list *f)
{
    const uint64_t ids[] = { g->span ? g->span[row] : 0,
                             g->root ? g->root[row] : 0 };
    const corr_trace_id trace = segment_trace(g, row);

    if ((trace.hi | trace.lo) && id_query_trace(q, trace)) {
        add_hit(f, (corr_hit){ trace, 0 }, "(labels only)");
        return;
    }
    for (size_t i = 0; i < countof(ids); i++)
        if (ids[i] && id_query_span(q, ids[i]))
            add_hit(f, (corr_hit){ { 0, 0 }, ids[i] }, "(labels only)");
}

/* Adds ids that only samples name. */
static void find_labels(const corr_store *st, const id_query *q, hit_list *f)
{
    for (size_t i = 0; i < st->input.n; i++)
        for (size_t s = 1; s < st->input.v[i]->segment.n; s++)
            for (size_t r = 0; r < st->input.v[i]->segment.v[s].n; r++)
                find_label(&st->input.v[i]->segment.v[s], r, q, f);
}

/* Returns the only candidate, and ends the search. */
static corr_code pick_only_hit(hit_list *f, const char *what, corr_str text,
                               corr_hit *hit, corr_err *err)
{
    corr_map_clear(&f->seen);
    if (f->no_memory)
        return corr_no_memory(err);
    if (f->n == 1) {
        *hit = f->hit;
        return CORR_OK;
    }
    corr_fail(err, CORR_EMANY, "%zu %s begin with \"%.*s\"", f->n, what,
              CORR_STR_ARG(text));
    return corr_hint(err, "%s%s", f->list, f->n > SHOWN ? "\n..." : "");
}

/* ---- a span within a trace ------------------------------------------ */

static bool is_handle(corr_str part, uint64_t *n)
{
    return part.n > 1 && (part.p[0] == 's' || part.p[0] == 'S') &&
           corr_str_u64((corr_str){ part.p + 1, part.n - 1 }, n);
}

static corr_code find_part(const corr_store *st, const id_query *q,
                           corr_hit *hit, corr_err *err)
{
    const spans *s = &st->spans;
    uint32_t t = spans_trace(s, hit->trace);
    uint64_t number;
    hit_list f = { 0 };

    if (t == UINT32_MAX)
        return CORR_OK;
    const span_trace *trace = &s->trace.v[t];
    if (is_handle(q->part, &number)) {
        if (number == 0 || number > trace->n)
            return corr_fail(err, CORR_ENONE,
                             "this trace has spans s1 to s%u, but no s%llu",
                             trace->n, (unsigned long long)number);
        hit->span = store_span(st, trace->first + (uint32_t)number - 1)->id;
        return CORR_OK;
    }
    id_query sub;
    bool is_id = id_query_parse(q->part, &sub);
    for (uint32_t i = trace->first; i < trace->first + trace->n; i++) {
        uint64_t id = store_span(st, i)->id;
        if ((is_id && id_query_span(&sub, id)) ||
            corr_str_eq(opname_span(st, i), q->part))
            add_hit(&f, (corr_hit){ trace->id, id }, opname_span(st, i).p);
    }
    if (f.n == 0 && !f.no_memory)
        return corr_fail(err, CORR_ENONE,
                         "this trace has no span \"%.*s\" (%u spans)",
                         CORR_STR_ARG(q->part), trace->n);
    return pick_only_hit(&f, "spans", q->part, hit, err);
}

corr_code corr_find(corr_store *st, const char *text, corr_hit *hit,
                    corr_err *err)
{
    id_query q;
    hit_list f = { 0 };
    corr_str typed = corr_str_trim(corr_str_of(text));
    corr_str before, after;

    *hit = (corr_hit){ { 0, 0 }, 0 };
    corr_code code = id_query_read(typed, &q, err);
    if (!code)
        code = store_prepare(st, err);
    if (code)
        return code;
    find_traces(st, &q, &f);
    if (f.n == 0)
        find_spans(st, &q, &f);
    if (f.n == 0)
        find_labels(st, &q, &f);
    if (f.n > 0 || f.no_memory) {
        if (corr_str_cut(typed, '/', &before, &after))
            typed = before;
        code = pick_only_hit(&f, "traces", typed, hit, err);
        if (code || !q.part.n)
            return code;
        if (q.part_is_hint) {
            find_part(st, &q, hit, NULL);
            return CORR_OK;
        }
        return find_part(st, &q, hit, err);
    }
    return corr_fail(err, CORR_ENONE,
                     "no trace begins with \"%.*s\" (%zu input%s)",
                     (int)(typed.n < 80 ? typed.n : 80), typed.p, st->input.n,
                     st->input.n == 1 ? "" : "s");
}

corr_trace_id corr_longest_trace(corr_store *st)
{
    corr_trace_id longest = { 0, 0 };
    int64_t most = -1;

    if (store_prepare(st, NULL) != CORR_OK)
        return longest;
    for (uint32_t i = 1; i < st->spans.at.n; i++) {
        const span_row *r = store_span(st, i);
        if (r->start && r->end - r->start > most) {
            most = r->end - r->start;
            longest = r->trace;
        }
    }
    return longest;
}
