/* sides_counter - requests by a metric that counts them (corr-methods 4.3). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/calendar.h"
#include "corr_sort.h"
#include "model/label_match.h"
#include "sides/sides.h"
#include "store/metric_selector.h"

/* Of the time of a side; what is told of less counts too few. */
static const double least_covered = 0.99;

/* ---- whose a series is ---------------------------------------------------- */

static bool in_group(const side *d, const input *in)
{
    return !d->q->group || in->group == d->q->group ||
           in->group == CORR_BOTH_SIDES;
}

/* What the questions of a side want of samples, series have to say, too; of
 * what they do not, the user or the path of their file may. */
static bool has_labels(const side *d, const input *in, uint32_t series)
{
    for (size_t i = 0; i < d->q->nlabels; i++) {
        corr_str key, want;
        if (!corr_str_cut(corr_str_of(d->q->labels[i]), '=', &key, &want))
            continue;
        label_match said =
            label_match_set(in, in->series.v[series].labels, key, want);
        if (!said)
            said = label_match_told(in, key, want);
        if (!said)
            said = label_match_path(in, key, want);
        if (said != LABEL_MATCH_YES)
            return false;
    }
    return true;
}

/* ---- which series are meant ----------------------------------------------- */

typedef struct wanted {
    selector sel;
    metric_selector_as as; /* the best there is */
    corr_str of[2];        /* services of its series: the first two by name */
    uint32_t nservice;     /* 2: or more */
    bool mine;             /* some are of the service that was profiled */
    bool all;              /* of whatever service */
} wanted;

typedef bool each_series(void *ctx, const side *d, const input *in,
                         uint32_t series);

/* Calls f for every metric that a side may have; until it is false. */
static bool each_metric(const sides *s, unsigned which, each_series *f,
                        void *ctx)
{
    const side *d = &s->side[which];

    for (uint32_t i = 0; i < s->st->input.n; i++) {
        const input *in = store_input(s->st, i);
        if (!in->metric.n || !s->st->match.v[i].used || !in_group(d, in))
            continue;
        for (uint32_t k = 1; k < in->series.n; k++)
            if (has_labels(d, in, k) && !f(ctx, d, in, k))
                return false;
    }
    return true;
}

static corr_str name_of(const input *in, uint32_t series)
{
    return input_text(in, in->series.v[series].name);
}

typedef struct looking {
    sides *s;
    wanted *w;
    counter *c;
} looking;

static corr_str profiled(const sides *s)
{
    return s->service ? s->st->spans.service.v[s->service]
                      : (corr_str){ "", 0 };
}

static bool find_best(void *ctx, const side *d, const input *in,
                      uint32_t series)
{
    wanted *w = ((looking *)ctx)->w;
    const metric_selector_as as =
        metric_selector_names(&w->sel, name_of(in, series));

    (void)d;
    if (as < w->as && metric_selector_passes(&w->sel, in, series))
        w->as = as;
    return true;
}

static bool is_meant(const wanted *w, const input *in, uint32_t series)
{
    return metric_selector_names(&w->sel, name_of(in, series)) == w->as &&
           metric_selector_passes(&w->sel, in, series);
}

static bool note_service(void *ctx, const side *d, const input *in,
                         uint32_t series)
{
    const looking *l = ctx;
    wanted *w = l->w;
    const corr_str said = series_service(in, series);
    const corr_str mine = profiled(l->s);

    (void)d;
    if (!is_meant(w, in, series) || !said.n)
        return true;
    w->mine = w->mine || (mine.n && series_is_of(said, mine));
    for (uint32_t i = 0; i < w->nservice; i++)
        if (corr_str_eq(w->of[i], said))
            return true;
    if (w->nservice < 2)
        w->of[w->nservice++] = said;
    return true;
}

static bool take_series(void *ctx, const side *d, const input *in,
                        uint32_t series)
{
    const looking *l = ctx;
    const corr_str said = series_service(in, series);
    uint32_t part;

    (void)d;
    if (!is_meant(l->w, in, series) ||
        (!l->w->all && said.n && !series_is_of(said, profiled(l->s))))
        return true;
    return sides_route_of(l->s, in, series, &part) &&
           metric_counter_add(l->c, in, series, part);
}

