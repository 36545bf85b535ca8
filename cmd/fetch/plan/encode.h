/*
 * encode - texts that go into requests and names of files: parameters in
 * percent-encoding, values of selectors in quotes, ids.
 *
 * Everything is made in an arena.  NULL goes in and comes out: a caller adds
 * all parameters and asks once, at the end, whether memory was enough.
 */
#ifndef CORR_FETCH_ENCODE_H
#define CORR_FETCH_ENCODE_H

#include "corr_bytes.h"

/* path with "?key=value" or "&key=value" behind it.  All bytes of value but
 * A-Z a-z 0-9 - . _ ~ become %XX; key is ours.  A NULL value adds nothing. */
const char *fetch_path_with(corr_arena *a, const char *path, const char *key,
                            const char *value);
const char *fetch_path_with_int(corr_arena *a, const char *path,
                                const char *key, int64_t value);

/* value in double quotes, for a selector of PromQL, TraceQL, Pyroscope or a
 * string of JSON: \ and " and control characters are escaped. */
const char *fetch_quoted(corr_arena *a, corr_str value);

/* name as part of a file name: letters, digits, . _ and -, at most 80 bytes;
 * other bytes become _.  It never begins with a dot. */
const char *fetch_file_part(corr_arena *a, corr_str name);

/* The 32 or 16 lower hex digits of an id of 1 to `digits` hex digits, with
 * zeros in front.  NULL: this is no such id, or memory is out. */
const char *fetch_id(corr_arena *a, corr_str id, size_t digits);

#endif
