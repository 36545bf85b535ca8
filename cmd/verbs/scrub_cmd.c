/* scrub_cmd - corr scrub: copies of files that may leave the house. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/find_inputs.h"
#include "cli/verbs.h"
#include "corr_builtin.h"
#include "corr_scrub.h"

typedef struct scrub_opts {
    const char *out, *key, *drop;
    opt_list keep, secret, map;
    bool only_public, redact_ids, preview;
} scrub_opts;

static const opt scrub_options[] = {
    O_TEXT('o', "output", scrub_opts, out, "DIR",
           "the folder for the copies; it is made"),
    O_FLAG(0, "preview", scrub_opts, preview,
           "show what would change, with examples, and write nothing"),
    O_LIST(0, "keep-packages", scrub_opts, keep, "LIST",
           "allow-list: replace names, but those of public libraries and "
           "of these prefixes"),
    O_FLAG(0, "only-public", scrub_opts, only_public,
           "allow-list: replace all names but those of public libraries"),
    O_TEXT(0, "drop", scrub_opts, drop, "LIST",
           "leave out values of env, args, properties"),
    O_FLAG(0, "redact-ids", scrub_opts, redact_ids,
           "replace ids of traces and spans, so that joins survive"),
    O_LIST(0, "map", scrub_opts, map, "KEY",
           "replace the values of this key, numbers as well: user_id"),
    O_LIST(0, "secret", scrub_opts, secret, "TEXT",
           "remove this value everywhere, too"),
    O_TEXT(0, "key", scrub_opts, key, "FILE",
           "the key of the pseudonyms; made if it is not there"),
    O_END
};

/* ---- the key ------------------------------------------------------------- */

enum { KEY_BYTES = 32, KEY_MOST = 4096, PATH_MOST = 4096 };

/* XDG_STATE_HOME, else ~/.local/state; NULL: neither is known. */
static const char *key_path(char path[PATH_MOST])
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    int n = -1;

    if (state && state[0] == '/')
        n = snprintf(path, PATH_MOST, "%s/corr/scrub.key", state);
    else if (home && home[0] == '/')
        n = snprintf(path, PATH_MOST, "%s/.local/state/corr/scrub.key", home);
    return n > 0 && n < PATH_MOST ? path : NULL;
}

