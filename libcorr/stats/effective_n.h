/*
 * effective_n - how many samples of one weight tell as much as those there are
 * (corr-methods 4.7): (sum of w)^2 / (sum of w^2) over single observations.
 *
 * Squares are added as whole numbers: exact, in any order.  Zeroed: nothing was
 * added.  Not safe for concurrent use.
 */
#ifndef CORR_KISH_H
#define CORR_KISH_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef __int128 neff_wide;

typedef struct neff {
    neff_wide squares;
    int64_t value, obs; /* of the first row */
    bool uneven, started;
} neff;

/* A row of so many observations, of which a share counts.  squares: the sum of
 * w^2 where the row is of different ones, else 0. */
void neff_add(neff *k, int64_t value, int64_t obs, double squares,
              double share);

/* Of all rows, whose values and observations add up to this. */
double neff_effective(const neff *k, double value, double obs);

#endif
