A budget, and two deploys of which the second brought a function.

    $ cat >perf.expect <<END
    > # of every deploy
    > main.mix cum   < 90%
    > cpu/request    <= base * 1.05
    > containsRule self <= base * 1.2   # new
    > END
    $ corr check -q -f perf.expect $DATA/deploys/v1 $DATA/deploys/v2
    fail: 1 of 3 rules is broken; 1 cannot be judged

    verdict      rule                             value  interval    why
    pass         main.mix cum   < 90%             81.8%  77.3..85.6
    cannot tell  cpu/request    <= base * 1.05    ×1.04  0.90..1.19
                 needs about 110× the samples
    fail         containsRule self <= base * 1.2    new  17.2..

    GATE FAIL 1 pass 1 fail 1 cannot-tell
    [1]

Nothing said: the total by 5 %, any function by 20 %.

    $ corr check -q $DATA/deploys/v1 $DATA/deploys/v2
    fail: 1 of 2 rules is broken; 1 cannot be judged

    verdict      rule                             value  interval    why
    cannot tell  total <= base * 1.05             ×1.04  0.90..1.19
                 needs about 110× the samples
    fail         any function self <= base * 1.2    new  17.2..
                 main.containsRule costs more

    failed: any function self <= base * 1.2   cpu per request, biggest first
    base      new    change  ratio  function
       0  1.80 ms  +1.80 ms    new  main.containsRule

    GATE FAIL 0 pass 1 fail 1 cannot-tell
    [1]

What is gone costs nothing, up to what could have been there unseen.

    $ corr check -q --expect 'containsRule self < 1 ms' --expect 'containsRule self < 1%' $DATA/deploys/v2 $DATA/deploys/v1
    cannot tell: 1 of 2 rules cannot be judged; 1 holds

    verdict      rule                      value  interval       why
    pass         containsRule self < 1 ms      0  0.00..99.7 us
    cannot tell  containsRule self < 1%     0.0%  0.0..1.1
                 needs about 2× the samples

    GATE INCONCLUSIVE 1 pass 0 fail 1 cannot-tell
    [4]

Of several files all count.

    $ echo 'total <= base * 2' >more.expect
    $ corr check -q -f perf.expect -f more.expect $DATA/deploys/v1 $DATA/deploys/v2 | tail -n 1
    GATE FAIL 2 pass 1 fail 1 cannot-tell
    $ : >none.expect
    $ corr check -q -f more.expect -f none.expect $DATA/deploys/v1 $DATA/deploys/v2
    corr: none.expect: contains no assertion
          hint: write one a line: cpu/request <= base * 1.05
    [2]

All of it passes, and with a stricter rule less fails.

    $ corr check -q --expect 'cpu/request <= base * 2' --expect 'main.price cum < 1 s' --expect 'total >= base * 0.5' $DATA/deploys/v1 $DATA/deploys/v2
    pass: all 3 rules hold

    verdict      rule                       value  interval
    pass         cpu/request <= base * 2    ×1.04  0.90..1.19
    pass         main.price cum < 1 s     13.2 ms  11.8..14.7
    pass         total >= base * 0.5        ×1.04  0.90..1.19

    GATE PASS 3 pass 0 fail 0 cannot-tell
    $ corr check -q --expect 'cpu/request <= base * 1.01' $DATA/deploys/v1 $DATA/deploys/v2
    cannot tell: the rule cannot be judged (needs about 20× the samples)

    verdict      rule                        value  interval    why
    cannot tell  cpu/request <= base * 1.01  ×1.04  0.90..1.19
                 needs about 20× the samples

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
    $ corr check -q --expect 'cpu/request <= base * 1.01' --allow-inconclusive $DATA/deploys/v1 $DATA/deploys/v2
    cannot tell: the rule cannot be judged (needs about 20× the samples)

    verdict      rule                        value  interval    why
    cannot tell  cpu/request <= base * 1.01  ×1.04  0.90..1.19
                 needs about 20× the samples

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    $ corr check -q --expect 'cpu/request <= 10 ms' --fail-on lower-bound $DATA/deploys/v1 $DATA/deploys/v2
    fail: the rule is broken

    verdict      rule                    value  interval
    fail         cpu/request <= 10 ms  13.6 ms  12.2..15.2

    GATE FAIL 0 pass 1 fail 0 cannot-tell
    [1]

