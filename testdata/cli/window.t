Windows of a directory: each of its files is cut by the same one.

    $ mkdir day && cp $DATA/incident/pricing.cpu.* $DATA/incident/traces.* $DATA/incident/reco.* day
    $ corr info day@17:22..17:22:40
    corr: reco.threads.folded: the time of recording is unknown; @17:22..17:22:40 cannot be cut
    2026-11-21 17:22:00Z..17:22:40Z (40 s)   428 traces of 4 services

    service   requests  profile                          samples  tied to requests
    pricing        221  pricing.cpu.02..04.pb.gz         218 cpu   95% by request id
    gateway        419  –
    checkout       355  –
    reco            72  –
    ?                   pricing.cpu.01..05.pb.gz           0 cpu     – no ids
    traces              traces.otlp.jsonl.gz         6,702 spans

    findings  SELECT lab.items runs 14 times, 125 ms: looks like one query per item
    not used  reco.threads.folded: the time of recording is unknown;
              @17:22..17:22:40 cannot be cut
    2 notes on 2 files, as on pricing.cpu.01.pb.gz: not counted; … (-v)
    next  corr spans --slowest 5 day@17:22..17:22:40   the slowest requests
          corr span 265887e7 day@17:22..17:22:40       a slow request with 2 samples
          corr top day@17:22..17:22:40                 the most expensive functions
    $ corr diff day@17:21:40..17:22:40 day@17:22:40..
    corr: day/reco.threads.folded@17:21:40..17:22:40: the time of recording is unknown; @17:21:40..17:22:40 cannot be cut
    corr: day/reco.threads.folded@17:22:40..: the time of recording is unknown; @17:22:40.. cannot be cut
    no clear change in CPU per request of pricing (-15..+26%) for the same traffic
       measured: 13.0 → 13.8 ms; the new side got heavier requests (+0.32 ms)

    ms/request    base     new  change
    same        13.302  13.795  +0.493            33 functions, none changed clearly
    traffic                     +0.323  ▉▉▉▉▉▉▉▉  heavier requests in the new side
    total       12.979  13.795  +0.816            ×1.06, 0.87..1.29

    base      day@17:21:40..17:22:40  17:21:46Z +50 s  5 files  379 samples  292
              requests
    new       day@17:22:40..  17:22:46Z +30 s  3 files  269 samples  195 requests
    evidence  smallest visible change of a 20% function: ×1.65
    4 spans are in files of both sides; each counts for the one whose profile ran
      when it began
    next  corr diff -t day@17:21:40..17:22:40 day@17:22:40..
    $ corr top -n 1 day@-60s
    corr: reco.threads.folded: the time of recording is unknown; @-60s cannot be cut
    CPU of pricing  30 s  269 samples of 10 ms = 2.69 s
    84% is main.mix, 44% of it under main.roundAll

    self%    ±  total%    n  function                  mostly under
     83.6  4.4    84.0  225  main.mix                  main.roundAll 44%
     16.4                44  92 more functions (-n 0)
    269 samples: shares are within 6 points
    next  corr peek main.mix day@-60s   who calls it
          corr tree day@-60s            the call tree
    $ cd day && corr top -q -n 1 .@17:22..17:22:40; cd ..
    corr: reco.threads.folded: the time of recording is unknown; @17:22..17:22:40 cannot be cut
    CPU of pricing  30 s  218 samples of 10 ms = 2.18 s
    78% is main.mix, most of it (52%) under main.roundAll

    self%    ±  total%    n  function                   mostly under
     78.0  5.5    80.7  170  main.mix                   main.roundAll 52%
     22.0                48  117 more functions (-n 0)
    218 samples: shares are within 7 points
    next  corr peek main.mix .@17:22..17:22:40   who calls it
          corr tree .@17:22..17:22:40            the call tree

