A function is its name and its file.

    $ D=$DATA/functions
    $ corr top -q $D/names-1.speedscope.json
    Wall-clock time of names-1  700 samples = 700.0 s
    43% is sum, all of it under run; 29% is get (cart.py)

    self%    ±  total%    n  function       mostly under
     42.9  3.7    42.9  300  sum            run
     28.6  3.3    28.6  200  get (cart.py)  run
     28.6  3.3    28.6  200  get (user.py)  run
    next  corr peek sum ../data/functions/names-1.speedscope.json   who calls it
          corr tree ../data/functions/names-1.speedscope.json       the call tree
    $ corr tree -q $D/names-1.speedscope.json
    Wall-clock time of names-1  700 samples = 700.0 s
    43% is one path: run → sum

    total%  self%    n    function (* the hottest path)
    100.0%   0.0%  700  * run
     42.8%  42.8%  300    ├ (hot) sum
     28.6%  28.6%  200    ├ (hot) get (cart.py)
     28.6%  28.6%  200    └ (hot) get (user.py)
    next  corr peek sum ../data/functions/names-1.speedscope.json
          corr tree --icicle ../data/functions/names-1.speedscope.json
    $ corr peek -q get $D/names-1.speedscope.json
    Wall-clock time of names-1  700 samples = 700.0 s
    2 functions are called get; the largest is get (cart.py): 200.0 s, 29% of
      wall-clock time

    total%  self%    n  function       mostly called by
     28.6%  28.6%  200  get (cart.py)  run
     28.6%  28.6%  200  get (user.py)  run
    next  corr peek 'get (cart.py)' ../data/functions/names-1.speedscope.json
          corr peek 'get (user.py)' ../data/functions/names-1.speedscope.json
    $ corr peek -q 'get (user.py)' $D/names-1.speedscope.json
    Wall-clock time of names-1  700 samples = 700.0 s
    get (user.py): 200.0 s, 29% of wall-clock time, all of it for run

    total%   amount    n  function
     28.6%  200.0 s  200    run
     28.6%  200.0 s  200  get (user.py)
    next  corr peek run ../data/functions/names-1.speedscope.json
    $ corr top --json $D/names-1.speedscope.json | grep -o '"key": "get.*"file": "[^"]*"'
    "key": "get (cart.py)", "frame": {"function": "get", "module": null, "file": "/srv/v1/cart.py"
    "key": "get (user.py)", "frame": {"function": "get", "module": null, "file": "/srv/v1/user.py"

Between two builds a file is known by the end of its path, so nothing is new.

    $ corr diff -q $D/names-1.speedscope.json $D/names-2.speedscope.json
    the new side has 50.0% of its wall time in get (user.py), the base has 28.6%

    % of all    base     new  change
    more       28.57   50.00  +21.43  ▉▉▉▉▉▉▉▉  get (user.py)
    same       71.43   50.00  -21.43            2 more, none changed clearly
    total     100.00  100.00   +0.00

    base      …/names-1.speedscope.json  1 file  700 samples
    new       …/names-2.speedscope.json  1 file  1,000 samples
    evidence  smallest visible change of a 5% function: ×1.85; one profile a side:
              no row has a * (add profiles, not length)
    next  corr diff -t ../data/functions/names-1.speedscope.json \
              ../data/functions/names-2.speedscope.json   where in the call tree
          corr peek 'get (user.py)' ../data/functions/names-2.speedscope.json
    $ corr top -q $D/names-1.speedscope.json $D/names-2.speedscope.json
    Wall-clock time of names-1 and names-2  1,700 samples = 1,700 s
    41% is get (user.py), all of it under run; 35% is sum

    self%    ±  total%    n  function       mostly under
     41.2  2.3    41.2  700  get (user.py)  run
     35.3  2.3    35.3  600  sum            run
     23.5  2.0    23.5  400  get (cart.py)  run
    next  corr peek 'get (user.py)' ../data/functions/names-1.speedscope.json \
              ../data/functions/names-2.speedscope.json   who calls it
          corr tree ../data/functions/names-1.speedscope.json \
              ../data/functions/names-2.speedscope.json   the call tree

A function without a name is where it begins.

    $ corr top -q $D/nameless.speedscope.json
    Wall-clock time of nameless  100 samples = 100.0 s
    60% is (anonymous) (app.js:4:9), all of it under main

    self%    ±  total%   n  function                   mostly under
     60.0  9.4    60.0  60  (anonymous) (app.js:4:9)   main
     30.0  8.8    30.0  30  (anonymous) (app.js:4:30)  main
     10.0  6.0    10.0  10  (anonymous) (lib.js:2:1)   main
    100 samples: shares are within 10 points
    next  corr peek '(anonymous) (app.js:4:9)' \
              ../data/functions/nameless.speedscope.json   who calls it
          corr tree ../data/functions/nameless.speedscope.json   the call tree
    $ corr peek -q anonymous $D/nameless.speedscope.json
    Wall-clock time of nameless  100 samples = 100.0 s
    3 functions are called anonymous; the largest is (anonymous) (app.js:4:9):
      60.0 s, 60% of wall-clock time

    total%  self%   n  function                   mostly called by
     60.0%  60.0%  60  (anonymous) (app.js:4:9)   main
     30.0%  30.0%  30  (anonymous) (app.js:4:30)  main
     10.0%  10.0%  10  (anonymous) (lib.js:2:1)   main
    100 samples: shares are within 10 points
    next  corr peek '(anonymous) (app.js:4:9)' \
              ../data/functions/nameless.speedscope.json   callers and callees of it
          corr peek '(anonymous) (app.js:4:30)' \
              ../data/functions/nameless.speedscope.json   callers and callees of it
    $ corr convert -q --to pprof $D/nameless.speedscope.json | corr top -q -
    Wall-clock time  100 samples = 100.0 s
    60% is (anonymous) (app.js:4:9), all of it under main

    self%    ±  total%   n  function                   mostly under
     60.0  9.4    60.0  60  (anonymous) (app.js:4:9)   main
     30.0  8.8    30.0  30  (anonymous) (app.js:4:30)  main
     10.0  6.0    10.0  10  (anonymous) (lib.js:2:1)   main
    100 samples: shares are within 10 points

A line that a format writes into a name is no part of it.

    $ corr top -q $D/lines.folded
    100 samples of lines
    70% is step, all of it under work

    self%    ±  total%   n  function     mostly under
     70.0  8.8    70.0  70  step         work
     20.0  7.8    90.0  20  work         run
     10.0  6.0    10.0  10  [libc.so.6]  run
    100 samples: shares are within 10 points
    next  corr peek step ../data/functions/lines.folded   who calls it
          corr tree ../data/functions/lines.folded        the call tree
    $ corr top -q --by line $D/lines.folded
    100 samples of lines
    40% is step job.py:21; 30% is step job.py:22

    self%    ±  total%   n  line
     40.0  9.4    40.0  40  step job.py:21
     30.0  8.8    30.0  30  step job.py:22
     20.0  7.8    20.0  20  work job.py:12
     10.0  6.0    10.0  10  [libc.so.6]
    100 samples: shares are within 10 points
    next  corr tree ../data/functions/lines.folded   the call tree
    $ corr top -q --by file $D/lines.folded
    100 samples of lines
    90% is job.py

    self%    ±  total%   n  file
     90.0  6.0    90.0  90  job.py
     10.0  6.0    10.0  10  [no file]
    100 samples: shares are within 10 points
    next  corr tree ../data/functions/lines.folded   the call tree
    $ corr convert -q --to folded $D/lines.folded | cmp - $D/lines.folded
    $ corr top -q $D/java-1.folded
    100 samples of java-1
    60% is Cart.add, all of it under Main.main; 40% is start_thread

    self%    ±  total%   n  function      mostly under
     60.0  9.4   100.0  60  Cart.add      Main.main
     40.0  9.4    40.0  40  start_thread  Cart.add
    100 samples: shares are within 10 points
    next  corr peek Cart.add ../data/functions/java-1.folded   who calls it
          corr tree ../data/functions/java-1.folded            the call tree
    $ corr diff -q $D/java-1.folded $D/java-2.folded
    no function has a clearly greater share of the samples in java-2.folded

    % of all    base     new  change
    same      100.00  100.00   +0.00    2 functions, none changed clearly
    total     100.00  100.00   +0.00

    base      java-1.folded  1 file  100 samples
    new       java-2.folded  1 file  100 samples
    evidence  smallest visible change of a 20% function: ×2.12; one profile a side:
              no row has a * (add profiles, not length)
    next  corr diff -t ../data/functions/java-1.folded \
              ../data/functions/java-2.folded   where in the call tree
    $ corr top -q $D/no-lines.folded
    12 samples of no-lines
    6 of 12 samples are in foo:33, all of them under http://host:8080
    12 samples: counts only, any share could be off by 29 points

    n  function                    mostly under
    6  foo:33                      http://host:8080
    4  operator new                main
    2  block (2 levels) in <main>  main
    next  corr peek foo:33 ../data/functions/no-lines.folded   who calls it
          corr tree ../data/functions/no-lines.folded          the call tree

Each language has its form of a name with a line; every verb takes the line out.

    $ awk 'BEGIN { f["py"] = "f (a.py:%d)"; f["rb"] = "A#f - /a/b.rb:%d"; \
    > f["trace"] = "/a/b.rb:%d:in `f\047"; f["fil"] = "/a/b.py:%d (f)"; \
    > f["node"] = "f /a/b.js:%d:7"; f["php"] = "A::f:/a/b.php:%d"; \
    > f["cs"] = "N.C.F(Int32 i) in /a/b.cs:line %d"; f["heap"] = "./b.js:f:%d"; \
    > for (k in f) { printf "main;" f[k] " 3\n", 4 >(k ".folded"); \
    > printf "main;" f[k] " 2\n", 9 >(k ".folded") } }'
    $ for k in cs fil heap node php py rb trace; do f=$k.folded
    > corr top --tsv $f | awk 'NR > 1 && $2 == 5 { print $2, $9 }' FS='\t'
    > corr top --tsv --by line $f | cut -f 2,10-13 | sed -n 2,3p
    > corr tree --tsv $f | awk '/main/ { next } NR > 1 { n++ } END { print n, "node" }'
    > corr peek --tsv main $f | awk 'NR > 1 { n++ } END { print n, "rows" }'
    > corr convert -q --to folded $f | sort | cmp - $f
    > corr convert -q --to pprof -o $k.pb $f; corr top --tsv $k.pb | cut -f 2,9 | sed -n 2p
    > corr diff --tsv $f $k.pb | awk 'NR > 1 && !/same|rest/'
    > corr convert -q --to folded $k.pb | sort | cmp - $f; done
    5 N.C.F(Int32 i)
    3	N.C.F(Int32 i)		/a/b.cs	4
    2	N.C.F(Int32 i)		/a/b.cs	9
    1 node
    2 rows
    5	N.C.F(Int32 i)
    5 f
    3	f		/a/b.py	4
    2	f		/a/b.py	9
    1 node
    2 rows
    5	f
    5 f
    3	f		./b.js	4
    2	f		./b.js	9
    1 node
    2 rows
    5	f
    5 f
    3	f		/a/b.js	4
    2	f		/a/b.js	9
    1 node
    2 rows
    5	f
    5 A::f
    3	A::f		/a/b.php	4
    2	A::f		/a/b.php	9
    1 node
    2 rows
    5	A::f
    5 f
    3	f		a.py	4
    2	f		a.py	9
    1 node
    2 rows
    5	f
    5 A#f
    3	A#f		/a/b.rb	4
    2	A#f		/a/b.rb	9
    1 node
    2 rows
    5	A#f
    5 f
    3	f		/a/b.rb	4
    2	f		/a/b.rb	9
    1 node
    2 rows
    5	f
    $ corr top --json heap.folded | grep -o '"written.*, "rest'
    "written": null}, "rest
    "written": null}, "rest
    $ corr top --by line --json heap.folded | grep -o '"written": "[^"]*"'
    "written": "./b.js:f:4"
    "written": "./b.js:f:9"

