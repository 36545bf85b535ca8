/*
 * Runs of events that are only counted and summed.
 *
 * Nearly all events of a recording are of a few types, short, and consist of
 * integers alone.  The places of an event's numbers depend on where its
 * integers end, and on no other bit of it.  So the places are worked out once
 * for each such shape; a recording has few shapes.
 */
#include "jfr/jfr.h"

/* The size of an event has one byte here. Events closer to the end of the
 * available bytes than this are left to the caller. */
enum { LONGEST = 0x7f };

/* Prefetch distance. The size of an event gives the place of the next one, so
 * without a prefetch the walk waits for memory. */
enum { SOON = 448 };

/* Integers before the first field: size and type. */
enum { HEAD = 2 };

/* Sums are kept as groups of seven bits; after this many values they are
 * carried. */
enum { CARRY = 512 };

static const uint64_t sevens = UINT64_C(0x7f7f7f7f7f7f7f7f);
static const uint64_t every_other = UINT64_C(0x007f007f007f007f);

/* The slot of the amount (jfr_amount), if it is a plain number. */
static jfr_slot amount_slot(const jfr_plan *p)
{
    static const jfr_slot best[] = { F_TLAB, F_WEIGHT, F_SIZE };

    for (size_t i = 0; i < sizeof best / sizeof *best; i++)
        if (p->all >> best[i] & 1)
            return p->field[p->field_of[best[i]]].bits == 64 ? best[i] : F_NONE;
    return F_NONE;
}

/* The step of a plan that reads a slot; nstep: the plan does not read it. */
static uint32_t step_of(const jfr_plan *p, jfr_slot slot)
{
    uint32_t i = 0;

    while (i < p->nstep && p->step[i].slot != slot)
        i++;
    return i;
}

/* Finds the summed numbers of a type. False: some are not among its first
 * integers, or in another order. */
static bool find_numbers(jfr_run_sums *r, const jfr_plan *p,
                         const jfr_slot slot[JFR_PLACES])
{
    uint32_t last = 0, ahead = HEAD;

    for (unsigned what = 0; what < JFR_PLACES; what++) {
        const uint32_t at = step_of(p, slot[what]);
        r->has[what] = slot[what] != F_NONE && at < p->nstep;
        r->ahead[what] = 0;
        if (!r->has[what])
            continue;
        ahead += at - last;
        if (at < last || at >= p->nints || p->step[at].bits != 64 ||
            ahead > UINT8_MAX)
            return false;
        r->ahead[what] = (uint8_t)ahead;
        last = at;
        ahead = 0;
    }
    return r->has[JFR_AT_VALUE];
}

/* Whether events of a type carry more than a thread that sums keep. */
static bool carries_more(const jfr *j, const jfr_plan *p)
{
    const uint64_t labels = JFR_BIT(F_CONTEXT) | JFR_BIT(F_SPAN_NAME);
    const uint64_t ids = j->with_labels ? JFR_CARRIED & ~JFR_BIT(F_THREAD) : 0;

    return (p->all & (labels | ids)) != 0;
}

void jfr_begin_fast_sums(jfr *j, uint32_t type, jfr_act *a)
{
    const jfr_plan *p = jfr_plan_of(&j->plans, &j->types, type);
    const bool is_timed = j->sums_threads || a->is_by_stack;
    const jfr_slot slot[JFR_PLACES] = {
        [JFR_AT_START] = is_timed ? F_START : F_NONE,
        [JFR_AT_THREAD] = j->with_labels ? F_THREAD : F_NONE,
        [JFR_AT_STACK] = a->is_by_stack ? F_STACK : F_NONE,
        [JFR_AT_VALUE] = amount_slot(p),
    };

    a->run.is_plain = !carries_more(j, p) && find_numbers(&a->run, p, slot) &&
                      a->is_by_stack == a->run.has[JFR_AT_STACK];
    a->run.early = a->run.who = UINT64_MAX;
}

/* ---- shapes -------------------------------------------------------------- */

