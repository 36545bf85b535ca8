/*
 * query_field - the values of fields, cached while a query runs.
 */
#ifndef CORR_QUERY_FIELD_H
#define CORR_QUERY_FIELD_H

#include "query/query_private.h"

typedef struct trace_facts {
    int64_t length; /* ns, -1 unknown */
    uint32_t root;  /* span, 0: no root */
} trace_facts;

/* The cache of one field. */
typedef struct field_memo {
    const value ***value; /* [input] -> [set], NULL: not looked up */
    uint32_t *key;        /* [input] text of its key, 0 unknown */
    bool was_asked, was_found;
    value *list;      /* [QUERY_LIST] elements of a field with several values */
    char (*text)[33]; /* [QUERY_LIST] spelled ids */
} field_memo;

struct query_reads {
    field_memo *memo; /* [field] */
    uint8_t *loose;   /* [input] 0 unknown, 1 no, 2 yes */
    uint32_t *children;
    trace_facts *trace;
};

extern const value field_missing; /* looked up and not found */

typedef struct place {
    uint32_t field, span;
    uint32_t number; /* of the input */
    const input *in;
    const span_row *row;
} place;

typedef value read_function(query_run_state *r, const place *p);

/* query_attr.c */
read_function attr_span, attr_resource, attr_any, attr_events, attr_links;
/* Returns the attribute of a set of labels that the field names, or
 * field_missing. */
const value *attr_of_set(query_run_state *r, const place *p, uint32_t set);

/* The value of a text of the span's input. */
value field_text(const place *p, uint32_t text);
/* Allocates room for several values or ids; false: out of memory. */
bool field_room(query_run_state *r, const place *p);
corr_str field_trace_text(char *to, corr_trace_id id);
corr_str field_span_text(char *to, uint64_t id); /* id 0 gives the empty text */

#endif
