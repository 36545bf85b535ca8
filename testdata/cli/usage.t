What people type by mistake.  Nothing goes to standard output, the status is 2.

    $ corr tpo
    corr: unknown command "tpo"
          hint: did you mean corr top?
    [2]
    $ corr d8e1999a
    corr: no file is here
          hint: name files or a directory: corr info DIR
    [5]
    $ corr help spna
    corr: no help on "spna"
          hint: did you mean corr help span?
    [2]
    $ corr help formts
    corr: no help on "formts"
          hint: did you mean corr help formats?
    [2]
    $ corr help xyzzy
    corr: no help on "xyzzy"
          hint: corr help
    [2]
    $ corr span -q 'no id at all' $DATA/incident
    corr: "no id at all" is not a trace or span id
          hint: give 4 or more hex digits, base64, a decimal number or a traceparent
    [2]
    $ corr top --cumm
    corr: unknown option --cumm
          hint: did you mean --cumulative?
    [2]
    $ corr top -n x
    corr: --count wants a number, not "x"
    [2]
    $ corr top --color blue $DATA/collapsed/py-spy.folded
    corr: --color wants one of auto|always|never, not "blue"
    [2]
    $ corr top --by tread $DATA/collapsed/py-spy.folded
    corr: --by cannot be "tread"
          hint: did you mean --by thread?
    [2]
    $ corr top --json --focus '(' $DATA/collapsed/py-spy.folded
    corr: bad pattern "(": missing closing parenthesis, after 1 byte
    [2]
    $ corr tree --to json
    corr: --to wants one of folded|pprof, not "json"
    [2]
    $ corr span
    corr: span wants an id
          hint: corr span ID [FILE...]
    [2]
    $ corr convert $DATA/collapsed/py-spy.folded
    corr: convert wants --to FORMAT
          hint: --to rows, rows.jsonl, folded, pprof, speedscope, firefox, chrome or tables
    [2]
    $ corr help labls
    corr: no help on "labls"
          hint: did you mean corr help labels?
    [2]
    $ corr --json top $DATA/collapsed/py-spy.folded
    corr: the command comes first: top
          hint: corr top --json ...
    [2]
    $ cp $DATA/collapsed/py-spy.folded top && corr --ascii top | head -1; rm top
    1 file
    $ corr -q -- trace >/dev/null
    corr: trace: No such file or directory
    [3]
    $ corr $DATA/collapsed/py-spy.folded
    1 file

    profile                                      samples
    ../data/collapsed/py-spy.folded  folded  383 samples

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top ../data/collapsed/py-spy.folded   the most expensive functions

A time of day needs a day, and a window a beginning before its end.

    $ corr top --from 14:15 $DATA/collapsed/py-spy.folded
    corr: "14:15" needs a date
          hint: no input says on which day it was recorded
    [2]
    $ corr top --from 17:23 --to 17:22 $DATA/incident/pricing.cpu.00.pb.gz
    corr: --from 17:23 is not before --to 17:22
    [2]
    $ corr top --to 1969-12-31 $DATA/incident/pricing.cpu.00.pb.gz
    corr: --to 1969-12-31 is before 1970
    [2]

What is not there, and what is not known.  Of several files those that can be
read are.

    $ corr top nosuch.pb.gz
    corr: nosuch.pb.gz: No such file or directory
    [3]
    $ corr top --json nosuch.pb.gz 2>/dev/null
    {
      "schema": "corr.top/1",
      "corr": "0.1.0",
      "verdict": "unreadable",
      "exit": 3,
      "notes": [
        {"level": "warning", "code": "UNREADABLE", "text": "No such file or directory", "input": 1, "shown": true}
      ],
      "inputs": [
        {"n": 1, "path": "nosuch.pb.gz", "format": null, "producer": null, "service": null, "version": null, "host": null, "pid": null, "bytes": 0, "from_unix_ns": null, "to_unix_ns": null, "clock_shift_ns": 0, "label_scope": null, "yield": null, "used": false, "why_not": "No such file or directory", "lost": {"bytes": 0, "ns": 0, "events": 0}, "kinds": [], "spans": null, "traces": null, "files": 1, "chunks": null, "chunks_broken": null, "series": 0, "points": 0, "resolution_ns": null, "service_by": null, "clock": null, "clock_error_ns": null, "sha256": null}
      ]
    }
    [3]
    $ corr top -q -n 1 nosuch.pb.gz $DATA/collapsed/py-spy.folded
    corr: nosuch.pb.gz: No such file or directory
    383 samples of py-spy
    42% is _worker

    self%    ±  total%    n  function
     42.3  4.9    56.9  162  _worker
     57.7               221  87 more functions (-n 0)
    383 samples: shares are within 6 points
    next  corr peek _worker ../data/collapsed/py-spy.folded nosuch.pb.gz
          corr tree ../data/collapsed/py-spy.folded nosuch.pb.gz
    $ printf 'no profile\n' > notes.txt
    $ corr top notes.txt
    corr: notes.txt: unknown format in the first 11 bytes
          hint: "corr help formats" lists the formats; --as NAME insists on one
    [3]
    $ rm notes.txt
    $ corr
    corr: no file is here
          hint: name files or a directory: corr info DIR
    [5]
    $ corr top --files0-from nosuch.list
    corr: nosuch.list: No such file or directory
    [3]
    $ printf '%s\0' $DATA/collapsed/py-spy.folded | corr top -n 1 --files0-from -
    383 samples of py-spy
    42% is _worker

    self%    ±  total%    n  function
     42.3  4.9    56.9  162  _worker
     57.7               221  87 more functions (-n 0)
    383 samples: shares are within 6 points

