Histograms: `when` shows their mean, their median and their 95th percentile.  100
requests in 15 s: 90 took 1/16 to 1/8 s, 10 up to 1/4 s.  From 19:16:45 to 19:19:15
50 of them take 1/2 to 1 s.

In native buckets values are even in their logarithms: the median is 1/16 s times
2^(50/90), 91.9 ms, and then 125 ms; the 95th percentile 1/8 s times 2^(5/10),
177 ms, and then 1/2 s times 2^(45/50), 933 ms.

    $ cat >native.awk <<'END'
    > BEGIN {
    >     printf "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":{%s},\"histograms\":[", name
    >     for (i = 0; i < 40; i++) {
    >         slow = i >= 20 && i < 30
    >         if (rate || i == again) { a = b = c = s = 0 }
    >         a += slow ? 50 : 90; b += slow ? 0 : 10; c += slow ? 50 : 0; s += slow ? 42 : 10
    >         if (i == 35) continue
    >         k = rate ? 15 : 1
    >         printf "%s[%d,{\"count\":\"%.9g\",\"sum\":\"%.9g\",\"buckets\":[[0,\"0.0625\",\"0.125\",\"%.9g\"]", (i ? "," : ""), 1795547520 + 15 * i, (a + b + c) / k, s / k, a / k
    >         if (b) printf ",[0,\"0.125\",\"0.25\",\"%.9g\"]", b / k
    >         if (c) printf ",[0,\"0.5\",\"1\",\"%.9g\"]", c / k
    >         printf "]}]" }
    >     printf "]}]}}\n" }
    > END
    $ awk -v name='"__name__":"http_seconds","service":"shop"' -v again=-1 -f native.awk >native.json
    $ corr when -q native.json | head -n 4
    19:16:45Z ±15 s  p95 of http_seconds of shop up  177 → 933 ms, for 2m30s
    19:16:45Z ±15 s  mean of http_seconds of shop up  100 → 420 ms, for 2m30s
    19:16:45Z ±15 s  http_seconds_sum of shop up  67% → 280%, for 2m30s
    19:16:45Z ±15 s  p50 of http_seconds of shop up  91.9 → 125 ms, for 2m30s

A restart of the process, five minutes later, changes nothing.

    $ awk -v name='"__name__":"http_seconds","service":"shop"' -v again=36 -f native.awk >again.json
    $ corr when -q again.json | head -n 1
    19:16:45Z ±15 s  p95 of http_seconds of shop up  177 → 933 ms, for 2m30s

Rates, as a query with rate() returns them, have no name.  They are of the time
before their own.

    $ awk -v rate=1 -v again=-1 -f native.awk >rate.json
    $ corr when -q rate.json | head -n 2
    19:16:53Z ±15 s  p95 of rate.json up  0.18 → 0.93, for 2m30s
    19:16:53Z ±15 s  _sum up  0.67 → 2.80, for 2m30s

OTLP, where a point has the counts of its own time (1) or all of them (2).  A
histogram that loses resolution joins its buckets: from the 25th point on two are
one.

    $ cat >otlp.awk <<'END'
    > function dp(n) { return sprintf("{\"startTimeUnixNano\":\"%d000000000\",\"timeUnixNano\":\"%d000000000\",\"count\":\"%d\"", kind == 1 ? 1795547505 + 15 * i : 1795547505, 1795547520 + 15 * i, n) }
    > BEGIN {
    >     for (i = 0; i < 40; i++) {
    >         slow = i >= 20 && i < 30
    >         if (kind == 1) a = b = c = 0
    >         a += slow ? 50 : 90; b += slow ? 0 : 10; c += slow ? 50 : 0
    >         printf "{\"resourceMetrics\":[{\"scopeMetrics\":[{\"metrics\":[{\"name\":\"http.server.request.duration\",\"unit\":\"s\",\"%s\":{\"aggregationTemporality\":%d,\"dataPoints\":[%s,", what, kind, dp(a + b + c)
    >         if (what == "histogram")
    >             printf "\"bucketCounts\":[0,%d,%d,0,%d,0],\"explicitBounds\":[0.0625,0.125,0.25,0.5,1]", a, b, c
    >         else if (i < 25)
    >             printf "\"scale\":1,\"positive\":{\"offset\":-8,\"bucketCounts\":[%d,%d,%d,%d,0,0,%d,%d]}", a / 2, a / 2, b / 2, b / 2, c / 2, c / 2
    >         else
    >             printf "\"scale\":0,\"positive\":{\"offset\":-4,\"bucketCounts\":[%d,%d,0,%d]}", a, b, c
    >         print "}]}}]}]}]}" } }
    > END
    $ for kind in 1 2; do awk -v kind=$kind -v what=exponentialHistogram -f otlp.awk >exponential.json; corr when -q exponential.json | head -n 2; done
    19:16:45Z ±15 s  p95 of http.server.request.duration up  177 → 933 ms, for 2m30s
    19:16:45Z ±15 s  p50 of http.server.request.duration up  91.9 → 125 ms, for
    19:16:45Z ±15 s  p95 of http.server.request.duration up  177 → 933 ms, for 2m30s
    19:16:45Z ±15 s  p50 of http.server.request.duration up  91.9 → 125 ms, for

In buckets of chosen bounds values are even: 1/16 + 1/16 50/90 s, 97.2 ms; 1/8 +
1/8 5/10 s, 188 ms, and 1/2 + 1/2 45/50 s, 950 ms.

    $ for kind in 1 2; do awk -v kind=$kind -v what=histogram -f otlp.awk >explicit.json; corr when -q explicit.json | head -n 2; done
    19:16:45Z ±15 s  p95 of http.server.request.duration up  188 → 950 ms, for 2m30s
    19:16:45Z ±15 s  p50 of http.server.request.duration up  97.2 → 125 ms, for
    19:16:45Z ±15 s  p95 of http.server.request.duration up  188 → 950 ms, for 2m30s
    19:16:45Z ±15 s  p50 of http.server.request.duration up  97.2 → 125 ms, for

Buckets of a rate have no name of their own.

    $ awk 'BEGIN { printf "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
    >     split("0.0625 0.125 0.25 0.5 1 +Inf", le, " ")
    >     for (b = 1; b <= 6; b++) {
    >         printf "%s{\"metric\":{\"le\":\"%s\"},\"values\":[", (b == 1 ? "" : ","), le[b]
    >         for (i = 0; i < 40; i++) {
    >             n = b == 1 ? 0 : i >= 20 && i < 30 ? (b < 5 ? 50 : 100) : b == 2 ? 90 : 100
    >             printf "%s[%d,\"%.9g\"]", (i ? "," : ""), 1795547520 + 15 * i, n / 15 }
    >         printf "]}" }
    >     printf "]}}\n" }' >le.json
    $ corr when -q le.json | head -n 2
    19:16:53Z ±15 s  p95 of le.json up  0.19 → 0.95, for 2m30s
    19:16:53Z ±15 s  p50 of le.json up  0.10 → 0.12, for 2m30s
