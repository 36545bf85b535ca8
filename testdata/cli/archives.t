# Archives as inputs

Every verb reads an archive as it reads the folder that was packed: what it prints
is the same, to the byte.

    $ mkdir -p case/deep one two three
    $ cp $DATA/incident/pricing.cpu.0[67].pb.gz case
    $ cp $DATA/incident/reco.threads.folded case/deep
    $ zcat $DATA/incident/traces.otlp.jsonl.gz | sed -n '1,40p;/d8e1999a/p' > case/traces.jsonl
    $ tar -czf two/input -C case . && corr pack case --whole -o three/input > said
    $ mv case one/input
    $ ask() {
    >   corr info -v $1; corr info --json $1; corr info --tables $1
    >   corr spans --slowest 3 $1; corr span d8e1 $1; corr span d8e1 --json $1
    >   corr span d8e1 --html $1; corr span d8e1 --svg $1; corr trace d8e1 $1
    >   corr top $1; corr top -v --json $1; corr top --by span $1
    >   corr tree $1; corr tree --html $1; corr peek main.mix $1
    >   corr diff $1@..17:23:00 $1@17:23:00..; corr check $1@..17:23:00 $1@17:23:00..
    >   corr when $1; corr chase $1; corr report $1
    >   corr convert --to folded --service pricing $1
    >   corr convert --to rows $1; corr convert --to firefox $1
    >   corr cut --trace d8e1 --to otlp $1; corr merge --to pprof $1 | od -c
    >   corr scrub --preview $1 | grep -c ' > '
    >   printf 'info\ntop -n 3\n' | corr shell $1; }
    $ for i in one two three; do (cd $i && ask input) > $i.txt 2>&1; done
    $ [ $(wc -l < one.txt) -gt 500 ] || echo few
    $ cmp one.txt two.txt && cmp one.txt three.txt && echo equal
    equal

The copies that corr scrub makes of an archive are those of its folder.

    $ corr scrub --key k one/input -o plain | sed 's/one/DIR/' > one.txt
    $ corr scrub --key k two/input -o packed | sed 's/two/DIR/' > two.txt
    $ diff -r plain packed

An archive in a folder is no part of it.

    $ mkdir four && cp two/input four/in.tgz && corr scrub --key k four -o five
    0 files, 0 B, in five
    not copied: in.tgz (an archive in a folder; unpack it first)
    ids       kept
    scan      0 matches of 0 known values
    key       k (do not send it)
