/* exemplars - the measured values that name a request, as a list. */
#include <stdlib.h>

#include "base/base.h"
#include "base/id.h"
#include "corr_sort.h"
#include "corr_view.h"
#include "join/prepare.h"
#include "store/metric_selector.h"
#include "store/store.h"

struct corr_exemplars {
    vec(corr_exemplar) row;
    corr_arena arena; /* names of series */
};

SORT_BY(exemplar_by_meaning, corr_exemplar, ASC_CHARS(series), DESC(value),
        ASC(time), THEN(trace_cmp(a->trace, b->trace)), ASC(span), ASC(input))

SORT_BY(exemplar_by_value, corr_exemplar, ASC(input), DESC(value),
        ASC_CHARS(series), ASC(time), THEN(trace_cmp(a->trace, b->trace)),
        ASC(span))

static bool is_same_exemplar(const corr_exemplar *a, const corr_exemplar *b)
{
    return strcmp(a->series, b->series) == 0 && !(a->value < b->value) &&
           !(b->value < a->value) && a->time == b->time &&
           trace_cmp(a->trace, b->trace) == 0 && a->span == b->span;
}

/* Adds the exemplars of an input; those of one series stand together. */
static bool add_exemplars(corr_exemplars *x, const corr_store *st, uint32_t i)
{
    const input *in = store_input(st, i);
    const char *title = NULL;

    for (size_t k = 0; k < in->exemplar.n; k++) {
        const exemplar_row *r = &in->exemplar.v[k];
        const bool is_traced = r->e.trace.hi || r->e.trace.lo;
        if (k == 0 || r->series != r[-1].series)
            title = series_title(in, r->series,
                                 r->e.is_of_whole ? "_count" : "", &x->arena);
        if (!title ||
            !vec_push(&x->row,
                      ((corr_exemplar){
                          .input = i,
                          .series = title,
                          .service = series_service(in, r->series),
                          .value = r->e.value,
                          .time = r->e.time,
                          .trace = r->e.trace,
                          .span = r->e.span,
                          .is_here = is_traced &&
                                     spans_trace(&st->spans, r->e.trace) !=
                                         UINT32_MAX })))
            return false;
    }
    return true;
}

static void drop_same_exemplars(corr_exemplars *x)
{
    size_t kept = 0;

    vec_sort(&x->row, exemplar_by_meaning);
    for (size_t i = 0; i < x->row.n; i++)
        if (!kept || !is_same_exemplar(&x->row.v[kept - 1], &x->row.v[i]))
            x->row.v[kept++] = x->row.v[i];
    x->row.n = kept;
}

corr_exemplars *corr_exemplars_of(corr_store *st, corr_err *err)
{
    if (store_prepare(st, err))
        return NULL;
    corr_exemplars *x = calloc(1, sizeof *x);
    bool ok = x != NULL;
    for (uint32_t i = 0; ok && i < st->input.n; i++)
        ok = add_exemplars(x, st, i);
    if (!ok) {
        corr_exemplars_free(x);
        corr_no_memory(err);
        return NULL;
    }
    drop_same_exemplars(x);
    vec_sort(&x->row, exemplar_by_value);
    return x;
}

uint32_t corr_exemplars_size(const corr_exemplars *x)
{
    return (uint32_t)x->row.n;
}

corr_exemplar corr_exemplar_at(const corr_exemplars *x, uint32_t i)
{
    return x->row.v[i];
}

void corr_exemplars_free(corr_exemplars *x)
{
    if (!x)
        return;
    vec_free(&x->row);
    corr_arena_clear(&x->arena);
    free(x);
}
