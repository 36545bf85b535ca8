What the incident's files know over time.

    $ corr when -q $DATA/incident
    17:22:15Z ±5 s   p50 of GET /checkout of checkout up  148 → 344 ms, for 30 s
                     GET /checkout of checkout  +107 ms
    17:22:15Z ±5 s   p95 of gateway up  241 → 492 ms, for 35 s
                     2 of 12 series changed, too (--tsv)
    17:22:16.721Z    GET /flag of checkout, 2 spans in all, at that time

    2026-11-21 17:21:46Z..17:23:17Z (1m30s)
           17:21:46Z                                 17:23:17Z  1.8 s a column
    cpu    ▆▆▆▆▆▅▄▄▄▄▄▅▅▅▅▅▄▄▄▄▄▄▂▂▂▂▂▂▁▁▁▁▁▅██████████▆▄▄▄▄▄▄  0.06..0.10 cores
    spans  ▆▄▄▄▅▇▆▆▅▅▂▅▆▆▅▆▅▆▂▄▅▄▃▃▄▄▁▄▃▄▂▄▃▅██▅▇▅▅▆▅▆▇▆▄▅▅▆▅▂  80.0..274 a second
    next  corr spans --slowest 5 --from 17:22:20.000Z --to 17:22:40.000Z \
              ../data/incident   the slowest requests

    $ corr when -q $DATA/incident --width 60 --ascii
    17:22:15Z +-5 s  p50 of GET /checkout of checkout up  148 ->
                     344 ms, for 30 s
                     GET /checkout of checkout  +107 ms
    17:22:15Z +-5 s  p95 of gateway up  241 -> 492 ms, for 35 s
                     2 of 12 series changed, too (--tsv)
    17:22:16.721Z    GET /flag of checkout, 2 spans in all, at
                     that time

    2026-11-21 17:21:46Z..17:23:17Z (1m30s)
           17:21:46Z               17:23:17Z  2.8 s a column
    cpu    ***+===+++====....___+@@@@@@#====  0.06..0.10 cores
    spans  +_-*+-.-++--.=_____._-@++=+#--+=_  130..275 a second
    next  corr spans --slowest 5 --from 17:22:20.000Z --to \
              17:22:40.000Z ../data/incident

    $ corr when -q $DATA/incident --tz +02:00 | sed -n 1,3p
    19:22:15+02:00 ±5 s  p50 of GET /checkout of checkout up  148 → 344 ms, for 30 s
                         GET /checkout of checkout  +107 ms
    19:22:15+02:00 ±5 s  p95 of gateway up  241 → 492 ms, for 35 s

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

    $ corr when -q $DATA/jfr/incident.jfr.gz $DATA/metrics/cpu.json $DATA/metrics/buckets.json | grep -A8 '^metric 1  '
    metric 1             ▃▃▅▆█▇▇██▇▇▇▇▇▆▆▆▅▅▆▇▇███████▇▇▆▄▄▂▁▁  0.02..0.21
    metric 2             ▂▂▂▂▃▂▂▂▃▃▄▅▆▇██████▇▆▄▄▂▂▂▂▂▂▂▂▁▁▁▁▁  0.01..0.83
    metric 1  service:cpu:rate20s{instance="127.0.0.1:18080", job="gateway",
              service="gateway"}, every 5 s
    metric 2  service:cpu:rate20s{instance="127.0.0.1:18181", job="checkout",
              service="checkout"}, every 5 s
    12 more series (--all)
    next  corr top --from 17:22:17.400Z --to 17:22:46.400Z \
              ../data/jfr/incident.jfr.gz ../data/metrics/buckets.json \
              ../data/metrics/cpu.json   the code that ran then
    $ corr when -q $DATA/metrics/buckets.json
    2026-11-21 17:21:50Z..17:23:50Z (2m00s)
    only buckets are here; --all draws them
    4 more series (--all)

