Side indices: a second question reads only what it needs, and says the same.

    $ unset CORR_NO_INDEX CORR_WANT
    $ export CORR_INDEX_DIR=ix CORR_INDEX_LEAST=100kB
    $ cp $DATA/incident/traces.otlp.jsonl.gz t.jsonl.gz
    $ cp $DATA/incident/pricing.cpu.07.pb.gz .
    $ CORR_NO_INDEX=1 corr span d8e1 t.jsonl.gz >without; ls ix
    ls: cannot access 'ix': No such file or directory
    [2]
    $ corr span d8e1 t.jsonl.gz | cmp - without
    $ corr index --tsv | cut -f 2-3,5-8
    state	bytes	decoded_bytes	spans	traces	blocks
    valid	874045	15506644	18489	1197	42
    $ corr span d8e1 t.jsonl.gz | cmp - without
    $ corr span d8e1 t.jsonl.gz | head -n 1
    GET /api/quote  95.80 ms    trace d8e1999a    2026-11-21 17:23:00.972Z

It is for its owner alone, and nothing is written beside the input.

    $ ls -l ix | cut -c 1-10 | tail -n 1; ls -ld ix | cut -c 1-10
    -rw-------
    drwx------
    $ ls
    ix
    pricing.cpu.07.pb.gz
    t.jsonl.gz
    without

Traces and spans by any beginning, in text and as data, alone and with a
profile, whose neighbours in time are then read as well: the same bytes.

    $ both() { corr "$@" >a 2>&1; s=$?; CORR_NO_INDEX=1 corr "$@" >b 2>&1
    >   [ $? = $s ] && cmp a b && printf '%s %s\n' $s "$(wc -l <a)"; }
    $ both trace d8e1999a185380142371dbc7a1812f35 t.jsonl.gz --json
    0 60
    $ both trace 0 t.jsonl.gz
    2 1
    $ both trace 0000 t.jsonl.gz
    2 2
    $ both span d8e1/s6 t.jsonl.gz pricing.cpu.07.pb.gz
    0 29
    $ both span d8e1/s6 t.jsonl.gz pricing.cpu.07.pb.gz --json
    0 43
    $ both span 12d72a97 t.jsonl.gz
    4 14
    $ both span "$(corr spans -q --op 'GET /price' --ids -n 1 t.jsonl.gz | cut -d / -f 2)" t.jsonl.gz
    4 15
    $ both top --trace d8e1 t.jsonl.gz pricing.cpu.07.pb.gz
    0 11
    $ CORR_WANT=all corr trace d8e1 t.jsonl.gz >a; corr trace d8e1 t.jsonl.gz | cmp - a

The index knows blocks; a file that is damaged where nobody asks about gets
none, and what is said about it does not change.

    $ { gzip -dc t.jsonl.gz | head -n 40; echo '{"resourceSpans": 1,,}'
    >   gzip -dc t.jsonl.gz; } | gzip >damaged.gz
    $ both trace d8e1 damaged.gz
    0 28
    $ both trace d8e1 damaged.gz
    0 28
    $ corr index --tsv | cut -f 2 | sort
    state
    valid
    warnings
    $ corr index | grep -c 'unused: warnings'
    1
    $ head -c 500000 t.jsonl.gz >cut.gz
    $ both trace d8e1 cut.gz; both trace d8e1 cut.gz
    5 3
    5 3

A file that changes is read anew, though its size and time stay.

    $ gzip -dc t.jsonl.gz | sed 's/quote/QUOTE/g' | gzip >other.gz
    $ touch -r t.jsonl.gz other.gz; cat other.gz >t.jsonl.gz; touch -r other.gz t.jsonl.gz
    $ corr index --tsv | grep t.jsonl.gz | cut -f 2
    stale
    $ corr trace d8e1 t.jsonl.gz | grep -c QUOTE
    6
    $ corr index --tsv | grep t.jsonl.gz | cut -f 2
    valid
    $ corr trace d8e1 t.jsonl.gz | grep -c QUOTE
    6

