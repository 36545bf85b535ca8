Go's profiles without a duration count since the start of the process, or since
the file before. A count that falls in one process tells.

    $ cp $DATA/numbers/* .
    $ corr top delta.*.pb.gz
    Waits of delta  2m00s  170 samples = 170.0 ms (deltas)
    100% is sync.(*Mutex).Lock, most of it (71%) under main.pay

    self%    ±  total%    n  function            mostly under
    100.0  1.1   100.0  170  sync.(*Mutex).Lock  main.pay 71%
    170 samples: shares are within 8 points
    a count falls within a process: 3 files with deltas, added (or --cumulative)
    next  corr peek 'sync.(*Mutex).Lock' delta.1.pb.gz delta.2.pb.gz delta.3.pb.gz
          corr tree delta.1.pb.gz delta.2.pb.gz delta.3.pb.gz
    $ corr top -q -n 1 start.1.pb.gz start.2.pb.gz
    Waits of start  1m00s  5 samples = 5.00 ms (cumulative)
    5 of 5 samples are in sync.(*Mutex).Lock, most of them under main.ship
    5 samples: examples, not a breakdown. ±10 points needs 97 samples

        self  n  function            mostly under
    5.000 ms  5  sync.(*Mutex).Lock  main.ship
    next  corr peek 'sync.(*Mutex).Lock' start.1.pb.gz start.2.pb.gz   who calls it
          corr tree start.1.pb.gz start.2.pb.gz                        the call tree
    $ corr top delta.1.pb.gz delta.2.pb.gz | tail -n 5
        self   n  function            mostly under
    22.00 ms  22  sync.(*Mutex).Lock  main.pay
    no count falls: since the first file, 1 file is not added (--deltas adds)
    next  corr peek 'sync.(*Mutex).Lock' delta.1.pb.gz delta.2.pb.gz   who calls it
          corr tree delta.1.pb.gz delta.2.pb.gz                        the call tree
    $ corr top -q -n 1 --deltas delta.1.pb.gz delta.2.pb.gz
    Waits of delta  1m00s  120 samples = 120.0 ms (deltas)
    100% is sync.(*Mutex).Lock, most of it (83%) under main.pay

    self%    ±  total%    n  function            mostly under
    100.0  1.6   100.0  120  sync.(*Mutex).Lock  main.pay 83%
    120 samples: shares are within 9 points
    next  corr peek 'sync.(*Mutex).Lock' delta.1.pb.gz delta.2.pb.gz   who calls it
          corr tree delta.1.pb.gz delta.2.pb.gz                        the call tree
    $ corr top -n 1 --deltas delta.1.pb.gz delta.2.pb.gz --json | grep -e '"total": [0-9]*,$' -e COUNTS
        {"level": "info", "code": "COUNTS_ADDED", "text": "2 files with deltas, added, as --deltas says", "input": null, "shown": true}
      "total": 120000000,
    $ corr top -q -n 1 --cumulative delta.*.pb.gz
    Waits of delta  2m00s  72 samples = 72.0 ms (cumulative)
    56% is in main.pay and what it calls

    self%    ±  total%      self   n  function
      0.0  2.5   100.0      0 ms   0  runtime.main
    100.0               72.00 ms  72  3 more functions (-n 0)
    72 samples: shares are within 12 points
    next  corr peek main.pay delta.1.pb.gz delta.2.pb.gz delta.3.pb.gz
          corr tree delta.1.pb.gz delta.2.pb.gz delta.3.pb.gz
    $ corr convert --to folded --deltas start.?.pb.gz
    corr: 2 files with deltas, added, as --deltas says
    runtime.main;main.pay;sync.(*Mutex).Lock 16000000
    runtime.main;main.ship;sync.(*Mutex).Lock 7000000
    $ corr convert --to folded start.?.pb.gz
    corr: no count falls: since the first file, 1 file is not added (--deltas adds)
    runtime.main;main.pay;sync.(*Mutex).Lock 2000000
    runtime.main;main.ship;sync.(*Mutex).Lock 3000000
    $ corr info --deltas start.1.pb.gz -v | grep -e start -e Wait
    start.1.pb.gz  Go  9 block
    start.1.pb.gz  pprof, Go  9 block
    settings  start.1.pb.gz  build_id c0ffee
    next  corr top start.1.pb.gz   the most expensive functions
