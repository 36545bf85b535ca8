/*
 * counter_delta - turns counts since the start of a process into counts between
 * two files (corr-methods 0).
 *
 * Go counts allocations and waits from the start of the process to the time of
 * the file, so files of one process must not be summed.  Each file becomes the
 * difference to the file before it, stack by stack, and covers the time between
 * the two (segment.counted_from).  The first file is the baseline (is_first):
 * it counts only if no file counted from it does.  If a file has less of a
 * stack than an earlier one, the process was restarted: the file is marked
 * is_anew and stays as it is.  If it is surely the same process (its addresses
 * or its start are the same), the files are deltas, as of godeltaprof: all of
 * the process are marked is_delta and stay as they are.  The store may know
 * which of both they are.  Files of an unknown process (snapshot.h) and
 * recordings of a limited time stay as they are, too.  Each side is handled by
 * itself.
 *
 * A heap profile also counts allocations.  If a process has more heap profiles
 * than other files with the same counts, the heap profiles are used and the
 * others are not counted again.
 *
 * A step of store_prepare (join/prepare.h), on the calling thread.
 */
#ifndef CORR_COUNTER_DELTA_H
#define CORR_COUNTER_DELTA_H

#include "store/store.h"

/* Subtracts in editions of all inputs that are used, unless the store keeps
 * counts.  False: out of memory. */
bool delta_subtract(corr_store *st) CORR_CHECK;

#endif
