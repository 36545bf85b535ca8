/* pprof, raw or compressed, through the whole program. */
#include "corr_builtin.h"
#include "fuzz.h"
#include "mutate.h"

MUTATES_WITH(mutate_message)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const corr_format *const only[] = { &corr_format_pprof, NULL };
    corr_err err = { 0 };

    fuzz_one(only, data, size, &err);
    return 0;
}
