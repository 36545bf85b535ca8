/*
 * Chunks of a file by several threads.
 *
 * A chunk has its own types and constants, so each thread looks through its
 * own; what it brings goes into the file when all before it have gone there.
 * So the file is the same, however many threads there are.  A chunk that is not
 * whole is read in its turn, from the file's own source, which stands at its
 * beginning then; and none behind it is begun before it is known where it ends.
 */
#include <pthread.h>

#include "jfr.h"

enum { MOST = 16 };

typedef struct turns {
    corr_src *in; /* at the chunk whose turn it is */
    corr_build *b;
    jfr *before; /* what read the chunk before that one */
    pthread_mutex_t lock;
    pthread_cond_t moved;
    uint64_t at;            /* where the next chunk begins */
    uint32_t claimed, turn; /* chunks that were begun, that are in the file */
    bool is_open;           /* where the last one begun ends is not known */
    bool is_over;
} turns;

typedef struct worker {
    turns *t;
    jfr *j;
    corr_src *twin;
} worker;

/* ---- one chunk ------------------------------------------------------------ */

/* Begins with the next chunk; false: there is none any more.  whole: it is at
 * hand, and may be looked through. */
static bool claim(const worker *w, uint32_t *number, bool *whole)
{
    turns *t = w->t;

    pthread_mutex_lock(&t->lock);
    while (t->is_open && !t->is_over)
        pthread_cond_wait(&t->moved, &t->lock);
    const bool is_over = t->is_over;
    if (!is_over) {
        corr_src_go(w->twin, t->at);
        *number = t->claimed++;
        *whole = jfr_next_whole(w->j);
        t->at += *whole ? w->j->k.n : 0;
        t->is_open = !*whole;
    }
    pthread_mutex_unlock(&t->lock);
    return !is_over;
}

static void await(turns *t, uint32_t number)
{
    pthread_mutex_lock(&t->lock);
    while (t->turn != number)
        pthread_cond_wait(&t->moved, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

/* The types at hand become those of the chunk before: they may be borrowed. */
static void have_types(jfr *j, jfr *of)
{
    const jfr_types types = j->types;
    const uint32_t types_of = j->types_of;

    j->types = of->types;
    j->types_of = of->types_of;
    of->types = types;
    of->types_of = types_of;
}

/* A chunk that was not looked through; false: there is none any more.  Where
 * nothing behind it was begun nobody reads any other. */
static bool read_here(turns *t, jfr *j)
{
    if (t->is_open && t->before && t->before != j)
        have_types(j, t->before);
    j->in = t->in;
    if (!jfr_next_chunk(j))
        return false;
    jfr_take_chunk(j);
    return true;
}

static void take(const worker *w, bool is_through)
{
    turns *t = w->t;
    jfr *j = w->j;
    bool more = true;

    j->b = t->b;
    if (is_through) {
        j->k.number = ++j->file->nchunk;
        jfr_take_chunk(j);
    } else if (!corr_build_failed(t->b)) {
        more = read_here(t, j);
    }
    if (more)
        corr_src_skip(t->in, j->k.n);
    more &= !corr_build_failed(t->b);
    j->b = NULL;
    j->in = w->twin;
    t->before = j;
    pthread_mutex_lock(&t->lock);
    t->is_over |= !more;
    if (t->is_open)
        t->at = corr_src_offset(t->in);
    t->is_open = false;
    t->turn++;
    pthread_cond_broadcast(&t->moved);
    pthread_mutex_unlock(&t->lock);
}

/* ---- all of them ---------------------------------------------------------- */

static void *work(void *arg)
{
    const worker *w = arg;
    uint32_t number;
    bool is_through;

    while (claim(w, &number, &is_through)) {
        is_through = is_through && jfr_look_ahead(w->j);
        await(w->t, number);
        take(w, is_through);
    }
    return NULL;
}

static void run(turns *t, worker *w, unsigned n)
{
    pthread_t thread[MOST];
    unsigned started = 1;

    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->moved, NULL);
    while (started < n &&
           pthread_create(&thread[started], NULL, work, &w[started]) == 0)
        started++;
    work(&w[0]);
    while (started > 1)
        pthread_join(thread[--started], NULL);
    pthread_cond_destroy(&t->moved);
    pthread_mutex_destroy(&t->lock);
}

static bool make_worker(worker *w, turns *t, jfr *j)
{
    *w = (worker){ t, j, j ? corr_src_twin(t->in) : NULL };
    if (!w->twin && j && j->file != &j->own)
        jfr_free(j);
    if (!w->twin)
        return false;
    j->in = w->twin;
    j->b = NULL;
    return true;
}

static void take_one_by_one(jfr *j)
{
    while (!corr_build_failed(j->b) && jfr_next_chunk(j)) {
        jfr_take_chunk(j);
        corr_src_skip(j->in, j->k.n);
    }
}

void jfr_take_all(jfr *j, unsigned threads)
{
    turns t = { .in = j->in, .b = j->b, .at = corr_src_offset(j->in) };
    const unsigned most = threads < MOST ? threads : MOST;
    worker w[MOST];
    unsigned n = 0;

    while (most > 1 && n < most &&
           make_worker(&w[n], &t, n ? jfr_new_for(j) : j))
        n++;
    if (n > 1)
        run(&t, w, n);
    for (unsigned i = 0; i < n; i++) {
        corr_src_close(w[i].twin);
        if (i)
            jfr_free(w[i].j);
    }
    j->in = t.in;
    j->b = t.b;
    if (n < 2)
        take_one_by_one(j);
}
