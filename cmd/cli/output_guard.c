#include "cli/output_guard.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/verbs.h"
#include "corr_builtin.h"

/* ---- a form of output is no file name ---------------------------------- */

/* Forms that people ask other tools for, and the nearest one here. */
static const struct {
    const char *word, *instead;
} forms[] = {
    { "text", "text is what it prints without an option" },
    { "txt", "text is what it prints without an option" },
    { "wide", "--wide" },
    { "markdown", "--md" },
    { "yaml", "--json" },
    { "svg", "corr tree --svg draws the stacks" },
};

/* The choice among whose words is w: --to folded|pprof. */
static bool chooses(const opt *options, const char *w)
{
    for (const opt *o = options; o && o->kind != OPT_END; o++) {
        corr_str rest, word;
        if (o->kind != OPT_CHOICE || strcmp(o->name, "to") != 0)
            continue;
        rest = corr_str_of(o->arg);
        while (corr_str_next(&rest, '|', &word))
            if (corr_str_is(word, w))
                return true;
    }
    return false;
}

/* Whether a bare option (--json) asks the verb for this form. */
static bool has_bare_option(const cmd *c, const char *w)
{
    opt_set sets[SET_COUNT] = { 0 };

    cmd_tables(c, sets);
    for (const opt *o = sets[SET_OUTPUT].options; o && o->kind != OPT_END; o++)
        if (o->kind == OPT_WORD && strcmp(o->name, w) == 0)
            return true;
    return false;
}

/* How the file was named. */
static const char *spelling_of(const output_opts *o)
{
    return o->spelling ? o->spelling : "-o";
}

/* What asks for the form w, into buf.  NULL: w is no form. */
static const char *form_instead(const cmd *c, const char *w, char *buf,
                                size_t size)
{
    const bool own = chooses(c->options, w);

    if (has_bare_option(c, w)) {
        snprintf(buf, size, "corr %s --%s", c->name, w);
        return buf;
    }
    if (own || chooses(cmd_find("convert")->options, w)) {
        snprintf(buf, size, "corr %s --to %s", own ? c->name : "convert", w);
        return buf;
    }
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(w, forms[i].word) == 0)
            return forms[i].instead;
    return has_bare_option(cmd_find("top"), w) ? "only reports have this form"
                                               : NULL;
}

static corr_code check_form(const cmd_ctx *ctx, const char *file, corr_err *err)
{
    char buf[64];
    const char *instead = form_instead(ctx->cmd, file, buf, sizeof buf);

    if (!instead)
        return CORR_OK;
    const char *spelling = spelling_of(ctx->output);
    corr_hint(err, "%s; a file of this name is %s ./%s", instead, spelling,
              file);
    return corr_fail(err, CORR_EUSAGE,
                     "%s names a file, and \"%s\" is a form of output",
                     spelling, file);
}

/* ---- files that stay ---------------------------------------------------- */

static bool is_same_file(const char *a, const char *b)
{
    struct stat x, y;

    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

/* The input that `file` is, as the user named or corr found it; or NULL. */
static const char *input_of(const cmd_ctx *ctx, const char *file)
{
    const opt_list *words = &ctx->operands;

    for (size_t i = 0; i < words->n; i++)
        if (is_same_file(words->item[i], file))
            return words->item[i];
    return ctx->store ? corr_input_is(ctx->store, file) : NULL;
}

static corr_code refuse(const cmd_ctx *ctx, corr_err *err)
{
    const char *target = ctx->output->target;

    corr_hint(err, "write to another file, such as %s %s.%s",
              spelling_of(ctx->output), ctx->cmd->name,
              target ? target : "out");
    return CORR_EUSAGE;
}

corr_code output_guard(const cmd_ctx *ctx, corr_err *err)
{
    const char *file = ctx->output->file;

    if (!file || strcmp(file, "-") == 0)
        return CORR_OK;
    corr_code code = check_form(ctx, file, err);
    if (code)
        return code;
    const char *input = input_of(ctx, file);
    if (input) {
        corr_fail(err, CORR_EUSAGE, "%s %s is the same file as the input %s",
                  spelling_of(ctx->output), file, input);
        return refuse(ctx, err);
    }
    const corr_format *format = corr_recognise(corr_builtin_formats, file);
    if (!format)
        return CORR_OK;
    corr_fail(err, CORR_EUSAGE,
              "%s %s is there and holds %s data: it is not %s",
              spelling_of(ctx->output), file, format->name,
              ctx->output->adds ? "changed" : "replaced");
    return refuse(ctx, err);
}

/* The file that an option names and that is `file`, or NULL. */
static const char *named_by(const opt *o, const char *into, const char *file)
{
    if (!o->arg || strcmp(o->arg, "FILE") != 0)
        return NULL;
    if (o->kind == OPT_TEXT) {
        const char *named = *(const char *const *)(const void *)(into + o->at);
        return named && is_same_file(named, file) ? named : NULL;
    }
    const opt_list *list = (const opt_list *)(const void *)(into + o->at);
    for (size_t i = 0; o->kind == OPT_LIST && i < list->n; i++)
        if (is_same_file(list->item[i], file))
            return list->item[i];
    return NULL;
}

corr_code output_guard_options(const output_opts *output, const opt_set *sets,
                               size_t n, corr_err *err)
{
    const char *file = output->file;

    for (size_t i = 0; file && i < n; i++)
        for (const opt *o = sets[i].options; o && o->kind != OPT_END; o++) {
            const bool reads = strcmp(o->name, "output") != 0;
            if (!reads || !named_by(o, sets[i].into, file))
                continue;
            corr_hint(err, "write to another file");
            return corr_fail(err, CORR_EUSAGE,
                             "%s %s is the file that --%s reads",
                             spelling_of(output), file, o->name);
        }
    return CORR_OK;
}
