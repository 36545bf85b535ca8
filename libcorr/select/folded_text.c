/*
 * folded_text - corr_folded of corr_format.h.
 *
 * A text is a path of tokens.  Each name is a token; all names but the last
 * include the semicolon behind them.  No name contains a semicolon, so if
 * tokens are numbered in byte order, paths of tokens sort like their texts.  A
 * text is assembled only on request.
 */

#include "base/parallel.h"
#include "base/path_set.h"
#include "corr_write.h"
#include "select/select.h"

struct corr_folded {
    const corr_store *st;
    const corr_sel **sel_of; /* [inputs] a selection with its stacks */
    uint32_t **path_of;      /* [inputs][stacks] path + 1; 0: not selected */
    uint32_t **name_of;      /* [inputs][frames] */
    corr_names known;        /* text -> name */
    vec(corr_str) name;      /* [0] nil; a semicolon follows each name */
    uint32_t *middle, *last; /* [names] the tokens of a name */
    corr_str *token;         /* [0] nil */
    paths paths;             /* of tokens */
    vec(uint32_t) key;       /* path of the current stack */
    vec(char) text;          /* the text that was returned last */
    vec(size_t) end;         /* end of each of its tokens */
    uint32_t line;           /* its number + 1 */
    corr_arena arena;
};

/* ---- stacks --------------------------------------------------------- */

static bool begin_input(corr_folded *f, const corr_sel *sel, uint32_t in)
{
    const input *rows = store_input(f->st, in);

    f->sel_of[in] = sel;
    if (!f->path_of[in]) {
        f->path_of[in] = corr_arena_new(&f->arena, uint32_t, rows->stack.at.n);
        f->name_of[in] = corr_arena_new(&f->arena, uint32_t, rows->frame.n);
    }
    return f->path_of[in] && f->name_of[in];
}

static bool find_stacks(corr_folded *f, const corr_sel *sel)
{
    for (size_t i = 0; i < sel->part.n; i++) {
        const sel_part *p = &sel->part.v[i];
        const segment *g = sel_segment(sel, p);
        if (!begin_input(f, sel, p->input))
            return false;
        for (size_t k = 0; k < p->n; k++)
            f->path_of[p->input][segment_stack(g, sel_row(p, k))] = 1;
    }
    return true;
}

/* ---- names ---------------------------------------------------------- */

/* Replaces characters that would split a name or end the line.  No text
 * contains NUL bytes. */
static char clean_char(char c)
{
    return c == ';' ? ':' : c == '\n' || c == '\r' ? ' ' : c;
}

/* Copies a name to f->text, cleaned and followed by a semicolon. */
static bool clean_name(corr_folded *f, corr_str name)
{
    f->text.n = 0;
    if (!vec_reserve(&f->text, name.n + 1))
        return false;
    for (size_t i = 0; i < name.n; i++)
        f->text.v[i] = clean_char(name.p[i]);
    f->text.v[name.n] = ';';
    f->text.n = name.n + 1;
    return true;
}

/* The number of a name; 0: out of memory. */
static uint32_t add_name(corr_folded *f, corr_str text)
{
    uint32_t name;

    if (!clean_name(f, text))
        return 0;
    const corr_str cleaned = { f->text.v, text.n };
    corr_names_find(&f->known, &cleaned, 1, &name);
    if (name)
        return name;
    const char *copy =
        corr_arena_text(&f->arena, (corr_str){ f->text.v, f->text.n });
    name = (uint32_t)f->name.n;
    if (!copy || !vec_push(&f->name, (corr_str){ copy, text.n }) ||
        !corr_names_add(&f->known, cleaned, name))
        return 0;
    return name;
}

static bool name_frames(corr_folded *f, uint32_t in)
{
    const input *rows = store_input(f->st, in);
    char room[CORR_FRAME_NAME_MAX];

    for (uint32_t i = 1; i < rows->frame.n; i++) {
        const corr_frame_view v = input_frame(rows, i);
        const uint32_t written = rows->frame.v[i].written;
        f->name_of[in][i] = add_name(f, written ? input_text(rows, written)
                                                : corr_frame_name(&v, room));
        if (!f->name_of[in][i])
            return false;
    }
    return true;
}

/* ---- tokens --------------------------------------------------------- */

static void push_name(paths *order, corr_str name)
{
    paths_push_text(order, name);
    paths_end(order);
    name.n++; /* includes the semicolon */
    paths_push_text(order, name);
    paths_end(order);
}

/* Numbers tokens from 1 in the order of their texts. */
static bool number_tokens(corr_folded *f)
{
    const size_t n = f->name.n;
    paths order = { 0 };

    f->middle = corr_arena_new(&f->arena, uint32_t, n);
    f->last = corr_arena_new(&f->arena, uint32_t, n);
    f->token = corr_arena_new(&f->arena, corr_str, 2 * n);
    for (size_t i = 1; i < n; i++)
        push_name(&order, f->name.v[i]);
    const bool ok = f->middle && f->last && f->token && paths_sort(&order);
    for (size_t i = 1; ok && i < n; i++) {
        const corr_str name = f->name.v[i];
        f->last[i] = order.row_of[2 * i - 2] + 1;
        f->middle[i] = order.row_of[2 * i - 1] + 1;
        f->token[f->last[i]] = name;
        f->token[f->middle[i]] = (corr_str){ name.p, name.n + 1 };
    }
    paths_clear(&order);
    return ok;
}

