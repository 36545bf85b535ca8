/* span_list - the spans that a query matches, or the requests among them, each
 * with the hottest code of the span and of all spans below it. */
#include <math.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "corr_trace.h"
#include "frames/frames.h"
#include "frames/stack_sums.h"
#include "join/prepare.h"
#include "select/select.h"
#include "select/span_set.h"
#include "store/clock_hosts.h"
#include "store/operation_names.h"
#include "trace/requests.h"
#include "trace/stack_leaf.h"
#include "trace/waterfall.h"

typedef struct listed {
    uint32_t span;
    int64_t self, self_lo, self_hi; /* ns */
    amount value, obs;
    uint32_t hottest, under; /* keys; under: the nearest application frame that
                                calls it */
    int64_t hottest_value;
    double rank;
    uint32_t rank_of;
    bool sampled; /* a sampling profile of its process ran */
} listed;

struct corr_spanlist {
    corr_arena arena; /* owns this struct */
    corr_store *st;
    vec(listed) row;
    uint32_t most; /* rows of which more is known than the span */
    corr_span_totals totals;
    frames frames;
    leaves leaves;
    corr_str kind;
    uint32_t *row_of; /* [spans + 1]: 1 + row, up to most; 0: not listed */
    uint8_t *blurred; /* [spans + 1]: samples name only its request */
};

/* The part of one sample in one listed span. */
typedef struct span_part {
    uint32_t row; /* of the list */
    leaf leaf;
    amount value, obs;
} span_part;

/* ---- samples of listed spans ------------------------------------------- */

typedef struct collecting {
    corr_spanlist *list;
    const corr_sel *sel;
    vec(span_part) part;
} collecting;

/* Counts a sample, or a span's part of it, for the span and the spans above it:
 * in its process, or of the whole request. */
static bool collect_part(collecting *c, const sel_part *p, size_t row,
                         const join_part *has, leaf at_leaf)
{
    const spans *s = &c->list->st->spans;
    const segment *g =
        &store_input(c->list->st, p->input)->segment.v[p->segment];
    const amount value = amount_of(segment_value(g, row), has->share);
    const amount obs = amount_of(segment_obs(g, row), has->share);

    for (uint32_t at = has->span;
         at && (c->list->totals.whole || s->root.v[at] == s->root.v[has->span]);
         at = s->up.v[at]) {
        if (!c->list->row_of[at])
            continue;
        const span_part x = { c->list->row_of[at] - 1, at_leaf, value, obs };
        if (!vec_push(&c->part, x))
            return false;
    }
    return true;
}

static bool collect_row(collecting *c, const sel_part *p, size_t row)
{
    const join_segment *js = join_at(c->list->st->join, p->input, p->segment);
    const segment *g =
        &store_input(c->list->st, p->input)->segment.v[p->segment];
    const join_part *has;
    join_part one;
    const size_t n = join_parts(js, row, &one, &has);
    leaf at_leaf;

    if (!leaves_of(&c->list->leaves, p->input, segment_stack(g, row), &at_leaf))
        return false;
    leaves_count(&c->list->leaves, p->input, segment_stack(g, row),
                 segment_value(g, row));
    if (n && join_is_request(js->rung[row]))
        c->list->blurred[js->span[row]] = 1;
    for (size_t i = 0; i < n; i++)
        if (!sel_is_weak(c->sel, has[i].rung) &&
            !collect_part(c, p, row, &has[i], at_leaf))
            return false;
    if (!js->own || !js->own[row].span ||
        sel_is_weak(c->sel, js->own[row].rung))
        return true;
    one = (join_part){ .share = js->own[row].bond.share,
                       .span = js->own[row].span };
    return collect_part(c, p, row, &one, at_leaf);
}

SORT_BY(by_row_key, span_part, ASC(row), ASC(leaf.key), ASC(leaf.under))

/* Whether the key is hotter: larger value, then lesser name. */
static bool is_hotter(const corr_spanlist *l, const listed *r, uint32_t key,
                      int64_t value)
{
    if (!r->hottest || value != r->hottest_value)
        return !r->hottest || value > r->hottest_value;
    return corr_str_cmp(l->frames.keys.row.v[key].text,
                        l->frames.keys.row.v[r->hottest].text) < 0;
}

/* Sums the parts of one row with one leaf, from part i on; *under is the caller
 * with most of it.  Returns the part after them. */