Functions without a name of their own are apart by the line that their names have.

    $ printf 'm /a.js:1:1;(anonymous) /a.js:%s 3\n' 4:9 4:30 9:1 9:1 >nameless.folded
    $ corr top --tsv nameless.folded | cut -f 2,9 | grep anonymous
    6	(anonymous) (a.js:9:1)
    3	(anonymous) (a.js:4:30)
    3	(anonymous) (a.js:4:9)
    $ corr convert -q --to pprof nameless.folded | corr top --tsv - | cut -f 2,9 | grep anonymous
    6	(anonymous) (a.js:9:1)
    3	(anonymous) (a.js:4:30)
    3	(anonymous) (a.js:4:9)
    $ printf 'm;./a.js:(anonymous):%s 3\n' 4 9 9 >line-only.folded
    $ corr top --tsv line-only.folded | cut -f 2,9 | grep anonymous
    6	(anonymous) (a.js:9)
    3	(anonymous) (a.js:4)

Roots are threads only in files that write threads there.

    $ corr tree -q $D/php.folded
    50 samples of php
    60% is one path: <main> → load → sleep

    total%  self%   n    function (* the hottest path)
    100.0%  40.0%  50  * (hot) <main> → load
     60.0%  60.0%  30  * └ (hot) sleep
    50 samples: shares are within 14 points
    next  corr peek sleep ../data/functions/php.folded      all its callers
          corr tree --icicle ../data/functions/php.folded   as a picture
    $ corr top -q --by thread $D/php.folded
    50 samples of php
    100% has no thread

    self%    ±  total%   n  thread
    100.0  3.6   100.0  50  [no thread]
    50 samples: shares are within 14 points
    next  corr tree ../data/functions/php.folded   the call tree
    $ corr top -q --by thread $D/threads.folded
    35 samples of threads
    57% is of thread Thread-2; 29% is of thread Thread-1

    self%     ±  total%   n  thread
     57.1  15.6    57.1  20  Thread-2
     28.6  14.4    28.6  10  Thread-1
     14.3  11.6    14.3   5  pool-1-thread-2
    35 samples: shares are within 17 points
    next  corr tree ../data/functions/threads.folded   the call tree
    $ corr top -q --by thread $D/python315.folded
    12 samples of python315
    7 of 12 samples is of thread [thread 4711]
    12 samples: counts only, any share could be off by 29 points

    n  thread
    7  [thread 4711]
    5  [thread 4712]
    next  corr tree ../data/functions/python315.folded   the call tree
    $ corr top -q $D/python315.folded
    12 samples of python315
    12 of 12 samples are in work, all of them under main
    12 samples: counts only, any share could be off by 29 points

     n  function  mostly under
    12  work      main
    next  corr peek work ../data/functions/python315.folded   who calls it
          corr tree ../data/functions/python315.folded        the call tree

