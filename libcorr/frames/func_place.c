/*
 * func_place - see func_place.h.
 *
 * Most names have one place everywhere.  The first pass finds the others; only
 * these are taken apart.
 */
#include "frames/func_place.h"

#include <string.h>

#include "base/base.h"
#include "base/limits.h"
#include "corr_sort.h"

enum {
    AT_ONCE = 64,
    PAIRED = 256 /* places of a name that are compared with each other; of more,
                    only equal ones are one */
};

/* A function of an input. */
typedef struct use {
    uint32_t name, in, func;
    corr_str place, at;
} use;

typedef struct finder {
    const corr_store *st;
    corr_arena *arena;
    corr_arena scratch;
    corr_names known;        /* name -> number; of several inputs */
    uint32_t **number;       /* [inputs][functions]; 0: nameless */
    vec(corr_str) place, at; /* [numbers] the last ones seen */
    vec(uint32_t) seen_in;   /* [numbers] the input that has it */
    vec(uint8_t) differs;    /* [numbers] bits below */
    vec(use) use;            /* of names that differ */
    vec(corr_str) label;
    uint32_t *stamp; /* [inputs] the last time that meet looked at it */
    uint32_t stamps;
} finder;

enum { PLACES_DIFFER = 1, HAS_FILE = 2 };

/* ---- places -------------------------------------------------------------- */

/* Modules of code that was made at run time, whose names hold a pid. */
static bool is_made_module(corr_str base)
{
    return corr_str_starts(base, "perf-") || corr_str_starts(base, "jitted-") ||
           corr_str_starts(base, "[JIT") || corr_str_starts(base, "[anon") ||
           corr_str_starts(base, "//anon") || corr_str_starts(base, "anon") ||
           corr_str_starts(base, "memfd:") || corr_str_is(base, "[unknown]");
}

static corr_str module_place(corr_str module)
{
    corr_str base = corr_str_base(module);

    if (!base.n)
        base = module;
    return is_made_module(base) || is_made_module(module) ? CORR_STR("") : base;
}

static corr_str file_place(corr_str file)
{
    while (corr_str_starts(file, "./"))
        file = corr_str_from(file, 2);
    return file;
}

static corr_str place_of(const input *in, const func_row *f)
{
    return f->file ? file_place(input_text(in, f->file))
                   : module_place(input_text(in, f->module));
}

static bool is_split(char c)
{
    return c == '/' || c == '\\';
}

size_t path_tail_alike(corr_str a, corr_str b)
{
    size_t alike = 0, n = 0;

    while (n < a.n && n < b.n && a.p[a.n - 1 - n] == b.p[b.n - 1 - n]) {
        n++;
        alike += n < a.n && n < b.n && is_split(a.p[a.n - 1 - n]) &&
                 is_split(b.p[b.n - 1 - n]);
    }
    const bool whole_a = n == a.n && (n == b.n || is_split(b.p[b.n - 1 - n]));
    const bool whole_b = n == b.n && (n == a.n || is_split(a.p[a.n - 1 - n]));
    return alike + (n && (whole_a || whole_b));
}

/* Whether one path is the end of the other. */
static bool is_tail(corr_str a, corr_str b)
{
    const corr_str longer = a.n > b.n ? a : b, end = a.n > b.n ? b : a;

    return end.n && longer.n > end.n &&
           memcmp(longer.p + longer.n - end.n, end.p, end.n) == 0 &&
           (is_split(longer.p[longer.n - end.n - 1]) || is_split(end.p[0]));
}

/* ---- names with several places ------------------------------------------- */

static bool add_number(finder *f, uint32_t which, const func_row *row)
{
    const input *in = store_input(f->st, which);

    return vec_push(&f->seen_in, which) &&
           vec_push(&f->place, place_of(in, row)) &&
           vec_push(&f->at, input_text(in, row->at)) &&
           vec_push(&f->differs, row->file ? HAS_FILE : 0);
}

/* Compares the place with the first one of its input, or of the input before.
 */
