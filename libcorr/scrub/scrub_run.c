/* scrub_run - all files of a run, twice: to learn, and to write. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/out.h"
#include "base/regular_file.h"
#include "load/load.h"
#include "scrub/scrub_digest.h"
#include "scrub/scrub_files.h"
#include "scrub/scrub_private.h"
#include "scrub/scrub_receipt.h"
#include "scrub/scrub_sink.h"
#include "source/encoder.h"
#include "source/source.h"

/* ---- one file ------------------------------------------------------------ */

static bool is_json_head(const uint8_t *p, size_t n)
{
    size_t at = 0;

    while (at < n && (p[at] == ' ' || (p[at] >= '\t' && p[at] <= '\r')))
        at++;
    if (at >= n || (p[at] != '{' && p[at] != '['))
        return false;
    const bool is_list = p[at++] == '[';
    while (at < n && (p[at] == ' ' || (p[at] >= '\t' && p[at] <= '\r')))
        at++;
    return at < n && strchr(is_list ? "{[\"]" : "\"}", p[at]);
}

static const char *const no_copy = "no copy of this kind of file can be made";

/* Bytes that may be a binary format are not copied as text. */
static const corr_format *recognise(const uint8_t *head, size_t n,
                                    const corr_scrub_opts *opts, corr_err *why)
{
    const bool whole = n < CORR_PROBE_MAX;
    const corr_format *f =
        n ? load_recognise(opts->formats, head, n, whole, LOAD_SURE_FOUND, why)
          : NULL;
    corr_err ignored = { 0 };

    if (f || !n)
        return f;
    f = load_recognise(opts->formats, head, n, whole, LOAD_SURE_NAMED,
                       &ignored);
    return f && f->is_binary ? f : NULL;
}

/* Chooses the rewriter of a file by its first bytes. */
static void choose_rewriter(scrub_item *item, corr_src *in,
                            const corr_scrub_opts *opts, corr_arena *arena)
{
    corr_err why = { 0 };
    size_t n;
    const uint8_t *head = corr_src_peek(in, CORR_PROBE_MAX, &n);
    const corr_format *f = recognise(head, n, opts, &why);
    const bool is_binary = load_is_binary(head, n);

    item->show.format = f ? f->name : "text";
    item->codec = src_codec(in);
    if (f && f->rewrite) {
        item->rewrite = f->rewrite;
    } else if (!is_binary && is_json_head(head, n)) {
        item->rewrite = opts->json;
        item->show.format = f ? f->name : "json";
    } else if (!is_binary) {
        item->rewrite = opts->text;
    } else {
        item->show.format = f ? f->name : "unknown";
        item->show.why = f || !why.what[0]
                             ? no_copy
                             : corr_arena_text(arena, corr_str_of(why.what));
    }
    if (!encoder_has(item->codec)) {
        item->rewrite = NULL;
        item->show.why = "this build does not compress with its codec";
    }
}

static void set_where(corr_err *err, const scrub_item *item)
{
    if (err && err->code && !err->input[0])
        snprintf(err->input, sizeof err->input, "%s", item->path);
}

/* How the source failed, if it did.  A rewriter may have said that the file breaks
 * off, or is too large. */
static corr_code source_code(const corr_src *in, corr_code code, corr_err *err)
{
    const corr_code failed = src_failure(in, NULL);
    const bool is_of_file = failed == CORR_EFORMAT || failed == CORR_ELIMIT;

    if (!failed || (code && is_of_file))
        return code;
    if (err)
        *err = (corr_err){ 0 };
    return src_failure(in, err);
}

/* Reads one file, through its rewriter, into a sink.  A file that breaks off is
 * copied as far as it goes. */
static corr_code copy_item(scrub_item *item, corr_scrub *map, corr_out *out,
                           scrub_files *files, corr_err *err)
{
    const int fd = regular_file_open(item->path, &item->show.bytes_before);
    corr_src *in;
    file_digest digest = { 0 };
    corr_code code = CORR_OK;

    if (fd < 0) {
        item->show.why = "the file cannot be opened";
        item->rewrite = NULL;
        return CORR_OK;
    }
    in = src_open_fd(fd,
                     &(src_opts){ .path = item->path,
                                  .file = item->path,
                                  .limits = map->opts->limits },
                     err);
    if (in && map->learning && !item->show.why)
        choose_rewriter(item, in, map->opts, &files->arena);
    if (in && item->rewrite) {
        digest_start(&digest, map, item);
        code = item->rewrite(in, map, out, err);
        digest_end(&digest, item->show.sha_before);
    }
    if (in && item->rewrite)
        code = source_code(in, code, err);
    if (in)
        src_close(in);
    else
        code = err ? err->code : CORR_ENOMEM;
    close(fd);
    set_where(err, item);
    return code;
}

