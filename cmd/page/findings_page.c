/* findings_page - findings on a screen, and as findings[]. */
#include "page/findings_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/find_inputs.h"

OWNS(corr_findings)

/* ---- data ---------------------------------------------------------------- */

typedef struct row {
    corr_finding is;
    const char *next; /* NULL: no command */
    int64_t cost, of, requests;
} row;

typedef struct rows {
    const cmd_ctx *ctx;
    corr_report *r;
    const corr_findings *f;
} rows;

static const corr_column finding_columns[] = {
    COL("id", TEXT, row, is.id),
    COL("number", TEXT, row, is.number),
    COL("text", TEXT, row, is.text),
    COL("subject", TEXT, row, is.subject),
    COL("cost_ns", COUNT, row, is.cost),
    COL("share", SHARE, row, is.share),
    COL("lo", SHARE, row, is.lo),
    COL("hi", SHARE, row, is.hi),
    COL("n", COUNT, row, is.n),
    COL("requests", POSITIVE, row, is.requests),
    COL("of", POSITIVE, row, is.of),
    COL("against", TEXT, row, is.against),
    COL("next", TEXT, row, next),
    COL("trace_id", TRACE, row, is.trace),
    COL("span_id", SPAN, row, is.span),
    COL("function", TEXT, row, is.frame),
    COL("qualifies", BOOL, row, is.qualifies),
};

static const corr_column refused_columns[] = {
    COL("id", TEXT, corr_refusal, id),
    COL("number", TEXT, corr_refusal, number),
    COL("subject", TEXT, corr_refusal, subject),
    COL("why", TEXT, corr_refusal, why),
};

static void fill_refused(const void *ctx, uint32_t i, void *to)
{
    const rows *list = ctx;

    *(corr_refusal *)to = corr_findings_refusal_at(list->f, i);
}

/* "corr span 4bf92f35/s7 traces.json"; NULL: no command. */
static const char *next_command(const cmd_ctx *ctx, corr_report *r,
                                const corr_finding *x)
{
    const char *target = "";

    if (!x->next.verb)
        return NULL;
    if (x->next.target == CORR_TARGET_SPAN && x->handle)
        target = corr_report_text(r, " %s/s%u", cmd_short(r, x->trace, 0),
                                  x->handle);
    else if (x->next.target == CORR_TARGET_TRACE ||
             x->next.target == CORR_TARGET_SPAN)
        target = corr_report_text(r, " %s", cmd_short(r, x->trace, 0));
    else if (x->next.target == CORR_TARGET_FRAME)
        target =
            corr_report_text(r, " %s", cmd_quoted(r, cmd_str(r, x->frame)));
    return corr_report_text(r, "corr %s%s%s%s", x->next.verb, target,
                            x->next.args, cmd_files(ctx, r));
}

static void fill_row(const void *ctx, uint32_t i, void *to)
{
    const rows *list = ctx;
    row *out = to;

    *out = (row){ .is = corr_findings_at(list->f, i) };
    out->next = next_command(list->ctx, list->r, &out->is);
}

/* ---- lists of frames ------------------------------------------------------- */

enum { MOST_LIST = 1 << 20 };

/* The list of the user: $CORR_FRAMES, else frames.txt in the folder of settings.
 * Only the one that the variable names must be there. */
static corr_code read_user_list(const cmd_ctx *ctx, corr_report *r,
                                corr_frame_list *list, corr_err *err)
{
    const char *named = getenv("CORR_FRAMES");
    const char *settings = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    const char *path = named && *named ? named
                       : settings && *settings
                           ? corr_report_text(r, "%s/corr/frames.txt", settings)
                           : corr_report_text(r, "%s/.config/corr/frames.txt",
                                              home ? home : "");
    corr_str text;

    *list = (corr_frame_list){ .name = path };
    if (!path)
        return corr_no_memory(err);
    if (!(named && *named) && access(path, F_OK) != 0)
        return CORR_OK;
    if (read_all(path, MOST_LIST, ctx->arena, &text, err))
        return err->code;
    list->text = text;
    return text.n == MOST_LIST
               ? corr_fail(err, CORR_ELIMIT, "%s is too long", path)
               : CORR_OK;
}

const corr_findings *findings_put(const cmd_ctx *ctx, corr_report *r,
                                  corr_findings_about about, corr_err *err)
{
    corr_frame_list *own = corr_report_alloc(r, sizeof *own, 1);
    corr_code code =
        own ? read_user_list(ctx, r, own, err) : corr_no_memory(err);

    if (code)
        return NULL;
    about.list = own;
    about.nlist = own->text.n > 0;
    corr_findings *f = corr_findings_of(ctx->store, &about, err);
    rows *list = corr_report_alloc(r, sizeof *list, 1);

    if (!f || !list) {
        corr_findings_free(f);
        return f ? (corr_no_memory(err), NULL) : NULL;
    }
    own_corr_findings(r, f);
    *list = (rows){ ctx, r, f };
    cmd_data(
        r, "findings",
        CORR_FILLED(finding_columns, corr_findings_size(f), fill_row, list));
    cmd_data(r, "unjudged",
             CORR_FILLED(refused_columns, corr_findings_refused(f),
                         fill_refused, list));
    return f;
}

/* ---- screen -------------------------------------------------------------- */

/* Columns of a field's text on a screen of 80. */
enum { ROOM = 70 };

/* "SELECT runs 14 times, in 26 of 200 requests": on how many requests show it,
 * where there is room. */
static const char *finding_line(const cmd_ctx *ctx, corr_report *r,
                                const corr_finding *x)
{
    const char *text = x->brief && !ctx->output->verbose ? x->brief : x->text;
    const char *in = x->of > 1 ? corr_report_text(r, ", in %u of %u requests",
                                                  x->requests, x->of)
                               : "";
    const bool fits = strlen(text) + strlen(in) <= ROOM;

    return ctx->output->verbose || fits ? corr_report_text(r, "%s%s", text, in)
                                        : text;
}

/* Reasons of rules that judged something not. */
static void say_unjudged(corr_report *r, const corr_findings *f)
{
    for (uint32_t i = 0; i < corr_findings_refused(f); i++)
        corr_report_field(r, i ? "" : "unjudged", "%s",
                          corr_findings_refusal_at(f, i).why);
}

void findings_say(const cmd_ctx *ctx, corr_report *r, const corr_findings *f,
                  unsigned shows)
{
    /* verbs without --all show all with -v */
    const bool by_all = ctx->cmd->prints != PRINTS_WHOLE;
    const bool all = by_all ? ctx->output->all : ctx->output->verbose;
    const char *more = by_all ? "--all" : "-v";
    uint32_t shown = 0, left = 0;

    for (uint32_t i = 0; i < corr_findings_size(f); i++) {
        const corr_finding x = corr_findings_at(f, i);
        /* the foot says it, or a table of the screen */
        if (x.is_note || (x.is_in_table && (shows & FINDINGS_CODE)) ||
            (x.is_in_ledger && (shows & FINDINGS_LEDGER) && !all))
            continue;
        if (shown == CORR_FINDINGS_SHOWN && !all) {
            left++;
            continue;
        }
        corr_report_field(r, shown++ ? "" : "findings", "%s",
                          finding_line(ctx, r, &x));
        if (!all)
            corr_report_spare(r, "finding", more);
    }
    if (left)
        corr_report_spare_rest(r, left, "finding", more);
    if (all)
        say_unjudged(r, f);
}
