#include "model/file_labels.h"

#include <stdio.h>

enum { MOST_LINES = 10000 };

/* ---- patterns ----------------------------------------------------------- */

/* Whether [..] at p[*i] matches c; moves *i behind it.  A [ without its ]
 * matches itself. */
static bool matches_bracket(corr_str p, size_t *i, char c)
{
    size_t at = *i + 1;
    const bool not = at < p.n && (p.p[at] == '!' || p.p[at] == '^');
    bool in = false;

    at += not ;
    for (const size_t first = at; at < p.n && (p.p[at] != ']' || at == first);
         at++) {
        char to = p.p[at];
        if (at + 2 < p.n && p.p[at + 1] == '-' && p.p[at + 2] != ']')
            to = p.p[at + 2];
        in = in || (c >= p.p[at] && c <= to);
        at += to == p.p[at] ? 0 : 2;
    }
    if (at < p.n) {
        *i = at + 1;
        return in != not ;
    }
    return p.p[(*i)++] == c;
}

/* Whether the element of a pattern at *i matches c; moves *i behind it. */
static bool matches_char(corr_str p, size_t *i, char c)
{
    if (*i >= p.n)
        return false;
    if (p.p[*i] == '[')
        return matches_bracket(p, i, c);
    const char want = p.p[(*i)++];
    return want == '?' || want == c;
}

/* Whether a pattern matches a whole name.  Only the last * is ever tried again,
 * so this ends after p.n * name.n steps. */
static bool matches_name(corr_str p, corr_str name)
{
    size_t i = 0, k = 0, star = SIZE_MAX, from = 0;

    while (k < name.n) {
        size_t next = i;
        if (i < p.n && p.p[i] == '*') {
            star = ++i;
            from = k;
            continue;
        }
        if (matches_char(p, &next, name.p[k])) {
            i = next;
            k++;
        } else if (star != SIZE_MAX) {
            i = star;
            k = ++from;
        } else {
            return false;
        }
    }
    while (i < p.n && p.p[i] == '*')
        i++;
    return i == p.n;
}

/* Cuts the next name off a path.  False: no name is left. */
static bool next_name(corr_str *rest, corr_str *name)
{
    while (rest->n && corr_str_next(rest, '/', name))
        if (name->n && !corr_str_is(*name, "."))
            return true;
    return false;
}

/* Whether the first names of a path match the names of a pattern. */
static bool path_begins_with(corr_str pattern, corr_str path)
{
    corr_str want, name;

    while (next_name(&pattern, &want))
        if (!next_name(&path, &name) || !matches_name(want, name))
            return false;
    return true;
}

static bool is_path_matched(corr_str pattern, corr_str path)
{
    corr_str name;

    if (pattern.n && pattern.p[0] == '/')
        return path.n && path.p[0] == '/' && path_begins_with(pattern, path);
    do {
        if (path_begins_with(pattern, path))
            return true;
    } while (next_name(&path, &name) && path.n);
    return false;
}

/* ---- lines -------------------------------------------------------------- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Cuts the next word off a line, without its quotes, in memory of m.  Empty: no
 * word is left. */
static corr_code next_word(file_labels *m, corr_str *line, corr_str *word,
                           corr_err *err)
{
    size_t i = 0, n = 0;
    bool quoted = false;

    *line = corr_str_trim(*line);
    *word = (corr_str){ "", 0 };
    if (!line->n || line->p[0] == '#')
        return CORR_OK;
    char *text = corr_arena_alloc(&m->arena, line->n + 1, 1);
    if (!text)
        return corr_no_memory(err);
    for (; i < line->n && (quoted || !is_space(line->p[i])); i++) {
        if (line->p[i] == '"')
            quoted = !quoted;
        else
            text[n++] = line->p[i];
    }
    if (quoted)
        return corr_fail(err, CORR_EUSAGE, "a quote is not closed");
    if (!n)
        return corr_fail(err, CORR_EUSAGE, "a word is empty");
    *line = (corr_str){ line->p + i, line->n - i };
    *word = (corr_str){ text, n };
    return CORR_OK;
}

