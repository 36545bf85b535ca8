Flight recordings: what is in them, and what it is not.

A JDK's own.  Its samples are of threads that would run Java code, not CPU
time, and of those a few at each tick; native ones are never added to them.

    $ corr info --width 100 $DATA/jfr/waits.jfr.gz
    2026-11-22 02:46:32.126Z..02:46:33.097Z (971 ms)   1 file of 1 service

    service  profile                        samples
    waits    ../data/jfr/waits.jfr.gz  JFR   56 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    1 note on waits.jfr.gz: JFR counts runnable Java threads, not CPU time; native code is missing (-v)
    next  corr top ../data/jfr/waits.jfr.gz   the most expensive functions
    $ corr info --json $DATA/jfr/waits.jfr.gz | grep -E '"(jdk.ExecutionSample|jdk.SocketRead|jdk.JavaMonitorEnter)#'
        {"input": 1, "name": "jdk.JavaMonitorEnter#threshold", "value": "10 ms"},
        {"input": 1, "name": "jdk.JavaMonitorEnter#stackTrace", "value": "true"},
        {"input": 1, "name": "jdk.JavaMonitorEnter#enabled", "value": "true"},
        {"input": 1, "name": "jdk.ExecutionSample#period", "value": "10 ms"},
        {"input": 1, "name": "jdk.ExecutionSample#enabled", "value": "true"},
        {"input": 1, "name": "jdk.SocketRead#threshold", "value": "10 ms"},
        {"input": 1, "name": "jdk.SocketRead#stackTrace", "value": "true"},
        {"input": 1, "name": "jdk.SocketRead#enabled", "value": "true"},
        {"input": 1, "name": "jdk.ExecutionSample#count", "value": "56"},
        {"input": 1, "name": "jdk.JavaMonitorEnter#count", "value": "1"},
        {"input": 1, "name": "jdk.SocketRead#count", "value": "1"},
    $ corr top -n 3 $DATA/jfr/waits.jfr.gz
    Running Java † of waits  971 ms  56 samples of 10 ms = 560.0 ms
    98% is Waits.burn, all of it under Waits.main

    self%    ±  total%   n  function                           mostly under
     98.2  4.6    98.2  55  Waits.burn                         Waits.main
      1.8  4.6     1.8   1  CharacterDataLatin1.getProperties  Waits.main
      0.0  3.2   100.0   0  Waits.main
    also      --kind lock, alloc_bytes, gc; 6 more: -v
    56 samples: shares are within 14 points
    † JFR counts runnable Java threads, not CPU time; native code is missing
    next  corr peek Waits.burn ../data/jfr/waits.jfr.gz   who calls it
          corr tree ../data/jfr/waits.jfr.gz              the call tree
    $ corr top -n 3 --kind native $DATA/jfr/waits.jfr.gz
    native of waits  971 ms  4 samples of 20 ms = 80.0 ms
    4 of 4 samples are in SocketDispatcher.read0, all of them under Waits.read
    4 samples: examples, not a breakdown. ±10 points needs 97 samples

    n  function                mostly under
    4  SocketDispatcher.read0  Waits.read
    0  Waits.main
    0  Waits.read
    also      --kind lock, cpu, alloc_bytes; 6 more: -v
    next  corr peek SocketDispatcher.read0 --kind native ../data/jfr/waits.jfr.gz
          corr tree --kind native ../data/jfr/waits.jfr.gz
    $ corr tree --kind lock $DATA/jfr/waits.jfr.gz
    Waits for locks of waits  971 ms  1 wait = 90.6 ms
    100% is one path to Waits.hold

    total%   self%  n    function (* the hottest path)
    100.0%  100.0%  1  * Thread.run → Waits.hold
    also      --kind cpu, alloc_bytes, gc; 6 more: -v
    next  corr peek Waits.hold --kind lock ../data/jfr/waits.jfr.gz
          corr tree --icicle --kind lock ../data/jfr/waits.jfr.gz     as a picture
    $ corr convert --to rows --kind io $DATA/jfr/waits.jfr.gz | cut -f 4,5,6,8,9
    type	kind	value	time_ns	thread
    jdk.FileRead	io	5968	1795315592150814504	main
    jdk.SocketRead	io	91249532	1795315592211350246	main
    jdk.FileWrite	io	68952	1795315592338084134	main
    jdk.FileRead	io	1240	1795315592150870886	main
    jdk.FileRead	io	683	1795315592150926190	main
    jdk.FileRead	io	3964	1795315592194365879	main
    jdk.FileRead	io	656	1795315592194513057	main
    jdk.FileRead	io	473	1795315592194528752	main
    jdk.FileRead	io	4995	1795315592327372298	main
    jdk.FileRead	io	5120	1795315592333713624	main
    jdk.FileRead	io	18614	1795315592338337760	main
    jdk.FileRead	io	7080	1795315592338378902	main

