How samples are tied to a request, and what is said when they are not.

A Go service that sets no labels, and one of its traces.  This is what most
people see first.

    $ cp $DATA/pprof/order.pb.gz cpu.pprof
    $ cp $DATA/trace/order.json trace-9d1e77aa.json
    $ corr span 9d1e77aa
    trace 9d1e77aa0c5b4e1f8a2d3c4b5a697887  order.calculate_totals  0.812 s
    2026-02-05 14:15:10.000Z  3 spans, none missing

          span                    service    total     self  of trace
    s1 *  order.calculate_totals  order    0.812 s  0.662 s     91.4%
    s2    ├ load prices           order    0.100 s  0.100 s      0.0%
    s3 !  └ load stock            order    0.070 s  0.070 s      8.6%
         ! s3 failed: warehouse 3: no answer in 70 ms

    no code: the trace is here, but no sample can be tied to it
      profile  cpu.pprof, 2,871 CPU samples in 30 s (the span is 2.7% of that)
      labels   no sample carries a span or trace id (keys tried: corr help labels)
      times    this format keeps no time per sample, so joining by time is out
      service  assumed: cpu.pprof is "order" (the only service here)
    why   in Go, most often: the labels are set on a context the work does not use
    try   corr span 9d1e77aa --min-join window
          the whole service in those 30 s, not this request
    [4]

The window is all that is left, and it is named for what it is.

    $ corr span -q 9d1e77aa --min-join window | sed -n '/^s1 order/,$p'
    s1 order.calculate_totals  0.812 s
    This is the process during the span's window, not the span: fewer than 0.1 spans
      were active on average and no label, thread or file ties these samples to this
      one. Shares below are the process's, not the span's.

    code of order in 30 s
    total%  self%      n    function
    100.0%   4.2%  2,871  * net/http.(*conn).serve → main.handleOrder
     95.8%   0.0%  2,749  * └─ main.calculateTotals
     70.3%  14.4%  2,016  *    ├─ main.applyRules                             <- hot
     55.9%  55.9%  1,604  *    │  └─ main.matchRule                           <- hot
     25.5%  18.4%    733       └─ main.loadRules                              <- hot
      7.1%   7.1%    203          └─ runtime.mallocgc
    evidence  100% window   confidence 0.15 (window)
    $ corr top -q --trace 9d1e77aa
    no sample can be tied to 9d1e77aa
    why       corr span 9d1e77aa   shows what corr looked at
    try       --min-join window   everything that ran at the same time
    [4]
    $ corr top -q --trace 9d1e77aa --min-join window -n 2
    CPU of order in 9d1e77aa  30 s  2,871 samples of 10 ms = 28.7 s
    evidence  100% window   confidence 0.15 (window)

    self%    ±  total%     self      n  function
     55.9  1.8    55.9  16.04 s  1,604  main.matchRule
     18.5  1.4    25.5   5.30 s    530  main.loadRules
     25.7                7.37 s    737  5 more functions (-n 0 shows all)

Two requests begin alike.

    $ corr span -q 9d1e
    corr: 2 traces begin with "9d1e"
          hint: 9d1e77aa0c5b4e1f     812 ms  14:15:10Z  order.calculate_totals
                9d1e8f0b11c24a33     140 ms  14:15:12Z  order.calculate_totals
    [2]

The same service with labels: 64 samples of the request.

    $ cp $DATA/pprof/order-labels.pb.gz cpu.pprof
    $ corr span -q 9d1e77aa | sed -n '/^s1 order/,$p'
    s1 order.calculate_totals  0.812 s
    CPU used  0.640 s of CPU over 0.812 s: 0.8 threads on average    64 samples
    children  0.150 s  2 spans, overlaps counted once
    self      0.662 s  wall time of s1 without its children

    code on CPU in s1
    64 samples: shares are within 13 points
    total%  self%   n    function
    100.0%   0.0%  64  * net/http.(*conn).serve → … → main.calculateTotals
     70.3%  14.1%  45  * ├─ main.applyRules                                   <- hot
     56.2%  56.2%  36  * │  └─ main.matchRule                                 <- hot
     29.7%  21.9%  19    └─ main.loadRules                                    <- hot
      7.8%   7.8%   5       └─ runtime.mallocgc
    evidence  100% request id   confidence 1.00 (exact)
    coverage  64 of at most 83.2 samples expected (CPU-able 0.832 s, 100 Hz): 77%

