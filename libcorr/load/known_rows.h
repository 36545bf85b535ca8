/*
 * known_rows - files that the field writes and corr names but does not read:
 * what it is, what to type next, how sure the marks are, and one to four marks,
 * all of which must be there.
 *
 *     AT(n, "x")   these bytes at byte n
 *     FIRST("x")   the text begins so, behind blanks
 *     NEAR("x")    somewhere in the first 64 bytes
 *     LINE("x")    a line begins so, behind blanks
 *     HAS("x")     somewhere in the head
 *     TOP("x")     a member of the outermost object of a JSON document
 *     KEY("x")     a member at any depth
 *     LIKE(check)  a function of known_formats.c
 *
 * The first row that fits is used, so a special one stands before a general
 * one.  FAINT: any format that is read wins; TEXT: one with structure does;
 * SOLID: only one with magic bytes does.
 *
 * known_formats.c defines ROW and includes this file.
 */

/* clang-format off */

/* ---- recordings of systems ---- */
ROW("a recording of perf (perf.data)", "perf script -i FILE >FILE.txt, and give corr that",
    SOLID, AT(0, "PERFILE2"))
ROW("a recording of perf (perf.data)", "perf script -i FILE >FILE.txt, and give corr that",
    SOLID, AT(0, "2ELIFREP"))
ROW("a recording of an old perf (perf.data)", "perf script -i FILE >FILE.txt, and give corr that",
    SOLID, AT(0, "PERFFILE"))
ROW("samples of simpleperf", "report_sample.py of the NDK prints perf script text of its perf.data",
    SOLID, AT(0, "SIMPLEPERF"))
ROW("an event trace of Windows (ETL)", "open it in PerfView and save CPU Stacks as speedscope",
    SOLID, LIKE(is_etl))
ROW("a recording of trace-cmd", "record stacks: perf record -g, then perf script",
    SOLID, AT(0, "\x17\x08\x44tracing"))
ROW("a recording of Sysprof", "record stacks: perf record -g, then perf script",
    SOLID, AT(0, "\x5e\x97\xca\xfd"))
ROW("a trace of LTTng (CTF)", "babeltrace2 prints its events; for stacks: perf record -g, then perf script",
    SOLID, AT(0, "\xc1\x1f\xfc\xc1"))
ROW("metadata of a trace of LTTng (CTF)", "babeltrace2 prints the events; for stacks: perf record -g, then perf script",
    SOLID, AT(0, "\x57\x1d\xd1\x75"))
ROW("metadata of a trace of LTTng (CTF)", "babeltrace2 prints the events; for stacks: perf record -g, then perf script",
    TEXT, FIRST("/* CTF 1.8 */"))
ROW("samples of OProfile", "record stacks: perf record -g, then perf script",
    SOLID, AT(0, "DAE\n"))
ROW("a trace of Perfetto", "record stacks: perf record -g, then perf script; of Chrome: node --cpu-prof",
    TEXT, AT(0, "\n"), LIKE(is_binary_head), HAS("linux.ftrace"))
ROW("a trace of Perfetto", "record stacks: perf record -g, then perf script; of Chrome: node --cpu-prof",
    TEXT, AT(0, "\n"), LIKE(is_binary_head), HAS("perfetto"))
ROW("a method trace of Android", "record samples: simpleperf record -g, then its report_sample.py",
    SOLID, AT(0, "SLOW"), LIKE(is_binary_head))
ROW("a method trace of Android", "record samples: simpleperf record -g, then its report_sample.py",
    SOLID, AT(0, "*version\n"))
ROW("a table of perf report", "perf script prints the stacks: perf script >FILE.txt",
    TEXT, LINE("# To display the perf.data header info"))
ROW("a table of perf report", "perf script prints the stacks: perf script >FILE.txt",
    TEXT, LINE("# Overhead "))
ROW("a table of perf report", "perf script prints the stacks: perf script >FILE.txt",
    TEXT, FIRST("Samples: "), HAS(" of event '"))
ROW("a table of perf diff", "corr diff compares the output of perf script",
    TEXT, LINE("# Baseline "))
ROW("counters of perf stat", "record stacks: perf record -g, then perf script",
    TEXT, LINE("Performance counter stats for "))