The same of a recording, and of metrics beside it: they count up to the ends of
the window, though a point stands every five seconds only.

    $ mkdir one && cp $DATA/jfr/incident.jfr.gz $DATA/metrics/buckets.json one
    $ corr diff -q -n 1 one@17:21:52..17:22:16 one@17:22:17..17:22:46 | head -n 8
    the new side needs 7.87 times as much CPU † per request of checkout as the base
      (4.73..13.1) for the same traffic
       measured: 10.2 → 85.5 ms, because the new side got heavier requests
         (+0.64 ms)

    ms/request †    base     new   change
    new **         0.000  77.425  +77.425  ▉▉▉▉▉▉▉▉  FraudRules.deepScan
                  10.819   8.067   -2.752            2 more (-n 0 shows all)
    $ corr check -q one@17:21:52..17:22:16 one@17:22:17..17:22:46 --expect 'cpu/request <= base * 1.1'
    fail: the rule is broken

    verdict      rule                       value †  interval
    fail         cpu/request <= base * 1.1    ×8.36  4.41..15.8

    GATE FAIL 0 pass 1 fail 0 cannot-tell
    [1]

What is not in it is as if it had not been recorded: all that is counted is in
it, whatever is asked.

    $ corr info -q one/incident.jfr.gz@17:22:17..17:22:46 | grep -v next
    2026-11-21 17:22:17Z..17:22:46Z (29 s)   238 traces of 1 service

    service   requests  profile                          samples  tied to requests
    checkout       238  one/inciden…7:22:17..17:22:46  2,033 cpu  >99% by activation

    findings  InventoryBook.commit sleeps without a span, ~59.7 ms a GET /checkout
              SELECT lab.items runs 14 times, 125 ms: looks like one query per item
          corr span 4424d79a one/incident.jfr.gz@17:22:17..17:22:46
          corr top one/incident.jfr.gz@17:22:17..17:22:46
    $ corr top -q --alloc -n 1 one/incident.jfr.gz@17:22:17..17:22:46
    Bytes allocated of incident  29 s  6,434 samples = 7.5 GB
    41% is Unsafe.allocateUninitializedArray, nearly all of it under
      ReportBuilder.appendRow

    self%    ±  total%      n  function                      mostly under
     40.6  4.2    40.6  2,260  Unsafe.all…ninitializedArray  ReportBuilder.appendRow
     59.4               4,174  634 more functions (-n 0)
    also      --kind lock, cpu, gc; 7 more: -v
    6,434 samples weigh so unevenly that they tell what 520 alike would: shares are
      within 5 points
    next  corr peek Unsafe.allocateUninitializedArray --kind alloc_bytes \
              one/incident.jfr.gz@17:22:17..17:22:46   who calls it
          corr tree --kind alloc_bytes one/incident.jfr.gz@17:22:17..17:22:46
    $ corr top -q --lock -n 1 one/incident.jfr.gz@17:21:30..17:21:40
    no samples of kind "lock"; kinds here: thread_start cpu native alloc_bytes
      exception io time_to_safepoint safepoint park gc sleep wait live_count
    [5]

    $ corr trace -q one/incident.jfr.gz@17:22:17..17:22:46 | head -n 3
    GET /checkout  checkout  109 traces, mean 377 ms, p50 350 ms, p95 582 ms
    82% of the mean is GET /checkout in checkout itself
         mean  share  traces        p95        tail  operation              service
    $ corr when -q one/incident.jfr.gz@17:22:17..17:22:46 | head -n 5
    2026-11-21 17:22:17Z..17:22:46Z (29 s)
    cpu is highest at 17:22:40.100Z: 1.20 cores, 1.6 times its median

                   17:22:17.000Z                17:22:46.000Z  700 ms a column
    cpu            ▅▅▇▆▅▇▁▆▇▆▅▃▆▅▅▇▆▆▅▆▄▆▅▅▃▃▆▄▇▆▅▄▃█▅▄▃▃▂▄▆▇  0.04..1.20 cores

    $ corr top -q -n 1 one/incident.jfr.gz --from 17:22:17 --to 17:22:46 | head -n 1
    Running Java † of incident  29 s  2,033 samples of 10 ms = 20.3 s
    $ corr merge one/incident.jfr.gz@17:21:52..17:22:16 -o part.jfr
    corr: merged 1 chunk, 6.2 MB
    $ corr info -q one/buckets.json one/incident.jfr.gz@17:00..17:10 | head -n 4
    corr: one/incident.jfr.gz@17:00..17:10: no data of it is in @17:00..17:10
          hint: the data is of 2026-11-21 17:21:36.543Z..17:23:44.319Z
    2026-11-21 17:21:51Z..17:23:41Z (1m50s)   2 files of 1 service

    service  profile                         samples
    metrics  one/buckets.json  prometheus  40 series

