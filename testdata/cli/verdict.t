What is expected of a report: numbers of its own, and of the code that it is
about; each with its verdict, and a line for machines.

    $ TRACES=$DATA/incident/traces.otlp.jsonl.gz
    $ RECORDING=$DATA/jfr/incident.jfr.gz
    $ corr top -q -n 1 --expect 'main.mix self < 90%' --expect 'containsRule cum <= 5%' --expect 'samples >= 707' --expect 'total < 7 s' $DATA/incident/pricing.cpu.*
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    82% is main.mix, 49% of it under main.roundAll

    self%    ±  total%    n  function                   mostly under
     82.0  2.8    83.6  580  main.mix                   main.roundAll 49%
     18.0               127  200 more functions (-n 0)

    pass         main.mix self < 90%      82.0%  77.5..85.8
    fail         containsRule cum <= 5%   10.5%  7.4..14.5
    pass         samples >= 707             707
    fail         total < 7 s             7.07 s
    GATE FAIL 2 pass 2 fail 0 cannot-tell
    [1]
    $ corr tree -q --max-rows 2 --expect 'main.mix self < 85%' --expect 'main.mix self <= 10 s' $DATA/incident/pricing.cpu.*
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    40% is one path: main.endpoint.func1 → main.price → main.roundAll → main.mix

    total%   self%    n   function (* the hottest path)
    100.0%  100.0%  707   (6 smaller frames)

    cannot tell  main.mix self < 85%     82.0%  77.5..85.8
                 needs about 2× the samples
    pass         main.mix self <= 10 s  5.80 s  5.15..6.54
    GATE INCONCLUSIVE 1 pass 0 fail 1 cannot-tell
    [4]
    $ corr top -q -n 1 --expect 'main.mix self < 85%' --allow-inconclusive $DATA/incident/pricing.cpu.* | tail -1
    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    $ corr peek -q containsRule --expect 'containsRule self > 5%' $DATA/incident/pricing.cpu.* | tail -2
          corr tree --focus main.containsRule FILE...   all call paths to it
    GATE PASS 1 pass 0 fail 0 cannot-tell
    $ corr top -q -n 1 --expect 'cpu/request < 20 ms' $DATA/incident/pricing.cpu.* $TRACES | tail -2
    pass         cpu/request < 20 ms  13.2 ms  12.2..14.3
    GATE PASS 1 pass 0 fail 0 cannot-tell
    $ corr top -q -n 1 --expect 'cpu/request < 20 ms' --expect 'nobody self < 3%' --expect 'alloc/second < 1 MB' $DATA/incident/pricing.cpu.* | tail -7
     18.0               127  200 more functions (-n 0)

    cannot tell  cpu/request < 20 ms
                 needs traces or a metric that count its requests
    cannot tell  nobody self < 3%         no function has this name
    cannot tell  alloc/second < 1 MB      no sample is of this kind
    GATE INCONCLUSIVE 0 pass 0 fail 3 cannot-tell
    $ corr info -q --expect 'span labels > 50%' --expect 'services >= 4' --expect 'samples joined > 10%' $DATA/incident | grep -v '^next\|^ *corr ' | tail -4
    fail         span labels > 50%     44.8%
    pass         services >= 4             4
    pass         samples joined > 10%  44.8%
    GATE FAIL 2 pass 1 fail 0 cannot-tell
    $ corr spans -q -n 1 --op 'GET /checkout' --expect 'duration p99 of "GET /checkout" < 2 s' --expect 'spans >= 400' $TRACES | tail -3
    next  corr span abc55335/s4 ../data/incident/traces.otlp.jsonl.gz
          corr trace abc55335 ../data/incident/traces.otlp.jsonl.gz
    GATE PASS 2 pass 0 fail 0 cannot-tell
    $ corr span -q abc55335/ecf8589b $RECORDING $TRACES --expect 'lock < 100 ms' --expect 'cpu <= 200 ms' --expect 'unobserved < 10%' --expect 'duration <= 1 s' --expect 'orphans < 1' --expect 'deepScan self < 20%' | tail -8
    pass         cpu <= 200 ms        80.0 ms  24.6..135
    fail         unobserved < 10%       19.6%  14.4..24.8
    fail         duration <= 1 s       1.08 s
    pass         orphans < 1                0
    cannot tell  deepScan self < 20%                       needs 30 samples
    next  corr tree --span abc55335/s4 ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   the whole call tree
    GATE FAIL 3 pass 2 fail 1 cannot-tell
    $ corr trace -q abc55335 $TRACES --expect 'spans <= 100' --expect 'gaps < 9' --expect 'orphans <= 0' | tail -4
    pass         orphans <= 0   0
    next  corr span abc55335/s20 ../data/incident/traces.otlp.jsonl.gz
          corr spans --slowest 5 ../data/incident/traces.otlp.jsonl.gz
    GATE PASS 3 pass 0 fail 0 cannot-tell
    $ corr tree -q --slow p95 --op 'GET /checkout' $TRACES $RECORDING -n 1 --expect 'slow mean < 500 ms' | tail -2
    fail         slow mean < 500 ms  579 ms
    GATE FAIL 0 pass 1 fail 0 cannot-tell
    $ corr diff -q --slow p95 --op 'GET /checkout' $TRACES --expect 'slow mean < 800 ms' --expect 'slow spans < 30' | tail -3
    pass         slow mean < 800 ms  579 ms
    pass         slow spans < 30         22
    GATE PASS 2 pass 0 fail 0 cannot-tell
    $ corr spans -q --op 'GET /checkout' --slowest 2 --expect 'duration p50 of "GET /checkout" < 1 s' $TRACES | tail -3
    next  corr span abc55335/s4 ../data/incident/traces.otlp.jsonl.gz
          corr trace abc55335 ../data/incident/traces.otlp.jsonl.gz
    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell

Two sides are judged as by corr check.

    $ corr diff -q $DATA/deploys/v1 $DATA/deploys/v2 -n 1 --expect 'cpu/request <= base * 2' --expect 'any function self <= base * 1.2' | tail -5

    pass         cpu/request <= base * 2          ×1.04  0.90..1.19
    fail         any function self <= base * 1.2    new  17.2..
                 main.containsRule costs more
    GATE FAIL 1 pass 1 fail 0 cannot-tell
    $ corr diff -q --spans --op GET $DATA/deploys/v1 $DATA/deploys/v2 -n 1 --expect 'duration p50 of "GET" < 100 ms' | tail -2
    pass         duration p50 of "GET" < 100 ms  79.5 ms  74.0..84.5
    GATE PASS 1 pass 0 fail 0 cannot-tell

Without an assertion the answer itself is what is expected.

    $ corr top -q -n 1 --exit-code $DATA/incident/pricing.cpu.* | tail -1
    GATE PASS answered
    $ corr when -q --exit-code $DATA/incident/pricing.cpu.* | grep GATE
    GATE PASS answered
    $ corr top -q --exit-code --op nothing $DATA/incident/pricing.cpu.* $TRACES | tail -1
    GATE INCONCLUSIVE nothing was found
    $ corr spans -q --exit-code --op nothing $TRACES
    no span is called "nothing"
    names most like it: GET /metrics, GET, GET /flag
    most frequent: GET (2,938), GET /price (598), GET /checkout (431), GET /cart
      (247), GET /recommend (186), GET /quote (167), GET /report (139), GET /metrics
      (25), and 14 more
    next  corr spans ../data/incident/traces.otlp.jsonl.gz   the slowest requests
    GATE INCONCLUSIVE nothing was found
    [5]
    $ corr spans -q --expect 'spans >= 1' --op nothing $TRACES
    no span is called "nothing"
    names most like it: GET /metrics, GET, GET /flag
    most frequent: GET (2,938), GET /price (598), GET /checkout (431), GET /cart
      (247), GET /recommend (186), GET /quote (167), GET /report (139), GET /metrics
      (25), and 14 more

    fail         spans >= 1  0
    next  corr spans ../data/incident/traces.otlp.jsonl.gz   the slowest requests
    GATE FAIL 0 pass 1 fail 0 cannot-tell
    [1]
    $ head -c 700 $DATA/incident/pricing.cpu.03.pb.gz >cut.pb.gz
    $ corr top -q -n 1 --exit-code cut.pb.gz $DATA/incident/pricing.cpu.00.pb.gz 2>/dev/null | tail -1
    GATE INCONCLUSIVE an input could not be read
    $ corr top -q -n 1 --expect 'samples > 3' cut.pb.gz $DATA/incident/pricing.cpu.00.pb.gz 2>/dev/null | tail -4
    85 samples: shares are within 11 points

    cannot tell  samples > 3  85    an input could not be read
    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    $ corr top -q -n 1 --exit-code --allow-inconclusive cut.pb.gz $DATA/incident/pricing.cpu.00.pb.gz 2>/dev/null | tail -1
    GATE INCONCLUSIVE an input could not be read

