/* Any bytes as spans that an SDK printed. */
#include "corr_builtin.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_spans(&corr_format_otlp_console, data, size);
    return 0;
}
