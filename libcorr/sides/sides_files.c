/*
 * sides_files - the files of a side: files with matching samples, and files
 * that ran without such a sample.
 */
#include "sides/sides.h"

#include <string.h>

#include "base/base.h"
#include "store/process_match.h"

static void window_of(const side *d, const input *in, const segment *g,
                      side_file *f)
{
    f->from = g ? input_from(in, g) : in->from;
    f->to = in->to;
    f->length = in->process.length ? in->process.length : -1;
    if (f->from == CORR_NO_TIME)
        return;
    if (d->q->from || d->q->to) {
        f->from = max_i64(f->from, d->q->from);
        f->to = min_i64(f->to, d->q->to);
    }
    f->to = max_i64(f->to, f->from);
    f->length = f->to - f->from;
}

/* Adds a file without the time that other recordings cover. If they cover all
 * of its selected time, the file ran for no time. */
static bool add_parts(side *d, side_file f)
{
    const duplicate_times *others =
        d->sel->duplicate ? &d->sel->duplicate[f.input] : NULL;
    const int64_t to = f.to;
    loss_row left;

    if (!others || !others->run.n)
        return vec_push(&d->file, f);
    (void)duplicate_left(others, f.from, to, &left);
    do {
        f.from = left.from;
        f.to = max_i64(left.from, left.to);
        f.length = f.to - f.from;
        f.goes_on = duplicate_left(others, f.to, to, &left);
        if (!vec_push(&d->file, f))
            return false;
    } while (f.goes_on);
    return true;
}

/* Adds an input. g: its segment on the side; NULL: it has no sample there. */
static bool add_file(sides *s, side *d, uint32_t in, const segment *g)
{
    const process_match *t = &s->st->match.v[in];
    side_file f = { .input = in, .proc = t->proc, .service = t->service };

    if (d->file_of[in])
        return true;
    d->file_of[in] = (uint32_t)d->file.n + 1;
    window_of(d, s->st->input.v[in], g, &f);
    return add_parts(d, f);
}

/* Whether an input in use has a segment of a kind that was not left out. */
static bool has_active_kind(const sides *s, uint32_t in, corr_str kind)
{
    const input *p = s->st->input.v[in];
    bool has = false;

    for (size_t k = 1; k < p->segment.n; k++) {
        const segment *g = &p->segment.v[k];
        has =
            has || (!g->left_out && !g->is_first &&
                    corr_str_eq(input_text(p, p->kind.v[g->kind].name), kind));
    }
    return has && s->st->match.v[in].used;
}

static bool list_files(sides *s, side *d)
{
    bool ok;

    d->file_of = corr_arena_new(&s->arena, uint32_t, s->st->input.n);
    ok = d->file_of != NULL;
    for (size_t i = 0; ok && i < d->sel->part.n; i++)
        ok = add_file(s, d, d->sel->part.v[i].input,
                      sel_segment(d->sel, &d->sel->part.v[i]));
    return ok;
}

/* Whether the time of an input touches the requested window. */
static bool is_in_time(const corr_query *q, const input *in)
{
    const stretch asked = { q->from, q->to };
    const bool touches =
        input_is_timed(in) && stretch_touch(input_ran(in), asked);

    for (size_t k = 1; touches && k < in->segment.n; k++)
        if (segment_is_timeless(&in->segment.v[k]) &&
            !stretch_within(input_ran(in), asked))
            return false; /* the selection leaves such samples out */
    return touches || (!q->from && !q->to);
}

/* Whether the samples themselves carry a label of the query. */
static bool is_label_of_samples(const sides *s, const side *d,
                                const char *label)
{
    const sel_part *p = d->sel->part.v;
    corr_str key, want;
    corr_label said;

    if (!d->sel->part.n || !corr_str_cut(corr_str_of(label), '=', &key, &want))
        return false;
    const segment *g = sel_segment(d->sel, p);
    return g->labels && input_find_label(store_input(s->st, p->input),
                                         g->labels[sel_row(p, 0)], key, &said);
}

static bool has_label(const corr_query *q, const char *label)
{
    for (size_t i = 0; i < q->nlabels; i++)
        if (strcmp(q->labels[i], label) == 0)
            return true;
    return false;
}

/* Whether the labels of a query select samples, not sides or files: each label
 * is in both queries, and samples carry it. */
static bool labels_select_samples(const sides *s, unsigned w)
{
    const corr_query *q = s->side[w].q;

    for (size_t i = 0; i < q->nlabels; i++)
        if (!has_label(s->side[!w].q, q->labels[i]) ||
            !(is_label_of_samples(s, &s->side[0], q->labels[i]) ||
              is_label_of_samples(s, &s->side[1], q->labels[i])))
            return false;
    return true;
}

/* Whether an input belongs to a side apart from its samples: by kind, group,
 * input number and time. */
static bool is_of_side(const sides *s, const side *d, uint32_t i)
{
    const corr_query *q = d->q;
    const input *in = store_input(s->st, i);

    return has_active_kind(s, i, d->sel->facts.kind) && !input_is_host(in) &&
           !sel_is_duplicate(d->sel, i) && !q->span &&
           !(q->trace.hi | q->trace.lo) &&
           (!q->group || in->group == q->group) &&
           (!q->input || q->input == i + 1) && is_in_time(q, in);
}

/* Adds files without a matching sample: they ran, and their requests came. Only
 * files of services with matching samples are added; for chosen spans, any file
 * of the kind. */
static bool list_files_without_samples(sides *s)
{
    bool *has = corr_arena_new(&s->arena, bool, s->st->spans.service.n + 1);
    bool ok = has != NULL;

    for (unsigned w = 0; ok && w < 2; w++)
        for (size_t i = 0; i < s->side[w].file.n; i++)
            has[s->side[w].file.v[i].service] = true;
    for (unsigned w = 0; ok && w < 2; w++) {
        side *d = &s->side[w];
        const bool any = labels_select_samples(s, w);
        for (uint32_t i = 0; ok && i < s->st->input.n; i++)
            if (d->q->nchosen ? has_active_kind(s, i, d->sel->facts.kind)
                              : any && has[s->st->match.v[i].service] &&
                                    is_of_side(s, d, i))
                ok = add_file(s, d, i, NULL);
    }
    return ok;
}

bool sides_list_files(sides *s)
{
    bool ok = true;

    for (unsigned w = 0; ok && w < 2; w++)
        ok = list_files(s, &s->side[w]);
    return ok && list_files_without_samples(s);
}
