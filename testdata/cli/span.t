One slow request, explained.  The bundled incident: a customer waited 96 ms for
a quote, and the id is in the log.

    $ cp $DATA/incident/*.gz $DATA/incident/*.folded .
    $ corr span d8e1999a
    GET /api/quote  95.80 ms    trace d8e1999a    2026-11-21 17:23:00.972Z
    39% of it is s7, price.basket in pricing
    s6 is slower than 90% of the 598 GET /price here: their median is 38.71 ms

    29.80 ms  50%  ▉▉▉▉▉▉▉▉▉▉  on CPU        3 samples, 0.5 threads on average
    21.77 ms  37%  ▉▉▉▉▉▉▉     child spans   1 span
                               not recorded  the thread of the span is unknown
    Labels name only requests: s7 gets its part by time of the 30.00 ms of s6

    code in s6: 3 samples; 60 GET /price of 59..179 ms: 82 samples (±11 points)
    s6  alike  function
     1    43%  main.roundAll → mix
     1    18%  main.mergeRules → mix
          17%  main.surgeAdjust → mix
     1    15%  main.mergeRules → containsRule
           7%  4 more paths
    3 samples: examples, not a breakdown. ±10 points needs 97 samples, about 33 such
      spans.

    s1    gateway   GET /api/quote            95.80 ms  ────────────────────────────
    s2    gateway   └ gateway.quote           95.20 ms  ▇▇────────────────────────▇▇
    s3    gateway     └ GET                   81.92 ms    ▇───────────────────────▇
    s4    checkout      └ GET /quote          79.14 ms    ───────────────────▇▇▇▇▇
    s5    checkout        └ GET               61.62 ms    ▇──────────────────
    s6    pricing           └ GET /price      59.43 ms     ──────────────────
    s7 *  pricing             └ price.basket  59.04 ms     ▇▇▇▇▇▇▇──────▇▇▇▇▇
    s8    pricing               └ fx.fetch    21.77 ms            ▇▇▇▇▇▇▇

    evidence  request share, confidence 0.60; 3 of at most 6 samples (50%)
    next  corr tree --span d8e1999a/s6   the whole call tree

Who asks for spans that this is none of gets no others like it.

    $ corr span -q d8e1999a --op 'GET /quote' | tail -n 1
    no sample of d8e1999a matches --op 'GET /quote'

The same request by the other names it has.  A span is named by its place in
the trace, by the beginning of its id, by its own id, or by its name.

    $ corr span -q d8e1/s6 | sed -n '/^s6, G/,/^evidence/p'
    s6, GET /price in pricing: 59.43 ms, 62% of it
    slower than 90% of the 598 GET /price here: their median is 38.71 ms

    59.04 ms  99%  ▉▉▉▉▉▉▉▉▉▉  child spans   1 span
    30.00 ms  50%  ▉▉▉▉▉       on CPU        3 samples, 0.5 threads on average
                               not recorded  the thread of the span is unknown

    code in s6: 3 samples; 60 spans of 59..179 ms: 82 samples (±11 points)
    s6  alike  function
     1    43%  main.roundAll → mix
     1    18%  main.mergeRules → mix
          17%  main.surgeAdjust → mix
     1    15%  main.mergeRules → containsRule
           7%  4 more paths
    3 samples: examples, not a breakdown. ±10 points needs 97 samples, about 33 such
      spans.

    s1    gateway   GET /api/quote            95.80 ms  ────────────────────────────
    s2    gateway   └ gateway.quote           95.20 ms  ▇▇────────────────────────▇▇
    s3    gateway     └ GET                   81.92 ms    ▇───────────────────────▇
    s4    checkout      └ GET /quote          79.14 ms    ───────────────────▇▇▇▇▇
    s5    checkout        └ GET               61.62 ms    ▇──────────────────
    s6 *  pricing           └ GET /price      59.43 ms     ──────────────────
    s7    pricing             └ price.basket  59.04 ms     ▇▇▇▇▇▇▇──────▇▇▇▇▇
    s8    pricing               └ fx.fetch    21.77 ms            ▇▇▇▇▇▇▇

    evidence  request id, confidence 1.00; 3 of at most 6 samples (50%)
    $ for id in d8e1/4c09 4c09014494137860 'd8e1/GET /price' \
          0xD8E1999A185380142371DBC7A1812F35/s6 \
          d8e1999a-1853-8014-2371-dbc7a1812f35/s6 \
          00-d8e1999a185380142371dbc7a1812f35-4c09014494137860-01
    > do corr span -q "$id" | grep '^s. \*'; done
    s6 *  pricing           └ GET /price      59.43 ms     ──────────────────
    s6 *  pricing           └ GET /price      59.43 ms     ──────────────────
    s6 *  pricing           └ GET /price      59.43 ms     ──────────────────
    s6 *  pricing           └ GET /price      59.43 ms     ──────────────────
    s6 *  pricing           └ GET /price      59.43 ms     ──────────────────
    s6 *  pricing           └ GET /price      59.43 ms     ──────────────────
    $ echo 'WARN slow trace_id=d8e1999a185380142371dbc7a1812f35 96 ms' >app.log
    $ grep -m1 slow app.log | corr span - -q | head -n 1
    GET /api/quote  95.80 ms    trace d8e1999a    2026-11-21 17:23:00.972Z
    $ corr span '2OGZmhhTgBQjcdvHoYEvNQ==' -q | head -n 1
    GET /api/quote  95.80 ms    trace d8e1999a    2026-11-21 17:23:00.972Z

What no file knows is told apart from what cannot be an id.

    $ corr span ffffffff
    corr: no trace begins with "ffffffff" (15 inputs)
    [5]
    $ corr span d8e1/s9
    corr: this trace has spans s1 to s8, but no s9
    [5]
    $ corr span d8e1/checkout
    corr: this trace has no span "checkout" (8 spans)
    [5]
    $ for id in checkout 'nothing to see' d8; do
    >   corr span -q "$id" 2>&1 | head -n 1; done
    corr: "checkout" is not a trace or span id
    corr: "nothing to see" is not a trace or span id
    corr: "d8" is too short: an id needs 4 digits or more
    $ echo 'retry of d8e1999a4ac1a5cfc1e4eb1efa4bd463 as abc5533594a9fa9b4e0ee2c8d4c3b2a1' | corr span - -q
    corr: d8e1999a4ac1a5cfc1e4eb1efa4bd463 and abc5533594a9fa9b4e0ee2c8d4c3b2a1 are two ids; give one
          hint: give one id at a time
    [2]
    $ corr span - -q </dev/null
    corr: standard input holds no line with an id
    [2]

A span of a service without a profile: the trace is explained as far as it
goes, and what is missing is named.

    $ corr span -q d8e1/s4 | sed -n '/^no /,$p'
    no code: no profile covers checkout at this time
      profile  profiles here cover reco, pricing, the names most alike
    try   corr span d8e1999a/s7   has code, and 39% of the request
          add a profile of checkout that covers 2026-11-21 17:23:00.981Z
          corr info   shows the service of each profile

A call that is made again and again is one row; what failed, the span that is
looked at and every span with --all stand alone.

    $ corr span -q abc5533523369242 | sed -n '/^s4 /,/^s20 /p'
    s4 is the slowest of the 431 GET /checkout here: their median is 0.161 s

    findings  248 ms before the server of GET /price starts
              SELECT lab.items runs 14 times, 112 ms: looks like one query per item

    s1     gateway   GET /api/checkout              1.082 s  ───────────────────────
    s2     gateway   └ gateway.checkout             1.080 s  ───────────────────────
    s3     gateway     └ GET                        1.068 s  ───────────────────────
    s4     checkout      └ GET /checkout            1.063 s  ▇▇▇─────▇─────────▇▇▇──
    s5     checkout        ├ SELECT lab.cart_items  0.090 s     ▇▇▇
    s6     checkout        ├ SELECT lab.items ×14   0.112 s       ▇▇▇
    s20 *  checkout        ├ GET                    0.426 s          ▇▇▇▇▇▇─▇▇▇
    $ corr span -q abc5533523369242/s9 | sed -n '/^s4 /,/^s20 /p'
    s4 is the slowest of the 431 GET /checkout here: their median is 0.161 s

    s1    gateway   GET /api/checkout              1.082 s  ────────────────────────
    s2    gateway   └ gateway.checkout             1.080 s  ────────────────────────
    s3    gateway     └ GET                        1.068 s  ────────────────────────
    s4    checkout      └ GET /checkout            1.063 s  ▇▇▇─────▇─────────▇▇▇▇──
    s5    checkout        ├ SELECT lab.cart_items  0.090 s     ▇▇▇
    s6    checkout        ├ SELECT lab.items       0.009 s       ▇
    s7    checkout        ├ SELECT lab.items       0.065 s       ▇▇▇
    s8    checkout        ├ SELECT lab.items       0.006 s         ▇
    s9 *  checkout        ├ SELECT lab.items       0.007 s         ▇
    s10   checkout        ├ SELECT lab.items ×10   0.026 s         ▇▇
    s20   checkout        ├ GET                    0.426 s          ▇▇▇▇▇▇─▇▇▇▇
    $ corr span -q abc5533523369242 --all | grep -c 'SELECT lab.items'
    15

A request that came before the first profile began.

    $ corr span -q abc5533523369242/s21 -n 3 | sed -n '/^no /,$p'
    no code: no profile covers pricing at this time
      profile  pricing.cpu.00.pb.gz covers another time: 2026-11-21
               17:21:46.722Z..17:21:56.724Z, and 8 more
               pricing.block.pb.gz and 3 more are of one moment, not of a span
    try   add a profile of pricing that covers 2026-11-21 17:21:38.854Z
          corr info   shows the service of each profile

    code in 60 spans about as long: 85 samples (±11 points)
    share   n  function
      42%  36  main.roundAll → mix
      31%  26  main.mergeRules → mix
      16%  14  main.mergeRules → containsRule
      11%   9  2 more paths

What programs read: the same numbers, and the spans as rows.

    $ corr span -q d8e1/s6 --json | sed -n '/^  "used"/,/^  ]/p'
      "used": [
        {"span_id": "4c09014494137860", "cpu_ns": 30000000, "lo_ns": 0, "hi_ns": 63948195, "threads": 0.5047891364531859, "children_ns": 59040096, "self_ns": 390660}
      ],
    $ corr span -q d8e1/s6 --json | sed -n '/"evidence"/p' | head -n 1 |
    > sed 's/.*"evidence"/"evidence"/; s/, "nodes".*//'
    "evidence": {"observations": 3, "attributed": 3.0, "confidence": 1.0, "word": "exact", "rungs": [{"rung": "R2", "observations": 3, "attributed": 3.0}], "coverage": {"joined": 3.0, "expected_at_most": 5.9430756, "ratio": 0.5047891364531859, "profiled_ns": 59430756}, "stopped": [{"reason": "LABEL_OTHER", "observations": 597, "hint": "they belong to other spans: normal"}, {"reason": "UNLABELLED", "observations": 22, "hint": "others of the process carry labels, these do not"}]},
    $ corr span -q d8e1 --tsv | cut -f 2-4,6,7,9
    duration_ns	self_ns	critical_ns	handle	span_id	name
    95796097	597566	597566	s1	df102597cab8721e	GET
    95198531	13277193	13277193	s2	4b39f393895dc2c7	gateway.quote
    81921338	2778065	2778065	s3	c79c940bdc73eb25	GET
    79143273	17520953	17520953	s4	02861eb8dc10db4d	GET /quote
    61622320	2191564	2191564	s5	e74f825070fda268	GET
    59430756	390660	390660	s6	4c09014494137860	GET /price
    59040096	37267321	37267321	s7	b50b1896dd56fdb7	price.basket
    21772775	21772775	21772775	s8	016d565dbf13f74b	fx.fetch
    $ corr span -q d8e1/s4 --json | sed -n '3,5p'
      "corr": "0.1.0",
      "verdict": "cannot-tell",
      "exit": 4,

