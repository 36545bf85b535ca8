Traces that were thinned out: spans that stand for many calls, parts of traces,
and tables that would not end.

A collector left one span for 60 calls.  The row has their number and the sum of
their times, 0.180 s of the 0.200 s between the first and the last; its share and
what it would save follow from the sum, and the self time of its parent is
between two ends.

    $ cp $DATA/thinned/* .
    $ corr trace 7d0f pruned.otlp.json
    GET /cart  210.00 ms   trace 7d0fc1a55e1f4c1bb7a1c0ffee5eed01
    86% of the 210.00 ms is s2 SELECT ×60 in shop itself
    2026-01-01 00:00:00.000Z  2 spans for 61 calls

        span          service      total  0                105.00 ms       210.00 ms
    s1  GET /cart     shop     210.00 ms  ▇────────────────────────────────────▇▇▇▇▇
    s2  └ SELECT ×60  shop     180.00 ms   ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇────
    repeated  s2 SELECT ×60: 2.00 ms to 4.00 ms each, 180.00 ms in all, kept as 1
              span
    self      s1 GET /cart: 10.00 ms if calls fill their time, 30.00 ms if they ran
              one after another, 206.00 ms if at once
    findings  SELECT runs 60 times, 180 ms: looks like one call per item

    critical path: what the response waited for
       from  on the path  of trace  span           service
    0.00 ms     30.00 ms     14.3%  s1 GET /cart   shop
    5.00 ms    180.00 ms     85.7%  s2 SELECT ×60  shop

    time saved if self time is halved
       saves  of trace   n  operation  service
    90.00 ms     42.9%  60  SELECT     shop
    15.00 ms      7.1%   1  GET /cart  shop
    pruned.otlp.json: 1 span stands for 60 calls; their times are sums
    next  corr span 7d0fc1a5/s2 pruned.otlp.json    where s2 spent its time
          corr spans --slowest 5 pruned.otlp.json   the slowest requests
    $ corr trace 7d0f pruned.otlp.json --json | grep -o '"\(duration\|extent\|self\|self_lo\|self_hi\|critical\)_ns": [0-9n][0-9ul]*\|"calls": [0-9]*'
    "duration_ns": 210000000
    "calls": 61
    "duration_ns": 210000000
    "self_ns": 30000000
    "critical_ns": 30000000
    "calls": 1
    "extent_ns": null
    "self_lo_ns": 10000000
    "self_hi_ns": 206000000
    "duration_ns": 180000000
    "self_ns": 180000000
    "critical_ns": 180000000
    "calls": 60
    "extent_ns": 200000000
    "self_lo_ns": 180000000
    "self_hi_ns": 180000000
    "self_ns": 180000000
    "critical_ns": 180000000
    "self_ns": 30000000
    "critical_ns": 30000000
    $ corr span 7d0f/s2 pruned.otlp.json
    GET /cart  210.00 ms    trace 7d0fc1a5    2026-01-01 00:00:00.000Z
    s2, SELECT ×60 in shop: 180.00 ms in all, 86% of it

    s1    shop  GET /cart     210.00 ms  ▇─────────────────────────────────────▇▇▇▇▇
    s2 *  shop  └ SELECT ×60  180.00 ms   ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇────
    2 spans for 61 calls

    no code: traces are here, but no profile
    try   add a profile of the same time (corr help formats)
    pruned.otlp.json: 1 span stands for 60 calls; their times are sums
    [4]
    $ corr span 7d0f/s1 pruned.otlp.json | head -n 3
    GET /cart  210.00 ms    trace 7d0fc1a5    2026-01-01 00:00:00.000Z
    s1, GET /cart in shop: 210.00 ms
    self time 10.00 ms if calls fill their time, 30.00 ms if they ran one after
    $ corr spans --all -q pruned.otlp.json
    2 spans: 210.00 ms down to 180.00 ms
    all are of shop

     duration                 self  id           span
    210.00 ms  10.00 ms..206.00 ms  7d0fc1a5/s1  GET /cart
    180.00 ms            180.00 ms  7d0fc1a5/s2  SELECT ×60
    no sample is tied to any of them
    next  corr span 7d0fc1a5 pruned.otlp.json
          corr trace 7d0fc1a5 pruned.otlp.json   the waterfall

The same trace with all its calls has the same numbers.

    $ corr trace 7d0f whole.otlp.json | sed -n '/^s2/p; /^repeated/,/^$/p; /^time saved/,/^$/p'
    s2  └ SELECT ×60  shop     180.00 ms   ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    repeated  s2 SELECT ×60: 3.00 ms to 3.00 ms each, one after another
    findings  SELECT runs 60 times, 180 ms: looks like one call per item

    time saved if self time is halved
       saves  of trace   n  operation  service
    90.00 ms     42.9%  60  SELECT     shop
    15.00 ms      7.1%   1  GET /cart  shop
    next  corr span 7d0fc1a5/s1 whole.otlp.json    where s1 spent its time
          corr spans --slowest 5 whole.otlp.json   the slowest requests

Jaeger, Zipkin, agents of Elastic: the same.

    $ for f in pruned.jaeger.json pruned.zipkin.json composite.otlp.json; do
    > corr trace -q 7d0f $f | sed -n '/^s[12]/p; /^self/,/^$/p'
    > done
    s1  GET /cart     shop     210.00 ms  ▇────────────────────────────────────▇▇▇▇▇
    s2  └ SELECT ×60  shop     180.00 ms   ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇────
    self      s1 GET /cart: 10.00 ms if calls fill their time, 30.00 ms if they ran
              one after another, 206.00 ms if at once
    findings  SELECT runs 60 times, 180 ms: looks like one call per item

    s1  get /cart     shop     210.00 ms  ▇────────────────────────────────────▇▇▇▇▇
    s2  └ select ×60  shop     180.00 ms   ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇────
    self      s1 get /cart: 10.00 ms if calls fill their time, 30.00 ms if they ran
              one after another, 206.00 ms if at once
    findings  select runs 60 times, 180 ms: looks like one call per item

    s1  GET /cart               shop     210.00 ms  ▇───────────────────────────▇▇▇▇
    s2  └ SELECT FROM item ×60  shop     180.00 ms  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇────
    self      s1 GET /cart: 10.00 ms if calls fill their time, 30.00 ms if they ran
              one after another, 207.00 ms if at once
    findings  SELECT FROM item runs 60 times, 180 ms: looks like one query per item

Calls at once: their sum is more than the time between the first and the last.

    $ corr trace -q 7d0f at-once.otlp.json | sed -n '/^s[12]/p; /^repeated/,/^$/p; /^time saved/,/^$/p'
    s1  GET /search  shop     100.00 ms  ▇▇▇▇──────────────────────────▇▇▇▇▇▇▇▇▇▇▇▇▇
    s2  └ shard ×10  shop     500.00 ms      ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    repeated  s2 shard ×10: 40.00 ms to 55.00 ms each, 500.00 ms in all, some at
              once, kept as 1 span
    self      s1 GET /search: 40.00 ms if calls fill their time, 45.00 ms if at once

    time saved if self time is halved
       saves  of trace   n  operation    service
    30.00 ms     30.0%  10  shard        shop
    20.00 ms     20.0%   1  GET /search  shop

Calls and the calls that they make.

    $ corr trace -q --all 7d0f parents.otlp.json | sed -n '/^s[123]/p; /^repeated/,/^$/p; /^time saved/,/^$/p'
    s1  GET /list       shop     300.00 ms  ▇──────────────────────────────────────▇
    s2  └ item ×20      shop     260.00 ms   ──────────────────────▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s3    └ SELECT ×40  shop     160.00 ms   ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇───────────────
    repeated  s2 item ×20: 8.00 ms to 20.00 ms each, 260.00 ms in all, kept as 1
              span
              s3 SELECT ×40: 2.00 ms to 9.00 ms each, 160.00 ms in all, kept as 1
              span
    self      s1 GET /list: 20.00 ms if calls fill their time, 40.00 ms if they ran
              one after another, 280.00 ms if at once
              s2 item ×20: 100.00 ms if calls fill their time, 251.00 ms if at once
    findings  item runs 20 times, 260 ms: looks like one call per item
              SELECT runs 40 times, 160 ms: looks like one call per item

    time saved if self time is halved
       saves  of trace   n  operation  service
    80.00 ms     26.7%  40  SELECT     shop
    59.75 ms     19.9%  20  item       shop
    10.25 ms      3.4%   1  GET /list  shop
    next  corr span 7d0fc1a5/s3 parents.otlp.json    where s3 spent its time
          corr spans --slowest 5 parents.otlp.json   the slowest requests

A mark alone is none, nor one call.  Values may be texts or missing.

    $ corr trace -q 7d0f odd.otlp.json | sed -n '/^2026/p; /^s[0-9]/p; /^repeated/,/^$/p'
    2026-01-01 00:00:00.000Z  10 spans for 19 calls
    s1   GET /odd     shop     210.00 ms  ▇▇───▇───▇───▇───▇───▇───▇──▇▇──▇▇───▇▇▇▇▇
    s2   ├ call 0     shop      15.00 ms    ▇▇▇
    s3   ├ call 1     shop      15.00 ms        ▇▇▇
    s4   ├ call 2     shop      15.00 ms            ▇▇▇
    s5   ├ call 3     shop      15.00 ms                ▇▇▇
    s6   ├ call 4     shop      15.00 ms                    ▇▇▇
    s7   ├ call 5     shop      15.00 ms                        ▇▇▇
    s8   ├ call 6 ×3  shop       9.00 ms                            ▇▇─
    s9   ├ call 7 ×4  shop       8.00 ms                                ▇▇─
    s10  └ call 8 ×5  shop             ?                                    ▇▇▇
    repeated  s10 call 8 ×5: sum unknown, kept as 1 span
              s8 call 6 ×3: 9.00 ms in all, kept as 1 span
              s9 call 7 ×4: 8.00 ms in all, kept as 1 span
    self      s1 GET /odd: 75.00 ms if calls fill their time, 88.00 ms if they ran
              one after another, 115.00 ms if at once
    findings  call 0 runs 18 times, 122 ms: looks like one call per item

Counts are of calls: on the sides of a comparison and in a verdict.

    $ corr diff --spans many-base.otlp.json many-new.otlp.json
    GET /cart takes 109% longer in the new side than in the base (109..109%)
       mean duration; on path: change in critical-path time per request

         base    new  ratio  95%         on path  ran  new      share  operation
    ~    3 ms   3 ms   1.00  1.00..1.00   +24 ms  120  360  400→1200%  SELECT
    **  22 ms  46 ms   2.09  2.09..2.09     +0 s   30   30   100→100%  GET /cart

    base      many-base.otlp.json  150 spans of 30 requests
    new       many-new.otlp.json  390 spans of 30 requests
    evidence  2 operations tested, 5% false discoveries; windows of 10 s
              run-to-run differences are not included
    many-base.otlp.json and 1 more file: 60 spans stand for 480 calls; their times
      are sums
    $ corr diff --spans many-base.otlp.json many-new.otlp.json --json | grep -o '"\(base\|new\)_\(spans\|p50\)": [0-9nul]*'
    "base_spans": 120
    "new_spans": 360
    "base_p50": null
    "new_p50": null
    "base_spans": 30
    "new_spans": 30
    "base_p50": 22000000
    "new_p50": 46000000
    $ corr trace -q 7d0f pruned.otlp.json --expect 'spans <= 50' | tail -n 2
          corr spans --slowest 5 pruned.otlp.json   the slowest requests
    GATE FAIL 0 pass 1 fail 0 cannot-tell
    $ corr trace -q 7d0f pruned.otlp.json --expect 'duration p50 of "SELECT" < 1 ms' --expect 'duration p50 of "SELECT" < 3 ms' --expect 'duration p50 of "SELECT" < 5 ms' | sed -n '/^pass/,/^next/p; /^fail/,/^next/p; /^cannot/,/^next/p'
    fail         duration p50 of "SELECT" < 1 ms  3.00 ms  2.00..4.00
    cannot tell  duration p50 of "SELECT" < 3 ms  3.00 ms  2.00..4.00
    cannot tell  duration p50 of "SELECT" < 3 ms  3.00 ms  2.00..4.00
                 a span stands for many calls, each of unknown length
                 a span stands for many calls, each of unknown length
    pass         duration p50 of "SELECT" < 5 ms  3.00 ms  2.00..4.00
    pass         duration p50 of "SELECT" < 5 ms  3.00 ms  2.00..4.00
    pass         duration p50 of "SELECT" < 5 ms  3.00 ms  2.00..4.00
    next  corr span 7d0fc1a5/s2 pruned.otlp.json    where s2 spent its time
    next  corr span 7d0fc1a5/s2 pruned.otlp.json    where s2 spent its time
    next  corr span 7d0fc1a5/s2 pruned.otlp.json    where s2 spent its time
    $ corr spans -q --all --where '{ duration > 100ms }' pruned.otlp.json | tail -n 2
    next  corr span 7d0fc1a5 pruned.otlp.json
          corr trace 7d0fc1a5 pruned.otlp.json   the waterfall

A part of a trace: what holds, and what is a bound.

    $ corr trace 7d0f partial.tempo.json --expect 'spans <= 5' --expect 'spans > 1' | tail -n 7
    corr: partial.tempo.json: partial trace, because max spans reached: counts are lower, self times upper bounds, durations hold

    cannot tell  spans <= 5  2  2.00..
                 spans are missing; the count is a lower bound
    pass         spans > 1   2  2.00..
    next  corr span 7d0fc1a5/s1 partial.tempo.json    where s1 spent its time
          corr spans --slowest 5 partial.tempo.json   the slowest requests
    GATE INCONCLUSIVE 1 pass 0 fail 1 cannot-tell
    $ corr trace 7d0f orphans.otlp.json | tail -n 4
    105.00 ms     50.0%  1  GET /cart  shop
    spans missing: counts are lower bounds, self times upper bounds, durations hold
    next  corr span 7d0fc1a5/s1 orphans.otlp.json    where s1 spent its time
          corr spans --slowest 5 orphans.otlp.json   the slowest requests

Calls of seven operations in turns are seven rows.

    $ corr span -q 7d0f turns.otlp.json
    root  200.00 ms    trace 7d0fc1a5    2026-01-01 00:00:00.000Z
    48% of it is s1, root in shop

    findings  SELECT 2 runs 210 times, 105 ms: looks like one query per item

    s1 *  shop  root            200.00 ms  ──────────────────────────────────────▇▇▇
    s2    shop  ├ SELECT 2 ×30   15.00 ms  ▇▇▇▇ ▇▇▇ ▇▇▇▇▇▇▇▇ ▇▇▇▇▇▇▇▇ ▇▇▇▇▇▇▇▇ ▇▇
    s3    shop  ├ SELECT 3 ×30   15.00 ms  ▇▇▇ ▇▇▇▇▇▇▇▇ ▇▇▇▇▇▇▇▇ ▇▇▇ ▇▇▇▇ ▇▇▇ ▇▇▇
    s4    shop  ├ SELECT 4 ×30   15.00 ms  ▇▇▇▇▇▇▇ ▇▇▇▇▇▇▇▇ ▇▇▇ ▇▇▇▇▇▇▇▇ ▇▇▇▇▇▇▇▇
    s5    shop  ├ SELECT 5 ×30   15.00 ms  ▇▇ ▇▇▇ ▇▇▇▇ ▇▇▇ ▇▇▇▇▇▇▇▇ ▇▇▇▇▇▇▇▇ ▇▇▇ ▇
    s6    shop  ├ SELECT 6 ×30   15.00 ms  ▇ ▇▇▇▇▇▇▇▇ ▇▇▇▇▇▇▇▇ ▇▇▇▇▇▇▇▇ ▇▇▇ ▇▇▇▇▇▇
    s7    shop  ├ SELECT 0 ×30   15.00 ms  ▇▇▇▇▇ ▇▇▇▇▇▇▇▇ ▇▇▇ ▇▇▇▇ ▇▇▇ ▇▇▇▇▇▇▇▇ ▇▇
    s8    shop  └ SELECT 1 ×30   15.00 ms   ▇▇▇▇▇▇▇▇ ▇▇▇ ▇▇▇▇ ▇▇▇ ▇▇▇▇▇▇▇▇ ▇▇▇▇▇▇▇

    no code: traces are here, but no profile
    try   add a profile of the same time (corr help formats)
    [4]

A unit for each row where the times are of many sizes.

    $ corr spans -q --all week.otlp.json
    5 spans: 7d00h00m00s down to 250.0 us
    all are of batch

       duration         self  id           span
    7d00h00m00s  6d21h59m42s  7d0fc1a5/s1  job
       2h00m00s     2h00m00s  7d0fc1a5/s2  import
       18.000 s     18.000 s  7d0fc1a5/s3  rows
       19.00 ms     19.00 ms  7d0fc1a5/s4  row
       250.0 us     250.0 us  7d0fc1a5/s5  check
    no sample is tied to any of them
    next  corr span 7d0fc1a5 week.otlp.json    where the slowest one spent its time
          corr trace 7d0fc1a5 week.otlp.json   the waterfall
    $ corr trace -q --all 7d0f week.otlp.json | sed -n '/^s[0-9]/p; /critical path/,/^$/p'
    s1  job       batch    7d00h00m00s  ─▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s2  ├ import  batch       2h00m00s  ▇
    s3  ├ rows    batch       18.000 s  ▇
    s4  ├ row     batch       19.00 ms  ▇
    s5  └ check   batch       250.0 us  ▇
    critical path: what the response waited for
        from  on the path  of trace  span       service
     0.000 s     2h00m00s      1.2%  s2 import  batch
    2h00m00s     18.000 s     <0.1%  s3 rows    batch
    2h00m18s     19.00 ms     <0.1%  s4 row     batch
    2h00m18s     250.0 us     <0.1%  s5 check   batch
    2h00m18s  6d21h59m42s     98.8%  s1 job     batch

Of very many rows none has a share that it does not have.

    $ { echo 'main;big 5000'; seq -f 'main;f%.0f 1' 5000; } >many.folded
    $ corr tree -q --all many.folded | head -n 7
    10,000 samples of many
    50% is one path: main → big

    total%  self%       n    function (* the hottest path)
    100.0%   0.0%  10,000  * main
     50.0%  50.0%   5,000  * ├ (hot) big
      0.0%   0.0%       1    ├ f1
