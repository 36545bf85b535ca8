What a span waited for, told of a recording whose threads share a name.

Of two threads of one name only the one that has the lock is its holder: it slept,
and what the other ran meanwhile is none of its code.  Few samples are all shown.

    $ cp $DATA/jfr/twins.jsonl $DATA/jfr/twins.jfr.gz .
    $ corr span -q a0000000000000000000000000000003 --holders | sed -n '/^s1 wait/,$p'
    s1 waited 127.92 ms, once, for a monitor of Twins$Store
    the wait is in Twins.lambda$monitor$3
         wait  from           held by        for
    127.92 ms  20:44:31.098Z  twin     127.92 ms  a0000000  hold

    while it had the lock (127.92 ms), twin slept 102.96 ms
    while it had the lock (127.92 ms), twin ran (1 CPU sample)
    n  function
    1  Twins.lambda$monitor$2 → burn
    next  corr top --lock --by holder   all holders, by the waits they caused

Whose waits nobody can tell has not waited for nothing.

    $ corr span -q a0000000000000000000000000000004 --holders | sed -n '/^which/,/^$/p'

    $ sed "s/{\"key\":\"thread.id\"[^}]*}},//" twins.jsonl >names
    $ corr span -q a0000000000000000000000000000002 --holders twins.jfr.gz names |
    > grep -A 1 "^which"; rm names

A lock of the class library parks who waits for it; its holder was never seen where
it takes the lock.

    $ corr span -q a0000000000000000000000000000008 --holders | sed -n '/^s1 wait/,/^$/p'
    s1 waited in Twins.lambda$lock$5 79.26 ms, once, for a ReentrantLock$NonfairSync
        wait  from           held by       for
    79.26 ms  20:44:31.538Z  unknown  79.26 ms    not seen
    no event of 10 ms or more shows a thread in Twins.lambda$lock$5
    next  corr top --kind park --by holder   all holders of such locks

Where code was native, there is some to show, but of another kind.

    $ corr span -q a0000000000000000000000000000009 | sed -n '/^coverage/,/shows/p'
    $ corr span -q a0000000000000000000000000000009 --kind native | sed -n '/^code/,/^evid/p'
    code in s1 by native: 23 samples
     n  function
    23  Twins.span → lambda$compress$6 → Deflater.deflate
    23 samples: counts, no shares. ±10 points needs 97 samples, about 5 such spans.

    s1 *  twins  compress  0.549 s  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇

    evidence  thread+time, confidence 0.85; 23 of at most 27 samples (84%)

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
    127.94 ms  6b089a2f0000000033333333/s1  twins    wait
    next  corr span 6b089a2f0000000033333333/s1 --holders twins.jfr.gz twins.jsonl
    127.92 ms  20:44:31.098Z  twin     127.92 ms  6b089a2f0000000011111111  hold
    next  corr spans --slowest 5 twins.jfr.gz twins.jsonl       the slowest requests
          corr span 6b089a2f66666666 twins.jfr.gz twins.jsonl
    127.94 ms  6b089a2f33333333/s1  twins    wait
    next  corr span 6b089a2f33333333/s1 --holders twins.jfr.gz twins.jsonl
    127.92 ms  20:44:31.098Z  twin     127.92 ms  6b089a2f11111111  hold
    next  corr spans --slowest 5 twins.jfr.gz twins.jsonl   the slowest requests
          corr span 66666666 twins.jfr.gz twins.jsonl
    127.94 ms  33333333/s1  twins    wait
    next  corr span 33333333/s1 --holders twins.jfr.gz twins.jsonl
    127.92 ms  20:44:31.098Z  twin     127.92 ms  11111111  hold
