#include "store/process_match.h"

#include <stdlib.h>
#include <string.h>

/* Answers of several recorders are combined as bits. */
enum { CONTRADICTION = LABEL_MATCH_NO | LABEL_MATCH_YES };
_Static_assert(LABEL_MATCH_UNKNOWN == 0 && CONTRADICTION == 3, "bits");

static unsigned answers_of_recorder(const corr_store *st, uint32_t i,
                                    uint32_t proc, corr_str key, corr_str want)
{
    const input *in = store_input(st, i);
    unsigned said = 0;

    for (uint32_t p = 1; p < in->proc.n; p++)
        if (spans_proc(&st->spans, i, p) == proc)
            said |= label_match_proc(in, p, key, want);
    return said;
}

/* The same, from processes whose spans began while the profile ran. */
static unsigned answers_of_spans(const corr_store *st, uint32_t i,
                                 const input *ran, uint32_t proc, corr_str key,
                                 corr_str want)
{
    const input *in = store_input(st, i);
    unsigned said = 0;

    for (size_t k = 1; k < in->span.n && said != CONTRADICTION; k++) {
        const span_row *r = &in->span.v[k];
        int64_t start;
        if (moment_get(r->start, &start) &&
            stretch_holds(input_ran(ran), start) &&
            spans_proc(&st->spans, i, r->proc) == proc)
            said |= label_match_proc(in, r->proc, key, want);
    }
    return said;
}

/* A process that is known only by its service may cover several versions: the
 * spans during the profile decide which one ran; if both had spans, the answer
 * is unknown. */
label_match process_label(const corr_store *st, uint32_t in, const char *label)
{
    const process_match *t = &st->match.v[in];
    const input *ran = store_input(st, in);
    unsigned said = 0;
    corr_str key, want;

    if (!t->proc || t->guessed ||
        !corr_str_cut(corr_str_of(label), '=', &key, &want))
        return LABEL_MATCH_UNKNOWN;
    for (uint32_t i = 0; i < st->input.n; i++)
        if (i != in && store_input(st, i)->span.n > 1)
            said |= answers_of_recorder(st, i, t->proc, key, want);
    if (said == CONTRADICTION) {
        said = 0;
        for (uint32_t i = 0; i < st->input.n && ran->from != CORR_NO_TIME; i++)
            if (i != in && store_input(st, i)->span.n > 1)
                said |= answers_of_spans(st, i, ran, t->proc, key, want);
    }
    return said == CONTRADICTION ? LABEL_MATCH_UNKNOWN : (label_match)said;
}

/* ---- inputs with a key ---------------------------------------------- */

/* Whether one of the n label sets has the key. */
static bool any_set_has(const input *in, const uint32_t *set, size_t n,
                        corr_str key, uint8_t *asked)
{
    corr_label l;

    for (size_t i = 0; set && i < n; i++)
        if (!asked[set[i]]) {
            if (input_find_label(in, set[i], key, &l))
                return true;
            asked[set[i]] = true;
        }
    return false;
}

static bool samples_know(const input *in, corr_str key, uint8_t *asked)
{
    for (size_t i = 1; i < in->segment.n; i++) {
        const segment *g = &in->segment.v[i];
        if (any_set_has(in, g->labels, g->n, key, asked))
            return true;
    }
    return false;
}

static bool spans_know(const input *in, corr_str key, uint8_t *asked)
{
    for (size_t i = 1; i < in->span.n; i++)
        if (any_set_has(in, &in->span.v[i].attrs, 1, key, asked))
            return true;
    return false;
}

static bool processes_know(const input *in, corr_str key, corr_str want)
{
    for (uint32_t p = 1; p < in->proc.n; p++)
        if (label_match_proc(in, p, key, want))
            return true;
    return false;
}

/* Whether a span of an input has the key (by_spans), or anything but a span. */
static bool input_knows(const input *in, corr_str key, corr_str want,
                        bool by_spans)
{
    uint8_t *asked = calloc(in->label.set_at.n + 1, 1);
    bool knows;

    if (!asked)
        return !by_spans; /* treats the key as an ordinary label */
    asked[0] = true;
    knows = by_spans ? spans_know(in, key, asked)
                     : label_match_told(in, key, want) ||
                           label_match_path(in, key, want) ||
                           processes_know(in, key, want) ||
                           samples_know(in, key, asked);
    free(asked);
    return knows;
}

static bool any_knows(const corr_store *st, corr_str key, corr_str want,
                      bool by_spans)
{
    for (uint32_t i = 0; i < st->input.n; i++)
        if (input_knows(store_input(st, i), key, want, by_spans))
            return true;
    return false;
}

/* Spans are searched first: they are fewer than samples. */
bool corr_label_is_of_spans(const corr_store *st, const char *label)
{
    corr_str key, want;

    return corr_str_cut(corr_str_of(label), '=', &key, &want) &&
           any_knows(st, key, want, true) && !any_knows(st, key, want, false);
}