A state of a thread is not what ran.

    $ corr top -q $D/dotnet.speedscope.json
    Wall-clock time of dotnet  10.0 ms
    100% is App!Work(), all of it under Thread (9)

    self%  total%      self  function    mostly under
    100.0   100.0  10.00 ms  App!Work()  Thread (9)
    next  corr peek 'App!Work()' ../data/functions/dotnet.speedscope.json
          corr tree ../data/functions/dotnet.speedscope.json
    $ corr top -q --by label:state $D/dotnet.speedscope.json
    Wall-clock time of dotnet  10.0 ms
    60% is of state CPU_TIME; 40% is of state UNMANAGED_CODE_TIME

    self%  total%      self  state
     60.0    60.0  6.000 ms  CPU_TIME
     40.0    40.0  4.000 ms  UNMANAGED_CODE_TIME
    next  corr tree ../data/functions/dotnet.speedscope.json   the call tree

A deep stack keeps its leaf.

    $ awk 'BEGIN { printf "main"; for (i = 0; i < 9000; i++) printf ";rec"; print ";leaf 10"; print "main;other 1" }' >deep.folded
    $ corr top deep.folded
    11 samples of deep
    10 of 11 samples are in leaf, all of them under rec
    11 samples: counts only, any share could be off by 30 points

     n  function  mostly under
    10  leaf      rec
     1  other     main
    deep.folded: 1 stack is too deep; 4907 frames of the middle left out
    next  corr peek leaf deep.folded   who calls it
          corr tree deep.folded        the call tree
    $ corr tree -q deep.folded
    11 samples of deep
    10 of 11 samples are one path: main → rec ×2046 → rec ×2047 → leaf
    11 samples: counts only, any share could be off by 30 points

     n    function (* the hottest path)
    11  * main
    10  * ├ (hot) rec ×2046 → [frames left out] → rec ×2047 → leaf
     1    └ (1 smaller frame)
    next  corr peek leaf deep.folded       all its callers
          corr tree --icicle deep.folded   as a picture
    $ corr convert -q --to pprof -o deep.pb.gz deep.folded
    $ corr top -q deep.pb.gz
    11 samples of deep
    10 of 11 samples are in leaf, all of them under rec
    11 samples: counts only, any share could be off by 30 points

     n  function  mostly under
    10  leaf      rec
     1  other     main
    next  corr peek leaf deep.pb.gz   who calls it
          corr tree deep.pb.gz        the call tree
