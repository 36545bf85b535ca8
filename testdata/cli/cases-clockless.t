Profiles that say neither whose they are nor when.

    $ gunzip -c $DATA/clockless/traces.jsonl.gz >traces.jsonl
    $ gunzip -c $DATA/clockless/gateway.cpuprofile.gz >gateway.cpuprofile
    $ gunzip -c $DATA/clockless/reco.cpu.folded.gz >reco.cpu.folded

The names of the files say whose they are, and spans show when the clock began.

    $ corr info
    2024-04-14 10:30:00Z..10:30:31Z (31.1 s)   120 traces of 2 services

    service    requests  profile                        samples  tied to requests
    gateway ²       120  gateway.cpuprofile  V8      6,235 wall   30% by time ¹
    reco ²          120  reco.cpu.folded     folded  90 samples     – no ids
    traces               traces.jsonl        OTLP     360 spans

    ¹ the start of this clock is found by spans of gateway (±2.5 ms)
    ² each by its file name: gateway, reco (--service-of FILE=NAME)
    next  corr spans --slowest 5       the slowest requests
          corr span 00000000a0000045   a slow request with many samples (23)
          corr top                     the most expensive functions
    $ corr info --json | grep -o '"missing": .*'
    "missing": [],
    $ corr info -v | grep 'by its file name'
    ² each by its file name: gateway, reco (--service-of FILE=NAME)

The true time of the first sample is 1713090600.128139: the error is below the
one that is said.

    $ first() { corr info --json "$@" 2>/dev/null | perl -ne '/gateway.cpuprofile".*"from_unix_ns": "(\d+)".*"clock": "(\w+)", "clock_error_ns": (\d+)/ && print "$2 ", abs($1 - 1713090600128139000) < $3 && $3 < 6e6 ? "right" : "wrong", "\n"'; }
    $ first
    inferred right

So each request has its code, and the service its profile.

    $ corr top -q --by operation --service gateway
    Wall-clock time of gateway  31.1 s  6,235 samples = 31.1 s
    74% has no span

    self%    ±  total%     self      n  operation
     74.0  1.1    74.0  23.03 s  4,609  [no span]
     13.7  0.9    13.7   4.27 s    855  gateway: GET /home
     11.9  0.8    11.9   3.70 s    747  gateway: GET /cart
      0.4  0.2     0.4   0.12 s     24  gateway: GET
    next  corr tree --service gateway   the call tree
    $ corr span -q a0000005
    GET /home  104.85 ms    trace 00000000a0000005    2024-04-14 10:30:02.186Z
    71% of it is s1, GET /home in gateway
    slower than 61% of the 63 GET /home here: their median is 96.69 ms

    74.87 ms  71%  ▉▉▉▉▉▉▉▉▉▉  wall time     15 samples, 0.7 threads on average
    30.77 ms  29%  ▉▉▉▉        child spans   1 span
                               not recorded  the thread of the span is unknown

    code in s1 by wall: 15 samples; 63 spans like it: 868 samples (±4 points)
    s1  alike  function
     3    43%  serve (main.js) → home
    10    43%  serve (main.js) → render
     2    14%  (idle)

    s1 *  gateway  GET /home  104.85 ms  ▇▇▇▇▇▇▇▇▇─────────────▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
    s2    gateway  └ GET       30.77 ms           ─────────────▇
    s3    reco       └ rank    29.77 ms           ▇▇▇▇▇▇▇▇▇▇▇▇▇

    evidence  process+time, clock: inferred ±2.5 ms, confidence 0.40
    next  corr tree --span 00000000a0000005/s1   the whole call tree
    $ corr top -q --span a0000005/s1 --json | grep -oE '"(clock_told|word)": [^,}]*'
    "word": "shared"
    "clock_told": false
    $ corr top -q --service reco
    90 samples of reco
    78% is rank, all of it under serve (main.py)

    self%    ±  total%   n  function  mostly under
     77.8  8.5    77.8  70  rank      serve (main.py)
     22.2  8.5    22.2  20  score     serve (main.py)
    90 samples: shares are within 11 points
    next  corr peek rank --service reco   who calls it
          corr tree --service reco        the call tree
    $ corr when -q | head -n 4
    2024-04-14 10:30:00Z..10:30:31Z (31.2 s)

           10:30:00.100Z                          10:30:31.300Z  600 ms a column
    wall   ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  1.00 threads

