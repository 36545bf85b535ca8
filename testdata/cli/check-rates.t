How often operations fail, and how many calls a request makes.  The second side
fails more often, and asks for each item of a cart.

    $ side() { # NAME REQUESTS FAILED CALLS
    >     perl -e 'my ($base, $n, $failed, $calls) = @ARGV; my $id = $base;
    >     sub span { my ($t, $up, $at, $kind, $error, $name) = @_; $id++;
    >         my $from = 1713099600000000000 + $t * 1000000000 + $at * 1000000;
    >         push @s, sprintf q({"traceId":"%032x","spanId":"%016x","parentSpanId":"%s","kind":%d,"name":"%s","startTimeUnixNano":"%d","endTimeUnixNano":"%d","status":{"code":%d}}), $base + $t, $id, $up ? sprintf("%016x", $up) : "", $kind, $name, $from, $from + 900000, $error ? 2 : 0;
    >         return $id }
    >     for my $t (1 .. $n) { my $r = span($t, 0, 0, 2, $t <= $failed, "POST /cart");
    >         for my $k (1 .. $calls + $t % 2) { span($t, $r, $k, 3, 0, "GET /item") } }
    >     print q({"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"cart"}}]},"scopeSpans":[{"spans":[), join(",", @s), "]}]}]}\n"' $2 $3 $4 $5 >$1
    > }
    $ side v1.json 100000 1000 4 1; side v2.json 200000 1000 40 8

    $ corr check -q --expect 'errors of "POST /cart" < 1%' --expect 'errors of "POST /cart" <= base * 2' --expect 'calls of "GET /item" per "POST /cart" <= 5' --expect 'spans per trace <= base * 1.5' v1.json v2.json
    fail: 4 of 4 rules are broken

    verdict      rule                                        value  interval
    fail         errors of "POST /cart" < 1%                  4.0%  3.0..5.4
    fail         errors of "POST /cart" <= base * 2          ×10.0  3.72..26.9
    fail         calls of "GET /item" per "POST /cart" <= 5   8.50  8.47..8.53
    fail         spans per trace <= base * 1.5               ×3.80  3.75..3.85

    GATE FAIL 0 pass 4 fail 0 cannot-tell
    [1]
    $ corr check -q --expect 'errors of "POST /cart" < 6%' --expect 'calls of "GET /item" per trace < 9' --expect 'errors of "POST /cart" < 4.5%' v1.json v2.json
    cannot tell: 1 of 3 rules cannot be judged; 2 hold

    verdict      rule                                value  interval    why
    pass         errors of "POST /cart" < 6%          4.0%  3.0..5.4
    pass         calls of "GET /item" per trace < 9   8.50  8.47..8.53
    cannot tell  errors of "POST /cart" < 4.5%        4.0%  3.0..5.4
                 needs about 7× the spans

    GATE INCONCLUSIVE 2 pass 0 fail 1 cannot-tell
    [4]
    $ corr check -q --explain --expect 'errors of "POST /cart" < 6%' --expect 'calls of "GET /item" per "POST /cart" <= 9' v1.json v2.json
    pass: both rules hold

    verdict      rule                                        value  interval
    pass         errors of "POST /cart" < 6%                  4.0%  3.0..5.4
    pass         calls of "GET /item" per "POST /cart" <= 9   8.50  8.47..8.53

    errors of "POST /cart" < 6%
    rule      pass if the whole interval is below 6.0%; fail if all of it is above
    interval  4.0%, 3.0..5.4 at 95%
    n         1000 and 1000 spans of it
    base      4 of 1,000 spans failed
    new       40 of 1,000 spans failed

    calls of "GET /item" per "POST /cart" <= 9
    rule      pass if the whole interval is at most 9.00; fail if all of it is above
    interval  8.50, 8.47..8.53 at 95%
    n         1000 and 1000 requests of it
    base      1,500 spans below 1,000 requests
    new       8,500 spans below 1,000 requests

    GATE PASS 2 pass 0 fail 0 cannot-tell
    $ corr check --json --expect 'calls of "GET /item" per "POST /cart" <= 9' v1.json v2.json | grep '"text"'
        {"value": 8.5, "lo": 8.469051221773835, "hi": 8.531061875531709, "threshold": 9.0, "samples_factor_needed": 1.0, "base_observations": 1000.0, "new_observations": 1000.0, "dispersion": null, "verdict": "pass", "text": "calls of \"GET /item\" per \"POST /cart\" <= 9", "unit": "count", "why": null, "functions": [], "function": null, "renamed_from": null, "owner": null}

A name that is not there, too few requests, no error on either side, the same file
twice.

    $ side few.json 300000 12 0 3; side calm.json 400000 50 0 3
    $ corr check -q --expect 'errors of "nothing" < 1%' --expect 'calls of "GET /item" per "POST /cart" <= 2' --expect 'errors of "POST /cart" <= base * 2' calm.json few.json
    cannot tell: no rule can be judged

    verdict      rule                                        value  interval    why
    cannot tell  errors of "nothing" < 1%
                 no span of this name on either side
    cannot tell  calls of "GET /item" per "POST /cart" <= 2   3.50  3.22..3.81
                 needs 20 traces with such requests
    cannot tell  errors of "POST /cart" <= base * 2
                 no span failed on either side

    GATE INCONCLUSIVE 0 pass 0 fail 3 cannot-tell
    [4]
    $ corr check -q --expect 'errors of "POST /cart" < 50%' v1.json v1.json
    cannot tell: the rule cannot be judged

    verdict      rule                          value  interval  why
    cannot tell  errors of "POST /cart" < 50%   0.4%  0.2..1.0
                 both sides have the same spans of this name

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]

A trace that lacks spans shows too few calls.

    $ sed 's/"parentSpanId":"0000000000030d41"/"parentSpanId":"00000000000fffff"/' v2.json >torn.json; grep -c fffff torn.json
    1
    $ corr check -q --expect 'calls of "GET /item" per "POST /cart" <= 9' v1.json torn.json
    pass: the rule holds

    verdict      rule                                        value  interval
    pass         calls of "GET /item" per "POST /cart" <= 9   8.50  8.47..8.53
                 1 of 1000 requests of the new side lack spans in their trace and
                 are left out

    GATE PASS 1 pass 0 fail 0 cannot-tell

One report has no base.

    $ corr spans -q -n 1 --expect 'errors of "POST /cart" < 10%' --expect 'spans per "POST /cart" > 5' v2.json | tail -n 4
    pass         spans per "POST /cart" > 5    8.50  8.47..8.53
    next  corr span 0000000000030d41 v2.json    where the slowest one spent its time
          corr trace 0000000000030d41 v2.json   the waterfall
    GATE PASS 2 pass 0 fail 0 cannot-tell
    $ corr spans -q --expect 'errors of "POST /cart" <= base * 2' v2.json
    corr: --expect: "base" needs two sides, as in corr check; here use a share or an amount
          hint: errors of "POST /cart" <= base * 2
                                          ^
    [2]
    $ corr check -q --state s.json --expect 'errors of "POST /cart" < 1%' v1.json v2.json
    corr: errors of "POST /cart" < 1%: --state cannot hold a rate of spans
          hint: a state holds: cpu/request <= base * 1.05, FUNCTION self < 8%, duration p99 of "OP" < 250 ms
    [2]
