/* process_label - what those say of a profile's process who recorded its spans. */
#ifndef CORR_TIE_LABEL_H
#define CORR_TIE_LABEL_H

#include "model/label_match.h"
#include "store/store.h"

/* Whether the process of a profile has a label, KEY=VALUE, as they know it. */
label_match process_label(const corr_store *st, uint32_t in, const char *label);

#endif