For machines.

    $ corr top -q --json -n 1 --expect 'main.mix self < 50%' $DATA/incident/pricing.cpu.* | grep -oE '"(verdict|text|value|lo|hi|threshold|unit)": *[^,}]*|"exit": [0-9]'
    "verdict": "fail"
    "exit": 1
    "unit": "ns"
    "value": 0.8203677510608204
    "lo": 0.7750542133555393
    "hi": 0.858222988762846
    "threshold": 0.5
    "verdict": "fail"
    "text": "main.mix self < 50%"
    "unit": "share"
    "unit": "ns"
    "unit": "ns"
    "unit": "ns"
    "unit": "ns"
    "unit": "ns"
    "unit": "ns"
    "unit": "ns"
    "unit": "ns"
    "unit": "ns"
    $ corr top -q --tsv -n 1 --expect 'samples > 1000' $DATA/incident/pricing.cpu.* | cut -f1-3
    rank	self	total
    1	5800000000	5910000000
    	1270000000	

What cannot be expected is told before a file is looked for.

    $ corr top --expect 'sampels > 3' nowhere
    corr: --expect: this report has no such number; did you mean samples?
          hint: sampels > 3
                ^
    [2]
    $ corr diff --slow p95 --op 'GET /checkout' --expect 'applyAll self < 5%' nowhere
    corr: --expect: this report has no such number; it has normal mean, slow mean, slow longest, normal spans, slow spans; corr top --slowest N --op NAME --expect is about their code
          hint: applyAll self < 5%
                ^
    [2]
    $ corr when --expect 'cpu < 3' nowhere
    corr: --expect: this report has no number to check; a value depends on the length of its column: corr top --around TIME --expect ...
          hint: cpu < 3
                ^
    [2]
    $ corr diff --to folded --exit-code $DATA/deploys/v1 $DATA/deploys/v2
    corr: --expect and --exit-code need a report, and --to writes a file
    [2]
    $ corr top --expect 'total < base * 1.1' nowhere
    corr: --expect: "base" needs two sides, as in corr check; here use a share or an amount
          hint: total < base * 1.1
                        ^
    [2]
    $ corr top --expect 'samples < 3 ms' nowhere
    corr: --expect: this needs a number without a unit
          hint: samples < 3 ms
                          ^
    [2]
    $ corr top --expect 'total < 8%' nowhere
    corr: --expect: this needs an amount with its unit, not a share
          hint: total < 8%
                        ^
    [2]
    $ corr info --expect 'span labels > 3' nowhere
    corr: --expect: this needs a share, such as 50%
          hint: span labels > 3
                              ^
    [2]
    $ corr info --expect 'main.mix self < 3%' nowhere
    corr: --expect: this report has no such number; it has span labels, traces found, samples joined, services, missing
          hint: main.mix self < 3%
                ^
    [2]
    $ corr span 4bf9 --expect 'lock < 3 MB' nowhere
    corr: --expect: a duration needs a unit: ns, us, ms, s or min
          hint: lock < 3 MB
                       ^
    [2]
    $ corr when --expect 'cpu < 3' nowhere
    corr: --expect: this report has no number to check; a value depends on the length of its column: corr top --around TIME --expect ...
          hint: cpu < 3
                ^
    [2]
    $ corr check --expect 'cpus/request < 3 ms' nowhere neither
    corr: --expect: unknown kind of sample; did you mean cpu?
          hint: cpus/request < 3 ms
                ^
    [2]
    $ corr diff --expect 'samples < 3' nowhere neither
    corr: --expect: invalid subject; use FUNCTION self, cpu/request, total, duration p99 of "OP"
          hint: samples < 3
                ^
    [2]
    $ corr top --allow-inconclusive nowhere
    corr: --allow-inconclusive needs --expect or --exit-code
    [2]
    $ corr diff --tau 5% --exit-code --expect 'total <= base * 2' $DATA/deploys/v1 $DATA/deploys/v2
    corr: --tau is about --exit-code, without --expect
    [2]
    $ corr top -q --expect 'total < 3 MB' $DATA/incident/pricing.cpu.00.pb.gz
    corr: total < 3 MB: total needs a unit, such as 5 ms
          hint: total < 5 ms
    [2]
    $ corr tree -q --to folded --expect 'total < 3 s' $DATA/incident/pricing.cpu.00.pb.gz
    corr: --expect and --exit-code need a report, and --to writes a file
    [2]

Of spans without a sample nothing is told of their cost, whatever its unit.

    $ ID=$(corr spans -q --op 'GET /price' --ids $DATA/deploys/v1 | head -n 1)
    $ corr span -q $ID $DATA/deploys/v1 --expect 'cpu/request < 15 ms' | tail -n 3

    cannot tell  cpu/request < 15 ms      no sample is of this kind
    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
