/*
 * completion - completion scripts for shells, written from the option tables.
 *
 * A word that begins with a dash is an option. `corr completion --candidates`
 * provides option values and first operands that are names or ids.  Other words
 * are names of files.
 */
#include "verbs/self/completion.h"

#include <string.h>

#include "verbs/self/candidates.h"

bool completion_has_value(const opt *o)
{
    return o->kind != OPT_FLAG && o->kind != OPT_WORD;
}

void completion_each(const cmd *c, completion_put *put, corr_out *out)
{
    opt_set sets[SET_COUNT];

    cmd_tables(c, sets);
    for (size_t i = 0; i < SET_COUNT; i++)
        for (const opt *o = sets[i].options; o && o->kind != OPT_END; o++)
            put(c, o, out);
}

/* "auto always never" */
static void put_choices(const opt *choice, corr_out *out)
{
    for (const char *p = choice->arg; *p; p++)
        corr_putc(out, *p == '|' ? ' ' : *p);
}

void completion_value(const cmd *c, const opt *o, const completion_branch *b,
                      corr_out *out)
{
    const char *list = candidates_of_option(o);

    if (list)
        corr_printf(out, "%s%s,--%s) list=%s ;;\n", b->indent, c->name, o->name,
                    list);
    if (o->kind != OPT_CHOICE)
        return;
    corr_printf(out, "%s%s,--%s) %s", b->indent, c->name, o->name, b->open);
    put_choices(o, out);
    corr_printf(out, "%s ;;\n", b->close);
}

/* Text inside single quotes; each shell ends and escapes them its own way. */
static void put_quoted(corr_out *out, const char *text, const char *quote)
{
    for (; *text; text++) {
        if (*text == '\'')
            corr_puts(out, quote);
        else
            corr_putc(out, *text);
    }
}

/* ---- zsh -------------------------------------------------------------- */

static void zsh_option(const cmd *c, const opt *o, corr_out *out)
{
    (void)c;
    corr_printf(out, "        '--%s:", o->name);
    put_quoted(out, o->help, "'\\''");
    corr_puts(out, "'\n");
}

static void zsh_value(const cmd *c, const opt *o, corr_out *out)
{
    completion_value(c, o, &(completion_branch){ "", "values=(", ")" }, out);
}

static void zsh_command(const cmd *c, corr_out *out)
{
    corr_printf(out, "%s)\n    opts=(\n", c->name);
    completion_each(c, zsh_option, out);
    corr_puts(out, "    )\n");
    if (candidates_of_operand(c))
        corr_printf(out, "    (( CURRENT == 3 )) && list=%s\n",
                    candidates_of_operand(c));
    corr_puts(out, "    ;;\n");
}

static void print_zsh(corr_out *out)
{
    corr_puts(out, "#compdef corr\n"
                   "# zsh completion of corr, from: corr completion zsh\n"
                   "local -a verbs opts values files found\n"
                   "local list='' word before=$words[CURRENT-1] joined=''\n"
                   "verbs=(\n");
    for (const cmd *const *c = cmds; *c; c++)
        if (!(*c)->hidden) {
            corr_printf(out, "    '%s:", (*c)->name);
            put_quoted(out, (*c)->brief, "'\\''");
            corr_puts(out, "'\n");
        }
    corr_puts(out, ")\n"
                   "if (( CURRENT == 2 )); then\n"
                   "    _describe command verbs\n"
                   "    return\n"
                   "fi\n"
                   "case $words[2] in\n");
    for (const cmd *const *c = cmds; *c; c++)
        zsh_command(*c, out);
    corr_puts(out, "esac\n"
                   "if [[ $PREFIX == --*=* ]]; then\n"
                   "    before=${PREFIX%%=*} joined=1\n"
                   "    compset -P \"$before=\"\n"
                   "fi\n"
                   "case $words[2],$before in\n");
    for (const cmd *const *c = cmds; *c; c++)
        completion_each(*c, zsh_value, out);
    corr_puts(out,
              "esac\n"
              "if (( $#values )); then\n"
              "    compadd -a values\n"
              "    return\n"
              "fi\n"
              "if [[ -n $list && ( -n $joined || $PREFIX != -* ) ]]; then\n"
              "    for word in ${words[3,CURRENT-1]}; do\n"
              "        [[ -e ${(Q)word} ]] && files+=(\"${(Q)word}\")\n"
              "    done\n"
              "    found=(${(f)\"$(command $words[1] completion \\\n"
              "        --candidates $list --begin \"${(Q)PREFIX}\" -- $files "
              "2>/dev/null)\"})\n"
              "    (( $#found )) && compadd -a found && return\n"
              "fi\n"
              "if [[ $PREFIX == -* ]]; then\n"
              "    _describe -o option opts\n"
              "else\n"
              "    _files\n"
              "fi\n");
}

