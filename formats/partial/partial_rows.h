/*
 * partial_rows - adds the samples of a selection to sums.
 *
 * A sample counts as a whole.  If several requests share it, it counts for the
 * operation of the one with the largest part.
 */
#ifndef CORR_PARTIAL_ROWS_H
#define CORR_PARTIAL_ROWS_H

#include "corr.h"
#include "corr_write.h"
#include "partial/partial_sums.h"

/* A sample that was added.  Texts are empty if they are unknown. */
typedef struct partial_row {
    const corr_row *row; /* of the largest part */
    const corr_input *in;
    uint32_t stack; /* in the sums */
    corr_str service, operation;
} partial_row;

/* A recording that was added as a whole, after all rows. */
typedef struct partial_recording {
    const corr_input *in;
    corr_str digest; /* as of its line */
    int64_t n;       /* observations */
} partial_recording;

/* Who sees what is added, in its order; members may be NULL. */
typedef struct partial_eye {
    void (*row)(void *ctx, const partial_row *row);
    void (*recording)(void *ctx, const partial_recording *recording);
    void *ctx;
} partial_eye;

/* Adds all rows of selections, each of a kind, joined, and in the order of its
 * files. */
corr_code partial_add_rows(partial_sums *sums, const corr_sel *const *sel,
                           size_t n, partial_eye eye, corr_err *err);

#endif
