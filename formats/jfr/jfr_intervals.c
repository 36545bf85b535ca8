/*
 * Events that are intervals: one thread waits, or all threads do.
 */
#include "jfr/jfr.h"

#include <stdio.h>

/* "db-1:5432"; the address if there is no name. */
static void push_peer(jfr *j)
{
    const corr_str host = jfr_word(j, F_HOST);
    char peer[320];

    if (!jfr_has(&j->record, F_HOST))
        return;
    const corr_str who = host.n ? host : jfr_word(j, F_ADDRESS);
    const int n = snprintf(peer, sizeof peer, "%.*s:%lld",
                           (int)(who.n < 256 ? who.n : 256), who.p,
                           (long long)jfr_number(&j->record, F_PORT, 0));
    corr_push_label(j->b, CORR_STR("peer"), (corr_str){ peer, (size_t)n });
}

/* Labels of the object of the wait, as far as the event names it. */
static corr_labels details(jfr *j, corr_str of)
{
    const jfr_record *r = &j->record;

    if (jfr_has(r, F_CLASS) && r->slot[F_CLASS].n)
        of = jfr_class(j, r->slot[F_CLASS].n);
    corr_begin_labels(j->b);
    jfr_push_labels(j);
    if (of.n)
        corr_push_label(j->b, CORR_STR("class"), of);
    if (jfr_has(r, F_ADDRESS) && jfr_field_of(r, F_ADDRESS)->bits == 64 &&
        r->slot[F_ADDRESS].n)
        corr_push_int(j->b, CORR_STR("address"), r->slot[F_ADDRESS].n,
                      (corr_str){ "", 0 });
    push_peer(j);
    if (jfr_has(r, F_PATH))
        corr_push_label(j->b, CORR_STR("path"), jfr_word(j, F_PATH));
    if (jfr_has(r, F_BYTES))
        corr_push_int(j->b, CORR_STR("bytes"), r->slot[F_BYTES].n,
                      CORR_STR("bytes"));
    return corr_end_labels(j->b);
}

static corr_sample_row interval(jfr *j, const jfr_meaning *m)
{
    corr_sample_row row = jfr_interval(j, m);

    row.value = row.duration;
    if (jfr_keeps(j, m))
        row.stack = jfr_stack_of(j, &j->record);
    return row;
}

static void take_wait(jfr *j, const jfr_meaning *m, corr_str of)
{
    const jfr_record *r = &j->record;
    corr_sample_row row = interval(j, m);

    if (j->with_labels) {
        row.thread = jfr_thread(j, jfr_number(r, F_THREAD, 0));
        if (jfr_number(r, F_OTHER, 0))
            row.other = jfr_thread(j, r->slot[F_OTHER].n);
        row.span = (uint64_t)jfr_number(r, F_SPAN, 0);
        row.root = (uint64_t)jfr_number(r, F_ROOT, 0);
        if (jfr_keeps(j, m))
            row.labels = details(j, of);
    }
    jfr_add(j, m, &row);
}

void jfr_take_wait(jfr *j, const jfr_meaning *m)
{
    take_wait(j, m, (corr_str){ "", 0 });
}

/* A thread waits for memory. ZGC stops only threads that find no memory. */
void jfr_take_stall(jfr *j, const jfr_meaning *m)
{
    take_wait(j, m, CORR_STR("allocation stall"));
}

/* Keeps the collector and the cause as a set of labels, by the number of the
 * collection. The event is written at the end of the collection, after its
 * pauses. */
void jfr_take_collection(jfr *j, const jfr_meaning *m)
{
    const jfr_record *r = &j->record;
    bool is_new;

    (void)m;
    if (!j->with_labels || !jfr_has(r, F_GC))
        return;
    corr_begin_labels(j->b);
    corr_push_label(j->b, CORR_STR("name"), jfr_word(j, F_NAME));
    corr_push_label(j->b, CORR_STR("cause"), jfr_word(j, F_CAUSE));
    const corr_labels set = corr_end_labels(j->b);
    uint32_t *slot =
        corr_map_u64(&j->made.collection, (uint64_t)r->slot[F_GC].n, &is_new);
    if (slot)
        *slot = set.i;
    else
        jfr_no_memory(j);
}

void jfr_take_pause(jfr *j, const jfr_meaning *m)
{
    const jfr_record *r = &j->record;
    corr_sample_row row = interval(j, m);

    if (j->with_labels && jfr_keeps(j, m) && jfr_has(r, F_GC)) {
        const uint32_t *set =
            corr_map_find_u64(&j->made.collection, (uint64_t)r->slot[F_GC].n);
        row.labels.i = set ? *set : 0;
    }
    jfr_add(j, m, &row);
}

/* An operation of the VM that stops all threads. */
void jfr_take_operation(jfr *j, const jfr_meaning *m)
{
    if (!jfr_number(&j->record, F_SAFEPOINT, 0))
        return;
    corr_sample_row row = interval(j, m);
    if (j->with_labels && jfr_keeps(j, m)) {
        corr_begin_labels(j->b);
        corr_push_label(j->b, CORR_STR("name"), jfr_word(j, F_OPERATION));
        row.labels = corr_end_labels(j->b);
    }
    jfr_add(j, m, &row);
}

/* The threads of the JVM stop for the next operation; stopped threads wait for
 * the last one. */
void jfr_take_stop(jfr *j, const jfr_meaning *m)
{
    const corr_sample_row row = interval(j, m);

    jfr_add(j, m, &row);
}