A stack deeper than the recorder keeps has a root that says so.

    $ corr top -q -n 2 --kind park $DATA/jfr/waits.jfr.gz
    park of waits  971 ms  1 wait = 80.1 ms
    100% is Unsafe.park, all of it under Waits.deep

    self%  total%      self  n  function     mostly under
    100.0   100.0  80.09 ms  1  Unsafe.park  Waits.deep
      0.0   100.0      0 ms  0  Waits.deep
    also      --kind lock, cpu, alloc_bytes; 6 more: -v
    next  corr peek Unsafe.park --kind park ../data/jfr/waits.jfr.gz   who calls it
          corr tree --kind park ../data/jfr/waits.jfr.gz               the call tree

The same program, killed.  What it had written after its last header is read.

    $ corr top -n 2 $DATA/jfr/killed.jfr.gz
    Running Java † of killed  1.2 s  36 samples of 10 ms = 360.0 ms
    94% is <unknown>, all of it under Waits.main

    self%    ±  total%   n  function                  mostly under
     94.4  8.3    94.4  34  <unknown>                 Waits.main
      2.8  6.8     2.8   1  ClassReader.readConst     Waits.main
      2.8                1  43 more functions (-n 0)
    also      --kind lock, alloc_bytes, gc; 6 more: -v
    36 samples: shares are within 17 points
    † JFR counts runnable Java threads, not CPU time; native code is missing
    next  corr peek '<unknown>' ../data/jfr/killed.jfr.gz   who calls it
          corr tree ../data/jfr/killed.jfr.gz               the call tree
    $ corr top $DATA/jfr/killed.jfr.gz --json 2>/dev/null | grep -o '"code": "ODD", "text": "chunk 1 was still being'
    "code": "ODD", "text": "chunk 1 was still being
    $ corr top --strict -q -n 1 $DATA/jfr/killed.jfr.gz
    Running Java † of killed  1.2 s  36 samples of 10 ms = 360.0 ms
    94% is <unknown>, all of it under Waits.main

    self%    ±  total%   n  function                  mostly under
     94.4  8.3    94.4  34  <unknown>                 Waits.main
      5.6                2  44 more functions (-n 0)
    also      --kind lock, alloc_bytes, gc; 6 more: -v
    36 samples: shares are within 17 points
    next  corr peek '<unknown>' ../data/jfr/killed.jfr.gz   who calls it
          corr tree ../data/jfr/killed.jfr.gz               the call tree

async-profiler with two engines.  An event of the one for all threads stands
for many ticks while a thread sleeps.

    $ corr info --json $DATA/jfr/async.jfr.gz | grep -oE '"kind": "(cpu|wall)"[^}]*"total": [0-9]+'
    "kind": "wall", "unit": "ns", "period": 50000000, "period_ns": 50000000, "samples": 10857, "total": 542850000000
    "kind": "cpu", "unit": "ns", "period": 10000000, "period_ns": 10000000, "samples": 163, "total": 1630000000
    $ corr top -n 2 $DATA/jfr/async.jfr.gz
    CPU of async  59.3 s  163 samples of 10 ms = 1.63 s
    17% is Work.mix, most of it (70%) under Discounts.applyOne

    self%    ±  total%    n  function                   mostly under
     16.6  5.7    16.6   27  Work.mix                   Discounts.applyOne 70%
      4.9  3.4     4.9    8  String.equals              TaxTable.scan
     78.5               128  853 more functions (-n 0)
    also      --kind wall, alloc_bytes, lock
    163 samples: shares are within 8 points
    next  corr peek Work.mix ../data/jfr/async.jfr.gz   who calls it
          corr tree ../data/jfr/async.jfr.gz            the call tree
    $ corr top -q -n 1 --wall --state runnable $DATA/jfr/async.jfr.gz
    Wall-clock time of async  59.3 s  63 samples of 50 ms = 3.15 s
    14% is Work.mix, most of it (89%) under Discounts.applyOne

    self%    ±  total%   n  function                   mostly under
     14.3  8.6    14.3   9  Work.mix                   Discounts.applyOne
     85.7               54  504 more functions (-n 0)
    also      --kind alloc_bytes, cpu, lock
    63 samples: shares are within 13 points
    next  corr peek Work.mix --kind wall --label state=runnable \
              ../data/jfr/async.jfr.gz   who calls it
          corr tree --kind wall --label state=runnable ../data/jfr/async.jfr.gz
    $ corr top -n 2 --kind wall $DATA/jfr/async.jfr.gz
    Wall-clock time of async  59.3 s  10,857 samples of 50 ms = 542.9 s
    97% is __futex_abstimed_wait_common

    self%    ±  total%     self       n  function
     97.2  0.3    97.2  527.7 s  10,554  __futex_abstimed_wait_common
      2.2  0.3     2.2   12.0 s     240  epoll_wait
      0.6                 3.2 s      63  626 more functions (-n 0)
    also      --kind alloc_bytes, cpu, lock
    next  corr peek __futex_abstimed_wait_common --kind wall \
              ../data/jfr/async.jfr.gz   who calls it
          corr tree --kind wall ../data/jfr/async.jfr.gz   the call tree

