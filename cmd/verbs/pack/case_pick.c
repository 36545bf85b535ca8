#define _GNU_SOURCE /* memmem */
#include "verbs/pack/case_pick.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "corr_read.h"

enum { MOST_BYTES = 256 << 20 };

/* A stretch of the document. */
typedef struct stretch {
    size_t from, to;
} stretch;

typedef struct picking {
    const char *p;
    size_t n;
    corr_vec(stretch) element;
    size_t open, close; /* behind "[", and at "]" */
} picking;

/* The byte behind a string that begins at `at`. */
static size_t behind_string(const picking *k, size_t at)
{
    for (at++; at < k->n && k->p[at] != '"'; at++)
        at += k->p[at] == '\\';
    return at + 1;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static size_t skip_blanks(const picking *k, size_t at)
{
    while (at < k->n && is_blank(k->p[at]))
        at++;
    return at;
}

/* Splits the list behind "[" at its commas.  False: it does not end, or memory
 * is out. */
static bool split_list(picking *k, size_t at)
{
    size_t depth = 0, from = at;

    k->element.n = 0;
    k->open = at;
    while (at < k->n) {
        const char c = k->p[at];
        const bool ends = depth == 0 && (c == ',' || c == ']');
        if (ends && !corr_vec_push(NULL, &k->element, ((stretch){ from, at })))
            return false;
        if (ends && c == ']') {
            k->close = at;
            return true;
        }
        if (ends)
            from = at + 1;
        depth += c == '{' || c == '[';
        depth -= (c == '}' || c == ']') && depth > 0;
        at = c == '"' ? behind_string(k, at) : at + 1;
    }
    return false;
}

/* Finds the first list of several objects or lists. */
static bool find_list(picking *k)
{
    size_t at = 0;

    while (at < k->n) {
        const char c = k->p[at];
        const size_t first = c == '[' ? skip_blanks(k, at + 1) : k->n;
        if (first < k->n && (k->p[first] == '{' || k->p[first] == '[')) {
            if (!split_list(k, at + 1))
                return false;
            if (k->element.n > 1)
                return true;
        }
        at = c == '"' ? behind_string(k, at) : at + 1;
    }
    return false;
}

static bool mentions(const picking *k, stretch e, const char *const *text,
                     size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (memmem(k->p + e.from, e.to - e.from, text[i], strlen(text[i])))
            return true;
    return false;
}

static bool write_part(const picking *k, FILE *f, const char *const *text,
                       size_t n)
{
    size_t kept = 0;

    fwrite(k->p, 1, k->open, f);
    for (size_t i = 0; i < k->element.n; i++) {
        const stretch e = k->element.v[i];
        if (!mentions(k, e, text, n))
            continue;
        if (kept++)
            fputc(',', f);
        fwrite(k->p + e.from, 1, e.to - e.from, f);
    }
    fwrite(k->p + k->close, 1, k->n - k->close, f);
    return kept > 0 && kept < k->element.n && !ferror(f);
}

static char *read_json_file(const char *path, size_t *n)
{
    FILE *f = fopen(path, "re");
    long size = -1;
    char *p = NULL;

    if (f && fseek(f, 0, SEEK_END) == 0)
        size = ftell(f);
    if (size > 0 && size <= MOST_BYTES && fseek(f, 0, SEEK_SET) == 0)
        p = malloc((size_t)size);
    if (p && fread(p, 1, (size_t)size, f) != (size_t)size) {
        free(p);
        p = NULL;
    }
    if (f)
        fclose(f);
    *n = p ? (size_t)size : 0;
    return p;
}

bool case_pick(const char *path, const char *to, const char *const *text,
               size_t n)
{
    picking k = { .n = 0 };
    char *p = read_json_file(path, &k.n);
    bool ok = false;

    k.p = p;
    if (p && find_list(&k)) {
        FILE *f = fopen(to, "wxe");
        ok = f && write_part(&k, f, text, n);
        if (f && fclose(f) != 0)
            ok = false;
        if (f && !ok)
            unlink(to);
    }
    corr_vec_free(&k.element);
    free(p);
    return ok;
}
