/*
 * A chunk from its types to its last event, and reports of damage to it.
 *
 * Order: types, the first walk over the events (jfr_scan.c), settings, then the
 * noted events, because settings and constants may stand behind events that
 * depend on them.
 */
#include "jfr/jfr.h"

/* ---- events -------------------------------------------------------------- */

/* Whether the current record may be skipped: it is a sample outside of the
 * wanted times. */
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

static void take_event(jfr *j, const jfr_event *e, const jfr_note *note)
{
    const jfr_act *a = &j->scan.act[note->type];
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
        take_event(j, &e, note);
}

static bool is_setting(jfr *j, uint32_t type)
{
    const jfr_meaning *m = jfr_meaning_for(j, type);

    return m && m->is_setting;
}

/* Reads the settings of a chunk first, wherever they are among its events: the
 * weight of samples depends on them. */
static void read_settings(jfr *j)
{
    jfr_event e = { .at = j->scan.rest };

    j->file->settings.row.n = 0;
    for (uint32_t i = 0; i < j->scan.note.n; i++)
        if (is_setting(j, j->scan.note.v[i].type))
            take_noted(j, &j->scan.note.v[i]);
    while (j->scan.rest && jfr_next(&j->k, &e)) {
        const jfr_type *y = jfr_type_of(&j->types, e.id);
        const jfr_note note = { .type =
                                    y ? jfr_number_of_type(&j->types, y) : 0 };
        if (y && is_setting(j, note.type))
            take_event(j, &e, &note);
    }
    jfr_take_settings(j);
}

static void read_events(jfr *j)
{
    jfr_event e = { .at = j->scan.rest };
    jfr_note note;

    for (uint32_t i = 0; i < j->scan.note.n && !corr_build_failed(j->b); i++)
        if (!is_setting(j, j->scan.note.v[i].type))
            take_noted(j, &j->scan.note.v[i]);
    while (j->scan.rest && jfr_next(&j->k, &e) && !corr_build_failed(j->b))
        if (jfr_scan_one(j, &e, &note) && !is_setting(j, note.type))
            take_event(j, &e, &note);
}

/* ---- the chunk ----------------------------------------------------------- */

/* The clock of the previous chunk predicts the start of this chunk. The
 * difference shows how accurate its times are (corr-methods 1.4), if the chunk
 * continues the same recording. */
static void note_clock(jfr *j)
{
    const int64_t most = INT64_C(1000000000);
    const jfr_header *h = &j->k.h;
    const jfr_header *b = &j->file->clock.before[j->k.is_async];
    const int64_t ns = jfr_time(b, h->start_ticks);
    const int64_t early = ns < h->start_ns ? ns : h->start_ns;
    const int64_t late = ns < h->start_ns ? h->start_ns : ns;
    const bool same =
        j->file->clock.has_before[j->k.is_async] && b->hz == h->hz;
    int64_t by;

    j->file->clock.before[j->k.is_async] = *h;
    j->file->clock.has_before[j->k.is_async] = true;
    if (!same || __builtin_sub_overflow(late, early, &by) || by >= most)
        return;
    j->file->clock.error =
        by > j->file->clock.error ? by : j->file->clock.error;
}

static unsigned long long as_ull(uint64_t n)
{
    return (unsigned long long)n;
}

/* The end of the time in which lost data may have been recorded: from the
 * header, or the last write to the file, unless the file is a copy. */
static int64_t lost_until(const jfr *j)
{
    const int64_t most = INT64_C(60000000000);
    const int64_t to = corr_sum(j->k.h.start_ns, j->k.h.duration_ns);
    const int64_t written = corr_src_written(j->in);

    return j->k.h.state && written > to && written - j->last <= most ? written
                                                                     : to;
}

/* async-profiler writes the constants of a chunk last. Until then its header
 * has a wrong place for them and a size of 1 GiB. */
static bool was_never_finished(const jfr_chunk *k)
{
    return k->is_async && k->h.state == 0 &&
           (k->h.metadata == 0 || k->h.pools == 0);
}

/* Constants are written last, so a chunk that is truncated behind their start
 * has all of its events. */
