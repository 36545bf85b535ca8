corr spans: requests, the slowest first, each with the hottest code of all that
it called, in every service.

    $ I="$DATA/incident/traces.otlp.jsonl.gz $DATA/jfr/incident.jfr.gz"
    $ corr spans -q --slowest 5 $I
    the 5 slowest of 1,197 requests: 1.082 s down to 0.640 s
    all are GET /api/checkout of gateway
    the hottest code of 4 of them is FraudRules.deepScan

    duration  slower than     id            n  hottest code
     1.082 s  99.9% of 1,170  abc55335/s1  16  Main.pricing
     0.684 s  99.8% of 1,170  9de136d8/s1  18  FraudRules.deepScan → Work.mix
     0.647 s  99.7% of 1,170  a413b68d/s1  19  FraudRules.deepScan → Work.mix
     0.641 s  99.7% of 1,170  f7e946d5/s1  15  FraudRules.deepScan → Work.mix
     0.640 s  99.6% of 1,170  85bfb454/s1  20  FraudRules.deepScan → Work.mix
    next  corr span abc55335 ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   where the slowest one spent its time
          corr trace abc55335 ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   the waterfall
    $ corr spans -q --slowest 5 $I --width 60
    the 5 slowest of 1,197 requests: 1.082 s down to 0.640 s
    all are GET /api/checkout of gateway
    the hottest code of 4 of them is FraudRules.deepScan

    duration  slower than  id            n  hottest code
     1.082 s  99.9%        abc55335/s1  16  Main.pricing
     0.684 s  99.8%        9de136d8/s1  18  FraudRules.deepScan
     0.647 s  99.7%        a413b68d/s1  19  FraudRules.deepScan
     0.641 s  99.7%        f7e946d5/s1  15  FraudRules.deepScan
     0.640 s  99.6%        85bfb454/s1  20  FraudRules.deepScan
    next  corr span abc55335 \
              ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz
          corr trace abc55335 \
              ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   the waterfall
    $ corr spans -q --slowest 3 $I --md
    **the 3 slowest of 1,197 requests: 1.082 s down to 0.647 s**

    all are GET /api/checkout of gateway  
    the hottest code of 2 of them is FraudRules.deepScan

    | duration | slower than | id | n | hottest code |
    |--:|:--|:--|--:|:--|
    | 1.082 s | 99.9% of 1,170 | abc55335/s1 | 16 | Main.pricing → RandomString.nextString |
    | 0.684 s | 99.8% of 1,170 | 9de136d8/s1 | 18 | FraudRules.deepScan → Work.mix |
    | 0.647 s | 99.7% of 1,170 | a413b68d/s1 | 19 | FraudRules.deepScan → Work.mix |

        corr span abc55335 ../data/incident/traces.otlp.jsonl.gz ../data/jfr/incident.jfr.gz
        corr trace abc55335 ../data/incident/traces.otlp.jsonl.gz ../data/jfr/incident.jfr.gz
    $ corr spans -q -n 4 --service checkout $I
    the 4 slowest of 1,011 requests of checkout: 1.063 s down to 0.597 s
    all are GET /checkout
    the hottest code of 3 of them is FraudRules.deepScan

      duration  slower than  id            n  hottest code
       1.063 s  99% of 431   abc55335/s4  16  Main.pricing → RandomString.nextString
       0.664 s  99% of 431   9de136d8/s4  18  FraudRules.deepScan → Work.mix
       0.605 s  99% of 431   ab7897c8/s4  19  FraudRules.deepScan → Work.mix
       0.597 s  99% of 431   8b6f5928/s4  18  FraudRules.deepScan → Work.mix
    <= 0.585 s               1,007 more       (-n 0)
    next  corr span abc55335/s4 ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   where the slowest one spent its time
          corr trace abc55335 ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   the waterfall

Rows of machines have the handle that corr span takes, and a rank.

    $ corr spans -q --slowest 2 --tsv $I | cut -f 2,7,17-20
    duration_ns	trace_id	hottest_under	handle	rank	rank_of
    1081748030	abc5533523369242ec636cc99b8e02a9	lab.checkout.Main.pricing	abc55335/s1	0.9995726495726496	1170
    683797762	9de136d8ee64f76235e3cc8c57f23d18	lab.checkout.FraudRules.deepScan	9de136d8/s1	0.9987179487179487	1170
    $ corr spans -q --slowest 2 --json $I | sed -n '/"where"/,/"requests"/p'
      "where": null,
      "spans": 2,
      "of": 1197,
      "requests": true,
    $ corr span -q "$(corr spans -q --slowest 1 --tsv $I | sed 1d | cut -f 18)" $I | head -n 1
    GET /api/checkout  1.082 s    trace abc55335    2026-11-21 17:21:38.202Z

