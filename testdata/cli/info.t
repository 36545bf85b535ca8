Bare corr says what is here, what joins with what, and what is missing.

    $ cp $DATA/incident/*.gz $DATA/incident/*.folded .
    $ corr
    15 files, 4 services, 2026-11-21 17:21:37.983Z..17:23:44.256Z
    file                     format     length  service  holds
    pricing.block.pb.gz      pprof, Go          pricing  2,596 block
    pricing.cpu.00.pb.gz     pprof, Go    10 s  pricing  85 cpu, 94% have ids
    pricing.cpu.01.pb.gz     pprof, Go    10 s  pricing  76 cpu, 98% have ids
    pricing.cpu.02.pb.gz     pprof, Go    10 s  pricing  79 cpu, 97% have ids
    pricing.cpu.03.pb.gz     pprof, Go    10 s  pricing  74 cpu, 94% have ids
    pricing.cpu.04.pb.gz     pprof, Go    10 s  pricing  65 cpu, 92% have ids
    pricing.cpu.05.pb.gz     pprof, Go    10 s  pricing  59 cpu, 100% have ids
    pricing.cpu.06.pb.gz     pprof, Go    10 s  pricing  97 cpu, 97% have ids
    pricing.cpu.07.pb.gz     pprof, Go    10 s  pricing  95 cpu, 94% have ids
    pricing.cpu.08.pb.gz     pprof, Go    10 s  pricing  77 cpu, 96% have ids
    pricing.goroutine.pb.gz  pprof, Go          pricing  12 goroutine
    pricing.heap.pb.gz       pprof, Go          pricing  3.3 MB live, 3 more kinds
    pricing.mutex.pb.gz      pprof, Go          pricing  119 mutex
    reco.threads.folded      collapsed                   810 samples, no ids
    traces.otlp.jsonl.gz     otlp        2m06s           1,197 traces, 18,489 spans

    joins     9 profiles  by request id, 96.2% of 707 cpu samples; labels name the
              request, not its inner spans
              4 profiles  by window only: shows the service, not a request
              reco.threads.folded  by the clock only: nothing says whose process it
              is
    missing   no profile of checkout, gateway, reco: which code ran there cannot be
              said
    next  corr span 1605eca9   a request with many samples
          corr top             the most expensive functions

What it says to type next works, also when files were named.

    $ $(corr -q | sed -n 's/^next *//p') | head -n 1
    corr: a: No such file or directory
    $ mkdir 'a case' && mv *.gz *.folded 'a case'
    $ corr info -q 'a case' | tail -n 2
    next  corr span 1605eca9 'a case'   a request with many samples
          corr top 'a case'             the most expensive functions
    $ eval "$(corr info -q 'a case' | sed -n 's/^next *//p')" | head -n 1
    corr: 5 files: No such file or directory (a, many, 3 more)
    trace 1605eca9c9e40b0b357e1fd593edfede  GET  86.92 ms

One file, and what a program asks of it.

    $ mv 'a case'/pricing.cpu.07.pb.gz .
    $ corr info pricing.cpu.07.pb.gz
    1 file, 2026-11-21 17:22:56.793Z..17:23:06.794Z
    file                  format     length  holds
    pricing.cpu.07.pb.gz  pprof, Go    10 s  95 cpu, 94% have ids

    missing   no trace is here: samples cannot be tied to requests
    next  corr top pricing.cpu.07.pb.gz             the most expensive functions
          corr top --by span pricing.cpu.07.pb.gz   the most expensive spans
    $ corr info -q --json pricing.cpu.07.pb.gz | sed -n 's/.*"kinds": \(.*\)},*$/\1/p'
    [{"kind": "cpu", "unit": "ns", "period": 10000000, "period_ns": 10000000, "samples": 95, "total": 950000000, "with_span": 90, "with_trace": 90, "with_time": 0, "with_thread": 0}], "spans": 0, "traces": 0, "files": 1, "chunks": null, "chunks_broken": null, "series": 0, "points": 0, "resolution_ns": null
    $ corr info -q --json 'a case' | grep '"coverage"'
      "coverage": {"span_labels": 0.4149085794655415, "trace_found": 1.0, "samples_joined": 0.4149085794655415},
    $ corr info -q --tsv 'a case' | cut -f 1,2,3,5,9 | sed -n '1,3p;$p'
    n	path	format	service	bytes
    1	pricing.block.pb.gz	pprof	pricing	3353
    2	pricing.cpu.00.pb.gz	pprof	pricing	7021
    14	traces.otlp.jsonl.gz	otlp		874045