static size_t sum_leaf(const collecting *c, size_t i, listed *r, amount *sum,
                       uint32_t *under)
{
    const span_part *first = &c->part.v[i];
    amount most = { 0, 0 };

    *sum = (amount){ 0, 0 };
    *under = first->leaf.under;
    while (i < c->part.n && c->part.v[i].row == first->row &&
           c->part.v[i].leaf.key == first->leaf.key) {
        const uint32_t of = c->part.v[i].leaf.under;
        amount mine = { 0, 0 };
        for (; i < c->part.n && c->part.v[i].row == first->row &&
               c->part.v[i].leaf.key == first->leaf.key &&
               c->part.v[i].leaf.under == of;
             i++) {
            mine = amount_add(mine, c->part.v[i].value);
            r->obs = amount_add(r->obs, c->part.v[i].obs);
        }
        *sum = amount_add(*sum, mine);
        if (amount_round(mine) > amount_round(most)) {
            most = mine;
            *under = of;
        }
    }
    return i;
}

static void sum_parts(collecting *c)
{
    vec_sort(&c->part, by_row_key);
    for (size_t i = 0; i < c->part.n;) {
        const span_part *first = &c->part.v[i];
        listed *r = &c->list->row.v[first->row];
        uint32_t under;
        amount value;
        i = sum_leaf(c, i, r, &value, &under);
        r->value = amount_add(r->value, value);
        if (is_hotter(c->list, r, first->leaf.key, amount_round(value))) {
            r->hottest = first->leaf.key;
            r->under = under;
            r->hottest_value = amount_round(value);
        }
    }
}

/* Whether an input would have samples of a running span. */
static bool is_sampled(const corr_spanlist *l, uint32_t in, const kind_row *k,
                       uint32_t span)
{
    const corr_store *st = l->st;
    const input *of = store_input(st, in);
    const process_match *t = &st->match.v[in];
    stretch seen;

    if (!span_seen(store_span(st, span), &seen))
        return false;
    const int64_t from = max_i64(seen.from, of->from);
    const int64_t to = min_i64(seen.to, of->to);
    const int64_t length = sub_clamped(to, from);

    if (t->proc ? t->proc != st->spans.proc.v[span]
                : t->service != spans_service(&st->spans, span))
        return false;
    if (of->from == CORR_NO_TIME || length < 0)
        return false;
    return !(k->flags & CORR_KIND_RUNNABLE) || length == 0 ||
           input_unsampled(of, from, to) < length - length / 100;
}

/* Marks the sampled spans.  For other spans without samples, the usage is
 * unknown. */
static void find_sampled(corr_spanlist *l)
{
    const corr_store *st = l->st;

    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        for (size_t k = 1; st->match.v[i].used && k < in->kind.n; k++) {
            const kind_row *kind = &in->kind.v[k];
            if (!corr_str_eq(input_text(in, kind->name), l->kind))
                continue;
            for (size_t n = 0; n < l->row.n && n < l->most; n++)
                l->row.v[n].sampled = l->row.v[n].sampled ||
                                      is_sampled(l, i, kind, l->row.v[n].span);
        }
    }
}

static corr_code find_hottest_code(corr_spanlist *l, const corr_query *q,
                                   corr_err *err)
{
    const corr_query all = { .measure = q->measure,
                             .joined = true,
                             .tied_only = true,
                             .weakest = q->weakest,
                             .focus = q->focus,
                             .ignore = q->ignore,
                             .thread = q->thread,
                             .labels = q->labels,
                             .nlabels = q->nlabels };
    corr_sel *sel = corr_sel_of(l->st, &all, err);
    collecting c = { .list = l, .sel = sel };

    if (!sel)
        return err ? err->code : CORR_ENOMEM;
    l->kind = sel->facts.kind;
    l->blurred = corr_arena_new(&l->arena, uint8_t, l->st->spans.at.n);
    bool ok =
        l->blurred != NULL && leaves_init(&l->leaves, &l->frames, &l->arena);
    for (size_t p = 0; ok && p < sel->part.n; p++)
        for (size_t k = 0; ok && k < sel->part.v[p].n; k++)
            ok = collect_row(&c, &sel->part.v[p], sel_row(&sel->part.v[p], k));
    if (ok) {
        sum_parts(&c);
        find_sampled(l);
        ok = leaves_sum(&l->leaves);
    }
    vec_free(&c.part);
    corr_sel_free(sel);
    if (ok)
        frames_warn(&l->frames, l->st);
    return ok && !l->frames.keys.failed ? CORR_OK : corr_no_memory(err);
}

/* ---- the list ------------------------------------------------------------ */

/* Lists the spans in the set, the slowest `most` of them in order, and at most
 * `slowest`; 0: all. */
