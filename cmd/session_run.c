/*
 * session_run - from words to an exit status.
 *
 * session_ask finds the command, parses its options and loads the inputs.
 * session_tell runs the recipe and renders the report.  Whatever fails, `fail`
 * says it once on standard error, and with --json in a document as well.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/output_guard.h"
#include "cli/verbs.h"
#include "page/envelope.h"
#include "page/notes.h"
#include "program.h"
#include "session.h"
#include "verbs/self/help.h"

/* The exit status and the verdict of each failure. */
static const struct {
    int exit;
    corr_verdict verdict;
} outcome[CORR_CODE_COUNT] = {
    [CORR_OK] = { CORR_EXIT_ANSWERED, CORR_ANSWERED },
    [CORR_EUSAGE] = { CORR_EXIT_USAGE, CORR_ANSWERED },
    [CORR_EIO] = { CORR_EXIT_UNREADABLE, CORR_UNREADABLE },
    [CORR_EFORMAT] = { CORR_EXIT_UNREADABLE, CORR_UNREADABLE },
    [CORR_ELIMIT] = { CORR_EXIT_UNREADABLE, CORR_UNREADABLE },
    [CORR_ENOMEM] = { CORR_EXIT_UNREADABLE, CORR_UNREADABLE },
    [CORR_ENONE] = { CORR_EXIT_NOTHING, CORR_NOTHING_FOUND },
    [CORR_EMANY] = { CORR_EXIT_USAGE, CORR_ANSWERED },
    [CORR_ENOTYET] = { CORR_EXIT_UNREADABLE, CORR_UNREADABLE },
};

/* ---- output ----------------------------------------------------------- */

static bool is_screen(const char *target)
{
    return strcmp(target, "text") == 0 || strcmp(target, "md") == 0;
}

static corr_code write_slice(session *s, const sink *to, corr_err *err)
{
    const corr_code code = corr_slice_write(s->export.slice, to->out, err);

    s->written = corr_out_total(to->out);
    return code;
}

static corr_code write_answer(session *s, const sink *to, corr_err *err)
{
    const output_opts *o = &s->output;
    const char *target = session_target(s);
    corr_style style;

    if (s->export.slice)
        return write_slice(s, to, err);
    if (s->export.base)
        return s->export.format->write_diff(s->export.base, s->export.sel,
                                            to->out, err);
    if (s->export.kinds)
        return s->export.format->write_kinds(s->export.kinds, s->export.nkinds,
                                             to->out, err);
    if (s->export.format)
        return s->export.format->write(s->export.sel, to->out, err);
    corr_style_init(&style, to->file ? to->fd : STDOUT_FILENO,
                    (int)o->width.value, o->color, o->ascii, o->wide);
    style.zone = s->ctx.zone;
    if (!is_screen(target))
        style.ascii = o->ascii; /* what machines read is no matter of locale */
    return corr_render(s->report, target, &style, to->out, err);
}

static bool prints_rows(const char *target)
{
    return strcmp(target, "tsv") == 0 || strcmp(target, "csv") == 0 ||
           strcmp(target, "jsonl") == 0;
}

static corr_code check_table(session *s)
{
    if (!s->output.table || prints_rows(session_target(s)))
        return CORR_OK;
    corr_fail(&s->err, CORR_EUSAGE, "--table needs --tsv, --csv or --jsonl");
    return corr_hint(&s->err, "--table %s --tsv", s->output.table);
}

/* Chooses the table of --table, whose names only the finished report has. */
static corr_code choose_table(const session *s, corr_err *err)
{
    const char *name = s->output.table;

    if (!name || corr_report_choose_table(s->report, name))
        return CORR_OK;
    corr_fail(err, CORR_EUSAGE, "--table: the document has no table \"%s\"",
              name);
    return corr_hint(err, "--table %s", corr_report_tables(s->report));
}

/* Opens the file of the output, or a pager if there is a terminal. */
static corr_code open_output(const session *s, bool paged, sink *to,
                             corr_err *err)
{
    const output_opts *o = &s->output;
    const char *pager =
        paged && !o->file ? corr_style_pager(STDOUT_FILENO) : NULL;

    return sink_open(to, o->file, o->adds, pager, err);
}

/* The command as it was typed, for the head of a page. */
static void name_command(session *s)
{
    const char *text = "corr";

    for (char **word = s->argv; word && *word; word++)
        text = corr_report_text(s->report, "%s %s", text,
                                cmd_quoted(s->report, *word));
    corr_report_ran(s->report, text);
}

