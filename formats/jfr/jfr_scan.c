/*
 * The first walk over the events of a chunk.
 *
 * Each event is counted.  If only sums of its type are wanted, the event is
 * summed; else it is noted and read later (jfr_read.c), because settings and
 * constants may stand behind events that depend on them.
 */
#include "jfr/jfr.h"

/* Notes kept at most; events after that many are walked again. */
enum { NOTES = 1 << 18 };

enum what {
    UNSEEN,  /* no event in this chunk yet */
    COUNTED, /* only counted */
    FIRST,   /* the next event is read, those after it get their own state */
    SUMMED,
    BY_STACK, /* summed by stack */
    LOOKED_AT
};

/* ---- types --------------------------------------------------------------- */

static bool count_row(jfr_file *f, corr_str name, uint32_t *count)
{
    bool is_new;
    uint32_t *row = corr_map_bytes(&f->counts.of, name.p, name.n, &is_new);

    if (row && *row == 0) {
        char *copy = corr_arena_alloc(&f->counts.names, 1, name.n + 1);
        if (!copy || !corr_vec_push(NULL, &f->counts.row,
                                    (jfr_count){ { copy, name.n }, 0 }))
            return false;
        if (name.n)
            memcpy(copy, name.p, name.n);
        *row = (uint32_t)f->counts.row.n;
    }
    *count = row ? *row - 1 : 0;
    return row != NULL;
}

/* A running recording lists the objects in use at each dump: the last such
 * chunk of a process counts. */
static void begin_state(jfr *j, const jfr_meaning *m)
{
    jfr_file *f = j->file;
    const uint32_t at = jfr_place(m);

    if (!(m->flags & CORR_KIND_SNAPSHOT) || f->processes.n > 1)
        return;
    if (f->kinds.states[at]++) {
        corr_drop_samples(j->b, f->kinds.kind[at]);
        f->kinds.sums[at] = (corr_sums){ 0 };
    }
}

bool jfr_place_type(jfr *j, uint32_t type)
{
    jfr_act *a = &j->scan.act[type];

    if (a->is_placed)
        return true;
    if (!count_row(j->file, j->types.type[type].name, &a->count)) {
        jfr_no_memory(j);
        return false;
    }
    a->before = j->file->counts.row.v[a->count].n;
    if (a->is_kept)
        j->file->kinds.keeps[jfr_place(a->meaning)] = 1;
    if (a->meaning)
        begin_state(j, a->meaning);
    return a->is_placed = true;
}

/* Whether rows have more than sums, threads and times. */
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
    jfr_act *a = &j->scan.act[type];

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

static void sum_from_now(jfr *j, uint32_t type, jfr_act *a)
{
    a->what = a->is_by_stack ? BY_STACK : SUMMED;
    jfr_begin_fast_sums(j, type, a);
}

static void begin_type(jfr *j, uint32_t type, jfr_act *a)
{
    jfr_meaning_for(j, type);
    a->what = a->meaning ? LOOKED_AT : COUNTED;
    a->first = INT64_MAX;
    a->last = INT64_MIN;
    a->thread = -1;
    a->is_kept = a->meaning && a->meaning->weight && j->sums_threads &&
                 says_more(jfr_plan_of(&j->plans, &j->types, type));
    a->is_by_stack = a->meaning && jfr_sums_by_stack(j, type, a->meaning);
    if (a->meaning && a->meaning->weight &&
        (a->is_by_stack || !(a->is_kept || jfr_would_keep(j, a->meaning)))) {
        a->kind = (uint8_t)jfr_place(a->meaning);
        a->what = FIRST; /* its first event makes its kind */
    }
    a->is_counted = a->what == COUNTED;
}

/* ---- sums ---------------------------------------------------------------- */

/* Adds the sums of runs to the sums of the kind. */
static void pass_type_sums(jfr *j, jfr_act *a)
{
    corr_sums *to = &j->file->kinds.sums[jfr_place(a->meaning)];

    to->rows += a->rows;
    to->obs += a->rows;
    to->with_time += a->rows; /* events of samples have a time */
    to->value = corr_exact_sum(to->value, a->value);
    to->with_thread += a->with_thread;
    a->rows = a->with_thread = a->value = 0;
}

