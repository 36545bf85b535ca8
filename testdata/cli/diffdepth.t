corr diff of profilers that cut stacks off at different depths, as Go's did at
64 frames up to 1.22 and does at 128 since then.  What functions cost by
themselves is known; who called them is not.

    $ mkdir old new
    $ stacks() { awk -v cap=$1 -v c=$2 -v from=$3 'BEGIN {
    >   for (deep = 20; deep <= 100; deep += 20) for (l = 1; l <= 6; l++) {
    >     n = split("main", s)
    >     while (n < deep) { n++; s[n] = "level" n }
    >     s[++n] = "work_" substr("abcdef", l, 1)
    >     line = ""
    >     for (i = n > cap ? n - cap + 1 : 1; i <= n; i++) line = line s[i] (i < n ? ";" : "")
    >     print line, from + (l == 3 ? c : 0) + (l * deep) % 7 } }'; }
    $ for n in 1 2 3 4; do stacks 64 0 4$n >old/$n.folded; stacks 128 30 4$n >new/$n.folded; done
    $ corr diff --per total old new
    new has 11% more samples than old (6..16%)
       measured: 5520 → 6120

    samples  base   new  change
    more **   922  1522    +600  ▉▉▉▉▉▉▉▉  work_c
    same     4598  4598      +0            5 more, none changed clearly
    total    5520  6120    +600            ×1.11, 1.06..1.16

    base      old  4 files  5,520 samples
    new       new  4 files  6,120 samples
    evidence  ** under 1% false discoveries; smallest visible change of a 1%
              function: ×1.68
    stacks of the base end after 64 frames, of the new side after 101; compare self
      cost
    next  corr diff -t old new   where in the call tree
          corr peek work_c new   who calls it
    $ corr diff --per total old new --json | grep -o DEPTHS_DIFFER
    DEPTHS_DIFFER
    $ corr check --expect 'work_c self <= base * 1.1' --expect 'main cum <= base * 1.1' old new
    fail: 1 of 2 rules is broken; 1 cannot be judged

    verdict      rule                       value  interval    why
    fail         work_c self <= base * 1.1  ×1.49  1.37..1.62
    cannot tell  main cum <= base * 1.1     ×1.67  1.62..1.71
                 stacks of the base end after 64 frames, of the new side after 101;
                 compare self cost

    requests and seconds are unknown; corr compares shares, which sum to 100%
    next  corr diff new old   what changed, biggest first
    GATE FAIL 0 pass 1 fail 1 cannot-tell
    [1]

One depth, however many stacks are cut off there.

    $ for n in 1 2 3 4; do stacks 64 30 4$n >new/$n.folded; done
    $ corr diff --per total old new
    new has 11% more samples than old (6..16%)
       measured: 5520 → 6120

    samples  base   new  change
    more **   922  1522    +600  ▉▉▉▉▉▉▉▉  work_c
    same     4598  4598      +0            5 more, none changed clearly
    total    5520  6120    +600            ×1.11, 1.06..1.16

    base      old  4 files  5,520 samples
    new       new  4 files  6,120 samples
    evidence  ** under 1% false discoveries; smallest visible change of a 1%
              function: ×1.68
    next  corr diff -t old new   where in the call tree
          corr peek work_c new   who calls it
    $ corr check -q --expect 'main cum <= base * 1.1' old new
    pass: the rule holds

    verdict      rule                    value  interval
    pass         main cum <= base * 1.1  ×1.00  0.96..1.04

    GATE PASS 1 pass 0 fail 0 cannot-tell
