/* info_groups - files of one recorder, service and kind, which are one row of
 * the table of corr info. */
#ifndef CORR_INFO_GROUPS_H
#define CORR_INFO_GROUPS_H

#include "verbs/info/info.h"

/* The parts of the table, in this order within a service. */
typedef enum info_part {
    PART_CODE,  /* samples of code: cpu, wall */
    PART_OTHER, /* other kinds, such as a heap */
    PART_TRACES,
    PART_METRICS,
    PART_ALERTS,
    PART_NONE /* no row */
} info_part;

/* Files of one recorder, service and kind. */
typedef struct info_group {
    info_part part;
    corr_str service, producer, kind;
    const char *format;
    corr_unit unit;
    bool is_assumed, by_pid, is_own_clock, has_ids, has_times, is_measured;
    bool by_file;      /* all files: only their names say whose they are */
    bool is_placed;    /* spans placed the clock of some files */
    uint32_t first, n; /* files */
    int64_t samples, amount; /* samples negative: unknown */
    int64_t exemplars;
    int64_t joined, of;
    int64_t most; /* joined by `rung` */
    corr_rung rung;
    corr_why why;
} info_group;

typedef struct info_groups {
    const overview *o;
    info_group *v;
    uint32_t n;
    uint32_t *of; /* [inputs] group of each input; n: it has no row */
} info_groups;

/* Fills l, whose arrays have room for all inputs: the groups, and what of their
 * samples is joined. */
void info_groups_fill(info_groups *l);
/* "pricing.cpu.00..08.pb.gz"; other names: the first, and how many more. */
const char *info_group_files(const info_groups *l, uint32_t g);
/* "heap, mutex, +5 files" */
const char *info_group_kinds(const info_groups *l, uint32_t g);
/* "heap", "alloc": kinds of bytes without their unit. */
corr_str info_short_kind(corr_str kind);

#endif
