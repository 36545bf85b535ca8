#include "source/zip.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "base/base.h"
#include "base/read_at.h"

enum {
    END_SIZE = 22,
    ENTRY_SIZE = 46,
    LOCAL_SIZE = 30,
    END_FAR = 65535 + END_SIZE, /* the comment is 65,535 bytes at most */
    END64_SIZE = 56,
    LOCATOR_SIZE = 20,
    MOST_DIR = 256 << 20,
    PIECE = 64 << 10
};

static uint64_t le(const uint8_t *p, unsigned n)
{
    uint64_t v = 0;

    while (n-- > 0)
        v = v << 8 | p[n];
    return v;
}

/* Reads exactly n bytes.  False: the file ends before, or z->sys says why. */
static bool read_whole(zip *z, void *to, size_t n, uint64_t at)
{
    const ssize_t got = read_at(z->fd, to, n, at);

    if (got < 0)
        z->sys = errno;
    return got == (ssize_t)n;
}

bool zip_begins(const uint8_t *head, size_t n)
{
    return n >= 4 &&
           (memcmp(head, "PK\3\4", 4) == 0 || memcmp(head, "PK\5\6", 4) == 0);
}

/* The offset of the record that ends the archive, from its last bytes. */
static const uint8_t *find_end(const uint8_t *tail, size_t n)
{
    for (size_t i = n - END_SIZE + 1; i-- > 0;)
        if (memcmp(tail + i, "PK\5\6", 4) == 0 &&
            i + END_SIZE + le(tail + i + 20, 2) <= n)
            return tail + i;
    return NULL;
}

/* Where the directory is; the record of 64 bits counts if there is one. */
static bool find_dir(zip *z, uint64_t size, uint64_t *from, uint64_t *n)
{
    const size_t tail_size = size < END_FAR ? (size_t)size : END_FAR;
    uint8_t *tail = size >= END_SIZE ? malloc(tail_size) : NULL;
    uint8_t locator[LOCATOR_SIZE], end64[END64_SIZE];
    bool ok = tail && read_whole(z, tail, tail_size, size - tail_size);
    const uint8_t *end = ok ? find_end(tail, tail_size) : NULL;

    if (size >= END_SIZE && !tail)
        z->sys = ENOMEM;
    ok = end != NULL;
    if (ok) {
        const uint64_t at = size - tail_size + (uint64_t)(end - tail);
        *n = le(end + 12, 4);
        *from = le(end + 16, 4);
        if ((*from == UINT32_MAX || *n == UINT32_MAX) && at >= LOCATOR_SIZE &&
            read_whole(z, locator, sizeof locator, at - LOCATOR_SIZE) &&
            memcmp(locator, "PK\6\7", 4) == 0 &&
            read_whole(z, end64, sizeof end64, le(locator + 8, 8)) &&
            memcmp(end64, "PK\6\6", 4) == 0) {
            *n = le(end64 + 40, 8);
            *from = le(end64 + 48, 8);
        }
        ok = *n <= MOST_DIR && *from <= size && *n <= size - *from;
    }
    free(tail);
    return ok;
}

bool zip_open(zip *z, int fd)
{
    struct stat st;
    uint64_t from, n;

    *z = (zip){ .fd = fd };
    if (fstat(fd, &st) != 0)
        z->sys = errno;
    if (z->sys || st.st_size < 0 ||
        !find_dir(z, (uint64_t)st.st_size, &from, &n))
        return false;
    z->dir = malloc((size_t)n + 1);
    z->n = (size_t)n;
    if (!z->dir)
        z->sys = ENOMEM;
    else if (read_whole(z, z->dir, z->n, from))
        return true;
    zip_close(z);
    return false;
}

void zip_close(zip *z)
{
    free(z->dir);
    z->dir = NULL;
}

/* Sizes and the offset in 64 bits, in the order in which 32 bits were too
 * few. */
static void read_extra_sizes(const uint8_t *p, size_t n, zip_entry *e)
{
    uint64_t *want[] = { &e->size, &e->packed, &e->header };

    while (n >= 4) {
        const size_t len = (size_t)le(p + 2, 2);
        if (len > n - 4)
            return;
        if (le(p, 2) == 1) {
            size_t at = 4;
            for (size_t i = 0; i < countof(want); i++)
                if (*want[i] == UINT32_MAX && at + 8 <= len + 4) {
                    *want[i] = le(p + at, 8);
                    at += 8;
                }
            return;
        }
        p += len + 4;
        n -= len + 4;
    }
}

