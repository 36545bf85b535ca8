#include "mutate.h"

#include <stdbool.h>
#include <string.h>

enum { MOST_NODES = 4096, MOST_DEPTH = 6, MOST_BYTES = 1 << 17 };

/* A stretch of the input that has a length of its own. */
typedef struct node {
    size_t from, inside, to; /* header, what is in it, end */
    size_t length;           /* where its length stands; inside: it has none */
    int parent;              /* -1: the input */
    bool is_varint;
} node;

typedef struct nodes {
    node at[MOST_NODES];
    int n;
} nodes;

/* Bytes that take the place of others. */
typedef struct piece {
    uint8_t at[MOST_BYTES];
    size_t n;
} piece;

static nodes list;
static piece made, around;

/* A number below n, which is not 0; the same seeds give the same numbers. */
static size_t draw(unsigned *seed, size_t n)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % n;
}

static size_t put_varint(uint8_t *to, uint64_t x)
{
    size_t n = 0;

    for (; x > 0x7f; x >>= 7)
        to[n++] = (uint8_t)(x | 0x80);
    to[n++] = (uint8_t)x;
    return n;
}

/* The bytes of a varint; 0: it does not end. */
static size_t take_varint(const uint8_t *p, size_t n, uint64_t *x)
{
    *x = 0;
    for (size_t i = 0; i < n && i < 10; i++) {
        *x |= (uint64_t)(p[i] & 0x7f) << (7 * i);
        if (p[i] < 0x80)
            return i + 1;
    }
    return 0;
}

static bool add_bytes(piece *p, const uint8_t *from, size_t n)
{
    if (n > MOST_BYTES - p->n)
        return false;
    if (n)
        memcpy(p->at + p->n, from, n);
    p->n += n;
    return true;
}

/* Writes the length of what stands in made from `body` on, between its first
 * `head` bytes and that.  itself: the length counts its own bytes.  False: no
 * room. */
static bool put_length(size_t head, size_t body, bool itself)
{
    const size_t n = made.n - body;
    uint8_t number[10];
    size_t bytes = put_varint(number, n);

    if (itself)
        bytes = put_varint(number, n + put_varint(number, n + bytes));
    around.n = 0;
    if (!add_bytes(&around, made.at, head) ||
        !add_bytes(&around, number, bytes) ||
        !add_bytes(&around, made.at + body, n))
        return false;
    made.n = 0;
    return add_bytes(&made, around.at, around.n);
}

/* Values at which readers change their mind. */
static uint64_t odd_value(unsigned *seed, uint64_t was)
{
    static const uint64_t odd[] = { 0,
                                    1,
                                    2,
                                    0x7f,
                                    0x80,
                                    0xffff,
                                    0x7fffffff,
                                    1u << 31,
                                    UINT32_MAX,
                                    INT64_MAX,
                                    UINT64_MAX,
                                    (uint64_t)1 << 63,
                                    (uint64_t)1 << 40 };
    const size_t n = sizeof odd / sizeof *odd;
    const size_t i = draw(seed, n + 3);

    return i < n ? odd[i] : i == n ? was + 1 : i == n + 1 ? was - 1 : was * 2;
}

/* ---- what to do with a node ---------------------------------------------- */

/* Puts into made what takes the place of node k.  Other bytes inside it get their
 * length; itself: which counts its own bytes.  False: no room. */
static bool change(const uint8_t *data, int k, bool itself, unsigned *seed)
{
    const node *a = &list.at[k];
    const node *b = &list.at[draw(seed, (size_t)list.n)];
    const size_t op = draw(seed, 5);
    uint64_t x;

    made.n = 0;
    if (op == 0)
        return true; /* gone */
    if (op == 1)     /* twice */
        return add_bytes(&made, data + a->from, a->to - a->from) &&
               add_bytes(&made, data + a->from, a->to - a->from);
    if (op == 2) /* another one in its place */
        return add_bytes(&made, data + b->from, b->to - b->from);
    if (op == 3) /* another one before it */
        return add_bytes(&made, data + b->from, b->to - b->from) &&
               add_bytes(&made, data + a->from, a->to - a->from);
    if (!add_bytes(&made, data + a->from, a->inside - a->from))
        return false;
    if (a->is_varint && take_varint(data + a->inside, a->to - a->inside, &x)) {
        made.n += put_varint(made.at + made.n, odd_value(seed, x));
        return true;
    }
    const size_t before = made.n;
    if (!add_bytes(&made, data + a->inside, a->to - a->inside))
        return false;
    const size_t n = made.n - before, room = MOST_BYTES - made.n;
    made.n = before +
             LLVMFuzzerMutate(made.at + before, n, n + (room < 64 ? room : 64));
    return a->length == a->inside ||
           put_length(a->length - a->from, before, itself);
}

/* Replaces the bytes from..to by those of made. */
static size_t replace(uint8_t *data, size_t size, size_t most, size_t from,
                      size_t to)
{
    const size_t now = size - (to - from) + made.n;

    if (now > most)
        return size;
    memmove(data + from + made.n, data + to, size - to);
    memcpy(data + from, made.at, made.n);
    return now;
}

/* ---- messages ------------------------------------------------------------ */

