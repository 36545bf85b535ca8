/* sides_counter - finds the metric that counts requests (corr-methods 4.3). It
 * is the one that --requests names, or the only obvious one. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "base/calendar.h"
#include "metric/metric_selector.h"
#include "model/label_match.h"
#include "sides/sides.h"

/* Share of the time of a side that a metric has to cover. */
static const double least_covered = 0.99;

/* ---- the side of a series ------------------------------------------------ */

/* Whether a series has the labels that the query of a side wants of samples: by
 * its own labels, by --label-map, or by the path of its file. */
static bool has_labels(const side *d, const input *in, uint32_t series)
{
    for (size_t i = 0; i < d->q->nlabels; i++) {
        corr_str key, want;
        if (!corr_str_cut(corr_str_of(d->q->labels[i]), '=', &key, &want))
            continue;
        label_match own =
            label_match_set(in, in->series.v[series].labels, key, want);
        if (!own)
            own = label_match_told(in, key, want);
        if (!own)
            own = label_match_path(in, key, want);
        if (own != LABEL_MATCH_YES)
            return false;
    }
    return true;
}

/* ---- the search for series ----------------------------------------------- */

typedef struct wanted_metric {
    selector sel;
    metric_selector_as fit; /* the best match of any series */
    corr_str of[2];         /* the first two services of its series */
    uint32_t nservice;      /* 2: two or more */
    bool mine;              /* a series is of the profiled service */
    bool all;               /* series of any service count */
} wanted_metric;

typedef bool each_series(void *ctx, const input *in, uint32_t series);

/* Calls f for every series that a side may have, until f returns false. */
static bool each_metric(const sides *s, unsigned which, each_series *f,
                        void *ctx)
{
    const side *d = &s->side[which];

    for (uint32_t i = 0; i < s->st->input.n; i++) {
        const input *in = store_input(s->st, i);
        if (!in->metric.n || !s->st->match.v[i].used ||
            !sides_has_group(d, in->group))
            continue;
        for (uint32_t k = 1; k < in->series.n; k++)
            if (has_labels(d, in, k) && !f(ctx, in, k))
                return false;
    }
    return true;
}

static corr_str series_name(const input *in, uint32_t series)
{
    return input_text(in, in->series.v[series].name);
}

typedef struct metric_search {
    sides *s;
    wanted_metric *w;
    counter *c;
} metric_search;

static corr_str profiled_service(const sides *s)
{
    return s->service ? s->st->spans.service.v[s->service]
                      : (corr_str){ "", 0 };
}

static bool find_best(void *ctx, const input *in, uint32_t series)
{
    wanted_metric *w = ((metric_search *)ctx)->w;
    const metric_selector_as fit =
        metric_selector_names(&w->sel, series_name(in, series));

    if (fit < w->fit && metric_selector_passes(&w->sel, in, series, false))
        w->fit = fit;
    return true;
}

static bool is_meant(const wanted_metric *w, const input *in, uint32_t series)
{
    return metric_selector_names(&w->sel, series_name(in, series)) == w->fit &&
           metric_selector_passes(&w->sel, in, series, false);
}

/* Notes one of the first two names. */
static void note_name(wanted_metric *w, corr_str name)
{
    for (uint32_t i = 0; i < w->nservice; i++)
        if (corr_str_eq(w->of[i], name))
            return;
    if (w->nservice < 2)
        w->of[w->nservice++] = name;
}

static bool note_service(void *ctx, const input *in, uint32_t series)
{
    const metric_search *l = ctx;
    wanted_metric *w = l->w;
    const corr_str own = series_service(in, series);
    const corr_str mine = profiled_service(l->s);

    if (!is_meant(w, in, series) || !own.n)
        return true;
    w->mine = w->mine || (mine.n && series_is_of(own, mine));
    note_name(w, own);
    return true;
}

static bool take_series(void *ctx, const input *in, uint32_t series)
{
    const metric_search *l = ctx;
    const corr_str own = series_service(in, series);
    uint32_t part;

    if (!is_meant(l->w, in, series) ||
        (!l->w->all && own.n && !series_is_of(own, profiled_service(l->s))))
        return true;
    return sides_route_of(l->s, in, series, &part) &&
           metric_counter_add(l->c, in, series, part);
}

/* ---- whether a metric covers both sides ---------------------------------- */

static double length_of_side(const side *d)
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

/* Returns the number of known processes of the profiles, at least 1. */
static uint32_t count_processes(const side *d)
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

/* Returns the reason why a metric does not count the requests of both sides;
 * NULL: it does. */
