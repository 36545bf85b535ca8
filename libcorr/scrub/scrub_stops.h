/*
 * scrub_stops - the places of a text where a shape of scrub_shape.c may begin.
 *
 * 64 bytes are looked at together, so that the scan passes plain words without
 * a look at each letter.  A place that is passed begins no shape; one that is
 * returned may still begin none.  What begins a shape is in corr-methods 9.
 */
#ifndef CORR_SCRUB_STOPS_H
#define CORR_SCRUB_STOPS_H

#include <stdbool.h>
#include <stdint.h>

#include "corr_bytes.h"

/* Letters and digits of ASCII, '_' and '-': what a run is made of. */
static inline bool stops_has_run(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_' || c == '-';
}

typedef struct scrub_stops {
    corr_str text; /* borrowed */
    size_t block;  /* where the bits begin */
    uint64_t bits; /* 1: a stop */
} scrub_stops;

scrub_stops stops_of(corr_str text);
/* The first stop at or behind `at`, which begins a run or is in no run; or the
 * length of the text. */
size_t stops_next(scrub_stops *s, size_t at);

#endif
