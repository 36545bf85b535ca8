The text of perf script.  Its header relates the clock to the date, so samples
have times.

    $ P=$DATA/perf/checkout.perf.txt
    $ corr info $P
    2026-11-21 02:23:13.563Z..02:23:13.584Z (21.4 ms)   1 file

    profile                                      samples
    ../data/perf/checkout.perf.txt  perf-script    3 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top ../data/perf/checkout.perf.txt   the most expensive functions
    $ corr top $P -n 0
    CPU of checkout  21.4 ms  3 samples of 10.1 ms = 30.3 ms  (also: page-faults)
    3 samples: examples, not a breakdown. ±10 points needs 97 samples

    n  function                        mostly under
    1  Compile::Optimize
    1  Cart:::total                    Price:::of
    1  handle_softirqs                 __send
    0  JavaCalls::call_helper
    0  [libnet.so]
    0  __send
    0  Checkout:::run
    0  Price:::of
    0  entry_SYSCALL_64_after_hwframe
    0  start_thread
    next  corr peek Compile::Optimize ../data/perf/checkout.perf.txt   who calls it
          corr tree ../data/perf/checkout.perf.txt                     the call tree
    $ corr top $P --kind page-faults --by thread
    page-faults of checkout  21.4 ms  1 from 1 observation  (also: cpu)
    1 of 1 page-faults is of thread java
    1 observation: examples, not a breakdown. ±10 points needs 97 samples

    self  n  thread
       1  1  java
    next  corr tree --kind page-faults ../data/perf/checkout.perf.txt
    $ corr tree $P
    CPU of checkout  21.4 ms  3 samples of 10.1 ms = 30.3 ms  (also: page-faults)
    3 samples: examples, not a breakdown. ±10 points needs 97 samples

    n    function (* the hottest path)
    3  * start_thread
    1    ├ Compile::Optimize
    1    ├ JavaCalls::call_helper → Checkout:::run → Price:::of → Cart:::total
    1    └ Cart:::total → … → __send → … → handle_softirqs
    next  corr peek Compile::Optimize ../data/perf/checkout.perf.txt
          corr tree --icicle ../data/perf/checkout.perf.txt            as a picture
    $ corr convert --to folded $P
    C2_CompilerThre;start_thread;Compile::Optimize 1
    java;start_thread;JavaCalls::call_helper;com/shop/Checkout:::run;com/shop/Price:::of;com/shop/Cart:::total 1
    java;start_thread;com/shop/Cart:::total;[libnet.so];__send;entry_SYSCALL_64_after_hwframe;handle_softirqs 1
    $ corr convert --to rows $P | cut -f1-11 | head -2
    file	row	tick	type	kind	value	unit	time_ns	thread	tid	label_trace
    ../data/perf/checkout.perf.txt	0	0	cpu-clock:pppH	cpu	10101010	ns	1795227793563111853	java	1250	

Without the reference time nobody knows when it was: the samples keep their
order, but have no time of day.

    $ grep -v reference $P >own.txt
    $ corr info own.txt
    1 file

    profile               samples
    own.txt  perf-script    3 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top own.txt   the most expensive functions
    $ corr convert -q --to rows own.txt | cut -f2,8 | head -3
    row	time_ns
    0	
    1	
    $ corr top own.txt --from 2026-11-21T02:23:00Z --to 2026-11-21T02:24:00Z
    no sample matches --from 2026-11-21T02:23:00Z --to 2026-11-21T02:24:00Z
    (a profile without times per sample counts if all of it is in that time)
    [5]

Folded stacks, cut short, and a file that has none.

    $ head -c 1200 $P >cut.txt
    $ corr top cut.txt -n 1
    corr: cut.txt: the sample that begins in line 24 is cut off, at byte 1064
    CPU of cut  10.1 ms  2 samples of 10.1 ms = 20.2 ms
    2 samples: examples, not a breakdown. ±10 points needs 97 samples

    n  function
    1  Compile::Optimize
    1  5 more functions (-n 0)
    next  corr peek Compile::Optimize cut.txt   who calls it
          corr tree cut.txt                     the call tree
    $ corr info --as perf-script $DATA/collapsed/py-spy.folded
    corr: ../data/collapsed/py-spy.folded: no data of the format perf-script
          hint: without --as perf-script it is read as collapsed
    [3]

