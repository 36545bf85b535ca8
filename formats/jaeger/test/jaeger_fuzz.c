/* Any bytes as an export of Jaeger. */
#include "corr_builtin.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_spans(&corr_format_jaeger, data, size);
    return 0;
}
