What a file is: damage at its head, encodings, odd lines, and files that corr
knows and does not read.

One trace of two spans, on one line, as a collector writes it.

    $ span() { printf '{"traceId":"5b8efff798038103d269b633813fc60c",%s}' "$1"; }
    $ printf '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},"scopeSpans":[{"spans":[' >one.jsonl
    $ span '"spanId":"0000000000000001","name":"root","kind":2,"startTimeUnixNano":"1713099600000000000","endTimeUnixNano":"1713099600100000000"' >>one.jsonl
    $ printf ',' >>one.jsonl
    $ span '"spanId":"0000000000000002","name":"kid","kind":3,"startTimeUnixNano":"1713099600010000000","endTimeUnixNano":"1713099600020000000","parentSpanId":"0000000000000001"' >>one.jsonl
    $ printf ']}]}]}\n' >>one.jsonl
    $ ask() { corr spans --tsv "$@" | tail -1 | cut -f 2,9,10; }
    $ ask one.jsonl
    100000000	root	shop

Encodings are undone once, for each reader: UTF-16 in both orders, with its mark
or without, also inside gzip.

    $ wide() { perl -pe 's/(.)/$1\0/gs'; }
    $ tall() { perl -pe 's/(.)/\0$1/gs'; }
    $ (printf '\377\376'; wide <one.jsonl) | ask -
    100000000	root	shop
    $ (printf '\376\377'; tall <one.jsonl) | gzip | ask -
    100000000	root	shop
    $ wide <one.jsonl | ask -
    100000000	root	shop
    $ (printf '\357\273\277'; cat one.jsonl) | ask -
    100000000	root	shop
    $ cat >app.txt <<!
    > app  1234  100.000001: 250000 cpu-clock:
    > 	55d0c0de1000 hot+0x10 (/bin/app)
    > 	55d0c0de0000 main+0x10 (/bin/app)
    > 
    > !
    $ (printf '\377\376'; wide <app.txt) | corr convert -q --to folded -
    app;main;hot 1
    $ (printf '\357\273\277'; cat app.txt) | corr convert -q --to folded -
    app;main;hot 1
    $ (printf '\357\273\277'; printf '# TYPE a gauge\na 5 1713099600000\n') | corr info -q --tsv -
    n	path	format	producer	service	version	host	pid	bytes	from_unix_ns	to_unix_ns	clock_shift_ns	label_scope	yield	used	why_not	spans	traces	files	chunks	chunks_broken	series	points	resolution_ns	service_by	clock	clock_error_ns	sha256
    1	standard input	openmetrics						36	1713099600000000000	1713099600000000000	0			true		0	0	1			1	1					

