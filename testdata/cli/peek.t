corr peek: a function with its callers and callees.

    $ R=$DATA/jfr/incident.jfr.gz
    $ corr peek Work.mix $R
    Running Java † of incident  2m08s  3,010 samples of 10 ms = 30.1 s
    Work.mix: 24.5 s, 81% of CPU †, most of it (78%) for FraudRules.deepScan

    total%   amount      n  function
     63.7%  19.18 s  1,918    FraudRules.deepScan
     10.8%   3.24 s    324    PromotionEngine.evaluateOne
      4.7%   1.41 s    141    ReportBuilder.rows
      1.5%   0.45 s     45    FraudRules.quickScan
      0.6%   0.19 s     19    2 more callers (-n 0)
     81.3%  24.47 s  2,447  Work.mix
    also      --kind lock, alloc_bytes, gc; 10 more: -v
    † JFR counts runnable Java threads, not CPU time; native code is missing
    ../data/jfr/incident.jfr.gz: samples cover 69% of the CPU used (29.71 of
      43.31 s)
    next  corr peek FraudRules.deepScan ../data/jfr/incident.jfr.gz
          corr tree --focus Work.mix ../data/jfr/incident.jfr.gz
    $ corr peek -q evaluateOne $R --width 60
    Running Java † of incident  2m08s  3,010 samples of 10 ms =
      30.1 s
    PromotionEngine.evaluateOne: 3.24 s, 11% of CPU †, all of it
      for PromotionEngine.evaluate
    nearly all of it is in Work.mix

    total%   amount    n  function
     10.8%  3.240 s  324    PromotionEngine.evaluate
     10.8%  3.240 s  324  PromotionEngine.evaluateOne
     10.8%  3.240 s  324      -> Work.mix
    also      --kind lock, alloc_bytes, gc; 10 more: -v
    next  corr peek PromotionEngine.evaluate \
              ../data/jfr/incident.jfr.gz
          corr tree --focus PromotionEngine.evaluateOne \
              ../data/jfr/incident.jfr.gz   all call paths to it
    $ corr peek -q Work.mix $R -n 2
    Running Java † of incident  2m08s  3,010 samples of 10 ms = 30.1 s
    Work.mix: 24.5 s, 81% of CPU †, most of it (78%) for FraudRules.deepScan

    total%   amount      n  function
     63.7%  19.18 s  1,918    FraudRules.deepScan
     10.8%   3.24 s    324    PromotionEngine.evaluateOne
      6.8%   2.05 s    205    4 more callers (-n 0)
     81.3%  24.47 s  2,447  Work.mix
    also      --kind lock, alloc_bytes, gc; 10 more: -v
    next  corr peek FraudRules.deepScan ../data/jfr/incident.jfr.gz
          corr tree --focus Work.mix ../data/jfr/incident.jfr.gz
    $ corr peek -q Work.mix $R --wide --ascii -n 1
    Running Java + of incident  2m08s  3,010 samples of 10 ms = 30.1 s
    lab.checkout.Work.mix: 24.5 s, 81% of CPU +, most of it (78%) for lab.checkout.FraudRules.deepScan

    total%   amount      n  function
     63.7%  19.18 s  1,918    lab.checkout.FraudRules.deepScan
     17.6%   5.29 s    529    5 more callers (-n 0)
     81.3%  24.47 s  2,447  lab.checkout.Work.mix
    also      --kind lock, alloc_bytes, gc; 10 more: -v
    next  corr peek FraudRules.deepScan ../data/jfr/incident.jfr.gz   who calls its main caller
          corr tree --focus Work.mix ../data/jfr/incident.jfr.gz      all call paths to it

The sum of the rows is the whole, whatever is shown.

    $ corr peek -q Thread.run $R | tail -n +4

    total%   amount      n  function
     98.2%  29.55 s  2,955    [root]
     98.2%  29.55 s  2,955  Thread.run
     97.9%  29.48 s  2,948      -> ThreadPoolExecutor$Worker.run
      0.2%   0.05 s      5      -> BatchSpanProcessor$Worker.run
      0.1%   0.02 s      2      -> ServerImpl$Dispatcher.run
    also      --kind lock, alloc_bytes, gc; 10 more: -v
    next  corr tree --focus Thread.run ../data/jfr/incident.jfr.gz
    $ corr peek -q work.mix $R --tsv -n 1 | head -n 3
    match	value	share	side	function	module	file	line	type
    1	19180000000	0.6372093023255814	caller	lab.checkout.FraudRules.deepScan			16	
    1	3240000000	0.10764119601328903	caller	lab.checkout.PromotionEngine.evaluateOne			13	

