/*
 * range - spans by how long they took, as typed.
 *
 *     p25..p75    between two quantiles
 *     p99         from there on; of the usual ones: up to there
 *     ..p50  p95..
 *     >500ms  <20ms    not these themselves
 *     100ms..1s        these, too
 */
#ifndef CORR_CMD_RANGE_H
#define CORR_CMD_RANGE_H

#include "corr_diff.h"

/* CORR_EUSAGE for anything else. */
corr_code range_parse(const char *text, bool is_slow, corr_range *r,
                      corr_err *err) CORR_CHECK;

#endif
