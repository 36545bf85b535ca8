#include "verbs/pack/case_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/json_doc.h"

enum { MOST_LIST = 64 << 20 };

/* ---- writing ------------------------------------------------------------------- */

static void put_case_member(corr_out *out, const char *before, const char *key,
                            const char *text)
{
    corr_printf(out, "%s\"%s\": ", before, key);
    corr_put_quoted(out, corr_str_of(text), false);
}

/* Notes which file a part is of, and how it was cut. */
static void put_cut(corr_out *list, const case_cut *cut)
{
    put_case_member(list, ", ", "cut", cut->rule);
    corr_printf(list, ", \"original\": {\"bytes\": %lld, \"sha256\": \"%s\"}",
                (long long)cut->of, cut->original);
}

static corr_code add_file(corr_pack *k, corr_out *list, const char *folder,
                          const char *path, const char *name, bool is_first,
                          const case_cut *cut, corr_err *err)
{
    char digest[CORR_SHA256_TEXT], whole[4096];
    struct stat st;

    snprintf(whole, sizeof whole, "%s%s%s", folder, *folder ? "/" : "", path);
    const int fd = open(whole, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0) {
        if (fd >= 0)
            close(fd);
        return corr_fail(err, CORR_EIO, "%.200s: %s", whole, strerror(errno));
    }
    const corr_code code = corr_pack_file(k, name, fd, digest, err);
    close(fd);
    put_case_member(list, is_first ? "\n  {" : ",\n  {", "name", name);
    corr_printf(list, ", \"bytes\": %lld", (long long)st.st_size);
    put_case_member(list, ", ", "sha256", code ? "" : digest);
    if (cut)
        put_cut(list, cut);
    corr_puts(list, "}");
    return code;
}

static corr_code add_files(corr_pack *k, corr_out *list, const case_parts *p,
                           corr_err *err)
{
    const char *folder = p->slice ? p->slice->made : p->folder;
    corr_code code = CORR_OK;
    bool is_first = true;

    corr_puts(list, "\"files\": [");
    for (size_t i = 0; !code && i < p->names->list.n; i++) {
        const char *name = p->names->list.v[i];
        code = add_file(k, list, folder, name, name, is_first,
                        case_slice_cut_of(p->slice, name), err);
        is_first = false;
    }
    if (!code && p->finding)
        code = add_file(k, list, "", p->finding, "finding.md", is_first, NULL,
                        err);
    corr_puts(list, "],\n\"left_out\": [");
    for (size_t i = 0; p->slice && i < p->slice->unread.n; i++) {
        corr_puts(list, i ? ", " : "");
        corr_put_quoted(list, corr_str_of(p->slice->unread.v[i]), false);
    }
    corr_puts(list, "],\n");
    return code;
}

static corr_code add_answers(corr_pack *k, corr_out *list, const case_parts *p,
                             corr_err *err)
{
    corr_code code = CORR_OK;

    corr_puts(list, "\"questions\": [");
    for (size_t i = 0; !code && i < p->commands->list.n; i++) {
        const case_command *c = &p->commands->list.v[i];
        char name[64];
        snprintf(name, sizeof name, CASE_ANSWERS "%zu.txt", i + 1);
        put_case_member(list, i ? ",\n  {" : "\n  {", "command", c->text);
        if (c->why) {
            put_case_member(list, ", ", "not_run", c->why);
        } else {
            corr_printf(list, ", \"exit\": %d", c->status);
            put_case_member(list, ", ", "answer", name);
            code = corr_pack_bytes(k, name, c->answer, c->n, err);
        }
        corr_puts(list, "}");
    }
    corr_puts(list, "],\n\"missing\": [");
    for (size_t i = 0; i < p->missing.n; i++) {
        corr_puts(list, i ? ",\n  " : "\n  ");
        corr_put_quoted(list, corr_str_of(p->missing.v[i]), false);
    }
    corr_puts(list, "]}\n");
    return code;
}

static corr_code put_case(corr_pack *k, const case_parts *p, corr_err *err)
{
    corr_out *list = corr_out_memory();

    if (!list)
        return corr_no_memory(err);
    corr_puts(list, "{\"schema\": \"corr.case/1\", \"version\": \"" CORR_VERSION
                    "\",\n");
    corr_code code = add_files(k, list, p, err);
    if (!code)
        code = add_answers(k, list, p, err);
    const corr_str text = corr_out_bytes(list);
    if (!code)
        code = corr_pack_bytes(k, CASE_LIST, text.p, text.n, err);
    const corr_code closed = corr_out_close(list, code ? NULL : err);
    return code ? code : closed;
}

corr_code case_file_refuse(const char *path, corr_err *err)
{
    corr_fail(err, CORR_EUSAGE, "%.200s is there; it is not replaced", path);
    return corr_hint(err, "write to another file: -o case-2.corrcase");
}

