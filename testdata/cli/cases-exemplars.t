Exemplars: values that a request was measured with, in metrics of three forms.

    $ T=5b8efff798038103d269b633813fc60c
    $ printf '{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"%s","spanId":"00000000000000ab","name":"root","startTimeUnixNano":"1713099600000000000","endTimeUnixNano":"1713099606000000000"}]}]}]}' $T >trace.json
    $ ask() { corr info --json "$@" | sed -n '/"exemplars": \[/,/\]/p' | grep '{'; }

What Prometheus answers to a query of exemplars: a series without points.

    $ printf '{"status":"success","data":[{"seriesLabels":{"__name__":"took_bucket","service":"shop","le":"8"},"exemplars":[{"labels":{"trace_id":"%s","span_id":"ab"},"value":"6","timestamp":1713099605.5},{"labels":{"traceID":"5b8e"},"value":"7.5","timestamp":1713099601}]}]}' $T >query.json
    $ corr info query.json
    2024-04-14 13:00:01.000Z..13:00:05.500Z (4.5 s)   1 file

    service  profile                               samples
    metrics  query.json  prometheus  1 series, 2 exemplars
    $ ask query.json trace.json
        {"input": 1, "series": "took_bucket{le=\"8\",service=\"shop\"}", "value": 7.5, "at_unix_ns": "1713099601000000000", "trace_id": "00000000000000000000000000005b8e", "span_id": null, "here": false},
        {"input": 1, "series": "took_bucket{le=\"8\",service=\"shop\"}", "value": 6.0, "at_unix_ns": "1713099605500000000", "trace_id": "5b8efff798038103d269b633813fc60c", "span_id": "00000000000000ab", "here": true}
    $ corr when query.json
    exemplars 7.5  13:00:01.000Z  trace 00000000000000000000000000005b8e (not here)
              took_bucket{le="8", service="shop"}
              6  13:00:05.500Z  trace 5b8efff798038103d269b633813fc60c (not here)
              took_bucket{le="8", service="shop"}
    $ corr when -v query.json trace.json
    2024-04-14 13:00:00.000Z..13:00:06.000Z (6 s)

           13:00:00Z                              13:00:06Z  1 s a column
    spans  ████████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  0.00..1.00 a second
    exemplars 7.5  13:00:01.000Z  trace 00000000000000000000000000005b8e (not here)
              took_bucket{le="8", service="shop"}
              6  13:00:05.500Z  trace 5b8efff7  took_bucket{le="8", service="shop"}
    $ corr when -v query.json trace.json --to 13:00:02Z | grep -A1 exemplars
    exemplars 7.5  13:00:01.000Z  trace 00000000000000000000000000005b8e (not here)
              took_bucket{le="8", service="shop"}

OpenMetrics, where two scrapes repeat one.

    $ (echo '# TYPE took histogram'; for t in 1713099610 1713099620; do echo "took_bucket{le=\"8\"} 4 $t # {trace_id=\"$T\",span_id=\"ab\"} 6 1713099605.5"; done; echo '# EOF') >scrape.txt
    $ corr info scrape.txt
    2024-04-14 13:00:10Z..13:00:20Z (10 s)   1 file

    service  profile                               samples
    metrics  scrape.txt  openmetrics  1 series, 1 exemplar
    $ ask scrape.txt trace.json
        {"input": 1, "series": "took_bucket{le=\"8\"}", "value": 6.0, "at_unix_ns": "1713099605500000000", "trace_id": "5b8efff798038103d269b633813fc60c", "span_id": "00000000000000ab", "here": true}

