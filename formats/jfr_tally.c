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

void jfr_tally_begin(jfr_act *a)
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
    a->is_plain = k == a->nnumber && (roles & JFR_SUM_VALUE) != 0;
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
static void put_place(jfr_shape *s, enum jfr_place_of what, uint64_t starts)
{
    const unsigned from = jfr_first(starts);
    const unsigned n = jfr_first(behind(starts, 1)) - from;

    s->mask[what] = sevens >> (64 - 8 * n);
    s->at[what] = (uint8_t)from;
}

/* ends: where integers of the event end in its first 32 bytes.  False: some are
 * not where they are expected. */
static bool find_places(jfr_shape *s, const jfr_act *a, uint64_t ends,
                        uint64_t inside)
{
    const uint64_t start = behind(ends << 1 | 1, a->ahead[0]);
    const uint64_t thread = behind(start, a->ahead[1]);
    const uint64_t stack = behind(thread, a->ahead[2]);
    const uint64_t value = behind(stack, a->ahead[3]);

    if (!behind(value, 1) || jfr_has_run(~ends & inside))
        return false;
    put_place(s, JFR_AT_VALUE, value);
    if (a->with_start)
        put_place(s, JFR_AT_START, start);
    if (a->with_thread)
        put_place(s, JFR_AT_THREAD, thread);
    if (a->is_piled)
        put_place(s, JFR_AT_STACK, stack);
    return true;
}

/* Of the event that begins with these eight bytes; false: it is none that a run
 * consists of, nothing was done. */
static bool find_shape(jfr *j, jfr_shape *to, uint64_t x, uint64_t key,
                       uint64_t inside)
{
    const uint64_t high = x & 0x8000 ? x >> 9 & 0x3f80 : 0;
    const uint64_t id = high | (x >> 8 & 0x7f);
    jfr_shape s = { .key = key };

    if ((x & 0x808000) == 0x808000 || id >= JFR_NEAR || !j->types.near[id])
        return false;
    s.act = &j->act[j->types.near[id] - 1];
    if (!s.act->is_counted &&
        !(s.act->is_plain && find_places(&s, s.act, key & UINT32_MAX, inside)))
        return false;
    *to = s;
    return true;
}

static size_t slot_of(uint64_t key)
{
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >>
                    (64 - JFR_SHAPE_BITS));
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

static inline uint64_t take(const jfr_shape *s, enum jfr_place_of what,
                            const uint8_t *p)
{
    return jfr_load8(p + s->at[what]) & s->mask[what];
}

static bool pile(jfr *j, const jfr_shape *s, const uint8_t *p)
{
    if (!jfr_pile_add(&j->piles, s->act->kind,
                      (uint64_t)number_of(take(s, JFR_AT_STACK, p)),
                      number_of(take(s, JFR_AT_VALUE, p))))
        return false;
    leave_time(s->act, take(s, JFR_AT_START, p));
    return true;
}

static inline void sum(jfr *j, const jfr_shape *s, const uint8_t *p)
{
    const uint64_t value = take(s, JFR_AT_VALUE, p);
    const uint64_t who = take(s, JFR_AT_THREAD, p);
    jfr_act *a = s->act;

    a->even += value & every_other;
    a->odd += value >> 8 & every_other;
    a->threads += who != 0;
    if (j->leaves) {
        leave_time(a, take(s, JFR_AT_START, p));
        if (who != a->who)
            leave_thread(j, a, who);
    }
    if (a->n % CARRY == CARRY - 1)
        carry(a);
}

size_t jfr_tally(jfr *j, size_t at)
{
    const uint8_t *p = j->k.p;
    const size_t limit = j->ready > JFR_REACH ? j->ready - JFR_REACH : 0;

    while (at < limit) {
        const uint64_t x = jfr_load8(p + at);
        const size_t size = x & 0xff;
        if (size <= HEAD || size > LONGEST)
            break;
        const uint64_t inside =
            size < 32 ? (UINT64_C(1) << size) - 1 : UINT32_MAX;
        const uint64_t ends = ~jfr_more32(p + at) & inside;
        const uint64_t head = x & (x & 0x8000 ? 0xffffff : 0xffff);
        const uint64_t key = head << 32 | ends;
        jfr_shape *s = &j->shape[slot_of(key)];
        if (s->key != key && !find_shape(j, s, x, key, inside))
            break;
        if (s->mask[JFR_AT_STACK]) {
            if (!pile(j, s, p + at))
                break;
        } else if (s->mask[JFR_AT_VALUE]) {
            sum(j, s, p + at);
        }
        s->act->n++;
        at += size;
    }
    return at;
}

void jfr_tally_end(jfr *j, jfr_act *a)
{
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
