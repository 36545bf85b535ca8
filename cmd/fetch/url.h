/* url - the back end for any address, and where files of any kind go. */
#ifndef CORR_FETCH_URL_H
#define CORR_FETCH_URL_H

#include "fetch/fetch.h"

extern const fetch_back_end url_back_end;

/* The file of an answer: a request that names a file in "other/" gets the
 * folder of the format that corr recognised; NULL: not recognised. */
const char *url_file(corr_arena *a, const char *file, const char *format);

#endif
