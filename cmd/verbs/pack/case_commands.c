#define _GNU_SOURCE /* pipe2 */
#include "verbs/pack/case_commands.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MOST_QUESTIONS = 500,
    MOST_WORDS = 200,
    MOST_LINE = 8192,
    MOST_ANSWER = 64 << 20
};

/* ---- what may be run -------------------------------------------------------- */

/* Options that write, or that ask servers. */
static const char *const refused_option[] = { "-o",      "--output", "--append",
                                              "--fetch", "--key",    "--at",
                                              "--state" };

/* Short options in one word, such as -qn5 or -fFILE. */
static bool is_bundle(const char *word)
{
    return word[0] == '-' && word[1] != '-' && word[1] != '\0';
}

static bool is_refused(const char *word)
{
    const char *equals = strchr(word, '=');
    const size_t n = equals ? (size_t)(equals - word) : strlen(word);

    for (size_t i = 0; i < sizeof refused_option / sizeof *refused_option; i++)
        if (strlen(refused_option[i]) == n &&
            strncmp(word, refused_option[i], n) == 0)
            return true;
    return is_bundle(word) && strchr(word, 'o');
}

/* Whether a word is, or holds, a path that leaves the folder. */
static bool leaves_folder(const char *word)
{
    const char *at = strchr(word, '=');

    if (word[0] == '-' && at)
        word = at + 1;
    if (word[0] == '/' || word[0] == '~')
        return true;
    if (is_bundle(word) && strchr(word, '/'))
        return true; /* it may be a value: -f/etc/passwd */
    for (const char *p = word; (p = strstr(p, "..")); p += 2)
        if ((p == word || p[-1] == '/') && (p[2] == '/' || p[2] == '\0'))
            return true;
    return false;
}

/* Why a command is not run; NULL: it may be. */
static const char *reason_against(char *const *words)
{
    const cmd *verb = words[0] ? cmd_find(words[0]) : NULL;

    if (words[0] && !verb)
        return "corr has no such verb";
    if (verb && ((verb->group != CMD_ASK && verb->group != CMD_LOOK) ||
                 verb->program || !verb->run))
        return "only questions are run";
    if (verb && verb->prints == PRINTS_PAGE)
        return "no page is opened";
    for (size_t i = 0; words[i]; i++) {
        if (is_refused(words[i]))
            return "an option writes a file or asks a server";
        if (i > 0 && leaves_folder(words[i]))
            return "a path is outside of the case";
    }
    return NULL;
}

/* ---- words of a line --------------------------------------------------------- */

typedef struct splitter {
    const char *p, *end;
    char word[MOST_LINE];
    size_t n;
    bool has_word;
} splitter;

/* Reads one word; false: the line ends, or a part for the shell begins. */
static bool next_word(splitter *s)
{
    char quote = 0;

    s->n = 0;
    s->has_word = false;
    while (s->p < s->end && (*s->p == ' ' || *s->p == '\t'))
        s->p++;
    for (; s->p < s->end && s->n + 1 < sizeof s->word; s->p++) {
        const char c = *s->p;
        if (quote && c == quote) {
            quote = 0;
        } else if (!quote && (c == '\'' || c == '"')) {
            quote = c;
            s->has_word = true;
        } else if (c == '\\' && quote != '\'' && s->p + 1 < s->end) {
            s->word[s->n++] = *++s->p;
        } else if (!quote && (c == ' ' || c == '\t')) {
            break;
        } else if (!quote && strchr("|><;&#`$(*?", c)) {
            return s->n > 0;
        } else {
            s->word[s->n++] = c;
        }
    }
    s->word[s->n] = '\0';
    return s->n > 0 || s->has_word;
}

/* Whether the shell would do more than run one command. */
static bool is_of_shell(const splitter *s)
{
    const char *p = s->p;

    while (p < s->end && (*p == ' ' || *p == '\t'))
        p++;
    return p < s->end && *p != '#';
}

