/* corr replay - asks the questions of a case file again. */
#include <stdio.h>
#include <string.h>

#include "cli/verbs.h"
#include "verbs/pack/case_file.h"

typedef struct replay_opts {
    bool verify;
} replay_opts;

static const opt replay_options[] = {
    O_FLAG(0, "verify", replay_opts, verify,
           "compare with the answers in the file, and print only that"),
    O_END
};

typedef struct replay_row {
    const char *text, *result;
    bool same;
} replay_row;

static const corr_column replay_columns[] = {
    COL("command", TEXT, replay_row, text),
    COL("result", TEXT, replay_row, result),
    COL("same", BOOL, replay_row, same),
};
static const corr_column seen_columns[] = {
    SEE("question", CORR_COL_FLEX, TEXT, replay_row, text),
    SEE("answer", 0, TEXT, replay_row, result),
};

/* Prints a question and what corr answers now. */
static void show_answer(corr_report *r, const case_command *c)
{
    corr_str rest = { c->answer, c->n }, line;

    corr_report_raw(r, "$ %s", c->text);
    while (corr_str_next(&rest, '\n', &line))
        corr_report_raw(r, "%.*s", CORR_STR_ARG(line));
    if (c->status)
        corr_report_raw(r, "[%d]", c->status);
}

/* Asks one question again, and compares. */
static corr_code ask_again(const case_command *packed, const char *folder,
                           corr_arena *arena, corr_report *r, bool shows,
                           replay_row *row, corr_err *err)
{
    case_commands one = { .arena = arena };
    corr_code code = CORR_OK;

    row->text = corr_report_text(r, "%s", packed->text);
    row->result = packed->why;
    row->same = true;
    if (packed->why)
        return CORR_OK;
    if (!case_command_add(&one, corr_str_of(packed->text)))
        return corr_no_memory(err);
    case_command *now = &one.list.v[0];
    if (!case_command_run(now, folder, err)) {
        code = err->code;
    } else {
        row->same =
            now->n == packed->n && now->status == packed->status &&
            (now->n == 0 || memcmp(now->answer, packed->answer, now->n) == 0);
        row->result = row->same ? "the same" : "differs";
        if (shows)
            show_answer(r, now);
    }
    case_commands_clear(&one);
    return code;
}

static corr_code replay_all(const cmd_ctx *ctx, const corr_archive *a,
                            const case_commands *packed, const char *folder,
                            corr_report *r, corr_err *err)
{
    const replay_opts *o = ctx->opts;
    const size_t n = packed->list.n;
    replay_row *row = corr_report_alloc(r, sizeof *row, n + 1);
    corr_code code =
        row ? case_folder_fill(folder, a, err) : corr_no_memory(err);
    const char *wrong;
    size_t same = 0, asked = 0;

    for (size_t i = 0; !code && i < n; i++) {
        code = ask_again(&packed->list.v[i], folder, ctx->arena, r, !o->verify,
                         &row[i], err);
        asked += !packed->list.v[i].why;
        same += !code && row[i].same && !packed->list.v[i].why;
    }
    if (code)
        return code;
    const bool whole = case_file_is_whole(a, &wrong, err);
    if (err->code)
        return err->code;
    cmd_primary(r, "questions", CORR_ROWS(replay_columns, (uint32_t)n, row));
    corr_report_put(r, "same", corr_cell_int((int64_t)same));
    corr_report_put(r, "whole", corr_cell_bool(whole));
    if (same < asked || !whole)
        corr_report_verdict(r, CORR_FAILED);
    if (!o->verify)
        return CORR_OK;
    corr_report_line(r, "%zu of %zu answer%s %s the same", same, asked,
                     asked == 1 ? "" : "s",
                     same == 1 || asked == 1 ? "is" : "are");
    if (!whole)
        corr_report_line(r, "%s has another SHA-256 than noted", wrong);
    corr_report_blank(r);
    cmd_screen(r, CORR_ROWS(seen_columns, (uint32_t)n, row));
    return CORR_OK;
}

static corr_code replay_file(const cmd_ctx *ctx, const corr_archive *a,
                             corr_report *r, corr_err *err)
{
    case_commands packed = { .arena = ctx->arena };
    corr_code code = case_folder_refuse(a, err);

    if (!code)
        code = case_file_read(a, &packed, err);
    char *folder = code ? NULL : case_folder_make(ctx->arena, err);
    if (folder) {
        code = replay_all(ctx, a, &packed, folder, r, err);
        case_folder_remove(folder);
    }
    case_commands_clear(&packed);
    return code || folder ? code : err->code;
}

static corr_code replay_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    if (ctx->operands.n != 1) {
        corr_fail(err, CORR_EUSAGE, "replay wants one case file");
        return corr_hint(err, "corr replay case.corrcase");
    }
    const char *path = ctx->operands.item[0];
    const bool is_archive = corr_archive_is(path, err);
    if (err->code) {
        snprintf(err->input, sizeof err->input, "%s", path);
        return err->code;
    }
    if (!is_archive) {
        corr_fail(err, CORR_EFORMAT, "%.200s is no case file", path);
        return corr_hint(err, "corr pack makes one");
    }
    corr_archive *a = corr_archive_of(path, err);
    const corr_code code = a ? replay_file(ctx, a, r, err) : err->code;
    corr_archive_free(a);
    return code;
}

const cmd replay_cmd = {
    .name = "replay",
    .group = CMD_MAKE,
    .brief = "ask the questions of a case file again",
    .operands = "FILE",
    .options = replay_options,
    .opts_size = sizeof(replay_opts),
    .prints = PRINTS_WHOLE,
    .run = replay_run,
};
