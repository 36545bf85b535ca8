/*
 * top - self and total per function, file, line or module, or per thread,
 * service, operation, span, trace or label.
 *
 * No tree is built.  Frames are counted per distinct stack: the leaf key gets
 * the stack's amount as self, and every key in the stack gets it once as total,
 * even if it recurs.
 */
#include "corr_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "base/top_n.h"
#include "corr_sort.h"
#include "frames/facet.h"
#include "frames/frames.h"
#include "frames/stack_sums.h"
#include "frames/tree_rounding.h"
#include "profile/top_under.h"
#include "stats/distributions.h"
#include "trace/ledger.h"
#include "trace/lock_blame.h"
#include "trace/pause_delays.h"

typedef struct key_sum {
    amount self, self_obs, total, total_obs;
    uint32_t last;  /* 1 + number of the last counted stack */
    uint32_t span;  /* by span and trace: one of the spans */
    uint32_t pause; /* 1 + number of a pause */
    bool used;
} key_sum;

typedef struct top_line {
    int64_t self, total, self_obs, total_obs;
    uint32_t key, span;
    uint32_t pause; /* 1 + number of a pause; 0: no pause */
    uint32_t rank;
    const char *name; /* of the key */
    double lo, hi;
    uint32_t under; /* key of the caller under which most of it ran, or 0 */
    double under_share;
} top_line;

/* A pause of a process, and the requests that it delayed. */
typedef struct top_pause {
    int64_t from;
    bool known; /* its process has spans */
    size_t first;
    uint32_t n; /* requests */
} top_pause;

struct corr_top {
    corr_arena arena; /* owns this struct and its lines */
    vec(top_pause) pause;
    vec(corr_delayed) delayed; /* of all pauses */
    const corr_store *store;
    corr_by by;
    frames frames;
    uint32_t n;
    top_line *line;
};

typedef struct counter {
    corr_top *t;
    const corr_sel *sel;
    corr_arena scratch;
    sums sums;
    vec(key_sum) key; /* by key number */
    top_under under;  /* by function */
    bool cumulative;
} counter;

static bool grow_key_sums(counter *c)
{
    const size_t n = c->t->frames.keys.row.n;

    if (c->key.n >= n)
        return true;
    if (!vec_reserve(&c->key, n - c->key.n))
        return false;
    memset(c->key.v + c->key.n, 0, (n - c->key.n) * sizeof *c->key.v);
    c->key.n = n;
    return true;
}

/* ---- keys of frames -------------------------------------------------- */

static bool count_stack(counter *c, uint32_t in, uint32_t stack, uint32_t mark)
{
    const stack_sum *sum = &c->sums.stack[in][stack];
    frames *f = &c->t->frames;

    if (!frames_of(f, in, stack) || !grow_key_sums(c))
        return false;
    for (size_t i = 0; i < f->key.n; i++) {
        key_sum *k = &c->key.v[f->key.v[i]];
        if (k->last == mark)
            continue;
        k->last = mark;
        k->used = true;
        k->total = amount_add(k->total, sum->value);
        k->total_obs = amount_add(k->total_obs, sum->obs);
    }
    key_sum *leaf = &c->key.v[f->key.v[f->key.n - 1]];
    leaf->self = amount_add(leaf->self, sum->value);
    leaf->self_obs = amount_add(leaf->self_obs, sum->obs);
    return true;
}

static bool count_stacks(counter *c)
{
    uint32_t mark = 0;

    for (uint32_t in = 0; in < c->t->store->input.n; in++) {
        const size_t n = store_input(c->t->store, in)->stack.at.n;
        for (uint32_t stack = 0; c->sums.stack[in] && stack < n; stack++)
            if (c->sums.stack[in][stack].used &&
                !count_stack(c, in, stack, ++mark))
                return false;
    }
    return true;
}

/* ---- keys of samples ------------------------------------------------- */

/* Counts a row.  The last part of a divided row takes the rest, so the parts
 * sum to the whole. */
