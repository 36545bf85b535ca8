The guide is a walk whose commands all work, and whose names are on the screens.

    $ corr guide | grep -c '^  \$ corr'
    12
    $ corr guide >guide.txt; [ "$(corr help tutorial)" = "$(cat guide.txt)" ] && echo same
    same
    $ awk 'length > 79' guide.txt
    $ top=$PWD; cd $DATA/incident
    $ sed -n 's/^  \$ //p' $top/guide.txt | while read -r line; do
    >     eval "$line" >$top/out 2>&1 || echo "$line: $?"
    >     cat $top/out >>$top/screens
    > done
    $ for name in fx.fetch roundAll mergeRules containsRule main.mix surgeAdjust \
    >     applySurge 'GET /checkout' 'GET /price'; do
    >     grep -q "$name" $top/screens || echo "no screen has $name"
    > done

One page for programs.  What it says to read in --json is there.

    $ cd $top; corr help agents >agents.txt; wc -l <agents.txt
    60
    $ awk 'length > 79' agents.txt
    $ cd $DATA/incident; deploys=../deploys
    $ ask() {
    >     case $1 in
    >     every) corr span d8e1 --json ;;
    >     info) corr info --json ;;
    >     spans) corr spans --slowest 2 --service pricing --json ;;
    >     span) corr span d8e1 --json; corr span --json 8b6f5928/s4 ../jfr/incident.jfr.gz ;;
    >     trace) corr trace d8e1 --json ;;
    >     top) corr top --json -n 3 ;;
    >     peek) corr peek main.mix --json ;;
    >     diff) corr diff --json $deploys/v1 $deploys/v2 ;;
    >     check) corr check --json --expect 'cpu/request <= base * 1.5' $deploys/v1 $deploys/v2 ;;
    >     when) corr when --json ;;
    >     esac 2>/dev/null
    > }
    $ sed -n '/^What to read/,/^Durations/p' $top/agents.txt | grep '^  ' |
    >     while read -r first rest; do
    >         case $first in
    >         every) rest=${rest#document } ;;
    >         *.*) rest="$first $rest" first= ;;
    >         esac
    >         [ -z "$first" ] || ask "$first" >$top/doc
    >         for member in $rest; do
    >             grep -q "\"${member##*.}\":" $top/doc || echo "$first: no $member"
    >         done
    >     done
    alert: no alerts[].window
    alert: no change
    alert: no requests[].id
    alert: no functions[].name
    chase: no exemplars[].value
    chase: no exemplars[].trace_id
    chase: no exemplars[].mostly
