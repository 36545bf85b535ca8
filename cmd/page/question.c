/* question - steps that several commands share on the way to their views. */
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "corr_builtin.h"

static const int64_t day_ns = (int64_t)86400 * 1000000000;

/* ---- what to load ----------------------------------------------------- */

unsigned cmd_needs(const cmd_ctx *ctx)
{
    const select_opts *s = ctx->select;
    unsigned needs = 0;

    /* what machines read has frames with files and lines */
    if (ctx->output->target && (ctx->cmd->takes & TAKES_SELECTION))
        needs |= CORR_NEED_LINES;
    if (s->from || s->to || s->around || ctx->inputs->clock)
        needs |= CORR_NEED_TIME;
    if (s->thread)
        needs |= CORR_NEED_LABELS;
    /* clocks are of threads, and times; metrics of processes */
    if (ctx->rescale->to)
        needs |= CMD_NEEDS_CLOCK;
    /* a label may be one that only spans have */
    if (s->where || s->labels.n > 0)
        needs |= CORR_NEED_ATTRS;
    /* spans may be all that says of which service or version a profile is */
    if (ctx->of->span || ctx->of->trace || s->where || s->op || s->status ||
        s->deploy || s->service || s->labels.n > 0 || s->slowest.given)
        needs |= CMD_NEEDS_CLOCK;
    return needs;
}

corr_code cmd_check_beside(const cmd_given *option, size_t n, const char *with,
                           corr_err *err)
{
    for (size_t i = 0; i < n; i++)
        if (option[i].given)
            return corr_fail(err, CORR_EUSAGE, "--%s does not go with --%s",
                             option[i].name, with);
    return CORR_OK;
}

/* ---- clocks without a known start ------------------------------------- */

/* Half of the last digit of a time; of one without a fraction, of a second. */
static int64_t half_of_last(const char *text)
{
    const size_t n = strspn(text, "0123456789");
    int64_t unit = n >= 18   ? 1
                   : n >= 15 ? 1000
                   : n >= 12 ? 1000000
                             : 1000000000;
    const char *point = strpbrk(text, ".,");

    for (size_t i = point ? strspn(point + 1, "0123456789") : 0; i > 0; i--)
        unit = unit > 1 ? unit / 10 : 1;
    return unit / 2;
}

corr_code cmd_began(const cmd_ctx *ctx, corr_began *began, corr_err *err)
{
    const char *text = ctx->inputs->clock;
    int64_t other = 0;

    *began = (corr_began){ .is_told = text != NULL };
    if (!text)
        return CORR_OK;
    if (!corr_parse_time(corr_str_of(text), 0, 0, &began->at) ||
        !corr_parse_time(corr_str_of(text), day_ns, day_ns, &other) ||
        began->at != other)
        return corr_fail(err, CORR_EUSAGE,
                         "--clock needs a date and a time, not \"%s\"", text);
    began->u = half_of_last(text);
    return CORR_OK;
}

corr_code cmd_clock_told(const cmd_ctx *ctx, corr_err *err)
{
    if (!ctx->inputs->clock)
        return CORR_OK;
    for (size_t i = 0; i < corr_inputs(ctx->store); i++)
        if (corr_input_at(ctx->store, i).clock.is_told)
            return CORR_OK;
    return corr_fail(err, CORR_EUSAGE,
                     "--clock is not needed: all files here have dates");
}

/* ---- what samples count for ------------------------------------------- */

corr_rescale cmd_rescale(const cmd_ctx *ctx)
{
    const char *to = ctx->rescale->to;

    if (!to)
        return CORR_RESCALE_NONE;
    return strcmp(to, "clock") == 0 ? CORR_RESCALE_CLOCK : CORR_RESCALE_METRIC;
}

