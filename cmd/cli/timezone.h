/*
 * timezone - the time zone of --tz, in which a screen shows times.
 *
 * "local", "UTC", an offset as in a time ("+02:00"), or a name of the
 * system's zoneinfo ("Europe/Berlin").  The rules of a named zone are the C
 * library's, which keeps one zone a process: a name becomes the process's own
 * TZ, so zone_parse is called once, before there is a second thread.  What it
 * is given is checked here first, because the library takes what it does not
 * know for UTC.
 */
#ifndef CORR_CMD_ZONE_H
#define CORR_CMD_ZONE_H

#include "corr_report.h"

/* CORR_EUSAGE, with a sentence, for what is no zone. */
corr_code zone_parse(const char *text, corr_zone *zone,
                     corr_err *err) CORR_CHECK;

#endif
