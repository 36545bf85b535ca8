Several files as one.

Profiles: samples with the same stack and labels are added up.

    $ cp $DATA/incident/pricing.* .
    $ corr merge pricing.cpu.0*.pb.gz -o cpu.pb.gz
    corr: merged 706 records of 9 files, 30.5 kB
    $ corr top -q --tsv -n 0 pricing.cpu.0*.pb.gz >a
    $ corr top -q --tsv -n 0 cpu.pb.gz | cmp - a
    $ corr info -q cpu.pb.gz
    2026-11-21 17:21:46Z..17:23:16Z (1m30s)   1 file

    profile        samples
    cpu.pb.gz  Go  707 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top cpu.pb.gz             the most expensive functions
          corr top --by span cpu.pb.gz   the most expensive spans
    $ corr merge pricing.cpu.08.pb.gz pricing.cpu.0[0-7].pb.gz | corr top -q --tsv -n 0 - | cmp - a
    corr: merged 706 records of 9 files, 30.5 kB
    $ corr merge -q pricing.heap.pb.gz pricing.heap.pb.gz -o heap.pb.gz
    $ corr top -q --alloc --tsv pricing.heap.pb.gz | awk -F '\t' 'NR > 1 { print $9, 2 * $2 }' >a
    $ corr top -q --alloc --tsv heap.pb.gz | awk -F '\t' 'NR > 1 { print $9, $2 }' | cmp - a

Unlike profiles are refused by name.

    $ corr merge pricing.cpu.07.pb.gz pricing.heap.pb.gz -o x.pb.gz
    corr: pricing.cpu.07.pb.gz has samples/count, cpu/nanoseconds and pricing.heap.pb.gz has alloc_objects/count, alloc_space/bytes, inuse_objects/count, inuse_space/bytes; they cannot become one profile
          hint: name profiles of one kind
    [2]
    $ corr merge pricing.cpu.07.pb.gz $DATA/collapsed/py-spy.folded -o x.pb.gz
    corr: ../data/collapsed/py-spy.folded is collapsed and pricing.cpu.07.pb.gz is pprof; they cannot become one file
          hint: convert them first: corr convert --to pprof
    [2]
    $ corr merge $DATA/trace/jaeger.json $DATA/trace/jaeger.json -o x.json
    corr: files of the format jaeger can be neither cut nor merged
          hint: jfr, pprof, collapsed and otlp can; for others: corr convert --to pprof
    [3]
    $ ls x.* 2>/dev/null
    [2]

Collapsed stacks: counts of equal stacks, in byte order.

    $ printf 'a;b 3\na;c 4\n' >1; printf '# mode: wall\nb;c 1\na;b 2\n' >2
    $ corr merge 1 2
    a;b 5
    a;c 4
    b;c 1
    corr: merged 4 records of 2 files, 18 B
    $ corr merge -q 2 1 | corr top -q --tsv - | cut -f 3,9
    total	key
    6	b
    5	c
    9	a
    $ printf 'a;b 2.5\nx;y 1\n' >3; corr merge -q 1 3
    a;b 5.5
    a;c 4
    x;y 1
    $ printf 'a;b 1 2\na;c 0 3\n' >4; corr merge -q 4 4
    a;b 2 4
    a;c 0 6
    $ corr merge 1 4
    corr: 1 has one count a line and 4 has two counts; they cannot become one file
    [2]

Traces: one document, or JSON lines where one of them is that; the same span
comes once.

    $ cp $DATA/trace/order.json $DATA/trace/parallel.json $DATA/trace/otlp-node.jsonl .
    $ corr merge order.json parallel.json -o two.json
    corr: merged 19 spans of 2 files, 5.1 kB
    $ corr spans -q --tsv -n 0 order.json parallel.json >a
    $ corr spans -q --tsv -n 0 two.json | cmp - a
    $ head -c 36 two.json; tail -c 4 two.json
    {"resourceSpans":[{
      "resource": {"}]}
    $ corr merge two.json order.json -o again.json; cmp two.json again.json
    corr: merged 19 of 23 spans of 2 files, 5.1 kB
    $ corr merge order.json otlp-node.jsonl -o lines.jsonl
    corr: merged 49 spans of 2 files, 65.5 kB
    $ corr spans -q --all --tsv order.json otlp-node.jsonl >a
    $ corr spans -q --all --tsv lines.jsonl | cmp - a
    $ grep -c '^{"resourceSpans":\[{.*}\]}$' lines.jsonl; grep -vc '^{"resourceSpans":\[{.*}\]}$' lines.jsonl
    11
    0
    [1]
    $ cat order.json | corr merge -q - parallel.json | corr spans -q --all --tsv - | wc -l
    20

An input is never the output.

    $ corr merge 1 2 -o 2
    corr: -o 2 is the same file as the input 2
          hint: write to another file, such as -o merge.out
    [2]
    $ cat 2
    # mode: wall
    b;c 1
    a;b 2

What is not looked into is not said to hold no spans.

    $ mkdir two; cp $DATA/incident/pricing.cpu.*.pb.gz two; cd two
    $ corr merge -o ../two.pb.gz
    corr: merged 706 records of 9 files, 30.5 kB
    $ rm pricing.cpu.0[2-8].pb.gz ../two.pb.gz; corr merge -o ../two.pb.gz
    corr: merged 161 records of 2 files, 9.0 kB
    $ cd ..

What is written has no rows and no screen, and so no options for these.

    $ corr merge 1 2 --json
    corr: merge has no option --json
    [2]
    $ corr merge --help-all | sed -n '/^output/,/^help/p' | grep -o ' --[a-z]*'
     --output
     --quiet
     --ascii
     --tz