corr_code cmd_rescaled(const cmd_ctx *ctx, corr_err *err)
{
    const corr_rescale how = cmd_rescale(ctx);
    corr_code code = CORR_OK;

    if (!how)
        return CORR_OK;
    if (!(ctx->cmd->takes & TAKES_RESCALE))
        return corr_fail(err, CORR_EUSAGE,
                         "--rescale-to-%s needs samples of CPU",
                         ctx->rescale->to);
    code = corr_prepare(ctx->store, err);
    for (size_t i = 0; !code && i < corr_inputs(ctx->store); i++)
        if (corr_input_at(ctx->store, i).rescaled)
            return CORR_OK;
    if (code)
        return code;
    corr_fail(err, CORR_ENONE, "no sample here can be rescaled to a %s",
              ctx->rescale->to);
    return corr_hint(
        err,
        how == CORR_RESCALE_CLOCK
            ? "recordings of a JDK have clocks of threads (jdk.ThreadCPULoad)"
            : "give a metric of the CPU of the process that covers a profile: "
              "corr info -v");
}

const char *cmd_share_title(corr_report *r, const corr_sel_facts *f,
                            const char *title)
{
    return f->unit == CORR_NS_RESCALED
               ? corr_report_text(r, "%s" CORR_RESCALED_MARK, title)
               : title;
}

/* ---- times ------------------------------------------------------------ */

static int64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* The window of all inputs together; both CORR_NO_TIME without any. */
static void all_times(const corr_store *st, int64_t *from, int64_t *to)
{
    *from = *to = CORR_NO_TIME;
    for (size_t i = 0; st && i < corr_inputs(st); i++) {
        corr_input in = corr_input_at(st, i);
        if (in.from == CORR_NO_TIME || !in.used)
            continue;
        if (*from == CORR_NO_TIME || in.from < *from)
            *from = in.from;
        if (*to == CORR_NO_TIME || in.to > *to)
            *to = in.to;
    }
}

/* The days that inputs are of. */
typedef struct days {
    int64_t first, last; /* CORR_NO_TIME: no input has a date */
} days;

/* Whether t, which is before `least`, means the next day: the inputs go on past
 * midnight.  The end of a pipe is unknown yet; then the nearer time is
 * meant. */
static bool is_next_day(const days *d, int64_t least, int64_t t)
{
    if (t >= least)
        return false;
    return d->last == INT64_MAX ? least - t > day_ns / 2
                                : d->last / day_ns > d->first / day_ns;
}

/* "-5m": five minutes before the last time of the inputs. */
static corr_code read_before_end(const char *text, const days *d, int64_t *t,
                                 corr_err *err)
{
    int64_t ns;

    if (!corr_parse_duration(corr_str_of(text + 1), &ns))
        return corr_fail(err, CORR_EUSAGE, "\"%s\" is not a time", text);
    if (d->last == CORR_NO_TIME || d->last == INT64_MAX) {
        corr_fail(err, CORR_EUSAGE,
                  "\"%s\" counts from the end of the data, which is unknown",
                  text);
        return corr_hint(err, "a date and a time: 2026-02-05T14:15:22Z");
    }
    *t = d->last - ns;
    return CORR_OK;
}

/* A bare time of day is on the first day of the inputs; where that is before
 * `least` and they go on past midnight, on the next. */
static corr_code read_time(const char *text, const days *d, int64_t least,
                           int64_t *t, corr_err *err)
{
    corr_str s = corr_str_of(text);
    const int64_t now = now_ns();
    int64_t next;

    if (text[0] == '-' && !corr_parse_time(s, 0, now, t))
        return read_before_end(text, d, t, err);
    if (!corr_parse_time(s, 0, now, t) ||
        !corr_parse_time(s, day_ns, now, &next))
        return corr_fail(err, CORR_EUSAGE, "\"%s\" is not a time", text);
    if (*t == next)
        return CORR_OK;
    if (d->first == CORR_NO_TIME) {
        corr_fail(err, CORR_EUSAGE, "\"%s\" needs a date", text);
        return corr_hint(err, "no input says on which day it was recorded");
    }
    corr_parse_time(s, d->first, now, t);
    if (is_next_day(d, least, *t))
        *t += day_ns;
    return CORR_OK;
}

