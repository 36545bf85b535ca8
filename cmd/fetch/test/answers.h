/*
 * answers - a server for tests: rows of requests and what is answered to them.
 */
#ifndef CORR_FETCH_ANSWERS_H
#define CORR_FETCH_ANSWERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "fetch/plan/encode.h"
#include "fetch/plan/window.h"
#include "fetch/servers/back_ends.h"

/* An answer to requests whose path begins like this and whose body has this
 * part.  NULL: anything. */
typedef struct given {
    const char *path, *part;
    int status;
    const char *type;
    corr_str body;
} given;

#define GIVE(path, part, status, type, text)                                   \
    {                                                                          \
        path, part, status, type,                                              \
        {                                                                      \
            text, sizeof(text) - 1                                             \
        }                                                                      \
    }

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

/* A window of five minutes: 2026-11-21T16:32:05Z to 16:37:15Z. */
#define FROM INT64_C(1795278725000000000)
#define TO   INT64_C(1795279035000000000)

enum { MOST_RESULTS = 2000 };

/* A plan that was run, and its results. */
typedef struct ran {
    fetch_plan *p;
    fetch_result at[MOST_RESULTS];
} ran;

static inline bool body_has(const fetch_request *q, const char *part)
{
    return !part ||
           (q->body && corr_str_has((corr_str){ q->body, q->body_size }, part));
}

static inline fetch_answer answer_of(const fetch_request *q, const given *g,
                                     size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((!g[i].path || corr_str_starts(corr_str_of(q->path), g[i].path)) &&
            body_has(q, g[i].part))
            return (fetch_answer){ g[i].status, g[i].type, g[i].body };
    return (fetch_answer){ 404, "text/plain",
                           CORR_STR("404 page not found\n") };
}

/* Asks one back end and judges everything that follows from it. */
static inline ran *run(const fetch_back_end *b, const fetch_target *t,
                       size_t targets, const fetch_question *q, const given *g,
                       size_t n)
{
    ran *r = calloc(1, sizeof *r);

    assert_non_null(r);
    r->p = fetch_plan_new();
    fetch_plan_targets(r->p, t, targets);
    assert_true(b->plan(r->p, &t[0], q));
    for (size_t i = 0; i < fetch_plan_size(r->p); i++) {
        const fetch_request *at = fetch_plan_at(r->p, i);
        const fetch_answer a = answer_of(at, g, n);
        assert_true(i < MOST_RESULTS);
        at->judge(r->p, at, &a, &r->at[i]);
        if (r->at[i].outcome != FETCH_GOT || !r->at[i].complete)
            assert_true(r->at[i].why[0] != 0);
    }
    return r;
}

static inline void ran_free(ran *r)
{
    fetch_plan_free(r->p);
    free(r);
}

static inline const char *path_at(const ran *r, size_t i)
{
    assert_true(i < fetch_plan_size(r->p));
    return fetch_plan_at(r->p, i)->path;
}

/* The number of the request whose path begins like this, the nth from 0. */
static inline size_t request_at(const ran *r, const char *path, size_t nth)
{
    for (size_t i = 0; i < fetch_plan_size(r->p); i++)
        if (corr_str_starts(corr_str_of(fetch_plan_at(r->p, i)->path), path) &&
            nth-- == 0)
            return i;
    fail_msg("no request %s", path);
    return 0;
}

/* Checks outcome and sentence of a request. */
static inline void assert_result(const ran *r, const char *path, size_t nth,
                                 fetch_outcome outcome, const char *why)
{
    const fetch_result *at = &r->at[request_at(r, path, nth)];

    if (at->outcome != outcome)
        fail_msg("%s: outcome %d: %s", path, (int)at->outcome, at->why);
    if (why && !strstr(at->why, why))
        fail_msg("%s: \"%s\"", path, at->why);
}

#endif
