/* corr info - what is here, what joins with what, what is missing. */

#include "verbs/info/info.h"
#include "cli/verbs.h"
#include "gate/assertion_subject.h"

/* ---- settings, missing: the data ---------------------------- */

/* Prints why files are not used. */
static void say_unused(const overview *o)
{
    enum { SHOWN = 5 };
    uint32_t n = 0;

    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        if (in.why_not && n++ < SHOWN)
            corr_report_field(o->r, n > 1 ? "" : "not used", "%s: %s", in.path,
                              in.why_not);
    }
    if (n > SHOWN)
        corr_report_field(o->r, "", "%u more (--json tells why)", n - SHOWN);
}

static const corr_column setting_columns[] = {
    COL("input", COUNT, setting, input),
    COL("name", TEXT, setting, name),
    COL("value", TEXT, setting, value),
};

static const corr_column missing_columns[] = {
    COL("what", TEXT, missing, what),
    COL("why", TEXT, missing, why),
    COL("next", TEXT, missing, next),
};

/* ---- what is missing ----------------------------------------------------- */

static void add_missing(overview *o, const char *what, const char *why,
                        const char *next)
{
    if (o->nmissing < COUNT(o->missing))
        o->missing[o->nmissing++] = (missing){ what, why, next };
}

/* A profile of several processes may be of any service, as its ids say. */
static bool has_profile_of_several(const overview *o)
{
    for (uint32_t i = 0; i < o->njoins; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        if (j.rung == CORR_RUNG_S1 &&
            corr_input_at(o->st, j.profile).process.service.n == 0)
            return true;
    }
    return false;
}

static bool has_profile_of(const overview *o, corr_str service)
{
    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        if (in.used && in.nkinds && corr_str_eq(in.process.service, service))
            return true;
    }
    return false;
}

/* Whether a service, which has a name behind `last`, has spans but no profile. */
static bool lacks_profile(const overview *o, uint32_t i, corr_str last)
{
    const corr_service s = corr_service_at(o->st, i);

    return s.spans && corr_str_cmp(s.name, last) > 0 &&
           !has_profile_of(o, s.name);
}

/* The first ones, in the order of their names. */
static void miss_profiles(overview *o)
{
    enum { MOST = 5 };
    const char *list = "";
    uint32_t n = 0;
    corr_str last = { "", 0 }, next;

    for (uint32_t i = 1; i < o->nservices; i++)
        n += lacks_profile(o, i, last);
    if (n == 0)
        return;
    for (uint32_t shown = 0; shown < n && shown < MOST; shown++, last = next) {
        next = (corr_str){ "", 0 };
        for (uint32_t i = 1; i < o->nservices; i++) {
            const corr_str name = corr_service_at(o->st, i).name;
            if (lacks_profile(o, i, last) &&
                (!next.n || corr_str_cmp(name, next) < 0))
                next = name;
        }
        list = corr_report_text(o->r, "%s%s%.*s", list, shown ? ", " : "",
                                CORR_STR_ARG(next));
    }
    add_missing(
        o,
        corr_report_text(
            o->r, "no profile of %s%s", list,
            n > MOST ? corr_report_text(o->r, " and %u more", n - MOST) : ""),
        "which code ran there cannot be said",
        "add a profile of the same time");
}

static void find_missing(overview *o, uint64_t spans, uint32_t profiles)
{
    const char *name;

    o->passed = !spans != !profiles && corr_passed(o->st, &name);
    if (profiles && !spans)
        add_missing(o, "no trace is here", "samples cannot be tied to requests",
                    o->passed ? "corr info . looks into folders, too"
                              : "add an exported trace");
    if (spans && !profiles)
        add_missing(o, "no profile is here",
                    "the traces cannot say which code ran",
                    o->passed ? "corr info . looks into folders, too"
                              : "add a profile of the same time");
    if (profiles && !has_profile_of_several(o))
        miss_profiles(o);
    for (uint32_t i = 0; i < o->njoins && spans; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        const corr_input in = corr_input_at(o->st, j.profile);
        if (corr_str_is(j.kind, "cpu") && in.scope == CORR_SCOPE_NONE &&
            j.why != CORR_WHY_DUPLICATE &&
            (!j.rung || info_is_window(j.rung))) {
            add_missing(
                o,
                corr_report_text(o->r, "no ids on the samples of %s", in.path),
                "they cannot be tied to single requests", "corr help labels");
            break;
        }
    }
}

