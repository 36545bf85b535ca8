/*
 * Chunks of one recording in several files.
 *
 * A running JVM writes each chunk to a file of its own in its repository; the
 * last one may never have been finished.  A dump on demand is copies of these,
 * all in one file, and the next dump has the same chunks once more.
 *
 * Chunks are kin if they are of one process, by its number and the time when it
 * was started, and of one clock.  A chunk without types names no process; then
 * the clock decides.
 */
#include "jfr/jfr_parts.h"

#include "jfr/jfr.h"

#include <stdlib.h>

/* Indexes of the marks of a piece. */
enum { AT_HZ, AT_TICKS, AT_PID, AT_START };

#define SECOND INT64_C(1000000000)

bool jfr_piece(const uint8_t *head, size_t n, corr_part *p)
{
    jfr_header h;

    if (!jfr_header_read(&h, head, n) || h.major < 1 || h.major > 2 ||
        h.hz <= 0 || (!h.state && h.size < JFR_HEADER))
        return false;
    *p = (corr_part){ .from = h.start_ns,
                      .to = corr_sum(h.start_ns,
                                     h.duration_ns > 0 ? h.duration_ns : 0),
                      .bytes = h.state ? 0 : (uint64_t)h.size,
                      .open = h.state != 0,
                      .mark = { [AT_HZ] = h.hz, [AT_TICKS] = h.start_ticks } };
    return true;
}

/* ---- whose --------------------------------------------------------------- */

typedef struct teller {
    corr_src *in; /* at the chunk */
    jfr_chunk k;  /* only the fetched bytes are here */
    jfr_types types;
    jfr_plans plans;
    jfr_record record;
} teller;

static bool fetch_bytes(const teller *t, size_t at, size_t n)
{
    return corr_src_fetch(t->in, at, n + JFR_INTS_READ);
}

/* Starts a chunk. The bytes of a whole chunk are read on demand. */
static void begin_chunk(teller *t)
{
    const uint64_t most = corr_src_limits(t->in)->record;
    jfr_chunk *k = &t->k;
    const uint64_t size = (uint64_t)k->h.size;
    const bool whole = !k->h.state && k->h.size >= JFR_HEADER && size < most;

    k->n = (size_t)size;
    k->p = whole ? corr_src_reserve(t->in, k->n) : NULL;
    if (!k->p)
        k->p = corr_src_peek(t->in, (size_t)(whole ? size : most), &k->n);
}

/* Reads the types. They may be anywhere if they are not at the place that the
 * header names. */
static bool read_types(teller *t)
{
    const jfr_chunk *k = &t->k;
    const int64_t told = k->h.metadata;
    jfr_event e = { .at = (size_t)told };
    bool no_memory = false;

    if (told < JFR_HEADER || (uint64_t)told >= k->n ||
        !fetch_bytes(t, e.at, 2 * JFR_INT_MAX) || !jfr_next(k, &e) ||
        !fetch_bytes(t, e.at, e.size))
        fetch_bytes(t, 0, k->n);
    return jfr_find_types(k, &e) &&
           !jfr_types_read(&t->types, corr_cur_of(k->p + e.at, e.size),
                           &no_memory) &&
           jfr_plans_begin(&t->plans, &t->types, k->p + k->n);
}

static bool find_event(const jfr_chunk *k, int64_t id, jfr_event *e)
{
    *e = (jfr_event){ .size = JFR_HEADER };
    while (jfr_next(k, e))
        if (e->id == id)
            return true;
    return false;
}

/* Fetches the first event of a type, which is near the start of a chunk that
 * has one. */
static bool fetch_event(const teller *t, int64_t id, jfr_event *e)
{
    enum { FIRST = 1 << 18, MORE = 8 };
    jfr_chunk near = t->k;

    for (size_t n = FIRST; n < t->k.n; n *= MORE) {
        near.n = n;
        if (!fetch_bytes(t, 0, n))
            return false;
        if (find_event(&near, id, e))
            return true;
    }
    return fetch_bytes(t, 0, t->k.n) && find_event(&t->k, id, e);
}

static void take_process(teller *t, uint32_t type, corr_part *p)
{
    jfr_event e;

    if (!fetch_event(t, t->types.type[type].id, &e))
        return;
    jfr_take(&t->plans, &t->types, type, &e.body, &t->record);
    p->mark[AT_PID] = jfr_number(&t->record, F_PID, 0);
    if (!jfr_is_async(&t->k.h,
                      &t->types)) /* async-profiler writes when it was asked */
        p->mark[AT_START] = jfr_number(&t->record, F_JVM_START, 0);
}

static void find_process(teller *t, corr_part *p)
{
    begin_chunk(t);
    if (!read_types(t))
        return;
    for (uint32_t i = 0; i < t->types.ntype; i++) {
        const jfr_type *y = &t->types.type[i];
        if (y->is_event && corr_str_is(y->name, "jdk.JVMInformation")) {
            take_process(t, i, p);
            return;
        }
    }
}

void jfr_piece_whose(corr_src *in, corr_part *p)
{
    teller *t = calloc(1, sizeof *t);
    size_t n;

    if (!t)
        return;
    /* a recording that an agent sent with its labels stands alone */
    corr_src *labels = corr_src_beside(in, ".labels");
    p->alone = labels != NULL;
    corr_src_close(labels);
    t->in = in;
    const uint8_t *head = corr_src_peek(in, JFR_HEADER, &n);
    if (jfr_header_read(&t->k.h, head, n))
        find_process(t, p);
    jfr_types_clear(&t->types);
    jfr_plans_clear(&t->plans);
    free(t);
}

/* ---- which go together --------------------------------------------------- */

static bool is_near(int64_t a, int64_t b, int64_t most)
{
    int64_t by;

    return !__builtin_sub_overflow(a, b, &by) && by >= -most && by <= most;
}

/* Whether the two parts contradict each other about their process. */
static bool are_two_processes(const corr_part *a, const corr_part *b)
{
    const int64_t *of = a->mark;
    const int64_t *to = b->mark;

    return (of[AT_PID] && to[AT_PID] && of[AT_PID] != to[AT_PID]) ||
           (of[AT_START] && to[AT_START] && of[AT_START] != to[AT_START]);
}

bool jfr_piece_kin(const corr_part *a, const corr_part *b)
{
    const jfr_header h = { .hz = a->mark[AT_HZ],
                           .start_ns = a->from,
                           .start_ticks = a->mark[AT_TICKS] };

    return a->mark[AT_HZ] == b->mark[AT_HZ] && !are_two_processes(a, b) &&
           is_near(jfr_time(&h, b->mark[AT_TICKS]), b->from, SECOND);
}

bool jfr_piece_apart(const corr_part *a, const corr_part *b)
{
    const bool is_known = a->mark[AT_PID] || a->mark[AT_START];

    return is_known && (!b || are_two_processes(a, b));
}

/* The same test as jfr_is_copy. */
bool jfr_piece_same(const corr_part *a, const corr_part *b)
{
    return a->from == b->from && a->mark[AT_TICKS] == b->mark[AT_TICKS] &&
           a->mark[AT_HZ] == b->mark[AT_HZ] &&
           (a->open || b->open || a->bytes == b->bytes);
}
