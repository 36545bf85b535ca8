/*
 * corr_bytes.h - the bytes of an input: pieces of text, numbers among them,
 * memory for what is made of them, and the source that they come from.
 *
 * A source and a cursor fail stickily: after the first failure they yield
 * nothing, so a reader needs no check after each call, only loops that end
 * when they do.
 */
#ifndef CORR_BYTES_H
#define CORR_BYTES_H

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

/* Of two texts that may be NULL. */
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

/* Byte order, the shorter first. */
int corr_str_cmp(corr_str a, corr_str b);
/* s without its first n bytes; it has at least n. */
static inline corr_str corr_str_from(corr_str s, size_t n)
{
    return (corr_str){ s.p + n, s.n - n };
}

/* Byte by byte, in the same case. */
bool corr_str_starts(corr_str s, const char *prefix);
bool corr_str_ends(corr_str s, const char *suffix);
corr_str corr_str_trim(corr_str s); /* spaces, tabs, CR at both ends */
/* First position of c, or s.n. */
size_t corr_str_find(corr_str s, char c);
/* Cuts at the last c into what is before and after; false: no c in s. */
bool corr_str_cut_last(corr_str s, char c, corr_str *before, corr_str *after);
/* The same at the first c. */
bool corr_str_cut(corr_str s, char c, corr_str *before, corr_str *after);
/* The name of a file: what is behind the last slash; a directory has none. */
corr_str corr_str_base(corr_str path);
/* Takes the next piece up to c off *rest; false once *rest is used up. */
bool corr_str_next(corr_str *rest, char c, corr_str *piece);
/* Whole-string numbers, no spaces, no overflow. */
bool corr_str_i64(corr_str s, int64_t *value);
bool corr_str_u64(corr_str s, uint64_t *value);
bool corr_str_real(corr_str s, double *value); /* decimal, finite */
static inline bool corr_is_digit(char c)
{
    return c >= '0' && c <= '9';
}
int corr_hex_digit(char c); /* 0..15, of any case; or -1 */
/* Writes 16 hex digits and no 0 behind them; returns to + 16. */
char *corr_print_hex(char *to, uint64_t value);

/* ---- characters ---------------------------------------------------------- */

/* What stands for one that is none. */
enum { CORR_NO_CHAR = 0xfffd };

/* Writes one as UTF-8, 1..4 bytes; returns how many. */
unsigned corr_put_utf8(char *to, uint32_t c);

/* Writes a string of JSON, as it stands between its quotes, without its escapes;
 * half a character becomes U+FFFD.  to has room for 2 * raw.n bytes; returns how
 * many it took. */
size_t corr_json_unescape(char *to, corr_str raw);

/* Whether a unit of UTF-16 is half of a character. */
static inline bool corr_is_half(uint32_t unit)
{
    return unit >> 11 == 0x1b;
}

/* The character that two units are; CORR_NO_CHAR: they are none. */
static inline uint32_t corr_of_halves(uint32_t high, uint32_t low)
{
    return high >> 10 == 0x36 && low >> 10 == 0x37
               ? 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff)
               : (uint32_t)CORR_NO_CHAR;
}

/* Either half of a character beyond U+FFFF. */
static inline uint32_t corr_half(uint32_t c, bool is_second)
{
    return is_second ? 0xdc00 + (c & 0x3ff) : 0xd800 + ((c - 0x10000) >> 10);
}

/* ---- bounded cursor ---------------------------------------------------- */

/* Past the end every read yields 0 and sets bad; look at bad once a record. */
typedef struct corr_cur {
    const uint8_t *p, *end;
    bool bad;
} corr_cur;

/* Borrows n bytes; NULL has none. */
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

/* Nothing more can be read; for what is malformed. */
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

/* Writes one to p, which has CORR_VARINT_MAX bytes; returns how many it took. */
static inline size_t corr_put_varint(uint8_t *p, uint64_t x)
{
    size_t n = 0;

    for (; x >= 0x80; x >>= 7)
        p[n++] = (uint8_t)(x | 0x80);
    p[n++] = (uint8_t)x;
    return n;
}

/* A number of up to eight bytes, little end first. */
static inline uint64_t corr_cur_le(corr_cur *c, unsigned bytes)
{
    uint64_t x = 0;

    if (corr_cur_left(c) < bytes)
        return corr_cur_stop(c);
    for (unsigned i = 0; i < bytes; i++)
        x |= (uint64_t)*c->p++ << (8 * i);
    return x;
}

/* The next n bytes as a cursor of their own; as many as there are, and both
 * are bad, where there are fewer. */
