/* fetch_run - corr fetch: from the words of the user to a case folder. */
#include "fetch/fetch_run.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/fetch_opts.h"
#include "fetch/dry_run.h"
#include "fetch/fetch_page.h"
#include "fetch/fetch_question.h"
#include "fetch/grafana_sources.h"
#include "fetch/plan/http_words.h"
#include "fetch/plan/window.h"
#include "fetch/servers/url.h"
#include "fetch/target.h"

enum { USUAL_JOBS = 8, MOST_JOBS = 64, USUAL_TRIES = 3, MOST_TRIES = 10 };

static const char payload_name[] = "alerts/alert.json";
static const int64_t minute_ns = 60 * (int64_t)1000000000;

/* What a run asks: the questions, and the servers. */
typedef struct fetch_setup {
    const cmd_ctx *ctx;
    const fetch_opts *o;
    corr_arena *arena;
    fetch_plan *plan;
    target_list *servers;
    question *asked; /* NULL: addresses */
    size_t questions;
    transfer_opts opts;
} fetch_setup;

static int64_t or_usual(int64_t given, int64_t usual)
{
    return given ? given : usual;
}

static transfer_opts opts_of(const fetch_opts *o)
{
    const int64_t jobs = or_usual(o->jobs.value, USUAL_JOBS);
    const int64_t tries = or_usual(o->tries.value, USUAL_TRIES);

    return (transfer_opts){
        .jobs = (unsigned)(jobs < MOST_JOBS ? jobs : MOST_JOBS),
        .tries = (unsigned)(tries < MOST_TRIES ? tries : MOST_TRIES),
        .total_ns = or_usual(o->deadline, 15 * minute_ns),
        .limits = { .item_bytes = (uint64_t)or_usual(o->max_size, 512 << 20),
                    .total_bytes =
                        (uint64_t)or_usual(o->max_total, (int64_t)4 << 30),
                    .item_ns = or_usual(o->timeout, 2 * minute_ns) },
        .refresh = o->refresh,
    };
}

/* ---- what is asked ------------------------------------------------------- */

/* Plans one address. */
static corr_code plan_address(fetch_setup *s, const char *url, corr_err *err)
{
    const corr_code code = http_check_address(url, "URL", err);
    fetch_target *t = corr_arena_new(s->arena, fetch_target, 1);
    fetch_question *q = corr_arena_new(s->arena, fetch_question, 1);

    if (code)
        return code;
    const char *host = strstr(url, "://") + 3;
    const size_t n = (size_t)(host - url) + strcspn(host, "/?#");
    const char *base = corr_arena_text(s->arena, (corr_str){ url, n });
    if (!t || !q || !base)
        return corr_no_memory(err);
    *t = (fetch_target){ .kind = FETCH_URL,
                         .base = base,
                         .access = s->servers->access };
    *q = (fetch_question){
        .about = FETCH_ADDRESS, .url = url, .service = s->o->service, .limit = 1
    };
    return url_back_end.plan(s->plan, t, q) ? CORR_OK : corr_no_memory(err);
}

static corr_code plan_addresses(fetch_setup *s, corr_err *err)
{
    corr_code code = CORR_OK;

    for (size_t i = 0; !code && i < s->ctx->operands.n; i++)
        code = plan_address(s, s->ctx->operands.item[i], err);
    return code;
}

/* Plans the question for all servers that are known by now. */
static corr_code plan_question(fetch_setup *s, corr_err *err)
{
    const target_list *l = s->servers;
    bool ok = true;

    fetch_plan_targets(s->plan, l->target, l->n);
    if (s->asked->is_alert)
        ok = fetch_alert_ask(s->plan, &s->asked->alert, &s->asked->q);
    for (size_t k = 0; ok && !s->asked->is_alert && k < s->questions; k++)
        for (size_t i = 0; ok && i < l->n; i++)
            ok = fetch_back_ends[l->target[i].kind]->plan(
                s->plan, &l->target[i], &s->asked[k].q);
    return ok ? CORR_OK : corr_no_memory(err);
}

static corr_code plan_grafana(fetch_setup *s, corr_err *err)
{
    for (size_t i = 0; i < s->servers->grafanas; i++)
        if (!grafana_plan(s->plan, &s->servers->grafana[i], s->servers,
                          &s->o->source))
            return corr_no_memory(err);
    return CORR_OK;
}

