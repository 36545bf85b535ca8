/*
 * query_check - finds nonsense in a query before it runs.
 *
 * One walk over the steps with a stack of types, as the run does it with a
 * stack of values.  The walk also compiles patterns, spells ids as spans do,
 * and turns comparisons with nil into steps of their own.
 */
#include <stdio.h>

#include "query/query_private.h"

/* Types of one family can be compared with each other. */
typedef enum family {
    FAMILY_NIL,
    FAMILY_TEXT,
    FAMILY_BOOL,
    FAMILY_NUMBER,
    FAMILY_STATUS,
    FAMILY_KIND,
    FAMILY_DYNAMIC, /* attributes: the type is known at run time */
    FAMILY_COUNT
} family;

static const char *const family_name[FAMILY_COUNT] = {
    [FAMILY_NIL] = "nil",
    [FAMILY_TEXT] = "text",
    [FAMILY_BOOL] = "a truth value",
    [FAMILY_NUMBER] = "a number",
    [FAMILY_STATUS] = "a status",
    [FAMILY_KIND] = "a kind",
    [FAMILY_DYNAMIC] = "an attribute",
};

#define BIT(code) (1u << (code))
#define SAME      (BIT(STEP_EQ) | BIT(STEP_NE))
#define ORDER     (BIT(STEP_LT) | BIT(STEP_LE) | BIT(STEP_GT) | BIT(STEP_GE))
#define PATTERN   (BIT(STEP_MATCH) | BIT(STEP_UNMATCH))
#define LOGIC     (BIT(STEP_AND) | BIT(STEP_OR))
#define SUMS                                                                   \
    (BIT(STEP_ADD) | BIT(STEP_SUBTRACT) | BIT(STEP_MULTIPLY) |                 \
     BIT(STEP_DIVIDE) | BIT(STEP_MODULO) | BIT(STEP_POWER))

/* The operators that each family allows. */
static const uint32_t allowed[FAMILY_COUNT] = {
    [FAMILY_NIL] = SAME,
    [FAMILY_TEXT] = SAME | ORDER | PATTERN,
    [FAMILY_BOOL] = SAME | LOGIC | BIT(STEP_NOT),
    [FAMILY_NUMBER] = SAME | ORDER | SUMS | BIT(STEP_NEGATE),
    [FAMILY_STATUS] = SAME,
    [FAMILY_KIND] = SAME,
    [FAMILY_DYNAMIC] = UINT32_MAX,
};

static const char *const sign_of[STEP_CODES] = {
    [STEP_NOT] = "!",      [STEP_NEGATE] = "-", [STEP_EQ] = "=",
    [STEP_NE] = "!=",      [STEP_LT] = "<",     [STEP_LE] = "<=",
    [STEP_GT] = ">",       [STEP_GE] = ">=",    [STEP_MATCH] = "=~",
    [STEP_UNMATCH] = "!~", [STEP_ADD] = "+",    [STEP_SUBTRACT] = "-",
    [STEP_MULTIPLY] = "*", [STEP_DIVIDE] = "/", [STEP_MODULO] = "%",
    [STEP_POWER] = "^",    [STEP_AND] = "&&",   [STEP_OR] = "||",
};

static family family_of(value_type type)
{
    static const uint8_t of[VALUE_TYPE_COUNT] = {
        [VALUE_NIL] = FAMILY_NIL,       [VALUE_TEXT] = FAMILY_TEXT,
        [VALUE_BOOL] = FAMILY_BOOL,     [VALUE_INT] = FAMILY_NUMBER,
        [VALUE_REAL] = FAMILY_NUMBER,   [VALUE_DURATION] = FAMILY_NUMBER,
        [VALUE_STATUS] = FAMILY_STATUS, [VALUE_KIND] = FAMILY_KIND,
        [VALUE_LIST] = FAMILY_DYNAMIC,  [VALUE_OTHER] = FAMILY_DYNAMIC,
    };

    return (family)of[type];
}

typedef struct operand {
    uint8_t family;
    bool is_literal; /* a literal, not an expression */
    bool has_field, is_duration, is_bare;
    uint32_t step; /* its last step */
} operand;

