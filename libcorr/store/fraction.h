/*
 * fraction - counts of one kind in one unit, where some files have decimals.
 *
 * A file of whole counts and one of counts with decimals are added and compared
 * like any two files, so the store shows the whole counts as parts
 * (CORR_FRACTION), too.
 */
#ifndef CORR_FRACTION_H
#define CORR_FRACTION_H

#include "store/store.h"

/* Turns whole counts into parts, of each kind that another input has with
 * decimals.  A kind with values that are too large for that stays as it is.
 * False: out of memory. */
bool fraction_even_units(corr_store *st) CORR_CHECK;

#endif
