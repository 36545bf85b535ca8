Damaged input.  What can be used is used, what was lost is said in one line
that names the file and the place, and survives -q; --strict refuses.

A profile that was cut while it was copied.

    $ head -c 9000 $DATA/pprof/go-cpu.pb >cut.pb
    $ corr top -q -n 1 cut.pb
    corr: cut.pb: cut off inside the field that begins at byte 8968
    CPU of cut  10 s  112 samples of 10 ms = 1.12 s
    87% is main.mix, most of it (51%) under main.roundAll

    self%    ±  total%   n  function                  mostly under
     86.6  6.3    89.3  97  main.mix                  main.roundAll 51%
     13.4               15  35 more functions (-n 0)
    112 samples: shares are within 10 points
    next  corr peek main.mix cut.pb   who calls it
          corr tree cut.pb            the call tree
    $ corr top --strict cut.pb
    corr: cut.pb: cut off inside the field that begins at byte 8968
    [3]
    $ corr top -q --json -n 1 cut.pb 2>/dev/null | grep -E 'verdict|"code"'
      "verdict": "answered",
        {"level": "warning", "code": "DAMAGED", "text": "cut off inside the field that begins at byte 8968", "input": 1, "shown": true}

Cut before its names: nothing is left.

    $ head -c 3000 $DATA/pprof/go-cpu.pb >early.pb
    $ corr top early.pb
    corr: early.pb: the data ends at byte 2979, before the string table; all names are missing
          Profile.string_table (pprof)
    [3]
    $ head -c 4000 $DATA/pprof/go-cpu.pb.gz >early.pb.gz
    $ corr top early.pb.gz
    corr: early.pb.gz: cut off inside the field that begins at byte 8505
    corr: early.pb.gz: the compressed data is damaged or cut off; the data before that is used, at byte 8534
    CPU of early  10 s  112 samples of 10 ms = 1.12 s
    87% is main.mix, most of it (51%) under main.roundAll

    self%    ±  total%   n  function                        mostly under
     86.6  6.3    89.3  97  main.mix                        main.roundAll 51%
      8.9  5.4     8.9  10  <unknown>                       main.mix 30%
      0.9  2.4    94.6   1  otelhttp.NewMiddleware.func2.1
      3.6                4  32 more functions (-n 0)
    112 samples: shares are within 10 points
    next  corr peek main.mix early.pb.gz   who calls it
          corr tree early.pb.gz            the call tree

Compressed once too often.

    $ gzip -c $DATA/pprof/go-cpu.pb.gz >twice.gz; corr info -q twice.gz
    corr: twice.gz: compressed twice, with gzip inside
          hint: unpack it once first
    [3]

Stacks with lines that are none.

    $ printf 'main;a 60\nmain;b forty\n\nmain;c 40\n;;; 3\nmain;d -2\n' >lines.folded
    $ corr top -q lines.folded
    corr: lines.folded: line 2 does not end in a count, at byte 10
    corr: lines.folded: the count in line 6 is negative, at byte 40
    103 samples of lines
    58% is a, all of it under main; 39% is c

    self%    ±  total%   n  function    mostly under
     58.3  9.4    58.3  60  a           main
     38.8  9.3    38.8  40  c           main
      2.9  3.6     2.9   3  [no stack]
    103 samples: shares are within 10 points
    next  corr peek a lines.folded   who calls it
          corr tree lines.folded     the call tree
    $ corr top --strict lines.folded
    corr: lines.folded: line 2 does not end in a count, at byte 10
    [3]
    $ printf 'main;a 60\nmain;b 4' | corr top -q -
    94% is a, all of it under main

    self%    ±  total%   n  function  mostly under
     93.8  6.3    93.8  60  a         main
      6.3  6.3     6.3   4  b         main
    64 samples: shares are within 13 points
    $ printf 'main;a 60.5\nmain;b 39.25\n' | corr top -q -
    99.75 counts
    61% is a, all of it under main; 39% is b

    self%  total%   self  function  mostly under
     60.7    60.7   60.5  a         main
     39.3    39.3  39.25  b         main

