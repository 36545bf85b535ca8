/*
 * completion - completion scripts for shells, written from the option tables.
 *
 * A word that begins with a dash is an option. `corr completion --candidates`
 * provides option values and first operands that are names or ids.  Other words
 * are names of files.
 *
 * The scripts stand in text/.  The functions here print the lists in them.
 * Names come from files and go to a command line: the script of bash quotes
 * them like the typed word, never evaluates them, and leaves out names that an
 * open quote cannot hold.
 */
#include "verbs/self/completion.h"

#include <string.h>

#include "verbs/self/candidates.h"
#include "verbs/self/texts.h"

typedef void put_option(const cmd *c, const opt *o, corr_out *out);

static void each_option(const cmd *c, put_option *put, corr_out *out)
{
    opt_set sets[SET_COUNT];

    cmd_tables(c, sets);
    for (size_t i = 0; i < SET_COUNT; i++)
        for (const opt *o = sets[i].options; o && o->kind != OPT_END; o++)
            put(c, o, out);
}

static void every_option(put_option *put, corr_out *out)
{
    for (const cmd *const *c = cmds; *c; c++)
        each_option(*c, put, out);
}

/* "auto always never" */
static void put_choices(const opt *choice, corr_out *out)
{
    for (const char *p = choice->arg; *p; p++)
        corr_putc(out, *p == '|' ? ' ' : *p);
}

/* Whether the value is the name of a file. */
static bool takes_file(const opt *o)
{
    return strcmp(o->arg, "FILE") == 0;
}

/* The branch of a `case` that offers values: "top,--color) words='auto always
 * never' ;;" in bash, "top,--op) list=operation ;;".  nofile: no name of a file
 * is a value. */
static void put_values(const cmd *c, const opt *o, const char *indent,
                       const char *open, const char *close, corr_out *out)
{
    const char *list = candidates_of_option(o);
    const char *words = candidates_closed(c, o);

    if (!opt_takes_value(o))
        return;
    corr_printf(out, "%s%s,--%s", indent, c->name, o->name);
    if (o->key)
        corr_printf(out, "|%s,-%c", c->name, o->key);
    if (list) {
        corr_printf(out, ") list=%s ;;\n", list);
    } else if (o->kind == OPT_CHOICE || words) {
        corr_printf(out, ") %s", open);
        if (words)
            corr_puts(out, words);
        else
            put_choices(o, out);
        corr_printf(out, "%s nofile=1 ;;\n", close);
    } else {
        corr_puts(out, takes_file(o) ? ") ;;\n" : ") nofile=1 ;;\n");
    }
}

/* Ends a line with a text inside single quotes; each shell ends and escapes
 * them its own way. */
static void put_quoted(corr_out *out, const char *text, const char *quote)
{
    for (; *text; text++) {
        if (*text == '\'')
            corr_puts(out, quote);
        else
            corr_putc(out, *text);
    }
    corr_puts(out, "'\n");
}

/* ---- bash ------------------------------------------------------------- */

static void bash_words(corr_out *out)
{
    corr_puts(out, "        words='");
    for (const cmd *const *c = cmds; *c; c++)
        corr_printf(out, "%s%s", c == cmds ? "" : " ", (*c)->name);
    corr_puts(out, "'\n");
}

/* The shared tables, each once. */
static const opt *const shared[] = { select_options, of_options, inputs_options,
                                     output_options };

static bool has(const opt *options, const char *name)
{
    for (const opt *o = options; o && o->kind != OPT_END; o++)
        if (strcmp(o->name, name) == 0)
            return true;
    return false;
}

/* Whether a shared option, or one of a command before this, has the name. */
static bool is_known(const cmd *const *c, const char *name)
{
    for (size_t i = 0; i < COUNT(shared); i++)
        if (has(shared[i], name))
            return true;
    for (const cmd *const *before = cmds; before < c; before++)
        if (has((*before)->options, name))
            return true;
    return false;
}

static void put_valued(const opt *o, const char *before, corr_out *out)
{
    corr_printf(out, "%s--%s", before, o->name);
    if (o->key)
        corr_printf(out, " | -%c", o->key);
}

/* The options whose value is the next word, as a pattern. */
static void bash_valued(corr_out *out)
{
    const char *before = "        ";

    for (size_t i = 0; i < COUNT(shared); i++)
        for (const opt *o = shared[i]; o->kind != OPT_END; o++)
            if (opt_takes_value(o)) {
                put_valued(o, before, out);
                before = " | ";
            }
    for (const cmd *const *c = cmds; *c; c++)
        for (const opt *o = (*c)->options; o && o->kind != OPT_END; o++)
            if (opt_takes_value(o) && !is_known(c, o->name))
                put_valued(o, before, out);
    corr_puts(out, ") ((++i)) ;;\n");
}

static void put_bash_value(const cmd *c, const opt *o, corr_out *out)
{
    put_values(c, o, "    ", "words='", "'", out);
}

static void bash_values(corr_out *out)
{
    every_option(put_bash_value, out);
}

static void bash_operands(corr_out *out)
{
    for (const cmd *const *c = cmds; *c; c++)
        if (candidates_of_operand(*c))
            corr_printf(out, "        %s) list=%s ;;\n", (*c)->name,
                        candidates_of_operand(*c));
}

static void put_bash_option(const cmd *c, const opt *o, corr_out *out)
{
    (void)c;
    corr_printf(out, " --%s", o->name);
}

