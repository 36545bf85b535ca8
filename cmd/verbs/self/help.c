/* help - corr help, corr help COMMAND, --help. */
#include "verbs/self/help.h"

#include <stdio.h>
#include <string.h>
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

/* Commands that have a line each in `corr help`, and those that share one. */
static const struct {
    const char *title, *together; /* together: NULL: a line each */
} groups[CMD_GROUP_COUNT] = {
    [CMD_LOOK] = { "look", NULL },
    [CMD_ASK] = { "ask", NULL },
    [CMD_MAKE] = { "write", "a format, a part, a copy, a case" },
    [CMD_SELF] = { "about", "" },
};

static void print_group(int g, corr_out *out)
{
    const char *title = groups[g].title;
    size_t n = 0;

    for (const cmd *const *c = cmds; *c; c++) {
        if ((int)(*c)->group != g || (*c)->hidden)
            continue;
        if (!groups[g].together)
            corr_printf(out, "%-6s %-6s %s\n", n ? "" : title, (*c)->name,
                        (*c)->brief);
        else
            corr_printf(out, n ? ", %.0s%s" : "%-6s %s", title, (*c)->name);
        n++;
    }
    if (groups[g].together)
        corr_printf(out, "%s%s\n", groups[g].together[0] ? "   " : "",
                    groups[g].together);
}

static void print_commands(corr_out *out)
{
    for (int g = 0; g < CMD_GROUP_COUNT; g++)
        print_group(g, out);
}

static void print_topics(corr_out *out)
{
    corr_puts(out, "corr help TOPIC ");
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
static void print_exits(corr_out *out, bool judges, bool all)
{
    if (!all) {
        corr_printf(out,
                    "\nexit: 0 answered,%s 2 usage, 3 unreadable, 4 cannot "
                    "tell, 5 nothing found\n",
                    judges ? " 1 fail," : "");
        return;
    }
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

/* The shared options that -h shows, in the order of their tables. */
static const char *const usual[] = { "kind",    "focus", "service", "op",
                                     "slowest", "from",  "to",      "count",
                                     "json",    "output" };

static bool is_usual(const opt *o)
{
    for (size_t i = 0; i < COUNT(usual); i++)
        if (strcmp(o->name, usual[i]) == 0)
            return true;
    return false;
}

static bool is_short_kind(const opt *o)
{
    return o->kind == OPT_WORD && strncmp(o->help, "short for --kind", 16) == 0;
}

/* The short forms of --kind, which stand one after another, on one line.
 * Returns the last of them. */
static const opt *print_short_kinds(const opt *o, corr_out *out)
{
    corr_printf(out, "      --%s", o->name);
    for (; is_short_kind(o + 1); o++)
        corr_printf(out, ", --%s", o[1].name);
    corr_puts(out, "\n                            short for --kind cpu, wall, "
                   "alloc_bytes ...\n");
    return o;
}

static void print_set(const cmd *c, const opt_set *set, bool all, corr_out *out)
{
    const bool whole =
        all || set->options == c->options || set->options == common_options;
    bool begun = false;

    for (const opt *o = set->options; o && o->kind != OPT_END; o++) {
        if (!whole && !is_usual(o))
            continue;
        if (!begun)
            corr_printf(out, "\n%s\n", set->title);
        begun = true;
        if (is_short_kind(o))
            o = print_short_kinds(o, out);
        else
            opt_print_help(o, all, out);
    }
}

void help_print(const cmd *c, bool all, corr_out *out)
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
    for (size_t i = 0; i < SET_COUNT; i++)
        print_set(c, &sets[i], all, out);
    if (c->takes & TAKES_INPUTS)
        print_exits(out, sets[SET_VERDICT].options != NULL, all);
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

/* The manual page on a word, without the "corr-"; NULL: no page. */
static const char *page_of(const char *word)
{
    const topic *t = topic_find(word);

    return t ? t->page : cmd_find(word) ? word : NULL;
}

static bool help_opens(const cmd_ctx *ctx)
{
    const help_opts *o = ctx->opts;
    const char *name = ctx->operands.n > 0 && !o->man_options && !o->verbs
                           ? page_of(ctx->operands.item[0])
                           : NULL;
    char page[64];

    if (!name)
        return false;
    snprintf(page, sizeof page, "corr-%s", name);
    return open_manual(page);
}

static corr_code print_about(const char *word, corr_out *out, corr_err *err)
{
    const topic *t = topic_find(word);
    const cmd *c = cmd_find(word);

    if (t) {
        topic_print(t, out);
    } else if (c) {
        help_print(c, true, out);
    } else {
        corr_fail(err, CORR_EUSAGE, "no help on \"%s\"", word);
        return nearest_page(word) ? corr_hint(err, "did you mean corr help %s?",
                                              nearest_page(word))
                                  : corr_hint(err, "corr help");
    }
    return CORR_OK;
}

static corr_code help_say(const cmd_ctx *ctx, corr_out *out, corr_err *err)
{
    const help_opts *o = ctx->opts;
    const cmd *c = o->man_options ? cmd_find(o->man_options) : NULL;

    if (o->man_options && !c)
        return corr_fail(err, CORR_EUSAGE, "unknown command \"%s\"",
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
    .opens = help_opens,
    .print = help_say,
};

static corr_code guide_say(const cmd_ctx *ctx, corr_out *out, corr_err *err)
{
    (void)ctx;
    (void)err;
    topic_print(topic_find("tutorial"), out);
    return CORR_OK;
}

const cmd guide_cmd = {
    .name = "guide",
    .group = CMD_SELF,
    .brief = "ten minutes on a recorded incident",
    .print = guide_say,
};
