# Files for viewers: speedscope, the Firefox Profiler, Perfetto

What corr writes, corr reads back with the same total.

    $ corr top -q $DATA/incident/pricing.cpu.07.pb.gz | head -n 1
    CPU of pricing  10 s  95 samples of 10 ms = 950.0 ms
    $ corr convert -q --to speedscope $DATA/incident/pricing.cpu.07.pb.gz -o a.json
    $ corr top -q a.json | head -n 1
    Wall-clock time  95 samples = 950.0 ms
    $ corr convert -q --to firefox $DATA/incident/pricing.cpu.07.pb.gz -o b.json
    $ corr top -q b.json | head -n 1
    Wall-clock time  950.0 ms

Weights of speedscope add up to the end of the axis.

    $ grep -o '"endValue":[0-9]*' a.json
    "endValue":950000000

In a recording with spans, waits and samples, each span is a slice, and each wait
a slice of its thread.

    $ corr info --json $DATA/jfr/holders.j* | grep -o '"spans": [0-9]*' | head -n 1
    "spans": 21
    $ corr convert -q --to chrome $DATA/jfr/holders.j* -o c.json
    $ grep -c '"cat":"span"' c.json
    21
    $ corr convert -q --to rows $DATA/jfr/holders.j* | cut -f 5 | sort | uniq -c
          4 alloc_bytes
          3 cpu
          8 exception
        576 io
          1 kind
          2 lock
          1 native
         28 park
          2 safepoint
         40 sleep
    $ grep -o '"cat":"[a-z]*","name":"[a-z]*"' c.json | sort | uniq -c
        407 "cat":"io","name":"io"
          1 "cat":"lock","name":"lock"
         15 "cat":"park","name":"park"
          1 "cat":"safepoint","name":"safepoint"
         35 "cat":"sleep","name":"sleep"
          2 "cat":"span","name":"asleep"
          1 "cat":"span","name":"first"
          1 "cat":"span","name":"had"
          1 "cat":"span","name":"has"
          1 "cat":"span","name":"latch"
          1 "cat":"span","name":"nanos"
          1 "cat":"span","name":"permit"
          1 "cat":"span","name":"reads"
          1 "cat":"span","name":"second"
          1 "cat":"span","name":"signal"
          1 "cat":"span","name":"third"
          1 "cat":"span","name":"unseen"
          3 "cat":"span","name":"waits"
          1 "cat":"span","name":"writes"
    $ grep -o '"samples_without_time":[0-9]*' c.json
    "samples_without_time":0
    $ corr convert -q --to firefox $DATA/jfr/holders.j* -o d.json
    $ grep -o '"type":"[A-Z][a-z]*"' d.json | sort | uniq -c
         21 "type":"Span"
        459 "type":"Wait"

A time line needs times; the others do not.

    $ corr convert -q --to chrome $DATA/collapsed/py-spy.folded
    corr: no sample has a time, so a time line cannot show them
          hint: --to speedscope or --to firefox needs no times
    [5]
    $ corr convert -q --to speedscope $DATA/collapsed/py-spy.folded | grep -o '"unit":"[a-z]*"'
    "unit":"none"

Names are data, whatever is in them.

    $ printf '%s\n' 'main;</script>"\\x;a 3' > odd.folded
    $ corr convert -q --to speedscope odd.folded | grep name
    {"name":"main"},
    {"name":"</script>\"\\\\x"},
    {"name":"a"}]},
    {"type":"sampled","name":"odd.folded  samples","unit":"none","startValue":0,"endValue":3,"samples":[
