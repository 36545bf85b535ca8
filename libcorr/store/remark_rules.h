/*
 * remark_rules - the table of sentences: name, code of notes[] or NULL, level,
 * places of the line, flags, sentence.  The rows are in the order in which they
 * stand on a screen.
 *
 * A sentence has placeholders in braces: {n}, {of}, {more} (n - 1); {x2} is x
 * with two decimals, and so are y and z; {a} to {c} are texts of the pass; {in} is "base: " if the remark has a side, {side} is
 * "the base", {other} the opposite side.  {n:is|are} chooses by a number: the
 * first text for 1, the second for 2, the last for all larger numbers and for
 * 0.
 *
 * remark.h and remark.c include this file and define RULE.
 */

/* clang-format off */
RULE(UNCOUNTED, NULL, INFO, 0, FORBIDS,
     "{in}the number of samples is unknown")
RULE(FEW_FOR_SHARES, NULL, INFO, 0, FORBIDS, "needs 30 samples")
RULE(COVERAGE, NULL, INFO, 0, FORBIDS,
     "there are {a} of the samples there could be")
RULE(COVERAGE_OF_SIDE, NULL, INFO, 0, FORBIDS,
     "{side} has {a} of the samples it could have")
RULE(RESCALED, NULL, INFO, HEAD | GATE, 0,
     CORR_RESCALED_MARK " rescaled {a}, and shares are of that; n is what "
     "was sampled")
RULE(RESCALED_PARTLY, "NOT_RESCALED", WARNING, HEAD | GATE, 0,
     CORR_RESCALED_MARK " rescaled {a}, but for {n} of {of} files, whose {b} "
     "is not known")
RULE(NOT_RESCALED, "NOT_RESCALED", WARNING, HEAD | GATE, 0,
     "no sample here is rescaled: it is not CPU that a {a} measures")
RULE(SAMPLER, "SAMPLER_NOT_CPU", WARNING, HEAD | GATE, MARKED,
     "JFR counts runnable Java threads, not CPU time; native code is missing")
RULE(PICKED_OBJECTS, "PICKED_OBJECTS", WARNING, HEAD, 0,
     "objects that the JVM picked to follow (256, if not told "
     "otherwise) and that are still in use: they show what is kept, not "
     "how much; large ones are picked more often")
RULE(STARTS, "STARTS", INFO, HEAD | GATE, 0,
     "the first 5 minutes of a JVM, in which code is compiled, are left "
     "out of {n} of {of} files (--keep-starts)")
RULE(NO_COUNTER, "NO_COUNTER", WARNING, HEAD, 0,
     "requests are not counted by a metric: {a}")
RULE(UNTOLD, "UNTOLD", WARNING, HEAD | GATE, FORBIDS,
     "no request is known of {a} of {side}, with {b} of its cost")
RULE(UNEVEN, NULL, INFO, HEAD | GATE, 0,
     "as the sides differ in that, cost is not divided by requests "
     "(--per request does)")
RULE(TRAFFIC, "TRAFFIC", WARNING, HEAD | GATE, 0,
     "traffic is another: {a} of requests; the cost of each is not "
     "known, nor how much of the difference is traffic")
RULE(TRAFFIC_ONE_SIDE, "TRAFFIC", WARNING, HEAD, 0,
     "only {side} was asked for {a}")
RULE(SHARE_MODE, "SHARE_MODE", WARNING, HEAD, 0,
     "shares always sum to 100%: a drop may only be the other rows growing")
RULE(SHARE_CHOSEN, "SHARE_MODE", WARNING, GATE, 0,
     "neither requests nor seconds are known: shares are compared, "
     "which always sum to 100%")
RULE(BASE_YOUNGER, "BASE_YOUNGER", WARNING, HEAD | GATE, 0,
     "the base is younger than the new side: are they the right way round?")
RULE(SAME_FILES, "SAME_FILES", WARNING, HEAD, FORBIDS,
     "both sides have the same content")
RULE(SOME_FILES, "SAME_FILES", WARNING, HEAD | GATE, 0,
     "{n} of {of} files of the base {n:is|are} on the new side, too")
RULE(ALL_OF_SIDE, NULL, INFO, 0, FORBIDS,
     "the other side has all files of {side}")
RULE(DAMAGED_SIDE, "DAMAGED_SIDE", WARNING, HEAD, 0,
     "{in}{n} of {of} files {n:is|are} not whole, what is lost is not compared")
RULE(DUPLICATE, "DUPLICATE", INFO, HEAD | GATE, 0,
     "{in}{a} {n:is|and 1 other are|and {more} others are} of the same "
     "process and time as {b}{n:| and the like}: duplicate, not used")
RULE(DUPLICATE_PARTLY, "DUPLICATE", INFO, HEAD | GATE, 0,
     "{in}{a} {n:is|and 1 other are|and {more} others are} of the same "
     "process and time as {b}{n:| and the like}: of what both recorded, "
     "the latter counts")
RULE(TWICE, "TWICE", WARNING, HEAD, FORBIDS,
     "{in}{n} of {of} files are of one process at one time: its cost "
     "counts more than once")