static corr_code read_asked(fetch_setup *s, corr_err *err)
{
    const opt_list *words = &s->ctx->operands;

    if (words->n == 0) {
        corr_fail(err, CORR_EUSAGE, "fetch wants to know what");
        return corr_hint(err, "trace ID, spans, profiles, metrics PROMQL, "
                              "alerts, alert FILE, or http://...");
    }
    if (question_is_address(words))
        return CORR_OK;
    corr_code code = question_list(words, s->o, fetch_now(0), s->arena,
                                   &s->asked, &s->questions, err);
    if (code || s->servers->n || s->servers->grafanas)
        return code;
    corr_hint(err, "--tempo URL, --pyroscope URL, --prometheus URL ..., or "
                   "--at NAME");
    return corr_fail(err, CORR_EUSAGE, "fetch %s wants to know a server",
                     words->item[0]);
}

/* A question that no server of this run can answer. */
static corr_code no_server(const fetch_setup *s, corr_err *err)
{
    corr_hint(err, "traces and spans: --tempo, --jaeger, --zipkin\n"
                   "profiles: --pyroscope, --pprof\n"
                   "metrics: --prometheus; alerts: --alertmanager");
    return corr_fail(err, CORR_EUSAGE,
                     "no server of this run answers \"fetch %s\"",
                     s->ctx->operands.item[0]);
}

/* ---- a dry run ----------------------------------------------------------- */

typedef struct line_row {
    const char *server, *what, *method, *url, *curl;
} line_row;

static const corr_column line_columns[] = {
    COL("method", TEXT, line_row, method),
    COL("server", TEXT, line_row, server),
    COL("what", TEXT, line_row, what),
    COL("url", TEXT, line_row, url),
    COL("curl", TEXT, line_row, curl),
};

/* Warns of what holds for the whole run.  Lines of a dry run are for a shell, so
 * that it is a comment there. */
static void warn_of_run(const fetch_setup *s, corr_report *r, const char *code,
                        const char *text)
{
    if (!s->o->dry_run) {
        cmd_warn_text(r, code, text);
        return;
    }
    corr_report_note(r, CORR_WARNING, code, -1, "%s", text);
    corr_report_raw(r, "# %s", text);
}

/* Warns of requests that were dropped. */
static void say_full(const fetch_setup *s, corr_report *r)
{
    warn_of_run(
        s, r, "PLAN_FULL",
        corr_report_text(r,
                         "only the first %s requests are asked: --step asks "
                         "for fewer",
                         cmd_count(r, (int64_t)fetch_plan_size(s->plan))));
    corr_report_verdict(r, CORR_CANNOT_TELL);
}

static corr_code print_lines(fetch_setup *s, corr_report *r, corr_err *err)
{
    const size_t n = fetch_plan_size(s->plan);
    line_row *row = corr_report_alloc(r, sizeof *row, n + 1);

    for (size_t i = 0; row && i < n; i++) {
        const fetch_request *q = fetch_plan_at(s->plan, i);
        const char *url = http_join(s->arena, q->target->base, q->path);
        row[i] = (line_row){
            .server = fetch_back_ends[q->target->kind]->name,
            .what = q->what,
            .method = q->body ? "POST" : "GET",
            .url = url ? http_shown(s->arena, url) : NULL,
            .curl = dry_run_line(s->arena, q),
        };
        if (!row[i].url || !row[i].curl)
            return corr_no_memory(err);
        corr_report_raw(r, "%s", row[i].curl);
    }
    if (s->asked)
        corr_report_raw(r, "# answers may lead to further questions");
    if (fetch_plan_full(s->plan))
        say_full(s, r);
    cmd_primary(r, "requests", CORR_ROWS(line_columns, (uint32_t)n, row));
    return CORR_OK;
}

/* ---- the folder ---------------------------------------------------------- */

/* The folder that -o names, this one if it is a case folder, or a new one. */
static const char *folder_name(const fetch_setup *s)
{
    const time_t now = time(NULL);
    struct tm t;
    char name[40];

    if (s->o->dir)
        return s->o->dir;
    if (access(".corr/provenance.jsonl", F_OK) == 0)
        return ".";
    if (!gmtime_r(&now, &t) ||
        strftime(name, sizeof name, "case-%Y%m%d-%H%M%S", &t) == 0)
        return NULL;
    return corr_arena_text(s->arena, corr_str_of(name));
}

/* Keeps the message of an alert with its answers. */
static corr_code keep_payload(fetch_setup *s, case_dir *c, corr_err *err)
{
    char name[CASE_PATH];

    if (!s->asked || !s->asked->is_alert)
        return CORR_OK;
    const corr_code code =
        case_put(c, payload_name, s->asked->payload, name, err);
    if (code || !s->o->payload)
        return code;
    *s->o->payload = case_path(c, s->arena, name);
    return *s->o->payload ? CORR_OK : corr_no_memory(err);
}

