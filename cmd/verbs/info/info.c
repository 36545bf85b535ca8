/* corr info - what is here, what joins with what, what is missing. */

#include <unistd.h>

#include "verbs/info/info.h"

#include <string.h>

#include "cli/verbs.h"
#include "corr_scrub.h"
#include "gate/assertion_subject.h"
#include "page/exemplar_page.h"
#include "page/findings_page.h"

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

static void add_missing(overview *o, bool is_line, const char *what,
                        const char *why, const char *next)
{
    if (o->nmissing < COUNT(o->missing))
        o->missing[o->nmissing++] = (missing){ what, why, next, is_line };
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
        o, false,
        corr_report_text(
            o->r, "no profile of %s%s", list,
            n > MOST ? corr_report_text(o->r, " and %u more", n - MOST) : ""),
        "no code to show", "add a profile of the same time");
}

static void find_missing(overview *o, uint64_t spans, uint32_t profiles)
{
    const char *folders = corr_passed(o->st) && !o->ctx->deeper
                              ? "corr info . looks into folders, too"
                              : NULL;

    if (profiles && !spans)
        add_missing(o, true, "no trace is here",
                    "samples cannot be tied to requests",
                    folders ? folders : "add an exported trace");
    if (spans && !profiles)
        add_missing(o, true, "no profile is here",
                    "the traces do not show which code ran",
                    folders ? folders : "add a profile of the same time");
    if (profiles && !has_profile_of_several(o))
        miss_profiles(o);
    for (uint32_t i = 0; i < o->njoins && spans; i++) {
        const corr_joined j = corr_join_at(o->st, i);
        const corr_input in = corr_input_at(o->st, j.profile);
        if (corr_str_is(j.kind, "cpu") && in.scope == CORR_SCOPE_NONE &&
            j.why != CORR_WHY_DUPLICATE &&
            (!j.rung || info_is_window(j.rung))) {
            add_missing(
                o, false,
                corr_report_text(o->r, "no ids on the samples of %s", in.path),
                "they cannot be tied to single requests", "corr help labels");
            break;
        }
    }
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

/* The first known time; CORR_NO_TIME: no file has one. */
static int64_t say_head(const overview *o)
{
    int64_t from = INT64_MAX;
    int64_t to = INT64_MIN;
    int64_t services = 0;
    size_t files = 0;
    const uint32_t traces = corr_traces(o->st);

    for (uint32_t i = 0; i < o->ninputs; i++)
        files += corr_input_at(o->st, i).files;
    /* what was asked once may be of days later, as is the time of its file */
    find_range(o, false, &from, &to);
    const bool is_known = from <= to;
    if (from > to)
        find_range(o, true, &from, &to);
    for (uint32_t i = 1; i < o->nservices; i++)
        services += corr_service_at(o->st, i).name.n > 0;
    const char *when =
        from <= to
            ? corr_report_text(o->r, "%s   ", cmd_range(o->ctx, o->r, from, to))
            : "";
    const char *what = traces ? cmd_n(o->r, traces, "trace")
                              : cmd_n(o->r, (int64_t)files, "file");
    corr_report_head(o->r, "%s%s%s%s", when, what, services ? " of " : "",
                     services ? cmd_n(o->r, services, "service") : "");
    return is_known ? from : CORR_NO_TIME;
}

/* A line for each thing that is missing and no row of the table shows. */
static void say_missing(const overview *o)
{
    for (uint32_t i = 0; i < o->nmissing; i++)
        if (o->missing[i].is_line || o->ctx->output->verbose)
            corr_report_line(o->r, "%s: %s (%s)", o->missing[i].what,
                             o->missing[i].why, o->missing[i].next);
}

/* Which servers the files came from, and what they lack. */
static void say_fetched(const overview *o)
{
    for (size_t i = 0; i < corr_warnings(o->st); i++) {
        const corr_warning w = corr_warning_at(o->st, i);
        if (strcmp(w.code, "FETCHED") == 0)
            corr_report_field(o->r, "fetched", "%s", w.text);
        else if (strcmp(w.code, "FETCH_CUT") == 0)
            corr_report_field(o->r, "missing", "%s", w.text);
    }
}

/* Whether a folder is a copy without secrets. */
static void say_scrubbed(const overview *o)
{
    const opt_list *words = &o->ctx->operands;
    const size_t n = words->n ? words->n : 1;

    for (size_t i = 0; i < n; i++) {
        const char *receipt = corr_report_text(o->r, "%s/" CORR_SCRUB_RECEIPT,
                                               words->n ? words->item[i] : ".");
        if (receipt && access(receipt, R_OK) == 0)
            corr_report_field(o->r, "scrubbed", "by corr scrub; receipt %s",
                              receipt);
    }
}

/* ---- kinds and settings of each file, with --verbose --------------------- */

/* "jdk.ThreadPark" of "jdk.ThreadPark#threshold". */
static corr_str setting_event(corr_str name)
{
    corr_str event, rest;

    return corr_str_cut(name, '#', &event, &rest) ? event : CORR_STR("");
}

/* ", threshold 10 ms"; "" for a count of events, which is not set by a user. */
static const char *setting_words(const overview *o, const setting *s,
                                 corr_str event)
{
    const size_t skip = event.n ? event.n + 1 : 0;
    const corr_str name = { s->name.p + skip, s->name.n - skip };

    return corr_str_is(name, "count")
               ? ""
               : corr_report_text(o->r, ", %.*s %.*s", CORR_STR_ARG(name),
                                  CORR_STR_ARG(s->value));
}

/* Prints the settings of each file, an event a line. */
static void say_settings(const overview *o)
{
    const char *key = "settings";

    for (uint32_t i = 0, end; i < o->nsettings; i = end) {
        const setting *s = &o->setting[i];
        const corr_str event = setting_event(s->name);
        const char *list = "";
        for (end = i; end < o->nsettings && o->setting[end].input == s->input &&
                      corr_str_eq(setting_event(o->setting[end].name), event);
             end++)
            list = corr_report_text(o->r, "%s%s", list,
                                    setting_words(o, &o->setting[end], event));
        if (!*list)
            continue;
        corr_report_field(o->r, key, "%s  %.*s%s%s",
                          corr_input_at(o->st, s->input - 1).path,
                          CORR_STR_ARG(event), event.n ? ": " : "", list + 2);
        key = "";
    }
}

/* Prints the kinds of samples of each file that has several. */
static void say_kinds(const overview *o)
{
    const char *key = "kinds";

    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        const char *list = "";
        for (size_t k = 0; k < in.nkinds && in.nkinds > 1; k++)
            if (in.kinds[k].samples > 0 && !in.kinds[k].context)
                list = corr_report_text(o->r, "%s%s%s %.*s", list,
                                        *list ? ", " : "",
                                        cmd_count(o->r, in.kinds[k].samples),
                                        CORR_STR_ARG(in.kinds[k].kind));
        if (!*list)
            continue;
        corr_report_field(o->r, key, "%s  %s", in.path, list);
        key = "";
    }
}