With 12 samples there are counts and no shares; spans of the same name help
out.

    $ corr span -q 9d1e8 | sed -n '/^s1 order/,$p'
    s1 order.calculate_totals  140.00 ms
    CPU used  120.00 ms of CPU over 140.00 ms: 0.9 threads on average    12 samples
    self      140.00 ms  wall time of s1 without its children

    code on CPU in s1
    12 samples: counts only, any share could be off by 29 points
     n    function
    12  * net/http.(*conn).serve → main.handleOrder → main.calculateTotals
     7  * ├─ main.applyRules → main.matchRule
     5    └─ main.loadRules
    evidence  100% request id   confidence 1.00 (exact)
    coverage  12 of at most 14.0 samples expected (CPU-able 140.00 ms, 100 Hz): 86%

    2 spans named order.calculate_totals: 76 samples; the span asked about
      contributed 12
    76 samples: shares are within 12 points
    total%  self%   n    function
    100.0%   0.0%  76  * net/http.(*conn).serve → … → main.calculateTotals
     68.4%  11.8%  52  * ├─ main.applyRules                                   <- hot
     56.6%  56.6%  43  * │  └─ main.matchRule                                 <- hot
     31.6%  25.0%  24    └─ main.loadRules                                    <- hot
      6.6%   6.6%   5       └─ runtime.mallocgc

A request that only labels know: no trace file holds it.

    $ corr span -q c4d2a90b
    trace c4d2a90b7e6f4f2f9a1b0c8d7e6f5a4b  known from labels on samples only
    no trace here holds it: how long it took and where its time went cannot be said

    only 3 samples joined: these stacks were seen, this is not a breakdown. 97
      samples give shares within 10 points: about 33 spans like this one
    n    function
    3  * net/http.(*conn).serve → … 3 frames … → main.matchRule
    evidence  100% request id   confidence 1.00 (exact)
    $ corr span -q 0fd24c6b8a9e7135 cpu.pprof | head -n 1
    span 0fd24c6b8a9e7135  known from labels on samples only
    $ corr top -q --by trace cpu.pprof
    CPU  30 s  100 samples of 10 ms = 1.00 s
    100 samples: shares are within 10 points

    self%    ±  total%      self   n  trace
     64.0  9.2    64.0  640.0 ms  64  9d1e77aa0c5b4e1f8a2d3c4b5a697887
     21.0  7.9    21.0  210.0 ms  21  [no span]
     12.0  6.4    12.0  120.0 ms  12  9d1e8f0b11c24a3386d0d1f4a9b05c27
      3.0  3.7     3.0   30.0 ms   3  c4d2a90b7e6f4f2f9a1b0c8d7e6f5a4b

Labels that name the request answer for an inner span by its share of time;
who wants better evidence is told what there is.

    $ corr span -q d8e1 $DATA/incident --min-join exact |
    > sed -n '/^no code/,/^try/p'
    no code on exact evidence
    3 samples are tied to it on weaker evidence (shared), which --min-join exact
      leaves out
    try   corr span d8e1999a --min-join shared ../data/incident
    $ corr span -q d8e1/s7 $DATA/incident | grep -A 1 '^Labels name'
    Labels name the request, not its inner spans: the CPU of s7 is its part of the
      30.00 ms that s6 used, by time.
    $ corr span -q d8e1/s7 $DATA/incident | grep '^evidence'
    evidence  100% request share   confidence 0.60 (shared)
    $ corr span -q d8e1 $DATA/incident --min-join window |
    > sed -n '/^s7 price/,/^code of/p'
    s7 price.basket  59.04 ms
    3 samples are tied to s7 by shared evidence: without --min-join window that is
      the answer.
    This is the process during the span's window, not the span: 0.3 spans were
      active on average and no label, thread or file ties these samples to this one.
      Shares below are the process's, not the span's.

    code of pricing in 10 s
    $ corr top -q --trace 9d1e77aa --min-join sharp
    corr: unknown evidence class "sharp"
          hint: --min-join takes exact, strong, shared, window or any
    [2]

