#include "shell/suggest.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "session.h"
#include "shell/defaults.h"
#include "shell/keeper.h"
#include "shell/parcel.h"
#include "shell/shell_line.h"
#include "shell/worker.h"
#include "verbs/self/candidates.h"

enum { MOST_SUGGESTED = 2000 };

static const int64_t names_ns = (int64_t)500 * 1000000;

/* Adds a word that begins with what was typed. */
static void offer(suggestions *s, const char *lead, corr_str word,
                  const char *typed)
{
    char *text =
        corr_arena_print(s->arena, "%s%.*s", lead, (int)word.n, word.p);

    if (!text || strncmp(text, typed, strlen(typed)) != 0 ||
        s->n >= MOST_SUGGESTED)
        return;
    if (s->n == s->room) {
        const size_t room = s->room ? 2 * s->room : 32;
        char **more = corr_arena_new(s->arena, char *, room);
        if (!more)
            return;
        if (s->n)
            memcpy(more, s->word, s->n * sizeof *more);
        s->word = more;
        s->room = room;
    }
    s->word[s->n++] = text;
}

static void offer_split(suggestions *s, const char *lead, corr_str words,
                        char separator, const char *typed)
{
    corr_str word;

    while (corr_str_next(&words, separator, &word))
        if (word.n)
            offer(s, lead, word, typed);
}

/* ---- names ------------------------------------------------------------ */

/* Lets a process of its own look into the files: it may give up at any time. */
static bool read_names(const candidates_wish *wish, corr_arena *arena,
                       corr_str *names)
{
    int end[2];
    corr_err ignored = { 0 };

    if (pipe(end) != 0)
        return false;
    const pid_t pid = fork();
    if (pid == 0) {
        corr_out *out = corr_out_fd(end[1]);
        close(end[0]);
        if (out && !candidates_print(wish, out, &ignored) &&
            !corr_out_close(out, &ignored))
            _exit(0);
        _exit(1);
    }
    close(end[1]);
    char path[64];
    corr_code code = CORR_EIO;
    snprintf(path, sizeof path, "/dev/fd/%d", end[0]);
    if (pid > 0)
        code = read_all(path, PARCEL_MOST, arena, names, &ignored);
    close(end[0]);
    if (pid > 0)
        worker_wait(pid);
    return !code;
}

static void offer_names(suggestions *s, const char *lead, const char *list,
                        const shell_line *line, const char *typed)
{
    const char *begin = typed + strlen(lead);
    opt_list files = { (const char *const *)line->word, line->n };
    const candidates_wish wish = { list, begin, &files, names_ns };
    corr_str names;

    if (keeper_names(list, begin, s->arena, &names) ||
        read_names(&wish, s->arena, &names))
        offer_split(s, lead, names, '\n', typed);
}

/* ---- options ---------------------------------------------------------- */

static void offer_values(suggestions *s, const cmd *c, const opt *o,
                         const char *lead, const shell_line *line,
                         const char *typed)
{
    const char *list = candidates_of_option(o);
    const char *words = candidates_closed(c, o);

    if (words)
        offer_split(s, lead, corr_str_of(words), ' ', typed);
    else if (o->kind == OPT_CHOICE)
        offer_split(s, lead, corr_str_of(o->arg), '|', typed);
    else if (list)
        offer_names(s, lead, list, line, typed);
    else
        s->files = !*lead && strcmp(o->arg, "FILE") == 0;
}

static void offer_options(suggestions *s, const opt_set *sets,
                          const char *dashes, const char *typed)
{
    for (size_t i = 0; i < SET_COUNT; i++)
        for (const opt *o = sets[i].options; o && o->kind != OPT_END; o++)
            offer(s, dashes, corr_str_of(o->name), typed);
}

/* The option whose value is the next word, or NULL. */
static const opt *awaits_value(const opt_set *sets, const char *word)
{
    const opt *o = NULL;

    if (word[0] != '-' || !word[1] || strchr(word, '='))
        return NULL;
    if (word[1] == '-')
        o = opt_find(sets, SET_COUNT, corr_str_of(word + 2));
    else
        o = opt_find_key(sets, SET_COUNT, word[strlen(word) - 1]);
    return o && opt_takes_value(o) ? o : NULL;
}

