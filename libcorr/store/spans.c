#include "store/spans.h"

#include <stdio.h>

#include "base/base.h"
#include "base/id.h"
#include "store/span_copies.h"

/* ---- processes and services ----------------------------------------- */

static bool add_service(spans *s, corr_map *names, corr_str name,
                        uint32_t *number)
{
    bool is_new;
    uint32_t *slot = corr_map_bytes(names, name.p, name.n, &is_new);

    if (!slot)
        return false;
    if (is_new) {
        *slot = (uint32_t)s->service.n;
        if (!vec_push(&s->service, name))
            return false;
    }
    *number = *slot;
    return true;
}

/* Writes the first identity that the process has, so that equal keys mean one
 * process.  Returns 0 if there is no identity. */
static int proc_key(const input *in, const proc_row *p, char *key, size_t size)
{
    const struct {
        const char *kind;
        uint32_t id;
        int64_t pid;
    } ways[] = {
        { "instance", p->instance, 0 },
        { "pid", p->pid ? p->host : 0, p->pid },
        { "container", p->container, 0 },
        { "pod", p->pod, 0 },
        { "host", p->host, p->pid }, /* the host may be unknown */
    };
    size_t k = 0;
    while (k + 1 < countof(ways) && !ways[k].id)
        k++;
    if (!ways[k].id && !p->service)
        return 0;
    const corr_str service = input_text(in, p->service);
    const corr_str name = input_text(in, ways[k].id);
    const int n = snprintf(key, size, "%s %.*s %lld %.*s", ways[k].kind,
                           CORR_STR_ARG(name), (long long)ways[k].pid,
                           CORR_STR_ARG(service));
    return n < (int)size ? n : (int)size - 1;
}

/* Whether a recording has spans of its own: it is of the process that they ran
 * in, even if that has no name. */
static bool has_own_spans(const input *in, size_t proc)
{
    return proc && proc == in->process.owner && in->span.n > 1 &&
           in->span.v[1].flags & CORR_SPAN_RECORDED &&
           in->span.v[1].proc == proc;
}

/* Adds a process that has a number but no key. */
static bool add_nameless(spans *s, uint32_t *number)
{
    *number = (uint32_t)s->service_of.n;
    return vec_push(&s->service_of, 0) && vec_push(&s->nameless, *number);
}

static bool note_identity(spans *s, uint32_t number, const proc_row *row)
{
    const uint8_t told = (uint8_t)same_process_told(row);

    while (s->told.n <= number)
        if (!vec_push(&s->told, PROC_TOLD_NOT))
            return false;
    if (told > s->told.v[number])
        s->told.v[number] = told;
    return true;
}

static bool number_procs(spans *s, const input *const *in, size_t n)
{
    corr_map procs = { 0 };
    corr_map names = { 0 };
    uint32_t service;
    bool ok = vec_push(&s->service_of, 0) &&
              add_service(s, &names, (corr_str){ "", 0 }, &service);

    for (size_t i = 0; ok && i < n; i++) {
        ok = vec_push(&s->proc_at, (uint32_t)s->proc_of.n);
        for (size_t p = 0; ok && p < in[i]->proc.n; p++) {
            char key[1024];
            bool is_new;
            const proc_row *row = &in[i]->proc.v[p];
            int len = proc_key(in[i], row, key, sizeof key);
            uint32_t number = 0;
            if (len > 0) {
                uint32_t *slot =
                    corr_map_bytes(&procs, key, (size_t)len, &is_new);
                ok = slot != NULL;
                if (ok && is_new) {
                    *slot = (uint32_t)s->service_of.n;
                    ok = add_service(s, &names, input_text(in[i], row->service),
                                     &service) &&
                         vec_push(&s->service_of, service);
                }
                number = ok ? *slot : 0;
            } else if (has_own_spans(in[i], p)) {
                ok = add_nameless(s, &number);
            }
            ok = ok && vec_push(&s->proc_of, number) &&
                 note_identity(s, number, row);
        }
        if (ok && in[i]->proc.n == 0) /* an input that could not be read */
            ok = vec_push(&s->proc_of, 0);
    }
    corr_map_clear(&procs);
    corr_map_clear(&names);
    return ok;
}

