/* back_ends - the table of servers that corr can ask. */
#include "fetch/servers/back_ends.h"

#include "fetch/servers/url.h"

const fetch_back_end *const fetch_back_ends[FETCH_KIND_COUNT] = {
    [FETCH_URL] = &url_back_end,
    [FETCH_TEMPO] = &fetch_tempo,
    [FETCH_JAEGER] = &fetch_jaeger,
    [FETCH_ZIPKIN] = &fetch_zipkin,
    [FETCH_PYROSCOPE] = &fetch_pyroscope,
    [FETCH_PROMETHEUS] = &fetch_prometheus,
    [FETCH_ALERTMANAGER] = &fetch_alertmanager,
    [FETCH_PPROF] = &fetch_pprof,
};
