Screens: narrow, wide, without Unicode, as Markdown.

    $ cp $DATA/incident/pricing.cpu.07.pb.gz $DATA/incident/traces.otlp.jsonl.gz .
    $ corr span -q d8e1/s6 --width 60
    trace d8e1999a185380142371dbc7a1812f35  GET  95.80 ms
    2026-11-21 17:23:00.972Z  8 spans, none missing

          span            service      total      self  of trace
    s2    GET             gateway   95.80 ms   0.60 ms      0.6%
    s1    └ gate…y.quote  gateway   95.20 ms  13.28 ms     13.9%
    s3      └ GET         gateway   81.92 ms   2.78 ms      2.9%
    s4        └ GE…quote  checkout  79.14 ms  17.52 ms     18.3%
    s5          └ GET     checkout  61.62 ms   2.19 ms      2.3%
    s6 *  …   └ GE…price  pricing   59.43 ms   0.39 ms      0.4%
    s7    …   └ pr…asket  pricing   59.04 ms  37.27 ms     38.9%
    s8    …   └ fx.fetch  pricing   21.77 ms  21.77 ms     22.7%

    s6 GET /price  59.43 ms
    CPU used  30.00 ms of CPU over 59.43 ms: 0.5 threads on
              average    3 samples
    children  59.04 ms  1 span, overlaps counted once
    self      0.39 ms  wall time of s6 without its children

    code on CPU in s6
    only 3 samples joined (at most 5.9 expected): these stacks
      were seen, this is not a breakdown. 97 samples give shares
      within 10 points: about 33 spans like this one
    n    function
    3  * net/http.(*conn).serve → … 7 frames … → main.price
    2  * ├─ main.mergeRules
    1  * │  ├─ main.containsRule
    1    │  └─ main.mix
    1    └─ main.roundAll → main.mix
    evidence  100% request id   confidence 1.00 (exact)
    coverage  3 of at most 5.9 samples expected (CPU-able 59.43
              ms, 100 Hz): 50%

    67 spans named GET /price: 90 samples; the span asked about
      contributed 3
    90 samples: shares are within 11 points
    total%  self%   n    function
    100.0%   0.0%  90  * net/http.(*conn).serve → … → main.price
     41.1%  41.1%  37    ├─ main.roundAll → main.mix      <- hot
     31.1%   0.0%  28    ├─ main.mergeRules
     20.0%  18.9%  18    │  ├─ main.mix                   <- hot
      1.1%          1    │  │  └─ (1 smaller frame)
     11.1%  11.1%  10    │  └─ main.containsRule          <- hot
     27.8%  27.8%  25    └─ main.surge → … → main.mix     <- hot
    $ corr span -q d8e1/s6 --width 60 --ascii | sed -n 4,13p
          span            service      total      self  of trace
    s2    GET             gateway   95.80 ms   0.60 ms      0.6%
    s1    ` gat....quote  gateway   95.20 ms  13.28 ms     13.9%
    s3      ` GET         gateway   81.92 ms   2.78 ms      2.9%
    s4        ` GE...ote  checkout  79.14 ms  17.52 ms     18.3%
    s5          ` GET     checkout  61.62 ms   2.19 ms      2.3%
    s6 *  ... ` GE...ice  pricing   59.43 ms   0.39 ms      0.4%
    s7    ... ` pr...ket  pricing   59.04 ms  37.27 ms     38.9%
    s8    ... ` fx.fetch  pricing   21.77 ms  21.77 ms     22.7%
    $ COLUMNS=200 corr span -q d8e1/s6 | sed -n '/^code/,$p'
    code on CPU in s6
    only 3 samples joined (at most 5.9 expected): these stacks were seen, this is not a breakdown. 97 samples give shares within 10 points: about 33 spans like this one
    n    function
    3  * net/http.(*conn).serve → … 7 frames … → main.price
    2  * ├─ main.mergeRules
    1  * │  ├─ main.containsRule
    1    │  └─ main.mix
    1    └─ main.roundAll → main.mix
    evidence  100% request id   confidence 1.00 (exact)
    coverage  3 of at most 5.9 samples expected (CPU-able 59.43 ms, 100 Hz): 50%

    67 spans named GET /price: 90 samples; the span asked about contributed 3
    90 samples: shares are within 11 points
    total%  self%   n    function
    100.0%   0.0%  90  * net/http.(*conn).serve → … 7 frames … → main.price
     41.1%  41.1%  37    ├─ main.roundAll → main.mix                          <- hot
     31.1%   0.0%  28    ├─ main.mergeRules
     20.0%  18.9%  18    │  ├─ main.mix                                       <- hot
      1.1%          1    │  │  └─ (1 smaller frame)
     11.1%  11.1%  10    │  └─ main.containsRule                              <- hot
     27.8%  27.8%  25    └─ main.surge → main.surgeAdjust → main.mix          <- hot
    $ corr span -q d8e1/s6 --md | sed -n '/^| *n/,$p'
    | n |  | function |
    |--:|:--|:--|
    | 3 | \* | **net/http.(\*conn).serve → … 7 frames … → main.price** |
    | 2 | \* |   **main.mergeRules** |
    | 1 | \* |     **main.containsRule** |
    | 1 |  |     main.mix |
    | 1 |  |   main.roundAll → main.mix |

    - **evidence** 100% request id   confidence 1.00 (exact)
    - **coverage** 3 of at most 5.9 samples expected (CPU-able 59.43 ms, 100 Hz): 50%

    **67 spans named GET /price: 90 samples; the span asked about contributed 3**

    90 samples: shares are within 11 points

    | total% | self% | n |  | function |
    |--:|--:|--:|:--|:--|
    | 100.0% | 0.0% | 90 | \* | **net/http.(\*conn).serve → … 7 frames … → main.price** |
    | 41.1% | 41.1% | 37 |  |   main.roundAll → main.mix \<- hot |
    | 31.1% | 0.0% | 28 |  |   main.mergeRules |
    | 20.0% | 18.9% | 18 |  |     main.mix \<- hot |
    | 1.1% |  | 1 |  |       (1 smaller frame) |
    | 11.1% | 11.1% | 10 |  |     main.containsRule \<- hot |
    | 27.8% | 27.8% | 25 |  |   main.surge → main.surgeAdjust → main.mix \<- hot |

Nothing is ever wider than it should be.

    $ for w in 40 60 120; do
    >   for c in 'info' 'span d8e1' 'span d8e1/s4' 'tree' 'tree --icicle' 'top --by line'; do
    >     for a in '' --ascii; do
    >       corr $c -q $a --width $w | awk -v w=$w -v c="$c" '
    >         { s = $0; gsub(/[\200-\277]/, "", s) } length(s) > w { print w, c ": " $0 }'
    >     done; done; done
    $ for c in 'info' 'span d8e1' 'top' 'tree' 'tree --icicle'; do
    >   corr $c -q --ascii | LC_ALL=C grep -n '[^ -~]'; done
    [1]

Names are cut in the middle; --wide cuts none.

    $ corr top -q --by line --width 60 -n 4
    CPU  10 s  95 samples of 10 ms = 950.0 ms
    95 samples: shares are within 11 points

    self%    ±  total%      self   n  line
     31.6  9.2    31.6  300.0 ms  30  main.mix l…ing/main.go:100
     29.5  9.0    30.5  280.0 ms  28  main.mix l…cing/main.go:99
     22.1  8.3    22.1  210.0 ms  21  main.mix l…ing/main.go:101
     10.5  6.2    10.5  100.0 ms  10  main.conta…ing/steps.go:26
      6.3                60.0 ms   6  56 more lines
    $ corr top -q --by line --width 60 -n 4 --wide | tail -n 2
     10.5  6.2    10.5  100.0 ms  10  main.containsRule lab/pricing/steps.go:26
      6.3                60.0 ms   6  56 more lines (-n 0 shows all)
    $ corr tree -q --width 48 --max-rows 6
    CPU  10 s  95 samples of 10 ms = 950.0 ms
    95 samples: shares are within 11 points

    total%  self%   n    function
     96.8%   0.0%  92  * net/http.(*conn).serve
     95.7%   0.0%  91  * ├─ net/http.…Func.ServeHTTP
     95.7%         91    │  └─ (2 smaller frames)
      1.1%          1    └─ (1 smaller frame)
      3.2%          3    (3 smaller frames)

One locale or another: the same digits, and ASCII where there is no UTF-8.

    $ LC_ALL=C corr tree -q --max-rows 4
    CPU  10 s  95 samples of 10 ms = 950.0 ms
    95 samples: shares are within 11 points

    total%  self%   n    function
     96.8%   0.0%  92  * net/http.(*conn).serve
     96.8%         92    `- (2 smaller frames)
      3.2%          3    (3 smaller frames)
    $ LC_ALL=de_DE.UTF-8 corr top -q -n 1 | tail -n 1
     16.8               160.0 ms  16  54 more functions (-n 0 shows all)

