Every observation with its verdict: for awk, DuckDB, a spreadsheet.

    $ cp $DATA/pprof/order-labels.pb.gz cpu.pb.gz
    $ cp $DATA/trace/order.json .
    $ corr convert -q --to rows | cut -f 1-2,4-7,11,13-18
    file	row	type	kind	value	unit	label_trace	trace	span	share	rung	confidence	why
    cpu.pb.gz	0	cpu/nanoseconds	cpu	360000000	ns	9d1e77aa0c5b4e1f8a2d3c4b5a697887	9d1e77aa0c5b4e1f8a2d3c4b5a697887	a81c0253f0c76d42	1	R2	1	
    cpu.pb.gz	1	cpu/nanoseconds	cpu	90000000	ns	9d1e77aa0c5b4e1f8a2d3c4b5a697887	9d1e77aa0c5b4e1f8a2d3c4b5a697887	a81c0253f0c76d42	1	R2	1	
    cpu.pb.gz	2	cpu/nanoseconds	cpu	140000000	ns	9d1e77aa0c5b4e1f8a2d3c4b5a697887	9d1e77aa0c5b4e1f8a2d3c4b5a697887	a81c0253f0c76d42	1	R2	1	
    cpu.pb.gz	3	cpu/nanoseconds	cpu	50000000	ns	9d1e77aa0c5b4e1f8a2d3c4b5a697887	9d1e77aa0c5b4e1f8a2d3c4b5a697887	a81c0253f0c76d42	1	R2	1	
    cpu.pb.gz	4	cpu/nanoseconds	cpu	70000000	ns	9d1e8f0b11c24a3386d0d1f4a9b05c27	9d1e8f0b11c24a3386d0d1f4a9b05c27	5be7a1c09d2f4486	1	R2	1	
    cpu.pb.gz	5	cpu/nanoseconds	cpu	50000000	ns	9d1e8f0b11c24a3386d0d1f4a9b05c27	9d1e8f0b11c24a3386d0d1f4a9b05c27	5be7a1c09d2f4486	1	R2	1	
    cpu.pb.gz	6	cpu/nanoseconds	cpu	30000000	ns	c4d2a90b7e6f4f2f9a1b0c8d7e6f5a4b			1			UNSAMPLED
    cpu.pb.gz	7	cpu/nanoseconds	cpu	210000000	ns				1			UNLABELLED
    $ corr convert -q --to rows | head -n 1 | tr '\t' ' '
    file row tick type kind value unit time_ns thread tid label_trace label_span trace span share rung confidence why stack
    $ corr convert -q --to rows.jsonl | head -n 1
    {"file":"cpu.pb.gz","row":0,"tick":0,"type":"cpu/nanoseconds","kind":"cpu","value":360000000,"unit":"ns","time_ns":null,"thread":null,"tid":null,"label_trace":"9d1e77aa0c5b4e1f8a2d3c4b5a697887","label_span":"a81c0253f0c76d42","trace":"9d1e77aa0c5b4e1f8a2d3c4b5a697887","span":"a81c0253f0c76d42","share":1,"rung":"R2","confidence":1,"why":null,"stack":"net/http.(*conn).serve;main.handleOrder;main.calculateTotals;main.applyRules;main.matchRule"}
    $ corr convert -q --to rows --trace 9d1e8 | cut -f 2,6,13-16,19
    row	value	trace	span	share	rung	stack
    4	70000000	9d1e8f0b11c24a3386d0d1f4a9b05c27	5be7a1c09d2f4486	1	R2	net/http.(*conn).serve;main.handleOrder;main.calculateTotals;main.applyRules;main.matchRule
    5	50000000	9d1e8f0b11c24a3386d0d1f4a9b05c27	5be7a1c09d2f4486	1	R2	net/http.(*conn).serve;main.handleOrder;main.calculateTotals;main.loadRules

Files without ids say so in every row.

    $ corr convert -q --to rows $DATA/collapsed/py-spy-threads.folded |
    > cut -f 2,4,6,9,18 | sed -n 1,3p
    row	type	value	thread	why
    0	samples	2	MainThread	LABELS_ABSENT
    1	samples	1	reco-worker_0	LABELS_ABSENT
    $ corr convert -q --to rows $DATA/pprof/order.pb.gz order.json |
    > cut -f 15-18 | sort | uniq -c
          5 1			LABELS_ABSENT
          1 share	rung	confidence	why

