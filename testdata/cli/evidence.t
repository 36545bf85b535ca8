How samples are tied to a request, and what is said when they are not.

A Go service that sets no labels, and one of its traces.  This is what most
people see first.

    $ cp $DATA/pprof/order.pb.gz cpu.pprof
    $ cp $DATA/trace/order.json trace-9d1e77aa.json
    $ corr span 9d1e77aa
    order.calculate_totals  0.812 s    trace 9d1e77aa    2026-02-05 14:15:10.000Z
    91% of it is s1, order.calculate_totals in order

    s1 *  order  order.calculate_totals  0.812 s  ▇▇▇▇▇▇▇▇──▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s2    order  ├ load prices           0.100 s      ─────
    s3 !  order  └ load stock            0.070 s         ▇▇▇▇
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
    $ corr top -q --trace 9d1e77aa
    no sample can be tied to 9d1e77aa
    why       corr span 9d1e77aa   shows what corr looked at
    try       --min-join window   everything that ran at the same time
    [4]
    $ corr top -q --trace 9d1e77aa --min-join window -n 2
    CPU of order in 9d1e77aa  30 s  2,871 samples of 10 ms = 28.7 s
    56% is main.matchRule, all of it under main.applyRules

    self%    ±  total%      n  function                 mostly under
     55.9  1.8    55.9  1,604  main.matchRule           main.applyRules
     18.5  1.4    25.5    530  main.loadRules           main.calculateTotals
     25.7                 737  5 more functions (-n 0)
    evidence  100% window   confidence 0.15 (window)
    next  corr peek main.matchRule --trace 9d1e77aa   who calls it
          corr tree --trace 9d1e77aa                  the call tree

Two requests begin alike.

    $ corr span -q 9d1e
    corr: 2 traces begin with "9d1e"
          hint: 9d1e77aa0c5b4e1f     812 ms  14:15:10Z  order.calculate_totals
                9d1e8f0b11c24a33     140 ms  14:15:12Z  order.calculate_totals
    [2]

The same service with labels: 64 samples of the request.

    $ cp $DATA/pprof/order-labels.pb.gz cpu.pprof
    $ corr span -q 9d1e77aa | sed -n '/^s1 order/,$p'

With 12 samples there are counts and no shares; spans of the same name help
out.

    $ corr span -q 9d1e8 | sed -n '/^s1 order/,$p'

A request that only labels know: no trace file holds it.

    $ corr span -q c4d2a90b
    trace c4d2a90b7e6f4f2f9a1b0c8d7e6f5a4b  known from labels on samples only
    no trace here contains it, so its time is unknown

    n  function
    3  main.applyRules → matchRule
    3 samples: examples, not a breakdown. ±10 points needs 97 samples, about 33 such
      spans
    evidence  100% request id   confidence 1.00 (exact)
    $ corr span -q 0fd24c6b8a9e7135 cpu.pprof | head -n 1
    span 0fd24c6b8a9e7135  known from labels on samples only
    $ corr top -q --by trace cpu.pprof
    CPU  30 s  100 samples of 10 ms = 1.00 s
    64% is of trace 9d1e77aa0c5b4e1f8a2d3c4b5a697887

    self%    ±  total%      self   n  trace
     64.0  9.2    64.0  640.0 ms  64  9d1e77aa0c5b4e1f8a2d3c4b5a697887
     21.0  7.9    21.0  210.0 ms  21  [no span]
     12.0  6.4    12.0  120.0 ms  12  9d1e8f0b11c24a3386d0d1f4a9b05c27
      3.0  3.7     3.0   30.0 ms   3  c4d2a90b7e6f4f2f9a1b0c8d7e6f5a4b
    100 samples: shares are within 10 points
    next  corr tree cpu.pprof   the call tree

Labels that name the request answer for an inner span by its share of time;
who wants better evidence is told what there is.

    $ corr span -q d8e1 $DATA/incident --min-join exact |
    > sed -n '/^no code/,/^try/p'
    no code with exact evidence
    3 samples with shared evidence: --min-join exact leaves them out
    try   corr span d8e1999a --min-join shared ../data/incident
    $ corr span -q d8e1/s7 $DATA/incident | grep -A 1 '^Labels name'
    Labels name only requests: s7 gets its part by time of the 30.00 ms of s6
    $ corr span -q d8e1/s7 $DATA/incident | grep '^evidence'
    evidence  request share, confidence 0.60; 3 of at most 6 samples (50%)
    $ corr span -q d8e1 $DATA/incident --min-join window |
    > sed -n '/^s7 price/,/^code of/p'
    $ corr top -q --trace 9d1e77aa --min-join sharp
    corr: unknown evidence class "sharp"
          hint: --min-join takes exact, strong, shared, window or any
    [2]

