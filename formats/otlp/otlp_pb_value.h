/*
 * otlp_pb_value - attributes in protobuf (KeyValue, AnyValue) as labels.
 *
 * Specification: common.proto 1.11.  Since 1.10 profiles may name a key by field 3
 * of KeyValue and a text by field 8 of AnyValue, both as numbers in the string
 * table of their message; the Collector writes resources so.
 *
 * Lists and maps become labels of JSON text, bytes their base64.  Keys and
 * texts of profiles may stand in a dictionary.
 */
#ifndef CORR_OTLP_ANY_H
#define CORR_OTLP_ANY_H

#include "common/wire.h"

/* Nesting of lists and maps in one attribute; null beyond. */
enum { OTLP_DEPTH = 32 };

typedef struct otlp_any {
    corr_build *b;
    corr_arena *scratch; /* grows with lists, maps and bytes */
    /* A text of the dictionary, empty where there is none; NULL: there is no
     * dictionary. */
    corr_str (*text)(const void *ctx, uint64_t index);
    const void *ctx;
    bool as_text; /* labels of metrics: their values are texts */
} otlp_any;

/* A KeyValue.  Borrowed from the message and the dictionary. */
typedef struct otlp_pair {
    corr_str key;
    wire_field value; /* of AnyValue; number 0: nothing */
} otlp_pair;

/* False: malformed. */
bool otlp_any_pair(const otlp_any *o, corr_cur message, otlp_pair *p);

/* Pushes a value onto the open label set. */
void otlp_any_push(const otlp_any *o, corr_str key, const wire_field *any);
/* The same for an AnyValue that was not taken apart yet. */
void otlp_any_push_value(const otlp_any *o, corr_str key, corr_cur value);
/* An AnyValue that is a text; empty: it is not. */
corr_str otlp_any_text(const otlp_any *o, corr_cur value);

#endif
