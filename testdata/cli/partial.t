Sums of recordings that add up with others.

A partial answers like the recordings.

    $ cp -r $DATA/incident in && cp -r $DATA/deploys de && chmod -R u+w in de
    $ corr partial -q in -o all.partial
    $ head -n 1 all.partial | tr '\t' ' '
    corrpart 1 10000000000
    $ cut -f 1 all.partial | uniq -c | awk '{ print $2, ($1 > 0) }'
    corrpart 1
    recording 1
    kind 1
    process 1
    frame 1
    stack 1
    sum 1
    $ corr top -q --tsv -n 0 --service pricing in >a; corr top -q --tsv -n 0 --service pricing all.partial | cmp - a && wc -l <a
    202
    $ corr top -q --tsv -n 0 --kind samples in >a; corr top -q --tsv -n 0 --kind samples all.partial | cmp - a && wc -l <a
    91
    $ corr tree -q --tsv --service pricing in >a; corr tree -q --tsv --service pricing all.partial | cmp - a
    $ for k in mutex block goroutine; do corr top -q --tsv -n 0 --kind $k in >a; corr top -q --tsv -n 0 --kind $k all.partial | cmp - a && wc -l <a; done
    70
    62
    46

Of allocations the sums and counts are the same; a stack with objects of several
sizes is one row, so the interval differs.

    $ corr top -q --tsv -n 0 --alloc in | cut -f 1-5,8- >a; corr top -q --tsv -n 0 --alloc all.partial | cut -f 1-5,8- | cmp - a && wc -l <a
    115
    $ corr info -q all.partial
    2026-11-21 17:21:46Z..17:23:19Z (1m33s)   1 file of 2 services

    profile               samples
    all.partial  partial  707 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top all.partial   the most expensive functions

Two sides of a deploy: sums, names and counts are those of the recordings.

    $ corr partial -q de/v1 -o v1.partial; corr partial -q de/v2 -o v2.partial
    $ corr diff -q v1.partial v2.partial
    v2.partial needs 25% less CPU per second than v1.partial (10..36%)
       measured: 122 → 92.4 ms
    !  v1.partial was recorded after v2.partial: are the sides swapped?

    ms/second    base    new  change
    less       113.53  75.57  -37.96  ░░░░░░░░  main.mix
    new          0.00  12.19  +12.19  ▉▉▉       main.containsRule
    same         8.80   4.60   -4.20            42 more, none changed clearly
    total      122.33  92.36  -29.97            ×0.75, 0.64..0.90

    renamed   main.applySurge → main.surgeAdjust
    base      v1.partial  17:26:34Z +50 s  1 file  612 samples
    new       v2.partial  17:25:13Z +50 s  1 file  462 samples
    evidence  smallest visible change of a 20% function: ×1.73; one profile a side:
              no row has a * (add profiles, not length)
    next  corr diff -t v1.partial v2.partial   where in the call tree
          corr peek main.mix v2.partial        who calls it

The order of the inputs, and of the steps, changes no byte.

    $ for i in 0 1 2 3; do corr partial -q in/pricing.cpu.0$i.pb.gz -o p$i.partial; done
    $ corr merge p0.partial p1.partial p2.partial p3.partial -o a.partial
    corr: merged 70 records of 4 files, 18.7 kB
    $ corr merge -q p3.partial p1.partial -o b.partial; corr merge -q p2.partial p0.partial -o c.partial
    $ corr merge -q c.partial b.partial | cmp - a.partial
    $ corr partial -q in/pricing.cpu.0[0-3].pb.gz | cmp - a.partial

A recording counts once, whatever its file.

    $ gzip -dc in/pricing.cpu.00.pb.gz >copy.pb; corr partial -q copy.pb | cmp - p0.partial
    $ corr merge a.partial p2.partial | cmp - a.partial
    corr: merged 54 records of 2 files, 18.7 kB
    $ cp b.partial z.partial; corr merge p3.partial z.partial p0.partial c.partial | cmp - a.partial
    corr: merged 90 records of 4 files, 18.7 kB
    $ corr merge -q p0.partial p1.partial -o y.partial; corr merge b.partial y.partial
    corr: y.partial has 1 recording that another partial has too, and 1 other
          hint: sums cannot be taken apart; make the partials again
    [2]
    $ corr top -q -v -n 1 p1.partial a.partial | grep -v next
    CPU  40 s  314 samples of 10 ms = 3.14 s
    79% is main.mix, most of it (51%) under main.roundAll

    self%    ±  total%    n  function                   mostly under
     78.7  4.5    80.6  247  main.mix                   main.roundAll 51%
     21.3                67  138 more functions (-n 0)
    314 samples: shares are within 6 points
    p1.partial sums up a recording that a.partial has, too; only the latter counts
          corr tree a.partial p1.partial            the call tree

    $ corr merge -q a.partial a.partial | cmp - a.partial

It has one digest, whatever else is read with it.

    $ corr partial -q $DATA/jfr/twins.jfr.gz | grep '^recording' >a
    $ corr partial -q in/pricing.heap.pb.gz $DATA/jfr/twins.jfr.gz | grep '^recording.*jfr' | cmp - a

Compressed, through a pipe, and damaged.

    $ zstd -q a.partial -o a.zst && corr top -q --tsv a.zst >a; corr top -q --tsv a.partial | cmp - a
    $ cat a.partial | corr top -q --tsv - | cmp - a
    $ head -c 9000 a.partial >cut.partial; corr top -n 1 cut.partial
    corr: cut.partial: line 93 is no line of a partial, at byte 8962
    corr: cut.partial: the sums after a bad table were not read, at byte 8962
    the profile has no samples
    [5]
    $ sed 's/^frame.*Syscall6.*/frame/' a.partial | corr top -n 1 -
    corr: standard input: line 51 is no line of a partial, at byte 6145
    corr: standard input: the sums after a bad table were not read, at byte 6145
    the profile has no samples
    [5]
    $ printf 'corrpart\t2\t1\n' | corr top -
    corr: standard input: a partial of another version of corr
    [3]
    $ corr merge cut.partial p0.partial -o x.partial
    corr: cut.partial: line 93 is no line of a partial, at byte 8962
    corr: cut.partial: the sums after a bad table were not read, at byte 8962
    corr: line 93 is no line of a partial, at byte 9000
    [3]
    $ corr partial $DATA/trace/jaeger.json
    corr: no sample is selected; no file is written
          hint: corr top, with the same options, says why
    [5]
