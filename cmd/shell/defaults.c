#include "shell/defaults.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

enum { MOST_DEFAULTS = 64 };

typedef struct default_option {
    char *name;
    char *word; /* "--kind=cpu", "--wide"; owned, as the name */
} default_option;

static default_option defaults[MOST_DEFAULTS];
static size_t ndefaults;

static const char files_name[] = "files", files_variable[] = "CORR_INPUTS";

/* Options that one question may have, and all questions may not. */
static bool is_for_one(const char *name)
{
    static const char *const once[] = { "output",  "help",        "help-all",
                                        "version", "files0-from", "verbs",
                                        "command", "expect" };

    for (size_t i = 0; i < COUNT(once); i++)
        if (strcmp(name, once[i]) == 0)
            return true;
    return false;
}

const cmd *defaults_find(const char *name, const opt **o)
{
    opt_set sets[SET_COUNT];

    for (const cmd *const *c = cmds; *c && !is_for_one(name); c++) {
        if (!(*c)->run)
            continue;
        cmd_tables(*c, sets);
        *o = opt_find(sets, SET_COUNT, corr_str_of(name));
        if (*o)
            return *c;
    }
    return NULL;
}

static size_t find_default(const char *name)
{
    size_t i = 0;

    while (i < ndefaults && strcmp(defaults[i].name, name) != 0)
        i++;
    return i;
}

static void drop_default(size_t i)
{
    free(defaults[i].name);
    free(defaults[i].word);
    memmove(&defaults[i], &defaults[i + 1],
            (ndefaults - i - 1) * sizeof defaults[i]);
    ndefaults--;
}

void defaults_clear(void)
{
    while (ndefaults > 0)
        drop_default(ndefaults - 1);
}

/* ---- set -------------------------------------------------------------- */

static void list_defaults(corr_out *out)
{
    const char *files = getenv(files_variable);
    char text[400];

    if (files && *files)
        corr_printf(out, "%-12s %s\n", files_name,
                    corr_safe(text, sizeof text, corr_str_of(files), false));
    for (size_t i = 0; i < ndefaults; i++) {
        const char *value = strchr(defaults[i].word, '=');
        corr_printf(out, "%-12s %s\n", defaults[i].name,
                    corr_safe(text, sizeof text,
                              corr_str_of(value ? value + 1 : "on"), false));
    }
}

corr_code defaults_files(const opt_list *files, corr_err *err)
{
    corr_arena arena = { 0 };
    char *list = corr_arena_print(&arena, "%s", "");
    corr_code code = CORR_OK;

    for (size_t i = 0; list && !code && i < files->n; i++) {
        if (strchr(files->item[i], ':'))
            code = corr_fail(err, CORR_EUSAGE,
                             "%s: a default file has no colon in its name",
                             files->item[i]);
        else if (!corr_is_there(files->item[i]))
            code =
                corr_fail(err, CORR_EUSAGE, "%s is not there", files->item[i]);
        list = corr_arena_print(&arena, "%s%s%s", list, i ? ":" : "",
                                files->item[i]);
    }
    if (!code && (!list || setenv(files_variable, list, 1) != 0))
        code = corr_no_memory(err);
    corr_arena_clear(&arena);
    return code;
}

/* Lets a command parse the option, for the message if it is wrong. */
static corr_code check_default(const cmd *c, const char *word, corr_err *err)
{
    corr_arena arena = { 0 };
    session s = { .reads_nothing = true };
    char *name = corr_arena_print(&arena, "%s", c->name);
    char *copy = corr_arena_print(&arena, "%s", word);
    char *words[] = { name, copy, NULL };
    const corr_code code =
        name && copy ? session_words(&s, 2, words) : corr_no_memory(&s.err);

    if (code)
        *err = s.err;
    session_end(&s);
    corr_arena_clear(&arena);
    return code;
}

static corr_code keep_default(const char *name, const char *word, corr_err *err)
{
    const size_t i = find_default(name);

    if (i < ndefaults)
        drop_default(i);
    if (ndefaults == MOST_DEFAULTS)
        return corr_fail(err, CORR_EUSAGE, "there are %d defaults already",
                         MOST_DEFAULTS);
    default_option *d = &defaults[ndefaults];
    *d = (default_option){ strdup(name), strdup(word) };
    if (!d->name || !d->word) {
        free(d->name);
        free(d->word);
        return corr_no_memory(err);
    }
    ndefaults++;
    return CORR_OK;
}

