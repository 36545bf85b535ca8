What the incident's files know over time.

    $ corr when -q $DATA/incident
    17:22:15Z ±5 s   p95 of gateway up  241 → 492 ms, for 35 s
                     GET /checkout of checkout  +84.2 ms
                     1 of 9 series changed, too (--tsv)
    17:22:16.721Z    GET /flag of checkout, 2 spans in all, at that time

    2026-11-21 17:21:46Z..17:23:17Z (1m30s)
           17:21:46Z                                 17:23:17Z  1.8 s a column
    cpu    ▆▆▆▆▆▅▄▄▄▄▄▅▅▅▅▅▄▄▄▄▄▄▂▂▂▂▂▂▁▁▁▁▁▅██████████▆▄▄▄▄▄▄  0.06..0.10 cores
    spans  ▆▄▄▄▅▇▆▆▅▅▂▅▆▆▅▆▅▆▂▄▅▄▃▃▄▄▁▄▃▄▂▄▃▅██▅▇▅▅▆▅▆▇▆▄▅▅▆▅▂  80.0..274 a second
    next  corr spans --slowest 5 --from 17:22:20.000Z --to 17:22:45.000Z \
              ../data/incident   the slowest requests

    $ corr when -q $DATA/incident --width 60 --ascii
    17:22:15Z +-5 s  p95 of gateway up  241 -> 492 ms, for 35 s
                     GET /checkout of checkout  +84.2 ms
                     1 of 9 series changed, too (--tsv)
    17:22:16.721Z    GET /flag of checkout, 2 spans in all, at
                     that time

    2026-11-21 17:21:46Z..17:23:17Z (1m30s)
           17:21:46Z               17:23:17Z  2.8 s a column
    cpu    ***+===+++====....___+@@@@@@#====  0.06..0.10 cores
    spans  +_-*+-.-++--.=_____._-@++=+#--+=_  130..275 a second
    next  corr spans --slowest 5 --from 17:22:20.000Z --to \
              17:22:45.000Z ../data/incident

    $ corr when -q $DATA/incident --tz +02:00 | sed -n 1,3p
    19:22:15+02:00 ±5 s  p95 of gateway up  241 → 492 ms, for 35 s
                         GET /checkout of checkout  +84.2 ms
                         1 of 9 series changed, too (--tsv)

    $ corr when -q $DATA/incident/traces.otlp.jsonl.gz@17:22:00..17:22:30
    2026-11-21 17:22:00Z..17:22:30Z (29.9 s)
    spans are highest at 17:22:13.300Z: 312 a second, 1.8 times their median

           17:22:00.100Z                        17:22:30.000Z  600 ms a column
    spans  ▆▄▇▂▄▆▅▃▁▄▂▄▆▅▅▇▄▅▆▄▇▂█▆▆▁▇▃▆▅▃▅▄▂▄▁▅▅█▃▄▄▄▃▃▄▃▃▄▂  53.3..312 a second


A clock that does not tell the date, alone and beside one that does.

    $ corr when -q $DATA/cpuprofile/plain.cpuprofile
    3 ms by the file's own clock; its date is unknown

          0 s                                               3 ms  500 us a column
    wall  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  1.00 threads

    $ corr when -q $DATA/cpuprofile/plain.cpuprofile $DATA/perf/checkout.perf.txt --all
    2026-11-21 02:23:13.560Z..02:23:13.585Z (25 ms)
    cpu is highest at 02:23:13.560Z: 5.35 cores, 2.6 times its median

                 02:23:13.560Z                   02:23:13.585Z  5 ms a column
    cpu          █████████▁▁▁▁▁▁▁▁▁▄▄▄▄▄▄▄▄▄▁▁▁▁▁▁▁▁▁▄▄▄▄▄▄▄▄▄  0.00..5.35 cores
    page-faults  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁█████████  0.00..220 a second
    left out: ../data/cpuprofile/plain.cpuprofile (clock unknown)
    next  corr top --around 02:23:13.570Z --window 1s \
              ../data/cpuprofile/plain.cpuprofile ../data/perf/checkout.perf.txt


