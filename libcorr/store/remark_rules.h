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
     "only {a} of the possible samples are here")
RULE(COVERAGE_OF_SIDE, NULL, INFO, 0, FORBIDS,
     "{side} has {a} of the possible samples")
RULE(RESCALED, NULL, INFO, HEAD | GATE, 0,
     CORR_RESCALED_MARK " rescaled {a}, shares as well; n counts samples")
RULE(RESCALED_PARTLY, "NOT_RESCALED", WARNING, HEAD | GATE, 0,
     CORR_RESCALED_MARK " rescaled {a}, except {n} of {of} files ({b} unknown)")
RULE(NOT_RESCALED, "NOT_RESCALED", WARNING, HEAD | GATE, 0,
     "no sample is rescaled; a {a} measures CPU only")
RULE(SAMPLER, "SAMPLER_NOT_CPU", WARNING, HEAD | GATE, MARKED,
     SAMPLER_NOT_CPU)
RULE(PICKED_OBJECTS, "PICKED_OBJECTS", WARNING, HEAD, 0,
     "JFR follows some objects (256 by default); they show what is kept, not "
     "how much")
RULE(UNSCALED, "UNSCALED", WARNING, HEAD, 0,
     "objects are not scaled by the rate; the number of samples is unknown")
RULE(STARTS, "STARTS", INFO, HEAD | GATE, 0,
     "the first 5 minutes of a JVM are left out of {n} of {of} files "
     "(--keep-starts)")
RULE(NO_COUNTER, "NO_COUNTER", WARNING, HEAD, 0,
     "requests are not counted by a metric: {a}")
RULE(UNTOLD, "UNTOLD", WARNING, HEAD | GATE, FORBIDS,
     "requests are unknown for {a} of {side}, which is {b} of its cost")
RULE(UNEVEN, NULL, INFO, HEAD | GATE, 0,
     "the sides differ in known requests; cost is not per request (--per "
     "request)")
RULE(TRAFFIC, "TRAFFIC", WARNING, HEAD | GATE, 0,
     "traffic differs in {a} of requests; its part of the change is unknown")
RULE(TRAFFIC_ONE_SIDE, "TRAFFIC", WARNING, HEAD, 0,
     "only {side} has requests for {a}")
RULE(SHARE_MODE, "SHARE_MODE", WARNING, HEAD, 0,
     "shares always sum to 100%; a drop may be growth in other rows")
RULE(SHARE_CHOSEN, "SHARE_MODE", WARNING, GATE, 0,
     "requests and seconds are unknown; corr compares shares, which sum to "
     "100%")
RULE(BASE_YOUNGER, "BASE_YOUNGER", WARNING, HEAD | GATE, 0,
     "the base is younger than the new side; swap them if that is wrong")
RULE(SAME_FILES, "SAME_FILES", WARNING, HEAD, FORBIDS,
     "both sides have the same content")
RULE(SOME_FILES, "SAME_FILES", WARNING, HEAD | GATE, 0,
     "{n} of {of} files of the base {n:is|are} on the new side, too")
RULE(ALL_OF_SIDE, NULL, INFO, 0, FORBIDS,
     "the other side has all files of {side}")
RULE(DAMAGED_SIDE, "DAMAGED_SIDE", WARNING, HEAD, 0,
     "{in}{n} of {of} files {n:is|are} incomplete; lost data is not compared")
RULE(DUPLICATE, "DUPLICATE", INFO, HEAD | GATE, 0,
     "{in}{a}{n:| and 1 other| and {more} others} left out; {n:it "
     "repeats|they repeat} {b}{n:| and the like}")
RULE(PART, "DUPLICATE", INFO, HEAD | GATE | COPY, 0,
     "{in}{a}{n:| and 1 other| and {more} others} left out; {n:it is|they are} "
     "part of {b}{n:| and the like}")
RULE(PART_ALONE, "PART_ALONE", WARNING, HEAD | GATE, 0,
     "{in}{a}{n:| and 1 other| and {more} others} {n:has|have} only what the "
     "server selected by spans")
RULE(PART_BEYOND, "PART_BEYOND", WARNING, HEAD | GATE | COPY, 0,
     "{in}{n} {n:stack|stacks} of {a} left out: {b} has less of {n:it|them}")
RULE(DUPLICATE_PARTLY, "DUPLICATE", INFO, HEAD | GATE, 0,
     "{in}{a}{n:| and 1 other| and {more} others} {n:repeats|repeat} parts of "
     "{b}{n:| and the like}, counted once")