An output that cannot be written is told; a reader that leaves is not.

    $ corr top -o /nonexistent/x $DATA/collapsed/py-spy.folded
    corr: /nonexistent/x cannot be written: No such file or directory
    [3]
    $ corr top $DATA/collapsed/py-spy.folded >/dev/full
    corr: the output cannot be written: No space left on device
    [3]
    $ corr top $DATA/collapsed/py-spy.folded | head -n 1
    383 samples of py-spy

Help and facts.

    $ corr help
    corr - which code made this request slow?

      corr                      start here: what is in this folder
      corr spans --slowest 5    the slowest requests
      corr span ID              where the time of one request went
      corr diff A B             what changed from A to B

    look   info   what is here, what joins with what, what is missing
    ask    span   what the code did inside one trace or span
           spans  the slowest requests or spans, each with its hottest code
           trace  one trace whole: waterfall, critical path, holes
           top    hotspots: the functions, lines or requests that cost most
           tree   the call tree, what was called below its caller
           peek   callers and callees around a function
           diff   what changed between two sides, by how much, and is it real
           check  whether a new side keeps to a budget: pass, fail, cannot tell
           when   what changed, when, and which code moves with it
           chase  the worst exemplars of metrics, and why their requests took long
           alert  from an alert to what changed, the slowest requests and the code
           report the slowest requests, where their time went, on one page
           open   the page of an answer in a file, whose path is printed
    write  convert, cut, merge, partial, fetch, scrub, pack, replay   files
    about  help, guide, index, shell, completion, version

    usage: corr COMMAND [WHAT] [OPTION...] [FILE...]
    corr COMMAND -h   options of a command
    corr help TOPIC  agents formats json labels methods query runbooks tutorial
    $ corr help json | head -n 2
    --json prints one document, --jsonl one object a row, --tsv and
    --csv the same rows under a header.
    $ corr top --help | head -n 3
    corr top - hotspots: the functions, lines or requests that cost most

    usage: corr top [OPTION...] [FILE...]
    $ corr check --help | grep -A3 '^exit'
    exit: 0 answered, 1 fail, 2 usage, 3 unreadable, 4 cannot tell, 5 nothing found
    $ corr convert --help | grep -A2 '^exit'
    exit: 0 answered, 2 usage, 3 unreadable, 4 cannot tell, 5 nothing found
    $ corr --version
    corr 0.1.0
    $ corr version --verbose | cut -d ' ' -f 1 | grep -vx -e zstd -e lz4
    corr
    compiler
    build
    zlib
    ISA-L
    protobuf-c
    cJSON
    PCRE2
    readline
    libcurl
    formats
    limits

Where the time goes.

    $ CORR_TRACE=1 corr top -q $DATA/pprof/go-cpu.pb.gz 2>&1 >/dev/null |
    >     sed 's/took [0-9.]*/took N/; s/peak_kb=[0-9]*/peak_kb=N/'
    corr: load took N ms  bytes=7331  peak_kb=N
    corr: run took N ms  bytes=7331 samples=112  peak_kb=N
    corr: render took N ms  peak_kb=N
    $ CORR_TRACE=trace.log corr top -q $DATA/pprof/go-cpu.pb.gz >/dev/null
    $ wc -l <trace.log
    3

A value that says nothing is not taken for one that does.

    $ corr top --label tenant $DATA/collapsed/py-spy.folded
    corr: --label needs KEY=VALUE, not "tenant"
    [2]
    $ corr top --around 17:22 --window 0 $DATA/incident/pricing.cpu.00.pb.gz
    corr: --window wants a duration like 5m, 1.5s or 300ms, not "0"
    [2]
    $ corr top --window 5s $DATA/incident/pricing.cpu.00.pb.gz
    corr: --window needs --around TIME
    [2]
    $ corr top --by label $DATA/collapsed/py-spy.folded
    corr: --by cannot be "label"
          hint: did you mean --by label:KEY?
    [2]
    $ corr top ''
    corr: "": No such file or directory
    [3]
    $ corr spans --where ' ' $DATA/incident
    corr: query: no filter is given; { } selects every span
    [2]

An option that would change nothing is none: where no row is left out, and where
no name is cut.

    $ corr info -n 3
    corr: info has no option -n
    [2]
    $ corr check --all BASE NEW
    corr: check has no option --all
    [2]
    $ corr index show -n 3
    corr: index has no option -n
    [2]
    $ corr when -n 3
    corr: when has no option -n
    [2]
    $ corr when --wide
    corr: when has no option --wide
    [2]

Scripts have a page, too.

    $ corr help runbooks | head -n 2
    Scripts for a POSIX shell, in share/corr/runbook.  -h prints how
    each one is used.
