/*
 * findings - calls the rules, drops what is below their thresholds, and ranks
 * the rest (corr-methods 8).
 */
#include "findings/code_stacks.h"
#include "findings/finder.h"
#include "findings/known_calls.h"

#include <math.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "select/span_set.h"
#include "store/clock_hosts.h"
#include "trace/ledger_claims.h"

/* Spans of many traces that are walked at most. */
enum { MOST_WALKED = 1 << 19 };
/* Samples below which a profile shows nothing. */
enum { LEAST_SAMPLES = 30 };
/* Refusals that are kept. */
enum { MOST_REFUSED = 64 };

struct corr_findings {
    corr_arena arena; /* owns this struct and the texts */
    vec(corr_finding) row;
    vec(corr_refusal) refused;
};

/* ---- words ------------------------------------------------------------- */

const char *finder_text(finder *f, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    const char *text = corr_arena_vprint(f->arena, format, ap);
    va_end(ap);
    return text;
}

const char *finder_time(finder *f, int64_t ns)
{
    char buf[CORR_PRINT_MAX];
    const char *text = finder_text(f, "%s", corr_print_duration(buf, ns));

    return text ? text : "";
}

const char *finder_share(finder *f, double share)
{
    const char *text = finder_text(f, "%.0f%%", 100 * share);

    return text ? text : "";
}

const char *finder_range(finder *f, const corr_finding *x)
{
    const char *text = finder_text(f, "%.0f%% [%.0f,%.0f]", 100 * x->share,
                                   100 * x->lo, 100 * x->hi);

    return text ? text : "";
}

const char *finder_whole(const finder *f)
{
    return f->about->whole ? f->about->whole : "the CPU";
}

corr_str finder_copy(finder *f, const char *text)
{
    return corr_str_of(corr_arena_text(f->arena, corr_str_of(text)));
}

/* ---- adding ------------------------------------------------------------ */

void finder_wilson(corr_finding *found, double x, double n)
{
    found->share = n > 0 ? x / n : 0;
    corr_wilson(x, n, &found->lo, &found->hi);
    found->n = (int64_t)(x + 0.5);
}

/* Whether the numbers pass the thresholds of the rule. */
static bool passes(const finder *f, const finding_rule *r, finding_size size,
                   const corr_finding *x)
{
    if (x->n < r->n || size.share < r->share || size.ns < r->least)
        return false;
    const bool is_code = (r->needs & (FINDS_IN_CODE | FINDS_IN_WAITS)) != 0;
    if (is_code && f->facts.evidence.observations < LEAST_SAMPLES &&
        f->facts.observations < LEAST_SAMPLES)
        return false;
    return isnan(x->lo) || x->lo >= r->share / 2;
}

/* Adds the numbers of a finding to the same one of another request. */
static void join_found(corr_finding *old, const corr_finding *x)
{
    corr_finding sum = old->cost >= x->cost ? *old : *x;

    sum.cost = old->cost < 0 ? x->cost : add_clamped(old->cost, x->cost);
    sum.n = add_clamped(old->n, x->n);
    sum.requests = old->requests;
    *old = sum;
}

/* 1 + the number of the finding of a rule about a subject in a list that the map
 * is of; 0: it is new.  NULL: out of memory. */
static uint32_t *number_of_finding(corr_map *m, const corr_finding *x)
{
    const uint64_t key[] = { (uint64_t)(uintptr_t)x->id,
                             corr_hash(x->subject.p, x->subject.n),
                             x->subject.n };

    return corr_map_bytes(m, key, sizeof key, NULL);
}

static bool is_same_trace(corr_trace_id a, corr_trace_id b)
{
    return a.hi == b.hi && a.lo == b.lo;
}

