A program of which all that differs between its versions is known: applyRules
twice as dear, tax called levy, normalizeKey inlined, digest called from
elsewhere.  Each is told once, and with its size.

    $ D=$DATA/script
    $ corr diff -q $D/v1 $D/v2
    v2 has 27.4% of its samples in applyRules, v1 has 18.5%

    % of all    base     new  change
    more *     18.51   27.40   +8.89  ▉▉▉▉▉▉▉▉  applyRules
    same       81.49   72.60   -8.89            12 more, none changed clearly
    total     100.00  100.00   +0.00

    renamed   tax → levy
    base      v1  4 files  4,786 samples
    new       v2  4 files  5,307 samples
    evidence  * under 5% false discoveries; smallest visible change of a 1%
              function: ×1.65
    next  corr diff -t ../data/script/v1 ../data/script/v2   where in the call tree
          corr peek applyRules ../data/script/v2             who calls it

The same version twice.

    $ corr diff -q $D/v1 $D/again
    no function has a clearly greater share of the samples in again

    % of all    base     new  change
    same      100.00  100.00   +0.00    13 functions, none changed clearly
    total     100.00  100.00   +0.00

    base      v1  4 files  4,786 samples
    new       again  4 files  3,927 samples
    evidence  smallest visible change of a 1% function: ×1.69
    next  corr diff -t ../data/script/v1 ../data/script/again

What is expected of them, by old names and by new ones, without their files.

    $ corr check -q --expect 'applyRules self <= base * 1.2' --expect 'tax self <= base * 1.3' --expect 'levy cum <= base * 1.3' --expect 'normalizeKey self <= base * 1.3' --expect 'digest self <= base * 2' $D/v1 $D/v2
    fail: 1 of 5 rules is broken

    verdict      rule                             value  interval
    fail         applyRules self <= base * 1.2    ×1.48  1.15..1.91
    pass         tax self <= base * 1.3           ×0.88  0.65..1.20
                 tax was renamed to levy; both are judged as one
    pass         levy cum <= base * 1.3           ×0.87  0.60..1.28
                 tax was renamed to levy; both are judged as one
    pass         normalizeKey self <= base * 1.3  ×0.88  0.64..1.20
                 normalizeKey was inlined or removed; its caller validate is judged
    pass         digest self <= base * 2          ×0.65  0.52..0.81

    GATE FAIL 4 pass 1 fail 0 cannot-tell
    [1]
    $ corr check -q --expect 'any function self <= base * 3' $D/v1 $D/again
    cannot tell: the rule cannot be judged (cannot rule out main, [no stack])

    verdict      rule                           value  interval    why
    cannot tell  any function self <= base * 3  ×3.10  1.08..8.90
                 cannot rule out main, [no stack]

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
    $ corr peek -q applyRules $D/v1/1.folded.gz
    1,229 samples
    applyRules: 292, 24% of samples, all of it for price

    total%  amount    n  function
     23.8%     292  292    price
     23.8%     292  292  applyRules
    next  corr peek price ../data/script/v1/1.folded.gz
          corr tree --focus applyRules ../data/script/v1/1.folded.gz
