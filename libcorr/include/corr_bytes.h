/*
 * corr_bytes.h - text slices, numbers in text, memory, sources and sinks.
 *
 * A source is the bytes of an input; a sink takes bytes of output.  Sources,
 * cursors and sinks fail stickily: after the first failure they yield nothing,
 * so a reader needs no check after each call, only loops that end.  One thread
 * uses an object of this header; functions without an object are safe in any
 * thread.
 */
#ifndef CORR_BYTES_H
#define CORR_BYTES_H

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "corr_base.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- slices ----------------------------------------------------------- */

#define CORR_STR(literal) ((corr_str){ (literal), sizeof(literal) - 1 })

static inline corr_str corr_str_of(const char *z) /* NULL is empty */
{
    corr_str s = { z ? z : "", z ? strlen(z) : 0 };
    return s;
}

/* Whether two texts are equal; both may be NULL. */
static inline bool corr_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static inline bool corr_str_eq(corr_str a, corr_str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool corr_str_is(corr_str a, const char *z)
{
    return corr_str_eq(a, corr_str_of(z));
}

/* Compares in byte order; a prefix comes first. */
int corr_str_cmp(corr_str a, corr_str b);
/* s without its first n bytes; it has at least n. */
static inline corr_str corr_str_from(corr_str s, size_t n)
{
    return (corr_str){ s.p + n, s.n - n };
}

/* Compare bytes; case matters. */
bool corr_str_starts(corr_str s, const char *prefix);
bool corr_str_ends(corr_str s, const char *suffix);
corr_str corr_str_trim(corr_str s); /* spaces, tabs, CR at both ends */
/* First position of c, or s.n. */
size_t corr_str_find(corr_str s, char c);
bool corr_str_has(corr_str s, const char *part); /* as a part of it */
/* Splits s at the last c.  False: s contains no c. */
bool corr_str_cut_last(corr_str s, char c, corr_str *before, corr_str *after);
/* Splits s at the first c.  False: s contains no c. */
bool corr_str_cut(corr_str s, char c, corr_str *before, corr_str *after);
/* The text behind the last slash of a path; empty for a directory. */
corr_str corr_str_base(corr_str path);
/* Removes the next piece up to c from *rest.  False: *rest is used up. */
bool corr_str_next(corr_str *rest, char c, corr_str *piece);
/* The number of bytes at the start of a text that stand on one line: a word, or
 * a number and its unit, as "30 s" or "1.5 MB/s".  0 if the text is empty or
 * begins with a blank. */
size_t corr_str_piece(corr_str rest);
/* Parse a whole string as a number.  False: the string has other characters or
 * the number overflows. */
bool corr_str_i64(corr_str s, int64_t *value);
bool corr_str_u64(corr_str s, uint64_t *value);
bool corr_str_real(corr_str s, double *value); /* decimal, finite */
static inline bool corr_is_digit(char c)
{
    return c >= '0' && c <= '9';
}
int corr_hex_digit(char c); /* 0..15, either case; or -1 */
/* Writes 16 hex digits without a NUL; returns to + 16. */
char *corr_print_hex(char *to, uint64_t value);

/* ---- digests ------------------------------------------------------------- */

enum { CORR_SHA256_BYTES = 32, CORR_SHA256_TEXT = 65 /* hex digits, a NUL */ };

/* The digest of FIPS 180-4 over bytes that come in pieces. */
typedef struct corr_sha256 {
    uint32_t h[8];
    uint64_t n; /* bytes so far */
    uint8_t block[64];
} corr_sha256;

void corr_sha256_start(corr_sha256 *s);
void corr_sha256_add(corr_sha256 *s, const void *p, size_t n);
/* Each ends the digest; a digest is started again before its next use. */
void corr_sha256_bytes(corr_sha256 *s, uint8_t bytes[CORR_SHA256_BYTES]);
void corr_sha256_end(corr_sha256 *s, char text[CORR_SHA256_TEXT]);
void corr_sha256_of(const void *p, size_t n, char text[CORR_SHA256_TEXT]);
/* Adds all bytes of an open file, whose offset stays.  Returns 0, or errno. */
int corr_sha256_read(corr_sha256 *s, int fd);
/* The digest of an open file, or of the file of a path.  Each returns 0, or
 * errno; then text is not written. */
int corr_sha256_file(int fd, char text[CORR_SHA256_TEXT]);
int corr_sha256_path(const char *path, char text[CORR_SHA256_TEXT]);

/* ---- characters ---------------------------------------------------------- */

/* U+FFFD, in place of an invalid character. */
enum { CORR_NO_CHAR = 0xfffd };

/* Writes a character as UTF-8, 1..4 bytes; returns the number of bytes. */
unsigned corr_put_utf8(char *to, uint32_t c);

/* Decodes the escapes of a JSON string, given without its quotes.  A lone
 * surrogate becomes U+FFFD.  to has room for 2 * raw.n bytes.  Returns the
 * number of bytes written. */
size_t corr_json_unescape(char *to, corr_str raw);

/* Whether a unit of UTF-16 is a surrogate. */
static inline bool corr_is_half(uint32_t unit)
{
    return unit >> 11 == 0x1b;
}

/* The character of a surrogate pair; CORR_NO_CHAR: no valid pair. */
static inline uint32_t corr_of_halves(uint32_t high, uint32_t low)
{
    return high >> 10 == 0x36 && low >> 10 == 0x37
               ? 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff)
               : (uint32_t)CORR_NO_CHAR;
}

