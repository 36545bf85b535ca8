/*
 * findings_world - worlds of which the truth is known: for each kind of finding
 * one that has it, one that has it not, and one that nearly has it.
 *
 * A world is made of a seed.  truth_print writes the row of the table of truth,
 * and fails if a finding is missed or invented in more than 5 of 100 worlds.
 */
#ifndef CORR_FINDINGS_WORLD_H
#define CORR_FINDINGS_WORLD_H

#include <stdarg.h>
#include <stdio.h>

#include "corr_findings.h"
#include "test/testing.h"

enum { WORLDS = 100, MOST_WRONG = 5 };

typedef enum world { PRESENT, ABSENT, NEAR_MISS, WORLD_KINDS } world;

typedef struct dice {
    uint64_t state;
} dice;

static inline uint64_t dice_roll(dice *d)
{
    uint64_t z = d->state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* In [least, most]. */
static inline int dice_int(dice *d, int least, int most)
{
    return least + (int)(dice_roll(d) % (uint64_t)(most - least + 1));
}

static inline double dice_real(dice *d)
{
    return (double)(dice_roll(d) >> 11) / 9007199254740992.0;
}

/* Traces or stacks of a world, as test_store.h reads them. */
typedef struct world_text {
    char v[1 << 21];
    size_t n;
    int ids; /* of spans, used so far */
} world_text;

static inline void world_begin(world_text *t)
{
    t->n = 0;
    t->ids = 0;
    t->v[0] = '\0';
}

CORR_PRINTF(2, 3)
static inline void world_put(world_text *t, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    t->n += (size_t)vsnprintf(t->v + t->n, sizeof t->v - t->n, format, ap);
    va_end(ap);
    assert_true(t->n < sizeof t->v);
}

/* A wait of so many ms from a ms on, for an object of class Cache; 0: only its kind
 * is there. */
static inline void world_wait(corr_build *b, const char *name, corr_wait kind,
                              corr_thread thread, int from, int ms)
{
    const corr_kind k =
        corr_add_kind(b, &(corr_kind_row){ .name = corr_str_of(name),
                                           .type = corr_str_of(name),
                                           .unit = CORR_NS,
                                           .flags = CORR_KIND_INTERVAL,
                                           .wait = kind });

    if (ms > 0)
        corr_add_sample(
            b, &(corr_sample_row){ .kind = k,
                                   .thread = thread,
                                   .labels = testing_labels(b, "class=Cache"),
                                   .time = testing_ms(from),
                                   .duration = ms * INT64_C(1000000),
                                   .value = ms * INT64_C(1000000) });
}

/* Whether the findings of a world have this id. */
static inline bool world_shows(corr_store *st, const corr_findings_about *about,
                               const char *id)
{
    corr_err err = { 0 };
    corr_findings *f = corr_findings_of(st, about, &err);
    bool is_there = false;

    if (!f)
        fail_msg("%s", err.what);
    for (uint32_t i = 0; i < corr_findings_size(f); i++)
        is_there |= strcmp(corr_findings_at(f, i).id, id) == 0;
    corr_findings_free(f);
    return is_there;
}

static inline void truth_print(const char *id, const int found[WORLD_KINDS])
{
    print_message("# %-18s present %3d  absent %3d  near miss %3d  of %d\n", id,
                  found[PRESENT], found[ABSENT], found[NEAR_MISS], WORLDS);
    assert_true(found[PRESENT] >= WORLDS - MOST_WRONG);
    assert_true(found[ABSENT] <= MOST_WRONG);
    assert_true(found[NEAR_MISS] <= MOST_WRONG);
}

#endif
