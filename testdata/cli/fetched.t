# Profiles that a server selected by a span

Two files of `pricing` are of one window: the whole service, and what Pyroscope
selected by the label of one span. The names say so, and the service that was
asked for.

    $ cp -r $DATA/fetched f
    $ (cd f && ls profiles)
    pricing-process_cpu.cpu-20261121T172221Z-20261121T172253Z.pb
    pricing-process_cpu.cpu-of-span-b5e5fb4cfec6b49e-20261121T172221Z-20261121T172253Z.pb
    $ corr info f
    2026-11-21 17:22:36Z..17:23:20Z (43.2 s)   1 trace of 3 services

    service   requests  profile                 samples  tied to requests
    pricing          1  profiles….pb, +1 file    44 cpu    5% by span …by the server
    checkout         1  –
    gateway          1  –
    traces              traces/t…c57f23d18.pb  24 spans

    skipped 1 file of unknown format
    next  corr span 9de136d8 f   a request with 2 samples
          corr top f             the most expensive functions

The span has the samples that the server selected, and no other.

    $ corr span 9de136d8/s21 f
    GET /api/checkout  0.684 s    trace 9de136d8    2026-11-21 17:22:36.800Z
    s21, GET /price in pricing: 91.81 ms, 13% of it

    91.66 ms  100%  ▉▉▉▉▉▉▉▉▉▉  child spans   1 span
    20.00 ms   22%  ▉▉          on CPU        2 samples, 0.2 threads on average
                                not recorded  the thread of the span is unknown

    code in s21: 2 samples
    n  function
    1  main.mergeRules → mix
    1  main.roundAll → mix
    2 samples: examples, not a breakdown. ±10 points needs 97 samples, about 49 such
      spans.

    s1     gateway   GET /api/checkout              0.684 s  ───────────────────────
    s2     gateway   └ gateway.checkout             0.683 s  ───────────────────────
    s3     gateway     └ GET                        0.665 s  ───────────────────────
    s4     checkout      └ GET /checkout            0.664 s  ▇▇───────▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s5     checkout        ├ SELECT lab.cart_items  0.117 s   ▇▇▇▇▇
    s20    checkout        └ GET                    0.096 s       ▇───▇
    s21 *  pricing           └ GET /price           0.092 s       ─────
    s22    pricing             └ price.basket       0.092 s       ▇▇▇─▇
         16 more spans, 0.033 s of the request (--all)

    evidence  span id, selected by the server, confidence 1.00
    next  corr tree --span 9de136d8/s21 f   the whole call tree
    $ corr top --span b5e5fb4cfec6b49e f
    CPU of pricing in b5e5fb4cfec6b49e  2 samples = 20.0 ms
    2 of 2 samples are in main.mix
    2 samples: examples, not a breakdown. ±10 points needs 97 samples, about 49 such
      spans

        self  n  function  mostly under
    20.00 ms  2  main.mix  main.mergeRules
    evidence  100% span id, selected by the server   confidence 1.00 (exact)
    next  corr peek main.mix --span b5e5fb4cfec6b49e f   who calls it
          corr tree --span b5e5fb4cfec6b49e f            the call tree
    $ corr top --trace 9de136d8 f
    CPU of pricing in 9de136d8  2 samples = 20.0 ms
    2 of 2 samples are in main.mix
    2 samples: examples, not a breakdown. ±10 points needs 97 samples, about 49 such
      spans

        self  n  function  mostly under
    20.00 ms  2  main.mix  main.mergeRules
    evidence  100% span id, selected by the server   confidence 1.00 (exact)
    next  corr peek main.mix --trace 9de136d8 f   who calls it
          corr tree --trace 9de136d8 f            the call tree
    $ corr spans --service pricing f
    1 request of pricing: 91.81 ms

    duration  id            service  request     n  hottest code
    91.81 ms  9de136d8/s21  pricing  GET /price  2  main.mergeRules → main.mix
    next  corr span 9de136d8/s21 f   where the slowest one spent its time
          corr trace 9de136d8 f      the waterfall

