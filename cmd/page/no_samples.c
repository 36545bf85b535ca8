/* no_samples - explains answers without samples, and prints the next
 * command. */
#include <limits.h>

#include "page/nearest.h"

/* ---- what to type next ------------------------------------------------ */

static bool is_plain_word(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST"
                                "UVWXYZ0123456789./_-+:,@%=";

    return word[0] && strspn(word, plain) == strlen(word);
}

const char *cmd_quoted(corr_report *r, const char *word)
{
    const char *quote = strchr(word, '\'') ? "\"" : "'";

    return is_plain_word(word)
               ? word
               : corr_report_text(r, "%s%s%s", quote, word, quote);
}

const char *cmd_files(const cmd_ctx *ctx, corr_report *r)
{
    enum { SHOWN = 3 };
    const opt_list *list = &ctx->operands;
    const char *sorted[SHOWN] = { NULL };
    const char *text = "";

    if (ctx->inputs->files0_from || list->n > SHOWN)
        return " FILE...";
    for (size_t i = 0; i < list->n; i++) {
        size_t at = i;
        for (; at > 0 && strcmp(sorted[at - 1], list->item[i]) > 0; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = list->item[i];
    }
    for (size_t i = 0; i < list->n; i++)
        text = corr_report_text(r, "%s %s", text, cmd_quoted(r, sorted[i]));
    return text;
}

/* Whether a script reads the verdict in the last lines. */
static bool is_gate(const cmd_ctx *ctx)
{
    return ctx->verdict && (ctx->verdict->exit_code || ctx->verdict->expect.n);
}

bool cmd_can_ask_again(const cmd_ctx *ctx)
{
    for (size_t i = 0; i < ctx->operands.n; i++)
        if (strcmp(ctx->operands.item[i], "-") == 0)
            return false;
    return !ctx->inputs->files0_from && !is_gate(ctx);
}

/* ---- nothing ---------------------------------------------------------- */

/* The filters that were given, as they were given; NULL: none. */
static const char *filter_words(const cmd_ctx *ctx, corr_report *r)
{
    const select_opts *s = ctx->select;
    const struct {
        const char *name, *value;
    } given[] = {
        { "focus", s->focus },   { "ignore", s->ignore },
        { "thread", s->thread }, { "service", s->service },
        { "where", s->where },   { "op", s->op },
        { "status", s->status }, { "deploy", s->deploy },
        { "from", s->from },     { "to", s->to },
        { "around", s->around },
    };
    const char *text = NULL;

    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
        if (given[i].value)
            text =
                corr_report_text(r, "%s --%s %s", text ? text : "",
                                 given[i].name, cmd_quoted(r, given[i].value));
    for (size_t i = 0; i < s->labels.n; i++)
        text = corr_report_text(r, "%s --label %s", text ? text : "",
                                cmd_quoted(r, s->labels.item[i]));
    if (s->slowest.given)
        text = corr_report_text(r, "%s --slowest %lld", text ? text : "",
                                (long long)s->slowest.value);
    return text;
}

const char *cmd_same_samples(const cmd_ctx *ctx, corr_report *r)
{
    const char *filters = filter_words(ctx, r);
    const char *text = "";

    if (ctx->of->span || ctx->of->trace)
        text = corr_report_text(
            r, " --%s %s", ctx->of->span ? "span" : "trace",
            cmd_quoted(r, ctx->of->span ? ctx->of->span : ctx->of->trace));
    if (ctx->select->kind)
        text = corr_report_text(r, "%s --kind %s", text,
                                cmd_quoted(r, ctx->select->kind));
    if (ctx->select->window)
        text = corr_report_text(r, "%s --window %lldms", text,
                                (long long)(ctx->select->window / 1000000));
    return corr_report_text(r, "%s%s%s", text, filters ? filters : "",
                            cmd_files(ctx, r));
}

const char *cmd_filters(const cmd_ctx *ctx, corr_report *r)
{
    const char *given = filter_words(ctx, r);

    return given ? given : "";
}

const char *cmd_matching(const cmd_ctx *ctx, corr_report *r)
{
    const char *given = filter_words(ctx, r);

    return given ? corr_report_text(r, " that matches%s", given) : "";
}

/* The kinds of which something is in the inputs, each once: the first of them,
 * and how many more there are. */
static const char *kinds_here(const cmd_ctx *ctx, corr_report *r)
{
    enum { SHOWN_KINDS = 16, MOST = 1024 };
    corr_str *seen = corr_report_alloc(r, sizeof *seen, MOST);
    size_t n = 0;
    const char *text = "";

    for (size_t i = 0; seen && i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        for (size_t k = 0; in.used && k < in.nkinds && n < MOST; k++) {
            size_t at = 0;
            while (at < n && !corr_str_eq(seen[at], in.kinds[k].kind))
                at++;
            if (at < n || !in.kinds[k].total)
                continue;
            seen[n++] = in.kinds[k].kind;
            if (n <= SHOWN_KINDS)
                text = corr_report_text(r, "%s%s%.*s", text, *text ? " " : "",
                                        CORR_STR_ARG(in.kinds[k].kind));
        }
    }
    return n <= SHOWN_KINDS
               ? text
               : corr_report_text(r, "%s and %zu more", text, n - SHOWN_KINDS);
}

void cmd_say_services(const cmd_ctx *ctx, corr_report *r)
{
    enum { MOST = 8 };
    const char *asked = ctx->select->service;
    const char *text = "";
    unsigned n = 0;

    for (size_t i = 1; asked && i < corr_services(ctx->store); i++) {
        const corr_str name = corr_service_at(ctx->store, i).name;
        if (corr_str_is(name, asked))
            return;
        if (name.n && n++ < MOST)
            text = corr_report_text(r, "%s%s%.*s", text, *text ? ", " : "",
                                    CORR_STR_ARG(name));
    }
    if (n > MOST)
        text = corr_report_text(r, "%s and %u more", text, n - MOST);
    if (n)
        corr_report_line(r, "services here: %s", text);
}

const char *cmd_nearest_services(const cmd_ctx *ctx, corr_report *r,
                                 corr_str service)
{
    const char *want = cmd_str(r, service);
    corr_str near[2] = { { "", 0 }, { "", 0 } };
    unsigned far[2] = { UINT_MAX, UINT_MAX };
    const char *list = "";

    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        if (!in.used || !in.nkinds || !in.process.service.n ||
            corr_str_eq(in.process.service, near[0]) ||
            corr_str_eq(in.process.service, near[1]))
            continue;
        const unsigned d = opt_distance(want, cmd_str(r, in.process.service));
        const size_t at = d < far[0] ? 0 : 1;
        if (d >= far[at])
            continue;
        if (at == 0) {
            near[1] = near[0];
            far[1] = far[0];
        }
        near[at] = in.process.service;
        far[at] = d;
    }
    for (size_t i = 0; i < 2 && near[i].n; i++)
        list = corr_report_text(r, "%s%s%.*s", list, i ? ", " : "",
                                CORR_STR_ARG(near[i]));
    return near[1].n ? corr_report_text(r, "%s, the names most alike", list)
                     : list;
}

