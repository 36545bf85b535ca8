/*
 * main - from words to an exit status.
 *
 * Finds the command, parses its options, loads the inputs, runs the recipe,
 * renders the report.  Whatever fails, `fail` says it once on standard error,
 * and with --json in a document as well.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cache.h"
#include "cli/cmd.h"
#include "cli/find_inputs.h"
#include "cli/output.h"
#include "cli/timezone.h"
#include "cli/verbs.h"
#include "corr_builtin.h"
#include "gate/verdict.h"
#include "page/envelope.h"
#include "page/messages.h"
#include "page/sides_args.h"
#include "verbs/self/help.h"

enum {
    MOST_ID = 1 << 20, /* bytes of a log on standard input */
    MOST_MAP = 1 << 20 /* of a map of labels */
};

typedef struct session {
    corr_arena arena;
    inputs_opts inputs;
    select_opts select;
    of_opts of;
    sides_opts compare;
    rescale_opts rescale;
    verdict_opts verdict;
    output_opts output;
    common_opts common;
    discovery found;
    cmd_sides sides;
    corr_began began;
    cmd_export export;
    expect_list expects;
    cmd_ctx ctx;
    corr_report *report;
    uint64_t written; /* bytes of a slice */
    talk_clock clock;
    bool ascii; /* on standard error */
    corr_err err;
} session;

/* What each failure is to the one who asked. */
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