What is selected by name or expression is listed, also inside requests; every
span is with --all.

    $ corr spans -q --op fx.fetch -n 2 $I
    the 2 slowest of 598 spans named fx.fetch: 168.49 ms down to 119.82 ms
    no request matches; these spans are inside requests
    all are of pricing

       duration       self  id            span
      168.49 ms  168.49 ms  27735c8b/s23  fx.fetch
      119.82 ms  119.82 ms  53e98e51/s23  fx.fetch
    <= 67.36 ms             596 more      (-n 0)
    no cpu sample is tied to any of them
    next  corr span 27735c8b/s23 ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   where the slowest one spent its time
          corr trace 27735c8b ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   the waterfall
    $ corr spans -q --where 'duration > 600ms' -n 4 $I
    the 4 slowest of 28 spans: 1.082 s down to 1.063 s
    12 of the 28 spans are requests, the others are inside requests

      duration     self  id           service   span                n  hottest code
       1.082 s  0.001 s  abc55335/s1  gateway   GET /api/checkout
       1.080 s  0.012 s  abc55335/s2  gateway   gateway.checkout
       1.068 s  0.006 s  abc55335/s3  gateway   GET
       1.063 s  0.349 s  abc55335/s4  checkout  GET /checkout      16  Main.pricing
    <= 0.684 s           24 more                (-n 0)
    next  corr span abc55335 ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   where the slowest one spent its time
          corr trace abc55335 ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   the waterfall
    $ corr spans -q --all -n 4 $I
    the 4 slowest of 18,489 spans: 1.082 s down to 1.063 s

      duration     self  id           service   span                n  hottest code
       1.082 s  0.001 s  abc55335/s1  gateway   GET /api/checkout
       1.080 s  0.012 s  abc55335/s2  gateway   gateway.checkout
       1.068 s  0.006 s  abc55335/s3  gateway   GET
       1.063 s  0.349 s  abc55335/s4  checkout  GET /checkout      16  Main.pricing
    <= 0.684 s           18,485 more            (-n 0)
    next  corr span abc55335 ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   where the slowest one spent its time
          corr trace abc55335 ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   the waterfall
    $ corr spans -q --op 'get /price' --slowest 1 --ids $I
    27735c8b94aaf3f1555e37cd8438028b/972feeb9a904e8fa
    $ corr spans -q --status error $I
    no span is here that matches --status error
    next  corr spans --slowest 5 ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   the slowest requests
    [5]

Names that are not there.

    $ corr spans -q --op chekcout $I
    no span is called "chekcout"; did you mean GET /checkout?
    names most like it: GET /checkout, gateway.checkout, GET /report
    most frequent: GET (2,938), GET /price (598), GET /checkout (431), GET /cart
      (247), GET /recommend (186), GET /quote (167), GET /report (139), GET /metrics
      (25), and 14 more
    next  corr spans --op 'GET /checkout' ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   the spans with the nearest name
    [5]
    $ corr spans -q --op fx.fech $I
    no span is called "fx.fech"; did you mean fx.fetch?
    names most like it: fx.fetch, GET, GET /flag
    most frequent: GET (2,938), GET /price (598), GET /checkout (431), GET /cart
      (247), GET /recommend (186), GET /quote (167), GET /report (139), GET /metrics
      (25), and 14 more
    next  corr spans --op fx.fetch ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   the spans with the nearest name
    [5]
    $ corr spans -q --service checkou $I
    no service is called "checkou"; did you mean checkout?
    names most like it: checkout, reco, pricing
    services here: pricing, checkout, reco, gateway
    next  corr spans --service checkout ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   the slowest requests of it
    [5]
    $ corr spans -q --service checkout --op 'GET /price' $I
    no span of checkout is called "GET /price"; spans of pricing are
    next  corr spans --op 'GET /price' ../data/incident/traces.otlp.jsonl.gz \
              ../data/jfr/incident.jfr.gz   these spans
    [5]
    $ corr spans -q --op nope --ids $I
    [5]
