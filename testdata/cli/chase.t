corr chase goes from the worst exemplars of metrics to their requests.

    $ cp $DATA/metrics/pricing.txt . && cp $DATA/incident/*.gz .
    $ corr chase -q
    worst exemplar  lab_request_duration_seconds 142.62 ms  trace f305b789
    85% of GET /price is s22 price.basket in pricing; no sample is tied to it

        value  at             id            most of it
    142.62 ms  17:23:14.677Z  f305b789/s21  85% s22 price.basket
     57.71 ms  17:23:18.875Z  85340f86/s6   64% s7 price.basket
     31.47 ms  17:23:18.843Z  c75c6b2d/s21  66% s23 fx.fetch
    next  corr span f305b789/s21   where the worst one here spent its time

An exemplar may name the span that was measured; the story is then that of the
span. Several series can be restricted as in Prometheus.

    $ corr chase -q --series 'lab_request_duration_seconds{le="0.05"}'
    worst exemplar  lab_request_duration_seconds 31.47 ms  trace c75c6b2d
    66% of GET /price is s23 fx.fetch in pricing; no sample is tied to it

       value  at             id            most of it
    31.47 ms  17:23:18.843Z  c75c6b2d/s21  66% s23 fx.fetch
    next  corr span c75c6b2d/s21   where the worst one here spent its time
    $ corr chase -q --series 'lab_request_duration_seconds{le=~"0.1|0.25"}' -n 1
    worst exemplar  lab_request_duration_seconds 142.62 ms  trace f305b789
    85% of GET /price is s22 price.basket in pricing; no sample is tied to it

        value  at             id            most of it
    142.62 ms  17:23:14.677Z  f305b789/s21  85% s22 price.basket
    1 more traced exemplars (-n 0)
    next  corr span f305b789/s21   where the worst one here spent its time
    $ corr chase -q --quantile p99
    worst exemplar  lab_request_duration_seconds 142.62 ms  trace f305b789
    85% of GET /price is s22 price.basket in pricing; no sample is tied to it

        value  at             id            most of it
    142.62 ms  17:23:14.677Z  f305b789/s21  85% s22 price.basket
    next  corr span f305b789/s21   where the worst one here spent its time
    $ corr chase -q --quantile 2
    corr: --quantile 2: not a quantile
          hint: --quantile 0.99, or --quantile p99
    [2]
    $ corr chase -q --series 'nothing{'
    corr: "nothing{" is not a metric: a label is missing, after 8 bytes
          hint: as in http_requests_total{service="checkout",code!~"5.."}
    [2]
    $ corr chase -q --series nothing
    no exemplar matches the series or the time that you asked for
    exemplars come in OpenMetrics texts, in OTLP metrics,
    and in answers of Prometheus' query_exemplars
    [5]

Data has the labels, the request and what most of its time was spent on.

    $ corr chase --json -n 1 | grep '"value"'
        {"value": 0.142624734, "at_unix_ns": "1795281794677936792", "metric": "lab_request_duration_seconds", "labels": {"version": "1.5.0", "endpoint": "/price", "le": "0.25"}, "trace_id": "f305b789c51b97a6ee93bbb12b2c7201", "span_id": "60eb1f5849efb931", "found": true, "input": 14, "id": "f305b789/s21", "name": "GET /price", "service": "pricing", "duration_ns": 142724532, "rank": 0.995819397993311, "mostly": "s22 price.basket in pricing", "mostly_share": 0.8541435259356814, "code": null, "observations": 0}
    $ corr chase --tsv -n 2 | cut -f1-3,5-7
    value	at_unix_ns	metric	span_id	found	input
    0.142624734	1795281794677936792	lab_request_duration_seconds	60eb1f5849efb931	true	14
    0.057710362	1795281798875015020	lab_request_duration_seconds	3b975742fc6836b7	true	14

A trace that is not here can be fetched; an exemplar may name no trace.

    $ corr chase -q pricing.txt
    worst exemplar  lab_request_duration_seconds 142.62 ms  trace f305b789
    no span of this trace is here

        value  at             id        most of it
    142.62 ms  17:23:14.677Z  f305b789  the trace is not here
     57.71 ms  17:23:18.875Z  85340f86  the trace is not here
     31.47 ms  17:23:18.843Z  c75c6b2d  the trace is not here
    3 of 3 traces are not here
    next  corr fetch trace f305b789c51b97a6ee93bbb12b2c7201   bring that trace here
    $ printf '%s\n' '# TYPE took histogram' 'took_bucket{le="1"} 1 # {user="x"} 0.5' '# EOF' >bare.txt
    $ corr chase -q bare.txt
    1 exemplar here, without a trace
    exemplars come in OpenMetrics texts, in OTLP metrics,
    and in answers of Prometheus' query_exemplars
    [5]
    $ corr chase -q traces.otlp.jsonl.gz
    no exemplar is here
    exemplars come in OpenMetrics texts, in OTLP metrics,
    and in answers of Prometheus' query_exemplars
    [5]

Values that are no time have no unit, and come after times.

    $ T=5b8efff798038103d269b633813fc60c
    $ printf '%s\n' '# TYPE size histogram' "size_bucket{le=\"1\"} 1 # {trace_id=\"$T\"} 7000" '# TYPE a_seconds histogram' "a_seconds_bucket{le=\"1\"} 1 # {trace_id=\"6${T#5}\"} 0.5" '# EOF' >two.txt
    $ corr chase -q two.txt
    worst exemplar  a_seconds 0.500 s  trace 6b8efff7
    no span of this trace is here

      value  at  id        most of it
    0.500 s  ?   6b8efff7  the trace is not here
       7000  ?   5b8efff7  the trace is not here
    2 of 2 traces are not here
    next  corr fetch trace 6b8efff798038103d269b633813fc60c   bring that trace here
