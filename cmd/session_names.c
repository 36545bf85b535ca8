/*
 * session_names - words that are no file, but a name in the files.
 *
 * `corr top checkout` means a service, `corr spans GET` an operation, `corr top
 * mix` a function.  The files are read for their names only, and only for a
 * moment: without a name the question ends as if it had not been asked.
 */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "cli/find_inputs.h"
#include "cli/verbs.h"
#include "corr_builtin.h"
#include "session.h"

enum { MOST_NAMES = 200000, MOST_BYTES = 256 << 20 };

static const int64_t moment_ns = (int64_t)5 * 1000000000;

/* A kind of name, and what is asked with it. */
typedef struct name_kind {
    corr_word word;
    const char *option; /* for commands that select samples */
    bool (*fits)(corr_str name, corr_str typed);
} name_kind;

static bool is_same(corr_str a, corr_str b)
{
    return a.n == b.n && strncasecmp(a.p, b.p, a.n) == 0;
}

static bool starts_same(corr_str name, corr_str typed)
{
    return name.n > typed.n && typed.n >= 3 &&
           strncasecmp(name.p, typed.p, typed.n) == 0;
}

/* "mix" and "Work.mix" are ends of "lab.checkout.Work.mix". */
static bool is_end(corr_str name, corr_str typed)
{
    if (is_same(name, typed))
        return true;
    return name.n > typed.n &&
           ispunct((unsigned char)name.p[name.n - typed.n - 1]) &&
           strncasecmp(name.p + name.n - typed.n, typed.p, typed.n) == 0;
}

/* The nearest first: a whole name goes before a beginning. */
static const name_kind name_kinds[] = {
    { CORR_WORD_SERVICE, "service", is_same },
    { CORR_WORD_OPERATION, "op", is_same },
    { CORR_WORD_FUNCTION, NULL, is_end },
    { CORR_WORD_SERVICE, "service", starts_same },
    { CORR_WORD_OPERATION, "op", starts_same },
};

/* ---- the files -------------------------------------------------------- */

static bool is_enough(const void *ctx, uint64_t done)
{
    return done > MOST_BYTES || cmd_now_ns() >= *(const int64_t *)ctx;
}

/* The operands that are files. */
static corr_code pick_files(session *s, const char *word, opt_list *files)
{
    const opt_list *words = &s->ctx.operands;
    const char **item = corr_arena_new(&s->arena, const char *, words->n + 1);
    size_t n = 0;

    if (!item)
        return CORR_ENOMEM;
    for (size_t i = 0; i < words->n; i++)
        if (words->item[i] != word && strcmp(words->item[i], "-") != 0 &&
            corr_is_there(words->item[i]))
            item[n++] = words->item[i];
    *files = (opt_list){ item, n };
    return CORR_OK;
}

/* A store with the names of the files; NULL: they cannot be read. */
static corr_store *load_names(session *s, const char *word)
{
    const int64_t end = cmd_now_ns() + moment_ns;
    corr_err ignored = { 0 };
    opt_list files = { 0 };
    discovery found;
    corr_store *st = corr_store_new(corr_builtin_formats, &ignored);

    if (!st || pick_files(s, word, &files) ||
        discover(&files, NULL, &s->arena, &found, &ignored) ||
        corr_load(st, found.paths.item, found.paths.n,
                  &(corr_load_opts){ .needs = CORR_NEED_SPANS |
                                              CORR_NEED_SAMPLES |
                                              CORR_NEED_LABELS,
                                     .found = found.unnamed,
                                     .flat = found.found,
                                     .limits.memory = MOST_BYTES,
                                     .enough = { is_enough, &end } },
                  &ignored)) {
        corr_store_free(st);
        return NULL;
    }
    return st;
}

/* ---- what it names ---------------------------------------------------- */

/* The name of this kind that the word means, into the arena; NULL: none. */
static const char *find_name(session *s, corr_store *st, const name_kind *k,
                             const char *word)
{
    const corr_str typed = corr_str_of(word);
    const char *name = NULL;
    corr_err ignored = { 0 };
    corr_words *w =
        corr_words_of(st, k->word, corr_str_of(""), MOST_NAMES, &ignored);

    for (size_t i = 0; w && !name && i < corr_words_size(w); i++)
        if (k->fits(corr_words_at(w, i), typed))
            name = corr_arena_text(&s->arena, corr_words_at(w, i));
    corr_words_free(w);
    return name;
}

/* "'GET /price'": quoted for a shell where it has to be. */
static const char *quoted(session *s, const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQR"
                                "STUVWXYZ0123456789_-./:=@%+,";
    char *text;
    size_t n = 0;

    if (name[0] && name[strspn(name, plain)] == '\0')
        return name;
    text = corr_arena_alloc(&s->arena, 4 * strlen(name) + 3, 1);
    if (!text)
        return name;
    text[n++] = '\'';
    for (; *name; name++) {
        if (*name == '\'') {
            memcpy(text + n, "'\\'", 3);
            n += 3;
        }
        text[n++] = *name;
    }
    text[n++] = '\'';
    return text;
}

/* The files among the operands, to be typed again. */
static const char *same_files(session *s, const char *word)
{
    const char *text = "";
    opt_list files = { 0 };

    if (pick_files(s, word, &files))
        return text;
    for (size_t i = 0; text && i < files.n; i++)
        text = corr_arena_print(&s->arena, "%s %s", text,
                                quoted(s, files.item[i]));
    return text ? text : "";
}

static bool has_option(const cmd *c, const char *name)
{
    opt_set sets[SET_COUNT] = { 0 };

    cmd_tables(c, sets);
    return opt_find(sets, SET_COUNT, corr_str_of(name)) != NULL;
}

static void hint_name(session *s, const cmd *c, const name_kind *k,
                      const char *name, const char *word)
{
    const char *files = same_files(s, word);
    const char *shown = quoted(s, name);

    if (k->option) {
        const bool keeps = c && c != &span_cmd && has_option(c, k->option);
        corr_hint(&s->err, "corr %s --%s %s%s", keeps ? c->name : "spans",
                  k->option, shown, files);
        return;
    }
    if (c == &tree_cmd)
        corr_hint(&s->err, "corr tree --focus %s%s", quoted(s, word), files);
    else
        corr_hint(&s->err, "corr peek %s%s", quoted(s, word), files);
}

static void hint_id(session *s, const cmd *c, const char *word)
{
    const char *option = strchr(word, '/') ? "span" : "trace";
    const bool keeps = c && has_option(c, option);

    if (keeps)
        corr_hint(&s->err, "corr %s --%s %s%s", c->name, option,
                  quoted(s, word), same_files(s, word));
    else
        corr_hint(&s->err, "corr span %s%s", quoted(s, word),
                  same_files(s, word));
}

/* Whether a word is an id and no name of a file with an id in it. */
static bool is_id_alone(const char *word)
{
    return corr_is_id(word) && !strchr(word, '.') &&
           strspn(word, "0123456789abcdefABCDEF-x") >= 4;
}

bool session_names(session *s, const cmd *c, const char *word)
{
    const char *name = NULL;

    if (s->reads_nothing)
        return false;
    if (is_id_alone(word)) {
        hint_id(s, c, word);
        return true;
    }
    corr_store *st = load_names(s, word);
    for (size_t i = 0; st && !name && i < COUNT(name_kinds); i++) {
        name = find_name(s, st, &name_kinds[i], word);
        if (name)
            hint_name(s, c, &name_kinds[i], name, word);
    }
    corr_store_free(st);
    return name != NULL;
}
