/*
 * alert_rule - the expression of an alerting rule: out of the address of its
 * graph, and its threshold.  PromQL is not evaluated.
 */
#ifndef CORR_CMD_ALERT_RULE_H
#define CORR_CMD_ALERT_RULE_H

#include "corr.h"
#include "corr_bytes.h"

/* The expression in a generatorURL, ".../graph?g0.expr=...", decoded into the
 * arena; *expr stays NULL where there is none.  False: out of memory. */
bool alert_rule_of_url(const char *url, corr_arena *arena,
                       const char **expr) CORR_CHECK;
/* The comparison with a number that ends an expression on its top level.  With
 * and, or, unless, or a comparison in brackets only, *compares is NULL and
 * *threshold NAN. */
void alert_rule_threshold(const char *expr, const char **compares,
                          double *threshold);
/* What such a comparison compares, in the arena: the values that an alert waits
 * for.  The expression itself if it ends in no such comparison.  NULL: out of
 * memory. */
const char *alert_rule_left(const char *expr, corr_arena *arena);

#endif
