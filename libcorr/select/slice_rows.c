/* slice_rows - the records of samples that are kept. */
#include "select/slice.h"

#include <math.h>

#include "base/base.h"
#include "corr_sort.h"
#include "select/select.h"

static bool keep_row(corr_slice *s, uint32_t i, const segment *g, size_t row,
                     double share)
{
    const bool is_timed = g->time && g->time[row] != CORR_NO_TIME;
    const int64_t length = g->dur ? g->dur[row] : 0;
    const kept_row kept = { i, g->row ? g->row[row] : (uint32_t)row, share,
                            is_timed ? add_clamped(g->time[row], length)
                                     : CORR_NO_TIME };

    return vec_push(&s->row, kept);
}

static bool add_selected(corr_slice *s, const corr_sel *sel)
{
    bool ok = true;

    for (size_t p = 0; p < sel->part.n; p++) {
        const sel_part *from = &sel->part.v[p];
        const segment *g = sel_segment(sel, from);
        if (store_input(s->st, from->input)->format != s->format)
            continue;
        for (size_t k = 0; ok && k < from->n; k++)
            ok = keep_row(s, from->input, g, sel_row(from, k),
                          from->share ? from->share[k] : 1);
    }
    return ok;
}

static bool add_all_rows(corr_slice *s, uint32_t i)
{
    const input *in = store_input(s->st, i);
    bool ok = true;

    for (size_t n = 1; n < in->segment.n; n++) {
        const segment *g = &in->segment.v[n];
        for (size_t row = 0; ok && row < g->n; row++)
            ok = keep_row(s, i, g, row, 1);
    }
    return ok;
}

SORT_BY(kept_by_record, kept_row, ASC(input), ASC(row), DESC(share))

SORT_BY(kept_by_end, kept_row, ASC(input), ASC(end))

/* Removes rows of the same record: a record has a row for each of its values.
 * If the format has blocks, rows are ordered by time, because blocks are found
 * by it. */
static void dedupe_rows(corr_slice *s)
{
    size_t n = 0;

    if (s->format->block) {
        vec_sort(&s->row, kept_by_end);
        return;
    }
    vec_sort(&s->row, kept_by_record);
    for (size_t i = 0; i < s->row.n; i++) {
        const kept_row *r = &s->row.v[i];
        if (n && s->row.v[n - 1].input == r->input &&
            s->row.v[n - 1].row == r->row)
            continue;
        s->row.v[n++] = *r;
    }
    s->row.n = n;
    s->expected = n;
}

/* Makes a part for each input with rows; a merge has a part for each input,
 * because every input contributes to the description of the whole. */
static bool make_parts(corr_slice *s)
{
    bool ok = true;
    size_t at = 0;

    for (uint32_t i = 0; ok && i < s->st->input.n; i++) {
        slice_part p = { i, at, 0 };
        const input *in = store_input(s->st, i);
        while (at < s->row.n && s->row.v[at].input == i)
            at++;
        p.n = at - p.first;
        if (p.n || (slice_takes(s, in) && !slice_repeats(s, i) &&
                    (s->adds || slice_outlines(s, in))))
            ok = vec_push(&s->part, p);
    }
    return ok;
}

/* The selected total of a kind in the inputs that are cut.  An empty name is
 * replaced by the first selected kind.  CORR_NO_TOTAL: it needs more than 63
 * bits. */
static int64_t selected_total(const corr_slice *s, const corr_sel *sel,
                              corr_str *kind, corr_unit *unit)
{
    double divided = 0;
    int64_t total = 0;

    for (size_t p = 0; p < sel->part.n; p++) {
        const sel_part *from = &sel->part.v[p];
        const segment *g = sel_segment(sel, from);
        const input *in = store_input(s->st, from->input);
        const kind_row *k = &in->kind.v[g->kind];
        if (in->format != s->format)
            continue;
        if (kind->n == 0)
            *kind = input_text(in, k->name);
        if (!corr_str_eq(*kind, input_text(in, k->name)))
            continue;
        *unit = k->unit;
        for (size_t i = 0; i < from->n; i++) {
            const int64_t v = segment_value(g, sel_row(from, i));
            if (from->share && from->share[i] < 1)
                divided += (double)v * from->share[i];
            else
                total = corr_exact_sum(total, v);
        }
    }
    return fabs(divided) < 0x1p62 ? corr_exact_sum(total, llround(divided))
                                  : CORR_NO_TOTAL;
}

/* Sums up the facts that a view would show of the inputs that are cut; if the
 * view shows none of them, the first kind that they have. */
static void sum_up_facts(corr_slice *s, const corr_sel *shown,
                         const corr_sel *all)
{
    corr_sel_facts *f = &s->facts;

    *f = corr_sel_facts_of(shown);
    f->total = selected_total(s, shown, &f->kind, &f->unit);
    if (f->total)
        return;
    f->kind = (corr_str){ "", 0 };
    f->evidence = (corr_evidence){ .expected = -1 };
    f->total = selected_total(s, all, &f->kind, &f->unit);
}

void slice_remark_parts(corr_slice *s, const duplicates *d)
{
    s->remarks.arena = &s->st->arena;
    if (d->parts)
        remark_add(&s->remarks, .rule = REMARK_PART, .n = d->parts,
                   .a = d->part, .b = d->of_whole);
}

/* Selects rows with all kinds, unless the query names one: records are kept
 * with all their values. */
corr_code slice_select_rows(corr_slice *s, const corr_query *q, corr_err *err)
{
    corr_query view = *q;
    bool ok = true;

    /* a record is kept whichever state or duplicate it is */
    view.every_state = view.every_record = true;
    corr_query every = view;
    s->from = q->from;
    s->to = q->to;
    every.every_kind = !q->measure;
    corr_sel *shown = corr_sel_of(s->st, &view, err);
    corr_sel *all = shown ? corr_sel_of(s->st, &every, err) : NULL;
    corr_code code = all ? slice_choose_format(s, all, err) : err->code;
    if (all && !code) {
        sum_up_facts(s, shown, all);
        if (s->facts.total == CORR_NO_TOTAL)
            code =
                corr_fail(err, CORR_ELIMIT,
                          "the %.*s of the cut add up to 2^63 or more, which "
                          "corr cannot count",
                          CORR_STR_ARG(s->facts.kind));
        slice_remark_parts(s, &all->counts.duplicate);
        ok = add_selected(s, all);
        dedupe_rows(s);
        ok = ok && make_parts(s);
    }
    corr_sel_free(all);
    corr_sel_free(shown);
    return ok ? code : corr_no_memory(err);
}

bool slice_all_rows(corr_slice *s)
{
    bool ok = true;

    for (uint32_t i = 0; ok && i < s->st->input.n; i++)
        if (slice_takes(s, store_input(s->st, i)) && !slice_repeats(s, i))
            ok = add_all_rows(s, i);
    dedupe_rows(s);
    return ok && make_parts(s);
}
