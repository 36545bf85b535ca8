Clocks of hosts that differ are known by the calls between them.  Twelve
requests of web, each with a call to db, whose clock is 40 ms ahead; of the last
call the client gave up.

    $ cat >spans.awk <<'END'
    > function times(from, to) {
    >   return sprintf("\"startTimeUnixNano\":\"17641%08d000321\"," \
    >     "\"endTimeUnixNano\":\"17641%08d000321\"", from, to)
    > }
    > function resource(host, service) {
    >   return sprintf("{\"resource\":{\"attributes\":[{\"key\":" \
    >     "\"service.name\",\"value\":{\"stringValue\":\"%s\"}},{\"key\":" \
    >     "\"host.name\",\"value\":{\"stringValue\":\"%s\"}}]}", service, host)
    > }
    > function span(host, service, id, up, kind, name, from, to, code) {
    >   printf "{\"resourceSpans\":[%s,\"scopeSpans\":[{\"spans\":[{" \
    >     "\"traceId\":\"%032x\",\"spanId\":\"%016x\",\"parentSpanId\":" \
    >     "\"%s\",\"kind\":%d,\"name\":\"%s\",%s,\"status\":{\"code\":%d" \
    >     "}}]}]}]}\n", resource(host, service), 4096 * i, id,
    >     up ? sprintf("%016x", up) : "", kind, name, times(from, to), code
    > }
    > BEGIN {
    >   for (i = 1; i <= 12; i++) {
    >     t = 51200000 + 1000 * i
    >     span("h-web", "web", 10, 0, 2, "GET /", t, t + 30, 0)
    >     span("h-web", "web", 11, 10, 3, "query", t + 5, t + 25,
    >          i == 12 ? 2 : 0)
    >     span("h-db", "db", 12, 11, 2, "SELECT", t + ahead + 7 + i % 3,
    >          t + ahead + (i == 12 ? 50 : 20 + i % 4), 0)
    >   }
    > }
    > END
    $ awk -v ahead=40 -f spans.awk >t.jsonl
    $ corr trace 3000 t.jsonl | head -n 9
    GET /  30.00 ms   trace 00000000000000000000000000003000
    53% of the 30.00 ms is s3 SELECT in db itself
    2025-11-26 10:00:03.000Z  3 spans
    times of h-db shifted by -40.0 ms (±2.0 ms): 12 of 12 calls agree

        span        service     total  0                 15.00 ms           30.00 ms
    s1  GET /       web      30.00 ms  ▇▇▇▇▇▇▇▇─────────────────────────────▇▇▇▇▇▇▇▇
    s2  └ query     web      20.00 ms         ▇▇▇▇───────────────────────▇▇▇▇
    s3    └ SELECT  db       16.00 ms            ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    $ clocks() { grep -A 1 -E '"clocks"|"CLOCK"|"TIME_ZONE"'; }
    $ corr trace 3000 t.jsonl --json | clocks
        {"level": "warning", "code": "CLOCK", "text": "times of h-db shifted by -40.0 ms (±2.0 ms): 12 of 12 calls agree", "input": null, "shown": false}
      ],
    --
      "clocks": [
        {"a": "h-db", "b": "h-web", "shift_ns": -40000000, "lo_ns": -42000000, "hi_ns": -38000000, "pairs": 12, "applied": true}
    $ corr trace 3000 t.jsonl --tsv | cut -f 1-6,9,14
    start_unix_ns	duration_ns	self_ns	critical_ns	shift_ns	shift_u_ns	handle	service
    1764151203000000321	30000000	10000000	10000000	0	0	s1	web
    1764151203005000321	20000000	4000000	4000000	0	0	s2	web
    1764151203007000321	16000000	16000000	16000000	-40000000	2000000	s3	db
    $ corr span 3000 t.jsonl --json | clocks
        {"level": "warning", "code": "CLOCK", "text": "times of h-db shifted by -40.0 ms (±2.0 ms): 12 of 12 calls agree", "input": null, "shown": false},
        {"level": "warning", "code": "NO_PROFILE", "text": "no profile is here", "input": null, "shown": false}
    --
      "clocks": [
        {"a": "h-db", "b": "h-web", "shift_ns": -40000000, "lo_ns": -42000000, "hi_ns": -38000000, "pairs": 12, "applied": true}

Own time in a list of spans is that of the same clocks, and so are the critical
path of two sides and how long traces are.

    $ corr spans -q --trace 3000 t.jsonl
    3 spans: 30.00 ms down to 16.00 ms

    duration      self  id                   service  span
    30.00 ms  10.00 ms  0000000000003000/s1  web      GET /
    20.00 ms   4.00 ms  0000000000003000/s2  web      query
    16.00 ms  16.00 ms  0000000000003000/s3  db       SELECT
    no sample is tied to any of them
    next  corr span 0000000000003000 t.jsonl    where the slowest one spent its time
          corr trace 0000000000003000 t.jsonl   the waterfall
    $ corr spans -q --trace 3000 --no-clock-fix t.jsonl --tsv | cut -f 1-3,9
    start_unix_ns	duration_ns	self_ns	name
    1764151203000000321	30000000	10000000	GET /
    1764151203005000321	20000000	20000000	query
    1764151203047000321	16000000	16000000	SELECT
    $ corr spans -q --where 'traceDuration <= 30ms' --ids t.jsonl | wc -l
    33
    $ corr spans -q --where 'traceDuration <= 30ms' --no-clock-fix t.jsonl
    no span is here that matches --where 'traceDuration <= 30ms'
    next  corr spans --slowest 5 t.jsonl   the slowest requests
    [5]
    $ mkdir base new; cp t.jsonl base; sed 's/"traceId":"0/"traceId":"1/' t.jsonl >new/t.jsonl
    $ corr diff -q --spans base new | grep -A 4 'on path  '
        base    new  ratio  95%  on path  ran  new     share  operation  service
    ·  30 ms  30 ms   1.00          +0 s   12   12  100→100%  GET /      web
    ·  16 ms  16 ms   1.00          +0 s   12   12  100→100%  SELECT     db
    ·  20 ms  20 ms   1.00          +0 s   12   12  100→100%  query      web
    $ rm -r base new

The same with all of the file read, packed, through a pipe, and with the two
sides in files of their own; of db alone the times stay what they are.

    $ path() { corr trace 3000 "$@" | sed '/^next/,$d'; }; path t.jsonl >a; corr trace 3000 t.jsonl --json | clocks >b
    $ export CORR_WANT=all; path t.jsonl | cmp - a; unset CORR_WANT
    $ CORR_WANT=all corr trace 3000 t.jsonl --json | clocks | cmp - b
    $ gzip <t.jsonl >t.gz; path t.gz | cmp - a
    $ path - <t.gz | cmp - a; cat t.jsonl | path - | cmp - a
    $ cat t.jsonl | corr trace 3000 - --json | clocks | cmp - b
    $ grep db t.jsonl >db.jsonl; grep web t.jsonl >web.jsonl
    $ corr trace 3000 db.jsonl web.jsonl --json | clocks | cmp - b
    $ corr trace 3000 db.jsonl | sed -n 3p
    2025-11-26 10:00:03.047Z  1 span, 1 names a parent that is not here

What one call says is too little; the asked trace is there twice and counts
once.

    $ sed -n 7,9p t.jsonl >one.jsonl; corr trace 3000 one.jsonl --json | clocks
      "clocks": [
        {"a": "h-db", "b": "h-web", "shift_ns": null, "lo_ns": null, "hi_ns": null, "pairs": 1, "applied": false}

Nothing is shifted on request, and nothing where the clocks agree, or where they
hardly differ.

    $ corr trace 3000 t.jsonl --no-clock-fix | sed -n 3,8p
    2025-11-26 10:00:03.000Z  3 spans

        span        service     total  0                 15.00 ms           30.00 ms
    s1  GET /       web      30.00 ms  ▇▇▇▇▇▇▇▇─────────────────────────────▇▇▇▇▇▇▇▇
    s2  └ query     web      20.00 ms         ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s3    └ SELECT  db       16.00 ms                                              ─
    $ corr trace 3000 t.jsonl --no-clock-fix --json | clocks
      "clocks": [
        {"a": "h-db", "b": "h-web", "shift_ns": -40000000, "lo_ns": -42000000, "hi_ns": -38000000, "pairs": 12, "applied": false}
    $ for a in 0 3 4 -4; do awk -v ahead=$a -f spans.awk >n.jsonl
    > corr trace 3000 n.jsonl --json | clocks; done
      "clocks": [
        {"a": "h-db", "b": "h-web", "shift_ns": 0, "lo_ns": -2000000, "hi_ns": 2000000, "pairs": 12, "applied": false}
      "clocks": [
        {"a": "h-db", "b": "h-web", "shift_ns": -3000000, "lo_ns": -5000000, "hi_ns": -1000000, "pairs": 12, "applied": false}
      "clocks": [
        {"a": "h-db", "b": "h-web", "shift_ns": -4000000, "lo_ns": -6000000, "hi_ns": -2000000, "pairs": 12, "applied": false}
      "clocks": [
        {"a": "h-db", "b": "h-web", "shift_ns": 4000000, "lo_ns": 2000000, "hi_ns": 6000000, "pairs": 12, "applied": false}
    $ for a in 6 -6; do awk -v ahead=$a -f spans.awk >n.jsonl
    > corr trace 3000 n.jsonl | grep times; done
    times of h-db shifted by -6.0 ms (±2.0 ms): 12 of 12 calls agree
    times of h-db shifted by 6.0 ms (±2.0 ms): 12 of 12 calls agree

An hour is a time zone; a thousand seconds are too far to be believed.

    $ awk -v ahead=3600000 -f spans.awk >n.jsonl; corr trace 3000 n.jsonl | sed 5q
    GET /  30.00 ms   trace 00000000000000000000000000003000
    53% of the 30.00 ms is s3 SELECT in db itself
    2025-11-26 10:00:03.000Z  3 spans
    times of h-db shifted by -3600.000 s (±2.0 ms): 12 of 12 calls agree
    $ corr trace 3000 n.jsonl --json | clocks
        {"level": "warning", "code": "TIME_ZONE", "text": "times of h-db shifted by -3600.000 s (±2.0 ms): 12 of 12 calls agree", "input": null, "shown": false}
      ],
    --
      "clocks": [
        {"a": "h-db", "b": "h-web", "shift_ns": -3600000000000, "lo_ns": -3600002000000, "hi_ns": -3599998000000, "pairs": 12, "applied": true}
    $ awk -v ahead=1000000 -f spans.awk >n.jsonl
    $ corr trace 3000 n.jsonl | sed 5q
    GET /  30.00 ms   trace 00000000000000000000000000003000
    67% of the 30.00 ms is s2 query in web itself
    2025-11-26 10:00:03.000Z  3 spans
    clocks of h-db and h-web are 1000.000 s apart by 12 calls: too far to be
      believed
    $ corr trace 3000 n.jsonl --json | clocks
        {"level": "warning", "code": "CLOCK", "text": "clocks of h-db and h-web are 1000.000 s apart by 12 calls: too far to be believed", "input": null, "shown": false}
      ],
    --
      "clocks": [
        {"a": "h-db", "b": "h-web", "shift_ns": -1000000000000, "lo_ns": -1000002000000, "hi_ns": -999998000000, "pairs": 12, "applied": false}

Many traces in one: the path is that of corrected times.

    $ corr trace t.jsonl
    GET /  web  12 traces, mean 30 ms, p50 30 ms, p95 30 ms
    46% of the mean is SELECT in db itself
        mean  share  traces       p50       p95      tail  operation  service
    13.92 ms  46.4%      12  14.00 ms  18.00 ms  +4.75 ms  SELECT     db
    10.00 ms  33.3%      12  10.00 ms  10.00 ms  +0.00 ms  GET /      web
     6.08 ms  20.3%      12   6.00 ms   9.00 ms  -4.75 ms  query      web

    self time on the critical path, per trace
    p50, p95: only traces that have it; tail: slowest 5% minus median

Two halves of one span in Zipkin, whose times are whole microseconds; services
stand for hosts that are not known.

    $ for i in 1 2 3 4; do
    > printf '{"traceId":"a%04d","id":"b","kind":"CLIENT","name":"query","timestamp":176415120%d000000,"duration":20000,"localEndpoint":{"serviceName":"web"}}\n' $i $i
    > printf '{"traceId":"a%04d","id":"b","shared":true,"kind":"SERVER","name":"query","timestamp":176415120%d045000,"duration":15000,"localEndpoint":{"serviceName":"db"}}\n' $i $i
    > done >z.jsonl
    $ corr trace a0003 z.jsonl
    query  20.00 ms   trace 000000000000000000000000000a0003
    75% of the 20.00 ms is s2 query in db itself
    2025-11-26 10:00:03.000Z  2 spans
    times of db shifted by -42.5 ms (±2.5 ms): 4 of 4 calls agree

        span     service     total  0                   10.00 ms            20.00 ms
    s1  query    web      20.00 ms  ▇▇▇▇▇▇────────────────────────────────────▇▇▇▇▇▇
    s2  └ query  db       15.00 ms        ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇

    critical path: what the response waited for
       from  on the path  of trace  span      service
    0.00 ms      5.00 ms     25.0%  s1 query  web
    2.50 ms     15.00 ms     75.0%  s2 query  db

    time saved if self time is halved
      saves  of trace  n  operation  service
    7.50 ms     37.5%  1  query      db
    2.50 ms     12.5%  1  query      web
    next  corr span 00000000000a0003/s2 z.jsonl   where s2 spent its time
          corr spans --slowest 5 z.jsonl          the slowest requests
    $ corr trace a0003 z.jsonl --json | clocks
        {"level": "warning", "code": "CLOCK", "text": "times of db shifted by -42.5 ms (±2.5 ms): 4 of 4 calls agree", "input": null, "shown": false}
      ],
    --
      "clocks": [
        {"a": "db", "b": "web", "shift_ns": -42500000, "lo_ns": -45001000, "hi_ns": -39999000, "pairs": 4, "applied": true}

What is said of Jaeger's own export is the same.

    $ { printf '{"data":['
    > for i in 1 2 3 4; do
    >   [ $i = 1 ] || printf ,
    >   printf '{"traceID":"a%04d","spans":[{"traceID":"a%04d","spanID":"b","operationName":"query","references":[],"startTime":176415120%d000000,"duration":20000,"tags":[{"key":"span.kind","type":"string","value":"client"}],"processID":"p1"},{"traceID":"a%04d","spanID":"c","operationName":"query","references":[{"refType":"CHILD_OF","traceID":"a%04d","spanID":"b"}],"startTime":176415120%d045000,"duration":15000,"tags":[{"key":"span.kind","type":"string","value":"server"}],"processID":"p2"}],"processes":{"p1":{"serviceName":"web","tags":[{"key":"hostname","type":"string","value":"h-web"}]},"p2":{"serviceName":"db","tags":[{"key":"hostname","type":"string","value":"h-db"}]}}}' $i $i $i $i $i $i
    > done; printf ']}'; } >j.json
    $ corr trace a0003 j.json --json | clocks
        {"level": "warning", "code": "CLOCK", "text": "times of h-db shifted by -42.5 ms (±2.5 ms): 4 of 4 calls agree", "input": null, "shown": false}
      ],
    --
      "clocks": [
        {"a": "h-db", "b": "h-web", "shift_ns": -42500000, "lo_ns": -45001000, "hi_ns": -39999000, "pairs": 4, "applied": true}

A time that is asked for is of the clock of the spans, also where none of these
is asked about: a recording that is an hour ahead.

    $ gzip -dc $DATA/jfr/incident.jfr.gz >hour.jfr
    $ printf '\042\167\042\362\351\235' |
    > dd of=hour.jfr bs=1 seek=34 conv=notrunc 2>/dev/null
    $ for f in $DATA/jfr/incident.jfr.gz hour.jfr; do
    >   corr top -q --from 17:22:00 --to 17:23:00 -n 1 $f $DATA/incident/traces.otlp.jsonl.gz |
    >   sed -n 's/^\(Running Java [^ ]*\) of [a-z]*/\1/p;/^ *[0-9]/p'
    > done
    Running Java †  1m00s  2,477 samples of 10 ms = 24.8 s
    89% is Work.mix, most of it (87%) under FraudRules.deepScan
     88.9  1.2    88.9  2,202  Work.mix                   FraudRules.deepScan 87%
     11.1                 275  474 more functions (-n 0)
          17:22:00Z            17:23:00Z  2 s a column
    Running Java †  1m00s  2,477 samples of 10 ms = 24.8 s
    89% is Work.mix, most of it (87%) under FraudRules.deepScan
     88.9  1.2    88.9  2,202  Work.mix                   FraudRules.deepScan 87%
     11.1                 275  474 more functions (-n 0)
          17:22:00Z            17:23:00Z  2 s a column
    $ corr top -q --fine -n 1 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz |
    > sed '1d;/^next/,$d' >a
    $ corr top -q --fine -n 1 hour.jfr $DATA/incident/traces.otlp.jsonl.gz 2>/dev/null |
    > sed '1d;/^next/,$d' | cmp - a