Colour where it is asked for, and only there; it says nothing that the text
does not say.

    $ corr span -q d8e1/s6 --color always | sed 's/\x1b\[[0-9;]*m//g' >a
    $ corr span -q d8e1/s6 | cmp - a
    $ corr span -q d8e1/s6 --color always | grep -q "$(printf '\033')" && echo coloured
    coloured
    $ TERM=xterm-256color corr span -q d8e1/s6 | grep -c "$(printf '\033')"
    0
    [1]

On a screen of half the width names keep their room: columns that are least needed
are left out.

    $ corr top -q --width 40 -n 3 | tail -n 5
    self%  total%      self  function
     83.2    84.2  790.0 ms  main.mix
     10.5    10.5  100.0 ms  main.…tainsRule
      2.1     2.1   20.0 ms  runti…ncPreempt
      4.2           40.0 ms  52…functions
    $ corr span -q d8e1 --width 40 | sed -n '/service/,/^$/p'
          span            service      total
    s2    GET             gateway   95.80 ms
    s1    └ gate…y.quote  gateway   95.20 ms
    s3      └ GET         gateway   81.92 ms
    s4        └ GE…quote  checkout  79.14 ms
    s5          └ GET     checkout  61.62 ms
    s6    …   └ GE…price  pricing   59.43 ms
    s7 *  …   └ pr…asket  pricing   59.04 ms
    s8    …   └ fx.fetch  pricing   21.77 ms
    $ corr spans -q --width 40 -n 3 | sed -n '/duration/,$p' | head -n 4
    duration  id           span
     1.082 s  abc55335/s1  GET
     1.080 s  abc55335/s2  gateway.checkout
     1.068 s  abc55335/s3  GET
    $ corr diff -q $DATA/deploys/v1 $DATA/deploys/v2 --width 40 | sed -n '/base  *new/,/^total/p'
    ms…uest    base     new  change
    new **    0.000   1.799  +1.799  ma…Rule
    same     13.161  11.829  -1.332  43 more
    traffic                  +0.000  the…mix
    total    13.161  13.628  +0.467  ×1.04

All clothes of one report agree.

    $ corr span -q d8e1 --json | sed -n 's/^    \({"start_unix_ns".*}\),*$/\1/p' >a
    $ corr span -q d8e1 --jsonl | cmp - a
    $ corr top -q --tsv | tr '\t' , >a; corr top -q --csv | cmp - a
    $ for c in top tree info 'span d8e1'; do
    >   corr $c -q --jsonl | wc -l; corr $c -q --tsv | sed 1d | wc -l; done | uniq -c
          2 55
          2 59
          2 2
          2 8
