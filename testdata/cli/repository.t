A recorder's repository: a file a chunk, and one that was never finished.

A JVM that records writes one file after the other into a directory of its own.
Files of one process, each of which begins when another ends, are one recording,
called as their directory.  Their names decide nothing.

    $ mkdir -p repo/run
    $ gunzip -c $DATA/jfr/repo-1.jfr.gz >repo/run/one.jfr
    $ gunzip -c $DATA/jfr/repo-2.jfr.gz >repo/run/two.part
    $ corr info repo
    2026-11-22 04:42:14.054Z..04:42:17.121Z (3.1 s)   2 files of 1 service

    service  profile   samples
    rotated  run  JFR  103 cpu

    recording run: usable until 04:42:17.121Z; 1 of 2 chunks is unfinished
    no trace is here: samples cannot be tied to requests (add an exported trace)
    1 note on run: JFR counts runnable Java threads, not CPU time; native code is
      missing (-v)
    next  corr top repo   the most expensive functions

    $ corr info -q --json repo | grep -o '"path.*"format"\|"files".*'
    "path": "run", "format"
    "files": 2, "chunks": 2, "chunks_broken": 1, "series": 0, "points": 0, "resolution_ns": null, "service_by": null, "clock": null, "clock_error_ns": null, "sha256": null}
    $ corr top -q -n 2 repo
    Running Java † of run  3.1 s  103 samples of 10 ms = 1.03 s
    99% is Rotated.work, all of it under Rotated.main

    self%    ±  total%    n  function                          mostly under
     99.0  2.6    99.0  102  Rotated.work                      Rotated.main
      1.0  2.6     1.0    1  UnixChannelFactory$Flags.toFlags
    also      --kind alloc_bytes, gc; 4 more: -v
    103 samples: shares are within 10 points
    next  corr peek Rotated.work repo   who calls it
          corr tree repo                the call tree

    $ corr top -q -n 1 repo/run/one.jfr repo/run/two.part 2>&1 | tail -n 3
    103 samples: shares are within 10 points
    next  corr peek Rotated.work repo/run/one.jfr repo/run/two.part   who calls it
          corr tree repo/run/one.jfr repo/run/two.part                the call tree
    $ (cd repo/run; corr top -q -n 1 . 2>&1 | tail -n 3)
    103 samples: shares are within 10 points
    next  corr peek Rotated.work .   who calls it
          corr tree .                the call tree

Of another process, or of another time, they stay what they are.

    $ gunzip -c $DATA/jfr/killed.jfr.gz >repo/run/other.part
    $ corr info -q repo 2>/dev/null | head -n 4
    2026-11-22 02:47:37Z..04:42:17Z (1h54m39s)   3 files of 2 services

    service  profile              samples
    rotated  run/one.jfr +1  JFR  103 cpu

Cut off: what stands behind that is lost, and how long that may be is known from
when the file was last written, unless somebody copied it.

    $ rm repo/run/other.part; head -c 120000 repo/run/two.part >two; cat two >repo/run/two.part
    $ touch -d 2026-11-22T04:42:20Z repo/run/two.part
    $ corr info -qv repo | sed -n '/^recording/,/^lost/p'
    corr: run/two.part: chunk 2 is cut off; 120000 of 136322 bytes are there, at byte 120000
    recording run: 2 chunks in 2 files
              1 complete, 2026-11-22 04:42:14.054Z..04:42:15.462Z
              1 unfinished, chunk 2 in two.part: 120 kB, 118 kB read
    lost      16.3 kB after 2026-11-22 04:42:16.118Z, at most 3.9 s
    $ touch -d 2026-11-23T04:42:20Z repo/run/two.part
    $ corr info -q repo 2>/dev/null | grep ^lost
    lost      16.3 kB after 2026-11-22 04:42:16.118Z, at most 1 s
    $ corr info --strict repo
    corr: run/two.part: chunk 2 is cut off; 120000 of 136322 bytes are there, at byte 120000
    [3]

