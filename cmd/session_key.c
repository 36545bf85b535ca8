/*
 * session_key - which inputs a question loads, and how, as a text.
 *
 * Everything that session_load.c reads stands in it: the paths, the options that
 * change what is loaded, and name, size and time of each file.  A file that was
 * changed, and a folder with a new file, is another input.
 */
#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cache.h"
#include "session.h"

enum {
    MOST_ENTRIES = 20000, /* of all folders together */
    MOST_DEPTH = 12       /* folders in folders */
};

typedef struct key_text {
    FILE *to;
    size_t entries;
    bool once; /* an input that cannot be read again, or too many of them */
} key_text;

/* A text that no other texts end up as. */
static void put_text(key_text *k, const char *name, const char *text)
{
    if (text)
        fprintf(k->to, "%s=%zu:%s\n", name, strlen(text), text);
}

static void put_texts(key_text *k, const char *name, const opt_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        put_text(k, name, list->item[i]);
}

static void put_number(key_text *k, const char *name, int64_t n)
{
    fprintf(k->to, "%s=%" PRId64 "\n", name, n);
}

/* ---- files ------------------------------------------------------------ */

static void put_entry(key_text *k, const char *path, unsigned depth);

static int keep_visible(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

static void put_folder(key_text *k, const char *path, unsigned depth)
{
    struct dirent **e = NULL;
    const int n = scandir(path, &e, keep_visible, alphasort);

    for (int i = 0; i < n; i++) {
        char below[PATH_MAX];
        const int len =
            snprintf(below, sizeof below, "%s/%s", path, e[i]->d_name);
        k->once |= len < 0 || (size_t)len >= sizeof below;
        if (!k->once)
            put_entry(k, below, depth + 1);
        free(e[i]);
    }
    free(e);
}

static void put_entry(key_text *k, const char *path, unsigned depth)
{
    struct stat st;

    if (++k->entries > MOST_ENTRIES) {
        k->once = true;
        return;
    }
    put_text(k, "file", path);
    if (stat(path, &st) != 0)
        return; /* the name may be a pattern or a window of a file */
    if (depth == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        k->once = true;
    fprintf(k->to, "%ju %ju %jd %jd.%09ld\n", (uintmax_t)st.st_dev,
            (uintmax_t)st.st_ino, (intmax_t)st.st_size,
            (intmax_t)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
    if (S_ISDIR(st.st_mode) && depth < MOST_DEPTH)
        put_folder(k, path, depth);
}

static void put_files(key_text *k, const char *name, const opt_list *paths)
{
    put_number(k, name, (int64_t)paths->n);
    for (size_t i = 0; i < paths->n; i++) {
        k->once |=
            strcmp(paths->item[i], "-") == 0 || !corr_is_there(paths->item[i]);
        put_entry(k, paths->item[i], 0);
    }
}

static void put_inputs(key_text *k, const session *s)
{
    const cmd *c = s->ctx.cmd;
    const opt_list *more = c->files_of ? c->files_of(&s->ctx) : NULL;

    if (s->inputs.label_map)
        put_files(k, "map", &(opt_list){ &s->inputs.label_map, 1 });
    put_files(k, "found", &s->found.paths);
    if (c->takes & TAKES_SIDES) {
        for (size_t i = 0; i < 2; i++) {
            put_text(k, "label", s->sides.side[i].label);
            put_files(k, "side", &s->sides.side[i].paths);
        }
        put_number(k, "columns", s->sides.columns);
        put_files(k, "both", &s->sides.both);
    }
    put_number(k, "more", more != NULL);
    if (more)
        put_files(k, "named", more);
}

/* ---- options ---------------------------------------------------------- */

static void put_options(key_text *k, const session *s, const corr_load_opts *o)
{
    put_texts(k, "service", &s->inputs.services_of);
    put_texts(k, "key", &(opt_list){ o->label_keys, o->nlabel_keys });
    put_text(k, "as", o->as);
    put_text(k, "index", o->index.dir);
    const int64_t number[] = { s->ctx.cmd->takes & TAKES_SIDES,
                               o->strict,
                               o->no_assume,
                               o->found,
                               o->flat,
                               o->full,
                               o->times.began.is_told,
                               o->times.began.at,
                               o->times.began.u,
                               o->times.keep_clocks,
                               o->times.skip_starts,
                               o->values.counts,
                               o->values.keep_counts,
                               o->values.no_yield,
                               o->values.rescale,
                               (int64_t)o->limits.memory,
                               (int64_t)o->index.least,
                               s->ctx.id2 != NULL };
    for (size_t i = 0; i < COUNT(number); i++)
        put_number(k, "", number[i]);
}

corr_code session_key_of(session *s, session_key *key)
{
    key_text k = { 0 };
    char dir[CACHE_PATH], *text = NULL;
    size_t n = 0;
    talk_progress ignored = { 0 };

    *key = (session_key){ 0 };
    if (!(s->ctx.cmd->takes & TAKES_INPUTS) || s->inputs.files0_from)
        return CORR_OK;
    const corr_code code = session_find(s);
    if (code)
        return code;
    const corr_load_opts o = session_load_opts(s, &ignored, dir);
    if (o.slices.again || o.slices.outline || o.slices.once)
        return CORR_OK;
    k.to = open_memstream(&text, &n);
    if (!k.to)
        return corr_no_memory(&s->err);
    put_options(&k, s, &o);
    put_inputs(&k, s);
    k.once |= ferror(k.to) != 0;
    k.once |= fclose(k.to) != 0;
    if (!k.once)
        /* of small files, more is read than the question needs at least */
        *key = (session_key){ corr_arena_print(&s->arena, "%s", text),
                              o.small ? o.needs | CORR_NEED_ATTRS : o.needs,
                              o.rows, o.kind, o.id };
    free(text);
    return CORR_OK;
}
