The hotspots of a service, from all the profiles that lie here.

    $ cp $DATA/incident/*.gz $DATA/incident/*.folded .
    $ corr top -n 4
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    82% is main.mix, 49% of it under main.roundAll

    self%    ±  total%    n  function                   mostly under
     82.0  2.8    83.6  580  main.mix                   main.roundAll 49%
     10.3  2.2    10.5   73  main.containsRule          main.mergeRules
      2.0  1.1     2.0   14  runtime.asyncPreempt       main.mix 79%
      1.3  0.9     1.3    9  linux.Syscall6
      4.4                31  197 more functions (-n 0)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.mix   who calls it
          corr tree            the call tree
    $ corr top -q --cumulative -n 4
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    96% is in main.endpoint.func1 and what it calls

    self%    ±  total%     self    n  function
      0.0  0.3    97.9      0 s    0  http.(*conn).serve
      0.0  0.3    96.6      0 s    0  http.(*ServeMux).ServeHTTP
      0.0  0.3    96.6      0 s    0  HandlerFunc.ServeHTTP
      0.0  0.3    96.6      0 s    0  serverHandler.ServeHTTP
    100.0               7.070 s  707  197 more functions (-n 0)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.endpoint.func1   who calls it
          corr tree                       the call tree

What a row is.

    $ corr top -q --by line -n 2
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    30% is main.mix lab/pricing/main.go:101

    self%    ±  total%     self    n  line
     30.0  3.4    30.6  2.120 s  212  main.mix lab/pricing/main.go:101
     26.7  3.3    27.7  1.890 s  189  main.mix lab/pricing/main.go:99
     43.3               3.060 s  306  235 more lines (-n 0)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr tree   the call tree
    $ corr top -q --by thread reco.threads.folded -n 2
    810 samples of reco
    39% is of thread reco-worker_0; 25% is of thread reco-worker_1

    self%    ±  total%    n  thread
     38.5  3.3    38.5  312  reco-worker_0
     25.4  3.0    25.4  206  reco-worker_1
     36.0               292  2 more threads (-n 0)
    next  corr tree reco.threads.folded   the call tree
    $ corr top -q --by operation
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    96% is of operation pricing: GET /price

    self%    ±  total%     self    n  operation
     96.2  1.4    96.2  6.800 s  680  pricing: GET /price
      3.8  1.4     3.8  0.270 s   27  [no span]
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr tree   the call tree
    $ corr top -q --by span -n 2
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    no span has more than 0.4%: the first of 504 is 012e88d4498dba09

    self%    ±  total%     self    n  span
      3.8  1.4     3.8  0.270 s   27  [no span]
      0.4  0.5     0.4  0.030 s    3  012e88d4498dba09
     95.8               6.770 s  677  502 more spans (-n 0)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr tree   the call tree
    $ corr top -q --by label:span_name
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    96% is of span_name GET /price

    self%    ±  total%     self    n  span_name
     96.2  1.4    96.2  6.800 s  680  GET /price
      3.8  1.4     3.8  0.270 s   27  [no label]
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr tree   the call tree
    $ for b in file module service; do corr top -q --by $b --tsv -n 1 | sed -n 2p |
    >   cut -f 2,9; done
    5800000000	lab/pricing/main.go
    7070000000	pricing-v2
    7070000000	pricing

A row's id can be asked about.

    $ corr span -q 012e88d4498dba09 | sed -n '/^s. \*/p'
    s6 *  pricing           └ GET /price       69.39 ms       ▇────────────────