static corr_code add_label(file_labels *m, corr_str word, corr_err *err)
{
    file_labels_label l;

    if (!corr_str_cut(word, '=', &l.key, &l.value) || !l.key.n || !l.value.n)
        return corr_fail(err, CORR_EUSAGE, "\"%.*s\" is not KEY=VALUE",
                         CORR_STR_ARG(word));
    return vec_push(&m->label, l) ? CORR_OK : corr_no_memory(err);
}

static corr_code read_pattern_line(file_labels *m, corr_str line, corr_err *err)
{
    file_labels_line l = { .first = m->label.n };
    corr_str word;

    if (memchr(line.p, '\0', line.n))
        return corr_fail(err, CORR_EUSAGE, "not a text file");
    corr_code code = next_word(m, &line, &l.pattern, err);
    if (code || !l.pattern.n)
        return code;
    for (;;) {
        code = next_word(m, &line, &word, err);
        if (code || !word.n)
            break;
        code = add_label(m, word, err);
        if (code)
            break;
    }
    l.n = m->label.n - l.first;
    if (!code && !l.n)
        code = corr_fail(err, CORR_EUSAGE,
                         "no KEY=VALUE follows the pattern \"%.*s\"",
                         CORR_STR_ARG(l.pattern));
    if (!code && m->line.n == MOST_LINES)
        code =
            corr_fail(err, CORR_EUSAGE, "more than %d lines", (int)MOST_LINES);
    if (!code && !vec_push(&m->line, l))
        code = corr_no_memory(err);
    return code;
}

corr_code file_labels_read(file_labels *m, corr_str text, const char *name,
                           corr_err *err)
{
    const size_t before = m->line.n;
    corr_str line;

    if (corr_str_starts(text, "\xef\xbb\xbf")) /* a byte order mark */
        text = (corr_str){ text.p + 3, text.n - 3 };
    for (uint64_t n = 1; text.n && corr_str_next(&text, '\n', &line); n++) {
        const corr_code code = read_pattern_line(m, line, err);
        if (code && err) {
            err->line = n;
            snprintf(err->input, sizeof err->input, "%s", name);
        }
        if (code)
            return code;
    }
    if (m->line.n == before)
        return corr_fail(err, CORR_EUSAGE,
                         "%s: no line has a pattern and KEY=VALUE", name);
    return CORR_OK;
}

static bool copy_text(file_labels *m, corr_str *text)
{
    char *copy = corr_arena_alloc(&m->arena, text->n + 1, 1);

    if (copy && text->n)
        memcpy(copy, text->p, text->n);
    text->p = copy;
    return copy != NULL;
}

corr_code file_labels_add(file_labels *m, corr_str pattern, corr_str key,
                          corr_str value, corr_err *err)
{
    file_labels_label l = { key, value };
    file_labels_line line = { .pattern = pattern, .first = m->label.n, .n = 1 };

    if (!pattern.n)
        return corr_fail(err, CORR_EUSAGE, "a pattern is empty");
    if (!copy_text(m, &line.pattern) || !copy_text(m, &l.key) ||
        !copy_text(m, &l.value) || !vec_push(&m->label, l) ||
        !vec_push(&m->line, line))
        return corr_no_memory(err);
    return CORR_OK;
}

/* ---- files -------------------------------------------------------------- */

bool file_labels_of(file_labels *m, const char *path, file_labels_labels *of)
{
    bool used = false;

    for (size_t i = 0; i < m->line.n; i++) {
        const file_labels_line *l = &m->line.v[i];
        if (!is_path_matched(l->pattern, corr_str_of(path)))
            continue;
        used = true;
        for (size_t k = 0; k < l->n; k++)
            if (!vec_push(of, m->label.v[l->first + k]))
                return false;
    }
    m->used += used;
    return true;
}

void file_labels_clear(file_labels *m)
{
    vec_free(&m->line);
    vec_free(&m->label);
    corr_arena_clear(&m->arena);
    *m = (file_labels){ 0 };
}
