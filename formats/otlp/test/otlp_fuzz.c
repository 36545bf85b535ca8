/* Any bytes as an export of OTLP JSON. */
#include "corr_builtin.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_spans(&corr_format_otlp, data, size);
    return 0;
}
