/* alert_rule - the expression of an alerting rule, and its threshold. */
#include "page/alert_rule.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool alert_rule_of_url(const char *url, corr_arena *arena, const char **expr)
{
    static const char key[] = "g0.expr=";
    const char *from = url ? strstr(url, key) : NULL;

    *expr = NULL;
    if (!from || (from[-1] != '?' && from[-1] != '&'))
        return true;
    from += sizeof key - 1;
    const size_t n = strcspn(from, "&#");
    char *text = corr_arena_alloc(arena, 1, n + 1), *to = text;
    if (!text)
        return false;
    for (size_t i = 0; i < n; i++) {
        const bool is_coded = from[i] == '%' && i + 2 < n &&
                              corr_hex_digit(from[i + 1]) >= 0 &&
                              corr_hex_digit(from[i + 2]) >= 0;
        char c = from[i] == '+' ? ' ' : from[i];
        if (is_coded) {
            c = (char)(corr_hex_digit(from[i + 1]) * 16 +
                       corr_hex_digit(from[i + 2]));
            i += 2;
        }
        *to++ = c ? c : ' ';
    }
    *to = 0;
    *expr = *text ? text : NULL;
    return true;
}

/* The end of a quoted text that begins at s. */
static const char *end_of_quoted(const char *s)
{
    const char quote = *s++;

    while (*s && *s != quote)
        s += *s == '\\' && quote != '`' && s[1] ? 2 : 1;
    return *s ? s + 1 : s;
}

static bool is_word_at(const char *begin, const char *s, const char *word)
{
    const size_t n = strlen(word);
    const bool starts =
        s == begin || !(isalnum((unsigned char)s[-1]) || strchr("_:.", s[-1]));

    return starts && strncasecmp(s, word, n) == 0 &&
           !(isalnum((unsigned char)s[n]) || s[n] == '_');
}

/* The last comparison on the top level; NULL: none, or sets are combined. */
static const char *last_comparison(const char *expr)
{
    const char *at = NULL;
    int depth = 0;

    for (const char *s = expr; *s;) {
        if (*s == '"' || *s == '\'' || *s == '`') {
            s = end_of_quoted(s);
            continue;
        }
        depth += (*s == '(' || *s == '{' || *s == '[') -
                 (*s == ')' || *s == '}' || *s == ']');
        if (depth == 0 &&
            (is_word_at(expr, s, "and") || is_word_at(expr, s, "or") ||
             is_word_at(expr, s, "unless")))
            return NULL;
        if (depth == 0 && (*s == '>' || *s == '<'))
            at = s;
        s++;
    }
    return at;
}

void alert_rule_threshold(const char *expr, const char **compares,
                          double *threshold)
{
    const char *at = last_comparison(expr);

    *compares = NULL;
    *threshold = NAN;
    if (!at)
        return;
    const bool is_equal = at[1] == '=';
    const char *s = at + 1 + is_equal;
    s += strspn(s, " \t\r\n");
    if (strncasecmp(s, "bool", 4) == 0)
        s += 4 + strspn(s + 4, " \t\r\n");
    char *end;
    const double v = strtod(s, &end);
    if (end == s || !isfinite(v) || end[strspn(end, " \t\r\n")] != 0)
        return;
    *threshold = v;
    *compares = *at == '>' ? is_equal ? ">=" : ">" : is_equal ? "<=" : "<";
}

const char *alert_rule_left(const char *expr, corr_arena *arena)
{
    const char *compares;
    double threshold;

    alert_rule_threshold(expr, &compares, &threshold);
    if (!compares)
        return expr;
    const char *at = last_comparison(expr);
    const corr_str left =
        corr_str_trim((corr_str){ expr, (size_t)(at - expr) });
    return left.n ? corr_arena_text(arena, left) : expr;
}
