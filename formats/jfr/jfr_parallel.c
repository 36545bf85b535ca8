/*
 * Chunk after chunk, by several threads.
 *
 * A chunk has its own types and constants, so each thread looks through chunks
 * of its own.  A chunk goes into the file when all chunks before it have, so
 * the file is the same for any number of threads.  A chunk that is not whole is
 * read in its turn, from the file's own source, which then stands at its
 * beginning; the chunks behind it are begun once its end is known.
 *
 * Threads become free while a file is read: the reader asks for one more before
 * each chunk.
 */
#include <pthread.h>

#include "jfr/jfr.h"

enum { MOST = 16 };

typedef struct worker {
    struct turns *t;
    jfr *j;
    corr_src *twin;
    pthread_t thread;
} worker;

typedef struct turns {
    corr_src *in; /* at the chunk whose turn it is */
    corr_build *b;
    corr_workers *crew;
    worker worker[MOST]; /* the first is the reader's own */
    unsigned nworker;
    pthread_mutex_t lock;
    pthread_cond_t moved;
    uint64_t at;            /* start of the next chunk */
    uint32_t claimed, turn; /* chunks begun, chunks in the file */
    bool is_open;           /* the end of the last chunk begun is unknown */
    bool is_over;
} turns;

/* ---- one chunk ----------------------------------------------------------- */

/* Starts the next chunk. False: there are no more chunks. whole: it is
 * available, and may be scanned. */
static bool claim_chunk(const worker *w, uint32_t *number, bool *whole)
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

static void await_turn(turns *t, uint32_t number)
{
    pthread_mutex_lock(&t->lock);
    while (t->turn != number)
        pthread_cond_wait(&t->moved, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

/* Reads a chunk that was not scanned. False: there are no more chunks. */
static bool read_here(turns *t, jfr *j)
{
    j->in = t->in;
    if (!jfr_next_chunk(j))
        return false;
    jfr_take_chunk(j);
    return true;
}

/* Puts the claimed chunk into the file. last: no chunk after it starts before
 * it is read. */
static void take_claimed(const worker *w, bool is_through, bool last)
{
    turns *t = w->t;
    jfr *j = w->j;
    bool more = true;

    j->b = t->b;
    if (is_through) {
        j->k.number = ++j->file->chunks.n;
        jfr_take_chunk(j);
    } else if (!corr_build_failed(t->b)) {
        more = read_here(t, j);
    }
    if (more)
        corr_src_skip(t->in, j->k.n);
    more &= !corr_build_failed(t->b);
    j->b = NULL;
    j->in = w->twin;
    pthread_mutex_lock(&t->lock);
    t->is_over |= !more;
    if (last) {
        t->at = corr_src_offset(t->in);
        t->is_open = false;
    }
    t->turn++;
    pthread_cond_broadcast(&t->moved);
    pthread_mutex_unlock(&t->lock);
}

/* ---- workers ------------------------------------------------------------- */

/* Reads one chunk. False: there are no more chunks. */
static bool read_claimed(const worker *w)
{
    uint32_t number;
    bool whole;

    if (!claim_chunk(w, &number, &whole))
        return false;
    const bool is_through = whole && jfr_look_ahead(w->j);
    await_turn(w->t, number);
    take_claimed(w, is_through, !whole);
    return true;
}

static void *help_reader(void *arg)
{
    const worker *w = arg;

    while (read_claimed(w))
        ;
    corr_workers_leave(w->t->crew);
    return NULL;
}

static bool make_worker(turns *t, worker *w, jfr *j)
{
    *w = (worker){ .t = t, .j = j, .twin = j ? corr_src_twin(t->in) : NULL };
    if (!w->twin)
        return false;
    j->in = w->twin;
    j->b = NULL;
    return true;
}

static void clear_worker(worker *w)
{
    corr_src_close(w->twin);
    jfr_free(w->j);
}

/* Starts another helper if the crew has a thread for it. */
static void ask_for_help(turns *t)
{
    worker *w = &t->worker[t->nworker];

    if (t->nworker == MOST || !corr_workers_join(t->crew))
        return;
    if (make_worker(t, w, jfr_new_for(t->worker[0].j)) &&
        pthread_create(&w->thread, NULL, help_reader, w) == 0) {
        t->nworker++;
        return;
    }
    clear_worker(w);
    corr_workers_leave(t->crew);
}

/* ---- all chunks ---------------------------------------------------------- */

/* False: several threads cannot read the source. */
static bool take_by_turns(jfr *j, corr_workers *crew)
{
    turns t = { .in = j->in,
                .b = j->b,
                .crew = crew,
                .nworker = 1,
                .at = corr_src_offset(j->in) };

    if (!make_worker(&t, &t.worker[0], j))
        return false;
    pthread_mutex_init(&t.lock, NULL);
    pthread_cond_init(&t.moved, NULL);
    do
        ask_for_help(&t);
    while (read_claimed(&t.worker[0]));
    for (unsigned i = 1; i < t.nworker; i++) {
        pthread_join(t.worker[i].thread, NULL);
        clear_worker(&t.worker[i]);
    }
    pthread_cond_destroy(&t.moved);
    pthread_mutex_destroy(&t.lock);
    corr_src_close(t.worker[0].twin);
    j->in = t.in;
    j->b = t.b;
    return true;
}

static void take_one_by_one(jfr *j)
{
    while (!corr_build_failed(j->b) && jfr_next_chunk(j)) {
        jfr_take_chunk(j);
        corr_src_skip(j->in, j->k.n);
    }
}

void jfr_take_all(jfr *j, corr_workers *crew)
{
    if (!corr_workers_several(crew) || !take_by_turns(j, crew))
        take_one_by_one(j);
}