/* The input that has samples of any kind at all, if there is one. */
static bool any_samples(const cmd_ctx *ctx)
{
    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        corr_input in = corr_input_at(ctx->store, i);
        for (size_t k = 0; k < in.nkinds; k++)
            if (!in.kinds[k].context &&
                (in.kinds[k].samples != 0 || in.kinds[k].total != 0))
                return true;
    }
    return false;
}

bool cmd_any_profile(const cmd_ctx *ctx)
{
    for (size_t i = 0; i < corr_inputs(ctx->store); i++)
        if (corr_input_at(ctx->store, i).nkinds > 0)
            return true;
    return false;
}

bool cmd_input_has(const corr_input *in, const char *kind)
{
    for (size_t k = 0; k < in->nkinds; k++)
        if (in->kinds[k].total && corr_str_is(in->kinds[k].kind, kind))
            return true;
    return false;
}

static bool any_of_kind(const cmd_ctx *ctx, const char *kind)
{
    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        if (in.used && cmd_input_has(&in, kind))
            return true;
    }
    return false;
}

/* Names a related kind of the inputs. */
static void say_akin(const cmd_ctx *ctx, corr_report *r, const char *kind)
{
    static const struct {
        const char *kind, *akin, *is;
    } kinds[] = {
        { "live_bytes", "live_count", "objects in use, of unknown size" },
        { "alloc_bytes", "alloc_count", "objects allocated, of unknown size" },
        { "cpu", "runnable", "threads that would run Java code" },
        { "lock", "block", "waits for mutexes, channels and others" },
        { "lock", "mutex", "waits for mutexes, by who held them" },
    };

    for (size_t i = 0; i < COUNT(kinds); i++)
        if (strcmp(kind, kinds[i].kind) == 0 && any_of_kind(ctx, kinds[i].akin))
            corr_report_line(r, "try --kind %s: %s", kinds[i].akin,
                             kinds[i].is);
}

