/* query_lex - turns the text of a query into tokens. */
#include "query/query_lex.h"
#include "base/escape.h"

/* ---- white space -------------------------------------------------------- */

/* Moves *at to the next token; false: a comment has no end. */
static bool skip_space(query *q, size_t *at)
{
    while (*at < q->text.n) {
        const corr_str rest = lex_rest(q, *at);
        if (strchr(" \t\r\n", rest.p[0])) { /* false for the NUL at the end */
            ++*at;
        } else if (corr_str_starts(rest, "//")) {
            *at += corr_str_find(rest, '\n');
        } else if (corr_str_starts(rest, "/*")) {
            /* the text ends with a NUL */
            const char *end = strstr(rest.p + 2, "*/");
            if (!end)
                return query_fault(q, *at, "the comment has no end");
            *at += (size_t)(end - rest.p) + 2;
        } else {
            break;
        }
    }
    return true;
}

/* ---- names -------------------------------------------------------------- */

static bool ends_name(char c)
{
    return c == '\0' || strchr(" \t\r\n{}()=~!<>&|^,", c);
}

/* Reads the name of an attribute at *at; parts of it may be quoted. */
static bool read_name(query *q, size_t *at, corr_str *name)
{
    const size_t from = *at;
    size_t to = from;

    while (!ends_name(lex_byte(q, to))) {
        const size_t end = lex_byte(q, to) == '"' ? lex_quote(q, to) : to;
        if (lex_byte(q, to) == '"' && !end)
            return query_fault(q, to, "the quoted name has no end");
        to = end + 1;
    }
    char *const text = corr_arena_new(&q->arena, char, to - from + 1);
    size_t n = 0;
    bool is_quoted = false;
    if (!text)
        return query_no_memory(q);
    for (size_t i = from; i < to; i++) {
        const char c = q->text.p[i];
        if (c == '"') {
            is_quoted = !is_quoted;
            continue;
        }
        if (is_quoted && c == '\\' && !strchr("\\\"", lex_byte(q, ++i)))
            return query_fault(q, i - 1,
                               "a quoted name can escape only \\\" and \\\\");
        text[n++] = q->text.p[i];
    }
    *at = to;
    *name = (corr_str){ text, n };
    return n > 0 || query_fault(q, from, "an attribute without a name");
}

static const struct {
    const char *word;
    uint8_t kind; /* FIELD_KINDS: not a scope */
} scopes[] = {
    { "span", FIELD_SPAN },
    { "resource", FIELD_RESOURCE },
    { "event", FIELD_EVENT },
    { "link", FIELD_LINK },
    { "instrumentation", FIELD_SCOPE },
    { "trace", FIELD_KINDS },
    { "parent", FIELD_KINDS },
};

static bool read_field(query *q, size_t *at, field_kind kind, token *t)
{
    t->type = TOKEN_FIELD;
    t->field.kind = (uint8_t)kind;
    return read_name(q, at, &t->field.key);
}

static bool read_word(query *q, size_t *at, token *t)
{
    const size_t from = *at;
    size_t to = from;
    size_t scope = 0;

    while (lex_letter(lex_byte(q, to)) || corr_is_digit(lex_byte(q, to)))
        to++;
    const corr_str word = lex_slice(q, from, to);
    while (scope < countof(scopes) && !corr_str_is(word, scopes[scope].word))
        scope++;
    const bool is_scope = scope < countof(scopes);
    if (lex_byte(q, to) == '.' && corr_str_is(word, "parent"))
        return query_fault(
            q, from,
            "parent is not supported; test the parent with { ... } > { ... }");
    if (lex_byte(q, to) == '.' && is_scope &&
        scopes[scope].kind < FIELD_KINDS) {
        *at = to + 1;
        return read_field(q, at, scopes[scope].kind, t);
    }
    if (lex_byte(q, to) == '.')
        return read_field(q, at, FIELD_ANY, t);
    if (lex_byte(q, to) == ':' && is_scope)
        for (to++;
             lex_letter(lex_byte(q, to)) || corr_is_digit(lex_byte(q, to));)
            to++;
    *at = to;
    t->type = TOKEN_WORD;
    t->word = lex_slice(q, from, to);
    return true;
}

/* ---- operators ---------------------------------------------------------- */

/* A sign stands before its prefixes.  Common mistakes are in the table too,
 * with the hint that corrects them. */
