/*
 * label_match - whether what is in an input has a label, KEY=VALUE.
 *
 * What a sample or a span does not say of itself the user may have said of the
 * file (file_labels.h); else its process does: by its resource attributes, of which
 * some have a short name (version, host, pod).
 * Where nothing in an input knows the key, the path of its file does: it holds
 * VALUE or KEY=VALUE as a word; and so do others who know its process
 * (process_label).
 */
#ifndef CORR_LABELLED_H
#define CORR_LABELLED_H

#include "model/input.h"

typedef enum labelled {
    LABEL_MATCH_UNKNOWN, /* it does not know the key */
    LABEL_MATCH_NO,      /* it has another value */
    LABEL_MATCH_YES
} label_match;

/* By a set of labels; by a process, 0 the unknown one. */
label_match label_match_set(const input *in, uint32_t set, corr_str key,
                            corr_str want);
label_match label_match_proc(const input *in, uint32_t proc, corr_str key,
                             corr_str want);
/* By what the user says of its file. */
label_match label_match_told(const input *in, corr_str key, corr_str want);
/* By the path of the file; never LABEL_MATCH_NO. */
label_match label_match_path(const input *in, corr_str key, corr_str want);

/* All verdicts of an input on one label, each made once. */
typedef struct label_match_by {
    uint8_t *set, *proc;   /* [sets], [processes] */
    label_match otherwise; /* of what neither knows */
} label_match_by;

/* Text is "KEY=VALUE"; what is no label is true of everything.  Others: what
 * they say of what is in it.  False: out of memory, of which the arena gives. */
bool label_match_by_init(label_match_by *b, const input *in, const char *text,
                         label_match others, corr_arena *arena) CORR_CHECK;

static inline bool label_match_row(const label_match_by *b, uint32_t set,
                                   uint32_t proc)
{
    const uint8_t said = b->set[set] ? b->set[set] : b->proc[proc];

    return (said ? said : b->otherwise) == LABEL_MATCH_YES;
}

#endif
