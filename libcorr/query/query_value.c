/* query_value - compares values, and calculates with them. */
#include <math.h>

#include "query/query_private.h"

/* ---- comparing ---------------------------------------------------------- */

static bool is_number(const value *v)
{
    return v->type == VALUE_INT || v->type == VALUE_REAL ||
           v->type == VALUE_DURATION;
}

static double as_real(const value *v)
{
    return v->type == VALUE_REAL ? v->real : (double)v->num;
}

static unsigned order_of(bool less, bool more)
{
    return less ? ORDER_LESS : more ? ORDER_MORE : ORDER_EQUAL;
}

static unsigned compare_numbers(const value *a, const value *b)
{
    if (a->type != VALUE_REAL && b->type != VALUE_REAL)
        return order_of(a->num<b->num, a->num> b->num);
    const double x = as_real(a);
    const double y = as_real(b);
    if (isnan(x) || isnan(y))
        return ORDER_OTHER;
    return order_of(x<y, x> y);
}

bool value_number(const value *v, value *number, bool *loose)
{
    *number = *v;
    if (is_number(v))
        return true;
    if (v->type != VALUE_TEXT || !v->is_loose)
        return false;
    *number = value_num(VALUE_INT, 0);
    if (!corr_str_i64(v->text, &number->num)) {
        number->type = VALUE_REAL;
        if (!corr_str_real(v->text, &number->real))
            return false;
    }
    *loose = true;
    return true;
}

/* Converts loose text to the type of the other operand. */
static bool adapt_loose_text(const value *v, const value *other, value *to,
                             bool *loose)
{
    if (is_number(other))
        return value_number(v, to, loose);
    if (other->type != VALUE_BOOL || v->type != VALUE_TEXT || !v->is_loose)
        return false;
    *to = value_num(VALUE_BOOL, corr_str_is(v->text, "true"));
    *loose = *loose || to->num || corr_str_is(v->text, "false");
    return to->num || corr_str_is(v->text, "false");
}

unsigned value_compare(const value *a, const value *b, bool *loose)
{
    value changed;

    if (is_number(a) && is_number(b))
        return compare_numbers(a, b);
    if (a->type != b->type) {
        if (adapt_loose_text(a, b, &changed, loose))
            return value_compare(&changed, b, loose);
        if (adapt_loose_text(b, a, &changed, loose))
            return value_compare(a, &changed, loose);
        return ORDER_UNLIKE;
    }
    switch (a->type) {
    case VALUE_TEXT: {
        const int order = corr_str_cmp(a->text, b->text);
        return order_of(order<0, order> 0);
    }
    case VALUE_BOOL:
    case VALUE_STATUS:
    case VALUE_KIND:
        return a->num == b->num ? ORDER_EQUAL : ORDER_OTHER;
    default:
        return ORDER_UNLIKE;
    }
}

/* ---- calculating -------------------------------------------------------- */

/* Power by squaring.  A negative exponent gives no integer. */
static bool power_of_ints(int64_t a, int64_t b, int64_t *out)
{
    if (b < 0)
        return false;
    *out = 1;
    for (;; b /= 2) {
        if ((b & 1) && MUL_OVERFLOWS(*out, a, out))
            return false;
        if (b < 2)
            return true;
        if (MUL_OVERFLOWS(a, a, &a))
            return false;
    }
}

/* b is not 0 where it divides. */
static bool calculate_ints(unsigned code, int64_t a, int64_t b, int64_t *out)
{
    switch (code) {
    case STEP_ADD:
        return !ADD_OVERFLOWS(a, b, out);
    case STEP_SUBTRACT:
        return !__builtin_sub_overflow(a, b, out);
    case STEP_MULTIPLY:
        return !MUL_OVERFLOWS(a, b, out);
    case STEP_DIVIDE:
        if (b == -1)
            return !__builtin_sub_overflow(0, a, out);
        *out = a / b;
        return true;
    case STEP_MODULO:
        *out = b == -1 ? 0 : a % b;
        return true;
    default:
        return power_of_ints(a, b, out);
    }
}

static double calculate_reals(unsigned code, double a, double b)
{
    switch (code) {
    case STEP_ADD:
        return a + b;
    case STEP_SUBTRACT:
        return a - b;
    case STEP_MULTIPLY:
        return a * b;
    case STEP_DIVIDE:
        return a / b;
    case STEP_MODULO:
        return fmod(a, b);
    default:
        return pow(a, b);
    }
}

/* A duration stays a duration, unless it is divided by another one. */
static value_type type_of(unsigned code, const value *a, const value *b)
{
    const bool two = a->type == VALUE_DURATION && b->type == VALUE_DURATION;

    if (a->type == VALUE_REAL || b->type == VALUE_REAL)
        return VALUE_REAL;
    if (code == STEP_DIVIDE && two)
        return VALUE_INT;
    return a->type == VALUE_DURATION || b->type == VALUE_DURATION
               ? VALUE_DURATION
               : VALUE_INT;
}

static bool is_zero(const value *v)
{
    return v->type == VALUE_REAL ? fpclassify(v->real) == FP_ZERO : v->num == 0;
}

value value_calculate(unsigned code, const value *a, const value *b,
                      bool *by_zero)
{
    value v = { 0 };

    if (!is_number(a) || !is_number(b))
        return v;
    if ((code == STEP_DIVIDE || code == STEP_MODULO) && is_zero(b)) {
        *by_zero = true;
        return v;
    }
    v.type = (uint8_t)type_of(code, a, b);
    if (v.type == VALUE_REAL)
        v.real = calculate_reals(code, as_real(a), as_real(b));
    if (v.type == VALUE_REAL ? !isfinite(v.real)
                             : !calculate_ints(code, a->num, b->num, &v.num))
        v = (value){ 0 };
    return v;
}

value value_negate(const value *a)
{
    const value zero = value_num(VALUE_INT, 0);
    bool by_zero;

    return value_calculate(STEP_SUBTRACT, &zero, a, &by_zero);
}
