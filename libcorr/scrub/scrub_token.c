/* scrub_token - runs of letters and digits that are keys, and addresses. */
#include "scrub/scrub_private.h"

#include "base/base.h"
#include "scrub/scrub_words.h"

static bool is_hex_run(corr_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (corr_hex_digit(s.p[i]) < 0)
            return false;
    return true;
}

/* Numbers of cards begin with 3 to 6, and their digits add up (ISO/IEC 7812). */
static bool is_card(corr_str s)
{
    unsigned sum = 0;

    if (s.n < 13 || s.n > 19 || s.p[0] < '3' || s.p[0] > '6')
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (!corr_is_digit(s.p[i]))
            return false;
        unsigned digit = (unsigned)(s.p[i] - '0');
        if ((s.n - i) % 2 == 0)
            digit = digit > 4 ? 2 * digit - 9 : 2 * digit;
        sum += digit;
    }
    return sum % 10 == 0;
}

static bool has_known_beginning(corr_str s)
{
    static const struct {
        const char *text;
        size_t least;
    } beginning[] = {
        { "AKIA", 16 },        { "ASIA", 16 },     { "ghp_", 20 },
        { "gho_", 20 },        { "ghs_", 20 },     { "ghu_", 20 },
        { "github_pat_", 30 }, { "glpat-", 20 },   { "xoxb-", 20 },
        { "xoxp-", 20 },       { "xoxa-", 20 },    { "xoxs-", 20 },
        { "sk_live_", 16 },    { "rk_live_", 16 }, { "sk-", 24 },
        { "AIza", 30 },        { "hvs-", 20 },     { "npm_", 30 },
        { "pypi-", 30 },       { "dop_v1_", 30 },  { "SG-", 30 },
    };

    for (size_t i = 0; i < countof(beginning); i++)
        if (s.p[0] == beginning[i].text[0] && s.n >= beginning[i].least &&
            corr_str_starts(s, beginning[i].text))
            return true;
    return false;
}

/* A token is random: both cases and digits mixed, with many borders between
 * them, and no word of its own that goes on for long. */
static bool is_random(corr_str s)
{
    unsigned lower = 0, upper = 0, digit = 0, borders = 0, longest = 0,
             same = 0;
    int last = 0;

    if (s.n < 20 || s.p[0] == '_' || s.n > 512)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        const char c = s.p[i];
        const int class = c >= 'a' && c <= 'z'   ? 1
                          : c >= 'A' && c <= 'Z' ? 2
                          : corr_is_digit(c)     ? 3
                                                 : 4;
        lower += class == 1;
        upper += class == 2;
        digit += class == 3;
        borders += last && class != last && (class == 3 || last == 3);
        same = class == last ? same + 1 : 1;
        longest = same > longest && class == 1 ? same : longest;
        last = class;
    }
    return lower >= 3 && upper >= 3 && digit >= 3 && borders >= 4 &&
           longest <= 6;
}

/* The three parts of a JWT; the first decodes to {" (RFC 7519). */
static size_t jwt_end(corr_str s, size_t from)
{
    size_t to = from;
    unsigned dots = 0;

    if (!corr_str_starts(corr_str_from(s, from), "eyJ"))
        return 0;
    while (to < s.n && (word_has(s.p[to]) || strchr("_-.", s.p[to])))
        dots += s.p[to++] == '.';
    return dots >= 1 && to - from >= 20 ? to : 0;
}

/* An id of all zeros is no secret. */
static bool is_uniform(corr_str run)
{
    for (size_t i = 1; i < run.n; i++)
        if (run.p[i] != run.p[0])
            return false;
    return true;
}

/* Ids of the inputs stay, or change where ids shall; other long hex is a key. */
static void shape_hex(shape_scan *x, size_t from, size_t to)
{
    const corr_str run = { x->s.p + from, to - from };

    const bool changes_ids = x->map->opts->redact_ids && !x->map->learning;

    if (run.n < (changes_ids ? 16 : 32) || !is_hex_run(run) || is_uniform(run))
        return;
    if (!x->map->learning && id_is_known(x->map, run)) {
        if (changes_ids)
            shape_edit(x, from, to, CORR_SCRUB_ID, WITH_ID);
    } else if (run.n >= 32 && x->place != CORR_PLACE_BUILD &&
               x->place != CORR_PLACE_ID) {
        shape_edit(x, from, to, CORR_SCRUB_TOKEN, WITH_VALUE);
    }
}

