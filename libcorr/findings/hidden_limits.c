#include "findings/hidden_limits.h"

#include <math.h>
#include <stdio.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "findings/call_clocks.h"
#include "findings/child_times.h"
#include "store/operation_names.h"
#include "store/span_weight.h"

/* Calls of one target before they are looked at; failed calls of a timeout. */
enum { LEAST_CALLS = 100, LEAST_FAILED = 30 };
/* ns: what is shorter is no timeout and no wait that somebody chose. */
static const int64_t LEAST_LENGTH = 10000000;
/* The ends of calls that ran into one timeout lie this close together, and 1 ms;
 * waits before another attempt do, too. */
#define TIMEOUT_WIDTH 0.02

struct hidden_limits {
    corr_arena arena; /* owns this struct and the targets */
    vec(hidden_limit) row;
};

/* A call, with the group that it is of. */
typedef struct grouped_call {
    uint32_t group, span;
    ceiling_call is;
} grouped_call;

typedef struct call_group {
    uint32_t process, key; /* key: of the name and target */
    limit_sort sort;
    corr_str target;
} call_group;

typedef struct seeker {
    hidden_limits *l;
    const corr_store *st;
    child_times children;
    call_clocks clocks;
    opnames keys;
    corr_map by_group;
    vec(call_group) group;
    vec(grouped_call) call;
    vec(ceiling_call) work;
    stretch window;
} seeker;

/* ---- the spans that are looked at ------------------------------------------- */

SORT_BY(by_time, int64_t, THEN(CMP(*a, *b)))

/* The middle of the recording that holds about LIMITS_SPANS spans, by the starts
 * of some spans at equal distances. */
static void choose_window(seeker *s)
{
    enum { PROBES = 1024 };
    int64_t start[PROBES];
    const size_t n = s->st->spans.at.n;
    size_t got = 0;

    s->window = (stretch){ INT64_MIN, INT64_MAX };
    if (n <= LIMITS_SPANS)
        return;
    for (size_t i = 0; i < PROBES; i++) {
        stretch ran;
        const uint32_t span = (uint32_t)(1 + i * (n - 1) / PROBES);
        if (span_ran(store_span(s->st, span), &ran))
            start[got++] = ran.from;
    }
    if (got < PROBES / 2)
        return;
    qsort(start, got, sizeof *start, by_time);
    const size_t keep = got * LIMITS_SPANS / n + 1;
    const size_t first = (got - keep) / 2;
    s->window.from = start[first];
    s->window.to = start[first + keep < got ? first + keep : got - 1];
}

/* ---- what a span is a call of -------------------------------------------------- */

static corr_str attr_of_span(const seeker *s, uint32_t span,
                             const char *const *key, size_t n)
{
    const input *in = store_input(s->st, s->st->spans.at.v[span].input);
    const span_row *r = store_span(s->st, span);
    corr_label label;

    for (size_t i = 0; i < n; i++)
        if (input_find_label(in, r->attrs, corr_str_of(key[i]), &label))
            return label.text;
    return CORR_STR("");
}

/* The target of a call: what kind it is, and where. */
static corr_str target_of_span(const seeker *s, uint32_t span, char *buf,
                               size_t size)
{
    static const char *const sort[] = { "db.system", "db.system.name",
                                        "rpc.system" };
    static const char *const place[] = { "server.address", "net.peer.name",
                                         "peer.service",   "net.sock.peer.name",
                                         "db.name",        "db.namespace" };
    static const char *const port[] = { "server.port", "net.peer.port" };
    const corr_str a = attr_of_span(s, span, sort, countof(sort));
    const corr_str b = attr_of_span(s, span, place, countof(place));
    const corr_str c = attr_of_span(s, span, port, countof(port));

    if (!b.n)
        return CORR_STR("");
    snprintf(buf, size, "%.*s%s%.*s%s%.*s", CORR_STR_ARG(a), a.n ? " " : "",
             CORR_STR_ARG(b), c.n ? ":" : "", CORR_STR_ARG(c));
    return corr_str_of(buf);
}

