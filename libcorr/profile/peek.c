/*
 * peek - one function with its callers and callees.
 *
 * Stacks are walked once.  A stack counts once for a function, even if it
 * recurs: the outermost call gives the caller, the innermost the callee.
 */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "corr_view.h"
#include "frames/frames.h"
#include "frames/stack_sums.h"

typedef struct edge {
    corr_str name; /* of the key */
    uint32_t match, key;
    bool callee;
    amount value, obs;
} edge;

typedef struct match_sum {
    corr_str name; /* of the key */
    uint32_t key;
    uint32_t at; /* index before matches are sorted */
    amount self, total, obs;
    uint32_t caller, ncaller, callee, ncallee; /* rows of edge */
} match_sum;

struct corr_peek {
    corr_arena arena; /* owns this struct */
    frames frames;
    vec(match_sum) match;
    vec(edge) edge;
    uint32_t root; /* key of "[root]" */
};

typedef struct peeking {
    corr_peek *p;
    corr_str name;  /* in lower case with any_case */
    match *pattern; /* instead of the name, or NULL */
    bool any_case;
    sums sums;
    corr_arena scratch;
    corr_map match_of; /* key -> match or NO_MATCH */
    corr_map edge_of;
} peeking;

static const uint32_t NO_MATCH = UINT32_MAX;

