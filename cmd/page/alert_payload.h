/*
 * alert_payload - what an alert says: its rule, its threshold, its times, its
 * labels.
 *
 * Reads messages of Alertmanager's webhook (version 4), answers of its API, its
 * event recorder, Prometheus' /api/v1/alerts and /api/v1/rules, and webhooks of
 * Grafana: one document, or several, one after the other.  An object with
 * labels and a start is an alert, wherever it stands; the same alert in several
 * documents is one.  Sizes and depths are bounded.
 *
 * All texts live in the arena.
 */
#ifndef CORR_CMD_ALERT_PAYLOAD_H
#define CORR_CMD_ALERT_PAYLOAD_H

#include "corr.h"
#include "corr_bytes.h"

typedef struct alert_label {
    const char *key, *value;
} alert_label;

typedef struct alert_row {
    const char *name;  /* never NULL */
    const char *state; /* "firing", "pending", "resolved" */
    int64_t starts;    /* ns; CORR_NO_TIME: unknown */
    int64_t ends;      /* ns; CORR_NO_TIME: it did not end, or unknown */
    int64_t held;      /* ns that the rule waits before it fires; 0: unknown */
    const char *expr;  /* PromQL of the rule, or NULL */
    const char *compares; /* ">", "<", ">=", "<="; NULL: not recognised */
    double threshold;     /* NAN: not recognised */
    double value;         /* NAN: the document does not have it */
    const char *summary;  /* an annotation, or NULL */
    const char *runbook;  /* an address, or NULL */
    const alert_label *label;
    uint32_t nlabels;
} alert_row;

typedef struct alert_payload {
    const alert_row *row; /* firing ones first, then by start */
    uint32_t n;
    uint64_t truncated; /* alerts that the sender left out */
    bool has_more;      /* more than corr reads */
} alert_payload;

/* Reads a file; "-": standard input.  CORR_EFORMAT: it is no JSON, or has no
 * alert. */
corr_code alert_payload_read(const char *path, corr_arena *arena,
                             alert_payload *p, corr_err *err) CORR_CHECK;
/* The same of text in memory; name: for messages. */
corr_code alert_payload_parse(corr_str text, const char *name,
                              corr_arena *arena, alert_payload *p,
                              corr_err *err) CORR_CHECK;

/* The value of a label; NULL: the alert has no such label. */
const char *alert_label_of(const alert_row *a, const char *key);
/* Whether a label of the alert names a service: service, app, job, container,
 * deployment, or a pod whose name begins with it. */
bool alert_is_of(const alert_row *a, corr_str service);
/* The service that a label names for certain: service.name, service, app; a job
 * is often a group of services.  NULL: unknown. */
const char *alert_service(const alert_row *a);

#endif
