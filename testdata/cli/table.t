Another table of a document, for a shell.

    $ corr span -q abc55335/ecf8589b $DATA/jfr/incident.jfr.gz $DATA/incident/traces.otlp.jsonl.gz --table ledger --tsv | cut -f 2,4 | head -n 4
    kind	ns
    child	426339747
    child	112323587
    child	89791343
    $ corr diff -q $DATA/deploys/v1 $DATA/deploys/v2 --table traffic --csv
    endpoint,base_requests,new_requests
    $ corr info -q $DATA/deploys/v1 --table services --jsonl | cut -d, -f 1
    {"service": "pricing"
    {"service": "gateway"

A name that the document does not have, and a table for eyes.

    $ corr info -q $DATA/deploys/v1 --table service --tsv
    corr: --table: the document has no table "service"
          hint: --table services, findings, unjudged, endings, joins, missing, settings, exemplars, inputs
    [2]
    $ corr info -q --table services nowhere
    corr: --table needs --tsv, --csv or --jsonl
          hint: --table services --tsv
    [2]

What a check says to a program: a reason, the functions.

    $ corr check -q --json $DATA/deploys/v1 $DATA/deploys/v2 | grep -oE '"(why|function)": "[^"]*"'
    "why": "needs about 110× the samples"
    "why": "main.containsRule costs more"
    "function": "main.containsRule"
    "function": "main.containsRule"

The types of a document, for scripts/schema; inputs[] comes last.

    $ corr schema top $DATA/incident/pricing.cpu.07.pb.gz | grep rows
    	object	schema corr verdict exit notes kind unit total observations by evidence rows inputs
    .rows	array
    .rows[]	object	rank self total self_share total_share self_lo self_hi observations key frame rest mostly_under_share mostly_under
    .rows[].rank	integer?
    .rows[].self	integer?
    .rows[].total	integer?
    .rows[].self_share	number?
    .rows[].total_share	number?
    .rows[].self_lo	number?
    .rows[].self_hi	number?
    .rows[].observations	integer?
    .rows[].key	string?
    .rows[].frame	frame?
    .rows[].rest	boolean
    .rows[].mostly_under_share	number?
    .rows[].mostly_under	string?
    $ corr top --json $DATA/incident/pricing.cpu.07.pb.gz | grep -oE '^  "[a-z]*"' | tail -n 2
      "rows"
      "inputs"
    $ corr schema
    corr: unknown command "schema"
          hint: corr help
    [2]
