/*
 * alert_plan - from an alert to what is asked about it.
 *
 * A message of Alertmanager or Grafana, or an answer of their APIs, holds
 * alerts.  The first that fires, or else the first, gives the window, the
 * services and the expression of its rule.
 */
#ifndef CORR_FETCH_ALERT_PLAN_H
#define CORR_FETCH_ALERT_PLAN_H

#include "fetch/plan/fetch.h"
#include "page/alert_payload.h"

enum { FETCH_ALERT_SERVICES = 8 };

typedef struct fetch_alert {
    corr_str name;    /* "" unknown */
    int64_t from, to; /* when it fired; to 0: it still fires */
    const char *service[FETCH_ALERT_SERVICES];
    size_t services;
    const alert_row *row; /* what fires or is resolved */
    uint32_t rows;
    const char *text;   /* name and annotations, in one */
    const char *promql; /* of the rule; NULL: not in the message */
} fetch_alert;

/* Reads a message; its texts live in the arena.  False: err says why. */
bool fetch_alert_read(corr_arena *arena, corr_str message, fetch_alert *alert,
                      corr_err *err);

/* Asks all servers of the run: the profiles of the services around the alert
 * and for the same length before, their slowest requests, the expression of the
 * rule.  `like` gives limit, kind, window (0: by the alert) and the time now.
 * False: out of memory. */
bool fetch_alert_ask(fetch_plan *p, const fetch_alert *alert,
                     const fetch_question *like);

#endif