ROW("source annotated by perf", "perf script prints the stacks: perf script >FILE.txt",
    TEXT, LINE("Percent |"))
ROW("a recording of perf in JSON", "perf script prints the stacks: perf script -i perf.data >FILE.txt",
    SOLID, KEY("linux-perf-json-version"))
ROW("stacks of bpftrace", "stackcollapse-bpftrace.pl FILE >FILE.folded (of FlameGraph)",
    TEXT, LINE("Attaching "), LINE("@"))
ROW("stacks of bpftrace", "stackcollapse-bpftrace.pl FILE >FILE.folded (of FlameGraph)",
    TEXT, LINE("@"), LINE("]: "))
ROW("stacks of SystemTap", "stackcollapse-stap.pl FILE >FILE.folded (of FlameGraph)",
    TEXT, LINE("0xffffffff"), HAS(" : "), HAS("/0x"))
ROW("stacks of DTrace", "stackcollapse.pl FILE >FILE.folded (of FlameGraph)",
    TEXT, LIKE(is_dtrace))
ROW("a log of ftrace", "record stacks: perf record -g, then perf script",
    TEXT, FIRST("# tracer: "))
ROW("a table of strace -c", "record stacks: perf record -g, then perf script",
    TEXT, FIRST("% time     seconds"))
ROW("stacks of gdb or pstack", "stackcollapse-gdb.pl FILE >FILE.folded (of FlameGraph)",
    TEXT, LINE("Thread 1 ("), LINE("#0 "))
ROW("stacks of gdb or pstack", "stackcollapse-gdb.pl FILE >FILE.folded (of FlameGraph)",
    TEXT, LINE("#0  0x"), LINE("#1  0x"))
ROW("a report of macOS sample", "stackcollapse-sample.awk FILE >FILE.folded (of FlameGraph)",
    TEXT, LINE("Analysis of sampling "))
ROW("a report of macOS spindump", "record with sample PID, then stackcollapse-sample.awk (of FlameGraph)",
    TEXT, LINE("Heaviest stack for the "))
ROW("a table copied from Instruments", "stackcollapse-instruments.pl FILE >FILE.folded (of FlameGraph)",
    TEXT, FIRST("Weight\tSelf Weight"))
ROW("a table copied from Instruments", "stackcollapse-instruments.pl FILE >FILE.folded (of FlameGraph)",
    TEXT, FIRST("Running Time\tSelf"))
ROW("an export of Instruments (xctrace)", "copy the call tree as text, then stackcollapse-instruments.pl (of FlameGraph)",
    TEXT, FIRST("<?xml"), HAS("<trace-query-result"))
ROW("a packet capture", "corr needs a profile or a trace: \"corr help formats\" lists them",
    SOLID, AT(0, "\xd4\xc3\xb2\xa1"))
ROW("a packet capture", "corr needs a profile or a trace: \"corr help formats\" lists them",
    SOLID, AT(0, "\xa1\xb2\xc3\xd4"))
ROW("a packet capture", "corr needs a profile or a trace: \"corr help formats\" lists them",
    SOLID, AT(0, "\x4d\x3c\xb2\xa1"))
ROW("a packet capture (pcapng)", "corr needs a profile or a trace: \"corr help formats\" lists them",
    SOLID, AT(0, "\x0a\x0d\x0d\x0a"))
ROW("a journal of systemd", "journalctl --file FILE -o cat prints the lines",
    SOLID, AT(0, "LPKSHHRH"))

/* ---- valgrind, memory, gprof ---- */
ROW("a profile of PHP by Xdebug", "sample the stacks: phpspy -p PID | stackcollapse-phpspy.pl >FILE.folded",
    TEXT, LINE("creator: xdebug"))
ROW("a function trace of Xdebug", "sample the stacks: phpspy -p PID | stackcollapse-phpspy.pl >FILE.folded",
    TEXT, LINE("TRACE START ["))
ROW("a profile of cachegrind", "cg_annotate FILE shows it; for stacks: perf record -g, then perf script",
    TEXT, FIRST("desc: I1 cache:"))
ROW("a profile of cachegrind", "cg_annotate FILE shows it; for stacks: perf record -g, then perf script",
    TEXT, LINE("# cachegrind"))
