What a span waited for, told of a recording whose threads share a name.

Of two threads of one name only the one that has the lock is its holder: it slept,
and what the other ran meanwhile is none of its code.  Few samples are all shown.

    $ cp $DATA/jfr/twins.jsonl $DATA/jfr/twins.jfr.gz .
    $ corr span -q a0000000000000000000000000000003 --holders | sed -n '/^s1 wait/,$p'
    s1 wait  127.94 ms  thread main
    lock        127.91 ms  100.0%    1 wait  Twins$Store, held by twin
    unobserved    0.03 ms    0.0%    not all waits
    total       127.94 ms  100.0%

    s1 waited 127.92 ms, 1 time, for a monitor of Twins$Store
         wait  from           held by        for
    127.92 ms  20:44:31.098Z  twin     127.92 ms  a0000000  hold
    in the longest stretch, 127.92 ms, twin slept 102.96 ms
    in the longest stretch, 127.92 ms, twin ran (1 CPU sample)
    n    function
    1  * java.lang.Thread.run → … 5 frames … → Twins.burn

    no cpu sample was taken of its thread meanwhile: there is no code to show
    the span waited: at most 0.0 samples expected of the rest of its 127.94 ms
      (CPU-able 25.3 us)

Whose waits nobody can tell has not waited for nothing.

    $ corr span -q a0000000000000000000000000000004 --holders | sed -n '/^which/,/^$/p'
    which locks s1 waited for cannot be said: nothing tells on which thread it ran
    no code: the trace is here, but no sample can be tied to it
      profile  twins.jfr.gz, 29 CPU samples in 1.3 s (the span is 4.7% of that)
      labels   no sample carries a span or trace id (keys tried: corr help labels)
      service  twins
    why   no sample of its time is told to be its own
    try   corr top --by operation

A lock of the class library parks who waits for it; who has it nobody records.

    $ corr span -q a0000000000000000000000000000008 --holders | sed -n '/^s1 wait/,/^$/p'
    s1 waited for no monitor, as far as is recorded
    s1 was parked for a ReentrantLock$NonfairSync: who had it is not recorded

Where code was native, there is some to show, but of another kind.

    $ corr span -q a0000000000000000000000000000009 | sed -n '/^coverage/,/shows/p'
    coverage  0.5 of at most 54.9 samples expected (CPU-able 0.549 s, 100 Hz): 1%
    23 samples found its thread in native code: --kind native shows them
    $ corr span -q a0000000000000000000000000000009 --kind native | sed -n '/^code/,/^evid/p'
    code by native in s1
    23 samples: counts only, any share could be off by 21 points
     n    function
    23  * Twins.main → … 5 frames … → java.util.zip.Deflater.deflateBytesBytes
    evidence  100% thread+time   confidence 0.85 (strong)
