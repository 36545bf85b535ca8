/* transfer_take - what becomes of an answer. */
#include <stdio.h>
#include <time.h>

#include "corr_builtin.h"
#include "fetch/plan/http_words.h"
#include "fetch/plan/window.h"
#include "fetch/servers/url.h"
#include "fetch/transfer_private.h"

enum {
    MOST_HOPS = 3,
    MOST_AGAINS = 30, /* times that a server may ask to come back */
    MOST_DELAY_S = 30,
    MOST_ASKED = 4 << 20 /* bytes of an answer that is only looked at */
};

static const int64_t ns_per_s = 1000000000;

static const char *const outcome_word[] = { [FETCH_GOT] = "got",
                                            [FETCH_NOTHING] = "nothing",
                                            [FETCH_FAILED] = "failed",
                                            [FETCH_AGAIN] = "failed" };

/* ---- the end of a request ------------------------------------------------ */

/* Notes how a request ended.  sha, type: of its file, or NULL. */
static corr_code end_work(transfer *t, work *w, const char *sha,
                          const char *type, corr_err *err)
{
    const fetch_request *q = w->item.q;
    const fetch_result *r = &w->item.result;
    const case_note n = {
        .url = w->item.url,
        .method = q->body ? "POST" : "GET",
        .asked = w->asked[0] ? w->asked : NULL,
        .server = fetch_back_ends[q->target->kind]->name,
        .what = q->what,
        .path = w->item.path,
        .type = type && *type ? type : NULL,
        .kept = w->kept,
        .sha = w->item.path || w->kept ? sha : NULL,
        .outcome = outcome_word[r->outcome],
        .why = r->why[0] ? r->why : NULL,
        .at = fetch_now(0),
        .from = q->from,
        .to = q->to,
        .bytes = w->item.bytes,
        .hits = r->hits,
        .limit = q->limit,
        .status = w->item.status,
        .complete = w->kept || (r->complete && r->outcome != FETCH_FAILED),
    };

    w->is_done = true;
    atomic_fetch_add(&t->done, 1);
    return case_write(t->folder, &n, err);
}

corr_code transfer_fail(transfer *t, work *w, const char *why, corr_err *err)
{
    fetch_result *r = &w->item.result;

    r->outcome = FETCH_FAILED;
    r->complete = false;
    snprintf(r->why, sizeof r->why, "%s", why);
    return end_work(t, w, NULL, NULL, err);
}

/* ---- judging ------------------------------------------------------------- */

/* The beginning of an answer as a person reads it. */
static const char *excerpt(char *to, size_t size, corr_str body)
{
    corr_str s = corr_str_trim(body);

    s.n = corr_str_find(s, '\n');
    s.n = s.n < size / 2 ? s.n : size / 2;
    return corr_safe(to, size, corr_str_trim(s), false);
}

static bool is_locked(int status)
{
    return status == 401 || status == 403 || status == 407;
}

static void judge_locked(const fetch_request *q, const fetch_answer *a,
                         fetch_result *out)
{
    char text[120];
    const bool page = strcmp(a->type, "text/html") == 0;
    const bool has = q->target->access && access_has_secret(q->target->access);

    *out = (fetch_result){ .outcome = FETCH_FAILED };
    snprintf(out->why, sizeof out->why, "HTTP status %d: the %s %s%s%s",
             a->status, a->status == 407 ? "proxy" : "server",
             has ? "refuses these credentials" : "wants credentials",
             page ? "" : ": ", page ? "" : excerpt(text, sizeof text, a->body));
}

static void judge_plainly(const fetch_answer *a, fetch_result *out)
{
    char text[120];

    *out = (fetch_result){ .outcome =
                               a->status / 100 == 2 ? FETCH_GOT : FETCH_FAILED,
                           .complete = a->status / 100 == 2 };
    if (out->outcome == FETCH_FAILED)
        snprintf(out->why, sizeof out->why, "HTTP status %d: %s", a->status,
                 excerpt(text, sizeof text, a->body));
}

static void judge_answer(transfer *t, transfer_item *item,
                         const fetch_answer *a)
{
    const fetch_request *q = item->q;
    fetch_result *out = &item->result;
    const size_t before = fetch_plan_size(t->plan);
    char raw[sizeof out->why];

    *out = (fetch_result){ .outcome = FETCH_FAILED };
    if (is_locked(a->status)) {
        judge_locked(q, a, out);
        return;
    }
    if (q->judge)
        q->judge(t->plan, q, a, out);
    else
        judge_plainly(a, out);
    item->replaced =
        out->outcome == FETCH_NOTHING && fetch_plan_size(t->plan) > before;
    if (out->outcome == FETCH_GOT && strcmp(a->type, "text/html") == 0) {
        *out = (fetch_result){ .outcome = FETCH_FAILED };
        snprintf(out->why, sizeof out->why,
                 "a web page came, not data: a login, or not the server's "
                 "address");
    }
    memcpy(raw, out->why, sizeof raw);
    raw[sizeof raw - 1] = '\0';
    corr_safe(out->why, sizeof out->why, corr_str_of(raw), false);
}

