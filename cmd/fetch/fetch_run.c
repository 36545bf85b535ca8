/* fetch_run - corr fetch: from the words of the user to a case folder. */
#include "fetch/fetch_run.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "cli/fetch_opts.h"
#include "corr_builtin.h"
#include "fetch/fetch_page.h"
#include "fetch/http_words.h"
#include "fetch/target.h"
#include "fetch/url.h"

enum { USUAL_JOBS = 8, MOST_JOBS = 64, USUAL_TRIES = 3, MOST_TRIES = 10 };

static const int64_t minute_ns = 60 * (int64_t)1000000000;

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

/* ---- questions ----------------------------------------------------------- */

/* What a run asks: questions, and the servers. */
typedef struct fetch_setup {
    const cmd_ctx *ctx;
    const fetch_opts *o;
    corr_arena *arena;
    fetch_plan *plan;
    fetch_target *target;
    size_t targets;
    fetch_question *question;
    size_t questions;
} fetch_setup;

static corr_code add_addresses(fetch_setup *s, const opt_list *words,
                               corr_err *err)
{
    s->target = corr_arena_new(s->arena, fetch_target, words->n);
    s->question = corr_arena_new(s->arena, fetch_question, words->n);
    if (!s->target || !s->question)
        return corr_no_memory(err);
    for (size_t i = 0; i < words->n; i++) {
        const char *url = words->item[i];
        corr_code code = http_check_address(url, "URL", err);
        if (code)
            return code;
        const size_t host = strcspn(strstr(url, "://") + 3, "/?#");
        const char *base = corr_arena_text(
            s->arena,
            (corr_str){ url, (size_t)(strstr(url, "://") + 3 - url) + host });
        if (!base)
            return corr_no_memory(err);
        s->target[i] = (fetch_target){ .kind = FETCH_URL, .base = base };
        s->question[i] =
            (fetch_question){ .about = FETCH_ADDRESS, .url = url, .limit = 1 };
        if (!url_back_end.plan(s->plan, &s->target[i], &s->question[i]))
            return corr_no_memory(err);
    }
    s->targets = s->questions = words->n;
    return CORR_OK;
}

/* ---- the folder ---------------------------------------------------------- */

/* The folder that -o names, or a new one. */
static const char *folder_name(const fetch_setup *s)
{
    const time_t now = time(NULL);
    struct tm t;
    char name[40];

    if (s->o->dir)
        return s->o->dir;
    if (!gmtime_r(&now, &t) ||
        strftime(name, sizeof name, "case-%Y%m%d-%H%M%S", &t) == 0)
        return NULL;
    return corr_arena_text(s->arena, corr_str_of(name));
}

static corr_code fetch_all(fetch_setup *s, corr_report *r, corr_err *err)
{
    const char *dir = folder_name(s);
    transfer_opts opts = opts_of(s->o);
    case_dir *c = dir ? case_open(dir, err) : NULL;

    if (!c)
        return dir ? err->code : corr_no_memory(err);
    opts.live = !s->ctx->output->quiet && corr_style_live(STDERR_FILENO);
    transfer *t = transfer_run(s->plan, c, &opts, err);
    if (t)
        fetch_page(s->ctx, r, t, &s->question[0],
                   corr_report_text(r, "%s", dir));
    case_close(c);
    return t ? CORR_OK : err->code;
}

static void free_plan(void *plan)
{
    fetch_plan_free(plan);
}

corr_code fetch_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    fetch_setup s = { .ctx = ctx, .o = ctx->opts, .plan = fetch_plan_new() };

    if (!s.plan)
        return corr_no_memory(err);
    corr_report_own(r, s.plan, free_plan);
    s.arena = fetch_plan_arena(s.plan);
    if (ctx->operands.n == 0) {
        corr_fail(err, CORR_EUSAGE, "fetch wants to know what");
        return corr_hint(err, "corr fetch %s", ctx->cmd->operands);
    }
    const corr_code code = add_addresses(&s, &ctx->operands, err);
    return code ? code : fetch_all(&s, r, err);
}