ROW("a heap profile of massif", "ms_print FILE shows it; for stacks: heaptrack --flamegraph of the program",
    TEXT, FIRST("desc: "), LINE("time_unit: "), LINE("snapshot="))
ROW("a profile of callgrind", "callgrind_annotate FILE shows it; for stacks: perf record -g, then perf script",
    TEXT, FIRST("# callgrind format"))
ROW("a profile of callgrind", "callgrind_annotate FILE shows it; for stacks: perf record -g, then perf script",
    TEXT, LINE("creator: callgrind"))
ROW("a profile in the format of callgrind", "callgrind_annotate FILE shows it; for stacks: perf record -g, then perf script",
    TEXT, LINE("events: "), LINE("fn="))
ROW("a heap profile of DHAT", "dh_view.html of Valgrind shows it; for stacks: perf record -g, then perf script",
    SOLID, TOP("dhatFileVersion"))
ROW("a heap profile of heaptrack", "heaptrack_print -f FILE -F FILE.folded",
    TEXT, FIRST("v "), LINE("X /"), LINE("I "))
ROW("a profile of gprof (gmon.out)", "gprof has no stacks: perf record -g, then perf script",
    SOLID, AT(0, "gmon"), LIKE(is_binary_head))
ROW("a table of gprof", "gprof has no stacks: perf record -g, then perf script",
    TEXT, FIRST("Flat profile:"))
ROW("a log of mtrace", "mtrace PROGRAM FILE shows the leaks; for stacks: perf record -g",
    TEXT, FIRST("= Start"), LINE("@ "))
ROW("a heap profile of jemalloc", "jeprof --collapsed PROGRAM FILE >FILE.folded",
    FAINT, FIRST("heap_v2/"))

/* ---- JVM ---- */
ROW("a profile of the old hprof agent", "record the JVM: jcmd PID JFR.start duration=60s filename=FILE",
    SOLID, AT(0, "JAVA PROFILE 1.0.1, created"))
ROW("a heap dump of a JVM (hprof)", "a dump has no time: jcmd PID JFR.start duration=60s filename=FILE",
    SOLID, AT(0, "JAVA PROFILE 1.0."))
ROW("a heap dump of a JVM by IBM (PHD)", "a dump has no time: jcmd PID JFR.start duration=60s filename=FILE",
    SOLID, AT(2, "portable heap dump"))
ROW("a thread dump of a JVM by IBM (javacore)", "record the JVM: jcmd PID JFR.start duration=60s filename=FILE",
    TEXT, LINE("0SECTION"))
ROW("a snapshot of VisualVM or NetBeans", "record the JVM: jcmd PID JFR.start duration=60s filename=FILE",
    SOLID, AT(0, "nBpRoFiLeR"))
ROW("a thread dump of a JVM in JSON", "record the JVM: jcmd PID JFR.start duration=60s filename=FILE",
    SOLID, TOP("threadDump"), KEY("threadContainers"))
ROW("a JFR recording printed as text", "give corr the .jfr file itself",
    TEXT, FIRST("jdk."), LINE("startTime = "))
ROW("a JFR recording printed as JSON", "give corr the .jfr file itself",
    SOLID, TOP("recording"), KEY("events"))
ROW("a histogram of a Java heap (jmap -histo)", "record allocations: jcmd PID JFR.start settings=profile filename=FILE",
    TEXT, LINE("num     #instances"))
ROW("a log of a JVM's garbage collector", "a JFR recording has the pauses: jcmd PID JFR.start filename=FILE",
    TEXT, FIRST("["), HAS("][gc"))
ROW("a log of a JVM's garbage collector", "a JFR recording has the pauses: jcmd PID JFR.start filename=FILE",
    TEXT, HAS("[GC ("), HAS(" secs]"))
ROW("a crash report of a JVM", "record the JVM: jcmd PID JFR.start duration=60s filename=FILE",
    TEXT, LINE("# A fatal error has been detected by the Java Runtime"))
ROW("a table of async-profiler", "let it write stacks: asprof -o collapsed -f FILE.folded PID",
    TEXT, LINE("--- Execution profile ---"))
