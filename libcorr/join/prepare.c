#include "join/prepare.h"

#include <stdio.h>

#include "base/base.h"
#include "join/join_remarks.h"
#include "metric/cpu_coverage.h"
#include "model/segment.h"
#include "store/clock_begin.h"
#include "store/clock_profile.h"
#include "store/counter_delta.h"
#include "store/duplicate_samples.h"
#include "store/edition.h"
#include "store/fraction.h"
#include "store/lockstep.h"
#include "store/process_match.h"

/* A sum that is not known, because it needs more than 63 bits, stays so. */
static void add_exactly(int64_t *sum, int64_t n, int64_t unknown)
{
    if (*sum != unknown && ADD_OVERFLOWS(*sum, n, sum))
        *sum = unknown;
}

static corr_kind_facts sum_kind(const input *in, const segment *s)
{
    const kind_row *k = &in->kind.v[s->kind];
    const corr_want w = { .needs = in->read.needs };
    bool labels = corr_wants(&w, CORR_NEED_LABELS);
    bool times = corr_wants(&w, CORR_NEED_TIME);
    corr_kind_facts f = { .kind = input_text(in, k->name),
                          .own_unit = input_own_unit(in, k),
                          .type = input_text(in, k->type),
                          .unit = k->unit,
                          .period = k->period,
                          .samples = s->only.obs,
                          .total = s->only.value,
                          .is_default = k->flags & CORR_KIND_DEFAULT,
                          .cumulative = k->flags & CORR_KIND_CUMULATIVE,
                          .context = k->flags & CORR_KIND_CONTEXT,
                          .measured = (k->flags & (CORR_KIND_INTERVAL |
                                                   CORR_KIND_WHOLE)) != 0,
                          .with_span = labels ? s->only.with_span : -1,
                          .with_trace = labels ? s->only.with_trace : -1,
                          .with_time = times ? s->only.with_time : -1,
                          .with_thread = labels ? s->only.with_thread : -1 };

    for (size_t i = 0; i < s->n; i++) {
        int64_t obs = segment_obs(s, i);
        bool span = s->span && s->span[i];
        bool request = (s->root && s->root[i]) || (s->trace && s->trace[i]);
        add_exactly(&f.samples, obs, -1);
        add_exactly(&f.total, segment_value(s, i), CORR_NO_TOTAL);
        f.with_span = add_clamped(f.with_span, labels && span ? obs : 0);
        f.with_trace =
            add_clamped(f.with_trace, labels && (span || request) ? obs : 0);
        f.with_time = add_clamped(
            f.with_time,
            times && s->time && s->time[i] != CORR_NO_TIME ? obs : 0);
        f.with_thread = add_clamped(
            f.with_thread, labels && s->thread && s->thread[i] ? obs : 0);
    }
    if (k->flags & CORR_KIND_NO_COUNT)
        f.samples = -1;
    if (in->cpu.rescaled && segment_is_cpu(in, s))
        f.unit = CORR_NS_RESCALED;
    return f;
}

static int64_t add_known(int64_t a, int64_t b)
{
    return a < 0 || b < 0 ? -1 : add_clamped(a, b);
}

static void add_facts(corr_kind_facts *to, const corr_kind_facts *f)
{
    to->period = to->period == f->period ? f->period : 0;
    to->measured &= f->measured;
    if (f->samples < 0)
        to->samples = -1;
    add_exactly(&to->samples, f->samples, -1);
    if (f->total == CORR_NO_TOTAL)
        to->total = CORR_NO_TOTAL;
    add_exactly(&to->total, f->total, CORR_NO_TOTAL);
    to->with_span = add_known(to->with_span, f->with_span);
    to->with_trace = add_known(to->with_trace, f->with_trace);
    to->with_time = add_known(to->with_time, f->with_time);
    to->with_thread = add_known(to->with_thread, f->with_thread);
    to->is_default |= f->is_default;
    to->cumulative |= f->cumulative;
}

/* Adds a segment to the facts of its kind.  Several types of a file may be of
 * one kind: reads and writes, of files and of sockets. */
