Two deploys of one service.

    $ corr diff -q $DATA/deploys/v1 $DATA/deploys/v2
    no clear change in CPU per request of pricing (-10..+19%) for the same traffic
       but main.containsRule is new: +1.80 ms
       measured: 13.2 → 13.6 ms; the mix of requests is the same
    !  v1 was recorded after v2: are the sides swapped?

    ms/request    base     new  change
    new **       0.000   1.799  +1.799  ▉▉▉▉▉▉▉▉  main.containsRule
    same        13.161  11.829  -1.332            43 more, none changed clearly
    traffic                     +0.000            the same mix of requests
    total       13.161  13.628  +0.467            ×1.04, 0.90..1.19

    renamed   main.applySurge → main.surgeAdjust
    base      v1  17:26:34Z +50 s  5 files  612 samples  465 requests
    new       v2  17:25:13Z +50 s  5 files  462 samples  339 requests
    evidence  ** under 1% false discoveries; smallest visible change of a 10%
              function: ×1.73
    next  corr diff -t ../data/deploys/v1 ../data/deploys/v2
          corr peek main.containsRule ../data/deploys/v2       who calls it

    $ corr diff -q -t $DATA/deploys/v1 $DATA/deploys/v2 -n 12
    no clear change in CPU per request of pricing (-10..+19%) for the same traffic
       but main.containsRule is new: +1.80 ms
       measured: 13.2 → 13.6 ms; the mix of requests is the same
    !  v1 was recorded after v2: are the sides swapped?

      base     new  change          function (ms/request)
    12.903  13.422  +0.519          http.(*conn).serve
    12.731  13.274  +0.543          └ … → otelhttp.(*middleware).serveHTTP
    12.516  13.215  +0.699            └ HandlerFunc.ServeHTTP → endpoint.func#
    12.366  13.156  +0.791              └ main.price
     6.000   5.251  -0.749                ├ main.roundAll
     6.000   5.221  -0.779                │ └ main.mix
     0.237   0.295  +0.058                │   └ runtime.asyncPreempt
     3.398   4.779  +1.381                ├ main.mergeRules
     3.290   2.950  -0.340                │ ├ main.mix
     0.000   1.799  +1.799  new **        │ └ main.containsRule
     2.925   3.009  +0.084                └ main.surge → main.surgeAdjust
     2.925   2.979  +0.055                  └ main.mix
    4 more lines (-n 0 shows all)

    renamed   main.applySurge → main.surgeAdjust
    base      v1  17:26:34Z +50 s  5 files  612 samples  465 requests
    new       v2  17:25:13Z +50 s  5 files  462 samples  339 requests
    evidence  ** under 1% false discoveries; smallest visible change of a 10%
              function: ×1.73
    next  corr peek main.containsRule ../data/deploys/v2   who calls it

Shares, and no traces.

    $ corr diff -q --per share '../data/deploys/v1/*.pb.gz' '../data/deploys/v2/*.pb.gz'
    v2 has 13.2% of its CPU in main.containsRule, v1 has 0.0%
    !  v1 was recorded after v2: are the sides swapped?

    % of all    base     new  change
    new **      0.00   13.20  +13.20  ▉▉▉▉▉▉▉▉  main.containsRule
    same      100.00   86.80  -13.20            43 more, none changed clearly
    total     100.00  100.00   +0.00

    renamed   main.applySurge → main.surgeAdjust
    base      v1  17:26:34Z +50 s  5 files  612 samples
    new       v2  17:25:13Z +50 s  5 files  462 samples
    evidence  ** under 1% false discoveries; smallest visible change of a 5%
              function: ×1.75
    next  corr diff -t '../data/deploys/v1/*.pb.gz' '../data/deploys/v2/*.pb.gz'
          corr peek main.containsRule '../data/deploys/v2/*.pb.gz'

    $ corr diff -q $DATA/deploys/v1/pricing.cpu.00.pb.gz $DATA/deploys/v2/pricing.cpu.00.pb.gz
    too few samples: base 111, new 81, minimum 100 (3,800 show a 20% change)
       measured: 111 → 81.0 ms
    !  v1 was recorded after v2: are the sides swapped?

    ms/second    base    new  change
    same       110.99  80.99  -30.00    18 functions, none changed clearly
    total      110.99  80.99  -30.00    ×0.73, 0.49..1.09

    base      v1  17:26:34Z +10 s  1 file  111 samples
    new       v2  17:25:13Z +10 s  1 file  81 samples
    next  corr diff -t ../data/deploys/v1/pricing.cpu.00.pb.gz \
              ../data/deploys/v2/pricing.cpu.00.pb.gz   where in the call tree

Sides may be labels: of samples, of their processes, or in the paths of files.

    $ cp -r $DATA/deploys here
    $ corr diff -q version=v1 version=v2 here
    no clear change in CPU per request of pricing (-10..+19%) for the same traffic
       but main.containsRule is new: +1.80 ms
       measured: 13.2 → 13.6 ms; the mix of requests is the same
    !  v1 was recorded after v2: are the sides swapped?

    ms/request    base     new  change
    new **       0.000   1.799  +1.799  ▉▉▉▉▉▉▉▉  main.containsRule
    same        13.161  11.829  -1.332            43 more, none changed clearly
    traffic                     +0.000            the same mix of requests
    total       13.161  13.628  +0.467            ×1.04, 0.90..1.19

    renamed   main.applySurge → main.surgeAdjust
    base      v1  17:26:34Z +50 s  5 files  612 samples  465 requests
    new       v2  17:25:13Z +50 s  5 files  462 samples  339 requests
    evidence  ** under 1% false discoveries; smallest visible change of a 10%
              function: ×1.73
    next  corr diff -t version=v1 version=v2 here   where in the call tree
    $ corr diff -q version=1.4.0 version=9 here
    nothing to compare: version=9 has no sample of the kind cpu
    [4]
    $ corr top -q --label version=v2 here -n 3
    CPU of pricing  50 s  462 samples of 10 ms = 4.62 s
    79% is main.mix, 46% of it under main.roundAll

    self%    ±  total%    n  function                   mostly under
     79.2  3.7    81.8  366  main.mix                   main.roundAll 46%
     13.2  3.1    13.2   61  main.containsRule          main.mergeRules
      2.6  1.5     2.6   12  runtime.asyncPreempt       main.mix
      5.0                23  151 more functions (-n 0)
    462 samples: shares are within 5 points
    next  corr peek main.mix --label version=v2 here   who calls it
          corr tree --label version=v2 here            the call tree

