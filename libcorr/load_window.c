/* load_window - what a window behind a name leaves of inputs (window.h). */
#include "load_private.h"

#include <stdlib.h>

#include "base.h"
#include "when.h"
#include "window.h"

static void say_timeless(input *in, const char *window)
{
    corr_fail(&in->err, CORR_EUSAGE,
              "it does not say when it was recorded, so @%s cannot be cut from "
              "it",
              window);
}

/* Of traces that no question wants nothing is read, no times either. */
static bool is_bare(const input *in)
{
    return in->segment.n <= 1 && in->span.n <= 1 && in->series.n <= 1;
}

void load_cut(input *in, const char *window, int64_t first, int64_t last)
{
    if (in->from == CORR_NO_TIME && is_bare(in))
        return;
    in->has_window = window_resolve(corr_str_of(window), first, last,
                                    &in->win_from, &in->win_to);
    if (!in->has_window)
        say_timeless(in, window);
    else if (in->win_from >= in->win_to)
        corr_fail(&in->err, CORR_EUSAGE, "@%s ends before it begins", window);
}

/* ---- directories ---------------------------------------------------------- */

/* The files of a directory with a window. */
typedef struct folder {
    size_t number; /* as walk_file.within */
    const walk_cut *cut;
    int64_t first, last;    /* of all of them; first > last: none has times */
    size_t inside, outside; /* files */
} folder;

static input *readable(const loading *l, const folder *f, size_t i)
{
    input *in = l->in[i];

    return in && in->err.code == CORR_OK &&
                   l->files->file.v[i].within == f->number
               ? in
               : NULL;
}

static void find_reach(const loading *l, folder *f)
{
    for (size_t i = 0; i < l->files->file.n; i++) {
        const input *in = readable(l, f, i);
        if (!in || in->from == CORR_NO_TIME)
            continue;
        f->first = min_i64(f->first, in->from);
        f->last = max_i64(f->last, in->to);
    }
}

/* A file without times is left out, and what was found is said of it. */
static void cut_file(loading *l, folder *f, size_t i)
{
    input *in = readable(l, f, i);

    if (!in)
        return;
    if (in->from == CORR_NO_TIME && !is_bare(in))
        say_timeless(in, f->cut->window);
    else
        load_cut(in, f->cut->window, f->first, f->last);
    if (in->err.code) {
        load_say_where(&in->err, in);
    } else if (!in->has_window || input_in_window(in, in->from, in->to)) {
        f->inside += in->has_window;
    } else {
        f->outside++;
        input_clear(in);
        free(in);
        l->in[i] = NULL;
    }
}

static corr_code say_outside(const folder *f, corr_err *err)
{
    char from[48], to[48];

    corr_fail(err, CORR_ENONE, "nothing in %s was recorded in @%s", f->cut->dir,
              f->cut->window);
    corr_hint(err, "what is there is of %s..%s",
              when_print_clock(from, f->first, 0),
              when_print_clock(to, f->last, 0));
    return CORR_ENONE;
}

corr_code load_cut_folders(loading *l, corr_err *err)
{
    for (size_t k = 0; k < l->files->cut.n; k++) {
        folder f = { .number = k + 1,
                     .cut = &l->files->cut.v[k],
                     .first = INT64_MAX,
                     .last = INT64_MIN };
        find_reach(l, &f);
        for (size_t i = 0; i < l->files->file.n; i++)
            cut_file(l, &f, i);
        if (f.outside && !f.inside)
            return say_outside(&f, err);
    }
    return CORR_OK;
}
