Did spans get faster?  Version 2 talks to a slower source of rates.

    $ corr diff -q --spans $DATA/deploys/v1 $DATA/deploys/v2
    GET takes 86% longer in v2 than in v1 (49..132%)
       mean duration; on path: change in critical-path time per request

           base      new  ratio   on path    ran    new     share  operation
    **  57.5 ms   107 ms   1.86  +44.4 ms  1,988  1,716  200→200%  GET
    **  19.2 ms  60.8 ms   3.16  +3.98 ms    169    160    17→19%  gateway.home
    **  92.8 ms   202 ms   2.18  +3.31 ms    286    309    29→36%  gateway.checkout
    ~   32.3 ms  46.5 ms   1.44  +2.22 ms    161    191    16→22%  gateway.cart
    **  35.7 ms  66.6 ms   1.87   +926 us     99     97    10→11%  gateway.report
    *   76.9 ms   110 ms   1.43    -50 us    279    101    28→12%  gateway.quote
    **    22 ms  43.2 ms   1.97              565    410    57→48%  GET /price
    **  4.56 ms  20.8 ms   4.56              565    410    57→48%  fx.fetch
    **  21.7 ms  42.8 ms   1.97              565    410    57→48%  price.basket

    base      ../data/deploys/v1  4,677 spans of 994 requests
    new       ../data/deploys/v2  3,804 spans of 858 requests
    evidence  9 operations tested, 5% false discoveries; windows of 10 s
              run-to-run differences are not included
    $ corr diff -q --spans $DATA/deploys/v1 $DATA/deploys/v2 -n 2 --width 60
    GET takes 86% longer in v2 than in v1 (49..132%)
       mean duration; on path: change in critical-path time per
         request

           base      new  ratio    ran    new  operation
    **  57.5 ms   107 ms   1.86  1,988  1,716  GET
    **  19.2 ms  60.8 ms   3.16    169    160  gateway.home
    7 more operations (-n 0 shows all)

    base      ../data/deploys/v1  4,677 spans of 994 requests
    new       ../data/deploys/v2  3,804 spans of 858 requests
    evidence  9 operations tested, 5% false discoveries; windows
              of 10 s
              run-to-run differences are not included
    $ corr diff -q --spans $DATA/deploys/v1 $DATA/deploys/v2 --service pricing --json | grep -oE '"(what|kind|unit|operation|service|class|mark|base_spans|clusters|tested)": *[^,}]*'
    "tested": 3
    "base_spans": 565
    "clusters": "window"
    "class": "more"
    "mark": "**"
    "what": "span"
    "kind": "duration"
    "unit": "ns"
    "operation": "GET /price"
    "service": "pricing"
    "base_spans": 565
    "clusters": "window"
    "class": "more"
    "mark": "**"
    "what": "span"
    "kind": "duration"
    "unit": "ns"
    "operation": "fx.fetch"
    "service": "pricing"
    "base_spans": 565
    "clusters": "window"
    "class": "more"
    "mark": "**"
    "what": "span"
    "kind": "duration"
    "unit": "ns"
    "operation": "price.basket"
    "service": "pricing"
    "service": "pricing"
    "kind": "cpu"
    "unit": "ns"
    "service": "pricing"
    "kind": "cpu"
    "unit": "ns"
    "service": "pricing"
    "kind": "cpu"
    "unit": "ns"
    "service": "pricing"
    "kind": "cpu"
    "unit": "ns"
    "service": "pricing"
    "kind": "cpu"
    "unit": "ns"
    "service": null
    "service": "pricing"
    "kind": "cpu"
    "unit": "ns"
    "service": "pricing"
    "kind": "cpu"
    "unit": "ns"
    "service": "pricing"
    "kind": "cpu"
    "unit": "ns"
    "service": "pricing"
    "kind": "cpu"
    "unit": "ns"
    "service": "pricing"
    "kind": "cpu"
    "unit": "ns"
    "service": null
    $ corr diff -q --spans $DATA/deploys/v1 $DATA/deploys/v2 --tsv | cut -f9,10,17-24 | head -3
    base_spans	new_spans	clusters	class	mark	what	kind	unit	operation	service
    1988	1716	window	more	**	span	duration	ns	GET	gateway
    169	160	window	more	**	span	duration	ns	gateway.home	gateway

