/*
 * fetched_name - what the name says of a file that corr fetch brought.
 *
 *     SERVICE-TYPE-FROM-TO.pb                  a service
 *     SERVICE-TYPE-of-span-ID-FROM-TO.pb       what its server selected by a span
 *     SERVICE-TYPE-of-N-spans-FROM-TO.pb       or by several
 *     SERVICE-TYPE-of-trace-ID-FROM-TO.pb      or by all of a trace
 *     SERVICE-TYPE-AT                          a service, at one time
 *
 * TYPE has a dot and no dash, ID has 16 hex digits in lower case, or 32 of a
 * trace, FROM, TO and AT are "20261121T163200Z".  More may follow the last time.
 * A name of any other form says nothing.  pyroscope_way.c and url.c of
 * cmd/fetch/servers make the names.
 */
#ifndef CORR_FETCHED_NAME_H
#define CORR_FETCHED_NAME_H

#include "corr_bytes.h"

/* A zeroed one is of a file with another name. */
typedef struct fetched_name {
    bool is_fetched;
    int64_t from, to; /* the window that was asked for; one time: the same */
    corr_str service; /* in the name; empty: of all services */
    uint64_t span;    /* the one that the samples were selected by; or 0 */
    bool is_part;     /* the server selected the samples by spans */
} fetched_name;

/* Reads the last name of a path. */
fetched_name fetched_name_of(corr_str path);

#endif
