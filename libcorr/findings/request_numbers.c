#include "findings/request_numbers.h"

#include <math.h>

#include "base/base.h"
#include "base/stretch.h"
#include "corr_sort.h"
#include "findings/finder.h"

/* Keys with these ends or parts are no sizes. */
static const char *const not_sizes[] = {
    "port",      "status",  "status_code", "pid",   "tid", "id",     "version",
    "sampled",   "flags",   "code",        "user",  "sku", "offset", "time",
    "timestamp", "seed",    "priority",    "ms",    "ns",  "us",     "duration",
    "elapsed",   "latency", "seconds",     "millis"
};

static bool is_size(corr_str key)
{
    if (corr_str_starts(key, "thread") || corr_str_starts(key, "process") ||
        corr_str_starts(key, "otel") || corr_str_starts(key, "sampl"))
        return false;
    for (size_t i = 0; i < countof(not_sizes); i++) {
        const size_t n = strlen(not_sizes[i]);
        if (corr_str_ends(key, not_sizes[i]) &&
            (key.n == n || strchr("._-", key.p[key.n - n - 1])))
            return false;
    }
    return key.n > 0;
}

/* ---- operations ------------------------------------------------------------ */

typedef struct op_count {
    uint32_t op, n;
} op_count;

SORT_BY(op_by_requests, op_count, DESC(n), ASC(op))

/* A number that requests of an operation may carry, before it is chosen. */
typedef struct candidate {
    uint32_t op;
    number_from from;
    corr_str key;
    uint32_t have, last; /* looked-at requests that have it; 1 + the last one */
    double now, lo, hi;  /* of the last one; of all */
    uint32_t number;     /* 1 + its place in the operation; 0: not chosen */
} candidate;

typedef struct reader {
    request_numbers *r;
    const corr_store *st;
    const request_scope *scope;
    corr_arena *arena;
    opnames ops;
    vec(op_count) count;
    corr_map by_key;
    vec(candidate) seen;
    bool takes; /* the second walk: values are taken */
} reader;

static bool count_ops(reader *d)
{
    const spans *s = &d->st->spans;
    stretch ran;

    for (uint32_t i = 1; i < s->at.n; i++) {
        if (s->root.v[i] != i || !d->scope->in[i] ||
            !finder_is_of_side(d->st, d->scope->group, i) ||
            !span_ran(store_span(d->st, i), &ran))
            continue;
        const uint32_t op =
            opnames_add_span(&d->ops, d->st, opname_telling(d->st, i));
        if (op == OPNAMES_FAILED)
            return false;
        while (d->count.n <= op) {
            const uint32_t next = (uint32_t)d->count.n;
            if (!vec_push(&d->count, (op_count){ next, 0 }))
                return false;
        }
        d->count.v[op].n++;
        d->r->op_of[i] = op + 1;
    }
    return true;
}

typedef struct started {
    int64_t at;
    uint32_t span;
} started;

SORT_BY(by_start_of_span, started, ASC(at), ASC(span))

/* Keeps the operations with most requests, and lists their spans by start. */
static bool choose_ops(reader *d, uint32_t least)
{
    request_numbers *r = d->r;
    const size_t n = d->st->spans.at.n;
    uint32_t *kept = corr_arena_new(d->arena, uint32_t, d->count.n + 1);
    vec(started) order = { 0 };
    bool ok = kept != NULL;

    if (ok)
        vec_sort(&d->count, op_by_requests);
    for (size_t i = 0; ok && i < d->count.n && r->n < NUMBERS_OPS; i++) {
        if (d->count.v[i].n < least)
            break;
        numbered_op *op = &r->op[r->n++];
        op->name = d->ops.row.v[d->count.v[i].op];
        op->span = corr_arena_new(d->arena, uint32_t, d->count.v[i].n);
        kept[d->count.v[i].op] = r->n;
        ok = op->span != NULL;
    }
    for (uint32_t i = 1; ok && i < n; i++) {
        r->op_of[i] = r->op_of[i] ? kept[r->op_of[i] - 1] : 0;
        if (r->op_of[i])
            ok = vec_push(
                &order,
                (started){ moment_order(store_span(d->st, i)->start), i });
    }
    if (ok)
        vec_sort(&order, by_start_of_span);
    for (size_t i = 0; ok && i < order.n; i++) {
        const uint32_t span = order.v[i].span;
        numbered_op *op = &r->op[r->op_of[span] - 1];
        r->at[span] = op->n;
        op->span[op->n++] = span;
    }
    vec_free(&order);
    return ok;
}

/* ---- numbers ---------------------------------------------------------------- */

