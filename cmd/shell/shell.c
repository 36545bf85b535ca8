#include "shell/shell.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shell/defaults.h"
#include "shell/edit.h"
#include "shell/keeper.h"
#include "shell/shell_line.h"

enum {
    FIRST_FD = 10,       /* where standard input is moved to */
    MOST_LINE = 1 << 20, /* bytes of a line */
    INTERRUPTED = 128 + SIGINT
};

static volatile sig_atomic_t interrupted;

typedef struct shell {
    const session *own; /* that of the command corr shell */
    FILE *script;       /* NULL: no script */
    size_t line;        /* of the script */
    int status;         /* of the last line that failed */
    int left;           /* the status that quit names */
    bool typed;         /* lines come from a terminal */
    bool quits;
} shell;

/* ---- lines that the shell answers itself ------------------------------ */

static corr_code run_set(shell *sh, const shell_line *line, corr_err *err)
{
    corr_out *out = corr_out_fd(STDOUT_FILENO);

    (void)sh;
    if (!out)
        return corr_no_memory(err);
    const corr_code code = defaults_set(line, out, err);
    const corr_code closed = corr_out_close(out, err);
    return code ? code : closed;
}

static corr_code run_unset(shell *sh, const shell_line *line, corr_err *err)
{
    (void)sh;
    return defaults_unset(line, err);
}

static corr_code run_quit(shell *sh, const shell_line *line, corr_err *err)
{
    int64_t status = 0;

    if (line->n > 2 ||
        (line->n == 2 && (!corr_str_i64(corr_str_of(line->word[1]), &status) ||
                          status < 0 || status > 255)))
        return corr_fail(err, CORR_EUSAGE, "%s takes an exit status, 0 to 255",
                         line->word[0]);
    if (line->n == 2)
        sh->status = (int)status;
    sh->left = (int)status;
    sh->quits = true;
    return CORR_OK;
}

static corr_code run_shell(shell *sh, const shell_line *line, corr_err *err)
{
    (void)sh;
    (void)line;
    return corr_fail(err, CORR_EUSAGE, "this is corr shell already");
}

static const struct own_line {
    const char *word;
    corr_code (*run)(shell *sh, const shell_line *line, corr_err *err);
} own_lines[] = {
    { "set", run_set },   { "unset", run_unset }, { "quit", run_quit },
    { "exit", run_quit }, { "shell", run_shell },
};

static const struct own_line *find_own(const shell_line *line)
{
    for (size_t i = 0; line->n > 0 && i < COUNT(own_lines); i++)
        if (strcmp(line->word[0], own_lines[i].word) == 0 &&
            !(line->n == 2 && line->word[1][0] == '-'))
            return &own_lines[i];
    return NULL;
}

static corr_code answer_own(shell *sh, const struct own_line *own,
                            const shell_line *line, corr_err *err)
{
    if (line->file || line->piped)
        return corr_fail(err, CORR_EUSAGE, "%s has no output to redirect",
                         own->word);
    return own->run(sh, line, err);
}

/* ---- a line ----------------------------------------------------------- */

/* Says what is wrong with a line; in a script also with which. */
static int fail_line(const shell *sh, const corr_err *err)
{
    corr_err said = { 0 };

    if (!sh->script) {
        talk_error(err, sh->own->ascii);
        return CORR_EXIT_USAGE;
    }
    corr_fail(&said, err->code, "line %zu: %s", sh->line, err->what);
    if (err->hint[0])
        corr_hint(&said, "%s", err->hint);
    talk_error(&said, sh->own->ascii);
    return CORR_EXIT_USAGE;
}

static void say_signal(const shell *sh, int status)
{
    corr_err err = { 0 };

    corr_fail(&err, CORR_EIO, "the question ended by signal %d (%s)",
              status - 128, strsignal(status - 128));
    talk_error(&err, sh->own->ascii);
}

static int ask(const shell *sh, shell_line *line, corr_arena *arena,
               corr_err *err)
{
    if (line->n > 0 && strcmp(line->word[0], "corr") == 0) {
        line->word++;
        line->n--;
    }
    if (line->n > 0 && defaults_apply(line, arena, err))
        return fail_line(sh, err);
    const int status = keeper_answer(line, &interrupted);
    if (status == INTERRUPTED && sh->typed)
        fputc('\n', stderr);
    else if (status > 128)
        say_signal(sh, status);
    return status;
}

static int answer_text(shell *sh, const char *text, size_t n)
{
    corr_arena arena = { 0 };
    corr_err err = { 0 };
    shell_line line;
    int status = CORR_EXIT_ANSWERED;

    fflush(stdout);
    if (shell_line_parse((corr_str){ text, n }, &arena, &line, &err)) {
        status = fail_line(sh, &err);
    } else if (line.n > 0) {
        const struct own_line *own = find_own(&line);
        if (!own)
            status = ask(sh, &line, &arena, &err);
        else if (answer_own(sh, own, &line, &err))
            status = fail_line(sh, &err);
    }
    if (status)
        sh->status = status;
    corr_arena_clear(&arena);
    return status;
}

