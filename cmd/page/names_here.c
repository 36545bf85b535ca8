/* names_here - the services and operations that are there, when those asked for
 * are not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/cmd.h"

enum { SHOWN = 8, MOST_NAMES = 100000 };

/* A name, and how many spans have it. */
typedef struct here {
    const char *name;
    uint64_t n;
} here;

static int by_count(const void *a, const void *b)
{
    const here *x = a, *y = b;

    if (x->n != y->n)
        return x->n < y->n ? 1 : -1;
    return strcmp(x->name, y->name);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const here *)a)->name, ((const here *)b)->name);
}

/* "did you mean --op 'GET /cart'?", and the most frequent names. */
static void say_names(corr_report *r, const char *option, const char *what,
                      const char *asked, here *list, uint32_t n)
{
    const char **names = corr_report_alloc(r, sizeof *names, n + 1);
    const char *text = "";

    if (!names || !n)
        return;
    qsort(list, n, sizeof *list, by_count);
    for (uint32_t i = 0; i < n; i++)
        names[i] = list[i].name;
    const char *near = opt_nearest(asked, names, n);
    for (uint32_t i = 0; !near && i < n; i++)
        if (strcasecmp(names[i], asked) == 0 ||
            (strlen(asked) > 3 && strstr(names[i], asked)))
            near = names[i];
    if (near)
        corr_report_line(r, "did you mean %s %s%s%s?", option,
                         strchr(near, ' ') ? "'" : "", near,
                         strchr(near, ' ') ? "'" : "");
    for (uint32_t i = 0; i < n && i < SHOWN; i++)
        text = corr_report_text(r, "%s%s%s", text, *text ? ", " : "", names[i]);
    if (n > SHOWN)
        text = corr_report_text(r, "%s and %u more", text, n - SHOWN);
    corr_report_line(r, "%s here: %s", what, text);
}

static void say_services(const cmd_ctx *ctx, corr_report *r, const char *asked)
{
    const size_t most = corr_services(ctx->store);
    here *list = corr_report_alloc(r, sizeof *list, most + 1);
    uint32_t n = 0;

    for (size_t i = 1; list && i < most; i++) {
        const corr_str name = corr_service_at(ctx->store, i).name;
        if (corr_str_is(name, asked))
            return;
        if (name.n)
            list[n++] = (here){ cmd_str(r, name), 0 };
    }
    if (list)
        say_names(r, "--service", "services", asked, list, n);
}

/* The names of all spans, in byte order; false: asked is one of them. */
static bool list_operations(const cmd_ctx *ctx, corr_report *r,
                            const char *asked, here **list, uint32_t *n)
{
    corr_err ignored = { 0 };
    corr_words *w = corr_words_of(ctx->store, CORR_WORD_OPERATION,
                                  corr_str_of(""), MOST_NAMES, &ignored);
    const size_t most = w ? corr_words_size(w) : 0;
    bool is_new = true;

    *n = 0;
    *list = corr_report_alloc(r, sizeof **list, most + 1);
    for (size_t i = 0; *list && i < most; i++) {
        is_new = is_new && !corr_str_is(corr_words_at(w, i), asked);
        (*list)[(*n)++] = (here){ cmd_str(r, corr_words_at(w, i)), 0 };
    }
    corr_words_free(w);
    return is_new;
}

static void say_operations(const cmd_ctx *ctx, corr_report *r,
                           const char *asked)
{
    const corr_query all = { 0 };
    const corr_show show = { 0 };
    corr_err ignored = { 0 };
    here *list;
    uint32_t n;

    if (!list_operations(ctx, r, asked, &list, &n) || !n)
        return;
    corr_spanlist *l = corr_spanlist_of(ctx->store, &all, &show, 1, &ignored);
    for (uint32_t i = 0; l && i < corr_spanlist_size(l); i++) {
        const corr_str name = corr_spanlist_at(l, i).name;
        char text[256]; /* longer names are not listed */
        snprintf(text, sizeof text, "%.*s", CORR_STR_ARG(name));
        const here key = { text, 0 };
        here *found = bsearch(&key, list, n, sizeof key, by_name);
        if (found)
            found->n++;
    }
    corr_spanlist_free(l);
    say_names(r, "--op", "operations", asked, list, n);
}

void cmd_say_names(const cmd_ctx *ctx, corr_report *r)
{
    if (ctx->select->service)
        say_services(ctx, r, ctx->select->service);
    if (ctx->select->op)
        say_operations(ctx, r, ctx->select->op);
}
