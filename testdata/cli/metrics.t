Metrics: what Prometheus answered to range queries.

    $ corr info $DATA/metrics/cpu.json $DATA/metrics/buckets.json
    2026-11-21 17:21:51Z..17:23:41Z (1m50s)   2 files

    service  profile                                              samples
    metrics  ../data/metrics/buckets.json, +1 file  prometheus  44 series
    $ corr info --json $DATA/metrics/cpu.json | tr '{,' '\n\n' | grep -E 'series|points|resolution|_unix'
     "from_unix_ns": "1795281716000000000"
     "to_unix_ns": "1795281821000000000"
     "series": 4
     "points": 88
     "resolution_ns": 5000000000

A question that has no use for them leaves them out.

    $ corr top $DATA/metrics/cpu.json
    no profile is here, only metrics
    [5]

An answer that breaks off is read as far as it goes, and a file of errors is
none.

    $ head -c 700 $DATA/metrics/cpu.json > cut.json
    $ corr info cut.json
    corr: cut.json: the input ends inside an answer of Prometheus; its last 21 bytes cannot be used, at byte 700
    2026-11-21 17:21:56Z..17:23:01Z (1m05s)   1 file

    service  profile                samples
    metrics  cut.json  prometheus  1 series
    $ echo '{"status":"error","errorType":"bad_data","error":"exceeded maximum resolution"}' > error.json
    $ corr info error.json
    corr: error.json: the server answered with an error, bad_data: exceeded maximum resolution
    [3]


Requests of checkout before its flag was on, and while it was, by a counter. One
that tells of a part only is not used.

    $ R=$DATA/jfr/incident.jfr.gz M=$DATA/metrics
    $ corr diff -q $R@17:21:52..17:22:16 $R@17:22:17..17:22:46 $M/buckets.json -n 3 | head -n 14
    the new side needs 7.87 times as much CPU † per request of checkout as the base
      (4.73..13.1) for the same traffic
       measured: 10.2 → 85.5 ms, because the new side got heavier requests
         (+0.64 ms)

    ms/request †    base     new   change
    new **         0.000  77.425  +77.425  ▉▉▉▉▉▉▉▉  FraudRules.deepScan
    same          10.055   8.067   -1.988            Thread.run
    same           0.764   0.000   -0.764            FraudRules.quickScan
    same           0.047   0.000   -0.047            88 more, none changed clearly
    traffic                        +0.641            heavier requests
    total         10.225  85.492  +75.267            ×8.36, 5.15..13.6

    also      sleep: Truth.lambda$open$1 99.0 → 122 ms, ×1.23 **
    $ corr diff -q $R@17:21:52..17:22:16 $R@17:22:17..17:23:44 $M/buckets.json --width 100 | grep metric:
    [1]

