/*
 * Runs of events of which only counts and sums are wanted, or sums by stack.  Nearly all of a
 * recording are of a few types, short, and nothing but integers.  Where these
 * lie depends on where integers end in the event, and on no other bit of it:
 * so that is worked out once for each such shape, of which there are few.
 */
#include "jfr/jfr.h"

/* A size has one byte here; what is nearer to the end of what is at hand is
 * left. */
enum { LONGEST = 0x7f };

/* How far ahead bytes are asked for: each event says where the next one is, so
 * that a walk waits for memory wherever it does not. */
enum { SOON = 448 };

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
    s->at[what] = (uint16_t)from;
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
    s->how = a->is_piled ? JFR_RUN_PILE : JFR_RUN_SUM;
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
    if (s.how == JFR_RUN_SUM && j->leaves)
        s.how = JFR_RUN_LEAVE;
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

static inline void sum(const jfr_shape *s, jfr_act *a, const uint8_t *p)
{
    const uint64_t value = take(s, JFR_AT_VALUE, p);

    a->even += value & every_other;
    a->odd += value >> 8 & every_other;
    if (!take(s, JFR_AT_THREAD, p))
        a->nobody++;
    if (++a->n % CARRY == 0)
        carry(a);
}

/* Not only sums; false: it has to be looked into. */
static bool add_more(jfr *j, const jfr_shape *s, const uint8_t *p)
{
    jfr_act *a = s->act;

    if (s->how == JFR_RUN_PILE) {
        const bool is_done = pile(j, s, p);
        a->n += is_done;
        return is_done;
    }
    const uint64_t who = take(s, JFR_AT_THREAD, p);
    leave_time(a, take(s, JFR_AT_START, p));
    if (who != a->who)
        leave_thread(j, a, who);
    sum(s, a, p);
    return true;
}

/* Size and type, as they stand in two or three bytes, and where integers end. */
static inline uint64_t key_of(uint64_t x, uint64_t ends)
{
    const uint64_t third = (x & 0x8000) << 1; /* set: it is of the type */

    return (x & (0xffff | ((third << 8) - third))) << 32 | ends;
}

size_t jfr_tally(jfr *j, size_t at)
{
    jfr_shape *shape = j->shape;
    const uint8_t *p = j->near.k.p;
    const size_t from = j->near.from;
    const size_t ready = j->ready - from;
    const size_t limit = ready > JFR_REACH ? ready - JFR_REACH : 0;

    at -= from;
    while (at < limit) {
        const uint64_t x = jfr_load8(p + at);
        const size_t size = x & 0xff;
        if (size <= HEAD || size > LONGEST)
            break;
        jfr_ahead(p + at, SOON);
        const uint64_t inside = UINT32_MAX >> (size < 32 ? 32 - size : 0);
        const uint64_t key = key_of(x, ~jfr_more32(p + at) & inside);
        jfr_shape *s = &shape[slot_of(key)];
        if (s->key != key && !find_shape(j, s, x, key, inside))
            break;
        if (s->how == JFR_RUN_SUM)
            sum(s, s->act, p + at);
        else if (s->how == JFR_RUN_COUNT)
            s->act->n++;
        else if (!add_more(j, s, p + at))
            break;
        at += size;
    }
    return from + at;
}

void jfr_tally_end(jfr *j, jfr_act *a)
{
    if (!a->is_plain)
        return;
    carry(a);
    a->sums.rows += (int64_t)a->n;
    a->sums.with_thread += (int64_t)(a->n - a->nobody);
    if (a->with_start) {
        jfr_leave(j, a, number_of(a->early), a->thread);
        jfr_leave(j, a, number_of(a->late), a->thread);
    }
}
