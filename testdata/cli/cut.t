The slice that matters, in the format of the file it is from.

One request of a profile, for pprof's own tools; top of the slice is top of the
selection.

    $ cp $DATA/incident/pricing.* $DATA/incident/traces.otlp.jsonl.gz .
    $ corr cut --trace d8e1 pricing.cpu.07.pb.gz traces.otlp.jsonl.gz -o slow.pb.gz
    corr: kept 3 of 95 records, 30.0 ms of cpu, 1.0 kB
    corr: matched 3 by request id
    $ corr top -q --tsv slow.pb.gz >a
    $ corr top -q --tsv --trace d8e1 pricing.cpu.07.pb.gz traces.otlp.jsonl.gz | cmp - a
    $ corr span -q d8e1 slow.pb.gz traces.otlp.jsonl.gz | grep ^evidence
    evidence  request share, confidence 0.60; 3 of at most 6 samples (50%)
    $ corr cut -q --span d8e1/s6 --min-join exact pricing.cpu.07.pb.gz traces.otlp.jsonl.gz -o exact.pb.gz
    $ corr info -q exact.pb.gz | grep cpu
    exact.pb.gz  Go    3 cpu

A sample that several spans share counts in part; the sums are those of top.

    $ corr cut --span d8e1/s7 pricing.cpu.07.pb.gz traces.otlp.jsonl.gz -o part.pb.gz
    corr: kept 3 of 95 records, 29.8 ms of cpu, 1.0 kB
    corr: matched 3 by request share
    $ corr top -q --tsv part.pb.gz | awk -F '\t' 'NR > 1 { n += $2 } END { print n }'
    29802799
    $ corr top -q --tsv --span d8e1/s7 pricing.cpu.07.pb.gz traces.otlp.jsonl.gz |
    > awk -F '\t' 'NR > 1 { n += $2 } END { print n }'
    29802799

All values of a sample stay, and what is said of the whole profile.

    $ corr cut -q --focus mergeRules --alloc pricing.heap.pb.gz -o heap.pb.gz
    $ for kind in alloc_bytes alloc_objects live_bytes; do
    >   corr top -q --kind $kind --focus mergeRules --tsv pricing.heap.pb.gz >a
    >   corr top -q --kind $kind --tsv heap.pb.gz | cmp - a; done
    $ corr info -q heap.pb.gz
    2026-11-21 17:23:19.207Z..17:23:19.207Z   1 file

    profile          samples
    heap.pb.gz  Go  0 B heap

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top heap.pb.gz   the most expensive functions

Several profiles of one kind become one; of several kinds, or of several
formats, one has to choose.

    $ corr cut --focus mergeRules pricing.cpu.0*.pb.gz -o merge.pb.gz
    corr: kept 224 of 706 records of 9 files, 2.24 s of cpu, 9.9 kB
    $ corr top -q --tsv --focus mergeRules pricing.cpu.0*.pb.gz >a
    $ corr top -q --tsv merge.pb.gz | cmp - a
    $ corr cut --focus mergeRules pricing.cpu.07.pb.gz pricing.heap.pb.gz -o x.pb.gz
    corr: pricing.cpu.07.pb.gz has samples/count, cpu/nanoseconds and pricing.heap.pb.gz has alloc_objects/count, alloc_space/bytes, inuse_objects/count, inuse_space/bytes; they cannot become one profile
          hint: name profiles of one kind, or choose one with --kind NAME
    [2]
    $ corr cut --cpu --focus mergeRules pricing.cpu.07.pb.gz pricing.heap.pb.gz -o kind.pb.gz
    corr: kept 28 of 95 records, 280.0 ms of cpu, 2.2 kB
    $ corr cut $DATA/incident -o x.pb.gz
    corr: samples of several formats are selected (pprof, collapsed); a slice has one format
          hint: name the files to cut, or choose with --to FORMAT
    [2]
    $ corr cut --trace d8e1 $DATA/incident -o x.pb.gz && rm x.pb.gz
    corr: kept 3 of 95 records, 30.0 ms of cpu, 1.0 kB
    corr: matched 3 by request id
    $ corr cut --focus rank_items $DATA/incident -o rank.folded
    corr: kept 7 of 61 records, 132 of samples, 4.3 kB
    $ ls x.pb.gz 2>/dev/null
    [2]