static inline corr_cur corr_cur_slice(corr_cur *c, uint64_t n)
{
    if (n > corr_cur_left(c))
        n = corr_cur_stop(c);
    corr_cur s = { c->p, c->p + n, c->bad };
    c->p += n;
    return s;
}

/* ---- scratch memory ----------------------------------------------------- */

/* { 0 } is an arena with the default limit (1 GiB).  Memory is zeroed and
 * 16-aligned, and lives until reset or clear. */
typedef struct corr_arena {
    struct corr_arena_block *block;
    size_t held, limit;
} corr_arena;

#define corr_arena_new(a, T, n) ((T *)corr_arena_alloc((a), sizeof(T), (n)))
/* NULL: out of memory or over the limit. */
void *corr_arena_alloc(corr_arena *a, size_t size, size_t count);
/* The same where nearly nothing of it may come to be used, from its beginning
 * on: what nobody touches costs no memory, and a large room counts for none. */
#define corr_arena_room(a, T, n) ((T *)corr_arena_spare((a), sizeof(T), (n)))
void *corr_arena_spare(corr_arena *a, size_t size, size_t count);
void corr_arena_reset(corr_arena *a); /* keeps one block for the next use */
void corr_arena_clear(corr_arena *a); /* frees everything */

/* Growable memory for a column: makes room for need elements of size bytes,
 * keeping what is there.  *room counts elements.  False: out of memory; the
 * column is as it was. */
bool corr_grow(void **column, size_t *room, size_t need, size_t size);

/* A growable column of T: elements, how many there are, room.  { 0 } is empty.
 * Readers grow one with corr_vec_push (corr_read.h).  Keep indices, not
 * pointers, while a column grows. */
#define corr_vec(T)                                                            \
    struct {                                                                   \
        T *v;                                                                  \
        size_t n, room;                                                        \
    }
#define corr_vec_free(x)                                                       \
    (free((x)->v), (x)->v = NULL, (x)->n = 0, (x)->room = 0)

/* A map from bytes, or from one u64, to u32.  { 0 } is empty.  Keys of bytes
 * are copied.  Values start at 0 when a key is new.  Out of memory: find
 * returns NULL. */
typedef struct corr_map {
    struct corr_map_slot *slot;
    uint32_t n, mask;
    struct corr_arena keys;
} corr_map;

/* The value of a key, added if it is new; good until the next one is added.
 * NULL: no memory. */
uint32_t *corr_map_bytes(corr_map *m, const void *key, size_t n, bool *is_new);
uint32_t *corr_map_u64(corr_map *m, uint64_t key, bool *is_new);
const uint32_t *corr_map_find_u64(const corr_map *m, uint64_t key);
void corr_map_clear(corr_map *m);

uint64_t corr_hash(const void *p, size_t n); /* good and fast, not secret */

/* A map from names to u32, for what is looked up most.  A name is known by 96
 * bits of a hash under a secret that each map draws anew: who writes a file
 * cannot know which names would be taken for one another, or crowd in one
 * place, and chance takes two of a million names for one once in 10^17 maps.
 * { 0 } is empty. */
typedef struct corr_names {
    struct corr_names_bucket *bucket;
    uint32_t n, mask;
    uint64_t key[8];
} corr_names;

/* The value of each of n names, 0 where there is none, and whether all have one:
 * many at a time are found faster than one by one. */
bool corr_names_find(const corr_names *t, const corr_str *name, size_t n,
                     uint32_t *value);
/* Adds a name that is not there; its value is not 0.  False: no memory. */
bool corr_names_add(corr_names *t, corr_str name, uint32_t value);
void corr_names_clear(corr_names *t);

/* For a program that loads, answers and ends, before all else and once: memory
 * that was given back stays with the process, and its heap grows in large steps
 * and large pages.  All allocations of the process follow. */
void corr_keep_memory(void);

/* ---- threads ------------------------------------------------------------ */

/* Threads that are at the side of readers (corr_want.crew).  A reader may have
 * one more whenever it can use one; false: none is free now.  Whoever was had
 * leaves when it is done, and before the reader returns. */
typedef struct corr_workers corr_workers;
bool corr_workers_several(
    const corr_workers *c); /* false: there never is one */
bool corr_workers_join(corr_workers *c);
void corr_workers_leave(corr_workers *c);

/* ---- source -------------------------------------------------------------- */

/* The decoded bytes of one input, from the front to the end, once.
 * Compression is undone on the way, all members. */
typedef struct corr_src corr_src;