/* Adds the first and last time of a type to its kind. Also notes the duration
 * of the chunk. */
static void pass_times(jfr *j, uint32_t type, const jfr_act *a)
{
    const jfr_plan *p = jfr_plan_of(&j->plans, &j->types, type);

    if (a->first > a->last)
        return;
    const jfr_unit unit = p->field[p->field_of[F_START]].unit;
    const corr_sums s = { .from = jfr_ns(&j->k.h, unit, a->first),
                          .to = jfr_ns(&j->k.h, unit, a->last) };
    j->last_ticks = a->last > j->last_ticks ? a->last : j->last_ticks;
    if (a->is_by_stack) {
        corr_add_sums(j->b, jfr_kind(j, a->meaning), &s);
        return;
    }
    jfr_note_time_of_kind(j, a->meaning, s.from);
    jfr_note_time_of_kind(j, a->meaning, s.to);
}

/* ---- the walk ------------------------------------------------------------ */

/* Counts an event, and sums it if a sum is enough. */
bool jfr_scan_one(jfr *j, const jfr_event *e, jfr_note *note)
{
    const uint32_t at = jfr_type_at(&j->types, e->id);

    if (e->id == JFR_METADATA || e->id == JFR_CHECKPOINT)
        return false;
    if (!at) { /* no type describes it */
        j->typed.unfit += !j->typed.is_doubted;
        j->typed.unknown++;
        return false;
    }
    const uint32_t type = at - 1;
    jfr_act *a = &j->scan.act[type];
    if (j->types.type[type].prim != JFR_COMPOSITE)
        return false; /* a number or a text is never an event of its own */
    if ((j->typed.is_doubted || !a->what) &&
        !jfr_fills_its_size(&j->types, e, type)) {
        j->typed.unfit++;
        if (j->typed.is_doubted)
            return false;
    }
    if (!a->what)
        begin_type(j, type, a);
    const uint64_t number = a->seen++;
    if (a->what == SUMMED && j->b) { /* in the chunk's turn */
        jfr_weigh(j, e->body, type, a->meaning);
        return false;
    }
    if (a->what == BY_STACK && jfr_add_to_stack(j, a, type, e->body))
        return false;
    *note = (jfr_note){ (uint32_t)e->at, type, (uint32_t)number, false };
    if (a->what == FIRST)
        sum_from_now(j, type, a);
    return a->what != COUNTED;
}

static bool keep_place(jfr *j, const jfr_event *e)
{
    const size_t at = e->at;

    jfr_window_keep(j, e);
    if (j->scan.place.n == NOTES) {
        j->scan.rest_place = j->scan.rest_place ? j->scan.rest_place : at;
        return true;
    }
    if (!corr_vec_push(NULL, &j->scan.place, (uint32_t)at)) {
        jfr_no_memory(j);
        return false;
    }
    return true;
}

static bool keep_note(jfr *j, jfr_note *note, const jfr_event *e)
{
    if (!corr_vec_reserve(NULL, &j->scan.note, 1)) {
        jfr_no_memory(j);
        return false;
    }
    if (!jfr_window_note(j, e, note))
        return false;
    j->scan.note.v[j->scan.note.n++] = *note;
    if (j->scan.note.n < NOTES)
        return true;
    j->scan.rest = e->at + e->size;
    return jfr_window_keep_rest(j, j->scan.rest);
}

static bool next_to_look_at(jfr *j, jfr_event *e)
{
    size_t at = e->at + e->size;

    do {
        if (!jfr_window_reach(j, at))
            return false;
        if (!j->scan.rest && at >= j->scan.skip && !j->typed.is_doubted)
            at = jfr_sum_run(j, at);
    } while (at + JFR_REACH > j->window.ready && j->window.ready < j->k.n);
    return jfr_window_event(j, at, e);
}

/* Walks the events from a place on. False: out of memory. */
static bool walk_events(jfr *j, size_t from)
{
    jfr_event e = { .at = from };
    jfr_note note;

    jfr_window_begin(j);
    while (next_to_look_at(j, &e)) {
        if (e.id == JFR_CHECKPOINT && !keep_place(j, &e))
            return false;
        if (!j->scan.rest && e.at >= j->scan.skip &&
            jfr_scan_one(j, &e, &note) && !keep_note(j, &note, &e))
            return false;
    }
    j->scan.end = e.at;
    return true;
}

