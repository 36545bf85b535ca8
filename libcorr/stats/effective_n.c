#include "stats/effective_n.h"

#include <math.h>

#include "base/base.h"

void neff_add(neff *k, int64_t value, int64_t obs, double squares, double share)
{
    const double most = 1e38; /* limit of 127 bits */
    neff_wide a;
    neff_wide b;

    if (value == 0 || (obs <= 0 && !(squares > 0)))
        return;
    if (!k->started) {
        k->started = true;
        k->value = value;
        k->obs = obs;
    }
    a = (neff_wide)value * k->obs;
    b = (neff_wide)k->value * obs;
    k->uneven = k->uneven || a != b || squares > 0;

    const neff_wide square = squares > 0 ? (neff_wide)fmin(squares, most)
                                         : (neff_wide)value * value / obs;
    const neff_wide part =
        share < 1 ? (neff_wide)((double)square * share) : square;
    if (ADD_OVERFLOWS(k->squares, part, &k->squares))
        k->squares = part; /* larger than any profile: gives a too wide
                              interval */
}

double neff_effective(const neff *k, double value, double obs)
{
    if (!k->uneven)
        return obs;
    return k->squares > 0 ? value * value / (double)k->squares : 0;
}
