#include "source/tar.h"

#include <stdio.h>
#include <string.h>

#include "base/base.h"

enum { MOST_READ = 64 << 10 };

/* A field of the header: offset and length (pax, "ustar Interchange Format"). */
typedef struct field {
    unsigned at, n;
} field;

static const field NAME = { 0, 100 }, SIZE = { 124, 12 }, SUM = { 148, 8 },
                   PREFIX = { 345, 155 };
enum { TYPE = 156, MAGIC = 257 };
/* Whether a block of the map of a sparse file follows: in the header, and in
 * such a block (GNU tar). */
enum { MAP_FOLLOWS = 482, MAP_GOES_ON = 504 };

/* ---- numbers and names ---------------------------------------------------- */

/* Octal digits, or a number in base 256 with the top bit set.  False: neither,
 * or too large. */
static bool read_number(const uint8_t *head, field f, uint64_t *v)
{
    const uint8_t *p = head + f.at;
    unsigned i = 0;

    *v = 0;
    if (p[0] & 0x80) {
        *v = p[0] & 0x3f;
        for (i = 1; i < f.n; i++) {
            if (*v >> 55)
                return false;
            *v = *v << 8 | p[i];
        }
        return true;
    }
    while (i < f.n && p[i] == ' ')
        i++;
    for (; i < f.n && p[i] >= '0' && p[i] <= '7'; i++) {
        if (*v >> 60)
            return false;
        *v = *v << 3 | (uint64_t)(p[i] - '0');
    }
    return i == f.n || p[i] == 0 || p[i] == ' ';
}

static uint64_t sum_of(const uint8_t *head)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < TAR_BLOCK; i++)
        sum += i >= SUM.at && i < SUM.at + SUM.n ? ' ' : head[i];
    return sum;
}

static bool is_header(const uint8_t *head)
{
    uint64_t sum;

    return read_number(head, SUM, &sum) && sum == sum_of(head);
}

bool tar_begins(const uint8_t *head, size_t n)
{
    return n >= TAR_BLOCK && memcmp(head + MAGIC, "ustar", 5) == 0 &&
           is_header(head);
}

static size_t field_length(const uint8_t *head, field f)
{
    return strnlen((const char *)head + f.at, f.n);
}

static void read_name(const uint8_t *head, char name[TAR_NAME_MAX])
{
    const size_t n = field_length(head, NAME);
    const size_t before = memcmp(head + MAGIC, "ustar\0", 6) == 0
                              ? field_length(head, PREFIX)
                              : 0;

    snprintf(name, TAR_NAME_MAX, "%.*s%s%.*s", (int)before,
             (const char *)head + PREFIX.at, before ? "/" : "", (int)n,
             (const char *)head + NAME.at);
}

bool tar_name_is_safe(const char *name)
{
    corr_str rest = corr_str_of(name), part;

    if (rest.n == 0 || rest.p[0] == '/')
        return false;
    for (size_t i = 0; i < rest.n; i++)
        if ((uint8_t)rest.p[i] < 0x20 || rest.p[i] == 0x7f)
            return false;
    while (corr_str_next(&rest, '/', &part))
        if (corr_str_is(part, ".."))
            return false;
    return true;
}

/* ---- reading --------------------------------------------------------------- */

static bool damage_at(tar *t, uint64_t at)
{
    t->damaged = true;
    t->at = at;
    return false;
}

const uint8_t *tar_read(tar *t, size_t *n)
{
    size_t got = 0;

    *n = 0;
    if (t->left == 0)
        return NULL;
    const uint8_t *p = corr_src_peek(t->in, 1, &got);
    if (got == 0) {
        damage_at(t, corr_src_offset(t->in));
        return NULL;
    }
    *n = got < MOST_READ ? got : MOST_READ;
    *n = *n < t->left ? *n : (size_t)t->left;
    t->left -= *n;
    corr_src_skip(t->in, *n);
    return p;
}

