What people type who know other tools.  Each input is run as the command that was
meant, or answered with it; no answer is a general one.

    $ tmp=$PWD; cd $DATA/incident
    $ same() {
    >     eval corr $1 >$tmp/a 2>&1; a=$?
    >     eval corr $2 >$tmp/b 2>&1; b=$?
    >     [ $a = $b ] && cmp -s $tmp/a $tmp/b && echo "corr $2" || cat $tmp/a
    > }

Other names of commands.

    $ same ls info
    corr info
    $ same list info
    corr info
    $ same summary info
    corr info
    $ same stat info
    corr info
    $ same services info
    corr info
    $ same 'show d8e1999a' 'span d8e1999a'
    corr span d8e1999a
    $ same 'get d8e1999a' 'span d8e1999a'
    corr span d8e1999a
    $ same 'view d8e1999a' 'span d8e1999a'
    corr span d8e1999a
    $ same 'view traces.otlp.jsonl.gz' 'info traces.otlp.jsonl.gz'
    corr info traces.otlp.jsonl.gz
    $ same 'waterfall d8e1999a' 'trace d8e1999a'
    corr trace d8e1999a
    $ same traces trace
    corr trace
    $ same flame 'tree --icicle'
    corr tree --icicle
    $ same flamegraph 'tree --icicle'
    corr tree --icicle
    $ same 'compare ../deploys/v1 ../deploys/v2' 'diff ../deploys/v1 ../deploys/v2'
    corr diff ../deploys/v1 ../deploys/v2
    $ same gc 'top --by gc'
    corr top --by gc
    $ same locks 'top --lock --by holder'
    corr top --lock --by holder
    $ same slow 'spans --slowest 5'
    corr spans --slowest 5
    $ same operations trace
    corr trace
    $ same man guide
    corr guide
    $ same tutorial guide
    corr guide
    $ corr guide | head -n 1
    Ten minutes on a recorded incident, from corr to a written finding.
    $ corr chase
    no exemplar is here
    exemplars come in OpenMetrics texts, in OTLP metrics,
    and in answers of Prometheus' query_exemplars
    [5]
    $ corr alert page.json
    corr: page.json: No such file or directory
          hint: corr alert PAYLOAD [FILE...]
    [3]

An id is a request, and a file is what is in it.

    $ same d8e1999a 'span d8e1999a'
    corr span d8e1999a
    $ same d8e1999a/s4 'span d8e1999a/s4'
    corr span d8e1999a/s4
    $ same traces.otlp.jsonl.gz 'info traces.otlp.jsonl.gz'
    corr info traces.otlp.jsonl.gz
    $ same . 'info .'
    corr info .

Mistyped commands, and names that stand in the files.

    $ corr tpo
    corr: unknown command "tpo"
          hint: did you mean corr top?
    [2]
    $ corr spna
    corr: unknown command "spna"
          hint: did you mean corr span?
    [2]
    $ corr checkout
    corr: unknown command "checkout"
          hint: corr spans --service checkout
    [2]
    $ corr mix
    corr: unknown command "mix"
          hint: corr peek mix
    [2]
    $ corr 'GET /price'
    corr: unknown command "GET /price"
          hint: corr spans --op 'GET /price'
    [2]
    $ corr nosuch.jfr
    corr: nosuch.jfr: No such file or directory
    [3]

Options of other tools.

    $ same 'top --verbose' 'top -v'
    corr top -v
    $ corr -V
    corr 0.1.0
    $ corr --version
    corr 0.1.0
    $ corr top -V
    corr 0.1.0
    $ same 'top --limit 5' 'top -n 5'
    corr top -n 5
    $ same 'top -10' 'top -n 10'
    corr top -n 10
    $ same 'top -n10' 'top -n 10'
    corr top -n 10
    $ same 'top --count=10' 'top -n 10'
    corr top -n 10
    $ same 'top --top 5' 'top -n 5'
    corr top -n 5
    $ same 'top --sort total' 'top --cumulative'
    corr top --cumulative
    $ same 'top --sort self' top
    corr top
    $ same 'top --cum' 'top --cumulative'
    corr top --cumulative
    $ corr top --sort n
    corr: unknown option --sort
          hint: corr top orders by self, corr top --cumulative by total
    [2]
    $ same 'spans --sort duration' spans
    corr spans
    $ same 'top --since 30s' 'top --from -30s'
    corr top --from -30s
    $ same 'top --last 1m' 'top --from -1m'
    corr top --from -1m
    $ same 'top --until 17:22' 'top --to 17:22'
    corr top --to 17:22
    $ same 'top --format json' 'top --json'
    corr top --json
    $ corr top --format xml
    corr: unknown option --format
          hint: --json, --jsonl, --tsv, --csv or --md
    [2]
    $ corr top -o json
    corr: -o names a file, and "json" is a form of output
          hint: corr top --json; a file of this name is -o ./json
    [2]
    $ corr top --output json
    corr: -o names a file, and "json" is a form of output
          hint: corr top --json; a file of this name is -o ./json
    [2]
    $ same 'top --filter mix' 'top --focus mix'
    corr top --focus mix
    $ same 'top --grep mix' 'top --focus mix'
    corr top --focus mix
    $ corr spans --grep mix
    corr: unknown option --grep
          hint: --op NAME, --service NAME or --where 'duration > 100ms'
    [2]
    $ same 'top --exclude mix' 'top --ignore mix'
    corr top --ignore mix
    $ same 'tree --depth 5' 'tree --max-depth 5'
    corr tree --max-depth 5
    $ corr top --depth 5
    corr: top has no option --depth
          hint: corr tree --max-depth 5
    [2]
    $ same 'tree --invert' 'tree --callers'
    corr tree --callers
    $ same 'tree --reverse' 'tree --callers'
    corr tree --callers
    $ corr top --reverse
    corr: top has no option --reverse
          hint: corr tree --callers
    [2]
    $ same 'top --type cpu' 'top --kind cpu'
    corr top --kind cpu
    $ same 'top -k cpu' 'top --kind cpu'
    corr top --kind cpu
    $ same 'top --kind CPU' 'top --kind cpu'
    corr top --kind cpu
    $ same 'top --as PPROF pricing.cpu.00.pb.gz' 'top --as pprof pricing.cpu.00.pb.gz'
    corr top --as pprof pricing.cpu.00.pb.gz
    $ same 'top --by FUNCTION' 'top --by function'
    corr top --by function
    $ same 'top --min-join STRONG' 'top --min-join strong'
    corr top --min-join strong
    $ same 'spans --status ERROR' 'spans --status error'
    corr spans --status error
    $ same 'top --no-color' 'top --color never'
    corr top --color never
    $ same 'top --colour never' 'top --color never'
    corr top --color never
    $ same 'top --colour' 'top --color always'
    corr top --color always
    $ same 'spans --errors' 'spans --status error'
    corr spans --status error
    $ corr top --flamegraph
    corr: top has no option --flamegraph
          hint: corr tree --icicle
    [2]
    $ same 'tree --flamegraph' 'tree --icicle'
    corr tree --icicle
    $ corr tree -q --to svg | head -n 1 | cut -c 1-20
    <svg xmlns="http://w
    $ corr top -q --format html | head -n 1
    <!DOCTYPE html>
    $ corr top --to svg
    corr: --to cannot be "svg"
          hint: corr tree --svg draws it; --to folded feeds other tools
    [2]
    $ corr tree --to xml
    corr: --to wants one of folded|pprof, not "xml"
    [2]
    $ corr info -n 3
    corr: info has no option -n
    [2]