ROW("stacks of async-profiler in text", "let it write them one a line: asprof -o collapsed -f FILE.folded PID",
    TEXT, LINE("--- "), LINE("[ 0] "), HAS(" sample"))
ROW("results of JMH", "profile the benchmark: java -jar BENCHMARKS.jar -prof jfr",
    SOLID, KEY("primaryMetric"), KEY("benchmark"))

/* ---- .NET ---- */
ROW("a trace of .NET (nettrace)", "dotnet-trace convert --format Speedscope FILE",
    SOLID, AT(0, "Nettrace"))
ROW("a file of PerfView or dotnet-gcdump", "open it in PerfView and save the stacks as speedscope",
    SOLID, AT(4, "!FastSerialization"))
ROW("stacks saved by PerfView", "save them as speedscope in PerfView",
    TEXT, FIRST("<StackWindow"))
ROW("spans of .NET's console exporter", "use its OTLP exporter and the file exporter of a collector",
    TEXT, LINE("Activity.TraceId:"))

/* ---- Go ---- */
ROW("an execution trace of Go", "go tool trace -pprof=sync FILE >FILE.pb.gz (or net, syscall, sched)",
    SOLID, AT(0, "go 1."), NEAR(" trace"))
ROW("a table printed by pprof", "give corr the profile itself, or pprof -proto -output=FILE.pb.gz",
    TEXT, LINE("Showing nodes accounting for "))
ROW("a table printed by pprof", "give corr the profile itself, or pprof -proto -output=FILE.pb.gz",
    TEXT, LINE("flat  flat%   sum%"))
ROW("stacks printed by pprof -traces", "give corr the profile itself, or pprof -proto -output=FILE.pb.gz",
    TEXT, LINE("-----------+----"))
ROW("a profile printed by pprof -raw", "give corr the profile itself, or pprof -proto -output=FILE.pb.gz",
    TEXT, LINE("PeriodType: "), LINE("Samples:"))
ROW("a graph of pprof for Graphviz", "give corr the profile itself, or pprof -proto -output=FILE.pb.gz",
    TEXT, FIRST("digraph "))
ROW("a profile with its symbols (--- symbol)", "pprof -proto -output=FILE.pb.gz FILE",
    FAINT, FIRST("--- symbol"))
ROW("spans of Go's stdouttrace exporter", "use its OTLP exporter and the file exporter of a collector",
    FAINT, KEY("SpanContext"), KEY("TraceID"))

/* ---- Python ---- */
ROW("a profile of Python's cProfile (marshal)", "sample the stacks: py-spy record -f raw -o FILE.folded -- python ...",
    SOLID, LIKE(is_cprofile))
ROW("a table of Python's pstats", "sample the stacks: py-spy record -f raw -o FILE.folded -- python ...",
    TEXT, HAS(" function calls"), LINE("ncalls  tottime"))
ROW("a recording of memray", "memray table FILE shows it; for stacks: py-spy record -f raw -o FILE.folded",
    SOLID, AT(0, "memray"))
ROW("a binary file of Austin (MOJO)", "mojo2austin FILE FILE.austin",
    SOLID, AT(0, "MOJ"), LIKE(is_binary_head))
ROW("a snapshot of Python's tracemalloc", "sample the stacks: py-spy record -f raw -o FILE.folded -- python ...",
    SOLID, AT(0, "\x80"), HAS("tracemalloc"))
ROW("a profile of line_profiler", "sample the stacks: py-spy record -f raw -o FILE.folded -- python ...",
    SOLID, AT(0, "\x80"), HAS("line_profiler"))
ROW("a table of line_profiler", "sample the stacks: py-spy record -f raw -o FILE.folded -- python ...",
    TEXT, FIRST("Timer unit: "))
ROW("a log of memory_profiler", "sample the stacks: py-spy record -f raw -o FILE.folded -- python ...",
    TEXT, LINE("CMDLINE "), LINE("MEM "))
ROW("a profile of pyinstrument", "pyinstrument -r speedscope -o FILE.speedscope.json ...",
    SOLID, TOP("root_frame"), TOP("sample_count"))
ROW("a session of pyinstrument", "pyinstrument --load FILE -r speedscope -o FILE.speedscope.json",
    SOLID, TOP("session"), TOP("frame_tree"))
