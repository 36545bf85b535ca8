/*
 * flamebearer - what the parts of the reader of Pyroscope's answers share.
 *
 *   flamebearer.c         the format record, its probe, the document
 *   flamebearer_level.c   rows of boxes, and which is on which
 *   flamebearer_kind.c    what the values are
 *
 * A flame graph is drawn from the root down, a list of boxes for each level.
 * Names and units may come behind the levels, so boxes are kept, 32 bytes
 * each.
 */
#ifndef CORR_FLAMEBEARER_H
#define CORR_FLAMEBEARER_H

#include "common/json.h"

typedef struct flame_node {
    uint32_t parent; /* 0: none */
    uint32_t depth;  /* 1: of the first level */
    uint64_t name;   /* its number in the file */
    int64_t self;
    int64_t base; /* of the left side of a comparison, else 0 */
} flame_node;

/* Where a box of a level is, both sides added up. */
typedef struct flame_box {
    int64_t start, end;
    uint32_t node; /* 0: it is on none, and left out */
} flame_box;

typedef corr_vec(flame_box) flame_boxes;

typedef struct flame_levels {
    corr_src *in;
    corr_build *b;
    unsigned width;            /* numbers of a box: 4, or 7 of a comparison */
    uint64_t misfits;          /* boxes that cannot be where they are, ... */
    uint64_t where;            /* ... the first in the level that ends here */
    corr_vec(flame_node) node; /* [0] is none */
    flame_boxes box, above;    /* of this level and the one before */
    corr_vec(int64_t) number;  /* of this level */
    uint32_t depth;            /* levels so far */
    int64_t whole;             /* what the boxes of the first level hold */
} flame_levels;

/* Takes the value at hand, the list of levels. */
void flame_read_levels(flame_levels *l, json *j);
void flame_levels_reset(flame_levels *l);
void flame_levels_clear(flame_levels *l);

/* What the document says of itself; empty and 0 where it does not. */
typedef struct flame_facts {
    char units[32], name[256];
    double rate;       /* samples a second */
    double start, end; /* s since 1970 */
} flame_facts;

/* The kind of the values.  *num and *den: value * num / den is in its unit;
 * *counts: a value is a number of samples. */
corr_kind_row flame_kind(const flame_facts *f, int64_t *num, int64_t *den,
                         bool *counts);

#endif