static uint32_t add_group(seeker *s, uint32_t span, limit_sort sort)
{
    char buf[256];
    const bool is_client = store_span(s->st, span)->kind == CORR_SPAN_CLIENT;
    const corr_str target =
        is_client ? target_of_span(s, span, buf, sizeof buf) : CORR_STR("");
    const corr_str name = target.n ? target : opname_span(s->st, span);
    const uint32_t key = opnames_add(
        &s->keys, target.n ? CORR_STR("target") : CORR_STR("op"), name);
    bool is_new;

    if (key == OPNAMES_FAILED)
        return UINT32_MAX;
    const uint32_t process = s->st->spans.proc.v[span];
    uint32_t *at =
        corr_map_u64(&s->by_group, (uint64_t)process << 32 | key, &is_new);
    if (!at)
        return UINT32_MAX;
    if (is_new) {
        const char *kept = corr_arena_text(&s->l->arena, target);
        *at = (uint32_t)s->group.n;
        if (!kept ||
            !vec_push(&s->group,
                      (call_group){ process, key, sort, { kept, target.n } }))
            return UINT32_MAX;
    }
    return *at;
}

/* When a call was ready: see the header.  False: it is not known. */
static bool ready_of_span(const seeker *s, uint32_t span, stretch ran,
                          limit_sort sort, int64_t *ready)
{
    const uint32_t up = s->st->spans.up.v[span];
    stretch above;

    if (!up || !span_ran(store_span(s->st, up), &above))
        return false;
    if (sort == LIMIT_REQUESTS) {
        const clock_bound off = call_clocks_at(&s->clocks, span);
        *ready = add_clamped(above.from, off.lo / 2 + off.hi / 2);
    } else {
        *ready =
            child_times_ended(&s->children, up, span, ran.from, above.from);
    }
    *ready = min_i64(*ready, ran.from);
    return true;
}

/* Whether the span is a call that could wait, and which sort. */
static bool is_limitable(const seeker *s, uint32_t span, limit_sort *sort)
{
    const spans *all = &s->st->spans;
    const span_row *r = store_span(s->st, span);
    const uint32_t up = all->up.v[span];

    if (!up || all->proc.v[span] == 0 || spans_summary(all, span))
        return false;
    const bool is_remote = all->proc.v[up] != all->proc.v[span];
    *sort = is_remote ? LIMIT_REQUESTS : LIMIT_CALLS;
    if (r->kind == CORR_SPAN_PRODUCER || r->kind == CORR_SPAN_CONSUMER)
        return false;
    return !is_remote || store_span(s->st, up)->kind == CORR_SPAN_CLIENT;
}

static bool list_calls(seeker *s)
{
    const size_t n = s->st->spans.at.n;
    limit_sort sort;
    stretch ran;

    for (uint32_t i = 1; i < n; i++) {
        grouped_call call = { .span = i };
        if (!is_limitable(s, i, &sort) ||
            !span_ran(store_span(s->st, i), &ran) ||
            !stretch_touch(ran, s->window) ||
            !ready_of_span(s, i, ran, sort, &call.is.ready))
            continue;
        call.is.start = ran.from;
        call.is.end = ran.to;
        call.group = add_group(s, i, sort);
        if (call.group == UINT32_MAX || !vec_push(&s->call, call))
            return false;
    }
    return true;
}

/* ---- limits --------------------------------------------------------------------- */

static double add_waits(const grouped_call *call, size_t n, double *length,
                        uint32_t *longest)
{
    int64_t most = -1;
    double waited = 0;

    for (size_t i = 0; i < n; i++) {
        const int64_t wait = call[i].is.start - call[i].is.ready;
        waited += (double)wait;
        *length += (double)(call[i].is.end - call[i].is.ready);
        if (wait > most) {
            most = wait;
            *longest = call[i].span;
        }
    }
    return waited;
}

/* The same limit in another process of the service is one row. */
static hidden_limit *same_limit(seeker *s, const hidden_limit *x)
{
    for (size_t i = 0; i < s->l->row.n; i++) {
        hidden_limit *old = &s->l->row.v[i];
        if (old->sort == x->sort && old->is.most == x->is.most &&
            corr_str_eq(old->service, x->service) &&
            corr_str_eq(old->target, x->target) &&
            (x->target.n || corr_str_eq(old->name, x->name)))
            return old;
    }
    return NULL;
}

static bool add_limit(seeker *s, const hidden_limit *x)
{
    hidden_limit *old = same_limit(s, x);

    if (!old)
        return vec_push(&s->l->row, *x);
    old->processes++;
    old->n += x->n;
    old->waited += x->waited;
    old->length += x->length;
    return true;
}