The rule, the interval and the samples.

    $ corr check -q --explain --expect 'main.mix self < 90%' --expect 'cpu/second <= base * 1.5' $DATA/deploys/v1 $DATA/deploys/v2
    pass: both rules hold

    verdict      rule                      value  interval
    pass         main.mix self < 90%       79.2%  74.8..83.0
    pass         cpu/second <= base * 1.5  ×0.75  0.63..0.90

    main.mix self < 90%
    rule      pass if the whole interval is below 90.0%; fail if all of it is above
    interval  79.2%, 74.8..83.0 at 95%
    n         554 and 366 samples of it; files differ 1.0× as much as chance
    of        cpu per request
    base      5 files, 612 samples, 465 requests
    new       5 files, 462 samples, 339 requests

    cpu/second <= base * 1.5
    rule      pass if the whole interval is at most ×1.50; fail if all of it is
              above ×1.00 and the estimate is ×1.50 or more
    interval  ×0.75, 0.63..0.90 at 95%
    n         612 and 462 samples of it; files differ 1.5× as much as chance
    of        cpu per second of profile
    base      5 files, 612 samples, 465 requests
    new       5 files, 462 samples, 339 requests

    GATE PASS 2 pass 0 fail 0 cannot-tell

What else it takes for a function to fail.

    $ corr check -q --explain $DATA/deploys/v1 $DATA/deploys/v2 | sed -n '/^any/,/^interval/p'
    any function self <= base * 1.2
    rule      each function: pass if the whole interval is at most ×1.20; fail if
              all of it is above ×1.00 and the estimate is ×1.20 or more
    floor     growth below 0.5% of the base's total does not fail
    chance    fail only if q is below 0.05, over all functions
    why       main.containsRule costs more
    interval  new, 17.2.. at 95%
    $ corr check -q --explain --expect 'main.mix self <= base * 1.2' $DATA/deploys/v1 $DATA/deploys/v2 | grep '^floor'
    floor     growth below 0.5% of the base's total does not fail

How long spans took; traces alone will do.

    $ corr check -q --expect 'duration p50 of "GET" < 100 ms' --expect 'duration p99 of "GET" <= base * 1.5' $DATA/deploys/v1 $DATA/deploys/v2
    cannot tell: 1 of 2 rules cannot be judged; 1 holds

    verdict      rule                                   value  interval    why
    pass         duration p50 of "GET" < 100 ms       79.5 ms  74.0..84.5
    cannot tell  duration p99 of "GET" <= base * 1.5    ×2.37  1.00..4.34
                 needs about 2× the spans

    GATE INCONCLUSIVE 1 pass 0 fail 1 cannot-tell
    [4]
    $ corr check -q --explain --expect 'duration p95 of "GET" <= base * 9' $DATA/deploys/v1/traces.otlp.jsonl.gz $DATA/deploys/v2/traces.otlp.jsonl.gz
    pass: the rule holds

    verdict      rule                               value  interval
    pass         duration p95 of "GET" <= base * 9  ×2.07  1.96..2.22

    duration p95 of "GET" <= base * 9
    rule      pass if the whole interval is at most ×9.00; fail if all of it is
              above ×1.00 and the estimate is ×9.00 or more
    interval  ×2.07, 1.96..2.22 at 95%
    n         1988 and 1716 spans of it

    GATE PASS 1 pass 0 fail 0 cannot-tell
    $ corr check -q --expect 'duration p50 of "nothing" < 1 s' --expect 'duration p99.99 of "GET" < 9 s' $DATA/deploys/v1 $DATA/deploys/v2
    cannot tell: no rule can be judged

    verdict      rule                              value  interval  why
    cannot tell  duration p50 of "nothing" < 1 s
                 no span of this name on either side
    cannot tell  duration p99.99 of "GET" < 9 s   983 ms  964..
                 the value is at the limit

    GATE INCONCLUSIVE 0 pass 0 fail 2 cannot-tell
    [4]

