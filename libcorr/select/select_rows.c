/* select_rows - the rows of a selection one by one, as writers see them. */
#include <assert.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "corr_write.h"
#include "model/interval.h"
#include "select/select.h"

typedef struct position {
    uint32_t input, row, part;
    size_t k;
} position;

SORT_BY(position_by_record, position, ASC(input), ASC(row), ASC(part), ASC(k))

/* Whether two positions are of one record: a record may be several rows, each
 * with its own time. */
static bool is_same_record(const corr_sel *sel, const position *a,
                           const position *b)
{
    return a->input == b->input && a->row == b->row &&
           sel->part.v[a->part].segment == sel->part.v[b->part].segment;
}

bool sel_order(corr_sel *sel)
{
    size_t n = 0;

    for (size_t p = 0; p < sel->part.n; p++)
        n += sel->part.v[p].n;
    position *all = malloc((n ? n : 1) * sizeof *all);
    if (!all || !vec_reserve(&sel->order, n)) {
        free(all);
        return false;
    }
    size_t at = 0;
    for (size_t p = 0; p < sel->part.n; p++) {
        const sel_part *part = &sel->part.v[p];
        const segment *g = sel_segment(sel, part);
        for (size_t k = 0; k < part->n; k++) {
            size_t row = sel_row(part, k);
            all[at++] =
                (position){ part->input, g->row ? g->row[row] : (uint32_t)row,
                            (uint32_t)p, k };
        }
    }
    qsort(all, n, sizeof *all, position_by_record);
    for (size_t i = 0; i < n; i++) {
        const bool is_next = i > 0 && is_same_record(sel, &all[i - 1], &all[i]);
        const uint32_t tick = is_next ? sel->order.v[i - 1].tick + 1 : 0;

        sel->order.v[i] = (sel_at){ all[i].part, (uint32_t)all[i].k, tick };
    }
    sel->order.n = n;
    free(all);
    return true;
}

/* Returns the current position of the iterator and moves it one step. */
static bool step_iterator(corr_sel_iter *it, const sel_part **part, size_t *k)
{
    const corr_sel *sel = it->sel;

    it->at -= it->split > 0; /* the same row again */
    if (sel->order.n) {
        if (it->at >= sel->order.n)
            return false;
        *part = &sel->part.v[sel->order.v[it->at].part];
        *k = sel->order.v[it->at].k;
        it->at++;
        return true;
    }
    while (it->part < sel->part.n && it->at >= sel->part.v[it->part].n) {
        it->part++;
        it->at = 0;
    }
    if (it->part >= sel->part.n)
        return false;
    *part = &sel->part.v[it->part];
    *k = it->at++;
    return true;
}

/* Fills in the part of a row that one span has. */
static void set_part(const corr_store *st, const join_part *p, corr_row *r)
{
    r->share = p->share;
    r->rung = (corr_rung)p->rung;
    r->confidence = corr_rung_base(r->rung) * join_certainty(p);
    r->span = store_span(st, p->span)->id;
    r->trace = store_span(st, p->span)->trace;
}

/* Keeps the parts of spans in scope. */
static size_t keep_asked(const corr_sel *sel, const join_part *part, size_t n,
                         join_part *kept)
{
    size_t k = 0;

    for (size_t i = 0; i < n; i++)
        if (!sel->in || sel->in[part[i].span])
            kept[k++] = part[i];
    return k;
}

/* Fills in one line of a divided row.  Each part is a line; if all rows are
 * requested, the remainder is a line, too.  Larger shares come first. */
static void set_parts(corr_sel_iter *it, const join_part *part, size_t n,
                      corr_row *r)
{
    const corr_sel *sel = it->sel;
    join_part kept[JOIN_PARTS];
    const size_t k = keep_asked(sel, part, n, kept);
    double rest = 1;
    size_t at = 0; /* the line of the remainder */

    for (size_t i = 0; i < k; i++)
        rest -= kept[i].share;
    const bool has_rest = !sel->asked && rest > JOIN_NOTHING;
    while (has_rest && at < k && kept[at].share >= rest)
        at++;
    const size_t line = it->split;
    it->split = line + 1 < k + has_rest ? (uint32_t)line + 1 : 0;
    if (has_rest && line == at)
        r->share = rest;
    else if (k)
        set_part(sel->store, &kept[line - (has_rest && line > at)], r);
}

/* Fills in a row of a profile that a span names.  If all rows are requested,
 * the remainder is a line of its own, the larger share first. */
static void set_own(corr_sel_iter *it, const join_own *own, corr_row *r)
{
    const corr_sel *sel = it->sel;
    const bool divides = sel->joined && !sel->asked && own->bond.share < 1;
    const bool second = divides && it->split;

    it->split = divides && !second;
    if (divides && second != (own->bond.share < 0.5)) {
        r->share = 1 - own->bond.share;
        return;
    }
    r->share = divides ? own->bond.share : r->share;
    r->rung = own->rung;
    r->confidence = corr_rung_base(own->rung) * own->bond.certainty;
    r->span = store_span(sel->store, own->span)->id;
    r->trace = store_span(sel->store, own->span)->trace;
}