/* The name without dashes, and "=VALUE" in it as the value. */
static const char *split_name(char *name, const char *value)
{
    char *equals = strchr(name, '=');

    if (!equals)
        return value;
    *equals = '\0';
    return equals + 1;
}

corr_code defaults_set(const shell_line *line, corr_out *out, corr_err *err)
{
    corr_arena arena = { 0 };
    const opt *o = NULL;

    if (line->n == 1) {
        list_defaults(out);
        return CORR_OK;
    }
    char *name = line->word[1] + strspn(line->word[1], "-");
    if (strcmp(name, files_name) == 0)
        return defaults_files(
            &(opt_list){ (const char *const *)line->word + 2, line->n - 2 },
            err);
    const char *value = split_name(name, line->n > 2 ? line->word[2] : NULL);
    const cmd *c = defaults_find(name, &o);
    char typed[80];
    if (!c) {
        corr_fail(err, CORR_EUSAGE, "no option \"%s\" can be a default",
                  corr_safe(typed, sizeof typed, corr_str_of(name), false));
        return corr_hint(err, "corr top --help-all lists options");
    }
    if (line->n > 3)
        return corr_fail(err, CORR_EUSAGE,
                         "set takes one value; quotes hold words together");
    if (!value && opt_takes_value(o))
        return corr_fail(err, CORR_EUSAGE, "set %s wants a value: %s", name,
                         o->arg);
    if (value && !opt_takes_value(o))
        return corr_fail(err, CORR_EUSAGE, "set %s takes no value", name);
    const char *word = value ? corr_arena_print(&arena, "--%s=%s", name, value)
                             : corr_arena_print(&arena, "--%s", name);
    corr_code code = word ? check_default(c, word, err) : corr_no_memory(err);
    if (!code)
        code = keep_default(name, word, err);
    corr_arena_clear(&arena);
    return code;
}

corr_code defaults_unset(const shell_line *line, corr_err *err)
{
    if (line->n < 2)
        return corr_fail(err, CORR_EUSAGE, "unset wants the name of a default");
    for (size_t i = 1; i < line->n; i++) {
        const char *name = line->word[i] + strspn(line->word[i], "-");
        char typed[80];
        if (strcmp(name, files_name) == 0)
            unsetenv(files_variable);
        else if (find_default(name) < ndefaults)
            drop_default(find_default(name));
        else
            return corr_fail(
                err, CORR_EUSAGE, "\"%s\" is not set",
                corr_safe(typed, sizeof typed, corr_str_of(name), false));
    }
    return CORR_OK;
}

/* ---- a question ------------------------------------------------------- */

/* The command that a line means; NULL: the line is wrong, or about corr. */
static const cmd *command_of(const shell_line *line)
{
    session s = { .reads_nothing = true };
    const cmd *c = NULL;

    if (!session_words(&s, (int)line->n, line->word) && s.ctx.cmd->run)
        c = s.ctx.cmd;
    session_end(&s);
    return c;
}

/* Whether the first word is a file, an id or an option, for which corr chooses
 * the command. */
static bool is_implied(const char *word)
{
    return !cmd_find(word) &&
           (word[0] == '-' || corr_is_there(word) || corr_is_id(word));
}

corr_code defaults_apply(shell_line *line, corr_arena *arena, corr_err *err)
{
    const cmd *c = ndefaults > 0 ? command_of(line) : NULL;
    opt_set sets[SET_COUNT];
    size_t n = 0;

    if (!c)
        return CORR_OK;
    char **word = corr_arena_new(arena, char *, line->n + ndefaults + 2);
    if (!word)
        return corr_no_memory(err);
    const bool implied = is_implied(line->word[0]);
    word[n++] =
        implied ? corr_arena_print(arena, "%s", c->name) : line->word[0];
    if (!word[0])
        return corr_no_memory(err);
    cmd_tables(c, sets);
    for (size_t i = 0; i < ndefaults; i++)
        if (opt_find(sets, SET_COUNT, corr_str_of(defaults[i].name)))
            word[n++] = defaults[i].word;
    for (size_t i = implied ? 0 : 1; i < line->n; i++)
        word[n++] = line->word[i];
    word[n] = NULL;
    line->word = word;
    line->n = n;
    return CORR_OK;
}
