/*
 * rules - the table of findings: code, number of corr-methods 8, what the rule
 * looks at, the least share, the least time in ms, the least n, function, and
 * what would contradict it.
 *
 * finder.h and rules.c include this file and define RULE.
 */

/* clang-format off */
RULE(N_PLUS_ONE, F09, IN_TRACE, 0.10, 50, 5, find_repeated_calls,
     "calls that need the answer of the one before")
RULE(FORGOTTEN_SPAN, F21, IN_STORE, 0, 0, 30, find_forgotten_spans,
     "a span of the call under another parent, or on another thread")
RULE(WORK_FOR_NOBODY, F22, IN_STORE, 0.01, 0, 30, find_doomed_work,
     "callers that failed for another reason and still used the answer")
