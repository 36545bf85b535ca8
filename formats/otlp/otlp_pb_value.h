/*
 * otlp_pb_value - attributes in protobuf (KeyValue, AnyValue) as labels.
 *
 * Specification: common.proto 1.11. Since 1.10 profiles may name a key by
 * field 3 of KeyValue and a text by field 8 of AnyValue, both as indexes into
 * the string table of their message; the Collector writes resources so.
 *
 * Lists and maps become labels of JSON text, bytes become base64. Keys and
 * texts of profiles may be in a dictionary.
 */
#ifndef CORR_OTLP_ANY_H
#define CORR_OTLP_ANY_H

#include "common/wire.h"

/* Lists and maps nest at most this deep in one attribute; deeper values are
 * null. */
enum { OTLP_DEPTH = 32 };

typedef struct otlp_any {
    corr_build *b;
    corr_arena *scratch; /* grows with lists, maps and bytes */
    /* A text of the dictionary; empty: no such text. NULL: the message has no
     * dictionary. */
    corr_str (*text)(const void *ctx, uint64_t index);
    const void *ctx;
    bool as_text; /* labels of metrics: all values become texts */
} otlp_any;

/* A list or map as JSON text, in memory that was reserved before. */
typedef struct otlp_text {
    char *p;
    size_t n, room;
    bool over; /* the value did not fit */
} otlp_text;

void otlp_put(otlp_text *t, corr_str s);

/* A KeyValue. It borrows from the message and the dictionary. */
typedef struct otlp_pair {
    corr_str key;
    wire_field value; /* of AnyValue; number 0: no value */
} otlp_pair;

/* False: the message is malformed. */
bool otlp_any_pair(const otlp_any *o, corr_cur message, otlp_pair *p);

/* Pushes a value onto the open label set. */
void otlp_any_push(const otlp_any *o, corr_str key, const wire_field *any);
/* The same for the message of an AnyValue. */
void otlp_any_push_value(const otlp_any *o, corr_str key, corr_cur value);
/* The text of an AnyValue; empty: the value is not a text. */
corr_str otlp_any_text(const otlp_any *o, corr_cur value);

#endif
