/* statement - what a call asks, without the values it asks it for. */
#include "findings/statement.h"

#include "base/base.h"

/* A statement is compared to this length. */
enum { MOST_COMPARED = 2000 };

static bool is_word_char(char c)
{
    return corr_is_digit(c) || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
}

/* The end of a quoted text that begins at i. */
static size_t end_of_quoted(corr_str t, size_t i)
{
    const char quote = t.p[i++];

    while (i < t.n && t.p[i] != quote)
        i += t.p[i] == '\\' ? 2 : 1;
    return i < t.n ? i + 1 : t.n;
}

/* Whether a word is a value: a number, or digits of an id.  A name such as
 * utf8 or s3 is not. */
static bool is_value(corr_str word)
{
    size_t digits = 0, hex = 0;

    for (size_t i = 0; i < word.n; i++) {
        digits += corr_is_digit(word.p[i]);
        hex += corr_hex_digit(word.p[i]) >= 0;
    }
    return corr_is_digit(word.p[0]) ||
           (hex == word.n && digits > 0 && word.n >= 8) ||
           (word.n >= 4 && digits * 2 >= word.n);
}

static bool put_char(statement *to, char c)
{
    const size_t n = to->n;

    /* one ? for "?, ?, ?", and for "?-?-?" of a UUID */
    if (c == '?') {
        size_t k = n;
        while (k > 0 && (to->v[k - 1] == ' ' || to->v[k - 1] == ',' ||
                         to->v[k - 1] == '-' || to->v[k - 1] == '.'))
            k--;
        if (k > 0 && k < n && to->v[k - 1] == '?') {
            to->n = k;
            return true;
        }
    }
    if (c == ' ' && n > 0 && to->v[n - 1] == ' ')
        return true;
    return vec_push(to, c);
}

bool statement_of(statement *to, corr_str text)
{
    text.n = text.n < MOST_COMPARED ? text.n : MOST_COMPARED;
    for (size_t i = 0; i < text.n;) {
        const char c = text.p[i];
        size_t end = i;
        while (end < text.n && is_word_char(text.p[end]))
            end++;
        if (c == '\'' || c == '"') {
            end = end_of_quoted(text, i);
            if (!put_char(to, '?'))
                return false;
        } else if (end == i) {
            end = i + 1;
            if (!put_char(to, c == '\t' || c == '\n' || c == '\r' ? ' ' : c))
                return false;
        } else if (is_value((corr_str){ text.p + i, end - i })) {
            if (!put_char(to, '?'))
                return false;
        } else {
            for (size_t k = i; k < end; k++)
                if (!vec_push(to, text.p[k]))
                    return false;
        }
        i = end;
    }
    return true;
}

static corr_str first_attr(const corr_waterfall *w, uint32_t i,
                           const char *const *key, size_t n)
{
    corr_label l;

    for (size_t k = 0; k < n; k++)
        if (input_find_label(waterfall_input(w, i), waterfall_row(w, i)->attrs,
                             corr_str_of(key[k]), &l) &&
            l.text.n > 0)
            return l.text;
    return CORR_STR("");
}

corr_str statement_attr(const corr_waterfall *w, uint32_t i)
{
    static const char *const key[] = {
        "db.query.text", "db.statement", "url.template",  "http.route",
        "url.path",      "http.target",  "url.full",      "http.url",
        "rpc.method",    "sql.query",    "resource.name",
    };

    return first_attr(w, i, key, countof(key));
}

corr_str statement_peer(const corr_waterfall *w, uint32_t i)
{
    static const char *const key[] = {
        "server.address", "peer.service", "net.peer.name",
        "rpc.service",    "http.host",    "messaging.destination.name",
        "db.system.name", "db.system",
    };

    return first_attr(w, i, key, countof(key));
}

bool statement_is_query(const corr_waterfall *w, uint32_t i)
{
    static const char *const key[] = { "db.system.name", "db.system",
                                       "db.query.text", "db.statement",
                                       "sql.query" };
    static const char *const verb[] = { "SELECT ", "INSERT ", "UPDATE ",
                                        "DELETE " };
    const corr_str name = waterfall_name(w, i);

    for (size_t k = 0; k < countof(verb); k++)
        if (corr_str_starts(name, verb[k]))
            return true;
    return first_attr(w, i, key, countof(key)).n > 0;
}
