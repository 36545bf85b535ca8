Times that are missing, of another unit, or of clocks that differ; cycles of
parents. The files are made on the spot: a span a line, times in ms.

    $ span() { # ID PARENT FROM TO SERVICE KIND NAME
    > printf '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"%s"}},{"key":"host.name","value":{"stringValue":"%s"}}]},"scopeSpans":[{"spans":[{"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00000000000000%s","parentSpanId":"%s","startTimeUnixNano":"%s","endTimeUnixNano":"%s","kind":%s,"name":"%s"}]}]}]}\n' \
    >   "$5" "on-$5" "$1" "${2:+00000000000000$2}" "${3:+17641512$3000000}" "${4:+17641512$4000000}" "$6" "$7"; }

A root without times: its child has 10 ms, and nothing is said of the root.

    $ { span 01 '' '' '' a 2 root; span 02 01 00010 00020 a 1 k; } >root.jsonl
    $ corr trace 4bf9 root.jsonl | grep -v next
    root  at least 10.00 ms   trace 4bf92f3577b34da6a3ce929d0e0e4736
    100% of the 10.00 ms is s2 k in a itself
    start not recorded  2 spans
    no start is recorded of s1: shown where what it called is

        span  service     total  0                     5.00 ms              10.00 ms
    s1  root  a               ?  ───────────────────────────────────────────────────
    s2  └ k   a        10.00 ms  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇

    critical path: what the response waited for
       from  on the path  of trace  span  service
    0.00 ms     10.00 ms    100.0%  s2 k  a

    time saved if self time is halved
      saves  of trace  n  operation  service
    5.00 ms     50.0%  1  k          a
    1 of 2 spans has no recorded start or end and is left out of all times
          corr spans --slowest 5 root.jsonl   the slowest requests
    $ corr trace 4bf9 root.jsonl --tsv -q | cut -f 1-4
    start_unix_ns	duration_ns	self_ns	critical_ns
    			0
    1764151200010000000	10000000	10000000	10000000
    $ corr spans -q --all root.jsonl --tsv | cut -f 1-3
    start_unix_ns	duration_ns	self_ns
    1764151200010000000	10000000	10000000
    		
    $ corr trace 4bf9 root.jsonl --json | grep -c '"name": "root".*"save'
    0
    [1]
    $ cat >zipkin.json <<END
    > [{"traceId": "4bf92f3577b34da6", "id": "1", "name": "root"},
    >  {"traceId": "4bf92f3577b34da6", "id": "2", "parentId": "1", "name": "k",
    >   "timestamp": 1764151200010000, "duration": 10000}]
    > END
    $ corr trace 4bf9 zipkin.json --tsv -q | cut -f 1-4
    start_unix_ns	duration_ns	self_ns	critical_ns
    			0
    1764151200010000000	10000000	10000000	10000000
    $ cat >jaeger.json <<END
    > {"data": [{"traceID": "4bf92f3577b34da6", "spans": [
    >  {"traceID": "4bf92f3577b34da6", "spanID": "1", "operationName": "root", "startTime": 0, "processID": "p"},
    >  {"traceID": "4bf92f3577b34da6", "spanID": "2", "operationName": "k", "startTime": 1764151200010000, "duration": 10000, "processID": "p",
    >   "references": [{"refType": "CHILD_OF", "traceID": "4bf92f3577b34da6", "spanID": "1"}]}],
    >  "processes": {"p": {"serviceName": "a"}}}]}
    > END
    $ corr trace 4bf9 jaeger.json --tsv -q | cut -f 1-4
    start_unix_ns	duration_ns	self_ns	critical_ns
    			0
    1764151200010000000	10000000	10000000	10000000

