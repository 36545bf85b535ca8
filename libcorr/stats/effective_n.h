/*
 * effective_n - the effective number of samples (corr-methods 4.7): (sum of
 * w)^2 / (sum of w^2) over single observations.
 *
 * Squares are added as whole numbers: exact, in any order.  A zeroed neff is
 * empty.  Not safe for concurrent use.
 */
#ifndef CORR_EFFECTIVE_N_H
#define CORR_EFFECTIVE_N_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef __int128 neff_wide;

typedef struct neff {
    neff_wide squares;
    int64_t value, obs; /* of the first row */
    bool uneven, started;
} neff;

/* Adds a row of `obs` observations, of which a share counts. squares: the sum
 * of w^2 if the weights of the row differ, else 0.  A row without observations
 * counts only with its squares. */
void neff_add(neff *k, int64_t value, int64_t obs, double squares,
              double share);

/* The effective number, for rows whose values and observations add up to
 * these. */
double neff_effective(const neff *k, double value, double obs);

#endif
