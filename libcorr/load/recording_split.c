#include "load/recording_split.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/parallel.h"
#include "source/source.h"

enum { MOST = 32 /* series of a file that are kept apart */ };

/* Pieces that continue one another.  Pieces of other series may be between
 * them. */
typedef struct series {
    corr_part first; /* with its process, once looked up */
    corr_part last;
    src_part where; /* place of the first piece */
    size_t process;
} series;

typedef struct finding {
    const part_file *f;
    const corr_limits *limits;
    series v[MOST];
    size_t n;
    size_t nprocess;
    uint8_t *of; /* [pieces] the series of each */
} finding;

/* ---- what goes on what -------------------------------------------------- */

/* The place of a piece that begins at `from`. */
static src_part piece_place(const part_file *f, size_t piece, uint64_t from)
{
    const uint64_t bytes = f->piece.v[piece].bytes;
    const bool is_last = piece + 1 == f->piece.n;

    return (src_part){ from, is_last ? f->bytes : from + bytes };
}

/* The only series that a piece can continue; n: no series, or several. */
static size_t series_of(const finding *s, const corr_part *p)
{
    size_t found = s->n;

    for (size_t k = 0; k < s->n; k++) {
        if (!part_goes_on(s->f->format, &s->v[k].last, p))
            continue;
        if (found < s->n)
            return s->n;
        found = k;
    }
    return found;
}

/* Assigns each piece to a series.  False: too many series. */
static bool find_series(finding *s)
{
    uint64_t from = 0;

    for (size_t i = 0; i < s->f->piece.n; i++) {
        const corr_part *p = &s->f->piece.v[i];
        const src_part where = piece_place(s->f, i, from);
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

static void ask_owner(void *ctx, size_t i)
{
    finding *s = ctx;

    part_file_whose(s->f, &s->v[i].where, &s->v[i].first, s->limits);
}

/* Numbers the processes of the series.  False: one is unknown. */
static bool find_processes(finding *s, size_t threads)
{
    parallel_for(threads, s->n, ask_owner, s);
    for (size_t i = 0; i < s->n; i++) {
        series *x = &s->v[i];
        size_t k = 0;
        if (x->first.alone || !s->f->format->pieces.apart(&x->first, NULL))
            return false;
        while (k < i && s->f->format->pieces.apart(&x->first, &s->v[k].first))
            k++;
        x->process = k < i ? s->v[k].process : s->nprocess++;
    }
    return true;
}

bool parts_split_find(part_split *split, const part_file *f,
                      const corr_limits *limits, size_t threads)
{
    finding s = { .f = f, .limits = limits };
    const bool may = limits && !f->is_packed && f->format->pieces.apart;

    *split = (part_split){ .follow = f->piece.n < 2 };
    if (split->follow)
        return true;
    s.of = malloc(f->piece.n);
    if (!s.of)
        return false;
    const bool found = find_series(&s);
    split->follow = found && s.n == 1;
    if (!found || s.n == 1 || !may || !find_processes(&s, threads) ||
        s.nprocess == 1) {
        free(s.of);
        return true;
    }
    for (size_t i = 0; i < f->piece.n; i++)
        s.of[i] = (uint8_t)s.v[s.of[i]].process;
    split->process = s.of;
    split->n = s.nprocess;
    return true;
}

void parts_split_clear(part_split *split)
{
    free(split->process);
}

/* ---- where else they stand ---------------------------------------------- */

/* The index of an equal piece; n: none is equal.  Clears *whole if one of the
 * two is open: then they may differ in length. */
static size_t find_piece(const part_file *f, const corr_part *p, bool *whole)
{
    for (size_t i = 0; i < f->piece.n; i++)
        if (f->piece.v[i].from == p->from &&
            f->format->pieces.same(&f->piece.v[i], p)) {
            *whole &= !f->piece.v[i].open && !p->open;
            return i;
        }
    return f->piece.n;
}

bool parts_split_may(const part_split *s, const part_file *f,
                     const part_file *other)
{
    const size_t n = f->piece.n;
    size_t same = 0, of_it = 0, process = 0;
    bool whole = true, of_one = true;

    if (other->format != f->format)
        return true;
    for (size_t i = 0; i < other->piece.n; i++) {
        const size_t at = find_piece(f, &other->piece.v[i], &whole);
        if (at == n)
            continue;
        of_one &= !same++ || s->process[at] == process;
        process = s->process[at];
    }
    for (size_t i = 0; i < n; i++)
        of_it += s->process[i] == process;
    return !same ||
           (whole && same == other->piece.n && same == (of_one ? of_it : n));
}

/* ---- files of their own ------------------------------------------------- */

/* "both.jfr (1 of 2)" */
static char *process_file_name(const char *show, size_t process, size_t n)
{
    const size_t room = strlen(show) + 48;
    char *name = malloc(room);

    if (name)
        snprintf(name, room, "%s (%zu of %zu)", show, process + 1, n);
    return name;
}

static bool take_parts(const part_split *s, const part_file *f, size_t process,
                       walk_file *to)
{
    uint64_t from = 0;
    bool ok = true;

    for (size_t i = 0; ok && i < f->piece.n; i++) {
        const src_part where = piece_place(f, i, from);
        src_part *last = to->part.n ? &to->part.v[to->part.n - 1] : NULL;
        from = where.to;
        if (s->process[i] != process)
            continue;
        if (last && last->to == where.from)
            last->to = where.to;
        else
            ok = vec_push(&to->part, where);
    }
    return ok;
}

/* Fills *to with the file of one process.  of: the walk_file of the whole
 * file. */
static bool make_file(const part_split *s, const part_file *f, size_t process,
                      const walk_file *of, walk_file *to)
{
    *to = (walk_file){ .path = strdup(of->path),
                       .show = process_file_name(of->show, process, s->n),
                       .window = of->window,
                       .within = of->within,
                       .named = of->named,
                       .is_rest = process > 0 };
    return to->path && to->show && take_parts(s, f, process, to);
}

bool parts_split(walk *w, size_t at, const part_file *f, const part_split *s)
{
    const walk_file whole = w->file.v[at];

    if (s->n == 0)
        return true;
    if (!vec_reserve(&w->file, s->n - 1))
        return false;
    walk_file *v = w->file.v + at;
    memmove(v + s->n, v + 1, (w->file.n - at - 1) * sizeof *v);
    w->file.n += s->n - 1;
    bool ok = true;
    for (size_t i = 0; i < s->n; i++)
        ok &= make_file(s, f, i, &whole, v + i);
    walk_file_clear(&(walk_file){ .path = whole.path, .show = whole.show });
    return ok;
}
