/* scrub_crew - the threads of a pass. */
#include "scrub/scrub_crew.h"

#include <pthread.h>
#include <sys/stat.h>

#include "base/out.h"
#include "base/parallel.h"
#include "scrub/scrub_copy.h"

enum { HELD_MOST = 1 << 26, THREADS_MOST = 64, BYTES_EACH = 1 << 20 };

typedef struct scrub_crew {
    corr_scrub *map;
    scrub_files *files;
    const char *out;
    bool is_again;
    corr_scrub *fork[THREADS_MOST];
    size_t threads;

    /* One thread at a time cuts a part off. */
    pthread_mutex_t cutting;
    size_t next;     /* the file to open */
    scrub_copy *now; /* the one that is cut */
    uint64_t part;   /* parts of the pass */

    pthread_mutex_t lock; /* of all below, and of files that are open */
    pthread_cond_t news;
    size_t held;   /* bytes of parts */
    size_t failed; /* the first file that failed, with code */
    corr_code code;
    corr_err err;
} scrub_crew;

/* What a thread works on. */
typedef struct crew_task {
    scrub_copy *copy;
    scrub_part part;
    uint64_t number; /* in the pass */
} crew_task;

/* ---- failure ------------------------------------------------------------- */

/* Files are taken in order, so the first one that fails is always the same. */
static void note_failure(scrub_crew *w, size_t item, corr_code code,
                         const corr_err *err)
{
    pthread_mutex_lock(&w->lock);
    if (!w->code || item < w->failed) {
        w->code = code;
        w->err = *err;
        w->failed = item;
    }
    pthread_cond_broadcast(&w->news);
    pthread_mutex_unlock(&w->lock);
}

static bool has_failed(scrub_crew *w)
{
    pthread_mutex_lock(&w->lock);
    const bool failed = w->code != CORR_OK;
    pthread_mutex_unlock(&w->lock);
    return failed;
}

static size_t item_number(const scrub_crew *w, const scrub_copy *c)
{
    return (size_t)(c->item - w->files->item.v);
}

/* ---- taking parts -------------------------------------------------------- */

static bool is_of_pass(const scrub_crew *w, const scrub_item *item)
{
    return w->map->learning ? !item->show.why && item->is_again == w->is_again
                            : item->rewrite != NULL;
}

/* Opens the next file.  NULL: all are open, or it failed. */
static scrub_copy *open_next(scrub_crew *w)
{
    while (w->next < w->files->item.n) {
        corr_err err = { 0 };
        const size_t i = w->next++;
        if (!is_of_pass(w, &w->files->item.v[i]))
            continue;
        pthread_mutex_lock(&w->lock);
        scrub_copy *c = scrub_copy_open(w->map, w->files, i, w->out, &err);
        pthread_mutex_unlock(&w->lock);
        if (c)
            return c;
        if (err.code) {
            note_failure(w, i, err.code, &err);
            return NULL;
        }
    }
    return NULL;
}

/* Waits until there is room for a part; a large one is alone. */
static void hold(scrub_crew *w, size_t n)
{
    pthread_mutex_lock(&w->lock);
    while (w->held && w->held + n > HELD_MOST)
        pthread_cond_wait(&w->news, &w->lock);
    w->held += n;
    pthread_mutex_unlock(&w->lock);
}

static void let_go(scrub_crew *w, size_t n)
{
    pthread_mutex_lock(&w->lock);
    w->held -= n;
    pthread_cond_broadcast(&w->news);
    pthread_mutex_unlock(&w->lock);
}

static void end_copy(scrub_crew *w, scrub_copy *c);

/* No more parts are cut off the current file. */
static void end_cutting(scrub_crew *w)
{
    scrub_copy *c = w->now;

    w->now = NULL;
    pthread_mutex_lock(&w->lock);
    c->ended = true;
    const bool is_done = c->done == c->cut;
    pthread_mutex_unlock(&w->lock);
    if (is_done)
        end_copy(w, c);
}

