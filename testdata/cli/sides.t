What the two sides of a comparison are.

Names of files for both may come from elsewhere.

    $ printf '%s\0' $DATA/deploys/v1/traces.* $DATA/deploys/v2/traces.* >names
    $ corr diff -q "$DATA/deploys/v1/pricing.*" "$DATA/deploys/v2/pricing.*" --files0-from names | head -n 3
    base  …/deploys/v1/pricing.*  17:26:34Z +50 s  5 files  612 samples  465
      requests
    new   …/deploys/v2/pricing.*  17:25:13Z +50 s  5 files  462 samples  339
    $ corr diff -q --files0-from names $DATA/deploys/v1 $DATA/deploys/v2 $DATA/deploys/v1/traces.*
    corr: --files0-from leaves no place for "../data/deploys/v1/traces.otlp.jsonl.gz"
          hint: "corr help diff" lists what it takes
    [2]

Where traces tell a process by its service alone, a profile is of the version
whose spans began while it ran.

    $ mkdir bare; n=0
    $ for v in v1 v2; do
    >   gunzip -c $DATA/deploys/$v/traces.* | sed -E 's/"(host.name|process.pid|service.instance.id)"/"x"/g' >bare/traces.$v
    >   for f in $DATA/deploys/$v/pricing.*; do n=$((n+1)); cp $f bare/cpu.$n; done
    > done
    $ corr diff -q version=1.4.0 version=1.5.0 bare | head -n 2
    base  version=1.4.0  17:26:34Z +50 s  5 files  612 samples  465 requests
    new   version=1.5.0  17:25:13Z +50 s  5 files  462 samples  339 requests
    $ corr top -q --label version=1.4.0 bare -n 1 | head -n 1
    CPU of pricing  50 s  612 samples of 10 ms = 6.12 s

The value of a label may be a route, behind a method, too; what is in a folder
that is not there is none.

    $ cp -r $DATA/deploys here
    $ printf '%s\n' 'v1 "endpoint=GET /x"' 'v2 "endpoint=PUT /x"' >verbs.map
    $ corr diff -q --label-map verbs.map 'endpoint=GET /x' 'endpoint=PUT /x' here | head -n 3
    base  endpoint=GET /x  17:26:34Z +50 s  5 files  612 samples  465 requests
    new   endpoint=PUT /x  17:25:13Z +50 s  5 files  462 samples  339 requests
    CPU ms per request of pricing; 3 functions tested, 5% false discoveries
    $ corr diff -q --label-map verbs.map 'endpoint=GET x/y' 'endpoint=PUT x/y' here
    corr: endpoint=GET x/y: No such file or directory
    [3]
    $ printf 'main;a 3 4\n' >two.folded; printf 'x\0' | corr diff two.folded --files0-from -
    corr: --files0-from has nothing to add to a file whose two columns are the sides
          hint: "corr help diff" lists what it takes
    [2]
