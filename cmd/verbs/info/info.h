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
    bool passed; /* folders that may hold what is missing */
} overview;

/* Evidence of a service, not of a request. */
bool info_is_window(corr_rung r);
/* Kinds that carry labels at all in their runtimes. */
bool info_is_labelled_kind(corr_str kind);

/* A line for each file: what it is and what it holds.  Screen. */
void info_put_files(const overview *o);
/* services[].  False: out of memory. */
bool info_put_services(const overview *o);
/* joins[], and the same in words, profiles that join alike together. */
void info_put_joins(const overview *o);
void info_say_joins(const overview *o);

/* A paragraph of each input that stands in several files, or of which a block
 * is not whole: what there is of it, and what is lost. */
void info_say_blocks(const cmd_ctx *ctx, corr_report *r);

#endif
