The slowest requests, each with its spans, its code and its evidence, are one
page.  Without an option it is HTML.

    $ cp -r $DATA/incident/. .
    $ corr report -n 2 -o page.html
    $ grep -c '<figure' page.html
    4
    $ grep -o '<figure id="[^"]*"' page.html
    <figure id="abc55335-spans"
    <figure id="9de136d8-spans"
    <figure id="9de136d8-flame-s21"
    <figure id="9de136d8-flame-alike"

Bars of several requests have links of their own: no id is there twice.

    $ grep -o ' id="[^"]*"' page.html | sort | uniq -d

    $ corr report -n 2 --tsv | cut -f 2,5-7
    duration_ns	name	service	handle
    1081748030	GET	gateway	abc55335/s1
    683797762	GET	gateway	9de136d8/s1
    $ corr report --service nosuch --tsv
    start_unix_ns	duration_ns	trace_id	span_id	name	service	handle
    [5]
    $ corr report --op 'GET /price' -n 1 --md | head -n 1
    **the slowest of 598 spans with --op 'GET /price'**
    $ corr report traces.otlp.jsonl.gz -n 1 --md | tail -n 3
    **no code: traces are here, but no profile**

    - **try** add a profile of the same time (corr help formats)

A page of a command is a file, whose path is printed.  Without -o it is in a
folder of its own that nobody else can read.

    $ corr open 9de136d8 -o request.html
    request.html
    $ head -c 15 request.html
    <!DOCTYPE html>
    (no newline)
    $ corr open 9de136d8 --svg -o request.svg && head -n 1 request.svg | cut -c 1-4
    request.svg
    <svg
    $ corr open trace 9de1 -o trace.html && grep -c 'id="spans"' trace.html
    trace.html
    1
    $ corr open when -o when.html && grep -c 'id="load"' when.html
    when.html
    1
    $ TMPDIR=$PWD corr open 9de136d8 | sed 's|.*/corr-......|DIR|'
    DIR/span.html
    $ stat -c %a corr-*/ && ls corr-*/
    700
    span.html
    $ corr open 9de136d8 --json
    corr: open has no option --json
    [2]
    $ corr open trace 9de136d8 --json
    corr: corr open writes a page, not --json
          hint: corr trace --json
    [2]
    $ corr open 9de136d8 -o -
    corr: corr open writes a file, not standard output
          hint: corr span ID --html
    [2]
    $ corr open ffffffff -o none.html; ls none.html 2>&1 | sed 's/.*: //'
    corr: no trace begins with "ffffffff" (15 inputs)
    No such file or directory

Amounts of a page are those of the screen: the CPU of a span, in its row.

    $ corr span 9de136d8 --md | grep 'on CPU'
    | 19.97 ms | 22% | ▉▉▉▉▉▉▉▉▉▉ | on CPU | 2 samples, 0.2 threads on average |
    $ corr span 9de136d8 --html | grep -c 'CPU'
    3

A page of a request is small, and names are text in it.

    $ corr span 9de136d8 --html | wc -c | awk '{ print ($1 < 300000) }'
    1
    $ sed 's/GET/<\/script><img src=x>\\u001b[31m/' <<'X' >bad.jsonl
    > {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"a\"b"}}]},"scopeSpans":[{"spans":[{"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7","name":"GET","startTimeUnixNano":"1700000000000000000","endTimeUnixNano":"1700000000100000000"}]}]}]}
    > X
    $ corr trace bad.jsonl --html | grep -c '<img'
    0
    [1]
    $ corr trace bad.jsonl --svg | grep -o '<title>s1.*</title>'
    <title>s1 a&quot;b &lt;/script&gt;&lt;img src=x&gt;␛[31m, 100.00 ms; not recorded 100.00 ms</title>

The picture of the README is what corr draws today, but for the command in its
title.

    $ corr trace abc55335 $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz --svg -o now.svg
    corr: ../data/jfr/incident.jfr.gz: samples cover 69% of the CPU used (29.71 of 43.31 s)
    $ grep -v '^<title>corr' now.svg >now; grep -v '^<title>corr' $DATA/cli/request.svg | cmp - now
