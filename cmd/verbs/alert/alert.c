/* corr alert - from the payload of an alert to the change, the requests and the
 * code behind it. */
#include "verbs/alert/alert.h"

#include <math.h>
#include <string.h>

#include "cli/verbs.h"

static const opt alert_options[] = {
    O_FLAG(0, "fetch", alert_opts, fetch,
           "first bring the evidence from servers into the folder of -o, with "
           "finding.md"),
    O_TEXT(0, "name", alert_opts, name, "ALERT",
           "explain this alert of the payload (default the first that fires)"),
    O_DURATION(0, "for", alert_opts, held, "DURATION",
               "how long the rule waits before it fires, if the payload does "
               "not say it"),
    O_DURATION(0, "lookback", alert_opts, lookback, "DURATION",
               "how long before the alert its cause is looked for (default "
               "5m)"),
    O_END
};

OWNS(corr_when)
OWNS(corr_diff)
OWNS(corr_sel)
OWNS(corr_spanlist)
OWNS(corr_top)
OWNS(corr_words)

/* ---- what of the alerts is here ------------------------------------------- */

static void find_data_times(alert_page *p)
{
    p->data_from = p->data_to = CORR_NO_TIME;
    for (size_t i = 0; i < corr_inputs(p->ctx->store); i++) {
        const corr_input in = corr_input_at(p->ctx->store, i);
        const bool is_data = in.used && (in.nkinds || in.spans);
        if (!is_data || in.clock.is_own || in.from == CORR_NO_TIME)
            continue;
        if (p->data_from == CORR_NO_TIME || in.from < p->data_from)
            p->data_from = in.from;
        if (p->data_to == CORR_NO_TIME || in.to > p->data_to)
            p->data_to = in.to;
    }
}

static void find_services(alert_found *f, const corr_words *services)
{
    for (size_t i = 0; i < corr_words_size(services); i++) {
        const corr_str s = corr_words_at(services, i);
        if (alert_is_of(f->a, s) && f->nservices < ALERT_SERVICES)
            f->service[f->nservices++] = s;
    }
}

static corr_query query_of(const alert_page *p, const alert_found *f,
                           uint32_t service, alert_time t)
{
    return (corr_query){
        .from = t.from,
        .to = t.to,
        .service = f->nservices ? cmd_str(p->r, f->service[service]) : NULL,
    };
}

/* Whether the labels name a service of which nothing is here. */
static bool is_away(const alert_found *f)
{
    return alert_service(f->a) && !f->nservices;
}

/* Counts samples of the services in the window; those of all if the labels name
 * no service.  Only the count is kept: a payload may have many alerts. */
static corr_code count_found(alert_page *p, alert_found *f, corr_err *err)
{
    if (!f->window.to || is_away(f))
        return CORR_OK;
    for (uint32_t s = 0; s < f->nservices || s == 0; s++) {
        corr_query q = query_of(p, f, s, f->window);
        q.looks = true;
        corr_sel *sel = corr_sel_of(p->ctx->store, &q, err);
        if (!sel)
            return err->code;
        const int64_t n = corr_sel_facts_of(sel).observations;
        f->observations += n > 0 ? n : 0;
        corr_sel_free(sel);
    }
    return CORR_OK;
}

/* Whether two alerts are about the same services in the same time. */
static bool is_same_look(const alert_found *a, const alert_found *b)
{
    bool same = a->window.from == b->window.from &&
                a->window.to == b->window.to && a->nservices == b->nservices &&
                is_away(a) == is_away(b);

    for (uint32_t i = 0; same && i < a->nservices; i++)
        same = corr_str_eq(a->service[i], b->service[i]);
    return same;
}

