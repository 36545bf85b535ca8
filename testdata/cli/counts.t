What Go counts from the start of its process is not added up: of one process what
came after its first file counts, stack by stack.

    $ cp $DATA/pprof/counts/*.gz .
    $ corr top -q block.1.pb.gz
    Waits  6 samples = 52.3 ms since process start
    3 of 6 samples are in sync.(*Mutex).Lock, all of them under main.update
    6 samples: examples, not a breakdown. ±10 points needs 97 samples

         self  n  function                mostly under
    31.190 ms  3  sync.(*Mutex).Lock      main.update
    21.085 ms  1  sync.(*WaitGroup).Wait  main.contend
     0.003 ms  2  runtime.chanrecv1       main.main
    next  corr peek 'sync.(*Mutex).Lock' block.1.pb.gz   who calls it
          corr tree block.1.pb.gz                        the call tree
    $ corr top -q block.1.pb.gz block.2.pb.gz
    Waits  10.1 s  8 samples = 189.3 ms (cumulative)
    7 of 8 samples are in sync.(*Mutex).Lock, all of them under main.update
    8 samples: examples, not a breakdown. ±10 points needs 97 samples

        self  n  function                mostly under
    147.3 ms  7  sync.(*Mutex).Lock      main.update
     42.1 ms  1  sync.(*WaitGroup).Wait  main.contend
    next  corr peek 'sync.(*Mutex).Lock' block.1.pb.gz block.2.pb.gz   who calls it
          corr tree block.1.pb.gz block.2.pb.gz                        the call tree

The order of files is none of their names, and what is between does not matter:
it is the last one less the first.  Each number is that of go tool pprof -base.

    $ corr top -n 2 --json block.3.pb.gz block.2.pb.gz block.1.pb.gz |
    > grep -e '"total": [0-9]*,$' -e COUNTS -e SINCE
        {"level": "warning", "code": "COUNTS_SUBTRACTED", "text": "no count falls: since the first file, 1 file is not added (--deltas adds)", "input": null, "shown": true},
      "total": 691119534,
    $ corr top -n 2 --json block.1.pb.gz block.3.pb.gz | grep '"total": [0-9]*,$'
      "total": 691119534,
    $ corr top -n 2 --json block.1.pb.gz | grep -e '"total": [0-9]*,$' -e SINCE
        {"level": "info", "code": "SINCE_START", "text": "1 file counts since the start of its process", "input": null, "shown": false},
      "total": 52278048,
    $ corr top -q -n 3 mutex.1.pb.gz mutex.2.pb.gz
    Waits inflicted by mutexes  10.1 s  9 samples = 150.0 ms (cumulative)
    7 of 9 samples are in sync.(*Mutex).Unlock, all of them under main.update
    9 samples: examples, not a breakdown. ±10 points needs 97 samples

          self  n  function              mostly under
    150.017 ms  7  sync.(*Mutex).Unlock  main.update
      0.005 ms  2  runtime.unlock
          0 ms  0  main.contend.func1
    next  corr peek 'sync.(*Mutex).Unlock' mutex.1.pb.gz mutex.2.pb.gz
          corr tree mutex.1.pb.gz mutex.2.pb.gz
    $ corr top -q -n 2 --alloc allocs.1.pb.gz allocs.2.pb.gz
    Bytes allocated  10.1 s  2,522 objects = 5.5 MB, from 250 samples (cumulative)
    48% is flate.NewWriter, all of it under main.save

    self%    ±  total%  objects  function                  mostly under
     48.3  6.1    87.4        4  flate.NewWriter           main.save
     23.9  5.3    39.1        8  flate.(*compressor).init  main.save
     27.8                 2,510  84 more functions (-n 0)
    also      --kind alloc_count, live_count, live_bytes
    250 samples: shares are within 7 points
    next  corr peek flate.NewWriter --kind alloc_bytes allocs.1.pb.gz allocs.2.pb.gz
          corr tree --kind alloc_bytes allocs.1.pb.gz allocs.2.pb.gz

Of a heap and allocations of one process one counts; what was recorded for a
time counts beside what counts since a start.

    $ corr top -q -n 1 --alloc allocs.1.pb.gz heap.1.pb.gz
    Bytes allocated  924 objects = 1.2 MB, from 24 samples since process start
    1.0 MB of 1.2 MB is main.warm, all of it under main.main
    24 samples: counts only, any share could be off by 21 points

        self  objects  function                  mostly under
    1.049 MB        1  main.warm                 main.main
    0.188 MB      923  20 more functions (-n 0)
    also      --kind alloc_count, live_count, live_bytes
    next  corr peek main.warm --kind alloc_bytes allocs.1.pb.gz heap.1.pb.gz
          corr tree --kind alloc_bytes allocs.1.pb.gz heap.1.pb.gz
    $ corr top -q -n 1 --alloc allocs.1.pb.gz heap.1.pb.gz $DATA/jfr/incident.jfr.gz
    Bytes allocated  3d01h23m21s  23,810 samples = 31.9 GB (cumulative)
    41% is Unsafe.allocateUninitializedArray, nearly all of it under
      ReportBuilder.appendRow

    self%    ±  total%       n  function                     mostly under
     40.9  2.7    40.9   8,256  Unsafe.all…initializedArray  ReportBuilder.appendRow
     59.1               15,554  2,083 more functions (-n 0)
    also      --kind lock, cpu, gc; 12 more: -v
    next  corr peek Unsafe.allocateUninitializedArray --kind alloc_bytes \
              ../data/jfr/incident.jfr.gz allocs.1.pb.gz heap.1.pb.gz   who calls it
          corr tree --kind alloc_bytes ../data/jfr/incident.jfr.gz allocs.1.pb.gz \
              heap.1.pb.gz   the call tree

A heap tells of allocations as well.  What was in use last counts as it is.

    $ corr top -q -n 2 --alloc allocs.1.pb.gz allocs.2.pb.gz heap.1.pb.gz heap.2.pb.gz
    Bytes allocated  10.1 s  2,522 objects = 5.5 MB, from 250 samples (cumulative)
    48% is flate.NewWriter, all of it under main.save

    self%    ±  total%  objects  function                  mostly under
     48.3  6.1    87.4        4  flate.NewWriter           main.save
     23.9  5.3    39.1        8  flate.(*compressor).init  main.save
     27.8                 2,510  84 more functions (-n 0)
    also      --kind alloc_count, live_count, live_bytes
    250 samples: shares are within 7 points
    next  corr peek flate.NewWriter --kind alloc_bytes FILE...   who calls it
          corr tree --kind alloc_bytes FILE...                   the call tree
    $ corr top -q -n 2 --alloc heap.1.pb.gz heap.2.pb.gz
    Bytes allocated  10.1 s  2,522 objects = 5.5 MB, from 250 samples (cumulative)
    48% is flate.NewWriter, all of it under main.save

    self%    ±  total%  objects  function                  mostly under
     48.3  6.1    87.4        4  flate.NewWriter           main.save
     23.9  5.3    39.1        8  flate.(*compressor).init  main.save
     27.8                 2,510  84 more functions (-n 0)
    also      --kind alloc_count, live_count, live_bytes
    250 samples: shares are within 7 points
    next  corr peek flate.NewWriter --kind alloc_bytes heap.1.pb.gz heap.2.pb.gz
          corr tree --kind alloc_bytes heap.1.pb.gz heap.2.pb.gz
    $ corr top -q -n 2 --live heap.1.pb.gz heap.2.pb.gz
    Bytes in use  32 objects = 1.4 MB, from 11 samples
    1.0 MB of 1.4 MB is main.warm, all of it under main.main
    11 samples: counts only, any share could be off by 30 points

        self  objects  function                  mostly under
    1.049 MB        1  main.warm                 main.main
    0.311 MB        2  main.keep                 main.main
    0.017 MB       29  34 more functions (-n 0)
    also      --kind alloc_count, alloc_bytes, live_count
    next  corr peek main.warm --kind live_bytes heap.1.pb.gz heap.2.pb.gz
          corr tree --kind live_bytes heap.1.pb.gz heap.2.pb.gz

Another process is not the same.

    $ corr top -q block.1.pb.gz block.2.pb.gz other.block.1.pb.gz
    Waits  30.2 s  14 samples = 242.5 ms (cumulative)
    10 of 14 samples are in sync.(*Mutex).Lock, all of them under main.update
    14 samples: counts only, any share could be off by 27 points

         self   n  function                mostly under
    179.11 ms  10  sync.(*Mutex).Lock      main.update
     63.36 ms   2  sync.(*WaitGroup).Wait  main.contend
      0.02 ms   2  runtime.chanrecv1       main.main
    next  corr peek 'sync.(*Mutex).Lock' block.1.pb.gz block.2.pb.gz \
              other.block.1.pb.gz   who calls it
          corr tree block.1.pb.gz block.2.pb.gz other.block.1.pb.gz   the call tree
    $ corr top -q block.1.pb.gz other.block.1.pb.gz
    Waits  30.2 s  12 samples = 105.4 ms since process start
    6 of 12 samples are in sync.(*Mutex).Lock, all of them under main.update
    12 samples: counts only, any share could be off by 29 points

        self  n  function                mostly under
    63.02 ms  6  sync.(*Mutex).Lock      main.update
    42.39 ms  2  sync.(*WaitGroup).Wait  main.contend
     0.02 ms  4  runtime.chanrecv1       main.main
    next  corr peek 'sync.(*Mutex).Lock' block.1.pb.gz other.block.1.pb.gz
          corr tree block.1.pb.gz other.block.1.pb.gz

What is made of it is of the time between.  Records stay what they are.

    $ corr convert --to pprof block.1.pb.gz block.2.pb.gz >delta.pb.gz
    corr: no count falls: since the first file, 1 file is not added (--deltas adds)
    $ corr top -q delta.pb.gz
    Waits of delta  10.1 s  8 samples = 189.3 ms
    7 of 8 samples are in sync.(*Mutex).Lock, all of them under main.update
    8 samples: examples, not a breakdown. ±10 points needs 97 samples

        self  n  function                mostly under
    147.3 ms  7  sync.(*Mutex).Lock      main.update
     42.1 ms  1  sync.(*WaitGroup).Wait  main.contend
    next  corr peek 'sync.(*Mutex).Lock' delta.pb.gz   who calls it
          corr tree delta.pb.gz                        the call tree
    $ corr convert --to folded block.1.pb.gz block.2.pb.gz
    corr: no count falls: since the first file, 1 file is not added (--deltas adds)
    main.contend.func1;main.update;sync.(*Mutex).Lock 147280045
    runtime.main;main.main;main.contend;sync.(*WaitGroup).Wait 42056083
    $ corr convert --to rows block.1.pb.gz block.2.pb.gz | cut -f 1,5,6
    file	kind	value
    block.1.pb.gz	block	31189948
    block.1.pb.gz	block	21085226
    block.1.pb.gz	block	2874
    block.2.pb.gz	block	178469993
    block.2.pb.gz	block	63141309
    block.2.pb.gz	block	2874

A merge adds records up as go tool pprof -proto does, and so what a process
counted or had in use once is there again with each later file.  That is said.

    $ corr merge -q block.1.pb.gz block.2.pb.gz -o added.pb.gz
    corr: 2 files of one process are added up; corr convert --to pprof counts them once
    $ corr top -q -n 1 added.pb.gz
    Waits  20 samples = 293.9 ms since process start
    13 of 20 samples are in sync.(*Mutex).Lock, all of them under main.update
    20 samples: counts only, any share could be off by 22 points

        self   n  function                  mostly under
    209.7 ms  13  sync.(*Mutex).Lock        main.update
     84.2 ms   7  10 more functions (-n 0)
    next  corr peek 'sync.(*Mutex).Lock' added.pb.gz   who calls it
          corr tree added.pb.gz                        the call tree
    $ corr merge -q heap.1.pb.gz heap.2.pb.gz -o heap.pb.gz
    corr: 2 files of one process are added up; corr convert --to pprof counts them once
    $ corr cut -q --focus contend block.*.gz -o cut.pb.gz
    corr: 3 files of one process are added up; corr convert --to pprof counts them once

Not of another process, nor of other counts, nor of the same file again.

    $ corr merge block.1.pb.gz other.block.1.pb.gz -o others.pb.gz
    corr: merged 6 records of 2 files, 695 B
    $ corr merge block.1.pb.gz mutex.2.pb.gz -o counts.pb.gz
    corr: merged 11 records of 2 files, 1.6 kB
    $ corr merge block.1.pb.gz block.1.pb.gz -o same.pb.gz
    corr: merged 6 records of 2 files, 693 B

Sides of a diff stand for themselves.

    $ mkdir was is; cp block.[12].pb.gz was; cp block.[23].pb.gz is
    $ corr diff -q was is
    too few samples: base 8 (worth 7), new 12 (worth 11), minimum 100 (3,800 show a
      20% change)
       measured: 18.8 → 49.6 ms

    ms/second    base     new   change
    same       18.798  49.636  +30.838    2 functions, none changed clearly
    total      18.798  49.636  +30.838    ×2.64, 0.71..9.77

    base      was  18:44:57Z +10.1 s  1 file  8 samples
    new       is  18:45:08Z +10.1 s  1 file  12 samples
    next  corr diff -t was is   where in the call tree
    $ corr diff -q block.1.pb.gz block.2.pb.gz
    too few samples: base 6 (worth 4), new 14 (worth 11), minimum 100 (3,800 show a
      20% change)
       measured: 52.3 → 242 ms

    ms      base     new   change
    same   52.28  241.61  +189.33    4 functions, none changed clearly
    total  52.28  241.61  +189.33    ×4.62, 0.86..24.9

    base      block.1.pb.gz  18:44:57Z +0 s  1 file  6 samples
    new       block.2.pb.gz  18:45:08Z +0 s  1 file  14 samples
    next  corr diff -t block.1.pb.gz block.2.pb.gz   where in the call tree

What a process counted since it was started is not what another did in a while.

    $ corr diff -q block.1.pb.gz is | head -7
    too few samples: base 6 (worth 4), new 12 (worth 11), minimum 100 (3,800 show a
      20% change)
       measured: 52.3 → 502 ms

    ms      base     new   change
    same   52.28  501.78  +449.50    4 functions, none changed clearly
    total  52.28  501.78  +449.50    ×9.60, 1.78..51.6
    $ echo 'total <= base * 1.10' >gate
    $ corr check -q -f gate block.1.pb.gz is
    cannot tell: the rule cannot be judged

    verdict      rule                  value  interval    why
    cannot tell  total <= base * 1.10  ×9.60  1.70..54.3
                 the base counts from the start of the process, the new side from
                 file to file

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