ROW("a profile of scalene", "sample the stacks: py-spy record -f raw -o FILE.folded -- python ...",
    SOLID, TOP("files"), TOP("max_footprint_mb"))
ROW("stacks printed by py-spy dump", "record for a while: py-spy record -f raw -o FILE.folded --pid PID",
    TEXT, FIRST("Process "), LINE("Python v"), LINE("Thread "))
ROW("stacks of Python's faulthandler", "record for a while: py-spy record -f raw -o FILE.folded --pid PID",
    TEXT, HAS("(most recent call first)"), LINE("File \""))
ROW("an object of Python (pickle)", "corr needs a profile or a trace: \"corr help formats\" lists them",
    TEXT, AT(0, "\x80\x04\x95"))

/* ---- Ruby, PHP, Perl, R, Haskell ---- */
ROW("a raw recording of rbspy", "rbspy report -f collapsed -i FILE -o FILE.folded",
    SOLID, AT(0, "rbspy0"))
ROW("a profile of stackprof (marshal)", "stackprof --stackcollapse FILE >FILE.folded",
    SOLID, AT(0, "\x04\x08{"), HAS("samples"))
ROW("a profile of stackprof in JSON", "stackprof --stackcollapse FILE >FILE.folded",
    SOLID, TOP("mode"), TOP("frames"), TOP("interval"), TOP("gc_samples"))
ROW("a table of ruby-prof", "sample the stacks: rbspy record -f collapsed -o FILE.folded --pid PID",
    TEXT, LINE("Measure Mode: "), LINE("Thread ID: "))
ROW("an object of Ruby (marshal)", "corr needs a profile or a trace: \"corr help formats\" lists them",
    TEXT, AT(0, "\x04\x08"), LIKE(is_binary_head))
ROW("a profile of xhprof or tideways", "sample the stacks: phpspy -p PID | stackcollapse-phpspy.pl >FILE.folded",
    SOLID, KEY("main()"), KEY("wt"))
ROW("a profile of xhprof or tideways", "sample the stacks: phpspy -p PID | stackcollapse-phpspy.pl >FILE.folded",
    TEXT, FIRST("a:"), HAS("==>"), HAS("\"wt\""))
ROW("stacks of phpspy", "stackcollapse-phpspy.pl <FILE >FILE.folded (of FlameGraph)",
    TEXT, LIKE(is_phpspy))
ROW("a profile of Perl's NYTProf", "nytprofcalls FILE >FILE.folded",
    SOLID, AT(0, "NYTProf "))
ROW("a profile of R (Rprof)", "corr needs stacks one a line: \"corr help formats\"",
    TEXT, HAS("sample.interval="), LINE("\""))
ROW("a profile of a Haskell program", "ghc-prof-flamegraph FILE draws it; the option -pj gives JSON",
    TEXT, HAS("Time and Allocation Profiling Report"))
ROW("a profile of a Haskell program in JSON", "ghc-prof-flamegraph FILE.prof draws it; corr reads speedscope",
    SOLID, TOP("program"), TOP("cost_centres"))
ROW("an event log of a Haskell program", "hs-speedscope FILE makes speedscope of it",
    SOLID, AT(0, "hdrb"))
ROW("a heap profile of a Haskell program", "hp2ps FILE draws it; it has no stacks",
    TEXT, FIRST("JOB \""), LINE("SAMPLE_UNIT "))

/* ---- JavaScript, browsers ---- */
ROW("a tick log of V8", "record a profile in its place: node --cpu-prof PROGRAM.js",
    TEXT, FIRST("v8-version,"))
ROW("a table of node --prof-process", "record a profile in its place: node --cpu-prof PROGRAM.js",
    TEXT, FIRST("Statistical profiling result from "))
ROW("a heap snapshot of V8", "a snapshot has no time; for allocations: node --heap-prof PROGRAM.js",
    SOLID, TOP("snapshot"), KEY("node_fields"))
ROW("a heap profile of V8 (.heapprofile)", "record CPU in its place: node --cpu-prof PROGRAM.js",
    FAINT, TOP("head"), KEY("selfSize"))
ROW("trace events of Chrome", "save the .cpuprofile of the same run, or record it: node --cpu-prof PROGRAM.js",
    SOLID, TOP("traceEvents"))
