/* transfer - sends the requests of a plan, and keeps the answers. */
#include "fetch/transfer.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "fetch/http_words.h"
#include "fetch/transfer_private.h"
#include "fetch/window.h"

enum { MOST_WAIT_MS = 200, SIGNAL_FD_FLAGS = SFD_NONBLOCK | SFD_CLOEXEC };

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

static bool follow_plan(transfer *t)
{
    while (t->list.n < fetch_plan_size(t->plan))
        if (!add_work(t, fetch_plan_at(t->plan, t->list.n)))
            return false;
    return true;
}

/* The next request whose time has come; NULL: not now. */
static work *next_due(transfer *t, int64_t now)
{
    for (size_t i = 0; i < t->later.n; i++) {
        work *w = t->later.v[i];
        if (w->not_before > now)
            continue;
        t->later.v[i] = t->later.v[--t->later.n];
        return w;
    }
    return t->next < t->list.n ? t->list.v[t->next++] : NULL;
}

corr_code transfer_put_off(transfer *t, work *w, int64_t ns, corr_err *err)
{
    w->not_before = cmd_now_ns() + ns;
    if (!corr_grow((void **)&t->later.v, &t->later.room, t->later.n + 1,
                   sizeof *t->later.v))
        return corr_no_memory(err);
    t->later.v[t->later.n++] = w;
    return CORR_OK;
}

/* ---- slots --------------------------------------------------------------- */

static slot *free_slot(transfer *t)
{
    for (unsigned i = 0; i < t->opts.jobs; i++)
        if (!t->slot[i].busy)
            return &t->slot[i];
    return NULL;
}

void transfer_release(transfer *t, slot *s)
{
    if (s->busy && s->x.easy)
        curl_multi_remove_handle(t->multi, s->x.easy);
    if (s->x.fd >= 0)
        close(s->x.fd);
    case_drop(t->folder, s->part);
    s->part[0] = '\0';
    s->x.fd = -1;
    if (s->busy)
        t->running--;
    s->busy = false;
}

static bool open_part(void *ctx, int *fd)
{
    corr_err err = { 0 };
    slot *s = ctx;

    if (!case_part(s->folder, s->part, fd, &err))
        return true;
    errno = err.sys;
    return false;
}

static corr_code start_in(transfer *t, slot *s, work *w, corr_err *err)
{
    s->folder = t->folder;
    s->x.open = open_part;
    s->x.ctx = s;
    s->x.limits = &t->opts.limits;
    s->x.total = &t->bytes;
    s->work = w;
    s->began = fetch_now(0);
    if (!exchange_start(&s->x, w->item.q, w->hop ? w->hop : w->url) ||
        curl_multi_add_handle(t->multi, s->x.easy) != CURLM_OK)
        return corr_no_memory(err);
    s->busy = true;
    t->running++;
    return CORR_OK;
}

static corr_code start_due(transfer *t, corr_err *err)
{
    corr_code code = CORR_OK;
    slot *s;
    work *w;

    while (!code && (s = free_slot(t)) && (w = next_due(t, cmd_now_ns()))) {
        bool cached = false;
        if (!w->tries && !w->agains && !w->hops)
            code = transfer_take_cached(t, w, &cached, err);
        if (!code && !cached)
            code = start_in(t, s, w, err);
        if (!code && !follow_plan(t))
            code = corr_no_memory(err);
    }
    return code;
}

/* ---- the loop ------------------------------------------------------------ */

static corr_code take_finished(transfer *t, corr_err *err)
{
    corr_code code = CORR_OK;
    CURLMsg *m;
    int left;

    while (!code && (m = curl_multi_info_read(t->multi, &left))) {
        slot *s = NULL;
        if (m->msg != CURLMSG_DONE)
            continue;
        for (unsigned i = 0; i < t->opts.jobs; i++)
            if (t->slot[i].busy && t->slot[i].x.easy == m->easy_handle)
                s = &t->slot[i];
        if (!s)
            continue;
        const CURLcode ended = m->data.result;
        curl_multi_remove_handle(t->multi, s->x.easy);
        code = transfer_take(t, s, ended, err);
        transfer_release(t, s);
        if (!code && !follow_plan(t))
            code = corr_no_memory(err);
    }
    return code;
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
                 t->done, t->list.n, corr_print_bytes(bytes, (int64_t)t->bytes),
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
    corr_code code = follow_plan(t) ? CORR_OK : corr_no_memory(err);
    struct curl_waitfd more = { .fd = t->signals, .events = CURL_WAIT_POLLIN };

    while (!code && !is_over(t, more.revents)) {
        int running;

        more.revents = 0;

        code = start_due(t, err);
        if (code || (!t->running && !t->later.n && t->next == t->list.n))
            break;
        curl_multi_perform(t->multi, &running);
        code = take_finished(t, err);
        show_rate(t, false);
        if (!code && t->running >= 1 && (unsigned)running == t->running)
            curl_multi_poll(t->multi, &more, t->signals >= 0, MOST_WAIT_MS,
                            NULL);
        else if (!code && !t->running && t->later.n)
            poll(&(struct pollfd){ .fd = t->signals, .events = POLLIN }, 1,
                 MOST_WAIT_MS / 4);
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
        if (t->slot[i].busy)
            transfer_release(t, &t->slot[i]);
    for (size_t i = 0; !code && i < t->list.n; i++)
        if (!t->list.v[i]->is_done)
            code = transfer_fail(t, t->list.v[i], why, err);
    return code;
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

static bool make_transfer(transfer *t)
{
    t->slot = corr_arena_new(&t->arena, slot, t->opts.jobs);
    t->multi = curl_multi_init();
    if (!t->slot || !t->multi)
        return false;
    for (unsigned i = 0; i < t->opts.jobs; i++)
        t->slot[i].x.fd = -1;
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
    const corr_code code = loop(t, err);
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
    if (t->multi)
        curl_multi_cleanup(t->multi);
    corr_vec_free(&t->list);
    corr_vec_free(&t->later);
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