A chunk that lost what says what its events are is read as the one before it.

    $ gunzip -c $DATA/jfr/repo-2.jfr.gz | perl -0777 -pe '
    >   substr($_, 7914, 96472) = "";
    >   substr($_, 8, 24) = pack "Q>3", length, 0, 0' >repo/run/two.part
    $ corr info -qv repo 2>/dev/null | sed -n '/^recording/,/^lost/p'
    recording run: 2 chunks in 2 files
              1 complete, 2026-11-22 04:42:14.054Z..04:42:15.462Z
              1 unfinished, chunk 2 in two.part: 39.9 kB, read to its end; types
              taken from chunk 1
    lost      events after 2026-11-22 04:42:17.121Z that were not yet written
    $ corr info repo 2>&1 >/dev/null | head -n 1
    $ corr top -q -n 1 repo 2>/dev/null
    Running Java † of run  3.1 s  103 samples of 10 ms = 1.03 s
    99% is Rotated.work, all of it under Rotated.main

    self%    ±  total%    n  function                  mostly under
     99.0  2.6    99.0  102  Rotated.work              Rotated.main
      1.0                 1  11 more functions (-n 0)
    also      --kind alloc_bytes, gc; 4 more: -v
    103 samples: shares are within 10 points
    next  corr peek Rotated.work repo   who calls it
          corr tree repo                the call tree
    $ cp repo/run/two.part alone.jfr; corr info -q alone.jfr
    corr: alone.jfr: chunk 1 has no event types; it is left out
    1 file

    profile            samples
    alone.jfr  JFR  no samples

    recording alone.jfr: unreadable; it is unfinished
    lost      39.9 kB after 2026-11-22 04:42:15.462Z

All that can be read, in one file.

    $ gunzip -c $DATA/jfr/repo-2.jfr.gz >repo/run/two.part
    $ corr merge --salvage repo -o all.jfr; corr top -q -n 1 all.jfr
    corr: merged 2 chunks, 257 kB
    Running Java †  3 s  103 samples of 10 ms = 1.03 s
    99% is Rotated.work, all of it under Rotated.main

    self%    ±  total%    n  function                  mostly under
     99.0  2.6    99.0  102  Rotated.work              Rotated.main
      1.0                 1  11 more functions (-n 0)
    also      --kind alloc_bytes, gc; 4 more: -v
    103 samples: shares are within 10 points
    next  corr peek Rotated.work all.jfr   who calls it
          corr tree all.jfr                the call tree
    $ corr merge --salvage repo -o repo/run/two.part
    corr: -o repo/run/two.part is there and holds jfr data: it is not replaced
          hint: write to another file, such as -o merge.out
    [2]

What a running JVM hands out on demand holds copies of these chunks, and the next
time once more: each counts once, wherever the files lie, and packed or not.

    $ cp repo/run/one.jfr first.jfr; cp all.jfr second.jfr
    $ corr top -n 1 first.jfr second.jfr
    Running Java †  3 s  103 samples of 10 ms = 1.03 s
    99% is Rotated.work, all of it under Rotated.main

    self%    ±  total%    n  function                  mostly under
     99.0  2.6    99.0  102  Rotated.work              Rotated.main
      1.0                 1  11 more functions (-n 0)
    also      --kind alloc_bytes, gc; 4 more: -v
    103 samples: shares are within 10 points
    † JFR counts runnable Java threads, not CPU time; native code is missing
    next  corr peek Rotated.work first.jfr second.jfr   who calls it
          corr tree first.jfr second.jfr                the call tree
    $ gzip repo/run/*; corr info -q repo
    2026-11-22 04:42:14.054Z..04:42:17.121Z (3.1 s)   2 files of 1 service

    service  profile   samples
    rotated  run  JFR  103 cpu

    recording run: usable until 04:42:17.121Z; 1 of 2 chunks is unfinished
    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top repo   the most expensive functions
    $ corr info first.jfr second.jfr repo
    2026-11-22 04:42:14.054Z..04:42:17.094Z (3 s)   4 files of 1 service

    service  profile             samples
    rotated  second.jfr +3  JFR  103 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    1 note on second.jfr +3: JFR counts runnable Java threads, not CPU time; native
      code is missing (-v)
    next  corr top first.jfr repo second.jfr   the most expensive functions
    $ corr top -q -n 1 second.jfr repo/run/two.part.gz
    Running Java †  3 s  103 samples of 10 ms = 1.03 s
    99% is Rotated.work, all of it under Rotated.main

    self%    ±  total%    n  function                  mostly under
     99.0  2.6    99.0  102  Rotated.work              Rotated.main
      1.0                 1  11 more functions (-n 0)
    also      --kind alloc_bytes, gc; 4 more: -v
    103 samples: shares are within 10 points
    next  corr peek Rotated.work repo/run/two.part.gz second.jfr   who calls it
          corr tree repo/run/two.part.gz second.jfr                the call tree

Where a JVM was killed the file that it was told to write is there, and empty.

    $ : >live.jfr; corr info live.jfr
    corr: live.jfr: the file is empty
          hint: the data of a killed JVM stays in a directory DATE_PID in its /tmp
    [3]