static corr_code read_around(const select_opts *s, const days *d, corr_query *q,
                             corr_err *err)
{
    const int64_t window = s->window ? s->window : 2 * (int64_t)60000000000;
    int64_t at;

    if (s->from || s->to)
        return corr_fail(err, CORR_EUSAGE,
                         "--around does not go with --from and --to");
    corr_code code = read_time(s->around, d, d->first, &at, err);
    if (code)
        return code;
    q->from = at - window / 2;
    q->to = q->from + window;
    return CORR_OK;
}

static corr_code read_window(const cmd_ctx *ctx, corr_query *q, corr_err *err)
{
    const select_opts *s = ctx->select;
    corr_code code = CORR_OK;
    days d;

    if (!s->from && !s->to && !s->around)
        return CORR_OK;
    all_times(ctx->store, &d.first, &d.last);
    if (s->around)
        return read_around(s, &d, q, err);
    q->to = INT64_MAX;
    if (s->from)
        code = read_time(s->from, &d, d.first, &q->from, err);
    if (!code && s->to)
        code = read_time(s->to, &d, s->from ? q->from : d.first, &q->to, err);
    if (code)
        return code;
    if (q->from >= q->to && !s->from)
        return corr_fail(err, CORR_EUSAGE, "--to %s is before 1970", s->to);
    if (q->from >= q->to)
        return corr_fail(err, CORR_EUSAGE, "--from %s is not before --to %s",
                         s->from, s->to);
    return CORR_OK;
}

/* ---- the query -------------------------------------------------------- */

static corr_code read_class(const char *text, corr_class *class, corr_err *err)
{
    for (int c = CORR_EXACT; c < CORR_CLASS_COUNT; c++)
        if (strcasecmp(text, corr_class_name((corr_class)c)) == 0) {
            *class = (corr_class)c;
            return CORR_OK;
        }
    for (int r = CORR_RUNG_S1; r < CORR_RUNG_COUNT; r++)
        if (strcasecmp(text, corr_rung_name((corr_rung)r)) == 0) {
            *class = corr_rung_class((corr_rung)r);
            return CORR_OK;
        }
    corr_fail(err, CORR_EUSAGE, "unknown evidence class \"%s\"", text);
    return corr_hint(err,
                     "--min-join takes exact, strong, shared, window or any");
}

/* Checks the words of the options. */
static corr_code check_words(const select_opts *s, corr_err *err)
{
    for (size_t i = 0; i < s->labels.n; i++)
        if (!strchr(s->labels.item[i], '='))
            return corr_fail(err, CORR_EUSAGE,
                             "--label needs KEY=VALUE, not \"%s\"",
                             s->labels.item[i]);
    if (s->slowest.given && s->slowest.value == 0)
        return corr_fail(err, CORR_EUSAGE, "--slowest takes 1 or more");
    if (s->window && !s->around)
        return corr_fail(err, CORR_EUSAGE, "--window needs --around TIME");
    return CORR_OK;
}

corr_code cmd_query(const cmd_ctx *ctx, corr_query *q, corr_err *err)
{
    const select_opts *s = ctx->select;
    corr_code code = check_words(s, err);

    *q = (corr_query){
        .measure = s->kind,
        .focus = s->focus,
        .ignore = s->ignore,
        .thread = s->thread,
        .service = s->service,
        .where = s->where,
        .op = s->op,
        .status = s->status,
        .deploy = s->deploy,
        .slowest = (uint32_t)s->slowest.value,
    };
    for (size_t i = 0; !code && i < s->labels.n; i++)
        code = cmd_add_label(ctx, q, s->labels.item[i], err);
    if (!code && s->min_join)
        code = read_class(s->min_join, &q->weakest, err);
    if (!code)
        code = read_window(ctx, q, err);
    if (!code && ctx->of->trace)
        code = cmd_seek(ctx, ctx->of->trace, q, err);
    if (!code && ctx->of->span)
        code = cmd_seek(ctx, ctx->of->span, q, err);
    /* a window ties samples to the process, not to its spans */
    if (q->weakest >= CORR_WINDOW && (ctx->of->span || ctx->of->trace))
        q->reach = CORR_PROCESS;
    return code;
}

