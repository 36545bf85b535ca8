/*
 * fetch_question - from words of the command line to questions.
 *
 * A time needs a zone, or is relative to now: a time of a wall clock means
 * another moment on the server.
 */
#ifndef CORR_FETCH_FETCH_QUESTION_H
#define CORR_FETCH_FETCH_QUESTION_H

#include "cli/fetch_opts.h"
#include "fetch/alert_plan.h"

/* Reads a time with a zone, Unix time, "now" or "-1h"; now: ns since 1970.
 * option names it in the sentence. */
corr_code question_time(const char *text, const char *option, int64_t now,
                        int64_t *t, corr_err *err) CORR_CHECK;

/* What is asked. */
typedef struct question {
    fetch_question q; /* of alert: what all its questions have in common */
    bool is_alert;
    fetch_alert alert;
    corr_str payload; /* of alert */
} question;

/* Whether the words are addresses. */
bool question_is_address(const opt_list *words);

/* Reads the words: "trace", ID; "metrics", EXPRESSION; ...  The question
 * borrows them, and the arena. */
corr_code question_read(const opt_list *words, const fetch_opts *o, int64_t now,
                        corr_arena *a, question *to, corr_err *err) CORR_CHECK;

/* Reads the words into one question, or one for each id of "trace ID...". */
corr_code question_list(const opt_list *words, const fetch_opts *o, int64_t now,
                        corr_arena *a, question **list, size_t *n,
                        corr_err *err) CORR_CHECK;

#endif
