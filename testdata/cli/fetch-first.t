From an alert or a metric to an answer in one command: what is missing is
fetched first.  scripts/replay plays the servers.
Needs python3, corr-fetch.

    $ ../data/../scripts/replay ../data/backends --log log --seconds 60 >port 2>/dev/null &
    > for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    >     [ -s port ] || sleep 0.1
    > done; server=$!; at=http://127.0.0.1:$(cat port)
    > replay="--tempo $at/tempo --pyroscope $at/pyroscope --prometheus $at/prometheus"

An alert that has ended: the window is the same whenever it is asked.

    $ sed 's/0001-01-01T00:00:00Z/2026-11-21T17:23:20Z/; s/"firing"/"resolved"/g' ../data/backends/webhook.json >payload.json
    $ corr alert payload.json --fetch -o case $replay
    29 files, 2.4 MB, in case
    window    2026-11-21 16:51:00Z..17:28:01Z (37m01s)
    CheckoutLatencyP95High  checkout  resolved, 17:22:29.755Z..17:23:20.000Z
    service:request_duration_seconds:p95 of checkout went up at 17:22:33.500Z
    rule      service:request_duration_seconds:p95{endpoint="/checkout",service="che
              ckout"} > 0.45
    says      p95 of /checkout on checkout is 625ms
    window    2026-11-21 17:17:29Z..17:23:20Z (5m50s)

    the slowest of 3 requests then
    duration  id           most of it
     0.664 s  9de136d8/s4  66% s4 GET /checkout
     0.584 s  f7e946d5/s4  73% s4 GET /checkout
     0.079 s  d8e1999a/s4  47% s7 price.basket
    profiles/checkout-process_cpu.cpu-20261121T172203Z-20261121T172320Z.pb: window
      from the file name
    next  corr span 9de136d8/s4 case
          corr top --from 17:22:33.500Z --to 17:23:08.500Z case
    $ sed -n 1,5p case/finding.md
    **CheckoutLatencyP95High  checkout  resolved, 17:22:29.755Z..17:23:20.000Z**

    service:request\_duration\_seconds:p95 of checkout went up at 17:22:33.500Z

    - **rule** service:request\_duration\_seconds:p95{endpoint="/checkout",service="checkout"} \> 0.45
    $ ls case case/alerts case/traces
    case:
    alerts
    finding.md
    metrics
    profiles
    traces

    case/alerts:
    alert.json
    prometheus-alerts.json
    prometheus-rules.json

    case/traces:
    tempo-8b6f592889af98a87a3c98f15bbcef50.pb
    tempo-9de136d8ee64f76235e3cc8c57f23d18.pb
    tempo-a413b68db424263a90713b001c96f471.pb
    tempo-d8e1999a185380142371dbc7a1812f35.pb
    tempo-f7e946d508534fbff4a01616e69e1234.pb
    $ corr info case | sed 's/of 127.0.0.1:.*/of 127.0.0.1/'
    2026-11-21 17:22:03Z..17:23:41Z (1m38s)   5 traces of 3 services

    service   requests  profile                            samples  tied to requests
    checkout         5  profile…pb, +1 file                564 cpu     – no ids
    gateway          5  –
    pricing          5  –
    traces              traces/…b, +4 files              104 spans
    metrics             metrics…on, +1 file  2 series, 4 exemplars
    alerts              alerts/…n, +2 files               5 series

    findings  SELECT lab.items runs 14 times, 125 ms: looks like one query per item
    not used  profiles/checkout-process_cpu.cpu-20261121T165315Z-20261121T165452Z.pb
              : the same content as
              profiles/checkout-process_cpu.cpu-20261121T165139Z-20261121T165316Z.pb
              profiles/checkout-process_cpu.cpu-20261121T165451Z-20261121T165628Z.pb
              : the same content as
              profiles/checkout-process_cpu.cpu-20261121T165139Z-20261121T165316Z.pb
              profiles/checkout-process_cpu.cpu-20261121T165627Z-20261121T165804Z.pb
              : the same content as
              profiles/checkout-process_cpu.cpu-20261121T165139Z-20261121T165316Z.pb
              profiles/checkout-process_cpu.cpu-20261121T165803Z-20261121T165940Z.pb
              : the same content as
              profiles/checkout-process_cpu.cpu-20261121T165139Z-20261121T165316Z.pb
              profiles/checkout-process_cpu.cpu-20261121T165939Z-20261121T170116Z.pb
              : the same content as
              profiles/checkout-process_cpu.cpu-20261121T165139Z-20261121T165316Z.pb
              13 more (--json tells why)
    fetched   29 answers of 127.0.0.1
    1 note on checkout-process_cpu.cpu-20261121T172203Z-20261121T172320Z.pb: window
      from the file name (-v)
    next  corr spans --slowest 5 case   the slowest requests
          corr span 9de136d8 case       the longest request
          corr top case                 the most expensive functions
    $ wc -l <log | tr -d ' ' >asked

A second time, servers are asked nothing.

    $ corr alert payload.json --fetch -o case $replay >again
    29 files, 2.4 MB, in case; 29 were already there
    window    2026-11-21 16:51:00Z..17:28:01Z (37m01s)
    $ [ "$(wc -l <log | tr -d ' ')" = "$(cat asked)" ] && echo nothing was asked
    nothing was asked

An alert that still fires ends, the second time, when it ended the first time.

    $ corr alert - --fetch -o now -q $replay <../data/backends/webhook.json >first
    $ wc -l <log | tr -d ' ' >asked; sleep 1.1
    $ corr alert ../data/backends/webhook.json --fetch -o now -q $replay >second
    $ [ "$(wc -l <log | tr -d ' ')" = "$(cat asked)" ] && echo nothing was asked
    nothing was asked
    $ cmp first second

Another message in the same folder is answered, not the first one.

    $ sed 's/CheckoutLatencyP95High/Other/g' payload.json >other.json
    $ corr alert other.json --fetch -o case -q $replay | head -n 1
    Other  checkout  resolved, 17:22:29.755Z..17:23:20.000Z
    $ ls case/alerts
    alert-2.json
    alert.json
    prometheus-alerts.json
    prometheus-rules.json

Exemplars name traces that are not here: all are fetched in one run.

    $ exemplars=../data/backends/prometheus/exemplars.response.body
    $ corr chase $exemplars --fetch -o chased $replay
    20 files, 599 kB, in chased
    window    2026-11-21 17:22:00Z..17:23:00Z (1m00s)

    note      LabelValues of Pyroscope: the server has no profiles of gateway
    worst exemplar  lab_request_duration_seconds 0.664 s  trace 9de136d8
    66% of GET /checkout is s4 GET /checkout in checkout: FraudRules.deepScan, 4
      samples

      value  at             id           most of it
    0.664 s  17:22:37.478Z  9de136d8/s4  66% s4 GET /checkout: FraudRules.deepScan
    0.597 s  17:22:27.913Z  8b6f5928/s4  92% s4 GET /checkout: FraudRules.deepScan
    0.585 s  17:22:33.428Z  a413b68d/s4  69% s4 GET /checkout: FraudRules.deepScan
    0.584 s  17:22:33.628Z  f7e946d5/s4  73% s4 GET /checkout: FraudRules.deepScan
    next  corr span 9de136d8/s4 \
              ../data/backends/prometheus/exemplars.response.body chased
    $ corr chase $exemplars --fetch -o chased $replay 2>&1 >/dev/null
    20 files, 599 kB, in chased; 20 were already there
    window    2026-11-21 17:22:00Z..17:23:00Z (1m00s)

    note      LabelValues of Pyroscope: the server has no profiles of gateway

Servers that are gone: what the folder has is the answer.

    $ corr alert payload.json --fetch -o case --tempo http://127.0.0.1:1 --pyroscope http://127.0.0.1:1 --prometheus http://127.0.0.1:1 --tries 1 | head -n 3
    0 files, 0 B, in case
    window    2026-11-21 16:51:00Z..17:24:00Z (33m00s)

    failed    GetProfileStats of Pyroscope: the server cannot be reached: Connection
              refused
    failed    ProfileTypes of Pyroscope: the server cannot be reached: Connection
              refused (22 times)
    failed    search in Tempo: the server cannot be reached: Connection refused
    failed    exemplars from Prometheus: the server cannot be reached: Connection
              refused
    failed    metric from Prometheus: the server cannot be reached: Connection
              refused
    failed    alerts from Prometheus: the server cannot be reached: Connection
              refused
    failed    rules from Prometheus: the server cannot be reached: Connection
              refused
    CheckoutLatencyP95High  checkout  resolved, 17:22:29.755Z..17:23:20.000Z
    service:request_duration_seconds:p95 of checkout went up at 17:22:33.500Z
    rule      service:request_duration_seconds:p95{endpoint="/checkout",service="che
    $ corr alert payload.json --fetch -o none --tempo http://127.0.0.1:1 --tries 1
    0 files, 0 B, in none
    window    2026-11-21 17:07:29Z..17:23:20Z (15m50s)

    failed    search in Tempo: the server cannot be reached: Connection refused
    CheckoutLatencyP95High  checkout (not here)  resolved,
      17:22:29.755Z..17:23:20.000Z
    no profile or trace of that service is here
    rule      service:request_duration_seconds:p95{endpoint="/checkout",service="che
              ckout"} > 0.45
    says      p95 of /checkout on checkout is 625ms
    window    2026-11-21 17:17:29Z..17:23:20Z (5m50s)
    1 of 1 answer of servers is missing or cut, such as search in Tempo
    next  corr fetch alert none/alerts/alert.json -o case
    [4]

A program of the service is recorded while the alert fires: its file says whose it
is.  Programs of other services are left alone.

    $ sed 's/"checkout"/"pricing"/g' ../data/backends/webhook.json >pricing.json
    $ programs="--pprof pricing=$at/go --pprof checkout=$at/nowhere --record 2s"
    $ corr alert pricing.json --fetch -o program $programs 2>/dev/null
    CheckoutLatencyP95High  pricing  firing since 17:22:29.755Z
    no series of the service changed in that time
    rule      service:request_duration_seconds:p95{endpoint="/checkout",service="che
              ckout"} > 0.45
    says      p95 of /checkout on checkout is 625ms
    window    2026-11-21 17:17:29Z..17:22:39Z (5m10s)

    CPU then: 740.0 ms; nothing from before is here
    560.0 ms         main.mix
    90.0 ms          main.containsRule
    10.0 ms          bytes.(*Buffer).Write
    next  corr top --from 17:17:29.755Z --to 17:22:39.755Z program
          corr fetch alert program/alerts/alert.json -o case
    $ ls program/profiles | sed 's/20[0-9]*T[0-9]*Z/TIME/g'
    pricing-pprof.profile-TIME-TIME
    $ grep -c '^GET /go' log
    2
    $ corr alert pricing.json --fetch -o program $programs 2>/dev/null | head -n 1
    CheckoutLatencyP95High  pricing  firing since 17:22:29.755Z
    $ grep -c '^GET /go' log
    3
    $ corr info program | sed 's/20[0-9]*T[0-9]*Z/TIME/g; s/of 127.0.0.1:.*/of 127.0.0.1/'
    2026-11-21 17:22:16Z..17:22:26Z (10 s)   2 files of 1 service

    service  profile                                                         samples
    pricing  profi…pricing-pprof.profile-TIME-TIME    74 cpu
    alerts   alerts/alert.json                                              1 series

    fetched   1 answer of 127.0.0.1
    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top program             the most expensive functions
          corr top --by span program   the most expensive spans
    $ corr fetch profiles --service pricing --kind lock -o program $programs | sed 's/20[0-9]*T[0-9]*Z/TIME/g'
    2 files, 6.8 kB, in program
             size  file                                                       format
    got  3.447 kB  pro…pricing-pprof.mutex-TIME-TIME  pprof
    got  3.353 kB  pro…pricing-pprof.block-TIME-TIME  pprof
    next  corr info program   what came, and what joins
    $ corr fetch $at/go/debug/pprof/heap --service till -o program | sed 's/20[0-9]*T[0-9]*Z/TIME/g'
    1 file, 6.4 kB, in program
             size  file                                       format
    got  6.418 kB  profiles/till-pprof.heap-TIME  pprof
    next  corr info program   what came, and what joins
    $ corr top --service till --kind live_bytes -q program | head -n 2
    Bytes in use of till  6,560 objects = 3.3 MB, from 4 samples
    1.8 MB of 3.3 MB is pprof.StartCPUProfile

An alert that is over has nothing to record.

    $ sed 's/0001-01-01T00:00:00Z/2026-11-21T17:23:20Z/; s/"firing"/"resolved"/g' pricing.json >over.json
    $ corr alert over.json --fetch -o over $programs 2>&1 | head -n 6
    0 files, 0 B, in over
    CheckoutLatencyP95High  pricing (not here)  resolved,
      17:22:29.755Z..17:23:20.000Z
    no profile or trace of that service is here
    rule      service:request_duration_seconds:p95{endpoint="/checkout",service="che
              ckout"} > 0.45

A folder is needed.

    $ corr alert payload.json --fetch $replay
    corr: --fetch wants a case folder
          hint: --fetch -o DIR
    [2]
    $ corr chase --fetch $replay
    corr: --fetch wants a case folder
          hint: --fetch -o DIR
    [2]
    $ kill $server