corr_code cmd_query_times(const cmd_ctx *ctx, const select_opts *times,
                          const of_opts *of, corr_query *q, corr_err *err)
{
    cmd_ctx c = *ctx;

    c.select = times;
    if (of)
        c.of = of;
    return cmd_query(&c, q, err);
}

corr_show cmd_show(const cmd_ctx *ctx)
{
    return (corr_show){ .hide = ctx->select->hide,
                        .show = ctx->select->show,
                        .show_from = ctx->select->show_from };
}

corr_code cmd_seek(const cmd_ctx *ctx, const char *text, corr_query *q,
                   corr_err *err)
{
    corr_hit hit;
    corr_code code = corr_find(ctx->store, text, &hit, err);

    if (code)
        return code;
    q->trace = hit.trace;
    q->span = hit.span;
    q->number = hit.number;
    return CORR_OK;
}

OWNS(corr_sel)

corr_sel *cmd_select(const cmd_ctx *ctx, const corr_query *q, corr_report *r,
                     corr_err *err)
{
    corr_sel *sel = corr_sel_of(ctx->store, q, err);

    own_corr_sel(r, sel);
    return sel;
}

/* ---- what is written in a format -------------------------------------- */

static corr_code check_output(const cmd_ctx *ctx, const char *what,
                              const char *format, bool is_binary, corr_err *err)
{
    const char *file = ctx->output->file;

    if (ctx->output->target)
        return corr_fail(err, CORR_EUSAGE,
                         "%s and --%s are two kinds of output", what,
                         ctx->output->target);
    if (!is_binary || (file && strcmp(file, "-") != 0) ||
        !isatty(STDOUT_FILENO))
        return CORR_OK;
    corr_fail(err, CORR_EUSAGE, "%s is binary, and the output is a terminal",
              format);
    return corr_hint(err, "-o FILE writes it to a file");
}

static corr_code fail_nothing(corr_err *err)
{
    corr_fail(err, CORR_ENONE, "no sample is selected; no file is written");
    return corr_hint(err, "corr top, with the same options, says why");
}

corr_code cmd_export_to(const cmd_ctx *ctx, const char *format, corr_sel *sel,
                        corr_err *err)
{
    const corr_sel_facts facts = corr_sel_facts_of(sel);
    const corr_show show = cmd_show(ctx);
    if (facts.unit == CORR_NS_RESCALED)
        return corr_fail(err, CORR_EUSAGE,
                         "--rescale-to-%s does not go with --to; %s cannot "
                         "mark rescaled numbers",
                         ctx->rescale->to, format);
    if (facts.kind.n == 0 || (facts.total == 0 && facts.observations <= 0))
        return fail_nothing(err);
    for (const corr_format *const *f = corr_builtin_formats; *f; f++)
        if (strcmp((*f)->name, format) == 0 && (*f)->write) {
            if (corr_sel_show(sel, &show, err))
                return err->code;
            *ctx->export = (cmd_export){ .format = *f, .sel = sel };
            return check_output(ctx, "--to", format, (*f)->is_binary, err);
        }
    return corr_fail(err, CORR_EUSAGE, "corr cannot write \"%s\"", format);
}

static int kind_by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The kinds of samples that inputs have, each once and by name, whatever other
 * inputs are there; *n of them.  NULL: out of memory. */
static const char **list_kinds(const cmd_ctx *ctx, size_t *n)
{
    const char **kind = NULL;
    size_t room = 0;

    *n = 0;
    for (size_t i = 0; i < corr_inputs(ctx->store); i++)
        room += corr_input_at(ctx->store, i).nkinds;
    kind = corr_arena_new(ctx->arena, const char *, room + 1);
    for (size_t i = 0; kind && i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        for (size_t k = 0; k < in.nkinds; k++) {
            const corr_str name = in.kinds[k].kind;
            size_t at = 0;
            while (at < *n && !corr_str_is(name, kind[at]))
                at++;
            if (at < *n || in.kinds[k].context)
                continue;
            kind[*n] = corr_arena_text(ctx->arena, name);
            if (!kind[(*n)++])
                return NULL;
        }
    }
    if (kind)
        qsort(kind, *n, sizeof *kind, kind_by_name);
    return kind;
}

