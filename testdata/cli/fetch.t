Servers: what is asked, without asking, and what a case folder says.

The command says what it lacks.

    $ corr fetch
    corr: fetch wants to know what
          hint: trace ID, spans, profiles, metrics PROMQL, alerts, alert FILE, or http://...
    [2]
    $ corr fetch nonsense --tempo http://127.0.0.1:1
    corr: fetch does not know "nonsense"
          hint: trace ID, spans, profiles, metrics PROMQL, alerts, alert FILE, or http://...
    [2]
    $ corr fetch trace 4bf92f3577b34da6a3ce929d0e0e4736
    corr: fetch trace wants to know a server
          hint: --tempo URL, --pyroscope URL, --prometheus URL ..., or --at NAME
    [2]
    $ corr fetch trace nothex --tempo http://127.0.0.1:1
    corr: "nothex" is no trace id
    [2]
    $ corr fetch trace 8b6f5928 --tempo http://127.0.0.1:1
    corr: "8b6f5928" begins no trace id here, and servers know only whole ids
          hint: all 32 digits, as exemplars and corr trace --json have them
                an id that is short: 000000008b6f5928
    [2]
    $ corr fetch metrics up --tempo http://127.0.0.1:1
    corr: no server of this run answers "fetch metrics"
          hint: traces and spans: --tempo, --jaeger, --zipkin
                profiles: --pyroscope, --pprof
                metrics: --prometheus; alerts: --alertmanager
    [2]
    $ corr fetch profiles --service a --from 14:00 --pyroscope http://127.0.0.1:1
    corr: --from 14:00 has no zone, so servers elsewhere would read another time
          hint: --from 14:00Z for UTC, --from 14:00+02:00, or --from -1h
    [2]

A folder that names the whole id lets a short one stand for it.

    $ mkdir known && echo '# {trace_id="8b6f592889af98a87a3c98f15bbcef50"} 1' >known/m.om
    $ corr fetch trace 8b6F59 -o known --zipkin http://127.0.0.1:1 --dry-run
    curl -sS --compressed -H 'Accept: application/json' -o zipkin-8b6f592889af98a87a3c98f15bbcef50.json --url http://127.0.0.1:1/api/v2/trace/8b6f592889af98a87a3c98f15bbcef50
    # answers may lead to further questions
    $ echo 8b6f592889af98a87a3c98f15bbcef51 >>known/m.om
    $ corr fetch trace 8b6f59 -o known --zipkin http://127.0.0.1:1 --dry-run
    corr: "8b6f59" begins more than one trace id here, and servers know only whole ids
          hint: 8b6f592889af98a87a3c98f15bbcef50
                8b6f592889af98a87a3c98f15bbcef51
    [2]
    $ corr fetch trace 00000000000000000000000000000000 --zipkin http://127.0.0.1:1 --dry-run
    corr: "00000000000000000000000000000000" is no trace id
    [2]

No secret is an argument, and none is repeated.

    $ corr fetch spans --tempo http://ann:hunter2@127.0.0.1:1
    corr: --tempo has a password in the address, which other users of this machine can see
          hint: --basic FILE reads user:password from a file, --bearer FILE a token
    [2]
    $ corr fetch spans --tempo http://127.0.0.1:1 --bearer hunter2
    corr: --bearer: there is no such file (a secret itself is never given here)
          hint: --bearer FILE, --bearer env:NAME or --bearer run:COMMAND
    [2]
    $ corr fetch spans --tempo http://127.0.0.1:1 --tenant "$(printf 'a\nB: c')"
    corr: --tenant has a character that a header cannot have
    [2]
    $ corr fetch http://127.0.0.1:1/a --proxy http://ann:hunter2@127.0.0.1:2
    corr: --proxy has a password in the address, which other users of this machine can see
    [2]

