/* provenance - what corr fetch noted about a folder. */
#include "load/provenance.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/vec.h"
#include "store/remark.h"
#include "store/store.h"

enum {
    MOST_BYTES = 64 << 20, /* of the file */
    MOST_LINE = 1 << 20,
    MOST_HOSTS = 3, /* named */
    MOST_HOST = 100
};

/* What counts of a question: its last line. */
enum { ANSWER_OTHER = 1, ANSWER_GOT, ANSWER_CUT, ANSWER_FAILED };

typedef struct fetched {
    corr_arena arena;
    corr_map question; /* method, url, body: one of ANSWER_* */
    corr_map host;
    corr_str hosts; /* the first ones, with ", " between them */
    uint64_t got, cut, failed;
    char at[24], what[120];
} fetched;

/* ---- lines --------------------------------------------------------------- */

static const char *line_text(const cJSON *o, const char *key)
{
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);

    return cJSON_IsString(v) ? v->valuestring : "";
}

static uint32_t answer_of(const cJSON *o)
{
    const char *outcome = line_text(o, "outcome");
    const bool whole =
        cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(o, "complete"));

    if (strcmp(outcome, "failed") == 0)
        return ANSWER_FAILED;
    if (!whole)
        return ANSWER_CUT;
    return *line_text(o, "path") ? ANSWER_GOT : ANSWER_OTHER;
}

static uint64_t *sum_of(fetched *f, uint32_t answer)
{
    return answer == ANSWER_GOT      ? &f->got
           : answer == ANSWER_CUT    ? &f->cut
           : answer == ANSWER_FAILED ? &f->failed
                                     : NULL;
}

static bool add_host(fetched *f, const char *url)
{
    const char *from = strstr(url, "://");
    const corr_str host = { from ? from + 3 : url,
                            strcspn(from ? from + 3 : url, "/?#") };
    bool is_new = false;

    if (!host.n || host.n > MOST_HOST)
        return true;
    if (!corr_map_bytes(&f->host, host.p, host.n, &is_new))
        return false;
    if (!is_new || f->host.n > MOST_HOSTS)
        return true;
    f->hosts = corr_str_of(
        corr_arena_print(&f->arena, "%.*s%s%.*s", CORR_STR_ARG(f->hosts),
                         f->hosts.n ? ", " : "", CORR_STR_ARG(host)));
    return f->hosts.n > 0;
}

static bool add_line(fetched *f, const cJSON *o)
{
    const char *url = line_text(o, "url");
    const uint32_t answer = answer_of(o);
    char *key = corr_arena_print(&f->arena, "%s %s %s", line_text(o, "method"),
                                 url, line_text(o, "body_sha256"));
    uint32_t *last =
        key ? corr_map_bytes(&f->question, key, strlen(key), NULL) : NULL;

    if (!last)
        return false;
    if (sum_of(f, *last))
        --*sum_of(f, *last);
    if (sum_of(f, answer))
        ++*sum_of(f, answer);
    *last = answer;
    if (answer == ANSWER_CUT || answer == ANSWER_FAILED)
        snprintf(f->what, sizeof f->what, "%s", line_text(o, "what"));
    if (answer == ANSWER_OTHER)
        return true;
    snprintf(f->at, sizeof f->at, "%.19sZ", line_text(o, "at"));
    return add_host(f, url);
}

static bool read_lines(fetched *f, corr_str text)
{
    corr_str line;

    while (corr_str_next(&text, '\n', &line)) {
        if (line.n > MOST_LINE)
            continue;
        cJSON *o = cJSON_ParseWithLength(line.p, line.n);
        const bool ok = !cJSON_IsObject(o) || add_line(f, o);
        cJSON_Delete(o);
        if (!ok)
            return false;
    }
    return true;
}

/* ---- folders ------------------------------------------------------------- */

/* Reads notes at a path into *text, to be freed; false: there are none, or
 * memory is out. */
