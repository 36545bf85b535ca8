/* Any bytes as a push of a recording. */
#include "corr_builtin.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const corr_format *const formats[] = { &corr_format_jfr_push, NULL };
    corr_err err = { 0 };

    fuzz_one(formats, data, size, &err);
    return 0;
}