RULE(DUPLICATE_DIFFERS, "SAMPLERS_DISAGREE", WARNING, HEAD | GATE, 0,
     "{in}corr believes {b}; {a}{n:| and 1 other| and {more} others} {n:has|have} "
     "{c} in the same time")
RULE(TWICE, "TWICE", WARNING, HEAD, FORBIDS,
     "{in}{n} of {of} files are of one process and time; cost counts more "
     "than once")
RULE(SAMPLERS_DIFFER, "SAMPLERS_DIFFER", WARNING, HEAD, FORBIDS,
     "{side} samples threads that would run, {other} only those that do")
RULE(STARTS_DIFFER, "STARTS_DIFFER", WARNING, HEAD | GATE, FORBIDS,
     "{side} includes the first 5 minutes of a JVM (compiling), {other} does "
     "not")
RULE(SEVERAL_PROCESSES, "SEVERAL_PROCESSES", WARNING, HEAD, FORBIDS,
     "a file of {side} has several processes that ran for an unknown time")
RULE(WINDOW, "WINDOW", WARNING, HEAD | GATE | COPY, 0,
     "{in}{n} file{n:|s} left out; partly in the window, but samples have no "
     "times")
RULE(COUNTS_KNOWN, "COUNTS_SUBTRACTED", WARNING, HEAD | GATE | COPY, 0,
     "{in}{n} file{n: repeats|s repeat} the counts of another; not added{a}")
RULE(COUNTS_SUBTRACTED, "COUNTS_SUBTRACTED", WARNING, HEAD | GATE | COPY, 0,
     "{in}no count falls: since the first file, {n} file{n: is|s are} not added{a}")
RULE(COUNTS_ANEW, "COUNTS_SUBTRACTED", WARNING, HEAD | GATE | COPY, 0,
     "{in}counts since the first file ({of} restarted), {n} not added{a}")
RULE(DELTAS_SEEN, "COUNTS_ADDED", WARNING, HEAD | GATE | COPY, 0,
     "{in}a count falls in a process: {n} file{n:|s} with deltas, added "
     "(or --since-start)")
RULE(DELTAS_ASKED, "COUNTS_ADDED", INFO, HEAD | GATE | COPY, 0,
     "{in}{n} file{n:|s} with deltas, added, as --deltas says")
RULE(SINCE_START, "SINCE_START", INFO, HEAD | GATE, 0,
     "{in}{n} file{n: counts|s count} since the start of {n:its|their} process")
RULE(ALL_SINCE_START, "SINCE_START", INFO, HEAD, QUIET,
     "{n} file{n: counts|s count} since the start of {n:its|their} process")
RULE(EARLIER_SNAPSHOTS, "EARLIER_SNAPSHOTS", WARNING, HEAD | COPY, 0,
     "the last snapshot of a process counts; {n} earlier one{n: is|s are} "
     "left out")
RULE(SNAPSHOTS_ADDED, "SNAPSHOTS_ADDED", WARNING, HEAD, 0,
     "{n:1 of {of} snapshots has|{n} snapshots have} no process; one process "
     "may count twice")
RULE(REPEATED, NULL, WARNING, COPY, 0,
     "{n} files of one process are added up; corr convert --to pprof counts "
     "them once")
RULE(COUNTS_DIFFER, "COUNTS_DIFFER", WARNING, HEAD, FORBIDS,
     "{side} counts from the start of the process, {other} from file to file")
RULE(OTHER_KIND, "OTHER_KIND", WARNING, HEAD | GATE, 0,
     "not compared, no {a} samples: {n} profile{n:|s} ({b}; --kind)")
RULE(LONE_SERVICE, "LONE_SERVICE", WARNING, HEAD, FORBIDS,
     "only {side} has profiles of {a}; --service NAME compares one service")
RULE(NO_COMMON, "NO_COMMON", WARNING, HEAD, 0,
     "the two sides have no function in common: are they of one program?")
RULE(FEW_TO_COMPARE, "FEW_SAMPLES", WARNING, GATE, QUIET | FORBIDS,
     "needs 100 samples a side")
RULE(FEW_SAMPLES, "FEW_SAMPLES", WARNING, FOOT, 0,
     "too few samples: base {a}, new {b}, minimum 100 ({c} show a 20% change)")
RULE(WIDENED, "WIDENED", WARNING, FOOT, 0,
     "base files differ more than the model expects; intervals widened ×{a}{b}")
RULE(WITHIN_RUN, "WITHIN_RUN", WARNING, FOOT, 0,
     "one run a side: run-to-run differences are not included")
