/*
 * growth - how the CPU of each function grows with a number that spans carry
 * (corr-methods 8.6).
 *
 * Requests of one operation that carry a number (request_numbers.h) are the
 * cases.  Each number is tried on the samples of the whole operation; the one
 * that explains most is used.  If it spans enough, each function has an exponent
 * of its own, with an interval; else at most the ratio between two sizes.
 *
 * Only functions with enough samples are looked at, so that no step is a product
 * of samples and functions.  The view owns its memory; texts are the store's.
 */
#ifndef CORR_GROWTH_H
#define CORR_GROWTH_H

#include "select/select.h"
#include "stats/growth_fit.h"

typedef enum growth_why {
    GROWTH_KNOWN,
    GROWTH_NARROW, /* the number spans less than a factor of GROWTH_FACTOR, or
                      has fewer than GROWTH_VALUES values */
    GROWTH_UNSURE, /* exponents of 1 and 2 fit as well */
    GROWTH_NO_LAW  /* the samples do not depend on a number */
} growth_why;

enum { GROWTH_FACTOR = 4, GROWTH_VALUES = 4, GROWTH_DOUBLE = 2 };
enum { GROWTH_REQUESTS = 100, GROWTH_SAMPLES = 60 };

typedef struct growth_row {
    growth_why why;
    corr_str service, operation;
    corr_str number;   /* attribute, "cart.items"; empty: none */
    corr_str also;     /* a number that explains as much; empty: none */
    corr_str function; /* empty: the whole operation */
    growth_fit fit;
    double low, high; /* the number: from 1 % to 99 % of cases */
    bool is_step; /* GROWTH_NARROW, but twice the number or more costs more than
                     in proportion for certain */
    uint32_t values;              /* distinct ones, up to GROWTH_VALUES */
    uint32_t cases;               /* requests that carry it */
    uint32_t tried;               /* numbers */
    double share_low, share_high; /* of the operation's samples, at these */
    double share_beyond; /* at ten times the highest: if it goes on so */
    double of_all;       /* its samples, as a share of all */
    uint32_t requests;
    uint32_t span;      /* with a high number */
    uint32_t slot;      /* of the function in its operation */
    const double *with; /* samples on stacks with the function of each slot */
} growth_row;

typedef struct growth growth;

/* q: whose samples; its kind is not used.  By operation, then the whole, then
 * functions by how much their share grows.  NULL: err says why. */
growth *growth_of(corr_store *st, const corr_query *q,
                  corr_err *err) CORR_CHECK;
uint32_t growth_size(const growth *g);
growth_row growth_at_row(const growth *g, uint32_t i);
/* Whether a function calls another one of its operation, or is called by it, in
 * more than a tenth of the samples of the smaller one. */
bool growth_is_kin(const growth_row *a, const growth_row *b);
void growth_free(growth *g);

#endif