typedef struct checker {
    query *q;
    vec(operand) stack;
} checker;

static bool push_operand(checker *c, operand o)
{
    if (!vec_push(&c->stack, o))
        return query_no_memory(c->q);
    if (c->stack.n > c->q->room)
        c->q->room = (uint32_t)c->stack.n;
    return true;
}

/* ---- operands ----------------------------------------------------------- */

/* Whether a number has no unit; 0 needs no unit. */
static bool is_bare_number(const value *v)
{
    return (v->type == VALUE_INT && v->num != 0) || v->type == VALUE_REAL;
}

static bool push_literal(checker *c, uint32_t i)
{
    const value *v = &c->q->literal.v[c->q->step.v[i].arg];

    return push_operand(
        c, (operand){ .family = (uint8_t)family_of((value_type)v->type),
                      .is_literal = true,
                      .is_duration = v->type == VALUE_DURATION,
                      .is_bare = is_bare_number(v),
                      .step = i });
}

static bool push_field(checker *c, uint32_t i)
{
    const field *f = &c->q->field.v[c->q->step.v[i].arg];
    const value_type type = field_type(f);

    if (f->kind == FIELD_LINK &&
        !query_warn(
            c->q,
            "attributes of links are not kept; link.%.*s is always missing",
            f->key.n < 60 ? (int)f->key.n : 60, f->key.p))
        return false;
    return push_operand(c, (operand){ .family = type == VALUE_NIL
                                                    ? FAMILY_DYNAMIC
                                                    : (uint8_t)family_of(type),
                                      .has_field = true,
                                      .is_duration = type == VALUE_DURATION,
                                      .step = i });
}

static const operand *pop_operand(checker *c)
{
    return &c->stack.v[--c->stack.n];
}

/* Returns the operand if it is a literal, or NULL. */
static value *literal_of(const checker *c, const operand *o)
{
    return o->is_literal ? &c->q->literal.v[c->q->step.v[o->step].arg] : NULL;
}

static const field *field_of(const checker *c, const operand *o)
{
    const step *s = &c->q->step.v[o->step];

    return s->code == STEP_FIELD ? &c->q->field.v[s->arg] : NULL;
}

/* ---- patterns ----------------------------------------------------------- */

/* Compiles a pattern that matches the whole text and whose dot matches any
 * character.  The pattern is first compiled alone, so that its parentheses
 * cannot close the added ones; an open \Q ends before them. */
static match *compile_pattern(query *q, const value *v, uint32_t at)
{
    static const char before[] = "\\A(?s:";
    static const char after[] = "\\E)\\z";
    char text[QUERY_PATTERN + sizeof before + sizeof after];
    corr_err err = { 0 };

    if (v->text.n > QUERY_PATTERN)
        query_fault(q, at, "a pattern of more than %d bytes", QUERY_PATTERN);
    else if (memchr(v->text.p, '\0', v->text.n))
        query_fault(q, at, "a pattern with a NUL in it");
    if (q->err->code != CORR_OK)
        return NULL;
    snprintf(text, sizeof text, "%.*s", CORR_STR_ARG(v->text));
    match *m = match_new(text, &err);
    if (m) {
        match_free(m);
        snprintf(text, sizeof text, "%s%.*s%s", before, CORR_STR_ARG(v->text),
                 after);
        m = match_new(text, &err);
    }
    if (err.code == CORR_ENOMEM)
        query_no_memory(q);
    else if (err.code != CORR_OK)
        query_fault(q, at, "%s", err.what);
    return m;
}

static bool check_pattern(checker *c, step *s, const operand *right)
{
    query *q = c->q;
    const value *v = literal_of(c, right);
    const uint32_t at = q->step.v[right->step].at;

    if (!v || v->type != VALUE_TEXT)
        return query_fault(q, at, "a pattern is a string between quotes");
    if (q->pattern.n == QUERY_PATTERNS)
        return query_fault(q, at, "more than %d patterns", QUERY_PATTERNS);
    match *m = compile_pattern(q, v, at);
    if (!m)
        return false;
    s->arg = (uint32_t)q->pattern.n;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): a column of pointers */
    if (vec_push(&q->pattern, m))
        return true;
    match_free(m);
    return query_no_memory(q);
}

