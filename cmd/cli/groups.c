/*
 * groups - the options that commands share.
 *
 * A help is one sentence without a full stop.  What stands before its first
 * semicolon, colon or bracket is whole by itself: -h shows no more.
 */
#include "cli/groups.h"

const opt common_options[] = {
    O_FLAG('h', "help", common_opts, help, "show the usual options"),
    O_FLAG(0, "help-all", common_opts, help_all, "show all options"),
    O_FLAG('V', "version", common_opts, version, "print the version"), O_END
};

const opt inputs_options[] = {
    O_TEXT(0, "as", inputs_opts, as, "FORMAT",
           "read every file as this format"),
    O_LIST(0, "label-key", inputs_opts, label_keys, "KEY=MEANING",
           "what a label means: trace, span, root, thread, service ..."),
    O_TEXT(0, "label-map", inputs_opts, label_map, "FILE",
           "labels of files, a line each: PATTERN KEY=VALUE ..."),
    O_LIST(0, "service-of", inputs_opts, services_of, "FILE=NAME",
           "service of a profile that does not say it; FILE= assumes none"),
    O_FLAG(0, "no-assume", inputs_opts, no_assume,
           "assume no service by file names, nor the only one here"),
    O_FLAG(0, "strict", inputs_opts, strict,
           "refuse damaged and truncated files"),
    O_BYTES(0, "max-mem", inputs_opts, max_mem, "SIZE",
            "most memory to use; what needs more is refused"),
    O_INT('@', "jobs", inputs_opts, jobs, "N",
          "threads that read (default: all cores)"),
    O_TEXT(0, "files0-from", inputs_opts, files0_from, "FILE",
           "read names of files from FILE; each ends with a NUL, and - is "
           "standard input"),
    O_TIME(0, "clock", inputs_opts, clock, "TIME",
           "time zero of files with relative times: a date and time, or Unix "
           "seconds"),
    O_FLAG(0, "no-clock-fix", inputs_opts, no_clock_fix,
           "keep the times of all files as they are"),
    O_FLAG(0, "deltas", inputs_opts, deltas,
           "files with counts, such as Go's, count since the file before; they "
           "are added up"),
    O_FLAG(0, "since-start", inputs_opts, since_start,
           "they count since the start of the process"),
    O_END
};

#define SELECT_BY_SAMPLE                                                       \
    O_TEXT(0, "kind", select_opts, kind, "NAME",                               \
           "kind of sample: cpu, wall, alloc_bytes, live_bytes, lock ..."),    \
        O_WORD(0, "cpu", select_opts, kind, "cpu", "short for --kind cpu"),    \
        O_WORD(0, "wall", select_opts, kind, "wall", "short for --kind wall"), \
        O_WORD(0, "alloc", select_opts, kind, "alloc_bytes",                   \
               "short for --kind alloc_bytes"),                                \
        O_WORD(0, "live", select_opts, kind, "live_bytes",                     \
               "short for --kind live_bytes"),                                 \
        O_WORD(0, "lock", select_opts, kind, "lock", "short for --kind lock"), \
        O_TEXT(0, "min-join", select_opts, min_join, "CLASS",                  \
               "weakest evidence used: exact, strong, shared (default), "      \
               "window or "                                                    \
               "any"),                                                         \
        O_TEXT(0, "focus", select_opts, focus, "REGEX",                        \
               "only stacks with a frame that matches"),                       \
        O_TEXT(0, "ignore", select_opts, ignore, "REGEX",                      \
               "no stacks with a frame that matches"),                         \
        O_TEXT(0, "hide", select_opts, hide, "REGEX",                          \
               "leave out frames that match"),                                 \
        O_TEXT(0, "show", select_opts, show, "REGEX",                          \
               "show only frames that match"),                                 \
        O_TEXT(0, "show-from", select_opts, show_from, "REGEX",                \
               "start stacks at the first frame that matches"),                \
        O_LIST(                                                                \
            0, "label", select_opts, labels, "KEY=VALUE",                      \
            "only samples whose label, process, path or span matches; repeat " \
            "for several")

#define STATE_OPTION                                                           \
    O_PAIR(0, "state", select_opts, labels, "STATE",                           \
           "short for --label state=STATE; wall samples are runnable or "      \
           "sleeping")

