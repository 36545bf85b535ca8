#include "page/message_fold.h"
#include "corr_sort.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NUMBERS = 16, /* of a sentence, more are part of its words */
    MORE = 32     /* bytes of a count and two words */
};

/* ---- numbers in a sentence ----------------------------------------------- */

/* Whether a number that begins at p is a name: "chunk 2". */
static bool is_ordinal(const char *text, const char *p)
{
    static const char *const words[] = { "chunk ",   "byte ",  "line ",
                                         "profile ", "event ", "sample ",
                                         "version " };
    const size_t before = (size_t)(p - text);

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i]);
        if (before >= n && strncmp(p - n, words[i], n) == 0)
            return true;
    }
    return false;
}

/* Whether a number may end here: not in a time, a name or an id. */
static bool may_end(const char *p)
{
    const bool apart = p[0] && strchr(",;:.", p[0]);

    return (p[0] && strchr(" %)", p[0])) || !p[0] ||
           (apart && (!p[1] || p[1] == ' '));
}

/* Bytes of the number that begins at p, a word of its own; 0: none does. */
static size_t number_at(const char *text, const char *p)
{
    const char *end = p;

    if (!corr_is_digit(*p) || (p > text && p[-1] != ' ' && p[-1] != '('))
        return 0;
    while (corr_is_digit(*end) ||
           ((*end == ',' || *end == '.') && corr_is_digit(end[1])))
        end++;
    return may_end(end) && !is_ordinal(text, p) ? (size_t)(end - p) : 0;
}

static double value_of(corr_str s)
{
    char buf[32];
    size_t n = 0;

    for (size_t i = 0; i < s.n && n + 1 < sizeof buf; i++)
        if (s.p[i] != ',')
            buf[n++] = s.p[i];
    buf[n] = '\0';
    return strtod(buf, NULL);
}

/* Finds the next number from *p on and moves *p behind it; *k counts the
 * numbers so far.  False: no number is left. */
static bool next_number(const char *text, const char **p, size_t *k,
                        corr_str *number)
{
    for (; **p && *k < NUMBERS; (*p)++) {
        const size_t n = number_at(text, *p);
        if (n == 0)
            continue;
        *number = (corr_str){ *p, n };
        *p += n;
        (*k)++;
        return true;
    }
    return false;
}

/* ---- what is alike ------------------------------------------------------- */

typedef struct entry {
    talk_message m;
    const char *shape; /* its words, and its hint */
    size_t at;         /* its place in the order of making */
    size_t again;      /* how often before of the same file */
} entry;

static const char *message_text(const char *z)
{
    return z ? z : "";
}

/* Numbers are a byte that stands in no sentence. */
static const char *shape_of(const talk_message *m, corr_arena *a)
{
    const char *hint = message_text(m->hint), *field = message_text(m->field);
    const size_t room = strlen(m->what) + strlen(hint) + strlen(field) + 3;
    char *shape = corr_arena_alloc(a, 1, room);
    const char *p = m->what, *from = p;
    size_t n = 0, k = 0;
    corr_str number;

    if (!shape)
        return NULL;
    while (next_number(m->what, &p, &k, &number)) {
        memcpy(shape + n, from, (size_t)(number.p - from));
        n += (size_t)(number.p - from);
        shape[n++] = '\1';
        from = p;
    }
    snprintf(shape + n, room - n, "%s\2%s\2%s", from, hint, field);
    return shape;
}

SORT_BY(message_by_shape, entry, ASC_CHARS(shape), ASC(again), ASC(at))

SORT_BY(message_by_rank, entry, ASC(m.rank), ASC(at))

/* Sorts the messages of one file together. */
static void count_again(entry *v, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (strcmp(v[i].shape, v[i - 1].shape) == 0 &&
            strcmp(message_text(v[i].m.input),
                   message_text(v[i - 1].m.input)) == 0)
            v[i].again = v[i - 1].again + 1;
}

/* ---- one sentence of many ------------------------------------------------ */

typedef struct extent {
    corr_str lo, hi;
} extent;

static void widen(extent *x, corr_str number)
{
    if (!x->lo.p || value_of(number) < value_of(x->lo))
        x->lo = number;
    if (!x->hi.p || value_of(number) > value_of(x->hi))
        x->hi = number;
}