A trace and no profile; a profile of another day; a trace and nothing to tie
it to.

    $ corr span -q 4bf9 $DATA/trace/parallel.json
    trace 4bf92f3577b34da6a3ce929d0e0e4736  GET /search  240.00 ms
    2026-02-05 14:15:00.000Z  15 spans, none missing

            span         service      total       self  of trace
    s1      GET /search  search   240.00 ms   15.00 ms      7.9%
    s5 * !  ├ shard 4    search   197.00 ms  197.00 ms     82.1%
    s14     └ merge      search    24.00 ms   24.00 ms     10.0%
         ! s5 failed: disk is slow
         12 more spans are off the critical path (--all)

    no code: only traces are here, no profile
    try   add a profile of the same time (corr help formats)
    [4]
    $ corr span -q 9d1e77aa $DATA/pprof/go-cpu.pb.gz $DATA/trace/order.json |
    > sed -n '/^no /,$p'
    no profile covers order in this window: the trace cannot say why
      profile  ../data/pprof/go-cpu.pb.gz is of another time: 2026-11-21
               17:27:04.248Z..17:27:14.249Z
    try   add a profile of order that covers 2026-02-05 14:15:10.000Z
          corr info ../data/pprof/go-cpu.pb.gz ../data/trace/order.json   says which
          profile is of which service
    $ corr top $DATA/trace/order.json
    no profile is here, only traces
    [5]
    $ corr top --trace 9d1e77aa $DATA/trace/order.json
    no profile is here, only traces
    [4]
    $ corr top -q --span 9d1e77aa/s1 $DATA/trace/order.json $DATA/pprof/go-heap.pb.gz
    no sample can be tied to 9d1e77aa/s1
    why       corr span 9d1e77aa/s1 ../data/pprof/go-heap.pb.gz
              ../data/trace/order.json   shows what corr looked at
    [4]