bool cmd_say_no_kind(const cmd_ctx *ctx, corr_report *r)
{
    const char *kind = ctx->select->kind;

    if (!kind)
        return false;
    if (any_of_kind(ctx, kind))
        return false;
    const char *here = kinds_here(ctx, r);
    corr_report_line(r, "no samples of kind \"%s\"%s%s", kind,
                     *here ? "; kinds here: " : "", here);
    say_akin(ctx, r, kind);
    return true;
}

bool cmd_say_unmatched(const cmd_ctx *ctx, corr_report *r, const char *id)
{
    const char *given = filter_words(ctx, r);

    if (given)
        corr_report_line(r, "no sample of %s matches%s", id, given);
    return given != NULL;
}

/* No sample is tied to the span or trace: weaker evidence is offered only
 * where there is some. */
static void say_untied(const cmd_ctx *ctx, corr_report *r)
{
    const char *id = ctx->of->span ? ctx->of->span : ctx->of->trace;
    const char *kind = ctx->select->kind
                           ? corr_report_text(r, " --kind %s",
                                              cmd_quoted(r, ctx->select->kind))
                           : "";
    corr_err ignored = { 0 };
    corr_query q;

    if (cmd_say_unmatched(ctx, r, id))
        return;
    corr_report_line(r, "no sample can be tied to %s", id);
    corr_report_field(r, "why", "corr span %s%s%s   shows what corr looked at",
                      cmd_quoted(r, id), kind, cmd_files(ctx, r));
    if (ctx->select->min_join || cmd_query(ctx, &q, &ignored) ||
        cmd_seek(ctx, id, &q, &ignored))
        return;
    q.weakest = CORR_WINDOW;
    q.reach = CORR_PROCESS;
    const corr_sel *sel = cmd_select(ctx, &q, r, &ignored);
    if (sel && corr_sel_facts_of(sel).observations > 0)
        corr_report_field(
            r, "try",
            "--min-join window   everything that ran at the same time");
}

bool cmd_any_cut(const cmd_ctx *ctx)
{
    for (size_t i = 0; i < corr_inputs(ctx->store); i++)
        if (corr_input_at(ctx->store, i).is_cut)
            return true;
    return false;
}

/* Names what the inputs are without a profile; NULL: a profile is here. */
static const char *only_others(const cmd_ctx *ctx)
{
    const char *others = "metrics";

    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        if (in.is_traces)
            others = "traces";
        else if (!in.is_metrics)
            return NULL;
    }
    return others;
}

void cmd_say_times(const cmd_ctx *ctx, corr_report *r)
{
    const select_opts *s = ctx->select;
    int64_t from = INT64_MAX, to = INT64_MIN;

    if (!s->from && !s->to && !s->around)
        return;
    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        if (in.from == CORR_NO_TIME || in.is_metrics)
            continue;
        from = in.from < from ? in.from : from;
        to = in.to > to ? in.to : to;
    }
    if (from <= to)
        corr_report_line(r, "the data is of %s", cmd_window(ctx, r, from, to));
}

/* Explains that files could not be read and no other file has samples. */
static bool say_unread(const cmd_ctx *ctx, corr_report *r)
{
    const char *first = NULL;
    size_t n = 0;

    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        if (!in.err.code)
            continue;
        first = first ? first : in.path;
        n++;
    }
    if (!n)
        return false;
    corr_report_verdict(r, CORR_UNREADABLE);
    corr_report_line(r, "%s could not be read, and no other file has samples",
                     n == 1 ? first : corr_report_text(r, "%zu files", n));
    return true;
}

/* Whether a filter of spans meets pauses, which belong to no span. */
static bool is_of_no_span(const select_opts *s)
{
    const bool pauses = s->kind && (strcmp(s->kind, "gc") == 0 ||
                                    strcmp(s->kind, "safepoint") == 0);

    return pauses && (s->where || s->op || s->status);
}