Collapsed stacks: lines as they stand.

    $ corr cut --focus rank_items $DATA/incident/reco.threads.folded | cmp - rank.folded
    corr: kept 7 of 61 records, 132 of samples, 4.3 kB
    $ grep rank_items $DATA/incident/reco.threads.folded | cmp - rank.folded
    $ printf '# mode: wall\na;b 3\na;c 4\n# end\nb;c 1 \n' | corr cut - --ignore '^b$'
    corr: standard input: 2 comment lines left out
    # mode: wall
    a;c 4
    # end
    corr: kept 1 of 3 records, 4 of samples, 25 B
    $ printf 'a;b 3 4\na;c 0 2\n' | corr cut - --focus '^c$'
    corr: standard input: two counts a line; samples_base is the first, samples the second
    a;c 0 2
    corr: kept 1 of 2 records, 2 of samples, 8 B

From a pipe, from a file as standard input, of a part of a file.

    $ cat pricing.cpu.07.pb.gz | corr cut -q --focus mergeRules - | corr top -q --tsv - >b
    $ corr cut -q --focus mergeRules - <pricing.cpu.07.pb.gz | corr top -q --tsv - | cmp - b
    $ corr top -q --tsv --focus mergeRules pricing.cpu.07.pb.gz | cmp - b
    $ TMPDIR=/nonexistent corr cut --focus mergeRules - <pricing.cpu.07.pb.gz
    corr: standard input: no file can be made in /nonexistent: No such file or directory
          hint: $TMPDIR names another directory
    [3]

Nothing selected: nothing is written.

    $ corr cut --focus nosuch pricing.cpu.07.pb.gz -o none.pb.gz
    corr: no sample is selected; no file is written
          hint: corr top, with the same options, says why
    [5]
    $ ls none.pb.gz 2>/dev/null
    [2]

An input is never the output, whatever it is called.

    $ ln -s pricing.cpu.07.pb.gz other.pb.gz
    $ corr cut --focus mergeRules pricing.cpu.07.pb.gz -o other.pb.gz
    corr: -o other.pb.gz is the same file as the input pricing.cpu.07.pb.gz
          hint: write to another file, such as -o cut.out
    [2]
    $ corr cut --focus mergeRules - -o pricing.cpu.07.pb.gz <pricing.cpu.07.pb.gz
    corr: -o pricing.cpu.07.pb.gz is there and holds pprof data: it is not replaced
          hint: write to another file, such as -o cut.out
    [2]
    $ cmp pricing.cpu.07.pb.gz $DATA/incident/pricing.cpu.07.pb.gz

Traces: spans as they stand, with what is around them.  A trace is whole where
its id or a window is asked for.

    $ corr cut --trace d8e1 --to otlp $DATA/incident -o trace.jsonl
    corr: kept 8 of 18,489 spans, 11.8 kB
    $ corr trace -q --all d8e1 traces.otlp.jsonl.gz | sed '/^next/,$d' >a
    $ corr trace -q --all d8e1 trace.jsonl | sed '/^next/,$d' | cmp - a
    $ zcat traces.otlp.jsonl.gz | corr cut -q - --trace d8e1 | cmp - trace.jsonl
    $ for f in order otlp otlp-http-node parallel tempo; do
    >   corr cut -q $DATA/trace/$f.json | cmp - $DATA/trace/$f.json; done
    $ for f in otlp otlp-both otlp-node; do
    >   corr cut -q $DATA/trace/$f.jsonl | cmp - $DATA/trace/$f.jsonl; done
    $ zcat traces.otlp.jsonl.gz | corr cut - -o window.jsonl --from 17:22:00 --to 17:22:00.05
    corr: kept 8 of 18,489 spans, 11.8 kB
    $ corr spans -q --tsv -n 0 --from 17:22:00 --to 17:22:00.05 window.jsonl | cut -f 1-18 >a
    $ corr spans -q --tsv -n 0 --from 17:22:00 --to 17:22:00.05 traces.otlp.jsonl.gz | cut -f 1-18 | cmp - a

A span comes with all below it; a condition keeps the spans that it names, or
their traces.

    $ corr cut --span d8e1/s6 traces.otlp.jsonl.gz -o span.jsonl
    corr: kept 3 of 18,489 spans, 2.5 kB
    $ corr spans -q --all --tsv span.jsonl | cut -f 2,9-18
    duration_ns	name	service	status	function	module	file	line	type	hottest_under	handle
    59430756	GET /price	pricing	unset							d8e1999a/s1
    59040096	price.basket	pricing	unset							d8e1999a/s2
    21772775	fx.fetch	pricing	unset							d8e1999a/s3
    $ corr cut traces.otlp.jsonl.gz --slowest 5 --op price.basket -o five.jsonl
    corr: kept 5 of 18,489 spans, 4.5 kB
    $ corr spans -q --slowest 5 --op price.basket --ids traces.otlp.jsonl.gz >a
    $ corr spans -q --ids -n 0 five.jsonl | cmp - a
    $ corr cut traces.otlp.jsonl.gz --slowest 5 --op price.basket --whole -o whole.jsonl
    corr: kept 88 of 18,489 spans, 97.6 kB
    $ corr spans -q --tsv -n 0 --slowest 5 --op price.basket traces.otlp.jsonl.gz >a
    $ corr spans -q --tsv -n 0 --slowest 5 --op price.basket whole.jsonl | cmp - a

