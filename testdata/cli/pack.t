# Case files: pack, replay, and archives as inputs

A folder with a finding becomes one file.  The commands of the finding are asked,
and their answers are in the file.

    $ mkdir case && cp $DATA/incident/pricing.cpu.0[67].pb.gz case
    $ printf '# Slow\n\n    $ corr top\n\n```\ncorr diff pricing.cpu.06.pb.gz pricing.cpu.07.pb.gz\ncorr tree | head\ncorr convert --to folded -o /tmp/x\ncorr top ../other\n```\n' > case/finding.md
    $ echo noise > case/app.log
    $ corr pack case case/finding.md -o a.corrcase | sed 's/, [0-9.]* kB//'
    a.corrcase: 3 files and 2 answers
    1 file that corr does not read is not in it: --whole

    question                             exit  answer
    corr top                                0   512 B
    corr diff pri… pricing.cpu.07.pb.gz     0   525 B
    corr tree | head                                   a shell is not started
    corr convert --to folded -o /tmp/x                 only questions are run
    corr top ../other                                  a path is outside of the case

    missing   no trace is here; add an exported trace
    next  corr replay --verify a.corrcase   prints the same elsewhere
    $ corr replay a.corrcase | head -n 3
    \$ corr top
    CPU of pricing  20 s  192 samples of 10 ms = 1.92 s
    83% is main.mix, 42% of it under main.roundAll
    $ corr replay --verify a.corrcase
    2 of 2 answers are the same

    question                                           answer
    corr top                                           the same
    corr diff pricing.c…06.pb.gz pricing.cpu.07.pb.gz  the same
    corr tree | head                                   a shell is not started
    corr convert --to folded -o /tmp/x                 only questions are run
    corr top ../other                                  a path is outside of the case

Equal folders give equal files, and a file is not replaced.

    $ corr pack case case/finding.md -o b.corrcase | head -n 1 | cut -d , -f 1
    b.corrcase: 3 files and 2 answers
    $ cmp a.corrcase b.corrcase && echo equal
    equal
    $ corr pack case -o a.corrcase
    corr: a.corrcase is there; it is not replaced
          hint: write to another file: -o case-2.corrcase
    [2]

Without a finding three questions are asked; --ask names others.

    $ corr pack case -o c.corrcase | sed -n '4,7p'
    corr info                  0   345 B
    corr spans --slowest 5     5    93 B
    corr top                   0   512 B
    $ corr pack case --ask 'corr top --by file -n 1' --whole -o d.corrcase | head -n 1 | cut -d , -f 1
    d.corrcase: 4 files and 1 answer

A finding in the folder is found, however it is named.

    $ (cd case && corr pack . finding.md -o ../f.corrcase && corr pack ./ "$PWD/finding.md" -o ../g.corrcase) | grep -o '^.*answers'
    ../f.corrcase: 3 files and 2 answers
    ../g.corrcase: 3 files and 2 answers
    $ cmp f.corrcase a.corrcase && cmp g.corrcase a.corrcase

Every verb reads a case file as a folder.

    $ corr top a.corrcase | head -n 1
    CPU of pricing  20 s  192 samples of 10 ms = 1.92 s
    $ corr top case | head -n 1
    CPU of pricing  20 s  192 samples of 10 ms = 1.92 s
    $ corr diff b.corrcase a.corrcase 2>/dev/null | head -n 1
    b.corrcase and a.corrcase have the same content: there is nothing to compare

So are other archives: tar, plain or compressed.

    $ tar -cf t.tar -C case . && gzip -k t.tar
    $ corr top t.tar | head -n 1
    CPU of pricing  20 s  192 samples of 10 ms = 1.92 s
    $ corr top t.tar.gz@-15s | head -n 1
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms

Another answer is a failure, and so is another file.

    $ mkdir -p x/.corr/answers && cp case/*.gz case/finding.md x
    $ (cd case && corr top) > x/.corr/answers/1.txt
    $ file() { printf '{"name": "%s", "sha256": "%s"}' $1 $(sha256sum < x/$1 | cut -c 1-64); }
    $ echo '{"files": ['$(file pricing.cpu.06.pb.gz), $(file pricing.cpu.07.pb.gz)'], "questions": [{"command": "corr top", "exit": 0, "answer": ".corr/answers/1.txt"}]}' > x/.corr/case.json
    $ tar -cf e.tar -C x --sort=name pricing.cpu.06.pb.gz pricing.cpu.07.pb.gz finding.md .corr
    $ corr replay --verify e.tar | head -n 1
    1 of 1 answer is the same
    $ echo other > x/.corr/answers/1.txt
    $ tar -cf e.tar -C x --sort=name pricing.cpu.06.pb.gz pricing.cpu.07.pb.gz finding.md .corr
    $ corr replay --verify e.tar | head -n 1
    0 of 1 answer is the same
    $ cp x/pricing.cpu.06.pb.gz x/pricing.cpu.07.pb.gz
    $ tar -cf f.tar -C x --sort=name pricing.cpu.06.pb.gz pricing.cpu.07.pb.gz finding.md .corr
    $ corr replay --verify f.tar | sed -n '2p'
    pricing.cpu.07.pb.gz has another SHA-256 than noted

What leaves the archive is refused by replay, and passed over by others.

    $ ln -s /etc/passwd x/link && tar -cf g.tar -C x link .corr finding.md pricing.cpu.06.pb.gz
    $ corr replay g.tar
    corr: the archive has links or names that leave it
          hint: fetch the file again; corr info FILE reads what is there
    [3]
    $ corr top -v g.tar | grep archive
    g.tar: 1 link or name that leaves the archive is passed over
    $ tar -cPf h.tar ../data/incident/pricing.cpu.06.pb.gz
    $ corr top h.tar
    corr: h.tar has only links, or names that leave it
    [5]
    $ head -c 3000 t.tar > cut.tar; corr top cut.tar
    corr: pricing.cpu.07.pb.gz: the data ends at byte 3998, before the string table; all names are missing
          Profile.string_table (pprof)
    [3]
    $ corr replay case/finding.md
    corr: case/finding.md is no case file
          hint: corr pack makes one
    [3]
    $ corr pack case
    corr: pack wants -o FILE
          hint: corr pack DIR [FINDING.md] -o case.corrcase
    [2]

The case is the smallest that has the answers: files that no question reads stay out,
and of traces only those that the questions need are in it, byte for byte.

    $ mkdir cut && cp $DATA/incident/pricing.cpu.0[123].pb.gz cut && zcat $DATA/incident/traces.otlp.jsonl.gz | head -n 2400 > cut/traces.jsonl
    $ zcat $DATA/incident/traces.otlp.jsonl.gz | grep d8e1999a185380142371dbc7a1812f35 >> cut/traces.jsonl
    $ corr pack cut --ask 'corr trace d8e1 traces.jsonl' -o i.corrcase | sed 's/, [0-9.]* [kM]*B//'
    i.corrcase: 1 file and 1 answer
    3 files that no question reads are not in it: --whole
    traces.jsonl is cut to the traces asked for

    question                      exit    answer
    corr trace d8e1 traces.jsonl     0  2.031 kB

    missing   no profile of checkout, gateway, reco; add a profile of the same time
              no profile of pricing at trace d8e1999a; corr fetch profiles --service
              pricing --around 2026-11-21T17:23:00Z
    next  corr replay --verify i.corrcase   prints the same elsewhere
    $ mkdir i && corr pack cut --ask 'corr span d8e1' -o j.corrcase | sed 's/, [0-9.]* [kM]*B//'
    j.corrcase: 4 files and 1 answer
    traces.jsonl is cut to the traces asked for, and those with GET /price

    question        exit    answer
    corr span d8e1     4  1.758 kB

    missing   no profile of checkout, gateway, reco; add a profile of the same time
              no profile of pricing at trace d8e1999a; corr fetch profiles --service
              pricing --around 2026-11-21T17:23:00Z
    next  corr replay --verify j.corrcase   prints the same elsewhere
    $ corr replay --verify j.corrcase | head -n 1
    1 of 1 answer is the same
    $ zstd -dc j.corrcase | tar -xf - -C i 2>/dev/null; grep -o '"cut.*' i/.corr/case.json | sed 's/"bytes": [0-9]*, //'; sha256sum < cut/traces.jsonl
    "cut": "the traces asked for, and those with GET /price", "original": {"sha256": "0f9f2f29baefbe35e1ede52c95935502d46a18d3fb31ecb603e202a24c9ec55f"}}],
    0f9f2f29baefbe35e1ede52c95935502d46a18d3fb31ecb603e202a24c9ec55f  -
    $ [ $(wc -c < i/traces.jsonl) -lt $(wc -c < cut/traces.jsonl) ] && echo smaller
    smaller

What a question names is in it, too.

    $ echo 'main.mix self < 99%' > cut/perf.expect
    $ corr pack cut --ask 'corr check -f perf.expect pricing.cpu.01.pb.gz pricing.cpu.02.pb.gz' -o t.corrcase | sed -n '1,2s/, [0-9.]* [kM]*B//p;2p'
    t.corrcase: 3 files and 1 answer
    2 files that no question reads are not in it: --whole
    $ corr replay --verify t.corrcase | head -n 1; rm cut/perf.expect
    1 of 1 answer is the same

A question about all of them keeps all of them.

    $ corr pack cut --ask 'corr span d8e1' --ask 'corr top' -o k.corrcase | grep 'is cut'
    [1]

A document of Jaeger loses whole traces; the rest stands as it was.

    $ mkdir doc && awk 'BEGIN { printf "{\"data\": [\n"
    >   for (i = 0; i < 200; i++) { t = sprintf("%032x", 4096 + i)
    >     printf "%s {\"traceID\": \"%s\", \"spans\": [{\"traceID\": \"%s\", \"spanID\": \"00000000000000%02x\", \"operationName\": \"op %d\", \"startTime\": 1795281780%06d, \"duration\": 1000, \"processID\": \"p1\", \"references\": [], \"tags\": []}], \"processes\": {\"p1\": {\"serviceName\": \"web\"}}}", i ? ",\n" : "", t, t, i + 1, i % 50, i * 2000 }
    >   print "\n]}" }' > doc/jaeger.json
    $ corr pack doc --ask 'corr trace 0000000000000000000000000000100a' -o l.corrcase | sed 's/, [0-9.]* [kM]*B//'
    l.corrcase: 1 file and 1 answer
    jaeger.json is cut to the traces asked for

    question                                     exit  answer
    corr trace 0000000000000000000000000000100a     0   775 B

    missing   no profile is here; add a profile of the same time
    next  corr replay --verify l.corrcase   prints the same elsewhere
    $ mkdir l && zstd -dc l.corrcase | tar -xf - -C l; cut -c 1-50 l/jaeger.json; grep -c -f doc/jaeger.json -F l/jaeger.json
    {"data": [
     {"traceID": "0000000000000000000000000000100a", "
    2

A recording is cut between its chunks, if the answers stay: a time line shows all of
it.

    $ mkdir rec && zcat $DATA/jfr/repo-[12].jfr.gz > rec/two.jfr
    $ corr pack rec --ask 'corr top --tsv --to 04:42:15' -o n.corrcase | sed -n 2p
    two.jfr is cut to the window ..04:42:15
    $ corr pack rec --ask 'corr top --to 04:42:15' -o o.corrcase | sed -n 2p
    $ corr info rec | head -n 1; corr info n.corrcase | head -n 1; corr replay --verify n.corrcase | head -n 1
    2026-11-22 04:42:14.054Z..04:42:17.121Z (3.1 s)   1 file of 1 service
    2026-11-22 04:42:14.054Z..04:42:15.462Z (1.4 s)   1 file of 1 service
    1 of 1 answer is the same

Options that write, and paths outside, are found wherever they stand.

    $ corr pack rec --ask 'corr check -f/etc/passwd a b' --ask 'corr check --state=x a b' --ask 'corr top -qox' --ask 'corr top -n2' --ask 'corr open 12' --ask 'corr top --file=/x' -o p.corrcase | grep '^corr'
    corr check -f/etc/passwd a b                a path is outside of the case
    corr check --state=x a b                    an option writ…file or asks a server
    corr top -qox                               an option writ…file or asks a server
    corr top -n2                     0   566 B
    corr open 12                                no page is opened
    corr top --file=/x                          a path is outside of the case

A case is packed again like its folder.

    $ corr pack rec --ask 'corr top' -o q.corrcase >said; corr pack q.corrcase --ask 'corr top' -o r.corrcase >again
    $ cmp q.corrcase r.corrcase && echo equal
    equal
    $ corr pack h.tar -o s.corrcase
    corr: the archive has links or names that leave it
          hint: fetch the file again; corr info FILE reads what is there
    [3]
