Profiles as people have them: any fields, lists that do not fit, old forms.

perf script prints any set of fields with a stack. A number without a mark is a
period if it is ten columns wide, and a thread if not.

    $ hot() { for i in 1 2 3; do printf '%s\n\t            1135 hot+0xc (/usr/bin/app)\n\t            1172 main (/usr/bin/app)\n\n' "$1"; done; }
    $ bare() { hot "$1" | sed 's/ (.*)//'; }
    $ for f in '' 'app ' '12 ' 'app 12 ' 'app 12/13 ' 'app [001] ' 'cycles: ' 'app cycles: ' '5.250000: '; do
    > hot "$f" >x.perf.txt; corr convert -q --to folded x.perf.txt; bare "$f" | corr convert -q --to folded -; done
    main;hot 3
    main;hot 3
    app;main;hot 3
    app;main;hot 3
    main;hot 3
    main;hot 3
    app;main;hot 3
    app;main;hot 3
    app;main;hot 3
    app;main;hot 3
    app;main;hot 3
    app;main;hot 3
    main;hot 3
    main;hot 3
    app;main;hot 3
    app;main;hot 3
    main;hot 3
    main;hot 3
    $ hot 'app    12     250000 ' >period.perf.txt
    $ corr top period.perf.txt -n 0
    750,000 from 3 observations of period
    750,000 of 750,000 samples is hot, all of it under main
    3 observations: examples, not a breakdown. ±10 points needs 97 samples

       self  n  function  mostly under
    750,000  3  hot       main
          0  0  main
    next  corr peek hot period.perf.txt   who calls it
          corr tree period.perf.txt       the call tree
    $ hot 'app     250000 cycles:u: ' | corr convert -q --to folded -
    app;main;hot 750000

Samples of V8 are put in order of time. What follows the document is counted.

    $ node() { printf '{"id":%s,"callFrame":{"functionName":"%s","url":"a.js","lineNumber":%s},"children":[%s]}' "$@"; }
    $ v8() { printf '{"nodes":[%s,%s,%s],"startTime":0,"endTime":10000,"samples":%s,"timeDeltas":%s}' "$(node 1 '(root)' 0 2)" "$(node 2 a 1 3)" "$(node 3 b 2)" "$@"; }
    $ v8 [2,3,2] [1000,3000,-2000] >back.cpuprofile
    $ corr top back.cpuprofile -n 0
    Wall-clock time of back  3 samples = 9.00 ms
    3 samples: examples, not a breakdown. ±10 points needs 97 samples

        self  n  function  mostly under
    6.000 ms  1  b         a
    3.000 ms  2  a
    next  corr peek b back.cpuprofile   who calls it
          corr tree back.cpuprofile     the call tree
    $ v8 [2,3,2] [1000,3000] >short.cpuprofile
    $ corr convert -q --to folded short.cpuprofile
    corr: short.cpuprofile: 1 sample has no time; not counted
    a 3000000
    a;b 6000000
    $ { v8 [2] [1000]; echo ' 1, 2, 3]}'; } | corr convert -q --to folded -
    corr: standard input: not JSON; a value should follow in a CPU profile, not "]"; 11 bytes cannot be used, at byte 342
    a 9000000
    $ { v8 [2] [1000]; echo ' 1, 2, 3'; } | corr convert -q --to folded -
    corr: standard input: 9 bytes outside the document; not used, at byte 334
    a 9000000

Numbers keep every digit; lists of unequal length are used as far as they go.

    $ scope() { printf '{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[{"name":"main"},{"name":"a"}]},"profiles":[{"name":"t",%s}]}' "$1"; }
    $ T=170000000000000
    $ scope '"type":"evented","unit":"nanoseconds","startValue":'$T'0001,"endValue":'$T'0301,"events":[{"type":"O","frame":0,"at":'$T'0001},{"type":"O","frame":1,"at":'$T'0101},{"type":"C","frame":1,"at":'$T'0201},{"type":"C","frame":0,"at":'$T'0301}]' | corr convert -q --to folded -
    main 200
    main;a 100
    $ scope '"type":"sampled","unit":"seconds","samples":[[0,1],[0],[0,1]],"weights":[1,4]' | corr top - -n 0
    corr: standard input: 1 sample of 3 has no weight; not counted
    Wall-clock time  2 samples = 5.00 s
    2 samples: examples, not a breakdown. ±10 points needs 97 samples

       self  n  function  mostly under
    4.000 s  1  main
    1.000 s  1  a         main
    $ scope '"type":"sampled","unit":"none","samples":[[0,1],[0],[0,1]]' | corr top -q - -n 0
    2 of 3 samples are in a, all of them under main
    3 samples: examples, not a breakdown. ±10 points needs 97 samples

    n  function  mostly under
    2  a         main
    1  main

Old profiles of gperftools and Java bring their names along.

    $ printf '%s\n' '--- symbol' 'binary=/bin/server' '0x401000 main' '0x402000 strlen--parse' --- '--- heap' 'heap profile: 1: 8 [1: 8] @ heapprofile' '1: 8 [1: 8] @ 0x402000 0x401000' | corr convert -q --to folded -
    main;parse;strlen 8
    $ printf '%s\n' '--- contentionz 1 ---' 'format = java' 'resolution = microseconds' 'sampling period = 10' '  14 2 @ 0x3 0x4' '' '  0x3 a.Main.lock (Main.java:12)' '  0x4 GC' | corr top -q - -n 0
    Waits  2 samples = 140.0 us since process start  (also: contentions)
    2 of 2 samples are in Main.lock, all of them under GC
    2 samples: examples, not a breakdown. ±10 points needs 97 samples

        self  n  function   mostly under
    140.0 us  2  Main.lock  GC
        0 us  0  GC

V8's heap profiles, and profiles of Firefox and samply.

    $ corr top $DATA/cpuprofile/keep.heapprofile -n 2
    Bytes in use of keep  59 samples = 7.9 MB
    93% is leafA, all of it under main

    self%    ±  total%   n  function                 mostly under
     93.2  6.8    93.2  56  leafA                    main
      3.4  5.4     3.4   1  push                     leafB
      3.3                2  9 more functions (-n 0)
    59 samples weigh so unevenly that they tell what 58 alike would: shares are
      within 13 points
    next  corr peek leafA ../data/cpuprofile/keep.heapprofile   who calls it
          corr tree ../data/cpuprofile/keep.heapprofile         the call tree
    $ corr top $DATA/gecko/shared.json -n 0
    6 samples of shared  2.5 ms  (also: cpu)
    3 of 6 samples are in hot, all of them under main
    6 samples: examples, not a breakdown. ±10 points needs 97 samples

    n  function    mostly under
    3  hot         main
    1  [libc.so]   main
    1  [no stack]
    1  cold        main
    0  main
    next  corr peek hot ../data/gecko/shared.json   who calls it
          corr tree ../data/gecko/shared.json       the call tree
    $ corr convert -q --to folded $DATA/gecko/raw.json
    (root);0x7fff12 1
    (root);run 2
    childroot 1
