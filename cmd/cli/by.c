/* by - the words of --by. */
#include "cli/by.h"

#include <string.h>
#include <strings.h>

#define JOIN (CORR_NEED_SPANS | CORR_NEED_TIME | CORR_NEED_LABELS)

static const struct {
    const char *name, *plural;
    unsigned needs;
    const char *title; /* NULL: as the name */
} words[CORR_BY_COUNT] = {
    [CORR_BY_FUNCTION] = { "function", "functions", 0, NULL },
    [CORR_BY_FILE] = { "file", "files", CORR_NEED_LINES, NULL },
    [CORR_BY_LINE] = { "line", "lines", CORR_NEED_LINES, NULL },
    [CORR_BY_MODULE] = { "module", "modules", 0, NULL },
    [CORR_BY_THREAD] = { "thread", "threads", CORR_NEED_LABELS, NULL },
    [CORR_BY_SERVICE] = { "service", "services", JOIN, NULL },
    [CORR_BY_OPERATION] = { "operation", "operations", JOIN, NULL },
    [CORR_BY_SPAN] = { "span", "spans", JOIN, NULL },
    [CORR_BY_TRACE] = { "trace", "traces", JOIN, NULL },
    [CORR_BY_ROOT] = { "root", "values", JOIN | CORR_NEED_ATTRS, NULL },
    [CORR_BY_LABEL] = { "label", "values", CORR_NEED_LABELS, NULL },
    [CORR_BY_HOLDER] = { "holder", "holders", JOIN, NULL },
    [CORR_BY_GC] = { "gc", "pauses", JOIN, "pause" },
};

static corr_code not_one(const char *text, corr_err *err)
{
    const char *names[CORR_BY_COUNT];

    for (int i = 0; i < CORR_BY_COUNT; i++)
        names[i] = i == CORR_BY_LABEL  ? "label:KEY"
                   : i == CORR_BY_ROOT ? "root.KEY"
                                       : words[i].name;
    const char *near = opt_nearest(text, names, CORR_BY_COUNT);
    corr_fail(err, CORR_EUSAGE, "--by cannot be \"%s\"", text);
    if (near)
        return corr_hint(err, "did you mean --by %s?", near);
    return corr_hint(
        err, "--by takes function, file, line, module, thread, service, "
             "operation,\nspan, trace, holder, gc, label:KEY or root.KEY");
}

corr_code by_parse(const char *text, by *b, corr_err *err)
{
    *b = (by){ .what = CORR_BY_FUNCTION };
    if (text && strncasecmp(text, "label:", 6) == 0 && text[6]) {
        b->what = CORR_BY_LABEL;
        b->label = text + 6;
    } else if (text && strncasecmp(text, "root.", 5) == 0 && text[5]) {
        b->what = CORR_BY_ROOT;
        b->label = text + 5;
    } else if (text) {
        int i = 0;
        while (i < CORR_BY_COUNT && (i == CORR_BY_LABEL || i == CORR_BY_ROOT ||
                                     strcasecmp(words[i].name, text) != 0))
            i++;
        if (i == CORR_BY_COUNT)
            return not_one(text, err);
        b->what = (corr_by)i;
    }
    b->title = b->what == CORR_BY_ROOT ? text
               : b->label              ? b->label
               : words[b->what].title  ? words[b->what].title
                                       : words[b->what].name;
    b->plural = words[b->what].plural;
    b->needs = words[b->what].needs;
    return CORR_OK;
}

unsigned by_needs(const char *text)
{
    corr_err ignored = { 0 };
    by b;

    return by_parse(text, &b, &ignored) ? 0 : b.needs;
}
