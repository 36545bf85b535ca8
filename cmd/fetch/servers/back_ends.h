/* back_ends - the servers that corr can ask, each a record of its own file. */
#ifndef CORR_FETCH_BACK_ENDS_H
#define CORR_FETCH_BACK_ENDS_H

#include "fetch/plan/fetch.h"

extern const fetch_back_end fetch_tempo, fetch_jaeger, fetch_zipkin,
    fetch_pyroscope, fetch_prometheus, fetch_alertmanager, fetch_pprof;

#endif
