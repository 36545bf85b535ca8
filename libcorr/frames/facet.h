/*
 * facet - what a sample has one of: thread, service, operation, span, trace,
 * or a label.
 *
 * A key is looked up once per thread, label set or span of an input, not once
 * per sample.  Samples that have none share a key in brackets, "[no thread]".
 */
#ifndef CORR_FACET_H
#define CORR_FACET_H

#include "corr_view.h"
#include "frames/frame_keys.h"
#include "select/select.h"

typedef struct facet {
    const corr_sel *sel;
    corr_by by;
    corr_str label; /* by label: its key; borrowed */
    keys *keys;     /* where the keys come from */
    /* private below */
    corr_arena *arena;
    uint32_t **memo;   /* [inputs][threads or label sets]: key */
    uint32_t *of_span; /* [spans]: key */
} facet;

/* Makes the store ready for the question. */
corr_code facet_prepare(corr_store *st, corr_by by, const char *label,
                        corr_err *err) CORR_CHECK;
/* f->sel, by, label and keys are set; memory comes from the arena.  False:
 * out of memory. */
bool facet_init(facet *f, corr_arena *arena) CORR_CHECK;

/* A key that a row counts for. */
typedef struct facet_part {
    uint32_t key;
    uint32_t span; /* that it was joined to, by operation, span and trace */
    double share;  /* of the whole row */
} facet_part;

enum { FACET_PARTS = JOIN_PARTS + 1 };

/* The keys of row k of a part: one, unless the row is divided among spans.
 * Their shares are the row's in the selection.  0: out of memory. */
size_t facet_parts(facet *f, const sel_part *p, size_t k,
                   facet_part part[FACET_PARTS]);

#endif
