/* Any bytes as a partial: they are read or refused. */
#include "corr_builtin.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const corr_format *const only[] = { &corr_format_partial, NULL };
    corr_err err = { 0 };

    (void)corr_format_partial.probe(data, size, true);
    fuzz_one(only, data, size, &err);
    return 0;
}
