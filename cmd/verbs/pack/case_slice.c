#include "verbs/pack/case_slice.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corr_sort.h"
#include "verbs/pack/case_pick.h"

enum {
    LEAST_BYTES = 32768, /* of a file that is worth a cut */
    MOST_FILES = 8,
    MOST_TRIES = 16,
    MOST_IDS = 50,
    MOST_NAMES = 6, /* of operations */
    MOST_WHERE = 8000
};

/* ---- questions ---------------------------------------------------------------- */

/* Whether a path, or one with a window behind "@", is a file or one of its
 * folders. */
static bool names_file(const char *word, const char *name)
{
    const char *at = strrchr(word, '@');
    size_t n = at ? (size_t)(at - word) : strlen(word);

    while (n >= 2 && word[0] == '.' && word[1] == '/')
        word += 2, n -= 2;
    while (n > 0 && word[n - 1] == '/')
        n--;
    return (n == 1 && word[0] == '.') || n == 0 ||
           (strncmp(word, name, n) == 0 && (!name[n] || name[n] == '/'));
}

/* Whether a word is a path of the case. */
static bool is_path(const char *folder, const char *word)
{
    char path[4096];
    const char *at = strrchr(word, '@');
    const int n = at ? (int)(at - word) : (int)strlen(word);

    snprintf(path, sizeof path, "%s/%.*s", folder, n, word);
    return word[0] != '-' && n > 0 && access(path, F_OK) == 0;
}

/* A question that names no path reads all files; so may an option's value name
 * one. */
static bool reads_file(const case_slice *s, const case_command *q,
                       const char *name)
{
    bool any = false;

    for (size_t i = 1; q->words[i]; i++) {
        const char *equals = strchr(q->words[i], '=');
        const char *word =
            q->words[i][0] == '-' && equals ? equals + 1 : q->words[i];
        if (!is_path(s->folder, word))
            continue;
        if (names_file(word, name))
            return true;
        any = any || word == q->words[i];
    }
    return !any;
}

/* The value of an option in "--name value" or "--name=value"; or NULL. */
static const char *option_value(const case_command *q, const char *option)
{
    const size_t n = strlen(option);

    for (size_t i = 1; q->words[i]; i++) {
        if (strcmp(q->words[i], option) == 0)
            return q->words[i + 1];
        if (strncmp(q->words[i], option, n) == 0 && q->words[i][n] == '=')
            return q->words[i] + n + 1;
    }
    return NULL;
}

const char *case_question_id(const char *folder, const case_command *q)
{
    const char *id = option_value(q, "--trace");

    if (!id)
        id = option_value(q, "--span");
    if (id ||
        (strcmp(q->words[0], "span") != 0 && strcmp(q->words[0], "trace") != 0))
        return id;
    for (size_t i = 1; q->words[i]; i++)
        if (q->words[i][0] != '-' && !is_path(folder, q->words[i]))
            return q->words[i];
    return NULL;
}

/* ---- what is asked for of a file ------------------------------------------------ */

typedef struct wanted {
    char where[MOST_WHERE]; /* the traces, as a query; empty: none */
    size_t n;
    const char *id[MOST_IDS + 1]; /* in the arena; room for an operation */
    size_t ids;
    char name[MOST_NAMES][128]; /* operations of these traces */
    unsigned names;
    const char *from, *to; /* of a window; NULL: open */
    bool has_window, has_ids, is_unbounded;
} wanted;

static bool is_plain_text(const char *text)
{
    return text && *text && strlen(text) < 100 && !strpbrk(text, "\"\\`{}");
}

static void add_condition(wanted *w, const char *field, const char *value)
{
    if (!is_plain_text(value) || w->n + 200 > sizeof w->where)
        return;
    w->n += (size_t)snprintf(w->where + w->n, sizeof w->where - w->n,
                             "%s%s = \"%s\"", w->n ? " || " : "", field, value);
}