corr_code cmd_export_kinds(const cmd_ctx *ctx, const char *format,
                           const corr_query *q, corr_report *r, corr_err *err)
{
    const corr_show show = cmd_show(ctx);
    size_t nkinds, n = 0;

    if (corr_prepare(ctx->store, err))
        return err->code;
    const char **kind = list_kinds(ctx, &nkinds);
    const corr_sel **sel =
        kind ? corr_arena_new(ctx->arena, const corr_sel *, nkinds + 1) : NULL;
    if (!sel)
        return corr_no_memory(err);
    for (size_t i = 0; i < nkinds; i++) {
        corr_query one = *q;
        if (q->measure && strcmp(q->measure, kind[i]) != 0)
            continue;
        one.measure = kind[i];
        corr_sel *s = cmd_select(ctx, &one, r, err);
        if (!s || corr_sel_show(s, &show, err))
            return err->code;
        if (corr_sel_facts_of(s).kind.n)
            sel[n++] = s;
    }
    if (n == 0)
        return fail_nothing(err);
    for (const corr_format *const *f = corr_builtin_formats; *f; f++)
        if (strcmp((*f)->name, format) == 0)
            *ctx->export = (cmd_export){
                .format = *f, .sel = sel[0], .kinds = sel, .nkinds = n
            };
    if (ctx->export->format->write_folder && !ctx->output->file) {
        corr_fail(err, CORR_EUSAGE, "--to %s makes a folder", format);
        return corr_hint(err, "-o DIR names it");
    }
    return check_output(ctx, "--to", format, false, err);
}

corr_code cmd_export_sides(const cmd_ctx *ctx, const char *format,
                           corr_sel *base, corr_sel *now, corr_err *err)
{
    corr_sel *other = corr_sel_facts_of(now).inputs ? base : now;
    const corr_show show = cmd_show(ctx);
    const corr_sel_facts a = corr_sel_facts_of(base);
    const corr_sel_facts b = corr_sel_facts_of(now);

    if (a.inputs && b.inputs && a.unit != b.unit)
        return corr_fail(err, CORR_EUSAGE,
                         "%.*s is in %s on one side and in %s on the other",
                         CORR_STR_ARG(a.kind), corr_unit_name(a.unit),
                         corr_unit_name(b.unit));
    corr_code code = cmd_export_to(ctx, format, b.inputs ? now : base, err);
    if (!code)
        code = corr_sel_show(other, &show, err);
    if (code)
        return code;
    ctx->export->sel = now;
    ctx->export->base = base;
    return CORR_OK;
}

OWNS(corr_slice)

corr_code cmd_slice_to(const cmd_ctx *ctx, corr_slice *s, corr_report *r,
                       corr_err *err)
{
    const corr_slice_facts facts = corr_slice_facts_of(s);

    own_corr_slice(r, s);
    *ctx->export = (cmd_export){ .slice = s };
    return check_output(ctx, ctx->cmd->name, facts.format, facts.is_binary,
                        err);
}

uint32_t cmd_rows(const cmd_ctx *ctx, uint32_t usual)
{
    const output_opts *o = ctx->output;

    if (o->all || (o->count.given && o->count.value == 0))
        return UINT32_MAX;
    return o->count.given ? (uint32_t)o->count.value : usual;
}

bool cmd_may_fold(const cmd_ctx *ctx)
{
    const output_opts *o = ctx->output;

    return !o->all && !o->count.given && !o->verbose;
}

corr_cell cmd_label_cell(const corr_label *l)
{
    switch (l->type) {
    case CORR_VALUE_INT:
        return corr_cell_int(l->num);
    case CORR_VALUE_REAL:
        return corr_cell_real(l->real);
    case CORR_VALUE_BOOL:
        return corr_cell_bool(l->num != 0);
    case CORR_VALUE_TEXT:
    case CORR_VALUE_JSON:
        break;
    }
    return corr_cell_str(l->text);
}
