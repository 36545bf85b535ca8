The signal is that of a record.  A file of the Collector that holds several
signals is several inputs, in any order; logs are counted.

    $ one() { tr -d '\n' <"$1"; echo; }
    $ one $DATA/trace/order.json >t.jsonl
    $ cp $DATA/metrics/otlp.json m.jsonl
    $ one $DATA/otlp-profiles/example.json >p.jsonl
    $ log='{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"resourceSpans"}},{}]}]}]}'
    $ yes "$log" | head -n 4000 >l.jsonl
    $ cat m.jsonl t.jsonl >mt.jsonl; cat t.jsonl m.jsonl >tm.jsonl
    $ cat l.jsonl p.jsonl m.jsonl t.jsonl l.jsonl >lpmtl.jsonl
    $ for f in mt tm lpmtl; do corr info -q $f.jsonl | grep "^[^n ].*$f.jsonl"; done
    traces             mt.jsonl  OTLP           4 spans
    metrics            mt.jsonl  otlp-metrics  4 series
    traces             tm.jsonl  OTLP           4 spans
    metrics            tm.jsonl  otlp-metrics  4 series
    shop               lpmtl.jsonl  OTLP             2 cpu     – no trace
    traces             lpmtl.jsonl  OTLP           4 spans
    metrics            lpmtl.jsonl  otlp-metrics  4 series
    $ corr info lpmtl.jsonl | grep note
    2 notes on lpmtl.jsonl: 16000 records of logs were not read; … (-v)
    $ corr info --json lpmtl.jsonl | grep -o '"PASSED_OVER".*logs were not read'
    "PASSED_OVER", "text": "16000 records of logs were not read
    $ for f in t mt tm lpmtl; do corr spans -q --ids $f.jsonl | cksum; done | uniq | wc -l
    1
    $ for f in m mt tm lpmtl; do corr when -q --all $f.jsonl | grep -c '^metric'; done | uniq
    8
    $ corr top -q -n 1 lpmtl.jsonl | sed -n 1,2p
    CPU of lpmtl  1 s  2 samples of 10 ms = 20.0 ms
    2 of 2 samples are in work, all of them under main
    $ corr when -q --metric tm.jsonl tm.jsonl | grep -c 'no metric'
    0
    [1]

It is the same, whatever way the file comes: from a pipe, compressed,
as one list, as one document.

    $ corr info -q - <tm.jsonl | grep 'standard input'
    traces             standard input  OTLP           4 spans
    metrics            standard input  otlp-metrics  4 series
    $ gzip -c mt.jsonl | corr info -q - | grep 'standard input'
    traces             standard input  OTLP           4 spans
    metrics            standard input  otlp-metrics  4 series
    $ (echo [; sed '$!s/$/,/' tm.jsonl; echo ]) >list.json
    $ (sed 's/}$/,/' t.jsonl | tr -d '\n'; sed 's/^{//;q' m.jsonl) >one.json
    $ for f in list one; do corr info -q $f.json | grep "^[^n ].*$f.json"; done
    traces             list.json  OTLP           4 spans
    metrics            list.json  otlp-metrics  4 series
    traces             one.json  OTLP           4 spans
    metrics            one.json  otlp-metrics  4 series
    $ for f in list one; do corr spans -q --ids $f.json; done | sort | uniq -c | sed 's/^ *//'
    2 9d1e77aa0c5b4e1f8a2d3c4b5a697887/a81c0253f0c76d42
    2 9d1e8f0b11c24a3386d0d1f4a9b05c27/5be7a1c09d2f4486
    $ corr trace -q 9d1e77aa tm.jsonl | sed -n 1p
    order.calculate_totals  0.812 s   trace 9d1e77aa0c5b4e1f8a2d3c4b5a697887
    $ corr trace -q 9d1e77aa lpmtl.jsonl | sed -n 1p
    order.calculate_totals  0.812 s   trace 9d1e77aa0c5b4e1f8a2d3c4b5a697887
    $ corr cut -q --trace 9d1e8f mt.jsonl -o c1.json && corr spans -q --ids c1.json
    9d1e8f0b11c24a3386d0d1f4a9b05c27/5be7a1c09d2f4486
    $ corr cut -q --trace 9d1e8f - -o c2.json <mt.jsonl && cmp c1.json c2.json

