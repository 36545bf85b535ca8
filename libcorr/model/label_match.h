/*
 * label_match - whether samples and spans of an input have a label KEY=VALUE.
 *
 * The answer comes from the first source that knows the key: the label set of
 * the sample or span; the user's labels of the file (file_labels.h); the
 * resource attributes of the process, some of which have a short name (version,
 * host, pod).  If the key is unknown to the whole input, the path of the file
 * decides: it matches if it contains VALUE or KEY=VALUE as a word.  Last come
 * other inputs that know the process (process_label).
 */
#ifndef CORR_LABEL_MATCH_H
#define CORR_LABEL_MATCH_H

#include "model/input.h"

typedef enum labelled {
    LABEL_MATCH_UNKNOWN, /* the key is unknown */
    LABEL_MATCH_NO,      /* the key has another value */
    LABEL_MATCH_YES
} label_match;

/* The answer of a set of labels, and of a process (0: the unknown process). */
label_match label_match_set(const input *in, uint32_t set, corr_str key,
                            corr_str want);
label_match label_match_proc(const input *in, uint32_t proc, corr_str key,
                             corr_str want);
/* The answer of the user's labels of the file. */
label_match label_match_told(const input *in, corr_str key, corr_str want);
/* The answer of the file's path; never LABEL_MATCH_NO. */
label_match label_match_path(const input *in, corr_str key, corr_str want);

/* All answers of an input about one label, each computed once. */
typedef struct label_match_by {
    uint8_t *set, *proc;   /* [sets], [processes] */
    label_match otherwise; /* if neither the set nor the process knows the
                              key */
} label_match_by;

/* text is "KEY=VALUE"; a text of another form matches everything.  others: the
 * answer of other inputs about the process.  False: out of memory.  The arena
 * owns the arrays. */
bool label_match_by_init(label_match_by *b, const input *in, const char *text,
                         label_match others, corr_arena *arena) CORR_CHECK;

static inline bool label_match_row(const label_match_by *b, uint32_t set,
                                   uint32_t proc)
{
    const uint8_t value = b->set[set] ? b->set[set] : b->proc[proc];

    return (value ? value : b->otherwise) == LABEL_MATCH_YES;
}

#endif
