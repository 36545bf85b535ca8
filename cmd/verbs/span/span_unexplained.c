/* span_unexplained - the report of a span without code: which profiles were
 * looked at, the cause, and the next step. */
#include <string.h>

#include "verbs/span/span.h"

/* The columns where the texts of the two lists begin. */
enum { ITEM = 11, STEP = 6 };

/* Profiles that are here and do not help. */
typedef struct unfit {
    uint32_t n;
    const char *first; /* path of the first of them */
} unfit;

/* The profiles of one kind that could have held the span's samples. */
typedef struct fitting {
    corr_input one; /* the first of them */
    uint32_t n;
    int64_t samples; /* of one kind */
    corr_str kind;
    int64_t from, to; /* union of their windows */
    bool ids, times, threads, own_clock, assumed, one_of_several;
} fitting;

/* All profiles, by their relation to the span. */
typedef struct looked_at {
    fitting fit;
    bool any_profile;     /* of whatever process */
    const char *nameless; /* a profile without a known process */
    unfit lacking;        /* of this service, without the kind asked for */
    unfit other;          /* of this service, but of another process */
    unfit maybe;          /* of this service, of an unknown process */
    unfit snapshot;       /* of this process at one moment: heap, mutex ... */
    uint32_t nelsewhen;   /* of this process, but of another time */
    corr_input elsewhen;  /* the first of them */
} looked_at;

static const fitting no_fitting = { .kind = { "", 0 },
                                    .from = INT64_MAX,
                                    .to = INT64_MIN };

static void add_unfit(unfit *u, const char *path)
{
    if (u->n++ == 0)
        u->first = path;
}

/* Returns --kind; else CPU if the input has it, else the default kind of the
 * input. */
static corr_str kind_to_tell(const span_report *s, const corr_input *in)
{
    corr_str kind = in->kinds[0].kind;

    if (s->query.measure)
        return corr_str_of(s->query.measure);
    for (size_t k = 0; k < in->nkinds; k++) {
        if (corr_str_is(in->kinds[k].kind, "cpu"))
            return in->kinds[k].kind;
        if (in->kinds[k].is_default)
            kind = in->kinds[k].kind;
    }
    return kind;
}

static void add_profile(const span_report *s, fitting *l, const corr_input *in)
{
    corr_str kind = kind_to_tell(s, in);

    if (l->n == 0 ||
        (corr_str_is(kind, "cpu") && !corr_str_eq(kind, l->kind))) {
        *l = no_fitting;
        l->one = *in;
        l->kind = kind;
    }
    if (!corr_str_eq(kind, l->kind))
        return;
    l->n++;
    l->assumed |= in->process.assumed;
    l->own_clock |= in->clock.is_own;
    l->one_of_several |= in->process.one_of_several;
    for (size_t k = 0; k < in->nkinds; k++) {
        const corr_kind_facts *f = &in->kinds[k];
        l->ids |= f->with_trace > 0;
        l->times |= f->with_time > 0;
        if (!corr_str_eq(f->kind, kind))
            continue;
        l->threads |= f->with_thread > 0;
        if (f->samples > 0)
            l->samples = corr_sum(l->samples, f->samples);
    }
    if (in->from != CORR_NO_TIME) {
        l->from = in->from < l->from ? in->from : l->from;
        l->to = in->to > l->to ? in->to : l->to;
    }
}

static looked_at look_at_profiles(const span_report *s, const corr_span_view *v)
{
    looked_at l = { .fit = no_fitting };
    const char *kind = s->query.measure;

    for (size_t i = 0; i < corr_inputs(s->ctx->store); i++) {
        const corr_input in = corr_input_at(s->ctx->store, i);
        if (!in.used || !in.nkinds)
            continue;
        l.any_profile = true;
        if (!in.process.service.n && (!in.process.tied || v->service.n)) {
            l.nameless = in.path;
        } else if (!corr_str_eq(in.process.service, v->service)) {
            continue;
        } else if (corr_waterfall_apart(s->w, s->focus, i) &&
                   !corr_waterfall_differs(s->w, s->focus, i)) {
            add_unfit(&l.maybe, in.path);
        } else if (corr_waterfall_apart(s->w, s->focus, i)) {
            add_unfit(&l.other, in.path);
        } else if (kind && !cmd_input_has(&in, kind)) {
            add_unfit(&l.lacking, in.path);
        } else if (in.from != CORR_NO_TIME && in.to <= in.from) {
            add_unfit(&l.snapshot, in.path);
        } else if (in.from != CORR_NO_TIME && !span_overlaps(v, &in)) {
            if (l.nelsewhen++ == 0 || in.from < l.elsewhen.from)
                l.elsewhen = in;
        } else {
            add_profile(s, &l.fit, &in);
        }
    }
    return l;
}