A word that is no file, but names something in the files.

    $ corr top mix
    corr: "mix" is not a file
          hint: corr peek mix
    [2]
    $ corr tree mix
    corr: "mix" is not a file
          hint: corr tree --focus mix
    [2]
    $ corr top mix pricing.cpu.00.pb.gz
    corr: "mix" is not a file
          hint: corr peek mix pricing.cpu.00.pb.gz
    [2]
    $ corr spans GET
    corr: "GET" is not a file
          hint: corr spans --op GET
    [2]
    $ corr spans checkout
    corr: "checkout" is not a file
          hint: corr spans --service checkout
    [2]
    $ corr spans checkou
    corr: "checkou" is not a file
          hint: corr spans --service checkout
    [2]
    $ corr top d8e1999a
    corr: "d8e1999a" is not a file
          hint: corr top --trace d8e1999a
    [2]
    $ corr span GET
    corr: "GET" is not a trace or span id
          hint: corr spans --op GET
    [2]
    $ corr trace checkout
    corr: "checkout" is not a trace or span id
          hint: corr trace --service checkout
    [2]

Names that are not there.

    $ corr spans --op nope
    no span is called "nope"
    names most like it: gateway.home, GET /quote, gateway.quote
    most frequent: GET (2,938), GET /price (598), GET /checkout (431), GET /cart
      (247), GET /recommend (186), GET /quote (167), GET /report (139), GET /metrics
      (25), and 14 more
    next  corr spans   the slowest requests
    [5]
    $ corr spans --op 'GET /quot'
    no span is called "GET /quot"; did you mean GET /quote?
    names most like it: GET /quote, GET /cart, GET /flag
    most frequent: GET (2,938), GET /price (598), GET /checkout (431), GET /cart
      (247), GET /recommend (186), GET /quote (167), GET /report (139), GET /metrics
      (25), and 14 more
    next  corr spans --op 'GET /quote'   the spans with the nearest name
    [5]
    $ corr spans --service checkou
    no service is called "checkou"; did you mean checkout?
    names most like it: checkout, reco, pricing
    services here: pricing, checkout, reco, gateway
    next  corr spans --service checkout   the slowest requests of it
    [5]

    $ corr peek Mix
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    main.mix: 5.91 s, 84% of CPU, the largest part (49%) for main.roundAll
    nearly all of it is its own code

    total%   amount    n  function
     40.7%  2.880 s  288    main.roundAll
     21.6%  1.530 s  153    main.surgeAdjust
     21.2%  1.500 s  150    main.mergeRules
     83.6%  5.910 s  591  main.mix
     82.0%  5.800 s  580      (itself)
      1.6%  0.110 s   11      -> runtime.asyncPreempt
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.roundAll      who calls its main caller
          corr tree --focus main.mix   all call paths to it
    $ corr peek nosuch
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    no function is called "nosuch" or ends in it
    names most like it: bufio.(*Writer).Flush, main.endpoint.func1, main.price
    [5]

Ids that are too short, or are those of several requests.

    $ corr span d8e
    corr: "d8e" is too short: an id needs 4 digits or more
    [2]
    $ corr span 1c86
    corr: 2 traces begin with "1c86"
          hint: 1c860ef9d9fbc588    78.9 ms  17:22:10Z  gateway.report
                1c867aa85e791e9a     422 ms  17:22:22Z  gateway.checkout
    [2]

A value that is wrong shows a good one.

    $ corr top --from soon
    corr: --from wants a time like 14:15 or 2026-02-05T14:15:22Z, not "soon"
    [2]
    $ corr top --window 5m
    corr: --window needs --around TIME
    [2]
    $ corr top --wat
    corr: unknown option --wat
          hint: corr top -h
    [2]

Standard input is read if asked.

    $ cd $tmp
    $ corr top < $DATA/incident/pricing.cpu.00.pb.gz
    corr: no profile or trace is among the 2 files here
          hint: standard input is read if you name it: corr top -
    [5]
