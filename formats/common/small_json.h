/*
 * small_json - parses a small JSON document into a tree, with cJSON.
 *
 * For values that are small however large their file is: an alert, an answer of
 * an API.  Large exports use json.h, which explains why.
 *
 * The caller owns a tree and frees it with cJSON_Delete.  cJSON stores numbers
 * as doubles, so whole numbers beyond 2^53 lose digits: read those from the
 * text.  It accepts exactly RFC 8259.
 */
#ifndef CORR_SMALL_JSON_H
#define CORR_SMALL_JSON_H

#include <cjson/cJSON.h>

#include "common/json.h"

enum { SMALL_JSON_MOST = 4 << 20 }; /* bytes of a document */

/* NULL: the text is no JSON or larger than SMALL_JSON_MOST; or memory is out,
 * and the builder has failed. */
cJSON *small_json_parse(corr_build *b, corr_str text);

/* member[i] is the member names[i], compared as in json_find_name; NULL: it is
 * missing.  The last of equal members counts.  object may be NULL. */
void small_json_members(const cJSON *object, const json_name *names, size_t n,
                        const cJSON **member);

/* A string, borrowed from the tree; empty for anything else and for NULL. */
corr_str small_json_text(const cJSON *item);

#endif
