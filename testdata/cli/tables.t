Samples as tables for SQL.

    $ cp -r $DATA/incident in && chmod -R u+w in
    $ corr convert --to tables in -o t
    $ ls t
    clickhouse.sql
    duckdb.sql
    inputs.jsonl
    samples.jsonl
    spans.jsonl
    stack_functions.jsonl
    stacks.jsonl
    sums.partial
    $ wc -l <t/samples.jsonl; wc -l <t/inputs.jsonl; wc -l <t/spans.jsonl
    897
    14
    18489

Each line is a row; every row of a table has the same columns.

    $ for f in t/*.jsonl; do echo $f $(jq -r 'keys_unsorted | join(" ")' $f | sort -u); done
    t/inputs.jsonl file recording format service version host from_ns to_ns n bytes is_damaged lost_bytes lost_ns
    t/samples.jsonl file row time_ns within_ns kind type unit value n period lasts_ns service version host thread tid trace span operation rung confidence_ppm share_ppm stack
    t/spans.jsonl trace span parent service name thread status start_ns end_ns
    t/stack_functions.jsonl stack function module file place is_leaf
    t/stacks.jsonl stack depth is_cut frames modules files lines
    $ jq -c 'select(.kind == "cpu" and .span != "")' t/samples.jsonl | head -n 1
    {"file":"pricing.cpu.00.pb.gz","row":0,"time_ns":1795281706722867700,"within_ns":10001720067,"kind":"cpu","type":"cpu/nanoseconds","unit":"ns","value":10000000,"n":1,"period":10000000,"lasts_ns":null,"service":"pricing","version":"","host":"","thread":"","tid":null,"trace":"39f021c723a09c0b8d6c4d2e545141f5","span":"05111ee6d6b1fdcf","operation":"GET /price","rung":"R2","confidence_ppm":1000000,"share_ppm":1000000,"stack":"ccf14100eb15b8b250d03b70c26ba9c4"}
    $ jq -r .stack t/samples.jsonl | sort -u >a; jq -r .stack t/stacks.jsonl | sort | cmp - a

Sums by function, self and total, are those of corr top.

    $ sums() { jq -rn --arg k $1 '(reduce inputs as $r ({}; if $r.kind == $k then .s[$r.stack] += $r.value elif $r.function then .f[$r.function] |= (. // []) + [$r] else . end)) as $t | $t.f | to_entries[] | [.key, ([.value[] | select(.is_leaf) | $t.s[.stack] // 0] | add // 0), ([.value[] | $t.s[.stack] // 0] | add)] | select(.[2] > 0) | @tsv' t/samples.jsonl t/stack_functions.jsonl | sort; }
    $ for k in cpu alloc_bytes live_bytes mutex goroutine; do corr top -q --tsv -n 0 --kind $k in | awk -F '\t' 'NR > 1 { print $10 "\t" $2 "\t" $3 }' | sort >a; sums $k | cmp - a && wc -l <a; done
    201
    114
    19
    69
    45

The folder itself answers, by its sums.

    $ corr top -q --tsv -n 0 --service pricing in >a; corr top -q --tsv -n 0 --service pricing t | cmp - a
    $ corr partial -q in | cmp - t/sums.partial

A folder is made, or an empty one is filled; nothing is replaced, and nothing is
left when it fails.

    $ corr convert --to tables in -o t
    corr: -o t is there, and is no empty folder
    [2]
    $ corr convert --to tables in
    corr: --to tables makes a folder
          hint: -o DIR names it
    [2]
    $ mkdir e && corr convert -q --to tables in -o e && ls e | wc -l
    8
    $ corr convert --to tables in -o no/t; ls -d no* *.tmp
    corr: no/t cannot be written: No such file or directory
    ls: cannot access 'no*': No such file or directory
    ls: cannot access '*.tmp': No such file or directory
    [2]
    $ corr convert --to tables --kind none in -o n; ls -d n
    corr: no sample is selected; no file is written
          hint: corr top, with the same options, says why
    ls: cannot access 'n': No such file or directory
    [2]
    $ corr convert -q --to tables --kind cpu in -o c && jq -r .kind c/samples.jsonl | sort -u
    cpu

The statements for DuckDB and ClickHouse name every column.

    $ sed -n 1,8p t/duckdb.sql
    -- duckdb fleet.db <duckdb.sql, in this folder

    CREATE TABLE samples AS SELECT * FROM read_json('samples.jsonl',
      format = 'newline_delimited', columns = {
        "file": 'VARCHAR',
        "row": 'BIGINT',
        "time_ns": 'BIGINT',
        "within_ns": 'BIGINT',
    $ grep -c VARCHAR t/duckdb.sql; grep -c String t/clickhouse.sql; grep INSERT t/clickhouse.sql | head -n 1
    35
    35
    INSERT INTO samples FROM INFILE 'samples.jsonl' FORMAT JSONEachRow;
