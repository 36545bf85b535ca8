/* query_expr - the expressions of the query language. */
#include "query/query_parse.h"

/* ---- words -------------------------------------------------------------- */

static const struct constant {
    const char *word;
    uint8_t type;
    int64_t num;
} constants[] = {
    { "nil", VALUE_NIL, 0 },
    { "true", VALUE_BOOL, 1 },
    { "false", VALUE_BOOL, 0 },
    { "minInt", VALUE_INT, INT64_MIN },
    { "maxInt", VALUE_INT, INT64_MAX },
    { "unset", VALUE_STATUS, CORR_STATUS_UNSET },
    { "ok", VALUE_STATUS, CORR_STATUS_OK },
    { "error", VALUE_STATUS, CORR_STATUS_ERROR },
    { "unspecified", VALUE_KIND, CORR_SPAN_UNSPECIFIED },
    { "internal", VALUE_KIND, CORR_SPAN_INTERNAL },
    { "server", VALUE_KIND, CORR_SPAN_SERVER },
    { "client", VALUE_KIND, CORR_SPAN_CLIENT },
    { "producer", VALUE_KIND, CORR_SPAN_PRODUCER },
    { "consumer", VALUE_KIND, CORR_SPAN_CONSUMER },
};

static const char *const unsupported[] = { "nestedSetLeft", "nestedSetRight",
                                           "nestedSetParent", "parent" };

static bool unknown_word(parser *p)
{
    const corr_str w = p->now.word;
    const int n = w.n < 40 ? (int)w.n : 40;

    if (corr_str_find(w, ':') < w.n)
        return query_fault(p->q, p->now.at, "unknown name \"%.*s\"", n, w.p);
    return query_fault(p->q, p->now.at,
                       "unknown name \"%.*s\": an attribute is written .%.*s, "
                       "text \"%.*s\"",
                       n, w.p, n, w.p, n, w.p);
}

static bool parse_word(parser *p)
{
    const token t = p->now;
    field found;

    for (size_t i = 0; i < countof(constants); i++)
        if (corr_str_is(t.word, constants[i].word)) {
            parser_advance(p);
            return parser_put_literal(
                p, value_num(constants[i].type, constants[i].num), t.at);
        }
    if (field_named(t.word, &found)) {
        parser_advance(p);
        return parser_put_field(p, found, t.at);
    }
    for (size_t i = 0; i < countof(unsupported); i++)
        if (corr_str_is(t.word, unsupported[i]))
            return query_fault(p->q, t.at, "%s is not supported",
                               unsupported[i]);
    return unknown_word(p);
}

/* ---- expressions -------------------------------------------------------- */

static bool parse_power(parser *p);

static bool parse_group(parser *p)
{
    parser_advance(p);
    return parse_expr(p) && parser_expect(p, TOKEN_CLOSE, "\")\"");
}

static bool parse_minus(parser *p)
{
    const uint32_t at = parser_advance(p).at;

    return parse_power(p) && parser_put_code(p, STEP_NEGATE, at);
}

bool parse_unary(parser *p)
{
    const token t = p->now;
    bool ok;

    if (t.type == TOKEN_LITERAL) {
        parser_advance(p);
        return parser_put_literal(p, t.literal, t.at);
    }
    if (t.type == TOKEN_FIELD) {
        parser_advance(p);
        return parser_put_field(p, t.field, t.at);
    }
    if (t.type == TOKEN_WORD)
        return parse_word(p);
    if (!parser_enter(p))
        return false;
    if (t.type == TOKEN_STEP && t.code == STEP_SUBTRACT)
        ok = parse_minus(p);
    else if (t.type == TOKEN_OPEN)
        ok = parse_group(p);
    else
        ok = parser_unexpected(p, "a value");
    p->depth--;
    return ok;
}

/* Right associative. */
static bool parse_power(parser *p)
{
    if (!parse_unary(p))
        return false;
    const uint32_t at = p->now.at;
    if (!parser_is_level(p, LEVEL_POWER))
        return true;
    parser_advance(p);
    if (!parser_enter(p) || !parse_power(p))
        return false;
    p->depth--;
    return parser_put_code(p, STEP_POWER, at);
}

