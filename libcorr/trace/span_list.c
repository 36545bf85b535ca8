/* span_list - the spans that a query matches, each with its hottest code. */
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
#include "trace/waterfall.h"

typedef struct listed {
    uint32_t span;
    int64_t self; /* ns */
    amount value, obs;
    uint32_t hottest; /* key */
    int64_t hottest_value;
    bool sampled; /* a sampling profile of its process ran */
} listed;

struct corr_spanlist {
    corr_arena arena; /* owns this struct */
    corr_store *st;
    vec(listed) row;
    frames frames;
    corr_str kind;
    uint32_t *row_of; /* [spans + 1]: 1 + row; 0: not listed */
    uint8_t *blurred; /* [spans + 1]: samples name only its request */
};

/* The part of one sample in one listed span. */
typedef struct span_part {
    uint32_t row; /* of the list */
    uint32_t key; /* of the leaf */
    amount value, obs;
} span_part;

/* ---- samples of listed spans ------------------------------------------- */

typedef struct collecting {
    corr_spanlist *list;
    const corr_sel *sel;
    vec(span_part) part;
} collecting;

static uint32_t leaf_key(corr_spanlist *l, uint32_t in, uint32_t stack)
{
    narrow_part shown;

    if (!frames_shown(&l->frames, in, stack, &shown))
        return 0;
    return shown.n ? keys_frame(&l->frames.keys, in,
                                narrow_part_at(&shown, shown.n - 1))
                   : frames_nothing(&l->frames, in, stack);
}

/* Counts a sample, or a span's part of it, for the span and its ancestors in
 * the same process. */
static bool collect_part(collecting *c, const sel_part *p, size_t row,
                         const join_part *has)
{
    const spans *s = &c->list->st->spans;
    const segment *g =
        &store_input(c->list->st, p->input)->segment.v[p->segment];
    const int64_t obs = segment_obs(g, row);

    for (uint32_t at = has->span; at && s->root.v[at] == s->root.v[has->span];
         at = s->up.v[at]) {
        if (!c->list->row_of[at])
            continue;
        const span_part x = { c->list->row_of[at] - 1,
                              leaf_key(c->list, p->input,
                                       segment_stack(g, row)),
                              amount_of(segment_value(g, row), has->share),
                              amount_of(obs, has->share) };
        if (!x.key || !vec_push(&c->part, x))
            return false;
    }
    return true;
}

static bool collect_row(collecting *c, const sel_part *p, size_t row)
{
    const join_segment *js = join_at(c->list->st->join, p->input, p->segment);
    const join_part *has;
    join_part one;
    const size_t n = join_parts(js, row, &one, &has);

    if (n && join_is_request(js->rung[row]))
        c->list->blurred[js->span[row]] = 1;
    for (size_t i = 0; i < n; i++)
        if (!sel_is_weak(c->sel, has[i].rung) &&
            !collect_part(c, p, row, &has[i]))
            return false;
    if (!js->own || !js->own[row].span ||
        sel_is_weak(c->sel, js->own[row].rung))
        return true;
    one = (join_part){ .share = js->own[row].bond.share,
                       .span = js->own[row].span };
    return collect_part(c, p, row, &one);
}

SORT_BY(by_row_key, span_part, ASC(row), ASC(key))

/* Whether the key is hotter: larger value, then lesser name. */
static bool is_hotter(const corr_spanlist *l, const listed *r, uint32_t key,
                      int64_t value)
{
    if (!r->hottest || value != r->hottest_value)
        return !r->hottest || value > r->hottest_value;
    return corr_str_cmp(l->frames.keys.row.v[key].text,
                        l->frames.keys.row.v[r->hottest].text) < 0;
}

static void sum_parts(collecting *c)
{
    vec_sort(&c->part, by_row_key);
    for (size_t i = 0; i < c->part.n;) {
        const span_part *first = &c->part.v[i];
        listed *r = &c->list->row.v[first->row];
        amount value = { 0, 0 };
        for (; i < c->part.n && c->part.v[i].row == first->row &&
               c->part.v[i].key == first->key;
             i++) {
            value = amount_add(value, c->part.v[i].value);
            r->obs = amount_add(r->obs, c->part.v[i].obs);
        }
        r->value = amount_add(r->value, value);
        if (is_hotter(c->list, r, first->key, amount_round(value))) {
            r->hottest = first->key;
            r->hottest_value = amount_round(value);
        }
    }
}

/* Whether an input would have samples of a running span. */
static bool is_sampled(const corr_spanlist *l, uint32_t in, const kind_row *k,
                       uint32_t span)
{
    const corr_store *st = l->st;
    const span_row *r = store_span(st, span);
    const input *of = store_input(st, in);
    const process_match *t = &st->match.v[in];
    const int64_t from = max_i64(r->start, of->from);
    const int64_t to = min_i64(r->end, of->to);
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
            for (size_t n = 0; n < l->row.n; n++)
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
                             .weakest = q->weakest,
                             .focus = q->focus,
                             .ignore = q->ignore,
                             .thread = q->thread,
                             .labels = q->labels,
                             .nlabels = q->nlabels };
    corr_sel *sel = corr_sel_of(l->st, &all, err);
    collecting c = { .list = l, .sel = sel };
    bool ok = sel != NULL;

    if (!sel)
        return err ? err->code : CORR_ENOMEM;
    l->kind = sel->facts.kind;
    l->blurred = corr_arena_new(&l->arena, uint8_t, l->st->spans.at.n);
    ok = l->blurred != NULL;
    for (size_t p = 0; ok && p < sel->part.n; p++)
        for (size_t k = 0; ok && k < sel->part.v[p].n; k++)
            ok = collect_row(&c, &sel->part.v[p], sel_row(&sel->part.v[p], k));
    if (ok) {
        sum_parts(&c);
        find_sampled(l);
    }
    vec_free(&c.part);
    corr_sel_free(sel);
    if (ok)
        frames_warn(&l->frames, l->st);
    return ok && !l->frames.keys.failed ? CORR_OK : corr_no_memory(err);
}

