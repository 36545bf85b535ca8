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
    v2.partial needs 25% less CPU per second than v1.partial (10..37%)
       measured: 122 → 92.4 ms
    !  v1.partial was recorded after v2.partial: are the sides swapped?

    ms/second    base    new  change
    less **    113.59  75.59  -38.00  ░░░░░░░░  main.mix
    new **       0.00  12.20  +12.20  ▉▉▉       main.containsRule
    same         8.80   4.60   -4.20            42 more, none changed clearly
    total      122.39  92.39  -30.00            ×0.75, 0.63..0.90

    renamed   main.applySurge → main.surgeAdjust
    base      v1.partial  17:26:34Z +50 s  5 recordings  612 samples
    new       v2.partial  17:25:13Z +50 s  5 recordings  462 samples
    evidence  ** under 1% false discoveries; smallest visible change of a 10%
              function: ×1.75
    next  corr diff -t v1.partial v2.partial   where in the call tree
          corr peek main.mix v2.partial        who calls it

Each recording shows how large the noise is: the stars are those of the recordings.

    $ mkdir only && cp -r de/v1 de/v2 only && rm only/v?/traces*
    $ corr diff -q --tsv -n 0 only/v1 only/v2 >a; corr diff -q --tsv -n 0 v1.partial v2.partial | cmp - a && grep -c '\*\*' a
    2
    $ corr top -q -n 1 --by label:recording --label recording=$(grep ^recording v1.partial | head -n 1 | cut -f 2) v1.partial
    CPU of pricing  50 s  111 samples of 10 ms = 1.11 s
    100% is of recording
      00b2a520570e09133dff8f264e82edc8bacf564225c3e50ab60b9f431bcf5c3e

    self%    ±  total%     self    n  recording
    100.0  1.7   100.0  1.110 s  111  00b2a520570e09133d…64225c3e50ab60b9f431bcf5c3e
    111 samples: shares are within 10 points

A profile without times for its samples has its own, as in a folder of profiles.

    $ mkdir cpu && cp in/pricing.cpu.* cpu && corr partial -q cpu -o cpu.partial
    $ corr when -q cpu | grep -v next >a; corr when -q cpu.partial | grep -v next | cmp - a && wc -l <a
    4
    $ for w in @17:22:00..17:23:00 @-30s; do corr top -q --tsv -n 0 cpu$w >a; corr top -q --tsv -n 0 cpu.partial$w | cmp - a && wc -l <a; done
    138
    72
    $ corr top -q --tsv -n 0 --from 17:22:00 cpu >a; corr top -q --tsv -n 0 --from 17:22:00 cpu.partial | cmp - a && wc -l <a
    171
    $ corr diff -q --tsv -n 0 cpu@..17:22:20 cpu@17:22:20.. >a; corr diff -q --tsv -n 0 cpu.partial@..17:22:20 cpu.partial@17:22:20.. | cmp - a && wc -l <a
    28
    $ corr top -q -n 1 cpu.partial@17:22:22..17:22:23
    no sample is in the time asked for
    [5]

Sums of samples with times are of 10 seconds, and no peak.

    $ corr partial -q $DATA/jfr/incident.jfr.gz | corr when -q - | head -n 6
    17:22:21Z ±5 s         cpu of checkout up  0.19 → 0.61 cores, for 28.6 s
                           Work.mix  +0.49 cores (36 → 87%)
                           1 of 6 series changed, too (--tsv)

    2026-11-21 17:21:36Z..17:23:44Z (2m08s)
          17:21:36Z                                  17:23:44Z  2.5 s a column

Samples with times are compared by windows of each recording, as of the file itself.

    $ cp $DATA/jfr/incident.jfr.gz i.jfr.gz
    $ corr partial -q i.jfr.gz@17:21:40..17:22:16 -o quick.partial; corr partial -q i.jfr.gz@17:22:17..17:22:46 -o slow.partial
    $ corr diff -q quick.partial slow.partial | head -n 7
    slow.partial needs 6.78 times as much CPU † per second as quick.partial
      (4.63..9.95)
       measured: 103 → 701 ms

    ms/second †    base     new   change
    new **         0.00  629.31  +629.31  ▉▉▉▉▉▉▉▉  FraudRules.deepScan
    gone **        6.39    0.00    -6.39            FraudRules.quickScan
    $ corr diff -q --per second i.jfr.gz@17:21:40..17:22:16 i.jfr.gz@17:22:17..17:22:46 | sed -n '5,7p'
    new **         0.00  629.31  +629.31  ▉▉▉▉▉▉▉▉  FraudRules.deepScan
    gone **        6.39    0.00    -6.39            FraudRules.quickScan
    same          96.94   71.72   -25.22            135 more, none changed clearly

    $ corr partial -q i.jfr.gz -o all2.partial
    $ corr diff -q --tsv i.jfr.gz@17:21:40..17:22:20 i.jfr.gz@17:22:20..17:22:50 --per second >a
    $ corr diff -q --tsv all2.partial@17:21:40..17:22:20 all2.partial@17:22:20..17:22:50 | cmp - a && wc -l <a
    147
    $ corr diff -q all2.partial all2.partial
    both sides are the same files: there is nothing to compare
    [4]

The order of the inputs, and of the steps, changes no byte.

    $ for i in 0 1 2 3; do corr partial -q in/pricing.cpu.0$i.pb.gz -o p$i.partial; done
    $ corr merge p0.partial p1.partial p2.partial p3.partial -o a.partial
    corr: merged 70 records of 4 files, 20.2 kB
    $ corr merge -q p3.partial p1.partial -o b.partial; corr merge -q p2.partial p0.partial -o c.partial
    $ corr merge -q c.partial b.partial | cmp - a.partial
    $ corr partial -q in/pricing.cpu.0[0-3].pb.gz | cmp - a.partial

A recording counts once, whatever its file.

    $ gzip -dc in/pricing.cpu.00.pb.gz >copy.pb; corr partial -q copy.pb | cmp - p0.partial
    $ corr merge a.partial p2.partial | cmp - a.partial
    corr: merged 87 records of 2 files, 20.2 kB
    $ cp b.partial z.partial; corr merge p3.partial z.partial p0.partial c.partial | cmp - a.partial
    corr: merged 110 records of 4 files, 20.2 kB
    $ corr merge -q p0.partial p1.partial -o y.partial; corr merge -q b.partial y.partial >x
    $ corr partial -q in/pricing.cpu.0[013].pb.gz | cmp - x

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
    corr: cut.partial: line 93 is no line of a partial, at byte 8982
    corr: cut.partial: the sums after a bad table were not read, at byte 8982
    the profile has no samples
    [5]
    $ sed 's/^frame.*Syscall6.*/frame/' a.partial | corr top -n 1 -
    corr: standard input: line 51 is no line of a partial, at byte 6165
    corr: standard input: the sums after a bad table were not read, at byte 6165
    the profile has no samples
    [5]
    $ printf 'corrpart\t2\t1\n' | corr top -
    corr: standard input: a partial of another version of corr
    [3]
    $ corr merge cut.partial p0.partial -o x.partial
    corr: cut.partial: line 93 is no line of a partial, at byte 8982
    corr: cut.partial: the sums after a bad table were not read, at byte 8982
    corr: line 93 is no line of a partial, at byte 9000
    [3]
    $ corr partial $DATA/trace/jaeger.json
    corr: no sample is selected; no file is written
          hint: corr top, with the same options, says why
    [5]
