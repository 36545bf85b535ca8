/* plan - a list of requests that grows, each of them once. */
#include "fetch/plan/fetch.h"

enum {
    MOST_REQUESTS = 100000,
    KEYS_LIMIT = 1 << 30 /* bytes of the arena; bodies are short */
};

struct fetch_plan {
    corr_arena arena;
    corr_arena scratch; /* the key of one request */
    corr_map known;     /* target, path and body of each request */
    corr_vec(fetch_request *) list;
    const fetch_target *target;
    size_t targets;
    bool full;
};

fetch_plan *fetch_plan_new(void)
{
    fetch_plan *p = calloc(1, sizeof *p);

    if (p)
        p->arena.limit = KEYS_LIMIT;
    return p;
}

void fetch_plan_free(fetch_plan *p)
{
    if (!p)
        return;
    corr_arena_clear(&p->arena);
    corr_arena_clear(&p->scratch);
    corr_map_clear(&p->known);
    corr_vec_free(&p->list);
    free(p);
}

corr_arena *fetch_plan_arena(fetch_plan *p)
{
    return &p->arena;
}

/* What makes two requests the same: "base NUL path NUL body".  NULL: memory. */
static char *request_key(fetch_plan *p, const fetch_request *q, size_t *n)
{
    const size_t base = strlen(q->target->base) + 1;
    const size_t path = strlen(q->path) + 1;

    corr_arena_reset(&p->scratch);
    *n = base + path + (q->body ? q->body_size + 1 : 0);
    char *key = corr_arena_new(&p->scratch, char, *n);
    if (!key)
        return NULL;
    memcpy(key, q->target->base, base);
    memcpy(key + base, q->path, path);
    if (q->body_size)
        memcpy(key + base + path, q->body, q->body_size);
    return key;
}

bool fetch_plan_add(fetch_plan *p, const fetch_request *q)
{
    size_t n;
    bool is_new;
    const char *key = request_key(p, q, &n);

    if (!key || !corr_map_bytes(&p->known, key, n, &is_new))
        return false;
    if (!is_new)
        return true;
    if (p->list.n == MOST_REQUESTS) {
        p->full = true;
        return true;
    }
    fetch_request *copy = corr_arena_new(&p->arena, fetch_request, 1);
    if (!copy || !corr_grow((void **)&p->list.v, &p->list.room, p->list.n + 1,
                            sizeof *p->list.v))
        return false;
    *copy = *q;
    p->list.v[p->list.n++] = copy;
    return true;
}

size_t fetch_plan_size(const fetch_plan *p)
{
    return p->list.n;
}

const fetch_request *fetch_plan_at(const fetch_plan *p, size_t i)
{
    return p->list.v[i];
}

bool fetch_plan_full(const fetch_plan *p)
{
    return p->full;
}

void fetch_plan_targets(fetch_plan *p, const fetch_target *t, size_t n)
{
    p->target = t;
    p->targets = n;
}

const fetch_target *fetch_plan_target(const fetch_plan *p, fetch_kind kind,
                                      size_t nth)
{
    for (size_t i = 0; i < p->targets; i++)
        if (p->target[i].kind == kind && nth-- == 0)
            return &p->target[i];
    return NULL;
}
