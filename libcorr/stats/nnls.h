/*
 * nnls - non-negative least squares by coordinate descent (corr-methods 1.5).
 *
 * For rows N_i with sums y_i only g = sum of N_i N_i' and c = sum of N_i y_i
 * are needed: subtracting a row's part from both leaves the row out.  Nothing
 * here allocates or fails.
 */
#ifndef CORR_NNLS_H
#define CORR_NNLS_H

#include <stdbool.h>
#include <stddef.h>

/* Adds a row of n counts and its sum y, times sign, to g [n * n] and c [n]. */
void nnls_add(double *g, double *c, size_t n, const double *row, double y,
              double sign);
/* Improves b [n] to the best non-negative fit; b holds the start. */
void nnls_solve(const double *g, const double *c, size_t n, double *b);
/* The part of each column, 0..1, that the other columns cannot explain; room
 * holds 2 * n * n. */
void nnls_own(const double *g, size_t n, double *room, double *own);

#endif