/* ---- keeping ------------------------------------------------------------- */

/* NULL: corr does not recognise it. */
static const char *format_of(corr_str body)
{
    const corr_format *f =
        corr_recognise_bytes(corr_builtin_formats, body.p, body.n);

    return f ? f->name : NULL;
}

static corr_code save_part(parcel *p, corr_err *err)
{
    answer_body *b = &p->end.body;

    if (body_save(b))
        return CORR_OK;
    err->sys = b->sys;
    return corr_fail(err, CORR_EIO, "the answer cannot be written: %s",
                     strerror(b->sys));
}

static corr_code keep_part(transfer *t, parcel *p, const char *sha,
                           corr_err *err)
{
    transfer_item *item = &p->work->item;
    char name[CASE_PATH];
    const char *wanted = url_file_at(&t->arena, item->q, p->began);

    wanted = wanted ? url_file(&t->arena, wanted, item->format) : NULL;
    if (!wanted)
        return corr_no_memory(err);
    const answer_body *b = &p->end.body;
    const bool is_new = b->fd < 0 && b->held.n &&
                        case_keep_new(t->folder, wanted,
                                      (corr_str){ b->held.v, b->held.n }, name);
    corr_code code = is_new ? CORR_OK : save_part(p, err);
    if (!code && !is_new)
        code = case_keep(t->folder, p->part, wanted, sha, name, err);
    if (code)
        return code;
    p->part[0] = '\0';
    item->path = corr_arena_text(&t->arena, corr_str_of(name));
    return item->path ? CORR_OK : corr_no_memory(err);
}

/* Keeps an answer that is only looked at, so that a second run need not ask. */
static corr_code keep_asked(transfer *t, parcel *p, const char *sha,
                            corr_err *err)
{
    work *w = p->work;
    char name[CASE_PATH];
    const bool known =
        w->item.replaced ||
        (w->item.result.complete && w->item.result.outcome == FETCH_GOT);

    if (w->item.q->file || !known || p->end.body.bytes > MOST_ASKED)
        return CORR_OK;
    corr_code code = save_part(p, err);
    if (!code)
        code = case_keep_asked(t->folder, p->part, sha, name, err);
    if (code)
        return code;
    p->part[0] = '\0';
    w->kept = corr_arena_text(&t->arena, corr_str_of(name));
    return w->kept ? CORR_OK : corr_no_memory(err);
}

/* Whether a note tells of something that changes, as what fires now, and is
 * older than the question. */
static bool is_outdated(const fetch_request *q, const case_note *n)
{
    const fetch_question *asked = q->question;
    const bool changes = asked ? asked->about == FETCH_ALERTS || q->file_end ||
                                     (!q->file && !q->to)
                               : !q->file;

    return changes && (!asked || n->at < asked->now);
}

corr_code transfer_take_cached(transfer *t, work *w, bool *cached,
                               corr_err *err)
{
    const fetch_request *q = w->item.q;
    const case_note *n = NULL;
    corr_str body;

    *cached = false;
    if (!t->opts.refresh)
        n = case_find(t->folder, q->body ? "POST" : "GET", w->item.url,
                      w->asked[0] ? w->asked : NULL);
    if (!n || is_outdated(q, n))
        return CORR_OK;
    corr_code code = case_map(t->folder, n->path, &body, err);
    if (code)
        return code;
    const fetch_answer a = { n->status, n->type ? n->type : "", body };
    judge_answer(t, &w->item, &a);
    w->item.format = q->file ? format_of(body) : NULL;
    case_unmap(body);
    if (w->item.result.outcome != FETCH_GOT && !w->item.replaced)
        return CORR_OK;
    w->item.cached = *cached = w->is_done = true;
    atomic_fetch_add(&t->done, 1);
    if (!q->file)
        return CORR_OK;
    w->item.path = corr_arena_text(&t->arena, corr_str_of(n->path));
    if (!w->item.path)
        return corr_no_memory(err);
    w->item.status = n->status;
    w->item.bytes = body.n;
    return CORR_OK;
}

/* ---- asking again -------------------------------------------------------- */

/* 0.5 s, then twice as much each time, half of it more or less. */
static int64_t backoff(unsigned tries)
{
    const int64_t now = fetch_now(0);
    const int64_t ns = (ns_per_s / 2) << (tries < 6 ? tries : 6);

    return ns / 2 + (int64_t)(corr_hash(&now, sizeof now) % (uint64_t)ns);
}

static corr_code try_again(transfer *t, work *w, const exchange_end *end,
                           corr_err *err)
{
    int64_t ns = backoff(w->tries - 1);

    if (end->retry_after * ns_per_s > ns)
        ns = end->retry_after * ns_per_s + ns / 8;
    return transfer_put_off(t, w, ns, err);
}

/* Whether a redirect leads to a page that asks a person for a password. */
static bool is_login(const char *location)
{
    static const char *const words[] = { "login", "signin", "sign_in",
                                         "sso",   "oauth",  "saml" };
    const corr_str path = { location, strcspn(location, "?#") };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (corr_str_has(path, words[i]))
            return true;
    return false;
}

