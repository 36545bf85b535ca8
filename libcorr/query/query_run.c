/*
 * query_run - runs a query over the spans of a store.
 *
 * A list of spansets is one column: the group of each span, 0 for a dropped
 * span.  Groups begin as traces; by() splits them, and coalesce() merges them
 * again.  Filters are columns of bytes on a stack; SET_KEEP ends their stage.
 * A pipeline in parentheses has its own groups and leaves the spans that
 * survive it.
 */
#include "query/query_private.h"

typedef vec(char) vec_bytes;

typedef struct level {
    uint32_t *group; /* [n] */
    uint32_t n;      /* groups are 1..n */
} level;

typedef struct engine {
    query_run_state r;
    query_forest *forest;
    level now;
    vec(level) outer;     /* levels on the heap; [0] is not */
    vec(uint8_t *) set;   /* stack of columns, [n] each */
    vec(uint8_t *) spare; /* columns for reuse */
} engine;

bool run_no_memory(query_run_state *r)
{
    r->failed = true;
    corr_no_memory(r->err);
    return false;
}

/* ---- columns ------------------------------------------------------------ */

static uint8_t *new_set(engine *e)
{
    uint8_t *set;

    if (e->spare.n)
        return memset(e->spare.v[--e->spare.n], 0, e->r.n);
    set = corr_arena_new(e->r.arena, uint8_t, e->r.n);
    if (!set)
        run_no_memory(&e->r);
    return set;
}

static void push_set(engine *e, uint8_t *set)
{
    if (!vec_push(&e->set, set))
        run_no_memory(&e->r);
}

static uint8_t *pop_set(engine *e)
{
    return e->set.v[--e->set.n];
}

/* The column stays valid until the next new set. */
static void release_set(engine *e, uint8_t *set)
{
    if (!vec_push(&e->spare, set))
        run_no_memory(&e->r);
}

static uint8_t *top_set(const engine *e)
{
    return e->set.v[e->set.n - 1];
}

/* ---- filters ------------------------------------------------------------ */

static void run_filter(engine *e, const step *s, uint32_t first)
{
    uint8_t *set = new_set(e);

    for (uint32_t i = 1; i < e->r.n && !e->r.failed; i++)
        if (e->now.group[i])
            set[i] = value_is_true(run_expression(&e->r, first, s->end, i));
    push_set(e, set);
}

static void run_or(engine *e)
{
    uint8_t *right = pop_set(e);
    uint8_t *left = top_set(e);

    for (uint32_t i = 1; i < e->r.n; i++)
        left[i] |= right[i];
    release_set(e, right);
}

/* Keeps the spans of both sides in groups that have spans of both. */
static void run_and(engine *e)
{
    uint8_t *right = pop_set(e);
    uint8_t *left = top_set(e);
    uint8_t *has = calloc((size_t)e->now.n + 1, 1);

    if (!has) {
        run_no_memory(&e->r);
        return;
    }
    for (uint32_t i = 1; i < e->r.n; i++)
        has[e->now.group[i]] |= (uint8_t)(left[i] | right[i] << 1);
    for (uint32_t i = 1; i < e->r.n; i++)
        left[i] = (left[i] | right[i]) && has[e->now.group[i]] == 3;
    free(has);
    release_set(e, right);
}

static void run_relation(engine *e, const step *s)
{
    uint8_t *right = pop_set(e);
    uint8_t *left = pop_set(e);
    uint8_t *result = new_set(e);

    if (!e->forest)
        e->forest = forest_of(&e->r);
    if (e->r.failed)
        return;
    forest_relate(&e->r, e->forest, s->how, e->now.group, e->now.n, left, right,
                  result);
    release_set(e, left);
    release_set(e, right);
    push_set(e, result);
}

/* ---- pipelines ---------------------------------------------------------- */

static void run_keep(engine *e)
{
    uint8_t *set = pop_set(e);

    for (uint32_t i = 1; i < e->r.n; i++)
        if (!set[i])
            e->now.group[i] = 0;
    release_set(e, set);
}

static void run_open(engine *e)
{
    uint32_t *group = malloc(e->r.n * sizeof *group);

    if (!group || !vec_push(&e->outer, e->now)) {
        free(group);
        run_no_memory(&e->r);
        return;
    }
    memcpy(group, e->now.group, e->r.n * sizeof *group);
    e->now.group = group;
}

static void run_close(engine *e)
{
    uint8_t *set = new_set(e);

    if (e->r.failed)
        return;
    for (uint32_t i = 1; i < e->r.n; i++)
        set[i] = e->now.group[i] != 0;
    push_set(e, set);
    free(e->now.group);
    e->now = e->outer.v[--e->outer.n];
}

/* ---- groups ------------------------------------------------------------- */