One profile a side, the same file twice, a side with nothing, a kind that is not
there, a function that is not there or is several.

    $ corr check -q $DATA/deploys/v1/pricing.cpu.00.pb.gz $DATA/incident/pricing.cpu.00.pb.gz
    cannot tell: no rule can be judged (needs 100 samples a side)

    verdict      rule                             value  interval    why
    cannot tell  total <= base * 1.05             ×0.77  0.43..1.36
                 needs 100 samples a side
    cannot tell  any function self <= base * 1.2
                 needs 100 samples a side

    GATE INCONCLUSIVE 0 pass 0 fail 2 cannot-tell
    [4]
    $ corr check -q --expect 'total <= base * 9' $DATA/deploys/v1/pricing.cpu.00.pb.gz $DATA/deploys/v1/pricing.cpu.00.pb.gz
    cannot tell: the rule cannot be judged (both sides have the same content)

    verdict      rule               value  interval    why
    cannot tell  total <= base * 9  ×1.00  0.57..1.75
                 both sides have the same content

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
    $ mkdir some more; cp $DATA/deploys/v1/pricing.cpu.0[0-2]* some; cp $DATA/deploys/v1/pricing.cpu.0* more
    $ corr check -q --expect 'total <= base * 9' some more
    cannot tell: the rule cannot be judged (the other side has all files of the
      base)

    verdict      rule               value  interval    why
    cannot tell  total <= base * 9  ×1.03  0.86..1.23
                 the other side has all files of the base

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
    $ cp $DATA/deploys/v2/pricing.cpu.00* some
    $ corr check -q --expect 'total <= base * 9' some more
    pass: the rule holds

    verdict      rule               value  interval
    pass         total <= base * 9  ×1.12  0.71..1.78

    GATE PASS 1 pass 0 fail 0 cannot-tell
    $ corr check -q --explain --expect 'total <= base * 9' $DATA/deploys/v1/pricing.cpu.00.pb.gz $DATA/incident/pricing.cpu.00.pb.gz | grep -A1 '^n '
    n         111 and 85 samples of it; with one file a side, files are assumed to
              differ 2.0× as much as chance
    $ corr check -q --expect 'duration p95 of "GET" <= base * 9' $DATA/deploys/v1 $DATA/deploys/v1
    cannot tell: the rule cannot be judged

    verdict      rule                               value  interval    why
    cannot tell  duration p95 of "GET" <= base * 9  ×1.00  0.96..1.04
                 both sides have the same spans of this name

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
    $ corr check -q --wall $DATA/deploys/v1 $DATA/deploys/v2
    cannot tell: no rule can be judged (the base has no sample of this kind)

    verdict      rule                                 why
    cannot tell  total <= base * 1.05
                 the base has no sample of this kind
    cannot tell  any function self <= base * 1.2
                 the base has no sample of this kind

    GATE INCONCLUSIVE 0 pass 0 fail 2 cannot-tell
    [4]
    $ corr check -q --expect 'alloc/request <= base * 1.02' --expect 'nobody self < 3%' --expect 'ServeHTTP cum < 99%' $DATA/deploys/v1 $DATA/deploys/v2
    cannot tell: no rule can be judged

    verdict      rule                              why
    cannot tell  alloc/request <= base * 1.02
                 the base has no sample of this kind
    cannot tell  nobody self < 3%
                 no function has this name on either side
    cannot tell  ServeHTTP cum < 99%
                 matches 3 functions: net/http.(*ServeMux).ServeHTTP,
                 net/http.HandlerFunc.ServeHTTP ...

    GATE INCONCLUSIVE 0 pass 0 fail 3 cannot-tell
    [4]
    $ corr check -q --expect 'cpu/request <= base * 1.2' "$DATA/deploys/v1/*.pb.gz" "$DATA/deploys/v2/*.pb.gz"
    cannot tell: the rule cannot be judged

    verdict      rule                           why
    cannot tell  cpu/request <= base * 1.2
                 needs traces or a metric that count requests on both sides

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]

Collapsed stacks know neither requests nor seconds: only shares are left.

    $ mkdir old new
    $ for i in 0 1 2; do
    >     corr convert -q --to folded $DATA/deploys/v1/pricing.cpu.0$i.pb.gz -o old/$i.folded
    >     corr convert -q --to folded $DATA/deploys/v2/pricing.cpu.0$i.pb.gz -o new/$i.folded
    > done
    $ corr check -q --expect 'main.mix self < 90%' --expect 'containsRule self <= base * 1.5' --expect 'total <= base * 1.1' --expect 'main.mix self < 3' old new
    fail: 1 of 4 rules is broken; 2 cannot be judged

    verdict      rule                             value  interval    why
    pass         main.mix self < 90%              80.1%  73.1..85.6
    fail         containsRule self <= base * 1.5    new  6.90..
    cannot tell  total <= base * 1.1
                 only shares are known, which always sum to 100%
    cannot tell  main.mix self < 3
                 requests and seconds are unknown

    GATE FAIL 1 pass 1 fail 2 cannot-tell
    [1]

