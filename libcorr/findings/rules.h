/*
 * rules - the table of findings: code, number of corr-methods 8, what the rule
 * looks at, the least share, the least time in ms, the least n, function, and
 * what would contradict it.
 *
 * finder.h and rules.c include this file and define RULE.
 */

/* clang-format off */
RULE(SPAN_GC, F06, IN_LEDGER, 0.10, 1, 1, find_collector_pauses,
     "pauses of the process that this span's thread did not wait for")
RULE(SPAN_LOCK, F07, IN_LEDGER, 0.10, 1, 1, find_lock_waits,
     "as long a request without a wait for this lock")
RULE(N_PLUS_ONE, F09, IN_TRACE, 0.10, 50, 5, find_repeated_calls,
     "calls that need the answer of the one before")
RULE(RETRIES, F10, IN_TRACE, 0, 0, 3, find_retries,
     "calls that failed for different reasons")
RULE(RETRIES_MULTIPLY, F11, IN_TRACE, 0, 0, 9, find_multiplied_retries,
     "calls of one name that are no tries of each other")
RULE(IN_A_ROW, F12, IN_TRACE, 0.30, 10, 3, find_calls_in_a_row,
     "a call that needs the answer of the one before")
RULE(FAN_OUT, F13, IN_TRACE, 0, 0, 51, find_fan_out,
     "calls that are made in few batches")
RULE(WAITING, F14, IN_LEDGER, 0, 100, 1, find_waiting_spans,
     "CPU time in threads that work for this span")
RULE(COMPUTING, F15, IN_LEDGER, 0.80, 0, 30, find_computing_spans,
     "samples that count runnable threads without a CPU")
RULE(ROUND_TIMEOUT, F16, IN_TRACE, 0, 0, 1, find_round_timeouts,
     "failed calls of other lengths for the same reason")
RULE(SERVER_QUEUE, F17, IN_TRACE, 0.20, 1, 1, find_server_queues,
     "connection set-up or clock error before the server's span")
RULE(WIDE_LEAF, F01, IN_CODE, 0.20, 0, 10, find_wide_leaf,
     "a profile of more samples in which its share is smaller")
RULE(HOT_SUBTREE, F02, IN_CODE, 0.40, 0, 10, find_hot_subtree,
     "a profile of more samples in which one child has most of it")
RULE(CUT_STACKS, F03, IN_CODE, 0.01, 0, 10, find_cut_stacks,
     "a recording with deeper stacks")
RULE(DEEP_STACKS, F03, IN_CODE, 0.05, 0, 10, find_deep_stacks,
     "frames of a framework that all requests share")
RULE(RECURSION, F04, IN_CODE, 0.05, 0, 10, find_recursion,
     "functions of one name that are different code")
RULE(MANY_CALLERS, F05, IN_CODE, 0.10, 0, 10, find_many_callers,
     "a wrapper that all callers share")
RULE(GC_CPU, F06, IN_CODE, 0.15, 0, 10, find_collector_code,
     "a recording after the start of the process")
RULE(GC_ASSIST, F06, IN_CODE, 0.05, 0, 10, find_collector_help,
     "a recording without bursts of allocation")
RULE(ALLOCATION, F06, IN_CODE, 0.25, 0, 10, find_allocation,
     "a recording without bursts of allocation")
RULE(LOCK_CPU, F07, IN_CODE, 0.05, 0, 10, find_lock_code,
     "locks that are taken without waiting")
RULE(CATEGORY, F08, IN_CODE, 0.10, 0, 10, find_categories,
     "frames of the list that do other work here")
RULE(COLD_START, F18, IN_CODE, 0.10, 0, 10, find_cold_start,
     "as large a share after five minutes")
RULE(NAMELESS, F19, IN_CODE, 0.20, 0, 10, find_nameless_code,
     "a recording with symbols")
RULE(STALE_LABELS, F19, IN_STORE_ROWS, 0.05, 0, 10, find_stale_labels,
     "spans of a trace whose clock is another one")
RULE(PROFILER_HEALTH, F19, IN_STORE, 0, 0, 0, find_profiler_health,
     "a count of CPU time for the same threads and seconds")
RULE(LOCK_TIME, F07, IN_STORE_ROWS, 0.05, 1, 30, find_lock_time,
     "requests as long that did not wait for this lock")
RULE(STOPPED, F06, IN_STORE_ROWS, 0.05, 1, 1, find_pauses,
     "requests of that minute that were not slower")
RULE(THROTTLED, F20, IN_STORE, 0, 10, 1, find_throttling,
     "waits of these spans that something else explains")
RULE(FORGOTTEN_SPAN, F21, IN_STORE_ROWS, 0, 0, 30, find_forgotten_spans,
     "a span of the call under another parent, or on another thread")
RULE(WORK_FOR_NOBODY, F22, IN_STORE_CODE, 0.01, 0, 30, find_doomed_work,
     "callers that failed for another reason and still used the answer")
RULE(HIDDEN_LIMIT, F23, IN_STORE, 0, 0, 30, find_hidden_limits,
     "calls beyond it, in traces that were not sampled")
RULE(GROWTH, F24, IN_STORE_CODE, 0, 0, 60, find_growth,
     "requests with a larger number in which its share is no larger")
