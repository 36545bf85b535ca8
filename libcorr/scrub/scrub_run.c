/* scrub_run - all files of a run, twice: to learn, and to write. */
#include <errno.h>
#include <stdio.h>

#include "scrub/scrub_crew.h"
#include "scrub/scrub_files.h"
#include "scrub/scrub_private.h"
#include "scrub/scrub_receipt.h"

/* ---- names of files ------------------------------------------------------ */

/* The part of a name that says what kind of file it is: ".pb.gz". */
static size_t ending_of(corr_str name)
{
    static const char *const endings[] = {
        ".gz",     ".zst",       ".lz4",    ".pb",         ".pprof",
        ".json",   ".jsonl",     ".jfr",    ".txt",        ".md",
        ".log",    ".collapsed", ".folded", ".cpuprofile", ".heapprofile",
        ".prom",   ".metrics",   ".perf",   ".speedscope", ".csv",
        ".tsv",    ".yaml",      ".yml",    ".html",       ".svg",
        ".labels",
    };
    bool more = true;

    while (more) {
        more = false;
        for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
            if (name.n > strlen(endings[i]) &&
                corr_str_ends(name, endings[i])) {
                name.n -= strlen(endings[i]);
                more = true;
            }
    }
    return name.n;
}

/* A path through the table, part by part. */
static const char *map_path(corr_scrub *map, scrub_files *files,
                            const char *from)
{
    corr_str rest = corr_str_of(from), part;
    const char *to = "";

    while (to && corr_str_next(&rest, '/', &part)) {
        const size_t stem = ending_of(part);
        const corr_str now =
            corr_scrub_text(map, CORR_PLACE_NAME, (corr_str){ part.p, stem });
        to = corr_arena_print(&files->arena, "%s%s%.*s%.*s", to,
                              to[0] ? "/" : "", CORR_STR_ARG(now),
                              (int)(part.n - stem), part.p + stem);
    }
    return to;
}

static bool is_taken_name(const scrub_files *f, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (f->item.v[i].show.to && strcmp(f->item.v[i].show.to, name) == 0)
            return true;
    return false;
}

static bool name_items(corr_scrub *map, scrub_files *files)
{
    for (size_t i = 0; i < files->item.n; i++) {
        const char *to = map_path(map, files, files->item.v[i].from);
        const char *name = to;
        for (unsigned k = 2; name && is_taken_name(files, i, name); k++)
            name = corr_arena_print(&files->arena, "%u-%s", k, to);
        files->item.v[i].show.to = name;
        if (!name)
            return false;
    }
    return true;
}

/* ---- passes -------------------------------------------------------------- */

static corr_code learn_all(corr_scrub *map, scrub_files *files, corr_err *err)
{
    for (size_t i = 0; i < files->item.n; i++)
        corr_scrub_text(map, CORR_PLACE_NAME,
                        corr_str_of(files->item.v[i].from));
    corr_code code = scrub_crew_run(map, files, NULL, false, err);
    bool is_again = false;
    for (size_t i = 0; i < files->item.n; i++)
        is_again |= files->item.v[i].is_again;
    if (!code && is_again)
        code = scrub_crew_run(map, files, NULL, true, err);
    if (!code && !scrub_learned(map))
        code = corr_no_memory(err);
    return code;
}

static corr_code write_all_items(corr_scrub *map, scrub_files *files,
                                 const char *out, corr_err *err)
{
    if (!name_items(map, files) || map->failed)
        return corr_no_memory(err);
    return scrub_crew_run(map, files, out, false, err);
}

/* ---- a run --------------------------------------------------------------- */

static corr_code run_passes(corr_scrubbed *r, const char *const *paths,
                            size_t n, const char *out, corr_err *err)
{
    corr_code code = scrub_files_find(&r->files, paths, n, r->map->opts, err);

    if (!code && out)
        code = scrub_files_make(&r->files, out, paths, n, err);
    if (!code)
        code = learn_all(r->map, &r->files, err);
    if (!code)
        code = write_all_items(r->map, &r->files, out, err);
    if (!code && r->map->collided) {
        scrub_files_remove(&r->files);
        scrub_restart(r->map);
        code = out ? scrub_files_make(&r->files, out, paths, n, err) : CORR_OK;
        if (!code)
            code = write_all_items(r->map, &r->files, out, err);
    }
    return !code && out ? scrub_receipt_write(r, out, err) : code;
}

corr_scrubbed *corr_scrub_run(const char *const *paths, size_t n,
                              const char *out, const corr_scrub_opts *opts,
                              corr_err *err)
{
    corr_scrubbed *r = calloc(1, sizeof *r);
    corr_err own = { 0 };
    corr_err *to = err ? err : &own;

    if (r)
        r->opts = *opts;
    if (!r || !(r->map = scrub_new(&r->opts))) {
        corr_scrubbed_free(r);
        corr_no_memory(to);
        return NULL;
    }
    if (run_passes(r, paths, n, opts->preview ? NULL : out, to)) {
        scrub_files_remove(&r->files);
        corr_scrubbed_free(r);
        return NULL;
    }
    return r;
}

void corr_scrubbed_free(corr_scrubbed *r)
{
    if (!r)
        return;
    scrub_free(r->map);
    scrub_files_clear(&r->files);
    free(r);
}

/* ---- results ------------------------------------------------------------- */

size_t corr_scrubbed_files(const corr_scrubbed *r)
{
    return r->files.item.n;
}

const corr_scrub_file *corr_scrubbed_file(const corr_scrubbed *r, size_t i)
{
    return &r->files.item.v[i].show;
}

size_t corr_scrubbed_known(const corr_scrubbed *r)
{
    return r->map->own.known.n;
}

size_t corr_scrubbed_weak(const corr_scrubbed *r)
{
    return known_nweak(&r->map->own);
}

corr_scrub_count corr_scrubbed_count(const corr_scrubbed *r,
                                     corr_scrub_kind kind)
{
    static const char *const name[CORR_SCRUB_KIND_COUNT][2] = {
        [CORR_SCRUB_SECRET] = { "secret", "secrets" },
        [CORR_SCRUB_USER] = { "user", "users" },
        [CORR_SCRUB_HOST] = { "host", "hosts" },
        [CORR_SCRUB_ADDRESS] = { "address", "addresses" },
        [CORR_SCRUB_EMAIL] = { "email", "e-mail" },
        [CORR_SCRUB_TOKEN] = { "token", "tokens" },
        [CORR_SCRUB_CARD] = { "card", "cards" },
        [CORR_SCRUB_URL] = { "url", "values in URLs" },
        [CORR_SCRUB_SQL] = { "sql", "SQL literals" },
        [CORR_SCRUB_HOME] = { "home", "home directories" },
        [CORR_SCRUB_NAME] = { "name", "names" },
        [CORR_SCRUB_ID] = { "id", "ids" },
        [CORR_SCRUB_DROP] = { "dropped", "dropped" },
    };
    const scrub_tally *t = &r->map->tally[kind];
    corr_scrub_count c = { .name = name[kind][0],
                           .title = name[kind][1],
                           .texts = t->texts,
                           .values = t->values.n };

    for (unsigned i = 0; i < CORR_SCRUB_EXAMPLES; i++) {
        const scrub_example *e = &t->example[i];
        c.before[i] = e->before ? e->before : "";
        c.after[i] = e->after ? e->after : "";
    }
    return c;
}
