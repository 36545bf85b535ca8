/* id_search - finds the spellings of a wanted id in a text. */
#include "common/id_search.h"

#define GROUP 4

static inline uint32_t load_group(const void *p)
{
    uint32_t v;

    memcpy(&v, p, sizeof v);
    return v;
}

static inline unsigned slot_of(uint32_t bytes)
{
    return (bytes * 0x9e3779b1u) >> 19;
}

static bool index_groups(needles *s)
{
    size_t shortest = CORR_NEEDLE_MAX;

    for (size_t i = 0; i < s->n; i++) {
        const size_t n = s->length[i];

        shortest = n < shortest ? n : shortest;
        s->longest = n > s->longest ? n : s->longest;
    }
    if (s->n == 0 || shortest < GROUP)
        return false;
    s->stride = shortest - GROUP + 1;
    for (size_t i = 0; i < s->n; i++)
        for (size_t at = 0; at < s->stride; at++) {
            const uint32_t bytes = load_group(s->text[i] + at);

            s->group[s->ngroup++] =
                (needle_group){ bytes, (uint8_t)i, (uint8_t)at };
            s->known[slot_of(bytes)] = 1;
        }
    return true;
}

static void add_text(needles *s, corr_str text)
{
    const size_t most = CORR_NEEDLE_MAX - 1;
    const size_t n = text.n < most ? text.n : most;

    s->length[s->n] = n;
    memcpy(s->text[s->n++], text.p, n);
}

bool needles_init_among(needles *s, const corr_want *want, const corr_str *text,
                        size_t n)
{
    memset(s, 0, sizeof *s);
    s->n = want->by_id ? corr_want_needles(want, s->text) : 0;
    for (size_t i = 0; i < s->n; i++)
        s->length[i] = strlen(s->text[i]);
    for (size_t i = 0; s->n && i < n && s->n < NEEDLES; i++)
        add_text(s, text[i]);
    return index_groups(s);
}

bool needles_init(needles *s, const corr_want *want)
{
    return needles_init_among(s, want, NULL, 0);
}

bool needles_init_texts(needles *s, const corr_str *text, size_t n)
{
    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < n && i < CORR_NEEDLES; i++)
        add_text(s, text[i]);
    return index_groups(s);
}

/* The first needle that contains the group at this place. */
static const uint8_t *needle_around(const needles *s, const uint8_t *at,
                                    const uint8_t *p, const uint8_t *end)
{
    const uint32_t bytes = load_group(at);
    const uint8_t *first = NULL;

    for (size_t i = 0; i < s->ngroup; i++) {
        const needle_group *g = &s->group[i];

        if (g->bytes != bytes || (size_t)(at - p) < g->at)
            continue;
        const uint8_t *from = at - g->at;
        const size_t n = s->length[g->needle];
        if ((size_t)(end - from) >= n &&
            memcmp(from, s->text[g->needle], n) == 0 &&
            (!first || from < first))
            first = from;
    }
    return first;
}

const uint8_t *needles_find(const needles *s, const uint8_t *p,
                            const uint8_t *end)
{
    const size_t step = s->stride;
    const size_t round = 4 * step;
    const uint8_t *at = p;

    while (end - at >= GROUP) {
        /* four look-ups, one branch */
        while ((size_t)(end - at) >= round + GROUP &&
               !(s->known[slot_of(load_group(at))] |
                 s->known[slot_of(load_group(at + step))] |
                 s->known[slot_of(load_group(at + 2 * step))] |
                 s->known[slot_of(load_group(at + 3 * step))]))
            at += round;
        for (unsigned i = 0; i < 4 && end - at >= GROUP; i++) {
            if (s->known[slot_of(load_group(at))]) {
                const uint8_t *hit = needle_around(s, at, p, end);

                if (hit)
                    return hit;
            }
            if ((size_t)(end - at) < step)
                return NULL;
            at += step;
        }
    }
    return NULL;
}
