#include "pieces.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base.h"
#include "src.h"

enum {
    SURE = 100,    /* of a probe: by magic */
    HEAD = 4096,   /* bytes that say what a file is */
    MOST_BACK = 64 /* recordings of a directory that one may go on */
};

/* A file that may be a piece. */
typedef struct candidate {
    size_t file; /* in the walk */
    corr_str dir;
    const corr_format *format;
    corr_piece piece;
    size_t before; /* the candidate that it goes on, itself: none */
    size_t after;  /* the one that goes on it; 0: none yet */
} candidate;

typedef vec(candidate) candidates;

/* "a/b/" of "a/b/c". */
static corr_str dir_of(const char *path)
{
    const corr_str s = corr_str_of(path);

    return (corr_str){ s.p, s.n - corr_str_base(s).n };
}

static bool may_join(const walk_file *f)
{
    return !f->err.code && !f->window && strcmp(f->path, "-") != 0;
}

/* ---- one file --------------------------------------------------------- */

static int open_regular(const char *path, uint64_t *bytes)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat st;

    if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
        close(fd);
        return -1;
    }
    if (fd >= 0)
        *bytes = (uint64_t)st.st_size;
    return fd;
}

static const corr_format *format_of(const corr_format *const *formats,
                                    const uint8_t *head, size_t n)
{
    for (size_t i = 0; formats[i]; i++)
        if (formats[i]->piece && formats[i]->probe &&
            formats[i]->probe(head, n, n < HEAD) == SURE)
            return formats[i];
    return NULL;
}

static bool look_at(candidate *c, const walk_file *f,
                    const corr_format *const *formats)
{
    uint8_t head[HEAD];
    uint64_t bytes = 0;
    const int fd = open_regular(f->path, &bytes);

    if (fd < 0)
        return false;
    const ssize_t got = read(fd, head, HEAD);
    close(fd);
    if (got <= 0)
        return false;
    c->format = format_of(formats, head, (size_t)got);
    return c->format && c->format->piece(head, (size_t)got, bytes, &c->piece);
}

/* What cannot be read says nothing. */
static void ask_whose(candidate *c, const walk_file *f,
                      const corr_limits *limits)
{
    uint64_t bytes;
    const int fd = open_regular(f->path, &bytes);

    if (fd < 0)
        return;
    corr_src *in = src_open_fd(
        fd, &(src_opts){ .path = f->show, .file = f->path, .limits = *limits },
        NULL);
    if (in)
        c->format->piece_whose(in, &c->piece);
    src_close(in);
    close(fd);
}

/* ---- which go together ------------------------------------------------ */

static int by_dir_time(const void *va, const void *vb)
{
    const candidate *a = va;
    const candidate *b = vb;
    const int order = corr_str_cmp(a->dir, b->dir);

    if (order)
        return order;
    if (a->piece.from != b->piece.from)
        return a->piece.from < b->piece.from ? -1 : 1;
    return (a->file > b->file) - (a->file < b->file);
}

static bool goes_on(const candidate *a, const candidate *b)
{
    return corr_str_eq(a->dir, b->dir) && a->format == b->format &&
           !a->piece.alone && !b->piece.alone &&
           a->format->piece_follows(&a->piece, &b->piece);
}

/* Ties each to the one that it goes on; where that could be several, to none.
 */
static void chain(candidates *c)
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

/* ---- one of many ------------------------------------------------------ */

/* "repo/2026_11_21" of "repo/2026_11_21/a.jfr": what a recording is called
 * that is alone there; else its first file, and how many follow. */
static char *name_of(const walk_file *f, size_t n, bool alone)
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

/* Takes the files of a chain out of the walk; its first stays. */
static bool join(walk *w, const candidates *c, size_t first, bool alone)
{
    walk_file *to = &w->file.v[c->v[first].file];
    size_t n = 0;

    for (size_t i = first; i || !n; i = c->v[i].after)
        n++;
    char *name = name_of(to, n, alone);
    char *path = strdup(to->path);
    if (!name || !path || !vec_reserve(&to->piece, n) ||
        !vec_push(&to->piece, (walk_piece){ path, to->show })) {
        free(name);
        free(path);
        return false;
    }
    to->show = name;
    for (size_t i = c->v[first].after; i; i = c->v[i].after) {
        walk_file *f = &w->file.v[c->v[i].file];
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

/* Whether all candidates of its directory are of this chain. */
static bool is_alone(const candidates *c, size_t first)
{
    for (size_t i = 0; i < c->n; i++)
        if (i != first && c->v[i].before == i &&
            corr_str_eq(c->v[i].dir, c->v[first].dir))
            return false;
    return true;
}

/* ---- the whole -------------------------------------------------------- */

static int by_dir(const void *va, const void *vb)
{
    const candidate *a = va;
    const candidate *b = vb;
    const int order = corr_str_cmp(a->dir, b->dir);

    return order ? order : (a->file > b->file) - (a->file < b->file);
}

/* Files that have another beside them, and look like a piece. */
static bool collect(candidates *c, const walk *w,
                    const corr_format *const *formats)
{
    candidates all = { 0 };
    bool ok = true;

    for (size_t i = 0; ok && i < w->file.n; i++)
        if (may_join(&w->file.v[i]))
            ok =
                vec_push(&all, (candidate){ .file = i,
                                            .dir = dir_of(w->file.v[i].path) });
    if (all.n)
        qsort(all.v, all.n, sizeof *all.v, by_dir);
    for (size_t i = 0; ok && i < all.n; i++) {
        const bool beside =
            (i > 0 && corr_str_eq(all.v[i].dir, all.v[i - 1].dir)) ||
            (i + 1 < all.n && corr_str_eq(all.v[i].dir, all.v[i + 1].dir));
        if (beside && look_at(&all.v[i], &w->file.v[all.v[i].file], formats))
            ok = vec_push(c, all.v[i]);
    }
    vec_free(&all);
    return ok;
}

bool pieces_join(walk *w, const corr_format *const *formats,
                 const corr_limits *limits)
{
    candidates c = { 0 };
    bool ok = collect(&c, w, formats);

    if (c.n)
        qsort(c.v, c.n, sizeof *c.v, by_dir_time);
    chain(&c);
    for (size_t i = 0; i < c.n; i++)
        if (c.v[i].after || c.v[i].before != i)
            ask_whose(&c.v[i], &w->file.v[c.v[i].file], limits);
    chain(&c);
    for (size_t i = 0; ok && i < c.n; i++)
        if (c.v[i].before == i && c.v[i].after)
            ok = join(w, &c, i, is_alone(&c, i));
    vec_free(&c);
    if (ok)
        drop_taken(w);
    return ok;
}