/* Candidates of all operations; requests of an operation that are looked at
 * for them. */
enum { MOST_CANDIDATES = 4096, LOOKED_AT = 2048 };

/* The text of a number that spans below a request count or add up. */
static corr_str text_of_number(const reader *d, number_from from, corr_str key)
{
    static const char *const words[] = { [NUMBER_OWN] = "",
                                         [NUMBER_SUM] = "sum of ",
                                         [NUMBER_CALLS] = "calls of " };
    const char *text =
        corr_arena_print(d->arena, "%s%.*s", words[from], CORR_STR_ARG(key));

    return text ? corr_str_of(text) : CORR_STR("");
}

/* NULL: there are too many.  *failed: out of memory. */
static candidate *candidate_of(reader *d, uint32_t op, number_from from,
                               corr_str key, bool *failed)
{
    const uint64_t bytes[] = { (uint64_t)op << 2 | from,
                               corr_hash(key.p, key.n), key.n };
    uint32_t *at = corr_map_bytes(&d->by_key, bytes, sizeof bytes, NULL);

    *failed = !at;
    if (!at)
        return NULL;
    if (*at == 0 && !d->takes && d->seen.n < MOST_CANDIDATES) {
        const candidate x = { .op = op,
                              .from = from,
                              .key = text_of_number(d, from, key),
                              .lo = HUGE_VAL,
                              .hi = -HUGE_VAL };
        *failed = !x.key.n || !vec_push(&d->seen, x);
        *at = *failed ? 0 : (uint32_t)d->seen.n;
    }
    return *at ? &d->seen.v[*at - 1] : NULL;
}

/* Adds up what spans below have; the nearest one of the others counts. */
static void take_number(request_number *x, number_from from, uint32_t at,
                        double value)
{
    if (isnan(x->log[at])) {
        x->log[at] = (float)value;
        x->have++;
    } else if (from != NUMBER_OWN) {
        x->log[at] += (float)value;
    }
}

/* Takes the number of the last request into the range. */
static void settle_candidate(candidate *x)
{
    if (!x->last)
        return;
    x->lo = fmin(x->lo, x->now);
    x->hi = fmax(x->hi, x->now);
}

static bool meet_number(reader *d, uint32_t op, uint32_t at, number_from from,
                        corr_str key, double value)
{
    bool failed;
    candidate *x = candidate_of(d, op, from, key, &failed);

    if (!x)
        return !failed;
    if (d->takes) {
        if (x->number)
            take_number(&d->r->op[op].number[x->number - 1], from, at, value);
        return true;
    }
    if (x->last == at + 1) {
        x->now += from == NUMBER_OWN ? 0 : value;
        return true;
    }
    settle_candidate(x);
    x->have++;
    x->now = value;
    x->last = at + 1;
    return true;
}

/* The parameters of a URL or of its query. */
static bool meet_query(reader *d, uint32_t op, uint32_t at, corr_str url)
{
    corr_str rest = url, path, pair, key, text;
    double value;

    if (corr_str_cut(url, '?', &path, &rest))
        url = rest;
    for (int i = 0; i < 16 && rest.n && corr_str_next(&rest, '&', &pair); i++)
        if (corr_str_cut(pair, '=', &key, &text) && is_size(key) &&
            corr_str_real(text, &value) && value > 0 &&
            !meet_number(d, op, at, NUMBER_OWN, key, value))
            return false;
    return true;
}

static bool is_url(corr_str key)
{
    static const char *const keys[] = { "url.full", "url.query", "http.url",
                                        "http.target", "url.path" };

    for (size_t i = 0; i < countof(keys); i++)
        if (corr_str_is(key, keys[i]))
            return true;
    return false;
}

/* The value of a label.  False: it is no number. */
static bool number_of_label(const corr_label *l, double *value)
{
    if (l->type == CORR_VALUE_INT)
        *value = (double)l->num;
    else if (l->type == CORR_VALUE_REAL)
        *value = l->real;
    else if (l->type != CORR_VALUE_TEXT || !corr_str_real(l->text, value))
        return false;
    return isfinite(*value);
}

static bool meet_span(reader *d, uint32_t op, uint32_t at, number_from from,
                      uint32_t span)
{
    const input *in = store_input(d->st, d->st->spans.at.v[span].input);
    const uint32_t set = store_span(d->st, span)->attrs;
    double value;

    for (uint32_t i = 0; i < in->label.set_n.v[set]; i++) {
        const corr_label l = input_label(in, set, i);
        if (is_url(l.key)) {
            if (from == NUMBER_OWN && !meet_query(d, op, at, l.text))
                return false;
            continue;
        }
        if (is_size(l.key) && number_of_label(&l, &value) && value > 0 &&
            !meet_number(d, op, at, from, l.key, value))
            return false;
    }
    return true;
}

