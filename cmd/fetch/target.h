/*
 * target - the servers of a run, and what opens them.
 *
 * A server is named by an option, by a section of the file of targets, or by
 * Grafana.  Secrets come from files, the environment, netrc or a command, and
 * never from the command line.  `shown` is how a curl line of --dry-run reads
 * the same secret; no secret stands in it.
 */
#ifndef CORR_FETCH_TARGET_H
#define CORR_FETCH_TARGET_H

#include "cli/fetch_opts.h"
#include "fetch/plan/fetch.h"

/* A secret, and a word of a shell that stands for it; both NULL: not given. */
typedef struct fetch_secret {
    const char *value, *shown;
} fetch_secret;

/* What opens a server.  Members may be NULL. */
typedef struct fetch_access {
    fetch_secret bearer, basic; /* basic: user:password */
    const char *const *header;  /* "Name: value", of header_file */
    size_t headers;
    const char *header_file;
    const char *tenant; /* X-Scope-OrgID */
    const char *cert, *key, *cacert;
    const char *proxy, *no_proxy, *unix_socket, *netrc;
    bool insecure; /* without a check of the certificate */
    bool http1;    /* never HTTP/2 */
} fetch_access;

/* Whether a redirect to another host could give something away. */
bool access_has_secret(const fetch_access *a);

/* Reads a secret.  source: a file, "env:NAME" or "run:COMMAND".  A file that is
 * not there is not named in the sentence, since it may be the secret itself. */
corr_code access_secret(const char *source, const char *option, corr_arena *a,
                        fetch_secret *s, corr_err *err) CORR_CHECK;
/* Reads the headers of a file, a line each. */
corr_code access_headers(const char *file, corr_arena *a, fetch_access *access,
                         corr_err *err) CORR_CHECK;

/* Makes what opens a server from words; NULL in *access: nothing was given. */
corr_code access_make(const access_opts *words, corr_arena *a,
                      const fetch_access **access, corr_err *err) CORR_CHECK;
/* Reads http_config of Prometheus (http_config.c). */
corr_code access_http_config(const char *file, corr_arena *a,
                             fetch_access *access, corr_err *err) CORR_CHECK;

/* The servers of a run. */
enum { TARGETS_MAX = 256 };
typedef struct target_list {
    fetch_target target[TARGETS_MAX];
    size_t n;
    fetch_target grafana[TARGETS_MAX]; /* of FETCH_URL: they are asked first */
    size_t grafanas;
    const fetch_access *access; /* for addresses */
} target_list;

/* Lists the servers of the options and, with --at, of the file of targets
 * (target_file.h).  The texts live in the arena. */
corr_code target_read(const fetch_opts *o, corr_arena *a, target_list *l,
                      corr_err *err) CORR_CHECK;
/* Adds a server.  Too many are an error. */
corr_code target_add(target_list *l, const fetch_target *t,
                     corr_err *err) CORR_CHECK;

#endif
