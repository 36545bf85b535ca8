/* exemplars - the measured values that name a request, as a list. */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/id.h"
#include "corr_sort.h"
#include "corr_view.h"
#include "join/prepare.h"
#include "metric/metric_selector.h"
#include "metric/metric_unit.h"
#include "store/store.h"

struct corr_exemplars {
    const corr_store *st;
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

static bool is_selected_series(const selector *s, const input *in, uint32_t row)
{
    return !s->name.n ||
           (metric_selector_names(s, input_text(in, in->series.v[row].name)) !=
                SELECTOR_NOT &&
            metric_selector_passes(s, in, row, true));
}

/* The name of a metric without the ending of its buckets. */
static corr_str metric_of(const input *in, uint32_t row)
{
    corr_str name = input_text(in, in->series.v[row].name);

    if (corr_str_ends(name, "_bucket"))
        name.n -= sizeof "_bucket" - 1;
    else if (corr_str_ends(name, "_count"))
        name.n -= sizeof "_count" - 1;
    return name;
}

/* The value as a time, ns; NAN: it is none. */
static double duration_of(const input *in, const exemplar_row *r)
{
    const metric_unit u = metric_unit_of(in, r->series);

    return u.measures == MEASURES_TIME ? r->e.value * u.scale : NAN;
}

/* Adds the exemplars of an input; those of one series stand together. */
static bool add_exemplars(corr_exemplars *x, const corr_store *st,
                          const selector *s, uint32_t i)
{
    const input *in = store_input(st, i);
    const char *title = NULL;

    for (size_t k = 0; k < in->exemplar.n; k++) {
        const exemplar_row *r = &in->exemplar.v[k];
        const bool is_traced = r->e.trace.hi || r->e.trace.lo;
        if (!is_selected_series(s, in, r->series))
            continue;
        const corr_str metric = metric_of(in, r->series);
        if (!title || r->series != r[-1].series)
            title = series_title(in, r->series,
                                 r->e.is_of_whole ? "_count" : "", &x->arena);
        if (!title ||
            !vec_push(&x->row,
                      ((corr_exemplar){
                          .input = i,
                          .row = r->series,
                          .series = title,
                          .metric = metric,
                          .length = duration_of(in, r),
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

corr_exemplars *corr_exemplars_of(corr_store *st, const char *text,
                                  corr_err *err)
{
    selector s = { .name = { "", 0 } };

    if (store_prepare(st, err))
        return NULL;
    if (text && metric_selector_parse(&s, text, err)) {
        metric_selector_clear(&s);
        return NULL;
    }
    corr_exemplars *x = calloc(1, sizeof *x);
    bool ok = x != NULL;
    if (ok)
        x->st = st;
    for (uint32_t i = 0; ok && i < st->input.n; i++)
        ok = add_exemplars(x, st, &s, i);
    metric_selector_clear(&s);
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

static uint32_t labels_of(const corr_exemplars *x, uint32_t i, const input **in)
{
    *in = store_input(x->st, x->row.v[i].input);
    return (*in)->series.v[x->row.v[i].row].labels;
}

uint32_t corr_exemplar_nlabels(const corr_exemplars *x, uint32_t i)
{
    const input *in;
    const uint32_t set = labels_of(x, i, &in);

    return in->label.set_n.v[set];
}

corr_label corr_exemplar_label(const corr_exemplars *x, uint32_t i, uint32_t k)
{
    const input *in;
    const uint32_t set = labels_of(x, i, &in);

    return input_label(in, set, k);
}

void corr_exemplars_free(corr_exemplars *x)
{
    if (!x)
        return;
    vec_free(&x->row);
    corr_arena_clear(&x->arena);
    free(x);
}
