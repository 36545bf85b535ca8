/* process_label - labels of a profile's process, as the recorders of its spans
 * state them. */
#ifndef CORR_PROCESS_LABEL_H
#define CORR_PROCESS_LABEL_H

#include "model/label_match.h"
#include "store/store.h"

/* Whether the process of a profile has a label, KEY=VALUE, by the inputs that
 * recorded its spans. */
label_match process_label(const corr_store *st, uint32_t in, const char *label);

#endif