ROW("trace events of Chrome", "save the .cpuprofile of the same run, or record it: node --cpu-prof PROGRAM.js",
    SOLID, FIRST("["), TOP("ph"), TOP("ts"), TOP("pid"))
ROW("a profile of the Firefox Profiler", "record the program with perf record -g, then perf script, or with py-spy",
    FAINT, TOP("meta"), TOP("threads"))
ROW("a profile of old Firefox tools", "record with the Firefox Profiler of today",
    SOLID, TOP("ticks"), TOP("markers"), TOP("frames"))
ROW("a timeline of Safari", "export the stacks from speedscope: it opens this file",
    SOLID, TOP("recording"), KEY("sampleStackTraces"))
ROW("a recording of React's profiler", "record the JavaScript: node --cpu-prof, or Performance in Chrome",
    SOLID, TOP("dataForRoots"))
ROW("a report of Node.js", "record a profile: node --cpu-prof PROGRAM.js",
    SOLID, TOP("header"), KEY("reportVersion"))
ROW("an archive of HTTP requests (HAR)", "corr needs a profile or a trace: \"corr help formats\" lists them",
    SOLID, TOP("log"), KEY("entries"), KEY("request"))

/* ---- pictures ---- */
ROW("a drawn flame graph (SVG)", "give corr the folded file that it was drawn from",
    TEXT, LIKE(is_markup), HAS("<svg"), HAS("samples"))
ROW("a drawn flame graph (SVG)", "give corr the folded file that it was drawn from",
    TEXT, LIKE(is_markup), HAS("<svg"), HAS("lame"))
ROW("a picture (SVG)", "give corr the data that it was drawn from",
    TEXT, LIKE(is_markup), HAS("<svg"))
ROW("a drawn flame graph (HTML)", "let the profiler write data: asprof -o collapsed, or -o jfr",
    TEXT, LIKE(is_html), HAS("lame"))
ROW("a page in HTML", "a server may have sent its login page; fetch the file with curl -f -o FILE URL",
    TEXT, LIKE(is_html))
ROW("a flame graph as a tree (d3-flame-graph)", "give corr the folded file that it was made from",
    SOLID, TOP("name"), TOP("value"), TOP("children"))
ROW("a picture (PNG)", "give corr the data that it was drawn from", SOLID, AT(0, "\x89PNG"))
ROW("a picture (JPEG)", "give corr the data that it was drawn from", SOLID, AT(0, "\xff\xd8\xff"))
ROW("a picture (GIF)", "give corr the data that it was drawn from", SOLID, AT(0, "GIF8"))
ROW("a document (PDF)", "give corr the data that it was made from", SOLID, AT(0, "%PDF-"))

/* ---- spans of other products ---- */
ROW("a trace of Google Cloud Trace", "export it as OTLP: the collector's file exporter",
    SOLID, KEY("projectId"), KEY("spans"), KEY("spanId"))
ROW("spans of Google Cloud Trace", "export them as OTLP: the collector's file exporter",
    SOLID, KEY("displayName"), KEY("spanId"), KEY("startTime"))
ROW("traces of AWS X-Ray", "export them as OTLP: the collector's file exporter",
    SOLID, TOP("Traces"), KEY("Segments"))
ROW("a segment of AWS X-Ray", "export it as OTLP: the collector's file exporter",
    SOLID, KEY("trace_id"), KEY("start_time"), KEY("id"), LIKE(lacks_span_id))
ROW("a trace of Datadog", "export it as OTLP: the collector's file exporter",
    SOLID, KEY("trace_id"), KEY("span_id"), KEY("meta"))
ROW("a trace of Datadog", "export it as OTLP: the collector's file exporter",
    SOLID, KEY("root_id"), KEY("spans"))
ROW("spans of Datadog", "export them as OTLP: the collector's file exporter",
    SOLID, KEY("resource_name"), KEY("trace_id"), KEY("span_id"))
ROW("a segment of SkyWalking", "export it as Zipkin or OTLP: the collector's file exporter",
    SOLID, KEY("traceSegmentId"))
ROW("a trace of SkyWalking", "export it as Zipkin or OTLP: the collector's file exporter",
    SOLID, KEY("segmentId"), KEY("spanId"))
