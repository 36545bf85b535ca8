/* find_span - finds the trace or span that a typed text means. */
#include <stdio.h>

#include "base/base.h"
#include "base/id.h"
#include "base/utf8.h"
#include "join/prepare.h"
#include "store/operation_names.h"

enum {
    SHOWN = 4,     /* candidates in a hint, at most */
    NAME_MOST = 28 /* bytes of a candidate's name, at most */
};

/* A trace or span that fits, and the span that tells what it is; 0: only
 * samples name the id. */
typedef struct candidate {
    corr_hit hit;
    uint32_t span;
} candidate;

/* Candidates of one query: their number, and the first few. */
typedef struct hit_list {
    size_t n;
    candidate first[SHOWN];
    corr_map seen; /* hits that were counted */
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

static void add_hit(hit_list *f, corr_hit hit, uint32_t span)
{
    bool is_new = false;

    /* the first of several spans with one id stands for all */
    if (!corr_map_bytes(&f->seen, &hit, offsetof(corr_hit, number), &is_new))
        f->no_memory = true;
    if (!is_new)
        return;
    if (f->n < SHOWN)
        f->first[f->n] = (candidate){ hit, span };
    f->n++;
}

/* The span that a trace begins with. */
static uint32_t top_of(const corr_store *st, const span_trace *t)
{
    for (uint32_t i = t->first; i < t->first + t->n; i++)
        if (!st->spans.up.v[i])
            return i;
    return t->first;
}

/* The best way in which an id of the store fits: a whole id goes before a
 * prefix of another. */
static id_fit best_fit(const corr_store *st, const id_query *q)
{
    const spans *s = &st->spans;
    id_fit best = ID_FITS_NOT;

    for (size_t i = 0; i < s->trace.n; i++) {
        const id_fit fit = id_query_trace(q, s->trace.v[i].id);
        best = fit > best ? fit : best;
    }
    for (uint32_t i = 1; i < s->at.n && best < ID_FITS_HALF; i++) {
        const id_fit fit = id_query_span(q, store_span(st, i)->id);
        best = fit > best ? fit : best;
    }
    return best;
}

static void find_fitting(const corr_store *st, const id_query *q, hit_list *f)
{
    const spans *s = &st->spans;
    const id_fit best = best_fit(st, q);

    for (size_t i = 0; best && i < s->trace.n; i++)
        if (id_query_trace(q, s->trace.v[i].id) == best)
            add_hit(f, (corr_hit){ s->trace.v[i].id, 0, 0 },
                    top_of(st, &s->trace.v[i]));
    const bool is_span = best && !f->n;
    for (uint32_t i = 1; is_span && i < s->at.n; i++) {
        const uint64_t id = store_span(st, i)->id;
        if (id_query_span(q, id) == best)
            add_hit(f, (corr_hit){ spans_trace_of(s, i), id, s->handle.v[i] },
                    i);
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
        add_hit(f, (corr_hit){ trace, 0, 0 }, 0);
        return;
    }
    for (size_t i = 0; i < countof(ids); i++)
        if (ids[i] && id_query_span(q, ids[i]))
            add_hit(f, (corr_hit){ { 0, 0 }, ids[i], 0 }, 0);
}

/* Adds ids that only samples name. */
static void find_labels(const corr_store *st, const id_query *q, hit_list *f)
{
    for (size_t i = 0; i < st->input.n; i++)
        for (size_t s = 1; s < st->input.v[i]->segment.n; s++)
            for (size_t r = 0; r < st->input.v[i]->segment.v[s].n; r++)
                find_label(&st->input.v[i]->segment.v[s], r, q, f);
}

/* ---- several --------------------------------------------------------- */

/* Whether the first half of each trace id tells the candidates apart. */
static bool halves_differ(const hit_list *f)
{
    const size_t n = f->n < SHOWN ? f->n : SHOWN;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (f->first[i].hit.trace.hi &&
                f->first[i].hit.trace.hi == f->first[j].hit.trace.hi)
                return false;
    return true;
}

/* "17:22:27Z" */
static void print_clock(char *to, int64_t unix_ns)
{
    char buf[CORR_PRINT_MAX];
    const char *day_end = strchr(corr_print_time(buf, unix_ns, 0), ' ');

    sprintf(to, "%.8sZ", day_end ? day_end + 1 : "");
}

/* A line that can be typed, with what tells it from the others: an id, how long
 * it took, when, and the operation. */
static size_t list_candidate(const corr_store *st, const candidate *c,
                             bool half, char *to, size_t size)
{
    char id[33], name[NAME_MOST + 8], took[CORR_PRINT_MAX], when[16];
    char *end = id;

    if (!c->hit.span && c->hit.trace.hi)
        end = corr_print_hex(end, c->hit.trace.hi);
    if (c->hit.span || !c->hit.trace.hi || !half)
        end = corr_print_hex(end, c->hit.span ? c->hit.span : c->hit.trace.lo);
    *end = '\0';
    if (!c->span)
        return (size_t)snprintf(to, size, "%s  (labels only)\n", id);
    const span_row *row = store_span(st, c->span);
    copy_name(
        name,
        opname_span(st, c->hit.span ? c->span : opname_telling(st, c->span)).p);
    stretch ran;
    if (!span_ran(row, &ran))
        return (size_t)snprintf(to, size, "%s  %s\n", id, name);
    print_clock(when, ran.from);
    corr_print_duration(took, stretch_length(ran));
    return (size_t)snprintf(to, size, "%s  %9s  %s  %s\n", id, took, when,
                            name);
}

static corr_code list_hits(const corr_store *st, const hit_list *f,
                           corr_err *err)
{
    const bool half = halves_differ(f);
    char list[384] = "";
    size_t at = 0;

    for (size_t i = 0; i < f->n && i < SHOWN && at < sizeof list; i++)
        at +=
            list_candidate(st, &f->first[i], half, list + at, sizeof list - at);
    if (at > 0 && at < sizeof list)
        list[at - 1] = '\0';
    if (f->n > SHOWN)
        return corr_hint(err, "%s\n... and %zu more", list, f->n - SHOWN);
    return corr_hint(err, "%s", list);
}

/* Returns the only candidate, and ends the search. */
static corr_code pick_only_hit(const corr_store *st, hit_list *f,
                               const char *what, corr_str text, corr_hit *hit,
                               corr_err *err)
{
    corr_map_clear(&f->seen);
    if (f->no_memory)
        return corr_no_memory(err);
    if (f->n == 1) {
        *hit = f->first[0].hit;
        return CORR_OK;
    }
    corr_fail(err, CORR_EMANY, "%zu %s begin with \"%.*s\"", f->n, what,
              CORR_STR_ARG(text));
    return list_hits(st, f, err);
}

/* ---- a span within a trace ------------------------------------------ */

static bool is_handle(corr_str part, uint64_t *n)
{
    return part.n > 1 && (part.p[0] == 's' || part.p[0] == 'S') &&
           corr_str_u64((corr_str){ part.p + 1, part.n - 1 }, n);
}

/* The span id beside a trace id; false: a name.  A short decimal is an id, too:
 * TRACE/12. */
static bool read_part(const id_query *q, id_query *sub)
{
    if (id_query_parse(q->part, sub))
        return true;
    *sub = (id_query){ .part = CORR_STR(""), .decimal = q->part_id };
    sub->has_decimal = q->part_id || id_parse_decimal(q->part, &sub->decimal);
    return sub->has_decimal;
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
        const uint32_t span = spans_of_handle(s, trace, number);
        if (!span)
            return corr_fail(err, CORR_ENONE,
                             "this trace has spans s1 to s%u, but no s%llu",
                             trace->n, (unsigned long long)number);
        hit->span = store_span(st, span)->id;
        hit->number = (uint32_t)number;
        return CORR_OK;
    }
    id_query sub;
    const bool is_id = read_part(q, &sub);
    id_fit best = is_id ? ID_FITS_SPAN_PREFIX : ID_FITS_NOT;
    for (uint32_t i = trace->first; is_id && i < trace->first + trace->n; i++) {
        const id_fit fit = id_query_span(&sub, store_span(st, i)->id);
        best = fit > best ? fit : best;
    }
    for (uint32_t i = trace->first; i < trace->first + trace->n; i++) {
        const uint64_t id = store_span(st, i)->id;
        if ((is_id && id_query_span(&sub, id) == best) ||
            (q->part.n && corr_str_eq(opname_span(st, i), q->part)))
            add_hit(&f, (corr_hit){ trace->id, id, s->handle.v[i] }, i);
    }
    if (f.n == 0 && !f.no_memory)
        return corr_fail(err, CORR_ENONE,
                         "this trace has no span \"%.*s\" (%u spans)",
                         CORR_STR_ARG(q->part), trace->n);
    return pick_only_hit(st, &f, "spans", q->part, hit, err);
}

