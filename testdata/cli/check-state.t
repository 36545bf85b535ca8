A gate that is asked again and again: files count once, and all looks together are
wrong in at most 5 %.

    $ cp -r $DATA/deploys/* .
    $ mkdir canary; cp v2/pricing.cpu.0[01]* v2/traces* canary
    $ corr check -q --state watch.json v1 canary
    cannot tell: the rule cannot be judged (needs more files)

    verdict      rule                  value  interval    why
    cannot tell  total <= base * 1.05  ×1.02  0.59..1.75  needs more files

    look 1: 7 new files, 7 in all; wrong in 5% of watches; interval 2.4× that of one

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
    $ cp v2/* canary
    $ corr check -q --state watch.json v1 canary
    cannot tell: the rule cannot be judged (needs more files)

    verdict      rule                  value  interval    why
    cannot tell  total <= base * 1.05  ×1.04  0.79..1.36  needs more files

    look 2: 3 new files, 10 in all; wrong in 5% of watches; interval 1.9× that of
      one

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]

A replay changes nothing.

    $ cp watch.json before.json
    $ corr check -q --state watch.json v1 canary | grep '^look'
    look 2: 0 new files, 10 in all; wrong in 5% of watches; interval 1.9× that of
    $ cmp watch.json before.json
    $ ls -l watch.json | cut -c 1-10
    -rw-------

The order and the names of files change nothing, and a counted file may be gone.

    $ mkdir other rest; cp v2/pricing.cpu.0[2-4]* v2/traces* other
    $ for i in 0 1; do cp v2/pricing.cpu.0$i.pb.gz rest/cpu-$i.pb.gz; done; cp v2/traces* rest
    $ corr check -q --state other.json v1 other | grep '^look'
    look 1: 8 new files, 8 in all; wrong in 5% of watches; interval 2.1× that of one
    $ corr check -q --state other.json v1 rest | grep '^look'
    look 2: 2 new files, 10 in all; wrong in 5% of watches; interval 1.9× that of
    $ cmp watch.json other.json

A disaster ends the watch.

    $ corr check -q --state two.json --expect 'cpu/request <= base * 5' --expect 'main.mix self <= base * 1.2' v1 v2
    cannot tell: 1 of 2 rules cannot be judged; 1 holds

    verdict      rule                         value  interval    why
    pass         cpu/request <= base * 5      ×1.04  0.69..1.56
    cannot tell  main.mix self <= base * 1.2  ×0.91  0.64..1.28  needs more files

    look 1: 10 new files, 10 in all; wrong in 5% of watches, all rules; interval
      2.9× that of one

    GATE INCONCLUSIVE 1 pass 0 fail 1 cannot-tell
    [4]
    $ corr check -q --state three.json --expect 'cpu/request <= base * 0.5' v1 v2
    fail: the rule is broken

    verdict      rule                       value  interval
    fail         cpu/request <= base * 0.5  ×1.04  0.75..1.43

    look 1: 10 new files, 10 in all; wrong in 5% of watches; interval 2.3× that of
      one

    GATE FAIL 0 pass 1 fail 0 cannot-tell
    [1]
    $ corr check -q --state three.json --expect 'cpu/request <= base * 0.5' v1 v2 --json | grep -E '"(looks|files_.*)"'
      "looks": 1,
      "files_counted": 0,
      "files_in_state": 10,

A function that the base does not have ends it, too.

    $ corr check -q --state four.json --expect 'containsRule self <= base * 1.2' v1 v2 | sed -n 4p
    fail         containsRule self <= base * 1.2    new  2.81..

So do shares and costs of the new side, and the durations of spans: those that take
longer are counted, as the state has no durations.

    $ corr check -q --state five.json --expect 'main.mix self < 30%' --expect 'main.mix cum >= 10%' --expect 'cpu/request <= 40 ms' v1 v2
    fail: 1 of 3 rules is broken

    verdict      rule                    value  interval
    fail         main.mix self < 30%     79.2%  50.7..93.4
    pass         main.mix cum >= 10%     81.8%  53.7..94.6
    pass         cpu/request <= 40 ms  13.6 ms  7.75..24.0

    look 1: 10 new files, 10 in all; wrong in 5% of watches, all rules; interval
      4.3× that of one

    GATE FAIL 2 pass 1 fail 0 cannot-tell
    [1]
    $ for i in 0 1 2; do mkdir -p new; zcat v2/traces* | sed -n "$((i * 3 + 1))~9p" > new/$i.jsonl; done
    $ corr check -q --state six.json --expect 'duration p99 of "GET /price" < 250 ms' --expect 'duration p50 of "GET /price" < 10 ms' v1 new
    fail: 1 of 2 rules is broken; 1 cannot be judged

    verdict      rule                                       why
    cannot tell  duration p99 of "GET /price" < 250 ms      needs more files
                 0% of 145 spans took longer, interval 0%..8.3%
    fail         duration p50 of "GET /price" < 10 ms
                 100% of 145 spans took longer, interval 92%..100%

    look 1: 3 new files, 3 in all; wrong in 5% of watches, all rules

    GATE FAIL 0 pass 1 fail 1 cannot-tell
    [1]

Two gates may count into one state at once: neither loses what the other counted.

    $ mkdir a b; cp v2/traces* v2/pricing.cpu.0[01]* a; cp v2/traces* v2/pricing.cpu.0[2-4]* b
    $ corr check -q --state seven.json v1 a >a.txt & corr check -q --state seven.json v1 b >b.txt; wait
    $ corr check -q --state seven.json v1 a | grep '^look'
    look 2: 0 new files, 10 in all; wrong in 5% of watches; interval 1.9× that of
    $ sed 's/"looks": .,//' seven.json > a.txt; sed 's/"looks": .,//' watch.json | cmp - a.txt && echo equal
    equal

Another question is another watch.

    $ corr check -q --state watch.json v2 v1
    corr: watch.json: the state is of another base
          hint: begin a new watch with another file
    [2]
    $ corr check -q --state watch.json --expect 'cpu/request <= base * 1.2' v1 v2
    corr: watch.json: the state is of another list of assertions
          hint: begin a new watch with another file
    [2]
    $ corr check -q --state any.json --expect 'any function self <= base * 1.2' v1 v2
    corr: any function self <= base * 1.2: --state cannot hold every function; name one
          hint: a state holds: cpu/request <= base * 1.05, FUNCTION self < 8%, duration p99 of "OP" < 250 ms
    [2]
    $ corr check -q --state any.json --expect 'duration p99 of "GET /price" <= base * 2' v1 v2
    corr: duration p99 of "GET /price" <= base * 2: --state holds a duration to a time, not to the base
          hint: a state holds: cpu/request <= base * 1.05, FUNCTION self < 8%, duration p99 of "OP" < 250 ms
    [2]
    $ ls any.json
    ls: cannot access 'any.json': No such file or directory
    [2]

Files that are no state, or that were changed, are refused and left as they are.

    $ echo x >bad.json
    $ corr check -q --state bad.json v1 v2
    corr: bad.json: no state of corr check: not JSON
          hint: name another file; corr check begins a new state
    [3]
    $ corr check -q --state /dev/null v1 v2
    corr: /dev/null: no state of corr check: not a regular file
          hint: name another file; corr check begins a new state
    [3]
    $ corr check -q --state nowhere/watch.json v1 v2
    corr: nowhere/watch.json: No such file or directory
    [3]
    $ echo '{"schema": "corr.check/1"}' >bad.json
    $ corr check -q --state bad.json v1 v2
    corr: bad.json: no state of corr check: the schema must be corr.check-state/2
          hint: name another file; corr check begins a new state
    [3]
    $ sed 's/"sums": .../"sums": [[-/' watch.json >bad.json
    $ corr check -q --state bad.json v1 v2
    corr: bad.json: no state of corr check: a file of it is invalid
          hint: name another file; corr check begins a new state
    [3]
    $ sed 's/, 1]]/, 1e300]]/' watch.json >bad.json
    $ corr check -q --state bad.json v1 v2
    corr: bad.json: no state of corr check: a file of it is invalid
          hint: name another file; corr check begins a new state
    [3]
    $ sed 's/"sums"/"sum"/' watch.json >bad.json
    $ corr check -q --state bad.json v1 v2
    corr: bad.json: no state of corr check: a file of it is invalid
          hint: name another file; corr check begins a new state
    [3]
    $ sed '3{p}' watch.json >bad.json
    $ corr check -q --state bad.json v1 v2
    corr: bad.json: no state of corr check: a file of it is invalid
          hint: name another file; corr check begins a new state
    [3]
    $ ls *.tmp
    ls: cannot access '*.tmp': No such file or directory
    [2]

The runbook keeps one, too.

    $ PATH=$PATH:$(cd -P $DATA/../scripts/runbook && pwd)
    $ canary-gate -s gate.json -n 2 -w 0 v1 v2 --expect 'cpu/request <= base * 1.05' | grep -E '^(look|GATE)'
    canary-gate: cannot tell yet, try 1 of 2
    canary-gate: cannot tell, try 2 of 2 was the last
    look 1: 10 new files, 10 in all; wrong in 5% of watches; interval 1.9× that of
    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    look 1: 0 new files, 10 in all; wrong in 5% of watches; interval 1.9× that of
    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
