/* url - the back end for any address, and where files of any kind go. */
#ifndef CORR_FETCH_URL_H
#define CORR_FETCH_URL_H

#include "fetch/plan/fetch.h"

extern const fetch_back_end url_back_end;

/* Asks for an address.  url: what the plan owns, and begins with the base of
 * the target.  service: whose it is, which its file will say by the form of
 * fetched_name.h; NULL: unknown.  False: out of memory. */
bool url_add(fetch_plan *p, const fetch_target *t, const fetch_question *q,
             const char *url, const char *service);

/* The file of a request that is sent at this time.  NULL: memory is out. */
const char *url_file_at(corr_arena *a, const fetch_request *q, int64_t began);

/* The file of an answer: a request that names a file in "other/" gets the
 * folder of the format that corr recognised; NULL: not recognised. */
const char *url_file(corr_arena *a, const char *file, const char *format);

#endif
