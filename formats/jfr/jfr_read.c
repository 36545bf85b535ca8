/* A chunk from its types to its last event. */
#include "jfr/jfr.h"

void jfr_no_memory(jfr *j)
{
    j->is_amiss = true;
    if (j->b)
        corr_refuse(j->b, CORR_ENOMEM, j->k.offset, NULL, "out of memory");
}

bool jfr_fetch(jfr *j, size_t at, size_t n)
{
    return corr_src_fetch(j->in, at, n + JFR_INTS_READ);
}

/* ---- types -------------------------------------------------------------------- */

bool jfr_event_at(const jfr_chunk *k, int64_t at, int64_t id, jfr_event *e)
{
    if (at < JFR_HEADER || (uint64_t)at >= k->n)
        return false;
    *e = (jfr_event){ .at = (size_t)at };
    return jfr_next(k, e) && e->id == id;
}

bool jfr_find_types(const jfr_chunk *k, jfr_event *found)
{
    jfr_event e = { .size = JFR_HEADER };
    bool any = false;

    if (jfr_event_at(k, k->h.metadata, JFR_METADATA, found))
        return true;
    while (jfr_next(k, &e))
        if (e.id == JFR_METADATA) {
            *found = e;
            any = true;
        }
    return any;
}

bool jfr_checkpoint_at(const jfr_chunk *k, int64_t at, int64_t upto,
                       jfr_event *e, int64_t *delta)
{
    if (!jfr_event_at(k, at, JFR_CHECKPOINT, e) || (int64_t)e->size > upto - at)
        return false; /* none within another */
    corr_cur c = e->body;
    jfr_int(&c); /* start */
    jfr_int(&c); /* duration */
    *delta = (int64_t)jfr_int(&c);
    return !c.bad;
}

/* ---- constants ------------------------------------------------------------------ */

static uint32_t type_number(const jfr *j, const jfr_type *y)
{
    return (uint32_t)(y - j->types.type);
}

/* Where constants of a type are kept; NULL: nobody asks for them. */
static jfr_pool *pool_of(jfr *j, const jfr_type *y)
{
    if (y->pool == JFR_NO_POOL || (y->pool == P_METHOD && j->want->no_stacks))
        return NULL;
    return &j->pool[y->pool];
}

/* The constants of one type; false: what follows cannot be found any more. */
static bool read_pool(jfr *j, corr_cur *c)
{
    const jfr_type *y = jfr_type_of(&j->types, (int64_t)jfr_int(c));
    uint64_t n = jfr_int(c);

    if (!y || c->bad)
        return false;
    const uint32_t type = type_number(j, y);
    jfr_pool *pool = pool_of(j, y);
    if (pool)
        pool->type = type;
    for (; n > 0; n--) {
        const uint64_t key = jfr_int(c);
        const size_t at = (size_t)(c->p - j->k.p);
        jfr_skip_type(&j->types, type, c);
        if (c->bad)
            return false;
        const bool ok =
            !pool ||
            (y->pool == P_STACK ? jfr_keep_stack(j, key, j->k.p + at,
                                                 (size_t)(c->p - j->k.p) - at)
                                : jfr_pool_add(pool, key, (uint32_t)at));
        if (!ok) {
            jfr_no_memory(j);
            return false;
        }
    }
    return true;
}

/* Whether what is left of a checkpoint is stacks; they are most of the bytes of
 * a recording. */
static bool is_stacks(const jfr *j, corr_cur rest, uint64_t npools)
{
    const jfr_type *y = jfr_type_of(&j->types, (int64_t)jfr_int(&rest));

    return npools == 1 && y && y->pool == P_STACK;
}

/* Nobody wants them, or most are not wanted. */
static bool read_stacks(jfr *j, corr_cur c, size_t end)
{
    const jfr_type *y = jfr_type_of(&j->types, (int64_t)jfr_int(&c));
    const uint64_t n = jfr_int(&c);

    if (j->want->no_stacks)
        return true;
    j->pool[P_STACK].type = type_number(j, y);
    return !c.bad && jfr_keep_stacks(j, n, (size_t)(c.p - j->k.p), end);
}

