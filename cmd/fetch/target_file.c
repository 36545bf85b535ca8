/* target_file - the file of targets: servers and credentials by name. */
#include "fetch/target_file.h"

enum { MOST_WORDS = 256 };

/* The words that a section may use, and those that name a file. */
static const struct {
    const char *name;
    bool is_file;
} section_words[] = {
    { "tempo", false },      { "jaeger", false },
    { "zipkin", false },     { "pyroscope", false },
    { "prometheus", false }, { "alertmanager", false },
    { "grafana", false },    { "source", false },
    { "pprof", false },      { "bearer", true },
    { "basic", true },       { "header-file", true },
    { "tenant", false },     { "netrc", true },
    { "cert", true },        { "key", true },
    { "cacert", true },      { "insecure", false },
    { "proxy", false },      { "no-proxy-for", false },
    { "unix-socket", true }, { "http-config", true },
};

const char *target_file_path(corr_arena *a)
{
    const char *named = getenv("CORR_TARGETS");
    const char *settings = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");

    if (named && *named)
        return named;
    if (settings && *settings == '/')
        return corr_arena_print(a, "%s/corr/targets", settings);
    return home && *home ? corr_arena_print(a, "%s/.config/corr/targets", home)
                         : NULL;
}

/* ---- one line ------------------------------------------------------------ */

typedef struct section_reader {
    const char *path;
    size_t line;
    corr_arena *arena;
    char *word[MOST_WORDS];
    int n;
    corr_err *err;
} section_reader;

static corr_code bad_line(const section_reader *r, const char *why)
{
    r->err->line = r->line;
    return corr_fail(r->err, CORR_EUSAGE, "%s: line %zu: %s", r->path, r->line,
                     why);
}

/* A name of a file from the folder of the file of targets. */
static const char *near_file(const section_reader *r, corr_str value)
{
    const char *home = getenv("HOME");
    const corr_str path = corr_str_of(r->path);
    const size_t dir = path.n - corr_str_base(path).n;

    if (corr_str_starts(value, "~/") && home)
        return corr_arena_print(r->arena, "%s%.*s", home, (int)value.n - 1,
                                value.p + 1);
    if (*value.p == '/' || corr_str_starts(value, "env:") ||
        corr_str_starts(value, "run:"))
        return corr_arena_text(r->arena, value);
    return corr_arena_print(r->arena, "%.*s%.*s", (int)dir, r->path,
                            CORR_STR_ARG(value));
}

static corr_code take_flag(section_reader *r, corr_str key, corr_str value)
{
    if (corr_str_is(value, "no") || corr_str_is(value, "false"))
        return CORR_OK;
    if (!corr_str_is(value, "yes") && !corr_str_is(value, "true"))
        return bad_line(r, "the value is yes or no");
    char *word = corr_arena_print(r->arena, "--%.*s", CORR_STR_ARG(key));
    r->word[r->n++] = word;
    return word ? CORR_OK : corr_no_memory(r->err);
}

static corr_code take_pair(section_reader *r, corr_str line)
{
    corr_str key, value;
    size_t i = 0;

    if (!corr_str_cut(line, '=', &key, &value))
        return bad_line(r, "neither [NAME] nor KEY = VALUE");
    key = corr_str_trim(key);
    value = corr_str_trim(value);
    while (i < sizeof section_words / sizeof *section_words &&
           !corr_str_is(key, section_words[i].name))
        i++;
    if (i == sizeof section_words / sizeof *section_words) {
        corr_hint(r->err, "the words are those of corr fetch: tempo, bearer, "
                          "tenant, cacert ...");
        return bad_line(r, "the word before = is unknown");
    }
    if (!value.n)
        return bad_line(r, "there is no value after =");
    if (r->n == MOST_WORDS)
        return bad_line(r, "the section has more than 256 lines");
    if (corr_str_is(key, "insecure"))
        return take_flag(r, key, value);
    const char *text = section_words[i].is_file
                           ? near_file(r, value)
                           : corr_arena_text(r->arena, value);
    char *word = text ? corr_arena_print(r->arena, "--%s=%s",
                                         section_words[i].name, text)
                      : NULL;
    r->word[r->n++] = word;
    return word ? CORR_OK : corr_no_memory(r->err);
}

/* ---- sections ------------------------------------------------------------ */

/* Whether "[prod pyroscope]" is the section of a name and a kind. */
static bool is_section(corr_str line, const char *name, const char *kind)
{
    corr_str first, rest;
    corr_str inner = corr_str_trim((corr_str){ line.p + 1, line.n - 2 });

    if (!corr_str_cut(inner, ' ', &first, &rest))
        return !kind && corr_str_is(inner, name);
    return kind && corr_str_is(first, name) &&
           corr_str_is(corr_str_trim(rest), kind);
}

corr_code target_file_read(corr_str text, const char *path, const char *name,
                           const char *kind, corr_arena *a, fetch_opts *words,
                           bool *found, corr_err *err)
{
    section_reader *r = corr_arena_new(a, section_reader, 1);
    corr_code code = CORR_OK;
    bool here = false, inside = false;
    corr_str line;
    opt_list rest = { 0 };

    if (!r)
        return corr_no_memory(err);
    *r = (section_reader){ .path = path, .arena = a, .err = err };
    *found = false;
    while (!code && corr_str_next(&text, '\n', &line)) {
        line = corr_str_trim(line);
        r->line++;
        if (!line.n || *line.p == '#' || *line.p == ';')
            continue;
        if (*line.p == '[') {
            if (line.n < 3 || line.p[line.n - 1] != ']')
                return bad_line(r, "the section has no end ]");
            here = is_section(line, name, kind);
            *found = *found || here;
            inside = true;
        } else if (!inside) {
            return bad_line(r, "a section [NAME] comes first");
        } else if (here) {
            code = take_pair(r, line);
        }
    }
    const opt_set set = { NULL, server_options, words };
    return code ? code : opt_parse(r->n, r->word, &set, 1, a, &rest, err);
}
