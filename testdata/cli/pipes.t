Pipes, scripts and cron.

Standard input is read for "-" only; a command that waits for it never hangs a
script.

    $ cp $DATA/incident/pricing.cpu.07.pb.gz $DATA/incident/traces.otlp.jsonl.gz .
    $ yes | corr top -q -n 1
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms
    83% is main.mix, 47% of it under main.roundAll

    self%    ±  total%   n  function                  mostly under
     83.2  7.5    84.2  79  main.mix                  main.roundAll 47%
     16.8               16  54 more functions (-n 0)
    95 samples: shares are within 11 points
    next  corr peek main.mix   who calls it
          corr tree            the call tree
    $ cat pricing.cpu.07.pb.gz | corr top -n 1 -
    CPU  10 s  95 samples of 10 ms = 950.0 ms
    83% is main.mix, 47% of it under main.roundAll

    self%    ±  total%   n  function                  mostly under
     83.2  7.5    84.2  79  main.mix                  main.roundAll 47%
     16.8               16  54 more functions (-n 0)
    95 samples: shares are within 11 points
    $ cat pricing.cpu.07.pb.gz | corr span -q d8e1/s6 - traces.otlp.jsonl.gz | grep ^evidence
    evidence  request id, confidence 1.00; 3 of at most 6 samples (50%)
    $ corr span -q d8e1/s6 - pricing.cpu.07.pb.gz <traces.otlp.jsonl.gz | grep ^evidence
    evidence  request id, confidence 1.00; 3 of at most 6 samples (50%)
    $ echo d8e1 | corr span - - </dev/null
    corr: standard input holds no line with an id
    [2]
    $ echo d8e1999a185380142371dbc7a1812f35 | corr span - -q | grep '^evidence'
    evidence  request share, confidence 0.60; 3 of at most 6 samples (50%)
    $ printf 'starting up\n\n12:01 ERROR [checkout,d8e1999a185380142371dbc7a1812f35] slow\n12:02 done\n' |
    > corr span - -q | grep 'trace '
    GET /api/quote  95.80 ms    trace d8e1999a    2026-11-21 17:23:00.972Z
    $ printf 'starting up\ndone\n' | corr span - -q
    corr: "starting up" is not a trace or span id
          hint: give 4 or more hex digits, base64, a decimal number or a traceparent
    [2]
    $ corr top - - </dev/null
    corr: standard input: the file is empty
    [3]

A reader that leaves early is no error, not even with pipefail.

    $ corr tree --all -q | head -n 1
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms
    $ bash -c 'set -o pipefail; corr convert -q --to rows | head -n 1 | cut -f 1-3'
    file	row	tick
    $ bash -c 'set -o pipefail; corr top -q --json | head -c 2; echo'
    {

Numbers come first, for sort; ids come alone, for xargs.

    $ corr top -q --tsv | sort -t "$(printf '\t')" -k 3,3nr | cut -f 3,9 | head -n 3
    920000000	net/http.(*conn).serve
    910000000	net/http.(*ServeMux).ServeHTTP
    910000000	net/http.HandlerFunc.ServeHTTP
    $ corr top -q --by trace --tsv | cut -f 8,9 | sort -k 1,1nr -k 2 | head -n 4
    5	[no span]
    3	d8e1999a185380142371dbc7a1812f35
    2	12d72a9754c4c04b666dac404ea364f8
    2	15b93cf2ce246206dbe21a0043b8beac
    $ corr top -q --by trace --tsv -n 3 | awk -F '\t' '$9 ~ /^[0-9a-f]+$/ { print $9 }' |
    > xargs -n 1 corr span -q | grep '^evidence'
    evidence  request share, confidence 0.60; 3 of at most 6 samples (50%)
    evidence  request share, confidence 0.60; 2 of at most 4 samples (49%)

Statuses for a script: 0 answered, 4 found but no evidence, 5 not found.

    $ for id in d8e1 d8e1/s4 ffff0000 d8; do
    >   corr span -q $id >/dev/null 2>&1; echo "$id $?"; done
    d8e1 0
    d8e1/s4 4
    ffff0000 5
    d8 2
    $ corr info -q --json | grep -o '"coverage": {"span_labels": 0.9'
    "coverage": {"span_labels": 0.9

-q leaves the answer and what changes its meaning; -o names a file, and the
answer is not printed.

    $ corr top -n 1 -q 2>&1 >/dev/null
    $ corr top -n 1 -q -o out.txt && sed -n 1p out.txt
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms
    $ corr top -n 1 -q --json -o out.txt && sed -n 2p out.txt && rm out.txt
      "schema": "corr.top/1",

Names that look like options, names with spaces, many names.

    $ cp pricing.cpu.07.pb.gz ./-n && corr top -q -n 1 -- -n | sed -n 1p; rm ./-n
    CPU  10 s  95 samples of 10 ms = 950.0 ms
    $ cp pricing.cpu.07.pb.gz 'with space' && corr top -q -n 1 'with space' | sed -n 1p
    CPU  10 s  95 samples of 10 ms = 950.0 ms
    $ printf '%s\0' 'with space' traces.otlp.jsonl.gz |
    > corr span -q d8e1/s6 --files0-from - | grep ^evidence
    evidence  request id, confidence 1.00; 3 of at most 6 samples (50%)
    $ rm 'with space'

Any number of workers, all that could be wanted, any order: the same bytes.

    $ for a in '-@ 1' '-@ 2' '-@ 7'; do corr span -q d8e1 $a | cksum; done | uniq | wc -l
    1
    $ CORR_WANT=all corr span -q d8e1 --json | grep -v '"path"' >a
    $ corr span -q d8e1 --json | grep -v '"path"' | cmp - a
    $ corr span -q d8e1 traces.otlp.jsonl.gz pricing.cpu.07.pb.gz >a
    $ corr span -q d8e1 pricing.cpu.07.pb.gz traces.otlp.jsonl.gz | cmp - a

Ids for another command are ids or nothing.

    $ corr spans -q --ids --op nothing
    [5]
