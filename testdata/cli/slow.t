Slow requests of one recording against its usual ones: the rows sum to the mean
duration of either side.

    $ TRACES=$DATA/incident/traces.otlp.jsonl.gz
    $ INPUTS="$TRACES $DATA/jfr/incident.jfr.gz"
    $ corr diff -q --slow p95 --op 'GET /checkout' $INPUTS
    slow spans take 579 ms, usual ones 178 ms; largest part: not recorded, +152 ms
    normal  216 spans  p25..p75   mean 178 ms   666 samples
    slow     22 spans  ≥ p95      mean 579 ms   355 samples

    ms per span                  normal  slow  change  95%
    not recorded                     16   168    +152  +122..+182  **
    running Java                     30   161    +131  +104..+157  **
    child SELECT lab.items            9    62     +53  +16..+89    *
    child GET                        45    69     +24  -11..+61    ~
    child SELECT lab.cart_items       3    22     +19  +2..+36     ~
    child INSERT lab.orders           4    17     +13  -6..+33     ~
    GC pause                          1     7      +6  -1..+11     ~
    lock                              9    12      +3  -10..+15    ~
    sleep                            61    61      +0  -1..+0      ~
    5 others (-n 0 shows all)         0     0      +0
    total                           178   579    +401
    not recorded: also waits shorter than 10 ms each

    code: running Java, ms per span; 3 functions tested, 5% false discoveries
    196 of 216 normal and 22 of 22 slow spans have samples
    evidence  100% span activation   confidence 0.98 (exact)

    ms/span †  normal    slow   change
    more **     14.68  136.36  +121.68  ▉▉▉▉▉▉▉▉  Work.mix ← FraudRules.deepScan
    same        16.71   29.09   +12.38            83 more, none changed clearly
    total       31.39  165.45  +134.06            ×5.27, 3.12..8.91

    evidence  ** under 1% false discoveries; smallest visible change of a 20%
              function: ×3.07

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
    slow spans take 703 ms, usual ones 161 ms; largest part:
      self time, not broken down, +308 ms
    normal  86 spans  p40..p60   mean 161 ms
    slow     5 spans  ≥ p99      mean 703 ms
    no thread is known for any of these spans: their self time
      is not broken down

    ms per span             normal  slow  change  95%
    self time,…broken down     102   410    +308  +196..+419  **
    waiting for GET             45   131     +86  -121..+293  ~
    waiting …RT lab.orders       3    56     +53  -50..+155   ~
    2 others                    11   106     +95
    total                      161   703    +542

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
    $ corr diff -q --slow p95 --op 'GET /checkout' $INPUTS --json | perl -MJSON::PP -0777 -ne '$d = decode_json($_); for $s ("normal", "slow") { $n = 0; $n += $_->{"${s}_sum_ns"} for @{$d->{rows}}; print $d->{$s}{sum_ns} == $n ? "adds up\n" : "$n\n"; $m = 0; $m += $_->{"${s}_ns"} for @{$d->{rows}}; print $d->{$s}{looked_mean_ns} == $m ? "so do means\n" : "$m\n"; print "not whole\n" for grep /[.]/, map { $_->{"${s}_ns"}, $_->{delta_ns}, $_->{delta_lo_ns} } @{$d->{rows}} } print "$d->{operation} $d->{service} $d->{rows}[0]{kind} $d->{attributes}[0]{verdict}\n"'
    adds up
    so do means
    adds up
    so do means
    GET /checkout checkout unobserved unclear
    $ corr diff -q --slow p95 --op 'GET /checkout' $TRACES --tsv | cut -f8-14
    normal_sum_ns	slow_sum_ns	normal_spans	slow_spans	mark	kind	name
    25415479959	8981027918	216	22	**	undivided	
    2064858617	1367953370	216	22	*	async	SELECT lab.items
    9691583438	1527277731	216	22	~	async	GET
    558808323	478215705	216	22	*	async	SELECT lab.cart_items
    822729821	384678061	216	22	~	async	INSERT lab.orders