static bool read_pools(jfr *j, const jfr_event *e, corr_cur c, uint64_t npools)
{
    const size_t end = e->at + e->size;
    const bool apart = j->want->no_stacks || j->stacks.is_on;
    bool ok = !c.bad;

    if (ok && apart && is_stacks(j, c, npools))
        return read_stacks(j, c, end);
    ok = ok && jfr_fetch(j, e->at, e->size);
    for (; ok && npools > 0; npools--) {
        if (j->want->no_stacks && is_stacks(j, c, npools))
            break;
        ok = read_pool(j, &c);
    }
    return ok;
}

/* False: it breaks off, or cannot be read further. */
static bool take_checkpoint(jfr *j, const jfr_event *e)
{
    corr_cur c = e->body;

    jfr_int(&c); /* start */
    jfr_int(&c); /* duration */
    jfr_int(&c); /* delta */
    jfr_byte(&c);
    const uint64_t npools = jfr_int(&c);
    return read_pools(j, e, c, npools);
}

static void read_checkpoint(jfr *j, const jfr_event *e)
{
    const bool ok = take_checkpoint(j, e);

    j->is_amiss |= !ok;
    if (!ok && j->b)
        corr_damage(j->b, j->k.offset + e->at, 0, 0,
                    "constants in chunk %u are damaged: some names are "
                    "unknown",
                    j->k.number);
}

/* The checkpoint within which the chunk is cut off, as is said of it, if it is
 * in one: most of its constants may be there. */
static void read_cut(jfr *j)
{
    const jfr_chunk *k = &j->k;
    const size_t left = k->n - j->broken_at;
    corr_cur c = corr_cur_of(k->p + j->broken_at, left);
    const uint64_t size = jfr_int(&c);
    const uint64_t id = jfr_int(&c);

    if (!c.bad && id == JFR_CHECKPOINT && k->h.size > (int64_t)k->n &&
        size > left && size <= (uint64_t)k->h.size - j->broken_at)
        take_checkpoint(j, &(jfr_event){ .at = j->broken_at,
                                         .size = left,
                                         .id = JFR_CHECKPOINT,
                                         .body = c });
}

/* In the order of the file, so that the newest of equal keys counts. */
void jfr_read_constants(jfr *j)
{
    jfr_event e;

    j->has_constants = true;
    jfr_ask(j);
    for (uint32_t i = 0; i < j->nplace; i++)
        if (jfr_event_at(&j->k, j->place[i], JFR_CHECKPOINT, &e))
            read_checkpoint(j, &e);
    e = (jfr_event){ .at = j->rest_place };
    while (j->rest_place && jfr_next(&j->k, &e))
        if (e.id == JFR_CHECKPOINT)
            read_checkpoint(j, &e);
    if (j->end < j->k.n)
        read_cut(j);
}

/* ---- events ---------------------------------------------------------------------- */

void jfr_weigh(jfr *j, corr_cur body, uint32_t type, const jfr_meaning *m)
{
    corr_arena_reset(&j->text);
    jfr_take_some(&j->plans, &j->types, type,
                  m->weight | JFR_BIT(F_CONTEXT) | JFR_BIT(F_SPAN_NAME) |
                      (j->leaves ? JFR_BIT(F_START) : 0) |
                      (j->with_labels ? JFR_CARRIED : 0),
                  &body, &j->record);
    jfr_add_weight(j, m);
}

/* Whether the record at hand may be left out: a sample, and taken at a time of
 * which none are wanted. */
static bool is_outside(const jfr *j, const jfr_meaning *m)
{
    const corr_want *w = j->want;
    const unsigned states = CORR_KIND_INTERVAL | CORR_KIND_CONTEXT;

    if (w->samples.from == w->samples.to || !m->kind || m->flags & states ||
        m->take == jfr_take_batch)
        return false;
    const bool is_later = jfr_has(&j->record, F_ALLOCATED_AT);
    const int64_t t = jfr_when(j, is_later ? F_ALLOCATED_AT : F_START);
    return t < w->samples.from || t >= w->samples.to;
}