static const char *why_unusable(const sides *s, const char *name, bool asked)
{
    static const char *const called[] = { "base", "new" };

    for (unsigned w = 0; w < 2; w++) {
        const side *d = &s->side[w];
        const double all = length_of_side(d), covered = covered_of(d);
        if (d->counter.falls)
            return store_text(
                s->st, "%s is no counter: it is a gauge, or it falls", name);
        if (isnan(all))
            return store_text(s->st,
                              "not every profile of %s says when it ran: %s "
                              "cannot be compared with it",
                              called[w], name);
        if (all <= 0 || covered < least_covered * all)
            return store_text(s->st, "%s tells of %.0f s of the %.0f s of %s",
                              name, covered / 1e9, all / 1e9, called[w]);
        if (!asked && metric_counter_targets(&d->counter) > count_processes(d))
            return store_text(s->st,
                              "%s is of %u instances, the profiles of %s are "
                              "of %u",
                              name, metric_counter_targets(&d->counter),
                              called[w], count_processes(d));
    }
    return NULL;
}

/* ---- reading the counter ------------------------------------------------- */

static bool read_counters(sides *s, wanted_metric *w)
{
    for (unsigned k = 0; k < 2; k++) {
        metric_search l = { s, w, &s->side[k].counter };
        if (!each_metric(s, k, take_series, &l) || !metric_counter_ready(l.c))
            return false;
    }
    return true;
}

static void find_series(sides *s, wanted_metric *w)
{
    metric_search l = { s, w, NULL };

    w->fit = SELECTOR_NOT;
    for (unsigned k = 0; k < 2; k++)
        (void)each_metric(s, k, find_best, &l);
    for (unsigned k = 0; k < 2 && w->fit != SELECTOR_NOT; k++)
        (void)each_metric(s, k, note_service, &l);
}

static void forget_counter(sides *s)
{
    for (unsigned w = 0; w < 2; w++) {
        metric_counter_clear(&s->side[w].counter);
        s->side[w].counter = (counter){ .step = 0 };
    }
    sides_forget_routes(s);
}

static void use_counter(sides *s, const char *name)
{
    s->counter_name = name;
    s->counter_step = max_i64(s->side[0].counter.step, s->side[1].counter.step);
    s->counter_of =
        (uint32_t)max_i64(metric_counter_targets(&s->side[0].counter),
                          metric_counter_targets(&s->side[1].counter));
}

/* ---- a metric by name ---------------------------------------------------- */

/* Chooses the service whose series count, or fails with a sentence. */
static corr_code choose_service(const sides *s, wanted_metric *w,
                                const char *text, corr_err *err)
{
    const corr_str mine = profiled_service(s);

    w->all = metric_selector_tests_service(&w->sel) || w->nservice == 0;
    if (w->all || w->mine)
        return CORR_OK;
    if (mine.n) {
        corr_fail(err, CORR_EUSAGE,
                  "--requests %s: its series are of %.*s%s, none of %.*s, "
                  "which was profiled",
                  text, CORR_STR_ARG(w->of[0]),
                  w->nservice > 1 ? " and others" : "", CORR_STR_ARG(mine));
        corr_hint(err, "add the service to the name: NAME{job=\"...\"}");
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
    corr_hint(err, "add the service to the name: NAME{job=\"%.*s\"}",
              CORR_STR_ARG(w->of[0]));
    return CORR_EUSAGE;
}

/* Finds the longest time of a side that a metric covers without a gap. */
static void find_longest(const side *d, int64_t *from, int64_t *to)
{
    const counter *c = &d->counter;
    int64_t most = -1;
    size_t first = 0;

    for (size_t i = 0; i < c->time.n; i++) {
        if (i && !metric_counter_near(c, c->time.v[i - 1], c->time.v[i]))
            first = i;
        const int64_t a = max_i64(c->time.v[first], d->facts.from);
        const int64_t covered = min_i64(c->time.v[i], d->facts.to) - a;
        if (covered > most) {
            most = covered;
            *from = c->time.v[first];
        }
        if (covered >= most)
            *to = c->time.v[i];
    }
}

/* Adds a hint to the window that a metric covers of a side. There is no hint if
 * the metric covers less than a second of a side. */
static void hint_window(const sides *s, corr_err *err)
{
    char from[48], to[48];

    for (unsigned w = 0; w < 2; w++) {
        const side *d = &s->side[w];
        const counter *c = &d->counter;
        const double covered = covered_of(d);
        if (c->falls || !c->time.n ||
            covered >= least_covered * length_of_side(d))
            continue;
        if (covered < CALENDAR_S)
            return;
        int64_t a = 0, z = 0;
        find_longest(d, &a, &z);
        calendar_print_clock(from, a + CALENDAR_S - 1, 0);
        calendar_print_clock(to, z, 0);
        corr_hint(err, "%s can be cut to the known time: FILE@%s..%s",
                  w ? "the new side" : "the base", from, to);
        return;
    }
}

/* Whether any file has a series that matches. */
static bool is_anywhere(const sides *s, const wanted_metric *w)
{
    for (uint32_t i = 0; i < s->st->input.n; i++) {
        const input *in = store_input(s->st, i);
        for (uint32_t k = 1; in->metric.n && k < in->series.n; k++)
            if (metric_selector_names(&w->sel, series_name(in, k)) !=
                    SELECTOR_NOT &&
                metric_selector_passes(&w->sel, in, k, false))
                return true;
    }
    return false;
}

/* Fails: no side has the series. No file has it, or it lacks a label. */
static corr_code fail_no_series(const sides *s, const wanted_metric *w,
                                const char *text, corr_err *err)
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
    corr_hint(
        err,
        "name the exported metrics as well: corr diff BASE NEW requests.json");
    return CORR_EUSAGE;
}