static bool has_all_events(const jfr_chunk *k, size_t read)
{
    return k->h.state == 0 && k->h.size > (int64_t)k->n && k->h.pools > 0 &&
           (uint64_t)k->h.pools <= (uint64_t)read;
}

/* Whether only the size in the header is wrong: the types and constants that
 * the header names are there, and the later of them ends at the last byte. The
 * size is also wrong if the chunk has more bytes than that. */
static bool is_size_wrong(const jfr_chunk *k, size_t read)
{
    const int64_t types = k->h.metadata, pools = k->h.pools;
    jfr_event e = { .at = (size_t)(types > pools ? types : pools) };

    if (k->h.size >= JFR_HEADER && k->h.size < (int64_t)k->n)
        return k->h.state == 0;
    return has_all_events(k, read) && read == k->n && types > 0 &&
           jfr_next(k, &e) && e.at + e.size == k->n;
}

/* Whether an event at the place where a walk ended is incomplete only because
 * bytes are missing at the end of the chunk. */
static bool ends_in_an_event(const jfr_chunk *k, size_t end)
{
    const size_t left = k->n - end;
    corr_cur c = corr_cur_of(k->p + end, left);
    const uint64_t size = jfr_int(&c);

    return c.bad ||
           (size > left && size <= (uint64_t)k->h.size - (uint64_t)end);
}

static void report_size(jfr *j)
{
    corr_damage(j->b, j->k.offset, 0, 0,
                "chunk %u is whole, with %llu bytes; the size in the header is "
                "wrong, %llu",
                j->k.number, as_ull(j->k.n), as_ull((uint64_t)j->k.h.size));
}

/* Reports that bytes behind the end of a walk are not read, except the parts
 * that the header leads to. */
static void report_unread(jfr *j, size_t end)
{
    const size_t n = j->k.n - end - jfr_behind_bytes(&j->scan.behind);

    corr_damage(
        j->b, j->k.offset + end, n, 0,
        "invalid event size in chunk %u; %llu bytes after that were not read",
        j->k.number, as_ull(n));
}

/* Reports the interval in which data was lost. */
static void report_when(jfr *j)
{
    int64_t from = j->last;
    int64_t to = CORR_NO_TIME;

    if (j->scan.behind.has_events) {
        from = corr_sum(j->k.h.start_ns, jfr_walk(&j->k).last);
        to = jfr_behind_time(&j->scan.behind, &j->k);
    }
    corr_add_loss(j->b, from, to == CORR_NO_TIME ? lost_until(j) : to);
}

/* Reports a chunk that its recorder did not finish, or that lacks a part. */
static void report_lost(jfr *j, size_t end)
{
    const jfr_chunk *k = &j->k;
    const bool is_wrong = is_size_wrong(k, end);
    const int64_t missing =
        k->h.size < JFR_HEADER || is_wrong ? 0 : k->h.size - (int64_t)k->n;
    const bool never = was_never_finished(k);

    if (never)
        corr_damage(j->b, k->offset, 0, 0,
                    "chunk %u is unfinished; counts and times are right, "
                    "stacks and threads unknown",
                    k->number);
    else if (k->h.state)
        corr_warn(j->b, k->offset,
                  "chunk %u was still being written; the last events and names "
                  "may be missing",
                  k->number);
    if (missing > 0 && !never)
        corr_damage(j->b, k->offset + k->n, (uint64_t)missing, 0,
                    "chunk %u is cut off; %llu of %llu bytes are there",
                    k->number, as_ull(k->n), as_ull((uint64_t)k->h.size));
    if (end < k->n && (missing <= 0 || !ends_in_an_event(k, end)))
        report_unread(j, end);
    if (k->h.size < JFR_HEADER)
        corr_damage(j->b, k->offset, 0, 0,
                    "chunk %u has the invalid size %lld; it is read up to the "
                    "next chunk",
                    k->number, (long long)k->h.size);
    if (is_wrong)
        report_size(j);
    if ((end < k->n || missing > 0) && j->last > 0 && !has_all_events(k, end))
        report_when(j);
}

