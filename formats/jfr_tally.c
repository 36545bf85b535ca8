/*
 * Runs of events of which only counts and sums are wanted, or sums by stack.  Nearly all of a
 * recording are of a few types, short, and nothing but integers.  Where these
 * lie depends on where integers end in the event, and on no other bit of it:
 * so that is worked out once for each such shape, of which there are few.
 */
#include "jfr.h"

/* A size has one byte here; what is nearer to the end of what is at hand is
 * left. */
enum { LONGEST = 0x7f };

/* Integers before the first field: size and type. */
enum { HEAD = 2 };

/* Sums are kept by groups of seven bits, so many before they are carried. */
enum { CARRY = 512 };

static const uint64_t sevens = UINT64_C(0x7f7f7f7f7f7f7f7f);
static const uint64_t every_other = UINT64_C(0x007f007f007f007f);

void jfr_tally_begin(jfr_act *a, uint32_t type)
{
    static const uint8_t order[] = { JFR_SUM_START, JFR_SUM_THREAD,
                                     JFR_SUM_STACK, JFR_SUM_VALUE };
    unsigned roles = 0, ahead = HEAD, k = 0;

    for (unsigned i = 0; i < sizeof order; i++) {
        a->ahead[i] = 0;
        if (k == a->nnumber || a->number[k].role != order[i])
            continue;
        ahead += a->number[k++].skip;
        a->ahead[i] = (uint8_t)(ahead < UINT8_MAX ? ahead : UINT8_MAX);
        roles |= order[i];
        ahead = 0;
    }
    a->is_plain = k == a->nnumber && (roles & JFR_SUM_VALUE) != 0 &&
                  type < JFR_SHAPED_TYPES;
    a->with_start = (roles & JFR_SUM_START) != 0;
    a->with_thread = (roles & JFR_SUM_THREAD) != 0;
    a->early = a->who = UINT64_MAX;
}

/* ---- shapes --------------------------------------------------------------- */

/* Where integers begin, without the first n of them. */
static uint64_t behind(uint64_t starts, unsigned n)
{
    for (; n > 0; n--)
        starts &= starts - 1;
    return starts;
}

/* The first of them, which another one follows. */
static jfr_place_of place_of(uint64_t starts)
{
    const unsigned from = jfr_first(starts);
    const unsigned n = jfr_first(behind(starts, 1)) - from;

    return (jfr_place_of){ sevens >> (64 - 8 * n), (uint8_t)from, (uint8_t)n };
}

/* ends: where integers of the event end in its first 32 bytes. */
static void find_shape(jfr_shape *s, const jfr_act *a, uint64_t key,
                       uint64_t ends, size_t size)
{
    const uint64_t inside = size < 32 ? (UINT64_C(1) << size) - 1 : UINT32_MAX;
    const uint64_t start = behind(ends << 1 | 1, a->ahead[0]);
    const uint64_t thread = behind(start, a->ahead[1]);
    const uint64_t stack = behind(thread, a->ahead[2]);
    const uint64_t value = behind(stack, a->ahead[3]);

    *s = (jfr_shape){ .key = key };
    if (!behind(value, 1) || jfr_has_run(~ends & inside))
        return;
    s->value = place_of(value);
    if (a->with_start)
        s->start = place_of(start);
    if (a->with_thread)
        s->thread = place_of(thread);
    if (a->is_piled)
        s->stack = place_of(stack);
}

void jfr_tally_forget(jfr *j)
{
    memset(j->shape, 0, sizeof j->shape);
}

/* ---- sums ------------------------------------------------------------------- */

static void carry(jfr_act *a)
{
    for (unsigned i = 0; i < 8; i++) {
        const uint64_t groups = i & 1 ? a->odd : a->even;
        const int64_t n = (int64_t)(groups >> (i / 2 * 16) & 0xffff);
        const int64_t most = INT64_MAX >> 7 * i;
        a->sums.value =
            corr_sum(a->sums.value, n > most ? INT64_MAX : n << 7 * i);
    }
    a->even = a->odd = 0;
}

/* Seven bits a byte, as they stand in the file: in order like the numbers that
 * they make up. */
static int64_t number_of(uint64_t groups)
{
    return (int64_t)jfr_int_of_groups(groups);
}

/* Another thread than the last time. */
static void leave_thread(jfr *j, jfr_act *a, uint64_t who)
{
    a->who = who;
    if (a->with_thread)
        jfr_leave_thread(j, number_of(who));
}

static void leave_time(jfr_act *a, uint64_t when)
{
    a->early = when < a->early ? when : a->early;
    a->late = when > a->late ? when : a->late;
}

static bool pile(jfr *j, jfr_act *a, const jfr_shape *s, const uint8_t *p,
                 uint64_t value)
{
    const uint64_t stack = jfr_load8(p + s->stack.at) & s->stack.mask;

    if (!jfr_pile_add(&j->piles, a->kind, (uint64_t)number_of(stack),
                      number_of(value)))
        return false;
    leave_time(a, jfr_load8(p + s->start.at) & s->start.mask);
    return true;
}

/* Sums up an event of a plain type; false: its integers are not where they are
 * expected, nothing was done. */
static inline bool sum(jfr *j, uint32_t type, const uint8_t *p, size_t size)
{
    jfr_act *a = &j->act[type];
    const uint64_t all = size < 32 ? (UINT64_C(1) << size) - 1 : UINT32_MAX;
    const uint64_t ends = ~jfr_more32(p) & all;
    const uint64_t key = (uint64_t)type << 39 | size << 32 | ends;
    jfr_shape *s = &j->shape[key * UINT64_C(0x9e3779b97f4a7c15) >> 56];

    if (s->key != key)
        find_shape(s, a, key, ends, size);
    if (!s->value.n)
        return false;
    const uint64_t value = jfr_load8(p + s->value.at) & s->value.mask;
    if (a->is_piled)
        return pile(j, a, s, p, value);
    a->even += value & every_other;
    a->odd += value >> 8 & every_other;
    const uint64_t who = jfr_load8(p + s->thread.at) & s->thread.mask;
    a->threads += who != 0;
    if (j->leaves) {
        leave_time(a, jfr_load8(p + s->start.at) & s->start.mask);
        if (who != a->who)
            leave_thread(j, a, who);
    }
    if (a->n % CARRY == CARRY - 1)
        carry(a);
    return true;
}

size_t jfr_tally(jfr *j, size_t at)
{
    const uint8_t *p = j->k.p;
    const size_t limit = j->ready > JFR_REACH ? j->ready - JFR_REACH : 0;

    while (at < limit) {
        const uint64_t x = jfr_load8(p + at);
        const size_t size = x & 0xff;
        const uint64_t high = x & 0x8000 ? x >> 9 & 0x3f80 : 0;
        const uint64_t id = high | (x >> 8 & 0x7f);
        if (size <= HEAD || size > LONGEST || (x & 0x808000) == 0x808000 ||
            id >= JFR_NEAR || !j->types.near[id])
            break;
        const uint32_t type = j->types.near[id] - 1;
        jfr_act *a = &j->act[type];
        if (!a->is_counted && !(a->is_plain && sum(j, type, p + at, size)))
            break;
        a->n++;
        at += size;
    }
    return at;
}

void jfr_tally_end(jfr *j, jfr_act *a)
{
    j->count[a->count].n += a->n;
    if (!a->is_plain)
        return;
    carry(a);
    a->sums.rows += (int64_t)a->n;
    a->sums.with_thread += a->threads;
    if (a->with_start) {
        jfr_leave(j, a, number_of(a->early), a->thread);
        jfr_leave(j, a, number_of(a->late), a->thread);
    }
}