static void note_place(finder *f, uint32_t which, const func_row *row,
                       uint32_t number)
{
    const input *in = store_input(f->st, which);
    const corr_str place = place_of(in, row), was = f->place.v[number];
    const bool of_one = f->seen_in.v[number] == which;

    if (row->file)
        f->differs.v[number] |= HAS_FILE;
    if (!corr_str_eq(input_text(in, row->at), f->at.v[number]) ||
        (place.n && was.n &&
         !(of_one ? corr_str_eq(place, was) : path_tail_alike(place, was) > 0)))
        f->differs.v[number] |= PLACES_DIFFER;
    if (place.n && (!was.n || !of_one)) {
        f->place.v[number] = place;
        f->seen_in.v[number] = which;
    }
}

/* Numbers the names of n functions, the first of which is `from`. */
static bool number_some(finder *f, uint32_t in, uint32_t from, size_t n)
{
    const input *rows = store_input(f->st, in);
    corr_str text[AT_ONCE];
    uint32_t number[AT_ONCE];

    for (size_t i = 0; i < n; i++)
        text[i] = input_text(rows, rows->func.v[from + i].name);
    corr_names_find(&f->known, text, n, number);
    for (size_t i = 0; i < n; i++) {
        const func_row *row = &rows->func.v[from + i];
        if (!row->name)
            continue;
        if (!number[i])
            corr_names_find(&f->known, &text[i], 1, &number[i]);
        if (!number[i]) {
            number[i] = (uint32_t)f->place.n;
            if (!add_number(f, in, row) ||
                !corr_names_add(&f->known, text[i], number[i]))
                return false;
        } else {
            note_place(f, in, row, number[i]);
        }
        f->number[in][from + i] = number[i];
    }
    return true;
}

/* The names of one input have numbers already, those of their texts. */
static bool number_alone(finder *f)
{
    const input *rows = store_input(f->st, 0);
    uint32_t *of_text =
        corr_arena_new(&f->scratch, uint32_t, rows->text_at.n + 1);

    if (!of_text)
        return false;
    for (uint32_t i = 1; i < rows->func.n; i++) {
        const func_row *row = &rows->func.v[i];
        uint32_t *number = &of_text[row->name];
        if (!row->name)
            continue;
        if (*number)
            note_place(f, 0, row, *number);
        else
            *number = (uint32_t)f->place.n;
        if (*number == f->place.n && !add_number(f, 0, row))
            return false;
        f->number[0][i] = *number;
    }
    return true;
}

static bool number_names(finder *f)
{
    const size_t ninput = f->st->input.n;
    const corr_str none = { "", 0 };

    f->number = corr_arena_new(&f->scratch, uint32_t *, ninput + 1);
    f->stamp = corr_arena_new(&f->scratch, uint32_t, ninput + 1);
    if (!f->number || !f->stamp || !ninput)
        return f->number && f->stamp;
    if (!vec_push(&f->seen_in, 0) || !vec_push(&f->place, none) ||
        !vec_push(&f->at, none) || !vec_push(&f->differs, 0))
        return false;
    for (uint32_t in = 0; in < ninput; in++) {
        const size_t n = store_input(f->st, in)->func.n;
        f->number[in] = corr_arena_new(&f->scratch, uint32_t, n + 1);
        if (!f->number[in])
            return false;
        for (size_t at = 1; ninput > 1 && at < n; at += AT_ONCE)
            if (!number_some(f, in, (uint32_t)at,
                             n - at < AT_ONCE ? n - at : AT_ONCE))
                return false;
    }
    return ninput > 1 || number_alone(f);
}

static bool list_uses(finder *f)
{
    for (uint32_t in = 0; in < f->st->input.n; in++) {
        const input *rows = store_input(f->st, in);
        for (uint32_t i = 1; i < rows->func.n; i++) {
            const func_row *row = &rows->func.v[i];
            const uint32_t name = f->number[in][i];
            if (!(f->differs.v[name] & PLACES_DIFFER))
                continue;
            const bool known = row->file || !(f->differs.v[name] & HAS_FILE);
            const use u = { .name = name,
                            .in = in,
                            .func = i,
                            .place = known ? place_of(rows, row) : CORR_STR(""),
                            .at = input_text(rows, row->at) };
            if (!vec_push(&f->use, u))
                return false;
        }
    }
    return true;
}

/* ---- groups of places ---------------------------------------------------- */

