What an answer may need.

More memory than --max-mem is refused, whatever needs it.

    $ corr info -q --max-mem 1M $DATA/incident 2>&1 | grep -o 'more than 1 MB of memory' | head -n 1
    more than 1 MB of memory
    $ perl -e 'printf "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"%032x\",\"spanId\":\"%016x\",\"name\":\"a\",\"startTimeUnixNano\":\"1795281700000000000\",\"endTimeUnixNano\":\"1795281700000900000\"}]}]}]}\n", $_, $_ for 1 .. 100000' >spans.jsonl
    $ cat spans.jsonl | corr spans -q --max-mem 8M - 2>&1 | grep -o 'more than 8 MB of memory'
    more than 8 MB of memory
    $ cat spans.jsonl | corr spans -q --max-mem 256M --slowest 1 --ids -
    00000000000000000000000000000001/0000000000000001

Code is not among traces, however many they are.

    $ cat spans.jsonl spans.jsonl spans.jsonl | env -u CORR_WANT corr top --max-mem 4M -
    no profile is here, only traces
    [5]