ROW("spans of Honeycomb", "export them as OTLP: the collector's file exporter",
    SOLID, KEY("trace.trace_id"))
ROW("spans of New Relic", "export them as OTLP: the collector's file exporter",
    SOLID, KEY("trace.id"), KEY("duration.ms"))
ROW("documents of Elastic APM", "export them as OTLP: the collector's file exporter",
    SOLID, KEY("transaction"), KEY("trace"), KEY("@timestamp"))
ROW("documents of Elastic APM", "export them as OTLP: the collector's file exporter",
    SOLID, KEY("transaction.id"), KEY("trace.id"))
ROW("documents of Elastic APM", "export them as OTLP: the collector's file exporter",
    SOLID, KEY("span"), KEY("trace"), KEY("@timestamp"))
ROW("events sent to Elastic APM", "export them as OTLP: the collector's file exporter",
    SOLID, FIRST("{\"metadata\""), TOP("transaction"))
ROW("events sent to Elastic APM", "export them as OTLP: the collector's file exporter",
    SOLID, FIRST("{\"metadata\""), TOP("span"), KEY("trace_id"))
ROW("rows of a ClickHouse table of spans (SigNoz)", "export them as OTLP: the collector's file exporter",
    SOLID, KEY("durationNano"), KEY("serviceName"))
ROW("rows of a ClickHouse table of spans (SigNoz)", "export them as OTLP: the collector's file exporter",
    SOLID, KEY("duration_nano"), KEY("trace_id"))
ROW("rows of a ClickHouse table of spans (HyperDX)", "export them as OTLP: the collector's file exporter",
    SOLID, KEY("TraceId"), KEY("SpanId"), KEY("SpanName"))
ROW("rows of a ClickHouse table of spans (HyperDX)", "export them as OTLP: the collector's file exporter",
    TEXT, HAS("TraceId"), HAS("SpanId"), HAS("SpanName"), FIRST("Timestamp"))
ROW("rows of a ClickHouse table of spans (HyperDX)", "export them as OTLP: the collector's file exporter",
    TEXT, HAS("TraceId"), HAS("SpanId"), HAS("SpanName"), FIRST("\"Timestamp"))
ROW("requests of Azure Application Insights", "export them as OTLP: the collector's file exporter",
    TEXT, HAS("operation_ParentId"))
ROW("a profile of Sentry", "sample the process with a profiler that corr reads: \"corr help formats\"",
    SOLID, KEY("thread_metadata"), KEY("stacks"), KEY("frames"))
ROW("an event of Sentry", "export the spans as OTLP: the collector's file exporter",
    SOLID, TOP("event_id"), TOP("contexts"))
ROW("output of the collector's debug exporter", "use its file exporter in place of debug",
    TEXT, HAS("ResourceSpans #0"))
ROW("spans that an SDK for JavaScript prints", "use its OTLP exporter and the file exporter of a collector",
    TEXT, FIRST("{"), LINE("instrumentationScope: "), LINE("traceId: "))
ROW("spans that OpenTelemetry's Java logs", "use otlp as its exporter, or logging-otlp",
    TEXT, HAS(" [tracer: "))
ROW("spans that an SDK for Python prints", "use its OTLP exporter and the file exporter of a collector",
    FAINT, TOP("context"), KEY("trace_id"), KEY("trace_state"))

/* ---- files of Prometheus ---- */
ROW("a block of samples of Prometheus", "promtool tsdb dump DIR prints them",
    SOLID, AT(0, "\x85\xbd\x40\xdd"))
ROW("an index of a block of Prometheus", "promtool tsdb dump DIR prints the samples",
    SOLID, AT(0, "\xba\xaa\xd7\x00"))
ROW("samples of the head of Prometheus", "promtool tsdb dump DIR prints them",
    SOLID, AT(0, "\x01\x30\xbc\x91"))
ROW("facts about a block of Prometheus", "promtool tsdb dump DIR prints its samples",
    SOLID, TOP("ulid"), TOP("minTime"), TOP("compaction"))

ROW("series printed by promtool query", "let it print JSON: promtool query range -o json ... >FILE.json",
    TEXT, HAS("} =>"), HAS(" @["))
