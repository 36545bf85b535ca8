/* corr pack - a folder, its questions and their answers in one file. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/find_inputs.h"
#include "cli/json_doc.h"
#include "cli/verbs.h"
#include "corr_sort.h"
#include "verbs/pack/case_file.h"
#include "verbs/pack/case_missing.h"

typedef struct pack_opts {
    const char *file;
    opt_list ask;
    bool whole;
} pack_opts;

static const opt pack_options[] = {
    O_TEXT('o', "output", pack_opts, file, "FILE", "the case file to write"),
    O_LIST(0, "ask", pack_opts, ask, "QUESTION",
           "another question, such as \"corr top\"; may be repeated"),
    O_FLAG(0, "whole", pack_opts, whole,
           "all files, and whole: also what no question reads"),
    O_END
};

/* The text of a finding. */
static corr_code read_finding(const char *path, corr_arena *arena,
                              corr_str *text, corr_err *err)
{
    enum { MOST = 16 << 20 };
    const corr_code code = read_all(path, MOST + 1, arena, text, err);

    if (!code && text->n > MOST)
        return corr_fail(err, CORR_ELIMIT, "%.200s is larger than 16 MiB",
                         path);
    return code;
}

/* ---- questions ------------------------------------------------------------------ */

static corr_code find_questions(case_commands *c, const pack_opts *o,
                                const char *finding, corr_err *err)
{
    static const char *const usual[] = { "corr info", "corr spans --slowest 5",
                                         "corr top" };
    bool ok = true;

    if (finding) {
        corr_str text;
        if (read_finding(finding, c->arena, &text, err))
            return err->code;
        ok = case_commands_find(c, text);
    }
    for (size_t i = 0; ok && i < o->ask.n; i++)
        ok = case_command_add(c, corr_str_of(o->ask.item[i]));
    const bool asks = c->list.n > 0;
    for (size_t i = 0; ok && !asks && i < sizeof usual / sizeof *usual; i++)
        ok = case_command_add(c, corr_str_of(usual[i]));
    return ok ? CORR_OK : corr_no_memory(err);
}

static corr_code run_all(case_commands *c, const char *folder, corr_err *err)
{
    for (size_t i = 0; i < c->list.n; i++)
        if (!c->list.v[i].why && !case_command_run(&c->list.v[i], folder, err))
            return err->code;
    return CORR_OK;
}

/* ---- which files ------------------------------------------------------------------ */

/* The number of a name in a sorted list, or the number of names. */
static size_t find_name(const case_names *names, const char *name)
{
    size_t at = 0;

    LOWER_BOUND(at, names->list.n, i, strcmp(names->list.v[i], name) < 0);
    return at < names->list.n && strcmp(names->list.v[at], name) == 0
               ? at
               : names->list.n;
}

/* Marks the files that corr reads. */
static void mark_inputs(const case_names *all, bool *is_kept,
                        const cJSON *inputs)
{
    const cJSON *in;

    cJSON_ArrayForEach(in, inputs)
    {
        const char *path =
            cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(in, "path"));
        const size_t at = path ? find_name(all, path) : all->list.n;
        is_kept[at] = true; /* one more than there are names */
    }
}

/* Marks the files that are words of questions, such as a list of assertions. */
static void mark_words(const case_names *all, bool *is_kept,
                       const case_commands *asked)
{
    for (size_t i = 0; i < asked->list.n; i++) {
        const case_command *q = &asked->list.v[i];
        for (size_t k = 0; !q->why && q->words[k]; k++)
            is_kept[find_name(all, q->words[k])] = true;
    }
}

/* Keeps the files that corr reads, or all of them, with the finding and the notes
 * of .corr, in order.  False: memory is out. */
static bool keep_files(case_names *kept, const case_names *all,
                       const cJSON *inputs, const case_commands *asked,
                       const char *finding, bool whole)
{
    bool *is_kept = corr_arena_new(all->arena, bool, all->list.n + 1);

    if (!is_kept)
        return false;
    kept->list.n = 0;
    mark_inputs(all, is_kept, inputs);
    mark_words(all, is_kept, asked);
    for (size_t i = 0; i < all->list.n; i++) {
        const char *name = all->list.v[i];
        if ((whole || is_kept[i] || name[0] == '.' || name == finding) &&
            !corr_vec_push(NULL, &kept->list, name))
            return false;
    }
    return true;
}