SORT_BY(use_by_place, use, ASC(name), ASC_STR(place), ASC_STR(at), ASC(in),
        ASC(func))

typedef struct pair {
    size_t alike;
    uint32_t a, b;
} pair;

SORT_BY(pair_by_alike, pair, DESC(alike), ASC(a), ASC(b))

/* A distinct place of a name. */
typedef struct group {
    corr_str place;
    uint32_t root;  /* the group that it is one with */
    uint32_t next;  /* another such group; a ring */
    size_t from, n; /* its uses */
} group;

typedef vec(group) groups;

static uint32_t root_of(const groups *g, uint32_t i)
{
    while (g->v[i].root != i)
        i = g->v[i].root;
    return i;
}

/* Looks at the inputs that have a group, or one that it is one with: stamps
 * them, or returns whether one has this stamp. */
static bool look_at_inputs(finder *f, const groups *g, uint32_t of, bool stamps)
{
    uint32_t i = of;

    do {
        const group *v = &g->v[i];
        for (size_t k = v->from; k < v->from + v->n; k++) {
            uint32_t *stamp = &f->stamp[f->use.v[k].in];
            if (!stamps && *stamp == f->stamps)
                return true;
            if (stamps)
                *stamp = f->stamps;
        }
        i = v->next;
    } while (i != of);
    return false;
}

/* Whether one input has both. */
static bool meet(finder *f, const groups *g, uint32_t a, uint32_t b)
{
    f->stamps++;
    look_at_inputs(f, g, a, true);
    return look_at_inputs(f, g, b, false);
}

/* How much two places are alike; 0: they are of two functions. */
static size_t likeness(corr_str a, corr_str b)
{
    const size_t alike = path_tail_alike(a, b);

    if (is_tail(a, b))
        return SIZE_MAX;
    return alike;
}

/* Whether a place is the end of several others. */
static bool is_vague(const groups *g, uint32_t i)
{
    unsigned n = 0;

    for (uint32_t k = 0; k < g->n; k++)
        n += k != i && g->v[k].place.n > g->v[i].place.n &&
             is_tail(g->v[i].place, g->v[k].place);
    return n > 1;
}

static bool join_groups(finder *f, groups *g)
{
    vec(pair) list = { 0 };
    bool ok = true;

    for (uint32_t a = 0; ok && a < g->n; a++)
        for (uint32_t b = a + 1; ok && b < g->n; b++) {
            const size_t alike = likeness(g->v[a].place, g->v[b].place);
            if (alike)
                ok = vec_push(&list, (pair){ alike, a, b });
        }
    if (ok && list.n > 1)
        vec_sort(&list, pair_by_alike);
    for (size_t i = 0; ok && i < list.n; i++) {
        const pair *p = &list.v[i];
        const uint32_t a = root_of(g, p->a), b = root_of(g, p->b);
        const bool is_end = p->alike == SIZE_MAX;
        if (a == b || (is_end && (is_vague(g, p->a) || is_vague(g, p->b))) ||
            (!is_end && meet(f, g, a, b)))
            continue;
        const uint32_t next = g->v[a].next;
        g->v[a].next = g->v[b].next;
        g->v[b].next = next;
        g->v[a > b ? a : b].root = a > b ? b : a;
    }
    vec_free(&list);
    return ok;
}

/* ---- labels -------------------------------------------------------------- */

/* The last n parts of a path. */
static corr_str last_parts(corr_str path, size_t n)
{
    size_t from = path.n;

    for (size_t i = 0; i < n && from > 0; i++) {
        from -= i > 0;
        while (from > 0 && !is_split(path.p[from - 1]))
            from--;
    }
    return corr_str_from(path, from);
}

/* The shortest end of a place that no other group has. */
static corr_str short_place(const groups *g, uint32_t i)
{
    size_t parts = 1;

    for (uint32_t k = 0; k < g->n && g->n <= PAIRED; k++) {
        if (k == i || g->v[k].root != k)
            continue;
        const size_t alike = path_tail_alike(g->v[i].place, g->v[k].place);
        parts = alike >= parts ? alike + 1 : parts;
    }
    return g->n > PAIRED ? g->v[i].place : last_parts(g->v[i].place, parts);
}

