#include "shell/shell_line.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_WORDS = 65536,  /* of a line, files of its patterns included */
    MOST_BYTES = 1 << 20 /* of a line */
};

/* A word as it is read.  pattern: the same for glob(3). */
typedef struct word_text {
    char *text, *pattern;
    size_t n, npattern;
    bool any;   /* begun, if only by empty quotes */
    bool magic; /* an unquoted *, ? or [ */
    bool home;  /* begins with an unquoted ~ */
} word_text;

typedef struct line_reader {
    corr_str rest;
    corr_arena *arena;
    shell_line *line;
    size_t room;
    corr_err *err;
    char *text, *pattern; /* room for the next word */
    char redirects;       /* '>' or '+': the next word is a file */
    bool unfinished;      /* the line is being typed */
} line_reader;

static void put_plain(word_text *w, char c)
{
    w->any = true;
    w->text[w->n++] = c;
    if (c == '*' || c == '?' || c == '[')
        w->magic = true;
    if (c == '~' && w->n == 1)
        w->home = true;
    w->pattern[w->npattern++] = c;
}

static void put_literal(word_text *w, char c)
{
    w->any = true;
    w->text[w->n++] = c;
    w->pattern[w->npattern++] = '\\';
    w->pattern[w->npattern++] = c;
}

static corr_code add_word(line_reader *r, char *word)
{
    shell_line *line = r->line;

    if (line->n >= MOST_WORDS)
        return corr_fail(r->err, CORR_EUSAGE, "the line has more than %d words",
                         MOST_WORDS);
    if (line->n + 1 >= r->room) {
        const size_t room = r->room ? 2 * r->room : 16;
        char **more = corr_arena_new(r->arena, char *, room);
        if (!more)
            return corr_no_memory(r->err);
        if (line->n)
            memcpy(more, line->word, line->n * sizeof *more);
        line->word = more;
        r->room = room;
    }
    line->word[line->n++] = word;
    line->word[line->n] = NULL;
    return CORR_OK;
}

/* The files of a pattern.  found: false if there are none. */
static corr_code add_files(line_reader *r, const char *pattern, bool *found)
{
    glob_t g = { 0 };
    corr_code code = CORR_OK;
    const int failed = glob(pattern, 0, NULL, &g);

    *found = !failed && g.gl_pathc > 0;
    for (size_t i = 0; *found && !code && i < g.gl_pathc; i++) {
        char *path = corr_arena_print(r->arena, "%s", g.gl_pathv[i]);
        code = path ? add_word(r, path) : corr_no_memory(r->err);
    }
    globfree(&g);
    return code;
}

static char *with_home(const word_text *w, corr_arena *arena)
{
    const char *home = getenv("HOME");

    if (!w->home || !home || (w->text[1] && w->text[1] != '/'))
        return w->text;
    return corr_arena_print(arena, "%s%s", home, w->text + 1);
}

static corr_code take_word(line_reader *r, word_text *w)
{
    bool found = false;
    corr_code code = CORR_OK;

    w->text[w->n] = w->pattern[w->npattern] = '\0';
    char *text = with_home(w, r->arena);
    if (!text)
        return corr_no_memory(r->err);
    if (r->redirects) {
        r->line->file = text;
        r->line->adds = r->redirects == '+';
        r->redirects = '\0';
        return CORR_OK;
    }
    if (w->magic && !w->home && !r->unfinished)
        code = add_files(r, w->pattern, &found);
    return found || code ? code : add_word(r, text);
}

/* ---- quotes ----------------------------------------------------------- */

static char next_byte(line_reader *r)
{
    const char c = r->rest.p[0];

    r->rest.p++;
    r->rest.n--;
    return c;
}

static corr_code read_quoted(line_reader *r, word_text *w, char quote)
{
    w->any = true;
    while (r->rest.n > 0) {
        char c = next_byte(r);
        if (c == quote)
            return CORR_OK;
        if (quote == '"' && c == '\\' && r->rest.n > 0 &&
            strchr("\\\"$`", r->rest.p[0]))
            c = next_byte(r);
        put_literal(w, c);
    }
    if (r->unfinished)
        return CORR_OK;
    return corr_fail(r->err, CORR_EUSAGE, "a %c has no end; \\%c means itself",
                     quote, quote);
}

/* Whether a byte ends a word. */
static bool ends_word(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '|' || c == '>';
}

static corr_code read_word(line_reader *r, word_text *w)
{
    corr_code code = CORR_OK;

    while (!code && r->rest.n > 0 && !ends_word(r->rest.p[0])) {
        const char c = next_byte(r);
        if (c == '\'' || c == '"')
            code = read_quoted(r, w, c);
        else if (c == '\\' && r->rest.n > 0)
            put_literal(w, next_byte(r));
        else if (strchr(";&<", c) && c && !r->unfinished)
            code =
                corr_fail(r->err, CORR_EUSAGE,
                          "a %c has no meaning here; in quotes it is part of "
                          "a word",
                          c);
        else
            put_plain(w, c);
    }
    return code;
}

