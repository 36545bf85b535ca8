/* scrub_name - names of code: sensitive segments, and the allow-list. */
#include "scrub/scrub_private.h"

#include "scrub/scrub_words.h"

/* What separates names in a text: "Map<Key, Value>" are three. */
static bool ends_name(char c)
{
    return (unsigned char)c <= ' ' || strchr(",;()<>[]{}'\"|*&=!?^~`+%", c);
}

static bool is_segment(char c)
{
    return word_has(c) || c == '_';
}

/* Numbers, addresses and single letters identify no one. */
static bool is_empty_segment(corr_str s)
{
    if (s.n == 1 || pseudonym_length(s) || corr_is_digit(s.p[0]) ||
        (s.n == 17 && s.p[0] == 'h'))
        return s.n == 1 || pseudonym_length(s) || s.p[0] == 'h' ||
               corr_str_starts(s, "0x") || s.n < 8 ||
               corr_hex_digit(s.p[s.n - 1]) >= 0;
    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] != '_')
            return false;
    return true;
}

/* Whether one of the first n edits covers a part of [from,to).  They are sorted,
 * and none overlaps another. */
static bool is_covered(const corr_scrub *map, size_t n, size_t from, size_t to)
{
    size_t lo = 0;

    while (lo < n) {
        const size_t mid = lo + (n - lo) / 2;
        const scrub_edit *e = &map->edit.v[mid];
        if (e->to > from && e->from < to)
            return true;
        if (e->to <= from)
            lo = mid + 1;
        else
            n = mid;
    }
    return false;
}

static void edit_segment(corr_scrub *map, corr_str text, size_t from, size_t to,
                         size_t nedit)
{
    const corr_str segment = { text.p + from, to - from };
    const bool sensitive = word_is_sensitive_code(segment);

    if (is_covered(map, nedit, from, to) || is_empty_segment(segment) ||
        (map->opts->only_public ? public_word(segment) : !sensitive))
        return;
    scrub_add_edit(
        map, &(scrub_edit){ (uint32_t)from, (uint32_t)to, CORR_SCRUB_NAME,
                            sensitive ? WITH_KEYWORD : WITH_SEGMENT, segment });
}

static void edit_name(corr_scrub *map, corr_str text, size_t from, size_t to,
                      size_t nedit)
{
    for (size_t at = from; at < to;) {
        size_t end = at;
        while (end < to && is_segment(text.p[end]))
            end++;
        if (end > at)
            edit_segment(map, text, at, end, nedit);
        at = end + 1;
    }
}

bool name_around_is_public(const corr_scrub *map, corr_str text, size_t from,
                           size_t to)
{
    while (from && !ends_name(text.p[from - 1]))
        from--;
    while (to < text.n && !ends_name(text.p[to]))
        to++;
    const corr_str name = { text.p + from, to - from };
    return public_name(name, &map->keep) || public_function(name);
}

/* "std::vector<int>::push_back" is one name, too. */
typedef struct angle {
    unsigned depth;
    bool is_public; /* the name before the outermost bracket */
} angle;

static bool follows_angle(const angle *a, corr_str text, size_t at)
{
    return a->is_public && a->depth == 0 && at > 0 && text.p[at - 1] == '>' &&
           corr_str_starts(corr_str_from(text, at), "::");
}

static void pass_angle(angle *a, char c, bool is_public)
{
    if (c == '<' && a->depth++ == 0)
        a->is_public = is_public;
    else if (c == '>' && a->depth)
        a->depth--;
}

/* Whether only the brackets of Go's receivers stand between two names. */
static bool is_receiver(corr_str text, size_t from, size_t to)
{
    for (; from < to; from++)
        if (!strchr("(*)", text.p[from]))
            return false;
    return true;
}

void name_edits(corr_scrub *map, corr_spot place, corr_str text)
{
    const size_t nedit = map->edit.n;

    if (!map->opts->only_public && place != CORR_PLACE_NAME)
        return;
    if (place == CORR_PLACE_PUBLIC || place == CORR_PLACE_BUILD ||
        place == CORR_PLACE_NUMBER ||
        (place == CORR_PLACE_KEY && public_key(text)))
        return;
    bool is_public = false;
    angle in = { 0 };
    for (size_t at = 0, last = 0; at < text.n;) {
        size_t to = at;
        while (to < text.n && !ends_name(text.p[to]))
            to++;
        const corr_str name = { text.p + at, to - at };
        if (name.n) {
            /* "net/http.(*conn).serve" is one name */
            is_public = (is_public && is_receiver(text, last, at)) ||
                        follows_angle(&in, text, at) ||
                        public_name(name, &map->keep) || public_function(name);
            if (!is_public &&
                (map->opts->only_public || word_is_sensitive_code(name)))
                edit_name(map, text, at, to, nedit);
            last = to;
        }
        if (to < text.n)
            pass_angle(&in, text.p[to], is_public);
        at = to + 1;
    }
}