/* A file that its rewriter cannot follow is not copied, and the run goes on. */
static corr_code is_fatal(corr_code code, scrub_item *item, scrub_files *files,
                          corr_err *err)
{
    if (code != CORR_EFORMAT && code != CORR_ELIMIT)
        return code;
    item->show.why = corr_arena_text(
        &files->arena, corr_str_of(err && err->what[0] ? err->what : no_copy));
    item->rewrite = NULL;
    item->show.sha_before[0] = '\0';
    if (err)
        *err = (corr_err){ 0 };
    return CORR_OK;
}

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

static int drop_bytes(void *ctx, const char *p, size_t n)
{
    (void)ctx;
    (void)p;
    (void)n;
    return 0;
}

static corr_code learn_all(corr_scrub *map, scrub_files *files, corr_err *err)
{
    corr_out *nowhere = out_to(drop_bytes, NULL);
    corr_code code = nowhere ? CORR_OK : corr_no_memory(err);

    for (size_t i = 0; i < files->item.n && !code; i++) {
        scrub_item *item = &files->item.v[i];
        corr_scrub_text(map, CORR_PLACE_NAME, corr_str_of(item->from));
        if (item->show.why)
            continue;
        code = is_fatal(copy_item(item, map, nowhere, files, err), item, files,
                        err);
    }
    const corr_code closed = nowhere ? corr_out_close(nowhere, err) : code;
    code = code ? code : closed;
    if (!code && !scrub_learned(map))
        code = corr_no_memory(err);
    return code;
}

/* Files for which the time of gzip counts more than the size. */
enum { LARGE_FILE = 1 << 20 };

static corr_code write_item(scrub_item *item, corr_scrub *map,
                            scrub_files *files, const char *out, corr_err *err)
{
    const int fd =
        out ? scrub_files_create(files, out, item->show.to, err) : -1;
    const uint64_t changed = map->changed;
    scrub_written written = { 0 };

    if (out && fd < 0)
        return CORR_EIO;
    scrub_sink *sink = scrub_sink_open(map, fd, item->codec,
                                       item->show.bytes_before >= LARGE_FILE);
    corr_code code =
        sink ? copy_item(item, map, scrub_sink_out(sink), files, err)
             : corr_no_memory(err);
    if (sink) {
        const corr_code closed = scrub_sink_close(sink, &written, err);
        code = code ? code : closed;
    }
    if (fd >= 0 && close(fd) != 0 && !code)
        code = corr_fail(err, CORR_EIO, "%s cannot be written: %s",
                         item->show.to, strerror(errno));
    if (!code && written.is_dirty)
        code = corr_fail(err, CORR_EFORMAT,
                         "a known value is still in the copy of %s, so corr "
                         "keeps no copy",
                         item->from);
    item->show.bytes_after = written.bytes;
    item->show.changed = map->changed - changed;
    snprintf(item->show.sha_after, sizeof item->show.sha_after, "%s",
             written.sha);
    return !code && out ? digest_of_item(item, err) : code;
}

static corr_code write_all_items(corr_scrub *map, scrub_files *files,
                                 const char *out, corr_err *err)
{
    if (!name_items(map, files))
        return corr_no_memory(err);
    for (size_t i = 0; i < files->item.n; i++) {
        scrub_item *item = &files->item.v[i];
        if (!item->rewrite)
            continue;
        const corr_code code = write_item(item, map, files, out, err);
        if (code)
            return code;
        if (map->failed)
            return corr_no_memory(err);
        if (map->collided)
            return CORR_OK;
    }
    return CORR_OK;
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
    return r->map->known.n;
}

size_t corr_scrubbed_weak(const corr_scrubbed *r)
{
    return r->map->nweak;
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
        c.before[i] = t->before[i] ? t->before[i] : "";
        c.after[i] = t->after[i] ? t->after[i] : "";
    }
    return c;
}
