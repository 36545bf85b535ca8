/* corr when - load, pauses, waits and requests over time, from recordings and
 * metrics. */
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "page/exemplar_page.h"
#include "verbs/when/when_cmd.h"

/* Bytes of files from which attributes and allocations are not read. */
enum { LARGE = 16 << 20, LARGE_PROFILE = 64 << 20 };

static const opt when_options[] = {
    O_LIST(0, "metric", when_opts, metrics, "FILE[:SELECTOR]",
           "explain a change of these metrics; may be given again"),
    O_TIMES(when_opts, times),
    O_TEXT(0, "trace", when_opts, trace, "ID", "mark the time of this request"),
    O_TEXT(0, "method", when_opts, method, "NAME",
           "how changes are found: pelt, edivisive (default pelt)"),
    O_CHOICE(0, "by", when_opts, by, "function|operation",
             "what the layers of the picture are (default both, if spans are "
             "there)"),
    O_FLAG(0, "falls", when_opts, falls, "also short falls, not only rises"),
    O_FLAG(0, "values", when_opts, values,
           "rows of --tsv, --csv and --jsonl: the values of all series"),
    O_END
};

/* ---- the answer -------------------------------------------------------- */

OWNS(corr_timeline)
OWNS(corr_when)

/* ---- metrics that are asked about ---------------------------------------- */

/* FILE[:SELECTOR]: the whole text, if a file has that name. */
static void split_metric(const cmd_ctx *ctx, const char *text,
                         const char **path, const char **selector)
{
    *path = text;
    *selector = "";
    for (const char *colon = strchr(text, ':'); colon && !corr_is_there(text);
         colon = strchr(colon + 1, ':')) {
        const size_t n = (size_t)(colon - text);
        char *part = corr_arena_alloc(ctx->arena, 1, n + 1);
        if (!part)
            return;
        memcpy(part, text, n);
        part[n] = 0;
        if (!corr_is_there(part) && strcmp(part, "-") != 0)
            continue;
        *path = part;
        *selector = colon + 1;
        return;
    }
}

/* The files of --metric, without their selectors, and these. */
typedef struct metric_words {
    opt_list files;
    const char **path, **selector;
} metric_words;

static const metric_words *read_metrics(const cmd_ctx *ctx)
{
    static const metric_words none = { .files = { .n = 0 } };
    const opt_list *words = &((const when_opts *)ctx->opts)->metrics;
    metric_words *m = corr_arena_new(ctx->arena, metric_words, 1);

    if (!words->n || !m)
        return &none;
    m->path = corr_arena_new(ctx->arena, const char *, words->n);
    m->selector = corr_arena_new(ctx->arena, const char *, words->n);
    if (!m->path || !m->selector)
        return &none;
    for (size_t i = 0; i < words->n; i++)
        split_metric(ctx, words->item[i], &m->path[i], &m->selector[i]);
    m->files = (opt_list){ .item = m->path, .n = words->n };
    return m;
}

/* ---- words --------------------------------------------------------------- */

/* "left out: a.cpuprofile (clock unknown)": the files whose clocks
 * cannot be compared; "": no input. */
static const char *left_out_words(const cmd_ctx *ctx, corr_report *r,
                                  uint32_t left_out)
{
    for (size_t i = 0; left_out && i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        if (!in.used || !in.nkinds || !in.clock.is_own || in.clock.is_told)
            continue;
        return corr_report_text(
            r, "left out: %s%s (clock unknown)", in.path,
            left_out > 1 ? corr_report_text(r, " and %s",
                                            cmd_n(r, left_out - 1, "more file"))
                         : "");
    }
    return "";
}

static void say_head(const cmd_ctx *ctx, corr_report *r,
                     const corr_timeline_facts *f)
{
    const int64_t to = f->from + f->step * f->bins;

    if (f->is_own)
        corr_report_head(r, "%s by the file's own clock; its date is unknown",
                         cmd_length(r, to - f->from));
    else
        corr_report_head(r, "%s", cmd_range(ctx, r, f->from, to));
}

/* Prints the names of the rows that are metrics. */
static void say_metrics(const cmd_ctx *ctx, corr_report *r,
                        const corr_timeline *t)
{
    char name[CORR_PRINT_MAX];

    for (uint32_t i = 0; i < corr_timeline_size(t); i++) {
        const corr_timeline_row row = corr_timeline_at(t, i);
        if (!row.every || (!row.is_usual && !ctx->output->all))
            continue;
        corr_report_field(r, cmd_strip_name(t, i, ctx->output->all, name),
                          "%s%s%s", cmd_spaced_series(r, row.name),
                          row.every > 1 ? ", every " : "",
                          row.every > 1 ? cmd_length(r, row.every) : "");
    }
    if (corr_timeline_facts_of(t).more_metrics)
        corr_report_line(
            r, "%s left out, because there are too many",
            cmd_n(r, corr_timeline_facts_of(t).more_metrics, "more metric"));
}

