/*
 * code_mix - which code, or which operation, the samples of each moment were in,
 * for pictures of load over time.
 *
 * A sample counts for one function: one that the caller asks for, else the
 * innermost one of the application, else the innermost one.  By operation it
 * counts for the operations of its spans.  Two passes: the largest functions of
 * all the time, then their samples in each bin.
 */
#include "corr_view.h"

#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "base/vec.h"
#include "corr_sort.h"
#include "frames/facet.h"
#include "select/select.h"

typedef struct mix_code {
    corr_str name;
    double value; /* of all the time */
    uint32_t row; /* 1 + its row; 0: in the rest */
} mix_code;

typedef struct mix_row {
    corr_str name;
    double value;
    double *share; /* [bins] */
} mix_row;

struct corr_mix {
    corr_arena arena; /* owns this struct and the rows */
    mix_row *row;
    uint32_t n;
};

typedef struct mixing {
    const corr_mix_opts *o;
    const corr_sel *sel;
    corr_mix *m;
    corr_arena scratch;
    corr_map by_name;
    vec(mix_code) code;
    uint32_t **of; /* [inputs][stacks] 1 + the code of a stack */
    facet facet;   /* by operation: the keys of a sample */
    keys keys;
    corr_map by_key;
    int64_t step;
    uint32_t bins;
    double *all; /* [bins] */
} mixing;

/* ---- the code of a stack --------------------------------------------------- */

/* The function of the caller's that a stack has; empty: none. */
static corr_str asked_code(const mixing *x, const input *rows,
                           const narrow_part *p)
{
    corr_str found = { "", 0 };
    uint32_t best = x->o->nfirst;

    for (size_t d = 0; d < p->n && best > 0; d++) {
        const corr_str name = input_frame(rows, narrow_part_at(p, d)).function;
        for (uint32_t i = 0; i < best; i++)
            if (corr_str_is(name, x->o->first[i])) {
                best = i;
                found = name;
            }
    }
    return found;
}

static corr_str code_of_stack(const mixing *x, uint32_t in, uint32_t stack)
{
    const input *rows = store_input(x->sel->store, in);
    const narrow_part p = sel_stack(x->sel, in, stack);
    const corr_str asked = asked_code(x, rows, &p);

    if (asked.n)
        return asked;
    for (size_t d = p.n; d-- > 0;) {
        const corr_frame_view f = input_frame(rows, narrow_part_at(&p, d));
        if (corr_frame_is_app(&f) && f.function.n)
            return f.function;
    }
    if (p.n == 0)
        return (corr_str){ "", 0 };
    return input_frame(rows, narrow_part_at(&p, p.n - 1)).function;
}

/* The number of a name; UINT32_MAX: out of memory. */
static uint32_t code_of_name(mixing *x, corr_str name)
{
    bool is_new;

    if (!name.n)
        name = CORR_STR("[no code]");
    uint32_t *at = corr_map_bytes(&x->by_name, name.p, name.n, &is_new);
    if (!at)
        return UINT32_MAX;
    if (is_new) {
        *at = (uint32_t)x->code.n;
        if (!vec_push(&x->code, (mix_code){ .name = name }))
            return UINT32_MAX;
    }
    return *at;
}

/* The number of the code of a stack; UINT32_MAX: out of memory. */
static uint32_t code_at(mixing *x, uint32_t in, uint32_t stack)
{
    if (!x->of[in])
        x->of[in] =
            corr_arena_new(&x->scratch, uint32_t,
                           store_input(x->sel->store, in)->stack.at.n + 1);
    if (!x->of[in])
        return UINT32_MAX;
    if (x->of[in][stack])
        return x->of[in][stack] - 1;
    const uint32_t at = code_of_name(x, code_of_stack(x, in, stack));
    if (at != UINT32_MAX)
        x->of[in][stack] = at + 1;
    return at;
}

/* The number of the operation of a key; UINT32_MAX: out of memory.  A text of
 * keys moves when keys are added, so it is copied. */
