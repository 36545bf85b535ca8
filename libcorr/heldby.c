/* heldby - see heldby.h. */
#include "heldby.h"

#include <stdio.h>

#include "base.h"

bool heldby_init(heldby *h, const corr_sel *sel, keys *to)
{
    const size_t n = sel->store->input.n;

    *h = (heldby){ .sel = sel, .keys = to };
    h->input = calloc(n ? n : 1, sizeof *h->input);
    return h->input != NULL;
}

void heldby_clear(heldby *h)
{
    for (size_t i = 0; h->input && i < h->sel->store->input.n; i++) {
        holders_clear(&h->input[i].h);
        threadspans_clear(&h->input[i].spans);
        free(h->input[i].at);
    }
    free(h->input);
    vec_free(&h->part);
    h->input = NULL;
}

/* The number of a wait, beside the row it is of. */
typedef struct row_at {
    uint32_t segment, number;
    size_t row;
} row_at;

static int by_row(const void *va, const void *vb)
{
    const row_at *a = va;
    const row_at *b = vb;

    if (a->segment != b->segment)
        return a->segment < b->segment ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

static bool index_rows(heldby_input *in)
{
    const size_t n = in->h.wait.n;
    row_at *rows = calloc(n ? n : 1, sizeof *rows);

    in->at = calloc(n ? n : 1, sizeof *in->at);
    if (!rows || !in->at) {
        free(rows);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        rows[i] = (row_at){ in->h.wait.v[i].segment, (uint32_t)i,
                            in->h.wait.v[i].row };
    qsort(rows, n, sizeof *rows, by_row);
    for (size_t i = 0; i < n; i++)
        in->at[i] = rows[i].number;
    free(rows);
    return true;
}

/* The wait of a row, or NULL. */
static const holders_wait *find_wait(const heldby_input *in, uint32_t part,
                                     size_t row)
{
    size_t lo = 0;
    size_t hi = in->h.wait.n;

    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        const holders_wait *w = &in->h.wait.v[in->at[mid]];
        if (w->segment < part || (w->segment == part && w->row < row))
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == in->h.wait.n)
        return NULL;
    const holders_wait *w = &in->h.wait.v[in->at[lo]];
    return w->segment == part && w->row == row ? w : NULL;
}

static bool know(heldby *h, uint32_t i)
{
    heldby_input *in = &h->input[i];
    const corr_store *st = h->sel->store;

    if (in->known)
        return true;
    in->known = true;
    return holders_of(&in->h, store_input(st, i)) && index_rows(in) &&
           threadspans_of(&in->spans, st, i, INT64_MIN, INT64_MAX);
}

/* "shop: GET /report", "[no span] exec-3", "[not recorded]" */
static uint32_t key_of(heldby *h, uint32_t i, const holding *s)
{
    const corr_store *st = h->sel->store;
    const input *in = store_input(st, i);
    char text[512];

    if (!s->thread || s->how == CORR_HELD_UNKNOWN)
        return keys_add_text(h->keys, CORR_STR("[not recorded]"));
    const uint32_t span =
        threadspans_at(&h->input[i].spans, s->thread, s->from, s->to);
    if (!span) {
        const corr_str name = input_text(in, in->thread.v[s->thread].name);
        snprintf(text, sizeof text, "[no span] %.*s", CORR_STR_ARG(name));
        return keys_add_text(h->keys, corr_str_of(text));
    }
    const corr_str name =
        input_text(store_input(st, st->spans.at.v[span].input),
                   store_span(st, span)->name);
    const corr_str service =
        st->spans.service.v[spans_service(&st->spans, span)];
    snprintf(text, sizeof text, "%.*s%s%.*s", CORR_STR_ARG(service),
             service.n ? ": " : "", CORR_STR_ARG(name));
    return keys_add_text(h->keys, corr_str_of(text));
}

bool heldby_row(heldby *h, const sel_part *p, size_t row)
{
    heldby_input *in = &h->input[p->input];

    h->part.n = 0;
    if (!know(h, p->input))
        return false;
    const holders_wait *w = find_wait(in, p->segment, row);
    if (!w)
        return true;
    if (!holders_chain(&in->h, (size_t)(w - in->h.wait.v)))
        return false;
    for (size_t k = 0; k < in->h.held.n; k++) {
        const holding *s = &in->h.held.v[k];
        const uint32_t key = key_of(h, p->input, s);
        if (!key || !vec_push(&h->part, (heldby_part){ key, s->to - s->from }))
            return false;
    }
    return true;
}
