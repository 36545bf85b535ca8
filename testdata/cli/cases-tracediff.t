Two traces side by side.

Two files of one trace each.  The rows add up to the difference of the durations.

    $ cp $DATA/twotraces/*.json .
    $ corr diff base.otlp.json new.otlp.json
    POST /checkout took 0.611 s instead of 0.161 s (+0.450 s): GET /price took
      0.392 s longer, and SELECT ran 60 times instead of 2 (+0.058 s)
       own time on the critical path; took: from start to end, or the sum of calls

    s        base    new  change   took    new   ran  span         service
    slower  0.128  0.520  +0.392  0.128  0.520        GET /price   prices
    more    0.002  0.060  +0.058  0.002  0.060  2→60  SELECT       shop
    rest    0.031  0.031   0.000                      2 more rows
    total   0.161  0.611  +0.450

    base      5eed0000000000000000000000000a01  2026-01-01 00:00:00.000Z  5 spans
    new       5eed0000000000000000000000000b02  2026-01-01 00:00:00.000Z  63 spans
    evidence  every span has a counterpart with its service, name and place
    next  corr span 5eed0000000000000000000000000b02/s63 base.otlp.json \
              new.otlp.json   where s63 spent its time
          corr trace 5eed0000000000000000000000000b02 base.otlp.json new.otlp.json

Two ids, in one file or in two: the same answer.

    $ corr diff 5eed0000000000000000000000000a01 5eed0000000000000000000000000b02 both.otlp.json | head -n 9
    POST /checkout took 0.611 s instead of 0.161 s (+0.450 s): GET /price took
      0.392 s longer, and SELECT ran 60 times instead of 2 (+0.058 s)
       own time on the critical path; took: from start to end, or the sum of calls

    s        base    new  change   took    new   ran  span         service
    slower  0.128  0.520  +0.392  0.128  0.520        GET /price   prices
    more    0.002  0.060  +0.058  0.002  0.060  2→60  SELECT       shop
    rest    0.031  0.031   0.000                      2 more rows
    total   0.161  0.611  +0.450
    $ corr diff 5eed0000000000000000000000000a01 5eed0000000000000000000000000b02 base.otlp.json new.otlp.json | head -n 2
    POST /checkout took 0.611 s instead of 0.161 s (+0.450 s): GET /price took
      0.392 s longer, and SELECT ran 60 times instead of 2 (+0.058 s)

Jaeger, Zipkin, and a span that stands for 60 calls: the same rows.

    $ corr diff base.jaeger.json new.jaeger.json | sed -n '4,9p'

    s        base    new  change   took    new   ran  span         service
    slower  0.128  0.520  +0.392  0.128  0.520        GET /price   prices
    more    0.002  0.060  +0.058  0.002  0.060  2→60  SELECT       shop
    rest    0.031  0.031   0.000                      2 more rows
    total   0.161  0.611  +0.450
    $ corr diff base.zipkin.json new.zipkin.json | sed -n '4,9p'

    s        base    new  change   took    new   ran  span         service
    slower  0.128  0.520  +0.392  0.128  0.520        GET /price   prices
    more    0.002  0.060  +0.058  0.002  0.060  2→60  SELECT       shop
    rest    0.031  0.031   0.000                      2 more rows
    total   0.161  0.611  +0.450
    $ corr diff base.otlp.json thin.otlp.json | sed -n '4,9p'

    s        base    new  change   took    new   ran  span         service
    slower  0.128  0.520  +0.392  0.128  0.520        GET /price   prices
    more    0.002  0.060  +0.058  0.002  0.060  2→60  SELECT       shop
    rest    0.031  0.031   0.000                      2 more rows
    total   0.161  0.611  +0.450
    $ corr diff base.zipkin.json thin.jaeger.json | sed -n '4,9p'

    s        base    new  change   took    new   ran  span         service
    slower  0.128  0.520  +0.392  0.128  0.520        GET /price   prices
    more    0.002  0.060  +0.058  0.002  0.060  2→60  SELECT       shop
    rest    0.031  0.031   0.000                      2 more rows
    total   0.161  0.611  +0.450

One trace in two files, whole and thinned out: nothing changed.

    $ corr diff new.otlp.json thin.otlp.json
    no difference: both requests are POST /checkout of 0.611 s, with 63 calls and
      the same times
    1 span id is used by several spans of a trace; all are kept
    2 spans are in files of both sides; each counts for both
    thin.otlp.json: 1 span stands for 60 calls; their times are sums
    $ corr diff 5eed0000000000000000000000000b02 new.otlp.json thin.otlp.json -q
    no difference: both requests are POST /checkout of 0.611 s, with 63 calls and
      the same times
    $ corr diff base.otlp.json again.otlp.json
    no difference: both requests are POST /checkout of 161.00 ms, with 5 spans and
      the same times
    $ corr diff new.otlp.json new.jaeger.json -q
    no difference: both requests are POST /checkout of 0.611 s, with 63 spans and
      the same times
    $ corr diff 5eed0000000000000000000000000a01 5eed0000000000000000000000000a01 both.otlp.json
    both sides are trace 5eed0000000000000000000000000a01: there is nothing to
      compare
    [4]

Calls that are new are one row, with all that they call.

    $ corr diff base.otlp.json reco.otlp.json
    POST /checkout took 361.00 ms instead of 161.00 ms (+200.00 ms): GET /reco is
      new (+196.00 ms)
       own time on the critical path; took: from start to end, or the sum of calls

    ms       base     new   change    took     new  ran  span                service
    new         -  196.00  +196.00       -  196.00       GET /reco           reco
    more    10.00   14.00    +4.00  138.00  338.00  1→2  GET → GET /price    shop
    rest   151.00  151.00     0.00                       4 more rows
    total  161.00  361.00  +200.00

    base      5eed0000000000000000000000000a01  2026-01-01 00:00:00.000Z  5 spans
    new       5eed0000000000000000000000000b02  2026-01-01 00:00:00.000Z  8 spans
    evidence  5 of 5 base spans have a counterpart, 6 of 8 new ones
    next  corr span 5eed0000000000000000000000000b02/s7 base.otlp.json \
              reco.otlp.json   where s7 spent its time
          corr trace 5eed0000000000000000000000000b02 base.otlp.json reco.otlp.json
    $ corr diff reco.otlp.json base.otlp.json | head -n 8
    POST /checkout took 161.00 ms instead of 361.00 ms (-200.00 ms): GET /reco is
      gone (-196.00 ms)
       own time on the critical path; took: from start to end, or the sum of calls

    ms       base     new   change    took     new  ran  span                service
    gone   196.00       -  -196.00  196.00       -       GET /reco           reco
    fewer   14.00   10.00    -4.00  338.00  138.00  2→1  GET → GET /price    shop
    rest   151.00  151.00     0.00                       4 more rows

A span with all below it.

    $ corr diff 5eed0000000000000000000000000a01/s4 5eed0000000000000000000000000b02/s62 both.otlp.json
    GET took 0.530 s instead of 0.138 s (+0.392 s): GET /price took 0.392 s longer
       own time on the critical path; took: from start to end, or the sum of calls

    s        base    new  change   took    new  ran  span        service
    slower  0.128  0.520  +0.392  0.128  0.520       GET /price  prices
    rest    0.010  0.010   0.000                     1 more row
    total   0.138  0.530  +0.392

    base      5eed0000000000000000000000000a01/s4  2026-01-01 00:00:00.007Z  2 spans
    new       5eed0000000000000000000000000b02/s62  2026-01-01 00:00:00.065Z  2
              spans
    evidence  every span has a counterpart with its service, name and place
    next  corr span 5eed0000000000000000000000000b02/s63 both.otlp.json
          corr trace 5eed0000000000000000000000000b02 both.otlp.json

Equal siblings in another order are known by what they call; at once they have
no order.

    $ corr diff order-base.otlp.json order-new.otlp.json
    GET /page took 110.00 ms in both traces, but their spans differ
       own time on the critical path; took: from start to end, or the sum of calls

    ms        base     new  change    took     new  ran  span         service
    faster   60.00   20.00  -40.00  110.00  110.00       GET /page    shop
    slower   18.00   58.00  +40.00   18.00   58.00       GET /cart    cart
    rest     32.00   32.00    0.00                       3 more rows
    total   110.00  110.00    0.00

    base      5eed0000000000000000000000000a01  2026-01-01 00:00:00.000Z  5 spans
    new       5eed0000000000000000000000000b02  2026-01-01 00:00:00.000Z  5 spans
    evidence  every span has a counterpart with its service, name and place
    equal siblings stand in another order in 1 place; what they call tells them
      apart
    next  corr span 5eed0000000000000000000000000b02/s5 order-base.otlp.json \
              order-new.otlp.json   where s5 spent its time
          corr trace 5eed0000000000000000000000000b02 order-base.otlp.json \
              order-new.otlp.json   the waterfall
    $ corr diff once-base.otlp.json once-new.otlp.json
    GET /page took 110.00 ms in both traces, but their spans differ
       own time on the critical path; took: from start to end, or the sum of calls

    ms        base     new  change    took     new  ran  span       service
    faster   80.00   50.00  -30.00  110.00  110.00       GET /page  shop
    slower   30.00   60.00  +30.00   50.00   80.00    2  GET        shop
    total   110.00  110.00    0.00

    base      5eed0000000000000000000000000a01  2026-01-01 00:00:00.000Z  3 spans
    new       5eed0000000000000000000000000b02  2026-01-01 00:00:00.000Z  3 spans
    evidence  every span has a counterpart with its service, name and place
    equal siblings of 1 row run at once: it has their sum, not pairs
    next  corr span 5eed0000000000000000000000000b02/s2 once-base.otlp.json \
              once-new.otlp.json   where s2 spent its time
          corr trace 5eed0000000000000000000000000b02 once-base.otlp.json \
              once-new.otlp.json   the waterfall

A name with another number in it is the same operation; another request is said
to be one.

    $ corr diff user-17.otlp.json user-3f.otlp.json
    page took 100.00 ms in both traces, but their spans differ
       own time on the critical path; took: from start to end, or the sum of calls

    ms        base     new  change    took     new  ran  span            service
    faster   80.00   20.00  -60.00  100.00  100.00       page            shop
    slower   20.00   80.00  +60.00   20.00   80.00       GET /user/3f9a  users
    total   100.00  100.00    0.00

    base      5eed0000000000000000000000000a01  2026-01-01 00:00:00.000Z  2 spans
    new       5eed0000000000000000000000000b02  2026-01-01 00:00:00.000Z  2 spans
    evidence  every span has a counterpart with its service, name and place
    1 row matched although a number in the name differs
    next  corr span 5eed0000000000000000000000000b02/s2 user-17.otlp.json \
              user-3f.otlp.json   where s2 spent its time
          corr trace 5eed0000000000000000000000000b02 user-17.otlp.json \
              user-3f.otlp.json   the waterfall
    $ corr diff base.otlp.json order-new.otlp.json | head -n 4
    GET /page took 110.00 ms, and POST /checkout took 161.00 ms (-51.00 ms): GET
      /price is gone (-128.00 ms)
    the requests have different names; their spans are matched all the same
       own time on the critical path; took: from start to end, or the sum of calls

Spans without an end or a parent.

    $ corr diff base.otlp.json partial.otlp.json
    POST /checkout took at least 400.00 ms instead of 161.00 ms (at least
      +239.00 ms): SELECT took 393.00 ms longer
       own time on the critical path; took: from start to end, or the sum of calls

    ms        base     new   change    took       new  ran  span
    slower    1.00  394.00  +393.00    1.00    394.00       SELECT
    gone    138.00       -  -138.00  138.00         -       GET → GET /price
    ?        21.00    5.00   -16.00  161.00  > 400.00       POST /checkout
    rest      1.00    1.00     0.00                         1 more row
    total   161.00  400.00  +239.00

    base      5eed0000000000000000000000000a01  2026-01-01 00:00:00.000Z  5 spans
    new       5eed0000000000000000000000000b02  2026-01-01 00:00:00.000Z  4 spans, 1
              names a parent that is not here
    evidence  3 of 5 base spans have a counterpart, 3 of 4 new ones
    spans of the new trace are missing: a row may be gone only for that
    no end is recorded of 1 row of the new trace: times are lower bounds
    1 of 9 spans has no recorded start or end and is left out of all times
    next  corr span 5eed0000000000000000000000000b02/s3 base.otlp.json \
              partial.otlp.json   where s3 spent its time
          corr trace 5eed0000000000000000000000000b02 base.otlp.json \
              partial.otlp.json   the waterfall
    $ corr diff base.otlp.json partial.otlp.json --json | grep -o '"\(change_ns\|new_ns\|duration_ns\)": [-0-9nul]*' | sort | uniq -c
          1 "change_ns": -10000000
          1 "change_ns": -128000000
          1 "change_ns": -16000000
          2 "change_ns": 0
          1 "change_ns": 393000000
          1 "change_ns": null
          1 "duration_ns": 161000000
          1 "duration_ns": null
          1 "new_ns": 1000000
          1 "new_ns": 30000000
          1 "new_ns": 394000000
          3 "new_ns": null

A span without a start and an end has no time: ? and not 0, and no change.

    $ corr diff base.otlp.json untimed.otlp.json
    POST /checkout took 0.611 s instead of 0.161 s (+0.450 s): GET → GET /price
      itself took 0.520 s longer
       own time on the critical path; took: from start to end, or the sum of calls

    s        base    new  change   took    new   ran  span              service
    slower  0.010  0.530  +0.520  0.138  0.530        GET → GET /price  shop
    ?       0.128      ?       ?  0.128      ?        GET /price        prices
    more    0.002  0.060  +0.058  0.002  0.060  2→60  SELECT            shop
    rest    0.021  0.021   0.000                      1 more row
    total   0.161  0.611  +0.450

    base      5eed0000000000000000000000000a01  2026-01-01 00:00:00.000Z  5 spans
    new       5eed0000000000000000000000000b02  2026-01-01 00:00:00.000Z  63 spans
    evidence  every span has a counterpart with its service, name and place
    no end is recorded of 1 row of the new trace: times are lower bounds
    1 of 68 spans has no recorded start or end and is left out of all times
    next  corr span 5eed0000000000000000000000000b02/s62 base.otlp.json \
              untimed.otlp.json   where s62 spent its time
          corr trace 5eed0000000000000000000000000b02 base.otlp.json \
              untimed.otlp.json   the waterfall
    $ corr diff untimed.otlp.json base.otlp.json | sed -n '/^s /,/^total/p'
    s        base    new  change   took    new   ran  span              service
    faster  0.530  0.010  -0.520  0.530  0.138        GET → GET /price  shop
    ?           ?  0.128       ?      ?  0.128        GET /price        prices
    fewer   0.060  0.002  -0.058  0.060  0.002  60→2  SELECT            shop
    rest    0.021  0.021   0.000                      1 more row
    total   0.611  0.161  -0.450
    $ corr diff base.otlp.json untimed.otlp.json --json | grep '"class": "unknown"'
        {"base_ns": 128000000, "new_ns": null, "base_self_ns": 128000000, "new_self_ns": null, "base_critical_ns": 128000000, "new_critical_ns": null, "change_ns": null, "base_calls": 1, "new_calls": 1, "base_failed": 0, "new_failed": 0, "id": 3, "parent": 2, "owner": 3, "depth": 2, "class": "unknown", "critical": true, "unordered": false, "name": "GET /price", "renamed_from": null, "service": "prices", "base_span_id": "0000000000000005", "new_span_id": "000000000000003f"}

Spans that failed, in the same time.

    $ corr diff base.otlp.json failed.otlp.json
    POST /checkout took 161.00 ms in both traces, but their spans differ
       own time on the critical path; took: from start to end, or the sum of calls

    ms       base     new  change  took  new  ran  span         service
    rest   161.00  161.00    0.00                  5 more rows
    total  161.00  161.00    0.00

    failed    only in the new trace: POST /checkout, GET → GET /price, GET /price
    base      5eed0000000000000000000000000a01  2026-01-01 00:00:00.000Z  5 spans
    new       5eed0000000000000000000000000b02  2026-01-01 00:00:00.000Z  5 spans
    evidence  every span has a counterpart with its service, name and place
    next  corr trace 5eed0000000000000000000000000b02 base.otlp.json \
              failed.otlp.json   the waterfall
    $ cat both.otlp.json | corr diff -q 5eed0000000000000000000000000b02 5eed0000000000000000000000000a01 - | tail -n 4

    base      5eed0000000000000000000000000b02  2026-01-01 00:00:00.000Z  63 spans
    new       5eed0000000000000000000000000a01  2026-01-01 00:00:00.000Z  5 spans
    evidence  every span has a counterpart with its service, name and place

What machines read: the changes add up, too.

    $ corr diff base.otlp.json new.otlp.json --tsv
    base_ns	new_ns	base_self_ns	new_self_ns	base_critical_ns	new_critical_ns	change_ns	base_calls	new_calls	base_failed	new_failed	id	parent	owner	depth	class	critical	unordered	name	renamed_from	service	base_span_id	new_span_id
    161000000	611000000	21000000	21000000	21000000	21000000	0	1	1	0	0	0		0	0	same	true	false	POST /checkout		shop	0000000000000001	0000000000000001
    2000000	60000000	2000000	60000000	2000000	60000000	58000000	2	60	0	0	1	0	1	1	more	true	false	SELECT		shop	0000000000000002	0000000000000002
    138000000	530000000	10000000	10000000	10000000	10000000	0	1	1	0	0	2	0	2	1	same	true	false	GET		shop	0000000000000004	000000000000003e
    128000000	520000000	128000000	520000000	128000000	520000000	392000000	1	1	0	0	3	2	3	2	slower	true	false	GET /price		prices	0000000000000005	000000000000003f
    $ corr diff base.otlp.json reco.otlp.json --json | grep -o '"owner": [0-9]*\|"class": "[a-z]*"' | paste -d' ' - -
    "owner": 0 "class": "same"
    "owner": 1 "class": "same"
    "owner": 2 "class": "same"
    "owner": 3 "class": "more"
    "owner": 4 "class": "same"
    "owner": 5 "class": "new"
    "owner": 5 "class": "new"

A path that exists is a path, and a file of several traces is no trace.

    $ mkdir beef cafe && cp base.otlp.json beef && cp new.otlp.json cafe
    $ corr diff beef cafe | head -n 2
    POST /checkout took 0.611 s instead of 0.161 s (+0.450 s): GET /price took
      0.392 s longer, and SELECT ran 60 times instead of 2 (+0.058 s)
    $ corr diff both.otlp.json base.otlp.json
    nothing to compare: both.otlp.json has no sample
    nothing to compare: base.otlp.json has no sample
    try       --spans   how long the spans that are here took
              ID ID     two traces side by side
    5 spans are in files of both sides; each counts for both
    [4]

Words that are not two ids.

    $ corr diff 5eed
    corr: diff wants two ids
          hint: corr diff ID ID [FILE...]
    [2]
    $ corr diff 5eed both.otlp.json
    corr: 5eed is the id of a trace, but both.otlp.json is a file
          hint: two ids, then files: corr diff 5eed ID both.otlp.json
    [2]
    $ corr diff both.otlp.json 5eed
    corr: 5eed is the id of a trace, but both.otlp.json is a file
          hint: two ids, then files: corr diff 5eed ID both.otlp.json
    [2]
    $ corr diff 5eed abcd both.otlp.json
    corr: 2 traces begin with "5eed"
          hint: 5eed0000000000000000000000000a01     161 ms  00:00:00Z  POST /checkout
                5eed0000000000000000000000000b02     611 ms  00:00:00Z  POST /checkout
    [2]
    $ corr diff 5eed0000000000000000000000000a01 abcd both.otlp.json
    corr: no trace begins with "abcd" (1 input)
    [5]
    $ corr diff --spans 5eed abcd both.otlp.json
    corr: --spans does not go with the ids of two traces
    [2]
    $ corr diff 5eed0000000000000000000000000a01 5eed0000000000000000000000000b02 both.otlp.json --exit-code
    corr: --exit-code does not go with the ids of two traces
    [2]

