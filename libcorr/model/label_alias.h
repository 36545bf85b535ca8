/*
 * label_alias - keys with the same meaning: ids, threads, times, processes.
 *
 * Labels on samples and attributes of processes and spans are looked up
 * separately, because a key can mean different things there: a profiler's
 * thread.id is the kernel's id, a tracer's thread.id is the runtime's id.  A
 * key is compared as it is written first.  Then it is compared in lower case
 * with "_" for every character that is no letter or digit, so service.name,
 * service_name and Service-Name are equal.
 *
 * Call it once per distinct key.  A set owns its list and borrows the texts
 * that were added to it.
 */
#ifndef CORR_LABEL_ALIAS_H
#define CORR_LABEL_ALIAS_H

#include "base/vec.h"

typedef enum label_alias_meaning {
    ALIAS_NONE,
    ALIAS_TRACE_ID,
    ALIAS_SPAN_ID, /* of the span that ran or of its local root: unknown
                      which */
    ALIAS_SPAN_ID_EXACT,
    ALIAS_ROOT_ID, /* of the local root */
    ALIAS_CONTEXT, /* a header with both ids, as traceparent */
    ALIAS_TIME_NS,
    ALIAS_THREAD_NAME,
    ALIAS_THREAD_ID, /* the runtime's id */
    ALIAS_OS_THREAD_ID,
    ALIAS_SERVICE,
    ALIAS_HOST,
    ALIAS_INSTANCE,
    ALIAS_VERSION,
    ALIAS_PID,
    ALIAS_CONTAINER,
    ALIAS_POD,
    ALIAS_EXECUTABLE,
    ALIAS_PROFILE_ID, /* value of a label on samples of this span */
    ALIAS_SPAN_NAME,
    ALIAS_COUNT
} label_alias_meaning;

enum label_alias_place { ALIAS_ON_SAMPLE = 1, ALIAS_ON_PROCESS = 2 };

typedef struct alias {
    corr_str key;
    label_alias_meaning meaning;
    uint8_t where;   /* label_alias_place flags */
    uint8_t rank;    /* among keys with one meaning the lowest rank wins */
    bool is_decimal; /* ids are written in decimal */
} alias;

/* Keys the user added.  { 0 } is empty. */
typedef struct label_alias_set {
    vec(alias) extra;
} label_alias_set;

/* "KEY=MEANING" of --label-key.  The text is borrowed until
 * label_alias_clear. */
corr_code label_alias_add(label_alias_set *set, const char *text,
                          corr_err *err) CORR_CHECK;
void label_alias_clear(label_alias_set *set);

/* where: a label_alias_place.  Never NULL: an unknown key gets a row with
 * ALIAS_NONE.  set may be NULL. */
const alias *label_alias_look_up(const label_alias_set *set, corr_str key,
                                 unsigned where);

/* Reads the id under a key of ids; span and root ids are returned in lo.  True
 * with id 0: the value is empty or zero.  False: the value is no id. */
bool label_alias_id(const alias *a, const corr_label *value, corr_trace_id *id);
/* Reads the ids of a header.  False: the value is no header. */
bool label_alias_context(const corr_label *value, corr_trace_id *trace,
                         uint64_t *span);
/* Reads a number under a key, from a number or from text.  False: no whole
 * number. */
bool label_alias_number(const corr_label *value, int64_t *n);

#endif
