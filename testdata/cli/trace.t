One trace whole. The files are made on the spot: a span a line, times in ms.

    $ span() { # ID PARENT FROM TO SERVICE KIND STATUS NAME
    > printf '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"%s"}}]},"scopeSpans":[{"spans":[{"traceId":"4bf92f3577b34da6a3ce929d0e0e47%s","spanId":"00000000000000%s","parentSpanId":"%s","startTimeUnixNano":"1764151200%s000321","endTimeUnixNano":"1764151200%s000321","kind":%s,"status":{"code":%s},"name":"%s"}]}]}]}\n' \
    >   "$5" "${T:-36}" "$1" "${2:+00000000000000$2}" "$3" "$4" "$6" "$7" "$8"; }
    $ {
    > span 01 '' 000 900 shop 2 0 'POST /checkout'
    > span 02 01 010 100 shop 1 0 auth
    > span 03 01 120 200 shop 3 2 'GET /price'
    > span 04 01 210 300 shop 3 2 'GET /price'
    > span 05 01 310 390 shop 3 0 'GET /price'
    > span 06 05 315 380 price 2 0 'GET /price'
    > span 07 01 400 690 shop 1 0 'load items'
    > for i in 1 2 3 4 5 6; do
    >   span 1$i 07 4${i}0 4${i}9 shop 3 0 'SELECT lab.items'; done
    > span 17 07 470 499 shop 3 2 'SELECT lab.items'
    > span 20 01 700 800 shop 4 0 publish
    > span 21 20 750 999 mail 5 0 'send receipt'
    > span 22 21 760 900 mail 1 0 smtp
    > span 30 ee 500 600 tax 2 0 'GET /tax'
    > } >trace.jsonl