What other tools put in front is left out, with its size.

    $ (printf 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n'; cat one.jsonl) >curl.json
    $ corr info curl.json
    2024-04-14 13:00:00.000Z..13:00:00.100Z (100 ms)   1 trace of 1 service

    service  requests  profile          samples
    shop            1  –
    traces             curl.json  OTLP  2 spans

    no profile is here: the traces do not show which code ran (add a profile of the
      same time)
    1 note on curl.json: 45 bytes of HTTP headers before the data are left out (-v)
    next  corr span 5b8efff7 curl.json   the longest request
    $ (head -c 4096 /dev/zero; cat one.jsonl) | ask -
    corr: standard input: the first 4096 bytes are NUL and are left out (an emptied log)
    100000000	root	shop
    $ (head -c 200 one.jsonl | tail -c 100; echo; cat one.jsonl) >rotated.jsonl
    $ ask rotated.jsonl
    corr: rotated.jsonl: the first 101 bytes fit no format and are left out
    100000000	root	shop
    $ mkdir logs && mv rotated.jsonl logs && corr info -q --tsv logs
    corr: rotated.jsonl: the first 101 bytes fit no format and are left out
    n	path	format	producer	service	version	host	pid	bytes	from_unix_ns	to_unix_ns	clock_shift_ns	label_scope	yield	used	why_not	spans	traces	files	chunks	chunks_broken	series	points	resolution_ns	service_by	clock	clock_error_ns	sha256
    1	rotated.jsonl	otlp		shop				625	1713099600000000000	1713099600100000000	0			true		2	1	1			0	0					
    $ corr info --strict logs
    corr: rotated.jsonl: the first 101 bytes fit no format and are left out
    [3]
    $ (echo 'Defaulted container "a" out of: a, b'; cat one.jsonl) | ask -
    corr: standard input: the first 37 bytes fit no format and are left out
    100000000	root	shop
    $ corr slice -q --trace 5b8efff7 -o slice.jsonl logs/rotated.jsonl && cmp slice.jsonl one.jsonl
    corr: logs/rotated.jsonl: the first 101 bytes fit no format and are left out
    $ head -c 4096 /dev/zero | corr info -
    corr: standard input: all 4096 bytes of the file are NUL
    [3]

So is what a container's log has before each line.

    $ sed 's/^/2024-04-14T13:00:00.123456789Z stdout F /' one.jsonl | ask -
    100000000	root	shop
    $ sed 's/^/[pod\/shop-1\/otel] /' one.jsonl | ask -
    100000000	root	shop
    $ sed 's/^/otel-1  | /' one.jsonl | ask -
    100000000	root	shop
    $ (printf '{"log":"'; sed 's/"/\\"/g' one.jsonl | tr -d '\n'; printf '%s\n' '\n","stream":"stdout","time":"2024-04-14T13:00:00Z"}') >docker.log
    $ ask docker.log
    100000000	root	shop
    $ corr info docker.log | grep note
    1 note on docker.log: the prefix of a container's log is left out of each line

One odd line is named, and the rest is read.

    $ printf 'main;a -5\nmain;b 10\n' | corr top -q -
    corr: standard input: the count in line 1 is negative
    10 of 10 samples are in b, all of them under main
    10 samples: counts only, any share could be off by 31 points

     n  function  mostly under
    10  b         main
    $ printf 'main;b 10\nodd\n' | corr top -q -
    corr: standard input: line 2 does not end in a count, at byte 10
    10 of 10 samples are in b, all of them under main
    10 samples: counts only, any share could be off by 31 points

     n  function  mostly under
    10  b         main
    $ printf '# TYPE cnt counter\ncnt{i="a"} 1_0 1713099600000\ncnt{i="b"} 1 1713099600000\n' | corr info -q --tsv -
    corr: standard input: line 2 is no metric and is left out, at byte 19
    n	path	format	producer	service	version	host	pid	bytes	from_unix_ns	to_unix_ns	clock_shift_ns	label_scope	yield	used	why_not	spans	traces	files	chunks	chunks_broken	series	points	resolution_ns	service_by	clock	clock_error_ns	sha256
    1	standard input	openmetrics						75	1713099600000000000	1713099600000000000	0			true		0	0	1			1	1					

Labels are metrics, without a type and with blanks and semicolons in them.

    $ printf '{__name__="req;a b", job="x;y 5"} 100 1713099600000\n{__name__="req;a b", job="x;y 5"} 110 1713099610000\n' | corr info -q --tsv -
    n	path	format	producer	service	version	host	pid	bytes	from_unix_ns	to_unix_ns	clock_shift_ns	label_scope	yield	used	why_not	spans	traces	files	chunks	chunks_broken	series	points	resolution_ns	service_by	clock	clock_error_ns	sha256
    1	standard input	openmetrics						104	1713099600000000000	1713099610000000000	0			true		0	0	1			1	2	10000000000				

Stacks with another separator.

    $ printf 'main -> work -> parse 5\nmain -> idle 6\n' | corr convert --to folded -
    corr: standard input: no stack has a ";"; corr takes " -> " to separate frames
    main;idle 6
    main;work;parse 5
    $ printf 'main/work/parse 5\nmain/idle 6\n' | corr convert --to folded -
    corr: standard input: no stack has a ";" between frames; each is one function
    main/idle 6
    main/work/parse 5

Spans of others are no spans of Jaeger.

    $ echo '{"projectId":"p","traceId":"5b8e","spans":[{"spanId":"12345","name":"/x","startTime":"2024-04-14T13:00:00Z"}]}' | corr spans -
    corr: standard input: a trace of Google Cloud Trace, which corr cannot read
          hint: export it as OTLP: the collector's file exporter
    [3]
    $ echo '{"traceId":"a","traceSegmentId":"b","spans":[{"spanId":0,"operationName":"/x","startTime":1713099600000}]}' | corr spans -
    corr: standard input: a segment of SkyWalking, which corr cannot read
          hint: export it as Zipkin or OTLP: the collector's file exporter
    [3]
    $ echo '{"traceID":"5b8e","spanID":"1","name":"/x","serviceName":"s","durationNano":5,"references":"[]"}' | corr spans -
    corr: standard input: rows of a ClickHouse table of spans (SigNoz), which corr cannot read
          hint: export them as OTLP: the collector's file exporter
    [3]

Files that corr only knows are named, whatever their names are.

    $ named() { cat >x.dat; corr info x.dat; }
    $ printf 'PERFILE2h\0\0\0' | named
    corr: x.dat: a recording of perf (perf.data), which corr cannot read
          hint: perf script -i FILE >FILE.txt, and give corr that
    [3]
    $ printf 'JAVA PROFILE 1.0.2\0\0\0' | named
    corr: x.dat: a heap dump of a JVM (hprof), which corr cannot read
          hint: a dump has no time: jcmd PID JFR.start duration=60s filename=FILE
    [3]
    $ echo '{"traceEvents": [{"ph": "X", "name": "a", "ts": 1, "dur": 5}]}' | named
    corr: x.dat: trace events of Chrome, which corr cannot read
          hint: save the .cpuprofile of the same run, or record it: node --cpu-prof PROGRAM.js
    [3]
    $ printf 'go 1.22 trace\0\0\0' | named
    corr: x.dat: an execution trace of Go, which corr cannot read
          hint: go tool trace -pprof=sync FILE >FILE.pb.gz (or net, syscall, sched)
    [3]
    $ printf 'Attaching 1 probe...\n\n@[\n    a+1\n    b+2\n]: 42\n' | named
    corr: x.dat: stacks of bpftrace, which corr cannot read
          hint: stackcollapse-bpftrace.pl FILE >FILE.folded (of FlameGraph)
    [3]
    $ printf '<?xml version="1.0"?>\n<svg><title>main (10 samples)</title></svg>\n' | named
    corr: x.dat: a drawn flame graph (SVG), which corr cannot read
          hint: give corr the folded file that it was drawn from
    [3]
    $ mkdir known && mv x.dat known && corr info known
    corr: the only file here is not a profile or a trace
          hint: name a file to see why; "corr help formats" lists the formats
    [5]

A refusal names the nearest format, and the line and byte that speak against it.

    $ printf 'main;a 5\nwhat is this\nand this\nand that\n' | corr info -
    corr: standard input: unknown format; nearest is collapsed, but line 2 does not end in a count, at byte 9
          hint: --as collapsed reads the lines that fit
    [3]
    $ printf 'main;a 1,234\nmain;b 2,000\n' | corr info -
    corr: standard input: unknown format; nearest is collapsed, but line 1 does not end in a count
          hint: "corr help formats" lists the formats; --as NAME insists on one
    [3]
    $ printf 'main;a 5\nint x; int y;\nreturn;\nx;\n' | corr info - 2>&1 | head -1
    corr: standard input: unknown format; nearest is collapsed, but line 2 does not end in a count, at byte 9
    $ printf 'int x = 5;\nint y = f(7);\n' | corr info - 2>&1 | head -1
    corr: standard input: unknown format in the first 25 bytes
    $ printf '# TYPE a counter\na 5\nb\nc\nd e f\n' | corr info -
    corr: standard input: unknown format; nearest is openmetrics, but line 3 is no metric, at byte 21
          hint: --as openmetrics reads the lines that fit
    [3]
    $ echo '{"day": 1, "night": {"dusk": 2}}' | corr info -
    corr: standard input: JSON of an unknown format, with "day", "night"
          hint: "corr help formats" lists the formats; --as NAME insists on one
    [3]