One is asked for by name and labels, and refused where it does not count what
is compared.

    $ D="$R@17:21:52..17:22:16 $R@17:22:17..17:22:46 $M/buckets.json"
    $ corr diff -q $D --requests 'lab_request_duration_seconds{endpoint=~"/c.*"}' --json | grep -oE '"requests[^,}]*'
    "requests": 165.20000000000002
    "requests_by_spans": 245.0
    "requests": 168.8
    "requests_by_spans": 236.0
    "requests_from": "lab_request_duration_seconds{endpoint=~\"/c.*\"
    $ corr diff -q $D --requests lab_request_duration_seconds --per second
    corr: --requests is about cost per request, not --per second
    [2]
    $ corr diff -q $D --requests 'lab_request_duration_seconds{endpoint}'
    corr: "lab_request_duration_seconds{endpoint}" is not a metric: =, !=, =~ or !~ is missing, after 37 bytes
          hint: as in http_requests_total{service="checkout",code!~"5.."}
    [2]
    $ corr diff -q $D --requests http_requests_total
    corr: --requests http_requests_total: no series here is that
          hint: name the exported metrics as well: corr diff BASE NEW requests.json
    [2]
    $ corr diff -q $D --requests jvm_memory_used_bytes $M/heap.json
    corr: --requests: jvm_memory_used_bytes is no counter: it is a gauge, or it falls
    [2]
    $ corr diff -q $R@17:21:52..17:22:16 $R@17:22:17..17:23:46 $M/buckets.json --requests lab_request_duration_seconds
    corr: --requests: lab_request_duration_seconds tells of 84 s of the 87 s of new
          hint: the new side can be cut to the known time: FILE@17:21:51Z..17:23:41Z
    [2]
    $ { printf '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"calls_total","job":"pricing"},"values":['
    >   for t in $(seq 1795281900 5 1795282005) $(seq 1795282030 5 1795282060); do printf '[%s,"%s"],' $t $t; done | sed 's/,$//'; echo ']}]}}'; } > gap.json
    $ P="$DATA/deploys/v2/pricing*"; corr diff -q "$DATA/deploys/v1/pricing*" "$P" gap.json --requests calls_total
    corr: --requests: calls_total tells of 25 s of the 50 s of base
          hint: the base can be cut to the known time: FILE@17:27:10Z..17:27:40Z
    [2]
    $ mkdir v1; cp $DATA/deploys/v1/pricing* v1
    $ corr diff -q v1@17:27:10Z..17:27:40Z "$P" gap.json --requests calls_total | head -n 2
    the new side needs 35% less CPU per request than the base (10..53%)
       measured: 142 → 92.4 ms
    $ echo '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"calls_total",
    > "job":"checkout"},"values":[[1700000000,"1"],[1700000060,"2"]]}]}}' > early.json
    $ corr diff -q $R@17:21:52..17:22:16 $R@17:22:17..17:22:46 early.json --requests calls_total
    corr: --requests: calls_total tells of 0 s of the 24 s of base
    [2]
    $ echo '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"calls_total",
    > "job":"checkout"},"values":[[1795281700,"1"],[1795281737,"190"],[1795281780,"190"]]}]}}' > still.json
    $ corr diff -q $R@17:21:52..17:22:16 $R@17:22:17..17:22:46 still.json --requests calls_total
    corr: calls_total counts no request of the new side
          hint: --requests names another metric; --per second needs none
    [2]
    $ corr check -q $D --expect 'cpu/request <= base * 1.1' --explain | grep '^requests'
    requests  by lab_request_duration_seconds_bucket

What is expected of the report is of the same requests, and divided as it is.

    $ corr diff -q $D --requests 'lab_request_duration_seconds{endpoint=~"/c.*"}' --expect 'total <= base * 2' --expect 'cpu/request < 20 ms' -n 1 | grep -E '^total|^cannot'
    total         14.83  120.44  +105.61            ×8.12, 4.13..16.0
    $ corr diff -q $D --per total --expect 'total <= base * 2' --expect 'Work.mix self < 2 s' -n 1 | grep -E '^total|^cannot'
    total   2.450  20.330  +17.880            ×8.30, 0.51..136
    cannot tell  total <= base * 2     ×8.30  0.49..140   needs 2 profiles a side
    $ corr diff -q $D --per share --expect 'Work.mix self < 50%' --expect 'Work.mix self < 2 s' -n 1 | tail -5
              included

    fail         Work.mix self < 50%  94.9%  70.7..100.0
    cannot tell  Work.mix self < 2 s                      --per share has no amounts
    GATE FAIL 0 pass 1 fail 1 cannot-tell


Of what endpoints they were the metric says, too: where spans call them alike,
it tells the mix; "GET /metrics" is no request that it counts.

    $ corr diff -q $D -n 1 --width 100 | grep '^requests'
    requests  and their mix by lab_request_duration_seconds_bucket, every 5 s; by spans 245 and 236
    $ corr diff -q $D --json | grep -oE '"from": "lab[^"]*"|"endpoint".*'
    "from": "lab_request_duration_seconds_bucket"
    "endpoint": "/checkout", "base_requests": 104.2, "new_requests": 115.4},
    "endpoint": "/cart", "base_requests": 61.0, "new_requests": 53.400000000000006},
    "endpoint": "/quote", "base_requests": 42.6, "new_requests": 38.2},
    "endpoint": "/report", "base_requests": 31.8, "new_requests": 30.799999999999997}
    $ corr diff -q $R@17:21:52..17:22:16 $R@17:22:17..17:22:46 --json | grep -oE '"from": "[a-z]*"|"traffic".*'
    "from": "spans"
    "traffic": [],
    "traffic", "mark": null, "frame": null, "renamed_from": null, "caller": null, "inlined": null, "pooled": null, "rest": false}