A profile that a span names as its own: samples of the span's thread are the
span's.  Where its thread is not among them, they are what the process did.

    $ cp $DATA/collapsed/py-spy-threads.folded capture.folded
    $ cat >trace.json <<'END'
    > {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name",
    > "value":{"stringValue":"reco"}}]},"scopeSpans":[{"spans":[
    > {"traceId":"00000000000000000000000000c0ffee","spanId":"00000000000000aa",
    > "name":"GET /reco","startTimeUnixNano":"1764151201000000000",
    > "endTimeUnixNano":"1764151209000000000","attributes":[
    > {"key":"profile.file","value":{"stringValue":"/var/tmp/capture.folded"}},
    > {"key":"thread.name","value":{"stringValue":"MainThread"}}]}]}]}]}
    > END
    $ corr span -q c0ffee trace.json capture.folded | sed -n '/^s1 GET/,$p'
    s1 GET /reco  8.000 s  thread MainThread
    used      138 samples    138 samples
    self      8.000 s  wall time of s1 without its children

    code by samples in s1
    138 samples: shares are within 9 points
    total%  self%    n    function
    100.0%   0.0%  138  * <module> (main.py:128)
     93.5%   0.0%  129  * ├─ BaseServer.serve_forever (socketserver.py:233)
     91.3%  91.3%  126  * │  ├─ _PollLikeSelector.select (selectors.py:415)   <- hot
      1.5%   1.5%    2    │  ├─ _PollLikeSelector…_key_from_fd (selectors.py:285)
      0.7%           1    │  └─ (1 smaller frame)
      6.5%   0.0%    9    └─ BaseServer.serve_forever (socketserver.py:238)
      5.1%   0.7%    7       ├─ BaseSe…→ TCPServer.get_request (socketserver.py:505)
      2.9%   0.0%    4       │  ├─ socket.accept (socket.py:295)
      2.2%   1.5%    3       │  │  ├─ socket.family (socket.py:519)
      0.7%           1       │  │  │  └─ (1 smaller frame)
      0.7%           1       │  │  └─ (1 smaller frame)
      1.5%   1.5%    2       │  └─ socket.accept (socket.py:294)
      1.4%           2       └─ (2 smaller frames)
    evidence  100% this span's profile   confidence 0.81 (strong)
    $ sed 's/MainThread/main/' trace.json >other.json
    $ corr span -q c0ffee other.json capture.folded | sed -n '/^s1 GET/,/^total/p'
    s1 GET /reco  8.000 s  thread main
    This is everything the process did while the profile of this span ran: 1.0 spans
      were active on average. Shares below are the process's, not the span's.

    code while the profile of the span ran
    518 samples: shares are within 5 points
    total%  self%    n    function
    $ corr info -v trace.json capture.folded | sed -n '/^joins/p'
    joins     capture.folded  by this span's profile, 26.6% of 518 samples
    $ corr info other.json capture.folded --json | sed -n '/"joins"/,/]/p'
      "joins": [
        {"profile": "capture.folded", "rung": "F2", "observations": 518, "share": 1.0, "kind": "samples", "why": null}
      ],
    $ corr convert -q --to rows trace.json capture.folded |
    > cut -f 2,6,9,13-18 | sed -n 1,3p
    row	value	thread	trace	span	share	rung	confidence	why
    0	2	MainThread	00000000000000000000000000c0ffee	00000000000000aa	1	F1	0.81	
    1	1	reco-worker_0			1			LABELS_ABSENT
    $ for f in trace other; do
    >   corr convert -q --to rows $f.json capture.folded |
    >   awk -F '\t' -v f=$f 'NR > 1 && $14 { n[$16] += $6 * $15 }
    >     END { for (r in n) print f, r, n[r] }'
    > done
    trace F1 138
    other F2 518
    $ for f in trace other; do
    >   corr top -q --by operation --tsv $f.json capture.folded | cut -f 2,9
    >   corr spans -q $f.json capture.folded | sed -n 4p
    > done
    self	key
    380	[no span]
    138	reco: GET /reco
     8.000 s  0000000000c0ffee/s1  reco     GET /reco  138  selec…(selectors.py:415)
    self	key
    518	reco: GET /reco
     8.000 s  0000000000c0ffee/s1  reco     GET /reco  518  _worker…thread.py:81)
    $ corr convert -q --to rows --span c0ffee/s1 other.json capture.folded |
    > cut -f 2,6,9,13-18 | sed -n '2,3p;$='
    0	2	MainThread	00000000000000000000000000c0ffee	00000000000000aa	1	F2	0.5	
    1	1	reco-worker_0	00000000000000000000000000c0ffee	00000000000000aa	1	F2	0.5	
    48
    $ corr span -q c0ffee --min-join strong other.json capture.folded |
    > sed -n '/^no /,$p'
    no code on strong evidence
    518 samples are tied to it on weaker evidence (shared), which --min-join strong
      leaves out
    try   corr span 0000000000c0ffee --min-join shared capture.folded other.json
    $ sed 's/profile.file/pyroscope.profile.id/' trace.json >other.json
    $ corr top -q --span c0ffee/s1 other.json capture.folded | head -n 1
    no sample can be tied to c0ffee/s1