static void bash_options(corr_out *out)
{
    for (const cmd *const *c = cmds; *c; c++) {
        corr_printf(out, "    %s) words='", (*c)->name);
        each_option(*c, put_bash_option, out);
        corr_puts(out, "' ;;\n");
    }
}

/* ---- zsh -------------------------------------------------------------- */

static void zsh_commands(corr_out *out)
{
    for (const cmd *const *c = cmds; *c; c++)
        if (!(*c)->hidden) {
            corr_printf(out, "    '%s:", (*c)->name);
            put_quoted(out, (*c)->brief, "'\\''");
        }
}

static void put_zsh_option(const cmd *c, const opt *o, corr_out *out)
{
    (void)c;
    corr_printf(out, "        '--%s:", o->name);
    put_quoted(out, o->help, "'\\''");
}

static void zsh_options(corr_out *out)
{
    for (const cmd *const *c = cmds; *c; c++) {
        corr_printf(out, "%s)\n    opts=(\n", (*c)->name);
        each_option(*c, put_zsh_option, out);
        corr_puts(out, "    )\n");
        if (candidates_of_operand(*c))
            corr_printf(out, "    (( CURRENT == 3 )) && list=%s\n",
                        candidates_of_operand(*c));
        corr_puts(out, "    ;;\n");
    }
}

static void put_zsh_value(const cmd *c, const opt *o, corr_out *out)
{
    put_values(c, o, "", "values=(", ")", out);
}

static void zsh_values(corr_out *out)
{
    every_option(put_zsh_value, out);
}

/* ---- fish ------------------------------------------------------------- */

static void put_fish_option(const cmd *c, const opt *o, corr_out *out)
{
    corr_printf(out,
                "complete -c corr -n '__fish_seen_subcommand_from %s' -l %s",
                c->name, o->name);
    if (o->key)
        corr_printf(out, " -s %c", o->key);
    if (opt_takes_value(o))
        corr_puts(out, " -r");
    const char *words = candidates_closed(c, o);
    if (o->kind == OPT_CHOICE || words) {
        corr_puts(out, " -f -a '");
        if (words)
            corr_puts(out, words);
        else
            put_choices(o, out);
        corr_puts(out, "'");
    } else if (opt_takes_value(o) && !takes_file(o) &&
               !candidates_of_option(o)) {
        corr_puts(out, " -f");
    }
    if (candidates_of_option(o))
        corr_printf(out, " -f -a '(__corr_names %s)'", candidates_of_option(o));
    corr_puts(out, " -d '");
    put_quoted(out, o->help, "\\'");
}

static void fish_options(corr_out *out)
{
    for (const cmd *const *c = cmds; *c; c++) {
        if ((*c)->hidden)
            continue;
        corr_printf(out,
                    "complete -c corr -n __fish_use_subcommand -f -a %s -d '",
                    (*c)->name);
        put_quoted(out, (*c)->brief, "\\'");
        if (candidates_of_operand(*c))
            corr_printf(out,
                        "complete -c corr -n '__fish_seen_subcommand_from %s; "
                        "and test (count (commandline -opc)) -eq 2' -a "
                        "'(__corr_names %s)'\n",
                        (*c)->name, candidates_of_operand(*c));
        each_option(*c, put_fish_option, out);
    }
}

/* ----------------------------------------------------------------------- */

static const struct shell {
    const char *name, *script;
    text_part parts[6];
} shells[] = {
    { "bash",
      text_completion_bash,
      { { "#@words", bash_words },
        { "#@valued", bash_valued },
        { "#@values", bash_values },
        { "#@operands", bash_operands },
        { "#@options", bash_options } } },
    { "zsh",
      text_completion_zsh,
      { { "#@commands", zsh_commands },
        { "#@options", zsh_options },
        { "#@values", zsh_values } } },
    { "fish", text_completion_fish, { { "#@options", fish_options } } },
};

const char *completion_shell(size_t i)
{
    return i < COUNT(shells) ? shells[i].name : NULL;
}

typedef struct completion_opts {
    const char *candidates, *begin;
    int64_t within;
} completion_opts;

static const opt completion_options[] = {
    O_TEXT(0, "candidates", completion_opts, candidates, "LIST",
           "names in the files, one a line: trace, span, operation, service, "
           "thread, function, frame, kind, version, label, field; or page, "
           "shell, format"),
    O_TEXT(0, "begin", completion_opts, begin, "TEXT",
           "with --candidates: only names with this beginning"),
    O_DURATION(0, "within", completion_opts, within, "DURATION",
               "with --candidates: how long files may be read (default 150ms)"),
    O_END
};

static corr_code completion_say(const cmd_ctx *ctx, corr_out *out,
                                corr_err *err)
{
    const completion_opts *o = ctx->opts;
    const char *shell = ctx->operands.n > 0 ? ctx->operands.item[0] : "";

    if (o->candidates)
        return candidates_print(&(candidates_wish){ o->candidates, o->begin,
                                                    &ctx->operands, o->within },
                                out, err);
    for (const struct shell *s = shells; s < shells + COUNT(shells); s++)
        if (strcmp(s->name, shell) == 0) {
            text_print(s->script, s->parts, out);
            return CORR_OK;
        }
    return corr_fail(err, CORR_EUSAGE, "completion wants bash, zsh or fish");
}

const cmd completion_cmd = {
    .name = "completion",
    .group = CMD_SELF,
    .brief = "a completion script for a shell",
    .operands = "bash|zsh|fish",
    .options = completion_options,
    .opts_size = sizeof(completion_opts),
    .print = completion_say,
};