static bool add_missing(case_parts *p, const cJSON *missing, corr_arena *arena)
{
    const cJSON *m;

    cJSON_ArrayForEach(m, missing)
    {
        const char *what =
            cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(m, "what"));
        const char *next =
            cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(m, "next"));
        const char *text = corr_arena_print(arena, "%s; %s", what ? what : "",
                                            next ? next : "");
        if (what && (!text || !corr_vec_push(NULL, &p->missing, text)))
            return false;
    }
    return true;
}

/* Asks corr info which files it reads, and what they do not show; *info is its
 * document, to be deleted.  finding: a
 * name in `all` that is kept in any case, or NULL. */
static corr_code look_at_folder(case_parts *p, case_names *kept,
                                const case_names *all, const char *finding,
                                bool whole, cJSON **info, corr_err *err)
{
    case_commands own = { .arena = all->arena };
    const case_command *asked = NULL;
    cJSON *doc = NULL;
    bool ok = case_command_add(&own, CORR_STR("corr info --json ."));

    if (ok && case_command_run(&own.list.v[0], p->folder, err))
        asked = &own.list.v[0];
    if (asked)
        doc = json_doc_parse((corr_str){ asked->answer, asked->n }, NULL, err);
    ok = ok && !err->code &&
         add_missing(p, cJSON_GetObjectItem(doc, "missing"), all->arena) &&
         keep_files(kept, all, cJSON_GetObjectItem(doc, "inputs"), p->commands,
                    finding, whole || !doc);
    *info = doc;
    case_commands_clear(&own);
    if (err->code)
        return err->code;
    return ok ? CORR_OK : corr_no_memory(err);
}

/* ---- the file, and its trial -------------------------------------------------------- */

/* Whether all questions print the same bytes from the file as from the folder. */
static corr_code try_file(const char *path, const case_commands *asked,
                          corr_arena *arena, const char **differs,
                          corr_err *err)
{
    case_commands again = { .arena = arena };
    corr_archive *a = corr_archive_of(path, err);
    char *folder = a ? case_folder_make(arena, err) : NULL;
    corr_code code = folder ? CORR_OK : err->code;

    *differs = NULL;
    if (!code) {
        code = case_folder_fill(folder, a, err);
        for (size_t i = 0; !code && i < asked->list.n; i++)
            if (!case_command_add(&again, corr_str_of(asked->list.v[i].text)))
                code = corr_no_memory(err);
        if (!code)
            code = run_all(&again, folder, err);
        for (size_t i = 0; !code && i < again.list.n && !*differs; i++) {
            const case_command *x = &asked->list.v[i], *y = &again.list.v[i];
            if (x->n != y->n || x->status != y->status ||
                (x->n && memcmp(x->answer, y->answer, x->n) != 0))
                *differs = x->text;
        }
        case_folder_remove(folder);
    }
    corr_archive_free(a);
    case_commands_clear(&again);
    return code;
}

/* Writes the file and tries it; after a failure there is no file. */
static corr_code write_tried(const char *path, const case_parts *p,
                             uint64_t *bytes, corr_arena *arena,
                             const char **differs, corr_err *err)
{
    corr_code code = case_file_write(path, p, bytes, err);

    if (code)
        return code;
    code = try_file(path, p->commands, arena, differs, err);
    if (code || *differs)
        unlink(path);
    return code;
}

/* ---- the report ----------------------------------------------------------------------- */

typedef struct question_row {
    const char *text, *why;
    int64_t bytes, status;
} question_row;

static const corr_column question_columns[] = {
    COL("command", TEXT, question_row, text),
    COL("exit", INT, question_row, status),
    COL("bytes", INT, question_row, bytes),
    COL("not_run", TEXT, question_row, why),
};
static const corr_column shown_columns[] = {
    SEE("question", CORR_COL_FLEX, TEXT, question_row, text),
    SEE("exit", CORR_COL_RIGHT, INT, question_row, status),
    SEE("answer", CORR_COL_RIGHT, AMOUNT, question_row, bytes),
    SEE("", 0, TEXT, question_row, why),
};
static const corr_column cut_columns[] = {
    COL("file", TEXT, case_cut, name),
    COL("rule", TEXT, case_cut, rule),
    COL("bytes", INT, case_cut, bytes),
    COL("original_bytes", INT, case_cut, of),
};
static const corr_column missing_columns[] = { COL("", TEXT, question_row,
                                                   text) };