static corr_code find_alerts(alert_page *p, corr_err *err)
{
    const alert_opts *o = p->ctx->opts;
    corr_words *services = corr_words_of(p->ctx->store, CORR_WORD_SERVICE,
                                         CORR_STR(""), SIZE_MAX, err);

    if (!services)
        return err->code;
    own_corr_words(p->r, services);
    p->found = corr_report_alloc(p->r, sizeof *p->found, p->payload->n);
    if (!p->found)
        return corr_no_memory(err);
    for (uint32_t i = 0; i < p->payload->n; i++) {
        alert_found *f = &p->found[i];
        f->a = &p->payload->row[i];
        f->window = alert_window(p, f->a);
        find_services(f, services);
        if (i && is_same_look(f, f - 1))
            f->observations = f[-1].observations;
        else if (count_found(p, f, err))
            return err->code;
        const bool is_asked = !o->name || strcmp(o->name, f->a->name) == 0;
        /* of those that fire, the first whose service is known */
        if (is_asked &&
            (!p->main || (!p->main->nservices && f->nservices &&
                          strcmp(p->main->a->state, f->a->state) == 0)))
            p->main = f;
    }
    if (p->main)
        return CORR_OK;
    corr_fail(err, CORR_ENONE, "--name %s: the payload has no such alert",
              o->name);
    return corr_hint(err, "--name %s", p->payload->row[0].name);
}

/* ---- what happened --------------------------------------------------------- */

static bool is_of_main(const alert_page *p, corr_str service)
{
    for (uint32_t i = 0; i < p->main->nservices; i++)
        if (corr_str_eq(p->main->service[i], service))
            return true;
    return !alert_service(p->main->a) || (p->main->nservices && !service.n);
}

/* Whether a change may have set off the alert: up, unless its rule waits for
 * less. */
static bool is_cause(const alert_page *p, const corr_change_at *c)
{
    const char *compares = p->main->a->compares;

    return !c->ends && (c->up || (compares && *compares == '<'));
}

/* The first change that is of the service and in the window. */
static void find_change(alert_page *p)
{
    const alert_time w = p->main->window;

    for (uint32_t i = 0; i < corr_when_changes(p->when) && !p->change; i++) {
        const corr_change_at c = corr_when_change(p->when, i);
        const corr_series_view s = corr_when_series(p->when, c.series);
        if (is_cause(p, &c) && c.at >= w.from && c.at < w.to &&
            is_of_main(p, s.service))
            p->change = i + 1;
    }
}

static corr_code look_at_times(alert_page *p, corr_err *err)
{
    const corr_when_opts o = { .falls = false };

    if (p->data_to == CORR_NO_TIME)
        return CORR_OK;
    p->when = corr_when_of(p->ctx->store, &o, err);
    if (!p->when)
        return err->code;
    own_corr_when(p->r, p->when);
    p->facts = corr_when_facts_of(p->when);
    find_change(p);
    return CORR_OK;
}

/* The slowest requests of the services in the time of the alert. */
static corr_code find_stories(alert_page *p, corr_err *err)
{
    const corr_show show = { .hide = NULL };

    if (!p->during.to || is_away(p->main))
        return CORR_OK;
    corr_query q = query_of(p, p->main, 0, p->during);
    corr_spanlist *l =
        corr_requests_of(p->ctx->store, &q, &show, ALERT_STORIES, true, err);
    if (!l)
        return err->code;
    own_corr_spanlist(p->r, l);
    p->requests = corr_spanlist_totals(l).listed;
    for (uint32_t i = 0; i < corr_spanlist_size(l) && i < ALERT_STORIES; i++) {
        const corr_listed v = corr_spanlist_at(l, i);
        request_story *s = &p->story[p->nstories];
        bool is_found;
        if (request_story_of(p->ctx, p->r, v.trace, v.id, s, &is_found, err))
            return err->code;
        p->nstories += is_found;
    }
    return CORR_OK;
}

/* Compares the time of the alert with the same length before. */
static corr_code compare_times(alert_page *p, corr_err *err)
{
    const corr_diff_opts o = { .per = CORR_PER_DEFAULT,
                               .by = CORR_BY_FUNCTION };

    if (!p->during.to || !p->before.to || p->main->observations <= 0)
        return CORR_OK;
    const corr_query side[2] = {
        query_of(p, p->main, 0, p->before),
        query_of(p, p->main, 0, p->during),
    };
    corr_diff *d = corr_diff_of(p->ctx->store, side, &o, err);
    if (!d && (err->code == CORR_ENONE || err->code == CORR_EUSAGE)) {
        *err = (corr_err){ .code = CORR_OK }; /* no samples on a side */
        return CORR_OK;
    }
    if (!d)
        return err->code;
    own_corr_diff(p->r, d);
    p->diff = d;
    return CORR_OK;
}

