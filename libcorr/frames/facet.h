/*
 * facet - the key of a sample by thread, service, operation, span, trace, label, or
 * attribute of the root of its trace.
 *
 * A key is looked up once per thread, label set or span of an input, not once
 * per sample.  Samples without a value share a key in brackets, "[no thread]".
 * One thread uses a facet.  Memory comes from an arena.
 */
#ifndef CORR_FACET_H
#define CORR_FACET_H

#include "corr_view.h"
#include "frames/frame_keys.h"
#include "select/select.h"

typedef struct facet {
    const corr_sel *sel;
    corr_by by;
    corr_str label; /* for CORR_BY_LABEL and CORR_BY_ROOT: the key; borrowed */
    keys *keys;     /* where the keys come from */
    /* private below */
    corr_arena *arena;
    uint32_t **memo;   /* [inputs][threads or label sets]: key */
    uint32_t *of_span; /* [spans]: key */
} facet;

/* Prepares or joins the store as far as this kind of key needs. */
corr_code facet_prepare(corr_store *st, corr_by by, const char *label,
                        corr_err *err) CORR_CHECK;
/* The caller has set f->sel, by, label and keys; memory comes from the arena.
 * False: out of memory. */
bool facet_init(facet *f, corr_arena *arena) CORR_CHECK;

/* A key that a row counts for. */
typedef struct facet_part {
    uint32_t key;
    uint32_t span; /* joined span; 0 for other kinds of key */
    double share;  /* of the whole row */
} facet_part;

enum { FACET_PARTS = JOIN_PARTS + 1 };

/* Fills the keys of row k of a part: one key, unless the row is divided among
 * spans.  The shares add up to the row's share in the selection. 0: out of
 * memory. */
size_t facet_parts(facet *f, const sel_part *p, size_t k,
                   facet_part part[FACET_PARTS]);

#endif