static bool list_rows(corr_spanlist *l, const uint8_t *in, uint32_t slowest)
{
    span_set_list all = { 0 };
    bool ok = span_set_slowest(l->st, in, l->most < slowest ? l->most : slowest,
                               &all);

    l->row_of = corr_arena_new(&l->arena, uint32_t, l->st->spans.at.n);
    ok = ok && l->row_of;
    for (size_t i = 0; ok && i < all.n && i < slowest; i++) {
        const uint32_t span = all.v[i].span;
        const int64_t self = l->st->spans.self.v[span];
        ok = vec_push(&l->row, (listed){ .span = span,
                                         .self = self,
                                         .self_lo = self,
                                         .self_hi = self,
                                         .rank = NAN });
        if (ok && i < l->most)
            l->row_of[span] = (uint32_t)l->row.n;
    }
    vec_free(&all);
    l->totals.merged = l->st->spans.merged.n > 0;
    return ok;
}

/* All spans that match, each with the samples of its process; the same, as
 * requests if all of them are entry spans; only the requests among them. */
typedef enum list_how { ALL_SPANS, ALL_MATCHES, ONLY_REQUESTS } list_how;

/* Keeps the requests in the set, unless it has only other spans. */
static bool keep_requests(corr_spanlist *l, const corr_query *q, list_how how,
                          uint8_t *in)
{
    const spans *s = &l->st->spans;
    uint8_t *is = corr_arena_new(&l->arena, uint8_t, s->at.n);
    corr_span_totals *t = &l->totals;
    uint32_t kept = 0;

    if (!is)
        return false;
    requests_mark(l->st, q->service, is);
    for (uint32_t i = 1; i < s->at.n; i++) {
        t->spans += in[i] != 0;
        t->entries += in[i] && request_is_entry(s, i);
        kept += in[i] && is[i];
    }
    t->requests = how == ONLY_REQUESTS && (kept || !t->spans);
    t->whole = t->requests ||
               (how == ALL_MATCHES && t->spans && t->entries == t->spans);
    t->listed = t->requests ? kept : t->spans;
    for (uint32_t i = 1; t->requests && i < s->at.n; i++)
        in[i] &= is[i];
    return true;
}

/* Ranks the rows up to most among the requests of their operations. */
static bool rank_rows(corr_spanlist *l)
{
    requests all;
    bool ok = requests_of(&all, l->st, 0, 0, &l->arena);

    for (size_t i = 0; ok && i < l->row.n && i < l->most; i++) {
        listed *r = &l->row.v[i];
        request_place place;
        r->rank = requests_place(&all, r->span, &place) ? place.rank : NAN;
        r->rank_of = place.n;
    }
    requests_clear(&all);
    return ok;
}

static bool has_listed(const corr_spanlist *l, const span_trace *t)
{
    for (uint32_t k = t->first; k < t->first + t->n; k++)
        if (l->row_of[k])
            return true;
    return false;
}

/* Whether the trace has a span without a start or end, which lasts as long as
 * its children, or one that stands for many calls. */
static bool is_unclear(const corr_spanlist *l, const span_trace *t)
{
    stretch ran;

    for (uint32_t k = t->first; k < t->first + t->n; k++)
        if (!span_ran(store_span(l->st, k), &ran) ||
            spans_summary(&l->st->spans, k))
            return true;
    return false;
}

/* Computes the own time of the rows up to most with the clocks of all hosts
 * aligned and spans without an end extended to the end of their children. */
static corr_code time_self(corr_spanlist *l, corr_err *err)
{
    const spans *all = &l->st->spans;
    clock_hosts clocks;
    corr_code code = CORR_OK;

    if (!clock_hosts_of(&clocks, l->st, UINT32_MAX))
        return corr_no_memory(err);
    const bool apart = clocks.apart && !l->st->keep_clocks;
    for (uint32_t t = 0; !code && t < all->trace.n; t++) {
        if ((!apart && !is_unclear(l, &all->trace.v[t])) ||
            !has_listed(l, &all->trace.v[t]))
            continue;
        corr_waterfall *w = waterfall_of(l->st, t, &clocks, false, err);
        for (uint32_t i = 0; w && i < w->n; i++)
            if (l->row_of[w->span[i]]) {
                const corr_span_view v = corr_waterfall_at(w, i);
                listed *row = &l->row.v[l->row_of[w->span[i]] - 1];
                row->self = v.self;
                row->self_lo = v.self_lo;
                row->self_hi = v.self_hi;
            }
        code = w ? CORR_OK : CORR_ENOMEM;
        corr_waterfall_free(w);
    }
    clock_hosts_clear(&clocks);
    return code;
}

static corr_code list_spans(corr_spanlist *l, const corr_query *q,
                            const corr_show *show, list_how how, corr_err *err)
{
    corr_query every = *q;
    uint8_t *in = NULL;

    every.slowest = 0;
    corr_code code = store_join(l->st, err);
    if (!code)
        code = frames_init(&l->frames, l->st, KEY_FUNCTION, show, err);
    if (!code)
        code = span_set_of(l->st, &every, &l->arena, &in, err);
    if (!code && !(keep_requests(l, q, how, in) &&
                   list_rows(l, in, q->slowest ? q->slowest : UINT32_MAX) &&
                   rank_rows(l)))
        code = corr_no_memory(err);
    if (!code)
        code = time_self(l, err);
    return code ? code : find_hottest_code(l, q, err);
}

