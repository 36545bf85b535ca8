/*
 * A chunk's events once over: each is counted; where only sums of its numbers
 * are wanted it is summed up, and it is noted where somebody has to look into
 * it.  That comes second, as settings and constants may stand behind what
 * depends on them.
 */
#include "jfr/jfr.h"

/* Notes that are kept; what comes after so many is walked once more. */
enum { NOTES = 1 << 18 };

enum what {
    UNSEEN,  /* none in this chunk yet */
    COUNTED, /* nothing else */
    FIRST,   /* the next is looked into, those after it are as below */
    SUMMED,
    PILED, /* by stack */
    LOOKED_AT
};

/* ---- types ---------------------------------------------------------------------- */

static bool count_row(jfr_file *f, corr_str name, uint32_t *count)
{
    bool is_new;
    uint32_t *row = corr_map_bytes(&f->count_of, name.p, name.n, &is_new);

    if (row && *row == 0) {
        char *copy = corr_arena_alloc(&f->kept, 1, name.n + 1);
        if (!copy || !corr_grow((void **)&f->count, &f->count_room,
                                f->ncount + 1, sizeof *f->count))
            return false;
        if (name.n)
            memcpy(copy, name.p, name.n);
        f->count[f->ncount] = (jfr_count){ { copy, name.n }, 0 };
        *row = ++f->ncount;
    }
    *count = row ? *row - 1 : 0;
    return row != NULL;
}

/* What was in use is written down anew whenever a running recording is dumped:
 * of one process the last such chunk counts. */
static void begin_state(jfr *j, const jfr_meaning *m)
{
    jfr_file *f = j->file;
    const uint32_t at = jfr_place(m);

    if (!(m->flags & CORR_KIND_SNAPSHOT) || f->nprocess > 1)
        return;
    if (f->states[at]++) {
        corr_drop_samples(j->b, f->kind[at]);
        f->sums[at] = (corr_sums){ 0 };
    }
}

bool jfr_place_type(jfr *j, uint32_t type)
{
    jfr_act *a = &j->act[type];

    if (a->is_placed)
        return true;
    if (!count_row(j->file, j->types.type[type].name, &a->count)) {
        jfr_no_memory(j);
        return false;
    }
    a->before = j->file->count[a->count].n;
    if (a->is_kept)
        j->file->keeps[jfr_place(a->meaning)] = 1;
    if (a->meaning)
        begin_state(j, a->meaning);
    return a->is_placed = true;
}

static const struct carried {
    jfr_slot slot;
    uint8_t role;
} carried[] = {
    { F_THREAD, JFR_SUM_THREAD },  { F_SPAN, JFR_SUM_SPAN | JFR_SUM_TRACE },
    { F_ROOT, JFR_SUM_TRACE },     { F_TRACE_HI, JFR_SUM_TRACE },
    { F_TRACE_LO, JFR_SUM_TRACE },
};

/* The slot that says how much (jfr_amount), if it is a number as it stands. */
static jfr_slot amount_slot(const jfr_plan *p)
{
    static const jfr_slot best[] = { F_TLAB, F_WEIGHT, F_SIZE };

    for (size_t i = 0; i < sizeof best / sizeof *best; i++)
        if (p->all >> best[i] & 1)
            return p->field[p->field_of[best[i]]].bits == 64 ? best[i] : F_NONE;
    return F_NONE;
}

static uint8_t role_of(const jfr *j, const jfr_act *a, jfr_slot slot,
                       jfr_slot amount)
{
    if (slot == amount)
        return JFR_SUM_VALUE;
    if (slot == F_START)
        return j->leaves || a->is_piled ? JFR_SUM_START : 0;
    if (slot == F_STACK)
        return a->is_piled ? JFR_SUM_STACK : 0;
    for (size_t i = 0; j->with_labels && i < sizeof carried / sizeof *carried;
         i++)
        if (carried[i].slot == slot)
            return carried[i].role;
    return 0;
}

/* Which of a type's first integers are summed up; none where that does not
 * tell all. */
static void find_numbers(jfr *j, uint32_t type, jfr_act *a)
{
    const jfr_plan *p = jfr_plan_of(&j->plans, &j->types, type);
    const jfr_slot amount = amount_slot(p);

    uint32_t last = 0;

    a->nnumber = 0;
    if (amount == F_NONE ||
        p->all & (JFR_BIT(F_CONTEXT) | JFR_BIT(F_SPAN_NAME)))
        return;
    for (uint32_t i = 0; i < p->nints && i < p->nstep; i++) {
        const uint8_t role = role_of(j, a, (jfr_slot)p->step[i].slot, amount);
        if (!role)
            continue;
        if (a->nnumber == JFR_NUMBERS || p->step[i].bits != 64) {
            a->nnumber = 0;
            return;
        }
        a->number[a->nnumber++] = (jfr_sum_of){ (uint8_t)(i - last), role };
        last = i;
    }
    for (uint32_t i = p->nints; i < p->nstep; i++)
        if (role_of(j, a, (jfr_slot)p->step[i].slot, amount))
            a->nnumber = 0; /* not among the first */
}

