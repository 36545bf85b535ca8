/*
 * labelled - whether what is in an input has a label, KEY=VALUE.
 *
 * What a sample or a span does not say of itself the user may have said of the
 * file (labelmap.h); else its process does: by its resource attributes, of which
 * some have a short name (version, host, pod).
 * Where nothing in an input knows the key, the path of its file does: it holds
 * VALUE or KEY=VALUE as a word; and so do others who know its process
 * (process_label).
 */
#ifndef CORR_LABELLED_H
#define CORR_LABELLED_H

#include "model/input.h"

typedef enum labelled {
    LABELLED_UNKNOWN, /* it does not know the key */
    LABELLED_NO,      /* it has another value */
    LABELLED_YES
} labelled;

/* By a set of labels; by a process, 0 the unknown one. */
labelled labelled_set(const input *in, uint32_t set, corr_str key,
                      corr_str want);
labelled labelled_proc(const input *in, uint32_t proc, corr_str key,
                       corr_str want);
/* By what the user says of its file. */
labelled labelled_told(const input *in, corr_str key, corr_str want);
/* By the path of the file; never LABELLED_NO. */
labelled labelled_path(const input *in, corr_str key, corr_str want);

/* All verdicts of an input on one label, each made once. */
typedef struct labelled_by {
    uint8_t *set, *proc; /* [sets], [processes] */
    labelled otherwise;  /* of what neither knows */
} labelled_by;

/* Text is "KEY=VALUE"; what is no label is true of everything.  Others: what
 * they say of what is in it.  False: out of memory, of which the arena gives. */
bool labelled_by_init(labelled_by *b, const input *in, const char *text,
                      labelled others, corr_arena *arena) CORR_CHECK;

static inline bool labelled_row(const labelled_by *b, uint32_t set,
                                uint32_t proc)
{
    const uint8_t said = b->set[set] ? b->set[set] : b->proc[proc];

    return (said ? said : b->otherwise) == LABELLED_YES;
}

#endif
