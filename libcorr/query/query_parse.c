/*
 * query_parse - turns the tokens of a query into steps.
 *
 * Recursive descent with a limited depth.  Chains are loops, and every loop
 * consumes a token or ends.  After a fault the current token is TOKEN_BAD,
 * which no rule accepts, so that all functions return.
 */
#include "query/query_parse.h"

token parser_advance(parser *p)
{
    const token t = p->now;

    p->now = query_token(p->q, &p->at);
    return t;
}

bool parser_is_word(const parser *p, const char *word)
{
    return p->now.type == TOKEN_WORD && corr_str_is(p->now.word, word);
}

/* Reports that the current token is not the wanted one. */
bool parser_unexpected(parser *p, const char *wanted)
{
    const corr_str s = { p->q->text.p + p->now.at, p->now.end - p->now.at };

    if (p->now.type == TOKEN_BAD)
        return false; /* the query already has a fault */
    if (p->now.type == TOKEN_END)
        query_fault(p->q, p->now.at, "%s should follow at the end", wanted);
    else
        query_fault(p->q, p->now.at, "%s should follow, not \"%.*s\"", wanted,
                    s.n < 60 ? (int)s.n : 60, s.p);
    p->now.type = TOKEN_BAD;
    return false;
}

bool parser_accept(parser *p, token_type type)
{
    if (p->now.type != type)
        return false;
    parser_advance(p);
    return true;
}

bool parser_expect(parser *p, token_type type, const char *what)
{
    return parser_accept(p, type) || parser_unexpected(p, what);
}

bool parser_enter(parser *p)
{
    if (p->depth++ < QUERY_DEPTH)
        return true;
    return query_fault(p->q, p->now.at, "more than %d levels deep",
                       QUERY_DEPTH);
}

/* ---- steps -------------------------------------------------------------- */

uint32_t parser_here(const parser *p)
{
    return (uint32_t)p->q->step.n;
}

bool parser_put(parser *p, step s)
{
    return vec_push(&p->q->step, s) || query_no_memory(p->q);
}

bool parser_put_code(parser *p, step_code code, uint32_t at)
{
    return parser_put(p, (step){ .code = (uint8_t)code, .at = at });
}

bool parser_add_literal(parser *p, value v, uint32_t *number)
{
    *number = (uint32_t)p->q->literal.n;
    return vec_push(&p->q->literal, v) || query_no_memory(p->q);
}

bool parser_put_literal(parser *p, value v, uint32_t at)
{
    step s = { .code = STEP_LITERAL, .at = at };

    return parser_add_literal(p, v, &s.arg) && parser_put(p, s);
}

/* Returns the number of a field; a repeated field keeps its number. */
bool parser_put_field(parser *p, field f, uint32_t at)
{
    query *q = p->q;
    bool is_new;
    char *key = corr_arena_new(&q->arena, char, f.key.n + 1);

    if (!key)
        return query_no_memory(q);
    key[0] = (char)f.kind;
    if (f.key.n)
        memcpy(key + 1, f.key.p, f.key.n);
    uint32_t *slot = corr_map_bytes(&q->fields, key, f.key.n + 1, &is_new);
    if (!slot || (is_new && !vec_push(&q->field, f)))
        return query_no_memory(q);
    if (is_new)
        *slot = (uint32_t)q->field.n - 1;
    return parser_put(p, (step){ .code = STEP_FIELD, .at = at, .arg = *slot });
}

bool parser_is_level(const parser *p, unsigned level)
{
    return p->now.type == TOKEN_STEP && p->now.level == level;
}

bool parser_warn_mixed(parser *p)
{
    return query_warn(p->q, "\"&&\" and \"||\" bind alike and are read from "
                            "left to right; add parentheses");
}

/* ---- stages ------------------------------------------------------------- */

static bool parse_pipeline(parser *p);

/* Parses the expression of a step on sets; the step is put before it. */
static bool parse_owned(parser *p, step s)
{
    const uint32_t owner = parser_here(p);

    if (!parser_put(p, s) || !parse_expr(p))
        return false;
    p->q->step.v[owner].end = parser_here(p);
    return true;
}

static bool parse_filter(parser *p)
{
    const uint32_t owner = parser_here(p);
    const step s = { .code = SET_FILTER, .at = parser_advance(p).at };

    if (p->now.type != TOKEN_END_BRACE)
        return parse_owned(p, s) && parser_expect(p, TOKEN_END_BRACE, "\"}\"");
    if (!parser_put(p, s) ||
        !parser_put_literal(p, value_num(VALUE_BOOL, 1), s.at))
        return false;
    p->q->step.v[owner].end = parser_here(p);
    return parser_accept(p, TOKEN_END_BRACE);
}