static bool list_kind(corr_store *st, const input *in, const segment *s,
                      size_t first)
{
    const corr_kind_facts f = sum_kind(in, s);

    for (size_t k = first; k < st->kind_facts.n; k++) {
        corr_kind_facts *known = &st->kind_facts.v[k];
        if (known->unit == f.unit && corr_str_eq(known->kind, f.kind)) {
            add_facts(known, &f);
            return true;
        }
    }
    return vec_push(&st->kind_facts, f);
}

static bool list_kinds(corr_store *st)
{
    for (size_t i = 0; i < st->input.n; i++) {
        const input *in = st->input.v[i];
        const size_t first = st->kind_facts.n;
        if (!vec_push(&st->kind_at, (uint32_t)first))
            return false;
        for (size_t s = 1; s < in->segment.n; s++)
            if (!list_kind(st, in, &in->segment.v[s], first))
                return false;
    }
    return vec_push(&st->kind_at, (uint32_t)st->kind_facts.n);
}

static void forget_prepared(corr_store *st)
{
    join_free(st->join);
    st->join = NULL;
    spans_clear(&st->spans);
    st->match.n = st->kind_facts.n = st->kind_at.n = 0;
    st->services.n = st->joined.n = 0;
}

static bool list_spans(corr_store *st)
{
    return spans_of(&st->spans, st->input.v, st->input.n);
}

static uint64_t spans_of_both(const spans *s)
{
    uint64_t n = 0;

    for (size_t i = 0; i < s->several.n; i++)
        n += s->several.v[i];
    return n;
}

static bool any_profile(const corr_store *st)
{
    bool any = false;

    for (size_t i = 0; i < st->input.n && !any; i++)
        any = st->input.v[i]->kind.n > 1; /* [0] is nil */
    return any;
}

static bool warn_copies(corr_store *st)
{
    const uint64_t both = spans_of_both(&st->spans);

    return (!st->spans.reused ||
            remark_warn(st, .rule = REMARK_ID_REUSED, .n = st->spans.reused)) &&
           (st->spans.copies <= both ||
            remark_warn(st, .rule = REMARK_DUPLICATE_SPANS,
                        .n = st->spans.copies)) &&
           (!both ||
            remark_warn(
                st, .rule = REMARK_SPANS_OF_BOTH, .n = both,
                .a = corr_str_of(any_profile(st)
                                     ? "the one whose profile ran when it began"
                                     : "both")));
}

/* "a.json", "a.json and 2 more files": the inputs with spans that stand for
 * many calls. */
static const char *merged_files(corr_store *st, char *text, size_t size)
{
    const spans *s = &st->spans;
    uint32_t first = UINT32_MAX, last = UINT32_MAX, files = 0;

    for (uint32_t in = 0; in < st->input.n; in++)
        for (size_t i = 0; i < s->merged.n && last != in; i++)
            if (s->at.v[s->merged.v[i].span].input == in) {
                first = files++ ? first : in;
                last = in;
            }
    const char *path = store_input(st, first)->file.path;
    if (files == 1)
        return path;
    snprintf(text, size, "%s and %u more file%s", path, files - 1,
             files == 2 ? "" : "s");
    return text;
}

static bool warn_merged(corr_store *st)
{
    const spans *s = &st->spans;
    char text[512];
    int64_t calls = 0;

    if (!s->merged.n)
        return true;
    for (size_t i = 0; i < s->merged.n; i++)
        calls = add_clamped(calls, s->merged.v[i].is.calls);
    return remark_warn(st, .rule = REMARK_MERGED_SPANS, .n = s->merged.n,
                       .of = (uint64_t)calls,
                       .a = corr_str_of(merged_files(st, text, sizeof text)));
}

/* Counts the spans that are left out of all times (corr-methods 3.1). */
static bool warn_untimed(corr_store *st)
{
    const uint32_t n = (uint32_t)st->spans.at.n;
    uint32_t untimed = 0;
    stretch ran;

    for (uint32_t i = 1; i < n; i++)
        untimed += !span_ran(store_span(st, i), &ran);
    return !untimed ||
           remark_warn(st, .rule = REMARK_UNTIMED, .n = untimed, .of = n - 1);
}