static void take(jfr *j, const jfr_event *e, const jfr_note *note)
{
    const jfr_act *a = &j->act[note->type];
    const jfr_meaning *m = a->meaning;
    corr_cur c = e->body;

    if (!jfr_place_type(j, note->type))
        return;
    if (m->weight && !jfr_keeps(j, m)) {
        jfr_weigh(j, c, note->type, m);
        return;
    }
    j->number = (uint32_t)a->before + note->number;
    corr_arena_reset(&j->text);
    jfr_take(&j->plans, &j->types, note->type, &c, &j->record);
    const int64_t ticks = jfr_number(&j->record, F_START, INT64_MIN);
    if (ticks > j->last_ticks)
        j->last_ticks = ticks;
    if (!is_outside(j, m))
        m->take(j, m);
}

static void take_noted(jfr *j, const jfr_note *note)
{
    jfr_event e;

    if (jfr_window_noted(j, note, &e))
        take(j, &e, note);
}

static bool is_setting(jfr *j, uint32_t type)
{
    const jfr_meaning *m = jfr_meaning_for(j, type);

    return m && m->is_setting;
}

/* The settings of a chunk, wherever they stand among its events: what samples
 * weigh depends on them. */
static void read_settings(jfr *j)
{
    jfr_event e = { .at = j->rest };

    jfr_forget_settings(j);
    for (uint32_t i = 0; i < j->nnote; i++)
        if (is_setting(j, j->note[i].type))
            take_noted(j, &j->note[i]);
    while (j->rest && jfr_next(&j->k, &e)) {
        const jfr_type *y = jfr_type_of(&j->types, e.id);
        const jfr_note note = { .type = y ? type_number(j, y) : 0 };
        if (y && is_setting(j, note.type))
            take(j, &e, &note);
    }
    jfr_take_settings(j);
}

/* Between events that are noted may lie many that are not. */
static void ask_ahead(const jfr *j, uint32_t note)
{
    enum { AHEAD = 12, LINE = 64 };

    if (j->nnote - note <= AHEAD || j->note[note + AHEAD].is_kept)
        return;
    const size_t at = j->note[note + AHEAD].at;
    jfr_ahead(j->k.p + at, 0);
    jfr_ahead(j->k.p + at, LINE);
}

static void read_events(jfr *j)
{
    jfr_event e = { .at = j->rest };
    jfr_note note;

    for (uint32_t i = 0; i < j->nnote && !corr_build_failed(j->b); i++) {
        ask_ahead(j, i);
        if (!is_setting(j, j->note[i].type))
            take_noted(j, &j->note[i]);
    }
    while (j->rest && jfr_next(&j->k, &e) && !corr_build_failed(j->b))
        if (jfr_scan_one(j, &e, &note) && !is_setting(j, note.type))
            take(j, &e, &note);
}

/* ---- the chunk --------------------------------------------------------------------- */

/* Only async-profiler and its forks have events of this name; JDKs write none,
 * also where these add theirs to a recording of a JDK. */
bool jfr_is_async(const jfr_header *h, const jfr_types *types)
{
    if (h->minor > 0) /* which async-profiler does not write */
        return false;
    for (uint32_t i = 0; i < types->ntype; i++) {
        const jfr_type *y = &types->type[i];
        if (y->is_event && corr_str_starts(y->name, "profiler."))
            return true;
    }
    return false;
}

/* How far off the chunk begins from where the clock of the one before it puts
 * it tells how sure its times are (corr-methods 1.4), if it goes on with that
 * recording. */
static void note_clock(jfr *j)
{
    const int64_t most = INT64_C(1000000000);
    const jfr_header *h = &j->k.h;
    const jfr_header *b = &j->file->before[j->k.is_async];
    const int64_t ns = jfr_time(b, h->start_ticks);
    const int64_t early = ns < h->start_ns ? ns : h->start_ns;
    const int64_t late = ns < h->start_ns ? h->start_ns : ns;
    const bool same = j->file->has_before[j->k.is_async] && b->hz == h->hz;
    int64_t by;

    j->file->before[j->k.is_async] = *h;
    j->file->has_before[j->k.is_async] = true;
    if (!same || __builtin_sub_overflow(late, early, &by) || by >= most)
        return;
    j->file->clock_error =
        by > j->file->clock_error ? by : j->file->clock_error;
}

