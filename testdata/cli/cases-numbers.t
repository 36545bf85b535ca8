Go's profiles without a duration count since the start of the process, or since
the file before. A count that falls in one process tells.

    $ cp $DATA/numbers/* .
    $ corr top delta.*.pb.gz
    Waits of delta  2m00s  170 samples = 170.0 ms (deltas)
    100% is sync.(*Mutex).Lock, most of it (71%) under main.pay

    self%    ±  total%    n  function            mostly under
    100.0  1.1   100.0  170  sync.(*Mutex).Lock  main.pay 71%
    170 samples: shares are within 8 points
    a count falls in a process: 3 files with deltas, added (or --since-start)
    next  corr peek 'sync.(*Mutex).Lock' delta.1.pb.gz delta.2.pb.gz delta.3.pb.gz
          corr tree delta.1.pb.gz delta.2.pb.gz delta.3.pb.gz
    $ corr top -q -n 1 start.1.pb.gz start.2.pb.gz
    Waits of start  1m00s  5 samples = 5.00 ms (cumulative)
    5 of 5 samples are in sync.(*Mutex).Lock, most of them under main.ship
    5 samples: examples, not a breakdown. ±10 points needs 97 samples

        self  n  function            mostly under
    5.000 ms  5  sync.(*Mutex).Lock  main.ship
    next  corr peek 'sync.(*Mutex).Lock' start.1.pb.gz start.2.pb.gz   who calls it
          corr tree start.1.pb.gz start.2.pb.gz                        the call tree
    $ corr top delta.1.pb.gz delta.2.pb.gz | tail -n 5
        self   n  function            mostly under
    22.00 ms  22  sync.(*Mutex).Lock  main.pay
    no count falls: since the first file, 1 file is not added (--deltas adds)
    next  corr peek 'sync.(*Mutex).Lock' delta.1.pb.gz delta.2.pb.gz   who calls it
          corr tree delta.1.pb.gz delta.2.pb.gz                        the call tree
    $ corr top -q -n 1 --deltas delta.1.pb.gz delta.2.pb.gz
    Waits of delta  1m00s  120 samples = 120.0 ms (deltas)
    100% is sync.(*Mutex).Lock, most of it (83%) under main.pay

    self%    ±  total%    n  function            mostly under
    100.0  1.6   100.0  120  sync.(*Mutex).Lock  main.pay 83%
    120 samples: shares are within 9 points
    next  corr peek 'sync.(*Mutex).Lock' delta.1.pb.gz delta.2.pb.gz   who calls it
          corr tree delta.1.pb.gz delta.2.pb.gz                        the call tree
    $ corr top -n 1 --deltas delta.1.pb.gz delta.2.pb.gz --json | grep -e '"total": [0-9]*,$' -e COUNTS
        {"level": "info", "code": "COUNTS_ADDED", "text": "2 files with deltas, added, as --deltas says", "input": null, "shown": true}
      "total": 120000000,
    $ corr top -q -n 1 --since-start delta.*.pb.gz
    Waits of delta  2m00s  72 samples = 72.0 ms (cumulative)
    100% is sync.(*Mutex).Lock, most of it (56%) under main.pay

    self%    ±  total%   n  function            mostly under
    100.0  2.5   100.0  72  sync.(*Mutex).Lock  main.pay 56%
    72 samples: shares are within 12 points
    next  corr peek 'sync.(*Mutex).Lock' delta.1.pb.gz delta.2.pb.gz delta.3.pb.gz
          corr tree delta.1.pb.gz delta.2.pb.gz delta.3.pb.gz
    $ corr convert --to folded --deltas start.?.pb.gz
    corr: 2 files with deltas, added, as --deltas says
    runtime.main;main.pay;sync.(*Mutex).Lock 16000000
    runtime.main;main.ship;sync.(*Mutex).Lock 7000000
    $ corr convert --to folded start.?.pb.gz
    corr: no count falls: since the first file, 1 file is not added (--deltas adds)
    runtime.main;main.pay;sync.(*Mutex).Lock 2000000
    runtime.main;main.ship;sync.(*Mutex).Lock 3000000
    $ corr info --deltas start.1.pb.gz -v | grep -e start -e Wait
    start.1.pb.gz  Go  9 block
    start.1.pb.gz  pprof, Go  9 block
    settings  start.1.pb.gz  build_id c0ffee
    next  corr top start.1.pb.gz   the most expensive functions

An amount of a unit of its own is no number of samples: rows of the file are.

    $ corr top -q amounts.pb.gz
    depth of amounts  36 from 12 observations  (also: events, queue_length)
    12 of 36 depth is a, all of it under main
    12 observations: counts only, any share could be off by 29 points

    self  n  function  mostly under
      12  4  a         main
      12  4  b         main
      12  4  c         main
    next  corr peek a amounts.pb.gz   who calls it
          corr tree amounts.pb.gz     the call tree
    $ corr top -q --kind queue_length amounts.pb.gz
    queue_length of amounts  126 items from 12 observations  (also: events, depth)
    46 of 126 items is c, all of it under main
    12 observations: counts only, any share could be off by 29 points

    self  n  function  mostly under
      46  4  c         main
      42  4  b         main
      38  4  a         main
    next  corr peek c --kind queue_length amounts.pb.gz   who calls it
          corr tree --kind queue_length amounts.pb.gz     the call tree
    $ corr top --kind queue_length amounts.pb.gz --json | grep -e '^  "unit"' -e '^  "observations"' -e '^  "total"'
      "unit": "items",
      "total": 126,
      "observations": 12,
    $ for k in u0 u1 u2 u3 u4 u5 u6 u7; do corr top -q --kind $k units.pb.gz | head -n 1; done
    u0 of units  1 sample = 3.1 kB  (also: 7 other kinds: -v)
    u1 of units  1 sample = 2.1 GB  (also: 7 other kinds: -v)
    u2 of units  1 sample = 240.0 s  (also: 7 other kinds: -v)
    u3 of units  1 sample = 7,200 s  (also: 7 other kinds: -v)
    u4 of units  1 sample = 86,400 s  (also: 7 other kinds: -v)
    u5 of units  2,500 cycles from 1 observation  (also: 7 other kinds: -v)
    u6 of units  40 percent from 1 observation  (also: 7 other kinds: -v)
    u7 of units  1 sample = 7.3 MB  (also: 7 other kinds: -v)
    $ corr convert --to pprof --kind queue_length -o q.pb.gz amounts.pb.gz
    $ corr top -q q.pb.gz | head -n 1
    queue_length of q  126 items from 12 observations  (also: samples)
    $ corr tree -q amounts.pb.gz
    depth of amounts  36 from 12 observations  (also: events, queue_length)
    12 of 36 depth is one path: main → a
    12 observations: counts only, any share could be off by 29 points

    total   n    function (* the hottest path)
       36  12  * main
       12   4    ├ a
       12   4    ├ b
       12   4    └ c
    next  corr peek a amounts.pb.gz          all its callers
          corr tree --icicle amounts.pb.gz   as a picture
    $ corr peek -q a amounts.pb.gz | head -n 2
    depth of amounts  36 from 12 observations  (also: events, queue_length)
    12 observations: counts only, any share could be off by 29 points

What does not fit into 63 bits is refused, never cut to the limit.

    $ corr top beyond.folded
    corr: the samples of the selection add up to 2^63 or more, which corr cannot count
          hint: select less: fewer files, --focus REGEX, --label
    [3]
    $ corr tree --focus c beyond.folded | head -n 1
    4 samples of beyond
    $ corr info beyond.folded --json | grep -e '"samples"'
        {"profile": "beyond.folded", "rung": null, "observations": 0, "share": 0.0, "kind": "samples", "why": null}
        {"n": 1, "path": "beyond.folded", "format": "collapsed", "producer": null, "service": null, "version": null, "host": null, "pid": null, "bytes": 63, "from_unix_ns": null, "to_unix_ns": null, "clock_shift_ns": 0, "label_scope": null, "yield": null, "used": true, "why_not": null, "lost": {"bytes": 0, "ns": 0, "events": 0}, "kinds": [{"kind": "samples", "unit": "count", "period": null, "period_ns": null, "samples": null, "total": null, "with_span": 0, "with_trace": 0, "with_time": 0, "with_thread": 0}], "spans": 0, "traces": 0, "files": 1, "chunks": null, "chunks_broken": null, "series": 0, "points": 0, "resolution_ns": null, "service_by": null, "clock": null, "clock_error_ns": null, "sha256": null}
    $ corr top hours.pb.gz
    corr: hours.pb.gz: sample 0 has 3000000 cpu/hours, which is too large to count; left out
    the profile has no samples
    [5]

Values below 0 keep their sign, and shares are of the sum without signs.

    $ corr top negative.pb.gz
    610 samples = 10 of negative
    -49% is less; 48% is more

    self%  ±  total%  self    n  function  mostly under
    -49.2      -49.2  -300  300  less
     47.5       47.5   290  290  more      main
      3.3        3.3    20   20  new       main
    negative.pb.gz: 1 negative sample, as in a difference; shares are of all without
      signs
    next  corr peek less negative.pb.gz   who calls it
          corr tree negative.pb.gz        the call tree
    $ corr tree -q negative.pb.gz
    610 samples = 10 of negative
    48% is one path: main → more

    total%   self%  total    n    function (* the hottest path)
      1.6%    0.0%     10  610  * main
     47.5%   47.5%    290  290  * ├ (hot) more
      3.3%    3.3%     20   20    ├ (hot) new
    -49.2%  -49.2%   -300  300    └ less
    next  corr peek more negative.pb.gz       all its callers
          corr tree --icicle negative.pb.gz   as a picture
    $ corr diff --per share -t negative.pb.gz negative-later.pb.gz
    the new side has 6.2% of its samples in other, the base has 0.0%

      base     new  change       function (% of all)
      1.64   22.50  +20.86       main
     47.54   52.50   +4.96       ├ more
      0.00    6.25   +6.25  new  ├ other
      3.28    2.50   -0.78       ├ new
    -49.18  -38.75  +10.43       └ less

    base      negative.pb.gz  1 file  610 samples
    new       negative-later.pb.gz  1 file  800 samples
    evidence  smallest visible change of a 5% function: ×1.93; one profile a side:
              no row has a * (add profiles, not length)
    2 files: 1 negative sample, as in a difference; shares are of all without signs
      (negative-later.pb.gz, negative.pb.gz)
    next  corr peek other negative-later.pb.gz   who calls it
    $ corr diff --per share -n 1 negative.pb.gz negative-later.pb.gz --json | grep -e SHARE_MODE -e '"rest": false' | sed 's/"change".*"base_share/"base_share/; s/"base_obs.*//'
        {"base": -0.4918032786885246, "new": -0.3875, "base_share": -0.4918032786885246, "new_share": -0.3875, 
    $ corr diff -q negative.pb.gz negative-later.pb.gz --per total
    no clear change in samples (0.02..17155)
       measured: 10 → 180

    samples  base   new  change
    more      290   420    +130  ▉▉▉▉▉▉▉▉  more
    new         0    50     +50  ▉▉▉       other
    same     -280  -290     -10            2 more, none changed clearly
    total      10   180    +170            ×18.0, 0.02..17155

    base      negative.pb.gz  1 file  610 samples
    new       negative-later.pb.gz  1 file  800 samples
    evidence  smallest visible change of a 10% function: ×1.96; one profile a side:
              no row has a * (add profiles, not length)
    next  corr diff -t negative.pb.gz negative-later.pb.gz   where in the call tree
          corr peek more negative-later.pb.gz                who calls it
    $ corr peek -q less negative.pb.gz
    610 samples = 10 of negative
    less: -300, -49.2% of samples

    total%  amount    n  function
    -49.2%    -300  300    main
    -49.2%    -300  300  less
    next  corr peek main negative.pb.gz           who calls its main caller
          corr tree --focus less negative.pb.gz   all call paths to it
    $ corr top -q negative.pb.gz --json | grep -e '"self"' -e '"self_share"' | sed 's/"total_share.*//'
        {"rank": 1, "self": -300, "total": -300, "self_share": -0.4918032786885246, 
        {"rank": 2, "self": 290, "total": 290, "self_share": 0.47540983606557374, 
        {"rank": 3, "self": 20, "total": 20, "self_share": 0.03278688524590164, 
        {"rank": 4, "self": 0, "total": 10, "self_share": 0.0, 
    $ corr top -q negative-bytes.pb.gz
    Bytes allocated of negative-bytes  2 samples = -3.0 kB
    -4.0 kB of 5.0 kB is less
    2 samples weigh so unevenly that they tell what 1 alike would: examples, not a
      breakdown. ±10 points needs 97 samples

         self  n  function  mostly under
    -4.000 kB  1  less
     1.000 kB  1  more      main
    next  corr peek less negative-bytes.pb.gz   who calls it
          corr tree negative-bytes.pb.gz        the call tree

A heap that is not scaled up by the rate does not say how many samples it has.

    $ corr top unscaled-heap.pb.gz
    Bytes in use of unscaled-heap  4 objects = 901 kB  (also: live_count)
    99.9% is keep, all of it under main

    self%  total%      self  function  mostly under
     99.9    99.9  900.0 kB  keep      main
      0.1     0.1    1.2 kB  load      main
    objects are not scaled by the rate; the number of samples is unknown
    next  corr peek keep unscaled-heap.pb.gz   who calls it
          corr tree unscaled-heap.pb.gz        the call tree

A key may stand several times on a sample: each value counts for a selection, the
sample once.

    $ corr top -q --label team=web labels.pb.gz
    5 samples of labels
    3 of 5 samples are in a, all of them under main
    5 samples: examples, not a breakdown. ±10 points needs 97 samples

    n  function  mostly under
    3  a         main
    2  b         main
    next  corr peek a --label team=web labels.pb.gz   who calls it
          corr tree --label team=web labels.pb.gz     the call tree
    $ corr top -q --label team=ops labels.pb.gz | head -n 1
    6 samples of labels
    $ corr top -q --by label:team labels.pb.gz
    14 samples of labels
    4 of 14 samples is of team ops
    14 samples: counts only, any share could be off by 27 points

    n  team
    5  [no label]
    4  ops
    3  web
    2  ops, web
    next  corr tree labels.pb.gz   the call tree
    $ corr convert --to pprof -o l.pb.gz labels.pb.gz
    $ corr top -q --by label:team l.pb.gz | sed -n 4,7p

    n  team
    5  [no label]
    4  ops
    $ corr top -q --by label:size l.pb.gz | grep ,
    14 samples: counts only, any share could be off by 27 points
    5  1, 2

The number of other kinds is that of the kinds.

    $ for i in $(seq 10 49); do printf 'app 1 %s.0: 1 sys:a_long_name_of_an_event_%s:\n\tff f (x)\n\n' $i $i; done >many.perf.txt
    $ corr top -q many.perf.txt | head -n 1
    sys:a_long_name_of_an_event_10 of many  1 from 1 observation
    $ corr top --kind none many.perf.txt | tail -n 1
      sys:a_long_name_of_an_event_25 and 24 more

A count with decimals has its value in every output, beside whole counts, too.

    $ printf 'a;b 3.25\na;c 1.125\n' >decimals.folded; printf 'a;b 3\na;c 5\n' >whole.folded
    $ corr top -q decimals.folded
    4.375 counts of decimals
    74% is b, all of it under a

    self%  total%   self  function  mostly under
     74.3    74.3   3.25  b         a
     25.7    25.7  1.125  c         a
    next  corr peek b decimals.folded   who calls it
          corr tree decimals.folded     the call tree
    $ corr top --tsv decimals.folded | cut -f 2,3,9
    self	total	key
    3.25	3.25	b
    1.125	1.125	c
    0	4.375	a
    $ corr top --json decimals.folded | grep -oE '"(unit|total|self)": [^,]*'
    "unit": "count"
    "total": 4.375
    "self": 3.25
    "total": 3.25
    "self": 1.125
    "total": 1.125
    "self": 0
    "total": 4.375
    "unit": "count"
    "total": 4.375
    $ corr convert --to folded decimals.folded
    a;b 3.25
    a;c 1.125
    $ corr convert --to rows decimals.folded | cut -f 6,7,18-
    value	unit	why	stack
    3.25	count	LABELS_ABSENT	a;b
    1.125	count	LABELS_ABSENT	a;c
    $ corr convert --to pprof decimals.folded | corr top --tsv - | cut -f 2,3,9
    self	total	key
    3.25	3.25	b
    1.125	1.125	c
    0	4.375	a
    $ corr top -q decimals.folded whole.folded
    12.375 counts of decimals and whole
    51% is b, all of it under a; 49% is c

    self%  total%   self  function  mostly under
     50.5    50.5   6.25  b         a
     49.5    49.5  6.125  c         a
    next  corr peek b decimals.folded whole.folded   who calls it
          corr tree decimals.folded whole.folded     the call tree
    $ corr tree --tsv whole.folded decimals.folded | cut -f 1-9
    id	parent	depth	self	total	observations	function	module	file
    1		0	0	12.375		a		
    2	1	1	6.25	6.25		b		
    3	1	1	6.125	6.125		c		
    $ corr diff --tsv --per total whole.folded decimals.folded | cut -f 1-3,16-18
    base	new	change	ceiling	class	mark
    5.0	1.125	-3.875		same	·
    3.0	3.25	0.25		same	·
    0.0	0.0	0.0		rest	
    $ corr diff --to folded whole.folded decimals.folded
    a;b 3 3.25
    a;c 5 1.125
    $ corr convert -q --to folded whole.folded
    a;b 3
    a;c 5
    $ cat >weights.json <<'X'
    > {"$schema": "https://www.speedscope.app/file-format-schema.json",
    > "shared": {"frames": [{"name": "a"}, {"name": "b"}]},
    > "profiles": [{"type": "sampled", "name": "x", "unit": "none", "startValue": 0,
    > "endValue": 2, "samples": [[0], [0, 1]], "weights": [0.25, 1.5]}]}
    > X
    $ corr top --tsv weights.json | cut -f 2,3,9
    self	total	key
    1.5	1.5	b
    0.25	1.75	a

Files in which a kind has several units are not added.

    $ printf 'a 9000000000000000\n' >large.folded
    $ corr top -q large.folded decimals.folded
    corr: samples is in count in one file and in another unit in the next
          hint: give corr files of one unit, or another --kind
    [2]
