The call tree.  Percentages are of the whole; a line has what is its own, what
its children have, and what "smaller frames" have.

    $ cp $DATA/incident/*.gz $DATA/incident/*.folded .
    $ corr tree --max-rows 10
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    40% is one path: main.endpoint.func1 → main.price → main.roundAll → main.mix

    total%  self%    n    function (* the hottest path)
     97.9%   0.0%  692  * http.(*conn).serve
     94.8%   0.0%  670  * ├ … → main.endpoint.func1 → main.price
     40.7%  39.9%  288    │ ├ (hot) main.roundAll → main.mix
     31.7%   0.0%  224    │ ├ main.mergeRules
     21.2%  20.5%  150    │ │ ├ (hot) main.mix
     10.5%  10.4%   74    │ │ └ (hot) main.containsRule
     21.7%  21.7%  153    │ ├ (hot) main.surge → main.surgeAdjust → main.mix
             2.3%   17    │ └ (6 smaller frames)
      3.1%   3.1%   22    └ (9 smaller frames)
      2.1%   2.1%   15    (5 smaller frames)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.mix   all its callers
          corr tree --icicle   as a picture
    $ corr tree -q --show-from 'main\.price' --max-rows 12
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    40% is one path: main.price → main.roundAll → main.mix

    total%  self%    n    function (* the hottest path)
     94.8%   0.0%  670  * main.price
     40.7%  39.9%  288    ├ (hot) main.roundAll → main.mix
     31.7%   0.0%  224    ├ main.mergeRules
     21.2%  20.5%  150    │ ├ (hot) main.mix
     10.5%  10.4%   74    │ └ (hot) main.containsRule
     21.7%  21.7%  153    ├ (hot) main.surge → main.surgeAdjust → main.mix
             2.3%   17    └ (6 smaller frames)
      5.2%   5.2%   37    [hidden]
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.mix   all its callers
          corr tree --icicle   as a picture
    $ corr tree -q --max-depth 3 --max-rows 8
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    40% is one path: main.endpoint.func1 → main.price → main.roundAll → main.mix

    total%  self%    n    function (* the hottest path)
     97.9%   0.0%  692  * http.(*conn).serve
     96.6%   0.0%  683  * ├ serverHandler.ServeHTTP → http.(*ServeMux).ServeHTTP
     96.6%  96.6%  683    │ └ (1 smaller frame)
      1.3%   1.3%    9    └ (3 smaller frames)
      1.1%   0.0%    8    runtime.mcall
      1.1%   1.1%    8    └ (2 smaller frames)
      1.0%   1.0%    7    (4 smaller frames)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.mix   all its callers
          corr tree --icicle   as a picture

From the leaves to who called them.

    $ corr tree -q --callers --focus containsRule --max-rows 4
    CPU of pricing  1m30s  74 samples of 10 ms = 740.0 ms
    99% is main.containsRule, all of it from main.mergeRules

    total%  self%   n    function (* the hottest path)
     98.6%  98.6%  73  * (hot) main.containsRule ← main.mergeRules ← main.price ← …
      1.4%   1.4%   1    (1 smaller frame)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    74 samples: shares are within 12 points
    next  corr tree --icicle --callers --focus containsRule   as a picture
    $ corr tree -q --callers --show-from 'main\.' --max-rows 5
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    82% is main.mix, 49% of it from main.roundAll

    total%  self%    n    function (* the hottest path)
     82.0%   0.0%  580  * main.mix
     39.9%  39.9%  282    ├ (hot) main.roundAll ← main.price ← main.endpoint.func1
     42.1%  42.1%  298    └ (2 smaller frames)
     18.0%  18.0%  127    (13 smaller frames)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr tree --icicle --callers   as a picture

One request, and other kinds.

    $ corr tree -q --span d8e1/s6
    CPU of pricing in d8e1/s6  10 s  3 samples of 10 ms = 30.0 ms
    3 samples (at most 5.9 expected): examples, not a breakdown. ±10 points needs 97
      samples, about 33 such spans

    n    function (* the hottest path)
    3  * http.(*conn).serve → … → main.endpoint.func1 → main.price
    2  * ├ main.mergeRules
    1  * │ ├ main.containsRule
    1    │ └ main.mix
    1    └ main.roundAll → main.mix
    evidence  100% request id   confidence 1.00 (exact)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.containsRule --span d8e1/s6   all its callers
          corr tree --icicle --span d8e1/s6            as a picture
    $ corr tree -q --kind mutex --max-rows 3
    Waits inflicted by mutexes of pricing  119 samples = 853.9 ms since process
      start
    99.7% is one path: main.price → main.convert → sync.(*Mutex).Unlock

    total%  self%   n    function (* the hottest path)
     99.8%  99.8%  62  * (hot) … → main.price → main.convert → sync.(*Mutex).Unlock
      0.2%   0.2%  57    (5 smaller frames)
    also      --kind cpu, alloc_bytes, block; 5 more: -v
    119 samples: shares are within 9 points
    next  corr peek 'sync.(*Mutex).Unlock' --kind mutex   all its callers
          corr tree --icicle --kind mutex                 as a picture
    $ corr tree -q --by line --show-from 'main\.price' --max-rows 4
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    14% is one path: main.mix lab/pricing/main.go:101

    total%  self%    n    line
     62.7%   0.0%  443  * main.price lab/pricing/main.go:155
     62.7%  62.7%  443    └ (3 smaller frames)
     37.3%  37.3%  264    (3 smaller frames)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek 'main.mix lab/pricing/main.go:101'   all its callers
          corr tree --icicle                             as a picture
    $ corr tree -q --by span
    corr: a tree is by function, file, line or module, not by span
    [2]
    $ corr tree -q --focus nosuch
    no sample matches --focus nosuch
    [5]

Classic pictures, in text.  A box too small for its name has none.

    $ corr tree -q --icicle --width 72 --show-from 'main\.price'
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    40% is one path: main.price → main.roundAll → main.mix

    |                          main.price 95%                          |[hi|
    |main.roundAll > main.mix 41%| main.mergeRules 32% | main.mix 22%  |   |
    |                            | main.mix 21% |contai|               |   |
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.mix   all its callers
    $ corr tree -q --icicle --width 60 --ascii reco.threads.folded | head -n 6
    810 samples of reco
    36% is one path to _worker

    |    Thread._bootstrap > .. > Thread.run 82%    |serve_fore|
    |             _worker 64%             |wait 18% | select  ||
    |BaseHandler.run|                     |         |         ||

Recursion is one line, counted once, with how deep it went.

    $ cat >walk.folded <<'END'
    > main;walk;walk;walk;visit 40
    > main;walk;visit 30
    > main;walk;walk;visit;walk;visit 20
    > main;exit 10
    > END
    $ corr tree walk.folded
    100 samples of walk
    70% is one path: main → walk ×3 → visit

    total%  self%    n    function (* the hottest path)
    100.0%   0.0%  100  * main
     70.0%  70.0%   70  * ├ (hot) walk ×3 → visit
     20.0%  20.0%   20    ├ (hot) (walk → visit) ×2
     10.0%  10.0%   10    └ (hot) exit
    100 samples: shares are within 10 points
    next  corr peek visit walk.folded      all its callers
          corr tree --icicle walk.folded   as a picture
    $ corr top walk.folded
    100 samples of walk
    90% is visit, all of it under walk

    self%    ±  total%   n  function  mostly under
     90.0  6.0    90.0  90  visit     walk
     10.0  6.0    10.0  10  exit      main
    100 samples: shares are within 10 points
    next  corr peek visit walk.folded   who calls it
          corr tree walk.folded         the call tree

Calls that only pass the work on are one line, and --all shows each.

    $ printf 'a;b;c;d;e;f 97\na;b;c;d;e;g 3\n' >chain.folded
    $ corr tree chain.folded
    100 samples of chain
    97% is one path: c → d → e → f

    total%  self%    n    function (* the hottest path)
    100.0%   0.0%  100  * a → b → c → d → e
     97.0%  97.0%   97  * ├ (hot) f
      3.0%   3.0%    3    └ g
    100 samples: shares are within 10 points
    next  corr peek f chain.folded          all its callers
          corr tree --icicle chain.folded   as a picture
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
    92% is main.mix, 49% of it under main.roundAll

    self%    ±  total%    n  function                  mostly under
     91.6  2.2    93.4  580  main.mix                  main.roundAll 49%
      5.8  1.8     5.8   37  [hidden]
      1.9  1.1     1.9   12  runtime.asyncPreempt      main.mix 92%
      0.6                 4  39 more functions (-n 0)
    $ corr tree -q --to folded --show-from 'main\.price' | corr tree - | tail -n 3
     21.7%  21.7%  153    ├ (hot) main.surge → main.surgeAdjust → main.mix
             2.3%   17    └ (6 smaller frames)
      5.2%   5.2%   37    [hidden]
    $ corr tree -q --show-from 'main\.price' | tail -n 3
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.mix   all its callers
          corr tree --icicle   as a picture
    $ corr convert -q --to pprof --hide '^net|main' pricing.cpu.0* |
    > corr top -q -n 2 -
    CPU  1m30s  707 samples of 10 ms = 7.07 s
    93% is otelhttp.(*middleware).serveHTTP

    self%    ±  total%     self    n  function
     92.5  1.9    96.2  6.540 s  654  otelhttp.(*middleware).serveHTTP
      2.0  1.1     2.0  0.140 s   14  runtime.asyncPreempt
      5.5               0.390 s   39  164 more functions (-n 0)
    $ corr top -q -n 2 --hide '^net|main' pricing.cpu.0*
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    93% is otelhttp.(*middleware).serveHTTP

    self%    ±  total%     self    n  function
     92.5  1.9    96.2  6.540 s  654  otelhttp.(*middleware).serveHTTP
      2.0  1.1     2.0  0.140 s   14  runtime.asyncPreempt
      5.5               0.390 s   39  164 more functions (-n 0)
    next  corr peek 'otelhttp.(*middleware).serveHTTP' FILE...   who calls it
          corr tree FILE...                                      the call tree
    $ corr tree --to folded --callers
    corr: --callers does not go with --to
    [2]
    $ LC_ALL=C sort reco.threads.folded >sorted
    $ corr tree -q --to folded reco.threads.folded | cmp - sorted
    $ corr tree -q --to pprof -o all.pb.gz pricing.cpu.0*
    $ corr top -q -n 1 all.pb.gz
    CPU  1m30s  707 samples of 10 ms = 7.07 s
    82% is main.mix, 49% of it under main.roundAll

    self%    ±  total%    n  function                   mostly under
     82.0  2.8    83.6  580  main.mix                   main.roundAll 49%
     18.0               127  200 more functions (-n 0)
    next  corr peek main.mix all.pb.gz   who calls it
          corr tree all.pb.gz            the call tree
    $ corr tree --to folded --json
    corr: --to and --json are two kinds of output
    [2]

Of allocations objects are counted.

    $ corr tree -q --live $DATA/incident/pricing.heap.pb.gz
    Bytes in use of pricing  6,560 objects = 3.3 MB, from 4 samples
    1.8 MB of 3.3 MB is one path to pprof.StartCPUProfile
    4 samples: examples, not a breakdown. ±10 points needs 97 samples

       total  objects    function (* the hottest path)
    2.729 MB        6  * http.(*conn).serve → … → HandlerFunc.ServeHTTP
    1.805 MB        5  * ├ (hot) pprof.Profile → pprof.StartCPUProfile
    0.924 MB        1    └ … → expfmt.MetricFamil…etrics.func1 → … → flate.NewWriter
    0.524 MB    6,554    (hot) sync.(*WaitGroup).Go.func1 → … → context.withCancel
    also      --kind alloc_count, alloc_bytes, live_count
    next  corr peek pprof.StartCPUProfile --kind live_bytes \
              ../data/incident/pricing.heap.pb.gz   all its callers
          corr tree --icicle --kind live_bytes ../data/incident/pricing.heap.pb.gz
    $ corr peek -q --live NewWriter $DATA/incident/pricing.heap.pb.gz
    Bytes in use of pricing  6,560 objects = 3.3 MB, from 4 samples
    4 samples: examples, not a breakdown. ±10 points needs 97 samples
    flate.NewWriter: 924 kB of bytes in use, all of it for gzip.(*Writer).Write

      amount  objects  function
    924.2 kB        1    gzip.(*Writer).Write
    924.2 kB        1  flate.NewWriter
    also      --kind alloc_count, alloc_bytes, live_count
    next  corr peek 'gzip.(*Writer).Write' ../data/incident/pricing.heap.pb.gz
          corr tree --focus flate.NewWriter ../data/incident/pricing.heap.pb.gz
