Cost by what only the root of a trace knows.

    $ cp -r $DATA/incident in && chmod -R u+w in
    $ corr top -q --by root.url.path in
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    57% is of root.url.path /api/checkout; 39% is of root.url.path /api/quote

    self%    ±  total%     self    n  root.url.path
     56.7  3.6    56.7  4.010 s  401  /api/checkout
     39.5  3.6    39.5  2.790 s  279  /api/quote
      3.8  1.4     3.8  0.270 s   27  [no span]
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr tree in   the call tree

    $ corr top -q --by root.url.path --tsv -n 0 in | awk -F '\t' 'NR > 1 { s += $2 } END { printf "%.0f\n", s }'
    7070000000
    $ corr top -q --tsv -n 0 in | awk -F '\t' 'NR > 1 { s += $2 } END { printf "%.0f\n", s }'
    7070000000

An attribute that the process of the root has counts as well; one that no root has
is a row.

    $ corr top -q --by root.service.name in | sed -n 4,6p
    self%    ±  total%     self    n  root.service.name
     96.2  1.4    96.2  6.800 s  680  gateway
      3.8  1.4     3.8  0.270 s   27  [no span]
    $ corr top -q --by root.nosuch in | sed -n 4,6p
    self%    ±  total%     self    n  root.nosuch
     96.2  1.4    96.2  6.800 s  680  [no nosuch]
      3.8  1.4     3.8  0.270 s   27  [no span]

A root that is not in the files leaves its cost unknown.

    $ mkdir cut && cp in/pricing.cpu.* cut
    $ gzip -dc in/traces.otlp.jsonl.gz | jq -c '.resourceSpans |= map(select(any(.resource.attributes[]; .value.stringValue == "pricing")))' >cut/t.jsonl
    $ corr top -q --by root.url.path cut | sed -n 1,7p
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    96% has no root

    self%    ±  total%     self    n  root.url.path
     96.2  1.4    96.2  6.800 s  680  [no root]
      3.8  1.4     3.8  0.270 s   27  [no span]
    next  corr tree cut   the call tree


    $ corr top --by root. in
    corr: --by cannot be "root."
          hint: did you mean --by root.KEY?
    [2]
    $ corr top --by rooot.x in
    corr: --by cannot be "rooot.x"
          hint: --by takes function, file, line, module, thread, service, operation,
                span, trace, holder, gc, label:KEY or root.KEY
    [2]
    $ corr tree --by root.x in
    corr: a tree is by function, file, line or module, not by root.x
    [2]