static bool parse_nested(parser *p)
{
    const uint32_t at = p->now.at;

    if (!parser_enter(p))
        return false;
    parser_advance(p);
    if (!parser_put_code(p, SET_OPEN, at) || !parse_pipeline(p) ||
        !parser_put_code(p, SET_CLOSE, at) ||
        !parser_expect(p, TOKEN_CLOSE, "\")\""))
        return false;
    p->depth--;
    return true;
}

static bool parse_operand(parser *p)
{
    if (p->now.type == TOKEN_BRACE)
        return parse_filter(p);
    if (p->now.type == TOKEN_OPEN)
        return parse_nested(p);
    return parser_unexpected(p, "a filter in braces");
}

static bool parse_related(parser *p)
{
    if (!parse_operand(p))
        return false;
    while (p->now.relation != RELATION_COUNT) {
        const token t = parser_advance(p);
        if (!parse_operand(p) || !parser_put(p, (step){ .code = SET_RELATION,
                                                        .how = t.relation,
                                                        .at = t.at }))
            return false;
    }
    return true;
}

static bool parse_spanset(parser *p)
{
    step_code last = STEP_CODES;
    const uint32_t at = p->now.at;

    if (!parse_related(p))
        return false;
    while (parser_is_level(p, LEVEL_LOGIC)) {
        const token t = parser_advance(p);
        if (last != STEP_CODES && last != t.code && !parser_warn_mixed(p))
            return false;
        last = t.code;
        if (!parse_related(p) ||
            !parser_put_code(p, last == STEP_AND ? SET_AND : SET_OR, t.at))
            return false;
    }
    return parser_put_code(p, SET_KEEP, at);
}

static bool parse_scalar(parser *p, unsigned how)
{
    step s = { .code = SET_AGGREGATE, .how = (uint8_t)how, .at = p->now.at };
    const uint32_t owner = parser_here(p);
    value limit = { 0 };

    parser_advance(p);
    if (!parser_expect(p, TOKEN_OPEN, "\"(\""))
        return false;
    if (!(how == AGGREGATE_COUNT ? parser_put(p, s) : parse_owned(p, s)))
        return false;
    s.end = parser_here(p);
    if (!parser_expect(p, TOKEN_CLOSE, "\")\""))
        return false;
    const token t = p->now;
    if (parser_is_level(p, LEVEL_SUM) || parser_is_level(p, LEVEL_TERM))
        return query_fault(p->q, t.at,
                           "arithmetic between aggregates is not supported");
    if (!parser_is_level(p, LEVEL_COMPARE) || t.code > STEP_GE)
        return parser_unexpected(p, "a comparison such as count() > 2");
    parser_advance(p);
    const uint32_t at = p->now.at;
    if (!parse_const(p, &limit) || !parser_add_literal(p, limit, &s.arg))
        return false;
    if (limit.type == VALUE_NIL)
        return query_fault(p->q, at, "the constant does not fit into a number");
    s.test = t.code;
    p->q->step.v[owner] = s;
    return true;
}

static bool parse_by(parser *p, unsigned how)
{
    const step s = { .code = SET_BY, .at = parser_advance(p).at };

    (void)how;
    return parser_expect(p, TOKEN_OPEN, "\"(\"") && parse_owned(p, s) &&
           parser_expect(p, TOKEN_CLOSE, "\")\"");
}

static bool parse_coalesce(parser *p, unsigned how)
{
    const uint32_t at = parser_advance(p).at;

    (void)how;
    return parser_expect(p, TOKEN_OPEN, "\"(\"") &&
           parser_expect(p, TOKEN_CLOSE, "\")\"") &&
           parser_put_code(p, SET_COALESCE, at);
}

/* select() chooses columns for other programs: only the names are checked. */
static bool parse_select(parser *p, unsigned how)
{
    const uint32_t first = parser_here(p);

    (void)how;
    parser_advance(p);
    if (!parser_expect(p, TOKEN_OPEN, "\"(\""))
        return false;
    do {
        if (p->now.type != TOKEN_FIELD && p->now.type != TOKEN_WORD)
            return parser_unexpected(p, "a field");
        if (!parse_unary(p))
            return false;
    } while (parser_accept(p, TOKEN_COMMA));
    p->q->step.n = first;
    return parser_expect(p, TOKEN_CLOSE, "\")\"");
}

