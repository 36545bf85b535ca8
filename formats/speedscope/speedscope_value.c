/* speedscope_value - numbers of a profile, which keep every digit. */
#include "speedscope/speedscope.h"

#include <math.h>

/* A value that no sum makes valid again. */
static const scope_value beyond = { INT64_MAX, 1e300 };

/* The part moves into [0,1), so that values compare member by member. */
static scope_value with_carry(int64_t whole, double part)
{
    const double carry = floor(part);

    if (!(fabs(carry) < 1e18) ||
        __builtin_add_overflow(whole, (int64_t)carry, &whole))
        return beyond;
    return (scope_value){ whole, part - carry };
}

bool scope_value_of(const json_val *v, scope_value *x)
{
    int64_t whole;
    double part;

    *x = beyond;
    if (json_parts(v, &whole, &part)) {
        *x = with_carry(whole, part);
        return true;
    }
    return json_real(v, &part); /* valid, but beyond 2^63 */
}

scope_value scope_value_plus(scope_value a, scope_value b)
{
    int64_t whole;

    if (__builtin_add_overflow(a.whole, b.whole, &whole))
        return beyond;
    return with_carry(whole, a.part + b.part);
}

scope_value scope_value_minus(scope_value a, scope_value b)
{
    int64_t whole;

    if (a.part >= 1 || __builtin_sub_overflow(a.whole, b.whole, &whole))
        return beyond;
    return with_carry(whole, a.part - b.part);
}

bool scope_value_less(scope_value a, scope_value b)
{
    return a.whole != b.whole ? a.whole < b.whole : a.part < b.part;
}

bool scope_value_scale(scope_value x, int64_t scale, int64_t *n,
                       bool *is_rounded)
{
    const double part = x.part * (double)scale, rounded = round(part);
    const double size = fabs((double)x.whole * (double)scale + part);

    if (!(rounded < 1e18) || __builtin_mul_overflow(x.whole, scale, n) ||
        __builtin_add_overflow(*n, (int64_t)rounded, n))
        return false;
    *is_rounded |= fabs(rounded - part) > 1e-6 * size + 1e-9;
    return true;
}