static const char *kind_text(const span_report *s, const fitting *l)
{
    const char *ending = cmd_plural(l->samples);
    const char *one = cmd_one_in(&l->one, l->kind);
    corr_str kind = l->kind;

    if (corr_str_is(kind, "cpu"))
        kind = CORR_STR("CPU");
    if (corr_str_is(kind, "samples"))
        return corr_report_text(s->r, "sample%s", ending);
    return corr_report_text(s->r, "%.*s %s%s", CORR_STR_ARG(kind), one, ending);
}

static void say_profile(const span_report *s, const fitting *l)
{
    const char *name = l->one.path;
    const char *window = "";

    if (l->n > 1)
        name = corr_report_text(s->r, "%u profiles", l->n);
    if (l->from < l->to) {
        double share = 100.0 * (double)(s->span.end - s->span.start) /
                       (double)(l->to - l->from);
        window = corr_report_text(s->r, " in %s (the span is %.1f%% of that)",
                                  cmd_length(s->r, l->to - l->from), share);
    }
    corr_report_entry(s->r, ITEM, "  profile", "%s, %s %s%s", name,
                      cmd_count(s->r, l->samples), kind_text(s, l), window);
}

/* Causes why samples were not joined, most telling first.  A cause that is no
 * sentence continues too_little. */
static const struct {
    corr_why why;
    const char *labels, *cause, *next;
} stops[] = {
    { CORR_WHY_CLOCK,
      "samples name this request, and fit it if the profile is shifted by ",
      "the clocks of profile and trace differ",
      "compare the times of profile and trace: corr info" },
    { CORR_WHY_LABEL_FORMAT, "samples carry ids that corr cannot read",
      "an unknown spelling of ids",
      "--label-key KEY=span   (corr help labels)" },
    { CORR_WHY_UNSAMPLED, "samples name traces that are not here",
      "the export has other traces than the profile",
      "export the traces of the profile's window as well" },
    { CORR_WHY_AMBIGUOUS,
      "samples name traces, but not which request of the process",
      "no span ids, and the process served this trace more than once",
      "corr top --by trace" },
    { CORR_WHY_ID_NOT_UNIQUE,
      "samples name an id of this request that other spans have, too",
      "they are of the time of another span with this id",
      "corr spans, with the same files" },
    { CORR_WHY_AFTER_END, "samples name this request, but after it ended",
      "work outlived the request, or the clocks differ",
      "compare the times of profile and trace: corr info" },
    { CORR_WHY_BEFORE_START, "samples name this request, but before it began",
      "the clocks of profile and trace differ",
      "compare the times of profile and trace: corr info" },
    { CORR_WHY_LABEL_OTHER, "samples carry ids of other spans only", "",
      "corr top --by operation" },
    { CORR_WHY_UNLABELLED, "some samples carry ids, but not of this span",
      ", or its code ran without labels", "corr info" },
};

static int stop_of(const corr_evidence *e)
{
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++)
        if (e->stopped[stops[i].why] > 0)
            return (int)i;
    return -1;
}

/* Describes the labels that did not join, with the shift of clocks. */
static const char *stopped_words(const span_report *s, int stop)
{
    const corr_evidence *e = &s->facts.evidence;

    return stops[stop].why == CORR_WHY_CLOCK
               ? corr_report_text(s->r, "%s%s", stops[stop].labels,
                                  cmd_shift_text(s->r, e->fits))
               : stops[stop].labels;
}

static bool has_why(const span_report *s, corr_why why)
{
    return (s->facts.evidence.whys & 1u << why) != 0;
}

/* The question in short: 9d1e77aa, or 9d1e77aa/s7 if a span was asked for. */
static const char *asked_id(const span_report *s)
{
    const char *id = cmd_short(s->r, s->trace.trace, s->trace.start);
    if (!s->asked)
        return id;
    return corr_report_text(s->r, "%s/s%u", id, s->span.handle);
}

