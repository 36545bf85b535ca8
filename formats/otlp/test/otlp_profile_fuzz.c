/* Any bytes as OTLP profiles: they are read or refused, and add up.  The first
 * byte is the form. */
#include "corr_builtin.h"
#include "fuzz.h"
#include "mutate.h"

/* The message follows the byte that chooses the format. */
static size_t mutate_behind(uint8_t *data, size_t size, size_t most,
                            unsigned seed)
{
    return size < 2 ? LLVMFuzzerMutate(data, size, most)
                    : 1 + mutate_message(data + 1, size - 1, most - 1, seed);
}

MUTATES_WITH(mutate_behind)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const corr_format *const only[2][2] = {
        { &corr_format_otlp_profiles_pb, NULL },
        { &corr_format_otlp_profiles, NULL },
    };
    corr_err err = { 0 };

    if (size == 0)
        return 0;
    const corr_format *const *f = only[data[0] % 2];
    (void)f[0]->probe(data + 1, size - 1, true);
    (void)corr_format_otlp_profiles_old.probe(data + 1, size - 1, true);
    fuzz_one(f, data + 1, size - 1, &err);
    return 0;
}