Both recorders in one file: their chunks overlap, and the file lasts as long as
both together, not twice as long.

    $ corr info --width 100 $DATA/jfr/jfrsync.jfr.gz
    2026-11-21 17:11:34Z..17:12:31Z (56.3 s)   36 traces of 1 service

    service   requests  profile                          samples  tied to requests
    checkout        36  ../data/jfr/jfrsync.jfr.gz  JFR  138 cpu   30% by activation

    next  corr spans --slowest 5 ../data/jfr/jfrsync.jfr.gz   the slowest requests
          corr span 25b1f42d ../data/jfr/jfrsync.jfr.gz       a slow request with 2 samples
          corr top ../data/jfr/jfrsync.jfr.gz                 the most expensive functions
    $ corr top -q -n 2 $DATA/jfr/jfrsync.jfr.gz
    CPU of jfrsync  56.3 s  138 samples of 10 ms = 1.38 s
    14% is Work.mix, most of it (53%) under Discounts.applyOne

    self%    ±  total%    n  function                   mostly under
     13.8  5.8    13.8   19  Work.mix                   Discounts.applyOne 53%
      7.2  4.4     7.2   10  String.equals              TaxTable.scan
     79.0               109  796 more functions (-n 0)
    also      --kind alloc_bytes, io, park; 6 more: -v
    138 samples: shares are within 9 points
    next  corr peek Work.mix ../data/jfr/jfrsync.jfr.gz   who calls it
          corr tree ../data/jfr/jfrsync.jfr.gz            the call tree

Pyroscope's Java agent writes the root's span id on some samples.

    $ corr info --width 100 $DATA/jfr/pyroscope.jfr.gz
    2026-11-21 17:04:04Z..17:04:19Z (15 s)   1 file

    profile                            samples
    ../data/jfr/pyroscope.jfr.gz  JFR  289 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    1 note on pyroscope.jfr.gz: labels of samples are missing; the agent pushes them in the part
      "labels" (-v)
    next  corr top ../data/jfr/pyroscope.jfr.gz             the most expensive functions
          corr top --by span ../data/jfr/pyroscope.jfr.gz   the most expensive spans
    $ corr top -n 2 --by span $DATA/jfr/pyroscope.jfr.gz
    CPU of pyroscope  15 s  289 samples of 10 ms = 2.89 s  (also: alloc_bytes, lock)
    91% has no span

    self%    ±  total%     self    n  span
     90.7  3.4    90.7  2.620 s  262  [no span]
      0.3  0.9     0.3  0.010 s    1  08c8a8778acb06dd
      9.0               0.260 s   26  26 more spans (-n 0)
    289 samples: shares are within 6 points
    ../data/jfr/pyroscope.jfr.gz: labels of samples are missing; the agent pushes
      them in the part "labels"
    next  corr tree ../data/jfr/pyroscope.jfr.gz   the call tree

