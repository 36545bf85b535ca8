/* check_state - reads and writes the file of --state. */
#include "gate/check_state.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/find_inputs.h"
#include "cli/json_doc.h"

#define SCHEMA "corr.check-state/2"

enum { MOST_STATE = 64 << 20, SUMS = 8 };

static const char *const side_name[2] = { "base", "new" };

static corr_code state_refused(const check_state *s, const char *why,
                               corr_err *err)
{
    corr_fail(err, CORR_EFORMAT, "%.200s: no state of corr check: %s", s->path,
              why);
    return corr_hint(err, "name another file; corr check begins a new state");
}

static corr_code state_differs(const check_state *s, const char *what,
                               corr_err *err)
{
    corr_fail(err, CORR_EUSAGE, "%.200s: the state is of another %s", s->path,
              what);
    return corr_hint(err, "begin a new watch with another file");
}

/* ---- files --------------------------------------------------------------- */

check_state_file *check_state_add(check_state *s, unsigned side,
                                  const char *sha)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->file[i].side == side && strcmp(s->file[i].sha, sha) == 0)
            return &s->file[i];
    if (s->n == s->room) {
        const size_t room = s->room ? 2 * s->room : 64;
        check_state_file *more =
            corr_arena_new(s->arena, check_state_file, room);
        if (!more)
            return NULL;
        if (s->n)
            memcpy(more, s->file, s->n * sizeof *more);
        s->file = more;
        s->room = room;
    }
    check_state_file *f = &s->file[s->n];
    *f = (check_state_file){ .side = side, .is_new = true };
    f->rule = corr_arena_new(s->arena, corr_watch_side, s->rules + 1);
    if (!f->rule)
        return NULL;
    memset(f->rule, 0, (s->rules + 1) * sizeof *f->rule);
    snprintf(f->sha, sizeof f->sha, "%s", sha);
    s->n++;
    return f;
}

static int by_side_and_hash(const void *a, const void *b)
{
    const check_state_file *x = a, *y = b;

    return x->side != y->side ? (int)x->side - (int)y->side
                              : strcmp(x->sha, y->sha);
}

void check_state_sort(check_state *s)
{
    if (s->n)
        qsort(s->file, s->n, sizeof *s->file, by_side_and_hash);
}

/* ---- reading ------------------------------------------------------------- */

static const char *text_of(const cJSON *o, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, key);

    return cJSON_IsString(item) ? item->valuestring : "";
}

static bool is_count(double v, double most)
{
    return v >= 0 && v <= most && v == floor(v);
}

static bool take_sums(const cJSON *list, corr_watch_side *to)
{
    double v[SUMS];
    unsigned n = 0;

    for (const cJSON *i = list ? list->child : NULL; i; i = i->next, n++) {
        if (n == SUMS || !cJSON_IsNumber(i) || !(i->valuedouble >= 0) ||
            !(i->valuedouble < 1e100))
            return false;
        v[n] = i->valuedouble;
    }
    if (!cJSON_IsArray(list) || n != SUMS || !is_count(v[7], 1e9) ||
        (v[7] > 0) != (v[3] > 0))
        return false;
    *to = (corr_watch_side){ v[0], v[1], v[2], v[3],
                             v[4], v[5], v[6], (uint32_t)v[7] };
    return true;
}

static bool take_file(check_state *s, const cJSON *o, corr_err *err)
{
    const char *sha = text_of(o, "sha256"), *side = text_of(o, "side");
    const cJSON *sums = cJSON_GetObjectItemCaseSensitive(o, "sums");
    const size_t had = s->n;

    if (strlen(sha) != CORR_SHA256_TEXT - 1 ||
        strspn(sha, "0123456789abcdef") != CORR_SHA256_TEXT - 1 ||
        (strcmp(side, side_name[0]) != 0 && strcmp(side, side_name[1]) != 0) ||
        !cJSON_IsArray(sums) || cJSON_GetArraySize(sums) != (int)s->rules)
        return false;
    check_state_file *f =
        check_state_add(s, strcmp(side, side_name[1]) == 0, sha);
    if (!f) {
        corr_no_memory(err);
        return false;
    }
    f->is_new = false;
    uint32_t r = 0;
    for (const cJSON *i = sums->child; i; i = i->next)
        if (!take_sums(i, &f->rule[r++]))
            return false;
    return s->n > had; /* a file is there once */
}

static bool has_rules(const check_state *s, const cJSON *list)
{
    uint32_t r = 0;

    for (const cJSON *i = list ? list->child : NULL; i; i = i->next, r++)
        if (r == s->rules || !cJSON_IsString(i) ||
            strcmp(i->valuestring, s->rule[r]) != 0)
            return false;
    return cJSON_IsArray(list) && r == s->rules;
}

static corr_code take_state(check_state *s, const cJSON *o, corr_err *err)
{
    const cJSON *files = cJSON_GetObjectItemCaseSensitive(o, "files");
    const cJSON *looks = cJSON_GetObjectItemCaseSensitive(o, "looks");
    const char *per = text_of(o, "per");

    if (strcmp(text_of(o, "schema"), SCHEMA) != 0)
        return state_refused(s, "the schema must be " SCHEMA, err);
    if (strcmp(text_of(o, "base"), s->base) != 0)
        return state_differs(s, "base", err);
    if (!has_rules(s, cJSON_GetObjectItemCaseSensitive(o, "rules")))
        return state_differs(s, "list of assertions", err);
    if (!cJSON_IsArray(files) || !cJSON_IsNumber(looks) ||
        !is_count(looks->valuedouble, 1e9))
        return state_refused(s, "looks or files are missing", err);
    s->looks = (uint32_t)looks->valuedouble;
    char *copy = corr_arena_new(s->arena, char, strlen(per) + 1);
    if (!copy)
        return corr_no_memory(err);
    s->per = strcpy(copy, per);
    for (const cJSON *i = files->child; i; i = i->next)
        if (!take_file(s, i, err))
            return err->code ? err->code
                             : state_refused(s, "a file of it is invalid", err);
    return CORR_OK;
}

