Bare corr says what is here, what joins with what, and what is missing.

    $ cp $DATA/incident/*.gz $DATA/incident/*.folded .
    $ corr
    2026-11-21 17:21:37Z..17:23:44Z (2m06s)   1,197 traces of 4 services

    service   requests  profile                          samples  tied to requests
    pricing        598  pricing.cpu.00..08.pb.gz         707 cpu   96% by request id
                        heap, mutex, +2 files                        – no times
    reco ¹         186  reco.threads.folded          810 samples     – no ids
    gateway      1,170  –
    checkout     1,011  –
    traces              traces.otlp.jsonl.gz        18,489 spans

    findings  main.containsRule costs 4.2 times as much at lines 40 as at 20
              SELECT lab.items runs 14 times, 125 ms: looks like one query per item
              calls fx.fetch of pricing: at most 1 at once, the next wait ~10.9 ms
    ¹ by its file name: reco (--service-of FILE=NAME)
    next  corr spans --slowest 5   the slowest requests
          corr span 265887e7       a slow request with 2 samples
          corr top                 the most expensive functions

What it says to type next works, also when files were named.

    $ $(corr -q | sed -n 's/^next *//p' | sed 's/   .*//') | head -n 1
    the 5 slowest of 1,197 requests: 1.082 s down to 0.640 s
    $ mkdir 'a case' && mv *.gz *.folded 'a case'
    $ corr info -q 'a case' | tail -n 2
          corr span 265887e7 'a case'       a slow request with 2 samples
          corr top 'a case'                 the most expensive functions
    $ eval "$(corr info -q 'a case' | sed -n 's/^next *//p' | sed 's/   .*//')" | head -n 1
    the 5 slowest of 1,197 requests: 1.082 s down to 0.640 s

One file, and what a program asks of it.

    $ mv 'a case'/pricing.cpu.07.pb.gz .
    $ corr info pricing.cpu.07.pb.gz
    2026-11-21 17:22:56Z..17:23:06Z (10 s)   1 file

    profile                   samples
    pricing.cpu.07.pb.gz  Go   95 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top pricing.cpu.07.pb.gz             the most expensive functions
          corr top --by span pricing.cpu.07.pb.gz   the most expensive spans
    $ corr info -q --json pricing.cpu.07.pb.gz | sed -n 's/.*"kinds": \(.*\)},*$/\1/p'
    [{"kind": "cpu", "unit": "ns", "period": 10000000, "period_ns": 10000000, "samples": 95, "total": 950000000, "with_span": 90, "with_trace": 90, "with_time": 0, "with_thread": 0}], "spans": 0, "traces": 0, "files": 1, "chunks": null, "chunks_broken": null, "series": 0, "points": 0, "resolution_ns": null, "service_by": null, "clock": null, "clock_error_ns": null, "sha256": null
    $ corr info -q --json 'a case' | grep '"coverage"'
      "coverage": {"span_labels": 0.4149085794655415, "trace_found": 1.0, "samples_joined": 0.4149085794655415, "block": {"span_labels": 0.0, "trace_found": 0.0, "samples_joined": 0.0}, "cpu": {"span_labels": 0.9640522875816994, "trace_found": 1.0, "samples_joined": 0.9640522875816994}, "goroutine": {"span_labels": 0.0, "trace_found": 0.0, "samples_joined": 0.0}, "alloc_count": {"span_labels": 0.0, "trace_found": 0.0, "samples_joined": 0.0}, "alloc_bytes": {"span_labels": 0.0, "trace_found": 0.0, "samples_joined": 0.0}, "live_count": {"span_labels": 0.0, "trace_found": 0.0, "samples_joined": 0.0}, "live_bytes": {"span_labels": 0.0, "trace_found": 0.0, "samples_joined": 0.0}, "mutex": {"span_labels": 0.0, "trace_found": 0.0, "samples_joined": 0.0}, "samples": {"span_labels": 0.0, "trace_found": 0.0, "samples_joined": 0.0}},
    $ corr info -q --tsv 'a case' | cut -f 1,2,3,5,9 | sed -n '1,3p;$p'
    n	path	format	service	bytes
    1	pricing.block.pb.gz	pprof	pricing	3353
    2	pricing.cpu.00.pb.gz	pprof	pricing	7021
    14	traces.otlp.jsonl.gz	otlp		874045