static void add_operation(wanted *w, const char *name)
{
    for (unsigned i = 0; i < w->names; i++)
        if (name && strcmp(w->name[i], name) == 0)
            return;
    if (is_plain_text(name) && w->names < MOST_NAMES)
        snprintf(w->name[w->names++], sizeof *w->name, "%s", name);
}

/* What a verb says about a trace or file; NULL: nothing. */
static cJSON *document_of(const char *folder, char *verb, const char *what,
                          corr_arena *arena)
{
    static char name[] = "corr", json[] = "--json";
    char *words[] = { name, verb, corr_arena_text(arena, corr_str_of(what)),
                      json, NULL };
    case_command c = { .text = what, .words = words + 1 };
    cJSON *doc = NULL;

    if (words[2] && case_command_run(&c, folder, NULL) && c.status == 0)
        doc = cJSON_ParseWithLength(c.answer, c.n);
    free(c.answer);
    return doc;
}

cJSON *case_trace_of(const char *folder, const char *id, corr_arena *arena)
{
    static char verb[] = "trace";

    return document_of(folder, verb, id, arena);
}

/* Finds the whole id and the operations of a trace. */
static bool find_trace(const case_slice *s, const char *id, wanted *w)
{
    cJSON *doc = case_trace_of(s->folder, id, s->arena);
    const char *whole = cJSON_GetStringValue(
        cJSON_GetObjectItem(cJSON_GetObjectItem(doc, "trace"), "trace_id"));
    const cJSON *span;

    if (whole && w->ids < MOST_IDS) {
        add_condition(w, "trace:id", whole);
        w->id[w->ids] = corr_arena_text(s->arena, corr_str_of(whole));
        w->ids += w->id[w->ids] != NULL;
    }
    cJSON_ArrayForEach(span, cJSON_GetObjectItem(doc, "spans")) add_operation(
        w, cJSON_GetStringValue(cJSON_GetObjectItem(span, "name")));
    const bool found = whole != NULL;
    cJSON_Delete(doc);
    return found;
}

/* Adds the window of a question.  False: another one has another window. */
static bool add_window(wanted *w, const case_command *q)
{
    const char *from = option_value(q, "--from"), *to = option_value(q, "--to");

    if (!from && !to)
        return false;
    if (w->has_window &&
        (strcmp(from ? from : "", w->from ? w->from : "") != 0 ||
         strcmp(to ? to : "", w->to ? w->to : "") != 0))
        return false;
    w->from = from;
    w->to = to;
    w->has_window = true;
    return true;
}

/* What the questions want of a file. */
static void find_wanted(const case_slice *s, const char *name, wanted *w)
{
    unsigned ids = 0;

    *w = (wanted){ .n = 0 };
    for (size_t i = 0; i < s->asked->list.n && !w->is_unbounded; i++) {
        const case_command *q = &s->asked->list.v[i];
        if (q->why || !q->words[0] || !reads_file(s, q, name)) {
            w->is_unbounded |= !q->why && !q->words[0];
            continue;
        }
        const char *id = case_question_id(s->folder, q);
        if (id && ids++ < MOST_IDS)
            w->has_ids = find_trace(s, id, w);
        else if (!id)
            add_window(w, q);
        w->is_unbounded = id ? !w->has_ids : !w->has_window;
    }
    w->is_unbounded |= w->has_ids && w->has_window;
}

/* ---- trials --------------------------------------------------------------------- */

static bool prints_same(const case_command *a, const case_command *b)
{
    return a->n == b->n && a->status == b->status &&
           (a->n == 0 || memcmp(a->answer, b->answer, a->n) == 0);
}

/* Whether all questions that read a file print the same from the slice. */
static bool answers_stay(const case_slice *s, const char *name, corr_err *err)
{
    bool same = true;

    for (size_t i = 0; same && i < s->asked->list.n; i++) {
        const case_command *q = &s->asked->list.v[i];
        if (q->why || (q->words[0] && !reads_file(s, q, name)))
            continue;
        case_command again = { .text = q->text, .words = q->words };
        same = case_command_run(&again, s->made, err) && prints_same(q, &again);
        free(again.answer);
    }
    return same;
}