static bool count_row(counter *c, facet *f, const sel_part *p, size_t k)
{
    const segment *g = sel_segment(c->sel, p);
    const size_t row = sel_row(p, k);
    facet_part part[FACET_PARTS];
    const size_t n = facet_parts(f, p, k, part);
    amount value, obs;

    if (!n || !grow_key_sums(c))
        return false;
    sums_row(c->sel, p, k, &value, &obs);
    for (size_t i = 0; i < n; i++) {
        const bool last = i + 1 == n;
        const amount v =
            last ? value : amount_of(segment_value(g, row), part[i].share);
        const amount o =
            last ? obs : amount_of(segment_obs(g, row), part[i].share);
        key_sum *sum = &c->key.v[part[i].key];
        value = amount_sub(value, v);
        obs = amount_sub(obs, o);
        sum->used = true;
        sum->self = sum->total = amount_add(sum->self, v);
        sum->self_obs = sum->total_obs = amount_add(sum->self_obs, o);
        sum->span = f->by == CORR_BY_OPERATION ? 0 : part[i].span;
        c->sums.divided |= !last;
    }
    return true;
}

static bool count_rows(counter *c, const corr_top_opts *opts)
{
    facet f = {
        c->sel, opts->by, corr_str_of(opts->label), &c->t->frames.keys, NULL,
        NULL,   NULL
    };

    if (!facet_init(&f, &c->scratch))
        return false;
    for (size_t i = 0; i < c->sel->part.n; i++)
        for (size_t k = 0; k < c->sel->part.v[i].n; k++)
            if (!count_row(c, &f, &c->sel->part.v[i], k))
                return false;
    return true;
}

/* ---- waits by holder -------------------------------------------------- */

/* Divides a wait among the holders of the lock.  It counts as one wait for each
 * holder, however small the holder's part: the longest part says little about
 * the others. mark: number of the wait. */
static bool count_wait(counter *c, const lock_blame *h, amount value,
                       int64_t obs, uint32_t mark)
{
    const size_t n = h->part.n;
    int64_t *weight = corr_arena_new(&c->scratch, int64_t, n);
    int64_t *part = corr_arena_new(&c->scratch, int64_t, n);
    size_t longest = 0;

    if (!weight || !part || !grow_key_sums(c))
        return false;
    for (size_t i = 0; i < n; i++) {
        weight[i] = h->part.v[i].ns;
        longest = weight[i] > weight[longest] ? i : longest;
    }
    ledger_split(value.whole, weight, n, part);
    for (size_t i = 0; i < n; i++) {
        key_sum *sum = &c->key.v[h->part.v[i].key];
        const amount mine = { part[i], i == longest ? value.part : 0 };
        sum->used = true;
        sum->self = sum->total = amount_add(sum->self, mine);
        if (sum->last != mark)
            sum->self_obs = sum->total_obs =
                amount_add(sum->self_obs, (amount){ obs, 0 });
        sum->last = mark;
    }
    return true;
}

static bool count_waits(counter *c)
{
    lock_blame h;
    bool ok = lock_blame_init(&h, c->sel, &c->t->frames.keys);
    uint32_t mark = 0;

    for (size_t i = 0; ok && i < c->sel->part.n; i++) {
        const sel_part *p = &c->sel->part.v[i];
        for (size_t k = 0; ok && k < p->n; k++) {
            const size_t row = sel_row(p, k);
            amount value, unused;
            sums_row(c->sel, p, k, &value, &unused);
            ok = lock_blame_row(&h, p, row);
            if (ok && !h.part.n) {
                const uint32_t none =
                    keys_add_text(&c->t->frames.keys, CORR_STR("[no lock]"));
                ok = none && vec_push(&h.part, (lock_blame_part){ none, 1 });
            }
            ok = ok &&
                 count_wait(c, &h, value,
                            segment_obs(sel_segment(c->sel, p), row), ++mark);
        }
    }
    lock_blame_clear(&h);
    return ok;
}

/* ---- pauses ----------------------------------------------------------- */

/* The length of a text, cut to MOST bytes at a whole character. */
static int cut_length(corr_str s)
{
    enum { MOST = 160 };
    size_t n = s.n < MOST ? s.n : MOST;

    while (n > 0 && n < s.n && ((unsigned char)s.p[n] & 0xc0) == 0x80)
        n--;
    return (int)n;
}

