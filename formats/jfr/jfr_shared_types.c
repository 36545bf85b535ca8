/*
 * The types of a chunk: its own, or those of another chunk if its own are
 * missing or damaged.
 *
 * A process numbers its types once, and writes the same description of them
 * into each of its chunks: the description in the chunk before will do.  A
 * chunk without types does not name its process, so its clock decides which
 * chunks are of the same process.  If a chunk has types, those of another
 * replace them only if they are right for every one of its events.
 *
 * A JDK since 14 numbers its descriptions, too.  A description that differs
 * from what two chunks before had under its number is damaged, even if it can
 * be read: a name in it may be wrong.
 */
#include "jfr/jfr.h"

#include <stdlib.h>

static bool is_of_one_clock(const jfr_header *a, const jfr_header *b)
{
    return a->hz == b->hz && a->minor == b->minor &&
           jfr_is_near(jfr_time(a, b->start_ticks), b->start_ns);
}

const jfr_lent *jfr_lender(const jfr *j)
{
    const jfr_lent *found = NULL;

    for (unsigned i = 0; i < 2; i++) {
        const jfr_lent *l = &j->file->lent[i];
        if (l->n && is_of_one_clock(&l->h, &j->k.h) &&
            (!found || l->of > found->of))
            found = l;
    }
    return found;
}

/* The number of a description; 0: it has no number. */
static uint64_t number_of_description(const uint8_t *p, size_t n)
{
    corr_cur c = corr_cur_of(p, n);

    for (unsigned i = 0; i < 4; i++) /* size, type, start, duration */
        jfr_int(&c);
    return jfr_int(&c);
}

/* Whether the current types differ from those that may be borrowed. */
static bool types_differ(const jfr_lent *l, const jfr_types *t)
{
    return t->ndescription == 0 || t->ndescription > l->n ||
           memcmp(l->p + l->n - t->ndescription, t->description,
                  t->ndescription) != 0;
}

bool jfr_contradicts(const jfr_lent *l, const jfr_chunk *k, const jfr_types *t,
                     const jfr_event *e)
{
    const uint64_t number = number_of_description(k->p + e->at, e->size);

    return number && k->h.minor > 0 &&
           number == number_of_description(l->p, l->n) && types_differ(l, t);
}

/* A description that most chunks have under its number stays. */
void jfr_lend(jfr *j, const jfr_types *t, const jfr_event *e)
{
    const uint8_t *p = j->k.p + e->at;
    jfr_lent *l = &j->file->lent[jfr_is_async(&j->k.h, t)];
    const bool is_same = l->n && !types_differ(l, t);

    if (!is_same && l->n && jfr_contradicts(l, &j->k, t, e) && l->agreed > 1) {
        l->agreed--;
        return;
    }
    l->agreed = is_same ? l->agreed + 1 : 1;
    if (!corr_grow((void **)&l->p, &l->room, e->size, 1)) {
        l->n = 0;
        jfr_no_memory(j);
        return;
    }
    memcpy(l->p, p, e->size);
    l->n = e->size;
    l->h = j->k.h;
    l->of = j->k.number;
}

static bool read_lent(jfr *j)
{
    const jfr_lent *l = jfr_lender(j);
    bool no_memory = false;

    if (!l || jfr_types_read(&j->types, corr_cur_of(l->p, l->n), &no_memory)) {
        if (no_memory)
            jfr_no_memory(j);
        return false;
    }
    j->typed.of = l->of;
    return true;
}

static bool may_borrow(const jfr *j)
{
    const jfr_lent *l = jfr_lender(j);

    return l && types_differ(l, &j->types);
}

bool jfr_types_contradict(const jfr *j)
{
    const jfr_lent *l = jfr_lender(j);

    return l && jfr_contradicts(l, &j->k, &j->types, &j->typed.at);
}

bool jfr_types_fit(const jfr_types *t, const jfr_chunk *k)
{
    jfr_event e = { .size = JFR_HEADER };
    bool any = false;

    while (jfr_next(k, &e)) {
        const uint32_t at = jfr_type_at(t, e.id);
        if (e.id == JFR_METADATA || e.id == JFR_CHECKPOINT)
            continue;
        if (!at || !jfr_fills_its_size(t, &e, at - 1))
            return false;
        any = true;
    }
    return any;
}

