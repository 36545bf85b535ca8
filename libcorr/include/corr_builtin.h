/* corr_builtin.h - all formats of corr, as a table for corr_store_new. */
#ifndef CORR_BUILTIN_H
#define CORR_BUILTIN_H

#include "corr_format.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* NULL-terminated. */
extern const corr_format *const corr_builtin_formats[];

extern const corr_format corr_format_jfr;
extern const corr_format corr_format_jfr_push;
extern const corr_format corr_format_jfr_labels;
extern const corr_format corr_format_pprof;
extern const corr_format corr_format_pprof_legacy;
extern const corr_format corr_format_collapsed;
extern const corr_format corr_format_folded; /* written only */
extern const corr_format corr_format_perf;
extern const corr_format corr_format_cpuprofile;
extern const corr_format corr_format_heapprofile;
extern const corr_format corr_format_gecko;
extern const corr_format corr_format_speedscope;
extern const corr_format corr_format_flamebearer;
extern const corr_format corr_format_otlp;
extern const corr_format corr_format_otlp_pb;
extern const corr_format corr_format_otlp_profiles;
extern const corr_format corr_format_otlp_profiles_pb;
extern const corr_format corr_format_otlp_profiles_old; /* refused */
extern const corr_format corr_format_tempo_search;      /* refused */
extern const corr_format corr_format_tempo_search_pb;   /* refused */
extern const corr_format corr_format_empty_list;        /* refused */
extern const corr_format corr_format_jaeger;
extern const corr_format corr_format_zipkin;
extern const corr_format corr_format_prometheus;
extern const corr_format corr_format_alerts;
extern const corr_format corr_format_openmetrics;
extern const corr_format corr_format_grafana;
extern const corr_format corr_format_otlp_console;
extern const corr_format corr_format_otlp_metrics;
extern const corr_format corr_format_otlp_metrics_pb;
extern const corr_format corr_format_partial;
extern const corr_format corr_format_tables;     /* written only */
extern const corr_format corr_format_firefox;    /* written only */
extern const corr_format corr_format_chrome;     /* written only */
extern const corr_format corr_format_rows;       /* written only */
extern const corr_format corr_format_rows_jsonl; /* written only */

/* Whether JSON ends inside a string, an object or an array.  Other bytes between
 * documents are passed over. */
bool corr_json_is_cut(corr_str text);

/* Copies of text and of JSON with their texts mapped (corr_scrub.h). */
extern const corr_rewriter corr_rewrite_text, corr_rewrite_json;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
