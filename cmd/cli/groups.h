/*
 * groups - the options that commands share, defined once.
 *
 * A command says in `uses` which groups it takes.  Same word, same meaning,
 * in every command.
 */
#ifndef CORR_CMD_GROUPS_H
#define CORR_CMD_GROUPS_H

#include "cli/opt.h"

/* Which files, and how they are read. */
typedef struct inputs_opts {
    const char *as;      /* format by name */
    opt_list label_keys; /* KEY=MEANING */
    const char *label_map;
    opt_list services_of; /* FILE=NAME */
    bool no_assume;
    bool strict;
    int64_t max_mem; /* bytes, 0: the default */
    opt_int jobs;
    const char *files0_from;
    const char *clock; /* --clock: the start of files without one; NULL */
    bool no_clock_fix;
    bool deltas, since_start; /* what counts mean; deltas goes first */
} inputs_opts;

/* How many threads an option and CORR_JOBS ask for; 0: one per core.  NULL:
 * there is no such option. */
unsigned jobs_of(const opt_int *given);

/* Which samples. */
typedef struct select_opts {
    const char *kind;
    const char *min_join; /* class or rung */
    const char *focus, *ignore, *hide, *show, *show_from;
    opt_list labels;                          /* key=value */
    const char *where, *op, *status, *deploy; /* of spans */
    opt_int slowest;
    const char *thread, *service;
    const char *from, *to, *around;
    int64_t window; /* ns, 0: the default */
} select_opts;

/* Rows of a table of options: only the times of a select_opts m of the struct S,
 * for commands that take no other selection. */
/* clang-format off */
#define O_TIMES(S, m)                                                          \
    O_TIME(0, "from", S, m.from, "TIME",                                       \
           "only from this time on; without a zone: UTC"),                     \
    O_TIME(0, "to", S, m.to, "TIME", "only before this time"),                 \
    O_TIME(0, "around", S, m.around, "TIME",                                   \
           "only what is near this time: half a window to either side"),       \
    O_DURATION(0, "window", S, m.window, "DURATION",                           \
               "how long the window of --around is (default 2m)")
/* clang-format on */

/* Which request, for commands that show samples of one request or of all. */
typedef struct of_opts {
    const char *span, *trace;
} of_opts;

/* The unit that samples are rescaled to. */
typedef struct rescale_opts {
    const char *to; /* "clock", "metric"; NULL: what was sampled */
} rescale_opts;

/* How two sides are compared. */
typedef struct sides_opts {
    bool keep_starts;
} sides_opts;

/* The expectations of the answer. */
typedef struct verdict_opts {
    opt_list expect; /* assertions */
    bool exit_code;
    const char *fail_on;
    const char *run_noise; /* NULL: the usual one */
    bool allow;            /* --allow-inconclusive */
} verdict_opts;

/* How the report is printed. */
typedef struct output_opts {
    const char *target;   /* NULL: text */
    const char *table;    /* NULL: the main one */
    const char *file;     /* -o, or the file of a redirection */
    const char *spelling; /* of a redirection, ">" or ">>"; NULL: -o */
    bool adds;            /* to the end of the file */
    bool quiet, verbose, ascii, wide, no_pager, all;
    opt_int width, count; /* count: -n */
    const char *color, *tz;
} output_opts;

/* Every command. */
typedef struct common_opts {
    bool help, help_all, version;
} common_opts;

extern const opt inputs_options[], select_options[], check_select_options[],
    of_options[], sides_options[], rescale_options[], verdict_options[],
    output_options[], drawn_options[], page_options[], whole_options[],
    strips_options[], folder_options[], written_options[], common_options[];

#endif