/* Lists the fields of a message.  False: it is no message; the list is as before. */
static bool list_fields(const uint8_t *data, size_t at, size_t end, int parent,
                        int depth)
{
    const int before = list.n;

    while (at < end && list.n < MOST_NODES) {
        node f = { .from = at, .parent = parent };
        uint64_t key, length = 0;
        const size_t n = take_varint(data + at, end - at, &key);
        if (!n || key >> 3 == 0 || key >> 3 > 1 << 19)
            break;
        f.inside = f.length = at + n;
        const unsigned wire = key & 7;
        if (wire == 0) {
            f.is_varint = true;
            f.to = f.inside +
                   take_varint(data + f.inside, end - f.inside, &length);
        } else if (wire == 2) {
            f.inside += take_varint(data + f.inside, end - f.inside, &length);
            f.to = length <= end - f.inside ? f.inside + length : at;
        } else {
            f.to = wire == 1 ? f.inside + 8 : wire == 5 ? f.inside + 4 : at;
        }
        if (f.to <= f.inside && !(wire == 2 && length == 0 && f.to == f.inside))
            break;
        if (f.to > end)
            break;
        list.at[list.n++] = f;
        if (wire == 2 && depth < MOST_DEPTH)
            list_fields(data, f.inside, f.to, list.n - 1, depth + 1);
        at = f.to;
    }
    if (at < end && list.n < MOST_NODES)
        list.n = before;
    return list.n > before;
}

/* Puts what is made into the fields around it, and mends their lengths. */
static bool wrap(const uint8_t *data, int k, size_t *from, size_t *to)
{
    for (int p = list.at[k].parent; p >= 0; p = list.at[p].parent) {
        const node *outer = &list.at[p];
        const size_t key = outer->length - outer->from;

        around.n = 0;
        if (!add_bytes(&around, data + outer->from, key) ||
            !add_bytes(&around, data + outer->inside, *from - outer->inside) ||
            !add_bytes(&around, made.at, made.n) ||
            !add_bytes(&around, data + *to, outer->to - *to))
            return false;
        made.n = 0;
        if (!add_bytes(&made, around.at, around.n) ||
            !put_length(key, key, false))
            return false;
        *from = outer->from;
        *to = outer->to;
    }
    return true;
}

size_t mutate_message(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    list.n = 0;
    if (draw(&seed, 8) == 0 || size > MOST_BYTES ||
        !list_fields(data, 0, size, -1, 0))
        return LLVMFuzzerMutate(data, size, most);
    const int k = (int)draw(&seed, (size_t)list.n);
    size_t from = list.at[k].from, to = list.at[k].to;
    if (!change(data, k, false, &seed) || !wrap(data, k, &from, &to))
        return size;
    return replace(data, size, most, from, to);
}

/* ---- recordings ---------------------------------------------------------- */

enum { CHUNK = 68, SIZE_AT = 8, POOLS_AT = 16, TYPES_AT = 24 };

static uint64_t be64(const uint8_t *p)
{
    uint64_t x = 0;

    for (int i = 0; i < 8; i++)
        x = x << 8 | p[i];
    return x;
}

static void put_be64(uint8_t *p, uint64_t x)
{
    for (int i = 7; i >= 0; i--, x >>= 8)
        p[i] = (uint8_t)x;
}

/* Lists the events of the chunk at `at`; returns its end, 0: no chunk. */
static size_t list_events(const uint8_t *data, size_t at, size_t size)
{
    if (size - at < CHUNK || memcmp(data + at, "FLR", 4) != 0)
        return 0;
    const uint64_t length = be64(data + at + SIZE_AT);
    if (length < CHUNK || length > size - at)
        return 0;
    const size_t end = at + (size_t)length;
    for (size_t e = at + CHUNK; e < end && list.n < MOST_NODES;) {
        uint64_t n;
        const size_t head = take_varint(data + e, end - e, &n);
        if (!head || n < head || n > end - e)
            break;
        list.at[list.n++] = (node){ .from = e,
                                    .length = e,
                                    .inside = e + head,
                                    .to = e + (size_t)n,
                                    .parent = -1 };
        e += (size_t)n;
    }
    return end;
}

/* Mends an offset of a chunk behind the changed bytes. */
static void move_offset(uint8_t *field, size_t from, size_t by)
{
    if (be64(field) > from)
        put_be64(field, be64(field) + by);
}

size_t mutate_recording(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    size_t at = 0, end = 0;

    list.n = 0;
    while (at < size && (end = list_events(data, at, size)) && end < size &&
           draw(&seed, 2)) {
        at = end;
        list.n = 0;
    }
    if (draw(&seed, 8) == 0 || !list.n)
        return LLVMFuzzerMutate(data, size, most);
    const int k = (int)draw(&seed, (size_t)list.n);
    const node e = list.at[k];
    if (!change(data, k, true, &seed))
        return size;
    const size_t now = replace(data, size, most, e.from, e.to);
    if (now == size)
        return size;
    move_offset(data + at + SIZE_AT, 0, now - size);
    move_offset(data + at + POOLS_AT, e.from - at, now - size);
    move_offset(data + at + TYPES_AT, e.from - at, now - size);
    return now;
}