/* Stores the place of a number: the first integer of starts. Another integer
 * follows it. */
static void put_place(jfr_shape *s, enum jfr_place_of what, uint64_t starts)
{
    const unsigned from = jfr_first(starts);
    const unsigned n = jfr_first(jfr_without_first(starts, 1)) - from;

    s->mask[what] = sevens >> (64 - 8 * n);
    s->at[what] = (uint16_t)from;
}

/* ends: the last bytes of integers in the first 32 bytes of the event. False: a
 * number is not at its expected place. */
static bool find_places(jfr_shape *s, const jfr_act *a, uint64_t ends,
                        uint64_t inside)
{
    const uint8_t *ahead = a->run.ahead;
    const uint64_t start =
        jfr_without_first(ends << 1 | 1, ahead[JFR_AT_START]);
    const uint64_t thread = jfr_without_first(start, ahead[JFR_AT_THREAD]);
    const uint64_t stack = jfr_without_first(thread, ahead[JFR_AT_STACK]);
    const uint64_t value = jfr_without_first(stack, ahead[JFR_AT_VALUE]);

    if (!jfr_without_first(value, 1) || jfr_has_run(~ends & inside))
        return false;
    put_place(s, JFR_AT_VALUE, value);
    if (a->run.has[JFR_AT_START])
        put_place(s, JFR_AT_START, start);
    if (a->run.has[JFR_AT_THREAD])
        put_place(s, JFR_AT_THREAD, thread);
    if (a->run.has[JFR_AT_STACK])
        put_place(s, JFR_AT_STACK, stack);
    s->how = a->is_by_stack ? JFR_RUN_BY_STACK : JFR_RUN_SUM;
    return true;
}

/* Finds the shape of the event that begins with these eight bytes. False: the
 * caller must read the event, and *to is unchanged. */
static bool find_shape(jfr *j, jfr_shape *to, uint64_t x, uint64_t key,
                       uint64_t inside)
{
    const uint64_t high = x & 0x8000 ? x >> 9 & 0x3f80 : 0;
    const uint64_t id = high | (x >> 8 & 0x7f);
    jfr_shape s = { .key = key };

    if ((x & 0x808000) == 0x808000 || id >= JFR_NEAR || !j->types.near[id])
        return false;
    s.act = &j->scan.act[j->types.near[id] - 1];
    if (!s.act->is_counted &&
        !(s.act->run.is_plain &&
          find_places(&s, s.act, key & UINT32_MAX, inside)))
        return false;
    if (s.how == JFR_RUN_SUM && j->sums_threads)
        s.how = JFR_RUN_THREADS;
    *to = s;
    return true;
}

static size_t slot_of_shape(uint64_t key)
{
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >>
                    (64 - JFR_SHAPE_BITS));
}

void jfr_forget_shapes(jfr_chunk_sums *s)
{
    memset(s->shape, 0, sizeof s->shape);
}

/* ---- sums ---------------------------------------------------------------- */

static void carry_value(jfr_act *a)
{
    for (unsigned i = 0; i < 8; i++) {
        const uint64_t groups = i & 1 ? a->run.odd : a->run.even;
        const int64_t n = (int64_t)(groups >> (i / 2 * 16) & 0xffff);
        const int64_t most = INT64_MAX >> 7 * i;
        a->value =
            n > most ? CORR_NO_TOTAL : corr_exact_sum(a->value, n << 7 * i);
    }
    a->run.even = a->run.odd = 0;
}

/* Seven bits a byte as in the file. The result has the same order as the
 * numbers. */
static int64_t number_of_groups(uint64_t groups)
{
    return (int64_t)jfr_int_of_groups(groups);
}

/* Notes another thread than that of the previous event. */
static void note_run_thread(jfr *j, jfr_act *a, uint64_t who)
{
    a->run.who = who;
    if (a->run.has[JFR_AT_THREAD])
        jfr_note_thread(j, number_of_groups(who));
}