/* The time up to which a chunk has data, after read bytes of it. The header's
 * duration beyond that covers missing data. */
static int64_t recorded_until(const jfr *j, size_t read)
{
    const int64_t end = corr_sum(j->k.h.start_ns, j->k.h.duration_ns);
    const bool all = (read == j->k.n && j->k.h.size <= (int64_t)j->k.n) ||
                     has_all_events(&j->k, read);

    return all && end > j->last ? end : j->last;
}

static void widen_file(jfr *j, size_t read)
{
    const int64_t to = recorded_until(j, read);

    if (j->file->from == CORR_NO_TIME || j->k.h.start_ns < j->file->from)
        j->file->from = j->k.h.start_ns;
    if (j->file->to == CORR_NO_TIME || to > j->file->to)
        j->file->to = to;
}

/* Whether the chunk is only a header that announces more. */
static bool is_only_begun(jfr *j)
{
    if (j->k.h.state == 0 || j->k.n != JFR_HEADER)
        return false;
    corr_warn(j->b, j->k.offset,
              "chunk %u was only begun; no event of it was written yet",
              j->k.number);
    widen_file(j, j->k.n);
    return true;
}

static bool is_code(const jfr_type *y)
{
    const jfr_meaning *m = y->is_event ? jfr_meaning_of(y->name) : NULL;

    return m && m->kind &&
           corr_first_kind(&(corr_kind_row){ .name = corr_str_of(m->kind),
                                             .flags = m->flags });
}