OTLP: the exemplar is one of the histogram.

    $ printf '{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"took","histogram":{"aggregationTemporality":2,"dataPoints":[{"timeUnixNano":"1713099610000000000","count":"4","sum":9,"exemplars":[{"timeUnixNano":"1713099605500000000","asDouble":6,"traceId":"%s","spanId":"00000000000000ab"}]}]}}]}]}]}' $T >otlp.json
    $ ask otlp.json
        {"input": 1, "series": "took", "value": 6.0, "at_unix_ns": "1713099605500000000", "trace_id": "5b8efff798038103d269b633813fc60c", "span_id": "00000000000000ab", "here": false}
    $ ask otlp.json scrape.txt query.json | wc -l
    4
    $ corr info -v pricing.txt 2>/dev/null
    [3]
    $ cp $DATA/metrics/pricing.txt .
    $ corr info -v pricing.txt | grep exemplar
    metrics  pricing.txt  openmetrics  56 series, 3 exemplars
    pricing.txt  openmetrics  56 series, 56 points, 3 exemplars

VictoriaMetrics exports a series a line, values and times in lists of their own.

    $ echo '{"metric":{"__name__":"calls_total","job":"shop"},"values":[100,110,120],"timestamps":[1713099600000,1713099610000,1713099620000]}' >export.jsonl
    $ corr info -v export.jsonl | grep -A1 holds
    file          format      length  holds
    export.jsonl  prometheus    20 s  1 series, 3 points, every 10 s
    $ corr when --metric export.jsonl export.jsonl
    2024-04-14 13:00:00Z..13:00:25Z (25 s)

            13:00:00Z                                     13:00:25Z  5 s a column
    metric  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁             1.00 a second
    metric    calls_total{job="shop"}, every 10 s

An alert that fires all the while is drawn as firing, also by its samples; one
without a recorded end may fire on.

    $ alert() { printf '{"receiver":"r","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"High"},"startsAt":"%s","endsAt":"0001-01-01T00:00:00Z"}],"groupLabels":{},"version":"4"}\n' $1; }
    $ alert 2024-04-14T13:00:05Z >alert.json
    $ corr when alert.json
    2024-04-14 13:00:05.000Z..13:00:05.000Z (1 ns)

           13:00:05.000Z                              13:00:05.000Z  1 ns a column
    alert  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━  High
    alerts    High  13:00:05.000Z, no end recorded
    1 more series (--all)
    $ corr when --all alert.json export.jsonl
    2024-04-14 13:00:00Z..13:00:25Z (25 s)

              13:00:00Z                                13:00:25Z  5 s a column
    metric 1            ██████████                                1.00
    metric 2  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁            1.00 a second
    alert               ━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌  High
    alerts    High  13:00:05.000Z, no end recorded
    metric 1  ALERTS{alertname="High", alertstate="firing"}
    metric 2  calls_total{job="shop"}, every 10 s
    $ echo '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"ALERTS","alertname":"High","alertstate":"firing"},"values":[[1713099600,"1"],[1713099610,"1"],[1713099620,"1"]]}]}}' >alerts.json
    $ corr when --all alerts.json
    2024-04-14 13:00:00Z..13:00:25Z (25 s)

            13:00:00Z                                     13:00:25Z  5 s a column
    metric  ███████████████████████████████████████████████████████  1.00
    alert   ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━  High
    alerts    High  13:00:00.000Z..13:00:30.000Z (30 s)
    metric    ALERTS{alertname="High", alertstate="firing"}, every 10 s