corr_code case_file_write(const char *path, const case_parts *parts,
                          uint64_t *bytes, corr_err *err)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    struct stat st;

    if (fd < 0 && errno == EEXIST)
        return case_file_refuse(path, err);
    if (fd < 0)
        return corr_fail(err, CORR_EIO, "%.200s cannot be made: %s", path,
                         strerror(errno));
    corr_pack *k = corr_pack_new(fd);
    corr_code code = k ? put_case(k, parts, err) : corr_no_memory(err);
    if (k) {
        const corr_code ended = corr_pack_end(k, code ? NULL : err);
        code = code ? code : ended;
    }
    *bytes = fstat(fd, &st) == 0 ? (uint64_t)st.st_size : 0;
    if (close(fd) != 0 && !code)
        code = corr_fail(err, CORR_EIO, "%s: %s", path, strerror(errno));
    if (code)
        unlink(path);
    return code;
}

/* ---- reading -------------------------------------------------------------------- */

/* Reads n bytes of a file in memory; false: they cannot be read. */
static bool read_bytes(int fd, char *to, size_t n)
{
    for (size_t at = 0; at < n;) {
        const ssize_t got = pread(fd, to + at, n - at, (off_t)at);
        if (got <= 0 && !(got < 0 && errno == EINTR))
            return false;
        at += got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* The bytes of a file of the archive, to be freed; NULL: it is not there, or
 * err says why it cannot be read. */
static char *bytes_of(const corr_archive *a, const char *name, size_t *n,
                      corr_err *err)
{
    for (size_t i = 0; i < corr_archive_facts_of(a).files; i++) {
        const corr_archive_file f = corr_archive_at(a, i);
        struct stat st = { .st_size = 0 };
        if (strcmp(f.name, name) != 0)
            continue;
        const bool known = fstat(f.fd, &st) == 0;
        if (known && st.st_size > MOST_LIST)
            return NULL;
        *n = (size_t)st.st_size;
        char *p = malloc(*n + 1);
        if (!p)
            corr_no_memory(err);
        if (p && known && read_bytes(f.fd, p, *n))
            return p;
        if (p)
            corr_fail(err, CORR_EIO, "%s of the archive cannot be read: %s",
                      name, strerror(errno));
        free(p);
        return NULL;
    }
    return NULL;
}

static cJSON *list_of(const corr_archive *a, corr_err *err)
{
    size_t n;
    char *text = bytes_of(a, CASE_LIST, &n, err);
    cJSON *list =
        text ? json_doc_parse((corr_str){ text, n }, NULL, err) : NULL;

    free(text);
    return list;
}

static bool read_question(const corr_archive *a, const cJSON *q,
                          case_commands *commands, corr_err *err)
{
    const char *text =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(q, "command"));
    const char *answer =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(q, "answer"));
    const cJSON *status = cJSON_GetObjectItemCaseSensitive(q, "exit");
    const size_t before = commands->list.n;

    if (!text)
        return false;
    if (!case_command_add(commands, corr_str_of(text))) {
        corr_no_memory(err);
        return false;
    }
    if (commands->list.n == before)
        return true;
    case_command *c = &commands->list.v[before];
    c->status = cJSON_IsNumber(status) ? status->valueint : -1;
    if (answer)
        c->answer = bytes_of(a, answer, &c->n, err);
    return c->why || c->answer;
}

corr_code case_file_read(const corr_archive *a, case_commands *commands,
                         corr_err *err)
{
    corr_err failed = { 0 };
    cJSON *list = list_of(a, &failed);
    const cJSON *questions =
                    cJSON_GetObjectItemCaseSensitive(list, "questions"),
                *q;
    bool ok = cJSON_IsArray(questions);

    if (ok)
        cJSON_ArrayForEach(q, questions) ok =
            ok && read_question(a, q, commands, &failed);
    cJSON_Delete(list);
    if (ok)
        return CORR_OK;
    if (failed.code)
        return corr_fail(err, failed.code, "%s", failed.what);
    corr_fail(err, CORR_EFORMAT, "the archive has no readable " CASE_LIST);
    return corr_hint(err, "corr info FILE shows what is in an archive");
}

static bool has_digest(const corr_archive_file *f, const char *want,
                       corr_err *err)
{
    char got[CORR_SHA256_TEXT];
    const int sys = corr_sha256_file(f->fd, got);

    if (sys)
        corr_fail(err, CORR_EIO, "%s of the archive cannot be read: %s",
                  f->name, strerror(sys));
    return !sys && strcmp(got, want) == 0;
}

bool case_file_is_whole(const corr_archive *a, const char **wrong,
                        corr_err *err)
{
    cJSON *list = list_of(a, err);
    const cJSON *files = cJSON_GetObjectItemCaseSensitive(list, "files");
    const cJSON *next = files ? files->child : NULL;

    *wrong = NULL;
    for (size_t i = 0; !*wrong && i < corr_archive_facts_of(a).files; i++) {
        const corr_archive_file f = corr_archive_at(a, i);
        const char *name = cJSON_GetStringValue(
            cJSON_GetObjectItemCaseSensitive(next, "name"));
        const char *want = cJSON_GetStringValue(
            cJSON_GetObjectItemCaseSensitive(next, "sha256"));
        if (!name || strcmp(name, f.name) != 0)
            continue; /* answers are compared when they are replayed */
        if (!want || !has_digest(&f, want, err))
            *wrong = f.name;
        next = next->next;
    }
    const bool is_whole = !*wrong && files && !next;
    if (!is_whole && !*wrong)
        *wrong = CASE_LIST;
    cJSON_Delete(list);
    return is_whole;
}