static int64_t bytes_of_path(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 ? (int64_t)st.st_size : -1;
}

/* Bytes of a file in the archive, compressed. */
static int64_t packed_bytes(const case_slice *s, const char *path)
{
    const char *temp = corr_arena_print(s->arena, "%s/.packed", s->made);
    char digest[CORR_SHA256_TEXT];
    const int to =
        temp ? open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    const int from = open(path, O_RDONLY | O_CLOEXEC);
    corr_pack *k = to < 0 ? NULL : corr_pack_new(to);
    bool ok =
        k && from >= 0 && corr_pack_file(k, "x", from, digest, NULL) == CORR_OK;
    struct stat st;

    if (k && corr_pack_end(k, NULL) != CORR_OK)
        ok = false;
    ok = ok && fstat(to, &st) == 0;
    if (to >= 0) {
        unlink(temp);
        close(to);
    }
    if (from >= 0)
        close(from);
    return ok ? (int64_t)st.st_size : -1;
}

/* One cut of a file: its words for corr cut, and what they mean. */
typedef struct trial {
    const char *name, *rule;
    char *words[12];         /* the first one is room for a name; or none ... */
    const char *const *text; /* ... but texts of which an element has one */
    size_t texts;
    int64_t least; /* packed bytes of the best so far */
    int chunks;    /* of a recording; 0: it is none */
} trial;

/* Makes a cut. */
static bool make_cut(const case_slice *s, trial *t, char *cut, corr_err *err)
{
    static char output[] = "-o";
    case_command c = { .text = t->name, .words = t->words + 1 };
    size_t n = 1;

    if (t->texts) {
        const char *path =
            corr_arena_print(s->arena, "%s/%s", s->folder, t->name);
        return path && case_pick(path, cut, t->text, t->texts);
    }
    while (t->words[n])
        n++;
    t->words[n] = output;
    t->words[n + 1] = cut;
    t->words[n + 2] = NULL;
    const bool ok = case_command_run(&c, s->folder, err) && c.status == 0;
    free(c.answer);
    return ok;
}

/* Chunks of a recording that was cut; 0: there is none. */
static int chunks_of(const case_slice *s, const char *path)
{
    static char verb[] = "info";
    cJSON *doc = document_of(s->folder, verb, path, s->arena);
    const cJSON *in = cJSON_GetArrayItem(cJSON_GetObjectItem(doc, "inputs"), 0);
    const cJSON *chunks = cJSON_GetObjectItem(in, "chunks");
    const int n = cJSON_IsNumber(chunks) ? chunks->valueint : 0;

    cJSON_Delete(doc);
    return n;
}

/* Makes a cut and tries it.  True: it is in place. */
static bool try_cut(case_slice *s, trial *t, corr_err *err)
{
    char *to = corr_arena_print(s->arena, "%s/%s", s->made, t->name);
    char *cut = corr_arena_print(s->arena, "%s/.cut", s->made);
    char *kept = corr_arena_print(s->arena, "%s/.kept", s->made);

    if (!to || !cut || !kept || s->tries++ >= MOST_TRIES)
        return false;
    unlink(cut);
    bool ok = make_cut(s, t, cut, err) &&
              (!t->chunks || chunks_of(s, cut) < t->chunks);
    const int64_t packed = ok ? packed_bytes(s, cut) : -1;
    ok = packed >= 0 && packed < t->least - t->least / 20;
    ok = ok && rename(to, kept) == 0 && rename(cut, to) == 0;
    if (ok && answers_stay(s, t->name, err)) {
        unlink(kept);
        t->least = packed;
        return true;
    }
    if (ok)
        rename(kept, to);
    unlink(cut);
    return false;
}