Each form of trace.

    $ for f in $DATA/trace/otlp.json* $DATA/trace/otlp-[hn]*.json* $DATA/trace/tempo.json; do
    >   corr info -q $f | sed -n 3p; done
    ../data/trace/otlp.json  otlp     8.3 s  12 traces, 108 spans
    ../data/trace/otlp.jsonl  otlp     8.3 s  12 traces, 108 spans
    ../data/trace/otlp-http-node.json  otlp     1.2 s  gateway 1.5.0  12 spans
    ../data/trace/otlp-node.jsonl  otlp    45.2 s  6 traces, 45 spans
    ../data/trace/tempo.json  otlp    118 ms  1 trace, 10 spans

A profile that carries its own ids needs no trace to be asked.

    $ corr info -q $DATA/pprof/node-datadog.pb.gz
    1 file, 2026-11-21 17:01:00.634Z..17:02:03.204Z
    file                              format  length  holds
    ../data/pprof/node-datadog.pb.gz  pprof    1m03s  11,215 cpu, 12% ids

    missing   no trace is here: samples cannot be tied to requests
    next  corr top ../data/pprof/node-datadog.pb.gz
          corr top --by span ../data/pprof/node-datadog.pb.gz
    $ corr info -q $DATA/pprof/order.pb.gz $DATA/trace/order.json
    2 files, 1 service, 2026-02-05 14:15:00.000Z..14:15:30.000Z
    file                       format     length  service          holds
    ../data/pprof/order.pb.gz  pprof, Go    30 s  order (assumed)  2,871 cpu, no ids
    ../data/trace/order.json   otlp        2.1 s  order v7         2 traces, 4 spans

    joins     ../data/pprof/order.pb.gz  by window only: shows the service, not a
              request
    missing   no ids on the samples of ../data/pprof/order.pb.gz: they cannot be
              tied to single requests
    next  corr span 9d1e77aa ../data/pprof/order.pb.gz ../data/trace/order.json
          corr top ../data/pprof/order.pb.gz ../data/trace/order.json
    $ corr info -q $DATA/pprof/go-cpu.pb.gz $DATA/trace/order.json |
    > sed -n '/^joins/,/^next/p'
    joins     ../data/pprof/go-cpu.pb.gz  with nothing: no trace of its time is here
    next  corr span 9d1e77aa ../data/pprof/go-cpu.pb.gz ../data/trace/order.json
    $ corr info -q --json $DATA/pprof/go-cpu.pb.gz $DATA/trace/order.json |
    > grep -A 1 '"joins"'
      "joins": [
        {"profile": "../data/pprof/go-cpu.pb.gz", "rung": null, "observations": 0, "share": 0.0, "kind": "cpu", "why": "NO_PROFILE"}

The same file twice counts once.

    $ cp pricing.cpu.07.pb.gz again.pb.gz
    $ gunzip -c pricing.cpu.07.pb.gz >unpacked.pb
    $ corr info -q again.pb.gz pricing.cpu.07.pb.gz unpacked.pb
    3 files, 2026-11-21 17:22:56.793Z..17:23:06.794Z
    file                  format     length  holds
    again.pb.gz           pprof, Go    10 s  95 cpu, 94% have ids
    pricing.cpu.07.pb.gz  pprof, Go    10 s  not used, see below
    unpacked.pb           pprof, Go    10 s  not used, see below

    not used  pricing.cpu.07.pb.gz: the same content as again.pb.gz
              unpacked.pb: the same content as again.pb.gz
    missing   no trace is here: samples cannot be tied to requests
    next  corr top again.pb.gz pricing.cpu.07.pb.gz unpacked.pb
          corr top --by span again.pb.gz pricing.cpu.07.pb.gz unpacked.pb

A directory that is named is read with all that is below it; without a name
this one, and one level of it.

    $ mkdir -p deep/er profiles && mv again.pb.gz deep/er && mv unpacked.pb profiles
    $ rm -r pricing.cpu.07.pb.gz 'a case'
    $ corr info -q | sed -n '2,4p'
    file                  format     length  holds
    profiles/unpacked.pb  pprof, Go    10 s  95 cpu, 94% have ids
    $ corr info -q deep | sed -n '2,4p'
    file            format     length  holds
    er/again.pb.gz  pprof, Go    10 s  95 cpu, 94% have ids
    $ corr info deep/er/again.pb.gz nosuch | sed -n '2,4p'
    corr: nosuch: No such file or directory
    file                 format     length  holds
    deep/er/again.pb.gz  pprof, Go    10 s  95 cpu, 94% have ids
    nosuch                                  not used, see below

In a narrow terminal the format gives way to what the files hold.

    $ corr info -q --width 60 $DATA/incident | sed -n 3,6p
    file                    length  service  holds
    pricing.block.pb.gz             pricing  2,596 block
    pricing.cpu.00.pb.gz      10 s  pricing  85 cpu, 94% ids
    pricing.cpu.01.pb.gz      10 s  pricing  76 cpu, 98% ids

An id of 64 bits is suggested without the zeros in front of it.

    $ span() { printf '{"traceId":"%s","spanId":"0000000000000001",' "$1"
    > printf '"name":"GET /","startTimeUnixNano":"1","endTimeUnixNano":"2"}'; }
    $ for id in 0000000000000000a1b2c3d4e5f60718 00000000000000000000000000000718
    > do printf '{"resourceSpans":[{"scopeSpans":[{"spans":[%s]}]}]}\n' \
    > "$(span $id)" >short.json; corr info short.json | tail -n 1; done
    next  corr span a1b2c3d4 short.json   a request with many samples
    next  corr span 0000000000000718 short.json   a request with many samples
    $ corr spans short.json | grep GET
      0.0 us  0.0 us  0000000000000718/s1           GET /
    $ corr span 0000000000000718/s1 short.json | head -n 1
    trace 00000000000000000000000000000718  GET /  0.0 us

Samples of a recording that are only counted join alike, whether they are kept
or not, from a file and from a pipe.

    $ S='s/.*"rung": "S2", "observations": \([0-9]*\).*"kind": "\([a-z_]*\)".*/\2 \1/p'
    $ corr info --json $DATA/jfr/incident.jfr.gz 2>/dev/null | sed -n "$S" >a; paste -sd, a
    cpu 2901,native 181,alloc_bytes 21487,exception 10,io 191,park 749,sleep 431,lock 64,live_count 3
    $ zcat $DATA/jfr/incident.jfr.gz | TMPDIR=/nonexistent corr info --json - 2>/dev/null | sed -n "$S" | cmp - a

What there is one of is said so.

    $ echo 'main;work 1' >one.folded; corr info -q one.folded | tail -n +3 | head -n 1
    one.folded  collapsed  1 sample, no ids
    $ cp short.json copy.json; corr spans short.json copy.json | head -n 1
    1 span, slowest first
    $ corr diff --spans short.json copy.json | head -n 2
    both sides have the same spans: there is nothing to compare

Of many services without a profile the first are named, in the order of their
names.

    $ mkdir many && echo 'main;work 1' >many/a.folded
    $ for n in 7 6 5 4 3 2 1; do
    >   printf '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"s%s"}}]},' $n
    >   printf '"scopeSpans":[{"spans":[{"traceId":"0000000000000000000000000000000%s","spanId":"000000000000000%s",' $n $n
    >   printf '"name":"x","startTimeUnixNano":"1700000000000000000","endTimeUnixNano":"1700000000000000009"}]}]}]}\n'
    > done >many/spans.json
    $ corr info -q many | sed -n '/^missing/,/^next/p' | head -n 2
    missing   no profile of s1, s2, s3, s4, s5 and 2 more: which code ran there
              cannot be said

Which samples are of which service, for programs.

    $ corr info -q $DATA/incident/*cpu.0[0-2]* $DATA/incident/*heap* $DATA/incident/traces* --json | grep '"versions"'
        {"service": "pricing", "instances": 1, "versions": "1.5.0", "traces": 598, "spans": 1794, "samples": [{"kind": "cpu", "samples": 240}, {"kind": "alloc_count", "samples": 71}, {"kind": "alloc_bytes", "samples": 174139}, {"kind": "live_count", "samples": 4}, {"kind": "live_bytes", "samples": 6560}]},
        {"service": "checkout", "instances": 1, "versions": "1.5.0", "traces": 1011, "spans": 12627, "samples": []},
        {"service": "reco", "instances": 1, "versions": "1.5.0", "traces": 186, "spans": 558, "samples": []},
        {"service": "gateway", "instances": 1, "versions": "1.5.0", "traces": 1170, "spans": 3510, "samples": []}

Folders beside what is found are not looked into, which is said, and how to.

    $ mkdir -p bare/repo/a bare/repo/b && cp $DATA/incident/traces.* bare && cp $DATA/incident/*.07.pb.gz bare/repo/b && cd bare
    $ corr 2>&1 | sed -n '1p; /^missing/,$p'
    1 file, 4 services, 2026-11-21 17:21:37.983Z..17:23:44.256Z
    missing   no profile is here: the traces cannot say which code ran
    next  corr span abc55335   a request with many samples
          corr info .          the same with subfolders
    $ corr info -q . | tail -n 5
              labels name the request, not its inner spans
    missing   no profile of checkout, gateway, reco: which code ran there cannot be
              said
    next  corr span d8e1999a .   a request with many samples
          corr top .             the most expensive functions
    $ corr span -q 1605eca9 | sed -n '/^no code/,$p'
    no code: only traces are here, no profile
    try   corr span 1605eca9 .   looks into folders, too
    try   add a profile of the same time (corr help formats)
    $ rm traces.*; corr
    corr: there is no file here
          hint: repo/ was not looked into: corr info . does
    [5]
    $ cd repo && corr
    corr: there is no file here
          hint: a/ was not looked into: corr info . does
    [5]
