A gate that is asked again and again: files count once, and all looks together are
wrong in at most 5 %.

    $ cp -r $DATA/deploys/* .
    $ mkdir canary; cp v2/pricing.cpu.0[01]* v2/traces* canary
    $ corr check -q --state watch.json v1 canary
    cannot tell: the rule cannot be judged (needs more files)

    verdict      rule                  value  interval    why
    cannot tell  total <= base * 1.05  ×1.02  0.60..1.72  needs more files

    look 1: 7 new files, 7 in all; wrong in 5% of watches; interval 2.3× that of one

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
    pass         cpu/request <= base * 5      ×1.04  0.69..1.55
    cannot tell  main.mix self <= base * 1.2  ×0.91  0.64..1.27  needs more files

    look 1: 10 new files, 10 in all; wrong in 5% of watches, all rules; interval
      2.8× that of one

    GATE INCONCLUSIVE 1 pass 0 fail 1 cannot-tell
    [4]
    $ corr check -q --state three.json --expect 'cpu/request <= base * 0.5' v1 v2
    fail: the rule is broken

    verdict      rule                       value  interval
    fail         cpu/request <= base * 0.5  ×1.04  0.76..1.42

    look 1: 10 new files, 10 in all; wrong in 5% of watches; interval 2.2× that of
      one

    GATE FAIL 0 pass 1 fail 0 cannot-tell
    [1]
    $ corr check -q --state three.json --expect 'cpu/request <= base * 0.5' v1 v2 --json | grep -E '"(looks|files_.*)"'
      "looks": 1,
      "files_counted": 0,
      "files_in_state": 10,

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
    corr: any function self <= base * 1.2: --state cannot hold it
          hint: write a cost against the base: cpu/request <= base * 1.05
    [2]
    $ corr check -q --state any.json --expect 'main.mix self < 50%' v1 v2
    corr: main.mix self < 50%: --state cannot hold it
          hint: write a cost against the base: cpu/request <= base * 1.05
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
    corr: bad.json: no state of corr check: the schema must be corr.check-state/1
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
