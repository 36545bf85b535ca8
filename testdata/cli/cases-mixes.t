Comparisons while the traffic changed, and the recording that is believed.

A class was renamed with all its methods.  One operation uses it, whose share of
the requests fell from 40% to 25%; other code doubled, and an operation appeared.

    $ corr diff -q $DATA/mixes/base $DATA/mixes/new
    new needs 36% more CPU per request of shop than base (27..46%) for the same
      traffic
       measured: 107 → 125 ms, because new got lighter requests (-12.9 ms)

    ms/request    base     new  change
    more         33.39   62.75  +29.36  ▉▉▉▉▉▉▉▉  Search.rank
    same         50.98   52.15   +1.17            6 more, none changed clearly
    traffic                     -12.88  ░░░░      lighter requests in new
    total       106.95  124.60  +17.65            ×1.17, 1.09..1.25

    renamed   Discounts.applyAll → PromotionEngine.applyAll, 2 more
    base      base  2026-02-05 14:10:00Z +1m00s  1 file  4,278 samples  400 requests
    new       new  2026-02-06 14:10:00Z +1m00s  1 file  2,492 samples  200 requests
    evidence  smallest visible change of a 5% function: ×1.59; one profile a side:
              no row has a * (add profiles, not length)
    next  corr diff -t ../data/mixes/base ../data/mixes/new   where in the call tree
          corr peek Search.rank ../data/mixes/new             who calls it
    $ corr diff -q --service shop $DATA/mixes/base $DATA/mixes/new | grep -E 'renamed|Discounts|Promotion'
    renamed   Discounts.applyAll → PromotionEngine.applyAll, 2 more
    $ corr diff -q --op 'POST /checkout' $DATA/mixes/base $DATA/mixes/new | grep -E 'renamed|Discounts|Promotion'
    less       105.00   34.49   -70.51  ░░░░░░░░  PromotionEngine.applyOne
    less        28.33    7.17   -21.16  ░░        PromotionEngine.applyAll
    findings  PromotionEngine.applyOne itself uses 34% [30,37] of the CPU, under
              PromotionEngine.applyAll
    renamed   Discounts.applyAll → PromotionEngine.applyAll, 2 more
          corr peek PromotionEngine.applyOne ../data/mixes/new

Without requests, costs are compared under one caller.

    $ corr diff -q --per second $DATA/mixes/base $DATA/mixes/new | grep -E 'renamed|Discounts|Promotion'
    less       105.00   34.50   -70.50  ░░░░░     PromotionEngine.applyOne
    less        28.33    7.17   -21.16  ░░        PromotionEngine.applyAll
    renamed   Discounts.applyAll → PromotionEngine.applyAll, 2 more
    $ corr diff -q $DATA/mixes/base.folded $DATA/mixes/new.folded | grep -E 'renamed|Discounts|Promotion'
    renamed   Discounts.applyAll → PromotionEngine.applyAll, 2 more

Where the clock of threads and the samples contradict each other, the sentence
has the clock's total, and a line how much samples show.

    $ corr diff -q --per second $DATA/jfr/incident.jfr.gz@17:22:10..17:22:40 $DATA/jfr/incident.jfr.gz@17:22:40..17:23:10 | head -n 4
    the new side needs 72% less CPU per second than the base (68..75%) by thread
      clock
       measured by thread clock: 773 → 220 ms
       samples † show -57% (6..80%): 578 → 248 ms
    $ corr check -q --expect 'total <= base * 1.5' --expect 'cpu/second <= 800 ms' $DATA/jfr/incident.jfr.gz@17:22:10..17:22:40 $DATA/jfr/incident.jfr.gz@17:22:40..17:23:10
    pass: both rules hold

    verdict      rule                  value †  interval
    pass         total <= base * 1.5     ×0.19  0.11..0.34
                 by thread clock; samples show ×0.34
    pass         cpu/second <= 800 ms   220 ms  162..300
                 by thread clock; samples show 113% of it

    GATE PASS 2 pass 0 fail 0 cannot-tell
    $ corr diff -q --exit-code --per second $DATA/jfr/incident.jfr.gz@17:22:10..17:22:40 $DATA/jfr/incident.jfr.gz@17:22:40..17:23:10 | tail -n 2
    the thread clock is judged, not the samples
    GATE PASS total -71.5% [-81.5,-56.0] tau 5% n 1735/744 phi 1.0