Which stacks, and which of their frames.

    $ corr top -q --focus mergeRules -n 2
    CPU of pricing  1m30s  224 samples of 10 ms = 2.24 s
    65% is main.mix, all of it under main.mergeRules; 33% is main.containsRule

    self%    ±  total%    n  function                  mostly under
     64.7  6.2    67.0  145  main.mix                  main.mergeRules
     32.6  6.1    33.0   73  main.containsRule         main.mergeRules
      2.7                 6  10 more functions (-n 0)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    224 samples: shares are within 7 points
    next  corr peek main.mix --focus mergeRules   who calls it
          corr tree --focus mergeRules            the call tree
    $ corr top -q --focus mergeRules --ignore containsRule -n 2
    CPU of pricing  1m30s  150 samples of 10 ms = 1.50 s
    97% is main.mix, all of it under main.mergeRules

    self%    ±  total%    n  function              mostly under
     96.7  3.1   100.0  145  main.mix              main.mergeRules
      3.3  3.1     3.3    5  runtime.asyncPreempt  main.mix
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    150 samples: shares are within 9 points
    next  corr peek main.mix --focus mergeRules --ignore containsRule   who calls it
          corr tree --focus mergeRules --ignore containsRule
    $ corr top -q --ignore 'main\.' -n 2
    CPU of pricing  1m30s  31 samples of 10 ms = 310.0 ms
    26% is linux.Syscall6

    self%     ±  total%      self   n  function
     25.8  14.8    25.8   80.0 ms   8  linux.Syscall6
      6.5   9.5     6.5   20.0 ms   2  runtime.futex
     67.7                210.0 ms  21  146 more functions (-n 0)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    31 samples: shares are within 18 points
    next  corr peek linux.Syscall6 --ignore 'main\.'   who calls it
          corr tree --ignore 'main\.'                  the call tree
    $ corr top -q --hide 'main\.mix|runtime' -n 3
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    41% is main.roundAll, all of it under main.price; 22% is main.surgeAdjust

    self%    ±  total%    n  function                   mostly under
     40.7  3.6    40.7  288  main.roundAll              main.price
     21.8  3.0    21.8  154  main.surgeAdjust           main.surge
     21.2  3.0    31.7  150  main.mergeRules            main.price
     16.3               115  111 more functions (-n 0)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.roundAll   who calls it
          corr tree                 the call tree
    $ corr top -q --show 'main\.' -n 3
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    84% is main.mix, 49% of it under main.roundAll

    self%    ±  total%    n  function                  mostly under
     83.6  2.7    83.6  591  main.mix                  main.roundAll 49%
     10.5  2.3    10.5   74  main.containsRule         main.mergeRules
      4.4  1.5     4.4   31  [hidden]
      1.6                11  11 more functions (-n 0)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.mix   who calls it
          corr tree            the call tree
    $ corr top -q --show-from 'main\.price' --cumulative -n 2
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    95% is in main.price and what it calls

    self%    ±  total%    n  function                  mostly under
      0.0  0.3    94.8    0  main.price
     82.0  2.8    83.6  580  main.mix                  main.roundAll 49%
     18.0               127  41 more functions (-n 0)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.price   who calls it
          corr tree              the call tree
    $ corr top -q --label 'span_name=GET /price' -n 1
    CPU of pricing  1m30s  680 samples of 10 ms = 6.80 s
    85% is main.mix, 49% of it under main.roundAll

    self%    ±  total%    n  function                  mostly under
     85.3  2.7    86.9  580  main.mix                  main.roundAll 49%
     14.7               100  91 more functions (-n 0)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.mix --label 'span_name=GET /price'   who calls it
          corr tree --label 'span_name=GET /price'            the call tree
    $ corr top -q --from 17:22:20 --to 17:22:50 -n 1
    CPU of pricing  20 s  124 samples of 10 ms = 1.24 s
    87% is main.mix, most of it (53%) under main.roundAll

    self%    ±  total%    n  function                  mostly under
     87.1  5.9    90.3  108  main.mix                  main.roundAll 53%
     12.9                16  67 more functions (-n 0)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    124 samples: shares are within 9 points
    next  corr peek main.mix --from 17:22:20 --to 17:22:50   who calls it
          corr tree --from 17:22:20 --to 17:22:50            the call tree
    $ corr top -q --around 17:22:30 --window 10s -n 1
    no sample matches --around 17:22:30
    the data is of 2026-11-21 17:21:37.983Z..17:23:44.256Z
    (a profile without times per sample counts if all of it is in that time)
    [5]

Nothing is left: the filters that were given, and the kinds there are.

    $ corr top -q --focus 'main mix' --label tenant=7
    no sample matches --focus 'main mix' --label tenant=7
    [5]
    $ corr top -q --kind alloc
    no samples of kind "alloc"; kinds here: block cpu goroutine alloc_count
      alloc_bytes live_count live_bytes mutex samples
    [5]
    $ corr top -q --kind activation --by service $DATA/jfr/incident.jfr.gz
    no samples of kind "activation"; kinds here: thread_start cpu native alloc_bytes
      exception io time_to_safepoint safepoint park gc sleep wait lock live_count
    [5]
    $ corr top -q --service checkout --json | grep -A 1 verdict
      "verdict": "nothing-found",
      "exit": 5,

The slowest spans may be of services without a profile.

    $ corr top -q --slowest 5
    no profile of gateway, checkout is here, and the 5 slowest spans ran there
    try       corr top --service pricing --slowest 5
    [5]
    $ corr tree -q --slowest 1 --status error
    no span matches --status error --slowest 1
    [5]

Names are two parts, unless all of them are asked for.

    $ corr top -q --wide -n 1 $DATA/jfr/incident.jfr.gz | sed -n '2p;/^ [0-9]/p'
    81% is lab.checkout.Work.mix, most of it (78%) under lab.checkout.FraudRules.deepScan
     81.3  1.4    81.3  24.47 s  2,447  lab.checkout.Work.mix        lab.checkout.FraudRules.deepScan 78%
     18.7                5.63 s    563  1,238 more functions (-n 0)