/* ---- lines ------------------------------------------------------------ */

static corr_code read_redirection(line_reader *r)
{
    if (r->redirects)
        return corr_fail(r->err, CORR_EUSAGE, "a > wants the name of a file");
    if (r->line->file)
        return corr_fail(r->err, CORR_EUSAGE,
                         "a line has one file for its output");
    next_byte(r);
    r->redirects = '>';
    if (r->rest.n > 0 && r->rest.p[0] == '>') {
        next_byte(r);
        r->redirects = '+';
    }
    return CORR_OK;
}

static corr_code read_pipe(line_reader *r)
{
    next_byte(r);
    const corr_str rest = corr_str_trim(r->rest);
    r->rest.n = 0;
    if (r->unfinished) {
        r->line->piped = "";
        return CORR_OK;
    }
    if (r->redirects)
        return corr_fail(r->err, CORR_EUSAGE, "a > wants the name of a file");
    if (r->line->file)
        return corr_fail(r->err, CORR_EUSAGE,
                         "the output goes to a file or to a pipe, not to both");
    if (!rest.n || !r->line->n)
        return corr_fail(r->err, CORR_EUSAGE,
                         "a | wants a command on each side");
    r->line->piped = corr_arena_text(r->arena, rest);
    return r->line->piped ? CORR_OK : corr_no_memory(r->err);
}

/* Reads a word.  The one at the end of an unfinished line is left out. */
static corr_code read_one(line_reader *r)
{
    word_text w = { .text = r->text, .pattern = r->pattern };
    corr_code code = read_word(r, &w);

    if (code || (r->unfinished && r->rest.n == 0))
        return code;
    r->text += w.n + 1;
    return take_word(r, &w);
}

static corr_code read_line(line_reader *r)
{
    const size_t most = r->rest.n;
    corr_code code = CORR_OK;

    if (most > MOST_BYTES)
        return corr_fail(r->err, CORR_EUSAGE, "the line is longer than 1 MiB");
    if (memchr(r->rest.p, '\0', most))
        return corr_fail(r->err, CORR_EUSAGE, "the line has a NUL byte");
    /* A word is followed by a byte of the line, or by its end. */
    r->text = corr_arena_alloc(r->arena, most + 2, 1);
    r->pattern = corr_arena_alloc(r->arena, 2 * most + 2, 1);
    if (!r->text || !r->pattern)
        return corr_no_memory(r->err);
    while (!code && r->rest.n > 0) {
        const char c = r->rest.p[0];
        if (c == ' ' || c == '\t' || c == '\r')
            next_byte(r);
        else if (c == '#')
            break;
        else if (c == '>')
            code = read_redirection(r);
        else if (c == '|')
            code = read_pipe(r);
        else
            code = read_one(r);
    }
    if (code || r->unfinished)
        return code;
    if (r->redirects)
        return corr_fail(r->err, CORR_EUSAGE, "a > wants the name of a file");
    return r->line->file && !r->line->n
               ? corr_fail(r->err, CORR_EUSAGE, "a > wants a command before it")
               : CORR_OK;
}

corr_code shell_line_parse(corr_str text, corr_arena *arena, shell_line *line,
                           corr_err *err)
{
    line_reader r = { .rest = text, .arena = arena, .line = line, .err = err };

    *line = (shell_line){ 0 };
    return read_line(&r);
}

corr_code shell_line_before(corr_str text, corr_arena *arena,
                            shell_line_end *end, corr_err *err)
{
    line_reader r = { .rest = text,
                      .arena = arena,
                      .line = &end->line,
                      .err = err,
                      .unfinished = true };

    *end = (shell_line_end){ 0 };
    const corr_code code = read_line(&r);
    end->is_file = r.redirects != '\0';
    end->is_piped = end->line.piped != NULL;
    return code;
}

char *shell_line_unquoted(const char *word, corr_arena *arena)
{
    const size_t n = strlen(word);
    shell_line unused = { 0 };
    line_reader r = {
        .rest = { word, n }, .arena = arena, .line = &unused, .unfinished = true
    };
    word_text w = { .text = corr_arena_alloc(arena, n + 1, 1),
                    .pattern = corr_arena_alloc(arena, 2 * n + 1, 1) };

    if (!w.text || !w.pattern)
        return NULL;
    while (r.rest.n > 0 && !read_word(&r, &w))
        if (r.rest.n > 0)
            put_plain(&w, next_byte(&r));
    w.text[w.n] = '\0';
    return w.text;
}