/* ---- whether it tells of all of both sides -------------------------------- */

static double length_of(const side *d)
{
    double ns = 0;

    for (size_t i = 0; i < d->file.n; i++) {
        const side_file *f = &d->file.v[i];
        if (f->from == CORR_NO_TIME)
            return NAN;
        ns += (double)(f->to - f->from);
    }
    return ns;
}

static double covered_of(const side *d)
{
    double ns = 0;

    for (size_t i = 0; i < d->file.n; i++)
        ns += (double)metric_counter_covers(&d->counter, d->file.v[i].from,
                                            d->file.v[i].to);
    return ns;
}

/* Processes that profiles are of, as far as that is known. */
static uint32_t processes(const side *d)
{
    uint32_t n = 0;

    for (size_t i = 0; i < d->file.n; i++) {
        bool is_new = d->file.v[i].proc != 0;
        for (size_t k = 0; k < i; k++)
            is_new = is_new && d->file.v[k].proc != d->file.v[i].proc;
        n += is_new;
    }
    return n ? n : 1;
}

/* Why it does not count the requests of both sides; NULL: it does. */
static const char *short_of(const sides *s, const char *name, bool asked)
{
    static const char *const called[] = { "base", "new" };

    for (unsigned w = 0; w < 2; w++) {
        const side *d = &s->side[w];
        const double all = length_of(d), told = covered_of(d);
        if (d->counter.falls)
            return store_text(
                s->st, "%s is no counter: it is a gauge, or it falls", name);
        if (isnan(all))
            return store_text(s->st,
                              "not every profile of %s says when it ran: %s "
                              "cannot be compared with it",
                              called[w], name);
        if (all <= 0 || told < least_covered * all)
            return store_text(s->st, "%s tells of %.0f s of the %.0f s of %s",
                              name, told / 1e9, all / 1e9, called[w]);
        if (!asked && metric_counter_targets(&d->counter) > processes(d))
            return store_text(s->st,
                              "%s is of %u instances, the profiles of %s are "
                              "of %u",
                              name, metric_counter_targets(&d->counter),
                              called[w], processes(d));
    }
    return NULL;
}

/* ---- reading the counter -------------------------------------------------- */

static bool collect(sides *s, wanted *w)
{
    for (unsigned k = 0; k < 2; k++) {
        looking l = { s, w, &s->side[k].counter };
        if (!each_metric(s, k, take_series, &l) || !metric_counter_ready(l.c))
            return false;
    }
    return true;
}

static void look(sides *s, wanted *w)
{
    looking l = { s, w, NULL };

    w->as = SELECTOR_NOT;
    for (unsigned k = 0; k < 2; k++)
        (void)each_metric(s, k, find_best, &l);
    for (unsigned k = 0; k < 2 && w->as != SELECTOR_NOT; k++)
        (void)each_metric(s, k, note_service, &l);
}

static void forget(sides *s)
{
    for (unsigned w = 0; w < 2; w++) {
        metric_counter_clear(&s->side[w].counter);
        s->side[w].counter = (counter){ .step = 0 };
    }
    sides_forget_routes(s);
}

static void use(sides *s, const char *name)
{
    s->counter_name = name;
    s->counter_step = max_i64(s->side[0].counter.step, s->side[1].counter.step);
    s->counter_of = metric_counter_targets(&s->side[0].counter);
    if (metric_counter_targets(&s->side[1].counter) > s->counter_of)
        s->counter_of = metric_counter_targets(&s->side[1].counter);
}

/* ---- asked for ------------------------------------------------------------ */

/* Which series of those that were named are counted; a sentence if that is not
 * clear. */
