/*
 * fetch_opts - the options of corr fetch.
 *
 * corr reads the table for help and completion, corr-fetch for its work.  The
 * words of a file of targets are options of this table, too.
 */
#ifndef CORR_CMD_FETCH_OPTS_H
#define CORR_CMD_FETCH_OPTS_H

#include "cli/opt.h"

/* What opens a server, and how it is reached. */
typedef struct access_opts {
    const char *bearer, *basic, *header_file, *tenant, *netrc;
    const char *cert, *key, *cacert;
    const char *proxy, *no_proxy, *unix_socket, *http_config;
    bool insecure;
} access_opts;

typedef struct fetch_opts {
    const char *dir;
    bool dry_run, refresh;
    /* what is pulled */
    const char *service, *op, *where, *kind;
    opt_list span;
    const char *from, *to, *around;
    int64_t window, longer; /* ns; 0: not given */
    int64_t step, record;   /* ns */
    opt_int limit, slowest;
    /* from where */
    const char *at;
    opt_list tempo, jaeger, zipkin, pyroscope, prometheus, alertmanager;
    opt_list grafana, source, pprof;
    access_opts access; /* with what */
    /* how much */
    opt_int jobs, tries;
    int64_t timeout, deadline;   /* ns */
    int64_t max_size, max_total; /* bytes */
    /* no options: what a verb that fetches first wants of the run */
    bool brief;           /* the screen lists no files */
    const char **payload; /* NULL, or gets the path of the kept payload */
} fetch_opts;

/* What is asked; and which servers, with what: also for alert and chase with
 * --fetch. */
extern const opt fetch_options[], server_options[];

#endif