static bool has_profile_of(const cmd_ctx *ctx, const corr_str *service,
                           size_t n)
{
    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        for (size_t k = 0; in.used && in.nkinds && k < n; k++)
            if (corr_str_eq(in.process.service, service[k]))
                return true;
    }
    return false;
}

/* The first service that has a profile; NULL: no profile is of a known one. */
static const char *profiled_service(const cmd_ctx *ctx, corr_report *r)
{
    for (size_t i = 0; i < corr_inputs(ctx->store); i++) {
        const corr_input in = corr_input_at(ctx->store, i);
        if (in.used && in.nkinds && in.process.service.n)
            return cmd_str(r, in.process.service);
    }
    return NULL;
}

/* Names the services of the slowest spans and those that have a profile:
 * without one the reason is plain. */
static void say_slowest(const cmd_ctx *ctx, corr_report *r)
{
    enum { MOST = 3 };
    corr_err ignored = { 0 };
    corr_query q;
    corr_str seen[MOST];
    size_t n = 0;
    const char *text = "";

    if (cmd_query(ctx, &q, &ignored))
        return;
    corr_spanlist *l = corr_spanlist_of(ctx->store, &q, &(corr_show){ 0 },
                                        q.slowest, &ignored);
    const uint32_t all = l ? corr_spanlist_size(l) : 0;
    for (uint32_t i = 0; i < all && n < MOST; i++) {
        const corr_str one = corr_spanlist_at(l, i).service;
        size_t at = 0;
        while (at < n && !corr_str_eq(seen[at], one))
            at++;
        if (at < n || !one.n)
            continue;
        seen[n++] = one;
        text = corr_report_text(r, "%s%s%.*s", text, *text ? ", " : "",
                                CORR_STR_ARG(one));
    }
    corr_spanlist_free(l);
    if (all == 0) {
        corr_report_line(r, "no span matches%s", filter_words(ctx, r));
        cmd_say_services(ctx, r);
        return;
    }
    const bool any = !n || has_profile_of(ctx, seen, n);
    const char *spans = all == 1
                            ? "the slowest span"
                            : corr_report_text(r, "the %u slowest spans", all);
    if (any)
        corr_report_line(r, "no sample was taken in %s%s%s", spans,
                         n ? " of " : "", text);
    else
        corr_report_line(r, "no profile of %s is here, and %s ran there", text,
                         spans);
    const char *near = profiled_service(ctx, r);
    if (!any && near)
        corr_report_field(r, "try", "corr %s --service %s --slowest %u%s",
                          ctx->cmd->name, cmd_quoted(r, near), q.slowest,
                          cmd_files(ctx, r));
}

void cmd_say_nothing(const cmd_ctx *ctx, corr_report *r)
{
    const char *given = filter_words(ctx, r);
    const char *others = only_others(ctx);
    const bool alone = !cmd_any_profile(ctx) && others;

    /* a trace that is here is found, whether or not anything tells of it */
    corr_report_verdict(r, cmd_is_restricted(ctx) && (alone || any_samples(ctx))
                               ? CORR_CANNOT_TELL
                               : CORR_NOTHING_FOUND);
    if (alone) {
        corr_report_line(r, "no profile is here, only %s", others);
    } else if (!any_samples(ctx)) {
        if (cmd_any_cut(ctx))
            corr_report_line(r, "no sample is in the time asked for");
        else if (!say_unread(ctx, r))
            corr_report_line(r, "the profile has no samples");
    } else if (cmd_say_no_kind(ctx, r)) {
        return;
    } else if (cmd_is_restricted(ctx)) {
        say_untied(ctx, r);
    } else if (ctx->select->slowest.given && !is_of_no_span(ctx->select)) {
        say_slowest(ctx, r);
    } else if (given) {
        if (!near_say_asked(ctx, r))
            corr_report_line(r, "no sample matches%s", given);
        cmd_say_services(ctx, r);
        cmd_say_times(ctx, r);
        if (ctx->select->from || ctx->select->to || ctx->select->around)
            corr_report_line(r, "(a profile without times per sample counts if "
                                "all of it is in that time)");
        if (is_of_no_span(ctx->select))
            corr_report_line(r, "(pauses belong to processes; corr top --by gc "
                                "names the spans they delayed)");
    } else if (cmd_any_cut(ctx)) {
        corr_report_line(r, "no sample is in the time asked for");
    } else {
        corr_report_line(r, "no sample of this kind has a value above 0");
    }
}
