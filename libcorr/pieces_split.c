#include "pieces_split.h"

#include <stdio.h>
#include <stdlib.h>

#include "base.h"
#include "src.h"

enum { MOST = 32 /* series of a file that are told apart */ };

/* Pieces that go on one another, others may stand between them. */
typedef struct series {
    corr_piece first; /* and whose it is, once that was asked */
    corr_piece last;
    src_part where; /* the first of them */
    size_t process;
} series;

typedef struct splitting {
    const piece_file *f;
    series v[MOST];
    size_t n;
    size_t nprocess;
    uint8_t *of; /* the series of each piece */
} splitting;

/* ---- what goes on what -------------------------------------------------- */

/* Where a piece stands that begins there. */
static src_part place_of(const splitting *s, size_t piece, uint64_t from)
{
    const uint64_t bytes = s->f->piece.v[piece].bytes;
    const bool is_last = piece + 1 == s->f->piece.n;

    return (src_part){ from, is_last ? s->f->bytes : from + bytes };
}

/* The series that a piece goes on: the only one that it can; or n. */
static size_t series_of(const splitting *s, const corr_piece *p)
{
    size_t found = s->n;

    for (size_t k = 0; k < s->n; k++) {
        if (!piece_goes_on(s->f->format, &s->v[k].last, p))
            continue;
        if (found < s->n)
            return s->n;
        found = k;
    }
    return found;
}

/* False: they are too many. */
static bool find_series(splitting *s)
{
    uint64_t from = 0;

    for (size_t i = 0; i < s->f->piece.n; i++) {
        const corr_piece *p = &s->f->piece.v[i];
        const src_part where = place_of(s, i, from);
        const size_t k = series_of(s, p);
        if (k == MOST)
            return false;
        if (k == s->n)
            s->v[s->n++] = (series){ .first = *p, .where = where };
        s->v[k].last = *p;
        s->of[i] = (uint8_t)k;
        from = where.to;
    }
    return true;
}

/* ---- whose they are ----------------------------------------------------- */

/* False: one of them does not say. */
static bool find_processes(splitting *s, const corr_limits *limits)
{
    for (size_t i = 0; i < s->n; i++) {
        series *x = &s->v[i];
        size_t k = 0;
        piece_file_whose(s->f, &x->where, &x->first, limits);
        if (x->first.alone || !s->f->format->piece_apart(&x->first, NULL))
            return false;
        while (k < i && s->f->format->piece_apart(&x->first, &s->v[k].first))
            k++;
        x->process = k < i ? s->v[k].process : s->nprocess++;
    }
    return true;
}

/* Whose each piece is.  False: of one process, of nobody knows whom, or out of
 * memory; s->of is the caller's to free. */
static bool find_apart(splitting *s, const corr_limits *limits, bool *ok)
{
    const piece_file *f = s->f;

    if (f->is_packed || f->piece.n < 2 || !f->format->piece_apart)
        return false;
    s->of = malloc(f->piece.n);
    *ok = s->of != NULL;
    return *ok && find_series(s) && s->n > 1 && find_processes(s, limits) &&
           s->nprocess > 1;
}

bool pieces_split_follow(const piece_file *f, bool *ok)
{
    splitting s = { .f = f };

    if (f->piece.n < 2)
        return true;
    s.of = malloc(f->piece.n);
    *ok = s.of != NULL;
    const bool follow = *ok && find_series(&s) && s.n == 1;
    free(s.of);
    return follow;
}

/* ---- where else they stand ---------------------------------------------- */

/* The piece that is this one; n: none of them.  What is not whole may be more
 * in one of two places. */
static size_t find_piece(const piece_file *f, const corr_piece *p, bool *whole)
{
    for (size_t i = 0; i < f->piece.n; i++)
        if (f->piece.v[i].from == p->from &&
            f->format->piece_same(&f->piece.v[i], p)) {
            *whole &= !f->piece.v[i].open && !p->open;
            return i;
        }
    return f->piece.n;
}

/* Whether the other has none of the pieces, all of them or those of one
 * process. */
static bool is_part(const splitting *s, const piece_file *other)
{
    const size_t n = s->f->piece.n;
    size_t same = 0, of_it = 0, process = 0;
    bool whole = true, of_one = true;

    for (size_t i = 0; i < other->piece.n; i++) {
        const size_t at = find_piece(s->f, &other->piece.v[i], &whole);
        if (at == n)
            continue;
        const size_t whose = s->v[s->of[at]].process;
        of_one &= !same++ || whose == process;
        process = whose;
    }
    for (size_t i = 0; i < n; i++)
        of_it += s->v[s->of[i]].process == process;
    return !same ||
           (whole && same == other->piece.n && same == (of_one ? of_it : n));
}

bool pieces_split_may(const piece_file *f, const piece_file *const *other,
                      size_t n, const corr_limits *limits, bool *ok)
{
    splitting s = { .f = f };
    bool may = find_apart(&s, limits, ok);

    for (size_t i = 0; may && i < n; i++)
        may = other[i] == f || other[i]->format != f->format ||
              is_part(&s, other[i]);
    free(s.of);
    return may;
}

/* ---- files of their own ------------------------------------------------- */

/* "both.jfr (1 of 2)" */
static char *name_of(const char *show, size_t process, size_t n)
{
    const size_t room = strlen(show) + 48;
    char *name = malloc(room);

    if (name)
        snprintf(name, room, "%s (%zu of %zu)", show, process + 1, n);
    return name;
}

static bool take_parts(const splitting *s, size_t process, walk_file *to)
{
    uint64_t from = 0;
    bool ok = true;

    for (size_t i = 0; ok && i < s->f->piece.n; i++) {
        const src_part where = place_of(s, i, from);
        src_part *last = to->part.n ? &to->part.v[to->part.n - 1] : NULL;
        from = where.to;
        if (s->v[s->of[i]].process != process)
            continue;
        if (last && last->to == where.from)
            last->to = where.to;
        else
            ok = vec_push(&to->part, where);
    }
    return ok;
}

/* The one of this process; of is what names the whole file. */
static bool make_file(const splitting *s, size_t process, const walk_file *of,
                      walk_file *to)
{
    *to = (walk_file){ .path = strdup(of->path),
                       .show = name_of(of->show, process, s->nprocess),
                       .window = of->window,
                       .within = of->within,
                       .named = of->named,
                       .is_rest = process > 0 };
    return to->path && to->show && take_parts(s, process, to);
}

static bool make_files(const splitting *s, walk *w, size_t at)
{
    const size_t n = s->nprocess;
    const walk_file whole = w->file.v[at];
    bool ok = vec_reserve(&w->file, n - 1);

    if (!ok)
        return false;
    walk_file *v = w->file.v + at;
    memmove(v + n, v + 1, (w->file.n - at - 1) * sizeof *v);
    w->file.n += n - 1;
    for (size_t i = 0; i < n; i++)
        ok &= make_file(s, i, &whole, v + i);
    walk_file_clear(&(walk_file){ .path = whole.path, .show = whole.show });
    return ok;
}

bool pieces_split(walk *w, size_t i, const piece_file *f,
                  const corr_limits *limits)
{
    splitting s = { .f = f };
    bool ok = true;

    if (find_apart(&s, limits, &ok))
        ok = make_files(&s, w, i);
    free(s.of);
    return ok;
}