/* The first or second surrogate of a character beyond U+FFFF. */
static inline uint32_t corr_half(uint32_t c, bool is_second)
{
    return is_second ? 0xdc00 + (c & 0x3ff) : 0xd800 + ((c - 0x10000) >> 10);
}

/* ---- bounded cursor ---------------------------------------------------- */

/* A cursor over bytes.  A read past the end returns 0 and sets bad, so checking
 * bad once per record is enough. */
typedef struct corr_cur {
    const uint8_t *p, *end;
    bool bad;
} corr_cur;

/* Borrows n bytes; p NULL: no bytes. */
static inline corr_cur corr_cur_of(const void *p, size_t n)
{
    const uint8_t *at = p ? (const uint8_t *)p : (const uint8_t *)"";
    corr_cur c = { at, p ? at + n : at, false };
    return c;
}

static inline size_t corr_cur_left(const corr_cur *c)
{
    return (size_t)(c->end - c->p);
}

/* Ends the cursor as bad, for malformed bytes. */
static inline uint64_t corr_cur_stop(corr_cur *c)
{
    c->bad = true;
    c->p = c->end;
    return 0;
}

/* A protobuf varint: at most ten bytes, little end first. */
static inline uint64_t corr_cur_varint(corr_cur *c)
{
    uint64_t x = 0;

    for (unsigned shift = 0; shift < 70; shift += 7) {
        if (c->p == c->end)
            return corr_cur_stop(c);
        uint8_t byte = *c->p++;
        if (shift < 64)
            x |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return x;
    }
    return corr_cur_stop(c);
}

enum { CORR_VARINT_MAX = 10 };

/* Writes a varint to p, which has CORR_VARINT_MAX bytes; returns its length. */
static inline size_t corr_put_varint(uint8_t *p, uint64_t x)
{
    size_t n = 0;

    for (; x >= 0x80; x >>= 7)
        p[n++] = (uint8_t)(x | 0x80);
    p[n++] = (uint8_t)x;
    return n;
}

/* A little-endian number of up to eight bytes. */
static inline uint64_t corr_cur_le(corr_cur *c, unsigned bytes)
{
    uint64_t x = 0;

    if (corr_cur_left(c) < bytes)
        return corr_cur_stop(c);
    for (unsigned i = 0; i < bytes; i++)
        x |= (uint64_t)*c->p++ << (8 * i);
    return x;
}

/* The next n bytes as a cursor of their own.  If fewer are left, the result is
 * empty and both cursors are bad. */
static inline corr_cur corr_cur_slice(corr_cur *c, uint64_t n)
{
    if (n > corr_cur_left(c))
        n = corr_cur_stop(c);
    corr_cur s = { c->p, c->p + n, c->bad };
    c->p += n;
    return s;
}

/* ---- scratch memory ----------------------------------------------------- */

/* Memory for many allocations that are freed together.  { 0 } is an arena with
 * the default limit (1 GiB).  Memory is zeroed, 16-aligned, and valid until
 * reset or clear. */
typedef struct corr_arena {
    struct corr_arena_block *block;
    size_t held, limit;
} corr_arena;

#define corr_arena_new(a, T, n) ((T *)corr_arena_alloc((a), sizeof(T), (n)))
/* NULL: memory is out or the limit is reached. */
void *corr_arena_alloc(corr_arena *a, size_t size, size_t count);
/* The same for a large block of which mostly the first part is used.  Untouched
 * pages cost no memory, and a large block does not count against the limit. */
#define corr_arena_room(a, T, n) ((T *)corr_arena_spare((a), sizeof(T), (n)))
void *corr_arena_spare(corr_arena *a, size_t size, size_t count);
/* A copy of a text, and a formatted text of any length, each with a NUL behind
 * it.  NULL: as corr_arena_alloc. */
