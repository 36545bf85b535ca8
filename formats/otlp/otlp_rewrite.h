/* otlp_rewrite - OTLP in protobuf with other texts (corr_format.rewrite). */
#ifndef CORR_OTLP_REWRITE_H
#define CORR_OTLP_REWRITE_H

#include "corr_read.h"

corr_code otlp_rewrite_traces(corr_src *in, corr_scrub *map, corr_out *out,
                              corr_err *err);
corr_code otlp_rewrite_metrics(corr_src *in, corr_scrub *map, corr_out *out,
                               corr_err *err);
corr_code otlp_rewrite_profiles(corr_src *in, corr_scrub *map, corr_out *out,
                                corr_err *err);

#endif
