/*
 * label_alias - keys that mean the same: ids, threads, times, who recorded it.
 *
 * Labels on samples and attributes of processes and spans are looked up
 * separately, because one key can mean different things there: a profiler's
 * thread.id is the kernel's, a tracer's is the runtime's.  A key is compared
 * as it stands, then with every character that is no letter or digit as "_"
 * and in lower case, so service.name, service_name and Service-Name are one.
 *
 * Called once a distinct key.  A set owns its list and borrows the texts that
 * were added to it.
 */
#ifndef CORR_ALIAS_H
#define CORR_ALIAS_H

#include "base/vec.h"

typedef enum label_alias_meaning {
    ALIAS_NONE,
    ALIAS_TRACE_ID,
    ALIAS_SPAN_ID, /* of the span that ran or of its local root: unknown */
    ALIAS_SPAN_ID_EXACT,
    ALIAS_ROOT_ID, /* of the local root */
    ALIAS_TIME_NS,
    ALIAS_THREAD_NAME,
    ALIAS_THREAD_ID, /* the runtime's */
    ALIAS_OS_THREAD_ID,
    ALIAS_SERVICE,
    ALIAS_HOST,
    ALIAS_INSTANCE,
    ALIAS_VERSION,
    ALIAS_PID,
    ALIAS_CONTAINER,
    ALIAS_POD,
    ALIAS_EXECUTABLE,
    ALIAS_PROFILE_ID, /* label value that samples of this span carry */
    ALIAS_SPAN_NAME,
    ALIAS_COUNT
} label_alias_meaning;

enum label_alias_place { ALIAS_ON_SAMPLE = 1, ALIAS_ON_PROCESS = 2 };

typedef struct alias {
    corr_str key;
    label_alias_meaning meaning;
    uint8_t where;   /* label_alias_place flags */
    uint8_t rank;    /* among keys of one meaning the lowest is believed */
    bool is_decimal; /* ids are written in decimal */
} alias;

/* Keys the user added.  { 0 } is empty. */
typedef struct label_alias_set {
    vec(alias) extra;
} label_alias_set;

/* "KEY=MEANING" of --label-key; text is borrowed until label_alias_clear. */
corr_code label_alias_add(label_alias_set *set, const char *text,
                          corr_err *err) CORR_CHECK;
void label_alias_clear(label_alias_set *set);

/* Never NULL: unknown keys get a row with ALIAS_NONE.  set may be NULL. */
const alias *label_alias_of_label(const label_alias_set *set, corr_str key);
const alias *label_alias_of_attr(const label_alias_set *set, corr_str key);

/* The id under a key of ids; spans and roots are in lo.  Empty and zero: true,
 * none.  False: there is something, but it is no id. */
bool label_alias_id(const alias *a, const corr_label *value, corr_trace_id *id);
/* A number under a key, as number or text; false: no whole number. */
bool label_alias_number(const corr_label *value, int64_t *n);

#endif