One document stays one, without its spans that were left out; members that
nobody knows stay.

    $ cat >doc.json <<'END'
    > {
    >   "resourceSpans": [
    >     { "resource": { "mine": 1.50, "attributes": [] },
    >       "scopeSpans": [
    >         { "spans": [
    >           { "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "00f067aa0ba902b1", "name": "a", "x": [1, 2.0] },
    >           { "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "00f067aa0ba902b2", "name": "b" },
    >           { "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "00f067aa0ba902b3", "name": "c" } ],
    >           "scope": { "name": "late" } },
    >         { "spans": [ { "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "00f067aa0ba902b4", "name": "d" } ] } ] },
    >     { "scopeSpans": [] }
    >   ], "other": [ 1, [ ], { } ]
    > }
    > END
    $ corr cut -q --op a doc.json
    {
      "resourceSpans": [
        { "resource": { "mine": 1.50, "attributes": [] },
          "scopeSpans": [
            { "spans": [
              { "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "00f067aa0ba902b1", "name": "a", "x": [1, 2.0] } ],
              "scope": { "name": "late" } } ] }
      ], "other": [ 1, [ ], { } ]
    }
    $ corr cut -q --op b doc.json
    {
      "resourceSpans": [
        { "resource": { "mine": 1.50, "attributes": [] },
          "scopeSpans": [
            { "spans": [
              { "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "00f067aa0ba902b2", "name": "b" } ],
              "scope": { "name": "late" } } ] }
      ], "other": [ 1, [ ], { } ]
    }
    $ corr cut -q --op c doc.json | head -n 7 | tail -n 2
              { "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "00f067aa0ba902b3", "name": "c" } ],
              "scope": { "name": "late" } } ] }
    $ corr cut -q --op d doc.json | head -n 6 | tail -n 2
            { "spans": [ { "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "00f067aa0ba902b4", "name": "d" } ] } ] }
      ], "other": [ 1, [ ], { } ]

A file that breaks off: what is kept is closed.

    $ head -c 420 doc.json >short.json
    $ corr cut --where 'name != "b"' short.json
    corr: short.json: the input ends inside an export request; its last 79 bytes cannot be used, at byte 420
    corr: warning: 2 of 2 spans have no recorded start or end and are left out of all times
    {
      "resourceSpans": [
        { "resource": { "mine": 1.50, "attributes": [] },
          "scopeSpans": [
            { "spans": [
              { "traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "00f067aa0ba902b1", "name": "a", "x": [1, 2.0] }]}]}]}
    corr: kept 1 of 2 spans, 244 B

Bytes do not go to a terminal; a pipe is what it is there for.

    $ script -qec 'corr cut --focus mergeRules pricing.cpu.07.pb.gz' /dev/null | tr -d '\r'
    corr: pprof is binary, and the output is a terminal
          hint: -o FILE writes it to a file
    $ script -qec 'corr convert --to pprof pricing.cpu.07.pb.gz' /dev/null | tr -d '\r'
    corr: pprof is binary, and the output is a terminal
          hint: -o FILE writes it to a file
    $ corr cut -q --focus mergeRules pricing.cpu.07.pb.gz | corr top -q -n 1 - | head -n 1
    CPU  10 s  28 samples of 10 ms = 280.0 ms

What a slice is not.

    $ corr cut --hide main pricing.cpu.07.pb.gz -o x.pb.gz
    corr: --hide leaves frames out: a slice keeps its stacks whole
          hint: --focus and --ignore choose stacks
    [2]
    $ corr cut --focus main traces.otlp.jsonl.gz -o x.json
    corr: --focus chooses samples: here are only spans to cut
          hint: --where, --op, --status and --slowest choose spans
    [2]
    $ corr cut --json pricing.cpu.07.pb.gz -o x.pb.gz
    corr: cut has no option --json
    [2]
    $ corr cut $DATA/trace/jaeger.json -o x.json
    corr: files of the format jaeger can be neither cut nor merged
          hint: jfr, pprof, collapsed and otlp can; for others: corr convert --to pprof
    [3]
    $ corr cut --to collapsed pricing.cpu.07.pb.gz -o x.folded
    corr: no input is of the format collapsed
    [5]
    $ ls x.* 2>/dev/null
    [2]