static corr_spanlist *make_list(corr_store *st, const corr_query *q,
                                const corr_show *show, uint32_t most,
                                list_how how, corr_err *err)
{
    corr_spanlist *l = self_arena_new(corr_spanlist, err);

    if (!l)
        return NULL;
    l->st = st;
    l->arena.limit = SIZE_MAX;
    l->most = most ? most : UINT32_MAX;
    const corr_code code = list_spans(l, q, show, how, err);
    return KEEP_IF(!code, l, corr_spanlist_free);
}

corr_spanlist *corr_spanlist_of(corr_store *st, const corr_query *q,
                                const corr_show *show, uint32_t most,
                                corr_err *err)
{
    return make_list(st, q, show, most, ALL_SPANS, err);
}

corr_spanlist *corr_requests_of(corr_store *st, const corr_query *q,
                                const corr_show *show, uint32_t most, bool only,
                                corr_err *err)
{
    return make_list(st, q, show, most, only ? ONLY_REQUESTS : ALL_MATCHES,
                     err);
}

void corr_spanlist_free(corr_spanlist *l)
{
    if (!l)
        return;
    vec_free(&l->row);
    frames_clear(&l->frames);
    self_arena_free(l);
}

uint32_t corr_spanlist_size(const corr_spanlist *l)
{
    return (uint32_t)l->row.n;
}

corr_span_totals corr_spanlist_totals(const corr_spanlist *l)
{
    return l->totals;
}

corr_str corr_spanlist_kind(const corr_spanlist *l)
{
    return l->kind;
}

static const input *input_of(const corr_spanlist *l, uint32_t span)
{
    return store_input(l->st, l->st->spans.at.v[span].input);
}

static bool is_untold(const spans *s, uint32_t span)
{
    const span_summary *of = spans_summary(s, span);

    return of && of->untold;
}

corr_listed corr_spanlist_at(const corr_spanlist *l, uint32_t i)
{
    const listed *row = &l->row.v[i];
    const spans *s = &l->st->spans;
    const span_row *r = store_span(l->st, row->span);
    const input *in = input_of(l, row->span);
    const proc_row *p = &in->proc.v[r->proc];
    const uint32_t root = s->root.v[row->span];
    const int64_t obs = amount_round(row->obs);
    const corr_frame_view no_frame = { .function = { "", 0 } };
    int64_t took = -1;

    return (corr_listed){
        .trace = spans_trace_of(s, row->span),
        .id = r->id,
        .parent = r->parent,
        .handle = s->handle.v[row->span],
        .name = input_text(in, r->name),
        .service = input_text(in, p->service),
        .version = input_text(in, p->version),
        .thread = input_text(in, in->thread.v[r->thread].name),
        .start = moment_or(r->start, 0),
        .end = moment_or(r->end, moment_or(r->start, span_length(r))),
        .self = row->self,
        .self_lo = row->self_lo,
        .self_hi = row->self_hi,
        .calls = spans_calls(s, row->span),
        .untold = is_untold(s, row->span),
        .busy = spans_busy(s, l->st->input.v, row->span),
        .kind = r->kind,
        .status = r->status,
        .unfinished = !span_took(r, &took),
        .known = (root == row->span || !l->blurred[root]) &&
                 (row->sampled || obs != 0),
        .value = amount_round(row->value),
        .obs = obs,
        .is_entry = request_is_entry(s, row->span),
        .rank = row->rank,
        .rank_of = row->rank_of,
        .hottest = row->hottest ? keys_frame_view(&l->frames.keys, row->hottest)
                                : no_frame,
        .under = row->under ? keys_frame_view(&l->frames.keys, row->under)
                            : no_frame,
        .is_helper = row->hottest && leaves_is_helper(&l->leaves, row->hottest),
        .hottest_value = row->hottest_value,
    };
}

corr_str corr_spanlist_telling(const corr_spanlist *l, uint32_t i)
{
    return opname_span(l->st, opname_telling(l->st, l->row.v[i].span));
}

uint32_t corr_spanlist_nattrs(const corr_spanlist *l, uint32_t i)
{
    uint32_t span = l->row.v[i].span;

    return input_of(l, span)->label.set_n.v[store_span(l->st, span)->attrs];
}

corr_label corr_spanlist_attr(const corr_spanlist *l, uint32_t i, uint32_t k)
{
    uint32_t span = l->row.v[i].span;

    return input_label(input_of(l, span), store_span(l->st, span)->attrs, k);
}
