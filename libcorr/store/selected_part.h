/*
 * selected_part - a profile that has only what its server selected by spans,
 * and the profile that has all of it (corr-methods 0).
 *
 * Files of corr fetch are such parts by their names (fetched_name.h).  Another
 * input of one side, service, kind and unit that covers four fifths of the window
 * of the part or more has its samples, too.  The part counts where spans are asked for, the whole
 * where they are not.  Only if the whole names spans itself, it always counts.
 *
 * Services must be known (process_match.h).  Queries only read the store, and
 * any thread may call them.
 */
#ifndef CORR_SELECTED_PART_H
#define CORR_SELECTED_PART_H

#include "store/store.h"

#define NO_WHOLE UINT32_MAX

/* The input that has the samples of a kind of a part, the first if several
 * cover it one after another; NO_WHOLE: there is no such input, or the input is
 * no part.  Only the inputs that are true in only[inputs] are compared; NULL:
 * all inputs. */
uint32_t selected_part_whole(const corr_store *st, uint32_t part, corr_str kind,
                             const bool *only);
/* Whether an input is the whole of a part, or a piece of it. */
bool selected_part_is_of(const corr_store *st, uint32_t part, uint32_t whole,
                         corr_str kind);
/* Whether an input is a part of which each kind is in a whole. */
bool selected_part_is_repeated(const corr_store *st, uint32_t in);
/* Whether an input is a part, or a part of it is here. */
bool selected_part_any(const corr_store *st, uint32_t in);
/* Whether the whole counts in questions about spans, too. */
bool selected_part_is_needless(const corr_store *st, uint32_t whole);

#endif
