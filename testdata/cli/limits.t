A real service has a pool of 4 connections, a timeout of 500 ms and a wait of
100 ms before another attempt (../limits/limits.go).  Its traces name none of
them.

    $ cp $DATA/limits/limits.otlp.jsonl.gz .
    $ corr info --json limits.otlp.jsonl.gz | grep '"HIDDEN_LIMIT"' |
    > grep -o -e 'run at most [0-9]* at once' -e '[0-9][0-9]* of [0-9].* as a timeout' \
    > -e '[0-9][0-9]* of [0-9].* after a failed one'
    run at most 4 at once
    61 of 64 failed calls end after 500 ms, as a timeout
    145 of 157 attempts start 100 ms after a failed one