Damage: cut, and of an old JDK.

    $ gunzip -c $DATA/jfr/waits.jfr.gz >waits.jfr
    $ gunzip -c $DATA/jfr/async.jfr.gz | head -c 30000 >cut.jfr; corr top -n 2 cut.jfr
    corr: cut.jfr: chunk 1 is cut off; 30000 of 649445 bytes are there, at byte 30000
    CPU of cut  24 s  71 samples of 10 ms = 710.0 ms
    100% has no stack

    self%    ±  total%      self   n  function
    100.0  2.6   100.0  710.0 ms  71  [no stack]
    also      --kind wall, alloc_bytes, lock
    71 samples: shares are within 12 points
    cut.jfr: samples cover 75% of the CPU used (0.47 of 0.63 s)
    next  corr tree cut.jfr   the call tree
    $ gunzip -c $DATA/jfr/async.jfr.gz | head -c 300000 >half.jfr
    $ corr info -qv half.jfr 2>/dev/null | sed -n '1p;/^recording/,/^lost/p'
    2026-11-21 17:01:04Z..17:02:03Z (59.3 s)   1 file
    recording half.jfr: 1 chunk
              1 damaged, chunk 1: 649 kB, 37.3 kB read
    lost      349 kB after 2026-11-21 17:02:03.479Z
    $ corr diff -q $DATA/jfr/async.jfr.gz half.jfr 2>/dev/null |
    > grep '^base\|^new  \|^total\|^CPU'
    total      27.484  27.484  +0.000    ×1.00, 0.18..5.54
    base      ../data/jfr/async.jfr.gz  17:01:04Z +59.3 s  1 file  163 samples
    new       half.jfr  17:01:04Z +59.3 s  1 file  163 samples
    $ head -c 120000 waits.jfr >cut.jfr; corr info cut.jfr
    corr: cut.jfr: chunk 1 has no event types; it is left out
    1 file

    profile          samples
    cut.jfr  JFR  no samples

    recording cut.jfr: unreadable; it is damaged
    lost      120 kB after 2026-11-22 02:46:32.126Z
    $ gunzip -c $DATA/jfr/repo-1.jfr.gz >one.jfr
    $ { head -c 105000 one.jfr; head -c 99 /dev/zero; tail -c +105100 one.jfr
    >   gunzip -c $DATA/jfr/repo-2.jfr.gz | head -c 110000; } >both.jfr
    $ corr info -qv both.jfr 2>/dev/null | sed -n '/^recording/,/^lost/p'
    recording both.jfr: 2 chunks
              1 damaged, chunk 1: 120 kB, 107 kB read
              1 unfinished, chunk 2: 110 kB, 110 kB read
    lost      39.5 kB after 2026-11-22 04:42:15.454Z, at most 1 s
    $ head -c 40 waits.jfr >early.jfr; corr info early.jfr
    corr: early.jfr: the recording is cut off before its first event, at byte 0
          chunk header (jfr)
    [3]
    $ printf 'FLR\0\0\0\0\11' >old.jfr; tail -c +9 waits.jfr >>old.jfr; corr info old.jfr
    corr: old.jfr: JFR 0.9 (Oracle's JDK 7 and 8) cannot be read; record with JDK 8u262 or later, at byte 0
          chunk header (jfr)
    [3]
    $ cat waits.jfr waits.jfr >twice.jfr; corr info -q twice.jfr
    2026-11-22 02:46:32.126Z..02:46:33.097Z (971 ms)   1 file of 1 service

    service  profile         samples
    waits    twice.jfr  JFR   56 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top twice.jfr   the most expensive functions
    $ { cat waits.jfr; gunzip -c $DATA/jfr/async.jfr.gz; } >both.jfr; corr info --width 100 both.jfr
    2026-11-21 17:01:04Z..2026-11-22 02:46:33Z (9h45m29s)   1 file of 1 service

    service  profile                 samples
    waits    both.jfr (1 of 2)  JFR   56 cpu
    ?        both.jfr (2 of 2)  JFR  163 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    1 note on both.jfr (1 of 2): JFR counts runnable Java threads, not CPU time; native code is missing
      (-v)
    next  corr top both.jfr   the most expensive functions
    $ gunzip -c $DATA/jfr/async.jfr.gz >async.jfr; corr info -q --width 100 waits.jfr both.jfr async.jfr
    2026-11-21 17:01:04Z..2026-11-22 02:46:33Z (9h45m29s)   3 files of 1 service

    service  profile                 samples
    waits    both.jfr (1 of 2)  JFR   56 cpu
    ?        async.jfr          JFR  163 cpu

    not used  both.jfr (2 of 2): the same content as async.jfr
              waits.jfr: the same content as both.jfr (1 of 2)
    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top async.jfr both.jfr waits.jfr   the most expensive functions
    $ gzip both.jfr; corr info --width 100 both.jfr.gz
    2026-11-21 17:01:04Z..2026-11-22 02:46:33Z (9h45m29s)   1 file of 1 service

    profile           samples
    both.jfr.gz  JFR  163 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    2 notes on both.jfr.gz: chunks of 2 processes; … (-v)
    next  corr top both.jfr.gz   the most expensive functions
    $ corr diff -q both.jfr.gz waits.jfr 2>/dev/null | sed -n '3p;/several/,/not known/p'
    !  the two sides have no function in common: are they of one program?
    $ corr diff -q both.jfr.gz waits.jfr --per share 2>/dev/null | grep -c several
    0
    [1]
    $ corr check -q --expect 'cpu/second <= base * 1.05' both.jfr.gz waits.jfr 2>/dev/null | head -n 3
    cannot tell: the rule cannot be judged

    verdict      rule                        value  interval     why

That alone makes a verdict impossible, where there would be one either way.

    $ gunzip -c $DATA/jfr/incident.jfr.gz | cat waits.jfr - | gzip >mix.jfr.gz
    $ X=mix.jfr.gz@17:21:50..17:22:20; Y=mix.jfr.gz@17:22:20..17:22:50
    $ corr check -q --expect 'cpu/second <= base * 1.2' $X $Y 2>/dev/null
    cannot tell: the rule cannot be judged

    verdict      rule                      value †  interval    why
    cannot tell  cpu/second <= base * 1.2    ×3.71  1.16..11.9
                 a file of the base has several processes that ran for an unknown
                 time

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
    $ corr check -q --expect 'cpu/second <= base * 20' $X $Y 2>/dev/null | sed -n '1,3p;$p'
    cannot tell: the rule cannot be judged

    verdict      rule                     value †  interval    why
    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    $ corr diff -q $X $Y --per second --exit-code 2>/dev/null | tail -1
    GATE INCONCLUSIVE total +271.1% [16.0,1087.5] tau 5% n 519/1926 phi 62.6

Where a request's time went, and who held the lock that it waited for.

    $ corr span -q 8b6f5928/s4 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz 2>/dev/null | sed -n '/^s4 GET/,/^$/p'
    $ corr span -q 8b6f5928/s4 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz --json 2>/dev/null | grep -o '"UNOBSERVED.*threshold\|"MACHINE_BUSY'
    "MACHINE_BUSY
    $ corr span -q 8b6f5928/s4 --holders $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz 2>/dev/null | sed -n '/^s4 waited/,/^$/p'
    s4 waited 0.116 s, once, for a monitor of java.lang.Object
    the wait is in InventoryBook.reserve
       wait  from           held by            for
    0.116 s  17:22:27.731Z  http-worker-8  0.056 s  37e7e5c7  GET /checkout
                            http-worker-3  0.061 s  e6bd5ca2  GET /checkout

Pauses, and the requests that were under way in each.

    $ corr top -q --by gc -n 4 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz
    GC pauses of checkout  2m08s  206 pauses = 966.2 ms
    the longest took 71.7 ms, with 1 request under way

      paused  spans  from           pause                    under way
     71.7 ms      1  17:23:11.036Z  G1New (G…cuation Pause)  GET /checkout d010ed06
     40.1 ms      2  17:23:14.905Z  G1New (G…cuation Pause)  GET /report 7260b8bb +1
     29.9 ms      1  17:22:02.304Z  G1New (G…cuation Pause)  GET /checkout e25e7e76
     28.0 ms      4  17:21:38.890Z  G1New (G…cuation Pause)  GET /quote 90a5d5ec +3
    796.5 ms                        202 more pauses (-n 0)
    $ corr top -q --by gc -n 1 --width 60 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz
    GC pauses of checkout  2m08s  206 pauses = 966.2 ms
    the longest took 71.7 ms, with 1 request under way

      paused  spans  from           pause          under way
     71.7 ms      1  17:23:11.036Z  G1Ne…n Pause)  GET…d010ed06
    894.5 ms                        205…pauses
    $ corr top -q --by gc --kind safepoint -n 2 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz
    Safepoint pauses of checkout  2m08s  285 pauses = 997.1 ms
    the longest took 71.8 ms, with 1 request under way

      paused  spans  from           pause                   under way
     71.8 ms      1  17:23:11.036Z  G1CollectForAllocation  GET /checkout d010ed06
     40.3 ms      2  17:23:14.905Z  G1CollectForAllocation  GET /report 7260b8bb +1
    885.0 ms                        283 more pauses (-n 0)
    $ corr top -q --by gc --op '/checkout' $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz
    no span is called "/checkout"; did you mean GET /checkout?
    names most like it: GET /checkout, gateway.checkout, GET /report
    (pauses belong to processes; corr top --by gc names the spans they delayed)
    [5]
    $ corr top -q --by gc --json $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz | grep -m 1 -A 2 '"spans": 2,'
        {"rank": 1, "self": 40113887, "total": 40113887, "self_share": 0.04151781932613152, "total_share": 0.04151781932613152, "self_lo": 0.013589465866521266, "self_hi": 0.11986820635859283, "observations": 1, "key": "1795281794905814401 G1New (G1 Evacuation Pause)", "frame": null, "rest": false, "mostly_under_share": null, "mostly_under": null, "from_unix_ns": "1795281794905814401", "spans": 2, "delayed": [{"trace_id": "7260b8bb6c24dba4fc3215c4baa12c55", "span_id": "e7fd70fdb5603ea4", "service": "checkout", "name": "GET /report", "ns": 40113887}, {"trace_id": "a99673f126e6500b2d97bf455a18c6a2", "span_id": "5982c1eafe8707cc", "service": "checkout", "name": "GET /checkout", "ns": 40113887}]},
        {"rank": 1, "self": 29850779, "total": 29850779, "self_share": 0.03089551629006386, "total_share": 0.03089551629006386, "self_lo": 0.00860963068269232, "self_hi": 0.10477163380575585, "observations": 1, "key": "1795281722304166434 G1New (G1 Evacuation Pause)", "frame": null, "rest": false, "mostly_under_share": null, "mostly_under": null, "from_unix_ns": "1795281722304166434", "spans": 1, "delayed": [{"trace_id": "e25e7e76c95aabb680cc93576c29bc4b", "span_id": "b2cae5dea5071ed7", "service": "checkout", "name": "GET /checkout", "ns": 29850779}]},
        {"rank": 1, "self": 28023506, "total": 28023506, "self_share": 0.029004291182072747, "total_share": 0.029004291182072747, "self_lo": 0.007792965430832313, "self_hi": 0.10201383820285329, "observations": 1, "key": "1795281698890105239 G1New (G1 Evacuation Pause)", "frame": null, "rest": false, "mostly_under_share": null, "mostly_under": null, "from_unix_ns": "1795281698890105239", "spans": 4, "delayed": [{"trace_id": "90a5d5ecdbb637cd5ee6182bf9b972f9", "span_id": "26263f7d8829dca5", "service": "checkout", "name": "GET /quote", "ns": 28023506}, {"trace_id": "abc5533523369242ec636cc99b8e02a9", "span_id": "ecf8589b2078ff95", "service": "checkout", "name": "GET /checkout", "ns": 28023506}, {"trace_id": "b8da8dca01984cbce2c1ad7d100bdf41", "span_id": "b09464998cf7ea5b", "service": "checkout", "name": "GET /checkout", "ns": 28023506}, {"trace_id": "f775f2c04fb91b5f0d88936a7e6f4678", "span_id": "015b3adbca2ab88f", "service": "checkout", "name": "GET /checkout", "ns": 28023506}]},
    $ corr top -q --by gc --tsv $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz | awk -F '\t' 'NR > 1 { n++; sum += $2 } END { print n, sum }'
    206 966184825
    $ corr top -q --by gc -n 1 $DATA/jfr/waits.jfr.gz
    GC pauses of waits  971 ms  8 pauses = 35.8 ms
    the longest took 13.7 ms

      paused  spans  from           pause                        under way
    13.69 ms         02:46:33.042Z  DefNew (Allocation Failure)
    22.13 ms                        7 more pauses (-n 0)
    no span is known of the process: what was under way cannot be said
    $ corr top -q --by gc --cpu $DATA/jfr/waits.jfr.gz
    corr: --by gc is about pauses, not about cpu
          hint: leave out what is measured, or take --kind safepoint
    [2]
    $ corr top -q --lock --by holder -n 3 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz
    Waits for locks of checkout  2m08s  66 waits = 2.77 s
    84% is charged to checkout: GET /checkout

    self%  total%     self  waits  holder
     84.2    84.2  2.331 s     62  checkout: GET /checkout
     13.4    13.4  0.372 s      2  [no span] truth-flusher
      1.3     1.3  0.035 s      1  [no span] HttpClient-1-Worker-0
      1.1          0.031 s         2 more holders (-n 0)
    also      --kind cpu, alloc_bytes, gc; 10 more: -v
    $ corr top -q --lock --by holder -n 3 --json $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz | tail -n 4 | cut -d , -f 2,3,8,9
     "path": "../data/incident/traces.otlp.jsonl.gz", "format": "otlp", "pid": null, "bytes": 874045
     "path": "../data/jfr/incident.jfr.gz", "format": "jfr", "pid": 27, "bytes": 2141117
      ]
    }
    $ corr top -q --by holder --cpu $DATA/jfr/waits.jfr.gz
    corr: --by holder is about waits for locks, not about cpu
          hint: leave out what is measured, and add --lock
    [2]