/* The window of an alert that still fires ends now.  In a folder that has its
 * message, it ends when that was kept: then a second run asks the same. */
static corr_code use_first_time(fetch_setup *s, corr_err *err)
{
    const char *dir = folder_name(s);
    const char *notes =
        dir ? corr_arena_print(s->arena, "%s/.corr/provenance.jsonl", dir)
            : NULL;

    if (!notes)
        return corr_no_memory(err);
    if (s->o->refresh || access(notes, R_OK) != 0)
        return CORR_OK;
    case_dir *c = case_open(dir, err);
    if (!c)
        return err->code;
    const int64_t at = case_kept_at(c, payload_name, s->asked->payload);
    if (at)
        s->asked->q.now = fetch_units_down(at, FETCH_SECOND) * FETCH_SECOND;
    case_close(c);
    return CORR_OK;
}

/* Asks Grafana first: it may name servers. */
static corr_code ask_servers(fetch_setup *s, transfer *t, corr_err *err)
{
    corr_code code = CORR_OK;

    if (s->asked && s->servers->grafanas) {
        code = transfer_go(t, err);
        if (!code)
            code = plan_question(s, err);
    }
    return code ? code : transfer_go(t, err);
}

/* Notes in the folder that requests were dropped. */
static corr_code note_full(const fetch_setup *s, case_dir *c, corr_err *err)
{
    const fetch_request *last =
        fetch_plan_at(s->plan, fetch_plan_size(s->plan) - 1);
    const case_note n = { .url = last->target->base,
                          .method = "-",
                          .what = "requests beyond the first 100,000",
                          .outcome = "failed",
                          .why = "a run asks no more",
                          .at = fetch_now(0) };

    return case_write(c, &n, err);
}

static corr_code fetch_all(fetch_setup *s, corr_report *r, corr_err *err)
{
    const char *dir = folder_name(s);
    case_dir *c = dir ? case_open(dir, err) : NULL;

    if (!c)
        return dir ? err->code : corr_no_memory(err);
    transfer *t = transfer_new(s->plan, c, &s->opts, err);
    corr_code code = t ? keep_payload(s, c, err) : err->code;
    if (!code)
        code = ask_servers(s, t, err);
    if (!code && fetch_plan_full(s->plan))
        code = note_full(s, c, err);
    if (code)
        transfer_free(t);
    else
        fetch_page(s->ctx, r, t, corr_report_text(r, "%s", dir));
    if (!code && fetch_plan_full(s->plan))
        say_full(s, r);
    case_close(c);
    return code;
}

/* ---- the recipe ---------------------------------------------------------- */

static void free_plan(void *plan)
{
    fetch_plan_free(plan);
}

/* Whether no question is no mistake: programs are not asked about an alert that
 * is over. */
static bool has_programs(const fetch_setup *s)
{
    return s->asked->is_alert && fetch_plan_target(s->plan, FETCH_PPROF, 0);
}

static corr_code make_plan(fetch_setup *s, corr_err *err)
{
    corr_code code = target_read(s->o, s->arena, s->servers, err);

    if (!code)
        code = read_asked(s, err);
    if (!code && s->asked && s->asked->is_alert)
        code = use_first_time(s, err);
    if (code)
        return code;
    if (!s->asked)
        return plan_addresses(s, err);
    code = s->servers->grafanas ? plan_grafana(s, err) : plan_question(s, err);
    if (!code && !fetch_plan_size(s->plan) && !has_programs(s))
        code = no_server(s, err);
    return code;
}

corr_code fetch_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    fetch_setup s = { .ctx = ctx, .o = ctx->opts, .plan = fetch_plan_new() };

    if (!s.plan)
        return corr_no_memory(err);
    corr_report_own(r, s.plan, free_plan);
    s.arena = fetch_plan_arena(s.plan);
    s.servers = corr_arena_new(s.arena, target_list, 1);
    s.opts = opts_of(s.o);
    s.opts.live = !ctx->output->quiet && corr_style_live(STDERR_FILENO);
    corr_code code = s.servers ? make_plan(&s, err) : corr_no_memory(err);
    if (code)
        return code;
    if (s.servers->access && s.servers->access->insecure)
        warn_of_run(&s, r, "INSECURE",
                    "the certificates of servers are not checked (--insecure)");
    return s.o->dry_run ? print_lines(&s, r, err) : fetch_all(&s, r, err);
}