/* The times of the samples, spans and points of an input; from > to: it has
 * none. */
static stretch times_of(const input *in)
{
    stretch all = { INT64_MAX, INT64_MIN };

    if (in->segment.n > 1 && in->from != CORR_NO_TIME)
        all = (stretch){ in->from, in->to };
    for (size_t i = 1; i < in->span.n; i++) {
        stretch seen;
        if (!span_seen(&in->span.v[i], &seen))
            continue;
        all.from = min_i64(all.from, seen.from);
        all.to = max_i64(all.to, seen.to);
    }
    for (size_t i = 0; in->metric.n && i < in->point.n; i++) {
        if (in->point.v[i].is_begin)
            continue;
        all.from = min_i64(all.from, in->point.v[i].time);
        all.to = max_i64(all.to, in->point.v[i].time);
    }
    return all;
}

/* The factor by which all times of an input were written too small, because
 * they are in another unit than the format's; 0: none explains them
 * (corr-methods 1.7). */
static int64_t factor_of(stretch times)
{
    static const int64_t factor[] = { 1000, 1000000, 1000000000 };
    const int64_t year_2000 = 946684800, year_2100 = 4102444800;
    const int64_t ns = 1000000000;

    for (size_t i = 0; i < countof(factor); i++)
        if (times.from / (ns / factor[i]) >= year_2000 &&
            times.to / (ns / factor[i]) < year_2100)
            return factor[i];
    return 0;
}

/* Says which inputs have times of another unit, or before 1990.  Times stay as
 * they are, since the unit of durations is not known then. */
static bool warn_units(corr_store *st)
{
    const int64_t year_1990 = INT64_C(631152000) * 1000000000;
    bool ok = true;

    for (uint32_t i = 0; ok && i < st->input.n; i++) {
        const input *in = store_input(st, i);
        const stretch times = times_of(in);
        if (in->clock.kind == CORR_CLOCK_OWN || times.from > times.to ||
            times.from <= 0 || times.to >= year_1990)
            continue;
        const int64_t factor = factor_of(times);
        const corr_str path = corr_str_of(in->file.path ? in->file.path : "");
        ok = factor ? remark_warn(st, .rule = REMARK_WRONG_UNIT, .a = path,
                                  .n = (uint64_t)factor)
                    : remark_warn(st, .rule = REMARK_YEAR_1970, .a = path);
    }
    return ok;
}

static bool warn_map(corr_store *st)
{
    const file_labels *of = &st->service_of;

    return (!st->map.line.n || st->map.used ||
            remark_warn(st, .rule = REMARK_LABEL_MAP,
                        .a = st->map.line.v[0].pattern)) &&
           (!of->line.n || of->used ||
            remark_warn(st, .rule = REMARK_SERVICE_OF,
                        .a = of->line.v[0].pattern));
}

static bool has_cpu(const input *in)
{
    for (size_t s = 1; s < in->segment.n; s++)
        if (segment_is_cpu(in, &in->segment.v[s]) && in->segment.v[s].n)
            return true;
    return false;
}

/* Adds a note to each input whose CPU was not rescaled although st->rescale
 * asked for it.  False: out of memory. */
static bool note_not_rescaled(corr_store *st)
{
    static const char *const missing[] = {
        [CORR_RESCALE_NONE] = "",
        [CORR_RESCALE_CLOCK] = "no clocks of threads are here",
        [CORR_RESCALE_METRIC] =
            "no metric covers the CPU of the process for all of the time",
    };

    for (uint32_t i = 0; st->rescale && i < st->input.n; i++) {
        const input *in = store_input(st, i);
        if (!st->match.v[i].used || in->cpu.rescaled || !has_cpu(in))
            continue;
        edition *e = edition_of(st, i);
        if (!e || !remark_warn(
                      &e->in, .rule = REMARK_CPU_AS_SAMPLED,
                      .a = corr_str_of(
                          in->cpu.is_weighed
                              ? "samples are weighted, which excludes rescaling"
                              : missing[st->rescale])))
            return false;
    }
    return true;
}

