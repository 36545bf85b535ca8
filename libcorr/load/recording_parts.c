#include "load/recording_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
#include "corr_sort.h"
#include "load/recording_parts_file.h"
#include "load/recording_split.h"

enum { MOST_BACK = 64 /* earlier files that are compared with a file */ };

/* A file that may belong to others. */
typedef struct candidate {
    size_t file;   /* index in the walk */
    size_t within; /* as walk_file.within */
    corr_str dir;
    part_file f;
    part_split split;
    size_t before; /* the candidate that it continues; itself: no such */
    size_t after;  /* the candidate that continues it; 0: not yet found */
    size_t with;   /* parent in its group, up to the root; itself: the root */
    bool shares;   /* another candidate holds one of its pieces */
    bool is_apart; /* of several processes, and split into one file for each */
} candidate;

typedef vec(candidate) candidates;

/* "a/b/" of "a/b/c". */
static corr_str dir_of(const char *path)
{
    const corr_str s = corr_str_of(path);

    return (corr_str){ s.p, s.n - corr_str_base(s).n };
}

static const corr_part *first_of(const candidate *c)
{
    return &c->f.piece.v[0];
}

static bool has_open(const candidate *c)
{
    return c->f.piece.v[c->f.piece.n - 1].open;
}

static bool may_be_kin(const candidate *a, const candidate *b)
{
    return a->f.format == b->f.format && a->within == b->within &&
           !first_of(a)->alone && !first_of(b)->alone;
}

static bool are_kin(const candidate *a, const candidate *b)
{
    return may_be_kin(a, b) &&
           a->f.format->pieces.kin(first_of(a), first_of(b));
}

/* ---- which there are -------------------------------------------------- */

static bool may_join(const walk_file *f)
{
    return !f->err.code && (!f->window || f->within) &&
           strcmp(f->path, "-") != 0;
}

static bool collect_candidates(candidates *c, walk *w,
                               const corr_format *const *formats)
{
    for (size_t i = 0; i < w->file.n; i++) {
        walk_file *file = &w->file.v[i];
        candidate x = { .file = i,
                        .within = file->within,
                        .dir = dir_of(file->path),
                        .f = { .path = file->path, .show = file->show } };
        if (!may_join(file))
            continue;
        bool ok = part_file_look(&x.f, formats);
        if (x.f.sys) {
            corr_fail(&file->err, CORR_EIO, "cannot read: %s",
                      strerror(x.f.sys));
            file->err.sys = x.f.sys;
        }
        w->has_traces |= x.f.is_trace;
        *(x.f.is_trace ? &w->traces : &w->others) += walk_file_bytes(file);
        if (ok && x.f.piece.n == 0)
            continue;
        ok = ok && vec_push(c, x);
        if (!ok) {
            part_file_clear(&x.f);
            return false;
        }
    }
    return true;
}

static void clear_candidates(candidates *c)
{
    for (size_t i = 0; i < c->n; i++) {
        part_file_clear(&c->v[i].f);
        parts_split_clear(&c->v[i].split);
    }
    vec_free(c);
}

static int64_t begin_of(const candidate *c)
{
    return first_of(c)->from;
}

SORT_BY(candidate_by_time, candidate, ASC_OF(begin_of), ASC(file))

SORT_BY(by_dir_time, candidate, ASC_STR(dir), ASC_OF(begin_of), ASC(file))

static bool has_kin(const candidates *c, size_t i)
{
    for (size_t k = i > MOST_BACK ? i - MOST_BACK : 0;
         k < c->n && k <= i + MOST_BACK; k++)
        if (k != i && are_kin(&c->v[k < i ? k : i], &c->v[k < i ? i : k]))
            return true;
    return false;
}

/* Lists the pieces of compressed files.  A file is unpacked only if another
 * file may belong to it. */
static bool list_packed(candidates *c, const corr_limits *limits)
{
    bool ok = true;

    vec_sort(c, candidate_by_time);
    for (unsigned round = 0; round < 2; round++)
        for (size_t i = 0; ok && i < c->n; i++) {
            part_file *f = &c->v[i].f;
            if (f->is_listed || !has_kin(c, i))
                continue;
            if (round == 0)
                part_file_ask(f, limits);
            else
                ok = part_file_list(f, limits);
        }
    return ok;
}

/* ---- which go on another ---------------------------------------------- */

static bool is_one(const candidate *c)
{
    return c->f.is_listed && c->f.piece.n == 1;
}

static bool goes_on(const candidate *a, const candidate *b)
{
    return corr_str_eq(a->dir, b->dir) && is_one(a) && is_one(b) &&
           first_of(a)->from < first_of(b)->from && are_kin(a, b) &&
           part_goes_on(a->f.format, first_of(a), first_of(b));
}

