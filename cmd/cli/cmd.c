#include "cli/cmd.h"

#include <string.h>
#include <time.h>

#include "cli/fetch_opts.h"

const cmd *cmd_find(const char *name)
{
    for (const cmd *const *c = cmds; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

/* The options of output, by what a command prints. */
static const opt *const output_tables[] = {
    [PRINTS_TEXT] = NULL,
    [PRINTS_ROWS] = output_options,
    [PRINTS_DRAWN] = drawn_options,
    [PRINTS_PAGE] = page_options,
    [PRINTS_WHOLE] = whole_options,
    [PRINTS_STRIPS] = strips_options,
    [PRINTS_FOLDER] = folder_options,
    [PRINTS_FILE] = written_options,
};

void cmd_tables(const cmd *c, opt_set sets[SET_COUNT])
{
    static const struct {
        const char *title;
        const opt *options;
        unsigned takes;
    } groups[SET_COUNT] = {
        [SET_SELECT] = { "which samples", select_options, TAKES_SELECTION },
        [SET_OF] = { "of which request", of_options, TAKES_OF },
        [SET_INPUTS] = { "which files", inputs_options, TAKES_INPUTS },
        [SET_SIDES] = { "what is compared", sides_options, TAKES_SIDES },
        [SET_RESCALE] = { "what samples count for", rescale_options,
                          TAKES_RESCALE },
        [SET_VERDICT] = { "what is expected", verdict_options, TAKES_VERDICT },
        [SET_SERVERS] = { "from which servers", server_options, TAKES_SERVERS },
    };

    for (unsigned i = 0; i < SET_COUNT; i++)
        sets[i] =
            (opt_set){ groups[i].title,
                       c->takes & groups[i].takes ? groups[i].options : NULL,
                       NULL };
    if (c->selects)
        sets[SET_SELECT].options = c->selects;
    sets[SET_OWN] = (opt_set){ "options", c->options, NULL };
    sets[SET_OUTPUT] = (opt_set){ "output", output_tables[c->prints], NULL };
    sets[SET_COMMON] = (opt_set){ "help", common_options, NULL };
}

bool cmd_draws(const cmd_ctx *ctx)
{
    const char *target = ctx->output->target;

    return target &&
           (strcmp(target, "html") == 0 || strcmp(target, "svg") == 0);
}

bool cmd_is_data(const cmd_ctx *ctx)
{
    return ctx->output->target && !cmd_draws(ctx);
}

int64_t cmd_now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