RULE(RESAMPLED, NULL, INFO, FOOT, 0,
     "95% intervals from {a} drawn again {b} times, seed {c}")
RULE(FEW_TO_DRAW, "FEW_TO_DRAW", WARNING, FOOT, 0,
     "--bootstrap needs 12 files or windows a side; the model gives the "
     "intervals")
RULE(PERIODS_DIFFER, "PERIODS_DIFFER", WARNING, FOOT | GATE, 0,
     "sampling periods differ more than twofold; short calls look different")
RULE(DEPTHS_DIFFER, "DEPTHS_DIFFER", WARNING, FOOT, 0,
     "stacks of {side} end after {n} frames, of {other} after {of}; compare "
     "self cost")
RULE(FULL, "FULL", WARNING, FOOT, 0,
     "both sides are fully busy; compare with --requests METRIC or --per total")
RULE(ONE_FILE, "ONE_FILE", WARNING, FOOT, 0,
     "one profile a side: no row has a * (add profiles, not length)")
RULE(ONE_FILE_EACH, "ONE_FILE", WARNING, GATE, 0,
     "weak, one profile a side; add profiles, not length")
RULE(ONE_FILE_OF, "ONE_FILE", WARNING, FOOT, 0,
     "one profile of {a}{n:| and {more} more} a side: no * there (add profiles)")
RULE(ONE_RUN, "ONE_RUN", INFO, 0, 0, "needs 2 profiles {a}")
RULE(ONE_RUN_OF, "ONE_RUN", INFO, 0, 0, "needs 2 {a} profiles a side")

/* Warnings of one input. */
RULE(TIMELESS_PART, "WINDOW", WARNING, 0, 0,
     "not counted; partly in @{a}, but samples have no times")
RULE(CPU_AS_SAMPLED, "NOT_RESCALED", WARNING, 0, 0,
     "CPU is not rescaled: {a}")

/* Warnings of the store. */
RULE(SAME_CONTENT, "DUPLICATE", WARNING, 0, COUNTS,
     "{a} has the same content as {b}; it is used once")
RULE(SAME_RECORDING, "DUPLICATE", WARNING, 0, COUNTS,
     "{a} sums up a recording that {b} has, too; only the latter counts")
RULE(SAMPLED_TWICE, "DUPLICATE", WARNING, 0, 0,
     "{a} overlaps {b}; spans use the samples of the latter")
RULE(AMBIGUOUS, "AMBIGUOUS", WARNING, 0, COUNTS,
     "spans of {c} may be of {a} or {b}{n:| or {more} more}; no thread ties "
     "them")
RULE(ONE_OF_SEVERAL, "SEVERAL", WARNING, 0, COUNTS,
     "{a} has several processes; {b} is known by {c}, only that is tied to "
     "spans")
RULE(ANY_OF_SEVERAL, "SEVERAL", WARNING, 0, COUNTS,
     "{a} has several processes, one of them {b}; time alone ties no span")
RULE(CLOCK_FAR, "CLOCK", WARNING, 0, 0,
     "ids in {a} fit the traces if times shift by {b}; too far, not shifted")
RULE(CLOCK_SHIFTED, "CLOCK", WARNING, 0, 0,
     "times of {a} shifted by {b} (±{c})")
RULE(TIME_ZONE, "TIME_ZONE", WARNING, 0, 0,
     "times of {a} shifted by {b} (±{c}): looks like a time-zone error")
RULE(CLOCK_FOUND, "CLOCK_FOUND", WARNING, 0, 0,
     "times count from an unknown start, which spans of {a} show (±{b})")
RULE(CLOCK_NOT_FOUND, "CLOCK_NOT_FOUND", WARNING, 0, 0,
     "spans of {a} do not show when its clock began: {b} (--clock: its time 0)")
RULE(SERVICE_BY_FILE, "SERVICE_BY_FILE", WARNING, 0, 0,
     "the file name says service {a} (--service-of)")
RULE(SERVICE_OF, "SERVICE_OF", WARNING, 0, COUNTS,
     "--service-of matches no profile without a service; the first is \"{a}\"")
RULE(LOCKSTEP, "BEAT", WARNING, 0, 0,
     "{a}: {b} begins {x1} ± {y1} ms after each {z1} ms tick; shares may be "
     "wrong")
RULE(CPU_COVERAGE, "YIELD", WARNING, 0, 0,
     "{a}: samples cover {z0}% of the CPU the {b} used ({x2} of {y2} s, {c})")