bool finder_add(finder *f, const finding_rule *r, finding_size size,
                corr_finding found)
{
    if (!found.text)
        return false;
    found.id = r->id;
    found.number = r->number;
    found.against = r->against;
    found.next.args = found.next.args ? found.next.args : "";
    if (f->w && found.row < f->w->n) {
        const corr_span_view v = corr_waterfall_at(f->w, found.row);
        found.trace = v.trace;
        found.span = v.id;
        found.handle = v.handle;
    }
    if (f->w && found.cost >= 0) {
        found.requests = 1;
        found.share =
            f->length > 0 ? (double)found.cost / (double)f->length : 0;
        found.lo = found.hi = (double)NAN;
    }
    if (found.rank <= 0)
        found.rank = found.cost >= 0 ? found.share : found.share * f->weight;
    if (!passes(f, r, size, &found))
        return true;
    uint32_t *number = number_of_finding(&f->same, &found);
    if (!number)
        return false;
    if (*number == 0) {
        *number = (uint32_t)f->found.n + 1;
        return vec_push(&f->found, found) && vec_push(&f->last, found.trace);
    }
    const size_t at = *number - 1;
    join_found(&f->found.v[at], &found);
    if (!is_same_trace(f->last.v[at], found.trace))
        f->found.v[at].requests++;
    f->last.v[at] = found.trace;
    return true;
}

bool finder_refuse(finder *f, const finding_rule *r, corr_str subject,
                   const char *why)
{
    if (!why)
        return false;
    return f->refused.n == MOST_REFUSED ||
           vec_push(&f->refused,
                    (corr_refusal){ r->id, r->number, subject, why });
}

/* ---- calling the rules --------------------------------------------------- */

static bool call_rules(finder *f, unsigned sees)
{
    for (size_t i = 0; i < nfinding_rules; i++)
        if ((finding_rules[i].needs & sees) &&
            !finding_rules[i].find(f, &finding_rules[i]))
            return false;
    return true;
}

/* Sums of the time on the critical path: path[b] - path[a] is that of the spans
 * [a, b). */
static bool sum_path(finder *f)
{
    int64_t sum = 0;

    f->path.n = 0;
    for (uint32_t i = 0; i < f->w->n; i++) {
        if (!vec_push(&f->path, sum))
            return false;
        sum = add_clamped(sum, f->w->time[i].critical);
    }
    return vec_push(&f->path, sum);
}

const corr_retries *finder_retries(finder *f)
{
    if (!f->retries)
        f->retries = corr_retries_of(f->w, f->err);
    return f->retries;
}

int64_t finder_critical(const finder *f, uint32_t i)
{
    return f->path.v[f->w->time[i].end_index] - f->path.v[i];
}

const critical_span *finder_asked_span(const finder *f)
{
    const corr_findings_about *a = f->about;

    if (!a->w || !a->w->n)
        return NULL;
    return &a->w->time[a->span < a->w->n ? a->span : a->w->facts.root];
}

bool finder_lacks_spans(const finder *f)
{
    const corr_waterfall_facts *w = &f->w->facts;
    const uint32_t known =
        w->circles + (waterfall_is_orphan(f->w, w->root) ? 1 : 0);

    return w->partial || w->orphans > known;
}

const char *finder_at_least(const finder *f)
{
    return finder_lacks_spans(f) ? "at least " : "";
}

static bool look_at_trace(finder *f, const corr_waterfall *w, uint32_t top,
                          unsigned sees)
{
    if (w->n == 0)
        return true;
    f->w = w;
    f->top = top < w->n ? top : w->facts.root;
    f->end = w->time[f->top].end_index;
    f->length = critical_busy(&w->time[f->top]);
    const bool ok =
        sum_path(f) && (w->time[f->top].unfinished || call_rules(f, sees));
    corr_retries_free(f->retries);
    f->retries = NULL;
    f->w = NULL;
    return ok;
}

typedef struct long_trace {
    int64_t length;
    uint32_t trace;
} long_trace;

typedef vec(long_trace) long_traces;

SORT_BY(trace_by_length, long_trace, DESC(length), ASC(trace))

bool finder_is_of_side(const corr_store *st, unsigned group, uint32_t span)
{
    return finder_has_group(group,
                            store_input(st, st->spans.at.v[span].input)->group);
}

