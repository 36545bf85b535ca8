#include "fetch/servers/look.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <unistd.h>

#include "corr_builtin.h"
#include "corr_trace.h"
#include "fetch/plan/encode.h"
#include "fetch/plan/window.h"
#include "fetch/servers/back_ends.h"

enum {
    MOST_MEMORY = 1 << 30, /* bytes of the tables of an answer */
    MOST_ROOTS = 512,      /* local roots of a service that are asked for */
    MOST_SERVICES = 256
};

/* What a profile's own length adds to a trace's window: agents send one every
 * 10 or 15 s, and it may be filed under either end. */
#define PROFILE_LENGTH (15 * FETCH_SECOND)

/* ---- reading --------------------------------------------------------------- */

/* Writes the body to a file without a name.  NULL: that failed. */
static FILE *body_file(corr_str body, corr_err *err)
{
    FILE *f = tmpfile();

    if (f && (fwrite(body.p, 1, body.n, f) != body.n || fflush(f))) {
        fclose(f);
        f = NULL;
    }
    if (!f)
        corr_fail(err, CORR_EIO, "no temporary file can be written");
    return f;
}

bool fetch_look_open(fetch_look *l, corr_str body)
{
    *l = (fetch_look){ 0 };
    FILE *f = body_file(body, &l->err);
    if (!f)
        return false;
    l->st = corr_store_new(corr_builtin_formats, &l->err);
    if (l->st) {
        const corr_load_opts opts = { .needs = CORR_NEED_ALL,
                                      .jobs = 1,
                                      .limits = { .memory = MOST_MEMORY,
                                                  .decoded = MOST_MEMORY } };
        char path[40];
        snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(f));
        const char *const paths[] = { path };
        if (corr_load(l->st, paths, 1, &opts, &l->err) == CORR_OK &&
            corr_prepare(l->st, &l->err) == CORR_OK && corr_inputs(l->st))
            l->in = corr_input_at(l->st, 0);
        else
            corr_fail(&l->err, CORR_EFORMAT, "the bytes hold no input");
    }
    fclose(f);
    return l->err.code == CORR_OK;
}

void fetch_look_close(fetch_look *l)
{
    corr_store_free(l->st);
    l->st = NULL;
}

const char *fetch_look_warning(const fetch_look *l, const char *code)
{
    for (size_t i = 0; i < corr_warnings(l->st); i++) {
        const corr_warning w = corr_warning_at(l->st, i);
        if (strncmp(w.code, code, strlen(code)) == 0)
            return w.text;
    }
    return NULL;
}

/* ---- traces ------------------------------------------------------------------ */

enum { MOST_HOLLOW = 4096, MOST_HOLLOW_DEPTH = 8 };

/* Whether a document has nothing in it: empty lists and objects, null, numbers,
 * and what it says of its status. */
static bool is_hollow(const cJSON *v, int depth)
{
    const bool is_word = v->string && (strcmp(v->string, "status") == 0 ||
                                       strcmp(v->string, "message") == 0);

    if (cJSON_IsString(v))
        return is_word || !*v->valuestring;
    if (depth == MOST_HOLLOW_DEPTH)
        return false;
    for (const cJSON *c = v->child; c; c = c->next)
        if (!is_hollow(c, depth + 1))
            return false;
    return true;
}

/* Whether a body is an empty trace in any of its forms: nothing, {}, a document
 * without spans, or messages of protobuf without a field. */
static bool is_empty_trace(corr_str body)
{
    bool is_empty = body.n % 2 == 0 && body.n <= 8;

    for (size_t i = 0; is_empty && i + 1 < body.n; i += 2)
        is_empty = ((uint8_t)body.p[i] & 7) == 2 && body.p[i + 1] == 0;
    if (is_empty || body.n > MOST_HOLLOW)
        return is_empty;
    cJSON *doc = cJSON_ParseWithLength(body.p, body.n);
    is_empty = doc && !cJSON_IsNumber(doc) && is_hollow(doc, 0);
    cJSON_Delete(doc);
    return is_empty;
}

/* Whether a trace of this id is in the answer; *other is one that is not.  A
 * server may know only the low 64 bits of an id. */
