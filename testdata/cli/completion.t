What a shell completes stands in the files that a command would read.

    $ empty=$PWD; cd $DATA/incident
    $ ask() { corr completion --within 1m --candidates "$@"; }
    $ ask operation --begin 'GET /q'
    GET /quote
    $ ask service traces.otlp.jsonl.gz
    checkout
    gateway
    pricing
    reco
    $ ask thread --begin Main
    MainThread
    $ ask function --begin main.m
    main.main
    main.main.func2
    main.mergeRules
    main.mix
    $ ask function --begin containsR
    containsRule
    $ ask frame --begin 'net/http.(*conn).s'
    net/http.\(\*conn\).serve
    $ ask trace --begin 1605
    1605eca9c9e40b0b357e1fd593edfede
    $ ask span --begin 1605/GET
    1605/GET /price
    1605/GET /quote
    $ ask span --begin 1605/s | tr '\n' ' '
    1605/s1 1605/s2 1605/s3 1605/s4 1605/s5 1605/s6 1605/s7 1605/s8 
    (no newline)

What help and completion take does not stand in files.

    $ ask page --begin r; ask page --begin co; ask shell --begin z
    report
    replay
    runbooks
    convert
    completion
    zsh
    $ corr completion bash | grep -o '[a-z]*) list=\(page\|shell\)'
    help) list=page
    completion) list=shell

Where there is nothing to offer, nothing is said: no file, a file that is none
of ours, one that is not there, one that never ends.

    $ ask operation --begin nothing
    $ ask operation nosuch README.md
    $ ask operation - /dev/zero README.md
    $ cd "$empty"; ask trace

A list that is not known is a mistake.

    $ ask verbs
    corr: there is no completion for "verbs"
    [2]
    $ corr completion ksh
    corr: completion wants bash, zsh or fish
    [2]