/* The traces with a marked span, longest such span first. */
static bool list_traces(const corr_store *st, unsigned group, const uint8_t *in,
                        long_traces *list)
{
    const spans *s = &st->spans;

    for (uint32_t t = 0; t < s->trace.n; t++) {
        const span_trace *trace = &s->trace.v[t];
        int64_t length = -1;
        for (uint32_t i = trace->first; i < trace->first + trace->n; i++)
            if (in[i] && finder_is_of_side(st, group, i))
                length = max_i64(length, span_length(store_span(st, i)));
        if (length >= 0 && !vec_push(list, (long_trace){ length, t }))
            return false;
    }
    vec_sort(list, trace_by_length);
    return true;
}

/* Of the duration of all requests together; less is not worth a line. */
static const double least_of_many = 0.01;

static corr_code look_at_traces(finder *f, const long_traces *list)
{
    clock_hosts clocks = { 0 };
    uint32_t seen = 0;
    int64_t length = 0;
    corr_code code = clock_hosts_of(&clocks, f->store, UINT32_MAX)
                         ? CORR_OK
                         : corr_no_memory(f->err);

    for (size_t i = 0, walked = 0; !code && i < list->n; i++) {
        const uint32_t t = list->v[i].trace;
        walked += f->store->spans.trace.v[t].n;
        if (seen == CORR_FINDINGS_TRACES || (seen && walked > MOST_WALKED))
            break;
        corr_waterfall *w = waterfall_of(f->store, t, &clocks, false, f->err);
        if (!w)
            code = CORR_ENOMEM;
        else if (!look_at_trace(f, w, UINT32_MAX, FINDS_IN_TRACE))
            code = corr_no_memory(f->err);
        length = add_clamped(length, f->length);
        seen++;
        corr_waterfall_free(w);
    }
    size_t kept = 0;
    for (size_t i = 0; i < f->found.n; i++) {
        corr_finding *x = &f->found.v[i];
        x->of = seen;
        x->share = length > 0 ? (double)x->cost / (double)length : 0;
        x->rank = x->share;
        x->row = UINT32_MAX;
        if (x->share >= least_of_many)
            f->found.v[kept++] = *x;
    }
    f->found.n = kept;
    clock_hosts_clear(&clocks);
    return code;
}

static corr_code look_at_many(finder *f)
{
    uint8_t *in;
    long_traces list = { 0 };
    corr_code code =
        span_set_of(f->store, &f->about->query, f->arena, &in, f->err);

    if (!code && !list_traces(f->store, f->about->query.group, in, &list))
        code = corr_no_memory(f->err);
    if (!code)
        code = look_at_traces(f, &list);
    vec_free(&list);
    return code;
}

/* The CPU time of the samples, as a part of the request that is asked about: a
 * share of the samples is that much less of the request. */
static double weight_of_samples(const finder *f)
{
    const corr_findings_about *a = f->about;
    int64_t ns = corr_is_ns(f->facts.unit) ? f->facts.total : 0;

    if (!a->w || f->length <= 0)
        return 1;
    for (uint32_t i = 0, n = a->ledger ? corr_ledger_size(a->ledger) : 0; i < n;
         i++) {
        const corr_ledger_row row = corr_ledger_at(a->ledger, i);
        if (row.kind == CORR_SPENT_CPU)
            ns = row.ns;
    }
    return fmin(1, (double)ns / (double)f->length);
}

/* Samples of time on a CPU, or of waits. */
static unsigned sees_samples(finder *f)
{
    f->sel = f->about->sel;
    if (!f->sel)
        return 0;
    f->facts = corr_sel_facts_of(f->sel);
    f->weight = weight_of_samples(f);
    return f->facts.whole <= 0                 ? 0
           : corr_str_is(f->facts.kind, "cpu") ? FINDS_IN_CODE
                                               : FINDS_IN_WAITS;
}

bool finder_has_kind(const corr_store *st, const char *name)
{
    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        for (size_t k = 1; k < in->segment.n; k++)
            if (ledger_is_kind(in, &in->segment.v[k], name))
                return true;
    }
    return false;
}