/* The code that ran in a time. */
static corr_code find_code_in(alert_page *p, alert_time t, corr_err *err)
{
    const corr_top_opts o = { .by = CORR_BY_FUNCTION, .most = ALERT_HOTTEST };
    const corr_query q = query_of(p, p->main, 0, t);
    corr_sel *sel = corr_sel_of(p->ctx->store, &q, err);

    if (!sel)
        return err->code;
    own_corr_sel(p->r, sel);
    corr_top *top = corr_top_of(sel, &o, err);
    if (!top)
        return err->code;
    own_corr_top(p->r, top);
    p->ran = corr_sel_facts_of(sel);
    p->ran_in = t;
    p->top = p->ran.whole > 0 ? top : NULL;
    return CORR_OK;
}

/* The code in the time of the alert, or else shortly before it, where there is
 * nothing to compare it with. */
static corr_code find_code(alert_page *p, corr_err *err)
{
    if (p->diff || !p->during.to || p->main->observations <= 0)
        return CORR_OK;
    const corr_code code = find_code_in(p, p->during, err);
    return code || p->top ? code : find_code_in(p, p->main->window, err);
}

/* ---- the recipe -------------------------------------------------------------- */

/* With --exit-code: FAIL if the data shows a change of the service at the time
 * of the alert, PASS if it shows none.  Without data of that time corr cannot
 * tell. */
static corr_verdict verdict_of(const alert_page *p)
{
    if (!p->change && !p->main->observations && !p->requests)
        return CORR_CANNOT_TELL;
    if (!p->ctx->verdict->exit_code)
        return CORR_ANSWERED;
    return p->change ? CORR_FAILED : CORR_PASS;
}

static corr_code alert_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    alert_page *p = corr_report_alloc(r, sizeof *p, 1);
    alert_payload *payload = corr_report_alloc(r, sizeof *payload, 1);

    if (!p || !payload)
        return corr_no_memory(err);
    if (alert_payload_read(ctx->word, ctx->arena, payload, err) ||
        corr_prepare(ctx->store, err))
        return err->code;
    *p = (alert_page){ .ctx = ctx, .r = r, .payload = payload };
    find_data_times(p);
    corr_code code = find_alerts(p, err);
    if (!code)
        code = look_at_times(p, err);
    if (!code) {
        alert_choose_times(p);
        code = find_stories(p, err);
    }
    if (!code)
        code = compare_times(p, err);
    if (!code)
        code = find_code(p, err);
    if (code)
        return code;
    alert_put_data(p);
    alert_say(p);
    corr_report_verdict(r, verdict_of(p));
    return CORR_OK;
}

/* With --fetch the question is for the program that has libcurl. */
static const cmd alert_fetch_cmd = {
    .name = "alert",
    .options = alert_options,
    .opts_size = sizeof(alert_opts),
    .takes = TAKES_INPUTS | TAKES_VERDICT | TAKES_SERVERS,
    .operand = OPERAND_PAYLOAD,
    .prints = PRINTS_WHOLE,
    .program = "corr-fetch",
};

static const cmd *alert_as(const cmd_ctx *ctx)
{
    const alert_opts *o = ctx->opts;

    return o->fetch ? &alert_fetch_cmd : ctx->cmd;
}

const cmd alert_cmd = {
    .name = "alert",
    .group = CMD_ASK,
    .brief = "from an alert to what changed, the slowest requests and the code",
    .operands = "PAYLOAD [FILE...]",
    .options = alert_options,
    .opts_size = sizeof(alert_opts),
    .takes = TAKES_INPUTS | TAKES_VERDICT | TAKES_SERVERS,
    .operand = OPERAND_PAYLOAD,
    .prints = PRINTS_WHOLE,
    .loads = LOADS_ALL,
    .judges_itself = true,
    .needs = CMD_NEEDS_REQUESTS,
    .run = alert_run,
    .as = alert_as,
};
