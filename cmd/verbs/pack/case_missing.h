/*
 * case_missing - what a case does not show of its own questions: a service that
 * took part in a trace, and is profiled at other times only.
 */
#ifndef CORR_CASE_MISSING_H
#define CORR_CASE_MISSING_H

#include "verbs/pack/case_file.h"

/* Adds sentences to p->missing.  info: the document of corr info on the folder;
 * finding fails silently.  False: memory is out. */
bool case_missing_find(case_parts *p, const cJSON *info,
                       corr_arena *arena) CORR_CHECK;

#endif
