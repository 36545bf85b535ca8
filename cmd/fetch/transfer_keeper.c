/* transfer_keeper - the thread that judges and keeps what came. */
#include "cli/cmd.h"
#include "fetch/plan/http_words.h"
#include "fetch/transfer_private.h"

/* ---- the list ------------------------------------------------------------ */

/* Makes the record of a request. */
static bool add_work(transfer *t, const fetch_request *q)
{
    work *w = corr_arena_new(&t->arena, work, 1);
    const char *url = w ? http_join(&t->arena, q->target->base, q->path) : NULL;

    if (!url || !corr_grow((void **)&t->list.v, &t->list.room, t->list.n + 1,
                           sizeof *t->list.v))
        return false;
    w->item.q = q;
    w->item.url = http_shown(&t->arena, url);
    w->url = url;
    if (q->body)
        corr_sha256_of(q->body, q->body_size, w->asked);
    t->list.v[t->list.n++] = w;
    return w->item.url != NULL;
}

bool keeper_follow_plan(transfer *t)
{
    while (t->list.n < fetch_plan_size(t->plan))
        if (!add_work(t, fetch_plan_at(t->plan, t->list.n)))
            return false;
    atomic_store(&t->planned, t->list.n);
    return true;
}

/* ---- to the other thread ------------------------------------------------- */

/* With the lock: tells the other thread that it may have something to do. */
static void wake_asker(transfer *t)
{
    if (t->desk.waits && t->has_keeper)
        curl_multi_wakeup(t->multi);
    t->desk.waits = false;
}

/* Puts a request on a list of the desk.  False: out of memory. */
static bool list_work(transfer *t, work_list *l, work *w)
{
    pthread_mutex_lock(&t->desk.lock);
    const bool ok = corr_grow((void **)&l->v, &l->room, l->n + 1, sizeof *l->v);
    if (ok)
        l->v[l->n++] = w;
    wake_asker(t);
    pthread_mutex_unlock(&t->desk.lock);
    return ok;
}

corr_code transfer_put_off(transfer *t, work *w, int64_t ns, corr_err *err)
{
    w->not_before = cmd_now_ns() + ns;
    return list_work(t, &t->desk.later, w) ? CORR_OK : corr_no_memory(err);
}

/* ---- one thing at a time ------------------------------------------------- */

/* Looks for the next request in the folder, and else has it asked. */
static corr_code look_up(transfer *t, corr_err *err)
{
    work *w = t->list.v[t->looked_up++];
    bool cached = false;
    corr_code code = transfer_take_cached(t, w, &cached, err);

    if (!code && !cached && !list_work(t, &t->desk.due, w))
        code = corr_no_memory(err);
    return code;
}

static corr_code take_parcel(transfer *t, parcel *p, corr_err *err)
{
    const corr_code code = transfer_take(t, p, err);

    transfer_empty(t, p);
    return code;
}

/* With the lock: the place of the first answer that the other thread does not
 * look at just now. */
static parcel **next_came(transfer_desk *d)
{
    parcel **at = &d->came;

    while (*at && (*at)->look == PARCEL_BUSY)
        at = &(*at)->next;
    return at;
}

/* With the lock: takes the next answer off the queue; NULL: there is none. */
static parcel *take_came(transfer_desk *d)
{
    parcel **at = next_came(d), *p = *at;

    if (!p)
        return NULL;
    *at = p->next;
    if (d->came_end == &p->next)
        d->came_end = at;
    d->n_came--;
    return p;
}

/* With the lock: notes why the keeper cannot go on, if it failed. */
static void note_failure(transfer_desk *d, corr_code code, const corr_err *err)
{
    if (!code)
        return;
    d->failed = code;
    d->err = *err;
}

/* Does one thing.  False: there is nothing to do now.  What came goes first, so
 * that servers are not waited for. */
static bool keep_one(transfer *t)
{
    transfer_desk *d = &t->desk;
    corr_code code = CORR_OK;
    corr_err err = { 0 };

    pthread_mutex_lock(&d->lock);
    parcel *p = d->failed ? NULL : take_came(d);
    const bool looks = !p && !d->stopping && t->looked_up < t->list.n;
    const bool works = p || (looks && !d->failed);
    pthread_mutex_unlock(&d->lock);
    if (!works)
        return false;
    code = p ? take_parcel(t, p, &err) : look_up(t, &err);
    if (!code && !keeper_follow_plan(t))
        code = corr_no_memory(&err);
    pthread_mutex_lock(&d->lock);
    if (p) {
        p->next = d->spare;
        d->spare = p;
        d->n_spare++;
    }
    note_failure(d, code, &err);
    if (d->n_spare >= MANY_SPARE || code)
        wake_asker(t);
    pthread_mutex_unlock(&d->lock);
    return true;
}