/* What extra headers say of the next entry. */
typedef struct extra {
    tar_entry *e;
    bool has_name, has_size;
} extra;

/* The bytes of an extra header, up to where room or the header ends; with a
 * NUL. */
static size_t read_extra(tar *t, char *text, size_t room)
{
    const uint8_t *p;
    size_t got, n = 0;

    while ((p = tar_read(t, &got))) {
        const size_t take = got < room - 1 - n ? got : room - 1 - n;
        memcpy(text + n, p, take);
        n += take;
    }
    text[n] = '\0';
    return n;
}

/* A name that does not fit has no bytes: no file has it. */
static void take_name(extra *x, corr_str name)
{
    const bool fits = name.n < sizeof x->e->name;

    snprintf(x->e->name, sizeof x->e->name, "%.*s", fits ? (int)name.n : 0,
             name.p);
    x->has_name = true;
}

/* The next byte of an extra header; -1: it ends, or the archive is cut. */
static int next_byte(tar *t)
{
    size_t got;

    if (t->left == 0)
        return -1;
    const uint8_t *p = corr_src_peek(t->in, 1, &got);
    if (got == 0) {
        damage_at(t, corr_src_offset(t->in));
        return -1;
    }
    const int c = p[0];
    t->left--;
    corr_src_skip(t->in, 1);
    return c;
}

static void take_pair(extra *x, corr_str record)
{
    corr_str key, value;

    if (!corr_str_cut(record, '=', &key, &value))
        return;
    if (corr_str_is(key, "path"))
        take_name(x, value);
    else if (corr_str_is(key, "size"))
        x->has_size = corr_str_u64(value, &x->e->size);
    else if (corr_str_starts(key, "GNU.sparse."))
        x->e->is_unread = true;
}

/* Records of pax: "LENGTH KEY=VALUE\n".  A long one is skipped, except for its
 * beginning.  False: it is no record. */
static bool read_record(tar *t, extra *x)
{
    char text[TAR_NAME_MAX + 64];
    uint64_t n = 0, at = 1;
    int c = next_byte(t);

    for (; c >= '0' && c <= '9' && n < INT64_MAX / 16; at++) {
        n = n * 10 + (uint64_t)(c - '0');
        c = next_byte(t);
    }
    if (c != ' ' || n <= at || n - at > t->left)
        return false;
    const uint64_t behind = t->left - (n - at);
    t->left = n - at;
    const size_t got = read_extra(t, text, sizeof text);
    t->left = behind;
    const bool is_whole = got == n - at;
    take_pair(x, (corr_str){ text, got - (is_whole && got > 0) });
    return !t->damaged;
}

/* Reads an extra header of this type; false: damage. */
static bool take_extra(tar *t, uint8_t type, extra *x)
{
    char text[TAR_NAME_MAX + 1];

    if (type == 'L') {
        read_extra(t, text, sizeof text);
        take_name(x, corr_str_of(text));
    }
    while (type == 'x' && t->left > 0 && read_record(t, x))
        ;
    return !t->damaged;
}

/* Skips what is left of an entry and reads the next header; false: the end. */
static bool next_header(tar *t, uint8_t head[TAR_BLOCK])
{
    static const uint8_t zeros[TAR_BLOCK];
    size_t got;

    corr_src_skip(t->in, t->left + t->pad);
    t->left = t->pad = 0;
    const uint64_t at = corr_src_offset(t->in);
    const uint8_t *p = corr_src_peek(t->in, TAR_BLOCK, &got);
    if (got < TAR_BLOCK)
        return damage_at(t, at);
    if (memcmp(p, zeros, TAR_BLOCK) == 0)
        return false;
    if (!is_header(p))
        return damage_at(t, at);
    memcpy(head, p, TAR_BLOCK);
    corr_src_skip(t->in, TAR_BLOCK);
    return true;
}

