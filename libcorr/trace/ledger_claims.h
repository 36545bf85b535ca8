/*
 * ledger_claims - what the inputs of a store know of one span's time: child
 * spans, waits and pauses, samples, what is lost.
 */
#ifndef CORR_LEDGER_CLAIMS_H
#define CORR_LEDGER_CLAIMS_H

#include "trace/ledger.h"
#include "trace/span_threads.h"

typedef struct ledger_claims {
    const span_threads *homes;
    uint32_t span; /* in the waterfall */
    home home;
    int64_t from, to;
    int64_t slack; /* ns that the recordings' times may be off by */
    bool cut_off;  /* they end before the span does */
    int64_t lost_from, lost_to; /* what of its time may be lost: from when, up
                                   to when; CORR_NO_TIME: not told */
    int64_t stopping; /* ns in which threads were stopped one by one: which of
                         them when nobody says, so nothing is claimed */
    vec(ledger_claim) claim;
    vec(ledger_sample) sample;
    vec(loss_row) told[LEDGER_SOURCES]; /* when a recording has told samples */
    vec(corr_str) name;                 /* of claims, by number; [0] is none */
    /* of the CPU samples that are used */
    bool has_cpu, few, runnable, rescaled;
    bool elsewhen;     /* there are CPU samples, but none of its time */
    int64_t unsampled; /* ns for which their sampler was switched off */
    bool uncosted;     /* there are CPU samples, but nobody says their period */
    int64_t period;
    /* of waits (ledger_thresholds.h) */
    bool recorded[CORR_WAIT_COUNT]; /* what the recordings would hold */
    bool has_least[CORR_WAIT_COUNT];
    int64_t least[CORR_WAIT_COUNT], threshold[CORR_WAIT_COUNT]; /* ns: what they
                                       asked for at least; the largest */
    vec(corr_untaken) untaken; /* not recorded, or not all of its time */
    bool partly;               /* some of these for a part of it */
    corr_map by_name;
} ledger_claims;

/* False: out of memory; ledger_claims_clear all the same. */
bool ledger_claims_of(ledger_claims *c, const span_threads *h,
                      uint32_t span) CORR_CHECK;
/* Whether the span's time can be divided, and the question that does it; it
 * borrows from the claims. */
corr_ledger_why ledger_claims_why(const ledger_claims *c);
ledger_ask ledger_claims_ask(const ledger_claims *c);
/* What each of its CPU samples stands for; 0: not all for the same. */
int64_t ledger_claims_period(const ledger_claims *c);
/* What a wait is called in a ledger. */
corr_spent ledger_claims_booked(corr_wait wait);
void ledger_claims_clear(ledger_claims *c);

#endif
