# Cutting and merging flight recordings

A recording is a row of chunks, and so is what is cut or merged of it.  This one
has one chunk.

    $ perl -0777 -ne '
    >   /name="jfr".*?\r\n\r\n(.*?)\r\n--/s and print $1' $DATA/push/push.body |
    >   gunzip >one.jfr
    $ corr cut -q one.jfr --from 2026-11-21T17:03:50Z -o kept.jfr; cmp one.jfr kept.jfr
    corr: one.jfr: labels of its samples are not here: the agent sends them beside the recording, as part "labels" of its push
    $ corr cut one.jfr --from 2026-11-22 -o none.jfr
    corr: one.jfr: labels of its samples are not here: the agent sends them beside the recording, as part "labels" of its push
    corr: no sample is selected: nothing is written
          hint: corr top, with the same options, says why
    [5]
    $ corr cut -q - --focus CouponParser <one.jfr | cmp - one.jfr
    corr: standard input: labels of its samples are not here: the agent sends them beside the recording, as part "labels" of its push

    $ corr cut one.jfr --from 2026-11-21T17:03:50Z 2>&1 >again.jfr | tail -n 1; cmp one.jfr again.jfr
    corr: kept 1 of 1 chunk, 2.68 s of cpu, 108 kB

Chunks that are there twice come once.

    $ corr merge one.jfr kept.jfr -o both.jfr; cmp one.jfr both.jfr
    corr: kept.jfr +1: labels of its samples are not here: the agent sends them beside the recording, as part "labels" of its push
    corr: kept.jfr +1: 1 chunk is in its files twice: not counted again
    corr: merged 1 of 2 chunks, 108 kB

A chunk that is cut off is left out, or rescued as far as it goes; what has no
constants yet cannot be.

    $ head -c 108000 one.jfr >cut.jfr
    $ corr merge -q cut.jfr -o whole.jfr
    corr: cut.jfr: chunk 1 is cut off: 108000 of its 108483 bytes are there, at byte 108000
    corr: cut.jfr: labels of its samples are not here: the agent sends them beside the recording, as part "labels" of its push
    corr: no chunk is whole: nothing is written
          hint: corr merge --salvage keeps what can be read
    [5]
    $ corr merge cut.jfr one.jfr -o whole.jfr; cmp one.jfr whole.jfr
    corr: one.jfr +1: labels of its samples are not here: the agent sends them beside the recording, as part "labels" of its push
    corr: one.jfr +1: 1 chunk is in its files twice: not counted again
    corr: merged 1 of 2 chunks, 108 kB
    corr: 1 chunk is not whole: left out; corr merge --salvage keeps what can be read
    $ corr merge --salvage cut.jfr -o rescued.jfr
    corr: cut.jfr: chunk 1 is cut off: 108000 of its 108483 bytes are there, at byte 108000
    corr: cut.jfr: labels of its samples are not here: the agent sends them beside the recording, as part "labels" of its push
    corr: no chunk is whole, or says what its records are: nothing is written
    [5]

Only chunks can be rescued.

    $ corr merge --salvage $DATA/incident/pricing.cpu.07.pb.gz -o x.pb
    corr: nothing of the format pprof can be rescued: it is not written in chunks
          hint: "corr help merge" lists what it takes
    [2]
    $ corr cut one.jfr --to otlp -o x
    corr: one.jfr: labels of its samples are not here: the agent sends them beside the recording, as part "labels" of its push
    corr: no input is of the format otlp
    [5]
