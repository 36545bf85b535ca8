/*
 * Values of the current record, in the units of the model.
 */
#include "jfr/jfr.h"

#include <math.h>

corr_str jfr_word(jfr *j, jfr_slot s)
{
    return jfr_text(j, &j->record, s);
}

int64_t jfr_when(const jfr *j, jfr_slot s)
{
    const jfr_record *r = &j->record;

    return jfr_has(r, s)
               ? jfr_ns(&j->k.h, jfr_field_of(r, s)->unit, r->slot[s].n)
               : CORR_NO_TIME;
}

int64_t jfr_length(const jfr *j, jfr_slot s)
{
    const int64_t ns = jfr_when(j, s);

    return ns > 0 ? ns : 0;
}

corr_sample_row jfr_interval(jfr *j, const jfr_meaning *m)
{
    return (corr_sample_row){ .kind = jfr_kind(j, m),
                              .time = jfr_when(j, F_START),
                              .duration = jfr_length(j, F_DURATION),
                              .row = (uint32_t)j->number,
                              .obs = 1 };
}

double jfr_real(const jfr_record *r, jfr_slot s)
{
    if (!jfr_has(r, s))
        return 0;
    const double x = r->slot[s].real;
    return x == x && x - x == 0 ? x : 0; /* NaN and infinities count as 0 */
}

/* Bytes: an estimate of all allocated bytes, if the event has the fields for
 * one. */
int64_t jfr_amount(const jfr_record *r)
{
    const int64_t size = jfr_number(r, F_SIZE, 0);

    if (jfr_has(r, F_TLAB))
        return jfr_number(r, F_TLAB, 0);
    if (jfr_has(r, F_WEIGHT) && jfr_field_of(r, F_WEIGHT)->bits == 32) {
        const double bytes = (double)size * jfr_real(r, F_WEIGHT);
        return bytes > 0 && bytes < 9e18 ? llround(bytes) : 0;
    }
    return jfr_number(r, F_WEIGHT, size);
}
