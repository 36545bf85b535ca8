# Cutting and merging flight recordings

A recording is a row of chunks, and so is what is cut or merged of it.  This one
has one chunk.

    $ perl -0777 -ne '
    >   /name="jfr".*?\r\n\r\n(.*?)\r\n--/s and print $1' $DATA/push/push.body |
    >   gunzip >one.jfr
    $ corr cut -q one.jfr --from 2026-11-21T17:03:50Z -o kept.jfr; cmp one.jfr kept.jfr
    $ corr cut one.jfr --from 2026-11-22 -o none.jfr
    corr: no chunk is in this time; no file is written
          hint: the data was recorded 2026-11-21 17:03:49.072Z..17:04:04.067Z
    [5]
    $ corr cut -q - --focus CouponParser <one.jfr | cmp - one.jfr

    $ corr cut one.jfr --from 2026-11-21T17:03:50Z 2>&1 >again.jfr | tail -n 1; cmp one.jfr again.jfr
    corr: kept 1 of 1 chunk, 2026-11-21 17:03:49.072Z..17:04:04.067Z, 108 kB

By time alone a pipe is read once and kept nowhere; what is wrong with it is
said when it was read.  A chunk is of a time by its header.

    $ gunzip -c $DATA/jfr/waits.jfr.gz >first.jfr
    $ gunzip -c $DATA/jfr/repo-1.jfr.gz >second.jfr
    $ cat first.jfr second.jfr >two.jfr
    $ cat two.jfr | TMPDIR=/nonexistent corr cut - --from 04:42:15 | cmp - second.jfr
    corr: kept 1 of 2 chunks, 2026-11-22 04:42:14.054Z..04:42:15.462Z, 120 kB
    $ cat two.jfr | corr cut - --from 02:46 --to 04:42:14.1 -o both.jfr; cmp both.jfr two.jfr
    corr: kept 2 of 2 chunks, 2026-11-22 02:46:32.126Z..04:42:15.462Z, 256 kB
    $ cat two.jfr | corr cut -q - --around 02:46:32 --window 1s | cmp - first.jfr
    $ corr cut -q two.jfr@-1s | cmp - second.jfr
    $ cat two.jfr | corr cut - --from 03:00 --to 04:00
    corr: no chunk is in this time; no file is written
          hint: the data was recorded 2026-11-22 02:46:32.126Z..04:42:15.462Z
    [5]
    $ cat two.jfr | TMPDIR=/nonexistent corr cut - --cpu --from 04:42:15
    corr: standard input: no file can be made in /nonexistent: No such file or directory
          hint: $TMPDIR names another directory
    [3]
    $ head -c 240000 two.jfr | corr cut - -o short.jfr; cmp short.jfr first.jfr
    corr: standard input: chunk 2 is cut off; 104706 of 120450 bytes are there, at byte 240000
    corr: kept 1 of 2 chunks, 2026-11-22 02:46:32.126Z..02:46:33.097Z, 135 kB
    corr: 1 chunk is not whole; left out (corr merge --salvage keeps what can be read)
    $ head -c 240000 two.jfr | corr cut --strict - -o strict.jfr
    corr: standard input: chunk 2 is cut off; 104706 of 120450 bytes are there, at byte 240000
    [3]
    $ ls strict.jfr 2>/dev/null
    [2]

Chunks that are there twice come once.

    $ corr merge one.jfr kept.jfr -o once.jfr; cmp one.jfr once.jfr
    corr: merged 1 of 2 chunks, 108 kB

A chunk that is cut off is left out, or rescued as far as it goes; what has no
constants yet cannot be.

    $ head -c 108000 one.jfr >cut.jfr
    $ corr merge -q cut.jfr -o whole.jfr
    corr: cut.jfr: chunk 1 is cut off; 108000 of 108483 bytes are there, at byte 108000
    corr: no chunk is whole; no file is written
          hint: corr merge --salvage keeps what can be read
    [5]
    $ corr merge cut.jfr one.jfr -o whole.jfr; cmp one.jfr whole.jfr
    corr: merged 1 of 2 chunks, 108 kB
    corr: 1 chunk is not whole; left out (corr merge --salvage keeps what can be read)
    $ corr merge --salvage cut.jfr -o rescued.jfr
    corr: cut.jfr: chunk 1 is cut off; 108000 of 108483 bytes are there, at byte 108000
    corr: no chunk is whole, or describes its records; no file is written
    [5]

Of one with a hole it is said how much behind the hole is not there.

    $ cp one.jfr hole.jfr
    $ head -c 200 /dev/zero | dd of=hole.jfr bs=1 seek=20000 conv=notrunc 2>/dev/null
    $ corr merge --salvage hole.jfr -o rescued.jfr
    corr: merged 1 chunk, 93.5 kB
    corr: 1 chunk is kept up to the damage; 15.0 kB after that cannot be read
    $ wc -c <rescued.jfr
    93501

Only chunks can be rescued.

    $ corr merge --salvage $DATA/incident/pricing.cpu.07.pb.gz -o x.pb
    corr: files of the format pprof have no chunks to rescue
    [2]
    $ corr cut one.jfr --to otlp -o x
    corr: no input is of the format otlp
    [5]