A span below the local root has a share of them, as by a label of Go.

    $ corr span 9de136d8/s22 f
    GET /api/checkout  0.684 s    trace 9de136d8    2026-11-21 17:22:36.800Z
    s22, price.basket in pricing: 91.66 ms, 13% of it

    20.37 ms  22%  ▉▉▉▉▉▉▉▉▉▉  child spans   1 span
    19.97 ms  22%  ▉▉▉▉▉▉▉▉▉▉  on CPU        2 samples, 0.2 threads on average
                               not recorded  the thread of the span is unknown
    Labels name only requests: s22 gets its part by time of the 20.00 ms of s21

    code in s21: 2 samples
    n  function
    1  main.mergeRules → mix
    1  main.roundAll → mix
    2 samples: examples, not a breakdown. ±10 points needs 97 samples, about 49 such
      spans.

    s1     gateway   GET /api/checkout              0.684 s  ───────────────────────
    s2     gateway   └ gateway.checkout             0.683 s  ───────────────────────
    s3     gateway     └ GET                        0.665 s  ───────────────────────
    s4     checkout      └ GET /checkout            0.664 s  ▇▇───────▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s5     checkout        ├ SELECT lab.cart_items  0.117 s   ▇▇▇▇▇
    s20    checkout        └ GET                    0.096 s       ▇───▇
    s21    pricing           └ GET /price           0.092 s       ─────
    s22 *  pricing             └ price.basket       0.092 s       ▇▇▇─▇
         16 more spans, 0.033 s of the request (--all)

    evidence  request share, confidence 0.60
    next  corr tree --span 9de136d8/s21 f   the whole call tree

Everything else has the whole, once.

    $ corr top -n 3 f
    CPU of pricing  44 samples = 7.07 s
    82% is main.mix, 49% of it under main.roundAll

    self%     ±  total%   n  function                   mostly under
     82.0  31.5    83.6   3  main.mix
     10.3  29.2    10.5   1  main.containsRule          main.mergeRules
      2.0  25.9     2.0   5  runtime.asyncPreempt       main.mix
      5.7                35  198 more functions (-n 0)
    44 samples: shares are within 15 points
    profiles/pricing-process_cpu.cpu-of-span-b5e5fb4cfec6b49e-20261121T172221Z-20261
      121T172253Z.pb left out; it is part of
      profiles/pricing-process_cpu.cpu-20261121T172221Z-20261121T172253Z.pb
    next  corr peek main.mix f   who calls it
          corr tree f            the call tree
    $ corr tree -n 3 f
    CPU of pricing  44 samples = 7.07 s
    40% is one path: main.endpoint.func1 → main.price → main.roundAll → main.mix

    total%  self%   n    function (* the hottest path)
     97.9%   0.0%  31  * http.(*conn).serve
     97.9%  97.9%  31    └ (4 smaller frames)
      2.1%   2.1%  13    (5 smaller frames)
    44 samples: shares are within 15 points
    profiles/pricing-process_cpu.cpu-of-span-b5e5fb4cfec6b49e-20261121T172221Z-20261
      121T172253Z.pb left out; it is part of
      profiles/pricing-process_cpu.cpu-20261121T172221Z-20261121T172253Z.pb
    next  corr peek main.mix f   all its callers
          corr tree --icicle f   as a picture
    $ corr info -v f | grep -A 3 ^joins
    joins     profiles/pricing-process_cpu.cpu-of-span-b5e5fb4cfec6b49e-20261121T172
              221Z-20261121T172253Z.pb  by span id, selected by the server, 100.0%
              of 2 cpu samples; labels count as those of the whole request
              profiles/pricing-process_cpu.cpu-20261121T172221Z-20261121T172253Z.pb

A table that gives each sample to its span has the part with the span, and the
rest of the whole. A table of rows has the same.

    $ corr top --by span f | grep -v next
    CPU of pricing  44 samples = 7.07 s
    99.7% has no span

    self%     ±  total%     self   n  span
     99.7  25.0    99.7  7.050 s  42  [no span]
      0.3  25.0     0.3  0.020 s   2  b5e5fb4cfec6b49e
    44 samples: shares are within 15 points
    $ corr top --by operation f | grep -A 2 operation
    self%     ±  total%     self   n  operation
     99.7  25.0    99.7  7.050 s  42  [no span]
      0.3  25.0     0.3  0.020 s   2  pricing: GET /price
    $ corr top --by trace f | grep -A 2 trace
    self%     ±  total%     self   n  trace
     99.7  25.0    99.7  7.050 s  42  [no span]
      0.3  25.0     0.3  0.020 s   2  9de136d8ee64f76235e3cc8c57f23d18
    $ corr convert --to rows f | awk -F '\t' 'NR > 1 { n++; sum += $6 * $15 } END { print n, sum }'
    46 7.07e+09
    $ corr convert --to rows f | cut -f 6,14-16 | grep S3
    10000000	b5e5fb4cfec6b49e	1	S3
    10000000	b5e5fb4cfec6b49e	1	S3

