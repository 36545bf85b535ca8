Times are shown in UTC, and with --tz in another zone.  A time on a screen says
how far its zone is from UTC.

    $ file=$DATA/incident/pricing.cpu.07.pb.gz
    $ corr info $file | head -n 1
    2026-11-21 17:22:56Z..17:23:06Z (10 s)   1 file
    $ corr info --tz +02:00 $file | head -n 1
    2026-11-21 19:22:56+02:00..19:23:06+02:00 (10 s)   1 file
    $ corr info --tz -0330 --md $file | head -n 1
    **2026-11-21 13:52:56-03:30..13:53:06-03:30 (10 s)   1 file**
    $ TZ=XYZ-9 corr info --tz local $file | head -n 1
    2026-11-22 02:22:56+09:00..02:23:06+09:00 (10 s)   1 file
    $ TZ=XYZ-9 corr info $file | head -n 1
    2026-11-21 17:22:56Z..17:23:06Z (10 s)   1 file
    $ corr trace --tz +05:45 1605eca9 $DATA/incident | sed -n 2p
    43% of the 86.92 ms is s7 price.basket in pricing itself, 24% s8 fx.fetch
    $ corr span --tz +05:45 1605eca9 $DATA/incident 2>/dev/null | sed -n 2p
    43% of it is s7, price.basket in pricing

Across midnight the day stands twice, and in the night when clocks change both
distances stand there.

    $ corr info --tz +06:37 $file | head -n 1
    2026-11-21 23:59:56+06:37..2026-11-22 00:00:06+06:37 (10 s)   1 file
    $ cat >t.json <<'END'
    > {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name",
    > "value":{"stringValue":"pricing"}}]},"scopeSpans":[{"spans":[
    > {"traceId":"00000000000000000000000000c0ffee","spanId":"00000000000000aa",
    > "name":"night","startTimeUnixNano":"1774745999000000000",
    > "endTimeUnixNano":"1774746001500000000"}]}]}]}
    > END
    $ export TZ=CET-1CEST,M3.5.0,M10.5.0/3
    $ corr info --tz local t.json | head -n 1
    2026-03-29 01:59:59.000+01:00..03:00:01.500+02:00 (2.5 s)   1 trace of 1 service
    $ corr trace --tz local c0ffee t.json | sed -n 2p
    100% of the 2.500 s is s1 night in pricing itself
    $ corr span --tz local c0ffee t.json $file | grep -A 1 'another time'
      profile  ../data/incident/pricing.cpu.07.pb.gz covers another time: 2026-11-21
               18:22:56.793+01:00..18:23:06.794+01:00

What is typed and what machines read stays in UTC.

    $ corr spans --tz local --from 2026-03-29T00:59:59 t.json | head -n 1
    1 request: 2.500 s
    $ corr spans --tz local --from 2026-03-29T01:59:59 t.json | head -n 1
    no span is here that matches --from 2026-03-29T01:59:59
    $ corr trace --json c0ffee t.json >utc
    $ corr trace --json --tz local c0ffee t.json | cmp - utc
    $ corr info --tsv t.json >utc
    $ corr info --tsv --tz local t.json | cmp - utc

What is no zone is not taken for UTC.

    $ TZDIR=/nowhere corr info --tz Europe/Berlyn t.json
    corr: there is no time zone "Europe/Berlyn"
          hint: local, UTC, an offset like +02:00, or a name in /nowhere like Europe/Berlin
    [2]
    $ TZDIR=/nowhere corr info --tz ../../etc/passwd t.json
    corr: there is no time zone "../../etc/passwd"
          hint: local, UTC, an offset like +02:00, or a name in /nowhere like Europe/Berlin
    [2]
    $ TZDIR=/nowhere TZ=Mars/Olympus corr info --tz local t.json
    corr: the local time zone is not known: $TZ is "Mars/Olympus"
          hint: local, UTC, an offset like +02:00, or a name in /nowhere like Europe/Berlin
    [2]
    $ corr info --tz
    corr: --tz wants a value: ZONE
    [2]