A thread in front of a stack is a label in pprof, and no function.

    $ corr convert -q --to pprof $DATA/collapsed/py-spy-threads.folded -o threads.pb.gz
    $ for by in function thread; do
    >   corr top -q -n 0 --by $by $DATA/collapsed/py-spy-threads.folded |
    >   sed '1d;/^518/,$d' >a
    >   corr top -q -n 0 --by $by threads.pb.gz | sed '1d;/^518/,$d' | cmp - a
    > done
    $ tail -n 2 a
     22.4  3.6    22.4  116  OtelBatchSpanRecordProcessor
     17.2  3.2    17.2   89  reco-worker_1

Code without a name is where it lies, as in folded stacks.

    $ corr convert -q --to rows $DATA/fuzz/legacy/contention | cut -f 19 | sed -n 2p
    server+0x1000
    $ corr convert -q --to folded $DATA/fuzz/legacy/contention | head -n 1
    server+0x1000 179943

The name of a file is text, whatever its bytes.

    $ echo 'main;work 7' >"$(printf 'odd\377.folded')"
    $ corr convert -q --to rows.jsonl odd*.folded | cut -d , -f 1
    {"file":"odd�.folded"

Shares of a divided sample add up to 1.

    $ corr convert -q --to rows $DATA/incident | awk -F '\t' '
    >     NR > 1 { share[$1 " " $2 " " $4] += $15 }
    >     END { for (k in share) if (share[k] < 0.999999 || share[k] > 1.000001) bad++
    >           print length(share), "records,", bad + 0, "with other sums" }'
    897 records, 0 with other sums

Folded stacks and pprof: what is written is read back the same.

    $ corr convert -q --to folded cpu.pb.gz
    net/http.(*conn).serve;main.handleOrder 21
    net/http.(*conn).serve;main.handleOrder;main.calculateTotals;main.applyRules 9
    net/http.(*conn).serve;main.handleOrder;main.calculateTotals;main.applyRules;main.matchRule 46
    net/http.(*conn).serve;main.handleOrder;main.calculateTotals;main.loadRules 19
    net/http.(*conn).serve;main.handleOrder;main.calculateTotals;main.loadRules;runtime.mallocgc 5
    $ corr convert -q --to pprof -o again.pb.gz cpu.pb.gz
    $ corr top -q --tsv cpu.pb.gz >a; corr top -q --tsv again.pb.gz | cmp - a
    $ corr convert -q --to rows cpu.pb.gz order.json | cut -f 2- >a
    $ corr convert -q --to rows again.pb.gz order.json | cut -f 2- | cmp - a
    $ LC_ALL=C sort $DATA/collapsed/py-spy.folded >a
    $ corr convert -q --to folded $DATA/collapsed/py-spy.folded | cmp - a
    $ corr convert -q --to pprof $DATA/collapsed/py-spy.folded |
    > corr convert --to folded - | cmp - a

One request for a colleague.

    $ corr convert -q --trace 9d1e77aa --to folded cpu.pb.gz order.json
    net/http.(*conn).serve;main.handleOrder;main.calculateTotals;main.applyRules 9
    net/http.(*conn).serve;main.handleOrder;main.calculateTotals;main.applyRules;main.matchRule 36
    net/http.(*conn).serve;main.handleOrder;main.calculateTotals;main.loadRules 14
    net/http.(*conn).serve;main.handleOrder;main.calculateTotals;main.loadRules;runtime.mallocgc 5
    $ corr convert -q --trace 9d1e77aa --to pprof -o slow.pb.gz cpu.pb.gz order.json
    $ corr info -q slow.pb.gz
    2026-02-05 14:15:00Z..14:15:30Z (30 s)   1 file

    profile         samples
    slow.pb.gz  Go   64 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top slow.pb.gz             the most expensive functions
          corr top --by span slow.pb.gz   the most expensive spans

What of a time cannot be told is left out, and that is said.
    $ corr convert -q --to folded --from 17:22:20 --to 17:22:50 $DATA/incident |
    >     awk '{ n += $NF } END { print n }'
    corr: 2 files left out; partly in the window, but samples have no times
    124
Nothing to write is said, and nothing is written.

    $ corr convert --to folded order.json
    corr: no sample is selected; no file is written
          hint: corr top, with the same options, says why
    [5]
    $ corr convert --to folded --focus nosuch cpu.pb.gz
    corr: no sample is selected; no file is written
          hint: corr top, with the same options, says why
    [5]
    $ corr convert --to folded --focus nosuch -o none.folded cpu.pb.gz
    corr: no sample is selected; no file is written
          hint: corr top, with the same options, says why
    [5]
    $ ls none.folded 2>/dev/null
    [2]
    $ corr convert --to nosuch cpu.pb.gz
    corr: --to wants one of rows|rows.jsonl|folded|pprof|speedscope|firefox|chrome|tables, not "nosuch"
    [2]
    $ corr convert --to folded --tsv cpu.pb.gz
    corr: convert has no option --tsv
    [2]