bool jfr_find_named_types(jfr *j, jfr_event *e)
{
    const int64_t at = j->k.h.metadata;

    return at >= JFR_HEADER && (uint64_t)at < j->k.n &&
           jfr_fetch(j, (size_t)at, 2 * JFR_INT_MAX) &&
           jfr_event_at(&j->k, at, JFR_METADATA, e);
}

/* Makes the types available. If they are not at the place the header names,
 * they may be anywhere. */
static void fetch_types(jfr *j)
{
    jfr_event e;

    if (jfr_find_named_types(j, &e))
        jfr_fetch(j, e.at, e.size);
    else
        jfr_fetch(j, 0, j->k.n);
}

static bool types_fit_here(jfr *j)
{
    return jfr_fetch(j, 0, j->k.n) && jfr_types_fit(&j->types, &j->k);
}

/* Uses the types of another chunk. If the chunk's own are damaged, the others
 * must fit its events. */
static bool borrow_types(jfr *j, bool is_damaged)
{
    if (!read_lent(j) || (is_damaged && !types_fit_here(j))) {
        j->types.ntype = 0;
        return false;
    }
    j->typed.is_doubted = true;
    return true;
}

static bool have_no_types(jfr *j)
{
    const bool ok = borrow_types(j, false);

    if (ok)
        corr_warn(j->b, j->k.offset,
                  "chunk %u has no event types; it is read with those of chunk "
                  "%u, same process",
                  j->k.number, j->typed.of);
    else
        corr_damage(j->b, j->k.offset, j->k.n, 0,
                    "chunk %u has no event types; it is left out", j->k.number);
    return ok;
}

/* Replaces damaged types. */
static bool borrow_sound_types(jfr *j)
{
    const bool ok = borrow_types(j, true);

    if (ok)
        corr_damage(j->b, j->k.offset + j->typed.at.at, 0, 0,
                    "chunk %u has damaged types; it is read with those of "
                    "chunk %u, same process",
                    j->k.number, j->typed.of);
    return ok;
}

static const char *read_own(jfr *j)
{
    const jfr_event *e = &j->typed.at;
    bool no_memory;
    const char *wrong = jfr_types_read(
        &j->types, corr_cur_of(j->k.p + e->at, e->size), &no_memory);

    if (no_memory)
        jfr_no_memory(j);
    j->typed.of = j->k.number; /* 0: known in its turn */
    return wrong;
}

/* Handles types that differ from those of an earlier chunk under the same
 * number. With two descriptions it is unknown which one is damaged; with three,
 * the one that differs is damaged. */
static void mend_types(jfr *j)
{
    const jfr_lent *l = jfr_lender(j);

    if (l->agreed > 1 && borrow_sound_types(j))
        return;
    read_own(j);
    corr_damage(j->b, j->k.offset + j->typed.at.at, 0, 0,
                "chunks %u and %u have different types for the same events; "
                "one is damaged",
                l->of, j->k.number);
}

/* Damage is reported in the chunk's turn. */
static bool have_types(jfr *j)
{
    fetch_types(j);
    if (!jfr_find_types(&j->k, &j->typed.at))
        return j->b && have_no_types(j);
    const char *wrong = read_own(j);
    if (!wrong && j->b && jfr_types_contradict(j))
        mend_types(j);
    if (!wrong || (j->b && borrow_sound_types(j)))
        return true;
    j->types.ntype = 0;
    if (j->b)
        corr_damage(j->b, j->k.offset + j->typed.at.at, j->k.n, 0,
                    "chunk %u cannot be read: %s", j->k.number, wrong);
    return false;
}

static bool begin_plans(jfr *j)
{
    const bool ok = jfr_plans_begin(&j->plans, &j->types);

    if (!ok)
        jfr_no_memory(j);
    return ok;
}

bool jfr_read_types(jfr *j)
{
    j->typed.is_doubted = false;
    return have_types(j) && begin_plans(j);
}

/* Scans again if events do not fit the types: either the types or the events
 * are damaged. */
static bool scan_unfit(jfr *j)
{
    return (borrow_sound_types(j) ? begin_plans(j) : jfr_read_types(j)) &&
           jfr_scan(j);
}

bool jfr_scan_types(jfr *j)
{
    if (!jfr_scan(j))
        return false;
    if (!j->typed.unfit || j->typed.is_doubted || (j->b && !may_borrow(j)))
        return true;
    j->scan.is_amiss = true;
    return !j->b || scan_unfit(j);
}

void jfr_lent_clear(jfr_lent *l)
{
    free(l->p);
}