/* ---- comparisons -------------------------------------------------------- */

static const char *spell_id(query *q, bool is_trace, corr_str text, bool *is_id)
{
    corr_trace_id id = { 0 };
    char *spelled = corr_arena_new(&q->arena, char, 40);

    *is_id = is_trace ? corr_parse_trace_id(text, &id)
                      : corr_parse_span_id(text, &id.lo);
    if (spelled && (id.hi | id.lo)) /* id 0 gives the empty text */
        snprintf(spelled, 40, is_trace ? "%016llx%016llx" : "%.0llx%016llx",
                 (unsigned long long)id.hi, (unsigned long long)id.lo);
    return spelled;
}

/* Spells a typed id in the one way in which ids are compared. */
static bool check_id(checker *c, const operand *id, const operand *other)
{
    const field *f = field_of(c, id);
    value *v = literal_of(c, other);
    bool is_id;

    if (!f || !field_is_id(f) || !v || v->type != VALUE_TEXT)
        return true;
    const bool is_trace =
        f->kind == FIELD_TRACE_ID || f->kind == FIELD_LINK_TRACE;
    const char *spelled = spell_id(c->q, is_trace, v->text, &is_id);
    if (!spelled)
        return query_no_memory(c->q);
    if (!is_id)
        return query_warn(c->q, "\"%.*s\" is no %s id",
                          v->text.n < 60 ? (int)v->text.n : 60, v->text.p,
                          is_trace ? "trace" : "span");
    v->text = corr_str_of(spelled);
    return true;
}

static bool is_nil(const operand *o)
{
    return o->family == FAMILY_NIL;
}

static bool check_nil(checker *c, step *s, const operand *a, const operand *b)
{
    const field *f = field_of(c, is_nil(a) ? b : a);

    if (is_nil(a) && is_nil(b))
        return true; /* neither equal nor unequal */
    if (f && field_is_never_nil(f) && s->code == STEP_EQ)
        return query_fault(c->q, s->at,
                           "parentID is never nil; root spans: { } !> { }");
    s->code = s->code == STEP_EQ ? STEP_IS_NIL : STEP_HAS;
    return true;
}

static bool warn_unit(checker *c, const operand *a, const operand *b)
{
    if (!(a->is_duration && b->is_bare) && !(a->is_bare && b->is_duration))
        return true;
    return query_warn(c->q, "a number without a unit is taken as ns in a "
                            "duration; write 1s, 1ms or 1us");
}

/* ---- operators ---------------------------------------------------------- */

static bool refuse_operand(checker *c, const step *s, const operand *o)
{
    return query_fault(c->q, s->at, "\"%s\" cannot be used on %s",
                       sign_of[s->code], family_name[o->family]);
}

static bool check_unary(checker *c, uint32_t i)
{
    const step *s = &c->q->step.v[i];
    operand o = *pop_operand(c);

    if (!(allowed[o.family] & BIT(s->code)))
        return refuse_operand(c, s, &o);
    o.is_literal = false;
    o.step = i;
    return push_operand(c, o);
}

static bool matches_all(const operand *o)
{
    return o->family == FAMILY_DYNAMIC || o->family == FAMILY_NIL;
}

static family result_of(const step *s, const operand *a, const operand *b)
{
    if (!(SUMS & BIT(s->code)))
        return FAMILY_BOOL;
    return a->family == FAMILY_DYNAMIC ? (family)b->family : (family)a->family;
}

