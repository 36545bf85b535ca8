scripts/runbook/latency-page: the slowest traces, and why.

    $ PATH=$PATH:$(cd -P $DATA/../scripts/runbook && pwd)
    $ cp -r $DATA/incident .
    $ latency-page -n 2 -s pricing incident >page.md
    $ grep '^#' page.md
    # Slowest traces
    ## 27735c8b94aaf3f1555e37cd8438028b
    ## 53e98e51e4413882666cd9a33a50ab70
    $ sed '1,/^## 5/d' page.md | sed 1d >said
    $ grep -n '^\*\*code' said
    12:**code in s21: 1 sample; 60 spans of 59..179 ms: 82 samples (±11 points)**
    $ corr span -q --md 53e98e51/s21 incident | diff - said

The files of this directory, where none is named; one operation, a window, and a
file to write to.

    $ (cd incident; latency-page -n 2 -s pricing -o ../here.md)
    $ sed 's/^\(.*corr .*\) incident/\1/' page.md | diff - here.md
    $ latency-page -n 9 -p 'GET /quote' -a 17:23:00Z -w 1s incident >page.md
    $ grep -c '^## ' page.md
    4
    $ corr spans -q -n 0 --tsv --op 'GET /quote' --around 17:23:00Z --window 1s incident | sed 1d | cut -f 7 >a
    $ sed -n 's/^## //p' page.md | diff a -

Of the slowest there is no code: the page says what is known.

    $ latency-page -n 1 incident >page.md
    latency-page: no sample can be tied to any of these traces
    [4]
    $ grep '^#' page.md
    # Slowest traces
    ## abc5533523369242ec636cc99b8e02a9
    $ sed '1,4d' page.md >said
    $ corr span -q --md abc55335 incident | diff - said

Nothing matches, nothing can be read, nowhere to write, and usage.

    $ latency-page -s nobody incident
    latency-page: no span matches
    [5]
    $ cat $DATA/incident/traces.otlp.jsonl.gz | latency-page -
    latency-page: -: a pipe can be read only once
    [2]
    $ CORR=./nowhere latency-page incident
    latency-page: ./nowhere: no such program
    [3]
    $ latency-page nowhere
    corr: nowhere: No such file or directory
    [3]
    $ latency-page -n 1 -o no/page.md incident
    latency-page: no/page.md: cannot be written
    [3]
    $ latency-page -n x incident
    latency-page: -n x: not a number from 1 to 9999
    [2]
    $ latency-page -n 0 incident
    latency-page: -n 0: not a number from 1 to 9999
    [2]
    $ latency-page -x 2>&1 | tail -n 2
      5  no span matches
    CORR names the program, corr if not set.
    $ latency-page -a never incident
    corr: --around wants a time like 14:15 or 2026-02-05T14:15:22Z, not "never"
    [2]
    $ latency-page -h | head -n 1
    usage: latency-page [OPTION...] [FILE...]
