/*
 * query_field - what is found out about the fields of a query while it runs.
 */
#ifndef CORR_QUERY_FIELD_H
#define CORR_QUERY_FIELD_H

#include "query/query_private.h"

typedef struct trace_facts {
    int64_t length; /* ns, -1 unknown */
    uint32_t root;  /* span, 0 none */
} trace_facts;

/* What is known of one field. */
typedef struct field_memo {
    const value ***value; /* [input] -> [set], NULL where not looked for */
    uint32_t *key;        /* [input] text of its key, 0 unknown */
    bool was_asked, was_found;
    value *list;      /* [QUERY_LIST], of what has several values */
    char (*text)[33]; /* [QUERY_LIST], of ids */
} field_memo;

struct query_reads {
    field_memo *memo; /* [field] */
    uint8_t *loose;   /* [input] 0 unknown, 1 no, 2 yes */
    uint32_t *children;
    trace_facts *trace;
};

extern const value field_missing; /* looked for, and not there */

typedef struct place {
    uint32_t field, span;
    uint32_t number; /* of the input */
    const input *in;
    const span_row *row;
} place;

typedef value read_function(query_run_state *r, const place *p);

/* query_attr.c */
read_function attr_span, attr_resource, attr_any, attr_events, attr_links;
/* The attribute of a set of labels that the field names; field_missing: it has
 * none. */
const value *attr_of_set(query_run_state *r, const place *p, uint32_t set);

/* Room for several values or ids; false: out of memory. */
bool field_room(query_run_state *r, const place *p);
corr_str field_trace_text(char *to, corr_trace_id id);
corr_str field_span_text(char *to, uint64_t id); /* none is the empty text */

#endif
