/* transfer - sends the requests of a plan, and keeps the answers. */
#include "fetch/transfer.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "fetch/plan/window.h"
#include "fetch/transfer_private.h"

enum { MOST_WAIT_MS = 200, SIGNAL_FD_FLAGS = SFD_NONBLOCK | SFD_CLOEXEC };

/* ---- the desk ------------------------------------------------------------ */

/* With the lock: the next request whose time has come, taken off its list;
 * NULL: not now. */
static work *next_due(transfer_desk *d, int64_t now)
{
    for (size_t i = 0; i < d->later.n; i++) {
        work *w = d->later.v[i];
        if (w->not_before > now)
            continue;
        d->later.v[i] = d->later.v[--d->later.n];
        return w;
    }
    if (d->due_at == d->due.n)
        return NULL;
    return d->due.v[d->due_at++];
}

/* The next request and a parcel for its answer; NULL: not now. */
static parcel *next_parcel(transfer *t)
{
    transfer_desk *d = &t->desk;

    pthread_mutex_lock(&d->lock);
    parcel *p = d->spare;
    work *w = p && !d->failed ? next_due(d, cmd_now_ns()) : NULL;
    if (w) {
        d->spare = p->next;
        d->n_spare--;
    }
    pthread_mutex_unlock(&d->lock);
    if (!w)
        return NULL;
    p->work = w;
    p->look = PARCEL_CLOSED;
    return p;
}

/* Gives an answer to the keeper. */
static void give(transfer *t, parcel *p)
{
    transfer_desk *d = &t->desk;

    p->next = NULL;
    pthread_mutex_lock(&d->lock);
    *d->came_end = p;
    d->came_end = &p->next;
    d->n_came++;
    pthread_mutex_unlock(&d->lock);
}

/* Milliseconds until the next request may be asked. */
static int wait_of(const transfer_desk *d, int64_t now)
{
    const int64_t ms = 1000000;
    int64_t wait = MOST_WAIT_MS;

    for (size_t i = 0; i < d->later.n; i++) {
        const int64_t at = (d->later.v[i]->not_before - now + ms - 1) / ms;
        wait = at < wait ? at : wait;
    }
    return wait > 0 ? (int)wait : 0;
}

/* What the thread that asks does next: -1: all is done; 0: it goes on; else it
 * waits for so many ms. */
static int next_wait(transfer *t)
{
    transfer_desk *d = &t->desk;
    const bool has_room = t->running < t->opts.jobs;
    int wait = MOST_WAIT_MS;

    pthread_mutex_lock(&d->lock);
    const bool has_due = d->due_at < d->due.n;
    if (d->failed ||
        (!t->running && !has_due && !d->later.n && keeper_is_done(t)))
        wait = -1;
    else if (has_room && d->spare)
        wait = has_due ? 0 : wait_of(d, cmd_now_ns());
    keeper_wake(t);
    d->waits = has_room;
    pthread_mutex_unlock(&d->lock);
    return wait;
}

/* ---- slots --------------------------------------------------------------- */

static slot *free_slot(transfer *t)
{
    for (unsigned i = 0; i < t->opts.jobs; i++)
        if (!t->slot[i].parcel)
            return &t->slot[i];
    return NULL;
}

/* Ends the exchange of a slot, and gives its parcel back. */
static parcel *leave_slot(transfer *t, slot *s)
{
    parcel *p = s->parcel;

    curl_multi_remove_handle(t->multi, s->x.easy);
    s->parcel = NULL;
    t->running--;
    return p;
}

static bool open_part(void *ctx, int *fd)
{
    corr_err err = { 0 };
    parcel *p = ctx;

    if (!case_part(p->folder, p->part, fd, &err))
        return true;
    errno = err.sys;
    return false;
}

void transfer_empty(transfer *t, parcel *p)
{
    if (p->end.body.fd >= 0)
        close(p->end.body.fd);
    p->end.body.fd = -1;
    case_drop(t->folder, p->part);
    p->part[0] = '\0';
}