static corr_code choose_service(const sides *s, wanted *w, const char *text,
                                corr_err *err)
{
    const corr_str mine = profiled(s);

    w->all = metric_selector_tests_service(&w->sel) || w->nservice == 0;
    if (w->all || w->mine)
        return CORR_OK;
    if (mine.n) {
        corr_fail(err, CORR_EUSAGE,
                  "--requests %s: its series are of %.*s%s, none of %.*s, "
                  "which was profiled",
                  text, CORR_STR_ARG(w->of[0]),
                  w->nservice > 1 ? " and others" : "", CORR_STR_ARG(mine));
        corr_hint(err, "{job=\"...\"} behind the name says whose count");
        return CORR_EUSAGE;
    }
    if (s->knows_service) {
        corr_fail(err, CORR_EUSAGE,
                  "--requests %s: the profiles are of several services", text);
        corr_hint(err, "--service says which of them is meant");
        return CORR_EUSAGE;
    }
    w->all = w->nservice < 2;
    if (w->all)
        return CORR_OK;
    corr_fail(err, CORR_EUSAGE,
              "--requests %s: its series are of %.*s, %.*s: which of them was "
              "profiled?",
              text, CORR_STR_ARG(w->of[0]), CORR_STR_ARG(w->of[1]));
    corr_hint(err, "{job=\"%.*s\"} behind the name says whose count",
              CORR_STR_ARG(w->of[0]));
    return CORR_EUSAGE;
}

/* From when to when a metric tells of most of a side without a break. */
static void find_longest(const side *d, int64_t *from, int64_t *to)
{
    const counter *c = &d->counter;
    int64_t most = -1;
    size_t first = 0;

    for (size_t i = 0; i < c->time.n; i++) {
        if (i && !metric_counter_near(c, c->time.v[i - 1], c->time.v[i]))
            first = i;
        const int64_t a = max_i64(c->time.v[first], d->facts.from);
        const int64_t told = min_i64(c->time.v[i], d->facts.to) - a;
        if (told > most) {
            most = told;
            *from = c->time.v[first];
        }
        if (told >= most)
            *to = c->time.v[i];
    }
}

/* Where a metric begins or ends within a side: to what that can be cut.  What
 * tells of none of it, or of less than a second, leaves nothing. */
static void hint_window(const sides *s, corr_err *err)
{
    char from[48], to[48];

    for (unsigned w = 0; w < 2; w++) {
        const side *d = &s->side[w];
        const counter *c = &d->counter;
        const double told = covered_of(d);
        if (c->falls || !c->time.n || told >= least_covered * length_of(d))
            continue;
        if (told < CALENDAR_S)
            return;
        int64_t a = 0, z = 0;
        find_longest(d, &a, &z);
        calendar_print_clock(from, a + CALENDAR_S - 1, 0);
        calendar_print_clock(to, z, 0);
        corr_hint(err, "%s can be cut to what is told: FILE@%s..%s",
                  w ? "the new side" : "the base", from, to);
        return;
    }
}

/* Whether a series of any file is named. */
static bool is_anywhere(const sides *s, const wanted *w)
{
    for (uint32_t i = 0; i < s->st->input.n; i++) {
        const input *in = store_input(s->st, i);
        for (uint32_t k = 1; in->metric.n && k < in->series.n; k++)
            if (metric_selector_names(&w->sel, name_of(in, k)) !=
                    SELECTOR_NOT &&
                metric_selector_passes(&w->sel, in, k))
                return true;
    }
    return false;
}

/* None of the sides has the series: there is none, or it lacks a label. */
static corr_code use_none(const sides *s, const wanted *w, const char *text,
                          corr_err *err)
{
    const corr_query *base = s->side[0].q, *now = s->side[1].q;

    if (base->nlabels && now->nlabels && is_anywhere(s, w)) {
        const char *was = base->labels[base->nlabels - 1];
        const char *is = now->labels[now->nlabels - 1];
        const bool same = strcmp(was, is) == 0;
        corr_fail(err, CORR_EUSAGE,
                  "--requests %s: no series of that says %s%s%s", text, was,
                  same ? "" : ", or ", same ? "" : is);
        corr_hint(err, "--label-map says it of files of metrics");
        return CORR_EUSAGE;
    }
    corr_fail(err, CORR_EUSAGE, "--requests %s: no series here is that", text);
    corr_hint(err, "exports of metrics are files beside the others: "
                   "corr diff BASE NEW requests.json");
    return CORR_EUSAGE;
}

