#include "findings/request_numbers.h"

#include <math.h>

#include "base/base.h"
#include "base/stretch.h"
#include "corr_sort.h"

/* Keys with these ends or parts are no sizes. */
static const char *const not_sizes[] = {
    "port",    "status",  "status_code", "pid",  "tid",     "id",
    "version", "sampled", "flags",       "code", "user",    "sku",
    "offset",  "time",    "timestamp",   "seed", "priority"
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

typedef struct reader {
    request_numbers *r;
    const corr_store *st;
    corr_arena *arena;
    opnames ops;
    vec(op_count) count;
} reader;

static bool count_ops(reader *d)
{
    const spans *s = &d->st->spans;
    stretch ran;

    for (uint32_t i = 1; i < s->at.n; i++) {
        if (s->root.v[i] != i || !span_ran(store_span(d->st, i), &ran))
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

typedef bool visit_number(reader *d, uint32_t op, uint32_t at, corr_str key,
                          double value);

/* The parameters of a URL or of its query. */
static bool visit_query(reader *d, uint32_t op, uint32_t at, corr_str url,
                        visit_number *visit)
{
    corr_str rest = url, path, pair, key, text;
    double value;

    if (corr_str_cut(url, '?', &path, &rest))
        url = rest;
    for (int i = 0; i < 16 && rest.n && corr_str_next(&rest, '&', &pair); i++)
        if (corr_str_cut(pair, '=', &key, &text) && is_size(key) &&
            corr_str_real(text, &value) && value > 0 &&
            !visit(d, op, at, key, value))
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

static bool visit_span(reader *d, uint32_t op, uint32_t at, uint32_t span,
                       visit_number *visit)
{
    const input *in = store_input(d->st, d->st->spans.at.v[span].input);
    const uint32_t set = store_span(d->st, span)->attrs;
    double value;

    for (uint32_t i = 0; i < in->label.set_n.v[set]; i++) {
        const corr_label l = input_label(in, set, i);
        if (is_url(l.key)) {
            if (!visit_query(d, op, at, l.text, visit))
                return false;
            continue;
        }
        if (is_size(l.key) && number_of_label(&l, &value) && value > 0 &&
            !visit(d, op, at, l.key, value))
            return false;
    }
    return true;
}

static bool visit_requests(reader *d, uint32_t op, visit_number *visit)
{
    const numbered_op *of = &d->r->op[op];

    for (uint32_t i = 0; i < of->n; i++) {
        const uint32_t up = d->st->spans.up.v[of->span[i]];
        if (!visit_span(d, op, i, of->span[i], visit) ||
            (up && !visit_span(d, op, i, up, visit)))
            return false;
    }
    return true;
}

static request_number *find_number(numbered_op *op, corr_str key)
{
    for (uint32_t i = 0; i < op->numbers; i++)
        if (corr_str_eq(op->number[i].key, key))
            return &op->number[i];
    return NULL;
}

/* Takes a number of one request; the first of a key counts. */
static bool take_number(reader *d, uint32_t op, uint32_t at, corr_str key,
                        double value)
{
    numbered_op *of = &d->r->op[op];
    request_number *x = find_number(of, key);

    if (!x) {
        if (of->numbers == NUMBERS_EACH)
            return true;
        x = &of->number[of->numbers++];
        *x = (request_number){ .key = key,
                               .log = corr_arena_new(d->arena, float, of->n) };
        if (!x->log)
            return false;
        for (uint32_t i = 0; i < of->n; i++)
            x->log[i] = NAN;
    }
    if (isnan(x->log[at])) {
        x->log[at] = (float)log(value);
        x->have++;
    }
    return true;
}

static void drop_rare(numbered_op *op)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < op->numbers; i++)
        if (op->number[i].have * 5 >= op->n * 4)
            op->number[kept++] = op->number[i];
    op->numbers = kept;
}

bool request_numbers_of(request_numbers *r, const corr_store *st,
                        uint32_t least, corr_arena *arena)
{
    reader d = { .r = r, .st = st, .arena = arena };

    *r = (request_numbers){
        .op_of = corr_arena_new(arena, uint32_t, st->spans.at.n),
        .at = corr_arena_new(arena, uint32_t, st->spans.at.n)
    };
    bool ok = r->op_of && r->at && count_ops(&d) && choose_ops(&d, least);
    for (uint32_t i = 0; ok && i < r->n; i++) {
        ok = visit_requests(&d, i, take_number);
        drop_rare(&r->op[i]);
    }
    opnames_clear(&d.ops);
    vec_free(&d.count);
    return ok;
}
