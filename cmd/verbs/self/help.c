/* help - corr help, corr help COMMAND, --help. */
#include "verbs/self/help.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/verbs.h"
#include "verbs/self/texts.h"
#include "verbs/self/topics.h"

typedef struct help_opts {
    bool verbs;
    const char *man_options;
} help_opts;

static const opt help_options[] = {
    O_FLAG(0, "verbs", help_opts, verbs, "print the names of all commands"),
    O_TEXT(0, "man-options", help_opts, man_options, "COMMAND",
           "print the options of a command as manual text"),
    O_END
};

static const char *const group_title[CMD_GROUP_COUNT] = {
    [CMD_LOOK] = "look around",
    [CMD_ASK] = "ask",
    [CMD_MAKE] = "write something else",
    [CMD_SELF] = "about corr",
};

static void print_commands(corr_out *out)
{
    for (int g = 0; g < CMD_GROUP_COUNT; g++) {
        corr_printf(out, "\n%s\n", group_title[g]);
        for (const cmd *const *c = cmds; *c; c++)
            if ((int)(*c)->group == g && !(*c)->hidden)
                corr_printf(out, "  %-11s %s\n", (*c)->name, (*c)->brief);
    }
}

static void print_topics(corr_out *out)
{
    corr_puts(out, "corr help TOPIC    ");
    for (size_t i = 0; topic_name(i); i++)
        corr_printf(out, " %s", topic_name(i));
    corr_putc(out, '\n');
}

static void print_overview(corr_out *out)
{
    static const text_part parts[] = { { "#@commands", print_commands },
                                       { "#@topics", print_topics },
                                       { 0 } };

    text_print(text_overview, parts, out);
}

/* judges: it may be asked for a verdict. */
static void print_exits(corr_out *out, bool judges)
{
    corr_puts(out, "\nexit status\n");
    corr_puts(out, judges ? "  0  answered, or what is expected holds\n"
                            "  1  what is expected does not hold\n"
                          : "  0  answered\n");
    corr_puts(out,
              "  2  usage: unknown option, ambiguous id\n"
              "  3  an input could not be read and nothing usable is left\n"
              "  4  cannot tell: found, but the evidence carries no answer\n"
              "  5  nothing found\n");
}

void help_print(const cmd *c, corr_out *out)
{
    opt_set sets[SET_COUNT];

    if (c == &help_cmd) {
        print_overview(out);
        return;
    }
    corr_printf(out, "corr %s - %s\n\nusage: corr %s [OPTION...]%s%s\n",
                c->name, c->brief, c->name, c->operands ? " " : "",
                c->operands ? c->operands : "");
    cmd_tables(c, sets);
    for (size_t i = 0; i < SET_COUNT; i++) {
        if (!sets[i].options)
            continue;
        corr_printf(out, "\n%s\n", sets[i].title);
        opt_print_help(sets[i].options, out);
    }
    if (c->takes & TAKES_INPUTS)
        print_exits(out, sets[SET_VERDICT].options != NULL);
}

static void print_man_options(const cmd *c, corr_out *out)
{
    opt_set sets[SET_COUNT];

    cmd_tables(c, sets);
    for (size_t i = 0; i < SET_COUNT; i++) {
        if (!sets[i].options)
            continue;
        if (i != SET_OWN)
            corr_printf(out, ".SS %c%s\n", sets[i].title[0] - 'a' + 'A',
                        sets[i].title + 1);
        opt_print_man(sets[i].options, out);
    }
}

/* Opens the manual page on a terminal; false: the page does not exist. */
static bool open_manual(const char *page)
{
    int status = 1;

    if (!corr_style_pager(STDOUT_FILENO))
        return false;
    pid_t pid = fork();
    if (pid == 0) {
        /* man says on standard error that it has no such page */
        if (dup2(STDIN_FILENO, STDIN_FILENO) >= 0 && close(STDERR_FILENO) == 0)
            execlp("man", "man", page, (char *)NULL);
        _exit(127);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static const char *nearest_page(const char *word)
{
    const char *names[64];
    size_t n = 0;

    for (const cmd *const *c = cmds; *c && n < COUNT(names); c++)
        if (!(*c)->hidden)
            names[n++] = (*c)->name;
    for (size_t i = 0; topic_name(i) && n < COUNT(names); i++)
        names[n++] = topic_name(i);
    return opt_nearest(word, names, n);
}

static corr_code print_about(const char *word, corr_out *out, corr_err *err)
{
    const topic *t = topic_find(word);
    const cmd *c = cmd_find(word);
    const char *name = t ? t->page : c ? c->name : NULL;
    char page[64];

    if (!name) {
        corr_fail(err, CORR_EUSAGE, "there is no help on \"%s\"", word);
        if (nearest_page(word))
            return corr_hint(err, "did you mean %s?", nearest_page(word));
        return corr_hint(err, "\"corr help\" lists what there is");
    }
    snprintf(page, sizeof page, "corr-%s", name);
    if (open_manual(page))
        return CORR_OK;
    if (t)
        topic_print(t, out);
    else
        help_print(c, out);
    return CORR_OK;
}

static corr_code help_say(const cmd_ctx *ctx, corr_out *out, corr_err *err)
{
    const help_opts *o = ctx->opts;
    const cmd *c = o->man_options ? cmd_find(o->man_options) : NULL;

    if (o->man_options && !c)
        return corr_fail(err, CORR_EUSAGE, "there is no command \"%s\"",
                         o->man_options);
    if (c)
        print_man_options(c, out);
    else if (o->verbs)
        for (const cmd *const *v = cmds; *v; v++)
            corr_printf(out, "%s\n", (*v)->name);
    else if (ctx->operands.n > 0)
        return print_about(ctx->operands.item[0], out, err);
    else
        print_overview(out);
    return CORR_OK;
}

const cmd help_cmd = {
    .name = "help",
    .group = CMD_SELF,
    .brief = "this list, the options of a command, or a topic",
    .operands = "[COMMAND|TOPIC]",
    .options = help_options,
    .opts_size = sizeof(help_opts),
    .print = help_say,
};
