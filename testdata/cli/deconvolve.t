What a request of each name costs, where no sample says whose it is: profiles of
ten seconds each, and the traces of that time.  A request to /a costs three
samples, one to /b eight, and up to two are of none.

    $ awk 'BEGIN {
    >   for (w = 0; w < 24; w++) {
    >     a = 1 + w * 7 % 11; b = 1 + w * 5 % 7; from = 1764151200 + 10 * w
    >     file = "api." from "-" from + 10 ".collapsed"
    >     printf("main;serve %d\nmain;idle %d\n", 3 * a + 8 * b, w % 3) >file
    >     close(file)
    >     for (i = 0; i < a + b; i++)
    >       print((i < a ? "/a" : "/b"), from + i % 9, ++n)
    >   }
    > }' >requests
    $ { printf '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":'
    >   printf '{"stringValue":"api"}}]},"scopeSpans":[{"spans":['
    >   awk '{ printf("%s{\"traceId\":\"%032x\",\"spanId\":\"%016x\",\"name\":\"%s\",",
    >            (NR > 1 ? "," : ""), $3, $3, $1)
    >          printf("\"startTimeUnixNano\":\"%d000000000\",\"endTimeUnixNano\":\"%d500000000\"}",
    >            $2, $2) }' requests
    >   printf ']}]}]}\n'; } >traces.json
    $ corr top -q --by operation --deconvolve . 2>&1 | tail -n +2

    estimated: costs are fitted to the requests of 24 windows

    per request  from    to  requests  all of them  operation
           8.15  8.12  8.18        95          775  api: /b
           3.05  3.02  3.07       141          430  api: /a
                                                 2  what these do not explain
    $ corr top -q --by operation --deconvolve -n 1 . 2>&1 | tail -n 2
           8.15  8.12  8.18        95          775  api: /b
                                               432  1 more, and what is left
    $ corr top -q --by operation --deconvolve --tsv . 2>/dev/null | cut -f 2,9-14
    self	per_request	per_request_lo	per_request_hi	requests	windows	key
    775	8.153419242701638	8.122962501503242	8.182754227617774	95.0	24	api: /b
    430	3.0497704465795015	3.019480009128821	3.0668409385582325	141.0	24	api: /a
    2						
    $ corr top -q --by operation --deconvolve --json . 2>/dev/null |
    > grep -E '"verdict"|"ESTIMATED"|"by"' | cut -c 1-60
      "verdict": "answered",
        {"level": "warning", "code": "ESTIMATED", "text": "estim
      "by": "operation",

With fewer windows nothing is told, nor where samples know better.

    $ rm api.176415120* api.176415124* api.176415125* api.176415126* api.176415127*
    $ corr top -q --by operation --deconvolve . 2>/dev/null
    986 samples of api  3m50s

    only 19 profiles can be tied to its requests by time, of 20 at least
    [4]
    $ corr top -q --by function --deconvolve . 2>&1 | tail -n +2
          hint: add --by operation
    $ corr top -q --by operation --deconvolve $DATA/pprof/order-labels.pb.gz $DATA/trace/order.json
    CPU of order  30 s  100 samples of 10 ms = 1.00 s

    samples are tied to spans by what they say themselves: leave out --deconvolve
    [4]
