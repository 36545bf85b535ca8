/*
 * completion - scripts for shells, written from the tables.
 *
 * Words after a command are file names; a word that begins with a dash is one
 * of its options.
 */
#include <string.h>

#include "verbs.h"

typedef void option_fn(const opt *o, corr_out *out);

static void each_option(const cmd *c, option_fn *fn, corr_out *out)
{
    opt_set sets[SET_COUNT];

    cmd_tables(c, sets);
    for (size_t i = 0; i < SET_COUNT; i++)
        for (const opt *o = sets[i].options; o && o->kind != OPT_END; o++)
            fn(o, out);
}

static bool takes_value(const opt *o)
{
    return o->kind != OPT_FLAG && o->kind != OPT_WORD;
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

/* ---- bash ------------------------------------------------------------- */

static void bash_option(const opt *o, corr_out *out)
{
    corr_printf(out, " --%s", o->name);
}

static void bash_choice(const opt *o, corr_out *out)
{
    if (o->kind != OPT_CHOICE)
        return;
    corr_printf(out, "    --%s) words='", o->name);
    for (const char *p = o->arg; *p; p++)
        corr_putc(out, *p == '|' ? ' ' : *p);
    corr_puts(out, "' ;;\n");
}

static void print_bash(corr_out *out)
{
    corr_puts(out, "# bash completion of corr, from: corr completion bash\n"
                   "_corr() {\n"
                   "    local cur=${COMP_WORDS[COMP_CWORD]}\n"
                   "    local verb=${COMP_WORDS[1]} words=''\n"
                   "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
                   "        words='");
    for (const cmd *const *c = cmds; *c; c++)
        if (!(*c)->hidden)
            corr_printf(out, "%s%s", c == cmds ? "" : " ", (*c)->name);
    corr_puts(out, "'\n"
                   "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                   "        return\n"
                   "    fi\n"
                   "    case ${COMP_WORDS[COMP_CWORD-1]} in\n");
    each_option(&top_cmd, bash_choice, out);
    corr_puts(out, "    esac\n"
                   "    if [ -n \"$words\" ]; then\n"
                   "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                   "        return\n"
                   "    fi\n"
                   "    case $verb in\n");
    for (const cmd *const *c = cmds; *c; c++) {
        corr_printf(out, "    %s) words='", (*c)->name);
        each_option(*c, bash_option, out);
        corr_puts(out, "' ;;\n");
    }
    corr_puts(out,
              "    esac\n"
              "    case $cur in\n"
              "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")) ;;\n"
              "    *) COMPREPLY=($(compgen -f -- \"$cur\")) ;;\n"
              "    esac\n"
              "}\n"
              "complete -o filenames -F _corr corr\n");
}

/* ---- zsh -------------------------------------------------------------- */

static void zsh_option(const opt *o, corr_out *out)
{
    corr_printf(out, "        '--%s:", o->name);
    put_quoted(out, o->help, "'\\''");
    corr_puts(out, "'\n");
}

static void print_zsh(corr_out *out)
{
    corr_puts(out, "#compdef corr\n"
                   "# zsh completion of corr, from: corr completion zsh\n"
                   "local -a verbs opts\n"
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
    for (const cmd *const *c = cmds; *c; c++) {
        corr_printf(out, "%s)\n    opts=(\n", (*c)->name);
        each_option(*c, zsh_option, out);
        corr_puts(out, "    )\n    ;;\n");
    }
    corr_puts(out, "esac\n"
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
    if (takes_value(o))
        corr_puts(out, " -r");
    if (o->kind == OPT_CHOICE) {
        corr_puts(out, " -f -a '");
        for (const char *p = o->arg; *p; p++)
            corr_putc(out, *p == '|' ? ' ' : *p);
        corr_puts(out, "'");
    }
    corr_puts(out, " -d '");
    put_quoted(out, o->help, "\\'");
    corr_puts(out, "'\n");
}

static void print_fish(corr_out *out)
{
    opt_set sets[SET_COUNT];

    corr_puts(out, "# fish completion of corr, from: corr completion fish\n");
    for (const cmd *const *c = cmds; *c; c++) {
        if ((*c)->hidden)
            continue;
        corr_printf(out,
                    "complete -c corr -n __fish_use_subcommand -f -a %s "
                    "-d '",
                    (*c)->name);
        put_quoted(out, (*c)->brief, "\\'");
        corr_puts(out, "'\n");
        cmd_tables(*c, sets);
        for (size_t i = 0; i < SET_COUNT; i++)
            for (const opt *o = sets[i].options; o && o->kind != OPT_END; o++)
                print_fish_option(*c, o, out);
    }
}

/* ----------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*print)(corr_out *out);
} shells[] = {
    { "bash", print_bash },
    { "zsh", print_zsh },
    { "fish", print_fish },
};

static corr_code completion_say(const cmd_ctx *ctx, corr_out *out,
                                corr_err *err)
{
    const char *shell = ctx->operands.n > 0 ? ctx->operands.item[0] : "";

    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++)
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
    .print = completion_say,
};
