/* statement - what a call asks, without the values it asks it for. */
#include "findings/statement.h"

#include "base/base.h"

/* A statement is compared to this length. */
enum { MOST_COMPARED = 2000 };

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

typedef enum piece { PIECE_CHAR, PIECE_WORD, PIECE_VALUE } piece;

/* The kind and the end of the piece of a text that begins at i. */
static piece piece_at(corr_str text, size_t i, size_t *end)
{
    const char c = text.p[i];

    *end = i;
    while (*end < text.n && statement_is_word(text.p[*end]))
        ++*end;
    if (c == '\'' || c == '"') {
        *end = end_of_quoted(text, i);
        return PIECE_VALUE;
    }
    if (*end == i) {
        *end = i + 1;
        return PIECE_CHAR;
    }
    return is_value((corr_str){ text.p + i, *end - i }) ? PIECE_VALUE
                                                        : PIECE_WORD;
}

bool statement_of(statement *to, corr_str text)
{
    text.n = text.n < MOST_COMPARED ? text.n : MOST_COMPARED;
    for (size_t i = 0, end; i < text.n; i = end) {
        const char c = text.p[i];
        const piece is = piece_at(text, i, &end);
        if (is != PIECE_WORD &&
            !put_char(to, is == PIECE_VALUE                     ? '?'
                          : c == '\t' || c == '\n' || c == '\r' ? ' '
                                                                : c))
            return false;
        for (size_t k = i; is == PIECE_WORD && k < end; k++)
            if (!vec_push(to, text.p[k]))
                return false;
    }
    return true;
}

bool statement_next_value(corr_str text, size_t *at, corr_str *value)
{
    text.n = text.n < MOST_COMPARED ? text.n : MOST_COMPARED;
    for (size_t i = *at; i < text.n; i = *at)
        if (piece_at(text, i, at) == PIECE_VALUE) {
            const bool is_quoted = text.p[i] == '\'' || text.p[i] == '"';
            const size_t n = *at - i;
            *value = is_quoted && n >= 2 ? (corr_str){ text.p + i + 1, n - 2 }
                                         : (corr_str){ text.p + i, n };
            return true;
        }
    return false;
}

/* The word before the text at i, which may begin within a word. */
static corr_str word_before(corr_str t, size_t i)
{
    while (i > 0 && statement_is_word(t.p[i - 1]))
        i--;
    while (i > 0 && !statement_is_word(t.p[i - 1]))
        i--;
    const size_t end = i;
    while (i > 0 && statement_is_word(t.p[i - 1]))
        i--;
    return (corr_str){ t.p + i, end - i };
}

bool statement_is_page(corr_str a, corr_str b)
{
    static const char *const marks[] = {
        "page",  "offset",     "cursor",    "after",  "before", "start",
        "skip",  "continue",   "token",     "next",   "marker", "since",
        "pages", "page_token", "pagetoken", "from_id"
    };
    size_t i = 0;

    while (i < a.n && i < b.n && a.p[i] == b.p[i])
        i++;
    const corr_str word = word_before(a, i);
    for (size_t k = 0; k < countof(marks); k++)
        if (store_same_name(word, corr_str_of(marks[k])))
            return true;
    return false;
}

corr_str statement_first_attr(const corr_store *st, uint32_t span,
                              const char *const *key, size_t n)
{
    const input *in = store_input(st, st->spans.at.v[span].input);
    corr_label l;

    for (size_t k = 0; k < n; k++)
        if (input_find_label(in, store_span(st, span)->attrs,
                             corr_str_of(key[k]), &l) &&
            l.text.n > 0)
            return l.text;
    return CORR_STR("");
}

static corr_str first_attr(const corr_waterfall *w, uint32_t i,
                           const char *const *key, size_t n)
{
    return statement_first_attr(w->store, w->span[i], key, n);
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

corr_str statement_asked(const corr_waterfall *w, uint32_t i)
{
    static const char *const key[] = { "db.query.text", "db.statement",
                                       "url.full",      "http.url",
                                       "url.path",      "http.target",
                                       "sql.query" };

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
