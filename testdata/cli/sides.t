What the two sides of a comparison are.

Names of files for both may come from elsewhere.

    $ printf '%s\0' $DATA/deploys/v1/traces.* $DATA/deploys/v2/traces.* >names
    $ corr diff -q "$DATA/deploys/v1/pricing.*" "$DATA/deploys/v2/pricing.*" --files0-from names | head -n 3
    no clear change in CPU per request of pricing (-10..+19%) for the same traffic
       but main.containsRule is new: +1.80 ms
       measured: 13.2 → 13.6 ms; the mix of requests is the same
    $ corr diff -q --files0-from names $DATA/deploys/v1 $DATA/deploys/v2 $DATA/deploys/v1/traces.*
    corr: --files0-from leaves no place for "../data/deploys/v1/traces.otlp.jsonl.gz"
    [2]

Where traces tell a process by its service alone, a profile is of the version
whose spans began while it ran.

    $ mkdir bare; n=0
    $ for v in v1 v2; do
    >   gunzip -c $DATA/deploys/$v/traces.* | sed -E 's/"(host.name|process.pid|service.instance.id)"/"x"/g' >bare/traces.$v
    >   for f in $DATA/deploys/$v/pricing.*; do n=$((n+1)); cp $f bare/cpu.$n; done
    > done
    $ corr diff -q version=1.4.0 version=1.5.0 bare | head -n 2
    no clear change in CPU per request of pricing (-10..+19%) for the same traffic
       but main.containsRule is new: +1.80 ms
    $ corr top -q --label version=1.4.0 bare -n 1 | head -n 1
    CPU of pricing  50 s  612 samples of 10 ms = 6.12 s

The value of a label may be a route, behind a method, too; what is in a folder
that is not there is none.

    $ cp -r $DATA/deploys here
    $ printf '%s\n' 'v1 "endpoint=GET /x"' 'v2 "endpoint=PUT /x"' >verbs.map
    $ corr diff -q --label-map verbs.map 'endpoint=GET /x' 'endpoint=PUT /x' here | head -n 3
    no clear change in CPU per request of pricing (-10..+19%) for the same traffic
       but main.containsRule is new: +1.80 ms
       measured: 13.2 → 13.6 ms; the mix of requests is the same
    $ corr diff -q --label-map verbs.map 'endpoint=GET x/y' 'endpoint=PUT x/y' here
    corr: endpoint=GET x/y: No such file or directory
    [3]
    $ printf 'main;a 3 4\n' >two.folded; printf 'x\0' | corr diff two.folded --files0-from -
    corr: --files0-from has nothing to add to a file whose two columns are the sides
    [2]

The first minutes of a JVM, in which code is compiled, are compared with nothing
else: they are left out of a recording that goes on for long, and of one that
does not they leave it open.

    $ minutes() { gunzip -c $DATA/jfr/waits.jfr.gz | perl -0777 -ne '
    >   for $k (0 .. '$1' - 1) { $c = $_; substr($c, 32, 8) = pack "Q>", ('$2' + 60 * $k) * 1e9 + unpack "Q>", substr $c, 32, 8; print $c }'; }
    $ minutes 17 0 >long.jfr; minutes 17 100000 >later.jfr; minutes 10 100 >short.jfr
    $ corr diff -q long.jfr later.jfr | head -n 7
    no clear change in CPU † per second (-49..+88%)
       measured: 10.2 → 9.91 ms

    ms/second †    base    new  change
    same         10.156  9.907  -0.249    2 functions, none changed clearly
    total        10.156  9.907  -0.249    ×0.98, 0.51..1.88
    $ corr diff -q long.jfr short.jfr | sed -n '6,10p'
    same         10.156  10.352  +0.196    2 functions, none changed clearly
    total        10.156  10.352  +0.196    ×1.02, 0.49..2.14

    base      long.jfr  02:51:31Z +11m02s  1 file  672 samples
    new       short.jfr  02:48:12Z +9m01s  1 file  560 samples
    $ corr diff -q --keep-starts long.jfr short.jfr | head -n 2
    no clear change in CPU † per second (-48..+109%)
       measured: 9.91 → 10.4 ms
    $ corr diff -q --from 2026-11-22T02:46 long.jfr later.jfr | head -n 2
    no clear change in CPU † per second (-45..+82%)
       measured: 9.91 → 9.91 ms
    $ corr check -q --expect 'cpu/second <= base * 1.05' long.jfr short.jfr
    cannot tell: the rule cannot be judged

    verdict      rule                       value †  interval    why
    cannot tell  cpu/second <= base * 1.05    ×1.02  0.44..2.38
                 the new side includes the first 5 minutes of a JVM (compiling), the
                 base does not

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]
    $ corr diff --json -q long.jfr short.jfr | grep -o '"code": "STARTS[_A-Z]*"'
    "code": "STARTS"
    "code": "STARTS_DIFFER"

