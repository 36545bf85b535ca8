/*
 * scrub_plain - stacks of which no frame changes.
 *
 * Frames repeat more often than stacks: each is looked at once.  A frame is plain
 * if it has no edit of its own, and if nothing in it can begin an edit that goes
 * on behind the ';' at its end.
 */
#include "scrub/scrub_private.h"

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
    for (corr_str frame; corr_str_next(&line, ';', &frame);)
        if (!is_plain_frame(map, frame))
            return false;
    return true;
}
