The hotspots of a service, from all the profiles that lie here.

    $ cp $DATA/incident/*.gz $DATA/incident/*.folded .
    $ corr top -n 4
    CPU  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    self%    ±  total%     self    n  function
     82.0  2.8    83.6  5.800 s  580  main.mix
     10.3  2.2    10.5  0.730 s   73  main.containsRule
      2.0  1.1     2.0  0.140 s   14  runtime.asyncPreempt
      1.3  0.9     1.3  0.090 s    9  internal/runtime/syscall/linux.Syscall6
      4.4               0.310 s   31  197 more functions (-n 0 shows all)
    $ corr top -q --cumulative -n 4
    CPU  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    self%    ±  total%     self    n  function
      0.0  0.3    97.9      0 s    0  net/http.(*conn).serve
      0.0  0.3    96.6      0 s    0  net/http.(*ServeMux).ServeHTTP
      0.0  0.3    96.6      0 s    0  net/http.HandlerFunc.ServeHTTP
      0.0  0.3    96.6      0 s    0  net/http.serverHandler.ServeHTTP
    100.0               7.070 s  707  197 more functions (-n 0 shows all)

What a row is.

    $ corr top -q --by line -n 2
    CPU  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    self%    ±  total%     self    n  line
     30.0  3.4    30.6  2.120 s  212  main.mix lab/pricing/main.go:101
     26.7  3.3    27.7  1.890 s  189  main.mix lab/pricing/main.go:99
     43.3               3.060 s  306  235 more lines (-n 0 shows all)
    $ corr top -q --by thread reco.threads.folded -n 2
    810 samples

    self%    ±  total%    n  thread
     38.5  3.3    38.5  312  reco-worker_0
     25.4  3.0    25.4  206  reco-worker_1
     36.0               292  2 more threads (-n 0 shows all)
    $ corr top -q --by operation
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    self%    ±  total%     self    n  operation
     96.2  1.4    96.2  6.800 s  680  pricing: GET /price
      3.8  1.4     3.8  0.270 s   27  [no span]
    $ corr top -q --by span -n 2
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    self%    ±  total%     self    n  span
      3.8  1.4     3.8  0.270 s   27  [no span]
      0.4  0.5     0.4  0.030 s    3  012e88d4498dba09
     95.8               6.770 s  677  502 more spans (-n 0 shows all)
    $ corr top -q --by label:span_name
    CPU  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    self%    ±  total%     self    n  span_name
     96.2  1.4    96.2  6.800 s  680  GET /price
      3.8  1.4     3.8  0.270 s   27  [no label]
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
    CPU  1m30s  224 samples of 10 ms = 2.24 s  (8 other kinds)
    224 samples: shares are within 7 points

    self%    ±  total%     self    n  function
     64.7  6.2    67.0  1.450 s  145  main.mix
     32.6  6.1    33.0  0.730 s   73  main.containsRule
      2.7               0.060 s    6  10 more functions (-n 0 shows all)
    $ corr top -q --focus mergeRules --ignore containsRule -n 2
    CPU  1m30s  150 samples of 10 ms = 1.50 s  (8 other kinds)
    150 samples: shares are within 9 points

    self%    ±  total%     self    n  function
     96.7  3.1   100.0  1.450 s  145  main.mix
      3.3  3.1     3.3  0.050 s    5  runtime.asyncPreempt
    $ corr top -q --ignore 'main\.' -n 2
    CPU  1m30s  31 samples of 10 ms = 310.0 ms  (8 other kinds)
    31 samples: shares are within 18 points

    self%     ±  total%      self   n  function
     25.8  14.8    25.8   80.0 ms   8  internal/runtime/syscall/linux.Syscall6
      6.5   9.5     6.5   20.0 ms   2  runtime.futex
     67.7                210.0 ms  21  146 more functions (-n 0 shows all)
    $ corr top -q --hide 'main\.mix|runtime' -n 3
    CPU  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    self%    ±  total%     self    n  function
     40.7  3.6    40.7  2.880 s  288  main.roundAll
     21.8  3.0    21.8  1.540 s  154  main.surgeAdjust
     21.2  3.0    31.7  1.500 s  150  main.mergeRules
     16.3               1.150 s  115  111 more functions (-n 0 shows all)
    $ corr top -q --show 'main\.' -n 3
    CPU  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    self%    ±  total%     self    n  function
     83.6  2.7    83.6  5.910 s  591  main.mix
     10.5  2.3    10.5  0.740 s   74  main.containsRule
      4.4  1.5     4.4  0.310 s   31  [hidden]
      1.6               0.110 s   11  11 more functions (-n 0 shows all)
    $ corr top -q --show-from 'main\.price' --cumulative -n 2
    CPU  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    self%    ±  total%     self    n  function
      0.0  0.3    94.8      0 s    0  main.price
     82.0  2.8    83.6  5.800 s  580  main.mix
     18.0               1.270 s  127  41 more functions (-n 0 shows all)
    $ corr top -q --label 'span_name=GET /price' -n 1
    CPU of pricing  1m30s  680 samples of 10 ms = 6.80 s  (8 other kinds)

    self%    ±  total%     self    n  function
     85.3  2.7    86.9  5.800 s  580  main.mix
     14.7               1.000 s  100  91 more functions (-n 0 shows all)
    $ corr top -q --from 17:22:20 --to 17:22:50 -n 1
    CPU  20 s  124 samples of 10 ms = 1.24 s  (8 other kinds)
    124 samples: shares are within 9 points

    self%    ±  total%     self    n  function
     87.1  5.9    90.3  1.080 s  108  main.mix
     12.9               0.160 s   16  67 more functions (-n 0 shows all)
    $ corr top -q --around 17:22:30 --window 10s -n 1
    no sample matches --around 17:22:30
    what was read is of 2026-11-21 17:21:37.983Z..17:23:44.256Z
    (a profile that keeps no time per sample counts if all of it is in that time)
    [5]

Nothing is left: the filters that were given, and the kinds there are.

    $ corr top -q --focus 'main mix' --label tenant=7
    no sample matches --focus 'main mix' --label tenant=7
    [5]
    $ corr top -q --kind alloc
    no samples of kind "alloc", there are: block cpu goroutine alloc_count
      alloc_bytes live_count live_bytes mutex samples
    [5]
    $ corr top -q --kind activation --by service $DATA/jfr/incident.jfr.gz
    no samples of kind "activation", there are: thread_start cpu native alloc_bytes
      exception io time_to_safepoint safepoint park gc sleep wait lock live_count
    [5]
    $ corr top -q --service checkout --json | grep -A 1 verdict
      "verdict": "nothing-found",
      "exit": 5,

A kind that is the next to it is named, with what it is.

    $ corr top -q --live $DATA/jfr/incident.jfr.gz
    no samples of kind "live_bytes", there are: thread_start cpu native alloc_bytes
      exception io time_to_safepoint safepoint park gc sleep wait lock live_count
    what there is of the sort: --kind live_count, objects in use, of unknown size
    [5]
    $ corr top -q --kind live_count -n 2 $DATA/jfr/incident.jfr.gz
    Objects in use  2m08s  14 samples  (13 other kinds)

     n  function
     2  java.nio.HeapByteBuffer.<init>
     2  java.util.HashMap.newNode
    10  197 more functions (-n 0 shows all)
    $ corr diff -q --live $DATA/jfr/incident.jfr.gz $DATA/jfr/waits.jfr.gz
    no samples of kind "live_bytes", there are: thread_start cpu native alloc_bytes
      exception io time_to_safepoint safepoint park gc sleep wait lock live_count
    what there is of the sort: --kind live_count, objects in use, of unknown size
    [4]
    $ corr diff -q --lock $DATA/pprof/go-block.pb.gz $DATA/incident/pricing.block.pb.gz
    no samples of kind "lock", there are: block
    what there is of the sort: --kind block, waits for mutexes, channels and others
    [4]

Of which service a profile is may stand nowhere but in the traces.

    $ corr top -q --service pricing -n 1 | head -1
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s  (7 other kinds)
    $ corr top -q --by service -n 1 --tsv | cut -f 2,9
    self	key
    7070000000	pricing

Kinds are never added up.  Those of Go that count since the process began are
ordinary tables.

    $ corr top -q --kind block -n 2
    Waits  2,596 samples = 295.0 s since process start  (8 other kinds)

    self%    ±  total%      self      n  function
     99.7  2.6    99.7  294.14 s  1,886  runtime.selectgo
      0.3  2.6     0.3    0.83 s     69  sync.(*Mutex).Lock
      0.0                 0.06 s    641  59 more functions (-n 0 shows all)
    $ corr top -q --kind mutex --cumulative -n 3
    Waits inflicted by mutexes  119 samples = 853.9 ms since process start  (8 other
      kinds)
    119 samples: shares are within 9 points

    self%    ±  total%      self   n  function
      0.0  2.9   100.0      0 ms   0  net/http.(*conn).serve
      0.0  2.9    99.9      0 ms   0  net/http.(*Server).Serve.gowrap3
     99.9  3.0    99.9  852.8 ms  79  sync.(*Mutex).Unlock
      0.1                 1.1 ms  40  66 more functions (-n 0 shows all)
    $ corr top -q --kind goroutine -n 2
    12 goroutines  (8 other kinds)

    self%  total%  n  function
     75.0    75.0  9  runtime.gopark
      8.3     8.3  1  [no stack]
     16.7          2  43 more functions (-n 0 shows all)
    $ corr top -q --live -n 2 --json | grep -o 'FEW_SAMPLES.*points'
    FEW_SAMPLES", "text": "only 4 samples: these stacks were seen, this is not a breakdown. 97 samples give shares within 10 points
    $ corr top -q --alloc --tsv | cut -f 2,8,9 | head -n 3
    self	observations	key
    14787969	20	compress/flate.NewWriter
    10266531	21	runtime/pprof.StartCPUProfile
    $ corr top -q --live
    Bytes in use  6,560 objects = 3.3 MB, from 4 samples  (8 other kinds)
    only 4 samples: these stacks were seen, this is not a breakdown. 97 samples give
      shares within 10 points

        self  objects  function
    1.805 MB        5  runtime/pprof.StartCPUProfile
    0.924 MB        1  compress/flate.NewWriter
    0.524 MB    6,554  context.withCancel
    $ corr top -q --kind live_count
    Objects in use  4 samples = 6,560  (8 other kinds)
    only 4 samples: these stacks were seen, this is not a breakdown. 97 samples give
      shares within 10 points

     self  n  function
    6,554  1  context.withCancel
        5  2  runtime/pprof.StartCPUProfile
        1  1  compress/flate.NewWriter

What was left out is the last row, and the self column adds up.

    $ for n in 3 0; do corr top -q --tsv -n $n | awk -F '\t' '
    >     NR > 1 { self += $2; n += $8 } END { printf "%d ns, %d samples\n", self, n }'
    > done
    2147483647 ns, 707 samples
    2147483647 ns, 707 samples
    $ corr top -q -n 0 | tail -n 1
      0.0  0.3     0.8      0 s    0  syscall.write

Code whose names are not in the file is one function for each binary, and every
line of it is its place.

    $ corr top $DATA/fuzz/legacy/heap-v2
    Bytes in use  144 objects = 1.1 MB, from 2 samples  (also: live_count)
    only 2 samples: these stacks were seen, this is not a breakdown. 97 samples give
      shares within 10 points

        self  objects  function
    1.067 MB      144  [server]

    100% of this has no names in the file: --by line shows where it lies
    $ corr top $DATA/fuzz/legacy/heap-v2 --by line
    Bytes in use  144 objects = 1.1 MB, from 2 samples  (also: live_count)
    only 2 samples: these stacks were seen, this is not a breakdown. 97 samples give
      shares within 10 points

        self  objects  line
    540.8 kB       16  server+0x3000
    526.3 kB      128  server+0x1000

Samples that count for more than what each is of are not said to multiply.

    $ printf '\12\4\10\1\20\2\12\4\10\3\20\4\22\12\12\1\1\22\5\4\300\312\272\25' >w.pb
    $ printf '\42\6\10\1\42\2\10\1\52\4\10\1\20\5\62\0\62\7samples\62\5count' >>w.pb
    $ printf '\62\3cpu\62\13nanoseconds\62\1f\132\4\10\3\20\4\140\200\255\342\4' >>w.pb
    $ corr top -q w.pb | head -n 1
    CPU  4 samples of 10 ms, weighed to 45.0 ms

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
    only 2 samples: these stacks were seen, this is not a breakdown. 97 samples give
      shares within 10 points

    self  n  function
     6 B  2  work3
    $ corr top -q --live heap --json | grep EARLIER
        {"level": "warning", "code": "EARLIER_SNAPSHOTS", "text": "the last snapshot of a process counts: 2 earlier ones are left out", "input": null, "shown": false},
    $ corr top -q --live heap --to 22:16:40Z | head -n 2
    Bytes in use  1 s  2 samples = 2 B
    only 2 samples: these stacks were seen, this is not a breakdown. 97 samples give
    $ corr top -q --live heap/2.json | head -n 1
    Bytes in use  1 s  2 samples = 4 B
    $ corr convert --live --to folded heap
    corr: the last snapshot of a process counts: 2 earlier ones are left out
    main;work3 6

One that does not say of which process it is stands alone.

    $ sed -i s/service.instance.id/note/ heap/*
    $ corr top -q --live heap | head -n 2
    Bytes in use  3m21s  6 samples = 12 B
    only 5 samples: these stacks were seen, this is not a breakdown. 97 samples give
    $ corr top -q --live heap --json | grep SNAPSHOTS
        {"level": "warning", "code": "SNAPSHOTS_ADDED", "text": "3 snapshots added: they do not say of which process they are", "input": null, "shown": false},
    $ printf -- '--- mutex:\ncycles/second=1000000000\n2000000 3 @ 0x1000\n#\t0xfff\tmain.f+0x1\tmain.go:1\n' > mutex.txt
    $ corr top $DATA/pprof/go-mutex.pb.gz mutex.txt | head -n 3
    Waits inflicted by mutexes  39 samples = 8.10 ms since process start
    39 samples: shares are within 16 points
    $ corr top mutex.txt | head -n 2
    Waits inflicted by mutexes  3 samples = 2.00 ms since process start
    only 3 samples: these stacks were seen, this is not a breakdown. 97 samples give