/* "CheckoutCpuHigh  17:22:31Z..17:23:02Z (31 s)" */
static void say_alerts(const cmd_ctx *ctx, corr_report *r,
                       const corr_timeline *t)
{
    enum { MOST = 5 };
    const uint32_t n = corr_timeline_alerts(t);

    for (uint32_t i = 0; i < n && (i < MOST || ctx->output->all); i++) {
        const corr_timeline_alert a = corr_timeline_alert_at(t, i);
        const char *to =
            a.is_open
                ? ", no end recorded"
                : corr_report_text(r, "..%s (%s)", cmd_clock(ctx, r, a.to),
                                   cmd_length(r, a.to - a.from));
        corr_report_field(
            r, i ? "" : "alerts", "%.*s%s  %s%s", CORR_STR_ARG(a.name),
            a.is_pending ? " (pending)" : "", cmd_clock(ctx, r, a.from), to);
    }
    if (n > MOST && !ctx->output->all)
        corr_report_field(r, "", "%s (--all)", cmd_n(r, n - MOST, "more time"));
}

/* Whether an input with a path has metrics: one file may hold several inputs.
 * *i: the last input with this path, or the number of inputs. */
static bool has_metrics(const corr_store *st, const char *path, uint32_t *i)
{
    *i = (uint32_t)corr_inputs(st);
    for (uint32_t k = 0; k < corr_inputs(st); k++) {
        const corr_input in = corr_input_at(st, k);
        if (strcmp(in.path, path) != 0)
            continue;
        *i = k;
        if (in.series)
            return true;
    }
    return false;
}

/* Files that were named as metrics, and hold none. */
static void say_no_metrics(const cmd_ctx *ctx, corr_report *r)
{
    const opt_list *metrics = &read_metrics(ctx)->files;

    for (size_t k = 0; k < metrics->n; k++) {
        uint32_t i;
        if (has_metrics(ctx->store, metrics->item[k], &i) ||
            i == corr_inputs(ctx->store))
            continue;
        corr_report_note(r, CORR_WARNING, "NO_METRIC", (int)i,
                         "no metric is in it, though --metric names it");
        corr_report_line(
            r, "--metric %s: no metric is in it; it is read as any other file",
            metrics->item[k]);
    }
}

/* Prints what is not drawn. */
static void say_others(const cmd_ctx *ctx, corr_report *r,
                       const corr_timeline *t)
{
    const char *files =
        left_out_words(ctx, r, corr_timeline_facts_of(t).left_out);
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_timeline_size(t) && !ctx->output->all; i++)
        n += !corr_timeline_at(t, i).is_usual;
    if (n)
        corr_report_line(r, "%s more series (--all)%s%s", cmd_count(r, n),
                         *files ? "; " : "", files);
    else if (*files)
        corr_report_line(r, "%s", files);
}

/* Says that allocations were not read (when_needs): a rise of memory then names
 * no code, and a rise of allocation is not seen at all. */
static void say_unread(const cmd_ctx *ctx, corr_report *r)
{
    const char *target = ctx->output->target;
    bool any = false;

    for (uint32_t i = 0; i < corr_inputs(ctx->store); i++)
        any |= corr_input_at(ctx->store, i).nkinds > 0;
    if (any && !ctx->output->all && !(ctx->needs & CMD_NEEDS_BYTES) &&
        (!target || strcmp(target, "text") == 0))
        corr_report_line(r,
                         "allocations are not read from %d MB of files or "
                         "more (--all reads them)",
                         LARGE_PROFILE >> 20);
}

static void say_none(const cmd_ctx *ctx, corr_report *r, bool is_zoomed)
{
    corr_report_line(
        r, is_zoomed || cmd_any_cut(ctx)
               ? "no sample, span or value has a time in the part you asked for"
               : "no sample, span or value here has a time");
}

static bool has_any_shown(const cmd_ctx *ctx, const corr_timeline *t)
{
    bool any = ctx->output->all || corr_timeline_alerts(t) > 0;

    for (uint32_t i = 0; i < corr_timeline_size(t); i++)
        any |= corr_timeline_at(t, i).is_usual;
    return any;
}

/* Whether the marked time is in that of the strips. */
static bool is_in(const corr_timeline_facts *f, const strip_opts *s)
{
    return s->mark_from < f->from + f->step * f->bins && s->mark_to > f->from;
}

