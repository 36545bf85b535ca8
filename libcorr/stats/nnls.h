/*
 * nnls - least squares with no negative answer, by coordinate descent
 * (corr-methods 1.5).
 *
 * Of rows N_i and what they sum to, y_i, only g = sum of N_i N_i' and
 * c = sum of N_i y_i are needed: a row is left out by taking its part from both.
 */
#ifndef CORR_NNLS_H
#define CORR_NNLS_H

#include <stdbool.h>
#include <stddef.h>

/* Adds sign times what one row of n counts and its sum give to g [n * n] and
 * c [n]. */
void nnls_add(double *g, double *c, size_t n, const double *row, double y,
              double sign);
/* The b [n] that fit best, none negative, from those it holds on. */
void nnls_solve(const double *g, const double *c, size_t n, double *b);
/* The part of each column, 0..1, that the others together cannot tell; room
 * holds 2 * n * n. */
void nnls_own(const double *g, size_t n, double *room, double *own);

#endif