static void one_a_trace(engine *e, bool anew)
{
    const spans *s = &e->r.st->spans;

    for (uint32_t i = 1; i < e->r.n; i++)
        if (anew || e->now.group[i])
            e->now.group[i] = s->trace_of.v[i] + 1;
    e->now.n = (uint32_t)s->trace.n;
}

/* The key of a new group is the old group and the value as bytes.  Text has its
 * length before it, so that it cannot look like the next element. */
static bool add_key(vec_bytes *key, const void *p, size_t n)
{
    if (!vec_reserve(key, n))
        return false;
    memcpy(key->v + key->n, p, n);
    key->n += n;
    return true;
}

static bool add_value(vec_bytes *key, const value *v)
{
    if (!add_key(key, &v->type, 1))
        return false;
    if (v->type == VALUE_TEXT)
        return add_key(key, &v->text.n, sizeof v->text.n) &&
               add_key(key, v->text.p, v->text.n);
    if (v->type == VALUE_NIL || v->type == VALUE_OTHER)
        return true;
    return add_key(key, &v->num, sizeof v->num); /* num, or the bits of a
                                                    real */
}

static bool make_key(vec_bytes *key, uint32_t group, const value *v)
{
    const value *list = v->type == VALUE_LIST ? v->list : v;
    const uint32_t n = v->type == VALUE_LIST ? v->n : 1;
    bool ok;

    key->n = 0;
    ok = add_key(key, &group, sizeof group) && add_key(key, &v->type, 1);
    for (uint32_t i = 0; ok && i < n; i++)
        ok = add_value(key, &list[i]);
    return ok;
}

static void run_by(engine *e, const step *s, uint32_t first)
{
    corr_map groups = { 0 };
    vec_bytes key = { 0 };
    bool is_new;

    for (uint32_t i = 1; i < e->r.n && !e->r.failed; i++) {
        if (!e->now.group[i])
            continue;
        const value *v = run_expression(&e->r, first, s->end, i);
        uint32_t *slot = make_key(&key, e->now.group[i], v)
                             ? corr_map_bytes(&groups, key.v, key.n, &is_new)
                             : NULL;
        if (!slot) {
            run_no_memory(&e->r);
            break;
        }
        if (is_new)
            *slot = groups.n;
        if (*slot > QUERY_GROUPS) {
            e->r.failed = true;
            corr_fail(e->r.err, CORR_ELIMIT, "by() makes more than %d groups",
                      QUERY_GROUPS);
        }
        e->now.group[i] = *slot;
    }
    e->now.n = groups.n;
    corr_map_clear(&groups);
    vec_free(&key);
}

/* ---- aggregates --------------------------------------------------------- */

typedef struct sums {
    uint64_t spans, numbers;
    double real;   /* sum of all numbers */
    int64_t whole; /* sum of integers and durations, if it fits */
    value low, high;
    bool is_real;   /* whole is not the sum */
    bool has_other; /* has values other than durations */
} sums;

static void add_number(sums *s, const value *v)
{
    bool loose = false;

    s->numbers++;
    s->real += v->type == VALUE_REAL ? v->real : (double)v->num;
    s->has_other = s->has_other || v->type != VALUE_DURATION;
    if (v->type == VALUE_REAL || ADD_OVERFLOWS(s->whole, v->num, &s->whole))
        s->is_real = true;
    if (s->numbers == 1 || value_compare(v, &s->low, &loose) == ORDER_LESS)
        s->low = *v;
    if (s->numbers == 1 || value_compare(v, &s->high, &loose) == ORDER_MORE)
        s->high = *v;
}

static value real_value(double real)
{
    return (value){ .type = VALUE_REAL, .real = real };
}

static value average(const sums *s)
{
    if (!s->has_other && !s->is_real)
        return value_num(VALUE_DURATION, s->whole / (int64_t)s->numbers);
    return real_value((s->is_real ? s->real : (double)s->whole) /
                      (double)s->numbers);
}

/* The result of an aggregate; nil if it has no values. */
static value result_of(const sums *s, unsigned how)
{
    if (how == AGGREGATE_COUNT)
        return value_num(VALUE_INT, (int64_t)s->spans);
    if (s->numbers == 0)
        return (value){ 0 };
    if (how == AGGREGATE_AVG)
        return average(s);
    if (how == AGGREGATE_MAX)
        return s->high;
    if (how == AGGREGATE_MIN)
        return s->low;
    if (s->is_real)
        return real_value(s->real);
    return value_num(s->has_other ? VALUE_INT : VALUE_DURATION, s->whole);
}

