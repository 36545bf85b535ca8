/* fetch_first - fetches, then answers from the case folder. */
#include "fetch_first.h"

#include <string.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/verbs.h"
#include "fetch/fetch_run.h"
#include "verbs/chase_cmd.h"

/* Shows on standard error what came, and what is missing. */
static corr_code show_fetched(const session *s, const corr_report *r,
                              corr_err *err)
{
    corr_style style;
    corr_out *out = corr_out_fd(STDERR_FILENO);

    if (s->output.quiet)
        return CORR_OK;
    if (!out)
        return corr_no_memory(err);
    corr_style_init(&style, STDERR_FILENO, (int)s->output.width.value,
                    s->output.color, s->output.ascii, s->output.wide);
    const corr_code code = corr_render(r, "text", &style, out, err);
    const corr_code closed = corr_out_close(out, err);
    return code ? code : closed;
}

/* Asks the servers, in words of corr fetch.  payload: NULL, or gets the path of
 * the message that was kept. */
static corr_code fetch_words(session *s, const char *dir, opt_list words,
                             const char **payload)
{
    fetch_opts o = s->servers;
    cmd_ctx c = s->ctx;
    corr_report *r = corr_report_new("fetch");

    if (!r)
        return corr_no_memory(&s->err);
    o.dir = dir;
    o.brief = true;
    o.payload = payload;
    c.cmd = &fetch_cmd;
    c.opts = &o;
    c.operands = words;
    corr_code code = fetch_run(&c, r, &s->err);
    if (!code)
        code = show_fetched(s, r, &s->err);
    if (!code && payload) {
        *payload = corr_arena_text(&s->arena, corr_str_of(*payload));
        code = *payload ? CORR_OK : corr_no_memory(&s->err);
    }
    corr_report_free(r);
    return code;
}

/* Fetches the traces of exemplars that are not here. */
static corr_code fetch_missing(session *s, const char *dir)
{
    session look = *s;
    corr_trace_id id[CHASE_MISSING];
    char hex[CHASE_MISSING][CORR_PRINT_MAX];
    const char *words[CHASE_MISSING + 1] = { "trace" };
    size_t n = 0;

    look.arena = (corr_arena){ 0 };
    look.ctx.arena = &look.arena;
    look.ctx.cmd = cmd_find(s->ctx.cmd->name);
    corr_code code = session_inputs(&look);
    look.report = code ? NULL : corr_report_new("chase");
    if (!code && !look.report)
        code = corr_no_memory(&look.err);
    if (!code)
        code = chase_missing(&look.ctx, look.report, id, &n, &look.err);
    s->err = look.err;
    session_end(&look);
    for (size_t i = 0; !code && i < n; i++)
        words[i + 1] = corr_print_trace(hex[i], id[i]);
    return code || !n ? code
                      : fetch_words(s, dir, (opt_list){ words, n + 1 }, NULL);
}

/* The operands of the answer: the payload as it was kept (NULL: the verb takes
 * none), the folder, and the files that were named. */
static corr_code take_folder(session *s, const char *dir, const char *payload)
{
    const opt_list was = s->ctx.operands;
    const char **item = corr_arena_alloc(&s->arena, sizeof *item, was.n + 2);
    size_t n = 0;

    if (!item)
        return corr_no_memory(&s->err);
    if (payload)
        item[n++] = payload;
    item[n++] = dir;
    for (size_t i = payload != NULL; i < was.n; i++)
        item[n++] = was.item[i];
    s->ctx.operands = (opt_list){ item, n };
    return CORR_OK;
}

static corr_code keep_finding(session *s, const char *dir)
{
    const char *path = corr_arena_print(&s->arena, "%s/finding.md", dir);
    corr_style style;
    sink to;

    if (!path)
        return corr_no_memory(&s->err);
    corr_code code = sink_open(&to, path, false, NULL, &s->err);
    if (code)
        return code;
    corr_style_init(&style, to.fd, 0, NULL, false, true);
    style.zone = s->ctx.zone;
    code = corr_render(s->report, "md", &style, to.out, &s->err);
    const corr_code closed = sink_close(&to, !code, &s->err);
    return code ? code : closed;
}

static corr_code bring(session *s, const char *dir, const char **payload)
{
    if (s->ctx.cmd->operand != OPERAND_PAYLOAD)
        return fetch_missing(s, dir);
    if (s->ctx.operands.n) {
        const char *words[] = { "alert", s->ctx.operands.item[0] };
        return fetch_words(s, dir, (opt_list){ words, 2 }, payload);
    }
    corr_fail(&s->err, CORR_EUSAGE, "alert wants the payload of an alert");
    return corr_hint(&s->err, "corr alert PAYLOAD --fetch -o DIR");
}

int fetch_first(session *s)
{
    const char *dir = s->output.file, *payload = NULL;

    s->output.file = NULL;
    if (!dir) {
        s->failed =
            corr_fail(&s->err, CORR_EUSAGE, "--fetch wants a case folder");
        corr_hint(&s->err, "--fetch -o DIR");
    } else {
        s->failed = bring(s, dir, &payload);
    }
    s->ctx.cmd = cmd_find(s->ctx.cmd->name);
    if (!s->failed)
        s->failed = take_folder(s, dir, payload);
    if (!s->failed)
        s->failed = session_inputs(s);
    const int status = session_tell(s);
    if (s->failed || !s->report || !dir)
        return status;
    s->failed = keep_finding(s, dir);
    return s->failed ? session_tell(s) : status;
}