static bool index_halves(spans *s)
{
    for (uint32_t i = 0; i < s->trace.n; i++) {
        bool is_new;
        uint32_t *at = corr_map_u64(&s->by_half, s->trace.v[i].id.lo, &is_new);
        if (!at)
            return false;
        *at = is_new ? i + 1 : UINT32_MAX;
    }
    return true;
}

/* ---- links between spans -------------------------------------------- */

static bool index_ids(spans *s, const input *const *in)
{
    if (!vec_resize(&s->next_id, s->at.n))
        return false;
    s->next_id.v[0] = 0;
    for (size_t i = s->at.n; i-- > 1;) { /* backward, so that chains ascend */
        bool is_new;
        uint32_t *slot =
            corr_map_u64(&s->by_id, span_at(s, in, (uint32_t)i)->id, &is_new);
        if (!slot)
            return false;
        s->next_id.v[i] = is_new ? 0 : *slot;
        *slot = (uint32_t)i;
    }
    return true;
}

/* How far a time is from a span, ns. */
static int64_t distance_to(const span_row *r, moment at)
{
    int64_t time, start, end;

    if (!moment_get(at, &time) || !moment_get(r->start, &start))
        return 0;
    if (time < start)
        return sub_clamped(start, time);
    return moment_get(r->end, &end) && time > end ? sub_clamped(time, end) : 0;
}

/* Whether span a is more likely than b to be the parent of span i, by its id:
 * it is of the same process, else it ran when i began, else it is the half of a
 * call that answers. */
static bool is_likelier(const spans *s, const input *const *in, uint32_t a,
                        uint32_t b, uint32_t i)
{
    const bool own = s->proc.v[a] == s->proc.v[i];
    const moment start = span_at(s, in, i)->start;

    if (own != (s->proc.v[b] == s->proc.v[i]))
        return own;
    const int64_t far_a = distance_to(span_at(s, in, a), start);
    const int64_t far_b = distance_to(span_at(s, in, b), start);
    if (far_a != far_b)
        return far_a < far_b;
    return spans_is_half(s, a) && !spans_is_half(s, b);
}

/* A search for parents, trace by trace in ascending order. */
typedef struct parent_search {
    const spans *s;
    const input *const *in;
    uint32_t *at; /* [spans + 1] by the first span of an id: its first span of
                     the current or a later trace; 0: not searched yet */
} parent_search;

/* The first span of this id in the trace of span i, or 0. */
static uint32_t first_in_trace(const parent_search *f, uint32_t i, uint64_t id)
{
    const spans *s = f->s;
    const uint32_t *slot = id ? corr_map_find_u64(&s->by_id, id) : NULL;

    if (!slot)
        return 0;
    uint32_t p = f->at[*slot] ? f->at[*slot] : *slot;
    while (s->next_id.v[p] && s->trace_of.v[p] < s->trace_of.v[i])
        p = s->next_id.v[p];
    f->at[*slot] = p;
    return s->trace_of.v[p] == s->trace_of.v[i] ? p : 0;
}

/* The span of this id in the trace of span i that is the likeliest parent of
 * i.  callers: only callers of a call. */
static uint32_t likeliest(const parent_search *f, uint32_t i, uint64_t id,
                          bool callers)
{
    enum { MOST = 512 }; /* spans of one id in a trace that are compared */
    const spans *s = f->s;
    uint32_t best = 0;
    uint32_t p = first_in_trace(f, i, id);

    for (unsigned n = 0; p && n < MOST && s->trace_of.v[p] == s->trace_of.v[i];
         p = s->next_id.v[p], n++)
        if (p != i && !(callers && spans_is_half(s, p)) &&
            (!best || is_likelier(s, f->in, p, best, i)))
            best = p;
    return best;
}