static void find_extents(const entry *v, size_t n, extent *of)
{
    for (size_t i = 0; i < n; i++) {
        const char *p = v[i].m.what;
        corr_str number;
        for (size_t k = 0; next_number(v[i].m.what, &p, &k, &number);)
            widen(&of[k - 1], number);
    }
}

static size_t copy_text(char *to, corr_str s)
{
    if (s.n)
        memcpy(to, s.p, s.n);
    return s.n;
}

/* "samples cover 56..69% of" */
static size_t put_sentence(char *to, const entry *v, const extent *of)
{
    const char *p = v->m.what, *from = p;
    size_t n = 0, k = 0;
    corr_str number;

    while (next_number(v->m.what, &p, &k, &number)) {
        const extent *x = &of[k - 1];
        n += copy_text(to + n, (corr_str){ from, (size_t)(number.p - from) });
        n += copy_text(to + n, x->lo);
        if (value_of(x->lo) < value_of(x->hi)) {
            n += copy_text(to + n, CORR_STR(".."));
            n += copy_text(to + n, x->hi);
        }
        from = p;
    }
    return n + copy_text(to + n, corr_str_of(from));
}

/* " (a.jfr, b.jfr, 2 more)" */
static size_t put_names(char *to, const entry *v, size_t n, size_t names)
{
    size_t at = copy_text(to, CORR_STR(" ("));

    for (size_t i = 0; i < n && i < names; i++) {
        if (i)
            at += copy_text(to + at, CORR_STR(", "));
        at += copy_text(to + at, corr_str_of(v[i].m.input));
    }
    if (n > names)
        at += (size_t)snprintf(to + at, MORE, ", %zu more", n - names);
    to[at++] = ')';
    to[at] = '\0';
    return at;
}

/* Puts v[1..n) into v[0]. */
static bool fold_alike(entry *v, size_t n, size_t names, corr_arena *a)
{
    extent of[NUMBERS] = { { .lo = { NULL, 0 } } };
    size_t room = strlen(v->m.what) + MORE;

    names = names < n ? names : n;
    find_extents(v, n, of);
    for (size_t k = 0; k < NUMBERS; k++)
        room += of[k].lo.n + of[k].hi.n + 2;
    for (size_t i = 0; i < names; i++)
        room += strlen(v[i].m.input) + 2;
    char *what = corr_arena_alloc(a, 1, room);
    char *input = corr_arena_alloc(a, 1, MORE);
    if (!what || !input)
        return false;
    put_names(what + put_sentence(what, v, of), v, n, names);
    snprintf(input, MORE, "%zu files", n);
    for (size_t i = 1; i < n; i++)
        v->m.count += v[i].m.count;
    v->m.count = v->m.count > n ? v->m.count : 0;
    v->m.what = what;
    v->m.input = input;
    v->m.more = n - 1;
    v->m.offset = CORR_NO_OFFSET;
    v->m.line = 0;
    return true;
}

static bool is_foldable(const entry *v)
{
    return v->m.input && v->m.input[0];
}

size_t talk_fold(talk_message *m, size_t n, size_t names, corr_arena *arena)
{
    entry *v = corr_arena_new(arena, entry, n + 1);
    size_t kept = 0;

    for (size_t i = 0; v && i < n; i++) {
        v[i] = (entry){ .m = m[i], .shape = shape_of(&m[i], arena), .at = i };
        if (!v[i].shape)
            return n;
    }
    if (!v || n == 0)
        return n;
    qsort(v, n, sizeof *v, message_by_shape);
    count_again(v, n);
    qsort(v, n, sizeof *v, message_by_shape);
    for (size_t i = 0, like; i < n; i += like) {
        for (like = 1; i + like < n && is_foldable(&v[i]) &&
                       v[i + like].again == v[i].again &&
                       strcmp(v[i + like].shape, v[i].shape) == 0;)
            like++;
        if (like > 1 && !fold_alike(&v[i], like, names, arena))
            return n;
        v[kept++] = v[i];
    }
    qsort(v, kept, sizeof *v, message_by_rank);
    for (size_t i = 0; i < kept; i++)
        m[i] = v[i].m;
    return kept;
}
