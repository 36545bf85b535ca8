/*
 * code_categories - the share of samples with a frame of a category: regex,
 * JSON, locks, the collector (corr-methods 8, F06, F07 and
 * F08).
 */
#include "base/base.h"
#include "findings/code_stacks.h"

/* Categories with rules of their own; all others are F08's. */
static const char *const special[] = { "gc", "gc-assist", "allocation",
                                       "lock-wait", "warm-up" };

typedef struct caller_sum {
    uint32_t category, key;
    double n;
} caller_sum;

/* What the stacks show of all categories together, counted once. */
struct category_sums {
    double *n;        /* [categories] */
    uint8_t **is_of;  /* [categories][keys] 0: not asked yet; 1: no; 2: yes */
    uint32_t nkey;    /* room in is_of */
    corr_map by_pair; /* category and key -> 1 + number of a caller_sum */
    vec(caller_sum) caller;
};

typedef struct counting {
    finder *f;
    category_sums *s;
} counting;

static bool is_of_category(counting *c, code_stacks *of, uint32_t category,
                           uint32_t key)
{
    uint8_t *known = &c->s->is_of[category][key];

    if (*known == 0)
        *known =
            frame_lists_has(c->f->lists, category, code_stacks_name(of, key))
                ? 2
                : 1;
    return *known == 2;
}

/* The nearest application function above frame `at`, or 0. */
static uint32_t app_above(const code_stacks *of, size_t at)
{
    while (at > 0)
        if (code_stacks_is_app(of, of->frames.key.v[--at]))
            return of->frames.key.v[at];
    return 0;
}

static bool add_caller(category_sums *s, uint32_t category, uint32_t key,
                       double n)
{
    bool is_new;
    uint32_t *at =
        corr_map_u64(&s->by_pair, (uint64_t)category << 32 | key, &is_new);

    if (!at ||
        (is_new && !vec_push(&s->caller, (caller_sum){ category, key, 0 })))
        return false;
    if (is_new)
        *at = (uint32_t)s->caller.n - 1;
    s->caller.v[*at].n += n;
    return true;
}

/* Makes room in is_of for keys that the stacks have added since. */
static bool grow_keys(counting *c, uint32_t n)
{
    const uint32_t room = n * 2;

    if (n <= c->s->nkey)
        return true;
    for (uint32_t k = 0; k < frame_lists_size(c->f->lists); k++) {
        uint8_t *more = corr_arena_new(c->f->arena, uint8_t, room);
        if (!more)
            return false;
        if (c->s->nkey)
            memcpy(more, c->s->is_of[k], c->s->nkey);
        c->s->is_of[k] = more;
    }
    c->s->nkey = room;
    return true;
}

static bool count_stack_categories(void *ctx, code_stacks *of, uint32_t in,
                                   uint32_t stack, double n)
{
    counting *c = ctx;

    (void)in;
    (void)stack;
    if (!grow_keys(c, (uint32_t)of->frames.keys.row.n))
        return false;
    for (uint32_t k = 0; k < frame_lists_size(c->f->lists); k++)
        for (size_t i = 0; i < of->frames.key.n; i++) {
            if (!is_of_category(c, of, k, of->frames.key.v[i]))
                continue;
            c->s->n[k] += n;
            if (!add_caller(c->s, k, app_above(of, i), n))
                return false;
            break;
        }
    return true;
}

static category_sums *sum_categories(finder *f)
{
    code_stacks *c = code_stacks_of(f);
    const uint32_t n = frame_lists_size(f->lists);

    if (f->categories || !c)
        return f->categories;
    f->categories = corr_arena_new(f->arena, category_sums, 1);
    if (!f->categories)
        return NULL;
    f->categories->n = corr_arena_new(f->arena, double, n);
    f->categories->is_of = corr_arena_new(f->arena, uint8_t *, n);
    counting all = { f, f->categories };
    return f->categories->n && f->categories->is_of &&
                   code_stacks_each(c, count_stack_categories, &all)
               ? f->categories
               : NULL;
}