/* Cuts a part off the current file.  False: it has none. */
static bool cut_part(scrub_crew *w, crew_task *t)
{
    bool ended;
    const size_t n = scrub_copy_next(w->now, &ended);

    if (ended) {
        end_cutting(w);
        return false;
    }
    hold(w, n);
    t->copy = w->now;
    t->number = ++w->part;
    if (!scrub_copy_cut(w->now, n, &t->part)) {
        corr_err err = { 0 };
        corr_no_memory(&err);
        note_failure(w, item_number(w, w->now), err.code, &err);
    }
    if (!n)
        end_cutting(w);
    return true;
}

/* Takes the next part.  False: no part is left. */
static bool take_task(scrub_crew *w, crew_task *t)
{
    bool found = false;

    pthread_mutex_lock(&w->cutting);
    while (!found && !has_failed(w)) {
        if (!w->now)
            w->now = open_next(w);
        if (!w->now)
            break;
        found = cut_part(w, t);
    }
    pthread_mutex_unlock(&w->cutting);
    return found;
}

/* ---- working on them ----------------------------------------------------- */

static int drop_bytes(void *ctx, const char *p, size_t n)
{
    (void)ctx;
    (void)p;
    (void)n;
    return 0;
}

static void learn_part(scrub_crew *w, corr_scrub *map, const crew_task *t)
{
    scrub_copy *c = t->copy;
    corr_err err = { 0 };
    corr_out *nowhere = out_to(drop_bytes, NULL);
    corr_code code = nowhere ? scrub_copy_part(c, map, &t->part, nowhere, &err)
                             : corr_no_memory(&err);

    corr_out_close(nowhere, NULL);
    pthread_mutex_lock(&w->lock);
    if (!t->part.p) {
        c->code = code;
        c->err = err;
    } else if (code == CORR_EFORMAT || code == CORR_ELIMIT) {
        c->is_odd = true;
        code = CORR_OK;
    }
    if (map->goes_on && t->part.number < c->goes_on)
        c->goes_on = t->part.number;
    pthread_mutex_unlock(&w->lock);
    if (t->part.p && code)
        note_failure(w, item_number(w, c), code, &err);
}

/* Waits until all parts before this one are written.  False: a file failed. */
static bool wait_for_turn(scrub_crew *w, const crew_task *t)
{
    pthread_mutex_lock(&w->lock);
    while (t->copy->written != t->part.number && !w->code)
        pthread_cond_wait(&w->news, &w->lock);
    const bool good = !w->code;
    pthread_mutex_unlock(&w->lock);
    return good;
}

/* The rest of a file goes to its sink as it comes. */
static corr_code write_rest(scrub_crew *w, corr_scrub *map, const crew_task *t,
                            corr_err *err)
{
    if (!wait_for_turn(w, t))
        return CORR_OK;
    corr_out *out = scrub_sink_out(t->copy->sink);
    return out ? scrub_copy_part(t->copy, map, &t->part, out, err)
               : corr_no_memory(err);
}

static corr_code write_bytes(scrub_crew *w, corr_scrub *map, const crew_task *t,
                             corr_err *err)
{
    corr_out *out = corr_out_memory();
    corr_code code = out ? scrub_copy_part(t->copy, map, &t->part, out, err)
                         : corr_no_memory(err);
    const corr_str copy = out ? corr_out_bytes(out) : CORR_STR("");
    const bool is_dirty =
        !code && known_in_bytes(map, (const uint8_t *)copy.p, copy.n);
    int sys = 0;

    if (!code && wait_for_turn(w, t))
        sys = scrub_sink_put(t->copy->sink, copy, is_dirty);
    if (sys)
        code = corr_fail(err, CORR_EIO, "the output cannot be written: %s",
                         strerror(sys));
    const corr_code closed = corr_out_close(out, err);
    return code ? code : closed;
}