/* ---- the steps ------------------------------------------------------ */

const prepare_step prepare_steps[PREPARE_STEPS] = {
    { "even out fractions", fraction_even_units, 0, PREPARED_VALUES },
    { "shift clocks", clock_profiles, 0, PREPARED_TIMES | PREPARED_NOTES },
    { "list spans", list_spans, PREPARED_TIMES, PREPARED_SPANS },
    { "match processes", process_inputs, PREPARED_TIMES | PREPARED_SPANS,
      PREPARED_MATCH | PREPARED_THREADS | PREPARED_NOTES },
    { "find clocks", clock_begin,
      PREPARED_TIMES | PREPARED_SPANS | PREPARED_MATCH,
      PREPARED_TIMES | PREPARED_NOTES },
    { "vote on duplicates", duplicate_vote_on,
      PREPARED_TIMES | PREPARED_SPANS | PREPARED_MATCH, PREPARED_VOTE },
    { "cover CPU", coverage_inputs,
      PREPARED_TIMES | PREPARED_SPANS | PREPARED_MATCH,
      PREPARED_YIELD | PREPARED_VALUES | PREPARED_NOTES },
    { "find lockstep", lockstep_inputs, PREPARED_TIMES | PREPARED_MATCH,
      PREPARED_NOTES },
    { "note what is not rescaled", note_not_rescaled,
      PREPARED_MATCH | PREPARED_VALUES, PREPARED_NOTES },
    { "sum kinds", list_kinds, PREPARED_VALUES, PREPARED_KINDS },
    { "subtract counters", delta_subtract,
      PREPARED_TIMES | PREPARED_MATCH | PREPARED_KINDS, PREPARED_COUNTS },
    { "warn of copies", warn_copies, PREPARED_SPANS, PREPARED_NOTES },
    { "warn of merged spans", warn_merged, PREPARED_SPANS, PREPARED_NOTES },
    { "warn of missing times", warn_untimed, PREPARED_SPANS, PREPARED_NOTES },
    { "warn of wrong units", warn_units, PREPARED_TIMES, PREPARED_NOTES },
    { "warn of the label map", warn_map, PREPARED_MATCH, PREPARED_NOTES },
};

/* Moves warnings behind others. */
static bool move_warnings(warnings *to, warnings *from, size_t first)
{
    bool ok = true;

    for (size_t i = first; ok && i < from->n; i++)
        ok = vec_push(to, from->v[i]);
    from->n = first;
    return ok;
}

/* Warns of what was found ahead of the question. */
static corr_code warn_late(corr_store *st, warnings *ahead, corr_err *err)
{
    if (ahead->n == 0 || move_warnings(&st->warning, ahead, 0))
        return CORR_OK;
    return corr_no_memory(err);
}

corr_code store_prepare(corr_store *st, corr_err *err)
{
    bool ok = true;

    if (st->prepared)
        return warn_late(st, &st->ahead_prepared, err);
    store_forget(st);
    st->forget = forget_prepared;
    for (size_t i = 0; ok && i < PREPARE_STEPS; i++)
        ok = prepare_steps[i].run(st);
    st->selected.n = 0;
    for (size_t i = 0; ok && i < st->input.n; i++)
        ok = vec_push(&st->selected, false);
    if (!ok) {
        store_forget(st);
        return corr_no_memory(err);
    }
    st->prepared = true;
    return CORR_OK;
}

corr_code corr_prepare(corr_store *st, corr_err *err)
{
    return store_prepare(st, err);
}

corr_code store_join(corr_store *st, corr_err *err)
{
    corr_code code = store_prepare(st, err);

    if (code)
        return code;
    if (st->join)
        return warn_late(st, &st->ahead_joined, err);
    st->join = join_of(st);
    return st->join && duplicate_say(st) && join_remarks(st)
               ? CORR_OK
               : corr_no_memory(err);
}

