/*
 * load_also - one file that holds several inputs.
 *
 * Exporters of telemetry write traces, metrics and profiles into one file,
 * record by record.  The format of its first bytes reads the file, and names
 * the other formats of which it met records (corr_has_also).  Each of them
 * reads the file again, as an input of its own.  So a file of one format is
 * read once, and a record is in memory only while it is read.
 */
#include "load/load_private.h"

#include <string.h>

/* Whether an input has nothing of its own format. */
static bool is_bare(const input *in)
{
    return !in->err.code && !in->read.recognised && in->span.n <= 1 &&
           in->segment.n <= 1 && in->series.n <= 1 && in->block.n == 0;
}

static bool is_wanted(const loading *l, const corr_format *f)
{
    return f->traces ? corr_wants(&l->want, CORR_NEED_SPANS)
                     : f->metrics || corr_wants(&l->want, CORR_NEED_SAMPLES);
}

/* The same file for another format.  first: 1 + the file whose input accounts
 * for the rest; 0: this one does, in place of `of`. */
static bool add_for_format(loading *l, size_t of, const corr_format *f,
                           size_t first, unsigned nth)
{
    const walk_file *file = &l->files->file.v[of];
    const input *in = l->in[of];
    walk_file more = { .path = strdup(file->path),
                       .show = strdup(file->show),
                       .window = file->window,
                       .within = file->within,
                       .named = file->named,
                       .is_rest = first > 0,
                       .format = f,
                       .first = first,
                       .nth = nth,
                       .spool = in->file.is_pipe ? in->file.spool : 0 };

    if (more.path && more.show && vec_push(&l->files->file, more))
        return true;
    walk_file_clear(&more);
    return false;
}

/* Makes room for as many inputs as there are files. */
static bool add_room(loading *l, size_t n)
{
    const size_t all = l->files->file.n;
    input **in = realloc(l->in, (all + 1) * sizeof *in);

    if (in)
        l->in = in;
    load_state *state =
        in ? realloc(l->state, (all + 1) * sizeof *state) : NULL;
    if (!state)
        return false;
    l->state = state;
    memset(l->in + n, 0, (all + 1 - n) * sizeof *in);
    memset(l->state + n, 0, (all + 1 - n) * sizeof *state);
    return true;
}

/* The user insists on one format: the others are named. */
static bool say_also(loading *l)
{
    bool ok = true;

    for (size_t i = 0; i < l->files->file.n; i++)
        for (size_t k = 0; ok && l->in[i] && k < MOST_ALSO; k++) {
            const corr_format *f = l->in[i]->read.also[k];
            if (!f)
                break;
            ok = input_note(
                l->in[i], CORR_PASSED_OVER,
                "records of the format %s were not read because of --as",
                f->name);
        }
    return ok;
}

bool load_add_also(loading *l)
{
    const size_t n = l->files->file.n;
    bool ok = true;

    if (l->opts->as)
        return say_also(l);
    for (size_t i = 0; ok && i < n; i++) {
        const input *in = l->in[i];
        const bool is_first = in && !is_bare(in);
        size_t first = is_first ? i + 1 : 0;
        unsigned nth = is_first;
        for (size_t k = 0; ok && in && k < MOST_ALSO && in->read.also[k]; k++)
            if (is_wanted(l, in->read.also[k]) &&
                (!in->file.is_pipe || in->file.spool)) {
                ok = add_for_format(l, i, in->read.also[k], first, nth++);
                first = first ? first : l->files->file.n;
            }
        l->state[i].is_replaced = in && is_bare(in) && nth > 0;
    }
    return ok && add_room(l, n);
}

static bool is_same_warning(const warning *a, const warning *b)
{
    return a->offset == b->offset && a->damage == b->damage &&
           (a->damage || strcmp(a->text, b->text) == 0);
}

/* Drops what the first reading of the file told, too: damage between records is
 * met by each. */
static void drop_told(input *in, const input *first)
{
    size_t kept = 0;

    for (size_t i = 0; i < in->warning.n; i++) {
        size_t k = 0;
        while (k < first->warning.n &&
               !is_same_warning(&in->warning.v[i], &first->warning.v[k]))
            k++;
        if (k == first->warning.n)
            in->warning.v[kept++] = in->warning.v[i];
    }
    in->warning.n = kept;
    if (kept == 0 || !in->warning.v[0].damage) { /* damage comes first */
        in->lost.damaged = false;
        in->lost.bytes = in->lost.events = 0;
    }
}

void load_drop_also(loading *l)
{
    for (size_t i = 0; i < l->nread; i++)
        if (l->state[i].is_replaced ||
            (l->files->file.v[i].nth > 0 && l->in[i] && is_bare(l->in[i])))
            load_forget(l, i);
}

void load_tell_once(loading *l)
{
    for (size_t i = 0; i < l->nread; i++) {
        const size_t first = l->files->file.v[i].first;
        if (l->in[i] && first && l->in[first - 1])
            drop_told(l->in[i], l->in[first - 1]);
    }
}