static uint32_t operation_at(mixing *x, uint32_t key)
{
    bool is_new;
    uint32_t *at = corr_map_u64(&x->by_key, key, &is_new);

    if (!at)
        return UINT32_MAX;
    if (is_new) {
        const corr_str name = x->keys.row.v[key].text;
        const char *own =
            corr_arena_print(&x->m->arena, "%.*s", CORR_STR_ARG(name));
        *at = own ? code_of_name(x, corr_str_of(own)) : UINT32_MAX;
    }
    return *at;
}

/* ---- samples ------------------------------------------------------------------ */

/* The bin of a time; UINT32_MAX: none. */
static uint32_t bin_of(const mixing *x, int64_t at)
{
    if (at == CORR_NO_TIME || at < x->o->from)
        return UINT32_MAX;
    const int64_t i = sub_clamped(at, x->o->from) / x->step;
    return i < x->bins ? (uint32_t)i : UINT32_MAX;
}

/* Adds a value to its code, and in the second pass to a bin. */
static void add_to_bin(mixing *x, mix_code *c, uint32_t bin, double v,
                       bool is_first)
{
    if (is_first) {
        c->value += v;
        return;
    }
    x->all[bin] += v;
    if (c->row)
        x->m->row[c->row - 1].share[bin] += v;
}

/* A sample without a time counts evenly in the time of its file, as in a
 * timeline. */
static void add_evenly(mixing *x, mix_code *c, const input *in, double v,
                       bool is_first)
{
    const double ran = (double)in->to - (double)in->from;

    if (in->from == CORR_NO_TIME || !(ran > 0))
        return;
    for (uint32_t b = 0; b < x->bins; b++) {
        const double from =
            (double)(x->o->from - in->from) + (double)x->step * b;
        const double part = fmin(from + (double)x->step, ran) - fmax(from, 0);
        if (part > 0)
            add_to_bin(x, c, b, v * part / ran, is_first);
    }
}

/* Adds a value at a time to a code. */
static void add_at(mixing *x, uint32_t code, const input *in, int64_t time,
                   double v, bool is_first)
{
    if (time == CORR_NO_TIME)
        add_evenly(x, &x->code.v[code], in, v, is_first);
    else
        add_to_bin(x, &x->code.v[code], bin_of(x, time), v, is_first);
}

/* Counts a sample for the operations of its spans. */
static bool mix_operations(mixing *x, const sel_part *p, size_t k, int64_t time,
                           double v, bool is_first)
{
    facet_part part[FACET_PARTS];
    const size_t n = facet_parts(&x->facet, p, k, part);
    const input *in = store_input(x->sel->store, p->input);

    for (size_t i = 0; i < n; i++) {
        const uint32_t at = operation_at(x, part[i].key);
        if (at == UINT32_MAX)
            return false;
        add_at(x, at, in, time, v * part[i].share, is_first);
    }
    return n > 0;
}

/* Counts the samples of a part; is_first: of each code, else of each bin. */
static bool mix_part(mixing *x, const sel_part *p, bool is_first)
{
    const input *in = store_input(x->sel->store, p->input);
    const segment *g = sel_segment(x->sel, p);

    for (size_t k = 0; k < p->n; k++) {
        const size_t row = sel_row(p, k);
        const int64_t time = g->time ? g->time[row] : CORR_NO_TIME;
        const double v = (double)segment_value(g, row);
        const double mine = v * sel_share(p, k);
        if ((time != CORR_NO_TIME && bin_of(x, time) == UINT32_MAX) ||
            !(mine > 0))
            continue;
        if (x->o->by == CORR_BY_OPERATION) {
            if (!mix_operations(x, p, k, time, v, is_first))
                return false;
            continue;
        }
        const uint32_t at = code_at(x, p->input, segment_stack(g, row));
        if (at == UINT32_MAX)
            return false;
        add_at(x, at, in, time, mine, is_first);
    }
    return true;
}