Traces: an export that ends in the middle of a line, a span without an id, times
that run backwards.

    $ head -c 60000 $DATA/trace/otlp.jsonl >cut.jsonl
    $ corr info -q cut.jsonl
    corr: cut.jsonl: the input ends inside an export request; its last 1882 bytes cannot be used, at byte 60000
    2026-11-21 17:27:04.389Z..17:27:10.568Z (6.2 s)   7 traces of 3 services

    service   requests  profile           samples
    pricing          7  –
    checkout         6  –
    gateway          6  –
    traces              cut.jsonl  OTLP  55 spans

    no profile is here: the traces do not show which code ran (add a profile of the
      same time)
    next  corr spans --slowest 5 cut.jsonl   the slowest requests
          corr span 05b42780 cut.jsonl       the longest request
    $ corr info -q --strict cut.jsonl
    corr: cut.jsonl: the input ends inside an export request; its last 1882 bytes cannot be used, at byte 60000
    [3]
    $ sed 's/"traceId": "9d1e77aa0c5b4e1f8a2d3c4b5a697887", "spanId": "c36eab8d42f95017"/"traceId": "9d1e77"/' \
          $DATA/trace/order.json >noid.json
    $ corr span -q 9d1e77 noid.json | sed -n 2,7p
    corr: noid.json: a span without a trace id or span id cannot be shown, at byte 688
    88% of it is s1, order.calculate_totals in order

    s1 *  order  order.calculate_totals  0.812 s  ▇▇▇▇────▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s2    order  └ load prices           0.100 s      ▇▇▇▇▇

    no code: traces are here, but no profile
    $ sed 's/"endTimeUnixNano": "1770300910250000000"/"endTimeUnixNano": "1770300910150000000"/' \
          $DATA/trace/order.json >back.json
    $ corr span -q 9d1e77 back.json | sed -n 2,8p
    88% of it is s1, order.calculate_totals in order

    s1 *  order  order.calculate_totals  0.812 s  ▇▇▇▇────▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s2    order  ├ load prices           0.100 s      ▇▇▇▇▇
    s3 !  order  └ load stock            0.000 s         ─
         ! s3 failed: warehouse 3: no answer in 70 ms

A trace that lacks spans says so.

    $ head -n 3 $DATA/trace/otlp.jsonl >part.jsonl
    $ corr info -q part.jsonl | grep '^traces'
    traces              part.jsonl  OTLP  38 spans
    $ corr span -q "$(corr info -q part.jsonl | sed -n 's/.* corr span \([0-9a-f]*\).*/\1/p')" part.jsonl |
    > sed -n 2p
    95% of it is s3, GET /checkout in gateway

A profile in which nothing was sampled is no damage.

    $ printf '\n\004\010\001\020\0022\0002\003cpu2\013nanoseconds' >none.pb
    $ corr top none.pb
    the profile has no samples
    [5]
    $ head -c 100 $DATA/incident/pricing.cpu.00.pb.gz >cut.pb.gz
    $ corr top cut.pb.gz $DATA/trace/order.json
    corr: cut.pb.gz: the gzip data is damaged from the first byte on
    cut.pb.gz could not be read, and no other file has samples
    [3]
    $ corr tree -q nosuch cut.pb.gz $DATA/trace/order.json
    corr: cut.pb.gz: the gzip data is damaged from the first byte on
    corr: nosuch: No such file or directory
    2 files could not be read, and no other file has samples
    [3]
    $ corr tree -q --json none.pb | grep -A 1 verdict
      "verdict": "nothing-found",
      "exit": 5,
    $ corr info -q none.pb
    1 file

    profile         samples
    none.pb  pprof    0 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)

Of several files those that can be read are.

    $ rm -f *.gz *.jsonl *.json *.folded cut.pb none.pb
    $ cp $DATA/collapsed/py-spy.folded .
    $ corr top -n 1
    corr: early.pb: the data ends at byte 2979, before the string table; all names are missing
          Profile.string_table (pprof)
    383 samples of py-spy
    42% is _worker

    self%    ±  total%    n  function
     42.3  4.9    56.9  162  _worker
     57.7               221  87 more functions (-n 0)
    383 samples: shares are within 6 points
    next  corr peek _worker   who calls it
          corr tree           the call tree
    $ corr info -q
    corr: early.pb: the data ends at byte 2979, before the string table; all names are missing
          Profile.string_table (pprof)
    2 files

    profile                    samples
    py-spy.folded  folded  383 samples

    not used  early.pb: the data ends at byte 2979, before the string table; all
              names are missing
    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top   the most expensive functions
    $ corr info -q early.pb py-spy.folded --json 2>/dev/null | grep -o '"why_not": [^,]*'
    "why_not": "the data ends at byte 2979
    "why_not": null