Files of a JVM's repository are one recording in a window, too.

    $ mkdir repo && cp $DATA/jfr/repo-[12].jfr.gz repo
    $ corr info -q repo@04:42:16.. | head -n 4
    2026-11-22 04:42:16.000Z..04:42:17.121Z (1.1 s)   2 files of 1 service

    service  profile    samples
    rotated  repo  JFR   49 cpu

Where nothing is inside it is said what there is; a name that has an @ in it goes
before a window.

    $ corr info day@18:00..19:00
    corr: no data of day is in @18:00..19:00
          hint: the data is of 2026-11-21 17:21:37.983Z..17:23:44.256Z
    [5]
    $ corr span abc55335 day/traces.otlp.jsonl.gz@17:23:00..17:23:30
    corr: no trace begins with "abc55335" (1 input)
    [5]
    $ corr info day@tonight
    corr: day@tonight: No such file or directory
          hint: a window is written @14:00..14:10, @14:00.. or @-5m
    [3]
    $ corr top day/pricing.cpu.02.pb.gz@17:22-17:23
    corr: day/pricing.cpu.02.pb.gz@17:22-17:23: No such file or directory
          hint: a window is written @14:00..14:10, @14:00.. or @-5m
    [3]
    $ mkdir day@-5m && cp day/pricing.cpu.00.pb.gz day@-5m && corr info day@-5m | head -n 4
    2026-11-21 17:21:46Z..17:21:56Z (10 s)   1 file

    profile                   samples
    pricing.cpu.00.pb.gz  Go   85 cpu
    $ corr info --strict day@17:22..17:22:40
    corr: reco.threads.folded: the time of recording is unknown; @17:22..17:22:40 cannot be cut
    [2]
    $ corr top -q -n 1 day@17:22:10..17:22:20 day@17:22:30..17:22:40
    corr: day/reco.threads.folded@17:22:10..17:22:20: the time of recording is unknown; @17:22:10..17:22:20 cannot be cut
    corr: day/reco.threads.folded@17:22:30..17:22:40: the time of recording is unknown; @17:22:30..17:22:40 cannot be cut
    no sample is in the time asked for
    [5]

The last minutes are those of what was recorded, also where a page of metrics
lies beside it that was fetched later, or was copied: it says no time.

    $ mkdir late && cp $DATA/incident/traces.* $DATA/metrics/pricing.txt late
    $ touch -d 2030-01-01 late/pricing.txt
    $ corr spans -q -n 1 late@-30s
    the slowest of 68 requests: 0.521 s

      duration  slower than  id           service  request
       0.521 s  99% of 59    53e98e51/s1  gateway  GET /api/checkout
    <= 0.418 s               67 more               (-n 0)
    no sample is tied to any of them
    next  corr span 53e98e51 late@-30s    where the slowest one spent its time
          corr trace 53e98e51 late@-30s   the waterfall
    $ mkdir page && cp $DATA/metrics/pricing.txt page && corr info -q page@-30s | tail -n 1
    metrics  pricing.txt  openmetrics  56 series

A file of which nothing is counted is no time in which nothing was done.

    $ mkdir pure && cp $DATA/incident/pricing.cpu.* pure
    $ corr diff -q pure@17:21:40..17:22:40 pure@17:22:40.. 2>/dev/null | sed -n '1,2p;/^total/p'
    no clear change in CPU per second (-3..+44%)
       measured: 75.8 → 89.7 ms
    total      75.788  89.661  +13.873    ×1.18, 0.97..1.44