Only logs are no input, and a format that the user insists on is read alone.

    $ corr info l.jsonl
    corr: l.jsonl: 8000 records of logs, which corr cannot read
    [3]
    $ corr info -q --as otlp mt.jsonl
    2026-02-05 14:15:10.000Z..14:15:12.140Z (2.1 s)   2 traces of 1 service

    service  requests  profile         samples
    order           2  –
    traces             mt.jsonl  OTLP  4 spans

    no profile is here: the traces do not show which code ran (add a profile of the
      same time)
    next  corr spans --slowest 5 mt.jsonl   the slowest requests
          corr span 9d1e77aa mt.jsonl       the longest request
    $ corr info --as otlp mt.jsonl | grep -A 1 note
    1 note on mt.jsonl: records of the format otlp-metrics were not read because of
      --as (-v)

Java's logging-otlp writes the spans of a resource a line, without a request.

    $ sed 's/^{"resourceSpans": *\[//; s/\]}$//' t.jsonl >java.jsonl
    $ cut -c 1-13 java.jsonl
    {  "resource"
    $ corr spans -q --ids java.jsonl; corr spans -q --ids t.jsonl
    9d1e77aa0c5b4e1f8a2d3c4b5a697887/a81c0253f0c76d42
    9d1e8f0b11c24a3386d0d1f4a9b05c27/5be7a1c09d2f4486
    9d1e77aa0c5b4e1f8a2d3c4b5a697887/a81c0253f0c76d42
    9d1e8f0b11c24a3386d0d1f4a9b05c27/5be7a1c09d2f4486
    $ corr cut -q --trace 9d1e8f java.jsonl -o c.jsonl && corr spans -q --ids c.jsonl
    9d1e8f0b11c24a3386d0d1f4a9b05c27/5be7a1c09d2f4486

Spans that an SDK prints to its console, of Python and of Go.

    $ for f in python.json go.jsonl; do corr info -q $DATA/trace/console-$f | grep ^traces; done
    traces             ../data/trace/console-python.json  otlp-console  2 spans
    traces             ../data/trace/console-go.jsonl  otlp-console  2 spans
    $ corr spans -q --where '.db.rows = 3' $DATA/trace/console-python.json
    1 span: 40.00 ms
    no request matches; these spans are inside requests

    duration      self  id           service  span
    40.00 ms  40.00 ms  7c3d5f0e/s2  cart     SELECT items
    no sample is tied to any of them
    next  corr span 7c3d5f0e/s2 ../data/trace/console-python.json
          corr trace 7c3d5f0e ../data/trace/console-python.json     the waterfall
    $ corr spans -q $DATA/trace/console-go.jsonl
    1 request: 50.00 ms

    duration  id           service  request
    50.00 ms  0af76519/s1  stock    GET /stock
    no sample is tied to any of them
    next  corr span 0af76519 ../data/trace/console-go.jsonl
          corr trace 0af76519 ../data/trace/console-go.jsonl   the waterfall

Attributes as a plain object; numbers of what the sender dropped; what the
receiver rejected.

    $ T='"traceId":"5b8efff798038103d269b633813fc60c","startTimeUnixNano":"1713099600000000000","endTimeUnixNano":"1713099600100000000"'
    $ cat >plain.json <<END
    > {"resourceSpans":[{"resource":{"attributes":{"service.name":"shop"}},
    >  "scopeSpans":[{"spans":[{$T,"spanId":"0000000000000001","name":"r",
    >  "attributes":{"http.route":"/x","n":4},"droppedAttributesCount":3}]}]}]}
    > {"partialSuccess":{"rejectedSpans":"2","errorMessage":"too large"}}
    > END
    $ corr spans --where '.http.route = "/x" && .n = 4' plain.json
    corr: plain.json: 2 records were rejected by their receiver, at byte 355
    corr: plain.json: the receiver reports "too large"; the data may be incomplete
    1 request: 100.00 ms

     duration  id           service  request
    100.00 ms  5b8efff7/s1  shop     r
    no sample is tied to any of them
    next  corr span 5b8efff7 plain.json    where the slowest one spent its time
          corr trace 5b8efff7 plain.json   the waterfall
    $ corr info -v plain.json | grep -E 'dropped|reject|receiver'
    corr: plain.json: 2 records were rejected by their receiver, at byte 355
    corr: plain.json: the receiver reports "too large"; the data may be incomplete
    3 attributes of spans were dropped by their sender
