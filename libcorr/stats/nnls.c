#include "stats/nnls.h"

#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 100000 };

/* A change of less than this part of the largest value ends the descent. */
#define STILL 1e-9
#define RIDGE 1e-9 /* makes the matrix invertible if two columns are equal */

void nnls_add(double *g, double *c, size_t n, const double *row, double y,
              double sign)
{
    for (size_t j = 0; j < n; j++) {
        if (row[j] <= 0)
            continue;
        c[j] += sign * row[j] * y;
        for (size_t k = 0; k < n; k++)
            g[j * n + k] += sign * row[j] * row[k];
    }
}

void nnls_solve(const double *g, const double *c, size_t n, double *b)
{
    double change = 1;
    double most = 0;

    for (int round = 0; round < MOST_ROUNDS && change > STILL * most; round++) {
        change = most = 0;
        for (size_t j = 0; j < n; j++) {
            const double own = g[j * n + j];
            double sum = c[j];
            if (own <= 0)
                continue;
            for (size_t k = 0; k < n; k++)
                sum -= k == j ? 0 : g[j * n + k] * b[k];
            const double now = fmax(0, sum / own);
            change = fmax(change, fabs(now - b[j]));
            most = fmax(most, now);
            b[j] = now;
        }
    }
}

/* Gauss-Jordan: a [n rows of 2 n] holds a symmetric positive matrix and the
 * unit matrix beside it; afterwards the unit matrix and the inverse. */
static void eliminate(double *a, size_t n)
{
    const size_t width = 2 * n;

    for (size_t j = 0; j < n; j++) {
        double *row = a + j * width;
        const double by = row[j];
        for (size_t k = 0; k < width; k++)
            row[k] /= by;
        for (size_t i = 0; i < n; i++) {
            double *other = a + i * width;
            const double of = other[j];
            for (size_t k = 0; i != j && k < width; k++)
                other[k] -= of * row[k];
        }
    }
}

void nnls_own(const double *g, size_t n, double *room, double *own)
{
    memset(room, 0, 2 * n * n * sizeof *room);
    for (size_t j = 0; j < n; j++)
        for (size_t k = 0; k < n; k++) {
            const double size = sqrt(g[j * n + j]) * sqrt(g[k * n + k]);
            room[j * 2 * n + k] = size > 0 ? g[j * n + k] / size : j == k;
        }
    for (size_t j = 0; j < n; j++) {
        room[j * 2 * n + j] += RIDGE;
        room[j * 2 * n + n + j] = 1;
    }
    eliminate(room, n);
    for (size_t j = 0; j < n; j++)
        own[j] = 1 / room[j * 2 * n + n + j];
}
