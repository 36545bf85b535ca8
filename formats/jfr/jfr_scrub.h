/* jfr_scrub - recordings without secrets (corr_format.rewrite). */
#ifndef CORR_JFR_SCRUB_H
#define CORR_JFR_SCRUB_H

#include "corr_read.h"

corr_code jfr_scrub(corr_src *in, corr_scrub *map, corr_out *out,
                    corr_err *err);

#endif
