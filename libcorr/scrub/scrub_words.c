/* scrub_words - names split into words. */
#include "scrub/scrub_words.h"

#include "base/base.h"

enum { WORD_OTHER, WORD_DIGIT, WORD_LOWER, WORD_UPPER };

static unsigned class_of_char(char c)
{
    if (c >= '0' && c <= '9')
        return WORD_DIGIT;
    if (c >= 'A' && c <= 'Z')
        return WORD_UPPER;
    return word_has(c) ? WORD_LOWER : WORD_OTHER;
}

bool word_next(corr_str *rest, corr_str *word)
{
    while (rest->n && class_of_char(*rest->p) == WORD_OTHER)
        *rest = corr_str_from(*rest, 1);
    if (!rest->n)
        return false;
    const unsigned first = class_of_char(*rest->p);
    size_t n = 1;

    while (n < rest->n && class_of_char(rest->p[n]) == first)
        n++;
    if (first == WORD_UPPER && n < rest->n &&
        class_of_char(rest->p[n]) == WORD_LOWER) {
        if (n > 1)
            n--; /* the last capital begins the next word */
        else
            while (n < rest->n && class_of_char(rest->p[n]) == WORD_LOWER)
                n++;
    }
    *word = (corr_str){ rest->p, n };
    *rest = corr_str_from(*rest, n);
    return true;
}

static int compare_folded(corr_str word, const char *lower)
{
    for (size_t i = 0; i < word.n; i++) {
        const int d =
            (unsigned char)word_lower(word.p[i]) - (unsigned char)lower[i];
        if (d || !lower[i])
            return d;
    }
    return lower[word.n] ? -1 : 0;
}

bool word_is_one(corr_str word, const char *const *sorted, size_t n)
{
    size_t lo = 0;

    while (lo < n) {
        const size_t mid = lo + (n - lo) / 2;
        const int d = compare_folded(word, sorted[mid]);
        if (d == 0)
            return true;
        if (d < 0)
            n = mid;
        else
            lo = mid + 1;
    }
    return false;
}

static const char *const alone[] = {
    "apikey",   "cred",      "credential", "credentials", "creds",
    "cvv",      "iban",      "otp",        "passphrase",  "passwd",
    "password", "passwords", "pin",        "privatekey",  "pwd",
    "secret",   "secrets",   "ssn",        "token",       "tokens"
};

static const struct {
    const char *first, *second;
} together[] = {
    { "api", "key" },     { "private", "key" }, { "access", "key" },
    { "session", "id" },  { "auth", "header" }, { "pass", "word" },
    { "pass", "phrase" }, { "credit", "card" }, { "card", "number" },
};

static bool are_together(corr_str a, corr_str b)
{
    for (size_t i = 0; i < countof(together); i++)
        if (compare_folded(a, together[i].first) == 0 &&
            compare_folded(b, together[i].second) == 0)
            return true;
    return false;
}

bool word_is_sensitive(corr_str name)
{
    corr_str word, last = { "", 0 };

    while (word_next(&name, &word)) {
        if (word_is_one(word, alone, countof(alone)) ||
            (last.n && are_together(last, word)))
            return true;
        last = word;
    }
    return false;
}

bool word_is_sensitive_code(corr_str name)
{
    static const char *const syntax[] = { "antlr",   "lex",      "lexer",
                                          "next",    "parse",    "parser",
                                          "parsers", "scan",     "scanner",
                                          "syntax",  "tokenizer" };
    corr_str rest = name, word;
    bool is_syntax = false;

    if (!word_is_sensitive(name))
        return false;
    while (!is_syntax && word_next(&rest, &word))
        is_syntax = word_is_one(word, syntax, countof(syntax));
    if (!is_syntax)
        return true;
    while (word_next(&name, &word))
        if (compare_folded(word, "token") != 0 &&
            compare_folded(word, "tokens") != 0 &&
            word_is_one(word, alone, countof(alone)))
            return true;
    return false;
}
