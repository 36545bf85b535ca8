/* Any bytes as the format of the example: they are read or refused. */
#include "corr_read.h"
#include "fuzz.h"

extern const corr_format corr_format_example;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const corr_format *const only[] = { &corr_format_example, NULL };
    corr_err err = { 0 };

    (void)corr_format_example.probe(data, size, true);
    fuzz_one(only, data, size, &err);
    return 0;
}
