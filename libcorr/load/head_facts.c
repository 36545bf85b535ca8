/* head_facts - what the first bytes of a file show without a format. */
#include "load/head_facts.h"

#include <string.h>

#include "load/load.h"

/* A longer name is not looked for. */
enum { NAME_MOST = 64 };

/* The numbers of the bits of a name. */
typedef struct name_bits {
    unsigned written, folded;
} name_bits;

/* The last letter is in the lowest bits; a product brings all into the
 * highest. */
static name_bits bits_of(const char *name, size_t n)
{
    const uint64_t odd = 0x9e3779b97f4a7c15u;
    uint64_t written = 0, folded = 0;

    for (size_t i = 0; i < n; i++) {
        const unsigned char c = (unsigned char)name[i];

        written = (written << 5 | written >> 59) ^ c;
        if (c != '_')
            folded = (folded << 5 | folded >> 59) ^ (c | 0x20u);
    }
    return (name_bits){ (unsigned)(written * odd >> 54),
                        (unsigned)(folded * odd >> 54) };
}

static void set_bit(uint64_t *set, unsigned bit)
{
    set[bit / 64] |= (uint64_t)1 << bit % 64;
}

static bool has_bit(const uint64_t *set, unsigned bit)
{
    return set[bit / 64] >> bit % 64 & 1;
}

/* Adds the text in quotes that ends before this colon, if there is any. */
static void add_name(head_names *h, const uint8_t *head, const uint8_t *colon)
{
    const uint8_t *end = colon;

    while (end > head && end[-1] <= ' ')
        end--;
    if (end == head || *--end != '"')
        return;
    const uint8_t *from = end;
    while (from > head && from[-1] != '"' && end - from < NAME_MOST)
        from--;
    h->has_all |= end - from == NAME_MOST;
    const name_bits b = bits_of((const char *)from, (size_t)(end - from));
    set_bit(h->written, b.written);
    set_bit(h->folded, b.folded);
}

static head_names names_of(const uint8_t *head, size_t n)
{
    const uint8_t *at = head, *const end = head + n;
    head_names h = { 0 };

    while (at < end && *at <= ' ')
        at++;
    h.has_all = at == end || (*at != '{' && *at != '[');
    while (!h.has_all && (at = memchr(at, ':', (size_t)(end - at))))
        add_name(&h, head, at++);
    return h;
}

/* Zeros are not counted, because half of 16-bit text is zeros.  Escapes of a
 * terminal are not counted either. */
bool load_is_binary(const uint8_t *head, size_t n)
{
    enum { LOOK = 1024, FEW = 8 };
    uint32_t controls = 0;

    n = n < LOOK ? n : LOOK;
    for (size_t i = 0; i < n; i++)
        controls += (head[i] > 0 && head[i] < '\t') ||
                    (head[i] > '\r' && head[i] < ' ' && head[i] != '\033');
    return controls > FEW + n / 32;
}

head_facts head_facts_of(const uint8_t *head, size_t n)
{
    return (head_facts){ names_of(head, n), load_is_binary(head, n) };
}

bool head_names_may_have(const head_names *h, const char *name)
{
    return h->has_all ||
           has_bit(h->written, bits_of(name, strlen(name)).written);
}

bool head_names_may_have_one(const head_names *h, const char *names)
{
    bool may = !names || h->has_all;

    while (!may && *names) {
        const size_t n = strcspn(names, " \n");
        may = has_bit(h->folded, bits_of(names, n).folded);
        names += n + (names[n] != '\0');
    }
    return may;
}
