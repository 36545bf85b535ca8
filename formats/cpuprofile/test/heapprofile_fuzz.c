/* Any bytes as a heap profile of V8: they are read or refused, and add up. */
#include "corr_builtin.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const corr_format *const only[] = { &corr_format_heapprofile, NULL };
    corr_err err = { 0 };

    if (size > 0)
        (void)corr_format_heapprofile.probe(data, size, true);
    fuzz_one(only, data, size, &err);
    return 0;
}