ROW("what Grafana's old query inspector copied", "keep the answer in it: jq .response FILE >FILE2",
    SOLID, TOP("xhrStatus"), TOP("response"))
ROW("metrics of Prometheus as protobuf", "fetch them as text: curl -H 'Accept: text/plain' URL >FILE.txt",
    SOLID, LIKE(is_metric_families))
ROW("metrics in the text form of protobuf", "fetch them as text: curl -H 'Accept: text/plain' URL >FILE.txt",
    TEXT, FIRST("name:"), LIKE(is_metric_text))

/* ---- tables of Grafana ---- */
ROW("a trace as a table of Grafana (CSV)", "export it as JSON in Explore, or get /api/traces/ID from Tempo",
    TEXT, NEAR("traceID\""), NEAR("spanID\""))
ROW("a table of Grafana (CSV)", "the inspector of the panel shows the same as JSON: corr reads that",
    TEXT, FIRST("sep="), NEAR("\"Time\""))
ROW("a table of Grafana (CSV)", "the inspector of the panel shows the same as JSON: corr reads that",
    TEXT, FIRST("\"Time\""))

/* ---- programs and containers of data ---- */
ROW("a core dump", "gdb PROGRAM FILE -ex 'thread apply all bt' shows its stacks; it is no profile",
    SOLID, AT(0, "\x7f" "ELF"), LIKE(is_core))
ROW("a program or library (ELF)", "record it while it runs: perf record -g, then perf script",
    SOLID, AT(0, "\x7f" "ELF"))
ROW("a program or library of macOS", "record it while it runs: sample PID",
    SOLID, AT(0, "\xcf\xfa\xed\xfe"))
ROW("a program of Windows", "record it while it runs with PerfView",
    SOLID, AT(0, "MZ\x90"))
ROW("a crash dump of Windows", "record the program while it runs with PerfView",
    SOLID, AT(0, "MDMP\x93\xa7"))
ROW("a class of Java", "record the JVM: jcmd PID JFR.start duration=60s filename=FILE",
    SOLID, AT(0, "\xca\xfe\xba\xbe"))
ROW("a module of WebAssembly", "record it while it runs: node --cpu-prof PROGRAM.js",
    SOLID, AT(0, "\0" "asm"))
ROW("a database of SQLite", "nsys export --type json, or another export of the tool that wrote it",
    SOLID, AT(0, "SQLite format 3"))
ROW("a table in Parquet", "duckdb -c \"COPY (FROM 'FILE') TO 'FILE.json'\", if it holds OTLP",
    SOLID, AT(0, "PAR1"))
ROW("a table in Arrow", "corr needs a profile or a trace: \"corr help formats\" lists them",
    SOLID, AT(0, "ARROW1"))
ROW("a table in Avro", "corr needs a profile or a trace: \"corr help formats\" lists them",
    SOLID, AT(0, "Obj\x01"))
ROW("a property list of macOS", "plutil -convert json FILE shows it",
    SOLID, AT(0, "bplist00"))
PACKED("a zip archive", "name it, and corr reads what is in it", AT(0, "PK\x03\x04"))
PACKED("compressed with bzip2", "unpack it first: bunzip2", AT(0, "BZh"))
PACKED("compressed with xz", "unpack it first: unxz", AT(0, "\xfd" "7zXZ"))
PACKED("a 7z archive", "unpack it first: 7z x", AT(0, "7z\xbc\xaf\x27\x1c"))
PACKED("a rar archive", "unpack it first: unrar x", AT(0, "Rar!\x1a"))
PACKED("compressed with snappy", "unpack it first: snzip -d", AT(0, "\xff\x06\0\0sNaPpY"))
PACKED("a tar archive", "name it, and corr reads what is in it", AT(257, "ustar"))

/* ---- dumps of stacks: anywhere, because a crash prints other text first ---- */
ROW("stacks of goroutines in text (debug=2, or a crash)",
    "fetch /debug/pprof/goroutine without debug=2: it counts those alike",
    TEXT, LIKE(is_goroutine_dump))
ROW("a thread dump of a JVM", "record the JVM for a while: jcmd PID JFR.start duration=60s filename=FILE",
    TEXT, LIKE(is_thread_dump))
/* clang-format on */
#undef ROW
#undef PACKED