static bool parse_metrics(parser *p, unsigned how)
{
    (void)how;
    return query_fault(p->q, p->now.at, "metrics query not supported offline");
}

static const struct stage {
    const char *word;
    bool (*parse)(parser *p, unsigned how);
    unsigned how;
    bool is_later; /* not the first stage of a pipeline */
} stages[] = {
    { "count", parse_scalar, AGGREGATE_COUNT, false },
    { "avg", parse_scalar, AGGREGATE_AVG, false },
    { "max", parse_scalar, AGGREGATE_MAX, false },
    { "min", parse_scalar, AGGREGATE_MIN, false },
    { "sum", parse_scalar, AGGREGATE_SUM, false },
    { "by", parse_by, 0, false },
    { "select", parse_select, 0, false },
    { "coalesce", parse_coalesce, 0, true },
    { "rate", parse_metrics, 0, false },
    { "count_over_time", parse_metrics, 0, false },
    { "min_over_time", parse_metrics, 0, false },
    { "max_over_time", parse_metrics, 0, false },
    { "avg_over_time", parse_metrics, 0, false },
    { "sum_over_time", parse_metrics, 0, false },
    { "quantile_over_time", parse_metrics, 0, false },
    { "histogram_over_time", parse_metrics, 0, false },
    { "compare", parse_metrics, 0, false },
    { "topk", parse_metrics, 0, false },
    { "bottomk", parse_metrics, 0, false },
};

static const struct stage *find_stage(const parser *p)
{
    for (size_t i = 0; i < countof(stages); i++)
        if (parser_is_word(p, stages[i].word))
            return &stages[i];
    return NULL;
}

static bool parse_pipeline(parser *p)
{
    bool is_first = true;

    do {
        const struct stage *stage = find_stage(p);
        if (stage && stage->is_later && is_first)
            return query_fault(p->q, p->now.at,
                               "%s() cannot be the first stage", stage->word);
        if (!(stage ? stage->parse(p, stage->how) : parse_spanset(p)))
            return false;
        is_first = false;
    } while (parser_accept(p, TOKEN_PIPE));
    return true;
}

/* ---- the whole ---------------------------------------------------------- */

/* "with (most_recent=true)" is a hint for a server. */
static bool parse_hints(parser *p)
{
    value v;

    if (!parser_is_word(p, "with"))
        return true;
    parser_advance(p);
    if (!parser_expect(p, TOKEN_OPEN, "\"(\""))
        return false;
    do {
        if (!parser_expect(p, TOKEN_WORD, "the name of a hint"))
            return false;
        if (p->now.type != TOKEN_STEP || p->now.code != STEP_EQ)
            return parser_unexpected(p, "\"=\"");
        parser_advance(p);
        if (p->now.type == TOKEN_WORD ||
            (p->now.type == TOKEN_LITERAL && p->now.literal.type == VALUE_TEXT))
            parser_advance(p);
        else if (!parse_const_value(p, &v))
            return false;
    } while (parser_accept(p, TOKEN_COMMA));
    return parser_expect(p, TOKEN_CLOSE, "\")\"");
}

/* Whether the text is a single filter without braces: behind its parentheses
 * stands neither a brace nor the word of a stage. */
static bool is_bare(const parser *p)
{
    parser look = *p;

    while (look.now.type == TOKEN_OPEN)
        parser_advance(&look);
    return look.now.type != TOKEN_BRACE && !find_stage(&look);
}

bool query_parse(query *q)
{
    parser p = { .q = q };

    parser_advance(&p);
    if (p.now.type == TOKEN_END)
        return query_fault(q, 0, "no filter is given; { } selects every span");
    if (p.now.type == TOKEN_BAD)
        return false;
    const bool bare = is_bare(&p);
    if (!(bare ? parse_owned(&p, (step){ .code = SET_FILTER }) &&
                     parser_put_code(&p, SET_KEEP, 0)
               : parse_pipeline(&p)) ||
        !parse_hints(&p))
        return false;
    if (bare && (p.now.type == TOKEN_PIPE || p.now.type == TOKEN_RELATION ||
                 p.now.type == TOKEN_BRACE))
        return query_fault(
            q, p.now.at,
            "only a single filter can omit braces; write { ... } around each");
    return p.now.type == TOKEN_END || parser_unexpected(&p, "the end");
}
