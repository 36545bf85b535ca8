corr alert goes from the payload of an alert to the change, the slowest requests
and the code. With --exit-code its status is a verdict: 1, the data shows a change
of the service in the time of the alert; 0, it shows none. Without data of that
time the status is 4.

    $ cp $DATA/metrics/webhooks.jsonl . && cp $DATA/jfr/incident.jfr.gz checkout.jfr.gz && cp $DATA/incident/traces.otlp.jsonl.gz .
    $ corr alert -q webhooks.jsonl
    CheckoutLatencyP95High  checkout  resolved, 17:22:29.755Z..17:23:04.755Z
    cpu of checkout went up at 17:22:16.900Z, most of it in FraudRules.deepScan
    rule      service:request_duration_seconds:p95{endpoint="/checkout",service="che
              ckout"} > 0.45
    says      p95 of /checkout on checkout is 675ms
    window    2026-11-21 17:17:29Z..17:23:04Z (5m35s)
    also      CheckoutCpuHigh  checkout  resolved, 17:22:39.755Z..17:22:54.755Z

    17:22:16.900Z ±100 ms  cpu of checkout up  0.12 → 0.69 cores, for 30 s
                           FraudRules.deepScan  +0.63 cores (0 → 90%)
                           the profile explains all 0.45 cores of jvm_user +
                           jvm_system, and shows 0.58
    17:22:15Z ±5 s         p50 of GET /checkout of checkout up  148 → 344 ms, for
                           30 s
    17:22:17.700Z ±100 ms  jvm_user of checkout up  11% → 38%, for 30 s
    17:22:15Z ±5 s         p95 of gateway up  241 → 492 ms, for 35 s
                           4 of 20 series changed, too (--tsv)
    17:22:16.721Z          GET /flag of checkout, 2 spans in all, 179 ms before

    the slowest of 237 requests then
    duration  id           most of it
     0.664 s  9de136d8/s4  66% s4 GET /checkout: FraudRules.deepScan
     0.605 s  ab7897c8/s4  52% s4 GET /checkout: FraudRules.deepScan
     0.597 s  8b6f5928/s4  92% s4 GET /checkout: FraudRules.deepScan

    CPU a request, against the same length before: 10.1 ms to 86.3 ms
    +77.3 ms         FraudRules.deepScan  new
    -0.673 ms        FraudRules.quickScan
    next  corr span 9de136d8/s4
          corr top --from 17:22:17.400Z --to 17:22:46.400Z   the code that ran then

    $ corr alert -q --exit-code webhooks.jsonl >/dev/null
    [1]
    $ corr alert -q --exit-code --lookback 1s --name CheckoutCpuHigh webhooks.jsonl >/dev/null

Prometheus' own answer has the value, and the service may have no change.

    $ corr alert -q $DATA/metrics/alerts.json traces.otlp.jsonl.gz | head -6
    CheckoutLatencyP95High  checkout  firing since 17:22:24.755Z
    p50 of GET /checkout of checkout went up at 17:22:15.000Z
    value     0.785714
    says      p95 of /checkout on checkout is 785.7ms
    window    2026-11-21 17:17:24Z..17:23:44Z (6m20s)
    also      CheckoutCpuHigh  checkout  firing since 17:22:34.755Z

Data has every alert, the time that was compared, and the functions.

    $ corr alert --json webhooks.jsonl | grep -A3 '"alerts": \['
      "alerts": [
        {"name": "CheckoutLatencyP95High", "status": "resolved", "starts_unix_ns": "1795281749755000000", "ends_unix_ns": "1795281784755000000", "labels": {"alertname": "CheckoutLatencyP95High", "endpoint": "/checkout", "env": "lab", "service": "checkout", "severity": "page", "team": "shop"}, "rule": "service:request_duration_seconds:p95{endpoint=\"/checkout\",service=\"checkout\"} > 0.45", "comparison": ">", "threshold": 0.45, "value": null, "summary": "p95 of /checkout on checkout is 675ms", "runbook": "https://runbooks.lab.invalid/checkout-latency", "window": {"from_unix_ns": "1795281449755000000", "to_unix_ns": "1795281784755000000"}, "matched_services": ["checkout"], "observations": 2834, "is_main": true},
        {"name": "CheckoutCpuHigh", "status": "resolved", "starts_unix_ns": "1795281759755000000", "ends_unix_ns": "1795281774755000000", "labels": {"alertname": "CheckoutCpuHigh", "env": "lab", "instance": "127.0.0.1:18181", "job": "checkout", "service": "checkout", "severity": "warn", "team": "shop"}, "rule": "service:cpu:rate20s{service=\"checkout\"} > 0.75", "comparison": ">", "threshold": 0.75, "value": null, "summary": "CPU of checkout is 0.7646666666666666 cores", "runbook": null, "window": {"from_unix_ns": "1795281459755000000", "to_unix_ns": "1795281774755000000"}, "matched_services": ["checkout"], "observations": 2730, "is_main": false}
      ],
    $ corr alert --json webhooks.jsonl | grep -A4 '"functions": \['
      "functions": [
        {"name": "lab.checkout.FraudRules.deepScan", "change": "new", "base": 0.0, "new": 77330508.47457626, "delta": 77330508.47457626},
        {"name": "lab.checkout.FraudRules.quickScan", "change": "gone", "base": 673400.6734006734, "new": 0.0, "delta": -673400.6734006734}
      ],
      "inputs": [
    $ corr alert --tsv webhooks.jsonl | cut -f1-4
    corr: checkout.jfr.gz: samples cover 69% of the CPU used (29.71 of 43.31 s)
    name	status	starts_unix_ns	ends_unix_ns
    CheckoutLatencyP95High	resolved	1795281749755000000	1795281784755000000
    CheckoutCpuHigh	resolved	1795281759755000000	1795281774755000000

With nothing from before, it is the code that ran then.

    $ mkdir one && cp $DATA/incident/pricing.cpu.07.pb.gz one/pricing-pprof.profile-20261121T172256Z-20261121T172306Z
    $ echo '{"alerts": [{"status": "firing", "startsAt": "2026-11-21T17:22:50Z", "labels": {"alertname": "Busy", "service": "pricing"}}]}' >one/alert.json
    $ corr alert -q one/alert.json one
    Busy  pricing  firing since 17:22:50.000Z
    no series of the service changed in that time
    window    2026-11-21 17:17:50Z..17:23:06Z (5m17s)

    CPU then: 950.0 ms; nothing from before is here
    790.0 ms         main.mix
    100.0 ms         main.containsRule
    20.0 ms          runtime.asyncPreempt
    next  corr top --from 17:22:50.000Z --to 17:23:06.794Z one
          corr fetch alert one/alert.json -o case
    $ corr alert --json one/alert.json one | grep -A5 '"hottest_kind"'
      "hottest_kind": "cpu",
      "hottest": [
        {"name": "main.mix", "self": 790000000, "share": 0.8315789473684211, "observations": 79},
        {"name": "main.containsRule", "self": 100000000, "share": 0.10526315789473684, "observations": 10},
        {"name": "runtime.asyncPreempt", "self": 20000000, "share": 0.021052631578947368, "observations": 2}
      ],

Without data of that time corr says what to fetch.

    $ mkdir empty && cp $DATA/collapsed/*.folded empty 2>/dev/null; ls empty | head -1
    perf-pid-tid.folded
    $ corr alert -q webhooks.jsonl $DATA/incident/reco.threads.folded
    CheckoutLatencyP95High  checkout (not here)  resolved,
      17:22:29.755Z..17:23:04.755Z
    no profile or trace of that service is here
    rule      service:request_duration_seconds:p95{endpoint="/checkout",service="che
              ckout"} > 0.45
    says      p95 of /checkout on checkout is 675ms
    window    2026-11-21 17:17:29Z..17:23:04Z (5m35s)
    also      CheckoutCpuHigh  checkout (not here)  resolved,
              17:22:39.755Z..17:22:54.755Z
    next  corr fetch alert webhooks.jsonl -o case
    [4]

A receiver with a template of its own, a text, a name that is not there, no
payload.

    $ echo '{"text": "p95 of checkout is 1 s"}' >custom.json
    $ corr alert custom.json checkout.jfr.gz
    corr: custom.json: no alert is in this document
          hint: a receiver with a payload: template sends no alert; add one without it
    [3]
    $ echo 'p95 is 1 s' >text.txt
    $ corr alert text.txt checkout.jfr.gz
    corr: text.txt: not JSON, so it is no alert payload
          hint: save the body of the webhook, or of /api/v2/alerts, or of /api/v1/alerts
    [3]
    $ corr alert -q --name Nope webhooks.jsonl checkout.jfr.gz
    corr: --name Nope: the payload has no such alert
          hint: --name CheckoutLatencyP95High
    [5]
    $ corr alert nothere.json checkout.jfr.gz
    corr: nothere.json: No such file or directory
          hint: corr alert PAYLOAD [FILE...]
    [3]
    $ corr alert
    corr: alert wants the payload of an alert
          hint: corr alert PAYLOAD [FILE...]
    [2]
    $ sed 's/checkout/nosuch/g' webhooks.jsonl | corr alert -q - traces.otlp.jsonl.gz
    CheckoutLatencyP95High  nosuch (not here)  resolved,
      17:22:29.755Z..17:23:04.755Z
    no profile or trace of that service is here
    rule      service:request_duration_seconds:p95{endpoint="/nosuch",service="nosuc
              h"} > 0.45
    says      p95 of /nosuch on nosuch is 675ms
    window    2026-11-21 17:17:29Z..17:23:04Z (5m35s)
    also      CheckoutCpuHigh  nosuch (not here)  resolved,
              17:22:39.755Z..17:22:54.755Z
    next  corr fetch alert - -o case
    [4]
