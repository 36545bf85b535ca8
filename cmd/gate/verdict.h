/*
 * verdict - what is expected of an answer, and whether it holds: --expect and
 * --exit-code of every report.
 */
#ifndef CORR_CMD_VERDICT_H
#define CORR_CMD_VERDICT_H

#include "cli/cmd.h"
#include "corr_gate.h"
#include "gate/assertion.h"

/* Reads the assertions into *list, which becomes ctx->expects; before anything
 * is loaded. */
corr_code verdict_read(cmd_ctx *ctx, expect_list *list,
                       corr_err *err) CORR_CHECK;
/* corr_need flags that they need: samples of all kinds, row by row; 0: none. */
unsigned verdict_needs(const cmd_ctx *ctx);
/* Judges a report that is complete, unless its command did: assertions[], the
 * list on the screen, the line for machines, the verdict. */
corr_code verdict_put(const cmd_ctx *ctx, corr_report *r,
                      corr_err *err) CORR_CHECK;
/* Return why no verdict is allowed (corr-methods 5): a few words, or NULL if
 * one is allowed.  The first looks at all inputs: missing data may matter. */
const char *verdict_barred_by_inputs(const corr_store *st);
/* ... of two sides, by the first remark that forbids it; ... */
const char *verdict_barred(const cmd_ctx *ctx, corr_report *r,
                           const corr_diff_facts *f);
/* ... of one selection, which is both sides of f. */
const char *verdict_barred_alone(const corr_diff_facts *f);
/* Whether an estimate beyond a limit fails only with all of its interval. */
bool verdict_is_strict(const cmd_ctx *ctx);
#define VERDICT_Z95 1.959963984540054 /* of an interval of 95 % */

/* Returns the noise between runs that the intervals of f lack, as a coefficient
 * of variation; 0: they include it. */
double verdict_run_noise(const cmd_ctx *ctx, const corr_diff_facts *f);
/* Notes that noise between runs is assumed. */
void verdict_say_noise(const cmd_ctx *ctx, corr_report *r, double noise);
/* Puts the verdict on parts that were judged one by one; n[] counts each
 * corr_gate.  A failed part wins over a part that cannot be judged.  Returns
 * the word of the GATE line. */
const char *verdict_put_all(const cmd_ctx *ctx, corr_report *r,
                            const uint32_t n[3]);
/* Sets the verdict on a report without assertions. */
void verdict_put_answered(const cmd_ctx *ctx, corr_report *r);

#endif
