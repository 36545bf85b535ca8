/* info - the data that the files of corr info share; the report owns all of
 * it. */
#ifndef CORR_CMD_INFO_H
#define CORR_CMD_INFO_H

#include "cli/cmd.h"
#include "corr.h"

/* A setting that a file names; inputs count from 1. */
typedef struct setting {
    uint32_t input;
    corr_str name, value;
} setting;

typedef struct missing {
    const char *what, *why, *next;
    bool is_line; /* no row of the table shows it */
} missing;

/* The data of this report. */
typedef struct overview {
    const cmd_ctx *ctx;
    corr_store *st;
    corr_report *r;
    setting *setting;
    uint32_t nsettings;
    uint32_t ninputs, nservices, first_service, njoins;
    missing missing[8];
    uint32_t nmissing;
    bool has_spans;
    corr_trace_id lost; /* a request that a process took with it; or {0,0} */
    struct {
        const char *dash, *more; /* no value; and so on */
        /* see the notes: on clocks that are unknown, on clocks that spans
         * placed, on services by file names; NULL: there is no note */
        const char *clock, *placed, *file;
    } marks;
} overview;

/* Evidence of a service, not of a request. */
bool info_is_window(corr_rung r);
/* Kinds that carry labels at all in their runtimes. */
bool info_is_labelled_kind(corr_str kind);

/* The table of the screen: a row for each service and kind of its files. */
void info_put_table(const overview *o);
/* A line for each file: what it is and what it holds.  Screen. */
void info_put_files(const overview *o);
/* Notes, what was skipped, and the commands to go on with; from: the first time
 * of all files, or CORR_NO_TIME. */
void info_say_foot(const overview *o);
void info_say_next(const overview *o, int64_t from);
/* services[].  False: out of memory. */
bool info_put_services(const overview *o);
/* joins[], and the same in words, profiles that join alike together. */
void info_put_joins(const overview *o);
void info_say_joins(const overview *o);

/* A paragraph of each input that stands in several files, or of which a block
 * is not whole: what there is of it, and what is lost. */
void info_say_blocks(const cmd_ctx *ctx, corr_report *r);
/* Processes that died, and the requests that left no span of them: screen and
 * endings[]. */
void info_say_endings(overview *o);
/* coverage, by kind. */
void info_put_coverage(const overview *o);

#endif
