/*
 * corr_index.h - side indices: what makes later questions about one large
 * compressed export fast (corr-index(1)).
 *
 * An index is a file of its own in a directory of indices.  A list of them owns
 * its texts.  One thread uses a list.
 */
#ifndef CORR_SIDE_INDEX_H
#define CORR_SIDE_INDEX_H

#include "corr.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum corr_index_state {
    CORR_INDEX_VALID,
    CORR_INDEX_STALE,  /* the file has changed since */
    CORR_INDEX_GONE,   /* the file is gone */
    CORR_INDEX_WARNED, /* reading the file gave a warning */
    CORR_INDEX_WHOLE,  /* the file is one record, so it is read whole */
    CORR_INDEX_LARGE,  /* the file has too many ids, so it is read whole */
    CORR_INDEX_STATE_COUNT
} corr_index_state;

typedef struct corr_index_row {
    const char *path; /* of the file, absolute */
    corr_index_state state;
    uint64_t bytes;       /* of the file */
    uint64_t index_bytes; /* of its index */
    uint64_t decoded;     /* decoded size of the file */
    uint64_t spans, traces, blocks, points;
    int64_t made; /* Unix ns */
} corr_index_row;

typedef struct corr_indices corr_indices;

/* The indices in a directory, by path.  The list is empty if the directory does
 * not exist. */
corr_indices *corr_indices_of(const char *dir, corr_err *err);
void corr_indices_free(corr_indices *l);
size_t corr_indices_size(const corr_indices *l);
corr_index_row corr_indices_at(const corr_indices *l, size_t i);

/* Makes the index of one file of any size.  CORR_ENOTYET: the format of the
 * file supports no index. */
corr_code corr_index_build(const corr_format *const *formats, const char *dir,
                           const char *path, corr_err *err) CORR_CHECK;
/* Removes the index of one file, or all indices if path is NULL.  Returns how
 * many were removed. */
size_t corr_index_clear(const char *dir, const char *path);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