void category_sums_clear(category_sums *s)
{
    if (!s)
        return;
    corr_map_clear(&s->by_pair);
    vec_free(&s->caller);
}

/* The application function that most of a category ran under; "": none. */
static corr_str caller_of(const finder *f, uint32_t category, double *n)
{
    const category_sums *s = f->categories;
    corr_str name = CORR_STR("");

    *n = 0;
    for (size_t i = 0; i < s->caller.n; i++) {
        const caller_sum *c = &s->caller.v[i];
        if (c->category != category || !c->key)
            continue;
        const corr_str own = code_stacks_name(f->code, c->key);
        if (c->n > *n || (c->n == *n && corr_str_cmp(own, name) < 0)) {
            *n = c->n;
            name = own;
        }
    }
    return name;
}

/* Adds the share of one category; words: what it is in the sentence. */
static bool add_category(finder *f, const finding_rule *r, uint32_t category,
                         const char *words)
{
    corr_finding x = { .cost = -1,
                       .row = UINT32_MAX,
                       .subject = frame_lists_name(f->lists, category) };
    double under;

    finder_wilson(&x, f->categories->n[category], f->code->n);
    const corr_str caller = caller_of(f, category, &under);
    /* which code the collector works for */
    const char *top = strcmp(r->number, "F06") == 0 && x.share >= r->share
                          ? finder_allocator(f, NULL)
                          : "";
    if (!top)
        return false;
    x.frame = caller;
    x.text = finder_text(
        f, "%s %s of %s%s%s", words, finder_range(f, &x), finder_whole(f),
        caller.n && under * 2 >= f->categories->n[category]
            ? finder_text(f, ", most of it under %.*s",
                          CORR_STR_ARG(corr_short_name(caller)))
            : "",
        top);
    x.brief =
        finder_text(f, "%s %s of the CPU%s", words, finder_range(f, &x),
                    caller.n && under * 2 >= f->categories->n[category]
                        ? finder_text(f, ", under %.*s",
                                      CORR_STR_ARG(corr_short_name(caller)))
                        : "");
    x.next = caller.n ? (corr_finding_next){ "peek", CORR_TARGET_FRAME, "" }
                      : (corr_finding_next){ "tree", CORR_TARGET_NONE, "" };
    return finder_add(f, r, (finding_size){ x.share, INT64_MAX }, x);
}

static bool add_named(finder *f, const finding_rule *r, const char *name,
                      const char *words)
{
    const uint32_t category = frame_lists_find(f->lists, name);

    if (!sum_categories(f))
        return false;
    return category == UINT32_MAX || add_category(f, r, category, words);
}

bool find_collector_code(finder *f, const finding_rule *r)
{
    return add_named(f, r, "gc", "garbage collection accounts for");
}

bool find_collector_help(finder *f, const finding_rule *r)
{
    return add_named(f, r, "gc-assist", "helping the collector accounts for");
}

bool find_allocation(finder *f, const finding_rule *r)
{
    return add_named(f, r, "allocation",
                     "allocation and collection account for");
}

bool find_lock_code(finder *f, const finding_rule *r)
{
    return add_named(f, r, "lock-wait", "waiting for locks accounts for");
}

static bool is_special(corr_str name)
{
    for (size_t i = 0; i < countof(special); i++)
        if (corr_str_is(name, special[i]))
            return true;
    return false;
}

bool find_categories(finder *f, const finding_rule *r)
{
    bool ok = sum_categories(f) != NULL;

    for (uint32_t k = 0; ok && k < frame_lists_size(f->lists); k++) {
        const corr_str name = frame_lists_name(f->lists, k);
        if (is_special(name) || f->categories->n[k] <= 0)
            continue;
        const char *words =
            finder_text(f, "%.*s accounts for", CORR_STR_ARG(name));
        ok = words && add_category(f, r, k, words);
    }
    return ok;
}
