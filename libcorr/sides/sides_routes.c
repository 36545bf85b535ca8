/* sides_routes - the requests of each endpoint, by the labels of the metric
 * that counts them, else by spans (corr-methods 4.3, 4.6). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "corr_sort.h"
#include "metric/metric_selector.h"
#include "sides/sides.h"

enum {
    ROUTES = 1000, /* with more, the paths contain ids */
    NAME_MAX_BYTES = 400
};
static const double most_of_all = 0.9;

/* ---- names --------------------------------------------------------------- */

static corr_str first_label(const input *in, uint32_t series,
                            const char *const *keys)
{
    corr_str value = { "", 0 };

    for (; *keys && !value.n; keys++)
        value = series_label(in, series, corr_str_of(*keys));
    return value;
}

/* Returns the name that OpenTelemetry gives to the span of such a request: "GET
 * /cart", or "shop.Cart/Add". Empty: the series has no endpoint. */
static corr_str route_name(const input *in, uint32_t series, char *buf)
{
    static const char *const routes[] = { "http.route", "http_route", "route",
                                          "endpoint",   "handler",    "uri",
                                          "path",       NULL };
    static const char *const methods[] = { "http.request.method",
                                           "http_request_method",
                                           "http.method",
                                           "http_method",
                                           "method",
                                           NULL };
    static const char *const calls[] = { "rpc.method", "rpc_method",
                                         "grpc_method", NULL };
    static const char *const services[] = { "rpc.service", "rpc_service",
                                            "grpc_service", NULL };
    corr_str first = first_label(in, series, methods);
    corr_str second = first_label(in, series, routes);
    char between = ' ';

    if (!second.n) {
        first = first_label(in, series, services);
        second = first_label(in, series, calls);
        between = '/';
    }
    if (!second.n || first.n + second.n + 1 > NAME_MAX_BYTES)
        return (corr_str){ "", 0 };
    if (!first.n)
        return second;
    memcpy(buf, first.p, first.n);
    buf[first.n] = between;
    memcpy(buf + first.n + 1, second.p, second.n);
    return (corr_str){ buf, first.n + 1 + second.n };
}

bool sides_route_of(sides *s, const input *in, uint32_t series, uint32_t *part)
{
    char buf[NAME_MAX_BYTES];
    const corr_str name = route_name(in, series, buf);
    bool is_new;

    *part = 0;
    if (!name.n || s->route.n > ROUTES)
        return true;
    uint32_t *at = corr_map_bytes(&s->route_of, name.p, name.n, &is_new);
    if (!at)
        return false;
    if (is_new) {
        const char *copy = store_text(s->st, "%.*s", CORR_STR_ARG(name));
        const corr_diff_route fresh = { .name = corr_str_of(copy) };
        if (!copy || !vec_push(&s->route, fresh))
            return false;
        *at = (uint32_t)s->route.n;
    }
    *part = *at;
    return true;
}

void sides_forget_routes(sides *s)
{
    vec_free(&s->route);
    corr_map_clear(&s->route_of);
}

/* ---- operations ---------------------------------------------------------- */

/* Returns "/cart" of "GET /cart"; empty: the name begins with no method. */
static corr_str behind_method(corr_str name)
{
    size_t n = 0;

    while (n < name.n && name.p[n] >= 'A' && name.p[n] <= 'Z')
        n++;
    return n && n + 1 < name.n && name.p[n] == ' '
               ? (corr_str){ name.p + n + 1, name.n - n - 1 }
               : (corr_str){ "", 0 };
}

/* Whether both names are equal. Either may lack the method. */
static bool is_called(corr_str operation, corr_str route)
{
    const corr_str bare = behind_method(route);

    if (corr_str_eq(operation, route))
        return true;
    return bare.n ? corr_str_eq(operation, bare)
                  : corr_str_eq(behind_method(operation), route);
}

/* Returns 1 + the only stratum with the name of a route; 0: there is no such
 * stratum, or there are several. */
static uint32_t stratum_of(const sides *s, size_t route)
{
    uint32_t found = 0;

    for (uint32_t k = 0; k < s->strata.row.n; k++) {
        if (!is_called(s->strata.row.v[k].name, s->route.v[route].name))
            continue;
        if (found)
            return 0;
        found = k + 1;
    }
    return found;
}

/* Whether the metric counts nearly all requests that the service served; if
 * spans have no kind, all that it began. A metric mostly omits scrapes and
 * health checks. */