What only one side has profiles of would look as if it were gone, or new.

    $ cp -r $DATA/deploys/v1 two
    $ cp $DATA/jfr/incident.jfr.gz two
    $ corr check -q --expect 'total <= base * 9' two $DATA/deploys/v2
    cannot tell: the rule cannot be judged

    verdict      rule               value  interval    why
    cannot tell  total <= base * 9  ×0.45  0.06..3.61
                 only the base has profiles of checkout; --service NAME compares one
                 service

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
    $ corr diff -q two $DATA/deploys/v2 2>&1 | grep '^only'
    [1]
    $ corr check -q --service pricing --expect 'total <= base * 9' two $DATA/deploys/v2
    pass: the rule holds

    verdict      rule               value  interval
    pass         total <= base * 9  ×1.04  0.90..1.19

    GATE PASS 1 pass 0 fail 0 cannot-tell

A damaged side makes no pass.

    $ cp -r $DATA/deploys/v2 cut
    $ head -c 700 $DATA/deploys/v2/pricing.cpu.03.pb.gz >cut/pricing.cpu.03.pb.gz
    $ corr check -q --expect 'total <= base * 9' $DATA/deploys/v1 cut
    corr: cut/pricing.cpu.03.pb.gz: the data ends at byte 1053, before the string table; all names are missing
          Profile.string_table (pprof)
    cannot tell: an input could not be read, so no rule can be judged

    verdict      rule               value  interval    why
    cannot tell  total <= base * 9  ×1.04  0.89..1.21  an input could not be read

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]

What is no assertion.

    $ corr check -q -f perf.expect
    corr: two sides are compared, a base and a new one
          hint: each is a file, a directory, a quoted pattern, PATH@FROM..TO, or KEY=VALUE
    [2]
    $ printf 'cpu/request < 3 ms\ncpu/request <= nan\n' >bad.expect
    $ corr check -q -f bad.expect $DATA/deploys/v1 $DATA/deploys/v2
    corr: bad.expect: invalid value; use a share (8%), an amount (2.5 ms, 10 MB) or base * 1.05, at line 2
          hint: cpu/request <= nan
                               ^
    [2]
    $ corr check -q --expect 'cpu/request < -3 ms' $DATA/deploys/v1 $DATA/deploys/v2
    corr: --expect: the threshold cannot be negative
          hint: cpu/request < -3 ms
                              ^
    [2]
    $ corr check -q --expect 'main.mix self < 3 ms please' $DATA/deploys/v1 $DATA/deploys/v2
    corr: --expect: invalid value; use a share (8%), an amount (2.5 ms, 10 MB) or base * 1.05
          hint: main.mix self < 3 ms please
                                ^
    [2]
    $ corr check -q --expect 'disk/request < 3 ms' $DATA/deploys/v1 $DATA/deploys/v2
    corr: --expect: unknown kind of sample; use cpu, wall, alloc, lock ...
          hint: disk/request < 3 ms
                ^
    [2]
    $ corr check -q --expect 'cpu/request < 3 MB' $DATA/deploys/v1 $DATA/deploys/v2
    corr: cpu/request < 3 MB: cpu needs a unit, such as 5 ms
          hint: cpu/request < 5 ms
    [2]
    $ corr check -q --expect '' $DATA/deploys/v1 $DATA/deploys/v2
    corr: --expect is empty
          hint: --expect 'cpu/request <= 5 ms'
    [2]
    $ : >empty.expect
    $ corr check -q -f empty.expect $DATA/deploys/v1 $DATA/deploys/v2
    corr: empty.expect: contains no assertion
          hint: write one a line: cpu/request <= base * 1.05
    [2]
    $ printf '\357\273\277total <= base * 9\r\n' >windows.expect
    $ corr check -q -f windows.expect $DATA/deploys/v1 $DATA/deploys/v2 | tail -n 1
    GATE PASS 1 pass 0 fail 0 cannot-tell
    $ corr check -q -f nowhere.expect $DATA/deploys/v1 $DATA/deploys/v2
    corr: nowhere.expect: No such file or directory
    [3]