/* ---- the list ------------------------------------------------------------ */

static bool list_rows(corr_spanlist *l, const uint8_t *in, uint32_t most)
{
    span_set_list all = { 0 };
    bool ok = span_set_slowest(l->st, in, most ? most : SIZE_MAX, &all);

    l->row_of = corr_arena_new(&l->arena, uint32_t, l->st->spans.at.n);
    ok = ok && l->row_of;
    for (size_t i = 0; ok && i < all.n; i++) {
        const uint32_t span = all.v[i].span;
        ok = vec_push(&l->row, (listed){ .span = span,
                                         .self = l->st->spans.self.v[span] });
        l->row_of[span] = (uint32_t)l->row.n;
    }
    vec_free(&all);
    return ok;
}

static bool has_listed(const corr_spanlist *l, const span_trace *t,
                       uint32_t most)
{
    for (uint32_t k = t->first; k < t->first + t->n; k++)
        if (l->row_of[k] && l->row_of[k] <= most)
            return true;
    return false;
}

/* Whether the trace has a span without an end, which lasts as long as its
 * children. */
static bool has_unfinished(const corr_spanlist *l, const span_trace *t)
{
    for (uint32_t k = t->first; k < t->first + t->n; k++)
        if (store_span(l->st, k)->flags & CORR_SPAN_UNFINISHED)
            return true;
    return false;
}

/* Computes the own time of the rows up to `most` with the clocks of all hosts
 * aligned and spans without an end extended to the end of their children. */
static corr_code time_self(corr_spanlist *l, uint32_t most, corr_err *err)
{
    const spans *all = &l->st->spans;
    clock_hosts clocks;
    corr_code code = CORR_OK;

    if (!clock_hosts_of(&clocks, l->st, UINT32_MAX))
        return corr_no_memory(err);
    const bool apart = clocks.apart && !l->st->keep_clocks;
    for (uint32_t t = 0; !code && t < all->trace.n; t++) {
        if ((!apart && !has_unfinished(l, &all->trace.v[t])) ||
            !has_listed(l, &all->trace.v[t], most))
            continue;
        corr_waterfall *w = waterfall_of(l->st, t, &clocks, false, err);
        for (uint32_t i = 0; w && i < w->n; i++)
            if (l->row_of[w->span[i]])
                l->row.v[l->row_of[w->span[i]] - 1].self =
                    corr_waterfall_at(w, i).self;
        code = w ? CORR_OK : CORR_ENOMEM;
        corr_waterfall_free(w);
    }
    clock_hosts_clear(&clocks);
    return code;
}

corr_spanlist *corr_spanlist_of(corr_store *st, const corr_query *q,
                                const corr_show *show, uint32_t most,
                                corr_err *err)
{
    corr_spanlist *l = self_arena_new(corr_spanlist, err);
    uint8_t *in = NULL;

    if (!l)
        return NULL;
    l->st = st;
    l->arena.limit = SIZE_MAX;
    corr_code code = store_join(st, err);
    if (!code)
        code = frames_init(&l->frames, st, KEY_FUNCTION, show, err);
    if (!code)
        code = span_set_of(st, q, &l->arena, &in, err);
    if (!code && !list_rows(l, in, most))
        code = corr_no_memory(err);
    if (!code)
        code = time_self(l, most ? most : UINT32_MAX, err);
    if (!code)
        code = find_hottest_code(l, q, err);
    return KEEP_IF(!code, l, corr_spanlist_free);
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

corr_str corr_spanlist_kind(const corr_spanlist *l)
{
    return l->kind;
}

static const input *input_of(const corr_spanlist *l, uint32_t span)
{
    return store_input(l->st, l->st->spans.at.v[span].input);
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

    return (corr_listed){
        .trace = r->trace,
        .id = r->id,
        .parent = r->parent,
        .handle = s->handle.v[row->span],
        .name = input_text(in, r->name),
        .service = input_text(in, p->service),
        .version = input_text(in, p->version),
        .thread = input_text(in, in->thread.v[r->thread].name),
        .start = r->start,
        .end = r->end,
        .self = row->self,
        .kind = r->kind,
        .status = r->status,
        .unfinished = (r->flags & CORR_SPAN_UNFINISHED) != 0,
        .known = (root == row->span || !l->blurred[root]) &&
                 (row->sampled || obs != 0),
        .value = amount_round(row->value),
        .obs = obs,
        .hottest = row->hottest ? keys_frame_view(&l->frames.keys, row->hottest)
                                : (corr_frame_view){ .function = { "", 0 } },
        .hottest_value = row->hottest_value,
    };
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