static unsigned long long count(uint64_t n)
{
    return (unsigned long long)n;
}

/* Up to when something may have been recorded of which a part is not there:
 * what the header says, or when the file was last written, unless that was
 * somebody who copied it. */
static int64_t lost_until(const jfr *j)
{
    const int64_t most = INT64_C(60000000000);
    const int64_t to = corr_sum(j->k.h.start_ns, j->k.h.duration_ns);
    const int64_t written = corr_src_written(j->in);

    return j->k.h.state && written > to && written - j->last <= most ? written
                                                                     : to;
}

/* async-profiler writes the constants of a chunk last; until then its header
 * says where they will not be, and that the chunk has 1 GiB. */
static bool was_never_finished(const jfr_chunk *k)
{
    return k->is_async && k->h.state == 0 &&
           (k->h.metadata == 0 || k->h.pools == 0);
}

/* Constants are written last: what is cut off behind where they begin has all
 * of its events. */
static bool has_all_events(const jfr_chunk *k, size_t read)
{
    return k->h.state == 0 && k->h.size > (int64_t)k->n && k->h.pools > 0 &&
           (uint64_t)k->h.pools <= (uint64_t)read;
}

/* What its header leads to is there, and the later of it ends where the bytes
 * do: it is the size that is wrong.  So it is where there is more of it than
 * that. */
static bool is_size_wrong(const jfr_chunk *k, size_t read)
{
    const int64_t types = k->h.metadata, pools = k->h.pools;
    jfr_event e = { .at = (size_t)(types > pools ? types : pools) };

    if (k->h.size >= JFR_HEADER && k->h.size < (int64_t)k->n)
        return k->h.state == 0;
    return has_all_events(k, read) && read == k->n && types > 0 &&
           jfr_next_any(k, &e) && e.at + e.size == k->n;
}

/* Whether an event that stands where a walk ended would be there but for bytes
 * that are missing at the end of the chunk. */
static bool ends_in_an_event(const jfr_chunk *k, size_t end)
{
    const size_t left = k->n - end;
    corr_cur c = corr_cur_of(k->p + end, left);
    const uint64_t size = jfr_int(&c);

    return c.bad ||
           (size > left && size <= (uint64_t)k->h.size - (uint64_t)end);
}

static void say_size(jfr *j)
{
    corr_damage(j->b, j->k.offset, 0, 0,
                "the size in the header of chunk %u is wrong, %llu bytes: all "
                "of its %llu are there",
                j->k.number, count((uint64_t)j->k.h.size), count(j->k.n));
}

/* What is behind where a walk ended is not read, but for what is led to. */
static void say_unread(jfr *j, size_t end)
{
    const size_t n = j->k.n - end - jfr_behind_bytes(&j->behind);

    corr_damage(j->b, j->k.offset + end, n, 0,
                "event of size 0 or beyond its end in chunk %u: %llu bytes "
                "behind it were not read",
                j->k.number, count(n));
}

/* Between which times something was lost. */
static void say_when(jfr *j)
{
    int64_t from = j->last;
    int64_t to = CORR_NO_TIME;

    if (j->behind.has_events) {
        from = corr_sum(j->k.h.start_ns, jfr_walk(&j->k).last);
        to = jfr_behind_time(&j->behind, &j->k);
    }
    corr_add_loss(j->b, from, to == CORR_NO_TIME ? lost_until(j) : to);
}

/* A chunk that its recorder never came to finish, or of which a part is not
 * there. */
