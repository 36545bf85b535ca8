/*
 * remark_rules - the table of sentences: name, code of notes[] or NULL, level,
 * places of the line, flags, sentence.  The rows are in the order in which they
 * stand on a screen.
 *
 * A sentence has placeholders in braces: {n}, {of}, {more} (n - 1); {a} to {c}
 * are texts of the pass; {in} is "base: " if the remark has a side, {side} is
 * "the base", {other} the opposite side.  {n:is|are} chooses by a number: the
 * first text for 1, the second for 2, the last for all larger numbers and for
 * 0.
 *
 * remark.h and remark.c include this file and define RULE.
 */

/* clang-format off */
RULE(UNCOUNTED, NULL, INFO, 0, FORBIDS,
     "{in}the number of samples is not known")
RULE(FEW_FOR_SHARES, NULL, INFO, 0, FORBIDS, "fewer than 30 samples")
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
     "shares always sum to 100%: a drop may only be the other rows "
     "growing")
RULE(SHARE_CHOSEN, "SHARE_MODE", WARNING, GATE, 0,
     "neither requests nor seconds are known: shares are compared, "
     "which always sum to 100%")
RULE(BASE_YOUNGER, "BASE_YOUNGER", WARNING, HEAD | GATE, 0,
     "the base is younger than the new side: are they the right way "
     "round?")
RULE(SAME_FILES, "SAME_FILES", WARNING, HEAD, FORBIDS,
     "both sides have the same content")
RULE(SOME_FILES, "SAME_FILES", WARNING, HEAD | GATE, 0,
     "{n} of {of} files of the base {n:is|are} on the new side, too")
RULE(ALL_OF_SIDE, NULL, INFO, 0, FORBIDS,
     "the other side has all files of {side}")
RULE(DAMAGED_SIDE, "DAMAGED_SIDE", WARNING, HEAD, 0,
     "{in}{n} of {of} files {n:is|are} not whole, what is lost is not "
     "compared")
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
     "{in}only what came after the first file of a process counts, and "
     "all of {of} that {of:was|were} started again: {n} file{n: is|s "
     "are} not added")
RULE(SINCE_START, "SINCE_START", INFO, HEAD | GATE, 0,
     "{in}{n} file{n: counts|s count} since the start of {n:its|their} "
     "process")
RULE(ALL_SINCE_START, "SINCE_START", INFO, HEAD, QUIET,
     "{n} file{n: counts|s count} since the start of {n:its|their} "
     "process")
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
     "fewer than 100 samples on a side")
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
RULE(ONE_RUN, NULL, INFO, 0, FORBIDS, "one profile {a}")
RULE(ONE_RUN_OF, NULL, INFO, 0, FORBIDS, "one profile of {a} on a side")
/* clang-format on */
#undef RULE
