# Watches from end to end

Ten watches of a canary that is exactly at its limit, each looked at six times, and
one whose function costs three times as much.  A file has 300 samples, of which 10 %
are in main.hot on average, and from 7 to 13 % in a file.

    $ cat > file.awk <<'END'
    > BEGIN {
    >     srand(seed)
    >     p = p * (0.7 + 0.6 * rand()) / 100
    >     for (i = 0; i < 300; i++) hot += rand() < p
    >     print "# " seed "\nmain;hot", hot "\nmain;rest", 300 - hot
    > }
    > END
    $ file() { awk -v p=$3 -v seed=$2 -f file.awk > $1/$2.folded; }
    $ watch() { # NAME PERCENT
    >   mkdir -p $1/base $1/new; file $1/base ${1}01 10; file $1/base ${1}02 10
    >   for look in 11 12 13 14 15 16; do
    >     file $1/new $1$look $2
    >     corr check -q --state $1/state --expect 'hot self < 10%' $1/base $1/new > $1/said
    >     [ $? -eq 4 ] || break
    >   done; tail -n 1 $1/said | cut -d ' ' -f 1,2; }
    $ for i in 1 2 3 4 5 6 7 8 9 10; do watch $i 10; done | grep -v INCONCLUSIVE
    [1]
    $ watch 11 30
    GATE FAIL
    $ grep -c '"side": "new"' 1/state
    6

The order of files does not change a byte of the verdict, and one that is sent again
under another name does not count.

    $ mkdir again; cp 1/new/111.folded again/x.folded; cp 1/new/* again
    $ judge() { corr check -q --state $1 --expect 'hot self < 10%' 1/base $2; }
    $ for i in 16 13 11 15 12 14; do rm -rf one; mkdir one; cp 1/new/1$i.folded one; judge back.state one > said; done
    [4]
    $ judge back.state again | grep -v '^look' > back.txt; judge 1/state 1/new | grep -v '^look' | diff - back.txt
    $ diff 1/state back.state

A disk that is full keeps the state as it was.

    $ cp 1/state before; file 1/new 999 10
    $ (trap '' XFSZ; ulimit -f 0; judge 1/state 1/new) 2>&1 | cat
    corr: the output cannot be written: File too large
    $ cmp 1/state before && ls 1
    base
    new
    said
    state
