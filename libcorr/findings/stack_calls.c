#include "findings/stack_calls.h"

#include <ctype.h>

#include "base/base.h"

/* Frames of kernel, C library and runtime that may lie below the telling one. */
enum { DEEPEST = 14 };

void stack_calls_init(stack_calls *c, const corr_store *st,
                      const library_list *list)
{
    *c = (stack_calls){ .st = st, .list = list };
}

void stack_calls_clear(stack_calls *c)
{
    corr_map_clear(&c->by_name);
    vec_free(&c->package);
    corr_arena_clear(&c->arena);
    stack_calls_init(c, c->st, c->list);
}

bool stack_calls_see(stack_calls *c, uint32_t in, uint32_t stack)
{
    if (!c->arena.limit)
        c->arena.limit = SIZE_MAX;
    if (!c->of) {
        c->of = corr_arena_new(&c->arena, stack_call *, c->st->input.n);
        if (!c->of || !vec_push(&c->package, (called_package){ 0 }))
            return false;
    }
    if (!c->of[in])
        c->of[in] = corr_arena_new(&c->arena, stack_call,
                                   store_input(c->st, in)->stack.at.n);
    if (!c->of[in])
        return false;
    c->of[in][stack].is_seen = true;
    return true;
}

static corr_frame_view frame_of_stack(const input *in, uint32_t stack,
                                      uint32_t from_leaf)
{
    const uint32_t at = in->stack.at.v[stack] + in->stack.n.v[stack] - 1;

    return input_frame(in, narrow_at(&in->stack.frame, at - from_leaf));
}

/* How the leaf of a stack waits.  A socket or a sleep anywhere near the leaf goes
 * before a thread that merely parks for it. */
static leaf_wait wait_of_stack(const stack_calls *c, const input *in,
                               uint32_t stack)
{
    leaf_wait found = c->wait == CORR_WAIT_SOCKET  ? LEAF_SOCKET
                      : c->wait == CORR_WAIT_FILE  ? LEAF_FILE
                      : c->wait == CORR_WAIT_SLEEP ? LEAF_SLEEPS
                                                   : LEAF_RUNS;

    for (uint32_t i = 0; i < in->stack.n.v[stack] && i < DEEPEST; i++) {
        if (found != LEAF_RUNS && found != LEAF_PARKED)
            break;
        const leaf_wait is =
            frame_leaf_wait(frame_of_stack(in, stack, i).function);
        if (is == LEAF_SOCKET || is == LEAF_SLEEPS ||
            (is != LEAF_RUNS && found == LEAF_RUNS))
            found = is;
    }
    return found == LEAF_RUNS && c->wait == CORR_WAIT_PARK ? LEAF_PARKED
                                                           : found;
}

/* "java.sql" of the beginning "java.sql.", "net/http" of "net/http.(*Client)". */
static corr_str listed_name(corr_str begin)
{
    begin.n = corr_str_find(begin, '(');
    while (begin.n > 1 && strchr("./:(*", begin.p[begin.n - 1]))
        begin.n--;
    return begin;
}

/* The row of a package; 0: it has none, or memory is out. */
static uint32_t package_number(stack_calls *c, const corr_frame_view *f,
                               library_use use, library_row listed)
{
    /* One client has several packages: "jdk.internal.net.http" is its name */
    const corr_str name =
        use == LIBRARY_CLIENT ? listed_name(listed.begin) : frame_package(f);
    bool is_new;

    if (!name.n)
        return 0;
    uint32_t *at = corr_map_bytes(&c->by_name, name.p, name.n, &is_new);
    if (!at || (is_new &&
                !vec_push(&c->package, (called_package){ .name = name,
                                                         .title = listed.title,
                                                         .use = use }))) {
        c->failed = true;
        return 0;
    }
    if (is_new)
        *at = (uint32_t)c->package.n - 1;
    called_package *p = &c->package.v[*at];
    if (use == LIBRARY_CLIENT && p->use != LIBRARY_CLIENT) {
        p->use = use;
        p->title = listed.title;
    }
    return *at;
}

/* ---- the packages of the application ------------------------------------------ */

/* Counts the packages of one stack, each once. */
static void count_packages(stack_calls *c, const input *in, uint32_t stack)
{
    enum { MOST = 64 };
    uint32_t had[MOST];
    size_t n = 0;
    library_row listed;
    bool is_first = wait_of_stack(c, in, stack) != LEAF_RUNS;

    for (uint32_t i = 0; i < in->stack.n.v[stack] && n < MOST; i++) {
        const corr_frame_view f = frame_of_stack(in, stack, i);
        const library_use use = frame_use(c->list, &f, &listed);
        if (use == LIBRARY_RUNTIME)
            continue;
        const bool waits = is_first && use == LIBRARY_UNLISTED;
        is_first = false;
        const uint32_t p =
            use == LIBRARY_UNLISTED ? package_number(c, &f, use, listed) : 0;
        size_t k = 0;
        while (k < n && had[k] != p)
            k++;
        if (!p || k < n)
            continue;
        had[n++] = p;
        c->package.v[p].stacks++;
        c->package.v[p].waits += waits;
    }
}

