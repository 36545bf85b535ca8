/*
 * traffic - the requests of two sides by endpoint, as the metric counts them.
 */
#ifndef CORR_CMD_TRAFFIC_H
#define CORR_CMD_TRAFFIC_H

#include "corr_diff.h"
#include "corr_report.h"

/* traffic[]: requests of each endpoint on both sides; facts is borrowed until
 * the report is rendered. */
void traffic_put(corr_report *r, const corr_diff_facts *f);

/* Describes a mix that leads: "most of this difference is traffic mix, not
 * code". */
const char *traffic_leads(const corr_diff_mix *m);

#endif