corr_code corr_find(corr_store *st, const char *text, corr_hit *hit,
                    corr_err *err)
{
    id_query q;
    hit_list f = { 0 };
    char buf[ID_TEXT_MAX];
    corr_str typed = corr_str_trim(id_decode(corr_str_of(text), buf));
    corr_str before, after;

    *hit = (corr_hit){ 0 };
    corr_code code = id_query_read(typed, &q, err);
    if (!code)
        code = store_prepare(st, err);
    if (code)
        return code;
    find_fitting(st, &q, &f);
    if (f.n == 0)
        find_labels(st, &q, &f);
    if (f.n > 0 || f.no_memory) {
        if (corr_str_cut(typed, '/', &before, &after))
            typed = before;
        code = pick_only_hit(st, &f, "traces", typed, hit, err);
        if (code || (!q.part.n && !q.part_id))
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
                     corr_plural(st->input.n));
}

corr_trace_id corr_longest_trace(corr_store *st)
{
    corr_trace_id longest = { 0, 0 };
    int64_t most = -1;

    if (store_prepare(st, NULL) != CORR_OK)
        return longest;
    for (uint32_t i = 1; i < st->spans.at.n; i++) {
        const span_row *r = store_span(st, i);
        stretch ran;
        if (span_ran(r, &ran) && stretch_length(ran) > most) {
            most = stretch_length(ran);
            longest = spans_trace_of(&st->spans, i);
        }
    }
    return longest;
}

/* ---- traces -------------------------------------------------------------- */

uint32_t corr_traces(corr_store *st)
{
    return store_prepare(st, NULL) ? 0 : (uint32_t)st->spans.trace.n;
}

corr_trace_facts corr_trace_at(const corr_store *st, uint32_t i)
{
    const span_trace *t = &st->spans.trace.v[i];
    corr_trace_facts f = { .id = t->id, .spans = t->n };
    int64_t end = INT64_MIN;

    f.start = INT64_MAX;
    for (uint32_t k = t->first; k < t->first + t->n; k++) {
        stretch seen;
        if (!span_seen(store_span(st, k), &seen))
            continue;
        f.start = min_i64(f.start, seen.from);
        end = max_i64(end, seen.to);
    }
    f.ns = end > f.start ? sub_clamped(end, f.start) : 0;
    return f;
}

uint32_t corr_trace_number(const corr_store *st, corr_trace_id id)
{
    return spans_trace(&st->spans, id);
}
