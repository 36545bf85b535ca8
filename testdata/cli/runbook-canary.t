scripts/runbook/canary-gate: pass, fail, and time to show enough.

    $ PATH=$PATH:$(cd -P $DATA/../scripts/runbook && pwd)
    $ cp -r $DATA/deploys/* .
    $ canary-gate v1 v2 --expect 'cpu/request <= base * 2'
    pass: the rule holds

    verdict      rule                     value  interval
    pass         cpu/request <= base * 2  ×1.04  0.75..1.43

    look 1: 10 new files, 10 in all; wrong in 5% of watches; interval 2.3× that of
      one

    GATE PASS 1 pass 0 fail 0 cannot-tell
    $ echo 'containsRule self <= base * 1.2' >perf.expect
    $ canary-gate -n 3 -w 0 -f perf.expect v1 v2
    fail: the rule is broken

    verdict      rule                             value  interval
    fail         containsRule self <= base * 1.2    new  2.81..

    look 1: 10 new files, 10 in all; wrong in 5% of watches

    GATE FAIL 0 pass 1 fail 0 cannot-tell
    [1]

What cannot be told is asked again, after profiles have come.

    $ mkdir canary; cp v2/pricing.cpu.00.pb.gz v2/traces.otlp.jsonl.gz canary
    $ canary-gate -n 5 -w 0 -c 'echo fetching; cp -n v2/* canary' -f perf.expect v1 canary
    cannot tell: the rule cannot be judged (needs 100 samples a side)

    verdict      rule                             value  interval  why
    cannot tell  containsRule self <= base * 1.2    new  3.30..
                 needs 100 samples a side

    look 0: 0 new files, 0 in all; wrong in 5% of watches

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    canary-gate: cannot tell yet, try 1 of 5
    fetching
    fail: the rule is broken

    verdict      rule                             value  interval
    fail         containsRule self <= base * 1.2    new  2.81..

    look 1: 10 new files, 10 in all; wrong in 5% of watches

    GATE FAIL 0 pass 1 fail 0 cannot-tell
    [1]

One try, -S, and rules that no state can hold are judged without one.

    $ canary-gate -S -w 0 -f perf.expect v1 v2 | sed -n 4p
    fail         containsRule self <= base * 1.2    new  17.2..
    $ canary-gate -n 1 -f perf.expect v1 v2 | sed -n 4p
    fail         containsRule self <= base * 1.2    new  17.2..
    $ canary-gate -w 0 v1 v2 --expect 'any function self <= base * 9' | tail -n 1
    canary-gate: any function self <= base * 9: --state cannot hold every function; name one
    canary-gate: without a state, 10 tries are wrong more often
    GATE FAIL 0 pass 1 fail 0 cannot-tell
    $ canary-gate -S -s x v1 v2
    canary-gate: -S: there is no state with -s
    [2]
    $ mkdir t; TMPDIR=$PWD/t canary-gate -w 0 v1 v2 --expect 'cpu/request <= base * 2' >said; ls t

It ends.

    $ canary-gate -n 3 -w 0 v1 v2 --expect 'cpu/request <= base * 1.01' >said
    canary-gate: cannot tell yet, try 1 of 3
    canary-gate: cannot tell yet, try 2 of 3
    canary-gate: cannot tell, try 3 of 3 was the last
    [4]
    $ grep -c ^GATE said
    3

What cannot be read is not asked again, nor after profiles could not be fetched.

    $ canary-gate -w 0 v1 nowhere
    corr: nowhere: No such file or directory
    [3]
    $ canary-gate -w 0 -c false v1 v2 --expect 'cpu/request <= base * 1.01' >said
    canary-gate: cannot tell yet, try 1 of 10
    canary-gate: the command that fetches profiles failed
    [3]
    $ canary-gate -f nowhere.expect v1 v2
    corr: nowhere.expect: No such file or directory
    [3]
    $ canary-gate v1 v2 --expect 'cpu < 1'
    corr: --expect: invalid subject; use FUNCTION self, cpu/request, total, duration p99 of "OP"
          hint: cpu < 1
                ^
    [2]
    $ cat v1/pricing.cpu.00.pb.gz | canary-gate - v2
    canary-gate: -: a pipe can be read only once: -n 1
    [2]
    $ cat v1/pricing.cpu.00.pb.gz | canary-gate -n 1 - v2 --expect 'total <= base * 9' >said
    $ head -n 1 said
    pass: the rule holds
    $ CORR=./nowhere canary-gate -n 2 -w 0 v1 v2
    canary-gate: ./nowhere: no such program
    [3]
    $ canary-gate -n 0 v1 v2
    canary-gate: -n 0: at least 1
    [2]
    $ canary-gate -n 1 -f perf.expect -f more.expect v1 v2
    canary-gate: -f more.expect: give a second -f after NEW
    [2]
    $ canary-gate -w 1m v1 v2
    canary-gate: -w 1m: not a number
    [2]
    $ canary-gate v1 2>&1 | head -n 1
    usage: canary-gate [OPTION...] BASE NEW [FILE...] [OPTION-OF-CORR-CHECK...]
    $ canary-gate -h | head -n 1
    usage: canary-gate [OPTION...] BASE NEW [FILE...] [OPTION-OF-CORR-CHECK...]