What is told of a part of a column counts for that part; what differs by rounding
only is level.

    $ point() { printf '{"startTimeUnixNano":"1764151%s","timeUnixNano":"1764151%s","asInt":"%s"}' $1 $2 $3; }
    $ { printf '{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"hits","sum":{"aggregationTemporality":1,"isMonotonic":true,"dataPoints":['
    > point 200000000000 220230000000 2023; printf ,; point 220230000000 240240000000 2001
    > printf ,; point 240240000000 260230000000 1999; echo ']}}]}]}]}'; } >hits.json
    $ corr when -q hits.json
    2025-11-26 10:00:00Z..10:01:10Z (1m10s)

            10:00:00Z                               10:01:10Z  10 s a column
    metric  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  100 a second
    metric    hits, every 20 s
    $ corr when -q hits.json --json | grep -o '"values.*\]'
    "values": [100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0]

Data: every value of every series.

    $ corr when -q $DATA/perf/checkout.perf.txt --json | sed -n '/changes/,/values/p' | cut -c1-100
      "changes": [],
      "window": null,
      "baseline": null,
      "explained": null,
      "suspects": [],
      "versions": [],
      "events": [],
      "looked_at": 1,
      "changed": 0,
      "series": [
        {"name": "cpu", "unit": "cores", "from_unix_ns": "1795227793560000000", "step_ns": 5000000, "val
    $ corr when -q $DATA/cpuprofile/plain.cpuprofile --json | grep 'name.*unix_ns' | cut -c1-100
        {"name": "wall", "unit": "threads", "from_unix_ns": null, "step_ns": 500000, "values": [1.0, 1.0
    $ corr when -q $DATA/perf/checkout.perf.txt --tsv --values
    at_unix_ns	value	unit	name
    1795227793560000000	5.3496947006774365	cores	cpu
    1795227793565000000	0.0	cores	cpu
    1795227793570000000	2.020202	cores	cpu
    1795227793575000000	0.0	cores	cpu
    1795227793580000000	2.2234947950109767	cores	cpu
    1795227793560000000	0.0	1/s	page-faults
    1795227793565000000	0.0	1/s	page-faults
    1795227793570000000	0.0	1/s	page-faults
    1795227793575000000	0.0	1/s	page-faults
    1795227793580000000	220.1259384519071	1/s	page-faults

A process that two recordings have at one time.

    $ sed 's/"stringValue":"shop"}}/&,{"key":"service.instance.id","value":{"stringValue":"i1"}}/' \
    >     $DATA/otlp-profiles/example.json >one.json
    $ sed 's/"work"/"toil"/' one.json >two.json
    $ corr when -q one.json two.json
    2023-11-14 22:13:20.000Z..22:13:21.000Z (1 s)

          22:13:20.000Z                             22:13:21.000Z  200 ms a column
    cpu   ███████████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  0.00..0.10 cores
    next  corr top --around 22:13:20.400Z --window 1s one.json two.json

Nothing with times.

    $ corr when $DATA/collapsed/py-spy.folded
    no sample, span or value here has a time
    [4]
    $ corr when -q $DATA/perf/checkout.perf.txt@02:23:13.575..02:23:13.576
    no sample, span or value has a time in the part you asked for
    [4]

A question about time, or of a request, shows when its samples were; --fine, how
they lie within their seconds.

    $ P=$DATA/perf/checkout.perf.txt
    $ corr top $P -n 1 --from 02:23:13 --to 02:23:14
    CPU of checkout  21.4 ms  3 samples of 10.1 ms = 30.3 ms  (also: page-faults)
    3 samples: examples, not a breakdown. ±10 points needs 97 samples

    n  function
    1  Compile::Optimize
    2  9 more functions (-n 0)
          02:23:13.000Z  200 ms a column
    time    ▁    1.41 cores
    next  corr peek Compile::Optimize --from 02:23:13 --to 02:23:14 \
              ../data/perf/checkout.perf.txt   who calls it
          corr tree --from 02:23:13 --to 02:23:14 ../data/perf/checkout.perf.txt
    $ corr tree $P --max-depth 1 --around 02:23:13.57 --window 40ms --ascii
    CPU of checkout  21.4 ms  3 samples of 10.1 ms = 30.3 ms  (also: page-faults)
    3 samples: examples, not a breakdown. +-10 points needs 97 samples

    n    function (* the hottest path)
    3  * start_thread
    3    ` (3 smaller frames)
          02:23:13.550Z  10 ms a column
    time   =_@  1.01..2.22 cores
    next  corr peek Compile::Optimize --window 40ms --around 02:23:13.57 \
              ../data/perf/checkout.perf.txt   all its callers
          corr tree --icicle --window 40ms --around 02:23:13.57 \
              ../data/perf/checkout.perf.txt   as a picture
    $ corr top -q -n 1 --kind gc --from 17:22:20 --to 17:22:30 $DATA/jfr/incident.jfr.gz | grep time
    time  ▃▁▁▃▁▁▁▁▁▁█▁▁▁▃▁▃▁▃▁▁▃▁▃▁▁▁▁▃▁▁▁▁▃▃▁▃▁▁▁▁▃▃▁▃▁▁▃▁▁  0%..4%
    $ corr top $P -n 1 --fine | sed 's/ *$//'
    CPU of checkout  21.4 ms  3 samples of 10.1 ms = 30.3 ms  (also: page-faults)
    3 samples: examples, not a breakdown. ±10 points needs 97 samples

    n  function
    1  Compile::Optimize
    2  9 more functions (-n 0)

    900 ms
    800 ms
    700 ms
    600 ms
    500 ms  ▇
    400 ms
    300 ms
    200 ms
    100 ms
      0 ms
            02:23:13Z, 1 s a column
    next  corr peek Compile::Optimize ../data/perf/checkout.perf.txt   who calls it
          corr tree ../data/perf/checkout.perf.txt                     the call tree
    $ corr tree $P --json --fine | grep -c column
    0
    [1]

The time of a span is marked.

    $ cat >trace.json <<'END'
    > {"resourceSpans":[{"resource":{"attributes":[
    > {"key":"service.name","value":{"stringValue":"checkout"}}]},"scopeSpans":[{"spans":[
    > {"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7","name":"GET",
    > "startTimeUnixNano":"1795227793570000000","endTimeUnixNano":"1795227793578000000"}]}]}]}
    > END
    $ corr span 4bf9 $P trace.json --min-join window --all | tail -4
    evidence  window, confidence 0.15
             02:23:13.560Z  5 ms a column
    process  █▁▄▁▄  0.00..5.35 cores
               ^^
    $ corr top $P trace.json -n 1 --trace 4bf9 --min-join window | tail -8
             02:23:13.560Z  5 ms a column
    process  █▁▄▁▄  0.00..5.35 cores
               ^^
    evidence  100% window   confidence 0.15 (window)
    also      --kind page-faults
    next  corr peek Compile::Optimize --trace 4bf9 ../data/perf/checkout.perf.txt \
              trace.json   who calls it
          corr tree --trace 4bf9 ../data/perf/checkout.perf.txt trace.json

What differs by less than the scale tells is no rise and no fall.

    $ { printf '{"status":"success","data":{"resultType":"matrix","result":'
    > printf '[{"metric":{"__name__":"connections"},"values":'
    > printf '[[1795547520,"1000.1"],[1795547535,"1000.4"],[1795547550,"1000.1"]]}]}}'; } >flat.json
    $ corr when -q flat.json
    2026-11-24 19:12:00Z..19:12:35Z (35 s)

            19:12:00Z                               19:12:35Z  5 s a column
    metric  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  1,000
    metric    connections, every 15 s

One request goes on until it ends.

    $ { printf '{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"4bf92f3577b34da6a3ce929d0e0e4736",'
    > printf '"spanId":"00f067aa0ba902b7","name":"req","startTimeUnixNano":"1764151200000000000",'
    > printf '"endTimeUnixNano":"1764151201000000000"}]}]}]}'; } >one.json
    $ corr when -q one.json
    2025-11-26 10:00:00.000Z..10:00:01.000Z (1 s)

           10:00:00.000Z                        10:00:01.000Z  200 ms a column
    spans  ██████████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  0.00..5.00 a second

A kind has its whole name, unless it is very long.

    $ corr when -q --all $DATA/jfr/incident.jfr.gz | grep safepoint
    time_to_safepoint  ▁▁▁▁▁▁▁▁█▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  0%..5%
    safepoint          █▂▄▃▃▄▁▃▂▃▂▁▁▂▂▁▁▂▂▂▂▂▂▂▃▃▃█▅▁▁▁▁▁▁▁▁  0%..3%
    $ LC_ALL=C sed 's/2\x03cpu/2\x1ctime_on_all_processors_of_it/' $DATA/pprof/go-cpu.pb >long.pb
    $ corr when -q --all long.pb
    2026-11-21 17:27:04Z..17:27:16Z (12 s)

                              17:27:04Z                  17:27:16Z  2 s a column
    time_on_all_processors_…  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  0.11 threads
    next  corr top --around 17:27:08.000Z --window 8s long.pb
    $ corr when -q --all --ascii long.pb
    2026-11-21 17:27:04Z..17:27:16Z (12 s)

                              17:27:04Z                  17:27:16Z  2 s a column
    time_on_all_processor...  ____________________________________  0.11 threads
    next  corr top --around 17:27:08.000Z --window 8s long.pb

A part of the time, and a request in it.

    $ corr when -q $DATA/incident --around 17:22:30 --window 20s --trace d8e1999a
    2026-11-21 17:22:20Z..17:22:40Z (20 s)

           17:22:20.000Z                        17:22:40.000Z  400 ms a column
    cpu    █████████████████▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▃▁▁▁▁▁▁▁▁  0.06..0.07 cores
    spans  ▄▃▃▃▂█▄▇▆▄▄▃▄▇▄▂▄▄▅▂▄▄▃▄▂█▂▃▅▅▄▄▅▁▂▂▁▄▄▁▅▅▄▃▅▅▄▃▂▄  27.5..328 a second
    trace d8e1999a is outside this time: 17:23:00.972Z
    next  corr top --around 17:22:21.300Z --window 3s ../data/incident
    $ corr when -q $DATA/incident --around 17:23 --window 20s --trace d8e1999a | tail -n 4
    spans  ▇▄▆▃▅▂▄▄▅▅▃▇▄▁▅▄▆▃▄▃▅▄▃▂▅▅▂▃▆▃▅▇▃▁▅▇▇█▁▁▆▁▃█▂▃▄▁▅▃  85.0..360 a second
                                      ^
    ^ trace d8e1999a  17:23:00.972Z, 95.8 ms
    next  corr top --around 17:22:51.300Z --window 3s ../data/incident
    $ corr when -q $DATA/incident --window 20s
    corr: --window needs --around TIME
    [2]
    $ corr when -q $DATA/incident --from 18:00
    no sample, span or value has a time in the part you asked for
    [4]

Alerts are bands with a name; the first line says what stands out.

    $ corr when -q $DATA/jfr/incident.jfr.gz --metric $DATA/metrics/webhooks.jsonl | grep 'highest\|^alert\|^  *Checkout'
    alert                            ━━━━━                CheckoutCpuHigh
    alert                         ━━━━━━━━━━━             CheckoutLatencyP95High
    alerts    CheckoutCpuHigh  17:22:39.755Z..17:22:54.755Z (15 s)
              CheckoutLatencyP95High  17:22:29.755Z..17:23:04.755Z (35 s)
    $ corr when -q $DATA/jfr/incident.jfr.gz --metric $DATA/metrics/webhooks.jsonl --json | grep -A2 '"alerts": .$'
      "alerts": [
        {"name": "CheckoutCpuHigh", "starts_unix_ns": "1795281759755000000", "ends_unix_ns": "1795281774755000000", "pending": false},
        {"name": "CheckoutLatencyP95High", "starts_unix_ns": "1795281749755000000", "ends_unix_ns": "1795281784755000000", "pending": false}

Metrics that move with the load are drawn, buckets never.

    $ corr when -q $DATA/jfr/incident.jfr.gz $DATA/metrics/cpu.json $DATA/metrics/buckets.json | grep -A9 '^metric  '
    metric               ▂▂▂▂▃▂▂▂▃▃▄▅▆▇██████▇▆▄▄▂▂▂▂▂▂▂▂▁▁▁▁▁  0.01..0.83
    metric    service:cpu:rate20s{instance="127.0.0.1:18181", job="checkout",
              service="checkout"}, every 5 s
    13 more series (--all)
    next  corr top --from 17:22:17.400Z --to 17:22:46.400Z \
              ../data/jfr/incident.jfr.gz ../data/metrics/buckets.json \
              ../data/metrics/cpu.json   the code that ran then
    $ corr when -q $DATA/metrics/buckets.json
    2026-11-21 17:21:50Z..17:23:50Z (2m00s)
    only buckets are here; --all draws them
    4 more series (--all)