What stands behind compressed data is told, but for the zeros that fill a block.

    $ cp $DATA/pprof/order.pb.gz whole.gz
    $ corr top -n 1 whole.gz >whole.txt
    $ { cat whole.gz; echo rubbish; } >stray.gz
    $ corr top -n 1 stray.gz | sed 's/stray/whole/' | diff whole.txt -
    $ { cat whole.gz; head -c 4096 /dev/zero; } >padded.gz
    $ corr top -n 1 padded.gz | sed 's/padded/whole/' | diff whole.txt -
    $ { cat padded.gz; printf 'abc\0\0'; } >both.gz
    $ corr info both.gz 2>&1 | sed -n '/ bytes /p;/ cpu/p'
    both.gz  Go  2,871 cpu
    1 note on both.gz: 5 bytes after the end of the gzip data not read (-v)
    $ { cat stray.gz; head -c 1000000 /dev/urandom; } |
    > corr info - 2>&1 | sed -n '/ bytes /p;/ cpu/p'
    standard input  Go  2,871 cpu
    1 note on standard input: 1000008 bytes after the end of the gzip data not read

Data that breaks off before it says what it is.

    $ { head -c 30 whole.gz; head -c 500 /dev/zero; } >early.gz
    $ corr info early.gz
    corr: early.gz: the gzip data is damaged from the first byte on
    [3]
    $ head -c 12 whole.gz >short.gz
    $ corr info short.gz
    corr: short.gz: the gzip data is damaged from the first byte on
    [3]
    $ printf 'hello world, this is no profile at all' | gzip >text.gz
    $ head -c 30 text.gz >text-cut.gz
    $ corr info text-cut.gz
    corr: text-cut.gz: the gzip data is damaged or cut off at byte 30; no format fits 21 bytes
          hint: fetch the file again; --as NAME reads what is here
    [3]
    $ corr info text.gz
    corr: text.gz: unknown format in the first 38 bytes
          hint: "corr help formats" lists the formats; --as NAME insists on one
    [3]
    $ mkdir d && mv text-cut.gz d && corr info d
    corr: the only file here is not a profile or a trace
          hint: name a file to see why; "corr help formats" lists the formats
    [5]