static bool judge_group(seeker *s, const grouped_call *call, size_t n)
{
    const call_group *g = &s->group.v[call->group];
    hidden_limit row = {
        .sort = g->sort,
        .service =
            s->st->spans.service.v[s->st->spans.service_of.v[g->process]],
        .target = g->target,
        .processes = 1,
        .n = (int64_t)n,
        .sampled = 1
    };

    if (n < LEAST_CALLS)
        return true;
    s->work.n = 0;
    for (size_t i = 0; i < n; i++)
        if (!vec_push(&s->work, call[i].is))
            return false;
    if (!ceiling_of(s->work.v, n, &row.is))
        return false;
    if (!row.is.is_limit)
        return true;
    add_waits(call, n, &row.length, &row.span);
    row.waited = row.is.wait * row.is.met;
    row.name = opname_span(s->st, row.span);
    row.sampled = span_weight(s->st, row.span);
    return add_limit(s, &row);
}

/* ---- timeouts ---------------------------------------------------------------------- */

typedef struct op_call {
    uint32_t op;
    bool failed;
    uint32_t span;
    int64_t length;
} op_call;

SORT_BY(op_by_failed_length, op_call, ASC(op), DESC(failed), ASC(length),
        ASC(span))

/* The narrow band of lengths with most of n calls, sorted by length, of those that
 * are not too short. */
static size_t fullest_band(const op_call *call, size_t n, size_t *first)
{
    size_t best = 0, lo = 0;

    while (lo < n && call[lo].length < LEAST_LENGTH)
        lo++;
    for (size_t hi = lo; hi < n; hi++) {
        while ((double)call[hi].length >
               (double)call[lo].length * (1 + TIMEOUT_WIDTH) + 1e6)
            lo++;
        if (hi - lo + 1 > best) {
            best = hi - lo + 1;
            *first = lo;
        }
    }
    return best;
}

static bool judge_timeout(seeker *s, const op_call *call, size_t n)
{
    size_t failed = 0, longer = 0, first = 0;

    while (failed < n && call[failed].failed)
        failed++;
    if (failed < LEAST_FAILED)
        return true;
    const size_t band = fullest_band(call, failed, &first);
    if (band < LEAST_FAILED)
        return true;
    const int64_t lo = call[first].length, hi = call[first + band - 1].length;
    size_t soon = 0;
    while (call[soon].length < lo / 2)
        soon++;
    for (size_t i = 0; i < n; i++)
        longer += call[i].length > hi;
    /* a service that is down or refuses fails its calls much sooner, and that is
     * no timeout */
    if (band * 2 < failed - soon || longer * 50 > n)
        return true;
    const opname op = opname_of(s->st, call->span);
    return vec_push(&s->l->row, (hidden_limit){ .sort = LIMIT_TIMEOUT,
                                                .service = op.service,
                                                .name = op.name,
                                                .processes = 1,
                                                .n = (int64_t)band,
                                                .of = (int64_t)(failed - soon),
                                                .waited = 0,
                                                .lo = lo,
                                                .hi = hi,
                                                .sampled = 1,
                                                .span = call[first].span });
}

/* ---- waits before another attempt -------------------------------------------------- */

/* The wait of a failed call's parent before it called the same again; -1: it did
 * not, or called at once. */
static int64_t wait_after(const seeker *s, uint32_t span, int64_t ended)
{
    const uint32_t up = s->st->spans.up.v[span];
    const child_time *next = s->children.child + s->children.at[up];
    const size_t n = s->children.at[up + 1] - s->children.at[up];
    size_t at = 0;

    LOWER_BOUND(at, n, i, next[i].from < ended);
    if (at == n)
        return -1;
    next += at;
    const opname a = opname_of(s->st, span), b = opname_of(s->st, next->span);
    return opname_cmp(&a, &b) == 0 ? next->from - ended : -1;
}

