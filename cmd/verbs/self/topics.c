/* topics - short texts of `corr help TOPIC`. */
#include "verbs/self/topics.h"

#include <string.h>

#include "corr_builtin.h"

static void print_formats(corr_out *out)
{
    corr_puts(
        out,
        "Files are known by what is in them, compressed or not, and never\n"
        "by their names.  --as NAME insists on a format.\n\n"
        "  name              read write\n");
    for (const corr_format *const *f = corr_builtin_formats; *f; f++)
        corr_printf(out, "  %-17s %-4s %-5s %s\n", (*f)->name,
                    (*f)->read ? "yes" : "no", (*f)->write ? "yes" : "no",
                    (*f)->title);
    corr_puts(out, "\nWhat each one tells about requests is in "
                   "corr-formats(7).\n");
}

static const char labels_text[] =
    "A sample can be tied to a span for certain only if it carries an\n"
    "id.  Profilers write it as a label; these keys are known:\n\n"
    "  trace       trace_id, traceid, otel.trace_id, dd.trace_id\n"
    "  span        span_id, spanid, profile_id, otel.span_id, span id\n"
    "  root        local root span id\n"
    "  thread      thread.name, thread, thread id, os thread id, tid\n"
    "  service     service.name, service, app\n"
    "  version     service.version, version, commit\n"
    "  host        host.name, hostname, host, instance\n"
    "  time        end_timestamp_ns\n\n"
    "Case and punctuation do not matter.  For another key say what it\n"
    "means: --label-key my_span=span, --label-key req=trace:decimal.\n\n"
    "Which file is of which version a small file can say, --label-map:\n"
    "lines \"monday/*.jfr version=v41 commit=abc123\".\n\n"
    "Whether a span label means the span that ran or only the root of\n"
    "its request is judged from the data: corr info says which.\n";

static const char json_text[] =
    "--json prints one document, --jsonl one object a row, --tsv and\n"
    "--csv the same rows under a header.\n\n"
    "  schema, corr      what this is: \"corr.top/1\", and who wrote it\n"
    "  verdict, exit     answered, pass, fail, unreadable, cannot-tell,\n"
    "                    nothing-found, and the exit status\n"
    "  inputs[]          each file: format, times, kinds of samples\n"
    "  notes[]           every warning, with a stable code\n\n"
    "Durations are integers, *_ns.  Absolute times are strings of\n"
    "decimal nanoseconds since 1970, *_unix_ns.  Shares are 0..1.  What\n"
    "is not known is null.  Rows that were cut off are one row with\n"
    "\"rest\": true.  Nothing is cut unless -n says so.\n\n"
    "The members of each command are in corr-json(7).\n";

static const char methods_text[] =
    "Each number has one rule.  corr-methods(7) holds them all:\n\n"
    "   0  words: what a sample, a process, a request is\n"
    "   1  which sample belongs to which span, on what evidence\n"
    "   2  where the time of one span went\n"
    "   3  critical path, savings, what many traces wait for\n"
    "   4  diff: names, alignment, units, noise, significance\n"
    "   5  pass, fail, cannot tell\n"
    "   6  counters and other series of metrics\n"
    "   7  trees, rounding, pictures\n"
    "   8  what a trace is searched for\n"
    "  10  sampling rate, saturation, yield, thread clocks\n"
    "  11  numerics\n\n"
    "Comments in the source cite its sections.\n";

static const char query_text[] =
    "These words mean the same in every command that shows samples:\n\n"
    "  --kind NAME        kind of sample; kinds are never added up\n"
    "  --focus REGEX      only stacks with such a frame\n"
    "  --ignore REGEX     no stacks with such a frame\n"
    "  --hide, --show, --show-from REGEX    which frames are shown\n"
    "  --label KEY=VALUE  only samples with this label\n"
    "  --thread REGEX, --service NAME, --state STATE\n"
    "  --span ID, --trace ID    only samples of one request\n"
    "  --op NAME, --status STATUS, --deploy VERSION, --slowest N\n"
    "                     only spans like these, and what ran in them\n"
    "  --where EXPR       the same in TraceQL, see corr-query(7):\n"
    "                     --where 'duration > 500ms && status = error'\n"
    "  --from TIME, --to TIME; --around TIME, --window DURATION\n"
    "  PATH@WINDOW        only that time of a file, or of all files of a\n"
    "                     directory: rec.jfr@14:21..14:22, dir@-5m;\n"
    "                     the rest is as if it had not been recorded\n"
    "  --min-join CLASS   weakest evidence that counts\n\n"
    "Ids: any unique beginning of four or more hex digits, in any case,\n"
    "with 0x or dashes, base64, decimal, a traceparent, a whole line\n"
    "that holds one id.  A span of a trace: 4bf9/s7, 4bf9/00f067aa,\n"
    "4bf9/calculate-total.\n\n"
    "Times: 14:15, 14:15:22Z, 2026-02-05T14:15:22Z, Unix seconds to\n"
    "nanoseconds, now.  Without a zone they are UTC, without a date on\n"
    "the day of the recording.  --tz ZONE shows times in another zone\n"
    "and changes nothing else.\n\n"
    "Regular expressions are those of Perl.\n";

static const char runbooks_text[] =
    "Scripts for a POSIX shell, in share/corr/runbook.  -h prints how\n"
    "each one is used.\n\n"
    "  latency-page [FILE...]  the slowest traces, one after the other:\n"
    "                          what they waited for, and the code\n"
    "  after-deploy BASE NEW   what got dearer, with a verdict\n"
    "  canary-gate BASE NEW    pass or fail, again while it cannot tell\n"
    "  rescue FILE...          a recording that was never finished, made\n"
    "                          whole, and what was lost\n\n"
    "They know the program as $CORR, corr if that is not set.  Options\n"
    "and exit statuses are in corr-runbooks(7).\n";

static const topic topics[] = {
    { "formats", "formats", NULL, print_formats },
    { "json", "json", json_text, NULL },
    { "labels", "formats", labels_text, NULL },
    { "methods", "methods", methods_text, NULL },
    { "query", "query", query_text, NULL },
    { "runbooks", "runbooks", runbooks_text, NULL },
};

#define NTOPICS (sizeof topics / sizeof topics[0])

const topic *topic_find(const char *name)
{
    for (size_t i = 0; i < NTOPICS; i++)
        if (strcmp(topics[i].name, name) == 0)
            return &topics[i];
    return NULL;
}

void topic_print(const topic *t, corr_out *out)
{
    if (t->print)
        t->print(out);
    else
        corr_puts(out, t->text);
}

const char *topic_name(size_t i)
{
    return i < NTOPICS ? topics[i].name : NULL;
}

void topic_print_names(corr_out *out)
{
    for (size_t i = 0; i < NTOPICS; i++)
        corr_printf(out, " %s", topics[i].name);
    corr_putc(out, '\n');
}