A kind that is the next to it is named, with what it is.

    $ corr top -q --live $DATA/jfr/incident.jfr.gz
    no samples of kind "live_bytes"; kinds here: thread_start cpu native alloc_bytes
      exception io time_to_safepoint safepoint park gc sleep wait lock live_count
    try --kind live_count: objects in use, of unknown size
    [5]
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
    $ corr diff -q --live $DATA/jfr/incident.jfr.gz $DATA/jfr/waits.jfr.gz
    no samples of kind "live_bytes"; kinds here: thread_start cpu native alloc_bytes
      exception io time_to_safepoint safepoint park gc sleep wait lock live_count
    try --kind live_count: objects in use, of unknown size
    [4]
    $ corr diff -q --lock $DATA/pprof/go-block.pb.gz $DATA/incident/pricing.block.pb.gz
    no samples of kind "lock"; kinds here: block
    try --kind block: waits for mutexes, channels and others
    [4]

Of which service a profile is may stand nowhere but in the traces.

    $ corr top -q --service pricing -n 1 | head -1
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    $ corr top -q --by service -n 1 --tsv | cut -f 2,9
    self	key
    7070000000	pricing

Kinds are never added up.  Those of Go that count since the process began are
ordinary tables.

    $ corr top -q --kind block -n 2
    Waits of pricing  2,596 samples = 295.0 s since process start
    99.7% is runtime.selectgo

    self%    ±  total%      n  function                  mostly under
     99.7  2.6    99.7  1,886  runtime.selectgo
      0.3  2.6     0.3     69  sync.(*Mutex).Lock        main.convert
      0.0                 641  59 more functions (-n 0)
    also      --kind cpu, alloc_bytes, live_bytes; 5 more: -v
    next  corr peek runtime.selectgo --kind block   who calls it
          corr tree --kind block                    the call tree
    $ corr top -q --kind mutex --cumulative -n 3
    Waits inflicted by mutexes of pricing  119 samples = 853.9 ms since process
      start
    99.7% is in main.endpoint.func1 and what it calls

    self%    ±  total%   n  function                  mostly under
      0.0  2.9   100.0   0  http.(*conn).serve
      0.0  2.9    99.9   0  Serve.gowrap3
     99.9  3.0    99.9  79  sync.(*Mutex).Unlock      main.convert
      0.1               40  66 more functions (-n 0)
    also      --kind cpu, alloc_bytes, block; 5 more: -v
    119 samples: shares are within 9 points
    next  corr peek main.endpoint.func1 --kind mutex   who calls it
          corr tree --kind mutex                       the call tree
    $ corr top -q --kind goroutine -n 2
    12 goroutines of pricing  (also: cpu, alloc_bytes, block; 5 more: -v)
    75% is runtime.gopark

    self%  total%  n  function
     75.0    75.0  9  runtime.gopark
      8.3     8.3  1  [no stack]
     16.7          2  43 more functions (-n 0)
    next  corr peek runtime.gopark --kind goroutine   who calls it
          corr tree --kind goroutine                  the call tree
    $ corr top -q --live -n 2 --json | grep -o 'FEW_SAMPLES.*points'
    FEW_SAMPLES", "text": "4 samples: examples, not a breakdown. ±10 points
    $ corr top -q --alloc --tsv | cut -f 2,8,9 | head -n 3
    self	observations	key
    14787969	20	compress/flate.NewWriter
    10266531	21	runtime/pprof.StartCPUProfile
    $ corr top -q --live
    Bytes in use of pricing  6,560 objects = 3.3 MB, from 4 samples
    1.8 MB of 3.3 MB is pprof.StartCPUProfile
    4 samples: examples, not a breakdown. ±10 points needs 97 samples

        self  objects  function               mostly under
    1.805 MB        5  pprof.StartCPUProfile
    0.924 MB        1  flate.NewWriter        expfmt.MetricFamilyToOpenMetrics.func1
    0.524 MB    6,554  context.withCancel
    also      --kind cpu, alloc_bytes, block; 5 more: -v
    next  corr peek pprof.StartCPUProfile --kind live_bytes   who calls it
          corr tree --kind live_bytes                         the call tree
    $ corr top -q --kind live_count
    Objects in use of pricing  4 samples = 6,560
    4 samples: examples, not a breakdown. ±10 points needs 97 samples

     self  n  function               mostly under
    6,554  1  context.withCancel
        5  2  pprof.StartCPUProfile
        1  1  flate.NewWriter        expfmt.MetricFamilyToOpenMetrics.func1
    also      --kind cpu, alloc_bytes, block; 5 more: -v
    next  corr peek context.withCancel --kind live_count   who calls it
          corr tree --kind live_count                      the call tree