What a profile does not say, the traces of its process may, or its spans.

    $ corr diff -q version=1.4.0 version=1.5.0 here | sed -n '1,8p'
    no clear change in CPU per request of pricing (-10..+19%) for the same traffic
       but main.containsRule is new: +1.80 ms
       measured: 13.2 → 13.6 ms; the mix of requests is the same
    !  1.4.0 was recorded after 1.5.0: are the sides swapped?

    ms/request    base     new  change
    new **       0.000   1.799  +1.799  ▉▉▉▉▉▉▉▉  main.containsRule
    same        13.161  11.829  -1.332            43 more, none changed clearly
    $ corr top -q --label version=1.4.0 here -n 1
    CPU of pricing  50 s  612 samples of 10 ms = 6.12 s
    91% is main.mix, 48% of it under main.roundAll

    self%    ±  total%    n  function                   mostly under
     90.5  2.3    92.8  554  main.mix                   main.roundAll 48%
      9.5                58  152 more functions (-n 0)
    next  corr peek main.mix --label version=1.4.0 here   who calls it
          corr tree --label version=1.4.0 here            the call tree
    $ X="$DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz"
    $ corr diff -q http.route=/quote http.route=/checkout $X -n 4
    no clear change in CPU † per matching request of checkout (0.22..366)
       but Main.quote is gone: -6.71 ms
       measured: 6.75 → 60.9 ms

    ms/request †   base     new   change
    gone **       6.706   0.000   -6.706  ░░░░░░░░  Main.quote
    same          0.000  60.580  +60.580            Main.checkout
    same          0.047   0.277   +0.230            119 more, none changed clearly
    total         6.753  60.857  +54.104            ×9.01, 0.22..366
    findings  InventoryBook.commit sleeps without a span, ~60.6 ms a GET /checkout
              regex accounts for 13% [12,15] of the CPU, under CouponParser.rule
              SELECT lab.items runs 14 times, 125 ms: looks like one query per item

    base      http.route=/quote  17:21:36Z +2m08s  1 file  114 samples  167 requests
    new       http.route=/checkout  17:21:36Z +2m08s  1 file  2,627 samples  431
              requests
    evidence  ** under 1% false discoveries; smallest visible change of a 20%
              function: ×274; one run a side: run-to-run differences are not
              included
    next  corr diff -t http.route=/quote http.route=/checkout \
              ../data/jfr/incident.jfr.gz ../data/incident/traces.otlp.jsonl.gz
    $ corr diff -q http.route=/quote http.route=/checkout $X --spans -n 4
    too few spans to compare: the minimum is 20 of an operation on each side
       mean duration; on path: change in critical-path time per request

          base     new  ratio  95%   on path  ran  new   share  operation
    ·        -  222 ms    new        +158 ms    0  431  0→100%  GET /checkout
    ·  69.9 ms       -   gone       -9.62 ms  167    0  100→0%  GET /quote

    base      http.route=/quote  167 spans of 167 requests
    new       http.route=/checkout  431 spans of 431 requests
    [4]
    $ corr top -q --label http.route=/quote $X -n 1
    Running Java † of checkout  2m08s  114 samples of 10 ms, a share of 1.13 s
    88% is Work.mix, nearly all of it under PromotionEngine.evaluateOne

    self%    ±  total%   n  function                  mostly under
     87.8  6.1    87.8  99  Work.mix                  PromotionEngine.evaluateOne
     12.2               14  91 more functions (-n 0)
    also      --kind lock, alloc_bytes, gc; 10 more: -v
    113 samples: shares are within 10 points
    next  corr peek Work.mix --label http.route=/quote \
              ../data/incident/traces.otlp.jsonl.gz ../data/jfr/incident.jfr.gz
          corr tree --label http.route=/quote \
              ../data/incident/traces.otlp.jsonl.gz ../data/jfr/incident.jfr.gz
    $ corr spans -q --label http.route=/quote $X -n 1 | head -1
    the slowest of 167 requests: 279.54 ms
    $ corr spans -q --label 'http.route=a"\
    > b' $X
    no span is here that matches --label 'http.route=a"\␊b'
    next  corr spans --slowest 5 ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   the slowest requests
    [5]
    $ corr spans -q --label http.route=12345678901234567890123 $X
    no span is here that matches --label http.route=12345678901234567890123
    next  corr spans --slowest 5 ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   the slowest requests
    [5]
    $ corr diff -q http.route=/quote http.route=/quote $X | grep same
    both sides are the same files: there is nothing to compare
    $ corr check -q --expect 'total <= base * 2' version=1.5.0 version=1.5.0 here
    cannot tell: the rule cannot be judged (both sides have the same content)

    verdict      rule               value  interval    why
    cannot tell  total <= base * 2  ×1.00  0.86..1.16
                 both sides have the same content

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
    $ corr diff -q --where '{ duration > 100ms }' http.route=/quote http.route=/checkout $X | head -n 3
    too few samples: base 12, new 2,627 (worth 2,623), minimum 100 (191,000 show a
      20% change)
       measured: 0.94 → 205 ms
    $ corr diff -q http.route=/quote http.route=/nowhere $X
    nothing to compare: http.route=/nowhere has no sample of the kind cpu
    [4]

Of so little there is one window a side: no noise is seen in that.

    $ X=$DATA/jfr/incident.jfr.gz
    $ corr diff -q $X@17:22:20..17:22:30 $X@17:22:35..17:22:45 | grep -B1 weak
    [1]

