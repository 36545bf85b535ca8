/*
 * small_json - a small JSON document as a tree, by cJSON.
 *
 * For values that are small however large their file is: an alert, an answer of
 * an API.  Large exports go through json.h, which says why.
 *
 * A tree belongs to the caller, who frees it with cJSON_Delete.  cJSON keeps
 * numbers as doubles, so whole ones beyond 2^53 lose digits: take those from the
 * text.  It accepts what RFC 8259 allows and no more.
 */
#ifndef CORR_SMALL_JSON_H
#define CORR_SMALL_JSON_H

#include <cjson/cJSON.h>

#include "common/json.h"

enum { SMALL_JSON_MOST = 4 << 20 }; /* bytes of a document */

/* NULL: it is no JSON, or larger than SMALL_JSON_MOST; or memory is out, and the
 * builder has failed. */
cJSON *small_json_parse(corr_build *b, corr_str text);

/* member[i] is the member names[i], spelled as json_find_name takes it; NULL: it
 * is missing.  Of equal members the last counts.  object may be NULL. */
void small_json_members(const cJSON *object, const json_name *names, size_t n,
                        const cJSON **member);

/* A string, borrowed from the tree; of anything else, or of NULL, empty. */
corr_str small_json_text(const cJSON *item);

#endif