Frames that are hidden are not what the time on the critical path went to.

    $ corr trace -q 9de136d8 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz --hide 'Work|^java' --all | sed -n '/^code on/,/^$/p'
    code on the critical path (cpu †)
    18 samples: counts only, any share could be off by 24 points
       time  of trace   n  function                                      span
    0.150 s     21.9%  15  FraudRules.score → FraudRules.deepScan        s4 checkout
    0.010 s      1.5%   1  CouponParser.parse → CouponParser.rule        s4 checkout
    0.010 s      1.5%   1  PromotionEngine.evaluateOne                   s4 checkout
    0.010 s      1.5%   1  VisibleBufferedInputStream.readMore           s5 checkout

Which spans' code is shown is said, and that none of it is.

    $ corr trace -q 9de136d8 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz --op 'SELECT lab.cart_items' --all | sed -n '/^code on/,/^$/p'
    code on the critical path (cpu †) that matches --op 'SELECT lab.cart_items'
    1 sample: examples, not a breakdown. ±10 points needs 97 samples
       time  of trace  n  function                                       span
    0.010 s      1.5%  1  VisibleBufferedInputStream.readMore            s5 checkout
    $ corr trace -q 9de136d8 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz --op nonsense | sed -n '/^code on/,/^$/p; /^no /p'
    no sample of 9de136d8 matches --op nonsense