/* ---- ahead of a question ---------------------------------------------- */

corr_ready corr_store_ready(const corr_store *st)
{
    return st->join       ? CORR_READY_JOINED
           : st->prepared ? CORR_READY_PREPARED
                          : CORR_READY_LOADED;
}

corr_code corr_make_ready(corr_store *st, corr_ready to, corr_err *err)
{
    corr_code code = CORR_OK;

    if (to >= CORR_READY_PREPARED && !st->prepared) {
        code = store_prepare(st, err);
        if (!code && !move_warnings(&st->ahead_prepared, &st->warning, 0))
            code = corr_no_memory(err);
    }
    if (code || to < CORR_READY_JOINED || st->join)
        return code;
    warnings before = { 0 };
    if (!move_warnings(&before, &st->ahead_prepared, 0))
        code = corr_no_memory(err);
    const size_t said = st->warning.n;
    code = code ? code : store_join(st, err);
    if (!code && (!move_warnings(&st->ahead_joined, &st->warning, said) ||
                  !move_warnings(&st->ahead_prepared, &before, 0)))
        code = corr_no_memory(err);
    vec_free(&before);
    return code;
}

/* ---- services ------------------------------------------------------- */

static bool add_version(corr_store *st, corr_str *list, corr_str version)
{
    corr_str rest = *list;
    corr_str one;

    if (!version.n)
        return true;
    while (list->n && corr_str_next(&rest, ',', &one))
        if (corr_str_eq(corr_str_trim(one), version))
            return true;
    const char *text = list->n
                           ? store_text(st, "%.*s, %.*s", CORR_STR_ARG(*list),
                                        CORR_STR_ARG(version))
                           : store_text(st, "%.*s", CORR_STR_ARG(version));
    *list = corr_str_of(text);
    return text != NULL;
}

static bool list_services(corr_store *st)
{
    const spans *s = &st->spans;
    size_t nservice = s->service.n;
    vec(uint32_t) last_trace = { 0 };
    vec(uint64_t) last_proc = { 0 }; /* input and row of the process, by
                                      * service */
    bool ok = true;

    for (size_t i = 0; ok && i < nservice; i++)
        ok = vec_push(&st->services, (corr_service){ .name = s->service.v[i],
                                                     .versions = { "", 0 } }) &&
             vec_push(&last_trace, UINT32_MAX) &&
             vec_push(&last_proc, UINT64_MAX);
    const bool any = nservice > 0;
    for (size_t p = 1; ok && any && p < s->service_of.n; p++)
        st->services.v[s->service_of.v[p]].instances++;
    for (uint32_t i = 1; ok && any && i < s->at.n; i++) {
        uint32_t service = spans_service(s, i);
        corr_service *row = &st->services.v[service];
        const input *in = st->input.v[s->at.v[i].input];
        const span_row *span = store_span(st, i);
        uint64_t proc = (uint64_t)s->at.v[i].input << 32 | span->proc;
        row->spans++;
        row->requests += s->root.v[i] == i;
        row->traces += last_trace.v[service] != s->trace_of.v[i];
        if (last_proc.v[service] != proc)
            ok = add_version(st, &row->versions,
                             input_text(in, in->proc.v[span->proc].version));
        last_trace.v[service] = s->trace_of.v[i];
        last_proc.v[service] = proc;
    }
    vec_free(&last_trace);
    vec_free(&last_proc);
    return ok;
}

size_t corr_services(corr_store *st)
{
    if (store_prepare(st, NULL) != CORR_OK ||
        (st->services.n == 0 && !list_services(st))) {
        st->no_memory = true;
        st->services.n = 0;
    }
    return st->services.n;
}

corr_code corr_store_failure(const corr_store *st, corr_err *err)
{
    return st && st->no_memory ? corr_no_memory(err) : CORR_OK;
}

corr_service corr_service_at(corr_store *st, size_t i)
{
    return st->services.v[i];
}
