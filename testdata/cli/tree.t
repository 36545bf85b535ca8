The call tree.  Percentages are of the whole; a line has what is its own, what
its children have, and what "smaller frames" have.

    $ cp $DATA/incident/*.gz $DATA/incident/*.folded .
    $ corr tree --max-rows 10
    CPU  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    total%  self%    n    function
     97.9%   0.0%  692  * net/http.(*conn).serve
     96.6%   0.0%  683  * ├─ net/http.serverHandler…otelhttp.(*middleware).serveHTTP
     95.6%   0.0%  676  * │  ├─ net/http.HandlerFunc.ServeHTTP → main.endpoint.func1
     94.8%   0.0%  670  * │  │  ├─ main.price
     94.8%         670    │  │  │  └─ (5 smaller frames)
      0.8%           6    │  │  └─ (3 smaller frames)
      1.0%           7    │  └─ (3 smaller frames)
      1.3%           9    └─ (3 smaller frames)
      2.1%          15    (5 smaller frames)
    $ corr tree -q --show-from 'main\.price' --max-rows 12
    CPU  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    total%  self%    n    function
     94.8%   0.0%  670  * main.price
     40.7%  39.9%  288    ├─ main.roundAll → main.mix                         <- hot
      0.8%           6    │  └─ (1 smaller frame)
     31.7%   0.0%  224    ├─ main.mergeRules
     21.2%  20.5%  150    │  ├─ main.mix                                      <- hot
      0.7%           5    │  │  └─ (1 smaller frame)
     10.5%  10.4%   74    │  └─ main.containsRule                             <- hot
      0.1%           1    │     └─ (1 smaller frame)
     21.8%   0.1%  154    ├─ main.surge → main.surgeAdjust
     21.7%  21.7%  153    │  └─ main.mix                                      <- hot
      0.6%           4    └─ (2 smaller frames)
      5.2%   5.2%   37    [hidden]
    $ corr tree -q --max-depth 3 --max-rows 8
    CPU  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    total%  self%    n    function
     97.9%   0.0%  692  * net/http.(*conn).serve
     96.6%   0.0%  683  * ├─ net/http.serverHandler…→ net/http.(*ServeMux).ServeHTTP
     96.6%         683    │  └─ (1 smaller frame)
      1.3%           9    └─ (3 smaller frames)
      1.1%   0.0%    8    runtime.mcall
      1.1%           8    └─ (2 smaller frames)
      1.0%           7    (4 smaller frames)

From the leaves to who called them.

    $ corr tree -q --callers --focus containsRule --max-rows 4
    CPU  1m30s  74 samples of 10 ms = 740.0 ms  (8 other kinds)
    74 samples: shares are within 12 points

    total%  self%   n    function
     98.6%  98.6%  73  * main.containsRule → … → net/http.(*conn).serve       <- hot
      1.4%          1    (1 smaller frame)
    $ corr tree -q --callers --show-from 'main\.' --max-rows 5
    CPU  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    total%  self%    n    function
     82.0%   0.0%  580  * main.mix
     39.9%  39.9%  282    ├─ main.roundAll → main.price → main.endpoint.func1 <- hot
     42.1%         298    └─ (2 smaller frames)
     18.0%         127    (13 smaller frames)

One request, and other kinds.

    $ corr tree -q --span d8e1/s6
    CPU of pricing in d8e1/s6  10 s  3 samples of 10 ms = 30.0 ms  (8 other kinds)
    evidence  100% request id   confidence 1.00 (exact)
    only 3 samples joined (at most 5.9 expected): these stacks were seen, this is
      not a breakdown. 97 samples give shares within 10 points: about 33 spans like
      this one

    n    function
    3  * net/http.(*conn).serve → … 7 frames … → main.price
    2  * ├─ main.mergeRules
    1  * │  ├─ main.containsRule
    1    │  └─ main.mix
    1    └─ main.roundAll → main.mix
    $ corr tree -q --kind mutex --max-rows 3
    Waits inflicted by mutexes  119 samples = 853.9 ms since process start  (8 other
      kinds)
    119 samples: shares are within 9 points

    total%  self%   n    function
     99.9%  99.8%  79  * net/http.(*Server).S…rap3 → … → sync.(*Mutex).Unlock <- hot
      0.1%         17    └─ (1 smaller frame)
      0.1%         40    (4 smaller frames)
    $ corr tree -q --by line --show-from 'main\.price' --max-rows 4
    CPU  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    total%  self%    n    line
     62.7%   0.0%  443  * main.price lab/pricing/main.go:155
     62.7%         443    └─ (3 smaller frames)
     37.3%         264    (3 smaller frames)
    $ corr tree -q --by span
    corr: a tree is by function, file, line or module, not by span
    [2]
    $ corr tree -q --focus nosuch
    no sample matches --focus nosuch
    [5]

Classic pictures, in text.  A box too small for its name has none.

    $ corr tree -q --icicle --width 72 --show-from 'main\.price'
    CPU  1m30s  707 samples of 10 ms = 7.07 s  (8 other kinds)

    |                            main.price                            |[hi|
    |       main.roundAll        |   main.mergeRules   |  main.surge   |   |
    |          main.mix          |   main.mix   |contai|  surgeAdjust  |   |
    |                            |              |      |   main.mix    |   |
    $ corr tree -q --icicle --width 60 --ascii reco.threads.folded | head -n 6
    810 samples

    |     Thread._bootstrap (threading.py:995)      | <module> |
    |  Thread._bootstrap_inner (threading.py:1038)  |serve_for||
    |         Thread.run (threading.py:975)         | select  ||
    |      _worker       |    _worker     | worker ||         ||

Recursion is one line, counted once, with how deep it went.

    $ cat >walk.folded <<'END'
    > main;walk;walk;walk;visit 40
    > main;walk;visit 30
    > main;walk;walk;visit;walk;visit 20
    > main;exit 10
    > END
    $ corr tree walk.folded
    100 samples: shares are within 10 points

    total%  self%    n    function
    100.0%   0.0%  100  * main
     70.0%  70.0%   70  * ├─ walk ×3 → visit                                  <- hot
     20.0%  20.0%   20    ├─ (walk → visit) ×2                                <- hot
     10.0%  10.0%   10    └─ exit                                             <- hot
    $ corr top walk.folded
    100 samples: shares are within 10 points

    self%    ±  total%   n  function
     90.0  6.0    90.0  90  visit
     10.0  6.0    10.0  10  exit

Calls that only pass the work on are one line, and --all shows each.

    $ printf 'a;b;c;d;e;f 97\na;b;c;d;e;g 3\n' >chain.folded
    $ corr tree chain.folded
    100 samples: shares are within 10 points

    total%  self%    n    function
    100.0%   0.0%  100  * a → … 3 frames … → e
     97.0%  97.0%   97  * ├─ f                                                <- hot
      3.0%   3.0%    3    └─ g
    $ corr tree --all chain.folded --json | sed -n 's/.*"depth": \([0-9]\).*"function": "\(.\)".*/\1 \2/p'
    0 a
    1 b
    2 c
    3 d
    4 e
    5 f
    5 g

