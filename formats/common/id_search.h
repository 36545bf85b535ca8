/*
 * id_search - finds the spellings of a wanted id in a text.
 *
 * A hit is a candidate: the record with the hit must still be parsed and
 * compared. A record without a hit cannot contain the id.
 *
 * Every occurrence of a needle covers at least one whole group of four bytes at
 * a multiple of the stride, so only these groups are looked up: one look-up per
 * stride, however many needles there are.
 */
#ifndef CORR_NEEDLE_H
#define CORR_NEEDLE_H

#include "corr_format.h"

#define NEEDLE_SLOTS  8192
#define NEEDLE_AMONG  6 /* texts besides the spellings of an id */
#define NEEDLES       (CORR_NEEDLES + NEEDLE_AMONG)
#define NEEDLE_GROUPS (NEEDLES * CORR_NEEDLE_MAX)

typedef struct needle_group {
    uint32_t bytes;
    uint8_t needle, at; /* needle of the group, and its place there */
} needle_group;

typedef struct needles {
    size_t n;      /* 0: no needles */
    size_t stride; /* bytes */
    size_t longest;
    char text[NEEDLES][CORR_NEEDLE_MAX];
    size_t length[NEEDLES];
    size_t ngroup;
    needle_group group[NEEDLE_GROUPS];
    uint8_t known[NEEDLE_SLOTS]; /* by hash: a group has this hash */
} needles;

/* False: no search is possible; everything must be read. */
bool needles_init(needles *s, const corr_want *want);
/* The same, and up to NEEDLE_AMONG texts as well, each of at least 8 bytes. */
bool needles_init_among(needles *s, const corr_want *want, const corr_str *text,
                        size_t n);
/* Texts, at most CORR_NEEDLES; false: one is shorter than 4 bytes. */
bool needles_init_texts(needles *s, const corr_str *text, size_t n);

/* The first place in [p,end) of a whole needle, or NULL. */
const uint8_t *needles_find(const needles *s, const uint8_t *p,
                            const uint8_t *end);

#endif