static void shape_hex_pieces(shape_scan *x, size_t from, size_t to)
{
    for (size_t at = from; at < to;) {
        size_t end = at;
        while (end < to && x->s.p[end] != '-' && x->s.p[end] != '_')
            end++;
        shape_hex(x, at, end);
        at = end + 1;
    }
}

void shape_token(shape_scan *x, size_t from, size_t to)
{
    const corr_str run = { x->s.p + from, to - from };
    const size_t jwt = jwt_end(x->s, from);
    const bool is_text = x->place != CORR_PLACE_NAME &&
                         x->place != CORR_PLACE_BUILD &&
                         x->place != CORR_PLACE_PUBLIC;

    if (pseudonym_length(run) == run.n)
        return;
    if (jwt)
        shape_edit(x, from, jwt, CORR_SCRUB_TOKEN, WITH_VALUE);
    else if (is_card(run))
        shape_edit(x, from, to, CORR_SCRUB_CARD, WITH_VALUE);
    else if (has_known_beginning(run) || (is_text && is_random(run)))
        shape_edit(x, from, to, CORR_SCRUB_TOKEN, WITH_VALUE);
    else
        shape_hex_pieces(x, from, to);
}

/* ---- addresses ----------------------------------------------------------- */

static bool ends_word(corr_str s, size_t at)
{
    return at >= s.n || !(word_has(s.p[at]) || strchr("._+-", s.p[at])) ||
           (s.p[at] == '.' && (at + 1 == s.n || !word_has(s.p[at + 1]))) ||
           (s.p[at] == '-' && (at + 1 == s.n || !corr_is_digit(s.p[at + 1])));
}

/* Four numbers up to 255, no more and no fewer.  The machine itself and the
 * network of all identify no one. */
bool shape_is_ipv4(corr_str s, size_t from, size_t *to)
{
    unsigned number[4];
    size_t i = from;

    if (from && (s.p[from - 1] == 'v' || s.p[from - 1] == '/'))
        return from && s.p[from - 1] == '/' && from + 1 < s.n
                   ? shape_is_ipv4(corr_str_from(s, from), 0, to) &&
                         (*to += from, true)
                   : false;
    for (unsigned part = 0; part < 4; part++) {
        size_t digits = 0;
        number[part] = 0;
        for (; i < s.n && corr_is_digit(s.p[i]) && digits < 4; i++, digits++)
            number[part] = number[part] * 10 + (unsigned)(s.p[i] - '0');
        if (digits == 0 || digits > 3 || number[part] > 255)
            return false;
        if (part < 3 && (i >= s.n || s.p[i++] != '.'))
            return false;
    }
    *to = i;
    /* "4.5.0.0" is a version */
    return ends_word(s, i) && (number[2] || number[3]) && number[0] != 127 &&
           number[0] != 0 && number[0] != 255;
}

/* Groups of hex digits: six of two are a hardware address, eight, or fewer with
 * "::", are IPv6 if the first is of its usual form. */
bool shape_is_ipv6(corr_str s, size_t from, size_t *to)
{
    size_t i = from, groups = 0, two = 0;
    bool gap = false, digit = false;

    if (from && word_has(s.p[from - 1]))
        return false;
    while (i < s.n) {
        size_t n = 0;
        for (; i < s.n && corr_hex_digit(s.p[i]) >= 0 && n < 5; i++, n++)
            digit |= corr_is_digit(s.p[i]);
        if (n > 4)
            return false;
        groups += n > 0;
        two += n == 2;
        if (i >= s.n || s.p[i] != ':')
            break;
        if (i + 1 < s.n && s.p[i + 1] == ':') {
            gap = true;
            i++;
        }
        i++;
    }
    *to = i;
    if (!digit || (i < s.n && word_has(s.p[i])) || s.p[i - 1] == ':')
        return false;
    const char first = word_lower(s.p[from]);
    const bool usual = (first == '2' || first == '3' || first == 'f') &&
                       from + 4 < s.n && s.p[from + 4] == ':';
    return (groups == 6 && two == 6 && !gap) || (groups == 8 && !gap) ||
           (gap && groups >= 2 && groups < 8 && usual);
}