Asked for no files (perf script -F comm,pid,tid,time,event,ip,sym), perf names
none; a line that looks alike in other text is no sample.

    $ printf 'sh 12/13 7.5: cycles:u: \n\t 42b0 strcmp\n\t 4f00 main\n\n' >bare.txt
    $ corr convert -q --to folded bare.txt
    sh;main;strcmp 1
    $ printf 'sh 12/13 7.5: cycles:u: \nadd me\nfeed us\n' | corr top -q -
    corr: standard input: unknown format in the first 40 bytes
          hint: "corr help formats" lists the formats; --as NAME insists on one
    [3]

A frame without a name is asked for as it is shown.

    $ { printf 'node 7 1.0: 10000000 cpu-clock:\n\t1 main (/bin/node)\n\n'
    >   printf 'node 7 2.0: 10000000 cpu-clock:\n\t2 [unknown] (/usr/lib/libc.so.6)\n\t1 main (/bin/node)\n\n'; } >lib.perf
    $ corr top -q lib.perf --focus 'libc' | sed -n '/^n/,$p'
    n  function     mostly under
    1  [libc.so.6]  main

    100% of this has no names in the file: --by line shows where it lies
    next  corr tree --focus libc lib.perf   the call tree
    $ corr top -q lib.perf --ignore '^\[libc.so.6\]$' | sed -n '/^n/,$p'
    n  function
    1  main
    next  corr peek main --ignore '^\[libc.so.6\]$' lib.perf   who calls it
          corr tree --ignore '^\[libc.so.6\]$' lib.perf        the call tree
    $ corr convert -q --to folded lib.perf --hide libc
    node;main 2
    $ corr convert -q --to folded lib.perf --show-from libc
    node 1
    node;[libc.so.6] 1

Who had a CPU, and when: what a thread waited for, blocked or for a CPU, is time
of its own, with the code that left the CPU.

    $ Q=$DATA/perf/pool.perf.txt.gz
    $ corr top $Q -n 3 --focus worker
    CPU of pool  296 ms  57 samples of 2 ms = 114.0 ms  (also: offcpu; 3 more: -v)
    88% is burn, all of it under work

    self%    ±  total%   n  function                     mostly under
     87.7  8.6    94.7  50  burn                         work
      7.0  7.0     7.0   4  finish_task_switch.isra.0    burn
      3.5  5.5     3.5   2  _raw_spin_unlock_irqrestore  burn
      1.8                1  23 more functions (-n 0)
    57 samples: shares are within 13 points
    next  corr peek burn --focus worker ../data/perf/pool.perf.txt.gz   who calls it
          corr tree --focus worker ../data/perf/pool.perf.txt.gz
    $ corr tree $Q --kind offcpu --focus worker
    Time off CPU of pool  296 ms  15 waits = 231.8 ms  (also: cpu; 3 more: -v)
    75% is one path to __schedule

    total%  self%   n    function (* the hottest path)
    100.0%   0.0%  15  * start_thread
     75.5%  75.5%  12  * ├ (hot) clock_nanosleep@GLIBC_2.2.5 → … → __schedule
     24.5%  24.5%   3    └ __GI___lll_lock_wait → … → schedule → __schedule
    next  corr peek __schedule --kind offcpu --focus worker \
              ../data/perf/pool.perf.txt.gz   all its callers
          corr tree --icicle --kind offcpu --focus worker \
              ../data/perf/pool.perf.txt.gz   as a picture
    $ corr top $Q --kind runq --by thread -n 2
    Time on the run queue of pool  296 ms  554 waits = 1.37 s
    70% is of thread other

    self%  total%      self    n  thread
     70.4    70.4  966.7 ms  472  other
     29.3    29.3  401.5 ms   79  worker
      0.3            4.4 ms    3  1 more thread (-n 0)
    also      --kind cpu, offcpu; 2 more: -v
    next  corr tree --kind runq ../data/perf/pool.perf.txt.gz   the call tree