/* Explains samples without ids and times, which cannot be joined. */
static void say_no_ids(const span_report *s, const fitting *l)
{
    const char *window = "";

    if (l->from < l->to) {
        window = corr_report_text(s->r, " in those %s",
                                  cmd_length(s->r, l->to - l->from));
    }
    corr_report_entry(s->r, STEP, "why",
                      corr_str_is(l->one.producer, "Go")
                          ? "in Go, most often: the labels are set on a "
                            "context the work does not use"
                          : "the profiler does not know the requests");
    corr_report_entry(s->r, STEP, "try", "corr span %s --min-join window%s",
                      asked_id(s), cmd_files(s->ctx, s->r));
    corr_report_entry(s->r, STEP, "", "the whole service%s, not this request",
                      window);
}

/* Pauses: of no thread, and so of no span. */
static bool is_process_wide(const span_report *s, const fitting *l)
{
    return s->query.measure && l->times && !l->threads;
}

/* Whether all of its time would have been long enough for a sample. */
static bool is_long(const corr_evidence *e)
{
    return e->able_ns < e->profiled_ns &&
           e->expected * (double)e->profiled_ns >= (double)e->able_ns;
}

static const char *too_short(const span_report *s, const corr_evidence *e)
{
    const char *able = span_time(s->r, e->able_ns, e->able_ns);

    if (!is_long(e))
        return corr_report_text(s->r,
                                "s%u is too short: at most %.1f samples in %s",
                                s->span.handle, e->expected, able);
    return corr_report_text(s->r,
                            "s%u mostly waited: %s of its %s could be on a "
                            "CPU, at most %.1f samples",
                            s->span.handle, able,
                            span_time(s->r, e->profiled_ns, e->profiled_ns),
                            e->expected);
}

const char *span_too_little(const span_report *s)
{
    const corr_evidence *e = &s->facts.evidence;
    const char *lost =
        has_why(s, CORR_WHY_LOST) ? ", or the recorder lost its samples" : "";
    const char *most = "the span used too little CPU for a sample";

    if (has_why(s, CORR_WHY_TOO_SHORT))
        most = too_short(s, e);
    return corr_report_text(s->r, "%s%s", most, lost);
}

static const char *too_little(const span_report *s, const fitting *l)
{
    return corr_str_is(l->kind, "cpu") ? span_too_little(s)
                                       : "the span has no sample of this kind";
}

/* Prints a command for the same files and the same kind. */
static void say_try(const span_report *s, const char *next)
{
    const bool of_kind = s->query.measure && strncmp(next, "corr top", 8) == 0;

    corr_report_entry(
        s->r, STEP, "try", "%s%s%s%s", next, of_kind ? " --kind " : "",
        of_kind ? s->query.measure : "",
        strncmp(next, "corr ", 5) == 0 ? cmd_files(s->ctx, s->r) : "");
}

static void say_cause(span_report *s, const fitting *l)
{
    const int stop = l->ids ? stop_of(&s->facts.evidence) : -1;
    const char *cause = ", or its code ran without labels", *next = "corr info";

    if (!l->ids && !l->times) {
        say_no_ids(s, l);
        return;
    }
    if (is_process_wide(s, l)) {
        cause = "these samples name no thread, only the process";
        next = "corr top";
    } else if (!l->ids && l->one_of_several) {
        cause = "the span may have run in another process of the service";
    } else if (!l->ids && has_why(s, CORR_WHY_TOO_SHORT)) {
        cause = "";
        next = "corr top --by operation";
    } else if (!l->ids && s->facts.evidence.stopped[CORR_WHY_THREAD_UNKNOWN]) {
        cause = s->span.thread.n
                    ? "the profile has no thread with its name or id"
                    : "the span does not name its thread";
        next = "record thread.id and thread.name on spans";
    } else if (!l->ids) {
        cause = s->span.thread.n
                    ? "the thread of the span has no sample of that time"
                    : "no sample of that time names the span";
        next = "corr top --by operation";
    } else if (stop >= 0) {
        cause = stops[stop].cause;
        next = stops[stop].next;
    }
    corr_report_entry(s->r, STEP, "why", "%s%s",
                      *cause && *cause != ',' ? "" : too_little(s, l), cause);
    say_try(s, next);
}

