/*
 * moment - a time that may be unknown (corr-methods 3.1).
 *
 * It is a struct, so that no unknown time enters a number unseen: moment_get asks,
 * and moment_or names what stands in its place.  Nothing here fails.
 */
#ifndef CORR_MOMENT_H
#define CORR_MOMENT_H

#include "base/base.h"
#include "corr_base.h"

typedef struct moment {
    int64_t ns; /* CORR_NO_TIME: unknown; read by the functions below */
} moment;

#define MOMENT_UNKNOWN ((moment){ CORR_NO_TIME })

static inline moment moment_at(int64_t ns)
{
    return (moment){ ns };
}

static inline bool moment_known(moment m)
{
    return m.ns != CORR_NO_TIME;
}

/* False: unknown, *ns is unchanged. */
static inline bool moment_get(moment m, int64_t *ns)
{
    if (moment_known(m))
        *ns = m.ns;
    return moment_known(m);
}

static inline int64_t moment_or(moment m, int64_t other)
{
    return moment_known(m) ? m.ns : other;
}

/* The place of a time in an order: unknown times come first. */
static inline int64_t moment_order(moment m)
{
    return m.ns;
}

static inline moment moment_plus(moment m, int64_t ns)
{
    return moment_known(m) ? moment_at(add_clamped(m.ns, ns)) : m;
}

#endif
