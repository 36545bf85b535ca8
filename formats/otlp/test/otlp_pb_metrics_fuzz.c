/* Any bytes as OTLP metrics in protobuf: they are read or refused, and add
 * up. */
#include "corr_builtin.h"
#include "fuzz.h"
#include "mutate.h"

MUTATES_WITH(mutate_message)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const corr_format *const only[] = { &corr_format_otlp_metrics_pb,
                                               NULL };
    corr_err err = { 0 };

    if (size > 0)
        (void)corr_format_otlp_metrics_pb.probe(data, size, true);
    fuzz_one(only, data, size, &err);
    return 0;
}
