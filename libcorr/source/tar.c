#include "source/tar.h"

#include <stdio.h>
#include <string.h>

#include "base/base.h"

enum { MOST_EXTRA = 1 << 20, MOST_READ = 64 << 10 };

/* A field of the header: offset and length (pax, "ustar Interchange Format"). */
typedef struct field {
    unsigned at, n;
} field;

static const field NAME = { 0, 100 }, SIZE = { 124, 12 }, SUM = { 148, 8 },
                   PREFIX = { 345, 155 };
enum { TYPE = 156, MAGIC = 257 };

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

/* The content of an extra header, with a NUL; *n is its length. */
static bool read_extra(tar *t, char text[TAR_NAME_MAX * 2], size_t *n)
{
    const size_t room = TAR_NAME_MAX * 2 - 1;
    const uint8_t *p;
    size_t got;

    *n = 0;
    if (t->left > MOST_EXTRA)
        return false;
    while ((p = tar_read(t, &got))) {
        const size_t take = got < room - *n ? got : room - *n;
        memcpy(text + *n, p, take);
        *n += take;
    }
    text[*n] = '\0';
    return !t->damaged;
}

/* Records of pax: "LENGTH KEY=VALUE\n".  Only path and size concern us. */
static void read_pax(corr_str text, tar_entry *e, bool *has_size)
{
    corr_str line, word, pair, key, value;
    uint64_t n;

    while (text.n > 0) {
        if (!corr_str_cut(text, ' ', &word, &pair) || !corr_str_u64(word, &n) ||
            n <= word.n + 2 || n > text.n)
            return;
        line = (corr_str){ text.p + word.n + 1, (size_t)n - word.n - 2 };
        if (corr_str_cut(line, '=', &key, &value)) {
            if (corr_str_is(key, "path"))
                snprintf(e->name, sizeof e->name, "%.*s", CORR_STR_ARG(value));
            else if (corr_str_is(key, "size"))
                *has_size = corr_str_u64(value, &e->size);
        }
        text = corr_str_from(text, (size_t)n);
    }
}

/* What extra headers say of the next entry. */
typedef struct extra {
    tar_entry *e;
    bool has_name, has_size;
} extra;

/* Reads an extra header of this type; false: damage. */
static bool take_extra(tar *t, uint8_t type, extra *x)
{
    char text[TAR_NAME_MAX * 2];
    size_t n;

    if (!read_extra(t, text, &n))
        return damage_at(t, corr_src_offset(t->in));
    if (type == 'L') {
        memcpy(x->e->name, text, sizeof x->e->name - 1);
        x->e->name[sizeof x->e->name - 1] = '\0';
        x->has_name = true;
    } else if (type == 'x') {
        x->e->name[0] = '\0';
        read_pax((corr_str){ text, n }, x->e, &x->has_size);
        x->has_name = x->e->name[0] != '\0';
    }
    return true;
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

bool tar_next(tar *t, tar_entry *e)
{
    uint8_t head[TAR_BLOCK];
    extra x = { .e = e };
    uint64_t size;

    while (!t->damaged && next_header(t, head)) {
        const uint8_t type = head[TYPE];
        if (!read_number(head, SIZE, &size) || size > INT64_MAX)
            return damage_at(t, corr_src_offset(t->in) - TAR_BLOCK);
        const bool is_extra =
            type == 'L' || type == 'K' || type == 'x' || type == 'g';
        if (!is_extra && !x.has_size)
            e->size = size;
        t->left = is_extra ? size : e->size;
        t->pad = -t->left % TAR_BLOCK;
        if (is_extra) {
            if (!take_extra(t, type, &x))
                return false;
            continue;
        }
        if (!x.has_name)
            read_name(head, e->name);
        e->is_link = type == '1' || type == '2';
        if (e->is_link)
            t->left = t->pad = e->size = 0;
        if (type == '0' || type == 0 || type == '7' || e->is_link)
            return true;
        x = (extra){ .e = e };
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
