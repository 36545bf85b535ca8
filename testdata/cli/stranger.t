A stranger's walk: folders and files with nothing for us in them.

An empty folder, an empty file, and no file at all.

    $ corr
    corr: no file is here
          hint: name files or a directory: corr info DIR
    [5]
    $ mkdir empty && corr info empty
    corr: no file is here
          hint: name files or a directory: corr info DIR
    [5]
    $ corr top empty
    corr: no file is here
          hint: name files or a directory: corr info DIR
    [5]
    $ : >zero && corr info zero
    corr: zero: the file is empty
    [3]
    $ corr top /dev/null
    corr: /dev/null: the file is empty
    [3]
    $ corr top </dev/null
    corr: the only file here is not a profile or a trace
          hint: subfolders are not searched; try: corr info .
    [5]
    $ corr info -q nosuch
    corr: nosuch: No such file or directory
    [3]

Photographs, a note and a program.

    $ mkdir photos && cd photos
    $ printf '\377\330\377\340\000\020JFIF\000\001\001' >a.jpg
    $ printf '\211PNG\r\n\032\n\000\000\000\rIHDR' >b.png
    $ echo 'Remember the milk.' >notes.txt
    $ cp /bin/sh program
    $ corr
    corr: no profile or trace is among the 4 files here
          hint: name a file to see why; "corr help formats" lists the formats
    [5]
    $ corr top
    corr: no profile or trace is among the 4 files here
          hint: name a file to see why; "corr help formats" lists the formats
    [5]
    $ corr span 4bf92f35
    corr: no profile or trace is among the 4 files here
          hint: name a file to see why; "corr help formats" lists the formats
    [5]
    $ corr info b.png
    corr: b.png: a picture (PNG), which corr cannot read
          hint: give corr the data that it was drawn from
    [3]
    $ corr info . --json | sed -n '/verdict/,/inputs/p'
    corr: no profile or trace is among the 4 files here
          hint: name a file to see why; "corr help formats" lists the formats
      "verdict": "nothing-found",
      "exit": 5,
      "notes": [
        {"level": "warning", "code": "FAILED", "text": "no profile or trace is among the 4 files here", "input": null, "shown": false}
      ],
      "inputs": []

One profile among them is found.

    $ cp ../$DATA/collapsed/py-spy.folded holiday.txt
    $ corr
    1 file

    profile                  samples
    holiday.txt  folded  383 samples

    no trace is here: samples cannot be tied to requests (add an exported trace)
    skipped 4 files of unknown format
    next  corr top   the most expensive functions
    $ cd ..

A directory that may not be read is said to be so, and is no reason to stop.

    $ mkdir locked && cp photos/holiday.txt locked/x && chmod 0 locked
    $ test -r locked && echo "corr: locked: cannot read this directory: Permission denied" \
    >     || corr info locked 2>&1 | head -n 1
    corr: locked: cannot read this directory: Permission denied
    $ chmod 700 locked

So is a file in a directory: that nothing in it is known is not known.

    $ mkdir shut && cp photos/holiday.txt shut/x && chmod 0 shut/x
    $ test -r shut/x && echo "corr: shut/x: cannot open: Permission denied" \
    >     || corr info shut 2>&1 | grep shut/x
    corr: shut/x: cannot open: Permission denied

What looks like a format that is not read yet names itself.

    $ printf 'FLR\000\000\002\000\000' >rec.jfr && corr top rec.jfr
    corr: rec.jfr: the recording is cut off before its first event, at byte 0
          chunk header (jfr)
    [3]
    $ printf 'PK\003\004\024\000' >a.zip && corr top a.zip
    corr: a.zip: the zip archive has no directory at its end; it is cut off
          hint: fetch the file again; zip -FF repairs some
    [3]
    $ mkdir packed && cp $DATA/incident/pricing.cpu.00.pb.gz packed
    $ tar -czf packed.tar.gz packed && corr top packed.tar.gz
    CPU of pricing  10 s  85 samples of 10 ms = 850.0 ms
    80% is main.mix, 49% of it under main.roundAll

    self%    ±  total%   n  function                  mostly under
     80.0  8.4    82.4  68  main.mix                  main.roundAll 49%
      7.1  5.6     8.2   6  main.containsRule         main.mergeRules
      3.5  4.3     3.5   3  runtime.asyncPreempt      main.mix
      9.4                8  77 more functions (-n 0)
    85 samples: shares are within 11 points
    next  corr peek main.mix packed.tar.gz   who calls it
          corr tree packed.tar.gz            the call tree
    $ printf 'panic: no\n\ngoroutine 1 [running]:\nmain.main()\n' >crash.txt
    $ corr top crash.txt
    corr: crash.txt: stacks of goroutines in text (debug=2, or a crash), which corr cannot read
          hint: fetch /debug/pprof/goroutine without debug=2: it counts those alike
    [3]
    $ corr top --as jfrr photos/holiday.txt
    corr: photos/holiday.txt: unknown format "jfrr"
          hint: "corr help formats" lists them
    [2]