/* Goes where a redirect leads, if it may. */
static corr_code follow(transfer *t, work *w, const exchange_end *end,
                        corr_err *err)
{
    const fetch_request *q = w->item.q;
    const char *from = w->hop ? w->hop : w->url;
    const bool secret =
        q->target->access && access_has_secret(q->target->access);
    const bool keeps_post = end->status == 307 || end->status == 308;
    char why[200], to[100];

    if (!is_login(end->location) && w->hops < MOST_HOPS &&
        (!q->body || keeps_post) &&
        http_may_follow(from, end->location, secret)) {
        w->hop = corr_arena_text(&t->arena, corr_str_of(end->location));
        w->hops++;
        return w->hop ? transfer_put_off(t, w, 0, err) : corr_no_memory(err);
    }
    const char *shown = http_shown(&t->arena, end->location);
    corr_safe(to, sizeof to, corr_str_of(shown), false);
    snprintf(
        why, sizeof why, "%s%s",
        is_login(end->location) ? "the server wants a login: it redirects to "
        : w->hops >= MOST_HOPS  ? "more than 3 redirects, the last to "
                                : "a redirect that corr does not follow: to ",
        to);
    return transfer_fail(t, w, why, err);
}

static corr_code come_back(transfer *t, work *w, corr_err *err)
{
    char why[sizeof w->item.result.why];

    if (w->agains++ < MOST_AGAINS)
        return transfer_put_off(
            t, w, ns_per_s * (w->agains < 5 ? w->agains : 5), err);
    snprintf(why, sizeof why, "%s", w->item.result.why);
    return transfer_fail(t, w, why[0] ? why : "the server is not ready", err);
}

/* ---- an answer ----------------------------------------------------------- */

/* Adds when a server wants to be asked again. */
static void say_when(const exchange_end *end, char *why, size_t size)
{
    char wait[CORR_PRINT_MAX];
    const size_t n = strlen(why);
    const int64_t s = end->retry_after < 1000000 ? end->retry_after : 1000000;

    snprintf(why + n, size - n, "; it wants to be asked again in %s",
             corr_print_duration(wait, s * ns_per_s));
}

void transfer_look(parcel *p, corr_str bytes)
{
    p->format = p->work->item.q->file ? format_of(bytes) : NULL;
    body_digest(&p->end.body, p->sha);
}

/* The bytes of an answer: those that are held, or else its part, which the
 * caller unmaps. */
static corr_code bytes_of(transfer *t, parcel *p, corr_str *bytes,
                          corr_err *err)
{
    const answer_body *b = &p->end.body;

    if (b->fd >= 0)
        return case_map_part(t->folder, p->part, b->fd, (size_t)b->bytes, bytes,
                             err);
    *bytes = b->held.n ? (corr_str){ b->held.v, b->held.n } : CORR_STR("");
    return CORR_OK;
}

/* Judges an answer that came as a whole, or that is too large: the judge may
 * ask for parts of it. */
static corr_code take_answer(transfer *t, parcel *p, corr_err *err)
{
    const exchange_end *end = &p->end;
    work *w = p->work;
    fetch_result *r = &w->item.result;
    corr_str bytes = { "", 0 };
    const bool too_large = end->body.stop == BODY_ITEM_FULL;
    corr_code code = too_large ? CORR_OK : bytes_of(t, p, &bytes, err);

    if (code)
        return code;
    const fetch_answer a = { too_large ? 413 : end->status, end->type, bytes };
    judge_answer(t, &w->item, &a);
    if (p->look != PARCEL_SEEN && r->outcome != FETCH_AGAIN)
        transfer_look(p, bytes);
    if (r->outcome == FETCH_GOT)
        w->item.format = p->format;
    if (end->body.fd >= 0)
        case_unmap(bytes);
    if (r->outcome == FETCH_AGAIN)
        return come_back(t, w, err);
    if (too_large && r->outcome == FETCH_FAILED)
        snprintf(r->why, sizeof r->why, "%s", end->why);
    if (r->outcome == FETCH_FAILED && end->retry_after > MOST_DELAY_S)
        say_when(end, r->why, sizeof r->why);
    if (r->outcome == FETCH_GOT && w->item.q->file)
        code = keep_part(t, p, p->sha, err);
    else
        code = keep_asked(t, p, p->sha, err);
    return code ? code : end_work(t, w, p->sha, end->type, err);
}

corr_code transfer_take(transfer *t, parcel *p, corr_err *err)
{
    const exchange_end *end = &p->end;
    work *w = p->work;

    w->item.status = end->status;
    w->item.bytes = end->body.bytes;
    w->tries++;
    if (end->may_retry && w->tries < t->opts.tries &&
        end->retry_after <= MOST_DELAY_S)
        return try_again(t, w, end, err);
    if (end->is_whole && end->location)
        return follow(t, w, end, err);
    if (end->is_whole || end->body.stop == BODY_ITEM_FULL)
        return take_answer(t, p, err);
    return transfer_fail(t, w, end->why, err);
}
