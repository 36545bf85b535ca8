/* how_usual - how the length of a request stands among those of its kind
 * (corr-methods 3.6). */
#include "base/base.h"
#include "corr_sort.h"
#include "store/operation_names.h"
#include "trace/waterfall.h"

typedef struct usual_search {
    const corr_store *st;
    uint32_t span, service; /* the entry span, its service */
    corr_str name;
    int64_t from, to;           /* 0,0: any time */
    vec(int64_t) length, alike; /* of all spans; of those with its outcome */
} usual_search;

static bool is_failed(const span_row *r)
{
    return r->status == CORR_STATUS_ERROR;
}

/* Whether span i enters a process of that service under that name, has an end,
 * and comes from the same sort of record. */
static bool is_of_kind(const usual_search *u, uint32_t i)
{
    const spans *s = &u->st->spans;
    const span_row *r = store_span(u->st, i);
    const span_row *mine = store_span(u->st, u->span);

    return s->root.v[i] == i && spans_service(s, i) == u->service &&
           !(r->flags & CORR_SPAN_UNFINISHED) && r->end >= r->start &&
           (!(u->from | u->to) || (r->start <= u->to && r->end >= u->from)) &&
           !((r->flags ^ mine->flags) & CORR_SPAN_RECORDED) &&
           corr_str_eq(opname_span(u->st, i), u->name);
}

static bool list_lengths(usual_search *u)
{
    const span_row *mine = store_span(u->st, u->span);

    for (uint32_t i = 1; i < u->st->spans.at.n; i++) {
        if (!is_of_kind(u, i))
            continue;
        const span_row *r = store_span(u->st, i);
        if (!vec_push(&u->length, r->end - r->start) ||
            (is_failed(r) == is_failed(mine) &&
             !vec_push(&u->alike, r->end - r->start)))
            return false;
    }
    return true;
}

static void place_length(corr_usual *u, int64_t *length, size_t n, int64_t took)
{
    qsort(length, n, sizeof *length, cmp_i64);
    u->n = (uint32_t)n;
    for (size_t i = 0; i < n; i++) {
        u->shorter += length[i] < took;
        u->equal += length[i] == took;
    }
    u->median =
        n % 2 ? length[n / 2]
              : length[n / 2 - 1] + (length[n / 2] - length[n / 2 - 1]) / 2;
    u->rank = ((double)u->shorter + (double)u->equal / 2) / (double)n;
}

/* The index of the entry span of span i. */
static uint32_t entry_of(const corr_waterfall *w, uint32_t i)
{
    const spans *s = &w->store->spans;
    const uint32_t root = s->root.v[w->span[i]];

    while (w->span[i] != root && w->time[i].up != UINT32_MAX)
        i = w->time[i].up;
    return i;
}

corr_code corr_usual_of(const corr_waterfall *w, uint32_t i, int64_t from,
                        int64_t to, corr_usual *usual, corr_err *err)
{
    const uint32_t at = entry_of(w, i);
    usual_search u = { .st = w->store,
                       .span = w->span[at],
                       .service = spans_service(&w->store->spans, w->span[at]),
                       .name = opname_span(w->store, w->span[at]),
                       .from = from,
                       .to = to };
    const span_row *r = store_span(w->store, u.span);

    *usual = (corr_usual){ .span = at, .failed = is_failed(r) };
    if (!is_of_kind(&u, u.span))
        return CORR_OK;
    const bool ok = list_lengths(&u);
    if (ok && u.alike.n >= CORR_USUAL_LEAST) {
        usual->same_status = true;
        place_length(usual, u.alike.v, u.alike.n, r->end - r->start);
    } else if (ok && u.length.n >= CORR_USUAL_LEAST) {
        place_length(usual, u.length.v, u.length.n, r->end - r->start);
    }
    vec_free(&u.length);
    vec_free(&u.alike);
    return ok ? CORR_OK : corr_no_memory(err);
}