static bool read_notes_at(const char *path, char **text, size_t *size)
{
    struct stat st;

    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > MOST_BYTES)
        return false;
    FILE *file = fopen(path, "re");
    *text = file ? malloc((size_t)st.st_size + 1) : NULL;
    *size = *text ? fread(*text, 1, (size_t)st.st_size, file) : 0;
    if (file)
        fclose(file);
    return *text != NULL;
}

static bool read_notes(const char *dir, size_t n, char **text, size_t *size)
{
    char path[4096];

    return snprintf(path, sizeof path, "%.*s/.corr/provenance.jsonl", (int)n,
                    dir) < (int)sizeof path &&
           read_notes_at(path, text, size);
}

/* Warns of a folder; the warning outlives what is found out later. */
#define load_warn(st, ...)                                                     \
    remark_append_warning(&(st)->loading, &(st)->arena,                        \
                          (remark_about){ __VA_ARGS__ })

static bool warn_of(corr_store *st, const fetched *f)
{
    const uint64_t all = f->got + f->cut + f->failed;
    const uint32_t more = f->host.n > MOST_HOSTS ? f->host.n - MOST_HOSTS : 0;
    corr_arena a = { 0 };
    char *others = corr_arena_print(&a, "%.*s%s", CORR_STR_ARG(f->hosts),
                                    more ? " and others" : "");
    bool ok = others != NULL;

    if (ok && all)
        ok = load_warn(st, .rule = REMARK_FETCHED, .n = all,
                       .a = corr_str_of(others), .b = corr_str_of(f->at));
    if (ok && f->cut + f->failed)
        ok = load_warn(st, .rule = REMARK_FETCH_CUT, .n = f->cut + f->failed,
                       .of = all, .a = corr_str_of(f->what));
    corr_arena_clear(&a);
    return ok;
}

/* Warns of notes, and frees them. */
static bool warn_of_text(corr_store *st, char *text, size_t size)
{
    fetched f = { 0 };
    const bool ok = read_lines(&f, (corr_str){ text, size }) && warn_of(st, &f);

    free(text);
    corr_map_clear(&f.question);
    corr_map_clear(&f.host);
    corr_arena_clear(&f.arena);
    return ok;
}

bool provenance_warn(corr_store *st, const char *const *paths, size_t n)
{
    bool ok = true;

    for (size_t i = 0; ok && i < n; i++) {
        const char *path = paths[i];
        corr_str dir = corr_str_of(path), window;
        char *text = NULL;
        size_t size = 0;
        if (!read_notes(dir.p, dir.n, &text, &size) &&
            !(corr_str_cut_last(dir, '@', &dir, &window) &&
              read_notes(dir.p, dir.n, &text, &size)))
            continue;
        ok = warn_of_text(st, text, size);
    }
    return ok;
}

bool provenance_warn_archive(corr_store *st, const walk_notes *n)
{
    const corr_str name = corr_str_of(n->archive);
    bool ok = true;
    char path[32], *text = NULL;
    size_t size = 0;

    snprintf(path, sizeof path, "/proc/self/fd/%d", n->provenance_fd);
    if (n->provenance_fd && read_notes_at(path, &text, &size))
        ok = warn_of_text(st, text, size);
    if (ok && n->is_cut)
        ok = load_warn(st, .rule = REMARK_ARCHIVE_CUT, .a = name);
    if (ok && n->passed)
        ok = load_warn(st, .rule = REMARK_ARCHIVE_PASSED, .n = n->passed,
                       .a = name);
    if (ok && n->unread > n->locked)
        ok = load_warn(st, .rule = REMARK_ARCHIVE_UNREAD,
                       .n = n->unread - n->locked, .a = name);
    if (ok && n->locked)
        ok = load_warn(st, .rule = REMARK_ARCHIVE_LOCKED, .n = n->locked,
                       .a = name);
    if (ok && n->twice)
        ok = load_warn(st, .rule = REMARK_ARCHIVE_TWICE, .n = n->twice,
                       .a = name);
    return ok;
}
