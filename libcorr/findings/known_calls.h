/*
 * known_calls - whether a call asks for something that was known before the
 * calls that precede it, as far as its text shows (corr-methods 8.1, F12).
 *
 * A call that only reads is known if its address or statement is there, has no
 * place for a value, and each value in it is also in an attribute of a span
 * above.  Without such a value, calls of the same operation in another trace
 * must have the same text, if there is another trace: words may be values, too.
 * Values in headers and bodies are not seen.
 *
 * The index of texts is made on first use, from KNOWN_CALLS_MOST spans at most,
 * and belongs to the finder.
 */
#ifndef CORR_KNOWN_CALLS_H
#define CORR_KNOWN_CALLS_H

#include "findings/finder.h"

enum { KNOWN_CALLS_MOST = 1 << 17 };

typedef enum call_need {
    CALL_CHANGES, /* or it is unknown whether it does */
    CALL_READS,   /* it may need an answer */
    CALL_IS_KNOWN,
    CALL_FAILED /* out of memory */
} call_need;

/* Of the call i of f->w, whose parent is in f->w. */
call_need known_call(finder *f, uint32_t i);
void known_calls_free(struct known_calls *k);

#endif