/* Links each candidate to the one that it continues, unless several fit. */
static void find_chains(candidates *c)
{
    for (size_t i = 0; i < c->n; i++) {
        candidate *x = &c->v[i];
        size_t fit = 0;
        size_t seen = 0;
        x->before = i;
        x->after = 0;
        for (size_t k = i;
             k-- > 0 && seen < MOST_BACK && corr_str_eq(c->v[k].dir, x->dir);) {
            if (c->v[k].after)
                continue;
            seen++;
            if (!goes_on(&c->v[k], x))
                continue;
            fit++;
            x->before = k;
        }
        if (fit != 1)
            x->before = i;
        else
            c->v[x->before].after = i;
    }
}

/* ---- which share a piece ---------------------------------------------- */

typedef struct place {
    const corr_part *piece;
    size_t in; /* index of the candidate */
} place;

typedef vec(place) places;

SORT_BY(by_piece, place, ASC(piece->from), ASC(in))

static size_t root_of(const candidates *c, size_t i)
{
    while (c->v[i].with != i)
        i = c->v[i].with;
    return i;
}

static void unite_groups(candidates *c, size_t a, size_t b)
{
    a = root_of(c, a);
    b = root_of(c, b);
    c->v[a > b ? a : b].with = a < b ? a : b;
}

/* Whether two files hold the same piece of one recording.  The process of the
 * first piece says nothing about a file of several processes, so pieces of such
 * a file are compared directly. */
static bool are_one(const candidate *x, const candidate *y, const place *a,
                    const place *b)
{
    return may_be_kin(x, y) && x->f.format->pieces.same(a->piece, b->piece) &&
           (!x->split.follow || !y->split.follow
                ? x->f.format->pieces.kin(a->piece, b->piece)
                : are_kin(x, y));
}

/* Unites two candidates that share a piece.  A file that holds a piece twice
 * does not share it. */
static void unite_places(candidates *c, const place *a, const place *b)
{
    candidate *x = &c->v[a->in];
    candidate *y = &c->v[b->in];

    if (a->in == b->in || !are_one(x, y, a, b))
        return;
    x->shares = y->shares = true;
    unite_groups(c, a->in, b->in);
}

static bool find_shared(candidates *c)
{
    places all = { 0 };
    bool ok = true;

    for (size_t i = 0; i < c->n; i++) {
        const part_file *f = &c->v[i].f;
        c->v[i].with = i;
        c->v[i].shares = false;
        for (size_t k = 0; ok && !c->v[i].is_apart && k < f->piece.n; k++)
            ok = vec_push(&all, (place){ &f->piece.v[k], i });
    }
    vec_sort(&all, by_piece);
    for (size_t i = 0; ok && i < all.n; i++)
        for (size_t k = i; k-- > 0 && i - k <= MOST_BACK &&
                           all.v[k].piece->from == all.v[i].piece->from;)
            unite_places(c, &all.v[k], &all.v[i]);
    vec_free(&all);
    return ok;
}

/* ---- one of many ------------------------------------------------------ */

/* The shown name of a recording: its directory ("repo/2026_11_21" of
 * "repo/2026_11_21/a.jfr") if it is alone there; otherwise its first file and
 * the number of further files. */
static char *recording_name(const walk_file *f, size_t n, bool alone)
{
    corr_str dir = dir_of(f->show);
    char more[40];
    char *name;

    if (!alone) {
        const int m = snprintf(more, sizeof more, " +%zu", n - 1);
        const size_t room = strlen(f->show) + (size_t)m + 1;
        name = malloc(room);
        if (name)
            snprintf(name, room, "%s%s", f->show, more);
        return name;
    }
    if (!dir.n)
        dir = dir_of(f->path);
    if (!dir.n)
        return strdup(".");
    return strndup(dir.p, dir.n > 1 ? dir.n - 1 : 1);
}

/* Moves the files of a group into the pieces of its first file. */
static bool join_files(walk *w, const candidate *const *c, size_t n, bool alone)
{
    walk_file *to = &w->file.v[c[0]->file];
    char *name = recording_name(to, n, alone);
    char *path = strdup(to->path);

    if (!name || !path || !vec_reserve(&to->piece, n) ||
        !vec_push(&to->piece, (walk_piece){ path, to->show })) {
        free(name);
        free(path);
        return false;
    }
    to->show = name;
    for (size_t i = 1; i < n; i++) {
        walk_file *f = &w->file.v[c[i]->file];
        vec_push(&to->piece, (walk_piece){ f->path, f->show });
        to->named |= f->named;
        f->path = f->show = NULL;
    }
    return true;
}

