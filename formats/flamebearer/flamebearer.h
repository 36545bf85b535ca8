/*
 * flamebearer - declarations shared by the parts of the reader of Pyroscope's
 * answers.
 *
 *   flamebearer.c         the format record, its probe, the document
 *   flamebearer_level.c   rows of boxes as a tree
 *   flamebearer_kind.c    the kind of the values
 *
 * A flame graph is drawn from the root down, with a list of boxes per level.
 * Names and units may come after the levels, so boxes stay in memory, 40 bytes
 * each.
 */
#ifndef CORR_FLAMEBEARER_H
#define CORR_FLAMEBEARER_H

#include "common/json.h"

typedef struct flame_node {
    uint32_t parent; /* 0: no parent */
    uint32_t depth;  /* 1: first level */
    uint32_t anchor; /* itself, or the ancestor from which on the root of a deep
                        stack is kept */
    uint64_t name;   /* number of its name in the file */
    int64_t self;
    int64_t base; /* value of the left side of a comparison, else 0 */
} flame_node;

/* The place of a box in its level; values of both sides are added. */
typedef struct flame_box {
    int64_t start, end;
    uint32_t node; /* 0: no parent box, so it is dropped */
} flame_box;

typedef corr_vec(flame_box) flame_boxes;

typedef struct flame_levels {
    corr_src *in;
    corr_build *b;
    unsigned width;            /* numbers per box: 4, or 7 in a comparison */
    uint64_t misfits;          /* boxes without a parent box */
    uint64_t where;            /* the first of them is in the level that ends at
                                  this offset */
    corr_vec(flame_node) node; /* [0] is unused */
    flame_boxes box, above;    /* boxes of this level and of the level above */
    corr_vec(int64_t) number;  /* numbers of this level */
    uint32_t depth;            /* levels so far */
    int64_t whole;             /* total of the boxes of the first level */
} flame_levels;

/* Reads the current value, the list of levels. */
void flame_read_levels(flame_levels *l, json *j);
void flame_levels_reset(flame_levels *l);
void flame_levels_clear(flame_levels *l);

/* The metadata of the document; empty and 0: missing. */
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