static bool random_key(char hex[2 * KEY_BYTES + 1])
{
    uint8_t bytes[KEY_BYTES];

    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static void make_parents(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

/* Writes a key beside its place, and links it there whole: of several runs at
 * once, the first one makes the key of all. */
static bool link_key(const char *path, const char *text, corr_err *err)
{
    char temp[PATH_MOST + 32];

    snprintf(temp, sizeof temp, "%s.%ld", path, (long)getpid());
    const int fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    corr_out *out = fd < 0 ? NULL : corr_out_fd(fd);
    bool good = out != NULL;

    if (fd < 0)
        corr_fail(err, CORR_EIO, "%s", strerror(errno));
    else if (!out)
        corr_no_memory(err);
    if (out) {
        corr_printf(out, "%s\n", text);
        good = corr_out_close(out, err) == CORR_OK;
    }
    if (fd >= 0 && close(fd) != 0 && good)
        good = !corr_fail(err, CORR_EIO, "%s", strerror(errno));
    /* some file systems have no links */
    if (good && link(temp, path) != 0 && errno != EEXIST &&
        (errno != EPERM || rename(temp, path) != 0))
        good = !corr_fail(err, CORR_EIO, "%s", strerror(errno));
    if (fd >= 0)
        unlink(temp);
    return good;
}

static corr_code make_key(const char *path, corr_err *err)
{
    char key[2 * KEY_BYTES + 1];
    corr_err failed = { 0 };

    if (!random_key(key))
        corr_fail(&failed, CORR_EIO, "%s", strerror(errno));
    else if (link_key(path, key, &failed))
        return CORR_OK;
    corr_fail(err, CORR_EIO, "the key file %s cannot be made: %s", path,
              failed.what);
    return corr_hint(err, "name another place: --key FILE");
}

/* Reads a key file, or makes one. */
static corr_code read_key(const char *path, corr_arena *arena, char *key,
                          size_t *n, corr_err *err)
{
    corr_err failed = { 0 };
    corr_str text;

    corr_code code = CORR_OK;
    if (access(path, F_OK) != 0 && errno == ENOENT)
        code = make_key(path, err);
    if (code)
        return code;
    if (read_all(path, KEY_MOST, arena, &text, &failed))
        return corr_fail(err, failed.code, "the key file %s", failed.what);
    *n = text.n < KEY_MOST ? text.n : KEY_MOST;
    memcpy(key, text.p, *n);
    while (*n && (key[*n - 1] == '\n' || key[*n - 1] == '\r'))
        --*n;
    if (*n < 8) {
        corr_fail(err, CORR_EUSAGE, "the key in %s is shorter than 8 bytes",
                  path);
        return corr_hint(err, "name a file that is not there, and corr makes "
                              "a key");
    }
    return CORR_OK;
}

/* ---- options ------------------------------------------------------------- */

static corr_code read_drops(const char *list, unsigned *drop, corr_err *err)
{
    static const char *const word[] = { "env", "args", "properties" };
    corr_str rest = corr_str_of(list), one;

    while (corr_str_next(&rest, ',', &one)) {
        unsigned i = 0;
        while (i < COUNT(word) && !corr_str_is(one, word[i]))
            i++;
        if (i == COUNT(word)) {
            corr_fail(err, CORR_EUSAGE, "--drop does not know \"%.*s\"",
                      CORR_STR_ARG(one));
            return corr_hint(err, "--drop env,args,properties");
        }
        *drop |= 1u << i;
    }
    return CORR_OK;
}

/* "java.*,com.acme.*": each prefix, in the arena. */
static bool split_list(const opt_list *list, corr_arena *a, corr_scrub_opts *to)
{
    size_t n = 0;

    for (size_t i = 0; i < list->n; i++)
        for (const char *p = list->item[i]; *p; p++)
            n += *p == ',';
    const char **item = corr_arena_new(a, const char *, n + list->n + 1);
    if (!item)
        return false;
    for (size_t i = 0; i < list->n; i++) {
        corr_str rest = corr_str_of(list->item[i]), one;
        while (corr_str_next(&rest, ',', &one))
            if (one.n && !(item[to->nkeep++] = corr_arena_text(a, one)))
                return false;
    }
    to->keep = item;
    return true;
}

/* ---- the screen ---------------------------------------------------------- */

typedef struct kind_row {
    corr_scrub_count c;
    const char *places, *values, *example; /* as the screen has them */
} kind_row;

static const corr_column kind_data[] = {
    COL("category", TEXT, kind_row, c.name),
    COL("places", INT, kind_row, c.texts),
    COL("values", INT, kind_row, c.values),
};

static const corr_column kind_screen[] = {
    SEE("category", 0, TEXT, kind_row, c.title),
    SEE("places", CORR_COL_RIGHT, TEXT, kind_row, places),
    SEE("values", CORR_COL_RIGHT, TEXT, kind_row, values),
    SEE("example", CORR_COL_FLEX, TEXT, kind_row, example),
};

static const corr_column file_data[] = {
    COL("from", TEXT, corr_scrub_file, from),
    COL("to", TEXT, corr_scrub_file, to),
    COL("format", TEXT, corr_scrub_file, format),
    COL("why", TEXT, corr_scrub_file, why),
    COL("bytes_before", INT, corr_scrub_file, bytes_before),
    COL("bytes_after", INT, corr_scrub_file, bytes_after),
    COL("changed", INT, corr_scrub_file, changed),
};

OWNS(corr_scrubbed)

/* A row for each example of a preview; else one for each category. */
static uint32_t fill_kinds(const corr_scrubbed *s, corr_report *r,
                           kind_row *row, bool preview)
{
    uint32_t n = 0;

    for (unsigned k = 0; k < CORR_SCRUB_KIND_COUNT; k++) {
        const corr_scrub_count c = corr_scrubbed_count(s, (corr_scrub_kind)k);
        if (!c.texts)
            continue;
        row[n++] = (kind_row){ .c = c,
                               .places = cmd_count(r, (int64_t)c.texts),
                               .values = cmd_count(r, (int64_t)c.values) };
        for (unsigned i = 0; preview && i < CORR_SCRUB_EXAMPLES; i++) {
            if (!c.before[i][0])
                continue;
            if (i)
                row[n++] =
                    (kind_row){ .c.title = "", .places = "", .values = "" };
            row[n - 1].example =
                corr_report_text(r, "%s > %s", c.before[i], c.after[i]);
        }
    }
    return n;
}

static void put_kinds(const corr_scrubbed *s, corr_report *r, bool preview)
{
    const size_t most =
        (size_t)CORR_SCRUB_KIND_COUNT * (CORR_SCRUB_EXAMPLES + 1);
    kind_row *row = corr_report_alloc(r, sizeof *row, most);
    kind_row *data = corr_report_alloc(r, sizeof *data, most);

    if (!row || !data)
        return;
    const uint32_t n = fill_kinds(s, r, data, false);
    cmd_primary(r, "rows", CORR_ROWS(kind_data, n, data));
    if (!preview) {
        for (uint32_t i = 0; i < n; i++)
            corr_report_line(r, "  %-18s%10s place%s, %s value%s",
                             data[i].c.title,
                             cmd_count(r, (int64_t)data[i].c.texts),
                             corr_plural(data[i].c.texts),
                             cmd_count(r, (int64_t)data[i].c.values),
                             corr_plural(data[i].c.values));
        return;
    }
    cmd_screen(r, CORR_ROWS(kind_screen, fill_kinds(s, r, row, true), row));
}

/* Which files are in the output, and which are not. */
static void put_files(const corr_scrubbed *s, corr_report *r, const char *out)
{
    const uint32_t n = (uint32_t)corr_scrubbed_files(s);
    corr_scrub_file *row = corr_report_alloc(r, sizeof *row, n + 1);
    int64_t copied = 0;
    uint64_t bytes = 0;

    if (!row)
        return;
    for (uint32_t i = 0; i < n; i++) {
        row[i] = *corr_scrubbed_file(s, i);
        copied += !row[i].why;
        bytes += row[i].bytes_after;
        if (row[i].why)
            row[i].to = NULL;
    }
    corr_report_table(r, "files", &CORR_ROWS(file_data, n, row), CORR_DATA);
    if (out)
        corr_report_head(r, "%s, %s, in %s", cmd_n(r, copied, "file"),
                         cmd_bytes(r, (int64_t)bytes), out);
    else
        corr_report_head(r, "%s would change as follows; no file was written",
                         cmd_n(r, copied, "file"));
    for (uint32_t i = 0; i < n; i++)
        if (row[i].why)
            corr_report_line(r, "not copied: %s (%s)", row[i].from, row[i].why);
}

static void put_scan(const corr_scrubbed *s, corr_report *r, const char *key,
                     bool preview, bool ids)
{
    const int64_t known = (int64_t)corr_scrubbed_known(s);

    corr_report_put(r, "known_values", corr_cell_int(known));
    corr_report_put(r, "ids", corr_cell_text(ids ? "remapped" : "kept"));
    if (!preview) {
        corr_report_field(r, "ids", "%s",
                          ids ? "remapped, joins preserved" : "kept");
        corr_report_field(r, "scan", "0 matches of %s",
                          cmd_n(r, known, "known value"));
    }
    if (key)
        corr_report_field(r, "key", "%s (do not send it)", key);
    else
        corr_report_field(r, "key",
                          "random; pseudonyms are not comparable "
                          "between runs");
}

/* ---- the recipe ---------------------------------------------------------- */

static corr_code take_options(const cmd_ctx *ctx, corr_scrub_opts *to,
                              corr_err *err)
{
    const scrub_opts *o = ctx->opts;
    corr_code code = o->drop ? read_drops(o->drop, &to->drop, err) : CORR_OK;

    to->jobs = jobs_of(NULL);
    to->formats = corr_builtin_formats;
    to->text = &corr_rewrite_text;
    to->json = &corr_rewrite_json;
    to->only_public = o->only_public || o->keep.n;
    to->redact_ids = o->redact_ids;
    to->preview = o->preview;
    to->secret = o->secret.item;
    to->nsecret = o->secret.n;
    to->map_keys = o->map.item;
    to->nmap = o->map.n;
    if (!code && !split_list(&o->keep, ctx->arena, to))
        code = corr_no_memory(err);
    if (!code && !o->preview && !o->out) {
        corr_fail(err, CORR_EUSAGE, "scrub wants a folder for the copies");
        code = corr_hint(err, "corr scrub . -o share, or corr scrub . "
                              "--preview");
    }
    return code;
}

static corr_code take_key(const scrub_opts *o, corr_arena *arena,
                          char path[PATH_MOST], char *key, corr_scrub_opts *to,
                          corr_err *err)
{
    size_t n = (size_t)2 * KEY_BYTES;
    const char *file = o->key ? o->key : key_path(path);
    corr_code code = CORR_OK;

    if (file && !o->key)
        make_parents(path);
    if (o->preview && (!file || (access(file, F_OK) != 0 && errno == ENOENT)))
        file = NULL; /* a preview makes no key */
    if (file)
        code = read_key(file, arena, key, &n, err);
    else if (!random_key(key))
        code = corr_fail(err, CORR_EIO, "the system has no random bytes");
    to->key = (corr_str){ key, n };
    to->key_file = file;
    return code;
}

static corr_code scrub_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    static const char *const here[] = { "." };
    const scrub_opts *o = ctx->opts;
    corr_scrub_opts *opts = corr_report_alloc(r, sizeof *opts, 1);
    char *key = corr_report_alloc(r, KEY_MOST, 1);
    char *path = corr_report_alloc(r, PATH_MOST, 1);

    if (!opts || !key || !path)
        return corr_no_memory(err);
    corr_code code = take_options(ctx, opts, err);
    if (!code)
        code = take_key(o, ctx->arena, path, key, opts, err);
    if (code)
        return code;
    const bool none = ctx->operands.n == 0;
    corr_scrubbed *s =
        corr_scrub_run(none ? here : ctx->operands.item,
                       none ? 1 : ctx->operands.n, o->out, opts, err);
    if (!s)
        return err->code;
    own_corr_scrubbed(r, s);
    put_files(s, r, o->preview ? NULL : o->out);
    put_kinds(s, r, o->preview);
    put_scan(s, r, opts->key_file, o->preview, o->redact_ids);
    return CORR_OK;
}

const cmd scrub_cmd = {
    .name = "scrub",
    .group = CMD_MAKE,
    .brief = "copies without secrets, by one table for all files",
    .operands = "[FILE|DIR...]",
    .options = scrub_options,
    .opts_size = sizeof(scrub_opts),
    .prints = PRINTS_FOLDER,
    .run = scrub_run,
};