/* Patterns of the longest traces, and what qualifies all. */
static corr_code put_info_findings(const overview *o, corr_err *err)
{
    const corr_findings *found = findings_put(
        o->ctx, o->r,
        (corr_findings_about){ .many_traces = true, .has_waits = o->has_spans },
        err);

    if (!found)
        return err->code;
    findings_say(o->ctx, o->r, found, 0);
    return CORR_OK;
}

static corr_code fill_screen(overview *o, corr_err *err)
{
    const int64_t from = say_head(o);

    corr_report_blank(o->r);
    info_put_table(o);
    corr_report_blank(o->r);
    const corr_code code = put_info_findings(o, err);
    if (code)
        return code;
    say_unused(o);
    info_say_blocks(o->ctx, o->r);
    info_say_endings(o);
    say_fetched(o);
    say_scrubbed(o);
    say_missing(o);
    if (o->ctx->output->verbose) {
        corr_report_blank(o->r);
        info_put_files(o);
        corr_report_blank(o->r);
        say_kinds(o);
        if (o->has_spans)
            info_say_joins(o);
        say_settings(o);
    }
    info_say_foot(o);
    info_say_next(o, from);
    return CORR_OK;
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

/* Numbers the notes on clocks and services in the order of the foot. */
static void number_notes(overview *o)
{
    static const char *const marks[][2] = { { "\xc2\xb9", "(1)" },
                                            { "\xc2\xb2", "(2)" },
                                            { "\xc2\xb3", "(3)" } };
    bool is_unknown = false, is_placed = false, is_by_file = false;
    uint32_t n = 0;

    for (uint32_t i = 0; i < o->ninputs; i++) {
        const corr_input in = corr_input_at(o->st, i);
        if (!in.used || !in.nkinds)
            continue;
        is_unknown |= in.clock.is_own && !in.clock.is_told && o->has_spans;
        is_placed |= in.clock.is_found;
        is_by_file |= in.process.by_file;
    }
    if (is_unknown)
        o->marks.clock = marks[n++][o->ctx->output->ascii];
    if (is_placed)
        o->marks.placed = marks[n++][o->ctx->output->ascii];
    if (is_by_file)
        o->marks.file = o->ctx->output->quiet
                            ? "(assumed)"
                            : marks[n++][o->ctx->output->ascii];
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
    o->has_spans = spans > 0;
    o->marks.dash = ctx->output->ascii ? "-" : "\xe2\x80\x93";
    o->marks.more = ctx->output->ascii ? "..." : "\xe2\x80\xa6";
    number_notes(o);
    find_missing(o, spans, profiles);

    /* service 0 is what has no name: listed only if it has spans */
    o->first_service = o->nservices && !corr_service_at(o->st, 0).spans;
    if (!info_put_services(o))
        return corr_no_memory(err);
    code = fill_screen(o, err);
    if (code)
        return code;
    info_put_joins(o);
    info_put_coverage(o);
    cmd_data(r, "missing", CORR_ROWS(missing_columns, o->nmissing, o->missing));
    cmd_data(r, "settings",
             CORR_ROWS(setting_columns, o->nsettings, o->setting));
    return cmd_put_exemplars(ctx, r, 0, 0, err) ? CORR_OK : err->code;
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
