The screen of README.md is what corr prints.

    $ sed -n '/^```console/,/^```$/p' $DATA/../README.md | sed '1,3d;$d' >said
    $ cd $DATA/incident && corr span d8e1999a >"$OLDPWD/now" 2>&1; cd - >/dev/null
    $ diff said now
    1d0
    < corr: 14 profiles, 18,489 spans in 1 file; 1 file ignored
    23,25c22,23
    < only 3 samples joined (at most 5.9 expected): these stacks were seen, this is
    <   not a breakdown. 97 samples give shares within 10 points: about 33 spans like
    <   this one
    ---
    \> 3 samples (at most 5.9 expected): examples, not a breakdown. ±10 points needs 97
    \>   samples, about 33 such spans
    27,31c25,29
    < 3  * net/http.(*conn).serve → … 7 frames … → main.price
    < 2  * ├─ main.mergeRules
    < 1  * │  ├─ main.containsRule
    < 1    │  └─ main.mix
    < 1    └─ main.roundAll → main.mix
    ---
    \> 3  * http.(*conn).serve → … → main.endpoint.func1 → main.price
    \> 2  * ├ main.mergeRules
    \> 1  * │ ├ main.containsRule
    \> 1    │ └ main.mix
    \> 1    └ main.roundAll → main.mix
    39,48c37,46
    < 100.0%   0.0%  82  * net/http.(*conn).serve → … 6 frames … → main.endpoint.func1
    <  97.6%   0.0%  80  * ├─ main.price
    <  45.1%  42.7%  37    │  ├─ main.roundAll → main.mix                       <- hot
    <   2.4%   2.4%   2    │  │  └─ runtime.asyncPreempt
    <  35.4%   0.0%  29    │  ├─ main.mergeRules
    <  20.8%  18.4%  17    │  │  ├─ main.mix                                    <- hot
    <   2.4%   2.4%   2    │  │  │  └─ runtime.asyncPreempt
    <  14.6%  14.6%  12    │  │  └─ main.containsRule                           <- hot
    <  17.1%  17.1%  14    │  └─ main.surge → main.surgeAdjust → main.mix       <- hot
    <   2.4%          2    └─ (2 smaller frames)
    ---
    \> 100.0%   0.0%  82  * http.(*conn).serve → … → main.endpoint.func1
    \>  97.6%   0.0%  80  * ├ main.price
    \>  45.1%  42.7%  37    │ ├ (hot) main.roundAll → main.mix
    \>   2.4%   2.4%   2    │ │ └ runtime.asyncPreempt
    \>  35.4%   0.0%  29    │ ├ main.mergeRules
    \>  20.8%  18.4%  17    │ │ ├ (hot) main.mix
    \>   2.4%   2.4%   2    │ │ │ └ runtime.asyncPreempt
    \>  14.6%  14.6%  12    │ │ └ (hot) main.containsRule
    \>  17.1%  17.1%  14    │ └ (hot) main.surge → main.surgeAdjust → main.mix
    \>   2.4%   2.4%   2    └ (2 smaller frames)
    [1]

The other commands that it names are there.

    $ cp $DATA/incident/*.gz .
    $ grep -o '^| `corr[^`]*`' $DATA/../README.md | cut -d '`' -f 2
    corr
    corr span 4bf92f35
    corr trace 4bf92f35
    corr spans --slowest 5
    corr top
    corr tree
    corr peek mergeRules
    corr diff v1/ v2/
    corr check -f perf.expect v1/ v2/
    corr when
    corr convert --to folded
    corr cut --trace d8e1 -o slice.pb.gz
    corr merge *.cpu.*.pb.gz -o all.pb.gz
    $ corr -q | head -n 1
    14 files, 4 services, 2026-11-21 17:21:37.983Z..17:23:44.256Z
    $ corr spans -q --slowest 5 | head -n 1
    5 spans, slowest first
    $ corr trace -q d8e1 | head -n 1
    trace d8e1999a185380142371dbc7a1812f35  GET  95.80 ms
    $ corr top -q | head -n 1
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    $ corr tree -q --icicle | head -n 1
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    $ corr peek -q mergeRules | head -n 1
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    $ corr when -q | head -n 1
    2026-11-21 17:21:46.600Z..17:23:17.000Z  1m30s
    $ corr convert -q --to folded | head -n 1 | cut -c 1-40
    github.com/prometheus/client_golang/prom
    $ corr cut -q --trace d8e1 -o slice.pb.gz && corr top -q slice.pb.gz | head -n 1
    CPU of slice  10 s  3 samples of 10 ms = 30.0 ms
    $ rm slice.pb.gz; corr merge -q *.cpu.*.pb.gz -o all.pb.gz && corr top -q all.pb.gz | head -n 1
    CPU  1m30s  707 samples of 10 ms = 7.07 s
    $ rm all.pb.gz
    $ corr top -q --focus mergeRules | head -n 1
    CPU of pricing  1m30s  224 samples of 10 ms = 2.24 s