/* Says which files are not in the case, or not whole. */
static void say_left_out(corr_report *r, const case_parts *p, size_t left)
{
    const size_t unread = p->slice ? p->slice->unread.n : 0;
    const size_t cuts = p->slice ? p->slice->cut.n : 0;
    case_cut *cut = corr_report_alloc(r, sizeof *cut, cuts + 1);
    corr_table *list = corr_report_alloc(r, sizeof *list, 1);

    if (left > unread)
        corr_report_line(
            r, "%zu file%s that corr does not read %s not in it: --whole",
            left - unread, left - unread == 1 ? "" : "s",
            left - unread == 1 ? "is" : "are");
    if (unread)
        corr_report_line(
            r, "%zu file%s that no question reads %s not in it: --whole",
            unread, unread == 1 ? "" : "s", unread == 1 ? "is" : "are");
    for (size_t i = 0; cut && list && i < cuts; i++) {
        cut[i] = p->slice->cut.v[i];
        cut[i].name = corr_report_text(r, "%s", cut[i].name);
        cut[i].rule = corr_report_text(r, "%s", cut[i].rule);
        corr_report_line(r, "%s is cut to %s", cut[i].name, cut[i].rule);
    }
    if (!cut || !list)
        return;
    *list = CORR_ROWS(cut_columns, (uint32_t)cuts, cut);
    corr_report_put(r, "cut", corr_cell_list(list));
}

static void say_case(const cmd_ctx *ctx, corr_report *r, const case_parts *p,
                     const char *file, uint64_t bytes, size_t left)
{
    const size_t n = p->commands->list.n, m = p->missing.n;
    question_row *row = corr_report_alloc(r, sizeof *row, n + 1);
    question_row *lack = corr_report_alloc(r, sizeof *lack, m + 1);
    size_t asked = 0;
    const uint32_t files = (uint32_t)p->names->list.n + (p->finding != NULL);

    if (!row || !lack)
        return;
    for (size_t i = 0; i < n; i++) {
        const case_command *c = &p->commands->list.v[i];
        asked += !c->why;
        row[i] = (question_row){ corr_report_text(r, "%s", c->text), c->why,
                                 c->why ? CORR_NO_INT : (int64_t)c->n,
                                 c->why ? CORR_NO_INT : c->status };
    }
    for (size_t i = 0; i < m; i++)
        lack[i].text = corr_report_text(r, "%s", p->missing.v[i]);
    corr_report_put(r, "file", corr_cell_text(corr_report_text(r, "%s", file)));
    corr_report_put(r, "bytes", corr_cell_int((int64_t)bytes));
    corr_report_put(r, "files", corr_cell_int(files));
    corr_report_put(r, "left_out", corr_cell_int((int64_t)left));
    corr_report_line(r, "%s: %u file%s and %zu answer%s, %s", file, files,
                     files == 1 ? "" : "s", asked, asked == 1 ? "" : "s",
                     cmd_bytes(r, (int64_t)bytes));
    say_left_out(r, p, left);
    corr_report_blank(r);
    cmd_primary(r, "questions", CORR_ROWS(question_columns, (uint32_t)n, row));
    cmd_screen(r,
               CORR_ROWS(shown_columns, (uint32_t)n, row, .unit = CORR_BYTES));
    corr_report_blank(r);
    for (size_t i = 0; i < m; i++)
        corr_report_field(r, i ? "" : "missing", "%s", lack[i].text);
    corr_table *missing = corr_report_alloc(r, sizeof *missing, 1);
    if (missing) {
        *missing = CORR_ROWS(missing_columns, (uint32_t)m, lack);
        corr_report_put(r, "missing", corr_cell_list(missing));
    }
    (void)ctx;
    corr_report_next(r, "prints the same elsewhere", "corr replay --verify %s",
                     file);
}

/* ---- the recipe ------------------------------------------------------------------------ */

/* The name of a finding among the files of the folder; NULL: it is not one of
 * them. */
