/* Any bytes as OTLP protobuf, and as what is recognised to be refused. */
#include "corr_builtin.h"
#include "fuzz.h"
#include "mutate.h"

MUTATES_WITH(mutate_message)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_spans(&corr_format_otlp_pb, data, size);
    corr_format_tempo_search_pb.probe(data, size, true);
    return 0;
}