/* Whether a file of Unix is something else than a plain file. */
static bool is_special(const uint8_t *entry)
{
    const uint64_t mode = le(entry + 40, 2), type = mode & S_IFMT;

    return entry[5] == 3 && type && type != S_IFREG && type != S_IFDIR;
}

/* Takes the next entry of the directory; NULL: it ends. */
static const uint8_t *next_entry(zip *z, size_t *name, size_t *extra)
{
    const size_t left = z->n - z->at;
    const uint8_t *p = z->dir + z->at;

    if (left < ENTRY_SIZE || memcmp(p, "PK\1\2", 4) != 0) {
        z->damaged = left > 0 && (left < 4 || memcmp(p, "PK\5\5", 4) != 0);
        return NULL;
    }
    *name = (size_t)le(p + 28, 2);
    *extra = (size_t)le(p + 30, 2);
    const size_t all = ENTRY_SIZE + *name + *extra + (size_t)le(p + 32, 2);
    if (all > left) {
        z->damaged = true;
        return NULL;
    }
    z->at += all;
    return p;
}

bool zip_next(zip *z, zip_entry *e)
{
    size_t name, extra;
    const uint8_t *p;

    while ((p = next_entry(z, &name, &extra))) {
        *e = (zip_entry){ .method = (uint16_t)le(p + 10, 2),
                          .crc = (uint32_t)le(p + 16, 4),
                          .packed = le(p + 20, 4),
                          .size = le(p + 24, 4),
                          .header = le(p + 42, 4),
                          .is_link = is_special(p) };
        read_extra_sizes(p + ENTRY_SIZE + name, extra, e);
        if (name == 0 || p[ENTRY_SIZE + name - 1] == '/')
            continue;
        if ((p[8] & 1) || (e->method != 0 && e->method != 8) ||
            name >= sizeof e->name) {
            z->unread++;
            z->locked += p[8] & 1;
            continue;
        }
        z->packed += e->packed < INT64_MAX ? e->packed : INT64_MAX;
        memcpy(e->name, p + ENTRY_SIZE, name);
        return true;
    }
    return false;
}

/* Passes pieces on, and counts and sums them. */
typedef struct unpacked {
    bool (*put)(void *to, const void *p, size_t n);
    void *to;
    uint64_t left;
    uLong crc;
} unpacked;

static bool take_piece(unpacked *u, const void *p, size_t n)
{
    if (n > u->left)
        return false;
    u->left -= n;
    u->crc = crc32_z(u->crc, p, n);
    return n == 0 || u->put(u->to, p, n);
}

/* One piece of packed bytes; *ends: the data is complete. */
static bool inflate_piece(z_stream *s, unpacked *u, bool *ends)
{
    static _Thread_local uint8_t out[PIECE];

    do {
        s->next_out = out;
        s->avail_out = sizeof out;
        const int rc = inflate(s, Z_NO_FLUSH);
        if (rc != Z_OK && rc != Z_STREAM_END && rc != Z_BUF_ERROR)
            return false;
        if (!take_piece(u, out, sizeof out - s->avail_out))
            return false;
        *ends = rc == Z_STREAM_END;
    } while (s->avail_out == 0 && !*ends);
    return true;
}

static bool unpack(zip *z, const zip_entry *e, uint64_t at, unpacked *u)
{
    static _Thread_local uint8_t in[PIECE];
    z_stream s = { 0 };
    bool ok = e->method == 0 || inflateInit2(&s, -MAX_WBITS) == Z_OK;
    bool ends = false;

    if (!ok)
        z->sys = ENOMEM;
    for (uint64_t left = e->packed; ok && left > 0 && !ends;) {
        const size_t n = left < sizeof in ? (size_t)left : sizeof in;
        ok = read_whole(z, in, n, at);
        at += n;
        left -= n;
        s.next_in = in;
        s.avail_in = (uInt)n;
        if (ok)
            ok = e->method ? inflate_piece(&s, u, &ends) : take_piece(u, in, n);
    }
    if (e->method)
        inflateEnd(&s);
    return ok;
}

bool zip_read(zip *z, const zip_entry *e,
              bool (*put)(void *to, const void *p, size_t n), void *to)
{
    unpacked u = { put, to, e->size, crc32_z(0, NULL, 0) };
    uint8_t head[LOCAL_SIZE];

    if (!read_whole(z, head, sizeof head, e->header) ||
        memcmp(head, "PK\3\4", 4) != 0)
        return false;
    const uint64_t at =
        e->header + LOCAL_SIZE + le(head + 26, 2) + le(head + 28, 2);
    return unpack(z, e, at, &u) && u.left == 0 && u.crc == e->crc;
}
