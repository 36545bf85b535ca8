Screens: narrow, wide, without Unicode, as Markdown.

    $ cp $DATA/incident/pricing.cpu.07.pb.gz $DATA/incident/traces.otlp.jsonl.gz .
    $ corr span -q d8e1/s6 --width 60
    GET /api/quote  95.80 ms    trace d8e1999a    2026-11-21
      17:23:00.972Z
    s6, GET /price in pricing: 59.43 ms, 62% of it
    slower than 89% of the 67 GET /price here: their median is
      36.96 ms

    59.04 ms  99%  ▉▉▉▉▉▉▉▉▉▉  child spans   1 span
    30.00 ms  50%  ▉▉▉▉▉       on CPU        3 samples
                               not recorded  thread unknown

    code in s6: 3 samples; 67 spans like it: 90 samples
      (±11 points)
    s6  alike  function
     1    41%  main.roundAll → mix
          28%  main.surgeAdjust → mix
     1    19%  main.mergeRules → mix
     1    11%  main.mergeRules → containsRule
           1%  main.mergeRules → mix → runtime.asyncPreempt
    3 samples: examples, not a breakdown

    s1    gateway  GET /api/quote    95.80 ms  ─────────────────
    s6 *  pricing  └ GET /price      59.43 ms   ────────────
    s7    pricing    └ price.basket  59.04 ms   ▇▇▇▇▇────▇▇▇
    s8    pricing      └ fx.fetch    21.77 ms        ▇▇▇▇
         4 more spans, 35.77 ms of the request (--all)

    evidence  request id, confidence 1.00; 3 of at most 6
              samples (50%)
    next  corr tree --span d8e1999a/s6   the whole call tree
    $ corr span -q d8e1/s6 --width 60 --ascii | sed -n 4,13p
    slower than 89% of the 67 GET /price here: their median is
      36.96 ms

    59.04 ms  99%  ##########  child spans   1 span
    30.00 ms  50%  #####       on CPU        3 samples
                               not recorded  thread unknown

    code in s6: 3 samples; 67 spans like it: 90 samples
      (+-11 points)
    s6  alike  function
    $ COLUMNS=200 corr span -q d8e1/s6 | sed -n '/^code/,$p'
    code in s6: 3 samples; 67 spans like it: 90 samples (±11 points)
    s6  alike  function
     1    41%  main.roundAll → mix
          28%  main.surgeAdjust → mix
     1    19%  main.mergeRules → mix
     1    11%  main.mergeRules → containsRule
           1%  main.mergeRules → mix → runtime.asyncPreempt
    3 samples: examples, not a breakdown. ±10 points needs 97 samples, about 33 such spans.

    s1    gateway   GET /api/quote            95.80 ms  ───────────────────────────────────────────────────────────────────────────────────────────────────▇
    s2    gateway   └ gateway.quote           95.20 ms  ▇▇▇▇▇▇▇▇──────────────────────────────────────────────────────────────────────────────────────▇▇▇▇▇▇
    s3    gateway     └ GET                   81.92 ms          ▇▇──────────────────────────────────────────────────────────────────────────────────▇▇
    s4    checkout      └ GET /quote          79.14 ms           ─────────────────────────────────────────────────────────────────▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s5    checkout        └ GET               61.62 ms           ▇▇──────────────────────────────────────────────────────────────▇▇
    s6 *  pricing           └ GET /price      59.43 ms            ▇──────────────────────────────────────────────────────────────▇
    s7    pricing             └ price.basket  59.04 ms             ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇───────────────────────▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s8    pricing               └ fx.fetch    21.77 ms                                      ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇

    evidence  request id, confidence 1.00; 3 of at most 6 samples (50%)
    next  corr tree --span d8e1999a/s6   the whole call tree
    $ corr span -q d8e1/s6 --md | sed -n '/^| *n/,$p'

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
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms
    32% is main.mix lab/pricing/main.go:100

    self%    ±  total%      self   n  line
     31.6  9.2    31.6  300.0 ms  30  main.mix l…ing/main.go:100
     29.5  9.0    30.5  280.0 ms  28  main.mix l…cing/main.go:99
     22.1  8.3    22.1  210.0 ms  21  main.mix l…ing/main.go:101
     10.5  6.2    10.5  100.0 ms  10  main.conta…ing/steps.go:26
      6.3                60.0 ms   6  56 more lines (-n 0)
    95 samples: shares are within 11 points
    next  corr tree   the call tree
    $ corr top -q --by line --width 60 -n 4 --wide | tail -n 2
    95 samples: shares are within 11 points
    next  corr tree   the call tree
    $ corr tree -q --width 48 --max-rows 6
    CPU of pricing  10 s  95 samples of 10 ms =
      950.0 ms
    39% is one path: main.endpoint.func1 →
      main.price → main.roundAll → main.mix

    total%  self%   n    function
     96.8%   0.0%  92  * http.(*conn).serve
     95.7%   0.0%  91  * ├ … → HandlerFunc.ServeHTTP
     95.7%  95.7%  91    │ └ (2 smaller frames)
      1.1%   1.1%   1    └ (1 smaller frame)
      3.2%   3.2%   3    (3 smaller frames)
    95 samples: shares are within 11 points
    next  corr peek main.mix   all its callers
          corr tree --icicle   as a picture

One locale or another: the same digits, and ASCII where there is no UTF-8.

    $ LC_ALL=C corr tree -q --max-rows 4
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms
    39% is one path: main.endpoint.func1 -> main.price -> main.roundAll -> main.mix

    total%  self%   n    function (* the hottest path)
     96.8%   0.0%  92  * http.(*conn).serve
     96.8%  96.8%  92    ` (2 smaller frames)
      3.2%   3.2%   3    (3 smaller frames)
    95 samples: shares are within 11 points
    next  corr peek main.mix   all its callers
          corr tree --icicle   as a picture
    $ LC_ALL=de_DE.UTF-8 corr top -q -n 1 | tail -n 1
          corr tree            the call tree

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
      2.1     2.1  runt…reempt  prom…r.func3
      4.2          52 m…ctions
    95 samples: shares are within 11 points
    next  corr peek main.mix   who calls it
          corr tree            the call tree
    $ corr span -q d8e1 --width 40 | sed -n '/service/,/^$/p'
    $ corr spans -q --width 40 -n 3 | sed -n '/duration/,$p' | head -n 4
      duration  id           request
       1.082 s  abc55335/s1  GET…checkout
       0.684 s  9de136d8/s1  GET…checkout
       0.647 s  a413b68d/s1  GET…checkout
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