/* What rows say that neither sums nor threads and times do. */
static bool says_more(const jfr_plan *p)
{
    const uint64_t ids = JFR_BIT(F_TRACE) | JFR_BIT(F_CONTEXT) |
                         JFR_BIT(F_SPAN_NAME) | JFR_BIT(F_ALLOCATED_AT) |
                         (JFR_CARRIED & ~JFR_BIT(F_THREAD));

    return (p->all & ids) != 0;
}

const jfr_meaning *jfr_meaning_for(jfr *j, uint32_t type)
{
    const jfr_type *y = &j->types.type[type];
    jfr_act *a = &j->act[type];

    if (!a->is_known)
        a->meaning = jfr_meaning_of(y->name);
    if (!a->is_known && !a->meaning && y->is_context)
        a->meaning = jfr_meaning_of(CORR_STR("jdk.jfr.Contextual"));
    if (!a->is_known && a->meaning)
        a->meaning = jfr_meaning_with(
            a->meaning, jfr_plan_of(&j->plans, &j->types, type)->all);
    a->is_known = true;
    return a->meaning;
}

static void sum_from_now(jfr_act *a)
{
    a->what = a->is_piled ? PILED : SUMMED;
    jfr_tally_begin(a);
}

static void begin_type(jfr *j, uint32_t type, jfr_act *a)
{
    jfr_meaning_for(j, type);
    a->what = a->meaning ? LOOKED_AT : COUNTED;
    a->first = INT64_MAX;
    a->last = INT64_MIN;
    a->thread = -1;
    a->is_kept = a->meaning && a->meaning->weight && j->leaves &&
                 says_more(jfr_plan_of(&j->plans, &j->types, type));
    a->is_piled = a->meaning && jfr_is_piled(j, type, a->meaning);
    if (a->meaning && a->meaning->weight &&
        (a->is_piled || !(a->is_kept || jfr_would_keep(j, a->meaning)))) {
        a->kind = (uint8_t)jfr_place(a->meaning);
        find_numbers(j, type, a);
        a->what = FIRST; /* by which its kind is met */
    }
    a->is_counted = a->what == COUNTED;
}

/* ---- sums ------------------------------------------------------------------------ */

/* Sums up an event whose first integers are all that counts; false: they are
 * not where they are expected, nothing was done. */
static bool sum_numbers(jfr *j, jfr_act *a, const uint8_t *p, size_t n)
{
    const uint64_t more = jfr_more32(p);
    const uint64_t ends =
        ~more & (n < 32 ? (UINT64_C(1) << n) - 1 : UINT32_MAX);
    uint64_t starts = ends << 1 | 1; /* of integers, and the end of the last */
    int64_t value = 0, start = INT64_MIN, thread = -1;
    unsigned found = 0;

    if (jfr_has_run(more))
        return false;
    for (unsigned k = 0; k < a->nnumber; k++) {
        for (unsigned i = a->number[k].skip; i > 0; i--)
            starts &= starts - 1;
        const uint64_t behind = starts & (starts - 1);
        if (!behind)
            return false;
        const unsigned from = jfr_first(starts);
        const unsigned size = jfr_first(behind) - from;
        if (a->number[k].role == JFR_SUM_VALUE)
            value = (int64_t)jfr_int_of(p + from, size);
        else if (a->number[k].role == JFR_SUM_START)
            start = (int64_t)jfr_int_of(p + from, size);
        else if (a->number[k].role == JFR_SUM_THREAD && j->leaves)
            thread = (int64_t)jfr_int_of(p + from, size);
        else if (jfr_is_some(p + from, size))
            found |= a->number[k].role;
    }
    if (j->leaves)
        jfr_leave(j, a, start, thread);
    a->sums.rows++;
    a->sums.value = corr_sum(a->sums.value, value);
    a->sums.with_thread += (found & JFR_SUM_THREAD) != 0 || thread > 0;
    a->sums.with_span += (found & JFR_SUM_SPAN) != 0;
    a->sums.with_trace += (found & JFR_SUM_TRACE) != 0;
    return true;
}

