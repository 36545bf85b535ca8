/*
 * jaeger - declarations shared by the parts of the Jaeger reader.
 *
 * jaeger.c walks the document down to one span and reads the table of
 * processes; jaeger_span.c converts a span to a pending row; jaeger_tag.c
 * converts tags to labels; jaeger_pending.c adds parents and processes to
 * pending rows and passes them on.
 *
 * Spans are pending because the processes of a trace come last, and because the
 * parent of a span is its first reference that exists.  At most 65 536 spans
 * are pending.  If more come before the processes, they get processes that are
 * set later (corr_later_proc).
 */
#ifndef CORR_JAEGER_H
#define CORR_JAEGER_H

#include "common/json_traces.h"
#include "corr_builtin.h"

/* The reference of a span to another, the strongest claim to be its parent
 * first. */
typedef enum jaeger_rank {
    JAEGER_CHILD_OF,
    JAEGER_FOLLOWS_FROM,
    JAEGER_PARENT_ID, /* the member parentSpanID */
    JAEGER_ELSEWHERE  /* in another trace: no parent at all */
} jaeger_rank;

typedef struct jaeger_ref {
    jaeger_rank rank;
    corr_trace_id trace;
    uint64_t span;
} jaeger_ref;

typedef struct jaeger_event {
    corr_text name;
    corr_labels attrs;
    int64_t time; /* ns, 0 unknown */
} jaeger_event;

typedef struct jaeger_pending {
    corr_span_row row; /* start 0: end is the duration */
    uint32_t process;  /* 1 + index of its entry, 0: row.proc is known */
    uint32_t ref, nref;
    uint32_t event, nevent;
} jaeger_pending;

typedef struct jaeger_order {
    uint64_t id;
    corr_trace_id trace;
    uint32_t pending;
} jaeger_order;

/* A process id.  Ids repeat in every trace, so entries stay in the table; an
 * entry of another round counts as empty. */
typedef struct jaeger_process {
    uint32_t round;
    corr_proc proc; /* nil: neither read nor used */
    bool is_late;   /* used before it was read */
} jaeger_process;

typedef struct jaeger {
    export t;
    unsigned last; /* shape of the previous object */

    /* the current trace */
    corr_trace_id id; /* {0,0}: no trace, or single spans */
    corr_proc of_all; /* process of spans without their own */
    uint32_t round;   /* number of the trace */
    bool has_spans;

    corr_vec(jaeger_pending) pending;
    corr_vec(jaeger_ref) ref;
    corr_vec(jaeger_event) event;
    corr_vec(jaeger_order) order; /* index of pending, by id and trace */

    corr_map process_id; /* text -> index of entry */
    corr_vec(jaeger_process) process;
    corr_map resource; /* text of a process -> labels */
} jaeger;

typedef struct jaeger_tag {
    corr_str key;
    export_type type;
    json_val value;
} jaeger_tag;

/* The next tag of the entered array.  False: no more tags. */
bool jaeger_next_tag(jaeger *g, json *j, jaeger_tag *tag);
bool jaeger_tag_is_true(const jaeger_tag *tag);

/* Sets the attributes of a span and the members that its tags contain. */
void jaeger_set_tags(jaeger *g, corr_span_row *row, const json_val *tags,
                     const json_val *map, const json_val *warnings);

/* The resource labels of a process object. */
corr_labels jaeger_resource(jaeger *g, const json_val *process);

/* An export_reader: holds the span in the view. */
bool jaeger_read_span(void *ctx, json *view);

/* The entry of a process id in the current trace.  NULL: no room. */
jaeger_process *jaeger_process_of(jaeger *g, corr_str id);

/* Passes on the pending spans.  is_last: no more processes will come. */
void jaeger_release(jaeger *g, bool is_last);

#endif
