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

/* Indexes of the marks of a piece. */
enum { AT_HZ, AT_TICKS, AT_PID, AT_START };

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

/* The first bytes of a chunk that are searched for an event; then MORE times as
 * many, and so on. */
enum { FIRST = 1 << 18, MORE = 8 };

/* Starts a chunk. The bytes of a whole chunk are read on demand. */
static void begin_chunk(jfr *j)
{
    const uint64_t most = corr_src_limits(j->in)->record;
    jfr_chunk *k = &j->k;
    const uint64_t size = (uint64_t)k->h.size;
    const bool whole = !k->h.state && k->h.size >= JFR_HEADER && size < most;

    k->n = (size_t)size;
    k->p = whole ? corr_src_reserve(j->in, k->n) : NULL;
    if (!k->p)
        k->p = corr_src_peek(j->in, (size_t)(whole ? size : most), &k->n);
}

/* Fetches the first event of a type, which is near the start of a chunk that
 * has one. */
static bool fetch_event(jfr *j, int64_t id, jfr_event *e)
{
    jfr_chunk near = j->k;
    size_t n = FIRST;

    for (;; n *= MORE) {
        near.n = n < j->k.n ? n : j->k.n;
        if (!jfr_fetch(j, 0, near.n))
            return false;
        *e = (jfr_event){ .size = JFR_HEADER };
        while (jfr_next(&near, e))
            if (e->id == id)
                return true;
        if (near.n == j->k.n)
            return false;
    }
}

static void take_process(jfr *j, uint32_t type, corr_part *p)
{
    jfr_event e;

    if (!fetch_event(j, j->types.type[type].id, &e))
        return;
    jfr_take(&j->plans, &j->types, type, &e.body, &j->record);
    p->mark[AT_PID] = jfr_number(&j->record, F_PID, 0);
    /* async-profiler writes when it was asked */
    if (!jfr_is_async(&j->k.h, &j->types))
        p->mark[AT_START] = jfr_number(&j->record, F_JVM_START, 0);
}

static void find_process(jfr *j, corr_part *p)
{
    begin_chunk(j);
    if (!jfr_read_types(j))
        return;
    for (uint32_t i = 0; i < j->types.ntype; i++) {
        const jfr_type *y = &j->types.type[i];
        if (y->is_event && corr_str_is(y->name, "jdk.JVMInformation")) {
            take_process(j, i, p);
            return;
        }
    }
}

void jfr_piece_whose(corr_src *in, corr_part *p)
{
    jfr *j = jfr_new(NULL, NULL);
    size_t n;

    if (!j)
        return;
    /* a recording that an agent sent with its labels stands alone */
    corr_src *labels = corr_src_beside(in, ".labels");
    p->alone = labels != NULL;
    corr_src_close(labels);
    j->in = in;
    const uint8_t *head = corr_src_peek(in, JFR_HEADER, &n);
    if (jfr_header_read(&j->k.h, head, n))
        find_process(j, p);
    jfr_free(j);
}

/* ---- which go together --------------------------------------------------- */

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
           jfr_is_near(jfr_time(&h, b->mark[AT_TICKS]), b->from);
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