/* Whether the current chunk has a sample of code. */
static bool has_code(jfr *j)
{
    uint8_t other[JFR_NEAR] = {
        0
    }; /* by number of a type: 1: it is not a sample of code */
    jfr_event e;
    bool found = false, no_memory = false;

    if (!jfr_fetch(j, 0, j->k.n) || !jfr_find_types(&j->k, &e) ||
        jfr_types_read(&j->types, corr_cur_of(j->k.p + e.at, e.size),
                       &no_memory)) {
        j->types.ntype = 0; /* reported when the chunk is read */
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

/* False: the chunk cannot be read at all. */
static bool look_through(jfr *j)
{
    j->last_ticks = INT64_MIN;
    j->constants.are_read = j->made.has_looked = false;
    corr_map_clear(&j->made.collection);
    for (unsigned i = 0; i < P_POOLS; i++)
        jfr_pool_empty(&j->constants.pool[i]);
    if (!jfr_read_types(j))
        return false;
    j->k.is_async = jfr_is_async(&j->k.h, &j->types);
    return jfr_scan_types(j);
}

bool jfr_look_ahead(jfr *j)
{
    j->scan.is_amiss = false;
    j->scan.is_through = look_through(j);
    if (j->scan.is_through &&
        (j->scan.note.n || j->sums.by_stack.row.n || j->sums.threads.thread.n))
        jfr_read_constants(j);
    j->scan.is_through &= !j->scan.is_amiss && !corr_src_failed(j->in);
    return j->scan.is_through;
}

/* Reports events that do not fit their types; if all fit, the types may be
 * lent. */
static void note_types(jfr *j)
{
    if (j->typed.unfit && j->typed.is_doubted && !j->k.h.state)
        corr_damage(
            j->b, j->k.offset, 0, 0,
            j->typed.unfit == 1
                ? "%u event of chunk %u does not match its type; it is left out"
                : "%u events of chunk %u do not match their types; they are "
                  "left out",
            j->typed.unfit, j->k.number);
    else if (!j->typed.unfit && j->typed.of == j->k.number)
        jfr_lend(j, &j->types, &j->typed.at);
    if (j->typed.unknown && !j->typed.is_doubted)
        corr_warn(
            j->b, j->k.offset,
            "chunk %u lacks the types of %u of its events; they are left out",
            j->k.number, j->typed.unknown);
}

/* Returns the number of bytes that could be read. */
static size_t read_chunk(jfr *j)
{
    const unsigned flags = j->k.h.flags;

    if (is_only_begun(j))
        return JFR_HEADER;
    if (!(flags & JFR_COMPRESSED) || flags & ~(unsigned)JFR_KNOWN) {
        corr_damage(
            j->b, j->k.offset, j->k.n, 0,
            "chunk %u has an unknown encoding (flags %u); it is left out",
            j->k.number, flags);
        return 0;
    }
    if (j->k.h.hz <= 0)
        corr_warn(j->b, j->k.offset,
                  "chunk %u has no length of a tick; corr assumes 1 ns",
                  j->k.number);
    j->scan.is_through = j->scan.is_through && !jfr_types_contradict(j);
    if (!j->scan.is_through && !look_through(j))
        return 0;
    j->typed.of = j->typed.of ? j->typed.of : j->k.number;
    note_types(j);
    j->file->has_async |= j->k.is_async;
    note_clock(j);
    jfr_forget_assumed(&j->file->how);
    j->file->processes.now = (jfr_process){ .start = CORR_NO_TIME };
    read_settings(j);
    jfr_end_process(j);
    jfr_assume(j);
    read_events(j);
    jfr_scan_end(j);
    if (j->plans.failed)
        jfr_no_memory(j);
    if (j->last_ticks > INT64_MIN)
        j->last = jfr_time(&j->k.h, j->last_ticks);
    report_lost(j, j->scan.end);
    widen_file(j, j->scan.end);
    jfr_end_settings_of_chunk(j, recorded_until(j, j->scan.end));
    return j->scan.end;
}

/* Returns the end of the chunk, and reports damage to it. */
static size_t outline_chunk(jfr *j)
{
    j->typed.of = j->k.number;
    if (jfr_looks_whole(&j->k) && j->k.h.duration_ns > 0) {
        widen_file(j, j->k.n);
        return j->k.n;
    }
    if (is_only_begun(j))
        return JFR_HEADER;
    if (!jfr_read_types(j) || !jfr_fetch(j, 0, j->k.n))
        return 0;
    j->k.is_async = jfr_is_async(&j->k.h, &j->types);
    const jfr_found f = jfr_walk(&j->k);
    if (f.end < j->k.n && !jfr_behind_find(&j->scan.behind, &j->k, f.end))
        jfr_no_memory(j);
    j->last = corr_sum(j->last, f.last);
    report_lost(j, f.end);
    widen_file(j, f.end);
    return f.end;
}

void jfr_read_chunk(jfr *j)
{
    const jfr_header *h = &j->k.h;

    j->last = h->start_ns;
    j->scan.end = j->scan.is_through ? j->scan.end : JFR_HEADER;
    j->scan.behind.n = j->scan.is_through ? j->scan.behind.n : 0;
    const size_t read =
        j->want->mode == CORR_MODE_OUTLINE ? outline_chunk(j) : read_chunk(j);
    const uint64_t size = h->size > 0 ? (uint64_t)h->size : 0;
    const bool is_open = h->state != 0 || was_never_finished(&j->k);
    const bool is_cut =
        !is_open && size > j->k.n && !is_size_wrong(&j->k, read);
    const bool is_borrowed = read > JFR_HEADER && j->typed.of != j->k.number;
    corr_add_block(
        j->b, &(corr_block){ .at = j->k.offset,
                             .bytes = is_cut ? size : j->k.n,
                             .read = read + jfr_behind_bytes(&j->scan.behind),
                             .from = h->start_ns,
                             .to = recorded_until(j, read),
                             .types_of = is_borrowed ? j->typed.of : 0,
                             .open = is_open });
}

void jfr_take_chunk(jfr *j)
{
    corr_recognised(j->b);
    if (j->less && j->k.number == 1 && has_code(j))
        jfr_set_want(j, j->less);
    const bool is_copy = jfr_is_copy(j);
    if (!corr_build_failed(j->b) && !is_copy) {
        j->scan.is_through &= j->scan.skip == 0;
        jfr_read_chunk(j);
        jfr_note_part(j);
    }
    j->file->chunks.n -= is_copy;
    j->file->chunks.continued += !is_copy && j->scan.skip;
    j->scan.skip = 0;
}
