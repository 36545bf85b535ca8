/*
 * find_lock_time - the time that the requests of an operation wait for one
 * class of locks (corr-methods 8, F07).
 */
#include <inttypes.h>
#include <math.h>

#include "base/base.h"
#include "findings/finder.h"
#include "join/prepare.h"
#include "select/select.h"
#include "select/span_set.h"
#include "store/operation_names.h"
#include "trace/ledger_claims.h"

/* The waits of one operation for one class of locks. */
typedef struct lock_sum {
    uint32_t op;
    corr_str lock;    /* class; "": unknown */
    corr_str at;      /* function that waits longest; "": unknown */
    int64_t ns, most; /* most: the longest wait, in the span `longest` */
    int64_t n;
    uint32_t longest, last, requests; /* last: 1 + the last local root */
} lock_sum;

typedef struct lock_times {
    finder *f;
    opnames ops;
    vec(int64_t) whole; /* [ops] ns of all requests of the operation */
    vec(uint32_t) calls;
    int64_t all; /* of all traces */
    corr_map by_lock;
    vec(lock_sum) sum;
} lock_times;

static corr_str class_of_lock(const input *in, const segment *s, size_t row)
{
    corr_label l;

    return s->labels &&
                   input_find_label(in, s->labels[row], CORR_STR("class"), &l)
               ? l.text
               : CORR_STR("");
}

static bool add_wait(lock_times *t, uint32_t span, corr_str lock, int64_t ns,
                     corr_str at_function)
{
    const uint32_t root = t->f->store->spans.root.v[span];
    const uint32_t op = opnames_add_span(&t->ops, t->f->store,
                                         opname_telling(t->f->store, root));
    const uint64_t key[] = { op, corr_hash(lock.p, lock.n), lock.n };
    bool is_new;
    uint32_t *at = corr_map_bytes(&t->by_lock, key, sizeof key, &is_new);

    if (op == OPNAMES_FAILED || !at ||
        (is_new && !vec_push(&t->sum, (lock_sum){ .op = op, .lock = lock })))
        return false;
    if (is_new)
        *at = (uint32_t)t->sum.n - 1;
    lock_sum *s = &t->sum.v[*at];
    s->ns = add_clamped(s->ns, ns);
    s->n++;
    s->requests += s->last != root + 1;
    s->last = root + 1;
    if (ns > s->most) {
        s->most = ns;
        s->longest = span;
        s->at = at_function;
    }
    return true;
}

static bool add_waits(lock_times *t, const corr_sel *sel)
{
    const corr_store *st = t->f->store;
    const join_part *has;
    join_part one;

    for (size_t i = 0; i < sel->part.n; i++) {
        const sel_part *p = &sel->part.v[i];
        const input *in = store_input(st, p->input);
        const segment *s = &in->segment.v[p->segment];
        const join_segment *j = join_at(st->join, p->input, p->segment);
        for (size_t k = 0; j->span && j->rung && k < p->n; k++) {
            const size_t row = sel_row(p, k);
            const corr_str lock = class_of_lock(in, s, row);
            const corr_str at = ledger_app(in, segment_stack(s, row));
            const size_t n = join_parts(j, row, &one, &has);
            for (size_t m = 0; m < n; m++) {
                const double share =
                    has == &one ? sel_share(p, k) : has[m].share;
                if (!add_wait(t, has[m].span, lock,
                              (int64_t)((double)segment_value(s, row) * share),
                              at))
                    return false;
            }
        }
    }
    return true;
}

/* Adds up the requests of the operations that wait, and all traces. */
static bool add_requests(lock_times *t, const uint8_t *in)
{
    const corr_store *st = t->f->store;
    const uint32_t n = (uint32_t)t->ops.row.n;

    if (!vec_resize(&t->whole, n) || !vec_resize(&t->calls, n))
        return false;
    for (uint32_t k = 0; k < n; k++)
        t->whole.v[k] = t->calls.v[k] = 0;
    for (uint32_t i = 1; i < st->spans.at.n; i++) {
        if (!in[i] || st->spans.root.v[i] != i ||
            !finder_is_of_side(st, t->f->about->query.group, i))
            continue;
        const int64_t ns = span_length(store_span(st, i));
        const uint32_t op =
            opnames_add_span(&t->ops, st, opname_telling(st, i));
        if (op == OPNAMES_FAILED)
            return false;
        t->all = add_clamped(t->all, st->spans.up.v[i] ? 0 : ns);
        if (op >= n)
            continue;
        t->whole.v[op] = add_clamped(t->whole.v[op], ns);
        t->calls.v[op]++;
    }
    return true;
}