Names that are not for a terminal.

    $ printf 'main;\033[31mred\007;a\342\200\256b 98\nmain;<b>|x| 2\n' >odd.folded
    $ corr top odd.folded
    100 samples of odd
    98% is a\u202eb, all of it under ␛[31mred␇

    self%    ±  total%   n  function  mostly under
     98.0  3.2    98.0  98  a\u202eb  ␛[31mred␇
      2.0  3.2     2.0   2  <b>|x|    main
    100 samples: shares are within 10 points
    next  corr peek 'a\u202eb' odd.folded   who calls it
          corr tree odd.folded              the call tree
    $ corr tree --md odd.folded
    **100 samples of odd**

    98% is one path: main → ␛\[31mred␇ → a\\u202eb

    | total% | self% | n |  | function (\* the hottest path) |
    |--:|--:|--:|:--|:--|
    | 100.0% | 0.0% | 100 | \* | **main** |
    | 98.0% | 98.0% | 98 | \* |   **(hot) ␛\[31mred␇ → a\\u202eb** |
    | 2.0% | 2.0% | 2 |  |   \<b\>\|x\| |

    100 samples: shares are within 10 points

        corr peek 'a\u202eb' odd.folded
        corr tree --icicle odd.folded
    $ corr top --tsv odd.folded | cut -f 9
    key
    a\u202eb
    <b>|x|
    \x1b[31mred\x07
    main
    $ printf 'main;=1+1 3\n' | corr top --csv - | cut -d , -f 9
    key
    '=1+1
    main
    $ f=$(printf 'new\nline\033[2J'); cp odd.folded "$f"; corr top -n 1 "$f" odd.folded
    100 samples of new␊line␛[2J
    98% is a\u202eb, all of it under ␛[31mred␇

    self%    ±  total%   n  function                 mostly under
     98.0  3.2    98.0  98  a\u202eb                 ␛[31mred␇
      2.0                2  3 more functions (-n 0)
    100 samples: shares are within 10 points
    next  corr peek 'a\u202eb' 'new␊line␛[2J' odd.folded   who calls it
          corr tree 'new␊line␛[2J' odd.folded              the call tree

Ids that are no numbers are asked for as they are shown.

    $ cat >odd.json <<'END'
    > [{"traceId":"abc-x","id":"span-9","name":"get","timestamp":1700000000000000,"duration":1000,"localEndpoint":{"serviceName":"shop"}},
    >  {"traceId":"abc-y","id":"span-8","name":"put","timestamp":1700000000000000,"duration":1000,"localEndpoint":{"serviceName":"shop"}}]
    > END
    $ corr spans -q --op put odd.json 2>/dev/null | tail -2
    next  corr span 17f62369 odd.json    where the slowest one spent its time
          corr trace 17f62369 odd.json   the waterfall
    $ corr trace -q 17f62369 odd.json 2>/dev/null | head -n 3
    put  1.00 ms   trace 17f623692403ffefebe24645ec36d002
    100% of the 1.00 ms is s1 put in shop itself
    2023-11-14 22:13:20.000Z  1 span

Servers that found nothing: what is certain by its content is known, an empty list
may be of anybody.

    $ mkdir answers; cd answers
    $ printf '{"data":[],"total":0,"limit":0,"offset":0,"errors":null}' >jaeger.json
    $ corr info jaeger.json
    1 file

    service  profile              samples
    traces   jaeger.json  jaeger  0 spans

    1 note on jaeger.json: an answer of Jaeger without a trace (-v)
    $ printf '{"traces":[],"metrics":{"inspectedTraces":7}}' >tempo.json
    $ corr spans tempo.json
    no span is here
    [5]
    $ printf '[]' >zipkin.json
    $ corr info zipkin.json
    corr: zipkin.json: an empty list; Zipkin found no trace, or Alertmanager has no alert
          hint: --as zipkin takes it for traces
    [3]
    $ corr info --as zipkin zipkin.json
    1 file

    service  profile              samples
    traces   zipkin.json  zipkin  0 spans
    $ corr info .
    2 files

    service  profile              samples
    traces   jaeger.json  jaeger  0 spans
             tempo.json   OTLP    0 spans

    2 notes on 2 files, as on jaeger.json: an answer of Jaeger without a trace; …
      (-v)
    skipped 1 file of unknown format