static void set_verdict(corr_sel_iter *it, const sel_part *part, size_t k,
                        size_t row, corr_row *r)
{
    const corr_store *st = it->sel->store;
    const join_part *has;
    join_part one;

    r->share = sel_asked(it->sel, part, k);
    r->rung = part->rung;
    if (!st->join)
        return;
    const join_segment *js = join_at(st->join, part->input, part->segment);
    const size_t n = join_parts(js, row, &one, &has);
    r->why = js->rung ? (corr_why)js->why[row] : js->all;
    if (js->own && js->own[row].span) {
        set_own(it, &js->own[row], r);
    } else if (has != &one && it->sel->joined) {
        set_parts(it, has, n, r);
    } else if (n) {
        one = *has;
        one.share = r->share;
        one.rung = (uint8_t)join_seen(one.rung, r->share);
        set_part(st, &one, r);
    }
}

bool corr_sel_next(corr_sel_iter *it, corr_row *r)
{
    const sel_part *part;
    size_t k;

    if (!step_iterator(it, &part, &k))
        return false;
    const input *in = store_input(it->sel->store, part->input);
    const segment *g = sel_segment(it->sel, part);
    const kind_row *kind = &in->kind.v[g->kind];
    const size_t row = sel_row(part, k);
    const thread_row *t = &in->thread.v[g->thread ? g->thread[row] : 0];
    const uint64_t root = g->root ? g->root[row] : 0;
    *r =
        (corr_row){ .input = part->input,
                    .stack = segment_stack(g, row),
                    .file = in->file.path,
                    .row = g->row ? g->row[row] : UINT32_MAX,
                    .tick = it->sel->order.n ? it->sel->order.v[it->at - 1].tick
                                             : 0,
                    .kind_id = g->kind,
                    .kind = input_text(in, kind->name),
                    .type = input_text(in, kind->type),
                    .unit = kind->unit,
                    .period = kind->period,
                    .value = segment_value(g, row),
                    .obs = segment_obs(g, row),
                    .squares = segment_squares(g, row),
                    .time = g->time ? g->time[row] : CORR_NO_TIME,
                    .label_span = g->span && g->span[row] ? g->span[row] : root,
                    .label_trace = segment_trace(g, row),
                    .labels = g->labels ? g->labels[row] : 0,
                    .is_context = kind->flags & CORR_KIND_CONTEXT,
                    .thread = input_text(in, t->name),
                    .tid = t->os_id ? t->os_id : t->vm_id };
    r->at = r->time;
    r->lasts = r->time != CORR_NO_TIME && interval_is(in, g) &&
                       !interval_has_ticks(in, g)
                   ? max_i64(g->dur[row], 0)
                   : -1;
    if (r->time != CORR_NO_TIME)
        r->time = sub_clamped(r->time, in->clock.shift);
    set_verdict(it, part, k, row, r);
    r->share *= sel_within(it->sel, part, k);
    return true;
}

corr_kind_row corr_sel_kind(const corr_sel *sel, uint32_t which, uint32_t kind)
{
    const input *in = store_input(sel->store, which);
    const kind_row *k = &in->kind.v[kind];

    return (corr_kind_row){ .name = input_text(in, k->name),
                            .type = input_text(in, k->type),
                            .unit = k->unit,
                            .period = k->period,
                            .flags = k->flags,
                            .wait = (corr_wait)k->wait,
                            .threshold = k->threshold };
}

uint32_t corr_stack_depth(const corr_sel *sel, uint32_t in, uint32_t stack)
{
    return (uint32_t)sel_stack(sel, in, stack).n;
}

corr_frame_view corr_stack_at(const corr_sel *sel, uint32_t which,
                              uint32_t stack, uint32_t i)
{
    const narrow_part shown = sel_stack(sel, which, stack);

    const input *in = store_input(sel->store, which);

    assert(i < shown.n);
    return input_frame(in, narrow_part_at(&shown, i));
}

void corr_stack_frames(const corr_sel *sel, uint32_t which, uint32_t stack,
                       uint32_t *to)
{
    const narrow_part shown = sel_stack(sel, which, stack);

    for (size_t i = 0; i < shown.n; i++)
        to[i] = narrow_part_at(&shown, i);
}

uint32_t corr_nlabels(const corr_sel *sel, uint32_t in, uint32_t labels)
{
    return store_input(sel->store, in)->label.set_n.v[labels];
}

corr_label corr_label_at(const corr_sel *sel, uint32_t in, uint32_t labels,
                         uint32_t i)
{
    return input_label(store_input(sel->store, in), labels, i);
}

/* ---- members -------------------------------------------------------- */

void corr_sel_free(corr_sel *sel)
{
    if (!sel)
        return;
    for (size_t i = 0; sel->duplicate && i < sel->store->input.n; i++)
        duplicate_clear(&sel->duplicate[i]);
    vec_free(&sel->part);
    vec_free(&sel->order);
    remarks_clear(&sel->remarks);
    self_arena_free(sel);
}

uint64_t corr_sel_rows(const corr_sel *sel, corr_rung rung)
{
    return rung < CORR_RUNG_COUNT ? sel->rung_rows[rung] : 0;
}

corr_sel_facts corr_sel_facts_of(const corr_sel *sel)
{
    return sel->facts;
}
