/*
 * waterfall - the private side of the view, for modules that compute from it:
 * savings, gaps, folded rows, operations, code on the path.
 *
 * Spans are numbered depth first, children by start: a subtree is a range, and
 * a parent's number is smaller than its children's.  The waterfall owns its
 * memory and borrows the store; after its creation any thread may read.
 */
#ifndef CORR_WATERFALL_H
#define CORR_WATERFALL_H

#include "base/base.h"
#include "store/clock_hosts.h"
#include "store/store.h"
#include "trace/critical_path.h"

struct corr_waterfall {
    corr_arena arena; /* owns this struct and the columns below */
    corr_store *store;
    corr_waterfall_facts facts;
    uint32_t n;
    uint32_t first;      /* number in the store of the trace's first span */
    uint32_t *span;      /* [n] number in the store, in depth-first order */
    uint32_t *depth;     /* [n] */
    critical_span *time; /* [n] */
    critical critical;
    corr_map by_id; /* span id -> index, the first one */
    uint32_t focus;
    clock_hosts *clocks; /* relative to the root's clock */
    clock_hosts mine;
    uint32_t *clock; /* [nclock] clocks of shifted spans */
    uint32_t nclock;
};

/* Makes the waterfall of trace number `trace` of a prepared store. clocks: of
 * all traces of the store; NULL: of this trace. focus looks for spans with
 * samples, which walks over all samples. */
corr_waterfall *waterfall_of(corr_store *st, uint32_t trace,
                             clock_hosts *clocks, bool focus,
                             corr_err *err) CORR_CHECK;

/* Aligns the clocks of the trace with the clock of the root, w->facts.root.
 * shift: the ns to add to the times of each span, [n] by place in the trace;
 * NULL: no shifts.  False: out of memory. */
bool waterfall_shifts(corr_waterfall *w, uint32_t trace, clock_hosts *known,
                      int64_t **shift) CORR_CHECK;

/* The number of the clock of span i; UINT32_MAX: unknown. */
uint32_t waterfall_clock(const corr_waterfall *w, uint32_t i);

static inline const span_row *waterfall_row(const corr_waterfall *w, uint32_t i)
{
    return store_span(w->store, w->span[i]);
}

static inline const input *waterfall_input(const corr_waterfall *w, uint32_t i)
{
    return store_input(w->store, w->store->spans.at.v[w->span[i]].input);
}

static inline corr_str waterfall_name(const corr_waterfall *w, uint32_t i)
{
    return input_text(waterfall_input(w, i), waterfall_row(w, i)->name);
}

/* Whether the parent of span i is named, but not in the trace. */
static inline bool waterfall_is_orphan(const corr_waterfall *w, uint32_t i)
{
    return w->time[i].up == CRITICAL_NONE && waterfall_row(w, i)->parent != 0;
}

static inline int64_t waterfall_duration(const corr_waterfall *w, uint32_t i)
{
    return sub_clamped(w->time[i].end, w->time[i].start);
}

#endif