/* Requests between two that are looked at for candidates. */
static uint32_t stride_of(const reader *d, uint32_t op)
{
    return d->takes ? 1 : d->r->op[op].n / LOOKED_AT + 1;
}

/* The numbers of each request, and of the callers above it. */
static bool meet_requests(reader *d)
{
    enum { ABOVE = 16 };
    const uint32_t *up = d->st->spans.up.v;

    for (uint32_t op = 0; op < d->r->n; op++) {
        const numbered_op *of = &d->r->op[op];
        for (uint32_t i = 0; i < of->n; i += stride_of(d, op)) {
            uint32_t span = of->span[i];
            for (int k = 0; k < ABOVE && span; k++, span = up[span])
                if (!meet_span(d, op, i, NUMBER_OWN, span))
                    return false;
        }
    }
    return true;
}

/* The numbers of the spans of the same process below each request. */
static bool meet_spans_below(reader *d)
{
    const spans *s = &d->st->spans;

    for (uint32_t i = 1; i < s->at.n; i++) {
        const uint32_t root = s->root.v[i];
        if (root == i || !d->r->op_of[root])
            continue;
        const uint32_t op = d->r->op_of[root] - 1, at = d->r->at[root];
        if (at % stride_of(d, op))
            continue;
        const span_row *r = store_span(d->st, i);
        const opname name = opname_of(d->st, i);
        if (!meet_span(d, op, at, NUMBER_SUM, i) ||
            (r->kind == CORR_SPAN_CLIENT && name.name.n &&
             !meet_number(d, op, at, NUMBER_CALLS, name.name,
                          (double)spans_calls(s, i))))
            return false;
    }
    return true;
}

SORT_POINTERS_BY(candidate_by_requests, candidate, ASC(op), DESC(have),
                 ASC(from), ASC_STR(key))

/* Gives the candidates that most requests have, and that differ, their
 * places. */
static bool choose_numbers(reader *d, uint32_t least)
{
    vec(candidate *) order = { 0 };
    bool ok = true;

    for (size_t i = 0; ok && i < d->seen.n; i++) {
        settle_candidate(&d->seen.v[i]);
        ok = vec_push(&order, &d->seen.v[i]);
    }
    if (ok)
        vec_sort(&order, candidate_by_requests);
    for (size_t i = 0; ok && i < order.n; i++) {
        candidate *x = order.v[i];
        numbered_op *of = &d->r->op[x->op];
        if (of->numbers == NUMBERS_EACH || x->hi <= x->lo ||
            x->have * 2 * stride_of(d, x->op) < least)
            continue;
        request_number *to = &of->number[of->numbers++];
        *to = (request_number){ .key = x->key,
                                .log = corr_arena_new(d->arena, float, of->n) };
        ok = to->log != NULL;
        for (uint32_t k = 0; ok && k < of->n; k++)
            to->log[k] = NAN;
        x->number = of->numbers;
    }
    vec_free(&order);
    return ok;
}

/* Drops the numbers that too few requests have. */
static void finish_numbers(numbered_op *op, uint32_t least)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < op->numbers; i++) {
        request_number *x = &op->number[i];
        for (uint32_t k = 0; k < op->n; k++)
            x->log[k] = logf(x->log[k]);
        if (x->have >= least)
            op->number[kept++] = *x;
    }
    op->numbers = kept;
}

bool request_numbers_of(request_numbers *r, const corr_store *st,
                        const request_scope *scope, uint32_t least,
                        corr_arena *arena)
{
    reader d = { .r = r, .st = st, .scope = scope, .arena = arena };

    *r = (request_numbers){
        .op_of = corr_arena_new(arena, uint32_t, st->spans.at.n),
        .at = corr_arena_new(arena, uint32_t, st->spans.at.n)
    };
    bool ok = r->op_of && r->at && count_ops(&d) && choose_ops(&d, least) &&
              meet_requests(&d) && meet_spans_below(&d) &&
              choose_numbers(&d, least);
    d.takes = true;
    ok = ok && meet_requests(&d) && meet_spans_below(&d);
    for (uint32_t i = 0; ok && i < r->n; i++)
        finish_numbers(&r->op[i], least);
    opnames_clear(&d.ops);
    vec_free(&d.count);
    corr_map_clear(&d.by_key);
    vec_free(&d.seen);
    return ok;
}
