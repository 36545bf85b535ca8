A question reads what it needs and no more.  What it answers is what it answers
when everything is read (CORR_WANT=all), of all that is there and of a window.

    $ mkdir d; cp $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz d
    $ each() {
    >   while read -r question; do
    >     for place in d d@17:21:30..17:22:10; do
    >       CORR_WANT=all corr $question $place >all 2>all.err
    >       corr $question $place >some 2>some.err
    >       cmp all some && cmp all.err some.err || echo "of: $question $place"
    >       test -s some || echo "nothing: $question $place"
    >     done
    >   done
    > }
    $ each <<END
    > span abc55335/s4
    > span abc55335/s4 --holders --json
    > span abc55335/s4 --alloc
    > span abc55335/s4 --lock
    > trace abc55335
    > trace
    > spans
    > spans --alloc --json
    > top
    > top --span abc55335/s4
    > top --alloc --trace abc55335
    > top --by trace
    > top --by operation --lock
    > top --by thread --service checkout
    > top --lock --by holder
    > top --by gc
    > tree --cpu --by file
    > tree --alloc --span abc55335/s4
    > peek main --span abc55335/s4
    > convert --to rows
    > convert --to folded
    > convert --to folded --alloc --trace abc55335
    > when
    > when --all
    > info --json
    > END