A request of which no sample was taken, though its process was recorded.

    $ corr trace -q 3ff329e4 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz | grep -A 2 '^no '
    no sample of checkout is tied to this trace
    hole: 67.57 ms in s4 GET /checkout, from 58.04 ms on; 2 more: --all
    next  corr span 3ff329e4/s4 ../data/incident/traces.otlp.jsonl.gz \

A span that waited, of which no sample of code was taken: spans like it are told
of; where these have no samples either, requests like its own.

    $ corr span -q 26b26fed/4a74d22b35a82bc2 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz 2>/dev/null | sed -n '/^[0-9]* spans named/,/asked/p'
    $ corr span -q abc55335/s24 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz 2>/dev/null | sed -n '/^no cpu/,/asked/p'

How long the JVM took to stop its threads.

    $ corr top -q --by gc --kind time_to_safepoint -n 2 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz
    Times to safepoint of checkout  2m08s  286 pauses = 290.0 ms
    the longest took 170 ms, with 2 requests under way

      paused  spans  from           pause                   under way
    169.8 ms      2  17:22:07.062Z  pause                   GET /report 75e80992 +1
     17.2 ms      2  17:22:07.601Z  pause                   GET /report 1bfe8983 +1
    103.0 ms                        284 more pauses (-n 0)

