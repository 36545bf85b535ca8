/*
 * judgement - what all judges share: sentences, refusals, small documents of JSON.
 *
 * Text of a server goes into a sentence only through fetch_words: one line, cut,
 * without control characters.
 */
#ifndef CORR_FETCH_JUDGEMENT_H
#define CORR_FETCH_JUDGEMENT_H

#include "fetch/plan/fetch.h"

struct cJSON;

/* Sets outcome and sentence. */
void fetch_say(fetch_result *out, fetch_outcome outcome, const char *text, ...)
    CORR_PRINTF(3, 4);
/* Got, but not all of it. */
void fetch_say_cut(fetch_result *out, const char *text, ...) CORR_PRINTF(2, 3);
/* The answer has as many hits as were asked for, or it was too large and is a
 * failure.  halved: its window is asked again in two halves. */
void fetch_say_filled(fetch_result *out, uint32_t limit, bool halved);
static inline void fetch_got(fetch_result *out, uint64_t hits)
{
    *out =
        (fetch_result){ .outcome = FETCH_GOT, .complete = true, .hits = hits };
}

enum { FETCH_WORDS = 120 };
/* What the server says about its refusal, from JSON of any of these servers or
 * the first line of text; "" if it says nothing. */
void fetch_words(const fetch_answer *a, char to[FETCH_WORDS]);

/* Whether a list with ", " between its names has this one. */
bool fetch_is_listed(const char *list, const char *name);

/* Whether a body is a page of HTML, by its type or its first bytes. */
bool fetch_is_page(const fetch_answer *a);

/* Whether the answer is a refusal, whatever the server: a status other than 2xx,
 * or a page of HTML.  *out then says why. */
bool fetch_refused(const fetch_answer *a, fetch_result *out);

/* Whether a 404 says that the server lacks the address, not the data. */
bool fetch_is_unknown_path(const fetch_answer *a);

/* Parses a document of at most 32 MB.  NULL: it is none, and *out says so.  Free
 * it with cJSON_Delete. */
struct cJSON *fetch_json(const fetch_answer *a, fetch_result *out);
/* A member that is a string, or "". */
corr_str fetch_json_text(const struct cJSON *o, const char *key);
/* A member that is a whole number, or a string of one, as protobuf's JSON
 * writes 64 bits; else 0. */
int64_t fetch_json_int(const struct cJSON *o, const char *key);

/* "-2" for the second server of a kind in the run, "" for the first.  NULL:
 * memory is out. */
const char *fetch_target_suffix(fetch_plan *p, const fetch_target *t);

#endif