/* Prints the request that was asked for. */
static void say_mark(const cmd_ctx *ctx, corr_report *r, const corr_query *q,
                     const strip_opts *s, bool is_marked)
{
    const char *id = cmd_short(r, q->trace, s->mark_from);
    const char *at = cmd_clock(ctx, r, s->mark_from);

    if (is_marked)
        corr_report_line(r, "^ trace %s  %s, %s", id, at,
                         cmd_duration(r, s->mark_to - s->mark_from));
    else
        corr_report_line(r, "trace %s is outside this time: %s", id, at);
}

/* Suggests the eighth of the time in which the load was highest. */
static void say_next(const cmd_ctx *ctx, corr_report *r, const corr_timeline *t)
{
    enum { COLUMNS = 32, TOGETHER = 4 };
    const int64_t second = INT64_C(1000000000); /* ns */
    const corr_timeline_facts f = corr_timeline_facts_of(t);
    const corr_timeline_row row = corr_timeline_at(t, 0);
    const uint32_t per = (f.bins + COLUMNS - 1) / COLUMNS;
    const int64_t each = f.step * per;
    double v[COLUMNS + 1], most = -1;
    uint32_t at = 0;

    if (f.is_own || row.every || strcmp(row.name, "spans") == 0)
        return;
    const uint32_t n = corr_timeline_merge(&row, f.bins, per, v);
    const uint32_t wide = n > TOGETHER ? TOGETHER : n;
    for (uint32_t i = 0; i + wide <= n; i++) {
        double sum = 0;
        for (uint32_t k = i; k < i + wide; k++)
            sum += isnan(v[k]) ? 0 : v[k];
        if (sum > most) {
            most = sum;
            at = i;
        }
    }
    const int64_t window = (each * wide + second - 1) / second;
    corr_report_next(r, "the code that ran then",
                     "corr top --around %s --window %llds%s",
                     cmd_clock(ctx, r, f.from + each * at + each * wide / 2),
                     (long long)(window > 1 ? window : 1), cmd_files(ctx, r));
}

/* Builds the query of the times and the request that are asked for. */
static corr_code ask(const cmd_ctx *ctx, corr_query *q, corr_err *err)
{
    const when_opts *o = ctx->opts;
    const of_opts of = { .trace = o->trace };

    return cmd_query_times(ctx, &o->times, &of, q, err);
}

/* Finds what changed; the report owns it. */
static const corr_when *find_changes(const cmd_ctx *ctx, corr_report *r,
                                     const corr_query *q, corr_err *err)
{
    const when_opts *o = ctx->opts;
    const metric_words *m = read_metrics(ctx);
    const corr_when_opts opts = {
        .from = q->from,
        .to = q->to,
        .edivisive = o->method && strcmp(o->method, "edivisive") == 0,
        .falls = o->falls,
        .path = m->path,
        .selector = m->selector,
        .nmetric = m->files.n,
    };

    if (o->method && !opts.edivisive && strcmp(o->method, "pelt") != 0) {
        corr_fail(err, CORR_EUSAGE, "unknown method \"%s\"", o->method);
        corr_hint(err, "--method takes pelt or edivisive");
        return NULL;
    }
    corr_when *w = corr_when_of(ctx->store, &opts, err);
    own_corr_when(r, w);
    return w;
}

/* The strips, with the metrics that changed before others; the report owns
 * them. */
static const corr_timeline *draw_timeline(const cmd_ctx *ctx, corr_report *r,
                                          const corr_when *w,
                                          const corr_query *q, corr_err *err)
{
    enum { MOST_CHANGED = 5 };
    const when_opts *asked = ctx->opts;
    const char *first[MOST_CHANGED];
    corr_timeline_opts o = { .metrics = true,
                             .all_metrics = asked->metrics.n > 0,
                             .from = q->from,
                             .to = q->to,
                             .within = true,
                             .first = first };

    for (uint32_t i = 0; i < corr_when_changes(w) && o.nfirst < MOST_CHANGED;
         i++) {
        const corr_change_at c = corr_when_change(w, i);
        const corr_series_view s = corr_when_series(w, c.series);
        bool is_new = s.is_metric && c.is_near;
        for (uint32_t k = 0; k < o.nfirst; k++)
            is_new = is_new && strcmp(first[k], s.name) != 0;
        if (is_new)
            first[o.nfirst++] = s.name;
    }
    corr_timeline *t = corr_timeline_of(ctx->store, &o, err);
    own_corr_timeline(r, t);
    return t;
}