/* At least n contiguous bytes from the current position, fewer only at the
 * end or on failure; *got says how many are there (often more than n).  Valid
 * until the next call on the source.  n over limits.record fails the source
 * with CORR_ELIMIT, unless that much is at hand. */
const uint8_t *corr_src_peek(corr_src *in, size_t n, size_t *got);
/* Room for the next n bytes, for a reader that needs some of them only: they
 * are at hand after corr_src_fetch and until the next call of another function.
 * NULL: not of this source, or it has failed; peek them. */
const uint8_t *corr_src_reserve(corr_src *in, size_t n);
/* Has n bytes at hand, from at on of those that there is room for; all are,
 * where there was none.  False: they are not, and the source has failed. */
bool corr_src_fetch(corr_src *in, size_t at, size_t n);
/* The same into memory of the caller's, where they are looked at once and not
 * kept: those that there is room for, n of them at most are there. */
bool corr_src_copy(corr_src *in, size_t at, size_t n, uint8_t *to);
/* Some that were copied get to their place in what was reserved. */
void corr_src_put(corr_src *in, size_t at, size_t n, const uint8_t *from);
/* Steps over n bytes, also past what was peeked. */
void corr_src_skip(corr_src *in, uint64_t n);
/* The next line without its end (LF or CRLF); false at the end. */
bool corr_src_line(corr_src *in, corr_str *line);
uint64_t corr_src_offset(const corr_src *in); /* decoded bytes before here */
/* Steps over all that is left; returns where it ended. */
static inline uint64_t corr_src_skip_rest(corr_src *in)
{
    corr_src_skip(in, UINT64_MAX - corr_src_offset(in));
    return corr_src_offset(in);
}
uint64_t corr_src_lineno(const corr_src *in); /* of the last line, 1-based */
bool corr_src_failed(const corr_src *in);
/* A source may consist of parts of an input only, or of several files, each of
 * which ends like the whole.  Goes on to the next; false: that was the last.
 * For readers whose format says that it can be read so (parts, piece). */
bool corr_src_next(corr_src *in);
/* True where the compressed stream broke off or was damaged: what came out
 * before it was delivered. */
bool corr_src_cut(const corr_src *in);
const char *corr_src_path(const corr_src *in);
/* When the file at hand was last written, ns since 1970; CORR_NO_TIME: it is no
 * file. */
int64_t corr_src_written(const corr_src *in);
const corr_limits *corr_src_limits(const corr_src *in);
/* What stands within a file, or beside it, as a source of its own; its owner
 * closes it.  within: n bytes that the reader of outer has, compressed or not,
 * borrowed until then.  beside: the file whose name has this ending in place
 * of the file's own, or behind it (x.labels or x.jfr.labels of x.jfr.gz, and
 * the other way round); NULL: there is none, or the input is no file.  Out of
 * memory is a source that has failed, or NULL. */
corr_src *corr_src_within(const corr_src *outer, const void *p, size_t n);
corr_src *corr_src_beside(const corr_src *in, const char *ending);
/* Another source of the same bytes, for another thread, which goes to any place
 * of them, or of the part at hand; nobody is told how far it is.  NULL: there is
 * none of a pipe, of what is compressed or of several files. */
corr_src *corr_src_twin(const corr_src *in);
void corr_src_go(corr_src *twin, uint64_t offset);
void corr_src_close(corr_src *in);

/* ---- sinks -------------------------------------------------------------- */

/* A byte sink with sticky failure. */
typedef struct corr_out corr_out;
void corr_put(corr_out *out, const void *p, size_t n);
void corr_puts(corr_out *out, const char *z);
void corr_putc(corr_out *out, char c);
void corr_put_str(corr_out *out, corr_str s);
void corr_printf(corr_out *out, const char *format, ...) CORR_PRINTF(2, 3);
bool corr_out_failed(const corr_out *out);

/* Text made safe for a terminal: control characters, escapes, bidirectional
 * overrides and bad UTF-8 as visible escapes (\x1b, \u202e); with ascii also
 * everything above U+007E.  At most size - 1 bytes and a NUL; never cuts a
 * character.  Returns dst. */
char *corr_safe(char *dst, size_t size, corr_str s, bool ascii);

corr_out *corr_out_fd(int fd); /* does not own fd; NULL: out of memory */
corr_out *corr_out_memory(void);
corr_str corr_out_bytes(const corr_out *out); /* of a memory sink */
uint64_t corr_out_total(const corr_out *out); /* bytes put so far */
/* Flushes and frees.  CORR_EIO with err->sys = EPIPE when the reader left. */
corr_code corr_out_close(corr_out *out, corr_err *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
