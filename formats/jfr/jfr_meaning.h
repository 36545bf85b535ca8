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

/* How an event is read. jfr_event.c has the functions. */
typedef enum jfr_reading {
    JFR_AS_SAMPLE,
    JFR_AS_BATCH,
    JFR_AS_CPU_TIME,
    JFR_AS_DATADOG,
    JFR_AS_AMOUNT,
    JFR_AS_ONE,
    JFR_AS_WAIT,
    JFR_AS_STALL,
    JFR_AS_PAUSE,
    JFR_AS_OPERATION,
    JFR_AS_STOP,
    JFR_AS_COLLECTION,
    JFR_AS_SCOPE,
    JFR_AS_ATTACHED,
    JFR_AS_TAGGED,
    JFR_AS_CONTEXT,
    JFR_AS_TIMELINE,
    JFR_AS_SPAN,
    JFR_AS_LOAD,
    JFR_AS_THREAD_LOAD,
    JFR_AS_HEAP,
    JFR_AS_LOSS,
    JFR_AS_SETTING,
    JFR_AS_RECORDING,
    JFR_AS_CONFIG,
    JFR_AS_HARDWARE,
    JFR_AS_JVM,
    JFR_AS_PROPERTY,
    JFR_READINGS
} jfr_reading;

typedef struct jfr_meaning {
    const char *event;
    jfr_reading as;
    const char *kind; /* "cpu"; NULL: not a sample */
    corr_unit unit;
    unsigned flags; /* corr_kind_flag */
    corr_wait wait;
    bool is_setting; /* read before other events */
    uint64_t weight; /* slots with the amount, if rows are summed */
} jfr_meaning;

/* Indexes of the first meanings, those of jdk.ExecutionSample: written by
 * HotSpot, by async-profiler's timer, by its engine for all threads. */
enum jfr_sampled_by { JFR_BY_HOTSPOT, JFR_BY_TIMER, JFR_BY_WALL };

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