/* "1795281747731000000 G1New (G1 Evacuation Pause)": a key per pause. */
static uint32_t pause_key(counter *c, const input *in, int64_t from,
                          uint32_t labels)
{
    corr_label name = { .text = CORR_STR("pause") };
    corr_label cause = { .text = CORR_STR("") };
    char text[400];

    input_find_label(in, labels, CORR_STR("name"), &name);
    const bool any = input_find_label(in, labels, CORR_STR("cause"), &cause);
    snprintf(text, sizeof text, "%lld %.*s%s%.*s%s", (long long)from,
             cut_length(name.text), name.text.p, any ? " (" : "",
             cut_length(cause.text), cause.text.p, any ? ")" : "");
    return keys_add_text(&c->t->frames.keys, corr_str_of(text));
}

static bool count_pause(counter *c, pause_delays *d, const sel_part *p,
                        size_t k)
{
    const segment *g = sel_segment(c->sel, p);
    const size_t row = sel_row(p, k);
    const int64_t from = g->time ? g->time[row] : CORR_NO_TIME;
    const int64_t length = g->dur ? g->dur[row] : 0;
    corr_top *t = c->t;
    amount value, obs;
    top_pause pause = { .from = from, .first = t->delayed.n };

    sums_row(c->sel, p, k, &value, &obs);
    const uint32_t key = pause_key(c, store_input(t->store, p->input), from,
                                   g->labels ? g->labels[row] : 0);
    if (!key || !grow_key_sums(c))
        return false;
    key_sum *sum = &c->key.v[key];
    sum->self = sum->total = amount_add(sum->self, value);
    sum->self_obs = sum->total_obs = amount_add(sum->self_obs, obs);
    if (sum->used) /* counted before */
        return true;
    sum->used = true;
    if (from != CORR_NO_TIME &&
        !pause_delay_at(d, p->input, from, add_clamped(from, length)))
        return false;
    pause.known = from != CORR_NO_TIME && d->any;
    pause.n = pause.known ? (uint32_t)d->hit.n : 0;
    for (size_t i = 0; i < pause.n && i < CORR_MOST_DELAYED; i++)
        if (!vec_push(&t->delayed, d->hit.v[i]))
            return false;
    sum->pause = (uint32_t)t->pause.n + 1;
    return vec_push(&t->pause, pause);
}

static bool count_pauses(counter *c)
{
    pause_delays d;
    bool ok = pause_delay_init(&d, c->t->store);

    for (size_t i = 0; ok && i < c->sel->part.n; i++)
        for (size_t k = 0; ok && k < c->sel->part.v[i].n; k++)
            ok = count_pause(c, &d, &c->sel->part.v[i], k);
    pause_delay_clear(&d);
    return ok;
}

/* ---- lines ----------------------------------------------------------- */

static int by_name(const top_line *a, const top_line *b)
{
    return strcmp(a->name, b->name);
}

/* By size: what a difference has lost stands beside what it has gained. */
static uint64_t size_of(int64_t v)
{
    return v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
}

static int by_size(int64_t a, int64_t b)
{
    const uint64_t of_a = size_of(a), of_b = size_of(b);

    return of_a != of_b ? (of_a < of_b) - (of_a > of_b) : (a < b) - (a > b);
}

SORT_BY(line_by_self, top_line, THEN(by_size(a->self, b->self)),
        THEN(by_name(a, b)))

SORT_BY(line_by_total, top_line, THEN(by_size(a->total, b->total)),
        THEN(by_name(a, b)))

static bool list_keys(counter *c)
{
    corr_top *t = c->t;

    t->line = corr_arena_new(&t->arena, top_line, c->key.n);
    if (!t->line)
        return false;
    for (uint32_t key = 1; key < c->key.n; key++) {
        const key_sum *k = &c->key.v[key];
        if (!k->used)
            continue;
        t->line[t->n++] = (top_line){
            .self = k->self.whole,
            .total = amount_round(k->total),
            .self_obs = k->self_obs.whole,
            .total_obs = amount_round(k->total_obs),
            .key = key,
            .span = k->span,
            .pause = k->pause,
            .name = t->frames.keys.row.v[key].text.p,
        };
    }
    return true;
}