#define SELECT_BY_SPAN                                                         \
    O_TEXT(0, "thread", select_opts, thread, "REGEX",                          \
           "only threads whose name matches"),                                 \
        O_TEXT(0, "service", select_opts, service, "NAME",                     \
               "only this service"),                                           \
        O_TEXT(0, "where", select_opts, where, "EXPR",                         \
               "only spans that match, and their code; see corr-query(7)"),    \
        O_TEXT(0, "op", select_opts, op, "NAME", "only spans with this name"), \
        O_CHOICE(0, "status", select_opts, status, "ok|error|unset",           \
                 "only spans with this status"),                               \
        O_TEXT(0, "deploy", select_opts, deploy, "VERSION",                    \
               "only spans with this service.version"),                        \
        O_INT(0, "slowest", select_opts, slowest, "N",                         \
              "only the N longest spans"),                                     \
        O_TIME(                                                                \
            0, "from", select_opts, from, "TIME",                              \
            "only from this time on; -5m is 5 minutes before the end of the "  \
            "data"),                                                           \
        O_TIME(0, "to", select_opts, to, "TIME", "only before this time"),     \
        O_TIME(0, "around", select_opts, around, "TIME",                       \
               "only near this time; half of --window to each side"),          \
        O_DURATION(0, "window", select_opts, window, "DURATION",               \
                   "length of the window of --around (default 2m)")

const opt select_options[] = { SELECT_BY_SAMPLE, STATE_OPTION, SELECT_BY_SPAN,
                               O_END };
/* Of check, whose --state is the file of a watch: --label state=STATE. */
const opt check_select_options[] = { SELECT_BY_SAMPLE, SELECT_BY_SPAN, O_END };

const opt of_options[] = {
    O_TEXT(0, "span", of_opts, span, "ID",
           "only this span: TRACE/sN, TRACE/ID or TRACE/NAME"),
    O_TEXT(0, "trace", of_opts, trace, "ID", "only this trace"), O_END
};

const opt rescale_options[] = {
    O_WORD(0, "rescale-to-clock", rescale_opts, to, "clock",
           "scale CPU samples to the clocks of their threads; marked *"),
    O_WORD(0, "rescale-to-metric", rescale_opts, to, "metric",
           "scale samples to the CPU the process used (metric or recording); "
           "marked *"),
    O_END
};

const opt sides_options[] = {
    O_FLAG(0, "keep-starts", sides_opts, keep_starts,
           "compare the first 5 minutes of a JVM, too; they are left out if 10 "
           "more follow"),
    O_END
};

const opt verdict_options[] = {
    O_LIST(0, "expect", verdict_opts, expect, "ASSERTION",
           "what must hold, as in corr-check(1); exit 1 if not, 4 if unknown"),
    O_FLAG(0, "exit-code", verdict_opts, exit_code,
           "exit 4 if the answer is uncertain; diff: 1 if cost grew"),
    O_CHOICE(0, "fail-on", verdict_opts, fail_on, "estimate|lower-bound",
             "fail if the estimate (default) or the whole interval exceeds "
             "base * F"),
    O_TEXT(0, "run-noise", verdict_opts, run_noise, "PERCENT",
           "how much runs differ, for sides with one profile (default 15%)"),
    O_FLAG(0, "allow-inconclusive", verdict_opts, allow,
           "exit 0 if corr cannot tell"),
    O_END
};

#define FILE_OPTION                                                            \
    O_TEXT('o', "output", output_opts, file, "FILE",                           \
           "write to FILE instead of standard output")
#define QUIET_OPTION                                                           \
    O_FLAG('q', "quiet", output_opts, quiet,                                   \
           "no messages, except warnings that affect the result")
#define VERBOSE_OPTION                                                         \
    O_FLAG('v', "verbose", output_opts, verbose,                               \
           "show all notes: about inputs, kinds and method")
#define ASCII_OPTION O_FLAG(0, "ascii", output_opts, ascii, "print only ASCII")
#define ZONE_OPTION                                                            \
    O_TEXT(0, "tz", output_opts, tz, "ZONE",                                   \
           "show times in this zone: local, UTC, +02:00, Europe/Berlin; data " \
           "stays in UTC")

#define COUNT_OPTION                                                           \
    O_INT('n', "count", output_opts, count, "N", "show N rows; 0 shows all")
