/* select_kind - the kind of sample that a selection is of. */
#include "select/select.h"

#include <string.h>

#include "base/base.h"

bool select_takes(const corr_store *st, const corr_query *q, uint32_t i)
{
    const input *in = store_input(st, i);
    const process_match *t = &st->match.v[i];

    if (!t->used || (q->group && in->group != q->group) ||
        (q->input && q->input != i + 1))
        return false;
    return !q->service || input_is_host(in) ||
           corr_str_is(st->spans.service.v[t->service], q->service);
}

/* Preferred kinds if several files have several, the first one first. */
static const char *const preferred[] = { "cpu", "wall", "samples" };

typedef struct kind_choice {
    corr_str name;
    int64_t total;
    size_t defaults; /* files that have it as default */
    bool fits;       /* a profile of the service of the span asked for has it */
} kind_choice;

/* The service of the only span that a query asks for; 0: none. */
static uint32_t service_asked(const corr_store *st, const corr_query *q)
{
    const uint32_t span =
        q->span ? spans_find(&st->spans, q->trace, q->span, NULL) : 0;

    return span ? spans_service(&st->spans, span) : 0;
}

/* Lists the kinds of the inputs that take part, by name. */
static size_t list_choices(const corr_store *st, const corr_query *q,
                           kind_choice *list, size_t room)
{
    const uint32_t service = service_asked(st, q);
    size_t n = 0;

    for (uint32_t i = 0; i < st->input.n; i++) {
        if (!select_takes(st, q, i))
            continue;
        const bool fits = service && st->match.v[i].service == service;
        for (uint32_t k = st->kind_at.v[i]; k < st->kind_at.v[i + 1]; k++) {
            const corr_kind_facts *f = &st->kind_facts.v[k];
            size_t at = 0;
            if (f->context && !q->in_order) /* only tables of rows show
                                             * context */
                continue;
            while (at < n && !corr_str_eq(list[at].name, f->kind))
                at++;
            if (at == n && n < room)
                list[n++] = (kind_choice){ .name = f->kind };
            if (at == n)
                continue;
            list[at].total = add_clamped(list[at].total, f->total);
            list[at].defaults += f->is_default;
            list[at].fits |= fits && f->total != 0;
        }
    }
    return n;
}

static size_t count_profiles(const corr_store *st, const corr_query *q)
{
    size_t n = 0;

    for (uint32_t i = 0; i < st->input.n; i++)
        n += select_takes(st, q, i) && st->kind_at.v[i + 1] > st->kind_at.v[i];
    return n;
}

/* The first of the preferred kinds; of a profile that fits, if must_fit.  n:
 * none is here. */
static size_t find_preferred(const kind_choice *list, size_t n, bool must_fit)
{
    for (size_t p = 0; p < countof(preferred); p++)
        for (size_t i = 0; i < n; i++)
            if (corr_str_is(list[i].name, preferred[p]) &&
                (list[i].fits || !must_fit))
                return i;
    return n;
}

/* Chooses the requested kind; else the default of all files; else by
 * preference, kinds of the span's own profiles first; else the largest. */
static size_t choose_kind(const corr_store *st, const corr_query *q,
                          const kind_choice *list, size_t n)
{
    const size_t all = count_profiles(st, q);
    size_t best = 0;

    if (q->measure) {
        for (size_t i = 0; i < n; i++)
            if (corr_str_is(list[i].name, q->measure))
                return i;
        return n;
    }
    for (size_t i = 0; i < n; i++)
        if (list[i].defaults && list[i].defaults == all)
            return i;
    for (int must_fit = 1; must_fit >= 0; must_fit--) {
        const size_t at = find_preferred(list, n, must_fit);
        if (at < n)
            return at;
    }
    for (size_t i = 1; i < n; i++)
        if (list[i].total > list[best].total)
            best = i;
    return best;
}

typedef struct growing_text {
    vec(char) text;
    bool failed;
} growing_text;

static void append_text(growing_text *t, corr_str s)
{
    t->failed = t->failed || !vec_reserve(&t->text, s.n);
    if (t->failed || !s.n)
        return;
    memcpy(t->text.v + t->text.n, s.p, s.n);
    t->text.n += s.n;
}

/* Lists the names of the other kinds; false: out of memory. */
static bool name_others(const kind_choice *list, size_t n, size_t chosen,
                        corr_arena *arena, corr_str *others)
{
    growing_text t = { 0 };

    for (size_t i = 0; i < n; i++) {
        if (i == chosen || !list[i].total)
            continue;
        append_text(&t, t.text.n ? CORR_STR(", ") : CORR_STR(""));
        append_text(&t, list[i].name);
    }
    const char *copy =
        t.failed ? NULL
                 : corr_arena_text(
                       arena, (corr_str){ t.text.n ? t.text.v : "", t.text.n });
    vec_free(&t.text);
    *others = copy ? corr_str_of(copy) : CORR_STR("");
    return copy != NULL;
}

bool select_kind(const corr_store *st, const corr_query *q, corr_arena *arena,
                 corr_str *kind, corr_str *others)
{
    enum { MOST = 1024 }; /* different kinds; the list is searched for each */
    const size_t room = st->kind_facts.n < MOST ? st->kind_facts.n : MOST;
    kind_choice *list = corr_arena_new(arena, kind_choice, room + 1);

    if (!list)
        return false;
    const size_t n = list_choices(st, q, list, room);
    const size_t at = choose_kind(st, q, list, n);

    *kind = at < n ? list[at].name : CORR_STR("");
    return name_others(list, n, at, arena, others);
}