static corr_code use_named(sides *s, wanted *w, const char *text, corr_err *err)
{
    look(s, w);
    if (w->as == SELECTOR_NOT)
        return use_none(s, w, text, err);
    corr_code code = choose_service(s, w, text, err);
    if (code)
        return code;
    if (!collect(s, w))
        return corr_no_memory(err);
    const char *name = store_text(s->st, "%s", text);
    const char *why = name ? short_of(s, name, true) : "out of memory";
    if (!why) {
        use(s, name);
        return CORR_OK;
    }
    corr_fail(err, CORR_EUSAGE, "--requests: %s", why);
    hint_window(s, err);
    return CORR_EUSAGE;
}

/* ---- not asked for -------------------------------------------------------- */

static bool is_one_of(corr_str word, const char *const *words)
{
    for (; *words; words++)
        if (corr_str_is(word, *words))
            return true;
    return false;
}

/* Whether the words of a name say that it counts requests that were served. */
static bool sounds_right(corr_str name)
{
    static const char *const request[] = { "request", "requests", NULL };
    static const char *const served[] = { "duration", "handled", "calls",
                                          NULL };
    static const char *const other[] = {
        "client",     "outgoing", "failed", "failures", "errors",  "error",
        "rejected",   "retries",  "retry",  "dropped",  "bytes",   "size",
        "body",       "active",   "flight", "inflight", "pending", "queue",
        "prometheus", "promhttp", "scrape", NULL
    };
    bool is_request = false, is_server = false, is_served = false;
    size_t from = 0;

    for (size_t i = 0; i <= name.n; i++) {
        if (i < name.n && name.p[i] != '_' && name.p[i] != '.' &&
            name.p[i] != ':')
            continue;
        const corr_str word = { name.p + from, i - from };
        from = i + 1;
        if (is_one_of(word, other))
            return false;
        is_request = is_request || is_one_of(word, request);
        is_server = is_server || corr_str_is(word, "server");
        is_served = is_served || is_one_of(word, served);
    }
    return is_request || (is_server && is_served);
}

/* The name without what a counter of it ends in; empty: it counts nothing. */
static corr_str family_of(corr_str name)
{
    static const char *const ends[] = { "_count", "_bucket", "_total" };

    for (size_t i = 0; i < countof(ends); i++)
        if (corr_str_ends(name, ends[i]))
            return (corr_str){ name.p, name.n - strlen(ends[i]) };
    return corr_str_ends(name, "_sum") ? (corr_str){ "", 0 } : name;
}

static bool note_family(void *ctx, const side *d, const input *in,
                        uint32_t series)
{
    const looking *l = ctx;
    wanted *w = l->w;
    const uint32_t type = in->series.v[series].type;
    const corr_str family = family_of(name_of(in, series));
    const corr_str said = series_service(in, series);

    (void)d;
    if ((type != CORR_METRIC_COUNTER && type != CORR_METRIC_DELTA) ||
        !family.n || !said.n || !series_is_of(said, profiled(l->s)) ||
        !sounds_right(family))
        return true;
    for (uint32_t i = 0; i < w->nservice; i++)
        if (corr_str_eq(w->of[i], family))
            return true;
    if (w->nservice < 2)
        w->of[w->nservice++] = family;
    return true;
}

/* The only family of both sides that counts requests of the service. */
static bool use_obvious(sides *s)
{
    wanted w = { .as = SELECTOR_NOT };
    looking l = { s, &w, NULL };

    for (unsigned k = 0; k < 2; k++)
        (void)each_metric(s, k, note_family, &l);
    if (w.nservice > 1)
        s->no_counter =
            store_text(s->st,
                       "%.*s and %.*s both seem to count requests: --requests "
                       "says which",
                       CORR_STR_ARG(w.of[0]), CORR_STR_ARG(w.of[1]));
    if (w.nservice != 1)
        return true;
    w.sel.name = w.of[0];
    w.nservice = 0;
    look(s, &w);
    static const char *const ends[] = { "", "_count", "_bucket", "_total" };
    const char *name =
        w.as == SELECTOR_NOT
            ? NULL
            : store_text(s->st, "%.*s%s", CORR_STR_ARG(w.sel.name), ends[w.as]);
    if (!name || !collect(s, &w))
        return w.as == SELECTOR_NOT;
    s->no_counter = short_of(s, name, false);
    if (s->no_counter)
        forget(s);
    else
        use(s, name);
    return true;
}

