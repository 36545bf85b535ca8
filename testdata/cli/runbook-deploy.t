scripts/runbook/after-deploy: what got dearer, and a verdict.

    $ PATH=$PATH:$(cd -P $DATA/../scripts/runbook && pwd)
    $ cp -r $DATA/deploys/* .
    $ after-deploy v1 v2 >page.md
    after-deploy: cannot tell for the total; functions that cost more: main.containsRule
    [1]
    $ head -n 5 page.md
    # After the deployment

    **Verdict:** `cannot tell for the total; functions that cost more: main.containsRule`

    **no clear change in CPU per request of pricing (-10..+19%) for the same traffic**
    $ grep '^#' page.md
    # After the deployment
    ## Call tree
    $ sed '1,4d;/^## Call tree/,$d' page.md | sed '$d' >said
    $ corr diff -q --exit-code --md v1 v2 | diff - said
    $ sed '1,/^## Call tree/d' page.md | sed 1d >said
    $ corr diff -q -t --md v1 v2 | diff - said

The other way round it got no dearer; options of corr diff come last.

    $ after-deploy -o page.md v2 v1
    after-deploy: cannot tell for the total
    [4]
    $ head -n 3 page.md
    # After the deployment

    **Verdict:** `cannot tell for the total`
    $ after-deploy v1 v2 --service pricing --ignore containsRule >page.md
    after-deploy: the total costs no more
    $ printf 'main;work 1000\nmain;parse 1000\n' >1; printf 'main;work 4000\nmain;parse 1000\n' >2
    $ after-deploy 1 2 | grep -v '^$'
    after-deploy: cannot tell for the total (only shares are known, and they always sum to 100%)
    # After the deployment
    **Verdict:** `cannot tell for the total (only shares are known, and they always sum to 100%)`
    **2 has 80.0% of its samples in work, 1 has 50.0%**
    | % of all | base | new | change |  |  |
    |:--|--:|--:|--:|:--|:--|
    | more | 50.00 | 80.00 | +30.00 | ▉▉▉▉▉▉▉▉ | work |
    | same | 50.00 | 20.00 | -30.00 |  | 1 more, none changed clearly |
    | **total** | 100.00 | 100.00 | +0.00 |  |  |
    - **base** 1  1 file  2,000 samples
    - **new** 2  1 file  5,000 samples
    - **evidence** smallest visible change of a 2% function: ×1.73; one profile a side: no row has a \* (add profiles, not length)
    the total cannot be judged: only shares are known, and they always sum to 100%
        GATE INCONCLUSIVE total unknown tau 5% n 2000/5000
    ## Call tree
    **2 has 80.0% of its samples in work, 1 has 50.0%**
    | base | new | change |  | function (% of all) |
    |--:|--:|--:|:--|:--|
    | 100.00 | 100.00 | +0.00 |  | main |
    | 50.00 | 80.00 | +30.00 | more |   work |
    | 50.00 | 20.00 | -30.00 | less |   parse |
    - **base** 1  1 file  2,000 samples
    - **new** 2  1 file  5,000 samples
    - **evidence** smallest visible change of a 2% function: ×1.73; one profile a side: no row has a \* (add profiles, not length)
        corr peek work 2

The total, and several functions whose names would leave their place.

    $ mkdir old new; for i in 1 2 3 4 5 6; do
    >   printf 'm;a 900\nm;b 900\nm;c 900\nm;d 900\nm;e 90%s\n' $i >old/$i
    >   printf 'm;a 9000\nm;b 9000\nm;c 9000\nm;`d 9000\nm;e 90%s\n' $i >new/$i
    > done
    $ after-deploy old new --per total 2>&1 >/dev/null
    after-deploy: the total costs more; functions that cost more: d, a, b and 1 more
    [1]
    $ for f in old/* new/*; do sed -i 's/;.*;*a /;App\\controller\\new /' $f; done
    $ after-deploy old new --per total --ignore ';*[bd]$' 2>&1 >/dev/null
    after-deploy: the total costs more; functions that cost more: App\controller\new, c
    [1]

Each change is told once: of what a function calls its caller tells.

    $ rm -rf old new; mkdir old new; for i in 1 2 3 4 5 6; do
    >   printf 'm;shop.e 900%s\nm;shop.rule 300\nm;shop.rule;java.util.Map.get 30%s\n' $i $i >old/$i
    >   printf 'm;shop.e 900%s\nm;shop.rule 600\nm;shop.rule;java.util.Map.get 90%s\n' $i $i >new/$i
    > done
    $ after-deploy old new --per total 2>&1 >/dev/null
    after-deploy: the total costs more; functions that cost more: shop.rule
    [1]

How corr diff shows its answer is not asked of this script, nor where it goes.

    $ after-deploy v1 v2 --json 2>&1 >options.md
    after-deploy: cannot tell for the total; functions that cost more: main.containsRule
    [1]
    $ grep -c '^| total' options.md
    0
    [1]
    $ after-deploy v1 v2 -o options.md
    after-deploy: -o FILE stands before the sides
    [2]

Too little to tell, another kind, one that is not there, what cannot be read or
written, and usage.

    $ printf 'main;work 3\n' >3; after-deploy 3 3 >/dev/null
    after-deploy: cannot tell for the total (both sides have the same content)
    [4]
    $ after-deploy -k wall v1 v2 >/dev/null
    after-deploy: cannot tell for the total (the base has no sample of this kind)
    [4]
    $ cat v1/pricing.cpu.00.pb.gz | after-deploy - v2
    after-deploy: -: a pipe can be read only once
    [2]
    $ mkfifo pipe; after-deploy v1 pipe
    after-deploy: pipe: a pipe can be read only once
    [2]
    $ mkdir lost; for i in 1 2 3; do printf 'm;a 900%s\nm;b 700%s\nm;c' $i $i >lost/$i; done
    $ mkdir whole; for i in 1 2 3; do printf 'm;a 900%s\nm;b 700%s\nm;c 700\n' $i $i >whole/$i; done
    $ after-deploy 'lost/*' whole >/dev/null
    corr: 3 files: line 3 does not end in a count (lost/1, lost/2, 1 more)
    after-deploy: cannot tell for the total (an input is damaged)
    [4]
    $ after-deploy $DATA/jfr/incident.jfr.gz $DATA/jfr/async.jfr.gz 2>&1 >/dev/null | tail -n 1
    after-deploy: cannot tell for the total (the base samples threads that would run, the new side only those that do)
    $ starts() { gunzip -c $DATA/jfr/waits.jfr.gz | perl -0777 -ne '
    >   for $k (0 .. 9) { $c = $_; substr($c, 32, 8) = pack "Q>", ('$1' + '$2' * $k) * 1e9 + unpack "Q>", substr $c, 32, 8; print $c }'; }
    $ mkdir settled early; for i in 1 2 3; do starts ${i}000 9 >settled/$i.jfr; starts $((i * 41)) 4 >early/$i.jfr; done
    $ after-deploy settled early 2>&1 >page.md | tail -n 1
    after-deploy: cannot tell for the total (the new side includes the first 5 minutes of a JVM (compiling), the base does not); functions that cost more: Waits.burn
    $ grep 'burn' page.md
    **Verdict:** `cannot tell for the total (the new side includes the first 5 minutes of a JVM (compiling), the base does not); functions that cost more: Waits.burn`
    | **more \*\*** | 67.10 | 148.77 | +81.67 | ▉▉▉▉▉▉▉▉ | **Waits.burn** |
    | 67.10 | 148.77 | +81.67 | more \*\* |   **Waits.burn** |
        corr peek Waits.burn early
    $ CORR=./nowhere after-deploy v1 v2
    after-deploy: ./nowhere: no such program
    [3]
    $ after-deploy v1 v2 >/dev/full 2>/dev/null
    [3]
    $ after-deploy v1 nowhere
    corr: nowhere: No such file or directory
    [3]
    $ after-deploy -o no/page.md v1 v2
    after-deploy: no/page.md: cannot be written
    [3]
    $ after-deploy v1 v2 --spans
    corr: --tree does not go with --spans
    [2]
    $ after-deploy v1 2>&1 | head -n 1
    usage: after-deploy [OPTION...] BASE NEW [FILE...] [OPTION-OF-CORR-DIFF...]
    $ after-deploy -h | head -n 1
    usage: after-deploy [OPTION...] BASE NEW [FILE...] [OPTION-OF-CORR-DIFF...]