One run, two halves of it: no evidence.

    $ corr diff -q --spans --service pricing "$DATA/incident/pricing.cpu.0[0-3]*" "$DATA/incident/pricing.cpu.0[4-7]*" $DATA/incident/traces.otlp.jsonl.gz
    no operation takes clearly longer or less time in the new side than in the base
       mean duration; on path: change in critical-path time per request

          base      new  ratio  95%          on path  ran  new   share  operation
    ~  21.7 ms  20.6 ms   0.95  0.87..1.04   -665 us  240  236  51→50%  fx.fetch
    ~  42.2 ms  41.2 ms   0.98  0.91..1.05  -83.9 us  240  236  51→50%  price.basket
    ~  42.5 ms  41.5 ms   0.98  0.91..1.05  +13.8 us  240  236  51→50%  GET /price

    base      ../data/incident/pricing.cpu.0[0-3]*  720 spans of 475 requests
    new       ../data/incident/pricing.cpu.0[4-7]*  708 spans of 472 requests
    evidence  3 operations tested, 5% false discoveries; windows of 10 s
              run-to-run differences are not included

A verdict on all operations that were tested.

    $ corr diff -q --spans $DATA/deploys/v1 $DATA/deploys/v2 --exit-code >out
    [1]
    $ tail -n 1 out
    GATE FAIL operations 0 pass 8 fail 1 cannot-tell tau 20%
    $ corr diff -q --spans $DATA/deploys/v1 $DATA/deploys/v2 --exit-code --json | grep '"verdict"'
      "verdict": "fail",
    $ corr diff -q --spans $DATA/deploys/v2 $DATA/deploys/v1 --op 'GET /price' --exit-code >out; tail -n 1 out
    GATE PASS operations 1 pass 0 fail 0 cannot-tell tau 20%
    $ corr diff -q --spans $DATA/deploys/v1 $DATA/deploys/v2 --op gateway.cart --exit-code >out
    [4]
    $ tail -n 1 out
    GATE INCONCLUSIVE operations 0 pass 0 fail 1 cannot-tell tau 20%
    $ corr diff -q --spans $DATA/deploys/v1 $DATA/deploys/v2 --op gateway.cart --exit-code --allow-inconclusive >out
    $ corr diff -q --spans $DATA/deploys/v1 $DATA/deploys/v2 --expect 'duration p50 of "GET /price" < 1 s' | tail -n 1
    GATE PASS 1 pass 0 fail 0 cannot-tell

The same spans on both sides, or some of them.

    $ cp $DATA/deploys/v1/traces.otlp.jsonl.gz copy.jsonl.gz
    $ corr diff -q --spans $DATA/deploys/v1 $DATA/deploys/v1 -n 1 | grep spans
    both sides have the same spans: there is nothing to compare
    $ corr diff -q --spans copy.jsonl.gz $DATA/deploys/v1/traces.otlp.jsonl.gz --exit-code 2>&1 | tail -n 1
    GATE INCONCLUSIVE the evidence is too weak
    $ corr diff -q --spans $DATA/deploys/v1 copy.jsonl.gz -n 1 | grep spans
    3,864 of 3,864 spans of the base are on the new side, too
    base      ../data/deploys/v1  3,864 spans of 823 requests
    new       copy.jsonl.gz  4,677 spans of 994 requests

No spans, too few of them, and what makes no sense.

    $ corr diff -q --spans $DATA/deploys/v1/pricing.cpu.00.pb.gz $DATA/deploys/v2/pricing.cpu.00.pb.gz
    nothing to compare: ../data/deploys/v1/pricing.cpu.00.pb.gz has no span
    nothing to compare: ../data/deploys/v2/pricing.cpu.00.pb.gz has no span
    [4]
    $ corr diff -q --spans $DATA/deploys/v1 $DATA/deploys/v2 --op 'GET /no'
    nothing to compare: ../data/deploys/v1 has no span that matches --op 'GET /no'
    nothing to compare: ../data/deploys/v2 has no span that matches --op 'GET /no'
    [4]
    $ corr diff -q --spans $DATA/deploys/v1
    corr: two sides are compared, a base and a new one
          hint: each is a file, a directory, a quoted pattern, PATH@FROM..TO, or KEY=VALUE
    [2]
    $ corr diff -q --spans -t $DATA/deploys/v1 $DATA/deploys/v2
    corr: --tree does not go with --spans
    [2]
    $ corr diff -q --spans --slow p99 --op GET $DATA/deploys/v1
    corr: --spans does not go with --slow
    [2]
    $ corr diff -q --spans --slowest 5 $DATA/deploys/v1 $DATA/deploys/v2
    corr: --slowest does not go with --spans
    [2]