/* ---- coverage ------------------------------------------------------------ */

typedef struct label_match {
    int64_t samples, with_id, joined, by_id;
} label_match;

static void put_coverage(overview *o)
{
    label_match c = { 0 };

    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        for (size_t k = 0; in.used && k < in.nkinds; k++)
            if (info_is_labelled_kind(in.kinds[k].kind) &&
                in.kinds[k].samples > 0 && in.kinds[k].with_trace >= 0) {
                c.samples = corr_sum(c.samples, in.kinds[k].samples);
                c.with_id = corr_sum(c.with_id, in.kinds[k].with_trace);
            }
    }
    for (uint32_t i = 0; i < o->njoins; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        if (!info_is_labelled_kind(j.kind) || !j.rung || info_is_window(j.rung))
            continue;
        c.joined = corr_sum(c.joined, j.observations);
        if (j.rung >= CORR_RUNG_S1 && j.rung <= CORR_RUNG_R3) /* by its id */
            c.by_id = corr_sum(c.by_id, j.observations);
    }
    double labels = c.samples ? (double)c.with_id / (double)c.samples : 0;
    double found = c.with_id ? (double)c.by_id / (double)c.with_id : 0;
    corr_report_put(o->r, "coverage.span_labels", corr_cell_share(labels));
    corr_report_put(o->r, "coverage.trace_found",
                    corr_cell_share(found < 1 ? found : 1));
    corr_report_put(o->r, "coverage.samples_joined",
                    c.samples
                        ? corr_cell_share((double)c.joined / (double)c.samples)
                        : corr_cell_share(0));
}

/* ---- the screen ---------------------------------------------------------- */

/* Finds the first and last known time of inputs; of_points: of metrics with a
 * single point, else of all other inputs. */
static void find_range(const overview *o, bool of_points, int64_t *from,
                       int64_t *to)
{
    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        const bool is_point = in.is_metrics && in.resolution == 0;
        if (in.from == CORR_NO_TIME || in.from == 0 || is_point != of_points)
            continue;
        *from = in.from < *from ? in.from : *from;
        *to = in.to > *to ? in.to : *to;
    }
}

static void head_line(overview *o)
{
    int64_t from = INT64_MAX;
    int64_t to = INT64_MIN;
    uint32_t services = 0;
    size_t files = 0;

    for (uint32_t i = 0; i < o->ninputs; i++)
        files += corr_input_at(o->st, i).files;
    /* what was asked once may be of days later, as is the time of its file */
    find_range(o, false, &from, &to);
    if (from > to)
        find_range(o, true, &from, &to);
    for (uint32_t i = 1; i < o->nservices; i++)
        services += corr_service_at(o->st, i).name.n > 0;
    const char *when = "";
    if (from <= to)
        when =
            corr_report_text(o->r, ", %s", cmd_window(o->ctx, o->r, from, to));
    const char *known = services
                            ? corr_report_text(o->r, ", %u service%s", services,
                                               services > 1 ? "s" : "")
                            : "";
    corr_report_head(o->r, "%zu file%s%s%s", files, cmd_plural(files), known,
                     when);
}

static bool ties_samples(const overview *o)
{
    for (uint32_t i = 0; i < o->njoins; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        if (j.rung && !info_is_window(j.rung) && j.observations > 0)
            return true;
    }
    return false;
}

/* The trace with the most samples: one that can be explained.  Without any,
 * the longest. */
static corr_trace_id trace_to_show(const overview *o)
{
    corr_err ignored = { 0 };
    corr_trace_id best = { 0, 0 };

    if (ties_samples(o)) {
        const corr_query q = { .joined = true };
        const corr_top_opts by_trace = { .by = CORR_BY_TRACE };
        const corr_sel *sel = cmd_select(o->ctx, &q, o->r, &ignored);
        corr_top *t = sel ? corr_top_of(sel, &by_trace, &ignored) : NULL;
        for (uint32_t i = 0; t && i < corr_top_size(t); i++) {
            best = corr_top_at(t, i).trace;
            if (best.hi | best.lo)
                break;
        }
        corr_top_free(t);
    }
    return best.hi | best.lo ? best : corr_longest_trace(o->st);
}

