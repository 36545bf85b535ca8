Which records are one span, which span an id means, and what spans tell besides
their times.  The inputs are in testdata/identity.

    $ cp $DATA/identity/* . && rm README.md

Caller and callee of a call report it under one id, in every format: both are
spans.

    $ own() { corr trace a1a1 "$1" --json | tr '{' '\n' | sed -n 's/.*"self_ns": \([0-9]*\),.*"handle": "\(s[0-9]\)".*"name": "\([^"]*\)".*/\2 \3 \1/p'; }
    $ own call.json
    s1 GET 20000000
    s2 call 20000000
    s3 GET /x 50000000
    s4 db 10000000
    $ own call.jaeger.json
    s1 GET 20000000
    s2 call 20000000
    s3 GET /x 50000000
    s4 db 10000000
    $ own call.zipkin.json
    s1 GET 20000000
    s2 call 20000000
    s3 GET /x 50000000
    s4 db 10000000
    $ corr trace a1a1 call.json | grep -E '^s[0-9]' | cut -c 1-28
    s1  GET (call)  gw       100
    s2  └ call      gw        
    s3    └ GET /x  be        
    s4      └ db    be        
    $ corr span a1a1/s3 call.json | sed -n 2p
    s3, GET /x in be: 60.00 ms, 60% of it
    $ corr span a1a1/s2 call.json | sed -n 2p
    s2, call in gw: 80.00 ms, 80% of it

The same from two files, one a service.

    $ sed 's/{"resource": {"attributes": \[{"key": "service.name", "value": {"stringValue": "be"}.*/]}/; s/, \]}/]}/' call.json >gw.json
    $ sed 's/\[{"resource": {"attributes": \[{"key": "service.name", "value": {"stringValue": "gw"}.*\({"resource": .*"be"\)/[\1/' call.json >be.json
    $ corr trace a1a1 gw.json be.json --json | grep -o '"name": "[^"]*", "kind"'
    "name": "GET", "kind"
    "name": "call", "kind"
    "name": "GET /x", "kind"
    "name": "db", "kind"

Copies count once; another start is another span of the same id.

    $ cp call.json again.json; sed 's/call/CALL/' call.json >upper.json
    $ corr trace -q a1a1 call.json again.json upper.json | sed -n 3p
    2024-04-14 13:00:00.000Z  4 spans
    $ corr trace a1a1 forked.json | grep -E '^s[0-9]|used by'
    s1  GET (query)  shop     100.00 ms  ▇▇▇▇─────────▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s2  └ query      shop      20.00 ms      ▇▇▇▇▇▇▇▇▇
    s3  GET      shop     100.00 ms                                                ─
    s4  └ query  shop      60.00 ms                                                ─
    2 span ids are used by several spans of a trace; all are kept
    $ corr span a1a1/s4 forked.json | sed -n 2p
    s4, query in shop: 60.00 ms, 60% of it
    $ corr spans forked.json --json | grep -o 'ID_REUSED'
    ID_REUSED

An id of several spans joins by trace, process and time.

    $ corr spans second.pb.gz twice.json | grep GET
     1.000 s  a1a1a1a1/s1  GET /a
     1.000 s  b1b1b1b1/s1  GET /b   20  hot
    $ corr span b1b1 second.pb.gz twice.json | grep -E '^(0.2|evidence)'
    0.200 s  20%  ▉▉▉▉▉▉▉▉▉▉  on CPU        20 samples, 0.2 threads on average
    evidence  request id, confidence 1.00; 20 of at most 100 samples (20%)
    $ corr span a1a1 second.pb.gz twice.json | grep -c 'other spans only'
    0
    [1]
    $ corr spans both.pb.gz twice.json | sed -n '/GET/,/^next/p'
     1.000 s  a1a1a1a1/s1  GET /a   10  hot
     1.000 s  b1b1b1b1/s1  GET /b   10  hot
    20 samples have an id of several spans; time does not decide (both.pb.gz)
    next  corr span a1a1a1a1 both.pb.gz twice.json
    $ corr span a1a1 both.pb.gz twice.json | grep evidence
    evidence  process+time, confidence 0.40
    $ corr span a1a1 both.pb.gz twice.json --json | grep -o '"reason": "ID_NOT_UNIQUE", "observations": [0-9]*' | uniq
    "reason": "ID_NOT_UNIQUE", "observations": 20

Ids of requests that are not here, and spans far from their profile.

    $ corr spans elsewhere.pb.gz twice.json | sed -n '/^20/,/them/p'
    20 samples have ids of 10 requests; no trace here has any (elsewhere.pb.gz)
    next  corr span a1a1a1a1 elsewhere.pb.gz twice.json
          corr trace a1a1a1a1 elsewhere.pb.gz twice.json   the waterfall
    $ corr spans some.pb.gz twice.json | grep -c 'in these traces'
    0
    [1]
    $ corr spans some.pb.gz twice.json --json | grep -A 1 IDS_SOME
        {"level": "info", "code": "IDS_SOME", "text": "some.pb.gz has ids of 11 requests, 1 of them in these traces", "input": null, "shown": false}
      ],
    $ corr span b1b1 far.pb.gz twice.json | grep -A 1 '^20 samples of'
    [1]