Beside the rows: what the clocks of threads say of a change.

    $ A=$DATA/jfr/incident.jfr.gz@17:21:50..17:22:20
    $ B=$DATA/jfr/incident.jfr.gz@17:22:20..17:22:50
    $ corr diff -q $A $B
    the new side needs 4.10 times as much CPU † per request of checkout as the base
      (1.23..13.6) for the same traffic
       measured: 17.1 → 76.1 ms, because the new side got heavier requests
         (+1.50 ms)

    ms/request †    base     new   change
    more *         8.939  66.917  +57.978  ▉▉▉▉▉▉▉▉  Work.mix ← FraudRules.deepScan
    same           9.635   9.209   -0.426            115 more, none changed clearly
    traffic                        +1.502            heavier requests
    total         17.072  76.126  +59.054            ×4.46, 1.37..14.6

    also      CPU by thread clock: http-worker-# 11.1 → 88.4 ms, ×7.99 **; 1 more
    base      …jfr.gz@17:21:50..17:22:20  17:21:50Z +30 s  1 file  519 samples  304
              requests
    new       …jfr.gz@17:22:20..17:22:50  17:22:20Z +30 s  1 file  1,926 samples
              253 requests
    evidence  * under 5% false discoveries; smallest visible change of a 20%
              function: ×4.28; one run a side: run-to-run differences are not
              included
    next  corr diff -t ../data/jfr/incident.jfr.gz@17:21:50..17:22:20 \
              ../data/jfr/incident.jfr.gz@17:22:20..17:22:50
          corr peek Work.mix ../data/jfr/incident.jfr.gz@17:22:20..17:22:50
    $ corr diff -q $A $B --json | tr '{' '\n' | grep '"what"' | cut -c1-180
    "what": "thread", "kind": "cpu", "unit": "ns", "per": "request", "operation": null, "name": "all threads", "caller": null, "frame": null, "class": "more", "base": 19651582.31126301
    "what": "thread", "kind": "cpu", "unit": "ns", "per": "request", "operation": null, "name": "http-worker-#", "caller": null, "frame": null, "class": "more", "base": 11066829.118222

Kinds that count bytes are compared without being asked for.

    $ corr diff -q $DATA/jfr/incident.jfr.gz $DATA/jfr/async.jfr.gz | grep -A3 '^also alloc'
    [1]

For machines: the rows and the rest add up to the change of the totals.

    $ corr diff -q $DATA/deploys/v1 $DATA/deploys/v2 --tsv -n 3 | cut -f1-8
    base	new	change	ratio	ratio_lo	ratio_hi	p	q
    0.0	1799410.029498525	1799410.029498525		17.171373431736285		1.9875825238612746e-18	5.962747571583824e-18
    11913978.494623655	10796460.17699115	-1117518.3176325057	0.9062010798377048	0.7825028814646927	1.049453511994608	0.16937272009437665	0.254059080141565
    0.0	58997.05014749263	58997.05014749263		0.25761426699618734		0.3555635999108933	
    1247311.8279570024	973451.3274336269	-273860.5005233606					
    		0.0					

    $ corr diff -q $DATA/deploys/v1 $DATA/deploys/v2 --json | grep -E '"(factor_|cost)'
      "factor_base": 465.0,
      "factor_new": 339.0,
      "cost": {"base": 13161290.322580645, "new": 13628318.584070796, "ratio": 1.0354849904563594, "ratio_lo": 0.8982979507753747, "ratio_hi": 1.1936230785508324},

A side that is not there, or has nothing.

    $ corr diff $DATA/deploys/v1
    corr: two sides are compared, a base and a new one
          hint: each is a file, a directory, a quoted pattern, PATH@FROM..TO, or KEY=VALUE
    [2]

    $ corr diff -q version=v1 $DATA/deploys/v2
    corr: version=v1 is no file, and the other side is no label
          hint: both sides are labels, KEY=VALUE, or none is
    [2]

    $ corr diff -q $DATA/deploys/v1 'nothing*'
    corr: no file matches nothing*
    [5]

    $ corr diff -q --wall $DATA/deploys/v1 $DATA/deploys/v2
    no samples of kind "wall"; kinds here: cpu
    [4]
    $ corr diff -q $DATA/deploys/v1/traces.otlp.jsonl.gz $DATA/deploys/v2/traces.otlp.jsonl.gz
    nothing to compare: ../data/deploys/v1/traces.otlp.jsonl.gz has no sample
    nothing to compare: ../data/deploys/v2/traces.otlp.jsonl.gz has no sample
    try       --spans   how long the spans that are here took
              ID ID     two traces side by side
    [4]
    $ corr diff -q $DATA/deploys/v1 $DATA/deploys/v2 --from 17:25:20 --to 17:25:24
    nothing to compare: ../data/deploys/v1 has no sample of the kind cpu that
      matches --from 17:25:20 --to 17:25:24
    nothing to compare: ../data/deploys/v2 has no sample of the kind cpu that
      matches --from 17:25:20 --to 17:25:24
    [4]
    $ corr diff -q --per second --focus nothing $DATA/deploys/v1 $DATA/deploys/v2 | head -n 2
    nothing to compare: ../data/deploys/v1 has no sample of the kind cpu that
      matches --focus nothing
    $ corr diff -q --per core --kind wall $DATA/deploys/v1 $DATA/deploys/v2
    no samples of kind "wall"; kinds here: cpu
    [4]
    $ corr diff -q $DATA/deploys/v1 $DATA/deploys/v2 --from 17:25:20 --to 17:27 | grep -A1 'file '
    [1]

