One slow request, explained.  The bundled incident: a customer waited 96 ms for
a quote, and the id is in the log.

    $ cp $DATA/incident/*.gz $DATA/incident/*.folded .
    $ corr span d8e1999a
    trace d8e1999a185380142371dbc7a1812f35  GET  95.80 ms
    2026-11-21 17:23:00.972Z  8 spans, none missing

          span                      service      total      self  of trace
    s2    GET                       gateway   95.80 ms   0.60 ms      0.6%
    s1    └ gateway.quote           gateway   95.20 ms  13.28 ms     13.9%
    s3      └ GET                   gateway   81.92 ms   2.78 ms      2.9%
    s4        └ GET /quote          checkout  79.14 ms  17.52 ms     18.3%
    s5          └ GET               checkout  61.62 ms   2.19 ms      2.3%
    s6            └ GET /price      pricing   59.43 ms   0.39 ms      0.4%
    s7 *            └ price.basket  pricing   59.04 ms  37.27 ms     38.9%
    s8                └ fx.fetch    pricing   21.77 ms  21.77 ms     22.7%

    s7 price.basket  59.04 ms
    CPU used  ~29.80 ms of CPU over 59.04 ms: 0.5 threads on average    3 samples
    children  21.77 ms  1 span, overlaps counted once
    self      37.27 ms  wall time of s7 without its children
    Labels name the request, not its inner spans: the CPU of s7 is its part of the
      30.00 ms that s6 used, by time.

    code on CPU in s6 and what it called, request-level
    only 3 samples joined (at most 5.9 expected): these stacks were seen, this is
      not a breakdown. 97 samples give shares within 10 points: about 33 spans like
      this one
    n    function
    3  * net/http.(*conn).serve → … 7 frames … → main.price
    2  * ├─ main.mergeRules
    1  * │  ├─ main.containsRule
    1    │  └─ main.mix
    1    └─ main.roundAll → main.mix
    evidence  100% request share   confidence 0.60 (shared)
    coverage  3 of at most 5.9 samples expected (CPU-able 59.04 ms, 100 Hz): 50%

    60 spans named GET /price like s6 that took 59.4 ms to 179 ms: 82 samples; the
      span asked about contributed 3
    82 samples: shares are within 11 points
    total%  self%   n    function
    100.0%   0.0%  82  * net/http.(*conn).serve → … 6 frames … → main.endpoint.func1
     97.6%   0.0%  80  * ├─ main.price
     45.1%  42.7%  37    │  ├─ main.roundAll → main.mix                       <- hot
      2.4%   2.4%   2    │  │  └─ runtime.asyncPreempt
     35.4%   0.0%  29    │  ├─ main.mergeRules
     20.8%  18.4%  17    │  │  ├─ main.mix                                    <- hot
      2.4%   2.4%   2    │  │  │  └─ runtime.asyncPreempt
     14.6%  14.6%  12    │  │  └─ main.containsRule                           <- hot
     17.1%  17.1%  14    │  └─ main.surge → main.surgeAdjust → main.mix       <- hot
      2.4%          2    └─ (2 smaller frames)

Who asks for spans that this is none of gets no others like it.

    $ corr span -q d8e1999a --op 'GET /quote' | tail -n 1
    no sample of d8e1999a matches --op 'GET /quote'

The same request by the other names it has.  A span is named by its place in
the trace, by the beginning of its id, by its own id, or by its name.

    $ corr span -q d8e1/s6 | sed -n '/^s6 G/,/^coverage/p'
    s6 GET /price  59.43 ms
    CPU used  30.00 ms of CPU over 59.43 ms: 0.5 threads on average    3 samples
    children  59.04 ms  1 span, overlaps counted once
    self      0.39 ms  wall time of s6 without its children

    code on CPU in s6
    only 3 samples joined (at most 5.9 expected): these stacks were seen, this is
      not a breakdown. 97 samples give shares within 10 points: about 33 spans like
      this one
    n    function
    3  * net/http.(*conn).serve → … 7 frames … → main.price
    2  * ├─ main.mergeRules
    1  * │  ├─ main.containsRule
    1    │  └─ main.mix
    1    └─ main.roundAll → main.mix
    evidence  100% request id   confidence 1.00 (exact)
    coverage  3 of at most 5.9 samples expected (CPU-able 59.43 ms, 100 Hz): 50%
    $ for id in d8e1/4c09 4c09014494137860 'd8e1/GET /price' \
          0xD8E1999A185380142371DBC7A1812F35/s6 \
          d8e1999a-1853-8014-2371-dbc7a1812f35/s6 \
          00-d8e1999a185380142371dbc7a1812f35-4c09014494137860-01
    > do corr span -q "$id" | grep '^s. \*'; done
    s6 *          └ GET /price      pricing   59.43 ms   0.39 ms      0.4%
    s6 *          └ GET /price      pricing   59.43 ms   0.39 ms      0.4%
    s6 *          └ GET /price      pricing   59.43 ms   0.39 ms      0.4%
    s6 *          └ GET /price      pricing   59.43 ms   0.39 ms      0.4%
    s6 *          └ GET /price      pricing   59.43 ms   0.39 ms      0.4%
    s6 *          └ GET /price      pricing   59.43 ms   0.39 ms      0.4%
    $ echo 'WARN slow trace_id=d8e1999a185380142371dbc7a1812f35 96 ms' >app.log
    $ grep -m1 slow app.log | corr span - -q | head -n 1
    trace d8e1999a185380142371dbc7a1812f35  GET  95.80 ms
    $ corr span '2OGZmhhTgBQjcdvHoYEvNQ==' -q | head -n 1
    trace d8e1999a185380142371dbc7a1812f35  GET  95.80 ms

What no file knows is told apart from what cannot be an id.

    $ corr span ffffffff
    corr: no trace begins with "ffffffff" (15 inputs)
    [5]
    $ corr span d8e1/s9
    corr: this trace has spans s1 to s8, no s9
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
    corr: several ids are here, d8e1999a4ac1a5cfc1e4eb1efa4bd463 and abc5533594a9fa9b4e0ee2c8d4c3b2a1: which one is meant?
          hint: one id is asked for at a time
    [2]
    $ corr span - -q </dev/null
    corr: standard input holds no line with an id
    [2]

A span of a service without a profile: the trace is explained as far as it
goes, and what is missing is named.

    $ corr span -q d8e1/s4 | sed -n '/^no /,$p'
    no profile covers checkout in this window: the trace cannot say why
      profile  reco.threads.folded: nothing says whose process it is
               there are some of pricing
    try   corr span d8e1999a/s7   has code, and 39% of the trace
          add a profile of checkout that covers 2026-11-21 17:23:00.981Z
          corr info   says which profile is of which service

A call that is made again and again is one row; what failed, the span that is
looked at and every span with --all stand alone.

    $ corr span -q abc5533523369242 | sed -n '/s4 /,/s20 /p'
    s4         └ GET /checkout            checkout  1.063 s  0.349 s     32.2%
    s5           ├ SELECT lab.cart_items  checkout  0.090 s  0.090 s      8.3%
    s6           ├ SELECT lab.items ×14   checkout  0.112 s  0.112 s     10.4%
    s20 *        ├ GET                    checkout  0.426 s  0.382 s     35.3%
    $ corr span -q abc5533523369242/s9 | sed -n '/s4 /,/s20 /p'
    s4        └ GET /checkout            checkout  1.063 s  0.349 s     32.2%
    s5          ├ SELECT lab.cart_items  checkout  0.090 s  0.090 s      8.3%
    s6          ├ SELECT lab.items       checkout  0.009 s  0.009 s      0.8%
    s7          ├ SELECT lab.items       checkout  0.065 s  0.065 s      6.0%
    s8          ├ SELECT lab.items       checkout  0.006 s  0.006 s      0.5%
    s9 *        ├ SELECT lab.items       checkout  0.007 s  0.007 s      0.7%
    s10         ├ SELECT lab.items ×10   checkout  0.026 s  0.026 s      2.4%
    s20         ├ GET                    checkout  0.426 s  0.382 s     35.3%
    $ corr span -q abc5533523369242 --all | grep -c 'SELECT lab.items'
    14

A request that came before the first profile began.

    $ corr span -q abc5533523369242/s21 -n 3 | sed -n '/^no /,$p'
    no profile covers pricing in this window: the trace cannot say why
      profile  pricing.cpu.00.pb.gz is of another time: 2026-11-21
               17:21:46.722Z..17:21:56.724Z, and 8 more
               pricing.block.pb.gz and 3 more are taken at one moment: no samples of
               a span
               reco.threads.folded: nothing says whose process it is
    try   add a profile of pricing that covers 2026-11-21 17:21:38.854Z
          corr info   says which profile is of which service

    60 spans named GET /price that took about as long: 85 samples; the span asked
      about contributed 0
    85 samples: shares are within 11 points
    total%  self%   n    function
    100.0%   0.0%  85  * net/http.(*conn).serve → … 7 frames … → main.price
    100.0%         85    └─ (3 smaller frames)

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
    95796097	597566	597566	s2	df102597cab8721e	GET
    95198531	13277193	13277193	s1	4b39f393895dc2c7	gateway.quote
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
