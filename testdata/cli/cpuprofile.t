What V8 writes: one thread, seen at intervals.

    $ P=$DATA/cpuprofile/plain.cpuprofile
    $ corr info $P
    1 file

    profile                                  samples
    ../data/cpuprofile/plain.cpuprofile  V8   4 wall

    no trace is here: samples cannot be tied to requests (add an exported trace)
    1 note on plain.cpuprofile: samples by line of 1 node were not read (-v)
    next  corr top ../data/cpuprofile/plain.cpuprofile
    $ corr top $P -n 0 --by line
    Wall-clock time of plain  4 samples = 4.50 ms
    2 of 4 samples are in (anonymous) file:///a.js:20
    4 samples: examples, not a breakdown. ±10 points needs 97 samples

        self  n  line
    2.000 ms  2  (anonymous) file:///a.js:20
    2.000 ms  1  (idle)
    0.500 ms  1  main file:///a.js:10
    next  corr tree ../data/cpuprofile/plain.cpuprofile   the call tree
    $ corr convert -q --to folded $P
    (idle) 2000000
    main 500000
    main;(anonymous) 2000000
    $ head -c 800 $P | corr top - -n 0
    Wall-clock time  4 samples = 4.50 ms
    2 of 4 samples are in (anonymous), all of them under main
    4 samples: examples, not a breakdown. ±10 points needs 97 samples

        self  n  function     mostly under
    2.000 ms  2  (anonymous)  main
    2.000 ms  1  (idle)
    0.500 ms  1  main

It sees its thread while that waits, too: what a span has of it is no CPU.

    $ { printf '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"api"}}]},'
    > printf '"scopeSpans":[{"spans":[{"traceId":"4bf92f3577b34da6a3ce929d0e0e4736",'
    > printf '"spanId":"00f067aa0ba902b7","name":"req","startTimeUnixNano":"1764151200998000000",'
    > printf '"endTimeUnixNano":"1764151201008000000"}]}]}]}'; } >req.json
    $ corr span 4bf9 -q --clock 1764151200.000000000 $P req.json 2>/dev/null | sed -n 2,5p
    all of it is s1, req in api

    4.50 ms  45%  ▉▉▉▉▉▉▉▉▉▉  wall time     4 samples, 0.5 threads on average
                              not recorded  the thread of the span is unknown
    $ corr span 4bf9 -q --json --clock 1764151200.000000000 $P req.json 2>/dev/null | grep -A 2 '"used": .$'
      "used": [
        {"span_id": "00f067aa0ba902b7", "cpu_ns": null, "lo_ns": null, "hi_ns": null, "threads": null, "children_ns": 0, "self_ns": 10000000}
      ],

Its one thread is never more than one, also where its last sample goes on
beyond the time that it was taken at.

    $ sed s/-500/500/ $P >even.cpuprofile
    $ corr span 4bf9 -q --clock 1764151200.000000000 even.cpuprofile req.json --all 2>/dev/null | grep '^process'
    process  ▁▁▁▁▁▁▁▁  1.00 threads