static bool has_service_name(const corr_store *st, corr_str package)
{
    char low[256];
    size_t n = 0;

    for (; n < package.n && n < sizeof low - 1; n++)
        low[n] = (char)tolower((unsigned char)package.p[n]);
    low[n] = 0;
    for (size_t i = 1; i < st->spans.service.n; i++) {
        const corr_str s = st->spans.service.v[i];
        /* "cart" is a part of the name; "api" or "s1" is one by chance */
        if (s.n >= 4 && corr_str_has((corr_str){ low, n }, s.p))
            return true;
    }
    return false;
}

static corr_str first_part(corr_str package)
{
    size_t n = 0;

    while (n < package.n && !strchr("./:", package.p[n]))
        n++;
    return (corr_str){ package.p, n };
}

/* First parts that unrelated publishers share. */
static bool is_common_part(corr_str part)
{
    static const char *const common[] = { "com", "org", "net",    "io", "de",
                                          "fr",  "uk",  "github", "go", "" };

    for (size_t i = 0; i < countof(common); i++)
        if (corr_str_is(part, common[i]))
            return true;
    return false;
}

/* Packages that share the first part of their name with one of the
 * application's are the application's.  False: out of memory. */
static bool share_first_parts(stack_calls *c)
{
    corr_map own = { 0 };
    bool ok = true;

    for (size_t i = 1; i < c->package.n && ok; i++) {
        const corr_str part = first_part(c->package.v[i].name);
        if (!c->package.v[i].is_own || is_common_part(part))
            continue;
        uint32_t *at = corr_map_bytes(&own, part.p, part.n, NULL);
        ok = at != NULL;
        if (ok)
            *at = 1;
    }
    for (size_t i = 1; i < c->package.n && ok; i++) {
        called_package *p = &c->package.v[i];
        const corr_str part = first_part(p->name);
        if (p->use != LIBRARY_UNLISTED || p->is_own || is_common_part(part))
            continue;
        bool is_new;
        const uint32_t *at = corr_map_bytes(&own, part.p, part.n, &is_new);
        ok = at != NULL;
        p->is_own = ok && !is_new && *at;
    }
    corr_map_clear(&own);
    return ok;
}

static bool find_own(stack_calls *c)
{
    uint32_t most = 0;

    for (size_t i = 1; i < c->package.n; i++)
        if (2 * c->package.v[i].waits <= c->package.v[i].stacks &&
            c->package.v[i].stacks > most)
            most = c->package.v[i].stacks;
    for (size_t i = 1; i < c->package.n; i++) {
        called_package *p = &c->package.v[i];
        p->is_own =
            p->use == LIBRARY_UNLISTED &&
            (corr_str_is(p->name, "main") || has_service_name(c->st, p->name) ||
             (2 * p->waits <= p->stacks && 3 * p->stacks >= most));
    }
    return share_first_parts(c);
}

/* ---- the answer for a stack ----------------------------------------------------- */

static void decide_stack(stack_calls *c, const input *in, uint32_t stack,
                         stack_call *out)
{
    uint32_t client = 0, other = 0, own = 0;
    library_row listed;

    out->wait = wait_of_stack(c, in, stack);
    for (uint32_t i = 0; i < in->stack.n.v[stack] && !own; i++) {
        const corr_frame_view f = frame_of_stack(in, stack, i);
        const library_use use = frame_use(c->list, &f, &listed);
        if (use == LIBRARY_RUNTIME || use == LIBRARY_FRAMEWORK)
            continue;
        const uint32_t p = package_number(c, &f, use, listed);
        if (!p)
            continue;
        if (use == LIBRARY_CLIENT) {
            client = p;
            continue;
        }
        if (c->package.v[p].is_own)
            own = p;
        /* an application sleeps itself, in all stacks of such a kind */
        if (own || (!other && out->wait == LEAF_SLEEPS))
            out->caller = f.function;
        if (!own && !other)
            other = p;
    }
    if (!own && out->wait != LEAF_SLEEPS)
        return;
    if (client)
        out->package = client;
    else if (other && out->wait != LEAF_RUNS)
        out->package = other;
    else if (!other && out->wait != LEAF_RUNS && out->wait != LEAF_PARKED)
        out->package = own;
}

bool stack_calls_decide(stack_calls *c, corr_wait wait)
{
    c->wait = wait;
    for (uint32_t i = 0; c->of && i < c->st->input.n; i++) {
        const input *in = store_input(c->st, i);
        for (uint32_t k = 1; c->of[i] && k < in->stack.at.n; k++)
            if (c->of[i][k].is_seen)
                count_packages(c, in, k);
    }
    if (c->failed || !find_own(c))
        return false;
    for (uint32_t i = 0; c->of && i < c->st->input.n; i++) {
        const input *in = store_input(c->st, i);
        for (uint32_t k = 1; c->of[i] && k < in->stack.at.n; k++)
            if (c->of[i][k].is_seen)
                decide_stack(c, in, k, &c->of[i][k]);
    }
    return !c->failed;
}

const stack_call *stack_calls_at(const stack_calls *c, uint32_t in,
                                 uint32_t stack)
{
    static const stack_call nothing = { 0 };

    return c->of && c->of[in] ? &c->of[in][stack] : &nothing;
}

void stack_calls_count(const stack_calls *c, uint32_t in, uint32_t stack,
                       bool is_spanned, double part)
{
    if (!c->of || !c->of[in])
        return;
    stack_call *of = &c->of[in][stack];
    *(is_spanned ? &of->spanned : &of->open) += (float)part;
}