/* Prints the next commands for the same files. */
static void next_line(overview *o)
{
    const corr_trace_id trace = trace_to_show(o);
    const bool has_trace = trace.hi | trace.lo;
    const char *files = cmd_files(o->ctx, o->r);
    bool has_profile = false, has_ids = false;

    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        for (size_t k = 0; in.used && k < in.nkinds; k++) {
            has_profile |= in.kinds[k].total != 0 || in.kinds[k].samples != 0;
            has_ids |= in.kinds[k].with_span > 0;
        }
    }
    if (has_trace) {
        int64_t from = INT64_MAX, to = INT64_MIN;
        find_range(o, false, &from, &to);
        corr_report_next(
            o->r, "a request with many samples", "corr span %s%s",
            cmd_short(o->r, trace, from <= to ? from : CORR_NO_TIME), files);
    }
    if (has_profile)
        corr_report_next(o->r, "the most expensive functions", "corr top%s",
                         files);
    if (has_ids && !has_trace)
        corr_report_next(o->r, "the most expensive spans",
                         "corr top --by span%s", files);
    if (o->passed)
        corr_report_next(o->r, "the same with subfolders", "corr info .");
}

/* Prints the files; empty columns are left out. */
static void fill_screen(overview *o, uint64_t spans)
{
    head_line(o);
    info_put_files(o);
    corr_report_blank(o->r);
    say_unused(o);
    info_say_blocks(o->ctx, o->r);
    if (spans)
        info_say_joins(o);
    for (uint32_t i = 0; i < o->nmissing; i++)
        corr_report_field(o->r, i ? "" : "missing", "%s: %s",
                          o->missing[i].what, o->missing[i].why);
    next_line(o);
}

static bool list_settings(overview *o)
{
    for (uint32_t i = 0; i < o->ninputs; i++)
        o->nsettings += (uint32_t)corr_input_at(o->st, i).nsettings;
    o->setting =
        corr_report_alloc(o->r, sizeof *o->setting, (size_t)o->nsettings + 1);
    setting *at = o->setting;
    for (uint32_t i = 0; at && i < o->ninputs; i++)
        for (uint32_t k = 0; k < corr_input_at(o->st, i).nsettings; k++, at++) {
            at->input = i + 1;
            at->name = corr_input_setting(o->st, i, k, &at->value);
        }
    return o->setting != NULL;
}

static corr_code info_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    overview *o = corr_report_alloc(r, sizeof *o, 1);
    uint64_t spans = 0;
    uint32_t profiles = 0;
    corr_code code = corr_prepare(ctx->store, err);

    if (code || !o)
        return code ? code : corr_no_memory(err);
    o->ctx = ctx;
    o->st = ctx->store;
    o->r = r;
    o->ninputs = (uint32_t)corr_inputs(o->st);
    o->nservices = (uint32_t)corr_services(o->st);
    o->njoins = (uint32_t)corr_joins(o->st);
    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        spans += in.spans;
        profiles += in.used && in.nkinds;
    }
    if (!list_settings(o))
        return corr_no_memory(err);
    find_missing(o, spans, profiles);

    /* service 0 is what has no name: listed only if it has spans */
    o->first_service = o->nservices && !corr_service_at(o->st, 0).spans;
    if (!info_put_services(o))
        return corr_no_memory(err);
    fill_screen(o, spans);
    info_put_joins(o);
    put_coverage(o);
    cmd_data(r, "missing", CORR_ROWS(missing_columns, o->nmissing, o->missing));
    cmd_data(r, "settings",
             CORR_ROWS(setting_columns, o->nsettings, o->setting));
    return CORR_OK;
}

const cmd info_cmd = {
    .name = "info",
    .group = CMD_LOOK,
    .brief = "what is here, what joins with what, what is missing",
    .operands = "[FILE...]",
    .takes = TAKES_INPUTS | TAKES_VERDICT,
    .prints = PRINTS_WHOLE,
    .loads = LOADS_SUMS,
    .inputs_are_rows = true,
    .subjects = subjects_info,
    .needs =
        CORR_NEED_SAMPLES | CORR_NEED_TIME | CORR_NEED_LABELS | CORR_NEED_SPANS,
    .run = info_run,
};