A dry run prints lines for curl; the secret is read when they run.

    $ echo hunter2 >token
    $ corr fetch trace 4bf92f3577b34da6a3ce929d0e0e4736 --zipkin http://127.0.0.1:1/base/ --bearer token --dry-run
    printf 'header = "Authorization: Bearer %s"\n' "$(cat token | head -n 1 | sed 's/[\\"]/\\&/g')" | curl -sS --compressed -H 'Accept: application/json' -o zipkin-4bf92f3577b34da6a3ce929d0e0e4736.json -K - --url http://127.0.0.1:1/base/api/v2/trace/4bf92f3577b34da6a3ce929d0e0e4736
    # answers may lead to further questions
    $ corr fetch http://127.0.0.1:1/a.jfr?token=hunter2 --tenant 'a|b' --dry-run
    curl -sS --compressed -H 'Accept: */*' -H 'X-Scope-OrgID: a|b' -o a-7768f4de.jfr --url 'http://127.0.0.1:1/a.jfr?token=***'
    $ corr fetch http://127.0.0.1:1/heap --dry-run --json | head -n 6
    {
      "schema": "corr.fetch/1",
      "corr": "0.1.0",
      "verdict": "answered",
      "exit": 0,
      "notes": [],
    $ ls
    known
    token
    $ CORR_TARGETS=targets corr fetch alerts --at prod --dry-run
    corr: targets: No such file or directory
          hint: corr-fetch(1) explains the file of targets
    [2]
    $ printf '[prod]\nalertmanager = http://127.0.0.1:1\nbearer = token\n' >targets
    $ CORR_TARGETS=targets corr fetch alerts --at prod --dry-run | cut -d ' ' -f 1-11
    printf 'header = "Authorization: Bearer %s"\n' "$(cat token | head -n
    # answers may lead to further questions
    $ CORR_TARGETS=targets corr fetch alerts --at test --dry-run
    corr: targets has no section [test]
    [2]

A service goes into the name of the file, with the time of the answer; a program
has several profiles, and records some of them.

    $ cut() { sed -E 's/20[0-9]{6}T[0-9]{6}Z/TIME/g; s/.* -o/-o/'; }
    $ corr fetch http://127.0.0.1:1/debug/pprof/profile?seconds=5 --service shop --dry-run | cut
    -o shop-pprof.profile-TIME-TIME --url 'http://127.0.0.1:1/debug/pprof/profile?seconds=5'
    $ corr fetch http://127.0.0.1:1/a/b-c.jfr.gz http://127.0.0.1:1/ --service a/b --dry-run | cut
    -o a_b-a.b_c-TIME.jfr.gz --url http://127.0.0.1:1/a/b-c.jfr.gz
    -o a_b-url.127-TIME --url http://127.0.0.1:1/
    $ corr fetch profiles --pprof shop=http://127.0.0.1:1 --dry-run | cut
    -o shop-pprof.profile-TIME-TIME --url 'http://127.0.0.1:1/debug/pprof/profile?seconds=10'
    -o shop-pprof.allocs-TIME-TIME --url 'http://127.0.0.1:1/debug/pprof/allocs?seconds=10'
    # answers may lead to further questions
    $ corr fetch profiles --pprof shop=http://127.0.0.1:1/base/debug/pprof/ --kind lock --record 1500ms --dry-run | cut
    -o shop-pprof.mutex-TIME-TIME --url 'http://127.0.0.1:1/base/debug/pprof/mutex?seconds=2'
    -o shop-pprof.block-TIME-TIME --url 'http://127.0.0.1:1/base/debug/pprof/block?seconds=2'
    # answers may lead to further questions
    $ corr fetch profiles --pprof shop=http://127.0.0.1:1/jfr?seconds=8 --dry-run | cut
    -o shop-url.jfr-TIME-TIME --url 'http://127.0.0.1:1/jfr?seconds=8'
    # answers may lead to further questions
    $ printf '[prod]\npprof = shop=http://127.0.0.1:1\n' >programs
    $ CORR_TARGETS=programs corr fetch profiles --at prod --service Shop --kind live_bytes --dry-run | cut
    -o shop-pprof.heap-TIME --url http://127.0.0.1:1/debug/pprof/heap
    # answers may lead to further questions
    $ unset -f cut; rm programs
    $ corr fetch profiles --pprof shop=http://127.0.0.1:1 --service other
    corr: no server of this run answers "fetch profiles"
          hint: traces and spans: --tempo, --jaeger, --zipkin
                profiles: --pyroscope, --pprof
                metrics: --prometheus; alerts: --alertmanager
    [2]
    $ corr fetch profiles --pprof shop=http://127.0.0.1:1 --to -1h | head -n 1
    corr: no server of this run answers "fetch profiles"
          hint: traces and spans: --tempo, --jaeger, --zipkin
                profiles: --pyroscope, --pprof
                metrics: --prometheus; alerts: --alertmanager
    $ corr fetch profiles --pprof http://127.0.0.1:1/?a=b
    corr: --pprof wants a service and an address
          hint: --pprof checkout=http://checkout:6060
    [2]
    $ corr fetch profiles --pprof shop=127.0.0.1:1
    corr: --pprof wants a service and an address
          hint: --pprof checkout=http://checkout:6060
    [2]

A page of metrics is asked for its exemplars, and never as protobuf.

    $ corr fetch http://127.0.0.1:1/app/metrics/?x=1 --dry-run
    curl -sS --compressed -H 'Accept: application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1' -o metrics-0da218af --url 'http://127.0.0.1:1/app/metrics/?x=1'

A line runs in a shell; curl is a function here.

    $ curl() { sed 's/hunter2/(the secret)/'; }
    $ eval "$(CORR_TARGETS=targets corr fetch alerts --at prod --dry-run)"
    header = "Authorization: Bearer (the secret)"

A server that is not there.

    $ corr fetch http://127.0.0.1:1/heap --tries 1 -o case
    0 files, 0 B, in case

    failed    http://127.0.0.1:1/heap: the server cannot be reached: Connection
              refused
    [3]
    $ corr fetch http://127.0.0.1:1/heap --tries 1 -o case --tsv | cut -f 1-5,11-13
    outcome	bytes	status	cached	truncated	server	what	url
    failed	0		false	false	address	http://127.0.0.1:1/heap	http://127.0.0.1:1/heap
    $ cut -d , -f 2-8 case/.corr/provenance.jsonl
    "server":"address","what":"http://127.0.0.1:1/heap","method":"GET","url":"http://127.0.0.1:1/heap","outcome":"failed","complete":false,"why":"the server cannot be reached: Connection refused"}
    "server":"address","what":"http://127.0.0.1:1/heap","method":"GET","url":"http://127.0.0.1:1/heap","outcome":"failed","complete":false,"why":"the server cannot be reached: Connection refused"}
    $ ls -ld case | cut -c 1-10; find case | sort
    drwx------
    case
    case/.corr
    case/.corr/provenance.jsonl