Traces of a part of the time tell too few requests for what all of it cost.

    $ mkdir part && cp $DATA/deploys/v2/pricing.cpu.* part
    $ corr cut -q --to 17:25:33Z -o part/traces.otlp.jsonl $DATA/deploys/v2/traces*
    $ corr diff -q $DATA/deploys/v1 part | sed '/^$/,$d'
    the new side needs 25% less CPU per second than the base (10..37%)
       measured: 122 → 92.4 ms
    !  the base was recorded after the new side: are the sides swapped?
    $ corr check -q $DATA/deploys/v1 part --expect 'cpu/request <= base * 9'
    cannot tell: the rule cannot be judged

    verdict      rule                     value  interval    why
    cannot tell  cpu/request <= base * 9  ×2.93  0.69..12.3
                 requests are unknown for 30.003 s of the new side, which is 65% of
                 its cost

    GATE INCONCLUSIVE 0 pass 0 fail 1 cannot-tell
    [4]

Of two profilers of one process at one time one counts, the same one on both
sides.

    $ instance() { sed 's/"attributes":\[{/"attributes":[{"key":"service.instance.id","value":{"stringValue":"'$1'"}},{/' $DATA/otlp-profiles/example.json; }
    $ mkdir i1 i2; instance i-1 >i1/a.json; instance i-1 | sed 's/"work"/"toil"/' >i1/b.json; instance i-2 >i2/a.json
    $ corr diff i1 i2
    too few samples: base 2, new 2, minimum 100 (3,800 show a 20% change)
       measured: 20.0 → 20.0 ms

    ms/second    base     new  change
    same       20.000  20.000  +0.000    1 function, none changed clearly
    total      20.000  20.000  +0.000    ×1.00, 0.06..16.0

    base      i1  22:13:20Z +1 s  1 file  2 samples
    new       i2  22:13:20Z +1 s  1 file  2 samples
    base: i1/b.json left out; it repeats i1/a.json
    one profile a side: no row has a * (add profiles, not length)
    next  corr diff -t i1 i2   where in the call tree
    $ corr diff i1 i2 --json | grep DUPLICATE
        {"level": "info", "code": "DUPLICATE", "text": "base: i1/b.json left out; it repeats i1/a.json", "input": null, "shown": true},
    $ corr check i1 i2
    cannot tell: no rule can be judged (needs 100 samples a side)

    verdict      rule                             value  interval    why
    cannot tell  total <= base * 1.05             ×1.00  0.06..16.5
                 needs 100 samples a side
    cannot tell  any function self <= base * 1.2
                 needs 100 samples a side

    base: i1/b.json left out; it repeats i1/a.json
    weak, one profile a side; add profiles, not length
    next  corr diff i1 i2              what changed, biggest first
          corr check --explain i1 i2   rule, interval and samples
    GATE INCONCLUSIVE 0 pass 0 fail 2 cannot-tell
    [4]
