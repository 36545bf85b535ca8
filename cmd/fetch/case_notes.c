/* case_notes - the lines of .corr/provenance.jsonl. */
#include "fetch/case_notes.h"

#include <cjson/cJSON.h>
#include <inttypes.h>

enum {
    MOST_LINE = 1 << 20,  /* bytes of a line */
    MOST_NOTES = 1 << 20, /* lines */
};

struct case_notes {
    corr_arena arena;
    corr_map known; /* method, url, asked: 1 + number of the note */
    corr_vec(case_note) list;
};

case_notes *case_notes_new(void)
{
    return calloc(1, sizeof(case_notes));
}

void case_notes_free(case_notes *l)
{
    if (!l)
        return;
    corr_arena_clear(&l->arena);
    corr_map_clear(&l->known);
    corr_vec_free(&l->list);
    free(l);
}

/* ---- reading ------------------------------------------------------------- */

static const char *note_text(case_notes *l, const cJSON *o, const char *name)
{
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, name);

    return cJSON_IsString(v)
               ? corr_arena_text(&l->arena, corr_str_of(v->valuestring))
               : NULL;
}

static double note_number(const cJSON *o, const char *name, double most)
{
    const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, name);

    return cJSON_IsNumber(v) && v->valuedouble >= 0 && v->valuedouble <= most
               ? v->valuedouble
               : 0;
}

static char *note_key(corr_arena *a, const char *method, const char *url,
                      const char *asked)
{
    return corr_arena_print(a, "%s %s %s", method, url, asked ? asked : "");
}

/* A path of the folder that does not lead out of it. */
static const char *inner_path(const char *path)
{
    return path && *path && *path != '/' && *path != '.' && !strstr(path, "..")
               ? path
               : NULL;
}

/* The path of an answer that was only looked at. */
static const char *kept_path(const char *path)
{
    static const char folder[] = ".corr/asked/";
    const size_t n = sizeof folder - 1;

    return path && strncmp(path, folder, n) == 0 && inner_path(path + n) ? path
                                                                         : NULL;
}

static bool add_note(case_notes *l, const cJSON *o)
{
    const cJSON *complete = cJSON_GetObjectItemCaseSensitive(o, "complete");
    case_note n = {
        .url = note_text(l, o, "url"),
        .method = note_text(l, o, "method"),
        .asked = note_text(l, o, "body_sha256"),
        .path = inner_path(note_text(l, o, "path")),
        .kept = kept_path(note_text(l, o, "kept")),
        .type = note_text(l, o, "type"),
        .sha = note_text(l, o, "sha256"),
        .status = (int)note_number(o, "status", 999),
        .bytes = (uint64_t)note_number(o, "bytes", 1e15),
        .hits = (uint64_t)note_number(o, "hits", 1e15),
        .complete = cJSON_IsTrue(complete),
    };

    if (!n.url || !n.method)
        return true;
    if (!n.path)
        n.path = n.kept;
    const cJSON *at_text = cJSON_GetObjectItemCaseSensitive(o, "at");
    if (cJSON_IsString(at_text))
        (void)corr_parse_time(corr_str_of(at_text->valuestring), 0, 0, &n.at);
    const char *key = note_key(&l->arena, n.method, n.url, n.asked);
    uint32_t *at =
        key ? corr_map_bytes(&l->known, key, strlen(key), NULL) : NULL;
    if (!at || !corr_grow((void **)&l->list.v, &l->list.room, l->list.n + 1,
                          sizeof *l->list.v))
        return false;
    l->list.v[l->list.n++] = n;
    *at = (uint32_t)l->list.n;
    return true;
}

bool case_notes_read(case_notes *l, corr_str text)
{
    corr_str line;

    while (l->list.n < MOST_NOTES && corr_str_next(&text, '\n', &line)) {
        if (line.n > MOST_LINE)
            continue;
        cJSON *o = cJSON_ParseWithLength(line.p, line.n);
        const bool ok = !cJSON_IsObject(o) || add_note(l, o);
        cJSON_Delete(o);
        if (!ok)
            return false;
    }
    return true;
}

const case_note *case_notes_find(case_notes *l, const char *method,
                                 const char *url, const char *asked)
{
    corr_arena scratch = { 0 };
    const char *key = note_key(&scratch, method, url, asked);
    const uint32_t *at =
        key ? corr_map_bytes(&l->known, key, strlen(key), NULL) : NULL;
    const case_note *found = at && *at ? &l->list.v[*at - 1] : NULL;

    corr_arena_clear(&scratch);
    return found;
}

/* ---- writing ------------------------------------------------------------- */

/* A line that grows; without memory it fails. */
typedef struct note_line {
    corr_out *out;
    bool has_member, failed;
} note_line;

static void put_name(note_line *l, const char *name)
{
    corr_puts(l->out, l->has_member ? ",\"" : "\"");
    corr_puts(l->out, name);
    corr_puts(l->out, "\":");
    l->has_member = true;
}

/* Whether a text has no byte that corr_safe changes. */
static bool is_plain(const char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            return false;
    return true;
}

static void put_text(note_line *l, const char *name, const char *text)
{
    char *safe = NULL;

    if (!text)
        return;
    if (!is_plain(text)) {
        const size_t size = 4 * strlen(text) + 16;
        safe = malloc(size);
        l->failed |= !safe;
        text = safe ? corr_safe(safe, size, corr_str_of(text), false) : "";
    }
    put_name(l, name);
    corr_put_quoted(l->out, corr_str_of(text), false);
    free(safe);
}

static void put_number(note_line *l, const char *name, uint64_t n)
{
    if (!n)
        return;
    put_name(l, name);
    corr_printf(l->out, "%" PRIu64, n);
}

static void put_ns(note_line *l, const char *name, int64_t ns)
{
    if (!ns)
        return;
    put_name(l, name);
    corr_printf(l->out, "\"%" PRId64 "\"", ns);
}

static void fill_note(note_line *l, const case_note *n)
{
    char at[CORR_PRINT_MAX];

    put_text(l, "at", corr_print_time(at, n->at, 0));
    put_text(l, "server", n->server);
    put_text(l, "what", n->what);
    put_text(l, "method", n->method);
    put_text(l, "url", n->url);
    put_text(l, "body_sha256", n->asked);
    put_ns(l, "from_unix_ns", n->from);
    put_ns(l, "to_unix_ns", n->to);
    put_number(l, "limit", n->limit);
    put_text(l, "outcome", n->outcome);
    put_number(l, "status", (uint64_t)n->status);
    put_text(l, "type", n->type);
    put_text(l, "path", n->path);
    put_text(l, "kept", n->kept);
    put_number(l, "bytes", n->bytes);
    put_text(l, "sha256", n->sha);
    put_number(l, "hits", n->hits);
    put_name(l, "complete");
    corr_puts(l->out, n->complete ? "true" : "false");
    put_text(l, "why", n->why);
}

char *case_note_print(const case_note *n)
{
    note_line l = { .out = corr_out_memory() };
    corr_err ignored = { 0 };
    char *line = NULL;

    if (!l.out)
        return NULL;
    corr_putc(l.out, '{');
    fill_note(&l, n);
    corr_puts(l.out, "}\n");
    const corr_str bytes = corr_out_bytes(l.out);
    if (!l.failed && !corr_out_failed(l.out))
        line = strndup(bytes.p, bytes.n);
    (void)!corr_out_close(l.out, &ignored);
    return line;
}