static bool mix_parts(mixing *x, bool is_first)
{
    for (size_t i = 0; i < x->sel->part.n; i++)
        if (!mix_part(x, &x->sel->part.v[i], is_first))
            return false;
    return true;
}

/* ---- rows ------------------------------------------------------------------------ */

SORT_BY(row_by_value, mix_row, DESC(value), ASC_STR(name))

/* The largest codes become rows. */
static bool choose_mix_rows(mixing *x, uint32_t most)
{
    corr_mix *m = x->m;
    mix_row *all = corr_arena_new(&x->scratch, mix_row, x->code.n + 1);

    if (!all)
        return false;
    for (size_t i = 0; i < x->code.n; i++)
        all[i] =
            (mix_row){ .name = x->code.v[i].name, .value = x->code.v[i].value };
    qsort(all, x->code.n, sizeof *all, row_by_value);
    m->n = x->code.n < most ? (uint32_t)x->code.n : most;
    m->row = corr_arena_new(&m->arena, mix_row, (size_t)m->n + 1);
    for (uint32_t i = 0; m->row && i < m->n; i++) {
        uint32_t *at = corr_map_bytes(&x->by_name, all[i].name.p, all[i].name.n,
                                      &(bool){ false });
        m->row[i] = all[i];
        m->row[i].share =
            corr_arena_new(&m->arena, double, (size_t)x->bins + 1);
        if (!at || !m->row[i].share)
            return false;
        x->code.v[*at].row = i + 1;
    }
    return m->row != NULL;
}

static bool make_mix(mixing *x, uint32_t most)
{
    x->of = corr_arena_new(&x->scratch, uint32_t *, x->sel->store->input.n + 1);
    x->all = corr_arena_new(&x->scratch, double, (size_t)x->bins + 1);
    x->facet = (facet){ .sel = x->sel,
                        .by = CORR_BY_OPERATION,
                        .label = CORR_STR(""),
                        .keys = &x->keys };
    if (x->o->by == CORR_BY_OPERATION && !facet_init(&x->facet, &x->scratch))
        return false;
    if (!x->of || !x->all || !mix_parts(x, true) || !choose_mix_rows(x, most) ||
        !mix_parts(x, false))
        return false;
    for (uint32_t i = 0; i < x->m->n; i++)
        for (uint32_t b = 0; b < x->bins; b++)
            x->m->row[i].share[b] =
                x->all[b] > 0 ? x->m->row[i].share[b] / x->all[b] : NAN;
    return true;
}

corr_mix *corr_mix_of(const corr_sel *sel, const corr_mix_opts *o,
                      corr_err *err)
{
    corr_mix *m = self_arena_new(corr_mix, err);
    mixing x = { .sel = sel,
                 .m = m,
                 .scratch = { .limit = (size_t)limits_of(NULL).memory },
                 .o = o,
                 .step = o->step > 0 ? o->step : 1,
                 .bins = o->bins };

    if (!m)
        return NULL;
    corr_code code = CORR_OK;
    if (o->by == CORR_BY_OPERATION)
        code = facet_prepare(sel->store, o->by, "", err);
    keys_init(&x.keys, sel->store, KEY_FUNCTION);
    const bool ok = !code && make_mix(&x, o->most);
    keys_clear(&x.keys);
    corr_map_clear(&x.by_key);
    corr_map_clear(&x.by_name);
    vec_free(&x.code);
    corr_arena_clear(&x.scratch);
    if (ok)
        return m;
    corr_mix_free(m);
    if (!code)
        corr_no_memory(err);
    return NULL;
}

uint32_t corr_mix_size(const corr_mix *m)
{
    return m->n;
}

corr_mix_row corr_mix_at(const corr_mix *m, uint32_t i)
{
    return (corr_mix_row){ m->row[i].name, m->row[i].share };
}

void corr_mix_free(corr_mix *m)
{
    if (m)
        self_arena_free(m);
}
