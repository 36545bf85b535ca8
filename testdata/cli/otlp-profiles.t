OTLP profiles, in protobuf and JSON, joined by the links of their samples.

    $ cp $DATA/otlp-profiles/example.pb $DATA/otlp-profiles/example.json .
    $ cp $DATA/otlp-profiles/example.trace.json trace.json
    $ corr info example.pb trace.json
    2023-11-14 22:13:20.000Z..22:13:21.000Z (1 s)   1 trace of 1 service

    service  requests  profile                       samples  tied to requests
    shop            1  example.pb  otlp-profiles-pb    2 cpu  100% by span id
    traces             trace.json  OTLP              2 spans

    next  corr span 4bf92f35 example.pb trace.json   a request with 2 samples
          corr top example.pb trace.json             the most expensive functions
    $ corr convert --to rows example.pb trace.json
    file	row	tick	type	kind	value	unit	time_ns	thread	tid	label_trace	label_span	trace	span	share	rung	confidence	why	stack
    example.pb	0	0	samples/count	cpu	10000000	ns	1700000000000000100	w-1		4bf92f3577b34da6a3ce929d0e0e4736	00f067aa0ba902b7	4bf92f3577b34da6a3ce929d0e0e4736	00f067aa0ba902b7	1	S1	1		main;work
    example.pb	0	1	samples/count	cpu	10000000	ns	1700000000010000100	w-1		4bf92f3577b34da6a3ce929d0e0e4736	00f067aa0ba902b7	4bf92f3577b34da6a3ce929d0e0e4736	00f067aa0ba902b7	1	S1	1		main;work
    $ corr convert --to rows example.pb trace.json | sed s/example.pb/x/ > pb.tsv
    $ corr convert --to rows example.json trace.json | sed s/example.json/x/ > json.tsv
    $ cmp pb.tsv json.tsv
    $ corr top example.pb -n 0
    CPU of example  1 s  2 samples of 10 ms = 20.0 ms
    2 of 2 samples are in work, all of them under main
    2 samples: examples, not a breakdown. ±10 points needs 97 samples

    n  function  mostly under
    2  work      main
    0  main
    next  corr peek work example.pb   who calls it
          corr tree example.pb        the call tree

Earlier drafts say the same; that with tables around the profiles, which no
exporter could write, is refused.

    $ for v in 1.5 1.7 1.9; do
    >   corr convert --to rows $DATA/otlp-profiles/example-$v.pb trace.json |
    >   sed s,../data/otlp-profiles/example-$v.pb,x, | cmp pb.tsv -
    > done
    $ corr info $DATA/otlp-profiles/old-1.6.pb
    corr: ../data/otlp-profiles/old-1.6.pb: a draft of OTLP profiles, version 1.3 or 1.6, which corr cannot read, at byte 141
          hint: record with a profiler and a collector of version 1.7 or later
    [3]

Length-prefixed records, each compressed or not, and messages in a row.

    $ record() { printf '\0\0\1\24'; cat example.pb; }
    $ (record; record) > records.pb
    $ corr convert --to folded records.pb
    main;work 4
    $ cat example.pb example.pb | gzip | corr convert --to folded -
    main;work 4
    $ cat example.json example.json | corr convert --to folded -
    main;work 4

A message that does not come in one piece is whole.

    $ perl -0777 -ne 'print substr($_, 0, 129) x 600, substr $_, 129' example.pb >long.pb
    $ cat long.pb | corr convert --strict --to folded -
    main;work 1200

What is cut off has what was there; what a sample names must be.

    $ head -c 500 records.pb | corr convert --to folded -
    corr: standard input: sample 0 of profile 1 names attribute 1, the dictionary has 0; left out, at byte 340
    corr: standard input: the input ends inside a message; its last 4 bytes cannot be used, at byte 496
    main;work 2
    $ head -c 275 example.pb | corr info -
    corr: standard input: sample 0 of profile 0 names stack 1, the dictionary has 1; left out, at byte 56
    corr: standard input: the input ends inside a message; its last 5 bytes cannot be used, at byte 270
    2023-11-14 22:13:20.000Z..22:13:21.000Z (1 s)   1 file of 1 service

    service  profile                           samples
    shop     standard input  otlp-profiles-pb    0 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    $ head -c 120 example.pb | corr info -
    corr: standard input: the data ends at byte 120, before the dictionary; all names are missing
    [3]
    $ sed 's/"linkIndex":1/"linkIndex":9/' example.json | corr info -
    corr: standard input: sample 0 of profile 0 names link 9, the dictionary has 2; left out
    2023-11-14 22:13:20.000Z..22:13:21.000Z (1 s)   1 file of 1 service

    service  profile               samples
    shop     standard input  OTLP    0 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    $ sed 's/"1","1"/"5"/' example.json | corr convert --to folded -
    main;work 50000000