bool case_command_add(case_commands *c, corr_str line)
{
    splitter s = { .p = line.p, .end = line.p + line.n };
    char **words = corr_arena_new(c->arena, char *, MOST_WORDS + 2);
    case_command made = { .text =
                              corr_arena_text(c->arena, corr_str_trim(line)) };
    size_t n = 0;

    if (!words || !made.text)
        return false;
    made.words = ++words; /* before the verb there is room for a name */
    if (c->list.n > MOST_QUESTIONS)
        return true; /* the last one says why */
    for (size_t i = 0; i < c->list.n; i++)
        if (strcmp(c->list.v[i].text, made.text) == 0)
            return true;
    while (n < MOST_WORDS && next_word(&s)) {
        words[n] = corr_arena_text(c->arena, (corr_str){ s.word, s.n });
        if (!words[n++])
            return false;
    }
    if (n > 0 && strcmp(words[0], "corr") == 0)
        made.words = words + 1;
    made.why = c->list.n == MOST_QUESTIONS ? "too many, with all that follow"
               : is_of_shell(&s)           ? "a shell is not started"
                                           : reason_against(made.words);
    return corr_vec_push(NULL, &c->list, made);
}

bool case_commands_find(case_commands *c, corr_str text)
{
    bool in_block = false;
    corr_str line;

    while (corr_str_next(&text, '\n', &line)) {
        const bool is_indented = corr_str_starts(line, "    ");
        corr_str s = corr_str_trim(line);
        if (corr_str_starts(s, "```") || corr_str_starts(s, "~~~")) {
            in_block = !in_block;
            continue;
        }
        if (corr_str_starts(s, "$ "))
            s = corr_str_trim(corr_str_from(s, 2));
        else if (!in_block && !is_indented)
            continue;
        if (!corr_str_starts(s, "corr ") && !corr_str_is(s, "corr"))
            continue;
        if (!case_command_add(c, s))
            return false;
    }
    return true;
}

void case_commands_clear(case_commands *c)
{
    for (size_t i = 0; i < c->list.n; i++)
        free(c->list.v[i].answer);
    corr_vec_free(&c->list);
}

/* ---- running ------------------------------------------------------------------ */

/* The screen is the same on every machine. */
static void set_surroundings(void)
{
    static const char *const gone[] = { "COLUMNS",   "CORR_PAGER",
                                        "PAGER",     "CORR_INDEX",
                                        "CORR_WANT", "CORR_TRACE",
                                        "CLICOLOR",  "TZ" };

    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        unsetenv(gone[i]);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("NO_COLOR", "1", 1);
}

static void be_child(case_command *c, const char *folder, int to)
{
    char **argv = c->words - 1;
    static char name[] = "corr";
    const int none = open("/dev/null", O_RDWR | O_CLOEXEC);

    if (chdir(folder) != 0 || none < 0 || dup2(none, 0) < 0 ||
        dup2(to, 1) < 0 || dup2(none, 2) < 0)
        _exit(127);
    set_surroundings();
    argv[0] = name;
    execv("/proc/self/exe", argv);
    _exit(127);
}

/* Reads all of a pipe.  NULL, or why it cannot be read. */
static const char *read_answer(case_command *c, int from)
{
    size_t room = 0;

    free(c->answer);
    c->answer = NULL;
    c->n = 0;
    for (;;) {
        if (c->n + 65536 > room &&
            !corr_grow((void **)&c->answer, &room, c->n + 65536, 1))
            return "out of memory";
        const ssize_t got = read(from, c->answer + c->n, 65536);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0 ? NULL : strerror(errno);
        c->n += (size_t)got;
        if (c->n > MOST_ANSWER)
            return "the answer is too long";
    }
}

bool case_command_run(case_command *c, const char *folder, corr_err *err)
{
    int ends[2], status = 0;

    if (pipe2(ends, O_CLOEXEC) != 0) {
        corr_fail(err, CORR_EIO, "no pipe can be made: %s", strerror(errno));
        return false;
    }
    const pid_t pid = fork();
    if (pid == 0)
        be_child(c, folder, ends[1]);
    const char *why = pid < 0 ? strerror(errno) : NULL;
    close(ends[1]);
    if (pid > 0)
        why = read_answer(c, ends[0]);
    close(ends[0]);
    if (pid > 0 && why)
        kill(pid, SIGKILL);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    c->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    if (why || c->status == 127) {
        corr_fail(err, CORR_EIO, "\"%.150s\" cannot be run here%s%s", c->text,
                  why ? ": " : "", why ? why : "");
        return false;
    }
    return true;
}