RULE(SAMPLERS_DIFFER, "SAMPLERS_DIFFER", WARNING, HEAD, FORBIDS,
     "a sampler of {side} takes threads that would run, one of {other} "
     "those that do: what differs may be no more than that")
RULE(STARTS_DIFFER, "STARTS_DIFFER", WARNING, HEAD | GATE, FORBIDS,
     "the first 5 minutes of a JVM count on {side}, and not on {other}: "
     "its code was still being compiled")
RULE(SEVERAL_PROCESSES, "SEVERAL_PROCESSES", WARNING, HEAD, FORBIDS,
     "a file of {side} is of several processes, and for how long each "
     "of them ran is not known")
RULE(WINDOW, "WINDOW", WARNING, HEAD | GATE | COPY, 0,
     "{in}{n} file{n: is|s are} only partly of the time asked for, and "
     "{n:its|their} samples do not say when they were taken: left out")
RULE(COUNTS_KNOWN, "COUNTS_SUBTRACTED", WARNING, HEAD | GATE | COPY, 0,
     "{in}{n} file{n: tells|s tell} what another file of the process "
     "counts: not added")
RULE(COUNTS_SUBTRACTED, "COUNTS_SUBTRACTED", WARNING, HEAD | GATE | COPY,
     0,
     "{in}only what came after the first file of a process counts: {n} "
     "file{n: is|s are} not added")
RULE(COUNTS_ANEW, "COUNTS_SUBTRACTED", WARNING, HEAD | GATE | COPY, 0,
     "{in}only what came after the first file of a process counts, and all of "
     "{of} that {of:was|were} started again: {n} file{n: is|s are} not added")
RULE(SINCE_START, "SINCE_START", INFO, HEAD | GATE, 0,
     "{in}{n} file{n: counts|s count} since the start of {n:its|their} process")
RULE(ALL_SINCE_START, "SINCE_START", INFO, HEAD, QUIET,
     "{n} file{n: counts|s count} since the start of {n:its|their} process")
RULE(EARLIER_SNAPSHOTS, "EARLIER_SNAPSHOTS", WARNING, HEAD | COPY, 0,
     "the last snapshot of a process counts: {n} earlier one{n: is|s "
     "are} left out")
RULE(SNAPSHOTS_ADDED, "SNAPSHOTS_ADDED", WARNING, HEAD, 0,
     "{n:1 of {of} snapshots added does not say whose it is, and counts "
     "twice if another is of its process|{n} snapshots added: they do "
     "not say of which process they are}")
RULE(REPEATED, NULL, WARNING, COPY, 0,
     "{n} files are of one process at several times: what it counted "
     "since its start, or had in use, is added up and counts more than "
     "once; corr convert --to pprof counts it once")
RULE(COUNTS_DIFFER, "COUNTS_DIFFER", WARNING, HEAD, FORBIDS,
     "{side} counts since the start of its process, and {other} from "
     "one file to the next")
RULE(OTHER_KIND, "OTHER_KIND", WARNING, HEAD | GATE, 0,
     "not compared, no {a} samples: {n} profile{n:|s} ({b}; --kind)")
RULE(LONE_SERVICE, "LONE_SERVICE", WARNING, HEAD, FORBIDS,
     "only {side} has profiles of {a}: --service compares one")
RULE(NO_COMMON, "NO_COMMON", WARNING, HEAD, 0,
     "the two sides have no function in common: are they of one program?")
RULE(FEW_TO_COMPARE, "FEW_SAMPLES", WARNING, GATE, QUIET | FORBIDS,
     "needs 100 samples a side")
RULE(FEW_SAMPLES, "FEW_SAMPLES", WARNING, FOOT, 0,
     "too few samples: base {a}, new {b}, minimum 100 ({c} show a 20% change)")
RULE(WIDENED, "WIDENED", WARNING, FOOT, 0,
     "baseline files disagree more than the model expects: intervals "
     "widened ×{a}{b}")
RULE(WITHIN_RUN, "WITHIN_RUN", WARNING, FOOT, 0,
     "one run a side: run-to-run differences are not included")
RULE(RESAMPLED, NULL, INFO, FOOT, 0,
     "95% is of {a} drawn again {b} times with replacement, seed {c}")
RULE(FEW_TO_DRAW, "FEW_TO_DRAW", WARNING, FOOT, 0,
     "--bootstrap wants 12 files or windows a side: the intervals are "
     "those of the model")
RULE(PERIODS_DIFFER, "PERIODS_DIFFER", WARNING, FOOT | GATE, 0,
     "sampling periods differ by more than two: short calls are seen "
     "differently")
RULE(DEPTHS_DIFFER, "DEPTHS_DIFFER", WARNING, FOOT, 0,
     "stacks of {side} are cut off after {n} frames, those of {other} "
     "go to {of}: rows tell what functions cost by themselves")
RULE(FULL, "FULL", WARNING, FOOT, 0,
     "each second is full on both sides: its cost cannot grow as a "
     "whole; --requests METRIC compares the cost of a request, --per "
     "total that of equal work")
