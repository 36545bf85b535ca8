What the incident's files know over time.

    $ corr when -q $DATA/incident
    2026-11-21 17:21:46.600Z..17:23:17.000Z  1m30s

           17:21:46Z                            17:23:17Z  2 s a column
    cpu    ▇▇▇▇▇▅▅▅▅▅▆▆▆▆▆▅▅▅▅▅▄▄▄▄▄▃▃▃▃▃██████████▆▅▅▅▅▁  0.05..0.10 cores
    spans  ▅▂▂▄▄▅▆▃▄▁▄▅▄▅▃▄▂▃▄▃▂▂▃▁▁▃▃▂▁▃▃█▅▅▄▄▄▅▅▅▄▃▄▆▃▃  109..300 a second

    $ corr when -q $DATA/incident --width 60 --ascii
    2026-11-21 17:21:46.600Z..17:23:17.000Z  1m30s

           17:21:46Z 17:23:17Z  5 s a column
    cpu    ##++**++==--@@@@*+_  0.05..0.10 cores
    spans  ++#-**-=._--@#*#+*=  126..231 a second

    $ corr when -q $DATA/incident --tz +02:00 | sed -n 1,3p
    2026-11-21 19:21:46.600+02:00..19:23:17.000+02:00  1m30s

           19:21:46+02:00                  19:23:17+02:00  2 s a column

    $ corr when -q $DATA/incident/traces.otlp.jsonl.gz@17:22:00..17:22:30
    2026-11-21 17:21:59.900Z..17:22:30.000Z  30.1 s

           17:21:59Z             17:22:30Z  1 s a column
    spans  ▆▇▃█▅▃▄▇▆█▆▇▆██▅▅▇▆▅▄▁█▇▆▅▄▅▄▄▁  43.6..252 a second


A clock that does not tell the date, alone and beside one that does.

    $ corr when -q $DATA/cpuprofile/plain.cpuprofile
    corr: ../data/cpuprofile/plain.cpuprofile: its times count from the start of the machine, and nothing says when that was: they are compared with no span
    3 ms, at a time that nobody knows

          0 s     500 us a column
    wall  ▅█▅▅▁▅  0.00..2.00 threads

    $ corr when -q $DATA/cpuprofile/plain.cpuprofile $DATA/perf/checkout.perf.txt --all
    corr: ../data/cpuprofile/plain.cpuprofile: its times count from the start of the machine, and nothing says when that was: they are compared with no span
    2026-11-21 02:23:13.560Z..02:23:13.585Z  25 ms
    1 more input is left out: the clocks cannot be compared

                 02:23:13.560Z  5 ms a column
    cpu          █▁▄▁▄  0.00..5.35 cores
    page-faults  ▁▁▁▁█  0.00..220 a second


Data: every value of every series.

    $ corr when -q $DATA/perf/checkout.perf.txt --json | sed -n '/changes/,/values/p' | cut -c1-100
      "changes": [],
      "window": null,
      "baseline": null,
      "explained": null,
      "suspects": [],
      "versions": [],
      "series": [
        {"name": "cpu", "unit": "cores", "from_unix_ns": "1795227793560000000", "step_ns": 5000000, "val
    $ corr when -q $DATA/cpuprofile/plain.cpuprofile --json | grep 'name.*unix_ns' | cut -c1-100
    corr: ../data/cpuprofile/plain.cpuprofile: its times count from the start of the machine, and nothing says when that was: they are compared with no span
        {"name": "wall", "unit": "threads", "from_unix_ns": null, "step_ns": 500000, "values": [1.0, 2.0
    $ corr when -q $DATA/perf/checkout.perf.txt --tsv
    at_unix_ns	plus_minus_ns	direction	size	series

Nothing with times.

    $ corr when $DATA/collapsed/py-spy.folded
    nothing here says when it was: no sample, span or number has a time
    [4]