/* ---- fish ------------------------------------------------------------- */

static void print_fish_option(const cmd *c, const opt *o, corr_out *out)
{
    corr_printf(out,
                "complete -c corr -n '__fish_seen_subcommand_from %s' -l %s",
                c->name, o->name);
    if (o->key)
        corr_printf(out, " -s %c", o->key);
    if (completion_has_value(o))
        corr_puts(out, " -r");
    if (o->kind == OPT_CHOICE) {
        corr_puts(out, " -f -a '");
        put_choices(o, out);
        corr_puts(out, "'");
    }
    if (candidates_of_option(o))
        corr_printf(out, " -f -a '(__corr_names %s)'", candidates_of_option(o));
    corr_puts(out, " -d '");
    put_quoted(out, o->help, "\\'");
    corr_puts(out, "'\n");
}

static void print_fish(corr_out *out)
{
    corr_puts(out, "# fish completion of corr, from: corr completion fish\n"
                   "function __corr_names\n"
                   "    set -l words (commandline -opc)\n"
                   "    set -l files\n"
                   "    for word in $words[3..-1]\n"
                   "        test -e \"$word\"; and set -a files $word\n"
                   "    end\n"
                   "    set -l typed (commandline -ct)\n"
                   "    set typed (string unescape -- \"$typed\"\n"
                   "        or string unescape -- \"$typed\\\"\"\n"
                   "        or string unescape -- \"$typed'\"\n"
                   "        or echo \"$typed\")\n"
                   "    set typed (string replace -r '^--[a-z-]*=' '' -- "
                   "\"$typed[1]\")\n"
                   "    command $words[1] completion --candidates $argv[1] "
                   "--begin \"$typed\" -- $files 2>/dev/null\n"
                   "end\n");
    for (const cmd *const *c = cmds; *c; c++) {
        if ((*c)->hidden)
            continue;
        corr_printf(out,
                    "complete -c corr -n __fish_use_subcommand -f -a %s "
                    "-d '",
                    (*c)->name);
        put_quoted(out, (*c)->brief, "\\'");
        corr_puts(out, "'\n");
        if (candidates_of_operand(*c))
            corr_printf(out,
                        "complete -c corr -n '__fish_seen_subcommand_from %s; "
                        "and test (count (commandline -opc)) -eq 2' -a "
                        "'(__corr_names %s)'\n",
                        (*c)->name, candidates_of_operand(*c));
        completion_each(*c, print_fish_option, out);
    }
}

/* ----------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*print)(corr_out *out);
} shells[] = {
    { "bash", completion_bash },
    { "zsh", print_zsh },
    { "fish", print_fish },
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
           "what is in the files and may be typed, a name a line: trace, "
           "span, operation, service, thread, function, frame; or what help "
           "takes, page, and completion, shell"),
    O_TEXT(0, "begin", completion_opts, begin, "TEXT",
           "with --candidates: only names that begin so"),
    O_DURATION(0, "within", completion_opts, within, "DURATION",
               "with --candidates: how long files may be read (default "
               "150ms)"),
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
    for (size_t i = 0; i < COUNT(shells); i++)
        if (strcmp(shells[i].name, shell) == 0) {
            shells[i].print(out);
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
