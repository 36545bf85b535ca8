/*
 * alert - the parts of corr alert.
 *
 * alert.c is the recipe.  alert_window.c chooses the time that the alert is
 * about and the same length before it.  alert_say.c is the screen, alert_data.c
 * the document.  An alert_page borrows all its views from the report.
 */
#ifndef CORR_CMD_ALERT_H
#define CORR_CMD_ALERT_H

#include "cli/cmd.h"
#include "corr_diff.h"
#include "corr_view.h"
#include "corr_when.h"
#include "page/alert_payload.h"
#include "page/request_story.h"

enum { ALERT_STORIES = 3, ALERT_SERVICES = 8, ALERT_HOTTEST = 3 };

typedef struct alert_opts {
    const char *name;
    bool fetch;
    int64_t held, lookback; /* ns; 0: not given */
} alert_opts;

/* A time, [from, to); to 0: no such time. */
typedef struct alert_time {
    int64_t from, to;
} alert_time;

/* An alert, and what of it is here. */
typedef struct alert_found {
    const alert_row *a;
    alert_time window; /* in which its cause is looked for */
    corr_str service[ALERT_SERVICES];
    uint32_t nservices;
    int64_t observations; /* samples of its services in the window */
} alert_found;

typedef struct alert_page {
    const cmd_ctx *ctx;
    corr_report *r;
    const alert_payload *payload;
    alert_found *found;         /* [payload->n] */
    const alert_found *main;    /* the one that is explained */
    int64_t data_from, data_to; /* of all inputs; CORR_NO_TIME: unknown */
    corr_when *when;            /* NULL: no times are here */
    corr_when_facts facts;
    uint32_t change; /* 1 + the change of the alert's service; 0: none */
    alert_time during, before; /* what is compared */
    request_story story[ALERT_STORIES];
    uint32_t nstories;
    uint64_t requests;     /* in `during` */
    const corr_diff *diff; /* NULL: nothing to compare */
    const corr_top *top;   /* then the code of `during`; NULL: none */
    corr_sel_facts ran;    /* its samples */
    alert_time ran_in;
} alert_page;

/* The time in which the cause of an alert is looked for. */
alert_time alert_window(const alert_page *p, const alert_row *a);
/* Fills p->during and p->before: the change that `when` found in the window of
 * the alert, or else the alert itself, and the same length before. */
void alert_choose_times(alert_page *p);

void alert_put_data(const alert_page *p);
void alert_say(const alert_page *p);

#endif
