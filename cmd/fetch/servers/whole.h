/* whole - whether bytes end where their own form says that they end. */
#ifndef CORR_FETCH_WHOLE_H
#define CORR_FETCH_WHOLE_H

#include "corr_bytes.h"

/* What is wrong with the end of a gzip stream, a document of JSON or lines of it,
 * or a recording of JFR, as part of a sentence.  NULL: the end is right, or the
 * form does not tell it. */
const char *fetch_is_cut(corr_str body);

#endif