corr_code check_state_read(check_state *s, corr_err *err)
{
    struct stat st;
    corr_str text;

    if (stat(s->path, &st) != 0)
        return errno == ENOENT ? CORR_OK
                               : corr_fail(err, CORR_EIO, "%.200s: %s", s->path,
                                           strerror(errno));
    if (!S_ISREG(st.st_mode))
        return state_refused(s, "not a regular file", err);
    if (st.st_size > MOST_STATE)
        return state_refused(s, "over 64 MiB", err);
    corr_code code = read_all(s->path, MOST_STATE, s->arena, &text, err);
    if (code)
        return code;
    corr_err failed = { 0 };
    cJSON *o = json_doc_parse(text, NULL, &failed);
    code = cJSON_IsObject(o) ? take_state(s, o, err)
           : failed.code     ? corr_no_memory(err)
                             : state_refused(s, "not JSON", err);
    cJSON_Delete(o);
    return code;
}

/* ---- writing ------------------------------------------------------------- */

static void put_quoted(corr_out *out, const char *text)
{
    corr_put_quoted(out, corr_str_of(text), false);
}

static void put_file(corr_out *out, const check_state *s,
                     const check_state_file *f)
{
    corr_printf(out, "  {\"sha256\": \"%s\", \"side\": \"%s\", \"sums\": [",
                f->sha, side_name[f->side]);
    for (uint32_t r = 0; r < s->rules; r++) {
        const corr_watch_side *w = &f->rule[r];
        corr_printf(out,
                    "%s[%.17g, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g, %u]",
                    r ? ", " : "", w->x, w->xx, w->xe, w->e, w->ee, w->cost,
                    w->of, w->k);
    }
    corr_puts(out, "]}");
}

static void put_state(corr_out *out, const check_state *s)
{
    corr_puts(out, "{\"schema\": \"" SCHEMA "\", \"base\": ");
    put_quoted(out, s->base);
    corr_puts(out, ", \"per\": ");
    put_quoted(out, s->per ? s->per : "");
    corr_printf(out, ", \"looks\": %u, \"rules\": [", s->looks);
    for (uint32_t r = 0; r < s->rules; r++) {
        corr_puts(out, r ? ", " : "");
        put_quoted(out, s->rule[r]);
    }
    corr_puts(out, "],\n \"files\": [");
    for (size_t i = 0; i < s->n; i++) {
        corr_puts(out, i ? ",\n" : "\n");
        put_file(out, s, &s->file[i]);
    }
    corr_puts(out, "]}\n");
}

/* Adds what another run counted since this one read the state. */
static corr_code take_others(check_state *s, corr_err *err)
{
    check_state now = { .path = s->path,
                        .base = s->base,
                        .rule = s->rule,
                        .rules = s->rules,
                        .arena = s->arena };
    corr_code code = check_state_read(&now, err);

    if (!code && now.per && *now.per && s->per && *s->per &&
        strcmp(now.per, s->per) != 0)
        code = state_differs(s, "divisor", err);
    for (size_t i = 0; !code && i < now.n; i++) {
        const check_state_file *from = &now.file[i];
        const size_t had = s->n;
        check_state_file *f = check_state_add(s, from->side, from->sha);
        if (!f)
            return corr_no_memory(err);
        if (s->n > had) {
            f->is_new = false;
            memcpy(f->rule, from->rule, s->rules * sizeof *f->rule);
        }
    }
    s->looks = now.looks;
    return code;
}

/* Locks the folder of the state; nothing is left in it.  -1: it cannot be
 * opened. */
static int lock_folder(const char *path)
{
    char folder[4096];
    const char *slash = strrchr(path, '/');
    const size_t n = slash ? (size_t)(slash - path) + 1 : 0;

    if (n >= sizeof folder) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(folder, path, n);
    memcpy(folder + n, "", 1);
    const int fd = open(n ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0)
        while (flock(fd, LOCK_EX) != 0 && errno == EINTR)
            ;
    return fd;
}

static corr_code replace_state(const check_state *s, corr_err *err)
{
    char temp[4096];
    const int n =
        snprintf(temp, sizeof temp, "%s.%ld.tmp", s->path, (long)getpid());

    if (n < 0 || (size_t)n >= sizeof temp)
        return corr_fail(err, CORR_EIO, "%.200s: %s", s->path,
                         strerror(ENAMETOOLONG));
    const int fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return corr_fail(err, CORR_EIO, "%.200s: %s", s->path, strerror(errno));
    corr_out *out = corr_out_fd(fd);
    corr_code code = out ? CORR_OK : corr_no_memory(err);
    if (out) {
        put_state(out, s);
        code = corr_out_close(out, err);
    }
    if (!code && fsync(fd) != 0)
        code = corr_fail(err, CORR_EIO, "%.200s: %s", s->path, strerror(errno));
    close(fd);
    if (!code && rename(temp, s->path) != 0)
        code = corr_fail(err, CORR_EIO, "%.200s: %s", s->path, strerror(errno));
    if (code)
        unlink(temp);
    return code;
}

corr_code check_state_write(check_state *s, corr_err *err)
{
    const int lock = lock_folder(s->path);

    if (lock < 0)
        return corr_fail(err, CORR_EIO, "%.200s: %s", s->path, strerror(errno));
    corr_code code = take_others(s, err);
    s->looks++;
    check_state_sort(s);
    if (!code)
        code = replace_state(s, err);
    close(lock);
    return code;
}
