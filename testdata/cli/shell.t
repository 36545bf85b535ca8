The shell reads lines and answers each as a command line.

    $ cp $DATA/incident/*.gz $DATA/incident/*.folded .
    $ printf '%s\n' '# a comment, and an empty line' '' 'top -n 1 --kind cpu' \
    > 'corr spans --slowest 2 --tsv | cut -f 1-3' \
    > "spans --op 'GET /price' -n 1 --tsv | wc -l" \
    > 'peek main.mix --json > mix.json' >script
    $ corr shell <script
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    82% is main.mix, 49% of it under main.roundAll

    self%    ±  total%    n  function                   mostly under
     82.0  2.8    83.6  580  main.mix                   main.roundAll 49%
     18.0               127  200 more functions (-n 0)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.mix --kind cpu   who calls it
          corr tree --kind cpu            the call tree
    start_unix_ns	duration_ns	self_ns
    1795281698202000000	1081748030	1425395
    1795281756800000000	683797762	552099
    2

What it prints is what separate commands print, and so is what it writes.

    $ corr peek main.mix --json | cmp - mix.json
    $ { corr top -n 3; corr spans -n 3; corr top -n 3 -v; corr when; } >alone 2>&1
    $ printf '%s\n' 'top -n 3' 'spans -n 3' 'top -n 3 -v' when |
    > corr shell 2>&1 | cmp - alone
    $ corr shell pricing.cpu.07.pb.gz -c 'top -n 2' >one
    $ CORR_INPUTS=pricing.cpu.07.pb.gz corr top -n 2 | cmp - one

A line that fails is not the end; the status is that of the last one that failed.

    $ printf '%s\n' 'nosuch verb' 'top --nosuch' 'span ffffffff' 'version' |
    > corr shell
    corr: unknown command "nosuch"
          hint: corr help
    corr: unknown option --nosuch
          hint: corr top -h
    corr: no trace begins with "ffffffff" (15 inputs)
    corr 0.1.0
    [5]
    $ printf '%s\n' 'top "x' 'version' | corr shell
    corr: line 1: a " has no end; \" means itself
    corr 0.1.0
    [2]
    $ printf '%s\n' 'span ffffffff' 'version' | corr shell -e
    corr: no trace begins with "ffffffff" (15 inputs)
    [5]
    $ printf '%s\n' 'span ffffffff' 'quit 0' 'version' | corr shell
    corr: no trace begins with "ffffffff" (15 inputs)
    $ corr shell -c 'version | exit 7'
    [7]
    $ corr shell -c 'span ffffffff | cat' 2>/dev/null
    [5]
    $ corr shell -c 'version' -c 'quit now' -c 'quit 3' -c 'version'
    corr 0.1.0
    corr: quit takes an exit status, 0 to 255
    [3]

Redirections replace a file when the answer is whole, and never an input.

    $ cp reco.threads.folded kept
    $ corr shell -c 'top > reco.threads.folded' -c 'top reco.threads.folded >> kept'
    corr: > reco.threads.folded is there and holds collapsed data: it is not replaced
          hint: write to another file, such as > top.out
    corr: >> kept is there and holds collapsed data: it is not changed
          hint: write to another file, such as >> top.out
    [2]
    $ cmp reco.threads.folded kept
    $ echo a b >m.txt; corr shell -c 'top -o a.txt > b.txt' -c 'top > json' -c 'top --label-map m.txt > m.txt'
    corr: -o and > both name a file
    corr: > names a file, and "json" is a form of output
          hint: corr top --json; a file of this name is > ./json
    corr: > m.txt is the file that --label-map reads
          hint: write to another file
    [2]
    $ echo old >answer; corr shell -c 'span ffffffff > answer' 2>/dev/null; cat answer
    old
    $ corr shell -c 'version > answer' -c 'version >> answer'; cat answer
    corr 0.1.0
    corr 0.1.0
    $ corr shell -c 'help labels > labels.txt'; corr help labels | cmp - labels.txt
    $ corr shell -c 'version > /dev/full'
    corr: /dev/full: the output cannot be written: No space left on device
    [3]

Defaults are options of each question whose command has them.

    $ corr shell -c 'set kind alloc_bytes' -c 'set count 1' -c 'set' -c 'top' -c version
    kind         alloc_bytes
    count        1
    Bytes allocated of pricing  174,139 objects = 49.5 MB, from 70 samples since
      process start
    30% is flate.NewWriter, most of it (69%) under
      expfmt.MetricFamilyToOpenMetrics.func1

    self%     ±  total%  objects  function            mostly under
     29.9  10.5    41.0       20  flate.NewWriter     expfmt.Metr…oOpenMetrics.func1
     70.1                174,119  113 more functions
    also      --kind cpu, block, live_bytes; 5 more: -v
    70 samples: shares are within 12 points
    next  corr peek flate.NewWriter --kind alloc_bytes   who calls it
          corr tree --kind alloc_bytes                   the call tree
    corr 0.1.0
    $ corr shell -c 'set kind alloc_bytes' -c 'top --kind cpu -n 1' -c 'unset kind' -c set
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    82% is main.mix, 49% of it under main.roundAll

    self%    ±  total%    n  function                   mostly under
     82.0  2.8    83.6  580  main.mix                   main.roundAll 49%
     18.0               127  200 more functions (-n 0)
    also      --kind alloc_bytes, block, live_bytes; 5 more: -v
    next  corr peek main.mix --kind cpu   who calls it
          corr tree --kind cpu            the call tree
    $ corr shell -c 'set service reco' -c 'set files reco.threads.folded traces.otlp.jsonl.gz' \
    > -c 'spans -n 1' -c 'unset files service' -c 'set'
    the slowest of 186 requests of reco: 186.96 ms

       duration  slower than  id           service  request
      186.96 ms  99% of 186   11a889ea/s4  reco     GET /recommend
    <= 72.49 ms               185 more              (-n 0)
    no samples sample is tied to any of them
    reco.threads.folded: the file name says service reco (--service-of)
    next  corr span 11a889ea/s4   where the slowest one spent its time
          corr trace 11a889ea     the waterfall
    $ corr shell -c 'set kind nosuch' -c 'set colour red' -c 'set color red' -c 'set output x' -c 'set wide yes' -c 'set op' -c 'set op GET /x' -c 'unset kind' -c 'set files nosuch' -c 'set | cat'
    corr: no option "colour" can be a default
          hint: corr top --help-all lists options
    corr: --color wants one of auto|always|never, not "red"
    corr: no option "output" can be a default
          hint: corr top --help-all lists options
    corr: set wide takes no value
    corr: set op wants a value: NAME
    corr: set takes one value; quotes hold words together
    corr: nosuch is not there
    corr: set has no output to redirect
    [2]
    $ corr shell -c 'set count 1' -c 'set wide' -c 'set strict' -c 'slow --no-wide -n 2 | head -n 1'
    the 2 slowest of 1,197 requests: 1.082 s down to 0.684 s

A file that changes is read again.

    $ printf 'a;b 1\n' >x.folded
    $ printf '%s\n' 'convert --to folded x.folded | sh -c "cat; echo c 2 >>x.folded"' \
    > 'convert --to folded x.folded' | corr shell
    a;b 1
    a;b 1
    c 2

Hostile lines are refused: a NUL byte, a line without end, an escape of a
terminal, a quote at the end of the script.

    $ printf 'top \0 x\nversion\n' | corr shell
    corr: line 1: the line has a NUL byte
    corr 0.1.0
    [2]
    $ head -c 3000000 /dev/zero | tr '\0' a | corr shell
    corr: line 1: the line is longer than 1 MiB
    [2]
    $ printf 'nosuch\033[2J\n' | corr shell
    corr: unknown command "nosuch\x1b[2J"
          hint: corr help
    [2]
    $ printf "version 'x" | corr shell
    corr: line 1: a ' has no end; \' means itself
    [2]
    $ printf 'version \\\n --verbose | head -n 1\n' | corr shell
    corr 0.1.0
    $ printf 'version' | corr shell
    corr 0.1.0
    $ corr shell </dev/null
    $ corr shell -c 'top -' -c shell -c 'top ; spans'
    corr: standard input: the file is empty
    corr: this is corr shell already
    corr: a ; has no meaning here; in quotes it is part of a word
    [2]

A question reads nothing of the script, and its pipe ends as a pipe does.

    $ printf '%s\n' 'span -' 'version' | corr shell
    corr: standard input holds no line with an id
    corr 0.1.0
    [2]
    $ corr shell -c 'help labels | head -n 1'
    A sample can be tied to a span for certain only if it carries an

Without its program the command says what is missing.

    $ cp "$(command -v corr)" lone; ./lone shell -c version
    corr 0.1.0
    $ env PATH=/nowhere ./lone shell -c version
    corr: corr-shell cannot be started: No such file or directory
          hint: install corr-shell next to corr, or in a folder of $PATH
    [3]
