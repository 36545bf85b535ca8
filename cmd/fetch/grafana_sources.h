/* grafana_sources - the data sources of a Grafana, as servers of a run. */
#ifndef CORR_FETCH_GRAFANA_SOURCES_H
#define CORR_FETCH_GRAFANA_SOURCES_H

#include "fetch/target.h"

/* Asks a Grafana for its sources.  The judge adds those that corr can ask to
 * the list; `source` limits them by name or uid, empty: all.  The list and the
 * options must live as long as the plan.  False: out of memory. */
bool grafana_plan(fetch_plan *p, const fetch_target *grafana, target_list *list,
                  const opt_list *source);

#endif