What a recording says of its threads ties samples whatever is asked of them.

    $ I="$DATA/incident/traces.otlp.jsonl.gz $DATA/jfr/incident.jfr.gz"
    $ corr span -q abc55335/s4 $I | grep ^evidence
    evidence  100% span activation   confidence 0.98 (exact)
    $ corr top -q --span abc55335/s4 $I | sed -n '1p;/^evidence/p'
    CPU † of checkout in abc55335/s4  2m08s  16 samples of 10 ms = 160.0 ms  (13
    evidence  100% span activation   confidence 0.98 (exact)
    $ corr tree -q --span abc55335/s4 --cpu $I | grep ^evidence
    evidence  100% span activation   confidence 0.98 (exact)
    $ corr top -q --span abc55335/s4 --alloc $I | grep ^evidence
    evidence  100% span activation   confidence 0.98 (exact)

Samples of another kind than was asked for, or that do not match, are not why
nothing is tied to it.

    $ corr span -q abc55335/s4 --wall $I | sed -n '/^no /,$p'
    no samples of kind "wall"; kinds here: thread_start cpu native alloc_bytes
      exception io time_to_safepoint safepoint park gc sleep wait lock live_count
    $ corr top -q --span abc55335/s4 --wall $I
    no samples of kind "wall"; kinds here: thread_start cpu native alloc_bytes
      exception io time_to_safepoint safepoint park gc sleep wait lock live_count
    [4]
    $ corr span -q abc55335/s4 --lock $I | sed -n '/^no /,/^try/p'
    no code: the trace is here, but no sample can be tied to it
      profile  ../data/jfr/incident.jfr.gz, 66 lock waits in 2m08s (the span is 0.8%
               of that)
      labels   samples carry ids, of other spans only
      service  checkout
    why   nothing of this kind was recorded of the span
    try   corr top --by operation --kind lock ../data/incident/traces.otlp.jsonl.gz
    $ corr top -q --span abc55335/s4 --lock $I
    no sample can be tied to abc55335/s4
    why       corr span abc55335/s4 --kind lock
              ../data/incident/traces.otlp.jsonl.gz ../data/jfr/incident.jfr.gz
              shows what corr looked at
    [4]
    $ corr span -q abc55335/s4 --kind gc $I | sed -n '/^no /,/^try/p'
    no code: the trace is here, but no sample can be tied to it
      profile  ../data/jfr/incident.jfr.gz, 206 gc pauses in 2m08s (the span is 0.8%
               of that)
      service  checkout
    why   these are of the whole process: none names a thread
    try   corr top --kind gc ../data/incident/traces.otlp.jsonl.gz
    $ corr span -q abc55335/s4 --focus nowhere $I | sed -n '/^no /,$p'
    no sample of abc55335/s4 matches --focus nowhere
    $ corr top -q --span abc55335/s4 --thread nobody $I
    no sample of abc55335/s4 matches --thread nobody
    [4]
    $ corr span -q abc55335/s4 --live $I $DATA/incident/pricing.heap.pb.gz |
    > sed -n '/^no /,$p'
    no profile of checkout has samples of kind "live_bytes": the trace cannot say
      why
      profile  ../data/jfr/incident.jfr.gz has no samples of kind "live_bytes"
               ../data/incident/pricing.heap.pb.gz: nothing says whose process it is
    try   add a profile of checkout that covers 2026-11-21 17:21:38.214Z
          corr info ../data/incident/pricing.heap.pb.gz
          ../data/incident/traces.otlp.jsonl.gz ../data/jfr/incident.jfr.gz   says
          which profile is of which service

Of several processes of a service, a profile of one says nothing of the others.

    $ for i in a:14308 b:7; do
    >   printf '{"resourceSpans":[{"resource":{"attributes":[
    >     {"key":"service.name","value":{"stringValue":"waits"}},
    >     {"key":"service.instance.id","value":{"stringValue":"waits-%s"}},
    >     {"key":"process.pid","value":{"intValue":"%s"}}]},
    >     "scopeSpans":[{"spans":[{"traceId":"%s000000000000000000000000c0ffee",
    >     "spanId":"00000000000000aa","name":"GET /",
    >     "startTimeUnixNano":"1795315592300000000",
    >     "endTimeUnixNano":"1795315592900000000","attributes":[
    >     {"key":"thread.name","value":{"stringValue":"main"}}]}]}]}]}' \
    >     ${i%:*} ${i#*:} ${i%:*}0 | tr -d '\n'
    >   echo
    > done >two.jsonl
    $ corr span -q a000 two.jsonl $DATA/jfr/waits.jfr.gz | grep '^evidence'
    evidence  100% thread name+time   confidence 0.59 (shared)
    $ corr span -q b000 two.jsonl $DATA/jfr/waits.jfr.gz | sed -n '/^no /,$p'
    no profile covers waits (waits-b) in this window: the trace cannot say why
      profile  ../data/jfr/waits.jfr.gz is of another process of waits
    try   add a profile of waits (waits-b) that covers 2026-11-22 02:46:32.300Z
          corr info ../data/jfr/waits.jfr.gz two.jsonl   says which profile is of
          which service

    2 spans named GET /: 43 samples; the span asked about contributed 0
    43 samples: shares are within 15 points
    total%  self%   n    function
    100.0%   0.0%  43  * Waits.main
     97.7%  97.7%  42  * ├─ Waits.burn                                        <- hot
      2.3%          1    └─ (1 smaller frame)
    $ corr trace -q b000 two.jsonl $DATA/jfr/waits.jfr.gz | sed -n '/^no /,/^next/p'
    no profile covers waits (waits-b) in this window: the trace cannot say why
    next  corr span b0000000/s1 ../data/jfr/waits.jfr.gz two.jsonl