static corr_code start_in(transfer *t, slot *s, parcel *p, corr_err *err)
{
    const work *w = p->work;

    p->began = fetch_now(0);
    if (!exchange_start(&s->x, &p->end, w->item.q, w->hop ? w->hop : w->url) ||
        curl_multi_add_handle(t->multi, s->x.easy) != CURLM_OK)
        return corr_no_memory(err);
    s->parcel = p;
    t->running++;
    return CORR_OK;
}

static corr_code start_due(transfer *t, corr_err *err)
{
    corr_code code = CORR_OK;
    parcel *p;
    slot *s;

    while (!code && (s = free_slot(t)) && (p = next_parcel(t)))
        code = start_in(t, s, p, err);
    return code;
}

/* ---- the loop ------------------------------------------------------------ */

static slot *slot_of(transfer *t, const CURL *easy)
{
    for (unsigned i = 0; i < t->opts.jobs; i++)
        if (t->slot[i].parcel && t->slot[i].x.easy == easy)
            return &t->slot[i];
    return NULL;
}

static corr_code give_finished(transfer *t, corr_err *err)
{
    CURLMsg *m;
    int left;

    while ((m = curl_multi_info_read(t->multi, &left))) {
        slot *s = m->msg == CURLMSG_DONE ? slot_of(t, m->easy_handle) : NULL;
        if (!s)
            continue;
        const bool ok = exchange_finish(&s->x, m->data.result);
        give(t, leave_slot(t, s));
        if (!ok)
            return corr_no_memory(err);
    }
    return CORR_OK;
}

/* Shows progress after a second, on a terminal. */
static void show_rate(transfer *t, bool end)
{
    const int64_t second = 1000000000, now = cmd_now_ns();
    char bytes[CORR_PRINT_MAX], rate[CORR_PRINT_MAX], text[160] = "\r\033[K";

    if (!t->opts.live || (end && !t->shown))
        return;
    if (!end) {
        if (now - t->started < second || now - t->shown < second / 5)
            return;
        t->shown = now;
        const double s = (double)(now - t->started) / 1e9;
        snprintf(text, sizeof text, "\rcorr-fetch: %zu of %zu, %s, %s/s \033[K",
                 atomic_load(&t->done), atomic_load(&t->planned),
                 corr_print_bytes(bytes, (int64_t)t->bytes),
                 corr_print_bytes(rate, (int64_t)((double)t->bytes / s)));
    }
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return; /* standard error is no terminal */
}

/* Looks for a signal if one was announced, and else from time to time. */
static bool is_over(transfer *t, bool has_signal)
{
    const int64_t now = cmd_now_ns();
    struct signalfd_siginfo info;

    if (t->signals >= 0 &&
        (has_signal || now - t->looked > (int64_t)MOST_WAIT_MS * 1000000 / 4)) {
        t->interrupted =
            read(t->signals, &info, sizeof info) == (ssize_t)sizeof info;
        t->looked = now;
    }
    t->late = now - t->started > t->opts.total_ns;
    return t->interrupted || t->late;
}

static corr_code loop(transfer *t, corr_err *err)
{
    struct curl_waitfd more = { .fd = t->signals, .events = CURL_WAIT_POLLIN };
    corr_code code = CORR_OK;
    int wait = 0;

    while (!code && wait >= 0 && !is_over(t, more.revents)) {
        int running;

        more.revents = 0;
        keeper_help(t);
        code = start_due(t, err);
        curl_multi_perform(t->multi, &running);
        if (!code && (unsigned)running < t->running)
            code = give_finished(t, err);
        else if (!code && (wait = next_wait(t)) > 0 && !keeper_lend(t) &&
                 !keeper_look_ahead(t))
            curl_multi_poll(t->multi, &more, t->signals >= 0, wait, NULL);
        show_rate(t, false);
    }
    show_rate(t, true);
    return code;
}