What changed: a counter whose process restarts, with a lost scrape, a NaN and a
stale series; the rise is a doubling, and the restart is no fall.

    $ counter() { awk -v name="$1" -v up="$2" -v reset="$3" 'BEGIN {
    >     printf "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":{\"__name__\":\"%s\",\"job\":\"shop\"},\"values\":[", name
    >     for (i = 0; i < 60; i++) {
    >         v += (i >= 30 && i < 42 ? up : 30) + i * 7 % 5
    >         if (i == reset) v = 4
    >         if (i == 11) continue
    >         printf "%s[%d,\"%s\"]", i ? "," : "", 1795547520 + 15 * i, i == 17 ? "NaN" : v
    >     }
    >     printf "]}]}}\n" }'; }
    $ counter http_requests_total 60 20 >requests.json
    $ corr when -q requests.json
    19:19:15Z ±15 s  http_requests_total of shop up  2.08 → 4.12 a second, for 3m00s

    2026-11-24 19:12:00Z..19:27:00Z (15m00s)
            19:12:00Z            19:27:00Z  30 s a column
    metric  ▃▃▃▃▃▃▃▃▃▁▃▃▃▃▆█████▆▃▃▃▃▃▃▃▃▃  1.23..4.20 a second
    metric    http_requests_total{job="shop"}, every 15 s
    $ corr when -q requests.json --tsv | cut -f 1-6,11
    at_unix_ns	plus_minus_ns	direction	size	series	unit	until_unix_ns
    1795547955000000000	15000000000	up	2.044061302681992	http_requests_total{job="shop"}	1/s	1795548135000000000
    1795548135000000000	15000000000	down	-1.981481481481481	http_requests_total{job="shop"}	1/s	

A metric with a selector; another word for the same file is no metric.

    $ corr when -q --metric 'requests.json:http_requests_total{job="shop"}' --tsv | cut -f 3,4
    direction	size
    up	2.044061302681992
    down	-1.981481481481481
    $ corr when -q --metric 'requests.json:http_requests_total{job=' 
    corr: "http_requests_total{job=" is not a metric: a value between quotes is missing, after 24 bytes
          hint: as in http_requests_total{service="checkout",code!~"5.."}
    [2]
    $ corr when -q --metric requests.json --method guess
    corr: unknown method "guess"
          hint: --method takes pelt or edivisive
    [2]
    $ corr when -q --metric requests.json --method edivisive --tsv | cut -f 1,3
    at_unix_ns	direction
    1795547955000000000	up
    1795548135000000000	down

Falls: lasting ones count, short ones if they are asked for.

    $ counter jobs_done_total 3 99 >dip.json
    $ corr when -q dip.json | head -n 1
    2026-11-24 19:12:00Z..19:27:00Z (15m00s)
    $ corr when -q dip.json --falls | head -n 1
    19:19:15Z ±15 s  jobs_done_total of shop down  2.14 → 0.32 a second, for 3m00s

OTLP sums, cumulative and delta, tell the same.

    $ sums() { awk -v kind=$1 'BEGIN { printf "{\"resourceMetrics\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":{\"stringValue\":\"shop\"}}]},\"scopeMetrics\":[{\"metrics\":[{\"name\":\"process.cpu.time\",\"unit\":\"s\",\"sum\":{\"isMonotonic\":true,\"aggregationTemporality\":%d,\"dataPoints\":[", kind
    >     for (i = 0; i < 40; i++) {
    >         d = (i >= 25 ? 12 : 4) + i * 7 % 5 / 10; sum += d
    >         printf "%s{\"startTimeUnixNano\":\"%d000000000\",\"timeUnixNano\":\"%d000000000\",\"asDouble\":%s}", i ? "," : "", kind == 2 ? 1795547520 : 1795547520 + 10 * i, 1795547530 + 10 * i, kind == 2 ? sum : d
    >     }
    >     printf "]}}]}]}]}\n" }'; }
    $ sums 1 >delta.json; sums 2 >cumulative.json
    $ corr when -q delta.json | head -n 1
    19:16:10Z ±10 s  process.cpu.time of shop up  0.42 → 1.22 cores
    $ corr when -q cumulative.json | head -n 1
    19:16:10Z ±10 s  process.cpu.time of shop up  0.42 → 1.22 cores

A histogram is seen by its mean, and by the median and the 95th percentile of its
buckets.

    $ awk 'BEGIN { printf "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
    >     split("0.1 0.5 1 +Inf", le, " ")
    >     for (b = 1; b <= 4; b++) {
    >         printf "%s{\"metric\":{\"__name__\":\"http_seconds_bucket\",\"le\":\"%s\"},\"values\":[", (b == 1 ? "" : ","), le[b]; v = 0
    >         for (i = 0; i < 40; i++) {
    >             slow = (i >= 20 && i < 30) ? 40 : 0
    >             v += b == 1 ? 96 - slow : b == 2 ? 98 - slow + i % 2 : 100
    >             printf "%s[%d,\"%d\"]", (i ? "," : ""), 1795547520 + 15 * i, v }
    >         printf "]}" }
    >     printf "]}}\n" }' >buckets.json
    $ corr when -q buckets.json --tsv | cut -f 1,3-6
    at_unix_ns	direction	size	series	unit
    1795547805000000000	up	840791676.6697599	p95 of http_seconds	ns
    1795547955000000000	down	-840791676.6697599	p95 of http_seconds	ns
    1795547805000000000	up	37202380.952380985	p50 of http_seconds	ns
    1795547955000000000	down	-37202380.952380985	p50 of http_seconds	ns