/* Skips the map of a sparse file.  False: the archive is cut. */
static bool skip_map(tar *t, const uint8_t *head)
{
    bool follows = head[MAP_FOLLOWS];
    size_t got;

    while (follows) {
        const uint8_t *p = corr_src_peek(t->in, TAR_BLOCK, &got);
        if (got < TAR_BLOCK)
            return damage_at(t, corr_src_offset(t->in));
        follows = p[MAP_GOES_ON];
        corr_src_skip(t->in, TAR_BLOCK);
    }
    return true;
}

/* Fills in what the header of a file, link or device says.  False: it is
 * something else, or damaged. */
static bool take_header(tar *t, const uint8_t *head, extra *x)
{
    const uint8_t type = head[TYPE];

    if (!x->has_name)
        read_name(head, x->e->name);
    x->e->is_link = (type >= '1' && type <= '6' && type != '5');
    if (x->e->is_link)
        t->left = t->pad = x->e->size = 0;
    if (type == 'S') {
        x->e->is_unread = true;
        return skip_map(t, head);
    }
    return type == '0' || type == 0 || type == '7' || x->e->is_link;
}

static bool is_extra(uint8_t type)
{
    return type == 'L' || type == 'K' || type == 'x' || type == 'g';
}

bool tar_next(tar *t, tar_entry *e)
{
    uint8_t head[TAR_BLOCK];
    extra x = { .e = e };
    uint64_t size;

    e->is_unread = false;
    while (!t->damaged && next_header(t, head)) {
        if (!read_number(head, SIZE, &size) || size > INT64_MAX)
            return damage_at(t, corr_src_offset(t->in) - TAR_BLOCK);
        if (is_extra(head[TYPE])) {
            t->left = size;
            t->pad = -size % TAR_BLOCK;
            if (!take_extra(t, head[TYPE], &x))
                return false;
            continue;
        }
        if (!x.has_size)
            e->size = size;
        if (e->size > INT64_MAX)
            return damage_at(t, corr_src_offset(t->in) - TAR_BLOCK);
        t->left = e->size;
        t->pad = -e->size % TAR_BLOCK;
        if (take_header(t, head, &x))
            return true;
        x = (extra){ .e = e };
        e->is_unread = false;
    }
    return false;
}

/* ---- writing --------------------------------------------------------------- */

bool tar_put_header(corr_out *out, const char *name, uint64_t size)
{
    char head[TAR_BLOCK] = { 0 };
    const size_t n = strlen(name);
    const char *cut = NULL;

    if (n > NAME.n) { /* the part before a slash goes to the prefix */
        for (const char *p = name; (p = strchr(p, '/')); p++)
            if ((size_t)(p - name) <= PREFIX.n &&
                n - (size_t)(p - name) - 1 <= NAME.n && p[1])
                cut = p;
        if (!cut)
            return false;
        memcpy(head + PREFIX.at, name, (size_t)(cut - name));
        name = cut + 1;
    }
    memcpy(head + NAME.at, name, strlen(name));
    memcpy(head + 100, "0000644", 8); /* mode */
    memcpy(head + 108, "0000000", 8); /* user and group: root */
    memcpy(head + 116, "0000000", 8);
    if (size >> 33)
        return false;
    snprintf(head + SIZE.at, SIZE.n, "%011llo", (unsigned long long)size);
    memcpy(head + 136, "00000000000", 12); /* time: 1970 */
    head[TYPE] = '0';
    memcpy(head + MAGIC, "ustar\00000", 8);
    snprintf(head + SUM.at, SUM.n, "%06llo",
             (unsigned long long)sum_of((const uint8_t *)head));
    head[SUM.at + 7] = ' ';
    corr_put(out, head, sizeof head);
    return true;
}

void tar_put_padding(corr_out *out, uint64_t size)
{
    static const char zeros[TAR_BLOCK];

    corr_put(out, zeros, -size % TAR_BLOCK);
}

void tar_put_end(corr_out *out)
{
    static const char zeros[TAR_BLOCK * 2];

    corr_put(out, zeros, sizeof zeros);
}