static const char *target_of(const session *s)
{
    return s->output.target ? s->output.target : "text";
}

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
    const char *target = target_of(s);
    corr_style style;

    if (s->export.slice)
        return write_slice(s, to, err);
    if (s->export.base)
        return s->export.format->write_diff(s->export.base, s->export.sel,
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

static corr_code put_answer(session *s, corr_err *err)
{
    const output_opts *o = &s->output;
    bool paged = is_screen(target_of(s)) && !o->no_pager && !o->file &&
                 !s->export.format && !s->export.slice;
    const char *pager = paged ? corr_style_pager(STDOUT_FILENO) : NULL;
    sink to;

    corr_code code = sink_open(&to, o->file, pager, err);
    if (code)
        return code;
    code = write_answer(s, &to, err);
    corr_code closed = sink_close(&to, !code, err);
    return code ? code : closed;
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
    envelope_fill(&s->ctx, s->report);
    if (!e->input[0]) /* else it stands with its input */
        corr_report_note(s->report, CORR_WARNING, "FAILED", -1, "%s", e->what);
    corr_report_verdict(s->report, outcome[e->code].verdict);
    if (put_answer(s, &ignored))
        return; /* the first failure is the one to tell */
}

static int fail(session *s)
{
    int status = outcome[s->err.code].exit;

    if (status == CORR_EXIT_USAGE && s->ctx.cmd)
        corr_hint(&s->err, "\"corr help %s\" lists what it takes",
                  s->ctx.cmd->name);
    talk_error(&s->err, s->ascii);
    if (status != CORR_EXIT_USAGE && strcmp(target_of(s), "json") == 0)
        put_failure(s);
    return status;
}

/* ---- words ------------------------------------------------------------ */

static corr_code no_command(const char *word, corr_err *err)
{
    const char *names[64];
    char typed[80];
    size_t n = 0;

    for (const cmd *const *c = cmds; *c && n < 64; c++)
        if (!(*c)->hidden)
            names[n++] = (*c)->name;
    corr_safe(typed, sizeof typed, corr_str_of(word), true);
    corr_fail(err, CORR_EUSAGE, "there is no command \"%s\"", typed);

    const char *near = opt_nearest(word, names, n);
    if (corr_is_there(word))
        corr_hint(err, "for a file: corr info %s", typed);
    else if (near)
        corr_hint(err, "did you mean %s?", near);
    else if (corr_is_id(word))
        corr_hint(err, "for an id: corr span %s", typed);
    else
        corr_hint(err, "\"corr help\" lists the commands");
    return CORR_EUSAGE;
}

/* Options alone are for info, unless one of the words behind them is a command
 * and no file. */
static corr_code pick_info(session *s, int argc, char **argv)
{
    s->ctx.cmd = &info_cmd;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (cmd_find(argv[i]) && !corr_is_there(argv[i])) {
            s->ctx.cmd = cmd_find(argv[i]);
            corr_hint(&s->err, "corr %s %s ...", argv[i], argv[0]);
            return corr_fail(&s->err, CORR_EUSAGE,
                             "the command comes first: %s", argv[i]);
        }
    return CORR_OK;
}

/* Takes the command's name off the words. */
static corr_code pick(session *s, int *argc, char ***argv)
{
    const char *word = *argc > 0 ? (*argv)[0] : "-";

    if (word[0] == '-' && strcmp(word, "--version") != 0 &&
        strcmp(word, "--help") != 0 && strcmp(word, "-h") != 0)
        return pick_info(s, *argc, *argv);
    s->ctx.cmd = word[0] != '-'                   ? cmd_find(word)
                 : strcmp(word, "--version") == 0 ? &version_cmd
                                                  : &help_cmd;
    if (!s->ctx.cmd)
        return no_command(word, &s->err);
    --*argc;
    ++*argv;
    return CORR_OK;
}

static corr_code parse(session *s, int argc, char **argv)
{
    const cmd *c = s->ctx.cmd;
    void *own = corr_arena_alloc(&s->arena, c->opts_size + 1, 1);
    opt_set sets[SET_COUNT];

    if (!own)
        return corr_no_memory(&s->err);
    cmd_tables(c, sets);
    sets[SET_OWN].into = own;
    sets[SET_SELECT].into = &s->select;
    sets[SET_OF].into = &s->of;
    sets[SET_INPUTS].into = &s->inputs;
    sets[SET_SIDES].into = &s->compare;
    sets[SET_RESCALE].into = &s->rescale;
    sets[SET_VERDICT].into = &s->verdict;
    sets[SET_OUTPUT].into = &s->output;
    sets[SET_COMMON].into = &s->common;
    s->ctx.opts = own;
    s->ctx.inputs = &s->inputs;
    s->ctx.select = &s->select;
    s->ctx.of = &s->of;
    s->ctx.rescale = &s->rescale;
    s->ctx.verdict = &s->verdict;
    s->ctx.output = &s->output;
    s->ctx.arena = &s->arena;
    s->ctx.export = &s->export;
    corr_code code = opt_parse(argc, argv, sets, SET_COUNT, &s->arena,
                               &s->ctx.operands, &s->err);
    if (!code && s->output.tz)
        code = zone_parse(s->output.tz, &s->ctx.zone, &s->err);
    return code;
}

/* ---- the id ----------------------------------------------------------- */

/* The first line with an id; without one the first that is not empty, which is
 * told then to be none. */
static corr_code read_id(session *s)
{
    corr_str text, line;
    corr_code code = read_all("-", MOST_ID, &s->arena, &text, &s->err);

    if (code)
        return code;
    while (corr_str_next(&text, '\n', &line)) {
        line = corr_str_trim(line);
        if (line.n == 0)
            continue;
        char *z = corr_arena_alloc(&s->arena, line.n + 1, 1);
        if (!z)
            return corr_no_memory(&s->err);
        memcpy(z, line.p, line.n);
        if (corr_is_id(z)) {
            s->ctx.id = z;
            return CORR_OK;
        }
        if (strcmp(s->ctx.id, "-") == 0)
            s->ctx.id = z;
    }
    if (strcmp(s->ctx.id, "-") != 0)
        return CORR_OK;
    return corr_fail(&s->err, CORR_EUSAGE,
                     "standard input holds no line with an id");
}

/* The first operand, for commands that want one besides files. */
static corr_code take_first(session *s, const char *what, const char **word)
{
    opt_list *words = &s->ctx.operands;

    if (words->n == 0) {
        corr_fail(&s->err, CORR_EUSAGE, "%s wants %s", s->ctx.cmd->name, what);
        corr_hint(&s->err, "corr %s %s", s->ctx.cmd->name,
                  s->ctx.cmd->operands);
        return CORR_EUSAGE;
    }
    *word = words->item[0];
    words->item++;
    words->n--;
    return CORR_OK;
}

/* A word that is a file, or was meant to be one: no id begins with a dot or a
 * slash, and a dot is only in the name behind TRACE/. */
static bool is_path(const char *word)
{
    return corr_is_there(word) || word[0] == '.' || word[0] == '/' ||
           (strchr(word, '.') && !strchr(word, '/'));
}

/* Whether the first operand is an id: where it need not be one, a file goes
 * before an id. */
static bool has_id(const session *s)
{
    const unsigned uses = s->ctx.cmd->uses;
    const opt_list *words = &s->ctx.operands;

    if (!(uses & USES_MAYBE_ID))
        return (uses & USES_ID) != 0;
    return words->n > 0 && !is_path(words->item[0]);
}

static corr_code take_words(session *s)
{
    corr_code code = CORR_OK;

    if (s->ctx.cmd->uses & USES_WORD)
        return take_first(s, "the name of a function", &s->ctx.word);
    if (has_id(s))
        code = take_first(s, "an id", &s->ctx.id);
    if (!code && s->ctx.id && strcmp(s->ctx.id, "-") == 0)
        code = read_id(s);
    return code;
}

/* ---- loading ---------------------------------------------------------- */

static bool leaves_bytes(const session *s)
{
    const bool all = s->output.all || strcmp(target_of(s), "text") != 0;

    return s->ctx.cmd->uses & USES_NO_BYTES ||
           (!all && s->ctx.cmd->uses & USES_NO_BYTES_SHOWN);
}

static unsigned jobs_of(const session *s)
{
    const char *env = getenv("CORR_JOBS");
    int64_t n = s->inputs.jobs.value;

    if (!s->inputs.jobs.given &&
        (!env || !corr_str_i64(corr_str_of(env), &n) || n < 0 || n > 4096))
        n = 0;
    return (unsigned)n;
}

static unsigned needs_of(const cmd_ctx *ctx)
{
    unsigned needs = ctx->cmd->needs | cmd_needs(ctx) | verdict_needs(ctx);

    if (ctx->cmd->needs_of)
        needs |= ctx->cmd->needs_of(ctx);
    return needs ? needs : CORR_NEED_ALL;
}

static const char *id_of(const session *s)
{
    if (s->ctx.id)
        return s->ctx.id;
    return s->of.span ? s->of.span : s->of.trace;
}

/* A time is compared with the times of samples. */
static unsigned clock_needs(const session *s)
{
    const select_opts *o = &s->select;

    return o->from || o->to || o->around ? CMD_NEEDS_CLOCK : 0;
}

/* What is compared is to be alike, unless somebody says of which time. */
static bool skips_starts(const session *s)
{
    const select_opts *o = &s->select;

    return (s->ctx.cmd->uses & USES_SIDES) && !s->compare.keep_starts &&
           !o->from && !o->to && !o->around;
}

/* Of which samples rows are looked at. */
static corr_rows rows_of(const session *s)
{
    const unsigned uses = s->ctx.cmd->uses;

    if (uses & USES_SUMS)
        return CORR_ROWS_NONE;
    if (uses &
        (s->select.kind ? USES_ONE_KIND | USES_KIND_ASKED : USES_ONE_KIND))
        return CORR_ROWS_ONE_KIND;
    return leaves_bytes(s) ? CORR_ROWS_NO_BYTES : CORR_ROWS_ALL;
}

static corr_load_opts load_opts(const session *s, talk_progress *progress,
                                char *dir)
{
    const char *want = getenv("CORR_WANT");
    const bool all = want && strcmp(want, "all") == 0;
    const bool every = all || s->rescale.to ||
                       verdict_needs(&s->ctx) || /* kind, row by row */
                       s->ctx.needs & CORR_NEED_ROWS;
    corr_load_opts opts = {
        .needs = all ? 0 : s->ctx.needs | clock_needs(s),
        .id = all || s->rescale.to ? NULL : id_of(s),
        .rows = every ? CORR_ROWS_ALL : rows_of(s),
        .kind = s->select.kind,
        .as = s->inputs.as,
        .label_keys = s->inputs.label_keys.item,
        .nlabel_keys = s->inputs.label_keys.n,
        .jobs = jobs_of(s),
        .strict = s->inputs.strict,
        .times = { .began = s->began,
                   .keep_clocks = s->inputs.no_clock_fix,
                   .skip_starts = skips_starts(s) },
        .values = { .keep_counts = (s->ctx.needs & CORR_NEED_ROWS) != 0,
                    /* whose profile it is, spans may have to tell */
                    .no_yield = !(s->ctx.needs & CORR_NEED_SPANS),
                    .rescale = cmd_rescale(&s->ctx) },
        .found = s->found.found,
        .flat = s->found.found,
        .slices = { .again = (s->ctx.cmd->uses & USES_AGAIN) != 0,
                    .outline = (s->ctx.cmd->uses & USES_OUTLINE) != 0,
                    .once = (s->ctx.cmd->uses & USES_ONCE) != 0 },
        .limits.memory = (uint64_t)s->inputs.max_mem,
        .index = { all ? NULL : cache_dir(dir), cache_least() },
    };

    if (corr_style_live(STDERR_FILENO) && !s->output.quiet)
        opts.progress = (corr_load_progress){ talk_progress_step, progress };
    return opts;
}

static corr_code load_parts(session *s, const corr_load_part *part, size_t n,
                            size_t *failed)
{
    talk_progress progress = { 0 };
    char dir[CACHE_PATH];
    const corr_load_opts opts = load_opts(s, &progress, dir);
    const corr_code code =
        corr_load_parts(s->ctx.store, part, n, &opts, failed, &s->err);

    talk_progress_end(&progress);
    return code;
}

static corr_code load_paths(session *s, const opt_list *paths, unsigned group)
{
    const corr_load_part part = { paths->item, paths->n, group };
    size_t failed;

    return load_parts(s, &part, 1, &failed);
}

/* Of which of two sides there is nothing has to be said. */
static corr_code load_named_sides(session *s)
{
    const cmd_side *of[2];
    corr_load_part part[2];
    size_t n = 0, failed;

    for (unsigned i = 0; i < (s->sides.columns ? 1 : 2); i++) {
        const cmd_side *side = &s->sides.side[i];
        if (side->label)
            continue;
        of[n] = side;
        part[n++] = (corr_load_part){ side->paths.item, side->paths.n, i + 1 };
    }
    const corr_code code = load_parts(s, part, n, &failed);
    const corr_err none = s->err;
    if (code != CORR_ENONE)
        return code;
    s->err = (corr_err){ 0 };
    return corr_fail(&s->err, CORR_ENONE, "%s: %s", of[failed]->text,
                     none.what);
}

/* Each side is a group of inputs of its own; where sides are labels, both are
 * in what is left of the operands. */
static corr_code load_sides(session *s)
{
    const cmd_sides *sides = &s->sides;
    const char *from = s->inputs.files0_from;
    corr_code code = load_named_sides(s);

    if (!code && sides->columns && from)
        return corr_fail(&s->err, CORR_EUSAGE,
                         "--files0-from has nothing to add to a file whose two "
                         "columns are the sides");
    if (code || sides->columns ||
        (!sides->both.n && !sides->side[0].label && !from))
        return code;
    const unsigned group = sides->side[0].label ? 0 : CORR_BOTH_SIDES;
    if (sides->both.n && !from)
        return load_paths(s, &sides->both, group);
    code = discover(&sides->both, from, &s->arena, &s->found, &s->err);
    return code ? code : load_paths(s, &s->found.paths, group);
}

/* What the user says of files, before any of them is read. */
static corr_code read_map(session *s)
{
    const char *path = s->inputs.label_map;
    corr_str text;

    if (!path)
        return CORR_OK;
    corr_code code = read_all(path, MOST_MAP + 1, &s->arena, &text, &s->err);
    if (!code && text.n > MOST_MAP)
        code = corr_fail(&s->err, CORR_EUSAGE,
                         "%s: more than 1 MiB is no map of labels", path);
    return code ? code : corr_label_files(s->ctx.store, text, path, &s->err);
}

static corr_code load(session *s)
{
    const bool sides = (s->ctx.cmd->uses & USES_SIDES) != 0;
    corr_code code =
        sides ? sides_parse(&s->ctx.operands, &s->arena, &s->sides, &s->err)
              : discover(&s->ctx.operands, s->inputs.files0_from, &s->arena,
                         &s->found, &s->err);

    if (code)
        return code;
    code = cmd_began(&s->ctx, &s->began, &s->err);
    if (code)
        return code;
    s->ctx.sides = &s->sides;
    s->ctx.needs = needs_of(&s->ctx);
    if (s->ctx.cmd->kind_of && !s->select.kind)
        s->select.kind = s->ctx.cmd->kind_of(&s->ctx);
    s->ctx.store = corr_store_new(corr_builtin_formats, &s->err);
    if (!s->ctx.store)
        return s->err.code;
    code = read_map(s);
    if (!code)
        code = sides ? load_sides(s) : load_paths(s, &s->found.paths, 0);
    const opt_list *more =
        !code && s->ctx.cmd->files_of ? s->ctx.cmd->files_of(&s->ctx) : NULL;
    s->found.found = s->found.found && !more;
    return !more || !more->n ? code : load_paths(s, more, 0);
}

/* For what is about corr itself, and answers with a report. */
static corr_code load_nothing(session *s)
{
    s->ctx.store = corr_store_new(corr_builtin_formats, &s->err);
    return s->err.code;
}

/* ---- one command ------------------------------------------------------ */

static int answer(session *s)
{
    if (s->ctx.cmd->as)
        s->ctx.cmd = s->ctx.cmd->as(&s->ctx);
    const cmd *c = s->ctx.cmd;
    corr_code code = take_words(s);

    if (!code)
        code = verdict_read(&s->ctx, &s->expects, &s->err);
    if (!code)
        code = c->uses & USES_INPUTS ? load(s) : load_nothing(s);
    if (!code)
        code = cmd_clock_told(&s->ctx, &s->err);
    if (!code)
        code = cmd_rescaled(&s->ctx, &s->err);
    talk_phase(&s->clock, "load", s->ctx.store);
    if (code)
        return fail(s);
    s->report = corr_report_new(c->name);
    if (!s->report) {
        corr_no_memory(&s->err);
        return fail(s);
    }
    code = c->run(&s->ctx, s->report, &s->err);
    if (!code)
        code = verdict_put(&s->ctx, s->report, &s->err);
    talk_phase(&s->clock, "run", s->ctx.store);
    if (!s->output.quiet)
        (s->found.unnamed ? talk_used : talk_ignored)(&s->ctx, s->ascii);
    const bool reads =
        !code && s->export.slice && corr_slice_facts_of(s->export.slice).reads;
    talk_unread(s->ctx.store, s->ascii);
    if (!reads)
        talk_warnings(&s->ctx, s->ascii);
    if (code)
        return fail(s);
    talk_left_out(&s->ctx, s->ascii);
    envelope_fill(&s->ctx, s->report);
    code = put_answer(s, &s->err);
    talk_phase(&s->clock, "render", NULL);
    if (reads)
        talk_warnings(&s->ctx, s->ascii);
    if (!code && s->export.slice && !s->output.quiet)
        talk_slice(&s->ctx, s->report, s->written, s->ascii);
    return code ? fail(s) : corr_verdict_exit(corr_report_outcome(s->report));
}

/* Commands about corr itself, and --help: plain text. */
static int print(session *s, bool help)
{
    const char *pager = help ? corr_style_pager(STDOUT_FILENO) : NULL;
    sink to;
    corr_code code = sink_open(&to, NULL, pager, &s->err);

    if (code)
        return fail(s);
    if (help)
        help_print(s->ctx.cmd, to.out);
    else
        code = s->ctx.cmd->print(&s->ctx, to.out, &s->err);
    corr_code closed = sink_close(&to, true, &s->err);
    return code || closed ? fail(s) : CORR_EXIT_ANSWERED;
}

static int run(session *s, int argc, char **argv)
{
    corr_style talk;

    corr_style_init(&talk, STDERR_FILENO, 0, NULL, false, false);
    s->ascii = talk.ascii;
    talk_phase(&s->clock, "start", NULL);
    if (pick(s, &argc, &argv) || parse(s, argc, argv)) {
        s->output.target = NULL; /* usage errors print no document */
        return fail(s);
    }
    s->ascii = s->ascii || s->output.ascii;
    if (s->common.help)
        return print(s, true);
    if (s->ctx.cmd->print)
        return print(s, false);
    return answer(s);
}

/* A file that is opened must not become standard output by chance. */
static void guard_standard_files(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) < 0)
            _exit(CORR_EXIT_UNREADABLE);
}

int main(int argc, char **argv)
{
    session s = { 0 };

    guard_standard_files();
    corr_keep_memory();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error */
    setlocale(LC_CTYPE, "");
    int status = run(&s, argc > 0 ? argc - 1 : 0, argv + (argc > 0));

    corr_report_free(s.report);
    corr_store_free(s.ctx.store);
    corr_arena_clear(&s.arena);
    return status;
}
