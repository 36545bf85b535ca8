/*
 * otlp_signal - which records of a file are of which signal.
 *
 * The Collector's file exporter may write traces, metrics, logs and profiles
 * into one file.  The signal is that of a record: a line, a message in
 * protobuf, a member of a document.  Each reader takes its own records, and
 * counts the others here.
 */
#ifndef CORR_OTLP_SIGNAL_H
#define CORR_OTLP_SIGNAL_H

#include "common/json.h"
#include "corr_builtin.h"

typedef enum otlp_signal {
    OTLP_SIGNAL_TRACES,
    OTLP_SIGNAL_METRICS,
    OTLP_SIGNAL_PROFILES,
    OTLP_SIGNAL_LOGS,
    OTLP_SIGNALS /* their number; no signal */
} otlp_signal;

/* What one reader met. */
typedef struct otlp_met {
    corr_build *b;
    const corr_want *want;
    otlp_signal mine; /* of the reader */
    bool is_pb;
    unsigned seen; /* bits, by signal */
    uint64_t logs; /* records */
    uint64_t logs_at;
} otlp_met;

/* The signal of a member such as "resourceMetrics". */
otlp_signal otlp_signal_of(corr_str key);
/* The signal of a member such as "scopeMetrics", which stands in the records of
 * one resource. */
otlp_signal otlp_scope_signal_of(corr_str key);
/* Whether the current object has the records of one resource, without the
 * request around them: Java's logging-otlp writes one a line. */
bool otlp_is_bare(json *j);

/* Whether the current object is a span as an SDK prints it (otlp_console.c),
 * by its first member. */
bool otlp_is_printed(json *j);

/* Notes a record of a signal. */
void otlp_meet(otlp_met *m, otlp_signal s);
/* Passes over the value of such a member, of another signal. */
void otlp_pass_over(otlp_met *m, otlp_signal s, json *j);
/* Counts records of logs. */
void otlp_meet_logs(otlp_met *m, uint64_t at, uint64_t n);
/* Reports the logs.  A file that has only logs is refused. */
void otlp_met_end(otlp_met *m);

/* What a receiver says of data it did not take: partialSuccess. */
void otlp_read_rejected(corr_build *b, json *j, corr_arena *scratch);

/* Enters a value of this type.  Other values but null are counted, and passed
 * over. */
bool otlp_enter(corr_build *b, json *j, json_type type);
void otlp_pass_odd(corr_build *b, json *j);

/* Whether the current array begins with an object that has one of the members;
 * *key: the member in the text. */
bool otlp_first_has(json *j, const json_name *names, size_t n, corr_str *key);

/* The signals in the first bytes of a JSON file, as bits. */
unsigned otlp_json_signals(const uint8_t *head, size_t n);
/* Whether the format of this signal is to read a file with these signals first.
 * The others follow. */
bool otlp_is_first(unsigned signals, otlp_signal s);

#endif