static bool has_trace(const fetch_look *l, corr_trace_id want, uint32_t n,
                      corr_trace_id *other)
{
    bool has = false;

    *other = want;
    for (uint32_t i = 0; i < n; i++) {
        const corr_trace_id id = corr_trace_at(l->st, i).id;
        if (id.lo == want.lo &&
            (id.hi == want.hi || id.hi == 0 || want.hi == 0))
            has = true;
        else
            *other = id;
    }
    return has;
}

bool fetch_look_traces(fetch_look *l, const char *trace, const fetch_answer *a,
                       fetch_result *out)
{
    corr_trace_id want = { 0 }, other;
    char print[CORR_PRINT_MAX], safe[FETCH_WORDS];

    *l = (fetch_look){ 0 };
    if (corr_str_starts(a->body, "{") && a->body.n <= MOST_HOLLOW) {
        cJSON *doc = fetch_json(a, out); /* it may be a message only */
        cJSON_Delete(doc);
        if (!doc)
            return false;
    }
    if (is_empty_trace(a->body)) {
        fetch_say(out, FETCH_NOTHING, "the server has no such trace");
        return false;
    }
    if (!fetch_look_open(l, a->body)) {
        fetch_say(
            out, FETCH_FAILED,
            "the answer is no trace that corr reads: "
            "%s",
            corr_safe(safe, sizeof safe, corr_str_of(l->err.what), false));
        return false;
    }
    const uint32_t n = corr_traces(l->st);
    if (n == 0) {
        fetch_say(out, FETCH_NOTHING, "the server has no such trace");
        return false;
    }
    if (trace && corr_parse_trace_id(corr_str_of(trace), &want) &&
        !has_trace(l, want, n, &other)) {
        fetch_say(out, FETCH_FAILED, "trace %s came, not the one asked for",
                  corr_print_trace(print, other));
        return false;
    }
    fetch_got(out, n);
    const char *partial = fetch_look_warning(l, "PARTIAL");
    const char *damaged = partial ? partial : fetch_look_warning(l, "DAMAGED");
    if (damaged)
        fetch_say_cut(out, "%s", damaged);
    return true;
}

/* ---- profiles of a trace --------------------------------------------------------- */

typedef struct part {
    corr_str service;
    corr_window w;
    const char *root[MOST_ROOTS];
    uint32_t roots, more_roots;
} part;

/* The services of a trace. */
typedef struct parts {
    part *v;
    size_t n;
    bool has_more; /* services than are asked for */
} parts;

/* The part of the trace that a service did; NULL: too many. */
static part *trace_part_of(parts *l, corr_str service)
{
    for (size_t i = 0; i < l->n; i++)
        if (corr_str_eq(l->v[i].service, service))
            return &l->v[i];
    l->has_more |= l->n == MOST_SERVICES;
    if (l->n == MOST_SERVICES)
        return NULL;
    l->v[l->n] = (part){ .service = service };
    return &l->v[l->n++];
}

/* Widens a window so that it holds another one, too; one that ends at 0 holds
 * nothing. */
static void widen_to(corr_window *w, corr_window other)
{
    if (!other.to)
        return;
    if (!w->to || other.from < w->from)
        w->from = other.from;
    if (!w->to || other.to > w->to)
        w->to = other.to;
}

/* Widens the window of a service by a span, and notes a local root. */
static bool part_add(part *at, const corr_span_view *s, corr_arena *arena)
{
    char hex[17] = "";

    if (s->start == CORR_NO_TIME || s->end == CORR_NO_TIME || s->start <= 0)
        return true;
    widen_to(&at->w, (corr_window){ s->start, s->end });
    if (!s->local_root || !s->id)
        return true;
    if (at->roots == MOST_ROOTS) {
        at->more_roots++;
        return true;
    }
    corr_print_hex(hex, s->id);
    at->root[at->roots] = corr_arena_text(arena, corr_str_of(hex));
    return at->root[at->roots++] != NULL;
}

/* Lists the services of a trace.  False: out of memory. */
static bool parts_of(const corr_waterfall *w, parts *l, corr_arena *arena)
{
    bool ok = true;

    for (uint32_t i = 0; ok && i < corr_waterfall_size(w); i++) {
        const corr_span_view s = corr_waterfall_at(w, i);
        part *at = s.service.n ? trace_part_of(l, s.service) : NULL;
        ok = !at || part_add(at, &s, arena);
    }
    return ok;
}