/* ---- words ------------------------------------------------------------ */

static const char *const own_words[] = { "set", "unset", "quit", "exit" };

static void offer_commands(suggestions *s, const char *typed)
{
    for (const cmd *const *c = cmds; *c; c++)
        if (!(*c)->hidden)
            offer(s, "", corr_str_of((*c)->name), typed);
    for (size_t i = 0; i < COUNT(own_words); i++)
        offer(s, "", corr_str_of(own_words[i]), typed);
}

/* The options of a command that no command before it has. */
static void offer_defaults_of(suggestions *s, const cmd *c, const char *typed)
{
    opt_set sets[SET_COUNT];
    const opt *same = NULL;

    cmd_tables(c, sets);
    for (size_t i = 0; i < SET_COUNT; i++)
        for (const opt *o = sets[i].options; o && o->kind != OPT_END; o++)
            if (defaults_find(o->name, &same) == c && same == o)
                offer(s, "", corr_str_of(o->name), typed);
}

static void offer_defaults(suggestions *s, const shell_line *line,
                           const char *typed)
{
    const opt *o = NULL;
    const cmd *c = line->n == 2 ? defaults_find(line->word[1], &o) : NULL;

    if (line->n >= 2 && strcmp(line->word[1], "files") == 0) {
        s->files = true;
    } else if (c) {
        offer_values(s, c, o, "", &(shell_line){ 0 }, typed);
    } else if (line->n == 1) {
        offer(s, "", corr_str_of("files"), typed);
        for (const cmd *const *each = cmds; *each; each++)
            offer_defaults_of(s, *each, typed);
    }
}

/* How many operands stand in the line behind the command. */
static size_t count_operands(const opt_set *sets, const shell_line *line)
{
    size_t n = 0;

    for (size_t i = 1; i < line->n; i++)
        n += line->word[i][0] != '-' &&
             (i == 1 || !awaits_value(sets, line->word[i - 1]));
    return n;
}

static void offer_arguments(suggestions *s, const cmd *c,
                            const shell_line *line, const char *typed)
{
    const char *equals = strchr(typed, '=');
    opt_set sets[SET_COUNT];

    cmd_tables(c, sets);
    const opt *o =
        line->n > 1 ? awaits_value(sets, line->word[line->n - 1]) : NULL;
    if (o) {
        offer_values(s, c, o, "", line, typed);
    } else if (strncmp(typed, "--", 2) == 0 && equals) {
        const size_t n = (size_t)(equals - typed);
        char *lead = corr_arena_print(s->arena, "%.*s=", (int)n, typed);
        o = opt_find(sets, SET_COUNT, (corr_str){ typed + 2, n - 2 });
        if (o && lead && opt_takes_value(o))
            offer_values(s, c, o, lead, line, typed);
    } else if (typed[0] == '-') {
        offer_options(s, sets, "--", typed);
    } else {
        const char *list = candidates_of_operand(c);
        s->files = true;
        if (list && count_operands(sets, line) == 0)
            offer_names(s, "", list, line, typed);
    }
}

static bool is_word_to_suggest(const shell_line *line, const char *word)
{
    return strcmp(line->word[0], word) == 0;
}

void suggest(corr_str before, const char *typed, suggestions *s)
{
    shell_line_end end;
    corr_err ignored = { 0 };

    if (shell_line_before(before, s->arena, &end, &ignored))
        return;
    shell_line *line = &end.line;
    if (end.is_file || end.is_piped) {
        s->files = true;
        return;
    }
    if (line->n > 0 && is_word_to_suggest(line, "corr")) {
        line->word++;
        line->n--;
    }
    if (line->n == 0) {
        offer_commands(s, typed);
        s->files = s->n == 0;
    } else if (is_word_to_suggest(line, "set") ||
               is_word_to_suggest(line, "unset")) {
        offer_defaults(s, line, typed);
    } else {
        const cmd *c = cmd_find(line->word[0]);
        if (c)
            offer_arguments(s, c, line, typed);
        else
            s->files = true;
    }
}