static bool scan_events(jfr *j)
{
    const uint32_t ntype = j->types.ntype;

    j->scan.note.n = j->scan.place.n = 0;
    j->window.nkept = 0;
    j->scan.rest = j->scan.rest_place = 0;
    j->typed.unfit = j->typed.unknown = 0;
    jfr_stack_sums_empty(
        &j->sums.by_stack); /* of an earlier scan of the chunk */
    jfr_summed_threads_empty(&j->sums.threads);
    if (!corr_grow((void **)&j->scan.act, &j->scan.act_room, ntype + 1,
                   sizeof *j->scan.act)) {
        jfr_no_memory(j);
        return false;
    }
    memset(j->scan.act, 0, ntype * sizeof *j->scan.act);
    jfr_forget_shapes(&j->sums);
    return walk_events(j, JFR_HEADER) &&
           jfr_fetch(j, j->scan.end, j->k.n - j->scan.end);
}

/* The same up to a place before the end, with all bytes available. */
static bool walk_part(jfr *j, size_t from, size_t to)
{
    const size_t n = j->k.n;

    j->k.n = j->window.ready = to;
    const bool ok = walk_events(j, from);
    j->k.n = j->window.ready = n;
    return ok;
}

/* Walks the readable parts behind the first break. If events are not noted any
 * more, a part is walked again later, up to its end here. */
static bool scan_behind(jfr *j)
{
    const size_t broken = j->scan.end;
    jfr_behind *b = &j->scan.behind;
    bool ok = jfr_behind_find(b, &j->k, broken);

    if (!ok)
        jfr_no_memory(j);
    for (uint32_t i = 0; ok && i < b->n; i++) {
        jfr_part *p = &b->v[i];
        jfr_event e = { .at = p->at };
        if (j->scan.rest && (i == 0 || p->at != p[-1].end) &&
            jfr_next(&j->k, &e))
            p->end = e.at + e.size;
        ok = walk_part(j, p->at, p->end);
    }
    j->scan.end = broken;
    return ok;
}

/* Each event of a chunk is doubted if the chunk is not whole, or its types may
 * be wrong.  If a walk breaks off, the last events before it may be bytes
 * that only look like events: their times are outside of the chunk (jfr_walk).
 */
static bool scan_sure(jfr *j)
{
    const size_t n = j->k.n;
    bool ok = true;

    j->scan.behind.n = 0;
    j->typed.is_doubted |= j->k.h.state || j->k.h.size != (int64_t)n;
    if (!scan_events(j))
        return false;
    j->scan.broken_at = j->scan.end;
    if (j->scan.end == n)
        return true;
    if (!jfr_fetch(j, 0, n))
        return false;
    const size_t sure = jfr_walk(&j->k).end;
    if (!j->typed.is_doubted || sure < j->scan.end) {
        j->typed.is_doubted = true;
        j->k.n = j->window.ready = sure < j->scan.end ? sure : j->scan.end;
        ok = scan_events(j);
        j->k.n = j->window.ready = n;
    }
    return ok && scan_behind(j);
}

/* Scans a chunk. Before its turn, it does not touch the file. */
bool jfr_scan(jfr *j)
{
    corr_build *b = j->b;
    const bool was_amiss = j->scan.is_amiss;

    j->b = NULL;
    j->scan.is_amiss = false;
    const bool ok = scan_sure(j);
    j->b = b;
    if (j->scan.is_amiss)
        jfr_no_memory(j);
    j->scan.is_amiss |= was_amiss;
    return ok;
}

void jfr_scan_end(jfr *j)
{
    for (uint32_t i = 0; i < j->types.ntype; i++) {
        jfr_act *a = &j->scan.act[i];
        if (!a->what || !jfr_place_type(j, i))
            continue;
        if (a->run.n)
            jfr_end_fast_sums(j, a);
        j->file->counts.row.v[a->count].n += a->seen + a->run.n;
        if (a->is_by_stack || a->rows)
            pass_times(j, i, a);
        if (!a->is_by_stack && a->rows)
            pass_type_sums(j, a);
    }
    jfr_make_summed_threads(j);
    jfr_pass_stack_sums(j);
}