/* ---- texts ---------------------------------------------------------- */

/* Names for a stack without frames: it had none, or all are hidden. */
typedef struct nameless {
    uint32_t unknown, hidden;
} nameless;

static bool add_folded_stack(corr_folded *f, uint32_t in, uint32_t stack,
                             const nameless *none)
{
    const narrow_part frame = sel_stack(f->sel_of[in], in, stack);

    f->key.n = 0;
    if (!vec_reserve(&f->key, frame.n + 1))
        return false;
    for (size_t i = 0; i < frame.n; i++) {
        const uint32_t name = f->name_of[in][narrow_part_at(&frame, i)];
        f->key.v[f->key.n++] =
            i + 1 < frame.n ? f->middle[name] : f->last[name];
    }
    if (frame.n == 0)
        f->key.v[f->key.n++] =
            f->last[store_input(f->st, in)->stack.n.v[stack] ? none->hidden
                                                             : none->unknown];
    paths_push(&f->paths, f->key.v, f->key.n);
    f->path_of[in][stack] = paths_end(&f->paths) + 1;
    return !f->paths.failed;
}

static bool add_stacks(corr_folded *f, const nameless *none)
{
    for (uint32_t in = 0; in < f->st->input.n; in++)
        for (uint32_t k = 0;
             f->path_of[in] && k < store_input(f->st, in)->stack.at.n; k++)
            if (f->path_of[in][k] && !add_folded_stack(f, in, k, none))
                return false;
    return true;
}

static bool make_folded(corr_folded *f, const corr_sel *const *sel, size_t nsel)
{
    const size_t n = f->st->input.n;

    f->path_of = corr_arena_new(&f->arena, uint32_t *, n);
    f->name_of = corr_arena_new(&f->arena, uint32_t *, n);
    f->sel_of = corr_arena_new(&f->arena, const corr_sel *, n);
    if (!f->path_of || !f->name_of || !f->sel_of ||
        !vec_push(&f->name, (corr_str){ 0 }))
        return false;
    for (size_t i = 0; i < nsel; i++)
        if (!find_stacks(f, sel[i]))
            return false;
    for (uint32_t in = 0; in < n; in++)
        if (f->name_of[in] && !name_frames(f, in))
            return false;
    f->paths.threads = parallel_threads(f->st->jobs);
    const nameless none = { .unknown = add_name(f, CORR_STR("[unknown]")),
                            .hidden = add_name(f, CORR_STR("[hidden]")) };
    return none.unknown && none.hidden && number_tokens(f) &&
           add_stacks(f, &none) && paths_sort(&f->paths);
}

/* ---- queries -------------------------------------------------------- */

corr_folded *corr_folded_of(const corr_sel *const *sel, size_t n)
{
    corr_folded *f = calloc(1, sizeof *f);

    if (!f)
        return NULL;
    f->st = sel[0]->store;
    f->arena.limit = SIZE_MAX;
    if (make_folded(f, sel, n))
        return f;
    corr_folded_free(f);
    return NULL;
}

void corr_folded_free(corr_folded *f)
{
    if (!f)
        return;
    corr_names_clear(&f->known);
    vec_free(&f->name);
    vec_free(&f->key);
    vec_free(&f->text);
    vec_free(&f->end);
    paths_clear(&f->paths);
    corr_arena_clear(&f->arena);
    free(f);
}

uint32_t corr_folded_size(const corr_folded *f)
{
    return f->paths.n;
}

uint32_t corr_folded_find(const corr_folded *f, uint32_t in, uint32_t stack)
{
    return f->paths.row_of[f->path_of[in][stack] - 1];
}

/* Assembles a text.  Keeps the tokens that it shares with the text before
 * it. */
bool corr_folded_text(corr_folded *f, uint32_t i, corr_str *text)
{
    const path_row *row = &f->paths.row[i];
    const uint32_t same = f->line && f->line == i ? row->shared : 0;

    f->text.n = same ? f->end.v[same - 1] : 0;
    f->end.n = same;
    f->line = 0;
    for (uint32_t k = same; k < row->n; k++) {
        const corr_str token = f->token[paths_key(&f->paths, row->at + k)];
        if (!vec_reserve(&f->text, token.n))
            return false;
        memcpy(f->text.v + f->text.n, token.p, token.n);
        f->text.n += token.n;
        if (!vec_push(&f->end, f->text.n))
            return false;
    }
    f->line = i + 1;
    *text = (corr_str){ f->text.v, f->text.n };
    return true;
}
