/* Tests of known_formats: files that corr names and does not read. */
#include "load/known_formats.h"

#include "base/base.h"
#include "test/testing.h"

typedef struct example {
    const char *bytes;
    size_t n;
    const char *what; /* the beginning of its name; NULL: no name */
} example;

#define IS(what, bytes)                                                        \
    {                                                                          \
        bytes, sizeof(bytes) - 1, what                                         \
    }
#define NO(bytes)                                                              \
    {                                                                          \
        bytes, sizeof(bytes) - 1, NULL                                         \
    }

/* clang-format off */
static const example examples[] = {
    /* systems */
    IS("a recording of perf", "PERFILE2h\0\0\0\0\0\0\0"),
    IS("a recording of perf", "2ELIFREP\0\0\0\0\0\0\0h"),
    IS("samples of simpleperf", "SIMPLEPERF\1\0X\0\0\0"),
    IS("a recording of trace-cmd", "\x17\x08\x44tracing6\0"),
    IS("a recording of Sysprof", "\x5e\x97\xca\xfd\1\0\0\0"),
    IS("a trace of LTTng", "\xc1\x1f\xfc\xc1\0\0\0\0"),
    IS("metadata of a trace of LTTng", "/* CTF 1.8 */\ntrace {\n"),
    IS("samples of OProfile", "DAE\n\1\0\0\0"),
    IS("a trace of Perfetto", "\n\x20\x08\x01\x12\x0clinux.ftrace\1\2\3\4\5\6\7\x0e\x0f\1\2\3"),
    IS("a method trace of Android", "SLOW\3\0\x20\0"),
    IS("a method trace of Android", "*version\n3\ndata-file-overflow=false\nclock=dual\n"),
    IS("a table of perf report", "# Samples: 1K of event 'cycles'\n#\n# Overhead  Command  Symbol\n"),
    IS("counters of perf stat", "\n Performance counter stats for 'ls':\n\n  1.2 msec task-clock\n"),
    IS("stacks of bpftrace", "Attaching 1 probe...\n\n@[\n  a+1\n]: 42\n"),
    IS("stacks of bpftrace", "@stacks[\n    a+1\n    b+2\n]: 42\n"),
    IS("stacks of SystemTap", " 0xffffffff8100b0f5 : foo+0x5/0x60 [kernel]\n 0xffffffff8100b0f6 : bar+0x5/0x60\n\t7\n"),
    IS("stacks of DTrace", "\n              libc.so.1`read+0x15\n              app`main+0x2\n                7\n"),
    IS("a log of ftrace", "# tracer: function\n#\n"),
    IS("stacks of gdb", "Thread 1 (LWP 5):\n#0  read () from libc.so\n#1  main ()\n"),
    IS("a report of macOS sample", "Analysis of sampling rg (pid 1) every 1 millisecond\nCall graph:\n"),
    IS("a table copied from Instruments", "Running Time\tSelf (ms)\t\tSymbol Name\n"),
    IS("a packet capture", "\xd4\xc3\xb2\xa1\2\0\4\0"),
    IS("an event trace of Windows", "\0\0\1\0\x48\0\0\0\x90\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
       "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
    /* valgrind, memory, gprof */
    IS("a profile of PHP by Xdebug", "version: 1\ncreator: xdebug 3.1.0 (PHP 8.1.0)\nevents: Time_(10ns)\n\nfl=(1) a\nfn=(1) b\n"),
    IS("a profile of cachegrind", "desc: I1 cache: 32768 B\ndesc: D1 cache: 1\ncmd: ls\nevents: Ir\nfl=a\nfn=b\n1 2\n"),
    IS("a heap profile of massif", "desc: --time-unit=B\ncmd: ls\ntime_unit: i\n#-----------\nsnapshot=0\n"),
    IS("a profile of callgrind", "# callgrind format\nversion: 1\n"),
    IS("a profile of callgrind", "version: 1\ncreator: callgrind-3.18\npid: 5\n"),
    IS("a heap profile of DHAT", "{\"dhatFileVersion\":2,\"mode\":\"heap\"}"),
    IS("a heap profile of heaptrack", "v 10500 3\nX /usr/bin/a\nI 1000 3e8\n+ 1\n"),
    IS("a profile of gprof", "gmon\1\0\0\0\0\0\0\0"),
    IS("a table of gprof", "Flat profile:\n\nEach sample counts as 0.01 seconds.\n"),
    IS("a heap profile of jemalloc", "heap_v2/524288\n  t*: 1: 2 [0: 0]\n"),
    /* JVM */
    IS("a heap dump of a JVM (hprof)", "JAVA PROFILE 1.0.2\0\0\0\0\x08"),
    IS("a profile of the old hprof agent", "JAVA PROFILE 1.0.1, created Mon Apr 15\n"),
    IS("a heap dump of a JVM by IBM", "\0\x12portable heap dump\0\0\0\6"),
    IS("a thread dump of a JVM by IBM", "0SECTION       TITLE subcomponent dump routine\n"),
    IS("a thread dump of a JVM in JSON", "{\"threadDump\": {\"processId\": \"5\", \"threadContainers\": []}}"),
    IS("a JFR recording printed as text", "jdk.ExecutionSample {\n  startTime = 13:00:00.000\n}\n"),
    IS("a JFR recording printed as JSON", "{\n  \"recording\": {\n    \"events\": [{\n"),
    IS("a histogram of a Java heap", " num     #instances         #bytes  class name (module)\n-----\n   1:  5  120  [B\n"),
    IS("a log of a JVM's garbage", "[0.005s][info][gc] Using G1\n[0.1s][info][gc] GC(0) Pause Young\n"),
    IS("a log of a JVM's garbage", "0.5: [GC (Allocation Failure) 5K->2K(9K), 0.0012 secs]\n"),
    IS("a crash report of a JVM", "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n"),
    IS("stacks of async-profiler in text",
       "--- 74 ns (60.00%), 2 samples\n  [ 0] A.b\n  [ 1] C.d\n"),
    IS("series printed by promtool query",
       "up{job=\"a\"} =>\n65 @[1669035217.294]\n"),
    IS("series printed by promtool query",
       "up{job=\"a\"} => 1 @[1669035217.294]\n"),
    IS("what Grafana's old query inspector copied",
       "{\"xhrStatus\":\"complete\",\"response\":{}}"),
    IS("metrics of Prometheus as protobuf",
       "\x15\x0a\x02up\x12\x01h\x18\1\x22\x0b\x12\x09\x09\0\0\0\0\0\0\0\0"),
    IS("metrics of Prometheus as protobuf",
       "\x0f\x0a\x04" "a.\xc3\xa9\x22\x07\x1a\x05\x09\0\0\0\0"),
    IS("metrics in the text form of protobuf",
       "name:\"up\"  help:\"\"  type:GAUGE  metric:{gauge:{value:1}}\n"),
    IS("metrics in the text form of protobuf",
       "name:  \"up\"\nhelp:  \"\"\ntype:  GAUGE\nmetric:  {\n  gauge:  {\n"),
    IS("metrics in the text form of protobuf",
       "name: \"up\"\nhelp: \"\"\ntype: GAUGE\nmetric {\n  gauge {\n"),
    IS("a table of async-profiler", "--- Execution profile ---\nTotal samples : 5\n"),
    IS("a snapshot of VisualVM", "nBpRoFiLeR\1\1"),
    IS("stacks of goroutines", "panic: x\n\ngoroutine 1 [running]:\nmain.main()\n"),
    IS("a thread dump of a JVM", "2026-11-24 22:45:45\nFull thread dump OpenJDK 64-Bit Server VM (17 mixed):\n"),
    /* .NET, Go */
    IS("a trace of .NET", "Nettrace\x14\0\0\0!FastSerialization.1"),
    IS("a file of PerfView or dotnet-gcdump", "\x14\0\0\0!FastSerialization.1"),
    IS("an execution trace of Go", "go 1.22 trace\0\0\0"),
    IS("a table printed by pprof", "File: a\nType: cpu\nShowing nodes accounting for 10s, 100% of 10s total\n"),
    IS("a profile printed by pprof -raw", "PeriodType: cpu nanoseconds\nPeriod: 1\nSamples:\ncpu/ns\n 1: 1 2\n"),
    IS("a graph of pprof", "digraph \"app\" {\nnode [style=filled]\n"),
    IS("a profile with its symbols", "--- symbol\nbinary=a\n0x1 main\n---\n--- heap\n"),
    /* Python */
    IS("a profile of Python's cProfile", "\xfb)\3\xfa\x08<string>\xe9\1\0\0\0"),
    IS("a profile of Python's cProfile", "{(\3\0\0\0s\5\0\0\0a"),
    IS("a table of Python's pstats", "   5 function calls in 0.1 seconds\n\n   ncalls  tottime  percall\n"),
    IS("a recording of memray", "memray\0\x0a\0\0\0"),
    IS("a binary file of Austin", "MOJ\4\1austin\0004.0.0\0"),
    IS("a snapshot of Python's tracemalloc", "\x80\4\x95\x20\0\0\0\0\0\0\0\x8c\x0btracemalloc\x94"),
    IS("a profile of pyinstrument", "{\"start_time\": 1.0, \"sample_count\": 5, \"root_frame\": {}}"),
    IS("a session of pyinstrument", "{\"session\": {}, \"frame_tree\": {}}"),
    IS("a profile of scalene", "{\"alloc_samples\": 1, \"files\": {}, \"max_footprint_mb\": 1.0}"),
    IS("stacks printed by py-spy dump", "Process 5: python a.py\nPython v3.11.2 (/usr/bin/python)\n\nThread 5 (idle): \"MainThread\"\n"),
    IS("a table of line_profiler", "Timer unit: 1e-06 s\n\nTotal time: 1 s\n"),
    /* Ruby, PHP, Perl, R, Haskell */
    IS("a raw recording of rbspy", "rbspy02\n{\"v\":1}\n"),
    IS("a profile of stackprof (marshal)", "\4\x08{\x0c:\x0cversionf\x08" "1.2:\x0csamplesi\5"),
    IS("a profile of stackprof in JSON", "{\"version\":1.2,\"mode\":\"wall\",\"interval\":1000,\"samples\":5,\"gc_samples\":0,\"frames\":{}}"),
    IS("a table of ruby-prof", "Measure Mode: wall_time\nThread ID: 5\nFiber ID: 6\n"),
    IS("a profile of xhprof", "{\"main()==>f\": {\"ct\": 1, \"wt\": 2}, \"main()\": {\"ct\": 1, \"wt\": 3}}"),
    IS("a function trace of Xdebug", "Version: 3.1.0\nFile format: 4\nTRACE START [2024-04-14 13:00:00]\n"),
    IS("stacks of phpspy", "0 sleep <internal>:-1\n1 <main> /a.php:3\n# - - - - -\n"),
    IS("a profile of Perl's NYTProf", "NYTProf 5 0\n# x\n"),
    IS("a profile of R", "sample.interval=20000\n\"f\" \"g\" \n"),
    IS("a profile of a Haskell", "\tSun Aug 13 10:47 2023 Time and Allocation Profiling Report  (Final)\n"),
    IS("an event log of a Haskell", "hdrb\0\0\0\1"),
    IS("a heap profile of a Haskell", "JOB \"a\"\nDATE \"x\"\nSAMPLE_UNIT \"seconds\"\n"),
    /* JavaScript, browsers */
    IS("a tick log of V8", "v8-version,10,2,154,4,-node.8,0\n"),
    IS("a heap snapshot of V8", "{\"snapshot\":{\"meta\":{\"node_fields\":[\"type\"]}},\"nodes\":[]}"),
    IS("a heap profile of V8", "{\"head\":{\"callFrame\":{},\"selfSize\":0}}"),
    IS("trace events of Chrome", "{\"traceEvents\": []}"),
    IS("trace events of Chrome", "[\n{\"name\":\"a\",\"ph\":\"B\",\"pid\":1,\"tid\":1,\"ts\":5},\n"),
    IS("a profile of the Firefox", "{\"meta\": {\"interval\": 1}, \"libs\": [], \"threads\": []}"),
    IS("a report of Node.js", "{\"header\": {\"reportVersion\": 3}}"),
    /* pictures */
    IS("a drawn flame graph (SVG)", "<?xml version=\"1.0\"?>\n<svg><title>main (10 samples, 100%)</title></svg>"),
    IS("a picture (SVG)", "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect/></svg>"),
    IS("a drawn flame graph (HTML)", "<!DOCTYPE html>\n<html><title>Flame Graph</title>"),
    IS("a page in HTML", "<html><body>Please log in</body></html>"),
    IS("a flame graph as a tree", "{\"name\":\"root\",\"value\":5,\"children\":[]}"),
    IS("a document (PDF)", "%PDF-1.4\n"),
    /* spans of other products */
    IS("a trace of Google Cloud Trace", "{\"projectId\": \"p\", \"traceId\": \"5b\", \"spans\": [{\"spanId\": \"1\"}]}"),
    IS("traces of AWS X-Ray", "{\"Traces\": [{\"Id\": \"1-5\", \"Segments\": []}]}"),
    IS("a segment of AWS X-Ray", "{\"trace_id\": \"1-5\", \"id\": \"a\", \"start_time\": 1.5, \"name\": \"x\"}"),
    IS("a trace of Datadog", "[[{\"trace_id\": 1, \"span_id\": 2, \"meta\": {}, \"resource\": \"x\"}]]"),
    IS("a segment of SkyWalking", "{\"traceId\": \"a\", \"traceSegmentId\": \"b\", \"spans\": [{\"spanId\": 0, \"operationName\": \"x\"}]}"),
    IS("a trace of SkyWalking", "{\"data\": {\"trace\": {\"spans\": [{\"segmentId\": \"a\", \"spanId\": 0, \"endpointName\": \"x\"}]}}}"),
    IS("spans of Honeycomb", "[{\"time\": \"t\", \"data\": {\"trace.trace_id\": \"a\", \"name\": \"x\"}}]"),
    IS("documents of Elastic APM", "{\"_source\": {\"@timestamp\": \"t\", \"trace\": {\"id\": \"a\"}, \"transaction\": {}}}"),
    IS("events sent to Elastic APM", "{\"metadata\": {\"service\": {}}}\n{\"transaction\": {\"id\": \"a\"}}\n"),
    IS("events sent to Elastic APM", "{\"metadata\":{}}\n{\"span\":{\"id\":\"a\",\"trace_id\":\"b\"}}\n"),
    IS("rows of a ClickHouse table of spans (SigNoz)", "{\"traceID\": \"a\", \"spanID\": \"b\", \"durationNano\": 5, \"serviceName\": \"x\", \"references\": \"[]\"}"),
    IS("rows of a ClickHouse table of spans (HyperDX)", "{\"Timestamp\": \"t\", \"TraceId\": \"a\", \"SpanId\": \"b\", \"SpanName\": \"x\"}"),
    IS("output of the collector's debug", "2024-04-14 info ResourceSpans #0\nResource SchemaURL: \n"),
    IS("spans of .NET's console", "Activity.TraceId:            5b8e\nActivity.SpanId: 1\n"),
    /* Prometheus; programs and containers */
    IS("a block of samples of Prometheus", "\x85\xbd\x40\xdd\1\0\0\0"),
    IS("facts about a block of Prometheus", "{\"ulid\": \"x\", \"minTime\": 1, \"maxTime\": 2, \"compaction\": {}}"),
    IS("a trace as a table of Grafana (CSV)", "\"traceID\",\"spanID\",\"parentSpanID\"\n\"5b8e\",\"1\",\"\"\n"),
    IS("a table of Grafana (CSV)", "\"Time\",\"shop\"\r\n2024-04-14 13:00:00,3\r\n"),
    IS("a table of Grafana (CSV)", "sep=;\r\n\"Time\";\"shop\"\r\n1713099600000;3\r\n"),
    IS("a core dump", "\x7f" "ELF\2\1\1\0\0\0\0\0\0\0\0\0\4\0\x3e\0"),
    IS("a program or library (ELF)", "\x7f" "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\x3e\0"),
    IS("a class of Java", "\xca\xfe\xba\xbe\0\0\0\x41"),
    IS("a database of SQLite", "SQLite format 3\0"),
    IS("a table in Parquet", "PAR1\x15\4"),
    IS("compressed with snappy", "\xff\6\0\0sNaPpY"),
    /* near to some of them */
    NO(""),
    NO("{"),
    NO("{\"a\": \"\\"),
    NO("main;work 5\nmain;rest 6\n"),
    NO("go 1.22\nmodule x\n"),
    NO("{\"resourceSpans\": [{\"scopeSpans\": [{\"spans\": [{\"traceId\": \"a\", \"spanId\": \"b\", \"name\": \"transaction\"}]}]}]}"),
    NO("{\"text\": \"\\\"traceEvents\\\":\"}"),
    NO("{\"resourceProfiles\": [{\"scopeProfiles\": [{\"profiles\": [{\"durationNano\": \"5\"}]}]}]}"),
    NO("[{\"traceId\": \"a\", \"id\": \"b\", \"name\": \"x\", \"tags\": {\"ph\": \"1\"}}]"),
    NO("goroutine 34 [running] was seen\n"),
    NO("\0\0\1\0\x0a\x0b\x0c\x0d"),
};
/* clang-format on */

static known_format name_of(const uint8_t *head, size_t n)
{
    const head_facts facts = head_facts_of(head, n);

    return known_format_of(head, n, &facts, 0);
}

static void each_is_named_by_its_content(void **state)
{
    (void)state;
    for (size_t i = 0; i < countof(examples); i++) {
        const example *e = &examples[i];
        const known_format k = name_of((const uint8_t *)e->bytes, e->n);
        if (!e->what != !k.what ||
            (k.what && strncmp(k.what, e->what, strlen(e->what)) != 0))
            fail_msg("%zu: %s, not %s: %.40s", i, k.what, e->what, e->bytes);
        if (k.what)
            assert_int_not_equal(k.instead[0], 0);
    }
}

/* No prefix is read behind its end, whatever it is taken for. */
static void a_cut_head_is_no_harm(void **state)
{
    (void)state;
    for (size_t i = 0; i < countof(examples); i++)
        for (size_t n = 0; n <= examples[i].n; n++) {
            uint8_t *bytes = malloc(n + 1);
            char members[160];

            assert_non_null(bytes);
            memcpy(bytes, examples[i].bytes, n);
            bytes = realloc(bytes, n ? n : 1);
            assert_non_null(bytes);
            (void)name_of(bytes, n);
            (void)known_members(bytes, n, members, sizeof members);
            assert_true(strlen(members) < sizeof members);
            free(bytes);
        }
}

static void members_of_json_are_listed(void **state)
{
    static const struct {
        const char *text, *members;
    } rows[] = {
        { "{\"a\": {\"x\": 1}, \"b\": [{\"y\": 2}]}", "\"a\", \"b\"" },
        { "[{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5}]",
          "\"a\", \"b\", \"c\", \"d\" and 1 more" },
        { "{\"a\\\"b\": \"c\"}", "\"a\\\"b\"" },
        { "a: 1", "" },
        { "{}", "" },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++) {
        char members[160];

        assert_int_equal(known_members((const uint8_t *)rows[i].text,
                                       strlen(rows[i].text), members,
                                       sizeof members),
                         rows[i].members[0] != 0);
        assert_string_equal(members, rows[i].members);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_named_by_its_content),
        cmocka_unit_test(a_cut_head_is_no_harm),
        cmocka_unit_test(members_of_json_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