For machines.

    $ corr check -q --json -f perf.expect $DATA/deploys/v1 $DATA/deploys/v2 | grep -oE '"(schema|verdict|value|lo|hi|threshold|samples_factor_needed)": *[^,}]*|"exit": [0-9]'
    "schema": "corr.check/1"
    "verdict": "fail"
    "exit": 1
    "value": 0.8181818181818182
    "lo": 0.7732590421390702
    "hi": 0.8558633477585857
    "threshold": 0.9
    "samples_factor_needed": 1.0
    "verdict": "pass"
    "value": 1.0354849904563594
    "lo": 0.8982979507753747
    "hi": 1.1936230785508324
    "threshold": 1.05
    "samples_factor_needed": 110.0
    "verdict": "cannot-tell"
    "value": null
    "lo": 17.171373431736285
    "hi": null
    "threshold": 1.2
    "samples_factor_needed": 1.0
    "verdict": "fail"
    $ corr check -q --tsv -f perf.expect $DATA/deploys/v1 $DATA/deploys/v2 | cut -f4,9-11
    threshold	verdict	text	unit
    0.9	pass	main.mix cum   < 90%	share
    1.05	cannot-tell	cpu/request    <= base * 1.05	ratio
    1.2	fail	containsRule self <= base * 1.2	ratio

A function that was renamed, and one that was inlined, did not grow.

    $ mkdir was is
    $ for i in 1 2 3; do printf 'main;run;parse 300\nmain;run;tax 20%d\nmain;run;price;clamp 200\nmain;run;price 30\n' $i >was/$i.folded; done
    $ for i in 1 2 3; do printf 'main;run;parse 300\nmain;run;levy 20%d\nmain;run;price 23%d\n' $((i + 1)) $i >is/$i.folded; done
    $ corr check -q --expect 'any function self <= base * 1.2' was is
    pass: the rule holds

    verdict      rule
    pass         any function self <= base * 1.2

    GATE PASS 1 pass 0 fail 0 cannot-tell
    $ corr check -q --expect 'tax self <= base * 1.2' --expect 'levy cum <= base * 1.2' --expect 'clamp self <= base * 1.2' was is
    pass: all 3 rules hold

    verdict      rule                      value  interval
    pass         tax self <= base * 1.2    ×1.00  0.89..1.12
                 tax was renamed to levy; both are judged as one
    pass         levy cum <= base * 1.2    ×1.00  0.87..1.15
                 tax was renamed to levy; both are judged as one
    pass         clamp self <= base * 1.2  ×1.00  0.91..1.11
                 clamp was inlined or removed; its caller price is judged

    GATE PASS 3 pass 0 fail 0 cannot-tell
    $ corr check -q --tsv --expect 'tax self < 50%' --expect 'clamp self <= base * 1.2' was is | cut -f 10,14,15
    text	renamed_from	owner
    tax self < 50%	tax	
    clamp self <= base * 1.2		

Of the caller of a function that was inlined is known what it costs, and no more
is that of the function itself; a name that the new side has is that function.

    $ corr check -q --expect 'clamp self < 50%' --expect 'clamp self < 10%' --expect 'clamp cum > 10%' was is
    cannot tell: 2 of 3 rules cannot be judged; 1 holds

    verdict      rule              value  interval    why
    pass         clamp self < 50%  31.6%  29.3..33.9
                 clamp was inlined or removed; its caller price is judged
    cannot tell  clamp self < 10%  31.6%  29.3..33.9
                 only a limit is known: the cost of its caller
                 clamp was inlined or removed; its caller price is judged
    cannot tell  clamp cum > 10%   31.6%  28.9..34.4
                 only a limit is known: the cost of its caller
                 clamp was inlined or removed; its caller price is judged

    GATE INCONCLUSIVE 1 pass 0 fail 2 cannot-tell
    [4]
    $ corr check -q --expect 'clamp self <= base * 1.2' --expect 'clamp self < 10%' --expect 'clamp self < 50%' is was
    fail: 1 of 3 rules is broken

    verdict      rule                      value  interval
    pass         clamp self <= base * 1.2  ×1.00  0.90..1.10
                 clamp was inserted; its caller price is judged
    fail         clamp self < 10%          27.3%  24.8..30.0
    pass         clamp self < 50%          27.3%  24.8..30.0

    GATE FAIL 2 pass 1 fail 0 cannot-tell
    [1]