A message of several processes.

    $ corr info $DATA/otlp-profiles/host.pb
    2026-02-05 14:10:00Z..14:10:12Z (12 s)   1 file of 5 services

    profile                                          samples
    ../data/otlp-profiles/host.pb  otlp-profiles-pb  157 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top ../data/otlp-profiles/host.pb   the most expensive functions
    $ corr top -q --by service --tsv $DATA/otlp-profiles/host.pb | cut -f 2,9
    self	key
    770000000	pricing
    490000000	checkout
    140000000	gateway
    90000000	payments
    80000000	inventory
    $ corr top -q --service payments $DATA/otlp-profiles/host.pb
    CPU of payments  12 s  9 samples of 10 ms = 90.0 ms
    5 of 9 samples are in hmac_digest, all of them under sign
    9 samples: examples, not a breakdown. ±10 points needs 97 samples

    n  function       mostly under
    5  hmac_digest    sign
    2  dumps          charge_payment
    2  validate_card  charge_payment
    next  corr peek hmac_digest --service payments ../data/otlp-profiles/host.pb
          corr tree --service payments ../data/otlp-profiles/host.pb

    $ corr top -q --service nosuch $DATA/otlp-profiles/host.pb
    no service is called "nosuch"
    names most like it: gateway, pricing, checkout
    services here: gateway, checkout, pricing, payments, inventory
    [5]
    $ corr spans -q --service shpo trace.json
    no service is called "shpo"; did you mean shop?
    services here: shop
    next  corr spans --service shop trace.json   the slowest requests of it
    [5]
    $ (cat example.json; sed s/shop/cart/ example.json) > two.json
    $ corr info two.json trace.json
    2023-11-14 22:13:20.000Z..22:13:21.000Z (1 s)   1 trace of 2 services

    service  requests  profile           samples  tied to requests
    shop            1  –
    ?                  two.json    OTLP    4 cpu  100% by span id
    traces             trace.json  OTLP  2 spans

    next  corr span 4bf92f35 trace.json two.json   a request with 4 samples
          corr top trace.json two.json             the most expensive functions
    $ corr convert --to rows two.json trace.json | cut -f 2,3,14-16
    row	tick	span	share	rung
    0	0	00f067aa0ba902b7	1	S1
    0	1	00f067aa0ba902b7	1	S1
    0	2	00f067aa0ba902b7	1	S1
    0	3	00f067aa0ba902b7	1	S1

Of two profilers of one process one counts, which is told.

    $ instance() { sed 's/"attributes":\[{/"attributes":[{"key":"service.instance.id","value":{"stringValue":"i-1"}},{/' ; }
    $ instance < example.json > a.json; instance < example.json | sed 's/"work"/"toil"/' > b.json
    $ corr top a.json b.json
    CPU  1 s  2 samples of 10 ms = 20.0 ms
    2 of 2 samples are in work, all of them under main
    2 samples: examples, not a breakdown. ±10 points needs 97 samples

    n  function  mostly under
    2  work      main
    b.json left out; it repeats a.json
    next  corr peek work a.json b.json   who calls it
          corr tree a.json b.json        the call tree
    $ sed 's/"linkIndex":1,//; s/"timestampsUnixNano"/"was"/; s/Nano":"1000000000"/Nano":"1100000000"/' b.json > long.json
    $ corr top -q long.json b.json | head -n 2
    CPU  1 s  2 samples of 10 ms = 20.0 ms
    2 of 2 samples are in toil, all of them under main
    $ corr top -q --by thread long.json b.json | head -n 2
    CPU  1 s  2 samples of 10 ms = 20.0 ms
    2 of 2 samples is of thread w-1
    $ corr when -q a.json b.json | head -n 3
    2023-11-14 22:13:20.000Z..22:13:21.000Z (1 s)

          22:13:20.000Z                             22:13:21.000Z  200 ms a column
    $ corr top a.json b.json --json | grep DUPLICATE
        {"level": "info", "code": "DUPLICATE", "text": "b.json left out; it repeats a.json", "input": null, "shown": true},
    $ corr tree a.json b.json
    CPU  1 s  2 samples of 10 ms = 20.0 ms
    2 of 2 samples are one path: main → work
    2 samples: examples, not a breakdown. ±10 points needs 97 samples

    n    function (* the hottest path)
    2  * main → work
    b.json left out; it repeats a.json
    next  corr peek work a.json b.json       all its callers
          corr tree --icicle a.json b.json   as a picture

Of what both recorded, spans have the samples of one.

    $ instance < $DATA/otlp-profiles/example.trace.json > t.json
    $ corr span 4bf9 a.json b.json t.json | grep -A1 'CPU used\|^n '
    n  function
    2  main → work
    $ corr top -q --op 'GET /' a.json b.json t.json | head -n 2
    CPU of shop  1 s  2 samples of 10 ms = 20.0 ms
    2 of 2 samples are in work, all of them under main
    $ corr convert --to rows a.json b.json t.json | cut -f 1,14,18
    file	span	why
    a.json	00f067aa0ba902b7	
    a.json	00f067aa0ba902b7	
    b.json		DUPLICATE
    b.json		DUPLICATE
    $ corr info -v a.json b.json t.json | grep -A4 joins
    joins     a.json  by span id, 100.0% of 2 cpu samples
              b.json  with nothing: another recording of its process is used
    b.json overlaps a.json; spans use the samples of the latter
    next  corr span 4bf92f35 a.json b.json t.json   a request with 2 samples
          corr top a.json b.json t.json             the most expensive functions
    $ corr span -q --min-join window 4bf9 a.json b.json t.json | grep 'same process'
    [1]
    $ sed 's/"linkIndex":1,//; s/"timestampsUnixNano"/"was"/' b.json > c.json
    $ corr info -qv a.json c.json t.json | grep -A9 joins
    joins     a.json  by span id, 100.0% of 2 cpu samples
              c.json  with nothing: another recording of its process is used
    c.json overlaps a.json; spans use the samples of the latter
    next  corr span 4bf92f35 a.json c.json t.json   a request with 2 samples
          corr top a.json c.json t.json             the most expensive functions
