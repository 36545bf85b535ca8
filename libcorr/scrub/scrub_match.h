/*
 * scrub_match - finds many values at once, in the encodings that hide them: any
 * case, UTF-16, hex, and base64 at each of its three offsets.
 *
 * The scan looks at three bytes at a time and jumps ahead by what no value can
 * have (Wu and Manber, 1994).  Of many patterns with one beginning a search by
 * halves finds the longest.  Percent escapes, JSON escapes and dashes are
 * undone before by a view (scrub_view.h).
 *
 * A matcher is built once and then only read.  match_add and match_build are
 * false when memory is out.
 */
#ifndef CORR_SCRUB_MATCH_H
#define CORR_SCRUB_MATCH_H

#include "base/vec.h"
#include "corr_bytes.h"

/* Fewer bytes are found at their own places only. */
enum { MATCH_LEAST = 4 };

typedef struct match_pattern {
    uint32_t at, n; /* bytes of the matcher */
    uint32_t value; /* the caller's number */
    uint32_t next;  /* 1 + the next one of the group; 0: no more */
    bool folded;    /* compared in lower case */
    bool weak;      /* only as a word of its own */
    bool strict;    /* weak, and not in a camelCase name either */
} match_pattern;

/* Patterns with the same first bytes.  A few are a chain; many are sorted. */
typedef struct match_group {
    uint32_t first, n;        /* 1 + the first pattern, and how many */
    uint32_t sorted;          /* 1 + its first row; 0: a chain */
    uint32_t nfolded, nexact; /* rows: folded ones before exact ones */
} match_group;

/* A row of a sorted group.  Each pattern that begins another one is above it;
 * such links are 1 + a row, or 0. */
typedef struct match_sorted {
    uint32_t pattern;
    uint32_t up;     /* the longest one above */
    uint32_t strong; /* the same that is not weak; or this row */
} match_sorted;

/* The patterns that a matcher takes. */
typedef enum match_takes {
    MATCH_ALL,
    MATCH_STRONG, /* not the weak ones */
    MATCH_IDS     /* what can be in 16 or 32 hex digits */
} match_takes;

typedef struct matcher {
    vec(match_pattern) pattern;
    vec(uint8_t) bytes;
    vec(match_group) group;
    vec(match_sorted) sorted;
    corr_map first8, first4; /* the number of the group with this beginning */
    uint8_t *shift;          /* [65536] */
    uint64_t *seen;          /* bits by the hashes of beginnings */
    unsigned seen_shift;     /* of a hash, to the number of its bit */
    size_t least;            /* bytes of the shortest pattern */
    match_takes takes;
    bool has_short; /* patterns of fewer than 8 bytes */
} matcher;

typedef struct match_hit {
    size_t from, to;
    uint32_t value;
    bool weak;
    size_t strong_to; /* the end of the longest that is not weak; or from */
    uint32_t strong_value;
} match_hit;

/* The same hit without regard to weak values.  False: there is no other. */
static inline bool match_strong(match_hit *hit)
{
    if (hit->strong_to <= hit->from)
        return false;
    hit->to = hit->strong_to;
    hit->value = hit->strong_value;
    hit->weak = false;
    return true;
}

/* Whether a value is a plain word, or nothing but hex digits. */
bool match_is_weak(corr_str value, bool is_secret, bool *strict);

/* Adds a value in all encodings; only_plain: in any case alone. */
bool match_add(matcher *m, corr_str value, uint32_t number, bool is_secret,
               bool only_plain);
bool match_build(matcher *m);
void match_clear(matcher *m);

/* The first hit at or behind `at`, the longest one there. */
bool match_next(const matcher *m, const uint8_t *p, size_t n, size_t at,
                match_hit *hit);

/* Whether there is a hit. */
bool match_is_in(const matcher *m, const uint8_t *p, size_t n);

#endif