static void write_part(scrub_crew *w, corr_scrub *map, const crew_task *t)
{
    corr_err err = { 0 };
    const uint64_t changed = map->changed;
    corr_code code =
        t->part.p ? write_bytes(w, map, t, &err) : write_rest(w, map, t, &err);

    if (!code && map->failed)
        code = corr_no_memory(&err);
    if (code)
        note_failure(w, item_number(w, t->copy), code, &err);
    pthread_mutex_lock(&w->lock);
    t->copy->written++;
    t->copy->changed += map->changed - changed;
    pthread_cond_broadcast(&w->news);
    pthread_mutex_unlock(&w->lock);
}

/* All parts of a file are done, or a file failed. */
static void end_copy(scrub_crew *w, scrub_copy *c)
{
    corr_err err = { 0 };
    const size_t number = item_number(w, c);
    corr_code code = CORR_OK;

    if (w->map->learning) {
        pthread_mutex_lock(&w->lock);
        code = scrub_copy_end_learning(c, w->files, &err);
        pthread_mutex_unlock(&w->lock);
    } else if (!has_failed(w)) {
        code = scrub_copy_end(c, &err);
    }
    scrub_copy_free(c);
    if (code)
        note_failure(w, number, code, &err);
}

static void run_task(scrub_crew *w, corr_scrub *map, crew_task *t)
{
    scrub_copy *c = t->copy;

    map->part = t->number;
    map->goes_on = false;
    if (!has_failed(w) && w->map->learning)
        learn_part(w, map, t);
    else if (!has_failed(w))
        write_part(w, map, t);
    free(t->part.p);
    let_go(w, t->part.n);
    pthread_mutex_lock(&w->lock);
    c->done++;
    const bool is_done = c->ended && c->done == c->cut;
    pthread_mutex_unlock(&w->lock);
    if (is_done)
        end_copy(w, c);
}

static void work(void *ctx, size_t thread)
{
    scrub_crew *w = ctx;
    crew_task t;

    while (take_task(w, &t))
        run_task(w, w->fork[thread], &t);
}

/* ---- a pass -------------------------------------------------------------- */

/* A thread for each megabyte, as far as there are some. */
static size_t threads_for(const scrub_files *files, unsigned jobs)
{
    const size_t all = parallel_threads(jobs);
    const size_t most = all < THREADS_MOST ? all : THREADS_MOST;
    uint64_t bytes = 0;
    struct stat st;

    for (size_t i = 0; i < files->item.n && bytes / BYTES_EACH < most; i++)
        if (stat(files->item.v[i].path, &st) == 0 && st.st_size > 0)
            bytes += (uint64_t)st.st_size;
    return bytes / BYTES_EACH + 1 < most ? (size_t)(bytes / BYTES_EACH) + 1
                                         : most;
}

static bool fork_tables(scrub_crew *w)
{
    w->threads = threads_for(w->files, w->map->opts->jobs);
    for (size_t i = 0; i < w->threads; i++) {
        w->fork[i] = scrub_fork(w->map, w->threads);
        if (!w->fork[i])
            return false;
    }
    return true;
}

corr_code scrub_crew_run(corr_scrub *map, scrub_files *files, const char *out,
                         bool is_again, corr_err *err)
{
    scrub_crew *w = calloc(1, sizeof *w);

    if (!w)
        return corr_no_memory(err);
    *w = (scrub_crew){
        .map = map, .files = files, .out = out, .is_again = is_again
    };
    pthread_mutex_init(&w->cutting, NULL);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->news, NULL);
    bool good = fork_tables(w);
    if (good)
        parallel_for(w->threads, w->threads, work, w);
    scrub_copy_free(w->now);
    corr_code code = w->code;
    if (code && err)
        *err = w->err;
    good = good && (code || scrub_join(map, w->fork, w->threads));
    for (size_t i = 0; i < w->threads; i++)
        scrub_free(w->fork[i]);
    pthread_mutex_destroy(&w->cutting);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->news);
    free(w);
    return code ? code : good ? CORR_OK : corr_no_memory(err);
}