Two at once, one that was broken, one of somebody else's making.

    $ corr index clear
    3 indices removed
    $ corr trace d8e1 t.jsonl.gz >a & corr trace d8e1 t.jsonl.gz >b; wait; cmp a b
    $ corr index | tail -n 1 | cut -d , -f 1
    1 index
    $ for f in ix/*.index; do echo rubbish >$f; done; corr index | tail -n 1
    0 indices, 0 B, in ix
    $ corr trace d8e1 t.jsonl.gz | cmp - a
    $ corr index --tsv | cut -f 2
    state
    valid
    $ for f in ix/*.index; do head -c 5000 $f >x; cat x >$f; done
    $ corr trace d8e1 t.jsonl.gz | cmp - a
    $ for f in ix/*.index; do head -c 999999 /dev/zero >$f; done
    $ corr trace d8e1 t.jsonl.gz | cmp - a

No place for it, no room for it, no right to it: nobody is bothered.

    $ corr index clear; rmdir ix
    1 index removed
    $ echo in the way >ix; corr trace d8e1 t.jsonl.gz 2>&1 | cmp - a; cat ix; rm ix
    in the way
    $ mkdir -m 777 ix; chmod 777 ix; corr trace d8e1 t.jsonl.gz 2>&1 | cmp - a
    $ ls -A ix; rmdir ix
    $ (ulimit -f 8; corr trace d8e1 t.jsonl.gz) 2>&1 | cat >b; cmp a b; ls -A ix
    $ CORR_INDEX_DIR=/proc/no corr trace d8e1 t.jsonl.gz 2>&1 | cmp - a
    $ (unset CORR_INDEX_DIR HOME; corr trace d8e1 t.jsonl.gz) 2>&1 | cmp - a
    $ (unset CORR_INDEX_DIR; XDG_CACHE_HOME=$PWD/cache corr trace d8e1 t.jsonl.gz) | cmp - a
    $ ls cache/corr | wc -l
    1

Pipes have none. Several members, and other compressions.

    $ path() { sed '/^next/,$d'; }; path <a >b
    $ corr trace d8e1 - <t.jsonl.gz | path | cmp - b; cat t.jsonl.gz | corr trace d8e1 - | path | cmp - b
    $ ls -A ix
    $ gzip -dc t.jsonl.gz | split -l 60 - part.
    $ for f in part.*; do gzip -c $f; done >members.gz
    $ both trace d8e1 members.gz; both trace d8e1 members.gz
    0 28
    0 28
    $ for f in part.*; do cat $f; done >plain
    $ both trace d8e1 plain; corr index --tsv | grep -c plain
    0 28
    0
    [1]
    $ corr index build plain >/dev/null; both trace d8e1 plain
    0 28
    $ corr index --tsv | grep plain | cut -f 2,9
    valid	0

What the command says.

    $ corr index clear plain
    1 index removed
    $ corr index --width 70 | sed 's/[0-9.]* [kM]*B/N B/g'
    file            size     index  traces  blocks  state
    members.gz  N B  N B   1,197      42  valid

    1 index, N B, in ix
    $ rm members.gz; corr index | tail -n 1
    1 of them for nothing, as the file changed or is gone: corr index clear
    $ corr index build pricing.cpu.07.pb.gz
    corr: pricing.cpu.07.pb.gz: files of this format (pprof) get no index
    [3]
    $ corr index build
    corr: build wants files
          hint: corr index build FILE...
    [2]
    $ corr index build nowhere
    corr: nowhere: cannot open: No such file or directory
    [3]
    $ mkfifo pipe; : >empty; corr index build pipe <>pipe
    corr: pipe: only regular files can have an index
    [3]
    $ corr index build empty
    corr: empty: the file is empty
    [3]
    $ mkdir -m 777 open; chmod 777 open; CORR_INDEX_DIR=open corr index build t.jsonl.gz
    corr: t.jsonl.gz: no directory for indices
          hint: use a directory that only you can write to: chmod 700 DIR
    [3]
    $ corr index show x
    corr: index show takes no files, as it lists all
          hint: try: corr index show, corr index build FILE..., corr index clear [FILE...]
    [2]
    $ corr index frob
    corr: index does not know "frob"
          hint: try: corr index show, corr index build FILE..., corr index clear [FILE...]
    [2]
    $ CORR_NO_INDEX=1 corr index
    corr: there is no place for indices
          hint: CORR_NO_INDEX is set, or neither HOME nor CORR_INDEX_DIR is
    [2]
    $ corr index clear
    1 index removed
    $ corr index
    0 indices, 0 B, in ix
    $ corr index --json | grep -v '"corr"'
    {
      "schema": "corr.index/1",
      "verdict": "answered",
      "exit": 0,
      "notes": [],
      "directory": "ix",
      "rows": [],
      "inputs": []
    }

Protobuf has indices too, here of records.

    $ for i in $(seq 30); do cat $DATA/trace/otlp-both.pb; done >r.pb
    $ corr index build r.pb >out; corr index --tsv | cut -f 2,6-8
    state	spans	traces	blocks
    valid	1080	4	3
    $ both trace "$(corr spans -q r.pb --ids -n 1)" r.pb
    0 30
    $ both trace ffff0000 r.pb
    5 1
    $ gzip r.pb; both trace "$(corr spans -q r.pb.gz --ids -n 1)" r.pb.gz
    0 30
    $ corr index --tsv | cut -f 2,6-8
    state	spans	traces	blocks
    gone	1080	4	3
