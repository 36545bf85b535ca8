Who held a lock of java.util.concurrent, by what else the recording shows.

A thread that waits for such a lock is parked, and the event names the lock and
not its holder.  The holder is the only thread that is seen in the code that
takes the lock.

    $ cp $DATA/jfr/holders.jsonl $DATA/jfr/holders.jfr.gz .
    $ corr span -q b002 --holders
    s1 waited in Holders$Store.load 89.70 ms, once, for a ReentrantLock$NonfairSync
        wait  from           held by       for
    89.70 ms  22:21:30.431Z  t-1      89.70 ms  b0010000  asleep
    inferred: t-1 was seen in Holders$Store.load, asleep

    while it had the lock (89.70 ms), t-1 slept 89.54 ms
    next  corr top --kind park --by holder   all holders of such locks

    $ corr span -q b002 | head -n 4
    waits  101.73 ms    trace b0020000    2026-11-27 22:21:30.431Z
    all of it is s1, waits in holders (thread t-2)

    89.70 ms  88%  ▉▉▉▉▉▉▉▉▉▉  park          in Holders$Store.load, held by t-1

    $ corr span -q b002 --holders --json | grep -o '"detail": \[{.*\]' | tr '{' '\n' | sed 's/ "from.*"how"/ "how"/'
    "detail": [
    "lock": "java.util.concurrent.locks.ReentrantLock$NonfairSync", "thread": "t-1", "trace_id": "b0010000000000000000000000000001", "span_id": "0000000000000001", "name": "asleep", "how": "inferred", "waited_ns": 0, "file_ns": 0, "sleep_ns": 89535401, "socket_ns": 0, "park_ns": 0, "at": "Holders$Store.load", "taken_in": "Holders$Store.load", "seen": "sleep", "seen_records": 1, "candidates": []}]

The ends of other waits say when it changed hands.

    $ corr span -q b005 --holders | head -n 5
    s1 waited in Holders$Store.load 102.32 ms, once, for a ReentrantLock$NonfairSync
         wait  from           held by       for
    102.32 ms  22:21:30.664Z  t-3      29.82 ms  b0030000  first
                              t-4      72.50 ms  b0040000  second
    inferred: t-4 was seen in Holders$Store.load, asleep

Nothing shows a holder that did nothing the recorder records.

    $ corr span -q b007 --holders | sed '/^next/d'
    s1 waited in Holders$Store.load 70.27 ms, once, for a ReentrantLock$NonfairSync
        wait  from           held by       for
    70.27 ms  22:21:30.823Z  unknown  70.27 ms    not seen
    no event of 10 ms or more shows a thread in Holders$Store.load

Who gave the lock back, and is seen elsewhere before the wait ends, had it no longer.

    $ corr span -q b00a --holders | sed '/^next/d'
    s1 waited in Holders$Store.load 96.52 ms, once, for a ReentrantLock$NonfairSync
        wait  from           held by       for
    96.52 ms  22:21:30.961Z  unknown  96.52 ms    not seen
    no event of 10 ms or more shows a thread in Holders$Store.load

Who gave up did not get it, and code that takes a lock without a wait is not
known to take it.

    $ corr span -q b00c --holders | sed '/^next/d'
    s1 waited in Holders$Store.hurry 40.00 ms, once, for a ReentrantLock$NonfairSync
        wait  from           held by       for
    40.00 ms  22:21:31.107Z  unknown  40.00 ms    not seen
    no event of 10 ms or more shows a thread in Holders$Store.hurry

A reader waits for who writes, in other code, and not for other readers.

    $ corr span -q b00f --holders | head -n 4
    s1 waited in Holders$Prices.read 76.22 ms, once, for a
      ReentrantReadWriteLock$NonfairSync
        wait  from           held by       for
    76.22 ms  22:21:31.271Z  t-14     76.22 ms  b00e0000  writes
    $ corr span -q b011 --holders | head -n 7
    s1 waited in Holders$Prices.read 154.67 ms, once, for a
      ReentrantReadWriteLock$NonfairSync
         wait  from           held by             for
    154.67 ms  22:21:31.299Z  t-14           49.37 ms  b00e0000  writes
                              perhaps t-15   145.1 us            no request
                              t-16          105.16 ms  b0100000  writes next
    perhaps: its own wait ended then, but no event shows it in Holders$Prices.read

What is no lock has no holder: a condition, a permit, a latch, time.

    $ corr span -q b012 --holders
    s1 waited for no lock that was recorded

    s1 was parked in Holders.signal 73.07 ms for a
      AbstractQueuedSynchronizer$ConditionObject; a signal ends the wait, and there
      is no holder
    $ for i in b013 b014 b015; do corr span -q $i --holders; done
    s1 waited for no lock that was recorded
    s1 waited for no lock that was recorded
    s1 waited for no lock that was recorded

All waits of a recording, by their holders.

    $ corr top -q --kind park --by holder
    park of holders  1.3 s  15 waits = 1.11 s
    17% is charged to holders: writes

    self%  total%      self  waits  holder
     24.2    24.2  267.9 ms      4  [no lock]
     17.0    17.0  188.7 ms      3  holders: writes
     15.0    15.0  166.8 ms      2  [no holder seen] in Holders$Store.load
     12.9    12.9  143.1 ms      3  [no holder seen] in Holders$Store.hurry
      9.5     9.5  105.2 ms      1  holders: writes next
      8.1     8.1   89.7 ms      1  holders: asleep
      6.7     6.7   74.8 ms      2  holders: first
      6.5     6.5   72.5 ms      1  holders: second
      0.0            0.3 ms         2 more holders (-n 0)
    also      --kind lock, cpu, alloc_bytes; 5 more: -v

