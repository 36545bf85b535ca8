/*
 * scrub_plain - stacks of which no frame changes.
 *
 * Frames repeat more often than stacks: each is looked at once, and those that the
 * stack before has as well are passed over.  A frame is plain if it has no edit
 * of its own, and if nothing in it can begin an edit that goes on behind the ';'
 * at its end.
 */
#include "scrub/scrub_private.h"

#include "base/hash_mix.h"
#include "scrub/scrub_words.h"

enum { FRAME_LONGEST = 512 };

enum { FRAME_NEW, FRAME_PLAIN, FRAME_OTHER };

/* Bytes of names, and the brackets, blanks and separators between them.  Quotes,
 * escapes, '@', '=' and '?' begin shapes that have a ';' inside. */
static bool is_plain_byte(unsigned char c)
{
    return word_has((char)c) || (c && strchr("_.$/<>()[]{},*~ :-+#!^|&", c));
}

/* Pairs that begin a URL, a key in PEM or an escape of HTML. */
static bool is_plain_pair(char a, char b)
{
    return !(a == ':' && b == '/') && !(a == '-' && b == '-') &&
           !(a == '&' && (word_has(b) || b == '#'));
}

static bool has_plain_bytes(corr_str s)
{
    size_t depth = 0;

    for (size_t i = 0; i < s.n; i++) {
        if (!is_plain_byte((unsigned char)s.p[i]) ||
            (i && !is_plain_pair(s.p[i - 1], s.p[i])) ||
            (s.p[i] == '>' && depth == 0))
            return false;
        depth = depth + (s.p[i] == '<') - (s.p[i] == '>');
    }
    return depth == 0 && !shape_has_verb(s);
}

static bool is_plain_frame(corr_scrub *map, corr_str frame)
{
    bool is_new;
    uint32_t *slot;

    if (frame.n == 0)
        return true;
    if (frame.n > FRAME_LONGEST)
        return false;
    slot = corr_map_bytes(&map->frames, frame.p, frame.n, &is_new);
    if (!slot) {
        map->failed = true;
        return false;
    }
    if (!is_new)
        return *slot == FRAME_PLAIN;
    map->memo_bytes += frame.n + 48;
    const bool plain =
        has_plain_bytes(frame) && !text_has_edits(map, CORR_PLACE_NAME, frame);
    *slot = plain ? FRAME_PLAIN : FRAME_OTHER;
    return plain;
}

/* The bytes of whole frames that a stack begins with as the one before. */
static size_t frames_before(const corr_scrub *map, corr_str line)
{
    const char *before = map->stack.v;
    const size_t most = line.n < map->stack.n ? line.n : map->stack.n;
    size_t n = 0;

    while (n + 8 <= most && hash_load64(before + n) == hash_load64(line.p + n))
        n += 8;
    while (n < most && before[n] == line.p[n])
        n++;
    while (n && line.p[n - 1] != ';')
        n--;
    return n;
}

static void keep_stack(corr_scrub *map, corr_str line, size_t same)
{
    if (!vec_resize(&map->stack, line.n)) {
        map->failed = true;
        return;
    }
    memcpy(map->stack.v + same, line.p + same, line.n - same);
}

bool plain_stack(corr_scrub *map, corr_str line)
{
    size_t blank = line.n;

    if (map->values->has_separator || !memchr(line.p, ';', line.n))
        return false;
    /* the count at the end is no part of the last frame */
    while (blank && corr_is_digit(line.p[blank - 1]))
        blank--;
    if (blank && line.p[blank - 1] == ' ' && blank < line.n &&
        line.n - blank < 12)
        line.n = blank - 1;
    const size_t same = frames_before(map, line);
    corr_str rest = corr_str_from(line, same);
    for (corr_str frame; corr_str_next(&rest, ';', &frame);)
        if (!is_plain_frame(map, frame))
            return false;
    keep_stack(map, line, same);
    return true;
}