A verdict on the total, for scripts.

    $ corr diff -q --exit-code $DATA/deploys/v1 $DATA/deploys/v2 | tail -n 1
    GATE INCONCLUSIVE total +3.5% [-10.2,19.4] tau 5% n 612/462 phi 1.0
    $ corr diff -q --exit-code $DATA/deploys/v1 $DATA/deploys/v2 >/dev/null
    [4]
    $ corr diff -q --exit-code --allow-inconclusive $DATA/deploys/v1 $DATA/deploys/v2 >/dev/null
    $ corr diff -q --exit-code --tau 50% $DATA/deploys/v1 $DATA/deploys/v2 >said; echo $?; tail -n 1 said
    0
    GATE PASS total +3.5% [-10.2,19.4] tau 50% n 612/462 phi 1.0
    $ corr diff -q --exit-code --tau 1% $DATA/deploys/v2 $DATA/deploys/v1 --per total >said; echo $?; tail -n 1 said
    1
    GATE FAIL total +32.5% [11.4,57.6] tau 1% n 462/612 phi 1.5
    $ corr diff -q --exit-code --tau 35% --fail-on lower-bound $DATA/deploys/v2 $DATA/deploys/v1 --per total >said; echo $?; tail -n 1 said
    4
    GATE INCONCLUSIVE total +32.5% [11.4,57.6] tau 35% n 462/612 phi 1.5
    $ corr diff -q --exit-code --json $DATA/deploys/v2 $DATA/deploys/v1 --per total | grep -oE '"(verdict|exit)": *[^,]*'
    "verdict": "fail"
    "exit": 1
    $ corr diff -q --exit-code --per share $DATA/deploys/v1 $DATA/deploys/v2 | tail -n 2
    the total cannot be judged: only shares are known, and they always sum to 100%
    GATE INCONCLUSIVE total unknown tau 5% n 612/462
    $ corr diff -q --exit-code --wall --allow-inconclusive $DATA/deploys/v1 $DATA/deploys/v2 | tail -n 2
    the total cannot be judged: the base has no sample of this kind
    GATE INCONCLUSIVE total unknown tau 5% n 0/0
    $ corr diff -q --exit-code $DATA/deploys/v1/pricing.cpu.01.pb.gz $DATA/deploys/v2/pricing.cpu.01.pb.gz --allow-inconclusive | tail -n 1
    GATE INCONCLUSIVE total -38.5% [-65.3,9.1] tau 5% n 130/80 phi 2.0
    $ corr diff -q --exit-code --tau nan% $DATA/deploys/v1 $DATA/deploys/v2
    corr: --tau: "nan%" is no growth in percent
          hint: --tau 5%
    [2]
    $ corr diff -q --tau 5% $DATA/deploys/v1 $DATA/deploys/v2
    corr: --tau is about --exit-code
    [2]

Files that say nothing of a change: the same on both sides, of another program,
damaged.

    $ corr diff -q $DATA/deploys/v1 $DATA/deploys/v1
    both sides are the same files: there is nothing to compare
    [4]
    $ cp $DATA/deploys/v1/pricing.cpu.00.pb.gz copied.pb.gz
    $ mkdir a b
    $ cp $DATA/deploys/v1/pricing.cpu.0[0-2]* a
    $ cp $DATA/deploys/v1/pricing.cpu.0[2-4]* b
    $ corr diff -q a b | grep files
    base      a  17:26:34Z +30 s  3 files  358 samples
    new       b  17:26:54Z +30 s  3 files  371 samples
    $ corr diff -q $DATA/deploys/v1/pricing.cpu.00.pb.gz copied.pb.gz --exit-code
    the base and the new side have the same content: there is nothing to compare
    the total cannot be judged: both sides have the same content
    GATE INCONCLUSIVE total +0.0% [-42.8,74.7] tau 5% n 111/111 phi 2.0
    [4]
    $ cat >labels.map <<END
    > # halves of the incident
    > pricing.cpu.0[0-3]*   version=v41 commit=abc123
    > "pricing.cpu.0[4-7]*" version=v42 "commit=the next"  # later
    > END
    $ INCIDENT="$DATA/incident/pricing.cpu.* $DATA/incident/traces.otlp.jsonl.gz"
    $ corr diff -q --label-map labels.map version=v41 version=v42 $INCIDENT | head -3
    no clear change in CPU per request of pricing (-15..+25%) for the same traffic
       measured: 13.1 → 13.4 ms; v42 got lighter requests (-0.07 ms)
    $ corr diff -q --label-map labels.map commit=abc123 'commit=the next' $INCIDENT | head -2
    no clear change in CPU per request of pricing (-15..+25%) for the same traffic
       measured: 13.1 → 13.4 ms; the new side got lighter requests (-0.07 ms)
    $ corr diff -q --spans --label-map labels.map version=v41 version=v42 $INCIDENT --op 'GET /price' | head -2
    no operation takes clearly longer or less time in v42 than in v41
       mean duration; on path: change in critical-path time per request
    $ corr check -q --label-map labels.map --expect 'cpu/request <= base * 2' version=v41 version=v42 $INCIDENT
    pass: the rule holds

    verdict      rule                     value  interval
    pass         cpu/request <= base * 2  ×1.02  0.84..1.24

    GATE PASS 1 pass 0 fail 0 cannot-tell
    $ corr top -q --label-map labels.map --label version=v42 $INCIDENT -n 1 | head -1
    CPU of pricing  40 s  316 samples of 10 ms = 3.16 s
    $ corr diff -q --label-map labels.map version=v41 version=v43 $INCIDENT
    nothing to compare: version=v43 has no sample of the kind cpu
    [4]
    $ echo 'no/such/*.pb.gz version=v41' >wrong.map
    $ corr diff -q --label-map wrong.map version=v41 version=v42 $INCIDENT
    nothing to compare: version=v41 has no sample of the kind cpu
    nothing to compare: version=v42 has no sample of the kind cpu
    [4]
    $ echo 'pricing.cpu.0[4-7]* v42' >>labels.map
    $ corr diff -q --label-map labels.map version=v41 version=v42 $INCIDENT
    corr: labels.map: "v42" is not KEY=VALUE, at line 4
    [2]
    $ corr diff -q --label-map nowhere.map version=v41 version=v42 $INCIDENT
    corr: nowhere.map: No such file or directory
    [3]
    $ mkdir early late
    $ cp $DATA/incident/pricing.cpu.0[0-3]* $DATA/incident/traces* early
    $ cp $DATA/incident/pricing.cpu.0[4-7]* $DATA/incident/traces* late
    $ corr diff -q early late 2>&1 | head -3
    no clear change in CPU per request of pricing (-15..+25%) for the same traffic
       measured: 13.1 → 13.4 ms; late got lighter requests (-0.07 ms)
    $ for i in 1 2 3; do echo "main;work;a$i 200"; done > base.folded
    $ for i in 1 2 3; do echo "start;job;b$i 100"; done > new.folded
    $ corr diff -q base.folded new.folded
    new.folded has 33.3% of its samples in b1, base.folded has 0.0%
    !  the two sides have no function in common: are they of one program?

    % of all    base     new   change
    new         0.00   33.34   +33.34  ▉▉▉▉▉▉▉▉  b1
    new         0.00   33.33   +33.33  ▉▉▉▉▉▉▉▉  b2
    new         0.00   33.33   +33.33  ▉▉▉▉▉▉▉▉  b3
    same      100.00    0.00  -100.00            3 more, none changed clearly
    total     100.00  100.00    +0.00

    renamed   main → start, 1 more
    renamed?  a1 is possibly renamed to b1
    base      base.folded  1 file  600 samples
    new       new.folded  1 file  300 samples
    evidence  smallest visible change of a 10% function: ×1.84; one profile a side:
              no row has a * (add profiles, not length)
    next  corr diff -t base.folded new.folded   where in the call tree
          corr peek a1 base.folded              who calls it
    $ (cat base.folded; echo "no count") > cut.folded
    $ corr diff cut.folded base.folded
    corr: cut.folded: line 4 does not end in a count, at byte 51
    cut.folded and base.folded have the same content: there is nothing to compare
    [4]

