/* top_answer - the sentence above the rows of top, and what to ask next. */
#ifndef CORR_CMD_TOP_ANSWER_H
#define CORR_CMD_TOP_ANSWER_H

#include "cli/by.h"

typedef struct top_answer {
    const cmd_ctx *ctx;
    const corr_top *t;
    const by *by;
    corr_sel_facts f;
    cmd_band band;
    bool cumulative;
} top_answer;

/* "66% is Work.mix, most of it (78%) under FraudRules.deepScan". */
void top_say_answer(corr_report *r, const top_answer *a);

/* The commands that go on from here. */
void top_say_next(corr_report *r, const top_answer *a);

#endif