Spans without an end have no duration, here, in a check, and over many traces.

    $ cat >spans.awk <<'END'
    > {
    >     for (i = 0; i < $2; i++) {
    >         printf "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":{\"stringValue\":\"shop\"}}]},\"scopeSpans\":[{\"spans\":[{\"traceId\":\"%032x\",\"spanId\":\"%016x\",\"name\":\"GET /\",\"kind\":2,\"startTimeUnixNano\":\"%d000000000\"", $1 * 1000 + i, $1 * 1000 + i, 1764151200 + i
    >         if (i >= $3)
    >             printf ",\"endTimeUnixNano\":\"%d0%d000000\"", 1764151200 + i, 80 + i % 19
    >         print "}]}]}]}"
    >     }
    > }
    > END
    $ echo 1 60 0 | awk -f spans.awk >was.jsonl
    $ echo 2 60 20 | awk -f spans.awk >is.jsonl
    $ echo 3 60 60 | awk -f spans.awk >none.jsonl
    $ corr diff -q --spans was.jsonl is.jsonl
    no operation takes clearly longer or less time in is.jsonl than in was.jsonl
       mean duration; on path: change in critical-path time per request

          base      new  ratio  95%         on path  ran  new    share  operation
    ~  88.6 ms  88.6 ms   1.00  0.95..1.06   +25 us   60   40  100→67%  GET /

    base      was.jsonl  60 spans of 60 requests
    new       is.jsonl  60 spans of 60 requests
    evidence  1 operation tested, 5% false discoveries; windows of 10 s
              run-to-run differences are not included
    no end is recorded for 20 of 60 spans of the new side: they have no duration
    $ corr diff -q --spans was.jsonl none.jsonl
    too few spans to compare: the minimum is 20 of an operation on each side
       mean duration; on path: change in critical-path time per request

          base  new  ratio  95%  on path  ran  new   share  operation  service
    ·  88.6 ms    -   same                 60    0  100→0%  GET /      shop

    base      was.jsonl  60 spans of 60 requests
    new       none.jsonl  60 spans of 60 requests
    no end is recorded for 60 of 60 spans of the new side: they have no duration
    [4]
    $ corr diff -q --spans was.jsonl is.jsonl --json | grep -o '"code": "UNFINISHED".*side[^"]*'
    "code": "UNFINISHED", "text": "no end is recorded for 20 of 60 spans of the new side: they have no duration
    $ corr check -q --expect 'duration p50 of "GET /" <= base * 1.2' was.jsonl is.jsonl
    pass: the rule holds

    verdict      rule                                   value  interval
    pass         duration p50 of "GET /" <= base * 1.2  ×1.00  0.93..1.07
                 20 of 60 spans of the new side have no recorded end and are left
                 out

    GATE PASS 1 pass 0 fail 0 cannot-tell
    $ corr check -q --expect 'duration p50 of "GET /" <= base * 1.2' was.jsonl none.jsonl
    cannot tell: the rule cannot be judged

    verdict      rule                                       why
    cannot tell  duration p50 of "GET /" <= base * 1.2
                 no span of this name that ended on the new side
                 60 of 60 spans of the new side have no recorded end and are left
                 out

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
    $ corr trace -q is.jsonl
    no end is recorded of 20 of 60 requests: left out
    GET /  shop  40 traces, mean 88.6 ms, p50 88 ms, p95 97 ms
    100% of the mean is GET / in shop itself
        mean   share  traces       p50       p95      tail  operation  service
    88.63 ms  100.0%      40  88.00 ms  97.00 ms  +9.50 ms  GET /      shop

    self time on the critical path, per trace
    p50, p95: only traces that have it; tail: slowest 5% minus median
    $ corr trace -q none.jsonl
    no end is recorded of 60 of 60 requests: left out
    [4]
    $ corr diff -q --slow p90 --op 'GET /' is.jsonl | head -4
    normal  20 spans  p25..p75   mean 88.5 ms
    slow     4 spans  ≥ p90      mean 97.5 ms
    no end is recorded for 20 of 60 spans: they are neither slow nor normal
    too few spans: 20 normal, 4 slow; the minimum is 5 a side

A span that was kept for several counts as so many, and both numbers are told.

    $ sed '0~4s/"kind":2/"kind":2,"traceState":"ot=th:8"/' was.jsonl >kept.jsonl
    $ corr diff -q --spans kept.jsonl is.jsonl | head -2
    no operation takes clearly longer or less time in is.jsonl than in kept.jsonl
       mean duration; on path: change in critical-path time per request
    $ corr diff -q --spans kept.jsonl is.jsonl --json | grep '{"spans"'
      "base": {"spans": 60, "requests": 60, "adjusted_spans": 75.0, "adjusted_requests": 75.0},
      "new": {"spans": 60, "requests": 60, "adjusted_spans": 60.0, "adjusted_requests": 60.0},
