/*
 * counter_delta - counts since the start of a process, made counts between two files
 * (corr-methods 0).
 *
 * What Go counts of allocations and waits goes on from the start of the process
 * to the time of the file, so that files of one process are not added up.  Each
 * becomes what it has more than the one before it, stack by stack, and is then
 * of the time between the two (segment.counted_from).  The first one is what others
 * are counted from (is_first), and counts only where none of these does.  One
 * that has less of a stack than an earlier one is of a process that was started
 * again (is_anew), and stays as it is, as does one of a process that is not
 * known (snapshot.h), and what was recorded for a time.  Sides stand for
 * themselves.
 *
 * A heap profile tells of allocations as well.  Where there are as many files
 * that are about them, these are taken, and it is not counted again.
 */
#ifndef CORR_SINCE_H
#define CORR_SINCE_H

#include "store/store.h"

/* In editions of all inputs that are used; in none if the store keeps counts.
 * False: out of memory. */
bool delta_subtract(corr_store *st) CORR_CHECK;

#endif