static bool most_counted(const sides *s, const bool *counted)
{
    const spans *sp = &s->st->spans;
    uint64_t n[2] = { 0 }, all[2] = { 0 };

    for (uint32_t i = 1; i < sp->at.n; i++) {
        const uint32_t kind = store_span(s->st, i)->kind;
        const bool served =
            kind == CORR_SPAN_SERVER || kind == CORR_SPAN_CONSUMER;
        if (sp->root.v[i] != i || !s->stratum_of[i])
            continue;
        n[served] += counted[s->stratum_of[i]];
        all[served]++;
    }
    const bool served = all[1] > 0;
    return n[served] > 0 &&
           (double)n[served] >= most_of_all * (double)all[served];
}

/* Sets counted[stratum] for each stratum that has the name of a route. Returns
 * whether there are any. */
static bool match_routes(const sides *s, bool *counted)
{
    bool any = false;

    for (size_t i = 0; i < s->route.n && s->strata.row.n <= ROUTES; i++) {
        const uint32_t k = stratum_of(s, i);
        counted[k] = k > 0;
        any = any || k;
    }
    return any;
}

/* ---- strata by labels ------------------------------------------------------ */

/* A label gives the share of an endpoint in the cost, but not the number of its
 * requests. So labels are strata only if a metric counts the requests of each
 * endpoint (corr-methods 4.6) and there are no spans, which would give both. */

/* Keys that profilers and applications use. */
static const char *const endpoint_keys[] = { "endpoint",   "trace endpoint",
                                             "http.route", "route",
                                             "handler",    "operation",
                                             "span_name" };

static bool read_strata_of_sets(sides *s, uint32_t i, corr_str key)
{
    const input *in = store_input(s->st, i);
    uint32_t *of = s->stratum_of_set[i];
    corr_label label;

    if (!of)
        of = corr_arena_new(&s->arena, uint32_t, in->label.set_at.n + 1);
    s->stratum_of_set[i] = of;
    for (uint32_t set = 0; of && set < in->label.set_at.n; set++) {
        of[set] = 0;
        if (!input_find_label(in, set, key, &label) || !label.text.n)
            continue;
        const uint32_t op = opnames_add(&s->strata, CORR_STR(""), label.text);
        if (op == OPNAMES_FAILED)
            return false;
        of[set] = op + 1;
    }
    return of != NULL;
}

/* Removes the strata that the metric does not count: their cost is shared by
 * all requests. */
static void drop_uncounted(const sides *s, const bool *counted)
{
    for (uint32_t i = 0; i < s->st->input.n; i++) {
        uint32_t *of = s->stratum_of_set[i];
        for (size_t set = 0; of && set < store_input(s->st, i)->label.set_at.n;
             set++)
            of[set] = counted[of[set]] ? of[set] : 0;
    }
}

/* Reads the strata of one key. *any: the metric counts some of them. */
static bool use_label_key(sides *s, corr_str key, bool *any)
{
    opnames_clear(&s->strata);
    for (unsigned w = 0; w < 2; w++)
        for (size_t i = 0; i < s->side[w].file.n; i++)
            if (!read_strata_of_sets(s, s->side[w].file.v[i].input, key))
                return false;
    bool *counted = corr_arena_new(&s->arena, bool, s->strata.row.n + 1);
    if (!counted)
        return false;
    *any = match_routes(s, counted);
    if (*any)
        drop_uncounted(s, counted);
    return true;
}

static void forget_labels(sides *s)
{
    opnames_clear(&s->strata);
    s->stratum_of_set = NULL;
    s->mix.label = NULL;
}

static bool use_labels(sides *s)
{
    bool any = false;

    s->stratum_of_set = corr_arena_new(&s->arena, uint32_t *, s->st->input.n);
    if (!s->stratum_of_set)
        return false;
    for (size_t k = 0; k < countof(endpoint_keys) && !any; k++) {
        if (!use_label_key(s, corr_str_of(endpoint_keys[k]), &any))
            return false;
        s->mix.label = endpoint_keys[k];
    }
    s->mix.by_counter = any;
    if (!any)
        forget_labels(s);
    return true;
}

/* ---- strata by spans ------------------------------------------------------- */

