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

    $ sed "s/{\"key\":\"thread.id\"[^}]*}},//" twins.jsonl >names
    $ corr span -q a0000000000000000000000000000002 --holders twins.jfr.gz names |
    > grep -A 1 "^which"; rm names
    which locks s1 waited for cannot be said: which thread it is in a recording is
      not told

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

What is to be typed next asks for one request, also where ids begin with the seconds
of their time, or with zeros.

    $ mv twins.jsonl made.jsonl
    $ n='\1\1\1\1\1\1\1\1'
    $ for id in 6b089a2f00000000${n}00000000 6b089a2f${n}0000000000000000 \
    >     0000000000000000${n}00000000; do
    >   sed "s/\"a0*\([0-9]\)\"/\"$id\"/" made.jsonl >twins.jsonl
    >   corr info -q twins.jfr.gz twins.jsonl | grep 'corr span'
    >   corr spans -q twins.jfr.gz twins.jsonl --op wait --width 100 | sed -n 4p
    >   id=$(corr spans -q twins.jsonl --op wait --ids)
    >   corr span -q $id twins.jfr.gz twins.jsonl | grep holders
    >   corr span -q $id twins.jfr.gz twins.jsonl --holders | grep '^127.*hold'
    > done
    next  corr spans --slowest 5 twins.jfr.gz twins.jsonl
          corr span 6b089a2f0000000066666666 twins.jfr.gz twins.jsonl
    127.94 ms  127.94 ms  6b089a2f0000000033333333/s1  twins    wait
    next  corr span 6b089a2f0000000033333333/s1 --holders twins.jfr.gz twins.jsonl
    127.92 ms  20:44:31.098Z  twin     127.92 ms  6b089a2f0000000011111111  hold
    next  corr spans --slowest 5 twins.jfr.gz twins.jsonl       the slowest requests
          corr span 6b089a2f66666666 twins.jfr.gz twins.jsonl
    127.94 ms  127.94 ms  6b089a2f33333333/s1  twins    wait
    next  corr span 6b089a2f33333333/s1 --holders twins.jfr.gz twins.jsonl
    127.92 ms  20:44:31.098Z  twin     127.92 ms  6b089a2f11111111  hold
    next  corr spans --slowest 5 twins.jfr.gz twins.jsonl   the slowest requests
          corr span 66666666 twins.jfr.gz twins.jsonl
    127.94 ms  127.94 ms  33333333/s1  twins    wait
    next  corr span 33333333/s1 --holders twins.jfr.gz twins.jsonl
    127.92 ms  20:44:31.098Z  twin     127.92 ms  11111111  hold