static const char *finding_inside(const char *folder, const char *finding,
                                  const case_names *all)
{
    char *root = realpath(folder, NULL);
    char *path = finding ? realpath(finding, NULL) : NULL;
    const size_t n = root ? strlen(root) : 0;
    size_t at = all->list.n;

    if (root && path && strncmp(path, root, n) == 0 && path[n] == '/')
        at = find_name(all, path + n + 1);
    free(root);
    free(path);
    return at < all->list.n ? all->list.v[at] : NULL;
}

static corr_code pack_case(const cmd_ctx *ctx, corr_report *r,
                           const pack_opts *o, const char *folder,
                           case_commands *asked, case_names *all,
                           case_names *kept, corr_err *err)
{
    const char *finding = ctx->operands.n > 1 ? ctx->operands.item[1] : NULL;
    case_slice slice = { .arena = ctx->arena,
                         .folder = folder,
                         .asked = asked };
    case_parts p = { .folder = folder, .names = kept, .commands = asked };
    const char *differs;
    cJSON *info = NULL;
    uint64_t bytes;

    corr_code code = case_names_of(all, folder, err);
    if (!code)
        code = find_questions(asked, o, finding, err);
    if (!code)
        code = run_all(asked, folder, err);
    const char *inside = code ? NULL : finding_inside(folder, finding, all);
    p.finding = inside ? NULL : finding;
    if (!code)
        code = look_at_folder(&p, kept, all, inside, o->whole, &info, err);
    slice.finding = inside;
    if (!code && !case_missing_find(&p, info, ctx->arena))
        code = corr_no_memory(err);
    if (!code && !o->whole) {
        p.slice = &slice;
        code = case_slice_make(&slice, kept, info, err);
    }
    cJSON_Delete(info);
    if (!code)
        code = write_tried(o->file, &p, &bytes, ctx->arena, &differs, err);
    if (!code && differs && p.slice) {
        /* an answer counts the other files, too */
        p.slice = NULL;
        code = keep_files(kept, all, NULL, asked, inside, true)
                   ? write_tried(o->file, &p, &bytes, ctx->arena, &differs, err)
                   : corr_no_memory(err);
    }
    if (!code && differs) {
        corr_fail(err, CORR_EFORMAT,
                  "\"%.150s\" prints something else from the case file",
                  differs);
        code = corr_hint(err, "questions name files below the folder");
    }
    if (!code)
        say_case(ctx, r, &p, o->file, bytes, all->list.n - kept->list.n);
    corr_vec_free(&p.missing);
    case_slice_clear(&slice);
    return code;
}

/* Unpacks an archive, of which a case is made; *made is to be removed, also after
 * a failure. */
static corr_code unpack_case(const char *path, corr_arena *arena, char **made,
                             corr_err *err)
{
    corr_archive *a = corr_archive_of(path, err);
    corr_code code = a ? case_folder_refuse(a, err) : err->code;

    if (!code) {
        *made = case_folder_make(arena, err);
        code = *made ? case_folder_fill(*made, a, err) : err->code;
    }
    corr_archive_free(a);
    return code;
}

static corr_code pack_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const pack_opts *o = ctx->opts;
    case_commands asked = { .arena = ctx->arena };
    case_names all = { .arena = ctx->arena }, kept = all;

    if (ctx->operands.n < 1 || ctx->operands.n > 2 || !o->file) {
        corr_fail(err, CORR_EUSAGE,
                  o->file ? "pack wants one folder" : "pack wants -o FILE");
        return corr_hint(err, "corr pack DIR [FINDING.md] -o case.corrcase");
    }
    if (access(o->file, F_OK) == 0)
        return case_file_refuse(o->file, err);
    const char *folder = ctx->operands.item[0];
    char *made = NULL;
    corr_code code = corr_archive_is(folder, err)
                         ? unpack_case(folder, ctx->arena, &made, err)
                         : err->code;
    if (!code)
        code = pack_case(ctx, r, o, made ? made : folder, &asked, &all, &kept,
                         err);
    if (made)
        case_folder_remove(made);
    case_commands_clear(&asked);
    case_names_clear(&all);
    case_names_clear(&kept);
    return code;
}

const cmd pack_cmd = {
    .name = "pack",
    .group = CMD_MAKE,
    .brief = "a folder with its questions and answers in one file",
    .operands = "DIR [FINDING.md] -o FILE",
    .options = pack_options,
    .opts_size = sizeof(pack_opts),
    .prints = PRINTS_FOLDER,
    .run = pack_run,
};
