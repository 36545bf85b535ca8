/* alert_say - the screen of corr alert: the alert, what changed, the slowest
 * requests, and what their code costs now. */
#include <math.h>
#include <string.h>

#include "page/waterfall_page.h"
#include "page/when_page.h"
#include "verbs/alert/alert.h"

enum { MOST_FUNCTIONS = 3, MOST_OTHERS = 3 };

/* ---- the alert ------------------------------------------------------------- */

static const char *service_words(const alert_page *p, const alert_found *f)
{
    const char *said = alert_service(f->a);

    if (f->nservices)
        return corr_report_text(p->r, "  %.*s%s", CORR_STR_ARG(f->service[0]),
                                f->nservices > 1 ? " and others" : "");
    return said ? corr_report_text(p->r, "  %s (not here)", said) : "";
}

static const char *state_words(const alert_page *p, const alert_row *a)
{
    if (a->starts == CORR_NO_TIME)
        return a->state;
    if (a->ends == CORR_NO_TIME || a->ends <= a->starts)
        return corr_report_text(p->r, "%s since %s", a->state,
                                cmd_clock(p->ctx, p->r, a->starts));
    return corr_report_text(p->r, "%s, %s..%s", a->state,
                            cmd_clock(p->ctx, p->r, a->starts),
                            cmd_clock(p->ctx, p->r, a->ends));
}

static void say_rule(const alert_page *p, const alert_row *a)
{
    if (a->expr)
        corr_report_field(p->r, "rule", "%s", a->expr);
    if (!isnan(a->value))
        corr_report_field(p->r, "value", "%g%s", a->value,
                          a->compares
                              ? corr_report_text(p->r, ", threshold %s %g",
                                                 a->compares, a->threshold)
                              : "");
    if (a->expr && !a->compares)
        corr_report_field(p->r, "", "no threshold is recognised in it");
    if (a->summary)
        corr_report_field(p->r, "says", "%s", a->summary);
    if (p->main->window.to)
        corr_report_field(
            p->r, "window", "%s",
            cmd_range(p->ctx, p->r, p->main->window.from, p->main->window.to));
}

static void say_other_alerts(const alert_page *p)
{
    uint32_t said = 0, more = 0;

    for (uint32_t i = 0; i < p->payload->n; i++) {
        const alert_found *f = &p->found[i];
        if (f == p->main)
            continue;
        if (said == MOST_OTHERS && !p->ctx->output->all) {
            more++;
            continue;
        }
        corr_report_field(p->r, said++ ? "" : "also", "%s%s  %s", f->a->name,
                          service_words(p, f), state_words(p, f->a));
    }
    if (more)
        corr_report_field(p->r, "", "%s (--all)",
                          cmd_n(p->r, more, "more alert"));
    if (p->payload->truncated)
        corr_report_line(
            p->r, "the sender left out %s",
            cmd_n(p->r, (int64_t)p->payload->truncated, "more alert"));
}

/* ---- the answer ------------------------------------------------------------- */

/* The first row that explains the change; NULL: none. */
static const char *first_function(const alert_page *p)
{
    if (corr_when_change(p->when, p->change - 1).is_main &&
        corr_when_suspects(p->when)) {
        const corr_suspect s = corr_when_suspect(p->when, 0);
        if (!s.is_operation)
            return cmd_name(p->ctx, p->r, s.name);
    }
    if (p->diff && corr_diff_size(p->diff) && corr_diff_at(p->diff, 0).told)
        return cmd_name(p->ctx, p->r, corr_diff_at(p->diff, 0).name);
    return NULL;
}

static void say_answer(const alert_page *p)
{
    corr_report *r = p->r;

    if (!p->main->observations && !p->requests) {
        corr_report_line(r, p->main->nservices
                                ? "no sample and no request of that time is "
                                  "here"
                            : alert_service(p->main->a)
                                ? "no profile or trace of that service is here"
                                : "no profile or trace of that time is here");
        return;
    }
    if (!p->change) {
        corr_report_line(r, "no series of the service changed in that time");
        return;
    }
    const char *function = first_function(p);
    const corr_change_at c = corr_when_change(p->when, p->change - 1);
    const corr_series_view v = corr_when_series(p->when, c.series);
    corr_report_line(r, "%s went %s at %s%s%s", when_series_words(r, &v),
                     c.up ? "up" : "down", cmd_clock(p->ctx, r, c.at),
                     function ? ", most of it in " : "",
                     function ? function : "");
}

typedef struct shown_request {
    const char *duration, *id;
    corr_words why;
} shown_request;