Without spans nothing says what each costs.

    $ routes() { while [ $# -gt 0 ]; do echo "http_requests_total{method=\"GET\",route=\"$1\"} 0 1795281700"; echo "http_requests_total{method=\"GET\",route=\"$1\"} $2 1795281746"; echo "http_requests_total{method=\"GET\",route=\"$1\"} $(($2 + $3)) 1795281820"; shift 3; done; }
    $ (echo '# TYPE http_requests counter'; routes /list 900 1000 /cart 100 800 /old 60 0 /new 0 90; echo '# EOF') >routes.txt
    $ P=$DATA/incident/pricing.cpu.0
    $ corr diff -q "$P[0-2]*" "$P[5-7]*" routes.txt --requests http_requests_total --per request -n 1 --width 90
    no clear change in CPU per request (-38..+44%)
       measured: 3.47 → 3.28 ms

    ms/request   base    new  change
    same        3.471  3.276  -0.195    19 functions, none changed clearly
    total       3.471  3.276  -0.195    ×0.94, 0.62..1.44

    base      …/pricing.cpu.0[0-2]*  17:21:46Z +30 s  3 files  240 samples  691 requests
    new       …/pricing.cpu.0[5-7]*  17:22:36Z +30 s  3 files  251 samples  766 requests
    requests  by http_requests_total, every 1m14s
    evidence  smallest visible change of a 20% function: ×1.81
    next  corr diff -t '../data/incident/pricing.cpu.0[0-2]*' \
              '../data/incident/pricing.cpu.0[5-7]*' routes.txt   where in the call tree
    $ corr check -q "$P[0-2]*" "$P[5-7]*" routes.txt --requests http_requests_total --expect 'cpu/request <= base * 2'
    pass: the rule holds

    verdict      rule                     value  interval
    pass         cpu/request <= base * 2  ×0.94  0.62..1.44

    GATE PASS 1 pass 0 fail 0 cannot-tell
    $ (echo '# TYPE http_requests counter'; routes /list 900 900 /cart 100 110; echo '# EOF') >same.txt
    $ corr diff -q "$P[0-2]*" "$P[5-7]*" same.txt --requests http_requests_total -n 1 | grep -c traffic
    0
    [1]


What a service shows to a scrape has no times; several scrapes may have.

    $ cp $M/pricing.txt scrape.txt && touch -d 2026-11-21T17:23:44Z scrape.txt
    $ corr info scrape.txt
    2026-11-21 17:23:44.000Z..17:23:44.000Z   1 file

    service  profile                                 samples
    metrics  scrape.txt  openmetrics  56 series, 3 exemplars

    1 note on scrape.txt: 56 values without a timestamp; corr uses the time of the
      file (-v)
    $ for t in 1795281700 1795281760; do printf '# TYPE up gauge\nup{job="a"} 1 %s\n# EOF\n' $t; done > two.txt
    $ corr info two.txt
    2026-11-21 17:21:40Z..17:22:40Z (1m00s)   1 file

    service  profile                samples
    metrics  two.txt  openmetrics  1 series
    $ (cat two.txt; echo '<html>') | corr info -
    corr: standard input: line 7 is no metric and is left out, at byte 94
    2026-11-21 17:21:40Z..17:22:40Z (1m00s)   1 file

    service  profile                       samples
    metrics  standard input  openmetrics  1 series

Beside what ran for a while a single scrape does not say when that was.

    $ touch -d 2026-11-26T17:23:44Z scrape.txt
    $ corr info -q scrape.txt $DATA/incident/traces.otlp.jsonl.gz 2>/dev/null | head -n 1
    2026-11-21 17:21:37Z..17:23:44Z (2m06s)   1,197 traces of 4 services
    $ corr info -q scrape.txt 2>/dev/null | head -n 1
    2026-11-26 17:23:44.000Z..17:23:44.000Z   1 file

OTLP metrics.

    $ echo '{"resourceMetrics":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},"scopeMetrics":[{"metrics":[{"name":"n","sum":{"aggregationTemporality":2,"isMonotonic":true,"dataPoints":[{"asInt":"3","startTimeUnixNano":"1795281700000000000","timeUnixNano":"1795281760000000000"}]}}]}]}]}' > otlp.json
    $ corr info otlp.json
    2026-11-21 17:22:40.000Z..17:22:40.000Z   1 file

    service  profile                   samples
    metrics  otlp.json  otlp-metrics  1 series

The same metrics in JSON and in protobuf: records of a collector, or messages in
a row, compressed or not.

    $ corr info $M/otlp.json $M/otlp.pb
    2026-11-21 17:21:51Z..17:23:41Z (1m50s)   2 files

    service  profile                                      samples
    metrics  ../data/metrics/otlp.json  otlp-metrics     4 series
             ../data/metrics/otlp.pb    otlp-metrics-pb  4 series
    $ for f in otlp.json otlp.pb; do corr diff -q $R@17:21:52..17:22:16 $R@17:22:17..17:22:46 $M/$f | md5sum; done | uniq | wc -l
    2
    $ gzip -c $M/otlp.pb | corr info - | tail -n 1
    metrics  standard input  otlp-metrics-pb  4 series
    $ head -c 9000 $M/otlp.pb > cut.pb
    $ corr info cut.pb
    corr: cut.pb: the input ends inside an export request; its last 203 bytes cannot be used, at byte 8797
    2026-11-21 17:21:51Z..17:22:26Z (35 s)   1 file

    service  profile                   samples
    metrics  cut.pb  otlp-metrics-pb  4 series
    $ corr info --strict cut.pb
    corr: cut.pb: the input ends inside an export request; its last 203 bytes cannot be used, at byte 8797
    [3]
    $ corr info --as otlp-metrics-pb $DATA/trace/otlp-one.pb
    1 file

    service  profile                                      samples
    metrics  ../data/trace/otlp-one.pb  otlp-metrics-pb  0 series

    1 note on otlp-one.pb: records of the format otlp-pb were not read because of
      --as (-v)

Does a profile account for the CPU that its process used? Of pricing the nine
windows hold 7.07 s; here it is said to have used a core.

    $ cpu() { for t in $(seq 1795281700 5 1795281800); do echo "process_cpu_seconds_total{job=\"pricing\"} $(((t - 1795281700) * $1 / 100)) $t"; done; }
    $ (echo '# TYPE process_cpu_seconds counter'; cpu 100) > cpu.txt
    $ corr merge -q $DATA/incident/pricing.cpu.0[0-3].pb.gz -o pricing.pb.gz
    $ corr info pricing.pb.gz cpu.txt $DATA/incident/traces.otlp.jsonl.gz | head -n 4
    2026-11-21 17:21:37Z..17:23:44Z (2m06s)   1,197 traces of 4 services

    service   requests  profile                          samples  tied to requests
    pricing        598  pricing.pb.gz                    314 cpu   96% by request id
    $ corr top -n 1 pricing.pb.gz cpu.txt $DATA/incident/traces.otlp.jsonl.gz
    CPU of pricing  40 s  314 samples of 10 ms = 3.14 s
    79% is main.mix, most of it (51%) under main.roundAll

    self%    ±  total%    n  function                   mostly under
     78.7  4.5    80.6  247  main.mix                   main.roundAll 51%
     21.3                67  138 more functions (-n 0)
    314 samples: shares are within 6 points
    next  corr peek main.mix ../data/incident/traces.otlp.jsonl.gz cpu.txt \
              pricing.pb.gz   who calls it
          corr tree ../data/incident/traces.otlp.jsonl.gz cpu.txt pricing.pb.gz
    $ corr info -q --json pricing.pb.gz cpu.txt $DATA/incident/traces.otlp.jsonl.gz | grep -oE '"(path|yield)": [^,]*'
    "path": "../data/incident/traces.otlp.jsonl.gz"
    "yield": null
    "path": "cpu.txt"
    "yield": null
    "path": "pricing.pb.gz"
    "yield": 0.07848620959231652
    $ corr top -n 1 --rescale-to-metric pricing.pb.gz cpu.txt $DATA/incident/traces.otlp.jsonl.gz
    CPU of pricing  40 s  314 samples of 10 ms, rescaled to 40.0 s*
    79% is main.mix, most of it (51%) under main.roundAll

    self%*    ±  total%*    n  function                   mostly under
      78.7  4.5     80.6  247  main.mix                   main.roundAll 51%
      21.3                 67  138 more functions (-n 0)
    314 samples: shares are within 6 points
    * rescaled to the CPU that the process used, shares as well; n counts samples
    pricing.pb.gz: CPU rescaled to what the process used by
      process_cpu_seconds_total, ×12.74; 3.14 s count as 40.01 s
    pricing.pb.gz: samples cover 8% of the CPU the process used (3.14 of 40.01 s,
      process_cpu_seconds_total)
    next  corr peek main.mix ../data/incident/traces.otlp.jsonl.gz cpu.txt \
              pricing.pb.gz   who calls it
          corr tree ../data/incident/traces.otlp.jsonl.gz cpu.txt pricing.pb.gz


Over time, beside a recording of one of the services, and alone.

    $ corr when -q $R --metric $M/cpu.json --width 76
    17:22:16.900Z ±100 ms  cpu of checkout up  0.12 → 0.69 cores, for 30 s
                           FraudRules.deepScan  +0.63 cores (0 → 90%)
                           the profile explains all 0.45 cores of
                           service:cpu:rate20s, and shows 0.58
    17:22:24Z ±5 s         service:cpu:rate20s of checkout up  0.20 →
                           0.70 cores, for 35 s
    17:22:15Z ±5 s         p50 of GET /checkout of checkout up  148 → 344 ms,
                           for 30 s
    17:22:17.700Z ±100 ms  jvm_user of checkout up  11% → 38%, for 30 s
    17:22:04Z ±5 s         service:cpu:rate20s of gateway up  0.11 → 0.18 cores,
                           for 1m20s
                           3 of 19 series changed, too (--tsv)
    17:22:16.721Z          GET /flag of checkout, 2 spans in all, 179 ms before

    2026-11-21 17:21:36Z..17:23:44Z (2m08s)
                   17:21:36Z                   17:23:44Z  3.5 s a column
    cpu            ▃▁▂▂▁▂▁▁▂▂▂▄▇███▆█▇▆▃▂▂▁▁▂▁▂▂▁▁▁▁▁▁▁▁  0.00..0.83 cores
    jvm_user       █▆▃▃▂▂▂▂▂▃▃▄███████▆▅▃▂▂▂▃▂▂▂▂▁▁▁▁▁▁▁  0.4%..42%
    jvm_system     ██▆▅▂▃▄▂▄▃▃▃▃▇▄▅▅▅▄▂▄▄▅▅▃▃▃▃▂▂▂▁▂▁▁▁▁  0%..2%
    machine        ▁████████████████████████████████████  60%..100%
    heap_after_gc  █▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▂▁▂▂▂▂▂▂         32.7 MB..40.1 MB
    gc             █▃▄▃▃▄▁▃▂▃▂▁▁▂▂▁▁▂▂▂▂▂▂▂▃▃▃█▅▁▁▁▁▁▁▁▁  0%..3%
    lock           ▁▂▂▁▂▁▁▁█▅▄▂▂▁▃▁▁▁▁▁▆▂▂▂▁▅▁▄▁▁▁▁▁▁▁▁▁  0.00..0.13 threads
    io             ██▃▃▁▂▁▃▆▂▂▁▄▄▄▂▆▄▆▃▃▁▂▅▁▁▁▆▃▁▁▁▁▁▁▁▁  0.00..0.23 threads
    spans          ▆▅█▇▆██▇▆██▇▅█▅▆▄▆▆▆███▇██▇█▇▄▁▁▁▁▁▁▁  0.00..156 a second
    metric 1            ▃▃▅▇█▇▇█▇▇▇▇▆▆▆▅▆▆▇██████▇▆▆▄▂▁▁  0.02..0.21
    metric 2            ▂▂▂▂▂▂▂▃▃▅▆▇█████▇▆▄▃▂▂▂▂▂▂▂▁▁▁▁  0.01..0.83
    metric 1  service:cpu:rate20s{instance="127.0.0.1:18080", job="gateway",
              service="gateway"}, every 5 s
    metric 2  service:cpu:rate20s{instance="127.0.0.1:18181", job="checkout",
              service="checkout"}, every 5 s
    8 more series (--all)
    next  corr top --from 17:22:17.400Z --to 17:22:46.400Z \
              ../data/jfr/incident.jfr.gz   the code that ran then
    $ corr when -q $M/heap.json --ascii
    17:22:29Z +-5 s  jvm_memory_used_bytes of checkout down  166 -> 86.3 MB

    2026-11-21 17:21:50Z..17:23:50Z (2m00s)
            17:21:50Z                              17:23:50Z  10 s a column
    metric  ####@@@@____@@@@------------++++____++++--------  41.5 MB..166 MB
    metric    jvm_memory_used_bytes{area="heap", instance="127.0.0.1:18181",
              job="checkout", service="checkout"}, every 5 s
    $ corr when -q $R --metric $M/cpu.json --json | grep -oE '"name": "service.*"resolution_ns": [0-9]*' | sed 's/\[.*\]/[]/'
    "name": "service:cpu:rate20s{instance=\"127.0.0.1:18080\",job=\"gateway\",service=\"gateway\"}", "unit": "", "from_unix_ns": "1795281696500000000", "step_ns": 500000000, "values": [], "resolution_ns": 5000000000
    "name": "service:cpu:rate20s{instance=\"127.0.0.1:18082\",job=\"pricing\",service=\"pricing\"}", "unit": "", "from_unix_ns": "1795281696500000000", "step_ns": 500000000, "values": [], "resolution_ns": 5000000000
    "name": "service:cpu:rate20s{instance=\"127.0.0.1:18083\",job=\"reco\",service=\"reco\"}", "unit": "", "from_unix_ns": "1795281696500000000", "step_ns": 500000000, "values": [], "resolution_ns": 5000000000
    "name": "service:cpu:rate20s{instance=\"127.0.0.1:18181\",job=\"checkout\",service=\"checkout\"}", "unit": "", "from_unix_ns": "1795281696500000000", "step_ns": 500000000, "values": [], "resolution_ns": 5000000000

Values under 0 and values that two digits would show as 0 are neither.

    $ series() { printf '%s{"metric":{"__name__":"%s"},"values":[[1795281700,"%s"],[1795281715,"%s"]]}' "$@"; }
    $ { printf '{"status":"success","data":{"resultType":"matrix","result":['
    > series '' offset -0.25 -3; series , ratio 0.0005 0.003; series , zero 0 0
    > echo ']}}'; } >small.json
    $ corr when -q small.json
    2026-11-21 17:21:40Z..17:21:56Z (16 s)

              17:21:40Z                              17:21:56Z  2 s a column
    metric 1  ██████████████████████████████████████████▁▁▁▁▁▁  -3.00..-0.25
    metric 2  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁██████  0.0005..0.003
    metric 3  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  0.00
    metric 1  offset, every 15 s
    metric 2  ratio, every 15 s
    metric 3  zero, every 15 s

Without spans the label of samples says what each endpoint costs: Go's of the
request that it served.

    $ mkdir early late
    $ cp $DATA/incident/pricing.cpu.0[0-3]* early
    $ cp $DATA/incident/pricing.cpu.0[4-7]* late
    $ awk 'BEGIN {
    >     printf "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
    >     printf "{\"metric\":{\"__name__\":\"http_requests_total\",\"job\":\"pricing\","
    >     printf "\"method\":\"GET\",\"route\":\"/price\"},\"values\":["
    >     for (i = 0; i < 20; i++)
    >         printf "%s[%d,\"%d\"]", i ? "," : "", 1795281700 + 5 * i, 30 * i
    >     print "]}]}}" }' >counted.json
    $ corr diff -q early late counted.json --requests http_requests_total | head -n 6
    no clear change in CPU per request (-27..+38%) for the same traffic
       measured: 13.1 → 13.2 ms; the mix of requests is the same

    ms/request    base     new  change
    same        13.081  13.166  +0.085    30 functions, none changed clearly
    traffic                     +0.000    the same mix of requests
    $ corr diff -q early late counted.json --requests http_requests_total --json | grep -o '"label": [^}]*'
    "label": "span_name"

Two endpoints of which the dearer one is asked for more often, and the other
costs a little less.

    $ profile() {
    >     printf '{"resourceProfiles":[{"scopeProfiles":[{"profiles":[{"sampleType":{"typeStrindex":1,"unitStrindex":2},'
    >     printf '"samples":[{"stackIndex":1,"attributeIndices":[1],"values":["%d0000000"]},' $2
    >     printf '{"stackIndex":2,"attributeIndices":[2],"values":["%d0000000"]}],' $3
    >     printf '"timeUnixNano":"%d000000000","durationNano":"10000000000",' $1
    >     printf '"periodType":{"typeStrindex":1,"unitStrindex":2},"period":"10000000"}]}]}],'
    >     printf '"dictionary":{"mappingTable":[{}],"linkTable":[{}],"locationTable":[{},{"lines":[{"functionIndex":1}]},'
    >     printf '{"lines":[{"functionIndex":2}]},{"lines":[{"functionIndex":3}]}],'
    >     printf '"functionTable":[{},{"nameStrindex":3},{"nameStrindex":4},{"nameStrindex":5}],'
    >     printf '"stringTable":["","cpu","nanoseconds","main","list","pay","endpoint"],'
    >     printf '"attributeTable":[{},{"keyStrindex":6,"value":{"stringValue":"GET /list"}},'
    >     printf '{"keyStrindex":6,"value":{"stringValue":"POST /pay"}}],'
    >     printf '"stackTable":[{},{"locationIndices":[2,1]},{"locationIndices":[3,1]}]}}\n'
    > }
    $ counted() {
    >     printf '{"metric":{"__name__":"http_requests_total","job":"shop","method":"%s","route":"%s"},"values":[' $1 $2
    >     printf '[1700000000,"0"],[1700000010,"%d"],[1700000020,"%d"],[1700000030,"%d"],[1700000040,"%d"]]}' $3 $4 $5 $6
    > }
    $ profile 1700000000 540 400 >base.1.json
    $ profile 1700000010 538 404 >base.2.json
    $ profile 1700000020 300 1602 >new.1.json
    $ profile 1700000030 290 1600 >new.2.json
    $ { printf '{"status":"success","data":{"resultType":"matrix","result":['
    >   counted GET /list 450 900 1200 1500; printf ,; counted POST /pay 50 100 300 500; echo ']}}'; } >requests.json
    $ corr diff -q 'base.?.json' 'new.?.json' requests.json --requests http_requests_total
    no clear change in CPU per request (-17..+11%) for the same traffic
       measured: 18.8 → 37.9 ms, because the new side got heavier requests
         (+20.5 ms)

    ms/request    base     new   change
    same        39.347  37.920   -1.427            2 functions, none changed clearly
    traffic                     +20.527  ▉▉▉▉▉▉▉▉  heavier requests in the new side
    total       18.820  37.920  +19.100            ×2.01, 1.78..2.27
    findings  pay itself uses 84% [83,86] of the CPU, under main

    spread    list 7.187 → 5.900 (under many callers)
    base      base.?.json  22:13:20Z +20 s  2 files  1,882 samples  1,000 requests
    new       new.?.json  22:13:40Z +20 s  2 files  3,792 samples  1,000 requests
    requests  and their mix by http_requests_total, every 10 s; what each costs by
              the label "endpoint" of samples
    evidence  smallest visible change of a 2% function: ×1.94
    next  corr diff -t 'base.?.json' 'new.?.json' requests.json
    $ corr diff -q 'base.?.json' 'new.?.json' requests.json --requests http_requests_total --exit-code | tail -n 2
    the code is judged, at the mix of the new side
    GATE INCONCLUSIVE total -3.6% [-16.6,11.3] tau 5% n 1882/3792 phi 1.0
    $ corr check -q 'base.?.json' 'new.?.json' requests.json --requests http_requests_total --expect 'total <= base * 1.05'
    cannot tell: the rule cannot be judged (needs about 3× the samples)

    verdict      rule                  value  interval    why
    cannot tell  total <= base * 1.05  ×0.96  0.83..1.11  needs about 3× the samples
    the code is judged, at the mix of the new side: code -9.0%, traffic mix +110.5%

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]

