One report in all its clothes.

    $ cp $DATA/incident/pricing.cpu.07.pb.gz $DATA/incident/reco.threads.folded .
    $ corr top -q -n 2
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms  (also: samples)
    83% is main.mix, 47% of it under main.roundAll

    self%    ±  total%   n  function                  mostly under
     83.2  7.5    84.2  79  main.mix                  main.roundAll 47%
     10.5  6.2    10.5  10  main.containsRule         main.mergeRules
      6.3                6  53 more functions (-n 0)
    95 samples: shares are within 11 points
    next  corr peek main.mix   who calls it
          corr tree            the call tree
    $ corr top -q -n 2 --ascii --width 60
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms  (also:
      samples)
    83% is main.mix, 47% of it under main.roundAll

    self%   +-  total%   n  function             mostly under
     83.2  7.5    84.2  79  main.mix             main.roundAll
     10.5  6.2    10.5  10  main.containsRule    main.mergeRules
      6.3                6  53 more functions
    95 samples: shares are within 11 points
    next  corr peek main.mix   who calls it
          corr tree            the call tree
    $ corr top -q -n 2 --md
    **CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms  (also: samples)**

    83% is main.mix, 47% of it under main.roundAll

    | self% | ± | total% | n | function | mostly under |
    |--:|--:|--:|--:|:--|:--|
    | 83.2 | 7.5 | 84.2 | 79 | main.mix | main.roundAll 47% |
    | 10.5 | 6.2 | 10.5 | 10 | main.containsRule | main.mergeRules |
    | 6.3 |  |  | 6 | 53 more functions (-n 0) |  |

    95 samples: shares are within 11 points

        corr peek main.mix
        corr tree
    $ corr top -q -n 2 --tsv
    rank	self	total	self_share	total_share	self_lo	self_hi	observations	key	function	module	file	line	type	rest	mostly_under_share	mostly_under
    1	790000000	800000000	0.8315789473684211	0.8421052631578947	0.743796910314561	0.8935874499697887	79	main.mix	main.mix	pricing-v2	lab/pricing/main.go			false	0.46835443037974683	main.roundAll
    2	100000000	100000000	0.10526315789473684	0.10526315789473684	0.05818852425158532	0.1830205706479986	10	main.containsRule	main.containsRule	pricing-v2	lab/pricing/steps.go	26		false	1.0	main.mergeRules
    	60000000		0.06315789473684211				6							true		
    $ corr top -q -n 2 --csv
    rank,self,total,self_share,total_share,self_lo,self_hi,observations,key,function,module,file,line,type,rest,mostly_under_share,mostly_under
    1,790000000,800000000,0.8315789473684211,0.8421052631578947,0.743796910314561,0.8935874499697887,79,main.mix,main.mix,pricing-v2,lab/pricing/main.go,,,false,0.46835443037974683,main.roundAll
    2,100000000,100000000,0.10526315789473684,0.10526315789473684,0.05818852425158532,0.1830205706479986,10,main.containsRule,main.containsRule,pricing-v2,lab/pricing/steps.go,26,,false,1.0,main.mergeRules
    ,60000000,,0.06315789473684211,,,,6,,,,,,,true,,
    $ corr top -q -n 2 --jsonl
    {"rank": 1, "self": 790000000, "total": 800000000, "self_share": 0.8315789473684211, "total_share": 0.8421052631578947, "self_lo": 0.743796910314561, "self_hi": 0.8935874499697887, "observations": 79, "key": "main.mix", "frame": {"function": "main.mix", "module": "pricing-v2", "file": "lab/pricing/main.go", "line": null, "type": null, "written": null}, "rest": false, "mostly_under_share": 0.46835443037974683, "mostly_under": "main.roundAll"}
    {"rank": 2, "self": 100000000, "total": 100000000, "self_share": 0.10526315789473684, "total_share": 0.10526315789473684, "self_lo": 0.05818852425158532, "self_hi": 0.1830205706479986, "observations": 10, "key": "main.containsRule", "frame": {"function": "main.containsRule", "module": "pricing-v2", "file": "lab/pricing/steps.go", "line": 26, "type": null, "written": null}, "rest": false, "mostly_under_share": 1.0, "mostly_under": "main.mergeRules"}
    {"rank": null, "self": 60000000, "total": null, "self_share": 0.06315789473684211, "total_share": null, "self_lo": null, "self_hi": null, "observations": 6, "key": null, "frame": null, "rest": true, "mostly_under_share": null, "mostly_under": null}
    $ corr top -q -n 2 --json | grep -v '"path"'
    {
      "schema": "corr.top/1",
      "corr": "0.1.0",
      "verdict": "answered",
      "exit": 0,
      "notes": [],
      "kind": "cpu",
      "unit": "ns",
      "total": 950000000,
      "observations": 95,
      "by": "function",
      "evidence": null,
      "rows": [
        {"rank": 1, "self": 790000000, "total": 800000000, "self_share": 0.8315789473684211, "total_share": 0.8421052631578947, "self_lo": 0.743796910314561, "self_hi": 0.8935874499697887, "observations": 79, "key": "main.mix", "frame": {"function": "main.mix", "module": "pricing-v2", "file": "lab/pricing/main.go", "line": null, "type": null, "written": null}, "rest": false, "mostly_under_share": 0.46835443037974683, "mostly_under": "main.roundAll"},
        {"rank": 2, "self": 100000000, "total": 100000000, "self_share": 0.10526315789473684, "total_share": 0.10526315789473684, "self_lo": 0.05818852425158532, "self_hi": 0.1830205706479986, "observations": 10, "key": "main.containsRule", "frame": {"function": "main.containsRule", "module": "pricing-v2", "file": "lab/pricing/steps.go", "line": 26, "type": null, "written": null}, "rest": false, "mostly_under_share": 1.0, "mostly_under": "main.mergeRules"},
        {"rank": null, "self": 60000000, "total": null, "self_share": 0.06315789473684211, "total_share": null, "self_lo": null, "self_hi": null, "observations": 6, "key": null, "frame": null, "rest": true, "mostly_under_share": null, "mostly_under": null}
      ],
      "inputs": [
      ]
    }

