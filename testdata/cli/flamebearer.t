What Pyroscope answers: a flame graph, and one of two profiles.

    $ F=$DATA/flamebearer
    $ corr info $F/single.json
    2023-02-23 18:54:55.000Z..18:54:56.000Z (1 s)   1 file

    profile                                       samples
    ../data/flamebearer/single.json  flamebearer   10 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top ../data/flamebearer/single.json   the most expensive functions
    $ corr top $F/single.json -n 0
    CPU of single  1 s  10 samples of 10 ms = 100.0 ms
    5 of 10 samples are in work, all of them under main
    10 samples: counts only, any share could be off by 31 points

        self  n  function  mostly under
    50.00 ms  5  work      main
    30.00 ms  3  idle      main
    20.00 ms  2  main
    next  corr peek work ../data/flamebearer/single.json   who calls it
          corr tree ../data/flamebearer/single.json        the call tree
    $ corr convert --to folded $F/double.json
    corr: ../data/flamebearer/double.json: a comparison of two profiles; the right one is read, the left is kind samples_base
    main;idle 8
    main;work 12
    $ corr convert -q --to folded --kind samples_base $F/double.json
    main 2
    main;idle 3
    main;work 5
    $ head -c 110 $F/single.json | corr convert --to folded -
    corr: standard input: the input ends inside a flame graph; its last 1 byte cannot be used, at byte 110
    main 2

A clock that stood near 1970, as in a profile with seconds since boot.

    $ sed s/16771784/4/g $F/single.json >early.json
    $ corr top early.json | grep 1990
    early.json: all times are before 1990; the clock or the unit may be wrong
    $ sed s/1677178/1677/g $F/single.json >short.json
    $ corr info short.json | grep unit
    1 note: short.json: times are in another unit (1000 times the format's); not
