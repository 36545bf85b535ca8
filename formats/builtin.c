/* builtin - every format, in one table. */
#include "corr_builtin.h"

#include "common/rewrite.h"

/* No probe can seek or ask for more, so the order of the table does not
 * matter.  Formats that are only refused or only written are in it too. */
/* clang-format off */
const corr_format *const corr_builtin_formats[] = {
    &corr_format_jfr,
    &corr_format_jfr_push,
    &corr_format_jfr_labels,
    &corr_format_pprof,
    &corr_format_pprof_legacy,
    &corr_format_otlp,
    &corr_format_otlp_pb,
    &corr_format_otlp_console,
    &corr_format_otlp_profiles,
    &corr_format_otlp_profiles_pb,
    &corr_format_otlp_profiles_old,
    &corr_format_tempo_search_pb,
    &corr_format_tempo_search,
    &corr_format_collapsed,
    &corr_format_folded,
    &corr_format_perf,
    &corr_format_cpuprofile,
    &corr_format_heapprofile,
    &corr_format_gecko,
    &corr_format_speedscope,
    &corr_format_flamebearer,
    &corr_format_jaeger,
    &corr_format_zipkin,
    &corr_format_empty_list,
    &corr_format_prometheus,
    &corr_format_alerts,
    &corr_format_openmetrics,
    &corr_format_grafana,
    &corr_format_otlp_metrics,
    &corr_format_otlp_metrics_pb,
    &corr_format_partial,
    &corr_format_tables,
    &corr_format_firefox,
    &corr_format_chrome,
    &corr_format_rows,
    &corr_format_rows_jsonl,
    NULL,
};
/* clang-format on */

const corr_rewriter corr_rewrite_text = { rewrite_text, rewrite_text_part };
const corr_rewriter corr_rewrite_json = { rewrite_json, rewrite_json_part };