One that two others could be is judged by neither name; one that went into two
callers by none.

    $ mkdir once twice
    $ for i in 1 2 3; do printf 'main;parse 90%d\nmain;a1 200\nmain;x;f 200\nmain;y;f 200\nmain;x 90\nmain;y 90\n' $i >once/$i.folded; done
    $ for i in 1 2 3; do printf 'main;parse 90%d\nmain;b1 200\nmain;b2 200\nmain;x 290\nmain;y 290\n' $i >twice/$i.folded; done
    $ corr check -q --expect 'a1 self <= base * 1.2' --expect 'a1 self < 5%' --expect 'b1 self < 50%' --expect 'f self <= base * 1.2' once twice
    cannot tell: 3 of 4 rules cannot be judged; 1 holds

    verdict      rule                   value  interval    why
    cannot tell  a1 self <= base * 1.2  ×0.00  0.00..0.01
                 a1 may have been renamed to b1
    cannot tell  a1 self < 5%            0.0%  0.0..0.1
                 a1 may have been renamed to b1
    pass         b1 self < 50%          10.6%  9.5..11.8
    cannot tell  f self <= base * 1.2
                 f is on one side only, part of 2 callers on the other: x, y

    GATE INCONCLUSIVE 1 pass 0 fail 3 cannot-tell
    [4]

    $ corr diff -q was is
    no function has a clearly greater share of the samples in is

    % of all    base     new  change
    same      100.00  100.00   +0.00    3 functions, none changed clearly
    total     100.00  100.00   +0.00

    renamed   tax → levy
    base      was  3 files  2,196 samples
    new       is  3 files  2,205 samples
    evidence  smallest visible change of a 1% function: ×1.84
    next  corr diff -t was is   where in the call tree

A name that is none, or several, is told before what more profiles would mend; of
a kind that is not there only that is told.

    $ printf 'main;a.run 300\nmain;b.run 300\n' >one.folded
    $ printf 'main;a.run 300\nmain;b.run 310\n' >other.folded
    $ corr check -q --expect 'run self < 9%' --expect 'walk self < 9%' --expect 'a.run self < 9%' one.folded other.folded
    fail: 1 of 3 rules is broken; 2 cannot be judged

    verdict      rule             value  interval    why
    cannot tell  run self < 9%
                 matches 2 functions: a.run, b.run
    cannot tell  walk self < 9%
                 no function has this name on either side
    fail         a.run self < 9%  49.2%  35.8..67.3

    GATE FAIL 0 pass 1 fail 2 cannot-tell
    [1]
    $ corr check -q --explain --expect 'gc/second <= base * 2' one.folded other.folded
    cannot tell: the rule cannot be judged (the base has no sample of this kind)

    verdict      rule                       why
    cannot tell  gc/second <= base * 2      the base has no sample of this kind

    gc/second <= base * 2
    rule      pass if the whole interval is at most ×2.00; fail if all of it is
              above ×1.00 and the estimate is ×2.00 or more
    why       the base has no sample of this kind

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]

A share is 100% at most and 0% at least, which is certain; that it is not all, or
is all, is not.

    $ cat one.folded one.folded >again.folded
    $ corr top -q one.folded --expect 'main cum <= 100%' --expect 'main cum >= 0%' --expect 'main cum < 100%' --expect 'main cum >= 100%' | tail -n 5
    pass         main cum <= 100%  100.0%  98.7..100.0
    pass         main cum >= 0%    100.0%  98.7..100.0
    cannot tell  main cum < 100%   100.0%  98.7..100.0  the value is at the limit
    cannot tell  main cum >= 100%  100.0%  98.7..100.0  the value is at the limit
    GATE INCONCLUSIVE 2 pass 0 fail 2 cannot-tell
    $ corr check -q --explain --expect 'main cum <= 100%' other.folded again.folded | grep rule
    pass: the rule holds
    verdict      rule               value  interval
    rule      pass, because no share is above 100%
    $ corr top -q one.folded --expect 'main cum > 0%'
    corr: --expect: the threshold must be above 0
          hint: main cum > 0%
                           ^
    [2]
