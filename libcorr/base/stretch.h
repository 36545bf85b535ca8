/*
 * stretch - an interval of time [from, to) in ns, and how two of them overlap.
 *
 * There are several rules for "recorded at the same time"; each caller names
 * the rule it uses.  Nothing here fails.
 */
#ifndef CORR_STRETCH_H
#define CORR_STRETCH_H

#include "base/base.h"

typedef struct stretch {
    int64_t from, to;
} stretch;

/* How much two clocks of one host may differ (corr-methods 1.7). */
#define STRETCH_CLOCK_NS INT64_C(1000000)
/* Distance in time up to which two things belong together (corr-methods
 * 1.9). */
#define STRETCH_NEAR_NS INT64_C(60000000000)

static inline stretch stretch_widen(stretch a, int64_t by)
{
    return (stretch){ sub_clamped(a.from, by), add_clamped(a.to, by) };
}

static inline int64_t stretch_length(stretch a)
{
    return sub_clamped(a.to, a.from);
}

/* Length of the overlap; 0 or less: the intervals do not overlap. */
static inline int64_t stretch_common(stretch a, stretch b)
{
    return sub_clamped(min_i64(a.to, b.to), max_i64(a.from, b.from));
}

static inline bool stretch_holds(stretch a, int64_t t)
{
    return t >= a.from && t < a.to;
}

/* Whether each interval begins before the other ends. */
static inline bool stretch_touch(stretch a, stretch b)
{
    return a.from < b.to && b.from < a.to;
}

/* Whether the first interval lies inside the other. */
static inline bool stretch_within(stretch a, stretch of)
{
    return a.from >= of.from && a.to <= of.to;
}

/* Whether ns is at least half of `of`. */
static inline bool stretch_is_half(int64_t ns, int64_t of)
{
    return ns > 0 && ns >= of / 2;
}

/* Whether the overlap is at least half of the shorter interval: intervals that
 * follow one another may overlap a little. */
static inline bool stretch_share_half(stretch a, stretch b)
{
    return stretch_is_half(stretch_common(a, b),
                           min_i64(stretch_length(a), stretch_length(b)));
}

#endif