A recording: the function that answers, and what changed with it.  The flag was on
from 17:22:16.721Z to 17:22:46.724Z.

    $ corr when -q $DATA/jfr/incident.jfr.gz | head -n 6
    17:22:16.900Z ±100 ms  cpu of checkout up  0.12 → 0.69 cores, for 30 s
                           FraudRules.deepScan  +0.63 cores (0 → 90%)
                           the profile explains all 0.45 cores of jvm_user +
                           jvm_system, and shows 0.58
    17:22:15Z ±5 s         p50 of GET /checkout of checkout up  148 → 344 ms, for
                           30 s
    $ corr when -q $DATA/jfr/incident.jfr.gz --tsv | cut -f 1,3,5-7,10,14 | head -n 3
    at_unix_ns	direction	series	unit	service	after	is_main
    1795281736900000000	up	cpu	cores	checkout	0.6932258064516129	true
    1795281766900000000	down	cpu	cores	checkout	0.06767857142857144	true
    $ corr when -q $DATA/jfr/incident.jfr.gz --json | grep -A1 'suspects' | cut -c 1-80
      "suspects": [
        {"frame": {"function": "lab.checkout.FraudRules.deepScan", "module": null, "

CPU that the process used, and that its profile does not show.

    $ awk 'BEGIN { printf "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":{\"__name__\":\"container_cpu_usage_seconds_total\",\"service\":\"checkout\"},\"values\":["
    >     for (i = 0; i < 26; i++) { v += (i >= 15 && i < 19 ? 10 : 0.3) + i * 7 % 5 / 10
    >         printf "%s[%d,\"%s\"]", (i ? "," : ""), 1795281700 + 5 * i, v }
    >     printf "]}]}}\n" }' >container.json
    $ corr when -q $DATA/jfr/incident.jfr.gz --metric container.json | head -n 4
    17:22:50Z ±5 s   container_cpu_usage_seconds_total of checkout up  0.10 →
                     2.04 cores, for 20 s
                     the profile explains 0.00 of the 1.94 cores of
                     container_cpu_usage_seconds_total
    $ corr when -q $DATA/jfr/incident.jfr.gz --metric container.json --json | grep -A16 '"explained"' | grep 'share\|why'
      "explained": {"metric_delta": 1.935, "profile_delta": -0.18152380952380956, "unit": "cores", "share": 0.0, "metric": "container_cpu_usage_seconds_total{service=\"checkout\"}", "kind": "cpu", "service": "checkout", "base_covered": 2.935238095238096, "now_covered": 0.055036855036855035, "base_samples": 1541, "now_samples": 224, "other": null, "other_delta": null, "object": null, "object_key": null, "object_delta": null, "why": "elsewhere"},

Another process of the machine has the rest: a second container rises by as much.

    $ awk 'BEGIN { split("checkout batch", name, " "); printf "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
    >     for (k = 1; k <= 2; k++) { v = 0
    >         printf "%s{\"metric\":{\"__name__\":\"%s_cpu_usage_seconds_total\",\"service\":\"%s\"},\"values\":[", (k > 1 ? "," : ""), (k > 1 ? "batch" : "node"), name[k]
    >         for (i = 0; i < 26; i++) { v += (i >= 15 && i < 19 ? 10 - k : 0.3) + i * 7 % 5 / 10
    >             printf "%s[%d,\"%s\"]", (i ? "," : ""), 1795281700 + 5 * i, v }
    >         printf "]}" }
    >     printf "]}}\n" }' >node.json
    $ corr when -q $DATA/jfr/incident.jfr.gz --metric node.json:node_cpu_usage_seconds_total | head -n 6
    17:22:50Z ±5 s   node_cpu_usage_seconds_total of checkout up  0.10 → 1.83 cores,
                     for 20 s
                     the profile explains 0.00 of the 1.73 cores of
                     node_cpu_usage_seconds_total
                     batch_cpu_usage_seconds_total{service="batch"} rises by
                     1.54 cores: another process
    $ corr when -q $DATA/jfr/incident.jfr.gz --metric node.json:node_cpu_usage_seconds_total --json | grep -o '"other".*'
    "other": "batch_cpu_usage_seconds_total{service=\"batch\"}", "other_delta": 1.5350000000000001, "object": null, "object_key": null, "object_delta": null, "why": "elsewhere"},