A span much of which was in such a stop: of which thread it was, nobody says.

    $ corr span -q 75e80992/53b2c7866916d3d2 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz 2>/dev/null | sed -n '/^for /,/row of/p'

Samples that are made to add up to the clocks of their threads, or to what the
process used, say so at each number, and that some could not be.

    $ corr top -n 2 --by thread --rescale-to-clock $DATA/jfr/incident.jfr.gz
    Running Java † of checkout  2m08s  3,010 samples of 10 ms, rescaled to 35.0 s*
    12% is of thread http-worker-6; 11% is of thread http-worker-5

    self%*    ±  total%*     self*      n  thread
      12.0  1.3     12.0   4.18 s*    396  http-worker-6
      11.3  1.3     11.3   3.96 s*    375  http-worker-5
      76.7                26.83 s*  2,239  21 more threads (-n 0)
    also      --kind lock, alloc_bytes, gc; 10 more: -v
    † JFR counts runnable Java threads, not CPU time; native code is missing
    ../data/jfr/incident.jfr.gz: samples cover 69% of the CPU used (29.71 of
      43.31 s)
    ../data/jfr/incident.jfr.gz: CPU rescaled to clocks, ×1.06 to ×13.15; 30.10 s
      count as 34.97 s; 0.41 s of threads without a clock stay as they are; 3.91 s
      of clocks of threads without samples are not included
    1 more note: -v
    next  corr tree ../data/jfr/incident.jfr.gz   the call tree
    $ corr top -q -n 1 --from 17:22:00 --to 17:22:30 --rescale-to-clock $DATA/jfr/incident.jfr.gz 2>/dev/null | sed -n '/^ *17/,$p'
          17:22:00Z            17:22:30Z  1 s a column
    time  ▁▂▁▁▁▁▂▂▁▂▁▁▃▁▂▁▂▇▇▇▆▂▇█▆▅▆█▆▇  0.02..1.11 cores*
    also      --kind lock, alloc_bytes, gc; 10 more: -v
    next  corr peek Work.mix --from 17:22:00 --to 17:22:30 \
              ../data/jfr/incident.jfr.gz   who calls it
          corr tree --from 17:22:00 --to 17:22:30 ../data/jfr/incident.jfr.gz
    $ corr tree -q --max-rows 3 --rescale-to-metric $DATA/jfr/incident.jfr.gz 2>/dev/null
    Running Java † of checkout  2m08s  3,010 samples of 10 ms, rescaled to 43.9 s*
    64% is one path: FraudRules.score → FraudRules.deepScan → Work.mix

    total%*  self%*      n    function (* the hottest path)
      98.0%    0.1%  2,948  * Thread.run → … → ThreadPoolExecutor.runWorker
      97.9%   97.9%  2,946    └ (6 smaller frames)
       2.0%    2.0%     62    (7 smaller frames)
    also      --kind lock, alloc_bytes, gc; 10 more: -v
    next  corr peek Work.mix ../data/jfr/incident.jfr.gz   all its callers
          corr tree --icicle ../data/jfr/incident.jfr.gz   as a picture
    $ corr top -q --json -n 1 --rescale-to-clock $DATA/jfr/incident.jfr.gz 2>/dev/null | grep -E '"(unit|total|observations)": [^,]*,$|RESCALED'
        {"level": "warning", "code": "RESCALED", "text": "CPU rescaled to clocks, ×1.06 to ×13.15; 30.10 s count as 34.97 s; 0.41 s of threads without a clock stay as they are; 3.91 s of clocks of threads without samples are not included", "input": 1, "shown": false},
      "unit": "ns_rescaled",
      "total": 34968264897,
      "observations": 3010,
    $ corr span -q 8b6f5928/s4 --rescale-to-clock $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz 2>/dev/null | grep -E '^running Java  |^\*'
    [1]
    $ corr span -q 8b6f5928/s4 --rescale-to-clock --json $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz 2>/dev/null | grep -c '"how": "rescaled"'
    1
    $ corr top --rescale-to-clock $DATA/incident/pricing.cpu.00.pb.gz
    corr: no sample here can be rescaled to a clock
          hint: recordings of a JDK have clocks of threads (jdk.ThreadCPULoad)
    [5]
    $ corr top -n 1 --rescale-to-clock $DATA/incident/pricing.cpu.00.pb.gz $DATA/jfr/incident.jfr.gz 2>&1 | grep -i rescale
    CPU † of pricing and checkout  2m08s  3,095 samples of 10 ms, rescaled to 35.8
    * rescaled to the clocks of threads, except 1 of 2 files (clock unknown)
    $ corr top -q -n 1 --alloc --rescale-to-clock $DATA/jfr/incident.jfr.gz 2>/dev/null | sed -n 2p
    41% is Unsafe.allocateUninitializedArray, nearly all of it under
    $ corr tree --to folded --rescale-to-clock $DATA/jfr/incident.jfr.gz 2>&1 | head -n 1
    corr: --rescale-to-clock does not go with --to; folded cannot mark rescaled numbers
    $ corr diff -q -n 1 --per second --rescale-to-clock $DATA/jfr/incident.jfr.gz@17:22:10..17:22:40 $DATA/jfr/incident.jfr.gz@17:22:40..17:23:10 2>/dev/null | sed -n '3,5p;/^total/p'

    ms*/second †    base     new   change
    same          510.11  210.10  -300.01    Work.mix ← FraudRules.deepScan
    total         589.37  308.05  -281.32    ×0.52, 0.25..1.11
    $ corr check -q --rescale-to-clock --expect 'total <= base * 1.5' --expect 'cpu/second <= 800 ms' $DATA/jfr/incident.jfr.gz@17:22:10..17:22:40 $DATA/jfr/incident.jfr.gz@17:22:40..17:23:10 2>/dev/null
    pass: both rules hold

    verdict      rule                  value †  interval
    pass         total <= base * 1.5    ×0.41*  0.13..1.27
    pass         cpu/second <= 800 ms  308 ms*  153..619

    GATE PASS 2 pass 0 fail 0 cannot-tell
    $ corr diff --spans --rescale-to-clock $DATA/jfr/incident.jfr.gz $DATA/jfr/incident.jfr.gz
    corr: --rescale-to-clock needs samples of CPU
    [2]
    $ corr trace --rescale-to-clock 8b6f5928 $DATA/jfr/incident.jfr.gz
    corr: trace has no option --rescale-to-clock
          hint: corr top --rescale-to-clock
    [2]

