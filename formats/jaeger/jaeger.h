/*
 * jaeger - what the parts of the Jaeger reader share.
 *
 * jaeger.c walks the document down to one span and reads the table of
 * processes; jaeger_span.c turns a span into a held row, jaeger_tag.c tags into
 * labels; jaeger_pending.c gives held rows their parents and processes and passes
 * them on.
 *
 * Spans are held because a trace says last what its processes are, and because
 * the parent of a span is the first reference that exists.  At most
 * 65 536 are; where more come before the processes do, they go on with late
 * ones.
 */
#ifndef CORR_JAEGER_H
#define CORR_JAEGER_H

#include "common/json_traces.h"
#include "corr_builtin.h"

/* How a span names another, the strongest claim to be its parent first. */
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

typedef struct jaeger_held {
    corr_span_row row; /* start 0: end is the duration */
    uint64_t at;       /* offset of the record */
    uint32_t process;  /* 1 + index of its entry, 0: row.proc is known */
    uint32_t ref, nref;
    uint32_t event, nevent;
} jaeger_held;

typedef struct jaeger_order {
    uint64_t id;
    corr_trace_id trace;
    uint32_t held;
} jaeger_order;

/* One process id.  Ids return in every trace, so the entries stay, and count
 * as empty where the round is not the present one. */
typedef struct jaeger_process {
    uint32_t round;
    corr_proc proc; /* nil: neither read nor handed out */
    bool is_late;   /* handed out before it was read */
} jaeger_process;

typedef struct jaeger {
    export t;
    unsigned last; /* shape of the object before this one */

    /* of the trace at hand */
    corr_trace_id id; /* {0,0}: none, or spans that stand alone */
    corr_proc of_all; /* the process of spans that name none */
    uint32_t round;   /* counts traces */
    bool has_spans;

    corr_vec(jaeger_held) held;
    corr_vec(jaeger_ref) ref;
    corr_vec(jaeger_event) event;
    corr_vec(jaeger_order) order; /* of held, by id and trace */

    corr_map process_id; /* text -> index of its entry */
    corr_vec(jaeger_process) process;
    corr_map resource; /* text of a process -> labels */
} jaeger;

/* One tag, read but not judged. */
typedef enum jaeger_type {
    JAEGER_TEXT,
    JAEGER_BOOL,
    JAEGER_INT,
    JAEGER_REAL
} jaeger_type;

typedef struct jaeger_tag {
    corr_str key;
    jaeger_type type;
    json_val value;
} jaeger_tag;

/* The next tag of the array that was entered; false: no more. */
bool jaeger_next_tag(jaeger *g, json *j, jaeger_tag *tag);
void jaeger_push_tag(jaeger *g, const jaeger_tag *tag);
bool jaeger_tag_is_true(const jaeger_tag *tag);

/* The attributes of a span, and what they say of it. */
void jaeger_set_tags(jaeger *g, corr_span_row *row, const json_val *tags,
                     const json_val *map, const json_val *warnings);

/* The resource that a process object is. */
corr_labels jaeger_resource(jaeger *g, const json_val *process);

/* A export_reader: holds the span in the view. */
bool jaeger_read_span(void *ctx, json *view);

/* The entry of a process id in the present trace; NULL: no room for it. */
jaeger_process *jaeger_process_of(jaeger *g, corr_str id);

/* Passes on what is held.  is_last: no processes will come any more. */
void jaeger_release(jaeger *g, bool is_last);

#endif