/* Draws the strips, and names what is in them. */
static void say_strips(const cmd_ctx *ctx, corr_report *r,
                       const corr_timeline *t, const corr_when *changes,
                       const corr_query *q, bool has_answer)
{
    const when_opts *w = ctx->opts;
    const corr_timeline_facts f = corr_timeline_facts_of(t);
    strip_opts s = { .all = ctx->output->all,
                     .fill = true,
                     .has_answer = has_answer };

    if (!f.is_own)
        s.event =
            when_marks(r, changes, f.from, f.from + f.step * f.bins, &s.nevent);
    if (w->trace && !f.is_own)
        cmd_asked_time(ctx, q, &s.mark_from, &s.mark_to);
    const bool is_marked = s.mark_from < s.mark_to && is_in(&f, &s);
    strip_opts shown = s;
    if (!is_marked)
        shown.mark_from = shown.mark_to = 0;
    if (has_any_shown(ctx, t))
        cmd_strips(ctx, r, t, &shown);
    else
        corr_report_line(r, "only buckets are here; --all draws them");
    if (s.mark_from < s.mark_to)
        say_mark(ctx, r, q, &s, is_marked);
    say_alerts(ctx, r, t);
    say_metrics(ctx, r, t);
}

static corr_code when_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const when_opts *w = ctx->opts;
    corr_query q;
    const corr_code code = ask(ctx, &q, err);

    if (code)
        return code;
    const corr_when *changes = find_changes(ctx, r, &q, err);
    if (!changes)
        return err->code;
    const corr_timeline *t = draw_timeline(ctx, r, changes, &q, err);
    if (!t)
        return err->code;
    const corr_timeline_facts f = corr_timeline_facts_of(t);
    if (w->values)
        when_list_values(r, t);
    when_put_data(r, changes, t);
    const corr_exemplars *x = cmd_put_exemplars(ctx, r, q.from, q.to, err);
    if (!x)
        return err->code;
    if (f.bins == 0 || corr_timeline_size(t) == 0) {
        if (cmd_say_exemplars(ctx, r, x, q.from, q.to))
            return CORR_OK;
        corr_report_verdict(r, CORR_CANNOT_TELL);
        say_none(ctx, r, q.from < q.to);
        return CORR_OK;
    }
    const bool changed = when_say_changes(ctx, r, changes);
    if (changed)
        corr_report_blank(r);
    say_head(ctx, r, &f);
    if (when_put_figures(ctx, r, changes, t, &q, err))
        return err->code;
    say_strips(ctx, r, t, changes, &q, changed);
    if (ctx->output->all || ctx->output->verbose)
        cmd_say_exemplars(ctx, r, x, q.from, q.to);
    say_no_metrics(ctx, r);
    say_others(ctx, r, t);
    say_unread(ctx, r);
    cmd_say_remarks(r, f.remarks, CORR_AT_HEAD);
    if (changed)
        when_say_next(ctx, r, changes);
    else
        say_next(ctx, r, t);
    return CORR_OK;
}

static const opt_list *when_files(const cmd_ctx *ctx)
{
    return &read_metrics(ctx)->files;
}

/* Bytes of the regular files at a path, a folder's own ones. */
static int64_t bytes_at(const char *path)
{
    struct stat is;
    int64_t sum = 0;

    if (stat(path, &is))
        return 0;
    DIR *dir = S_ISDIR(is.st_mode) ? opendir(path) : NULL;
    if (!dir)
        return is.st_size;
    for (struct dirent *e = readdir(dir); e; e = readdir(dir))
        if (!fstatat(dirfd(dir), e->d_name, &is, 0) && S_ISREG(is.st_mode))
            sum += is.st_size;
    closedir(dir);
    return sum;
}

/* Attributes of spans, which name feature flags, double the time that reading
 * takes, and allocations are most of a recording: large files are read
 * without. */
static unsigned when_needs(const cmd_ctx *ctx)
{
    int64_t bytes = 0;

    for (size_t i = 0; i < ctx->operands.n; i++)
        bytes += bytes_at(ctx->operands.item[i]);
    return (bytes < LARGE || ctx->output->all ? CORR_NEED_ATTRS : 0) |
           (bytes < LARGE_PROFILE ? CMD_NEEDS_BYTES : 0);
}

const cmd when_cmd = {
    .name = "when",
    .group = CMD_ASK,
    .brief = "what changed, when, and which code moves with it",
    .operands = "[FILE...]",
    .files_of = when_files,
    .options = when_options,
    .opts_size = sizeof(when_opts),
    .takes = TAKES_INPUTS | TAKES_VERDICT,
    .prints = PRINTS_STRIPS,
    .loads = LOADS_SHOWN_BYTES,
    .needs =
        CORR_NEED_SAMPLES | CORR_NEED_TIME | CORR_NEED_LABELS | CORR_NEED_SPANS,
    .needs_of = when_needs,
    .other_subjects = "a value depends on the length of its column: corr top "
                      "--around TIME --expect ...",
    .run = when_run,
};