/* What was summed up goes to the sums of its kind. */
static void pass_sums(jfr *j, jfr_act *a)
{
    corr_sums *to = &j->file->sums[jfr_place(a->meaning)];

    to->rows += a->sums.rows;
    to->obs += a->sums.rows;
    to->with_time += a->sums.rows; /* events of samples have one */
    to->value = corr_sum(to->value, a->sums.value);
    to->with_thread += a->sums.with_thread;
    to->with_span += a->sums.with_span;
    to->with_trace += a->sums.with_trace;
    a->sums = (corr_sums){ 0 };
}

/* First and last time of a type, and that the chunk lasted so long; false: it
 * has none. */
static bool find_times(jfr *j, uint32_t type, const jfr_act *a, int64_t *from,
                       int64_t *to)
{
    const jfr_plan *p = jfr_plan_of(&j->plans, &j->types, type);

    if (a->first > a->last)
        return false;
    const jfr_unit unit = p->field[p->field_of[F_START]].unit;
    *from = jfr_ns(&j->k.h, unit, a->first);
    *to = jfr_ns(&j->k.h, unit, a->last);
    j->last_ticks = a->last > j->last_ticks ? a->last : j->last_ticks;
    return true;
}

static void leave_times(jfr *j, uint32_t type, const jfr_act *a)
{
    int64_t from, to;

    if (!find_times(j, type, a, &from, &to))
        return;
    jfr_leave_time(j, a->meaning, from);
    jfr_leave_time(j, a->meaning, to);
}

/* The same of rows that do not say when they were. */
static void tell_times(jfr *j, uint32_t type, const jfr_act *a)
{
    corr_sums s = { 0 };

    if (find_times(j, type, a, &s.from, &s.to))
        corr_add_sums(j->b, jfr_kind(j, a->meaning), &s);
}

/* ---- the walk -------------------------------------------------------------------- */

bool jfr_fills_its_size(const jfr_types *t, const jfr_event *e, uint32_t type)
{
    const jfr_type *y = &t->type[type];
    corr_cur c = e->body;

    if (y->is_broken || y->nfield == 0)
        return true;
    jfr_skip_type(t, type, &c);
    return !c.bad && corr_cur_left(&c) == 0;
}

/* Counts an event, and sums it up if that is all; true: look into it. */
static bool look(jfr *j, jfr_event e, jfr_note *note)
{
    const uint32_t at = jfr_type_at(&j->types, e.id);

    if (e.id == JFR_METADATA || e.id == JFR_CHECKPOINT)
        return false;
    if (!at) { /* nobody described it */
        j->unfit += !j->is_doubted;
        j->unknown++;
        return false;
    }
    const uint32_t type = at - 1;
    jfr_act *a = &j->act[type];
    if (j->types.type[type].prim != JFR_COMPOSITE)
        return false; /* a number or a text, which never stands alone */
    if ((j->is_doubted || !a->what) &&
        !jfr_fills_its_size(&j->types, &e, type)) {
        j->unfit++;
        if (j->is_doubted)
            return false;
    }
    if (!a->what)
        begin_type(j, type, a);
    const uint64_t number = a->seen++;
    if (a->what == SUMMED) {
        const size_t left = (size_t)(j->plans.end - e.body.p);
        if (a->nnumber && left >= JFR_INTS_READ &&
            sum_numbers(j, a, e.body.p, corr_cur_left(&e.body)))
            return false;
        if (j->b) { /* it is the chunk's turn */
            jfr_weigh(j, e.body, type, a->meaning);
            return false;
        }
    }
    if (a->what == PILED && jfr_stack_sum_event(j, a, type, e.body))
        return false;
    *note = (jfr_note){ (uint32_t)e.at, type, (uint32_t)number, false };
    if (a->what == FIRST)
        sum_from_now(a);
    return a->what != COUNTED;
}

static bool keep_place(jfr *j, const jfr_event *e)
{
    const size_t at = e->at;

    jfr_window_keep(j, e);
    if (j->nplace == NOTES) {
        j->rest_place = j->rest_place ? j->rest_place : at;
        return true;
    }
    if (!corr_grow((void **)&j->place, &j->place_room, j->nplace + 1,
                   sizeof *j->place)) {
        jfr_no_memory(j);
        return false;
    }
    j->place[j->nplace++] = (uint32_t)at;
    return true;
}

static bool keep_note(jfr *j, jfr_note *note, const jfr_event *e)
{
    if (!corr_grow((void **)&j->note, &j->note_room, j->nnote + 1,
                   sizeof *j->note)) {
        jfr_no_memory(j);
        return false;
    }
    if (!jfr_window_note(j, e, note))
        return false;
    j->note[j->nnote++] = *note;
    if (j->nnote < NOTES)
        return true;
    j->rest = e->at + e->size;
    return jfr_window_keep_rest(j, j->rest);
}