/* Rounds the self amounts like the children of one root, so they still sum to
 * the whole. */
static bool round_self(counter *c, bool obs)
{
    corr_top *t = c->t;
    const uint32_t n = t->n + 1;
    int64_t *self = corr_arena_new(&c->scratch, int64_t, n);
    int64_t *total = corr_arena_new(&c->scratch, int64_t, n);
    uint32_t *none = corr_arena_new(&c->scratch, uint32_t, n);
    uint32_t *part = corr_arena_new(&c->scratch, uint32_t, n);
    uint32_t *end = corr_arena_new(&c->scratch, uint32_t, n);

    if (!self || !total || !none || !part || !end)
        return false;
    const amount all = obs ? c->sums.obs : c->sums.value;
    total[0] = all.whole;
    part[0] = all.part;
    end[0] = n;
    for (uint32_t i = 1; i < n; i++) {
        const key_sum *k = &c->key.v[t->line[i - 1].key];
        const amount own = obs ? k->self_obs : k->self;
        self[i] = total[i] = own.whole;
        part[i] = own.part;
        end[i] = i + 1;
    }
    if (!round_tree(&(round_column){ self, total, none, part, 1 }, end, n,
                    &c->scratch))
        return false;
    for (uint32_t i = 1; i < n; i++) {
        top_line *l = &t->line[i - 1];
        int64_t *own = obs ? &l->self_obs : &l->self;
        int64_t *below = obs ? &l->total_obs : &l->total;
        *own = total[i];
        *below = max_i64(*below, *own);
    }
    return true;
}

/* Rounds the lines, sorted first since remainders go to the first lines.  Waits
 * are whole, and several holders count one wait. */
static bool round_lines(counter *c, corr_by by)
{
    top_n_sort(c->t->line, c->t->n, sizeof *c->t->line, c->t->n, line_by_self);
    return round_self(c, false) &&
           (by == CORR_BY_HOLDER || round_self(c, true));
}

/* The confidence interval of an amount's share of everything.  A difference,
 * some of whose values are negative, is no sample of anything. */
static void share_interval(const counter *c, int64_t x, double *lo, double *hi)
{
    const double all = (double)amount_round(c->sums.value);

    *lo = *hi = NAN;
    if (c->sums.effective > 0 && all > 0 &&
        c->sel->facts.whole == c->sel->facts.total)
        stat_wilson((double)x / all * c->sums.effective, c->sums.effective, lo,
                    hi);
}

/* Gives ranks.  A line whose interval overlaps the interval of the first line
 * of a rank shares this rank; without intervals only equal amounts do. */
static void give_ranks(counter *c, uint32_t n, bool cumulative)
{
    corr_top *t = c->t;
    double lo = NAN;
    int64_t first = 0;

    for (uint32_t i = 0; i < n; i++) {
        top_line *l = &t->line[i];
        const int64_t x = cumulative ? l->total : l->self;
        double from, to;
        share_interval(c, l->self, &l->lo, &l->hi);
        share_interval(c, x, &from, &to);
        const bool same = isnan(to) ? x == first : to >= lo;
        if (i > 0 && same) {
            l->rank = t->line[i - 1].rank;
            continue;
        }
        l->rank = i + 1;
        lo = from;
        first = x;
    }
}

/* ---- mostly under ----------------------------------------------------- */

static double real_of(amount a)
{
    return (double)a.whole + ldexp((double)a.part, -32);
}

/* Finds the application function under which most of each of the first n lines
 * ran.  Only the stacks of these lines are looked at again. */
static bool find_under(counter *c, uint32_t n)
{
    corr_top *t = c->t;

    if (!top_under_init(&c->under, &t->frames.keys, &c->scratch))
        return false;
    for (uint32_t i = 0; i < n; i++)
        c->under.wanted[t->line[i].key] = true;
    if (!top_under_add(&c->under, &t->frames, &c->sums, c->cumulative))
        return false;
    const uint32_t *best = top_under_largest(&c->under, &c->scratch);
    for (uint32_t i = 0; best && i < n; i++) {
        top_line *l = &t->line[i];
        const key_sum *k = &c->key.v[l->key];
        const double all = real_of(c->cumulative ? k->total : k->self);
        const under_sum *s =
            best[l->key] ? &c->under.sum.v[best[l->key]] : NULL;
        if (!s || !(all > 0))
            continue;
        l->under = s->caller;
        l->under_share = fmin(real_of(s->value) / all, 1);
    }
    return best != NULL;
}

