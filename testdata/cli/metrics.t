Metrics: what Prometheus answered to range queries.

    $ corr info $DATA/metrics/cpu.json $DATA/metrics/buckets.json
    2 files, 2026-11-21 17:21:51.000Z..17:23:41.000Z
    file                          format      length  holds
    ../data/metrics/buckets.json  prometheus   1m50s  40 series, every 5 s
    ../data/metrics/cpu.json      prometheus   1m45s  4 series, every 5 s
    $ corr info --json $DATA/metrics/cpu.json | tr '{,' '\n\n' | grep -E 'series|points|resolution|_unix'
     "from_unix_ns": "1795281716000000000"
     "to_unix_ns": "1795281821000000000"
     "series": 4
     "points": 88
     "resolution_ns": 5000000000}

A question that has no use for them leaves them out.

    $ corr top $DATA/metrics/cpu.json
    no profile is here: there are only metrics
    [5]

An answer that breaks off is read as far as it goes, and a file of errors is
none.

    $ head -c 700 $DATA/metrics/cpu.json > cut.json
    $ corr info cut.json
    corr: cut.json: the input ends inside an answer of Prometheus; its last 21 bytes cannot be used, at byte 700
    1 file, 2026-11-21 17:21:56.000Z..17:23:01.000Z
    file      format      length  holds
    cut.json  prometheus   1m05s  1 series, every 5 s
    $ echo '{"status":"error","errorType":"bad_data","error":"exceeded maximum resolution"}' > error.json
    $ corr info error.json
    corr: error.json: it is no answer but an error of the server, bad_data: exceeded maximum resolution
    [3]