static bool note_cut(case_slice *s, const trial *t)
{
    const char *path = corr_arena_print(s->arena, "%s/%s", s->folder, t->name);
    const char *part = corr_arena_print(s->arena, "%s/%s", s->made, t->name);
    case_cut made = { .name = t->name, .rule = t->rule };
    const bool has_sum = path && corr_sha256_path(path, made.original) == 0;

    made.of = path ? bytes_of_path(path) : -1;
    made.bytes = part ? bytes_of_path(part) : -1;
    for (size_t i = 0; i < s->cut.n; i++)
        if (strcmp(s->cut.v[i].name, t->name) == 0)
            s->cut.n = i; /* the last one is replaced */
    return has_sum && corr_vec_push(NULL, &s->cut, made);
}

/* The traces asked for, and those with an operation of theirs, if not NULL. */
static void set_traces(case_slice *s, trial *t, wanted *w,
                       const char *operation, bool picks)
{
    static char verb[] = "cut", where[] = "--where", whole[] = "--whole";
    char *file = corr_arena_text(s->arena, corr_str_of(t->name));
    char *query = operation
                      ? corr_arena_print(s->arena, "{ %s || name = \"%s\" }",
                                         w->where, operation)
                      : corr_arena_print(s->arena, "{ %s }", w->where);
    char *const words[] = { NULL, verb, file, where, query, whole, NULL };

    memcpy(t->words, words, sizeof words);
    if (picks) {
        w->id[w->ids] = operation; /* the same text as an element has it */
        t->text = w->id;
        t->texts = w->ids + (operation != NULL);
    }
    t->rule = operation
                  ? corr_arena_print(s->arena,
                                     "the traces asked for, and those with %s",
                                     operation)
                  : "the traces asked for";
}

static void set_window(case_slice *s, trial *t, const wanted *w)
{
    static char verb[] = "cut", from[] = "--from", to[] = "--to";
    size_t n = 3;

    t->words[1] = verb;
    t->words[2] = corr_arena_text(s->arena, corr_str_of(t->name));
    if (w->from) {
        t->words[n++] = from;
        t->words[n++] = corr_arena_text(s->arena, corr_str_of(w->from));
    }
    if (w->to) {
        t->words[n++] = to;
        t->words[n++] = corr_arena_text(s->arena, corr_str_of(w->to));
    }
    t->words[n] = NULL;
    t->rule = corr_arena_print(s->arena, "the window %s..%s",
                               w->from ? w->from : "", w->to ? w->to : "");
}

/* ---- the folder of the slice -------------------------------------------------------- */

/* Whether no question reads a file. */
static bool is_unread(const case_slice *s, const char *name)
{
    if (name[0] == '.' || (s->finding && strcmp(name, s->finding) == 0))
        return false;
    for (size_t i = 0; i < s->asked->list.n; i++) {
        const case_command *q = &s->asked->list.v[i];
        if (!q->why && (!q->words[0] || reads_file(s, q, name)))
            return false;
    }
    return true;
}

static bool leave_unread(case_slice *s, case_names *kept)
{
    size_t n = 0;

    for (size_t i = 0; i < kept->list.n; i++) {
        const char *name = kept->list.v[i];
        if (!is_unread(s, name))
            kept->list.v[n++] = name;
        else if (!corr_vec_push(NULL, &s->unread, name))
            return false;
    }
    kept->list.n = n;
    return true;
}

/* A format of which a part may be taken. */
typedef struct cut_format {
    const char *name;
    bool picks; /* elements of a document; else by corr cut */
} cut_format;

static const cut_format cut_formats[] = {
    { "jfr", false },   { "otlp", false },  { "pprof", false },
    { "jaeger", true }, { "zipkin", true },
};

/* How a file can be cut; NULL: it cannot.  A recording is cut between its
 * chunks. */