Records have no place for the span: a merge and a cut have the whole.

    $ corr merge f/profiles -o merged.pb
    corr: pricing-process_cpu.cpu-of-span-b5e5fb4cfec6b49e-20261121T172221Z-20261121T172253Z.pb left out; it is part of pricing-process_cpu.cpu-20261121T172221Z-20261121T172253Z.pb
    corr: merged 44 records, 5.0 kB
    $ corr cut --kind cpu f/profiles -o cut.pb
    corr: pricing-process_cpu.cpu-of-span-b5e5fb4cfec6b49e-20261121T172221Z-20261121T172253Z.pb left out; it is part of pricing-process_cpu.cpu-20261121T172221Z-20261121T172253Z.pb
    corr: kept 44 of 44 records, 7.07 s of cpu, 5.1 kB
    $ corr convert --to pprof f -o whole.pb
    corr: profiles/pricing-process_cpu.cpu-of-span-b5e5fb4cfec6b49e-20261121T172221Z-20261121T172253Z.pb left out; it is part of profiles/pricing-process_cpu.cpu-20261121T172221Z-20261121T172253Z.pb
    $ corr top -n 1 merged.pb | head -n 1
    CPU of merged  44 samples = 7.07 s
    $ corr cut --trace 9de136d8 f -o selected.pb
    corr: kept 2 of 2 records, 20.0 ms of cpu, 406 B
    corr: matched 2 by span id, selected by the server

