/*
 * jfr_meaning - which event means what.
 *
 * A constant table: an event is found by its name, whatever its number in the
 * chunk.  The number of a meaning is its place in the table; a file keeps what
 * it knows of each meaning at that place.
 */
#ifndef CORR_JFR_MEANING_H
#define CORR_JFR_MEANING_H

#include "corr_format.h"

enum { JFR_KINDS = 64 }; /* meanings, at most */

struct jfr;
struct jfr_meaning;

/* Reads the current record of a reader. */
typedef void jfr_reading(struct jfr *j, const struct jfr_meaning *m);

typedef struct jfr_meaning {
    const char *event;
    jfr_reading *take;
    const char *kind; /* "cpu"; NULL: not a sample */
    corr_unit unit;
    unsigned flags; /* corr_kind_flag */
    corr_wait wait;
    bool is_setting; /* read before other events */
    uint64_t weight; /* slots with the amount, if rows are summed */
} jfr_meaning;

/* Indexes of the first meanings, those of samples of code. The first three are
 * of jdk.ExecutionSample: written by HotSpot, by async-profiler's timer, by its
 * engine for all threads. */
enum jfr_sampled_by {
    JFR_BY_HOTSPOT,
    JFR_BY_TIMER,
    JFR_BY_WALL,
    JFR_BY_CPU_TIME,
    JFR_IN_NATIVE,
    JFR_BY_WALL_CLOCK,
    JFR_BY_DATADOG,
    JFR_BY_DATADOG_WALL,
    JFR_CODE_KINDS
};

/* NULL: no command reads events of this name. */
const jfr_meaning *jfr_meaning_of(corr_str event);
const jfr_meaning *jfr_meaning_at(uint32_t i); /* NULL: no more */
/* The meaning of the same event if it has only these fields, JFR_BIT each: a
 * JDK before 19 does not write the size of an old object. */
const jfr_meaning *jfr_meaning_with(const jfr_meaning *m, uint64_t fields);
uint32_t jfr_place(const jfr_meaning *m);
/* The name of the kind if another recording of the same thing counts. NULL: it
 * has no second name. */
const char *jfr_rival_name(const jfr_meaning *m);

#endif
