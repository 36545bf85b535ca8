scripts/runbook/rescue: what is left of a recording that was never finished.

    $ PATH=$PATH:$(cd -P $DATA/../scripts/runbook && pwd)
    $ printf '#!/bin/sh\necho "$@" >jfr.said\n' >jfr; chmod +x jfr; JFR=./jfr; export JFR
    $ mkdir -p repo/run
    $ gunzip -c $DATA/jfr/repo-1.jfr.gz >repo/run/one.jfr
    $ gunzip -c $DATA/jfr/repo-2.jfr.gz | head -c 120000 >repo/run/two.part
    $ touch -d 2026-11-22T04:42:20Z repo/run/two.part
    $ rescue repo
    corr: run/two.part: chunk 2 is cut off; 120000 of 136322 bytes are there, at byte 120000
    # Rescued

    rescued.jfr, 238931 bytes, read by jfr summary

    ## What was there

    **2026-11-22 04:42:14.054Z..04:42:16.118Z (2.1 s)   2 files of 1 service**

    | service | profile | samples |
    |:--|:--|--:|
    | rotated | run  JFR | 59 cpu |

    - **recording** run: usable until 04:42:16.118Z; 1 of 2 chunks is unfinished
    - **lost** 16.3 kB after 2026-11-22 04:42:16.118Z, at most 3.9 s

    no trace is here: samples cannot be tied to requests (add an exported trace)

        corr top repo

    ```
    corr: run/two.part: chunk 2 is cut off; 120000 of 136322 bytes are there, at byte 120000
    ```

    ## Costliest functions in what is left

    **Running Java † of rescued  2.1 s  59 samples of 10 ms = 590.0 ms**

    53% is Rotated.work, all of it under Rotated.main; 47% has no stack

    | self% | ± | total% | n | function | mostly under |
    |--:|--:|--:|--:|:--|:--|
    | 52.5 | 12.3 | 52.5 | 31 | Rotated.work | Rotated.main |
    | 47.5 | 12.3 | 47.5 | 28 | \[no stack\] |  |
    | 0.0 | 3.1 | 52.5 | 0 | Rotated.main |  |

    - **also** --kind alloc\_bytes, gc; 4 more: -v

    59 samples: shares are within 13 points

        corr peek Rotated.work rescued.jfr
        corr tree rescued.jfr
    $ cat jfr.said
    summary rescued.jfr
    $ corr merge -q --salvage -o all.jfr repo 2>/dev/null; cmp all.jfr rescued.jfr

Nothing is replaced.  Without a JDK it is said that nobody tried.

    $ rescue repo
    rescue: rescued.jfr is there already
    [3]
    $ JFR=./nowhere rescue -o again.jfr repo | sed -n 3p
    corr: run/two.part: chunk 2 is cut off; 120000 of 136322 bytes are there, at byte 120000
    again.jfr, 238931 bytes, not tried with the JDK: no jfr here
    $ cmp again.jfr rescued.jfr
    $ printf '#!/bin/sh\nexit 1\n' >jfr
    $ rescue -o third.jfr repo/run/two.part | sed -n 3p
    corr: repo/run/two.part: chunk 1 is cut off; 120000 of 136322 bytes are there, at byte 120000
    third.jfr, 118481 bytes, **not read** by jfr summary
    $ rescue -o fourth.jfr repo/run/two.part >/dev/null
    corr: repo/run/two.part: chunk 1 is cut off; 120000 of 136322 bytes are there, at byte 120000
    [1]

A name may look like an option.

    $ cp repo/run/one.jfr ./-one.jfr
    $ JFR=./nowhere rescue -o fifth.jfr -- -one.jfr | sed -n 3p
    fifth.jfr, 120450 bytes, not tried with the JDK: no jfr here

Nothing to rescue, nothing to read, and usage.

    $ head -c 5000 repo/run/two.part >short; rescue -o short.jfr short
    corr: short: chunk 1 has no event types; it is left out
    corr: no chunk is whole, or describes its records; no file is written
    [5]
    $ cat repo/run/one.jfr | rescue -o x.jfr -
    rescue: -: a pipe can be read only once
    [2]
    $ CORR=./nowhere rescue -o x.jfr repo
    rescue: ./nowhere: no such program
    [3]
    $ rescue -o x.jfr nowhere
    corr: nowhere: No such file or directory
    [3]
    $ rescue -o x.jfr $DATA/collapsed/py-spy.folded
    corr: files of the format collapsed have no chunks to rescue
    [2]
    $ ls x.jfr short.jfr 2>&1 | wc -l
    2
    $ rescue 2>&1 | head -n 1
    usage: rescue [OPTION...] FILE|DIRECTORY...
    $ rescue -h | head -n 1
    usage: rescue [OPTION...] FILE|DIRECTORY...
