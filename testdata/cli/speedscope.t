A file of speedscope with a sampled and an evented profile.

    $ S=$DATA/speedscope/two.speedscope.json
    $ corr info $S
    1 file

    profile                                             samples
    ../data/speedscope/two.speedscope.json  speedscope     wall

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top ../data/speedscope/two.speedscope.json
    $ corr top $S -n 0 --by thread
    Wall-clock time of two  14.0 ms
    71% is of thread one

    self%  total%      self  thread
     71.4    71.4  10.00 ms  one
     28.6    28.6   4.00 ms  two
    next  corr tree ../data/speedscope/two.speedscope.json   the call tree
    $ corr convert --to folded $S
    main 2500000
    main;idle 3000000
    main;work 8500000
    $ head -c 500 $S | corr convert --to folded -
    corr: standard input: the input ends inside a speedscope file; its last 10 bytes cannot be used, at byte 500
    main 1000000
    main;idle 3000000
    main;work 8500000

It does not say how many observations there were: rows have none, and none are
known altogether.

    $ corr top --json $S | grep -o '"observations": [a-z0-9]*' | uniq -c | awk '{ print $2, $3 }'
    "observations": 0
    "observations": null

A file without any profile is no file of traces.

    $ printf '{"$schema": "https://www.speedscope.app/file-format-schema.json", "profiles": [], "shared": {"frames": []}}' >none.json
    $ corr top -q none.json
    the profile has no samples
    [5]
    $ corr info -q none.json | sed -n 4p
    none.json  speedscope  no samples
