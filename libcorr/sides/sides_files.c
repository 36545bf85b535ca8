/*
 * sides_files - the files of a side: files with matching samples, and files
 * that ran without such a sample.
 */
#include "sides/sides.h"

#include <string.h>

#include "base/base.h"
#include "model/input_recording.h"
#include "store/process_match.h"

/* Returns the time of a sum, a whole step, that is nearest to a time. */
static int64_t nearest_step(int64_t time)
{
    const int64_t at = add_clamped(time, CORR_RECORDING_STEP / 2);
    const int64_t past = at % CORR_RECORDING_STEP;

    return sub_clamped(at, past < 0 ? past + CORR_RECORDING_STEP : past);
}

/* g: a segment of the file on the side; NULL: it has no sample there. */
static void window_of(const side *d, const input *in, const segment *g,
                      side_file *f)
{
    const recording_row *r =
        f->recording ? &in->recording.v[f->recording - 1] : NULL;
    const int64_t length = r ? r->length : in->process.length;

    f->from = r ? r->from : g ? input_from(in, g) : in->from;
    f->to = r ? r->to : in->to;
    f->length = length > 0 ? length : -1;
    if (f->from == CORR_NO_TIME)
        return;
    if (d->q->from || d->q->to) {
        f->from = max_i64(f->from, d->q->from);
        f->to = min_i64(f->to, d->q->to);
    }
    f->to = max_i64(f->to, f->from);
    f->origin = r ? nearest_step(f->from) : f->from;
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
        f.origin = f.from;
        f.length = f.to - f.from;
        f.goes_on = duplicate_left(others, f.to, to, &left);
        if (!vec_push(&d->file, f))
            return false;
    } while (f.goes_on);
    return true;
}

/* Returns the service that a recording names, or else that of the input; 0: it is
 * unknown. */
static uint32_t service_of(const sides *s, uint32_t in, uint32_t recording)
{
    const input *p = store_input(s->st, in);
    const uint32_t named =
        recording ? process_service_named(
                        &s->st->spans,
                        input_text(p, p->recording.v[recording - 1].service))
                  : 0;

    return named ? named : s->st->match.v[in].service;
}

/* Adds a file, if it is new: an input, or a recording of it. g: as in
 * window_of. */
static bool add_file(sides *s, side *d, uint32_t in, uint32_t recording,
                     const segment *g)
{
    uint32_t *at = sides_file_of(d, in, recording);
    side_file f = { .input = in,
                    .recording = recording,
                    .proc = s->st->match.v[in].proc };

    if (*at)
        return true;
    *at = (uint32_t)d->file.n + 1;
    f.service = service_of(s, in, recording);
    window_of(d, store_input(s->st, in), g, &f);
    return add_parts(d, f);
}

/* Whether a segment has a kind, and samples of that kind count. */
static bool is_active(const input *in, const segment *g, corr_str kind)
{
    return !g->left_out && !g->is_first &&
           corr_str_eq(input_text(in, in->kind.v[g->kind].name), kind);
}

/* Whether an input in use has a segment of a kind that was not left out. */
static bool has_active_kind(const sides *s, uint32_t in, corr_str kind)
{
    const input *p = store_input(s->st, in);
    bool has = false;

    for (size_t k = 1; k < p->segment.n; k++)
        has = has || is_active(p, &p->segment.v[k], kind);
    return has && s->st->match.v[in].used;
}

/* Adds the file of each row. */
static bool list_rows(sides *s, side *d, const sel_part *p)
{
    const segment *g = sel_segment(d->sel, p);
    const input *in = store_input(s->st, p->input);

    for (size_t k = 0; k < p->n && in->recording.n; k++) {
        const size_t row = sel_row(p, k);
        const uint32_t r = input_recording(in, g, row);
        if (!add_file(s, d, p->input, r, g))
            return false;
        d->file.v[*sides_file_of(d, p->input, r) - 1].lacks_times |=
            !g->time || g->time[row] == CORR_NO_TIME;
    }
    if (in->recording.n)
        return true;
    if (!add_file(s, d, p->input, 0, g))
        return false;
    d->file.v[*sides_file_of(d, p->input, 0) - 1].lacks_times |= !g->time;
    return true;
}

static bool list_files(sides *s, side *d)
{
    bool ok;

    d->file_of = corr_arena_new(&s->arena, uint32_t,
                                (size_t)d->unit_of[s->st->input.n] + 1);
    ok = d->file_of != NULL;
    for (size_t i = 0; ok && i < d->sel->part.n; i++)
        ok = list_rows(s, d, &d->sel->part.v[i]);
    return ok;
}

/* Numbers the units of all inputs. */
static const uint32_t *number_units(sides *s)
{
    const size_t n = s->st->input.n;
    uint32_t *of = corr_arena_new(&s->arena, uint32_t, n + 1);

    for (uint32_t i = 0; of && i < n; i++)
        of[i + 1] = of[i] + (uint32_t)max_i64(
                                1, (int64_t)store_input(s->st, i)->recording.n);
    return of;
}

/* Whether the time of an input touches the requested window. */
static bool is_in_time(const corr_query *q, const input *in)
{
    const stretch asked = { q->from, q->to };
    const bool touches =
        input_is_timed(in) && stretch_touch(input_ran(in), asked);

    for (size_t k = 1; touches && k < in->segment.n; k++)
        if (!in->recording.n && segment_is_timeless(&in->segment.v[k]) &&
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

/* Whether the recording of a row that does not match belongs to a side: it ran
 * then, and its service has matching samples; has: by service, or NULL. */
static bool is_recording_of_side(const sides *s, const side *d, uint32_t i,
                                 const segment *g, size_t row, const bool *has)
{
    const input *in = store_input(s->st, i);
    const stretch asked = { d->q->from, d->q->to };
    const stretch ran = input_row_ran(in, g, row);
    const bool has_time = g->time && g->time[row] != CORR_NO_TIME;

    return (!has || has[service_of(s, i, input_recording(in, g, row))]) &&
           ((!asked.from && !asked.to) ||
            (ran.from != CORR_NO_TIME &&
             (has_time ? stretch_touch(ran, asked)
                       : stretch_within(ran, asked))));
}

/* Adds an input, or its recordings that have samples of the kind. */
static bool add_input(sides *s, side *d, uint32_t i, const bool *has)
{
    const input *in = store_input(s->st, i);

    if (!in->recording.n)
        return (has && !has[s->st->match.v[i].service]) ||
               add_file(s, d, i, 0, NULL);
    for (size_t k = 1; k < in->segment.n; k++) {
        const segment *g = &in->segment.v[k];
        const size_t n = is_active(in, g, d->sel->facts.kind) ? g->n : 0;
        for (size_t row = 0; row < n; row++) {
            const uint32_t r = input_recording(in, g, row);
            if (r && !*sides_file_of(d, i, r) &&
                is_recording_of_side(s, d, i, g, row, has) &&
                !add_file(s, d, i, r, NULL))
                return false;
        }
    }
    return true;
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
                              : any && is_of_side(s, d, i))
                ok = add_input(s, d, i, d->q->nchosen ? NULL : has);
    }
    return ok;
}

bool sides_list_files(sides *s)
{
    const uint32_t *unit_of = number_units(s);
    bool ok = unit_of != NULL;

    for (unsigned w = 0; ok && w < 2; w++) {
        s->side[w].unit_of = unit_of;
        ok = list_files(s, &s->side[w]);
    }
    return ok && list_files_without_samples(s);
}
