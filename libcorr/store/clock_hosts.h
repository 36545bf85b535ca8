/*
 * clock_hosts - the offsets between the clocks of hosts, from the calls between
 * them (corr-methods 1.7).
 *
 * A request cannot arrive before the caller sent it, and the answer cannot
 * leave the server after the caller received it.  So each call bounds the
 * offset of two clocks.  The offset of a pair is the interval that most of its
 * calls share.  Clocks are left alone if an offset of zero fits as well.  Pairs
 * do not narrow each other, because their calls may be of different times.
 *
 * Times of spans are shifted to the clock of one host before they are compared
 * across hosts.  Times of samples are not shifted: they are compared only with
 * spans of their own process.
 */
#ifndef CORR_CLOCK_HOSTS_H
#define CORR_CLOCK_HOSTS_H

#include "store/clock_bounds.h"
#include "store/store.h"

/* Two clocks with calls between them.  `in` bounds the offset of b's clock
 * against a's. */
typedef struct host_pair {
    uint32_t a, b;     /* names[a] < names[b] */
    clock_bound in;    /* INT64_MIN, INT64_MAX: no bound on that side */
    uint32_t calls;    /* calls that agree with `in` */
    uint32_t of;       /* calls that were looked at */
    bool apart;        /* the clocks differ, and both bounds are known */
    bool far;          /* the offset is too large to be believed */
    bool may_be_apart; /* too few calls to know it, but all of them agree that
                          the clocks differ by about guess */
    int64_t guess;
} host_pair;

typedef struct clock_hosts {
    vec(corr_str) name;  /* sorted; the inputs own the texts */
    vec(host_pair) pair; /* sorted by a, b */
    bool apart;          /* some pair is apart */
    /* filled by clock_hosts_settle, [name.n]: */
    int64_t *shift, *u; /* ns to add to times; its uncertainty */
    bool *reached;      /* calls connect the clock with the reference clock */
    uint32_t *by;       /* the pair that reached the clock */
    /* private */
    corr_map by_name;
    corr_arena arena;
} clock_hosts;

/* Fills *h from the calls that the inputs list and from the spans of one trace
 * (UINT32_MAX: no trace).  False: out of memory.  The caller clears *h in any
 * case. */
bool clock_hosts_of(clock_hosts *h, const corr_store *st,
                    uint32_t trace) CORR_CHECK;
void clock_hosts_clear(clock_hosts *h);

/* The name of the clock that a span's times were read from; empty: unknown. */
corr_str clock_hosts_name(const corr_store *st, uint32_t span);
/* The index of a clock; UINT32_MAX: there is no such clock. */
uint32_t clock_hosts_find(const clock_hosts *h, corr_str name);
/* Computes the shift of every clock to the clock `to`. */
void clock_hosts_settle(clock_hosts *h, corr_str to);

#endif