static bool count_keys(counter *c, const corr_top_opts *opts)
{
    if (opts->by == CORR_BY_HOLDER)
        return count_waits(c);
    if (opts->by == CORR_BY_GC)
        return count_pauses(c);
    return opts->by <= CORR_BY_MODULE ? count_stacks(c) : count_rows(c, opts);
}

static bool count_top(counter *c, const corr_top_opts *opts)
{
    corr_top *t = c->t;

    if (!sums_init(&c->sums, c->sel, &c->scratch) || !count_keys(c, opts) ||
        !list_keys(c))
        return false;
    if (c->sums.divided && !round_lines(c, opts->by))
        return false;
    if (!c->sums.counted)
        for (uint32_t i = 0; i < t->n; i++)
            t->line[i].self_obs = t->line[i].total_obs = 0;
    const uint32_t most = opts->most && opts->most < t->n ? opts->most : t->n;
    top_n_sort(t->line, t->n, sizeof *t->line, most,
               opts->cumulative ? line_by_total : line_by_self);
    give_ranks(c, most, opts->cumulative);
    return opts->by != CORR_BY_FUNCTION || find_under(c, most);
}

corr_top *corr_top_of(const corr_sel *sel, const corr_top_opts *opts,
                      corr_err *err)
{

    if (opts->by >= CORR_BY_COUNT) {
        corr_fail(err, CORR_EUSAGE,
                  "unknown key of rows; name one of corr help top");
        return NULL;
    }
    if (facet_prepare(sel->store, opts->by, opts->label, err) != CORR_OK)
        return NULL;
    corr_top *t = self_arena_new(corr_top, err);
    if (!t)
        return NULL;
    t->store = sel->store;
    t->by = opts->by;

    counter c = { .t = t, .sel = sel, .cumulative = opts->cumulative };
    c.scratch.limit = t->arena.limit;
    corr_code code = frames_init(&t->frames, t->store, keys_grain(opts->by),
                                 &opts->show, err);
    if (code == CORR_OK && !count_top(&c, opts))
        code = corr_no_memory(err);
    if (code == CORR_OK)
        frames_warn(&t->frames, sel->store);
    vec_free(&c.key);
    top_under_clear(&c.under);
    corr_arena_clear(&c.scratch);
    return KEEP_IF(!code, t, corr_top_free);
}

uint32_t corr_top_size(const corr_top *t)
{
    return t->n;
}

corr_top_row corr_top_at(const corr_top *t, uint32_t i)
{
    const top_line *l = &t->line[i];
    const key_row *key = &t->frames.keys.row.v[l->key];
    corr_top_row row = {
        .key = key->text.p,
        .frame = keys_frame_view(&t->frames.keys, l->key),
        .self = l->self,
        .total = l->total,
        .obs = l->self_obs,
        .total_obs = l->total_obs,
        .rank = l->rank,
        .lo = l->lo,
        .hi = l->hi,
        .under = l->under ? t->frames.keys.row.v[l->under].text.p : NULL,
        .under_share = l->under ? l->under_share : NAN,
    };

    row.from = CORR_NO_TIME;
    if (l->pause) {
        const top_pause *p = &t->pause.v[l->pause - 1];
        row.from = p->from;
        row.ndelayed = p->known ? (int64_t)p->n : -1;
    }
    if (l->span) {
        row.trace = store_span(t->store, l->span)->trace;
        if (t->by == CORR_BY_SPAN)
            row.span = store_span(t->store, l->span)->id;
    }
    return row;
}

corr_delayed corr_top_delayed(const corr_top *t, uint32_t i, uint32_t k)
{
    return t->delayed.v[t->pause.v[t->line[i].pause - 1].first + k];
}

void corr_top_free(corr_top *t)
{
    if (!t)
        return;
    vec_free(&t->pause);
    vec_free(&t->delayed);
    frames_clear(&t->frames);
    self_arena_free(t);
}