What the folder has is not asked again, unless it was changed.

    $ mkdir -p there/.corr there/profiles; echo 'main;a 3' >there/profiles/a.folded
    $ sha=$(sha256sum there/profiles/a.folded | cut -d ' ' -f 1)
    $ printf '{"method":"GET","url":"http://127.0.0.1:1/a","outcome":"got","status":200,"path":"profiles/a.folded","sha256":"%s","complete":true}\n' $sha >there/.corr/provenance.jsonl
    $ (cd there && corr fetch http://127.0.0.1:1/a --tries 1)
    1 file, 9 B, in .; 1 was already there
            size  file               format
    cached   9 B  profiles/a.folded  collapsed
    next  corr info .   what came, and what joins
    $ corr fetch http://127.0.0.1:1/a -o there --tries 1
    1 file, 9 B, in there; 1 was already there
            size  file               format
    cached   9 B  profiles/a.folded  collapsed
    next  corr info there   what came, and what joins
    $ corr fetch http://127.0.0.1:1/a -o there --tries 1 --tsv
    outcome	bytes	status	cached	truncated	hits	from_unix_ns	to_unix_ns	has_from_unix_ns	has_to_unix_ns	server	what	url	path	format	why
    cached	9	200	true	false						address	http://127.0.0.1:1/a	http://127.0.0.1:1/a	profiles/a.folded	collapsed	
    $ corr fetch http://127.0.0.1:1/a http://127.0.0.1:1/b -o there --tries 1
    1 file, 9 B, in there; 1 was already there
            size  file               format
    cached   9 B  profiles/a.folded  collapsed

    failed    http://127.0.0.1:1/b: the server cannot be reached: Connection refused
    next  corr info there   what came, and what joins
    [4]
    $ corr fetch http://127.0.0.1:1/a -o there --tries 1 --refresh | head -n 1
    0 files, 0 B, in there
    $ echo 'main;a 4' >there/profiles/a.folded
    $ corr fetch http://127.0.0.1:1/a -o there --tries 1 | head -n 1
    0 files, 0 B, in there

A folder tells which servers it came from.

    $ mkdir -p got/.corr; cp $DATA/incident/pricing.cpu.07.pb.gz got
    $ printf '{"at":"2026-11-21 17:30:00.000Z","method":"GET","url":"http://a:1/x","outcome":"got","path":"pricing.cpu.07.pb.gz","complete":true}\n' >got/.corr/provenance.jsonl
    $ corr info got | grep -E 'fetched|missing'
    fetched   1 answer of a:1, 2026-11-21 17:30:00Z
    $ corr top got --expect 'total >= 5 ms' | tail -n 1
    GATE PASS 1 pass 0 fail 0 cannot-tell
    $ printf '{"at":"2026-11-21 17:30:01.000Z","what":"profiles of a","method":"GET","url":"http://b:1/x","outcome":"failed","complete":false}\n{"bro' >>got/.corr/provenance.jsonl
    $ corr info got | grep -E 'fetched|missing'
    fetched   2 answers of a:1, b:1, 2026-11-21 17:30:01Z
    missing   1 of 2 answers of servers is missing or cut, such as profiles of a
    $ corr top got | grep missing
    1 of 2 answers of servers is missing or cut, such as profiles of a
    $ corr top got --expect 'total >= 5 ms' | tail -n 1
    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    $ corr check got $DATA/incident/pricing.cpu.06.pb.gz | grep missing
    cannot tell: answers of servers are missing or cut, so no rule can be judged
                 answers of servers are missing or cut
                 answers of servers are missing or cut
    1 of 2 answers of servers is missing or cut, such as profiles of a
    $ (cd got && corr info --json | grep -A 1 -E 'FETCH')
        {"level": "warning", "code": "FETCHED", "text": "2 answers of a:1, b:1, 2026-11-21 17:30:01Z", "input": null, "shown": false},
        {"level": "warning", "code": "FETCH_CUT", "text": "1 of 2 answers of servers is missing or cut, such as profiles of a", "input": null, "shown": false}
      ],

What came later counts.

    $ printf '\n{"at":"2026-11-21 17:31:00.000Z","method":"GET","url":"http://b:1/x","outcome":"nothing","complete":true}\n' >>got/.corr/provenance.jsonl
    $ corr info got | grep -E 'fetched|missing'
    fetched   1 answer of a:1, b:1, 2026-11-21 17:30:01Z