char *corr_arena_text(corr_arena *a, corr_str s);
char *corr_arena_print(corr_arena *a, const char *format, ...)
    CORR_PRINTF(2, 3);
char *corr_arena_vprint(corr_arena *a, const char *format, va_list ap)
    CORR_PRINTF(2, 0);
void corr_arena_reset(corr_arena *a); /* keeps one block for the next use */
void corr_arena_clear(corr_arena *a); /* frees everything */

/* Makes room for `need` elements of `size` bytes in a column and keeps its
 * elements.  *room counts elements.  False: memory is out, and the column is
 * unchanged. */
bool corr_grow(void **column, size_t *room, size_t need, size_t size);

/* A growable column of T: elements, their number, room.  { 0 } is empty.
 * Readers grow a column with corr_vec_push (corr_read.h).  Growing moves the
 * elements: keep indices, not pointers. */
#define corr_vec(T)                                                            \
    struct {                                                                   \
        T *v;                                                                  \
        size_t n, room;                                                        \
    }
#define corr_vec_free(x)                                                       \
    (free((x)->v), (x)->v = NULL, (x)->n = 0, (x)->room = 0)

/* A map from bytes, or from one u64, to u32.  { 0 } is empty.  The map copies
 * keys of bytes.  The value of a new key is 0. */
typedef struct corr_map {
    struct corr_map_slot *slot;
    uint32_t n, mask;
    struct corr_arena keys;
} corr_map;

/* The value of a key, which is added if it is new (is_new may be NULL).  The
 * pointer is valid until the next key is added.  NULL: memory is out. */
uint32_t *corr_map_bytes(corr_map *m, const void *key, size_t n, bool *is_new);
uint32_t *corr_map_u64(corr_map *m, uint64_t key, bool *is_new);
const uint32_t *corr_map_find_u64(const corr_map *m, uint64_t key);
/* Calls row for each key of a map of numbers, in any order, until it is false.
 * False: it was. */
bool corr_map_each_u64(const corr_map *m,
                       bool (*row)(void *ctx, uint64_t key, uint32_t value),
                       void *ctx);
void corr_map_clear(corr_map *m);

uint64_t corr_hash(const void *p, size_t n); /* good and fast, not secret */

/* A fast map from names to u32.  { 0 } is empty.  It stores 96 bits of a keyed
 * hash of each name, not the name.  Each map draws its own random key, so the
 * author of a file cannot construct colliding names.  By chance, two of a
 * million names collide once in 10^17 maps. */
typedef struct corr_names {
    struct corr_names_bucket *bucket;
    uint32_t n, mask;
    uint64_t key[8];
} corr_names;

/* Sets value[i] to the value of each of n names, or 0 if the map lacks the
 * name.  Returns whether the map has all names.  One call for many names is
 * faster than many calls. */
bool corr_names_find(const corr_names *t, const corr_str *name, size_t n,
                     uint32_t *value);
/* Adds a name that the map lacks; its value is not 0.  False: memory is out. */
bool corr_names_add(corr_names *t, corr_str name, uint32_t value);
void corr_names_clear(corr_names *t);

/* Makes the allocator of the process keep freed memory and grow its heap in
 * large steps and huge pages.  For a program that loads, answers and exits; it
 * calls this once, before anything else. */
void corr_keep_memory(void);
/* Makes the system refuse this process more than so many bytes of memory; a
 * failure for want of it then names the limit.  0: no limit any more.  What the
 * process runs later inherits the limit.  False: the process has more already. */
bool corr_limit_memory(uint64_t bytes);

/* ---- threads ------------------------------------------------------------ */

/* Worker threads for readers (corr_want.crew).  A reader that could use one
 * more thread calls corr_workers_join; false: no thread is free now.  The
 * reader releases each thread with corr_workers_leave when its work is done,
 * before the reader returns. */
typedef struct corr_workers corr_workers;
bool corr_workers_several(
    const corr_workers *c); /* false: there are no worker threads */
bool corr_workers_join(corr_workers *c);
void corr_workers_leave(corr_workers *c);

/* ---- source -------------------------------------------------------------- */

/* The decoded bytes of one input, read once from front to end.  The source
 * decompresses all members. */
typedef struct corr_src corr_src;

/* At least n contiguous bytes from the current position; fewer only at the end
 * or on failure.  *got is the number of bytes available, often more than n.
 * Valid until the next call on the source.  If n exceeds limits.record and the
 * bytes are not yet in memory, the source fails with CORR_ELIMIT. */
const uint8_t *corr_src_peek(corr_src *in, size_t n, size_t *got);
/* Reserves memory for the next n bytes, for a reader that needs only parts of
 * them.  corr_src_fetch reads a part; it is valid until the next call of
 * another function.  NULL: the source does not support this or has failed; use
 * corr_src_peek. */