/* The parent of a span within its trace.  The callee's half of a shared id is a
 * child of the caller's half. */
static uint32_t parent_of(const parent_search *f, uint32_t i)
{
    const span_row *r = span_at(f->s, f->in, i);
    const bool half = spans_is_half(f->s, i);
    const uint32_t caller = half ? likeliest(f, i, r->id, true) : 0;

    return caller || r->parent == r->id ? caller
                                        : likeliest(f, i, r->parent, false);
}

static bool find_parents(spans *s, const input *const *in)
{
    const parent_search f = { s, in, calloc(s->at.n, sizeof *f.at) };
    const bool ok = f.at != NULL;

    for (uint32_t i = 1; ok && i < s->at.n; i++)
        s->up.v[i] = parent_of(&f, i);
    free(f.at);
    return ok;
}

/* Whether a span is where its process enters the request (corr-methods 0). */
static bool enters_process(const spans *s, const input *const *in, uint32_t i)
{
    const span_row *r = span_at(s, in, i);
    uint32_t up = s->up.v[i];

    if (!up)
        return true;
    if (r->flags & CORR_SPAN_REMOTE_KNOWN && r->flags & CORR_SPAN_REMOTE)
        return true;
    return s->proc.v[up] != s->proc.v[i];
}

/* Cuts each cycle of parent links where a walk up meets itself. */
static bool cut_cycles(spans *s)
{
    uint32_t n = (uint32_t)s->at.n;
    uint32_t *seen = calloc(n, sizeof *seen);

    if (!seen)
        return false;
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t at = i; at && seen[at] != i; at = s->up.v[at]) {
            if (seen[at]) /* an earlier walk covered the rest */
                break;
            seen[at] = i;
            if (s->up.v[at] && seen[s->up.v[at]] == i)
                s->up.v[at] = 0;
        }
    free(seen);
    return true;
}

/* Links the children of each span of a trace, and its roots, by number.
 * Returns its first root. */
static uint32_t link_siblings(const spans *s, const span_trace *t,
                              uint32_t *child, uint32_t *sibling)
{
    uint32_t first = 0;

    for (uint32_t i = t->first + t->n; i-- > t->first;) {
        uint32_t *list = s->up.v[i] ? &child[s->up.v[i]] : &first;
        sibling[i] = *list;
        *list = i;
    }
    return first;
}

static void number_trace(spans *s, const span_trace *t, const uint32_t *child,
                         const uint32_t *sibling, uint32_t at)
{
    uint32_t number = 0;

    while (at) {
        s->in_depth.v[t->first + number] = at;
        s->handle.v[at] = ++number;
        if (child[at]) {
            at = child[at];
            continue;
        }
        while (at && !sibling[at])
            at = s->up.v[at];
        at = sibling[at];
    }
}

/* Numbers the spans of each trace depth first.  Parent links have no cycles
 * here. */
static bool number_spans(spans *s)
{
    const size_t n = s->at.n;
    uint32_t *child = calloc(n, sizeof *child);
    uint32_t *sibling = calloc(n, sizeof *sibling);
    const bool ok = child && sibling && vec_reserve(&s->handle, n) &&
                    vec_reserve(&s->in_depth, n);

    if (ok) {
        s->handle.n = s->in_depth.n = n;
        s->handle.v[0] = s->in_depth.v[0] = 0;
        for (size_t k = 0; k < s->trace.n; k++) {
            const span_trace *t = &s->trace.v[k];
            const uint32_t root = link_siblings(s, t, child, sibling);
            number_trace(s, t, child, sibling, root);
        }
    }
    free(child);
    free(sibling);
    return ok;
}

/* Finds the local root of each span: walks up to a known or new root, and
 * stores it for all spans on the way.  Parent links have no cycles here. */
