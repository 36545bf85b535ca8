#include "shell/parcel.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct parcel_head {
    uint32_t kind;
    uint32_t n;
} parcel_head;

static bool send_all(int fd, const void *p, size_t n)
{
    const char *at = p;

    while (n > 0) {
        const ssize_t put = send(fd, at, n, MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += put;
        n -= (size_t)put;
    }
    return true;
}

bool parcel_send(int fd, parcel_kind kind, const void *p, size_t n)
{
    const parcel_head head = { kind, (uint32_t)n };

    return n <= PARCEL_MOST && send_all(fd, &head, sizeof head) &&
           send_all(fd, p, n);
}

static bool receive_all(int fd, const volatile sig_atomic_t *stop, void *p,
                        size_t n)
{
    char *at = p;

    while (n > 0) {
        const ssize_t got = read(fd, at, n);
        if (got < 0 && errno == EINTR && !(stop && *stop))
            continue;
        if (got <= 0)
            return false;
        at += got;
        n -= (size_t)got;
    }
    return true;
}

parcel_kind parcel_receive(int fd, const volatile sig_atomic_t *stop,
                           corr_arena *arena, corr_str *bytes)
{
    parcel_head head;

    if (stop && *stop)
        return 0;
    if (!receive_all(fd, stop, &head, sizeof head) || head.n > PARCEL_MOST)
        return 0;
    char *p = corr_arena_alloc(arena, (size_t)head.n + 1, 1);
    if (!p || !receive_all(fd, NULL, p, head.n))
        return 0;
    p[head.n] = '\0';
    *bytes = (corr_str){ p, head.n };
    return (parcel_kind)head.kind;
}

/* A line is its file, "+" if it adds, its pipe and its words.  Each part begins
 * with "=", or is "-" if the line has no such part, and ends with a NUL. */
static void put_part(char **at, const char *text)
{
    *(*at)++ = text ? '=' : '-';
    const size_t n = text ? strlen(text) + 1 : 1;
    memcpy(*at, text ? text : "", n);
    *at += n;
}

bool parcel_put_line(const shell_line *line, corr_arena *arena, corr_str *bytes)
{
    size_t n = 16;

    n += line->file ? strlen(line->file) : 0;
    n += line->piped ? strlen(line->piped) : 0;
    for (size_t i = 0; i < line->n; i++)
        n += strlen(line->word[i]) + 2;
    char *p = corr_arena_alloc(arena, n, 1), *at = p;
    if (!p)
        return false;
    put_part(&at, line->file);
    put_part(&at, line->adds ? "+" : NULL);
    put_part(&at, line->piped);
    for (size_t i = 0; i < line->n; i++)
        put_part(&at, line->word[i]);
    *bytes = (corr_str){ p, (size_t)(at - p) };
    return true;
}

static char *get_part(corr_str *rest, corr_arena *arena)
{
    const char *end = rest->n > 1 ? memchr(rest->p, '\0', rest->n) : NULL;
    const char *part = rest->p;

    if (!end)
        return NULL;
    const size_t n = (size_t)(end - part) + 1;
    *rest = (corr_str){ part + n, rest->n - n };
    return part[0] == '=' ? corr_arena_print(arena, "%s", part + 1) : NULL;
}

bool parcel_get_line(corr_str bytes, corr_arena *arena, shell_line *line)
{
    size_t most = 1;

    for (size_t i = 0; i < bytes.n; i++)
        most += bytes.p[i] == '\0';
    *line = (shell_line){ .word = corr_arena_new(arena, char *, most + 1) };
    if (!line->word)
        return false;
    line->file = get_part(&bytes, arena);
    line->adds = get_part(&bytes, arena) != NULL;
    line->piped = get_part(&bytes, arena);
    while (bytes.n > 0) {
        char *word = get_part(&bytes, arena);
        if (!word)
            return false;
        line->word[line->n++] = word;
    }
    line->word[line->n] = NULL;
    return true;
}
