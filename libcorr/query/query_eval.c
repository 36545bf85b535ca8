/* query_eval - evaluates the expression of a filter for one span. */
#include "query/query_private.h"

/* ---- patterns ----------------------------------------------------------- */

enum { VERDICT_NO = 1, VERDICT_YES = 2 };

/* Where the cached verdict on a text of the span's input is stored, or NULL. */
static uint8_t *verdict_of(query_run_state *r, uint32_t pattern, const value *v,
                           uint32_t span)
{
    const uint32_t number = r->st->spans.at.v[span].input;
    const input *in = store_input(r->st, number);

    if (v->n == 0)
        return NULL;
    if (!r->verdict)
        r->verdict = corr_arena_new(r->arena, uint8_t **, r->q->pattern.n);
    if (r->verdict && !r->verdict[pattern])
        r->verdict[pattern] =
            corr_arena_new(r->arena, uint8_t *, r->st->input.n);
    uint8_t **texts =
        r->verdict && r->verdict[pattern] ? &r->verdict[pattern][number] : NULL;
    if (texts && !*texts)
        *texts = corr_arena_new(r->arena, uint8_t, in->text_at.n);
    if (!texts || !*texts) {
        run_no_memory(r);
        return NULL;
    }
    return &(*texts)[v->n];
}

static bool matches_pattern(query_run_state *r, uint32_t pattern,
                            const value *v, uint32_t span)
{
    match *m = r->q->pattern.v[pattern];
    uint8_t *verdict = verdict_of(r, pattern, v, span);

    if (verdict && *verdict)
        return *verdict == VERDICT_YES;
    const bool yes = match_text(m, v->text);
    if (verdict)
        *verdict = yes ? VERDICT_YES : VERDICT_NO;
    return yes;
}

/* ---- comparisons -------------------------------------------------------- */

/* The results of value_compare for which each step is true. */
static const uint8_t truth[STEP_CODES] = {
    [STEP_EQ] = ORDER_EQUAL, [STEP_NE] = ORDER_LESS | ORDER_MORE | ORDER_OTHER,
    [STEP_LT] = ORDER_LESS,  [STEP_LE] = ORDER_LESS | ORDER_EQUAL,
    [STEP_GT] = ORDER_MORE,  [STEP_GE] = ORDER_MORE | ORDER_EQUAL,
};

static bool test_one(query_run_state *r, const step *s, unsigned code,
                     const value *a, const value *b, uint32_t span)
{
    if (code == STEP_MATCH || code == STEP_UNMATCH)
        return a->type == VALUE_TEXT &&
               matches_pattern(r, s->arg, a, span) == (code == STEP_MATCH);
    return truth[code] & value_compare(a, b, &r->note[NOTE_LOOSE]);
}

/* A test of a list is true if it holds for one element; a negated test must
 * hold for all elements. */
bool run_test(query_run_state *r, const step *s, const value *a, const value *b,
              uint32_t span)
{
    const unsigned code = s->code == SET_AGGREGATE ? s->test : s->code;
    const bool is_not = code == STEP_NE || code == STEP_UNMATCH;
    const value *as = a->type == VALUE_LIST ? a->list : a;
    const value *bs = b->type == VALUE_LIST ? b->list : b;
    const uint32_t na = a->type == VALUE_LIST ? a->n : 1;
    const uint32_t nb = b->type == VALUE_LIST ? b->n : 1;

    if (a->type == VALUE_NIL || b->type == VALUE_NIL)
        return false;
    for (uint32_t i = 0; i < na; i++)
        for (uint32_t k = 0; k < nb; k++)
            if (test_one(r, s, code, &as[i], &bs[k], span) != is_not)
                return !is_not;
    return is_not;
}

/* ---- expressions -------------------------------------------------------- */

static value calculate(query_run_state *r, unsigned code, const value *a,
                       const value *b)
{
    value x, y;

    if (!value_number(a, &x, &r->note[NOTE_LOOSE]) ||
        !value_number(b, &y, &r->note[NOTE_LOOSE]))
        return (value){ 0 };
    return value_calculate(code, &x, &y, &r->note[NOTE_BY_ZERO]);
}

static value negate_value(query_run_state *r, const value *a)
{
    value x;

    if (!value_number(a, &x, &r->note[NOTE_LOOSE]))
        return (value){ 0 };
    return value_negate(&x);
}

static value invert_truth(query_run_state *r, const value *a)
{
    if (a->type == VALUE_BOOL)
        return value_num(VALUE_BOOL, !a->num);
    r->note[NOTE_NOT] = r->note[NOTE_NOT] || a->type != VALUE_NIL;
    return (value){ 0 };
}

/* A step with two operands. */
static value combine_operands(query_run_state *r, const step *s, const value *a,
                              const value *b, uint32_t span)
{
    switch (s->code) {
    case STEP_AND:
        return value_num(VALUE_BOOL, value_is_true(a) && value_is_true(b));
    case STEP_OR:
        return value_num(VALUE_BOOL, value_is_true(a) || value_is_true(b));
    case STEP_IS_NIL: /* one operand is the literal nil */
        return value_num(VALUE_BOOL,
                         a->type == VALUE_NIL && b->type == VALUE_NIL);
    case STEP_HAS:
        return value_num(VALUE_BOOL,
                         a->type != VALUE_NIL || b->type != VALUE_NIL);
    default:
        if (s->code >= STEP_ADD)
            return calculate(r, s->code, a, b);
        return value_num(VALUE_BOOL, run_test(r, s, a, b, span));
    }
}

const value *run_expression(query_run_state *r, uint32_t from, uint32_t to,
                            uint32_t span)
{
    const query *q = r->q;
    value *top = r->stack - 1;

    for (uint32_t i = from; i < to;) {
        const step *s = &q->step.v[i++];
        switch (s->code) {
        case STEP_LITERAL:
            *++top = q->literal.v[s->arg];
            break;
        case STEP_FIELD:
            *++top = reads_field(r, s->arg, span);
            break;
        case STEP_NOT:
            *top = invert_truth(r, top);
            break;
        case STEP_NEGATE:
            *top = negate_value(r, top);
            break;
        case STEP_UNLESS_TRUE:
        case STEP_IF_TRUE:
            if (value_is_true(top) != (s->code == STEP_IF_TRUE))
                break;
            *top = value_num(VALUE_BOOL, value_is_true(top));
            i = s->end;
            break;
        default:
            top--;
            *top = combine_operands(r, s, top, top + 1, span);
            break;
        }
    }
    return top;
}