A child without times: the rest keeps its numbers, and the parent has no gap
that the child may have filled.

    $ { span 01 '' 00000 00100 a 2 root; span 02 01 '' '' a 1 lost
    > span 03 01 00040 00060 a 1 k; } >child.jsonl
    $ corr trace 4bf9 child.jsonl --tsv -q | cut -f 1-4
    start_unix_ns	duration_ns	self_ns	critical_ns
    1764151200000000000	100000000	80000000	80000000
    			0
    1764151200040000000	20000000	20000000	20000000
    $ corr trace 4bf9 child.jsonl -q | grep -A3 -e holes -e saves
       saves  of trace  n  operation  service
    40.00 ms     40.0%  1  root       a
    10.00 ms     10.0%  1  k          a
    next  corr span 4bf92f35/s1 child.jsonl    where s1 spent its time

Times in ms where the format wants ns.

    $ sed 's/000000"/"/g' root.jsonl >ms.jsonl
    $ corr spans --all ms.jsonl | grep ms.jsonl: | head -1
    ms.jsonl: times are in another unit (1000000 times the format's); not changed

Clocks that one call shows to differ by two hours.

    $ { span 01 '' 00000 00100 gw 2 GET; span 02 01 00010 00090 gw 3 call; } >ahead.jsonl
    $ { span 03 02 00020 00080 be 2 'GET /x'; span 04 03 00030 00070 be 3 db; } | sed 's/17641512/17641584/g' >>ahead.jsonl
    $ corr trace 4bf9 ahead.jsonl | grep -e clocks -A 4 -e holes
    the clocks of on-be and on-gw may be 2h00m00s apart (by 1 call)

        span        service      total  0                 50.00 ms         100.00 ms
    s1  GET (call)  gw       100.00 ms  ▇▇▇▇────────────────────────────────────▇▇▇▇
    s2  └ call      gw        80.00 ms      ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    --
    holes: no child span is recorded there
    10.00 ms  s1 GET from 0.00 ms on, before s2
    10.00 ms  s1 GET from 90.00 ms on, after s2
    next  corr span 4bf92f35/s2 ahead.jsonl    where s2 spent its time
          corr spans --slowest 5 ahead.jsonl   the slowest requests

Parents in a ring, and a span that is its own parent.

    $ { span 01 '' 00000 00100 a 2 root; span 02 03 00010 00020 a 1 x
    > span 03 02 00010 00020 a 1 y; span 04 04 00030 00040 a 1 selfp
    > span 05 01 00050 00060 a 1 ok; } >ring.jsonl
    $ corr trace 4bf9 ring.jsonl | grep -e parent -e missing -e cycle
    2025-11-26 10:00:00.000Z  5 spans, s3 and s4 name each other as parent
    in a cycle of parents
    ?   (s4, below: a cycle)
    ring.jsonl: a span (selfp) names itself as its parent, and counts as one without
      a parent

The begin of a counter is no point: 8 points every 10 s, in every verb. A delta
counts from its own start.

    $ point() { printf '%s{"startTimeUnixNano":"17641%s000000000","timeUnixNano":"17641%s000000000","asInt":"%s","attributes":[{"key":"i","value":{"stringValue":"%s"}}]}' "$1" $2 $3 $4 "$5"; }
    $ metric() { printf '{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"req","sum":{"aggregationTemporality":%s,"isMonotonic":true,"dataPoints":[' $1; cat; echo ']}}]}]}]}'; }
    $ for i in 0 1 2 3; do point "${c-}" 06200 51200 100 $i; c=,; point , 06200 51210 110 $i; done | metric 2 >two.json
    $ corr info --json two.json | grep -o '"points.*_ns": [0-9]*'
    "points": 8, "resolution_ns": 10000000000, "service_by": null, "clock": null, "clock_error_ns": 
    $ corr info -v two.json | grep every
    two.json  otlp-metrics    10 s  4 series, 8 points, every 10 s
    $ corr when --metric two.json two.json | grep -c 'every 10 s'
    4
    $ { point '' 51140 51200 600 0; point , 51200 51210 100 0; point , 51210 51220 100 0; } | metric 1 >delta.json
    $ corr when -q --metric delta.json delta.json --json | grep -o '"values.*'
    "values": [10.0, 10.0, 10.0, 10.0, 10.0, 10.0], "resolution_ns": 10000000000}