/* What the inputs have for rules that look at all of them. */
static unsigned sees_store(const corr_store *st)
{
    unsigned sees = FINDS_IN_STORE;

    for (uint32_t i = 0; i < st->input.n; i++)
        sees |= store_input(st, i)->segment.n > 1 ? FINDS_IN_STORE_ROWS : 0U;
    return sees | (finder_has_kind(st, "cpu") ? FINDS_IN_STORE_CODE : 0U);
}

static corr_code look_everywhere(finder *f)
{
    const corr_findings_about *a = f->about;
    corr_code code = CORR_OK;

    if (a->w)
        code =
            look_at_trace(f, a->w, a->span,
                          FINDS_IN_TRACE | (a->ledger ? FINDS_IN_LEDGER : 0U))
                ? CORR_OK
                : corr_no_memory(f->err);
    else if (a->many_traces)
        code = look_at_many(f);
    if (!code && !call_rules(f, sees_samples(f) | sees_store(f->store)))
        code = corr_no_memory(f->err);
    return code;
}

/* ---- the view ------------------------------------------------------------- */

SORT_BY(finding_by_rank, corr_finding, DESC(qualifies), DESC(rank),
        ASC_CHARS(id), ASC_STR(subject))

/* Keeps the findings that the list `but` has not. */
static bool keep_others(corr_findings *v, const finder *f,
                        const corr_findings *but)
{
    corr_map known = { 0 };
    bool ok = true;

    for (size_t i = 0; ok && but && i < but->row.n; i++) {
        uint32_t *number = number_of_finding(&known, &but->row.v[i]);
        ok = number != NULL;
        if (ok)
            *number = 1;
    }
    for (size_t i = 0; ok && i < f->found.n; i++) {
        const uint32_t *number = number_of_finding(&known, &f->found.v[i]);
        ok = number && (*number || vec_push(&v->row, f->found.v[i]));
    }
    corr_map_clear(&known);
    return ok;
}

corr_findings *corr_findings_of(corr_store *st,
                                const corr_findings_about *about, corr_err *err)
{
    corr_err own = { 0 };

    err = err ? err : &own;
    if (store_prepare(st, err) != CORR_OK)
        return NULL;
    corr_findings *v = self_arena_new(corr_findings, err);
    if (!v)
        return NULL;

    finder f = {
        .arena = &v->arena, .store = st, .about = about, .err = err, .weight = 1
    };
    corr_code code =
        frame_lists_of(&f.lists, about->list, about->nlist, &v->arena, err);
    if (!code)
        code = look_everywhere(&f);
    if (!code && !keep_others(v, &f, about->but))
        code = corr_no_memory(err);
    vec_sort(&v->row, finding_by_rank);
    for (size_t i = 0; !code && i < f.refused.n; i++)
        if (!vec_push(&v->refused, f.refused.v[i]))
            code = corr_no_memory(err);
    vec_free(&f.found);
    vec_free(&f.refused);
    vec_free(&f.path);
    vec_free(&f.last);
    corr_map_clear(&f.same);
    code_stacks_free(f.code);
    category_sums_clear(f.categories);
    known_calls_free(f.known);
    failed_calls_free(f.failed);
    return KEEP_IF(!code, v, corr_findings_free);
}

uint32_t corr_findings_size(const corr_findings *f)
{
    return (uint32_t)f->row.n;
}

corr_finding corr_findings_at(const corr_findings *f, uint32_t i)
{
    return f->row.v[i];
}

uint32_t corr_findings_refused(const corr_findings *f)
{
    return (uint32_t)f->refused.n;
}

corr_refusal corr_findings_refusal_at(const corr_findings *f, uint32_t i)
{
    return f->refused.v[i];
}

void corr_findings_free(corr_findings *f)
{
    if (!f)
        return;
    vec_free(&f->row);
    vec_free(&f->refused);
    self_arena_free(f);
}
