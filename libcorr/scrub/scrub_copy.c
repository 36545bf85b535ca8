/* scrub_copy - one file on its way through a pass. */
#include "scrub/scrub_copy.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/regular_file.h"
#include "load/load.h"
#include "source/encoder.h"
#include "source/source.h"

/* ---- how a file is copied ------------------------------------------------ */

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

/* ---- opening and closing ------------------------------------------------- */

/* Files for which the time of gzip counts more than the size. */
enum { LARGE_FILE = 1 << 20 };

void scrub_copy_free(scrub_copy *c)
{
    scrub_written ignored;

    if (!c)
        return;
    digest_end(&c->digest, c->item->show.sha_before);
    if (c->sink)
        (void)!scrub_sink_close(c->sink, &ignored, NULL);
    if (c->in)
        src_close(c->in);
    if (c->from >= 0)
        close(c->from);
    if (c->to >= 0)
        close(c->to);
    free(c);
}

static bool open_source(scrub_copy *c, const corr_scrub *map, corr_err *err)
{
    scrub_item *item = c->item;

    c->from = regular_file_open(item->path, &item->show.bytes_before);
    if (c->from < 0) {
        item->show.why = "the file cannot be opened";
        item->rewrite = NULL;
        return false;
    }
    c->in = src_open_fd(c->from,
                        &(src_opts){ .path = item->path,
                                     .file = item->path,
                                     .limits = map->opts->limits },
                        err);
    return c->in != NULL;
}

static bool open_sink(scrub_copy *c, const corr_scrub *map, scrub_files *files,
                      const char *out, corr_err *err)
{
    const scrub_item *item = c->item;

    if (out) {
        c->to = scrub_files_create(files, out, item->show.to, err);
        if (c->to < 0)
            return false;
    }
    c->sink = scrub_sink_open(map, c->to, item->codec,
                              item->show.bytes_before >= LARGE_FILE);
    if (!c->sink)
        corr_no_memory(err);
    return c->sink != NULL;
}

scrub_copy *scrub_copy_open(const corr_scrub *map, scrub_files *files,
                            size_t item, const char *out, corr_err *err)
{
    scrub_copy *c = calloc(1, sizeof *c);

    if (!c) {
        corr_no_memory(err);
        return NULL;
    }
    *c = (scrub_copy){ .item = &files->item.v[item],
                       .from = -1,
                       .to = -1,
                       .goes_on = UINT64_MAX };
    bool good = open_source(c, map, err);
    if (good && map->learning && !c->item->rewrite)
        choose_rewriter(c->item, c->in, map->opts, &files->arena);
    good = good && c->item->rewrite &&
           (map->learning || open_sink(c, map, files, out, err));
    if (good) {
        digest_start(&c->digest, map, c->item);
        return c;
    }
    scrub_copy_free(c);
    return NULL;
}

/* ---- parts --------------------------------------------------------------- */

enum { PART_BYTES = 1 << 20 };

size_t scrub_copy_next(scrub_copy *c, bool *ended)
{
    size_t want = PART_BYTES, got;

    *ended = false;
    if (c->item->is_whole || !c->item->rewrite->part)
        return 0;
    for (;;) {
        const uint8_t *p = corr_src_peek(c->in, want, &got);
        const bool is_last = got < want;
        if (is_last && c->cut == 0) /* a small file */
            return 0;
        *ended = got == 0;
        const size_t n =
            got ? c->item->rewrite->part(p, is_last ? got : want, is_last) : 0;
        if (n <= want && n <= got)
            return n;
        if (is_last)
            return 0;
        want = n;
    }
}

bool scrub_copy_cut(scrub_copy *c, size_t n, scrub_part *to)
{
    size_t got;

    *to = (scrub_part){ .number = c->cut++, .n = n };
    if (n == 0)
        return true;
    const uint8_t *p = corr_src_peek(c->in, n, &got);
    c->has_bytes = true;
    to->p = malloc(n);
    if (!to->p)
        return false;
    memcpy(to->p, p, n);
    corr_src_skip(c->in, n);
    return true;
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

corr_code scrub_copy_part(scrub_copy *c, corr_scrub *map,
                          const scrub_part *part, corr_out *to, corr_err *err)
{
    const src_opts opts = { .path = c->item->path,
                            .limits = map->opts->limits,
                            .is_inside = true,
                            .is_decoded = true };
    corr_src *in =
        part->p ? src_open_memory(part->p, part->n, &opts, err) : c->in;

    if (!in)
        return CORR_ENOMEM;
    corr_code code = c->item->rewrite->copy(in, map, to, err);
    if (part->p)
        src_close(in);
    else
        code = source_code(in, code, err);
    return code;
}

/* ---- the end ------------------------------------------------------------- */

static void set_where(corr_err *err, const scrub_item *item)
{
    if (err && err->code && !err->input[0])
        snprintf(err->input, sizeof err->input, "%s", item->path);
}

/* A file that its rewriter cannot follow is not copied, and the run goes on. */
static corr_code leave_out(corr_code code, scrub_item *item, scrub_files *files,
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

static bool is_source_bad(const scrub_copy *c)
{
    return corr_src_cut(c->in) || corr_src_failed(c->in);
}

/* Whether its parts do not make up the file: it is read again as one, and a
 * failure then says where it is. */
static bool is_cut_wrong(const scrub_copy *c)
{
    return c->has_bytes &&
           (c->is_odd || is_source_bad(c) || c->code == CORR_EFORMAT ||
            c->code == CORR_ELIMIT ||
            (c->goes_on != UINT64_MAX && c->goes_on + 1 < c->cut));
}

corr_code scrub_copy_end_learning(scrub_copy *c, scrub_files *files,
                                  corr_err *err)
{
    corr_code code = c->code;

    digest_end(&c->digest, c->item->show.sha_before);
    if (is_cut_wrong(c)) {
        c->item->is_whole = c->item->is_again = true;
        return CORR_OK;
    }
    if (code && err)
        *err = c->err;
    set_where(err, c->item);
    return leave_out(code, c->item, files, err);
}

corr_code scrub_copy_end(scrub_copy *c, corr_err *err)
{
    scrub_item *item = c->item;
    const bool is_written = c->to >= 0;
    scrub_written written = { 0 };
    corr_code code = scrub_sink_close(c->sink, &written, err);

    c->sink = NULL;
    if (c->has_bytes && !code && is_source_bad(c))
        code = corr_fail(err, CORR_EIO, "the file changed while it was read");
    if (is_written && close(c->to) != 0 && !code)
        code = corr_fail(err, CORR_EIO, "%s cannot be written: %s",
                         item->show.to, strerror(errno));
    c->to = -1;
    if (!code && written.is_dirty)
        code = corr_fail(err, CORR_EFORMAT,
                         "a known value is still in the copy of %s, so corr "
                         "keeps no copy",
                         item->from);
    item->show.bytes_after = written.bytes;
    item->show.changed = c->changed;
    snprintf(item->show.sha_after, sizeof item->show.sha_after, "%s",
             written.sha);
    set_where(err, item);
    return !code && is_written ? digest_of_item(item, err) : code;
}