A trace and no profile; a profile of another day; a trace and nothing to tie
it to.

    $ corr span -q 4bf9 $DATA/trace/parallel.json
    GET /search  240.00 ms    trace 4bf92f35    2026-02-05 14:15:00.000Z
    82% of it is s5, shard 4 in search

    s1      search  GET /search  240.00 ms  ▇▇────────────────────────────────▇────▇
    s5 * !  search  ├ shard 4    197.00 ms   ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s14     search  └ merge       24.00 ms                                     ▇▇▇▇
         12 more spans (--all)
         ! s5 failed: disk is slow

    no code: traces are here, but no profile
    try   add a profile of the same time (corr help formats)
    [4]
    $ corr span -q 9d1e77aa $DATA/pprof/go-cpu.pb.gz $DATA/trace/order.json |
    > sed -n '/^no /,$p'
    no code: no profile covers order at this time
      profile  ../data/pprof/go-cpu.pb.gz covers another time: 2026-11-21
               17:27:04.248Z..17:27:14.249Z
    try   add a profile of order that covers 2026-02-05 14:15:10.000Z
          corr info ../data/pprof/go-cpu.pb.gz ../data/trace/order.json   shows the
          service of each profile
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
    $ sed 's/MainThread/main/' trace.json >other.json
    $ corr span -q c0ffee other.json capture.folded | sed -n '/^s1 GET/,/^total/p'
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
     8.000 s  0000000000c0ffee/s1  reco     GET /reco  138  <module>
    self	key
    518	reco: GET /reco
     8.000 s  0000000000c0ffee/s1  reco     GET /reco  518  _worker
    $ corr convert -q --to rows --span c0ffee/s1 other.json capture.folded |
    > cut -f 2,6,9,13-18 | sed -n '2,3p;$='
    0	2	MainThread	00000000000000000000000000c0ffee	00000000000000aa	1	F2	0.5	
    1	1	reco-worker_0	00000000000000000000000000c0ffee	00000000000000aa	1	F2	0.5	
    48
    $ corr span -q c0ffee --min-join strong other.json capture.folded |
    > sed -n '/^no /,$p'
    no code with strong evidence
    518 samples with shared evidence: --min-join strong leaves them out
    try   corr span 0000000000c0ffee --min-join shared capture.folded other.json
    $ sed 's/profile.file/pyroscope.profile.id/' trace.json >other.json
    $ corr top -q --span c0ffee/s1 other.json capture.folded | head -n 1
    no sample can be tied to c0ffee/s1

What a recording says of its threads ties samples whatever is asked of them.

    $ I="$DATA/incident/traces.otlp.jsonl.gz $DATA/jfr/incident.jfr.gz"
    $ corr span -q abc55335/s4 $I | grep ^evidence
    evidence  span activation, confidence 0.98; 16 of at most 58 samples (28%)
    $ corr top -q --span abc55335/s4 $I | sed -n '1p;/^evidence/p'
    Running Java † of checkout in abc55335/s4  2m08s  16 samples of 10 ms = 160.0 ms
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
      labels   samples carry ids of other spans only
      service  checkout
    why   the span has no sample of this kind
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
    why   these samples name no thread, only the process
    try   corr top --kind gc ../data/incident/traces.otlp.jsonl.gz
    $ corr span -q abc55335/s4 --focus nowhere $I | sed -n '/^no /,$p'
    no sample of abc55335/s4 matches --focus nowhere
    $ corr top -q --span abc55335/s4 --thread nobody $I
    no sample of abc55335/s4 matches --thread nobody
    [4]
    $ corr span -q abc55335/s4 --live $I $DATA/incident/pricing.heap.pb.gz |
    > sed -n '/^no /,$p'
    no code: no profile of checkout has samples of kind "live_bytes"
      profile  ../data/jfr/incident.jfr.gz has no samples of kind "live_bytes"
    try   add a profile of checkout that covers 2026-11-21 17:21:38.214Z
          corr info ../data/incident/pricing.heap.pb.gz
          ../data/incident/traces.otlp.jsonl.gz ../data/jfr/incident.jfr.gz   shows
          the service of each profile

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
    evidence  thread name+time, confidence 0.59; 43 of at most 52 samples (83%)
    $ corr span -q b000 two.jsonl $DATA/jfr/waits.jfr.gz | sed -n '/^no /,$p'
    no code: no profile covers waits (waits-b) at this time
      profile  ../data/jfr/waits.jfr.gz is of another process of waits
    try   add a profile of waits (waits-b) that covers 2026-11-22 02:46:32.300Z
          corr info ../data/jfr/waits.jfr.gz two.jsonl   shows the service of each
          profile

    code in 2 spans like it: 43 samples (±15 points)
    share   n  function
      98%  42  Waits.main → burn
       2%   1  Waits.main → Files.createTempFile
    $ corr trace -q b000 two.jsonl $DATA/jfr/waits.jfr.gz | sed -n '/^no /,/^next/p'
    no profile covers waits (waits-b) in this window: the trace cannot say why
    next  corr span b0000000/s1 ../data/jfr/waits.jfr.gz two.jsonl