The waterfall: rows that repeat are one, failed ones are marked, and what does
not delay the answer or has no parent stands apart.

    $ corr trace 4bf9 trace.jsonl
    POST /checkout  0.900 s   trace 4bf92f3577b34da6a3ce929d0e0e4736
    23% of the 0.900 s is s7 load items in shop itself, 19% s1 POST /checkout, 11%
      s15 publish
    2025-11-26 10:00:00.000Z  18 spans, 1 names a parent that is not here

          span                     service    total  0           0.450 s     0.900 s
    s1    POST /checkout           shop     0.900 s  ───▇────────────────────────▇▇▇
    s2    ├ auth                   shop     0.090 s  ▇▇▇▇
    s3 !  ├ GET /price             shop     0.080 s      ▇▇▇
    s4 !  ├ GET /price             shop     0.090 s         ▇▇▇▇
    s5    ├ GET /price             shop     0.080 s            ▇──▇
    s6    │ └ GET /price           price    0.065 s            ▇▇▇▇
    s7    ├ load items             shop     0.290 s               ▇───▇▇▇▇▇▇▇
    s8 !  │ └ SELECT lab.items ×7  shop     0.083 s                ▇▇▇▇
    s15   └ publish                shop     0.100 s                          ▇▇▇▇
    failed    s3 GET /price
              s4 GET /price
    repeated  s8 SELECT lab.items ×7: 9.00 ms to 29.00 ms each, one after another; 1
              failed
    retried   s3 GET /price failed 2 times, then worked as s5: 190.00 ms later

    async, after the response: 249 ms
         span          service    total  0                 0.450 s           0.900 s
    s16  send receipt  mail     0.249 s                                     ┄┄┄┄┄┄┄┄
    s17  └ smtp        mail     0.140 s                                      ┄┄┄┄┄┄┄

    without their parent: 1 span
         span                service    total  0              0.450 s        0.900 s
    ?    (000000ee missing)
    s18  └ GET /tax          tax      0.100 s                      ─────
    findings  at least 3 attempts of GET /price, 2 failed: 190 ms before the one
              that worked
              1 more finding: --all

    critical path: 23.0% s7 load items, 18.9% s1 POST /checkout, 11.1% s15 publish;
      6 more: --all
    load items saves 0.104 s (11.5%) if its self time is halved; 4 more: --all
    hole: 0.191 s in s7 load items, from 0.499 s on; 2 more: --all
    spans missing: counts are lower bounds, self times upper bounds, durations hold
    next  corr span 4bf92f35/s7 trace.jsonl    where s7 spent its time
          corr spans --slowest 5 trace.jsonl   the slowest requests
    $ corr trace 4bf9 trace.jsonl --all | sed -n '/^time saved/,/^spans missing/p'
    time saved if self time is halved
      saves  of trace  n  operation         service
    0.104 s     11.5%  1  load items        shop
    0.093 s     10.3%  3  GET /price        shop
    0.085 s      9.4%  1  POST /checkout    shop
    0.050 s      5.6%  1  publish           shop
    0.045 s      5.0%  1  auth              shop
    0.042 s      4.6%  7  SELECT lab.items  shop
    0.033 s      3.6%  1  GET /price        price

    holes: no child span is recorded there
    0.191 s  s7 load items from 0.499 s on, after s14
    0.100 s  s1 POST /checkout from 0.800 s on, after s15
    0.050 s  s15 publish from 0.700 s on, before s16
    spans missing: counts are lower bounds, self times upper bounds, durations hold
    $ corr trace 4bf9 trace.jsonl --width 60 | head -n 16
    POST /checkout  0.900 s   trace
      4bf92f3577b34da6a3ce929d0e0e4736
    23% of the 0.900 s is s7 load items in shop itself, 19% s1
      POST /checkout, 11% s15 publish
    2025-11-26 10:00:00.000Z  18 spans, 1 names a parent that is
      not here

          span                    service    total  0    0.900 s
    s1    POST /checkout          shop     0.900 s  ───────────▇
    s2    ├ auth                  shop     0.090 s  ▇▇
    s3 !  ├ GET /price            shop     0.080 s   ▇▇
    s4 !  ├ GET /price            shop     0.090 s    ▇▇
    s5    ├ GET /price            shop     0.080 s      ─▇
    s6    │ └ GET /price          price    0.065 s      ▇▇
    s7    ├ load items            shop     0.290 s       ──▇▇▇
    s8 !  │ └ SELECT…ab.items ×7  shop     0.083 s       ▇▇
    $ corr trace 4bf9 trace.jsonl --width 100 --ascii | head -n 12
    POST /checkout  0.900 s   trace 4bf92f3577b34da6a3ce929d0e0e4736
    23% of the 0.900 s is s7 load items in shop itself, 19% s1 POST /checkout, 11% s15 publish
    2025-11-26 10:00:00.000Z  18 spans, 1 names a parent that is not here

          span                     service     self    total  0                 0.450 s          0.900 s
    s1    POST /checkout           shop     0.170 s  0.900 s  -----#-------------------------------#####
    s2    | auth                   shop     0.090 s  0.090 s  #####
    s3 !  | GET /price             shop     0.080 s  0.080 s       #####
    s4 !  | GET /price             shop     0.090 s  0.090 s           #####
    s5    | GET /price             shop     0.015 s  0.080 s                ----#
    s6    | ` GET /price           price    0.065 s  0.065 s                ####
    s7    | load items             shop     0.207 s  0.290 s                    #----##########

Every span, and a span that was asked for:

    $ corr trace 4bf9/s9 trace.jsonl --all | head -n 24
    POST /checkout  0.900 s   trace 4bf92f3577b34da6a3ce929d0e0e4736
    23% of the 0.900 s is s7 load items in shop itself, 19% s1 POST /checkout, 11%
      s15 publish
    2025-11-26 10:00:00.000Z  18 spans, 1 names a parent that is not here

           span                  service    total  0            0.450 s      0.900 s
    s1     POST /checkout        shop     0.900 s  ─────────────────────────────▇▇▇▇
    s2     ├ auth                shop     0.090 s  ▇▇▇▇
    s3 !   ├ GET /price          shop     0.080 s      ▇▇▇▇
    s4 !   ├ GET /price          shop     0.090 s         ▇▇▇▇
    s5     ├ GET /price          shop     0.080 s             ───▇
    s6     │ └ GET /price        price    0.065 s             ▇▇▇
    s7     ├ load items          shop     0.290 s                ▇───▇▇▇▇▇▇▇▇
    s8     │ ├ SELECT lab.items  shop     0.009 s                 ▇
    s9 *   │ ├ SELECT lab.items  shop     0.009 s                 ▇
    s10    │ ├ SELECT lab.items  shop     0.009 s                 ▇▇
    s11    │ ├ SELECT lab.items  shop     0.009 s                  ▇
    s12    │ ├ SELECT lab.items  shop     0.009 s                  ▇
    s13    │ ├ SELECT lab.items  shop     0.009 s                  ▇▇
    s14 !  │ └ SELECT lab.items  shop     0.029 s                   ▇▇
    s15    └ publish             shop     0.100 s                           ▇▇▇▇▇
    failed    s3 GET /price
              s4 GET /price
              s14 SELECT lab.items
    $ corr trace 4bf9/s9 trace.jsonl -n 4 | head -n 11
    POST /checkout  0.900 s   trace 4bf92f3577b34da6a3ce929d0e0e4736
    23% of the 0.900 s is s7 load items in shop itself, 19% s1 POST /checkout, 11%
      s15 publish
    2025-11-26 10:00:00.000Z  18 spans, 1 names a parent that is not here

            span                     service    total  0          0.450 s    0.900 s
    s1      POST /checkout           shop     0.900 s  ───▇──────────────────────▇▇▇
    s7      ├ load items             shop     0.290 s              ▇───▇▇▇▇▇▇▇
    s8 * !  │ └ SELECT lab.items ×7  shop     0.083 s               ▇▇▇▇
    s15     └ publish                shop     0.100 s                        ▇▇▇▇
         9 more rows of 8 spans, 37.8% of the path (--all)

What machines get:

    $ corr trace 4bf9 trace.jsonl --json |
    > grep -A 2 -E '"(trace|critical|savings|code|gaps)"' | cut -c 1-140
        {"level": "warning", "code": "PARTIAL", "text": "spans missing: counts are lower bounds, self times upper bounds, durations hold", "inpu
      ],
      "trace": {"trace_id": "4bf92f3577b34da6a3ce929d0e0e4736", "name": "POST /checkout", "start_unix_ns": "1764151200000000321", "duration_ns":
      "spans": [
        {"start_unix_ns": "1764151200000000321", "duration_ns": 900000000, "self_ns": 170000000, "critical_ns": 170000000, "shift_ns": 0, "shift
    --
      "critical": [
        {"from_ns": 0, "to_ns": 10000000, "running_children": 0, "span_id": "0000000000000001"},
        {"from_ns": 10000000, "to_ns": 100000000, "running_children": 0, "span_id": "0000000000000002"},
    --
      "savings": [
        {"self_ns": 207000000, "at_fraction": 0.5, "save_lo_ns": 103500000, "save_hi_ns": 103500000, "critical_ns": 207000000, "spans": 1, "name
        {"self_ns": 185000000, "at_fraction": 0.5, "save_lo_ns": 92500000, "save_hi_ns": 92500000, "critical_ns": 185000000, "spans": 3, "name":
    --
      "code": [],
      "clocks": [
        {"a": "mail", "b": "shop", "shift_ns": null, "lo_ns": null, "hi_ns": null, "pairs": 1, "applied": false},
    --
      "gaps": [
        {"from_ns": 499000000, "to_ns": 690000000, "span_id": "0000000000000007"},
        {"from_ns": 800000000, "to_ns": 900000000, "span_id": "0000000000000001"},
    $ corr trace 4bf9 trace.jsonl --tsv | head -n 3
    start_unix_ns	duration_ns	self_ns	critical_ns	shift_ns	shift_u_ns	clipped_ns	depth	handle	span_id	parent_id	name	kind	service	thread	status	focus	blocking
    1764151200000000321	900000000	170000000	170000000	0	0	0	0	s1	0000000000000001		POST /checkout	server	shop		unset	false	true
    1764151200010000321	90000000	90000000	90000000	0	0	0	1	s2	0000000000000002	0000000000000001	auth	internal	shop		unset	false	true

Without an id it is the only trace there is, and a file goes before an id.

    $ corr trace trace.jsonl | head -n 1
    POST /checkout  0.900 s   trace 4bf92f3577b34da6a3ce929d0e0e4736
    $ cp trace.jsonl 4bf9
    $ corr trace 4bf9 | head -n 1
    POST /checkout  0.900 s   trace 4bf92f3577b34da6a3ce929d0e0e4736
    $ echo 'slow: trace_id=4bf92f3577b34da6a3ce929d0e0e4736' | corr trace - trace.jsonl | head -n 1
    POST /checkout  0.900 s   trace 4bf92f3577b34da6a3ce929d0e0e4736
    $ corr trace ffff trace.jsonl 2>/dev/null
    [5]
    $ corr trace --op none trace.jsonl
    no span is called "none"
    names most like it: GET /price, GET /tax, auth
    [5]
    $ corr trace none.jsonl
    corr: none.jsonl: No such file or directory
    [3]

Many traces: what all of them wait for.

    $ for n in 0 1 2 3 4 5 6 7 8 9; do T=4$n
    > span a$n '' 000 $((200 + n)) shop 2 0 'GET /cart'
    > span b$n a$n 010 $((100 + 10 * (n / 9))) shop 3 0 'SELECT carts'
    > done >many.jsonl; unset T
    $ corr trace many.jsonl
    GET /cart  shop  10 traces, mean 205 ms, p50 204 ms, p95 209 ms
    56% of the mean is GET /cart in shop itself
         mean  share  traces        p50        p95       tail  operation     service
    113.50 ms  55.5%      10  113.00 ms  118.00 ms   -5.50 ms  GET /cart     shop
     91.00 ms  44.5%      10   90.00 ms  100.00 ms  +10.00 ms  SELECT carts  shop

    self time on the critical path, per trace
    p50, p95: only traces that have it; tail: slowest 5% minus median
    $ corr trace many.jsonl trace.jsonl --op 'GET /cart' -n 1
    GET /cart  shop  10 traces, mean 205 ms, p50 204 ms, p95 209 ms
    56% of the mean is GET /cart in shop itself
         mean  share  traces        p50        p95      tail  operation  service
    113.50 ms  55.5%      10  113.00 ms  118.00 ms  -5.50 ms  GET /cart  shop
    1 more operation, 44.5% (-n 0 shows all)

    self time on the critical path, per trace
    p50, p95: only traces that have it; tail: slowest 5% minus median
    $ corr trace many.jsonl --json | grep -A 10 '"traces"'
      "traces": 10,
      "adjusted_traces": 10.0,
      "operations": [
        {"mean_ns": 113500000, "share": 0.5550122249388753, "traces": 10, "p50_ns": 113000000, "p95_ns": 118000000, "tail_delta_ns": -5500000, "name": "GET /cart", "service": "shop", "root_name": "GET /cart", "root_service": "shop"},
        {"mean_ns": 91000000, "share": 0.4449877750611247, "traces": 10, "p50_ns": 90000000, "p95_ns": 100000000, "tail_delta_ns": 10000000, "name": "SELECT carts", "service": "shop", "root_name": "GET /cart", "root_service": "shop"}
      ],
      "inputs": [
        {"n": 1, "path": "many.jsonl", "format": "otlp", "producer": null, "service": "shop", "version": null, "host": null, "pid": null, "bytes": 7270, "from_unix_ns": "1764151200000000321", "to_unix_ns": "1764151200209000321", "clock_shift_ns": 0, "label_scope": null, "yield": null, "used": true, "why_not": null, "lost": {"bytes": 0, "ns": 0, "events": 0}, "kinds": [], "spans": 20, "traces": 10, "files": 1, "chunks": null, "chunks_broken": null, "series": 0, "points": 0, "resolution_ns": null, "service_by": null, "clock": null, "clock_error_ns": null, "sha256": null}
      ]
    }
    $ corr trace many.jsonl --csv
    mean_ns,share,traces,p50_ns,p95_ns,tail_delta_ns,name,service,root_name,root_service
    113500000,0.5550122249388753,10,113000000,118000000,-5500000,"GET /cart",shop,"GET /cart",shop
    91000000,0.4449877750611247,10,90000000,100000000,10000000,"SELECT carts",shop,"GET /cart",shop

Work that goes on long after a short request has a unit of its own.

    $ { span 01 '' 000 000 shop 4 0 publish; span 02 01 005 905 mail 5 0 send
    > span 03 02 010 400 mail 1 0 smtp; } >late.jsonl
    $ corr trace late.jsonl | sed -n '/^ *span/,$p'
        span     service   total  in time
    s1  publish  shop     0.0 us  ─

    async, after the response: 900 ms
        span    service      total  in time
    s2  send    mail     900.00 ms  ┄
    s3  └ smtp  mail     390.00 ms  ┄
    next  corr span 4bf92f35/s1 late.jsonl    where s1 spent its time
          corr spans --slowest 5 late.jsonl   the slowest requests
    $ corr span -q 4bf9 late.jsonl | grep -A 3 total
    [1]

A request that never ended, as far as is known, waited for what it called.

    $ { span 01 '' 000 '' shop 2 0 'GET /cart'; span 02 01 100 250 shop 3 0 list
    > span 03 01 260 '' shop 3 0 pay; } | sed 's/"1764151200000321"/"0"/' >open.jsonl
    $ corr trace open.jsonl | sed -n '1,/^$/p;/^ *span/,/^$/p'
    GET /cart  at least 260.00 ms   trace 4bf92f3577b34da6a3ce929d0e0e4736
    58% of the 260.00 ms is s2 list in shop itself
    2025-11-26 10:00:00.000Z  3 spans
    no end is recorded of s1 and 1 more: shown until what they called had ended

        span       service        total  0                130.00 ms        260.00 ms
    s1  GET /cart  shop     > 260.00 ms  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇────────────────────────▇▇
    s2  ├ list     shop       150.00 ms                  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s3  └ pay      shop       > 0.00 ms                                            ─
    $ corr trace open.jsonl --tsv | cut -f 1-4
    corr: warning: 2 of 3 spans have no recorded start or end and are left out of all times
    start_unix_ns	duration_ns	self_ns	critical_ns
    1764151200000000321			110000000
    1764151200100000321	150000000	150000000	150000000
    1764151200260000321			0
    $ corr spans -q --all open.jsonl
    3 spans: 150.00 ms
    all are of shop

     duration       self  id           span
    150.00 ms  150.00 ms  4bf92f35/s2  list
            ?          ?  4bf92f35/s1  GET /cart
            ?          ?  4bf92f35/s3  pay
    no sample is tied to any of them
    next  corr span 4bf92f35/s2 open.jsonl   where the slowest one spent its time
          corr trace 4bf92f35 open.jsonl     the waterfall
    $ corr spans -q open.jsonl --where 'duration < 1h' --tsv | cut -f 1-3
    start_unix_ns	duration_ns	self_ns
    1764151200100000321	150000000	150000000

Shares are those of rows, however small the part of each span in them is.

    $ seq 0 40 | awk -v q='"' 'function kv(k, v) { return q k q ":" q v q }
    >   { at = int(($1 - 1) / 2) * 1000 + ($1 % 2 ? 0 : 400); n = $1 % 2 ? 400 : 550
    >     if (!$1) { at = 0; n = 1000000 }
    >     print (NR > 1 ? "," : "[") "{" kv("traceId", "4bf92f3577b34da6") "," kv("id", sprintf("%016x", $1 + 1)) "," \
    >       ($1 ? kv("parentId", "0000000000000001") "," : "") kv("name", $1 ? $1 % 2 ? "a" : "b" : "get") "," \
    >       q "timestamp" q ":17641512" sprintf("%08d", at) "," q "duration" q ":" n "}" } END { print "]" }' >small.json
    $ corr trace -q small.json | sed -n '/^ *span/,/^$/p;/on the path/,/^$/p'
        span     service    total  0                    0.500 s              1.000 s
    s1  get               1.000 s  ─▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s2  ├ a ×20           0.008 s  ▇
    s3  └ b ×20           0.011 s  ▇
    repeated  s3 b ×20: 550.0 us to 550.0 us each, one after another

        from  on the path  of trace  span      service
    400.0 us      0.011 s      1.1%  s3 b ×20
    950.0 us      0.981 s     98.1%  s1 get
    the other 0.008 s (0.8%) are shorter pieces (--all)

What it waited for includes what has no end itself, in the list of spans, too.

    $ { span 01 '' 000 900 shop 2 0 'GET /cart'; span 02 01 100 '' shop 3 0 pay
    > span 03 02 150 400 bank 2 0 book; } | sed 's/"1764151200000321"/"0"/' >inner.jsonl
    $ corr trace inner.jsonl --tsv | cut -f 2,3
    corr: warning: 1 of 3 spans has no recorded start or end and is left out of all times
    duration_ns	self_ns
    900000000	600000000
    	
    250000000	250000000
    $ corr spans -q --all inner.jsonl --tsv | cut -f 2,3
    duration_ns	self_ns
    900000000	600000000
    250000000	250000000
    	

A span of which is known how long it took, not when.

    $ cat >undated.json <<END
    > [{"traceId": "4bf92f3577b34da6", "id": "00f067aa0ba902b7", "name": "get",
    >   "timestamp": 1764151200000000, "duration": 500000},
    >  {"traceId": "4bf92f3577b34da6", "id": "00f067aa0ba902b8", "name": "lost",
    >   "parentId": "00f067aa0ba902b9", "duration": 300000}]
    > END
    $ corr spans -q --all undated.json
    2 spans: 0.500 s down to 0.300 s

    duration     self  id           service  span
     0.500 s  0.500 s  4bf92f35/s2           get
     0.300 s  0.300 s  4bf92f35/s1           lost
    no sample is tied to any of them
    next  corr span 4bf92f35/s2 undated.json   where the slowest one spent its time
          corr trace 4bf92f35 undated.json     the waterfall
    $ corr spans -q undated.json --where 'duration < 400ms' --tsv | cut -f 1-3
    start_unix_ns	duration_ns	self_ns
    	300000000	300000000
    $ corr trace -q undated.json --tsv | cut -f 1-3
    start_unix_ns	duration_ns	self_ns
    	300000000	300000000
    1764151200000000000	500000000	500000000
    $ { echo '['; sed 1,2d undated.json; } >lost.json
    $ corr trace -q lost.json | head -n 3
    lost  300.00 ms   trace 00000000000000004bf92f3577b34da6
    100% of the 300.00 ms is s1 lost itself
    start not recorded  1 span, 1 names a parent that is not here

One of several by its prefix, which several have:

    $ rm 4bf9
    $ corr trace 4bf9 many.jsonl
    corr: 10 traces begin with "4bf9"
          hint: 4bf92f3577b34da6a3ce929d0e0e4740     200 ms  10:00:00Z  GET /cart
                4bf92f3577b34da6a3ce929d0e0e4741     201 ms  10:00:00Z  GET /cart
                4bf92f3577b34da6a3ce929d0e0e4742     202 ms  10:00:00Z  GET /cart
                4bf92f3577b34da6a3ce929d0e0e4743     203 ms  10:00:00Z  GET /cart
                ... and 6 more
    [2]

Spans that name each other as parent: both are here.

    $ S='"traceId": "000000000000000000000000000000ab", "kind": 1, "startTimeUnixNano": "1764151200000000000", "endTimeUnixNano": "1764151201000000000"'
    $ printf '{"resourceSpans": [{"scopeSpans": [{"spans": [{"spanId": "00000000000000a1", "parentSpanId": "00000000000000a2", "name": "one", %s}, {"spanId": "00000000000000a2", "parentSpanId": "00000000000000a1", "name": "two", %s}]}]}]}' "$S" "$S" >circle.json
    $ corr trace --width 100 00ab circle.json | sed -n 3p
    2025-11-26 10:00:00.000Z  2 spans, s1 and s2 name each other as parent

What is left out is counted in the words for as many.

    $ corr trace -q $DATA/jfr/incident.jfr.gz | grep 'more trace'
    2 more traces that begin with 1 other operation (-n 0 shows all)