/* Gives the uses of a group, and of those that it is one with, their labels: one
 * for each "at". */
static bool label_use(finder *f, const groups *g, uint32_t root, const use *u)
{
    const corr_str place = short_place(g, root);
    const char *text =
        corr_arena_print(f->arena, "%.*s%s%.*s", CORR_STR_ARG(place),
                         place.n && u->at.n ? ":" : "", CORR_STR_ARG(u->at));
    return text && vec_push(&f->label, corr_str_of(text));
}

static bool label_group(finder *f, func_places *p, const groups *g,
                        uint32_t root)
{
    corr_str at = { NULL, 0 };
    const size_t first = f->label.n;

    for (uint32_t i = 0; i < g->n; i++) {
        if (root_of(g, i) != root)
            continue;
        for (size_t k = g->v[i].from; k < g->v[i].from + g->v[i].n; k++) {
            const use *u = &f->use.v[k];
            if ((f->label.n == first || !corr_str_eq(at, u->at)) &&
                !label_use(f, g, root, u))
                return false;
            at = u->at;
            if (!p->of[u->in])
                p->of[u->in] = corr_arena_new(
                    f->arena, uint32_t, store_input(f->st, u->in)->func.n);
            if (!p->of[u->in])
                return false;
            p->of[u->in][u->func] = (uint32_t)f->label.n - 1;
        }
    }
    return true;
}

/* The number of functions: roots with a place, or several places of one. */
static size_t count_functions(const finder *f, const groups *g, size_t from,
                              size_t to)
{
    size_t n = 0;

    for (uint32_t i = 0; i < g->n; i++)
        n += g->v[i].root == i && g->v[i].place.n;
    for (size_t i = from + 1; i < to && n == 1; i++)
        n += f->use.v[i].at.n && f->use.v[i - 1].at.n &&
             !corr_str_eq(f->use.v[i].at, f->use.v[i - 1].at);
    return n;
}

/* Labels the functions of one name, whose uses are [from,to). */
static bool label_name(finder *f, func_places *p, size_t from, size_t to)
{
    groups g = { 0 };
    bool ok = true;

    for (size_t i = from; ok && i < to; i++) {
        const use *u = &f->use.v[i];
        const uint32_t new = (uint32_t)g.n;
        if (g.n && corr_str_eq(g.v[g.n - 1].place, u->place))
            g.v[g.n - 1].n++;
        else
            ok = vec_push(&g, (group){ u->place, new, new, i, 1 });
    }
    if (ok && g.n <= PAIRED)
        ok = join_groups(f, &g);
    const bool several = ok && count_functions(f, &g, from, to) > 1;
    for (uint32_t i = 0; several && ok && i < g.n; i++)
        if (g.v[i].root == i && g.v[i].place.n)
            ok = label_group(f, p, &g, i);
    vec_free(&g);
    return ok;
}

static bool label_names(finder *f, func_places *p)
{
    if (f->use.n > 1)
        vec_sort(&f->use, use_by_place);
    for (size_t from = 0, to; from < f->use.n; from = to) {
        for (to = from;
             to < f->use.n && f->use.v[to].name == f->use.v[from].name;)
            to++;
        if (!label_name(f, p, from, to))
            return false;
    }
    return true;
}

bool func_places_init(func_places *p, const corr_store *st, corr_arena *arena)
{
    finder f = { .st = st, .arena = arena };

    f.scratch.limit = (size_t)limits_of(NULL).memory;
    p->of = corr_arena_new(arena, uint32_t *, st->input.n + 1);
    bool ok = p->of && vec_push(&f.label, CORR_STR("")) && number_names(&f) &&
              list_uses(&f) && label_names(&f, p);
    if (ok) {
        p->label = corr_arena_new(arena, corr_str, f.label.n);
        ok = p->label != NULL;
        if (ok)
            memcpy(p->label, f.label.v, f.label.n * sizeof *f.label.v);
    }
    corr_names_clear(&f.known);
    corr_arena_clear(&f.scratch);
    vec_free(&f.place);
    vec_free(&f.seen_in);
    vec_free(&f.at);
    vec_free(&f.differs);
    vec_free(&f.use);
    vec_free(&f.label);
    return ok;
}
