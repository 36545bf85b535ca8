scripts/runbook/alert-capture: what an alert sets off.

    $ PATH=$PATH:$(cd -P $DATA/../scripts/runbook && pwd)
    $ cp $DATA/metrics/webhooks.jsonl . && cp $DATA/jfr/incident.jfr.gz checkout.jfr.gz && cp $DATA/incident/traces.otlp.jsonl.gz .

With files that are here; the payload is kept as it came.

    $ alert-capture -o cases -d webhooks.jsonl checkout.jfr.gz traces.otlp.jsonl.gz 2>/dev/null | sed 's|.*cases/[^/]*|CASE|'
    CASE/finding.md
    $ cmp cases/*/alert.json webhooks.jsonl
    $ sed -n '1,3p' cases/*/finding.md
    **CheckoutLatencyP95High  checkout  resolved, 17:22:29.755Z..17:23:04.755Z**

    cpu of checkout went up at 17:22:16.900Z, most of it in FraudRules.deepScan

The payload comes from a file that webhook names, or from a pipe; only the newest
folders stay.

    $ PAYLOAD=webhooks.jsonl alert-capture -o cases -d -k 2 2>&1 | sed 's|.*cases/[^/]*|CASE|'
    CASE/finding.md
    $ alert-capture -o cases -d -k 2 <webhooks.jsonl >/dev/null 2>&1
    $ ls cases | wc -l
    2

The hook of Debian's webhook.

    $ alert-capture -o cases -k 9 -H -- --tempo http://tempo:3200 | sed 's|"/[^"]*/|"/.../|'
    [{"id": "corr", "execute-command": "/.../alert-capture",
      "pass-arguments-to-command": [{"source": "string", "name": "-o"}, {"source": "string", "name": "/.../cases"}, {"source": "string", "name": "-k"}, {"source": "string", "name": "9"}, {"source": "string", "name": "--"}, {"source": "string", "name": "--tempo"}, {"source": "string", "name": "http://tempo:3200"}],
      "pass-file-to-command": [{"source": "entire-payload", "envname": "PAYLOAD"}]}]

What is no alert is kept as well, and what cannot be read is refused.

    $ echo '{"text": "slow"}' | alert-capture -o other -d 2>&1 | sed 's/[0-9TZ]*Z/TIME/g; s|: /.*/other|: other|'
    corr: other/TIME/alert.json: no alert is in this document
          hint: a receiver with a payload: template sends no alert; add one without it
    alert-capture: other/TIME: corr alert failed with status 3
    $ cat other/*/alert.json
    {"text": "slow"}
    $ alert-capture -o other -d nothere.json 2>&1 | tail -1
    alert-capture: nothere.json: cannot be read
    $ alert-capture webhooks.jsonl 2>&1 | head -1
    usage: alert-capture -o DIR [-d] [-k N] PAYLOAD [OPTION-OF-CORR-ALERT...]
    $ alert-capture -o cases -k 0 webhooks.jsonl
    alert-capture: -k 0: not a number
    [2]
