A file is read as the format that somebody insists on, if any of it is.

    $ gunzip -c $DATA/incident/pricing.cpu.00.pb.gz >cpu.pb
    $ cp $DATA/collapsed/py-spy-threads.folded stacks.folded
    $ printf 'hello\nworld\n' >text.txt
    $ printf '{"a":1,"b":[1,{"c":"d"}]}' >other.json
    $ for as in otlp otlp-pb jaeger zipkin; do
    >   for f in cpu.pb stacks.folded text.txt other.json; do
    >     corr info --as $as $f; echo "$as $f: $?"
    >   done
    > done
    corr: cpu.pb: no data of the format otlp
          hint: without --as otlp it is read as pprof
    otlp cpu.pb: 3
    corr: stacks.folded: no data of the format otlp
          hint: without --as otlp it is read as collapsed
    otlp stacks.folded: 3
    corr: text.txt: no data of the format otlp
          hint: "corr help formats" lists the formats
    otlp text.txt: 3
    corr: other.json: no data of the format otlp
          hint: "corr help formats" lists the formats
    otlp other.json: 3
    corr: cpu.pb: the first bytes are not an export request in protobuf
    otlp-pb cpu.pb: 3
    corr: stacks.folded: the first bytes are not an export request in protobuf
    otlp-pb stacks.folded: 3
    corr: text.txt: the first bytes are not an export request in protobuf
    otlp-pb text.txt: 3
    corr: other.json: the first bytes are not an export request in protobuf
    otlp-pb other.json: 3
    corr: cpu.pb: no data of the format jaeger
          hint: without --as jaeger it is read as pprof
    jaeger cpu.pb: 3
    corr: stacks.folded: no data of the format jaeger
          hint: without --as jaeger it is read as collapsed
    jaeger stacks.folded: 3
    corr: text.txt: no data of the format jaeger
          hint: "corr help formats" lists the formats
    jaeger text.txt: 3
    corr: other.json: no data of the format jaeger
          hint: "corr help formats" lists the formats
    jaeger other.json: 3
    corr: cpu.pb: no data of the format zipkin
          hint: without --as zipkin it is read as pprof
    zipkin cpu.pb: 3
    corr: stacks.folded: no data of the format zipkin
          hint: without --as zipkin it is read as collapsed
    zipkin stacks.folded: 3
    corr: text.txt: no data of the format zipkin
          hint: "corr help formats" lists the formats
    zipkin text.txt: 3
    corr: other.json: no data of the format zipkin
          hint: "corr help formats" lists the formats
    zipkin other.json: 3
    $ corr info --as jaeger $DATA/trace/order.json
    corr: ../data/trace/order.json: no data of the format jaeger
          hint: without --as jaeger it is read as otlp
    [3]
    $ cat text.txt | corr info --as zipkin -
    corr: standard input: no data of the format zipkin
          hint: "corr help formats" lists the formats
    [3]
    $ corr span 12345678 --as otlp cpu.pb
    corr: cpu.pb: no data of the format otlp
          hint: without --as otlp it is read as pprof
    [3]
    $ corr top --as otlp text.txt
    corr: text.txt: no data of the format otlp
          hint: "corr help formats" lists the formats
    [3]

With others it is one file that cannot be read.

    $ corr info --as otlp $DATA/trace/order.json text.txt
    corr: text.txt: no data of the format otlp
          hint: "corr help formats" lists the formats
    corr: text.txt: not JSON; a value should follow in an export request, not "h"; 12 bytes cannot be used
    2026-02-05 14:15:10.000Z..14:15:12.140Z (2.1 s)   2 traces of 1 service

    service  requests  profile                         samples
    order           2  –
    traces             ../data/trace/order.json  OTLP  4 spans

    not used  text.txt: no data of the format otlp
    no profile is here: the traces do not show which code ran (add a profile of the
      same time)
    next  corr spans --slowest 5 ../data/trace/order.json text.txt
          corr span 9d1e77aa ../data/trace/order.json text.txt

What stands behind other things is found, and told.

    $ { cat text.txt; cat $DATA/trace/order.json; } >mixed.json
    $ corr info -v --as otlp mixed.json | sed -n '/^file/,/^mixed/p'
    corr: mixed.json: not JSON; a value should follow in an export request, not "h"; 12 bytes cannot be used
    file        format  length  service   holds
    mixed.json  otlp     2.1 s  order v7  2 traces, 4 spans
    $ CORR_WANT=all corr info -v --as otlp mixed.json | sed -n '/^file/,/^mixed/p'
    corr: mixed.json: not JSON; a value should follow in an export request, not "h"; 12 bytes cannot be used
    file        format  length  service   holds
    mixed.json  otlp     2.1 s  order v7  2 traces, 4 spans

An empty document is an answer.

    $ printf '{"resourceSpans":[]}' >otlp
    $ printf '{"batches":[],"metrics":{"n":1}}' >otlp.tempo
    $ printf '{"resourceMetrics":[{"a":1}]}' >otlp.metrics
    $ printf '{"data":[],"total":0,"limit":0,"offset":0,"errors":null}' >jaeger
    $ printf '{"data":null,"total":0}' >jaeger.null
    $ printf '[]' >zipkin
    $ printf '{"data":{"a":1}}' >jaeger.other
    $ for f in otlp otlp.tempo otlp.metrics jaeger jaeger.null zipkin \
    >     jaeger.other; do
    >   corr info -q --as ${f%.*} $f | grep '0 spans'; done
    traces   otlp  OTLP  0 spans
    traces   otlp.tempo  OTLP  0 spans
    traces   otlp.metrics  OTLP  0 spans
    traces   jaeger  jaeger  0 spans
    traces   jaeger.null  jaeger  0 spans
    traces   zipkin  zipkin  0 spans
    corr: jaeger.other: no data of the format jaeger
          hint: "corr help formats" lists the formats
    [1]
    $ printf '{}' >object && printf ' [ [], {} ]\n' >list
    $ printf '{"trace":{}}' >wrapped
    $ for as in otlp jaeger zipkin; do for f in list wrapped object; do
    >   corr info -q --as $as $f | grep '0 spans'; done; done
    traces   list  OTLP  0 spans
    traces   wrapped  OTLP  0 spans
    traces   object  OTLP  0 spans
    traces   list  jaeger  0 spans
    traces   wrapped  jaeger  0 spans
    traces   object  jaeger  0 spans
    corr: list: a span without a trace id or span id cannot be shown, at byte 8
    corr: wrapped: a span without a trace id or span id cannot be shown, at byte 1
    corr: object: a span without a trace id or span id cannot be shown, at byte 1
    [1]

The answer of a Tempo search has no spans to show.  The byte that proves it to
be one is named, also where the answer breaks off.

    $ printf '{"traces":[{"traceID":"1e1cdb43b27083573afe288d565766c7",' >search
    $ printf '"rootServiceName":"gateway","durationMs":36}]}' >>search
    $ corr info search
    corr: search: an answer of a Tempo search, which lists traces without their spans, at byte 57
          hint: fetch /api/v2/traces/ID for the trace you want
    [3]
    $ head -c 80 search | corr top -
    corr: standard input: an answer of a Tempo search, which lists traces without their spans, at byte 57
          hint: fetch /api/v2/traces/ID for the trace you want
    [3]
