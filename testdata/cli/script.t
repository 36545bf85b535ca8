A program of which all that differs between its versions is known: applyRules
twice as dear, tax called levy, normalizeKey inlined, digest called from
elsewhere.  Each is told once, and with its size.

    $ D=$DATA/script
    $ corr diff -q $D/v1 $D/v2
    base  ../data/script/v1  4 files  4,786 samples
    new   ../data/script/v2  4 files  5,307 samples
    samples, % of the total of each side; 10 functions tested, 5% false discoveries

              base     new  delta  ratio  95%         function (+ and below)
    total   100.00  100.00  +0.00   1.00  1.00..1.00
    grew *   18.51   27.40  +8.89   1.48  1.15..1.91  applyRules (shop.py)
    ~        81.49   72.60  -8.89   0.89              12 other functions
    renamed: tax (shop.py) to levy (shop.py)
    normalizeKey (shop.py) no longer appears below validate (shop.py) (inlined or
      removed)
    a function holding 1% of base shows here only if it changes by ×1.65 or more
    names normalised: 71 script lines (--raw-names)

The same version twice.

    $ corr diff -q $D/v1 $D/again
    base  ../data/script/v1  4 files  4,786 samples
    new   ../data/script/again  4 files  3,927 samples
    samples, % of the total of each side; 11 functions tested, 5% false discoveries

             base     new  delta  ratio  95%         function (+ and below)
    total  100.00  100.00  +0.00   1.00  1.00..1.00
    ~       17.47   24.85  +7.38   1.42  1.10..1.83  serialize (shop.py)
    ~       82.53   75.15  -7.38   0.91              12 other functions
    no function changed significantly. A change smaller than 69% in a function with
      1% of the cost would not have been seen.
    names normalised: 38 script lines (--raw-names)

What is expected of them, by old names and by new ones, without their files.

    $ corr check -q --expect 'applyRules self <= base * 1.2' --expect 'tax self <= base * 1.3' --expect 'levy cum <= base * 1.3' --expect 'normalizeKey self <= base * 1.3' --expect 'digest self <= base * 2' $D/v1 $D/v2
    fail         applyRules self <= base * 1.2    ×1.48  1.15..1.91
    pass         tax self <= base * 1.3           ×0.88  0.65..1.20
                 tax (shop.py) was renamed to levy (shop.py): judged as one
    pass         levy cum <= base * 1.3           ×0.87  0.60..1.28
                 tax (shop.py) was renamed to levy (shop.py): judged as one
    pass         normalizeKey self <= base * 1.3  ×0.88  0.64..1.20
                 normalizeKey (shop.py) was inlined or removed: its caller validate
                 (shop.py) is judged
    pass         digest self <= base * 2          ×0.65  0.52..0.81
    GATE FAIL 4 pass 1 fail 0 cannot-tell
    [1]
    $ corr check -q --expect 'any function self <= base * 3' $D/v1 $D/again
    cannot tell  any function self <= base * 3  ×3.10  1.08..8.90
                 cannot be ruled out: main (shop.py), [no stack]
    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
    $ corr peek -q applyRules $D/v1/1.folded.gz
    1,229 samples
    2 functions are called applyRules; the largest is applyRules (shop.py:22): 257,
      21% of samples

    total%  self%    n  function                 mostly called by
     20.9%  20.9%  257  applyRules (shop.py:22)  price (shop.py:33)
      2.8%   2.8%   35  applyRules (shop.py:21)  price (shop.py:33)
    next  corr peek 'applyRules (shop.py:22)' ../data/script/v1/1.folded.gz
          corr peek 'applyRules (shop.py:21)' ../data/script/v1/1.folded.gz
