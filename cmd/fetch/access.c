/* access - secrets from files, the environment and commands. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fetch/plan/http_words.h"
#include "fetch/target.h"

enum { MOST_SECRET = 16 << 10, MOST_HEADERS = 64 };

bool access_has_secret(const fetch_access *a)
{
    return a->bearer.value || a->basic.value || a->headers || a->tenant ||
           a->netrc || a->cert;
}

/* ---- one secret ---------------------------------------------------------- */

/* Reads a stream to its end.  NULL: it fails, or is too long. */
static char *read_secret(FILE *f, corr_arena *a)
{
    char *text = corr_arena_new(a, char, MOST_SECRET + 1);
    const size_t n = text ? fread(text, 1, MOST_SECRET + 1, f) : 0;

    if (!text || ferror(f) || n > MOST_SECRET)
        return NULL;
    text[n] = '\0';
    return text;
}

static corr_code bad_secret(const char *option, const char *why, corr_err *err)
{
    corr_hint(err, "--%s FILE, --%s env:NAME or --%s run:COMMAND", option,
              option, option);
    return corr_fail(err, CORR_EUSAGE, "--%s: %s", option, why);
}

/* Takes the first line, without spaces at its ends. */
static corr_code trim_secret(char *text, const char *option, fetch_secret *s,
                             corr_err *err)
{
    corr_str line, rest = corr_str_of(text);

    if (!corr_str_next(&rest, '\n', &line) || !corr_str_trim(line).n)
        return bad_secret(option, "the secret is empty", err);
    if (corr_str_trim(rest).n && corr_str_has(rest, "\n\n"))
        return bad_secret(option, "the secret has more than one line", err);
    line = corr_str_trim(line);
    for (size_t i = 0; i < line.n; i++)
        if ((unsigned char)line.p[i] < ' ' || line.p[i] == 0x7f)
            return bad_secret(option, "the secret has a control character",
                              err);
    memmove(text, line.p, line.n);
    text[line.n] = '\0';
    s->value = text;
    return CORR_OK;
}

/* A word of a shell that stands for a secret as curl's config file wants it. */
static const char *print_secret(corr_arena *a, const char *how)
{
    return corr_arena_print(
        a, "\"$(%s | head -n 1 | sed 's/[\\\\\"]/\\\\&/g')\"", how);
}

static corr_code secret_of_command(const char *command, const char *option,
                                   corr_arena *a, fetch_secret *s,
                                   corr_err *err)
{
    FILE *f = popen(command, "r");
    char *text = f ? read_secret(f, a) : NULL;
    const int status = f ? pclose(f) : -1;

    if (!text || status != 0)
        return bad_secret(option, "the command fails", err);
    s->shown = print_secret(a, corr_arena_print(a, "{ %s; }", command));
    return s->shown ? trim_secret(text, option, s, err) : corr_no_memory(err);
}

static corr_code secret_of_file(const char *path, const char *option,
                                corr_arena *a, fetch_secret *s, corr_err *err)
{
    struct stat st;
    FILE *f = fopen(path, "re");

    if (!f)
        return bad_secret(option,
                          "there is no such file (a secret itself is never "
                          "given here)",
                          err);
    const bool is_dir = fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode);
    char *text = is_dir ? NULL : read_secret(f, a);
    fclose(f);
    if (!text)
        return bad_secret(option, "the file cannot be read as a secret", err);
    const char *word = http_sh_word(a, path);
    s->shown =
        word ? print_secret(a, corr_arena_print(a, "cat %s", word)) : NULL;
    return s->shown ? trim_secret(text, option, s, err) : corr_no_memory(err);
}

static bool is_variable(const char *name)
{
    for (const char *p = name; *p; p++)
        if (*p != '_' && !(*p >= 'a' && *p <= 'z') &&
            !(*p >= 'A' && *p <= 'Z') && !(corr_is_digit(*p) && p > name))
            return false;
    return *name != '\0';
}

static corr_code secret_of_variable(const char *name, const char *option,
                                    corr_arena *a, fetch_secret *s,
                                    corr_err *err)
{
    const char *value = is_variable(name) ? getenv(name) : NULL;
    char *text = value ? corr_arena_text(a, corr_str_of(value)) : NULL;

    if (!value)
        return bad_secret(option, "there is no such variable", err);
    s->shown =
        print_secret(a, corr_arena_print(a, "printf '%%s\\n' \"$%s\"", name));
    return text && s->shown ? trim_secret(text, option, s, err)
                            : corr_no_memory(err);
}

corr_code access_secret(const char *source, const char *option, corr_arena *a,
                        fetch_secret *s, corr_err *err)
{
    const corr_str word = corr_str_of(source);

    if (corr_str_starts(word, "env:"))
        return secret_of_variable(source + 4, option, a, s, err);
    if (corr_str_starts(word, "run:"))
        return secret_of_command(source + 4, option, a, s, err);
    return secret_of_file(source, option, a, s, err);
}

/* ---- headers ------------------------------------------------------------- */

corr_code access_headers(const char *file, corr_arena *a, fetch_access *access,
                         corr_err *err)
{
    const char **list = corr_arena_new(a, const char *, MOST_HEADERS);
    FILE *f = fopen(file, "re");
    char *text = f && list ? read_secret(f, a) : NULL;
    corr_str line, rest = corr_str_of(text);
    size_t number = 0;

    if (f)
        fclose(f);
    if (!text)
        return bad_secret("header-file", "the file cannot be read", err);
    while (corr_str_next(&rest, '\n', &line)) {
        line = corr_str_trim(line);
        number++;
        if (!line.n || *line.p == '#')
            continue;
        if (!http_is_header(line) || access->headers == MOST_HEADERS)
            return corr_fail(err, CORR_EUSAGE,
                             "--header-file: line %zu is not NAME: VALUE",
                             number);
        list[access->headers] = corr_arena_text(a, line);
        if (!list[access->headers++])
            return corr_no_memory(err);
    }
    access->header = list;
    access->header_file = file;
    return CORR_OK;
}