static bool next_to_look_at(jfr *j, jfr_event *e)
{
    size_t at = e->at + e->size;

    do {
        if (!jfr_window_reach(j, at))
            return false;
        if (!j->rest && at >= j->skip && !j->is_doubted)
            at = jfr_tally(j, at);
    } while (at + JFR_REACH > j->ready && j->ready < j->k.n);
    return jfr_window_event(j, at, e);
}

/* Events from there on; false: no memory. */
static bool walk(jfr *j, size_t from)
{
    jfr_event e = { .at = from };
    jfr_note note;

    jfr_window_begin(j);
    while (next_to_look_at(j, &e)) {
        if (e.id == JFR_CHECKPOINT && !keep_place(j, &e))
            return false;
        if (!j->rest && e.at >= j->skip && look(j, e, &note) &&
            !keep_note(j, &note, &e))
            return false;
    }
    j->end = e.at;
    return true;
}

static bool scan(jfr *j)
{
    const uint32_t ntype = j->types.ntype;

    j->nnote = j->nplace = 0;
    j->near.nkept = 0;
    j->rest = j->rest_place = 0;
    j->unfit = j->unknown = 0;
    jfr_piles_empty(&j->piles); /* of a chunk that was looked at in vain */
    jfr_summed_threads_empty(&j->left);
    if (!corr_grow((void **)&j->act, &j->act_room, ntype + 1, sizeof *j->act)) {
        jfr_no_memory(j);
        return false;
    }
    memset(j->act, 0, ntype * sizeof *j->act);
    jfr_tally_forget(j);
    return walk(j, JFR_HEADER) && jfr_fetch(j, j->end, j->k.n - j->end);
}

/* The same up to a place before the end, all bytes being at hand. */
static bool walk_to(jfr *j, size_t from, size_t to)
{
    const size_t n = j->k.n;

    j->k.n = j->ready = to;
    const bool ok = walk(j, from);
    j->k.n = j->ready = n;
    return ok;
}

/* What is not noted any more is walked on from there, up to the next break. */
static bool scan_behind(jfr *j)
{
    const size_t broken = j->end;
    jfr_behind *b = &j->behind;
    bool ok = jfr_behind_find(b, &j->k, broken);

    if (!ok)
        jfr_no_memory(j);
    for (uint32_t i = 0; ok && i < b->n; i++) {
        jfr_part *p = &b->v[i];
        jfr_event e = { .at = p->at };
        if (j->rest && (i == 0 || p->at != p[-1].end) && jfr_next(&j->k, &e))
            p->end = e.at + e.size;
        ok = walk_to(j, p->at, p->end);
    }
    j->end = broken;
    return ok;
}

/* Of a chunk that is not all there, or whose types may be wrong, each event is
 * doubted.  Where a walk breaks off, the last of what stands before, if it is
 * of another time (jfr_walk), may be no events, but bytes that look like some.
 */
static bool scan_sure(jfr *j)
{
    const size_t n = j->k.n;
    bool ok = true;

    j->behind.n = 0;
    j->is_doubted |= j->k.h.state || j->k.h.size != (int64_t)n;
    if (!scan(j))
        return false;
    j->broken_at = j->end;
    if (j->end == n)
        return true;
    if (!jfr_fetch(j, 0, n))
        return false;
    const size_t sure = jfr_walk(&j->k).end;
    if (!j->is_doubted || sure < j->end) {
        j->is_doubted = true;
        j->k.n = j->ready = sure < j->end ? sure : j->end;
        ok = scan(j);
        j->k.n = j->ready = n;
    }
    return ok && scan_behind(j);
}

/* As ahead of its turn: nothing goes into the file yet. */
bool jfr_scan(jfr *j)
{
    corr_build *b = j->b;
    const bool was_amiss = j->is_amiss;

    j->b = NULL;
    j->is_amiss = false;
    const bool ok = scan_sure(j);
    j->b = b;
    if (j->is_amiss)
        jfr_no_memory(j);
    j->is_amiss |= was_amiss;
    return ok;
}

bool jfr_scan_one(jfr *j, const jfr_event *e, jfr_note *note)
{
    return look(j, *e, note);
}

void jfr_scan_end(jfr *j)
{
    for (uint32_t i = 0; i < j->types.ntype; i++) {
        jfr_act *a = &j->act[i];
        if (!a->what || !jfr_place_type(j, i))
            continue;
        if (a->n)
            jfr_tally_end(j, a);
        j->file->count[a->count].n += a->seen + a->n;
        if (a->is_piled) {
            tell_times(j, i, a);
        } else if (a->sums.rows) {
            leave_times(j, i, a);
            pass_sums(j, a);
        }
    }
    jfr_leave_end(j);
    jfr_stack_sums_end(j);
}