#define ALL_OPTION O_FLAG(0, "all", output_opts, all, "leave nothing out")
#define TARGET_OPTIONS                                                         \
    O_WORD(0, "json", output_opts, target, "json",                             \
           "one JSON document; see corr-json(7)"),                             \
        O_WORD(0, "jsonl", output_opts, target, "jsonl",                       \
               "one JSON object a row"),                                       \
        O_WORD(0, "tsv", output_opts, target, "tsv",                           \
               "rows with tabs between cells"),                                \
        O_WORD(0, "csv", output_opts, target, "csv",                           \
               "rows with commas between cells"),                              \
        O_WORD(0, "md", output_opts, target, "md", "Markdown, for a ticket"),  \
        O_WORD(0, "html", output_opts, target, "html",                         \
               "a page with pictures, one file that needs no network"),        \
        O_TEXT(0, "table", output_opts, table, "NAME",                         \
               "another table of the document for --tsv, --csv, --jsonl")
#define SVG_OPTION                                                             \
    O_WORD(0, "svg", output_opts, target, "svg",                               \
           "only the picture, for a viewer or a document")
#define WIDTH_OPTION                                                           \
    O_INT(0, "width", output_opts, width, "N", "columns of the screen")
#define WIDE_OPTION O_FLAG(0, "wide", output_opts, wide, "never shorten names")
#define COLOR_OPTION                                                           \
    O_CHOICE(0, "color", output_opts, color, "auto|always|never",              \
             "when to use colour")
#define PAGER_OPTION                                                           \
    O_FLAG(0, "no-pager", output_opts, no_pager, "never use a pager")

const opt output_options[] = { COUNT_OPTION, ALL_OPTION,   TARGET_OPTIONS,
                               FILE_OPTION,  QUIET_OPTION, VERBOSE_OPTION,
                               ASCII_OPTION, WIDTH_OPTION, WIDE_OPTION,
                               COLOR_OPTION, ZONE_OPTION,  PAGER_OPTION,
                               O_END };

const opt drawn_options[] = { COUNT_OPTION,   ALL_OPTION,   TARGET_OPTIONS,
                              SVG_OPTION,     FILE_OPTION,  QUIET_OPTION,
                              VERBOSE_OPTION, ASCII_OPTION, WIDTH_OPTION,
                              WIDE_OPTION,    COLOR_OPTION, ZONE_OPTION,
                              PAGER_OPTION,   O_END };

/* A page in a file has no columns and no colours of a terminal. */
const opt page_options[] = { COUNT_OPTION, ALL_OPTION,   SVG_OPTION,
                             FILE_OPTION,  QUIET_OPTION, VERBOSE_OPTION,
                             WIDE_OPTION,  ZONE_OPTION,  O_END };

/* Commands that show all rows, and strips, have no names to cut: these tables
 * leave out options that would change nothing. */
const opt whole_options[] = { TARGET_OPTIONS, FILE_OPTION,  QUIET_OPTION,
                              VERBOSE_OPTION, ASCII_OPTION, WIDTH_OPTION,
                              WIDE_OPTION,    COLOR_OPTION, ZONE_OPTION,
                              PAGER_OPTION,   O_END };
const opt strips_options[] = { ALL_OPTION,   TARGET_OPTIONS, SVG_OPTION,
                               FILE_OPTION,  QUIET_OPTION,   VERBOSE_OPTION,
                               ASCII_OPTION, WIDTH_OPTION,   COLOR_OPTION,
                               ZONE_OPTION,  PAGER_OPTION,   O_END };

/* The option -o is the command's own. */
const opt folder_options[] = { TARGET_OPTIONS, QUIET_OPTION, VERBOSE_OPTION,
                               ASCII_OPTION,   WIDTH_OPTION, WIDE_OPTION,
                               COLOR_OPTION,   ZONE_OPTION,  PAGER_OPTION,
                               O_END };

/* For commands that write a file: these options concern messages only. */
const opt written_options[] = { FILE_OPTION, QUIET_OPTION, ASCII_OPTION,
                                ZONE_OPTION, O_END };

unsigned jobs_of(const opt_int *given)
{
    enum { MOST = 4096 };
    const char *env = getenv("CORR_JOBS");
    int64_t n = 0;

    if (given && given->given)
        n = given->value;
    else if (!env || !corr_str_i64(corr_str_of(env), &n) || n < 0 || n > MOST)
        n = 0;
    return (unsigned)n;
}