static bool say_lock(lock_times *t, const finding_rule *r, const lock_sum *s)
{
    finder *f = t->f;
    const int64_t whole = t->whole.v[s->op];
    const double share = whole > 0 ? (double)s->ns / (double)whole : 0;
    const corr_str name = t->ops.row.v[s->op].name;
    const corr_str lock = corr_short_name(s->lock);
    /* an object of no class of its own says nothing */
    const char *of = s->at.n ? finder_text(f, "a lock in %.*s",
                                           CORR_STR_ARG(corr_short_name(s->at)))
                     : lock.n && !corr_str_is(s->lock, "java.lang.Object")
                         ? finder_text(f, "a %.*s monitor", CORR_STR_ARG(lock))
                         : "a lock";
    const char *brief =
        of ? finder_text(f, "%.*s waits %s of its time for %s",
                         CORR_STR_ARG(name), finder_share(f, share), of)
           : NULL;

    return brief &&
           finder_add(
               f, r, (finding_size){ share, s->ns },
               (corr_finding){
                   .subject = finder_copy(
                       f, finder_text(f, "%.*s %.*s", CORR_STR_ARG(name),
                                      CORR_STR_ARG(s->lock))),
                   .brief = brief,
                   .text = finder_text(
                       f,
                       "%s: %s in %" PRId64 " waits of %" PRIu32 " of %" PRIu32
                       " requests, the longest %s",
                       brief, finder_time(f, s->ns), s->n, s->requests,
                       t->calls.v[s->op], finder_time(f, s->most)),
                   .cost = s->ns,
                   .share = t->all > 0 ? (double)s->ns / (double)t->all : 0,
                   .lo = (double)NAN,
                   .hi = (double)NAN,
                   .n = s->n,
                   .row = UINT32_MAX,
                   .trace = spans_trace_of(&f->store->spans, s->longest),
                   .span = store_span(f->store, s->longest)->id,
                   .handle = f->store->spans.handle.v[s->longest],
                   .next = { "span", CORR_TARGET_SPAN, "" } });
}

static corr_code look_at_locks(lock_times *t, const finding_rule *r,
                               const corr_sel *sel)
{
    finder *f = t->f;
    corr_arena scratch = { 0 };
    uint8_t *in;
    corr_code code =
        span_set_of(f->store, &f->about->query, &scratch, &in, f->err);

    if (!code && (!add_waits(t, sel) || !add_requests(t, in)))
        code = corr_no_memory(f->err);
    for (size_t i = 0; !code && i < t->sum.n; i++)
        if (!say_lock(t, r, &t->sum.v[i]))
            code = corr_no_memory(f->err);
    corr_arena_clear(&scratch);
    return code;
}

bool find_lock_time(finder *f, const finding_rule *r)
{
    corr_query q = f->about->query;
    lock_times t = { .f = f };
    corr_code code = CORR_OK;

    if (f->about->w || !f->about->has_waits || f->store->spans.at.n <= 1)
        return true;
    q.measure = "lock";
    q.looks = true;
    if (store_join(f->store, f->err))
        return false;
    corr_sel *sel = corr_sel_of(f->store, &q, f->err);
    if (!sel)
        return false;
    if (corr_sel_facts_of(sel).observations >= r->n)
        code = look_at_locks(&t, r, sel);
    corr_sel_free(sel);
    opnames_clear(&t.ops);
    vec_free(&t.whole);
    vec_free(&t.calls);
    corr_map_clear(&t.by_lock);
    vec_free(&t.sum);
    return !code;
}