A span that was kept for several counts as so many: where all were, nothing else
is another; where those of some ids were, quantiles and means are.

    $ zcat $TRACES | perl -pe 's/"spanId":/"traceState":"ot=th:e","spanId":/g' >all.jsonl
    $ zcat $TRACES | perl -pe 's/("spanId":"[0-7])/"traceState":"ot=th:c",$1/g' >some.jsonl
    $ for t in $TRACES all.jsonl; do corr diff -q --slow p95 --op 'GET /checkout' $t $DATA/jfr/incident.jfr.gz | sed '/^attribute/,$d' >${t##*/}.out; done; diff traces.otlp.jsonl.gz.out all.jsonl.out
    2,3c2,3
    < normal  216 spans  p25..p75   mean 178 ms   666 samples
    < slow     22 spans  ≥ p95      mean 579 ms   355 samples
    ---
    \> normal  1,728 spans, 216 recorded  p25..p75   mean 178 ms   666 samples
    \> slow      176 spans, 22 recorded   ≥ p95      mean 579 ms   355 samples
    [1]
    $ for t in $TRACES some.jsonl; do corr trace -q $t | head -n 1; done
    GET  gateway  1,170 traces, mean 133 ms, p50 88.9 ms, p95 396 ms
    GET  gateway  2,949 traces, 1,170 recorded, mean 133 ms, p50 88.2 ms, p95 394 ms
    $ corr diff -q --slow p95 --op 'GET /checkout' some.jsonl $DATA/jfr/incident.jfr.gz
    slow spans take 570 ms, usual ones 179 ms; largest part: not recorded, +156 ms
    normal  514 spans, 208 recorded  p25..p75   mean 179 ms   571 samples
    slow     54 spans, 21 recorded   ≥ p95      mean 570 ms   340 samples

    ms per span                  normal  slow  change  95%
    not recorded                     16   172    +156  +119..+193  **
    running Java                     29   168    +139  +110..+168  **
    child SELECT lab.items           10    57     +47  +5..+89     ~
    child GET                        46    60     +14  -15..+44    ~
    child SELECT lab.cart_items       3    16     +13  -7..+33     ~
    lock                              9    19     +10  -8..+28     ~
    child INSERT lab.orders           4    10      +6  -10..+23    ~
    GC pause                          1     7      +6  -2..+12     ~
    sleep                            61    61      +0  -1..+1      ~
    5 others (-n 0 shows all)         0     0      +0
    total                           179   570    +391
    not recorded: also waits shorter than 10 ms each

    code: running Java, ms per span; 1 function tested, 5% false discoveries
    188 of 208 normal and 21 of 21 slow spans have samples
    evidence  100% span activation   confidence 0.98 (exact)

    ms/span †  normal    slow   change
    more **     13.42  145.56  +132.14  ▉▉▉▉▉▉▉▉  Work.mix ← FraudRules.deepScan
    same        16.37   24.63    +8.26            83 more, none changed clearly
    total       29.79  170.19  +140.40            ×5.71, 2.85..11.4

    evidence  ** under 1% false discoveries; smallest visible change of a 20%
              function: ×4.45

    attribute                    normal         slow
    exemplar = true              29/514  5.6%  14/54  25.9%  ~
    network.peer.port ≤ 35440    12/514  2.3%  10/54  18.5%  ~
    thread.name = http-worker-6  38/514  7.4%  14/54  25.9%  ~
    no difference is seen: thread.id
    the same in all: client.address, http.request.method, http.response.status_code,
      http.route, instance, network.peer.address, network.protocol.version,
      otel.scope.name, otel.scope.version, server.address, server.port, status,
      url.path, url.scheme, version
    $ corr diff -q --slow p95 --op 'GET /checkout' some.jsonl --json | grep -o '"\(normal\|slow\)": {"range[^}]*}'
    "normal": {"range": "p25..p75", "spans": 208, "adjusted_spans": 514.0, "shortest_ns": 129180483, "longest_ns": 307356649, "mean_ns": 179084166, "looked_at": 208, "looked_mean_ns": 179084166, "divided": 0, "sum_ns": 92049261255, "cpu_observations": 0}
    "slow": {"range": "p95", "spans": 21, "adjusted_spans": 54.0, "shortest_ns": 500044797, "longest_ns": 1063059253, "mean_ns": 569858527, "looked_at": 21, "looked_mean_ns": 569858527, "divided": 0, "sum_ns": 30772360448, "cpu_observations": 0}

Where no recording knows the thread, children are told apart and the rest is not
divided; of very many spans some are drawn.

    $ corr diff -q --slow '>90ms' --vs '<60ms' --op price.basket $DATA/incident/traces.otlp.jsonl.gz
    slow spans take 119 ms, usual ones 39 ms; largest part: self time, not broken
      down, +47.2 ms
    normal  544 spans  <60ms   mean 39 ms
    slow      9 spans  >90ms   mean 119 ms
    ledgers of 500 normal spans, drawn with seed 177995557: mean 38.9 ms
    no thread is known for any of these spans: their self time is not broken down

    ms per span                 normal   slow  change  95%
    self time, not broken down    18.1   65.3   +47.2  +21.3..+73.1  **
    waiting for fx.fetch          20.8   53.7   +32.9  -8.7..+74.6   ~
    total                         38.9  119.0   +80.1

    the same in all: host, instance, otel.scope.name, status, version

    $ corr diff -q --slow p99 --vs p0..p90 --where '{}' --service checkout $INPUTS | head -n 3
    slow spans take 395 ms, usual ones 2.02 ms; largest part: running Java, +158 ms
    normal  11,364 spans  p0..p90   mean 2.02 ms
    slow       127 spans  ≥ p99     mean 395 ms   2,005 samples

The code of both sides as a tree, of diff and alone; profiles that say of each
sample which request it served; traces that no profile goes with.

    $ corr tree -q --slow p95 --op 'GET /checkout' $INPUTS -n 20
    normal  216 spans  p25..p75   mean 178 ms   666 samples
    slow     22 spans  ≥ p95      mean 579 ms   355 samples

    code: running Java, ms per span; 3 functions tested, 5% false discoveries
    196 of 216 normal and 22 of 22 slow spans have samples
    evidence  100% span activation   confidence 0.98 (exact)

    normal    slow   change           function (ms/span †)
     31.11  164.55  +133.43           … → Main.lambda$handler$1 → Main.checkout
     15.93  137.27  +121.35           ├ FraudRules.score
     14.68  136.36  +121.69  more **  │ └ FraudRules.deepScan → Work.mix
      8.94   16.36    +7.43           ├ Steps.coupon → CouponParser.parse
      8.06   15.00    +6.94           │ └ CouponParser.rule
      7.78   15.00    +7.22           │   └ Pattern.compile → Pattern.<init>
      7.78   14.55    +6.77           │     └ Pattern.compile
      6.02    8.64    +2.62           │       ├ Pattern.expr → Pattern.sequence
      5.56    8.18    +2.63           │       │ └ Pattern.group0
      4.72    6.82    +2.10           │       │   └ Pattern.expr
      4.07    5.91    +1.84           │       │     └ Pattern.sequence
      1.34    1.82    +0.48           │       │       ├ Pattern.atom
      0.83    2.27    +1.44           │       │       └ Pattern.newCharProperty
      0.79    2.27    +1.49           │       │         └ … → Pattern$Node.<init>
      1.06    1.82    +0.75           │       └ Pattern.RemoveQEQuoting
      5.05    6.36    +1.32           ├ … → PromotionEngine.evaluateOne → Work.mix
      0.28    2.27    +1.99           └ Main.pricing → … → HttpClientImpl.sendAsync

    evidence  ** under 1% false discoveries; smallest visible change of a 20%
              function: ×3.07
    $ corr diff -q -t --slow p95 --op 'GET /checkout' --show 'deepScan|Work.mix' $INPUTS -n 4 | sed -n '/^code/,/^$/p;/told/,/^$/p'
    code: running Java, ms per span; 2 functions tested, 5% false discoveries
    196 of 216 normal and 22 of 22 slow spans have samples
    evidence  100% span activation   confidence 0.98 (exact)
    $ corr diff -q --slow p90 --op 'GET /price' $TRACES $DATA/incident/pricing.cpu.* | sed -n '/^code/,/^attr/p'
    code: CPU ms per span; 2 functions tested, 5% false discoveries
    251 of 268 normal and 48 of 50 slow spans have samples
    no profile ran during 31 more normal spans, whose code is not in it
    no profile ran during 10 more slow spans, whose code is not in it
    evidence  100% request id   confidence 1.00 (exact)

    ms/span  normal    slow  change
    same     12.463  16.400  +3.937    12 functions, none changed clearly
    total    12.463  16.400  +3.937    ×1.32, 1.03..1.68

    attribute                      normal          slow
    $ corr diff -q --slow p95 --op 'GET /checkout' $INPUTS --json | perl -MJSON::PP -0777 -ne '$d = decode_json($_); $s = $d->{sampled}; print "$s->{kind} $s->{unit} $s->{tested}\n"; printf "%s: %d spans, %d with samples, %.2f ms\n", $_, $s->{$_}{spans}, $s->{$_}{with_samples}, $s->{$_}{total} / $s->{$_}{spans} / 1e6 for "normal", "slow"; $n += $_->{owned} for @{$d->{code}}; printf "told %.2f ms\n", $n / 1e6; ($m) = grep { $_->{class} eq "grew" } @{$d->{code}}; print "$m->{frame}{function} $m->{mark}\n"'
    cpu ns 3
    normal: 216 spans, 196 with samples, 31.39 ms
    slow: 22 spans, 22 with samples, 165.45 ms
    told 0.00 ms
     
    $ corr tree -q --slow p95 --op 'GET /checkout' $TRACES
    normal  216 spans  p25..p75   mean 178 ms
    slow     22 spans  ≥ p95      mean 579 ms

    no code: no profile of their process ran during the normal spans
    [4]
    $ corr tree -q --slow p90 --op 'GET /checkout' $TRACES $DATA/incident/pricing.cpu.*
    normal  216 spans  p25..p75   mean 178 ms
    slow     44 spans  ≥ p90      mean 502 ms

    no code: no profile of their process ran during the normal spans
    [4]
    $ corr tree -q --slow p99.9 --op 'GET /checkout' $INPUTS
    normal  216 spans  p25..p75   mean 178 ms   666 samples
    slow      1 span   ≥ p99.9    mean 1.063 s   8 samples
    too few spans: 216 normal, 1 slow; the minimum is 5 a side
    [4]
    $ corr tree -q --slow p95 --op 'GET /checkout' $INPUTS --jsonl -n 1 | head -n 2 | cut -c1-60
    {"id": 0, "parent": null, "depth": 0, "base": 31390759.16666
    {"id": 1, "parent": 0, "depth": 1, "base": 31390759.16666666
    $ corr tree -q --slow p95 --op 'GET /checkout' --callers $INPUTS
    corr: --callers does not go with --slow
    [2]
    $ corr tree -q --vs p50 --op 'GET /checkout' $INPUTS
    corr: --vs needs --slow RANGE
    [2]
    $ corr diff -q --slow p95 --op 'GET /checkout' --thread x $INPUTS
    corr: --thread does not go with --slow
    [2]

Too few spans, none, and what makes no sense.

    $ corr diff -q --slow p99.9 --op 'GET /checkout' $TRACES | head -4
    normal  216 spans  p25..p75   mean 178 ms
    slow      1 span   ≥ p99.9    mean 1.063 s
    too few spans: 216 normal, 1 slow; the minimum is 5 a side
    no thread is known for any of these spans: their self time is not broken down
    $ corr diff -q --slow p99 --op nothing $TRACES
    no span matches
    [5]
    $ corr diff -q --slow p50 --op 'GET /checkout' $TRACES
    corr: some spans would be slow and usual at once
    [2]
    $ corr diff -q --slow soon --op 'GET /checkout' $TRACES
    corr: "soon" is no range of durations
          hint: p99, p25..p75, >500ms or 100ms..1s
    [2]
    $ corr diff -q --slow p99 $TRACES
    corr: --slow needs --op NAME
          hint: corr trace lists the operations
    [2]
    $ corr diff -q --vs p50 --op 'GET /checkout' $TRACES
    corr: --vs needs --slow RANGE
    [2]
    $ corr diff -q --slow p99 --op 'GET /checkout' --per share $TRACES
    corr: --per does not go with --slow
    [2]

A verdict on what slow spans do: 1 where a part of their time or a function got
dearer for certain by 20% or more of what it is in a usual one.

    $ cat >requests.pl <<'END'
    > sub ns { sprintf '"%d%09d"', 1700000000 + $_[0], 10_000_000 * $_[1] }
    > my ($more, @spans, @samples, @links) = shift;
    > for my $i (0 .. 79) {
    >     my @code = ((1) x (16 + $i % 3), (2) x (10 + $i % 5 + ($i % 4 ? 0 : $more)));
    >     my ($id, $n) = (sprintf('%016x', $i + 1), 0);
    >     my $ids = qq("traceId":"0000000000000000$id","spanId":"$id");
    >     push @links, "{$ids}";
    >     push @samples, map { sprintf '{"stackIndex":%d,"linkIndex":%d,"values":["10000000"],"timestampsUnixNano":[%s]}', $_, $i + 1, ns($i, $n++) } @code;
    >     push @spans, sprintf '{%s,"name":"GET /","kind":2,"startTimeUnixNano":%s,"endTimeUnixNano":%s}', $ids, ns($i, 0), ns($i, @code + ($i % 4 ? 2 : 12));
    > }
    > my $of = '"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]}';
    > open my $profile, '>', 'requests.profile.json';
    > print $profile qq({"resourceProfiles":[{$of,"scopeProfiles":[{"profiles":[{"sampleType":{"typeStrindex":1,"unitStrindex":2},"samples":[), join(',', @samples),
    >     '],"timeUnixNano":', ns(0, 0), ',"durationNano":"80000000000","periodType":{"typeStrindex":1,"unitStrindex":2},"period":"10000000"}]}]}],"dictionary":{"mappingTable":[{}],',
    >     '"locationTable":[{},{"lines":[{"functionIndex":1}]},{"lines":[{"functionIndex":2}]},{"lines":[{"functionIndex":3}]}],',
    >     '"functionTable":[{},{"nameStrindex":3},{"nameStrindex":4},{"nameStrindex":5}],"stringTable":["","cpu","nanoseconds","main","parse","scan"],"attributeTable":[{}],',
    >     '"stackTable":[{},{"locationIndices":[2,1]},{"locationIndices":[3,1]}],"linkTable":[{},', join(',', @links), "]}}\n";
    > open my $trace, '>', 'requests.trace.json';
    > print $trace qq({"resourceSpans":[{$of,"scopeSpans":[{"spans":[), join(',', @spans), "]}]}]}\n";
    > END
    $ slow() { corr $1 -q --slow p75 --vs p0..p70 --op 'GET /' requests.*.json --exit-code $2 $3; }
    $ perl requests.pl 20
    $ slow tree
    normal  56 spans  p0..p70   mean 308 ms
    slow    20 spans  ≥ p75     mean 610 ms

    code: CPU ms per span; 2 functions tested, 5% false discoveries
    56 of 56 normal and 20 of 20 slow spans have samples
    evidence  100% span id   confidence 1.00 (exact)

    normal    slow   change           function (ms/span)
    287.86  489.50  +201.64           main
    118.57  320.00  +201.43  more **  ├ scan
    169.29  169.50    +0.21           └ parse

    evidence  ** under 1% false discoveries; smallest visible change of a 5%
              function: ×1.66
    GATE FAIL functions 1 pass 1 fail 0 cannot-tell tau 20%
    [1]
    $ slow diff | tail -n 1
    GATE FAIL parts 0 pass 1 fail 0 cannot-tell functions 1 pass 1 fail 0 cannot-tell tau 20%
    $ slow diff --json | grep '"verdict": "[a-z-]*",$'
      "verdict": "fail",

The code is the same where only a wait is longer; too little more to tell; the
whole of its interval.

    $ perl requests.pl 0
    $ slow diff | tail -n 1
    GATE FAIL parts 0 pass 1 fail 0 cannot-tell functions 2 pass 0 fail 0 cannot-tell tau 20%
    $ slow tree | tail -n 1
    GATE PASS functions 2 pass 0 fail 0 cannot-tell tau 20%
    $ perl requests.pl 2
    $ slow tree | tail -n 1; slow tree >/dev/null
    GATE INCONCLUSIVE functions 1 pass 0 fail 1 cannot-tell tau 20%
    [4]
    $ slow tree --allow-inconclusive | tail -n 1
    GATE INCONCLUSIVE functions 1 pass 0 fail 1 cannot-tell tau 20%
    $ perl requests.pl 4
    $ slow tree | tail -n 1
    GATE FAIL functions 1 pass 1 fail 0 cannot-tell tau 20%
    $ slow tree --fail-on lower-bound | tail -n 1
    GATE INCONCLUSIVE functions 1 pass 0 fail 1 cannot-tell tau 20%

Of what has few of the samples that it could have nothing is told; parts of the
time need none.

    $ corr tree -q --slow p95 --op 'GET /checkout' $INPUTS --exit-code >said
    [4]
    $ tail -n 2 said
    the code cannot be judged: the normal side has 23% of the possible samples
    GATE INCONCLUSIVE tau 20%
    $ corr diff -q --slow p95 --op 'GET /checkout' $INPUTS --exit-code | tail -n 2
    the code cannot be judged: the normal side has 23% of the possible samples
    GATE FAIL parts 6 pass 3 fail 5 cannot-tell tau 20%
    $ corr diff -q --slow p95 --op 'GET /checkout' $TRACES --exit-code | tail -n 1
    GATE FAIL parts 0 pass 3 fail 2 cannot-tell tau 20%
    $ corr tree -q --slow p95 --op 'GET /checkout' $TRACES --exit-code | tail -n 1
    GATE INCONCLUSIVE the evidence is too weak
    $ corr diff -q --slow p99 --op nothing $TRACES --exit-code
    no span matches
    GATE INCONCLUSIVE nothing was found
    [5]
    $ corr diff -q --slow p95 --op 'GET /checkout' $TRACES --exit-code --expect 'slow mean < 1 s' | tail -n 1
    GATE PASS 1 pass 0 fail 0 cannot-tell

Beyond a duration is what took longer than that, or less: a span of just that
length is of neither side.

    $ cat >spans.pl <<'END'
    > my ($n, @spans) = (0);
    > for (@ARGV) {
    >     my ($count, $ns) = split /x/;
    >     push @spans, sprintf '{"traceId":"%032x","spanId":"%016x","name":"GET /","startTimeUnixNano":"%u","endTimeUnixNano":"%u","attributes":[{"key":"body.size","value":{"intValue":"%u"}}]}',
    >         ++$n, $n, 1.7e18 + $n * 1e9, 1.7e18 + $n * 1e9 + $ns, 1234000 + $n for 1 .. $count;
    > }
    > print '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},"scopeSpans":[{"spans":[', join(',', @spans), "]}]}]}\n";
    > END
    $ perl spans.pl 22x400000000 5x500000000 10x600000000 >even.json
    $ corr diff -q --slow '>500ms' --vs '<500ms' --op 'GET /' even.json | head -n 2
    slow spans take 600 ms, usual ones 400 ms; largest part: self time, not broken
      down, +200 ms

A stream may take an hour where others take less than a millisecond.

    $ perl spans.pl 20x400000 6x3600000000000 >streams.json
    $ corr diff -q --slow '>1s' --vs '<1s' --op 'GET /' streams.json | sed '/^attr/,$d'
    slow spans take 3,600.000 s, usual ones 400 us; largest part: self time, not
      broken down, +3,600.000 s
    normal  20 spans  <1s   mean 400 us
    slow     6 spans  >1s   mean 3,600.000 s
    no thread is known for any of these spans: their self time is not broken down

    ms per span          normal         slow        change  95%
    self…broken down        0.4  3,600,000.0  +3,599,999.6  +3,599,…+3,599,999.6  **
    total                   0.4  3,600,000.0  +3,599,999.6

A bound is named in as many digits as it takes.

    $ corr diff -q --slow '>500ms' --vs '<500ms' --op 'GET /' even.json | grep body.size
    body.size > 1234022    0/22  0.0%  10/10  100.0%  separates
