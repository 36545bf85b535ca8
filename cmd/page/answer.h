/* answer - parts of the sentence that answers, as a colleague would say it. */
#ifndef CORR_CMD_ANSWER_H
#define CORR_CMD_ANSWER_H

#include "cli/cmd.h"

/* "66%", "0.4%". */
const char *answer_percent(corr_report *r, double share);

/* "66%"; in a band without shares "12 of 18 samples". */
const char *answer_part(corr_report *r, const corr_sel_facts *f, cmd_band band,
                        int64_t value, int64_t obs);

/* "is" or "are", as the part needs it. */
const char *answer_is(const corr_sel_facts *f, cmd_band band, int64_t obs);

/* ", most of it (78%) under FraudRules.deepScan"; "" if it ran under many.  In a
 * band without shares: ", most of them under f". */
const char *answer_under(corr_report *r, const corr_sel_facts *f, cmd_band band,
                         const char *name, double share);

#endif