static bool check_binary(checker *c, uint32_t i)
{
    step *s = &c->q->step.v[i];
    const uint32_t bit = BIT(s->code);
    const operand b = *pop_operand(c);
    const operand a = *pop_operand(c);
    operand result = { .family = (uint8_t)result_of(s, &a, &b),
                       .has_field = a.has_field || b.has_field,
                       .step = i };

    if (!(allowed[a.family] & bit))
        return refuse_operand(c, s, &a);
    if (!(allowed[b.family] & bit))
        return refuse_operand(c, s, &b);
    if (a.family != b.family && !matches_all(&a) && !matches_all(&b))
        return query_fault(
            c->q, s->at, "\"%s\" cannot be used between %s and %s",
            sign_of[s->code], family_name[a.family], family_name[b.family]);
    if ((PATTERN & bit) && !check_pattern(c, s, &b))
        return false;
    if (((SAME | ORDER) & bit) &&
        (!check_id(c, &a, &b) || !check_id(c, &b, &a) || !warn_unit(c, &a, &b)))
        return false;
    if ((SAME & bit) && (is_nil(&a) || is_nil(&b)) && !check_nil(c, s, &a, &b))
        return false;
    if (SUMS & bit) {
        result.is_duration = s->code == STEP_DIVIDE
                                 ? a.is_duration && !b.is_duration
                                 : a.is_duration || b.is_duration;
        result.is_bare = a.is_bare && b.is_bare;
    }
    return push_operand(c, result);
}

static bool check_step(checker *c, uint32_t i)
{
    const unsigned code = c->q->step.v[i].code;

    switch (code) {
    case STEP_LITERAL:
        return push_literal(c, i);
    case STEP_FIELD:
        return push_field(c, i);
    case STEP_NOT:
    case STEP_NEGATE:
        return check_unary(c, i);
    case STEP_UNLESS_TRUE:
    case STEP_IF_TRUE:
        return true;
    default:
        return check_binary(c, i);
    }
}

/* ---- stages ------------------------------------------------------------- */

static bool check_filter(checker *c, const step *s, const operand *o)
{
    if (o->family == FAMILY_BOOL || o->family == FAMILY_DYNAMIC)
        return true;
    return query_fault(c->q, s->at, "a filter must be true or false, not %s",
                       family_name[o->family]);
}

static bool check_by(checker *c, const step *s, const operand *o)
{
    return o->has_field ||
           query_fault(c->q, s->at,
                       "by() needs a field of the span, as in by(name)");
}

static bool check_aggregate(checker *c, const step *s, const operand *o)
{
    const value *v = &c->q->literal.v[s->arg];
    const operand limit = { .is_duration = v->type == VALUE_DURATION,
                            .is_bare = is_bare_number(v) };

    if (s->how == AGGREGATE_COUNT)
        return true;
    if (o->family != FAMILY_NUMBER && o->family != FAMILY_DYNAMIC)
        return query_fault(c->q, s->at,
                           "only numbers can be aggregated, not "
                           "%s",
                           family_name[o->family]);
    if (!o->has_field)
        return query_fault(
            c->q, s->at,
            "an aggregate needs a field of the span, as in max(duration)");
    return warn_unit(c, o, &limit);
}

static bool check_owner(checker *c, uint32_t owner)
{
    const uint32_t end = c->q->step.v[owner].end;

    c->stack.n = 0;
    for (uint32_t i = owner + 1; i < end; i++)
        if (!check_step(c, i))
            return false;
    const step *s = &c->q->step.v[owner];
    const operand o = c->stack.n ? c->stack.v[0] : (operand){ 0 };
    if (s->code == SET_AGGREGATE)
        return check_aggregate(c, s, &o);
    return s->code == SET_BY ? check_by(c, s, &o) : check_filter(c, s, &o);
}

/* Warns about relations after by(): they hold within a group, and a server
 * refuses such a query. */
static bool warn_groups(query *q)
{
    bool is_grouped = false;

    for (size_t i = 0; i < q->step.n; i++) {
        const unsigned code = q->step.v[i].code;
        is_grouped = code == SET_BY || (is_grouped && code != SET_COALESCE);
        if (is_grouped && code == SET_RELATION)
            return query_warn(
                q, "after by(), related spans are searched within each group");
    }
    return true;
}

bool query_check(query *q)
{
    checker c = { .q = q };
    bool ok = true;

    for (uint32_t i = 0; ok && i < q->step.n; i++) {
        if (q->step.v[i].end == 0)
            continue;
        ok = check_owner(&c, i);
        i = q->step.v[i].end - 1;
    }
    vec_free(&c.stack);
    return ok && warn_groups(q);
}
