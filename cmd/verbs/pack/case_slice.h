/*
 * case_slice - the smallest slice of a case that carries its answers.
 *
 * A file that no question reads is left out.  Of large traces only the traces
 * that are asked for stay, or those with an operation of theirs; of a recording
 * with a time, the window that is asked for.  Records are copied as they stand
 * (corr cut).  A cut is kept if every question that reads the file prints the
 * same bytes from the slice.
 */
#ifndef CORR_CASE_SLICE_H
#define CORR_CASE_SLICE_H

#include <cjson/cJSON.h>

#include "verbs/pack/case_commands.h"
#include "verbs/pack/case_folder.h"

/* A file of which a part is kept. */
typedef struct case_cut {
    const char *name, *rule;
    int64_t bytes, of; /* of the part; of the original */
    char original[CORR_SHA256_TEXT];
} case_cut;

typedef struct case_slice {
    corr_arena *arena;          /* borrowed */
    const char *folder;         /* of the originals */
    const char *finding;        /* a name that is kept in any case; or NULL */
    char *made;                 /* a folder that has the slice; in the arena */
    const case_commands *asked; /* with their answers */
    corr_vec(case_cut) cut;
    corr_vec(const char *) unread; /* names that were left out */
    unsigned tries;
} case_slice;

/* The trace or span that a question is about, borrowed from its words; NULL: it
 * is about more.  The folder tells ids from files. */
const char *case_question_id(const char *folder, const case_command *q);
/* The document of corr trace on an id, to be deleted; NULL: there is none. */
cJSON *case_trace_of(const char *folder, const char *id, corr_arena *arena);

/* Makes the slice of these files, of which those that no question reads are
 * removed.  info: the document of corr info on the folder.  case_slice_clear
 * removes the folder, also after a failure. */
corr_code case_slice_make(case_slice *s, case_names *kept, const cJSON *info,
                          corr_err *err) CORR_CHECK;
void case_slice_clear(case_slice *s);
/* How a file was cut; NULL: it is whole. */
const case_cut *case_slice_cut_of(const case_slice *s, const char *name);

#endif