What is said of many files is said once, with what its numbers range over, and
what was lost first; info names more of the files, and tells all.

    $ mkdir many && cp $DATA/jfr/incident.jfr.gz $DATA/perf/checkout.perf.txt many
    $ for n in 7000 8000 9000; do head -c $n $DATA/metrics/otlp.pb >many/cut.$n.pb; done
    $ for n in 20 30 40 50; do head -n $n $DATA/metrics/pricing.txt >many/scrape.$n; done; touch -d 2026-11-21T17:23:44Z many/s*
    $ head -c 20000 $DATA/metrics/buckets.json >many/buckets.json
    $ { head -n 30 $DATA/collapsed/py-spy.folded; echo 'a;b 99999999999999999999'; } >many/large.folded
    $ gunzip -c $DATA/incident/pricing.cpu.07.pb.gz | head -c 9000 >many/pricing.pb
    $ corr top -n 1 many
    corr: buckets.json: the input ends inside an answer of Prometheus; its last 3 bytes cannot be used, at byte 20000
    corr: 3 files: the input ends inside an export request; its last 203..373 bytes cannot be used (cut.7000.pb, cut.8000.pb, 1 more)
    corr: large.folded: line 31 does not end in a count, at byte 16749
    corr: pricing.pb: cut off inside the field that begins at byte 8955
    CPU † of checkout, incident and pricing  15h00m31s  3,108 samples = 31.1 s
    79% is Work.mix, most of it (78%) under FraudRules.deepScan

    self%    ±  total%      n  function                     mostly under
     78.7  1.4    78.7  2,447  Work.mix                     FraudRules.deepScan 78%
     21.3                 661  1,289 more functions (-n 0)
    also      --kind lock, alloc_bytes, gc; 12 more: -v
    † JFR counts runnable Java threads, not CPU time; native code is missing
    incident.jfr.gz: samples cover 69% of the CPU used (29.71 of 43.31 s)
    next  corr peek Work.mix many   who calls it
          corr tree many            the call tree
    $ corr top -q -n 1 many | head -n 1
    corr: buckets.json: the input ends inside an answer of Prometheus; its last 3 bytes cannot be used, at byte 20000
    corr: 3 files: the input ends inside an export request; its last 203..373 bytes cannot be used (cut.7000.pb, cut.8000.pb, 1 more)
    corr: large.folded: line 31 does not end in a count, at byte 16749
    corr: pricing.pb: cut off inside the field that begins at byte 8955
    CPU † of checkout, incident and pricing  15h00m31s  3,108 samples = 31.1 s
    $ corr info many 2>&1 >/dev/null
    corr: buckets.json: the input ends inside an answer of Prometheus; its last 3 bytes cannot be used, at byte 20000
    corr: 3 files: the input ends inside an export request; its last 203..373 bytes cannot be used (cut.7000.pb, cut.8000.pb, 1 more)
    corr: large.folded: line 31 does not end in a count, at byte 16749
    corr: pricing.pb: cut off inside the field that begins at byte 8955
    $ corr info --json many 2>/dev/null | grep -c '"code": "DAMAGED"'
    6
    $ mkdir none && for i in 1 2 3 4 5 6 7; do printf '\1\2\3' >none/$i; done
    $ corr top -q -n 1 none/* $DATA/incident/pricing.cpu.00.pb.gz | head -n 1
    corr: 7 files: unknown format in the first 3 bytes (none/1, none/2, 5 more)
          hint: "corr help formats" lists the formats; --as NAME insists on one
    CPU of pricing  10 s  85 samples of 10 ms = 850.0 ms

What is lost is all that is behind, however much of it was at hand.

    $ (cat $DATA/pprof/go-cpu.pb; printf '\013'; head -c 300000 /dev/zero) >tail.pb
    $ cat tail.pb | corr info --json -q - 2>/dev/null | grep -o '"lost": {[^,]*'
    "lost": {"bytes": 300001
    $ corr info --json -q tail.pb 2>/dev/null | grep -o '"lost": {[^,]*'
    "lost": {"bytes": 300001

A packed file of a folder that is damaged so far that nothing tells what it is
may be the one that got dearer; a log that is cut off is not.

    $ mkdir lost && cp $DATA/deploys/v2/* lost
    $ perl -e 'open my $f, "+<", "lost/pricing.cpu.02.pb.gz"; seek $f, 2000, 0; print $f "\0" x 300'
    $ corr check $DATA/deploys/v1 lost --expect 'total <= base * 9'
    corr: lost/pricing.cpu.02.pb.gz: the gzip data is damaged or cut off at byte 5508; no format fits 10724 bytes
          hint: fetch the file again; --as NAME reads what is here
    cannot tell: an input could not be read, so no rule can be judged

    verdict      rule               value  interval    why
    cannot tell  total <= base * 9  ×1.04  0.89..1.21  an input could not be read

    the base is younger than the new side; swap them if that is wrong
    next  corr diff ../data/deploys/v1 lost   what changed, biggest first
    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
    $ head -c 12 $DATA/deploys/v2/pricing.cpu.02.pb.gz >lost/pricing.cpu.02.pb.gz
    $ corr check -q $DATA/deploys/v1 lost --expect 'total <= base * 9' 2>&1 | grep -v '^ '
    corr: lost/pricing.cpu.02.pb.gz: the gzip data is damaged from the first byte on
    cannot tell: an input could not be read, so no rule can be judged

    verdict      rule               value  interval    why
    cannot tell  total <= base * 9  ×1.04  0.89..1.21  an input could not be read

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    $ rm lost/pricing.cpu.02.pb.gz
    $ seq 500 | gzip | head -c 500 >lost/access.log.gz
    $ corr check $DATA/deploys/v1 lost --expect 'total <= base * 9' 2>&1 | sed -n '1p;$p'
    pass: the rule holds
    GATE PASS 1 pass 0 fail 0 cannot-tell

So may a recording without a byte, which a JVM leaves that was killed; a text
without a byte is no recording.

    $ : >lost/empty.log; : >lost/none.folded
    $ corr check $DATA/deploys/v1 lost --expect 'total <= base * 9' 2>&1 | sed -n '1p;$p'
    pass: the rule holds
    GATE PASS 1 pass 0 fail 0 cannot-tell
    $ : >lost/pricing.jfr
    $ corr check $DATA/deploys/v1 lost --expect 'total <= base * 9'
    corr: lost/pricing.jfr: the file is empty
          hint: the data of a killed JVM stays in a directory DATE_PID in its /tmp
    cannot tell: an input could not be read, so no rule can be judged

    verdict      rule               value  interval    why
    cannot tell  total <= base * 9  ×1.04  0.89..1.21  an input could not be read

    the base is younger than the new side; swap them if that is wrong
    next  corr diff ../data/deploys/v1 lost   what changed, biggest first
    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
    $ mv lost/pricing.jfr lost/pricing.cpu.09.pb.gz
    $ corr check -q $DATA/deploys/v1 lost --expect 'total <= base * 9'
    corr: lost/pricing.cpu.09.pb.gz: the file is empty
    cannot tell: an input could not be read, so no rule can be judged

    verdict      rule               value  interval    why
    cannot tell  total <= base * 9  ×1.04  0.89..1.21  an input could not be read

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