Each form of trace.

    $ for f in $DATA/trace/otlp.json* $DATA/trace/otlp-[hn]*.json* $DATA/trace/tempo.json; do
    >   corr info -q $f | grep '^traces'; done
    traces              ../data/trace/otlp.json  OTLP  108 spans
    traces              ../data/trace/otlp.jsonl  OTLP  108 spans
    traces             ../data/trace/otlp-http-node.json  OTLP  12 spans
    traces              ../data/trace/otlp-node.jsonl  OTLP  45 spans
    traces              ../data/trace/tempo.json  OTLP  10 spans

A profile that carries its own ids needs no trace to be asked.

    $ corr info -q $DATA/pprof/node-datadog.pb.gz
    2026-11-21 17:01:00Z..17:02:03Z (1m03s)   1 file

    profile                                     samples
    ../data/pprof/node-datadog.pb.gz  pprof  11,215 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top ../data/pprof/node-datadog.pb.gz
          corr top --by span ../data/pprof/node-datadog.pb.gz
    $ corr info -q $DATA/pprof/order.pb.gz $DATA/trace/order.json
    2026-02-05 14:15:00Z..14:15:30Z (30 s)   2 traces of 1 service

    service          requests  profile                     samples  tied to requests
    order (assumed)         2  ../data/p…of/order.pb.gz  2,871 cpu     – no ids
    traces                     ../data/trace/order.json    4 spans

    next  corr spans --slowest 5 ../data/pprof/order.pb.gz ../data/trace/order.json
          corr span 9d1e77aa ../data/pprof/order.pb.gz ../data/trace/order.json
          corr top ../data/pprof/order.pb.gz ../data/trace/order.json
    $ corr info -qv $DATA/pprof/go-cpu.pb.gz $DATA/trace/order.json |
    > sed -n '/^joins/,/^next/p'
    joins     ../data/pprof/go-cpu.pb.gz  with nothing: no trace of its time is here
    settings  ../data/pprof/go-cpu.pb.gz  build_id
              916339652518dd214bc85a5cb5ae4a3ec812c33a
    104 samples have ids of 79 requests; no trace here has any
      (../data/pprof/go-cpu.pb.gz)
    next  corr spans --slowest 5 ../data/pprof/go-cpu.pb.gz ../data/trace/order.json
    $ corr info -q --json $DATA/pprof/go-cpu.pb.gz $DATA/trace/order.json |
    > grep -A 1 '"joins"'
      "joins": [
        {"profile": "../data/pprof/go-cpu.pb.gz", "rung": null, "observations": 0, "share": 0.0, "kind": "cpu", "why": "NO_PROFILE"}

The same file twice counts once.

    $ cp pricing.cpu.07.pb.gz again.pb.gz
    $ gunzip -c pricing.cpu.07.pb.gz >unpacked.pb
    $ corr info -q again.pb.gz pricing.cpu.07.pb.gz unpacked.pb
    2026-11-21 17:22:56Z..17:23:06Z (10 s)   3 files

    profile          samples
    again.pb.gz  Go   95 cpu

    not used  pricing.cpu.07.pb.gz: the same content as again.pb.gz
              unpacked.pb: the same content as again.pb.gz
    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top again.pb.gz pricing.cpu.07.pb.gz unpacked.pb
          corr top --by span again.pb.gz pricing.cpu.07.pb.gz unpacked.pb

A directory that is named is read with all that is below it; without a name
this one, and one level of it.

    $ mkdir -p deep/er profiles && mv again.pb.gz deep/er && mv unpacked.pb profiles
    $ rm -r pricing.cpu.07.pb.gz 'a case'
    $ corr info -q | sed -n '2,4p'

    profile                  samples
    deep/er/again.pb.gz  Go   95 cpu
    $ corr info -q deep | sed -n '2,4p'

    profile             samples
    er/again.pb.gz  Go   95 cpu
    $ corr info deep/er/again.pb.gz nosuch | sed -n '2,4p'
    corr: nosuch: No such file or directory

    profile                  samples
    deep/er/again.pb.gz  Go   95 cpu

In a narrow terminal the format gives way to what the files hold.

    $ corr info -q --width 60 $DATA/incident | sed -n 3,6p

    service         requests  profile              samples  tied
    pricing              598  prici…08.pb.gz       707 cpu   96%
                              heap,…+2 files                   –

An id of 64 bits is suggested without the zeros in front of it.

    $ span() { printf '{"traceId":"%s","spanId":"0000000000000001",' "$1"
    > printf '"name":"GET /","startTimeUnixNano":"1","endTimeUnixNano":"2"}'; }
    $ for id in 0000000000000000a1b2c3d4e5f60718 00000000000000000000000000000718
    > do printf '{"resourceSpans":[{"scopeSpans":[{"spans":[%s]}]}]}\n' \
    > "$(span $id)" >short.json; corr info short.json | tail -n 1; done
    next  corr span a1b2c3d4 short.json   the longest request
    next  corr span 0000000000000718 short.json   the longest request
    $ corr spans short.json | grep GET
      0.0 us  0000000000000718/s1           GET /
    $ corr span 0000000000000718/s1 short.json | head -n 1
    GET /  0.0 us    trace 0000000000000718    1970-01-01 00:00:00.000Z

Samples of a recording that are only counted join alike, whether they are kept
or not, from a file and from a pipe.

    $ S='s/.*"rung": "S2", "observations": \([0-9]*\).*"kind": "\([a-z_]*\)".*/\2 \1/p'
    $ corr info --json $DATA/jfr/incident.jfr.gz 2>/dev/null | sed -n "$S" >a; paste -sd, a
    cpu 2901,native 181,alloc_bytes 21487,exception 10,io 191,park 749,sleep 431,lock 64,live_count 3
    $ zcat $DATA/jfr/incident.jfr.gz | TMPDIR=/nonexistent corr info --json - 2>/dev/null | sed -n "$S" | cmp - a

What there is one of is said so.

    $ echo 'main;work 1' >one.folded; corr info -q one.folded | tail -n +4 | head -n 1
    one.folded  folded  1 sample
    $ cp short.json copy.json; corr spans short.json copy.json | head -n 1
    1 request: 0.0 us
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
    $ corr info -qv many | grep '^no profile'
    no profile of s1, s2, s3, s4, s5 and 2 more: no code to show (add a profile of

Which samples are of which service, for programs.

    $ corr info -q $DATA/incident/*cpu.0[0-2]* $DATA/incident/*heap* $DATA/incident/traces* --json | grep '"versions"'
        {"service": "pricing", "instances": 1, "versions": "1.5.0", "traces": 598, "spans": 1794, "samples": [{"kind": "cpu", "samples": 240}, {"kind": "alloc_count", "samples": 71}, {"kind": "alloc_bytes", "samples": 174139}, {"kind": "live_count", "samples": 4}, {"kind": "live_bytes", "samples": 6560}]},
        {"service": "checkout", "instances": 1, "versions": "1.5.0", "traces": 1011, "spans": 12627, "samples": []},
        {"service": "reco", "instances": 1, "versions": "1.5.0", "traces": 186, "spans": 558, "samples": []},
        {"service": "gateway", "instances": 1, "versions": "1.5.0", "traces": 1170, "spans": 3510, "samples": []}

If profiles or traces are missing here, the only folder that holds recordings is
read as well; if several do, they are named.

    $ mkdir -p bare/repo/a bare/repo/b && cp $DATA/incident/traces.* bare && cp $DATA/incident/*.07.pb.gz bare/repo/b && cd bare
    $ corr 2>&1 | sed -n '1p; /^also/,$p'
    2026-11-21 17:21:37Z..17:23:44Z (2m06s)   1,197 traces of 4 services
    also read repo/, one folder down
    next  corr spans --slowest 5   the slowest requests
          corr span d8e1999a       a request with 3 samples
          corr top                 the most expensive functions
    $ corr info -q . | tail -n 5
    findings  SELECT lab.items runs 14 times, 125 ms: looks like one query per item
              calls fx.fetch of pricing: at most 1 at once, the next wait ~10.9 ms
    next  corr spans --slowest 5 .   the slowest requests
          corr span d8e1999a .       a request with 3 samples
          corr top .                 the most expensive functions
    $ corr span -q 1605eca9 | sed -n '/^no code/,$p'
    no code: no profile covers pricing at this time
      profile  repo/b/pricing.cpu.07.pb.gz covers another time: 2026-11-21
               17:22:56.793Z..17:23:06.794Z
    try   add a profile of pricing that covers 2026-11-21 17:21:48.669Z
          corr info   shows the service of each profile

    code in 46 spans about as long: 13 samples
    n  function
    6  main.roundAll → mix
    5  main.surgeAdjust → mix
    2  main.mergeRules → mix
    13 samples: counts, no shares. ±10 points needs 97 samples, about 8 such spans.
    $ rm traces.*; corr
    2026-11-21 17:22:56Z..17:23:06Z (10 s)   1 file

    profile                          samples
    repo/b/pricing.cpu.07.pb.gz  Go   95 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    also read repo/, one folder down
    next  corr top             the most expensive functions
          corr top --by span   the most expensive spans
    $ cd repo && corr
    2026-11-21 17:22:56Z..17:23:06Z (10 s)   1 file

    profile                     samples
    b/pricing.cpu.07.pb.gz  Go   95 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    also read b/, one folder down
    skipped a/ (corr info . reads them)
    next  corr top             the most expensive functions
          corr top --by span   the most expensive spans

Several folders that hold recordings are named, and so is what waits on standard
input.

    $ cd .. && mkdir both && cp -r repo/b both/one && cp -r both/one both/two && cd both
    $ corr
    corr: no recording is here, but in 2 folders: one/ two/
          hint: name one, as in "corr info FOLDER", or . for all
    [5]
    $ corr top <one/pricing.cpu.07.pb.gz
    corr: no recording is here, but in 2 folders: one/ two/
          hint: name one, as in "corr info FOLDER", or . for all
    [5]
    $ rm -r one two && corr top <../repo/b/pricing.cpu.07.pb.gz
    corr: no file is here
          hint: standard input is read if you name it: corr top -
    [5]

A process that died: its last spans were never exported, and its callers know how
that ended for them.

    $ call() { # ID START END STATUS SERVED
    >   printf '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"web"}}]},"scopeSpans":[{"spans":['
    >   printf '{"traceId":"%s00000000000000000000000000000a","spanId":"%s00000000000001","name":"GET /","kind":2,' $1 $1
    >   printf '"startTimeUnixNano":"1764151200%s000000","endTimeUnixNano":"1764151200%s000000"},' $2 $3
    >   printf '{"traceId":"%s00000000000000000000000000000a","spanId":"%s00000000000002","parentSpanId":"%s00000000000001","name":"GET","kind":3,' $1 $1 $1
    >   printf '"startTimeUnixNano":"1764151200%s000000","endTimeUnixNano":"1764151200%s000000","status":{%s}}]}]}]}\n' $2 $3 "$4"
    >   [ -z "$5" ] || printf '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},"scopeSpans":[{"spans":[{"traceId":"%s00000000000000000000000000000a","spanId":"%s00000000000003","parentSpanId":"%s00000000000002","name":"GET /items","kind":2,"startTimeUnixNano":"1764151200%s000000","endTimeUnixNano":"1764151200%s000000"}]}]}]}\n' $1 $1 $1 $2 $3
    > }
    $ { call a1 100 120 '' served; call a2 130 140 '' served; call b1 150 160 ''
    >   call c1 190 200 '"code":2,"message":"reset"'
    >   for i in 1 2 3; do call d$i 2${i}0 2${i}1 '"code":2'; done; } >died.jsonl
    $ corr info -q died.jsonl
    2025-11-26 10:00:00.100Z..10:00:00.231Z (131 ms)   7 traces of 2 services

    service  requests  profile            samples
    web             7  –
    shop            2  –
    traces             died.jsonl  OTLP  16 spans

    died      shop, between 10:00:00.160Z and 10:00:00.200Z
    in flight 1 request: c1000000 (its caller got: reset)
    answered  1 request, never exported: b1000000
    refused   3 later calls, until 10:00:00.231Z
    no profile is here: the traces do not show which code ran (add a profile of the
      same time)
    next  corr spans --slowest 5 died.jsonl   the slowest requests
          corr span c1000000 died.jsonl
    $ corr info -q --json died.jsonl | sed -n '/"endings"/,/]/p'
      "endings": [
        {"service": "shop", "alive_unix_ns": "1764151200160000000", "first_failed_unix_ns": "1764151200200000000", "last_failed_unix_ns": "1764151200231000000", "failed": 3, "requests": [{"trace_id": "c100000000000000000000000000000a", "how": "in_flight", "start_unix_ns": "1764151200190000000", "end_unix_ns": "1764151200200000000", "why": "reset"}, {"trace_id": "b100000000000000000000000000000a", "how": "answered", "start_unix_ns": "1764151200150000000", "end_unix_ns": "1764151200160000000", "why": null}]}