Where spans name the service only, that a profile is of another process is not known
either.

    $ sed 's/{"key":"service.instance.id[^}]*}},//; s/{"key":"process.pid[^}]*}}/{}/' two.jsonl |
    > head -n 1 >one.jsonl
    $ corr span -q a000 one.jsonl $DATA/jfr/waits.jfr.gz | sed -n '/^no /,$p'
    no profile is known to cover its process of waits in this window: the trace
      cannot say why
      profile  ../data/jfr/waits.jfr.gz is of a process of waits: which one, nothing
               tells
    try   corr span a0000000 --min-join window ../data/jfr/waits.jfr.gz one.jsonl
          the whole service, not this request
          spans that carry a process.pid say which it is
    $ corr trace -q a000 one.jsonl $DATA/jfr/waits.jfr.gz | sed -n '/^no /,/^next/p'
    no profile is known to cover its process of waits in this window: the trace
      cannot say why
    next  corr span a0000000/s1 ../data/jfr/waits.jfr.gz one.jsonl

Rows by span or operation, and lists of spans, have what the evidence asked for
ties, and of that the samples and frames that were asked for.

    $ for c in strong shared; do
    >   corr top -q --by operation --min-join $c two.jsonl $DATA/jfr/waits.jfr.gz |
    >   sed '1,/^self/d'
    > done
    100.0  3.2   100.0  560.0 ms  56  [no span]
     76.8  10.8    76.8  430.0 ms  43  waits: GET /
     23.2  10.8    23.2  130.0 ms  13  [no span]
    $ corr spans -q --min-join strong two.jsonl $DATA/jfr/waits.jfr.gz |
    > sed -n '3,$p'

    duration  id           request
     0.600 s  a0000000/s1  GET /
     0.600 s  b0000000/s1  GET /
    no cpu sample is tied to any of them on strong evidence
    next  corr span a0000000 ../data/jfr/waits.jfr.gz two.jsonl
          corr trace a0000000 ../data/jfr/waits.jfr.gz two.jsonl   the waterfall
    $ for o in --thread=main --thread=nobody --hide=burn --wall; do
    >   corr spans -q --slowest 1 $o two.jsonl $DATA/jfr/waits.jfr.gz |
    >   sed -n '4,/^$/p'
    > done
     0.600 s  a0000000/s1  waits    GET /    43  Waits.burn
    next  corr span a0000000 ../data/jfr/waits.jfr.gz two.jsonl
          corr trace a0000000 ../data/jfr/waits.jfr.gz two.jsonl   the waterfall
     0.600 s  a0000000/s1  waits    GET /
    no sample of these spans matches --thread nobody
    next  corr span a0000000 ../data/jfr/waits.jfr.gz two.jsonl
          corr trace a0000000 ../data/jfr/waits.jfr.gz two.jsonl   the waterfall
     0.600 s  a0000000/s1  waits    GET /    43  Waits.main
    next  corr span a0000000 ../data/jfr/waits.jfr.gz two.jsonl
          corr trace a0000000 ../data/jfr/waits.jfr.gz two.jsonl   the waterfall
     0.600 s  a0000000/s1  waits    GET /
    no samples of kind "wall"; kinds here: native cpu gc safepoint sleep lock
      alloc_bytes park io exception
    next  corr span a0000000 ../data/jfr/waits.jfr.gz two.jsonl
          corr trace a0000000 ../data/jfr/waits.jfr.gz two.jsonl   the waterfall