static char lower_case(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_wanted(peeking *x, uint32_t key)
{
    const key_row *row = &x->p->frames.keys.row.v[key];
    const corr_str name = row->text;

    if (x->pattern)
        return match_text(x->pattern, name);
    if (!x->any_case)
        return key_is_called(name, row->frame.file, x->name);
    char low[CORR_FRAME_NAME_MAX];
    const size_t n = name.n < sizeof low ? name.n : sizeof low;
    for (size_t i = 0; i < n; i++)
        low[i] = lower_case(name.p[i]);
    return key_ends_in((corr_str){ low, n }, x->name);
}

/* Sets *which to 1 + the match of a key, 0 if it is no match.  Each key is
 * compared once.  False: out of memory. */
static bool find_match(peeking *x, uint32_t key, uint32_t *which)
{
    bool is_new;
    uint32_t *slot = corr_map_u64(&x->match_of, key, &is_new);

    if (!slot)
        return false;
    if (is_new) {
        const corr_str name = x->p->frames.keys.row.v[key].text;
        const uint32_t at = (uint32_t)x->p->match.n;
        *slot = is_wanted(x, key) ? at : NO_MATCH;
        if (*slot == at &&
            !vec_push(&x->p->match,
                      (match_sum){ .name = name, .key = key, .at = at }))
            return false;
    }
    *which = *slot == NO_MATCH ? 0 : *slot + 1;
    return true;
}

static bool add_edge(peeking *x, uint32_t which, uint32_t key, bool callee,
                     const stack_sum *sum)
{
    bool is_new;
    uint64_t id = (uint64_t)which << 33 | (uint64_t)callee << 32 | key;
    uint32_t *slot = corr_map_u64(&x->edge_of, id, &is_new);

    if (!slot)
        return false;
    if (is_new) {
        *slot = (uint32_t)x->p->edge.n;
        if (!vec_push(&x->p->edge,
                      (edge){ .name = x->p->frames.keys.row.v[key].text,
                              .match = which,
                              .key = key,
                              .callee = callee }))
            return false;
    }
    edge *e = &x->p->edge.v[*slot];
    e->value = amount_add(e->value, sum->value);
    e->obs = amount_add(e->obs, sum->obs);
    return true;
}

/* Adds one stack to a match; first and last are the match's positions in the
 * stack. */
static bool add_match(peeking *x, uint32_t which, size_t first, size_t last,
                      const stack_sum *sum)
{
    const frames *f = &x->p->frames;
    match_sum *m = &x->p->match.v[which];
    uint32_t caller = first ? f->key.v[first - 1] : x->p->root;
    bool is_leaf = last + 1 == f->key.n;

    m->total = amount_add(m->total, sum->value);
    m->obs = amount_add(m->obs, sum->obs);
    if (is_leaf)
        m->self = amount_add(m->self, sum->value);
    return add_edge(x, which, caller, false, sum) &&
           (is_leaf || add_edge(x, which, f->key.v[last + 1], true, sum));
}

static bool walk_stack(peeking *x, uint32_t in, uint32_t stack)
{
    const stack_sum *sum = &x->sums.stack[in][stack];
    frames *f = &x->p->frames;

    if (!frames_of(f, in, stack))
        return false;
    for (size_t i = 0; i < f->key.n; i++) {
        uint32_t which;
        if (!find_match(x, f->key.v[i], &which))
            return false;
        if (!which)
            continue;
        bool again = false;
        for (size_t k = 0; k < i; k++)
            again |= f->key.v[k] == f->key.v[i];
        if (again)
            continue;
        size_t last = i;
        for (size_t k = i + 1; k < f->key.n; k++)
            if (f->key.v[k] == f->key.v[i])
                last = k;
        if (!add_match(x, which - 1, i, last, sum))
            return false;
    }
    return true;
}

static bool walk_stacks(peeking *x, const corr_sel *sel)
{
    for (uint32_t in = 0; in < sel->store->input.n; in++) {
        size_t n = store_input(sel->store, in)->stack.at.n;
        for (uint32_t s = 0; x->sums.stack[in] && s < n; s++)
            if (x->sums.stack[in][s].used && !walk_stack(x, in, s))
                return false;
    }
    return true;
}

/* ---- order ----------------------------------------------------------------- */

static int64_t edge_value(const edge *e)
{
    return amount_round(e->value);
}

static int64_t match_total(const match_sum *m)
{
    return amount_round(m->total);
}

SORT_BY(edge_by_match, edge, ASC(match), ASC(callee), DESC_OF(edge_value),
        ASC_STR(name))

SORT_BY(match_by_total, match_sum, DESC_OF(match_total), ASC_STR(name))

/* Sorts matches, largest first, and edges by match, callers before callees,
 * largest first. */
static bool sort_all(corr_peek *p, corr_arena *scratch)
{
    uint32_t *new_of = corr_arena_new(scratch, uint32_t, p->match.n);

    if (!new_of)
        return false;
    vec_sort(&p->match, match_by_total);
    for (uint32_t i = 0; i < p->match.n; i++)
        new_of[p->match.v[i].at] = i;
    for (size_t i = 0; i < p->edge.n; i++)
        p->edge.v[i].match = new_of[p->edge.v[i].match];
    vec_sort(&p->edge, edge_by_match);
    for (uint32_t i = 0; i < p->edge.n; i++) {
        match_sum *m = &p->match.v[p->edge.v[i].match];
        uint32_t *first = p->edge.v[i].callee ? &m->callee : &m->caller;
        uint32_t *count = p->edge.v[i].callee ? &m->ncallee : &m->ncaller;
        if ((*count)++ == 0)
            *first = i;
    }
    return true;
}

/* ---- the call ----------------------------------------------------------------- */

bool corr_peek_is_pattern(const char *name)
{
    const size_t n = strlen(name);

    return n > 2 && name[0] == '/' && name[n - 1] == '/';
}

/* Reads the name: a regex, or the end of names. */
static corr_code read_name(peeking *x, const char *name, corr_err *err)
{
    char *text = corr_arena_new(&x->scratch, char, strlen(name) + 1);
    corr_err why = { 0 };

    if (!text)
        return corr_no_memory(err);
    for (size_t i = 0; name[i]; i++)
        text[i] = x->any_case ? lower_case(name[i]) : name[i];
    x->name = corr_str_of(text);
    if (!corr_peek_is_pattern(name))
        return CORR_OK;
    text[x->name.n - 1] = '\0';
    return match_option(&x->pattern, text + 1, &why)
               ? CORR_OK
               : corr_fail(err, why.code, "%s", why.what);
}

static corr_peek *peek_once(const corr_sel *sel, const char *name,
                            bool any_case, const corr_show *show, corr_err *err)
{
    corr_peek *p = self_arena_new(corr_peek, err);
    peeking x = { .p = p, .any_case = any_case };

    if (!p)
        return NULL;
    x.scratch.limit = SIZE_MAX;
    corr_code code = read_name(&x, name, err);
    if (!code)
        code = frames_init(&p->frames, sel->store, KEY_FUNCTION, show, err);
    p->root =
        code ? 0 : keys_add_text(&p->frames.keys, (corr_str){ "[root]", 6 });
    if (!code && !(sums_init(&x.sums, sel, &x.scratch) &&
                   walk_stacks(&x, sel) && sort_all(p, &x.scratch)))
        code = corr_no_memory(err);
    corr_map_clear(&x.match_of);
    corr_map_clear(&x.edge_of);
    match_free(x.pattern);
    corr_arena_clear(&x.scratch);
    return KEEP_IF(!code, p, corr_peek_free);
}

corr_peek *corr_peek_of(const corr_sel *sel, const char *name,
                        const corr_show *show, corr_err *err)
{
    corr_peek *p = peek_once(sel, name, false, show, err);

    if (!p || p->match.n || corr_peek_is_pattern(name))
        return p;
    corr_peek_free(p);
    return peek_once(sel, name, true, show, err);
}

uint32_t corr_peek_names(const corr_peek *p)
{
    return (uint32_t)p->frames.keys.row.n;
}

corr_str corr_peek_name(const corr_peek *p, uint32_t i)
{
    return i == p->root ? CORR_STR("") : p->frames.keys.row.v[i].text;
}

void corr_peek_free(corr_peek *p)
{
    if (!p)
        return;
    frames_clear(&p->frames);
    vec_free(&p->match);
    vec_free(&p->edge);
    self_arena_free(p);
}

uint32_t corr_peek_size(const corr_peek *p)
{
    return (uint32_t)p->match.n;
}

corr_peeked corr_peek_at(const corr_peek *p, uint32_t i)
{
    const match_sum *m = &p->match.v[i];

    return (corr_peeked){ .key = m->name.p,
                          .frame = keys_frame_view(&p->frames.keys, m->key),
                          .self = amount_round(m->self),
                          .total = amount_round(m->total),
                          .obs = amount_round(m->obs),
                          .ncallers = m->ncaller,
                          .ncallees = m->ncallee };
}

static corr_neighbour neighbour_at(const corr_peek *p, uint32_t at)
{
    const edge *e = &p->edge.v[at];

    return (corr_neighbour){ .key = e->name.p,
                             .frame = keys_frame_view(&p->frames.keys, e->key),
                             .value = amount_round(e->value),
                             .obs = amount_round(e->obs) };
}

corr_neighbour corr_peek_caller(const corr_peek *p, uint32_t i, uint32_t k)
{
    return neighbour_at(p, p->match.v[i].caller + k);
}

corr_neighbour corr_peek_callee(const corr_peek *p, uint32_t i, uint32_t k)
{
    return neighbour_at(p, p->match.v[i].callee + k);
}
