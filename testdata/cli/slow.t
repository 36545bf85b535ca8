Slow requests of one recording against its usual ones: the rows sum to the mean
duration of either side.

    $ TRACES=$DATA/incident/traces.otlp.jsonl.gz
    $ INPUTS="$TRACES $DATA/jfr/incident.jfr.gz"
    $ corr diff -q --slow p95 --op 'GET /checkout' $INPUTS
    normal  216 spans  p25..p75   mean 178 ms   666 samples
    slow     22 spans  ≥ p95      mean 579 ms   355 samples

    ms per span                  normal  slow  delta  95%
    unobserved                       18   170   +152  +123..+182  **
    running Java                     28   159   +131  +105..+156  **
    child SELECT lab.items            9    62    +53  +16..+89    *
    child GET                        45    69    +24  -11..+61    ~
    child SELECT lab.cart_items       3    22    +19  +2..+36     ~
    child INSERT lab.orders           4    17    +13  -6..+33     ~
    GC pause                          1     7     +6  -1..+11     ~
    lock                              9    12     +3  -10..+15    ~
    sleep                            61    61     +0  -1..+0      ~
    2 others (-n 0 shows all)         0     0     +0
    total                           178   579   +401
    waits shorter than 10 ms each are not recorded and are inside "unobserved"

    attribute                   normal          slow
    exemplar = true             11/216   5.1%   5/22   22.7%  ~
    network.peer.port ≤ 35440    6/216   2.8%   5/22   22.7%  ~
    thread.id ≤ 41             184/216  85.2%  22/22  100.0%  ~
    no difference is seen: thread.name
    the same in all: client.address, http.request.method, http.response.status_code,
      http.route, instance, network.peer.address, network.protocol.version,
      otel.scope.name, otel.scope.version, server.address, server.port, status,
      url.path, url.scheme, version
    $ corr diff -q --slow p99 --vs p40..p60 --op 'GET /checkout' $TRACES -n 3 --width 60
    normal  86 spans  p40..p60   mean 161 ms
    slow     5 spans  ≥ p99      mean 703 ms
    of all of these spans no recording knows the thread: their
      own time is not divided

    ms per span              normal  slow  delta  95%
    its own, not divided        102   410   +308  +196..+419  **
    waiting for GET              45   131    +86  -121..+293  ~
    waiting …ERT lab.orders       3    56    +53  -50..+155   ~
    2 others                     11   106    +95
    total                       161   703   +542

    attribute                  normal         slow
    exemplar = true              5/86   5.8%   2/5   40.0%  ~
    network.peer.port ≤ 35440    1/86   1.2%   1/5   20.0%  ~
    thread.id ≤ 40              62/86  72.1%   5/5  100.0%  ~
    no difference is seen: thread.name
    the same in all: client.address, http.request.method,
      http.response.status_code, http.route, instance,
      network.peer.address, network.protocol.version,
      otel.scope.name, otel.scope.version, server.address,
      server.port, status, url.path, url.scheme, version
    $ corr diff -q --slow p95 --op 'GET /checkout' $INPUTS --json | perl -MJSON::PP -0777 -ne '$d = decode_json($_); for $s ("normal", "slow") { $n = 0; $n += $_->{"${s}_sum_ns"} for @{$d->{rows}}; print $d->{$s}{sum_ns} == $n ? "adds up\n" : "$n\n" } print "$d->{operation} $d->{service} $d->{rows}[0]{kind} $d->{attributes}[0]{verdict}\n"'
    adds up
    adds up
    GET /checkout checkout unobserved unclear
    $ corr diff -q --slow p95 --op 'GET /checkout' $TRACES --tsv | cut -f8-14
    mark	normal_sum_ns	slow_sum_ns	normal_spans	slow_spans	kind	name
    **	25415479959	8981027918	216	22	undivided	
    *	2064858617	1367953370	216	22	async	SELECT lab.items
    ~	9691583438	1527277731	216	22	async	GET
    *	558808323	478215705	216	22	async	SELECT lab.cart_items
    ~	822729821	384678061	216	22	async	INSERT lab.orders

Where no recording knows the thread, children are told apart and the rest is not
divided; of very many spans some are drawn.

    $ corr diff -q --slow '>90ms' --vs '<60ms' --op price.basket $DATA/incident/traces.otlp.jsonl.gz
    normal  544 spans  <60ms   mean 39 ms
    slow      9 spans  >90ms   mean 119 ms
    ledgers of 500 normal spans, drawn with seed 1: mean 38.9 ms
    of all of these spans no recording knows the thread: their own time is not
      divided

    ms per span           normal   slow  delta  95%
    its own, not divided    18.1   65.3  +47.2  +21.3..+73.0  **
    waiting for fx.fetch    20.8   53.7  +32.9  -8.7..+74.7   ~
    total                   38.9  119.0  +80.1

    the same in all: host, instance, otel.scope.name, status, version

Too few spans, none, and what makes no sense.

    $ corr diff -q --slow p99.9 --op 'GET /checkout' $TRACES | head -4
    normal  216 spans  p25..p75   mean 178 ms
    slow      1 span   ≥ p99.9    mean 1.063 s
    too few spans to compare: 216 normal and 1 slow, 5 on each side are the least
    of all of these spans no recording knows the thread: their own time is not
    $ corr diff -q --slow p99 --op nothing $TRACES
    no span matches
    [5]
    $ corr diff -q --slow p50 --op 'GET /checkout' $TRACES
    corr: some spans would be slow and usual at once
          hint: "corr help diff" lists what it takes
    [2]
    $ corr diff -q --slow soon --op 'GET /checkout' $TRACES
    corr: "soon" is no range of durations
          hint: p99, p25..p75, >500ms or 100ms..1s
    [2]
    $ corr diff -q --slow p99 $TRACES
    corr: --slow wants to know of which operation
          hint: --op NAME or --where EXPR; corr trace --where true lists operations
    [2]
    $ corr diff -q --vs p50 --op 'GET /checkout' $TRACES
    corr: --vs says what --slow is compared with, and that is not given
          hint: "corr help diff" lists what it takes
    [2]
    $ corr diff -q --slow p99 --op 'GET /checkout' --per share $TRACES
    corr: --per does not go with --slow
          hint: "corr help diff" lists what it takes
    [2]