Times that count from nobody knows when are times, but tie nothing.

    $ grep -v reference $DATA/perf/checkout.perf.txt >own.txt
    $ head -n 1 two.jsonl | sed 's/14308/1234/' >one.jsonl
    $ corr span -q a000 one.jsonl own.txt | sed -n '/^no /,$p'
    no code: the trace is here, but no sample can be tied to it
      profile  own.txt, 3 CPU samples
      labels   no sample carries a span or trace id (keys tried: corr help labels)
      times    they count from nobody knows when, so joining by time is out
               (--clock)
      service  waits
    why   the profiler was not told which request it sees
    try   corr span a0000000 --min-join window one.jsonl own.txt
          the whole service, not this request

Unless somebody tells when their clock began.  What cannot be is refused, and
what says nothing of any file.

    $ sed 's/"main"/"java"/' one.jsonl >java.jsonl
    $ corr span -q a000 java.jsonl own.txt --clock 1795313088.45 | sed -n '/^code/,$p'
    code on CPU in s1
    only 2 samples joined (at most 2.1 expected): these stacks were seen, this is
      not a breakdown. 97 samples give shares within 10 points: about 49 spans like
      this one
    n    function
    2  * start_thread
    1  * ├─ JavaCalls::call_helper → … 2 frames … → com/shop/Cart:::total
    1    └─ com/shop/Cart:::total → … 3 frames … → handle_softirqs
    evidence  100% thread name+time, by a clock that --clock tells   confidence 0.59
              (shared)
    profiled  0.021 s of 0.600 s
    coverage  2 of at most 2.1 samples expected (CPU-able 21.43 ms, 99 Hz): 94%
             02:46:32.495Z  5 ms a column
    process  █▁▁▁▁▁  0.00..23.4 cores
             ^^^^^^
    $ corr span -q a000 java.jsonl own.txt --clock 2026-11-22T02:04:48.45Z --json 2>/dev/null | grep -oE '"clock_told": [a-z]*|"CLOCK_[A-Z]*"|"confidence": [0-9.]*' | sort -u
    "CLOCK_TOLD"
    "clock_told": true
    "confidence": 0.5850000000000001
    $ corr info -q own.txt --clock 1795313088.45 2>/dev/null
    2026-11-22 02:46:32.499Z..02:46:32.521Z (21.4 ms)   1 file

    profile               samples
    own.txt  perf-script    3 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top own.txt   the most expensive functions
    $ corr span -q a000 one.jsonl own.txt --clock 1790000000 2>&1 | sed -n '/^no /,/profile/p'
    no profile covers waits in this window: the trace cannot say why
      profile  own.txt is of another time: 2026-09-21 14:55:04.049Z..14:55:04.071Z
    $ corr top -q own.txt --clock 14:15
    corr: --clock needs a date and a time, not "14:15"
    [2]
    $ corr top -q own.txt --clock yesterday
    corr: --clock wants a time like 14:15 or 2026-02-05T14:15:22Z, not "yesterday"
    [2]
    $ corr top -q own.txt --clock now
    corr: --clock needs a date and a time, not "now"
    [2]
    $ corr info own.txt --clock 2262-04-11T23:40Z
    corr: own.txt: times are out of range with this --clock; give the time of the start
    [3]
    $ corr top -q one.jsonl two.jsonl $DATA/jfr/waits.jfr.gz --clock 1795313088.45
    corr: --clock is not needed: all files here have dates
    [2]