Without the metric spans say it, if nothing ties samples to them.

    $ asked() { awk -v at=$1 -v n=$2 -v every=$3 'BEGIN {
    >     printf "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\","
    >     printf "\"value\":{\"stringValue\":\"shop\"}}]},\"scopeSpans\":[{\"spans\":["
    >     for (i = 0; i < n; i++)
    >         printf "%s{\"traceId\":\"%032x\",\"spanId\":\"%016x\",\"kind\":2,\"name\":\"%s\",\"startTimeUnixNano\":\"%d%09d\",\"endTimeUnixNano\":\"%d%09d\"}",
    >             i ? "," : "", every * 1000 + i, every * 1000 + i, i % every ? "GET /list" : "POST /pay",
    >             at + int(i / 10), i % 10 * 100000000, at + int(i / 10), i % 10 * 100000000 + 5000000
    >     print "]}]}]}"
    > }' ; }
    $ asked 1700000000 200 10 >was.json; asked 1700000020 200 2 >is.json
    $ corr diff -q 'base.?.json' 'new.?.json' was.json is.json
    the new side needs 2.01 times as much CPU per request of shop as the base
      (1.78..2.27)
       measured: 94.1 → 190 ms

    ms/request   base     new   change
    more **     40.20  160.10  +119.90  ▉▉▉▉▉▉▉▉  pay
    less **     53.90   29.50   -24.40  ░░        list
    total       94.10  189.60   +95.50            ×2.01, 1.78..2.27
    findings  pay itself uses 84% [83,86] of the CPU, under main

    base      base.?.json  22:13:20Z +20 s  2 files  1,882 samples  200 requests
    new       new.?.json  22:13:40Z +20 s  2 files  3,792 samples  200 requests
    evidence  ** under 1% false discoveries; smallest visible change of a 2%
              function: ×1.75
    next  corr diff -t 'base.?.json' 'new.?.json' was.json is.json
          corr peek pay 'new.?.json'                                 who calls it
    $ corr diff -q --json 'base.?.json' 'new.?.json' was.json is.json | grep -A12 '"traffic"' | grep -c endpoint
    2
    $ corr check -q 'base.?.json' 'new.?.json' was.json is.json | grep -A2 ^traffic
    [1]

