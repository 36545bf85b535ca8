/* fetch_cmd - the record of corr fetch, which is a program of its own. */
#include "cli/fetch_opts.h"
#include "cli/verbs.h"

const cmd fetch_cmd = {
    .name = "fetch",
    .group = CMD_MAKE,
    .brief = "from servers into a folder: the traces, profiles and metrics "
             "that matter",
    .operands = "trace ID | spans | profiles | metrics PROMQL | alerts | alert "
                "FILE | URL...",
    .options = fetch_options,
    .opts_size = sizeof(fetch_opts),
    .takes = TAKES_SERVERS,
    .prints = PRINTS_FOLDER,
    .program = "corr-fetch",
};