Several functions are listed; a pattern stands between slashes.

    $ corr peek -q mix $DATA/incident $R
    CPU † of incident and pricing  2m08s  3,717 samples of 10 ms = 37.2 s
    2 functions are called mix; the largest is Work.mix: 24.5 s, 66% of CPU †

    total%  self%      n  function  mostly called by
     65.8%  65.8%  2,447  Work.mix  FraudRules.deepScan
     15.9%  15.6%    591  main.mix  main.roundAll
    also      --kind lock, alloc_bytes, gc; 16 more: -v
    next  corr peek Work.mix ../data/incident ../data/jfr/incident.jfr.gz
          corr peek main.mix ../data/incident ../data/jfr/incident.jfr.gz
    $ corr peek -q '/deepScan|quickScan/' $R
    Running Java † of incident  2m08s  3,010 samples of 10 ms = 30.1 s
    2 functions match /deepScan|quickScan/; the largest is FraudRules.deepScan:
      19.2 s, 64% of CPU †

    total%  self%      n  function              mostly called by
     63.8%   0.0%  1,919  FraudRules.deepScan   FraudRules.score
      1.5%   0.0%     45  FraudRules.quickScan  FraudRules.score
    also      --kind lock, alloc_bytes, gc; 10 more: -v
    next  corr peek FraudRules.deepScan ../data/jfr/incident.jfr.gz
          corr peek FraudRules.quickScan ../data/jfr/incident.jfr.gz
    $ corr peek -q '/deepScan|quickScan/' $R --all
    Running Java † of incident  2m08s  3,010 samples of 10 ms = 30.1 s
    2 functions match /deepScan|quickScan/; the largest is FraudRules.deepScan:
      19.2 s, 64% of CPU †

    total%  self%      n  function              mostly called by
     63.8%   0.0%  1,919  FraudRules.deepScan   FraudRules.score
      1.5%   0.0%     45  FraudRules.quickScan  FraudRules.score

    FraudRules.deepScan: 19.2 s, 64% of CPU †, all of it for FraudRules.score
    nearly all of it is in Work.mix

    total%   amount      n  function
     63.8%  19.19 s  1,919    FraudRules.score
     63.8%  19.19 s  1,919  FraudRules.deepScan
      0.0%   0.01 s      1      (itself)
     63.7%  19.18 s  1,918      -> Work.mix

    FraudRules.quickScan: 450.0 ms, 1.5% of CPU †, all of it for FraudRules.score
    nearly all of it is in Work.mix

    total%    amount   n  function
      1.5%  450.0 ms  45    FraudRules.score
      1.5%  450.0 ms  45  FraudRules.quickScan
      1.5%  450.0 ms  45      -> Work.mix
    also      --kind lock, alloc_bytes, gc; 10 more: -v
    next  corr peek FraudRules.deepScan ../data/jfr/incident.jfr.gz
          corr peek FraudRules.quickScan ../data/jfr/incident.jfr.gz
    $ corr peek -q /nothing/ $R
    Running Java † of incident  2m08s  3,010 samples of 10 ms = 30.1 s
    no function matches /nothing/
    [5]
    $ corr peek -q '/(/' $R
    corr: bad pattern "(": missing closing parenthesis, after 1 byte
    [2]

Another case is no other name; a name that is not there has neighbours.

    $ corr peek -q fraudrules.deepscan $R | sed -n 2p
    FraudRules.deepScan: 19.2 s, 64% of CPU †, all of it for FraudRules.score
    $ corr peek -q Wrok.mix $R
    Running Java † of incident  2m08s  3,010 samples of 10 ms = 30.1 s
    no function is called "Wrok.mix" or ends in it
    names most like it: Work.mix, ConvertingMethod.from, InventoryBook.commit
    next  corr peek Work.mix ../data/jfr/incident.jfr.gz   the nearest name
    [5]
