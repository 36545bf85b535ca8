#include "store/spans.h"

#include <stdio.h>

#include "base/base.h"
#include "base/id.h"
#include "corr_sort.h"

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

/* ---- merging copies ------------------------------------------------- */

typedef struct candidate {
    corr_trace_id trace;
    uint64_t id;
    int64_t start, end;
    uint32_t input, row;
    uint8_t side;   /* 1: server half of a shared id */
    uint8_t coarse; /* resolution: 0 ns, 1 us, 2 ms; the finest copy is used */
    bool several;   /* a file of another group has the span, too */
    unsigned group;
} candidate;

/* Coarser than any export: spans that were written before they ended, and spans
 * from profiles, which know less of a span. */
enum { UNFINISHED = 3, RECORDED = 4 };

SORT_BY(candidate_by_trace, candidate, ASC(trace.hi), ASC(trace.lo))

/* Orders the spans of one trace: copies are adjacent, the one to use first.  A
 * span that is written repeatedly while it runs ends later each time. */
SORT_BY(by_identity, candidate, ASC(id), ASC(side), ASC(coarse), DESC(end),
        ASC(input), ASC(row))

SORT_BY(candidate_by_start, candidate, ASC(start), ASC(id), ASC(side))

static uint8_t coarseness(const span_row *r)
{
    if (r->flags & CORR_SPAN_RECORDED)
        return RECORDED;
    stretch ran;
    if (!span_ran(r, &ran))
        return UNFINISHED;
    if (ran.from % 1000000 == 0 && ran.to % 1000000 == 0)
        return 2;
    return ran.from % 1000 == 0 && ran.to % 1000 == 0;
}

static size_t count_recorded(const candidate *c, size_t n)
{
    size_t k = 0;

    for (size_t i = 0; i < n; i++)
        k += c[i].coarse == RECORDED;
    return k;
}

/* Whether a copy is of another group.  A profile's copy counts for less than an
 * export, but not for less than another profile's. */
static bool is_of_another(const candidate *c, const candidate *last)
{
    return c->group != last->group &&
           (c->coarse != RECORDED || last->coarse == RECORDED);
}

static size_t drop_copies(candidate *c, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++) {
        candidate *last = kept ? &c[kept - 1] : NULL;
        if (last && last->id == c[i].id && last->side == c[i].side) {
            last->several |= is_of_another(&c[i], last);
            continue;
        }
        c[kept++] = c[i];
    }
    return kept;
}

static void sort_candidates(candidate *c, size_t n,
                            int (*cmp)(const void *, const void *))
{
    size_t i = 1;

    while (i < n && cmp(&c[i - 1], &c[i]) <= 0)
        i++;
    if (i < n)
        qsort(c, n, sizeof *c, cmp);
}

