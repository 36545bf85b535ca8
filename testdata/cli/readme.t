The screen of README.md is what corr prints.

    $ sed -n '/^```console/,/^```$/p' $DATA/../README.md | sed '1,3d;$d' >said
    $ cd $DATA/incident && corr span d8e1999a >"$OLDPWD/now" 2>&1; cd - >/dev/null
    $ diff said now

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
    corr chase
    corr alert alert.json
    corr report
    corr convert --to firefox
    corr cut --trace d8e1 -o slice.pb.gz
    corr merge *.cpu.*.pb.gz -o all.pb.gz
    corr partial *.pb.gz -o host.partial
    corr fetch trace 4bf92f35... --at prod -o case
    corr scrub . -o share
    corr pack share finding.md -o case.corrcase
    corr shell
    $ corr -q | head -n 1
    2026-11-21 17:21:37Z..17:23:44Z (2m06s)   1,197 traces of 4 services
    $ corr spans -q --slowest 5 | head -n 1
    the 5 slowest of 1,197 requests: 1.082 s down to 0.640 s
    $ corr trace -q d8e1 | head -n 1
    GET /api/quote  95.80 ms   trace d8e1999a185380142371dbc7a1812f35
    $ corr top -q | head -n 1
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    $ corr tree -q --icicle | head -n 1
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    $ corr peek -q mergeRules | head -n 1
    CPU of pricing  1m30s  707 samples of 10 ms = 7.07 s
    $ corr when -q | head -n 1
    17:22:15Z ±5 s   p50 of GET /checkout of checkout up  148 → 344 ms, for 30 s
    $ corr report -q | head -c 15
    <!DOCTYPE html>
    (no newline)
    $ corr scrub -q . -o share --key ../key | head -n 1 | cut -d , -f 1
    16 files
    $ echo '    $ corr top -n 1' >finding.md; corr pack -q share finding.md -o case.corrcase | head -n 1 | cut -d , -f 1
    case.corrcase: 16 files and 1 answer
    $ corr replay --verify case.corrcase | head -n 1; rm -r share case.corrcase finding.md
    1 of 1 answer is the same
    $ corr convert -q --to folded | head -n 1 | cut -c 1-40
    github.com/prometheus/client_golang/prom
    $ corr cut -q --trace d8e1 -o slice.pb.gz && corr top -q slice.pb.gz | head -n 1
    CPU of slice  10 s  3 samples of 10 ms = 30.0 ms
    $ rm slice.pb.gz; corr merge -q *.cpu.*.pb.gz -o all.pb.gz && corr top -q all.pb.gz | head -n 1
    CPU  1m30s  707 samples of 10 ms = 7.07 s
    $ rm all.pb.gz
    $ corr top -q --focus mergeRules | head -n 1
    CPU of pricing  1m30s  224 samples of 10 ms = 2.24 s
