#define _GNU_SOURCE /* ppoll */
#include "shell/edit.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef CORR_WITH_READLINE
#include <readline/history.h>
#include <readline/readline.h>

#include "shell/shell_history.h"
#include "shell/shell_line.h"
#include "shell/suggest.h"

enum { MOST_HISTORY = 10000 /* lines in memory */ };

static const volatile sig_atomic_t *interrupt;
static bool keeps;
static suggestions offered;
static corr_arena offered_arena;

/* ---- completion ------------------------------------------------------- */

static const char breaks[] = " \t|>", quotes[] = "'\"",
                  special[] = " \t\\\"'|>;&<#*?[~";

static char *next_offer(const char *text, int state)
{
    static size_t at;

    (void)text;
    if (state == 0)
        at = 0;
    return at < offered.n ? strdup(offered.word[at++]) : NULL;
}

/* Shows whole words: readline would show what follows their last slash. */
static void show_offers(char **words, int n, int longest)
{
    rl_filename_completion_desired = offered.n == 0;
    rl_display_match_list(words, n, longest);
    rl_filename_completion_desired = 1;
    rl_forced_update_display();
}

static char **complete_word(const char *text, int start, int end)
{
    char **words = NULL;

    (void)end;
    corr_arena_clear(&offered_arena);
    offered = (suggestions){ .arena = &offered_arena };
    char *typed = rl_completion_quote_character
                      ? NULL
                      : shell_line_unquoted(text, &offered_arena);
    suggest((corr_str){ rl_line_buffer, (size_t)start }, typed ? typed : text,
            &offered);
    if (offered.n > 0)
        words = rl_completion_matches(text, next_offer);
    rl_attempted_completion_over = !offered.files;
    rl_filename_completion_desired = words != NULL;
    rl_filename_quoting_desired = 1;
    rl_completion_append_character = ' ';
    if (words && !words[1]) {
        const size_t n = strlen(words[0]);
        if (n > 0 && (words[0][n - 1] == '=' || words[0][n - 1] == ':'))
            rl_completion_suppress_append = 1;
    }
    return words;
}

/* Quotes a word as the open quote wants it, or with backslashes. */
static char *quote_word(char *text, int match, char *quote)
{
    const char open = quote && *quote ? *quote : '\0';
    char *out = malloc(4 * strlen(text) + 2), *p = out;

    (void)match;
    if (!out)
        return NULL;
    if (open)
        *p++ = open;
    for (; *text; text++) {
        const bool ends = open == '\'' && *text == '\'';
        if (ends)
            p += sprintf(p, "'\\''");
        else if (open == '"' ? strchr("\"\\", *text) != NULL
                             : !open && strchr(special, *text))
            p += sprintf(p, "\\%c", *text);
        else
            *p++ = *text;
    }
    *p = '\0';
    return out;
}

static char *unquote_word(char *text, int quote)
{
    corr_arena arena = { 0 };
    char *plain = quote ? text : shell_line_unquoted(text, &arena);
    char *copy = strdup(plain ? plain : text);

    corr_arena_clear(&arena);
    return copy;
}

/* Whether a byte stands behind a backslash that is not itself behind one. */
static int is_escaped(char *text, int at)
{
    int n = 0;

    while (at - 1 - n >= 0 && text[at - 1 - n] == '\\')
        n++;
    return n % 2;
}

/* ---- lines ------------------------------------------------------------ */

/* Waits for a byte.  An interrupt ends the wait also if it comes just before.
 * readline catches it and calls our handler in rl_check_signals. */
static bool wait_for_key(int fd)
{
    struct pollfd key = { .fd = fd, .events = POLLIN };
    sigset_t interrupts, before;
    int ready = 0;

    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    rl_check_signals();
    sigprocmask(SIG_BLOCK, &interrupts, &before);
    if (!*interrupt && !rl_pending_signal())
        ready = ppoll(&key, 1, NULL, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return ready > 0 || (ready < 0 && errno != EINTR);
}

/* Reads a byte.  An interrupt empties the line and ends it. */
static int next_key(FILE *from)
{
    unsigned char c;

    for (;;) {
        if (wait_for_key(fileno(from))) {
            const ssize_t n = read(fileno(from), &c, 1);
            if (n == 1)
                return c;
            if (n == 0 || errno != EINTR)
                return EOF;
        }
        rl_check_signals();
        if (*interrupt) {
            rl_replace_line("", 0);
            return '\n';
        }
    }
}

static void remember_line(const char *line)
{
    add_history(line);
}

void edit_begin(int fd, bool keeps_history,
                const volatile sig_atomic_t *interrupted)
{
    interrupt = interrupted;
    keeps = keeps_history;
    rl_readline_name = "corr";
    rl_instream = fdopen(fd, "r");
    rl_outstream = stdout;
    rl_change_environment = 0;
    rl_getc_function = next_key;
    rl_attempted_completion_function = complete_word;
    rl_completer_word_break_characters = breaks;
    rl_completer_quote_characters = quotes;
    rl_filename_quote_characters = special;
    rl_filename_quoting_function = quote_word;
    rl_filename_dequoting_function = unquote_word;
    rl_char_is_quoted_p = is_escaped;
    rl_completion_display_matches_hook = show_offers;
    stifle_history(MOST_HISTORY);
    if (keeps)
        shell_history_read(remember_line);
}

/* Whether a line is new to the history; one that begins with a space asks to be
 * forgotten. */
static bool is_kept(const char *line)
{
    const HIST_ENTRY *last =
        history_length > 0 ? history_get(history_base + history_length - 1)
                           : NULL;

    return line[0] && line[0] != ' ' && strspn(line, " \t") < strlen(line) &&
           !(last && strcmp(last->line, line) == 0);
}

char *edit_line(const char *prompt)
{
    char *line = readline(prompt);

    if (line && is_kept(line)) {
        add_history(line);
        if (keeps)
            shell_history_add(line);
    }
    fflush(stdout);
    return line;
}

bool edit_is_rich(void)
{
    return true;
}

#else

static FILE *terminal;

void edit_begin(int fd, bool keeps_history,
                const volatile sig_atomic_t *interrupted)
{
    (void)keeps_history;
    (void)interrupted;
    terminal = fdopen(fd, "r");
}

char *edit_line(const char *prompt)
{
    char *line = NULL;
    size_t room = 0;

    fputs(prompt, stdout);
    fflush(stdout);
    ssize_t n = terminal ? getline(&line, &room, terminal) : -1;
    if (n < 0) { /* the end, or an interrupt */
        if (terminal)
            clearerr(terminal);
        free(line);
        return NULL;
    }
    if (n > 0 && line[n - 1] == '\n')
        line[n - 1] = '\0';
    return line;
}

bool edit_is_rich(void)
{
    return false;
}
#endif