/* Whether a few spans have no copies, found without sorting. */
static bool are_different(const candidate *c, size_t n)
{
    enum { FEW = 32 };

    for (size_t i = 1; n <= FEW && i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (c[i].id == c[k].id && c[i].side == c[k].side)
                return false;
    return n <= FEW;
}

/* Merges the copies of each trace.  Inputs list spans trace by trace, so most
 * sorts find the spans in order. */
static size_t fold_traces(candidate *c, size_t n)
{
    size_t kept = 0;
    size_t end;

    sort_candidates(c, n, candidate_by_trace);
    for (size_t at = 0; at < n; at = end) {
        for (end = at + 1; end < n && candidate_by_trace(&c[at], &c[end]) == 0;)
            end++;
        size_t left = end - at;
        if (!are_different(c + at, left)) {
            sort_candidates(c + at, left, by_identity);
            left = drop_copies(c + at, left);
        }
        sort_candidates(c + at, left, candidate_by_start);
        if (kept < at)
            memmove(c + kept, c + at, left * sizeof *c);
        kept += left;
    }
    return kept;
}

static bool list_spans(spans *s, const candidate *c, size_t n)
{
    if (!vec_reserve(&s->at, n + 1) || !vec_reserve(&s->trace_of, n + 1))
        return false;
    s->at.v[s->at.n++] = (span_ref){ 0 };
    s->trace_of.v[s->trace_of.n++] = UINT32_MAX;
    for (size_t i = 0; i < n; i++) {
        if (s->trace.n > 0 &&
            trace_cmp(s->trace.v[s->trace.n - 1].id, c[i].trace) == 0)
            s->trace.v[s->trace.n - 1].n++;
        else if (!vec_push(&s->trace,
                           (span_trace){ c[i].trace, (uint32_t)i + 1, 1 }))
            return false;
        s->at.v[s->at.n++] = (span_ref){ c[i].input, c[i].row };
        s->trace_of.v[s->trace_of.n++] = (uint32_t)s->trace.n - 1;
    }
    return true;
}

static bool list_several(spans *s, const candidate *c, size_t n)
{
    size_t i = 0;

    while (i < n && !c[i].several)
        i++;
    if (i == n)
        return true;
    if (!vec_resize(&s->several, n + 1))
        return false;
    s->several.v[0] = 0;
    for (i = 0; i < n; i++)
        s->several.v[i + 1] = c[i].several;
    return true;
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

/* Whether a span is listed; ids: those that are asked for, or NULL. */
static bool is_listed(const input *in, const span_row *row, const corr_map *ids)
{
    return input_span_in_window(in, row) &&
           (!ids || corr_map_find_u64(ids, row->id));
}

static bool fold_copies(spans *s, const input *const *in, size_t n,
                        const corr_map *ids)
{
    size_t all = 0;

    for (size_t i = 0; i < n; i++)
        all += in[i]->span.n ? in[i]->span.n - 1 : 0;
    candidate *c = malloc((all ? all : 1) * sizeof *c);
    if (!c)
        return false;
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t r = 1; r < in[i]->span.n; r++) {
            const span_row *row = &in[i]->span.v[r];
            if (!is_listed(in[i], row, ids))
                continue;
            c[k++] = (candidate){ .trace = row->trace,
                                  .id = row->id,
                                  .start = moment_order(row->start),
                                  .end = moment_order(row->end),
                                  .input = (uint32_t)i,
                                  .row = (uint32_t)r,
                                  .side = (row->flags & CORR_SPAN_SHARED) != 0,
                                  .coarse = coarseness(row),
                                  .group = in[i]->group };
        }
    const size_t told = count_recorded(c, k);
    const size_t kept = fold_traces(c, k);
    s->copies = k - kept - (told - count_recorded(c, kept));
    bool ok =
        list_spans(s, c, kept) && list_several(s, c, kept) && index_halves(s);
    free(c);
    return ok;
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

/* The parent of a span within its trace.  The server half of a shared id is a
 * child of the client half.  A child of such an id belongs to the half in its
 * own process. */
static uint32_t parent_of(const spans *s, const input *const *in, uint32_t i)
{
    const span_row *r = span_at(s, in, i);
    uint64_t want = r->flags & CORR_SPAN_SHARED ? r->id : r->parent;
    uint32_t best = 0;

    if (!want)
        return 0;
    const uint32_t *slot = corr_map_find_u64(&s->by_id, want);
    for (uint32_t p = slot ? *slot : 0; p; p = s->next_id.v[p]) {
        if (p == i || s->trace_of.v[p] != s->trace_of.v[i])
            continue;
        if (!best || s->proc.v[p] == s->proc.v[i])
            best = p;
    }
    if (!best && want == r->id && r->parent && r->parent != r->id) {
        slot = corr_map_find_u64(&s->by_id, r->parent);
        for (uint32_t p = slot ? *slot : 0; p; p = s->next_id.v[p])
            if (s->trace_of.v[p] == s->trace_of.v[i])
                best = p;
    }
    return best;
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
    return fold_copies(s, in, n, ids) && index_ids(s, in);
}

bool spans_of(spans *s, const input *const *in, size_t n)
{
    if (!spans_list(s, in, n, NULL) || !number_procs(s, in, n) ||
        !vec_resize(&s->proc, s->at.n) || !vec_resize(&s->up, s->at.n))
        return false;
    s->proc.v[0] = s->up.v[0] = 0;
    for (uint32_t i = 1; i < s->at.n; i++)
        s->proc.v[i] = spans_proc(s, s->at.v[i].input, span_at(s, in, i)->proc);
    for (uint32_t i = 1; i < s->at.n; i++)
        s->up.v[i] = parent_of(s, in, i);
    return cut_cycles(s) && number_spans(s) && find_roots(s, in) &&
           spans_find_merged(s, in, n) && find_self(s, in);
}

void spans_clear(spans *s)
{
    vec_free(&s->at);
    vec_free(&s->several);
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