static void say_lost(jfr *j, size_t end)
{
    const jfr_chunk *k = &j->k;
    const bool is_wrong = is_size_wrong(k, end);
    const int64_t missing =
        k->h.size < JFR_HEADER || is_wrong ? 0 : k->h.size - (int64_t)k->n;
    const bool never = was_never_finished(k);

    if (never)
        corr_damage(j->b, k->offset, 0, 0,
                    "chunk %u was never finished: its constants are missing, "
                    "so that stacks and threads are unknown; counts and times "
                    "are right",
                    k->number);
    else if (k->h.state)
        corr_warn(j->b, k->offset,
                  "chunk %u was being written when it was copied or its "
                  "process ended: its last events and names may be missing",
                  k->number);
    if (missing > 0 && !never)
        corr_damage(j->b, k->offset + k->n, (uint64_t)missing, 0,
                    "chunk %u is cut off: %llu of its %llu bytes are there",
                    k->number, count(k->n), count((uint64_t)k->h.size));
    if (end < k->n && (missing <= 0 || !ends_in_an_event(k, end)))
        say_unread(j, end);
    if (k->h.size < JFR_HEADER)
        corr_damage(j->b, k->offset, 0, 0,
                    "chunk %u says that it has %lld bytes: read up to the next",
                    k->number, (long long)k->h.size);
    if (is_wrong)
        say_size(j);
    if ((end < k->n || missing > 0) && j->last > 0 && !has_all_events(k, end))
        say_when(j);
}

/* Until when a chunk tells, of which so much was read: what its header says of
 * the time behind that is of what is not there. */
static int64_t told_until(const jfr *j, size_t read)
{
    const int64_t end = corr_sum(j->k.h.start_ns, j->k.h.duration_ns);
    const bool all = (read == j->k.n && j->k.h.size <= (int64_t)j->k.n) ||
                     has_all_events(&j->k, read);

    return all && end > j->last ? end : j->last;
}

static void widen(jfr *j, size_t read)
{
    const int64_t to = told_until(j, read);

    if (j->file->from == CORR_NO_TIME || j->k.h.start_ns < j->file->from)
        j->file->from = j->k.h.start_ns;
    if (j->file->to == CORR_NO_TIME || to > j->file->to)
        j->file->to = to;
}

/* Nothing but a header, which says that more was to come. */
static bool is_only_begun(jfr *j)
{
    if (j->k.h.state == 0 || j->k.n != JFR_HEADER)
        return false;
    corr_warn(j->b, j->k.offset,
              "chunk %u was begun, and nothing of it was written yet when it "
              "was copied or its process ended",
              j->k.number);
    widen(j, j->k.n);
    return true;
}

static bool is_code(const jfr_type *y)
{
    const jfr_meaning *m = y->is_event ? jfr_meaning_of(y->name) : NULL;

    return m && m->kind &&
           corr_first_kind(&(corr_kind_row){ .name = corr_str_of(m->kind),
                                             .flags = m->flags });
}

bool jfr_has_code(jfr *j)
{
    uint8_t other[JFR_NEAR] = { 0 }; /* by number of a type: it is not */
    jfr_event e;
    bool found = false, no_memory = false;

    if (!jfr_fetch(j, 0, j->k.n) || !jfr_find_types(&j->k, &e) ||
        jfr_types_read(&j->types, corr_cur_of(j->k.p + e.at, e.size),
                       &no_memory)) {
        j->types.ntype = 0; /* that is said when it is read */
        return false;
    }
    e = (jfr_event){ .size = JFR_HEADER };
    while (!found && jfr_next(&j->k, &e)) {
        const uint32_t at = jfr_type_at(&j->types, e.id);
        if (!at || at > JFR_NEAR || other[at - 1])
            continue;
        found = is_code(&j->types.type[at - 1]);
        other[at - 1] = 1;
    }
    return found;
}

/* False: nothing of it can be read. */
static bool look_through(jfr *j)
{
    j->last_ticks = INT64_MIN;
    j->has_constants = j->has_looked = false;
    corr_map_clear(&j->gc_of);
    corr_map_clear(&j->class_of);
    for (unsigned i = 0; i < P_POOLS; i++)
        jfr_pool_empty(&j->pool[i]);
    if (!jfr_read_types(j))
        return false;
    j->k.is_async = jfr_is_async(&j->k.h, &j->types);
    return jfr_scan_types(j);
}

bool jfr_look_ahead(jfr *j)
{
    j->is_amiss = false;
    j->is_through = look_through(j);
    if (j->is_through && (j->nnote || j->piles.n || j->left.n))
        jfr_read_constants(j);
    j->is_through &= !j->is_amiss && !corr_src_failed(j->in);
    return j->is_through;
}