RULE(FETCHED, "FETCHED", INFO, 0, 0, "{n} answer{n:|s} of {a}, {b}")
RULE(FETCH_CUT, "FETCH_CUT", WARNING, 0, 0,
     "{n} of {of} answer{of:|s} of servers {n:is|are} missing or cut, such as {a}")
RULE(ARCHIVE_CUT, "DAMAGED", WARNING, 0, 0,
     "{a}: the archive is cut off; its files up to there are used")
RULE(ARCHIVE_PASSED, "ARCHIVE", WARNING, 0, 0,
     "{a}: {n} link{n:|s} or name{n:|s} that {n:leaves|leave} the archive {n:is|are} "
     "passed over")
RULE(ARCHIVE_UNREAD, "ARCHIVE", WARNING, 0, 0,
     "{a}: {n} file{n:|s} in the archive cannot be unpacked")
RULE(ARCHIVE_LOCKED, "ARCHIVE", WARNING, 0, 0,
     "{a}: {n} file{n:|s} in the archive {n:is|are} encrypted")
RULE(ARCHIVE_TWICE, "ARCHIVE", WARNING, 0, 0,
     "{a}: {n} file{n:|s} {n:is|are} replaced by a later one of the same name")
RULE(DUPLICATE_SPANS, "DUPLICATE_SPANS", WARNING, 0, COUNTS,
     "{n} duplicate span{n:|s} ignored")
RULE(UNTIMED, "UNTIMED", WARNING, 0, COUNTS,
     "{n} of {of} span{of:|s} {n:has|have} no recorded start or end and "
     "{n:is|are} left out of all times")
RULE(WRONG_UNIT, "TIME_UNIT", WARNING, 0, 0,
     "{a}: times are in another unit ({n} times the format's); not changed")
RULE(YEAR_1970, "TIME_UNIT", WARNING, 0, 0,
     "{a}: all times are before 1990; the clock or the unit may be wrong")
RULE(ID_REUSED, "ID_REUSED", WARNING, 0, COUNTS,
     "{n} span id{n: is|s are} used by several spans of a trace; all are kept")
RULE(ID_NOT_UNIQUE, "ID_NOT_UNIQUE", WARNING, 0, 0,
     "{n} sample{n: has|s have} an id of several spans; time does not decide "
     "({a})")
RULE(FAR_SPANS, "FAR_SPANS", WARNING, 0, 0,
     "{n} sample{n: names|s name} spans that ran {b} {c}; only ids tie them "
     "({a})")
RULE(IDS_ELSEWHERE, "IDS_ELSEWHERE", WARNING, 0, 0,
     "{n} sample{n: has|s have} ids of {of} request{of:|s}; no trace here has "
     "any ({a})")
RULE(IDS_SOME, "IDS_SOME", INFO, 0, 0,
     "{a} has ids of {of} request{of:|s}, {n} of them in these traces")
RULE(SPANS_OF_BOTH, "SPANS_OF_BOTH", WARNING, 0, COUNTS,
     "{n} span{n: is|s are} in files of both sides; each counts for {a}")
RULE(MERGED_SPANS, "MERGED_SPANS", WARNING, 0, COUNTS,
     "{a}: {n} span{n: stands|s stand} for {of} calls; their times are sums")
RULE(LABEL_MAP, "LABEL_MAP", WARNING, 0, COUNTS,
     "the label map matches no file that was read; the first pattern is "
     "\"{a}\"")
RULE(PATTERN_LIMIT, "PATTERN_LIMIT", WARNING, 0, COUNTS,
     "a pattern takes too many steps on some names; they do not match")
RULE(QUERY_LOOSE, "QUERY", WARNING, 0, COUNTS,
     "text attributes are read as numbers or truth values, as the query asks")
RULE(QUERY_NOT, "QUERY", WARNING, 0, COUNTS,
     "\"!\" stands before a value that is not true or false; no match")
RULE(QUERY_BY_ZERO, "QUERY", WARNING, 0, COUNTS,
     "the query divides by zero for some spans; no match")
RULE(QUERY_LONG_LIST, "QUERY", WARNING, 0, COUNTS,
     "the query looks at the first {n} values of long lists")
RULE(QUERY_LIMITED, "QUERY", WARNING, 0, COUNTS,
     "a pattern of the query takes too many steps on some texts; no match")
RULE(QUERY_UNKNOWN, "QUERY", WARNING, 0, COUNTS,
     "no span has an attribute {a}")
RULE(QUERY_ODD, "", WARNING, 0, 0, "{a}")
/* clang-format on */
#undef RULE
