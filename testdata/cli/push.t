# What an agent sends to a Pyroscope server

The body of a request is read as it came: a recording, and the labels that its
samples name by number.

    $ corr info $DATA/push/push.body
    2026-11-21 17:03:49Z..17:04:04Z (15 s)   1 file

    profile                           samples
    ../data/push/push.body  jfr-push  288 cpu

    no trace is here: samples cannot be tied to requests (add an exported trace)
    next  corr top ../data/push/push.body             the most expensive functions
          corr top --by span ../data/push/push.body   the most expensive spans
    $ corr top --by label:span_name $DATA/push/push.body
    CPU of push  15 s  288 samples of 10 ms = 2.88 s  (also: alloc_bytes, lock)
    93% has no label

    self%    ±  total%     self    n  span_name
     93.4  2.9    93.4  2.690 s  269  [no label]
      3.1  2.1     3.1  0.090 s    9  GET /checkout
      2.4  1.9     2.4  0.070 s    7  GET /quote
      1.0               0.030 s    3  2 more values (-n 0)
    288 samples: shares are within 6 points
    next  corr tree ../data/push/push.body   the call tree

Its parts may have been stored apart: labels are found beside the recording,
packed or not, and are nothing by themselves.

    $ perl -0777 -ne '
    >   ($b) = /^(--.*?)\r/; $n = 0;
    >   for (split /\r\n\Q$b\E|^\Q$b\E/) {
    >     next unless s/^\r\n.*?name="(\w+)".*?\r\n\r\n//s;
    >     open $f, ">", "a.$1.gz"; print $f $_ }' $DATA/push/push.body
    $ gunzip a.labels.gz; ls
    a.jfr.gz
    a.labels
    $ corr top --by label:span_name a.jfr.gz | tail -n 3
      1.0               0.030 s    3  2 more values (-n 0)
    288 samples: shares are within 6 points
    next  corr tree a.jfr.gz   the call tree
    $ mv a.labels b.labels
    $ corr top --by label:span_name a.jfr.gz
    CPU  15 s  288 samples of 10 ms = 2.88 s  (also: alloc_bytes, lock)
    100% has no label

    self%    ±  total%     self    n  span_name
    100.0  0.7   100.0  2.880 s  288  [no label]
    288 samples: shares are within 6 points
    a.jfr.gz: labels of samples are missing; the agent pushes them in the part
      "labels"
    next  corr tree a.jfr.gz   the call tree
    $ corr info b.labels
    corr: b.labels: labels without a recording; put them next to the .jfr of the same name
    [3]
    $ corr info a.jfr.gz b.labels | sed -n '/^not used/,/^$/p'
    corr: b.labels: labels without a recording; put them next to the .jfr of the same name
    not used  b.labels: labels without a recording; put them next to the .jfr of the
              same name
    no trace is here: samples cannot be tied to requests (add an exported trace)
    1 note on a.jfr.gz: labels of samples are missing; the agent pushes them in the
      part "labels" (-v)
    next  corr top a.jfr.gz b.labels             the most expensive functions
          corr top --by span a.jfr.gz b.labels   the most expensive spans

A body that breaks off is read as far as it goes.

    $ head -c 44000 $DATA/push/push.body >cut.body; corr top -n 2 cut.body
    corr: cut.body: the body is cut off; the last part is incomplete, at byte 44000
    corr: cut.body: chunk 1 is cut off; 108455 of 108483 bytes are there, at byte 108455
    corr: cut.body: the compressed data is damaged or cut off; the data before that is used, at byte 108455
    CPU of cut  15 s  288 samples of 10 ms = 2.88 s  (also: alloc_bytes, lock)
    35% is Work.mix, most of it (65%) under Discounts.applyOne

    self%    ±  total%    n  function                   mostly under
     34.7  5.5    34.7  100  Work.mix                   Discounts.applyOne 65%
     17.0  4.3    17.0   49  String.equals              TaxTable.scan
     48.3               139  624 more functions (-n 0)
    288 samples: shares are within 6 points
    cut.body: labels of samples are missing; the agent pushes them in the part
      "labels"
    next  corr peek Work.mix cut.body   who calls it
          corr tree cut.body            the call tree
    $ head -c 200 $DATA/push/push.body >cut.body; corr top cut.body
    corr: cut.body: the part named jfr is not a flight recording
    [3]
    $ printf -- '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n' >form
    $ corr info form
    corr: form: a form without a part named jfr; the parts are a
    [3]