The same rows in the document and as lines.

    $ corr top -q --json | sed -n 's/^    \({"rank".*}\),*$/\1/p' >a
    $ corr top -q --jsonl | cmp - a

A tree in the clothes of a screen, and as a picture.

    $ corr tree -q --max-rows 8 --width 60
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms  (also:
      samples)
    39% is one path: main.endpoint.func1 → main.price →
      main.roundAll → main.mix

    total%  self%   n    function (* the hottest path)
     96.8%   0.0%  92  * http.(*conn).serve
     95.7%   0.0%  91  * ├ … → HandlerFunc.ServeHTTP
     94.6%   0.0%  90  * │ ├ … → main.endp…nt.func1 → main.price
     94.6%  94.6%  90    │ │ └ (3 smaller frames)
      1.1%   1.1%   1    │ └ (1 smaller frame)
      1.1%   1.1%   1    └ (1 smaller frame)
      3.2%   3.2%   3    (3 smaller frames)
    95 samples: shares are within 11 points
    next  corr peek main.mix   all its callers
          corr tree --icicle   as a picture
    $ corr tree -q --max-rows 8 --ascii
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms  (also: samples)
    39% is one path: main.endpoint.func1 -> main.price -> main.roundAll -> main.mix

    total%  self%   n    function (* the hottest path)
     96.8%   0.0%  92  * http.(*conn).serve
     95.7%   0.0%  91  * | serverHandler.ServeHTTP -> ... -> HandlerFunc.ServeHTTP
     94.6%   0.0%  90  * | | ... -> main.endpoint.func1 -> main.price
     94.6%  94.6%  90    | | ` (3 smaller frames)
      1.1%   1.1%   1    | ` (1 smaller frame)
      1.1%   1.1%   1    ` (1 smaller frame)
      3.2%   3.2%   3    (3 smaller frames)
    95 samples: shares are within 11 points
    next  corr peek main.mix   all its callers
          corr tree --icicle   as a picture
    $ corr tree -q --max-rows 4 --json | sed -n '/nodes/,/^  ]/p' | cut -c 1-76
      "nodes": [
        {"id": 1, "parent": null, "depth": 0, "self": 0, "total": 920000000, "ob
        {"id": 2, "parent": 1, "depth": 1, "self": 920000000, "total": 920000000
        {"id": 3, "parent": null, "depth": 0, "self": 30000000, "total": 3000000
      ],
    $ corr tree -q --icicle --width 64 | head -n 9
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms  (also:
      samples)
    39% is one path: main.endpoint.func1 → main.price →
      main.roundAll → main.mix

    |                   http.(*conn).serve 97%                   |
    |         .. > main.endpoint.func1 > main.price 96%         ||
    |main.roundAll > main.mix| main.mergeRules |  main.mix 26%  ||
    |                        | main.mix |contai|                ||

Colour on demand, and never with NO_COLOR alone.

    $ corr top -q -n 1 --color always | head -n 1 | tr '\033' '~'
    ~[1mCPU of pricing  10 s  95 samples of 10 ms = 950.0 ms  (also: samples)~[0m
    $ NO_COLOR=1 corr top -q -n 1 | head -n 1
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms  (also: samples)

An input, a recording and a file that an option reads are not replaced, whatever
they are called.  A report is.

    $ corr top -q -n 1 -o pricing.cpu.07.pb.gz
    corr: -o pricing.cpu.07.pb.gz is there and holds pprof data: it is not replaced
          hint: write to another file, such as -o top.out
    [2]
    $ corr tree -q --to folded -o reco.threads.folded reco.threads.folded
    corr: -o reco.threads.folded is the same file as the input reco.threads.folded
          hint: write to another file, such as -o tree.out
    [2]
    $ ln -s pricing.cpu.07.pb.gz link; corr info -q -o link reco.threads.folded
    corr: -o link is there and holds pprof data: it is not replaced
          hint: write to another file, such as -o info.out
    [2]
    $ ln pricing.cpu.07.pb.gz hidden; corr cut -q -o ../$(basename $PWD)/hidden reco.threads.folded
    corr: -o ../work/hidden is there and holds pprof data: it is not replaced
          hint: write to another file, such as -o cut.out
    [2]
    $ echo 'total < 5%' >rules; corr check -f rules -o ./rules
    corr: -o ./rules is the file that --file reads
          hint: write to another file
    [2]
    $ echo old >report; corr top -q -n 1 -o report hidden; corr top -q -n 1 -o report hidden; head -n 1 report
    CPU of hidden  10 s  95 samples of 10 ms = 950.0 ms
    $ rm link hidden rules report

A form of output is no file.

    $ corr top -o json
    corr: -o names a file, and "json" is a form of output
          hint: corr top --json; a file of this name is -o ./json
    [2]
    $ corr tree -o folded
    corr: -o names a file, and "folded" is a form of output
          hint: corr tree --to folded; a file of this name is -o ./folded
    [2]
    $ corr convert -o pprof
    corr: -o names a file, and "pprof" is a form of output
          hint: corr convert --to pprof; a file of this name is -o ./pprof
    [2]
    $ corr span 1605eca9 -o html
    corr: -o names a file, and "html" is a form of output
          hint: corr span --html; a file of this name is -o ./html
    [2]
    $ corr top -q -n 1 -o ./json reco.threads.folded; rm json
    $ corr top -q -n 1 reco.threads.folded
    810 samples of reco
    36% is _worker

    self%    ±  total%    n  function
     36.3  3.3    64.0  294  _worker
     63.7               516  89 more functions (-n 0)
    next  corr peek _worker reco.threads.folded   who calls it
          corr tree reco.threads.folded           the call tree
    $ ls
    a
    pricing.cpu.07.pb.gz
    reco.threads.folded

Inputs are found: named, listed, upwards, here.

    $ mkdir -p case/.corr case/deep/er
    $ mv pricing.cpu.07.pb.gz case
    $ (cd case/deep/er && corr top -n 1)
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms
    83% is main.mix, 47% of it under main.roundAll

    self%    ±  total%   n  function                  mostly under
     83.2  7.5    84.2  79  main.mix                  main.roundAll 47%
     16.8               16  54 more functions (-n 0)
    95 samples: shares are within 11 points
    next  corr peek main.mix   who calls it
          corr tree            the call tree
    $ CORR_INPUTS=case:nosuch corr top -n 1
    corr: nosuch: No such file or directory
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms
    83% is main.mix, 47% of it under main.roundAll

    self%    ±  total%   n  function                  mostly under
     83.2  7.5    84.2  79  main.mix                  main.roundAll 47%
     16.8               16  54 more functions (-n 0)
    95 samples: shares are within 11 points
    next  corr peek main.mix   who calls it
          corr tree            the call tree
    $ rm -r case
    $ corr top -n 1
    810 samples of reco
    36% is _worker

    self%    ±  total%    n  function
     36.3  3.3    64.0  294  _worker
     63.7               516  89 more functions (-n 0)
    next  corr peek _worker   who calls it
          corr tree           the call tree
    $ cat reco.threads.folded | corr top -n 1 -
    810 samples
    36% is _worker

    self%    ±  total%    n  function
     36.3  3.3    64.0  294  _worker
     63.7               516  89 more functions (-n 0)

Few samples are not a breakdown.

    $ printf 'main;a 3\nmain;b 1\n' >few.folded
    $ corr top few.folded
    4 samples of few
    3 of 4 samples are in a, all of them under main
    4 samples: examples, not a breakdown. ±10 points needs 97 samples

    n  function  mostly under
    3  a         main
    1  b         main
    next  corr peek a few.folded   who calls it
          corr tree few.folded     the call tree
    $ corr tree few.folded
    4 samples of few
    3 of 4 samples are one path: main → a
    4 samples: examples, not a breakdown. ±10 points needs 97 samples

    n    function (* the hottest path)
    4  * main
    3  * ├ a
    1    └ b
    next  corr peek a few.folded          all its callers
          corr tree --icicle few.folded   as a picture
    $ printf 'main;a 13\nmain;b 4\n' >some.folded
    $ corr top some.folded
    17 samples of some
    13 of 17 samples are in a, all of them under main
    17 samples: counts only, any share could be off by 24 points

     n  function  mostly under
    13  a         main
     4  b         main
    next  corr peek a some.folded   who calls it
          corr tree some.folded     the call tree
    $ corr tree some.folded
    17 samples of some
    13 of 17 samples are one path: main → a
    17 samples: counts only, any share could be off by 24 points

     n    function (* the hottest path)
    17  * main
    13  * ├ (hot) a
     4    └ b
    next  corr peek a some.folded          all its callers
          corr tree --icicle some.folded   as a picture
    $ corr top few.folded --focus nosuch
    no sample matches --focus nosuch
    [5]

Little memory is no reason to end without a word.

    $ for kb in 8000 8400 8800 9200 10000 12000 16000 20000; do (ulimit -v $kb; corr top -q pricing.cpu.07.pb.gz >said 2>&1; test -s said || echo nothing at $kb); done