What was left out is the last row, and the self column adds up.

    $ for n in 3 0; do corr top -q --tsv -n $n | awk -F '\t' '
    >     NR > 1 { self += $2; n += $8 } END { printf "%d ns, %d samples\n", self, n }'
    > done
    2147483647 ns, 707 samples
    2147483647 ns, 707 samples
    $ corr top -q -n 0 | tail -n 1
          corr tree            the call tree

Code whose names are not in the file is one function for each binary, and every
line of it is its place.

    $ corr top $DATA/fuzz/legacy/heap-v2
    Bytes in use of heap-v2  144 objects = 1.1 MB, from 2 samples
    1.1 MB of 1.1 MB is [server]
    2 samples: examples, not a breakdown. ±10 points needs 97 samples

        self  objects  function
    1.067 MB      144  [server]

    100% of this has no names in the file: --by line shows where it lies
    also      --kind live_count
    next  corr tree ../data/fuzz/legacy/heap-v2   the call tree
    $ corr top $DATA/fuzz/legacy/heap-v2 --by line
    Bytes in use of heap-v2  144 objects = 1.1 MB, from 2 samples
    541 kB of 1.1 MB is server+0x3000
    2 samples: examples, not a breakdown. ±10 points needs 97 samples

        self  objects  line
    540.8 kB       16  server+0x3000
    526.3 kB      128  server+0x1000
    also      --kind live_count
    next  corr tree ../data/fuzz/legacy/heap-v2   the call tree

Samples that count for more than what each is of are not said to multiply.

    $ printf '\12\4\10\1\20\2\12\4\10\3\20\4\22\12\12\1\1\22\5\4\300\312\272\25' >w.pb
    $ printf '\42\6\10\1\42\2\10\1\52\4\10\1\20\5\62\0\62\7samples\62\5count' >>w.pb
    $ printf '\62\3cpu\62\13nanoseconds\62\1f\132\4\10\3\20\4\140\200\255\342\4' >>w.pb
    $ corr top -q w.pb | head -n 1
    CPU of w  4 samples of 10 ms, weighed to 45.0 ms

What was in use at one time is not added to what was at another: of a process
that is known the last snapshot counts, in the time that is asked for.

    $ mkdir heap; for k in 1 2 3; do
    >   sed "s/\"stringValue\":\"shop\"}}/&,{\"key\":\"service.instance.id\",\"value\":{\"stringValue\":\"i1\"}}/
    >        s/\"samples\",\"count\"/\"inuse_space\",\"bytes\"/; s/\"work\"/\"work$k\"/
    >        s/17000000000/1700000${k}000/g; s/\"values\":\[\"1\",\"1\"\]/\"values\":[\"$k\",\"$k\"]/" \
    >     $DATA/otlp-profiles/example.json >heap/$k.json
    > done
    $ corr top -q --live heap
    Bytes in use  1 s  2 samples = 6 B
    6 B of 6 B is work3, all of it under main
    2 samples: examples, not a breakdown. ±10 points needs 97 samples

    self  n  function  mostly under
     6 B  2  work3     main
    next  corr peek work3 --kind live_bytes heap   who calls it
          corr tree --kind live_bytes heap         the call tree
    $ corr top -q --live heap --json | grep EARLIER
        {"level": "warning", "code": "EARLIER_SNAPSHOTS", "text": "the last snapshot of a process counts; 2 earlier ones are left out", "input": null, "shown": false},
    $ corr top -q --live heap --to 22:16:40Z | head -n 2
    Bytes in use  1 s  2 samples = 2 B
    2 B of 2 B is work1, all of it under main
    $ corr top -q --live heap/2.json | head -n 1
    Bytes in use  1 s  2 samples = 4 B
    $ corr convert --live --to folded heap
    corr: the last snapshot of a process counts; 2 earlier ones are left out
    main;work3 6

One that does not say of which process it is stands alone.

    $ sed -i s/service.instance.id/note/ heap/*
    $ corr top -q --live heap | head -n 2
    Bytes in use  3m21s  6 samples = 12 B
    6 B of 12 B is work3, all of it under main
    $ corr top -q --live heap --json | grep SNAPSHOTS
        {"level": "warning", "code": "SNAPSHOTS_ADDED", "text": "3 snapshots have no process; one process may count twice", "input": null, "shown": false},
    $ printf -- '--- mutex:\ncycles/second=1000000000\n2000000 3 @ 0x1000\n#\t0xfff\tmain.f+0x1\tmain.go:1\n' > mutex.txt
    $ corr top $DATA/pprof/go-mutex.pb.gz mutex.txt | head -n 3
    Waits inflicted by mutexes  39 samples = 8.10 ms since process start
    72% is runtime.unlock
    $ corr top mutex.txt | head -n 2
    Waits inflicted by mutexes  3 samples = 2.00 ms since process start
    3 of 3 samples are in main.f
