/* kish - see kish.h. */
#include "stats/effective_n.h"

#include <math.h>

#include "base/base.h"

void kish_add(kish *k, int64_t value, int64_t obs, double squares, double share)
{
    const double most = 1e38; /* what 127 bits hold */
    kish_wide a;
    kish_wide b;

    if (obs <= 0 || value == 0)
        return;
    if (!k->started) {
        k->started = true;
        k->value = value;
        k->obs = obs;
    }
    a = (kish_wide)value * k->obs;
    b = (kish_wide)k->value * obs;
    k->uneven = k->uneven || a != b || squares > 0;

    const kish_wide square = squares > 0 ? (kish_wide)fmin(squares, most)
                                         : (kish_wide)value * value / obs;
    const kish_wide part =
        share < 1 ? (kish_wide)((double)square * share) : square;
    if (ADD_OVERFLOWS(k->squares, part, &k->squares))
        k->squares = part; /* beyond any profile: an interval too wide */
}

double kish_effective(const kish *k, double value, double obs)
{
    if (!k->uneven)
        return obs;
    return k->squares > 0 ? value * value / (double)k->squares : 0;
}
