Limits and windows of servers: each list is asked with a limit, and what filled
it is cut, in the folder and for corr check.
Needs python3, corr-fetch.

    $ ../data/../scripts/replay ../data/backends --log log --seconds 60 >port 2>/dev/null &
    > for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    >     [ -s port ] || sleep 0.1
    > done; server=$!; at=http://127.0.0.1:$(cat port)
    > when='--from 2026-11-21T17:21:30Z --to 2026-11-21T17:23:20Z'
    > # notes FOLDER: limit and completeness of each answer that was asked with one
    > notes() {
    >     sed -n -E 's/.*("limit":[0-9]+).*("complete":[a-z]+).*/\1 \2/p' $1/.corr/provenance.jsonl | sort -u
    > }

Both ends of a window are printed in UTC, whatever the zone of the user.

    $ TZ=Asia/Tokyo corr fetch spans --service checkout --limit 9 $when --tempo $at/tempo -o tempo | head -n 2
    5 files, 86.5 kB, in tempo
    window    2026-11-21 17:21:30Z..17:23:20Z (1m50s)
    $ corr fetch spans --service checkout --from 2026-11-21T18:21:30+01:00 --to 1795281800 --limit 9 --tempo $at/tempo -o tempo | head -n 2
    5 files, 86.5 kB, in tempo; 5 were already there
    window    2026-11-21 17:21:30Z..17:23:20Z (1m50s)
    $ for option in --from --to --around; do
    >     corr fetch spans --service checkout $option 2026-11-21T17:21:30 --tempo $at/tempo -o none
    > done
    corr: --from 2026-11-21T17:21:30 has no zone, so servers elsewhere would read another time
          hint: --from 2026-11-21T17:21:30Z for UTC, --from 2026-11-21T17:21:30+02:00, or --from -1h
    corr: --to 2026-11-21T17:21:30 has no zone, so servers elsewhere would read another time
          hint: --to 2026-11-21T17:21:30Z for UTC, --to 2026-11-21T17:21:30+02:00, or --to -1h
    corr: --around 2026-11-21T17:21:30 has no zone, so servers elsewhere would read another time
          hint: --around 2026-11-21T17:21:30Z for UTC, --around 2026-11-21T17:21:30+02:00, or --around -1h
    [2]

Below its limit an answer is whole; one that filled it is cut.

    $ corr fetch spans --service checkout --limit 9 $when --tempo $at/tempo -o tempo >/dev/null; echo $?; notes tempo
    0
    "limit":9 "complete":true
    $ corr fetch spans --service checkout --limit 3 $when --tempo $at/tempo -o tempo-cut | grep '^cut  *search'; notes tempo-cut
    cut       search in Tempo: the answer filled its limit of 3 hits; both halves of
    cut       search in Tempo: the answer filled its limit of 3 hits (2 times)
    "limit":3 "complete":false
    $ corr fetch spans --service checkout --limit 9 $when --jaeger $at/jaeger -o jaeger >/dev/null; echo $?; notes jaeger
    0
    "limit":9 "complete":true
    $ corr fetch spans --service checkout --limit 3 $when --jaeger $at/jaeger -o jaeger-cut | grep '^cut  *search'; notes jaeger-cut
    cut       search in Jaeger: the answer filled its limit of 3 hits; both halves
    cut       search in Jaeger: the answer filled its limit of 3 hits (2 times)
    "limit":3 "complete":false
    "limit":3 "complete":true
    $ corr fetch spans --service checkout --limit 9 $when --zipkin $at/zipkin -o zipkin >/dev/null; echo $?; notes zipkin
    0
    "limit":9 "complete":true
    $ corr fetch spans --service checkout --limit 3 $when --zipkin $at/zipkin -o zipkin-cut | grep '^cut  *search'; notes zipkin-cut
    cut       search in Zipkin: the answer filled its limit of 3 hits; both halves
    cut       search in Zipkin: the answer filled its limit of 3 hits (2 times)
    "limit":3 "complete":false
    $ corr fetch metrics service:cpu:rate20s --step 5s $when --prometheus $at/prometheus -o prometheus >/dev/null; echo $?; notes prometheus
    0
    "limit":10000 "complete":true
    $ corr fetch metrics service:cpu:rate20s --limit 4 --step 5s $when --prometheus $at/prometheus -o prometheus-cut | grep '^cut  *metric'; notes prometheus-cut
    cut       metric from Prometheus: the answer filled its limit of 4 series
    "limit":4 "complete":false
    $ corr fetch profiles --service pricing --kind cpu $when --pyroscope $at/pyroscope -o pyroscope >/dev/null; echo $?; notes pyroscope
    0
    "limit":1048576 "complete":true
    $ corr fetch alerts --prometheus $at/prometheus -o alerts >/dev/null; echo $?; notes alerts
    0
    "limit":1000 "complete":true

No verdict is told about a folder with such an answer.

    $ for dir in tempo jaeger zipkin prometheus; do
    >     corr check $dir-cut $dir >verdict; echo $dir $? $(grep -m 1 -o 'answers of servers are missing or cut' verdict)
    > done
    tempo 4 answers of servers are missing or cut
    jaeger 4 answers of servers are missing or cut
    zipkin 4 answers of servers are missing or cut
    prometheus 4 answers of servers are missing or cut
    $ corr info tempo-cut | grep missing
    missing   3 of 8 answers of servers are missing or cut, such as search in Tempo

A part of Tempo that lags is asked again.

    $ ../data/../scripts/hostile ../data/backends --seconds 60 >port2 2>/dev/null &
    > for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    >     [ -s port2 ] || sleep 0.3
    > done; second=$!; bad=http://127.0.0.1:$(cat port2)
    $ corr fetch trace 8b6f592889af98a87a3c98f15bbcef50 --tempo $bad/lag=1/tempo -o lag | grep -v next
    1 file, 19.2 kB, in lag
             size  file                                              format
    got  19.18 kB  traces/tempo-8b6f592889af98a87a3c98f15bbcef50.pb  otlp-pb
    $ grep -c '"outcome":"got"' lag/.corr/provenance.jsonl
    1

Requests beyond what a run may ask are not passed over in silence.

    $ corr fetch metrics up --step 1ms --from 2026-11-01T00:00:00Z --to 2026-11-21T00:00:00Z --prometheus $at --dry-run | tail -n 2 | cut -c 1-90
    # answers may lead to further questions
    # only the first 100,000 requests are asked: --step asks for fewer
    $ corr fetch http://127.0.0.1:1/a --insecure --dry-run
    # the certificates of servers are not checked (--insecure)
    curl -sS --compressed -H 'Accept: */*' -k -o a-52c9a972 --url http://127.0.0.1:1/a

    $ kill $server $second