The event recorder of Alertmanager, whose first line is its own start: an alert
fires at each event that has it, until one says that it is resolved.

    $ mkdir events && cd events
    $ event() { printf '{"@timestamp":"2024-04-14T%sZ","instance":"am","data":%s}\n' "$1" "$2"; }
    $ what='"labels":{"labels":[{"key":"alertname","value":"Slow"},{"key":"service","value":"shop"}]},"startsAt":"2024-04-14T13:00:05Z"'
    $ event 13:00:00 '{"alertmanagerStartupEvent":{"version":"0.33.0"}}' >events.jsonl
    $ event 13:00:06 '{"alertCreated":{"alert":{'"$what"',"endsAt":"2024-04-14T13:04:05Z"}}}' >>events.jsonl
    $ event 13:02:00 '{"silenceMutedAlert":{"mutedAlert":{"fingerprint":"7"}}}' >>events.jsonl
    $ event 13:05:09 '{"alertResolved":{"alert":{"hash":"7","details":{'"$what"',"endsAt":"2024-04-14T13:05:05Z","resolved":true}}}}' >>events.jsonl
    $ corr info events.jsonl
    2024-04-14 13:00:05Z..13:05:05Z (5m00s)   1 file

    service  profile                samples
    alerts   events.jsonl  alerts  1 series

    1 note on events.jsonl: 1 event of a muted alert was not used (-v)
    $ corr when events.jsonl
    2024-04-14 13:00:00Z..13:06:00Z (6m00s)

           13:00:00Z                                    13:06:00Z  1m00s a column
    alert  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━  Slow
    alerts    Slow  13:00:05.000Z..13:05:05.000Z (5m00s)
    1 more series (--all)

An alert of an old Grafana has no time, but values.

    $ echo '{"evalMatches":[{"value":7.5,"metric":"p95","tags":{"service":"shop"}}],"ruleId":1,"ruleName":"Slow","state":"alerting","title":"[Alerting] Slow"}' >old.json
    $ touch -d 2024-04-14T13:00:00Z old.json
    $ corr info -v old.json
    2024-04-14 13:00:00.000Z..13:00:00.000Z   1 file

    service  profile            samples
    alerts   old.json  alerts  2 series

    file      format  holds
    old.json  alerts  2 series of alerts

    2 values without a timestamp; corr uses the time of the file
    $ corr when --all old.json
    2024-04-14 13:00:00.000Z..13:00:00.000Z (1 ns)

              13:00:00.000Z                           13:00:00.000Z  1 ns a column
    metric 1  █████████████████████████████████████████████████████  1.00
    metric 2  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  7.50
    alert     ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━  Slow
    alerts    Slow  13:00:00.000Z, no end recorded
    metric 1  ALERTS{alertname="Slow", alertstate="firing"}
    metric 2  p95{alertname="Slow", service="shop"}

Grafana's data frames.

    $ cd ..
    $ corr info $DATA/metrics/grafana.json
    2024-04-14 13:00:00Z..13:01:15Z (1m15s)   1 file

    service  profile                                 samples
    metrics  ../data/metrics/grafana.json  grafana  3 series
    $ corr when --metric $DATA/metrics/grafana.json $DATA/metrics/grafana.json
    2024-04-14 13:00:00Z..13:01:20Z (1m20s)

              13:00:00Z                              13:01:20Z  10 s a column
    metric 1  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▆▆▆▆▆▆▆▆▆▆▆▆██████▁▁▁▁▁▁  3.00..12.0
    metric 2  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁████████████▁▁▁▁▁▁▁▁▁▁▁▁  1.00..2.00
    metric 3  ▁▁▁▁▁▁▂▂▂▂▂▂▂▂▂▂▂▂▄▄▄▄▄▄▅▅▅▅▅▅▅▅▅▅▅▅▇▇▇▇▇▇██████  5.0 MB..10.0 MB
    metric 1  queue_length{service="shop"}, every 15 s
    metric 2  queue_length{service="stock"}, every 15 s
    metric 3  heap, every 15 s
    $ echo '{"results":{"A":{"frames":[{"schema":{"fields":[{"name":"traceID","type":"string"},{"name":"spanID","type":"string"}]},"data":{"values":[["5b8e"],["1"]]}}]}}}' >frame.json
    $ corr spans frame.json
    corr: frame.json: a trace as a data frame of Grafana; get it as JSON from Tempo
    [3]
    $ printf '"Time","shop"\r\n2024-04-14 13:00:00,3\r\n' | corr info -
    corr: standard input: a table of Grafana (CSV), which corr cannot read
          hint: the inspector of the panel shows the same as JSON: corr reads that
    [3]
