#include "cli/cmd.h"

#include <string.h>
#include <time.h>

const cmd *cmd_find(const char *name)
{
    for (const cmd *const *c = cmds; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

void cmd_tables(const cmd *c, opt_set sets[SET_COUNT])
{
    const unsigned u = c->uses;

    sets[SET_OWN] = (opt_set){ "options", c->options, NULL };
    sets[SET_SELECT] =
        (opt_set){ "which samples", u & USES_SELECTION ? select_options : NULL,
                   NULL };
    sets[SET_OF] =
        (opt_set){ "of which request", u & USES_OF ? of_options : NULL, NULL };
    sets[SET_INPUTS] =
        (opt_set){ "which files", u & USES_INPUTS ? inputs_options : NULL,
                   NULL };
    sets[SET_SIDES] = (opt_set){ "what is compared",
                                 u & USES_SIDES ? sides_options : NULL, NULL };
    sets[SET_RESCALE] =
        (opt_set){ "what samples count for",
                   u & USES_RESCALE ? rescale_options : NULL, NULL };
    sets[SET_VERDICT] =
        (opt_set){ "what is expected",
                   u & USES_VERDICT ? verdict_options : NULL, NULL };
    sets[SET_OUTPUT] = (opt_set){ "output",
                                  u & USES_OUTPUT    ? output_options
                                  : u & USES_WHOLE   ? whole_options
                                  : u & USES_STRIPS  ? strips_options
                                  : u & USES_WRITTEN ? written_options
                                                     : NULL,
                                  NULL };
    sets[SET_COMMON] = (opt_set){ "help", common_options, NULL };
}

int64_t cmd_now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
