Recordings of a service that changes for 18 s and changes back (testdata/jfr): it
allocates more, waits for a lock of its own or of java.util.concurrent, or calls a
peer that got slow. The program printed when.

    $ of() { corr when -q $DATA/jfr/changes-$1.jfr.gz; }
    $ of alloc | head -n 2
    09:14:16.000Z ±500 ms  alloc_bytes of changes up  4.7 → 73.2 MB/s, for 18.4 s
                           Changes.copyBasket  +66.7 MB/s (0 → 90%)
    $ of lock | head -n 3
    09:14:15Z ±1 s        lock of changes up  0.21 → 1.99 threads, for 17.9 s
                          Changes.writeLedger  +1.92 threads (55 → 100%)
                          class Changes$Ledger  +1.92 threads
    $ of seats | head -n 3
    09:14:16.300Z ±500 ms  park of changes up  1.01 → 2.19 threads, for 18 s
                           Changes.bookSeat  +1.63 threads (17 → 73%)
                           class locks.ReentrantLock$NonfairSync  +1.63 threads
    $ of calls | head -n 3
    09:32:20.750Z ±50 ms  io of changes up  1.95 → 3.38 threads, for 18 s
                          Changes.ask  +2.61 threads (1 → 78%)
                          peer localhost:17117  +2.61 threads

Begin and end are within 3 s.

    $ ns() { date -u -d "$(sed -n "s/.*\"$1\".*\"$2\": \"\([^\"]*\)Z\".*/\1/p" $DATA/jfr/changes.jsonl)" +%s%N; }
    $ off() { corr when -q $DATA/jfr/changes-$1.jfr.gz --json | sed -n "s/.*\"$2\": \"\{0,1\}\([0-9]*\)\"\{0,1\},.*\"is_main\": true.*/\1/p" | head -n 1 | awk -v told=$(ns $1 $3) '{ d = ($1 - told) / 1e9; print (d < 0 ? -d : d) < 3 ? "close" : d }'; }
    $ for of in alloc lock seats calls; do off $of at_unix_ns from; off $of until_unix_ns to; done | uniq -c
          8 close

Documents name what the threads waited for.

    $ corr when -q $DATA/jfr/changes-calls.jfr.gz --json | grep -o '"object".*"why'
    "object": "localhost:17117", "object_key": "peer", "object_delta": 2.6088554102510986, "why
    $ corr when -q $DATA/jfr/changes-seats.jfr.gz --json | grep -o '"object".*"why'
    "object": "java.util.concurrent.locks.ReentrantLock$NonfairSync", "object_key": "class", "object_delta": 1.6271766264869025, "why

Threads that park until there is work are no series; a lock is.

    $ corr when -q $DATA/jfr/changes-alloc.jfr.gz --all | grep -c ^park
    0
    [1]
    $ corr when -q $DATA/jfr/changes-seats.jfr.gz --all | grep ^park
    park           ▃▆▃▂▄▁▁▁▁▃▃▁▂▄▆▅▄▃█████████████▂▁▁▁▁▁▃▃▄▃▅▅▁  0.00..2.21 threads