The same of one process: its own events do not say when a thread was back, and what
nobody says is no wait.

    $ gunzip -c $Q | awk '/^ *other/ { own = 0 } /^ *(worker|pool)/ { own = 1 } own || /^#/' >one.txt
    $ corr top one.txt --kind offcpu --by thread -n 2
    no samples of kind "offcpu"; kinds here: sched:sched_switch cpu
      sched:sched_wakeup runq
    [5]

Its threads have one name, but spans name them by the numbers that the system gave
them: 20 ms of CPU and 25 ms of sleep are what each request asks for.

    $ corr span 5bd66ef5095369c7b0d1f8f4bd330002 $Q $DATA/perf/pool.otlp.jsonl | sed -n '2,/^evidence/p'
    all of it is s1, GET /pool in pool (thread worker)

    27.37 ms  38%  ▉▉▉▉▉▉▉▉▉▉  run queue     6 waits
    25.17 ms  35%  ▉▉▉▉▉▉▉▉▉   off CPU       1 wait
    20.00 ms  27%  ▉▉▉▉▉▉▉     on CPU        10 samples, ±12.40 ms
     85.3 us  <1%              not recorded

    code in s1: 10 samples; 6 spans like it: 54 samples (±14 points)
    s1  alike  function
    10    92%  work → burn
           8%  3 more paths
    10 samples: examples, not a breakdown. ±10 points needs 97 samples, about 10
      such spans.

    s1 *  pool  GET /pool  72.62 ms  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇

    evidence  thread+time, confidence 0.85; 9.9 of at most 10 samples (99%)

That recording is of the whole machine; other programs are of no service.

    $ corr top $Q $DATA/perf/pool.otlp.jsonl --by service
    CPU of pool  296 ms  293 samples of 2 ms = 586.0 ms  (also: offcpu; 3 more: -v)
    80% has no service

    self%    ±  total%      self    n  service
     80.2  4.5    80.2  470.0 ms  235  [no service]
     19.8  4.5    19.8  116.0 ms   58  pool
    293 samples: shares are within 6 points
    ../data/perf/pool.perf.txt.gz has several processes; pool is known by the pid of
      its spans, only that is tied to spans
    next  corr tree ../data/perf/pool.otlp.jsonl ../data/perf/pool.perf.txt.gz
    $ corr top -q $Q $DATA/perf/pool.otlp.jsonl --service pool -n 1
    CPU of pool  296 ms  58 samples of 2 ms = 116.0 ms  (also: offcpu; 3 more: -v)
    86% is burn, all of it under work

    self%    ±  total%   n  function                  mostly under
     86.2  8.9    93.1  50  burn                      work
     13.8                8  37 more functions (-n 0)
    58 samples: shares are within 13 points
    next  corr peek burn --service pool ../data/perf/pool.otlp.jsonl \
              ../data/perf/pool.perf.txt.gz   who calls it
          corr tree --service pool ../data/perf/pool.otlp.jsonl \
              ../data/perf/pool.perf.txt.gz   the call tree
    $ sed 's/process.pid/a/; s/thread.id/b/; s/"pool"/"shop"/; s/"worker"/"w"/' $DATA/perf/pool.otlp.jsonl >untold.jsonl
    $ corr info $Q untold.jsonl
    2026-11-26 14:01:53.236Z..14:01:53.532Z (296 ms)   6 traces of 1 service

    service         requests  profile                      samples  tied to requests
    shop (assumed)         6  ../data…pool.perf.txt.gz     293 cpu     – no ids
    traces                    untold.jsonl                 6 spans

    1 note: ../data/perf/pool.perf.txt.gz has several processes, one of them shop;
      time alone ties no span (-v)
    next  corr spans --slowest 5 ../data/perf/pool.perf.txt.gz untold.jsonl
          corr span 5bd66ef5 ../data/perf/pool.perf.txt.gz untold.jsonl
          corr top ../data/perf/pool.perf.txt.gz untold.jsonl