static const corr_column request_columns[] = {
    SEE("duration", CORR_COL_RIGHT, TEXT, shown_request, duration),
    SEE("id", CORR_COL_ID, TEXT, shown_request, id),
    SEE("most of it", CORR_COL_FLEX, TEXT, shown_request, why),
};

static void fill_request(const void *ctx, uint32_t i, void *row)
{
    const alert_page *p = ctx;
    const request_story *s = &p->story[i];
    const int64_t scale = p->story[0].duration;

    *(shown_request *)row = (shown_request){
        .duration = s->duration == CORR_NO_INT
                        ? "?"
                        : span_time(p->r, s->duration, scale),
        .id = s->id,
        .why = request_story_why(p->r, s),
    };
}

static void say_requests(const alert_page *p)
{
    corr_report *r = p->r;

    if (!p->nstories)
        return;
    corr_report_blank(r);
    corr_report_head(r, "the slowest of %s then",
                     cmd_n(r, (int64_t)p->requests, "request"));
    cmd_screen(r, CORR_FILLED(request_columns, p->nstories, fill_request, p));
}

static const char *cost_words(const alert_page *p, double v,
                              const corr_diff_facts *f)
{
    return f->unit == CORR_NS ? corr_report_text(p->r, "%.3g ms", v / 1e6)
                              : corr_report_text(p->r, "%.3g", v);
}

static void say_code(const alert_page *p)
{
    corr_report *r = p->r;

    if (!p->diff)
        return;
    const corr_diff_facts f = corr_diff_facts_of(p->diff);
    const bool per_request = f.per == CORR_PER_REQUEST;
    if (!(f.total[0] > 0 || f.total[1] > 0))
        return;
    corr_report_blank(r);
    corr_report_head(r, "%.*s a %s, against the same length before: %s to %s",
                     CORR_STR_ARG(cmd_kind_words(f.kind)),
                     per_request ? "request" : "second",
                     cost_words(p, f.total[0], &f),
                     cost_words(p, f.total[1], &f));
    for (uint32_t i = 0; i < MOST_FUNCTIONS && i < corr_diff_size(p->diff);
         i++) {
        const corr_diff_row d = corr_diff_at(p->diff, i);
        if (!d.told || !corr_change_real(d.change))
            break;
        corr_report_entry(r, 17,
                          corr_report_text(r, "%s%s", d.owned < 0 ? "" : "+",
                                           cost_words(p, d.owned, &f)),
                          "%s%s", cmd_name(p->ctx, r, d.name),
                          d.change == CORR_NEW ? "  new" : "");
    }
    if (!f.found)
        corr_report_line(r, "no function differs by more than noise");
}

/* The functions that ran then, without a time to compare them with. */
static void say_hottest(const alert_page *p)
{
    corr_report *r = p->r;

    if (!p->top)
        return;
    corr_report_blank(r);
    corr_report_head(r, "%.*s then: %s; nothing from before is here",
                     CORR_STR_ARG(cmd_kind_words(p->ran.kind)),
                     cmd_amount(r, p->ran.total, p->ran.unit));
    for (uint32_t i = 0; i < ALERT_HOTTEST && i < corr_top_size(p->top); i++) {
        const corr_top_row t = corr_top_at(p->top, i);
        if (t.self == 0)
            break;
        corr_report_entry(r, 17, cmd_amount(r, t.self, p->ran.unit), "%s",
                          cmd_name(p->ctx, r, t.key));
    }
}

static void put_alert_next(const alert_page *p)
{
    const char *files = cmd_files(p->ctx, p->r);
    corr_report *r = p->r;

    if (p->nstories)
        corr_report_next(r, "where the slowest one spent its time",
                         "corr span %s%s", p->story[0].id, files);
    const alert_time ran = p->top ? p->ran_in : p->during;
    if (ran.to && p->main->observations)
        corr_report_next(r, "the code that ran then",
                         "corr top --from %s --to %s%s",
                         cmd_clock(p->ctx, r, ran.from),
                         cmd_clock(p->ctx, r, ran.to), files);
    if (!p->main->observations || !p->requests)
        corr_report_next(r, "bring profiles, traces and metrics of that time",
                         "corr fetch alert %s -o case",
                         cmd_quoted(r, p->ctx->word));
}

void alert_say(const alert_page *p)
{
    const alert_row *a = p->main->a;

    corr_report_head(p->r, "%s%s  %s", a->name, service_words(p, p->main),
                     state_words(p, a));
    say_answer(p);
    say_rule(p, a);
    say_other_alerts(p);
    if (p->change && corr_when_change(p->when, p->change - 1).is_main) {
        corr_report_blank(p->r);
        when_say_changes(p->ctx, p->r, p->when);
    }
    say_requests(p);
    say_code(p);
    say_hottest(p);
    put_alert_next(p);
}
