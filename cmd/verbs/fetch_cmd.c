/* fetch_cmd - the record of corr fetch, which is a program of its own. */
#include "cli/fetch_opts.h"
#include "cli/verbs.h"

const cmd fetch_cmd = {
    .name = "fetch",
    .group = CMD_MAKE,
    .brief = "traces, profiles and metrics from servers, in a case folder",
    .operands = "trace ID|spans|profiles|metrics Q|alert F|URL...",
    .options = fetch_options,
    .opts_size = sizeof(fetch_opts),
    .takes = TAKES_SERVERS,
    .prints = PRINTS_FOLDER,
    .program = "corr-fetch",
};