More spans than corr fetch asks for one by one share a file. Its whole counts.

    $ mkdir n && cp f/profiles/*cpu-2026* n
    $ cp f/profiles/*of-span* n/pricing-process_cpu.cpu-of-12-spans-20261121T172221Z-20261121T172253Z.pb
    $ corr top --by span n | grep -v next
    CPU of pricing  44 samples = 7.07 s
    100% has no span

    self%     ±  total%     self   n  span
    100.0  24.9   100.0  7.070 s  44  [no span]
    44 samples: shares are within 15 points
    pricing-process_cpu.cpu-of-12-spans-20261121T172221Z-20261121T172253Z.pb left
      out; it is part of
      pricing-process_cpu.cpu-20261121T172221Z-20261121T172253Z.pb
    $ corr merge n 2>/dev/null | corr top -n 1 - | head -n 1
    CPU  44 samples = 7.07 s

The server selected more of a stack than this whole has, which is of another
time: the sum stays that of the whole.

    $ cp -r f o && rm -r o/traces && rm o/profiles/*cpu-2026*
    $ cp $DATA/fetched/profiles/*of-span* o/profiles/pricing-process_cpu.cpu-20261121T172221Z-20261121T172253Z.pb
    $ corr convert --to pprof --focus roundAll o/profiles/*cpu-2026* >less && mv less o/profiles/*cpu-2026*
    $ corr top --by span o | grep -v next
    CPU of pricing  1 sample = 10.0 ms
    1 sample: examples, not a breakdown. ±10 points needs 97 samples

        self  n  span
    10.00 ms  1  b5e5fb4cfec6b49e
    1 stack of
      profiles/pricing-process_cpu.cpu-of-span-b5e5fb4cfec6b49e-20261121T172221Z-202
      61121T172253Z.pb left out:
      profiles/pricing-process_cpu.cpu-20261121T172221Z-20261121T172253Z.pb has less
      of it

So has a comparison.

    $ cp -r f g
    $ rm g/profiles/*-of-span-*
    $ corr diff g f
    g and f have the same content: there is nothing to compare
    [4]

Ids of the samples themselves are better than the name.

    $ cp $DATA/pprof/go-cpu.pb.gz pricing-process_cpu.cpu-of-span-b5e5fb4cfec6b49e-20261121T172704Z-20261121T172714Z.pb.gz
    $ corr top --span b5e5fb4cfec6b49e *.pb.gz
    corr: no trace begins with "b5e5fb4cfec6b49e" (1 input)
    [5]
    $ corr top --by span -n 2 *.pb.gz
    CPU of pricing  10 s  112 samples of 10 ms = 1.12 s
    no span has more than 3%: the first of 80 is 77fafb747425b958

    self%    ±  total%     self    n  span
      7.1  4.9     7.1  0.080 s    8  [no span]
      2.7  3.3     2.7  0.030 s    3  77fafb747425b958
     90.2               1.010 s  101  78 more spans (-n 0)
    112 samples: shares are within 10 points
    pricing-process_cpu.cpu-of-span-b5e5fb4cfec6b49e-20261121T172704Z-20261121T17271
      4Z.pb.gz has only what the server selected by spans

Without the whole the part counts, and says what it is.

    $ rm f/profiles/*cpu-2026*
    $ corr top f
    CPU of pricing  2 samples = 20.0 ms
    2 of 2 samples are in main.mix
    2 samples: examples, not a breakdown. ±10 points needs 97 samples

        self  n  function  mostly under
    20.00 ms  2  main.mix  main.mergeRules
    profiles/pricing-process_cpu.cpu-of-span-b5e5fb4cfec6b49e-20261121T172221Z-20261
      121T172253Z.pb has only what the server selected by spans
    next  corr peek main.mix f   who calls it
          corr tree f            the call tree
    $ corr span 9de136d8/s21 f
    GET /api/checkout  0.684 s    trace 9de136d8    2026-11-21 17:22:36.800Z
    s21, GET /price in pricing: 91.81 ms, 13% of it

    91.66 ms  100%  ▉▉▉▉▉▉▉▉▉▉  child spans   1 span
    20.00 ms   22%  ▉▉          on CPU        2 samples, 0.2 threads on average
                                not recorded  the thread of the span is unknown

    code in s21: 2 samples
    n  function
    1  main.mergeRules → mix
    1  main.roundAll → mix
    2 samples: examples, not a breakdown. ±10 points needs 97 samples, about 49 such
      spans.

    s1     gateway   GET /api/checkout              0.684 s  ───────────────────────
    s2     gateway   └ gateway.checkout             0.683 s  ───────────────────────
    s3     gateway     └ GET                        0.665 s  ───────────────────────
    s4     checkout      └ GET /checkout            0.664 s  ▇▇───────▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s5     checkout        ├ SELECT lab.cart_items  0.117 s   ▇▇▇▇▇
    s20    checkout        └ GET                    0.096 s       ▇───▇
    s21 *  pricing           └ GET /price           0.092 s       ─────
    s22    pricing             └ price.basket       0.092 s       ▇▇▇─▇
         16 more spans, 0.033 s of the request (--all)

    evidence  span id, selected by the server, confidence 1.00
    next  corr tree --span 9de136d8/s21 f   the whole call tree

A folder without traces still knows the span.

    $ rm -r f/traces
    $ corr top --span b5e5fb4cfec6b49e f
    CPU of pricing in b5e5fb4cfec6b49e  2 samples = 20.0 ms
    2 of 2 samples are in main.mix
    2 samples: examples, not a breakdown. ±10 points needs 97 samples, about 49 such
      spans

        self  n  function  mostly under
    20.00 ms  2  main.mix  main.mergeRules
    evidence  100% span id, selected by the server   confidence 1.00 (exact)
    next  corr peek main.mix --span b5e5fb4cfec6b49e f   who calls it
          corr tree --span b5e5fb4cfec6b49e f            the call tree

Another name says nothing: without FROM and TO, or with an id of 15 digits.

    $ cd f/profiles && mv *.pb pricing-process_cpu.cpu-of-span-b5e5fb4cfec6b49e.pb
    $ corr top --span b5e5fb4cfec6b49e .
    corr: no trace begins with "b5e5fb4cfec6b49e" (1 input)
    [5]
    $ mv *.pb pricing-process_cpu.cpu-of-span-5e5fb4cfec6b49e-20261121T172221Z-20261121T172253Z.pb
    $ corr top -n 1 .
    CPU of pricing-process_cpu  2 samples = 20.0 ms
    2 of 2 samples are in main.mix
    2 samples: examples, not a breakdown. ±10 points needs 97 samples

        self  n  function  mostly under
    20.00 ms  2  main.mix  main.mergeRules
    next  corr peek main.mix .   who calls it
          corr tree .            the call tree