static void say_looked(span_report *s, const fitting *l, corr_str service)
{
    int stop = stop_of(&s->facts.evidence);

    say_profile(s, l);
    if (!l->ids)
        corr_report_entry(s->r, ITEM, "  labels",
                          "no sample carries a span or trace id (keys tried: "
                          "corr help labels)");
    else if (!is_process_wide(s, l))
        corr_report_entry(s->r, ITEM, "  labels", "%s",
                          stop >= 0
                              ? stopped_words(s, stop)
                              : "samples carry ids, but not of this span");
    if (!l->times)
        corr_report_entry(s->r, ITEM, "  times",
                          l->own_clock ? "they count from an unknown start, so "
                                         "joining by time is out (--clock)"
                                       : "this format keeps no time per "
                                         "sample, so joining by time is out");
    if (l->assumed)
        corr_report_entry(s->r, ITEM, "  service",
                          "assumed: %s is \"%.*s\" (%s)", l->one.path,
                          CORR_STR_ARG(service),
                          l->one.process.by_file ? "by its file name"
                                                 : "the only service here");
    else if (service.n)
        corr_report_entry(s->r, ITEM, "  service", "%.*s",
                          CORR_STR_ARG(service));
}

/* Weaker evidence would have found samples: then that is the cause. */
static bool say_weaker(span_report *s)
{
    corr_query q = s->query;
    corr_err ignored = { 0 };

    if (!q.weakest || q.weakest >= CORR_SHARED)
        return false;
    q.trace = s->span.trace;
    q.span = s->span.id;
    q.number = s->span.handle;
    q.weakest = CORR_SHARED;
    const corr_sel *sel = cmd_select(s->ctx, &q, s->r, &ignored);
    if (!sel || !corr_sel_facts_of(sel).evidence.observations)
        return false;
    corr_evidence e = corr_sel_facts_of(sel).evidence;
    corr_report_head(s->r, "no code with %s evidence",
                     corr_class_name(s->query.weakest));
    corr_report_line(s->r, "%s with %s evidence: --min-join %s leaves %s out",
                     cmd_n(s->r, e.observations, "sample"),
                     corr_class_name(e.word), corr_class_name(s->query.weakest),
                     e.observations == 1 ? "it" : "them");
    corr_report_entry(s->r, STEP, "try", "corr span %s --min-join %s%s",
                      asked_id(s), corr_class_name(e.word),
                      cmd_files(s->ctx, s->r));
    return true;
}

/* Another span of the trace has samples, and most of its time. */
static bool say_code_elsewhere(span_report *s, const char *label)
{
    const corr_span_view v = corr_waterfall_at(s->w, s->best);
    const corr_span_view root = corr_waterfall_at(s->w, s->trace.root);

    if (!s->asked || s->best == s->focus || !s->best_has_code)
        return false;
    corr_report_entry(
        s->r, STEP, label,
        "corr span %s/s%u%s   has code, and %.0f%% of the request",
        cmd_short(s->r, s->trace.trace, s->trace.start), v.handle,
        cmd_files(s->ctx, s->r),
        100.0 * (double)v.critical /
            (double)(root.end > root.start ? root.end - root.start : 1));
    return true;
}

/* "a.jfr is", "a.jfr and 2 more are". */
static const char *unfit_words(const span_report *s, const unfit *u,
                               const char *one, const char *several)
{
    return u->n > 1 ? corr_report_text(s->r, "%s and %u more %s", u->first,
                                       u->n - 1, several)
                    : corr_report_text(s->r, "%s %s", u->first, one);
}

static const char *elsewhen_words(const span_report *s, const looked_at *l)
{
    const corr_input *in = &l->elsewhen;

    return corr_report_text(
        s->r, "%s covers another time: %s%s", in->path,
        cmd_window(s->ctx, s->r, in->from, in->to),
        l->nelsewhen > 1
            ? corr_report_text(s->r, ", and %u more", l->nelsewhen - 1)
            : "");
}

/* The profiles that are here and do not help, the first of each sort. */
static void say_unfit(const span_report *s, const looked_at *l,
                      const corr_span_view *v)
{
    const char *lines[6];
    uint32_t n = 0;

    if (l->lacking.n)
        lines[n++] = corr_report_text(
            s->r, "%s no samples of kind \"%s\"",
            unfit_words(s, &l->lacking, "has", "have"), s->query.measure);
    if (l->other.n)
        lines[n++] = corr_report_text(s->r, "%s of another process of %.*s",
                                      unfit_words(s, &l->other, "is", "are"),
                                      CORR_STR_ARG(v->service));
    if (l->maybe.n)
        lines[n++] = corr_report_text(s->r, "%s of an unknown process of %.*s",
                                      unfit_words(s, &l->maybe, "is", "are"),
                                      CORR_STR_ARG(v->service));
    if (l->nelsewhen)
        lines[n++] = elsewhen_words(s, l);
    if (l->snapshot.n)
        lines[n++] =
            corr_report_text(s->r, "%s of one moment, not of a span",
                             unfit_words(s, &l->snapshot, "is", "are"));
    if (l->nameless)
        lines[n++] = corr_report_text(s->r, "%s names no service or process",
                                      l->nameless);
    for (uint32_t i = 0; i < n; i++)
        corr_report_entry(s->r, ITEM, i ? "" : "  profile", "%s", lines[i]);
}