static corr_code find_counter(sides *s, const char *requests, corr_err *err)
{
    wanted w = { .as = SELECTOR_NOT };

    if (requests) {
        corr_code code = metric_selector_parse(&w.sel, requests, err);
        if (!code)
            code = use_named(s, &w, requests, err);
        metric_selector_clear(&w.sel);
        return code;
    }
    if (!s->service || s->q[0].nlabels || s->q[1].nlabels ||
        s->side[0].sel->asked) /* it counts others, too */
        return CORR_OK;
    return use_obvious(s) ? CORR_OK : corr_no_memory(err);
}

corr_code sides_find_counter(sides *s, const char *requests, corr_err *err)
{
    const corr_code code = find_counter(s, requests, err);

    if (code || !s->counter_name || sides_use_routes(s))
        return code;
    return corr_no_memory(err);
}

/* ---- counting ------------------------------------------------------------- */

/* When a cluster ran. */
typedef struct ran {
    int64_t from, to;
} ran;

/* What came while several profiles of a block ran is shared by them. */
static void count_block(side *d, uint32_t block, const ran *r, int64_t *edge)
{
    size_t n = 0;

    for (uint32_t c = 0; c < d->k; c++)
        if (d->block[c] == block) {
            edge[n++] = r[c].from;
            edge[n++] = r[c].to;
        }
    if (n)
        qsort(edge, n, sizeof *edge, cmp_i64);
    for (size_t i = 1; i < n; i++) {
        const int64_t from = edge[i - 1], to = edge[i];
        uint32_t running = 0;
        for (uint32_t c = 0; from < to && c < d->k; c++)
            running +=
                d->block[c] == block && r[c].from <= from && to <= r[c].to;
        if (!running)
            continue;
        const double grew =
            metric_counter_grew(&d->counter, from, to) / running;
        for (uint32_t c = 0; c < d->k; c++)
            if (d->block[c] == block && r[c].from <= from && to <= r[c].to)
                d->requests[c] += grew;
    }
}

static ran when_ran(const sides *s, const side_file *f, uint32_t cluster)
{
    return (ran){ f->from + (cluster - f->first) * s->bin,
                  sides_cluster_end(s, f, cluster) };
}

static bool count_clusters(sides *s, side *d)
{
    ran *r = corr_arena_new(&s->arena, ran, d->k + 1);
    int64_t *edge = corr_arena_new(&s->arena, int64_t, 2 * d->k + 1);

    if (!r || !edge)
        return false;
    for (size_t i = 0; i < d->file.n; i++) {
        const side_file *f = &d->file.v[i];
        for (uint32_t c = f->first; c < f->first + f->n; c++)
            r[c] = when_ran(s, f, c);
    }
    memset(d->requests, 0, d->k * sizeof *d->requests);
    for (uint32_t b = 0; b < s->blocks; b++)
        count_block(d, b, r, edge);
    return true;
}

/* What several profiles of a time share they share in all parts of it. */
double sides_counted_within(const sides *s, const side *d, const side_file *f,
                            uint32_t cluster, const sides_told *told)
{
    const ran r = when_ran(s, f, cluster);
    const double all = metric_counter_grew(&d->counter, r.from, r.to);

    return all > 0
               ? d->requests[cluster] *
                     metric_counter_grew(&d->counter, told->from, told->to) /
                     all
               : 0;
}

/* Requests of each cluster, and of the block that has most, which it tells.
 * What operations they were of spans know: theirs are so many parts of all. */
static bool count(sides *s, side *d, uint32_t *block)
{
    double most = 0;
    uint32_t which = 0;

    if (!count_clusters(s, d))
        return false;
    for (uint32_t b = 0; b < s->blocks; b++) {
        const double n = sides_requests_of(d, b);
        which = n > most ? b : which;
        most = fmax(most, n);
    }
    const double known = d->facts.requests;
    for (size_t k = 1; known > 0 && k <= s->strata.row.n; k++)
        d->stratum_n[k] *= most / known;
    d->facts.by_spans = known;
    d->facts.requests = most;
    *block = which;
    return true;
}

bool sides_count_by_counter(sides *s)
{
    uint32_t block[2];

    for (unsigned w = 0; w < 2; w++)
        if (!count(s, &s->side[w], &block[w]))
            return false;
    return sides_count_routes(s, block);
}