static bool find_roots(spans *s, const input *const *in)
{
    vec(uint32_t) path = { 0 };
    uint32_t n = (uint32_t)s->at.n;
    bool ok = true;

    if (!vec_resize(&s->root, n))
        return false;
    memset(s->root.v, 0, n * sizeof *s->root.v);
    for (uint32_t i = 1; ok && i < n; i++) {
        uint32_t at = i;
        path.n = 0;
        while (ok && !s->root.v[at] && !enters_process(s, in, at)) {
            ok = vec_push(&path, at);
            at = s->up.v[at];
        }
        uint32_t root = s->root.v[at] ? s->root.v[at] : at;
        s->root.v[at] = root;
        while (path.n)
            s->root.v[path.v[--path.n]] = root;
    }
    vec_free(&path);
    return ok;
}

bool spans_times(const spans *s, const input *const *in, int64_t *time,
                 bool (*counts)(const void *ctx, uint32_t span, uint32_t up),
                 const void *ctx)
{
    const uint32_t n = (uint32_t)s->at.n;
    int64_t *covered_to = malloc(n * sizeof *covered_to);
    if (!covered_to)
        return false;
    time[0] = covered_to[0] = 0;
    for (uint32_t i = 1; i < n; i++) {
        const span_row *r = span_at(s, in, i);
        time[i] = spans_busy(s, in, i);
        covered_to[i] = moment_order(r->start);
    }
    for (uint32_t i = 1; i < n; i++) {
        const uint32_t up = s->up.v[i];
        if (!up || (counts && !counts(ctx, i, up)))
            continue;
        stretch ran, over;
        if (spans_summary(s, up)) {
            time[up] = max_i64(0, sub_clamped(time[up], spans_busy(s, in, i)));
            continue;
        }
        if (!span_ran(span_at(s, in, i), &ran) ||
            !span_ran(span_at(s, in, up), &over))
            continue;
        const int64_t from = max_i64(ran.from, covered_to[up]);
        const int64_t to = min_i64(ran.to, over.to);
        if (to <= from)
            continue;
        const int64_t idle =
            span_summary_idle(spans_summary(s, i), stretch_length(ran));
        time[up] -= to - from - min_i64(idle, to - from);
        covered_to[up] = to;
    }
    free(covered_to);
    return true;
}

static bool find_self(spans *s, const input *const *in)
{
    return vec_resize(&s->self, s->at.n) &&
           spans_times(s, in, s->self.v, NULL, NULL);
}

bool spans_list(spans *s, const input *const *in, size_t n, const corr_map *ids)
{
    return span_copies_fold(s, in, n, ids) && index_halves(s) &&
           index_ids(s, in);
}

bool spans_of(spans *s, const input *const *in, size_t n)
{
    if (!spans_list(s, in, n, NULL) || !number_procs(s, in, n) ||
        !vec_resize(&s->proc, s->at.n) || !vec_resize(&s->up, s->at.n))
        return false;
    s->proc.v[0] = s->up.v[0] = 0;
    for (uint32_t i = 1; i < s->at.n; i++)
        s->proc.v[i] = spans_proc(s, s->at.v[i].input, span_at(s, in, i)->proc);
    return find_parents(s, in) && cut_cycles(s) && number_spans(s) &&
           find_roots(s, in) && spans_find_merged(s, in, n) && find_self(s, in);
}

void spans_clear(spans *s)
{
    vec_free(&s->at);
    vec_free(&s->several);
    vec_free(&s->half);
    vec_free(&s->next_id);
    vec_free(&s->trace_of);
    vec_free(&s->trace);
    corr_map_clear(&s->by_id);
    corr_map_clear(&s->by_half);
    vec_free(&s->up);
    vec_free(&s->handle);
    vec_free(&s->in_depth);
    vec_free(&s->root);
    vec_free(&s->proc);
    vec_free(&s->self);
    vec_free(&s->service_of);
    vec_free(&s->service);
    vec_free(&s->proc_at);
    vec_free(&s->nameless);
    vec_free(&s->told);
    vec_free(&s->proc_of);
    vec_free(&s->merged);
    *s = (spans){ 0 };
}