How unusual a request is, for programs; with too few of its kind that is unknown.

    $ corr span -q d8e1 --json | grep -o '"unusual": .*}'
    "unusual": {"span_id": "4c09014494137860", "name": "GET /price", "service": "pricing", "duration_ns": 59430756, "median_ns": 38707498, "rank": 0.9005016722408027, "shorter": 538, "spans": 598, "same_status": true, "why": []}
    $ corr span -q d8e1 traces.otlp.jsonl.gz --json | grep -o '"unusual": .*'
    "unusual": null,

What takes longer than in usual requests, where the threads of both are known.

    $ T="$DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz"
    $ corr span -q abc55335/s4 $T | sed -n 2,4p
    s4, GET /checkout in checkout (thread http-worker-3): 1.063 s, 98% of it
    the slowest of the 431 GET /checkout here: their median is 0.161 s
    longer than usual: GET /price by 0.382 s, not recorded by 0.191 s
    $ corr span -q abc55335/s4 $T --json | grep -o '"why": .*'
    "why": [{"kind": "child", "name": "GET", "ns": 426339747, "usual_ns": 44470435}, {"kind": "unobserved", "name": null, "ns": 208603165, "usual_ns": 17566102}]},

A list of ids is nothing but ids; a note goes to stderr.

    $ corr spans --ids -n 2 --service checkout $T 2>said
    abc5533523369242ec636cc99b8e02a9/ecf8589b2078ff95
    9de136d8ee64f76235e3cc8c57f23d18/2d9f065d37ba274b
    $ cut -d: -f 1,3- said
    corr: samples cover 69% of the CPU used (29.71 of 43.31 s)