static bool parse_not(parser *p);

/* Parses operands of the next tighter level, left associative. */
static bool parse_chain(parser *p, unsigned level, bool (*operand)(parser *p))
{
    if (!operand(p))
        return false;
    while (parser_is_level(p, level)) {
        const token t = parser_advance(p);
        if (!operand(p) || !parser_put_code(p, t.code, t.at))
            return false;
    }
    return true;
}

static bool parse_not(parser *p)
{
    const uint32_t at = p->now.at;

    if (p->now.type != TOKEN_NOT)
        return parse_chain(p, LEVEL_TERM, parse_power);
    parser_advance(p);
    if (!parser_enter(p) || !parse_not(p))
        return false;
    p->depth--;
    return parser_put_code(p, STEP_NOT, at);
}

static bool parse_sum(parser *p)
{
    return parse_chain(p, LEVEL_SUM, parse_not);
}

static bool parse_compare(parser *p)
{
    const bool is_not = p->now.type == TOKEN_NOT;

    if (!parse_sum(p))
        return false;
    if (is_not && parser_is_level(p, LEVEL_COMPARE) &&
        !query_warn(p->q, "\"!a = b\" is read as \"(!a) = b\"; write \"!(a = "
                          "b)\" or \"a != b\""))
        return false;
    while (parser_is_level(p, LEVEL_COMPARE)) {
        const token t = parser_advance(p);
        if (!parse_sum(p) || !parser_put_code(p, t.code, t.at))
            return false;
    }
    return true;
}

/* "&&" and "||" are one level.  A step between the operands skips the second
 * one if the first decides. */
bool parse_expr(parser *p)
{
    step_code last = STEP_CODES;

    if (!parse_compare(p))
        return false;
    while (parser_is_level(p, LEVEL_LOGIC)) {
        const token t = parser_advance(p);
        const uint32_t skip = parser_here(p);
        if (last != STEP_CODES && last != t.code && !parser_warn_mixed(p))
            return false;
        last = t.code;
        if (!parser_put_code(
                p, last == STEP_AND ? STEP_UNLESS_TRUE : STEP_IF_TRUE, t.at) ||
            !parse_compare(p) || !parser_put_code(p, last, t.at))
            return false;
        p->q->step.v[skip].end = parser_here(p);
    }
    return true;
}

/* ---- constants ---------------------------------------------------------- */

bool parse_const_value(parser *p, value *v)
{
    const token t = p->now;
    bool ok = true;

    if (!parser_enter(p))
        return false;
    if (t.type == TOKEN_LITERAL && t.literal.type != VALUE_TEXT) {
        *v = t.literal;
        parser_advance(p);
    } else if (t.type == TOKEN_STEP && t.code == STEP_SUBTRACT) {
        parser_advance(p);
        ok = parse_const_value(p, v);
        *v = value_negate(v);
    } else if (parser_accept(p, TOKEN_OPEN)) {
        ok = parse_const(p, v) && parser_expect(p, TOKEN_CLOSE, "\")\"");
    } else {
        ok = parser_unexpected(p, "a number or duration");
    }
    p->depth--;
    return ok;
}

static bool parse_const_chain(parser *p, unsigned level, value *v)
{
    bool by_zero = false;
    value right = { 0 };

    if (level == LEVEL_POWER)
        return parse_const_value(p, v);
    if (!parse_const_chain(p, level + 1, v))
        return false;
    while (parser_is_level(p, level) && p->now.code != STEP_MODULO) {
        const unsigned code = parser_advance(p).code;
        if (!parse_const_chain(p, level + 1, &right))
            return false;
        *v = value_calculate(code, v, &right, &by_zero);
    }
    return true;
}

bool parse_const(parser *p, value *v)
{
    return parse_const_chain(p, LEVEL_SUM, v);
}