/* Notes what was not asked, or not to its end. */
static corr_code stop_rest(transfer *t, corr_err *err)
{
    const char *why = t->interrupted ? "interrupted"
                                     : "the time for all requests is over "
                                       "(--deadline)";
    corr_code code = CORR_OK;

    for (unsigned i = 0; i < t->opts.jobs; i++)
        if (t->slot[i].parcel)
            transfer_empty(t, leave_slot(t, &t->slot[i]));
    for (parcel *p = t->desk.came; p; p = p->next) /* after a failure */
        transfer_empty(t, p);
    for (size_t i = 0; !code && i < t->list.n; i++)
        if (!t->list.v[i]->is_done)
            code = transfer_fail(t, t->list.v[i], why, err);
    return code ? code : case_flush(t->folder, err);
}

/* ---- the whole ----------------------------------------------------------- */

/* ^C comes as a message while requests are on their way. */
static void catch_signals(transfer *t, sigset_t *before)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, before);
    t->signals = signalfd(-1, &set, SIGNAL_FD_FLAGS);
}

/* Those on their way, and those that the keeper has not taken yet. */
static unsigned parcels_of(const transfer *t)
{
    return t->opts.jobs + MOST_KEPT;
}

static void make_parcel(transfer *t, parcel *p)
{
    p->folder = t->folder;
    p->end.body.limits = &t->opts.limits;
    p->end.body.total = &t->bytes;
    p->end.body.open = open_part;
    p->end.body.ctx = p;
    p->end.body.fd = -1;
    p->next = t->desk.spare;
    t->desk.spare = p;
    t->desk.n_spare++;
}

static bool make_transfer(transfer *t)
{
    t->slot = corr_arena_new(&t->arena, slot, t->opts.jobs);
    t->parcel = corr_arena_new(&t->arena, parcel, parcels_of(t));
    t->multi = curl_multi_init();
    if (!t->slot || !t->parcel || !t->multi)
        return false;
    for (unsigned i = 0; i < parcels_of(t); i++)
        make_parcel(t, &t->parcel[i]);
    curl_multi_setopt(t->multi, CURLMOPT_MAXCONNECTS, (long)t->opts.jobs);
    curl_multi_setopt(t->multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
    return true;
}

transfer *transfer_new(fetch_plan *p, case_dir *c, const transfer_opts *o,
                       corr_err *err)
{
    transfer *t = calloc(1, sizeof *t);

    if (t)
        *t = (transfer){ .plan = p,
                         .folder = c,
                         .opts = *o,
                         .started = cmd_now_ns(),
                         .signals = -1 };
    if (t) {
        pthread_mutex_init(&t->desk.lock, NULL);
        pthread_cond_init(&t->desk.news, NULL);
        t->desk.came_end = &t->desk.came;
    }
    if (t && make_transfer(t))
        return t;
    transfer_free(t);
    corr_no_memory(err);
    return NULL;
}

corr_code transfer_go(transfer *t, corr_err *err)
{
    sigset_t before;

    catch_signals(t, &before);
    corr_code code = keeper_follow_plan(t) ? CORR_OK : corr_no_memory(err);
    if (!code) {
        keeper_start(t);
        code = loop(t, err);
        keeper_stop(t);
    }
    if (!code && t->desk.failed) {
        code = t->desk.failed;
        *err = t->desk.err;
    }
    const corr_code stopped = stop_rest(t, err);
    if (t->signals >= 0)
        close(t->signals);
    t->signals = -1;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return code ? code : stopped;
}

void transfer_free(transfer *t)
{
    if (!t)
        return;
    for (unsigned i = 0; t->slot && i < t->opts.jobs; i++)
        exchange_free(&t->slot[i].x);
    for (unsigned i = 0; t->parcel && i < parcels_of(t); i++)
        exchange_end_free(&t->parcel[i].end);
    if (t->multi)
        curl_multi_cleanup(t->multi);
    pthread_mutex_destroy(&t->desk.lock);
    pthread_cond_destroy(&t->desk.news);
    corr_vec_free(&t->desk.due);
    corr_vec_free(&t->desk.later);
    corr_vec_free(&t->list);
    corr_arena_clear(&t->arena);
    free(t);
}

size_t transfer_size(const transfer *t)
{
    return t->list.n;
}

const transfer_item *transfer_at(const transfer *t, size_t i)
{
    return &t->list.v[i]->item;
}

bool transfer_interrupted(const transfer *t)
{
    return t->interrupted;
}