RULE(ONE_FILE, "ONE_FILE", WARNING, FOOT, 0,
     "one profile a side: no row has a * (add profiles, not length)")
RULE(ONE_FILE_EACH, "ONE_FILE", WARNING, GATE, 0,
     "weak, one profile a side; add profiles, not length")
RULE(ONE_FILE_OF, "ONE_FILE", WARNING, FOOT, 0,
     "one profile of {a}{n:| and {more} more} a side: no * there (add profiles)")
RULE(ONE_RUN, NULL, INFO, 0, FORBIDS, "needs 2 profiles {a}")
RULE(ONE_RUN_OF, NULL, INFO, 0, FORBIDS, "needs 2 {a} profiles a side")

/* Warnings of one input. */
RULE(TIMELESS_PART, "WINDOW", WARNING, 0, 0,
     "only a part of it is in @{a}, and its samples do not say when they "
     "were taken: none is counted")
RULE(CPU_AS_SAMPLED, "NOT_RESCALED", WARNING, 0, 0,
     "CPU is not rescaled: {a}")

/* Warnings of the store. */
RULE(SAME_CONTENT, "DUPLICATE", WARNING, 0, COUNTS,
     "{a} has the same content as {b}: not used twice")
RULE(SAMPLED_TWICE, "DUPLICATE", WARNING, 0, 0,
     "{a} is of the same process and time as {b}: of what both recorded, "
     "spans have the samples of the latter")
RULE(AMBIGUOUS, "AMBIGUOUS", WARNING, 0, COUNTS,
     "{a} and {b}{n:| (and {more} more)} are of different processes at the "
     "same time, and the spans of {c} do not say in which they ran: no span "
     "is tied to them by its thread")
RULE(ONE_OF_SEVERAL, "SEVERAL", WARNING, 0, COUNTS,
     "{a} is of several processes: which of them is {b} is told by {c}, and "
     "only that is tied to spans")
RULE(ANY_OF_SEVERAL, "SEVERAL", WARNING, 0, COUNTS,
     "{a} is of several processes, and nothing says which of them is {b}: "
     "none is tied to spans by its time alone")
RULE(CLOCK_FAR, "CLOCK", WARNING, 0, 0,
     "the ids in {a} fit the traces if its times are shifted by {b}: that "
     "is too far to be believed")
RULE(CLOCK_SHIFTED, "CLOCK", WARNING, 0, 0,
     "times of {a} shifted by {b} (±{c})")
RULE(TIME_ZONE, "TIME_ZONE", WARNING, 0, 0,
     "times of {a} shifted by {b} (±{c}): looks like a time-zone error")
RULE(LOCKSTEP, "BEAT", WARNING, 0, 0,
     "{a}: spans named {b} begin {x1} ms after a tick of its sampler, give "
     "or take {y1} ms, which ticks every {z1} ms: they keep step, so their "
     "code is sampled too often or never, and any share may be wrong; record "
     "again with another period")
RULE(CPU_COVERAGE, "YIELD", WARNING, 0, 0,
     "{a}: samples account for {x2} s of the {y2} s of CPU that the {b} used "
     "by {c}: yield {z2}")
RULE(DUPLICATE_SPANS, "DUPLICATE_SPANS", WARNING, 0, COUNTS,
     "{n} record{n: is a copy|s are copies} of {n:a span|spans} that other "
     "records hold: each is counted once")
RULE(SPANS_OF_BOTH, "SPANS_OF_BOTH", WARNING, 0, COUNTS,
     "{n} span{n: is|s are} in files of both sides: each counts for {a}")
RULE(LABEL_MAP, "LABEL_MAP", WARNING, 0, COUNTS,
     "the map of labels is of none of the files that were read: its first "
     "pattern is \"{a}\"")
RULE(PATTERN_LIMIT, "PATTERN_LIMIT", WARNING, 0, COUNTS,
     "a pattern was too hard to match against some names: they count as not "
     "matching")
RULE(QUERY_LOOSE, "QUERY", WARNING, 0, COUNTS,
     "attributes of an input that are all text were read as numbers or "
     "truth values where the query compares them so")
RULE(QUERY_NOT, "QUERY", WARNING, 0, COUNTS,
     "\"!\" stands before something that is neither true nor false: no match")
RULE(QUERY_BY_ZERO, "QUERY", WARNING, 0, COUNTS,
     "the query divides by zero for some spans: no match")
RULE(QUERY_LONG_LIST, "QUERY", WARNING, 0, COUNTS,
     "of long lists the query looks at the first {n} values")
RULE(QUERY_LIMITED, "QUERY", WARNING, 0, COUNTS,
     "a pattern of the query takes too many steps on some texts: no match")
RULE(QUERY_UNKNOWN, "QUERY", WARNING, 0, COUNTS,
     "no span has an attribute {a}")
RULE(QUERY_ODD, "", WARNING, 0, 0, "{a}")
/* clang-format on */
#undef RULE