static void note_run_time(jfr_act *a, uint64_t when)
{
    a->run.early = when < a->run.early ? when : a->run.early;
    a->run.late = when > a->run.late ? when : a->run.late;
}

static inline uint64_t groups_at(const jfr_shape *s, enum jfr_place_of what,
                                 const uint8_t *p)
{
    return jfr_load8(p + s->at[what]) & s->mask[what];
}

static bool add_to_stack(jfr *j, const jfr_shape *s, const uint8_t *p)
{
    if (!jfr_stack_sums_add(
            &j->sums.by_stack, s->act->kind,
            (uint64_t)number_of_groups(groups_at(s, JFR_AT_STACK, p)),
            number_of_groups(groups_at(s, JFR_AT_VALUE, p))))
        return false;
    note_run_time(s->act, groups_at(s, JFR_AT_START, p));
    return true;
}

static inline void add_to_sum(const jfr_shape *s, jfr_act *a, const uint8_t *p)
{
    const uint64_t value = groups_at(s, JFR_AT_VALUE, p);

    a->run.even += value & every_other;
    a->run.odd += value >> 8 & every_other;
    if (!groups_at(s, JFR_AT_THREAD, p))
        a->run.threadless++;
    if (++a->run.n % CARRY == 0)
        carry_value(a);
}

/* Adds an event with more than sums. False: the caller must read it. */
static bool add_event(jfr *j, const jfr_shape *s, const uint8_t *p)
{
    jfr_act *a = s->act;

    if (s->how == JFR_RUN_BY_STACK) {
        const bool is_done = add_to_stack(j, s, p);
        a->run.n += is_done;
        return is_done;
    }
    const uint64_t who = groups_at(s, JFR_AT_THREAD, p);
    note_run_time(a, groups_at(s, JFR_AT_START, p));
    if (who != a->run.who)
        note_run_thread(j, a, who);
    add_to_sum(s, a, p);
    return true;
}

/* A key of the size and type, in two or three bytes, and the ends of the
 * integers. */
static inline uint64_t key_of_shape(uint64_t x, uint64_t ends)
{
    const uint64_t third = (x & 0x8000)
                           << 1; /* set: the third byte belongs to the type */

    return (x & (0xffff | ((third << 8) - third))) << 32 | ends;
}

size_t jfr_sum_run(jfr *j, size_t at)
{
    jfr_shape *shape = j->sums.shape;
    const uint8_t *p = j->window.k.p;
    const size_t from = j->window.from;
    const size_t ready = j->window.ready - from;
    const size_t limit = ready > JFR_REACH ? ready - JFR_REACH : 0;

    at -= from;
    while (at < limit) {
        const uint64_t x = jfr_load8(p + at);
        const size_t size = x & 0xff;
        if (size <= HEAD || size > LONGEST)
            break;
        __builtin_prefetch((const void *)((uintptr_t)p + at + SOON));
        const uint64_t inside = UINT32_MAX >> (size < 32 ? 32 - size : 0);
        const uint64_t key = key_of_shape(x, ~jfr_more32(p + at) & inside);
        jfr_shape *s = &shape[slot_of_shape(key)];
        if (s->key != key && !find_shape(j, s, x, key, inside))
            break;
        if (s->how == JFR_RUN_SUM)
            add_to_sum(s, s->act, p + at);
        else if (s->how == JFR_RUN_COUNT)
            s->act->run.n++;
        else if (!add_event(j, s, p + at))
            break;
        at += size;
    }
    return from + at;
}

void jfr_end_fast_sums(jfr *j, jfr_act *a)
{
    if (!a->run.is_plain)
        return;
    carry_value(a);
    a->rows += (int64_t)a->run.n;
    a->with_thread += (int64_t)(a->run.n - a->run.threadless);
    if (a->run.has[JFR_AT_START]) {
        jfr_note_thread_and_time(j, a, number_of_groups(a->run.early),
                                 a->thread);
        jfr_note_thread_and_time(j, a, number_of_groups(a->run.late),
                                 a->thread);
    }
}