Where spans name the service only, that a profile is of another process is not known
either.

    $ sed 's/{"key":"service.instance.id[^}]*}},//; s/{"key":"process.pid[^}]*}}/{}/' two.jsonl |
    > head -n 1 >one.jsonl
    $ corr span -q a000 one.jsonl $DATA/jfr/waits.jfr.gz | sed -n '/^no /,$p'
    no code: no profile surely covers the process of waits at this time
      profile  ../data/jfr/waits.jfr.gz is of an unknown process of waits
    try   corr span a0000000 --min-join window ../data/jfr/waits.jfr.gz one.jsonl
          the whole service, not this request
          record process.pid on spans to tell processes apart
    $ corr trace -q a000 one.jsonl $DATA/jfr/waits.jfr.gz | sed -n '/^no /,/^next/p'
    no profile is known to cover the process of waits in this window: the trace
      cannot say why
    next  corr span a0000000/s1 ../data/jfr/waits.jfr.gz one.jsonl

Rows by span or operation, and lists of spans, have what the evidence asked for
ties, and of that the samples and frames that were asked for.

    $ for c in strong shared; do
    >   corr top -q --by operation --min-join $c two.jsonl $DATA/jfr/waits.jfr.gz |
    >   sed '1,/^self/d'
    > done
    100.0  3.2   100.0  560.0 ms  56  [no span]
    also      --kind lock, alloc_bytes, gc; 6 more: -v
    56 samples: shares are within 14 points
    next  corr tree ../data/jfr/waits.jfr.gz two.jsonl   the call tree
     76.8  10.8    76.8  430.0 ms  43  waits: GET /
     23.2  10.8    23.2  130.0 ms  13  [no span]
    also      --kind lock, alloc_bytes, gc; 6 more: -v
    56 samples: shares are within 14 points
    next  corr tree ../data/jfr/waits.jfr.gz two.jsonl   the call tree
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
    no sample of these spans matches --thread nobody --slowest 1
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
      times    they count from an unknown start, so joining by time is out (--clock)
      service  waits
    why   the profiler does not know the requests
    try   corr span a0000000 --min-join window one.jsonl own.txt
          the whole service, not this request

Unless somebody tells when their clock began.  What cannot be is refused, and
what says nothing of any file.

    $ sed 's/"main"/"java"/' one.jsonl >java.jsonl
    $ corr span -q a000 java.jsonl own.txt --clock 1795313088.45 | sed -n '/^code/,$p'
    code in s1: 2 samples
    n  function
    1  Cart:::total → __send → entry_SYSCALL_64_after_hwframe
    1  Price:::of → Cart:::total
    2 samples: examples, not a breakdown. ±10 points needs 97 samples, about 49 such
      spans.

    s1 *  waits  GET /  0.600 s  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇

    evidence  thread name+time by the clock of --clock, confidence 0.59; 2 of at
              most 2 samples (94%); a profile covers 0.021 s of it
    next  corr tree --span a0000000/s1 java.jsonl own.txt   the whole call tree
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
    no code: no profile covers waits at this time
      profile  own.txt covers another time: 2026-09-21 14:55:04.049Z..14:55:04.071Z
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
      labels   samples carry ids of other spans only

Of those that name the one that was asked about, how many came after its end is
said beside what joins.

    $ { printf '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":'
    >   printf '{"stringValue":"shop"}}]},"scopeSpans":[{"spans":['
    >   span 4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7 early 1699999999000000000 1699999999998000000
    >   printf ']}]}]}\n'; } >one.json
    $ corr span -q 4bf92f35 one.json $DATA/otlp-profiles/example.json | sed -n '/^evidence/,/not cleared/p'
    evidence  span id, confidence 1.00
    1 sample (50%) with the label of s1 came after its end
    next  corr tree --span 4bf92f35/s1 ../data/otlp-profiles/example.json one.json
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
    [1]
