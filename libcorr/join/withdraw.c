#include "join/withdraw.h"

#include "base/base.h"
#include "store/selected_part.h"

/* ---- the spans of parts --------------------------------------------- */

/* Marks the spans that have the id, those of the part's process if there are
 * any. */
static void mark_named(const corr_store *st, uint32_t part, uint8_t *marked)
{
    const spans *s = &st->spans;
    const corr_trace_id any = { 0, 0 };
    const uint32_t proc = st->match.v[part].proc;
    const uint32_t first =
        spans_find(s, any, store_input(st, part)->fetched.span, NULL);
    bool own = false;

    for (uint32_t k = first; k; k = s->next_id.v[k])
        own |= proc && s->proc.v[k] == proc;
    for (uint32_t k = first; k; k = s->next_id.v[k])
        marked[k] |= !own || s->proc.v[k] == proc;
}

/* An array by span, 1: the samples of the span are in a part of a kind of the
 * input; NULL in *marked: there is no part.  False: out of memory. */
static bool mark_parts(const corr_store *st, uint32_t in, corr_str kind,
                       uint8_t **marked)
{
    *marked = NULL;
    for (uint32_t k = 0; k < st->input.n; k++) {
        if (!store_input(st, k)->fetched.span ||
            !selected_part_is_of(st, k, in, kind))
            continue;
        if (!*marked && !(*marked = calloc(st->spans.at.n, 1)))
            return false;
        mark_named(st, k, *marked);
    }
    return true;
}

/* Whether a span is marked, or the local root that it is below. */
static bool is_marked(const corr_store *st, const uint8_t *marked,
                      uint32_t span)
{
    return marked[span] || marked[st->spans.root.v[span]];
}

/* ---- rows ----------------------------------------------------------- */

static void drop_span(join_segment *js, size_t row)
{
    js->span[row] = 0;
    js->rung[row] = CORR_RUNG_NONE;
    js->why[row] = CORR_WHY_DUPLICATE;
    if (js->split)
        js->split[row] = 0;
}

/* Adds a division without the marked spans; its number, or 0 if none is left.
 * False: out of memory. */
static bool divide_anew(join_divided *d, const corr_store *st,
                        const uint8_t *marked, uint32_t split, uint32_t *anew)
{
    const uint32_t from = d->at.v[split - 1], to = d->at.v[split];
    const size_t before = d->part.n;

    for (uint32_t i = from; i < to; i++) {
        const join_part p = d->part.v[i];
        if (!is_marked(st, marked, p.span) && !vec_push(&d->part, p))
            return false;
    }
    *anew = 0;
    if (d->part.n == before)
        return true;
    *anew = (uint32_t)d->at.n;
    return vec_push(&d->at, (uint32_t)d->part.n);
}

static bool has_marked(const join_divided *d, const corr_store *st,
                       const uint8_t *marked, uint32_t split)
{
    for (uint32_t i = d->at.v[split - 1]; i < d->at.v[split]; i++)
        if (is_marked(st, marked, d->part.v[i].span))
            return true;
    return false;
}

/* Takes the marked spans from a row that several spans share. */
static bool withdraw_shared(join_segment *js, join_divided *d,
                            const corr_store *st, const uint8_t *marked,
                            size_t row)
{
    uint32_t anew;

    if (!has_marked(d, st, marked, js->split[row]))
        return true;
    if (!divide_anew(d, st, marked, js->split[row], &anew))
        return false;
    if (!anew) {
        drop_span(js, row);
        return true;
    }
    const join_part *most = &d->part.v[d->at.v[anew - 1]];
    js->split[row] = anew;
    js->span[row] = most->span;
    js->rung[row] = most->rung;
    js->why[row] = CORR_WHY_DUPLICATE;
    return true;
}

static bool withdraw_row(join_segment *js, join_divided *d,
                         const corr_store *st, const uint8_t *marked,
                         size_t row)
{
    if (js->own && js->own[row].span &&
        is_marked(st, marked, js->own[row].span)) {
        js->own[row] = (join_own){ 0 };
        js->why[row] = CORR_WHY_DUPLICATE;
    }
    if (!js->span[row])
        return true;
    if (js->split && js->split[row])
        return withdraw_shared(js, d, st, marked, row);
    if (is_marked(st, marked, js->span[row]))
        drop_span(js, row);
    return true;
}

static bool withdraw_segment(join_segment *js, join_divided *d,
                             const corr_store *st, uint32_t in, uint32_t seg)
{
    const input *of = store_input(st, in);
    const segment *g = &of->segment.v[seg];
    uint8_t *marked;
    bool ok =
        mark_parts(st, in, input_text(of, of->kind.v[g->kind].name), &marked);

    for (size_t row = 0; ok && marked && row < g->n; row++)
        ok = withdraw_row(js, d, st, marked, row);
    free(marked);
    return ok;
}

bool withdraw_spans(join_segment *segments, join_divided *divided,
                    const corr_store *st, uint32_t in)
{
    const input *of = store_input(st, in);
    bool ok = true;

    if (of->fetched.is_part || !selected_part_any(st, in) ||
        selected_part_is_needless(st, in))
        return true;
    for (uint32_t s = 1; ok && s < of->segment.n; s++)
        if (segments[s].span)
            ok = withdraw_segment(&segments[s], divided, st, in, s);
    return ok;
}