Weights of allocation are uneven, and one sample may be most of all bytes: how
sure it is goes by what they tell.  Too few, and sizes stand in place of shares.

    $ corr top -q --alloc -n 2 $DATA/jfr/jfrsync.jfr.gz
    Bytes allocated of jfrsync  56.3 s  231 samples = 573 MB
    479 MB of 573 MB is JVMUpcalls.onRetransform, all of it under JfrSync.start
    231 samples weigh so unevenly that they tell what 1 alike would: examples, not a
      breakdown. ±10 points needs 97 samples

        self    n  function                   mostly under
    479.4 MB    1  JVMUpcalls.onRetransform   JfrSync.start
     21.4 MB   66  Matcher.<init>             CouponParser.parse
     72.7 MB  164  560 more functions (-n 0)
    also      --kind cpu, io, park; 6 more: -v
    next  corr peek JVMUpcalls.onRetransform --kind alloc_bytes \
              ../data/jfr/jfrsync.jfr.gz   who calls it
          corr tree --kind alloc_bytes ../data/jfr/jfrsync.jfr.gz   the call tree
    $ corr tree -q --alloc --max-rows 3 $DATA/jfr/waits.jfr.gz
    Bytes allocated of waits  971 ms  90 samples = 54.5 MB
    35.0 MB of 54.5 MB is one path to Waits.main
    90 samples weigh so unevenly that they tell what 8 alike would: examples, not a
      breakdown. ±10 points needs 97 samples

       total   n    function (* the hottest path)
    35.30 MB  89  * (hot) Waits.main
     0.35 MB   1    └ Waits.read → … →…→ java.lang.invoke.MethodTypeForm.<init>) ×2
    19.24 MB   1    … → ConcurrentHashMap.initTable
    also      --kind lock, cpu, gc; 6 more: -v
    next  corr peek Waits.main --kind alloc_bytes ../data/jfr/waits.jfr.gz
          corr tree --icicle --kind alloc_bytes ../data/jfr/waits.jfr.gz

What a JVM follows of the objects in use is not the heap: no shares.

    $ corr top -q --kind live_count -n 2 $DATA/jfr/incident.jfr.gz
    Objects in use of incident  2m08s  14 samples
    2 of 14 samples are in HeapByteBuffer.<init>

     n  function                   mostly under
     2  HeapByteBuffer.<init>
     2  HashMap.newNode            Main.lambda$handler$1
    10  197 more functions (-n 0)
    also      --kind lock, cpu, alloc_bytes; 10 more: -v
    next  corr peek 'HeapByteBuffer.<init>' --kind live_count \
              ../data/jfr/incident.jfr.gz   who calls it
          corr tree --kind live_count ../data/jfr/incident.jfr.gz   the call tree
    $ corr tree -q --json --kind live_count $DATA/jfr/incident.jfr.gz | grep PICKED
        {"level": "warning", "code": "PICKED_OBJECTS", "text": "JFR follows some objects (256 by default); they show what is kept, not how much", "input": null, "shown": false},