/* Asks every profile server about one service, in the window of the trace. */
static bool ask_profiles(fetch_plan *p, const fetch_question *asked,
                         const part *s, corr_window w, const char *trace)
{
    corr_arena *arena = fetch_plan_arena(p);
    fetch_question *q = corr_arena_new(arena, fetch_question, 1);
    const char **root = corr_arena_new(arena, const char *, s->roots + 1);
    bool ok = q && root;

    if (!ok)
        return false;
    *q = *asked;
    q->about = FETCH_PROFILES;
    q->trace = corr_arena_text(arena, corr_str_of(trace));
    q->service = corr_arena_text(arena, s->service);
    q->from = w.from;
    q->to = w.to;
    q->op = q->where = q->promql = NULL;
    memcpy(root, s->root, s->roots * sizeof *root);
    q->span = root;
    q->spans = s->roots;
    ok = q->service && q->trace;
    const fetch_target *t;
    for (size_t i = 0; ok && (t = fetch_plan_target(p, FETCH_PYROSCOPE, i));
         i++)
        ok = fetch_pyroscope.plan(p, t, q);
    return ok;
}

/* Asks every server of metrics what the question asks of them, in the window of
 * the trace. */
static bool ask_metrics(fetch_plan *p, const fetch_question *asked,
                        corr_window w)
{
    fetch_question *q = corr_arena_new(fetch_plan_arena(p), fetch_question, 1);
    const fetch_target *t;
    bool ok = q != NULL;

    if (!ok)
        return false;
    *q = *asked;
    q->about = FETCH_METRICS;
    q->from = w.from;
    q->to = w.to;
    for (size_t i = 0; ok && (t = fetch_plan_target(p, FETCH_PROMETHEUS, i));
         i++)
        ok = fetch_prometheus.plan(p, t, q);
    return ok;
}

/* Says what is not asked for, if the trace itself is whole. */
static void say_left_out(const parts *l, fetch_result *out)
{
    if (l->has_more && out->complete)
        fetch_say_cut(out,
                      "only %d services of the trace are asked for profiles",
                      MOST_SERVICES);
    for (size_t i = 0; i < l->n && out->complete; i++)
        if (l->v[i].more_roots)
            fetch_say_cut(out,
                          "only %d of %u requests in %.*s are named to servers "
                          "of profiles",
                          MOST_ROOTS, MOST_ROOTS + l->v[i].more_roots,
                          CORR_STR_ARG(l->v[i].service));
}

bool fetch_profiles_of_trace(fetch_plan *p, const fetch_question *asked,
                             fetch_look *l, const char *trace,
                             fetch_result *out)
{
    const bool asks_profiles = fetch_plan_target(p, FETCH_PYROSCOPE, 0);
    corr_window all = { 0 };
    corr_trace_id id = { 0 };

    if ((!asks_profiles && !asked->promql) ||
        !corr_parse_trace_id(corr_str_of(trace), &id))
        return true;
    corr_err err = { 0 };
    if (corr_trace_number(l->st, id) == UINT32_MAX)
        id = corr_trace_at(l->st, 0).id; /* the low bits are the same */
    corr_waterfall *w = corr_waterfall_of(l->st, id, &err);
    if (!w)
        return err.code != CORR_ENOMEM;
    parts list = { .v = calloc(MOST_SERVICES, sizeof *list.v) };
    bool ok = list.v && parts_of(w, &list, fetch_plan_arena(p));
    for (size_t i = 0; i < list.n; i++)
        widen_to(&all, list.v[i].w);
    const corr_window window = fetch_window_wider(all, PROFILE_LENGTH);
    for (size_t i = 0; ok && i < list.n; i++)
        ok = list.v[i].w.to == 0 ||
             ask_profiles(p, asked, &list.v[i], window, trace);
    if (ok && asked->promql && all.to)
        ok = ask_metrics(p, asked, window);
    if (ok && asks_profiles)
        say_left_out(&list, out);
    free(list.v);
    corr_waterfall_free(w);
    return ok;
}