static corr_code put_folder(session *s, corr_err *err)
{
    folder f;
    corr_code code = folder_open(&f, s->output.file, err);

    if (code)
        return code;
    code = s->export.format->write_folder(s->export.kinds, s->export.nkinds,
                                          f.dir, err);
    const corr_code closed = folder_close(&f, !code, err);
    return code ? code : closed;
}

static corr_code put_answer(session *s, corr_err *err)
{
    const bool paged = is_screen(session_target(s)) && !s->output.no_pager &&
                       !s->export.format && !s->export.slice;
    sink to;

    corr_code code = output_guard(&s->ctx, err);
    if (!code)
        code = choose_table(s, err);
    if (!code && s->export.format && s->export.format->write_folder)
        return put_folder(s, err);
    if (!code)
        code = open_output(s, paged, &to, err);
    if (code)
        return code;
    code = write_answer(s, &to, err);
    corr_code closed = sink_close(&to, !code, err);
    return code ? code : closed;
}

/* Whether the answer itself carries its notes. */
static bool shows_notes(const session *s)
{
    const char *target = session_target(s);

    return !s->export.format && !s->export.slice &&
           !corr_report_is_list(s->report) &&
           (is_screen(target) || strcmp(target, "html") == 0 ||
            strcmp(target, "json") == 0);
}

/* ---- failure ---------------------------------------------------------- */

/* The document of a question that got no answer. */
static void put_failure(session *s)
{
    const corr_err *e = &s->err;
    corr_err ignored = { 0 };

    corr_report_free(s->report);
    s->report = corr_report_new(s->ctx.cmd->name);
    if (!s->report)
        return;
    s->export = (cmd_export){ 0 };
    if (envelope_fill(&s->ctx, s->report, &ignored))
        ignored = (corr_err){ 0 }; /* digests are left out */
    if (!e->input[0])              /* else it stands with its input */
        corr_report_note(s->report, CORR_WARNING, "FAILED", -1, "%s", e->what);
    corr_report_verdict(s->report, outcome[e->code].verdict);
    notes_finish(&s->ctx, s->report);
    if (put_answer(s, &ignored))
        return; /* the first failure is the one to tell */
}

/* Whether the system failed while an input was read: what is not found in the
 * others may be in this one. */
static bool lacks_input(const session *s)
{
    for (size_t i = 0; s->ctx.store && i < corr_inputs(s->ctx.store); i++) {
        const corr_code code = corr_input_at(s->ctx.store, i).err.code;
        if (code == CORR_EIO || code == CORR_ENOMEM)
            return true;
    }
    return false;
}

static int fail(session *s)
{
    if (s->err.code == CORR_ENONE && lacks_input(s))
        s->err.code = CORR_EIO;
    const int status = outcome[s->err.code].exit;

    (void)corr_limit_memory(0); /* the message takes memory, too */
    talk_error(&s->err, s->ascii);
    if (status != CORR_EXIT_USAGE && strcmp(session_target(s), "json") == 0)
        put_failure(s);
    return status;
}

/* "corr schema VERB ...": the types of a document in place of its values, for
 * scripts/schema. */
static bool asks_types(int *argc, char ***argv)
{
    if (*argc < 2 || strcmp((*argv)[0], "schema") != 0 || !cmd_find((*argv)[1]))
        return false;
    --*argc;
    ++*argv;
    return true;
}

/* ---- the question ----------------------------------------------------- */

static bool asks_help(const session *s)
{
    return s->common.help || s->common.help_all;
}

corr_code session_inputs(session *s)
{
    corr_code code = session_operands(s);

    if (!code)
        code = check_table(s);
    if (!code)
        code = output_guard(&s->ctx, &s->err);
    if (!code)
        code = verdict_read(&s->ctx, &s->expects, &s->err);
    if (!code)
        code = session_load(s);
    if (!code)
        code = cmd_clock_told(&s->ctx, &s->err);
    if (!code)
        code = cmd_rescaled(&s->ctx, &s->err);
    talk_phase(&s->clock, "load", s->ctx.store);
    return code;
}