static bool use_spans(sides *s)
{
    if (!sides_find_entries(s))
        return false;
    bool *counted = corr_arena_new(&s->arena, bool, s->strata.row.n + 1);
    if (!counted)
        return false;
    s->mix.by_counter = match_routes(s, counted) && most_counted(s, counted);
    if (!s->mix.by_counter) {
        opnames_clear(&s->strata);
        return sides_find_strata(s);
    }
    /* requests that the metric does not count get no stratum: their cost is
     * shared by all requests */
    for (uint32_t i = 1; i < s->st->spans.at.n; i++)
        if (!counted[s->stratum_of[i]])
            s->stratum_of[i] = 0;
    return true;
}

bool sides_use_routes(sides *s)
{
    if (s->route.n > ROUTES)
        sides_forget_routes(s);
    if (!s->route.n)
        return true;
    if (!s->stratum_of)
        return (s->knows_service && !s->service) || use_labels(s);
    return !s->service || use_spans(s);
}

/* ---- counting ------------------------------------------------------------ */

SORT_POINTERS_BY(side_file_by_start, side_file, ASC(from), ASC(to))

/* Returns the files of a side in the order of their start. */
static const side_file **files_by_start(sides *s, const side *d)
{
    const side_file **f =
        corr_arena_new(&s->arena, const side_file *, d->file.n + 1);

    for (size_t i = 0; f && i < d->file.n; i++)
        f[i] = &d->file.v[i];
    if (f && d->file.n)
        qsort(f, d->file.n, sizeof *f, side_file_by_start);
    return f;
}

/* Returns the requests of an endpoint while profiles of a block ran. Time with
 * several profiles counts once. file: in the order of start. */
static double requests_of(const side *d, uint32_t part, uint32_t block,
                          const side_file *const *file)
{
    int64_t counted_to = INT64_MIN;
    double n = 0;

    for (size_t i = 0; i < d->file.n; i++) {
        const side_file *f = file[i];
        if (f->block != block || f->to <= counted_to)
            continue;
        n += metric_counter_grew_of(&d->counter, part,
                                    max_i64(f->from, counted_to), f->to);
        counted_to = f->to;
    }
    return n;
}

/* Counts the requests of each stratum. False: spans or samples and the metric
 * disagree about the strata, so the cost of some endpoint is unknown. */
static bool count_strata(const sides *s, unsigned w, double *n)
{
    double known = 0;

    for (size_t i = 0; i < s->route.n; i++)
        n[stratum_of(s, i)] += s->route.v[i].requests[w];
    for (size_t k = 1; k <= s->strata.row.n; k++) {
        known += n[k];
        if (s->stratum_of && (n[k] > 0) != (s->side[w].stratum_n[k] > 0))
            return false;
    }
    return s->stratum_of || known >= most_of_all * s->side[w].facts.requests;
}

static double requests_of_both(const corr_diff_route *r)
{
    return r->requests[0] + r->requests[1];
}

SORT_BY(by_requests, corr_diff_route, DESC_OF(requests_of_both), ASC_STR(name))

bool sides_count_routes(sides *s, const uint32_t block[2])
{
    double *n[2];

    for (unsigned w = 0; w < 2; w++) {
        const side_file **file = files_by_start(s, &s->side[w]);
        if (!file)
            return false;
        for (uint32_t i = 0; i < s->route.n; i++)
            s->route.v[i].requests[w] =
                requests_of(&s->side[w], i + 1, block[w], file);
        n[w] = corr_arena_new(&s->arena, double, s->strata.row.n + 1);
        s->mix.by_counter =
            s->mix.by_counter && n[w] && count_strata(s, w, n[w]);
    }
    for (unsigned w = 0; w < 2 && s->mix.by_counter; w++)
        memcpy(s->side[w].stratum_n, n[w],
               (s->strata.row.n + 1) * sizeof *n[w]);
    if (!s->mix.by_counter && s->stratum_of_set)
        forget_labels(s);
    vec_sort(&s->route, by_requests);
    return true;
}

bool sides_list_strata(sides *s)
{
    for (size_t k = 0; k < s->strata.row.n && s->strata.row.n <= ROUTES; k++) {
        const corr_diff_route r = { .name = s->strata.row.v[k].name,
                                    .requests = {
                                        s->side[0].stratum_n[k + 1],
                                        s->side[1].stratum_n[k + 1],
                                    } };
        if (r.requests[0] + r.requests[1] > 0 && !vec_push(&s->route, r))
            return false;
    }
    vec_sort(&s->route, by_requests);
    return true;
}