A profile that was taken at one moment has samples of its kind, and a program is
told why they are no span's.

    $ corr span -q --kind block d8e1999a $DATA/incident | sed -n '/^no profile/,/^  profile/p'
    no profile of pricing has samples of kind "block" from this time: the trace
      cannot say why
      profile  pricing.cpu.00.pb.gz and 11 more have no samples of kind "block"
    $ corr span -q --kind block --json d8e1999a $DATA/incident | grep -o '"code": "NO_[A-Z]*"'
    "code": "NO_PROFILE"
    $ corr span -q --json d8e1999a/s2 $DATA/incident | grep -o '"code": "NO_[A-Z]*"'
    "code": "NO_IDENTITY"

Samples that name a request which had ended say nothing of another one.

    $ span() { printf '{"traceId":"%s","spanId":"%s","name":"%s","kind":2,' $1 $2 $3
    >     printf '"startTimeUnixNano":"%s","endTimeUnixNano":"%s"}' $4 $5; }
    $ { printf '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":'
    >   printf '{"stringValue":"shop"}}]},"scopeSpans":[{"spans":['
    >   span 4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7 early 1699999999000000000 1699999999500000000
    >   printf ,
    >   span abcdef0123456789abcdef0123456789 1111111111111111 now 1700000000000000000 1700000000500000000
    >   printf ']}]}]}\n'; } >two.json
    $ corr span -q abcdef01 two.json $DATA/otlp-profiles/example.json | grep labels
      labels   samples carry ids, of other spans only

Of those that name the one that was asked about, how many came after its end is
said beside what joins.

    $ { printf '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":'
    >   printf '{"stringValue":"shop"}}]},"scopeSpans":[{"spans":['
    >   span 4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7 early 1699999999000000000 1699999999998000000
    >   printf ']}]}]}\n'; } >one.json
    $ corr span -q 4bf92f35 one.json $DATA/otlp-profiles/example.json | sed -n '/^evidence/,/not cleared/p'
    evidence  100% span id   confidence 1.00 (exact)
    1 sample (50%) carries this span's label but was taken after it ended: work
      started by the request that outlived it, or a label that was not cleared
    $ corr span -q --json 4bf92f35 one.json $DATA/otlp-profiles/example.json | grep -o '"AFTER_END", "text": "1 sample ([0-9]*%)'
    "AFTER_END", "text": "1 sample (50%)

Spans that took exactly as long are of one decile, however many they are.

    $ { printf '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":'
    >   printf '{"stringValue":"shop"}}]},"scopeSpans":[{"spans":['
    >   for i in $(seq 100 349); do
    >       span abcdef0123456789abcdef0123456$i 1111111111111$i op 1700000000000000000 1700000000500000000
    >       printf ,
    >   done
    >   span 4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7 op 1700000000000000000 1700000000500000000
    >   printf ']}]}]}\n'; } >alike.json
    $ corr span -q abcdef0123456789abcdef0123456349 alike.json $DATA/otlp-profiles/example.json | grep -A1 'spans named'
    251 spans named op that took about as long: 2 samples; the span asked about
      contributed 0
