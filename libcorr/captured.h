/*
 * captured - profiles that a span names as its own (rungs F1, F2).
 *
 * By attribute (profile.id, profile.file: private conventions) or because the
 * file is named after the span or its trace.  A path in an attribute is never
 * opened, only compared with the names of files that were given.
 */
#ifndef CORR_CAPTURED_H
#define CORR_CAPTURED_H

#include "prepare.h"

/* Whether this span says that input `in` was recorded for it. */
bool captured_by(const corr_store *st, uint32_t span, uint32_t in);

#endif