No start is better than chance for traces of another hour, in which requests
come otherwise.

    $ perl -pe 's/("traceId": "\w+(..)".*?Nano": ")(\d+)(".*?Nano": ")(\d+)/my $by = 3600e9 + hex($2) * 7919 % 97 * 1e8; $1 . ($3 + $by) . $4 . ($5 + $by)/ge' traces.jsonl >other.jsonl
    $ corr info other.jsonl gateway.cpuprofile
    2024-04-14 11:30:03Z..11:30:37Z (33.4 s)   120 traces of 2 services

    service    requests  profile                      samples  tied to requests
    gateway ²       120  gateway.cpuprofile  V8    6,235 wall     – clock unknown ¹
    reco            120  –
    traces               other.jsonl         OTLP   360 spans

    ¹ the start of this clock is unknown (no start fits better than chance): corr
      info --clock TIME gateway.cpuprofile other.jsonl
    ² by its file name: gateway (--service-of FILE=NAME)
    next  corr spans --slowest 5 gateway.cpuprofile other.jsonl
          corr span 00000000a0000016 gateway.cpuprofile other.jsonl
          corr top gateway.cpuprofile other.jsonl
    $ corr info --json other.jsonl gateway.cpuprofile | grep -o '"code": "CLOCK[^}]*'
    "code": "CLOCK_NOT_FOUND", "text": "spans of gateway do not show when its clock began: no start fits better than chance (--clock: its time 0)", "input": 1, "shown": false

    $ rm other.jsonl

Who wants no clock to be found says so.  With a clock that the user gives, the
name of a file is no evidence of a request: the service must be given as well.

    $ corr info -q --no-clock-fix traces.jsonl gateway.cpuprofile | grep cpuprofile
    gateway (assumed)       120  gateway.cpuprofile     6,235 wall     – clock ¹
    next  corr spans --slowest 5 gateway.cpuprofile traces.jsonl
          corr span 00000000a0000016 gateway.cpuprofile traces.jsonl
          corr top gateway.cpuprofile traces.jsonl
    $ for o in --no-clock-fix --service-of=gateway.cpuprofile=gateway; do
    > corr span -q a0000005 traces.jsonl gateway.cpuprofile reco.cpu.folded --clock 1713090000.123456 $o | grep ^evidence; done
    evidence  process+time by the clock of --clock, confidence 0.40

The assumption is switched off for all files, or for one; or the service is
told.

    $ corr top -q --service reco --no-assume
    no sample matches --service reco
    [5]
    $ corr top -q --service reco --service-of reco.cpu.folded=
    no sample matches --service reco
    [5]
    $ corr top -q -n 1 --service reco --service-of gateway.cpuprofile=reco gateway.cpuprofile traces.jsonl | head -n 1
    Wall-clock time of reco  6,235 samples = 31.1 s
    $ corr top -q --service-of reco.cpu.folded
    corr: --service-of reco.cpu.folded is not FILE=NAME
    [2]
    $ corr top --service reco --service-of nothing=reco 2>&1 | grep '^--service-of'
    --service-of matches no profile without a service; the first is "nothing"

A name is no evidence if it holds two services, or a part of a word, or if the
file contradicts it: these frames are of Python.

    $ whose() { mkdir -p "$(dirname "$2")"; cp $1 "$2"; corr info -q --tsv "$2" traces.jsonl | cut -f 2,5 | grep -v traces; rm "$2"; }
    $ whose reco.cpu.folded prod/reco/x.folded
    path	service
    prod/reco/x.folded	reco
    $ whose reco.cpu.folded reco-gateway.folded
    path	service
    reco-gateway.folded	
    $ whose reco.cpu.folded recommend.folded
    path	service
    recommend.folded	
    $ whose reco.cpu.folded gateway.folded
    path	service
    gateway.folded	
    $ whose gateway.cpuprofile reco.cpuprofile
    path	service
    reco.cpuprofile	