static const cut_format *cut_format_of(const cJSON *info, const char *name,
                                       int *chunks)
{
    const cJSON *in;

    cJSON_ArrayForEach(in, cJSON_GetObjectItem(info, "inputs"))
    {
        const char *path =
            cJSON_GetStringValue(cJSON_GetObjectItem(in, "path"));
        const char *format =
            cJSON_GetStringValue(cJSON_GetObjectItem(in, "format"));
        const cJSON *n = cJSON_GetObjectItem(in, "chunks");
        *chunks = cJSON_IsNumber(n) ? n->valueint : 0;
        if (!path || !format || strcmp(path, name) != 0 || *chunks == 1)
            continue;
        for (size_t i = 0; i < COUNT(cut_formats); i++)
            if (strcmp(format, cut_formats[i].name) == 0)
                return &cut_formats[i];
    }
    return NULL;
}

typedef struct sized {
    const char *name;
    bool picks;
    int chunks;
    int64_t bytes;
} sized;

SORT_BY(file_by_bytes, sized, DESC(bytes), ASC_CHARS(name))

/* Cuts one file as small as its questions allow.  False: no memory. */
static bool cut_file(case_slice *s, const sized *f, corr_err *err)
{
    const char *name = f->name;
    wanted *w = corr_arena_new(s->arena, wanted, 1);
    const char *path = corr_arena_print(s->arena, "%s/%s", s->folder, name);
    trial t = { .name = name, .chunks = f->chunks };

    if (!w || !path)
        return false;
    find_wanted(s, name, w);
    if (w->is_unbounded)
        return true;
    t.least = packed_bytes(s, path);
    if (w->has_window && !f->picks) {
        set_window(s, &t, w);
        return !try_cut(s, &t, err) || note_cut(s, &t);
    }
    if (!w->n)
        return true;
    set_traces(s, &t, w, NULL, f->picks);
    if (try_cut(s, &t, err))
        return note_cut(s, &t);
    for (unsigned i = 0; i < w->names; i++) {
        set_traces(s, &t, w, w->name[i], f->picks);
        if (try_cut(s, &t, err) && !note_cut(s, &t))
            return false;
    }
    return true;
}

/* Cuts the largest files, the largest first. */
static bool cut_largest(case_slice *s, const case_names *kept,
                        const cJSON *info, corr_err *err)
{
    sized *f = corr_arena_new(s->arena, sized, kept->list.n + 1);
    size_t n = 0;
    bool ok = f != NULL;

    for (size_t i = 0; ok && i < kept->list.n; i++) {
        const char *name = kept->list.v[i];
        const char *path = corr_arena_print(s->arena, "%s/%s", s->folder, name);
        const int64_t bytes = path ? bytes_of_path(path) : -1;
        int chunks = 0;
        const cut_format *how = cut_format_of(info, name, &chunks);
        if (bytes >= LEAST_BYTES && how)
            f[n++] = (sized){ name, how->picks, chunks, bytes };
        ok = path != NULL;
    }
    if (ok && n)
        qsort(f, n, sizeof *f, file_by_bytes);
    for (size_t i = 0; ok && i < n && i < MOST_FILES; i++)
        ok = cut_file(s, &f[i], err);
    return ok;
}

corr_code case_slice_make(case_slice *s, case_names *kept, const cJSON *info,
                          corr_err *err)
{
    corr_err ignored = { 0 };

    if (!leave_unread(s, kept))
        return corr_no_memory(err);
    s->made = case_folder_make(s->arena, err);
    if (!s->made)
        return err->code;
    const corr_code code = case_folder_copy(s->made, s->folder, kept, err);
    if (code)
        return code;
    return cut_largest(s, kept, info, &ignored) ? CORR_OK : corr_no_memory(err);
}

void case_slice_clear(case_slice *s)
{
    if (s->made)
        case_folder_remove(s->made);
    s->made = NULL;
    corr_vec_free(&s->cut);
    corr_vec_free(&s->unread);
}

const case_cut *case_slice_cut_of(const case_slice *s, const char *name)
{
    for (size_t i = 0; s && i < s->cut.n; i++)
        if (strcmp(s->cut.v[i].name, name) == 0)
            return &s->cut.v[i];
    return NULL;
}
