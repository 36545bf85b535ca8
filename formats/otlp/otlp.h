/*
 * otlp - what the parts of the OTLP reader share.
 *
 * otlp.c walks the document down to one span, otlp_span.c turns a span into
 * rows, otlp_attr.c attributes into labels; otlp_cut.c copies spans.
 */
#ifndef CORR_OTLP_H
#define CORR_OTLP_H

#include "common/json.h"
#include "corr_builtin.h"
#include "otlp/otlp_signal.h"

/* Signs of a trace that Grafana wrote from its own table. */
enum otlp_sign {
    OTLP_BATCHES = 1,     /* the envelope is named "batches" */
    OTLP_LIBRARY = 2,     /* scopes are "instrumentationLibrarySpans" */
    OTLP_NUMBER_TIME = 4, /* times are not in quotes */
    OTLP_GRAFANA = 7
};

typedef struct otlp_scope {
    corr_str name, version;
    json_val attrs;
} otlp_scope;

typedef struct otlp {
    json j;
    corr_build *b;
    const corr_want *want;
    const needles *only; /* NULL: every span is parsed */
    bool no_spans;       /* only records of other signals are wanted */
    bool attrs;          /* attributes, events and links are wanted */
    bool as_text;        /* attributes become labels of metrics */
    unsigned signs;      /* otlp_sign */
    uint64_t at;         /* offset of the span being read */
    otlp_met met;

    /* of the current resourceSpans element; its text is in resource_mem */
    json_val resource;
    corr_proc proc;  /* nil: no span needed it yet */
    bool proc_later; /* a span got the process before the resource was read */
    corr_arena resource_mem;
    corr_map procs; /* text of a resource -> process */

    otlp_scope scope; /* of the current scopeSpans element; in scope_mem */
    corr_arena scope_mem;
    corr_arena scratch; /* of one span */
    needles kept;       /* attributes that are always read */
    needles ids;
} otlp;

/* ---- the message around spans: otlp.c --------------------------------- */

enum { OTLP_WRAPPERS = 4 /* levels above resourceSpans */ };

/* Members of an element of scopeSpans, an element of resourceSpans, and of the
 * objects around them. */
enum otlp_group_member {
    OTLP_GROUP_SCOPE,
    OTLP_GROUP_LIBRARY,
    OTLP_GROUP_SPANS,
    OTLP_GROUP_MEMBERS
};
extern const json_name otlp_group_name[OTLP_GROUP_MEMBERS];

/* The member of a resource. */
extern const json_name otlp_attributes_name[1];

enum otlp_batch_member {
    OTLP_BATCH_RESOURCE,
    OTLP_BATCH_SCOPES,
    OTLP_BATCH_LIBRARIES,
    OTLP_BATCH_MEMBERS
};
extern const json_name otlp_batch_name[OTLP_BATCH_MEMBERS];

enum otlp_answer_member {
    OTLP_ANSWER_SPANS,
    OTLP_ANSWER_BATCHES,
    OTLP_ANSWER_STATUS,
    OTLP_ANSWER_MESSAGE,
    OTLP_ANSWER_ERROR,
    OTLP_ANSWER_REJECTED,
    OTLP_ANSWER_MEMBERS
};
extern const json_name otlp_answer_name[OTLP_ANSWER_MEMBERS];

/* ---- spans --------------------------------------------------------------- */

/* Pushes the attributes in list onto the open label set; without all, only
 * those that name the thread and the profile of the span. */
void otlp_push_attrs(otlp *o, const json_val *list, bool all);
corr_labels otlp_labels(otlp *o, const json_val *attrs);

/* The process of the current spans (otlp.c). */
corr_proc otlp_proc(otlp *o);

/* Reads a span from the view. False: the view failed, and no row was added. */
bool otlp_read_span(otlp *o, json *view);

/* Copies some spans byte for byte (otlp_cut.c). */
corr_code otlp_cut(corr_slice *s, corr_out *out, corr_err *err);

#endif
