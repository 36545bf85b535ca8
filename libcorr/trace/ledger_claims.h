/*
 * ledger_claims - the claims and samples of one span: child spans, waits and
 * pauses, samples, lost time.
 *
 * The inputs of a prepared store are read, never changed.  A claims owns its
 * vectors and borrows all texts from the store.  One thread uses a claims.  Out
 * of memory: functions return false, and ledger_claims_clear still applies.
 */
#ifndef CORR_LEDGER_CLAIMS_H
#define CORR_LEDGER_CLAIMS_H

#include "trace/ledger.h"
#include "trace/span_threads.h"

/* The code of the longest wait of one kind and name. */
typedef struct ledger_place {
    corr_spent kind;
    uint32_t name;
    int64_t ns;
    uint32_t input, stack;
} ledger_place;

typedef struct ledger_claims {
    const span_threads *homes;
    uint32_t span; /* index in the waterfall */
    home home;
    int64_t from, to;
    int64_t slack; /* ns, possible clock error of the recordings */
    /* about CPU samples, lost time and thresholds.  A recording does not name
     * the threads that were being stopped, so `stopping` is no claim. */
    corr_ledger_facts facts;
    vec(ledger_claim) claim;
    vec(ledger_sample) sample;
    vec(loss_row) covered[LEDGER_SOURCES]; /* times of read recordings */
    vec(corr_str) name; /* of claims, by number; [0]: empty */
    /* about waits, see ledger_thresholds_of */
    bool recorded[CORR_WAIT_COUNT]; /* would be in the recordings */
    bool has_least[CORR_WAIT_COUNT];
    /* ns: smallest and largest threshold of the recordings */
    int64_t least[CORR_WAIT_COUNT], threshold[CORR_WAIT_COUNT];
    vec(corr_untaken) untaken; /* not recorded for all of the span */
    vec(ledger_place) place;   /* of waits */
    corr_map by_name;
} ledger_claims;

/* Reads the claims of span number `span` of the waterfall.  False: out of
 * memory; ledger_claims_clear still applies. */
bool ledger_claims_of(ledger_claims *c, const span_threads *h,
                      uint32_t span) CORR_CHECK;
/* Returns whether the span's time can be divided, or why not. */
corr_ledger_why ledger_claims_why(const ledger_claims *c);
ledger_ask ledger_claims_ask(const ledger_claims *c);
/* The innermost application function of the longest wait of a kind and name;
 * empty: unknown. */
corr_str ledger_claims_at(const ledger_claims *c, corr_spent kind,
                          uint32_t name);
/* The innermost application function of a stack; empty: none. */
corr_str ledger_app(const input *in, uint32_t stack);
/* The ns that each CPU sample of the span stands for; 0: they differ. */
int64_t ledger_claims_period(const ledger_claims *c);
/* The row kind of a wait in a ledger. */
corr_spent ledger_claims_booked(corr_wait wait);
void ledger_claims_clear(ledger_claims *c);

/* Whether a segment is of the kind of this name. */
bool ledger_is_kind(const input *in, const segment *g, const char *name);
/* Whether a row is of the span's thread. */
static inline bool ledger_is_home(const ledger_claims *c, uint32_t in,
                                  const segment *g, size_t row)
{
    const uint8_t *is = c->home.is[in];

    return is && g->thread && is[g->thread[row]];
}

/* The text of a label of a row; empty without the label or key. */
corr_str ledger_label(const input *in, const segment *g, size_t row,
                      const char *key);

/* ---- ledger_leaf.c: waits by the code at their leaf (corr-methods 2.4) ------ */

/* The wait of a blocked thread; `otherwise` if no innermost frame is a known
 * wait. */
corr_spent ledger_leaf(const input *in, uint32_t stack, corr_spent otherwise);

/* ---- ledger_samples.c: the samples of the span's thread ---------------------- */

/* These fill sample, covered and the facts about CPU samples of claims, whose
 * home and time are set.  If several recordings sampled the same time in the
 * same way, the first one counts.  False: out of memory. */

/* Adds the wall samples of segment g of input i. */
bool ledger_samples_wall(ledger_claims *c, uint32_t i,
                         const segment *g) CORR_CHECK;
/* Adds samples whose value is ns. */
bool ledger_samples_ns(ledger_claims *c, uint32_t i, const segment *g,
                       ledger_source source) CORR_CHECK;
/* Marks the samples of this source as read from the input. */
bool ledger_samples_mark(ledger_claims *c, ledger_source source,
                         const input *in) CORR_CHECK;
/* Adds the CPU samples of all inputs, and sorts all samples by time. */
bool ledger_samples_finish(ledger_claims *c) CORR_CHECK;

/* ---- ledger_thresholds.c: the waits that the recordings had enabled ---------- */

/* Fills recorded, least, threshold and untaken of claims, whose home and time
 * are set.  Settings of a recorder may change at any time, so only settings
 * valid during the span count.  False: out of memory. */
bool ledger_thresholds_of(ledger_claims *c) CORR_CHECK;

#endif