Alerts are when they began and ended, and stand beside the code.

    $ corr info $DATA/metrics/webhooks.jsonl $DATA/metrics/alerts.json
    2026-11-21 17:22:24Z..17:23:04Z (40 s)   2 files

    service  profile                                        samples
    alerts   ../data/metrics/alerts.json, +1 file  alerts  4 series
    $ corr when -q $DATA/jfr/incident.jfr.gz --metric $DATA/metrics/webhooks.jsonl | grep '^cpu\|^alert'
    cpu            ▃▁▂▂▁▂▁▁▂▂▂▄▇███▆█▇▆▃▂▂▁▁▂▁▂▂▁▁▁▁▁▁▁▁  0.00..0.83 cores
    alert                            ━━━━━                CheckoutCpuHigh
    alert                         ━━━━━━━━━━━             CheckoutLatencyP95High
    alerts    CheckoutCpuHigh  17:22:39.755Z..17:22:54.755Z (15 s)
    $ printf '{"status":"success","data":{"alerts":[]}}' | corr info -
    1 file

    service  profile                  samples
    alerts   standard input  alerts  0 series
    $ head -c 1500 $DATA/metrics/webhooks.jsonl | corr info -
    corr: standard input: the input ends inside a list of alerts; its last 359 bytes cannot be used, at byte 1500
    2026-11-21 17:22:29.755Z..17:22:29.755Z   1 file

    service  profile                  samples
    alerts   standard input  alerts  1 series

A file that is named as metrics and holds none.

    $ I=$DATA/incident; corr when $I/pricing.cpu.06.pb.gz --metric $I/pricing.cpu.07.pb.gz | grep -A1 ^--
    --metric ../data/incident/pricing.cpu.07.pb.gz: no metric is in it; it is read
      as any other file