/* ---- a script --------------------------------------------------------- */

/* Reads a line without its end into buf; one that ends in a backslash goes on in
 * the next.  False: there are no more.  A line that is too long is cut behind
 * MOST_LINE, which shell_line refuses. */
static bool read_script(shell *sh, char *buf, size_t *n)
{
    bool any = false, escaped = false;
    int c;

    *n = 0;
    sh->line++;
    while (!interrupted && (c = getc_unlocked(sh->script)) != EOF) {
        any = true;
        if (c == '\n' && !escaped)
            return true;
        if (c == '\n') {
            sh->line++;
            --*n;
            escaped = false;
            continue;
        }
        escaped = c == '\\' && !escaped;
        if (*n <= MOST_LINE)
            buf[(*n)++] = (char)c;
    }
    return any && !interrupted;
}

static void run_script(shell *sh, bool stops)
{
    char *buf = malloc(MOST_LINE + 1);
    size_t n;

    while (buf && !sh->quits && read_script(sh, buf, &n))
        if (answer_text(sh, buf, n) && stops)
            break;
    free(buf);
}

static void run_lines(shell *sh, const opt_list *lines, bool stops)
{
    for (size_t i = 0; i < lines->n && !sh->quits && !interrupted; i++)
        if (answer_text(sh, lines->item[i], strlen(lines->item[i])) && stops)
            break;
}

/* ---- a terminal ------------------------------------------------------- */

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash && slash[1] ? slash + 1 : path;
}

/* "corr incident> ": the default files, or the folder. */
static void put_prompt(char *prompt, size_t size, bool ascii)
{
    const char *files = getenv("CORR_INPUTS");
    char path[PATH_MAX] = "", name[64];

    if (files && *files)
        snprintf(path, sizeof path, "%.*s", (int)strcspn(files, ":"), files);
    else if (!getcwd(path, sizeof path))
        path[0] = '\0';
    const size_t n = strlen(path);
    if (n > 1 && path[n - 1] == '/')
        path[n - 1] = '\0';
    const bool more = files && strchr(files, ':');
    corr_safe(name, sizeof name, corr_str_of(last_part(path)), ascii);
    snprintf(prompt, size, "corr %s%s> ", name, more ? " ..." : "");
}

static void run_typed(shell *sh, int fd, bool keeps_history)
{
    char prompt[128];

    edit_begin(fd, keeps_history, &interrupted);
    printf("corr %s: questions without \"corr\"; help, set, quit\n",
           CORR_VERSION);
    if (!edit_is_rich())
        puts("built without readline: no history, no completion");
    while (!sh->quits) {
        put_prompt(prompt, sizeof prompt, sh->own->ascii);
        interrupted = 0;
        char *line = edit_line(prompt);
        if (!line) {
            if (interrupted)
                continue;
            puts("");
            break;
        }
        answer_text(sh, line, strlen(line));
        free(line);
    }
    fflush(stdout);
}

/* ---- the shell -------------------------------------------------------- */

static void note_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* An interrupt that is ignored stays so. */
static void catch_interrupts(void)
{
    struct sigaction old, now = { .sa_handler = note_interrupt };

    sigemptyset(&now.sa_mask);
    if (sigaction(SIGINT, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(SIGINT, &now, NULL);
}

/* Moves standard input away, so that no question reads lines of the script. */
static int move_input(void)
{
    const int fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, FIRST_FD);
    const int none = open("/dev/null", O_RDONLY | O_CLOEXEC);

    if (none >= 0) {
        dup2(none, STDIN_FILENO);
        close(none);
    }
    return fd;
}

int shell_run(session *s, const shell_opts *opts)
{
    shell sh = { .own = s };
    const opt_list *files = &s->ctx.operands;

    if (files->n && defaults_files(files, &s->err)) {
        talk_error(&s->err, s->ascii);
        return CORR_EXIT_USAGE;
    }
    catch_interrupts();
    const int fd = move_input();
    if (opts->lines.n > 0) {
        run_lines(&sh, &opts->lines, opts->stops);
    } else if (isatty(fd)) {
        sh.typed = true;
        run_typed(&sh, fd, !opts->forgets);
        sh.status = sh.left;
    } else {
        sh.script = fdopen(fd, "r");
        if (sh.script)
            run_script(&sh, opts->stops);
    }
    keeper_end_all();
    defaults_clear();
    return interrupted && !sh.typed ? INTERRUPTED : sh.status;
}