static void drop_taken(walk *w)
{
    size_t n = 0;

    for (size_t i = 0; i < w->file.n; i++)
        if (w->file.v[i].path)
            w->file.v[n++] = w->file.v[i];
    w->file.n = n;
}

/* Sorts by group.  Of two copies of a piece the first is read, so whole files
 * come before open ones, and files with more pieces before others. */
SORT_POINTERS_BY(by_use, candidate, ASC(with), ASC_OF(has_open),
                 ASC_OF(begin_of), DESC(f.piece.n), ASC(file))

/* Whether the group is all candidates of its directory, and each file is one
 * piece that continues another. */
static bool is_alone(const candidates *c, const candidate *const *v, size_t n)
{
    size_t there = 0;

    for (size_t i = 0; i < c->n; i++)
        there += corr_str_eq(c->v[i].dir, v[0]->dir);
    for (size_t i = 0; i < n; i++)
        if (v[i]->shares || !corr_str_eq(v[i]->dir, v[0]->dir))
            return false;
    return there == n;
}

/* ---- of several processes ----------------------------------------------- */

/* Marks the candidates to split: they share no piece with a file that is not
 * split. */
static void find_apart(candidates *c)
{
    for (size_t i = 0; i < c->n; i++) {
        candidate *x = &c->v[i];
        x->is_apart = x->split.n > 0;
        for (size_t k = 0; x->is_apart && k < c->n; k++)
            x->is_apart =
                k == i || parts_split_may(&x->split, &x->f, &c->v[k].f);
    }
}

static bool find_split(candidates *c, const corr_limits *limits, size_t threads)
{
    bool ok = true;

    for (size_t i = 0; ok && i < c->n; i++)
        ok = parts_split_find(&c->v[i].split, &c->v[i].f, limits, threads);
    return ok;
}

/* ---- the whole -------------------------------------------------------- */

/* Groups the candidates by what is known so far; .with becomes the root. */
static bool group_candidates(candidates *c)
{
    find_chains(c);
    if (!find_shared(c))
        return false;
    for (size_t i = 0; i < c->n; i++)
        unite_groups(c, i, c->v[i].before);
    for (size_t i = 0; i < c->n; i++)
        c->v[i].with = root_of(c, i);
    return true;
}

typedef struct asking {
    candidates *c;
    const corr_limits *limits;
} asking;

static void ask_if_tied(void *ctx, size_t i)
{
    const asking *a = ctx;
    candidate *x = &a->c->v[i];

    if (x->shares || x->after || x->before != i)
        part_file_ask(&x->f, a->limits);
}

static bool join_groups(walk *w, const candidates *c)
{
    const candidate **v = malloc(c->n * sizeof *v);
    bool ok = v != NULL;

    for (size_t i = 0; ok && i < c->n; i++)
        v[i] = &c->v[i];
    if (ok)
        qsort(v, c->n, sizeof *v, by_use);
    for (size_t i = 0, n; ok && i < c->n; i += n) {
        for (n = 1; i + n < c->n && v[i + n]->with == v[i]->with;)
            n++;
        if (n > 1)
            ok = join_files(w, v + i, n, is_alone(c, v + i, n));
    }
    free(v);
    return ok;
}

SORT_BY(by_file_backwards, candidate, DESC(file))

/* Splits the candidates that were not joined, from the last in the walk to the
 * first: inserted files move only entries that are done. */
static bool split_all(walk *w, candidates *c)
{
    bool ok = true;

    vec_sort(c, by_file_backwards);
    for (size_t i = 0; ok && i < c->n; i++) {
        const walk_file *f = &w->file.v[c->v[i].file];
        if (f->path && !f->piece.n)
            ok = parts_split(w, c->v[i].file, &c->v[i].f, &c->v[i].split);
    }
    return ok;
}

bool parts_find(walk *w, const corr_format *const *formats, bool split,
                const corr_limits *limits, size_t threads)
{
    candidates c = { 0 };
    bool ok = collect_candidates(&c, w, formats);

    ok = ok && (c.n < 2 || list_packed(&c, limits)) &&
         find_split(&c, split ? limits : NULL, threads);
    if (ok && c.n > 1) {
        vec_sort(&c, by_dir_time);
        find_apart(&c);
        ok = group_candidates(&c);
        parallel_for(threads, c.n, ask_if_tied, &(asking){ &c, limits });
        ok = ok && group_candidates(&c) && join_groups(w, &c);
    }
    ok = ok && split_all(w, &c);
    drop_taken(w);
    clear_candidates(&c);
    return ok;
}