static corr_code use_named(sides *s, wanted_metric *w, const char *text,
                           corr_err *err)
{
    find_series(s, w);
    if (w->fit == SELECTOR_NOT)
        return fail_no_series(s, w, text, err);
    corr_code code = choose_service(s, w, text, err);
    if (code)
        return code;
    if (!read_counters(s, w))
        return corr_no_memory(err);
    const char *name = store_text(s->st, "%s", text);
    const char *why = name ? why_unusable(s, name, true) : "out of memory";
    if (!why) {
        use_counter(s, name);
        return CORR_OK;
    }
    corr_fail(err, CORR_EUSAGE, "--requests: %s", why);
    hint_window(s, err);
    return CORR_EUSAGE;
}

/* ---- an obvious metric --------------------------------------------------- */

static bool is_one_of(corr_str word, const char *const *words)
{
    for (; *words; words++)
        if (corr_str_is(word, *words))
            return true;
    return false;
}

/* Whether the words of a name suggest that it counts served requests. */
static bool sounds_like_requests(corr_str name)
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

/* Returns the name without the suffix of a counter; empty: not a counter. */
static corr_str family_of(corr_str name)
{
    static const char *const ends[] = { "_count", "_bucket", "_total" };

    for (size_t i = 0; i < countof(ends); i++)
        if (corr_str_ends(name, ends[i]))
            return (corr_str){ name.p, name.n - strlen(ends[i]) };
    return corr_str_ends(name, "_sum") ? (corr_str){ "", 0 } : name;
}

static bool note_family(void *ctx, const input *in, uint32_t series)
{
    const metric_search *l = ctx;
    const uint32_t type = in->series.v[series].type;
    const corr_str family = family_of(series_name(in, series));
    const corr_str own = series_service(in, series);

    if ((type == CORR_METRIC_COUNTER || type == CORR_METRIC_DELTA) &&
        family.n && own.n && series_is_of(own, profiled_service(l->s)) &&
        sounds_like_requests(family))
        note_name(l->w, family);
    return true;
}

/* Uses the only family of both sides that counts requests of the service. */
static bool use_obvious(sides *s)
{
    wanted_metric w = { .fit = SELECTOR_NOT };
    metric_search l = { s, &w, NULL };

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
    find_series(s, &w);
    static const char *const ends[] = { "", "_count", "_bucket", "_total" };
    const char *name = w.fit == SELECTOR_NOT
                           ? NULL
                           : store_text(s->st, "%.*s%s",
                                        CORR_STR_ARG(w.sel.name), ends[w.fit]);
    if (!name || !read_counters(s, &w))
        return w.fit == SELECTOR_NOT;
    s->no_counter = why_unusable(s, name, false);
    if (s->no_counter)
        forget_counter(s);
    else
        use_counter(s, name);
    return true;
}

static corr_code find_counter(sides *s, const char *requests, corr_err *err)
{
    wanted_metric w = { .fit = SELECTOR_NOT };

    if (requests) {
        corr_code code = metric_selector_parse(&w.sel, requests, err);
        if (!code)
            code = use_named(s, &w, requests, err);
        metric_selector_clear(&w.sel);
        return code;
    }
    if (!s->service || s->q[0].nlabels || s->q[1].nlabels ||
        s->side[0].sel->asked) /* the metric counts other requests, too */
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