Ids in headers and Datadog's ids of the tracer are read from labels.

    $ corr top -q headers.pb.gz twice.json --trace b1b1
    CPU of shop in b1b1  3 s  15 samples of 10 ms, a share of 130.0 ms
    5 of 15 samples are in e, all of them under main
    13 samples: counts only, any share could be off by 28 points

        self  n  function  mostly under
    50.00 ms  5  e         main
    30.00 ms  3  c         main
    20.00 ms  2  b         main
    20.00 ms  2  d         main
    10.00 ms  1  a         main
    evidence  85% span id, 15% process+time   confidence 0.91 (exact)
    next  corr peek e --trace b1b1 headers.pb.gz twice.json   who calls it
          corr tree --trace b1b1 headers.pb.gz twice.json     the call tree

A whole id names what has exactly that id, and half of a request is found under
the whole id.

    $ for id in a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1 0000000000000000a1a1a1a1a1a1a1a1 a1a1a1a1a1a1a1a1 a1a1; do corr trace -q $id half.json | grep -E '^s[0-9]' | cut -c 1-28; done
    s1  r     gw       100.00 ms
    s2  └ k   be        10.00 
    s1  r     gw       100.00 ms
    s2  └ k   be        10.00 
    s1  r     gw       100.00 ms
    s2  └ k   be        10.00 
    s1  r     gw       100.00 ms
    s2  └ k   be        10.00 

Ids as they are pasted.

    $ T=a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1
    $ at() { corr span -q "$1" call.json --json | grep -o '"handle": "s[0-9]", .*"focus": true' | sed 's/.*"handle": "\(s.\)".*/\1/' | tail -1; }
    $ at "$T/3;o=1"; at "$T%2F3%3Bo%3D1"; at $T:3:2:1; at "uber-trace-id: $T%3A3%3A2%3A1"
    s4
    s4
    s4
    s4
    $ at 00-$T-0000000000000003-01; at "Root=1-a1a1a1a1-a1a1a1a1a1a1a1a1a1a1a1a1;Parent=0000000000000003;Sampled=1"
    s4
    s4
    $ at 1-a1a1a1a1-a1a1a1a1a1a1a1a1a1a1a1a1; at "https://jaeger/trace/$T?uiFind=0000000000000003"
    s3
    s4

A failed span says why; events and links are listed.

    $ corr trace a1a1 story.json | sed -n '/^failed/,/^critical/p;/^next/,$p'
    failed    s1 POST /pay
              s2 take: took too long (com.shop.OutOfStock: no stock of 7, at
              com.shop.Stock.take(Stock.java:42))
    events    2 ms s1 cache.miss key=cart:7, tries=2
    links     s1 POST /pay to span 0000000000000002 of trace
              b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1
              s1 POST /pay to span 0000000000000009 of trace
              c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1

    critical path: what the response waited for
    next  corr span a1a1a1a1/s1 story.json          where s1 spent its time
          corr trace a1a1a1a1 --follow story.json   the traces that it links to
          corr spans --slowest 5 story.json         the slowest requests
    $ corr span a1a1/s2 story.json | sed -n '/     !/,/^links/p'
         ! s1 failed
         ! s2 failed: took too long (com.shop.OutOfStock: no stock of 7, at
           com.shop.Stock.take(Stock.java:42))
    events    2 ms s1 cache.miss key=cart:7, tries=2
    links     s1 POST /pay to span 0000000000000002 of trace
    $ corr trace a1a1 story.jaeger.json | sed -n '/^failed/,/^links/p'
    failed    s1 POST /pay: com.shop.OutOfStock: no stock of 7, at
              com.shop.Stock.take(Stock.java:42)
    events    20 ms s2 cache.miss key=cart:7
    links     s2 take to span 0000000000000001 of trace
    $ corr trace a1a1 story.zipkin.json | sed -n '/^failed/,/^events/p'
    failed    s1 post /pay: com.shop.OutOfStock: no stock of 7, at
              com.shop.Stock.take(Stock.java:42)
    events    2 ms s1 cache.miss
    $ corr trace a1a1 --follow story.json | sed -n '/^links/,/^critical/p;/^linked/,/^next/p'
    links     s1 POST /pay to s2 of trace b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1
              s1 POST /pay to span 0000000000000009 of trace
              c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1, not here

    critical path: what the response waited for
    linked trace b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1: 2 spans
        span         service   total
    s1  consume      worker   400 ms
    s2  └ send mail  worker   100 ms
    linked trace c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1 is not here
    next  corr span a1a1a1a1/s1 story.json    where s1 spent its time
    $ corr trace a1a1 --follow story.json --json | grep -o '"exception": {[^}]*}\|"links": \[{[^]]*\]\|"events": \[{"unix_ns": "[0-9]*", "name": "cache.miss".*"tries": 2}}'
    "events": [{"unix_ns": "1713099600002000000", "name": "cache.miss", "attributes": {"key": "cart:7", "tries": 2}}
    "links": [{"trace_id": "b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1", "span_id": "0000000000000002", "here": true}, {"trace_id": "c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1", "span_id": "0000000000000009", "here": false}]
    "exception": {"type": "com.shop.OutOfStock", "message": "no stock of 7", "frame": "com.shop.Stock.take(Stock.java:42)"}
    $ corr trace a1a1 --follow story.json --json | grep -A 3 '"linked"'
      "linked": [
        {"trace_id": "b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1", "here": true, "spans": 2, "name": "consume", "service": "worker", "start_unix_ns": "1713099600500000000", "duration_ns": 400000000},
        {"trace_id": "c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1", "here": false, "spans": 0, "name": null, "service": null, "start_unix_ns": null, "duration_ns": null}
      ],