static void sum_up(engine *e, const step *s, uint32_t first, sums *of)
{
    for (uint32_t i = 1; i < e->r.n && !e->r.failed; i++) {
        value number;
        if (!e->now.group[i])
            continue;
        of[e->now.group[i]].spans++;
        if (s->how != AGGREGATE_COUNT &&
            value_number(run_expression(&e->r, first, s->end, i), &number,
                         &e->r.note[NOTE_LOOSE]))
            add_number(&of[e->now.group[i]], &number);
    }
}

static void run_aggregate(engine *e, const step *s, uint32_t first)
{
    sums *of = calloc((size_t)e->now.n + 1, sizeof *of);
    uint8_t *keep = calloc((size_t)e->now.n + 1, 1);

    if (of && keep) {
        sum_up(e, s, first, of);
        for (uint32_t g = 1; g <= e->now.n; g++) {
            const value v = result_of(&of[g], s->how);
            keep[g] = run_test(&e->r, s, &v, &e->r.q->literal.v[s->arg], 0);
        }
        for (uint32_t i = 1; i < e->r.n; i++)
            if (!keep[e->now.group[i]])
                e->now.group[i] = 0;
    } else {
        run_no_memory(&e->r);
    }
    free(of);
    free(keep);
}

/* ---- the whole ---------------------------------------------------------- */

/* Runs step i; returns the next step. */
static uint32_t run_step(engine *e, uint32_t i)
{
    const step *s = &e->r.q->step.v[i];

    switch (s->code) {
    case SET_FILTER:
        run_filter(e, s, i + 1);
        return s->end;
    case SET_AGGREGATE:
        run_aggregate(e, s, i + 1);
        return s->end;
    case SET_BY:
        run_by(e, s, i + 1);
        return s->end;
    case SET_AND:
        run_and(e);
        break;
    case SET_OR:
        run_or(e);
        break;
    case SET_RELATION:
        run_relation(e, s);
        break;
    case SET_OPEN:
        run_open(e);
        break;
    case SET_CLOSE:
        run_close(e);
        break;
    case SET_KEEP:
        run_keep(e);
        break;
    default: /* SET_COALESCE */
        one_a_trace(e, false);
        break;
    }
    return i + 1;
}

static void run_steps(engine *e)
{
    e->now.group = corr_arena_new(e->r.arena, uint32_t, e->r.n);
    if (!e->now.group) {
        run_no_memory(&e->r);
        return;
    }
    one_a_trace(e, true);
    for (uint32_t i = 0; i < e->r.q->step.n && !e->r.failed;)
        i = run_step(e, i);
}

/* Reports the warnings of the run. */
static void warn_about_run(engine *e, size_t nselected)
{
    static const remark_rule rules[NOTE_COUNT] = {
        [NOTE_LOOSE] = REMARK_QUERY_LOOSE,
        [NOTE_NOT] = REMARK_QUERY_NOT,
        [NOTE_BY_ZERO] = REMARK_QUERY_BY_ZERO,
        [NOTE_LONG_LIST] = REMARK_QUERY_LONG_LIST,
        [NOTE_LIMITED] = REMARK_QUERY_LIMITED,
    };
    const field *unknown =
        nselected == 0 && e->r.n > 1 ? reads_unknown(&e->r) : NULL;

    for (size_t i = 0; i < NOTE_COUNT; i++)
        if (e->r.note[i])
            remark_warn(e->r.st, .rule = rules[i], .n = QUERY_LIST);
    if (unknown)
        remark_warn(e->r.st, .rule = REMARK_QUERY_UNKNOWN,
                    .a = { unknown->key.p,
                           unknown->key.n < 100 ? unknown->key.n : 100 });
}

static void finish_run(engine *e, uint8_t *selected)
{
    size_t n = 0;

    selected[0] = 0;
    for (uint32_t i = 1; i < e->r.n; i++) {
        selected[i] = e->now.group[i] != 0;
        n += selected[i];
    }
    for (size_t i = 0; i < e->r.q->pattern.n; i++)
        if (match_limited(e->r.q->pattern.v[i]))
            e->r.note[NOTE_LIMITED] = true;
    warn_about_run(e, n);
}

bool query_run(const query *q, corr_store *st, corr_arena *arena,
               uint8_t *selected, corr_err *err)
{
    engine e = { .r = { .q = q,
                        .st = st,
                        .arena = arena,
                        .err = err,
                        .n = (uint32_t)st->spans.at.n } };

    e.r.stack = corr_arena_new(arena, value, q->room + 1);
    if (e.r.stack && reads_open(&e.r))
        run_steps(&e);
    else
        run_no_memory(&e.r);
    if (!e.r.failed)
        finish_run(&e, selected);
    while (e.outer.n) {
        free(e.now.group);
        e.now = e.outer.v[--e.outer.n];
    }
    vec_free(&e.outer);
    vec_free(&e.set);
    vec_free(&e.spare);
    return !e.r.failed;
}
