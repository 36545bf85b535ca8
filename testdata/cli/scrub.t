Copies without secrets: one table for a trace, a log and stacks.

    $ mkdir in && printf corr-test-key >key
    $ echo '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}},{"key":"host.name","value":{"stringValue":"web-07"}},{"key":"process.command_args","value":{"arrayValue":{"values":[{"stringValue":"-Ddb.password=hunter2-9"}]}}}]},"scopeSpans":[{"spans":[{"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","spanId":"00f067aa0ba902b7","name":"GET /u","startTimeUnixNano":"1700000000000000000","endTimeUnixNano":"1700000001000000000","attributes":[{"key":"db.statement","value":{"stringValue":"SELECT a FROM t WHERE n = 'x' AND i = 7"}}]}]}]}]}' >in/trace.json
    $ echo 'web-07 login of alice@example.com with HUNTER2-9 trace 4bf92f3577b34da6a3ce929d0e0e4736' >in/web-07.log
    $ printf 'main;com.acme.PasswordHasher.hash 3\nmain;java.util.StringTokenizer.nextToken 4\n' >in/a.folded
    $ corr scrub in -o out --key key
    3 files, 734 B, in out
      secrets                    2 places, 2 values
      hosts                      3 places, 1 value
      e-mail                     1 place, 1 value
      SQL literals               1 place, 1 value
      names                      1 place, 1 value
    ids       kept
    scan      0 matches of 3 known values
    key       key (do not send it)
    $ find out -type f | sort
    out/.corr/scrub.json
    out/a.folded
    out/h_nddnnike.log
    out/trace.json
    $ cat out/h_nddnnike.log out/a.folded
    h_nddnnike login of v_t7krm5gt with v_2tdhicyz trace 4bf92f3577b34da6a3ce929d0e0e4736
    main;com.acme.k_nbzkrnrw.hash 3
    main;java.util.StringTokenizer.nextToken 4
    $ grep -c -i 'hunter2\|web-07\|alice' out/trace.json
    0
    [1]
    $ grep -o 'SELECT[^"]*' out/trace.json
    SELECT a FROM t WHERE n = x AND i = ?
    $ corr span 4bf92f35 in/trace.json -q >before; corr span 4bf92f35 out/trace.json -q >after; diff before after

The copy says so.

    $ corr info out | grep scrubbed
    scrubbed  by corr scrub; receipt out/.corr/scrub.json

A second run over the copies changes no byte.

    $ corr scrub out -o again --key key -q
    3 files, 734 B, in again
    ids       kept
    scan      0 matches of 0 known values
    key       key (do not send it)
    $ diff -r -x scrub.json out again

A preview writes nothing.

    $ corr scrub in --preview --key key
    3 files would change as follows; no file was written
    category      places  values  example
    secrets            2       2  hunter2-9 > v_2tdhicyz
                                  HUNTER2-9 > v_2tdhicyz
    hosts              3       1  web-07 > h_nddnnike
    e-mail             1       1  alice@example.com > v_t7krm5gt
    SQL literals       1       1  7 > ?
    names              1       1  PasswordHasher > k_nbzkrnrw
    key       key (do not send it)
    $ corr scrub in --preview --key key --json | tr ',' '\n' | grep -c places
    5
    $ corr scrub in
    corr: scrub wants a folder for the copies
          hint: corr scrub . -o share, or corr scrub . --preview
    [2]

No file is replaced, and no input.

    $ corr scrub in -o out --key key
    corr: out exists and is not empty
          hint: corr replaces no files: name a new folder, or remove this one
    [2]
    $ corr scrub in -o in --key key
    corr: in is an input: corr does not write into it
          hint: name a new folder: -o share
    [2]
    $ corr scrub in/none -o x --key key
    corr: in/none cannot be opened: No such file or directory
    [3]
    $ corr scrub in -o x --drop all --key key
    corr: --drop does not know "all"
          hint: --drop env,args,properties
    [2]
    $ printf short >bad; corr scrub in -o x --key bad
    corr: the key in bad is shorter than 8 bytes
          hint: name a file that is not there, and corr makes a key
    [2]

The allow-list replaces every name but those of public libraries; ids change on
request, in the log and in the trace alike.

    $ corr scrub in -o all --key key --keep-packages 'com.acme.*' --redact-ids -q
    3 files, 794 B, in all
      secrets                    2 places, 2 values
      hosts                      3 places, 1 value
      e-mail                     1 place, 1 value
      SQL literals               1 place, 1 value
      names                     10 places, 10 values
      ids                        6 places, 1 value
    ids       remapped, joins preserved
    scan      0 matches of 3 known values
    key       key (do not send it)
    $ cat all/*.folded
    main;com.acme.PasswordHasher.hash 3
    main;java.util.StringTokenizer.nextToken 4
    $ grep -c "$(grep -o 'traceId":"[^"]*' all/trace.json | cut -d'"' -f3)" all/*.log
    1

Values of the command line are left out, a named value is removed, and binary
files are not copied.

    $ printf '\001\002\003\004\005\006\007\010\001\002\003\004\005\006\007\010' >in/core
    $ corr scrub in -o drop --key key --drop args --secret main; grep -c HUNTER2 drop/*.log
    3 files, 719 B, in drop
    not copied: core (unknown binary format; it begins with 01 02 03 04)
      secrets                    1 place, 1 value
      hosts                      3 places, 1 value
      e-mail                     1 place, 1 value
      SQL literals               1 place, 1 value
      names                      1 place, 1 value
      dropped                    1 place, 1 value
    ids       kept
    scan      0 matches of 3 known values
    key       key (do not send it)
    0
    [1]
    $ grep -c dropped out/trace.json drop/trace.json
    out/trace.json:0
    drop/trace.json:1
    $ grep 'why' drop/.corr/scrub.json
        { "path": "core", "why": "unknown binary format; it begins with 01 02 03 04" }

Values of a key are replaced by request, numbers as well, however it is written.

    $ mkdir ids && echo '{"shelfNumber":4815162342,"note":"shelf_number=abc7 of 7"}' >ids/a.json
    $ corr scrub ids -o mapped --key key --map shelf.number -q; cat mapped/a.json
    1 file, 70 B, in mapped
      users                      2 places, 1 value
    ids       kept
    scan      0 matches of 1 known value
    key       key (do not send it)
    {"shelfNumber":777001020353986,"note":"shelf_number=v_57t9mbp2 of 7"}
    $ corr scrub ids -o same --key key -q; diff ids/a.json same/a.json
    1 file, 59 B, in same
    ids       kept
    scan      0 matches of 0 known values
    key       key (do not send it)

The key is made, for its owner only.

    $ corr scrub in -o new --key fresh -q; stat -c '%a' fresh
    3 files, 734 B, in new
    not copied: core (unknown binary format; it begins with 01 02 03 04)
      secrets                    2 places, 2 values
      hosts                      3 places, 1 value
      e-mail                     1 place, 1 value
      SQL literals               1 place, 1 value
      names                      1 place, 1 value
    ids       kept
    scan      0 matches of 3 known values
    key       fresh (do not send it)
    600