Of profiles of several kinds one is compared, and what has none of it is told.

    $ mkdir was is; cp $DATA/deploys/v1/*.pb.gz was; cp $DATA/deploys/v2/*.pb.gz is
    $ printf 'main;rank 900\n' >was/reco.folded; printf 'main;rank 9900\n' >is/reco.folded
    $ corr diff -q was is | grep without
    [1]
    $ corr diff -q --service pricing was is | grep -c without
    0
    [1]
    $ corr diff -q $DATA/deploys/v1 is/reco.folded
    nothing to compare: is/reco.folded has no sample of the kind cpu
    [4]
    $ corr diff -q --kind samples was is | grep -c without
    0
    [1]
    $ corr check -q was is --expect 'main.mix self < 99%' | grep without
    [1]

Of a function that is in some of the files all ran, and the requests of all count;
of an operation those that asked for it do.

    $ corr diff -q $DATA/deploys/v1 $DATA/deploys/v2 --focus runtime.netpoll | grep files
    base      v1  17:26:34Z +50 s  5 files  6 samples  465 requests
    new       v2  17:25:13Z +50 s  5 files  3 samples  339 requests
    $ corr diff -q $DATA/jfr/incident.jfr.gz@17:21:50..17:22:20 $DATA/jfr/incident.jfr.gz@17:22:20..17:22:50 \
    >     $DATA/incident/traces.otlp.jsonl.gz --op 'GET /checkout' | head -n 5
    the new side needs 4.70 times as much CPU † per matching request of checkout as
      the base (1.21..18.2) for the same traffic
       measured: 33.0 → 155 ms; the mix of requests is the same

    ms/request †   base     new   change

Two samplers, of which one takes threads that wait for a CPU, too.

    $ corr diff -q $DATA/jfr/incident.jfr.gz $DATA/jfr/async.jfr.gz 2>&1 | grep -A1 sampler
    [1]
    $ corr check -q $DATA/jfr/incident.jfr.gz $DATA/jfr/async.jfr.gz --expect 'total <= base * 9' | sed -n 2,3p

    verdict      rule               value  interval    why

What the screen warns of is in the notes; check warns of samplers' rates, too.

    $ sed 's/"values":[^]]*.,"timestampsUnixNano":[^]]*./"values":["150"]/' \
    >     $DATA/otlp-profiles/example.json >slowly.json
    $ sed 's/"period":"10000000"/"period":"3000000"/' slowly.json >often.json
    $ corr diff -q slowly.json often.json | grep periods
    [1]
    $ corr diff -q --json slowly.json often.json | grep -c '"PERIODS_DIFFER"'
    1
    $ corr check -q slowly.json often.json | grep periods
    [1]
    $ corr diff -q --json $A $B | grep -c '"WITHIN_RUN"'
    1
    $ corr diff -q --json base.folded new.folded | grep -c '"MAYBE_RENAMED"'
    1
    $ for k in 1 2 3; do printf 'm;f;g;h 90%s\nm;k 30\n' $k >was.$k; done
    $ for k in 1 2 3; do printf 'm;f;h 90%s\nm;k 30\n' $k >is.$k; done
    $ corr diff -q --json 'was.[123]' 'is.[123]' | grep -o 'INLINED.*)'
    INLINED", "text": "g no longer appears below f (inlined or removed)
    $ corr diff -q --json 'is.[123]' 'was.[123]' | grep -o 'WRAPPED.*f"'
    WRAPPED", "text": "g came in below f"
    $ for k in 1 2 3; do printf 'm;old;h 90%s\nm;k 30\n' $k >was.$k; done
    $ for k in 1 2 3; do printf 'm;young;h 90%s\nm;k 30\n' $k >is.$k; done
    $ corr diff -q --json -t 'was.[123]' 'is.[123]' | grep -o 'RENAMED.*young"\|renamed_from": "[a-z]*'
    RENAMED", "text": "renamed: old → young"
    renamed_from": "old

What nothing was seen of may have been there; functions that were numbered anew
keep their name where there is little room.

    $ F='main.(*Server).handle.func'
    $ for k in 1 2 3; do printf "m;${F}1 300\nm;${F}2 40\nm;x 30$k\nm;old 300\n" >was.$k; done
    $ for k in 1 2 3; do printf "m;${F}2 300\nm;${F}3 940\nm;x 30$k\nm;young 70\n" >is.$k; done
    $ corr diff -q --per total 'was.[123]' 'is.[123]'
    the new side has 71% more samples than the base (60..83%)
       measured: 2826 → 4836

    samples  base   new  change
    more **  1020  3720   +2700  ▉▉▉▉▉▉▉▉  handle.func# (pooled: numbering changed)
    gone **   900     0    -900  ░░░       old
    new **      0   210    +210  ▉         young
    same      906   906      +0            1 more, none changed clearly
    total    2826  4836   +2010            ×1.71, 1.60..1.83

    base      was.[123]  3 files  2,826 samples
    new       is.[123]  3 files  4,836 samples
    evidence  ** under 1% false discoveries; smallest visible change of a 1%
              function: ×1.94
    next  corr diff -t 'was.[123]' 'is.[123]'   where in the call tree
          corr peek 'handle.func#' 'is.[123]'   who calls it
    $ corr diff -q --per total 'was.[123]' 'is.[123]' --tsv -n 3 | cut -f20,21
    module	file
    	
    	
    	
    	
    $ corr diff -q --per total 'was.[123]' 'is.[123]' --wide | grep pooled
    more **  1020  3720   +2700   3.65  3.36..3.96  ▉▉▉▉▉▉▉▉  main.(*Server).handle.func# (pooled: numbering changed)

Two recordings of one process at one time.

    $ sed 's/"stringValue":"shop"}}/&,{"key":"service.instance.id","value":{"stringValue":"i1"}}/' \
    >     $DATA/otlp-profiles/example.json >one.json
    $ mkdir both; cp one.json both; sed 's/"work"/"toil"/' one.json >both/two.json
    $ sed 's/"work"/"rest"/' one.json >zero.json
    $ corr diff -q zero.json both | grep -A1 process
    [1]
    $ corr check -q zero.json both --expect 'total <= base * 9' | head -n 2
    cannot tell: the rule cannot be judged (needs 100 samples a side)

What there is at one time, and what was counted from the start of a process on, is
no rate.

    $ corr diff -q --per second --live $DATA/pprof/counts/heap.[12].pb.gz
    corr: --per second: live_bytes is what there was at one time, and no rate
          hint: --per total compares such files as they are
    [2]
    $ corr diff -q --per request --alloc $DATA/pprof/counts/allocs.[12].pb.gz
    corr: --per request: alloc_bytes counts since the start of its process, which is unknown: it has no rate
          hint: --per total compares such files as they are; what is taken for a while, as of Go with ?seconds=30, has a rate
    [2]
    $ corr check -q --expect 'alloc/second <= base * 1.2' $DATA/pprof/go-heap.pb.gz \
    >     $DATA/pprof/counts/allocs.2.pb.gz | head -n 3
    cannot tell: the rule cannot be judged

    verdict      rule                            why

What there is at one time was asked for by no request.

    $ cp $DATA/pprof/go-heap.pb.gz $DATA/deploys/v1/traces.otlp.jsonl.gz was
    $ corr diff -q --live was $DATA/incident | head -n 2
    too few samples: base 6, new 4, minimum 100 (3,800 show a 20% change)
       measured: 3.98 → 3.25 MB

What is zero but for the last bits has no sign.

    $ printf 'm;a 3990\nm;b 3990\nm;c 3990\n' >third.folded
    $ printf 'm;a 3990\nm;b 3990\nm;c 3990\nm;d 1820\n' >fourth.folded
    $ corr diff -q -t third.folded fourth.folded | grep 'm$'
    100.00  100.00   +0.00        m

Both sides as they are, and such files read again.

    $ corr diff -q base.folded new.folded --to folded
    main;work;a1 200 0
    main;work;a2 200 0
    main;work;a3 200 0
    start;job;b1 0 100
    start;job;b2 0 100
    start;job;b3 0 100
    $ corr diff -q $DATA/deploys/v1 $DATA/deploys/v2 --to folded > both.folded
    $ wc -l < both.folded
    62
    $ corr diff -q both.folded --per total | head -9
    the new side has 25% fewer samples than the base (10..36%)
       measured: 612 → 462

    samples  base  new  change
    less      568  378    -190  ░░░░░░░░  main.mix
    new         0   61     +61  ▉▉▉       main.containsRule
    same       44   23     -21            42 more, none changed clearly
    total     612  462    -150            ×0.75, 0.64..0.90
    $ corr diff -q - --to folded < both.folded | cmp - both.folded
    $ corr diff -q base.folded new.folded --to pprof -o diff.pb.gz
    $ corr tree -q --to folded diff.pb.gz
    main;work;a1 -200
    main;work;a2 -200
    main;work;a3 -200
    start;job;b1 100
    start;job;b2 100
    start;job;b3 100
    $ corr diff -q base.folded
    corr: two sides are compared, a base and a new one
          hint: each is a file, a directory, a quoted pattern, PATH@FROM..TO, or KEY=VALUE
    [2]
    $ corr diff -q base.folded new.folded --to folded --json
    corr: --to and --json are two kinds of output
    [2]
    $ corr diff -q $DATA/deploys/v1 $DATA/deploys/v2 --wall --to folded
    corr: no sample is selected; no file is written
          hint: corr top, with the same options, says why
    [5]

Of allocations a sample is taken, and what weighs unequally tells less.

    $ corr diff -q --live $DATA/pprof/go-heap.pb.gz $DATA/incident/pricing.heap.pb.gz
    too few samples: base 6, new 4, minimum 100 (3,800 show a 20% change)
       measured: 3.98 → 3.25 MB
    !  the base was recorded after the new side: are the sides swapped?

    MB      base    new  change
    same   3.983  3.254  -0.729    7 functions, none changed clearly
    total  3.983  3.254  -0.729    ×0.82, 0.13..5.20

    base      …/data/pprof/go-heap.pb.gz  17:27:27Z +0 s  1 file  6,584 objects from
              6 samples
    new       …/pricing.heap.pb.gz  17:23:19Z +0 s  1 file  6,560 objects from 4
              samples
    next  corr diff -t ../data/pprof/go-heap.pb.gz \
              ../data/incident/pricing.heap.pb.gz --kind live_bytes
    $ corr diff -q --kind alloc_count $DATA/pprof/go-heap.pb.gz $DATA/incident/pricing.heap.pb.gz
    too few samples: base 66 (worth 8), new 71 (worth 10), minimum 100 (3,800 show a
      20% change)
       measured: 265195 → 174139
    !  the base was recorded after the new side: are the sides swapped?

    objects    base     new  change
    same     265195  174139  -91056    49 functions, none changed clearly
    total    265195  174139  -91056    ×0.66, 0.18..2.44

    base      …/data/pprof/go-heap.pb.gz  17:27:27Z +0 s  1 file  66 samples
    new       …/pricing.heap.pb.gz  17:23:19Z +0 s  1 file  71 samples
    next  corr diff -t ../data/pprof/go-heap.pb.gz \
              ../data/incident/pricing.heap.pb.gz --kind alloc_count

Of what there is at one time each service has its own mean: a function of one is
not told as half of what it is.

    $ mkdir -p heaps/v1 heaps/v2; cp $DATA/jfr/incident.jfr.gz $DATA/pprof/go-heap.pb.gz heaps/v1; cp $DATA/jfr/incident.jfr.gz $DATA/incident/pricing.heap.pb.gz heaps/v2
    $ corr top -q --alloc heaps/v1/incident.jfr.gz | head -n 1
    Bytes allocated of incident  2m08s  22,886 samples = 31.9 GB
    $ corr diff -q --alloc heaps/v1 heaps/v2 2>&1 | sed -n "/^allocation/p;/ base  /,/^$/p" | head -n 3
    GB       base     new  change
    same   31.912  31.920  +0.008    336 functions, none changed clearly
    total  31.912  31.920  +0.008    ×1.00, 0.97..1.03

Nothing is told of a few samples, in the tree either.

    $ printf 'main;a 40\nmain;b 5\n' >few.was && printf 'main;a 5\nmain;b 60\n' >few.is
    $ corr diff -q -t --per total few.was few.is
    too few samples: base 45, new 65, minimum 100 (3,800 show a 20% change)
       measured: 45 → 65

    base  new  change    function (samples)
      45   65     +20    main
       5   60     +55    ├ b
      40    5     -35    └ a

    base      few.was  1 file  45 samples
    new       few.is  1 file  65 samples

Of few samples, too, it is said which function has the cost of another.

    $ printf 'm;old;h 45\nm;old;g 30\nm;k 20\n' >few.was
    $ printf 'm;young;h 45\nm;young;g 30\nm;k 20\n' >few.is
    $ corr diff -q -t --per total few.was few.is | tail -n +5
      95   95      +0    m
      75   75      +0    ├ young
      45   45      +0    │ ├ h
      30   30      +0    │ └ g
      20   20      +0    └ k

    renamed   old → young
    base      few.was  1 file  95 samples
    new       few.is  1 file  95 samples
    $ printf 'm;h 45\nm;g 30\nm;k 20\n' >few.is
    $ corr diff -q -t --per total few.was few.is | tail -n +5
      95   95      +0    m
      45   45      +0    ├ h
      30   30      +0    ├ g
      20   20      +0    └ k

    base      few.was  1 file  95 samples
    new       few.is  1 file  95 samples
    $ corr diff -q --json few.was few.is | grep -c '"INLINED"'
    1

A side without a file, and standard input twice.

    $ mkdir nothing
    $ corr diff $DATA/deploys/v1 nothing
    corr: nothing: no file is here
    [5]
    $ corr check -q nothing $DATA/deploys/v1
    corr: nothing: no file is here
    [5]
    $ corr diff - - <$DATA/deploys/v1/pricing.cpu.00.pb.gz
    corr: - stands for standard input, which can be read once
          hint: a pipe each: corr diff <(zcat A) <(zcat B)
    [2]

A second of a thread that is sampled by the wall clock is always full.

    $ cat >v8 <<'END'
    > awk -v n=$1 'BEGIN {
    >     printf "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\"},"
    >     printf "\"children\":[2,3]},{\"id\":2,\"callFrame\":{\"functionName\":\"tax\"}},"
    >     printf "{\"id\":3,\"callFrame\":{\"functionName\":\"pay\"}}],\"startTime\":0,"
    >     printf "\"endTime\":4000000,\"samples\":[2"
    >     for (i = 1; i < 400; i++) printf ",%d", i < n ? 2 : 3
    >     printf "],\"timeDeltas\":[0"
    >     for (i = 1; i < 400; i++) printf ",10000"
    >     print "]}"
    > }'
    > END
    $ sh v8 100 >base
    $ sh v8 150 >new
    $ corr diff -q base new
    no clear change in wall time per second (-18..+22%)
       measured: 1.00 → 1.00 s

    s/second   base    new  change
    same      1.000  1.000  +0.000    2 functions, none changed clearly
    total     1.000  1.000  +0.000    ×1.00, 0.82..1.22

    base      base  1 file  400 samples
    new       new  1 file  400 samples
    evidence  smallest visible change of a 20% function: ×1.87; one profile a side:
              no row has a * (add profiles, not length)
    next  corr diff -t base new   where in the call tree

Many stacks are read, written and sorted by several threads: what is said does
not depend on how many.

    $ many() { awk -v x=$1 'function any(n) { x = x * 16807 % 2147483647
    >     return int(x / 100) % n } BEGIN {
    >     for (i = 0; i < 30000; i++) {
    >         line = "main;serve"
    >         for (k = 0; k < 1 + i % 9; k++)
    >             line = line ";f" any(40)
    >         print line, 1 + any(9)
    >     } }' ; }
    $ many 1 >base; many 2 | sed 's/f7;/g7;/g' >new
    $ for opts in "" "--hide ^f" "--raw-names -t" "--show f1"; do
    >     for jobs in 1 2 7; do
    >         corr diff -q --json --jobs $jobs $opts base new >told.$jobs
    >     done
    >     cmp told.1 told.2 && cmp told.1 told.7 && grep -c '"class"' told.1
    > done
    42
    2
    168864
    13

A function that everybody calls got dearer, in no one place by much: no row tells
of it, a line does.  Its cost is in the rows all the same.

    $ calls() { awk -v n=$1 -v d=$2 'BEGIN { print "main", 100 + d
    >     for (i = 0; i < 40; i++) {
    >         print "main;app.C" i ".run", 200
    >         print "main;app.C" i ".run;app.Text.trim", n + i % 2
    >     } }' ; }
    $ rm -rf was is; mkdir was is
    $ for d in 1 2 3; do calls 10 $d >was/$d; calls 20 $d >is/$d; done
    $ corr diff -q was is
    no function has a clearly greater share of the samples in is

    % of all    base     new  change
    same      100.00  100.00   +0.00    42 functions, none changed clearly
    total     100.00  100.00   +0.00

    spread    Text.trim 4.93 → 9.19 (under many callers)
    base      was  3 files  25,566 samples
    new       is  3 files  26,766 samples
    evidence  smallest visible change of a 1% function: ×1.50
    next  corr diff -t was is   where in the call tree
    $ corr diff -q --json was is | grep -c '"SPREAD"'
    1

Where rows are cut, the last one is not called unchanged if they are in it.

    $ rm -rf was is; mkdir was is
    $ for d in 1 2 3; do printf 'main;%s\n' "a 300" "b 300" "c 300$d" >was/$d; done
    $ for d in 1 2 3; do printf 'main;%s\n' "a 900" "b 700" "c 300$d" >is/$d; done
    $ corr diff -q -n 1 --per total was is | grep -A4 ^total
    total    10806  13806   +3000            ×1.28, 1.23..1.32

    base      was  3 files  10,806 samples
    new       is  3 files  13,806 samples
    evidence  ** under 1% false discoveries; smallest visible change of a 1%

Names are told short, but those of a function that was renamed are not the same.

    $ rm -rf was is; mkdir was is
    $ for d in 1 2 3; do printf 'main;com.shop.%s0%d\n' 'v1.Tax.rate 3' $d 'v1.Tax.sum 9' $d >was/$d; done
    $ for d in 1 2 3; do printf 'main;com.shop.%s0%d\n' 'v2.Tax.rate 3' $d 'v2.Tax.add 9' $d >is/$d; done
    $ corr diff -q --per total was is | grep -A2 renamed
    renamed   Tax.sum → Tax.add, 1 more
    base      was  3 files  3,612 samples
    new       is  3 files  3,612 samples

Intervals by drawing files again, of every row that has one; of few files they
would be too short.

    $ mkdir twelve dozen
    $ for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
    >   printf 'main;a %s\nmain;b %s\n' $((100 + 7 * (n % 5))) $((200 - n)) >twelve/$n.folded
    >   printf 'main;a %s\nmain;b %s\n' $((150 + 9 * (n % 4))) $((200 - 2 * n)) >dozen/$n.folded
    > done
    $ corr diff --per total twelve dozen | sed -n '/^total/,$p'
    total    3683  4206    +523            ×1.14, 1.09..1.20

    base      twelve  12 files  3,683 samples
    new       dozen  12 files  4,206 samples
    evidence  ** under 1% false discoveries; smallest visible change of a 1%
              function: ×1.88
    next  corr diff -t twelve dozen   where in the call tree
          corr peek a dozen           who calls it
    $ corr diff --per total --bootstrap twelve dozen | sed -n '/^total/,$p'
    total    3683  4206    +523            ×1.14, 1.11..1.17

    base      twelve  12 files  3,683 samples
    new       dozen  12 files  4,206 samples
    evidence  ** under 1% false discoveries; smallest visible change of a 1%
              function: ×1.88
    95% intervals from files drawn again 2,000 times, seed 3979920128
    next  corr diff -t twelve dozen   where in the call tree
          corr peek a dozen           who calls it
    $ corr diff --json --bootstrap twelve dozen | grep -E '"(resamples|seed)"'
      "resamples": 2000,
      "seed": 3511389141,
    $ rm twelve/12.folded; corr diff --per total --bootstrap twelve dozen | sed -n '/^total/,$p'
    total    3381  4206    +825            ×1.24, 1.19..1.31

    base      twelve  11 files  3,381 samples
    new       dozen  12 files  4,206 samples
    evidence  ** under 1% false discoveries; smallest visible change of a 1%
              function: ×1.91
    --bootstrap needs 12 files or windows a side; the model gives the intervals
    next  corr diff -t twelve dozen   where in the call tree
          corr peek a dozen           who calls it

What one caller costs more and another less is no difference of the two.

    $ mkdir apart1 apart2
    $ for i in 1 2 3; do
    >   printf 'run;a;hash %s\nrun;b;hash %s\nrun %s\n' 10$i 20$i 30$i >apart1/$i.txt
    >   printf 'run;a;hash %s\nrun;b;hash %s\nrun %s\n' 20$i 10$i 30$i >apart2/$i.txt
    > done
    $ corr diff -q apart1 apart2 --per total
    apart2 has about as many samples as apart1 (-8.8..+9.6%)
       but hash ← a costs more: +300
       measured: 1818 → 1818

    samples  base   new  change
    more **   306   606    +300  ▉▉▉▉▉▉▉▉  hash ← a
    less **   606   306    -300  ░░░░░░░░  hash ← b
    same      906   906      +0            1 more, none changed clearly
    total    1818  1818      +0            ×1.00, 0.91..1.10

    base      apart1  3 files  1,818 samples
    new       apart2  3 files  1,818 samples
    evidence  ** under 1% false discoveries; smallest visible change of a 2%
              function: ×1.93
    next  corr diff -t apart1 apart2   where in the call tree
          corr peek hash apart2        who calls it
    $ corr diff -q apart1 apart2 --per total --tsv | cut -f1-3,9,14,15,21,23,29
    base	new	change	self_base	base_observations	new_observations	file	type
    306.0	606.0	300.0	912.0	912	912		
    606.0	306.0	-300.0	0.0	0	0		
    906.0	906.0	0.0	906.0	906	906		
    0.0	0.0	0.0	0.0	0	0		