const uint8_t *corr_src_reserve(corr_src *in, size_t n);
/* Reads n bytes at offset `at` into the reserved memory; does nothing if the
 * bytes were peeked.  False: the source has failed. */
bool corr_src_fetch(corr_src *in, size_t at, size_t n);
/* Reads n bytes at offset `at` of the reserved range into memory of the caller,
 * for bytes that are read once and not kept. */
bool corr_src_copy(corr_src *in, size_t at, size_t n, uint8_t *to);
/* Puts n copied bytes at their place in the reserved memory. */
void corr_src_put(corr_src *in, size_t at, size_t n, const uint8_t *from);
/* Skips n bytes, which may reach beyond the peeked bytes. */
void corr_src_skip(corr_src *in, uint64_t n);
/* The next line without its end (LF or CRLF); false at the end. */
bool corr_src_line(corr_src *in, corr_str *line);
uint64_t corr_src_offset(const corr_src *in); /* decoded bytes before here */
/* Skips the rest; returns the end offset. */
static inline uint64_t corr_src_skip_rest(corr_src *in)
{
    corr_src_skip(in, UINT64_MAX - corr_src_offset(in));
    return corr_src_offset(in);
}
uint64_t corr_src_lineno(const corr_src *in); /* number of the last line,
                                                 1-based */
bool corr_src_failed(const corr_src *in);
/* Goes on to the next part, if the source consists of parts of an input or of
 * several files.  Each part ends like a whole input.  False: there are no more
 * parts.  For formats with `parts` or `piece` set. */
bool corr_src_next(corr_src *in);
/* Whether the compressed stream ended early or was damaged.  The bytes before
 * the damage were delivered. */
bool corr_src_cut(const corr_src *in);
const char *corr_src_path(const corr_src *in);
/* Last modification of the current file, ns since 1970.  CORR_NO_TIME: the
 * input is no file. */
int64_t corr_src_written(const corr_src *in);
const corr_limits *corr_src_limits(const corr_src *in);
/* A source for bytes inside or beside a file.  Its owner closes it.
 * within: n bytes at p, compressed or not, that the reader of outer owns.  They
 * are borrowed until the source is closed.
 * beside: the file whose name has this ending in place of the file's own ending
 * or after it (x.labels or x.jfr.labels for x.jfr.gz, and the reverse).  NULL:
 * there is no such file, or the input is no file.
 * If memory is out, the source has failed or is NULL. */
corr_src *corr_src_within(const corr_src *outer, const void *p, size_t n);
corr_src *corr_src_beside(const corr_src *in, const char *ending);
/* A second source of the same bytes, or of the current part, for another
 * thread.  corr_src_go moves it to any offset.  It reports no progress.  NULL:
 * the input is a pipe, compressed, or several files. */
corr_src *corr_src_twin(const corr_src *in);
void corr_src_go(corr_src *twin, uint64_t offset);
void corr_src_close(corr_src *in);

/* ---- sinks -------------------------------------------------------------- */

/* A byte sink. */
typedef struct corr_out corr_out;
void corr_put(corr_out *out, const void *p, size_t n);
void corr_puts(corr_out *out, const char *z);
void corr_putc(corr_out *out, char c);
void corr_put_str(corr_out *out, corr_str s);
void corr_put_int(corr_out *out, int64_t v); /* in decimal; fast */
void corr_printf(corr_out *out, const char *format, ...) CORR_PRINTF(2, 3);
/* Writes a string of JSON, quotes included.  Marks of direction and bad UTF-8
 * become escapes; with ascii, all characters above U+007E do. */
void corr_put_quoted(corr_out *out, corr_str s, bool ascii);
bool corr_out_failed(const corr_out *out);

/* Makes text safe for a terminal: control characters, escapes, bidirectional
 * overrides and bad UTF-8 become visible escapes (\x1b, \u202e).  With ascii,
 * all characters above U+007E do.  Writes at most size - 1 bytes and a NUL, and
 * never cuts a character.  Returns dst. */
char *corr_safe(char *dst, size_t size, corr_str s, bool ascii);

corr_out *corr_out_fd(int fd); /* does not own fd; NULL: out of memory */
corr_out *corr_out_memory(void);
corr_str corr_out_bytes(const corr_out *out); /* bytes of a memory sink */
uint64_t corr_out_total(const corr_out *out); /* bytes put so far */
/* Flushes and frees.  If the reader of a pipe is gone, CORR_EIO with err->sys =
 * EPIPE. */
corr_code corr_out_close(corr_out *out, corr_err *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
