/*
 * Chunks of one recording in several files.  A running JVM writes a chunk a
 * file into its repository, the last of which it may never have finished; what
 * it dumps on demand are copies of these, all in one file, and those of the
 * dump before once more.
 *
 * Chunks are kin if they are of one process, told by its number and when it was
 * started, and by one clock.  A chunk that does not say what its events are
 * says nothing of its process either; then the clock decides.
 */
#include "jfr.h"

#include <stdlib.h>

/* What the marks of a piece are. */
enum { AT_HZ, AT_TICKS, AT_PID, AT_START };

#define SECOND INT64_C(1000000000)

bool jfr_piece(const uint8_t *head, size_t n, corr_piece *p)
{
    jfr_header h;

    if (!jfr_header_read(&h, head, n) || h.major < 1 || h.major > 2 ||
        h.hz <= 0 || (!h.state && h.size < JFR_HEADER))
        return false;
    *p = (corr_piece){ .from = h.start_ns,
                       .to = corr_sum(h.start_ns,
                                      h.duration_ns > 0 ? h.duration_ns : 0),
                       .bytes = h.state ? 0 : (uint64_t)h.size,
                       .open = h.state != 0,
                       .mark = { [AT_HZ] = h.hz, [AT_TICKS] = h.start_ticks } };
    return true;
}

/* ---- whose -------------------------------------------------------------- */

typedef struct teller {
    jfr_types types;
    jfr_plans plans;
    jfr_record record;
} teller;

static void take_process(teller *t, const jfr_chunk *k, uint32_t type,
                         corr_piece *p)
{
    const int64_t id = t->types.type[type].id;
    jfr_event e = { .size = JFR_HEADER };

    while (jfr_next(k, &e)) {
        if (e.id != id)
            continue;
        jfr_take(&t->plans, &t->types, type, &e.body, &t->record);
        p->mark[AT_PID] = jfr_number(&t->record, F_PID, 0);
        p->mark[AT_START] = jfr_number(&t->record, F_JVM_START, 0);
        return;
    }
}

static void tell(teller *t, const jfr_chunk *k, corr_piece *p)
{
    bool no_memory = false;
    jfr_event e;

    if (!jfr_find_types(k, &e) ||
        jfr_types_read(&t->types, corr_cur_of(k->p + e.at, e.size),
                       &no_memory) ||
        !jfr_plans_begin(&t->plans, &t->types, k->p + k->n))
        return;
    for (uint32_t i = 0; i < t->types.ntype; i++) {
        const jfr_type *y = &t->types.type[i];
        if (y->is_event && corr_str_is(y->name, "jdk.JVMInformation")) {
            take_process(t, k, i, p);
            return;
        }
    }
}

void jfr_piece_whose(corr_src *in, corr_piece *p)
{
    const uint64_t most = corr_src_limits(in)->record;
    teller *t = calloc(1, sizeof *t);
    jfr_chunk k = { 0 };

    if (!t)
        return;
    /* what an agent sent with labels of its own is a recording by itself */
    corr_src *labels = corr_src_beside(in, ".labels");
    p->alone = labels != NULL;
    corr_src_close(labels);
    k.p = corr_src_peek(in, JFR_HEADER, &k.n);
    if (jfr_header_read(&k.h, k.p, k.n)) {
        const bool whole =
            !k.h.state && k.h.size >= JFR_HEADER && (uint64_t)k.h.size < most;
        k.p = corr_src_peek(in, (size_t)(whole ? (uint64_t)k.h.size : most),
                            &k.n);
        tell(t, &k, p);
    }
    jfr_types_clear(&t->types);
    jfr_plans_clear(&t->plans);
    free(t);
}

/* ---- which go together -------------------------------------------------- */

static bool is_known(const corr_piece *p)
{
    return p->mark[AT_PID] != 0;
}

static bool near(int64_t a, int64_t b, int64_t most)
{
    int64_t by;

    return !__builtin_sub_overflow(a, b, &by) && by >= -most && by <= most;
}

bool jfr_piece_kin(const corr_piece *a, const corr_piece *b)
{
    const jfr_header h = { .hz = a->mark[AT_HZ],
                           .start_ns = a->from,
                           .start_ticks = a->mark[AT_TICKS] };

    if (a->mark[AT_HZ] != b->mark[AT_HZ])
        return false;
    if (is_known(a) && is_known(b) &&
        (a->mark[AT_PID] != b->mark[AT_PID] ||
         a->mark[AT_START] != b->mark[AT_START]))
        return false;
    return near(jfr_time(&h, b->mark[AT_TICKS]), b->from, SECOND);
}

/* As jfr_is_copy has it. */
bool jfr_piece_same(const corr_piece *a, const corr_piece *b)
{
    return a->from == b->from && a->mark[AT_TICKS] == b->mark[AT_TICKS] &&
           a->mark[AT_HZ] == b->mark[AT_HZ] &&
           (a->open || b->open || a->bytes == b->bytes);
}