void session_ask(session *s, int argc, char **argv)
{
    corr_style talk;

    corr_style_init(&talk, STDERR_FILENO, 0, NULL, false, false);
    s->ascii = talk.ascii;
    talk_phase(&s->clock, "start", NULL);
    s->argv = argv;
    const bool types = asks_types(&argc, &argv);
    s->output.file = s->redirect;
    s->failed = session_words(s, argc, argv);
    if (!s->failed && !asks_help(s))
        s->failed = session_page(s);
    if (!s->failed && s->redirect && s->output.file != s->redirect)
        s->failed = corr_fail(&s->err, CORR_EUSAGE,
                              "-o and %s both name a file", s->output.spelling);
    if (s->failed) {
        s->output.target = NULL; /* usage errors print no document */
        return;
    }
    if (types)
        s->output.target = "types";
    s->ascii = s->ascii || s->output.ascii;
    if (asks_help(s))
        return;
    if (s->ctx.cmd->as)
        s->ctx.cmd = s->ctx.cmd->as(&s->ctx);
    if (s->ctx.cmd->run)
        s->failed = session_inputs(s);
}

/* ---- the answer ------------------------------------------------------- */

static int answer(session *s)
{
    const cmd *c = s->ctx.cmd;

    s->report = corr_report_new(c->name);
    if (!s->report) {
        corr_no_memory(&s->err);
        return fail(s);
    }
    corr_code code = c->run(&s->ctx, s->report, &s->err);
    if (!code)
        code = corr_store_failure(s->ctx.store, &s->err);
    if (!code)
        code = verdict_put(&s->ctx, s->report, &s->err);
    talk_phase(&s->clock, "run", s->ctx.store);
    const bool reads =
        !code && s->export.slice && corr_slice_facts_of(s->export.slice).reads;
    talk_unread(s->ctx.store, s->ascii);
    if (!reads)
        talk_warnings(&s->ctx, shows_notes(s), s->ascii);
    if (code)
        return fail(s);
    if (corr_report_outcome(s->report) == CORR_NOTHING_FOUND && lacks_input(s))
        corr_report_verdict(s->report, CORR_UNREADABLE);
    talk_left_out(&s->ctx, s->ascii);
    code = envelope_fill(&s->ctx, s->report, &s->err);
    if (code)
        return fail(s);
    notes_finish(&s->ctx, s->report);
    if (cmd_draws(&s->ctx))
        name_command(s);
    code = session_page_file(s);
    if (!code)
        code = put_answer(s, &s->err);
    if (!code && s->opens)
        code = session_page_tell(s);
    talk_phase(&s->clock, "render", NULL);
    if (reads)
        talk_warnings(&s->ctx, shows_notes(s), s->ascii);
    if (!code && s->export.slice && !s->output.quiet)
        talk_slice(&s->ctx, s->report, s->written, s->ascii);
    return code ? fail(s) : corr_verdict_exit(corr_report_outcome(s->report));
}

/* Commands about corr itself, and --help: plain text. */
static int print(session *s, bool help)
{
    sink to;

    if (!help && !s->output.file && s->ctx.cmd->opens &&
        s->ctx.cmd->opens(&s->ctx))
        return CORR_EXIT_ANSWERED;
    corr_code code = output_guard(&s->ctx, &s->err);
    if (!code)
        code = open_output(s, true, &to, &s->err);

    if (code)
        return fail(s);
    if (help)
        help_print(s->ctx.cmd, s->common.help_all, to.out);
    else
        code = s->ctx.cmd->print(&s->ctx, to.out, &s->err);
    const corr_code closed = sink_close(&to, true, &s->err);
    return code || closed ? fail(s) : CORR_EXIT_ANSWERED;
}

int session_tell(session *s)
{
    const bool help = asks_help(s);

    if (s->failed)
        return fail(s);
    if (!help && s->ctx.cmd->program) {
        s->failed =
            program_start(s->ctx.cmd->program, s->argv, &s->arena, &s->err);
        return fail(s);
    }
    return help || s->ctx.cmd->print ? print(s, help) : answer(s);
}

/* A file that is opened must not become standard output by chance. */
static void guard_standard_files(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0)
            _exit(CORR_EXIT_UNREADABLE);
}

void session_process(void)
{
    guard_standard_files();
    corr_keep_memory();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error */
    setlocale(LC_CTYPE, "");
}

void session_end(session *s)
{
    corr_report_free(s->report);
    if (s->made)
        rmdir(s->made); /* fails if the page is in it */
    if (!s->kept)
        corr_store_free(s->ctx.store);
    corr_arena_clear(&s->arena);
}
