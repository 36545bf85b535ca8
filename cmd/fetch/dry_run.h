/* dry_run - requests as lines for curl, without secrets. */
#ifndef CORR_FETCH_DRY_RUN_H
#define CORR_FETCH_DRY_RUN_H

#include "fetch/plan/fetch.h"

/* A line that a POSIX shell runs.  A secret is read when the line runs and
 * never becomes an argument of curl.  NULL: memory is out. */
const char *dry_run_line(corr_arena *a, const fetch_request *q);

#endif
