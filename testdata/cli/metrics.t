Metrics: what Prometheus answered to range queries.

    $ corr info $DATA/metrics/cpu.json $DATA/metrics/buckets.json
    2 files, 2026-11-21 17:21:51.000Z..17:23:41.000Z
    file                          format      length  holds
    ../data/metrics/buckets.json  prometheus   1m50s  40 series, every 5 s
    ../data/metrics/cpu.json      prometheus   1m45s  4 series, every 5 s
    $ corr info --json $DATA/metrics/cpu.json | tr '{,' '\n\n' | grep -E 'series|points|resolution|_unix'
     "from_unix_ns": "1795281716000000000"
     "to_unix_ns": "1795281821000000000"
     "series": 4
     "points": 88
     "resolution_ns": 5000000000}

A question that has no use for them leaves them out.

    $ corr top $DATA/metrics/cpu.json
    no profile is here: there are only metrics
    [5]

An answer that breaks off is read as far as it goes, and a file of errors is
none.

    $ head -c 700 $DATA/metrics/cpu.json > cut.json
    $ corr info cut.json
    corr: cut.json: the input ends inside an answer of Prometheus; its last 21 bytes cannot be used, at byte 700
    1 file, 2026-11-21 17:21:56.000Z..17:23:01.000Z
    file      format      length  holds
    cut.json  prometheus   1m05s  1 series, every 5 s
    $ echo '{"status":"error","errorType":"bad_data","error":"exceeded maximum resolution"}' > error.json
    $ corr info error.json
    corr: error.json: it is no answer but an error of the server, bad_data: exceeded maximum resolution
    [3]


Requests of checkout before its flag was on, and while it was, by a counter. One
that tells of a part only is not used.

    $ R=$DATA/jfr/incident.jfr.gz M=$DATA/metrics
    $ corr diff -q $R@17:21:52..17:22:16 $R@17:22:17..17:22:46 $M/buckets.json -n 3 | head -n 12
    base  …jfr.gz@17:21:52..17:22:16  17:21:52Z +24 s  1 file  245 samples  240
      requests
    new   …jfr.gz@17:22:17..17:22:46  17:22:17Z +29 s  1 file  2,033 samples  238
      requests
    CPU ms per request of checkout; 2 functions tested, 5% false discoveries
    requests by lab_request_duration_seconds_bucket, every 5 s; by spans 245 and 236

               base     new    delta  ratio  95%         function (+ and below)
    total    10.225  85.492  +75.267   8.36  5.15..13.6
    grew **   0.710  76.745  +76.036    108  45.8..255   lab.checkout.Work.mix +
    ~         9.516   8.747   -0.769   0.92              spread thin…other functions
    noise is judged by windows within one run: how runs differ is not in it
    $ corr diff -q $R@17:21:52..17:22:16 $R@17:22:17..17:23:44 $M/buckets.json --width 100 | grep metric:
    requests are not counted by a metric: lab_request_duration_seconds_bucket tells of 84 s of the 87 s

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
          hint: "corr help diff" lists what it takes
    [2]
    $ corr diff -q $D --requests 'lab_request_duration_seconds{endpoint}'
    corr: "lab_request_duration_seconds{endpoint}" names no metric: =, !=, =~ or !~ is missing, after 37 bytes
          hint: as in http_requests_total{service="checkout",code!~"5.."}
    [2]
    $ corr diff -q $D --requests http_requests_total
    corr: --requests http_requests_total: no series here is that
          hint: exports of metrics are files beside the others: corr diff BASE NEW requests.json
    [2]
    $ corr diff -q $D --requests jvm_memory_used_bytes $M/heap.json
    corr: --requests: jvm_memory_used_bytes is no counter: it is a gauge, or it falls
          hint: "corr help diff" lists what it takes
    [2]
    $ corr diff -q $R@17:21:52..17:22:16 $R@17:22:17..17:23:46 $M/buckets.json --requests lab_request_duration_seconds
    corr: --requests: lab_request_duration_seconds tells of 84 s of the 87 s of new
          hint: the new side can be cut to what is told: FILE@17:21:51Z..17:23:41Z
    [2]
    $ corr check -q $D --expect 'cpu/request <= base * 1.1' --explain | grep '^requests'
    requests  by lab_request_duration_seconds_bucket