/* Does all that there is.  What it notes is written before it rests. */
static void keep_on(transfer *t)
{
    transfer_desk *d = &t->desk;
    corr_err err = { 0 };

    while (keep_one(t))
        ;
    const corr_code code = case_flush(t->folder, &err);
    if (!code)
        return;
    pthread_mutex_lock(&d->lock);
    note_failure(d, code, &err);
    pthread_mutex_unlock(&d->lock);
}

/* ---- the thread ---------------------------------------------------------- */

/* With the lock, while the keeper sleeps: whether there is anything for it. */
static bool has_work(transfer *t)
{
    return *next_came(&t->desk) || t->looked_up < t->list.n;
}

bool keeper_is_done(transfer *t)
{
    return t->desk.idle && !t->desk.lent && !has_work(t);
}

static void *keep_all(void *arg)
{
    transfer *t = arg;
    transfer_desk *d = &t->desk;
    bool goes_on = true;

    while (goes_on) {
        keep_on(t);
        pthread_mutex_lock(&d->lock);
        d->idle = true;
        wake_asker(t);
        while (d->lent || (!d->stopping && !d->failed && !has_work(t)))
            pthread_cond_wait(&d->news, &d->lock);
        goes_on = !d->failed && (d->came || !d->stopping);
        d->idle = !goes_on;
        pthread_mutex_unlock(&d->lock);
    }
    return NULL;
}

static bool is_brief(const parcel *p)
{
    return p->end.body.fd < 0 && p->end.body.bytes <= MOST_BRIEF;
}

void keeper_wake(transfer *t)
{
    transfer_desk *d = &t->desk;

    if (d->idle && !d->lent && has_work(t) &&
        (!d->came || d->n_came >= MOST_ASLEEP || !is_brief(d->came)))
        pthread_cond_signal(&d->news);
}

bool keeper_lend(transfer *t)
{
    transfer_desk *d = &t->desk;
    corr_err err = { 0 };
    corr_code code = CORR_OK;

    pthread_mutex_lock(&d->lock);
    const bool has_came = d->came;
    d->lent = t->has_keeper && d->idle && !d->failed &&
              (has_came ? d->n_came < MOST_ASLEEP && is_brief(d->came)
                        : case_has_unwritten(t->folder));
    const bool lent = d->lent;
    pthread_mutex_unlock(&d->lock);
    if (!lent)
        return false;
    if (has_came)
        keep_one(t);
    else
        code = case_flush(t->folder, &err);
    pthread_mutex_lock(&d->lock);
    d->lent = false;
    note_failure(d, code, &err);
    keeper_wake(t);
    pthread_mutex_unlock(&d->lock);
    return true;
}

bool keeper_look_ahead(transfer *t)
{
    transfer_desk *d = &t->desk;
    parcel *p = NULL;

    pthread_mutex_lock(&d->lock);
    for (parcel *at = d->came ? d->came->next : NULL; at; at = at->next)
        if (at->look == PARCEL_CLOSED && at->end.is_whole && is_brief(at) &&
            at->end.body.bytes > 0)
            p = at;
    if (p)
        p->look = PARCEL_BUSY;
    pthread_mutex_unlock(&d->lock);
    if (!p)
        return false;
    transfer_look(p, (corr_str){ p->end.body.held.v, p->end.body.held.n });
    pthread_mutex_lock(&d->lock);
    p->look = PARCEL_SEEN;
    keeper_wake(t);
    pthread_mutex_unlock(&d->lock);
    return true;
}

void keeper_start(transfer *t)
{
    t->desk.idle = t->desk.stopping = false;
    t->has_keeper = true; /* the keeper reads it */
    if (pthread_create(&t->keeper, NULL, keep_all, t) != 0)
        t->has_keeper = false;
}

void keeper_help(transfer *t)
{
    if (t->has_keeper)
        return;
    keep_on(t);
    t->desk.idle = true;
}

void keeper_stop(transfer *t)
{
    transfer_desk *d = &t->desk;

    pthread_mutex_lock(&d->lock);
    d->stopping = true;
    pthread_cond_signal(&d->news);
    pthread_mutex_unlock(&d->lock);
    if (t->has_keeper)
        pthread_join(t->keeper, NULL);
    t->has_keeper = false;
    keeper_help(t);
}