static const char *uncovered_text(const span_report *s, const looked_at *l,
                                  const char *who)
{
    const bool others = l->nelsewhen || l->snapshot.n; /* have that kind */

    if (l->lacking.n)
        return corr_report_text(
            s->r, "no profile of %s has samples of kind \"%s\"%s", who,
            s->query.measure, others ? " from this time" : "");
    return corr_report_text(s->r,
                            l->maybe.n
                                ? "no profile surely covers %s at this time"
                                : "no profile covers %s at this time",
                            who);
}

static void say_nearest(const span_report *s, corr_str service, bool has_label)
{
    const char *list = cmd_nearest_services(s->ctx, s->r, service);

    if (*list)
        corr_report_entry(s->r, ITEM, has_label ? "" : "  profile",
                          "profiles here cover %s", list);
}

/* Prints what to do if a profile may be of the process. */
static void say_maybe(const span_report *s, const char *label)
{
    corr_report_entry(s->r, STEP, label, "corr span %s --min-join window%s",
                      asked_id(s), cmd_files(s->ctx, s->r));
    corr_report_entry(s->r, STEP, "", "the whole service, not this request");
    corr_report_entry(s->r, STEP, "",
                      "record process.pid on spans to tell processes apart");
}

static void say_uncovered(span_report *s, const looked_at *l,
                          const corr_span_view *v)
{
    const char *who = fall_process(s->r, v, l->other.n + l->maybe.n > 0);
    const char *text = uncovered_text(s, l, who);
    const bool is_known = l->lacking.n || l->nelsewhen || l->snapshot.n;

    corr_report_head(s->r, "no code: %s", text);
    say_unfit(s, l, v);
    if (!is_known && !l->other.n && !l->maybe.n)
        say_nearest(s, v->service, l->nameless != NULL);
    s->facts.evidence.whys |=
        1u << (is_known ? CORR_WHY_NO_PROFILE : CORR_WHY_NO_IDENTITY);
    corr_report_note(s->r, CORR_WARNING,
                     is_known ? "NO_PROFILE" : "NO_IDENTITY", -1, "%s", text);
    const char *step = say_code_elsewhere(s, "try") ? "" : "try";
    if (l->maybe.n) {
        say_maybe(s, step);
        return;
    }
    corr_report_entry(s->r, STEP, step, "add a profile of %s that covers %s",
                      who, cmd_time(s->ctx, s->r, v->start));
    corr_report_entry(s->r, STEP, "",
                      "corr info%s   shows the service of each profile",
                      cmd_files(s->ctx, s->r));
}

void span_put_failure(span_report *s)
{
    looked_at l = look_at_profiles(s, &s->span);

    l.fit.ids |= s->facts.evidence.stopped[CORR_WHY_LABEL_FORMAT] > 0;
    corr_report_verdict(s->r, CORR_CANNOT_TELL);
    if (say_weaker(s))
        return;
    if (!l.any_profile) {
        corr_report_head(s->r, "no code: traces are here, but no profile");
        if (corr_passed(s->ctx->store))
            corr_report_entry(s->r, STEP, "try",
                              "corr span %s .   searches folders, too",
                              s->ctx->id);
        corr_report_entry(s->r, STEP, "try",
                          "add a profile of the same time (corr help formats)");
        s->facts.evidence.whys |= 1u << CORR_WHY_NO_PROFILE;
        corr_report_note(s->r, CORR_WARNING, "NO_PROFILE", -1,
                         "no profile is here");
        return;
    }
    if (cmd_say_no_kind(s->ctx, s->r) ||
        cmd_say_unmatched(s->ctx, s->r, asked_id(s)))
        return;
    if (!l.fit.n) {
        say_uncovered(s, &l, &s->span);
        return;
    }
    corr_report_head(
        s->r, "no code: the trace is here, but no sample can be tied to it");
    say_looked(s, &l.fit, s->span.service);
    say_cause(s, &l.fit);
    if (!l.fit.ids)
        corr_report_note(s->r, CORR_WARNING, "LABELS_ABSENT", -1,
                         "no sample carries a span or trace id");
}