static const struct sign {
    const char *text;
    uint8_t type, code, level, relation;
    const char *what;
} signs[] = {
    { "!>>", TOKEN_RELATION, 0, 0, BELOW | RELATION_NOT, NULL },
    { "!<<", TOKEN_RELATION, 0, 0, ABOVE | RELATION_NOT, NULL },
    { "&>>", TOKEN_RELATION, 0, 0, BELOW | RELATION_BOTH, NULL },
    { "&<<", TOKEN_RELATION, 0, 0, ABOVE | RELATION_BOTH, NULL },
    { ">>", TOKEN_RELATION, 0, 0, BELOW, NULL },
    { "<<", TOKEN_RELATION, 0, 0, ABOVE, NULL },
    { "!>", TOKEN_RELATION, 0, 0, CHILD | RELATION_NOT, NULL },
    { "!<", TOKEN_RELATION, 0, 0, PARENT | RELATION_NOT, NULL },
    { "&>", TOKEN_RELATION, 0, 0, CHILD | RELATION_BOTH, NULL },
    { "&<", TOKEN_RELATION, 0, 0, PARENT | RELATION_BOTH, NULL },
    { "&~", TOKEN_RELATION, 0, 0, SIBLING | RELATION_BOTH, NULL },
    { "~", TOKEN_RELATION, 0, 0, SIBLING, NULL },
    { "!~", TOKEN_STEP, STEP_UNMATCH, LEVEL_COMPARE, SIBLING | RELATION_NOT,
      NULL },
    { "!=", TOKEN_STEP, STEP_NE, LEVEL_COMPARE, RELATION_COUNT, NULL },
    { "=~", TOKEN_STEP, STEP_MATCH, LEVEL_COMPARE, RELATION_COUNT, NULL },
    { "<=", TOKEN_STEP, STEP_LE, LEVEL_COMPARE, RELATION_COUNT, NULL },
    { ">=", TOKEN_STEP, STEP_GE, LEVEL_COMPARE, RELATION_COUNT, NULL },
    { "&&", TOKEN_STEP, STEP_AND, LEVEL_LOGIC, RELATION_COUNT, NULL },
    { "||", TOKEN_STEP, STEP_OR, LEVEL_LOGIC, RELATION_COUNT, NULL },
    { "==", 0, 0, 0, 0, "\"==\" is not an operator; write \"=\"" },
    { "<>", 0, 0, 0, 0, "\"<>\" is not an operator; write \"!=\"" },
    { "'", 0, 0, 0, 0, "write strings in double quotes or backquotes" },
    { "&", 0, 0, 0, 0, "\"&\" is not an operator; write \"&&\"" },
    { "=", TOKEN_STEP, STEP_EQ, LEVEL_COMPARE, RELATION_COUNT, NULL },
    { "<", TOKEN_STEP, STEP_LT, LEVEL_COMPARE, PARENT, NULL },
    { ">", TOKEN_STEP, STEP_GT, LEVEL_COMPARE, CHILD, NULL },
    { "+", TOKEN_STEP, STEP_ADD, LEVEL_SUM, RELATION_COUNT, NULL },
    { "-", TOKEN_STEP, STEP_SUBTRACT, LEVEL_SUM, RELATION_COUNT, NULL },
    { "*", TOKEN_STEP, STEP_MULTIPLY, LEVEL_TERM, RELATION_COUNT, NULL },
    { "/", TOKEN_STEP, STEP_DIVIDE, LEVEL_TERM, RELATION_COUNT, NULL },
    { "%", TOKEN_STEP, STEP_MODULO, LEVEL_TERM, RELATION_COUNT, NULL },
    { "^", TOKEN_STEP, STEP_POWER, LEVEL_POWER, RELATION_COUNT, NULL },
    { "!", TOKEN_NOT, 0, 0, RELATION_COUNT, NULL },
    { "|", TOKEN_PIPE, 0, 0, RELATION_COUNT, NULL },
    { "(", TOKEN_OPEN, 0, 0, RELATION_COUNT, NULL },
    { ")", TOKEN_CLOSE, 0, 0, RELATION_COUNT, NULL },
    { "{", TOKEN_BRACE, 0, 0, RELATION_COUNT, NULL },
    { "}", TOKEN_END_BRACE, 0, 0, RELATION_COUNT, NULL },
    { ",", TOKEN_COMMA, 0, 0, RELATION_COUNT, NULL },
};

static bool read_sign(query *q, size_t *at, token *t)
{
    const corr_str rest = lex_rest(q, *at);
    size_t i = 0;
    unsigned n;

    while (i < countof(signs) && !corr_str_starts(rest, signs[i].text))
        i++;
    if (i == countof(signs) && escape_decode(rest, &n) == ESCAPE_BAD)
        return query_fault(q, *at, "the byte is not text");
    if (i == countof(signs))
        return query_fault(q, *at, "\"%.*s\" has no meaning here", (int)n,
                           rest.p);
    if (signs[i].what)
        return query_fault(q, *at, "%s", signs[i].what);
    *at += strlen(signs[i].text);
    t->type = signs[i].type;
    t->code = signs[i].code;
    t->level = signs[i].level;
    t->relation = signs[i].relation;
    return true;
}

/* ---- tokens ------------------------------------------------------------- */

token query_token(query *q, size_t *at)
{
    token t = { .relation = RELATION_COUNT };
    bool ok = skip_space(q, at);
    const char c = lex_byte(q, *at);
    const char next = lex_byte(q, *at + (c != '\0'));

    t.at = (uint32_t)*at;
    if (!ok || c == '\0') {
        t.type = TOKEN_END;
    } else if (corr_is_digit(c) || (c == '.' && corr_is_digit(next))) {
        ok = lex_number(q, at, &t);
    } else if (c == '"' || c == '`') {
        ok = lex_string(q, at, &t);
    } else if (c == '.') {
        ++*at;
        ok = read_field(q, at, FIELD_ANY, &t);
    } else if (lex_letter(c)) {
        ok = read_word(q, at, &t);
    } else {
        ok = read_sign(q, at, &t);
    }
    if (!ok)
        t.type = TOKEN_BAD;
    t.end = (uint32_t)*at;
    return t;
}