Feature flags and versions near a change.

    $ awk 'BEGIN { for (i = 0; i < 900; i++) { at = 1764151200 + i / 10; slow = i >= 600
    >     printf "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":{\"stringValue\":\"cart\"}},{\"key\":\"service.version\",\"value\":{\"stringValue\":\"v%d\"}}]},\"scopeSpans\":[{\"spans\":[{\"traceId\":\"4bf92f3577b34da6a3ce929d%08x\",\"spanId\":\"00f067aa%08x\",\"name\":\"GET /cart\",\"kind\":2,\"startTimeUnixNano\":\"%.0f000000\",\"endTimeUnixNano\":\"%.0f000000\"", slow ? 42 : 41, i, i + 1, at * 1000, at * 1000 + (slow ? 80 : 20) + i * 7 % 5
    >     if (i % 50 == 0) printf ",\"events\":[{\"timeUnixNano\":\"%.0f000000\",\"name\":\"feature_flag.evaluation\",\"attributes\":[{\"key\":\"feature_flag.key\",\"value\":{\"stringValue\":\"new-cart\"}},{\"key\":\"feature_flag.result.variant\",\"value\":{\"stringValue\":\"%s\"}}]}]", at * 1000, slow ? "on" : "off"
    >     printf "}]}]}]}\n" } }' >cart.jsonl
    $ corr when -q cart.jsonl
    10:01:00Z ±2 s   p50 of cart up  22 → 82 ms
                     GET /cart of cart  +60 ms
                     1 of 3 series changed, too (--tsv)
    10:01:00.000Z    version v42 of cart is seen first, at that time
    10:01:00.000Z    flag new-cart = on of cart is seen first, at that time

    2025-11-26 10:00:00Z..10:01:30Z (1m30s)
             10:00:00Z                           10:01:30Z  2 s a column
    spans    ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  10.0 a second
    version                                ▲                v42 of cart
    flag                                   ▲                new-cart = on of cart
    next  corr spans --slowest 5 --from 10:01:02.000Z --to 10:01:28.000Z cart.jsonl
    $ corr when -q cart.jsonl --ascii --width 60 | grep "^version\|^flag\|^spans"
    spans    ___________________________  10.0 a second
    version                   ^           v42 of cart
    flag                      ^           new-cart = on of cart
    $ corr when -q cart.jsonl --json | sed -n '/"versions"/,/"looked_at"/p'
      "versions": [
        {"version": "v41", "first_unix_ns": "1764151200000000000", "service": "cart", "near": false},
        {"version": "v42", "first_unix_ns": "1764151260000000000", "service": "cart", "near": true}
      ],
      "events": [
        {"at_unix_ns": "1764151200000000000", "what": "flag", "name": "new-cart", "value": "off", "service": "cart", "n": 12, "near": false},
        {"at_unix_ns": "1764151260000000000", "what": "flag", "name": "new-cart", "value": "on", "service": "cart", "n": 6, "near": true}
      ],
      "looked_at": 3,

A file that cannot be read leaves the answer to the others.

    $ corr when -q dip.json missing.json --tsv | cut -f 1,3
    corr: missing.json: No such file or directory
    at_unix_ns	direction
    $ : >none.json; corr when -q --falls dip.json none.json 2>&1 | head -n 2
    corr: none.json: the file is empty
    19:19:15Z ±15 s  jobs_done_total of shop down  2.14 → 0.32 a second, for 3m00s


Large files are read without allocations, unless more than a screen is asked for.

    $ mkdir large && cp $DATA/jfr/waits.jfr.gz large && truncate -s 64M large/other.bin
    $ corr when -q large | grep allocations
    allocations are not read from 64 MB of files or more (--all reads them)
    $ corr when -q large --all | grep -c allocations
    0
    [1]
    $ corr when -q $DATA/jfr/waits.jfr.gz | grep -c allocations
    0
    [1]