Out as folded stacks, through grep, and in again.

    $ corr tree -q --to folded --show-from 'main\.price' | grep -v containsRule |
    > corr top - -n 3
    633 samples

    self%    ±  total%    n  function
     91.6  2.2    93.4  580  main.mix
      5.8  1.8     5.8   37  [hidden]
      1.9  1.1     1.9   12  runtime.asyncPreempt
      0.6                 4  39 more functions (-n 0 shows all)
    $ corr tree -q --to folded --show-from 'main\.price' | corr tree - | tail -n 3
     21.7%  21.7%  153    │  └─ main.mix                                      <- hot
      0.6%           4    └─ (2 smaller frames)
      5.2%   5.2%   37    [hidden]
    $ corr tree -q --show-from 'main\.price' | tail -n 3
     21.7%  21.7%  153    │  └─ main.mix                                      <- hot
      0.6%           4    └─ (2 smaller frames)
      5.2%   5.2%   37    [hidden]
    $ corr convert -q --to pprof --hide '^net|main' pricing.cpu.0* |
    > corr top -q -n 2 -
    CPU  1m30s  707 samples of 10 ms = 7.07 s

    self%    ±  total%     self    n  function
     92.5  1.9    96.2  6.540 s  654  go…otelhttp.(*middleware).serveHTTP
      2.0  1.1     2.0  0.140 s   14  runtime.asyncPreempt
      5.5               0.390 s   39  164 more functions (-n 0 shows all)
    $ corr top -q -n 2 --hide '^net|main' pricing.cpu.0*
    CPU  1m30s  707 samples of 10 ms = 7.07 s

    self%    ±  total%     self    n  function
     92.5  1.9    96.2  6.540 s  654  go…otelhttp.(*middleware).serveHTTP
      2.0  1.1     2.0  0.140 s   14  runtime.asyncPreempt
      5.5               0.390 s   39  164 more functions (-n 0 shows all)
    $ corr tree --to folded --callers
    corr: --callers does not go with --to
    [2]
    $ LC_ALL=C sort reco.threads.folded >sorted
    $ corr tree -q --to folded reco.threads.folded | cmp - sorted
    $ corr tree -q --to pprof -o all.pb.gz pricing.cpu.0*
    $ corr top -q -n 1 all.pb.gz
    CPU  1m30s  707 samples of 10 ms = 7.07 s

    self%    ±  total%     self    n  function
     82.0  2.8    83.6  5.800 s  580  main.mix
     18.0               1.270 s  127  200 more functions (-n 0 shows all)
    $ corr tree --to folded --json
    corr: --to and --json are two kinds of output
    [2]

Of allocations objects are counted.

    $ corr tree -q --live $DATA/incident/pricing.heap.pb.gz
    Bytes in use  6,560 objects = 3.3 MB, from 4 samples  (also: alloc_count,
      alloc_bytes, live_count)
    only 4 samples: these stacks were seen, this is not a breakdown. 97 samples give
      shares within 10 points

       total  objects    function
    2.729 MB        6  * net/http.(*conn).serve → … → net/http.HandlerFunc.ServeHTTP
    1.805 MB        5  * ├─ net/http/pprof.Profile → runtime/pprof.StartCPUProfile
    0.924 MB        1    └─ github.com/prometheus/…c1 → … → compress/flate.NewWriter
    0.524 MB    6,554    sync.(*WaitGroup).Go.func1 → … → context.withCancel
    $ corr peek -q --live NewWriter $DATA/incident/pricing.heap.pb.gz
    Bytes in use  6,560 objects = 3.3 MB, from 4 samples  (also: alloc_count,
      alloc_bytes, live_count)
    only 4 samples: these stacks were seen, this is not a breakdown. 97 samples give
      shares within 10 points
    flate.NewWriter: 924 kB of bytes in use, all of it for gzip.(*Writer).Write

      amount  objects  function
    924.2 kB        1    gzip.(*Writer).Write
    924.2 kB        1  flate.NewWriter
    next  corr peek 'gzip.(*Writer).Write' ../data/incident/pricing.heap.pb.gz
          corr tree --focus flate.NewWriter ../data/incident/pricing.heap.pb.gz
