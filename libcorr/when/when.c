#include "when/when.h"

#include <stdlib.h>

#include "join/prepare.h"

static bool make_when(corr_when *w, corr_err *err)
{
    if (!when_add_load(w, err))
        return false;
    if (!when_add_requests(w)) {
        corr_no_memory(err);
        return false;
    }
    if (when_add_metrics(w, err))
        return false;
    if (!when_choose(w)) {
        corr_no_memory(err);
        return false;
    }
    if (when_explain(w, err) || when_find_object(w, err) || when_relate(w, err))
        return false;
    if (!when_list_events(w)) {
        corr_no_memory(err);
        return false;
    }
    return true;
}

corr_when *corr_when_of(corr_store *st, const corr_when_opts *opts,
                        corr_err *err)
{
    corr_err own = { .code = CORR_OK };

    if (store_prepare(st, err))
        return NULL;
    corr_when *w = calloc(1, sizeof *w);
    if (!w) {
        corr_no_memory(err);
        return NULL;
    }
    w->st = st;
    w->o = opts;
    w->facts.until = CORR_NO_TIME;
    const bool ok = make_when(w, err ? err : &own);
    corr_arena_clear(&w->scratch);
    corr_arena_clear(&w->work);
    w->o = NULL; /* the caller's */
    if (ok)
        return w;
    corr_when_free(w);
    return NULL;
}

corr_when_facts corr_when_facts_of(const corr_when *w)
{
    return w->facts;
}

uint32_t corr_when_nseries(const corr_when *w)
{
    return (uint32_t)w->series.n;
}

corr_series_view corr_when_series(const corr_when *w, uint32_t i)
{
    return w->series.v[i].s;
}

uint32_t corr_when_changes(const corr_when *w)
{
    return (uint32_t)w->change.n;
}

corr_change_at corr_when_change(const corr_when *w, uint32_t i)
{
    return w->change.v[i];
}

uint32_t corr_when_suspects(const corr_when *w)
{
    return (uint32_t)w->suspect.n;
}

corr_suspect corr_when_suspect(const corr_when *w, uint32_t i)
{
    return w->suspect.v[i];
}

uint32_t corr_when_events(const corr_when *w)
{
    return (uint32_t)w->event.n;
}

corr_event corr_when_event(const corr_when *w, uint32_t i)
{
    return w->event.v[i];
}

void corr_when_free(corr_when *w)
{
    if (!w)
        return;
    when_free_series(w);
    vec_free(&w->change);
    vec_free(&w->suspect);
    vec_free(&w->event);
    corr_diff_free(w->diff);
    corr_timeline_free(w->load);
    corr_arena_clear(&w->scratch);
    corr_arena_clear(&w->work);
    corr_arena_clear(&w->arena);
    free(w);
}
