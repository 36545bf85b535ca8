/* pyroscope_server - requests for profiles of one type of one service. */
#ifndef CORR_FETCH_PYROSCOPE_SERVER_H
#define CORR_FETCH_PYROSCOPE_SERVER_H

#include "fetch/plan/judgement.h"
#include "fetch/servers/profile_type.h"

#define FETCH_PYROSCOPE_PATH "/querier.v1.QuerierService/"

/* The range of data that a server has, ns; 0: unknown.  It becomes known while
 * the plan grows. */
typedef struct fetch_range {
    int64_t from, to;
} fetch_range;
typedef struct fetch_range_box {
    fetch_range *range;
} fetch_range_box;

/* One type of one service; the arena of the plan owns the texts. */
typedef struct fetch_series {
    const char *type, *service, *selector; /* service NULL: any */
    const fetch_range *range;
} fetch_series;

/* Adds requests for the profiles in a window, split into what a server takes.
 * The parts of the question's spans, or of its trace, follow.  False: out of
 * memory. */
bool fetch_ask_profile(fetch_plan *p, const fetch_target *t,
                       const fetch_question *q, const fetch_series *s,
                       corr_window w);

/* The same from /pyroscope/render, for servers that have only that. */
bool fetch_ask_render(fetch_plan *p, const fetch_target *t,
                      const fetch_question *q, const fetch_series *s,
                      corr_window w);

/* Keeps the spans whose id has 16 hex digits: a server fails with any other.
 * False: out of memory. */
bool fetch_keep_spans(fetch_plan *p, fetch_question *q);

#endif