/* What events were not what they say is told; if all were, they may be lent. */
static void note_types(jfr *j)
{
    if (j->unfit && j->is_doubted && !j->k.h.state)
        corr_damage(j->b, j->k.offset, 0, 0,
                    j->unfit == 1
                        ? "%u event of chunk %u is not what its type says: "
                          "left out"
                        : "%u events of chunk %u are not what their types "
                          "say: left out",
                    j->unfit, j->k.number);
    else if (!j->unfit && j->types_of == j->k.number)
        jfr_lend(j, &j->types, &j->types_at);
    if (j->unknown && !j->is_doubted)
        corr_warn(j->b, j->k.offset,
                  "chunk %u does not say what %u of its events are: left out",
                  j->k.number, j->unknown);
}

/* How much of it could be read. */
static size_t read_chunk(jfr *j)
{
    const unsigned flags = j->k.h.flags;

    if (is_only_begun(j))
        return JFR_HEADER;
    if (!(flags & JFR_COMPRESSED) || flags & ~(unsigned)JFR_KNOWN) {
        corr_damage(j->b, j->k.offset, j->k.n, 0,
                    "chunk %u is written in a way that is not known (flags "
                    "%u): left out",
                    j->k.number, flags);
        return 0;
    }
    if (j->k.h.hz <= 0)
        corr_warn(j->b, j->k.offset,
                  "chunk %u does not say how long a tick is: taken as 1 ns",
                  j->k.number);
    j->is_through = j->is_through && !jfr_types_contradict(j);
    if (!j->is_through && !look_through(j))
        return 0;
    j->types_of = j->types_of ? j->types_of : j->k.number;
    note_types(j);
    j->file->is_async |= j->k.is_async;
    note_clock(j);
    jfr_forget_assumed(j);
    jfr_begin_process(j);
    read_settings(j);
    jfr_end_process(j);
    jfr_assume(j);
    read_events(j);
    jfr_scan_end(j);
    if (j->plans.failed)
        jfr_no_memory(j);
    if (j->last_ticks > INT64_MIN)
        j->last = jfr_time(&j->k.h, j->last_ticks);
    say_lost(j, j->end);
    widen(j, j->end);
    jfr_settle_told(j, told_until(j, j->end));
    return j->end;
}

/* Where the chunk ends, and what is wrong with it. */
static size_t outline_chunk(jfr *j)
{
    j->types_of = j->k.number;
    if (jfr_looks_whole(&j->k) && j->k.h.duration_ns > 0) {
        widen(j, j->k.n);
        return j->k.n;
    }
    if (is_only_begun(j))
        return JFR_HEADER;
    if (!jfr_read_types(j) || !jfr_fetch(j, 0, j->k.n))
        return 0;
    j->k.is_async = jfr_is_async(&j->k.h, &j->types);
    const jfr_found f = jfr_walk(&j->k);
    if (f.end < j->k.n && !jfr_behind_find(&j->behind, &j->k, f.end))
        jfr_no_memory(j);
    j->last = corr_sum(j->last, f.last);
    say_lost(j, f.end);
    widen(j, f.end);
    return f.end;
}

void jfr_read_chunk(jfr *j)
{
    const jfr_header *h = &j->k.h;

    j->last = h->start_ns;
    j->end = j->is_through ? j->end : JFR_HEADER;
    j->behind.n = j->is_through ? j->behind.n : 0;
    const size_t read =
        j->want->mode == CORR_MODE_OUTLINE ? outline_chunk(j) : read_chunk(j);
    const uint64_t told = h->size > 0 ? (uint64_t)h->size : 0;
    const bool is_open = h->state != 0 || was_never_finished(&j->k);
    const bool is_cut =
        !is_open && told > j->k.n && !is_size_wrong(&j->k, read);
    const bool is_borrowed = read > JFR_HEADER && j->types_of != j->k.number;
    corr_add_block(j->b,
                   &(corr_block){ .at = j->k.offset,
                                  .bytes = is_cut ? told : j->k.n,
                                  .read = read + jfr_behind_bytes(&j->behind),
                                  .from = h->start_ns,
                                  .to = told_until(j, read),
                                  .types_of = is_borrowed ? j->types_of : 0,
                                  .open = is_open });
}