/* Of n calls of one operation: how long their parents waited after failures. */
static bool judge_waits(seeker *s, op_call *call, size_t n)
{
    size_t waits = 0, first = 0;
    stretch ran;

    for (size_t i = 0; i < n && call[i].failed; i++) {
        if (!s->st->spans.up.v[call[i].span] ||
            !span_ran(store_span(s->st, call[i].span), &ran))
            continue;
        const int64_t wait = wait_after(s, call[i].span, ran.to);
        if (wait >= 0)
            call[waits++] = (op_call){ .span = call[i].span, .length = wait };
    }
    if (waits < LEAST_FAILED)
        return true;
    qsort(call, waits, sizeof *call, op_by_failed_length);
    const size_t band = fullest_band(call, waits, &first);
    if (band < LEAST_FAILED || band * 2 < waits)
        return true;
    const opname op = opname_of(s->st, call->span);
    return vec_push(&s->l->row,
                    (hidden_limit){ .sort = LIMIT_WAIT,
                                    .service = op.service,
                                    .name = op.name,
                                    .processes = 1,
                                    .n = (int64_t)band,
                                    .of = (int64_t)waits,
                                    .lo = call[first].length,
                                    .hi = call[first + band - 1].length,
                                    .sampled = 1,
                                    .span = call[first].span });
}

/* Only operations with failed calls are listed. */
static bool find_lengths(seeker *s)
{
    const size_t n = s->st->spans.at.n;
    opnames ops = { 0 };
    vec(op_call) list = { 0 };
    size_t failed = 0;
    int64_t ns;
    bool ok = true;

    for (uint32_t i = 1; i < n; i++)
        failed += store_span(s->st, i)->status == CORR_STATUS_ERROR;
    for (uint32_t i = 1; ok && failed >= LEAST_FAILED && i < n; i++) {
        const span_row *r = store_span(s->st, i);
        if (r->kind != CORR_SPAN_CLIENT || !span_took(r, &ns))
            continue;
        const uint32_t op = opnames_add_span(&ops, s->st, i);
        ok = op != OPNAMES_FAILED &&
             vec_push(&list,
                      (op_call){ op, r->status == CORR_STATUS_ERROR, i, ns });
    }
    if (ok)
        vec_sort(&list, op_by_failed_length);
    for (size_t i = 0, end; ok && i < list.n; i = end) {
        for (end = i; end < list.n && list.v[end].op == list.v[i].op;)
            end++;
        ok = judge_timeout(s, list.v + i, end - i) &&
             judge_waits(s, list.v + i, end - i);
    }
    opnames_clear(&ops);
    vec_free(&list);
    return ok;
}

/* ---- the view ------------------------------------------------------------------------ */

SORT_BY(call_by_group, grouped_call, ASC(group), ASC(span))
SORT_BY(limit_by_worth, hidden_limit, DESC(waited), DESC(n), ASC_STR(service),
        ASC_STR(name), ASC_STR(target))

static bool find_limits(seeker *s)
{
    choose_window(s);
    if (!call_clocks_of(&s->clocks, s->st, &s->l->arena) ||
        !child_times_of(&s->children, s->st, s->window, &s->l->arena) ||
        !list_calls(s))
        return false;
    vec_sort(&s->call, call_by_group);
    for (size_t i = 0, end; i < s->call.n; i = end) {
        for (end = i;
             end < s->call.n && s->call.v[end].group == s->call.v[i].group;)
            end++;
        if (!judge_group(s, s->call.v + i, end - i))
            return false;
    }
    if (!find_lengths(s))
        return false;
    vec_sort(&s->l->row, limit_by_worth);
    return true;
}

hidden_limits *hidden_limits_of(const corr_store *st, corr_err *err)
{
    hidden_limits *l = self_arena_new(hidden_limits, err);

    if (!l)
        return NULL;
    seeker s = { .l = l, .st = st, .clocks = { .st = st } };
    const bool ok = find_limits(&s);
    call_clocks_clear(&s.clocks);
    opnames_clear(&s.keys);
    corr_map_clear(&s.by_group);
    vec_free(&s.group);
    vec_free(&s.call);
    vec_free(&s.work);
    if (!ok)
        corr_no_memory(err);
    return KEEP_IF(ok, l, hidden_limits_free);
}

uint32_t hidden_limits_size(const hidden_limits *l)
{
    return (uint32_t)l->row.n;
}

hidden_limit hidden_limits_at(const hidden_limits *l, uint32_t i)
{
    return l->row.v[i];
}

void hidden_limits_free(hidden_limits *l)
{
    if (!l)
        return;
    vec_free(&l->row);
    self_arena_free(l);
}
